// SPDX-License-Identifier: MIT
// A population and the reference side by side: the same document, the same agents, the same is done
// to both between ticks, and after each tick all that can be seen of both is compared.
#ifndef PAIR_H
#define PAIR_H

#include "generate.h"

#include <gestalt/edit.h>

#include <stdbool.h>

enum { PAIR_RENAMES_MAX = 8 };

/// A document that agents go on in.
typedef struct pair_edit {
    const generated *generated; // what it includes
    const char *text;
    size_t size;
    const gestalt_rename *renames;
    uint32_t rename_count;
} pair_edit;

typedef struct pair_options {
    uint64_t seed; // of all that is drawn: agents' streams, and what is done between ticks
    uint32_t agents, ticks;
    uint32_t lanes, threads, grain; // as of a population
    const char *kernels;
    gestalt_states states;
    bool announces_writes, never_sleeps;
    bool is_far;            // columns are fetched ahead, as in large populations
    bool interferes;        // spawns, despawns, cancels, finishes and writes between ticks
    bool in_parts;          // agents are ticked alone or by blocks, and moved together now and then
    bool in_steps;          // the tick stops behind every node: of whole blocks, or of one agent
    bool is_traced;         // with hooks, so that events are compared
    bool restores;          // at random moments, goes on with another population, from a snapshot
    bool has_puppets;       // host functions that look at their arguments, instead of stubs
    uint64_t *hashes;       // of the population before and after each tick, or NULL
    const pair_edit *edits; // made before ticks that are drawn; needs puppets
    uint32_t edit_count;
    // Gives the native code of a shape, or NULL. Every other tick is the interpreter's then.
    const gestalt_native *(*find_native)(const gestalt_shape *shape);
    // Ticks are interrupted, again and again: by puppets, or by hooks at any node. With `restores`,
    // another population goes on with them now and then. Needs no events.
    bool interrupts;
    bool counts;      // what nodes do
    uint32_t records; // every so many ticks, all agents are recorded; 0: they are not
    bool loads;       // at every edit, not at every other one, snapshots and actors are edited too
    bool returns;     // edits come in twos before a tick, which lead back to the very same state
} pair_options;

/// Runs both. False at the first difference, with `difference` in words.
enum { PAIR_TEXT_SIZE = 4096 };
bool pair_agrees(const generated *g, const char *text, size_t size, const pair_options *options,
                 char difference[PAIR_TEXT_SIZE]);

/// Agent-ticks that were compared so far, and how often each thing was done between ticks.
extern uint64_t pair_agent_ticks, pair_events, pair_spawns, pair_despawns, pair_cancels,
    pair_finishes, pair_stale, pair_launches, pair_writes, pair_restores, pair_stops, pair_edits,
    pair_kept, pair_dropped, pair_slept, pair_interrupts, pair_counted;

#endif
