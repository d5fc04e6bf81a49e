// SPDX-License-Identifier: MIT
// Measures memory bandwidth: copy and triad (add a multiple), as STREAM does, and updating values
// in place, as a tick does. Bytes are counted as in STREAM: bytes read plus bytes written.
#ifndef BANDWIDTH_H
#define BANDWIDTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bandwidth of the best pass, in bytes per nanosecond, which equals GB/s.
typedef struct bandwidth {
    double copy, triad, update;
} bandwidth;

/// Measure the bandwidth on `threads` threads, with arrays of `size` bytes in total. `set` is the
/// instruction set. Returns false if memory runs out.
bool bandwidth_measure(size_t size, uint32_t threads, const char *set, bandwidth *found);

static inline double bandwidth_best(const bandwidth *b)
{
    double best = b->copy > b->triad ? b->copy : b->triad;
    return b->update > best ? b->update : best;
}

#endif
