// SPDX-License-Identifier: MIT
// A population and the reference, run together: both get the same document, the same agents, and
// the same changes between ticks. After each tick, everything observable is compared.
#ifndef PAIR_H
#define PAIR_H

#include "generate.h"

#include <gestalt/edit.h>

#include <stdbool.h>

enum { PAIR_RENAMES_MAX = 8 };

/// The document of an edit.
typedef struct pair_edit {
    const generated *generated; // its included documents
    const char *text;
    size_t size;
    const gestalt_rename *renames;
    uint32_t rename_count;
} pair_edit;

typedef struct pair_options {
    uint64_t seed; // seed of the agents' streams and of the choices between ticks
    uint32_t agents, ticks;
    uint32_t lanes, threads, grain; // as in the options of a population
    const char *kernels;
    gestalt_states states;
    bool announces_writes, never_sleeps;
    bool is_far;      // prefetch columns, as large populations do
    bool interferes;  // spawn, despawn, cancel, finish and write between ticks
    bool in_parts;    // tick single agents or blocks, and sometimes compact the population
    bool in_steps;    // stop the tick after every node, of whole blocks or of one agent
    bool is_traced;   // set hooks, so that events are compared
    bool restores;    // at random moments, continue in another population, from a snapshot
    bool has_puppets; // host functions that check their arguments, instead of stubs
    // filled with hashes of the population before and after each tick, or NULL
    uint64_t *hashes;
    const pair_edit *edits; // edits made before random ticks; need puppets
    uint32_t edit_count;
    // Return the native code of a shape, or NULL. With native code, the interpreter runs every
    // second tick.
    const gestalt_native *(*find_native)(const gestalt_shape *shape);
    // Interrupt ticks repeatedly, by puppets or by hooks at any node. With `restores`, sometimes
    // continue in another population after an interruption. Can't be combined with the comparison
    // of events.
    bool interrupts;
    bool counts;      // compare the counts of nodes
    uint32_t records; // interval in ticks at which all agents are recorded; 0: no recording
    bool loads;       // also edit snapshots and actors at every edit, not at every second one
    // edits come in pairs before a tick, and the second one restores the same state
    bool returns;
} pair_options;

/// Run both. At the first difference, return false and describe it in `difference`.
enum { PAIR_TEXT_SIZE = 4096 };
bool pair_agrees(const generated *g, const char *text, size_t size, const pair_options *options,
                 char difference[PAIR_TEXT_SIZE]);

/// Number of agent-ticks compared so far, and of each kind of change between ticks.
extern uint64_t pair_agent_ticks, pair_events, pair_spawns, pair_despawns, pair_cancels,
    pair_finishes, pair_stale, pair_launches, pair_writes, pair_restores, pair_stops, pair_edits,
    pair_kept, pair_dropped, pair_slept, pair_interrupts, pair_counted;

#endif
