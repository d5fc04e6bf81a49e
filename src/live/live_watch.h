// SPDX-License-Identifier: MIT
// Watching the files that a run is made of for being saved. Editors write a new file and rename it,
// so the folders are watched.
#ifndef LIVE_WATCH_H
#define LIVE_WATCH_H

#include "live_files.h"

enum { LIVE_FOLDERS_MAX = 64 };

typedef struct live_watched {
    int number;                   // number of the inotify watch
    char path[LIVE_PATH_MAX + 2]; // folder relative to that of the first file; "" or ending in /
} live_watched;

typedef struct live_watch {
    int descriptor; // for poll; -1: nothing is watched
    const char *path;
    live_watched folders[LIVE_FOLDERS_MAX];
    uint32_t count;
} live_watch;

/// Start watching. If the system cannot, a message is printed, and no file ever counts as saved.
void live_watch_open(live_watch *w, const char *path, const live_files *files,
                     gestalt_writer messages);
void live_watch_close(live_watch *w);

/// Also watch the folders of these files.
void live_watch_add(live_watch *w, const live_files *files);

/// Read the pending events. Returns whether one of these files was saved.
bool live_watch_read(live_watch *w, const live_files *files);

#endif
