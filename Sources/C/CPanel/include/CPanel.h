// What the panel needs in C: ioctls, which are variadic, the kernel's structs behind them, and handlers of
// signals. All calls return 0 or an errno value unless said otherwise.
#ifndef NIGHTSTAND_CPANEL_H
#define NIGHTSTAND_CPANEL_H

#include <stdint.h>

/// A field of a pixel: where its least significant bit is, and how many bits it has.
struct cpanel_field {
  uint32_t offset, length;
};

/// What of fb_var_screeninfo and fb_fix_screeninfo says where a pixel is and what it looks like.
struct cpanel_frame {
  char name[17];
  uint32_t width, height, virtual_width, virtual_height, x_offset, y_offset;
  uint32_t bits_per_pixel, grayscale, nonstandard;
  struct cpanel_field red, green, blue, transparent;
  uint32_t type, visual, line_length, memory_length;
  /// Where the memory begins within its first page.
  uint32_t page_offset;
};

int cpanel_frame_read(int descriptor, struct cpanel_frame *frame);

/// Switches the panel on (FBIOBLANK).
int cpanel_unblank(int descriptor);

/// Sets the first `count` (256 at most) entries of the color map; each value has 16 bits.
int cpanel_set_colors(
    int descriptor, uint32_t count, const uint16_t *red, const uint16_t *green, const uint16_t *blue);

/// Reads them.
int cpanel_get_colors(int descriptor, uint32_t count, uint16_t *red, uint16_t *green, uint16_t *blue);

/// An open file of `count` bytes that is only memory, or -1 with errno.
int cpanel_memory_file(int64_t count);

/// Copies `count` bytes from `offset` of an open memory file into `target`, which may be a device's memory
/// that is no more: then the kernel's copy says EFAULT, where our own would end the program by SIGBUS.
int cpanel_copy_out(int file, int64_t offset, void *target, int64_t count);

/// The same in the other direction.
int cpanel_copy_in(int file, int64_t offset, const void *source, int64_t count);

/// The number of the frame buffer, /dev/fbN, that virtual terminal `console` is drawn on; -1: none, or
/// unknown.
int cpanel_frame_of_console(int descriptor, int console);

/// The N of an open /dev/fbN; -1 where it is something else.
int cpanel_frame_number(int descriptor);

/// The number of the virtual terminal that is shown; negative: minus an errno value.
int cpanel_active_console(int descriptor);

/// KD_GRAPHICS (1): the kernel draws no text; KD_TEXT (0): it does.
int cpanel_set_graphics(int console, int is_graphics);

/// Whether the terminal is in graphics mode, or minus an errno value.
int cpanel_is_graphics(int console);

/// Other virtual terminals may be shown only when this process agrees; `event`, an eventfd, is rung when one
/// shall be, and when ours is to be shown again. One console at a time.
int cpanel_own_switching(int console, int event);

/// Gives that back to the kernel.
int cpanel_disown_switching(int console);

enum { cpanel_switch_away = 1, cpanel_switch_back = 2 };

/// What came since the last call: the sum of the two above.
int cpanel_take_switches(void);

/// Lets the other terminal be shown.
int cpanel_agree_to_leave(int console);

/// Says that we noticed that ours is shown again.
int cpanel_agree_to_return(int console);

/// From here on a crash puts `console` back into text mode, its switching back to the kernel, and writes
/// `restore` (at most 64 bytes).
int cpanel_arm(int console, const char *restore, int count);

void cpanel_disarm(void);

#endif
