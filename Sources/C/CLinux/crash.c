#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

enum { signal_count = 7, restorer_max = 4 };

static const int crash_signals[signal_count] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};

// All that the handler touches: written before the first restorer stands, constant as long as one does.
static struct sigaction previous[signal_count];
static pid_t saved_process;
static int is_backtrace_wanted;
static _Atomic(clinux_restorer) restorers[restorer_max];

// A stack overflow leaves no stack to run the handler on. 64 KiB: enough also where the vector registers that
// the kernel saves are large.
static char handler_stack[64 * 1024];

static void put_back(int number) {
  for (int index = 0; index < signal_count; index++) {
    if (crash_signals[index] == number) sigaction(number, &previous[index], NULL);
  }
}

static void on_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  // Not in a child that was forked in between. Of several threads that crash, one calls each restorer.
  if (getpid() == saved_process) {
    for (int index = 0; index < restorer_max; index++) {
      clinux_restorer restore = atomic_exchange(&restorers[index], NULL);
      if (restore) restore();
    }
  }
  if (is_backtrace_wanted) put_back(number);
  else signal(number, SIG_DFL);
  // A fault of the processor happens again when the handler returns, and then the core dump or the backtrace
  // shows the true place. A trap instruction may be behind us already, and a signal that somebody sent comes
  // only once: those are raised again.
  if (info->si_code <= 0 || number == SIGTRAP) raise(number);
}

static int is_any_armed(void) {
  for (int index = 0; index < restorer_max; index++) {
    if (atomic_load(&restorers[index])) return 1;
  }
  return 0;
}

static int install(void) {
  saved_process = getpid();
  // On a terminal Swift's own handler asks what to do and waits 15 s for a key, with the terminal in modes of
  // its making. A radio ends at once, unless somebody asked for a backtrace.
  is_backtrace_wanted = getenv("SWIFT_BACKTRACE") != NULL;

  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    stack_t own = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&own, NULL);
  }
  struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < signal_count; index++) {
    if (sigaction(crash_signals[index], &action, &previous[index]) == 0) continue;
    int code = errno;
    while (index-- > 0) put_back(crash_signals[index]);
    return code;
  }
  return 0;
}

int clinux_arm_crash(clinux_restorer restore) {
  clinux_disarm_crash(restore);
  if (!is_any_armed()) {
    int code = install();
    if (code) return code;
  }
  for (int index = 0; index < restorer_max; index++) {
    clinux_restorer none = NULL;
    if (atomic_compare_exchange_strong(&restorers[index], &none, restore)) return 0;
  }
  return ENOSPC;
}

void clinux_disarm_crash(clinux_restorer restore) {
  int was_armed = 0;
  for (int index = 0; index < restorer_max; index++) {
    clinux_restorer expected = restore;
    was_armed |= atomic_compare_exchange_strong(&restorers[index], &expected, NULL);
  }
  if (!was_armed || is_any_armed()) return;
  for (int index = 0; index < signal_count; index++) {
    struct sigaction current;
    // Somebody may have put an own handler over ours since: that one stays.
    if (sigaction(crash_signals[index], NULL, &current) == 0 && current.sa_sigaction == on_crash) {
      put_back(crash_signals[index]);
    }
  }
}
