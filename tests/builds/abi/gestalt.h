// SPDX-License-Identifier: MIT
// The public headers that programs were compiled with, made by `./dev update`.
// clang-format off
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifndef GESTALT_BASE_H
#define GESTALT_BASE_H
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error                                                                                             \
    "Gestalt needs a little-endian machine: images, snapshots and recordings are used as they lie in files."
#endif
#if UINTPTR_MAX < UINT64_MAX
#error "Gestalt needs a 64-bit machine: cohorts of agents are laid out for its pointers."
#endif
#if defined(__GNUC__)
#define GESTALT_API __attribute__((visibility("default")))
#else
#define GESTALT_API
#endif
#ifdef __cplusplus
extern "C" {
#endif
typedef enum gestalt_result {
    GESTALT_OK,
    GESTALT_REJECTED,
    GESTALT_BAD_FILE,
    GESTALT_BAD_ARGUMENT,
    GESTALT_IO,
    GESTALT_LIMIT,
    GESTALT_NO_MEMORY,
    GESTALT_STALE,
    GESTALT_MISUSE,
    GESTALT_INTERRUPTED,
} gestalt_result;
typedef enum gestalt_status {
    GESTALT_SUCCESS,
    GESTALT_FAILURE,
    GESTALT_RUNNING,
} gestalt_status;
typedef struct gestalt_error {
    gestalt_result result;
    uint64_t offset;
    char message[256];
} gestalt_error;
typedef struct gestalt_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} gestalt_allocator;
typedef struct gestalt_memory {
    void *block;
    size_t size;
    size_t used;
    size_t most;
    bool is_full;
    size_t last;
} gestalt_memory;
GESTALT_API gestalt_allocator gestalt_memory_allocator(gestalt_memory *memory);
typedef struct gestalt_writer {
    bool (*write)(void *user, const char *text, size_t size);
    void *user;
} gestalt_writer;
typedef void gestalt_misuse_handler(void *user, const char *function, const char *message);
GESTALT_API void gestalt_on_misuse(gestalt_misuse_handler *handler, void *user);
GESTALT_API gestalt_result gestalt_misuse(const char *function, const char *message,
                                          gestalt_error *error);
GESTALT_API const char *gestalt_version(void);
GESTALT_API const char *gestalt_result_text(gestalt_result result);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_SHAPE_H
#define GESTALT_SHAPE_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_shape gestalt_shape;
typedef struct gestalt_native gestalt_native;
typedef struct gestalt_specification {
    uint32_t item_count;
    uint32_t tree_end;
    uint32_t node_count;
    uint32_t number_columns;
    uint32_t bool_columns;
    uint32_t shared_number_columns;
    uint32_t shared_bool_columns;
    uint32_t live_capacity;
    uint32_t live_item_count;
    uint32_t bit_slots;
    uint32_t word_slots;
    uint32_t long_slots;
    uint32_t persistent_statuses;
    uint32_t named_persistents;
    uint32_t persistent_times;
    uint32_t undo_capacity;
    uint32_t guard_depth;
    uint32_t number_depth;
    uint32_t bool_depth;
    uint32_t shuffle_capacity;
    uint32_t draws;
    uint32_t host_count;
    uint64_t visit_bound;
} gestalt_specification;
GESTALT_API gestalt_result gestalt_shape_load(const char *path, const gestalt_allocator *allocator,
                                              gestalt_shape **shape, gestalt_error *error);
GESTALT_API gestalt_result gestalt_shape_load_memory(const void *image, size_t size,
                                                     const gestalt_allocator *allocator,
                                                     gestalt_shape **shape, gestalt_error *error);
GESTALT_API gestalt_result gestalt_shape_save(const gestalt_shape *shape, const char *path,
                                              gestalt_error *error);
GESTALT_API const void *gestalt_shape_image(const gestalt_shape *shape, size_t *size);
GESTALT_API const gestalt_specification *gestalt_shape_specification(const gestalt_shape *shape);
GESTALT_API const char *gestalt_shape_name(const gestalt_shape *shape);
typedef enum gestalt_show_form {
    GESTALT_SHOW_OUTLINE,
    GESTALT_SHOW_ASM,
    GESTALT_SHOW_DOT,
    GESTALT_SHOW_MERMAID,
    GESTALT_SHOW_JSON,
} gestalt_show_form;
GESTALT_API gestalt_result gestalt_shape_show(const gestalt_shape *shape, gestalt_show_form form,
                                              bool color, gestalt_writer writer,
                                              gestalt_error *error);
GESTALT_API void gestalt_shape_destroy(gestalt_shape *shape);
typedef enum gestalt_nodes_form {
    GESTALT_NODES_TEXT,
    GESTALT_NODES_JSON,
    GESTALT_NODES_MARKDOWN,
} gestalt_nodes_form;
GESTALT_API bool gestalt_nodes_write(gestalt_nodes_form form, bool color, gestalt_writer writer);
GESTALT_API bool gestalt_schema_write(gestalt_writer writer);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_HOST_H
#define GESTALT_HOST_H
#ifdef __cplusplus
extern "C" {
#endif
typedef enum gestalt_kind {
    GESTALT_IMMEDIATE,
    GESTALT_DEFERRED,
    GESTALT_PREDICATE,
} gestalt_kind;
typedef enum gestalt_type {
    GESTALT_BOOL,
    GESTALT_INT,
    GESTALT_FLOAT,
    GESTALT_VEC2,
    GESTALT_VEC3,
} gestalt_type;
typedef struct gestalt_value {
    gestalt_type type;
    union {
        bool boolean;
        int32_t integer;
        float number;
        float vector[3];
    };
} gestalt_value;
typedef struct gestalt_column {
    union {
        float *floats;
        int32_t *ints;
        uint64_t *bools;
    };
    float *y;
    float *z;
} gestalt_column;
typedef struct gestalt_key_place {
    uint32_t first, y, z;
} gestalt_key_place;
typedef struct gestalt_call {
    uint64_t lanes;
    uint64_t starting;
    bool cancelling;
    uint32_t lane_count;
    uint32_t node;
    int64_t now;
    uint64_t tick;
    uint64_t first_agent;
    const uint64_t *agents;
    const gestalt_column *arguments;
    const gestalt_key_place *places;
    void *memory;
    void *user;
    uint64_t succeeded;
    uint64_t failed;
    const char *error;
} gestalt_call;
static inline uint64_t gestalt_call_agent(const gestalt_call *call, unsigned lane)
{
    return call->agents ? call->agents[lane] : call->first_agent + lane;
}
static inline __attribute__((always_inline)) gestalt_column
gestalt_call_key(const gestalt_call *call, uint32_t key)
{
    unsigned char *memory = (unsigned char *)call->memory;
    gestalt_column column;
    column.floats = (float *)(void *)(memory + call->places[key].first);
    column.y = (float *)(void *)(memory + call->places[key].y);
    column.z = (float *)(void *)(memory + call->places[key].z);
    return column;
}
typedef void gestalt_batch_function(gestalt_call *call);
typedef struct gestalt_site {
    const gestalt_key_place *places;
    void *user;
    uint32_t node;
} gestalt_site;
enum { GESTALT_LONE_SUCCEEDED = 1, GESTALT_LONE_FAILED = 2 };
typedef uint32_t gestalt_lone_function(gestalt_call *call, const gestalt_site *site, void *memory,
                                       bool starting);
typedef enum gestalt_phase { GESTALT_START, GESTALT_RESUME, GESTALT_CANCEL } gestalt_phase;
typedef struct gestalt_single_call {
    gestalt_phase phase;
    uint64_t agent;
    uint32_t node;
    int64_t now;
    uint64_t tick;
    const gestalt_column *arguments;
    const gestalt_column *keys;
    void *user;
    const char *error;
} gestalt_single_call;
typedef gestalt_status gestalt_single_function(gestalt_single_call *call);
typedef struct gestalt_parameter {
    const char *name;
    gestalt_type type;
    bool by_key;
} gestalt_parameter;
typedef struct gestalt_function {
    const char *name;
    gestalt_kind kind;
    gestalt_batch_function *batch;
    gestalt_single_function *single;
    void *user;
    const gestalt_parameter *arguments;
    uint32_t argument_count;
    const gestalt_parameter *keys;
    uint32_t key_count;
} gestalt_function;
typedef enum gestalt_log_phase {
    GESTALT_LOG_START,
    GESTALT_LOG_SUCCESS,
    GESTALT_LOG_FAILURE,
    GESTALT_LOG_ABANDON,
} gestalt_log_phase;
typedef struct gestalt_host gestalt_host;
GESTALT_API gestalt_result gestalt_host_create(const gestalt_allocator *allocator,
                                               gestalt_host **host, gestalt_error *error);
GESTALT_API gestalt_result gestalt_host_add(gestalt_host *host, const gestalt_function *function,
                                            gestalt_error *error);
GESTALT_API gestalt_result gestalt_host_add_lone(gestalt_host *host, const char *name,
                                                 gestalt_lone_function *lone, gestalt_error *error);
GESTALT_API void gestalt_host_destroy(gestalt_host *host);
GESTALT_API const gestalt_function *gestalt_host_find(const gestalt_host *host, const char *name);
GESTALT_API uint32_t gestalt_host_misfits(const gestalt_host *host, const gestalt_shape *shape,
                                          gestalt_writer writer);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_POPULATION_H
#define GESTALT_POPULATION_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_population gestalt_population;
enum { GESTALT_STACK_NEEDED = 16 << 10 };
typedef struct gestalt_needs {
    uint32_t guards;
    uint64_t visits;
    size_t scratch_size;
    size_t linked_size;
    size_t stack_size;
} gestalt_needs;
GESTALT_API gestalt_result gestalt_shape_needs(const gestalt_shape *shape, const gestalt_host *host,
                                               uint32_t lanes, gestalt_needs *needs,
                                               gestalt_error *error);
typedef struct gestalt_group {
    const gestalt_shape *shape;
    const gestalt_host *host;
    const gestalt_native *native;
} gestalt_group;
typedef enum gestalt_states {
    GESTALT_STATES_AUTO,
    GESTALT_STATES_SPARSE,
    GESTALT_STATES_MASKS
} gestalt_states;
typedef struct gestalt_states_choice {
    gestalt_states form;
    gestalt_states asked;
    uint64_t sparse_size;
    uint64_t masks_size;
    uint64_t allowance;
} gestalt_states_choice;
typedef struct gestalt_population_options {
    gestalt_group group;
    const gestalt_group *groups;
    uint32_t group_count;
    uint32_t lanes;
    uint32_t threads;
    uint32_t grain;
    size_t stack_size;
    uint64_t capacity;
    uint64_t seed;
    int64_t start;
    const char *kernels;
    gestalt_states states;
    bool announces_writes;
    bool never_sleeps;
    bool interruptible;
    gestalt_allocator allocator;
} gestalt_population_options;
GESTALT_API gestalt_result gestalt_population_create(const gestalt_population_options *options,
                                                     gestalt_population **population,
                                                     gestalt_error *error);
GESTALT_API void gestalt_population_destroy(gestalt_population *population);
GESTALT_API gestalt_result gestalt_population_memory(const gestalt_population_options *options,
                                                     size_t *size, gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_spawn(gestalt_population *population, uint32_t group,
                                                    uint64_t count, uint64_t *first,
                                                    gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_despawn(gestalt_population *population,
                                                      uint64_t agent, gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_inherit(gestalt_population *population,
                                                      const uint64_t *parents, uint64_t first,
                                                      uint64_t count, gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_cancel(gestalt_population *population, uint64_t agent,
                                                     gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_compact(gestalt_population *population,
                                                      gestalt_error *error);
GESTALT_API uint64_t gestalt_population_count(const gestalt_population *population);
GESTALT_API bool gestalt_population_has(const gestalt_population *population, uint64_t agent);
GESTALT_API uint64_t gestalt_population_next(const gestalt_population *population, uint64_t agent);
GESTALT_API gestalt_status gestalt_population_status(const gestalt_population *population,
                                                     uint64_t agent);
GESTALT_API gestalt_result gestalt_population_tick(gestalt_population *population, int64_t now,
                                                   gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_begin(gestalt_population *population, int64_t now,
                                                    gestalt_error *error);
GESTALT_API gestalt_result gestalt_actor_tick(gestalt_population *population, uint64_t agent,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_tick_block(gestalt_population *population,
                                                         uint32_t group, uint64_t index,
                                                         gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_end(gestalt_population *population,
                                                  gestalt_error *error);
GESTALT_API void gestalt_population_interrupt(gestalt_population *population);
GESTALT_API bool gestalt_population_is_interrupted(const gestalt_population *population);
GESTALT_API bool gestalt_actor_is_done(const gestalt_population *population, uint64_t agent);
GESTALT_API gestalt_result gestalt_population_touch(gestalt_population *population, uint64_t agent,
                                                    gestalt_error *error);
GESTALT_API void gestalt_population_touch_block(gestalt_population *population, uint32_t group,
                                                uint64_t index);
GESTALT_API void gestalt_population_next_due(const gestalt_population *population, int64_t *now,
                                             uint64_t *tick);
GESTALT_API uint64_t gestalt_population_sleeping_count(const gestalt_population *population);
GESTALT_API uint64_t gestalt_population_slept_count(const gestalt_population *population);
typedef struct gestalt_kept {
    const char *name;
    uint32_t node;
} gestalt_kept;
typedef struct gestalt_guard {
    uint32_t node;
    bool waiting;
    bool can_roll_back;
    uint32_t round;
    uint32_t change_begin;
} gestalt_guard;
typedef struct gestalt_step {
    uint32_t node;
    gestalt_status status;
    const gestalt_guard *guards;
    uint32_t guard_count;
    const gestalt_kept *changes;
    uint32_t change_count;
} gestalt_step;
GESTALT_API gestalt_result gestalt_actor_step_begin(gestalt_population *population, uint64_t agent,
                                                    gestalt_error *error);
GESTALT_API bool gestalt_actor_step(gestalt_population *population, gestalt_step *step);
GESTALT_API gestalt_result gestalt_actor_step_end(gestalt_population *population,
                                                  gestalt_error *error);
GESTALT_API uint64_t gestalt_population_ticks(const gestalt_population *population);
GESTALT_API gestalt_result gestalt_population_set_now(gestalt_population *population, int64_t now,
                                                      gestalt_error *error);
GESTALT_API int64_t gestalt_population_now(const gestalt_population *population);
typedef struct gestalt_hooks {
    void (*enter)(void *user, uint64_t agent, uint32_t node, bool resuming);
    void (*leave)(void *user, uint64_t agent, uint32_t node, gestalt_status status);
    void (*cancel)(void *user, uint64_t agent, uint32_t node);
    void (*log)(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase);
    void (*range)(void *user, uint64_t agent, uint32_t node, uint32_t first, uint32_t end);
    void (*roll_back)(void *user, uint64_t agent, uint32_t node, gestalt_kept what);
    void *user;
} gestalt_hooks;
GESTALT_API gestalt_result gestalt_population_set_native(gestalt_population *population,
                                                         uint32_t group,
                                                         const gestalt_native *native,
                                                         gestalt_error *error);
GESTALT_API void gestalt_population_hooks(gestalt_population *population,
                                          const gestalt_hooks *hooks);
typedef void gestalt_work(void *user, uint32_t thread, uint64_t piece);
GESTALT_API void gestalt_population_run(const gestalt_population *population, uint64_t count,
                                        bool wake, gestalt_work *work, void *user);
GESTALT_API void gestalt_population_hold(const gestalt_population *population);
GESTALT_API void gestalt_population_release(const gestalt_population *population);
typedef struct gestalt_request {
    uint64_t agent;
    uint32_t node;
    uint16_t group;
    bool launch;
    const char *name;
    const char *resource;
    uint32_t launch_id;
} gestalt_request;
GESTALT_API gestalt_result gestalt_population_requests(gestalt_population *population,
                                                       const gestalt_request **requests,
                                                       uint64_t *count, gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_finish_launch(gestalt_population *population,
                                                            uint64_t agent, uint32_t node,
                                                            uint32_t launch_id,
                                                            gestalt_status status,
                                                            gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_finish(gestalt_population *population, uint64_t agent,
                                                     uint32_t node, gestalt_status status,
                                                     gestalt_error *error);
typedef struct gestalt_launch {
    uint64_t agent;
    uint32_t node;
    uint32_t launch_id;
    const char *name;
    const char *resource;
    uint32_t argument_count;
    uint16_t group;
    gestalt_status status;
} gestalt_launch;
typedef struct gestalt_launch_cursor {
    uint64_t agent;
    uint32_t node;
} gestalt_launch_cursor;
GESTALT_API gestalt_result gestalt_population_launches(const gestalt_population *population,
                                                       gestalt_launch_cursor *from,
                                                       gestalt_launch *launches, size_t capacity,
                                                       size_t *count, gestalt_error *error);
typedef struct gestalt_argument {
    const char *name;
    const char *key;
    char component;
    gestalt_value value;
} gestalt_argument;
GESTALT_API bool gestalt_population_launch_argument_at(const gestalt_population *population,
                                                       uint64_t agent, uint32_t node,
                                                       uint32_t index, gestalt_argument *argument);
GESTALT_API bool gestalt_population_launch_argument(const gestalt_population *population,
                                                    uint64_t agent, uint32_t node, const char *name,
                                                    gestalt_value *value);
typedef struct gestalt_key {
    gestalt_type type;
    bool shared;
    uint32_t column;
} gestalt_key;
GESTALT_API bool gestalt_population_key(const gestalt_population *population, uint32_t group,
                                        const char *name, gestalt_key *key);
GESTALT_API gestalt_result gestalt_population_read(const gestalt_population *population,
                                                   uint64_t agent, const char *name,
                                                   gestalt_value *value, gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_write(gestalt_population *population, uint64_t agent,
                                                    const char *name, gestalt_value value,
                                                    gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_read_shared(const gestalt_population *population,
                                                          uint32_t group, const char *name,
                                                          gestalt_value *value,
                                                          gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_write_shared(gestalt_population *population,
                                                           uint32_t group, const char *name,
                                                           gestalt_value value,
                                                           gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_persistent(const gestalt_population *population,
                                                         uint64_t agent, const char *name,
                                                         gestalt_status *status,
                                                         gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_set_persistent(gestalt_population *population,
                                                             uint64_t agent, const char *name,
                                                             gestalt_status status,
                                                             gestalt_error *error);
typedef struct gestalt_block {
    uint64_t lanes;
    uint32_t lane_count;
    uint64_t first_agent;
    const uint64_t *agents;
} gestalt_block;
GESTALT_API uint64_t gestalt_population_block_count(const gestalt_population *population,
                                                    uint32_t group);
GESTALT_API bool gestalt_population_block(const gestalt_population *population, uint32_t group,
                                          uint64_t index, gestalt_block *block);
GESTALT_API gestalt_column gestalt_population_column(gestalt_population *population, uint32_t group,
                                                     uint64_t index, gestalt_key key);
GESTALT_API gestalt_result gestalt_population_hash(const gestalt_population *population,
                                                   uint64_t *hash, gestalt_error *error);
#define GESTALT_NO_NODE UINT32_MAX
GESTALT_API gestalt_result gestalt_population_live_nodes(const gestalt_population *population,
                                                         const uint64_t *agents, uint64_t count,
                                                         uint32_t *nodes, gestalt_error *error);
GESTALT_API bool gestalt_actor_due(const gestalt_population *population, uint64_t agent,
                                   uint32_t node, int64_t *due);
GESTALT_API uint64_t gestalt_population_live_count(const gestalt_population *population);
GESTALT_API gestalt_result gestalt_population_states(const gestalt_population *population,
                                                     uint32_t group, gestalt_states_choice *choice,
                                                     gestalt_error *error);
GESTALT_API size_t gestalt_population_bytes(const gestalt_population *population,
                                            size_t *blackboards);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_ACTOR_H
#define GESTALT_ACTOR_H
#ifdef __cplusplus
extern "C" {
#endif
GESTALT_API size_t gestalt_actor_size_max(const gestalt_population *population, uint32_t group);
GESTALT_API gestalt_result gestalt_actor_take(const gestalt_population *population, uint64_t agent,
                                              void *bytes, size_t capacity, size_t *size,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_actor_check(const gestalt_population *population, uint32_t group,
                                               const void *bytes, size_t size,
                                               gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_insert(gestalt_population *population, uint32_t group,
                                                     const void *bytes, size_t size,
                                                     uint64_t *agent, gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_remove(gestalt_population *population, uint64_t agent,
                                                     gestalt_error *error);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_CALLS_H
#define GESTALT_CALLS_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_shape_key {
    const char *name;
    gestalt_type type;
    bool shared;
} gestalt_shape_key;
GESTALT_API uint32_t gestalt_shape_key_count(const gestalt_shape *shape);
GESTALT_API gestalt_shape_key gestalt_shape_key_at(const gestalt_shape *shape, uint32_t index);
GESTALT_API uint32_t gestalt_shape_key_word_count(const gestalt_shape *shape, uint32_t index);
GESTALT_API const char *gestalt_shape_key_word(const gestalt_shape *shape, uint32_t index,
                                               int32_t value);
GESTALT_API bool gestalt_shape_key_value(const gestalt_shape *shape, uint32_t index,
                                         const char *word, int32_t *value);
typedef struct gestalt_shape_function {
    const char *name;
    gestalt_kind kind;
    uint32_t argument_count;
} gestalt_shape_function;
GESTALT_API uint32_t gestalt_shape_function_count(const gestalt_shape *shape);
GESTALT_API gestalt_shape_function gestalt_shape_function_at(const gestalt_shape *shape,
                                                             uint32_t function);
GESTALT_API gestalt_parameter gestalt_shape_argument(const gestalt_shape *shape, uint32_t function,
                                                     uint32_t argument);
GESTALT_API uint32_t gestalt_shape_argument_word_count(const gestalt_shape *shape,
                                                       uint32_t function, uint32_t argument);
GESTALT_API const char *gestalt_shape_argument_word(const gestalt_shape *shape, uint32_t function,
                                                    uint32_t argument, int32_t value);
typedef struct gestalt_shape_call {
    uint32_t node;
    uint32_t function;
    uint32_t next;
} gestalt_shape_call;
GESTALT_API bool gestalt_shape_next_call(const gestalt_shape *shape, gestalt_shape_call *call);
typedef enum gestalt_given {
    GESTALT_GIVEN_NOT,
    GESTALT_GIVEN_CONSTANT,
    GESTALT_GIVEN_VALUE,
} gestalt_given;
GESTALT_API gestalt_given gestalt_shape_given(const gestalt_shape *shape,
                                              const gestalt_shape_call *call, const char *argument,
                                              gestalt_value *value);
typedef struct gestalt_shape_place {
    const char *file;
    uint32_t line, column;
} gestalt_shape_place;
GESTALT_API bool gestalt_shape_node_place(const gestalt_shape *shape, uint32_t node,
                                          gestalt_shape_place *place);
GESTALT_API bool gestalt_shape_label(const gestalt_shape *shape, uint32_t node, char *label,
                                     size_t capacity);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_DIAGNOSTICS_H
#define GESTALT_DIAGNOSTICS_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_diagnostics gestalt_diagnostics;
typedef enum gestalt_diagnostics_form {
    GESTALT_DIAGNOSTICS_HUMAN,
    GESTALT_DIAGNOSTICS_SHORT,
    GESTALT_DIAGNOSTICS_JSON,
} gestalt_diagnostics_form;
GESTALT_API uint32_t gestalt_diagnostics_error_count(const gestalt_diagnostics *diagnostics);
GESTALT_API uint32_t gestalt_diagnostics_warning_count(const gestalt_diagnostics *diagnostics);
GESTALT_API const char *gestalt_warning_code(const char *code);
GESTALT_API bool gestalt_diagnostics_silence(gestalt_diagnostics *diagnostics, const char *code);
GESTALT_API void gestalt_diagnostics_promote(gestalt_diagnostics *diagnostics);
GESTALT_API bool gestalt_diagnostics_first_error(const gestalt_diagnostics *diagnostics, char *text,
                                                 size_t size);
GESTALT_API bool gestalt_diagnostics_write(const gestalt_diagnostics *diagnostics,
                                           gestalt_diagnostics_form form, bool color,
                                           gestalt_writer writer);
GESTALT_API void gestalt_diagnostics_destroy(gestalt_diagnostics *diagnostics);
typedef struct gestalt_span {
    uint32_t source;
    uint32_t begin, end;
} gestalt_span;
typedef struct gestalt_diagnostic gestalt_diagnostic;
GESTALT_API gestalt_diagnostics *gestalt_diagnostics_create(const gestalt_allocator *allocator);
GESTALT_API bool gestalt_diagnostics_source(gestalt_diagnostics *diagnostics, const char *path,
                                            const char *text, size_t size, uint32_t *source);
GESTALT_API gestalt_diagnostic *gestalt_diagnostics_add(gestalt_diagnostics *diagnostics,
                                                        const char *code, gestalt_span place,
                                                        const char *message);
GESTALT_API bool gestalt_diagnostics_note(gestalt_diagnostics *diagnostics, gestalt_diagnostic *to,
                                          gestalt_span place, const char *message);
GESTALT_API bool gestalt_diagnostics_help(gestalt_diagnostics *diagnostics, gestalt_diagnostic *to,
                                          const char *message);
GESTALT_API bool gestalt_diagnostics_locate(gestalt_diagnostics *diagnostics, uint32_t source,
                                            uint32_t offset, uint32_t *line, uint32_t *column);
GESTALT_API bool gestalt_diagnostics_finish(gestalt_diagnostics *diagnostics);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_COMPILER_H
#define GESTALT_COMPILER_H
#ifdef __cplusplus
extern "C" {
#endif
typedef gestalt_result gestalt_include_reader(void *user, const char *path,
                                              const gestalt_allocator *allocator, char **text,
                                              size_t *size, gestalt_error *error);
typedef bool gestalt_key_argument(void *user, const char *function, const char *argument,
                                  gestalt_type *type);
typedef gestalt_result gestalt_document_listener(void *user, const char *path, const char *text,
                                                 size_t size, gestalt_error *error);
typedef struct gestalt_compile_options {
    gestalt_allocator allocator;
    const char *name;
    gestalt_include_reader *include;
    void *include_user;
    gestalt_key_argument *key_argument;
    void *key_argument_user;
    bool forbid_includes;
    bool include_files;
    bool warnings_are_errors;
    bool strip;
    uint32_t node_budget;
    uint32_t depth_limit;
    size_t size_limit;
    gestalt_document_listener *listener;
    void *listener_user;
} gestalt_compile_options;
GESTALT_API gestalt_result gestalt_compile_file(const char *path,
                                                const gestalt_compile_options *options,
                                                gestalt_shape **shape,
                                                gestalt_diagnostics **diagnostics,
                                                gestalt_error *error);
GESTALT_API gestalt_result gestalt_schema_write_file(const char *path,
                                                     const gestalt_compile_options *options,
                                                     gestalt_writer writer,
                                                     gestalt_diagnostics **diagnostics,
                                                     gestalt_error *error);
GESTALT_API gestalt_result gestalt_schema_write_text(
    const char *path, const char *text, size_t size, const gestalt_compile_options *options,
    gestalt_writer writer, gestalt_diagnostics **diagnostics, gestalt_error *error);
GESTALT_API gestalt_result gestalt_compile_text(const char *path, const char *text, size_t size,
                                                const gestalt_compile_options *options,
                                                gestalt_shape **shape,
                                                gestalt_diagnostics **diagnostics,
                                                gestalt_error *error);
GESTALT_API gestalt_result gestalt_compile_part(const char *path, const char *text, size_t size,
                                                size_t begin, size_t end,
                                                const gestalt_compile_options *options,
                                                gestalt_shape **shape,
                                                gestalt_diagnostics **diagnostics,
                                                gestalt_error *error);
GESTALT_API gestalt_result gestalt_format_text(const char *path, const char *text, size_t size,
                                               const gestalt_allocator *allocator,
                                               gestalt_writer writer,
                                               gestalt_diagnostics **diagnostics,
                                               gestalt_error *error);
GESTALT_API gestalt_result gestalt_explain(const char *code, bool color, gestalt_writer writer);
GESTALT_API const char *gestalt_explain_nearest(const char *code);
GESTALT_API gestalt_result gestalt_explain_list(bool json, bool color, gestalt_writer writer);
enum { GESTALT_NATIVE_NODES = 500 };
typedef struct gestalt_c_options {
    const char *name;
    const char *leaves;
    uint32_t node_limit;
} gestalt_c_options;
GESTALT_API gestalt_result gestalt_shape_write_c(const gestalt_shape *shape,
                                                 const gestalt_c_options *options,
                                                 gestalt_writer writer, gestalt_error *error);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_EDIT_H
#define GESTALT_EDIT_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_rename {
    const char *old_name;
    const char *new_name;
} gestalt_rename;
typedef struct gestalt_edit {
    uint32_t group;
    const gestalt_shape *shape;
    const gestalt_host *host;
    bool dry_run;
    const gestalt_rename *renames;
    uint32_t rename_count;
    const gestalt_native *native;
} gestalt_edit;
typedef struct gestalt_edit_report gestalt_edit_report;
GESTALT_API gestalt_result gestalt_population_edit(gestalt_population *population,
                                                   const gestalt_edit *edit,
                                                   gestalt_edit_report **report,
                                                   gestalt_error *error);
GESTALT_API gestalt_result gestalt_shape_match(const gestalt_shape *old_shape,
                                               const gestalt_shape *new_shape,
                                               const gestalt_rename *renames, uint32_t rename_count,
                                               const gestalt_allocator *allocator,
                                               gestalt_edit_report **report, gestalt_error *error);
GESTALT_API void gestalt_edit_report_destroy(gestalt_edit_report *report);
typedef enum gestalt_edit_reason {
    GESTALT_EDIT_SAME,
    GESTALT_EDIT_MATCHES,
    GESTALT_EDIT_NOTHING,
    GESTALT_EDIT_OTHER_TYPE,
    GESTALT_EDIT_OTHER_VERB,
    GESTALT_EDIT_BELOW,
} gestalt_edit_reason;
typedef struct gestalt_edit_node {
    uint32_t new_node;
    gestalt_edit_reason reason;
    bool may_stay;
} gestalt_edit_node;
GESTALT_API const gestalt_edit_node *gestalt_edit_report_nodes(const gestalt_edit_report *report,
                                                               uint32_t *count);
GESTALT_API uint32_t gestalt_edit_report_new_node(const gestalt_edit_report *report,
                                                  uint32_t old_node);
GESTALT_API uint32_t gestalt_edit_report_old_node(const gestalt_edit_report *report,
                                                  uint32_t new_node);
GESTALT_API const char *gestalt_edit_reason_text(gestalt_edit_reason reason);
typedef enum gestalt_edit_key_fate {
    GESTALT_EDIT_KEY_KEPT,
    GESTALT_EDIT_KEY_CONVERTED,
    GESTALT_EDIT_KEY_NEW,
    GESTALT_EDIT_KEY_GONE,
} gestalt_edit_key_fate;
typedef enum gestalt_edit_key_kind {
    GESTALT_EDIT_KEY,
    GESTALT_EDIT_SHARED_KEY,
    GESTALT_EDIT_PERSISTENT,
} gestalt_edit_key_kind;
typedef struct gestalt_edit_key {
    const char *old_name;
    const char *new_name;
    gestalt_edit_key_fate fate;
    gestalt_edit_key_kind kind;
} gestalt_edit_key;
GESTALT_API const gestalt_edit_key *gestalt_edit_report_keys(const gestalt_edit_report *report,
                                                             uint32_t *count);
typedef struct gestalt_edit_counts {
    uint64_t agents;
    uint64_t kept;
    uint64_t dropped;
    uint64_t cancels;
    uint64_t requests;
} gestalt_edit_counts;
GESTALT_API gestalt_edit_counts gestalt_edit_report_counts(const gestalt_edit_report *report);
GESTALT_API const gestalt_request *gestalt_edit_report_requests(const gestalt_edit_report *report,
                                                                uint64_t *count);
GESTALT_API uint64_t gestalt_shape_hash(const gestalt_shape *shape);
GESTALT_API uint64_t gestalt_shape_edit_hash(const gestalt_shape *shape);
typedef struct gestalt_load_options {
    const gestalt_group *old_shapes;
    uint32_t old_shape_count;
    const gestalt_rename *renames;
    uint32_t rename_count;
    gestalt_edit_report **reports;
} gestalt_load_options;
GESTALT_API gestalt_result gestalt_population_load_with(gestalt_population *population,
                                                        const char *path,
                                                        const gestalt_load_options *options,
                                                        gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_load_memory_with(gestalt_population *population,
                                                               const void *bytes, size_t size,
                                                               const gestalt_load_options *options,
                                                               gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_insert_with(gestalt_population *population,
                                                          uint32_t group, const void *bytes,
                                                          size_t size,
                                                          const gestalt_load_options *options,
                                                          uint64_t *agent, gestalt_error *error);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_EXPRESSION_H
#define GESTALT_EXPRESSION_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_expression gestalt_expression;
typedef struct gestalt_expression_name {
    bool is_constant;
    bool is_wrong;
    gestalt_value value;
    uint32_t number;
    uint32_t word_count;
    const char *const *words;
    const char *nearest;
} gestalt_expression_name;
typedef bool gestalt_expression_lookup(void *user, const char *name,
                                       gestalt_expression_name *meaning);
typedef void gestalt_expression_report(void *user, const char *code, uint32_t begin, uint32_t end,
                                       const char *message, const char *help);
typedef enum gestalt_expression_wanted {
    GESTALT_EXPRESSION_ANY,
    GESTALT_EXPRESSION_BOOL,
    GESTALT_EXPRESSION_INT,
    GESTALT_EXPRESSION_FLOAT,
} gestalt_expression_wanted;
typedef struct gestalt_expression_options {
    gestalt_allocator allocator;
    gestalt_expression_wanted wanted;
    const char *const *words;
    uint32_t word_count;
    bool varies;
    gestalt_expression_lookup *lookup;
    void *lookup_user;
    gestalt_expression_report *report;
    void *report_user;
} gestalt_expression_options;
GESTALT_API gestalt_result gestalt_expression_compile(const char *text, size_t size,
                                                      const gestalt_expression_options *options,
                                                      gestalt_expression **expression,
                                                      gestalt_error *error);
GESTALT_API void gestalt_expression_destroy(gestalt_expression *expression);
GESTALT_API gestalt_type gestalt_expression_type(const gestalt_expression *expression);
GESTALT_API bool gestalt_expression_constant(const gestalt_expression *expression,
                                             gestalt_value *value);
GESTALT_API uint64_t gestalt_expression_hash(const gestalt_expression *expression);
GESTALT_API uint32_t gestalt_expression_used_count(const gestalt_expression *expression);
GESTALT_API uint32_t gestalt_expression_used(const gestalt_expression *expression, uint32_t index);
typedef struct gestalt_expression_moment {
    float time, dt;
    int32_t tick, agent;
    uint64_t *random;
} gestalt_expression_moment;
GESTALT_API gestalt_value gestalt_expression_compute(const gestalt_expression *expression,
                                                     const gestalt_value *values,
                                                     const gestalt_expression_moment *moment);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_INSPECT_H
#define GESTALT_INSPECT_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_node {
    const char *type;
    const char *name;
    const char *text;
    uint32_t parent;
    uint32_t depth;
    uint32_t end;
} gestalt_node;
GESTALT_API uint32_t gestalt_shape_nodes(const gestalt_shape *shape, gestalt_node *nodes,
                                         size_t capacity);
GESTALT_API const char *gestalt_shape_log_text(const gestalt_shape *shape, uint32_t node);
GESTALT_API uint32_t gestalt_shape_persistent_count(const gestalt_shape *shape);
GESTALT_API const char *gestalt_shape_persistent_at(const gestalt_shape *shape, uint32_t index);
GESTALT_API const gestalt_shape *gestalt_population_shape(const gestalt_population *population,
                                                          uint32_t group);
GESTALT_API uint32_t gestalt_population_group_count(const gestalt_population *population);
GESTALT_API bool gestalt_actor_group(const gestalt_population *population, uint64_t agent,
                                     uint32_t *group);
GESTALT_API gestalt_result gestalt_actor_live_nodes(const gestalt_population *population,
                                                    uint64_t agent, uint32_t *nodes,
                                                    size_t capacity, size_t *count,
                                                    gestalt_error *error);
GESTALT_API gestalt_result gestalt_actor_values(const gestalt_population *population,
                                                uint64_t agent, gestalt_value *values,
                                                size_t capacity, gestalt_error *error);
enum { GESTALT_MASK_RUNNING, GESTALT_MASK_SUCCEEDED, GESTALT_MASK_NODES };
GESTALT_API uint32_t gestalt_population_masks(const gestalt_population *population, uint32_t group,
                                              uint32_t *masks, size_t capacity);
GESTALT_API bool gestalt_population_block_masks(const gestalt_population *population,
                                                uint32_t group, uint64_t index, uint64_t *masks,
                                                size_t capacity);
typedef struct gestalt_node_counts {
    uint64_t succeeded, failed;
    uint64_t running;
    uint64_t abandoned;
} gestalt_node_counts;
GESTALT_API gestalt_result gestalt_population_count_nodes(gestalt_population *population, bool on,
                                                          gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_node_counts(const gestalt_population *population,
                                                          uint32_t group, bool in_all,
                                                          gestalt_node_counts *counts,
                                                          size_t capacity, gestalt_error *error);
typedef uint64_t gestalt_clock(void *user);
typedef struct gestalt_timing {
    uint32_t every;
    gestalt_clock *clock;
    void *user;
} gestalt_timing;
typedef struct gestalt_node_times {
    uint64_t time;
    uint64_t answers;
    uint64_t agents;
} gestalt_node_times;
GESTALT_API gestalt_result gestalt_population_time_nodes(gestalt_population *population,
                                                         const gestalt_timing *timing,
                                                         gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_node_times(const gestalt_population *population,
                                                         uint32_t group, gestalt_node_times *times,
                                                         size_t capacity, gestalt_error *error);
GESTALT_API bool gestalt_population_is_timed(const gestalt_population *population);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_LIMITS_H
#define GESTALT_LIMITS_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_limits {
    size_t struct_size;
    uint64_t bytes;
    uint64_t nesting;
    uint64_t nodes;
    uint64_t items;
    uint64_t depth;
    uint64_t keys;
    uint64_t visits;
    uint64_t agents;
} gestalt_limits;
GESTALT_API void gestalt_limits_default(gestalt_limits *limits, size_t struct_size);
GESTALT_API void gestalt_limits_untrusted(gestalt_limits *limits, size_t struct_size);
GESTALT_API void gestalt_limits_compile(const gestalt_limits *limits,
                                        gestalt_compile_options *options);
GESTALT_API gestalt_result gestalt_shape_within(const gestalt_shape *shape,
                                                const gestalt_limits *limits, gestalt_error *error);
GESTALT_API gestalt_result gestalt_shape_load_within(const char *path, const gestalt_limits *limits,
                                                     const gestalt_allocator *allocator,
                                                     gestalt_shape **shape, gestalt_error *error);
GESTALT_API gestalt_result gestalt_shape_load_memory_within(const void *image, size_t size,
                                                            const gestalt_limits *limits,
                                                            const gestalt_allocator *allocator,
                                                            gestalt_shape **shape,
                                                            gestalt_error *error);
GESTALT_API void gestalt_host_set_limits(gestalt_host *host, const gestalt_limits *limits);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_PLUGIN_H
#define GESTALT_PLUGIN_H
#ifdef __cplusplus
extern "C" {
#endif
#define GESTALT_PLUGIN_ABI 2
typedef struct gestalt_plugin {
    uint32_t abi;
    gestalt_result (*add)(gestalt_host *host, gestalt_error *error);
    gestalt_result (*after_tick)(gestalt_population *population, gestalt_error *error);
    void (*stop)(void);
} gestalt_plugin;
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const gestalt_plugin *
gestalt_plugin_entry(void);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_RECORDING_H
#define GESTALT_RECORDING_H
#ifdef __cplusplus
extern "C" {
#endif
enum {
    GESTALT_RECORD_COLUMNS_MAX = 64,
    GESTALT_RECORD_GROUPS_MAX = 1 << 16,
    GESTALT_RECORD_NODES_MAX = 1 << 20,
    GESTALT_RECORD_GEOMETRY_MAX = 1 << 20,
    GESTALT_RECORD_WORDS_MAX = 1000,
    GESTALT_RECORD_NAME_MAX = 1000,
    GESTALT_RECORD_LIMIT_COLUMNS = 16,
};
typedef enum gestalt_record_type {
    GESTALT_RECORD_FLOAT,
    GESTALT_RECORD_INT,
    GESTALT_RECORD_BOOL,
    GESTALT_RECORD_NODE,
} gestalt_record_type;
typedef enum gestalt_record_coding {
    GESTALT_RECORD_EXACT,
    GESTALT_RECORD_RANGE,
    GESTALT_RECORD_CYCLE,
} gestalt_record_coding;
typedef struct gestalt_record_column {
    const char *name;
    const char *unit;
    gestalt_record_type type;
    gestalt_record_coding coding;
    float low, high;
    const char *const *words;
    uint32_t word_count;
} gestalt_record_column;
typedef enum gestalt_record_shape {
    GESTALT_RECORD_SHAPE_ANY,
    GESTALT_RECORD_SHAPE_CIRCLE,
    GESTALT_RECORD_SHAPE_SQUARE,
    GESTALT_RECORD_SHAPE_TRIANGLE,
    GESTALT_RECORD_SHAPE_CAR,
    GESTALT_RECORD_SHAPE_PLANE,
    GESTALT_RECORD_SHAPE_PERSON,
    GESTALT_RECORD_SHAPE_COUNT,
} gestalt_record_shape;
#define GESTALT_RECORD_RGB UINT32_C(0x80000000)
#define GESTALT_RECORD_LOOK(shape, color) ((uint32_t)(shape) << 24 | (color))
enum { GESTALT_RECORD_PALETTE = 16 };
typedef struct gestalt_record_group {
    const char *name;
    float radius;
    const char *const *nodes;
    uint32_t node_count;
    uint32_t look;
} gestalt_record_group;
typedef enum gestalt_record_geometry_kind {
    GESTALT_RECORD_PATH = 1,
    GESTALT_RECORD_LOOP,
    GESTALT_RECORD_CIRCLE,
    GESTALT_RECORD_POLYGON,
    GESTALT_RECORD_EDGE,
    GESTALT_RECORD_PLACE,
    GESTALT_RECORD_LIGHT,
} gestalt_record_geometry_kind;
typedef struct gestalt_record_geometry {
    gestalt_record_geometry_kind kind;
    const char *name;
    const float *points;
    uint32_t point_count;
    float radius;
} gestalt_record_geometry;
typedef enum gestalt_record_light {
    GESTALT_RECORD_LIGHT_OFF,
    GESTALT_RECORD_LIGHT_GREEN,
    GESTALT_RECORD_LIGHT_YELLOW,
    GESTALT_RECORD_LIGHT_RED,
    GESTALT_RECORD_LIGHT_COUNT,
} gestalt_record_light;
typedef struct gestalt_record_description {
    const char *name;
    uint32_t dimension;
    float low[3], high[3];
    bool periodic[3];
    int64_t dt;
    uint64_t seed;
    uint32_t every;
    uint32_t every_agent;
    const gestalt_record_column *columns;
    uint32_t column_count;
    const gestalt_record_group *groups;
    uint32_t group_count;
    const gestalt_record_geometry *geometry;
    uint32_t geometry_count;
} gestalt_record_description;
typedef struct gestalt_record_frame {
    uint64_t step;
    int64_t time;
    uint64_t count;
    const uint64_t *ids;
    const uint32_t *groups;
    const void *const *columns;
    const uint8_t *lights;
} gestalt_record_frame;
typedef struct gestalt_recorder gestalt_recorder;
GESTALT_API gestalt_result gestalt_recorder_create(const gestalt_record_description *description,
                                                   gestalt_writer sink,
                                                   const gestalt_allocator *allocator,
                                                   gestalt_recorder **recorder,
                                                   gestalt_error *error);
GESTALT_API bool gestalt_recorder_wants(const gestalt_recorder *recorder, uint64_t step);
GESTALT_API gestalt_result gestalt_recorder_frame(gestalt_recorder *recorder,
                                                  const gestalt_record_frame *frame,
                                                  gestalt_error *error);
GESTALT_API gestalt_result gestalt_recorder_finish(gestalt_recorder *recorder,
                                                   gestalt_error *error);
GESTALT_API void gestalt_recorder_set_owner(gestalt_recorder *recorder, const void *owner);
GESTALT_API const void *gestalt_recorder_owner(const gestalt_recorder *recorder);
GESTALT_API void gestalt_recorder_destroy(gestalt_recorder *recorder);
typedef struct gestalt_recording gestalt_recording;
GESTALT_API gestalt_result gestalt_recording_open(const char *path,
                                                  const gestalt_allocator *allocator,
                                                  gestalt_recording **recording,
                                                  gestalt_error *error);
GESTALT_API gestalt_result gestalt_recording_open_memory(const void *bytes, size_t size,
                                                         const gestalt_allocator *allocator,
                                                         gestalt_recording **recording,
                                                         gestalt_error *error);
typedef struct gestalt_record_source {
    gestalt_result (*read)(void *user, void *bytes, size_t size, size_t *count,
                           gestalt_error *error);
    void *user;
} gestalt_record_source;
GESTALT_API gestalt_result gestalt_recording_open_source(gestalt_record_source source,
                                                         const gestalt_allocator *allocator,
                                                         gestalt_recording **recording,
                                                         gestalt_error *error);
GESTALT_API void gestalt_recording_close(gestalt_recording *recording);
GESTALT_API void gestalt_recording_set_limits(gestalt_recording *recording,
                                              const gestalt_limits *limits);
GESTALT_API const gestalt_record_description *
gestalt_recording_description(const gestalt_recording *recording);
typedef enum gestalt_record_next {
    GESTALT_RECORD_HAS_FRAME,
    GESTALT_RECORD_AT_END,
    GESTALT_RECORD_CUT,
} gestalt_record_next;
GESTALT_API gestalt_result gestalt_recording_next(gestalt_recording *recording,
                                                  gestalt_record_next *next,
                                                  gestalt_record_frame *frame,
                                                  gestalt_error *error);
GESTALT_API gestalt_result gestalt_recording_skim(gestalt_recording *recording,
                                                  gestalt_record_next *next,
                                                  gestalt_record_frame *frame,
                                                  gestalt_error *error);
GESTALT_API uint64_t gestalt_recording_offset(const gestalt_recording *recording);
GESTALT_API uint32_t gestalt_record_column_index(const gestalt_record_description *description,
                                                 const char *name);
#define GESTALT_NO_WORD UINT32_MAX
GESTALT_API const char *gestalt_record_word(const gestalt_record_column *column, uint32_t value);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_ROWS_H
#define GESTALT_ROWS_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_rows gestalt_rows;
typedef struct gestalt_rows_options {
    gestalt_population *population;
    const uint64_t *most;
    uint64_t *ids;
    gestalt_allocator allocator;
} gestalt_rows_options;
GESTALT_API void gestalt_rows_keep_agents(gestalt_population *population);
GESTALT_API gestalt_result gestalt_rows_create(const gestalt_rows_options *options,
                                               gestalt_rows **rows, gestalt_error *error);
GESTALT_API void gestalt_rows_destroy(gestalt_rows *rows);
GESTALT_API bool gestalt_rows_add(gestalt_rows *rows, void *column, size_t stride, bool inherited);
GESTALT_API uint32_t gestalt_rows_count(const gestalt_rows *rows);
GESTALT_API uint32_t gestalt_rows_capacity(const gestalt_rows *rows);
GESTALT_API void gestalt_rows_group(const gestalt_rows *rows, uint32_t group, uint32_t *begin,
                                    uint32_t *end);
GESTALT_API uint32_t gestalt_rows_find(const gestalt_rows *rows, uint64_t agent);
GESTALT_API uint32_t gestalt_rows_find_in(const gestalt_rows *rows, uint32_t group, uint64_t agent);
GESTALT_API void gestalt_rows_leave(gestalt_rows *rows, uint32_t row);
GESTALT_API bool gestalt_rows_is_leaving(const gestalt_rows *rows, uint32_t row);
typedef enum gestalt_breeding {
    GESTALT_BREEDING,
    GESTALT_BREEDING_ALREADY,
    GESTALT_BREEDING_FIXED,
    GESTALT_BREEDING_FULL,
} gestalt_breeding;
GESTALT_API gestalt_breeding gestalt_rows_breed(gestalt_rows *rows, uint32_t row, uint32_t group);
typedef struct gestalt_rows_changes {
    bool any;
    uint32_t first_group;
    const uint32_t *born;
    const uint32_t *gone;
    const uint32_t *refused;
    const uint64_t *parents;
} gestalt_rows_changes;
GESTALT_API gestalt_result gestalt_rows_change(gestalt_rows *rows, uint64_t seed, uint64_t round,
                                               gestalt_rows_changes *changes, gestalt_error *error);
GESTALT_API void gestalt_rows_restore(gestalt_rows *rows, const uint64_t *counts);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_SNAPSHOT_H
#define GESTALT_SNAPSHOT_H
#ifdef __cplusplus
extern "C" {
#endif
GESTALT_API gestalt_result gestalt_population_attach(gestalt_population *population,
                                                     const void *bytes, size_t size,
                                                     gestalt_error *error);
GESTALT_API const void *gestalt_population_attached(const gestalt_population *population,
                                                    size_t *size);
typedef gestalt_result gestalt_attached_check(void *user, const gestalt_population *read,
                                              gestalt_error *error);
GESTALT_API void gestalt_population_check_attached(gestalt_population *population,
                                                   gestalt_attached_check *check, void *user);
GESTALT_API gestalt_result gestalt_population_save(gestalt_population *population, const char *path,
                                                   gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_save_to(gestalt_population *population,
                                                      gestalt_writer writer, gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_load(gestalt_population *population, const char *path,
                                                   gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_load_memory(gestalt_population *population,
                                                          const void *bytes, size_t size,
                                                          gestalt_error *error);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_VERSION_H
#define GESTALT_VERSION_H
#define GESTALT_VERSION       "0.1.0"
#define GESTALT_VERSION_MAJOR 0
#define GESTALT_VERSION_MINOR 1
#define GESTALT_VERSION_PATCH 0
#endif
#ifndef GESTALT_H
#define GESTALT_H
#endif
#ifndef GESTALT_RECORDER_H
#define GESTALT_RECORDER_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_tree_recorder gestalt_tree_recorder;
typedef struct gestalt_tree_recorder_options {
    gestalt_population *population;
    gestalt_writer sink;
    const char *name;
    const char *const *groups;
    uint32_t every;
    const char *const *keys;
    uint32_t key_count;
    gestalt_allocator allocator;
} gestalt_tree_recorder_options;
GESTALT_API gestalt_result
gestalt_tree_recorder_create(const gestalt_tree_recorder_options *options,
                             gestalt_tree_recorder **recorder, gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recorder_create_asking(
    const gestalt_tree_recorder_options *options, const char *const *expressions, uint32_t count,
    gestalt_tree_recorder **recorder, gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recorder_tick(gestalt_tree_recorder *recorder,
                                                      gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recorder_watch(gestalt_tree_recorder *recorder,
                                                       uint64_t agent, gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recorder_watch_if(gestalt_tree_recorder *recorder,
                                                          const char *condition,
                                                          gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recorder_watch_node(gestalt_tree_recorder *recorder,
                                                            const char *node, gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recorder_frame(gestalt_tree_recorder *recorder,
                                                       gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recorder_follow(gestalt_tree_recorder *recorder,
                                                        gestalt_population *population,
                                                        gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recorder_finish(gestalt_tree_recorder *recorder,
                                                        gestalt_error *error);
GESTALT_API void gestalt_tree_recorder_destroy(gestalt_tree_recorder *recorder);
typedef struct gestalt_tree_recording gestalt_tree_recording;
GESTALT_API gestalt_result gestalt_tree_recording_open(const char *path,
                                                       const gestalt_allocator *allocator,
                                                       gestalt_tree_recording **recording,
                                                       gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recording_open_memory(const void *bytes, size_t size,
                                                              const gestalt_allocator *allocator,
                                                              gestalt_tree_recording **recording,
                                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recording_open_source(gestalt_record_source source,
                                                              const gestalt_allocator *allocator,
                                                              gestalt_tree_recording **recording,
                                                              gestalt_error *error);
GESTALT_API void gestalt_tree_recording_close(gestalt_tree_recording *recording);
GESTALT_API void gestalt_tree_recording_set_limits(gestalt_tree_recording *recording,
                                                   const gestalt_limits *limits);
typedef struct gestalt_tree_description {
    const char *name;
    uint32_t every;
    uint32_t group_count;
} gestalt_tree_description;
GESTALT_API const gestalt_tree_description *
gestalt_tree_recording_description(const gestalt_tree_recording *recording);
typedef struct gestalt_tree_node {
    const char *type;
    const char *name;
    const char *label;
    uint32_t parent;
    uint32_t mask;
} gestalt_tree_node;
typedef struct gestalt_tree_key {
    const char *name;
    gestalt_type type;
    uint32_t index;
    const char *const *words;
    uint32_t word_count;
} gestalt_tree_key;
typedef struct gestalt_tree_group {
    const char *name;
    const char *tree;
    const gestalt_tree_node *nodes;
    const gestalt_tree_key *keys;
    uint32_t node_count, key_count;
    uint32_t mask_count;
    uint32_t column_count;
    uint64_t block_count;
    const gestalt_node_counts *counts;
} gestalt_tree_group;
GESTALT_API bool gestalt_tree_recording_group(const gestalt_tree_recording *recording,
                                              uint32_t group, gestalt_tree_group *description);
GESTALT_API uint64_t gestalt_tree_recording_version(const gestalt_tree_recording *recording,
                                                    uint32_t group);
typedef struct gestalt_tree_shared {
    const char *name;
    gestalt_value value;
    const char *const *words;
    uint32_t word_count;
} gestalt_tree_shared;
GESTALT_API bool gestalt_tree_recording_shared(const gestalt_tree_recording *recording,
                                               uint32_t group, uint32_t index,
                                               gestalt_tree_shared *key);
typedef struct gestalt_tree_block {
    uint64_t lanes;
    const uint64_t *agents;
    const uint64_t *masks;
    const uint32_t *
        columns;
} gestalt_tree_block;
GESTALT_API bool gestalt_tree_recording_block(const gestalt_tree_recording *recording,
                                              uint32_t group, uint64_t index,
                                              gestalt_tree_block *block);
GESTALT_API bool gestalt_tree_recording_find(const gestalt_tree_recording *recording,
                                             uint64_t agent, uint32_t *group, uint64_t *block,
                                             uint32_t *lane);
GESTALT_API gestalt_result gestalt_tree_recording_at(const gestalt_tree_recording *recording,
                                                     uint32_t group, uint64_t *agents,
                                                     size_t capacity, gestalt_error *error);
typedef enum gestalt_tree_step_kind {
    GESTALT_TREE_ENTERED,
    GESTALT_TREE_RESUMED,
    GESTALT_TREE_SUCCEEDED,
    GESTALT_TREE_FAILED,
    GESTALT_TREE_RAN,
    GESTALT_TREE_ABANDONED,
    GESTALT_TREE_ROLLED_BACK,
    GESTALT_TREE_STEP_COUNT,
} gestalt_tree_step_kind;
typedef struct gestalt_tree_step {
    uint64_t agent;
    uint32_t node;
    uint32_t group;
    gestalt_tree_step_kind kind;
} gestalt_tree_step;
GESTALT_API const char *gestalt_tree_recording_asked(const gestalt_tree_recording *recording,
                                                     uint32_t index);
GESTALT_API bool gestalt_tree_recording_asked_value(const gestalt_tree_recording *recording,
                                                    uint64_t step, uint32_t asked,
                                                    gestalt_value *value);
typedef enum gestalt_tree_next {
    GESTALT_TREE_HAS_FRAME,
    GESTALT_TREE_HAS_STEPS,
    GESTALT_TREE_AT_END,
    GESTALT_TREE_CUT,
} gestalt_tree_next;
typedef struct gestalt_tree_frame {
    uint64_t tick;
    int64_t time;
    uint64_t agents;
    uint64_t born, gone;
    uint32_t edits;
    const gestalt_tree_step *steps;
    uint64_t step_count;
} gestalt_tree_frame;
GESTALT_API gestalt_result gestalt_tree_recording_next(gestalt_tree_recording *recording,
                                                       gestalt_tree_next *next,
                                                       gestalt_tree_frame *frame,
                                                       gestalt_error *error);
GESTALT_API uint64_t gestalt_tree_recording_offset(const gestalt_tree_recording *recording);
typedef struct gestalt_tree_copier gestalt_tree_copier;
typedef struct gestalt_tree_copier_options {
    const gestalt_tree_recording *recording;
    gestalt_writer sink;
    bool (*wants)(void *user, uint64_t agent);
    void *user;
    gestalt_allocator allocator;
} gestalt_tree_copier_options;
GESTALT_API gestalt_result gestalt_tree_copier_create(const gestalt_tree_copier_options *options,
                                                      gestalt_tree_copier **copier,
                                                      gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_copier_take(gestalt_tree_copier *copier,
                                                    gestalt_tree_next what,
                                                    const gestalt_tree_frame *frame,
                                                    gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_copier_skip(gestalt_tree_copier *copier,
                                                    gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_copier_finish(gestalt_tree_copier *copier,
                                                      gestalt_error *error);
GESTALT_API void gestalt_tree_copier_destroy(gestalt_tree_copier *copier);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_WORLDS_WORLD_H
#define GESTALT_WORLDS_WORLD_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_scene gestalt_scene;
typedef struct gestalt_world gestalt_world;
typedef struct gestalt_world_function gestalt_world_function;
typedef struct gestalt_world_part gestalt_world_part;
typedef struct gestalt_scene_findings {
    gestalt_diagnostics **list;
    uint32_t count, capacity;
} gestalt_scene_findings;
typedef struct gestalt_scene_options {
    gestalt_allocator allocator;
    const char *folder;
    const char *name;
    gestalt_compile_options compile;
    const gestalt_world_function *functions;
    const gestalt_world_part *const *parts;
} gestalt_scene_options;
GESTALT_API bool gestalt_scene_is(const char *text, size_t size);
GESTALT_API gestalt_result gestalt_scene_read(const char *path, const char *text, size_t size,
                                              const gestalt_scene_options *options,
                                              gestalt_scene **scene,
                                              gestalt_scene_findings *findings,
                                              gestalt_error *error);
typedef struct gestalt_scene_tree {
    const char *group;
    const char *path;
} gestalt_scene_tree;
GESTALT_API gestalt_result gestalt_scene_read_edited(
    const char *path, const char *text, size_t size, const gestalt_scene_options *options,
    const gestalt_scene_tree *trees, uint32_t tree_count, gestalt_scene **scene,
    gestalt_scene_findings *findings, gestalt_error *error);
typedef struct gestalt_scene_setting {
    const char *path, *value;
} gestalt_scene_setting;
GESTALT_API gestalt_result gestalt_scene_change(const char *text, size_t size,
                                                const gestalt_scene_setting *settings,
                                                uint32_t setting_count,
                                                const gestalt_allocator *allocator,
                                                gestalt_writer writer, gestalt_error *error);
GESTALT_API gestalt_result gestalt_scene_read_file(const char *path,
                                                   const gestalt_scene_options *options,
                                                   gestalt_scene **scene,
                                                   gestalt_scene_findings *findings,
                                                   gestalt_error *error);
GESTALT_API bool gestalt_scene_findings_write(const gestalt_scene_findings *findings,
                                              gestalt_diagnostics_form form, bool color,
                                              gestalt_writer writer);
GESTALT_API void gestalt_scene_findings_release(gestalt_scene_findings *findings,
                                                const gestalt_allocator *allocator);
GESTALT_API void gestalt_scene_destroy(gestalt_scene *scene);
typedef struct gestalt_scene_facts {
    const char *name;
    uint32_t dimensions;
    uint32_t group_count;
    uint64_t agent_count;
    uint64_t steps;
    uint64_t seed;
    int64_t dt;
} gestalt_scene_facts;
GESTALT_API gestalt_scene_facts gestalt_scene_tell(const gestalt_scene *scene);
GESTALT_API void gestalt_scene_set_limits(gestalt_scene *scene, const gestalt_limits *limits);
typedef struct gestalt_scene_group {
    const char *name;
    const gestalt_shape *shape;
    uint64_t count;
    uint64_t most;
} gestalt_scene_group;
GESTALT_API gestalt_scene_group gestalt_scene_group_at(const gestalt_scene *scene, uint32_t index);
GESTALT_API bool gestalt_scene_reference(gestalt_writer writer);
GESTALT_API bool gestalt_scene_schema(gestalt_writer writer);
typedef struct gestalt_world_options {
    gestalt_allocator allocator;
    uint32_t threads;
    size_t stack_size;
    uint32_t lanes;
    bool interruptible;
    const char *kernels;
    const uint64_t *seed;
} gestalt_world_options;
GESTALT_API gestalt_result gestalt_world_create(const gestalt_scene *scene,
                                                const gestalt_world_options *options,
                                                gestalt_world **world, gestalt_error *error);
GESTALT_API void gestalt_world_destroy(gestalt_world *world);
GESTALT_API gestalt_result gestalt_world_step(gestalt_world *world, gestalt_error *error);
typedef gestalt_result gestalt_world_ticker(void *user, gestalt_population *population, int64_t now,
                                            gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_step_by(gestalt_world *world, gestalt_world_ticker *ticker,
                                                 void *user, gestalt_error *error);
GESTALT_API void gestalt_world_interrupt(gestalt_world *world);
GESTALT_API uint64_t gestalt_world_steps(const gestalt_world *world);
GESTALT_API gestalt_population *gestalt_world_population(gestalt_world *world);
typedef struct gestalt_world_columns {
    uint32_t count;
    const uint64_t *id;
    const float *position[3], *velocity[3];
    const float *max_speed;
} gestalt_world_columns;
GESTALT_API gestalt_world_columns gestalt_world_columns_of(const gestalt_world *world);
GESTALT_API uint32_t gestalt_world_find(const gestalt_world *world, uint64_t agent);
GESTALT_API void gestalt_world_group(const gestalt_world *world, uint32_t group, uint32_t *begin,
                                     uint32_t *end);
enum { GESTALT_OUTCOME_ROWS = 256, GESTALT_OUTCOME_NAME = 64 };
typedef struct gestalt_outcome_row {
    char name[GESTALT_OUTCOME_NAME];
    bool is_count;
    bool is_of_moment;
    uint64_t count;
    double number;
} gestalt_outcome_row;
typedef struct gestalt_outcome {
    uint32_t count;
    gestalt_outcome_row rows[GESTALT_OUTCOME_ROWS];
} gestalt_outcome;
GESTALT_API void gestalt_world_measure(gestalt_world *world, gestalt_outcome *outcome);
GESTALT_API const gestalt_outcome_row *gestalt_outcome_find(const gestalt_outcome *outcome,
                                                            const char *name);
GESTALT_API void gestalt_outcome_of_moment(gestalt_outcome *outcome);
typedef struct gestalt_scene_report {
    const char *name, *value;
    gestalt_type type;
    uint64_t every;
} gestalt_scene_report;
GESTALT_API const char *gestalt_scene_until(const gestalt_scene *scene);
GESTALT_API uint32_t gestalt_scene_report_count(const gestalt_scene *scene);
GESTALT_API gestalt_scene_report gestalt_scene_report_at(const gestalt_scene *scene,
                                                         uint32_t index);
GESTALT_API double gestalt_world_report(gestalt_world *world, uint32_t report);
GESTALT_API bool gestalt_world_is_done(gestalt_world *world);
GESTALT_API gestalt_result gestalt_world_hash(const gestalt_world *world, uint64_t *hash,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_save(gestalt_world *world, const char *path,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_save_to(gestalt_world *world, gestalt_writer writer,
                                                 gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_load(gestalt_world *world, const char *path,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_load_memory(gestalt_world *world, const void *bytes,
                                                     size_t size, gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_load_with(gestalt_world *world, const char *path,
                                                   const gestalt_load_options *options,
                                                   gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_edit(gestalt_world *world, const gestalt_scene *scene,
                                              const gestalt_world_options *options,
                                              const gestalt_rename *renames, uint32_t rename_count,
                                              gestalt_world **edited, gestalt_edit_report **reports,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_record(const gestalt_world *world, uint64_t every,
                                                gestalt_writer sink, gestalt_recorder **recorder,
                                                gestalt_error *error);
GESTALT_API gestalt_result gestalt_world_frame(const gestalt_world *world,
                                               gestalt_recorder *recorder, gestalt_error *error);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_WORLDS_PART_H
#define GESTALT_WORLDS_PART_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gestalt_world_argument {
    const char *name;
    gestalt_type type;
    bool by_key;
    bool required;
    float otherwise;
    const char *doc;
    bool is_reach;
} gestalt_world_argument;
enum { GESTALT_WORLD_ARGUMENTS = 10 };
typedef enum gestalt_world_uses {
    GESTALT_WORLD_ACTION = 1,
    GESTALT_WORLD_PREDICATE = 2,
    GESTALT_WORLD_SENSOR = GESTALT_WORLD_ACTION | GESTALT_WORLD_PREDICATE,
} gestalt_world_uses;
struct gestalt_world_function {
    const char *name;
    gestalt_world_uses uses;
    gestalt_batch_function *body;
    const void *data;
    gestalt_world_argument arguments[GESTALT_WORLD_ARGUMENTS];
    const char *doc;
};
typedef struct gestalt_world_binding {
    gestalt_world *world;
    struct world_group *group;
    const gestalt_world_function *function;
    int8_t position[GESTALT_WORLD_ARGUMENTS];
    bool is_int[GESTALT_WORLD_ARGUMENTS];
} gestalt_world_binding;
GESTALT_API uint32_t gestalt_world_row(const gestalt_call *call, unsigned lane);
GESTALT_API float gestalt_world_float(const gestalt_call *call, int argument, unsigned lane);
GESTALT_API int32_t gestalt_world_int(const gestalt_call *call, int argument, unsigned lane);
GESTALT_API bool gestalt_world_bool(const gestalt_call *call, int argument, unsigned lane);
GESTALT_API void gestalt_world_point(const gestalt_call *call, int argument, unsigned lane,
                                     float point[2]);
GESTALT_API void gestalt_world_vector(const gestalt_call *call, int argument, unsigned lane,
                                      float vector[3]);
GESTALT_API void gestalt_world_put_float(const gestalt_call *call, int argument, unsigned lane,
                                         float value);
GESTALT_API void gestalt_world_put_int(const gestalt_call *call, int argument, unsigned lane,
                                       int32_t value);
GESTALT_API void gestalt_world_put_point(const gestalt_call *call, int argument, unsigned lane,
                                         float x, float y);
GESTALT_API void gestalt_world_put_vector(const gestalt_call *call, int argument, unsigned lane,
                                          const float vector[3]);
GESTALT_API uint32_t gestalt_world_near(const gestalt_world *world, const float *point,
                                        float radius, uint32_t *rows, uint32_t capacity);
typedef struct gestalt_world_column {
    const char *name;
    const char *unit;
    float (*number)(const gestalt_world *world, uint32_t row);
    uint32_t (*word)(const gestalt_world *world, uint32_t row);
    const char *const *words;
} gestalt_world_column;
struct gestalt_world_part {
    const char *name;
    const gestalt_world_function *functions;
    gestalt_result (*start)(gestalt_world *world, gestalt_error *error);
    void (*stop)(gestalt_world *world);
    gestalt_result (*loaded)(gestalt_world *world, gestalt_error *error);
    void (*before)(gestalt_world *world);
    void (*sense)(gestalt_world *world, uint32_t begin, uint32_t end);
    void (*ticked)(gestalt_world *world);
    void (*after)(gestalt_world *world);
    void (*outcome)(const gestalt_world *world, gestalt_outcome *outcome);
    const gestalt_world_column *columns;
};
enum { GESTALT_WORLD_PARTS = 8 };
GESTALT_API void *gestalt_world_state(const gestalt_world *world, const gestalt_world_part *part);
GESTALT_API void gestalt_world_set_state(gestalt_world *world, const gestalt_world_part *part,
                                         void *state);
GESTALT_API void *gestalt_world_allocate(gestalt_world *world, size_t size);
GESTALT_API void *gestalt_world_make_column(gestalt_world *world, size_t stride, bool kept);
GESTALT_API bool gestalt_world_keep(gestalt_world *world, void *bytes, size_t size);
GESTALT_API bool gestalt_world_keep_column(gestalt_world *world, void *column, size_t stride);
GESTALT_API uint32_t gestalt_world_capacity(const gestalt_world *world);
GESTALT_API void gestalt_world_set_float(gestalt_world *world, uint32_t row, const char *key,
                                         float value);
GESTALT_API void gestalt_world_set_int(gestalt_world *world, uint32_t row, const char *key,
                                       int32_t value);
GESTALT_API void gestalt_outcome_count(gestalt_outcome *outcome, const char *prefix,
                                       const char *name, uint64_t count);
GESTALT_API void gestalt_outcome_number(gestalt_outcome *outcome, const char *prefix,
                                        const char *name, double number);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_WORLDS_PLUGIN_H
#define GESTALT_WORLDS_PLUGIN_H
#ifdef __cplusplus
extern "C" {
#endif
#define GESTALT_WORLD_PLUGIN_ABI 1
typedef struct gestalt_world_plugin {
    uint32_t abi;
    const gestalt_world_function *functions;
    const gestalt_world_part *const *parts;
} gestalt_world_plugin;
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const gestalt_world_plugin *
gestalt_world_plugin_entry(void);
#ifdef __cplusplus
}
#endif
#endif
#ifndef GESTALT_WORLDS_STEER_H
#define GESTALT_WORLDS_STEER_H
#ifdef __cplusplus
extern "C" {
#endif
typedef enum gestalt_behaviour {
    GESTALT_STEER_SEEK,
    GESTALT_STEER_FLEE,
    GESTALT_STEER_ARRIVE,
    GESTALT_STEER_PURSUE,
    GESTALT_STEER_EVADE,
    GESTALT_STEER_PURSUE_OFFSET,
    GESTALT_STEER_INTERPOSE,
    GESTALT_STEER_INTERPOSE_MOVING,
    GESTALT_STEER_HIDE,
    GESTALT_STEER_AVOID_OBSTACLES,
    GESTALT_STEER_WANDER,
    GESTALT_STEER_FOLLOW_PATH,
    GESTALT_STEER_AVOID_COLLISIONS,
    GESTALT_STEER_SEPARATE,
    GESTALT_STEER_COHERE,
    GESTALT_STEER_ALIGN,
    GESTALT_STEER_SPREAD,
    GESTALT_STEER_GATHER,
    GESTALT_STEER_MATCH,
    GESTALT_STEER_FOLLOW_ROAD,
    GESTALT_STEER_ADAPT_SPEED,
    GESTALT_STEER_AVOID_TRAFFIC,
    GESTALT_STEER_COUNT
} gestalt_behaviour;
typedef struct gestalt_steer_number {
    float value;
    const float *column;
} gestalt_steer_number;
typedef struct gestalt_steer_point {
    float value[3];
    const float *column[3];
} gestalt_steer_point;
typedef struct gestalt_steer_index {
    uint32_t value;
    const uint32_t *column;
} gestalt_steer_index;
typedef struct gestalt_urge {
    gestalt_behaviour type;
    const uint64_t *live;
    gestalt_steer_number weight;
    gestalt_steer_number probability;
    gestalt_steer_point points[2];
    gestalt_steer_index vehicles[2];
    gestalt_steer_index path;
    gestalt_steer_number numbers[3];
} gestalt_urge;
typedef enum gestalt_combiner {
    GESTALT_COMBINE_SUM,
    GESTALT_COMBINE_PRIORITY,
    GESTALT_COMBINE_FILL,
    GESTALT_COMBINE_DITHER,
} gestalt_combiner;
typedef enum gestalt_steer_push {
    GESTALT_PUSH_UNIT,
    GESTALT_PUSH_INVERSE,
    GESTALT_PUSH_LINEAR,
} gestalt_steer_push;
typedef struct gestalt_steer_path {
    const float *points;
    uint32_t point_count;
    float radius;
    bool closed;
} gestalt_steer_path;
typedef struct gestalt_steer_obstacle {
    float centre[3];
    float radius;
} gestalt_steer_obstacle;
typedef struct gestalt_steering_options {
    gestalt_allocator allocator;
    uint32_t dimensions;
    float low[3], size[3];
    bool periodic;
    uint32_t capacity;
    float reach;
    gestalt_steer_push push;
    bool drive_left;
    const gestalt_steer_path *paths;
    uint32_t path_count;
    const gestalt_steer_obstacle *obstacles;
    uint32_t obstacle_count;
    const char *kernels;
    const gestalt_population *threads;
} gestalt_steering_options;
typedef struct gestalt_steering gestalt_steering;
GESTALT_API gestalt_result gestalt_steering_create(const gestalt_steering_options *options,
                                                   gestalt_steering **steering,
                                                   gestalt_error *error);
GESTALT_API void gestalt_steering_destroy(gestalt_steering *steering);
typedef struct gestalt_vehicles {
    uint32_t count;
    float *position[3], *velocity[3];
    float *heading[3];
    float *mass, *radius, *max_speed;
    float *max_force;
    float *min_speed;
    uint64_t *id;
} gestalt_vehicles;
GESTALT_API gestalt_vehicles gestalt_steering_vehicles(gestalt_steering *steering);
GESTALT_API uint32_t gestalt_steering_add(gestalt_steering *steering, uint64_t id, uint64_t seed);
GESTALT_API void gestalt_steering_remove(gestalt_steering *steering, uint32_t row);
enum { GESTALT_STEER_URGES = 64 };
GESTALT_API gestalt_result gestalt_steering_step(gestalt_steering *steering,
                                                 gestalt_combiner combiner,
                                                 const gestalt_urge *urges, uint32_t urge_count,
                                                 float dt);
GESTALT_API uint32_t gestalt_steering_lost(const gestalt_steering *steering);
GESTALT_API uint32_t gestalt_steering_near(const gestalt_steering *steering, const float *point,
                                           float radius, uint32_t *rows, uint32_t capacity);
GESTALT_API gestalt_behaviour gestalt_behaviour_find(const char *name);
GESTALT_API const char *gestalt_behaviour_name(gestalt_behaviour behaviour);
#ifdef __cplusplus
}
#endif
#endif
