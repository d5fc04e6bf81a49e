// SPDX-License-Identifier: MIT
// Populations through their public functions: agents that are born and die, requests, values,
// hooks, errors of leaf functions, invalid arguments, and memory that runs out at every allocation.
// The differential test covers what nodes mean.
#include "pool.h"
#include "short_memory.h"

#include <gestalt/gestalt.h>

#include <fenv.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "misused.h"

// ---- a population of a document

static gestalt_shape *compile(const char *document)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    char text[2048];
    size_t size = 0;
    for (; document[size]; size++)
        text[size] = document[size] == '\'' ? '"' : document[size];
    gestalt_compile_text("test.json", text, size, NULL, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    assert_non_null(shape);
    return shape;
}

typedef struct fixture {
    gestalt_shape *shape;
    gestalt_host *host;
    gestalt_population *population;
} fixture;

static const gestalt_function no_functions[] = {{0}};

static fixture start(const char *document, const gestalt_function *functions,
                     gestalt_population_options options)
{
    fixture f = {.shape = compile(document)};
    assert_int_equal(gestalt_host_create(NULL, &f.host, NULL), GESTALT_OK);
    for (; functions->name; functions++)
        assert_int_equal(gestalt_host_add(f.host, functions, NULL), GESTALT_OK);
    options.group = (gestalt_group){f.shape, f.host};
    assert_int_equal(gestalt_population_create(&options, &f.population, NULL), GESTALT_OK);
    return f;
}

static void stop(fixture *f)
{
    gestalt_population_destroy(f->population);
    gestalt_host_destroy(f->host);
    gestalt_shape_destroy(f->shape);
}

#define OK(call) assert_int_equal((call), GESTALT_OK)

// Check that the call is refused with a message that contains `words`.
#define REFUSED(call, words)                                                                       \
    do {                                                                                           \
        gestalt_error error = {0};                                                                 \
        assert_int_equal((call), GESTALT_BAD_ARGUMENT);                                            \
        if (!strstr(error.message, (words)))                                                       \
            fail_msg("`%s` does not say `%s`", error.message, (words));                            \
    } while (0)

static const char counting[] =
    "{'gestalt':1,'blackboard':{'n':'int','f':{'type':'float','init':1.5},'v':'vec2','b':'bool',"
    "'s':{'type':'int','init':'3 * 4','shared':true},'born':{'type':'float','init':'time'},"
    "'at':{'type':'int','init':'tick * 100 + s'}},"
    "'root':{'type':'set','key':'n','to':'n + 1'}}";

static int32_t read_int(const gestalt_population *p, uint64_t agent, const char *key)
{
    gestalt_value value;
    OK(gestalt_population_read(p, agent, key, &value, NULL));
    assert_int_equal(value.type, GESTALT_INT);
    return value.integer;
}

// ---- making one

static void test_options(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(counting);
    const gestalt_group one = {shape, NULL};
    const struct {
        gestalt_population_options options;
        const char *words;
    } rows[] = {
        {{.group = one, .lanes = 65}, "1 to 64 lanes"},
        {{.group = one, .lanes = UINT32_MAX}, "1 to 64 lanes"},
        {{.group = one, .threads = 1025}, "1 to 1024 threads"},
        {{.group = one, .stack_size = (64 << 10) - 1}, "65536 to 1073741824 bytes, not 65535"},
        {{.group = one, .stack_size = ((size_t)1 << 30) + 1}, "1073741824 bytes, not"},
        {{.group = one, .kernels = "abacus"}, "no kernels `abacus`: it has plain"},
        {{.groups = &one}, "contradict each other"},
        {{.group = one, .group_count = 1}, "contradict each other"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gestalt_population *p = NULL;
        REFUSED(gestalt_population_create(&rows[i].options, &p, &error), rows[i].words);
        assert_null(p);
    }
    gestalt_shape_destroy(shape);
}

// A priority with many children, of which only one is live at a time.
static const char *wide_document(uint32_t children, char text[2048])
{
    size_t size =
        (size_t)snprintf(text, 2048, "{'gestalt':1,'root':{'type':'priority','children':[");
    for (uint32_t i = 0; i < children; i++)
        size +=
            (size_t)snprintf(text + size, 2048 - size, "%s{'type':'wait','ticks':9}", i ? "," : "");
    snprintf(text + size, 2048 - size, "]}}");
    return text;
}

static gestalt_states_choice choice_of(const char *document, uint32_t lanes, gestalt_states states)
{
    static const gestalt_function deferred[] = {{.name = "go", .kind = GESTALT_DEFERRED}, {0}};
    fixture f =
        start(document, deferred, (gestalt_population_options){.lanes = lanes, .states = states});
    gestalt_states_choice choice;
    OK(gestalt_population_states(f.population, 0, &choice, NULL));
    // A cohort has the size that the choice states. All other memory is the same for both forms.
    gestalt_population_options other = {.group = {f.shape, f.host}, .lanes = lanes};
    other.states =
        choice.form == GESTALT_STATES_MASKS ? GESTALT_STATES_SPARSE : GESTALT_STATES_MASKS;
    gestalt_population *p;
    enum { AGENTS = 64 * 64 };
    OK(gestalt_population_create(&other, &p, NULL));
    OK(gestalt_population_spawn(p, 0, AGENTS, NULL, NULL));
    OK(gestalt_population_spawn(f.population, 0, AGENTS, NULL, NULL));
    bool is_more = gestalt_population_bytes(f.population, NULL) > gestalt_population_bytes(p, NULL);
    bool has_masks = choice.form == GESTALT_STATES_MASKS;
    uint64_t own = has_masks ? choice.masks_size : choice.sparse_size;
    uint64_t others = has_masks ? choice.sparse_size : choice.masks_size;
    if (own / 64 != others / 64) // slabs consist of whole cache lines
        assert_int_equal(is_more, own > others);
    gestalt_population_destroy(p);
    stop(&f);
    return choice;
}

static void test_states_choice(void **state)
{
    (void)state;
    static const uint32_t lanes[] = {1, 2, 16, 64};
    static const char few[] = "{'gestalt':1,'root':{'type':'wait','ticks':9}}";
    static const char deferred[] = "{'gestalt':1,'root':{'type':'deferred','do':'go'}}";
    char wide[2048];
    wide_document(60, wide);
    for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++) {
        uint32_t n = lanes[i];
        gestalt_states_choice c = choice_of(few, n, GESTALT_STATES_AUTO);
        assert_int_equal(c.form, GESTALT_STATES_MASKS);
        assert_int_equal(c.asked, GESTALT_STATES_AUTO);
        assert_int_equal(c.allowance, n == 1 ? 64 : 8 * n);
        assert_true(c.masks_size <= c.sparse_size + c.allowance);
        assert_int_equal(choice_of(deferred, n, GESTALT_STATES_AUTO).allowance, n == 1 ? 64 : 0);
        // If the options request a form, it is used, whatever it costs. The sizes are the same.
        gestalt_states_choice sparse = choice_of(few, n, GESTALT_STATES_SPARSE);
        assert_int_equal(sparse.form, GESTALT_STATES_SPARSE);
        assert_int_equal(sparse.asked, GESTALT_STATES_SPARSE);
        assert_int_equal(sparse.sparse_size, c.sparse_size);
        assert_int_equal(sparse.masks_size, c.masks_size);
        assert_int_equal(choice_of(wide, n, GESTALT_STATES_MASKS).form, GESTALT_STATES_MASKS);
        c = choice_of(wide, n, GESTALT_STATES_AUTO);
        bool fits = c.masks_size <= c.sparse_size + c.allowance;
        assert_int_equal(c.form, fits ? GESTALT_STATES_MASKS : GESTALT_STATES_SPARSE);
        if (n == 2) // 60 masks of 8 bytes for two agents
            assert_int_equal(c.form, GESTALT_STATES_SPARSE);
    }
}

static void test_no_states_choice(void **state)
{
    (void)state;
    fixture f = start(counting, no_functions, (gestalt_population_options){0});
    gestalt_states_choice choice;
    gestalt_error error;
    misused m;
    misused_begin(&m);
    assert_int_equal(gestalt_population_states(f.population, 1, &choice, &error), GESTALT_MISUSE);
    assert_int_equal(m.count, 1);
    const gestalt_population_options wrong = {.group = {f.shape, f.host},
                                              .states = (gestalt_states)3};
    gestalt_population *p = NULL;
    size_t size;
    assert_int_equal(gestalt_population_create(&wrong, &p, &error), GESTALT_MISUSE);
    assert_non_null(strstr(error.message, "`options->states` is 3"));
    assert_null(p);
    assert_int_equal(gestalt_population_memory(&wrong, &size, &error), GESTALT_MISUSE);
    assert_int_equal(m.count, 3);
    misused_end();
    stop(&f);
}

static void test_misfit(void **state)
{
    (void)state;
    gestalt_shape *shape = compile("{'gestalt':1,'root':{'type':'action','do':'fly'}}");
    gestalt_population_options options = {.group = {shape, NULL}};
    gestalt_population *p = NULL;
    REFUSED(gestalt_population_create(&options, &p, &error), "does not fit the shape in 1 place");
    gestalt_shape_destroy(shape);
}

// ---- arguments that no call accepts

static void test_nonsense(void **state)
{
    (void)state;
    fixture f = start(counting, no_functions, (gestalt_population_options){.lanes = 3});
    gestalt_population *p = f.population;
    gestalt_value value = {.type = GESTALT_INT};
    gestalt_status status;
    gestalt_key key;
    uint64_t agent = UINT64_MAX;
    gestalt_block block;
    OK(gestalt_population_spawn(p, 0, 4, NULL, NULL));
    MISUSED(gestalt_population_spawn(p, 1, 1, &agent, &error), "no group 1");
    assert_true(agent == UINT64_MAX);
    for (agent = 4; agent != 1; agent = agent == 4 ? UINT64_MAX : 1) {
        REFUSED(gestalt_population_despawn(p, agent, &error), "there is no agent");
        REFUSED(gestalt_population_cancel(p, agent, &error), "there is no agent");
        REFUSED(gestalt_population_finish(p, agent, 0, GESTALT_SUCCESS, &error), "no agent");
        REFUSED(gestalt_population_read(p, agent, "n", &value, &error), "there is no agent");
        REFUSED(gestalt_population_write(p, agent, "n", value, &error), "there is no agent");
        REFUSED(gestalt_population_persistent(p, agent, "x", &status, &error), "no agent");
        REFUSED(gestalt_population_set_persistent(p, agent, "x", GESTALT_SUCCESS, &error),
                "there is no agent");
        assert_false(gestalt_population_has(p, agent));
        assert_int_equal(gestalt_population_status(p, agent), GESTALT_RUNNING);
        assert_false(gestalt_population_launch_argument(p, agent, 0, "x", &value));
    }
    static const char *const names[] = {"m", "", "n.x", "v.z", "vv", "v.", ".x", "n "};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        REFUSED(gestalt_population_read(p, 1, names[i], &value, &error), "no blackboard key");
        REFUSED(gestalt_population_write(p, 1, names[i], value, &error), "no blackboard key");
        REFUSED(gestalt_population_read_shared(p, 0, names[i], &value, &error), "no blackboard");
        REFUSED(gestalt_population_write_shared(p, 0, names[i], value, &error), "no blackboard");
        REFUSED(gestalt_population_persistent(p, 1, names[i], &status, &error), "no persistent");
        assert_false(gestalt_population_key(p, 0, names[i], &key));
    }
    REFUSED(gestalt_population_write(p, 1, "f", value, &error), "`f` is a float, not an int");
    REFUSED(gestalt_population_write(p, 1, "v", value, &error), "`v` is a vec2, not an int");
    REFUSED(gestalt_population_write(p, 1, "b", value, &error), "`b` is a bool, not an int");
    REFUSED(gestalt_population_write(p, 1, "s", value, &error), "is shared");
    REFUSED(gestalt_population_write_shared(p, 0, "n", value, &error), "is not shared");
    MISUSED(gestalt_population_write_shared(p, 1, "s", value, &error), "no group 1");
    MISUSED(gestalt_population_read_shared(p, 7, "s", &value, &error), "no group 7");
    value.type = (gestalt_type)9;
    MISUSED(gestalt_population_write(p, 1, "n", value, &error), "9 is not the type");
    REFUSED(gestalt_population_finish(p, 1, 0, GESTALT_SUCCESS, &error), "not a live deferred");
    REFUSED(gestalt_population_finish(p, 1, 99, GESTALT_SUCCESS, &error), "not a live deferred");
    MISUSED(gestalt_population_finish(p, 1, 0, (gestalt_status)3, &error), "3 is not a status");
    assert_false(gestalt_population_block(p, 0, 2, &block));
    key = (gestalt_key){.type = GESTALT_INT, .column = 99};
    assert_null(gestalt_population_column(p, 0, 0, key).ints);
    key.type = GESTALT_BOOL;
    assert_null(gestalt_population_column(p, 0, 0, key).bools);
    assert_false(gestalt_population_launch_argument(p, 1, 99, "x", &value));
    stop(&f);
}

// ---- time, inits and shared keys

static void test_time(void **state)
{
    (void)state;
    fixture f = start(counting, no_functions, (gestalt_population_options){.start = 2000000});
    gestalt_population *p = f.population;
    gestalt_value value = {.type = GESTALT_INT, .integer = 7};
    OK(gestalt_population_spawn(p, 0, 1, NULL, NULL));
    OK(gestalt_population_tick(p, 1000000, NULL)); // the start is only a first estimate
    OK(gestalt_population_write_shared(p, 0, "s", value, NULL));
    REFUSED(gestalt_population_tick(p, 999999, &error), "time does not go back");
    REFUSED(gestalt_population_set_now(p, 999999, &error), "time does not go back");
    assert_int_equal(gestalt_population_ticks(p), 1);
    OK(gestalt_population_set_now(p, 5000000, NULL));
    assert_int_equal(gestalt_population_now(p), 5000000);
    OK(gestalt_population_spawn(p, 0, 1, NULL, NULL));
    OK(gestalt_population_set_now(p, 1000000, NULL));
    OK(gestalt_population_tick(p, 1000000, NULL));
    OK(gestalt_population_read(p, 0, "born", &value, NULL));
    assert_true(value.number == 2.0f);
    OK(gestalt_population_read(p, 1, "born", &value, NULL));
    assert_true(value.number == 5.0f);
    assert_int_equal(read_int(p, 0, "at"), 12);
    assert_int_equal(read_int(p, 1, "at"), 107);
    assert_int_equal(read_int(p, 0, "n"), 2);
    assert_int_equal(read_int(p, 0, "s"), 7);
    stop(&f);
}

// ---- values of all types, one by one and in columns

// The keys of which each copy of a tree has its own, by their full names.
static void test_own_keys(void **state)
{
    (void)state;
    static const char document[] =
        "{'gestalt':1,'trees':{'t':{"
        "'blackboard':{'v':{'type':'vec2','init':[1,'rand()']}},'root':'v.x > 0'},"
        "'u':{'root':{'type':'subtree','tree':'t'}}},"
        "'root':{'type':'sequence','children':[{'type':'subtree','tree':'t'},"
        "{'type':'subtree','name':'a-1','tree':'u'},{'type':'subtree','tree':"
        "'t'}]}}";
    fixture f = start(document, no_functions, (gestalt_population_options){0});
    static const char *const names[] = {"t/v", "a-1/t/v", "t#2/v"};
    gestalt_population *p = f.population;
    gestalt_value value, y;
    gestalt_key key;
    OK(gestalt_population_spawn(p, 0, 1, NULL, NULL));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char part[16];
        snprintf(part, sizeof part, "%s.y", names[i]);
        assert_true(gestalt_population_key(p, 0, names[i], &key));
        assert_int_equal(key.type, GESTALT_VEC2);
        OK(gestalt_population_read(p, 0, names[i], &value, NULL));
        OK(gestalt_population_read(p, 0, part, &y, NULL));
        assert_true(value.vector[0] == 1 && value.vector[1] == y.number && y.number > 0);
    }
    assert_false(gestalt_population_key(p, 0, "v", &key));
    assert_false(gestalt_population_key(p, 0, "t#3/v", &key));
    assert_true(gestalt_shape_specification(f.shape)->draws); // the init of an own key draws
    stop(&f);
}

static void test_values(void **state)
{
    (void)state;
    for (uint32_t lanes = 1; lanes <= 64; lanes += 9) {
        fixture f = start(counting, no_functions, (gestalt_population_options){.lanes = lanes});
        gestalt_population *p = f.population;
        gestalt_key v, b, y;
        gestalt_value value;
        assert_true(gestalt_population_key(p, 0, "v", &v));
        assert_true(gestalt_population_key(p, 0, "b", &b));
        assert_true(gestalt_population_key(p, 0, "v.y", &y));
        assert_int_equal(y.type, GESTALT_FLOAT);
        OK(gestalt_population_spawn(p, 0, 100, NULL, NULL));
        value = (gestalt_value){.type = GESTALT_VEC2, .vector = {1, 2}};
        OK(gestalt_population_write(p, 70, "v", value, NULL));
        value = (gestalt_value){.type = GESTALT_FLOAT, .number = 9};
        OK(gestalt_population_write(p, 70, "v.y", value, NULL));
        value = (gestalt_value){.type = GESTALT_BOOL, .boolean = true};
        OK(gestalt_population_write(p, 70, "b", value, NULL));
        uint32_t lane = 70 % lanes;
        gestalt_column column = gestalt_population_column(p, 0, 70 / lanes, v);
        assert_true(column.floats[lane] == 1 && column.y[lane] == 9);
        assert_true(gestalt_population_column(p, 0, 70 / lanes, y).floats == column.y);
        assert_true(*gestalt_population_column(p, 0, 70 / lanes, b).bools == UINT64_C(1) << lane);
        column.floats[lane] = 5;
        OK(gestalt_population_read(p, 70, "v", &value, NULL));
        assert_true(value.vector[0] == 5 && value.vector[1] == 9);
        OK(gestalt_population_read(p, 69, "v", &value, NULL));
        assert_true(value.vector[0] == 0 && value.vector[1] == 0);
        stop(&f);
    }
}

// ---- births and deaths, compared with a list of the agents

enum { MOST_AGENTS = 4000 };

static void check_agents(const gestalt_population *p, const bool *there, uint64_t end)
{
    uint64_t count = 0, next = gestalt_population_next(p, 0);
    for (uint64_t id = 0; id < end; id++) {
        assert_int_equal(gestalt_population_has(p, id), there[id]);
        if (!there[id])
            continue;
        count++;
        assert_int_equal(next, id);
        assert_int_equal(read_int(p, id, "id"), (int)id);
        next = gestalt_population_next(p, id + 1);
    }
    assert_true(next == UINT64_MAX);
    assert_int_equal(gestalt_population_count(p), count);
}

static void check_blocks(const gestalt_population *p, const bool *there)
{
    gestalt_block block;
    uint64_t count = 0;
    for (uint32_t group = 0; group < 2; group++)
        for (uint64_t i = 0; gestalt_population_block(p, group, i, &block); i++)
            for (uint64_t lanes = block.lanes; lanes; lanes &= lanes - 1, count++) {
                unsigned lane = (unsigned)__builtin_ctzll(lanes);
                assert_true(lane < block.lane_count);
                assert_true(there[block.agents ? block.agents[lane] : block.first_agent + lane]);
            }
    assert_int_equal(gestalt_population_count(p), count);
}

// Blocks together have the columns and ids that they have one by one.
static void check_adjacent_blocks(gestalt_population *p, uint32_t group)
{
    enum { MOST = 64 };
    static uint64_t lanes[MOST_AGENTS], agents[MOST * MOST_AGENTS];
    gestalt_block block;
    gestalt_key key;
    size_t stride;
    uint64_t total = gestalt_population_block_count(p, group), index = 0;
    assert_true(gestalt_population_key(p, group, "id", &key));
    for (uint64_t count; index < total; index += count) {
        const int32_t *first = gestalt_population_column(p, group, index, key).ints;
        count = gestalt_population_adjacent_blocks(p, group, index, &stride);
        assert_true(count > 0 && count <= total - index);
        OK(gestalt_population_block_agents(p, group, index, count, lanes, agents, NULL));
        for (uint64_t i = 0; i < count; i++) {
            assert_true(gestalt_population_block(p, group, index + i, &block));
            assert_int_equal(lanes[i], block.lanes);
            assert_ptr_equal(gestalt_population_column(p, group, index + i, key).ints,
                             (const unsigned char *)first + i * stride);
            for (unsigned lane = 0; lane < block.lane_count; lane++) {
                uint64_t id = block.agents ? block.agents[lane] : block.first_agent + lane;
                assert_int_equal(agents[i * block.lane_count + lane],
                                 block.lanes >> lane & 1 ? id : UINT64_MAX);
            }
        }
    }
    assert_int_equal(gestalt_population_adjacent_blocks(p, group, total, &stride), 0);
    assert_int_equal(gestalt_population_block_agents(p, group, total, 1, lanes, agents, NULL),
                     GESTALT_BAD_ARGUMENT);
}

static void test_churn(void **state)
{
    (void)state;
    static const uint32_t lane_counts[] = {1, 2, 7, 64};
    gestalt_shape *shape =
        compile("{'gestalt':1,'blackboard':{'id':{'type':'int','init':'agent'}},'root':'id >= 0'}");
    for (size_t k = 0; k < sizeof lane_counts / sizeof *lane_counts; k++) {
        static bool there[MOST_AGENTS];
        gestalt_group groups[2] = {{shape, NULL}, {shape, NULL}};
        gestalt_population_options options = {
            .groups = groups, .group_count = 2, .lanes = lane_counts[k]};
        gestalt_population *p;
        uint64_t end = 0, first;
        unsigned draw = 1;
        memset(there, 0, sizeof there);
        OK(gestalt_population_create(&options, &p, NULL));
        while (end < MOST_AGENTS - 300) {
            draw = draw * 1103515245 + 12345;
            uint64_t count = draw >> 16 & 7 ? (draw >> 20) % 20 : (draw >> 20) % 300;
            OK(gestalt_population_spawn(p, draw >> 28 & 1, count, &first, NULL));
            assert_int_equal(first, end);
            while (count-- > 0)
                there[end++] = true;
            for (uint64_t id = 0; id < end; id++) {
                draw = draw * 1103515245 + 12345;
                if (!there[id] || draw >> 16 & 15)
                    continue;
                OK(gestalt_population_despawn(p, id, NULL));
                there[id] = false;
            }
            OK(gestalt_population_tick(p, 0, NULL));
            check_agents(p, there, end);
            check_blocks(p, there);
            check_adjacent_blocks(p, 0);
            check_adjacent_blocks(p, 1);
        }
        for (uint64_t id = 0; id < end; id++)
            assert_int_equal(gestalt_population_despawn(p, id, NULL) == GESTALT_OK, there[id]);
        assert_int_equal(gestalt_population_count(p), 0);
        OK(gestalt_population_tick(p, 0, NULL));
        gestalt_population_destroy(p);
    }
    gestalt_shape_destroy(shape);
}

// Free lanes are used again before memory is allocated.
static void test_lanes_are_used_again(void **state)
{
    (void)state;
    fixture f = start(counting, no_functions, (gestalt_population_options){0});
    gestalt_population *p = f.population;
    OK(gestalt_population_spawn(p, 0, 640, NULL, NULL));
    assert_int_equal(gestalt_population_block_count(p, 0), 10);
    for (uint64_t id = 0; id < 20000; id++) {
        OK(gestalt_population_despawn(p, id, NULL));
        OK(gestalt_population_spawn(p, 0, 1, NULL, NULL));
    }
    assert_int_equal(gestalt_population_block_count(p, 0), 10);
    assert_true(gestalt_population_bytes(p, NULL) < 200000);
    stop(&f);
}

// ---- requests

static const char working[] =
    "{'gestalt':1,'blackboard':{'k':'int','home':{'type':'vec2','init':[1,2]}},'actions':{'go':{"
    "'kind':'deferred','args':{'far':'float','to':'vec2','key':'key int','sure':'bool'}}},"
    "'root':{'type':'concurrent','children':["
    "{'type':'deferred','do':'go','resource':'legs','args':{'sure':'k == 0','to':'home',"
    "'far':'agent + 0.5','key':'k'}},"
    "{'type':'sequence','children':['k == 0',{'type':'deferred','do':'rest'}]}]}}";

static const gestalt_parameter go_arguments[] = {
    {.name = "sure", .type = GESTALT_BOOL},
    {.name = "far", .type = GESTALT_FLOAT},
    {.name = "to", .type = GESTALT_VEC2},
    {.name = "key", .type = GESTALT_INT, .by_key = true}};
static const gestalt_function workers[] = {
    {.name = "go", .kind = GESTALT_DEFERRED, .arguments = go_arguments, .argument_count = 4},
    {.name = "rest", .kind = GESTALT_DEFERRED},
    {0}};

// The last tick's requests as "agent+node" for launches and "agent-node" for cancels.
static const char *request_text(gestalt_population *p)
{
    static char text[512];
    const gestalt_request *r;
    uint64_t count;
    text[0] = '\0';
    OK(gestalt_population_requests(p, &r, &count, NULL));
    for (uint64_t i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%u%c%u", i ? " " : "",
                 (unsigned)r[i].agent, r[i].launch ? '+' : '-', (unsigned)r[i].node);
    return text;
}

static void test_requests(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 9; i++) { // several numbers of lanes, both forms of live states
        gestalt_population_options options = {.lanes = 1 + i / 3,
                                              .states = (gestalt_states)(i % 3)};
        fixture f = start(working, workers, options);
        gestalt_population *p = f.population;
        const gestalt_request *r;
        uint64_t count;
        gestalt_value one = {.type = GESTALT_INT, .integer = 1};
        assert_string_equal(request_text(p), "");
        OK(gestalt_population_spawn(p, 0, 3, NULL, NULL));
        OK(gestalt_population_tick(p, 0, NULL));
        assert_string_equal(request_text(p), "0+1 0+4 1+1 1+4 2+1 2+4");
        OK(gestalt_population_requests(p, &r, &count, NULL));
        assert_string_equal(r[0].name, "go");
        assert_string_equal(r[0].resource, "legs");
        assert_null(r[1].resource);
        // Agent 0 has finished everything; agent 1 fails; agent 2 is gone, and so are its requests.
        OK(gestalt_population_finish(p, 0, 1, GESTALT_SUCCESS, NULL));
        OK(gestalt_population_finish(p, 0, 4, GESTALT_FAILURE, NULL));
        OK(gestalt_population_finish(p, 0, 4, GESTALT_SUCCESS, NULL));
        OK(gestalt_population_finish(p, 1, 1, GESTALT_FAILURE, NULL));
        OK(gestalt_population_despawn(p, 2, NULL));
        OK(gestalt_population_spawn(p, 0, 1, NULL, NULL));
        OK(gestalt_population_write(p, 3, "k", one, NULL));
        assert_string_equal(request_text(p), "0+1 0+4 1+1 1+4 2+1 2+4");
        OK(gestalt_population_tick(p, 0, NULL));
        assert_string_equal(request_text(p), "1-4 2-1 2-4");
        assert_int_equal(gestalt_population_status(p, 0), GESTALT_SUCCESS);
        assert_int_equal(gestalt_population_status(p, 1), GESTALT_FAILURE);
        REFUSED(gestalt_population_finish(p, 0, 1, GESTALT_SUCCESS, &error), "not a live deferred");
        OK(gestalt_population_tick(p, 0, NULL));
        assert_string_equal(request_text(p), "0+1 0+4 1+1 1+4");
        OK(gestalt_population_cancel(p, 1, NULL));
        OK(gestalt_population_cancel(p, 1, NULL)); // nothing is live now
        OK(gestalt_population_finish(p, 0, 1, GESTALT_FAILURE, NULL));
        OK(gestalt_population_finish(p, 0, 1, GESTALT_RUNNING, NULL)); // running again
        OK(gestalt_population_tick(p, 0, NULL));
        assert_string_equal(request_text(p), "1-1 1-4 1+1 1+4");
        OK(gestalt_population_tick(p, 0, NULL));
        assert_string_equal(request_text(p), "");
        stop(&f);
    }
}

static void test_launch_arguments(void **state)
{
    (void)state;
    fixture f = start(working, workers, (gestalt_population_options){.lanes = 2});
    gestalt_population *p = f.population;
    gestalt_value value = {.type = GESTALT_INT, .integer = 8};
    OK(gestalt_population_spawn(p, 0, 4, NULL, NULL));
    OK(gestalt_population_tick(p, 0, NULL));
    OK(gestalt_population_write(p, 3, "k", value, NULL));
    value = (gestalt_value){.type = GESTALT_VEC2, .vector = {7, 8}};
    OK(gestalt_population_write(p, 3, "home", value, NULL)); // the launch keeps its arguments
    assert_true(gestalt_population_launch_argument(p, 3, 1, "sure", &value));
    assert_true(value.type == GESTALT_BOOL && value.boolean);
    assert_true(gestalt_population_launch_argument(p, 3, 1, "far", &value));
    assert_true(value.type == GESTALT_FLOAT && value.number == 3.5f);
    assert_true(gestalt_population_launch_argument(p, 3, 1, "to", &value));
    assert_true(value.type == GESTALT_VEC2 && value.vector[0] == 1 && value.vector[1] == 2);
    assert_true(gestalt_population_launch_argument(p, 3, 1, "key", &value));
    assert_true(value.type == GESTALT_INT && value.integer == 8);
    assert_false(gestalt_population_launch_argument(p, 3, 1, "near", &value));
    assert_false(gestalt_population_launch_argument(p, 3, 0, "far", &value));
    OK(gestalt_population_cancel(p, 3, NULL));
    assert_false(gestalt_population_launch_argument(p, 3, 1, "far", &value));
    assert_true(gestalt_population_launch_argument(p, 2, 1, "far", &value));
    OK(gestalt_population_tick(p, 0, NULL));
    // the launch is still live
    assert_true(gestalt_population_launch_argument(p, 2, 1, "far", &value));
    stop(&f);
}

// ---- several groups

static void test_groups(void **state)
{
    (void)state;
    fixture f = start(working, workers, (gestalt_population_options){0});
    gestalt_shape *other = compile(counting);
    gestalt_group groups[] = {{f.shape, f.host}, {other, NULL}, {f.shape, f.host}};
    gestalt_population_options options = {.groups = groups, .group_count = 3, .lanes = 2};
    gestalt_population *p;
    OK(gestalt_population_create(&options, &p, NULL));
    OK(gestalt_population_spawn(p, 2, 1, NULL, NULL));
    OK(gestalt_population_spawn(p, 1, 2, NULL, NULL));
    OK(gestalt_population_spawn(p, 0, 1, NULL, NULL));
    OK(gestalt_population_spawn(p, 2, 1, NULL, NULL));
    OK(gestalt_population_tick(p, 0, NULL));
    assert_string_equal(request_text(p), "0+1 0+4 3+1 3+4 4+1 4+4");
    assert_int_equal(read_int(p, 2, "n"), 1);
    gestalt_value value;
    REFUSED(gestalt_population_read(p, 0, "n", &value, &error), "no blackboard key");
    OK(gestalt_population_despawn(p, 3, NULL));
    OK(gestalt_population_despawn(p, 0, NULL));
    OK(gestalt_population_tick(p, 0, NULL));
    assert_string_equal(request_text(p), "0-1 0-4 3-1 3-4");
    assert_int_equal(gestalt_population_next(p, 3), 4);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(other);
    stop(&f);
}

// ---- errors of leaves

static void complain(gestalt_call *call)
{
    for (uint64_t lanes = call->lanes; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        uint64_t agent = gestalt_call_agent(call, lane);
        if (agent == 5 || agent == 6)
            call->error = call->cancelling ? "cancelled" : agent == 5 ? "five fails" : "six fails";
    }
}

static gestalt_status complain_alone(gestalt_single_call *call)
{
    if (call->agent == 5 || call->agent == 6)
        call->error = call->phase == GESTALT_CANCEL ? "cancelled"
                      : call->agent == 5            ? "five fails"
                                                    : "six fails";
    return GESTALT_RUNNING;
}

static void fail_without_words(gestalt_call *call)
{
    call->error = "";
}

// An error of a leaf function is reported as such, and not as an error of the document.
static void test_wordless_error(void **state)
{
    (void)state;
    const gestalt_function functions[2] = {{.name = "act", .batch = fail_without_words}};
    fixture f = start("{'gestalt':1,'root':{'type':'action','do':'act'}}", functions,
                      (gestalt_population_options){0});
    gestalt_error error = {0};
    OK(gestalt_population_spawn(f.population, 0, 1, NULL, NULL));
    assert_int_equal(gestalt_population_tick(f.population, 0, &error), GESTALT_REJECTED);
    assert_string_equal(error.message, "a function of the host failed without a message");
    assert_non_null(strstr(gestalt_result_text(GESTALT_REJECTED), "function of the host"));
    stop(&f);
}

static void test_leaf_errors(void **state)
{
    (void)state;
    const gestalt_function functions[2][2] = {{{.name = "act", .batch = complain}},
                                              {{.name = "act", .single = complain_alone}}};
    for (int k = 0; k < 2; k++) {
        fixture f =
            start("{'gestalt':1,'blackboard':{'n':'int'},'root':{'type':'concurrent',"
                  "'children':[{'type':'action','do':'act'},{'type':'set','key':'n',"
                  "'to':'n + 1'}]}}",
                  functions[k], (gestalt_population_options){.lanes = 2, .threads = 3, .grain = 1});
        gestalt_population *p = f.population;
        gestalt_error error = {0};
        OK(gestalt_population_spawn(p, 0, 20, NULL, NULL));
        assert_int_equal(gestalt_population_tick(p, 0, &error), GESTALT_REJECTED);
        assert_string_equal(error.message, "five fails");
        assert_int_equal(read_int(p, 0, "n") + read_int(p, 5, "n") + read_int(p, 19, "n"), 3);
        OK(gestalt_population_despawn(p, 5, NULL));
        assert_int_equal(gestalt_population_tick(p, 0, &error), GESTALT_REJECTED);
        assert_string_equal(error.message, "cancelled"); // although agent 6 fails, too
        OK(gestalt_population_despawn(p, 6, NULL));
        assert_int_equal(gestalt_population_tick(p, 0, &error), GESTALT_REJECTED);
        assert_string_equal(error.message, "cancelled");
        OK(gestalt_population_tick(p, 0, &error));
        assert_int_equal(read_int(p, 19, "n"), 4);
        stop(&f);
    }
}

// Agents report their ids, the highest one with a text of its own each time that it acts.
static gestalt_status report_id(gestalt_single_call *call)
{
    static const char *const texts[] = {"agent 0", "agent 1", "agent 2", "agent 3", "agent 4"};
    bool *silent = call->user;
    if (call->agent < sizeof texts / sizeof *texts && !silent[call->agent])
        call->error = call->node == 1 ? texts[call->agent] : "later";
    return GESTALT_SUCCESS;
}

static uint32_t report_lone_id(gestalt_call *call, const gestalt_site *site, void *memory,
                               bool starting)
{
    (void)memory, (void)starting;
    if (!call->error)
        call->error = site->node == 1 ? "alone" : "later";
    return GESTALT_LONE_SUCCEEDED;
}

// The error of a tick is the first one of the agent with the lowest id, wherever the agent is
// stored: agent 0 is in the last cohort.
static void test_lowest_error(void **state)
{
    (void)state;
    static const uint32_t lanes[] = {1, 2, 64};
    bool silent[5] = {0};
    const gestalt_function functions[] = {{.name = "act", .single = report_id, .user = silent},
                                          {0}};
    for (int k = 0; k < 6; k++) {
        memset(silent, 0, sizeof silent);
        fixture f =
            start("{'gestalt':1,'root':{'type':'sequence','children':[{'type':'action','do':'act'},"
                  "{'type':'action','do':'act'}]}}",
                  functions,
                  (gestalt_population_options){
                      .lanes = lanes[k % 3], .threads = 1 + (uint32_t)k / 3, .grain = 1});
        gestalt_error error = {0};
        OK(gestalt_population_spawn_as(f.population, 0, 1, 300, NULL));
        OK(gestalt_population_spawn_as(f.population, 0, 0, 1, NULL));
        assert_true(gestalt_population_failed_agent(f.population) == UINT64_MAX);
        assert_int_equal(gestalt_population_tick(f.population, 0, &error), GESTALT_REJECTED);
        assert_string_equal(error.message, "agent 0");
        assert_int_equal(gestalt_population_failed_agent(f.population), 0);
        silent[0] = silent[1] = true;
        assert_int_equal(gestalt_population_tick(f.population, 0, &error), GESTALT_REJECTED);
        assert_string_equal(error.message, "agent 2");
        assert_int_equal(gestalt_population_failed_agent(f.population), 2);
        memset(silent, 1, sizeof silent);
        OK(gestalt_population_tick(f.population, 0, &error));
        assert_true(gestalt_population_failed_agent(f.population) == UINT64_MAX);
        stop(&f);
    }
}

static void never_called(gestalt_call *call)
{
    call->error = "called in a batch";
}

// The same for lone functions, which leave their error in the call of the whole row.
static void test_lowest_lone_error(void **state)
{
    (void)state;
    gestalt_shape *shape =
        compile("{'gestalt':1,'root':{'type':'sequence','children':[{'type':'action','do':'act'},"
                "{'type':'action','do':'act'}]}}");
    gestalt_host *host;
    gestalt_population *p;
    gestalt_error error = {0};
    OK(gestalt_host_create(NULL, &host, NULL));
    OK(gestalt_host_add(host, &(gestalt_function){.name = "act", .batch = never_called}, NULL));
    OK(gestalt_host_add_lone(host, "act", report_lone_id, NULL));
    OK(gestalt_population_create(
        &(gestalt_population_options){.group = {shape, host, NULL}, .lanes = 1}, &p, NULL));
    OK(gestalt_population_spawn_as(p, 0, 7, 20, NULL));
    OK(gestalt_population_spawn_as(p, 0, 3, 2, NULL));
    assert_int_equal(gestalt_population_tick(p, 0, &error), GESTALT_REJECTED);
    assert_string_equal(error.message, "alone");
    assert_int_equal(gestalt_population_failed_agent(p), 3);
    gestalt_population_destroy(p);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
}

// ---- hooks

static char seen[512];

static void see(const char *format, ...)
{
    va_list arguments;
    size_t used = strlen(seen);
    va_start(arguments, format);
    vsnprintf(seen + used, sizeof seen - used, format, arguments);
    va_end(arguments);
}

static void see_enter(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    assert_ptr_equal(user, seen);
    see("%s%u%s", node ? "" : agent ? " B" : " A", (unsigned)node, resuming ? "*" : "");
}

static void see_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    (void)user, (void)agent, (void)node;
    see("%c", "sfr"[status]);
}

static void see_cancel(void *user, uint64_t agent, uint32_t node)
{
    (void)user;
    see(" %c%ux", agent ? 'B' : 'A', (unsigned)node);
}

static void see_log(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase)
{
    (void)user, (void)agent, (void)node;
    see("%c", "+sfx"[phase]);
}

static void see_range(void *user, uint64_t agent, uint32_t node, uint32_t first, uint32_t end)
{
    (void)user, (void)agent;
    see(" %u/%u-%u", (unsigned)node, (unsigned)first, (unsigned)end);
}

static void see_roll_back(void *user, uint64_t agent, uint32_t node, gestalt_kept what)
{
    (void)user, (void)agent;
    see(" %u<", (unsigned)node);
    if (what.name)
        see("%s", what.name);
    else
        see("%u", (unsigned)what.node);
}

static void test_hooks(void **state)
{
    (void)state;
    fixture f = start("{'gestalt':1,'root':{'type':'debug','message':'m','child':{'type':'wait',"
                      "'ticks':1}}}",
                      no_functions, (gestalt_population_options){.lanes = 1});
    const gestalt_hooks all = {
        .enter = see_enter, .leave = see_leave, .cancel = see_cancel, .log = see_log, .user = seen};
    const gestalt_hooks none = {0};
    gestalt_population *p = f.population;
    OK(gestalt_population_spawn(p, 0, 2, NULL, NULL));
    seen[0] = '\0';
    gestalt_population_hooks(p, &all);
    OK(gestalt_population_tick(p, 0, NULL));
    OK(gestalt_population_cancel(p, 1, NULL));
    OK(gestalt_population_tick(p, 0, NULL));
    assert_string_equal(seen, " A0+1rr B0+1rrx B0x B1x A0*1*sss B0+1rr");
    gestalt_population_hooks(p, NULL);
    OK(gestalt_population_tick(p, 0, NULL));
    gestalt_population_hooks(p, &none);
    OK(gestalt_population_tick(p, 0, NULL));
    OK(gestalt_population_despawn(p, 0, NULL));
    assert_string_equal(seen, " A0+1rr B0+1rrx B0x B1x A0*1*sss B0+1rr");
    stop(&f);
}

// The interpreter does more than running nodes: a race passes its changes to the surrounding
// concurrent, which then fails with its last child.
static void test_hooks_of_the_machine(void **state)
{
    (void)state;
    const gestalt_hooks hooks = {
        .cancel = see_cancel, .range = see_range, .roll_back = see_roll_back};
    for (uint32_t lanes = 1; lanes <= 2; lanes++) {
        fixture f = start("{'gestalt':1,'root':{'type':'sequence','children':["
                          "{'type':'force_success','child':{'type':'concurrent','children':["
                          "{'type':'race','children':[{'type':'signal','key':'p','to':'failure'}]},"
                          "{'type':'once','child':'tick>=0'},{'type':'running'},"
                          "{'type':'cooldown','ticks':9,'child':'tick<0'}]}},"
                          "{'type':'persistent','key':'p'}]}}",
                          no_functions, (gestalt_population_options){.lanes = lanes});
        gestalt_population *p = f.population;
        gestalt_status status;
        OK(gestalt_population_spawn(p, 0, 1, NULL, NULL));
        seen[0] = '\0';
        gestalt_population_hooks(p, &hooks);
        OK(gestalt_population_tick(p, 0, NULL));
        assert_string_equal(seen, " 3/4-5 2<p 2<5 2<8 2/3-10 A7x");
        OK(gestalt_population_persistent(p, 0, "p", &status, NULL));
        assert_int_equal(status, GESTALT_RUNNING);
        stop(&f);
    }
}

static void test_persistents(void **state)
{
    (void)state;
    fixture f = start("{'gestalt':1,'root':{'type':'concurrent','children':[{'type':'persistent',"
                      "'key':'p','init':'failure'},{'type':'persistent','key':'q'}]}}",
                      no_functions, (gestalt_population_options){.lanes = 2});
    gestalt_population *p = f.population;
    gestalt_status status;
    OK(gestalt_population_spawn(p, 0, 3, NULL, NULL));
    OK(gestalt_population_persistent(p, 1, "p", &status, NULL));
    assert_int_equal(status, GESTALT_FAILURE);
    for (int i = 0; i < 3; i++) {
        OK(gestalt_population_set_persistent(p, 1, "p", GESTALT_SUCCESS, NULL));
        OK(gestalt_population_set_persistent(p, 1, "q", (gestalt_status)i, NULL));
        OK(gestalt_population_persistent(p, 1, "q", &status, NULL));
        assert_int_equal(status, i);
        OK(gestalt_population_tick(p, 0, NULL));
        assert_int_equal(gestalt_population_status(p, 1), i);
        assert_int_equal(gestalt_population_status(p, 0), GESTALT_FAILURE);
    }
    MISUSED(gestalt_population_set_persistent(p, 1, "p", (gestalt_status)3, &error),
            "not a status");
    stop(&f);
}

// ---- hashes

static void test_hash(void **state)
{
    (void)state;
    uint64_t first = 0, before = 0, hash;
    for (uint32_t lanes = 1; lanes <= 64; lanes += 21) {
        fixture f = start(counting, no_functions, (gestalt_population_options){.lanes = lanes});
        gestalt_population *p = f.population;
        gestalt_value value = {.type = GESTALT_FLOAT};
        OK(gestalt_population_spawn(p, 0, 100, NULL, NULL));
        OK(gestalt_population_hash(p, &before, NULL));
        OK(gestalt_population_despawn(p, 17, NULL));
        OK(gestalt_population_hash(p, &hash, NULL));
        assert_true(hash != before);
        OK(gestalt_population_spawn(p, 0, 1, NULL, NULL));
        memcpy(&value.number, &(uint32_t){0xffc12345}, 4);
        OK(gestalt_population_write(p, 100, "v.x", value, NULL));
        OK(gestalt_population_hash(p, &before, NULL));
        memcpy(&value.number, &(uint32_t){0x7fc00000}, 4); // every NaN is the same
        OK(gestalt_population_write(p, 100, "v.x", value, NULL));
        OK(gestalt_population_hash(p, &hash, NULL));
        assert_true(hash == before);
        OK(gestalt_population_tick(p, 5, NULL));
        OK(gestalt_population_hash(p, &hash, NULL));
        assert_true(hash != before && (lanes == 1 || hash == first));
        first = hash;
        stop(&f);
    }
}

// ---- compaction

static void test_compact(void **state)
{
    (void)state;
    fixture f = start(counting, no_functions, (gestalt_population_options){.lanes = 8});
    uint64_t before, after;
    OK(gestalt_population_spawn(f.population, 0, 80, NULL, NULL));
    OK(gestalt_population_tick(f.population, 0, NULL));
    for (uint64_t agent = 0; agent < 80; agent++)
        if (agent % 8 > 1)
            OK(gestalt_population_despawn(f.population, agent, NULL));
    OK(gestalt_population_hash(f.population, &before, NULL));
    assert_int_equal(gestalt_population_block_count(f.population, 0), 10);
    OK(gestalt_population_compact(f.population, NULL));
    assert_int_equal(gestalt_population_block_count(f.population, 0), 3); // 20 agents
    OK(gestalt_population_hash(f.population, &after, NULL));
    assert_true(before == after);
    for (uint64_t agent = 0; agent < 80; agent++)
        assert_int_equal(gestalt_population_has(f.population, agent), agent % 8 <= 1);
    OK(gestalt_population_tick(f.population, 0, NULL));
    assert_int_equal(read_int(f.population, 73, "n"), 2);
    uint64_t next;
    OK(gestalt_population_spawn(f.population, 0, 1, &next, NULL));
    assert_int_equal(next, 80);
    stop(&f);
}

// ---- a tick in parts

static void test_parts(void **state)
{
    (void)state;
    fixture f = start(counting, no_functions, (gestalt_population_options){.lanes = 4});
    gestalt_population *p = f.population;
    OK(gestalt_population_spawn(p, 0, 10, NULL, NULL));
    MISUSED(gestalt_population_end(p, &error), "no tick has begun");
    MISUSED(gestalt_actor_tick(p, 3, &error), "no tick has begun");
    MISUSED(gestalt_population_tick_block(p, 0, 0, &error), "no tick has begun");
    OK(gestalt_population_begin(p, 5, NULL));
    MISUSED(gestalt_population_begin(p, 5, &error), "end it first");
    MISUSED(gestalt_population_tick(p, 5, &error), "end it first");
    REFUSED(gestalt_actor_tick(p, 10, &error), "no agent 10");
    MISUSED(gestalt_population_tick_block(p, 0, 3, &error), "no block 3");
    MISUSED(gestalt_population_tick_block(p, 1, 0, &error), "no group 1");
    OK(gestalt_actor_tick(p, 3, NULL));
    OK(gestalt_population_tick_block(p, 0, 1, NULL));
    OK(gestalt_population_end(p, NULL));
    assert_int_equal(gestalt_population_ticks(p), 1);
    for (uint64_t agent = 0; agent < 10; agent++)
        assert_int_equal(read_int(p, agent, "n"), agent == 3 || agent / 4 == 1);
    REFUSED(gestalt_population_begin(p, 4, &error), "time does not go back");
    OK(gestalt_population_tick(p, 5, NULL));
    assert_int_equal(read_int(p, 3, "n"), 2);
    stop(&f);
}

// ---- step by step

// Write the guards, what can be rolled back, and the node that has returned: ` 0w,1(p)[3]=f`.
static void see_step(const gestalt_step *step)
{
    see(" ");
    for (uint32_t i = 0; i < step->guard_count; i++) {
        const gestalt_guard *g = &step->guards[i];
        see("%u%s%s", (unsigned)g->node, g->waiting ? "w" : "", g->can_roll_back ? "(" : "");
        if (g->round)
            see("x%u", (unsigned)g->round);
        for (uint32_t k = g->change_begin; g->can_roll_back && k < step->change_count; k++)
            see("%s%u", step->changes[k].name ? step->changes[k].name : "",
                step->changes[k].name ? 0 : (unsigned)step->changes[k].node);
        see("%s", g->can_roll_back ? ")," : ",");
    }
    see("[%u]=%c", (unsigned)step->node, "sfr"[step->status]);
}

static void see_tick(gestalt_population *p, uint64_t agent)
{
    gestalt_step step;
    seen[0] = '\0';
    OK(gestalt_population_begin(p, gestalt_population_now(p), NULL));
    OK(gestalt_actor_step_begin(p, agent, NULL));
    while (gestalt_actor_step(p, &step))
        see_step(&step);
    assert_false(gestalt_actor_step(p, &step));
    OK(gestalt_actor_step_end(p, NULL));
    OK(gestalt_population_end(p, NULL));
}

static void test_steps(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 6; i++) {
        fixture f = start("{'gestalt':1,'root':{'type':'priority','children':["
                          "{'type':'concurrent','children':["
                          "{'type':'signal','key':'p','to':'failure'},"
                          "{'type':'once','child':'tick>=0'},'tick==1']},"
                          "{'type':'repeat','count':2,'child':{'type':'wait','ticks':1}},"
                          "{'type':'persistent','key':'p'}]}}",
                          no_functions,
                          (gestalt_population_options){.lanes = i % 2 ? 1 : 64,
                                                       .states = (gestalt_states)(i / 2)});
        gestalt_population *p = f.population;
        OK(gestalt_population_spawn(p, 0, 3, NULL, NULL));
        see_tick(p, 1);
        assert_string_equal(seen, " 0,1(p0),[2]=s 0,1(p0),3,[4]=s 0,1(p03),[3]=s 0,1(p03),[5]=f "
                                  "0,[1]=f 0,6x1,[7]=r 0,[6]=r [0]=r");
        assert_int_equal(gestalt_population_live_count(p), 1);
        see_tick(p, 1);
        assert_string_equal(seen,
                            " 0w,1(p0),[2]=s 0w,1(p0),3,[4]=s 0w,1(p03),[3]=s 0w,1(p03),[5]=s "
                            "0w,[1]=s [0]=s");
        assert_int_equal(gestalt_population_live_count(p), 0);
        assert_int_equal(gestalt_population_ticks(p), 2);
        stop(&f);
    }
}

// Reads are allowed during steps, and the rest of the tick is always carried out.
static void test_steps_are_alone(void **state)
{
    (void)state;
    fixture f = start(counting, no_functions, (gestalt_population_options){.lanes = 2});
    gestalt_population *p = f.population;
    const gestalt_request *requests;
    uint64_t number;
    gestalt_step step;
    gestalt_value one = {.type = GESTALT_INT, .integer = 1};
    OK(gestalt_population_spawn(p, 0, 3, NULL, NULL));
    MISUSED(gestalt_actor_step_begin(p, 1, &error), "no tick has begun");
    MISUSED(gestalt_actor_step_end(p, &error), "gestalt_actor_step_begin");
    misused heard;
    misused_begin(&heard);
    assert_false(gestalt_actor_step(p, &step));
    misused_end();
    assert_int_equal(heard.count, 1);
    OK(gestalt_population_begin(p, 0, NULL));
    REFUSED(gestalt_actor_step_begin(p, 9, &error), "no agent 9");
    OK(gestalt_actor_step_begin(p, 1, NULL));
    assert_true(gestalt_actor_step(p, &step));
    MISUSED(gestalt_actor_step_begin(p, 2, &error), "step by step");
    MISUSED(gestalt_actor_tick(p, 2, &error), "step by step");
    MISUSED(gestalt_population_tick_block(p, 0, 0, &error), "step by step");
    MISUSED(gestalt_population_end(p, &error), "step by step");
    MISUSED(gestalt_population_tick(p, 0, &error), "end that first");
    MISUSED(gestalt_population_set_now(p, 0, &error), "step by step");
    MISUSED(gestalt_population_spawn(p, 0, 1, NULL, &error), "step by step");
    MISUSED(gestalt_population_despawn(p, 0, &error), "step by step");
    MISUSED(gestalt_population_cancel(p, 0, &error), "step by step");
    MISUSED(gestalt_population_remove(p, 0, &error), "step by step");
    MISUSED(gestalt_population_compact(p, &error), "step by step");
    MISUSED(gestalt_population_finish(p, 0, 0, GESTALT_SUCCESS, &error), "step by step");
    MISUSED(gestalt_population_write(p, 0, "n", one, &error), "step by step");
    MISUSED(gestalt_population_write_shared(p, 0, "n", one, &error), "step by step");
    MISUSED(gestalt_population_set_persistent(p, 0, "p", GESTALT_SUCCESS, &error), "step by step");
    MISUSED(gestalt_population_requests(p, &requests, &number, &error), "step by step");
    MISUSED(gestalt_population_hash(p, &number, &error), "step by step");
    MISUSED(gestalt_population_save(p, "steps.gss", &error), "step by step");
    MISUSED(gestalt_population_load_memory(p, "", 0, &error), "step by step");
    OK(gestalt_actor_step_end(p, NULL));
    assert_int_equal(read_int(p, 1, "n"), 1);
    OK(gestalt_actor_tick(p, 2, NULL));
    OK(gestalt_population_end(p, NULL));
    OK(gestalt_population_begin(p, 0, NULL));
    OK(gestalt_actor_step_begin(p, 1, NULL)); // destroyed in this state
    stop(&f);
}

static void test_steps_and_memory(void **state)
{
    (void)state;
    short_memory memory = {.left = 1000};
    gestalt_shape *shape = compile(counting);
    gestalt_population_options options = {.group.shape = shape,
                                          .allocator = short_memory_allocator(&memory)};
    gestalt_population *p;
    gestalt_error error;
    OK(gestalt_population_create(&options, &p, NULL));
    OK(gestalt_population_spawn(p, 0, 1, NULL, NULL));
    OK(gestalt_population_begin(p, 0, NULL));
    size_t bytes = gestalt_population_bytes(p, NULL);
    for (memory.left = 0; memory.left < 2;) {
        size_t left = memory.left;
        assert_int_equal(gestalt_actor_step_begin(p, 0, &error), GESTALT_NO_MEMORY);
        assert_int_equal(gestalt_population_bytes(p, NULL), bytes);
        memory.left = left + 1;
    }
    OK(gestalt_actor_step_begin(p, 0, NULL));
    OK(gestalt_actor_step_end(p, NULL));
    assert_int_equal(gestalt_population_bytes(p, NULL), bytes);
    gestalt_population_destroy(p);
    assert_int_equal(memory.held, 0);
    gestalt_shape_destroy(shape);
}

// ---- memory runs out

typedef gestalt_result step(gestalt_population *p, gestalt_error *error);

static gestalt_result spawn_many(gestalt_population *p, gestalt_error *error)
{
    return gestalt_population_spawn(p, 0, 200, NULL, error);
}

static gestalt_result spawn_few(gestalt_population *p, gestalt_error *error)
{
    return gestalt_population_spawn(p, 0, 3, NULL, error);
}

static gestalt_result tick(gestalt_population *p, gestalt_error *error)
{
    return gestalt_population_tick(p, gestalt_population_now(p), error);
}

static gestalt_result despawn_one(gestalt_population *p, gestalt_error *error)
{
    return gestalt_population_despawn(p, gestalt_population_next(p, 2), error);
}

static gestalt_result cancel_last(gestalt_population *p, gestalt_error *error)
{
    return gestalt_population_cancel(p, gestalt_population_next(p, 150), error);
}

static gestalt_result ask(gestalt_population *p, gestalt_error *error)
{
    const gestalt_request *requests;
    uint64_t count;
    return gestalt_population_requests(p, &requests, &count, error);
}

static gestalt_result compact(gestalt_population *p, gestalt_error *error)
{
    return gestalt_population_compact(p, error);
}

static step *const steps[] = {spawn_many, tick,       despawn_one, cancel_last, spawn_few,
                              tick,       compact,    ask,         despawn_one, despawn_one,
                              spawn_few,  spawn_many, compact,     cancel_last, tick};

// Do a step with increasing memory, until it is enough. Before that, nothing changes.
static void do_stinted(gestalt_population *p, step *s, short_memory *memory)
{
    gestalt_error error = {0};
    for (size_t left = 0;; left++) {
        uint64_t before, after;
        memory->left = 1000;
        OK(gestalt_population_hash(p, &before, NULL));
        memory->left = left;
        gestalt_result result = s(p, &error);
        memory->left = 1000;
        if (result == GESTALT_OK)
            return;
        assert_int_equal(result, GESTALT_NO_MEMORY);
        assert_int_equal(error.result, GESTALT_NO_MEMORY);
        OK(gestalt_population_hash(p, &after, NULL));
        assert_true(before == after);
    }
}

static gestalt_result create_stinted(const gestalt_population_options *options,
                                     gestalt_population **p)
{
    short_memory *memory = options->allocator.user;
    for (size_t left = 0; left < 100; left++) {
        memory->left = left;
        gestalt_result result = gestalt_population_create(options, p, NULL);
        if (result != GESTALT_NO_MEMORY)
            return result;
        assert_int_equal(memory->held, 0);
    }
    return GESTALT_NO_MEMORY;
}

static void test_memory(void **state)
{
    (void)state;
    for (uint32_t lanes = 1; lanes <= 64; lanes += 21) {
        fixture f = start(working, workers, (gestalt_population_options){0});
        gestalt_shape *other = compile(counting); // this shape has shared keys
        gestalt_group groups[] = {{f.shape, f.host}, {other, NULL}};
        short_memory memory = {0};
        gestalt_population_options options = {.groups = groups,
                                              .group_count = 2,
                                              .lanes = lanes,
                                              .threads = 2,
                                              .allocator = short_memory_allocator(&memory)};
        gestalt_population *p;
        OK(create_stinted(&options, &p));
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            do_stinted(p, steps[i], &memory);
            assert_int_equal(memory.held, gestalt_population_bytes(p, NULL));
        }
        memory.left = 0; // ticks do not allocate
        OK(tick(p, NULL));
        uint64_t hash;
        assert_int_equal(gestalt_population_hash(p, &hash, NULL), GESTALT_NO_MEMORY);
        gestalt_population_destroy(p);
        assert_int_equal(memory.held, 0);
        gestalt_shape_destroy(other);
        stop(&f);
    }
}

// ---- the host's arithmetic

static uint64_t hash_after_ticks(const gestalt_shape *shape)
{
    gestalt_population_options options = {.group = {shape, NULL}, .lanes = 7};
    gestalt_population *p;
    uint64_t hash = 0;
    OK(gestalt_population_create(&options, &p, NULL));
    OK(gestalt_population_spawn(p, 0, 20, NULL, NULL));
    OK(gestalt_population_tick(p, 0, NULL));
    OK(gestalt_population_begin(p, 1, NULL));
    OK(gestalt_actor_tick(p, 3, NULL));
    OK(gestalt_population_end(p, NULL));
    OK(gestalt_population_cancel(p, 4, NULL));
    OK(gestalt_population_tick(p, 333333, NULL));
    OK(gestalt_population_spawn(p, 0, 2, NULL, NULL));
    OK(gestalt_population_begin(p, 1000003, NULL));
    OK(gestalt_actor_step_begin(p, 5, NULL));
    OK(gestalt_actor_step_end(p, NULL));
    OK(gestalt_population_end(p, NULL));
    OK(gestalt_population_hash(p, &hash, NULL));
    gestalt_population_destroy(p);
    return hash;
}

// In every rounding mode of the host, results are the same, and the mode is restored.
static void test_rounding(void **state)
{
    (void)state;
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    gestalt_shape *shape = compile(
        "{'gestalt':1,'blackboard':{'a':{'type':'float','init':'1.0 / 3.0 + agent'},"
        "'b':{'type':'float','init':'1e-30'},'s':{'type':'float','init':'(time + 1.0) / 7.0',"
        "'shared':true},'c':{'type':'float','init':'time'},'d':'float'},"
        "'root':{'type':'sequence','children':[{'type':'set','key':'a','to':'a / 3.0 + s'},"
        "{'type':'set','key':'b','to':'b * 1e-10'},{'type':'set','key':'c','to':'c + time'},"
        "{'type':'set','key':'d','to':'dt'}]}}");
    uint64_t expected = hash_after_ticks(shape);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        fesetround(modes[i]);
        uint64_t hash = hash_after_ticks(shape);
        int after = fegetround();
        fesetround(FE_TONEAREST);
        assert_int_equal(after, modes[i]);
        assert_true(hash == expected);
    }
    gestalt_shape_destroy(shape);
}

// ---- threads

static void count_piece(void *user, uint32_t thread, uint64_t index)
{
    atomic_uint *counts = user;
    assert_true(thread < 8);
    counts[index]++;
}

static void test_pool(void **state)
{
    (void)state;
    static atomic_uint counts[300];
    gestalt_allocator memory = short_memory_allocator(&(short_memory){.left = 100});
    for (uint32_t threads = 1; threads <= 8; threads++) {
        pool *p = pool_create(threads, POOL_STACK_DEFAULT, &memory);
        assert_non_null(p);
        for (unsigned round = 0; round < 300; round++)
            pool_run(p, round, count_piece, counts);
        pool_destroy(p);
        for (unsigned i = 0; i < 300; i++)
            assert_int_equal(counts[i], (299 - i) * threads);
    }
}

typedef struct slow_job {
    atomic_uint counts[12];
    atomic_uint others; // pieces that other threads did
} slow_job;

static void sleep_piece(void *user, uint32_t thread, uint64_t index)
{
    slow_job *job = user;
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    job->counts[index]++;
    job->others += thread > 0;
}

typedef void running(pool *p, uint64_t count, gestalt_work *work, void *user);

// A job that takes some time wakes sleeping threads, and its caller sleeps until they finish.
static void check_waking(running *run, unsigned pieces)
{
    enum { ROUNDS_MAX = 300 };
    gestalt_allocator memory = short_memory_allocator(&(short_memory){.left = 100});
    for (uint32_t threads = 2; threads <= 8; threads += 3) {
        slow_job job = {.others = 0};
        pool *p = pool_create(threads, POOL_STACK_DEFAULT, &memory);
        unsigned rounds = 0;
        for (; rounds < 10 || (job.others == 0 && rounds < ROUNDS_MAX); rounds++) {
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); // let all threads fall asleep
            run(p, pieces, sleep_piece, &job);
            for (unsigned i = 0; i < pieces; i++)
                assert_int_equal(job.counts[i], rounds + 1);
        }
        assert_true(job.others > 0);
        pool_destroy(p);
    }
}

// Stack sizes of the threads that did a piece, except the caller.
typedef struct stack_job {
    atomic_size_t least, most;
} stack_job;

static void stack_piece(void *user, uint32_t thread, uint64_t index)
{
    stack_job *job = user;
    pthread_attr_t attributes;
    size_t size = 0;
    (void)index;
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    if (thread == 0 || pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
    for (size_t least = job->least;
         size < least && !atomic_compare_exchange_weak(&job->least, &least, size);)
        continue;
    for (size_t most = job->most;
         size > most && !atomic_compare_exchange_weak(&job->most, &most, size);)
        continue;
}

// Threads get the requested stack size, in whole pages, instead of the system's default.
static void test_pool_stack(void **state)
{
    (void)state;
    static const size_t sizes[] = {POOL_STACK_LEAST, 100001, POOL_STACK_DEFAULT, 3 << 20};
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    gestalt_allocator memory = short_memory_allocator(&(short_memory){.left = 100});
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        stack_job job = {.least = SIZE_MAX};
        pool *p = pool_create(4, sizes[i], &memory);
        assert_non_null(p);
        for (int round = 0; round < 300 && job.most == 0; round++)
            pool_run_long(p, 20, stack_piece, &job);
        pool_destroy(p);
        size_t wanted = (sizes[i] + page - 1) / page * page;
        assert_true(job.least >= wanted);
        assert_true(job.most <= 4 * wanted + page); // the stack of an older thread may be reused
    }
}

static void test_pool_wakes(void **state)
{
    (void)state;
    check_waking(pool_run, 12);
}

// Threads wake even if the caller could do the last piece right after the first.
static void test_pool_wakes_at_once(void **state)
{
    (void)state;
    check_waking(pool_run_long, 2);
}

enum { SHARED_PIECES = 40, SHARING_THREADS = 4 };

typedef struct sharing_job {
    atomic_uint counts[SHARED_PIECES];
    bool has_helped[SHARING_THREADS];
    // pieces that threads did of their share; pieces of it done after they had helped others
    atomic_uint own, late;
} sharing_job;

static void share_piece(void *user, uint32_t thread, uint64_t index)
{
    sharing_job *job = user;
    bool is_own = index / (SHARED_PIECES / SHARING_THREADS) == thread;
    nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    job->counts[index]++;
    job->own += is_own;
    job->late += is_own && job->has_helped[thread];
    job->has_helped[thread] |= !is_own;
}

// Each thread does its share before it helps others.
static void test_pool_shares(void **state)
{
    (void)state;
    enum { ROUNDS = 30 };
    gestalt_allocator memory = short_memory_allocator(&(short_memory){.left = 100});
    pool *p = pool_create(SHARING_THREADS, POOL_STACK_DEFAULT, &memory);
    for (unsigned round = 0; round < ROUNDS; round++) {
        sharing_job job = {.own = 0};
        pool_run(p, SHARED_PIECES, share_piece, &job);
        for (unsigned i = 0; i < SHARED_PIECES; i++)
            assert_int_equal(job.counts[i], 1);
        assert_int_equal(job.late, 0);
        assert_true(job.own > 0);
    }
    pool_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_states_choice),
        cmocka_unit_test(test_no_states_choice),
        cmocka_unit_test(test_misfit),
        cmocka_unit_test(test_nonsense),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_own_keys),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_churn),
        cmocka_unit_test(test_lanes_are_used_again),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_launch_arguments),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_leaf_errors),
        cmocka_unit_test(test_lowest_error),
        cmocka_unit_test(test_lowest_lone_error),
        cmocka_unit_test(test_wordless_error),
        cmocka_unit_test(test_hooks),
        cmocka_unit_test(test_hooks_of_the_machine),
        cmocka_unit_test(test_persistents),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_compact),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_steps_are_alone),
        cmocka_unit_test(test_steps_and_memory),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_pool),
        cmocka_unit_test(test_pool_stack),
        cmocka_unit_test(test_pool_wakes),
        cmocka_unit_test(test_pool_wakes_at_once),
        cmocka_unit_test(test_pool_shares),
    };
    return cmocka_run_group_tests_name("population", tests, NULL, NULL);
}
