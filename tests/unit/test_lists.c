// SPDX-License-Identifier: MIT
// Lists of blackboards: reading and writing them, in populations and in calls, as actors, in
// snapshots, through edits and inheritance. The differential test compares what trees do with them.
#include "actor.h"
#include "group.h"
#include "population_state.h"
#include "snapshot_bytes.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "misused.h"

#define OK(call) assert_int_equal((call), GESTALT_OK)

// Check that the call has that result, and an error that contains `words`.
#define REFUSED(call, expected, words)                                                             \
    do {                                                                                           \
        gestalt_error error = {0};                                                                 \
        assert_int_equal((call), (expected));                                                      \
        if (!strstr(error.message, (words)))                                                       \
            fail_msg("`%s` does not say `%s`", error.message, (words));                            \
    } while (0)

// Documents have ' instead of ", and ` instead of '.
static gestalt_shape *compile(const char *document)
{
    char text[2048];
    size_t size = 0;
    for (; document[size]; size++)
        text[size] = document[size] == '\'' ? '"' : document[size] == '`' ? '\'' : document[size];
    text[size] = '\0';
    return compile_or_abort("test.json", text, false);
}

// Compile a document with these keys and a root.
static gestalt_shape *compile_keys(const char *keys, const char *root)
{
    char document[2048];
    snprintf(document, sizeof document, "{'gestalt':1,'blackboard':{%s},'root':%s}", keys, root);
    return compile(document);
}

#define ONE "'one':{'type':{'list':'int'},'capacity':4,'init':[3,1]}"
#define KEYS                                                                                       \
    "'n':'int'," ONE ",'yes':{'type':{'list':'bool'},'capacity':3,'init':[true,false]},"           \
    "'far':{'type':{'list':'float'},'capacity':2},"                                                \
    "'way':{'type':{'list':'vec2'},'capacity':3,'init':[[1,2]]},"                                  \
    "'space':{'type':{'list':'vec3'},'capacity':2,'init':[[1,2,3]]},'b':'bool',"                   \
    "'mood':{'type':{'list':['idle','flee']},'capacity':2,'init':['flee']},"                       \
    "'all':{'type':{'list':'int'},'capacity':3,'shared':true,'init':[7]},"                         \
    "'lit':{'type':{'list':'bool'},'capacity':2,'shared':true,'init':[true]},"                     \
    "'base':{'type':{'list':'vec2'},'capacity':2,'shared':true}"
#define RUNNING "{'type':'running'}"

static gestalt_population *populate(const gestalt_shape *shape, const gestalt_host *host,
                                    uint32_t lanes, uint64_t agents)
{
    gestalt_population *p;
    gestalt_population_options options = {.group = {shape, host}, .lanes = lanes};
    OK(gestalt_population_create(&options, &p, NULL));
    OK(gestalt_population_spawn(p, 0, agents, NULL, NULL));
    return p;
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash = 0;
    OK(gestalt_population_hash(p, &hash, NULL));
    return hash;
}

// ---- the elements of a list as text

enum { MOST = 256 };

static const char *elements_text(const gestalt_value *elements, size_t count)
{
    static char text[4096];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const gestalt_value *e = &elements[i];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", i ? " " : "");
        if (e->type == GESTALT_BOOL)
            used += (size_t)snprintf(text + used, sizeof text - used, "%d", e->boolean);
        else if (e->type == GESTALT_INT)
            used += (size_t)snprintf(text + used, sizeof text - used, "%d", (int)e->integer);
        else
            for (int k = 0; k < (e->type == GESTALT_VEC3   ? 3
                                 : e->type == GESTALT_VEC2 ? 2
                                                           : 1);
                 k++)
                used += (size_t)snprintf(text + used, sizeof text - used, "%s%g", k ? ":" : "",
                                         (double)e->vector[k]);
    }
    return text;
}

static const char *list_text(const gestalt_population *p, uint64_t agent, const char *name)
{
    gestalt_value elements[MOST];
    size_t count = 0;
    OK(gestalt_population_read_list(p, agent, name, elements, MOST, &count, NULL));
    return elements_text(elements, count);
}

static const char *shared_text(const gestalt_population *p, const char *name)
{
    gestalt_value elements[MOST];
    size_t count = 0;
    OK(gestalt_population_read_shared_list(p, 0, name, elements, MOST, &count, NULL));
    return elements_text(elements, count);
}

static void write_ints(gestalt_population *p, uint64_t agent, const char *name, size_t count,
                       const int32_t *ints)
{
    gestalt_value elements[MOST];
    for (size_t i = 0; i < count; i++)
        elements[i] = (gestalt_value){.type = GESTALT_INT, .integer = ints[i]};
    OK(gestalt_population_write_list(p, agent, name, elements, count, NULL));
}

#define WRITE_INTS(p, agent, name, ...)                                                            \
    write_ints(p, agent, name, sizeof((int32_t[]){__VA_ARGS__}) / 4, (int32_t[]){__VA_ARGS__})

// ---- reading and writing

static void check_values(uint32_t lanes)
{
    gestalt_shape *shape = compile_keys(KEYS, RUNNING);
    gestalt_population *p = populate(shape, NULL, lanes, 70);
    const uint64_t agent = 66;
    assert_string_equal(list_text(p, agent, "one"), "3 1");
    assert_string_equal(list_text(p, agent, "yes"), "1 0");
    assert_string_equal(list_text(p, agent, "far"), "");
    assert_string_equal(list_text(p, agent, "way"), "1:2");
    assert_string_equal(list_text(p, agent, "space"), "1:2:3");
    assert_string_equal(list_text(p, agent, "mood"), "1");
    assert_string_equal(list_text(p, agent, "all"), "7"); // a shared list, by an agent
    assert_string_equal(shared_text(p, "lit"), "1");
    assert_string_equal(shared_text(p, "base"), "");
    WRITE_INTS(p, agent, "one", 5, 6, 7, 8);
    gestalt_value vectors[] = {{.type = GESTALT_VEC3, .vector = {4, 5, 6}},
                               {.type = GESTALT_VEC3, .vector = {7, 8, 9}}};
    OK(gestalt_population_write_list(p, agent, "space", vectors, 2, NULL));
    gestalt_value bools[] = {{.type = GESTALT_BOOL, .boolean = true},
                             {.type = GESTALT_BOOL, .boolean = false}};
    OK(gestalt_population_write_shared_list(p, 0, "lit", bools, 2, NULL));
    OK(gestalt_population_write_list(p, agent, "yes", NULL, 0, NULL));
    assert_string_equal(list_text(p, agent, "one"), "5 6 7 8");
    assert_string_equal(list_text(p, agent, "space"), "4:5:6 7:8:9");
    assert_string_equal(list_text(p, agent, "yes"), "");
    assert_string_equal(shared_text(p, "lit"), "1 0");
    assert_string_equal(list_text(p, agent - 1, "one"), "3 1");
    assert_string_equal(list_text(p, agent - 1, "space"), "1:2:3");
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

static void test_values(void **state)
{
    (void)state;
    check_values(1);
    check_values(5);
    check_values(64);
}

static void test_refused(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_keys(KEYS, RUNNING);
    gestalt_population *p = populate(shape, NULL, 64, 1);
    gestalt_value value = {.type = GESTALT_INT, .integer = 1}, five[5], none[2];
    size_t count = 9;
    for (int i = 0; i < 5; i++)
        five[i] = value;
    none[0] = value;
    none[1] = (gestalt_value){.type = GESTALT_FLOAT};
    const gestalt_result bad = GESTALT_BAD_ARGUMENT;
    REFUSED(gestalt_population_read(p, 0, "one", &value, &error), bad,
            "the key `one` is a list: call gestalt_population_read_list");
    REFUSED(gestalt_population_write(p, 0, "one", value, &error), bad,
            "the key `one` is a list: call gestalt_population_write_list");
    REFUSED(gestalt_population_read_shared(p, 0, "all", &value, &error), bad,
            "call gestalt_population_read_shared_list");
    REFUSED(gestalt_population_write_shared(p, 0, "all", value, &error), bad,
            "call gestalt_population_write_shared_list");
    REFUSED(gestalt_population_read_list(p, 0, "n", five, 5, &count, &error), bad,
            "the key `n` is not a list: call gestalt_population_read");
    REFUSED(gestalt_population_write_list(p, 0, "n", five, 1, &error), bad,
            "the key `n` is not a list: call gestalt_population_write");
    REFUSED(gestalt_population_read_list(p, 0, "none", five, 5, &count, &error), bad,
            "there is no blackboard key `none`");
    REFUSED(gestalt_population_read_list(p, 0, "way.x", five, 5, &count, &error), bad,
            "there is no blackboard key `way.x`");
    REFUSED(gestalt_population_read_list(p, 9, "one", five, 5, &count, &error), bad, "agent 9");
    REFUSED(gestalt_population_write_list(p, 0, "all", five, 1, &error), bad,
            "gestalt_population_write_shared_list sets it");
    REFUSED(gestalt_population_read_shared_list(p, 0, "one", five, 5, &count, &error), bad,
            "the key `one` is not shared");
    REFUSED(gestalt_population_write_shared_list(p, 0, "one", five, 1, &error), bad,
            "the key `one` is not shared");
    REFUSED(gestalt_population_write_list(p, 0, "one", five, 5, &error), bad,
            "the list `one` has at most 4 elements, not 5");
    REFUSED(gestalt_population_write_list(p, 0, "one", none, 2, &error), bad,
            "element 1 must be an int, not a float");
    REFUSED(gestalt_population_write_shared_list(p, 0, "base", five, 1, &error), bad,
            "element 0 must be a vec2, not an int");
    REFUSED(gestalt_population_read_list(p, 0, "one", five, 1, &count, &error), GESTALT_LIMIT,
            "the list has 2 elements, but there is room for 1");
    assert_int_equal(count, 2);
    assert_int_equal(five[0].integer, 3);
    assert_string_equal(list_text(p, 0, "one"), "3 1"); // calls that fail change nothing
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

// ---- keys, blocks and what is shown of an agent

static void test_block(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_keys(KEYS, RUNNING);
    gestalt_population *p = populate(shape, NULL, 5, 7);
    gestalt_key key;
    assert_true(gestalt_population_key(p, 0, "space", &key));
    assert_int_equal(key.type, GESTALT_VEC3);
    assert_int_equal(key.capacity, 2);
    gestalt_list list = gestalt_population_list(p, 0, 1, key);
    assert_int_equal(list.width, 3);
    assert_int_equal(list.capacity, 2);
    assert_int_equal(list.type, GESTALT_VEC3);
    assert_int_equal(list.counts[1], 1);
    for (uint32_t k = 0; k < 3; k++)
        list.floats[(1 * list.width + k) * list.stride + 1] = 10.0f + (float)k;
    list.counts[1] = 2;
    assert_string_equal(list_text(p, 6, "space"), "1:2:3 10:11:12");
    assert_string_equal(list_text(p, 5, "space"), "1:2:3");
    assert_true(gestalt_population_key(p, 0, "all", &key));
    assert_true(key.shared && key.capacity == 3);
    assert_null(gestalt_population_list(p, 0, 1, key).counts);
    assert_true(gestalt_population_key(p, 0, "n", &key));
    assert_int_equal(key.capacity, 0);
    assert_false(gestalt_population_key(p, 0, "way.x", &key));
    gestalt_key far = {.type = GESTALT_INT, .column = 1, .capacity = UINT32_MAX};
    assert_null(gestalt_population_list(p, 0, 0, far).counts);
    gestalt_value values[11];
    OK(gestalt_actor_values(p, 6, values, 11, NULL));
    assert_int_equal(values[5].type, GESTALT_INT); // the count of a list
    assert_int_equal(values[5].integer, 2);
    gestalt_shape_key of_shape = gestalt_shape_key_at(shape, 5);
    assert_int_equal(of_shape.capacity, 2);
    assert_int_equal(of_shape.type, GESTALT_VEC3);
    assert_int_equal(gestalt_shape_key_at(shape, 0).capacity, 0);
    assert_int_equal(gestalt_shape_key_word_count(shape, 7), 2);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

// ---- hashes

// Elements after the count do not belong to the state, nor does the form of a NaN.
static void test_hash(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_keys(KEYS, RUNNING);
    gestalt_population *p = populate(shape, NULL, 64, 3);
    gestalt_key key, way;
    uint64_t before = hash_of(p);
    assert_true(gestalt_population_key(p, 0, "one", &key));
    assert_true(gestalt_population_key(p, 0, "way", &way));
    gestalt_list list = gestalt_population_list(p, 0, 0, key);
    list.ints[3 * list.stride + 1] = 99;
    gestalt_value seven[3] = {{.type = GESTALT_INT, .integer = 7},
                              {.type = GESTALT_INT, .integer = 8},
                              {.type = GESTALT_INT, .integer = 9}};
    OK(gestalt_population_write_shared_list(p, 0, "all", seven, 3, NULL));
    assert_true(hash_of(p) != before);
    OK(gestalt_population_write_shared_list(p, 0, "all", seven, 1, NULL));
    assert_int_equal(hash_of(p), before);
    list.ints[1 * list.stride + 1] = 2;
    assert_true(hash_of(p) != before);
    list.ints[1 * list.stride + 1] = 1;
    list.counts[1] = 3;
    assert_true(hash_of(p) != before);
    list.counts[1] = 2;
    assert_int_equal(hash_of(p), before);
    gestalt_list vectors = gestalt_population_list(p, 0, 0, way);
    vectors.ints[0] = 0x7fc00001;
    uint64_t nan = hash_of(p);
    vectors.ints[0] = -1;
    assert_true(nan != before && hash_of(p) == nan);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

// ---- actors and snapshots

#define FOR_EACH "{'type':'for_each','key':'one','item':'n','child':{'type':'wait','ticks':1}}"

// An actor has as many elements as its lists. Wrong bytes are refused.
static void test_actor(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_keys("'n':'int'," ONE, FOR_EACH);
    gestalt_population *p = populate(shape, NULL, 4, 1);
    OK(gestalt_population_tick(p, 0, NULL));
    OK(gestalt_population_tick(p, 1, NULL)); // at place 1
    group *g = &p->groups[0];
    unsigned char bytes[256];
    cohort *c = group_cohort(g, 0);
    // root, 1 live item, place, due time, no cancels; then the blackboard
    size_t place = 1 + 4 + 4, count = place + 4 + 8 + 4 + 4;
    size_t size = actor_take(g->plan, &g->layout, c, 0, bytes);
    assert_int_equal(size, count + 4 + 2 * 4);
    assert_true(actor_size_min(g->plan) < size && size < actor_size_max(g->plan));
    assert_int_equal(bytes[place], 1);
    assert_int_equal(bytes[count], 2);
    assert_int_equal(bytes[count + 4], 3);
    static const struct {
        bool is_place;
        uint32_t value;
        size_t more;
        const char *words; // NULL: the bytes are correct
    } cases[] = {{false, 2, 0, NULL},
                 {false, 4, 8, NULL},
                 {false, 5, 12, "a list has more elements than its capacity"},
                 {false, UINT32_MAX, 12, "a list has more elements than its capacity"},
                 {false, 3, 0, "ends too early"},
                 {false, 1, 0, "bytes after its end"},
                 {true, 3, 0, NULL},
                 {true, 4, 0, "a loop is at a place that its list can't have"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned char copy[256] = {0};
        memcpy(copy, bytes, size);
        memcpy(copy + (cases[i].is_place ? place : count), &cases[i].value, 4);
        cohort *other = group_cohort(g, 0);
        const char *wrong = actor_put(g->plan, &g->layout, other, 2, copy, size + cases[i].more);
        if (!cases[i].words ? wrong != NULL : !wrong || !strstr(wrong, cases[i].words))
            fail_msg("case %zu: `%s`, not `%s`", i, wrong ? wrong : "", cases[i].words);
        actor_clear(&g->layout, other, UINT64_C(1) << 2);
    }
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

static void test_bool_actor(void **state)
{
    (void)state;
    gestalt_shape *shape =
        compile_keys("'yes':{'type':{'list':'bool'},'capacity':3,'init':[true]}", RUNNING);
    gestalt_population *p = populate(shape, NULL, 4, 1);
    unsigned char bytes[256];
    group *g = &p->groups[0];
    size_t size = actor_take(g->plan, &g->layout, group_cohort(g, 0), 0, bytes);
    bytes[size - 4] = 2;
    const char *wrong = actor_put(g->plan, &g->layout, group_cohort(g, 0), 1, bytes, size);
    assert_true(wrong && strstr(wrong, "a bool of a list is neither 0 nor 1"));
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

static void test_snapshot(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_keys(KEYS, RUNNING);
    gestalt_population *p = populate(shape, NULL, 5, 20), *q = populate(shape, NULL, 64, 0);
    WRITE_INTS(p, 13, "one", 4, 5, 6);
    gestalt_value seven[2] = {{.type = GESTALT_INT, .integer = 7},
                              {.type = GESTALT_INT, .integer = 8}};
    OK(gestalt_population_write_shared_list(p, 0, "all", seven, 2, NULL));
    byte_buffer saved = save_or_abort(p);
    OK(gestalt_population_load_memory(q, saved.bytes, saved.size, NULL));
    assert_int_equal(hash_of(q), hash_of(p));
    assert_string_equal(list_text(q, 13, "one"), "4 5 6");
    assert_string_equal(list_text(q, 12, "one"), "3 1");
    assert_string_equal(shared_text(q, "all"), "7 8");
    assert_string_equal(shared_text(q, "lit"), "1");
    free(saved.bytes);
    gestalt_population_destroy(p);
    gestalt_population_destroy(q);
    gestalt_shape_destroy(shape);
}

// Wrong shared values are refused.
static void test_wrong_snapshot(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_keys(KEYS, RUNNING);
    gestalt_population *p = populate(shape, NULL, 64, 1);
    // header, chunk header, chunk_group and the name; then the counts of `all` and `lit`
    const size_t all = 64 + 24 + 32 + strlen(gestalt_shape_name(shape)), lit = all + 4 + 4;
    static const struct {
        size_t after_all;
        uint32_t value;
        const char *words;
    } cases[] = {{0, 4, "a shared list has more elements than its capacity"},
                 {0, 3, "the shared values have a wrong size"},
                 {12, 2, "a bool of a shared list is neither 0 nor 1"},
                 {8, 0, "the shared values have a wrong size"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        byte_buffer saved = save_or_abort(p);
        assert_int_equal(saved.bytes[all], 1);
        assert_int_equal(saved.bytes[lit], 1);
        memcpy(saved.bytes + all + cases[i].after_all, &cases[i].value, 4);
        repair_snapshot(saved.bytes, saved.size);
        REFUSED(gestalt_population_load_memory(p, saved.bytes, saved.size, &error),
                GESTALT_BAD_FILE, cases[i].words);
        free(saved.bytes);
    }
    assert_string_equal(shared_text(p, "all"), "7");
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

// ---- edits

// Edit agent 1's `list`, which another agent has, too, and check its new elements.
static void check_edit(uint32_t lanes, const char *was, const char *is, size_t count,
                       const gestalt_value *elements, const char *expected)
{
    char old_key[256], new_key[256];
    snprintf(old_key, sizeof old_key, "'list':%s", was);
    snprintf(new_key, sizeof new_key, "'other':'int','list':%s", is);
    gestalt_shape *old_shape = compile_keys(old_key, RUNNING);
    gestalt_shape *new_shape = compile_keys(new_key, RUNNING);
    gestalt_population *p = populate(old_shape, NULL, lanes, 3);
    if (strstr(was, "shared"))
        OK(gestalt_population_write_shared_list(p, 0, "list", elements, count, NULL));
    else
        OK(gestalt_population_write_list(p, 1, "list", elements, count, NULL));
    OK(gestalt_population_edit(p, &(gestalt_edit){.shape = new_shape}, NULL, NULL));
    const char *text = list_text(p, 1, "list");
    if (strcmp(text, expected) != 0)
        fail_msg("%s to %s is `%s`, not `%s`", was, is, text, expected);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(old_shape);
    gestalt_shape_destroy(new_shape);
}

#define LIST_OF(type, more) "{'type':{'list':" type "}," more "}"

static void test_edits(void **state)
{
    (void)state;
    gestalt_value ints[3], vectors[2], bools[2], words[3];
    for (int i = 0; i < 3; i++) {
        ints[i] = (gestalt_value){.type = GESTALT_INT, .integer = 5 + i};
        words[i] = (gestalt_value){.type = GESTALT_INT, .integer = 2 - i};
    }
    for (int i = 0; i < 2; i++) {
        vectors[i] = (gestalt_value){.type = GESTALT_VEC2, .vector = {1.5f, (float)i}};
        bools[i] = (gestalt_value){.type = GESTALT_BOOL, .boolean = !i};
    }
    const struct {
        const char *was, *is;
        const gestalt_value *elements;
        size_t count;
        const char *expected;
    } cases[] = {
        {LIST_OF("'int'", "'capacity':3"), LIST_OF("'int'", "'capacity':5"), ints, 3, "5 6 7"},
        {LIST_OF("'int'", "'capacity':3"), LIST_OF("'int'", "'capacity':2"), ints, 3, "5 6"},
        {LIST_OF("'int'", "'capacity':3"), LIST_OF("'float'", "'capacity':2"), ints, 3, "5 6"},
        {LIST_OF("'vec2'", "'capacity':2"), LIST_OF("'vec3'", "'capacity':2"), vectors, 2,
         "1.5:0:0 1.5:1:0"},
        {LIST_OF("'bool'", "'capacity':2"), LIST_OF("'bool'", "'capacity':1"), bools, 2, "1"},
        // no conversion: the list has its init
        {LIST_OF("'int'", "'capacity':3"), LIST_OF("'bool'", "'capacity':3,'init':[true]"), ints, 3,
         "1"},
        {LIST_OF("'int'", "'capacity':3"), LIST_OF("'vec2'", "'capacity':3"), ints, 3, ""},
        {LIST_OF("'float'", "'capacity':3"), LIST_OF("'int'", "'capacity':3,'init':[4,4]"), NULL, 0,
         "4 4"},
        // words: c b a
        {LIST_OF("['a','b','c']", "'capacity':3"), LIST_OF("['c','d','b','a']", "'capacity':3"),
         words, 3, "0 2 3"},
        {LIST_OF("['a','b','c']", "'capacity':3"),
         LIST_OF("['c','d','b']", "'capacity':3,'init':['d']"), words, 3, "1"},
        {LIST_OF("['a','b','c']", "'capacity':3"),
         LIST_OF("['c','d','b']", "'capacity':2,'init':['d']"), words, 3, "0 2"},
        {LIST_OF("['a','b','c']", "'capacity':3"), LIST_OF("'int'", "'capacity':3"), words, 3, ""},
        // shared lists
        {LIST_OF("'int'", "'capacity':3,'shared':true"), LIST_OF("'int'", "'capacity':2"), ints, 3,
         "5 6"},
        {LIST_OF("'int'", "'capacity':3,'shared':true"),
         LIST_OF("'float'", "'capacity':2,'shared':true"), ints, 3, "5 6"},
        {LIST_OF("['a','b','c']", "'capacity':3,'shared':true"),
         LIST_OF("['c','d','b']", "'capacity':3,'shared':true,'init':['d']"), words, 3, "1"},
        {LIST_OF("['a','b','c']", "'capacity':3,'shared':true"),
         LIST_OF("['c','d','b']", "'capacity':3,'init':['d','c']"), words, 3, "1 0"},
        {LIST_OF("'int'", "'capacity':3"), LIST_OF("'int'", "'capacity':3,'shared':true"), ints, 3,
         ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint32_t lanes = 1; lanes <= 4; lanes += 3)
            check_edit(lanes, cases[i].was, cases[i].is, cases[i].count, cases[i].elements,
                       cases[i].expected);
}

// A key that becomes a list, or is one no more, starts with its init. A smaller capacity is not
// another type.
static void test_edited_keys(void **state)
{
    (void)state;
    gestalt_shape *was =
        compile_keys("'a':'int','b':" LIST_OF("'int'", "'capacity':3") ",'c':" LIST_OF(
                         "'int'", "'capacity':3") ",'d':" LIST_OF("'int'", "'capacity':3"),
                     RUNNING);
    gestalt_shape *is =
        compile_keys("'a':" LIST_OF("'int'", "'capacity':2") ",'b':'int','c':" LIST_OF(
                         "'int'", "'capacity':2") ",'d':" LIST_OF("'float'", "'capacity':2"),
                     RUNNING);
    static const gestalt_edit_key_fate fates[] = {GESTALT_EDIT_KEY_NEW, GESTALT_EDIT_KEY_NEW,
                                                  GESTALT_EDIT_KEY_KEPT,
                                                  GESTALT_EDIT_KEY_CONVERTED};
    gestalt_edit_report *report;
    uint32_t count;
    OK(gestalt_shape_match(was, is, NULL, 0, NULL, &report, NULL));
    const gestalt_edit_key *keys = gestalt_edit_report_keys(report, &count);
    assert_int_equal(count, 6); // the keys `a` and `b` are gone
    for (int i = 0; i < 4; i++)
        assert_int_equal(keys[i].fate, fates[i]);
    gestalt_edit_report_destroy(report);
    gestalt_shape_destroy(was);
    gestalt_shape_destroy(is);
}

// A loop keeps its place, even if its list is now shorter, and such an agent can be saved.
static void check_edited_loop(uint32_t capacity, const char *expected)
{
    char keys[128];
    snprintf(keys, sizeof keys, "'n':'int','one':{'type':{'list':'int'},'capacity':%u}",
             (unsigned)capacity);
    gestalt_shape *was = compile_keys("'n':'int'," ONE, FOR_EACH);
    gestalt_shape *is = compile_keys(keys, FOR_EACH);
    gestalt_population *p = populate(was, NULL, 4, 1);
    OK(gestalt_population_tick(p, 0, NULL));
    OK(gestalt_population_tick(p, 1, NULL)); // at place 1
    OK(gestalt_population_edit(p, &(gestalt_edit){.shape = is}, NULL, NULL));
    byte_buffer saved = save_or_abort(p);
    OK(gestalt_population_load_memory(p, saved.bytes, saved.size, NULL));
    free(saved.bytes);
    assert_string_equal(list_text(p, 0, "one"), expected);
    OK(gestalt_population_tick(p, 2, NULL));
    assert_int_equal(gestalt_population_status(p, 0), GESTALT_SUCCESS);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(was);
    gestalt_shape_destroy(is);
}

static void test_edited_loop(void **state)
{
    (void)state;
    check_edited_loop(1, "3");
    check_edited_loop(3, "3 1");
}

// Return the new ids of all nodes, as digits; `=` after those that are the same.
static void check_match(const char *was, const char *is, const char *expected)
{
    gestalt_shape *old_shape = compile_keys(KEYS, was), *new_shape = compile_keys(KEYS, is);
    gestalt_edit_report *report;
    uint32_t count;
    char text[64] = "";
    size_t used = 0;
    OK(gestalt_shape_match(old_shape, new_shape, NULL, 0, NULL, &report, NULL));
    const gestalt_edit_node *nodes = gestalt_edit_report_nodes(report, &count);
    for (uint32_t i = 0; i < count; i++) {
        bool is_gone = nodes[i].new_node == GESTALT_NO_NODE;
        used += (size_t)snprintf(text + used, sizeof text - used, "%c%s",
                                 is_gone ? '-' : (char)('0' + nodes[i].new_node),
                                 nodes[i].reason == GESTALT_EDIT_SAME ? "=" : "");
    }
    if (strcmp(text, expected) != 0)
        fail_msg("%s to %s is %s, not %s", was, is, text, expected);
    gestalt_edit_report_destroy(report);
    gestalt_shape_destroy(old_shape);
    gestalt_shape_destroy(new_shape);
}

// The verb of a node is its list. Defaults of `at` are the same as if they were written.
static void test_matches(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"{'type':'pop','key':'one'}", "{'type':'pop','key':'one','at':0}"},
        {"{'type':'push','key':'one','value':1}",
         "{'type':'push','key':'one','value':1,'at':'count(one)'}"},
        {"{'type':'set','key':'one','to':[1,2]}", "{'type':'set','key':'one','to':[1,2]}"},
        {"{'type':'condition','if':'find(one, 3) > one[0]'}", "'find(one, 3) > one[0]'"},
    };
    static const char *const matching[][2] = {
        {"{'type':'pop','key':'one'}", "{'type':'pop','key':'one','at':1}"},
        {"{'type':'pop','key':'one'}", "{'type':'pop','key':'one','to':'n'}"},
        {"{'type':'push','key':'one','value':1}", "{'type':'push','key':'one','value':1,'at':0}"},
        {"{'type':'set','key':'one','to':[1,2]}", "{'type':'set','key':'one','to':[1]}"},
        {"{'type':'set','key':'one','to':[1,2]}", "{'type':'set','key':'one','at':1,'to':2}"},
        {"{'type':'set','key':'one','to':'all'}", "{'type':'set','key':'one','to':[1]}"},
        {"{'type':'condition','if':'one[0] == 1'}", "{'type':'condition','if':'all[0] == 1'}"},
        {"{'type':'condition','if':'count(one) == 1'}",
         "{'type':'condition','if':'count(all) == 1'}"},
    };
    static const char *const other[][2] = {
        {"{'type':'clear','key':'one'}", "{'type':'clear','key':'far'}"},
        {"{'type':'clear','key':'one'}", "{'type':'pop','key':'one'}"},
        {"{'type':'set','key':'one','to':[1,2]}", "{'type':'set','key':'n','to':2}"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        check_match(same[i][0], same[i][1], "0=");
    for (size_t i = 0; i < sizeof matching / sizeof *matching; i++)
        check_match(matching[i][0], matching[i][1], "0");
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        check_match(other[i][0], other[i][1], "-");
    check_match(FOR_EACH,
                "{'type':'for_each','key':'one','item':'n','child':{'type':'wait','ticks':2}}",
                "01");
    check_match("{'type':'for_each','key':'one','item':'n','child':{'type':'wait','ticks':1}}",
                "{'type':'for_each','key':'all','item':'n','child':{'type':'wait','ticks':1}}",
                "--");
}

// ---- inheritance

static void test_inherit(void **state)
{
    (void)state;
    gestalt_shape *large = compile_keys(
        "'b':'bool'," ONE ",'far':" LIST_OF("'float'", "'capacity':3,'init':[1,2]"), RUNNING);
    gestalt_shape *small = compile_keys(
        "'one':" LIST_OF("'int'", "'capacity':2,'init':[9]") ",'b':'bool','far':" LIST_OF(
            "'vec2'", "'capacity':3"),
        RUNNING);
    const gestalt_group groups[] = {{.shape = large}, {.shape = small}};
    gestalt_population_options options = {.groups = groups, .group_count = 2, .lanes = 4};
    gestalt_population *p;
    OK(gestalt_population_create(&options, &p, NULL));
    OK(gestalt_population_spawn(p, 0, 2, NULL, NULL));
    OK(gestalt_population_spawn(p, 1, 2, NULL, NULL));
    WRITE_INTS(p, 0, "one", 4, 5, 6);
    const uint64_t parents[] = {0, 1, 2};
    OK(gestalt_population_inherit(p, parents, 1, 1, NULL)); // within the group
    OK(gestalt_population_inherit(p, parents, 2, 1, NULL)); // to a smaller list
    assert_string_equal(list_text(p, 1, "one"), "4 5 6");
    assert_string_equal(list_text(p, 2, "one"), "4 5");
    assert_string_equal(list_text(p, 2, "far"), "");            // of another type
    OK(gestalt_population_inherit(p, parents + 2, 0, 1, NULL)); // to a larger list
    assert_string_equal(list_text(p, 0, "one"), "4 5");
    gestalt_population_destroy(p);
    gestalt_shape_destroy(large);
    gestalt_shape_destroy(small);
}

// ---- calls

// Append the number of elements of the argument to the key `one`.
static void append(gestalt_list from, gestalt_list to, unsigned lane)
{
    int32_t count = to.counts[lane];
    if ((uint32_t)count == to.capacity)
        return;
    to.ints[(uint32_t)count * to.stride + lane] = from.counts[lane] * 10 + (int32_t)from.capacity;
    to.counts[lane] = count + 1;
}

static void batch(gestalt_call *call)
{
    for (unsigned lane = 0; lane < call->lane_count; lane++)
        if (call->lanes >> lane & 1)
            append(gestalt_column_list(call->arguments[0], GESTALT_VEC2),
                   gestalt_call_list(call, 0, GESTALT_INT), lane);
    call->succeeded = call->lanes;
}

static gestalt_status single(gestalt_single_call *call)
{
    append(gestalt_column_list(call->arguments[0], GESTALT_VEC2),
           gestalt_column_list(call->keys[0], GESTALT_INT), 0);
    return GESTALT_SUCCESS;
}

static const char calling[] = "{'gestalt':1,'blackboard':{" KEYS "},"
                              "'actions':{'go':{'args':{'of':{'key':{'list':'vec2'}}}}},"
                              "'root':{'type':'action','do':'go','args':{'of':'way'}}}";

static gestalt_host *host_of(gestalt_function function)
{
    gestalt_host *host;
    OK(gestalt_host_create(NULL, &host, NULL));
    OK(gestalt_host_add(host, &function, NULL));
    return host;
}

static void test_calls(void **state)
{
    (void)state;
    static const gestalt_parameter of = {"of", GESTALT_VEC2, .is_list = true, .by_key = true};
    static const gestalt_parameter one = {"one", GESTALT_INT, .is_list = true};
    gestalt_shape *shape = compile(calling);
    for (uint32_t lanes = 1; lanes <= 64; lanes *= 8)
        for (int is_batch = 0; is_batch < 2; is_batch++) {
            gestalt_host *host = host_of((gestalt_function){.name = "go",
                                                            .batch = is_batch ? batch : NULL,
                                                            .single = is_batch ? NULL : single,
                                                            .arguments = &of,
                                                            .argument_count = 1,
                                                            .keys = &one,
                                                            .key_count = 1});
            gestalt_population *p = populate(shape, host, lanes, 11);
            OK(gestalt_population_tick(p, 0, NULL));
            assert_string_equal(list_text(p, 0, "one"), "3 1 13");
            assert_string_equal(list_text(p, 10, "one"), "3 1 13");
            gestalt_population_destroy(p);
            gestalt_host_destroy(host);
        }
    gestalt_parameter given = gestalt_shape_argument(shape, 0, 0);
    assert_true(given.is_list && given.by_key && given.type == GESTALT_VEC2);
    gestalt_shape_destroy(shape);
}

typedef struct kept_text {
    char text[512];
    size_t size;
} kept_text;

static bool keep(void *user, const char *text, size_t size)
{
    kept_text *k = user;
    memcpy(k->text + k->size, text, size);
    k->size += size;
    k->text[k->size] = '\0';
    return true;
}

static void test_misfits(void **state)
{
    (void)state;
    static const struct {
        gestalt_parameter of, key;
        const char *words;
    } cases[] = {
        {{"of", GESTALT_INT, .is_list = true},
         {"one", GESTALT_INT, .is_list = true},
         "`go` gets the argument `of` as key list of vec2; the host's function takes key list of "
         "int"},
        {{"of", GESTALT_VEC2, .by_key = true},
         {"one", GESTALT_INT, .is_list = true},
         "key list of vec2; the host's function takes key vec2"},
        {{"of", GESTALT_VEC2, .is_list = true},
         {"one", GESTALT_INT},
         "uses the blackboard key `one` as int; the shape has it as list of int"},
        {{"of", GESTALT_VEC2, .is_list = true},
         {"n", GESTALT_INT, .is_list = true},
         "uses the blackboard key `n` as list of int; the shape has it as int"},
    };
    gestalt_shape *shape = compile(calling);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gestalt_host *host = host_of((gestalt_function){.name = "go",
                                                        .single = single,
                                                        .arguments = &cases[i].of,
                                                        .argument_count = 1,
                                                        .keys = &cases[i].key,
                                                        .key_count = 1});
        kept_text kept = {.size = 0};
        assert_int_equal(gestalt_host_misfits(host, shape, (gestalt_writer){keep, &kept}), 1);
        if (!strstr(kept.text, cases[i].words))
            fail_msg("`%s` does not say `%s`", kept.text, cases[i].words);
        gestalt_host_destroy(host);
    }
    gestalt_shape_destroy(shape);
}

// The argument of a deferred action that is a list: its value is the count.
static void test_launch(void **state)
{
    (void)state;
    gestalt_shape *shape =
        compile("{'gestalt':1,'blackboard':{" KEYS "},"
                "'actions':{'go':{'kind':'deferred','args':{'of':{'key':{'list':'int'}}}}},"
                "'root':{'type':'deferred','do':'go','args':{'of':'one'}}}");
    static const gestalt_parameter of = {"of", GESTALT_INT, .is_list = true};
    gestalt_host *host = host_of((gestalt_function){
        .name = "go", .kind = GESTALT_DEFERRED, .arguments = &of, .argument_count = 1});
    gestalt_population *p = populate(shape, host, 4, 1);
    OK(gestalt_population_tick(p, 0, NULL));
    WRITE_INTS(p, 0, "one", 1, 2, 3);
    gestalt_argument argument;
    assert_true(gestalt_population_launch_argument_at(p, 0, 0, 0, &argument));
    assert_true(argument.is_list);
    assert_string_equal(argument.key, "one");
    assert_int_equal(argument.component, 0);
    assert_int_equal(argument.value.type, GESTALT_INT);
    assert_int_equal(argument.value.integer, 3);
    gestalt_population_destroy(p);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_block),       cmocka_unit_test(test_hash),
        cmocka_unit_test(test_actor),       cmocka_unit_test(test_bool_actor),
        cmocka_unit_test(test_snapshot),    cmocka_unit_test(test_wrong_snapshot),
        cmocka_unit_test(test_edits),       cmocka_unit_test(test_edited_keys),
        cmocka_unit_test(test_edited_loop), cmocka_unit_test(test_matches),
        cmocka_unit_test(test_inherit),     cmocka_unit_test(test_calls),
        cmocka_unit_test(test_misfits),     cmocka_unit_test(test_launch),
    };
    return cmocka_run_group_tests_name("lists", tests, NULL, NULL);
}
