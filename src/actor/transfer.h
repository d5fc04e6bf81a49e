// SPDX-License-Identifier: MIT
// The transfer of agents from the cohorts of one shape to those of another: each lane keeps what
// still has a meaning there. It is planned once for two shapes that are matched, as lists of what
// goes where, and then done cohort by cohort, for all lanes at once. It calls
// nobody: cancelling and inits are the interpreter's.
//
//     transfer_judge     which lanes of which slots stay, and which are dropped
//     transfer_states    live states and what they keep, action states, roots, ids
//     (dropped lanes are cancelled, in the old cohort)
//     transfer_values    persistent values, random streams, the blackboard
#ifndef TRANSFER_H
#define TRANSFER_H

#include "arena.h"
#include "cohort.h"
#include "match.h"
#include "match_keys.h"

/// A value or mask for the lanes that stay in a slot of the old plan.
typedef struct transfer_copy {
    uint32_t slot;
    uint32_t from, to;
    int64_t more; // of times: this much later
} transfer_copy;

/// A clock that counts in another unit now.
typedef struct transfer_restart {
    uint32_t slot;     // of the old plan; of a cooldown SHAPE_NONE
    uint32_t to;       // the column of the new one
    uint32_t node;     // new id
    uint32_t from;     // of a cooldown: the old column
    bool counts_ticks; // in the new shape
    int64_t duration;  // likewise
    bool is_evaluated; // it has a duration of its own for each agent
} transfer_restart;

/// A status that is kept, or begins.
typedef struct transfer_status {
    uint32_t from; // or SHAPE_NONE
    uint32_t init;
} transfer_status;

typedef enum transfer_form {
    TRANSFER_SAME,
    TRANSFER_INT_TO_FLOAT,
    TRANSFER_WORDS, // an enum's value to that of another, by its word
} transfer_form;

/// A column of the blackboard, counted as all are (columns.h).
typedef struct transfer_column {
    uint32_t from, to;
    uint8_t form;               // transfer_form
    bool keeps_number;          // of a value without a word in the new enum: else it is 0
    uint16_t was_enum, is_enum; // of TRANSFER_WORDS: from 0
} transfer_column;

/// A deferred action, and an argument of its launches.
typedef struct transfer_deferred {
    uint32_t slot;
    uint32_t from, to; // numbers
    uint32_t first_value, value_count;
} transfer_deferred;

typedef struct transfer {
    const plan *from, *to;
    const cohort_layout *old_layout, *new_layout;
    const shape_match *match;
    bool *may_stay;       // by old slot
    uint8_t *is_call;     // by old slot: 1 its node is an immediate action, 2 a deferred one
    transfer_copy *lives; // old slot -> new slot
    transfer_copy *longs, *words, *bits, *times;
    transfer_restart *restarts; // in the order of new ids
    transfer_status *statuses;  // by new status
    bool *has_time;             // by new time
    transfer_deferred *deferred;
    transfer_column *values; // of launches
    transfer_column *columns;
    bool *is_new;                // by new column: it has its init
    bool has_words;              // agents may have inits of their own, for values that lack words
    const word_match *all_words; // of enums
    uint32_t live_count, long_count, word_count, bit_count, time_count, restart_count;
    uint32_t deferred_count, value_count, column_count;
} transfer;

/// Tells whether agents may get to states in the new shape that it would not give them, so that it
/// has to be one for agents from other shapes (analyse.h).
bool transfer_needs_edited(const plan *from, const plan *to, const shape_match *match);

/// Masks by slot, of one cohort: room for a thread.
typedef struct transfer_masks {
    uint64_t *live, *stay, *drop; // by old slot
    uint64_t *next;               // by new slot
    uint64_t *inits;              // by new column: who has its init
} transfer_masks;

typedef struct transfer_counts {
    uint64_t agents, kept, dropped, cancels, requests;
} transfer_counts;

/// Returns how many columns a blackboard has.
uint32_t transfer_columns_of(const gestalt_specification *spec);

/// Allocates from an arena whose owner takes its escapes.
transfer *transfer_make(arena *a, const plan *from, const cohort_layout *old_layout, const plan *to,
                        const cohort_layout *new_layout, const shape_match *match,
                        const key_match *keys);

/// Fills the first three masks, and adds to the counts. Returns whether anything is dropped.
bool transfer_judge(const transfer *t, const cohort *c, const transfer_masks *m,
                    transfer_counts *counts);

/// `to` is an empty cohort, whose memory is zero.
void transfer_states(const transfer *t, cohort *from, cohort *to, const transfer_masks *m);

/// Fills `inits`. Values of keys that were shared are in these arrays. Random streams are left
/// alone where the old shape has none.
void transfer_values(const transfer *t, cohort *from, cohort *to, const transfer_masks *m,
                     const uint32_t *shared_numbers, const uint64_t *shared_bools);

/// The moment at which clocks start, and who evaluates durations: fills in when that node is due.
typedef struct transfer_moment {
    int64_t now;
    uint64_t tick;
    void (*evaluate)(void *user, cohort *c, uint32_t node, uint64_t lanes, int64_t *due);
    void *user;
} transfer_moment;

/// Start clocks anew that count in another unit, at the coming tick.
void transfer_clocks(const transfer *t, cohort *from, cohort *to, const transfer_masks *m,
                     const transfer_moment *now);

/// Move the values that are shared in both shapes, from arrays to arrays. Keys whose words are gone
/// become new.
void transfer_shared(transfer *t, const uint32_t *old_numbers, const uint64_t *old_bools,
                     uint32_t *new_numbers, uint64_t *new_bools);

#endif
