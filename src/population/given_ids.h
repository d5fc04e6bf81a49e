// SPDX-License-Identifier: MIT
// Agents whose ids the host gives. Everything that adds agents uses the next ids of the population;
// a loan makes ids of the host the next ones until the agents have been added.
#ifndef GIVEN_IDS_H
#define GIVEN_IDS_H

#include "population_state.h"

typedef struct id_loan {
    uint64_t first, count;
    uint64_t next_id; // the population's own next id
    bool has_table;   // the new agents have a table of their own until the loan ends
    id_table ids;     // table of all other agents then
    id_table merged;  // room for both tables
} id_loan;

/// Make the ids from `first` on the next ones, for exactly `count` new agents of a group. Fails if
/// there are agents with these ids.
gestalt_result ids_lend(gestalt_population *p, const group *g, uint64_t first, uint64_t count,
                        id_loan *loan, gestalt_error *error);

/// End the loan, whether the agents have been added or none of them has.
void ids_take_back(gestalt_population *p, id_loan *loan, bool are_added);

/// Merge the ids of new agents into the table of all others. `to` is empty and has capacity for the
/// runs of `all` and twice those of `more`.
void ids_merge(const gestalt_population *p, id_table *to, const id_table *all,
               const id_table *more);

#endif
