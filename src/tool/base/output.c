// SPDX-License-Identifier: MIT
#include "output.h"

#include "array.h"
#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// ---- pipes; their other end may never be opened or read

enum {
    PIPE_LOOK = 50,      // milliseconds between two checks of a pipe that is not ready
    PIPE_LOOKS_LEFT = 8, // checks after a signal that ends the command
    PIPE_PIECE = 4096,   // bytes that can be written without waiting to a pipe that is ready
};
static volatile sig_atomic_t hurries;

void output_hurry(void)
{
    hurries = 1;
}

static bool is_pipe(int descriptor)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 &&
           (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || S_ISCHR(status.st_mode));
}

// Wait until a pipe is ready or has an error to report. Returns false with errno if the command
// must end before that.
static bool pipe_await(int descriptor)
{
    struct pollfd one = {.fd = descriptor, .events = POLLOUT};
    for (int left = PIPE_LOOKS_LEFT; left > 0; left -= hurries) {
        int ready = poll(&one, 1, PIPE_LOOK);
        if (ready > 0 || (ready < 0 && errno != EINTR)) // writing reports the error
            return true;
    }
    errno = EINTR;
    return false;
}

// Open a FIFO, waiting until its other end is opened. Returns -1 with errno on failure.
static int fifo_open(const char *path)
{
    int descriptor;
    while ((descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0) {
        if (errno != ENXIO && errno != EINTR)
            return -1;
        if (hurries) {
            errno = EINTR;
            return -1;
        }
        poll(NULL, 0, PIPE_LOOK);
    }
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    return descriptor;
}

// ---- writing

// Write all bytes. Returns false with errno on failure.
static bool write_all(int descriptor, const char *bytes, size_t size)
{
    bool waits = is_pipe(descriptor);
    while (size > 0) {
        if (waits && !pipe_await(descriptor))
            return false;
        size_t piece = waits && size > PIPE_PIECE ? PIPE_PIECE : size;
        ssize_t written = write(descriptor, bytes, piece);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

static bool output_collect(output *out, const char *bytes, size_t size)
{
    if (!ARRAY_RESERVE(&out->allocator, out->bytes, out->capacity, out->size + size)) {
        out->error = ENOMEM;
        return false;
    }
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
    return true;
}

static bool output_write(void *user, const char *bytes, size_t size)
{
    output *out = user;
    if (out->error)
        return false;
    if (out->path && !out->is_stream)
        return output_collect(out, bytes, size);
    if (!write_all(out->path ? out->file.descriptor : STDOUT_FILENO, bytes, size))
        out->error = errno;
    return out->error == 0;
}

static bool output_discard(void *user, const char *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return true;
}

static bool messages_write(void *user, const char *bytes, size_t size)
{
    (void)user;
    return write_all(STDERR_FILENO, bytes, size);
}

gestalt_writer output_messages_writer(void)
{
    return (gestalt_writer){.write = messages_write};
}

void output_start(output *out, cli *c, const char *path)
{
    if (c->is_silent) {
        *out = (output){.allocator = memory_allocator(NULL)};
        text_start(&out->text, (gestalt_writer){.write = output_discard}, false);
        return;
    }
    bool to_file = path && !cli_is_dash(path);
    *out = (output){.path = to_file ? path : NULL, .allocator = memory_allocator(NULL)};
    bool color = cli_colored(&c->options, to_file ? -1 : STDOUT_FILENO);
    text_start(&out->text, (gestalt_writer){output_write, out}, color);
}

// Remove the temporary file of a stream if a signal ends the command. Commands that handle such
// signals themselves have their own handlers.
static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
static file_output *volatile unfinished; // a file that has its temporary name

static void leave_nothing(int number)
{
    if (unfinished)
        unlinkat(unfinished->folder, unfinished->temporary, 0);
    signal(number, SIG_DFL);
    raise(number);
}

static void output_guard(output *out)
{
    struct sigaction now;
    if (out->file.folder < 0)
        return;
    unfinished = &out->file;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (sigaction(endings[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            signal(endings[i], leave_nothing);
}

static void output_unguard(const output *out)
{
    struct sigaction now;
    if (unfinished != &out->file)
        return;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (sigaction(endings[i], NULL, &now) == 0 && now.sa_handler == leave_nothing)
            signal(endings[i], SIG_DFL);
    unfinished = NULL;
}

// Record a failure to report at the end.
static void output_note(output *out, gestalt_result result)
{
    if (result != GESTALT_OK)
        out->error = EIO;
}

// Return whether a path is a FIFO. The path of a descriptor, such as /dev/stdout, is already open,
// and does not count.
static bool is_fifo(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISFIFO(status.st_mode) && strncmp(path, "/dev/", 5) != 0 &&
           strncmp(path, "/proc/", 6) != 0;
}

exit_code output_check_snapshot(cli *c, const char *option, const char *path)
{
    if (!path || (!cli_is_dash(path) && !is_fifo(path)))
        return EXIT_FINE;
    return cli_usage(c, "%s needs a file: a snapshot replaces a whole file", option);
}

static void output_open(output *out)
{
    if (!is_fifo(out->path)) {
        output_note(out, file_output_begin(&out->file, out->path, &out->failure));
        return;
    }
    out->file = (file_output){.path = out->path,
                              .descriptor = fifo_open(out->path),
                              .folder = -1,
                              .owns_descriptor = true};
    out->error = out->file.descriptor < 0 ? errno : 0;
}

void output_stream(output *out, cli *c, const char *path)
{
    output_start(out, c, path);
    if (!out->path)
        return;
    output_open(out);
    out->is_stream = out->error == 0;
    if (out->is_stream)
        output_guard(out);
}

static uint64_t whole_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec;
}

void output_keep(output *out)
{
    uint64_t now = whole_seconds();
    text_finish(&out->text);
    if (!out->is_stream || out->error)
        return;
    file_output_keep(&out->file);
    if (out->file.folder >= 0) {
        output_note(out, file_output_publish(&out->file, &out->failure));
        output_unguard(out);
    } else if (now != out->synced) {
        output_note(out, file_output_sync(&out->file, &out->failure));
    }
    out->synced = now;
}

bool output_is_replacing(const output *out)
{
    return out->is_stream && out->file.is_synced;
}

gestalt_writer output_writer(output *out)
{
    text_finish(&out->text);
    return out->text.writer;
}

// Write the file, or give it its final name, unless something has failed.
static void finish_file(output *out)
{
    if (out->error)
        return;
    if (!out->is_stream && !is_fifo(out->path)) {
        output_note(out, file_replace(out->path, out->bytes, out->size, &out->failure));
        return;
    }
    if (!out->is_stream) {
        output_open(out);
        out->is_stream = out->error == 0;
        if (out->is_stream && !write_all(out->file.descriptor, out->bytes, out->size))
            out->error = errno;
        if (out->error)
            return;
    }
    output_note(out, file_output_commit(&out->file, &out->failure));
    output_unguard(out);
    out->is_stream = false;
}

// Some file systems report a full disk only when a descriptor is closed.
static void finish_standard(output *out)
{
    int descriptor = dup(STDOUT_FILENO);
    if (descriptor < 0 || (close(descriptor) != 0 && errno != EINTR))
        out->error = out->error ? out->error : errno;
}

exit_code output_finish(output *out, cli *c)
{
    exit_code verdict = EXIT_FINE;
    text_finish(&out->text);
    if (out->text.is_out_of_memory)
        out->error = ENOMEM;
    (out->path ? finish_file : finish_standard)(out);
    if (out->failure.message[0]) {
        verdict = cli_fail(c, out->path, out->failure.result, &out->failure);
    } else if (out->error == EINTR) { // a signal ended the wait for a pipe
        verdict = EXIT_INTERRUPTED;
    } else if (out->error) {
        verdict = out->error == ENOMEM ? EXIT_LIMIT : EXIT_IO;
        if (out->error != EPIPE)
            cli_say(c, "cannot write %s: %s", out->path ? out->path : "standard output",
                    error_of_system(out->error));
    }
    output_abandon(out);
    return verdict;
}

exit_code output_end(output *out, cli *c, exit_code verdict)
{
    bool is_shown = !out->path || (out->is_stream && out->file.folder < 0);
    if (is_shown || verdict == EXIT_FINE || verdict == EXIT_INTERRUPTED || out->error)
        return cli_worse(verdict, output_finish(out, c));
    output_abandon(out);
    return verdict;
}

void output_abandon(output *out)
{
    if (out->is_stream)
        file_output_abandon(&out->file);
    output_unguard(out);
    out->is_stream = false;
    memory_release(&out->allocator, out->bytes, out->capacity);
    out->bytes = NULL;
    out->size = out->capacity = 0;
}

exit_code output_bytes(cli *c, const char *path, const void *bytes, size_t size)
{
    output out;
    output_start(&out, c, path);
    text_write(&out.text, bytes, size);
    return output_finish(&out, c);
}

// ---- CSV

void output_csv_text(text_out *out, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        text_put(out, text);
        return;
    }
    text_put(out, "\"");
    for (; *text; text++) {
        text_put(out, *text == '"' ? "\"" : "");
        text_write(out, text, 1);
    }
    text_put(out, "\"");
}
