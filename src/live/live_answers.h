// SPDX-License-Identifier: MIT
// The responses of a live run as JSON: its description, its state, and its agents.
#ifndef LIVE_ANSWERS_H
#define LIVE_ANSWERS_H

#include "live.h"
#include "live_ask.h"

#include <gestalt/recorder/recording.h>

gestalt_result answer_describe(text_out *out, live *l, gestalt_error *error);
gestalt_result answer_state(text_out *out, live *l, const live_state_query *q,
                            gestalt_error *error);
gestalt_result answer_agents(text_out *out, live *l, const live_query *q, bool only_ids,
                             gestalt_error *error);
gestalt_result answer_agent(text_out *out, live *l, uint64_t id, gestalt_error *error);
gestalt_result answer_history(text_out *out, live *l, gestalt_error *error);
/// Write the values of a key over time; the current values of all keys that are numbers; the
/// numbers of a scene that can be set.
gestalt_result answer_series(text_out *out, live *l, const char *key, gestalt_error *error);
gestalt_result answer_keys(text_out *out, live *l, uint32_t group, gestalt_error *error);
gestalt_result answer_settable(text_out *out, live *l, gestalt_error *error);
gestalt_result answer_steps(text_out *out, live *l, gestalt_error *error);
gestalt_result answer_notice(text_out *out, live *l, gestalt_error *error);
gestalt_result answer_edit(text_out *out, live *l, gestalt_error *error);
gestalt_result answer_breaks(text_out *out, live *l, gestalt_error *error);
/// Write a recording of one frame of a scene, with at most `most` agents.
gestalt_result places_write(text_out *out, const gestalt_record_description *d,
                            const gestalt_record_frame *f, uint64_t most, gestalt_error *error);
gestalt_result answer_places(text_out *out, live *l, uint64_t most, gestalt_error *error);

#endif
