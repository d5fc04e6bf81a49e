// SPDX-License-Identifier: MIT
// The events of a run as JSON lines, ordered by tick, agent and time.
//
// Hooks record what happens in a tick. Agents of a cohort run in an interleaved order, so the notes
// are sorted when the tick is over.
#ifndef EVENTS_H
#define EVENTS_H

#include "image.h"
#include "team.h"
#include "text.h"

#include <gestalt/edit.h>
#include <gestalt/gestalt.h>

typedef struct event_note {
    uint64_t agent;
    uint32_t node;
    uint16_t group;
    uint8_t kind;   // an event_kind
    uint8_t detail; // a status or a phase
} event_note;

typedef struct events {
    const gestalt_population *population;
    const gestalt_shape *only; // shape of a population with one group, or NULL
    text_out *out;
    gestalt_allocator allocator;
    event_note *notes; // notes of the last tick; half of the memory is for sorting
    size_t count, room;
    uint64_t *known; // agents of a scene: born, and not yet reported as gone
    size_t known_count, known_room;
    bool is_out_of_memory;
} events;

/// Set the population's hooks. `e` must not be moved while the hooks are set.
void events_start(events *e, gestalt_population *population, text_out *out);
void events_release(events *e);

/// Discard the notes of a tick that was undone.
void events_forget(events *e);

/// Write which agents were born since the last tick, and, after the tick, which are gone. `name`
/// returns the name of a group.
gestalt_result events_write_births(events *e, const char *(*name)(const void *user, uint32_t group),
                                   const void *user, gestalt_error *error);
void events_write_deaths(events *e);

/// Continue with another population, created by an edit, and write an event for the edited group.
void events_follow_edit(events *e, gestalt_population *population, const char *group,
                        const gestalt_shape *shape);

/// Write the events of the last tick.
gestalt_result events_write(events *e, const team_agents *agents, gestalt_error *error);

/// Write the events of the agents that are done in a tick that was interrupted.
gestalt_result events_write_done(events *e, const team_agents *agents, gestalt_error *error);

/// Write the events of an edit to the current shape of the population. Nodes have their old ids.
gestalt_result events_write_edit(events *e, const team_agents *agents, const gestalt_shape *shape,
                                 const gestalt_edit_report *report, gestalt_error *error);

#endif
