// SPDX-License-Identifier: MIT
// Opening a file below a folder, and only below it: not by `..`, not by absolute paths, not by
// symbolic links that lead out.
#ifndef INCLUDE_FILE_H
#define INCLUDE_FILE_H

#include <gestalt/base.h>

/// Opens `path` (relative, parts separated by `/`) below the open folder for reading. -1 with
/// errno: EXDEV when it would leave the folder, ENOMEM when the allocator has no memory. Uses
/// openat2 where the kernel has it.
int include_open(int folder, const char *path, const gestalt_allocator *allocator);

/// The same by our own walk, for kernels without openat2. Each step opens one part without
/// following it.
int include_open_walk(int folder, const char *path, const gestalt_allocator *allocator);

#endif
