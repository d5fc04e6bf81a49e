// SPDX-License-Identifier: MIT
// Clocks: processor time of this thread or of the process, and wall time, in nanoseconds. The time
// that reading the clocks takes is known and left out.
#ifndef STOPWATCH_H
#define STOPWATCH_H

#include <stdbool.h>

typedef struct stopwatch {
    bool whole_process;
    double cpu, wall;                 // what was measured so far
    double cpu_start, wall_start;     // of the lap that runs
    double cpu_reading, wall_reading; // what a lap of nothing takes
} stopwatch;

void stopwatch_start(stopwatch *s, bool whole_process);

/// Measures from stopwatch_go to stopwatch_stop; laps are added up.
void stopwatch_go(stopwatch *s);
void stopwatch_stop(stopwatch *s);

#endif
