#define _GNU_SOURCE
#include "CTerminal.h"

#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { restore_max = 64 };

// Constant as long as restore_terminal is armed.
static struct termios saved_modes;
static char saved_restore[restore_max];
static int saved_count;
static int saved_descriptor;

static void restore_terminal(void) {
  // Restoring from the background would stop the process instead of ending it.
  signal(SIGTTOU, SIG_IGN);
  // The descriptor is non-blocking: a terminal that takes nothing cannot hold the crash up.
  ssize_t written = write(saved_descriptor, saved_restore, (size_t)saved_count);
  (void)written;
  tcsetattr(saved_descriptor, TCSANOW, &saved_modes);
}

int cterminal_arm(int descriptor, const struct termios *modes, const char *restore, int count) {
  if (count < 0 || count > restore_max) return EINVAL;
  cterminal_disarm();
  saved_modes = *modes;
  memcpy(saved_restore, restore, (size_t)count);
  saved_count = count;
  saved_descriptor = descriptor;
  return clinux_arm_crash(restore_terminal);
}

void cterminal_disarm(void) {
  clinux_disarm_crash(restore_terminal);
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
