#define _GNU_SOURCE
#include "CPanel.h"

#include "CLinux.h"

#include <errno.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { restore_max = 64 };

// Constant as long as they are in use.
static atomic_int switch_event = -1;
static atomic_int switches;
static char saved_restore[restore_max];
static int saved_count;
static int saved_console;

// Real-time signals that neither glibc (the first two) nor the radio's loop uses.
static int leave_signal(void) { return SIGRTMIN + 10; }
static int return_signal(void) { return SIGRTMIN + 11; }

static int result(int value) { return value == 0 ? 0 : errno; }

int cpanel_active_console(int descriptor) {
  struct vt_stat state = {0};
  return ioctl(descriptor, VT_GETSTATE, &state) == 0 ? state.v_active : -errno;
}

int cpanel_set_graphics(int console, int is_graphics) {
  return result(ioctl(console, KDSETMODE, (unsigned long)(is_graphics ? KD_GRAPHICS : KD_TEXT)));
}

int cpanel_is_graphics(int console) {
  int mode = 0;
  return ioctl(console, KDGETMODE, &mode) == 0 ? mode == KD_GRAPHICS : -errno;
}

// Signals that stay unblocked and only note what they mean: threads that run already cannot be made to block
// a signal, and one of them would take it and end the program.
static void on_switch(int number) {
  int saved = errno;
  atomic_fetch_or(&switches, number == leave_signal() ? cpanel_switch_away : cpanel_switch_back);
  uint64_t one = 1;
  ssize_t written = write(atomic_load(&switch_event), &one, sizeof one);
  (void)written;
  errno = saved;
}

int cpanel_own_switching(int console, int event) {
  atomic_store(&switch_event, event);
  atomic_store(&switches, 0);
  struct sigaction action = {.sa_handler = on_switch, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  if (sigaction(leave_signal(), &action, NULL) != 0 || sigaction(return_signal(), &action, NULL) != 0) {
    return errno;
  }
  // Whoever started us may have had them blocked, and that is inherited. One thread that takes them is
  // enough.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, leave_signal());
  sigaddset(&set, return_signal());
  int code = pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  if (code) return code;
  struct vt_mode mode = {
      .mode = VT_PROCESS, .relsig = (short)leave_signal(), .acqsig = (short)return_signal()};
  return result(ioctl(console, VT_SETMODE, &mode));
}

int cpanel_disown_switching(int console) {
  struct vt_mode mode = {.mode = VT_AUTO};
  int code = result(ioctl(console, VT_SETMODE, &mode));
  // A signal may be on its way still; its default would end the program.
  signal(leave_signal(), SIG_IGN);
  signal(return_signal(), SIG_IGN);
  atomic_store(&switch_event, -1);
  return code;
}

int cpanel_take_switches(void) { return atomic_exchange(&switches, 0); }

int cpanel_agree_to_leave(int console) { return result(ioctl(console, VT_RELDISP, 1UL)); }

int cpanel_agree_to_return(int console) {
  return result(ioctl(console, VT_RELDISP, (unsigned long)VT_ACKACQ));
}

static void restore_console(void) {
  struct vt_mode mode = {.mode = VT_AUTO};
  ioctl(saved_console, VT_SETMODE, &mode);
  ioctl(saved_console, KDSETMODE, (unsigned long)KD_TEXT);
  ssize_t written = write(saved_console, saved_restore, (size_t)saved_count);
  (void)written;
}

int cpanel_arm(int console, const char *restore, int count) {
  if (count < 0 || count > restore_max) return EINVAL;
  cpanel_disarm();
  saved_console = console;
  memcpy(saved_restore, restore, (size_t)count);
  saved_count = count;
  return clinux_arm_crash(restore_console);
}

void cpanel_disarm(void) { clinux_disarm_crash(restore_console); }
