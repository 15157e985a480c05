#include <poll.h>

/// ppoll(2) without a signal mask: Swift's module of the C library leaves it out, and poll(2) knows no time below a millisecond.
int poll_for_nanoseconds(struct pollfd *descriptors, unsigned long count, long long nanoseconds);
