// SPDX-License-Identifier: MIT
// The transfer of agents from the cohorts of one shape to those of another: each lane keeps the
// state that still has a meaning there. A transfer is planned once for two matched shapes, as lists
// of copies, and then done cohort by cohort, for all lanes at once. It calls no host functions: the
// interpreter does the cancelling and evaluates inits.
//
//     transfer_judge     decides which lanes of which slots stay, and which are dropped
//     transfer_states    copies live states and their values, action states, roots, ids
//     (the interpreter cancels dropped lanes, in the old cohort)
//     transfer_values    copies persistent values, random streams, the blackboard
#ifndef TRANSFER_H
#define TRANSFER_H

#include "arena.h"
#include "cohort.h"
#include "match.h"
#include "match_keys.h"

/// A copy of a value or mask for the lanes that stay in a slot of the old plan.
typedef struct transfer_copy {
    uint32_t slot;
    uint32_t from, to;
    int64_t more; // added to times
} transfer_copy;

/// A clock that counts in another unit in the new shape.
typedef struct transfer_restart {
    uint32_t slot;     // slot of the old plan; SHAPE_NONE for a cooldown
    uint32_t to;       // column in the new cohort
    uint32_t node;     // new id
    uint32_t from;     // old column of a cooldown
    bool counts_ticks; // unit in the new shape
    int64_t duration;  // duration in the new shape
    bool is_evaluated; // the duration is evaluated for each agent
} transfer_restart;

/// A persistent status that is copied or initialised.
typedef struct transfer_status {
    uint32_t from; // or SHAPE_NONE
    uint32_t init;
} transfer_status;

typedef enum transfer_form {
    TRANSFER_SAME,
    TRANSFER_INT_TO_FLOAT,
    TRANSFER_TEXTS, // place of a text to that of the same text in the new shape, or -1
    TRANSFER_WORDS, // enum value to that of another enum, by its word
} transfer_form;

/// A copy of a blackboard column, in the numbering of columns.h.
typedef struct transfer_column {
    uint32_t from, to;
    uint8_t form;               // transfer_form
    bool keeps_number;          // keep the number of a value whose word is missing in the new enum;
                                // otherwise use 0
    uint16_t was_enum, is_enum; // enums of TRANSFER_WORDS, from 0
} transfer_column;

/// A copy of a list.
typedef struct transfer_list {
    transfer_column column; // the count's columns, and how elements are converted
    uint8_t was_width, is_width;
    uint16_t was_capacity, is_capacity;
} transfer_list;

/// A deferred action, and the range of its launch arguments in `values`.
typedef struct transfer_deferred {
    uint32_t slot;
    uint32_t from, to; // numbers of the action in the plans
    uint32_t first_value, value_count;
} transfer_deferred;

/// Copies of one kind.
typedef struct transfer_copies {
    transfer_copy *list;
    uint32_t count;
} transfer_copies;

/// How the state of deferred actions is copied, and the arguments of their launches.
typedef struct transfer_actions {
    transfer_deferred *list;
    uint32_t count;
    transfer_column *values; // launch arguments
    uint32_t value_count;
} transfer_actions;

/// How the blackboard is copied.
typedef struct transfer_blackboard {
    transfer_column *columns;
    uint32_t column_count;
    transfer_list *lists;
    uint32_t list_count;
    bool *is_new;   // by new column: the column has its init value; of a list, only the count's
    bool has_words; // single agents may need init values, for words that are missing
    const word_match *all_words; // words of all enums
} transfer_blackboard;

typedef struct transfer {
    const plan *from, *to;
    const cohort_layout *old_layout, *new_layout;
    const shape_match *match;
    bool *may_stay;        // by old slot: whether its node may stay live in the new shape
    uint8_t *is_call;      // by old slot: 1 if its node is an immediate action, 2 if deferred
    transfer_copies lives; // from old slots to new slots
    transfer_copies longs, words, bits, times;
    transfer_restart *restarts; // sorted by new ids
    uint32_t restart_count;
    transfer_status *statuses; // by new status
    bool *has_time;            // by new time
    transfer_actions deferred;
    transfer_blackboard blackboard;
} transfer;

/// Return whether agents may reach states that the new shape would not reach by itself, so that the
/// shape must be analysed for agents from other shapes (analyse.h).
bool transfer_needs_edited(const plan *from, const plan *to, const shape_match *match);

/// Masks by slot, for one cohort: a thread's working memory.
typedef struct transfer_masks {
    uint64_t *live, *stay, *drop; // by old slot
    uint64_t *next;               // by new slot
    uint64_t *inits;              // by new column: lanes that need the init value
} transfer_masks;

typedef struct transfer_counts {
    uint64_t agents, kept, dropped, cancels, requests;
} transfer_counts;

/// Return the number of columns of a blackboard.
uint32_t transfer_columns_of(const gestalt_specification *spec);

/// Plan a transfer. Allocates from an arena, whose owner handles running out of memory.
transfer *transfer_make(arena *a, const plan *from, const cohort_layout *old_layout, const plan *to,
                        const cohort_layout *new_layout, const shape_match *match,
                        const key_match *keys);

/// Fill the first three masks, and add to the counts. Returns whether anything is dropped.
bool transfer_judge(const transfer *t, const cohort *c, const transfer_masks *m,
                    transfer_counts *counts);

/// Copy states. `to` is an empty cohort, whose memory is zero.
void transfer_states(const transfer *t, cohort *from, cohort *to, const transfer_masks *m);

/// Copy values and fill `inits`. The arrays have the values of keys that were shared. If the old
/// shape has no random streams, those of `to` are left unchanged.
void transfer_values(const transfer *t, cohort *from, cohort *to, const transfer_masks *m,
                     const uint32_t *shared_numbers, const uint64_t *shared_bools);

/// The time at which clocks start, and a callback that evaluates durations: it sets when that node
/// is due.
typedef struct transfer_moment {
    int64_t now;
    uint64_t tick;
    void (*evaluate)(void *user, cohort *c, uint32_t node, uint64_t lanes, int64_t *due);
    void *user;
} transfer_moment;

/// Restart clocks that count in another unit, at the coming tick.
void transfer_clocks(const transfer *t, cohort *from, cohort *to, const transfer_masks *m,
                     const transfer_moment *now);

/// Convert the values of keys that are shared in both shapes. Keys whose words are missing become
/// new.
void transfer_shared(transfer *t, const uint32_t *old_numbers, const uint64_t *old_bools,
                     uint32_t *new_numbers, uint64_t *new_bools);

#endif
