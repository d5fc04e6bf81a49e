// SPDX-License-Identifier: MIT
// Trees that give the world values that are not finite. No agent moves because of them. The step
// reports the agent, which cannot move where it is, and the world remains valid: it can be saved
// and loaded, and continues with the same results with every option.
//
//    test_world_lost SCENES
#include "running.h"
#include "snapshot_bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BAD_STEP = 3, BAD_AGENT = 5, STEPS = 6, CHANGES = 2, TRIALS = 11 };

// An argument that is invalid once, for one agent, and a tree of one action with it.
#define ODD(value) "\"agent == 5 && tick == 3 ? " value " : 1\""
#define TREE(name, arguments)                                                                      \
    "{\"gestalt\":1,\"blackboard\":{\"p\":\"vec2\",\"every\":\"int\"},\"root\":{\"type\":"         \
    "\"action\",\"do\":\"" name "\",\"args\":{" arguments "}}}"

// A world of two groups, the second of which has such a tree. Also an action with a point.
#define TWO_GROUPS(vehicle, tree)                                                                  \
    "{\"scene\":1,\"world\":{\"size\":[50,50]},\"groups\":[{\"name\":\"first\",\"count\":3,"       \
    "\"tree\":" TREE("wander", "") "},{\"name\":\"second\",\"count\":9,\"side\":\"left\"," vehicle \
                                   "\"tree\":" tree "}]}"
#define TO_POINT(key, name, arguments)                                                             \
    "{\"gestalt\":1,\"blackboard\":{\"p\":\"vec2\"},\"root\":{\"type\":\"reactive_sequence\","     \
    "\"children\":"                                                                                \
    "["                                                                                            \
    "{\"type\":\"set\",\"key\":\"" key                                                             \
    "\",\"to\":" ODD("0.0/0.0") "},"                                                               \
                                "{\"type\":\"action\",\"do\":\"" name "\",\"args\":{" arguments    \
                                "}}]}}"

// Scenes with such a tree, and the error of the step. NULL: the value does no harm.
static const struct {
    const char *file; // a file, or the text of a scene
    running_change changes[CHANGES];
    const char *says;
} trials[TRIALS] = {
    {"posts3d.json",
     {{"\"within\": 1", "\"weight\": " ODD("1.0/0.0")}},
     "step 3: agent 5 of group `drones` cannot move: `weight` of `arrive` is not finite"},
    {"flock.json",
     {{"\"weight\": 0.03", "\"weight\": " ODD("0.0/0.0")}},
     "step 3: agent 5 of group `birds` cannot move: `weight` of `gather` is not finite"},
    {"crowd.json",
     {{"\"pedestrian.json\"", TREE("walk", "\"aside\":" ODD("1.0/0.0"))}},
     "agent 5 of group `eastward` cannot move: its displacement is not finite"},
    {"wolf-sheep.json",
     {{"\"wolf-sheep/grass.json\"", TREE("hop", "\"x\":" ODD("0.0/0.0"))}},
     NULL},
    {"traffic/blocks-lights.json",
     {{"\"car.json\"", TREE("cruise", "\"speed\":" ODD("0.0/0.0"))}},
     NULL},
    {"airport.json", {{"\"plane.json\"", TREE("land", "\"speed\":" ODD("0.0/0.0"))}}, NULL},
    {TWO_GROUPS("", TO_POINT("p.x", "seek", "\"target\":\"p\",\"weight\":" ODD("1.0/0.0"))),
     {{0}},
     "step 3: agent 5 of group `second` cannot move: `target` of `seek` is not finite"},
    {TWO_GROUPS("", TO_POINT("p.y", "seek", "\"target\":\"p\"")), {{0}}, NULL},
    {TWO_GROUPS("", TREE("wander", "\"distance\":" ODD("-1.0/0.0") ",\"weight\":" ODD("0.0/0.0"))),
     {{0}},
     "agent 5 of group `second` cannot move: `distance` of `wander` is not finite"},
    {TWO_GROUPS("", TREE("arrive", "\"target\":\"p\",\"braking\":" ODD("-0.0"))),
     {{0}},
     "agent 5 of group `second` cannot move: the sum of its forces is not finite"},
    {TWO_GROUPS("\"vehicle\":{\"mass\":1e-6,\"max_force\":1e9,\"max_speed\":1e9},",
                TREE("separate", "\"weight\":" ODD("3e38"))),
     {{0}},
     NULL},
};

typedef struct motion_of_one {
    float at[6];
} motion_of_one;

static motion_of_one motion_of(const running *r)
{
    gestalt_world_columns all = r->is->columns(r->world);
    uint32_t row = r->is->find(r->world, BAD_AGENT);
    motion_of_one m = {{0}};
    for (int d = 0; d < 3 && all.position[d]; d++) {
        m.at[d] = all.position[d][row];
        m.at[3 + d] = all.velocity[d][row];
    }
    return m;
}

// Run the step with the invalid value.
static void step_oddly(const running *r, const char *says)
{
    gestalt_error error = {0};
    motion_of_one before = motion_of(r);
    gestalt_result result = r->is->step(r->world, &error);
    if (result != (says ? GESTALT_REJECTED : GESTALT_OK) || (says && !strstr(error.message, says)))
        fail_msg("not `%s`, but %d, `%s`", says ? says : "fine", (int)result, error.message);
    motion_of_one after = motion_of(r);
    if (says)
        assert_memory_equal(&before, &after, sizeof before);
}

// A snapshot of one world can be loaded into the other.
static void expect_taken(const running *from, const running *to)
{
    byte_buffer saved = {0};
    gestalt_error error = {0};
    assert_int_equal(from->is->snapshots.save_to(from->world, buffer_writer(&saved), NULL),
                     GESTALT_OK);
    if (to->is->snapshots.load_memory(to->world, saved.bytes, saved.size, &error) != GESTALT_OK)
        fail_msg("%s", error.message);
    assert_int_equal(running_hash(to), running_hash(from));
    free(saved.bytes);
}

static uint64_t hash_of_trial(int number, const world_options *options)
{
    const char *file = trials[number].file;
    char *text = *file == '{' ? running_replaced(file, "scene", "scene")
                              : running_changed(file, trials[number].changes);
    running r = running_of_text(text, options), other = running_of_text(text, &(world_options){0});
    running_go_on(&r, BAD_STEP);
    step_oddly(&r, trials[number].says);
    assert_int_equal(r.is->steps(r.world), BAD_STEP + 1);
    expect_taken(&r, &other);
    running_go_on(&r, STEPS);
    running_go_on(&other, STEPS);
    uint64_t hash = running_hash(&r);
    assert_int_equal(hash, running_hash(&other));
    running_stop(&r);
    running_stop(&other);
    free(text);
    return hash;
}

static void test_lost(void **state)
{
    (void)state;
    for (int i = 0; i < TRIALS; i++) {
        uint64_t hash = hash_of_trial(i, &(world_options){.threads = 2, .kernels = "plain"});
        assert_int_equal(hash, hash_of_trial(i, &(world_options){.lanes = 3}));
        assert_int_equal(hash, hash_of_trial(i, &(world_options){.kernels = "avx2"}));
    }
}

// Of several agents, the first one is named, also with several threads. Agents that are reported in
// one step are not reported in the next.
static void test_first(void **state)
{
    (void)state;
    static const char text[] =
        "{\"scene\":1,\"world\":{\"size\":[500,500]},\"groups\":[{\"name\":\"many\",\"count\":"
        "20000,"
        "\"tree\":" TREE("wander", "\"weight\":\"agent > 40 && tick == 2 ? 1.0/0.0 : 1\"") "}]}";
    for (uint32_t threads = 1; threads <= 3; threads++) {
        gestalt_error error = {0};
        running r = running_of_text(text, &(world_options){.threads = threads});
        running_go_on(&r, 2);
        assert_int_equal(r.is->step(r.world, &error), GESTALT_REJECTED);
        assert_non_null(strstr(error.message, "step 2: agent 41 of group `many` cannot move"));
        running_go_on(&r, 1);
        running_stop(&r);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lost), cmocka_unit_test(test_first)};
    if (count != 2)
        return 2;
    running_folder = arguments[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
