// SPDX-License-Identifier: MIT
// Load of the machine by other programs: the processor time of the whole machine, as counted by the
// kernel, minus that of this program.
#ifndef BUSY_H
#define BUSY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct busy {
    double all, own, wall; // values at the start, in seconds
    uint32_t processors;   // processors of the machine; 0: the kernel does not report it
} busy;

/// Parse the text of /proc/stat: the non-idle seconds of all processors, and the number of
/// processors. Returns false if the text has another form.
bool busy_parse(const char *text, double ticks_per_second, double *seconds, uint32_t *processors);

void busy_begin(busy *b);

/// Return how many processors other programs have used since then, on average; negative if this is
/// not known, or the time was too short for the kernel's clock.
double busy_others(const busy *b);

/// Return whether the load is high enough to disturb a measurement.
bool busy_disturbs(const busy *b, double others);

#endif
