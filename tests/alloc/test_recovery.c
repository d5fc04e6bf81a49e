// SPDX-License-Identifier: MIT
// A program continues after its memory ran out. In each scenario below, every single allocation of
// a call fails, alone or with all later ones. The call must report the failure, and its object must
// not have changed. Then memory is available again, the same call succeeds, and the result is the
// same as without a failure.
//
//    test_recovery SCENES
#include "amount.h"
#include "counting.h"
#include "own_folder.h"
#include "running.h"
#include "small_scenes.h"
#include "snapshot_bytes.h"

#include <gestalt/gestalt.h>
#include <gestalt/recorder/recording.h>
#include <gestalt/worlds/world.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

enum { AGENTS = 70, MANY = 300, ACTOR_MOST = 4096 };

static const char first_tree[] =
    "{\"gestalt\":1,\"blackboard\":{\"count\":\"int\",\"luck\":\"float\"},\"root\":{\"type\":"
    "\"sequence\",\"children\":[{\"type\":\"set\",\"key\":\"luck\",\"to\":\"rand()\"},"
    "{\"type\":\"deferred\",\"do\":\"fetch\",\"args\":{\"what\":\"count\"}},"
    "{\"type\":\"wait\",\"ticks\":1},{\"type\":\"set\",\"key\":\"count\",\"to\":\"count+1\"}]}}";
static const char second_tree[] =
    "{\"gestalt\":1,\"blackboard\":{\"count\":\"int\",\"luck\":\"float\",\"more\":\"int\"},"
    "\"root\":"
    "{\"type\":\"sequence\",\"children\":[{\"type\":\"set\",\"key\":\"luck\",\"to\":\"rand()\"},"
    "{\"type\":\"deferred\",\"do\":\"fetch\",\"args\":{\"what\":\"count\"}},{\"type\":\"wait\","
    "\"ticks\":2},{\"type\":\"set\",\"key\":\"more\",\"to\":\"count+2\"}]}}";

// Everything that a scenario needs. It is created again for each allocation that fails.
typedef struct life {
    counting memory;
    gestalt_shape *first, *second;
    gestalt_host *host;
    gestalt_population *p;
    // snapshot before the call, and snapshot of a population with the first tree
    byte_buffer saved, older;
    unsigned char actor[ACTOR_MOST];
    size_t actor_size;
    gestalt_world *world; // NULL in scenarios without a world
    gestalt_scene *scene;
    gestalt_recorder *recorder;
    byte_buffer recorded, written;
    gestalt_recording *recording;
    uint64_t made; // hash or count of what was made
} life;

static uint64_t bytes_hash(const byte_buffer *b)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < b->size; i++)
        hash = (hash ^ b->bytes[i]) * 1099511628211u;
    return hash;
}

static bool swallow(void *user, const char *text, size_t size)
{
    (void)user, (void)text, (void)size;
    return true;
}

// ---- calls on a population

static gestalt_result call_create(life *l)
{
    gestalt_population *p = NULL;
    gestalt_population_options options = {.group = {l->first, l->host},
                                          .allocator = counting_allocator(&l->memory)};
    gestalt_result result = gestalt_population_create(&options, &p, NULL);
    gestalt_population_destroy(p);
    return result;
}

// A tick that is interrupted before its first agent, and continued.
static gestalt_result call_interrupted(life *l)
{
    gestalt_population *p = NULL;
    gestalt_population_options options = {.group = {l->first, l->host},
                                          .interruptible = true,
                                          .allocator = counting_allocator(&l->memory)};
    gestalt_result result = gestalt_population_create(&options, &p, NULL);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(p, 0, AGENTS, NULL, NULL);
    if (result == GESTALT_OK) {
        gestalt_population_interrupt(p);
        result = gestalt_population_tick(p, 0, NULL);
    }
    if (result == GESTALT_INTERRUPTED)
        result = gestalt_population_tick(p, 0, NULL);
    if (result == GESTALT_OK)
        result = gestalt_population_hash(p, &l->made, NULL);
    gestalt_population_destroy(p);
    return result;
}

static gestalt_result call_spawn(life *l)
{
    return gestalt_population_spawn(l->p, 0, 1, NULL, NULL);
}

static gestalt_result call_spawn_many(life *l)
{
    return gestalt_population_spawn(l->p, 1, MANY, NULL, NULL);
}

static gestalt_result call_despawn(life *l)
{
    return gestalt_population_despawn(l->p, 3, NULL);
}

static gestalt_result call_cancel(life *l)
{
    return gestalt_population_cancel(l->p, 4, NULL);
}

static gestalt_result call_tick(life *l)
{
    return gestalt_population_tick(l->p, 9000, NULL);
}

static gestalt_result call_tick_after_spawn(life *l)
{
    if (gestalt_population_count(l->p) < MANY) {
        gestalt_result result = gestalt_population_spawn(l->p, 0, MANY, NULL, NULL);
        if (result != GESTALT_OK)
            return result;
    }
    return gestalt_population_tick(l->p, 9000, NULL);
}

static gestalt_result call_begin(life *l)
{
    gestalt_result result = gestalt_population_begin(l->p, 9000, NULL);
    return result == GESTALT_OK ? gestalt_population_end(l->p, NULL) : result;
}

static gestalt_result call_requests(life *l)
{
    const gestalt_request *requests;
    return gestalt_population_requests(l->p, &requests, &l->made, NULL);
}

static gestalt_result call_launches(life *l)
{
    gestalt_launch launches[8];
    gestalt_launch_cursor from = {0};
    size_t count = 0;
    gestalt_result result = gestalt_population_launches(l->p, &from, launches, 8, &count, NULL);
    l->made = result == GESTALT_OK ? count : 0;
    return result;
}

static gestalt_result call_finish(life *l)
{
    return gestalt_population_finish(l->p, 5, 2, GESTALT_SUCCESS, NULL);
}

static gestalt_result call_write(life *l)
{
    gestalt_value value = {.type = GESTALT_INT, .integer = 77};
    return gestalt_population_write(l->p, 6, "count", value, NULL);
}

static gestalt_result call_inherit(life *l)
{
    static const uint64_t parents[] = {1, 2, 3};
    return gestalt_population_inherit(l->p, parents, 10, 3, NULL);
}

static gestalt_result call_compact(life *l)
{
    return gestalt_population_compact(l->p, NULL);
}

static gestalt_result call_count(life *l)
{
    gestalt_node_counts counts[8];
    gestalt_result result = gestalt_population_count_nodes(l->p, true, NULL);
    if (result == GESTALT_OK)
        result = gestalt_population_node_counts(l->p, 0, true, counts, 8, NULL);
    return result;
}

static gestalt_result call_edit_counted(life *l)
{
    gestalt_edit edit = {.shape = l->second, .host = l->host};
    gestalt_result result = gestalt_population_count_nodes(l->p, true, NULL);
    return result == GESTALT_OK ? gestalt_population_edit(l->p, &edit, NULL, NULL) : result;
}

static uint64_t no_clock(void *user)
{
    (void)user;
    return 0;
}

static gestalt_result call_edit_timed(life *l)
{
    gestalt_edit edit = {.shape = l->second, .host = l->host};
    gestalt_timing timing = {.clock = no_clock};
    gestalt_result result = gestalt_population_time_nodes(l->p, &timing, NULL);
    return result == GESTALT_OK ? gestalt_population_edit(l->p, &edit, NULL, NULL) : result;
}

static gestalt_result call_hash(life *l)
{
    return gestalt_population_hash(l->p, &l->made, NULL);
}

static gestalt_result call_attach(life *l)
{
    return gestalt_population_attach(l->p, first_tree, sizeof first_tree, NULL);
}

static gestalt_result edit_with(life *l, bool dry_run, gestalt_edit_report **report)
{
    gestalt_edit edit = {.shape = l->second, .host = l->host, .dry_run = dry_run};
    return gestalt_population_edit(l->p, &edit, report, NULL);
}

static gestalt_result call_edit(life *l)
{
    return edit_with(l, false, NULL);
}

static gestalt_result call_edit_reported(life *l)
{
    gestalt_edit_report *report = NULL;
    gestalt_result result = edit_with(l, false, &report);
    gestalt_edit_report_destroy(report);
    return result;
}

static gestalt_result call_dry_run(life *l)
{
    gestalt_edit_report *report = NULL;
    gestalt_result result = edit_with(l, true, &report);
    gestalt_edit_report_destroy(report);
    return result;
}

static gestalt_result call_match(life *l)
{
    gestalt_allocator allocator = counting_allocator(&l->memory);
    gestalt_edit_report *report = NULL;
    gestalt_result result =
        gestalt_shape_match(l->first, l->second, NULL, 0, &allocator, &report, NULL);
    gestalt_edit_report_destroy(report);
    return result;
}

// ---- snapshots and actors

static gestalt_result call_save_to(life *l)
{
    l->written.size = 0;
    gestalt_result result = gestalt_population_save_to(l->p, buffer_writer(&l->written), NULL);
    l->made = result == GESTALT_OK ? bytes_hash(&l->written) : 0;
    return result;
}

static gestalt_result call_save(life *l)
{
    gestalt_result result = gestalt_population_save(l->p, "s", NULL);
    assert_int_equal(own_folder_entries(), 1); // the old snapshot or the new one
    return result;
}

static gestalt_result call_resume_after_save(life *l)
{
    gestalt_result result = gestalt_population_save(l->p, "s", NULL);
    return result == GESTALT_OK ? gestalt_population_load(l->p, "s", NULL) : result;
}

static gestalt_result call_load(life *l)
{
    return gestalt_population_load_memory(l->p, l->saved.bytes, l->saved.size, NULL);
}

static gestalt_result call_load_file(life *l)
{
    return gestalt_population_load(l->p, "s", NULL);
}

// A damaged snapshot is refused, and then a valid one is loaded.
static gestalt_result call_load_after_damage(life *l)
{
    l->saved.bytes[l->saved.size / 2] ^= 1;
    gestalt_result result =
        gestalt_population_load_memory(l->p, l->saved.bytes, l->saved.size, NULL);
    l->saved.bytes[l->saved.size / 2] ^= 1;
    if (result != GESTALT_BAD_FILE)
        return result;
    return gestalt_population_load_memory(l->p, l->saved.bytes, l->saved.size, NULL);
}

static gestalt_result call_load_older(life *l)
{
    const gestalt_group was = {l->second, l->host};
    const gestalt_load_options options = {.old_shapes = &was, .old_shape_count = 1};
    return gestalt_population_load_memory_with(l->p, l->older.bytes, l->older.size, &options, NULL);
}

static gestalt_result call_actor_check(life *l)
{
    return gestalt_actor_check(l->p, 0, l->actor, l->actor_size, NULL);
}

static gestalt_result call_insert(life *l)
{
    return gestalt_population_insert(l->p, 0, l->actor, l->actor_size, NULL, NULL);
}

static gestalt_result call_take(life *l)
{
    unsigned char bytes[ACTOR_MOST];
    size_t size = 0;
    gestalt_result result = gestalt_actor_take(l->p, 7, bytes, sizeof bytes, &size, NULL);
    l->made = size;
    return result;
}

static gestalt_result call_remove(life *l)
{
    return gestalt_population_remove(l->p, 8, NULL);
}

// ---- shapes and documents

static gestalt_result call_compile(life *l)
{
    gestalt_compile_options options = {.allocator = counting_allocator(&l->memory)};
    gestalt_diagnostics *found = NULL;
    gestalt_shape *shape = NULL;
    gestalt_result result = gestalt_compile_text("a.json", first_tree, sizeof first_tree - 1,
                                                 &options, &shape, &found, NULL);
    gestalt_diagnostics_destroy(found);
    l->made = shape ? gestalt_shape_hash(shape) : 0;
    gestalt_shape_destroy(shape);
    return result;
}

static gestalt_result call_format(life *l)
{
    gestalt_allocator allocator = counting_allocator(&l->memory);
    gestalt_diagnostics *found = NULL;
    gestalt_result result =
        gestalt_format_text("a.json", first_tree, sizeof first_tree - 1, &allocator,
                            (gestalt_writer){.write = swallow}, &found, NULL);
    gestalt_diagnostics_destroy(found);
    return result;
}

static gestalt_result call_schema(life *l)
{
    gestalt_compile_options options = {.allocator = counting_allocator(&l->memory)};
    gestalt_diagnostics *found = NULL;
    gestalt_result result =
        gestalt_schema_write_text("a.json", first_tree, sizeof first_tree - 1, &options,
                                  (gestalt_writer){.write = swallow}, &found, NULL);
    gestalt_diagnostics_destroy(found);
    return result;
}

static gestalt_result call_load_shape(life *l)
{
    gestalt_allocator allocator = counting_allocator(&l->memory);
    gestalt_shape *shape = NULL;
    size_t size;
    const void *image = gestalt_shape_image(l->first, &size);
    gestalt_result result = gestalt_shape_load_memory(image, size, &allocator, &shape, NULL);
    gestalt_shape_destroy(shape);
    return result;
}

static gestalt_result call_host(life *l)
{
    gestalt_allocator allocator = counting_allocator(&l->memory);
    gestalt_host *host = NULL;
    gestalt_result result = gestalt_host_create(&allocator, &host, NULL);
    for (int i = 0; i < 20 && result == GESTALT_OK; i++) {
        char name[8];
        snprintf(name, sizeof name, "f%d", i);
        gestalt_function function = {.name = name, .kind = GESTALT_DEFERRED};
        result = gestalt_host_add(host, &function, NULL);
    }
    gestalt_host_destroy(host);
    return result;
}

// ---- worlds

static gestalt_result call_scene(life *l)
{
    char *text = small_scene(SMALL_FLOCK);
    gestalt_scene *read = NULL;
    gestalt_scene_findings found = {0};
    gestalt_allocator allocator = counting_allocator(&l->memory);
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/", running_folder);
    gestalt_scene_options options = {
        .folder = folder, .allocator = allocator, .compile.allocator = allocator};
    gestalt_result result =
        gestalt_scene_read("scene.json", text, strlen(text), &options, &read, &found, NULL);
    gestalt_scene_findings_release(&found, &allocator);
    gestalt_scene_destroy(read);
    free(text);
    return result;
}

static gestalt_result call_world_create(life *l)
{
    gestalt_world *other = NULL;
    gestalt_world_options options = {.allocator = counting_allocator(&l->memory), .threads = 1};
    gestalt_result result = gestalt_world_create(l->scene, &options, &other, NULL);
    gestalt_world_destroy(other);
    return result;
}

static gestalt_result call_world_step(life *l)
{
    return gestalt_world_step(l->world, NULL);
}

static gestalt_result call_world_save(life *l)
{
    gestalt_result result = gestalt_world_save(l->world, "s", NULL);
    assert_int_equal(own_folder_entries(), 1);
    return result;
}

static gestalt_result call_world_save_to(life *l)
{
    l->written.size = 0;
    gestalt_result result = gestalt_world_save_to(l->world, buffer_writer(&l->written), NULL);
    l->made = result == GESTALT_OK ? bytes_hash(&l->written) : 0;
    return result;
}

static gestalt_result call_world_load(life *l)
{
    return gestalt_world_load_memory(l->world, l->saved.bytes, l->saved.size, NULL);
}

static gestalt_result call_world_after_damage(life *l)
{
    l->saved.bytes[l->saved.size / 2] ^= 1;
    gestalt_result result =
        gestalt_world_load_memory(l->world, l->saved.bytes, l->saved.size, NULL);
    l->saved.bytes[l->saved.size / 2] ^= 1;
    return result == GESTALT_BAD_FILE ? call_world_load(l) : result;
}

static gestalt_result call_world_resume(life *l)
{
    gestalt_world *other = NULL;
    gestalt_world_options options = {.allocator = counting_allocator(&l->memory), .threads = 1};
    gestalt_result result = gestalt_world_create(l->scene, &options, &other, NULL);
    if (result == GESTALT_OK)
        result = gestalt_world_load_memory(other, l->saved.bytes, l->saved.size, NULL);
    if (result == GESTALT_OK)
        result = gestalt_world_hash(other, &l->made, NULL);
    gestalt_world_destroy(other);
    return result;
}

static gestalt_result call_world_edit(life *l)
{
    gestalt_world *edited = NULL;
    gestalt_world_options options = {.allocator = counting_allocator(&l->memory), .threads = 1};
    gestalt_result result =
        gestalt_world_edit(l->world, l->scene, &options, NULL, 0, &edited, NULL, NULL);
    gestalt_world_destroy(edited);
    return result;
}

static gestalt_result call_world_hash(life *l)
{
    return gestalt_world_hash(l->world, &l->made, NULL);
}

static gestalt_result call_record(life *l)
{
    gestalt_recorder *recorder = NULL;
    gestalt_result result =
        gestalt_world_record(l->world, 1, (gestalt_writer){.write = swallow}, &recorder, NULL);
    gestalt_recorder_destroy(recorder);
    return result;
}

// A frame that failed for lack of memory can be written again, and the recording is complete.
static gestalt_result call_frame(life *l)
{
    gestalt_result result = gestalt_world_frame(l->world, l->recorder, NULL);
    l->made = result == GESTALT_OK ? bytes_hash(&l->recorded) : 0;
    return result;
}

static gestalt_result call_recording(life *l)
{
    gestalt_allocator allocator = counting_allocator(&l->memory);
    gestalt_recording *recording = NULL;
    gestalt_record_next next = GESTALT_RECORD_HAS_FRAME;
    gestalt_record_frame frame;
    gestalt_result result = gestalt_recording_open_memory(l->recorded.bytes, l->recorded.size,
                                                          &allocator, &recording, NULL);
    for (l->made = 0; result == GESTALT_OK && next == GESTALT_RECORD_HAS_FRAME;)
        if ((result = gestalt_recording_next(recording, &next, &frame, NULL)) == GESTALT_OK)
            l->made += next == GESTALT_RECORD_HAS_FRAME ? frame.count : 0;
    gestalt_recording_close(recording);
    return result;
}

// ---- scenarios

typedef enum kind { ON_POPULATION, ON_FLOCK, ON_LIFE } kind;

typedef struct scenario {
    const char *name;
    kind kind;
    gestalt_result (*call)(life *l);
} scenario;

static const scenario scenarios[] = {
    {"create a population", ON_POPULATION, call_create},
    {"interrupt a tick of a new population", ON_POPULATION, call_interrupted},
    {"spawn", ON_POPULATION, call_spawn},
    {"spawn many, in another group", ON_POPULATION, call_spawn_many},
    {"despawn", ON_POPULATION, call_despawn},
    {"cancel", ON_POPULATION, call_cancel},
    {"tick", ON_POPULATION, call_tick},
    {"tick, of agents that were spawned since", ON_POPULATION, call_tick_after_spawn},
    {"tick in parts", ON_POPULATION, call_begin},
    {"list requests", ON_POPULATION, call_requests},
    {"list launches", ON_POPULATION, call_launches},
    {"answer a launch", ON_POPULATION, call_finish},
    {"write to a blackboard", ON_POPULATION, call_write},
    {"inherit blackboards", ON_POPULATION, call_inherit},
    {"compact", ON_POPULATION, call_compact},
    {"count nodes", ON_POPULATION, call_count},
    {"count nodes, and edit", ON_POPULATION, call_edit_counted},
    {"time nodes, and edit", ON_POPULATION, call_edit_timed},
    {"hash", ON_POPULATION, call_hash},
    {"attach", ON_POPULATION, call_attach},
    {"edit", ON_POPULATION, call_edit},
    {"edit, with a report", ON_POPULATION, call_edit_reported},
    {"try an edit", ON_POPULATION, call_dry_run},
    {"match two shapes", ON_POPULATION, call_match},
    {"save to a writer", ON_POPULATION, call_save_to},
    {"save to a file", ON_POPULATION, call_save},
    {"save, and resume", ON_POPULATION, call_resume_after_save},
    {"load from memory", ON_POPULATION, call_load},
    {"load a file", ON_POPULATION, call_load_file},
    {"load after a damaged snapshot", ON_POPULATION, call_load_after_damage},
    {"load a snapshot of an older shape", ON_POPULATION, call_load_older},
    {"check an actor", ON_POPULATION, call_actor_check},
    {"insert an actor", ON_POPULATION, call_insert},
    {"take an actor", ON_POPULATION, call_take},
    {"remove an agent", ON_POPULATION, call_remove},
    {"compile", ON_POPULATION, call_compile},
    {"format", ON_POPULATION, call_format},
    {"write a schema", ON_POPULATION, call_schema},
    {"load an image", ON_POPULATION, call_load_shape},
    {"make a host", ON_POPULATION, call_host},
    {"read a scene", ON_FLOCK, call_scene},
    {"make a world", ON_FLOCK, call_world_create},
    {"step", ON_FLOCK, call_world_step},
    {"step, with births and deaths", ON_LIFE, call_world_step},
    {"save a world to a writer", ON_FLOCK, call_world_save_to},
    {"save a world to a file", ON_LIFE, call_world_save},
    {"load a world", ON_FLOCK, call_world_load},
    {"load a world with births", ON_LIFE, call_world_load},
    {"load a world after damage", ON_FLOCK, call_world_after_damage},
    {"make a world and resume", ON_LIFE, call_world_resume},
    {"edit a world", ON_FLOCK, call_world_edit},
    {"hash a world", ON_FLOCK, call_world_hash},
    {"begin a recording", ON_FLOCK, call_record},
    {"record a frame", ON_LIFE, call_frame},
    {"read a recording", ON_FLOCK, call_recording},
};

// ---- creating and ending a life

static gestalt_host *host_of(const gestalt_shape *shape)
{
    gestalt_host *host;
    OK(gestalt_host_create(NULL, &host, NULL));
    gestalt_shape_function f = gestalt_shape_function_at(shape, 0);
    gestalt_parameter argument = gestalt_shape_argument(shape, 0, 0);
    OK(gestalt_host_add(
        host,
        &(gestalt_function){
            .name = f.name, .kind = f.kind, .arguments = &argument, .argument_count = 1},
        NULL));
    return host;
}

static void go_on(life *l, int ticks)
{
    for (int i = 0; i < ticks && l->world; i++)
        OK(gestalt_world_step(l->world, NULL));
    for (int i = 0; i < ticks && !l->world; i++) {
        const gestalt_request *requests;
        uint64_t count;
        OK(gestalt_population_tick(l->p, gestalt_population_now(l->p) + 1000, NULL));
        OK(gestalt_population_requests(l->p, &requests, &count, NULL));
        for (uint64_t k = 0; k < count; k++)
            if (requests[k].launch && requests[k].agent % 3 == 0)
                gestalt_population_finish(l->p, requests[k].agent, requests[k].node,
                                          GESTALT_SUCCESS, NULL);
    }
}

static gestalt_population *population_of(life *l, const gestalt_shape *shape)
{
    gestalt_population *p = NULL;
    const gestalt_group groups[] = {{shape, l->host}, {shape, l->host}};
    gestalt_population_options options = {.groups = groups,
                                          .group_count = 2,
                                          .lanes = 16,
                                          .seed = 5,
                                          .threads = 1,
                                          .allocator = counting_allocator(&l->memory)};
    OK(gestalt_population_create(&options, &p, NULL));
    return p;
}

static void population_start(life *l)
{
    l->first = compile_or_abort("first.json", first_tree, false);
    l->second = compile_or_abort("second.json", second_tree, false);
    l->host = host_of(l->first);
    l->p = population_of(l, l->second);
    OK(gestalt_population_spawn(l->p, 0, AGENTS, NULL, NULL));
    go_on(l, 2);
    l->older = save_or_abort(l->p);
    gestalt_population_destroy(l->p);
    l->p = population_of(l, l->first);
    OK(gestalt_population_spawn(l->p, 0, AGENTS, NULL, NULL));
    go_on(l, 2);
    l->saved = save_or_abort(l->p);
    OK(gestalt_population_save(l->p, "s", NULL));
    OK(gestalt_actor_take(l->p, 9, l->actor, sizeof l->actor, &l->actor_size, NULL));
    for (uint64_t agent = 20; agent < 40; agent += 3)
        OK(gestalt_population_despawn(l->p, agent, NULL));
    go_on(l, 1);
}

static void world_start(life *l, int which)
{
    char *text = small_scene(which);
    l->scene = running_read(text, (char[RUNNING_FOUND_SIZE]){0});
    assert_non_null(l->scene);
    free(text);
    gestalt_world_options options = {.allocator = counting_allocator(&l->memory), .threads = 1};
    OK(gestalt_world_create(l->scene, &options, &l->world, NULL));
    go_on(l, 2);
    OK(gestalt_world_save_to(l->world, buffer_writer(&l->saved), NULL));
    OK(gestalt_world_save(l->world, "s", NULL));
    OK(gestalt_world_record(l->world, 1, buffer_writer(&l->recorded), &l->recorder, NULL));
    OK(gestalt_world_frame(l->world, l->recorder, NULL));
    go_on(l, 1);
}

static void life_start(life *l, kind on)
{
    *l = (life){0};
    if (on == ON_POPULATION)
        population_start(l);
    else
        world_start(l, on == ON_LIFE ? SMALL_LIFE : SMALL_FLOCK);
}

static uint64_t life_hash(const life *l)
{
    uint64_t hash = 0;
    OK(l->world ? gestalt_world_hash(l->world, &hash, NULL)
                : gestalt_population_hash(l->p, &hash, NULL));
    return hash;
}

// Continue, and end the life. Return a hash of the results.
static uint64_t life_stop(life *l)
{
    go_on(l, 3);
    uint64_t hash = life_hash(l) ^ l->made * 1099511628211u;
    gestalt_recorder_destroy(l->recorder);
    gestalt_world_destroy(l->world);
    gestalt_scene_destroy(l->scene);
    gestalt_population_destroy(l->p);
    gestalt_host_destroy(l->host);
    gestalt_shape_destroy(l->first);
    gestalt_shape_destroy(l->second);
    free(l->saved.bytes);
    free(l->older.bytes);
    free(l->recorded.bytes);
    free(l->written.bytes);
    unlink("s");
    assert_int_equal(l->memory.live_bytes, 0);
    return hash;
}

// Return whether an allocation failed, that is, whether there were that many.
static bool scenario_fail(const scenario *s, size_t at, bool stays, uint64_t expected)
{
    life l;
    life_start(&l, s->kind);
    uint64_t before = life_hash(&l);
    l.memory.calls = 0;
    l.memory.stays_empty = stays;
    l.memory.fail_at = at;
    gestalt_result result = s->call(&l);
    bool has_failed = l.memory.has_failed;
    l.memory.fail_at = 0;
    l.memory.has_failed = false;
    if (result != GESTALT_OK) {
        if (result != GESTALT_NO_MEMORY || !has_failed)
            fail_msg("%s: allocation %zu: %s", s->name, at, gestalt_result_text(result));
        if (life_hash(&l) != before)
            fail_msg("%s: allocation %zu: something is done by halves", s->name, at);
        if (s->call(&l) != GESTALT_OK)
            fail_msg("%s: allocation %zu: fails with memory, too", s->name, at);
    }
    if (life_stop(&l) != expected)
        fail_msg("%s: allocation %zu: goes on in another way", s->name, at);
    return has_failed;
}

// Return how many allocations the call makes.
static size_t scenario_try(const scenario *s)
{
    life l;
    size_t count = 0;
    life_start(&l, s->kind);
    OK(s->call(&l));
    uint64_t expected = life_stop(&l);
    for (int stays = 0; stays < 2; stays++)
        for (count = 0; scenario_fail(s, count + 1, stays, expected);)
            count += amount_step(count);
    print_message("# %s: %zu allocations\n", s->name, count);
    return count;
}

static void test_scenarios(void **state)
{
    (void)state;
    size_t allocating = 0;
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        allocating += scenario_try(&scenarios[i]) > 0;
    assert_true(allocating >= 40);
}

int main(int count, char **arguments)
{
    char *folder;
    if (count != 2 || !(folder = realpath(arguments[1], NULL)))
        return 2;
    running_folder = folder;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_scenarios, own_folder_enter, own_folder_leave)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(folder);
    return failed;
}
