// SPDX-License-Identifier: MIT
// Any text as a document. If it compiles, its image must load, every form of `show` must work, and
// its JSON must compile to the same image.
//
// The text up to a zero byte is the first document. The text after it is what every include reads.
#include "accepted.h"

#include <gestalt/gestalt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_compile: %s\n", what);
    abort();
}

typedef struct text {
    char *bytes;
    size_t size;
} text;

static gestalt_result read_include(void *user, const char *path, const gestalt_allocator *allocator,
                                   char **bytes, size_t *size, gestalt_error *error)
{
    const text *included = user;
    (void)path;
    *bytes = allocator->resize(allocator->user, NULL, 0, included->size ? included->size : 1);
    if (!*bytes) {
        *error = (gestalt_error){.result = GESTALT_NO_MEMORY};
        return GESTALT_NO_MEMORY;
    }
    memcpy(*bytes, included->bytes, included->size);
    *size = included->size;
    return GESTALT_OK;
}

static bool append(void *user, const char *bytes, size_t size)
{
    text *to = user;
    char *larger = realloc(to->bytes, to->size + size + 1);
    check(larger, "out of memory");
    memcpy(larger + to->size, bytes, size);
    *to = (text){larger, to->size + size};
    return true;
}

static text show(const gestalt_shape *shape, gestalt_show_form form)
{
    text shown = {0};
    gestalt_error error;
    gestalt_writer writer = {.write = append, .user = &shown};
    check(gestalt_shape_show(shape, form, true, writer, &error) == GESTALT_OK, "not shown");
    check(shown.size > 0, "shown as nothing");
    return shown;
}

static gestalt_shape *compile(text document, text *included)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error;
    // The budget keeps a run short. With `strip`, an image depends only on the meaning of the
    // document.
    gestalt_compile_options options = {.name = "fuzz",
                                       .include = included ? read_include : NULL,
                                       .include_user = included,
                                       .strip = true,
                                       .node_budget = 2000};
    gestalt_result result = gestalt_compile_text("fuzz.json", document.bytes, document.size,
                                                 &options, &shape, &diagnostics, &error);
    check(result == GESTALT_OK || result == GESTALT_REJECTED, "neither compiled nor rejected");
    check((result == GESTALT_OK) == (gestalt_diagnostics_error_count(diagnostics) == 0),
          "result and diagnostics differ");
    for (gestalt_diagnostics_form form = GESTALT_DIAGNOSTICS_HUMAN;
         form <= GESTALT_DIAGNOSTICS_JSON; form++) {
        text written = {0};
        check(gestalt_diagnostics_write(diagnostics, form, true,
                                        (gestalt_writer){.write = append, .user = &written}),
              "diagnostics not written");
        free(written.bytes);
    }
    gestalt_diagnostics_destroy(diagnostics);
    return shape;
}

static void same_image(const gestalt_shape *a, const gestalt_shape *b, const char *what)
{
    size_t a_size, b_size;
    const void *a_image = gestalt_shape_image(a, &a_size);
    const void *b_image = gestalt_shape_image(b, &b_size);
    check(a_size == b_size && memcmp(a_image, b_image, a_size) == 0, what);
}

static void check_shape(const gestalt_shape *shape)
{
    size_t size;
    const void *image = gestalt_shape_image(shape, &size);
    gestalt_shape *loaded = NULL;
    gestalt_error error = {0};
    check(gestalt_shape_load_memory(image, size, NULL, &loaded, &error) == GESTALT_OK,
          error.message);
    same_image(shape, loaded, "the loaded image differs");
    for (gestalt_show_form form = GESTALT_SHOW_OUTLINE; form < GESTALT_SHOW_JSON; form++)
        free(show(loaded, form).bytes);
    text document = show(loaded, GESTALT_SHOW_JSON);
    gestalt_shape *again = compile(document, NULL);
    check(again, "its JSON does not compile");
    same_image(shape, again, "its JSON compiles to another image");
    free(document.bytes);
    gestalt_shape_destroy(again);
    gestalt_shape_destroy(loaded);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    size_t first = zero ? (size_t)(zero - data) : size;
    text document = {0}, included = {0};
    append(&document, (const char *)data, first);
    append(&included, (const char *)data + first, size - first);
    gestalt_shape *shape = compile(document, &included);
    if (shape)
        check_shape(shape);
    accepted(shape != NULL);
    gestalt_shape_destroy(shape);
    free(document.bytes);
    free(included.bytes);
    return 0;
}
