// What tells of changes: netlink for the network, inotify for files, a timer for the clock.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <unistd.h>

int clinux_network_socket(void) {
  int number = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (number < 0) return -1;
  struct sockaddr_nl address = {
      .nl_family = AF_NETLINK,
      .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE |
                   RTMGRP_IPV6_ROUTE,
  };
  if (bind(number, (struct sockaddr *)&address, sizeof address) == 0) return number;
  int code = errno;
  close(number);
  errno = code;
  return -1;
}

static int meaning(const struct nlmsghdr *message) {
  switch (message->nlmsg_type) {
    case RTM_DELADDR:
    case RTM_DELROUTE:
    case RTM_DELLINK:
      return CLINUX_NETWORK_NEWS | CLINUX_NETWORK_LOSS;
    case RTM_NEWLINK: {
      const struct ifinfomsg *link = NLMSG_DATA(message);
      if (message->nlmsg_len < NLMSG_LENGTH(sizeof *link)) return 0;
      return link->ifi_flags & IFF_RUNNING ? CLINUX_NETWORK_NEWS : CLINUX_NETWORK_NEWS | CLINUX_NETWORK_LOSS;
    }
    default:
      return CLINUX_NETWORK_NEWS;
  }
}

int clinux_network_take(int socket) {
  _Alignas(struct nlmsghdr) char buffer[16384];
  int bits = 0;
  // A storm is left for the next turn.
  for (int count = 0; count < 64; count++) {
    struct sockaddr_nl from;
    socklen_t size = sizeof from;
    ssize_t length = recvfrom(socket, buffer, sizeof buffer, 0, (struct sockaddr *)&from, &size);
    if (length < 0 && errno == EINTR) continue;
    // ENOBUFS: more came than the socket holds.
    if (length < 0) return errno == ENOBUFS ? CLINUX_NETWORK_NEWS | CLINUX_NETWORK_LOSS : bits;
    // Other programs may send, too; only the kernel is believed.
    if (size != sizeof from || from.nl_pid != 0) continue;
    int left = (int)length;
    for (struct nlmsghdr *message = (struct nlmsghdr *)buffer; NLMSG_OK(message, left);
         message = NLMSG_NEXT(message, left)) {
      bits |= meaning(message);
    }
  }
  return bits;
}

int clinux_inotify(void) {
  return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

int clinux_inotify_folder(int inotify, const char *folder) {
  unsigned what = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR;
  return inotify_add_watch(inotify, folder, what) < 0 ? errno : 0;
}

int clinux_inotify_take(int inotify, const char *name) {
  _Alignas(struct inotify_event) char buffer[16384];
  int found = 0;
  for (int count = 0; count < 64; count++) {
    ssize_t length = read(inotify, buffer, sizeof buffer);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return found;
    for (char *place = buffer; place < buffer + length;) {
      const struct inotify_event *event = (const struct inotify_event *)place;
      if (event->mask & IN_Q_OVERFLOW) found = 1;
      if (event->len > 0 && strcmp(event->name, name) == 0) found = 1;
      place += sizeof *event + event->len;
    }
  }
  return found;
}

static int arm(int watch) {
  // As far away as every kernel takes it: only that it is cancelled is of interest.
  long long far = sizeof(time_t) > 4 ? 0x1FFFFFFFFLL : 0x7FFFFFFF;
  struct itimerspec never = {.it_value = {.tv_sec = (time_t)far}};
  return timerfd_settime(watch, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

int clinux_clock_watch(void) {
  int watch = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (watch < 0) return -1;
  if (arm(watch) == 0) return watch;
  int code = errno;
  close(watch);
  errno = code;
  return -1;
}

int clinux_clock_take(int watch) {
  unsigned long long count;
  int was_set = read(watch, &count, sizeof count) < 0 && errno == ECANCELED;
  // Arming tells by ECANCELED of a step in between, and is armed none the less.
  return (arm(watch) < 0 && errno == ECANCELED) || was_set;
}

int clinux_clock_is_synchronized(void) {
  struct timex now = {.modes = 0};
  int state = adjtimex(&now);
  return state >= 0 && state != TIME_ERROR && (now.status & STA_UNSYNC) == 0;
}
