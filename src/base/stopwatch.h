// SPDX-License-Identifier: MIT
// Clocks: processor time of this thread or of the process, and wall time, in nanoseconds. The time
// for reading the clocks is subtracted.
#ifndef STOPWATCH_H
#define STOPWATCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct stopwatch {
    bool whole_process;
    bool has_cpu;                     // whether processor time is measured: reading it is slow
    double cpu, wall;                 // time measured so far
    double cpu_start, wall_start;     // start of the current lap
    double cpu_reading, wall_reading; // cost of reading the clocks
} stopwatch;

void stopwatch_start(stopwatch *s, bool whole_process);
/// Measure wall time only.
void stopwatch_start_wall(stopwatch *s);

/// Measure the time from stopwatch_go to stopwatch_stop; laps are added up.
void stopwatch_go(stopwatch *s);
void stopwatch_stop(stopwatch *s);

/// Return the nanoseconds of a monotonic clock.
uint64_t stopwatch_now(void);
/// Return the processor time of this thread, in nanoseconds.
uint64_t stopwatch_thread(void);

#endif
