// SPDX-License-Identifier: MIT
// Which scenes can be shared out, and how far their agents see.
//
//    test_share SCENES
#include "running.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- facts of scenes

static gestalt_scene_facts facts_of(const char *text)
{
    char found[RUNNING_FOUND_SIZE];
    scene *s = running_read(text, found);
    if (!s)
        fail_msg("%s", found);
    gestalt_scene_facts facts = gestalt_scene_tell(s);
    facts.name = NULL; // it ends with the scene
    gestalt_scene_destroy(s);
    return facts;
}

static gestalt_scene_facts facts_of_file(const char *name)
{
    char *text = running_text(name);
    if (strstr(text, "\"car.json\"")) {
        char *moved = running_replaced(text, "car.json", "traffic/car.json");
        free(text);
        text = moved;
    }
    gestalt_scene_facts facts = facts_of(text);
    free(text);
    return facts;
}

static void test_unshared(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"flock.json", NULL},
        {"flock-fused.json", NULL},
        {"boids3d.json", NULL},
        {"airport.json", "the scene has an airport"},
        {"traffic/blocks-lights.json", "the scene has roads"},
        {"crowd.json", "the scene has a crowd"},
        {"wolf-sheep.json", "agents eat others"},
        {"swarm.json", "a tree computes how far"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *why = facts_of_file(cases[i][0]).unshared;
        if (!why != !cases[i][1] || (why && strncmp(why, cases[i][1], strlen(cases[i][1])) != 0))
            fail_msg("%s: %s", cases[i][0], why ? why : "can be shared out");
    }
}

#define TREE(root) "{\"gestalt\":1,\"blackboard\":{\"far\":\"float\"},\"root\":" root "}"
#define SCENE(world, group, root)                                                                  \
    "{\"scene\":1,\"world\":{\"size\":[100,40]" world "},\"groups\":[{\"name\":\"a\",\"count\":9," \
    "\"vehicle\":{\"radius\":2}" group ",\"tree\":" TREE(root) "}]}"

static void expect_reach(const char *text, float reach, const char *unshared)
{
    gestalt_scene_facts facts = facts_of(text);
    if (facts.reach < reach - 1e-5f || facts.reach > reach + 1e-5f)
        fail_msg("%s: reach %g", text, (double)facts.reach);
    if (!facts.unshared != !unshared || (unshared && !strstr(facts.unshared, unshared)))
        fail_msg("%s: %s", text, facts.unshared ? facts.unshared : "can be shared out");
}

static void test_reach(void **state)
{
    (void)state;
    expect_reach(SCENE("", "", "{\"type\":\"running\"}"), 0, NULL);
    expect_reach(SCENE("", "", "{\"type\":\"action\",\"do\":\"separate\"}"), 2, NULL);
    expect_reach(SCENE("", "", "{\"type\":\"action\",\"do\":\"cohere\",\"args\":{\"radius\":30}}"),
                 30, NULL);
    expect_reach(SCENE(",\"periodic\":true", "",
                       "{\"type\":\"action\",\"do\":\"cohere\",\"args\":{\"radius\":30}}"),
                 0.499f * 40, NULL);
    expect_reach(
        SCENE("", "", "{\"type\":\"action\",\"do\":\"cohere\",\"args\":{\"radius\":\"far\"}}"), 0,
        "computes how far");
    expect_reach(SCENE("", "", "{\"type\":\"action\",\"do\":\"pursue\",\"args\":{\"quarry\":3}}"),
                 0, "by their ids");
    expect_reach(SCENE("}, \"measure\":{\"collisions\":true", "", "{\"type\":\"running\"}"), 4,
                 NULL);
    expect_reach(SCENE("}, \"measure\":{\"neighbours\":7", "", "{\"type\":\"running\"}"), 7, NULL);
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    running_folder = arguments[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_unshared),
                                       cmocka_unit_test(test_reach)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
