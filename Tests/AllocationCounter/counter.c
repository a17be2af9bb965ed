#define _GNU_SOURCE
#include "AllocationCounter.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

// glibc's own entry points, which stay reachable when malloc is replaced.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static __thread int is_armed;
static atomic_long allocations, frees, references;

void counter_arm(void) { is_armed = 1; }
void counter_disarm(void) { is_armed = 0; }
long counter_allocations(void) { return atomic_load(&allocations); }
long counter_frees(void) { return atomic_load(&frees); }
long counter_references(void) { return atomic_load(&references); }

static void count(atomic_long *counter) {
  if (is_armed) atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
  count(&allocations);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count(&allocations);
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count(&allocations);
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count(&allocations);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

void free(void *block) {
  count(&frees);
  __libc_free(block);
}

// The program's own calls of the runtime resolve to these; the runtime's stay where they are. The caller may
// expect more registers to be kept than C does, so more are.
typedef void *(*retain_function)(void *);
typedef void (*release_function)(void *);

__attribute__((preserve_most)) void *swift_retain(void *object) {
  static retain_function next;
  if (!next) next = (retain_function)dlsym(RTLD_NEXT, "swift_retain");
  count(&references);
  return next(object);
}

__attribute__((preserve_most)) void swift_release(void *object) {
  static release_function next;
  if (!next) next = (release_function)dlsym(RTLD_NEXT, "swift_release");
  count(&references);
  next(object);
}
