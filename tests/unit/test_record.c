// SPDX-License-Identifier: MIT
// Recordings: everything written is read, also when truncated anywhere, damaged anywhere, without
// memory, on full disks, and while they grow.
#include "counting.h"
#include "flock.h"
#include "hash.h"
#include "record.h"
#include "record_bytes.h"
#include "record_format.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "misused.h"

// ---- bytes in memory

typedef struct bytes {
    unsigned char *bytes;
    size_t size, room;
    size_t limit; // further bytes are refused; 0: no limit
} bytes;

static bool put(void *user, const char *text, size_t size)
{
    bytes *b = user;
    if (b->limit && b->size + size > b->limit)
        return false;
    if (b->size + size > b->room) {
        b->room = (b->size + size) * 2;
        b->bytes = realloc(b->bytes, b->room);
        assert_non_null(b->bytes);
    }
    memcpy(b->bytes + b->size, text, size);
    b->size += size;
    return true;
}

static gestalt_recorder *begin_writing(const gestalt_record_description *d, bytes *to)
{
    gestalt_recorder *w;
    assert_int_equal(gestalt_recorder_create(d, (gestalt_writer){put, to}, NULL, &w, NULL),
                     GESTALT_OK);
    return w;
}

typedef struct reading {
    const unsigned char *bytes;
    size_t size, at;
} reading;

static gestalt_result get(void *user, void *to, size_t size, size_t *count, gestalt_error *error)
{
    (void)error;
    reading *r = user;
    *count = size < r->size - r->at ? size : r->size - r->at;
    if (*count)
        memcpy(to, r->bytes + r->at, *count);
    r->at += *count;
    return GESTALT_OK;
}

// ---- writing and reading flocks

enum { AGENTS = 150, FRAMES = 70 };

static gestalt_result record_flock(const flock_options *o, uint32_t frames, bytes *out,
                                   counting *memory, gestalt_error *error)
{
    flock f;
    gestalt_recorder *w = NULL;
    gestalt_allocator allocator = counting_allocator(memory);
    flock_start(&f, o);
    gestalt_result result = gestalt_recorder_create(&f.description, (gestalt_writer){put, out},
                                                    memory ? &allocator : NULL, &w, error);
    for (uint32_t i = 0; i < frames && result == GESTALT_OK; i++) {
        gestalt_record_frame frame = flock_frame(&f);
        result = gestalt_recorder_frame(w, &frame, error);
        flock_step(&f);
    }
    if (result == GESTALT_OK)
        result = gestalt_recorder_finish(w, error);
    gestalt_recorder_destroy(w);
    flock_release(&f);
    return result;
}

static void expect_values(const gestalt_record_column *c, float step, const void *given,
                          uint64_t at, const void *read, uint64_t n)
{
    if (c->type != GESTALT_RECORD_FLOAT || c->coding == GESTALT_RECORD_EXACT) {
        assert_memory_equal((const uint32_t *)given + at, (const uint32_t *)read + n, 4);
        return;
    }
    float difference = fabsf(((const float *)given)[at] - ((const float *)read)[n]);
    if (c->coding == GESTALT_RECORD_CYCLE && difference > (c->high - c->low) / 2)
        difference = c->high - c->low - difference;
    assert_true(difference <= step * 0.51f);
}

// The frame that was read must be the one written, except for order and omitted agents.
static void expect_frame(const gestalt_record_description *d, const gestalt_record_frame *given,
                         const gestalt_record_frame *read, uint32_t every_agent)
{
    uint64_t wanted = 0;
    assert_int_equal(read->step, given->step);
    assert_int_equal(read->time, given->time);
    for (uint64_t i = 0; i < given->count; i++) {
        if (given->ids[i] % every_agent != 0)
            continue;
        wanted++;
        uint64_t n = 0;
        while (n < read->count && read->ids[n] != given->ids[i])
            n++;
        assert_true(n < read->count);
        assert_int_equal(read->groups[n], given->groups[i]);
        for (uint32_t c = 0; c < d->column_count; c++)
            expect_values(&d->columns[c], (d->columns[c].high - d->columns[c].low) / 65535,
                          given->columns[c], i, read->columns[c], n);
    }
    assert_int_equal(read->count, wanted);
    assert_memory_equal(read->lights, given->lights, record_light_count(d));
}

static gestalt_recording *open_bytes(reading *r)
{
    gestalt_recording *reader = NULL;
    gestalt_error error = {0};
    if (gestalt_recording_open_source((gestalt_record_source){get, r}, NULL, &reader, &error) !=
        GESTALT_OK)
        fail_msg("byte %llu: %s", (unsigned long long)error.offset, error.message);
    return reader;
}

static void check_round_trip(const flock_options *o)
{
    flock f;
    bytes b = {0};
    assert_int_equal(record_flock(o, FRAMES, &b, NULL, NULL), GESTALT_OK);
    reading from = {b.bytes, b.size, 0};
    gestalt_recording *r = open_bytes(&from);
    gestalt_record_next what;
    gestalt_record_frame frame;
    flock_start(&f, o);
    for (int i = 0; i < FRAMES; i++) {
        assert_int_equal(gestalt_recording_next(r, &what, &frame, NULL), GESTALT_OK);
        assert_int_equal(what, GESTALT_RECORD_HAS_FRAME);
        gestalt_record_frame given = flock_frame(&f);
        expect_frame(gestalt_recording_description(r), &given, &frame,
                     o->every_agent ? o->every_agent : 1);
        flock_step(&f);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(gestalt_recording_next(r, &what, &frame, NULL), GESTALT_OK);
        assert_int_equal(what, GESTALT_RECORD_AT_END);
    }
    gestalt_recording_close(r);
    flock_release(&f);
    free(b.bytes);
}

static void test_round_trip(void **state)
{
    (void)state;
    for (uint32_t dimension = 2; dimension <= 3; dimension++)
        for (gestalt_record_coding coding = GESTALT_RECORD_EXACT; coding <= GESTALT_RECORD_CYCLE;
             coding++)
            for (int churn = 0; churn < 2; churn++)
                for (uint32_t every = 0; every < 4; every += 3)
                    check_round_trip(&(flock_options){AGENTS, dimension, coding, churn, every});
    for (uint64_t count = 0; count < 3; count++)
        check_round_trip(&(flock_options){.count = count, .dimension = 2});
    check_round_trip(&(flock_options){.count = 40, .dimension = 2, .has_lights = true});
}

static void expect_text(const char *a, const char *b)
{
    assert_string_equal(a ? a : "", b ? b : "");
}

static void expect_group(const gestalt_record_group *a, const gestalt_record_group *b)
{
    expect_text(a->name, b->name);
    assert_true(a->radius == b->radius);
    assert_int_equal(a->look, b->look);
    assert_int_equal(a->node_count, b->node_count);
    for (uint32_t i = 0; i < a->node_count; i++)
        expect_text(a->nodes[i], b->nodes[i]);
}

static void expect_geometry(const gestalt_record_geometry *a, const gestalt_record_geometry *b,
                            uint32_t dimension)
{
    expect_text(a->name, b->name);
    assert_int_equal(a->kind, b->kind);
    assert_true(a->radius == b->radius);
    assert_int_equal(a->point_count, b->point_count);
    assert_memory_equal(a->points, b->points, a->point_count * dimension * sizeof(float));
}

static void test_description(void **state)
{
    (void)state;
    flock f;
    bytes b = {0};
    flock_options o = {
        .count = 3, .dimension = 2, .coding = GESTALT_RECORD_CYCLE, .has_lights = true};
    flock_start(&f, &o);
    assert_int_equal(record_flock(&o, 1, &b, NULL, NULL), GESTALT_OK);
    reading from = {b.bytes, b.size, 0};
    gestalt_recording *r = open_bytes(&from);
    const gestalt_record_description *d = gestalt_recording_description(r), *e = &f.description;
    expect_text(d->name, e->name);
    assert_int_equal(d->dimension, e->dimension);
    assert_memory_equal(d->low, e->low, sizeof d->low);
    assert_memory_equal(d->high, e->high, sizeof d->high);
    assert_memory_equal(d->periodic, e->periodic, sizeof d->periodic);
    assert_int_equal(d->dt, e->dt);
    assert_int_equal(d->seed, e->seed);
    assert_int_equal(d->every, 1);
    assert_int_equal(d->every_agent, 1);
    assert_int_equal(d->column_count, e->column_count);
    for (uint32_t i = 0; i < d->column_count; i++) {
        expect_text(d->columns[i].name, e->columns[i].name);
        expect_text(d->columns[i].unit, e->columns[i].unit);
        assert_int_equal(d->columns[i].type, e->columns[i].type);
        assert_int_equal(d->columns[i].coding, e->columns[i].coding);
        assert_int_equal(d->columns[i].word_count, e->columns[i].word_count);
        for (uint32_t k = 0; k < d->columns[i].word_count; k++)
            expect_text(d->columns[i].words[k], e->columns[i].words[k]);
    }
    assert_int_equal(d->group_count, e->group_count);
    for (uint32_t i = 0; i < d->group_count; i++)
        expect_group(&d->groups[i], &e->groups[i]);
    assert_int_equal(d->geometry_count, e->geometry_count);
    for (uint32_t i = 0; i < d->geometry_count; i++)
        expect_geometry(&d->geometry[i], &e->geometry[i], 2);
    gestalt_recording_close(r);
    flock_release(&f);
    free(b.bytes);
}

// ---- single values

typedef struct value_case {
    gestalt_record_column column;
    float value, expected;
} value_case;

static float through_a_recording(const gestalt_record_column *column, float value)
{
    const gestalt_record_column columns[] = {*column, {.name = "y"}};
    const gestalt_record_group group = {.name = "one"};
    const gestalt_record_description d = {.name = "",
                                          .dimension = 2,
                                          .high = {1, 1},
                                          .dt = 1,
                                          .columns = columns,
                                          .column_count = 2,
                                          .groups = &group,
                                          .group_count = 1};
    bytes b = {0};
    gestalt_recorder *w;
    uint64_t id = 0;
    uint32_t of_group = 0;
    const void *values[] = {&value, &value};
    gestalt_record_frame frame = {.count = 1, .ids = &id, .groups = &of_group, .columns = values};
    w = begin_writing(&d, &b);
    assert_int_equal(gestalt_recorder_frame(w, &frame, NULL), GESTALT_OK);
    gestalt_recorder_destroy(w);
    reading from = {b.bytes, b.size, 0};
    gestalt_recording *r = open_bytes(&from);
    gestalt_record_next what;
    assert_int_equal(gestalt_recording_next(r, &what, &frame, NULL), GESTALT_OK);
    float result = ((const float *)frame.columns[0])[0];
    gestalt_recording_close(r);
    free(b.bytes);
    return result;
}

static void test_values(void **state)
{
    (void)state;
    const gestalt_record_column exact = {.name = "x"};
    const gestalt_record_column range = {
        .name = "x", .coding = GESTALT_RECORD_RANGE, .low = -1, .high = 1};
    const gestalt_record_column cycle = {
        .name = "x", .coding = GESTALT_RECORD_CYCLE, .low = 0, .high = 1024};
    const value_case cases[] = {
        {exact, -0.0f, -0.0f},
        {exact, 0.1f, 0.1f},
        {exact, INFINITY, INFINITY},
        {range, -1, -1},
        {range, 1, 1},
        {range, 7, 1},
        {range, -INFINITY, -1},
        {range, NAN, -1},
        {cycle, 0, 0},
        {cycle, 1024, 0},
        {cycle, 1023.999f, 0},
        {cycle, 1023.9f, 1023.90625f},
        {cycle, -1, 1023},
        {cycle, 2049, 1},
        {cycle, INFINITY, 0},
        {cycle, NAN, 0},
        {cycle, 0.0234375f, 0.03125f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float found = through_a_recording(&cases[i].column, cases[i].value);
        if (memcmp(&found, &cases[i].expected, sizeof found) != 0)
            fail_msg("case %zu: %g became %g, not %g", i, (double)cases[i].value, (double)found,
                     (double)cases[i].expected);
    }
    assert_true(isnan(through_a_recording(&exact, NAN)));
}

// ---- truncated, growing, damaged

static const flock_options small = {
    .count = 9, .dimension = 2, .coding = GESTALT_RECORD_CYCLE, .comes_and_goes = true};

typedef gestalt_result next_function(gestalt_recording *, gestalt_record_next *,
                                     gestalt_record_frame *, gestalt_error *);

static gestalt_result read_all_by(next_function *next, const unsigned char *text, size_t size,
                                  uint32_t *frames, gestalt_record_next *what, gestalt_error *error)
{
    reading from = {text, size, 0};
    gestalt_recording *r = NULL;
    gestalt_record_frame frame;
    *frames = 0;
    *what = GESTALT_RECORD_HAS_FRAME;
    gestalt_result result =
        gestalt_recording_open_source((gestalt_record_source){get, &from}, NULL, &r, error);
    while (result == GESTALT_OK && *what == GESTALT_RECORD_HAS_FRAME) {
        result = next(r, what, &frame, error);
        *frames += result == GESTALT_OK && *what == GESTALT_RECORD_HAS_FRAME;
    }
    gestalt_recording_close(r);
    return result;
}

// Read everything that can be read. Return the result that ended it, and set `*frames` to the
// number of frames. A reader that only skims must end in the same way.
static gestalt_result read_all(const unsigned char *text, size_t size, uint32_t *frames,
                               gestalt_record_next *what, gestalt_error *error)
{
    uint32_t skimmed;
    gestalt_record_next other;
    gestalt_error wrong = {0};
    gestalt_error mine = {0};
    error = error ? error : &mine;
    gestalt_result result = read_all_by(gestalt_recording_next, text, size, frames, what, error);
    assert_int_equal(read_all_by(gestalt_recording_skim, text, size, &skimmed, &other, &wrong),
                     result);
    assert_int_equal(skimmed, *frames);
    if (result == GESTALT_OK)
        assert_int_equal(other, *what);
    else
        assert_string_equal(wrong.message, error->message);
    assert_int_equal(wrong.offset, error->offset);
    return result;
}

// A skim counts agents, and stores none of them.
static void test_skim(void **state)
{
    (void)state;
    bytes b = {0};
    assert_int_equal(record_flock(&small, FRAMES, &b, NULL, NULL), GESTALT_OK);
    reading from = {b.bytes, b.size, 0}, again = from;
    gestalt_recording *r = open_bytes(&from), *other = open_bytes(&again);
    gestalt_record_next what = GESTALT_RECORD_HAS_FRAME, with;
    gestalt_record_frame frame, full;
    while (what == GESTALT_RECORD_HAS_FRAME) {
        assert_int_equal(gestalt_recording_skim(r, &what, &frame, NULL), GESTALT_OK);
        assert_int_equal(gestalt_recording_next(other, &with, &full, NULL), GESTALT_OK);
        assert_int_equal(what, with);
        if (what != GESTALT_RECORD_HAS_FRAME)
            break;
        assert_int_equal(frame.step, full.step);
        assert_int_equal(frame.time, full.time);
        assert_int_equal(frame.count, full.count);
        assert_true(!frame.ids && !frame.groups && !frame.columns);
    }
    misused told;
    misused_begin(&told);
    assert_int_equal(gestalt_recording_next(r, &what, &frame, NULL), GESTALT_MISUSE);
    assert_int_equal(gestalt_recording_skim(other, &what, &frame, NULL), GESTALT_MISUSE);
    assert_int_equal(gestalt_recording_skim(NULL, &what, &frame, NULL), GESTALT_MISUSE);
    gestalt_recording_set_limits(NULL, NULL);
    misused_end();
    assert_int_equal(told.count, 4);
    gestalt_recording_close(r);
    gestalt_recording_close(other);
    free(b.bytes);
}

// Frames with more agents or values than a limit are refused before memory is allocated for them.
static void test_limits(void **state)
{
    (void)state;
    const flock_options o = {.count = 9, .dimension = 2, .coding = GESTALT_RECORD_CYCLE};
    bytes b = {0};
    assert_int_equal(record_flock(&o, 2, &b, NULL, NULL), GESTALT_OK);
    for (uint64_t most = 8; most <= 9; most++) {
        reading from = {b.bytes, b.size, 0};
        gestalt_recording *r = open_bytes(&from);
        gestalt_limits limits;
        gestalt_record_next what;
        gestalt_record_frame frame;
        gestalt_error error = {0};
        gestalt_limits_default(&limits, sizeof limits);
        limits.agents = most;
        gestalt_recording_set_limits(r, &limits);
        gestalt_result result = gestalt_recording_next(r, &what, &frame, &error);
        assert_int_equal(result, most < 9 ? GESTALT_LIMIT : GESTALT_OK);
        if (result != GESTALT_OK)
            assert_non_null(strstr(error.message, "9 agents, more than the limit of 8"));
        gestalt_recording_close(r);
    }
    free(b.bytes);
}

// A frame of 17 agents with 64 columns has as many values as one of 68 agents with 16.
static void test_limit_of_values(void **state)
{
    (void)state;
    enum { FEW = 17, COLUMNS = GESTALT_RECORD_COLUMNS_MAX };
    static char names[COLUMNS][8];
    static float zeros[FEW];
    gestalt_record_column columns[COLUMNS] = {{0}};
    const void *values[COLUMNS];
    uint64_t ids[FEW];
    uint32_t groups[FEW] = {0};
    for (int i = 0; i < COLUMNS; i++) {
        snprintf(names[i], sizeof names[i], "c%d", i);
        columns[i].name = names[i];
        values[i] = zeros;
    }
    for (uint64_t i = 0; i < FEW; i++)
        ids[i] = i;
    const gestalt_record_group group = {.name = "g"};
    const gestalt_record_description d = {.name = "",
                                          .dimension = 2,
                                          .high = {1, 1},
                                          .dt = 1,
                                          .columns = columns,
                                          .column_count = COLUMNS,
                                          .groups = &group,
                                          .group_count = 1};
    bytes b = {0};
    gestalt_recorder *w = begin_writing(&d, &b);
    gestalt_record_frame frame = {.count = FEW, .ids = ids, .groups = groups, .columns = values};
    assert_int_equal(gestalt_recorder_frame(w, &frame, NULL), GESTALT_OK);
    gestalt_recorder_destroy(w);
    for (uint64_t most = 67; most <= 68; most++) {
        reading from = {b.bytes, b.size, 0};
        gestalt_recording *r = open_bytes(&from);
        gestalt_limits limits;
        gestalt_record_next what;
        gestalt_limits_default(&limits, sizeof limits);
        limits.agents = most;
        gestalt_recording_set_limits(r, &limits);
        assert_int_equal(gestalt_recording_next(r, &what, &frame, NULL),
                         most < 68 ? GESTALT_LIMIT : GESTALT_OK);
        gestalt_recording_close(r);
    }
    free(b.bytes);
}

// The end of a chunk; with 0, that of the first chunk, which is the description.
static size_t next_end(const unsigned char *text, size_t at)
{
    record_chunk c;
    at = at ? at : sizeof(record_header);
    memcpy(&c, text + at, sizeof c);
    return at + sizeof c + c.size;
}

static void test_cut_off(void **state)
{
    (void)state;
    bytes b = {0};
    assert_int_equal(record_flock(&small, 5, &b, NULL, NULL), GESTALT_OK);
    size_t begin = next_end(b.bytes, 0), end = begin;
    uint32_t whole = 0, frames;
    gestalt_record_next what;
    for (size_t size = 0; size < b.size; size++) {
        gestalt_error error = {0};
        gestalt_result result = read_all(b.bytes, size, &frames, &what, &error);
        if (size < begin) {
            assert_int_equal(result, GESTALT_BAD_FILE);
            assert_true(error.offset <= size && error.message[0]);
            continue;
        }
        if (size == next_end(b.bytes, end)) {
            end = size;
            whole++;
        }
        assert_int_equal(result, GESTALT_OK);
        assert_int_equal(what, GESTALT_RECORD_CUT);
        assert_int_equal(frames, whole);
    }
    assert_int_equal(whole, 5);
    free(b.bytes);
}

// The file grows byte by byte: every frame is read as soon as it is complete.
static void test_follow(void **state)
{
    (void)state;
    bytes b = {0};
    assert_int_equal(record_flock(&small, 40, &b, NULL, NULL), GESTALT_OK);
    size_t end = next_end(b.bytes, 0);
    reading from = {b.bytes, end, 0};
    gestalt_recording *r = open_bytes(&from);
    gestalt_record_next what = GESTALT_RECORD_CUT;
    gestalt_record_frame frame;
    uint64_t frames = 0;
    for (; what != GESTALT_RECORD_AT_END; from.size++) {
        assert_true(from.size <= b.size);
        assert_int_equal(gestalt_recording_next(r, &what, &frame, NULL), GESTALT_OK);
        bool is_whole = from.size == next_end(b.bytes, end);
        assert_int_equal(what != GESTALT_RECORD_CUT, is_whole);
        end = is_whole ? from.size : end;
        assert_int_equal(gestalt_recording_offset(r), end);
        if (what == GESTALT_RECORD_HAS_FRAME)
            assert_int_equal(frame.step, frames++);
    }
    assert_int_equal(frames, 40);
    gestalt_recording_close(r);
    free(b.bytes);
}

static void test_damage(void **state)
{
    (void)state;
    bytes b = {0};
    uint32_t frames;
    gestalt_record_next what;
    assert_int_equal(record_flock(&small, 4, &b, NULL, NULL), GESTALT_OK);
    for (size_t at = 0; at < b.size; at++)
        for (int bit = 0; bit < 8; bit++) {
            gestalt_error error = {0};
            b.bytes[at] ^= (unsigned char)(1 << bit);
            gestalt_result result = read_all(b.bytes, b.size, &frames, &what, &error);
            // An increased size may point after the end of the file, as if more were to come.
            if (result != GESTALT_BAD_FILE && what != GESTALT_RECORD_CUT)
                fail_msg("bit %d of byte %zu: not noticed", bit, at);
            if (result == GESTALT_BAD_FILE && (error.offset > b.size || !error.message[0]))
                fail_msg("bit %d of byte %zu: offset %llu", bit, at,
                         (unsigned long long)error.offset);
            b.bytes[at] ^= (unsigned char)(1 << bit);
        }
    assert_int_equal(read_all(b.bytes, b.size, &frames, &what, NULL), GESTALT_OK);
    free(b.bytes);
}

// Frames that are missing, swapped, or after the end.
static void test_chain(void **state)
{
    (void)state;
    bytes b = {0};
    uint32_t frames;
    gestalt_record_next what;
    gestalt_error error = {0};
    assert_int_equal(record_flock(&small, 4, &b, NULL, NULL), GESTALT_OK);
    size_t first = next_end(b.bytes, 0), second = next_end(b.bytes, first);
    size_t third = next_end(b.bytes, second), fourth = next_end(b.bytes, third);
    unsigned char *copy = malloc(b.size + 1);
    memcpy(copy, b.bytes, second);
    memcpy(copy + second, b.bytes + third, b.size - third);
    assert_int_equal(read_all(copy, b.size - (third - second), &frames, &what, &error),
                     GESTALT_BAD_FILE);
    assert_int_equal(error.offset, second);
    assert_int_equal(frames, 1);
    memcpy(copy + second, b.bytes + third, fourth - third);
    memcpy(copy + second + (fourth - third), b.bytes + second, third - second);
    memcpy(copy + fourth, b.bytes + fourth, b.size - fourth);
    assert_int_equal(read_all(copy, b.size, &frames, &what, &error), GESTALT_BAD_FILE);
    assert_int_equal(error.offset, second);
    memcpy(copy, b.bytes, b.size);
    copy[b.size] = 0;
    assert_int_equal(read_all(copy, b.size + 1, &frames, &what, &error), GESTALT_BAD_FILE);
    assert_string_equal(error.message, "the recording has bytes after its end");
    assert_int_equal(error.offset, b.size);
    free(copy);
    free(b.bytes);
}

// ---- wrong fields with correct hashes

// The base of a field's position: the start of the file, the chunk of the description, its texts,
// the first frame (which has three runs, from byte 52 on, and columns from byte 100 on), the second
// frame, or the end.
typedef enum field_base { HEADER, WORLD, TEXTS, FIRST, SECOND, END } field_base;

typedef struct wrong_case {
    field_base base;
    uint32_t offset, size;
    uint64_t value;
    const char *message;
    uint32_t found; // position of the error, relative to the same base
} wrong_case;

static const wrong_case wrong_cases[] = {
    {HEADER, 16, 4, 2, "has version 2", 16},
    {HEADER, 20, 4, 1, "header is damaged", 8},
    {WORLD, 8, 4, 0, "no chunk of this kind", 0},
    {WORLD, 8, 4, 1, "no chunk of this kind", 0},
    {WORLD, 8, 4, 3, "no chunk of this kind", 0},
    {WORLD, 12, 4, 1, "reserved field", 12},
    {WORLD, 16, 8, (UINT64_C(1) << 26) + 1, "too large", 16},
    {WORLD, 24, 8, 1, "reserved field", 12},
    {WORLD, 32, 8, 1, "reserved field", 12},
    {WORLD, 40, 8, 1, "reserved field", 12},
    {WORLD, 48, 4, 4, "2 or 3 dimensions", 120},
    {WORLD, 52, 4, 0, "are 0", 120},
    {WORLD, 64, 8, 0, "more than 0", 0},
    {WORLD, 72, 4, 0, "are 0", 120},
    {WORLD, 76, 4, 4, "reserved field", 120},
    {WORLD, 92, 4, 0, "world's size", 0},
    {WORLD, 104, 4, 60, "too short for its entries", 0},
    {WORLD, 108, 4, 1 << 30, "too short for its entries", 0},
    {WORLD, 112, 4, 1 << 30, "too short for its entries", 0},
    {WORLD, 116, 4, 1 << 30, "ends too early", 120},
    {TEXTS, 0, 1, 0, "a text contains a zero", 0},
    {TEXTS, 0, 1, 0xff, "scene's name", 0},
    {TEXTS, 5, 1, 9, "type does not exist", 0},
    {TEXTS, 6, 1, 3, "coding does not exist", 0},
    {TEXTS, 11, 2, 1, "ends too early", 0},
    {FIRST, 8, 4, 0, "no chunk of this kind", 0},
    {FIRST, 8, 4, 2, "no chunk of this kind", 0},
    {FIRST, 8, 4, 7, "no chunk of this kind", 0},
    {FIRST, 8, 4, 9, "no chunk of this kind", 0},
    {FIRST, 12, 4, 0, "flags", 12},
    {FIRST, 12, 4, 3, "flags", 12},
    {FIRST, 12, 4, 4, "flags", 12},
    {FIRST, 16, 8, UINT64_C(1) << 40, "too large", 16},
    {FIRST, 32, 8, INT64_MAX, "out of range", 32},
    {FIRST, 40, 8, 10, "fewer agents", 100},
    {FIRST, 40, 8, 8, "more than the frame", 84},
    {FIRST, 40, 8, 1 << 20, "too short for its agents", 16},
    {FIRST, 48, 4, 1 << 20, "too short for its runs", 48},
    {FIRST, 60, 4, 0, "has no agents", 52},
    {FIRST, 64, 4, 2, "group does not exist", 52},
    {FIRST, 68, 8, 2, "not in order", 68},
    {FIRST, 84, 8, UINT64_MAX - 1, "not in order", 84},
    {FIRST, 100, 1, 1, "predictor", 100},
    {FIRST, 101, 1, 17, "wider than their column", 101},
    {FIRST, 101, 1, 0, "predictor", 102},
    {SECOND, 24, 8, 0, "steps do not increase", 24},
    {SECOND, 40, 8, 8, "number of agents than", 48},
    {SECOND, 48, 1, 3, "predictor", 48},
    {END, 8, 4, 4, "no chunk of this kind", 0},
    {END, 12, 4, 1, "reserved field", 12},
    {END, 24, 8, 1, "reserved field", 12},
    {END, 32, 8, 1, "reserved field", 12},
    {END, 40, 8, 2, "number of chunks before the end", 40},
    {END, 40, 8, 4, "number of chunks before the end", 40},
};

static void test_wrong(void **state)
{
    (void)state;
    const flock_options o = {.count = 9, .dimension = 2, .coding = GESTALT_RECORD_CYCLE};
    bytes b = {0};
    assert_int_equal(record_flock(&o, 2, &b, NULL, NULL), GESTALT_OK);
    size_t bases[END + 1] = {0, sizeof(record_header)};
    bases[TEXTS] = bases[WORLD] + sizeof(record_chunk) + sizeof(record_world);
    bases[FIRST] = next_end(b.bytes, 0);
    bases[SECOND] = next_end(b.bytes, bases[FIRST]);
    bases[END] = next_end(b.bytes, bases[SECOND]);
    unsigned char *copy = malloc(b.size);
    for (size_t i = 0; i < sizeof wrong_cases / sizeof *wrong_cases; i++) {
        const wrong_case *c = &wrong_cases[i];
        uint32_t frames;
        gestalt_record_next what;
        gestalt_error error = {0};
        memcpy(copy, b.bytes, b.size);
        memcpy(copy + bases[c->base] + c->offset, &c->value, c->size);
        repair_recording(copy, b.size);
        if (read_all(copy, b.size, &frames, &what, &error) != GESTALT_BAD_FILE ||
            !strstr(error.message, c->message))
            fail_msg("case %zu: `%s`, not `%s`", i, error.message, c->message);
        if (c->found && error.offset != bases[c->base] + c->found)
            fail_msg("case %zu: at %llu, not %zu", i, (unsigned long long)error.offset,
                     bases[c->base] + c->found);
    }
    free(copy);
    free(b.bytes);
}

static void expect_wrong(unsigned char *text, size_t size, const char *message, size_t offset);

// Two bytes for five lights, after all columns.
static void test_wrong_lights(void **state)
{
    (void)state;
    const flock_options o = {.count = 9, .dimension = 2, .has_lights = true};
    bytes b = {0};
    assert_int_equal(record_flock(&o, 1, &b, NULL, NULL), GESTALT_OK);
    size_t first = next_end(b.bytes, 0), end = next_end(b.bytes, first);
    b.bytes[end - 1] |= 4;
    expect_wrong(b.bytes, b.size, "bits after the last light", end - 2);
    b.bytes[end - 1] &= 3;
    // The frame is one byte shorter.
    uint64_t size;
    memcpy(&size, b.bytes + first + 16, sizeof size);
    size--;
    memcpy(b.bytes + first + 16, &size, sizeof size);
    memmove(b.bytes + end - 1, b.bytes + end, b.size - end);
    expect_wrong(b.bytes, b.size - 1, "no states for its lights", end - 2);
    free(b.bytes);
}

static void test_bad_light(void **state)
{
    (void)state;
    flock f;
    bytes b = {0};
    gestalt_recorder *w;
    flock_start(&f, &(flock_options){.count = 3, .dimension = 2, .has_lights = true});
    w = begin_writing(&f.description, &b);
    gestalt_record_frame frame = flock_frame(&f);
    f.lights[4] = GESTALT_RECORD_LIGHT_COUNT;
    assert_int_equal(gestalt_recorder_frame(w, &frame, NULL), GESTALT_BAD_ARGUMENT);
    f.lights[4] = GESTALT_RECORD_LIGHT_RED;
    assert_int_equal(gestalt_recorder_frame(w, &frame, NULL), GESTALT_OK);
    gestalt_recorder_destroy(w);
    flock_release(&f);
    free(b.bytes);
}

static void expect_wrong(unsigned char *text, size_t size, const char *message, size_t offset)
{
    uint32_t frames;
    gestalt_record_next what;
    gestalt_error error = {0};
    repair_recording(text, size);
    assert_int_equal(read_all(text, size, &frames, &what, &error), GESTALT_BAD_FILE);
    if (!strstr(error.message, message))
        fail_msg("`%s`, not `%s`", error.message, message);
    assert_int_equal(error.offset, offset);
}

// Bytes after the last column, and bits after its last value.
static void test_left_over(void **state)
{
    (void)state;
    const flock_options o = {.count = 9, .dimension = 2, .coding = GESTALT_RECORD_CYCLE};
    bytes b = {0};
    record_chunk c;
    assert_int_equal(record_flock(&o, 1, &b, NULL, NULL), GESTALT_OK);
    size_t first = next_end(b.bytes, 0), end = next_end(b.bytes, first);
    unsigned char *copy = malloc(b.size + 1);
    memcpy(copy, b.bytes, end);
    memcpy(copy + end + 1, b.bytes + end, b.size - end);
    copy[end] = 0;
    memcpy(&c, copy + first, sizeof c);
    c.size++;
    memcpy(copy + first, &c, sizeof c);
    expect_wrong(copy, b.size + 1, "has bytes after its end", end);
    memcpy(copy, b.bytes, b.size);
    copy[end - 1] |= 0x80; // nine numbers of four bits leave four bits unused
    expect_wrong(copy, b.size, "after the last value", end - 6);
    free(copy);
    free(b.bytes);
}

// ---- what the writer refuses

static gestalt_result try_frame(gestalt_recorder *w, uint64_t step, uint64_t count,
                                const uint64_t *ids, const uint32_t *groups)
{
    static const float values[4];
    const void *columns[] = {values, values, values, values, values, values, values, values};
    gestalt_record_frame frame = {
        .step = step, .count = count, .ids = ids, .groups = groups, .columns = columns};
    return gestalt_recorder_frame(w, &frame, NULL);
}

static void test_bad_frames(void **state)
{
    (void)state;
    flock f;
    bytes b = {0};
    gestalt_recorder *w;
    const uint64_t ids[] = {5, 2, 9}, twice[] = {2, 1, 2};
    const uint32_t groups[] = {0, 1, 0}, none[] = {0, 2, 0};
    flock_start(&f, &small);
    f.description.every = 2;
    w = begin_writing(&f.description, &b);
    assert_true(gestalt_recorder_wants(w, 4) && !gestalt_recorder_wants(w, 5));
    assert_int_equal(try_frame(w, 4, 3, ids, groups), GESTALT_OK);
    size_t size = b.size;
    assert_int_equal(try_frame(w, 4, 3, ids, groups), GESTALT_BAD_ARGUMENT);
    assert_int_equal(try_frame(w, 6, 3, twice, groups), GESTALT_BAD_ARGUMENT);
    assert_int_equal(try_frame(w, 6, 3, ids, none), GESTALT_BAD_ARGUMENT);
    assert_int_equal(b.size, size);
    assert_int_equal(try_frame(w, 6, 3, ids, groups), GESTALT_OK);
    assert_int_equal(gestalt_recorder_finish(w, NULL), GESTALT_OK);
    assert_int_equal(try_frame(w, 8, 3, ids, groups), GESTALT_BAD_ARGUMENT);
    uint32_t frames;
    gestalt_record_next what;
    assert_int_equal(read_all(b.bytes, b.size, &frames, &what, NULL), GESTALT_OK);
    assert_int_equal(frames, 2);
    assert_int_equal(what, GESTALT_RECORD_AT_END);
    gestalt_recorder_destroy(w);
    flock_release(&f);
    free(b.bytes);
}

static void expect_refused(const gestalt_record_description *d, const char *message)
{
    bytes b = {0};
    gestalt_recorder *w = NULL;
    gestalt_error error = {0};
    assert_int_equal(gestalt_recorder_create(d, (gestalt_writer){put, &b}, NULL, &w, &error),
                     GESTALT_BAD_ARGUMENT);
    if (!strstr(error.message, message))
        fail_msg("`%s` is not in `%s`", message, error.message);
    assert_null(w);
    assert_int_equal(b.size, 0);
}

// A group's look is recorded.
static void test_looks(void **state)
{
    (void)state;
    flock f;
    flock_start(&f, &(flock_options){.count = 3, .dimension = 2});
    gestalt_record_group groups[4];
    assert_true(f.description.group_count <= 4);
    memcpy(groups, f.description.groups, f.description.group_count * sizeof *groups);
    f.description.groups = groups;
    for (int has = 0; has < 2; has++) {
        bytes b = {0};
        groups[0].look =
            has ? GESTALT_RECORD_LOOK(GESTALT_RECORD_SHAPE_PLANE, GESTALT_RECORD_RGB | 0xcc3347)
                : 0;
        gestalt_recorder *w = begin_writing(&f.description, &b);
        assert_int_equal(gestalt_recorder_finish(w, NULL), GESTALT_OK);
        gestalt_recorder_destroy(w);
        reading from = {b.bytes, b.size, 0};
        gestalt_recording *r = open_bytes(&from);
        expect_group(&gestalt_recording_description(r)->groups[0], &groups[0]);
        gestalt_recording_close(r);
        free(b.bytes);
    }
    flock_release(&f);
}

static void test_bad_descriptions(void **state)
{
    (void)state;
    const float points[] = {0, 0, 1, NAN};
    const char *const nodes[] = {"a\nb"};
    gestalt_record_column columns[] = {{.name = "x"}, {.name = "y"}, {.name = "v"}};
    gestalt_record_group group = {.name = "g"};
    gestalt_record_geometry thing = {
        .kind = GESTALT_RECORD_PATH, .points = points, .point_count = 2};
    const gestalt_record_description good = {.name = "",
                                             .dimension = 2,
                                             .high = {1, 1},
                                             .dt = 1,
                                             .columns = columns,
                                             .column_count = 3,
                                             .groups = &group,
                                             .group_count = 1};
    assert_null(record_check(&good));
#define REFUSED(message, ...)                                                                      \
    do {                                                                                           \
        gestalt_record_description d = good;                                                       \
        __VA_ARGS__;                                                                               \
        expect_refused(&d, message);                                                               \
    } while (0)
    REFUSED("2 or 3 dimensions", d.dimension = 1);
    REFUSED("world's size", d.high[1] = 0);
    REFUSED("world's size", d.high[0] = INFINITY);
    REFUSED("world's size", d.periodic[2] = true);
    REFUSED("more than 0", d.dt = 0);
    REFUSED("scene's name", d.name = "a\x1b");
    REFUSED("too few columns", d.column_count = 1);
    REFUSED("must be groups", d.group_count = 0);
    columns[2].name = "x";
    REFUSED("same name", (void)d);
    columns[2] = (gestalt_record_column){.name = ""};
    REFUSED("name or unit", (void)d);
    columns[2] = (gestalt_record_column){.name = "v", .unit = "\xff"};
    REFUSED("name or unit", (void)d);
    columns[2] = (gestalt_record_column){.name = "v", .type = GESTALT_RECORD_NODE + 1};
    REFUSED("type does not exist", (void)d);
    columns[2] = (gestalt_record_column){
        .name = "v", .type = GESTALT_RECORD_INT, .coding = GESTALT_RECORD_RANGE, .high = 1};
    REFUSED("coding does not exist", (void)d);
    columns[2] =
        (gestalt_record_column){.name = "v", .coding = GESTALT_RECORD_RANGE, .low = 1, .high = 1};
    REFUSED("range is empty", (void)d);
    columns[2] = (gestalt_record_column){.name = "v", .high = 1};
    REFUSED("should have none", (void)d);
    columns[2] = (gestalt_record_column){.name = "v"};
    columns[2] = (gestalt_record_column){.name = "v", .words = nodes, .word_count = 1};
    REFUSED("not ints", (void)d);
    columns[2].type = GESTALT_RECORD_INT;
    REFUSED("column's word", (void)d);
    columns[2] = (gestalt_record_column){.name = "v"};
    columns[1].type = GESTALT_RECORD_INT;
    REFUSED("must be floats", (void)d);
    columns[1].type = GESTALT_RECORD_FLOAT;
    group.radius = -1;
    REFUSED("group's radius", (void)d);
    group = (gestalt_record_group){.name = "g", .look = GESTALT_RECORD_SHAPE_COUNT << 24};
    REFUSED("group's look", (void)d);
    group.look = GESTALT_RECORD_PALETTE + 1;
    REFUSED("group's look", (void)d);
    group = (gestalt_record_group){.name = ""};
    REFUSED("group's name", (void)d);
    group = (gestalt_record_group){.name = "g", .nodes = nodes, .node_count = 1};
    REFUSED("node's label", (void)d);
    group = (gestalt_record_group){.name = "g"};
    REFUSED("point is not finite", d.geometry = &thing, d.geometry_count = 1);
    thing.kind = GESTALT_RECORD_POLYGON;
    REFUSED("too few points", d.geometry = &thing, d.geometry_count = 1);
    thing.kind = GESTALT_RECORD_LIGHT + 1;
    REFUSED("kind does not exist", d.geometry = &thing, d.geometry_count = 1);
#undef REFUSED
}

// ---- without memory, and on full disks

static void test_no_memory_to_write(void **state)
{
    (void)state;
    const flock_options o = {.count = 40, .dimension = 2, .comes_and_goes = true};
    for (size_t n = 1;; n++) {
        counting memory = {.fail_at = n};
        gestalt_error error = {0};
        bytes b = {0};
        gestalt_result result = record_flock(&o, 20, &b, &memory, &error);
        assert_int_equal(memory.live_bytes, 0);
        if (result == GESTALT_OK) {
            assert_true(n > 10 && memory.calls < n);
            free(b.bytes);
            break;
        }
        assert_int_equal(result, GESTALT_NO_MEMORY);
        assert_string_equal(error.message, "out of memory");
        if (b.size > 0) { // the written part can be read
            uint32_t frames;
            gestalt_record_next what;
            assert_int_equal(read_all(b.bytes, b.size, &frames, &what, NULL), GESTALT_OK);
            assert_int_equal(what, GESTALT_RECORD_CUT);
        }
        free(b.bytes);
    }
}

static gestalt_result read_with(const bytes *b, counting *memory, gestalt_error *error)
{
    reading from = {b->bytes, b->size, 0};
    gestalt_allocator allocator = counting_allocator(memory);
    gestalt_recording *r = NULL;
    gestalt_record_next what = GESTALT_RECORD_HAS_FRAME;
    gestalt_record_frame frame;
    gestalt_result result =
        gestalt_recording_open_source((gestalt_record_source){get, &from}, &allocator, &r, error);
    while (result == GESTALT_OK && what == GESTALT_RECORD_HAS_FRAME)
        result = gestalt_recording_next(r, &what, &frame, error);
    if (r && result != GESTALT_OK) // the same error again
        assert_int_equal(gestalt_recording_next(r, &what, &frame, error), result);
    gestalt_recording_close(r);
    return result;
}

static void test_no_memory_to_read(void **state)
{
    (void)state;
    bytes b = {0};
    const flock_options o = {.count = 40, .dimension = 2, .comes_and_goes = true};
    assert_int_equal(record_flock(&o, 20, &b, NULL, NULL), GESTALT_OK);
    for (size_t n = 1;; n++) {
        counting memory = {.fail_at = n};
        gestalt_error error = {0};
        gestalt_result result = read_with(&b, &memory, &error);
        assert_int_equal(memory.live_bytes, 0);
        if (result == GESTALT_OK) {
            assert_true(n > 10 && memory.calls < n);
            break;
        }
        assert_int_equal(result, GESTALT_NO_MEMORY);
        assert_string_equal(error.message, "out of memory");
    }
    free(b.bytes);
}

// ---- from files and memory, and misuse

static void write_file(const char *path, const void *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

// Read to the end. Return the hash of everything that was read, and close the recording.
static uint64_t digest_and_close(gestalt_recording *r)
{
    gestalt_record_next next;
    gestalt_record_frame frame;
    uint64_t hash = 0;
    const uint32_t columns = gestalt_recording_description(r)->column_count;
    assert_int_equal(gestalt_recording_next(r, &next, &frame, NULL), GESTALT_OK);
    for (; next == GESTALT_RECORD_HAS_FRAME; gestalt_recording_next(r, &next, &frame, NULL)) {
        hash = XXH3_64bits_withSeed(frame.ids, frame.count * sizeof *frame.ids, hash);
        for (uint32_t i = 0; i < columns; i++)
            hash = XXH3_64bits_withSeed(frame.columns[i], frame.count * 4, hash);
    }
    assert_int_equal(next, GESTALT_RECORD_AT_END);
    gestalt_recording_close(r);
    return hash;
}

static void test_open(void **state)
{
    (void)state;
    bytes b = {0};
    gestalt_recording *r;
    gestalt_error error = {0};
    char path[] = "/tmp/gestalt-record-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0 && close(descriptor) == 0);
    assert_int_equal(record_flock(&small, 5, &b, NULL, NULL), GESTALT_OK);
    write_file(path, b.bytes, b.size);
    reading from = {b.bytes, b.size, 0};
    uint64_t hash = digest_and_close(open_bytes(&from));
    assert_int_equal(gestalt_recording_open(path, NULL, &r, NULL), GESTALT_OK);
    assert_true(digest_and_close(r) == hash);
    assert_int_equal(gestalt_recording_open_memory(b.bytes, b.size, NULL, &r, NULL), GESTALT_OK);
    assert_true(digest_and_close(r) == hash);
    // Damage in files and in memory is found at the same position as with a source.
    const size_t first = next_end(b.bytes, 0);
    b.bytes[first + 60] ^= 1;
    write_file(path, b.bytes, b.size);
    for (int in_memory = 0; in_memory < 2; in_memory++) {
        gestalt_record_next next;
        gestalt_record_frame frame;
        assert_int_equal(in_memory ? gestalt_recording_open_memory(b.bytes, b.size, NULL, &r, NULL)
                                   : gestalt_recording_open(path, NULL, &r, NULL),
                         GESTALT_OK);
        for (int again = 0; again < 2; again++) {
            error = (gestalt_error){0};
            assert_int_equal(gestalt_recording_next(r, &next, &frame, &error), GESTALT_BAD_FILE);
            assert_int_equal(error.offset, first);
        }
        assert_int_equal(gestalt_recording_offset(r), first);
        gestalt_recording_close(r);
    }
    unlink(path);
    free(b.bytes);
}

// A file that grows: the reader continues where the file ended before.
static void test_growing_file(void **state)
{
    (void)state;
    bytes b = {0};
    gestalt_recording *r;
    gestalt_record_next next;
    gestalt_record_frame frame;
    char path[] = "/tmp/gestalt-record-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(record_flock(&small, 2, &b, NULL, NULL), GESTALT_OK);
    const size_t first = next_end(b.bytes, 0), middle = next_end(b.bytes, first) + 3;
    assert_int_equal(write(descriptor, b.bytes, middle), middle);
    assert_int_equal(gestalt_recording_open(path, NULL, &r, NULL), GESTALT_OK);
    assert_int_equal(gestalt_recording_next(r, &next, &frame, NULL), GESTALT_OK);
    assert_int_equal(next, GESTALT_RECORD_HAS_FRAME);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(gestalt_recording_next(r, &next, &frame, NULL), GESTALT_OK);
        assert_int_equal(next, GESTALT_RECORD_CUT);
    }
    assert_int_equal(write(descriptor, b.bytes + middle, b.size - middle), b.size - middle);
    assert_int_equal(gestalt_recording_next(r, &next, &frame, NULL), GESTALT_OK);
    assert_int_equal(next, GESTALT_RECORD_HAS_FRAME);
    assert_int_equal(gestalt_recording_next(r, &next, &frame, NULL), GESTALT_OK);
    assert_int_equal(next, GESTALT_RECORD_AT_END);
    gestalt_recording_close(r);
    close(descriptor);
    unlink(path);
    free(b.bytes);
}

static gestalt_result get_nothing(void *user, void *to, size_t size, size_t *count,
                                  gestalt_error *error)
{
    (void)to, (void)size, (void)error;
    *count = 0;
    return *(gestalt_result *)user;
}

static gestalt_result get_too_much(void *user, void *to, size_t size, size_t *count,
                                   gestalt_error *error)
{
    (void)user, (void)error;
    memset(to, 0, size);
    *count = size + 1;
    return GESTALT_OK;
}

static void test_wrong_use(void **state)
{
    (void)state;
    gestalt_result fails = GESTALT_IO;
    const gestalt_record_source silent = {get_nothing, &fails}, liar = {get_too_much, NULL};
#define REFUSED(expected, words, call)                                                             \
    do {                                                                                           \
        gestalt_recording *r = (gestalt_recording *)&fails;                                        \
        gestalt_error error = {0};                                                                 \
        assert_int_equal(gestalt_recording_##call, expected);                                      \
        assert_int_equal(error.result, expected);                                                  \
        if (!strstr(error.message, words))                                                         \
            fail_msg("`%s`, not `%s`", error.message, words);                                      \
        assert_null(r);                                                                            \
    } while (0)
    misused told;
    misused_begin(&told);
    REFUSED(GESTALT_MISUSE, "`path` is NULL", open(NULL, NULL, &r, &error));
    REFUSED(GESTALT_MISUSE, "`bytes` is NULL", open_memory(NULL, 9, NULL, &r, &error));
    REFUSED(GESTALT_MISUSE, "`source.read` is NULL",
            open_source((gestalt_record_source){0}, NULL, &r, &error));
    misused_end();
    assert_int_equal(told.count, 3);
    REFUSED(GESTALT_BAD_ARGUMENT, "more bytes than", open_source(liar, NULL, &r, &error));
    REFUSED(GESTALT_IO, "the source failed", open_source(silent, NULL, &r, &error));
    REFUSED(GESTALT_IO, "/nowhere/at.all", open("/nowhere/at.all", NULL, &r, &error));
    REFUSED(GESTALT_IO, "irectory", open("/", NULL, &r, &error));
    REFUSED(GESTALT_BAD_FILE, "not a recording", open("/dev/null", NULL, &r, &error));
    REFUSED(GESTALT_BAD_FILE, "not a recording", open_memory("gestalt", 7, NULL, &r, &error));
#undef REFUSED
    gestalt_recording_close(NULL);
}

static void test_columns(void **state)
{
    (void)state;
    static const char *const words[] = {"waits", "drives"};
    const gestalt_record_column columns[] = {
        {.name = "x"},
        {.name = "y"},
        {.name = "phase", .type = GESTALT_RECORD_INT, .words = words, .word_count = 2}};
    const gestalt_record_description d = {.columns = columns, .column_count = 3};
    assert_int_equal(gestalt_record_column_index(&d, "x"), 0);
    assert_int_equal(gestalt_record_column_index(&d, "phase"), 2);
    assert_int_equal(gestalt_record_column_index(&d, "phas"), 3);
    assert_int_equal(gestalt_record_column_index(&d, ""), 3);
    assert_string_equal(gestalt_record_word(&columns[2], 1), "drives");
    assert_null(gestalt_record_word(&columns[2], 2));
    assert_null(gestalt_record_word(&columns[2], UINT32_MAX));
    assert_null(gestalt_record_word(&columns[0], 0));
}

static void test_full_disk(void **state)
{
    (void)state;
    bytes whole = {0};
    assert_int_equal(record_flock(&small, 5, &whole, NULL, NULL), GESTALT_OK);
    for (size_t limit = 1; limit < whole.size; limit += 7) {
        bytes b = {.limit = limit};
        gestalt_error error = {0};
        assert_int_equal(record_flock(&small, 5, &b, NULL, &error), GESTALT_IO);
        assert_true(error.message[0]);
        assert_memory_equal(b.bytes ? b.bytes : whole.bytes, whole.bytes, b.size);
        free(b.bytes);
    }
    free(whole.bytes);
}

// ---- size, and the same bytes everywhere

// Every compiler and machine writes these bytes. A change requires a new version of the format.
static void test_bytes(void **state)
{
    (void)state;
    const flock_options o = {
        .count = 500, .dimension = 2, .coding = GESTALT_RECORD_CYCLE, .comes_and_goes = true};
    bytes b = {0};
    assert_int_equal(record_flock(&o, 50, &b, NULL, NULL), GESTALT_OK);
    assert_int_equal(hash_bytes(b.bytes, b.size), UINT64_C(0x2717366ecb917f4b));
    free(b.bytes);
}

// Positions in 16 bits that change steadily need much less than 16 bits per value.
static void test_compact(void **state)
{
    (void)state;
    const flock_options o = {.count = 5000, .dimension = 2, .coding = GESTALT_RECORD_CYCLE};
    bytes b = {0};
    assert_int_equal(record_flock(&o, 64, &b, NULL, NULL), GESTALT_OK);
    double each = (double)b.size / (5000 * 64);
    // x, y, speed, energy (exact), hops, alarmed, node: 21.1 bytes without compression
    if (each > 9)
        fail_msg("%.2f bytes for an agent and frame", each);
    free(b.bytes);
}

// Steady changes of the remaining agents need no space, although one agent leaves in every frame.
static void test_who_stays(void **state)
{
    (void)state;
    enum { MANY = 640, STEPS = 30 };
    static uint64_t ids[MANY];
    static uint32_t groups[MANY];
    static int32_t numbers[MANY];
    static float zeros[MANY];
    const gestalt_record_column columns[] = {
        {.name = "x"}, {.name = "y"}, {.name = "n", .type = GESTALT_RECORD_INT}};
    const gestalt_record_group group = {.name = "one"};
    const gestalt_record_description d = {.name = "",
                                          .dimension = 2,
                                          .high = {1, 1},
                                          .dt = 1,
                                          .columns = columns,
                                          .column_count = 3,
                                          .groups = &group,
                                          .group_count = 1};
    const void *values[] = {zeros, zeros, numbers};
    bytes b = {0};
    gestalt_recorder *w;
    w = begin_writing(&d, &b);
    size_t key_size = 0;
    for (uint32_t step = 0; step < STEPS; step++) {
        for (uint32_t i = 0; i < MANY; i++) {
            ids[i] = i;
            numbers[i] = (int32_t)(i * 7919 + step * (100000 + i * 911));
        }
        gestalt_record_frame frame = {
            .step = step, .count = MANY - step, .ids = ids, .groups = groups, .columns = values};
        assert_int_equal(gestalt_recorder_frame(w, &frame, NULL), GESTALT_OK);
        key_size = step == 2 ? b.size : key_size;
    }
    gestalt_recorder_destroy(w);
    // Header, one run, and for each column a predictor and ten widths.
    assert_int_equal((b.size - key_size) / (STEPS - 3), 48 + 20 + 3 * 11);
    free(b.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_description),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_skim),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_limit_of_values),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_follow),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_wrong_lights),
        cmocka_unit_test(test_bad_light),
        cmocka_unit_test(test_left_over),
        cmocka_unit_test(test_bad_frames),
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_bad_descriptions),
        cmocka_unit_test(test_no_memory_to_write),
        cmocka_unit_test(test_no_memory_to_read),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_growing_file),
        cmocka_unit_test(test_wrong_use),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_compact),
        cmocka_unit_test(test_who_stays),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
