// SPDX-License-Identifier: MIT
// Recordings of trees: truncated anywhere, damaged anywhere, without memory, on full disks, and
// while they grow. tests/differential/recorded.c compares recordings with populations.
#include "counting.h"
#include "tree_recordings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gestalt/recorder/share.h>

#include "misused.h"

enum { TICKS = 12 };

static gestalt_tree_recording *open_bytes(const void *bytes, size_t size)
{
    gestalt_tree_recording *r = NULL;
    gestalt_result result = gestalt_tree_recording_open_memory(bytes, size, NULL, &r, NULL);
    assert_true((result == GESTALT_OK) == (r != NULL));
    assert_true(result == GESTALT_OK || result == GESTALT_BAD_FILE);
    return r;
}

// Read everything. Return the number of frames, and how the recording ends.
static uint64_t count_frames(gestalt_tree_recording *r, gestalt_tree_next *next,
                             gestalt_result *result)
{
    gestalt_tree_frame frame;
    uint64_t count = 0;
    do {
        *result = gestalt_tree_recording_next(r, next, &frame, NULL);
        count += *result == GESTALT_OK && *next == GESTALT_TREE_HAS_FRAME;
    } while (*result == GESTALT_OK && *next != GESTALT_TREE_AT_END && *next != GESTALT_TREE_CUT);
    return count;
}

// ---- truncated and damaged

static void test_cut(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < TREE_RECORDINGS; kind++) {
        const byte_buffer *b = tree_recording_at(kind);
        uint64_t frames = 0;
        for (size_t size = 0; size <= b->size; size++) {
            gestalt_tree_next next;
            gestalt_result result;
            gestalt_tree_recording *r = open_bytes(b->bytes, size);
            if (!r)
                continue;
            uint64_t found = count_frames(r, &next, &result);
            assert_int_equal(result, GESTALT_OK);
            assert_int_equal(next, size == b->size ? GESTALT_TREE_AT_END : GESTALT_TREE_CUT);
            assert_in_range(found, frames, frames + 1);
            assert_true(gestalt_tree_recording_offset(r) <= size);
            frames = found;
            gestalt_tree_recording_close(r);
        }
        assert_int_equal(frames, kind == 2 ? 1 + 40 / 3 : 41);
    }
}

// Any changed byte is detected, and everything before it is read.
static void test_damaged(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < TREE_RECORDINGS; kind++) {
        byte_buffer b = *tree_recording_at(kind);
        for (size_t at = 0; at < b.size; at += at < 2000 ? 1 : 7) {
            gestalt_tree_next next;
            gestalt_result result = GESTALT_BAD_FILE;
            b.bytes[at] ^= 0x10;
            gestalt_tree_recording *r = open_bytes(b.bytes, b.size);
            if (r)
                count_frames(r, &next, &result);
            // A size that is too large looks like a recording that will continue.
            assert_true(result == GESTALT_BAD_FILE || result == GESTALT_LIMIT ||
                        (result == GESTALT_OK && next == GESTALT_TREE_CUT));
            gestalt_tree_recording_close(r);
            b.bytes[at] ^= 0x10;
        }
    }
}

static void test_limits(void **state)
{
    (void)state;
    const byte_buffer *b = tree_recording_at(1);
    for (int i = 0; i < 3; i++) {
        gestalt_tree_next next;
        gestalt_tree_frame frame;
        gestalt_error error = {0};
        gestalt_limits limits;
        gestalt_tree_recording *r = open_bytes(b->bytes, b->size);
        gestalt_limits_default(&limits, sizeof limits);
        *(i == 0 ? &limits.agents : i == 1 ? &limits.nodes : &limits.keys) = 3;
        gestalt_tree_recording_set_limits(r, &limits);
        assert_int_equal(gestalt_tree_recording_next(r, &next, &frame, &error), GESTALT_LIMIT);
        assert_int_equal(gestalt_tree_recording_next(r, &next, &frame, NULL), GESTALT_LIMIT);
        gestalt_tree_recording_close(r);
    }
}

// ---- writing

typedef struct full_disk {
    size_t left;
    unsigned refused;
} full_disk;

static bool write_some(void *user, const char *bytes, size_t size)
{
    (void)bytes;
    full_disk *d = user;
    if (size > d->left) {
        d->refused++;
        return false;
    }
    d->left -= size;
    return true;
}

// An error of the sink is kept, and the sink is not called again.
static void test_full_disk(void **state)
{
    (void)state;
    for (size_t room = 0; room < 6000; room += 97) {
        tree_life l;
        full_disk disk = {.left = room};
        gestalt_tree_recorder *recorder;
        tree_life_start(&l, 1);
        gestalt_tree_recorder_options options =
            tree_life_options(&l, (gestalt_writer){write_some, &disk});
        gestalt_result result = gestalt_tree_recorder_create(&options, &recorder, NULL);
        while (result == GESTALT_OK) {
            tree_life_tick(&l);
            result = gestalt_tree_recorder_tick(recorder, NULL);
        }
        assert_int_equal(result, GESTALT_IO);
        if (recorder) {
            tree_life_tick(&l);
            assert_int_equal(gestalt_tree_recorder_tick(recorder, NULL), GESTALT_IO);
            assert_int_equal(gestalt_tree_recorder_finish(recorder, NULL), GESTALT_IO);
        }
        assert_int_equal(disk.refused, 1);
        gestalt_tree_recorder_destroy(recorder);
        tree_life_end(&l);
    }
}

// ---- memory

static gestalt_result trial_write(void *user, counting *c)
{
    tree_life l;
    byte_buffer out = {0};
    gestalt_tree_recorder *recorder;
    tree_life_start(&l, *(unsigned *)user);
    gestalt_tree_recorder_options options = tree_life_options(&l, buffer_writer(&out));
    options.allocator = counting_allocator(c);
    gestalt_result result = tree_life_record(&options, l.kind, &recorder);
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_watch(recorder, 4, NULL);
    while (result == GESTALT_OK && l.ticks < TICKS) {
        tree_life_tick(&l);
        result = gestalt_tree_recorder_tick(recorder, NULL);
    }
    gestalt_tree_recorder_destroy(recorder);
    tree_life_end(&l);
    free(out.bytes);
    return result;
}

static gestalt_result trial_read(void *user, counting *c)
{
    const byte_buffer *b = tree_recording_at(*(unsigned *)user);
    gestalt_allocator allocator = counting_allocator(c);
    gestalt_tree_recording *r = NULL;
    gestalt_tree_next next = GESTALT_TREE_HAS_FRAME;
    gestalt_tree_frame frame;
    gestalt_result result =
        gestalt_tree_recording_open_memory(b->bytes, b->size, &allocator, &r, NULL);
    while (result == GESTALT_OK && next != GESTALT_TREE_AT_END)
        result = gestalt_tree_recording_next(r, &next, &frame, NULL);
    gestalt_tree_recording_close(r);
    return result;
}

static void test_no_memory(void **state)
{
    (void)state;
    for (unsigned kind = 1; kind < TREE_RECORDINGS; kind += kind < 3 ? 2 : 1) {
        counting c = {0};
        counting_fail_each(trial_write, &kind, "recording", &c, GESTALT_OK);
        c = (counting){0};
        counting_fail_each(trial_read, &kind, "reading", &c, GESTALT_OK);
    }
}

// A tick for which memory ran out is missing, and everything after it is correct.
// ---- what recordings do not depend on

static gestalt_result agree_alone(void *user, gestalt_result result, gestalt_error *error)
{
    (void)user, (void)error;
    return result;
}

static void keep_numbers(void *user, uint64_t *numbers, size_t count)
{
    (void)user, (void)numbers, (void)count;
}

static void gather_alone(void *user, const void *bytes, size_t size, void *all)
{
    (void)user;
    if (size > 0)
        memcpy(all, bytes, size);
}

static void gather_own(void *user, const void *bytes, size_t size, void *all)
{
    ++*(int *)user;
    gather_alone(user, bytes, size, all);
}

// Record with options, and make the population compact after some ticks.
static byte_buffer record_moved(unsigned kind, const gestalt_tree_share *share, bool moves)
{
    tree_life l;
    byte_buffer out = {0};
    gestalt_tree_recorder *recorder;
    tree_life_start(&l, kind);
    gestalt_tree_recorder_options options = tree_life_options(&l, buffer_writer(&out));
    options.share = share;
    assert_int_equal(tree_life_record(&options, l.kind, &recorder), GESTALT_OK);
    while (l.ticks < TICKS) {
        tree_life_tick(&l);
        assert_int_equal(gestalt_tree_recorder_tick(recorder, NULL), GESTALT_OK);
        if (moves && l.ticks % 2)
            assert_int_equal(gestalt_population_compact(l.population, NULL), GESTALT_OK);
    }
    assert_int_equal(gestalt_tree_recorder_finish(recorder, NULL), GESTALT_OK);
    gestalt_tree_recorder_destroy(recorder);
    tree_life_end(&l);
    return out;
}

// Where the population keeps its agents, and a share that has all of them.
static void test_same_bytes(void **state)
{
    (void)state;
    int gathered = 0;
    const gestalt_tree_share share = {.user = &gathered,
                                      .is_first = true,
                                      .agree = agree_alone,
                                      .sum = keep_numbers,
                                      .least = keep_numbers,
                                      .gather = gather_own};
    for (unsigned kind = 1; kind < TREE_RECORDINGS; kind++) {
        byte_buffer one = record_moved(kind, NULL, false);
        byte_buffer others[] = {record_moved(kind, NULL, true), record_moved(kind, &share, false)};
        for (int i = 0; i < 2; i++) {
            assert_int_equal(others[i].size, one.size);
            assert_memory_equal(others[i].bytes, one.bytes, one.size);
            free(others[i].bytes);
        }
        free(one.bytes);
        assert_true(gathered > 0);
    }
}

// Agents with ids between those of the previous frame.
static void test_lower_ids(void **state)
{
    (void)state;
    tree_life l;
    byte_buffer out = {0};
    gestalt_tree_recorder *recorder;
    gestalt_tree_next next = GESTALT_TREE_HAS_FRAME;
    gestalt_tree_frame frame;
    uint32_t group, lane, frames = 0;
    uint64_t block;
    tree_life_start(&l, 1);
    gestalt_tree_recorder_options options = tree_life_options(&l, buffer_writer(&out));
    assert_int_equal(gestalt_population_spawn_as(l.population, 1, 9000, 3, NULL), GESTALT_OK);
    assert_int_equal(gestalt_tree_recorder_create(&options, &recorder, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_spawn_as(l.population, 1, 5000, 70, NULL), GESTALT_OK);
    tree_life_tick(&l);
    assert_int_equal(gestalt_tree_recorder_tick(recorder, NULL), GESTALT_OK);
    gestalt_tree_recording *r = open_bytes(out.bytes, out.size);
    for (; frames < 2; frames += next == GESTALT_TREE_HAS_FRAME)
        assert_int_equal(gestalt_tree_recording_next(r, &next, &frame, NULL), GESTALT_OK);
    assert_int_equal(frame.agents, gestalt_population_count(l.population));
    assert_int_equal(frame.born, 70);
    for (uint64_t agent = 5000; agent < 5070; agent++)
        assert_true(gestalt_tree_recording_find(r, agent, &group, &block, &lane) && group == 1);
    assert_true(gestalt_tree_recording_find(r, 9002, &group, &block, &lane));
    gestalt_tree_recording_close(r);
    gestalt_tree_recorder_destroy(recorder);
    tree_life_end(&l);
    free(out.bytes);
}

static void test_goes_on(void **state)
{
    (void)state;
    for (size_t fail_at = 1, has_failed = 1; has_failed; fail_at++) {
        tree_life l;
        counting c = {0};
        byte_buffer out = {0};
        gestalt_tree_recorder *recorder;
        gestalt_tree_next next;
        gestalt_result result;
        tree_life_start(&l, 3);
        gestalt_tree_recorder_options options = tree_life_options(&l, buffer_writer(&out));
        options.allocator = counting_allocator(&c);
        assert_int_equal(gestalt_tree_recorder_create(&options, &recorder, NULL), GESTALT_OK);
        c.calls = 0;
        c.fail_at = fail_at;
        uint64_t written = 1;
        while (l.ticks < TICKS) {
            tree_life_tick(&l);
            result = gestalt_tree_recorder_tick(recorder, NULL);
            assert_true(result == GESTALT_OK || (c.has_failed && result == GESTALT_NO_MEMORY));
            written += result == GESTALT_OK;
        }
        has_failed = c.has_failed;
        assert_int_equal(written, 1 + TICKS - (has_failed ? 1 : 0));
        assert_int_equal(gestalt_tree_recorder_finish(recorder, NULL), GESTALT_OK);
        gestalt_tree_recorder_destroy(recorder);
        tree_life_end(&l);
        gestalt_tree_recording *r = open_bytes(out.bytes, out.size);
        assert_int_equal(count_frames(r, &next, &result), written);
        assert_int_equal(result, GESTALT_OK);
        assert_int_equal(next, GESTALT_TREE_AT_END);
        gestalt_tree_recording_close(r);
        free(out.bytes);
    }
}

// ---- what is recorded

// Births and deaths, and the edit, in the frames after them.
static void test_changes(void **state)
{
    (void)state;
    const byte_buffer *b = tree_recording_at(3);
    gestalt_tree_recording *r = open_bytes(b->bytes, b->size);
    gestalt_tree_next next;
    gestalt_tree_frame frame;
    gestalt_tree_group group;
    uint64_t born = 0, gone = 0, first = 0, last = 0;
    while (gestalt_tree_recording_next(r, &next, &frame, NULL) == GESTALT_OK &&
           next != GESTALT_TREE_AT_END) {
        if (next != GESTALT_TREE_HAS_FRAME)
            continue;
        first = frame.tick == 0 ? frame.agents : first;
        last = frame.agents;
        born += frame.born;
        gone += frame.gone;
        assert_int_equal(frame.edits, frame.tick == 8);
        assert_true(gestalt_tree_recording_group(r, 0, &group));
        assert_string_equal(group.tree, frame.tick < 8 ? "lamps" : "dim");
        assert_int_equal(group.key_count, frame.tick < 8 ? 4 : 2);
        assert_string_equal(group.name, "lamps");
        assert_non_null(group.counts);
    }
    assert_int_equal(first, 110);
    assert_int_equal(born, 2 * 13);
    assert_int_equal(gone, 10);
    assert_int_equal(last, first + born - gone);
    gestalt_tree_recording_close(r);
}

// Steps of the watched agent are recorded in every tick, although frames are rarer.
static void test_watched(void **state)
{
    (void)state;
    const byte_buffer *b = tree_recording_at(2);
    gestalt_tree_recording *r = open_bytes(b->bytes, b->size);
    gestalt_tree_next next;
    gestalt_tree_frame frame;
    uint64_t ticks = 0;
    while (gestalt_tree_recording_next(r, &next, &frame, NULL) == GESTALT_OK &&
           next != GESTALT_TREE_AT_END) {
        if (next == GESTALT_TREE_HAS_FRAME) {
            assert_int_equal(frame.tick % 3, 0);
            continue;
        }
        ticks++;
        assert_int_equal(frame.tick, ticks);
        const gestalt_tree_step *step = frame.steps, *end = step + frame.step_count - 1;
        assert_true(step->node == 0 &&
                    (step->kind == GESTALT_TREE_ENTERED || step->kind == GESTALT_TREE_RESUMED));
        assert_true(end->node == 0 &&
                    (end->kind == GESTALT_TREE_SUCCEEDED || end->kind == GESTALT_TREE_FAILED ||
                     end->kind == GESTALT_TREE_RAN));
        for (; step <= end; step++)
            assert_int_equal(step->agent, 5);
    }
    assert_int_equal(ticks, 40);
    gestalt_tree_recording_close(r);
}

// ---- copying

static bool wants_odd(void *user, uint64_t agent)
{
    (void)user;
    return agent % 2;
}

// Copy every `every`-th frame of a recording, with memory or without.
static gestalt_result copy_recording(unsigned kind, gestalt_tree_copier_options options,
                                     uint64_t every)
{
    const byte_buffer *b = tree_recording_at(kind);
    gestalt_tree_recording *r = open_bytes(b->bytes, b->size);
    gestalt_tree_copier *copier;
    gestalt_tree_next next = GESTALT_TREE_HAS_STEPS;
    gestalt_tree_frame frame;
    uint64_t frames = 0;
    options.recording = r;
    gestalt_result result = gestalt_tree_copier_create(&options, &copier, NULL);
    assert_true((result == GESTALT_OK) == (copier != NULL));
    while (result == GESTALT_OK) {
        assert_int_equal(gestalt_tree_recording_next(r, &next, &frame, NULL), GESTALT_OK);
        if (next == GESTALT_TREE_AT_END)
            break;
        result = next == GESTALT_TREE_HAS_FRAME && frames++ % every != 0
                     ? gestalt_tree_copier_skip(copier, NULL)
                     : gestalt_tree_copier_take(copier, next, &frame, NULL);
    }
    if (result == GESTALT_OK)
        result = gestalt_tree_copier_finish(copier, NULL);
    else if (copier)
        assert_int_equal(gestalt_tree_copier_take(copier, next, &frame, NULL), GESTALT_IO);
    gestalt_tree_copier_destroy(copier);
    gestalt_tree_recording_close(r);
    return result;
}

// A complete copy has the same bytes. A copy of some frames and agents can be read.
static void test_copy(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < TREE_RECORDINGS; kind++) {
        const byte_buffer *b = tree_recording_at(kind);
        byte_buffer all = {0}, some = {0};
        gestalt_tree_copier_options options = {.sink = buffer_writer(&all)};
        assert_int_equal(copy_recording(kind, options, 1), GESTALT_OK);
        assert_int_equal(all.size, b->size);
        assert_memory_equal(all.bytes, b->bytes, b->size);
        gestalt_tree_next next;
        gestalt_result result;
        options = (gestalt_tree_copier_options){.sink = buffer_writer(&some), .wants = wants_odd};
        assert_int_equal(copy_recording(kind, options, 3), GESTALT_OK);
        gestalt_tree_recording *r = open_bytes(some.bytes, some.size);
        assert_int_equal(count_frames(r, &next, &result), kind == 2 ? 5 : 14);
        assert_int_equal(result, GESTALT_OK);
        assert_int_equal(next, GESTALT_TREE_AT_END);
        gestalt_tree_recording_close(r);
        free(all.bytes);
        free(some.bytes);
    }
}

static gestalt_result trial_copy(void *user, counting *c)
{
    byte_buffer out = {0};
    gestalt_tree_copier_options options = {.sink = buffer_writer(&out),
                                           .allocator = counting_allocator(c)};
    gestalt_result result = copy_recording(*(unsigned *)user, options, 2);
    free(out.bytes);
    return result;
}

static void test_copy_without(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < TREE_RECORDINGS; kind++) {
        counting c = {0};
        counting_fail_each(trial_copy, &kind, "copying", &c, GESTALT_OK);
    }
    for (size_t room = 0; room < 6000; room += 97) {
        full_disk disk = {.left = room};
        gestalt_tree_copier_options options = {.sink = {write_some, &disk}};
        assert_int_equal(copy_recording(1, options, 1), GESTALT_IO);
        assert_int_equal(disk.refused, 1);
    }
}

static void test_copy_misuse(void **state)
{
    (void)state;
    const byte_buffer *b = tree_recording_at(0);
    byte_buffer out = {0};
    gestalt_tree_recording *r = open_bytes(b->bytes, b->size);
    gestalt_tree_copier *copier;
    gestalt_tree_frame frame = {0};
    gestalt_tree_copier_options options = {.recording = r, .sink = buffer_writer(&out)};
    MISUSED(gestalt_tree_copier_create(NULL, &copier, &error), "`options` is NULL");
    MISUSED(gestalt_tree_copier_create(&options, NULL, &error), "`copier` is NULL");
    MISUSED(gestalt_tree_copier_take(NULL, GESTALT_TREE_HAS_FRAME, &frame, &error), "`copier`");
    MISUSED(gestalt_tree_copier_skip(NULL, &error), "`copier` is NULL");
    MISUSED(gestalt_tree_copier_finish(NULL, &error), "`copier` is NULL");
    options.recording = NULL;
    MISUSED(gestalt_tree_copier_create(&options, &copier, &error), "`options->recording`");
    options = (gestalt_tree_copier_options){.recording = r};
    MISUSED(gestalt_tree_copier_create(&options, &copier, &error), "`options->sink.write`");
    options.sink = buffer_writer(&out);
    assert_int_equal(gestalt_tree_copier_create(&options, &copier, NULL), GESTALT_OK);
    MISUSED(gestalt_tree_copier_take(copier, GESTALT_TREE_HAS_FRAME, NULL, &error), "`frame`");
    // Nothing has been read yet.
    assert_int_equal(gestalt_tree_copier_take(copier, GESTALT_TREE_HAS_FRAME, &frame, NULL),
                     GESTALT_BAD_ARGUMENT);
    assert_int_equal(gestalt_tree_copier_finish(copier, NULL), GESTALT_OK);
    assert_int_equal(gestalt_tree_copier_take(copier, GESTALT_TREE_HAS_FRAME, &frame, NULL),
                     GESTALT_IO);
    gestalt_tree_copier_destroy(copier);
    gestalt_tree_recording_close(r);
    free(out.bytes);
}

// ---- queries, and the first agent at a node

// Read up to the next steps of a tick, or the next frame.
static gestalt_tree_frame read_to(gestalt_tree_recording *r, gestalt_tree_next what, uint64_t tick)
{
    gestalt_tree_frame frame = {0};
    gestalt_tree_next next;
    do {
        assert_int_equal(gestalt_tree_recording_next(r, &next, &frame, NULL), GESTALT_OK);
        assert_true(next == GESTALT_TREE_HAS_FRAME || next == GESTALT_TREE_HAS_STEPS);
    } while (next != what || frame.tick < tick);
    return frame;
}

static void test_asked(void **state)
{
    (void)state;
    const byte_buffer *b = tree_recording_at(4);
    gestalt_tree_recording *r = open_bytes(b->bytes, b->size);
    gestalt_tree_frame f = read_to(r, GESTALT_TREE_HAS_STEPS, 1);
    assert_string_equal(gestalt_tree_recording_asked(r, 2), "oil");
    assert_null(gestalt_tree_recording_asked(r, 3));
    bool has_set = false;
    gestalt_value twice, oil, none;
    for (uint64_t i = 0; i < f.step_count; i++) {
        if (f.steps[i].agent != 5)
            continue;
        assert_true(gestalt_tree_recording_asked_value(r, i, 0, &twice));
        assert_true(gestalt_tree_recording_asked_value(r, i, 2, &oil));
        assert_int_equal(twice.type, GESTALT_FLOAT);
        assert_int_equal(oil.type, GESTALT_INT);
        assert_true(twice.number == (float)(oil.integer * 2 + 1));
        has_set = has_set || (f.steps[i].node == 3 && f.steps[i].kind == GESTALT_TREE_SUCCEEDED);
        assert_int_equal(oil.integer, has_set ? 4 : 5); // after the step
    }
    assert_true(has_set);
    assert_false(gestalt_tree_recording_asked_value(r, f.step_count, 0, &none));
    assert_false(gestalt_tree_recording_asked_value(r, 0, 3, &none));
    gestalt_tree_recording_close(r);
}

// The first agent that enters a node is watched in the same tick, including its path to the node.
static void test_first_at_node(void **state)
{
    (void)state;
    const byte_buffer *b = tree_recording_at(4);
    gestalt_tree_recording *r = open_bytes(b->bytes, b->size);
    gestalt_tree_frame f = read_to(r, GESTALT_TREE_HAS_STEPS, 1);
    gestalt_value value;
    uint64_t i = 0;
    while (i < f.step_count && f.steps[i].agent != 0) // agent 0 has an oil of 0
        i++;
    assert_true(i < f.step_count);
    assert_int_equal(f.steps[i].node, 0);
    assert_int_equal(f.steps[i].kind, GESTALT_TREE_ENTERED);
    assert_false(gestalt_tree_recording_asked_value(r, i, 0, &value));
    for (; f.steps[i].agent != 0 || f.steps[i].node != 8; i++)
        assert_true(i + 1 < f.step_count);
    assert_int_equal(f.steps[i].kind, GESTALT_TREE_ENTERED);
    assert_true(gestalt_tree_recording_asked_value(r, i, 0, &value));
    gestalt_tree_recording_close(r);
}

static void test_shared(void **state)
{
    (void)state;
    const byte_buffer *b = tree_recording_at(4);
    gestalt_tree_recording *r = open_bytes(b->bytes, b->size);
    for (uint64_t tick = 1; tick < 30; tick++) {
        gestalt_tree_shared key;
        gestalt_tree_group group;
        read_to(r, GESTALT_TREE_HAS_FRAME, tick);
        assert_true(gestalt_tree_recording_shared(r, 0, 0, &key));
        assert_string_equal(key.name, "moon");
        assert_string_equal(key.words[1], "full");
        assert_int_equal(key.value.integer, (tick - 1) / 5 % 2);
        assert_false(gestalt_tree_recording_shared(r, 0, 1, &key));
        assert_false(gestalt_tree_recording_shared(r, 1, 0, &key));
        assert_true(gestalt_tree_recording_group(r, 0, &group));
        assert_int_equal(group.key_count, 6);
        assert_string_equal(group.keys[4].name, "home.x"); // of the whole key `home`
        assert_string_equal(group.keys[5].name, "home.y");
    }
    gestalt_tree_recording_close(r);
}

static uint64_t answers_of_root(gestalt_tree_recording *r)
{
    gestalt_tree_group group;
    assert_true(gestalt_tree_recording_group(r, 0, &group));
    return group.counts[0].succeeded + group.counts[0].failed + group.counts[0].running;
}

static gestalt_result count_frame(void *user, bool is_frame, gestalt_error *error)
{
    (void)error;
    *(int *)user += is_frame;
    return GESTALT_OK;
}

// A frame before an edit has the counts of the old tree. Another population has the same agents. If
// there are shares, `shares` are those of the old and the new population.
static void follow(const gestalt_tree_share *shares)
{
    tree_life l, other;
    byte_buffer out = {0};
    gestalt_tree_recorder *recorder;
    tree_life_start(&l, 1);
    tree_life_start(&other, 1);
    gestalt_tree_recorder_options options = tree_life_options(&l, buffer_writer(&out));
    options.every = 10;
    options.share = shares;
    assert_int_equal(gestalt_tree_recorder_create(&options, &recorder, NULL), GESTALT_OK);
    assert_int_equal(gestalt_tree_recorder_watch(recorder, 40, NULL), GESTALT_OK);
    for (int i = 0; i < 4; i++) {
        tree_life_tick(&l);
        assert_int_equal(gestalt_tree_recorder_tick(recorder, NULL), GESTALT_OK);
        tree_life_tick(&other);
    }
    assert_int_equal(gestalt_tree_recorder_follow(recorder, other.population, NULL),
                     shares ? GESTALT_BAD_ARGUMENT : GESTALT_OK);
    if (shares)
        assert_int_equal(
            gestalt_tree_recorder_follow_share(recorder, other.population, &shares[1], NULL),
            GESTALT_OK);
    tree_life_end(&l);
    const gestalt_edit edit = {.shape = other.shapes[2]};
    assert_int_equal(gestalt_population_edit(other.population, &edit, NULL, NULL), GESTALT_OK);
    while (other.ticks < 10) {
        tree_life_tick(&other);
        assert_int_equal(gestalt_tree_recorder_tick(recorder, NULL), GESTALT_OK);
    }
    assert_int_equal(gestalt_tree_recorder_finish(recorder, NULL), GESTALT_OK);
    gestalt_tree_recorder_destroy(recorder);
    gestalt_tree_recording *r = open_bytes(out.bytes, out.size);
    gestalt_tree_frame f = read_to(r, GESTALT_TREE_HAS_FRAME, 1);
    assert_int_equal(f.tick, 4);
    uint64_t before = answers_of_root(r);
    assert_in_range(before, 4 * 49, 4 * 50);
    f = read_to(r, GESTALT_TREE_HAS_STEPS, 5);
    assert_int_equal(f.steps[0].agent, 40);
    f = read_to(r, GESTALT_TREE_HAS_FRAME, 5);
    assert_int_equal(f.tick, 10);
    assert_int_equal(f.edits, 1);
    assert_in_range(answers_of_root(r), 6 * 47, 6 * 50);
    gestalt_tree_recording_close(r);
    tree_life_end(&other);
    free(out.bytes);
}

static void test_follow(void **state)
{
    (void)state;
    int frames[] = {0, 0};
    gestalt_tree_share shares[2] = {{.user = &frames[0],
                                     .is_first = true,
                                     .agree = agree_alone,
                                     .sum = keep_numbers,
                                     .least = keep_numbers,
                                     .gather = gather_alone,
                                     .arrange = count_frame}};
    follow(NULL);
    shares[1] = shares[0];
    shares[1].user = &frames[1];
    follow(shares);
    assert_int_equal(frames[0], 2); // at the beginning, and before the edit
    assert_int_equal(frames[1], 1);
}

// Shares with which a recorder cannot continue.
static void test_follow_misuse(void **state)
{
    (void)state;
    tree_life l;
    int gathered = 0;
    byte_buffer out = {0};
    gestalt_tree_recorder *recorder;
    gestalt_tree_share share = {.user = &gathered,
                                .is_first = true,
                                .agree = agree_alone,
                                .sum = keep_numbers,
                                .least = keep_numbers,
                                .gather = gather_own};
    tree_life_start(&l, 1);
    gestalt_tree_recorder_options options = tree_life_options(&l, buffer_writer(&out));
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        options.share = is_shared ? &share : NULL;
        assert_int_equal(gestalt_tree_recorder_create(&options, &recorder, NULL), GESTALT_OK);
        MISUSED(gestalt_tree_recorder_follow_share(recorder, NULL, &share, &error),
                "`population` is NULL");
        MISUSED(gestalt_tree_recorder_follow_share(recorder, l.population,
                                                   &(gestalt_tree_share){.is_first = true}, &error),
                "needs all its functions");
        share.is_first = !is_shared;
        assert_int_equal(gestalt_tree_recorder_follow_share(recorder, l.population, &share, NULL),
                         GESTALT_BAD_ARGUMENT);
        gestalt_tree_recorder_destroy(recorder);
        share.is_first = true;
    }
    tree_life_end(&l);
    free(out.bytes);
}

static void test_asked_wrong(void **state)
{
    (void)state;
    tree_life l;
    byte_buffer out = {0};
    gestalt_error mistake = {0};
    gestalt_tree_recorder *recorder;
    static const char *const wrong[] = {"oil", "oli > 2"};
    tree_life_start(&l, 1);
    gestalt_tree_recorder_options options = tree_life_options(&l, buffer_writer(&out));
    assert_int_equal(gestalt_tree_recorder_create_asking(&options, wrong, 2, &recorder, &mistake),
                     GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(mistake.message, "oli"));
    const char *many[17];
    for (int i = 0; i < 17; i++)
        many[i] = "oil";
    assert_int_equal(gestalt_tree_recorder_create_asking(&options, many, 17, &recorder, NULL),
                     GESTALT_LIMIT);
    MISUSED(gestalt_tree_recorder_create_asking(&options, NULL, 1, &recorder, &error),
            "`expressions` is NULL");
    assert_int_equal(gestalt_tree_recorder_create(&options, &recorder, NULL), GESTALT_OK);
    assert_int_equal(gestalt_tree_recorder_watch_if(recorder, "oil", NULL), GESTALT_BAD_ARGUMENT);
    assert_int_equal(gestalt_tree_recorder_watch_node(recorder, "no such", &mistake),
                     GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(mistake.message, "no such"));
    assert_int_equal(gestalt_tree_recorder_watch_node(recorder, "", NULL), GESTALT_BAD_ARGUMENT);
    for (int i = 0; i < 32; i++)
        assert_int_equal(gestalt_tree_recorder_watch_node(recorder, "8", NULL), GESTALT_OK);
    assert_int_equal(gestalt_tree_recorder_watch_node(recorder, "8", NULL), GESTALT_LIMIT);
    MISUSED(gestalt_tree_recorder_watch_if(recorder, NULL, &error), "`condition` is NULL");
    MISUSED(gestalt_tree_recorder_watch_node(NULL, "1", &error), "`recorder` is NULL");
    MISUSED(gestalt_tree_recorder_frame(NULL, &error), "`recorder` is NULL");
    MISUSED(gestalt_tree_recorder_follow(recorder, NULL, &error), "`population` is NULL");
    gestalt_tree_recorder_destroy(recorder);
    tree_life_end(&l);
    free(out.bytes);
}

static gestalt_result create_named(const tree_life *l, const char *run, const char *const *groups,
                                   const char *const *keys, uint32_t key_count)
{
    byte_buffer out = {0};
    gestalt_tree_recorder *recorder = NULL;
    gestalt_tree_recorder_options options = tree_life_options(l, buffer_writer(&out));
    options.name = run;
    options.groups = groups;
    options.keys = keys;
    options.key_count = key_count;
    gestalt_result result = gestalt_tree_recorder_create(&options, &recorder, NULL);
    assert_true((result == GESTALT_OK) == (recorder != NULL));
    gestalt_tree_recorder_destroy(recorder);
    free(out.bytes);
    return result;
}

// Names are texts of 1 to 1,000 bytes. A run needs no name.
static void test_names(void **state)
{
    (void)state;
    tree_life l;
    char longest[1001], longer[1002];
    memset(longest, 'x', 1000);
    memset(longer, 'x', 1001);
    longest[1000] = longer[1001] = '\0';
    const char *const wrong[] = {"", longer, "a\xff", NULL};
    const char *keys[65];
    tree_life_start(&l, 1);
    assert_int_equal(create_named(&l, NULL, NULL, NULL, 0), GESTALT_OK);
    assert_int_equal(create_named(&l, longest, (const char *const[]){"a", longest},
                                  (const char *const[]){"oil"}, 1),
                     GESTALT_OK);
    assert_int_equal(create_named(&l, "", NULL, NULL, 0), GESTALT_OK);
    for (size_t i = 0; i < 4; i++) {
        const char *const groups[] = {"a", wrong[i]}, *const key[] = {wrong[i]};
        assert_int_equal(create_named(&l, NULL, groups, NULL, 0), GESTALT_BAD_ARGUMENT);
        if (wrong[i])
            assert_int_equal(create_named(&l, NULL, NULL, key, 1), GESTALT_BAD_ARGUMENT);
        if (i == 1 || i == 2)
            assert_int_equal(create_named(&l, wrong[i], NULL, NULL, 0), GESTALT_BAD_ARGUMENT);
    }
    for (int i = 0; i < 65; i++)
        keys[i] = "oil";
    assert_int_equal(create_named(&l, NULL, NULL, keys, 65), GESTALT_LIMIT);
    tree_life_end(&l);
}

// Populations that can't be recorded are refused. Repeated calls have no further effect.
static void test_said_twice(void **state)
{
    (void)state;
    tree_life l, alone, early;
    byte_buffer out = {0};
    gestalt_tree_recorder *recorder;
    static const char *const wrong[] = {"", "a\xff"};
    tree_life_start(&l, 1);
    tree_life_start(&alone, 0);
    tree_life_start(&early, 1);
    gestalt_tree_recorder_options options = tree_life_options(&l, buffer_writer(&out));
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            gestalt_tree_recorder_create_asking(&options, &wrong[i], 1, &recorder, NULL),
            GESTALT_BAD_ARGUMENT);
    free(out.bytes);
    out = (byte_buffer){0};
    assert_int_equal(gestalt_tree_recorder_create(&options, &recorder, NULL), GESTALT_OK);
    for (int i = 0; i < 64; i++)
        assert_int_equal(gestalt_tree_recorder_watch_if(recorder, "oil > 1000", NULL), GESTALT_OK);
    assert_int_equal(gestalt_tree_recorder_watch_if(recorder, "lit", NULL), GESTALT_LIMIT);
    for (int i = 0; i < 3; i++)
        assert_int_equal(gestalt_tree_recorder_watch(recorder, 7, NULL), GESTALT_OK);
    tree_life_tick(&l);
    assert_int_equal(gestalt_tree_recorder_follow(recorder, alone.population, NULL),
                     GESTALT_BAD_ARGUMENT);
    assert_int_equal(gestalt_tree_recorder_follow(recorder, early.population, NULL),
                     GESTALT_BAD_ARGUMENT);
    assert_int_equal(gestalt_tree_recorder_follow(recorder, l.population, NULL), GESTALT_OK);
    size_t size = out.size;
    // the frame exists already
    assert_int_equal(gestalt_tree_recorder_frame(recorder, NULL), GESTALT_OK);
    assert_int_equal(out.size, size);
    for (int i = 0; i < 2; i++)
        assert_int_equal(gestalt_tree_recorder_finish(recorder, NULL), GESTALT_OK);
    assert_int_equal(gestalt_tree_recorder_frame(recorder, NULL), GESTALT_BAD_ARGUMENT);
    gestalt_tree_recorder_destroy(recorder);
    gestalt_tree_recording *r = open_bytes(out.bytes, out.size);
    gestalt_tree_frame f = read_to(r, GESTALT_TREE_HAS_FRAME, 1);
    assert_int_equal(f.tick, 1);
    gestalt_tree_recording_close(r);
    tree_life_end(&l);
    tree_life_end(&alone);
    tree_life_end(&early);
    free(out.bytes);
}

// Queries for agents that are gone, for groups and nodes that do not exist, and for NULL.
static void test_questions(void **state)
{
    (void)state;
    const byte_buffer *b = tree_recording_at(3);
    gestalt_tree_recording *r = open_bytes(b->bytes, b->size);
    gestalt_tree_block block;
    gestalt_tree_group group;
    uint64_t agents[64], at, found = 0;
    uint32_t of, lane;
    gestalt_tree_frame f = read_to(r, GESTALT_TREE_HAS_FRAME, 30);
    for (uint64_t agent = 0; agent < 400; agent++) {
        if (!gestalt_tree_recording_find(r, agent, &of, &at, &lane))
            continue;
        assert_true(gestalt_tree_recording_block(r, of, at, &block));
        assert_int_equal(block.agents[lane], agent);
        found++;
    }
    assert_int_equal(found, f.agents);
    assert_true(f.agents < 110 + 2 * 10); // some agents are gone
    assert_false(gestalt_tree_recording_group(r, 2, &group));
    assert_false(gestalt_tree_recording_block(r, 2, 0, &block));
    assert_false(gestalt_tree_recording_block(r, 0, 100, &block));
    assert_int_equal(gestalt_tree_recording_version(r, 2), 0);
    assert_true(gestalt_tree_recording_group(r, 0, &group));
    assert_int_equal(gestalt_tree_recording_at(r, 0, agents, group.node_count - 1, NULL),
                     GESTALT_LIMIT);
    assert_int_equal(gestalt_tree_recording_at(r, 0, agents, 64, NULL), GESTALT_OK);
    MISUSED(gestalt_tree_recording_at(r, 2, agents, 64, &error), "there is no group 2");
    MISUSED(gestalt_tree_recording_at(r, 0, NULL, 64, &error), "`agents` is NULL");
    gestalt_tree_recording_close(r);
}

static void test_misuse(void **state)
{
    (void)state;
    tree_life l;
    byte_buffer out = {0};
    gestalt_tree_recorder *recorder;
    gestalt_tree_recording *recording;
    tree_life_start(&l, 1);
    gestalt_tree_recorder_options options = tree_life_options(&l, buffer_writer(&out));
    MISUSED(gestalt_tree_recorder_create(NULL, &recorder, &error), "`options` is NULL");
    MISUSED(gestalt_tree_recorder_create(&options, NULL, &error), "`recorder` is NULL");
    MISUSED(gestalt_tree_recorder_tick(NULL, &error), "`recorder` is NULL");
    MISUSED(gestalt_tree_recorder_watch(NULL, 0, &error), "`recorder` is NULL");
    MISUSED(gestalt_tree_recorder_finish(NULL, &error), "`recorder` is NULL");
    MISUSED(gestalt_tree_recording_open(NULL, NULL, &recording, &error), "`path` is NULL");
    assert_int_equal(gestalt_tree_recording_open("no/such.gsr", NULL, &recording, NULL),
                     GESTALT_IO);
    options.population = NULL;
    MISUSED(gestalt_tree_recorder_create(&options, &recorder, &error), "`options->population`");
    options = tree_life_options(&l, (gestalt_writer){0});
    MISUSED(gestalt_tree_recorder_create(&options, &recorder, &error), "`options->sink.write`");
    options = tree_life_options(&l, buffer_writer(&out));
    options.share = &(gestalt_tree_share){.is_first = true, .agree = agree_alone};
    MISUSED(gestalt_tree_recorder_create(&options, &recorder, &error), "needs all its functions");
    options.share = NULL;
    assert_int_equal(gestalt_tree_recorder_create(&options, &recorder, NULL), GESTALT_OK);
    assert_int_equal(gestalt_tree_recorder_tick(recorder, NULL), GESTALT_BAD_ARGUMENT);
    assert_int_equal(gestalt_tree_recorder_watch(recorder, 1u << 30, NULL), GESTALT_OK);
    assert_int_equal(gestalt_tree_recorder_finish(recorder, NULL), GESTALT_OK);
    tree_life_tick(&l);
    assert_int_equal(gestalt_tree_recorder_tick(recorder, NULL), GESTALT_BAD_ARGUMENT);
    gestalt_tree_recorder_destroy(recorder);
    const char *names[] = {"oil", "no such key"};
    options.keys = names;
    options.key_count = 2;
    assert_int_equal(gestalt_tree_recorder_create(&options, &recorder, NULL), GESTALT_BAD_ARGUMENT);
    tree_life_end(&l);
    free(out.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut),           cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_no_memory),     cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_lower_ids),     cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_changes),       cmocka_unit_test(test_watched),
        cmocka_unit_test(test_misuse),        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_copy_without),  cmocka_unit_test(test_copy_misuse),
        cmocka_unit_test(test_asked),         cmocka_unit_test(test_first_at_node),
        cmocka_unit_test(test_shared),        cmocka_unit_test(test_follow),
        cmocka_unit_test(test_asked_wrong),   cmocka_unit_test(test_names),
        cmocka_unit_test(test_said_twice),    cmocka_unit_test(test_questions),
        cmocka_unit_test(test_follow_misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
