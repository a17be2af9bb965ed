#ifndef NIGHTSTAND_CALSA_H
#define NIGHTSTAND_CALSA_H

#include <alsa/asoundlib.h>

static inline void calsa_say_nothing(
    const char *file, int line, const char *function, int code, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}

/// alsa-lib writes to stderr by default, over the picture or the JSON lines. Its numbers say enough. (Swift
/// cannot make a function with "..." itself.)
static inline void calsa_silence(void) { snd_lib_error_set_handler(calsa_say_nothing); }

#endif
