// SPDX-License-Identifier: MIT
// The debugger of programs, without pages: options that do not fit together, and what a program is
// asked to do next. tests/live_host.py has the rest.
#include <gestalt/live/live.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "misused.h"

static const char tree[] = "{\"gestalt\": 1, \"name\": \"post\", \"blackboard\": {\"n\": "
                           "{\"type\": \"int\", \"init\": 1}}, \"root\": {\"type\": \"running\"}}";

typedef struct fixture {
    gestalt_shape *shape;
    gestalt_population *population;
    gestalt_error error;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f = (fixture){0};
    *state = &f;
    assert_int_equal(
        gestalt_compile_text("post", tree, sizeof tree - 1, NULL, &f.shape, NULL, NULL),
        GESTALT_OK);
    const gestalt_population_options options = {.group = {f.shape, NULL}};
    assert_int_equal(gestalt_population_create(&options, &f.population, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_spawn(f.population, 0, 3, NULL, NULL), GESTALT_OK);
    return 0;
}

static int put_away(void **state)
{
    fixture *f = *state;
    gestalt_population_destroy(f->population);
    gestalt_shape_destroy(f->shape);
    return 0;
}

static gestalt_live *open_live(fixture *f, gestalt_live_options options)
{
    gestalt_live *live = NULL;
    options.population = f->population;
    assert_int_equal(gestalt_live_create(&options, &live, &f->error), GESTALT_OK);
    return live;
}

static gestalt_result save_nothing(void *user, gestalt_writer writer, gestalt_error *error)
{
    (void)user, (void)writer, (void)error;
    return GESTALT_OK;
}

static void test_options(void **state)
{
    fixture *f = *state;
    gestalt_population *p = f->population;
    const gestalt_live_document twice[] = {{.path = "a"}, {.path = "b"}},
                                far = {1, "a", NULL, NULL};
    const gestalt_live_document missing = {.path = "/nowhere/a.json"};
    const struct {
        gestalt_live_options options;
        gestalt_result result;
        const char *needle;
    } wrong[] = {
        {{0}, GESTALT_BAD_ARGUMENT, "`population` or `world`"},
        {{.population = p, .rights = GESTALT_LIVE_EDIT}, GESTALT_BAD_ARGUMENT, "needs `documents`"},
        {{.population = p, .documents = twice, .document_count = 2},
         GESTALT_BAD_ARGUMENT,
         "one document at most"},
        {{.population = p, .documents = &far, .document_count = 1},
         GESTALT_BAD_ARGUMENT,
         "a group of the population"},
        {{.population = p, .documents = &missing, .document_count = 1}, GESTALT_IO, "nowhere"},
        {{.population = p, .keeper = {.save = save_nothing}}, GESTALT_BAD_ARGUMENT, "or none"},
        {{.population = p, .token = "short"}, GESTALT_BAD_ARGUMENT, "16 to 64 letters and digits"},
        {{.population = p, .token = "../../../../../../etc"}, GESTALT_BAD_ARGUMENT, "digits"},
        {{.population = p, .address = "localhost"}, GESTALT_BAD_ARGUMENT, "in digits"},
        {{.population = p, .address = "192.0.2.1"}, GESTALT_IO, "cannot serve on 192.0.2.1"},
        {{.population = p, .log = "/nowhere/a.log"}, GESTALT_IO, "/nowhere/a.log"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        gestalt_live *live = (gestalt_live *)&f->error;
        f->error = (gestalt_error){0};
        assert_int_equal(gestalt_live_create(&wrong[i].options, &live, &f->error), wrong[i].result);
        assert_null(live);
        if (!strstr(f->error.message, wrong[i].needle))
            fail_msg("%zu: `%s` does not say `%s`", i, f->error.message, wrong[i].needle);
    }
}

static void test_looking_on(void **state)
{
    fixture *f = *state;
    gestalt_live *live = open_live(f, (gestalt_live_options){.token = "abcdefgh01234567"});
    const char *link = gestalt_live_link(live);
    assert_non_null(strstr(link, "http://127.0.0.1:"));
    assert_non_null(strstr(link, "/abcdefgh01234567/"));
    for (int i = 0; i < 5; i++) {
        assert_int_equal(gestalt_live_poll(live, 0), GESTALT_LIVE_TICK);
        assert_int_equal(gestalt_population_tick(f->population, i, NULL), GESTALT_OK);
    }
    assert_false(gestalt_live_is_watched(live));
    assert_false(gestalt_live_now(live).waits);
    assert_int_equal(gestalt_live_end(live, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_ticks(f->population), 5);
    assert_int_equal(gestalt_live_destroy(live, NULL), GESTALT_OK);
}

static void test_waiting(void **state)
{
    fixture *f = *state;
    gestalt_live *live =
        open_live(f, (gestalt_live_options){.starts_paused = true, .has_no_server = true});
    assert_string_equal(gestalt_live_link(live), "");
    assert_int_equal(gestalt_live_poll(live, 1), GESTALT_LIVE_WAIT);
    assert_true(gestalt_live_now(live).waits);
    assert_int_equal(gestalt_live_now(live).reason, GESTALT_LIVE_BEGUN);
    gestalt_live_destroy(live, NULL);

    live = open_live(f, (gestalt_live_options){.has_no_server = true});
    assert_int_equal(gestalt_live_poll(live, 0), GESTALT_LIVE_TICK);
    gestalt_live_stop(live, "the wheel came off");
    assert_int_equal(gestalt_live_poll(live, 0), GESTALT_LIVE_WAIT);
    assert_int_equal(gestalt_live_now(live).reason, GESTALT_LIVE_STOPPED);
    gestalt_live_destroy(live, NULL);
}

// A program that does not tick, although it should, gets the same reply in the next poll.
static void test_not_ticking(void **state)
{
    fixture *f = *state;
    gestalt_live *live = open_live(f, (gestalt_live_options){.has_no_server = true});
    for (int i = 0; i < 3; i++)
        assert_int_equal(gestalt_live_poll(live, 0), GESTALT_LIVE_TICK);
    gestalt_live_changed(live);
    gestalt_live_destroy(live, NULL);
}

// Make a call that is misuse and returns no result.
#define WRONG(call, words)                                                                         \
    do {                                                                                           \
        misused told;                                                                              \
        misused_begin(&told);                                                                      \
        call;                                                                                      \
        misused_end();                                                                             \
        misused_check(&told, #call, words, NULL);                                                  \
    } while (0)

static void test_misuse(void **state)
{
    fixture *f = *state;
    gestalt_live *live = open_live(f, (gestalt_live_options){.has_no_server = true});
    const gestalt_live_options options = {.population = f->population};
    MISUSED(gestalt_live_create(NULL, &live, &error), "`options` is NULL");
    MISUSED(gestalt_live_create(&options, NULL, &error), "`live` is NULL");
    WRONG(gestalt_live_poll(NULL, 0), "`live` is NULL");
    WRONG(gestalt_live_stop(NULL, "a"), "`live` is NULL");
    WRONG(gestalt_live_stop(live, NULL), "`message` is NULL");
    WRONG(gestalt_live_changed(NULL), "`live` is NULL");
    WRONG((void)gestalt_live_now(NULL), "`live` is NULL");
    WRONG(gestalt_live_is_watched(NULL), "`live` is NULL");
    WRONG(gestalt_live_link(NULL), "`live` is NULL");
    gestalt_live_end(live, NULL);
    WRONG(gestalt_live_poll(live, 0), "only gestalt_live_destroy may follow");
    WRONG(gestalt_live_stop(live, "a"), "only gestalt_live_destroy may follow");
    gestalt_live_destroy(live, NULL);
    gestalt_live_destroy(NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_options, set_up, put_away),
        cmocka_unit_test_setup_teardown(test_looking_on, set_up, put_away),
        cmocka_unit_test_setup_teardown(test_waiting, set_up, put_away),
        cmocka_unit_test_setup_teardown(test_not_ticking, set_up, put_away),
        cmocka_unit_test_setup_teardown(test_misuse, set_up, put_away)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
