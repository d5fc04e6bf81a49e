// SPDX-License-Identifier: MIT
// Test every limit of documents: a document at the limit compiles, and one more of the same is
// refused with the limit's code. The documents are made here, from the numbers in shape_limits.h.
#include "shape_limits.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- documents of a given size

static void repeat(FILE *to, const char *text, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        fputs(text, to);
}

static void open_sequence(FILE *to, const char *before)
{
    fprintf(to, "{\"gestalt\": 1, %s \"root\": {\"type\": \"sequence\", \"children\": [", before);
}

#define SUCCESS "{\"type\": \"success\"}"
#define INVERT  "{\"type\": \"invert\", \"child\": "

// A sequence and its leaves.
static void make_nodes(FILE *to, uint64_t n)
{
    open_sequence(to, "");
    repeat(to, SUCCESS ",", n - 2);
    fputs(SUCCESS "]}}", to);
}

// More nodes than a text can contain: copies of a tree of 1000 nodes.
static void make_copied_nodes(FILE *to, uint64_t n)
{
    fputs("{\"gestalt\": 1, \"trees\": {\"t\": {\"root\": {\"type\": \"sequence\", \"children\": [",
          to);
    repeat(to, SUCCESS ",", 998);
    fputs(SUCCESS "]}}}, \"root\": {\"type\": \"sequence\", \"children\": [", to);
    repeat(to, "{\"type\": \"subtree\", \"tree\": \"t\"},", (n - 2) / 1000);
    repeat(to, SUCCESS ",", (n - 2) % 1000);
    fputs(SUCCESS "]}}", to);
}

// A `wait` is two items, every other node here is one.
static void make_items(FILE *to, uint64_t n)
{
    open_sequence(to, "");
    repeat(to, "{\"type\": \"wait\", \"ticks\": 1},", (n - 2) / 2);
    repeat(to, SUCCESS ",", (n - 2) % 2);
    fputs(SUCCESS "]}}", to);
}

// A chain of nodes, in trees of at most 100 nodes, since JSON allows less depth.
static void make_depth(FILE *to, uint64_t n)
{
    uint64_t trees = (n - 1) / 100;
    fputs("{\"gestalt\": 1, \"trees\": {\"t0\": {\"root\": " SUCCESS "}", to);
    for (uint64_t i = 1; i <= trees; i++) {
        fprintf(to, ", \"t%" PRIu64 "\": {\"root\": ", i);
        repeat(to, INVERT, 100);
        fprintf(to, "{\"type\": \"subtree\", \"tree\": \"t%" PRIu64 "\"}", i - 1);
        repeat(to, "}", 101);
    }
    fputs("}, \"root\": ", to);
    repeat(to, INVERT, (n - 1) % 100);
    fprintf(to, "{\"type\": \"subtree\", \"tree\": \"t%" PRIu64 "\"}", trees);
    repeat(to, "}", (n - 1) % 100 + 1);
}

static void make_json_depth(FILE *to, uint64_t n)
{
    fputs("{\"gestalt\": 1, \"root\": ", to);
    repeat(to, INVERT, n - 2);
    fputs(SUCCESS, to);
    repeat(to, "}", n - 1);
}

static void make_parallel(FILE *to, uint64_t n)
{
    fputs("{\"gestalt\": 1, \"root\": {\"type\": \"parallel\", \"children\": [", to);
    repeat(to, SUCCESS ",", n - 1);
    fputs(SUCCESS "]}}", to);
}

static void make_columns(FILE *to, uint64_t n)
{
    fputs("{\"gestalt\": 1, \"blackboard\": {\"v\": \"vec2\", \"b\": \"bool\", "
          "\"s\": {\"type\": \"float\", \"shared\": true}",
          to);
    for (uint64_t i = 4; i < n; i++)
        fprintf(to, ", \"k%" PRIu64 "\": \"int\"", i);
    fputs("}, \"root\": " SUCCESS "}", to);
}

static void make_hosts(FILE *to, uint64_t n)
{
    open_sequence(to, "");
    for (uint64_t i = 0; i < n; i++)
        fprintf(to, "%s{\"type\": \"action\", \"do\": \"a%" PRIu64 "\"}", i ? "," : "", i);
    fputs("]}}", to);
}

static void make_declared_arguments(FILE *to, uint64_t n)
{
    fputs("{\"gestalt\": 1, \"actions\": {\"a\": {\"args\": {", to);
    for (uint64_t i = 0; i < n; i++)
        fprintf(to, "%s\"x%" PRIu64 "\": \"int\"", i ? "," : "", i);
    fputs("}}}, \"root\": " SUCCESS "}", to);
}

static void make_arguments(FILE *to, uint64_t n)
{
    fputs("{\"gestalt\": 1, \"root\": {\"type\": \"action\", \"do\": \"a\", \"args\": {", to);
    for (uint64_t i = 0; i < n; i++)
        fprintf(to, "%s\"x%" PRIu64 "\": 1", i ? "," : "", i);
    fputs("}}}", to);
}

static void make_params(FILE *to, uint64_t n)
{
    fputs("{\"gestalt\": 1, \"trees\": {\"t\": {\"params\": {", to);
    for (uint64_t i = 0; i < n; i++)
        fprintf(to, "%s\"p%" PRIu64 "\": 1", i ? "," : "", i);
    fputs("}, \"root\": " SUCCESS "}}, \"root\": {\"type\": \"subtree\", \"tree\": \"t\"}}", to);
}

static void make_words(FILE *to, uint64_t n)
{
    fputs("{\"gestalt\": 1, \"blackboard\": {\"k\": [", to);
    for (uint64_t i = 0; i < n; i++)
        fprintf(to, "%s\"w%" PRIu64 "\"", i ? "," : "", i);
    fputs("]}, \"root\": \"k == 'w0'\"}", to);
}

// Enums of 255 words, and one of the remaining words.
static void make_enums(FILE *to, uint64_t n)
{
    fputs("{\"gestalt\": 1, \"blackboard\": {", to);
    for (uint64_t i = 0; i < n; i++) {
        if (i % 255 == 0)
            fprintf(to, "%s\"k%" PRIu64 "\": [", i ? "], " : "", i / 255);
        fprintf(to, "%s\"w%" PRIu64 "\"", i % 255 ? "," : "", i);
    }
    fputs("]}, \"root\": \"k0 == 'w0'\"}", to);
}

// ---- expressions

static void open_expression(FILE *to)
{
    fputs("{\"gestalt\": 1, \"blackboard\": {\"a\": \"int\"}, \"root\": \"", to);
}

static void make_expression_size(FILE *to, uint64_t n)
{
    open_expression(to);
    repeat(to, " ", n - 5);
    fputs("a > 0\"}", to);
}

static void make_parentheses(FILE *to, uint64_t n)
{
    open_expression(to);
    repeat(to, "(", n);
    fputs("a", to);
    repeat(to, ")", n);
    fputs(" > 0\"}", to);
}

// k loads, k - 1 additions, a constant, a comparison, and a negation if the number is even.
static void make_operations(FILE *to, uint64_t n)
{
    bool is_even = n % 2 == 0;
    open_expression(to);
    fputs(is_even ? "-a" : "a", to);
    repeat(to, "+a", (n - (is_even ? 2 : 1)) / 2 - 1);
    fputs(" > 0\"}", to);
}

static void make_values(FILE *to, uint64_t n)
{
    open_expression(to);
    fputs("0 < ", to); // the first value stays on the stack until all others are added
    repeat(to, "a - (", n - 2);
    fputs("a", to);
    repeat(to, ")", n - 2);
    fputs("\"}", to);
}

static void make_bools(FILE *to, uint64_t n)
{
    fputs("{\"gestalt\": 1, \"blackboard\": {\"a\": \"bool\"}, \"root\": \"", to);
    repeat(to, "a == (", n - 1);
    fputs("a", to);
    repeat(to, ")", n - 1);
    fputs("\"}", to);
}

static void make_seconds(FILE *to, uint64_t n)
{
    fprintf(to,
            "{\"gestalt\": 1, \"root\": {\"type\": \"wait\", \"seconds\": %" PRIu64 ".%06" PRIu64
            "}}",
            n / 1000000, n % 1000000);
}

// ---- the table

// The document of a case: the result of `make`; or `before`, n times `unit`, and `after`; or,
// without a unit, `before`, the number n, and `after`.
typedef struct limit_case {
    const char *name;
    uint64_t limit;
    const char *code; // code of the error beyond the limit
    void (*make)(FILE *to, uint64_t n);
    const char *before, *unit, *after;
    uint32_t node_budget;
} limit_case;

#define START      "{\"gestalt\": 1, "
#define ROOT       START "\"root\": {"
#define EXPRESSION START "\"blackboard\": {\"a\": \"int\"}, \"root\": \""

static const limit_case cases[] = {
    {"nodes, as a default", LIMIT_NODES_DEFAULT, "E0505", make_nodes},
    {"nodes, as asked for", 100, "E0505", make_nodes, .node_budget = 100},
    {"nodes, at most", LIMIT_NODES, "E0505", make_copied_nodes, .node_budget = LIMIT_NODES},
    {"items", LIMIT_ITEMS, "E0702", make_items, .node_budget = LIMIT_NODES},
    {"depth of nodes", LIMIT_DEPTH, "E0506", make_depth},
    {"depth of JSON", 256, "E0112", make_json_depth},
    {"children of a parallel", LIMIT_PARALLEL_CHILDREN, "E0211", make_parallel},
    {"columns", LIMIT_COLUMNS, "E0702", make_columns},
    {"hosts", LIMIT_HOSTS, "E0702", make_hosts, .node_budget = LIMIT_NODES},
    {"declared arguments", LIMIT_ARGUMENTS, "E0702", make_declared_arguments},
    {"arguments", LIMIT_ARGUMENTS, "E0702", make_arguments},
    {"params", LIMIT_PARAMS, "E0702", make_params},
    {"words of an enum", LIMIT_ENUM_WORDS, "E0308", make_words},
    {"words of all enums", LIMIT_WORDS, "E0702", make_enums},
    {"operations", LIMIT_EXPRESSION_OPS, "E0414", make_operations},
    {"numbers of an expression", LIMIT_EXPRESSION_DEPTH, "E0414", make_values},
    {"bools of an expression", LIMIT_EXPRESSION_DEPTH, "E0414", make_bools},

    {"name of a document", LIMIT_NAME_SIZE, "E0701", NULL, START "\"name\": \"", "n",
     "\", \"root\": " SUCCESS "}"},
    {"name of a node", LIMIT_NAME_SIZE, "E0701", NULL, ROOT "\"type\": \"success\", \"name\": \"",
     "n", "\"}}"},
    {"name of a key", LIMIT_NAME_SIZE, "E0701", NULL, START "\"blackboard\": {\"", "k",
     "\": \"int\"}, \"root\": " SUCCESS "}"},
    {"name of a tree", LIMIT_NAME_SIZE, "E0701", NULL, START "\"trees\": {\"", "t",
     "\": {\"root\": " SUCCESS "}}, \"root\": " SUCCESS "}"},
    {"name of a host function", LIMIT_NAME_SIZE, "E0701", NULL,
     ROOT "\"type\": \"action\", \"do\": \"", "a", "\"}}"},
    {"name of an argument", LIMIT_NAME_SIZE, "E0701", NULL,
     ROOT "\"type\": \"action\", \"do\": \"a\", \"args\": {\"", "a", "\": 1}}}"},
    {"name of a resource", LIMIT_NAME_SIZE, "E0701", NULL,
     ROOT "\"type\": \"deferred\", \"do\": \"a\", \"resource\": \"", "r", "\"}}"},
    {"name of a persistent", LIMIT_NAME_SIZE, "E0701", NULL,
     ROOT "\"type\": \"persistent\", \"key\": \"", "p", "\"}}"},
    {"doc of a document", LIMIT_TEXT_SIZE, "E0701", NULL, START "\"doc\": \"", "d",
     "\", \"root\": " SUCCESS "}"},
    {"doc of a node", LIMIT_TEXT_SIZE, "E0701", NULL, ROOT "\"type\": \"success\", \"doc\": \"",
     "d", "\"}}"},
    {"doc of a key", LIMIT_TEXT_SIZE, "E0701", NULL,
     START "\"blackboard\": {\"k\": {\"type\": \"int\", \"doc\": \"", "d",
     "\"}}, \"root\": " SUCCESS "}"},
    {"message", LIMIT_TEXT_SIZE, "E0701", NULL, ROOT "\"type\": \"debug\", \"message\": \"", "m",
     "\", \"child\": " SUCCESS "}}"},
    {"bytes of an expression", LIMIT_EXPRESSION_SIZE, "E0414", make_expression_size},

    {"int", INT32_MAX, "E0404", NULL, EXPRESSION "a > ", NULL, "\"}"},
    {"per_tick", LIMIT_PER_TICK, "E0213", NULL, ROOT "\"type\": \"repeat\", \"per_tick\": ", NULL,
     ", \"child\": " SUCCESS "}}"},
    {"count", LIMIT_COUNT, "E0213", NULL, ROOT "\"type\": \"repeat\", \"count\": ", NULL,
     ", \"child\": " SUCCESS "}}"},
    {"attempts", LIMIT_COUNT, "E0213", NULL, ROOT "\"type\": \"retry\", \"attempts\": ", NULL,
     ", \"child\": " SUCCESS "}}"},
    {"ticks", LIMIT_EVALUATED_TICKS, "E0213", NULL, ROOT "\"type\": \"wait\", \"ticks\": ", NULL,
     "}}"},
    {"seconds", UINT64_C(1000000) * LIMIT_EVALUATED_SECONDS, "E0213", make_seconds},
};

enum { CASE_COUNT = sizeof cases / sizeof *cases };

// ---- compiling them

typedef struct output {
    char *text;
    size_t size;
} output;

static bool keep(void *user, const char *text, size_t size)
{
    return fwrite(text, 1, size, user) == size;
}

// Compile a text, and return the errors in their short form. The caller frees them.
static gestalt_result compile(const char *text, size_t size, const gestalt_compile_options *options,
                              output *errors)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error = {0};
    gestalt_result result =
        gestalt_compile_text("limit.json", text, size, options, &shape, &diagnostics, &error);
    FILE *to = open_memstream(&errors->text, &errors->size);
    assert_non_null(to);
    if (diagnostics)
        assert_true(gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_SHORT, false,
                                              (gestalt_writer){.write = keep, .user = to}));
    fclose(to);
    gestalt_diagnostics_destroy(diagnostics);
    if (result == GESTALT_OK) {
        // The verifier must accept each image that the compiler produces.
        size_t image_size;
        const void *image = gestalt_shape_image(shape, &image_size);
        gestalt_shape *loaded = NULL;
        if (gestalt_shape_load_memory(image, image_size, NULL, &loaded, &error) != GESTALT_OK)
            fail_msg("the image does not load: %s", error.message);
        gestalt_shape_destroy(loaded);
    }
    gestalt_shape_destroy(shape);
    return result;
}

static void make_document(FILE *to, const limit_case *c, uint64_t n)
{
    if (c->make) {
        c->make(to, n);
        return;
    }
    fputs(c->before, to);
    if (c->unit)
        repeat(to, c->unit, n);
    else
        fprintf(to, "%" PRIu64, n);
    fputs(c->after, to);
}

static gestalt_result compile_case(const limit_case *c, uint64_t n, output *errors)
{
    output document = {0};
    FILE *to = open_memstream(&document.text, &document.size);
    assert_non_null(to);
    make_document(to, c, n);
    fclose(to);
    gestalt_compile_options options = {.node_budget = c->node_budget};
    gestalt_result result = compile(document.text, document.size, &options, errors);
    free(document.text);
    return result;
}

static bool has_code(const output *errors, const char *code)
{
    char wanted[16];
    snprintf(wanted, sizeof wanted, "[%s]", code);
    return strstr(errors->text, wanted);
}

static void test_limit(void **state)
{
    const limit_case *c = *state;
    output errors;
    if (compile_case(c, c->limit, &errors) != GESTALT_OK)
        fail_msg("at the limit: %.300s", errors.text);
    free(errors.text);
    if (compile_case(c, c->limit + 1, &errors) != GESTALT_REJECTED)
        fail_msg("one beyond the limit compiles");
    if (!has_code(&errors, c->code))
        fail_msg("one beyond the limit, without %s: %.300s", c->code, errors.text);
    free(errors.text);
}

// ---- the largest documents

static void test_a_million_brackets(void **state)
{
    (void)state;
    enum { COUNT = 1000000 };
    char *text = malloc(COUNT);
    assert_non_null(text);
    memset(text, '[', COUNT);
    output errors;
    assert_int_equal(compile(text, COUNT, NULL, &errors), GESTALT_REJECTED);
    if (strncmp(errors.text, "limit.json:1:257: error: ", 25) != 0 || !has_code(&errors, "E0112"))
        fail_msg("%.300s", errors.text);
    free(errors.text);
    free(text);
}

// A document of a few KB with 2^64 nodes. The error names the trees on the path to the overflow.
static void test_doubling(void **state)
{
    (void)state;
    output document = {0}, errors;
    FILE *to = open_memstream(&document.text, &document.size);
    assert_non_null(to);
    fputs("{\"gestalt\": 1, \"trees\": {\"t0\": {\"root\": " SUCCESS "}", to);
    for (int i = 1; i <= 64; i++)
        fprintf(to,
                ",\n\"t%d\": {\"root\": {\"type\": \"sequence\", \"children\": ["
                "{\"type\": \"subtree\", \"tree\": \"t%d\"}, "
                "{\"type\": \"subtree\", \"tree\": \"t%d\"}]}}",
                i, i - 1, i - 1);
    fputs("}, \"root\": {\"type\": \"subtree\", \"tree\": \"t64\"}}", to);
    fclose(to);
    assert_int_equal(compile(document.text, document.size, NULL, &errors), GESTALT_REJECTED);
    if (!has_code(&errors, "E0505") || !strstr(errors.text, "t64"))
        fail_msg("%.600s", errors.text);
    free(errors.text);
    free(document.text);
}

// Parentheses keep no values, so they may be nested as deep as the text allows. Nothing recurses.
static void test_parentheses(void **state)
{
    (void)state;
    output document = {0}, errors;
    FILE *to = open_memstream(&document.text, &document.size);
    assert_non_null(to);
    make_parentheses(to, 30000);
    fclose(to);
    if (compile(document.text, document.size, NULL, &errors) != GESTALT_OK)
        fail_msg("%.300s", errors.text);
    free(errors.text);
    free(document.text);
}

// Trees that copy each other, each with a node of its own, to the greatest depth that is allowed.
static void make_chain(FILE *to)
{
    fputs("{\"gestalt\": 1, \"trees\": {\"t0\": {\"root\": {\"type\": \"wait\", \"ticks\": 1}}",
          to);
    for (int i = 1; i < LIMIT_DEPTH; i++)
        fprintf(to, ", \"t%d\": {\"root\": " INVERT "{\"type\": \"subtree\", \"tree\": \"t%d\"}}}",
                i, i - 1);
    fprintf(to, "}, \"root\": {\"type\": \"subtree\", \"tree\": \"t%d\"}}", LIMIT_DEPTH - 1);
}

static void *compile_chain(void *result)
{
    output document = {0}, errors;
    FILE *to = open_memstream(&document.text, &document.size);
    make_chain(to);
    fclose(to);
    *(gestalt_result *)result = compile(document.text, document.size, NULL, &errors);
    free(errors.text);
    free(document.text);
    return NULL;
}

// A program may compile on a thread with a small stack.
static void test_small_stack(void **state)
{
    (void)state;
    gestalt_result result = GESTALT_LIMIT;
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    assert_int_equal(pthread_attr_setstacksize(&attributes, 512 << 10), 0);
    assert_int_equal(pthread_create(&thread, &attributes, compile_chain, &result), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    assert_int_equal(result, GESTALT_OK);
}

// A tree of a few KB that is copied 2^15 times.
static void test_copied_texts(void **state)
{
    (void)state;
    output document = {0}, errors;
    FILE *to = open_memstream(&document.text, &document.size);
    assert_non_null(to);
    fputs("{\"gestalt\": 1, \"trees\": {\"t0\": {\"root\": \"rand() > 0", to);
    repeat(to, "+1", 1000);
    fputs("\"}", to);
    for (int i = 1; i <= 15; i++)
        fprintf(to,
                ", \"t%d\": {\"root\": {\"type\": \"sequence\", \"children\": ["
                "{\"type\": \"subtree\", \"tree\": \"t%d\"}, "
                "{\"type\": \"subtree\", \"tree\": \"t%d\"}]}}",
                i, i - 1, i - 1);
    fputs("}, \"root\": {\"type\": \"subtree\", \"tree\": \"t15\"}}", to);
    fclose(to);
    assert_int_equal(compile(document.text, document.size, NULL, &errors), GESTALT_REJECTED);
    if (!has_code(&errors, "E0702"))
        fail_msg("%.300s", errors.text);
    free(errors.text);
    free(document.text);
}

// Comparing each of many misspelled names with each of many names would take minutes.
static void test_many_suggestions(void **state)
{
    (void)state;
    output document = {0}, errors;
    FILE *to = open_memstream(&document.text, &document.size);
    assert_non_null(to);
    fputs("{\"gestalt\": 1, \"blackboard\": {\"number_0\": \"int\"", to);
    for (int i = 1; i < 20000; i++)
        fprintf(to, ", \"number_%d\": \"int\"", i);
    fputs("}, \"root\": {\"type\": \"sequence\", \"children\": [\"numbr_0 > 1\"", to);
    for (int i = 1; i < 500; i++)
        fprintf(to, ", \"numbr_%d > 1\"", i);
    fputs("]}}", to);
    fclose(to);
    assert_int_equal(compile(document.text, document.size, NULL, &errors), GESTALT_REJECTED);
    assert_non_null(strstr(errors.text, "(did you mean `number_0`?)"));
    assert_null(strstr(errors.text, "(did you mean `number_499`?)"));
    assert_non_null(strstr(errors.text, "`numbr_499`"));
    free(errors.text);
    free(document.text);
}

// The same with signals to persistents that do not exist.
static void test_many_signals(void **state)
{
    (void)state;
    enum { EACH = 5000 };
    output document = {0}, errors;
    FILE *to = open_memstream(&document.text, &document.size);
    assert_non_null(to);
    fputs("{\"gestalt\": 1, \"root\": {\"type\": \"sequence\", \"children\": [", to);
    for (int i = 0; i < EACH; i++)
        fprintf(to,
                "{\"type\": \"persistent\", \"key\": \"door_%d\", \"init\": \"success\"},"
                "{\"type\": \"signal\", \"key\": \"dor_%d\", \"to\": \"success\"}%s",
                i, i, i + 1 < EACH ? "," : "]}}");
    fclose(to);
    assert_int_equal(compile(document.text, document.size, NULL, &errors), GESTALT_REJECTED);
    assert_non_null(strstr(errors.text, "(did you mean `door_9`?)"));
    assert_null(strstr(errors.text, "(did you mean `door_4999`?)"));
    assert_non_null(strstr(errors.text, "`dor_4999`"));
    free(errors.text);
    free(document.text);
}

// A document with any number of warnings is still valid.
static void test_many_warnings(void **state)
{
    (void)state;
    output document = {0}, errors;
    FILE *to = open_memstream(&document.text, &document.size);
    assert_non_null(to);
    fputs("{\"gestalt\": 1, \"actions\": {\"a0\": {}", to);
    for (int i = 1; i <= 100000; i++)
        fprintf(to, ", \"a%d\": {}", i);
    fputs("}, \"root\": " SUCCESS "}", to);
    fclose(to);
    assert_int_equal(compile(document.text, document.size, NULL, &errors), GESTALT_OK);
    assert_non_null(strstr(errors.text, "`a9999` is never used"));
    free(errors.text);
    free(document.text);
}

static void test_size_limit(void **state)
{
    (void)state;
    static const char text[] = "{\"gestalt\": 1, \"root\": " SUCCESS "}";
    output errors;
    gestalt_compile_options options = {.size_limit = sizeof text - 1};
    assert_int_equal(compile(text, sizeof text - 1, &options, &errors), GESTALT_OK);
    free(errors.text);
    options.size_limit--;
    assert_int_not_equal(compile(text, sizeof text - 1, &options, &errors), GESTALT_OK);
    free(errors.text);
}

int main(void)
{
    enum { OTHERS = 8 };
    struct CMUnitTest tests[CASE_COUNT + OTHERS] = {
        cmocka_unit_test(test_a_million_brackets), cmocka_unit_test(test_doubling),
        cmocka_unit_test(test_parentheses),        cmocka_unit_test(test_small_stack),
        cmocka_unit_test(test_copied_texts),       cmocka_unit_test(test_many_suggestions),
        cmocka_unit_test(test_many_signals),       cmocka_unit_test(test_many_warnings),
        cmocka_unit_test(test_size_limit),
    };
    for (size_t i = 0; i < CASE_COUNT; i++)
        tests[i + OTHERS] = (struct CMUnitTest){.name = cases[i].name,
                                                .test_func = test_limit,
                                                .initial_state = (void *)(uintptr_t)&cases[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
