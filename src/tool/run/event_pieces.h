// SPDX-License-Identifier: MIT
// The events of a step of a scene, kept in memory until the step is over, because a step may be
// undone. A piece is the text about one agent. Each rank of a team has the pieces about its own
// agents; their keys determine the order in which those of all ranks are written.
#ifndef EVENT_PIECES_H
#define EVENT_PIECES_H

#include "team.h"
#include "text_buffer.h"

/// Sections of a step, in the order in which they are written.
typedef enum event_section {
    EVENT_EDITS,
    EVENT_BIRTHS,
    EVENT_DEEDS,
    EVENT_DEATHS,
} event_section;

typedef struct event_piece {
    uint64_t key[2]; // section, and number in the section
    size_t begin;    // position in the text
} event_piece;

typedef struct event_pieces {
    text_out out; // prints the last piece
    text_buffer text;
    gestalt_allocator allocator;
    event_piece *list;
    size_t count, room, next; // next: the piece to write next
    bool is_out_of_memory;
} event_pieces;

/// Start without pieces. `p` must not be moved.
void pieces_start(event_pieces *p);
void pieces_release(event_pieces *p);

/// Begin a piece. Keys ascend.
void pieces_begin(event_pieces *p, event_section section, uint64_t number);

/// Discard the pieces from a section on.
void pieces_cut(event_pieces *p, event_section section);

/// Write the pieces of all ranks, which call this together, and discard them. Pieces of two ranks
/// with the same key are not written.
gestalt_result pieces_write(event_pieces *p, text_out *out, gestalt_error *error);

#endif
