// SPDX-License-Identifier: MIT
// The processing of a request: its arguments, and the table of routes. Live runs and recordings
// have separate tables.
#ifndef LIVE_ASK_H
#define LIVE_ASK_H

#include "live.h"

enum {
    LIVE_API = 1, // version of the requests and responses
    LIVE_ARGUMENTS_MAX = 16,
    LIVE_BODY_MAX = 1 << 20, // bytes
    LIVE_ROWS_MAX = 500,     // agents in a response
    LIVE_IDS_MAX = 10000,    // agents in a response with ids only
    LIVE_RANK_MAX = 100000,  // largest position in a sorted list
    LIVE_PLACES_MAX = 50000, // agents to draw
};

typedef struct live_argument {
    const char *name, *value;
} live_argument;

typedef struct live_request {
    const char *method; // "GET", "POST"
    const char *path;   // path after the token: "state"
    live_argument arguments[LIVE_ARGUMENTS_MAX];
    uint32_t argument_count;
    const char *body;
    size_t size;
} live_request;

typedef struct live_answer {
    int status;       // HTTP status: 200, 400, 404, 405, 503
    const char *type; // content type
    text_buffer body;
} live_answer;

typedef struct live_asking {
    live *l;    // for a run
    void *user; // for anything else
    const live_request *request;
    text_out out;
    const char *type;
    gestalt_error error;
} live_asking;

/// Return an argument, or NULL if it is missing.
const char *asked_text(const live_asking *a, const char *name);
/// Get an argument that is a count up to `most`.
gestalt_result asked_count(live_asking *a, const char *name, uint64_t fallback, uint64_t most,
                           uint64_t *count);
bool asked_flag(const live_asking *a, const char *name);

/// Arguments of the state request, for its optional parts.
typedef struct live_state_query {
    bool counts, has_agent;
    uint64_t agent; // id of the agent
} live_state_query;
gestalt_result asked_state(live_asking *a, live_state_query *q);

typedef struct live_route {
    const char *method, *path;
    const char *arguments; // known arguments
    gestalt_result (*answer)(live_asking *a);
} live_route;

void live_ask(live_asking *a, const live_route *routes, size_t count, live_answer *answer);

#endif
