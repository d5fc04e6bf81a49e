// SPDX-License-Identifier: MIT
#include "native_cache.h"

#include "native_build.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAME_DIGITS = 16, BUILD_SECONDS = 86400 };

static const char suffix[] = ".so";

// ---- the folder

static bool is_own(const struct stat *status)
{
    return status->st_uid == geteuid() && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Create the folder, and its missing parent folders.
static bool folder_make(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

void native_cache_open(native_cache *cache, arena *a)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char *path = NULL;
    struct stat status;
    *cache = (native_cache){0};
    if (base && base[0] == '/') // the XDG specification says to ignore relative paths
        path = arena_print(a, "%s/gestalt", base);
    else if (home && home[0] == '/')
        path = arena_print(a, "%s/.cache/gestalt", home);
    if (!path)
        snprintf(cache->why, sizeof cache->why, "neither XDG_CACHE_HOME nor HOME is set");
    else if (!folder_make(path) || lstat(path, &status) != 0)
        snprintf(cache->why, sizeof cache->why, "cannot create `%s`: %s", path, strerror(errno));
    else if (!S_ISDIR(status.st_mode) || !is_own(&status))
        snprintf(cache->why, sizeof cache->why,
                 "`%s` must be a folder that belongs to you and is writable only by you", path);
    else
        cache->folder = path;
}

// ---- files

const char *native_cache_path(const native_cache *cache, arena *a, uint64_t hash)
{
    return arena_print(a, "%s/%016" PRIx64 "%s", cache->folder, hash, suffix);
}

bool native_cache_has(const char *path)
{
    struct stat status;
    bool good = lstat(path, &status) == 0 && S_ISREG(status.st_mode) && is_own(&status);
    if (good)
        utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
    return good;
}

static bool is_code(const char *name)
{
    return strspn(name, "0123456789abcdef") == NAME_DIGITS &&
           strcmp(name + NAME_DIGITS, suffix) == 0;
}

// Count the files, and find the least recently used one. Remains of builds whose program was killed
// are removed.
static uint32_t cache_look(const native_cache *cache, arena *a, char oldest[NAME_DIGITS + 4])
{
    uint32_t count = 0;
    struct dirent *entry;
    struct timespec first = {0};
    DIR *entries = opendir(cache->folder);
    while (entries && (entry = readdir(entries))) {
        struct stat status;
        const char *name = entry->d_name;
        if (fstatat(dirfd(entries), name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        struct timespec used = status.st_mtim;
        if (strncmp(name, "build-", 6) == 0 && S_ISDIR(status.st_mode) &&
            used.tv_sec < time(NULL) - BUILD_SECONDS)
            native_build_remove(arena_print(a, "%s/%s", cache->folder, name));
        if (!is_code(name))
            continue;
        bool is_older = used.tv_sec < first.tv_sec ||
                        (used.tv_sec == first.tv_sec && used.tv_nsec < first.tv_nsec);
        if (count++ == 0 || is_older) {
            first = used;
            memcpy(oldest, name, NAME_DIGITS + sizeof suffix);
        }
    }
    if (entries)
        closedir(entries);
    return count;
}

static void cache_prune(const native_cache *cache, arena *a)
{
    char oldest[NAME_DIGITS + 4];
    uint32_t count;
    while ((count = cache_look(cache, a, oldest)) > NATIVE_CACHE_FILES)
        if (unlink(arena_print(a, "%s/%s", cache->folder, oldest)) != 0)
            break;
}

// Sync a file: a crash of the machine must not leave an incomplete file under its name.
static void file_sync(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    fsync(file);
    fchmod(file, 0600);
    close(file);
}

bool native_cache_add(const native_cache *cache, arena *a, const char *file, const char *path)
{
    file_sync(file);
    if (rename(file, path) != 0)
        return false;
    cache_prune(cache, a);
    return true;
}
