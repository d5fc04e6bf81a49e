// SPDX-License-Identifier: MIT
// Worlds through their public headers: scenes, steps, snapshots and recordings; actions, sensors
// and parts of a host, in the plane and in space; what is refused.
#include <gestalt/calls.h>
#include <gestalt/worlds/part.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "misused.h"

// Some agents count the agents that they see, and mark them. Agents with an even number die after
// three steps, if they can.
static const char scene_text[] =
    "{\"scene\":1,\"world\":{\"size\":[%s],\"periodic\":true,\"dt\":0.5,\"seed\":9,\"steps\":40},"
    "\"groups\":[{\"name\":\"some\",\"count\":60,%s"
    "\"vehicle\":{\"max_speed\":2,\"max_force\":5},"
    "\"tree\":{\"gestalt\":1,\"blackboard\":{\"seen\":\"int\",\"given\":\"float\"},"
    "\"root\":{\"type\":\"concurrent\",\"children\":["
    "{\"type\":\"action\",\"do\":\"wander\"},"
    "{\"type\":\"repeat\",\"per_tick\":1,\"child\":{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"condition\",\"call\":\"look\",\"args\":{\"count\":\"seen\",\"radius\":3}},"
    "{\"type\":\"action\",\"do\":\"mark\",\"args\":{\"times\":\"seen + given\"}},"
    "{\"type\":\"wait\",\"ticks\":1}]}}%s]}}},"
    "{\"name\":\"others\",\"count\":3}]}";

static const char dies[] =
    ",{\"type\":\"sequence\",\"children\":[{\"type\":\"condition\",\"if\":\"agent % 2 == 0\"},"
    "{\"type\":\"wait\",\"ticks\":3},{\"type\":\"action\",\"do\":\"die\"}]}";

// ---- what the host adds

typedef struct tally {
    uint32_t *marks, *pending; // by row
    uint64_t *steps;
    uint32_t sensed; // rows sensed in this step
} tally;

static const gestalt_world_part counting;

static tally *tally_of(const gestalt_world *world)
{
    return gestalt_world_state(world, &counting);
}

static gestalt_result tally_start(gestalt_world *world, gestalt_error *error)
{
    (void)error;
    tally *t = gestalt_world_allocate(world, sizeof *t);
    if (!t)
        return GESTALT_NO_MEMORY;
    assert_null(tally_of(world));
    gestalt_world_set_state(world, &counting, t);
    t->marks = gestalt_world_make_column(world, sizeof *t->marks, true);
    t->pending = gestalt_world_make_column(world, sizeof *t->pending, true);
    t->steps = gestalt_world_allocate(world, sizeof *t->steps);
    return t->marks && t->pending && t->steps &&
                   gestalt_world_keep(world, t->steps, sizeof *t->steps)
               ? GESTALT_OK
               : GESTALT_NO_MEMORY;
}

static gestalt_result tally_loaded(gestalt_world *world, gestalt_error *error)
{
    const tally *t = tally_of(world);
    if (*t->steps == gestalt_world_steps(world))
        return GESTALT_OK;
    snprintf(error->message, sizeof error->message, "the steps are not those");
    return GESTALT_BAD_FILE;
}

static void tally_before(gestalt_world *world)
{
    tally_of(world)->sensed = 0;
    gestalt_world_set_float(world, 0, "given", 2);
    gestalt_world_set_int(world, 0, "given", 5);  // the key is not an int
    gestalt_world_set_float(world, 0, "gone", 5); // there is no such key
}

static void tally_sense(gestalt_world *world, uint32_t begin, uint32_t end)
{
    __atomic_fetch_add(&tally_of(world)->sensed, end - begin, __ATOMIC_RELAXED);
}

// Compare the neighbours of all agents at once with those of each agent.
static void check_near_many(const gestalt_world *world)
{
    enum { ROOM = 63, FEW = 9 };
    static float points[3 * ROOM], radii[ROOM];
    static uint32_t rows[ROOM * ROOM], own[ROOM], few[FEW];
    uint64_t ends[ROOM], ends_of_few[ROOM], at = 0;
    gestalt_world_columns all = gestalt_world_columns_of(world);
    uint32_t dimensions = all.position[2] ? 3 : 2;
    for (uint32_t i = 0; i < all.count; i++) {
        radii[i] = (float)(i % 3) * 1.25f;
        for (uint32_t d = 0; d < dimensions; d++)
            points[i * dimensions + d] = all.position[d][i];
    }
    uint64_t total =
        gestalt_world_near_many(world, points, radii, all.count, ends, rows, ROOM * ROOM);
    for (uint32_t i = 0; i < all.count; at = ends[i++]) {
        uint32_t count =
            gestalt_world_near(world, points + i * dimensions, radii[i], own, all.count);
        assert_int_equal(ends[i] - at, count);
        assert_memory_equal(rows + at, own, count * sizeof *own);
    }
    assert_int_equal(at, total);
    assert_true(total > FEW);
    assert_int_equal(
        gestalt_world_near_many(world, points, radii, all.count, ends_of_few, few, FEW), total);
    assert_memory_equal(ends_of_few, ends, all.count * sizeof *ends);
    assert_memory_equal(few, rows, sizeof few);
    assert_int_equal(gestalt_world_near_many(world, points, radii, all.count, ends, NULL, 0),
                     total);
}

static void tally_ticked(gestalt_world *world)
{
    check_near_many(world);
    tally *t = tally_of(world);
    uint32_t count = gestalt_world_columns_of(world).count;
    assert_int_equal(t->sensed, count);
    for (uint32_t row = 0; row < count; row++) {
        t->marks[row] += t->pending[row];
        t->pending[row] = 0;
    }
}

static void tally_after(gestalt_world *world)
{
    ++*tally_of(world)->steps;
}

static void tally_outcome(const gestalt_world *world, gestalt_outcome *out)
{
    const tally *t = tally_of(world);
    uint64_t sum = 0;
    for (uint32_t row = 0; row < gestalt_world_columns_of(world).count; row++)
        sum += t->marks[row];
    gestalt_outcome_count(out, NULL, "marks", sum);
    gestalt_outcome_number(out, "half", "marks", (double)sum / 2);
}

static float marks_of(const gestalt_world *world, uint32_t row)
{
    return (float)tally_of(world)->marks[row];
}

static void mark(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    for (unsigned lane = 0; lane < call->lane_count; lane++)
        if (call->lanes >> lane & 1)
            tally_of(b->world)->pending[gestalt_world_row(call, lane)] +=
                (uint32_t)gestalt_world_float(call, 0, lane) + gestalt_world_bool(call, 1, lane);
    call->succeeded = call->lanes;
}

static void look(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    gestalt_world_columns all = gestalt_world_columns_of(b->world);
    for (unsigned lane = 0; lane < call->lane_count; lane++) {
        if (!(call->lanes >> lane & 1))
            continue;
        uint32_t row = gestalt_world_row(call, lane), rows[2];
        float at[3];
        for (int d = 0; d < 3 && all.position[d]; d++)
            at[d] = all.position[d][row];
        uint32_t count =
            gestalt_world_near(b->world, at, gestalt_world_float(call, 1, lane), rows, 2);
        assert_true(count >= 1); // the agent itself
        gestalt_world_put_int(call, 0, lane, (int32_t)count);
    }
    call->succeeded = call->lanes;
}

static const gestalt_world_function of_part[] = {
    {"mark", GESTALT_WORLD_ACTION, mark,
     .arguments = {{"times", GESTALT_FLOAT, .required = true, .doc = "how often"},
                   {"more", GESTALT_BOOL, .otherwise = 1, .doc = "once more"}},
     .doc = "Marks itself. Succeeds."},
    {0},
};

static const gestalt_world_column columns[] = {{"marks", NULL, .number = marks_of}, {0}};

static const gestalt_world_part counting = {.name = "counting",
                                            .functions = of_part,
                                            .start = tally_start,
                                            .loaded = tally_loaded,
                                            .before = tally_before,
                                            .sense = tally_sense,
                                            .ticked = tally_ticked,
                                            .after = tally_after,
                                            .outcome = tally_outcome,
                                            .columns = columns};

static const gestalt_world_function of_host[] = {
    {"look", GESTALT_WORLD_SENSOR, look,
     .arguments = {{"count", GESTALT_INT, .by_key = true, .doc = "gets how many"},
                   {"radius", GESTALT_FLOAT, .otherwise = 1, .is_reach = true, .doc = "how far"}},
     .doc = "Counts who is near. Succeeds."},
    {0},
};

static const gestalt_world_part *const parts[] = {&counting, NULL};
static const gestalt_scene_options with_all = {.functions = of_host, .parts = parts};

// ---- reading

typedef struct text {
    char bytes[4000];
    size_t size;
} text;

static bool text_add(void *user, const char *bytes, size_t size)
{
    text *t = user;
    size_t part = size < sizeof t->bytes - 1 - t->size ? size : sizeof t->bytes - 1 - t->size;
    memcpy(t->bytes + t->size, bytes, part);
    t->size += part;
    return true;
}

static gestalt_scene *read_scene(const char *size, bool can_die)
{
    char made[3000];
    gestalt_scene *scene;
    gestalt_scene_findings findings;
    text found = {.size = 0};
    snprintf(made, sizeof made, scene_text, size, can_die ? "\"most\":60," : "",
             can_die ? dies : "");
    gestalt_scene_read("scene.json", made, strlen(made), &with_all, &scene, &findings, NULL);
    gestalt_scene_findings_write(&findings, GESTALT_DIAGNOSTICS_SHORT, false,
                                 (gestalt_writer){text_add, &found});
    gestalt_scene_findings_release(&findings, NULL);
    assert_string_equal(found.bytes, "");
    assert_non_null(scene);
    return scene;
}

static gestalt_world *make_world(const gestalt_scene *scene, gestalt_world_options options)
{
    gestalt_world *world;
    assert_int_equal(gestalt_world_create(scene, &options, &world, NULL), GESTALT_OK);
    return world;
}

static void go_on(gestalt_world *world, int steps)
{
    for (int i = 0; i < steps; i++)
        assert_int_equal(gestalt_world_step(world, NULL), GESTALT_OK);
}

static uint64_t hash_of(const gestalt_world *world)
{
    uint64_t hash = 0;
    assert_int_equal(gestalt_world_hash(world, &hash, NULL), GESTALT_OK);
    return hash;
}

static double row_of(gestalt_world *world, const char *name)
{
    gestalt_outcome out;
    gestalt_world_measure(world, &out);
    const gestalt_outcome_row *row = gestalt_outcome_find(&out, name);
    assert_non_null(row);
    return row->is_count ? (double)row->count : row->number;
}

static void test_facts(void **state)
{
    (void)state;
    gestalt_scene *scene = read_scene("20, 10", true);
    gestalt_scene_facts facts = gestalt_scene_tell(scene);
    assert_string_equal(facts.name, "scene");
    assert_int_equal(facts.dimensions, 2);
    assert_int_equal(facts.group_count, 2);
    assert_int_equal(facts.agent_count, 63);
    assert_int_equal(facts.steps, 40);
    assert_int_equal(facts.seed, 9);
    assert_int_equal(facts.dt, 500000);
    assert_true(facts.size[0] == 20 && facts.size[1] == 10 && facts.size[2] == 0);
    assert_true(facts.low[0] == 0 && facts.low[1] == 0 && facts.periodic);
    assert_true(facts.reach == 3);
    assert_string_equal(facts.unshared,
                        "the host adds a part, which does not declare what it sees");
    gestalt_scene_group group = gestalt_scene_group_at(scene, 0);
    assert_string_equal(group.name, "some");
    assert_int_equal(group.count, 60);
    assert_int_equal(group.most, 60);
    assert_int_equal(gestalt_shape_key_count(group.shape), 2);
    gestalt_scene_destroy(scene);
}

// ---- running

static void expect_run(const char *size, bool can_die)
{
    gestalt_scene *scene = read_scene(size, can_die);
    gestalt_world *one = make_world(scene, (gestalt_world_options){0});
    gestalt_world *other =
        make_world(scene, (gestalt_world_options){.threads = 2, .lanes = 5, .kernels = "plain"});
    go_on(one, 12);
    go_on(other, 12);
    assert_int_equal(gestalt_world_steps(one), 12);
    assert_int_equal(hash_of(one), hash_of(other));
    assert_true(row_of(one, "marks") > 60 * 12);
    assert_true(row_of(one, "half_marks") * 2 == row_of(one, "marks"));

    gestalt_world_columns all = gestalt_world_columns_of(one);
    uint32_t begin, end;
    gestalt_world_group(one, 0, &begin, &end);
    assert_int_equal(begin, 0);
    assert_int_equal(end, can_die ? 30 : 60);
    assert_int_equal(all.count, end + 3);
    gestalt_world_group(one, 1, &begin, &end);
    assert_int_equal(end - begin, 3);
    for (uint32_t row = 0; row < all.count; row++)
        assert_int_equal(gestalt_world_find(one, all.id[row]), row);
    assert_int_equal(gestalt_world_find(one, 1000), UINT32_MAX);
    assert_int_equal(gestalt_population_count(gestalt_world_population(one)), all.count);
    gestalt_world_destroy(one);
    gestalt_world_destroy(other);
    gestalt_scene_destroy(scene);
}

static void test_run(void **state)
{
    (void)state;
    expect_run("20, 10", false);
    expect_run("20, 10", true);
    expect_run("10, 10, 5", false);
}

static void test_seed(void **state)
{
    (void)state;
    const uint64_t nine = 9, ten = 10;
    gestalt_scene *scene = read_scene("20, 10", false);
    gestalt_world *worlds[] = {make_world(scene, (gestalt_world_options){0}),
                               make_world(scene, (gestalt_world_options){.seed = &nine}),
                               make_world(scene, (gestalt_world_options){.seed = &ten})};
    for (int i = 0; i < 3; i++)
        go_on(worlds[i], 2);
    assert_int_equal(hash_of(worlds[0]), hash_of(worlds[1]));
    assert_int_not_equal(hash_of(worlds[0]), hash_of(worlds[2]));
    for (int i = 0; i < 3; i++)
        gestalt_world_destroy(worlds[i]);
    gestalt_scene_destroy(scene);
}

// ---- snapshots and recordings

typedef struct bytes {
    unsigned char *bytes;
    size_t size;
} bytes;

static bool bytes_add(void *user, const char *more, size_t size)
{
    bytes *b = user;
    b->bytes = realloc(b->bytes, b->size + size);
    memcpy(b->bytes + b->size, more, size);
    b->size += size;
    return true;
}

static void test_snapshot(void **state)
{
    (void)state;
    bytes saved = {0};
    gestalt_error error = {0};
    gestalt_scene *scene = read_scene("20, 10", true);
    gestalt_world *one = make_world(scene, (gestalt_world_options){0});
    gestalt_world *other = make_world(scene, (gestalt_world_options){0});
    go_on(one, 5);
    assert_int_equal(gestalt_world_save_to(one, (gestalt_writer){bytes_add, &saved}, NULL),
                     GESTALT_OK);
    assert_int_equal(gestalt_world_load_memory(other, saved.bytes, saved.size, NULL), GESTALT_OK);
    assert_int_equal(hash_of(one), hash_of(other));
    go_on(one, 5);
    go_on(other, 5);
    assert_int_equal(hash_of(one), hash_of(other));

    // Nothing takes effect if a part rejects it.
    ++*tally_of(one)->steps;
    saved.size = 0;
    assert_int_equal(gestalt_world_save_to(one, (gestalt_writer){bytes_add, &saved}, NULL),
                     GESTALT_OK);
    uint64_t before = hash_of(other);
    assert_int_equal(gestalt_world_load_memory(other, saved.bytes, saved.size, &error),
                     GESTALT_BAD_FILE);
    assert_string_equal(error.message, "the steps are not those");
    assert_int_equal(hash_of(other), before);
    free(saved.bytes);
    gestalt_world_destroy(one);
    gestalt_world_destroy(other);
    gestalt_scene_destroy(scene);
}

// Copy the ids of a frame's agents.
static gestalt_result take_ids(void *user, const gestalt_record_frame *frame, uint32_t column_count,
                               gestalt_error *error)
{
    (void)error;
    assert_true(column_count >= 4 && frame->columns[column_count - 1]);
    bytes_add(user, (const char *)frame->ids, frame->count * sizeof *frame->ids);
    return GESTALT_STALE;
}

static void test_frame(void **state)
{
    (void)state;
    bytes ids = {0};
    gestalt_scene *scene = read_scene("20, 10", false);
    gestalt_world *world = make_world(scene, (gestalt_world_options){0});
    gestalt_world_columns own = gestalt_world_columns_of(world);
    assert_int_equal(gestalt_world_take_frame(world, take_ids, &ids, NULL), GESTALT_STALE);
    assert_int_equal(ids.size, own.count * sizeof *own.id);
    assert_memory_equal(ids.bytes, own.id, ids.size);
    free(ids.bytes);
    gestalt_world_destroy(world);
    gestalt_scene_destroy(scene);
}

static void test_recording(void **state)
{
    (void)state;
    bytes recorded = {0};
    gestalt_recorder *recorder;
    gestalt_scene *scene = read_scene("20, 10", false);
    gestalt_world *world = make_world(scene, (gestalt_world_options){0});
    assert_int_equal(
        gestalt_world_record(world, 2, (gestalt_writer){bytes_add, &recorded}, &recorder, NULL),
        GESTALT_OK);
    size_t head = recorded.size;
    assert_true(memmem(recorded.bytes, head, "marks", 5) != NULL);
    assert_int_equal(gestalt_world_frame(world, recorder, NULL), GESTALT_OK);
    size_t frame = recorded.size;
    assert_true(frame > head);
    go_on(world, 1);
    assert_int_equal(gestalt_world_frame(world, recorder, NULL), GESTALT_OK);
    assert_int_equal(recorded.size, frame); // every second step
    go_on(world, 1);
    assert_int_equal(gestalt_world_frame(world, recorder, NULL), GESTALT_OK);
    assert_true(recorded.size > frame);
    assert_int_equal(gestalt_recorder_finish(recorder, NULL), GESTALT_OK);
    gestalt_recorder_destroy(recorder);
    free(recorded.bytes);
    gestalt_world_destroy(world);
    gestalt_scene_destroy(scene);
}

// ---- what is refused

static void expect_findings(const char *scene, const gestalt_scene_options *options,
                            const char *expected)
{
    gestalt_scene *read;
    gestalt_scene_findings findings;
    text found = {.size = 0};
    assert_int_equal(
        gestalt_scene_read("s.json", scene, strlen(scene), options, &read, &findings, NULL),
        GESTALT_REJECTED);
    assert_null(read);
    gestalt_scene_findings_write(&findings, GESTALT_DIAGNOSTICS_SHORT, false,
                                 (gestalt_writer){text_add, &found});
    gestalt_scene_findings_release(&findings, NULL);
    assert_string_equal(found.bytes, expected);
}

static void test_findings(void **state)
{
    (void)state;
    expect_findings("{\"scene\":1,\"world\":{\"size\":[9,9]}}", NULL,
                    "s.json:1:1: error: a scene has no key `groups` [E0204]\n");
    const char *calls = "{\"scene\":1,\"world\":{\"size\":[9,9]},\"groups\":[{\"name\":\"a\","
                        "\"count\":1,\"tree\":{\"gestalt\":1,\"root\":"
                        "{\"type\":\"action\",\"do\":\"marc\",\"args\":{\"times\":1}}}}]}";
    expect_findings(calls, &with_all,
                    "s.json:1:94: error: the tree calls `marc`, which worlds do not have [E0803] "
                    "(did you mean `mark`?)\n");
}

// ---- columns

// A column that the part has created itself, with room for the first agents only.
static gestalt_result narrow_start(gestalt_world *world, gestalt_error *error)
{
    (void)error;
    misused told;
    assert_int_equal(gestalt_world_capacity(world), 5);
    uint32_t *narrow = gestalt_world_allocate(world, 2 * sizeof *narrow);
    assert_non_null(narrow);
    misused_begin(&told);
    assert_false(gestalt_world_keep_column(world, narrow, sizeof *narrow));
    misused_check(&told, "gestalt_world_keep_column", "no room", NULL);
    misused_begin(&told);
    assert_null(gestalt_world_make_column(world, 0, true));
    misused_check(&told, "gestalt_world_make_column", "`stride` is 0", NULL);
    misused_end();
    return gestalt_world_make_column(world, 12, true) ? GESTALT_OK : GESTALT_NO_MEMORY;
}

static const gestalt_world_part narrow = {.name = "narrow", .start = narrow_start};

static void test_narrow_column(void **state)
{
    (void)state;
    static const gestalt_world_part *const with_narrow[] = {&narrow, NULL};
    const gestalt_scene_options options = {.parts = with_narrow};
    const char *growing = "{\"scene\":1,\"world\":{\"size\":[9,9]},\"groups\":[{\"name\":\"a\","
                          "\"count\":2,\"most\":5}]}";
    gestalt_scene *scene;
    gestalt_scene_findings findings;
    gestalt_world *world;
    assert_int_equal(
        gestalt_scene_read("s.json", growing, strlen(growing), &options, &scene, &findings, NULL),
        GESTALT_OK);
    gestalt_scene_findings_release(&findings, NULL);
    assert_int_equal(gestalt_world_create(scene, NULL, &world, NULL), GESTALT_OK);
    gestalt_world_destroy(world);
    gestalt_scene_destroy(scene);
}

static void test_too_many_parts(void **state)
{
    (void)state;
    const gestalt_world_part *many[GESTALT_WORLD_PARTS + 2];
    gestalt_error error = {0};
    gestalt_scene *scene;
    gestalt_scene_findings findings;
    for (int i = 0; i <= GESTALT_WORLD_PARTS; i++)
        many[i] = &counting;
    many[GESTALT_WORLD_PARTS + 1] = NULL;
    const gestalt_scene_options options = {.parts = many};
    assert_int_equal(gestalt_scene_read("s.json", "{}", 2, &options, &scene, &findings, &error),
                     GESTALT_LIMIT);
    assert_null(scene);
    assert_string_equal(error.message, "a host has at most 8 parts");
    gestalt_scene_findings_release(&findings, NULL);
}

static void test_files(void **state)
{
    (void)state;
    gestalt_scene *scene;
    gestalt_scene_findings findings;
    assert_int_equal(gestalt_scene_read_file("no/such.json", NULL, &scene, &findings, NULL),
                     GESTALT_IO);
    assert_null(scene);
    assert_int_equal(findings.count, 0);
}

#define INCLUDING(path)                                                                            \
    "{\"gestalt\":1,\"trees\":{\"used\":{\"include\":\"" path "\"}},"                              \
    "\"root\":{\"type\":\"subtree\",\"tree\":\"used\"}}"

// Read documents from a list instead of files. `user` counts them.
static gestalt_result read_listed(void *user, const char *path, const gestalt_allocator *allocator,
                                  char **read, size_t *size, gestalt_error *error)
{
    static const struct {
        const char *path, *text;
    } files[] = {
        {"some/trees/a.json", INCLUDING("parts/b.json")},
        {"some/trees/parts/b.json", INCLUDING("c.json")},
        {"some/trees/parts/c.json", "{\"gestalt\":1,\"root\":{\"type\":\"running\"}}"},
        {"here/c.json", "{\"gestalt\":1,\"root\":{\"type\":\"failure\"}}"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(files[i].path, path) == 0) {
            *(int *)user += 1;
            *size = strlen(files[i].text);
            *read = allocator->resize(allocator->user, NULL, 0, *size);
            assert_non_null(*read);
            memcpy(*read, files[i].text, *size);
            return GESTALT_OK;
        }
    snprintf(error->message, sizeof error->message, "`%s` is not in the list", path);
    return GESTALT_IO;
}

static void test_reader(void **state)
{
    (void)state;
    int count = 0;
    gestalt_scene *scene;
    gestalt_scene_findings findings;
    const gestalt_scene_options how = {.folder = "some/", .read = read_listed, .read_user = &count};
    const char *wanted = "{\"scene\":1,\"world\":{\"size\":[9,9]},\"groups\":["
                         "{\"name\":\"a\",\"count\":1,\"tree\":\"trees/a.json\"},"
                         "{\"name\":\"b\",\"count\":1,\"tree\":" INCLUDING("c.json") "}]}";
    assert_int_equal(
        gestalt_scene_read("here/s.json", wanted, strlen(wanted), &how, &scene, &findings, NULL),
        GESTALT_OK);
    assert_int_equal(count, 4);
    gestalt_scene_findings_release(&findings, NULL);
    gestalt_scene_destroy(scene);
    expect_findings("{\"scene\":1,\"world\":{\"size\":[9,9]},\"groups\":[{\"name\":\"a\","
                    "\"count\":1,\"tree\":\"none.json\"}]}",
                    &how, "s.json:1:74: error: `some/none.json` is not in the list [E0805]\n");
}

// The keys of the outermost object decide, even if everything else is invalid.
static void test_what_is_a_scene(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is;
    } texts[] = {
        {"{\"scene\": 1}", true},
        {" \n{ \"a\": [{\"b\": \"}\\\"\"}], \"scene\"\t: ", true},
        {"{\"doc\": \"scene\", \"scenes\": 1, \"a\": {\"scene\": 1}}", false},
        {"{\"gestalt\": 1} {\"scene\": 1}", false},
        {"[{\"scene\": 1}]", false},
        {"[\"scene\": 1]", false},
        {"\"scene\": 1", false},
        {"]{\"scene\": 1}", false},
        {"{\"scene\"", false},
        {"{\"scene", false},
        {"{\"\\", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (gestalt_scene_is(texts[i].text, strlen(texts[i].text)) != texts[i].is)
            fail_msg("%s", texts[i].text);
    assert_false(gestalt_scene_is("{\"scene\"\0:1}", 12));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_facts),          cmocka_unit_test(test_run),
        cmocka_unit_test(test_seed),           cmocka_unit_test(test_snapshot),
        cmocka_unit_test(test_frame),          cmocka_unit_test(test_recording),
        cmocka_unit_test(test_findings),       cmocka_unit_test(test_narrow_column),
        cmocka_unit_test(test_too_many_parts), cmocka_unit_test(test_files),
        cmocka_unit_test(test_reader),         cmocka_unit_test(test_what_is_a_scene),
    };
    return cmocka_run_group_tests_name("worlds", tests, NULL, NULL);
}
