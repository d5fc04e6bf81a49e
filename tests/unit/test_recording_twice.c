// SPDX-License-Identifier: MIT
// Recordings that `gestalt plot` reads twice, and that change in between: the second time it gets
// the same frames, or an error.
#include "commands.h"
#include "flock.h"
#include "own_folder.h"
#include "record_bytes.h"
#include "recording.h"
#include "tree_recordings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { FRAMES_MOST = 2000 };

static const char path[] = "run.gsr";

// A recording with a number of frames and more than one block of bytes.
static byte_buffer flock_bytes(uint64_t frames)
{
    flock f;
    byte_buffer made = {0};
    gestalt_recorder *recorder;
    flock_start(&f, &(flock_options){.count = 200, .dimension = 2, .comes_and_goes = true});
    assert_int_equal(
        gestalt_recorder_create(&f.description, buffer_writer(&made), NULL, &recorder, NULL),
        GESTALT_OK);
    for (uint64_t i = 0; i < frames; i++) {
        gestalt_record_frame frame = flock_frame(&f);
        assert_int_equal(gestalt_recorder_frame(recorder, &frame, NULL), GESTALT_OK);
        flock_step(&f);
    }
    gestalt_recorder_destroy(recorder); // as in a run that continues
    flock_release(&f);
    return made;
}

static void file_put(const byte_buffer *b, size_t at, size_t size)
{
    FILE *file = fopen(path, at ? "r+b" : "wb");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
    assert_true(fwrite(b->bytes + at, 1, size - at, file) == size - at);
    assert_int_equal(fclose(file), 0);
}

// ---- reading

typedef struct reading {
    cli c;
    recording r;
    uint64_t count, hashes[FRAMES_MOST];
} reading;

static bool nowhere(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return true;
}

static void refused(void *user, const char *message)
{
    (void)user;
    fail_msg("%s", message);
}

static reading *reading_open(void)
{
    static char words_text[2][8] = {"plot", "run.gsr"};
    char *words[] = {words_text[0], words_text[1]};
    reading *g = calloc(1, sizeof *g);
    assert_non_null(g);
    text_start(&g->c.messages, (gestalt_writer){nowhere, NULL}, false);
    assert_int_equal(options_parse(&g->c.options, 2, words, refused, NULL), EXIT_FINE);
    assert_int_equal(recording_open(&g->r, &g->c, path, true, false), EXIT_FINE);
    return g;
}

static void reading_close(reading *g)
{
    recording_close(&g->r);
    text_finish(&g->c.messages);
    options_destroy(&g->c.options);
    free(g);
}

static uint64_t frame_hash(const recording *r)
{
    uint64_t hash = r->frame.step;
    for (uint64_t i = 0; i < r->frame.count; i++)
        for (uint32_t c = 0; c < r->description->column_count; c++)
            hash = hash * 31 + ((const uint32_t *)r->frame.columns[c])[i];
    return hash;
}

static exit_code reading_all(reading *g)
{
    exit_code verdict = EXIT_FINE;
    gestalt_record_next what = GESTALT_RECORD_HAS_FRAME;
    gestalt_tree_next tree_what = GESTALT_TREE_HAS_FRAME;
    g->count = 0;
    while (verdict == EXIT_FINE && what == GESTALT_RECORD_HAS_FRAME &&
           (tree_what == GESTALT_TREE_HAS_FRAME || tree_what == GESTALT_TREE_HAS_STEPS)) {
        assert_true(g->count < FRAMES_MOST);
        verdict =
            g->r.trees ? recording_next_trees(&g->r, &tree_what) : recording_next(&g->r, &what);
        if (verdict != EXIT_FINE)
            break;
        if (g->r.trees && tree_what == GESTALT_TREE_HAS_FRAME)
            g->hashes[g->count++] = g->r.tree_frame.tick * 1000 + g->r.tree_frame.agents;
        else if (!g->r.trees && what == GESTALT_RECORD_HAS_FRAME)
            g->hashes[g->count++] = frame_hash(&g->r);
    }
    return verdict;
}

// Read, overwrite bytes from a position on, and read again. The frames must be the same, or, with
// `may_fail`, there may be an error.
static void expect_same(const byte_buffer *b, size_t size, const byte_buffer *other, size_t at,
                        bool may_fail)
{
    static uint64_t first[FRAMES_MOST];
    file_put(b, 0, size);
    reading *g = reading_open();
    assert_int_equal(reading_all(g), EXIT_FINE);
    uint64_t count = g->count;
    assert_true(count > 0);
    memcpy(first, g->hashes, count * sizeof *first);
    file_put(other, at, other->size);
    exit_code verdict = recording_rewind(&g->r);
    if (verdict == EXIT_FINE)
        verdict = reading_all(g);
    if (verdict == EXIT_FINE)
        assert_int_equal(g->count, count);
    else
        assert_true(may_fail && verdict == EXIT_IO && g->count <= count);
    assert_memory_equal(first, g->hashes, g->count * sizeof *first);
    reading_close(g);
}

// ---- files that change between the two reads

static void test_grows_meanwhile(void **state)
{
    (void)state;
    byte_buffer scene = flock_bytes(400);
    assert_true(scene.size > 3 * 65536);
    const size_t sizes[] = {scene.size / 3, 65536, 131072, scene.size / 2, scene.size - 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        expect_same(&scene, sizes[i], &scene, sizes[i], false);
    const byte_buffer *trees = tree_recording_at(1);
    expect_same(trees, trees->size / 2, trees, trees->size / 2, false);
    free(scene.bytes);
}

static void test_written_over_meanwhile(void **state)
{
    (void)state;
    byte_buffer scene = flock_bytes(400), shorter = flock_bytes(20), other = flock_bytes(400);
    for (size_t at = 200; at < scene.size; at += scene.size / 9) {
        other.bytes[at] ^= 4;
        repair_recording(other.bytes, other.size);
        expect_same(&scene, scene.size, &other, 1, true);
    }
    file_put(&scene, 0, scene.size);
    reading *g = reading_open();
    assert_int_equal(reading_all(g), EXIT_FINE);
    assert_int_equal(truncate(path, (off_t)shorter.size), 0);
    exit_code verdict = recording_rewind(&g->r);
    assert_int_equal(verdict == EXIT_FINE ? reading_all(g) : verdict, EXIT_IO);
    reading_close(g);
    free(scene.bytes);
    free(shorter.bytes);
    free(other.bytes);
}

// The file is replaced by another one: the reader reads the open one again.
static void test_replaced_meanwhile(void **state)
{
    (void)state;
    byte_buffer scene = flock_bytes(30), other = flock_bytes(60);
    file_put(&scene, 0, scene.size);
    reading *g = reading_open();
    assert_int_equal(reading_all(g), EXIT_FINE);
    assert_int_equal(unlink(path), 0);
    file_put(&other, 0, other.size);
    assert_int_equal(recording_rewind(&g->r), EXIT_FINE);
    assert_int_equal(reading_all(g), EXIT_FINE);
    assert_int_equal(g->count, 30);
    reading_close(g);
    free(scene.bytes);
    free(other.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grows_meanwhile),
        cmocka_unit_test(test_written_over_meanwhile),
        cmocka_unit_test(test_replaced_meanwhile),
    };
    return cmocka_run_group_tests(tests, own_folder_enter, own_folder_leave);
}
