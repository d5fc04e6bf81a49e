// SPDX-License-Identifier: MIT
// Parts: modules that make a world of agents one with roads, or an airport. A part is a table: it
// defines members of scene files and functions for trees, takes part in each step, and measures.
//
// To add one: a line in scene_parts.def, a `const world_part` in a folder of its own (with
// world_state.h), and the file's name in meson.build.
//
// A step runs these stages. Each stage runs for all agents before the next one:
//
//     before   parts, one thread: lights change, routes are computed
//     grid     find neighbours
//     sense    parts, by ranges of agents: compute what trees will query
//     tick     all trees; functions that they call write only for their own agents
//     ticked   parts, one thread: resolve what trees want of each other
//     steer    forces, from the live urges
//     move     by forces, or by the part that moves a group
//              births and deaths: indexes change
//     after    parts, one thread: measures
//
// Everything up to `steer` reads the state at the end of the previous step: w->all changes only in
// `move` and later. In stages by ranges, threads handle different ranges at once: write only to
// your own agents, and never read, in `move`, what other agents' `move` writes.
#ifndef WORLD_PART_H
#define WORLD_PART_H

#include "outcome.h"
#include "scene_rules.h"
#include "world_host.h"

#include <gestalt/recorder/recording.h>

/// All members but the name may be zero.
typedef struct world_part world_part;
struct world_part {
    scene_part scene; // members of scene files, and the name

    // ---- functions for trees; the list ends with one without a name
    const gestalt_world_function *functions;

    // ---- stages; `world` is in world_state.h
    /// Set up the part's state in w->parts[number]. Agents are already placed, and may be moved.
    /// Register everything that changes later with world_keep, so that snapshots contain it.
    gestalt_result (*start)(world *w, gestalt_error *error);
    void (*stop)(world *w); // also called when `start` failed or was never called
    /// Verify the registered state after it was loaded from a snapshot, which is not trusted;
    /// w->step and the agents are already verified. Check everything that later code relies on, and
    /// return GESTALT_BAD_FILE unless a world of this scene can have it; then the old state is
    /// restored. So this must not change anything but derived values.
    gestalt_result (*loaded)(world *w, gestalt_error *error);
    void (*before)(world *w);
    void (*sense)(world *w, uint32_t begin, uint32_t end);
    void (*ticked)(world *w);
    /// Move the groups whose `mover` this part has set in `start`: update positions, velocities and
    /// headings of the agents `begin` to `end` - 1, all of that group.
    void (*move)(world *w, uint32_t group, uint32_t begin, uint32_t end);
    void (*after)(world *w);
    void (*outcome)(const world *w, outcome *out);
    /// List static objects for recordings, with memory of the arena. Returns their number; with
    /// `to` NULL, only count them.
    uint32_t (*geometry)(const world *w, arena *memory, gestalt_record_geometry *to);
    /// Get the current gestalt_record_light of each listed light, in order. Returns their number;
    /// with `to` NULL, only count them.
    uint32_t (*lights)(const world *w, uint8_t *to);
    const gestalt_world_part *of_host; // table from which the part was made, or NULL
    int number;                        // SCENE_PART_..., or a later number for parts of a host
};

#define PART(symbol, plane, space) extern const world_part plane, space;
#include "scene_parts.def"
#undef PART

/// The rules by which scenes are read (world_parts.c).
extern const scene_rules world_rules;

/// Return the part with that number in worlds of a scene; NULL if it does not exist in these
/// dimensions, or belongs to a host.
const world_part *world_part_of(const scene *s, int number);

/// Make a part from a host's table.
world_part world_part_of_host(const gestalt_world_part *from, int number);

#endif
