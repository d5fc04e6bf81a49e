// SPDX-License-Identifier: MIT
// Call every public function with one mistake. The rows are generated from the headers by
// misuse_calls.py. Each mistake must be reported with the name of the function, and the call must
// return what gestalt_on_misuse documents. No call may crash. The same calls are also made with
// handles that are in the middle of something, or that belong to something else.
//
// Each row has its own fixture, which creates objects when the row needs them.
//
//    test_misuse_calls [FUNCTION]
#include <gestalt/gestalt.h>
#include <gestalt/recorder/share.h>
#include <gestalt/worlds/part.h>
#include <gestalt/worlds/share.h>
#include <gestalt/worlds/steer.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "misused.h"

// The state of a fixture's handles.
typedef enum api_moment {
    USUAL,
    OF_WORLD, // the population belongs to a world
    OPEN,     // a tick in parts has begun
    STEPPED,  // an agent is being ticked step by step
    INTERRUPTED,
    FINISHED, // diagnostics, recorders and recordings are finished
    OTHERS,   // the other handles belong to other objects
    MOMENT_COUNT
} api_moment;

enum { AGENTS = 3, ROOM = 64, ROOMS = 8, MADE = 2 };

typedef struct api_bytes {
    unsigned char *bytes;
    size_t size;
} api_bytes;

// An object that a call may have created.
typedef struct api_made {
    void *place; // address of the pointer to it
    void (*free)(void *made);
} api_made;

typedef struct fixture fixture;

// The expected result of a row. `TOLD`: misuse is reported. `MAY`: no misuse is reported.
// `REFUSED`: misuse is reported, or the call returns an error, false, 0 or NULL. `ANY`: the call
// must not crash.
typedef enum api_wanted { TOLD, MAY, REFUSED, ANY } api_wanted;

typedef struct api_row {
    const char *function, *what;
    api_wanted wanted;
    bool in_call; // the call is made by a function of a world's tree
    void (*make)(fixture *f);
} api_row;

struct fixture {
    api_moment moment;
    gestalt_shape *shape, *other_shape;
    gestalt_host *host;
    gestalt_population *population, *other_population, *rows_population;
    gestalt_rows *rows;
    uint64_t ids[ROOM], counts[4], most[1];
    unsigned char column[ROOM * 4];
    gestalt_expression *expression;
    gestalt_edit_report *report;
    gestalt_population *edited; // population of api_editing
    gestalt_population *loaded; // population of api_loading
    gestalt_loading *loading;
    gestalt_diagnostics *diagnostics, *finished, *other_diagnostics;
    gestalt_diagnostic *diagnostic;
    uint32_t source;
    gestalt_recorder *recorder, *world_recorder;
    gestalt_recording *recording;
    gestalt_tree_recorder *tree_recorder;
    gestalt_tree_recording *tree_recording;
    gestalt_tree_copier *copier;
    gestalt_scene *scene;
    gestalt_world *world;
    gestalt_scene *shared_scene;
    gestalt_world *part; // the only part of a shared world
    gestalt_steering *steering;
    api_bytes snapshot, world_snapshot, recording_bytes, tree_bytes;
    unsigned char actor[1024];
    size_t actor_size;
    const gestalt_call *call;
    const api_row *row;
    // Options and output arguments.
    gestalt_limits limits;
    gestalt_population_options population_options;
    gestalt_tree_recorder_options tree_options;
    gestalt_tree_copier_options copier_options;
    gestalt_rows_options rows_options;
    gestalt_steering_options steering_options;
    gestalt_record_column record_columns[2];
    gestalt_record_group record_group;
    gestalt_record_description description;
    gestalt_record_frame frame;
    gestalt_tree_frame tree_frame;
    float position[2][AGENTS];
    const void *frame_columns[2];
    gestalt_edit edit;
    gestalt_group group;
    gestalt_key key;
    gestalt_watch *watch;
    gestalt_watch_options watch_options;
    gestalt_value values[4];
    gestalt_shape_call shape_call;
    gestalt_launch_cursor cursor;
    gestalt_outcome outcome;
    gestalt_scene_findings findings;
    gestalt_error error;
    _Alignas(64) unsigned char room[ROOMS][sizeof(gestalt_value) * 256];
    api_made made[MADE];
    gestalt_result result; // result, of a call that returns one
    bool is_neutral;       // the return value is that of misuse
    bool is_none;          // the return value is the greatest number
};

static const char *only; // only run the rows of this function; NULL: all rows
static fixture *at_work; // fixture for functions of a world's tree

// ---- functions of the host

static void must(bool holds, const char *what)
{
    if (!holds)
        fail_msg("the fixture: %s", what);
}

#define OK(call) must((call) == GESTALT_OK, #call)

static gestalt_result give_no_blocks(void *user, gestalt_block_hash *blocks, uint64_t capacity,
                                     uint64_t *count, gestalt_error *error)
{
    (void)user, (void)blocks, (void)capacity, (void)error;
    *count = 0;
    return GESTALT_OK;
}

static gestalt_result read_no_snapshot(void *user, uint64_t offset, void *bytes, size_t size,
                                       gestalt_error *error)
{
    (void)user, (void)offset, (void)bytes, (void)size, (void)error;
    return GESTALT_IO;
}

static bool take_no_entries(void *user, const gestalt_snapshot_entry *entries, uint64_t count)
{
    (void)user, (void)entries, (void)count;
    return true;
}

static gestalt_result give_no_entries(void *user, gestalt_snapshot_entry *entries,
                                      uint64_t capacity, uint64_t *count, gestalt_error *error)
{
    (void)user, (void)entries, (void)capacity, (void)error;
    *count = 0;
    return GESTALT_OK;
}

static gestalt_result give_no_requests(void *user, gestalt_saved_requests kind,
                                       gestalt_saved_request *requests, uint64_t capacity,
                                       uint64_t *count, gestalt_error *error)
{
    (void)user, (void)kind, (void)requests, (void)capacity, (void)error;
    *count = 0;
    return GESTALT_OK;
}

static void take_values(void *user, uint32_t group, uint64_t first, uint32_t count, void *records)
{
    (void)user, (void)group, (void)first;
    memset(records, 0, 4 * count);
}

static gestalt_result put_values(void *user, const gestalt_population *read, uint32_t group,
                                 uint64_t first, uint32_t count, const void *records,
                                 gestalt_error *error)
{
    (void)user, (void)read, (void)group, (void)first, (void)count, (void)records, (void)error;
    return GESTALT_OK;
}

static bool write_nowhere(void *user, const char *text, size_t size)
{
    (void)user, (void)text, (void)size;
    return true;
}

static bool bytes_add(void *user, const char *text, size_t size)
{
    api_bytes *b = user;
    b->bytes = realloc(b->bytes, b->size + size);
    memcpy(b->bytes + b->size, text, size);
    b->size += size;
    return true;
}

static gestalt_result read_nothing(void *user, void *bytes, size_t size, size_t *count,
                                   gestalt_error *error)
{
    (void)user, (void)bytes, (void)size, (void)error;
    *count = 0;
    return GESTALT_OK;
}

static void work_nothing(void *user, uint32_t thread, uint64_t piece)
{
    (void)user, (void)thread, (void)piece;
}

static gestalt_result just_tick(void *user, gestalt_population *p, int64_t now,
                                gestalt_error *error)
{
    (void)user;
    return gestalt_population_tick(p, now, error);
}

static gestalt_result take_nothing(void *user, const gestalt_record_frame *frame,
                                   uint32_t column_count, gestalt_error *error)
{
    (void)user, (void)frame, (void)column_count, (void)error;
    return GESTALT_OK;
}

static gestalt_status leaf(gestalt_single_call *call)
{
    fixture *f = call->user;
    if (f && f->moment == INTERRUPTED && f->population && call->agent == 1)
        gestalt_population_interrupt(f->population);
    return GESTALT_RUNNING;
}

static void batch(gestalt_call *call)
{
    (void)call;
}

static uint32_t lone_nothing(gestalt_call *call, const gestalt_site *site, void *memory,
                             bool starting)
{
    (void)call, (void)site, (void)memory, (void)starting;
    return 0;
}

static void probe(gestalt_call *call)
{
    fixture *f = at_work;
    if (f && f->world && f->row && f->row->in_call && !f->call) {
        f->call = call;
        f->row->make(f);
    }
    call->succeeded = call->lanes;
}

// Return a gathered call of the world's function, without cohorts.
static const gestalt_gathered_call *api_gathered_call(const fixture *f)
{
    static gestalt_gathered_call made;
    made.user = f->call->user;
    return &made;
}

static bool look_up(void *user, const char *name, gestalt_expression_name *meaning)
{
    (void)user, (void)name;
    meaning->value.type = GESTALT_FLOAT;
    return true;
}

static const gestalt_writer nowhere = {write_nowhere, NULL};
static const gestalt_block_source no_blocks = {give_no_blocks, NULL};
static const gestalt_entry_list no_entries = {take_no_entries, NULL};
static const gestalt_kept_values api_kept = {.size = 4, .take = take_values, .put = put_values};
static const gestalt_snapshot_tail api_tail = {.entries = give_no_entries,
                                               .requests = give_no_requests};
static const gestalt_snapshot_reader api_reader = {.read = read_no_snapshot};
static const gestalt_record_source no_source = {read_nothing, NULL};
static const gestalt_value one = {.type = GESTALT_INT, .integer = 1};
// a call without cohorts
static const gestalt_gathered_call api_gathered;
static const gestalt_packing api_packing;

static const gestalt_function api_function = {
    .name = "another", .kind = GESTALT_IMMEDIATE, .single = leaf};
static const gestalt_world_part api_part = {.name = "nothing"};
static const char *const api_names[] = {"n", NULL};
static const gestalt_world_part *const parts[] = {&api_part, NULL};
static const gestalt_world_function functions[] = {
    {"probe", GESTALT_WORLD_ACTION, probe,
     .arguments = {{"part", GESTALT_FLOAT, .doc = "a number"},
                   {"whole", GESTALT_INT, .doc = "a whole one"},
                   {"flag", GESTALT_BOOL, .doc = "yes or no"},
                   {"point", GESTALT_VEC2, .doc = "a place"},
                   {"n", GESTALT_INT, .by_key = true, .doc = "gets one"},
                   {"x", GESTALT_FLOAT, .by_key = true, .doc = "gets one"},
                   {"v", GESTALT_VEC2, .by_key = true, .doc = "gets one"},
                   {"l", GESTALT_INT, .by_key = true, .is_list = true, .doc = "gets some"}},
     .doc = "Is asked."},
    {0},
};

// ---- documents

static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"n\":\"int\",\"mood\":{\"type\":[\"idle\",\"flee\"]},"
    "\"s\":{\"type\":\"int\",\"shared\":true},"
    "\"l\":{\"type\":{\"list\":\"int\"},\"capacity\":2},"
    "\"sl\":{\"type\":{\"list\":\"int\"},\"capacity\":2,\"shared\":true}},"
    "\"root\":{\"type\":\"parallel\",\"children\":["
    "{\"type\":\"debug\",\"message\":\"hello\",\"child\":{\"type\":\"wait\",\"seconds\":9}},"
    "{\"type\":\"action\",\"do\":\"leaf\",\"args\":{\"h\":2}},{\"type\":\"action\",\"do\":"
    "\"batch\"},"
    "{\"type\":\"deferred\",\"do\":\"fly\",\"args\":{\"h\":2}},"
    "{\"type\":\"persistent\",\"key\":\"kept\",\"init\":\"success\"}]}}";
static const char other_document[] =
    "{\"gestalt\":1,\"root\":{\"type\":\"parallel\",\"children\":[{\"type\":\"running\"},"
    "{\"type\":\"deferred\",\"do\":\"land\"}]}}";
static const char scene_text[] =
    "{\"scene\":1,\"world\":{\"size\":[20,20],\"dt\":0.5},\"groups\":[{\"name\":\"some\","
    "\"count\":9,\"tree\":{\"gestalt\":1,\"blackboard\":{\"n\":\"int\",\"x\":\"float\",\"v\":"
    "\"vec2\"},\"root\":{\"type\":\"concurrent\",\"children\":[{\"type\":\"action\",\"do\":"
    "\"wander\"},{\"type\":\"repeat\",\"per_tick\":1,\"child\":{\"type\":\"sequence\",\"children\":"
    "[{\"type\":\"action\",\"do\":\"probe\",\"args\":{\"part\":1.5,\"whole\":3,\"flag\":true,"
    "\"point\":\"v\",\"n\":\"n\",\"x\":\"x\",\"v\":\"v\"}},{\"type\":\"wait\",\"ticks\":1}]}}]}}}]"
    "}";

static gestalt_shape *compile(const char *text)
{
    gestalt_shape *shape = NULL;
    OK(gestalt_compile_text("a.json", text, strlen(text), NULL, &shape, NULL, NULL));
    return shape;
}

// ---- objects, created when a row needs them

static gestalt_shape *api_shape(fixture *f)
{
    if (!f->shape)
        f->shape = compile(document);
    return f->shape;
}

static gestalt_shape *api_other_shape(fixture *f)
{
    if (!f->other_shape)
        f->other_shape = compile(other_document);
    return f->other_shape;
}

static gestalt_host *make_host(fixture *f)
{
    gestalt_host *host = NULL;
    static const gestalt_parameter height = {"h", GESTALT_INT, false};
    const gestalt_function list[] = {
        {.name = "leaf",
         .kind = GESTALT_IMMEDIATE,
         .single = leaf,
         .user = f,
         .arguments = &height,
         .argument_count = 1},
        {.name = "batch", .kind = GESTALT_IMMEDIATE, .batch = batch},
        {.name = "fly", .kind = GESTALT_DEFERRED, .arguments = &height, .argument_count = 1},
        {.name = "land", .kind = GESTALT_DEFERRED},
    };
    OK(gestalt_host_create(NULL, &host, NULL));
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        OK(gestalt_host_add(host, &list[i], NULL));
    return host;
}

static gestalt_host *api_host(fixture *f)
{
    if (!f->host)
        f->host = make_host(f);
    return f->host;
}

static gestalt_population *make_population(const gestalt_shape *shape, const gestalt_host *host)
{
    gestalt_population *p = NULL;
    const gestalt_population_options options = {
        .group = {shape, host, NULL}, .threads = 2, .grain = 1, .interruptible = true};
    OK(gestalt_population_create(&options, &p, NULL));
    OK(gestalt_population_spawn(p, 0, AGENTS, NULL, NULL));
    OK(gestalt_population_count_nodes(p, true, NULL));
    OK(gestalt_population_tick(p, 0, NULL));
    return p;
}

static gestalt_world *api_world(fixture *f);

static gestalt_population *api_population(fixture *f);

static gestalt_key api_list_key(fixture *f)
{
    gestalt_key key = {0};
    gestalt_population_key(api_population(f), 0, "l", &key); // other populations may not have it
    return key;
}

static const gestalt_key *api_key(fixture *f, const char *name)
{
    f->key = (gestalt_key){0};
    gestalt_population_key(api_population(f), 0, name, &f->key);
    return &f->key;
}

static gestalt_watch_options *api_watch_options(fixture *f)
{
    f->watch_options = (gestalt_watch_options){.population = api_population(f)};
    return &f->watch_options;
}

static void make_watch(fixture *f, gestalt_population *p)
{
    OK(gestalt_watch_create(&(gestalt_watch_options){.population = p}, &f->watch, NULL));
}

static gestalt_watch *api_watch(fixture *f)
{
    gestalt_population *p = api_population(f);
    if (!f->watch)
        make_watch(f, p);
    return f->watch;
}

static gestalt_population *api_population(fixture *f)
{
    gestalt_error error;
    if (f->moment == OF_WORLD)
        return gestalt_world_population(api_world(f));
    if (f->population)
        return f->population;
    f->population = make_population(api_shape(f), api_host(f));
    make_watch(f, f->population);
    if (f->moment == OPEN || f->moment == STEPPED)
        OK(gestalt_population_begin(f->population, 1, NULL));
    if (f->moment == STEPPED)
        OK(gestalt_actor_step_begin(f->population, 0, NULL));
    if (f->moment == INTERRUPTED) {
        gestalt_population_interrupt(f->population);
        must(gestalt_population_tick(f->population, 1, &error) == GESTALT_INTERRUPTED, "a tick");
    }
    return f->population;
}

static gestalt_population *api_other_population(fixture *f)
{
    if (!f->other_population)
        f->other_population = make_population(api_other_shape(f), api_host(f));
    return f->other_population;
}

static gestalt_rows_options *api_rows_options(fixture *f)
{
    if (!f->rows_population)
        f->rows_population = make_population(api_other_shape(f), api_host(f));
    f->most[0] = 8;
    f->rows_options =
        (gestalt_rows_options){.population = f->rows_population, .most = f->most, .ids = f->ids};
    return &f->rows_options;
}

static gestalt_rows *api_rows(fixture *f)
{
    if (!f->rows)
        OK(gestalt_rows_create(api_rows_options(f), &f->rows, NULL));
    f->counts[0] = AGENTS;
    return f->rows;
}

static gestalt_expression *api_expression(fixture *f)
{
    const gestalt_expression_options options = {.varies = true, .lookup = look_up};
    if (!f->expression)
        OK(gestalt_expression_compile("time + n", 8, &options, &f->expression, NULL));
    return f->expression;
}

static gestalt_group *api_group(fixture *f)
{
    f->group = (gestalt_group){.shape = api_other_shape(f), .host = api_host(f)};
    return &f->group;
}

static gestalt_edit_report *api_report(fixture *f)
{
    if (!f->report)
        OK(gestalt_shape_match(api_shape(f), api_shape(f), NULL, 0, NULL, &f->report, NULL));
    return f->report;
}

// The call that gets the edit ends it.
static gestalt_editing *api_editing(fixture *f)
{
    gestalt_editing *editing;
    f->edited = make_population(api_shape(f), api_host(f));
    OK(gestalt_population_edit_begin(
        f->edited, &(gestalt_edit){.shape = api_other_shape(f), .host = api_host(f)}, &editing,
        NULL));
    return editing;
}

static gestalt_diagnostics *make_diagnostics(fixture *f)
{
    gestalt_diagnostics *d = gestalt_diagnostics_create(NULL);
    must(d && gestalt_diagnostics_source(d, "a", "text", 4, &f->source), "diagnostics");
    return d;
}

static gestalt_span api_span(fixture *f)
{
    (void)f;
    return (gestalt_span){0, 0, 1};
}

static gestalt_diagnostics *api_finished(fixture *f)
{
    if (!f->finished) {
        f->finished = make_diagnostics(f);
        f->diagnostic = gestalt_diagnostics_add(f->finished, "W0101", api_span(f), "m");
        must(gestalt_diagnostics_finish(f->finished), "to finish");
    }
    return f->finished;
}

static gestalt_diagnostics *api_diagnostics(fixture *f)
{
    if (f->moment == FINISHED)
        return api_finished(f);
    if (!f->diagnostics)
        f->diagnostics = make_diagnostics(f);
    return f->diagnostics;
}

static gestalt_diagnostic *api_diagnostic(fixture *f)
{
    if (f->moment == OTHERS && !f->other_diagnostics)
        f->other_diagnostics = make_diagnostics(f);
    if (f->moment == FINISHED)
        api_finished(f); // the diagnostic no longer exists
    else if (!f->diagnostic)
        f->diagnostic =
            gestalt_diagnostics_add(f->moment == OTHERS ? f->other_diagnostics : api_diagnostics(f),
                                    "W0101", api_span(f), "m");
    return f->diagnostic;
}

static gestalt_limits *api_limits(fixture *f)
{
    gestalt_limits_default(&f->limits, sizeof f->limits);
    return &f->limits;
}

static gestalt_population_options *api_population_options(fixture *f)
{
    f->population_options = (gestalt_population_options){.group = {api_shape(f), api_host(f)}};
    return &f->population_options;
}

static gestalt_edit *api_edit(fixture *f)
{
    f->edit = (gestalt_edit){.shape = api_other_shape(f), .host = api_host(f)};
    return &f->edit;
}

static unsigned char *api_snapshot(fixture *f)
{
    if (f->snapshot.bytes)
        return f->snapshot.bytes;
    gestalt_population *p = make_population(api_shape(f), api_host(f));
    OK(gestalt_population_save_to(p, (gestalt_writer){bytes_add, &f->snapshot}, NULL));
    gestalt_population_destroy(p);
    return f->snapshot.bytes;
}

static unsigned char *api_head(fixture *f)
{
    if (f->snapshot.bytes)
        return f->snapshot.bytes;
    gestalt_population *p = make_population(api_shape(f), api_host(f));
    OK(gestalt_population_save_head(p, (gestalt_writer){bytes_add, &f->snapshot}, NULL));
    gestalt_population_destroy(p);
    return f->snapshot.bytes;
}

static size_t api_head_size(fixture *f)
{
    api_head(f);
    return f->snapshot.size;
}

static gestalt_loading *api_loading(fixture *f)
{
    f->loaded = make_population(api_shape(f), api_host(f));
    OK(gestalt_population_load_begin(f->loaded, api_head(f), api_head_size(f), NULL, &f->loading,
                                     NULL));
    return f->loading;
}

static unsigned char *api_actor(fixture *f)
{
    gestalt_population *p = make_population(api_shape(f), api_host(f));
    OK(gestalt_actor_take(p, 0, f->actor, sizeof f->actor, &f->actor_size, NULL));
    gestalt_population_destroy(p);
    return f->actor;
}

static const gestalt_shape_call *api_shape_call(fixture *f)
{
    must(gestalt_shape_next_call(api_shape(f), &f->shape_call), "a call");
    return &f->shape_call;
}

// ---- recordings

static gestalt_record_description *api_description(fixture *f)
{
    for (int i = 0; i < 2; i++)
        f->record_columns[i] = (gestalt_record_column){.name = i ? "y" : "x"};
    f->record_group = (gestalt_record_group){.name = "some"};
    f->description = (gestalt_record_description){.name = "scene",
                                                  .dimension = 2,
                                                  .high = {1, 1},
                                                  .dt = 1,
                                                  .columns = f->record_columns,
                                                  .column_count = 2,
                                                  .groups = &f->record_group,
                                                  .group_count = 1};
    return &f->description;
}

static gestalt_record_frame *api_frame(fixture *f)
{
    static const uint32_t groups[AGENTS];
    for (uint64_t i = 0; i < AGENTS; i++)
        f->ids[i] = i;
    f->frame_columns[0] = f->position[0];
    f->frame_columns[1] = f->position[1];
    f->frame = (gestalt_record_frame){
        .count = AGENTS, .ids = f->ids, .groups = groups, .columns = f->frame_columns};
    return &f->frame;
}

static gestalt_recorder *api_recorder(fixture *f)
{
    if (!f->recorder)
        OK(gestalt_recorder_create(api_description(f), nowhere, NULL, &f->recorder, NULL));
    if (f->moment == FINISHED)
        gestalt_recorder_finish(f->recorder, NULL);
    return f->recorder;
}

static unsigned char *api_recording_bytes(fixture *f)
{
    gestalt_recorder *recorder = NULL;
    if (f->recording_bytes.bytes)
        return f->recording_bytes.bytes;
    OK(gestalt_recorder_create(api_description(f), (gestalt_writer){bytes_add, &f->recording_bytes},
                               NULL, &recorder, NULL));
    OK(gestalt_recorder_frame(recorder, api_frame(f), NULL));
    OK(gestalt_recorder_finish(recorder, NULL));
    gestalt_recorder_destroy(recorder);
    return f->recording_bytes.bytes;
}

static gestalt_recording *api_recording(fixture *f)
{
    gestalt_record_next next = GESTALT_RECORD_HAS_FRAME;
    gestalt_record_frame frame;
    if (f->recording)
        return f->recording;
    api_recording_bytes(f);
    OK(gestalt_recording_open_memory(f->recording_bytes.bytes, f->recording_bytes.size, NULL,
                                     &f->recording, NULL));
    while (f->moment == FINISHED && next != GESTALT_RECORD_AT_END)
        OK(gestalt_recording_next(f->recording, &next, &frame, NULL));
    return f->recording;
}

static gestalt_tree_recorder_options *api_tree_options(fixture *f)
{
    f->tree_options =
        (gestalt_tree_recorder_options){.population = api_population(f), .sink = nowhere};
    return &f->tree_options;
}

static gestalt_result agree_alone(void *user, gestalt_result result, gestalt_error *error)
{
    (void)user, (void)error;
    return result;
}

static void keep_numbers(void *user, uint64_t *numbers, size_t count)
{
    (void)user, (void)numbers, (void)count;
}

static void gather_nothing(void *user, const void *bytes, size_t size, void *all)
{
    (void)user, (void)bytes, (void)size, (void)all;
}

static const gestalt_tree_share api_tree_share = {.is_first = true,
                                                  .agree = agree_alone,
                                                  .sum = keep_numbers,
                                                  .least = keep_numbers,
                                                  .gather = gather_nothing};

static gestalt_tree_recorder *api_tree_recorder(fixture *f)
{
    if (f->tree_recorder)
        return f->tree_recorder;
    if (!f->population)
        f->population = make_population(api_shape(f), api_host(f));
    const gestalt_tree_recorder_options options = {.population = f->population, .sink = nowhere};
    OK(gestalt_tree_recorder_create(&options, &f->tree_recorder, NULL));
    if (f->moment == FINISHED)
        gestalt_tree_recorder_finish(f->tree_recorder, NULL);
    return f->tree_recorder;
}

static unsigned char *api_tree_bytes(fixture *f)
{
    gestalt_tree_recorder *recorder = NULL;
    if (f->tree_bytes.bytes)
        return f->tree_bytes.bytes;
    gestalt_population *p = make_population(api_shape(f), api_host(f));
    const gestalt_tree_recorder_options options = {.population = p,
                                                   .sink = {bytes_add, &f->tree_bytes}};
    OK(gestalt_tree_recorder_create(&options, &recorder, NULL));
    OK(gestalt_tree_recorder_finish(recorder, NULL));
    gestalt_tree_recorder_destroy(recorder);
    gestalt_population_destroy(p);
    return f->tree_bytes.bytes;
}

static gestalt_tree_recording *api_tree_recording(fixture *f)
{
    gestalt_tree_next next;
    if (f->tree_recording)
        return f->tree_recording;
    api_tree_bytes(f);
    OK(gestalt_tree_recording_open_memory(f->tree_bytes.bytes, f->tree_bytes.size, NULL,
                                          &f->tree_recording, NULL));
    OK(gestalt_tree_recording_next(f->tree_recording, &next, &f->tree_frame, NULL));
    if (f->moment == FINISHED)
        OK(gestalt_tree_recording_next(f->tree_recording, &next, &f->tree_frame, NULL));
    return f->tree_recording;
}

static const gestalt_tree_frame *api_tree_frame(fixture *f)
{
    api_tree_recording(f);
    return &f->tree_frame;
}

static gestalt_tree_copier_options *api_copier_options(fixture *f)
{
    f->copier_options =
        (gestalt_tree_copier_options){.recording = api_tree_recording(f), .sink = nowhere};
    return &f->copier_options;
}

static gestalt_tree_copier *api_copier(fixture *f)
{
    if (!f->copier)
        OK(gestalt_tree_copier_create(api_copier_options(f), &f->copier, NULL));
    return f->copier;
}

// ---- sizes of byte buffers, which a call may need before the bytes

static size_t api_actor_size(fixture *f)
{
    api_actor(f);
    return f->actor_size;
}

static size_t api_snapshot_size(fixture *f)
{
    api_snapshot(f);
    return f->snapshot.size;
}

static size_t api_recording_size(fixture *f)
{
    api_recording_bytes(f);
    return f->recording_bytes.size;
}

static size_t api_tree_size(fixture *f)
{
    api_tree_bytes(f);
    return f->tree_bytes.size;
}

// ---- worlds

static gestalt_scene *api_scene(fixture *f)
{
    gestalt_scene_findings findings = {0};
    const gestalt_scene_options how = {.functions = functions, .parts = parts};
    if (f->scene)
        return f->scene;
    OK(gestalt_scene_read("scene.json", scene_text, sizeof scene_text - 1, &how, &f->scene,
                          &findings, NULL));
    gestalt_scene_findings_release(&findings, NULL);
    return f->scene;
}

static gestalt_world *make_world(fixture *f)
{
    gestalt_world *world = NULL;
    const gestalt_world_options options = {.threads = 2, .interruptible = true};
    OK(gestalt_world_create(api_scene(f), &options, &world, NULL));
    OK(gestalt_world_step(world, NULL));
    return world;
}

static gestalt_world *api_world(fixture *f)
{
    if (!f->world)
        f->world = make_world(f);
    return f->world;
}

static void part_sum(void *user, int64_t *numbers, uint32_t count)
{
    (void)user, (void)numbers, (void)count;
}

static void part_most(void *user, double *numbers, uint32_t count)
{
    (void)user, (void)numbers, (void)count;
}

static gestalt_result part_agree(void *user, uint64_t *key, gestalt_result result,
                                 gestalt_error *error)
{
    (void)user, (void)key, (void)error;
    return result;
}

static gestalt_result part_order(void *user, const gestalt_rows_birth *births, uint32_t count,
                                 uint64_t *before, gestalt_error *error)
{
    (void)user, (void)births, (void)error;
    for (uint32_t i = 0; i < count; i++)
        before[i] = i;
    return GESTALT_OK;
}

static void part_refresh(void *user, gestalt_world *world, void *column, size_t stride)
{
    (void)user, (void)world, (void)column, (void)stride;
}

static gestalt_result part_find(void *user, gestalt_world *world, const uint64_t *ids,
                                uint32_t count, void *ghosts, bool *exists, gestalt_error *error)
{
    (void)user, (void)world, (void)ids, (void)ghosts, (void)error;
    memset(exists, 0, count);
    return GESTALT_OK;
}

static gestalt_result part_halo(void *user, gestalt_world *world, gestalt_error *error)
{
    (void)user;
    return gestalt_world_set_ghosts(world, NULL, 0, error);
}

static gestalt_world *api_shared(fixture *f)
{
    static const char text[] =
        "{\"scene\":1,\"world\":{\"size\":[9,9]},\"groups\":[{\"name\":\"a\",\"count\":9,"
        "\"tree\":{\"gestalt\":1,\"root\":{\"type\":\"running\"}}}]}";
    const gestalt_world_share share = {.end = 9,
                                       .capacity = 99,
                                       .sum = part_sum,
                                       .most = part_most,
                                       .agree = part_agree,
                                       .order = part_order,
                                       .halo = part_halo,
                                       .refresh = part_refresh,
                                       .find = part_find};
    const gestalt_world_options options = {.share = &share};
    gestalt_scene_findings findings = {0};
    if (f->part)
        return f->part;
    OK(gestalt_scene_read("scene.json", text, sizeof text - 1, NULL, &f->shared_scene, &findings,
                          NULL));
    gestalt_scene_findings_release(&findings, NULL);
    OK(gestalt_world_create(f->shared_scene, &options, &f->part, NULL));
    OK(gestalt_world_step(f->part, NULL));
    return f->part;
}

static gestalt_recorder *api_world_recorder(fixture *f)
{
    if (f->world_recorder)
        return f->world_recorder;
    if (f->moment == OTHERS)
        return api_recorder(f);
    OK(gestalt_world_record(api_world(f), 1, nowhere, &f->world_recorder, NULL));
    return f->world_recorder;
}

static unsigned char *api_world_snapshot(fixture *f)
{
    if (!f->world_snapshot.bytes)
        OK(gestalt_world_save_to(api_world(f), (gestalt_writer){bytes_add, &f->world_snapshot},
                                 NULL));
    return f->world_snapshot.bytes;
}

static size_t api_world_snapshot_size(fixture *f)
{
    api_world_snapshot(f);
    return f->world_snapshot.size;
}

static gestalt_steering_options *api_steering_options(fixture *f)
{
    f->steering_options = (gestalt_steering_options){.size = {10, 10}, .capacity = 4};
    return &f->steering_options;
}

static gestalt_steering *api_steering(fixture *f)
{
    if (f->steering)
        return f->steering;
    OK(gestalt_steering_create(api_steering_options(f), &f->steering, NULL));
    must(gestalt_steering_add(f->steering, 1, 1) == 0, "a vehicle");
    return f->steering;
}

// ---- the calls

#include "misuse_calls.h"

static void put_away(fixture *f)
{
    free(f->snapshot.bytes);
    free(f->world_snapshot.bytes);
    free(f->recording_bytes.bytes);
    free(f->tree_bytes.bytes);
    gestalt_rows_destroy(f->rows);
    gestalt_expression_destroy(f->expression);
    gestalt_edit_report_destroy(f->report);
    gestalt_scene_findings_release(&f->findings, NULL);
    gestalt_diagnostics_destroy(f->diagnostics);
    gestalt_diagnostics_destroy(f->finished);
    gestalt_diagnostics_destroy(f->other_diagnostics);
    gestalt_recorder_destroy(f->recorder);
    gestalt_recorder_destroy(f->world_recorder);
    gestalt_recording_close(f->recording);
    gestalt_tree_recorder_destroy(f->tree_recorder);
    gestalt_watch_destroy(f->watch);
    gestalt_tree_copier_destroy(f->copier);
    gestalt_tree_recording_close(f->tree_recording);
    gestalt_steering_destroy(f->steering);
    gestalt_world_destroy(f->part);
    gestalt_scene_destroy(f->shared_scene);
    gestalt_world_destroy(f->world);
    gestalt_scene_destroy(f->scene);
    gestalt_population_destroy(f->edited);
    if (!f->row || strcmp(f->row->function, "gestalt_loading_abandon") != 0)
        gestalt_loading_abandon(f->loading);
    gestalt_population_destroy(f->loaded);
    gestalt_population_destroy(f->population);
    gestalt_population_destroy(f->other_population);
    gestalt_population_destroy(f->rows_population);
    gestalt_host_destroy(f->host);
    gestalt_shape_destroy(f->shape);
    gestalt_shape_destroy(f->other_shape);
}

// Functions that must report misuse in a moment, with any arguments.
static const struct {
    api_moment moment;
    const char *function;
} wrong_then[] = {
    {OF_WORLD, "gestalt_population_spawn"},        {OF_WORLD, "gestalt_population_despawn"},
    {OF_WORLD, "gestalt_population_despawn_many"}, {OF_WORLD, "gestalt_population_insert"},
    {OF_WORLD, "gestalt_population_insert_with"},  {OF_WORLD, "gestalt_population_spawn_as"},
    {OF_WORLD, "gestalt_population_insert_as"},    {OF_WORLD, "gestalt_population_add_group"},
    {OF_WORLD, "gestalt_population_remove_group"}, {OF_WORLD, "gestalt_population_check_removal"},
    {OF_WORLD, "gestalt_population_insert_many"},  {OF_WORLD, "gestalt_population_remove_many"},
    {OF_WORLD, "gestalt_population_remove"},       {FINISHED, "gestalt_diagnostics_source"},
    {FINISHED, "gestalt_diagnostics_add"},         {FINISHED, "gestalt_diagnostics_note"},
    {FINISHED, "gestalt_diagnostics_help"},        {FINISHED, "gestalt_diagnostics_locate"},
    {FINISHED, "gestalt_diagnostics_finish"},      {OTHERS, "gestalt_diagnostics_note"},
    {OTHERS, "gestalt_diagnostics_help"},          {OTHERS, "gestalt_world_frame"},
};

static api_wanted wanted_of(const api_row *row, api_moment moment)
{
    for (size_t i = 0; i < sizeof wrong_then / sizeof *wrong_then; i++)
        if (wrong_then[i].moment == moment && strcmp(wrong_then[i].function, row->function) == 0)
            return TOLD;
    return moment == USUAL ? row->wanted : ANY;
}

static bool is_fine(const fixture *f, api_wanted wanted, const misused *told)
{
    bool is_told = told->count > 0;
    switch (wanted) {
    case TOLD: return is_told && f->is_neutral && strcmp(told->function, f->row->function) == 0;
    case MAY: return !is_told;
    case REFUSED: return is_told || f->result != GESTALT_OK || f->is_neutral || f->is_none;
    default: return true;
    }
}

static void make_call(fixture *f)
{
    const gestalt_world *world = f->row->in_call ? api_world(f) : NULL;
    at_work = f;
    if (world)
        gestalt_world_step(f->world, NULL);
    else
        f->row->make(f);
    at_work = NULL;
    for (int i = 0; i < MADE && f->made[i].place; i++) {
        void *made;
        memcpy(&made, f->made[i].place, sizeof made);
        f->made[i].free(made);
    }
}

// Everything must still work after the call. Finish what a handle is in the middle of.
static void go_on(fixture *f)
{
    if (f->moment == STEPPED && f->population)
        gestalt_actor_step_end(f->population, NULL);
    if ((f->moment == STEPPED || f->moment == OPEN) && f->population)
        gestalt_population_end(f->population, NULL);
    if (f->population && f->moment != INTERRUPTED)
        gestalt_population_tick(f->population, INT64_C(2000000), NULL);
    for (int i = 0; i < 2 && f->world; i++)
        gestalt_world_step(f->world, NULL);
}

// Return whether the result of the row was the expected one.
static bool run_row(const api_row *row, api_moment moment)
{
    fixture *f = calloc(1, sizeof *f);
    misused told;
    *f = (fixture){.moment = moment, .row = row};
    misused_begin(&told);
    make_call(f);
    bool good = is_fine(f, wanted_of(row, moment), &told);
    if (!good)
        print_message("# %s, %s, moment %d: told %u times%s%s; answer %d%s\n", row->function,
                      row->what, (int)moment, told.count, told.count ? ", last " : "",
                      told.count ? told.message : "", (int)f->result,
                      f->is_neutral ? "" : ", which is not that of misuse");
    gestalt_on_misuse(misused_note, &told);
    go_on(f);
    put_away(f);
    misused_end();
    free(f);
    return good;
}

static void run_rows(api_moment moment)
{
    uint32_t bad = 0, count = 0;
    for (size_t i = 0; i < sizeof api_rows_list / sizeof *api_rows_list; i++) {
        const api_row *row = &api_rows_list[i];
        if ((moment != USUAL && strcmp(row->what, "all is well") != 0) ||
            (only && strcmp(row->function, only) != 0))
            continue;
        if (only)
            print_message("# %s, %s, moment %d\n", row->function, row->what, (int)moment);
        bad += !run_row(row, moment);
        count++;
    }
    print_message("# %u calls\n", (unsigned)count);
    assert_int_equal(bad, 0);
}

static void test_usual(void **state)
{
    (void)state;
    run_rows(USUAL);
}

static void test_moments(void **state)
{
    (void)state;
    for (int moment = USUAL + 1; moment < MOMENT_COUNT; moment++)
        run_rows((api_moment)moment);
}

// ---- misuse that depends on more than one call

// A sink that calls the object that writes to it.
typedef struct meddler {
    gestalt_recorder *recorder;
    gestalt_tree_recorder *trees;
    gestalt_tree_copier *copier;
    fixture *f;
    uint32_t calls;
} meddler;

static bool meddle(void *user, const char *text, size_t size)
{
    meddler *m = user;
    (void)text, (void)size;
    m->calls++;
    if (m->recorder) {
        assert_int_equal(gestalt_recorder_frame(m->recorder, api_frame(m->f), NULL),
                         GESTALT_MISUSE);
        assert_int_equal(gestalt_recorder_finish(m->recorder, NULL), GESTALT_MISUSE);
        gestalt_recorder_destroy(m->recorder);
    }
    if (m->trees) {
        assert_int_equal(gestalt_tree_recorder_tick(m->trees, NULL), GESTALT_MISUSE);
        assert_int_equal(gestalt_tree_recorder_finish(m->trees, NULL), GESTALT_MISUSE);
        gestalt_tree_recorder_destroy(m->trees);
    }
    if (m->copier) {
        assert_int_equal(gestalt_tree_copier_skip(m->copier, NULL), GESTALT_MISUSE);
        assert_int_equal(gestalt_tree_copier_finish(m->copier, NULL), GESTALT_MISUSE);
        gestalt_tree_copier_destroy(m->copier);
    }
    return true;
}

static void test_sinks(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    meddler m = {.f = f}, t = {.f = f}, c = {.f = f};
    gestalt_recorder *recorder = NULL;
    gestalt_tree_recorder *trees = NULL;
    gestalt_tree_copier *copier = NULL;
    misused told;
    (void)state;
    misused_begin(&told);
    OK(gestalt_recorder_create(api_description(f), (gestalt_writer){meddle, &m}, NULL, &recorder,
                               NULL));
    m.recorder = recorder;
    OK(gestalt_recorder_frame(recorder, api_frame(f), NULL));
    assert_int_equal(told.count, 3);
    assert_non_null(strstr(told.message, "the sink of the recording must not call this"));
    gestalt_tree_recorder_options options = *api_tree_options(f);
    options.sink = (gestalt_writer){meddle, &t};
    OK(gestalt_tree_recorder_create(&options, &trees, NULL));
    t.trees = trees;
    OK(gestalt_population_tick(f->population, 5, NULL));
    OK(gestalt_tree_recorder_tick(trees, NULL));
    assert_int_equal(told.count, 6);
    gestalt_tree_copier_options copies = *api_copier_options(f);
    copies.sink = (gestalt_writer){meddle, &c};
    OK(gestalt_tree_copier_create(&copies, &copier, NULL));
    c.copier = copier;
    OK(gestalt_tree_copier_take(copier, GESTALT_TREE_HAS_FRAME, api_tree_frame(f), NULL));
    assert_true(told.count >= 9 && told.count % 3 == 0);
    misused_end();
    assert_true(m.calls > 1 && t.calls > 1 && c.calls > 1);
    m.recorder = NULL, t.trees = NULL, c.copier = NULL;
    gestalt_recorder_destroy(recorder);
    gestalt_tree_recorder_destroy(trees);
    gestalt_tree_copier_destroy(copier);
    put_away(f);
    free(f);
}

static void test_restored_rows(void **state)
{
    const uint64_t counts[][1] = {{9}, {UINT64_MAX}, {UINT64_C(1) << 32}};
    fixture *f = calloc(1, sizeof *f);
    gestalt_rows *rows = api_rows(f); // rows with room for 8
    (void)state;
    for (int i = 0; i < 3; i++) {
        misused told;
        misused_begin(&told);
        gestalt_rows_restore(rows, counts[i]);
        misused_end();
        misused_check(&told, "gestalt_rows_restore()", "there is no room for", NULL);
        assert_int_equal(gestalt_rows_count(rows), AGENTS);
    }
    gestalt_rows_restore(rows, f->counts);
    put_away(f);
    free(f);
}

static bool look_up_wrongly(void *user, const char *name, gestalt_expression_name *meaning)
{
    (void)name;
    *meaning = *(const gestalt_expression_name *)user;
    return true;
}

static void test_meanings(void **state)
{
    static const char *const holes[] = {"a", NULL};
    static const struct {
        gestalt_expression_name meaning;
        const char *words;
    } cases[] = {
        {{.value.type = (gestalt_type)5}, "there is no such type"},
        {{.value.type = (gestalt_type)-1}, "there is no such type"},
        {{.is_constant = true, .value.type = (gestalt_type)99}, "there is no such type"},
        {{.is_constant = true, .value.type = GESTALT_VEC2}, "no such type of constants"},
        {{.value.type = GESTALT_INT, .word_count = 1}, "is NULL"},
        {{.value.type = GESTALT_INT, .word_count = 2, .words = holes}, "is NULL"},
        {{.value.type = GESTALT_FLOAT, .word_count = 1, .words = holes}, "is not a GESTALT_INT"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const gestalt_expression_options options = {.varies = true,
                                                    .lookup = look_up_wrongly,
                                                    .lookup_user =
                                                        (void *)(uintptr_t)&cases[i].meaning};
        gestalt_expression *expression = NULL;
        MISUSED(gestalt_expression_compile("k == k", 6, &options, &expression, &error),
                cases[i].words);
        assert_null(expression);
    }
}

// Two worlds of one scene: a recorder belongs to the world that created it.
static void test_world_recorders(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    gestalt_world *other = make_world(f);
    gestalt_recorder *recorder = api_world_recorder(f);
    (void)state;
    OK(gestalt_world_frame(f->world, recorder, NULL));
    MISUSED(gestalt_world_frame(other, recorder, &error), "for this world");
    gestalt_world_destroy(other);
    put_away(f);
    free(f);
}

static uint64_t ticked_hash(gestalt_population *p)
{
    uint64_t hash = 0;
    for (int64_t i = 1; i < 4; i++)
        OK(gestalt_population_tick(p, i, NULL));
    OK(gestalt_population_hash(p, &hash, NULL));
    return hash;
}

// A child process after fork has only one thread. It must still tick and destroy the population.
static void test_fork(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    gestalt_population *p = api_population(f);
    int ends[2], status = -1;
    uint64_t theirs = 0;
    (void)state;
    OK(gestalt_population_spawn(p, 0, 500, NULL, NULL));
    must(pipe(ends) == 0, "a pipe");
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        uint64_t hash = ticked_hash(p);
        gestalt_watch_destroy(f->watch);
        gestalt_population_destroy(p);
        _exit(write(ends[1], &hash, sizeof hash) == sizeof hash ? 0 : 1);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(read(ends[0], &theirs, sizeof theirs), sizeof theirs);
    assert_true(theirs == ticked_hash(p));
    close(ends[0]);
    put_away(f);
    free(f);
}

int main(int count, char **arguments)
{
    only = count > 1 ? arguments[1] : NULL;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_usual),    cmocka_unit_test(test_moments),
        cmocka_unit_test(test_sinks),    cmocka_unit_test(test_restored_rows),
        cmocka_unit_test(test_meanings), cmocka_unit_test(test_world_recorders),
        cmocka_unit_test(test_fork),
    };
    return cmocka_run_group_tests_name("misuse_calls", tests, NULL, NULL);
}
