// SPDX-License-Identifier: MIT
// Misuse, one row each: the call, and the message for the misuse handler. Afterwards the population
// must be unchanged, to the hash. Rows are called between ticks, in a tick in parts, while an agent
// is ticked step by step, by leaf functions on several threads, by hooks, and by pieces of work.
#include "snapshot_bytes.h"

#include <gestalt/gestalt.h>
#include <gestalt/recorder/recording.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "misused.h"

#define OK(call) assert_int_equal((call), GESTALT_OK)

typedef struct fixture fixture;

// The call of a row. It returns true if the call returned what it must.
typedef bool misuse_call(fixture *f, gestalt_error *error);

struct fixture {
    gestalt_shape *shape, *other;
    gestalt_host *host;
    gestalt_population *p;
    gestalt_rows *rows;
    gestalt_watch *watch;
    uint64_t ids[256];
    misuse_call *in_leaf; // called by the leaf function of agent 7, or NULL
    bool has_answered;    // the call returned what it must
    jmp_buf *out;         // target of a jump out of the leaf function of agent 7, or NULL
    gestalt_status answer;
    uint64_t beyond; // lanes that the batch function reports as successful
    bool is_careful; // it does not report lanes that it was not called for
    gestalt_error error;
};

enum { AGENTS = 200, TOLD_AGENT = 7 };

static gestalt_status leaf(gestalt_single_call *call)
{
    fixture *f = call->user;
    if (call->agent != TOLD_AGENT)
        return GESTALT_RUNNING;
    if (f->out)
        longjmp(*f->out, 1);
    if (f->in_leaf)
        f->has_answered = f->in_leaf(f, &f->error);
    return f->answer;
}

static void batch(gestalt_call *call)
{
    const fixture *f = call->user;
    call->succeeded = f->beyond & (f->is_careful ? call->lanes : ~UINT64_C(0));
}

static const char document[] =
    "{'gestalt':1,'blackboard':{'n':'int','s':{'type':'int','shared':true},"
    "'l':{'type':{'list':'int'},'capacity':2}},"
    "'root':{'type':'parallel','children':["
    "{'type':'action','do':'leaf'},{'type':'deferred','do':'wait'},"
    "{'type':'action','do':'batch'},"
    "{'type':'persistent','key':'kept','init':'success'}]}}";
static const char other_document[] = "{'gestalt':1,'root':{'type':'success'}}";

static gestalt_shape *compile(const char *text)
{
    char copy[1024];
    size_t size = 0;
    for (; text[size]; size++)
        copy[size] = text[size] == '\'' ? '"' : text[size];
    copy[size] = '\0';
    return compile_or_abort("test.json", copy, false);
}

static void start(fixture *f, uint32_t lanes, uint32_t threads)
{
    *f = (fixture){
        .shape = compile(document), .other = compile(other_document), .answer = GESTALT_RUNNING};
    OK(gestalt_host_create(NULL, &f->host, NULL));
    const gestalt_function functions[] = {
        {.name = "leaf", .kind = GESTALT_IMMEDIATE, .single = leaf, .user = f},
        {.name = "batch", .kind = GESTALT_IMMEDIATE, .batch = batch, .user = f},
        {.name = "wait", .kind = GESTALT_DEFERRED},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        OK(gestalt_host_add(f->host, &functions[i], NULL));
    gestalt_population_options options = {.group = {f->shape, f->host, NULL},
                                          .lanes = lanes,
                                          .threads = threads,
                                          .grain = 1,
                                          .never_sleeps = true,
                                          .interruptible = true};
    OK(gestalt_population_create(&options, &f->p, NULL));
    OK(gestalt_population_spawn(f->p, 0, AGENTS, NULL, NULL));
    OK(gestalt_watch_create(&(gestalt_watch_options){.population = f->p}, &f->watch, NULL));
    OK(gestalt_population_tick(f->p, 1, NULL));
}

static void stop(fixture *f)
{
    gestalt_watch_destroy(f->watch);
    gestalt_rows_destroy(f->rows);
    gestalt_population_destroy(f->p);
    gestalt_host_destroy(f->host);
    gestalt_shape_destroy(f->shape);
    gestalt_shape_destroy(f->other);
}

static uint64_t hash_of(const fixture *f)
{
    uint64_t hash = 0;
    OK(gestalt_population_hash(f->p, &hash, NULL));
    return hash;
}

static bool write_nowhere(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return true;
}

static void take_nothing(void *user, uint32_t group, uint64_t first, uint32_t count, void *records)
{
    (void)user, (void)group, (void)first, (void)count, (void)records;
}

static gestalt_result put_nothing(void *user, const gestalt_population *read, uint32_t group,
                                  uint64_t first, uint32_t count, const void *records,
                                  gestalt_error *error)
{
    (void)user, (void)read, (void)group, (void)first, (void)count, (void)records, (void)error;
    return GESTALT_OK;
}

static const gestalt_kept_values no_kept_size = {.take = take_nothing, .put = put_nothing};

static void work_nothing(void *user, uint32_t thread, uint64_t piece)
{
    (void)user;
    (void)thread;
    (void)piece;
}

static const gestalt_writer nowhere = {write_nowhere, NULL};
static const gestalt_value one = {.type = GESTALT_INT, .integer = 1};

// Output arguments for all calls.
static gestalt_value value;
static gestalt_status status;
static gestalt_key key;
static const gestalt_key list_key = {.type = GESTALT_INT, .column = 1, .capacity = 2};
static gestalt_block block;
static gestalt_step step;
static gestalt_argument argument;
static gestalt_launch launch;
static gestalt_launch_cursor cursor;
static gestalt_needs needs;
static gestalt_edit_report *report;
static gestalt_editing *editing;
static gestalt_loading *loading;
static gestalt_population *made;
static gestalt_shape *compiled;
static gestalt_host *registry;
static gestalt_shape_call call_of;
static gestalt_shape_place place;
static int32_t integer;
static const gestalt_request *requests;
static uint64_t number;
static uint32_t node_ids[2];
static const uint32_t groups_of[2] = {0, 1};
static gestalt_node nodes_of[4];
static gestalt_node_counts counts_of[4];
static gestalt_node_times times_of[4];
static const gestalt_timing no_timing = {.every = 1};
static size_t size;
static gestalt_watch *watch;
static unsigned char bytes[64];

static bool returns(void)
{
    return true;
}

#define M                == GESTALT_MISUSE
#define RUNS(call)       ((call), returns())
#define BAD_STATUS       ((gestalt_status)3)
#define BAD_TYPE         ((gestalt_value){.type = (gestalt_type)9})
#define EDIT(...)        (&(gestalt_edit){__VA_ARGS__})
#define OPTIONS(...)     (&(gestalt_population_options){__VA_ARGS__})
#define ROW_OPTIONS(...) (&(gestalt_rows_options){__VA_ARGS__})
#define FUNCTION(...)    (&(gestalt_function){__VA_ARGS__})
#define POPULATION_NULL  "`population` is NULL"

// ---- between ticks: a name, words of the message, the call

#define NULLS(X)                                                                                   \
    X(tick_null, POPULATION_NULL, gestalt_population_tick(NULL, 5, error) M)                       \
    X(begin_null, POPULATION_NULL, gestalt_population_begin(NULL, 5, error) M)                     \
    X(spawn_null, POPULATION_NULL, gestalt_population_spawn(NULL, 0, 1, NULL, error) M)            \
    X(spawn_as_null, POPULATION_NULL, gestalt_population_spawn_as(NULL, 0, 9, 1, error) M)         \
    X(take_many_null, POPULATION_NULL,                                                             \
      gestalt_actor_take_many(NULL, NULL, 0, NULL, 0, &size, error) M)                             \
    X(insert_many_null, POPULATION_NULL,                                                           \
      gestalt_population_insert_many(NULL, NULL, NULL, NULL, NULL, 0, error) M)                    \
    X(remove_many_null, POPULATION_NULL, gestalt_population_remove_many(NULL, NULL, 0, error) M)   \
    X(add_group_null, POPULATION_NULL, gestalt_population_add_group(NULL, NULL, NULL, error) M)    \
    X(add_group_no_shape, "`group->shape` is NULL",                                                \
      gestalt_population_add_group(f->p, &(gestalt_group){.host = f->host}, NULL, error) M)        \
    X(remove_group_null, POPULATION_NULL, gestalt_population_remove_group(NULL, 0, error) M)       \
    X(check_removal_null, POPULATION_NULL, gestalt_population_check_removal(NULL, 0, error) M)     \
    X(reopen_null, POPULATION_NULL, gestalt_population_reopen(NULL, error) M)                      \
    X(set_next_id_null, POPULATION_NULL, gestalt_population_set_next_id(NULL, 9, error) M)         \
    X(despawn_null, POPULATION_NULL, gestalt_population_despawn(NULL, 0, error) M)                 \
    X(despawn_many_null, POPULATION_NULL, gestalt_population_despawn_many(NULL, NULL, 0, error) M) \
    X(cancel_null, POPULATION_NULL, gestalt_population_cancel(NULL, 0, error) M)                   \
    X(count_null, POPULATION_NULL, gestalt_population_count(NULL) == 0)                            \
    X(has_null, POPULATION_NULL, !gestalt_population_has(NULL, 0))                                 \
    X(next_null, POPULATION_NULL, gestalt_population_next(NULL, 0) == 0)                           \
    X(status_null, POPULATION_NULL, gestalt_population_status(NULL, 0) == 0)                       \
    X(reserve_despawns_null, POPULATION_NULL,                                                      \
      gestalt_population_reserve_despawns(NULL, NULL, 0, error) M)                                 \
    X(failed_agent_null, POPULATION_NULL, gestalt_population_failed_agent(NULL) == 0)              \
    X(ticks_null, POPULATION_NULL, gestalt_population_ticks(NULL) == 0)                            \
    X(now_null, POPULATION_NULL, gestalt_population_now(NULL) == 0)                                \
    X(bytes_null, POPULATION_NULL, gestalt_population_bytes(NULL, NULL) == 0)                      \
    X(live_null, POPULATION_NULL, gestalt_population_live_count(NULL) == 0)                        \
    X(hash_null, "`hash` is NULL", gestalt_population_hash(f->p, NULL, error) M)                   \
    X(hash_blocks_null, "`blocks` is NULL",                                                        \
      gestalt_population_hash_blocks(f->p, 0, NULL, 1, &number, error) M)                          \
    X(hash_of_null, "`source.next` is NULL",                                                       \
      gestalt_population_hash_of(f->p, (gestalt_block_source){0}, &number, error) M)               \
    X(keep_no_take, "`kept->take` is NULL",                                                        \
      gestalt_population_keep_values(f->p, &(gestalt_kept_values){.size = 1}, error) M)            \
    X(keep_no_size, "`kept->size` is 0",                                                           \
      gestalt_population_keep_values(f->p, &no_kept_size, error) M)                                \
    X(save_head_null, "`writer.write` is NULL",                                                    \
      gestalt_population_save_head(f->p, (gestalt_writer){0}, error) M)                            \
    X(save_blocks_null, "`entries.add` is NULL",                                                   \
      gestalt_population_save_blocks(f->p, 0, 1, nowhere, (gestalt_entry_list){0}, error) M)       \
    X(list_saved_null, "`count` is NULL",                                                          \
      gestalt_population_list_saved(f->p, GESTALT_SAVED_HELD, &number, NULL, 0, NULL, error) M)    \
    X(list_saved_kind, "not a kind of saved requests",                                             \
      gestalt_population_list_saved(f->p, (gestalt_saved_requests)2, &number, NULL, 0, &number,    \
                                    error) M)                                                      \
    X(save_tail_null, "`tail->entries` is NULL",                                                   \
      gestalt_population_save_tail(f->p, &(gestalt_snapshot_tail){0}, nowhere, error) M)           \
    X(find_null, "`reader` is NULL", gestalt_snapshot_find(NULL, NULL, error) M)                   \
    X(entries_null, "`reader` is NULL", gestalt_snapshot_entries(NULL, NULL, 0, 0, NULL, error) M) \
    X(saved_requests_null, "`reader` is NULL",                                                     \
      gestalt_snapshot_requests(NULL, NULL, GESTALT_SAVED_HELD, 0, 0, NULL, error) M)              \
    X(loading_agents_null, "`loading` is NULL", gestalt_loading_agents(NULL) == 0)                 \
    X(compact_null, POPULATION_NULL, gestalt_population_compact(NULL, error) M)                    \
    X(requests_null, "`requests` is NULL",                                                         \
      gestalt_population_requests(f->p, NULL, &number, error) M)                                   \
    X(read_null, "`value` is NULL", gestalt_population_read(f->p, 0, "n", NULL, error) M)          \
    X(read_no_name, "`name` is NULL", gestalt_population_read(f->p, 0, NULL, &value, error) M)     \
    X(place_of_null, "`place` is NULL", !gestalt_actor_place(f->p, 0, NULL))                       \
    X(read_key_null, "`key` is NULL", gestalt_population_read_key(f->p, 0, NULL, &value, error) M) \
    X(write_key_null, "`key` is NULL", gestalt_population_write_key(f->p, 0, NULL, one, error) M)  \
    X(read_keys_null, "`values` is NULL",                                                          \
      gestalt_population_read_keys(f->p, &number, 1, &key, 1, NULL, error) M)                      \
    X(write_keys_null, "`agents` is NULL",                                                         \
      gestalt_population_write_keys(f->p, NULL, 1, &key, 1, &one, error) M)                        \
    X(read_shared_key_null, "`key` is NULL",                                                       \
      gestalt_population_read_shared_key(f->p, 0, NULL, &value, error) M)                          \
    X(write_shared_key_null, "`key` is NULL",                                                      \
      gestalt_population_write_shared_key(f->p, 0, NULL, one, error) M)                            \
    X(read_list_key_null, "`count` is NULL",                                                       \
      gestalt_population_read_list_key(f->p, 0, &list_key, &value, 1, NULL, error) M)              \
    X(write_list_key_null, "`elements` is NULL",                                                   \
      gestalt_population_write_list_key(f->p, 0, &list_key, NULL, 1, error) M)                     \
    X(read_shared_list_key_null, "`count` is NULL",                                                \
      gestalt_population_read_shared_list_key(f->p, 0, &list_key, &value, 1, NULL, error) M)       \
    X(write_shared_list_key_null, "`elements` is NULL",                                            \
      gestalt_population_write_shared_list_key(f->p, 0, &list_key, NULL, 1, error) M)              \
    X(count_group_null, POPULATION_NULL, gestalt_population_count_group(NULL, 0, true, error) M)   \
    X(watch_create_null, "`options` is NULL", gestalt_watch_create(NULL, &watch, error) M)         \
    X(watch_create_no_population, POPULATION_NULL,                                                 \
      gestalt_watch_create(&(gestalt_watch_options){0}, &watch, error) M)                          \
    X(watch_add_null, "`agents` is NULL", gestalt_watch_add(f->watch, NULL, 1, error) M)           \
    X(watch_remove_null, "`watch` is NULL", gestalt_watch_remove(NULL, &number, 1, error) M)       \
    X(watch_has_null, "`watch` is NULL", !gestalt_watch_has(NULL, 0))                              \
    X(watched, "watches use the population: call gestalt_watch_destroy first",                     \
      RUNS(gestalt_population_destroy(f->p)))                                                      \
    X(read_list_null, "`count` is NULL",                                                           \
      gestalt_population_read_list(f->p, 0, "l", &value, 1, NULL, error) M)                        \
    X(write_list_null, "`elements` is NULL",                                                       \
      gestalt_population_write_list(f->p, 0, "l", NULL, 1, error) M)                               \
    X(write_no_name, "`name` is NULL", gestalt_population_write(f->p, 0, NULL, one, error) M)      \
    X(kept_null, "`status` is NULL",                                                               \
      gestalt_population_persistent(f->p, 0, "kept", NULL, error) M)                               \
    X(key_null, "`key` is NULL", !gestalt_population_key(f->p, 0, "n", NULL))                      \
    X(adjacent_null, "`stride` is NULL",                                                           \
      gestalt_population_adjacent_blocks(f->p, 0, 0, NULL) == 0)                                   \
    X(block_agents_null, "`agents` is NULL",                                                       \
      gestalt_population_block_agents(f->p, 0, 0, 0, NULL, NULL, error) M)                         \
    X(block_null, "`block` is NULL", !gestalt_population_block(f->p, 0, 0, NULL))                  \
    X(save_null, "`path` is NULL", gestalt_population_save(f->p, NULL, error) M)                   \
    X(save_to_null, "`writer.write` is NULL",                                                      \
      gestalt_population_save_to(f->p, (gestalt_writer){0}, error) M)                              \
    X(load_null, "`path` is NULL", gestalt_population_load(f->p, NULL, error) M)                   \
    X(load_bytes_null, "`bytes` is NULL", gestalt_population_load_memory(f->p, NULL, 9, error) M)  \
    X(edit_null, "`edit` is NULL", gestalt_population_edit(f->p, NULL, &report, error) M)          \
    X(edit_no_shape, "`edit->shape` is NULL",                                                      \
      gestalt_population_edit(f->p, EDIT(.host = f->host), &report, error) M)                      \
    X(attach_null, "`bytes` is NULL", gestalt_population_attach(f->p, NULL, 9, error) M)           \
    X(attached_null, "`size` is NULL", !gestalt_population_attached(f->p, NULL))                   \
    X(inherit_null, "`parents` is NULL", gestalt_population_inherit(f->p, NULL, 0, 1, error) M)    \
    X(insert_null, "`bytes` is NULL", gestalt_population_insert(f->p, 0, NULL, 9, NULL, error) M)  \
    X(take_null, "`bytes` is NULL", gestalt_actor_take(f->p, 0, NULL, 64, &size, error) M)         \
    X(launches_null, "`from` is NULL",                                                             \
      gestalt_population_launches(f->p, NULL, &launch, 1, &size, error) M)                         \
    X(argument_null, "`argument` is NULL",                                                         \
      !gestalt_population_launch_argument_at(f->p, 0, 2, 0, NULL))                                 \
    X(argument_no_name, "`name` is NULL",                                                          \
      !gestalt_population_launch_argument(f->p, 0, 2, NULL, &value))                               \
    X(live_nodes_null, "`nodes` is NULL",                                                          \
      gestalt_population_live_nodes(f->p, &number, 1, NULL, error) M)                              \
    X(due_null, "`due` is NULL", !gestalt_actor_due(f->p, 0, 0, NULL))                             \
    X(actor_live_null, "`nodes` is NULL",                                                          \
      gestalt_actor_live_nodes(f->p, 0, NULL, 9, &size, error) M)                                  \
    X(live_no_count, "`count` is NULL",                                                            \
      gestalt_actor_live_nodes(f->p, 0, node_ids, 1, NULL, error) M)                               \
    X(values_null, "`values` is NULL", gestalt_actor_values(f->p, 0, NULL, 9, error) M)            \
    X(counts_null, "`counts` is NULL",                                                             \
      gestalt_population_node_counts(f->p, 0, false, NULL, 9, error) M)                            \
    X(times_null, "`times` is NULL", gestalt_population_node_times(f->p, 0, NULL, 9, error) M)     \
    X(clock_null, "`clock` is NULL", gestalt_population_time_nodes(f->p, &no_timing, error) M)     \
    X(actor_group_null, "`group` is NULL", !gestalt_actor_group(f->p, 0, NULL))                    \
    X(shape_of_null, "`population` is NULL", !gestalt_population_shape(NULL, 0))                   \
    X(nodes_null, "`nodes` is NULL", gestalt_shape_nodes(f->shape, NULL, 9) == 0)                  \
    X(log_text_null, "`shape` is NULL", !gestalt_shape_log_text(NULL, 0))                          \
    X(persistents_null, "`shape` is NULL", gestalt_shape_persistent_count(NULL) == 0)              \
    X(create_null, "`options` is NULL", gestalt_population_create(NULL, &made, error) M)           \
    X(create_no_shape, "group 0 has no shape",                                                     \
      gestalt_population_create(OPTIONS(.lanes = 1), &made, error) M)                              \
    X(memory_null, "`size` is NULL",                                                               \
      gestalt_population_memory(OPTIONS(.group = {f->shape, f->host, NULL}), NULL, error) M)       \
    X(work_null, "`work` is NULL", RUNS(gestalt_population_run(f->p, 1, false, NULL, NULL)))       \
    X(rows_null, "`rows` is NULL", gestalt_rows_count(NULL) == 0)                                  \
    X(rows_no_ids, "`options->ids` is NULL",                                                       \
      gestalt_rows_create(ROW_OPTIONS(.population = f->p), &f->rows, error) M)                     \
    X(needs_null, "`shape` is NULL", gestalt_shape_needs(NULL, NULL, 1, &needs, error) M)          \
    X(compile_null, "`path` is NULL", gestalt_compile_file(NULL, NULL, &compiled, NULL, error) M)  \
    X(compile_text_null, "`text` is NULL",                                                         \
      gestalt_compile_text("a", NULL, 9, NULL, &compiled, NULL, error) M)                          \
    X(compile_no_shape, "`shape` is NULL",                                                         \
      gestalt_compile_text("a", "{}", 2, NULL, NULL, NULL, error) M)                               \
    X(name_null, "`shape` is NULL", !gestalt_shape_name(NULL))                                     \
    X(shape_save_null, "`shape` is NULL", gestalt_shape_save(NULL, "never.gst", error) M)          \
    X(shape_save_no_path, "`path` is NULL", gestalt_shape_save(f->shape, NULL, error) M)           \
    X(bytes_of_null, "`shape` is NULL", !gestalt_shape_image(NULL, NULL))                          \
    X(specification_null, "`shape` is NULL", !gestalt_shape_specification(NULL))                   \
    X(key_count_null, "`shape` is NULL", gestalt_shape_key_count(NULL) == 0)                       \
    X(function_count_null, "`shape` is NULL", gestalt_shape_function_count(NULL) == 0)             \
    X(word_null, "`word` is NULL", !gestalt_shape_key_value(f->shape, 0, NULL, &integer))          \
    X(place_null, "`place` is NULL", !gestalt_shape_node_place(f->shape, 0, NULL))                 \
    X(load_null_with, "`path` is NULL", gestalt_population_load_with(f->p, NULL, NULL, error) M)   \
    X(image_null, "`image` is NULL", gestalt_shape_load_memory(NULL, 9, NULL, &compiled, error) M) \
    X(show_null, "`writer.write` is NULL",                                                         \
      gestalt_shape_show(f->shape, GESTALT_SHOW_ASM, false, (gestalt_writer){0}, error) M)         \
    X(match_null, "`report` is NULL",                                                              \
      gestalt_shape_match(f->shape, f->other, NULL, 0, NULL, NULL, error) M)                       \
    X(next_call_null, "`call` is NULL", !gestalt_shape_next_call(f->shape, NULL))                  \
    X(given_early, "`call->next` is NULL",                                                         \
      gestalt_shape_given(f->shape, &call_of, "a", &value) == GESTALT_GIVEN_NOT)                   \
    X(host_create_null, "`host` is NULL", gestalt_host_create(NULL, NULL, error) M)                \
    X(host_find_null, "`name` is NULL", !gestalt_host_find(f->host, NULL))                         \
    X(gathered_take_null, "`call` is NULL", gestalt_gathered_take(NULL, NULL, 0) == 0)             \
    X(gathered_take_no_columns, "`columns` is NULL",                                               \
      gestalt_gathered_take(&(gestalt_gathered_call){0}, NULL, 1) == 0)                            \
    X(gathered_put_null, "`call` is NULL", (gestalt_gathered_put(NULL, NULL, 0), true))            \
    X(host_add_null, "`function` is NULL", gestalt_host_add(registry, NULL, error) M)              \
    X(host_add_no_name, "`function->name` is NULL",                                                \
      gestalt_host_add(registry, FUNCTION(.kind = GESTALT_DEFERRED), error) M)                     \
    X(recorder_null, "`description` is NULL",                                                      \
      gestalt_recorder_create(NULL, nowhere, NULL, &(gestalt_recorder *){0}, error) M)             \
    X(recording_null, "`path` is NULL",                                                            \
      gestalt_recording_open(NULL, NULL, &(gestalt_recording *){0}, error) M)                      \
    X(explain_null, "`code` is NULL", gestalt_explain(NULL, false, nowhere) M)                     \
    X(format_null, "`writer.write` is NULL",                                                       \
      gestalt_format_text("a", "{}", 2, NULL, (gestalt_writer){0}, NULL, error) M)                 \
    X(load_begin_null, "`head` is NULL",                                                           \
      gestalt_population_load_begin(f->p, NULL, 1, NULL, &loading, error) M)                       \
    X(loading_blocks_null, "`loading` is NULL", gestalt_loading_blocks(NULL, NULL, 0, 0, error) M) \
    X(loading_requests_null, "`loading` is NULL",                                                  \
      gestalt_loading_requests(NULL, GESTALT_SAVED_HELD, NULL, 0, error) M)                        \
    X(loading_finish_null, "`loading` is NULL", gestalt_loading_finish(NULL, error) M)             \
    X(loading_commit_null, "`loading` is NULL", RUNS(gestalt_loading_commit(NULL)))                \
    X(edit_begin_null, POPULATION_NULL, gestalt_population_edit_begin(NULL, NULL, NULL, error) M)  \
    X(edit_commit_null, "`editing` is NULL", RUNS(gestalt_population_edit_commit(NULL, NULL)))     \
    X(report_null, "`report` is NULL", gestalt_edit_report_new_node(NULL, 0) == 0)                 \
    X(diagnostics_null, "`diagnostics` is NULL", !gestalt_diagnostics_finish(NULL))

#define NUMBERS(X)                                                                                 \
    X(spawn_as_group, "no group 1", gestalt_population_spawn_as(f->p, 1, 99, 1, error) M)          \
    X(insert_as_group, "no group 1", gestalt_population_insert_as(f->p, 1, bytes, 9, 99, error) M) \
    X(insert_many_group, "no group 1",                                                             \
      gestalt_population_insert_many(f->p, groups_of, bytes, &size, NULL, 2, error) M)             \
    X(remove_group_group, "no group 1", gestalt_population_remove_group(f->p, 1, error) M)         \
    X(check_removal_group, "no group 1", gestalt_population_check_removal(f->p, 1, error) M)       \
    X(spawn_group, "no group 1", gestalt_population_spawn(f->p, 1, 1, NULL, error) M)              \
    X(key_group, "no group 9", !gestalt_population_key(f->p, 9, "n", &key))                        \
    X(read_shared_group, "no group 1",                                                             \
      gestalt_population_read_shared(f->p, 1, "s", &value, error) M)                               \
    X(write_shared_group, "no group 1",                                                            \
      gestalt_population_write_shared(f->p, 1, "s", one, error) M)                                 \
    X(read_shared_key_group, "no group 1",                                                         \
      gestalt_population_read_shared_key(f->p, 1, &key, &value, error) M)                          \
    X(write_shared_key_group, "no group 1",                                                        \
      gestalt_population_write_shared_key(f->p, 1, &key, one, error) M)                            \
    X(read_list_key_group, "no group 1",                                                           \
      gestalt_population_read_shared_list_key(f->p, 1, &list_key, &value, 1, &size, error) M)      \
    X(write_list_key_group, "no group 1",                                                          \
      gestalt_population_write_shared_list_key(f->p, 1, &list_key, &value, 1, error) M)            \
    X(count_group_group, "no group 1", gestalt_population_count_group(f->p, 1, true, error) M)     \
    X(watch_add_group_group, "no group 1", gestalt_watch_add_group(f->watch, 1, error) M)          \
    X(watch_remove_group_group, "no group 1", gestalt_watch_remove_group(f->watch, 1, error) M)    \
    X(watch_nodes_group, "no group 1", gestalt_watch_nodes(f->watch, 1, NULL, 0, error) M)         \
    X(write_key_type, "9 is not the type",                                                         \
      gestalt_population_write_key(f->p, 0, &key, BAD_TYPE, error) M)                              \
    X(block_group, "no group 1", !gestalt_population_block(f->p, 1, 0, &block))                    \
    X(adjacent_group, "no group 1", gestalt_population_adjacent_blocks(f->p, 1, 0, &size) == 0)    \
    X(block_agents_group, "no group 1",                                                            \
      gestalt_population_block_agents(f->p, 1, 0, 0, NULL, &number, error) M)                      \
    X(block_count_group, "no group 1", gestalt_population_block_count(f->p, 1) == 0)               \
    X(read_list_group, "no group 1",                                                               \
      gestalt_population_read_shared_list(f->p, 1, "l", &value, 1, &size, error) M)                \
    X(write_list_group, "no group 1",                                                              \
      gestalt_population_write_shared_list(f->p, 1, "l", &value, 1, error) M)                      \
    X(list_block, "no block 99", !gestalt_population_list(f->p, 0, 99, key).counts)                \
    X(list_of_no_list, "not a list: call gestalt_population_column",                               \
      !gestalt_population_list(f->p, 0, 0, key).counts)                                            \
    X(column_of_list, "is a list: call gestalt_population_list",                                   \
      !gestalt_population_column(f->p, 0, 0, list_key).ints)                                       \
    X(column_block, "no block 99", !gestalt_population_column(f->p, 0, 99, key).ints)              \
    X(edit_group, "no group 3",                                                                    \
      gestalt_population_edit(f->p, EDIT(.group = 3, .shape = f->other), &report, error) M)        \
    X(insert_group, "no group 1", gestalt_population_insert(f->p, 1, bytes, 9, NULL, error) M)     \
    X(check_group, "no group 1", gestalt_actor_check(f->p, 1, bytes, 9, error) M)                  \
    X(finish_status, "3 is not a status",                                                          \
      gestalt_population_finish(f->p, 0, 2, BAD_STATUS, error) M)                                  \
    X(finish_launch_status, "3 is not a status",                                                   \
      gestalt_population_finish_launch(f->p, 0, 2, 0, BAD_STATUS, error) M)                        \
    X(finish_launches_status, "3 is not a status: set `status` of report 0",                       \
      gestalt_population_finish_launches(                                                          \
          f->p, &(gestalt_launch_report){.node = 2, .status = BAD_STATUS}, 1, NULL, error) M)      \
    X(finish_many_status, "3 is not a status: set `status` of report 0",                           \
      gestalt_population_finish_many(                                                              \
          f->p, &(gestalt_launch_report){.node = 2, .status = BAD_STATUS}, 1, error) M)            \
    X(kept_status, "3 is not a status",                                                            \
      gestalt_population_set_persistent(f->p, 0, "kept", BAD_STATUS, error) M)                     \
    X(write_element_type, "9 is not the type of a value: set `type` of element 0",                 \
      gestalt_population_write_list(f->p, 0, "l", &(gestalt_value){.type = (gestalt_type)9}, 1,    \
                                    error) M)                                                      \
    X(write_type, "9 is not the type", gestalt_population_write(f->p, 0, "n", BAD_TYPE, error) M)  \
    X(shape_key, "no key 3", !gestalt_shape_key_at(f->shape, 3).name)                              \
    X(shape_key_words, "no key 3", gestalt_shape_key_word_count(f->shape, 3) == 0)                 \
    X(shape_key_word, "no key 3", !gestalt_shape_key_word(f->shape, 3, 0))                         \
    X(shape_words, "no argument 0", gestalt_shape_argument_word_count(f->shape, 0, 0) == 0)        \
    X(shape_word, "no function 3", !gestalt_shape_argument_word(f->shape, 3, 0, 0))                \
    X(shape_place, "no node 99", !gestalt_shape_node_place(f->shape, 99, &place))                  \
    X(shape_function, "no function 3", !gestalt_shape_function_at(f->shape, 3).name)               \
    X(shape_argument, "no argument 0", !gestalt_shape_argument(f->shape, 0, 0).name)               \
    X(shape_node, "no node 99", !gestalt_shape_label(f->shape, 99, (char *)bytes, sizeof bytes))   \
    X(shape_log_text, "no node 99", !gestalt_shape_log_text(f->shape, 99))                         \
    X(shape_persistent, "no persistent status 1", !gestalt_shape_persistent_at(f->shape, 1))       \
    X(shape_nodes, "has 5 nodes", gestalt_shape_nodes(f->shape, nodes_of, 4) == 0)                 \
    X(counts_of_group, "no group 1",                                                               \
      gestalt_population_node_counts(f->p, 1, true, counts_of, 4, error) M)                        \
    X(times_of_group, "no group 1", gestalt_population_node_times(f->p, 1, times_of, 4, error) M)  \
    X(shape_of_group, "no group 1", !gestalt_population_shape(f->p, 1))                            \
    X(tick_late, "no tick has begun", gestalt_actor_tick(f->p, 0, error) M)                        \
    X(tick_block_late, "no tick has begun", gestalt_population_tick_block(f->p, 0, 0, error) M)    \
    X(end_late, "no tick has begun", gestalt_population_end(f->p, error) M)                        \
    X(step_begin_late, "no tick has begun", gestalt_actor_step_begin(f->p, 0, error) M)            \
    X(step_late, "gestalt_actor_step_begin", !gestalt_actor_step(f->p, &step))                     \
    X(step_end_late, "gestalt_actor_step_begin", gestalt_actor_step_end(f->p, error) M)            \
    X(host_held, "must not change",                                                                \
      gestalt_host_add(f->host, FUNCTION(.name = "a", .kind = GESTALT_DEFERRED), error) M)         \
    X(host_lone_held, "must not change", gestalt_host_add_lone(f->host, "batch", NULL, error) M)   \
    X(host_gone, "populations use the host", RUNS(gestalt_host_destroy(f->host)))                  \
    X(shape_gone, "populations use the shape", RUNS(gestalt_shape_destroy(f->shape)))

// ---- in the middle of a tick: each of these calls changes the population, or reads all of it

#define CHANGES(X)                                                                                 \
    X(busy_begin, , gestalt_population_begin(f->p, 5, error) M)                                    \
    X(busy_set_now, , gestalt_population_set_now(f->p, 5, error) M)                                \
    X(busy_spawn, , gestalt_population_spawn(f->p, 0, 1, NULL, error) M)                           \
    X(busy_spawn_as, , gestalt_population_spawn_as(f->p, 0, 99, 1, error) M)                       \
    X(busy_set_next_id, , gestalt_population_set_next_id(f->p, 99, error) M)                       \
    X(busy_insert_as, , gestalt_population_insert_as(f->p, 0, bytes, 9, 99, error) M)              \
    X(busy_insert_many, ,                                                                          \
      gestalt_population_insert_many(f->p, groups_of, bytes, &size, NULL, 0, error) M)             \
    X(busy_remove_many, , gestalt_population_remove_many(f->p, NULL, 0, error) M)                  \
    X(busy_edit_begin, ,                                                                           \
      gestalt_population_edit_begin(f->p, EDIT(.shape = f->other), &editing, error) M)             \
    X(busy_add_group, ,                                                                            \
      gestalt_population_add_group(f->p, &(gestalt_group){.shape = f->other}, NULL, error) M)      \
    X(busy_remove_group, , gestalt_population_remove_group(f->p, 0, error) M)                      \
    X(busy_check_removal, , gestalt_population_check_removal(f->p, 0, error) M)                    \
    X(busy_reopen, , gestalt_population_reopen(f->p, error) M)                                     \
    X(busy_despawn, , gestalt_population_despawn(f->p, 1, error) M)                                \
    X(busy_despawn_many, , gestalt_population_despawn_many(f->p, &number, 0, error) M)             \
    X(busy_cancel, , gestalt_population_cancel(f->p, 1, error) M)                                  \
    X(busy_remove, , gestalt_population_remove(f->p, 1, error) M)                                  \
    X(busy_insert, , gestalt_population_insert(f->p, 0, bytes, 9, NULL, error) M)                  \
    X(busy_inherit, , gestalt_population_inherit(f->p, &number, 0, 1, error) M)                    \
    X(busy_compact, , gestalt_population_compact(f->p, error) M)                                   \
    X(busy_edit, , gestalt_population_edit(f->p, EDIT(.shape = f->other), &report, error) M)       \
    X(busy_requests, , gestalt_population_requests(f->p, &requests, &number, error) M)             \
    X(busy_finish, , gestalt_population_finish(f->p, 0, 2, GESTALT_SUCCESS, error) M)              \
    X(busy_finish_launch, ,                                                                        \
      gestalt_population_finish_launch(f->p, 0, 2, 0, GESTALT_SUCCESS, error) M)                   \
    X(busy_finish_launches, , gestalt_population_finish_launches(f->p, NULL, 0, NULL, error) M)    \
    X(busy_finish_many, , gestalt_population_finish_many(f->p, NULL, 0, error) M)                  \
    X(busy_write, , gestalt_population_write(f->p, 0, "n", one, error) M)                          \
    X(busy_write_list, , gestalt_population_write_list(f->p, 0, "l", &one, 1, error) M)            \
    X(busy_write_shared_list, ,                                                                    \
      gestalt_population_write_shared_list(f->p, 0, "l", &one, 1, error) M)                        \
    X(busy_write_shared, , gestalt_population_write_shared(f->p, 0, "s", one, error) M)            \
    X(busy_write_key, , gestalt_population_write_key(f->p, 0, &key, one, error) M)                 \
    X(busy_write_keys, , gestalt_population_write_keys(f->p, &number, 1, &key, 1, &one, error) M)  \
    X(busy_write_shared_key, , gestalt_population_write_shared_key(f->p, 0, &key, one, error) M)   \
    X(busy_write_list_key, ,                                                                       \
      gestalt_population_write_list_key(f->p, 0, &list_key, &one, 1, error) M)                     \
    X(busy_write_shared_list_key, ,                                                                \
      gestalt_population_write_shared_list_key(f->p, 0, &list_key, &one, 1, error) M)              \
    X(busy_kept, , gestalt_population_set_persistent(f->p, 0, "kept", GESTALT_SUCCESS, error) M)   \
    X(busy_check, , RUNS(gestalt_population_check_attached(f->p, NULL, NULL)))                     \
    X(busy_rows, ,                                                                                 \
      gestalt_rows_create(ROW_OPTIONS(.population = f->p, .ids = f->ids), &f->rows, error) M)

// ---- the same calls, which are allowed while a tick is interrupted

#define GOES_ON(X)                                                                                 \
    X(busy_tick, , gestalt_population_tick(f->p, 5, error) M)                                      \
    X(busy_attach, , gestalt_population_attach(f->p, bytes, 9, error) M)                           \
    X(busy_save, , gestalt_population_save(f->p, "never.gss", error) M)                            \
    X(busy_save_to, , gestalt_population_save_to(f->p, nowhere, error) M)                          \
    X(busy_load, , gestalt_population_load(f->p, "never.gss", error) M)                            \
    X(busy_load_memory, , gestalt_population_load_memory(f->p, bytes, 9, error) M)                 \
    X(busy_keep, , gestalt_population_keep_values(f->p, NULL, error) M)                            \
    X(busy_load_begin, , gestalt_population_load_begin(f->p, "", 0, NULL, &loading, error) M)      \
    X(busy_save_head, , gestalt_population_save_head(f->p, nowhere, error) M)                      \
    X(busy_count, , gestalt_population_count_nodes(f->p, true, error) M)                           \
    X(busy_count_group, , gestalt_population_count_group(f->p, 0, true, error) M)                  \
    X(busy_watch_create, ,                                                                         \
      gestalt_watch_create(&(gestalt_watch_options){.population = f->p}, &watch, error) M)         \
    X(busy_watch_add, , gestalt_watch_add(f->watch, &number, 1, error) M)                          \
    X(busy_watch_remove, , gestalt_watch_remove(f->watch, &number, 1, error) M)                    \
    X(busy_watch_add_group, , gestalt_watch_add_group(f->watch, 0, error) M)                       \
    X(busy_watch_remove_group, , gestalt_watch_remove_group(f->watch, 0, error) M)                 \
    X(busy_watch_nodes, , gestalt_watch_nodes(f->watch, 0, NULL, 0, error) M)                      \
    X(busy_time, , gestalt_population_time_nodes(f->p, NULL, error) M)                             \
    X(busy_hooks, , RUNS(gestalt_population_hooks(f->p, NULL)))

#define TELLS(X)                                                                                   \
    X(busy_hash, , gestalt_population_hash(f->p, &number, error) M)                                \
    X(busy_hash_blocks, , gestalt_population_hash_blocks(f->p, 0, NULL, 0, &number, error) M)      \
    X(busy_launches, , gestalt_population_launches(f->p, &cursor, &launch, 1, &size, error) M)     \
    X(busy_live_nodes, , gestalt_population_live_nodes(f->p, &number, 1, node_ids, error) M)       \
    X(busy_live, , gestalt_actor_live_nodes(f->p, 0, node_ids, 1, &size, error) M)                 \
    X(busy_counts, , gestalt_population_node_counts(f->p, 0, true, counts_of, 4, error) M)         \
    X(busy_times, , gestalt_population_node_times(f->p, 0, times_of, 4, error) M)                  \
    X(busy_is_timed, , !gestalt_population_is_timed(f->p))                                         \
    X(busy_take, , gestalt_actor_take(f->p, 0, bytes, sizeof bytes, &size, error) M)               \
    X(busy_actor_tick, , gestalt_actor_tick(f->p, 0, error) M)                                     \
    X(busy_tick_block, , gestalt_population_tick_block(f->p, 0, 0, error) M)                       \
    X(busy_end, , gestalt_population_end(f->p, error) M)                                           \
    X(busy_step_begin, , gestalt_actor_step_begin(f->p, 0, error) M)                               \
    X(busy_run, , RUNS(gestalt_population_run(f->p, 1, false, work_nothing, NULL)))

#define DESTROYS(X)                                                                                \
    X(busy_destroy, , RUNS(gestalt_population_destroy(f->p)))                                      \
    X(busy_watch_destroy, , RUNS(gestalt_watch_destroy(f->watch)))

#define DEFINE(name, words, test)                                                                  \
    static bool name(fixture *f, gestalt_error *error)                                             \
    {                                                                                              \
        (void)f;                                                                                   \
        (void)error;                                                                               \
        return test;                                                                               \
    }
NULLS(DEFINE)
NUMBERS(DEFINE)
CHANGES(DEFINE)
GOES_ON(DEFINE)
TELLS(DEFINE)
DESTROYS(DEFINE)

typedef struct misuse_row {
    const char *text; // text of the call
    const char *words;
    misuse_call *call;
} misuse_row;

#define LIST(name, words, test) {#test, "" words, name},
static const misuse_row resting[] = {NULLS(LIST) NUMBERS(LIST)};
static const misuse_row held[] = {CHANGES(LIST)};
static const misuse_row changes[] = {CHANGES(LIST) GOES_ON(LIST)};
static const misuse_row tells[] = {TELLS(LIST)};
static const misuse_row destroys[] = {DESTROYS(LIST)};
#define COUNT(rows) (sizeof(rows) / sizeof *(rows))
_Static_assert(COUNT(resting) + COUNT(changes) + COUNT(tells) >= 60, "enough of them");

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

static void check_rows(fixture *f, const misuse_row *rows, size_t count, const char *words)
{
    for (size_t i = 0; i < count; i++)
        check_row(f, &rows[i], *rows[i].words ? rows[i].words : words);
}

// ---- tests

static void test_resting(void **state)
{
    (void)state;
    fixture f;
    start(&f, 64, 1);
    OK(gestalt_host_create(NULL, &registry, NULL));
    uint64_t hash = hash_of(&f);
    for (size_t i = 0; i < COUNT(resting); i++) {
        check_row(&f, &resting[i], resting[i].words);
        if (hash_of(&f) != hash)
            fail_msg("%s: the population is another", resting[i].text);
    }
    OK(gestalt_population_tick(f.p, 2, NULL));
    gestalt_host_destroy(registry);
    stop(&f);
}

// The functions that end the current tick or agent are allowed in this state.
static void test_open(void **state)
{
    (void)state;
    fixture f;
    start(&f, 8, 1);
    OK(gestalt_population_begin(f.p, 5, NULL));
    uint64_t hash = hash_of(&f);
    check_rows(&f, changes, COUNT(changes), "gestalt_population_end");
    assert_true(hash_of(&f) == hash);
    OK(gestalt_actor_step_begin(f.p, 3, NULL));
    check_rows(&f, changes, COUNT(changes), "gestalt_actor_step_end");
    check_rows(&f, tells, COUNT(tells), "gestalt_actor_step_end");
    OK(gestalt_actor_step_end(f.p, NULL));
    OK(gestalt_population_end(f.p, NULL));
    stop(&f);
}

// Calls that read, save and continue are allowed in this state.
static void test_interrupted(void **state)
{
    (void)state;
    fixture f;
    start(&f, 8, 1);
    gestalt_population_interrupt(f.p);
    assert_int_equal(gestalt_population_tick(f.p, 5, NULL), GESTALT_INTERRUPTED);
    uint64_t hash = hash_of(&f);
    check_rows(&f, held, COUNT(held), "a tick was interrupted");
    OK(gestalt_population_save_to(f.p, nowhere, NULL));
    OK(gestalt_population_attach(f.p, bytes, 9, NULL));
    number = 2;
    OK(gestalt_population_live_nodes(f.p, &number, 1, node_ids, NULL));
    assert_true(hash_of(&f) == hash);
    OK(gestalt_population_tick(f.p, 5, NULL));
    OK(gestalt_population_despawn(f.p, 1, NULL));
    gestalt_population_interrupt(f.p);
    assert_int_equal(gestalt_population_tick(f.p, 6, NULL), GESTALT_INTERRUPTED);
    stop(&f); // and destroys the population
}

// In a leaf function, which any of the threads may run.
static void check_in_leaf(fixture *f, const misuse_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        misused told;
        misused_begin(&told);
        f->in_leaf = rows[i].call;
        f->has_answered = false;
        f->error = (gestalt_error){0};
        OK(gestalt_population_tick(f->p, gestalt_population_now(f->p) + 1, NULL));
        f->in_leaf = NULL;
        misused_end();
        misused_check(&told, rows[i].text, "agents are being ticked", &f->error);
        assert_true(f->has_answered);
    }
}

static void test_in_leaves(void **state)
{
    (void)state;
    for (uint32_t lanes = 1; lanes <= 64; lanes *= 8) {
        fixture f, like;
        start(&f, lanes, 3);
        check_in_leaf(&f, changes, COUNT(changes));
        check_in_leaf(&f, tells, COUNT(tells));
        check_in_leaf(&f, destroys, COUNT(destroys));
        start(&like, lanes, 1);
        while (gestalt_population_ticks(like.p) < gestalt_population_ticks(f.p))
            OK(gestalt_population_tick(like.p, gestalt_population_now(like.p) + 1, NULL));
        assert_true(hash_of(&f) == hash_of(&like));
        stop(&like);
        stop(&f);
    }
}

// A leaf function may call everything that only reads one agent.
static bool reads(fixture *f, gestalt_error *error)
{
    return gestalt_population_read(f->p, TOLD_AGENT, "n", &value, error) == GESTALT_OK &&
           gestalt_population_has(f->p, TOLD_AGENT) && gestalt_population_count(f->p) == AGENTS &&
           gestalt_population_persistent(f->p, TOLD_AGENT, "kept", &status, error) == GESTALT_OK &&
           gestalt_population_key(f->p, 0, "n", &key) && gestalt_population_ticks(f->p) == 1 &&
           gestalt_population_now(f->p) == 2 && gestalt_population_block(f->p, 0, 0, &block) &&
           !gestalt_population_launch_argument_at(f->p, TOLD_AGENT, 2, 0, &argument);
}

static void test_reading(void **state)
{
    (void)state;
    fixture f;
    start(&f, 64, 2);
    f.in_leaf = reads;
    OK(gestalt_population_tick(f.p, 2, NULL));
    assert_true(f.has_answered);
    stop(&f);
}

// A cancellation calls the leaf function as well.
static void test_in_a_cancel(void **state)
{
    (void)state;
    fixture f;
    misused told;
    start(&f, 64, 1);
    misused_begin(&told);
    f.in_leaf = busy_cancel;
    OK(gestalt_population_cancel(f.p, TOLD_AGENT, NULL));
    assert_true(f.has_answered);
    f.in_leaf = NULL;
    OK(gestalt_population_tick(f.p, 2, NULL));
    f.in_leaf = busy_despawn;
    f.has_answered = false;
    OK(gestalt_population_despawn(f.p, TOLD_AGENT, NULL));
    misused_end();
    assert_true(f.has_answered);
    assert_int_equal(told.count, 2);
    assert_non_null(strstr(told.message, "inside another call"));
    stop(&f);
}

static void call_in_piece(void *user, uint32_t thread, uint64_t piece)
{
    fixture *f = user;
    (void)thread;
    gestalt_population_touch_block(f->p, 0, piece);
    if (piece == 1)
        f->has_answered = f->in_leaf(f, &f->error);
}

static void test_in_pieces(void **state)
{
    (void)state;
    fixture f;
    start(&f, 64, 2);
    uint64_t hash = hash_of(&f);
    for (size_t i = 0; i < COUNT(changes); i++) {
        misused told;
        misused_begin(&told);
        f.in_leaf = changes[i].call;
        f.has_answered = false;
        gestalt_population_run(f.p, 4, true, call_in_piece, &f);
        misused_end();
        misused_check(&told, changes[i].text, "gestalt_population_run is running", &f.error);
        assert_true(f.has_answered);
    }
    assert_true(hash_of(&f) == hash);
    f.in_leaf = NULL;
    stop(&f);
}

// Results of leaf functions for lanes that they were not called for, and invalid results.
static void test_answers(void **state)
{
    (void)state;
    fixture f, like;
    misused told;
    start(&f, 8, 1);
    start(&like, 8, 1);
    OK(gestalt_population_despawn(f.p, 5, NULL));
    OK(gestalt_population_despawn(like.p, 5, NULL));
    misused_begin(&told);
    f.beyond = like.beyond = UINT64_C(1) << 5;
    like.is_careful = true;
    OK(gestalt_population_tick(f.p, 2, NULL));
    OK(gestalt_population_tick(like.p, 2, NULL));
    assert_int_equal(told.count, 1);
    assert_string_equal(told.function, "batch");
    assert_non_null(strstr(told.message, "0x20 of node 3"));
    f.beyond = like.beyond = 0;
    f.answer = BAD_STATUS;
    OK(gestalt_population_tick(f.p, 3, NULL));
    OK(gestalt_population_tick(like.p, 3, NULL));
    misused_end();
    assert_int_equal(told.count, 2);
    assert_string_equal(told.function, "leaf");
    assert_non_null(strstr(told.message, "returned 3"));
    assert_true(hash_of(&f) == hash_of(&like));
    stop(&like);
    stop(&f);
}

// A leaf function that jumps out of a tick: the population is unusable. Every later
// call reports that, and its memory is never freed.
static fixture lost;

static void test_jump(void **state)
{
    (void)state;
    static jmp_buf out;
    start(&lost, 64, 1);
    lost.out = &out;
    if (!setjmp(out)) {
        (void)!gestalt_population_tick(lost.p, 2, NULL);
        fail_msg("the leaf function has not jumped");
    }
    lost.out = NULL;
    check_rows(&lost, changes, COUNT(changes), "left one by longjmp");
    check_rows(&lost, tells, COUNT(tells), "the population is unusable");
    check_rows(&lost, destroys, COUNT(destroys), "the population is unusable");
    assert_true(gestalt_population_has(lost.p, 1));
}

// Rows hold their population, and after an edit they hold the new shape instead of the old one.
static void test_holders(void **state)
{
    (void)state;
    fixture f;
    misused told;
    start(&f, 64, 1);
    gestalt_rows_options options = {.population = f.p, .ids = f.ids};
    OK(gestalt_rows_create(&options, &f.rows, NULL));
    misused_begin(&told);
    gestalt_population_destroy(f.p);
    misused_end();
    assert_int_equal(told.count, 1);
    assert_non_null(strstr(told.message, "rows, a world, or steering"));
    OK(gestalt_population_edit(f.p, &(gestalt_edit){.shape = f.other}, NULL, NULL));
    gestalt_shape_destroy(f.shape);
    f.shape = NULL;
    misused_begin(&told);
    gestalt_shape_destroy(f.other);
    misused_end();
    assert_int_equal(told.count, 1);
    stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resting),     cmocka_unit_test(test_open),
        cmocka_unit_test(test_interrupted), cmocka_unit_test(test_in_leaves),
        cmocka_unit_test(test_reading),     cmocka_unit_test(test_in_a_cancel),
        cmocka_unit_test(test_in_pieces),   cmocka_unit_test(test_answers),
        cmocka_unit_test(test_jump),        cmocka_unit_test(test_holders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
