// SPDX-License-Identifier: MIT
// Expressions of hosts: values of names, positions of mistakes, draws, memory that runs out at
// every allocation, and misuse.
#include "counting.h"

#include <gestalt/expression.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "misused.h"

static const char *const moods[] = {"calm", "afraid"}, *const gaits[] = {"walk", "run"},
                         *const again[] = {"calm", "afraid"};
enum { ENERGY, OPEN, HOME, SPOT, MOOD, GAIT, MOOD_TWO, NAMES };

static const gestalt_value values[NAMES] = {
    [ENERGY] = {.type = GESTALT_FLOAT, .number = 2.5f},
    [OPEN] = {.type = GESTALT_BOOL, .boolean = true},
    [HOME] = {.type = GESTALT_VEC2, .vector = {3, 4}},
    [SPOT] = {.type = GESTALT_VEC3, .vector = {2, 3, 6}},
    [MOOD] = {.type = GESTALT_INT, .integer = 1},
    [GAIT] = {.type = GESTALT_INT, .integer = 0},
    [MOOD_TWO] = {.type = GESTALT_INT, .integer = 0},
};

static bool look(void *user, const char *name, gestalt_expression_name *m)
{
    static const char *const names[] = {"energy", "open", "home", "spot", "mood", "gait", "mood_2"};
    (void)user;
    if (strcmp(name, "n") == 0) {
        *m = (gestalt_expression_name){.is_constant = true,
                                       .value = {.type = GESTALT_INT, .integer = 7}};
        return true;
    }
    for (uint32_t i = 0; i < NAMES; i++) {
        if (strcmp(name, names[i]) != 0)
            continue;
        m->value.type = values[i].type;
        m->number = 100 + i;
        m->words = i == MOOD ? moods : i == GAIT ? gaits : i == MOOD_TWO ? again : NULL;
        m->word_count = m->words ? 2 : 0;
        return true;
    }
    m->nearest = "energy";
    return false;
}

static void tell(void *user, const char *code, uint32_t begin, uint32_t end, const char *message,
                 const char *help)
{
    char *text = user;
    if (!*text)
        snprintf(text, 300, "%s %u-%u %s%s%s", code, (unsigned)begin, (unsigned)end, message,
                 help ? "; " : "", help ? help : "");
}

static gestalt_expression *made(const char *text, gestalt_expression_options how, char told[300])
{
    gestalt_expression *e = NULL;
    *told = '\0';
    how.lookup = look;
    how.report = tell;
    how.report_user = told;
    gestalt_result result = gestalt_expression_compile(text, strlen(text), &how, &e, NULL);
    assert_int_equal(result == GESTALT_OK, e != NULL);
    return e;
}

// Evaluate a text, and print the result: for tables.
static void compute(const char *text, char out[40])
{
    char told[300];
    gestalt_value used[NAMES], v;
    gestalt_expression *e = made(text, (gestalt_expression_options){.varies = true}, told);
    if (!e)
        fail_msg("%s: %s", text, told);
    for (uint32_t i = 0; i < gestalt_expression_used_count(e); i++)
        used[i] = values[gestalt_expression_used(e, i) - 100];
    v = gestalt_expression_compute(
        e, used, &(gestalt_expression_moment){.time = 1.5f, .dt = 0.25f, .tick = 6, .agent = 9});
    assert_int_equal(v.type, gestalt_expression_type(e));
    if (v.type == GESTALT_FLOAT)
        snprintf(out, 40, "%g", (double)v.number);
    else if (v.type == GESTALT_INT)
        snprintf(out, 40, "%d", (int)v.integer);
    else
        snprintf(out, 40, "%s", v.boolean ? "true" : "false");
    gestalt_expression_destroy(e);
}

static void test_values(void **state)
{
    static const char *const rows[][2] = {
        {"1 + 2 * 3", "7"},
        {"n / 2", "3"},
        {"n / 2.0", "3.5"},
        {"energy * n", "17.5"},
        {"open && energy > 2", "true"},
        {"!open", "false"},
        {"length(home)", "5"},
        {"length(spot) + home.y", "11"},
        {"distance(home, home)", "0"},
        {"dot(spot, spot)", "49"},
        {"spot.z - spot.x", "4"},
        {"mood == 'afraid'", "true"},
        {"mood != mood_2", "true"},
        {"int(mood) + 1", "2"},
        {"gait == 'run' ? gait : 'run'", "1"},
        {"open ? n : 2", "7"},
        {"clamp(energy, 0, 1)", "1"},
        {"time + dt", "1.75"},
        {"tick * 10 + agent", "69"},
        {"rand()", "0"},
        {"1 / 0.0", "inf"},
        {"n / 0", "0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char out[40];
        compute(rows[i][0], out);
        if (strcmp(out, rows[i][1]) != 0)
            fail_msg("%s is %s, not %s", rows[i][0], out, rows[i][1]);
    }
}

static void test_mistakes(void **state)
{
    static const struct {
        const char *text;
        gestalt_expression_options how;
        const char *told;
    } rows[] = {
        {"1 +", {.varies = false}, "E0403 3-3 a value is missing at the end"},
        {"enrgy > 1", {.varies = true}, "E0405 0-5 unknown name `enrgy`; did you mean `energy`?"},
        {"home", {.varies = true}, "E0305 0-4 "},
        {"home.z", {.varies = true}, "E0306 0-6 "},
        {"n.x", {.varies = false}, "E0306 0-3 "},
        {"energy", {.varies = false}, "E0413 0-6 "},
        {"rand()", {.varies = false}, "E0413 0-6 "},
        {"time", {.varies = false}, "E0413 0-4 "},
        {"1.5", {.wanted = GESTALT_EXPRESSION_INT}, "E0415 0-3 "},
        {"1", {.wanted = GESTALT_EXPRESSION_BOOL}, "E0415 0-1 "},
        {"mood == gait", {.varies = true}, "E0411 "},
        {"'clam'", {.words = moods, .word_count = 2}, "E0416 "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char told[300];
        assert_null(made(rows[i].text, rows[i].how, told));
        if (strncmp(told, rows[i].told, 5) != 0 || !strstr(told, rows[i].told))
            fail_msg("%s: %s", rows[i].text, told);
    }
}

static void test_constants(void **state)
{
    char told[300];
    gestalt_value v;
    (void)state;
    gestalt_expression *e =
        made("n * 2", (gestalt_expression_options){.wanted = GESTALT_EXPRESSION_FLOAT}, told);
    assert_true(gestalt_expression_constant(e, &v));
    assert_true(v.type == GESTALT_FLOAT && v.number == 14);
    gestalt_expression *same =
        made("14", (gestalt_expression_options){.wanted = GESTALT_EXPRESSION_FLOAT}, told);
    assert_true(gestalt_expression_hash(e) == gestalt_expression_hash(same));
    gestalt_expression_destroy(same);
    same = made("energy + 14", (gestalt_expression_options){.varies = true}, told);
    assert_true(gestalt_expression_hash(e) != gestalt_expression_hash(same));
    assert_false(gestalt_expression_constant(same, &v));
    gestalt_expression_destroy(same);
    gestalt_expression_destroy(e);
    e = made("'afraid'", (gestalt_expression_options){.words = moods, .word_count = 2}, told);
    assert_true(gestalt_expression_constant(e, &v) && v.integer == 1);
    gestalt_expression_destroy(e);
}

// A stream continues, and the same state gives the same values.
static void test_draws(void **state)
{
    char told[300];
    uint64_t random = 5, twice = 5;
    (void)state;
    gestalt_expression *e = made("rand()", (gestalt_expression_options){.varies = true}, told);
    float first =
        gestalt_expression_compute(e, NULL, &(gestalt_expression_moment){.random = &random}).number;
    float next =
        gestalt_expression_compute(e, NULL, &(gestalt_expression_moment){.random = &random}).number;
    float again_first =
        gestalt_expression_compute(e, NULL, &(gestalt_expression_moment){.random = &twice}).number;
    assert_true(first == again_first && first != next && first >= 0 && next < 1);
    gestalt_expression_destroy(e);
}

static gestalt_result try_compile(void *user, counting *c)
{
    static const char text[] = "open ? length(home) * energy : mood == 'calm' ? 1 : n + 0.5";
    gestalt_expression *e;
    gestalt_error error;
    (void)user;
    gestalt_expression_options how = {
        .allocator = counting_allocator(c), .varies = true, .lookup = look};
    gestalt_result result = gestalt_expression_compile(text, sizeof text - 1, &how, &e, &error);
    gestalt_expression_destroy(e);
    return result;
}

static void test_memory(void **state)
{
    counting c = {0};
    (void)state;
    counting_fail_each(try_compile, NULL, "expression", &c, GESTALT_OK);
}

static void test_misuse(void **state)
{
    char said[300];
    gestalt_expression *e;
    misused heard;
    (void)state;
    MISUSED(gestalt_expression_compile(NULL, 3, NULL, &e, &error), "`text` is NULL");
    MISUSED(gestalt_expression_compile("1", 1, NULL, NULL, &error), "`expression` is NULL");
    e = made("energy", (gestalt_expression_options){.varies = true}, said);
    misused_begin(&heard);
    gestalt_expression_type(NULL);
    gestalt_expression_constant(NULL, NULL);
    gestalt_expression_hash(NULL);
    gestalt_expression_used_count(NULL);
    gestalt_expression_used(NULL, 0);
    gestalt_expression_used(e, 1);
    gestalt_expression_compute(NULL, NULL, NULL);
    gestalt_expression_compute(e, NULL, NULL);
    misused_end();
    assert_int_equal(heard.count, 8);
    gestalt_expression_destroy(e);
    gestalt_expression_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),    cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_constants), cmocka_unit_test(test_draws),
        cmocka_unit_test(test_memory),    cmocka_unit_test(test_misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
