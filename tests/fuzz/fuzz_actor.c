// SPDX-License-Identifier: MIT
// Damaged actors. Each is refused and changes nothing; or it becomes an agent that behaves the same
// with any number of lanes, stays within the shape's bound of visits, and can be taken out and
// inserted again at any time. The first byte of the input chooses an agent of one of two documents,
// at one of several ticks. With its highest bit, the population has another shape and edits the
// actor. The rest of the input describes the damage (damage.h). Hashes are repaired; otherwise
// nearly all actors would be refused for their hash.
#include "accepted.h"
#include "actor.h"
#include "courses.h"
#include "damage.h"
#include "memory.h"
#include "plan.h"
#include "snapshot_bytes.h"
#include "snapshot_format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TICKS = 5, AGENTS = 4, MOMENTS = 16, LANES = 5, OTHER_LANES = 64 };

static byte_buffer bases[COURSES][MOMENTS * AGENTS];

// Two populations with the same agents and different options, into which actors are inserted. They
// are created again after an actor was accepted.
typedef struct pair {
    gestalt_population *one, *other;
    uint64_t before; // hash of both
} pair;

static pair pairs[COURSES][2]; // by course, without and with an edit

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_actor: %s\n", what);
    abort();
}

static byte_buffer take(const gestalt_population *p, uint64_t agent)
{
    byte_buffer b = {.capacity = gestalt_actor_size_max(p, 0)};
    gestalt_error error = {0};
    b.bytes = malloc(b.capacity);
    check(b.bytes, "out of memory");
    check(gestalt_actor_take(p, agent, b.bytes, b.capacity, &b.size, &error) == GESTALT_OK,
          error.message);
    return b;
}

static void same_actor(const gestalt_population *one, uint64_t agent,
                       const gestalt_population *other, uint64_t other_agent, const char *what)
{
    byte_buffer a = take(one, agent), b = take(other, other_agent);
    check(a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0, what);
    free(a.bytes);
    free(b.bytes);
}

// ---- the actors to be damaged

static gestalt_population *start_population(const course_shape *of, uint32_t lanes)
{
    gestalt_population *p = course_population(of, lanes);
    check(gestalt_population_spawn(p, 0, AGENTS, NULL, NULL) == GESTALT_OK, "no agents");
    return p;
}

// Half-way, attach a tree that lifts the limits of the group on its agents.
static void course_start(unsigned number)
{
    const course *c = course_at(number);
    gestalt_population *p = start_population(&c->plain, 3);
    for (unsigned i = 0; i < MOMENTS; i++) {
        uint64_t agent = gestalt_population_next(p, 0);
        for (unsigned k = 0; k < AGENTS; k++, agent = gestalt_population_next(p, agent + 1))
            bases[number][i * AGENTS + k] = take(p, agent);
        if (i == MOMENTS / 2)
            gestalt_population_attach(p, c->document, 1, NULL);
        tick_checked(p, c->plain.bound, 1);
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

// ---- one actor

// Add a copy of an agent to a population. Return its id.
static uint64_t add_copy(const gestalt_population *from, uint64_t agent, gestalt_population *to)
{
    byte_buffer b = take(from, agent);
    gestalt_error error = {0};
    uint64_t copy;
    check(gestalt_actor_check(to, 0, b.bytes, b.size, &error) == GESTALT_OK, error.message);
    check(gestalt_population_insert(to, 0, b.bytes, b.size, &copy, &error) == GESTALT_OK,
          error.message);
    free(b.bytes);
    return copy;
}

// Move an agent as bytes. The copy lacks only the requests of the last tick, so a copy of the copy
// must be equal. Both stay in the population to which they were added.
static void travel(const gestalt_population *from, uint64_t agent, gestalt_population *to)
{
    uint64_t copy = add_copy(from, agent, to), again = add_copy(to, copy, to);
    same_actor(to, copy, to, again, "an actor is another one after it was inserted");
}

// Return whether a byte is part of a float NaN: all of them are written as the same NaN.
static bool is_in_nan(const unsigned char *written, const unsigned char *actor, size_t size,
                      size_t at)
{
    static const unsigned char written_nan[4] = {0, 0, 0xc0, 0x7f};
    for (size_t first = at < 3 ? 0 : at - 3; first <= at && first + 4 <= size; first++) {
        float was;
        memcpy(&was, actor + first, sizeof was);
        if (memcmp(written + first, written_nan, 4) == 0 && isnan(was))
            return true;
    }
    return false;
}

static bool is_same(const unsigned char *written, const unsigned char *actor, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (written[i] != actor[i] && !is_in_nan(written, actor, size, i))
            return false;
    return true;
}

// An accepted actor must be written with the same bytes: no state has two encodings.
static void check_writing(const course_shape *of, const byte_buffer *b)
{
    const gestalt_allocator allocator = memory_allocator(NULL);
    actor_header header;
    cohort_layout layout;
    memcpy(&header, b->bytes, ACTOR_HEADER_NAMELESS_SIZE);
    size_t header_size =
        header.version < ACTOR_VERSION ? (size_t)ACTOR_HEADER_NAMELESS_SIZE : sizeof header;
    size_t size = b->size - header_size;
    const unsigned char *actor = b->bytes + header_size;
    plan *p = plan_create(header.edited ? of->bound : of->shape, &allocator);
    check(p && cohort_layout_make(p, LANES, GESTALT_STATES_AUTO, &layout), "no plan");
    cohort *c = aligned_alloc(64, (layout.size + 63) / 64 * 64);
    unsigned char *written = malloc(actor_size_max(p));
    check(c && written, "out of memory");
    cohort_start(&layout, c);
    check(actor_put(p, &layout, c, LANES - 1, actor, size) == NULL, "it is taken by others only");
    check(actor_take(p, &layout, c, LANES - 1, written) == size && is_same(written, actor, size),
          "other bytes are accepted than are written");
    free(written);
    free(c);
    plan_destroy(p, &allocator);
}

static void use(const course_shape *of, pair *p, uint64_t agent)
{
    check(course_hash(p->one) == course_hash(p->other), "two populations take it differently");
    travel(p->one, agent, p->other);
    travel(p->other, agent, p->one);
    check(course_hash(p->one) == course_hash(p->other), "a copy is another one elsewhere");
    tick_checked(p->one, of->bound, TICKS);
    tick_checked(p->other, of->bound, TICKS);
    check(course_hash(p->one) == course_hash(p->other), "two populations go on differently");
    travel(p->one, agent, p->other);
    gestalt_population_destroy(p->one);
    gestalt_population_destroy(p->other);
    *p = (pair){0};
}

static void refused(const pair *p, const byte_buffer *b, gestalt_result result,
                    const gestalt_error *error)
{
    // GESTALT_BAD_ARGUMENT: the names are not those of the old shape.
    check((result == GESTALT_BAD_FILE || result == GESTALT_BAD_ARGUMENT) && error->message[0],
          "refused without a reason");
    check(error->offset <= b->size, "refused for what lies behind the end");
    check(course_hash(p->one) == p->before, "a refused actor changes something");
}

// Return whether the actor was accepted.
static bool insert(unsigned number, bool is_edited, const byte_buffer *b)
{
    const course *c = course_at(number);
    const course_shape *of = is_edited ? &c->edited : &c->plain;
    const gestalt_group old = {c->plain.shape, tick_host_of(c->plain.host)};
    const gestalt_load_options options = {.old_shapes = is_edited ? &old : NULL,
                                          .old_shape_count = is_edited};
    gestalt_error error = {0}, of_other = {0};
    pair *p = &pairs[number][is_edited];
    uint64_t agent;
    if (!p->one) {
        *p = (pair){.one = start_population(of, LANES), .other = start_population(of, OTHER_LANES)};
        p->before = course_hash(p->one);
    }
    // gestalt_actor_check knows only the group's own shape. It does not compare names, but if the
    // own shape is also given as an old shape, an insertion refuses other names.
    gestalt_result checked = gestalt_actor_check(p->one, 0, b->bytes, b->size, &error);
    gestalt_result result =
        gestalt_population_insert_with(p->one, 0, b->bytes, b->size, &options, &agent, &error);
    check(checked == result || is_edited, "it is checked as something else than it is taken as");
    if (result != GESTALT_OK) {
        refused(p, b, result, &error);
        return false;
    }
    check(gestalt_population_insert_with(p->other, 0, b->bytes, b->size, &options, NULL,
                                         &of_other) == GESTALT_OK,
          of_other.message);
    if (!is_edited)
        check_writing(of, b);
    use(of, p, agent);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    start();
    if (size == 0)
        return 0;
    bool is_edited = data[0] & 0x80;
    unsigned number = data[0] & 0x7f;
    byte_buffer b = damaged(&bases[number % COURSES][number / COURSES], data + 1, size - 1, NULL);
    insert(number % COURSES, is_edited, &b);
    repair_actor(b.bytes, b.size);
    accepted(insert(number % COURSES, is_edited, &b));
    free(b.bytes);
    return 0;
}
