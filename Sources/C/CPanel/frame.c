#define _GNU_SOURCE
#include "CPanel.h"

#include <errno.h>
#include <linux/fb.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// Documentation/admin-guide/devices.txt: /dev/fbN.
enum { frame_major = 29 };

// An SPI panel's driver may sleep in a call; signals are blocked or restart, but EINTR costs one line.
static int call(int descriptor, unsigned long request, void *argument) {
  while (ioctl(descriptor, request, argument) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

static struct cpanel_field field(const struct fb_bitfield *bits) {
  return (struct cpanel_field){.offset = bits->offset, .length = bits->length};
}

int cpanel_frame_read(int descriptor, struct cpanel_frame *frame) {
  struct fb_var_screeninfo var = {0};
  struct fb_fix_screeninfo fix = {0};
  int code = call(descriptor, FBIOGET_VSCREENINFO, &var);
  if (!code) code = call(descriptor, FBIOGET_FSCREENINFO, &fix);
  if (code) return code;
  *frame = (struct cpanel_frame){
      .width = var.xres,
      .height = var.yres,
      .virtual_width = var.xres_virtual,
      .virtual_height = var.yres_virtual,
      .x_offset = var.xoffset,
      .y_offset = var.yoffset,
      .bits_per_pixel = var.bits_per_pixel,
      .grayscale = var.grayscale,
      .nonstandard = var.nonstd,
      .red = field(&var.red),
      .green = field(&var.green),
      .blue = field(&var.blue),
      .transparent = field(&var.transp),
      .type = fix.type,
      .visual = fix.visual,
      .line_length = fix.line_length,
      .memory_length = fix.smem_len,
      .page_offset = (uint32_t)(fix.smem_start & (unsigned long)(sysconf(_SC_PAGESIZE) - 1)),
  };
  memcpy(frame->name, fix.id, sizeof fix.id);
  return 0;
}

int cpanel_unblank(int descriptor) {
  return ioctl(descriptor, FBIOBLANK, (unsigned long)FB_BLANK_UNBLANK) == 0 ? 0 : errno;
}

int cpanel_set_colors(
    int descriptor, uint32_t count, const uint16_t *red, const uint16_t *green, const uint16_t *blue) {
  struct fb_cmap map = {
      .len = count, .red = (uint16_t *)red, .green = (uint16_t *)green, .blue = (uint16_t *)blue};
  return call(descriptor, FBIOPUTCMAP, &map);
}

int cpanel_get_colors(int descriptor, uint32_t count, uint16_t *red, uint16_t *green, uint16_t *blue) {
  struct fb_cmap map = {.len = count, .red = red, .green = green, .blue = blue};
  return call(descriptor, FBIOGETCMAP, &map);
}

int cpanel_frame_number(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !S_ISCHR(status.st_mode) || major(status.st_rdev) != frame_major) {
    return -1;
  }
  return (int)minor(status.st_rdev);
}

int cpanel_frame_of_console(int descriptor, int console) {
  // A kernel without a console on frame buffers leaves the struct as it is.
  struct fb_con2fbmap map = {.console = (uint32_t)console, .framebuffer = UINT32_MAX};
  if (call(descriptor, FBIOGET_CON2FBMAP, &map) != 0 || map.framebuffer > INT32_MAX) return -1;
  return (int)map.framebuffer;
}

int cpanel_memory_file(int64_t count) {
  int file = memfd_create("panel", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, count) == 0) return file;
  int code = errno;
  close(file);
  errno = code;
  return -1;
}

int cpanel_copy_out(int file, int64_t offset, void *target, int64_t count) {
  for (int64_t done = 0; done < count;) {
    ssize_t copied = pread(file, (char *)target + done, (size_t)(count - done), offset + done);
    if (copied < 0 && errno == EINTR) continue;
    if (copied <= 0) return copied < 0 ? errno : EIO;
    done += copied;
  }
  return 0;
}

int cpanel_copy_in(int file, int64_t offset, const void *source, int64_t count) {
  for (int64_t done = 0; done < count;) {
    ssize_t copied = pwrite(file, (const char *)source + done, (size_t)(count - done), offset + done);
    if (copied < 0 && errno == EINTR) continue;
    if (copied <= 0) return copied < 0 ? errno : EIO;
    done += copied;
  }
  return 0;
}
