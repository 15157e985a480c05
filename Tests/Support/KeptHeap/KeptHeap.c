#include "KeptHeap.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static atomic_ulong count;
static atomic_bool isKeeping;

unsigned long keptHeapCount(void) { return count; }
void keepHeap(void) { isKeeping = true; }

// A sanitizer has taken the place of these functions itself.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

extern void __libc_free(void *);
extern void *__libc_realloc(void *, size_t);

// These stand for the C library's functions of these names in the program and in every library that it loads: also in the bundle of all tests,
// which takes in what the programs of the tests are made of, and where they must do what they always do.

void free(void *place) {
    if (!isKeeping) {
        __libc_free(place);
    } else if (place) {
        atomic_fetch_add(&count, 1);
    }
}

void *realloc(void *place, size_t size) {
    if (!isKeeping) return __libc_realloc(place, size);
    void *other = malloc(size);
    if (!other || !place) return other;
    size_t old = malloc_usable_size(place);
    memcpy(other, place, old < size ? old : size);
    free(place);
    return other;
}

#endif
