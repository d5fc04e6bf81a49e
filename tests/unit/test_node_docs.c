// SPDX-License-Identifier: MIT
// Descriptions of the node table: every form contains every type, and the examples in the reference
// compile.
#include "kept_text.h"
#include "nodes.h"
#include "short_memory.h"

#include <gestalt/gestalt.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *nodes_in(gestalt_nodes_form form)
{
    assert_true(gestalt_nodes_write(form, false, kept_text_up_to(sizeof written - 1)));
    return written;
}

static bool is_type(int type)
{
    return node_is_type(type);
}

static void test_text_has_all_types(void **state)
{
    (void)state;
    const char *text = nodes_in(GESTALT_NODES_TEXT);
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++) {
        char line[64];
        snprintf(line, sizeof line, "\n  %s", node_table[type].name);
        assert_true(!is_type(type) || strstr(text, line));
    }
    assert_non_null(strstr(text, "\n  wait  seconds | ticks\n"));
    assert_non_null(strstr(text,
                           "\n  repeat  [count = forever]  [until]  [per_tick = 64]  [pause = 0]  "
                           "child\n"));
}

static void test_json_has_all_types(void **state)
{
    (void)state;
    json_t *all = json_loads(nodes_in(GESTALT_NODES_JSON), 0, NULL);
    json_t *list = json_object_get(all, "nodes");
    size_t next = 0;
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++) {
        if (!is_type(type))
            continue;
        json_t *node = json_array_get(list, next++);
        size_t count;
        node_attributes((item_type)type, &count);
        assert_string_equal(json_string_value(json_object_get(node, "name")),
                            node_table[type].name);
        assert_string_equal(json_string_value(json_object_get(node, "doc")), node_table[type].doc);
        assert_int_equal(json_array_size(json_object_get(node, "attributes")), count);
    }
    assert_int_equal(json_array_size(list), next);
    json_decref(all);
}

// An example is put into a tree with a node param, since one type is a copy of such a param.
static void compile_example(const char *example, size_t size)
{
    char document[2000];
    int length =
        snprintf(document, sizeof document,
                 "{\"gestalt\":1,\"blackboard\":{\"health\":{\"type\":\"float\",\"init\":100},"
                 "\"route\":{\"type\":{\"list\":\"int\"},\"capacity\":4},\"stop\":\"int\","
                 "\"place\":\"int\"},"
                 "\"trees\":{\"fight\":{\"params\":{\"range\":10},"
                 "\"root\":{\"type\":\"wait\",\"seconds\":\"range\"}},"
                 "\"example\":{\"params\":{\"body\":{\"node\":true}},\"root\":%.*s}},"
                 "\"root\":{\"type\":\"race\",\"children\":["
                 "{\"type\":\"subtree\",\"tree\":\"example\",\"with\":{\"body\":\"tick > 1\"}},"
                 "{\"type\":\"persistent\",\"key\":\"door\",\"init\":\"success\"}]}}",
                 (int)size, example);
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error = {0};
    gestalt_result result = gestalt_compile_text("example.json", document, (size_t)length, NULL,
                                                 &shape, &diagnostics, &error);
    if (result != GESTALT_OK)
        print_error("%s\n%.*s\n", error.message, (int)size, example);
    assert_int_equal(result, GESTALT_OK);
    gestalt_diagnostics_destroy(diagnostics);
    gestalt_shape_destroy(shape);
}

static void test_examples_of_the_reference_compile(void **state)
{
    (void)state;
    static const char open[] = "```json\n";
    const char *text = nodes_in(GESTALT_NODES_MARKDOWN);
    size_t types = 0, examples = 0;
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++)
        types += is_type(type);
    for (const char *begin = strstr(text, open); begin; begin = strstr(begin, open)) {
        begin += strlen(open);
        compile_example(begin, (size_t)(strstr(begin, "```") - begin));
        examples++;
    }
    assert_int_equal(examples, types);
}

// Check that every definition to which the schema refers exists.
static void check_references(const json_t *definitions, const json_t *value)
{
    const char *name;
    json_t *member;
    size_t index;
    json_object_foreach((json_t *)value, name, member)
    {
        static const char prefix[] = "#/definitions/";
        const char *target = json_string_value(member);
        if (strcmp(name, "$ref") == 0) {
            assert_true(strncmp(target, prefix, strlen(prefix)) == 0);
            assert_non_null(json_object_get(definitions, target + strlen(prefix)));
        }
        check_references(definitions, member);
    }
    json_array_foreach(value, index, member) check_references(definitions, member);
}

static void test_schema(void **state)
{
    (void)state;
    assert_true(gestalt_schema_write(kept_text_up_to(sizeof written - 1)));
    json_t *schema = json_loads(written, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(schema);
    json_t *definitions = json_object_get(schema, "definitions");
    check_references(definitions, schema);
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++) {
        if (!is_type(type))
            continue;
        char name[64];
        snprintf(name, sizeof name, "node_%s", node_table[type].name);
        json_t *node = json_object_get(definitions, name);
        json_t *properties = json_object_get(node, "properties");
        size_t count;
        node_attributes((item_type)type, &count);
        assert_int_equal(json_object_size(properties), count + 3);
        assert_true(json_is_false(json_object_get(node, "additionalProperties")));
    }
    json_decref(schema);
}

static const char enums[] =
    "{\"gestalt\":1,\"blackboard\":{\"mood\":[\"calm\",\"afraid\"],\"was\":[\"calm\",\"afraid\"],"
    "\"n\":\"int\"},\"actions\":{\"go\":{\"args\":{\"how\":[\"walk\",\"run\"]}}},"
    "\"trees\":{\"t\":{\"params\":{\"like\":{\"key\":[\"calm\",\"afraid\"]},\"b\":{\"node\":true}},"
    "\"blackboard\":{\"n\":[\"on\",\"off\"]},\"root\":{\"type\":\"given\",\"node\":\"b\"}}},"
    "\"root\":{\"type\":\"set\",\"key\":\"mood\",\"to\":\"was\"}}";

// The schema of one document, in memory, and everything that can fail.
static void test_schema_of_text(void **state)
{
    (void)state;
    gestalt_error error = {0};
    gestalt_diagnostics *found;
    const size_t size = sizeof enums - 1;
    gestalt_compile_options options = {.size_limit = size};
    assert_int_equal(gestalt_schema_write_text("t.json", enums, size, &options,
                                               kept_text_up_to(sizeof written - 1), &found, NULL),
                     GESTALT_OK);
    assert_int_equal(gestalt_diagnostics_error_count(found), 0);
    gestalt_diagnostics_destroy(found);
    json_t *schema = json_loads(written, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(schema);
    check_references(json_object_get(schema, "definitions"), schema);
    assert_non_null(strstr(written, "'afraid'"));
    json_decref(schema);
    assert_int_equal(gestalt_schema_write_text("t.json", enums, size, NULL,
                                               kept_text_up_to(written_size - 1), NULL, NULL),
                     GESTALT_IO);
    assert_int_equal(
        gestalt_schema_write_text("t.json", enums, size - 1, NULL, kept_text(), &found, NULL),
        GESTALT_REJECTED);
    assert_int_equal(gestalt_diagnostics_error_count(found), 1);
    gestalt_diagnostics_destroy(found);
    options.size_limit = size - 1;
    assert_int_equal(
        gestalt_schema_write_text("t.json", enums, size, &options, kept_text(), &found, &error),
        GESTALT_LIMIT);
    assert_null(found);
}

static void test_schema_and_memory(void **state)
{
    (void)state;
    short_memory memory = {0};
    gestalt_compile_options options = {.allocator = short_memory_allocator(&memory)};
    gestalt_result result = GESTALT_NO_MEMORY;
    for (size_t i = 0; result == GESTALT_NO_MEMORY; i++) {
        memory.left = i;
        result = gestalt_schema_write_text("t.json", enums, sizeof enums - 1, &options, kept_text(),
                                           NULL, NULL);
        assert_int_equal(memory.held, 0);
        assert_true(i < 1000);
    }
    assert_int_equal(result, GESTALT_OK);
}

static void test_refusing_writers(void **state)
{
    (void)state;
    for (int form = GESTALT_NODES_TEXT; form <= GESTALT_NODES_MARKDOWN; form++) {
        size_t size = strlen(nodes_in((gestalt_nodes_form)form));
        assert_false(
            gestalt_nodes_write((gestalt_nodes_form)form, false, kept_text_up_to(size - 1)));
    }
    assert_true(gestalt_schema_write(kept_text_up_to(sizeof written - 1)));
    assert_false(gestalt_schema_write(kept_text_up_to(written_size - 1)));
    assert_false(gestalt_schema_write(kept_text_up_to(0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_has_all_types),
        cmocka_unit_test(test_json_has_all_types),
        cmocka_unit_test(test_examples_of_the_reference_compile),
        cmocka_unit_test(test_schema),
        cmocka_unit_test(test_schema_of_text),
        cmocka_unit_test(test_schema_and_memory),
        cmocka_unit_test(test_refusing_writers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
