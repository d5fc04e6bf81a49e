// SPDX-License-Identifier: MIT
// gestalt_compile_*: one compilation, from the text to the shape, and its cleanup.
#include "columns.h"
#include "compile_generated.h"
#include "document.h"
#include "document_schema.h"
#include "error.h"
#include "file.h"
#include "floats.h"
#include "lower.h"
#include "memory.h"
#include "misuse.h"
#include "shape_limits.h"
#include "utf8.h"
#include "warnings.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_SIZE_LIMIT ((size_t)256 << 20)
#define MOST_SIZE_LIMIT    (((size_t)2 << 30) - 1)

static gestalt_compile_options complete_options(const gestalt_compile_options *options)
{
    gestalt_compile_options o = options ? *options : (gestalt_compile_options){0};
    o.allocator = memory_allocator(&o.allocator);
    if (o.node_budget == 0)
        o.node_budget = LIMIT_NODES_DEFAULT;
    if (o.node_budget > LIMIT_NODES)
        o.node_budget = LIMIT_NODES;
    if (o.size_limit == 0)
        o.size_limit = DEFAULT_SIZE_LIMIT;
    if (o.size_limit > MOST_SIZE_LIMIT)
        o.size_limit = MOST_SIZE_LIMIT;
    if (o.depth_limit == 0 || o.depth_limit > JSON_DEPTH_MAX)
        o.depth_limit = JSON_DEPTH_MAX;
    return o;
}

// Return the file's name without its folder and its last suffix.
static const char *stem_of(compiler *c, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    size_t size = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    if (size > LIMIT_NAME_SIZE)
        size = utf8_valid_prefix(name, LIMIT_NAME_SIZE);
    return size ? clean_text(c, arena_copy_text(&c->memory, name, size)) : "unnamed";
}

static void compiler_destroy(compiler *c)
{
    for (document *d = c->documents.first; d; d = d->next) {
        json_destroy(&d->json, &c->options.allocator);
        file_release(&c->options.allocator, d->text, d->size);
    }
    if (c->documents.folder >= 0)
        close(c->documents.folder);
    arena_destroy(&c->work.memory);
    arena_destroy(&c->memory);
}

static bool compile_failed(const compiler *c)
{
    return diagnostics_errors(c->diagnostics) > 0;
}

static gestalt_result compile_text(compiler *c, document *first, gestalt_shape **shape)
{
    shape_parts parts;
    if (!document_load(c, first))
        return GESTALT_REJECTED;
    bool fits = tree_resolve(c);
    if (!assign_columns(c) || !fits || !lower(c, &parts) || compile_failed(c))
        return GESTALT_REJECTED;
    gestalt_result result = shape_build(&parts, &c->options.allocator, shape, c->error);
    if (result != GESTALT_OK)
        return result;
    warnings_find(c, *shape);
    if (c->options.warnings_are_errors)
        diagnostics_promote_warnings(c->diagnostics);
    if (!compile_failed(c))
        return GESTALT_OK;
    gestalt_shape_destroy(*shape);
    *shape = NULL;
    return GESTALT_REJECTED;
}

// The input of a compilation: a text, which this owns, and its name.
typedef struct input {
    const char *path;
    char *text;
    size_t size;
    int folder;         // descriptor of the folder for includes, or -1
    const char *around; // text of the whole file around a partial document, for diagnostics; see
                        // struct document
    // Writer for the document's schema; if set, the document is not compiled.
    const gestalt_writer *schema;
    const generated_text *generated; // set if the text was generated from other sources
} input;

// Write the schema of everything that can be read, with or without errors.
static gestalt_result compile_schema(compiler *c, document *first, gestalt_writer writer)
{
    if (!document_load(c, first))
        return GESTALT_REJECTED;
    tree_resolve(c);
    return document_schema(c, first, writer)
               ? GESTALT_OK
               : error_set(c->error, GESTALT_IO, 0, "the schema can't be written");
}

static const char *folder_of(compiler *c, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_copy_text(&c->memory, path, (size_t)(slash + 1 - path)) : "";
}

static gestalt_result compile_escaped(compiler *c, gestalt_shape **shape)
{
    gestalt_shape_destroy(*shape);
    *shape = NULL;
    return error_no_memory(c->error);
}

// When memory runs out, all code below jumps here; whatever it has created belongs to `c`.
static gestalt_result compile_guarded(compiler *c, input *in, gestalt_shape **shape)
{
    if (setjmp(c->memory.escape))
        return compile_escaped(c, shape);
    if (setjmp(c->work.memory.escape))
        return compile_escaped(c, shape);
    if (setjmp(diagnostics_arena(c->diagnostics)->escape))
        return compile_escaped(c, shape);
    c->documents.folder_path = folder_of(c, in->path);
    c->options.name = c->options.name
                          ? arena_copy_text(&c->memory, c->options.name, strlen(c->options.name))
                          : stem_of(c, in->path);
    const char *path = arena_copy_text(&c->memory, in->path, strlen(in->path));
    document *first = document_new(c, path, path + strlen(c->documents.folder_path));
    first->text = in->text;
    first->size = in->size;
    first->around = in->around;
    first->generated = in->generated;
    in->text = NULL;
    gestalt_result result =
        in->schema ? compile_schema(c, first, *in->schema) : compile_text(c, first, shape);
    diagnostics_finish(c->diagnostics);
    return result == GESTALT_REJECTED ? diagnostics_reject(c->diagnostics, c->error) : result;
}

static gestalt_result compile_whole(input *in, const gestalt_compile_options *options,
                                    gestalt_shape **shape, gestalt_diagnostics **diagnostics,
                                    gestalt_error *error)
{
    compiler *c = memory_new(&options->allocator, sizeof *c);
    gestalt_diagnostics *d =
        in->generated ? in->generated->diagnostics : diagnostics_new(&options->allocator);
    gestalt_result result = GESTALT_NO_MEMORY;
    if (c && d) {
        *c = (compiler){
            .options = *options, .diagnostics = d, .documents.folder = in->folder, .error = error};
        in->folder = -1;
        arena_start(&c->memory, options->allocator);
        arena_start(&c->work.memory, options->allocator);
        c->work.texts = &c->memory;
        nearest_budget_start(&c->suggestions);
        result = compile_guarded(c, in, shape);
        compiler_destroy(c);
    } else {
        error_no_memory(error);
    }
    if (diagnostics && (result == GESTALT_OK || result == GESTALT_REJECTED))
        *diagnostics = d;
    else if (!in->generated)
        gestalt_diagnostics_destroy(d);
    memory_release(&options->allocator, c, sizeof *c);
    file_release(&options->allocator, in->text, in->size);
    if (in->folder >= 0)
        close(in->folder);
    return result;
}

static gestalt_result compile_input(input *in, const gestalt_compile_options *options,
                                    gestalt_shape **shape, gestalt_diagnostics **diagnostics,
                                    gestalt_error *error)
{
    floats_whole floats;
    floats_begin_whole(&floats);
    gestalt_result result = compile_whole(in, options, shape, diagnostics, error);
    floats_end_whole(&floats);
    return result;
}

// Open the folder for includes before reading anything. Returns -1 without an error when that
// fails, since a document without includes does not need the folder.
static int open_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[4096] = ".";
    size_t size = slash ? (size_t)(slash - path) : 0;
    if (size >= sizeof folder)
        return -1;
    if (slash) {
        memcpy(folder, path, size);
        memcpy(folder + size, "/", 2);
    }
    return file_open(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY, 0);
}

static gestalt_result bad_name(const gestalt_compile_options *o, gestalt_error *error)
{
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the name of a document %s",
                     json_name_fault(o->name));
}

static gestalt_result too_large(const gestalt_compile_options *o, gestalt_error *error)
{
    return error_set(error, GESTALT_LIMIT, 0, "the document has more than %zu bytes",
                     o->size_limit);
}

// Read the file at `in->path`, and call the listener.
static gestalt_result read_document(input *in, const gestalt_compile_options *o,
                                    gestalt_error *error)
{
    gestalt_error why = {0};
    gestalt_result result =
        file_read(in->path, o->size_limit, &o->allocator, &in->text, &in->size, &why);
    if (result == GESTALT_OK && o->listener) {
        result = o->listener(o->listener_user, in->path, in->text, in->size, &why);
        if (result != GESTALT_OK)
            file_release(&o->allocator, in->text, in->size);
    }
    if (result != GESTALT_OK && error)
        *error = why;
    return result;
}

gestalt_result gestalt_compile_file(const char *path, const gestalt_compile_options *options,
                                    gestalt_shape **shape, gestalt_diagnostics **diagnostics,
                                    gestalt_error *error)
{
    if (MISUSE_NULL(path, "path", error) || MISUSE_NULL(shape, "shape", error))
        return GESTALT_MISUSE;
    gestalt_compile_options o = complete_options(options);
    input in = {.path = path, .folder = -1};
    *shape = NULL;
    if (diagnostics)
        *diagnostics = NULL;
    if (o.name && json_name_fault(o.name))
        return bad_name(&o, error);
    gestalt_result result = read_document(&in, &o, error);
    if (result != GESTALT_OK)
        return result;
    if (!o.include && !o.forbid_includes)
        in.folder = open_folder(path);
    return compile_input(&in, &o, shape, diagnostics, error);
}

gestalt_result gestalt_schema_write_file(const char *path, const gestalt_compile_options *options,
                                         gestalt_writer writer, gestalt_diagnostics **diagnostics,
                                         gestalt_error *error)
{
    if (MISUSE_NULL(path, "path", error) || MISUSE_NULL(writer.write, "writer.write", error))
        return GESTALT_MISUSE;
    gestalt_compile_options o = complete_options(options);
    gestalt_shape *none = NULL;
    input in = {.path = path, .folder = -1, .schema = &writer};
    if (diagnostics)
        *diagnostics = NULL;
    gestalt_result result = read_document(&in, &o, error);
    if (result != GESTALT_OK)
        return result;
    if (!o.include && !o.forbid_includes)
        in.folder = open_folder(path);
    return compile_input(&in, &o, &none, diagnostics, error);
}

gestalt_result gestalt_schema_write_text(const char *path, const char *text, size_t size,
                                         const gestalt_compile_options *options,
                                         gestalt_writer writer, gestalt_diagnostics **diagnostics,
                                         gestalt_error *error)
{
    if (MISUSE_NULL(path, "path", error) || (size > 0 && MISUSE_NULL(text, "text", error)) ||
        MISUSE_NULL(writer.write, "writer.write", error))
        return GESTALT_MISUSE;
    gestalt_compile_options o = complete_options(options);
    gestalt_shape *none = NULL;
    input in = {.path = path, .size = size, .folder = -1, .schema = &writer};
    if (diagnostics)
        *diagnostics = NULL;
    if (size > o.size_limit)
        return too_large(&o, error);
    in.text = memory_new(&o.allocator, size ? size : 1);
    if (!in.text)
        return error_no_memory(error);
    if (size)
        memcpy(in.text, text, size);
    if (o.include_files && !o.include && !o.forbid_includes)
        in.folder = open_folder(path);
    return compile_input(&in, &o, &none, diagnostics, error);
}

gestalt_result gestalt_compile_part(const char *path, const char *text, size_t size, size_t begin,
                                    size_t end, const gestalt_compile_options *options,
                                    gestalt_shape **shape, gestalt_diagnostics **diagnostics,
                                    gestalt_error *error)
{
    if (MISUSE_NULL(path, "path", error) || (size > 0 && MISUSE_NULL(text, "text", error)) ||
        MISUSE_NULL(shape, "shape", error))
        return GESTALT_MISUSE;
    gestalt_compile_options o = complete_options(options);
    bool is_part = begin > 0 || end < size;
    input in = {.path = path, .size = size, .folder = -1, .around = is_part ? text : NULL};
    *shape = NULL;
    if (diagnostics)
        *diagnostics = NULL;
    if (o.name && json_name_fault(o.name))
        return bad_name(&o, error);
    if (begin > end || end > size)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the document is not inside the text");
    if (size > o.size_limit)
        return too_large(&o, error);
    in.text = memory_new(&o.allocator, size ? size : 1);
    if (!in.text)
        return error_no_memory(error);
    // Blank the text around the document, so that source positions stay the same.
    if (is_part)
        memset(in.text, ' ', size);
    if (end > begin)
        memcpy(in.text + begin, text + begin, end - begin);
    if (o.include_files && !o.include && !o.forbid_includes)
        in.folder = open_folder(path);
    return compile_input(&in, &o, shape, diagnostics, error);
}

gestalt_result gestalt_compile_text(const char *path, const char *text, size_t size,
                                    const gestalt_compile_options *options, gestalt_shape **shape,
                                    gestalt_diagnostics **diagnostics, gestalt_error *error)
{
    if (MISUSE_NULL(path, "path", error) || (size > 0 && MISUSE_NULL(text, "text", error)) ||
        MISUSE_NULL(shape, "shape", error))
        return GESTALT_MISUSE;
    return gestalt_compile_part(path, text, size, 0, size, options, shape, diagnostics, error);
}

gestalt_result compile_generated(const generated_text *generated,
                                 const gestalt_compile_options *options, gestalt_shape **shape,
                                 gestalt_error *error)
{
    gestalt_compile_options o = complete_options(options);
    gestalt_diagnostics *same;
    input in = {
        .path = generated->path, .size = generated->size, .folder = -1, .generated = generated};
    *shape = NULL;
    in.text = memory_new(&o.allocator, in.size ? in.size : 1);
    if (!in.text)
        return error_no_memory(error);
    memcpy(in.text, generated->text, in.size);
    if (!o.include && !o.forbid_includes)
        in.folder = open_folder(generated->path);
    return compile_input(&in, &o, shape, &same, error);
}
