// SPDX-License-Identifier: MIT
#include "output.h"

#include "array.h"
#include "error.h"
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// All bytes, or false with errno.
static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
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
    if (out->path && out->descriptor < 0)
        return output_collect(out, bytes, size);
    if (!write_all(out->path ? out->descriptor : STDOUT_FILENO, bytes, size))
        out->error = errno;
    return out->error == 0;
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
    bool to_file = path && !cli_is_dash(path);
    *out = (output){
        .path = to_file ? path : NULL, .descriptor = -1, .allocator = memory_allocator(NULL)};
    bool color = cli_colored(&c->options, to_file ? -1 : STDOUT_FILENO);
    text_start(&out->text, (gestalt_writer){output_write, out}, color);
}

void output_stream(output *out, cli *c, const char *path)
{
    output_start(out, c, path);
    if (!out->path)
        return;
    out->descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
    if (out->descriptor < 0)
        out->error = errno;
}

gestalt_writer output_writer(output *out)
{
    text_finish(&out->text);
    return out->text.writer;
}

static exit_code finish_collected(output *out, cli *c)
{
    gestalt_error error = {0};
    gestalt_result result = file_replace(out->path, out->bytes, out->size, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(c, out->path, result, &error);
}

// Some file systems tell of a full disk only when a descriptor is closed.
static void close_checked(output *out)
{
    int descriptor = out->path ? out->descriptor : dup(STDOUT_FILENO);
    if (descriptor < 0 || (close(descriptor) != 0 && errno != EINTR))
        out->error = out->error ? out->error : errno;
    out->descriptor = -1;
}

exit_code output_finish(output *out, cli *c)
{
    text_finish(&out->text);
    if (out->text.is_out_of_memory)
        out->error = ENOMEM;
    exit_code verdict = EXIT_FINE;
    if (!out->path || out->descriptor >= 0)
        close_checked(out);
    else if (!out->error)
        verdict = finish_collected(out, c);
    if (out->error) {
        verdict = out->error == ENOMEM ? EXIT_LIMIT : EXIT_IO;
        if (out->error != EPIPE)
            cli_say(c, "cannot write %s: %s", out->path ? out->path : "standard output",
                    error_of_system(out->error));
    }
    output_abandon(out);
    return verdict;
}

void output_abandon(output *out)
{
    if (out->descriptor >= 0)
        close(out->descriptor);
    out->descriptor = -1;
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
