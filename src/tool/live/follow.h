// SPDX-License-Identifier: MIT
// A recording that is shown by a page while it grows, together with the recording of its trees, if
// there is one. One frame is shown: the newest, a chosen one, or one after the other. It is
// read-only.
#ifndef FOLLOW_H
#define FOLLOW_H

#include "growing.h"
#include "live_api.h"
#include "live_ask.h"

typedef struct follow_row {
    double value;
    uint64_t id, row; // row: in the scene
} follow_row;

// A tick or frame to go to that was not read yet; it may still come.
typedef struct follow_sought {
    bool is_on, by_tick;
    uint64_t number;
} follow_sought;

typedef struct follow {
    cli *c;
    growing main, other; // other: the trees of a scene
    bool has_other;
    bool waits;      // whether to wait for more: --follow
    bool is_running; // whether one frame after the other is shown, up to the newest
    uint64_t goal;   // the frame to show
    follow_sought sought;
    uint64_t per_second, due;
    uint64_t grown;         // time of the last growth, by stopwatch_now
    uint64_t seen, changes; // what was shown when `changes` last grew
    uint64_t notice;
    char told[600];
    uint64_t generation;
    // whether the groups of both were compared, and whether they are the same
    bool is_compared, fits;
    follow_row *rows; // agents of the last request
    size_t row_count, row_capacity;
} follow;

/// Return whether the operand of the command line is a recording.
bool follow_is_wanted(cli *c, const char *path);
/// Show a recording until a signal arrives.
exit_code follow_command(cli *c, const char *path);

/// Open a recording, according to the options. Errors are reported. Close in any case.
exit_code follow_open(follow *f, cli *c, const char *path);
void follow_close(follow *f);
/// follow_look checks the files. follow_advance then does one piece of the pending work, and
/// returns whether there is more.
void follow_look(follow *f);
bool follow_advance(follow *f);

/// Return the recording that has trees, or NULL.
growing *follow_trees(follow *f);
/// Go to a tick or a frame, at most to the last one.
void follow_seek(follow *f, bool by_tick, uint64_t number);
/// Return whether the frame to show is shown.
bool follow_has_arrived(follow *f);
void follow_api(void *user, const live_request *request, live_answer *answer);

typedef struct follow_query {
    uint32_t group, node;
    const char *filter, *sort;
    bool down, only_ids;
    uint64_t from, count;
} follow_query;

gestalt_result follow_describe(text_out *out, follow *f, gestalt_error *error);
gestalt_result follow_state(text_out *out, follow *f, const live_state_query *q,
                            gestalt_error *error);
gestalt_result follow_agents(text_out *out, follow *f, const follow_query *q, gestalt_error *error);
gestalt_result follow_agent(text_out *out, follow *f, uint64_t id, gestalt_error *error);
gestalt_result follow_steps(text_out *out, follow *f, uint64_t id, gestalt_error *error);
gestalt_result follow_history(text_out *out, follow *f, gestalt_error *error);
gestalt_result follow_series(text_out *out, follow *f, const char *key, gestalt_error *error);
gestalt_result follow_places(text_out *out, follow *f, uint64_t most, gestalt_error *error);

/// The current frame: the description and frame of a scene, or NULL; and trees, or NULL.
typedef struct follow_shown {
    const gestalt_record_description *scene;
    const gestalt_record_frame *frame;
    const gestalt_tree_recording *trees;
    uint32_t groups;
} follow_shown;
follow_shown follow_now(follow *f);

#endif
