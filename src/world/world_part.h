// SPDX-License-Identifier: MIT
// Parts: what makes a world of agents one of roads, or an airport. A part is a table. It says what
// may stand in scene files, gives trees functions, takes part in each step, and measures.
//
// To add one: a line in scene_parts.def, a `const world_part` in a folder of its own (it
// includes world_state.h), and the file's name in meson.build.
//
// A step is, every stage for all agents before the next:
//
//     before   parts, one thread: lights change, routes are looked for
//     grid     who is near whom
//     sense    parts, by ranges of agents: what trees will ask for
//     tick     all trees; their calls of functions only write for their own agents
//     ticked   parts, one thread: what trees want of each other
//     steer    forces, from the urges that are live
//     move     by forces, or by the part that has taken a group over
//              those who die go, and children come: indexes change
//     after    parts, one thread: what is measured
//
// Everything up to `steer` sees the world as it was after the last step: w->all changes in `move`
// and behind it only. In stages by ranges, threads do different ranges at once: write to your own
// agents only, and never read, in `move`, what other agents' `move` writes.
#ifndef WORLD_PART_H
#define WORLD_PART_H

#include "outcome.h"
#include "scene_rules.h"
#include "world_host.h"

#include <gestalt/recording.h>

/// All but the name may be zero.
typedef struct world_part world_part;
struct world_part {
    scene_part scene; // what may stand in scene files, and the name

    // ---- what trees can call; ends with one without a name
    const gestalt_world_function *functions;

    // ---- running; `world` is in world_state.h
    /// Makes what it needs: w->parts[number] is its to use. Agents are placed, and may be placed
    /// otherwise. Snapshots must know what is set here and changes later: world_keep.
    gestalt_result (*start)(world *w, gestalt_error *error);
    void (*stop)(world *w); // also when start failed, or was never called
    /// Looks at what world_keep has brought back from a snapshot, which anybody may have written:
    /// w->step and the agents are right already. Everything that may be relied upon later must be
    /// as a world of this scene can have it; else GESTALT_BAD_FILE, and what was there before comes
    /// back. So nothing may change but what is found out anew.
    gestalt_result (*loaded)(world *w, gestalt_error *error);
    void (*before)(world *w);
    void (*sense)(world *w, uint32_t begin, uint32_t end);
    void (*ticked)(world *w);
    /// Moves groups whose `mover` it has made itself, in start: positions, velocities, headings of
    /// the agents begin to end - 1, all of that group.
    void (*move)(world *w, uint32_t group, uint32_t begin, uint32_t end);
    void (*after)(world *w);
    void (*outcome)(const world *w, outcome *out);
    /// Lists what stands still, for recordings, with memory of the arena. Returns how many; `to` is
    /// NULL to count only.
    uint32_t (*geometry)(const world *w, arena *memory, gestalt_record_geometry *to);
    /// Tells what those of them that are lights show now, each a gestalt_record_light, in their
    /// order. Returns how many; `to` is NULL to count only.
    uint32_t (*lights)(const world *w, uint8_t *to);
    const gestalt_world_part *of_host; // the table that it was made from, or NULL
    int number;                        // SCENE_PART_..., or behind them
};

#define PART(symbol, plane, space) extern const world_part plane, space;
#include "scene_parts.def"
#undef PART

/// The rules by which scenes are read (world_parts.c).
extern const scene_rules world_rules;

/// The part of that number in worlds of a scene, or NULL when there is none in so many dimensions,
/// or when it is a host's.
const world_part *world_part_of(const scene *s, int number);

/// Makes a part of a host's table.
world_part world_part_of_host(const gestalt_world_part *from, int number);

#endif
