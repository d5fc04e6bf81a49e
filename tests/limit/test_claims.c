// SPDX-License-Identifier: MIT
// Sizes that files claim to have. Each word of an image, a snapshot, an actor and a recording is
// set to large numbers in turn, and all hashes are corrected. Whatever the file then claims, the
// reader must not allocate more memory than the file's size justifies.
#include "both_recordings.h"
#include "flock.h"
#include "hash.h"
#include "image.h"
#include "record_bytes.h"
#include "snapshot_bytes.h"
#include "snapshot_format.h"

#include <gestalt/gestalt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka.h needs the four headers above.
#include <cmocka.h>

// ---- memory

typedef struct peak {
    size_t held, most;
} peak;

static void *peak_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    peak *p = user;
    p->held += new_size - old_size;
    p->most = p->held > p->most ? p->held : p->most;
    if (new_size > 0)
        return realloc(block, new_size);
    free(block);
    return NULL;
}

static gestalt_allocator peak_allocator(peak *p)
{
    return (gestalt_allocator){peak_resize, p};
}

// ---- claims

// Read a file with a claim. The result does not matter.
typedef void claim_reader(void *user, const byte_buffer *b, gestalt_allocator allocator);
typedef void claim_repair(unsigned char *bytes, size_t size);

typedef struct claim {
    const char *name;
    claim_reader *read;
    claim_repair *repair;
    void *user;
    size_t more; // bytes more than without claims
} claim;

static const uint32_t claimed[] = {0xff,       0x400,     0x1000,     0xffff,
                                   0x10000,    0xfffff,   0x1000000,  0x3fffffff,
                                   0x40000000, INT32_MAX, 0x80000000, UINT32_MAX};

static size_t claim_most(const claim *c, const byte_buffer *b)
{
    peak p = {0};
    c->read(c->user, b, peak_allocator(&p));
    assert_int_equal(p.held, 0);
    return p.most;
}

// Skip the middle of long files, which consists of many things of the same kind.
static size_t claim_next(size_t at, size_t size)
{
    enum { BEGINNING = 1500, END = 500 };
    return at == BEGINNING && size - at > END ? size - END : at + 1;
}

static void claim_each(const claim *c, const byte_buffer *base)
{
    byte_buffer b = {.bytes = malloc(base->size), .size = base->size};
    size_t usual = claim_most(c, base), most = usual + c->more + 100 * base->size;
    assert_non_null(b.bytes);
    for (size_t at = 0; at + 4 <= base->size; at = claim_next(at, base->size))
        for (size_t i = 0; i < sizeof claimed / sizeof *claimed; i++) {
            memcpy(b.bytes, base->bytes, b.size);
            memcpy(b.bytes + at, &claimed[i], sizeof claimed[i]);
            c->repair(b.bytes, b.size);
            size_t is = claim_most(c, &b);
            if (is > most)
                fail_msg("%s of %zu bytes, where byte %zu claims %u: %zu bytes of memory, and %zu "
                         "otherwise",
                         c->name, b.size, at, (unsigned)claimed[i], is, usual);
        }
    free(b.bytes);
}

// ---- images

static void read_image(void *user, const byte_buffer *b, gestalt_allocator allocator)
{
    gestalt_shape *shape = NULL;
    (void)user;
    gestalt_shape_load_memory(b->bytes, b->size, &allocator, &shape, NULL);
    gestalt_shape_destroy(shape);
}

static void repair_image(unsigned char *bytes, size_t size)
{
    image_set_hash(bytes, size);
}

static void test_images(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("everything.json", everything_document, false);
    size_t size;
    const void *image = gestalt_shape_image(shape, &size);
    byte_buffer b = {.bytes = malloc(size), .size = size};
    memcpy(b.bytes, image, size);
    claim_each(&(claim){"an image", read_image, repair_image, NULL, 65536}, &b);
    free(b.bytes);
    gestalt_shape_destroy(shape);
}

// ---- snapshots and actors

enum { AGENTS = 5 };

typedef struct loading {
    gestalt_shape *shape;
    gestalt_host *host;
} loading;

// A shape whose agents need more than a KB each, so that a claim of many agents would need the most
// memory.
static gestalt_shape *wide_shape(void)
{
    char text[8192];
    size_t size = (size_t)snprintf(text, sizeof text, "{\"gestalt\":1,\"blackboard\":{");
    for (int i = 0; i < 300; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s\"k%d\":\"float\"",
                                 i ? "," : "", i);
    snprintf(text + size, sizeof text - size,
             "},\"root\":{\"type\":\"sequence\",\"order\":\"random\",\"children\":["
             "{\"type\":\"wait\",\"seconds\":\"k1+1\"},{\"type\":\"running\"}]}}");
    return compile_or_abort("wide.json", text, false);
}

static gestalt_population *population_of(const loading *l, gestalt_allocator allocator)
{
    gestalt_population *p = NULL;
    gestalt_population_options options = {
        .group = {l->shape, l->host}, .lanes = 8, .allocator = allocator};
    assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
    return p;
}

static void read_snapshot(void *user, const byte_buffer *b, gestalt_allocator allocator)
{
    gestalt_population *p = population_of(user, allocator);
    gestalt_population_load_memory(p, b->bytes, b->size, NULL);
    gestalt_population_destroy(p);
}

static void read_actor(void *user, const byte_buffer *b, gestalt_allocator allocator)
{
    gestalt_population *p = population_of(user, allocator);
    gestalt_population_insert(p, 0, b->bytes, b->size, NULL, NULL);
    gestalt_population_destroy(p);
}

static loading loading_start(void)
{
    loading l = {.shape = wide_shape()};
    assert_int_equal(gestalt_host_create(NULL, &l.host, NULL), GESTALT_OK);
    return l;
}

static void loading_end(loading *l)
{
    gestalt_host_destroy(l->host);
    gestalt_shape_destroy(l->shape);
}

static void test_actors(void **state)
{
    (void)state;
    loading l = loading_start();
    gestalt_population *p = population_of(&l, (gestalt_allocator){0});
    gestalt_population_spawn(p, 0, 1, NULL, NULL);
    assert_int_equal(gestalt_population_tick(p, 0, NULL), GESTALT_OK);
    byte_buffer b = {.capacity = gestalt_actor_size_max(p, 0)};
    b.bytes = malloc(b.capacity);
    assert_int_equal(gestalt_actor_take(p, 0, b.bytes, b.capacity, &b.size, NULL), GESTALT_OK);
    claim_each(&(claim){"an actor", read_actor, repair_actor, &l, 65536}, &b);
    free(b.bytes);
    gestalt_population_destroy(p);
    loading_end(&l);
}

static void test_snapshots(void **state)
{
    (void)state;
    loading l = loading_start();
    gestalt_population *p = population_of(&l, (gestalt_allocator){0});
    gestalt_population_spawn(p, 0, AGENTS, NULL, NULL);
    assert_int_equal(gestalt_population_tick(p, 0, NULL), GESTALT_OK);
    byte_buffer b = save_or_abort(p);
    const uint64_t next_id = 1 << 30; // this is a claim as well, which allows longer runs of ids
    memcpy(b.bytes + offsetof(snapshot_header, next_id), &next_id, sizeof next_id);
    repair_snapshot(b.bytes, b.size);
    claim_each(&(claim){"a snapshot", read_snapshot, repair_snapshot, &l, 65536}, &b);
    free(b.bytes);
    gestalt_population_destroy(p);
    loading_end(&l);
}

// ---- recordings

static void read_recording(void *user, const byte_buffer *b, gestalt_allocator allocator)
{
    gestalt_recording *r = NULL;
    gestalt_record_next next = GESTALT_RECORD_HAS_FRAME;
    gestalt_record_frame frame;
    (void)user;
    if (gestalt_recording_open_memory(b->bytes, b->size, &allocator, &r, NULL) == GESTALT_OK)
        while (next == GESTALT_RECORD_HAS_FRAME)
            if (gestalt_recording_next(r, &next, &frame, NULL) != GESTALT_OK)
                next = GESTALT_RECORD_CUT;
    gestalt_recording_close(r);
}

// A reader may allocate in megabytes, and one byte can describe 64 agents.
static void test_recordings(void **state)
{
    (void)state;
    flock f;
    gestalt_recorder *w;
    byte_buffer b = {0};
    flock_start(&f, &(flock_options){.count = 9, .dimension = 2, .has_lights = true});
    assert_int_equal(gestalt_recorder_create(&f.description, buffer_writer(&b), NULL, &w, NULL),
                     GESTALT_OK);
    for (int step = 0; step < 3; step++) {
        gestalt_record_frame frame = flock_frame(&f);
        assert_int_equal(gestalt_recorder_frame(w, &frame, NULL), GESTALT_OK);
        flock_step(&f);
    }
    assert_int_equal(gestalt_recorder_finish(w, NULL), GESTALT_OK);
    gestalt_recorder_destroy(w);
    flock_release(&f);
    claim_each(&(claim){"a recording", read_recording, repair_recording, NULL, 2 << 20}, &b);
    free(b.bytes);
}

static void read_trees(void *user, const byte_buffer *b, gestalt_allocator allocator)
{
    gestalt_tree_recording *r = NULL;
    gestalt_tree_next next = GESTALT_TREE_HAS_FRAME;
    gestalt_tree_frame frame;
    (void)user;
    if (gestalt_tree_recording_open_memory(b->bytes, b->size, &allocator, &r, NULL) == GESTALT_OK)
        while (next == GESTALT_TREE_HAS_FRAME || next == GESTALT_TREE_HAS_STEPS)
            if (gestalt_tree_recording_next(r, &next, &frame, NULL) != GESTALT_OK)
                next = GESTALT_TREE_CUT;
    gestalt_tree_recording_close(r);
}

// Each reader reads over the chunks of the other part.
static void test_recordings_of_both(void **state)
{
    (void)state;
    const byte_buffer *b = both_recording_at(4);
    claim_each(&(claim){"a world with trees", read_recording, repair_recording, NULL, 2 << 20}, b);
    claim_each(&(claim){"trees with a world", read_trees, repair_recording, NULL, 2 << 20}, b);
    claim_each(&(claim){"trees", read_trees, repair_recording, NULL, 2 << 20},
               tree_recording_at(3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_snapshots),
        cmocka_unit_test(test_actors),
        cmocka_unit_test(test_recordings),
        cmocka_unit_test(test_recordings_of_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
