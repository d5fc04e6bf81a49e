// SPDX-License-Identifier: MIT
// Watches: hooks for some agents (watch.h). A whole tick has two parts. In the first, the calling
// thread ticks the watched cohorts, one after the other, with hooks. In the second, all threads
// tick the others, which know nothing of watches.
//
//     watches_begin     finds the cohorts of the watched agents, and wakes them
//     watches_of        gives the slice of a group: cohorts that the second part leaves out
//
// Every tick searches for the cohorts, so agents may move, come and go between ticks.
#ifndef WATCHES_H
#define WATCHES_H

#include "population_state.h"

/// Find the watched cohorts for the coming tick, and wake them.
void watches_begin(gestalt_population *p);

/// Return the hooks for a group's cohorts on the calling thread, which call the hooks of the host
/// and those of watches; NULL if the population has neither.
const interp_hooks *watches_hooks(const gestalt_population *p, const group *g);

/// Set the callbacks that any watch, or the host, has.
void watches_connect(gestalt_population *p);

/// Return whether any cohort of the group is ticked in the first part.
static inline bool watches_any(const group *g)
{
    return g->watched.is_whole || g->watched.count > 0;
}

/// Return the first watched cohort at or after `index`, or UINT32_MAX.
uint32_t watches_next(const group *g, uint32_t index);

static inline bool watches_has(const group *g, uint32_t index)
{
    return watches_any(g) && watches_next(g, index) == index;
}

/// Follow an edit of a group, which has changed the numbers of its nodes.
void watches_carry(gestalt_population *p, uint32_t number, const gestalt_edit_node *nodes);

/// Follow the removal of a group.
void watches_renumber(gestalt_population *p, uint32_t removed);

#endif
