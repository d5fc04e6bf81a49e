// SPDX-License-Identifier: MIT
// What all of `gestalt bench` has in common, whatever is measured: which instructions and threads
// were asked for, progress, and where figures go.
#ifndef BENCH_SESSION_H
#define BENCH_SESSION_H

#include "bench_rows.h"
#include "measure.h"
#include "output.h"

typedef struct bench_session {
    cli *c;
    bench_setup setup;
    bool is_quiet; // nothing but figures for tools goes to standard output
    bool shows_progress;
    char label[64]; // of what is being measured
    output out;
} bench_session;

/// Reads the options. When it fails, nothing has to be finished.
exit_code bench_session_start(bench_session *s, cli *c);

typedef void bench_plot(text_out *out, const void *results);

/// Writes what was asked for, if `verdict` is that all went well.
exit_code bench_session_finish(bench_session *s, exit_code verdict, const bench_rows *rows,
                               bench_plot *plot);

/// Whether growth is to be measured.
bool bench_wants_growth(const options *o);

/// All numbers of threads: 1 and all processors when none is given. False: there are not so many.
bool bench_threads_at(const options *o, uint32_t index, uint32_t *threads);
uint32_t bench_most_threads(const options *o);

/// A measure_progress whose `user` is the session.
void bench_show_progress(void *user, uint32_t done, uint32_t all);
void bench_hide_progress(bench_session *s);

exit_code bench_out_of_memory(bench_session *s);

/// The verdict on a measurement: a wrong result is a bug.
exit_code bench_verdict(bench_session *s, gestalt_result result, const gestalt_error *error);

#endif
