#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <time.h>

void clinux_name_thread(const char *name) {
  char kept[16] = {0};
  strncpy(kept, name, sizeof kept - 1);
  pthread_setname_np(pthread_self(), kept);
}

int clinux_make_realtime(int priority) {
  struct sched_param parameters = {.sched_priority = priority};
  // Reset on fork: threads that a sound library starts from this one stay normal.
  return pthread_setschedparam(pthread_self(), SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters);
}

int clinux_lock_memory(void) {
  // On fault: only what is used is locked. Without it every thread's whole stack would become resident.
  return mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0 ? 0 : errno;
}

int clinux_eventfd(void) {
  return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

int clinux_epoll_create(void) {
  return epoll_create1(EPOLL_CLOEXEC);
}

int clinux_epoll_wait(int epoll, struct epoll_event *events, int count, long long nanoseconds) {
  if (nanoseconds < 0) return epoll_wait(epoll, events, count, -1);
  struct timespec wait = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  int ready = epoll_pwait2(epoll, events, count, &wait, NULL);
  if (ready >= 0 || errno != ENOSYS) return ready;
  // Kernels before 5.11 only count milliseconds: round up, so that a timer is never early.
  return epoll_wait(epoll, events, count, (int)((nanoseconds + 999999) / 1000000));
}

int clinux_open(const char *path, int flags, mode_t mode) {
  return open(path, flags | O_CLOEXEC, mode);
}

int clinux_fcntl(int descriptor, int command, int argument) {
  return fcntl(descriptor, command, argument);
}

int clinux_lock_file(int descriptor) {
  return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
}

static void fill(sigset_t *set, const int *signals, int count) {
  sigemptyset(set);
  for (int index = 0; index < count; index++) sigaddset(set, signals[index]);
}

int clinux_block_signals(const int *signals, int count) {
  sigset_t set;
  fill(&set, signals, count);
  return pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int clinux_signalfd(const int *signals, int count) {
  sigset_t set;
  fill(&set, signals, count);
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}
