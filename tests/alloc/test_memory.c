// SPDX-License-Identifier: MIT
// Make memory run out at each allocation of compile, format, load, show, save and native code
// generation. Each time the call must report the failure, free everything that it has allocated,
// and leave nothing half done.
//
//    test_memory DOCUMENTS-FOLDER...
#include "counting.h"

#include <gestalt/gestalt.h>

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// ---- trials

typedef struct trial {
    const char *path;      // path of the document
    gestalt_shape *loaded; // for trials with a shape; it uses the counting allocator
} trial;

static bool swallow(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return true;
}

static gestalt_result try_compile(void *user, counting *c)
{
    const trial *t = user;
    gestalt_compile_options options = {.allocator = counting_allocator(c)};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error = {0};
    gestalt_result result = gestalt_compile_file(t->path, &options, &shape, &diagnostics, &error);
    assert_true((result == GESTALT_OK) == (shape != NULL));
    assert_true((result == GESTALT_NO_MEMORY) == (diagnostics == NULL));
    assert_true((result == GESTALT_OK) == (error.message[0] == '\0'));
    if (diagnostics)
        assert_true(gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_HUMAN, true,
                                              (gestalt_writer){.write = swallow}));
    gestalt_diagnostics_destroy(diagnostics);
    gestalt_shape_destroy(shape);
    return result;
}

static gestalt_result try_format(void *user, counting *c)
{
    const trial *t = user;
    static char text[1 << 18];
    FILE *file = fopen(t->path, "rb");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    gestalt_allocator allocator = counting_allocator(c);
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_result result = gestalt_format_text(
        t->path, text, size, &allocator, (gestalt_writer){.write = swallow}, &diagnostics, NULL);
    assert_true((result == GESTALT_NO_MEMORY) == (diagnostics == NULL));
    gestalt_diagnostics_destroy(diagnostics);
    return result;
}

static gestalt_result try_load_memory(void *user, counting *c)
{
    const trial *t = user;
    size_t size;
    const void *image = gestalt_shape_image(t->loaded, &size);
    gestalt_allocator allocator = counting_allocator(c);
    gestalt_shape *shape = NULL;
    gestalt_result result = gestalt_shape_load_memory(image, size, &allocator, &shape, NULL);
    assert_true((result == GESTALT_OK) == (shape != NULL));
    gestalt_shape_destroy(shape);
    return result;
}

static const char image_path[] = "shape.gst";

static gestalt_result try_load_file(void *user, counting *c)
{
    const trial *t = user;
    (void)t;
    gestalt_allocator allocator = counting_allocator(c);
    gestalt_shape *shape = NULL;
    gestalt_result result = gestalt_shape_load(image_path, &allocator, &shape, NULL);
    assert_true((result == GESTALT_OK) == (shape != NULL));
    gestalt_shape_destroy(shape);
    return result;
}

static gestalt_result try_show(void *user, counting *c)
{
    const trial *t = user;
    (void)c;
    for (gestalt_show_form form = GESTALT_SHOW_OUTLINE; form <= GESTALT_SHOW_BTCPP; form++) {
        gestalt_result result =
            gestalt_shape_show(t->loaded, form, true, (gestalt_writer){.write = swallow}, NULL);
        if (result != GESTALT_OK)
            return result;
    }
    return GESTALT_OK;
}

static gestalt_result try_native(void *user, counting *c)
{
    const trial *t = user;
    const gestalt_c_options options = {.node_limit = UINT32_MAX};
    (void)c;
    return gestalt_shape_write_c(t->loaded, &options, (gestalt_writer){.write = swallow}, NULL);
}

static size_t files_here(void)
{
    DIR *folder = opendir(".");
    assert_non_null(folder);
    size_t count = 0;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static gestalt_result try_save(void *user, counting *c)
{
    const trial *t = user;
    (void)c;
    size_t before = files_here();
    gestalt_result result = gestalt_shape_save(t->loaded, image_path, NULL);
    assert_int_equal(files_here(), before);
    return result;
}

// ---- running the trials

// Run every trial with one document.
static void try_document(const char *path)
{
    counting c = {0};
    trial t = {.path = path};
    gestalt_result result = try_compile(&t, &c);
    assert_true(result == GESTALT_OK || result == GESTALT_REJECTED);
    assert_true(c.calls > 0);
    counting_fail_each(try_compile, &t, path, &c, result);
    counting_fail_each(try_format, &t, path, &c, try_format(&t, &c));
    if (result != GESTALT_OK)
        return;

    gestalt_compile_options options = {.allocator = counting_allocator(&c)};
    gestalt_diagnostics *diagnostics = NULL;
    result = gestalt_compile_file(path, &options, &t.loaded, &diagnostics, NULL);
    assert_int_equal(result, GESTALT_OK);
    gestalt_diagnostics_destroy(diagnostics);
    assert_int_equal(gestalt_shape_save(t.loaded, image_path, NULL), GESTALT_OK);
    counting_fail_each(try_load_memory, &t, path, &c, GESTALT_OK);
    counting_fail_each(try_load_file, &t, path, &c, GESTALT_OK);
    counting_fail_each(try_show, &t, path, &c, GESTALT_OK);
    counting_fail_each(try_native, &t, path, &c, try_native(&t, &c));
    counting_fail_each(try_save, &t, path, &c, GESTALT_OK);
    assert_int_equal(unlink(image_path), 0);
    gestalt_shape_destroy(t.loaded);
    assert_int_equal(c.live_bytes, 0);
    assert_int_equal(c.live_blocks, 0);
}

static void test_folder(void **state)
{
    const char *folder = *state;
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    assert_true(count >= 0);
    size_t documents = 0;
    for (int i = 0; i < count; i++) {
        const char *end = strrchr(entries[i]->d_name, '.');
        if (end && strcmp(end, ".json") == 0) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
            try_document(path);
            documents++;
        }
        free(entries[i]);
    }
    free(entries);
    assert_true(documents > 0);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/gestalt-memory-XXXXXX";
    struct CMUnitTest tests[8];
    int count = argc - 1 < 8 ? argc - 1 : 8;
    for (int i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){
            .name = argv[i + 1], .test_func = test_folder, .initial_state = argv[i + 1]};
    if (count == 0 || !mkdtemp(folder) || chdir(folder) != 0) {
        perror("test_memory");
        return 1;
    }
    int failed = _cmocka_run_group_tests("memory", tests, (size_t)count, NULL, NULL);
    return rmdir(folder) == 0 ? failed : 1;
}
