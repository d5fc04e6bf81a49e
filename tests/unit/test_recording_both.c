// SPDX-License-Identifier: MIT
// Recordings of a world and of trees: each reader gets its part, as from a recording of its own,
// also when the bytes are truncated, and chunks at the wrong place are found. test_record.c and
// test_tree_recorder.c test the two parts.
#include "both_recordings.h"
#include "counting.h"
#include "flock.h"
#include "record_bytes.h"
#include "record_format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "misused.h"

// ---- reading

// How a reader ends: at the end, at a cut, or with an error.
typedef struct reading {
    gestalt_result result;
    gestalt_error error;
    bool is_open, is_cut;
    uint64_t frames, offset;
} reading;

static reading read_world(const void *bytes, size_t size)
{
    reading g = {0};
    gestalt_recording *r;
    gestalt_record_next next = GESTALT_RECORD_HAS_FRAME;
    gestalt_record_frame frame;
    g.result = gestalt_recording_open_memory(bytes, size, NULL, &r, &g.error);
    g.is_open = g.result == GESTALT_OK;
    while (g.result == GESTALT_OK && next == GESTALT_RECORD_HAS_FRAME) {
        g.result = gestalt_recording_next(r, &next, &frame, &g.error);
        g.frames += g.result == GESTALT_OK && next == GESTALT_RECORD_HAS_FRAME;
    }
    g.is_cut = next == GESTALT_RECORD_CUT;
    g.offset = r ? gestalt_recording_offset(r) : 0;
    gestalt_recording_close(r);
    return g;
}

static reading read_trees(const void *bytes, size_t size)
{
    reading g = {0};
    gestalt_tree_recording *r;
    gestalt_tree_next next = GESTALT_TREE_HAS_FRAME;
    gestalt_tree_frame frame;
    g.result = gestalt_tree_recording_open_memory(bytes, size, NULL, &r, &g.error);
    g.is_open = g.result == GESTALT_OK;
    while (g.result == GESTALT_OK &&
           (next == GESTALT_TREE_HAS_FRAME || next == GESTALT_TREE_HAS_STEPS)) {
        g.result = gestalt_tree_recording_next(r, &next, &frame, &g.error);
        g.frames += g.result == GESTALT_OK && next == GESTALT_TREE_HAS_FRAME;
    }
    g.is_cut = next == GESTALT_TREE_CUT;
    g.offset = r ? gestalt_tree_recording_offset(r) : 0;
    gestalt_tree_recording_close(r);
    return g;
}

static void expect_error(const char *name, const reading *g, gestalt_result result,
                         const char *words, size_t offset)
{
    if (g->result != result || !strstr(g->error.message, words) || g->error.offset != offset)
        fail_msg("%s: %d, `%s` at %llu, not `%s` at %zu", name, (int)g->result, g->error.message,
                 (unsigned long long)g->error.offset, words, offset);
}

// ---- chunks

enum { CHUNKS_MOST = 100 };

// The positions of all chunks. The last one is the size of the recording.
typedef struct chunk_list {
    size_t at[CHUNKS_MOST + 1];
    uint32_t kind[CHUNKS_MOST];
    int count;
} chunk_list;

static chunk_list list_chunks(const byte_buffer *b)
{
    chunk_list l = {0};
    size_t at = sizeof(record_header);
    for (; at < b->size; l.count++) {
        record_chunk c;
        assert_true(l.count < CHUNKS_MOST);
        memcpy(&c, b->bytes + at, sizeof c);
        l.at[l.count] = at;
        l.kind[l.count] = c.kind;
        at += sizeof c + (size_t)c.size;
    }
    assert_int_equal(at, b->size);
    l.at[l.count] = at;
    return l;
}

static int first_of(const chunk_list *l, record_chunk_kind kind)
{
    for (int i = 0; i < l->count; i++)
        if (l->kind[i] == (uint32_t)kind)
            return i;
    fail_msg("there is no chunk of kind %d", (int)kind);
    return -1;
}

// ---- the same as two recordings

static void expect_same_frame(const gestalt_record_description *d, const gestalt_record_frame *a,
                              const gestalt_record_frame *b)
{
    assert_int_equal(a->step, b->step);
    assert_int_equal(a->time, b->time);
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->ids, b->ids, a->count * sizeof *a->ids);
    assert_memory_equal(a->groups, b->groups, a->count * sizeof *a->groups);
    for (uint32_t i = 0; i < d->column_count; i++)
        assert_memory_equal(a->columns[i], b->columns[i], a->count * sizeof(float));
    for (uint32_t i = 0, light = 0; i < d->geometry_count; i++)
        if (d->geometry[i].kind == GESTALT_RECORD_LIGHT) {
            assert_int_equal(a->lights[light], b->lights[light]);
            light++;
        }
}

static void expect_same_world(const byte_buffer *a, const byte_buffer *b)
{
    const byte_buffer *sources[] = {a, b};
    gestalt_recording *r[2];
    gestalt_record_next next[2] = {GESTALT_RECORD_HAS_FRAME};
    gestalt_record_frame frame[2];
    uint64_t count = 0;
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            gestalt_recording_open_memory(sources[i]->bytes, sources[i]->size, NULL, &r[i], NULL),
            GESTALT_OK);
    const gestalt_record_description *d = gestalt_recording_description(r[0]),
                                     *e = gestalt_recording_description(r[1]);
    assert_string_equal(d->name, e->name);
    assert_int_equal(d->column_count, e->column_count);
    assert_int_equal(d->geometry_count, e->geometry_count);
    while (next[0] == GESTALT_RECORD_HAS_FRAME) {
        for (int i = 0; i < 2; i++)
            assert_int_equal(gestalt_recording_next(r[i], &next[i], &frame[i], NULL), GESTALT_OK);
        assert_int_equal(next[0], next[1]);
        if (next[0] == GESTALT_RECORD_HAS_FRAME) {
            expect_same_frame(d, &frame[0], &frame[1]);
            count++;
        }
    }
    assert_int_equal(next[0], GESTALT_RECORD_AT_END);
    assert_int_equal(count, BOTH_TICKS);
    for (int i = 0; i < 2; i++)
        gestalt_recording_close(r[i]);
}

// Copy the trees of a recording. Without damage a complete copy of trees alone has the same bytes.
static void copy_trees(const byte_buffer *b, gestalt_tree_copier_options options)
{
    gestalt_tree_recording *r;
    gestalt_tree_copier *copier;
    gestalt_tree_next next;
    gestalt_tree_frame frame;
    assert_int_equal(gestalt_tree_recording_open_memory(b->bytes, b->size, NULL, &r, NULL),
                     GESTALT_OK);
    options.recording = r;
    assert_int_equal(gestalt_tree_copier_create(&options, &copier, NULL), GESTALT_OK);
    for (;;) {
        assert_int_equal(gestalt_tree_recording_next(r, &next, &frame, NULL), GESTALT_OK);
        if (next != GESTALT_TREE_HAS_FRAME && next != GESTALT_TREE_HAS_STEPS)
            break;
        assert_int_equal(gestalt_tree_copier_take(copier, next, &frame, NULL), GESTALT_OK);
    }
    assert_int_equal(next, GESTALT_TREE_AT_END);
    assert_int_equal(gestalt_tree_copier_finish(copier, NULL), GESTALT_OK);
    gestalt_tree_copier_destroy(copier);
    gestalt_tree_recording_close(r);
}

static void expect_same_trees(const byte_buffer *b, const byte_buffer *alone)
{
    byte_buffer copy = {0};
    copy_trees(b, (gestalt_tree_copier_options){.sink = buffer_writer(&copy)});
    assert_int_equal(copy.size, alone->size);
    assert_memory_equal(copy.bytes, alone->bytes, copy.size);
    free(copy.bytes);
}

static void test_same(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < BOTH_RECORDINGS; kind++) {
        const byte_buffer *b = both_recording_at(kind);
        byte_buffer world = {0}, trees = {0};
        both_record(kind, &world, &trees);
        expect_same_world(b, &world);
        expect_same_trees(b, &trees);
        // each chunk that describes or ends a recording is there once, and frames take turns
        const chunk_list l = list_chunks(b), w = list_chunks(&world), t = list_chunks(&trees);
        assert_int_equal(l.count, w.count + t.count - 1);
        assert_int_equal(l.kind[0], RECORD_CHUNK_WORLD);
        assert_int_equal(l.kind[1], RECORD_CHUNK_TREES);
        assert_int_equal(l.kind[l.count - 1], RECORD_CHUNK_END);
        assert_true(first_of(&l, RECORD_CHUNK_STATES) < first_of(&l, RECORD_CHUNK_FRAME));
        free(world.bytes);
        free(trees.bytes);
    }
}

// A copy with both parts, and each part of it alone.
static void test_copy(void **state)
{
    (void)state;
    const byte_buffer *b = both_recording_at(4);
    byte_buffer copy = {0}, trees = {0};
    gestalt_recording *r;
    gestalt_recorder *w;
    gestalt_record_next next;
    gestalt_record_frame frame;
    assert_int_equal(gestalt_recording_open_memory(b->bytes, b->size, NULL, &r, NULL), GESTALT_OK);
    assert_int_equal(gestalt_recorder_create(gestalt_recording_description(r), buffer_writer(&copy),
                                             NULL, &w, NULL),
                     GESTALT_OK);
    copy_trees(b, (gestalt_tree_copier_options){.recorder = w});
    while (gestalt_recording_next(r, &next, &frame, NULL) == GESTALT_OK &&
           next == GESTALT_RECORD_HAS_FRAME)
        assert_int_equal(gestalt_recorder_frame(w, &frame, NULL), GESTALT_OK);
    assert_int_equal(next, GESTALT_RECORD_AT_END);
    assert_int_equal(gestalt_recorder_finish(w, NULL), GESTALT_OK);
    gestalt_recorder_destroy(w);
    gestalt_recording_close(r);
    expect_same_world(&copy, b);
    copy_trees(b, (gestalt_tree_copier_options){.sink = buffer_writer(&trees)});
    expect_same_trees(&copy, &trees);
    free(copy.bytes);
    free(trees.bytes);
}

// ---- truncated

static void expect_cut(const char *name, const reading *g, size_t size, size_t begin,
                       uint64_t frames)
{
    if (size < begin) {
        if (g->result != GESTALT_BAD_FILE || g->error.offset > size || !g->error.message[0])
            fail_msg("%s of %zu bytes: %d, `%s`", name, size, (int)g->result, g->error.message);
        return;
    }
    if (g->result != GESTALT_OK || !g->is_cut || g->frames != frames || g->offset > size)
        fail_msg("%s of %zu bytes: `%s`, %d frames", name, size, g->error.message, (int)g->frames);
}

// Every byte is the last one once. Each reader returns all whole frames of its part.
static void test_cut(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < BOTH_RECORDINGS; kind++) {
        const byte_buffer *b = both_recording_at(kind);
        const chunk_list l = list_chunks(b);
        uint64_t frames = 0, states = 0;
        int whole = 0;
        for (size_t size = 0; size < b->size; size++) {
            for (; l.at[whole + 1] <= size; whole++) {
                frames += l.kind[whole] == RECORD_CHUNK_FRAME;
                states += l.kind[whole] == RECORD_CHUNK_STATES;
            }
            reading world = read_world(b->bytes, size), trees = read_trees(b->bytes, size);
            expect_cut("a world", &world, size, l.at[1], frames);
            expect_cut("trees", &trees, size, l.at[2], states);
        }
        assert_int_equal(frames, BOTH_TICKS);
        assert_true(states > 1);
    }
}

// The recording grows byte by byte, and both readers continue.
typedef struct growing {
    const byte_buffer *b;
    size_t size, at;
} growing;

static gestalt_result grow(void *user, void *bytes, size_t size, size_t *count,
                           gestalt_error *error)
{
    (void)error;
    growing *g = user;
    *count = size < g->size - g->at ? size : g->size - g->at;
    memcpy(bytes, g->b->bytes + g->at, *count);
    g->at += *count;
    return GESTALT_OK;
}

static void test_grows(void **state)
{
    (void)state;
    const byte_buffer *b = both_recording_at(2);
    const chunk_list l = list_chunks(b);
    growing from = {b, l.at[2], 0}, also = from;
    gestalt_recording *world;
    gestalt_tree_recording *trees;
    gestalt_record_next next = GESTALT_RECORD_CUT;
    gestalt_tree_next tree_next = GESTALT_TREE_CUT;
    gestalt_record_frame frame;
    gestalt_tree_frame tree_frame;
    uint64_t frames = 0, states = 0;
    assert_int_equal(
        gestalt_recording_open_source((gestalt_record_source){grow, &from}, NULL, &world, NULL),
        GESTALT_OK);
    assert_int_equal(gestalt_tree_recording_open_source((gestalt_record_source){grow, &also}, NULL,
                                                        &trees, NULL),
                     GESTALT_OK);
    for (size_t size = l.at[2]; size <= b->size; size++) {
        from.size = also.size = size;
        assert_int_equal(gestalt_recording_next(world, &next, &frame, NULL), GESTALT_OK);
        assert_int_equal(gestalt_tree_recording_next(trees, &tree_next, &tree_frame, NULL),
                         GESTALT_OK);
        frames += next == GESTALT_RECORD_HAS_FRAME;
        states += tree_next == GESTALT_TREE_HAS_FRAME;
    }
    assert_int_equal(next, GESTALT_RECORD_AT_END);
    assert_int_equal(tree_next, GESTALT_TREE_AT_END);
    assert_int_equal(frames, BOTH_TICKS);
    assert_int_equal(states, 1 + BOTH_TICKS / 3);
    gestalt_recording_close(world);
    gestalt_tree_recording_close(trees);
}

// Any changed byte is detected by both readers, in whichever part it is.
static void test_damaged(void **state)
{
    (void)state;
    byte_buffer b = *both_recording_at(4);
    for (size_t at = 0; at < b.size; at++) {
        b.bytes[at] ^= 0x10;
        const reading all[] = {read_world(b.bytes, b.size), read_trees(b.bytes, b.size)};
        for (int i = 0; i < 2; i++)
            // A size that is too large looks like a recording that will continue.
            if (!all[i].is_cut && all[i].result != GESTALT_BAD_FILE &&
                all[i].result != GESTALT_LIMIT)
                fail_msg("byte %zu: not noticed", at);
        b.bytes[at] ^= 0x10;
    }
}

// ---- chunks at a wrong place

// Make a recording of some chunks of another one, with correct hashes and number of chunks.
static byte_buffer pick_chunks(const byte_buffer *b, const chunk_list *l, const int *picked,
                               int count)
{
    byte_buffer made = {0};
    gestalt_writer to = buffer_writer(&made);
    to.write(to.user, (const char *)b->bytes, sizeof(record_header));
    for (int i = 0; i < count; i++)
        to.write(to.user, (const char *)b->bytes + l->at[picked[i]],
                 l->at[picked[i] + 1] - l->at[picked[i]]);
    uint64_t before = (uint64_t)count - 1;
    if (l->kind[picked[count - 1]] == RECORD_CHUNK_END)
        memcpy(made.bytes + made.size - sizeof before, &before, sizeof before);
    repair_recording(made.bytes, made.size);
    return made;
}

static const char no_place[] = "no chunk of this kind can be here",
                  no_world[] = "the recording has no world, only trees",
                  no_trees[] = "the recording has no trees, only a world";

// What both readers say about some chunks. The last chunk is the wrong one.
typedef struct place_case {
    const char *name;
    record_chunk_kind chunks[8];
    const char *world, *trees; // errors
} place_case;

static const place_case place_cases[] = {
    {"a world twice", {RECORD_CHUNK_WORLD, RECORD_CHUNK_WORLD}, no_place, no_place},
    {"a world after trees", {RECORD_CHUNK_TREES, RECORD_CHUNK_WORLD}, no_world, no_place},
    {"a world after a frame",
     {RECORD_CHUNK_WORLD, RECORD_CHUNK_FRAME, RECORD_CHUNK_WORLD},
     no_place,
     no_trees},
    {"trees twice",
     {RECORD_CHUNK_WORLD, RECORD_CHUNK_TREES, RECORD_CHUNK_TREES},
     no_place,
     no_place},
    {"trees after a frame",
     {RECORD_CHUNK_WORLD, RECORD_CHUNK_FRAME, RECORD_CHUNK_TREES},
     no_place,
     no_trees},
    {"trees after a tree",
     {RECORD_CHUNK_TREES, RECORD_CHUNK_TREE, RECORD_CHUNK_TREES},
     no_world,
     no_place},
    {"a frame of no world", {RECORD_CHUNK_FRAME}, no_place, no_place},
    {"a frame among trees", {RECORD_CHUNK_TREES, RECORD_CHUNK_FRAME}, no_world, no_place},
    {"states of no trees", {RECORD_CHUNK_STATES}, no_place, no_place},
    {"states in a world", {RECORD_CHUNK_WORLD, RECORD_CHUNK_STATES}, no_place, no_place},
    {"steps in a world", {RECORD_CHUNK_WORLD, RECORD_CHUNK_STEPS}, no_place, no_place},
    {"a tree in a world", {RECORD_CHUNK_WORLD, RECORD_CHUNK_TREE}, no_place, no_place},
    {"expressions in a world", {RECORD_CHUNK_WORLD, RECORD_CHUNK_ASKED}, no_place, no_place},
    {"a world's states after its frame",
     {RECORD_CHUNK_WORLD, RECORD_CHUNK_FRAME, RECORD_CHUNK_STATES},
     no_place,
     no_trees},
    {"nothing but an end", {RECORD_CHUNK_END}, no_place, no_place},
};

static void test_places(void **state)
{
    (void)state;
    const byte_buffer *b = both_recording_at(4);
    const chunk_list l = list_chunks(b);
    for (size_t i = 0; i < sizeof place_cases / sizeof *place_cases; i++) {
        const place_case *c = &place_cases[i];
        int picked[8], count = 0;
        for (; c->chunks[count]; count++)
            picked[count] = first_of(&l, c->chunks[count]);
        byte_buffer made = pick_chunks(b, &l, picked, count);
        const size_t last = list_chunks(&made).at[count - 1];
        reading world = read_world(made.bytes, made.size),
                trees = read_trees(made.bytes, made.size);
        bool has_world = c->world == no_place, has_trees = c->trees == no_place;
        expect_error(c->name, &world, has_world ? GESTALT_BAD_FILE : GESTALT_BAD_ARGUMENT, c->world,
                     has_world ? last : 0);
        expect_error(c->name, &trees, has_trees ? GESTALT_BAD_FILE : GESTALT_BAD_ARGUMENT, c->trees,
                     has_trees ? last : 0);
        free(made.bytes);
    }
}

// Change a value in a copy. Both readers must find it, at the same place.
static void expect_changed(const byte_buffer *b, size_t at, uint64_t value, size_t size,
                           const char *words, size_t offset)
{
    unsigned char *copy = malloc(b->size);
    assert_non_null(copy);
    memcpy(copy, b->bytes, b->size);
    memcpy(copy + at, &value, size);
    repair_recording(copy, b->size);
    reading world = read_world(copy, b->size), trees = read_trees(copy, b->size);
    expect_error("a world", &world, GESTALT_BAD_FILE, words, offset);
    expect_error("trees", &trees, GESTALT_BAD_FILE, words, offset);
    free(copy);
}

// Chunks of no kind, in the middle and at the end, and the fields of the end.
static void test_wrong(void **state)
{
    (void)state;
    static const uint32_t kinds[] = {0, 9, 32, 33, UINT32_MAX};
    const byte_buffer *b = both_recording_at(3);
    const chunk_list l = list_chunks(b);
    const size_t end = l.at[l.count - 1], middle = l.at[l.count / 2];
    const uint64_t before = (uint64_t)l.count - 1;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        expect_changed(b, middle + 8, kinds[i], 4, no_place, middle);
        expect_changed(b, end + 8, kinds[i], 4, no_place, end);
    }
    expect_changed(b, end + 12, 1, 4, "a reserved field is not 0", end + 12);
    expect_changed(b, end + 24, 1, 8, "a reserved field is not 0", end + 12);
    expect_changed(b, end + 32, 1, 8, "a reserved field is not 0", end + 12);
    expect_changed(b, end + 40, before - 1, 8, "number of chunks before the end", end + 40);
    expect_changed(b, end + 40, before + 1, 8, "number of chunks before the end", end + 40);
    byte_buffer longer = {0};
    gestalt_writer to = buffer_writer(&longer);
    to.write(to.user, (const char *)b->bytes, b->size);
    to.write(to.user, "", 1);
    reading world = read_world(longer.bytes, longer.size),
            trees = read_trees(longer.bytes, longer.size);
    expect_error("a world", &world, GESTALT_BAD_FILE, "has bytes after its end", b->size);
    expect_error("trees", &trees, GESTALT_BAD_FILE, "has bytes after its end", b->size);
    free(longer.bytes);
}

// A chunk of the other part with a wrong hash is found as well.
static void test_chain(void **state)
{
    (void)state;
    const byte_buffer *b = both_recording_at(0);
    const chunk_list l = list_chunks(b);
    static const record_chunk_kind kinds[] = {RECORD_CHUNK_FRAME, RECORD_CHUNK_STATES,
                                              RECORD_CHUNK_TREE};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const int missing = first_of(&l, kinds[i]);
        const size_t from = l.at[missing], to = l.at[missing + 1], size = b->size - (to - from);
        unsigned char *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, b->bytes, from);
        memcpy(copy + from, b->bytes + to, b->size - to);
        reading world = read_world(copy, size), trees = read_trees(copy, size);
        expect_error("a world", &world, GESTALT_BAD_FILE, "the hash of this chunk is wrong", from);
        expect_error("trees", &trees, GESTALT_BAD_FILE, "the hash of this chunk is wrong", from);
        free(copy);
    }
}

// ---- what is missing, and old versions

// A reader reports that its part is missing, also if the recording consists of descriptions only.
static void test_missing(void **state)
{
    (void)state;
    byte_buffer world = {0}, trees = {0};
    both_record(1, &world, &trees);
    reading of_world = read_world(world.bytes, world.size),
            of_trees = read_trees(trees.bytes, trees.size);
    assert_true(of_world.result == GESTALT_OK && !of_world.is_cut && of_world.offset == world.size);
    assert_true(of_trees.result == GESTALT_OK && !of_trees.is_cut && of_trees.offset == trees.size);
    of_world = read_world(trees.bytes, trees.size);
    of_trees = read_trees(world.bytes, world.size);
    expect_error("trees", &of_world, GESTALT_BAD_ARGUMENT, no_world, 0);
    expect_error("a world", &of_trees, GESTALT_BAD_ARGUMENT, no_trees, 0);
    const chunk_list l = list_chunks(&world);
    const int ends[] = {0, l.count - 1};
    byte_buffer empty = pick_chunks(&world, &l, ends, 2);
    of_world = read_world(empty.bytes, empty.size);
    of_trees = read_trees(empty.bytes, empty.size);
    assert_int_equal(of_world.result, GESTALT_OK);
    assert_int_equal(of_world.frames, 0);
    expect_error("a world", &of_trees, GESTALT_BAD_ARGUMENT, no_trees, 0);
    // While only the world is there, trees may still come.
    of_trees = read_trees(world.bytes, l.at[1]);
    expect_error("a world", &of_trees, GESTALT_BAD_FILE, "the recording is cut off here", l.at[1]);
    free(empty.bytes);
    free(world.bytes);
    free(trees.bytes);
}

static void test_versions(void **state)
{
    (void)state;
    static const uint32_t others[] = {0, 1, 2, 3, 4, 6};
    byte_buffer b = *both_recording_at(0);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        for (int has_hash = 0; has_hash < 2; has_hash++) {
            // the version of an old recording, whose header is another one, is enough
            const size_t sizes[] = {20, 24, b.size};
            char expected[120];
            snprintf(
                expected, sizeof expected,
                "the recording has version %u, and this version of Gestalt reads 5: record the "
                "run again",
                (unsigned)others[i]);
            memcpy(b.bytes + 16, &others[i], 4);
            if (has_hash)
                repair_recording(b.bytes, b.size);
            for (size_t k = 0; k < 3; k++) {
                reading world = read_world(b.bytes, sizes[k]),
                        trees = read_trees(b.bytes, sizes[k]);
                expect_error("a world", &world, GESTALT_BAD_FILE, expected, 16);
                expect_error("trees", &trees, GESTALT_BAD_FILE, expected, 16);
            }
        }
    memcpy(b.bytes + 16, &(uint32_t){RECORD_VERSION}, 4);
    repair_recording(b.bytes, b.size);
    assert_int_equal(read_world(b.bytes, b.size).result, GESTALT_OK);
}

// ---- writing

typedef struct writing {
    flock f;
    tree_life l;
    gestalt_recorder *frames;
    gestalt_tree_recorder_options options;
} writing;

static void writing_start(writing *w, gestalt_writer sink, const gestalt_allocator *allocator)
{
    flock_start(&w->f, &(flock_options){.count = 9, .dimension = 2});
    tree_life_start(&w->l, 3);
    assert_int_equal(gestalt_recorder_create(&w->f.description, sink, allocator, &w->frames, NULL),
                     GESTALT_OK);
    w->options = tree_life_options(&w->l, (gestalt_writer){0});
    w->options.recorder = w->frames;
}

static gestalt_result writing_frame(writing *w)
{
    gestalt_record_frame frame = flock_frame(&w->f);
    gestalt_result result = gestalt_recorder_frame(w->frames, &frame, NULL);
    flock_step(&w->f);
    return result;
}

static void writing_end(writing *w)
{
    gestalt_recorder_destroy(w->frames);
    tree_life_end(&w->l);
    flock_release(&w->f);
}

// Trees come before the world's first frame, and once. A refusal leaves the recording as it is.
static void test_too_late(void **state)
{
    (void)state;
    writing w;
    byte_buffer b = {0};
    gestalt_tree_recorder *recorder;
    gestalt_error error = {0};
    writing_start(&w, buffer_writer(&b), NULL);
    assert_int_equal(writing_frame(&w), GESTALT_OK);
    const size_t size = b.size;
    assert_int_equal(gestalt_tree_recorder_create(&w.options, &recorder, &error),
                     GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "has already written a frame"));
    assert_null(recorder);
    assert_int_equal(b.size, size);
    assert_int_equal(writing_frame(&w), GESTALT_OK);
    assert_int_equal(gestalt_recorder_finish(w.frames, NULL), GESTALT_OK);
    reading world = read_world(b.bytes, b.size);
    assert_true(world.result == GESTALT_OK && !world.is_cut);
    assert_int_equal(world.frames, 2);
    writing_end(&w);
    free(b.bytes);
}

static void expect_no_more_trees(const writing *w)
{
    gestalt_tree_recorder *recorder;
    assert_int_equal(gestalt_tree_recorder_create(&w->options, &recorder, NULL),
                     GESTALT_BAD_ARGUMENT);
    const byte_buffer *b = tree_recording_at(0);
    gestalt_tree_recording *r;
    gestalt_tree_copier *copier;
    assert_int_equal(gestalt_tree_recording_open_memory(b->bytes, b->size, NULL, &r, NULL),
                     GESTALT_OK);
    const gestalt_tree_copier_options options = {.recording = r, .recorder = w->frames};
    assert_int_equal(gestalt_tree_copier_create(&options, &copier, NULL), GESTALT_BAD_ARGUMENT);
    assert_null(copier);
    gestalt_tree_recording_close(r);
}

// The end is written by the recorder of the world. After it, nothing is.
static void test_finish(void **state)
{
    (void)state;
    writing w;
    byte_buffer b = {0};
    gestalt_tree_recorder *recorder;
    writing_start(&w, buffer_writer(&b), NULL);
    assert_int_equal(gestalt_tree_recorder_create(&w.options, &recorder, NULL), GESTALT_OK);
    expect_no_more_trees(&w);
    assert_int_equal(writing_frame(&w), GESTALT_OK);
    tree_life_tick(&w.l);
    assert_int_equal(gestalt_recorder_finish(w.frames, NULL), GESTALT_OK);
    const size_t size = b.size;
    assert_int_equal(gestalt_tree_recorder_tick(recorder, NULL), GESTALT_BAD_ARGUMENT);
    assert_int_equal(gestalt_tree_recorder_frame(recorder, NULL), GESTALT_BAD_ARGUMENT);
    assert_int_equal(gestalt_tree_recorder_finish(recorder, NULL), GESTALT_OK);
    assert_int_equal(writing_frame(&w), GESTALT_BAD_ARGUMENT);
    expect_no_more_trees(&w);
    assert_int_equal(b.size, size);
    gestalt_tree_recorder_destroy(recorder);
    writing_end(&w);
    assert_int_equal(read_world(b.bytes, b.size).frames, 1);
    assert_int_equal(read_trees(b.bytes, b.size).frames, 1);
    free(b.bytes);
}

// The trees may be finished before the world, whose frames continue.
static void test_trees_end(void **state)
{
    (void)state;
    writing w;
    byte_buffer b = {0};
    gestalt_tree_recorder *recorder;
    writing_start(&w, buffer_writer(&b), NULL);
    assert_int_equal(gestalt_tree_recorder_create(&w.options, &recorder, NULL), GESTALT_OK);
    assert_int_equal(gestalt_tree_recorder_finish(recorder, NULL), GESTALT_OK);
    tree_life_tick(&w.l);
    assert_int_equal(gestalt_tree_recorder_tick(recorder, NULL), GESTALT_BAD_ARGUMENT);
    gestalt_tree_recorder_destroy(recorder);
    assert_int_equal(writing_frame(&w), GESTALT_OK);
    assert_true(read_world(b.bytes, b.size).is_cut && read_trees(b.bytes, b.size).is_cut);
    assert_int_equal(gestalt_recorder_finish(w.frames, NULL), GESTALT_OK);
    writing_end(&w);
    reading world = read_world(b.bytes, b.size), trees = read_trees(b.bytes, b.size);
    assert_true(world.result == GESTALT_OK && !world.is_cut && world.frames == 1);
    assert_true(trees.result == GESTALT_OK && !trees.is_cut && trees.frames == 1);
    free(b.bytes);
}

// A copy of trees continues until the recorder of the world is finished.
static void test_finish_copy(void **state)
{
    (void)state;
    const byte_buffer *from = tree_recording_at(1);
    writing w;
    byte_buffer b = {0};
    gestalt_tree_recording *r;
    gestalt_tree_copier *copier;
    gestalt_tree_next next;
    gestalt_tree_frame frame;
    writing_start(&w, buffer_writer(&b), NULL);
    assert_int_equal(gestalt_tree_recording_open_memory(from->bytes, from->size, NULL, &r, NULL),
                     GESTALT_OK);
    const gestalt_tree_copier_options options = {.recording = r, .recorder = w.frames};
    assert_int_equal(gestalt_tree_copier_create(&options, &copier, NULL), GESTALT_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(gestalt_tree_recording_next(r, &next, &frame, NULL), GESTALT_OK);
        assert_int_equal(gestalt_tree_copier_take(copier, next, &frame, NULL),
                         i ? GESTALT_IO : GESTALT_OK);
        assert_int_equal(gestalt_recorder_finish(w.frames, NULL), GESTALT_OK);
    }
    gestalt_tree_copier_destroy(copier);
    gestalt_tree_recording_close(r);
    writing_end(&w);
    reading trees = read_trees(b.bytes, b.size);
    assert_true(trees.result == GESTALT_OK && !trees.is_cut);
    assert_int_equal(trees.frames, 1);
    free(b.bytes);
}

typedef struct full_disk {
    size_t left;
    unsigned refused;
} full_disk;

static bool write_some(void *user, const char *bytes, size_t size)
{
    (void)bytes;
    full_disk *d = user;
    d->refused += size > d->left;
    d->left -= size > d->left ? 0 : size;
    return d->refused == 0;
}

// After an error of the sink neither recorder calls it again.
static void test_full_disk(void **state)
{
    (void)state;
    const size_t begin = list_chunks(both_recording_at(3)).at[1];
    for (size_t room = begin; room < begin + 6000; room += 97) {
        writing w;
        full_disk disk = {.left = room};
        gestalt_tree_recorder *recorder;
        writing_start(&w, (gestalt_writer){write_some, &disk}, NULL);
        gestalt_result result = gestalt_tree_recorder_create(&w.options, &recorder, NULL);
        while (result == GESTALT_OK) {
            result = writing_frame(&w);
            tree_life_tick(&w.l);
            if (result == GESTALT_OK)
                result = gestalt_tree_recorder_tick(recorder, NULL);
        }
        assert_int_equal(result, GESTALT_IO);
        tree_life_tick(&w.l);
        if (recorder)
            assert_int_equal(gestalt_tree_recorder_tick(recorder, NULL), GESTALT_IO);
        assert_int_equal(writing_frame(&w), GESTALT_IO);
        assert_int_equal(gestalt_recorder_finish(w.frames, NULL), GESTALT_IO);
        assert_int_equal(disk.refused, 1);
        gestalt_tree_recorder_destroy(recorder);
        writing_end(&w);
    }
}

// A frame for which memory ran out is missing, and everything else is correct.
static void test_no_memory(void **state)
{
    (void)state;
    for (size_t fail_at = 1, has_failed = 1; has_failed; fail_at++) {
        writing w;
        counting c = {0};
        gestalt_allocator allocator = counting_allocator(&c);
        byte_buffer b = {0};
        gestalt_tree_recorder *recorder;
        uint64_t frames = 0, states = 0;
        writing_start(&w, buffer_writer(&b), &allocator);
        w.options.allocator = allocator;
        c.calls = 0;
        c.fail_at = fail_at;
        gestalt_result result = gestalt_tree_recorder_create(&w.options, &recorder, NULL);
        states += result == GESTALT_OK;
        assert_true(result == GESTALT_OK || result == GESTALT_NO_MEMORY);
        for (int i = 0; i < BOTH_TICKS; i++) {
            result = writing_frame(&w);
            assert_true(result == GESTALT_OK || (c.has_failed && result == GESTALT_NO_MEMORY));
            frames += result == GESTALT_OK;
            tree_life_tick(&w.l);
            result = recorder ? gestalt_tree_recorder_tick(recorder, NULL) : GESTALT_NO_MEMORY;
            assert_true(result == GESTALT_OK || (c.has_failed && result == GESTALT_NO_MEMORY));
            states += result == GESTALT_OK;
        }
        has_failed = c.has_failed;
        if (recorder)
            assert_int_equal(frames + states, 2 * BOTH_TICKS + 1 - has_failed);
        assert_int_equal(gestalt_recorder_finish(w.frames, NULL), GESTALT_OK);
        gestalt_tree_recorder_destroy(recorder);
        writing_end(&w);
        assert_int_equal(c.live_bytes, 0);
        reading world = read_world(b.bytes, b.size), trees = read_trees(b.bytes, b.size);
        assert_true(world.result == GESTALT_OK && !world.is_cut);
        assert_int_equal(world.frames, frames);
        if (trees.result != GESTALT_BAD_ARGUMENT || recorder) {
            assert_true(trees.result == GESTALT_OK && !trees.is_cut);
            assert_int_equal(trees.frames, states);
        }
        free(b.bytes);
    }
}

// A sink that calls the recorder whose bytes it gets.
typedef struct calling {
    gestalt_tree_recorder *recorder;
    bool calls;
} calling;

static bool call_recorder(void *user, const char *bytes, size_t size)
{
    (void)bytes, (void)size;
    calling *c = user;
    if (c->calls)
        MISUSED(gestalt_tree_recorder_finish(c->recorder, &error), "sink of the recording");
    return true;
}

static void test_sink_calls(void **state)
{
    (void)state;
    writing w;
    calling c = {0};
    writing_start(&w, (gestalt_writer){call_recorder, &c}, NULL);
    assert_int_equal(gestalt_tree_recorder_create(&w.options, &c.recorder, NULL), GESTALT_OK);
    c.calls = true;
    assert_int_equal(writing_frame(&w), GESTALT_OK);
    c.calls = false;
    gestalt_tree_recorder_destroy(c.recorder);
    writing_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),       cmocka_unit_test(test_copy),
        cmocka_unit_test(test_cut),        cmocka_unit_test(test_grows),
        cmocka_unit_test(test_damaged),    cmocka_unit_test(test_places),
        cmocka_unit_test(test_wrong),      cmocka_unit_test(test_chain),
        cmocka_unit_test(test_missing),    cmocka_unit_test(test_versions),
        cmocka_unit_test(test_too_late),   cmocka_unit_test(test_finish),
        cmocka_unit_test(test_trees_end),  cmocka_unit_test(test_finish_copy),
        cmocka_unit_test(test_full_disk),  cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_sink_calls),
    };
    return cmocka_run_group_tests_name("recording_both", tests, NULL, NULL);
}
