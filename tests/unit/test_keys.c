// SPDX-License-Identifier: MIT
// Keys by handle: reading and writing one and several, lists, shared keys; keys that are not the
// group's; where agents are.
#include "snapshot_bytes.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "misused.h"

#define OK(call) assert_int_equal((call), GESTALT_OK)

#define REFUSED(call, words)                                                                       \
    do {                                                                                           \
        gestalt_error error = {0};                                                                 \
        assert_int_equal((call), GESTALT_BAD_ARGUMENT);                                            \
        if (!strstr(error.message, (words)))                                                       \
            fail_msg("`%s` does not say `%s`", error.message, (words));                            \
    } while (0)

#define KEYS                                                                                       \
    "'b':'bool','n':'int','f':'float','u':'vec2','v':'vec3','mood':['idle','flee'],"               \
    "'l':{'type':{'list':'vec2'},'capacity':3},"                                                   \
    "'s':{'type':'int','shared':true,'init':7},'sb':{'type':'bool','shared':true},"                \
    "'sl':{'type':{'list':'int'},'capacity':2,'shared':true,'init':[4]}"

// A document with these keys, in which the agent only waits.
#define DOCUMENT(keys) "{'gestalt':1,'blackboard':{" keys "},'root':{'type':'running'}}"

static gestalt_shape *compile(const char *document)
{
    char text[1024];
    size_t size = 0;
    for (; document[size]; size++)
        text[size] = document[size] == '\'' ? '"' : document[size];
    text[size] = '\0';
    return compile_or_abort("test.json", text, false);
}

typedef struct fixture {
    gestalt_shape *shape, *same, *other;
    gestalt_population *p;
} fixture;

enum { AGENTS = 150 };

static void start(fixture *f, uint32_t lanes)
{
    f->shape = compile(DOCUMENT(KEYS));
    f->same = compile("{'gestalt':1,'blackboard':{" KEYS "},'root':{'type':'sequence','children':["
                      "{'type':'success'},{'type':'running'}]}}");
    f->other = compile(DOCUMENT("'n':'int','b':'bool'"));
    const gestalt_group groups[] = {{.shape = f->shape}, {.shape = f->same}, {.shape = f->other}};
    gestalt_population_options options = {.groups = groups, .group_count = 3, .lanes = lanes};
    OK(gestalt_population_create(&options, &f->p, NULL));
    for (uint32_t i = 0; i < 3; i++)
        OK(gestalt_population_spawn(f->p, i, AGENTS, NULL, NULL));
}

static void stop(fixture *f)
{
    gestalt_population_destroy(f->p);
    gestalt_shape_destroy(f->shape);
    gestalt_shape_destroy(f->same);
    gestalt_shape_destroy(f->other);
}

static gestalt_key key_of(const fixture *f, uint32_t group, const char *name)
{
    gestalt_key key = {0};
    assert_true(gestalt_population_key(f->p, group, name, &key));
    return key;
}

static bool same_value(gestalt_value a, gestalt_value b)
{
    if (a.type != b.type)
        return false;
    if (a.type == GESTALT_BOOL)
        return a.boolean == b.boolean;
    size_t width = a.type == GESTALT_VEC3 ? 3 : a.type == GESTALT_VEC2 ? 2 : 1;
    return memcmp(a.vector, b.vector, width * sizeof *a.vector) == 0;
}

static gestalt_value value_for(gestalt_type type, uint32_t number)
{
    gestalt_value value = {.type = type};
    if (type == GESTALT_BOOL)
        value.boolean = number % 2;
    else if (type == GESTALT_INT)
        value.integer = (int32_t)number;
    else
        for (uint32_t k = 0; k < 3; k++)
            value.vector[k] = (float)(number + k);
    return value;
}

static const char *const names[] = {"b", "n", "f", "u", "v", "mood", "u.y", "v.z"};
enum { NAMES = sizeof names / sizeof *names };

// What is written by name is read by key, and the reverse.
static void test_values(void **state)
{
    (void)state;
    for (uint32_t lanes = 1; lanes <= 64; lanes += 63) {
        fixture f;
        gestalt_value value;
        start(&f, lanes);
        for (uint32_t i = 0; i < NAMES; i++)
            for (uint64_t agent = 3; agent < 2 * AGENTS; agent += 97) {
                gestalt_key key = key_of(&f, 0, names[i]); // also for the second group
                gestalt_value first = value_for(key.type, i), second = value_for(key.type, i + 1);
                OK(gestalt_population_write(f.p, agent, names[i], first, NULL));
                OK(gestalt_population_read_key(f.p, agent, &key, &value, NULL));
                assert_true(same_value(value, first));
                OK(gestalt_population_write_key(f.p, agent, &key, second, NULL));
                OK(gestalt_population_read(f.p, agent, names[i], &value, NULL));
                assert_true(same_value(value, second));
                OK(gestalt_population_read_key(f.p, agent + 1, &key, &value, NULL));
                assert_false(same_value(value, second) && i != 0); // a neighbour
            }
        stop(&f);
    }
}

static void test_several(void **state)
{
    (void)state;
    fixture f;
    start(&f, 64);
    static const uint64_t agents[] = {5, 299, 70, 150};
    gestalt_key keys[NAMES - 2];
    gestalt_value values[4 * (NAMES - 2)], read[4 * (NAMES - 2)], one;
    for (uint32_t k = 0; k < NAMES - 2; k++)
        keys[k] = key_of(&f, 1, names[k]);
    for (uint32_t i = 0; i < 4 * (NAMES - 2); i++)
        values[i] = value_for(keys[i % (NAMES - 2)].type, i);
    OK(gestalt_population_write_keys(f.p, agents, 4, keys, NAMES - 2, values, NULL));
    OK(gestalt_population_read_keys(f.p, agents, 4, keys, NAMES - 2, read, NULL));
    for (uint32_t i = 0; i < 4 * (NAMES - 2); i++) {
        assert_true(same_value(read[i], values[i]));
        OK(gestalt_population_read(f.p, agents[i / (NAMES - 2)], names[i % (NAMES - 2)], &one,
                                   NULL));
        assert_true(same_value(one, values[i]));
    }
    // nothing is written if a later agent, key or value is wrong
    uint64_t hash, after;
    const uint64_t gone[] = {5, 9999}, mixed[] = {5, 301};
    OK(gestalt_population_hash(f.p, &hash, NULL));
    values[0].boolean = !values[0].boolean;
    REFUSED(gestalt_population_write_keys(f.p, gone, 2, keys, 1, values, &error), "no agent 9999");
    REFUSED(gestalt_population_write_keys(f.p, mixed, 2, keys, 1, values, &error), "of group 2");
    values[1].type = GESTALT_FLOAT;
    REFUSED(gestalt_population_write_keys(f.p, agents, 1, keys, 2, values, &error),
            "`n` is an int, not a float");
    keys[1] = key_of(&f, 0, "s");
    values[1].type = GESTALT_INT;
    REFUSED(gestalt_population_write_keys(f.p, agents, 1, keys, 2, values, &error),
            "`s` is shared: call gestalt_population_write_shared_key");
    keys[1] = key_of(&f, 0, "l");
    REFUSED(gestalt_population_write_keys(f.p, agents, 1, keys, 2, values, &error),
            "`l` is a list: call gestalt_population_write_list_key");
    REFUSED(gestalt_population_read_keys(f.p, agents, 1, keys, 2, values, &error),
            "`l` is a list: call gestalt_population_read_list_key");
    OK(gestalt_population_hash(f.p, &after, NULL));
    assert_true(hash == after);
    stop(&f);
}

static void test_shared(void **state)
{
    (void)state;
    fixture f;
    start(&f, 64);
    gestalt_key s = key_of(&f, 0, "s"), sb = key_of(&f, 0, "sb"), sl = key_of(&f, 0, "sl"),
                n = key_of(&f, 0, "n"), l = key_of(&f, 0, "l");
    gestalt_value value, list[2], eight = value_for(GESTALT_INT, 8);
    size_t count;
    OK(gestalt_population_read_shared_key(f.p, 0, &s, &value, NULL));
    assert_int_equal(value.integer, 7);
    OK(gestalt_population_write_shared_key(f.p, 1, &s, eight, NULL));
    OK(gestalt_population_read_key(f.p, AGENTS, &s, &value, NULL)); // an agent of the second group
    assert_int_equal(value.integer, 8);
    OK(gestalt_population_read_shared(f.p, 0, "s", &value, NULL));
    assert_int_equal(value.integer, 7);
    OK(gestalt_population_write_shared_key(f.p, 0, &sb, value_for(GESTALT_BOOL, 1), NULL));
    OK(gestalt_population_read_shared_key(f.p, 0, &sb, &value, NULL));
    assert_true(value.boolean);
    OK(gestalt_population_read_shared_list_key(f.p, 0, &sl, list, 2, &count, NULL));
    assert_true(count == 1 && list[0].integer == 4);
    list[0] = list[1] = eight;
    OK(gestalt_population_write_shared_list_key(f.p, 0, &sl, list, 2, NULL));
    OK(gestalt_population_read_list_key(f.p, 0, &sl, list, 2, &count, NULL));
    assert_true(count == 2 && list[1].integer == 8);
    REFUSED(gestalt_population_write_key(f.p, 0, &s, eight, &error), "write_shared_key");
    REFUSED(gestalt_population_write_list_key(f.p, 0, &sl, list, 1, &error),
            "call gestalt_population_write_shared_list_key");
    REFUSED(gestalt_population_read_shared_key(f.p, 0, &n, &value, &error),
            "`n` is not shared: call gestalt_population_read_key");
    REFUSED(gestalt_population_write_shared_key(f.p, 0, &n, eight, &error), "is not shared");
    REFUSED(gestalt_population_read_shared_key(f.p, 0, &sl, &value, &error), "shared_list_key");
    REFUSED(gestalt_population_write_shared_key(f.p, 0, &sl, eight, &error), "shared_list_key");
    REFUSED(gestalt_population_read_shared_list_key(f.p, 0, &l, list, 2, &count, &error),
            "`l` is not shared");
    REFUSED(gestalt_population_write_shared_list_key(f.p, 0, &l, list, 1, &error), "not shared");
    REFUSED(gestalt_population_read_shared_list_key(f.p, 0, &s, list, 2, &count, &error),
            "`s` is not a list");
    stop(&f);
}

static void test_lists(void **state)
{
    (void)state;
    fixture f;
    gestalt_value list[4];
    size_t count;
    start(&f, 64);
    gestalt_key l = key_of(&f, 0, "l"), n = key_of(&f, 0, "n");
    for (uint32_t i = 0; i < 4; i++)
        list[i] = value_for(GESTALT_VEC2, i);
    OK(gestalt_population_write_list_key(f.p, 77, &l, list, 3, NULL));
    memset(list, 0, sizeof list);
    OK(gestalt_population_read_list(f.p, 77, "l", list, 3, &count, NULL));
    assert_true(count == 3 && list[2].vector[1] == 3);
    OK(gestalt_population_read_list_key(f.p, 77, &l, list, 3, &count, NULL));
    assert_true(count == 3 && list[2].vector[0] == 2);
    assert_int_equal(gestalt_population_read_list_key(f.p, 77, &l, list, 1, &count, NULL),
                     GESTALT_LIMIT);
    REFUSED(gestalt_population_write_list_key(f.p, 77, &l, list, 4, &error), "at most 3");
    REFUSED(gestalt_population_read_list_key(f.p, 77, &n, list, 3, &count, &error),
            "`n` is not a list: call gestalt_population_read_key");
    REFUSED(gestalt_population_read_key(f.p, 77, &l, list, &error), "read_list_key");
    stop(&f);
}

// Keys of another group, from before an edit, or of no group at all.
static void test_wrong_keys(void **state)
{
    (void)state;
    fixture f;
    start(&f, 64);
    gestalt_value value;
    gestalt_key n = key_of(&f, 0, "n"), theirs = key_of(&f, 2, "n"), none = {0};
    REFUSED(gestalt_population_read_key(f.p, 2 * AGENTS, &n, &value, &error),
            "not one of group 2: it is of a group with other keys, or from before an edit that "
            "has changed them; call gestalt_population_key again");
    REFUSED(gestalt_population_read_key(f.p, 0, &theirs, &value, &error), "not one of group 0");
    REFUSED(gestalt_population_read_key(f.p, 0, &none, &value, &error), "not one of group 0");
    for (uint32_t column = 0; column < 40; column++) { // columns that are not those of an int
        gestalt_key far = n;
        far.column = UINT32_MAX - column;
        REFUSED(gestalt_population_read_key(f.p, 0, &far, &value, &error), "not one of group 0");
        far.column = 15 + column;
        REFUSED(gestalt_population_write_key(f.p, 0, &far, value_for(GESTALT_INT, 1), &error),
                "not one of group 0");
    }
    gestalt_key far = key_of(&f, 0, "l");
    far.capacity = UINT32_MAX;
    assert_null(gestalt_population_list(f.p, 0, 0, far).counts);
    OK(gestalt_population_edit(f.p, &(gestalt_edit){.shape = f.same}, NULL, NULL));
    OK(gestalt_population_read_key(f.p, 0, &n, &value, NULL)); // the keys are the same
    OK(gestalt_population_edit(f.p, &(gestalt_edit){.shape = f.other}, NULL, NULL));
    REFUSED(gestalt_population_read_key(f.p, 0, &n, &value, &error),
            "from before an edit that has changed them");
    assert_null(gestalt_population_column(f.p, 0, 0, n).ints);
    OK(gestalt_population_read_key(f.p, 0, &theirs, &value, NULL));
    assert_non_null(gestalt_population_column(f.p, 0, 0, theirs).ints);
    stop(&f);
}

static void test_places(void **state)
{
    (void)state;
    fixture f;
    gestalt_place where;
    gestalt_block block;
    start(&f, 64);
    OK(gestalt_population_despawn(f.p, 160, NULL));
    gestalt_key n = key_of(&f, 0, "n");
    for (uint64_t agent = 0; agent < 2 * AGENTS; agent++) {
        bool is_there = gestalt_actor_place(f.p, agent, &where);
        assert_int_equal(is_there, agent != 160);
        if (!is_there)
            continue;
        assert_int_equal(where.group, agent / AGENTS);
        assert_true(gestalt_population_block(f.p, where.group, where.block, &block));
        assert_true(block.lanes >> where.lane & 1);
        assert_true(block.agents ? block.agents[where.lane] == agent
                                 : block.first_agent + where.lane == agent);
        OK(gestalt_population_write_key(f.p, agent, &n, value_for(GESTALT_INT, (uint32_t)agent),
                                        NULL));
        gestalt_column column = gestalt_population_column(f.p, where.group, where.block, n);
        assert_int_equal(column.ints[where.lane], agent);
    }
    assert_false(gestalt_actor_place(f.p, 99999, &where));
    stop(&f);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),     cmocka_unit_test(test_several),
        cmocka_unit_test(test_shared),     cmocka_unit_test(test_lists),
        cmocka_unit_test(test_wrong_keys), cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
