// What the terminal needs in C: a handler that may run in the middle of a crash, and calls that are variadic.
#ifndef NIGHTSTAND_CTERMINAL_H
#define NIGHTSTAND_CTERMINAL_H

#include <termios.h>

/// From here on a crash of this process (see clinux_arm_crash) first writes `restore` (at most 64 bytes) to
/// `descriptor` and gives it `modes` back. One terminal at a time. Returns 0, or an errno value with nothing
/// changed.
int cterminal_arm(int descriptor, const struct termios *modes, const char *restore, int count);

/// Takes that back. Without effect when nothing is armed.
void cterminal_disarm(void);

/// Blocks (1) or unblocks (0) SIGTTOU on the calling thread: a process in the background that sets a
/// terminal's modes is stopped by it.
void cterminal_block_background_stop(int is_blocked);

/// The window's size in cells; 0 where it is unknown. Returns 0 or -1 with errno.
int cterminal_size(int descriptor, int *columns, int *rows);

#endif
