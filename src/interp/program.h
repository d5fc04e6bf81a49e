// SPDX-License-Identifier: MIT
// A program: a shape made ready to run for one host and one layout of cohorts. Made once for each
// group of agents and shared by its threads; it never changes. What it holds is in program_nodes.h.
#ifndef PROGRAM_H
#define PROGRAM_H

#include "binding.h"
#include "cohort.h"
#include "kernels.h"

typedef struct program program;

/// NULL when there is no memory. The plan and the binding must outlive it.
program *program_create(const plan *p, const binding *b, const cohort_layout *layout,
                        const kernels *k, const gestalt_allocator *allocator);
void program_destroy(program *p, const gestalt_allocator *allocator);

#endif
