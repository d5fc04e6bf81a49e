// SPDX-License-Identifier: MIT
#include "import_input.h"

#include "compile_generated.h"
#include "error.h"
#include "file.h"
#include "include_file.h"
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool import_input_is(const char *text, size_t size)
{
    return import_format_of(text, size) != IMPORT_NONE;
}

// ---- reading

// Copy a text into the arena, and free the original.
static const char *keep_text(import_input *in, char *text, size_t size)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    char *copy = arena_copy_text(in->memory, text, size);
    file_release(&allocator, text, size);
    return copy;
}

static gestalt_result hear(import_input *in, const char *path, const char *text, size_t size)
{
    const gestalt_compile_options *how = in->compile;
    return how->listener ? how->listener(how->listener_user, path, text, size, &in->error)
                         : GESTALT_OK;
}

static gestalt_result read_operand(import_input *in, const char *path, import_file *file)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    size_t limit = in->compile->size_limit;
    char *text;
    gestalt_result result =
        cli_is_dash(path)
            ? file_read_descriptor(STDIN_FILENO, input_name(path), limit, &allocator, &text,
                                   &file->size, &in->error)
            : file_read(path, limit, &allocator, &text, &file->size, &in->error);
    if (result != GESTALT_OK)
        return result;
    file->path = input_name(path);
    file->text = keep_text(in, text, file->size);
    return hear(in, file->path, file->text, file->size);
}

static size_t folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

// Resolve a path relative to the file `from`, without `.` and `..`. The result is relative to the
// folder of the first file; NULL if it leaves that folder.
static const char *resolve(import_input *in, const char *from, const char *path)
{
    size_t first = folder_size(in->paths[0]);
    size_t used = folder_size(from);
    char *result = arena_allocate(in->memory, used + strlen(path) + 2);
    used = used > first ? used - first : 0;
    memcpy(result, from + first, used);
    while (*path) {
        size_t size = strcspn(path, "/");
        if (size == 2 && memcmp(path, "..", 2) == 0) {
            if (used == 0)
                return NULL;
            for (used--; used > 0 && result[used - 1] != '/';)
                used--;
        } else if (size > 0 && !(size == 1 && *path == '.')) {
            memcpy(result + used, path, size);
            used += size;
            if (path[size])
                result[used++] = '/';
        }
        path += size;
        path += *path == '/';
    }
    result[used] = '\0';
    return result;
}

static bool include_file(void *user, const char *from, const char *path, import_file *file,
                         const char **why)
{
    import_input *in = user;
    gestalt_allocator allocator = memory_allocator(NULL);
    const char *relative = *path == '/' ? NULL : resolve(in, from, path);
    char *text;
    if (in->compile->forbid_includes || in->folder < 0) {
        *why = "includes are not allowed here";
        return false;
    }
    if (!relative) {
        *why = "the path leaves the folder of the first file";
        return false;
    }
    file->path = arena_print(in->memory, "%.*s%s", (int)folder_size(in->paths[0]), in->paths[0],
                             relative);
    int descriptor = include_open(in->folder, relative, &allocator);
    struct stat status;
    if (descriptor < 0) {
        *why = errno == EXDEV ? "a symbolic link leaves the folder of the first file"
                              : error_of_system(errno);
        return false;
    }
    gestalt_result result = GESTALT_IO;
    strcpy(in->error.message, "it is not a regular file");
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
        result = file_read_descriptor(descriptor, relative, in->compile->size_limit, &allocator,
                                      &text, &file->size, &in->error);
    close(descriptor);
    if (result == GESTALT_OK) {
        file->text = keep_text(in, text, file->size);
        result = hear(in, file->path, file->text, file->size);
    }
    if (result != GESTALT_OK)
        *why = arena_copy_text(in->memory, in->error.message, strlen(in->error.message));
    return result == GESTALT_OK;
}

// ---- an import

static gestalt_result compile_document(import_input *in)
{
    const draft_output *document = &in->document;
    generated_place *places = ARENA_ARRAY(in->memory, generated_place, document->place_count);
    for (uint32_t i = 0; i < document->place_count; i++)
        places[i] = (generated_place){document->places[i].begin, document->places[i].origin};
    generated_text generated = {
        .path = input_name(in->paths[0]),
        .text = document->text,
        .size = document->size,
        .places = places,
        .place_count = document->place_count,
        .diagnostics = in->diagnostics,
    };
    return compile_generated(&generated, in->compile, &in->shape, &in->error);
}

static gestalt_result load_files(import_input *in, import_file *files)
{
    for (uint32_t i = 0; i < in->count; i++) {
        in->failing = i;
        if (i == 0 && in->text) {
            files[0] = (import_file){input_name(in->paths[0]), in->text, in->size};
            continue;
        }
        gestalt_result result = read_operand(in, in->paths[i], &files[i]);
        if (result != GESTALT_OK)
            return result;
    }
    in->failing = 0;
    in->options.size_limit = in->compile->size_limit;
    in->options.include = include_file;
    in->options.include_user = in;
    if (import_files(in->memory, files, in->count, &in->options, in->diagnostics, &in->document))
        return compile_document(in);
    if (!gestalt_diagnostics_finish(in->diagnostics))
        return error_no_memory(&in->error);
    return diagnostics_reject(in->diagnostics, &in->error);
}

static int open_folder_of(import_input *in, const char *path)
{
    if (cli_is_dash(path))
        return -1;
    size_t size = folder_size(path);
    const char *folder = size ? arena_copy_text(in->memory, path, size) : ".";
    return file_open(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY, 0);
}

gestalt_result import_input_load(import_input *in)
{
    arena *a = in->memory;
    jmp_buf before;
    memcpy(&before, &a->escape, sizeof before);
    in->folder = -1;
    in->shape = NULL;
    in->diagnostics = gestalt_diagnostics_create(NULL);
    gestalt_result result = GESTALT_NO_MEMORY;
    if (in->diagnostics && setjmp(a->escape) == 0) {
        import_file *files = ARENA_ARRAY(a, import_file, in->count);
        in->folder = open_folder_of(in, in->paths[0]);
        result = load_files(in, files);
    } else {
        error_no_memory(&in->error);
    }
    memcpy(&a->escape, &before, sizeof before);
    if (in->folder >= 0)
        close(in->folder);
    if (result != GESTALT_OK && result != GESTALT_REJECTED) {
        gestalt_diagnostics_destroy(in->diagnostics);
        in->diagnostics = NULL;
    }
    return result;
}
