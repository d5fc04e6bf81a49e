// SPDX-License-Identifier: MIT
// Rows of agents: each agent has one, no two share one, none moves, and few are unused.
#include "id_rows.h"
#include "population_state.h"
#include "random.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

enum { AGENTS = 400, ROUNDS = 60 };

typedef struct known {
    uint64_t id, row;
} known;

static gestalt_population *populate(gestalt_shape **shape)
{
    static const char document[] = "{\"gestalt\":1,\"root\":{\"type\":\"success\"}}";
    gestalt_population *p;
    OK(gestalt_compile_text("t.json", document, sizeof document - 1, NULL, shape, NULL, NULL));
    gestalt_population_options options = {.group = {.shape = *shape}};
    OK(gestalt_population_create(&options, &p, NULL));
    return p;
}

// Return an id that is often close to others, and sometimes very large.
static uint64_t draw_id(uint64_t *random)
{
    uint64_t id = random_below(random, 3000);
    return random_below(random, 8) == 0 ? id << random_below(random, 50) : id;
}

static void expect_rows(const id_rows *rows, const known *list, uint32_t count)
{
    unsigned char *taken = calloc(rows->row_count + 1, 1);
    assert_non_null(taken);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(id_rows_find(rows, list[i].id) == list[i].row);
        assert_true(list[i].row < rows->row_count);
        assert_int_equal(taken[list[i].row]++, 0);
    }
    free(taken);
}

static void agents_keep_their_rows(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        uint64_t random = seed;
        gestalt_shape *shape;
        gestalt_population *p = populate(&shape);
        id_rows rows = {0};
        known list[AGENTS];
        uint32_t count = 0;
        while (count < AGENTS) {
            uint64_t id = draw_id(&random);
            if (gestalt_population_has(p, id))
                continue;
            OK(gestalt_population_spawn_as(p, 0, id, 1, NULL));
            bool was_there = id_rows_find(&rows, id) != UINT64_MAX;
            uint64_t before = rows.row_count;
            assert_true(id_rows_give(&rows, p, &p->memory.counting));
            assert_int_equal(rows.row_count, was_there ? before : before + ID_ROWS_BLOCK);
            list[count++] = (known){id, id_rows_find(&rows, id)};
            expect_rows(&rows, list, count);
        }
        assert_true(id_rows_find(&rows, UINT64_MAX - 1) == UINT64_MAX);
        id_rows_release(&rows, &p->memory.counting);
        gestalt_population_destroy(p);
        gestalt_shape_destroy(shape);
    }
}

// A population that was filled at once has one span, which is fast to search.
static void spawned_agents_are_one_span(void **state)
{
    (void)state;
    gestalt_shape *shape;
    gestalt_population *p = populate(&shape);
    id_rows rows = {0};
    for (int i = 0; i < 3; i++) {
        OK(gestalt_population_spawn(p, 0, 1000, NULL, NULL));
        assert_true(id_rows_give(&rows, p, &p->memory.counting));
    }
    assert_int_equal(rows.count, 1);
    assert_int_equal(rows.row_count, 3008);
    id_rows_release(&rows, &p->memory.counting);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_keep_their_rows),
        cmocka_unit_test(spawned_agents_are_one_span),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
