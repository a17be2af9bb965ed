#define _GNU_SOURCE
#include "CLate.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void unopened(void) {
  fputs("nightstand: a library was called before it was opened\n", stderr);
  abort();
}

// The entry of a function: a jump through its slot. Arguments and results stay where they are, so that the
// entry need not know them.
#if defined(__x86_64__)
#define JUMP(slot) "  jmpq *" slot "(%rip)\n"
#elif defined(__aarch64__)
// x16 is the register that a call may lose on its way (AAPCS64, 6.1.1).
#define JUMP(slot) "  adrp x16, " slot "\n  ldr x16, [x16, :lo12:" slot "]\n  br x16\n"
#else
#error "entries for this processor are missing"
#endif

#define FUNCTION(name) \
  __attribute__((visibility("hidden"), used)) void *clate_slot_##name = (void *)unopened; \
  __asm__(".pushsection .text\n" \
          ".globl " #name "\n.hidden " #name "\n.type " #name ", %function\n" #name ":\n" \
          JUMP("clate_slot_" #name) \
          ".size " #name ", . - " #name "\n.popsection\n");
#include "names/aac.h"
#include "names/drawing.h"
#include "names/flac.h"
#include "names/gpio.h"
#include "names/input.h"
#include "names/jpeg.h"
#include "names/loudness.h"
#include "names/opus.h"
#include "names/png.h"
#include "names/vorbis.h"
#undef FUNCTION

struct function {
  const char *name;
  void **slot;
};

#define FUNCTION(name) {#name, &clate_slot_##name},
static const struct function drawing[] = {
#include "names/drawing.h"
};
static const struct function gpio[] = {
#include "names/gpio.h"
};
static const struct function input[] = {
#include "names/input.h"
};
static const struct function jpeg[] = {
#include "names/jpeg.h"
};
static const struct function loudness[] = {
#include "names/loudness.h"
};
static const struct function aac[] = {
#include "names/aac.h"
};
static const struct function flac[] = {
#include "names/flac.h"
};
static const struct function opus[] = {
#include "names/opus.h"
};
static const struct function vorbis[] = {
#include "names/vorbis.h"
};
static const struct function png[] = {
#include "names/png.h"
};

#define ALL(functions) functions, sizeof functions / sizeof *functions

// A library finds the functions of those that it needs itself as well: Cairo's through pangocairo.
static const struct library {
  const char *file;
  const struct function *functions;
  size_t count;
} libraries[CLATE_COUNT] = {
  [CLATE_DRAWING] = {"libpangocairo-1.0.so.0", ALL(drawing)},
  [CLATE_PNG] = {"libpng16.so.16", ALL(png)},
  [CLATE_JPEG] = {"libturbojpeg.so.0", ALL(jpeg)},
  [CLATE_INPUT] = {"libinput.so.10", ALL(input)},
  [CLATE_GPIO] = {CLATE_GPIO_FILE, ALL(gpio)},
  [CLATE_AAC] = {"libfaad.so.2", ALL(aac)},
  [CLATE_FLAC] = {CLATE_FLAC_FILE, ALL(flac)},
  [CLATE_OPUS] = {"libopus.so.0", ALL(opus)},
  [CLATE_VORBIS] = {"libvorbis.so.0", ALL(vorbis)},
  [CLATE_LOUDNESS] = {"libebur128.so.1", ALL(loudness)},
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int is_open;
  char *failure;
} states[CLATE_COUNT];

static char *opened(const struct library *library) {
  void *handle = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return strdup(dlerror());
  for (size_t i = 0; i < library->count; i++) {
    void *address = dlsym(handle, library->functions[i].name);
    if (!address) return strdup(dlerror());
    *library->functions[i].slot = address;
  }
  return NULL;
}

const char *clate_open(enum clate_library library) {
  // What is missing is looked for once: a package that is installed later is for the next start.
  pthread_mutex_lock(&lock);
  if (!states[library].is_open && !states[library].failure) {
    states[library].failure = opened(&libraries[library]);
    states[library].is_open = !states[library].failure;
  }
  const char *failure = states[library].failure;
  pthread_mutex_unlock(&lock);
  return failure;
}
