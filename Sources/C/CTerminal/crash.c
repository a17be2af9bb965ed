#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { signal_count = 7, restore_max = 64 };

static const int crash_signals[signal_count] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};

// All that the handler touches: written before `armed` is set, constant as long as it is.
static struct sigaction previous[signal_count];
static struct termios saved_modes;
static char saved_restore[restore_max];
static int saved_count;
static int saved_descriptor;
static pid_t saved_process;
static int is_backtrace_wanted;
static atomic_int armed;

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
  // Only the first of several threads that crash restores, and not a child that was forked in between.
  if (atomic_exchange(&armed, 0) && getpid() == saved_process) {
    // Restoring from the background would stop the process instead of ending it.
    signal(SIGTTOU, SIG_IGN);
    // The descriptor is non-blocking: a terminal that takes nothing cannot hold the crash up.
    ssize_t written = write(saved_descriptor, saved_restore, (size_t)saved_count);
    (void)written;
    tcsetattr(saved_descriptor, TCSANOW, &saved_modes);
  }
  if (is_backtrace_wanted) put_back(number);
  else signal(number, SIG_DFL);
  // A fault of the processor happens again when the handler returns, and then the core dump or the backtrace
  // shows the true place. A trap instruction may be behind us already, and a signal that somebody sent comes
  // only once: those are raised again.
  if (info->si_code <= 0 || number == SIGTRAP) raise(number);
}

int cterminal_arm(int descriptor, const struct termios *modes, const char *restore, int count) {
  if (count < 0 || count > restore_max) return EINVAL;
  cterminal_disarm();
  saved_modes = *modes;
  memcpy(saved_restore, restore, (size_t)count);
  saved_count = count;
  saved_descriptor = descriptor;
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
  atomic_store(&armed, 1);
  for (int index = 0; index < signal_count; index++) {
    if (sigaction(crash_signals[index], &action, &previous[index]) == 0) continue;
    int code = errno;
    while (index-- > 0) put_back(crash_signals[index]);
    atomic_store(&armed, 0);
    return code;
  }
  return 0;
}

void cterminal_disarm(void) {
  if (!atomic_exchange(&armed, 0)) return;
  for (int index = 0; index < signal_count; index++) {
    struct sigaction current;
    // Somebody may have put an own handler over ours since: that one stays.
    if (sigaction(crash_signals[index], NULL, &current) == 0 && current.sa_sigaction == on_crash) {
      put_back(crash_signals[index]);
    }
  }
}

void cterminal_block_background_stop(int is_blocked) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTTOU);
  pthread_sigmask(is_blocked ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

int cterminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size = {0};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
