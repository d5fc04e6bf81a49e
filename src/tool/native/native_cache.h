// SPDX-License-Identifier: MIT
// The cache of native code: the folder $XDG_CACHE_HOME/gestalt, or ~/.cache/gestalt. Only the user
// can have write access to the folder and to every file loaded from it. The cache contains the most
// recently used files.
#ifndef NATIVE_CACHE_H
#define NATIVE_CACHE_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { NATIVE_CACHE_FILES = 64, NATIVE_CACHE_WHY = 512 };

typedef struct native_cache {
    const char *folder; // NULL: no folder
    char why[NATIVE_CACHE_WHY];
} native_cache;

/// Find the folder, or create it. `why` contains the reason if there is no safe one.
void native_cache_open(native_cache *cache, arena *a);

/// Return the path of the code with that hash.
const char *native_cache_path(const native_cache *cache, arena *a, uint64_t hash);

/// Return whether there is a file that only the user can have written, and mark it as used now.
bool native_cache_has(const char *path);

/// Add a file at the path of its hash, and remove the least recently used files.
bool native_cache_add(const native_cache *cache, arena *a, const char *file, const char *path);

#endif
