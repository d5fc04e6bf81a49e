// SPDX-License-Identifier: MIT
// A run with a history: it can run, pause, go to any tick, and take acts. Everything happens on one
// thread, between two ticks.
//
// A run has one future: its log up to the last tick that it has ever reached. Going to a tick moves
// along this future, and repeats the acts of the log. Running or acting before the end starts
// another future: everything after the current tick is forgotten, also in the log.
#ifndef LIVE_H
#define LIVE_H

#include "live_agents.h"
#include "live_breaks.h"
#include "live_counts.h"
#include "live_log.h"
#include "live_series.h"
#include "live_steps.h"
#include "timeline.h"

enum { LIVE_NOTICE_MAX = 1 << 16 };

/// The last message about an edit or an error. It is also written to the program's messages.
typedef struct live_notice {
    text_buffer text;
    uint64_t number; // grows with each notice
    uint64_t tick;
    bool is_error;
    gestalt_writer messages; // messages of the program
} live_notice;

/// The measured speed.
typedef struct live_rate {
    uint64_t from, ticks; // start of the measurement, and ticks since then
    double per_second;    // last measured ticks per second
} live_rate;

/// A tick of the program, between live_next and live_ticked.
typedef struct live_tick {
    bool is_open;
    bool is_stepped; // whether it records the steps of an agent
    uint64_t number;
    uint64_t begin; // by stopwatch_thread
} live_tick;

typedef struct live {
    live_run run;
    uint32_t rights; // a sum of gestalt_live_right
    char *name;      // title that the program gives the page, or NULL
    live_log log;
    timeline timeline;
    live_breaks breaks;
    live_counts counts;
    live_history history;
    live_filter filter;
    live_charts charts;
    live_steps steps;
    bool is_running, is_going; // both false: the run waits
    bool runs_on;              // whether to continue after reaching the goal
    uint64_t left;             // remaining ticks to run
    uint64_t goal;             // tick to go to, and number of log entries to be done there
    size_t goal_entries;
    live_tick tick;
    bool is_watched;     // whether a page is open: then the past is recorded
    uint64_t end;        // last tick of the future
    uint64_t per_second; // ticks per second; 0: as many as possible
    uint64_t due;        // time of the next tick, by stopwatch_now
    gestalt_live_reason stop;
    live_notice notice;
    live_rate rate;
} live;

/// Open a run (live_run_open), and its log, in a new file unless `log` is NULL. Close in any case.
gestalt_result live_open(live *l, const gestalt_live_subject *subject,
                         const gestalt_live_options *options, gestalt_error *error);
/// End the log, and leave the agents alone from now on.
gestalt_result live_end(live *l, gestalt_error *error);
/// Release everything, also after an error of live_open. The agents may be gone by now.
void live_close(live *l);

/// Find out whether the program itself has replaced a tree; then breakpoints are lost.
void live_look_at_trees(live *l);

/// Return what to do next, after doing what comes before a tick. After GESTALT_LIVE_TICK and
/// GESTALT_LIVE_REPEAT, tick, and call live_ticked.
gestalt_live_wish live_next(live *l);
/// Do what follows a tick. The run is unchanged if the program did not tick after all.
void live_ticked(live *l);
/// Stop the run because a tick has failed, or for another reason that the message gives.
void live_fail(live *l, const char *message, size_t size);

static inline bool live_stands(const live *l)
{
    return !l->is_running && !l->is_going;
}
static inline bool live_may(const live *l, uint32_t rights)
{
    return (l->rights & rights) == rights;
}

/// Run a number of ticks; UINT64_MAX: until paused.
gestalt_result live_go_on(live *l, uint64_t ticks, gestalt_error *error);
void live_pause(live *l);
/// Go to a tick of the future, or beyond its end. With `before`, stop before the acts at that tick.
gestalt_result live_go_to(live *l, uint64_t tick, bool before, gestalt_error *error);
/// Do one tick, and record every step of an agent.
gestalt_result live_step_into(live *l, uint64_t agent, gestalt_error *error);

/// Do an act, and log it. `act` is a JSON object.
gestalt_result live_do(live *l, json_value act, gestalt_error *error);
/// Set a value of a scene, {"path", "value"}, as if it had been so from the beginning: the run goes
/// back there, sets the value, and returns to the current tick in another future. A value that
/// would be refused changes nothing.
gestalt_result live_tune(live *l, json_value object, gestalt_error *error);
/// Handle a saved file: edit the run if its contents have changed. The notice contains the result.
void live_saved(live *l);

/// Return whether the run is at the end of its future.
static inline bool live_is_at_end(const live *l)
{
    return live_run_ticks(&l->run) == l->end && l->log.next == l->log.count;
}

#endif
