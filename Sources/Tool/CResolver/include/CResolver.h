#pragma once

#include <stddef.h>
#include <stdint.h>

// A lookup of TXT records by the resolver of the C library. Swift does not import that resolver's functions, whose names are macros.

typedef enum {
    cresolver_found,
    // The name does not exist, or has no record of the type.
    cresolver_absent,
    // A name server did not respond, or could not find out.
    cresolver_unavailable,
    // The answer is malformed.
    cresolver_malformed,
} cresolver_outcome;

// Calls `take` with the strings of each record joined, at most 65,535 bytes. Blocks until the resolver's time limit.
//
// `server` is an IPv4 address in network byte order to ask at `port`; zero for the name servers of this machine.
cresolver_outcome cresolver_txt(
    const char *name, uint32_t server, uint16_t port, void *context, void (*take)(void *context, const uint8_t *bytes, size_t count));
