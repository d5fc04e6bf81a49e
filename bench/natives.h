// SPDX-License-Identifier: MIT
// The trees of the workloads as native code, generated and compiled when the benchmark is built.
#ifndef NATIVES_H
#define NATIVES_H

#include <gestalt/native.h>

/// The code of a tree, by its name, with its leaves in it, for a set of instructions. NULL: none.
const gestalt_native *natives_find(const char *tree, const char *set);

#endif
