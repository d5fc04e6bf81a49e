// SPDX-License-Identifier: MIT
// How often each node has run, and how that ended.
#ifndef COUNTS_H
#define COUNTS_H

#include "population_state.h"

/// Start to count the nodes of a group. Returns false if memory runs out.
bool counts_start(gestalt_population *p, group *g);
void counts_release(gestalt_population *p, group *g);
/// Call these before and after a tick that counts nodes. counts_begin adds the counts of sleeping
/// cohorts.
void counts_begin(const gestalt_population *p);
void counts_end(const gestalt_population *p);
/// Reset the counts to zero.
void counts_forget(const gestalt_population *p);
/// Take over the counts from before an edit. `nodes` maps old nodes to nodes of the new shape.
void counts_carry(const group *from, const group *to, const gestalt_edit_node *nodes);

#endif
