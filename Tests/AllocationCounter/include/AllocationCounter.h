// Counts what a thread does with the heap and with references, from `counter_arm` to `counter_disarm` on that
// thread. It replaces malloc and friends in the program it is linked into, so it is for tests only.
#ifndef NIGHTSTAND_ALLOCATION_COUNTER_H
#define NIGHTSTAND_ALLOCATION_COUNTER_H

void counter_arm(void);
void counter_disarm(void);

/// Calls of malloc, calloc, realloc, posix_memalign, aligned_alloc and memalign on armed threads.
long counter_allocations(void);
/// Calls of free on armed threads.
long counter_frees(void);
/// Calls of swift_retain and swift_release on armed threads, as far as the program itself makes them.
long counter_references(void);

#endif
