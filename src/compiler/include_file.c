// SPDX-License-Identifier: MIT
#include "include_file.h"

#include "file.h"
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// musl systems may lack the kernel's headers.
#if defined(__linux__) && defined(SYS_openat2) && __has_include(<linux/openat2.h>)
#include <linux/openat2.h>

// With O_NONBLOCK, opening a FIFO does not block; the reader refuses it afterwards.
int include_open(int folder, const char *path, const gestalt_allocator *allocator)
{
    struct open_how how = {.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK,
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    long descriptor;
    do
        descriptor = syscall(SYS_openat2, folder, path, &how, sizeof how);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0 && (errno == ENOSYS || errno == EPERM))
        return include_open_walk(folder, path, allocator);
    return (int)descriptor;
}
#else
int include_open(int folder, const char *path, const gestalt_allocator *allocator)
{
    return include_open_walk(folder, path, allocator);
}
#endif

enum { WALK_DEPTH_MAX = 64, WALK_LINKS_MAX = 40 };

// The walk keeps every folder on its path open, so that `..` in a link returns to the folder it
// came from, even if another process moves folders meanwhile.
typedef struct walk {
    int folders[WALK_DEPTH_MAX];
    int depth; // folders[0 .. depth] are open; folders[0] belongs to the caller
    int links;
    char rest[PATH_MAX];   // rest of the path
    char part[PATH_MAX];   // current part of the path
    char target[PATH_MAX]; // target of a link
} walk;

static void walk_up(walk *w)
{
    close(w->folders[w->depth--]);
}

static int walk_fail(walk *w, int error)
{
    while (w->depth > 0)
        walk_up(w);
    errno = error;
    return -1;
}

// Move the first part of `rest` to `part`.
static void walk_take_part(walk *w)
{
    const char *start = w->rest + strspn(w->rest, "/");
    size_t size = strcspn(start, "/");
    memcpy(w->part, start, size);
    w->part[size] = '\0';
    const char *behind = start + size;
    behind += strspn(behind, "/");
    memmove(w->rest, behind, strlen(behind) + 1);
}

// Prepend the target of a link to the rest. Returns an errno or 0.
static int walk_follow(walk *w)
{
    ssize_t size = readlinkat(w->folders[w->depth], w->part, w->target, sizeof w->target - 1);
    if (size < 0)
        return errno;
    if (size > 0 && w->target[0] == '/')
        return EXDEV;
    if (++w->links > WALK_LINKS_MAX)
        return ELOOP;
    size_t rest = strlen(w->rest);
    if ((size_t)size + 1 + rest + 1 > sizeof w->rest)
        return ENAMETOOLONG;
    memmove(w->rest + size + 1, w->rest, rest + 1);
    memcpy(w->rest, w->target, (size_t)size);
    w->rest[size] = rest ? '/' : '\0';
    return 0;
}

// Enter a folder. Returns an errno or 0.
static int walk_down(walk *w)
{
    if (w->depth + 1 == WALK_DEPTH_MAX)
        return ENAMETOOLONG;
    int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int folder = file_open(w->folders[w->depth], w->part, flags, 0);
    if (folder < 0)
        return errno;
    w->folders[++w->depth] = folder;
    return 0;
}

// Process one part. Returns an errno or 0, and the descriptor if it was the last part.
static int walk_step(walk *w, int *descriptor)
{
    const char *part = w->part;
    if (part[0] == '\0' || strcmp(part, ".") == 0)
        return w->rest[0] ? 0 : EISDIR;
    if (strcmp(part, "..") == 0) {
        if (w->depth == 0)
            return EXDEV;
        walk_up(w);
        return w->rest[0] ? 0 : EISDIR;
    }
    struct stat status;
    if (fstatat(w->folders[w->depth], part, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return errno;
    if (S_ISLNK(status.st_mode))
        return walk_follow(w);
    if (w->rest[0])
        return walk_down(w);
    int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    *descriptor = file_open(w->folders[w->depth], part, flags, 0);
    return *descriptor < 0 ? errno : 0;
}

static int walk_open(walk *w, const char *path)
{
    size_t size = strlen(path);
    if (size >= sizeof w->rest)
        return walk_fail(w, ENAMETOOLONG);
    if (path[0] == '/')
        return walk_fail(w, EXDEV);
    memcpy(w->rest, path, size + 1);
    int descriptor = -1;
    while (descriptor < 0) {
        walk_take_part(w);
        int error = walk_step(w, &descriptor);
        if (error)
            return walk_fail(w, error);
    }
    walk_fail(w, 0);
    return descriptor;
}

int include_open_walk(int folder, const char *path, const gestalt_allocator *allocator)
{
    walk *w = memory_new(allocator, sizeof *w);
    if (!w) {
        errno = ENOMEM;
        return -1;
    }
    w->folders[0] = folder;
    w->depth = w->links = 0;
    int descriptor = walk_open(w, path), error = errno;
    memory_release(allocator, w, sizeof *w);
    errno = error;
    return descriptor;
}
