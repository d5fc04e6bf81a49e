// SPDX-License-Identifier: MIT
// Any text as a tree of another system. What is refused has an error. What is imported is a
// document that compiles, or is rejected, with positions in the source, and `gestalt fmt` writes
// the same document.
//
// The text up to a zero byte is the first file. The text after it is a second file, which every
// include reads, too.
#include "accepted.h"

#include "compile_generated.h"
#include "import.h"

#include <gestalt/gestalt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_LIMIT = 1 << 20, NODE_BUDGET = 2000 };

typedef struct fuzz_text {
    char *bytes;
    size_t size;
} fuzz_text;

typedef struct fuzz_import {
    import_file files[2];
    gestalt_diagnostics *diagnostics;
    draft_output document;
    gestalt_shape *shape;
    fuzz_text formatted;
} fuzz_import;

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_import: %s\n", what);
    abort();
}

static bool append(void *user, const char *bytes, size_t size)
{
    fuzz_text *to = user;
    char *larger = realloc(to->bytes, to->size + size + 1);
    check(larger, "out of memory");
    memcpy(larger + to->size, bytes, size);
    *to = (fuzz_text){larger, to->size + size};
    return true;
}

static bool include_second(void *user, uint32_t first, const char *from, const char *package,
                           const char *path, import_file *file, const char **why)
{
    const fuzz_import *f = user;
    (void)first;
    (void)from;
    (void)package;
    *file = f->files[1];
    *why = "this path leads nowhere";
    return *path != '.';
}

static bool import_both(arena *a, fuzz_import *f, import_format format)
{
    import_options options = {.format = format,
                              .leaf_trees = f->files[1].size > 0,
                              .size_limit = SIZE_LIMIT,
                              .include = include_second,
                              .include_user = f};
    uint32_t count = f->files[1].size > 0 ? 2 : 1;
    if (import_files(a, f->files, count, &options, f->diagnostics, &f->document))
        return true;
    check(gestalt_diagnostics_finish(f->diagnostics), "out of memory");
    check(gestalt_diagnostics_error_count(f->diagnostics) > 0, "refused without an error");
    return false;
}

static gestalt_compile_options compile_options(void)
{
    // With `strip`, an image depends only on the meaning of the document.
    return (gestalt_compile_options){.name = "fuzz", .strip = true, .node_budget = NODE_BUDGET};
}

static void compile_import(arena *a, fuzz_import *f)
{
    const draft_output *document = &f->document;
    gestalt_compile_options how = compile_options();
    gestalt_error error;
    generated_place *places = ARENA_ARRAY(a, generated_place, document->place_count);
    for (uint32_t i = 0; i < document->place_count; i++)
        places[i] = (generated_place){document->places[i].begin, document->places[i].origin};
    generated_text generated = {f->files[0].path, document->text,        document->size,
                                places,           document->place_count, f->diagnostics};
    gestalt_result result = compile_generated(&generated, &how, &f->shape, &error);
    check(result == GESTALT_OK || result == GESTALT_REJECTED, "neither compiled nor rejected");
}

// The document is valid JSON, and means the same when it is read back.
static void check_document(fuzz_import *f)
{
    gestalt_compile_options how = compile_options();
    gestalt_diagnostics *none = NULL;
    gestalt_shape *again = NULL;
    gestalt_error error;
    gestalt_result result =
        gestalt_format_text("fuzz.json", f->document.text, f->document.size, NULL,
                            (gestalt_writer){append, &f->formatted}, &none, &error);
    gestalt_diagnostics_destroy(none);
    check(result == GESTALT_OK || !f->shape, "the document cannot be formatted");
    if (!f->shape)
        return;
    result = gestalt_compile_text("fuzz.json", f->formatted.bytes, f->formatted.size, &how, &again,
                                  &none, &error);
    gestalt_diagnostics_destroy(none);
    check(result == GESTALT_OK, "the formatted document does not compile");
    size_t size, again_size;
    const void *image = gestalt_shape_image(f->shape, &size);
    const void *again_image = gestalt_shape_image(again, &again_size);
    check(size == again_size && memcmp(image, again_image, size) == 0,
          "the formatted document has another image");
    gestalt_shape_destroy(again);
}

// Return whether the text was imported and compiled.
static bool try_import(fuzz_import *f, import_format format)
{
    arena a;
    arena_start(&a, (gestalt_allocator){0});
    f->diagnostics = gestalt_diagnostics_create(NULL);
    f->shape = NULL;
    f->formatted = (fuzz_text){0};
    check(f->diagnostics && setjmp(a.escape) == 0, "out of memory");
    if (import_both(&a, f, format)) {
        compile_import(&a, f);
        check_document(f);
    }
    fuzz_text written = {0};
    gestalt_diagnostics_write(f->diagnostics, GESTALT_DIAGNOSTICS_HUMAN, true,
                              (gestalt_writer){append, &written});
    bool is_compiled = f->shape != NULL;
    free(written.bytes);
    free(f->formatted.bytes);
    gestalt_shape_destroy(f->shape);
    gestalt_diagnostics_destroy(f->diagnostics);
    arena_destroy(&a);
    return is_compiled;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    size_t first = zero ? (size_t)(zero - data) : size;
    fuzz_text one = {0}, two = {0};
    append(&one, (const char *)data, first);
    append(&two, (const char *)data + first + (zero != NULL), size - first - (zero != NULL));
    fuzz_import f = {.files = {{"first", one.bytes, one.size}, {"second", two.bytes, two.size}}};
    import_format format = import_format_of(one.bytes, one.size);
    bool is_compiled = try_import(&f, format == IMPORT_NONE ? IMPORT_MDSL : format);
    accepted(is_compiled);
    free(one.bytes);
    free(two.bytes);
    return 0;
}
