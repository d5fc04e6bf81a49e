// SPDX-License-Identifier: MIT
// The questions and deeds of a page, without HTTP: a request with a method, a path and arguments
// gets JSON or bytes. The size of an answer depends on what is asked for, and on the trees; never
// on how many agents there are. docs/live.md lists the routes.
#ifndef LIVE_API_H
#define LIVE_API_H

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

/// Answers. Release its body in any case.
void live_api(live *l, const live_request *request, live_answer *answer);

#endif
