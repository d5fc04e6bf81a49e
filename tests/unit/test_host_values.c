// SPDX-License-Identifier: MIT
// Values that hosts exchange with trees: keys of type vec3 and enums, by name, in columns, in
// functions for one agent and for many, and the words of enums.
#include <gestalt/gestalt.h>
#include <gestalt/lanes.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

// Check that the call is refused with a message that contains `words`.
#define REFUSED(call, words)                                                                       \
    do {                                                                                           \
        gestalt_error error = {0};                                                                 \
        assert_int_equal((call), GESTALT_BAD_ARGUMENT);                                            \
        if (!strstr(error.message, (words)))                                                       \
            fail_msg("`%s` does not say `%s`", error.message, (words));                            \
    } while (0)

typedef struct fixture {
    gestalt_shape *shape;
    gestalt_host *host;
    gestalt_population *population;
} fixture;

static gestalt_shape *compile(const char *document, bool strip)
{
    gestalt_shape *shape = NULL;
    char text[2048];
    size_t size = 0;
    for (; document[size]; size++)
        text[size] = document[size] == '`' ? '"' : document[size];
    const gestalt_compile_options options = {.strip = strip};
    OK(gestalt_compile_text("test.json", text, size, &options, &shape, NULL, NULL));
    return shape;
}

static fixture start(const char *document, const gestalt_function *function, uint32_t lanes,
                     uint64_t agents)
{
    fixture f = {.shape = compile(document, false)};
    OK(gestalt_host_create(NULL, &f.host, NULL));
    if (function)
        OK(gestalt_host_add(f.host, function, NULL));
    gestalt_population_options options = {.group = {f.shape, f.host}, .lanes = lanes};
    OK(gestalt_population_create(&options, &f.population, NULL));
    OK(gestalt_population_spawn(f.population, 0, agents, NULL, NULL));
    return f;
}

static void stop(fixture *f)
{
    gestalt_population_destroy(f->population);
    gestalt_host_destroy(f->host);
    gestalt_shape_destroy(f->shape);
}

static gestalt_value vec3_of(float x, float y, float z)
{
    return (gestalt_value){.type = GESTALT_VEC3, .vector = {x, y, z}};
}

static gestalt_value int_of(int32_t integer)
{
    return (gestalt_value){.type = GESTALT_INT, .integer = integer};
}

static void expect_vec3(const gestalt_population *p, uint64_t agent, const char *key, float x,
                        float y, float z)
{
    gestalt_value value = {0};
    OK(gestalt_population_read(p, agent, key, &value, NULL));
    assert_int_equal(value.type, GESTALT_VEC3);
    assert_true(value.vector[0] == x && value.vector[1] == y && value.vector[2] == z);
}

static void expect_int(const gestalt_population *p, uint64_t agent, const char *key,
                       int32_t expected)
{
    gestalt_value value = {0};
    OK(gestalt_population_read(p, agent, key, &value, NULL));
    assert_int_equal(value.type, GESTALT_INT);
    assert_int_equal(value.integer, expected);
}

// ---- vec3: read and written by a host between ticks

static const char in_space[] =
    "{`gestalt`:1,`blackboard`:{`n`:`int`,`at`:{`type`:`vec3`,`init`:[1,`at.x + 1`,`at.y * 3`]},"
    "`far`:`bool`,`home`:{`type`:`vec3`,`init`:[0,0,9],`shared`:true},`flat`:`vec2`,`to`:`vec3`},"
    "`root`:{`type`:`sequence`,`children`:[{`type`:`set`,`key`:`to`,`to`:`home`},"
    "{`type`:`set`,`key`:`far`,`to`:`distance(at, home) > 5`},"
    "{`type`:`set`,`key`:`flat`,`to`:[`at.x`,`at.z`]}]}}";

static void check_vec3_by_name(gestalt_population *p)
{
    gestalt_value value;
    expect_vec3(p, 20, "at", 1, 2, 6);
    OK(gestalt_population_write(p, 20, "at", vec3_of(4, 5, 6), NULL));
    OK(gestalt_population_write(p, 20, "at.z", (gestalt_value){.type = GESTALT_FLOAT, .number = 7},
                                NULL));
    expect_vec3(p, 20, "at", 4, 5, 7);
    expect_vec3(p, 19, "at", 1, 2, 6);
    expect_vec3(p, 21, "at", 1, 2, 6);
    OK(gestalt_population_read(p, 20, "at.z", &value, NULL));
    assert_true(value.type == GESTALT_FLOAT && value.number == 7);
    value = (gestalt_value){.type = GESTALT_VEC2, .vector = {1, 2}};
    REFUSED(gestalt_population_write(p, 20, "at", value, &error), "`at` is a vec3, not a vec2");
    REFUSED(gestalt_population_write(p, 20, "flat", vec3_of(1, 2, 3), &error),
            "`flat` is a vec2, not a vec3");
    REFUSED(gestalt_population_read(p, 20, "flat.z", &value, &error), "no blackboard key");
    expect_vec3(p, 20, "at", 4, 5, 7);
}

static void check_vec3_shared(gestalt_population *p)
{
    gestalt_value value;
    OK(gestalt_population_read_shared(p, 0, "home", &value, NULL));
    assert_true(value.type == GESTALT_VEC3 && value.vector[2] == 9);
    OK(gestalt_population_write_shared(p, 0, "home", vec3_of(4, 5, 1), NULL));
    OK(gestalt_population_read_shared(p, 0, "home.z", &value, NULL));
    assert_true(value.type == GESTALT_FLOAT && value.number == 1);
    OK(gestalt_population_tick(p, 0, NULL));
    expect_vec3(p, 20, "to", 4, 5, 1);
    OK(gestalt_population_read(p, 20, "far", &value, NULL));
    assert_true(value.boolean); // because of z alone
    OK(gestalt_population_read(p, 20, "flat", &value, NULL));
    assert_true(value.type == GESTALT_VEC2 && value.vector[0] == 4 && value.vector[1] == 7);
}

static void check_vec3_columns(gestalt_population *p, uint32_t lanes)
{
    gestalt_key at, z;
    uint64_t block = 20 / lanes;
    uint32_t lane = 20 % lanes;
    assert_true(gestalt_population_key(p, 0, "at", &at));
    assert_true(gestalt_population_key(p, 0, "at.z", &z));
    assert_int_equal(at.type, GESTALT_VEC3);
    assert_int_equal(z.type, GESTALT_FLOAT);
    gestalt_column column = gestalt_population_column(p, 0, block, at);
    assert_true(column.floats[lane] == 4 && column.y[lane] == 5 && column.z[lane] == 7);
    assert_ptr_equal(gestalt_population_column(p, 0, block, z).floats, column.z);
    column.z[lane] = -3;
    column.y[lane] = -2;
    expect_vec3(p, 20, "at", 4, -2, -3);
}

static void test_vec3(void **state)
{
    (void)state;
    for (uint32_t lanes = 1; lanes <= 64; lanes += 9) {
        fixture f = start(in_space, NULL, lanes, 40);
        check_vec3_by_name(f.population);
        check_vec3_shared(f.population);
        check_vec3_columns(f.population, lanes);
        stop(&f);
    }
}

// ---- vec3: in functions

static const char climbing[] =
    "{`gestalt`:1,`actions`:{`climb`:{`args`:{`from`:`vec3`,`to`:`key vec3`}}},"
    "`blackboard`:{`wind`:`vec3`,`base`:{`type`:`vec3`,`init`:[`agent`,2,3]},`top`:`vec3`},"
    "`root`:{`type`:`action`,`do`:`climb`,`args`:{`from`:`base`,`to`:`top`}}}";

static const gestalt_parameter climb_arguments[] = {{"from", GESTALT_VEC3, false},
                                                    {"to", GESTALT_VEC3, true}};
static const gestalt_parameter climb_keys[] = {{"wind", GESTALT_VEC3, true}};

static gestalt_status climb_alone(gestalt_single_call *call)
{
    const gestalt_column *from = &call->arguments[0], *to = &call->arguments[1];
    to->floats[0] = from->floats[0] + 10;
    to->y[0] = from->y[0] + 20;
    to->z[0] = from->z[0] + 30;
    call->keys[0].z[0] += 1;
    return GESTALT_RUNNING;
}

static void climb_together(gestalt_call *call)
{
    const gestalt_column *from = &call->arguments[0], *to = &call->arguments[1];
    gestalt_column wind = gestalt_call_key(call, 0);
    for (uint64_t rest = call->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        to->floats[lane] = from->floats[lane] + 10;
        to->y[lane] = from->y[lane] + 20;
        to->z[lane] = from->z[lane] + 30;
        wind.z[lane] += 1;
    }
}

static void test_vec3_in_functions(void **state)
{
    (void)state;
    gestalt_function climb = {.name = "climb",
                              .arguments = climb_arguments,
                              .argument_count = 2,
                              .keys = climb_keys,
                              .key_count = 1};
    for (uint32_t lanes = 1; lanes <= 64; lanes += 21)
        for (int together = 0; together <= 1; together++) {
            climb.single = together ? NULL : climb_alone;
            climb.batch = together ? climb_together : NULL;
            fixture f = start(climbing, &climb, lanes, 30);
            OK(gestalt_population_tick(f.population, 0, NULL));
            OK(gestalt_population_tick(f.population, 1, NULL));
            for (uint64_t i = 0; i < 30; i++) {
                expect_vec3(f.population, i, "top", (float)i + 10, 22, 33);
                expect_vec3(f.population, i, "base", (float)i, 2, 3);
                expect_vec3(f.population, i, "wind", 0, 0, 2);
            }
            stop(&f);
        }
}

// ---- enums: ints with words

static const char moody[] =
    "{`gestalt`:1,`actions`:{`go`:{`args`:{`how`:[`walk`,`run`],`mood`:{`key`:"
    "[`calm`,`alert`,`afraid`]},`far`:`int`}}},"
    "`blackboard`:{`n`:`int`,`mood`:{`type`:[`calm`,`alert`,`afraid`],`init`:`alert`},"
    "`was`:[`calm`,`alert`,`afraid`],`known`:{`type`:`bool`,`init`:true},"
    "`all`:{`type`:[`off`,`on`],`shared`:true,`init`:`on`}},"
    "`root`:{`type`:`sequence`,`children`:[{`type`:`set`,`key`:`was`,`to`:`mood`},"
    "{`type`:`set`,`key`:`n`,`to`:`int(mood)`},"
    "{`type`:`set`,`key`:`known`,`to`:`mood == 'calm' || mood == 'alert' || mood == 'afraid'`},"
    "{`type`:`action`,`do`:`go`,`args`:"
    "{`how`:`all == 'on' ? 'run' : 'walk'`,`mood`:`mood`,`far`:3}}]}}";

static const gestalt_parameter go_arguments[] = {
    {"how", GESTALT_INT, false}, {"mood", GESTALT_INT, true}, {"far", GESTALT_INT, false}};

// Write `afraid` if the argument is `run`.
static gestalt_status go_on(gestalt_single_call *call)
{
    if (call->arguments[0].ints[0] == 1)
        call->arguments[1].ints[0] = 2;
    return GESTALT_SUCCESS;
}

static const gestalt_function go = {
    .name = "go", .single = go_on, .arguments = go_arguments, .argument_count = 3};

static void expect_word(const char *word, const char *expected)
{
    if (expected)
        assert_string_equal(word, expected);
    else
        assert_null(word);
}

static void check_words(const gestalt_shape *shape)
{
    static const char *const moods[] = {"calm", "alert", "afraid", NULL};
    int32_t value = 77;
    assert_int_equal(gestalt_shape_key_at(shape, 1).type, GESTALT_INT);
    assert_int_equal(gestalt_shape_key_word_count(shape, 0), 0); // `n` is not an enum
    assert_int_equal(gestalt_shape_key_word_count(shape, 1), 3);
    assert_int_equal(gestalt_shape_key_word_count(shape, 3), 0); // `known`
    assert_int_equal(gestalt_shape_key_word_count(shape, 4), 2);
    for (int32_t i = 0; i < 4; i++)
        expect_word(gestalt_shape_key_word(shape, 1, i), moods[i]);
    expect_word(gestalt_shape_key_word(shape, 1, -1), NULL);
    expect_word(gestalt_shape_key_word(shape, 1, INT32_MIN), NULL);
    expect_word(gestalt_shape_key_word(shape, 0, 0), NULL);
    assert_true(gestalt_shape_key_value(shape, 1, "afraid", &value));
    assert_int_equal(value, 2);
    assert_true(gestalt_shape_key_value(shape, 4, "on", &value));
    assert_int_equal(value, 1);
    assert_false(gestalt_shape_key_value(shape, 1, "on", &value));
    assert_false(gestalt_shape_key_value(shape, 1, "Calm", &value));
    assert_false(gestalt_shape_key_value(shape, 1, "", &value));
    assert_false(gestalt_shape_key_value(shape, 0, "calm", &value));
    assert_int_equal(value, 1); // unchanged
}

static void check_argument_words(const gestalt_shape *shape)
{
    assert_int_equal(gestalt_shape_argument(shape, 0, 0).type, GESTALT_INT);
    assert_int_equal(gestalt_shape_argument_word_count(shape, 0, 0), 2);
    assert_int_equal(gestalt_shape_argument_word_count(shape, 0, 1), 3);
    assert_int_equal(gestalt_shape_argument_word_count(shape, 0, 2), 0);
    expect_word(gestalt_shape_argument_word(shape, 0, 0, 1), "run");
    expect_word(gestalt_shape_argument_word(shape, 0, 0, 2), NULL);
    expect_word(gestalt_shape_argument_word(shape, 0, 1, 2), "afraid");
    expect_word(gestalt_shape_argument_word(shape, 0, 2, 0), NULL);
}

// The library uses words as well, so a stripped shape has them.
static void test_words(void **state)
{
    (void)state;
    for (int strip = 0; strip <= 1; strip++) {
        gestalt_shape *shape = compile(moody, strip);
        check_words(shape);
        check_argument_words(shape);
        gestalt_shape_destroy(shape);
    }
}

static void test_given_word(void **state)
{
    (void)state;
    gestalt_shape *shape = compile("{`gestalt`:1,`actions`:{`go`:{`args`:{`how`:[`walk`,`run`]}}},"
                                   "`root`:{`type`:`action`,`do`:`go`,`args`:{`how`:`'run'`}}}",
                                   false);
    gestalt_shape_call call = {0};
    gestalt_value value;
    assert_true(gestalt_shape_next_call(shape, &call));
    assert_int_equal(gestalt_shape_given(shape, &call, "how", &value), GESTALT_GIVEN_CONSTANT);
    assert_int_equal(value.type, GESTALT_INT);
    assert_int_equal(value.integer, 1);
    gestalt_shape_destroy(shape);
}

// A host may write any int. A value without a word is stored, and equals no word.
static void test_enums(void **state)
{
    (void)state;
    static const int32_t values[] = {0, 1, 2, 3, 255, 256, -1, INT32_MIN, INT32_MAX};
    enum { COUNT = sizeof values / sizeof *values };
    for (uint32_t lanes = 1; lanes <= 64; lanes += 9) {
        fixture f = start(moody, &go, lanes, COUNT);
        gestalt_population *p = f.population;
        gestalt_value known;
        gestalt_key mood;
        assert_true(gestalt_population_key(p, 0, "mood", &mood));
        assert_int_equal(mood.type, GESTALT_INT);
        OK(gestalt_population_write_shared(p, 0, "all", int_of(0), NULL));
        for (uint32_t i = 0; i < COUNT; i++) {
            int32_t *column = gestalt_population_column(p, 0, i / lanes, mood).ints;
            assert_int_equal(column[i % lanes], 1); // `alert`, the `init`
            if (i % 2)
                column[i % lanes] = values[i];
            else
                OK(gestalt_population_write(p, i, "mood", int_of(values[i]), NULL));
        }
        OK(gestalt_population_tick(p, 0, NULL));
        for (uint32_t i = 0; i < COUNT; i++) {
            expect_int(p, i, "was", values[i]);
            expect_int(p, i, "n", values[i]);
            expect_int(p, i, "mood", values[i]);
            OK(gestalt_population_read(p, i, "known", &known, NULL));
            assert_int_equal(known.boolean, values[i] >= 0 && values[i] < 3);
        }
        OK(gestalt_population_write_shared(p, 0, "all", int_of(1), NULL));
        OK(gestalt_population_tick(p, 1, NULL));
        for (uint32_t i = 0; i < COUNT; i++)
            expect_int(p, i, "mood", 2); // written by the function
        stop(&f);
    }
}

// ---- texts

static const char speaking[] =
    "{`gestalt`:1,`blackboard`:{`n`:`int`,`m`:{`type`:`int`,`init`:`text('b')`}},"
    "`actions`:{`say`:{`args`:{`far`:`float`,`what`:`text`,`twice`:{`type`:`text`,"
    "`default`:`it's`}}},`sing`:{`kind`:`deferred`,`args`:{`song`:`text`,`n`:`int`}}},"
    "`root`:{`type`:`sequence`,`children`:["
    "{`type`:`action`,`do`:`say`,`args`:{`what`:`b`,`far`:1}},"
    "{`type`:`decide`,`if`:`agent % 2 == 0`,`then`:"
    "{`type`:`action`,`do`:`say`,`args`:{`what`:``,`twice`:`b`,`far`:2}},"
    "`else`:{`type`:`success`}},{`type`:`set`,`key`:`n`,`to`:`text('a')`},"
    "{`type`:`deferred`,`do`:`sing`,`args`:{`n`:`m`,`song`:`it's`}}]}}";

static const gestalt_parameter say_arguments[] = {
    {"what", GESTALT_TEXT, false}, {"far", GESTALT_FLOAT, false}, {"twice", GESTALT_TEXT, false}};

static int said[2]; // first and second node

static void check_said(const char *what, size_t size, const char *twice, float far)
{
    int node = far == 1 ? 0 : 1;
    said[node]++;
    assert_string_equal(what, node ? "" : "b");
    assert_int_equal(size, strlen(what));
    assert_string_equal(twice, node ? "b" : "it's");
}

static void say_together(gestalt_call *call)
{
    size_t size;
    const char *what = gestalt_call_text(call, 0, &size);
    const char *twice = gestalt_call_text(call, 2, NULL);
    for (uint64_t rest = call->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        assert_int_equal(call->arguments[0].ints[lane], call->arguments[0].ints[0]);
        check_said(what, size, twice, call->arguments[1].floats[lane]);
    }
    call->succeeded = call->lanes;
}

static uint32_t say_lone(gestalt_call *shared, const gestalt_site *site, void *memory,
                         bool starting)
{
    gestalt_call call = gestalt_lanes_lone_call(shared, site, memory, starting);
    say_together(&call);
    return GESTALT_LONE_SUCCEEDED;
}

static gestalt_status say_alone(gestalt_single_call *call)
{
    size_t size;
    const char *what = gestalt_single_text(call, 0, &size);
    check_said(what, size, gestalt_single_text(call, 2, NULL), call->arguments[1].floats[0]);
    return GESTALT_SUCCESS;
}

static const char *launched_text(const fixture *f, uint64_t agent, uint32_t node)
{
    gestalt_value song = {0};
    assert_true(gestalt_population_launch_argument(f->population, agent, node, "song", &song));
    assert_int_equal(song.type, GESTALT_TEXT);
    return gestalt_shape_text(f->shape, song.integer, NULL);
}

static void expect_places(const fixture *f, uint64_t agents)
{
    for (uint64_t i = 0; i < agents; i++) {
        gestalt_value n, m;
        OK(gestalt_population_read(f->population, i, "n", &n, NULL));
        OK(gestalt_population_read(f->population, i, "m", &m, NULL));
        assert_string_equal(gestalt_shape_text(f->shape, n.integer, NULL), "a");
        assert_string_equal(gestalt_shape_text(f->shape, m.integer, NULL), "b");
        assert_string_equal(launched_text(f, i, 6), "it's");
    }
}

static void test_texts(void **state)
{
    (void)state;
    enum { AGENTS = 30 };
    static const gestalt_parameter sing_arguments[] = {{"song", GESTALT_TEXT, false},
                                                       {"n", GESTALT_INT, false}};
    const gestalt_function sing = {
        .name = "sing", .kind = GESTALT_DEFERRED, .arguments = sing_arguments, .argument_count = 2};
    for (uint32_t lanes = 1; lanes <= 64; lanes += 21)
        for (int form = 0; form <= 2; form++) {
            gestalt_function say = {.name = "say",
                                    .arguments = say_arguments,
                                    .argument_count = 3,
                                    .single = form ? NULL : say_alone,
                                    .batch = form ? say_together : NULL};
            fixture f = {.shape = compile(speaking, form == 1)};
            said[0] = said[1] = 0;
            OK(gestalt_host_create(NULL, &f.host, NULL));
            OK(gestalt_host_add(f.host, &say, NULL));
            OK(gestalt_host_add(f.host, &sing, NULL));
            if (form == 2)
                OK(gestalt_host_add_lone(f.host, "say", say_lone, NULL));
            gestalt_population_options options = {.group = {f.shape, f.host}, .lanes = lanes};
            OK(gestalt_population_create(&options, &f.population, NULL));
            OK(gestalt_population_spawn(f.population, 0, AGENTS, NULL, NULL));
            OK(gestalt_population_tick(f.population, 0, NULL));
            assert_true(said[0] == AGENTS && said[1] == AGENTS / 2);
            expect_places(&f, AGENTS);
            stop(&f);
        }
}

static bool append_misfit(void *user, const char *text, size_t size)
{
    strncat(user, text, size);
    return true;
}

// The type of a parameter is that of the document, or binding fails.
static void test_text_parameters(void **state)
{
    (void)state;
    gestalt_shape *shape = compile("{`gestalt`:1,`actions`:{`say`:{`args`:{`what`:`text`}}},"
                                   "`root`:{`type`:`action`,`do`:`say`,`args`:{`what`:`b`}}}",
                                   false);
    gestalt_parameter what = {"what", GESTALT_INT, false};
    gestalt_function say = {
        .name = "say", .single = say_alone, .arguments = &what, .argument_count = 1};
    gestalt_host *host;
    char misfits[200] = "";
    OK(gestalt_host_create(NULL, &host, NULL));
    OK(gestalt_host_add(host, &say, NULL));
    assert_int_equal(gestalt_host_misfits(host, shape, (gestalt_writer){append_misfit, misfits}),
                     1);
    assert_string_equal(misfits, "`say` gets the argument `what` as text; the host's function "
                                 "takes int\n");
    what.type = GESTALT_TEXT;
    what.by_key = true;
    say.name = "other";
    REFUSED(gestalt_host_add(host, &say, &error), "but no key is a text");
    gestalt_shape_call call = {0};
    gestalt_value value = {0};
    assert_true(gestalt_shape_next_call(shape, &call));
    assert_int_equal(gestalt_shape_given(shape, &call, "what", &value), GESTALT_GIVEN_CONSTANT);
    assert_int_equal(value.type, GESTALT_TEXT);
    assert_string_equal(gestalt_shape_text(shape, value.integer, NULL), "b");
    assert_int_equal(gestalt_shape_argument(shape, 0, 0).type, GESTALT_TEXT);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vec3),
        cmocka_unit_test(test_vec3_in_functions),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_given_word),
        cmocka_unit_test(test_enums),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_text_parameters),
    };
    return cmocka_run_group_tests_name("host values", tests, NULL, NULL);
}
