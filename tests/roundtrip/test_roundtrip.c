// SPDX-License-Identifier: MIT
// Round trips for every document of a folder (the argument). The JSON that `show` prints compiles
// to the same image except for source positions, and is printed as the same JSON. A saved image is
// loaded as the same shape.
#include "image.h"

#include <dirent.h>
#include <gestalt/gestalt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { DOCUMENTS_MAX = 1000 };

static const char *folder;

typedef struct text {
    char *bytes;
    size_t size;
} text;

static bool text_append(void *user, const char *bytes, size_t size)
{
    text *t = user;
    t->bytes = realloc(t->bytes, t->size + size + 1);
    assert_non_null(t->bytes);
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = '\0';
    return true;
}

static text show(const gestalt_shape *shape, gestalt_show_form form)
{
    text t = {0};
    gestalt_error error;
    assert_int_equal(gestalt_shape_show(shape, form, false,
                                        (gestalt_writer){.write = text_append, .user = &t}, &error),
                     GESTALT_OK);
    return t;
}

static bool to_stderr(void *user, const char *bytes, size_t size)
{
    (void)user;
    return fwrite(bytes, 1, size, stderr) == size;
}

// Compile the file, or `document` under the file's name.
static gestalt_shape *compile(const char *path, const text *document, bool strip)
{
    gestalt_compile_options options = {.strip = strip};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error = {0};
    gestalt_result result =
        document ? gestalt_compile_text(path, document->bytes, document->size, &options, &shape,
                                        &diagnostics, &error)
                 : gestalt_compile_file(path, &options, &shape, &diagnostics, &error);
    if (result != GESTALT_OK && diagnostics)
        gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_SHORT, false,
                                  (gestalt_writer){.write = to_stderr});
    gestalt_diagnostics_destroy(diagnostics);
    assert_int_equal(result, GESTALT_OK);
    return shape;
}

static void assert_same_image(const gestalt_shape *a, const gestalt_shape *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->image, b->image, a->size);
}

static bool has_one_source(const gestalt_shape *shape)
{
    for (uint32_t i = 1; i < shape->specification->node_count; i++)
        if (shape->source[i].file != shape->source[0].file)
            return false;
    return true;
}

// Compare everything except the hash and the rows of the source section, which is the last section.
static void assert_same_but_for_source(const gestalt_shape *a, const gestalt_shape *b)
{
    assert_int_equal(a->size, b->size);
    size_t begin = offsetof(image_header, size);
    size_t end = (size_t)((const unsigned char *)a->source - a->image);
    assert_int_equal((const unsigned char *)b->source - b->image, end);
    assert_memory_equal(a->image + begin, b->image + begin, end - begin);
}

static void check_json(const char *path, bool strip)
{
    gestalt_shape *shape = compile(path, NULL, strip);
    text json = show(shape, GESTALT_SHOW_JSON);
    gestalt_shape *again = compile(path, &json, strip);
    text json_again = show(again, GESTALT_SHOW_JSON);
    assert_string_equal(json.bytes, json_again.bytes);
    if (strip)
        assert_same_image(shape, again);
    else if (has_one_source(shape))
        assert_same_but_for_source(shape, again);
    free(json.bytes);
    free(json_again.bytes);
    gestalt_shape_destroy(shape);
    gestalt_shape_destroy(again);
}

static void check_loaded(const gestalt_shape *shape, gestalt_shape *loaded)
{
    assert_same_image(shape, loaded);
    for (int form = GESTALT_SHOW_OUTLINE; form <= GESTALT_SHOW_JSON; form++) {
        text before = show(shape, (gestalt_show_form)form);
        text after = show(loaded, (gestalt_show_form)form);
        assert_string_equal(before.bytes, after.bytes);
        free(before.bytes);
        free(after.bytes);
    }
    gestalt_shape_destroy(loaded);
}

static void check_image(const char *path, bool strip)
{
    gestalt_shape *shape = compile(path, NULL, strip);
    gestalt_shape *loaded = NULL;
    gestalt_error error = {0};
    size_t size;
    const void *image = gestalt_shape_image(shape, &size);
    assert_int_equal(gestalt_shape_load_memory(image, size, NULL, &loaded, &error), GESTALT_OK);
    check_loaded(shape, loaded);

    char saved[] = "roundtrip-XXXXXX";
    int descriptor = mkstemp(saved);
    assert_true(descriptor >= 0);
    close(descriptor);
    assert_int_equal(gestalt_shape_save(shape, saved, &error), GESTALT_OK);
    gestalt_result result = gestalt_shape_load(saved, NULL, &loaded, &error);
    unlink(saved);
    assert_int_equal(result, GESTALT_OK);
    check_loaded(shape, loaded);
    gestalt_shape_destroy(shape);
}

static void test_document(void **state)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, (const char *)*state);
    check_json(path, false);
    check_json(path, true);
    check_image(path, false);
    check_image(path, true);
}

static int is_document(const struct dirent *entry)
{
    const char *name = entry->d_name;
    const char *dot = strchr(name, '.');
    return dot && strcmp(dot, ".json") == 0;
}

int main(int argc, char **argv)
{
    static struct CMUnitTest tests[DOCUMENTS_MAX];
    struct dirent **entries;
    folder = argc == 2 ? argv[1] : ".";
    int count = scandir(folder, &entries, is_document, alphasort);
    if (count < 1 || count > DOCUMENTS_MAX) {
        fprintf(stderr, "%s: no documents, or too many\n", folder);
        return 1;
    }
    for (int i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){
            entries[i]->d_name, test_document, NULL, NULL, entries[i]->d_name,
        };
    int failed = _cmocka_run_group_tests("roundtrip", tests, (size_t)count, NULL, NULL);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return failed;
}
