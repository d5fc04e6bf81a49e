// SPDX-License-Identifier: MIT
// Parts: what makes a world of agents one of roads, or an airport. A part is a table. It says what
// may stand in scene files, gives trees functions, takes part in each step, and measures.
//
// To add one: a line in scene_parts.def, a `const world_part NAME_part` in a file of its own (it
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
#include "scene.h"
#include "world_host.h"

#include <gestalt/recording.h>

/// What recordings hold of agents besides what they hold of all: floats by `number`, which is NAN
/// for agents that have none, or words by `word`: the number of one of `words`, or WORLD_NO_WORD;
/// or ints, when there are no words. What they tell must be known to snapshots.
typedef struct world_column {
    const char *name; // NULL: behind the last
    const char *unit;
    float (*number)(const world *w, uint32_t index);
    uint32_t (*word)(const world *w, uint32_t index);
    const char *const *words; // ends with NULL
} world_column;

#define WORLD_NO_WORD UINT32_MAX

/// All but the name may be zero.
typedef struct world_part {
    const char *name;

    // ---- scene files
    const scene_field *fields;       // more members of a scene; the struct is scene->parts[number]
    size_t size;                     // of that struct, which starts with a scene_place
    const scene_field *group_fields; // more members of a group; group->parts[number]
    size_t group_size;
    /// When the whole file is read: define names.
    void (*define)(scene_reader *r, scene *s);
    /// When all names are known: look them up, compare what must fit together.
    void (*check)(scene_reader *r, scene *s);

    // ---- what trees can call; ends with one without a name
    const world_function *functions;

    // ---- running; `world` is in world_state.h
    /// Makes what it needs: w->parts[number] is its to use. Agents are placed, and may be placed
    /// otherwise. What is set here and changes later must be known to snapshots: world_keep.
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
    /// Of groups whose `mover` it has made itself, in start. Positions, velocities and headings of
    /// the agents begin to end - 1, all of that group.
    void (*move)(world *w, uint32_t group, uint32_t begin, uint32_t end);
    void (*after)(world *w);
    void (*outcome)(const world *w, outcome *out);
    /// What stands still, for recordings: how many there are, with memory of the arena; `to` is
    /// NULL to count only.
    uint32_t (*geometry)(const world *w, arena *memory, gestalt_record_geometry *to);
    /// What those of them that are lights show now, each a gestalt_record_light, in their order.
    /// How many there are; `to` is NULL to count only.
    uint32_t (*lights)(const world *w, uint8_t *to);
    const world_column *columns; // of worlds whose w->parts[number] is not NULL
} world_part;

#define PART(symbol, name) extern const world_part name##_part;
#include "scene_parts.def"
#undef PART

/// Reports calls of these functions by a group's tree: only `who` can, and `remedy` makes it one of
/// them.
void scene_check_calls(scene_reader *r, const scene_group *group, const world_function *functions,
                       const char *who, const char *remedy);

/// By number; ends with NULL.
extern const world_part *const world_parts[SCENE_PARTS_LISTED + 1];

#endif
