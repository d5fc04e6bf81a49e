// SPDX-License-Identifier: MIT
// The events of a run as JSON lines, ordered by tick, agent and time.
//
// Hooks record what happens in a tick. Agents of a cohort run in an interleaved order, so the notes
// are sorted when the tick is over.
//
// Agents of a scene are born, die, and move between the ranks of a team, at the end of each step
// and in edits. Before the tick, those with new ids were born. After the step, each rank compares
// its agents with those before the tick: one that is missing has died if it has not come to another
// rank. So both ranks have an event with the key of an agent that has moved, and neither is
// written.
#ifndef EVENTS_H
#define EVENTS_H

#include "event_pieces.h"
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
    text_out *out, *to;        // out: prints events; to: receives them, of a scene after the step
    gestalt_allocator allocator;
    event_note *notes; // notes of the last tick; half of the memory is for sorting
    size_t count, room;
    bool is_out_of_memory;
    // members for a scene
    bool is_of_scene;
    bool has_ticked; // whether the events of the step's tick are in `pieces`
    event_pieces pieces;
    uint64_t *known; // agents of this rank in the tick
    size_t known_count, known_room;
    uint64_t next_id; // agents from this id on are born after that tick
} events;

/// Set the population's hooks. `e` must not be moved while the hooks are set.
void events_start(events *e, gestalt_population *population, bool is_of_scene, text_out *out);
void events_release(events *e);

/// Discard the events of a tick, or of a step, that was undone.
void events_forget(events *e);

/// Write the events of the last tick; of a scene, in the step, before agents die.
gestalt_result events_write(events *e, const team_agents *agents, gestalt_error *error);

// ---- steps of a scene

/// Write which agents were born since the last tick. Call this before each tick. `name` returns the
/// name of a group.
gestalt_result events_write_births(events *e, const char *(*name)(const void *user, uint32_t group),
                                   const void *user, gestalt_error *error);

/// End a step: write its events, and, unless the step has failed, which agents have died. All
/// ranks call this together.
gestalt_result events_end_step(events *e, bool has_failed, gestalt_error *error);

/// Continue with another population, created by an edit, and write an event for the edited group.
void events_follow_edit(events *e, gestalt_population *population, const char *group,
                        const gestalt_shape *shape);

// ---- trees

/// Write the events of the agents that are done in a tick that was interrupted.
gestalt_result events_write_done(events *e, const team_agents *agents, gestalt_error *error);

/// Write the events of an edit to the current shape of the population. Nodes have their old ids.
gestalt_result events_write_edit(events *e, const team_agents *agents, const gestalt_shape *shape,
                                 const gestalt_edit_report *report, gestalt_error *error);

#endif
