#include <poll.h>

/// ppoll(2) without a signal mask: Swift's module of the C library omits it, and poll(2) supports no timeout below a millisecond.
int poll_for_nanoseconds(struct pollfd *descriptors, unsigned long count, long long nanoseconds);
