// SPDX-License-Identifier: MIT
// A session of measuring, whatever is measured: which instructions and threads were asked for,
// progress, and where figures go. Each program that measures compiles it, with its own options.
#ifndef BENCH_SESSION_H
#define BENCH_SESSION_H

#include "bench_rows.h"
#include "cli.h"
#include "output.h"

typedef struct bench_session {
    cli *c;
    bench_setup setup;
    bool is_quiet; // nothing but figures for tools goes to standard output
    bool shows_progress;
    char label[64]; // of what is being measured
    output out;
} bench_session;

/// The name of the set of instructions at a place of --kernels; NULL behind the last.
/// bench_session_start refuses what the machine does not have.
const char *bench_set_at(const options *o, uint32_t index);

/// Reads the options. When it fails, nothing has to be finished.
exit_code bench_session_start(bench_session *s, cli *c);

typedef void bench_plot(text_out *out, const void *results);

/// Writes what was asked for, if `verdict` is that all went well.
exit_code bench_session_finish(bench_session *s, exit_code verdict, const bench_rows *rows,
                               bench_plot *plot);

/// Return whether growth is to be measured.
bool bench_wants_growth(const options *o);

/// The ticks for a number of agents: as many as were asked for, or enough to be measured. Agents
/// behave differently in later ticks, so all steps of growth have the same number of them.
uint64_t bench_ticks(const options *o, uint64_t agents);

/// All numbers of threads: 1 and all processors when none is given. False: there are not so many.
bool bench_threads_at(const options *o, uint32_t index, uint32_t *threads);
uint32_t bench_most_threads(const options *o);

/// A rounds_progress whose `user` is the session.
void bench_show_progress(void *user, uint32_t done, uint32_t all);
void bench_hide_progress(bench_session *s);

exit_code bench_out_of_memory(bench_session *s);

/// The verdict on a measurement: a wrong result is a bug.
exit_code bench_verdict(bench_session *s, gestalt_result result, const gestalt_error *error);

#endif
