// libinput, and the kernel's input devices as they are: ioctls are variadic, and their numbers are macros
// that Swift does not see. Calls return 0 or an errno value unless said otherwise.
#ifndef NIGHTSTAND_CINPUT_H
#define NIGHTSTAND_CINPUT_H

#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <stdint.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

// libinput

static inline int cinput_open_device(const char *path, int flags, void *context) {
  (void)context;
  int number = open(path, flags | O_CLOEXEC);
  return number < 0 ? -errno : number;
}

static inline void cinput_close_device(int number, void *context) {
  (void)context;
  close(number);
}

static const struct libinput_interface cinput_interface = {
    .open_restricted = cinput_open_device, .close_restricted = cinput_close_device};

static inline void cinput_say_nothing(
    struct libinput *context, enum libinput_log_priority priority, const char *format, va_list values) {
  (void)context, (void)priority, (void)format, (void)values;
}

/// All devices of seat0, by udev. NULL: udev does not work here.
static inline struct libinput *cinput_open_seat(void) {
  struct udev *udev = udev_new();
  if (!udev) return NULL;
  struct libinput *context = libinput_udev_create_context(&cinput_interface, NULL, udev);
  // libinput has its own reference.
  udev_unref(udev);
  if (!context) return NULL;
  // It writes to stderr by default, over the picture or the JSON lines.
  libinput_log_set_handler(context, cinput_say_nothing);
  if (libinput_udev_assign_seat(context, "seat0") == 0) return context;
  libinput_unref(context);
  return NULL;
}

// The kernel's devices

/// What a device can do: the bits of EVIOCGBIT and EVIOCGPROP.
struct cinput_abilities {
  char name[128];
  uint8_t types[(EV_CNT + 7) / 8];
  uint8_t keys[(KEY_CNT + 7) / 8];
  uint8_t relative[(REL_CNT + 7) / 8];
  uint8_t absolute[(ABS_CNT + 7) / 8];
  uint8_t properties[(INPUT_PROP_CNT + 7) / 8];
};

static inline int cinput_read_abilities(int device, struct cinput_abilities *abilities) {
  memset(abilities, 0, sizeof *abilities);
  if (ioctl(device, EVIOCGBIT(0, sizeof abilities->types), abilities->types) < 0) return errno;
  // A device without such events answers with an error or with nothing: the same.
  ioctl(device, EVIOCGNAME(sizeof abilities->name - 1), abilities->name);
  ioctl(device, EVIOCGBIT(EV_KEY, sizeof abilities->keys), abilities->keys);
  ioctl(device, EVIOCGBIT(EV_REL, sizeof abilities->relative), abilities->relative);
  ioctl(device, EVIOCGBIT(EV_ABS, sizeof abilities->absolute), abilities->absolute);
  ioctl(device, EVIOCGPROP(sizeof abilities->properties), abilities->properties);
  return 0;
}

/// Stamps events with CLOCK_MONOTONIC, as libinput and the GPIO lines have them.
static inline int cinput_use_monotonic_clock(int device) {
  int clock = CLOCK_MONOTONIC;
  return ioctl(device, EVIOCSCLOCKID, &clock) == 0 ? 0 : errno;
}

/// The keys that are down now, a bit each.
static inline int cinput_read_keys(int device, uint8_t *keys, int count) {
  memset(keys, 0, (size_t)count);
  return ioctl(device, EVIOCGKEY(count), keys) < 0 ? errno : 0;
}

/// The range of an absolute axis.
static inline int cinput_read_range(int device, int axis, int32_t *minimum, int32_t *maximum) {
  struct input_absinfo information = {0};
  if (ioctl(device, EVIOCGABS(axis), &information) != 0) return errno;
  *minimum = information.minimum;
  *maximum = information.maximum;
  return 0;
}

struct cinput_event {
  int64_t nanoseconds;
  int32_t value;
  uint16_t type, code;
};

/// Reads up to `count` (64 at most) events without waiting. Their number, 0: none now, or minus an errno
/// value.
static inline int cinput_read_events(int device, struct cinput_event *events, int count) {
  // Its size depends on how wide the C library's time is.
  struct input_event raw[64];
  if (count > 64) count = 64;
  ssize_t bytes;
  do {
    bytes = read(device, raw, (size_t)count * sizeof raw[0]);
  } while (bytes < 0 && errno == EINTR);
  if (bytes < 0) return errno == EAGAIN ? 0 : -errno;
  if (bytes == 0) return -ENODEV;
  int read_count = (int)((size_t)bytes / sizeof raw[0]);
  for (int index = 0; index < read_count; index++) {
    events[index] = (struct cinput_event){
        .nanoseconds =
            (int64_t)raw[index].input_event_sec * 1000000000 + raw[index].input_event_usec * 1000LL,
        .value = raw[index].value,
        .type = raw[index].type,
        .code = raw[index].code};
  }
  return read_count;
}

/// A descriptor that becomes readable when something changes in `folder`; -1 with errno.
static inline int cinput_watch_folder(const char *folder) {
  int number = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (number < 0) return -1;
  // IN_ATTRIB: udev gives a new device its group a moment after the kernel has made it.
  if (inotify_add_watch(number, folder, IN_CREATE | IN_ATTRIB | IN_DELETE | IN_ONLYDIR) >= 0) return number;
  int code = errno;
  close(number);
  errno = code;
  return -1;
}

#endif
