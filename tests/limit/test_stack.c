// SPDX-License-Identifier: MIT
// Compile, verify, show and format documents at the limits, on a thread with a stack of 64 KB. At
// most 16 KB of it may be used.
#include "deep_documents.h"
#include "own_folder.h"
#include "shape_limits.h"
#include "small_stack.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STACK_SIZE = 64 << 10, INCLUDES = 64 };

// ---- the steps of the work on a document

typedef struct subject {
    const char *path; // file to load; NULL: compile the text
    const char *text;
    size_t size;
    bool is_good;
    gestalt_include_reader *include;
    int form; // form of showing or of diagnostics
    gestalt_shape *shape;
    gestalt_diagnostics *diagnostics;
} subject;

static bool swallow(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return true;
}

static const gestalt_writer nowhere = {.write = swallow};

static bool work_compile(void *user)
{
    subject *s = user;
    gestalt_error error;
    gestalt_compile_options options = {.include = s->include};
    gestalt_result result =
        s->path ? gestalt_compile_file(s->path, &options, &s->shape, &s->diagnostics, &error)
                : gestalt_compile_text("deep.json", s->text, s->size, &options, &s->shape,
                                       &s->diagnostics, &error);
    return result == (s->is_good ? GESTALT_OK : GESTALT_REJECTED);
}

static bool work_report(void *user)
{
    subject *s = user;
    return gestalt_diagnostics_write(s->diagnostics, (gestalt_diagnostics_form)s->form, true,
                                     nowhere);
}

static bool work_format(void *user)
{
    subject *s = user;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error;
    gestalt_result result =
        gestalt_format_text("deep.json", s->text, s->size, NULL, nowhere, &diagnostics, &error);
    gestalt_diagnostics_destroy(diagnostics);
    return result == GESTALT_OK || (!s->is_good && result == GESTALT_REJECTED);
}

static bool work_show(void *user)
{
    subject *s = user;
    gestalt_error error;
    return gestalt_shape_show(s->shape, (gestalt_show_form)s->form, true, nowhere, &error) ==
           GESTALT_OK;
}

static bool work_load_memory(void *user)
{
    subject *s = user;
    size_t size;
    gestalt_error error;
    gestalt_shape *loaded = NULL;
    const void *image = gestalt_shape_image(s->shape, &size);
    gestalt_result result = gestalt_shape_load_memory(image, size, NULL, &loaded, &error);
    gestalt_shape_destroy(loaded);
    return result == GESTALT_OK;
}

static bool work_save(void *user)
{
    subject *s = user;
    gestalt_error error;
    return gestalt_shape_save(s->shape, "deep.gst", &error) == GESTALT_OK;
}

static bool work_load(void *user)
{
    (void)user;
    gestalt_error error;
    gestalt_shape *loaded = NULL;
    gestalt_result result = gestalt_shape_load("deep.gst", NULL, &loaded, &error);
    gestalt_shape_destroy(loaded);
    return result == GESTALT_OK;
}

static bool work_describe(void *user)
{
    (void)user;
    return gestalt_schema_write(nowhere) &&
           gestalt_nodes_write(GESTALT_NODES_TEXT, true, nowhere) &&
           gestalt_nodes_write(GESTALT_NODES_JSON, false, nowhere) &&
           gestalt_nodes_write(GESTALT_NODES_MARKDOWN, false, nowhere) &&
           gestalt_explain("E0203", true, nowhere) == GESTALT_OK &&
           gestalt_explain_list(true, false, nowhere) == GESTALT_OK &&
           gestalt_explain_list(false, true, nowhere) == GESTALT_OK;
}

// ---- measuring

// The largest stack that a step used, over all documents.
typedef struct step {
    const char *name;
    small_stack_work *work;
    int forms;
    size_t used;
    char subject[80];
} step;

static step compiling = {"compiling", work_compile, 1, 0, ""};
static step reporting = {"reporting", work_report, GESTALT_DIAGNOSTICS_JSON + 1, 0, ""};
static step formatting = {"formatting", work_format, 1, 0, ""};
static step showing = {"showing", work_show, GESTALT_SHOW_JSON + 1, 0, ""};
static step verifying = {"verifying", work_load_memory, 1, 0, ""};
static step saving = {"saving", work_save, 1, 0, ""};
static step loading = {"loading", work_load, 1, 0, ""};
static step describing = {"describing", work_describe, 1, 0, ""};

static step *const steps[] = {&compiling, &reporting, &formatting, &showing,
                              &verifying, &saving,    &loading,    &describing};

static void take(step *t, subject *s, const char *name)
{
    for (s->form = 0; s->form < t->forms; s->form++) {
        size_t used;
        if (!small_stack_run(t->work, s, STACK_SIZE, &used))
            fail_msg("%s %s (form %d) failed", t->name, name, s->form);
        if (used <= t->used)
            continue;
        t->used = used;
        snprintf(t->subject, sizeof t->subject, "%s, form %d", name, s->form);
    }
}

static void measure(subject *s, const char *name)
{
    take(&compiling, s, name);
    take(&reporting, s, name);
    gestalt_diagnostics_destroy(s->diagnostics);
    if (s->text)
        take(&formatting, s, name);
    if (!s->shape)
        return;
    take(&showing, s, name);
    take(&verifying, s, name);
    take(&saving, s, name);
    take(&loading, s, name);
    gestalt_shape_destroy(s->shape);
}

// The text of a document under construction.
typedef struct draft {
    FILE *to;
    char *text;
    size_t size;
} draft;

static FILE *draft_start(draft *d)
{
    d->to = open_memstream(&d->text, &d->size);
    assert_non_null(d->to);
    return d->to;
}

static void draft_measure(draft *d, const char *name, bool is_good)
{
    fclose(d->to);
    subject s = {.text = d->text, .size = d->size, .is_good = is_good};
    measure(&s, name);
    free(d->text);
}

static void repeat(FILE *to, const char *text, int count)
{
    for (int i = 0; i < count; i++)
        fputs(text, to);
}

// ---- legal documents

static void test_trees(void **state)
{
    (void)state;
    draft d;
    for (size_t i = 0; i < deep_kind_count; i++) {
        deep_tree(draft_start(&d), &deep_kinds[i], LIMIT_DEPTH, 1);
        draft_measure(&d, deep_kinds[i].name, true);
    }
    deep_tree(draft_start(&d), NULL, LIMIT_DEPTH, 1);
    draft_measure(&d, "all kinds in turn", true);
}

static void test_expressions(void **state)
{
    (void)state;
    for (size_t i = 0; i < deep_expression_count; i++) {
        draft d;
        deep_set(draft_start(&d), &deep_expressions[i]);
        draft_measure(&d, deep_expressions[i].name, true);
    }
}

static void test_nested_json(void **state)
{
    (void)state;
    draft d;
    FILE *to = draft_start(&d);
    fputs("{\"gestalt\": 1, \"root\": ", to);
    repeat(to, "{\"child\": ", 254);
    fputs("{\"type\": \"success\"}", to);
    repeat(to, ", \"type\": \"invert\"}", 254);
    fputs("}", to);
    draft_measure(&d, "255 nodes in each other", true);
}

// ---- documents with mistakes

static void test_bad_nodes(void **state)
{
    (void)state;
    draft d;
    FILE *to = draft_start(&d);
    fputs("{\"gestalt\": 1, \"rot\": ", to);
    repeat(to, "{\"typ\": \"invrt\", \"nmae\": 3, \"child\": ", 254);
    fputs("{\"type\": \"wait\", \"secnds\": \"1 +\"}", to);
    repeat(to, "}", 255);
    draft_measure(&d, "mistakes at every depth", false);

    to = draft_start(&d);
    fputs("{\"gestalt\": 1, \"root\": ", to);
    repeat(to, "[{\"a\":", 200);
    draft_measure(&d, "JSON that nests too deep", false);

    deep_tree(draft_start(&d), NULL, LIMIT_DEPTH + 1, 1);
    draft_measure(&d, "a tree that is too deep", false);
}

static void test_tree_cycle(void **state)
{
    (void)state;
    draft d;
    FILE *to = draft_start(&d);
    fputs("{\"gestalt\": 1, \"trees\": {", to);
    for (int i = 0; i < 2000; i++)
        fprintf(to, "\"t%d\": {\"root\": {\"type\": \"subtree\", \"tree\": \"t%d\"}}%s", i,
                (i + 1) % 2000, i < 1999 ? ", " : "");
    fputs("}, \"root\": {\"type\": \"subtree\", \"tree\": \"t0\"}}", to);
    draft_measure(&d, "2,000 trees in a cycle", false);
}

static void test_bad_expressions(void **state)
{
    (void)state;
    static const deep_expression bad[] = {
        {"parentheses that stay open", "i", "(", "i", "", 30000},
        {"unknown functions", "i", "mx(", "i", ")", 4000},
        {"unknown names", "i", "(", "j", " + j)", 2000},
        {"a chain of comparisons", "b", "", "i", " < i", 2000},
        {"bools that are added", "i", "(", "i", " + b)", 2000},
        {"branches of two types", "i", "b ? i : (", "i", ") + b", 60},
        {"too many operations", "i", "- ", "i", "", 5000},
        {"too many values", "i", "i - (", "i", ")", 64},
        {"a number out of range", "i", "", "i", " + 123456789012345678901234567890", 2000},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        draft d;
        deep_set(draft_start(&d), &bad[i]);
        draft_measure(&d, bad[i].name, false);
    }
}

// ---- includes

// Write document k. It includes document k + 1 unless it is the last one.
static void put_document(FILE *to, int k, int last, const char *next)
{
    if (k == last)
        fputs("{\"gestalt\": 1, \"root\": {\"type\": \"wait\", \"ticks\": 1}}", to);
    else
        fprintf(to,
                "{\"gestalt\": 1, \"trees\": {\"t\": {\"include\": \"%s\"}}, \"root\": {\"type\": "
                "\"invert\", \"child\": {\"type\": \"subtree\", \"tree\": \"t\"}}}",
                next);
}

static void make_files(int last, const char *behind_last)
{
    for (int k = 0; k <= last; k++) {
        char name[32], next[32];
        snprintf(name, sizeof name, "%d.json", k);
        snprintf(next, sizeof next, "%d.json", k + 1);
        FILE *to = fopen(name, "w");
        assert_non_null(to);
        put_document(to, k, behind_last ? -1 : last, k == last ? behind_last : next);
        fclose(to);
    }
}

static void test_includes(void **state)
{
    (void)state;
    subject good = {.path = "0.json", .is_good = true};
    make_files(INCLUDES, NULL);
    measure(&good, "64 documents that include each other");
    subject deep = {.path = "0.json"};
    make_files(INCLUDES + 1, NULL);
    measure(&deep, "65 documents that include each other");
    subject cycle = {.path = "0.json"};
    make_files(INCLUDES, "0.json");
    measure(&cycle, "documents that include each other in a cycle");
}

static gestalt_result include_next(void *user, const char *path, const gestalt_allocator *allocator,
                                   char **text, size_t *size, gestalt_error *error)
{
    (void)user;
    (void)error;
    char next[32], buffer[512];
    int k = atoi(path);
    snprintf(next, sizeof next, "%d.json", k + 1);
    FILE *to = fmemopen(buffer, sizeof buffer, "w");
    if (!to)
        return GESTALT_IO;
    put_document(to, k, INCLUDES, next);
    *size = (size_t)ftell(to);
    fclose(to);
    *text = allocator->resize(allocator->user, NULL, 0, *size);
    if (!*text)
        return GESTALT_NO_MEMORY;
    memcpy(*text, buffer, *size);
    return GESTALT_OK;
}

static void test_include_reader(void **state)
{
    (void)state;
    static const char text[] = "{\"gestalt\": 1, \"trees\": {\"t\": {\"include\": \"1.json\"}}, "
                               "\"root\": {\"type\": \"subtree\", \"tree\": \"t\"}}";
    subject s = {.text = text, .size = sizeof text - 1, .is_good = true, .include = include_next};
    measure(&s, "64 documents from a host");
}

// ---- printing the measurements

static void test_descriptions(void **state)
{
    (void)state;
    subject none = {0};
    take(&describing, &none, "schema, nodes and codes");
}

static void test_figures(void **state)
{
    (void)state;
    if (!small_stack_is_measured()) {
        printf("# not measured in this build\n");
        return;
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        printf("# %s takes at most %zu bytes of stack: %s\n", steps[i]->name, steps[i]->used,
               steps[i]->subject);
        assert_true(steps[i]->used > 0);
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i]->used > GESTALT_STACK_NEEDED)
            fail_msg("%s takes %zu bytes of stack", steps[i]->name, steps[i]->used);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_trees, own_folder_enter, own_folder_leave),
        cmocka_unit_test_setup_teardown(test_expressions, own_folder_enter, own_folder_leave),
        cmocka_unit_test_setup_teardown(test_nested_json, own_folder_enter, own_folder_leave),
        cmocka_unit_test(test_bad_nodes),
        cmocka_unit_test(test_tree_cycle),
        cmocka_unit_test(test_bad_expressions),
        cmocka_unit_test_setup_teardown(test_includes, own_folder_enter, own_folder_leave),
        cmocka_unit_test_setup_teardown(test_include_reader, own_folder_enter, own_folder_leave),
        cmocka_unit_test(test_descriptions),
        cmocka_unit_test(test_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
