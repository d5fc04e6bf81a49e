// SPDX-License-Identifier: MIT
// A recording that a page looks at while it grows, with that of its trees, if there is one. One
// frame is shown: the newest, or one that was gone to, or one after the other. Nothing can be done
// to it.
#ifndef FOLLOW_H
#define FOLLOW_H

#include "growing.h"
#include "live_api.h"
#include "live_ask.h"

typedef struct follow_row {
    double value;
    uint64_t id, row; // of a scene
} follow_row;

// A tick or frame that was gone to while the recording was still read: it may be yet to come.
typedef struct follow_sought {
    bool is_on, by_tick;
    uint64_t number;
} follow_sought;

typedef struct follow {
    cli *c;
    growing main, other; // other: the trees of a scene
    bool has_other;
    bool waits;      // for more: --follow
    bool is_running; // shows one frame after the other, up to the newest
    uint64_t goal;   // the frame to show
    follow_sought sought;
    uint64_t per_second, due;
    uint64_t grown;         // when anything came, by session_clock
    uint64_t seen, changes; // what was shown when changes were counted
    uint64_t notice;
    char told[600];
    uint64_t generation;
    bool is_compared, fits; // whether the groups of both were compared, and are the same
    follow_row *rows;       // that were asked for last
    size_t row_count, row_capacity;
} follow;

/// Return whether the command line is about a recording.
bool follow_is_wanted(cli *c, const char *path);
/// Looks at a recording until a signal comes.
exit_code follow_command(cli *c, const char *path);

/// Opens, by the options. Errors are reported. Close it in any case.
exit_code follow_open(follow *f, cli *c, const char *path);
void follow_close(follow *f);
/// Looks at the files; then does a piece of what there is to do. Return whether there is more.
void follow_look(follow *f);
bool follow_advance(follow *f);

/// The recording that has trees; NULL: none.
growing *follow_trees(follow *f);
/// Goes to a tick or a frame; behind the last one, to the last one.
void follow_seek(follow *f, bool by_tick, uint64_t number);
/// Return whether the frame that is wanted is shown.
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

/// The frame that is shown: a scene's description and frame, or NULL; and trees, or NULL.
typedef struct follow_shown {
    const gestalt_record_description *scene;
    const gestalt_record_frame *frame;
    const gestalt_tree_recording *trees;
    uint32_t groups;
} follow_shown;
follow_shown follow_now(follow *f);

#endif
