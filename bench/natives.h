// SPDX-License-Identifier: MIT
// The trees of the workloads as native code, generated and compiled when the benchmark is built.
#ifndef NATIVES_H
#define NATIVES_H

#include <gestalt/native.h>

/// Return the native code of a tree, with its leaves, for an instruction set. NULL if there is
/// none.
const gestalt_native *natives_find(const char *tree, const char *set);

#endif
