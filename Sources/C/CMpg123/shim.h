// libmpg123 maps several names by macros (mpg123_param is really mpg123_param2, and others in other
// versions), which Swift does not see. What it needs of those stands here under one name.
#ifndef NIGHTSTAND_CMPG123_H
#define NIGHTSTAND_CMPG123_H

#include <mpg123.h>

/// A handle for feeding: float samples at the stream's own rate, mono or stereo, nothing printed, tags not
/// kept, and no limit on how far it looks for the next frame. NULL: the error is in `*error`.
static inline mpg123_handle *cmpg123_new(int *error) {
  *error = mpg123_init();
  if (*error != MPG123_OK) return NULL;
  mpg123_handle *handle = mpg123_new(NULL, error);
  if (!handle) return NULL;
  *error = mpg123_param(handle, MPG123_ADD_FLAGS, MPG123_QUIET | MPG123_SKIP_ID3V2, 0);
  if (*error == MPG123_OK) *error = mpg123_param(handle, MPG123_REMOVE_FLAGS, MPG123_AUTO_RESAMPLE, 0);
  if (*error == MPG123_OK) *error = mpg123_param(handle, MPG123_RESYNC_LIMIT, -1, 0);
  if (*error == MPG123_OK) *error = mpg123_format_none(handle);
  const long *rates;
  size_t count;
  mpg123_rates(&rates, &count);
  for (size_t index = 0; *error == MPG123_OK && index < count; index++)
    *error = mpg123_format(handle, rates[index], MPG123_MONO | MPG123_STEREO, MPG123_ENC_FLOAT_32);
  if (*error == MPG123_OK) *error = mpg123_open_feed(handle);
  if (*error == MPG123_OK) return handle;
  mpg123_delete(handle);
  return NULL;
}

/// Layer (1, 2 or 3) and kbit/s of the current frame.
static inline int cmpg123_info(mpg123_handle *handle, int *layer, int *kbit) {
  struct mpg123_frameinfo info;
  int code = mpg123_info(handle, &info);
  if (code != MPG123_OK) return code;
  *layer = info.layer;
  *kbit = info.bitrate;
  return MPG123_OK;
}

/// Bytes that were fed and not used yet.
static inline long cmpg123_fill(mpg123_handle *handle) {
  long fill = 0;
  return mpg123_getstate(handle, MPG123_BUFFERFILL, &fill, NULL) == MPG123_OK ? fill : 0;
}

#endif
