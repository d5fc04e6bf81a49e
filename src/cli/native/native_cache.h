// SPDX-License-Identifier: MIT
// The folder with native code that was made before: $XDG_CACHE_HOME/gestalt, or ~/.cache/gestalt.
// It is the user's alone, and so is every file that is loaded from it. It keeps the files that were
// used last.
#ifndef NATIVE_CACHE_H
#define NATIVE_CACHE_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { NATIVE_CACHE_FILES = 64, NATIVE_CACHE_WHY = 512 };

typedef struct native_cache {
    const char *folder; // NULL: there is none
    char why[NATIVE_CACHE_WHY];
} native_cache;

/// Find the folder, or make it. `why` tells when there is none that is safe.
void native_cache_open(native_cache *cache, arena *a);

/// The path of the code with that hash.
const char *native_cache_path(const native_cache *cache, arena *a, uint64_t hash);

/// Tell whether a file is there which the user alone can have written, and that it is used now.
bool native_cache_has(const char *path);

/// Put a file at the path of its hash, and forget the ones that were not used for longest.
bool native_cache_add(const native_cache *cache, arena *a, const char *file, const char *path);

#endif
