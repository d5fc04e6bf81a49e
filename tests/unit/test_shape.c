// SPDX-License-Identifier: MIT
// Shapes: what follows from the stream, images in files, and what the verifier refuses.
#include "columns.h"
#include "file.h"
#include "handmade.h"
#include "item.h"
#include "nodes.h"
#include "scalar.h"
#include "shape_limits.h"
#include "short_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <gestalt/calls.h>

static gestalt_shape *make(const char *text, bool with_names)
{
    gestalt_shape *shape = NULL;
    gestalt_error error = {0};
    if (handmade_build(text, with_names, NULL, &shape, &error) != GESTALT_OK)
        fail_msg("%s: %s", text, error.message);
    return shape;
}

// ---- what follows from a stream

enum { S = ITEM_CAN_SUCCEED, F = ITEM_CAN_FAIL, R = ITEM_CAN_RUN };

#define MANY_65535_ROUNDS "repeat:0:65535(repeat:0:65535(repeat:0:65535("

static const struct {
    const char *text;
    unsigned answers;
    uint32_t bits, words, longs;
    uint32_t live, live_items;
    uint64_t visits;
    uint32_t undo;
} specification_cases[] = {
    {"success", S, 0, 0, 0, 0, 0, 1, 0},
    {"running", R, 0, 0, 0, 1, 1, 1, 0},
    {"condition", S | F, 0, 0, 0, 0, 0, 1, 0},
    {"deferred", S | F | R, 0, 0, 0, 1, 1, 1, 0},
    {"set", S, 0, 0, 0, 0, 0, 1, 0},
    {"signal:1", S, 0, 0, 0, 0, 0, 1, 0},
    {"wait:5", S | R, 0, 0, 1, 1, 1, 1, 0},
    {"wait~:5", S | R, 0, 0, 1, 1, 1, 1, 0},
    {"wait:0", S, 0, 0, 1, 0, 0, 1, 0},
    // decorators
    {"invert(success)", F, 0, 0, 0, 0, 0, 1, 0},
    {"invert(wait:5)", F | R, 0, 0, 1, 1, 1, 1, 0},
    {"force_success(action)", S | R, 0, 0, 0, 1, 1, 1, 0},
    {"force_success(running)", R, 0, 0, 0, 1, 1, 1, 0},
    {"force_failure(condition)", F, 0, 0, 0, 0, 0, 1, 0},
    {"delay:0(success)", S, 0, 0, 1, 0, 0, 1, 0},
    {"delay:5(success)", S | R, 0, 0, 1, 1, 1, 1, 0},
    {"delay:5(race(running running))", R, 0, 0, 1, 2, 3, 2, 0},
    {"repeat:3:64(success)", S, 0, 1, 0, 0, 0, 3, 0},
    {"repeat:64:64(success)", S, 0, 1, 0, 0, 0, 64, 0},
    {"repeat:65:64(success)", S | R, 0, 1, 0, 1, 1, 64, 0},
    {"repeat:0:64(condition)", R, 0, 1, 0, 1, 1, 64, 0},
    {"repeat:0:64(running)", R, 0, 1, 0, 1, 1, 65, 0},
    {"repeat:100:64(wait:5)", S | R, 0, 1, 1, 1, 2, 65, 0},
    {"repeat:3:64(action)", S | F | R, 0, 1, 0, 1, 1, 3, 0},
    {"repeat~:3:64(success)", S | R, 0, 1, 1, 1, 1, 1, 0},
    {"repeat~:1:64(success)", S, 0, 1, 1, 0, 0, 1, 0},
    {"retry~:0:64(success)", S, 0, 1, 1, 0, 0, 1, 0},
    {"while~:64(wait:5)", R, 1, 0, 2, 1, 2, 1, 0},
    {"repeat~:3:64(repeat~:2:9(wait:1))", S | R, 0, 2, 3, 1, 3, 1, 0},
    {"while:64(success)", R, 1, 0, 0, 1, 1, 64, 0},
    {"while:64(condition)", S | F | R, 1, 0, 0, 1, 1, 64, 0},
    {"while:64(failure)", F, 1, 0, 0, 0, 0, 64, 0},
    {"while:64(invert(wait:5))", F | R, 1, 0, 1, 1, 1, 65, 0},
    {"retry:0:10(failure)", R, 0, 1, 0, 1, 1, 10, 0},
    {"retry:3:10(condition)", S | F, 0, 1, 0, 0, 0, 3, 0},
    {"retry:0:10(condition)", S | R, 0, 1, 0, 1, 1, 10, 0},
    {"timeout:5(running)", F | R, 0, 0, 1, 1, 1, 1, 0},
    {"timeout:0(running)", F | R, 0, 0, 1, 1, 1, 1, 0},
    {"timeout:5(success)", S, 0, 0, 1, 0, 0, 1, 0},
    {"cooldown:5(success)", S | F, 0, 0, 0, 0, 0, 1, 0},
    {"cooldown:0(success)", S, 0, 0, 0, 0, 0, 1, 0},
    {"once(action)", S | F | R, 0, 0, 0, 1, 1, 1, 0},
    {"chance:1(success)", S, 0, 0, 0, 0, 0, 1, 0},
    {"chance:0.5(success)", S | F, 0, 0, 0, 0, 0, 1, 0},
    {"chance:0(success)", F, 0, 0, 0, 0, 0, 1, 0},
    {"debug(wait:5)", S | R, 0, 0, 1, 1, 1, 1, 0},
    // deciders
    {"sequence(wait:5 wait:6)", S | R, 0, 0, 1, 1, 2, 2, 0},
    {"sequence~(wait:5 wait:6)", S | R, 0, 0, 2, 1, 2, 2, 0},
    {"sequence(failure running)", F, 0, 0, 0, 1, 1, 2, 0},
    {"sequence~(failure running)", F | R, 0, 0, 1, 1, 1, 2, 0},
    {"sequence(condition condition)", S | F, 0, 0, 0, 0, 0, 2, 0},
    {"selector(success running)", S, 0, 0, 0, 1, 1, 2, 0},
    {"selector(condition running)", S | R, 0, 0, 0, 1, 1, 2, 0},
    {"selector(failure failure)", F, 0, 0, 0, 0, 0, 2, 0},
    {"sequence(while:3(wait:5) repeat:3:9(sequence(wait:1 wait:2)))", R, 1, 1, 1, 1, 4, 10, 0},
    // Earlier children run while later ones are live, so they have different slots.
    {"priority(sequence(condition wait:5) wait:6)", S | R, 0, 0, 2, 1, 2, 3, 0},
    {"reactive_sequence(wait:5 wait:6)", S | R, 0, 0, 2, 1, 2, 2, 0},
    {"concurrent(wait:5 wait:6)", S | R, 0, 0, 2, 2, 2, 2, 0},
    {"concurrent(failure running)", F, 0, 0, 0, 1, 1, 2, 0},
    {"concurrent(running failure)", F, 0, 0, 0, 1, 1, 2, 0},
    {"concurrent(running condition)", F | R, 0, 0, 0, 1, 1, 2, 0},
    {"race(wait:5 running)", S | R, 0, 0, 1, 2, 2, 2, 0},
    {"race(success running)", S, 0, 0, 0, 1, 1, 2, 0},
    {"race(running condition)", S | F, 0, 0, 0, 1, 1, 2, 0},
    {"concurrent~(wait:5 wait:6)", S | R, 0, 0, 3, 2, 2, 2, 0},
    {"concurrent~(running failure)", F, 0, 0, 1, 1, 1, 2, 0},
    {"concurrent~(failure running condition)", F, 0, 0, 1, 1, 1, 3, 0},
    {"race~(success running)", S, 0, 0, 1, 1, 1, 2, 0},
    {"race~(running condition)", S | F, 0, 0, 1, 1, 1, 2, 0},
    {"parallel~:2:1(action action)", S | F | R, 4, 0, 1, 2, 2, 2, 0},
    {"parallel:1:1:1(success failure)", F, 4, 0, 0, 0, 0, 2, 0},
    {"parallel:1:2:1(success failure)", S, 4, 0, 0, 0, 0, 2, 0},
    {"parallel:1:1:1(success condition)", S | F, 4, 0, 0, 0, 0, 2, 0},
    {"parallel~:2:2:1(running condition)", R, 4, 0, 1, 1, 1, 2, 0},
    {"parallel:2:1(action action)", S | F | R, 4, 0, 0, 2, 2, 2, 0},
    {"parallel:1:2(success failure)", S, 4, 0, 0, 0, 0, 2, 0},
    {"parallel:2:2(success failure)", F, 4, 0, 0, 0, 0, 2, 0},
    {"parallel:1:1(running success)", S, 4, 0, 0, 1, 1, 2, 0},
    {"parallel:2:2(running success)", R, 4, 0, 0, 1, 1, 2, 0},
    {"parallel:2:2(running condition)", R, 4, 0, 0, 1, 1, 2, 0},
    {"parallel:2:2(running running)", R, 4, 0, 0, 2, 2, 2, 0},
    {"parallel:1:1(while:9(while:9(condition)))", S | F | R, 4, 0, 0, 1, 2, 90, 0},
    {"weighted:1:0:2(success failure wait:5)", S | R, 0, 0, 1, 1, 1, 1, 0},
    {"utility:1:2(success failure)", S | F, 0, 0, 0, 0, 0, 1, 0},
    {"decide(success)", S | F, 0, 0, 0, 0, 0, 1, 0},
    {"decide(success running)", S | R, 0, 0, 0, 1, 1, 1, 0},
    {"decide(sequence(success success success) running)", S | R, 0, 0, 0, 1, 1, 3, 0},
    {"switch:1(success)", S | F, 0, 0, 0, 0, 0, 1, 0},
    {"switch:1(success running)", S | R, 0, 0, 0, 1, 1, 1, 0},
    {"switch~:1:2(wait:1 failure sequence(wait:1 wait:1))", S | F | R, 0, 0, 1, 1, 3, 2, 0},
    {"service:0(action condition)", S | F, 0, 0, 1, 1, 1, 2, 0},
    {"service:1(wait:1 delay:1(action))", S | F | R, 0, 0, 3, 2, 3, 2, 0},
    {"service:1(running success)", S, 0, 0, 1, 1, 1, 2, 0},
    {"service:1(failure running)", R, 0, 0, 1, 1, 1, 2, 0},
    // durations that agents evaluate
    {"wait:-1", S | R, 0, 0, 1, 1, 1, 1, 0},
    {"delay~:-1(success)", S | R, 0, 0, 1, 1, 1, 1, 0},
    {"cooldown:-1(success)", S | F, 0, 0, 0, 0, 0, 1, 0},
    // roll-back
    {"service:1(signal:0 concurrent(once(success)))", S, 0, 0, 1, 0, 0, 2, 1},
    {"concurrent(service:1(signal:0 signal:1) cooldown:-1(success))", S | F, 0, 0, 1, 0, 0, 3, 3},
    {"concurrent(signal:0 signal:0 signal:1)", S, 0, 0, 0, 0, 0, 3, 2},
    {"sequence(signal:0 once(success))", S, 0, 0, 0, 0, 0, 2, 0},
    {"concurrent(signal:0 race(signal:0 signal:1) once(success))", S, 0, 0, 0, 0, 0, 4, 5},
    {"race(parallel:1:1(signal:0) parallel:1:1(sequence(signal:0 signal:1)))", S, 4, 0, 0, 0, 0, 3,
     4},
    {"concurrent(cooldown:5(once(success)))", S | F, 0, 0, 0, 0, 0, 1, 2},
    {"sequence(concurrent(signal:0) concurrent(signal:0 signal:1))", S, 0, 0, 0, 0, 0, 3, 2},
    // visits
    {MANY_65535_ROUNDS "action)))", R, 0, 3, 0, 1, 2, UINT64_C(1) << 48, 0},
    {MANY_65535_ROUNDS "repeat:0:65535(action))))", R, 0, 4, 0, 1, 2, UINT64_MAX, 0},
    {"sequence(" MANY_65535_ROUNDS "repeat:0:65535(action)))) success)", R, 0, 4, 0, 1, 2,
     UINT64_MAX, 0},
};

static void test_specifications(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof specification_cases / sizeof *specification_cases; i++) {
        const char *text = specification_cases[i].text;
        gestalt_shape *shape = make(text, false);
        const gestalt_specification *spec = gestalt_shape_specification(shape);
#define EXPECT(field, value)                                                                       \
    if (spec->field != specification_cases[i].value)                                               \
    fail_msg("%s: " #field " is %llu, not %llu", text, (unsigned long long)spec->field,            \
             (unsigned long long)specification_cases[i].value)
        EXPECT(bit_slots, bits);
        EXPECT(word_slots, words);
        EXPECT(long_slots, longs);
        EXPECT(live_capacity, live);
        EXPECT(live_item_count, live_items);
        EXPECT(visit_bound, visits);
        EXPECT(undo_capacity, undo);
        unsigned answers = item_flags(shape->items[0]) & (S | F | R);
        if (answers != specification_cases[i].answers)
            fail_msg("%s: answers are %u, not %u", text, answers, specification_cases[i].answers);
        gestalt_shape_destroy(shape);
    }
}

static void test_the_rest_of_the_specification(void **state)
{
    (void)state;
    gestalt_shape *shape =
        make("sequence~(once(cooldown:1(once(condition:2))) selector~(chance:1(cooldown:2(success))"
             " decide:3(failure) success))",
             true);
    const gestalt_specification *spec = gestalt_shape_specification(shape);
    assert_int_equal(spec->number_columns, 4);
    assert_int_equal(spec->bool_columns, 1);
    assert_int_equal(spec->shared_number_columns, 4);
    assert_int_equal(spec->shared_bool_columns, 0);
    assert_int_equal(spec->node_count, 12);
    assert_int_equal(spec->item_count, spec->tree_end + 6);
    assert_int_equal(spec->named_persistents, 2);
    assert_int_equal(spec->persistent_statuses, 4);
    assert_int_equal(spec->persistent_times, 2);
    assert_int_equal(spec->guard_depth, 4);
    assert_int_equal(spec->number_depth, 2);
    assert_int_equal(spec->bool_depth, 1);
    assert_int_equal(spec->shuffle_capacity, 3);
    assert_int_equal(spec->draws, 1);
    assert_int_equal(spec->host_count, 3);
    assert_string_equal(gestalt_shape_name(shape), "handmade");
    gestalt_shape_destroy(shape);
    shape = make("success", false);
    spec = gestalt_shape_specification(shape);
    assert_int_equal(spec->draws, 0);
    assert_int_equal(spec->guard_depth, 0);
    assert_int_equal(spec->number_depth, 1); // depth of the inits
    assert_int_equal(spec->bool_depth, 0);
    gestalt_shape_destroy(shape);
}

static void test_numbers_of_slots(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t arguments[8]; // arguments of the nodes' heads, in preorder
    } cases[] = {
        {"sequence(wait:1 delay:1(wait:2) wait:3)", {0, 0, 0, 1, 0}},
        {"sequence~(wait:1 delay:1(wait:2) wait:3)", {0, 1, 1, 2, 1}},
        {"concurrent(wait:1 delay:1(wait:2) wait:3)", {0, 0, 1, 2, 3}},
        {"concurrent~(wait:1 delay:1(wait:2) wait:3)", {0, 1, 2, 3, 4}},
        {"parallel~:1:1(wait:1 wait:2)", {0, 1, 2}},
        {"priority(sequence(wait:1 wait:2) wait:3)", {0, 0, 0, 0, 1}},
        {"repeat:0:1(parallel:1:1(while:1(success) retry:0:1(success)))", {0, 0, 4, 0, 1, 0}},
        {"sequence(once(success) once(success) cooldown:1(success) cooldown:1(success))",
         {0, 2, 0, 3, 0, 0, 0, 1}},
        {"weighted:1:1(success wait:1)", {2, 0, 0}},
        {"utility:1:1(success wait:1)", {3, 0, 0}},
        {"utility~:1:1(success wait:1)", {4, 0, 0}},
        {"decide:3(success)", {4, 0}},
        {"decide~(wait:1 wait:1)", {2, 0, 0}},
        {"switch~:1:2(wait:1 wait:1 wait:1)", {4, 0, 0, 0}},
        {"service:1(wait:1 delay:-1(wait:1))", {0, 1, 2, 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gestalt_shape *shape = make(cases[i].text, false);
        for (uint32_t node = 0; node < shape->specification->node_count && node < 8; node++) {
            uint32_t argument = item_argument(shape->items[shape->nodes[node]]);
            if (argument != cases[i].arguments[node])
                fail_msg("%s: node %u has argument %u, not %u", cases[i].text, node, argument,
                         cases[i].arguments[node]);
            assert_int_equal(shape_node_of_item(shape, shape->nodes[node]), node);
        }
        gestalt_shape_destroy(shape);
    }
}

static char *chain(size_t depth)
{
    char *text = calloc(depth, 9);
    for (size_t i = 0; i + 1 < depth; i++)
        strcat(text, "invert(");
    strcat(text, "success");
    memset(text + strlen(text), ')', depth - 1);
    return text;
}

// ---- images in memory, changed by hand

typedef struct image_copy {
    unsigned char *bytes;
    size_t size;
} image_copy;

static image_copy copy_image(const gestalt_shape *shape)
{
    image_copy copy;
    const void *image = gestalt_shape_image(shape, &copy.size);
    copy.bytes = malloc(copy.size);
    memcpy(copy.bytes, image, copy.size);
    return copy;
}

static image_copy make_image(const char *text, bool with_names)
{
    gestalt_shape *shape = make(text, with_names);
    image_copy copy = copy_image(shape);
    gestalt_shape_destroy(shape);
    return copy;
}

static image_section *section(const image_copy *image, image_section_kind kind)
{
    image_section *table = (void *)(image->bytes + sizeof(image_header));
    return &table[kind - 1];
}

static void *elements(const image_copy *image, image_section_kind kind)
{
    return image->bytes + section(image, kind)->offset;
}

static gestalt_result load_repaired(const image_copy *image, gestalt_shape **shape,
                                    gestalt_error *error)
{
    image_set_hash(image->bytes, image->size);
    return gestalt_shape_load_memory(image->bytes, image->size, NULL, shape, error);
}

static void expect_refused(const image_copy *image, gestalt_result result, const char *message)
{
    gestalt_shape *shape = NULL;
    gestalt_error error = {0};
    gestalt_result got = load_repaired(image, &shape, &error);
    if (got != result || !strstr(error.message, message))
        fail_msg("not \"%s\" but %d \"%s\" at %llu", message, (int)got, error.message,
                 (unsigned long long)error.offset);
    assert_null(shape);
    assert_int_equal(error.result, result);
    assert_true(error.offset <= image->size);
    assert_int_equal(gestalt_shape_load_memory(image->bytes, image->size, NULL, &shape, NULL),
                     result);
}

static void test_depth(void **state)
{
    (void)state;
    char *text = chain(LIMIT_DEPTH);
    image_copy image = make_image(text, false);
    free(text);
    gestalt_shape *shape = NULL;
    assert_int_equal(load_repaired(&image, &shape, NULL), GESTALT_OK);
    assert_int_equal(shape->specification->guard_depth, LIMIT_DEPTH - 1);
    gestalt_shape_destroy(shape);
    free(image.bytes);
    // The innermost sequence has two leaves. Make the second one a child of the first.
    text = chain(LIMIT_DEPTH - 1);
    char *deeper = malloc(strlen(text) + 30), *leaf = strstr(text, "success");
    sprintf(deeper, "%.*ssequence(invert(success) success)%s", (int)(leaf - text) - 7, text,
            leaf + 8);
    image = make_image(deeper, false);
    free(deeper);
    free(text);
    uint64_t *items = elements(&image, SECTION_ITEMS);
    uint32_t inner = LIMIT_DEPTH - 2;
    assert_int_equal(item_type_of(items[inner]), NODE_INVERT);
    items[inner + 1] = item_make(NODE_INVERT, 0, inner + 3, 0);
    items[inner] = item_make(NODE_INVERT, 0, inner + 3, 0);
    expect_refused(&image, GESTALT_LIMIT, "the tree is deeper than 1024 nodes");
    free(image.bytes);
}

static void test_round_trip(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof specification_cases / sizeof *specification_cases; i++) {
        image_copy image = make_image(specification_cases[i].text, i % 2);
        gestalt_shape *shape = NULL;
        gestalt_error error = {0};
        gestalt_result result =
            gestalt_shape_load_memory(image.bytes, image.size, NULL, &shape, &error);
        if (result != GESTALT_OK)
            fail_msg("%s: %s", specification_cases[i].text, error.message);
        size_t size;
        const void *again = gestalt_shape_image(shape, &size);
        assert_int_equal(size, image.size);
        assert_memory_equal(again, image.bytes, size);
        assert_int_equal(size % 8, 0);
        gestalt_shape_destroy(shape);
        free(image.bytes);
    }
    gestalt_shape_destroy(NULL);
}

// ---- what the verifier refuses

static void test_whole_files(void **state)
{
    (void)state;
    image_copy image = make_image("sequence(wait:1 condition)", true);
    image_header *header = (void *)image.bytes;
    gestalt_error error = {0};
    gestalt_shape *shape = NULL;
    static const struct {
        const char *bytes, *message;
        size_t size;
    } foreign[] = {
        {"", "the file is empty", 0},
        {"{ \"gestalt\": 1 }", "this is a document, not an image: compile it first", 16},
        {"\n  {}", "this is a document", 5},
        {"GIF89a", "this is not an image of Gestalt", 6},
        {"GIF", "this is not an image of Gestalt", 3},
        {" \n ", "this is not an image of Gestalt", 3},
        {"\x89GST\n\x1a\n.....", "copy it again as binary", 12},
        {"\x89GS", "ends after 3 bytes", 3},
        {IMAGE_MAGIC, "ends after 8 bytes", 8},
    };
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        assert_int_equal(
            gestalt_shape_load_memory(foreign[i].bytes, foreign[i].size, NULL, &shape, &error),
            GESTALT_BAD_FILE);
        if (!strstr(error.message, foreign[i].message))
            fail_msg("%s", error.message);
    }
    header->version = IMAGE_VERSION + 1;
    expect_refused(&image, GESTALT_BAD_FILE, "use a newer one, or compile the document again");
    header->version = 1;
    expect_refused(&image, GESTALT_BAD_FILE, "compile it again");
    header->version = 0;
    expect_refused(&image, GESTALT_BAD_FILE, "the old format 0");
    header->version = 1;
    expect_refused(&image, GESTALT_BAD_FILE,
                   "the old format 1, and this version of Gestalt reads format");
    expect_refused(&image, GESTALT_BAD_FILE, "compile it again");
    header->version = IMAGE_VERSION;
    header->size += 8;
    expect_refused(&image, GESTALT_BAD_FILE, "copy it again, or compile the document again");
    header->size -= 16;
    expect_refused(&image, GESTALT_BAD_FILE, "the file has 8 bytes after the end");
    header->size += 8;
    header->section_count = 10;
    expect_refused(&image, GESTALT_BAD_FILE, "there are 10 sections, not 12 or 14");
    header->section_count = SECTION_COUNT;
    image_set_hash(image.bytes, image.size);
    header->hash ^= 1;
    assert_int_equal(gestalt_shape_load_memory(image.bytes, image.size, NULL, &shape, &error),
                     GESTALT_BAD_FILE);
    assert_string_equal(error.message, "the checksum is wrong, so the file is damaged: copy it "
                                       "again, or compile the document again");
    assert_int_equal(error.offset, 8);
    assert_int_equal(load_repaired(&image, &shape, NULL), GESTALT_OK);
    gestalt_shape_destroy(shape);
    free(image.bytes);
}

static void test_every_truncation(void **state)
{
    (void)state;
    image_copy image = make_image("concurrent(wait:1 action)", true);
    for (size_t size = 0; size < image.size; size++) {
        // Copy to memory of exactly that size, so that a sanitizer detects reads after the end.
        image_copy part = {malloc(size ? size : 1), size};
        memcpy(part.bytes, image.bytes, size);
        gestalt_shape *shape = NULL;
        assert_int_equal(gestalt_shape_load_memory(part.bytes, size, NULL, &shape, NULL),
                         GESTALT_BAD_FILE);
        if (size >= sizeof(image_header)) {
            ((image_header *)(void *)part.bytes)->size = size;
            assert_int_equal(load_repaired(&part, &shape, NULL), GESTALT_BAD_FILE);
        }
        free(part.bytes);
    }
    free(image.bytes);
}

// In the shape of `text`, item `index` is replaced by `item`. The comments list the items of each
// text.
static const struct {
    const char *text;
    uint32_t index;
    uint64_t item;
    const char *message;
    gestalt_result result;
} item_cases[] = {
#define ITEM(type, flags, end, argument)                                                           \
    ((uint64_t)(type) | (uint64_t)(flags) << 8 | (uint64_t)(end) << 12 | (uint64_t)(argument) << 32)
    // 0 sequence, 1 wait, 2 duration, 3 success
    {"sequence(wait:1 success)", 0, ITEM(NODE_SEQUENCE, 0, 5, 0), "ends at item 5, not in 1 to 4",
     0},
    {"sequence(wait:1 success)", 0, ITEM(NODE_SEQUENCE, 0, 0, 0), "ends at item 0", 0},
    {"sequence(wait:1 success)", 0, ITEM(NODE_SEQUENCE, 0, 3, 0), "the tree ends here", 0},
    {"sequence(wait:1 success)", 0, ITEM(NODE_SEQUENCE, 0, 1, 0), "has no children", 0},
    {"sequence(wait:1 success)", 0, ITEM(NODE_INVERT, 0, 4, 0), "invert has 2 children, not 1", 0},
    {"sequence(wait:1 success)", 0, ITEM(NODE_PRIORITY, 8, 4, 0),
     "a flag that its type does not have", 0},
    {"sequence(wait:1 success)", 0, ITEM(NODE_PRIORITY, 0, 4, 1), "but its type has none", 0},
    {"sequence(wait:1 success)", 0, ITEM(NODE_SEQUENCE, 0, 4, 1), "the tree implies", 0},
    {"sequence(wait:1 success)", 0, ITEM(NODE_SEQUENCE, 2, 4, 0), "the tree implies", 0},
    {"sequence(wait:1 success)", 0, ITEM(NODE_SUBTREE, 0, 4, 0), "instead of a node", 0},
    {"sequence(wait:1 success)", 0, ITEM(255, 0, 4, 0), "found unknown type", 0},
    {"sequence(wait:1 success)", 1, ITEM(NODE_WAIT, 0, 4, 0), "more items than it needs", 0},
    {"sequence(wait:1 success)", 1, ITEM(NODE_WAIT, 0, 2, 0), "ends before its operands", 0},
    {"sequence(wait:1 success)", 1, ITEM(OP_ADD_INT, 0, 3, 0), "found ADD_INT instead of a node",
     0},
    {"sequence(wait:1 success)", 2, UINT64_MAX, "3: the expression has no end", 0},
    {"sequence(wait:1 success)", 2, UINT64_MAX - 1, "negative or too long", GESTALT_LIMIT},
    {"sequence(wait:1 success)", 2, LIMIT_DURATION + 1, "too long", GESTALT_LIMIT},
    {"sequence(wait:1 success)", 3, ITEM(NODE_SUCCESS, 8, 4, 0),
     "a flag that its type does not have", 0},
    {"sequence(wait:1 success)", 3, ITEM(NODE_SUCCESS, 0, 5, 0), "ends at item 5", 0},
    // 0 sequence, 1 wait, 2 duration, 3 load, 4 success
    {"sequence(wait:-1 success)", 2, 5, "more items than it needs", 0},
    {"sequence(wait:-1 success)", 1, ITEM(NODE_WAIT, 8, 4, 0), "of the wrong type", 0},
    {"sequence(wait:-1 success)", 3, ITEM(OP_TICK, 8, 4, 0), "of the wrong type", 0},
    {"sequence(wait:-1 success)", 3, ITEM(OP_CALL, 8, 4, 2), "part of a larger expression", 0},
    {"sequence(wait:-1 success)", 3, ITEM(OP_TIME, 0, 4, 0), "has no end", 0},
    {"sequence(wait:-1 success)", 3, ITEM(OP_TIME, 8, 4, 0), "", 0},
    {"sequence(wait~:-1 success)", 3, ITEM(OP_TIME, 8, 4, 0), "of the wrong type", 0},
    {"sequence(wait~:-1 success)", 3, ITEM(OP_TICK, 8, 4, 0), "", 0},
    // 0 repeat, 1 rounds, 2 success
    {"repeat:3:4(success)", 1, 3, "per_tick is 0", GESTALT_LIMIT},
    {"repeat:3:4(success)", 1, 3 | UINT64_C(65536) << 32, "per_tick is 0", GESTALT_LIMIT},
    {"repeat:3:4(success)", 1, 3 | UINT64_C(0x30004) << 32, "a status that cannot end it", 0},
    {"retry:3:4(success)", 1, 3 | UINT64_C(0x10004) << 32, "a status that cannot end it", 0},
    {"while:4(success)", 1, UINT64_C(0x20004) << 32, "a status that cannot end it", 0},
    {"repeat:3:4(success)", 1, 0x80000000 | UINT64_C(1) << 32, "the count is", GESTALT_LIMIT},
    {"while:4(success)", 1, 1 | UINT64_C(4) << 32, "has a count, but its type has none", 0},
    // 0 repeat, 1 rounds, 2 pause, 3 success
    {"repeat~:3:4(success)", 2, 0, "a pause is 0 ticks", GESTALT_LIMIT},
    {"repeat~:3:4(success)", 2, 0x80000000, "a pause is 2147483648 ticks", GESTALT_LIMIT},
    {"repeat~:3:4(success)", 2, 2 | UINT64_C(1) << 32, "the tree implies", 0},
    {"repeat~:3:4(success)", 0, ITEM(NODE_REPEAT, 5, 4, 0), "not in 3 to 4", 0},
    {"invert(success)", 0, ITEM(NODE_INVERT, 2 | 8, 2, 0), "a flag that its type does not have", 0},
    // 0 parallel, 1 thresholds
    {"parallel:1:2(success success)", 1, 0 | UINT64_C(1) << 32, "threshold of a parallel is 0", 0},
    {"parallel:1:2(success success)", 1, 1, "threshold of a parallel is 0", 0},
    {"parallel:1:2(success success)", 1, 3 | UINT64_C(1) << 32, "2 children, not 3 to 32", 0},
    // 0 chance, 1 success
    {"chance:0.5(success)", 0, ITEM(NODE_CHANCE, 3, 2, 0x3f800001), "not in 0 to 1", 0},
    {"chance:0.5(success)", 0, ITEM(NODE_CHANCE, 3, 2, 0x7fc00000), "not in 0 to 1", 0},
    // 0 weighted, 1 2 weights, 3 success, 4 failure
    {"weighted:1:2(success failure)", 1, ITEM(ITEM_WEIGHT, 8, 2, 0x40800000), "decreases", 0},
    {"weighted:1:2(success failure)", 2, ITEM(ITEM_WEIGHT, 0, 3, 0x7f800000), "not finite", 0},
    {"weighted:1:2(success failure)", 1, ITEM(ITEM_WEIGHT, 0, 2, 0x7fc00000), "not finite", 0},
    {"weighted:1:2(success failure)", 1, ITEM(ITEM_WEIGHT, 0, 2, 0xbf800000), "decreases", 0},
    {"weighted:1:2(success failure)", 1, ITEM(ITEM_WEIGHT, 0, 3, 0),
     "its end index is not the next item", 0},
    {"weighted:1:2(success failure)", 1, ITEM(ITEM_WEIGHT, 0, 2, 0x3f800000), "not marked", 0},
    {"weighted:1:2(success failure)", 1, ITEM(ITEM_WEIGHT, 4, 2, 0x3f800000), "wrong flags", 0},
    {"weighted:1:2(success failure)", 3, ITEM(NODE_INVERT, 0, 5, 0), "1 children, not 2 to 2", 0},
    {"weighted:1:2(success failure)", 0, ITEM(NODE_WEIGHTED, 3, 5, 1), "the tree implies", 0},
    {"weighted:0:2(success failure)", 2, ITEM(ITEM_WEIGHT, 0, 3, 0), "greater than 0", 0},
    // 0 switch, 1 2 cases, 3 load, 4 success, 5 failure
    {"switch:1:2(success failure)", 1, ITEM(ITEM_CASE, 0, 2, 2), "for the same value", 0},
    {"switch:1:2(success failure)", 1, ITEM(ITEM_CASE, 0, 2, 0x80000000), "", 0},
    {"switch:1:2(success failure)", 1, ITEM(ITEM_CASE, 8, 2, 1), "a case has flags", 0},
    {"switch:1:2(success failure)", 1, ITEM(ITEM_CASE, 0, 3, 1),
     "its end index is not the next item", 0},
    {"switch:1:2(success failure)", 1, ITEM(ITEM_WEIGHT, 0, 2, 1), "there is no case", 0},
    {"switch:1:2(success failure)", 2, ITEM(ITEM_WEIGHT, 0, 3, 2), "found weight instead of an op",
     0},
    {"switch:1:2(success failure)", 3, ITEM(ITEM_CASE, 0, 4, 3), "found success instead of an op",
     0},
    {"switch:1:2(success failure)", 3, ITEM(OP_TIME, 8, 4, 0), "of the wrong type", 0},
    {"switch:1:2(success failure)", 3, ITEM(OP_CALL, 8, 4, 2), "part of a larger expression", 0},
    {"switch:1:2(success failure)", 0, ITEM(NODE_SWITCH, 7, 6, 4), "the tree implies", 0},
    {"switch:1:2(success failure)", 4, ITEM(NODE_INVERT, 0, 6, 0), "1 children, not 2 to 3", 0},
    {"switch:1(success failure)", 0, ITEM(NODE_SWITCH, 3 | 8, 5, 3), "", 0},
    // 3 load of a shared enum of three words
    {"switch:1:2(success failure)", 3, ITEM(OP_SHARED_ENUM, 8, 4, 8), "", 0},
    {"switch:1:3(success failure)", 3, ITEM(OP_SHARED_ENUM, 8, 4, 8), "no word for the", 0},
    {"switch:-1:2(success failure)", 3, ITEM(OP_SHARED_ENUM, 8, 4, 8), "no word for the", 0},
    {"switch:1:2(success failure)", 3, ITEM(OP_CONST_ENUM, 8, 4, 0x101), "of the wrong type", 0},
    // 0 utility, 1 margin, 2 3 scores, 4 success, 5 failure
    {"utility~:1:2(success failure)", 1, ITEM(ITEM_MARGIN, 0, 2, 0x7f800000), "not finite", 0},
    {"utility~:1:2(success failure)", 1, ITEM(ITEM_MARGIN, 0, 2, 0x7fc00000), "not finite", 0},
    {"utility~:1:2(success failure)", 1, ITEM(ITEM_MARGIN, 0, 2, 0xbf800000), "negative", 0},
    {"utility~:1:2(success failure)", 1, ITEM(ITEM_MARGIN, 0, 2, 0x80000000), "negative", 0},
    {"utility~:1:2(success failure)", 1, ITEM(ITEM_MARGIN, 1, 2, 0), "a margin has flags", 0},
    {"utility~:1:2(success failure)", 1, ITEM(ITEM_MARGIN, 0, 3, 0),
     "its end index is not the next item", 0},
    {"utility~:1:2(success failure)", 1, ITEM(ITEM_CASE, 0, 2, 0), "has no margin", 0},
    {"utility~:1:2(success failure)", 1, ITEM(ITEM_MARGIN, 0, 2, 0x7f7fffff), "", 0},
    {"utility~:1:2(success failure)", 0, ITEM(NODE_UTILITY, 3, 6, 4), "found margin instead of a",
     0},
    {"utility:1:2(success failure)", 0, ITEM(NODE_UTILITY, 3 | 8, 5, 3), "has no margin", 0},
    // 0 parallel, 1 thresholds, 2 order, 3 success, 4 failure
    {"parallel~:1:1(success failure)", 2, ITEM(ITEM_ORDER, 1, 3, 0), "an order has flags", 0},
    {"parallel~:1:1(success failure)", 2, ITEM(ITEM_ORDER, 0, 4, 0),
     "its end index is not the next item", 0},
    {"parallel~:1:1(success failure)", 2, ITEM(ITEM_ORDER, 0, 3, 1), "the tree implies", 0},
    {"parallel~:1:1(success failure)", 2, ITEM(ITEM_CASE, 0, 3, 0), "has no order", 0},
    {"parallel~:1:1(success failure)", 0, ITEM(NODE_PARALLEL, 3, 5, 0), "found order instead of a",
     0},
    {"parallel:1:1(success failure)", 0, ITEM(NODE_PARALLEL, 3 | 8, 4, 0), "has no order", 0},
    {"parallel:1:1(success failure)", 1, UINT64_C(0x8000000000000001), "threshold of a parallel is",
     0},
    {"parallel:1:1(success failure)", 1, UINT64_C(0x8000000100000001), "the tree implies", 0},
    // 0 race, 1 success, 2 failure
    {"race~(success failure)", 0, ITEM(NODE_RACE, 3 | 8, 3, 1), "the tree implies", 0},
    // 0 decide, 1 load, 2 success
    {"decide(success)", 0, ITEM(NODE_DECIDE, 3 | 8, 3, 2), "", 0},
    // 0 service, 1 duration, 2 success, 3 failure
    {"service:1(success failure)", 3, ITEM(NODE_FAILURE, 3, 4, 0), "the tree implies", 0},
    {"service:1(success failure)", 2, ITEM(NODE_INVERT, 0, 4, 0), "1 children, not 2 to 2", 0},
    {"service:1(success failure)", 1, UINT64_MAX - 1, "negative or too long", GESTALT_LIMIT},
    // 0 utility, 1 2 scores, 3 success, 4 failure
    {"utility:1:2(success failure)", 1, ITEM(OP_CONST_INT, 8, 2, 0), "of the wrong type", 0},
    {"utility:1:2(success failure)", 1, ITEM(OP_CONST_FLOAT, 0, 2, 0), "more than one value", 0},
    {"utility:1:2(success failure)", 3, ITEM(NODE_INVERT, 0, 5, 0), "1 children, not 2 to 2", 0},
    // 0 decide, 1 constant, 2 success, 3 invert, 4 success
    {"decide:0(success invert(success))", 3, ITEM(NODE_SUCCESS, 0, 4, 0), "3 children, not 1", 0},
    // 0 condition, 1 rand, 2 0.5, 3 less
    {"condition:3", 1, ITEM(OP_TICK, 0, 2, 0), "an operand of the wrong type", 0},
    {"condition:3", 1, ITEM(OP_RAND, 8, 2, 0), "a value of the wrong type", 0},
    {"condition:3", 1, ITEM(OP_RAND, 1, 2, 0), "flags that its type does not have", 0},
    {"condition:3", 1, ITEM(OP_RAND, 0, 3, 0), "the end index of an operation is not the next item",
     0},
    {"condition:3", 1, ITEM(OP_RAND, 0, 2, 1), "but its type has none", 0},
    {"condition:3", 1, ITEM(OP_CALL, 8, 4, 2), "found CONST_FLOAT instead of an argument", 0},
    {"condition:3", 1, ITEM(OP_CALL, 0, 2, 2), "a call is part of a larger expression", 0},
    {"condition:3", 1, ITEM(OP_LOAD_FLOAT, 0, 2, 3), "column 3 is of another type", 0},
    {"condition:3", 1, ITEM(OP_LOAD_FLOAT, 0, 2, 5), "column 5 is shared", 0},
    {"condition:3", 1, ITEM(OP_LOAD_FLOAT, 0, 2, 9), "there is no column 9", 0},
    {"condition:3", 1, ITEM(OP_SHARED_FLOAT, 0, 2, 0), "column 0 is of the agent", 0},
    {"condition:3", 1, ITEM(OP_LOAD_VEC2, 0, 2, 0), "column 0 is not the x of a vec2", 0},
    {"condition:3", 1, ITEM(OP_LOAD_VEC2, 0, 2, 2), "column 2 is not the x of a vec2", 0},
    {"condition:3", 1, ITEM(OP_LOAD_VEC3, 0, 2, 1), "column 1 is not the x of a vec3", 0},
    {"condition:3", 1, ITEM(OP_LOAD_VEC2, 0, 2, 6), "column 6 is shared", 0},
    {"condition:3", 1, ITEM(OP_SHARED_VEC2, 0, 2, 1), "column 1 is of the agent", 0},
    {"condition:3", 1, ITEM(OP_LOAD_VEC2, 0, 2, 9), "there is no column 9", 0},
    {"condition:3", 1, ITEM(OP_LOAD_VEC2, 0, 2, 1), "an operand of the wrong type", 0},
    {"condition:3", 1, ITEM(OP_LENGTH, 0, 2, 0), "LENGTH lacks an operand", 0},
    {"condition:3", 3, ITEM(OP_VEC2, 8, 4, 0), "a value of the wrong type", 0},
    {"condition:3", 3, ITEM(OP_VEC3, 8, 4, 0), "VEC3 lacks an operand", 0},
    {"condition:3", 2, ITEM(OP_CONST_FLOAT, 0, 3, 0xffc00000), "a NaN is not written", 0},
    {"condition:3", 2, ITEM(OP_NEGATE_FLOAT, 0, 3, 0), "LESS_FLOAT lacks an operand", 0},
    {"condition:3", 2, ITEM(NODE_SUCCESS, 0, 3, 0), "found success instead of an operation", 0},
    {"condition:3", 3, ITEM(OP_LESS_FLOAT, 0, 4, 0), "the expression has no end", 0},
    {"condition:0", 1, ITEM(OP_CONST_BOOL, 8, 2, 2), "neither 0 nor 1", 0},
    // 0 condition, 1 stance, 2 'b', 3 equal
    {"condition:4", 1, ITEM(OP_SHARED_INT, 0, 2, 8), "column 8 is of another type", 0},
    {"condition:4", 1, ITEM(OP_SHARED_ENUM, 0, 2, 5), "column 5 is of another type", 0},
    {"condition:4", 1, ITEM(OP_SHARED_ENUM, 0, 2, 9), "there is no column 9", 0},
    {"condition:4", 1, ITEM(OP_LOAD_ENUM, 0, 2, 3), "column 3 is of another type", 0},
    {"condition:4", 1, ITEM(OP_CONST_ENUM, 0, 2, 0x100), "the enum of its operands is unknown", 0},
    {"condition:4", 2, ITEM(OP_CONST_ENUM, 0, 3, 0x102), "", 0},
    {"condition:4", 2, ITEM(OP_CONST_ENUM, 0, 3, 0x103), "no enum has this word", 0},
    {"condition:4", 2, ITEM(OP_CONST_ENUM, 0, 3, 0x001), "no enum has this word", 0},
    {"condition:4", 2, ITEM(OP_CONST_ENUM, 0, 3, 0x201), "no enum has this word", 0},
    {"condition:4", 2, ITEM(OP_TICK, 0, 3, 0), "EQUAL_ENUM has an operand of the wrong", 0},
    {"condition:4", 3, ITEM(OP_EQUAL_INT, 8, 4, 0), "EQUAL_INT has an operand of the wrong", 0},
    {"condition:4", 3, ITEM(OP_UNEQUAL_ENUM, 8, 4, 0), "", 0},
    // 0 condition, 1 call, 2 argument, 3 load, 4 shared, 5 add
    {"condition:2", 1, ITEM(OP_CALL, 8, 6, 3), "there is no host function 3", 0},
    {"condition:2", 1, ITEM(OP_CALL, 8, 6, 1), "host function 1 has another kind", 0},
    {"condition:2", 1, ITEM(OP_CALL, 8, 7, 2), "a call ends at the wrong item", 0},
    {"condition:2", 1, ITEM(OP_CALL, 8, 1, 2), "a call ends at the wrong item", 0},
    {"condition:2", 1, ITEM(OP_CALL, 8, 2, 2), "0 of 1 arguments are given", 0},
    {"condition:2", 2, ITEM(ITEM_ARGUMENT, 0, 6, 1 << 24), "has no argument 1", 0},
    {"condition:2", 2, ITEM(ITEM_ARGUMENT, 0, 6, 1), "passed as a value has a column", 0},
    {"condition:2", 2, ITEM(ITEM_ARGUMENT, 8, 6, 0), "an argument has flags", 0},
    {"condition:2", 2, ITEM(ITEM_ARGUMENT, 0, 7, 0), "an argument ends at the wrong item", 0},
    {"condition:2", 2, ITEM(ITEM_ARGUMENT, 0, 3, 0), "an argument ends at the wrong item", 0},
    {"condition:2", 3, ITEM(OP_LOAD_FLOAT, 8, 4, 0),
     "an argument has more items than its expression", 0},
    // 0 action, 1 vec2 argument, 2 key argument
    {"action", 0, ITEM(NODE_ACTION, 7, 3, 1), "has another kind", 0},
    {"action", 0, ITEM(NODE_ACTION, 7, 3, 3), "there is no host function", 0},
    {"action", 0, ITEM(NODE_ACTION, 7, 2, 0), "1 of 2 arguments are given", 0},
    {"action", 1, ITEM(ITEM_ARGUMENT, 0, 2, 6), "", 0},
    {"action", 1, ITEM(ITEM_ARGUMENT, 0, 2, 0), "not the x of a vec2", 0},
    {"action", 2, ITEM(ITEM_ARGUMENT, 0, 3, 1), "argument 0 is given twice", 0},
    {"action", 2, ITEM(ITEM_ARGUMENT, 0, 3, 1 << 24), "column 0 is of another type", 0},
    {"action", 2, ITEM(ITEM_ARGUMENT, 0, 4, 1 << 24 | 3), "has an expression", 0},
    // 0 deferred, 1 resource
    {"deferred", 1, 1, "", 0},
    {"deferred", 1, 2, "the name of a resource is not a string", 0},
    {"deferred", 1, UINT64_C(1) << 32, "after the name of a resource", 0},
    // 0 signal, 1 status; persistents; debug
    {"signal:0", 1, 3, "there is no such status", 0},
    {"signal:0", 0, ITEM(NODE_SIGNAL, 1, 2, 2), "there is no persistent 2", 0},
    {"persistent:0", 0, ITEM(NODE_PERSISTENT, 7, 1, 2), "there is no persistent 2", 0},
    {"debug(success)", 0, ITEM(NODE_DEBUG, 1, 2, 3), "the message is not a string", 0},
    {"once(success)", 0, ITEM(NODE_ONCE, 1, 2, 1), "the tree implies", 0},
    // 0 set, 1 constant
    {"set", 0, ITEM(NODE_SET, 1, 2, 5), "a set writes to a shared key", 0},
    {"set", 0, ITEM(NODE_SET, 1, 2, 9), "there is no column", 0},
    {"set", 0, ITEM(NODE_SET, 1, 2, 3), "a value of the wrong type", 0},
    {"set", 1, ITEM(OP_CALL, 8, 2, 2), "a call is part of a larger expression", 0},
    {"set", 0, ITEM(NODE_SET, 1, 2, 1), "", 0},
    {"set", 0, ITEM(NODE_SET, 9, 2, 0), "column 0 is not the x of a vector", 0},
    {"set", 0, ITEM(NODE_SET, 9, 2, 2), "column 2 is not the x of a vector", 0},
    {"set", 0, ITEM(NODE_SET, 9, 2, 1), "a value of the wrong type", 0},
    {"set", 0, ITEM(NODE_SET, 9, 2, 6), "a set writes to a shared key", 0},
    // 0 success; 1 init of health, 2 100; 3 of ammo, 4 tick; 5 of wind, 6 1.5
    {"success", 1, ITEM(NODE_SUCCESS, 1, 3, 0), "found success instead of an init", 0},
    {"success", 1, ITEM(ITEM_INIT, 0, 3, 9), "there is no column", 0},
    {"success", 1, ITEM(ITEM_INIT, 1, 3, 0), "an init has flags", 0},
    {"success", 1, ITEM(ITEM_INIT, ITEM_OWN, 3, 0), "an init has flags", 0},
    {"success", 1, ITEM(ITEM_INIT, 0, 2, 0), "an init ends at the wrong item", 0},
    {"success", 1, ITEM(ITEM_INIT, 0, 8, 0), "an init ends at the wrong item", 0},
    {"success", 1, ITEM(ITEM_INIT, 0, 4, 0), "an init has more items than its expression", 0},
    {"success", 1, ITEM(ITEM_INIT, 0, 3, 5), "not in the order of the keys", 0},
    {"success", 2, ITEM(OP_RAND, 8, 3, 0), "", 0},
    {"success", 6, ITEM(OP_RAND, 8, 7, 0), "uses a value that only an agent has", 0},
    {"success", 6, ITEM(OP_AGENT, 8, 7, 0), "uses a value that only an agent has", 0},
    {"success", 6, ITEM(OP_LOAD_FLOAT, 8, 7, 0), "reads a key of the agent", 0},
    {"success", 6, ITEM(OP_LOAD_VEC2, 8, 7, 1), "reads a key of the agent", 0},
    {"success", 6, ITEM(OP_SHARED_VEC2, 8, 7, 6), "a value of the wrong type", 0},
    {"success", 6, ITEM(OP_SHARED_VEC3, 8, 7, 6), "column 6 is not the x of a vec3", 0},
    {"success", 1, ITEM(ITEM_INIT, ITEM_WHOLE, 3, 0), "an init has flags", 0},
    {"success", 6, ITEM(OP_TIME, 8, 7, 0), "", 0},
};

// An empty message means that the change is harmless.
static void test_items(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof item_cases / sizeof *item_cases; i++) {
        image_copy image = make_image(item_cases[i].text, false);
        uint64_t *items = elements(&image, SECTION_ITEMS);
        items[item_cases[i].index] = item_cases[i].item;
        gestalt_shape *shape = NULL;
        gestalt_error error = {0};
        gestalt_result result = load_repaired(&image, &shape, &error);
        const char *message = item_cases[i].message;
        gestalt_result wanted = item_cases[i].result ? item_cases[i].result : GESTALT_BAD_FILE;
        if (*message == '\0')
            wanted = GESTALT_OK;
        if (result != wanted || !strstr(error.message, message))
            fail_msg("%s, item %u: %d \"%s\", not \"%s\"", item_cases[i].text, item_cases[i].index,
                     (int)result, error.message, message);
        if (result != GESTALT_OK &&
            (error.offset % 8 != 0 || error.offset < section(&image, SECTION_ITEMS)->offset ||
             error.offset >= section(&image, SECTION_NODES)->offset))
            fail_msg("%s: at byte %llu", error.message, (unsigned long long)error.offset);
        gestalt_shape_destroy(shape);
        free(image.bytes);
    }
}

static void test_shared_keys_are_not_for_writing(void **state)
{
    (void)state;
    image_copy image = make_image("action", false);
    image_argument *arguments = elements(&image, SECTION_ARGUMENTS);
    uint64_t *items = elements(&image, SECTION_ITEMS);
    gestalt_shape *shape = NULL;
    arguments[0].by_key = 1;
    assert_int_equal(load_repaired(&image, &shape, NULL), GESTALT_OK);
    gestalt_shape_destroy(shape);
    items[1] = item_make(ITEM_ARGUMENT, 0, 2, 6); // `gale`
    expect_refused(&image, GESTALT_BAD_FILE, "a shared key is passed as a writable argument");
    free(image.bytes);
}

// Rename a key to one of a copy: PATH/KEY.
static void make_own(image_copy *image, uint32_t key)
{
    const image_key *keys = elements(image, SECTION_KEYS);
    char *strings = elements(image, SECTION_STRINGS);
    strings[keys[key].name + 1] = '/';
}

static void test_own_keys(void **state)
{
    (void)state;
    image_copy image = make_image("action", false);
    make_own(&image, 5);
    expect_refused(&image, GESTALT_BAD_FILE, "key 5 of a copy is shared");
    free(image.bytes);
    image = make_image("action", false);
    make_own(&image, 2);
    expect_refused(&image, GESTALT_BAD_FILE,
                   "key 3 comes after a key of a copy, but is not a key of a copy");
    free(image.bytes);
}

static void test_flags_of_keys(void **state)
{
    (void)state;
    gestalt_shape *shape = NULL;
    image_copy image = make_image("action", false);
    image_key *keys = elements(&image, SECTION_KEYS);
    keys[2].is_host = 1;
    assert_int_equal(load_repaired(&image, &shape, NULL), GESTALT_OK);
    assert_true(gestalt_shape_key_at(shape, 2).host);
    assert_false(gestalt_shape_key_at(shape, 1).host);
    gestalt_shape_destroy(shape);
    keys[2].unused = 1;
    expect_refused(&image, GESTALT_BAD_FILE, "the type of key 2 is unknown");
    free(image.bytes);
}

static void test_texts(void **state)
{
    (void)state;
    gestalt_shape *shape = NULL;
    size_t size;
    image_copy image = make_image("set", false);
    uint64_t *items = elements(&image, SECTION_ITEMS);
    items[0] = ITEM(NODE_SET, 1, 2, 3); // an int
    items[1] = ITEM(OP_TEXT, 8, 2, 1);
    assert_int_equal(load_repaired(&image, &shape, NULL), GESTALT_OK);
    assert_int_equal(gestalt_shape_text_count(shape), 3);
    assert_string_equal(gestalt_shape_text(shape, 1, &size), "message");
    assert_int_equal(size, 7);
    assert_null(gestalt_shape_text(shape, 3, &size));
    assert_int_equal(size, 0);
    assert_null(gestalt_shape_text(shape, -1, NULL));
    assert_int_equal(gestalt_shape_find_text(shape, "wind"), 2);
    assert_int_equal(gestalt_shape_find_text(shape, "c"), -1);
    assert_int_equal(gestalt_shape_find_text(shape, ""), -1);
    gestalt_shape_destroy(shape);
    items[1] = ITEM(OP_TEXT, 8, 2, 3);
    expect_refused(&image, GESTALT_BAD_FILE, "item 1: there is no text 3");
    items[1] = ITEM(OP_TEXT, 8, 2, 2);
    const uint32_t *texts = elements(&image, SECTION_TEXTS);
    char *strings = elements(&image, SECTION_STRINGS);
    strings[texts[1] + 3] = '\'';
    items[1] = ITEM(OP_TEXT, 8, 2, 1);
    expect_refused(&image, GESTALT_BAD_FILE, "item 1: a text in an expression contains a quote");
    free(image.bytes);
}

static void test_text_arguments(void **state)
{
    (void)state;
    gestalt_shape *shape = NULL;
    image_copy image = make_image("condition:5", false);
    image_argument *arguments = elements(&image, SECTION_ARGUMENTS);
    uint64_t *items = elements(&image, SECTION_ITEMS);
    items[3] = ITEM(OP_TEXT, 8, 4, 1);
    expect_refused(&image, GESTALT_BAD_FILE, "the expression gives a value of the wrong type");
    arguments[2].type = ARGUMENT_TEXT;
    const uint32_t *texts = elements(&image, SECTION_TEXTS);
    char *strings = elements(&image, SECTION_STRINGS);
    strings[texts[1] + 3] = '\''; // a text argument may contain a quote
    assert_int_equal(load_repaired(&image, &shape, NULL), GESTALT_OK);
    gestalt_shape_destroy(shape);
    items[3] = ITEM(OP_TEXT, 8, 4, 3);
    expect_refused(&image, GESTALT_BAD_FILE, "item 3: there is no text 3");
    items[3] = ITEM(OP_CONST_INT, 8, 4, 1);
    expect_refused(&image, GESTALT_BAD_FILE, "item 2: a text argument is not passed as a text");
    items[3] = ITEM(OP_TEXT, 8, 4, 1);
    arguments[2].by_key = 1;
    expect_refused(&image, GESTALT_BAD_FILE, "the type of an argument is unknown");
    free(image.bytes);
}

static void test_limits_of_expressions(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        gestalt_result result;
    } cases[] = {
        {"condition:164", GESTALT_OK},
        {"condition:165", GESTALT_LIMIT},
        {"condition:5096", GESTALT_OK},
        {"condition:5097", GESTALT_LIMIT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        // With assertions, building verifies, too.
        gestalt_shape *built = NULL, *shape = NULL;
        gestalt_result result = handmade_build(cases[i].text, false, NULL, &built, NULL);
        if (built) {
            size_t size;
            const void *image = gestalt_shape_image(built, &size);
            result = gestalt_shape_load_memory(image, size, NULL, &shape, NULL);
        }
        assert_int_equal(result, cases[i].result);
        gestalt_shape_destroy(built);
        gestalt_shape_destroy(shape);
    }
}

// A 32-bit number in a section is replaced.
static void test_tables(void **state)
{
    (void)state;
    static const struct {
        image_section_kind kind;
        uint32_t at, value; // index in units of 32 bits
        const char *message;
        gestalt_result result;
    } cases[] = {
        {SECTION_DOCUMENT, 0, 2, "the document's name is not a string", 0},
        {SECTION_DOCUMENT, 0, SHAPE_NONE, "the document's name is not a string", 0},
        {SECTION_DOCUMENT, 1, 5000, "a doc is not a string", 0},
        {SECTION_NODES, 1, 2, "node 1 is at item 1, not 2", 0},
        {SECTION_KEYS, 0, 0, "the name of a key is empty", 0},
        {SECTION_KEYS, 0, SHAPE_NONE, "the name of a key is not a string", 0},
        {SECTION_KEYS, 2, 1, "key 0 has column 1, not 0", 0},
        {SECTION_KEYS, 3, KEY_TYPE_COUNT, "the type of key 0 is unknown", 0},
        {SECTION_KEYS, 3, 2 | 4 << 8, "the type of key 0 is unknown", 0},
        {SECTION_KEYS, 4, 1 << 16, "the type of key 0 is unknown", 0},
        {SECTION_KEYS, 4, 257, "key 0 is a list of up to 257 elements, more than 256", 0},
        {SECTION_KEYS, 4, 1, "key 1 has column 1, not 2", 0},
        {SECTION_KEYS, 3, 2 | 1 << 16, "a value that is not an int has the words of an enum", 0},
        {SECTION_KEYS, 33, KEY_INT | 1 << 8 | 2 << 16, "there is no enum 2", 0},
        {SECTION_KEYS, 3, 3, "key 1 has column 1, not 2", 0},
        {SECTION_KEYS, 3, 2 | 1 << 8, "key 0 has column 0, not 4", 0},
        {SECTION_KEYS, 33, KEY_BOOL | 1 << 8, "the columns do not match the keys", 0},
        {SECTION_KEYS, 20, 18, "two keys have the same name", 0},
        {SECTION_HOSTS, 1, 3, "the kind of host function 0 is unknown", 0},
        {SECTION_HOSTS, 1, 1, "host function 0 has another kind", 0},
        {SECTION_HOSTS, 2, 1, "arguments of host function 0 do not follow", 0},
        {SECTION_HOSTS, 3, 65, "has 65 arguments, more than 64", GESTALT_LIMIT},
        {SECTION_HOSTS, 3, 4, "arguments of host function 0 do not follow", 0},
        {SECTION_HOSTS, 11, 0, "an argument that belongs to no host function", 0},
        {SECTION_ARGUMENTS, 0, 0, "the name of an argument is empty", 0},
        {SECTION_ARGUMENTS, 1, KEY_TYPE_COUNT + 1, "the type of an argument is unknown", 0},
        {SECTION_ARGUMENTS, 1, 3 | 2 << 8, "the type of an argument is unknown", 0},
        {SECTION_ARGUMENTS, 1, 3 | 1 << 16, "a value that is not an int has the words of an enum",
         0},
        {SECTION_ARGUMENTS, 3, 1 | 1 << 8 | 1 << 16, "of another type", 0},
        {SECTION_ENUMS, 0, 1, "the words of enum 1 do not follow", 0},
        {SECTION_ENUMS, 1, 0, "enum 1 has 0 words", 0},
        {SECTION_ENUMS, 1, 4, "enum 1 has 4 words", 0},
        {SECTION_ENUMS, 1, 2, "there is a word that belongs to no enum", 0},
        {SECTION_WORDS, 0, 0, "a word is empty", 0},
        {SECTION_WORDS, 0, 2, "a word is not a string", 0},
        {SECTION_TEXTS, 0, 2, "a text is not a string", 0},
        {SECTION_TEXTS, 1, 0, "text 1 is not greater than the text before it", 0},
        {SECTION_PERSISTENTS, 1, 3, "is not a status", 0},
        {SECTION_SPECIFICATION, 0, 5, "the number of items is not that of the section", 0},
        {SECTION_SPECIFICATION, 1, 0, "the tree ends outside of the items", 0},
        {SECTION_SPECIFICATION, 1, 500, "the tree ends outside of the items", 0},
        {SECTION_SPECIFICATION, 2, 5, "the number of nodes is not that of the section", 0},
        {SECTION_SPECIFICATION, 7, 9, "number 7 of the specification is 9", 0},
        {SECTION_SPECIFICATION, 22, 9, "the bound of visits is 9", 0},
        {SECTION_STRINGS, 0, 0x61616161, "do not begin with the empty one", 0},
        {SECTION_STRINGS, 1, 0xff616161, "a string is not UTF-8", 0},
        {SECTION_STRINGS, 1, 0x61000061, "a second empty string", 0},
        {SECTION_NAMES, 0, 2, "the name of a node is not a string", 0},
        {SECTION_NAMES, 1, 2, "a doc is not a string", 0},
        {SECTION_SOURCE, 0, SHAPE_NONE, "the name of a file is not a string", 0},
        {SECTION_SOURCE, 1, 0, "are counted from 1", 0},
        {SECTION_SOURCE, 2, 0, "are counted from 1", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        image_copy image = make_image("sequence(action condition:2 wait:1)", true);
        memcpy((unsigned char *)elements(&image, cases[i].kind) + 4 * cases[i].at, &cases[i].value,
               4);
        expect_refused(&image, cases[i].result ? cases[i].result : GESTALT_BAD_FILE,
                       cases[i].message);
        free(image.bytes);
    }
}

// ---- sections of another size

// Return an image with another number of elements in a section. New elements are zero.
static image_copy with_count(const image_copy *image, image_section_kind kind, uint32_t count)
{
    image_header header;
    image_section sections[SECTION_COUNT];
    memcpy(&header, image->bytes, sizeof header);
    memcpy(sections, image->bytes + sizeof header, header.section_count * sizeof *sections);
    sections[kind - 1].count = count;
    header.size = image_layout(sections, header.section_count);
    image_copy copy = {calloc(1, header.size), header.size};
    memcpy(copy.bytes, &header, sizeof header);
    memcpy(copy.bytes + sizeof header, sections, header.section_count * sizeof *sections);
    for (uint32_t i = 1; i <= header.section_count; i++) {
        const image_section *old = section(image, (image_section_kind)i);
        uint32_t both = old->count < sections[i - 1].count ? old->count : sections[i - 1].count;
        memcpy(copy.bytes + sections[i - 1].offset, image->bytes + old->offset,
               both * image_element_sizes[i]);
    }
    return copy;
}

static void resize(image_copy *image, image_section_kind kind, uint32_t count)
{
    image_copy copy = with_count(image, kind, count);
    free(image->bytes);
    *image = copy;
}

static void test_counts(void **state)
{
    (void)state;
    static const struct {
        image_section_kind kind;
        uint32_t count;
        const char *message;
    } cases[] = {
        {SECTION_SPECIFICATION, 0, "section 0 has 0 elements, fewer than 1"},
        {SECTION_SPECIFICATION, 2, "section 0 has 2 elements, more than 1"},
        {SECTION_DOCUMENT, 0, "section 1 has 0 elements, fewer than 1"},
        {SECTION_DOCUMENT, 2, "section 1 has 2 elements, more than 1"},
        {SECTION_ITEMS, 0, "section 2 has 0 elements, fewer than 1"},
        {SECTION_ITEMS, LIMIT_ITEMS + 1, "section 2 has 1048576 elements, more than 1048575"},
        {SECTION_NODES, 0, "section 3 has 0 elements, fewer than 1"},
        {SECTION_NODES, LIMIT_NODES + 1, "section 3 has 1000001 elements, more than 1000000"},
        {SECTION_KEYS, 2 * LIMIT_COLUMNS + 1, "section 4 has 131071 elements, more than"},
        {SECTION_HOSTS, LIMIT_HOSTS + 1, "section 5 has 65536 elements, more than 65535"},
        {SECTION_PERSISTENTS, LIMIT_ITEMS + 1, "section 7 has 1048576 elements, more than"},
        {SECTION_ENUMS, LIMIT_WORDS + 1, "section 8 has 65536 elements, more than 65535"},
        {SECTION_WORDS, LIMIT_WORDS + 1, "section 9 has 65536 elements, more than 65535"},
        {SECTION_TEXTS, LIMIT_ITEMS + 1, "section 10 has 1048576 elements, more than"},
        {SECTION_STRINGS, 0, "section 11 has 0 elements, fewer than 1"},
    };
    image_copy image = make_image("sequence(action condition:2 wait:1)", false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        image_copy changed = with_count(&image, cases[i].kind, cases[i].count);
        expect_refused(&changed,
                       strstr(cases[i].message, "more") ? GESTALT_LIMIT : GESTALT_BAD_FILE,
                       cases[i].message);
        free(changed.bytes);
    }
    free(image.bytes);
}

static void test_numbers_of_nodes(void **state)
{
    (void)state;
    for (uint32_t promised = 1; promised <= 3; promised += 2) {
        image_copy image = make_image("invert(success)", false);
        resize(&image, SECTION_NODES, promised);
        ((gestalt_specification *)elements(&image, SECTION_SPECIFICATION))->node_count = promised;
        expect_refused(&image, GESTALT_BAD_FILE,
                       promised == 1 ? "there are more nodes than the 1 in the specification"
                                     : "the tree has 2 nodes, not 3");
        free(image.bytes);
    }
}

// Append a long string to the strings. Return its position.
static uint32_t add_string(image_copy *image, uint32_t size)
{
    uint32_t begin = section(image, SECTION_STRINGS)->count;
    resize(image, SECTION_STRINGS, begin + size + 1);
    memset((char *)elements(image, SECTION_STRINGS) + begin, 'a', size);
    return begin;
}

static void test_long_strings(void **state)
{
    (void)state;
    image_copy image = make_image("success", false);
    add_string(&image, LIMIT_TEXT_SIZE + 1);
    expect_refused(&image, GESTALT_LIMIT, "a string has 65536 bytes, more than 65535");
    free(image.bytes);
    image = make_image("success", false);
    uint32_t at = add_string(&image, LIMIT_NAME_SIZE + 1);
    image_document *document = elements(&image, SECTION_DOCUMENT);
    document->name = at;
    expect_refused(&image, GESTALT_LIMIT, "the document's name has more than 255 bytes");
    document->name = at + 1;
    expect_refused(&image, GESTALT_BAD_FILE, "the document's name is not a string of the image");
    free(image.bytes);
}

static void test_too_many_columns(void **state)
{
    (void)state;
    image_copy image = make_image("success", false);
    uint32_t count = section(&image, SECTION_KEYS)->count;
    resize(&image, SECTION_KEYS, LIMIT_COLUMNS / 2 + 10);
    image_key *keys = elements(&image, SECTION_KEYS);
    for (uint32_t i = count; i < LIMIT_COLUMNS / 2 + 10; i++) {
        keys[i] = keys[0];
        keys[i].type = KEY_VEC2;
    }
    expect_refused(&image, GESTALT_LIMIT, "the blackboard has more than 65535 columns");
    free(image.bytes);
}

// Add a second enum, with `count` words of the first one from word `number` on.
static void add_enum(image_copy *image, uint32_t number, uint32_t count)
{
    uint32_t first = section(image, SECTION_WORDS)->count;
    resize(image, SECTION_WORDS, first + count);
    uint32_t *words = elements(image, SECTION_WORDS);
    memcpy(words + first, words + number, count * sizeof *words);
    resize(image, SECTION_ENUMS, 2);
    image_enum *enums = elements(image, SECTION_ENUMS);
    enums[1].first_word = first;
    enums[1].word_count = count;
}

// Two enums are two types: their words can't be compared, assigned or counted as each other's.
static void test_two_enums(void **state)
{
    (void)state;
    enum { SECOND = 2 << 8 };
    image_copy image = make_image("condition:4", false);
    gestalt_shape *shape = NULL;
    add_enum(&image, 0, 3);
    expect_refused(&image, GESTALT_BAD_FILE, "two enums have the same words");
    free(image.bytes);

    image = make_image("condition:4", false);
    add_enum(&image, 1, 1);
    assert_int_equal(load_repaired(&image, &shape, NULL), GESTALT_OK);
    gestalt_shape_destroy(shape);
    uint64_t *items = elements(&image, SECTION_ITEMS);
    items[2] = ITEM(OP_CONST_ENUM, 0, 3, SECOND);
    expect_refused(&image, GESTALT_BAD_FILE, "EQUAL_ENUM has an operand of the wrong type");
    free(image.bytes);

    image = make_image("set", false);
    add_enum(&image, 1, 1);
    image_key *keys = elements(&image, SECTION_KEYS);
    uint32_t ammo = 0;
    while (keys[ammo].column != 3)
        ammo++;
    keys[ammo].words = 1;
    items = elements(&image, SECTION_ITEMS);
    items[0] = ITEM(NODE_SET, 1, 2, 3);
    items[1] = ITEM(OP_CONST_ENUM, 8, 2, 1 << 8);
    expect_refused(&image, GESTALT_BAD_FILE,
                   "item 5: the expression gives a value of the wrong"); // the init of the key
    items[1] = ITEM(OP_CONST_ENUM, 8, 2, SECOND);
    expect_refused(&image, GESTALT_BAD_FILE, "item 1: the expression gives a value of the wrong");
    free(image.bytes);
}

static void test_too_many_cases(void **state)
{
    (void)state;
    for (int cases = LIMIT_CASES; cases <= LIMIT_CASES + 1; cases++) {
        char text[4096];
        int size = snprintf(text, sizeof text, "switch");
        for (int i = 1; i <= cases; i++)
            size += snprintf(text + size, sizeof text - (size_t)size, ":%d", i);
        size += snprintf(text + size, sizeof text - (size_t)size, "(");
        for (int i = 0; i < cases; i++)
            size += snprintf(text + size, sizeof text - (size_t)size, "success ");
        snprintf(text + size - 1, sizeof text - (size_t)size, ")");
        // With assertions, building verifies, too.
        gestalt_shape *built = NULL, *shape = NULL;
        gestalt_error error = {0};
        gestalt_result result = handmade_build(text, false, NULL, &built, &error);
        if (built) {
            size_t image_size;
            const void *image = gestalt_shape_image(built, &image_size);
            result = gestalt_shape_load_memory(image, image_size, NULL, &shape, &error);
        }
        assert_int_equal(result, cases > LIMIT_CASES ? GESTALT_LIMIT : GESTALT_OK);
        assert_true(result == GESTALT_OK || strstr(error.message, "more than 256 cases"));
        gestalt_shape_destroy(built);
        gestalt_shape_destroy(shape);
    }
}

// The first of two components is wrong, so the verifier does not reach the second.
static void test_wrong_components(void **state)
{
    (void)state;
    image_copy image = make_image("set", false);
    uint64_t *items = elements(&image, SECTION_ITEMS);
    items[0] = ITEM(NODE_SET, 9, 2, 1);
    items[1] = ITEM(OP_TICK, 8, 2, 0);
    expect_refused(&image, GESTALT_BAD_FILE, "a value of the wrong type");
    free(image.bytes);
}

static void test_section_table(void **state)
{
    (void)state;
    static const struct {
        uint32_t section, at, value; // index in units of 32 bits
        const char *message;
    } cases[] = {
        {0, 0, 2, "section 0 has kind 2, not 1"}, {3, 1, 1000, "section 4 is at byte"},
        {13, 1, 1, "the sections end at byte"},   {8, 1, 0, "section 9 is at byte"},
        {2, 2, 8, "section 2 is at byte 8"},      {2, 3, 1, "section 2 is at byte"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        image_copy image = make_image("sequence(action condition:2 wait:1)", true);
        uint32_t *row = (void *)section(&image, (image_section_kind)(cases[i].section + 1));
        row[cases[i].at] = cases[i].value;
        expect_refused(&image, GESTALT_BAD_FILE, cases[i].message);
        free(image.bytes);
    }
    image_copy image = make_image("success", false);
    image.bytes[image.size - 1] = 1; // after the strings
    expect_refused(&image, GESTALT_BAD_FILE, "something between two sections");
    free(image.bytes);
}

// ---- all changes of a single byte

static size_t section_of_byte(const image_copy *image, size_t byte)
{
    size_t kind = 0;
    const image_header *header = (const void *)image->bytes;
    while (kind < header->section_count &&
           byte >= section(image, (image_section_kind)(kind + 1))->offset)
        kind++;
    return kind;
}

static void touch_all(const gestalt_shape *shape)
{
    size_t touched = strlen(gestalt_shape_name(shape));
    for (uint32_t i = 0; i < shape->key_count; i++)
        touched += strlen(shape_string(shape, shape->keys[i].name));
    for (uint32_t i = 0; i < shape->specification->node_count; i++)
        touched += item_end(shape->items[shape->nodes[i]]);
    assert_true(touched > 0);
}

static void test_every_byte(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "concurrent(sequence~(once(signal:0) condition:3) weighted:1:0:2(running chance:0.5(action)"
        " decide:2(set)))",
        "parallel:1:2(cooldown:5(wait~:7) utility:1:2(while:9(persistent:1) debug(deferred)))",
    };
    static const char *const names[] = {
        "header", "specification", "document",  "items",       "nodes",
        "keys",   "hosts",         "arguments", "persistents", "enums",
        "words",  "texts",         "strings",   "names",       "source",
    };
    uint64_t refused[SECTION_COUNT + 1] = {0}, all[SECTION_COUNT + 1] = {0};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        image_copy image = make_image(texts[t], t == 0);
        for (size_t byte = 0; byte < image.size; byte++) {
            if (byte >= offsetof(image_header, hash) && byte < offsetof(image_header, size))
                continue; // the hash, which is repaired
            unsigned char was = image.bytes[byte];
            size_t kind = section_of_byte(&image, byte);
            // The second image only has single bits changed: trying all values of all bytes takes
            // long with sanitizers.
            for (unsigned change = 1; change < 256; change = t == 0 ? change + 1 : change * 2) {
                image.bytes[byte] = (unsigned char)(was ^ change);
                gestalt_shape *shape = NULL;
                all[kind]++;
                if (load_repaired(&image, &shape, NULL) != GESTALT_OK) {
                    refused[kind]++;
                    continue;
                }
                touch_all(shape);
                gestalt_shape_destroy(shape);
            }
            image.bytes[byte] = was;
        }
        free(image.bytes);
    }
    // Expected share of changes that are refused, by section. Texts, positions and constants may
    // have any value; derived sections may not.
    static const double least[SECTION_COUNT + 1] = {1,    1,   0.99, 0.8, 1,   0.98, 0.95, 0.95,
                                                    0.95, 0.9, 0.9,  0.9, 0.3, 0.7,  0};
    for (size_t kind = 0; kind <= SECTION_COUNT; kind++) {
        double part = (double)refused[kind] / (double)all[kind];
        print_message("# %s: %llu of %llu changes of a byte are refused\n", names[kind],
                      (unsigned long long)refused[kind], (unsigned long long)all[kind]);
        if (part < least[kind])
            fail_msg("%s: only %.3f", names[kind], part);
    }
}

// ---- files and memory

static const char sample[] = "sequence(wait:1 once(signal:0) condition:2 action)";
static char path[] = "/tmp/gestalt-shape-XXXXXX";

static gestalt_result build_sample(const gestalt_allocator *allocator, gestalt_shape **shape)
{
    return handmade_build(sample, true, allocator, shape, NULL);
}

static gestalt_result load_sample(const gestalt_allocator *allocator, gestalt_shape **shape)
{
    return gestalt_shape_load(path, allocator, shape, NULL);
}

static void test_without_memory(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    gestalt_shape *whole = make(sample, true);
    gestalt_error error = {0};
    assert_int_equal(gestalt_shape_save(whole, path, &error), GESTALT_OK);
    gestalt_result (*const makers[])(const gestalt_allocator *, gestalt_shape **) = {build_sample,
                                                                                     load_sample};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        gestalt_result result = GESTALT_NO_MEMORY;
        size_t left = 0;
        for (; result != GESTALT_OK; left++) {
            short_memory memory = {left, 0};
            gestalt_allocator allocator = short_memory_allocator(&memory);
            gestalt_shape *shape = NULL;
            result = makers[i](&allocator, &shape);
            assert_int_equal(result, shape ? GESTALT_OK : GESTALT_NO_MEMORY);
            assert_true(shape || memory.held == 0);
            if (shape)
                assert_memory_equal(gestalt_shape_image(shape, NULL),
                                    gestalt_shape_image(whole, NULL), whole->size);
            gestalt_shape_destroy(shape);
            assert_int_equal(memory.held, 0);
            assert_true(left < 20);
        }
        assert_true(left > 2);
    }
    gestalt_shape_destroy(whole);
    unlink(path);
}

static void test_where_nothing_can_be_saved(void **state)
{
    (void)state;
    char folder[] = "/tmp/gestalt-shape-XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    gestalt_shape *shape = make("success", false), *other = make(sample, true);
    assert_int_equal(gestalt_shape_save(shape, "a.gst", NULL), GESTALT_OK);
    static const char *const paths[] = {"/dev/full", "missing/a.gst", ".", "a.gst/b"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        gestalt_error error = {0};
        assert_int_equal(gestalt_shape_save(other, paths[i], &error), GESTALT_IO);
        assert_int_equal(error.result, GESTALT_IO);
    }
    chmod(folder, 0555);
    bool is_root = geteuid() == 0;
    assert_int_equal(is_root ? seteuid(65534) : 0, 0);
    gestalt_result in_folder = gestalt_shape_save(other, "a.gst", NULL);
    assert_int_equal(is_root ? seteuid(0) : 0, 0);
    assert_int_equal(in_folder, GESTALT_IO);
    chmod(folder, 0755);
    gestalt_shape *loaded = NULL;
    assert_int_equal(gestalt_shape_load("a.gst", NULL, &loaded, NULL), GESTALT_OK);
    assert_int_equal(loaded->specification->node_count, 1);
    gestalt_shape_destroy(loaded);
    assert_int_equal(gestalt_shape_save(other, "a.gst", NULL), GESTALT_OK);
    assert_int_equal(gestalt_shape_load("a.gst", NULL, &loaded, NULL), GESTALT_OK);
    assert_int_equal(loaded->specification->node_count, 6);
    gestalt_shape_destroy(loaded);
    gestalt_shape_destroy(shape);
    gestalt_shape_destroy(other);
    assert_int_equal(unlink("a.gst"), 0);
    assert_int_equal(rmdir(folder), 0); // no other file remained
    assert_int_equal(chdir("/"), 0);
}

static void test_files_that_cannot_be_loaded(void **state)
{
    (void)state;
    static const struct {
        const char *path, *message;
        gestalt_result result;
    } cases[] = {
        {"/dev/null", "the file is empty", GESTALT_BAD_FILE},
        {"/", "Is a directory", GESTALT_IO},
        {"/missing", "No such file", GESTALT_IO},
        {"/proc/self/status", "not an image", GESTALT_BAD_FILE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gestalt_shape *shape = NULL;
        gestalt_error error = {0};
        assert_int_equal(gestalt_shape_load(cases[i].path, NULL, &shape, &error), cases[i].result);
        assert_null(shape);
        if (!strstr(error.message, cases[i].message))
            fail_msg("%s", error.message);
    }
}

static void test_columns(void **state)
{
    (void)state;
    enum { KEYS = 32768 };
    image_key *keys = calloc(KEYS, sizeof *keys);
    for (uint32_t i = 0; i < KEYS; i++)
        keys[i].type = KEY_VEC2;
    gestalt_specification specification = {0};
    assert_false(shape_assign_columns(keys, KEYS, &specification));
    keys[7].type = KEY_BOOL;
    assert_true(shape_assign_columns(keys, KEYS, &specification));
    assert_int_equal(specification.number_columns, 65534);
    assert_int_equal(keys[7].column, 65534);
    assert_int_equal(keys[8].column, 14);
    free(keys);
}

// ---- docs/shape-format.md

static void expect_line(const char *page, const char *line)
{
    const char *found = strstr(page, line);
    if (!found || found[-1] != '\n' || found[strlen(line)] != '\n')
        fail_msg("docs/shape-format.md lacks the line: %s", line);
}

static void test_the_page_lists_all_operations(void **state)
{
    (void)state;
    char name[1000], line[200];
    const char *docs = getenv("GESTALT_DOCS");
    if (!docs)
        fail_msg("GESTALT_DOCS tells where the page is, and it is not set");
    snprintf(name, sizeof name, "%s/shape-format.md", docs);
    char *page;
    size_t size;
    assert_int_equal(file_read(name, 1 << 20, NULL, &page, &size, NULL), GESTALT_OK);
    page[size - 1] = '\0';
    for (int type = OP_FIRST; type < OP_TYPE_END; type++) {
        const op_info *op = op_info_of((item_type)type);
        snprintf(line, sizeof line, "| %d | `%s` | %s | %c | %c |", type, op->enumerator,
                 *op->operands ? op->operands : "none", op->result, op->argument);
        expect_line(page, line);
    }
    file_release(NULL, page, size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_specifications),
        cmocka_unit_test(test_the_rest_of_the_specification),
        cmocka_unit_test(test_numbers_of_slots),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_whole_files),
        cmocka_unit_test(test_every_truncation),
        cmocka_unit_test(test_items),
        cmocka_unit_test(test_shared_keys_are_not_for_writing),
        cmocka_unit_test(test_own_keys),
        cmocka_unit_test(test_flags_of_keys),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_text_arguments),
        cmocka_unit_test(test_limits_of_expressions),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_numbers_of_nodes),
        cmocka_unit_test(test_long_strings),
        cmocka_unit_test(test_too_many_columns),
        cmocka_unit_test(test_two_enums),
        cmocka_unit_test(test_too_many_cases),
        cmocka_unit_test(test_wrong_components),
        cmocka_unit_test(test_section_table),
        cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_without_memory),
        cmocka_unit_test(test_where_nothing_can_be_saved),
        cmocka_unit_test(test_files_that_cannot_be_loaded),
        cmocka_unit_test(test_the_page_lists_all_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
