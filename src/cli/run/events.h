// SPDX-License-Identifier: MIT
// The events of a run as JSON lines, ordered by tick, agent and occurrence.
//
// Hooks note what happens in a tick; cohorts mix their agents, so the notes are sorted when the
// tick is over.
#ifndef EVENTS_H
#define EVENTS_H

#include "image.h"
#include "text.h"

#include <gestalt/edit.h>
#include <gestalt/gestalt.h>
#include <gestalt/worlds/world.h>

typedef struct event_note {
    uint64_t agent;
    uint32_t node;
    uint16_t group;
    uint8_t kind;   // event_kind
    uint8_t detail; // a status or a phase
} event_note;

typedef struct events {
    const gestalt_population *population;
    const gestalt_shape *only; // of a population with one group, or NULL
    text_out *out;
    gestalt_allocator allocator;
    event_note *notes; // of the last tick; half of the room is for sorting
    size_t count, room;
    uint64_t *known; // agents of a scene: those that were born, and have not been told to be gone
    size_t known_count, known_room;
    bool is_out_of_memory;
} events;

/// Sets the population's hooks. `only` is its shape, or NULL where it may have several groups. The
/// events must stay where they are.
void events_start(events *e, gestalt_population *population, const gestalt_shape *only,
                  text_out *out);
void events_release(events *e);

/// Forget what happened in a tick that was put back.
void events_forget(events *e);

/// Write of a scene who has been born since the last tick, and, behind the step, who is gone.
/// Groups' names are those of the scene.
gestalt_result events_write_births(events *e, const gestalt_scene *scene, gestalt_error *error);
void events_write_deaths(events *e);

/// Go on with the world of an edited scene, and tell of the edit of a group.
void events_follow_edit(events *e, gestalt_population *population, const char *group,
                        const gestalt_shape *shape);

/// Writes what happened in the last tick.
gestalt_result events_write(events *e, gestalt_population *population, gestalt_error *error);

/// Writes what those did who are done in a tick that was interrupted.
gestalt_result events_write_done(events *e, gestalt_population *population, gestalt_error *error);

/// Write what happened in an edit, to the shape that the population has now. Nodes have their old
/// ids.
gestalt_result events_write_edit(events *e, gestalt_population *population,
                                 const gestalt_shape *shape, const gestalt_edit_report *report,
                                 gestalt_error *error);

#endif
