// SPDX-License-Identifier: MIT
// Memory bandwidth: copying and adding a multiple (triad), as STREAM does, and changing values in
// place, as a tick does. Bytes are counted as in STREAM: bytes read plus bytes written.
#ifndef BANDWIDTH_H
#define BANDWIDTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes per nanosecond, which is the same as GB/s: the best of all passes.
typedef struct bandwidth {
    double copy, triad, update;
} bandwidth;

/// Measures with arrays that are `size` bytes together, on some threads. `set` is the instruction
/// set. False when memory runs out.
bool bandwidth_measure(size_t size, uint32_t threads, const char *set, bandwidth *found);

static inline double bandwidth_best(const bandwidth *b)
{
    double best = b->copy > b->triad ? b->copy : b->triad;
    return b->update > best ? b->update : best;
}

#endif
