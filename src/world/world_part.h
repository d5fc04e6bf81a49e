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
#include "scene.h"
#include "world_host.h"

#include <gestalt/recording.h>

/// All but the name may be zero.
typedef struct world_part world_part;
struct world_part {
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
    /// Sets positions, velocities and headings of the agents begin to end - 1, all of one group
    /// whose `mover` the part has made itself, in start.
    void (*move)(world *w, uint32_t group, uint32_t begin, uint32_t end);
    void (*after)(world *w);
    void (*outcome)(const world *w, outcome *out);
    /// Tells what stands still, for recordings: how many there are, with memory of the arena; `to`
    /// is NULL to count only.
    uint32_t (*geometry)(const world *w, arena *memory, gestalt_record_geometry *to);
    /// Tells what those of them that are lights show now, each a gestalt_record_light, in their
    /// order. Returns how many there are; `to` is NULL to count only.
    uint32_t (*lights)(const world *w, uint8_t *to);
    const gestalt_world_column *columns; // of worlds whose w->parts[number] is not NULL
    const gestalt_world_part *of_host;   // the table that it was made from, or NULL
};

/// Makes a part of a host's table.
const world_part *world_part_of_host(const gestalt_world_part *from, world_part *to);

#define PART(symbol, plane, space) extern const world_part plane, space;
#include "scene_parts.def"
#undef PART

/// Reports calls of these functions by a group's tree: only `who` can, and `remedy` makes it one of
/// them.
void scene_check_calls(scene_reader *r, const scene_group *group,
                       const gestalt_world_function *functions, const char *who,
                       const char *remedy);

/// Those of the plane, by number; ends with NULL (world_parts.c). Scene files have members of all
/// parts, and parts that are of the plane only refuse space in their checks.
extern const world_part *const world_parts[SCENE_PARTS_LISTED + 1];

/// The part of that number in worlds of a scene, or NULL when there is none in so many dimensions.
/// Behind those of this library come those of the host.
const world_part *world_part_of(const scene *s, int number);

/// Goes over all of them.
#define EACH_PART(part, s)                                                                         \
    for (int part##_number = 0; part##_number < SCENE_PART_COUNT; part##_number++)                 \
        for (const world_part *part = world_part_of(s, part##_number); part; part = NULL)

#endif
