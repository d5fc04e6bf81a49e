// SPDX-License-Identifier: MIT
// Damaged snapshots: each is refused and changes nothing; or the population ticks within the
// shape's bound of visits, and can be saved again. The first byte of the input chooses a snapshot
// of one of two shapes. With its highest bit, the population has another shape and edits what it
// loads. The rest of the input describes the damage (damage.h). Hashes are repaired; otherwise
// nearly all snapshots would be refused for their hash.
#include "accepted.h"
#include "courses.h"
#include "damage.h"
#include "snapshot_bytes.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TICKS = 6, AGENTS = 7, AGENTS_MOST = 500, BASES = 12 };

// A population into which snapshots of a course are loaded.
typedef struct loading {
    const course_shape *of;
    gestalt_population *target; // has a few agents, until a snapshot is accepted
    uint64_t before;            // hash of the target
} loading;

static loading loadings[COURSES][2]; // by course, without and with an edit
static byte_buffer bases[COURSES][BASES];

// An accepted snapshot gives the same state with other options, and after it is saved and loaded
// again.
static void use(const loading *l, gestalt_population *p)
{
    gestalt_population *other = course_population(l->of, 64);
    byte_buffer bytes = save_or_abort(p);
    if (gestalt_population_load_memory(other, bytes.bytes, bytes.size, NULL) != GESTALT_OK ||
        course_hash(other) != course_hash(p))
        abort();
    free(bytes.bytes);
    if (gestalt_population_count(p) <= AGENTS_MOST) {
        tick_checked(p, l->of->bound, TICKS);
        tick_checked(other, l->of->bound, TICKS);
        if (course_hash(other) != course_hash(p))
            abort();
    }
    gestalt_population_destroy(other);
}

// Return whether the snapshot was accepted. A refused snapshot changes nothing, so the next one can
// be loaded into the same population.
static bool load(unsigned number, bool is_edited, const unsigned char *bytes, size_t size)
{
    loading *l = &loadings[number][is_edited];
    const course *c = course_at(number);
    const gestalt_group old = {c->plain.shape, tick_host_of(c->plain.host)};
    const gestalt_load_options options = {.old_shapes = &old, .old_shape_count = 1};
    gestalt_error error = {0};
    if (!l->target) {
        l->target = course_population(l->of, 5);
        if (gestalt_population_spawn(l->target, 0, 3, NULL, NULL) != GESTALT_OK)
            abort();
        l->before = course_hash(l->target);
    }
    gestalt_result result =
        gestalt_population_load_memory_with(l->target, bytes, size, &options, &error);
    if (result != GESTALT_OK) {
        // GESTALT_BAD_ARGUMENT: the names are not those of the old shape.
        if ((result != GESTALT_BAD_FILE && result != GESTALT_BAD_ARGUMENT) || error.offset > size ||
            course_hash(l->target) != l->before)
            abort();
        return false;
    }
    use(l, l->target);
    gestalt_population_destroy(l->target);
    l->target = NULL;
    return true;
}

// Make snapshots after 0, 1, 2, ... ticks, with agents that are born and die.
static void course_start(unsigned number)
{
    const course *c = course_at(number);
    loadings[number][0].of = &c->plain;
    loadings[number][1].of = &c->edited;
    gestalt_population *p = course_population(&c->plain, 3);
    for (uint64_t i = 0; i < BASES; i++) {
        gestalt_population_spawn(p, 0, i ? 1 : AGENTS, NULL, NULL);
        if (i % 2)
            gestalt_population_despawn(p, i - 1, NULL);
        if (i % 3 == 2)
            gestalt_population_attach(p, c->document, i, NULL);
        bases[number][i] = save_or_abort(p);
        tick_checked(p, c->plain.shape, 1);
    }
    gestalt_population_destroy(p);
}

static void start(void)
{
    if (bases[0][0].bytes)
        return;
    for (unsigned i = 0; i < COURSES; i++)
        course_start(i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    start();
    if (size == 0)
        return 0;
    bool is_edited = data[0] & 0x80;
    unsigned number = (data[0] & 0x7f) % (BASES * COURSES);
    unsigned course_number = number % COURSES;
    byte_buffer b =
        damaged(&bases[course_number][number / COURSES], data + 1, size - 1, resize_snapshot_chunk);
    load(course_number, is_edited, b.bytes, b.size);
    repair_snapshot(b.bytes, b.size);
    accepted(load(course_number, is_edited, b.bytes, b.size));
    free(b.bytes);
    return 0;
}
