// SPDX-License-Identifier: MIT
#include "import_input.h"

#include "compile_generated.h"
#include "error.h"
#include "file.h"
#include "include_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Memory that an import may use, by the number of nodes that a document may have.
enum { NODES_DEFAULT = 65535, MEMORY_LEAST = 16 << 20, MEMORY_PER_NODE = 800 };

bool import_input_is(const char *text, size_t size, bool *is_cut)
{
    return import_format_of_start(text, size, is_cut) != IMPORT_NONE;
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
        cli_is_dash(path) ? file_read_descriptor(STDIN_FILENO, cli_input_name(path), limit,
                                                 &allocator, &text, &file->size, &in->error)
                          : file_read(path, limit, &allocator, &text, &file->size, &in->error);
    if (result != GESTALT_OK)
        return result;
    file->path = cli_input_name(path);
    file->text = keep_text(in, text, file->size);
    return hear(in, file->path, file->text, file->size);
}

static size_t folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

// Return a path relative to the file `from`, without `.`, and without `..` except at its start.
static const char *resolve(import_input *in, const char *from, const char *path)
{
    size_t used = *path == '/' ? 0 : folder_size(from), least = 0;
    char *result = arena_allocate(in->memory, used + strlen(path) + 2);
    const char *rest = arena_print(in->memory, "%.*s%s", (int)used, from, path);
    used = 0;
    if (*rest == '/')
        result[used++] = '/';
    while (*rest) {
        size_t size = strcspn(rest, "/");
        bool is_up = size == 2 && memcmp(rest, "..", 2) == 0;
        if (is_up && used > least && used > (size_t)(*result == '/')) {
            for (used--; used > least && result[used - 1] != '/';)
                used--;
        } else if (size > 0 && !(size == 1 && *rest == '.')) {
            memcpy(result + used, rest, size);
            used += size;
            if (rest[size])
                result[used++] = '/';
            if (is_up)
                least = used;
        }
        rest += size;
        rest += *rest == '/';
    }
    result[used] = '\0';
    return result;
}

static const char *last_part(const char *path)
{
    return path + folder_size(path);
}

// Find an included file among the named ones: by its path or, in another package, by its name.
static bool find_named(import_input *in, const char *path, bool by_name, import_file *file)
{
    for (uint32_t i = 0; i < in->count; i++) {
        const char *named = in->files[i].path;
        if (by_name ? strcmp(last_part(named), last_part(path)) == 0
                    : strcmp(resolve(in, "", named), path) == 0) {
            *file = in->files[i];
            return true;
        }
    }
    return false;
}

// Open a file below the folder of a named one. Returns -1 with a reason.
static int open_below(import_input *in, const char *named, const char *path, const char **why)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    const char *folder =
        resolve(in, "", arena_print(in->memory, "%.*s", (int)folder_size(named), named));
    size_t size = strlen(folder);
    bool is_below = strncmp(path, folder, size) == 0 && strncmp(path, "../", 3) != 0;
    *why = "the path leaves the folder of the file that was named";
    if (size == 0 ? *path == '/' || strncmp(path, "..", 2) == 0 : !is_below)
        return -1;
    int open_folder = file_open(AT_FDCWD, size ? folder : ".", O_RDONLY | O_DIRECTORY, 0);
    int descriptor = open_folder < 0 ? -1 : include_open(open_folder, path + size, &allocator);
    if (descriptor < 0)
        *why = errno == EXDEV ? "a symbolic link leaves the folder of the file that was named"
                              : error_of_system(errno);
    if (open_folder >= 0)
        close(open_folder);
    return descriptor;
}

static gestalt_result read_included(import_input *in, int descriptor, import_file *file)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    struct stat status;
    char *text;
    strcpy(in->error.message, "it is not a regular file");
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        return GESTALT_IO;
    gestalt_result result = file_read_descriptor(descriptor, file->path, in->compile->size_limit,
                                                 &allocator, &text, &file->size, &in->error);
    if (result != GESTALT_OK)
        return result;
    file->text = keep_text(in, text, file->size);
    return hear(in, file->path, file->text, file->size);
}

static bool include_file(void *user, uint32_t first, const char *from, const char *package,
                         const char *path, import_file *file, const char **why)
{
    import_input *in = user;
    file->path = resolve(in, from, path);
    if (find_named(in, file->path, false, file) || (package && find_named(in, path, true, file)))
        return true;
    *why = package ? "it is in another package: name the file on the command line"
                   : "includes are not allowed here";
    if (package || in->compile->forbid_includes || cli_is_dash(in->paths[first]))
        return false;
    int descriptor = open_below(in, in->paths[first], file->path, why);
    if (descriptor < 0)
        return false;
    gestalt_result result = read_included(in, descriptor, file);
    close(descriptor);
    if (result != GESTALT_OK)
        *why = arena_copy_text(in->memory, in->error.message, strlen(in->error.message));
    return result == GESTALT_OK;
}

// ---- an import

static gestalt_result compile_document(import_input *in)
{
    generated_text generated = {
        .path = cli_input_name(in->paths[0]),
        .text = in->text_made,
        .size = in->size_made,
        .places = in->places,
        .place_count = in->place_count,
        .diagnostics = in->diagnostics,
    };
    return compile_generated(&generated, in->compile, &in->shape, &in->error);
}

// Keep the document, and nothing else of the import.
static void keep_document(import_input *in, const draft_output *document)
{
    in->text_made = arena_copy_text(in->memory, document->text, document->size);
    in->size_made = document->size;
    in->place_count = document->place_count;
    in->places = ARENA_ARRAY(in->memory, generated_place, document->place_count);
    for (uint32_t i = 0; i < document->place_count; i++)
        in->places[i] = (generated_place){document->places[i].begin, document->places[i].origin};
}

// Import with memory that is released before the document is compiled.
static gestalt_result import_apart(import_input *in, bool *is_made)
{
    arena a;
    draft_output document;
    volatile gestalt_result result = GESTALT_NO_MEMORY;
    arena_start(&a, memory_allocator(NULL));
    if (setjmp(a.escape) == 0) {
        *is_made = import_files(&a, in->files, in->count, &in->options, in->diagnostics, &document);
        result = GESTALT_OK;
        if (*is_made)
            keep_document(in, &document);
    }
    arena_destroy(&a);
    return result == GESTALT_OK ? GESTALT_OK : error_no_memory(&in->error);
}

static gestalt_result load_files(import_input *in)
{
    for (uint32_t i = 0; i < in->count; i++) {
        in->failing_path = cli_input_name(in->paths[i]);
        if (i == 0 && in->text) {
            in->files[0] = (import_file){cli_input_name(in->paths[0]), in->text, in->size};
            continue;
        }
        gestalt_result result = read_operand(in, in->paths[i], &in->files[i]);
        if (result != GESTALT_OK)
            return result;
    }
    if (in->library) {
        import_file *library = ARENA_NEW(in->memory, import_file);
        in->failing_path = in->library;
        gestalt_result result = read_operand(in, in->library, library);
        if (result != GESTALT_OK)
            return result;
        in->options.library = library;
    }
    in->failing_path = cli_input_name(in->paths[0]);
    in->options.size_limit = in->compile->size_limit;
    in->options.include = include_file;
    in->options.include_user = in;
    uint32_t nodes = in->compile->node_budget ? in->compile->node_budget : NODES_DEFAULT;
    in->options.node_limit = nodes;
    in->findings = (import_findings){.memory = in->memory};
    in->options.findings = &in->findings;
    in->options.memory_limit = MEMORY_LEAST + (size_t)nodes * MEMORY_PER_NODE;
    bool is_made = false;
    gestalt_result result = import_apart(in, &is_made);
    if (result != GESTALT_OK)
        return result;
    if (is_made)
        return compile_document(in);
    if (!gestalt_diagnostics_finish(in->diagnostics))
        return error_no_memory(&in->error);
    return diagnostics_reject(in->diagnostics, &in->error);
}

gestalt_result import_input_load(import_input *in)
{
    arena *a = in->memory;
    jmp_buf before;
    memcpy(&before, &a->escape, sizeof before);
    in->shape = NULL;
    in->diagnostics = gestalt_diagnostics_create(NULL);
    gestalt_result result = GESTALT_NO_MEMORY;
    if (in->diagnostics && setjmp(a->escape) == 0) {
        in->files = ARENA_ARRAY(a, import_file, in->count);
        result = load_files(in);
    } else {
        error_no_memory(&in->error);
    }
    memcpy(&a->escape, &before, sizeof before);
    if (result != GESTALT_OK && result != GESTALT_REJECTED) {
        gestalt_diagnostics_destroy(in->diagnostics);
        in->diagnostics = NULL;
    }
    return result;
}
