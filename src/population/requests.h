// SPDX-License-Identifier: MIT
// Requests to launch and to cancel actions: the list of the last tick, and requests that no actor
// holds.
#ifndef REQUESTS_H
#define REQUESTS_H

#include "population_state.h"

/// Build the list of the last tick's requests, if it is not built yet (requests.c).
gestalt_result requests_build(gestalt_population *p, gestalt_error *error);
/// Convert a request to the public form.
gestalt_request requests_make(const group *g, const loose_request *r);
/// Sort by agent; cancels before launches; then by node.
void requests_sort(gestalt_request *list, uint64_t count);
void requests_forget(gestalt_population *p);
/// Allocate room for a list of `count` requests. A list that is already built is preserved.
bool requests_reserve(gestalt_population *p, uint64_t count);
/// Allocate room for `more` additional requests.
bool loose_reserve(gestalt_population *p, loose_list *list, uint64_t more);
/// Return whether the request's agent exists and holds the request.
bool requests_is_marked(const gestalt_population *p, const loose_request *request);
/// Remove the requests that agents of a group hold from a built list, while the agents change.
/// requests_put_back adds the current ones again.
void requests_take_out(gestalt_population *p, uint32_t group_number);
void requests_put_back(gestalt_population *p, uint32_t group_number);
/// Sort requests to cancel by agent, then by node.
void requests_sort_loose(loose_list *list);
void requests_release(gestalt_population *p);

#endif
