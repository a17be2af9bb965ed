// libgpiod has two programming interfaces with nothing in common: 1.x (Debian 12 has 1.6) and 2.x (Debian 13
// has 2.2). What the buttons need of either stands here under one set of names. Neither header tells its
// version, so that they are told apart by line bulks, which only 1.x has.
//
// A line is one request in both: with one request for all lines a single line that another driver holds would
// take all the others along. The edges of several lines are brought into order by their timestamps.
#ifndef NIGHTSTAND_CGPIOD_H
#define NIGHTSTAND_CGPIOD_H

#include <errno.h>
#include <fcntl.h>
#include <gpiod.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES
#define CGPIOD_INTERFACE 1
#else
#define CGPIOD_INTERFACE 2
#endif

enum cgpiod_bias { CGPIOD_AS_IS, CGPIOD_NONE, CGPIOD_PULL_UP, CGPIOD_PULL_DOWN };

enum {
  /// Edges that one read takes, and that the kernel keeps for a line with the first interface (its fifo has
  /// 16).
  CGPIOD_EDGES = 16,
  /// What the second interface is asked to keep for a line.
  CGPIOD_KERNEL_EDGES = 256,
  /// A name in the kernel has 32 bytes, with the NUL that ends it.
  CGPIOD_NAME = 32
};

/// One edge. The time is that of CLOCK_MONOTONIC (since Linux 5.7 with the first interface), taken in the
/// interrupt. `number` counts the edges of the line from 1, lost ones too; 0: this interface does not count.
struct cgpiod_edge {
  uint64_t nanoseconds;
  uint64_t number;
  bool is_active;
};

/// What the kernel knows of a line that is not ours.
struct cgpiod_info {
  char name[CGPIOD_NAME + 1];
  char consumer[CGPIOD_NAME + 1];
  bool is_used;
};

static inline void cgpiod_copy(char *to, const char *from) {
  strncpy(to, from ? from : "", CGPIOD_NAME);
  to[CGPIOD_NAME] = 0;
}

/// Reads must not block: an edge that was read already by another turn is no reason to wait for the next.
static inline int cgpiod_no_wait(int fd) {
  int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);
  return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

#if CGPIOD_INTERFACE == 1
#include "interface1.h"
#else
#include "interface2.h"
#endif

#endif
