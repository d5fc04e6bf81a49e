// SPDX-License-Identifier: MIT
// Files that are saved: those that a run is made of. Editors write a file anew and rename it, so
// what is watched are the folders.
#ifndef LIVE_WATCH_H
#define LIVE_WATCH_H

#include "live_files.h"

enum { LIVE_FOLDERS_MAX = 64 };

typedef struct live_watched {
    int number;                   // of the watch
    char path[LIVE_PATH_MAX + 2]; // of the folder, below the first one's; "" or ending in /
} live_watched;

typedef struct live_watch {
    int descriptor; // to be polled; -1: nothing is watched
    const char *path;
    live_watched folders[LIVE_FOLDERS_MAX];
    uint32_t count;
} live_watch;

/// Begins to watch. If the system can't, a message says so, and nothing is ever saved.
void live_watch_open(live_watch *w, cli *c, const char *path, const live_files *files);
void live_watch_close(live_watch *w);

/// Watches the folders of these files as well.
void live_watch_add(live_watch *w, const live_files *files);

/// Reads what has happened. Return whether one of these files was saved.
bool live_watch_read(live_watch *w, const live_files *files);

#endif
