// SPDX-License-Identifier: MIT
// The answers of a live run, as JSON: what it is made of, how it stands, and its agents.
#ifndef LIVE_ANSWERS_H
#define LIVE_ANSWERS_H

#include "live.h"

/// A question for agents: those of a group that fit, in an order.
typedef struct live_query {
    uint32_t group;
    uint32_t node;      // at which they are, or GESTALT_NO_NODE
    const char *filter; // a condition, or NULL
    const char *sort;   // "id", or a key
    bool down;
    bool only_ids;
    uint64_t from, count;
} live_query;

gestalt_result answer_describe(text_out *out, live *l, gestalt_error *error);
gestalt_result answer_state(text_out *out, live *l, bool with_counts, gestalt_error *error);
gestalt_result answer_agents(text_out *out, live *l, const live_query *q, gestalt_error *error);
gestalt_result answer_agent(text_out *out, live *l, uint64_t id, gestalt_error *error);
gestalt_result answer_history(text_out *out, live *l, gestalt_error *error);
gestalt_result answer_steps(text_out *out, live *l, gestalt_error *error);
gestalt_result answer_notice(text_out *out, live *l, gestalt_error *error);
gestalt_result answer_edit(text_out *out, live *l, gestalt_error *error);
gestalt_result answer_breaks(text_out *out, live *l, gestalt_error *error);
/// A recording of one frame of a scene, with so many agents at most.
gestalt_result answer_places(text_out *out, live *l, uint64_t most, gestalt_error *error);

#endif
