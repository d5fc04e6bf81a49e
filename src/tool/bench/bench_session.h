// SPDX-License-Identifier: MIT
// A benchmark session, for any kind of benchmark: the selected instruction sets and threads,
// progress, and the outputs. Each benchmark program compiles this with its own options.
#ifndef BENCH_SESSION_H
#define BENCH_SESSION_H

#include "bench_rows.h"
#include "cli.h"
#include "output.h"

typedef struct bench_session {
    cli *c;
    bench_setup setup;
    bool is_quiet; // whether standard output has only results for tools
    bool shows_progress;
    char label[64]; // label of the current measurement
    output out;
} bench_session;

/// Return the name of the instruction set at an index of --kernels, or NULL after the last.
/// bench_session_start refuses sets that the machine does not support.
const char *bench_set_at(const options *o, uint32_t index);

/// Read the options. After a failure, there is nothing to finish.
exit_code bench_session_start(bench_session *s, cli *c);

typedef void bench_plot(text_out *out, const void *results);

/// Write the requested outputs, if `verdict` is EXIT_FINE.
exit_code bench_session_finish(bench_session *s, exit_code verdict, const bench_rows *rows,
                               bench_plot *plot);

/// Return whether to measure growth.
bool bench_wants_growth(const options *o);

/// Return the number of ticks for a number of agents: the given number, or enough for a
/// measurement. Agents behave differently in later ticks, so all steps of growth use the same
/// number.
uint64_t bench_ticks(const options *o, uint64_t agents);

/// Return how many numbers are given for an option that takes several.
uint32_t bench_count_of(const options *o, option_id option);

/// Get a number of threads by its index: 1 and all processors if none is given. Returns false after
/// the last.
bool bench_threads_at(const options *o, uint32_t index, uint32_t *threads);
uint32_t bench_most_threads(const options *o);

/// Show progress; a rounds_progress whose `user` is the session.
void bench_show_progress(void *user, uint32_t done, uint32_t all);
void bench_hide_progress(bench_session *s);

exit_code bench_out_of_memory(bench_session *s);

/// Return the exit code for a measurement: a wrong result is a bug.
exit_code bench_verdict(bench_session *s, gestalt_result result, const gestalt_error *error);

#endif
