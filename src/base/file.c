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
    READ_AT_ONCE = 1 << 30, // some systems refuse larger requests
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

int file_open(int folder, const char *path, int flags, mode_t mode)
{
    int descriptor;
    do
        descriptor = openat(folder, path, flags | O_CLOEXEC | O_NOCTTY, mode);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

// Return whether to retry a failed call. If the descriptor does not block, wait until it is ready.
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

// A file that is being read into memory. `capacity` is the size of the block.
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

// Read up to `size` bytes. Returns 0 at the end of the file, and a negative number on errors.
static ssize_t read_some(int descriptor, char *bytes, size_t size)
{
    ssize_t count;
    do
        count = read(descriptor, bytes, size < READ_AT_ONCE ? size : READ_AT_ONCE);
    while (count < 0 && try_again(descriptor, POLLIN));
    return count;
}

static bool is_folder(int descriptor)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
}

// Append a byte, growing the block if needed.
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

// The size that the file claims is only a first guess: the file can grow meanwhile, and pipes and
// kernel files claim none. So the end is where a read returns 0, and a full block is probed with a
// single byte before it grows.
static gestalt_result reader_run(reader *r, gestalt_error *error)
{
    for (;;) {
        char probe;
        bool is_full = r->size == r->capacity || r->size == r->size_limit;
        ssize_t count = is_full
                            ? read_some(r->descriptor, &probe, 1)
                            : read_some(r->descriptor, r->bytes + r->size, r->capacity - r->size);
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
    int descriptor = file_open(AT_FDCWD, path, O_RDONLY, 0);
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

gestalt_result file_input_begin(file_input *input, const char *path, gestalt_error *error)
{
    *input = (file_input){path, file_open(AT_FDCWD, path, O_RDONLY, 0)};
    if (input->descriptor < 0)
        return file_error(error, "open", path);
    if (!is_folder(input->descriptor))
        return GESTALT_OK;
    file_input_end(input);
    errno = EISDIR;
    return file_error(error, "read", path);
}

gestalt_result file_input_read(file_input *input, void *bytes, size_t size, size_t *count,
                               gestalt_error *error)
{
    *count = 0;
    while (*count < size) {
        ssize_t more = read_some(input->descriptor, (char *)bytes + *count, size - *count);
        if (more < 0)
            return file_error(error, "read", input->path);
        if (more == 0)
            break;
        *count += (size_t)more;
    }
    return GESTALT_OK;
}

void file_input_end(file_input *input)
{
    close(input->descriptor);
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

// Return the descriptor that a path like /dev/stdout refers to, or -1. Opening such a path by name
// would write a regular file from its beginning, over what the process has already written.
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

// A file_output writes to a location: a folder, held open, and a name. With an open folder, no
// other process can replace the folder during the work, and the length of paths does not matter.
_Static_assert(FILE_NAME_SIZE > NAME_MAX, "a name fits");

// Move to `path`, relative to the current folder, and split it into folder and name. Returns false,
// with errno, on failure.
static bool location_enter(file_output *p, char *path)
{
    char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    if (strlen(name) > NAME_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (*name == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        errno = *path ? EISDIR : ENOENT;
        return false;
    }
    memcpy(p->name, name, strlen(name) + 1);
    if (slash)
        *slash = '\0';
    const char *folder = slash == path ? "/" : slash ? path : ".";
    int descriptor = file_open(p->folder, folder, O_RDONLY | O_DIRECTORY, 0);
#ifdef O_PATH
    if (descriptor < 0 && errno == EACCES) // the folder may be writable but not readable
        descriptor = file_open(p->folder, folder, O_PATH | O_DIRECTORY, 0);
#endif
    if (descriptor < 0)
        return false;
    if (p->folder >= 0)
        close(p->folder);
    p->folder = descriptor;
    return true;
}

// In a sticky folder that others can write to, such as /tmp, any user can plant a file or link
// under a name that a program is going to write. Such an entry is trusted only if its owner is the
// user or the owner of the folder, which is also the rule of the kernel's fs.protected_symlinks.
// Returns false with errno; EACCES means that the entry is planted.
static bool location_trusts(const file_output *p, const struct stat *entry)
{
    struct stat folder;
    if (fstat(p->folder, &folder) != 0)
        return false;
    bool is_shared = (folder.st_mode & S_ISVTX) && (folder.st_mode & (S_IWGRP | S_IWOTH));
    errno = EACCES;
    return !is_shared || entry->st_uid == geteuid() || entry->st_uid == folder.st_uid;
}

// Read the target of the symbolic link at the location. Returns -1 with errno; EINVAL means that it
// is not a link. Owner and target belong to the same link, even if another process replaces it
// meanwhile.
static ssize_t location_read_link(const file_output *p, char *target, size_t size)
{
    struct stat status;
#ifdef O_PATH
    int link = file_open(p->folder, p->name, O_PATH | O_NOFOLLOW, 0);
    if (link < 0)
        return -1;
    bool is_known = fstat(link, &status) == 0;
    ssize_t used =
        is_known && S_ISLNK(status.st_mode) ? readlinkat(link, "", target, size - 1) : -1;
    int number = is_known && !S_ISLNK(status.st_mode) ? EINVAL : errno;
    close(link);
    errno = number;
#else
    ssize_t used = readlinkat(p->folder, p->name, target, size - 1);
    if (used >= 0 && fstatat(p->folder, p->name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return -1;
#endif
    if (used < 0)
        return -1;
    target[used] = '\0';
    return location_trusts(p, &status) ? used : -1;
}

// Resolve all symbolic links of `path`. When this returns false, the caller may still have to close
// `p->folder`.
static bool location_find(file_output *p, const char *path)
{
    char target[PATH_MAX + FILE_NAME_SIZE];
    p->folder = AT_FDCWD;
    if (strlen(path) >= sizeof target) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(target, path, strlen(path) + 1);
    for (int links = 0; links < LINKS_FOLLOWED; links++) {
        if (!location_enter(p, target))
            return false;
        if (location_read_link(p, target, sizeof target) < 0)
            return errno == EINVAL || errno == ENOENT; // not a link, or no file
    }
    errno = ELOOP;
    return false;
}

// Create a file with an unused name in the same folder. Returns -1 with errno on failure.
static int temporary_create(file_output *p)
{
    for (int attempt = 0; attempt < TEMPORARY_ATTEMPTS; attempt++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        snprintf(p->temporary, sizeof p->temporary, ".gestalt-%lx-%llx-%lx.tmp",
                 (unsigned long)getpid(), (unsigned long long)now.tv_sec,
                 (unsigned long)now.tv_nsec + (unsigned)attempt);
        int descriptor = file_open(p->folder, p->temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

bool file_sync_descriptor(int descriptor)
{
    int result;
    do
        result = fsync(descriptor);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP || errno == EBADF || errno == EROFS;
}

// Give a new file the owner and mode of the old one. Only root can change owners; for other users
// the file stays their own.
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

// Open the temporary file. `old` is NULL when there is no old file.
static gestalt_result begin_replacing(file_output *o, const struct stat *old, gestalt_error *error)
{
    o->descriptor = temporary_create(o);
    o->is_synced = true;
    if (o->descriptor < 0)
        return file_error(error, "create a temporary file next to", o->path);
    if (!old || keep_mode(o->descriptor, old))
        return GESTALT_OK;
    gestalt_result result = file_error(error, "set the mode of", o->path);
    close(o->descriptor);
    unlinkat(o->folder, o->temporary, 0);
    return result;
}

static gestalt_result begin_directly(file_output *o, gestalt_error *error)
{
    if (o->folder >= 0)
        close(o->folder);
    o->folder = -1;
    o->descriptor = file_open(AT_FDCWD, o->path, O_WRONLY, 0);
    return o->descriptor < 0 ? file_error(error, "open", o->path) : GESTALT_OK;
}

// Start writing, depending on what the location holds: a file is replaced, a device is written to,
// a folder is refused.
static gestalt_result begin_at(file_output *o, gestalt_error *error)
{
    struct stat old;
    if (fstatat(o->folder, o->name, &old, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? begin_replacing(o, NULL, error)
                               : file_error(error, "write", o->path);
    if (S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return file_error(error, "write", o->path);
    }
    if (!S_ISREG(old.st_mode))
        return begin_directly(o, error);
    if (faccessat(o->folder, o->name, W_OK, AT_EACCESS) != 0)
        return file_error(error, "write", o->path);
    if (location_trusts(o, &old))
        return begin_replacing(o, &old, error);
    return errno == EACCES ? begin_replacing(o, NULL, error) : file_error(error, "write", o->path);
}

gestalt_result file_output_begin(file_output *o, const char *path, gestalt_error *error)
{
    struct stat status;
    *o = (file_output){.path = path, .folder = -1, .descriptor = descriptor_of_path(path)};
    if (o->descriptor >= 0)
        return GESTALT_OK;
    o->owns_descriptor = true;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return begin_directly(o, error);
    gestalt_result result =
        location_find(o, path) ? begin_at(o, error) : file_error(error, "write", path);
    if (result != GESTALT_OK && o->folder >= 0)
        close(o->folder);
    return result;
}

gestalt_result file_output_write(file_output *o, const void *bytes, size_t size,
                                 gestalt_error *error)
{
    return file_write_descriptor(o->descriptor, o->path, bytes, size, error);
}

void file_output_keep(file_output *o)
{
    if (o->is_synced)
        o->whole_size = lseek(o->descriptor, 0, SEEK_CUR);
}

gestalt_result file_output_sync(file_output *o, gestalt_error *error)
{
    return !o->is_synced || file_sync_descriptor(o->descriptor)
               ? GESTALT_OK
               : file_error(error, "write", o->path);
}

// Finish writing. Some file systems report write errors only here.
static gestalt_result close_output(file_output *o, gestalt_error *error)
{
    gestalt_result result = file_output_sync(o, error);
    if (o->owns_descriptor && close(o->descriptor) != 0 && errno != EINTR && result == GESTALT_OK)
        result = file_error(error, "write", o->path);
    return result;
}

// Rename the new file. `*has_name` is true if only syncing the folder failed.
static gestalt_result output_name(file_output *o, bool *has_name, gestalt_error *error)
{
    *has_name = renameat(o->folder, o->temporary, o->folder, o->name) == 0;
    if (!*has_name)
        return file_error(error, "replace", o->path);
    return file_sync_descriptor(o->folder) ? GESTALT_OK
                                           : file_error(error, "sync the folder of", o->path);
}

gestalt_result file_output_publish(file_output *o, gestalt_error *error)
{
    bool has_name = false;
    if (o->folder < 0)
        return GESTALT_OK;
    gestalt_result result = file_output_sync(o, error);
    if (result == GESTALT_OK)
        result = output_name(o, &has_name, error);
    if (!has_name)
        return result;
    close(o->folder);
    o->folder = -1;
    return result;
}

gestalt_result file_output_commit(file_output *o, gestalt_error *error)
{
    bool has_name = false;
    gestalt_result result = close_output(o, error);
    if (o->folder < 0)
        return result;
    if (result == GESTALT_OK)
        result = output_name(o, &has_name, error);
    if (!has_name)
        unlinkat(o->folder, o->temporary, 0);
    close(o->folder);
    return result;
}

// Truncate a file to its earlier size. Failure is ignored: the bytes stay in the file, and the
// caller reports the error that made it abandon the file.
static void output_cut(const file_output *o)
{
    int result = 0;
    if (o->is_synced && o->folder < 0 && o->whole_size >= 0)
        result = ftruncate(o->descriptor, o->whole_size);
    (void)result;
}

void file_output_abandon(file_output *o)
{
    output_cut(o);
    if (o->owns_descriptor)
        close(o->descriptor);
    if (o->folder < 0)
        return;
    unlinkat(o->folder, o->temporary, 0);
    close(o->folder);
}

gestalt_result file_replace(const char *path, const void *bytes, size_t size, gestalt_error *error)
{
    file_output output;
    gestalt_result result = file_output_begin(&output, path, error);
    if (result != GESTALT_OK)
        return result;
    result = file_output_write(&output, bytes, size, error);
    if (result == GESTALT_OK)
        return file_output_commit(&output, error);
    file_output_abandon(&output);
    return result;
}

// ---- Comparing

// Return whether the rest of an open file equals these bytes.
static bool descriptor_has(int descriptor, const char *bytes, size_t size)
{
    char piece[8192];
    ssize_t count;
    while ((count = read_some(descriptor, piece, sizeof piece)) > 0) {
        if ((size_t)count > size || memcmp(piece, bytes, (size_t)count) != 0)
            return false;
        bytes += count;
        size -= (size_t)count;
    }
    return count == 0 && size == 0;
}

// Return whether the location holds a file of that size that file_replace would replace, keeping
// owner and mode.
static bool location_has_size(const file_output *p, size_t size)
{
    struct stat status;
    return fstatat(p->folder, p->name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISREG(status.st_mode) && (uintmax_t)status.st_size == size &&
           faccessat(p->folder, p->name, W_OK, AT_EACCESS) == 0 && location_trusts(p, &status);
}

bool file_has(const char *path, const void *bytes, size_t size)
{
    file_output place = {.path = path, .folder = -1};
    bool has_bytes = false;
    if (descriptor_of_path(path) >= 0)
        return false;
    if (location_find(&place, path) && location_has_size(&place, size)) {
        int descriptor = file_open(place.folder, place.name, O_RDONLY | O_NOFOLLOW, 0);
        has_bytes = descriptor >= 0 && descriptor_has(descriptor, bytes, size);
        if (descriptor >= 0)
            close(descriptor);
    }
    if (place.folder >= 0)
        close(place.folder);
    return has_bytes;
}
