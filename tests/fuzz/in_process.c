// SPDX-License-Identifier: MIT
#include "in_process.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int command_main(int count, char **words);

// Sanitizers write their reports to the original standard error.
__attribute__((weak)) void __sanitizer_set_report_fd(void *descriptor);

static char folder[64];

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    perror(what);
    abort();
}

// ---- files

void in_process_clear(void)
{
    DIR *entries = opendir(folder);
    must(entries, folder);
    for (const struct dirent *e; (e = readdir(entries));)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            must(unlinkat(dirfd(entries), e->d_name, 0) == 0, e->d_name);
    closedir(entries);
}

static void leave(void)
{
    in_process_clear();
    rmdir(folder);
}

void in_process_write(const char *name, const void *bytes, size_t size)
{
    int descriptor = open(name, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    must(descriptor >= 0 && write(descriptor, bytes, size) == (ssize_t)size, name);
    close(descriptor);
}

char *in_process_read(const char *name, size_t *size)
{
    struct stat status;
    int descriptor = open(name, O_RDONLY | O_CLOEXEC);
    must(descriptor >= 0 && fstat(descriptor, &status) == 0, name);
    *size = (size_t)status.st_size;
    char *bytes = malloc(*size + 1);
    must(bytes && read(descriptor, bytes, *size) == (ssize_t)*size, name);
    bytes[*size] = '\0';
    close(descriptor);
    return bytes;
}

// ---- standard streams

enum { STREAMS = 3 };
static int own[STREAMS], theirs[STREAMS]; // by number of the stream
static char *said[STREAMS];

void in_process_enter(void)
{
    if (folder[0])
        return;
    const char *in = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/gestalt-fuzz-XXXXXX", in);
    must(mkdtemp(folder) && chdir(folder) == 0, folder);
    atexit(leave);
    for (int i = 0; i < STREAMS; i++) {
        own[i] = fcntl(i, F_DUPFD_CLOEXEC, 10);
        theirs[i] = i ? memfd_create("said", MFD_CLOEXEC) : open("/dev/null", O_RDONLY | O_CLOEXEC);
        must(theirs[i] >= 0, "streams");
    }
    if (__sanitizer_set_report_fd && own[STDERR_FILENO] >= 0)
        __sanitizer_set_report_fd((void *)(intptr_t)own[STDERR_FILENO]);
    // Do not use the user's cache of native code and settings.
    setenv("XDG_CACHE_HOME", folder, 1);
    setenv("TERM", "dumb", 1);
}

static void streams_exchange(const int *with)
{
    fflush(stdout);
    for (int i = 0; i < STREAMS; i++)
        if (with[i] >= 0)
            must(dup2(with[i], i) == i, "dup2");
}

// Read what was written to a stream, zero-terminated, and empty it.
static const char *stream_take(int i, size_t *size)
{
    off_t end = lseek(theirs[i], 0, SEEK_CUR);
    must(end >= 0, "lseek");
    free(said[i]);
    said[i] = malloc((size_t)end + 1);
    must(said[i] && pread(theirs[i], said[i], (size_t)end, 0) == end, "pread");
    said[i][end] = '\0';
    must(ftruncate(theirs[i], 0) == 0 && lseek(theirs[i], 0, SEEK_SET) == 0, "ftruncate");
    *size = (size_t)end;
    return said[i];
}

in_process_said in_process_run(int count, const char *const *words)
{
    char *given[IN_PROCESS_WORDS + 1] = {NULL};
    in_process_said s = {0};
    for (int i = 0; i < count && i < IN_PROCESS_WORDS; i++)
        given[i] = (char *)(uintptr_t)words[i];
    streams_exchange(theirs);
    s.code = (exit_code)command_main(count, given);
    streams_exchange(own);
    s.data = stream_take(STDOUT_FILENO, &s.data_size);
    s.messages = stream_take(STDERR_FILENO, &s.messages_size);
    return s;
}

in_process_said in_process_run_line(const char *line)
{
    char text[4096];
    const char *words[IN_PROCESS_WORDS];
    int count = 0;
    snprintf(text, sizeof text, "gestalt %s", line);
    for (char *word = strtok(text, " "); word && count < IN_PROCESS_WORDS; word = strtok(NULL, " "))
        words[count++] = word;
    return in_process_run(count, words);
}
