// SPDX-License-Identifier: MIT
// Breakpoints: reasons to stop a run at the end of a tick. Breakpoints at nodes observe every agent
// with hooks, so the run uses only one thread while there are any. The others are checked after
// each tick.
#ifndef LIVE_BREAKS_H
#define LIVE_BREAKS_H

#include "group_expression.h"
#include "live_counts.h"

enum { LIVE_BREAKS_MAX = 32 };

typedef enum live_break_kind {
    BREAK_ENTER, // an agent enters a node
    BREAK_LEAVE, // an agent finishes a node, or the node is abandoned
    BREAK_FAIL,
    BREAK_TRUE,  // a condition becomes true for an agent
    BREAK_ABOVE, // at least `bound` agents are at a node
    BREAK_BELOW, // at most `bound` agents are at a node
} live_break_kind;

typedef struct live_break {
    uint64_t id;
    live_break_kind kind;
    uint32_t group, node;
    uint64_t agent; // UINT64_MAX: any agent
    uint64_t bound;
    uint32_t version; // version that the node belongs to
    bool is_gone;     // whether an edit has removed the node or key
    char *text;       // text of the condition
    group_expression condition;
    uint64_t *held; // a bit for each agent for which it was true
    size_t held_capacity;
    uint64_t before; // previous number of agents at the node
} live_break;

typedef struct live_hit {
    bool is_hit;
    uint64_t id, agent; // agent UINT64_MAX: no particular agent
    uint64_t tick;
} live_hit;

typedef struct live_breaks {
    live_break list[LIVE_BREAKS_MAX];
    uint32_t count;
    uint64_t next_id;
    live_hit hit; // hit of the last tick
    const live_run *run;
} live_breaks;

/// Add a breakpoint from an object such as {"when": "enter", "group": 0, "node": 3, "agent": 7},
/// {"when": "true", "group": 0, "if": "health < 10"}, {"when": "above", "node": 3, "bound": 100}.
gestalt_result live_breaks_add(live_breaks *b, const live_run *r, json_value object,
                               gestalt_error *error);
bool live_breaks_remove(live_breaks *b, uint64_t id);
void live_breaks_close(live_breaks *b);

/// Record the current state of the run: only later changes count.
gestalt_result live_breaks_begin(live_breaks *b, const live_run *r, gestalt_error *error);
/// Set hooks for the next tick, if a breakpoint needs them.
void live_breaks_watch(live_breaks *b, const live_run *r);
/// Check the breakpoints after a tick; the result is in `hit`.
gestalt_result live_breaks_ask(live_breaks *b, const live_run *r, live_counts *c,
                               gestalt_error *error);
/// Give up all breakpoints, because the program itself has replaced a tree.
void live_breaks_lose(live_breaks *b);
/// Update the breakpoints after an edit, or after a change to another version.
void live_breaks_edited(live_breaks *b, const live_run *r);

extern const char live_break_words[];

#endif
