// SPDX-License-Identifier: MIT
// Included documents: resolving their paths, detecting cycles, and reading each document once.
#include "document.h"

#include "error.h"
#include "file.h"
#include "include_file.h"
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INCLUDE_DEPTH_MAX = 64, INCLUDE_COUNT_MAX = 4096 };

// Resolve `path`, as written in the document `from`, relative to the first document's folder and
// without `.` and `..`. Returns NULL if it leaves that folder.
static const char *include_normalise(compiler *c, const char *from, const char *path)
{
    char *result = arena_allocate(&c->memory, strlen(from) + strlen(path) + 2);
    const char *slash = strrchr(from, '/');
    size_t used = slash ? (size_t)(slash - from) : 0; // length of the folder of `from`
    memcpy(result, from, used);
    while (*path) {
        size_t size = strcspn(path, "/");
        if (size == 2 && memcmp(path, "..", 2) == 0) {
            if (used == 0)
                return NULL;
            while (used > 0 && result[--used] != '/')
                ;
        } else if (size > 0 && !(size == 1 && *path == '.')) {
            if (used > 0)
                result[used++] = '/';
            memcpy(result + used, path, size);
            used += size;
        }
        path += size;
        path += *path == '/';
    }
    result[used] = '\0';
    return result;
}

static const char *include_path(compiler *c, const document *from, json_value site)
{
    if (!expect_kind(c, from, site, JSON_STRING, "`include`"))
        return NULL;
    const char *written = text_of(c, site);
    const char *why = NULL;
    const char *path = NULL;
    if (c->options.forbid_includes || (c->documents.folder < 0 && !c->options.include)) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_INCLUDE_FORBIDDEN, span_of(from, site),
                        c->options.forbid_includes
                            ? "includes are not allowed here"
                            : "a document without a folder can't include others");
        return NULL;
    }
    if (!*written)
        why = "is empty";
    else if (*written == '/')
        why = "is absolute; it must be relative to this document";
    else if (strchr(written, '\\'))
        why = "has a backslash; separate its parts with /";
    else if (!(path = include_normalise(c, from->relative, written)))
        why = "leaves the folder of the first document";
    else if (!*path)
        why = "names a folder";
    if (!why)
        return path;
    diagnostics_add(c->diagnostics, DIAGNOSTIC_INCLUDE_PATH, span_of(from, site),
                    "the path `%s` %s", written, why);
    return NULL;
}

static gestalt_result include_read_file(compiler *c, const char *path, char **text, size_t *size,
                                        gestalt_error *error)
{
    int descriptor = include_open(c->documents.folder, path, &c->options.allocator);
    struct stat status;
    if (descriptor < 0 && errno == ENOMEM)
        return error_no_memory(error);
    if (descriptor < 0) {
        error->result = GESTALT_IO;
        if (errno == EXDEV)
            strcpy(error->message,
                   "a symbolic link on the path leaves the first document's folder");
        else
            strncat(strcpy(error->message, ""), strerror(errno), sizeof error->message - 1);
        return GESTALT_IO;
    }
    gestalt_result result = GESTALT_IO;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
        result = file_read_descriptor(descriptor, path, c->options.size_limit,
                                      &c->options.allocator, text, size, error);
    else
        strcpy(error->message, "it is not a regular file");
    close(descriptor);
    return result;
}

static bool include_read(compiler *c, const document *from, json_value site, document *d)
{
    gestalt_error error = {0};
    gestalt_result result =
        c->options.include ? c->options.include(c->options.include_user, d->relative,
                                                &c->options.allocator, &d->text, &d->size, &error)
                           : include_read_file(c, d->relative, &d->text, &d->size, &error);
    if (result == GESTALT_OK && c->options.listener)
        result = c->options.listener(c->options.listener_user, d->path, d->text, d->size, &error);
    if (result == GESTALT_OK)
        return true;
    if (result == GESTALT_NO_MEMORY)
        longjmp(c->memory.escape, 1);
    error.message[sizeof error.message - 1] = '\0';
    diagnostics_add(c->diagnostics,
                    result == GESTALT_LIMIT ? DIAGNOSTIC_JSON_SIZE : DIAGNOSTIC_INCLUDE_READ,
                    span_of(from, site), "can't read `%s`: %s", d->path, error.message);
    return false;
}

static void report_cycle(compiler *c, const document *from, json_value site, const document *again)
{
    const char *path = again->path;
    for (const document *d = from; d != again; d = d->includer)
        path = arena_print(&c->memory, "%s -> %s", d->path, path);
    diagnostics_add(c->diagnostics, DIAGNOSTIC_INCLUDE_CYCLE, span_of(from, site),
                    "documents include each other: %s -> %s", again->path, path);
}

document *include_document(compiler *c, document *from, json_value site)
{
    const char *path = include_path(c, from, site);
    if (!path)
        return NULL;
    for (document *d = c->documents.first; d; d = d->next) {
        if (strcmp(d->relative, path) != 0)
            continue;
        if (d->open)
            report_cycle(c, from, site, d);
        return d->open || d->broken ? NULL : d;
    }
    if (from->depth >= INCLUDE_DEPTH_MAX || c->documents.count >= INCLUDE_COUNT_MAX) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_TOO_MANY, span_of(from, site),
                        "at most %d documents may include each other in a chain, and %d in total",
                        INCLUDE_DEPTH_MAX, INCLUDE_COUNT_MAX);
        return NULL;
    }
    document *d =
        document_new(c, arena_print(&c->memory, "%s%s", c->documents.folder_path, path), path);
    d->includer = from;
    d->depth = from->depth + 1;
    d->broken = !include_read(c, from, site, d) || !document_open(c, d);
    return d->broken ? NULL : d;
}
