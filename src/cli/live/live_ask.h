// SPDX-License-Identifier: MIT
// A request on its way to an answer: its arguments, and the table of routes that it can take. A run
// that goes on and a recording have a table each.
#ifndef LIVE_ASK_H
#define LIVE_ASK_H

#include "live.h"

enum {
    LIVE_ARGUMENTS_MAX = 16,
    LIVE_BODY_MAX = 1 << 20, // bytes
    LIVE_ROWS_MAX = 500,     // agents in an answer
    LIVE_IDS_MAX = 10000,    // the same, of which only the id is told
    LIVE_RANK_MAX = 100000,  // how far back in an order one can look
    LIVE_PLACES_MAX = 50000, // agents to draw
};

typedef struct live_argument {
    const char *name, *value;
} live_argument;

typedef struct live_request {
    const char *method; // "GET", "POST"
    const char *path;   // behind the token: "state"
    live_argument arguments[LIVE_ARGUMENTS_MAX];
    uint32_t argument_count;
    const char *body;
    size_t size;
} live_request;

typedef struct live_answer {
    int status;       // of HTTP: 200, 400, 404, 405, 503
    const char *type; // of the content
    text_buffer body;
} live_answer;

struct follow;

typedef struct live_asking {
    live *l;          // of a run
    struct follow *f; // of a recording
    const live_request *request;
    text_out out;
    const char *type;
    gestalt_error error;
} live_asking;

/// NULL when there is no such argument.
const char *asked_text(const live_asking *a, const char *name);
/// A count up to `most`.
gestalt_result asked_count(live_asking *a, const char *name, uint64_t fallback, uint64_t most,
                           uint64_t *count);
bool asked_flag(const live_asking *a, const char *name);

/// Arguments of the state, for what it tells besides.
typedef struct live_state_query {
    bool counts, has_agent;
    uint64_t agent; // an id
} live_state_query;
gestalt_result asked_state(live_asking *a, live_state_query *q);

typedef struct live_route {
    const char *method, *path;
    const char *arguments; // that it knows
    gestalt_result (*answer)(live_asking *a);
} live_route;

void live_ask(live_asking *a, const live_route *routes, size_t count, live_answer *answer);

#endif
