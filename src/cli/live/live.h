// SPDX-License-Identifier: MIT
// A run with a past: it goes on, pauses, goes to any tick, and takes acts. All of it happens on one
// thread, between two ticks.
//
// A run has one future: its log up to the last tick that it has ever got to. To go to a tick is to
// move along it, and acts that lie on the way are done again. To run on, or
// to act, from a tick before the end begins another future: what lies behind is forgotten, in the
// log as well.
#ifndef LIVE_H
#define LIVE_H

#include "live_agents.h"
#include "live_breaks.h"
#include "live_counts.h"
#include "live_log.h"
#include "live_series.h"
#include "live_steps.h"
#include "timeline.h"

/// The reason why it stands.
typedef enum live_stop {
    LIVE_BEGUN,   // it has not run yet
    LIVE_PAUSED,  // somebody said so
    LIVE_ARRIVED, // at a tick, or behind some
    LIVE_BROKEN,  // by a breakpoint
    LIVE_FAILED,  // by an error, which the notice tells
} live_stop;

enum { LIVE_NOTICE_MAX = 1 << 16 };

typedef struct live {
    cli *c;
    live_run run;
    live_log log;
    timeline timeline;
    live_breaks breaks;
    live_counts counts;
    live_history history;
    live_filter filter;
    live_charts charts;
    live_steps steps;
    bool is_running, is_going; // both false: it stands
    bool runs_on;              // behind the goal
    uint64_t left;             // ticks to run
    uint64_t goal;             // a tick to go to, and the entries of the log that are done then
    size_t goal_entries;
    uint64_t end;        // the last tick of its future
    uint64_t per_second; // ticks; 0: as many as there can be
    uint64_t due;        // when the next one is, by session_clock
    live_stop stop;
    // The last that was said, of an edit or an error. It goes to standard error as well.
    text_buffer told;
    uint64_t notice; // grows with each
    bool notice_is_error;
    uint64_t notice_tick;
    gestalt_writer messages;        // of the command line
    uint64_t rate_from, rate_ticks; // when counting began, and ticks since
    double rate;                    // ticks/s of the last while
} live;

/// Opens it by the options of the command line. Errors are reported. Close it in any case.
exit_code live_open(live *l, cli *c, const char *path);
/// `verdict` is that of the run; the log is ended.
exit_code live_close(live *l, exit_code verdict);

/// Does a piece of what it is about: a tick, at most. EXIT_FINE also when it has come to stand by
/// an error; other codes end the command.
exit_code live_advance(live *l);
static inline bool live_stands(const live *l)
{
    return !l->is_running && !l->is_going;
}

/// Run so many ticks; UINT64_MAX: until it is paused.
gestalt_result live_go_on(live *l, uint64_t ticks, gestalt_error *error);
void live_pause(live *l);
/// Go to a tick of its future, or behind its end. With `before`, nothing that was done by hand
/// there is done.
gestalt_result live_go_to(live *l, uint64_t tick, bool before, gestalt_error *error);
/// One tick, of which every step of an agent is kept.
gestalt_result live_step_into(live *l, uint64_t agent, gestalt_error *error);

/// Do an act, and log it. The text is that of the object.
gestalt_result live_do(live *l, json_value act, gestalt_error *error);
/// Set a value of a scene, {"path", "value"}, as if it had been so from the beginning: the run goes
/// back there, sets it, and comes back to where it was, in another future. A value that would be
/// refused leaves all as it was.
gestalt_result live_tune(live *l, json_value object, gestalt_error *error);
/// The file was saved: edit the run if it says something else. All is told in the notice.
void live_saved(live *l);

/// Return whether it is at the end of its future.
static inline bool live_is_at_end(const live *l)
{
    return live_run_ticks(&l->run) == l->end && l->log.next == l->log.count;
}

#endif
