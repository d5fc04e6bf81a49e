// SPDX-License-Identifier: MIT
// Opening a file inside a folder, and never outside: not through `..`, absolute paths, or symbolic
// links that lead out.
#ifndef INCLUDE_FILE_H
#define INCLUDE_FILE_H

#include <gestalt/base.h>

/// Open `path` (relative, with parts separated by `/`) inside an open folder for reading. Returns
/// -1 with errno: EXDEV if the path leaves the folder, ENOMEM if memory runs out. Uses openat2 if
/// the kernel has it.
int include_open(int folder, const char *path, const gestalt_allocator *allocator);

/// Open a path like include_open, for kernels without openat2: each step opens one part of the path
/// without following links.
int include_open_walk(int folder, const char *path, const gestalt_allocator *allocator);

#endif
