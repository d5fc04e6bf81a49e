// SPDX-License-Identifier: MIT
// Breakpoints: what makes a run stand at the end of a tick. Some are about nodes: they listen to
// every agent by hooks, so that the run ticks on one thread meanwhile. The others look behind each
// tick.
#ifndef LIVE_BREAKS_H
#define LIVE_BREAKS_H

#include "group_expression.h"
#include "live_counts.h"

enum { LIVE_BREAKS_MAX = 32 };

typedef enum live_break_kind {
    BREAK_ENTER, // an agent enters a node
    BREAK_LEAVE, // it has an answer, or is abandoned
    BREAK_FAIL,
    BREAK_TRUE,  // a condition turns true, of an agent
    BREAK_ABOVE, // so many agents, or more, are at a node
    BREAK_BELOW, // so few, or less
} live_break_kind;

typedef struct live_break {
    uint64_t id;
    live_break_kind kind;
    uint32_t group, node;
    uint64_t agent; // UINT64_MAX: any
    uint64_t bound;
    uint32_t version; // that the node is of
    bool is_gone;     // an edit has dropped what it is about
    char *text;       // of the condition
    group_expression condition;
    uint64_t *held; // a bit for each agent for whom it was true
    size_t held_capacity;
    uint64_t before; // how many agents were there
} live_break;

typedef struct live_hit {
    bool is_hit;
    uint64_t id, agent; // agent UINT64_MAX: nobody in particular
    uint64_t tick;
} live_hit;

typedef struct live_breaks {
    live_break list[LIVE_BREAKS_MAX];
    uint32_t count;
    uint64_t next_id;
    live_hit hit; // of the last tick
    const live_run *run;
} live_breaks;

/// Adds one from an object as {"when": "enter", "group": 0, "node": 3, "agent": 7}, {"when":
/// "true", "group": 0, "if": "health < 10"}, {"when": "above", "node": 3, "bound": 100}.
gestalt_result live_breaks_add(live_breaks *b, const live_run *r, json_value object,
                               gestalt_error *error);
bool live_breaks_remove(live_breaks *b, uint64_t id);
void live_breaks_close(live_breaks *b);

/// Looks at the run as it is now: only what changes from here on counts.
gestalt_result live_breaks_begin(live_breaks *b, const live_run *r, gestalt_error *error);
/// Listens to the coming tick, if there is something to listen for.
void live_breaks_watch(live_breaks *b, const live_run *r);
/// Looks behind a tick; `hit` tells.
gestalt_result live_breaks_ask(live_breaks *b, const live_run *r, live_counts *c,
                               gestalt_error *error);
/// Follows an edit, or the way to another version.
void live_breaks_edited(live_breaks *b, const live_run *r);

extern const char live_break_words[];

#endif
