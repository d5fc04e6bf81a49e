// SPDX-License-Identifier: MIT
// Misuse of worlds and of steering, one row each: the call, and the message for the misuse handler.
// Afterwards the world must be unchanged, to the hash. Rows are called between steps, in host
// functions during a step, and after a host function has jumped out of a step.
#include <gestalt/worlds/part.h>
#include <gestalt/worlds/share.h>
#include <gestalt/worlds/steer.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "misused.h"

#define OK(call) assert_int_equal((call), GESTALT_OK)

typedef struct fixture fixture;

// The call of a row. It returns true if the call returned what it must.
typedef bool misuse_call(fixture *f, gestalt_error *error);

struct fixture {
    gestalt_scene *scene;
    gestalt_world *w;
    gestalt_shape *idle;
    gestalt_population *threads; // population whose threads the steering uses
    gestalt_steering *s;
    misuse_call *in_leaf; // called by the host function, or NULL
    const gestalt_call *call;
    bool has_answered; // the call returned what it must
    jmp_buf *out;      // target of a jump out of that function, or NULL
    gestalt_error error;
};

static fixture *at_work; // fixture for host functions

static const char text[] =
    "{\"scene\":1,\"world\":{\"size\":[20,20],\"dt\":0.5},\"groups\":[{\"name\":\"some\","
    "\"count\":9,\"tree\":{\"gestalt\":1,\"blackboard\":{\"n\":\"int\",\"x\":\"float\",\"v\":"
    "\"vec2\",\"l\":{\"type\":{\"list\":\"int\"},\"capacity\":3,\"init\":[8]}},\"root\":{\"type\":"
    "\"concurrent\",\"children\":[{\"type\":\"action\",\"do\":"
    "\"wander\"},{\"type\":\"repeat\",\"per_tick\":1,\"child\":{\"type\":\"sequence\",\"children\":"
    "[{\"type\":\"action\",\"do\":\"probe\",\"args\":{\"part\":1.5,\"whole\":3,\"flag\":true,"
    "\"point\":\"v\",\"n\":\"n\",\"x\":\"x\",\"v\":\"v\",\"l\":\"l\"}},{\"type\":\"wait\","
    "\"ticks\":1}]}}]}}}]"
    "}";

enum { PART, WHOLE, FLAG, POINT, KEY_N, KEY_X, KEY_V, LIST_L, NO_ARGUMENT };

static void probe(gestalt_call *call)
{
    fixture *f = at_work;
    f->call = call;
    if (f->out)
        longjmp(*f->out, 1);
    if (f->in_leaf && !f->has_answered)
        f->has_answered = f->in_leaf(f, &f->error);
    call->succeeded = call->lanes;
}

static const gestalt_world_function functions[] = {
    {"probe", GESTALT_WORLD_ACTION, probe,
     .arguments = {[PART] = {"part", GESTALT_FLOAT, .doc = "a number"},
                   [WHOLE] = {"whole", GESTALT_INT, .doc = "a whole one"},
                   [FLAG] = {"flag", GESTALT_BOOL, .doc = "yes or no"},
                   [POINT] = {"point", GESTALT_VEC2, .doc = "a place"},
                   [KEY_N] = {"n", GESTALT_INT, .by_key = true, .doc = "gets one"},
                   [KEY_X] = {"x", GESTALT_FLOAT, .by_key = true, .doc = "gets one"},
                   [KEY_V] = {"v", GESTALT_VEC2, .by_key = true, .doc = "gets one"},
                   [LIST_L] = {"l", GESTALT_INT, .by_key = true, .is_list = true,
                               .doc = "gets some"}},
     .doc = "Is asked."},
    {0},
};

static const gestalt_world_part part = {.name = "nothing"};
static const gestalt_world_part *const parts[] = {&part, NULL};

static void start(fixture *f)
{
    gestalt_scene_findings findings;
    gestalt_scene_options how = {.functions = functions, .parts = parts};
    static const char idle[] = "{\"gestalt\":1,\"root\":{\"type\":\"running\"}}";
    *f = (fixture){0};
    OK(gestalt_compile_text("idle", idle, sizeof idle - 1, NULL, &f->idle, NULL, NULL));
    gestalt_population_options trees = {.group = {f->idle, NULL, NULL}, .threads = 2};
    OK(gestalt_population_create(&trees, &f->threads, NULL));
    gestalt_steering_options options = {.size = {10, 10}, .capacity = 4, .threads = f->threads};
    OK(gestalt_scene_read("scene.json", text, sizeof text - 1, &how, &f->scene, &findings, NULL));
    gestalt_scene_findings_release(&findings, NULL);
    OK(gestalt_world_create(f->scene, NULL, &f->w, NULL));
    OK(gestalt_steering_create(&options, &f->s, NULL));
    assert_int_equal(gestalt_steering_add(f->s, 1, 1), 0);
    at_work = f;
    OK(gestalt_world_step(f->w, NULL));
}

static void stop(fixture *f)
{
    gestalt_world_destroy(f->w);
    gestalt_scene_destroy(f->scene);
    gestalt_steering_destroy(f->s);
    gestalt_population_destroy(f->threads);
    gestalt_shape_destroy(f->idle);
}

static uint64_t hash_of(const fixture *f)
{
    uint64_t hash = 0;
    OK(gestalt_world_hash(f->w, &hash, NULL));
    return hash;
}

static bool write_nowhere(void *user, const char *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return true;
}

static const gestalt_writer nowhere = {write_nowhere, NULL};

// Output arguments for all calls.
static gestalt_scene *scene;
static gestalt_scene_findings findings;
static gestalt_world *made;
static gestalt_outcome outcome;
static gestalt_recorder *recorder;
static gestalt_steering *steering;
static gestalt_limits limits;
static float numbers[3];
static uint32_t rows[4], begin, end;
static uint64_t ends[1];
static uint64_t hash;
static size_t size;
static const gestalt_world_share no_share;
static unsigned char bytes[64];

static bool returns(void)
{
    return true;
}

static bool is_zero(float number)
{
    return number >= 0 && number <= 0;
}

static bool is_empty(gestalt_list list)
{
    return !list.counts && !list.ints && list.capacity == 0;
}

static bool are_zero(void)
{
    bool zero = is_zero(numbers[0]) && is_zero(numbers[1]) && is_zero(numbers[2]);
    numbers[0] = numbers[1] = numbers[2] = 0;
    return zero;
}

static gestalt_result just_tick(void *user, gestalt_population *p, int64_t now,
                                gestalt_error *error)
{
    (void)user;
    return gestalt_population_tick(p, now, error);
}

#define M             == GESTALT_MISUSE
#define RUNS(call)    ((call), returns())
#define WORLD_NULL    "`world` is NULL"
#define STEERING_NULL "`steering` is NULL"
#define URGES(...)    ((gestalt_urge[]){__VA_ARGS__})

// ---- between steps: a name, words of the message, the call

#define NULLS(X)                                                                                   \
    X(create_null, "`scene` is NULL", gestalt_world_create(NULL, NULL, &made, error) M)            \
    X(create_nowhere, "`world` is NULL", gestalt_world_create(f->scene, NULL, NULL, error) M)      \
    X(step_null, WORLD_NULL, gestalt_world_step(NULL, error) M)                                    \
    X(step_by_null, WORLD_NULL, gestalt_world_step_by(NULL, just_tick, NULL, error) M)             \
    X(step_by_nobody, "`ticker` is NULL", gestalt_world_step_by(f->w, NULL, NULL, error) M)        \
    X(steps_null, WORLD_NULL, gestalt_world_steps(NULL) == 0)                                      \
    X(population_null, WORLD_NULL, !gestalt_world_population(NULL))                                \
    X(columns_null, WORLD_NULL, gestalt_world_columns_of(NULL).count == 0)                         \
    X(find_null, WORLD_NULL, gestalt_world_find(NULL, 0) == 0)                                     \
    X(group_null, WORLD_NULL, RUNS(gestalt_world_group(NULL, 0, &begin, &end)))                    \
    X(group_no_begin, "`begin` is NULL", RUNS(gestalt_world_group(f->w, 0, NULL, &end)))           \
    X(group_no_end, "`end` is NULL", RUNS(gestalt_world_group(f->w, 0, &begin, NULL)))             \
    X(report_null, WORLD_NULL, RUNS(gestalt_world_report(NULL, 0)))                                \
    X(report_beyond, "there is no report 0", RUNS(gestalt_world_report(f->w, 0)))                  \
    X(is_done_null, WORLD_NULL, !gestalt_world_is_done(NULL))                                      \
    X(measure_null, WORLD_NULL, RUNS(gestalt_world_measure(NULL, &outcome)))                       \
    X(measure_nowhere, "`outcome` is NULL", RUNS(gestalt_world_measure(f->w, NULL)))               \
    X(hash_null, WORLD_NULL, gestalt_world_hash(NULL, &hash, error) M)                             \
    X(hash_nowhere, "`hash` is NULL", gestalt_world_hash(f->w, NULL, error) M)                     \
    X(save_null, "`path` is NULL", gestalt_world_save(f->w, NULL, error) M)                        \
    X(save_to_null, "`writer.write` is NULL",                                                      \
      gestalt_world_save_to(f->w, (gestalt_writer){0}, error) M)                                   \
    X(load_null, "`path` is NULL", gestalt_world_load(f->w, NULL, error) M)                        \
    X(load_with_null, "`path` is NULL", gestalt_world_load_with(f->w, NULL, NULL, error) M)        \
    X(load_bytes_null, "`bytes` is NULL", gestalt_world_load_memory(f->w, NULL, 9, error) M)       \
    X(edit_null, WORLD_NULL,                                                                       \
      gestalt_world_edit(NULL, f->scene, NULL, NULL, 0, &made, NULL, error) M)                     \
    X(edit_no_scene, "`scene` is NULL",                                                            \
      gestalt_world_edit(f->w, NULL, NULL, NULL, 0, &made, NULL, error) M)                         \
    X(edit_nowhere, "`edited` is NULL",                                                            \
      gestalt_world_edit(f->w, f->scene, NULL, NULL, 0, NULL, NULL, error) M)                      \
    X(edit_no_renames, "`renames` is NULL",                                                        \
      gestalt_world_edit(f->w, f->scene, NULL, NULL, 1, &made, NULL, error) M)                     \
    X(record_null, "`sink.write` is NULL",                                                         \
      gestalt_world_record(f->w, 1, (gestalt_writer){0}, &recorder, error) M)                      \
    X(record_nowhere, "`recorder` is NULL", gestalt_world_record(f->w, 1, nowhere, NULL, error) M) \
    X(take_frame_null, "`take` is NULL", gestalt_world_take_frame(f->w, NULL, NULL, error) M)      \
    X(frame_null, "`recorder` is NULL", gestalt_world_frame(f->w, NULL, error) M)                  \
    X(near_null, WORLD_NULL, gestalt_world_near(NULL, numbers, 1, rows, 4) == 0)                   \
    X(near_no_point, "`point` is NULL", gestalt_world_near(f->w, NULL, 1, rows, 4) == 0)           \
    X(near_no_rows, "`rows` is NULL", gestalt_world_near(f->w, numbers, 1, NULL, 4) == 0)          \
    X(state_null, WORLD_NULL, !gestalt_world_state(NULL, &part))                                   \
    X(state_no_part, "`part` is NULL", !gestalt_world_state(f->w, NULL))                           \
    X(set_state_null, "`part` is NULL", RUNS(gestalt_world_set_state(f->w, NULL, bytes)))          \
    X(allocate_null, WORLD_NULL, !gestalt_world_allocate(NULL, 8))                                 \
    X(keep_null, "`bytes` is NULL", !gestalt_world_keep(f->w, NULL, 8))                            \
    X(keep_no_world, WORLD_NULL, !gestalt_world_keep(NULL, bytes, 8))                              \
    X(keep_late, "in `start` of a part", !gestalt_world_keep(f->w, bytes, 8))                      \
    X(keep_column_null, "`column` is NULL", !gestalt_world_keep_column(f->w, NULL, 4))             \
    X(keep_column_late, "in `start` of a part", !gestalt_world_keep_column(f->w, bytes, 4))        \
    X(keep_seen_null, "`column` is NULL", !gestalt_world_keep_seen(f->w, NULL, 4))                 \
    X(keep_seen_late, "in `start` of a part", !gestalt_world_keep_seen(f->w, bytes, 4))            \
    X(make_column_null, WORLD_NULL, !gestalt_world_make_column(NULL, 4, true))                     \
    X(make_column_late, "in `start` of a part", !gestalt_world_make_column(f->w, 4, false))        \
    X(capacity_null, WORLD_NULL, gestalt_world_capacity(NULL) == 0)                                \
    X(set_float_null, WORLD_NULL, RUNS(gestalt_world_set_float(NULL, 0, "x", 1)))                  \
    X(set_float_no_key, "`key` is NULL", RUNS(gestalt_world_set_float(f->w, 0, NULL, 1)))          \
    X(set_int_no_key, "`key` is NULL", RUNS(gestalt_world_set_int(f->w, 0, NULL, 1)))              \
    X(row_null, "`call` is NULL", gestalt_world_row(NULL, 0) == 0)                                 \
    X(near_many_null, WORLD_NULL,                                                                  \
      gestalt_world_near_many(NULL, numbers, numbers, 1, ends, rows, 4) == 0)                      \
    X(near_many_no_points, "`points` is NULL",                                                     \
      gestalt_world_near_many(f->w, NULL, numbers, 1, ends, rows, 4) == 0)                         \
    X(near_many_no_radii, "`radii` is NULL",                                                       \
      gestalt_world_near_many(f->w, numbers, NULL, 1, ends, rows, 4) == 0)                         \
    X(near_many_no_ends, "`ends` is NULL",                                                         \
      gestalt_world_near_many(f->w, numbers, numbers, 1, NULL, rows, 4) == 0)                      \
    X(near_many_no_rows, "`rows` is NULL",                                                         \
      gestalt_world_near_many(f->w, numbers, numbers, 1, ends, NULL, 4) == 0)                      \
    X(gathered_rows_null, "`call` is NULL", gestalt_world_gathered_rows(NULL, rows) == 0)          \
    X(gathered_rows_no_rows, "`rows` is NULL",                                                     \
      gestalt_world_gathered_rows(&(gestalt_gathered_call){0}, NULL) == 0)                         \
    X(float_null, "`call` is NULL", is_zero(gestalt_world_float(NULL, 0, 0)))                      \
    X(point_null, "`point` is NULL", RUNS(gestalt_world_point(NULL, 0, 0, NULL)))                  \
    X(vector_null, "`vector` is NULL", RUNS(gestalt_world_vector(NULL, 0, 0, NULL)))               \
    X(put_vector_null, "`vector` is NULL", RUNS(gestalt_world_put_vector(NULL, 0, 0, NULL)))       \
    X(outcome_null, "`outcome` is NULL", RUNS(gestalt_outcome_count(NULL, "a", "b", 1)))           \
    X(outcome_no_name, "`name` is NULL",                                                           \
      RUNS(gestalt_outcome_number(&outcome, "a", NULL, 1)) && outcome.count == 0)                  \
    X(outcome_find_null, "`outcome` is NULL", !gestalt_outcome_find(NULL, "a"))                    \
    X(outcome_find_no_name, "`name` is NULL", !gestalt_outcome_find(&outcome, NULL))               \
    X(group_beyond, "there is no group 1", RUNS(gestalt_world_group(f->w, 1, &begin, &end)))       \
    X(set_float_beyond, "there is no row 9", RUNS(gestalt_world_set_float(f->w, 9, "x", 1)))       \
    X(set_int_beyond, "there is no row 99", RUNS(gestalt_world_set_int(f->w, 99, "n", 1)))

#define NOT_SHARED "is not shared out"

#define SHARES(X)                                                                                  \
    X(share_empty, "needs all functions but `migrate`",                                            \
      gestalt_world_create(f->scene, &(gestalt_world_options){.share = &no_share}, &made, error)   \
          M)                                                                                       \
    X(reach_null, WORLD_NULL, is_zero(gestalt_world_reach(NULL)))                                  \
    X(reach_alone, NOT_SHARED, is_zero(gestalt_world_reach(f->w)))                                 \
    X(window_alone, NOT_SHARED, gestalt_world_set_window(f->w, NULL, NULL, error) M)               \
    X(ghost_size_alone, NOT_SHARED, gestalt_world_ghost_size(f->w) == 0)                           \
    X(take_ghosts_alone, NOT_SHARED, RUNS(gestalt_world_take_ghosts(f->w, rows, 1, bytes)))        \
    X(set_ghosts_alone, NOT_SHARED, gestalt_world_set_ghosts(f->w, bytes, 0, error) M)             \
    X(hash_of_alone, NOT_SHARED, gestalt_world_hash_of(f->w, 1) == 0)                              \
    X(attach_alone, NOT_SHARED, gestalt_world_attach(f->w, error) M)                               \
    X(check_loaded_alone, NOT_SHARED, gestalt_world_check_loaded(f->w, error) M)                   \
    X(migrants_size_alone, NOT_SHARED, gestalt_world_migrants_size(f->w, 1) == 0)                  \
    X(take_migrants_alone, NOT_SHARED,                                                             \
      gestalt_world_take_migrants(f->w, rows, 1, bytes, 64, &size, error) M)                       \
    X(migrate_alone, NOT_SHARED, gestalt_world_migrate(f->w, rows, 1, NULL, 0, error) M)

#define SCENES(X)                                                                                  \
    X(is_scene_null, "`text` is NULL", !gestalt_scene_is(NULL, 5))                                 \
    X(read_no_path, "`path` is NULL",                                                              \
      gestalt_scene_read(NULL, "{}", 2, NULL, &scene, &findings, error) M)                         \
    X(read_no_text, "`text` is NULL",                                                              \
      gestalt_scene_read("a", NULL, 2, NULL, &scene, &findings, error) M)                          \
    X(change_null, "`settings` is NULL",                                                           \
      gestalt_scene_change("{}", 2, NULL, 1, NULL, nowhere, error) M)                              \
    X(change_nowhere, "`writer.write` is NULL",                                                    \
      gestalt_scene_change("{}", 2, NULL, 0, NULL, (gestalt_writer){0}, error) M)                  \
    X(schema_nowhere, "`writer.write` is NULL", !gestalt_scene_schema((gestalt_writer){0}))        \
    X(reports_null, "`scene` is NULL", gestalt_scene_report_count(NULL) == 0)                      \
    X(until_null, "`scene` is NULL", !gestalt_scene_until(NULL))                                   \
    X(read_edited_null, "`trees` is NULL",                                                         \
      gestalt_scene_read_edited("a", "{}", 2, NULL, NULL, 1, &scene, &findings, error) M)          \
    X(read_file_null, "`path` is NULL",                                                            \
      gestalt_scene_read_file(NULL, NULL, &scene, &findings, error) M)                             \
    X(read_file_nowhere, "`findings` is NULL",                                                     \
      gestalt_scene_read_file("a", NULL, &scene, NULL, error) M)                                   \
    X(findings_null, "`findings` is NULL",                                                         \
      !gestalt_scene_findings_write(NULL, GESTALT_DIAGNOSTICS_SHORT, false, nowhere))              \
    X(findings_nowhere, "`writer.write` is NULL",                                                  \
      !gestalt_scene_findings_write(&findings, GESTALT_DIAGNOSTICS_SHORT, false,                   \
                                    (gestalt_writer){0}))                                          \
    X(reference_null, "`writer.write` is NULL", !gestalt_scene_reference((gestalt_writer){0}))     \
    X(tell_null, "`scene` is NULL", gestalt_scene_tell(NULL).dimensions == 0)                      \
    X(group_at_null, "`scene` is NULL", !gestalt_scene_group_at(NULL, 0).name)                     \
    X(group_at_beyond, "there is no group 1", !gestalt_scene_group_at(f->scene, 1).name)           \
    X(limits_null, "`limits` is NULL", RUNS(gestalt_scene_set_limits(f->scene, NULL)))             \
    X(limits_no_scene, "`scene` is NULL", RUNS(gestalt_scene_set_limits(NULL, &limits)))           \
    X(scene_destroy, "worlds use the scene", RUNS(gestalt_scene_destroy(f->scene)))

#define STEERS(X)                                                                                  \
    X(steering_null, "`options` is NULL", gestalt_steering_create(NULL, &steering, error) M)       \
    X(vehicles_null, STEERING_NULL, gestalt_steering_vehicles(NULL).count == 0)                    \
    X(add_null, STEERING_NULL, gestalt_steering_add(NULL, 1, 1) == 0)                              \
    X(remove_null, STEERING_NULL, RUNS(gestalt_steering_remove(NULL, 0)))                          \
    X(remove_beyond, "there is no row 1", RUNS(gestalt_steering_remove(f->s, 1)))                  \
    X(steer_null, STEERING_NULL, gestalt_steering_step(NULL, GESTALT_COMBINE_SUM, NULL, 0, 1) M)   \
    X(steer_no_urges, "`urges` is NULL",                                                           \
      gestalt_steering_step(f->s, GESTALT_COMBINE_SUM, NULL, 1, 1) M)                              \
    X(steer_combiner, "4 is not a combiner",                                                       \
      gestalt_steering_step(f->s, (gestalt_combiner)4, NULL, 0, 1) M)                              \
    X(steer_behaviour, "urge 1 has the behaviour 99",                                              \
      gestalt_steering_step(                                                                       \
          f->s, GESTALT_COMBINE_SUM,                                                               \
          URGES({.type = GESTALT_STEER_WANDER}, {.type = (gestalt_behaviour)99}), 2, 1) M)         \
    X(steering_near_null, STEERING_NULL, gestalt_steering_near(NULL, numbers, 1, rows, 4) == 0)    \
    X(steering_near_no_rows, "`rows` is NULL",                                                     \
      gestalt_steering_near(f->s, numbers, 1, NULL, 4) == 0)                                       \
    X(behaviour_beyond, "there is no behaviour 22", !gestalt_behaviour_name(GESTALT_STEER_COUNT))  \
    X(behaviour_null, "`name` is NULL", gestalt_behaviour_find(NULL) == GESTALT_STEER_COUNT)

#define HOLDS(X)                                                                                   \
    X(hold_null, "`population` is NULL", RUNS(gestalt_population_hold(NULL)))                      \
    X(release_null, "`population` is NULL", RUNS(gestalt_population_release(NULL)))                \
    X(destroy_held, "a world, or steering use the population",                                     \
      RUNS(gestalt_population_destroy(gestalt_world_population(f->w))))                            \
    X(destroy_threads, "a world, or steering use the population",                                  \
      RUNS(gestalt_population_destroy(f->threads)))

// ---- in a function of the host

#define BUSY(X)                                                                                    \
    X(busy_step, , gestalt_world_step(f->w, error) M)                                              \
    X(busy_step_by, , gestalt_world_step_by(f->w, just_tick, NULL, error) M)                       \
    X(busy_measure, , RUNS(gestalt_world_measure(f->w, &outcome)))                                 \
    X(busy_hash, , gestalt_world_hash(f->w, &hash, error) M)                                       \
    X(busy_save, , gestalt_world_save(f->w, "never.gss", error) M)                                 \
    X(busy_save_to, , gestalt_world_save_to(f->w, nowhere, error) M)                               \
    X(busy_load, , gestalt_world_load(f->w, "never.gss", error) M)                                 \
    X(busy_load_with, , gestalt_world_load_with(f->w, "never.gss", NULL, error) M)                 \
    X(busy_load_memory, , gestalt_world_load_memory(f->w, bytes, 9, error) M)                      \
    X(busy_edit, , gestalt_world_edit(f->w, f->scene, NULL, NULL, 0, &made, NULL, error) M)        \
    X(busy_record, , gestalt_world_record(f->w, 1, nowhere, &recorder, error) M)                   \
    X(busy_frame, , gestalt_world_frame(f->w, (gestalt_recorder *)bytes, error) M)                 \
    X(busy_destroy, , RUNS(gestalt_world_destroy(f->w)))

#define LANE 64

#define ARGUMENTS(X)                                                                               \
    X(row_lane, "there is no lane 64", gestalt_world_row(f->call, LANE) == 0)                      \
    X(float_lane, "there is no lane 64", is_zero(gestalt_world_float(f->call, PART, LANE)))        \
    X(float_argument, "no argument 8", is_zero(gestalt_world_float(f->call, NO_ARGUMENT, 0)))      \
    X(float_below, "no argument -1", is_zero(gestalt_world_float(f->call, -1, 0)))                 \
    X(float_far, "no argument 10",                                                                 \
      is_zero(gestalt_world_float(f->call, GESTALT_WORLD_ARGUMENTS, 0)))                           \
    X(float_type, "`whole` of `probe` has another",                                                \
      is_zero(gestalt_world_float(f->call, WHOLE, 0)))                                             \
    X(int_type, "`part` of `probe` has another", gestalt_world_int(f->call, PART, 0) == 0)         \
    X(bool_type, "`point` of `probe` has another", !gestalt_world_bool(f->call, POINT, 0))         \
    X(point_type, "`flag` of `probe` has another",                                                 \
      RUNS(gestalt_world_point(f->call, FLAG, 0, numbers)) && are_zero())                          \
    X(vector_type, "`part` of `probe` has another",                                                \
      RUNS(gestalt_world_vector(f->call, PART, 0, numbers)) && are_zero())                         \
    X(put_float_type, "`n` of `probe` has another",                                                \
      RUNS(gestalt_world_put_float(f->call, KEY_N, 0, 7)))                                         \
    X(put_float_no_key, "`part` of `probe` is not a key",                                          \
      RUNS(gestalt_world_put_float(f->call, PART, 0, 7)))                                          \
    X(put_int_no_key, "`whole` of `probe` is not a key",                                           \
      RUNS(gestalt_world_put_int(f->call, WHOLE, 0, 7)))                                           \
    X(put_int_lane, "there is no lane 64", RUNS(gestalt_world_put_int(f->call, KEY_N, LANE, 7)))   \
    X(put_point_type, "`x` of `probe` has another",                                                \
      RUNS(gestalt_world_put_point(f->call, KEY_X, 0, 7, 7)))                                      \
    X(list_null, "`call` is NULL", is_empty(gestalt_world_list(NULL, LIST_L)))                     \
    X(list_argument, "no argument 8", is_empty(gestalt_world_list(f->call, NO_ARGUMENT)))          \
    X(list_no_list, "`n` of `probe` is not a list", is_empty(gestalt_world_list(f->call, KEY_N)))  \
    X(int_list, "`l` of `probe` is a list", gestalt_world_int(f->call, LIST_L, 0) == 0)            \
    X(put_int_list, "`l` of `probe` is a list",                                                    \
      RUNS(gestalt_world_put_int(f->call, LIST_L, 0, 7)))                                          \
    X(put_vector_no_key, "`point` of `probe` is not a key",                                        \
      RUNS(gestalt_world_put_vector(f->call, POINT, 0, numbers)))

#define DEFINE(name, words, test)                                                                  \
    static bool name(fixture *f, gestalt_error *error)                                             \
    {                                                                                              \
        (void)f;                                                                                   \
        (void)error;                                                                               \
        return test;                                                                               \
    }
NULLS(DEFINE)
SCENES(DEFINE)
SHARES(DEFINE)
STEERS(DEFINE)
HOLDS(DEFINE)
BUSY(DEFINE)
ARGUMENTS(DEFINE)

typedef struct misuse_row {
    const char *text; // text of the call
    const char *words;
    misuse_call *call;
} misuse_row;

#define LIST(name, words, test) {#test, "" words, name},
static const misuse_row resting[] = {NULLS(LIST) SCENES(LIST) SHARES(LIST) STEERS(LIST)
                                         HOLDS(LIST)};
static const misuse_row busy[] = {BUSY(LIST)};
static const misuse_row arguments[] = {ARGUMENTS(LIST)};
#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

static void check_row(fixture *f, const misuse_row *row, const char *words)
{
    misused told;
    gestalt_error error = {0};
    misused_begin(&told);
    bool has_answered = row->call(f, &error);
    misused_end();
    misused_check(&told, row->text, words, &error);
    if (!has_answered)
        fail_msg("%s: another answer", row->text);
}

// ---- tests

static void test_resting(void **state)
{
    (void)state;
    fixture f;
    start(&f);
    uint64_t before = hash_of(&f);
    for (size_t i = 0; i < COUNT(resting); i++) {
        check_row(&f, &resting[i], resting[i].words);
        if (hash_of(&f) != before)
            fail_msg("%s: the world is another", resting[i].text);
    }
    OK(gestalt_world_step(f.w, NULL));
    assert_int_equal(gestalt_steering_vehicles(f.s).count, 1);
    stop(&f);
}

static void check_in_leaf(fixture *f, const misuse_row *list, size_t count, const char *words)
{
    for (size_t i = 0; i < count; i++) {
        misused told;
        misused_begin(&told);
        f->in_leaf = list[i].call;
        f->has_answered = false;
        f->error = (gestalt_error){0};
        OK(gestalt_world_step(f->w, NULL));
        f->in_leaf = NULL;
        misused_end();
        misused_check(&told, list[i].text, *list[i].words ? list[i].words : words, &f->error);
        if (!f->has_answered)
            fail_msg("%s: another answer", list[i].text);
    }
}

static void test_in_functions(void **state)
{
    (void)state;
    fixture f, like;
    start(&f);
    check_in_leaf(&f, busy, COUNT(busy), "inside another call");
    check_in_leaf(&f, arguments, COUNT(arguments), "");
    uint64_t expected = hash_of(&f), steps = gestalt_world_steps(f.w);
    start(&like);
    while (gestalt_world_steps(like.w) < steps)
        OK(gestalt_world_step(like.w, NULL));
    assert_true(hash_of(&like) == expected);
    stop(&like);
    stop(&f);
}

// A host function may call all of these during a step.
static bool reads(fixture *f, gestalt_error *error)
{
    (void)error;
    gestalt_world_vector(f->call, POINT, 0, numbers);
    return are_zero() && gestalt_world_row(f->call, 1) == 1 && gestalt_world_steps(f->w) == 1 &&
           gestalt_world_int(f->call, WHOLE, 0) == 3 && gestalt_world_bool(f->call, FLAG, 8) &&
           gestalt_world_float(f->call, PART, 0) > 1.4f &&
           gestalt_world_columns_of(f->w).count == 9 && gestalt_world_find(f->w, 3) == 3;
}

static void test_reading(void **state)
{
    (void)state;
    fixture f;
    start(&f);
    f.in_leaf = reads;
    OK(gestalt_world_step(f.w, NULL));
    assert_true(f.has_answered);
    stop(&f);
}

// It may write keys of its agents: all keys for the first lane, a vector for the second.
static bool writes(fixture *f, gestalt_error *error)
{
    (void)error;
    gestalt_world_put_int(f->call, KEY_N, 0, 12);
    gestalt_world_put_float(f->call, KEY_X, 0, 2.5f);
    gestalt_world_put_point(f->call, KEY_V, 0, 3, 4);
    gestalt_world_put_vector(f->call, KEY_V, 1, (const float[3]){5, 6, 7});
    gestalt_list list = gestalt_world_list(f->call, LIST_L);
    list.counts[1] = 2;
    list.ints[list.stride + 1] = 34;
    return list.capacity == 3 && list.width == 1 && list.ints[1] == 8 && list.type == GESTALT_INT;
}

static bool reads_again(fixture *f, gestalt_error *error)
{
    (void)error;
    float point[2], vector[3];
    gestalt_world_point(f->call, POINT, 0, point);
    gestalt_world_vector(f->call, POINT, 1, vector);
    return is_zero(point[0] - 3) && is_zero(point[1] - 4) && is_zero(vector[0] - 5) &&
           is_zero(vector[1] - 6) && is_zero(vector[2]);
}

static void test_writing(void **state)
{
    (void)state;
    fixture f;
    gestalt_value n, x;
    start(&f);
    f.in_leaf = writes;
    OK(gestalt_world_step(f.w, NULL));
    OK(gestalt_population_read(gestalt_world_population(f.w), 0, "n", &n, NULL));
    OK(gestalt_population_read(gestalt_world_population(f.w), 0, "x", &x, NULL));
    gestalt_value elements[3];
    size_t count;
    OK(gestalt_population_read_list(gestalt_world_population(f.w), 1, "l", elements, 3, &count,
                                    NULL));
    assert_int_equal(count, 2);
    assert_int_equal(elements[0].integer, 8);
    assert_int_equal(elements[1].integer, 34);
    assert_int_equal(n.integer, 12);
    assert_true(is_zero(x.number - 2.5f));
    f.in_leaf = reads_again;
    f.has_answered = false;
    OK(gestalt_world_step(f.w, NULL));
    assert_true(f.has_answered);
    stop(&f);
}

// An outcome has room for a number of rows. Further rows are left out.
static void test_outcomes(void **state)
{
    (void)state;
    static gestalt_outcome out;
    char name[32];
    for (int i = 0; i < GESTALT_OUTCOME_ROWS; i++) {
        snprintf(name, sizeof name, "row_%d", i);
        gestalt_outcome_count(&out, "a", name, (uint64_t)i);
    }
    gestalt_outcome_count(&out, NULL, "more", 1);
    gestalt_outcome_number(&out, NULL, "more", 1);
    assert_int_equal(out.count, GESTALT_OUTCOME_ROWS);
    assert_int_equal(gestalt_outcome_find(&out, "a_row_255")->count, 255);
    assert_null(gestalt_outcome_find(&out, "more"));
}

// A scene that is held twice is released twice, and not once more.
static void test_holding(void **state)
{
    (void)state;
    fixture f;
    misused told;
    start(&f);
    gestalt_steering_destroy(f.s);
    gestalt_population_hold(f.threads);
    gestalt_population_hold(f.threads);
    gestalt_population_release(f.threads);
    misused_begin(&told);
    gestalt_population_destroy(f.threads);
    assert_int_equal(told.count, 1);
    gestalt_population_release(f.threads);
    gestalt_population_release(f.threads);
    misused_end();
    assert_int_equal(told.count, 2);
    assert_non_null(strstr(told.message, "released more often than"));
    f.s = NULL;
    stop(&f);
}

// ---- populations that the program has ticked

static gestalt_result tick_one_by_one(void *user, gestalt_population *p, int64_t now,
                                      gestalt_error *error)
{
    uint32_t *count = user;
    gestalt_result result = gestalt_population_begin(p, now, error);
    for (uint64_t i = gestalt_population_next(p, 0); i != UINT64_MAX && result == GESTALT_OK;
         i = gestalt_population_next(p, i + 1), ++*count)
        result = gestalt_actor_tick(p, i, error);
    return result == GESTALT_OK ? gestalt_population_end(p, error) : result;
}

static gestalt_result tick_nobody(void *user, gestalt_population *p, int64_t now,
                                  gestalt_error *error)
{
    (void)user, (void)p, (void)now, (void)error;
    return GESTALT_OK;
}

static gestalt_result tick_badly(void *user, gestalt_population *p, int64_t now,
                                 gestalt_error *error)
{
    (void)user, (void)p, (void)now, (void)error;
    return GESTALT_REJECTED;
}

static void test_tickers(void **state)
{
    (void)state;
    fixture f, like;
    uint32_t count = 0;
    misused told;
    gestalt_error error = {0};
    start(&f);
    start(&like);
    for (int i = 0; i < 5; i++) {
        at_work = &like;
        OK(gestalt_world_step(like.w, NULL));
        at_work = &f;
        OK(i % 2 ? gestalt_world_step_by(f.w, just_tick, NULL, NULL)
                 : gestalt_world_step_by(f.w, tick_one_by_one, &count, NULL));
        assert_true(hash_of(&f) == hash_of(&like));
    }
    assert_int_equal(count, 3 * 9);
    uint64_t steps = gestalt_world_steps(f.w);
    assert_int_equal(gestalt_world_step_by(f.w, tick_badly, NULL, NULL), GESTALT_REJECTED);
    misused_begin(&told);
    assert_int_equal(gestalt_world_step_by(f.w, tick_nobody, NULL, &error), GESTALT_MISUSE);
    misused_end();
    misused_check(&told, "gestalt_world_step_by", "must tick the population exactly once", &error);
    assert_true(gestalt_world_steps(f.w) == steps);
    stop(&like);
    stop(&f);
}

// A function that jumps out of a step: the world is unusable. Every later call reports
// that, and its memory is never freed.
static fixture lost;

static void test_jump(void **state)
{
    (void)state;
    static jmp_buf out;
    start(&lost);
    lost.out = &out;
    if (!setjmp(out)) {
        (void)!gestalt_world_step(lost.w, NULL);
        fail_msg("the function has not jumped");
    }
    lost.out = NULL;
    for (size_t i = 0; i < COUNT(busy); i++)
        check_row(&lost, &busy[i], "the world is unusable");
}

// If the program has ticked or edited the world's population, this is detected before the world
// continues, and before it saves a snapshot that can't be loaded.
static void check_changed(fixture *f, const char *words)
{
    gestalt_error e = {0};
    misused told;
    misused_begin(&told);
    assert_int_equal(gestalt_world_save_to(f->w, nowhere, &e), GESTALT_MISUSE);
    assert_non_null(strstr(e.message, words));
    assert_int_equal(gestalt_world_step(f->w, NULL), GESTALT_MISUSE);
    assert_int_equal(gestalt_world_step_by(f->w, just_tick, NULL, NULL), GESTALT_MISUSE);
    assert_int_equal(gestalt_world_edit(f->w, f->scene, NULL, NULL, 0, &made, NULL, NULL),
                     GESTALT_MISUSE);
    assert_int_equal(gestalt_world_record(f->w, 1, nowhere, &recorder, NULL), GESTALT_MISUSE);
    assert_int_equal(told.count, 5);
    misused_end();
    stop(f);
}

static void test_ticked_by_others(void **state)
{
    (void)state;
    fixture f;
    start(&f);
    OK(gestalt_population_tick(gestalt_world_population(f.w), 1000000, NULL));
    check_changed(&f, "ticked 2 times in 1 steps");
}

static void test_edited_by_others(void **state)
{
    (void)state;
    fixture f;
    start(&f);
    const gestalt_edit edit = {.group = 0, .shape = f.idle};
    OK(gestalt_population_edit(gestalt_world_population(f.w), &edit, NULL, NULL));
    check_changed(&f, "has another tree than in the scene");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resting),          cmocka_unit_test(test_in_functions),
        cmocka_unit_test(test_tickers),          cmocka_unit_test(test_reading),
        cmocka_unit_test(test_writing),          cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_holding),          cmocka_unit_test(test_jump),
        cmocka_unit_test(test_ticked_by_others), cmocka_unit_test(test_edited_by_others),
    };
    return cmocka_run_group_tests_name("world_misuse", tests, NULL, NULL);
}
