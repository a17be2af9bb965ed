// Linux calls that Swift's Glibc module does not map. What needs _GNU_SOURCE stands in shim.c:
// defining it in a header that Swift imports breaks against Glibc's own fd_set.
#ifndef NIGHTSTAND_CLINUX_H
#define NIGHTSTAND_CLINUX_H

#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/types.h>

/// Names the calling thread as `top -H` and a debugger show it; at most 15 bytes are kept.
void clinux_name_thread(const char *name);

/// Asks for SCHED_FIFO at `priority` on the calling thread. Returns 0 or an errno value.
int clinux_make_realtime(int priority);

/// Locks the process's memory, present and future, as far as it is used. Returns 0 or an errno value.
int clinux_lock_memory(void);

/// A non-blocking eventfd, or -1.
int clinux_eventfd(void);

/// An epoll descriptor, or -1.
int clinux_epoll_create(void);

/// Waits for at most `nanoseconds` (negative: for ever). As epoll_wait, with the kernel's finest timeout.
int clinux_epoll_wait(int epoll, struct epoll_event *events, int count, long long nanoseconds);

/// open(2) with O_CLOEXEC, since Swift cannot call variadic C functions.
int clinux_open(const char *path, int flags, mode_t mode);

/// fcntl(2) with an integer argument, for the same reason.
int clinux_fcntl(int descriptor, int command, int argument);

/// Takes the lock of an open file without waiting (flock). Returns 0 or an errno value.
int clinux_lock_file(int descriptor);

/// Blocks `signals` on the calling thread, and so on every thread that it starts later.
int clinux_block_signals(const int *signals, int count);

/// A descriptor from which the given (blocked) signals are read.
int clinux_signalfd(const int *signals, int count);

/// A non-blocking netlink socket that tells of changes of links, addresses and routes, or -1.
int clinux_network_socket(void);

enum {
  CLINUX_NETWORK_NEWS = 1,
  /// An address or a route went, or a link went down.
  CLINUX_NETWORK_LOSS = 2,
};

/// Takes all that came on the socket. Returns the bits above: both where messages were lost, none where none
/// came.
int clinux_network_take(int socket);

/// A non-blocking inotify descriptor, or -1.
int clinux_inotify(void);

/// Tells of files in `folder` that were written, moved there or made. Returns 0 or an errno value.
int clinux_inotify_folder(int inotify, const char *folder);

/// Takes all that came. Returns whether any of it was about a file `name`; 1 where events were lost.
int clinux_inotify_take(int inotify, const char *name);

/// A descriptor that becomes readable when the system's clock is set, or -1.
int clinux_clock_watch(void);

/// Arms it again. Returns whether the clock was set since it was armed.
int clinux_clock_take(int watch);

/// Whether the kernel has been told that its clock is right (by a time server's client).
int clinux_clock_is_synchronized(void);

/// Puts something back as it was. It is called in the middle of a crash, on the thread that crashed: only
/// what signal-safety(7) allows, and only static data.
typedef void (*clinux_restorer)(void);

/// From here on a crash of this process (SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS) first
/// calls `restore`, as it does the others that are armed (4 at most); then the process ends by the signal,
/// after Swift's backtrace where SWIFT_BACKTRACE is set. For a stack overflow that holds on the thread that
/// armed the first one. All arming and disarming is done by one thread. Returns 0, or an errno value with
/// nothing changed.
int clinux_arm_crash(clinux_restorer restore);

/// Takes that back. Without effect when it is not armed.
void clinux_disarm_crash(clinux_restorer restore);

#endif
