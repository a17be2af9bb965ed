// libpng's simplified interface: it catches its own errors, so that no longjmp goes through Swift. Its
// formats are macros that Swift does not see.
#ifndef NIGHTSTAND_CPNG_H
#define NIGHTSTAND_CPNG_H

#include <png.h>
#include <string.h>

static inline png_image cpng_image(void) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  return image;
}

/// Bytes in memory: blue, green, red, alpha, which is Cairo's 32-bit pixel on a little-endian machine.
static const png_uint_32 cpng_format_bgra = PNG_FORMAT_BGRA;
/// Bytes in memory: red, green, blue.
static const png_uint_32 cpng_format_rgb = PNG_FORMAT_RGB;
static const png_uint_32 cpng_format_gray = PNG_FORMAT_GRAY;

#endif
