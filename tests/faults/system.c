// SPDX-License-Identifier: MIT
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

system_faults faults;
void (*system_listener)(const system_event *event);
long system_clock_step;

const char *system_call_name(system_call call)
{
    static const char *const names[] = {"open",   "read",   "write", "sync", "close",
                                        "rename", "unlink", "stat",  "other"};
    return names[call];
}

// Return whether a call can fail with this error. Only calls that wait are interrupted, or transfer
// less than requested.
static bool system_can(system_call call, int error)
{
    if (error == SYSTEM_SHORT)
        return call == SYSTEM_READ || call == SYSTEM_WRITE;
    return error != EINTR || call <= SYSTEM_CLOSE;
}

// Return whether this call fails. If so, set errno, or mark the call as one that transfers less.
static bool system_fails(system_call call)
{
    if (!faults.on)
        return false;
    faults.calls++;
    bool fails = faults.calls == faults.fail_at ||
                 (faults.has_failed && faults.stays && call == faults.failed);
    if (!fails)
        return false;
    faults.has_failed = true;
    faults.failed = call;
    errno = faults.error;
    faults.has_effect = system_can(call, faults.error);
    return faults.has_effect;
}

static void system_tell(system_event event)
{
    if (faults.on && system_listener)
        system_listener(&event);
}

// Define a wrapped call that can fail and needs nothing else: its kind, its parameters and
// arguments.
#define WRAP(kind, name, parameters, arguments)                                                    \
    int __real_##name parameters;                                                                  \
    int __wrap_##name parameters;                                                                  \
    int __wrap_##name parameters                                                                   \
    {                                                                                              \
        return system_fails(kind) ? -1 : __real_##name arguments;                                  \
    }

WRAP(SYSTEM_STAT, stat64, (const char *path, struct stat *status), (path, status))
WRAP(SYSTEM_STAT, lstat64, (const char *path, struct stat *status), (path, status))
WRAP(SYSTEM_STAT, fstat64, (int file, struct stat *status), (file, status))
WRAP(SYSTEM_STAT, fstatat64, (int folder, const char *path, struct stat *status, int flags),
     (folder, path, status, flags))
WRAP(SYSTEM_OTHER, faccessat, (int folder, const char *path, int mode, int flags),
     (folder, path, mode, flags))
WRAP(SYSTEM_OTHER, fchmod, (int file, mode_t mode), (file, mode))
WRAP(SYSTEM_OTHER, fchown, (int file, uid_t user, gid_t group), (file, user, group))
WRAP(SYSTEM_OTHER, dup, (int file), (file))
WRAP(SYSTEM_OTHER, mkdir, (const char *path, mode_t mode), (path, mode))
WRAP(SYSTEM_OTHER, pipe2, (int ends[2], int flags), (ends, flags))
WRAP(SYSTEM_RENAME, rename, (const char *old, const char *new), (old, new))
WRAP(SYSTEM_UNLINK, unlink, (const char *path), (path))

int __real_openat64(int folder, const char *path, int flags, ...);
int __wrap_openat64(int folder, const char *path, int flags, ...);
int __wrap_openat64(int folder, const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (system_fails(SYSTEM_OPEN))
        return -1;
    int file = __real_openat64(folder, path, flags, mode);
    if (file >= 0)
        system_tell(
            (system_event){.call = SYSTEM_OPEN, .descriptor = file, .name = path, .flags = flags});
    return file;
}

int __wrap_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return __wrap_openat64(AT_FDCWD, path, flags, mode);
}

ssize_t __real_read(int file, void *bytes, size_t size);
ssize_t __wrap_read(int file, void *bytes, size_t size);
ssize_t __wrap_read(int file, void *bytes, size_t size)
{
    if (system_fails(SYSTEM_READ)) {
        if (faults.error != SYSTEM_SHORT)
            return -1;
        size = size > 1 ? size / 2 : size;
    }
    return __real_read(file, bytes, size);
}

ssize_t __real_pread64(int file, void *bytes, size_t size, off_t at);
ssize_t __wrap_pread64(int file, void *bytes, size_t size, off_t at);
ssize_t __wrap_pread64(int file, void *bytes, size_t size, off_t at)
{
    if (system_fails(SYSTEM_READ)) {
        if (faults.error != SYSTEM_SHORT)
            return -1;
        size = size > 1 ? size / 2 : size;
    }
    return __real_pread64(file, bytes, size, at);
}

ssize_t __real_write(int file, const void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size)
{
    if (file != STDERR_FILENO && system_fails(SYSTEM_WRITE)) {
        if (faults.error != SYSTEM_SHORT)
            return -1;
        size = size > 1 ? size / 2 : size;
    }
    ssize_t written = __real_write(file, bytes, size);
    if (written > 0)
        system_tell((system_event){
            .call = SYSTEM_WRITE, .descriptor = file, .bytes = bytes, .size = (size_t)written});
    return written;
}

int __real_fsync(int file);
int __wrap_fsync(int file);
int __wrap_fsync(int file)
{
    if (system_fails(SYSTEM_SYNC))
        return -1;
    // Do not really sync, since the machine does not lose power. The listener records what would be
    // on the disk.
    system_tell((system_event){.call = SYSTEM_SYNC, .descriptor = file});
    return 0;
}

int __real_syncfs(int file);
int __wrap_syncfs(int file);
int __wrap_syncfs(int file)
{
    if (system_fails(SYSTEM_SYNC))
        return -1;
    system_tell((system_event){.call = SYSTEM_SYNC, .descriptor = file, .is_whole = true});
    return 0;
}

// Linux closes a descriptor even if close reports an error.
int __real_close(int file);
int __wrap_close(int file);
int __wrap_close(int file)
{
    bool fails = system_fails(SYSTEM_CLOSE);
    int result = __real_close(file);
    if (fails)
        errno = faults.error;
    else if (result == 0)
        system_tell((system_event){.call = SYSTEM_CLOSE, .descriptor = file});
    return fails ? -1 : result;
}

int __real_renameat(int from, const char *old, int to, const char *new);
int __wrap_renameat(int from, const char *old, int to, const char *new);
int __wrap_renameat(int from, const char *old, int to, const char *new)
{
    if (system_fails(SYSTEM_RENAME))
        return -1;
    int result = __real_renameat(from, old, to, new);
    if (result == 0)
        system_tell((system_event){.call = SYSTEM_RENAME, .name = old, .to = new});
    return result;
}

int __real_unlinkat(int folder, const char *path, int flags);
int __wrap_unlinkat(int folder, const char *path, int flags);
int __wrap_unlinkat(int folder, const char *path, int flags)
{
    if (system_fails(SYSTEM_UNLINK))
        return -1;
    int result = __real_unlinkat(folder, path, flags);
    if (result == 0)
        system_tell((system_event){.call = SYSTEM_UNLINK, .name = path});
    return result;
}

ssize_t __real_readlinkat(int folder, const char *path, char *to, size_t size);
ssize_t __wrap_readlinkat(int folder, const char *path, char *to, size_t size);
ssize_t __wrap_readlinkat(int folder, const char *path, char *to, size_t size)
{
    return system_fails(SYSTEM_OTHER) ? -1 : __real_readlinkat(folder, path, to, size);
}

// A wait is never partial.
pid_t __real_waitpid(pid_t child, int *status, int flags);
pid_t __wrap_waitpid(pid_t child, int *status, int flags);
pid_t __wrap_waitpid(pid_t child, int *status, int flags)
{
    bool fails = system_fails(SYSTEM_READ) && faults.error != SYSTEM_SHORT;
    return fails ? -1 : __real_waitpid(child, status, flags);
}

int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
    static int64_t time;
    if (!faults.on || system_clock_step == 0)
        return __real_clock_gettime(clock, now);
    time += system_clock_step;
    *now = (struct timespec){time / 1000000000, time % 1000000000};
    return 0;
}
