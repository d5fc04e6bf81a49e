// SPDX-License-Identifier: MIT
// Functions of worlds that are called for many cohorts at once: the same worlds as with a call for
// each cohort, rows of agents, and functions that are incomplete.
#include <gestalt/worlds/part.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

enum { AGENTS = 900 };

// Agents learn their rows. A tenth of them dies after three steps, if the scene
// contains `dies`.
static const char scene_text[] =
    "{\"scene\":1,\"world\":{\"size\":[90,90],\"periodic\":true,\"dt\":0.5,\"seed\":9,\"steps\":40}"
    ","
    "\"groups\":[{\"name\":\"few\",\"count\":7},{\"name\":\"some\",\"count\":900,%s"
    "\"vehicle\":{\"max_speed\":2,\"max_force\":5},"
    "\"tree\":{\"gestalt\":1,\"blackboard\":{\"row\":\"int\",\"sum\":\"float\"},"
    "\"root\":{\"type\":\"concurrent\",\"children\":["
    "{\"type\":\"action\",\"do\":\"wander\"},"
    "{\"type\":\"repeat\",\"per_tick\":1,\"child\":{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"condition\",\"if\":\"(tick + agent) %% 3 > 0\"},"
    "{\"type\":\"action\",\"do\":\"learn\",\"args\":{\"add\":\"agent %% "
    "5\",\"sum\":\"sum\",\"row\":"
    "\"row\"}}]}}%s]}}}]}";

static const char dies[] = ",{\"type\":\"sequence\",\"children\":[{\"type\":\"condition\",\"if\":"
                           "\"agent % 10 == 0\"},"
                           "{\"type\":\"wait\",\"ticks\":3},{\"type\":\"action\",\"do\":\"die\"}]}";

enum { ADD, SUM, ROW };

static uint32_t calls, most_cohorts;

static void learn(gestalt_gathered_call *call)
{
    const gestalt_world_binding *b = call->user;
    static _Thread_local uint32_t rows[AGENTS];
    uint32_t count = gestalt_world_gathered_rows(call, rows), at = 0;
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    if (call->count > most_cohorts)
        __atomic_store_n(&most_cohorts, call->count, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < call->count; i++) {
        const int32_t *add = gestalt_gathered_argument(call, (uint32_t)b->position[ADD], i).ints;
        float *sum = gestalt_gathered_argument(call, (uint32_t)b->position[SUM], i).floats;
        int32_t *row = gestalt_gathered_argument(call, (uint32_t)b->position[ROW], i).ints;
        for (uint64_t rest = call->lanes[i]; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(rest);
            uint64_t agent = gestalt_gathered_agent(call, i, lane);
            assert_int_equal(rows[at], gestalt_world_find(b->world, agent));
            sum[lane] += (float)add[lane] + 1;
            row[lane] = (int32_t)rows[at++];
        }
        call->succeeded[i] = call->lanes[i];
    }
    assert_int_equal(at, count);
}

static void learn_batch(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    assert_true(b->is_int[ADD]);
    for (uint64_t rest = call->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        float *sum = call->arguments[b->position[SUM]].floats;
        sum[lane] += gestalt_world_float(call, ADD, lane) + 1;
        gestalt_world_put_int(call, ROW, lane, (int32_t)gestalt_world_row(call, lane));
    }
    call->succeeded = call->lanes;
}

#define LEARN(body_function, gathered_function)                                                    \
    {                                                                                              \
        {"learn",                                                                                  \
         GESTALT_WORLD_ACTION,                                                                     \
         body_function,                                                                            \
         .arguments = {{"add", GESTALT_FLOAT, .doc = "a number"},                                  \
                       {"sum", GESTALT_FLOAT, .by_key = true, .doc = "gets the sum"},              \
                       {"row", GESTALT_INT, .by_key = true, .doc = "gets the row"}},               \
         .doc = "Learns its row.",                                                                 \
         .gathered = gathered_function},                                                           \
            {0},                                                                                   \
    }

static const gestalt_world_function as_gathered[] = LEARN(NULL, learn);
static const gestalt_world_function as_batch[] = LEARN(learn_batch, NULL);
static const gestalt_world_function as_nothing[] = LEARN(NULL, NULL);
static const gestalt_world_function as_both[] = LEARN(learn_batch, learn);

static gestalt_scene *read_scene(const gestalt_world_function *functions, bool can_die)
{
    char made[2000];
    gestalt_scene *scene;
    gestalt_scene_options how = {.functions = functions};
    snprintf(made, sizeof made, scene_text, can_die ? "\"most\":900," : "", can_die ? dies : "");
    gestalt_scene_findings findings;
    OK(gestalt_scene_read("scene.json", made, strlen(made), &how, &scene, &findings, NULL));
    gestalt_scene_findings_release(&findings, NULL);
    return scene;
}

static gestalt_world *make_world(const gestalt_scene *scene, gestalt_world_options options)
{
    gestalt_world *world;
    OK(gestalt_world_create(scene, &options, &world, NULL));
    return world;
}

static uint64_t hash_of(const gestalt_world *world)
{
    uint64_t hash;
    OK(gestalt_world_hash(world, &hash, NULL));
    return hash;
}

// Compare a world with gathered functions with one without.
static void compare(uint32_t lanes, uint32_t threads, bool can_die)
{
    gestalt_scene *scenes[] = {read_scene(as_gathered, can_die), read_scene(as_batch, can_die)};
    gestalt_world *many = make_world(scenes[0],
                                     (gestalt_world_options){.lanes = lanes, .threads = threads}),
                  *single = make_world(scenes[1], (gestalt_world_options){0});
    for (int step = 0; step < 8; step++) {
        calls = most_cohorts = 0;
        OK(gestalt_world_step(many, NULL));
        OK(gestalt_world_step(single, NULL));
        assert_int_equal(hash_of(many), hash_of(single));
        assert_true(calls > 0 && calls <= 2 * threads); // 900 cohorts with one lane are two waves
        assert_true(most_cohorts > 1);
    }
    uint32_t left = gestalt_world_columns_of(many).count;
    assert_int_equal(left, can_die ? 7 + 810 : 7 + 900);
    gestalt_world_destroy(many);
    gestalt_world_destroy(single);
    gestalt_scene_destroy(scenes[0]);
    gestalt_scene_destroy(scenes[1]);
}

static void test_same_worlds(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 4; threads++) {
        compare(64, threads, false);
        compare(64, threads, true);
    }
    compare(7, 1, true);
    compare(1, 1, true);
}

static void test_incomplete(void **state)
{
    (void)state;
    const gestalt_world_function *wrong[] = {as_nothing, as_both};
    for (int i = 0; i < 2; i++) {
        gestalt_error error = {0};
        gestalt_world *world;
        gestalt_scene *scene = read_scene(wrong[i], false);
        assert_int_equal(gestalt_world_create(scene, NULL, &world, &error), GESTALT_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "needs one function"));
        gestalt_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_worlds),
        cmocka_unit_test(test_incomplete),
    };
    return cmocka_run_group_tests_name("world_gathered", tests, NULL, NULL);
}
