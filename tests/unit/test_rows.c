// SPDX-License-Identifier: MIT
// Rows follow agents: after births and deaths, columns contain the same as a plain list of agents.
// Also: random choices when there is no room, restoring, and running out of memory.
#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GROUPS = 3, CAPACITY = 20000, ROUNDS = 60 };

// An agent in the plain list.
typedef struct known {
    uint64_t id;
    uint32_t group, value;
    bool leaves, breeds;
} known;

typedef struct fixture {
    gestalt_shape *shape;
    gestalt_population *population;
    gestalt_rows *rows;
    uint64_t ids[CAPACITY];
    uint32_t inherited[CAPACITY];
    uint16_t fresh[CAPACITY]; // values that are not inherited
    known list[CAPACITY];
    uint32_t count;
    uint64_t random;
} fixture;

static const uint64_t most[GROUPS] = {9000, 0, 300};

static uint32_t draw(fixture *f, uint32_t count)
{
    f->random = f->random * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)((f->random >> 33) % count);
}

static void start(fixture *f, uint32_t threads, const gestalt_allocator *allocator)
{
    static const char text[] = "{\"gestalt\":1,\"blackboard\":{\"gene\":\"int\"},"
                               "\"root\":{\"type\":\"running\"}}";
    static const uint64_t counts[GROUPS] = {5000, 40, 100};
    memset(f, 0, sizeof *f);
    gestalt_compile_text("t.json", text, sizeof text - 1, NULL, &f->shape, NULL, NULL);
    const gestalt_group group = {f->shape, NULL}, groups[GROUPS] = {group, group, group};
    gestalt_population_options options = {
        .groups = groups, .group_count = GROUPS, .lanes = 16, .threads = threads};
    assert_int_equal(gestalt_population_create(&options, &f->population, NULL), GESTALT_OK);
    for (uint32_t g = 0; g < GROUPS; g++)
        for (uint64_t i = 0; i < counts[g]; i++) {
            known *k = &f->list[f->count++];
            *k = (known){.group = g, .value = (uint32_t)(f->count * 7)};
            assert_int_equal(gestalt_population_spawn(f->population, g, 1, &k->id, NULL),
                             GESTALT_OK);
            gestalt_value gene = {.type = GESTALT_INT, .integer = (int32_t)k->value};
            gestalt_population_write(f->population, k->id, "gene", gene, NULL);
        }
    const gestalt_rows_options how = {.population = f->population,
                                      .most = most,
                                      .ids = f->ids,
                                      .allocator = allocator ? *allocator : (gestalt_allocator){0}};
    gestalt_rows_create(&how, &f->rows, NULL);
}

static void stop(fixture *f)
{
    gestalt_rows_destroy(f->rows);
    gestalt_population_destroy(f->population);
    gestalt_shape_destroy(f->shape);
}

static fixture *fixture_new(uint32_t threads)
{
    fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    start(f, threads, NULL);
    assert_non_null(f->rows);
    assert_true(gestalt_rows_add(f->rows, f->inherited, sizeof *f->inherited, true));
    assert_true(gestalt_rows_add(f->rows, f->fresh, sizeof *f->fresh, false));
    assert_int_equal(gestalt_rows_capacity(f->rows), 9000 + 40 + 300);
    for (uint32_t i = 0; i < f->count; i++) {
        f->inherited[i] = f->list[i].value;
        f->fresh[i] = 1;
    }
    return f;
}

// The rows of each block are those of its agents. Returns the number of agents in blocks whose rows
// are known.
static uint32_t expect_blocks(const fixture *f)
{
    uint32_t known_count = 0;
    for (uint32_t g = 0; g < GROUPS; g++)
        for (uint64_t i = 0; i < gestalt_population_block_count(f->population, g); i++) {
            const uint32_t *rows = gestalt_rows_of_block(f->rows, g, i);
            gestalt_block block;
            assert_true(gestalt_population_block(f->population, g, i, &block));
            for (uint32_t lane = 0; rows && lane < block.lane_count; lane++) {
                uint64_t id = block.agents ? block.agents[lane] : block.first_agent + lane;
                if (!(block.lanes >> lane & 1))
                    continue;
                known_count++;
                assert_true(rows[lane] < f->count && f->ids[rows[lane]] == id);
            }
        }
    return known_count;
}

static void expect_rows(const fixture *f)
{
    assert_int_equal(gestalt_rows_count(f->rows), f->count);
    assert_int_equal(gestalt_population_count(f->population), f->count);
    for (uint32_t i = 0; i < f->count; i++) {
        const known *k = &f->list[i];
        uint32_t begin, end;
        gestalt_value gene;
        gestalt_rows_group(f->rows, k->group, &begin, &end);
        assert_true(i >= begin && i < end);
        assert_int_equal(f->ids[i], k->id);
        assert_int_equal(f->inherited[i], k->value);
        assert_int_equal(gestalt_rows_find(f->rows, k->id), i);
        assert_int_equal(gestalt_rows_find_in(f->rows, k->group, k->id), i);
        assert_false(gestalt_rows_is_leaving(f->rows, i));
        gestalt_population_read(f->population, k->id, "gene", &gene, NULL);
        assert_int_equal(gene.integer, k->value);
    }
    assert_int_equal(gestalt_rows_find(f->rows, 1000000), UINT32_MAX);
}

// Make as many random notes as fit in a round.
static void note(fixture *f)
{
    uint32_t room[GROUPS] = {0};
    for (uint32_t g = 0; g < GROUPS; g++) {
        uint32_t begin, end;
        gestalt_rows_group(f->rows, g, &begin, &end);
        room[g] = most[g] ? (uint32_t)most[g] - (end - begin) : 0;
    }
    for (uint32_t times = draw(f, 400); times > 0; times--) {
        uint32_t row = draw(f, f->count), into = draw(f, 2) * 2;
        known *k = &f->list[row];
        if (k->group != 1 && draw(f, 2) == 0) {
            gestalt_rows_leave(f->rows, row);
            assert_true(gestalt_rows_is_leaving(f->rows, row));
            k->leaves = true;
        } else if (!k->breeds && room[into] > 0) {
            assert_int_equal(gestalt_rows_breed(f->rows, row, into), GESTALT_BREEDING);
            assert_int_equal(gestalt_rows_breed(f->rows, row, into), GESTALT_BREEDING_ALREADY);
            room[into]--;
            k->breeds = true;
            k->value |= into << 30; // group of the child; removed below
        }
    }
    assert_int_equal(gestalt_rows_breed(f->rows, 0, 1), GESTALT_BREEDING_FIXED);
    assert_int_equal(gestalt_rows_breed(f->rows, 0, GROUPS), GESTALT_BREEDING_FIXED);
}

// Change the plain list as a round does. Ids of newborn agents follow the last one.
static void change_list(fixture *f, uint64_t next_id)
{
    static known after[CAPACITY];
    uint32_t count = 0;
    for (uint32_t g = 0; g < GROUPS; g++) {
        for (uint32_t i = 0; i < f->count; i++)
            if (f->list[i].group == g && !f->list[i].leaves) {
                after[count] = f->list[i];
                after[count].value &= ~(3u << 30);
                after[count++].breeds = false;
            }
        for (uint32_t i = 0; i < f->count; i++)
            if (f->list[i].breeds && f->list[i].value >> 30 == g)
                after[count++] =
                    (known){next_id++, g, f->list[i].value & ~(3u << 30), false, false};
    }
    memcpy(f->list, after, count * sizeof *after);
    f->count = count;
}

static void expect_fresh(const fixture *f, const gestalt_rows_changes *c)
{
    for (uint32_t g = 0; g < GROUPS; g++) {
        uint32_t begin, end;
        gestalt_rows_group(f->rows, g, &begin, &end);
        for (uint32_t i = begin; i < end; i++)
            assert_int_equal(f->fresh[i], i < end - c->born[g]);
        assert_int_equal(c->refused[g], 0);
    }
}

static void live(uint32_t threads)
{
    fixture *f = fixture_new(threads);
    uint64_t next_id = f->count;
    f->random = 5;
    expect_rows(f);
    for (int round = 0; round < ROUNDS; round++) {
        gestalt_rows_changes changes;
        note(f);
        change_list(f, next_id);
        assert_int_equal(gestalt_rows_change(f->rows, 1, 2, &changes, NULL), GESTALT_OK);
        expect_rows(f);
        if (changes.any)
            expect_fresh(f, &changes);
        for (uint32_t i = 0; i < f->count; i++)
            f->fresh[i] = 1;
        for (uint32_t g = 0; changes.any && g < GROUPS; g++)
            next_id += changes.born[g];
        if (round % 20 == 0)
            assert_int_equal(gestalt_population_compact(f->population, NULL), GESTALT_OK);
    }
    stop(f);
    free(f);
}

static void test_live(void **state)
{
    (void)state;
    live(1);
    live(3);
}

// As many agents have a child as there is room for. Which ones does not depend on the order of the
// notes.
static void test_lots(void **state)
{
    (void)state;
    uint64_t first[200];
    for (int way = 0; way < 2; way++) {
        fixture *f = fixture_new(1);
        gestalt_rows_changes changes;
        uint32_t begin, end;
        for (uint32_t i = 0; i < 400; i++)
            assert_int_equal(gestalt_rows_breed(f->rows, way ? 399 - i : i, 2), GESTALT_BREEDING);
        assert_int_equal(gestalt_rows_change(f->rows, 9, 4, &changes, NULL), GESTALT_OK);
        assert_int_equal(changes.born[2], 200);
        assert_int_equal(changes.refused[2], 200);
        assert_int_equal(changes.first_group, 2);
        gestalt_rows_group(f->rows, 2, &begin, &end);
        assert_int_equal(end - begin, 300);
        if (way == 0)
            memcpy(first, changes.parents, sizeof first);
        assert_memory_equal(first, changes.parents, sizeof first);
        assert_int_equal(gestalt_rows_breed(f->rows, 0, 2), GESTALT_BREEDING_FULL);
        assert_int_equal(gestalt_rows_change(f->rows, 9, 5, &changes, NULL), GESTALT_OK);
        assert_false(changes.any);
        stop(f);
        free(f);
    }
    bool is_first_half = true;
    for (uint64_t i = 0; i < 200; i++)
        is_first_half &= first[i] < 200;
    assert_false(is_first_half);
}

// Agents that are away, with their actors.
typedef struct away {
    known list[CAPACITY];
    uint32_t count;
    uint32_t groups[CAPACITY];
    uint64_t ids[CAPACITY];
    size_t offsets[CAPACITY + 1];
    unsigned char actors[CAPACITY * 64];
} away;

// Choose one of `some` agents that leave, and take their actors. Returns their rows in `leaving`.
static uint32_t take_away(fixture *f, away *a, uint32_t *leaving, uint32_t some)
{
    a->count = 0;
    for (uint32_t row = 0; row < f->count; row++)
        if (draw(f, some) == 0) {
            f->list[row].leaves = true;
            leaving[a->count] = row;
            a->list[a->count] = f->list[row];
            a->groups[a->count] = f->list[row].group;
            a->ids[a->count++] = f->list[row].id;
        }
    assert_int_equal(gestalt_actor_take_many(f->population, a->ids, a->count, a->actors,
                                             sizeof a->actors, a->offsets, NULL),
                     GESTALT_OK);
    return a->count;
}

static int known_order(const void *one, const void *other)
{
    const known *a = one, *b = other;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    return a->id < b->id ? -1 : a->id > b->id;
}

static void move_list(fixture *f, const away *a)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->count; i++)
        if (!f->list[i].leaves)
            f->list[count++] = f->list[i];
    for (uint32_t i = 0; i < a->count; i++) {
        f->list[count] = a->list[i];
        f->list[count++].leaves = false;
    }
    f->count = count;
    qsort(f->list, f->count, sizeof *f->list, known_order);
}

// Create rows of agents that can migrate; `seldom_found`: without tables of ids.
static void start_again(fixture *f, bool seldom_found)
{
    gestalt_rows_destroy(f->rows);
    const gestalt_rows_options how = {.population = f->population,
                                      .most = most,
                                      .ids = f->ids,
                                      .capacity = CAPACITY,
                                      .seldom_found = seldom_found};
    assert_int_equal(gestalt_rows_create(&how, &f->rows, NULL), GESTALT_OK);
    assert_true(gestalt_rows_add(f->rows, f->inherited, sizeof *f->inherited, true));
    assert_true(gestalt_rows_add(f->rows, f->fresh, sizeof *f->fresh, false));
    assert_int_equal(expect_blocks(f), f->count);
}

// Agents, many or few, leave, and come back with their ids, trees and columns in the next round.
static void migrate(uint32_t threads, bool has_capacity)
{
    fixture *f = fixture_new(threads);
    if (has_capacity)
        start_again(f, threads > 1);
    away *aways = calloc(2, sizeof *aways);
    uint32_t *leaving = calloc(CAPACITY, sizeof *leaving);
    assert_true(aways && leaving);
    f->random = 8;
    for (int round = 0; round < ROUNDS; round++) {
        away *back = &aways[round % 2], *gone = &aways[1 - round % 2];
        uint32_t count = take_away(f, gone, leaving, round % 8 < 4 ? 8 : 100);
        for (uint32_t i = 0; i < back->count; i++) {
            f->inherited[f->count + i] = back->list[i].value;
            f->fresh[f->count + i] = 1;
        }
        const gestalt_rows_migration m = {leaving,   count,        back->count,  back->groups,
                                          back->ids, back->actors, back->offsets};
        assert_int_equal(gestalt_rows_migrate(f->rows, &m, NULL), GESTALT_OK);
        move_list(f, back);
        expect_rows(f);
        assert_int_equal(expect_blocks(f), has_capacity ? f->count : 0);
        for (uint32_t i = 0; i < f->count; i++)
            assert_int_equal(f->fresh[i], 1);
    }
    const gestalt_rows_migration twice = {NULL,          0, 1, aways->groups, f->ids, aways->actors,
                                          aways->offsets};
    assert_int_equal(gestalt_rows_migrate(f->rows, &twice, NULL), GESTALT_BAD_ARGUMENT);
    expect_rows(f);
    free(leaving);
    free(aways);
    stop(f);
    free(f);
}

static void test_migrate(void **state)
{
    (void)state;
    migrate(1, false);
    migrate(3, false);
    migrate(1, true);
    migrate(3, true);
}

// Rows of blocks are known again after the population has been compacted, from the next migration
// on.
static void test_compacted(void **state)
{
    (void)state;
    fixture *f = fixture_new(1);
    gestalt_rows_changes changes;
    start_again(f, true);
    for (uint32_t row = 0; row < 500; row++)
        gestalt_rows_leave(f->rows, row * 3);
    assert_int_equal(gestalt_rows_change(f->rows, 1, 2, &changes, NULL), GESTALT_OK);
    f->count -= 500;
    assert_int_equal(expect_blocks(f), f->count);
    assert_int_equal(gestalt_population_compact(f->population, NULL), GESTALT_OK);
    assert_int_equal(expect_blocks(f), 0);
    const gestalt_rows_migration none = {0};
    assert_int_equal(gestalt_rows_migrate(f->rows, &none, NULL), GESTALT_OK);
    assert_int_equal(expect_blocks(f), f->count);
    assert_null(gestalt_rows_of_block(f->rows, 0, 1000));
    stop(f);
    free(f);
}

typedef struct given {
    uint64_t next;
    uint32_t calls;
} given;

// Give every other id, and refuse every third birth.
static gestalt_result give_ids(void *user, const gestalt_rows_births *b, gestalt_error *error)
{
    given *g = user;
    (void)error;
    g->calls++;
    for (uint32_t i = 0; i < b->count; i++) {
        bool is_first = i == 0 || b->list[i].group != b->list[i - 1].group;
        assert_true(is_first || b->list[i].parent > b->list[i - 1].parent ||
                    b->list[i].parent_group > b->list[i - 1].parent_group);
        b->ids[i] = i % 3 == 2 ? (uint64_t)GESTALT_ROWS_REFUSED : (g->next += 2);
    }
    return GESTALT_OK;
}

// A host gives ids to newborns, and knows how many agents live elsewhere.
static void test_given_ids(void **state)
{
    (void)state;
    fixture *f = malloc(sizeof *f);
    given g = {.next = 20000};
    gestalt_rows_changes changes;
    assert_non_null(f);
    start(f, 1, NULL);
    gestalt_rows_destroy(f->rows);
    const gestalt_rows_options how = {.population = f->population,
                                      .most = most,
                                      .ids = f->ids,
                                      .capacity = 6000,
                                      .births = give_ids,
                                      .user = &g};
    assert_int_equal(gestalt_rows_create(&how, &f->rows, NULL), GESTALT_OK);
    assert_int_equal(gestalt_rows_capacity(f->rows), 6000);
    for (uint32_t row = 0; row < 9; row++)
        assert_int_equal(gestalt_rows_breed(f->rows, row, row < 6 ? 2 : 0), GESTALT_BREEDING);
    assert_int_equal(gestalt_rows_change(f->rows, 1, 2, &changes, NULL), GESTALT_OK);
    assert_true(changes.born[0] == 2 && changes.born[2] == 4 && changes.refused[2] == 2);
    for (uint64_t id = 20002; id <= 20012; id += 2)
        assert_true(gestalt_rows_find(f->rows, id) != UINT32_MAX);
    assert_int_equal(gestalt_population_next_id(f->population), 20013);
    gestalt_rows_set_elsewhere(f->rows, 2, 300 - 105);
    assert_int_equal(gestalt_rows_breed(f->rows, 0, 2), GESTALT_BREEDING);
    gestalt_rows_set_elsewhere(f->rows, 2, 300 - 104);
    assert_int_equal(gestalt_rows_breed(f->rows, 1, 2), GESTALT_BREEDING_FULL);
    for (uint32_t row = 1; row < 4000; row++)
        gestalt_rows_breed(f->rows, row, 0);
    assert_int_equal(gestalt_rows_change(f->rows, 1, 3, &changes, NULL), GESTALT_LIMIT);
    assert_int_equal(g.calls, 2);
    stop(f);
    free(f);
}

static void test_restore(void **state)
{
    (void)state;
    fixture *f = fixture_new(1);
    const uint64_t counts[GROUPS] = {2, 40, 1};
    for (uint32_t i = 0; i < 43; i++)
        f->ids[i] = 1000 + 2 * i;
    gestalt_rows_leave(f->rows, 0);
    gestalt_rows_restore(f->rows, counts);
    assert_int_equal(gestalt_rows_count(f->rows), 43);
    assert_false(gestalt_rows_is_leaving(f->rows, 0));
    for (uint32_t i = 0; i < 43; i++)
        assert_int_equal(gestalt_rows_find(f->rows, 1000 + 2 * i), i);
    assert_int_equal(gestalt_rows_find(f->rows, 1001), UINT32_MAX);
    assert_int_equal(gestalt_rows_find_in(f->rows, 0, 1084), UINT32_MAX);
    stop(f);
    free(f);
}

static void *short_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    int *left = user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return (*left)-- > 0 ? realloc(block, new_size) : NULL;
}

static void test_without_memory(void **state)
{
    (void)state;
    fixture *f = malloc(sizeof *f);
    bool done = false;
    for (int allowed = 0; !done; allowed++) {
        int left = allowed;
        start(f, 1, &(gestalt_allocator){short_resize, &left});
        done = f->rows && gestalt_rows_add(f->rows, f->inherited, sizeof f->inherited, true);
        assert_true(allowed < 40);
        stop(f);
    }
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_live),           cmocka_unit_test(test_lots),
        cmocka_unit_test(test_migrate),        cmocka_unit_test(test_compacted),
        cmocka_unit_test(test_given_ids),      cmocka_unit_test(test_restore),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests_name("rows", tests, NULL, NULL);
}
