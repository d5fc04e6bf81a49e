// SPDX-License-Identifier: MIT
#include "live_watch.h"

#include "error.h"
#include "live_say.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

static void watch_folder(live_watch *w, const char *name)
{
    char path[PATH_MAX];
    size_t folder = live_files_folder(name), base = live_files_folder(w->path);
    for (uint32_t i = 0; i < w->count; i++)
        if (strlen(w->folders[i].path) == folder && memcmp(w->folders[i].path, name, folder) == 0)
            return;
    int size = snprintf(path, sizeof path, "%.*s%.*s", (int)base, w->path, (int)folder, name);
    if (w->count == LIVE_FOLDERS_MAX || folder > LIVE_PATH_MAX || size < 0 ||
        (size_t)size >= sizeof path)
        return;
    live_watched *added = &w->folders[w->count];
    added->number =
        inotify_add_watch(w->descriptor, size ? path : ".", IN_CLOSE_WRITE | IN_MOVED_TO);
    if (added->number < 0)
        return;
    memcpy(added->path, name, folder);
    added->path[folder] = '\0';
    w->count++;
}

void live_watch_add(live_watch *w, const live_files *files)
{
    for (size_t i = 0; i < files->count && w->descriptor >= 0; i++)
        watch_folder(w, files->list[i].name);
}

void live_watch_open(live_watch *w, const char *path, const live_files *files,
                     gestalt_writer messages)
{
    *w = (live_watch){.path = path, .descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC)};
    live_watch_add(w, files);
    if (w->descriptor >= 0 && w->count > 0)
        return;
    live_say(messages, "%s is not watched (%s): the page can say that it was saved", path,
             error_of_system(errno));
    live_watch_close(w);
}

void live_watch_close(live_watch *w)
{
    if (w->descriptor >= 0)
        close(w->descriptor);
    w->descriptor = -1;
    w->count = 0;
}

static bool is_one_of(const live_watch *w, const struct inotify_event *event,
                      const live_files *files)
{
    const char *folder = NULL;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->folders[i].number == event->wd)
            folder = w->folders[i].path;
    for (size_t i = 0; folder && event->len > 0 && i < files->count; i++) {
        const char *name = files->list[i].name;
        size_t size = live_files_folder(name);
        if (size == strlen(folder) && memcmp(name, folder, size) == 0 &&
            strcmp(name + size, event->name) == 0)
            return true;
    }
    return false;
}

bool live_watch_read(live_watch *w, const live_files *files)
{
    // The structs in this buffer must be aligned.
    union {
        struct inotify_event event;
        char bytes[16 * (sizeof(struct inotify_event) + NAME_MAX + 1)];
    } read_now;
    bool is_saved = false;
    for (;;) {
        ssize_t size =
            w->descriptor >= 0 ? read(w->descriptor, read_now.bytes, sizeof read_now.bytes) : 0;
        if (size <= 0)
            return is_saved;
        for (ssize_t at = 0; at < size;) {
            struct inotify_event event;
            memcpy(&event, read_now.bytes + at, sizeof event);
            const struct inotify_event *whole =
                (const struct inotify_event *)(const void *)(read_now.bytes + at);
            is_saved |= (event.mask & IN_Q_OVERFLOW) || is_one_of(w, whole, files);
            at += (ssize_t)(sizeof event + event.len);
        }
    }
}
