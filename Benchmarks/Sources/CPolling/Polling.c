#define _GNU_SOURCE
#include "Polling.h"

int poll_for_nanoseconds(struct pollfd *descriptors, unsigned long count, long long nanoseconds) {
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    return ppoll(descriptors, count, &time, 0);
}
