// SPDX-License-Identifier: MIT
#include "file.h"

#include "error.h"
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    READ_AT_ONCE = 1 << 30, // some systems refuse more
    FIRST_CAPACITY = 64 * 1024,
    LINKS_FOLLOWED = 40,
    TEMPORARY_ATTEMPTS = 100,
};

static gestalt_result file_error(gestalt_error *error, const char *what, const char *path)
{
    int number = errno;
    char quoted[ERROR_QUOTE_SIZE];
    return error_set(error, GESTALT_IO, 0, "cannot %s `%s`: %s", what,
                     error_quote(quoted, path, strlen(path)), error_of_system(number));
}

static int open_retrying(int folder, const char *path, int flags, mode_t mode)
{
    int descriptor;
    do
        descriptor = openat(folder, path, flags | O_CLOEXEC | O_NOCTTY, mode);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

// Whether a call that failed is worth another try, after waiting for a descriptor that does not
// block.
static bool try_again(int descriptor, short event)
{
    if (errno == EINTR)
        return true;
    if (errno != EAGAIN && errno != EWOULDBLOCK)
        return false;
    struct pollfd wait = {.fd = descriptor, .events = event};
    return poll(&wait, 1, -1) >= 0 || errno == EINTR;
}

// ---- Reading

// What has been read so far. `capacity` is the size of the block.
typedef struct reader {
    int descriptor;
    const char *path;
    size_t size_limit;
    gestalt_allocator allocator;
    char *bytes;
    size_t size, capacity;
} reader;

static gestalt_result reader_too_large(const reader *r, gestalt_error *error)
{
    char quoted[ERROR_QUOTE_SIZE];
    return error_set(error, GESTALT_LIMIT, 0, "`%s` has more than %zu bytes",
                     error_quote(quoted, r->path, strlen(r->path)), r->size_limit);
}

static gestalt_result reader_reserve(reader *r, size_t capacity, gestalt_error *error)
{
    if (capacity == 0)
        capacity = 1;
    char *bytes = memory_resize(&r->allocator, r->bytes, r->capacity, capacity);
    if (!bytes)
        return error_no_memory(error);
    r->bytes = bytes;
    r->capacity = capacity;
    return GESTALT_OK;
}

// Reads up to `size` bytes; 0 at the end of the file, less than 0 on errors.
static ssize_t reader_read(const reader *r, char *bytes, size_t size)
{
    ssize_t count;
    do
        count = read(r->descriptor, bytes, size < READ_AT_ONCE ? size : READ_AT_ONCE);
    while (count < 0 && try_again(r->descriptor, POLLIN));
    return count;
}

// Appends a byte for which there may be no room yet.
static gestalt_result reader_append(reader *r, char byte, gestalt_error *error)
{
    if (r->size == r->size_limit)
        return reader_too_large(r, error);
    if (r->size == r->capacity) {
        size_t larger = r->capacity < FIRST_CAPACITY / 2 ? FIRST_CAPACITY : r->capacity * 2;
        gestalt_result result =
            reader_reserve(r, larger < r->size_limit ? larger : r->size_limit, error);
        if (result != GESTALT_OK)
            return result;
    }
    r->bytes[r->size++] = byte;
    return GESTALT_OK;
}

// The size that the file claims is only a first guess: it can grow meanwhile, and pipes and the
// files of the kernel claim none. So the end is where a read says so, and a full block is probed
// with a single byte before it grows.
static gestalt_result reader_run(reader *r, gestalt_error *error)
{
    for (;;) {
        char probe;
        bool is_full = r->size == r->capacity || r->size == r->size_limit;
        ssize_t count = is_full ? reader_read(r, &probe, 1)
                                : reader_read(r, r->bytes + r->size, r->capacity - r->size);
        if (count < 0)
            return file_error(error, "read", r->path);
        if (count == 0)
            break;
        if (!is_full) {
            r->size += (size_t)count;
            continue;
        }
        gestalt_result result = reader_append(r, probe, error);
        if (result != GESTALT_OK)
            return result;
    }
    size_t exact = r->size ? r->size : 1;
    return r->capacity == exact ? GESTALT_OK : reader_reserve(r, exact, error);
}

gestalt_result file_read_descriptor(int descriptor, const char *path, size_t size_limit,
                                    const gestalt_allocator *allocator, char **bytes, size_t *size,
                                    gestalt_error *error)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0)
        return file_error(error, "read", path);
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return file_error(error, "read", path);
    }
    reader r = {.descriptor = descriptor,
                .path = path,
                .size_limit = size_limit,
                .allocator = memory_allocator(allocator)};
    gestalt_result result = GESTALT_OK;
    if (S_ISREG(status.st_mode) && status.st_size > 0) {
        if ((uintmax_t)status.st_size > size_limit)
            return reader_too_large(&r, error);
        result = reader_reserve(&r, (size_t)status.st_size, error);
    }
    if (result == GESTALT_OK)
        result = reader_run(&r, error);
    if (result != GESTALT_OK) {
        memory_release(&r.allocator, r.bytes, r.capacity);
        return result;
    }
    *bytes = r.bytes;
    *size = r.size;
    return GESTALT_OK;
}

gestalt_result file_read(const char *path, size_t size_limit, const gestalt_allocator *allocator,
                         char **bytes, size_t *size, gestalt_error *error)
{
    int descriptor = open_retrying(AT_FDCWD, path, O_RDONLY, 0);
    if (descriptor < 0)
        return file_error(error, "open", path);
    gestalt_result result =
        file_read_descriptor(descriptor, path, size_limit, allocator, bytes, size, error);
    close(descriptor);
    return result;
}

void file_release(const gestalt_allocator *allocator, char *bytes, size_t size)
{
    gestalt_allocator memory = memory_allocator(allocator);
    memory_release(&memory, bytes, size ? size : 1);
}

// ---- Writing

gestalt_result file_write_descriptor(int descriptor, const char *path, const void *bytes,
                                     size_t size, gestalt_error *error)
{
    const char *next = bytes;
    while (size > 0) {
        ssize_t count = write(descriptor, next, size < READ_AT_ONCE ? size : READ_AT_ONCE);
        if (count < 0) {
            if (try_again(descriptor, POLLOUT))
                continue;
            return file_error(error, "write", path);
        }
        next += count;
        size -= (size_t)count;
    }
    return GESTALT_OK;
}

// The descriptor that a path like /dev/stdout stands for, or -1. Opened by its name, a file behind
// it would be written from its beginning, over what the process has written before.
static int descriptor_of_path(const char *path)
{
    if (strcmp(path, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0)
        return STDERR_FILENO;
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t size = strlen(folders[i]);
        if (strncmp(path, folders[i], size) != 0)
            continue;
        char *end;
        long number = strtol(path + size, &end, 10);
        if (end != path + size && *end == '\0' && number >= 0 && number <= INT_MAX)
            return (int)number;
    }
    return -1;
}

static gestalt_result write_directly(const char *path, const void *bytes, size_t size,
                                     gestalt_error *error)
{
    int descriptor = open_retrying(AT_FDCWD, path, O_WRONLY, 0);
    if (descriptor < 0)
        return file_error(error, "open", path);
    gestalt_result result = file_write_descriptor(descriptor, path, bytes, size, error);
    if (close(descriptor) != 0 && errno != EINTR && result == GESTALT_OK)
        result = file_error(error, "write", path);
    return result;
}

// A place in a folder. The folder is held open, so that nobody can exchange it underneath, and the
// length of paths does not matter.
typedef struct place {
    int folder;
    char name[NAME_MAX + 1];
} place;

// Moves to `path`, as seen from the place's folder. False, with errno, when that can't be.
static bool place_enter(place *p, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t folder_size = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
    char folder[PATH_MAX];
    if (strlen(name) > NAME_MAX || folder_size >= sizeof folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (*name == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        errno = *path ? EISDIR : ENOENT;
        return false;
    }
    memcpy(folder, slash ? path : ".", slash ? folder_size : 1);
    folder[slash ? folder_size : 1] = '\0';
    int descriptor = open_retrying(p->folder, folder, O_RDONLY | O_DIRECTORY, 0);
#ifdef O_PATH
    if (descriptor < 0 && errno == EACCES) // a folder may be for writing only
        descriptor = open_retrying(p->folder, folder, O_PATH | O_DIRECTORY, 0);
#endif
    if (descriptor < 0)
        return false;
    if (p->folder >= 0)
        close(p->folder);
    p->folder = descriptor;
    memcpy(p->name, name, strlen(name) + 1);
    return true;
}

// Finds the place that `path` names in the end, behind all symbolic links. On false, `p->folder`
// may still have to be closed.
static bool place_find(place *p, const char *path)
{
    p->folder = AT_FDCWD;
    if (!place_enter(p, path))
        return false;
    for (int links = 0; links < LINKS_FOLLOWED; links++) {
        char target[PATH_MAX];
        ssize_t size = readlinkat(p->folder, p->name, target, sizeof target - 1);
        if (size < 0)
            return errno == EINVAL || errno == ENOENT; // no link, or nothing at all
        target[size] = '\0';
        if (!place_enter(p, target))
            return false;
    }
    errno = ELOOP;
    return false;
}

// Creates a file beside the place under a name that nobody has. -1 with errno when that fails.
static int temporary_create(const place *p, char name[NAME_MAX + 1])
{
    for (int attempt = 0; attempt < TEMPORARY_ATTEMPTS; attempt++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        snprintf(name, NAME_MAX + 1, ".gestalt-%lx-%llx-%lx.tmp", (unsigned long)getpid(),
                 (unsigned long long)now.tv_sec, (unsigned long)now.tv_nsec + (unsigned)attempt);
        int descriptor = open_retrying(p->folder, name, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

// Some file systems can't sync; that is no error of ours.
static bool sync_descriptor(int descriptor)
{
    int result;
    do
        result = fsync(descriptor);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP || errno == EBADF || errno == EROFS;
}

// Gives a new file the owner and mode of the old one. Only root can give files away: who may not
// keeps it.
static bool keep_mode(int descriptor, const struct stat *old)
{
    struct stat now;
    if (fstat(descriptor, &now) != 0)
        return false;
    if ((now.st_uid != old->st_uid || now.st_gid != old->st_gid) &&
        fchown(descriptor, old->st_uid, old->st_gid) != 0 && errno != EPERM)
        return false;
    return fchmod(descriptor, old->st_mode & 0777) == 0;
}

// Writes the new file and puts it into its place. `old` is NULL when there is none.
static gestalt_result place_replace(const place *p, const struct stat *old, const char *path,
                                    const void *bytes, size_t size, gestalt_error *error)
{
    char temporary[NAME_MAX + 1];
    int descriptor = temporary_create(p, temporary);
    if (descriptor < 0)
        return file_error(error, "create a temporary file beside", path);
    gestalt_result result = GESTALT_OK;
    if (old && !keep_mode(descriptor, old))
        result = file_error(error, "set the mode of", path);
    if (result == GESTALT_OK)
        result = file_write_descriptor(descriptor, path, bytes, size, error);
    if (result == GESTALT_OK && !sync_descriptor(descriptor))
        result = file_error(error, "write", path);
    if (close(descriptor) != 0 && errno != EINTR && result == GESTALT_OK)
        result = file_error(error, "write", path);
    if (result == GESTALT_OK && renameat(p->folder, temporary, p->folder, p->name) != 0)
        result = file_error(error, "replace", path);
    if (result != GESTALT_OK)
        unlinkat(p->folder, temporary, 0);
    else if (!sync_descriptor(p->folder))
        result = file_error(error, "sync the folder of", path);
    return result;
}

// What stands at `path` decides: a file is replaced, a device written to, a folder refused.
static gestalt_result replace_at(const place *p, const char *path, const void *bytes, size_t size,
                                 gestalt_error *error)
{
    struct stat old;
    if (fstatat(p->folder, p->name, &old, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT)
            return file_error(error, "write", path);
        return place_replace(p, NULL, path, bytes, size, error);
    }
    if (!S_ISREG(old.st_mode)) {
        errno = EISDIR;
        return S_ISDIR(old.st_mode) ? file_error(error, "write", path)
                                    : write_directly(path, bytes, size, error);
    }
    if (faccessat(p->folder, p->name, W_OK, AT_EACCESS) != 0)
        return file_error(error, "write", path);
    return place_replace(p, &old, path, bytes, size, error);
}

gestalt_result file_replace(const char *path, const void *bytes, size_t size, gestalt_error *error)
{
    int standard = descriptor_of_path(path);
    if (standard >= 0)
        return file_write_descriptor(standard, path, bytes, size, error);
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return write_directly(path, bytes, size, error);
    place p;
    gestalt_result result = place_find(&p, path) ? replace_at(&p, path, bytes, size, error)
                                                 : file_error(error, "write", path);
    if (p.folder >= 0)
        close(p.folder);
    return result;
}
