// SPDX-License-Identifier: MIT
// Lists in shapes: what follows from nodes on lists, and what the verifier refuses.
#include "build.h"
#include "columns.h"
#include "item.h"
#include "nodes.h"
#include "walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// Columns of numbers: `route`, a list of 2 ints, has 0 to 2; `points`, a list of 2 vec2s, 3 to 7;
// `flags`, a list of 17 bools, 8 to 25; `moods`, a list of 1 word, 26 and 27; `n` 28, `f` 29,
// `home` 30 and 31. Then `ready`, a bool, 32, and the shared list `stops` of 40 ints, from 33 on.
enum { ROUTE, POINTS = 3, FLAGS = 8, MOODS = 26, N = 28, F_KEY, HOME, READY = 32, STOPS };
enum { KEY_COUNT = 9, ENUM = 1 };
enum { S = ITEM_CAN_SUCCEED, F = ITEM_CAN_FAIL, R = ITEM_CAN_RUN };

static const char strings[] =
    "\0lists\0route\0points\0flags\0moods\0n\0f\0home\0ready\0stops\0calm";

static uint32_t string_of(const char *text)
{
    uint32_t at = 0;
    while (strcmp(strings + at, text) != 0)
        at += (uint32_t)strlen(strings + at) + 1;
    return at;
}

static image_key key_of(const char *name, key_type type, uint16_t capacity)
{
    return (image_key){string_of(name), SHAPE_NONE, .type = (uint8_t)type, .capacity = capacity};
}

// ---- streams

typedef struct stream {
    uint64_t items[400];
    uint32_t count, tree_end;
} stream;

static void put(stream *s, uint64_t item)
{
    s->items[s->count++] = item;
}

static void put_one(stream *s, item_type type, unsigned flags, uint32_t argument)
{
    put(s, item_make(type, flags, s->count + 1, argument));
}

static void end_at(stream *s, uint32_t item)
{
    uint64_t old = s->items[item];
    s->items[item] = item_make(item_type_of(old), item_flags(old), s->count, item_argument(old));
}

static uint32_t place_of(uint32_t column)
{
    switch (column) {
    case ROUTE:
    case POINTS: return list_place_make(column, 2);
    case FLAGS: return list_place_make(column, 17);
    case MOODS: return list_place_make(column, 1);
    case STOPS: return list_place_make(column, 40);
    default: return list_place_make(column, 2); // no list
    }
}

static void put_int(stream *s, uint32_t value)
{
    put_one(s, OP_CONST_INT, ITEM_LAST, value);
}

static void put_list(stream *s, uint32_t column, uint32_t key, uint32_t index)
{
    put(s, list_operand_make(place_of(column), key, index));
}

// Begin a leaf on a list; the caller adds its other operands.
static void put_leaf(stream *s, item_type type, unsigned flags, uint32_t column, uint32_t key)
{
    put(s, item_make(type, flags, 0, 0));
    put_list(s, column, key, LIST_NO_KEY);
}

static void put_loop(stream *s, unsigned flags, uint32_t per_tick, uint32_t column, uint32_t key,
                     uint32_t index, item_type child)
{
    put(s, item_make(NODE_FOR_EACH, flags, 0, 0));
    put(s, (uint64_t)per_tick << 32);
    if (flags)
        put(s, 3); // pause
    put_list(s, column, key, index);
    put_one(s, child, 0, 0);
}

// A condition on what an operation of a list gives.
static void put_condition(stream *s, item_type op, uint32_t column, const uint64_t *operand)
{
    put(s, item_make(NODE_CONDITION, 0, 0, 0));
    if (operand)
        put_one(s, item_type_of(*operand), 0, item_argument(*operand));
    put_one(s, op, op_info_of(op)->result == 'b' ? ITEM_LAST : 0, place_of(column));
    if (op_info_of(op)->result == 'b')
        return;
    put_int(s, 0);
    s->items[s->count - 1] = item_make(OP_CONST_INT, 0, s->count, 0);
    put_one(s, OP_EQUAL_INT, ITEM_LAST, 0);
}

static gestalt_result build(const stream *s, gestalt_shape **shape, gestalt_error *error)
{
    image_key keys[KEY_COUNT] = {
        key_of("route", KEY_INT, 2), key_of("points", KEY_VEC2, 2), key_of("flags", KEY_BOOL, 17),
        key_of("moods", KEY_INT, 1), key_of("n", KEY_INT, 0),       key_of("f", KEY_FLOAT, 0),
        key_of("home", KEY_VEC2, 0), key_of("ready", KEY_BOOL, 0),  key_of("stops", KEY_INT, 40)};
    keys[3].words = ENUM;
    keys[8].shared = 1;
    gestalt_specification counted;
    assert_true(shape_assign_columns(keys, KEY_COUNT, &counted));
    assert_int_equal(keys[8].column, STOPS);
    const uint32_t words[] = {string_of("calm")};
    const image_enum enums[] = {{0, 1}};
    shape_parts parts = {.items = (uint64_t *)(uintptr_t)s->items,
                         .item_count = s->count,
                         .tree_end = s->tree_end,
                         .document = {string_of("lists"), SHAPE_NONE},
                         .keys = keys,
                         .key_count = KEY_COUNT,
                         .enums = enums,
                         .enum_count = 1,
                         .words = words,
                         .word_count = 1,
                         .strings = strings,
                         .strings_size = sizeof strings};
    gestalt_shape *built;
    gestalt_result result = shape_build(&parts, NULL, &built, error);
    if (result != GESTALT_OK) // builds with assertions verify what they build
        return result;
    size_t size;
    const void *image = gestalt_shape_image(built, &size);
    result = gestalt_shape_load_memory(image, size, NULL, shape, error);
    gestalt_shape_destroy(built);
    return result;
}

// End the tree, which is one node, and check the specification.
static void expect_shape(stream *s, unsigned answers, uint64_t visits, uint32_t live_items)
{
    end_at(s, 0);
    s->tree_end = s->count;
    gestalt_shape *shape;
    gestalt_error error = {0};
    if (build(s, &shape, &error) != GESTALT_OK)
        fail_msg("%s", error.message);
    assert_int_equal(item_flags(shape->items[0]) & (S | F | R), answers);
    assert_int_equal(shape->specification->visit_bound, visits);
    assert_int_equal(shape->specification->live_item_count, live_items);
    gestalt_shape_destroy(shape);
}

static void expect_refused(stream *s, const char *message)
{
    gestalt_shape *shape;
    gestalt_error error = {0};
    if (s->tree_end == 0) {
        end_at(s, 0);
        s->tree_end = s->count;
    }
    if (build(s, &shape, &error) != GESTALT_BAD_FILE || !strstr(error.message, message))
        fail_msg("not \"%s\" but \"%s\"", message, error.message);
}

// ---- nodes that are right

static void test_leaves(void **state)
{
    (void)state;
    stream s = {0};
    put_leaf(&s, NODE_PUSH, 0, ROUTE, LIST_NO_KEY);
    put_int(&s, 1);
    expect_shape(&s, S | F, 2, 0);

    s = (stream){0};
    put_leaf(&s, NODE_PUSH, ITEM_VARIANT, FLAGS, LIST_NO_KEY);
    put_int(&s, 1);
    put_one(&s, OP_CONST_BOOL, ITEM_LAST, 1);
    expect_shape(&s, S | F, 3, 0); // 17 elements count as two visits

    s = (stream){0};
    put_leaf(&s, NODE_POP, 0, POINTS, HOME);
    expect_shape(&s, S | F, 2, 0);

    s = (stream){0};
    put_leaf(&s, NODE_CLEAR, 0, ROUTE, LIST_NO_KEY);
    expect_shape(&s, S, 1, 0);

    s = (stream){0};
    put_leaf(&s, NODE_SET_ELEMENT, ITEM_VARIANT, POINTS, LIST_NO_KEY);
    put_int(&s, 1);
    put_one(&s, OP_LOAD_VEC2, ITEM_LAST, HOME);
    expect_shape(&s, S | F, 1, 0);

    s = (stream){0};
    put_leaf(&s, NODE_SET_LIST, ITEM_VARIANT, ROUTE, LIST_NO_KEY);
    put_int(&s, 1);
    put_int(&s, 2);
    expect_shape(&s, S, 1, 0);

    s = (stream){0};
    put_leaf(&s, NODE_SET_LIST, ITEM_VARIANT, ROUTE, LIST_NO_KEY); // to nothing
    expect_shape(&s, S, 1, 0);

    s = (stream){0};
    put_leaf(&s, NODE_SET_LIST, 0, ROUTE, ROUTE);
    expect_shape(&s, S, 2, 0);
}

static void test_operations(void **state)
{
    (void)state;
    const uint64_t one = item_make(OP_CONST_INT, 0, 0, 1), yes = item_make(OP_CONST_BOOL, 0, 0, 1),
                   calm = item_make(OP_CONST_ENUM, 0, 0, ENUM << 8);
    stream s = {0};
    put_condition(&s, OP_COUNT, STOPS, NULL);
    expect_shape(&s, S | F, 1, 0);
    s = (stream){0};
    put_condition(&s, OP_FIND_INT, STOPS, &one);
    expect_shape(&s, S | F, 4, 0); // 40 elements count as three visits
    s = (stream){0};
    put_condition(&s, OP_FIND_BOOL, FLAGS, &yes);
    expect_shape(&s, S | F, 3, 0);
    s = (stream){0};
    put_condition(&s, OP_FIND_ENUM, MOODS, &calm);
    expect_shape(&s, S | F, 2, 0);
    s = (stream){0};
    put_condition(&s, OP_ELEMENT_BOOL, FLAGS, &one);
    expect_shape(&s, S | F, 1, 0);
}

// The capacity is the most rounds that a for_each has.
static void test_loops(void **state)
{
    (void)state;
    stream s = {0};
    put_loop(&s, 0, 2, ROUTE, N, LIST_NO_KEY, NODE_SUCCESS);
    expect_shape(&s, S, 2, 0);
    s = (stream){0};
    put_loop(&s, 0, 1, ROUTE, N, LIST_NO_KEY, NODE_SUCCESS);
    expect_shape(&s, S | R, 1, 1);
    s = (stream){0};
    put_loop(&s, 0, 64, STOPS, N, LIST_NO_KEY, NODE_FAILURE);
    expect_shape(&s, S | F, 40, 0);
    s = (stream){0};
    put_loop(&s, ITEM_VARIANT, 64, POINTS, HOME, N, NODE_SUCCESS);
    expect_shape(&s, S | R, 1, 1);
    s = (stream){0};
    put_loop(&s, ITEM_VARIANT, 64, MOODS, N, LIST_NO_KEY, NODE_SUCCESS); // refused: not an enum
    expect_refused(&s, "column 28 is of another type");
}

static void put_init(stream *s, uint32_t column, item_type op, uint32_t value)
{
    put(s, item_make(ITEM_INIT, 0, s->count + 2, column));
    put_one(s, op, ITEM_LAST, value);
}

static void test_inits(void **state)
{
    (void)state;
    stream s = {0};
    put_one(&s, NODE_SUCCESS, 0, 0);
    s.tree_end = 1;
    put_init(&s, ROUTE, OP_CONST_INT, 1);
    put_init(&s, ROUTE, OP_CONST_INT, 2);
    put_init(&s, POINTS, OP_LOAD_VEC2, HOME);
    put_init(&s, N, OP_CONST_INT, 3);
    put_init(&s, STOPS, OP_CONST_INT, 3);
    gestalt_shape *shape;
    assert_int_equal(build(&s, &shape, NULL), GESTALT_OK);
    assert_int_equal(shape->specification->number_columns, READY);
    assert_int_equal(shape->specification->shared_number_columns, 41);
    gestalt_shape_destroy(shape);
    stream more = s;
    more.items[s.count - 2] = item_make(ITEM_INIT, 0, s.count, ROUTE + 1);
    expect_refused(&more, "an init is for an element of a list");
    more = s;
    more.count -= 4;
    put_init(&more, ROUTE, OP_CONST_INT, 2);
    expect_refused(&more, "an init is not in the order of the keys");
    more = s;
    more.items[1] = item_make(ITEM_INIT, ITEM_WHOLE, 3, ROUTE);
    expect_refused(&more, "flags that are not those of its key");
    more.count = 1;
    for (int i = 0; i < 3; i++)
        put_init(&more, ROUTE, OP_CONST_INT, 1);
    expect_refused(&more, "a list has more inits than its capacity");
    more.count = 1;
    put_init(&more, POINTS, OP_CONST_FLOAT, 0);
    expect_refused(&more, "a value of the wrong type");
}

// ---- nodes that are wrong

static void refuse_leaf(item_type type, unsigned flags, uint32_t column, uint32_t key,
                        const char *message)
{
    stream s = {0};
    put_leaf(&s, type, flags, column, key);
    if (type == NODE_PUSH)
        put_int(&s, 1);
    expect_refused(&s, message);
}

static void test_wrong_lists(void **state)
{
    (void)state;
    refuse_leaf(NODE_CLEAR, 0, N, LIST_NO_KEY, "column 28 is not the count of a list");
    refuse_leaf(NODE_CLEAR, 0, ROUTE + 1, LIST_NO_KEY, "column 1 is not the count of a list");
    refuse_leaf(NODE_CLEAR, 0, 1000, LIST_NO_KEY, "there is no column 1000");
    refuse_leaf(NODE_CLEAR, 0, STOPS, LIST_NO_KEY, "a node changes a shared list");
    refuse_leaf(NODE_CLEAR, 0, ROUTE, N, "a list has a key that its node does not use");
    refuse_leaf(NODE_CLEAR, ITEM_VARIANT, ROUTE, LIST_NO_KEY, "a flag that its type does not have");
    refuse_leaf(NODE_PUSH, 0, ROUTE, N, "a list has a key that its node does not use");
    refuse_leaf(NODE_PUSH, 0, FLAGS, LIST_NO_KEY, "a value of the wrong type");
    refuse_leaf(NODE_POP, 0, ROUTE, F_KEY, "column 29 is of another type");
    refuse_leaf(NODE_POP, 0, ROUTE, ROUTE, "column 0 belongs to a list");
    refuse_leaf(NODE_POP, 0, ROUTE, STOPS + 1, "column 34 belongs to a list");
    refuse_leaf(NODE_POP, 0, POINTS, HOME + 1, "column 31 is of another type");
    refuse_leaf(NODE_SET_LIST, 0, ROUTE, STOPS, "a list of a larger capacity");
    refuse_leaf(NODE_SET_LIST, 0, ROUTE, POINTS, "a list of another type");
    refuse_leaf(NODE_SET_LIST, 0, ROUTE, MOODS, "a list of another type");
    refuse_leaf(NODE_SET_LIST, 0, ROUTE, N, "column 28 is not the count of a list");
    refuse_leaf(NODE_SET_LIST, 0, ROUTE, LIST_NO_KEY, "both or neither of a list and elements");
    refuse_leaf(NODE_SET_LIST, ITEM_VARIANT, ROUTE, ROUTE,
                "both or neither of a list and elements");

    stream s = {0};
    put(&s, item_make(NODE_CLEAR, 0, 0, 0));
    put(&s, list_operand_make(list_place_make(ROUTE, 3), LIST_NO_KEY, LIST_NO_KEY));
    expect_refused(&s, "the capacity of the list is 2, not 3");
    s = (stream){0};
    put(&s, item_make(NODE_CLEAR, 0, 0, 0));
    put_list(&s, ROUTE, LIST_NO_KEY, N);
    expect_refused(&s, "a list has a key that its node does not use");
    s = (stream){0};
    put_leaf(&s, NODE_SET_ELEMENT, 0, ROUTE, LIST_NO_KEY);
    put_int(&s, 1);
    expect_refused(&s, "an element is set without its place");
    s = (stream){0};
    put_leaf(&s, NODE_SET_LIST, ITEM_VARIANT, ROUTE, LIST_NO_KEY);
    for (uint32_t i = 0; i < 3; i++)
        put_int(&s, i);
    expect_refused(&s, "a list is set to too many elements");
}

static void test_wrong_loops(void **state)
{
    (void)state;
    static const struct {
        uint32_t column, key, index;
        const char *message;
    } cases[] = {
        {ROUTE, LIST_NO_KEY, LIST_NO_KEY, "a for_each has no item"},
        {ROUTE, N, N, "the same key as item and index"},
        {ROUTE, N, F_KEY, "column 29 is of another type"},
        {POINTS, F_KEY, LIST_NO_KEY, "column 29 is of another type"},
        {FLAGS, N, LIST_NO_KEY, "column 28 is of another type"},
        {N, N, LIST_NO_KEY, "column 28 is not the count of a list"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stream s = {0};
        put_loop(&s, 0, 64, cases[i].column, cases[i].key, cases[i].index, NODE_SUCCESS);
        expect_refused(&s, cases[i].message);
    }
}

static void test_wrong_operations(void **state)
{
    (void)state;
    const uint64_t one = item_make(OP_CONST_INT, 0, 0, 1), yes = item_make(OP_CONST_BOOL, 0, 0, 1);
    static const struct {
        item_type op;
        uint32_t column;
        bool is_bool;
        const char *message;
    } cases[] = {
        {OP_ELEMENT_BOOL, ROUTE, false, "column 0 is a list of another type"},
        {OP_FIND_INT, FLAGS, false, "column 8 is a list of another type"},
        {OP_FIND_INT, MOODS, false, "column 26 is a list of another type"},
        {OP_FIND_INT, N, false, "column 28 is not the count of a list"},
        {OP_FIND_INT, ROUTE, true, "FIND_INT has an operand of the wrong type"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stream s = {0};
        put_condition(&s, cases[i].op, cases[i].column, cases[i].is_bool ? &yes : &one);
        expect_refused(&s, cases[i].message);
    }
    // elements are not keys of their own
    stream s = {0};
    put(&s, item_make(NODE_SET, 0, 0, ROUTE + 1));
    put_int(&s, 1);
    expect_refused(&s, "column 1 belongs to a list");
    s = (stream){0};
    put(&s, item_make(NODE_SET, 0, 0, N));
    put_one(&s, OP_LOAD_INT, ITEM_LAST, ROUTE);
    expect_refused(&s, "column 0 belongs to a list");
    // the init of a shared list reads only what is shared
    s = (stream){0};
    put_one(&s, NODE_SUCCESS, 0, 0);
    s.tree_end = 1;
    put_init(&s, STOPS, OP_COUNT, list_place_make(ROUTE, 2));
    expect_refused(&s, "the init of a shared key reads a key of the agent");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaves),
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_inits),
        cmocka_unit_test(test_wrong_lists),
        cmocka_unit_test(test_wrong_loops),
        cmocka_unit_test(test_wrong_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
