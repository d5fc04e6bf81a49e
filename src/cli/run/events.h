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

typedef struct event_note {
    uint64_t agent;
    uint32_t node;
    uint16_t kind;   // event_kind
    uint16_t detail; // a status or a phase
} event_note;

typedef struct events {
    const gestalt_shape *shape;
    text_out *out;
    gestalt_allocator allocator;
    event_note *notes; // of the last tick; half of the room is for sorting
    size_t count, room;
    bool is_out_of_memory;
} events;

/// Sets the population's hooks. The events must stay where they are.
void events_start(events *e, gestalt_population *population, const gestalt_shape *shape,
                  text_out *out);
void events_release(events *e);

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
