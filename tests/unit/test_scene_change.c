// SPDX-License-Identifier: MIT
// Values that are set in the text of a scene: where they are written, invalid paths, and memory
// that runs out at every allocation.
#include "counting.h"

#include <gestalt/worlds/world.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char scene_json[] =
    "{\"scene\": 1, \"params\": {\"n\": 3}, \"world\": {\"size\": [9, 9]}, \"paths\": [{\"name\": "
    "\"lane\", \"points\": [[1, 1], [2, 2]]}], \"groups\": [{\"name\": \"birds\", \"count\": 2, "
    "\"set\": {}}, {\"name\": \"cats\", \"count\": 1}]}";

typedef struct changed {
    char text[1000];
    size_t size;
} changed;

static bool keep(void *user, const char *bytes, size_t size)
{
    changed *to = user;
    assert_true(to->size + size < sizeof to->text);
    memcpy(to->text + to->size, bytes, size);
    to->size += size;
    to->text[to->size] = '\0';
    return true;
}

static gestalt_result change(const char *path, const char *value, changed *to, gestalt_error *error)
{
    const gestalt_scene_setting setting = {path, value};
    *to = (changed){.size = 0};
    return gestalt_scene_change(scene_json, sizeof scene_json - 1, &setting, 1, NULL,
                                (gestalt_writer){keep, to}, error);
}

static void test_places(void **state)
{
    static const char *const rows[][3] = {
        {"n", "4", "\"params\": {\"n\": 4}"},
        {"params.n", "n * 2", "\"params\": {\"n\": \"n * 2\"}"},
        {"birds.count", "7", "\"birds\", \"count\": 7"},
        {"groups.1.count", "7", "\"cats\", \"count\": 7"},
        {"birds.k", "true", "\"set\": {\"k\": true}"},
        {"cats.k", "[1, 2]", "{\"set\": {\"k\": [1, 2]}, \"name\": \"cats\""},
        {"cats.vehicle.mass", "2", "{\"vehicle\": {\"mass\": 2}, \"name\": \"cats\""},
        {"world.dt", "0.5", "\"world\": {\"dt\": 0.5, \"size\""},
        {"world.size", "[3, 4]", "\"world\": {\"size\": [3, 4]}"},
        {"paths.lane.radius", "2", "[{\"radius\": 2, \"name\": \"lane\""},
        {"name", "a \"b\"\n\\", "{\"name\": \"a \\\"b\\\"\\u000a\\\\\", \"scene\""},
        {"paths.+", "{\"name\": \"b\"}", "[2, 2]]}, {\"name\": \"b\"}]"},
        {"reports.+", "{}", "{\"reports\": [{}], \"scene\""},
        {"until", "n > 3", "{\"until\": \"n > 3\", \"scene\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        changed to;
        gestalt_error error = {0};
        if (change(rows[i][0], rows[i][1], &to, &error) != GESTALT_OK)
            fail_msg("%s: %s", rows[i][0], error.message);
        if (!strstr(to.text, rows[i][2]))
            fail_msg("%s=%s: %s", rows[i][0], rows[i][1], to.text);
    }
}

static void test_nowhere(void **state)
{
    static const char *const rows[][2] = {
        {"", "this is not a name"},
        {"m", "there is no param or member `m`"},
        {"bird.k", "did you mean `birds`?"},
        {"params.m", "there is no param `m`"},
        {"world.siz", "did you mean `size`?"},
        {"birds.vehicle.mas", "did you mean `mass`?"},
        {"paths.lan.radius", "did you mean `lane`?"},
        {"paths.7.radius", "there is no element `7`"},
        {"birds", "no param or member `birds`; did you mean `birds`?"},
        {"groups.birds", "is an object"},
        {"birds.count.x", "a single value has no member"},
        {"birds.set.k.x", "a single value has no member"},
        {".", "no"},
        {"birds..", "there"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        changed to;
        gestalt_error error = {0};
        gestalt_result result = change(rows[i][0], "1", &to, &error);
        if (i + 1 < sizeof rows / sizeof *rows)
            if (result != GESTALT_BAD_ARGUMENT)
                fail_msg("%s: %s", rows[i][0], to.text);
        if (result == GESTALT_BAD_ARGUMENT && !strstr(error.message, rows[i][1]))
            fail_msg("%s: %s", rows[i][0], error.message);
    }
}

// A text that is not a scene does not change: reading it gives the error.
static void test_no_scene(void **state)
{
    static const char *const texts[] = {"", "{", "[1]", "3"};
    const gestalt_scene_setting setting = {"n", "1"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        changed to = {.size = 0};
        assert_int_equal(gestalt_scene_change(texts[i], strlen(texts[i]), &setting, 1, NULL,
                                              (gestalt_writer){keep, &to}, NULL),
                         GESTALT_OK);
        assert_string_equal(to.text, texts[i]);
    }
}

static bool refuse(void *user, const char *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return false;
}

static gestalt_result try_change(void *user, counting *c)
{
    static const gestalt_scene_setting settings[] = {
        {"n", "4"}, {"cats.k", "a word"}, {"paths.+", "{}"}, {"cats.vehicle.mass", "2"}};
    gestalt_allocator allocator = counting_allocator(c);
    changed to = {.size = 0};
    (void)user;
    return gestalt_scene_change(scene_json, sizeof scene_json - 1, settings, 4, &allocator,
                                (gestalt_writer){keep, &to}, NULL);
}

static void test_memory(void **state)
{
    counting c = {0};
    gestalt_error error = {0};
    const gestalt_scene_setting setting = {"n", "4"};
    (void)state;
    counting_fail_each(try_change, NULL, "change", &c, GESTALT_OK);
    assert_int_equal(gestalt_scene_change(scene_json, sizeof scene_json - 1, &setting, 1, NULL,
                                          (gestalt_writer){refuse, NULL}, &error),
                     GESTALT_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_nowhere),
        cmocka_unit_test(test_no_scene),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
