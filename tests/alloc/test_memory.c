// SPDX-License-Identifier: MIT
// Memory runs out at every single allocation of compile, format, load, show and save: each time the
// call says so, gives back all that it took, and has done nothing by halves.
//
//   test_memory DOCUMENTS-FOLDER...
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

// ---- an allocator that counts, and fails when told to

// In front of each block, so that a wrong `old_size` is noticed.
typedef union block_head {
    size_t size;
    max_align_t align;
} block_head;

typedef struct counting {
    size_t live_bytes, live_blocks;
    size_t calls;
    size_t fail_at;   // the call that fails, from 1; 0: none
    bool stays_empty; // all later calls fail too
    bool has_failed;
    bool must_show; // a call for more memory failed; a failure to shrink need not matter
} counting;

static void *count_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    counting *c = user;
    block_head *head = block ? (block_head *)block - 1 : NULL;
    assert_int_equal(old_size, head ? head->size : 0);
    if (new_size > 0) {
        c->calls++;
        if (c->calls == c->fail_at || (c->has_failed && c->stays_empty)) {
            c->has_failed = true;
            c->must_show = c->must_show || new_size > old_size;
            return NULL;
        }
    }
    c->live_bytes += new_size - old_size;
    c->live_blocks += (size_t)(new_size > 0) - (size_t)(block != NULL);
    if (new_size == 0) {
        free(head);
        return NULL;
    }
    // Always a new place, so that nobody relies on the old one.
    block_head *moved = malloc(sizeof *moved + new_size);
    assert_non_null(moved);
    moved->size = new_size;
    memset(moved + 1, 0xa5, new_size);
    if (head)
        memcpy(moved + 1, head + 1, old_size < new_size ? old_size : new_size);
    free(head);
    return moved + 1;
}

static gestalt_allocator allocator_of(counting *c)
{
    return (gestalt_allocator){.resize = count_resize, .user = c};
}

// ---- what is tried

typedef struct trial {
    const char *path;      // of the document
    gestalt_shape *loaded; // for trials with a shape; its allocator is the counting one
} trial;

static bool swallow(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return true;
}

static gestalt_result try_compile(const trial *t, counting *c)
{
    gestalt_compile_options options = {.allocator = allocator_of(c)};
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

static gestalt_result try_format(const trial *t, counting *c)
{
    static char text[1 << 18];
    FILE *file = fopen(t->path, "rb");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    gestalt_allocator allocator = allocator_of(c);
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_result result = gestalt_format_text(
        t->path, text, size, &allocator, (gestalt_writer){.write = swallow}, &diagnostics, NULL);
    assert_true((result == GESTALT_NO_MEMORY) == (diagnostics == NULL));
    gestalt_diagnostics_destroy(diagnostics);
    return result;
}

static gestalt_result try_load_memory(const trial *t, counting *c)
{
    size_t size;
    const void *image = gestalt_shape_image(t->loaded, &size);
    gestalt_allocator allocator = allocator_of(c);
    gestalt_shape *shape = NULL;
    gestalt_result result = gestalt_shape_load_memory(image, size, &allocator, &shape, NULL);
    assert_true((result == GESTALT_OK) == (shape != NULL));
    gestalt_shape_destroy(shape);
    return result;
}

static const char image_path[] = "shape.gst";

static gestalt_result try_load_file(const trial *t, counting *c)
{
    (void)t;
    gestalt_allocator allocator = allocator_of(c);
    gestalt_shape *shape = NULL;
    gestalt_result result = gestalt_shape_load(image_path, &allocator, &shape, NULL);
    assert_true((result == GESTALT_OK) == (shape != NULL));
    gestalt_shape_destroy(shape);
    return result;
}

static gestalt_result try_show(const trial *t, counting *c)
{
    (void)c;
    for (gestalt_show_form form = GESTALT_SHOW_OUTLINE; form <= GESTALT_SHOW_JSON; form++) {
        gestalt_result result =
            gestalt_shape_show(t->loaded, form, true, (gestalt_writer){.write = swallow}, NULL);
        if (result != GESTALT_OK)
            return result;
    }
    return GESTALT_OK;
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

static gestalt_result try_save(const trial *t, counting *c)
{
    (void)c;
    size_t before = files_here();
    gestalt_result result = gestalt_shape_save(t->loaded, image_path, NULL);
    assert_int_equal(files_here(), before);
    return result;
}

// ---- how it is tried

typedef gestalt_result trial_function(const trial *t, counting *c);

// Every allocation fails once: that one alone, and that one with all later ones.
static void fail_at_each(trial_function *function, const trial *t, counting *c,
                         gestalt_result expected)
{
    for (int stays_empty = 0; stays_empty <= 1; stays_empty++) {
        size_t bytes = c->live_bytes, blocks = c->live_blocks;
        for (size_t n = 1;; n++) {
            c->calls = 0;
            c->fail_at = n;
            c->stays_empty = stays_empty;
            c->has_failed = c->must_show = false;
            gestalt_result result = function(t, c);
            if (result != expected ? result != GESTALT_NO_MEMORY || !c->has_failed : c->must_show)
                fail_msg("%s: allocation %zu of %zu: %s", t->path, n, c->calls,
                         gestalt_result_text(result));
            if (c->live_bytes != bytes || c->live_blocks != blocks)
                fail_msg("%s: allocation %zu: %zu bytes leak", t->path, n, c->live_bytes - bytes);
            if (!c->has_failed)
                break;
        }
        c->fail_at = 0;
    }
}

// Everything that can be done with one document.
static void try_document(const char *path)
{
    counting c = {0};
    trial t = {.path = path};
    gestalt_result result = try_compile(&t, &c);
    assert_true(result == GESTALT_OK || result == GESTALT_REJECTED);
    assert_true(c.calls > 0);
    fail_at_each(try_compile, &t, &c, result);
    fail_at_each(try_format, &t, &c, try_format(&t, &c));
    if (result != GESTALT_OK)
        return;

    gestalt_compile_options options = {.allocator = allocator_of(&c)};
    gestalt_diagnostics *diagnostics = NULL;
    result = gestalt_compile_file(path, &options, &t.loaded, &diagnostics, NULL);
    assert_int_equal(result, GESTALT_OK);
    gestalt_diagnostics_destroy(diagnostics);
    assert_int_equal(gestalt_shape_save(t.loaded, image_path, NULL), GESTALT_OK);
    fail_at_each(try_load_memory, &t, &c, GESTALT_OK);
    fail_at_each(try_load_file, &t, &c, GESTALT_OK);
    fail_at_each(try_show, &t, &c, GESTALT_OK);
    fail_at_each(try_save, &t, &c, GESTALT_OK);
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
