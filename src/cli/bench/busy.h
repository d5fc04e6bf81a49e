// SPDX-License-Identifier: MIT
// Load of the machine by other programs: the processor time of the whole machine, as the kernel
// counts it, without that of this program.
#ifndef BUSY_H
#define BUSY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct busy {
    double all, own, wall; // seconds, when it began
    uint32_t processors;   // of the machine; 0: the kernel does not tell
} busy;

/// Read the text of /proc/stat: seconds of all processors that were not idle, at so many ticks a
/// second, and the number of processors. False if it is not such a text.
bool busy_parse(const char *text, double ticks_per_second, double *seconds, uint32_t *processors);

void busy_begin(busy *b);

/// Return how many processors others have used since then, on average; less than 0 if that is not
/// known, or too little time has gone by for the kernel's clock.
double busy_others(const busy *b);

/// Return whether that is enough to disturb a measurement.
bool busy_disturbs(const busy *b, double others);

#endif
