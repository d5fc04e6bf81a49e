// SPDX-License-Identifier: MIT
// Edits: which nodes and keys of two shapes match, and what agents keep when the shape of their
// group is replaced. The differential test compares random edits with the reference.
#include "amount.h"
#include "counting.h"
#include "snapshot_bytes.h"
#include "snapshot_format.h"

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

#define REFUSED(call, words)                                                                       \
    do {                                                                                           \
        gestalt_error error = {0};                                                                 \
        assert_int_equal((call), GESTALT_BAD_ARGUMENT);                                            \
        if (!strstr(error.message, (words)))                                                       \
            fail_msg("`%s` does not say `%s`", error.message, (words));                            \
    } while (0)

// ---- documents, with ' instead of "

static gestalt_shape *compile(const char *document)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    char text[4096];
    size_t size = 0;
    for (; document[size]; size++)
        text[size] = document[size] == '\'' ? '"' : document[size] == '`' ? '\'' : document[size];
    gestalt_compile_text("test.json", text, size, NULL, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    if (!shape)
        fail_msg("does not compile: %s", document);
    return shape;
}

#define BLACKBOARD                                                                                 \
    "'blackboard':{'a':'int','b':'int','f':'float','home':'vec2','away':'vec2',"                   \
    "'x':{'type':'int','shared':true}}"

// Compile a document with some keys and the given root.
static gestalt_shape *compile_root(const char *root)
{
    char document[4096];
    snprintf(document, sizeof document, "{'gestalt':1," BLACKBOARD ",'root':%s}", root);
    return compile(document);
}

// ---- nodes

// Write the new id of each old node, or `-` for none. It is followed by `!` if the node can't stay
// live, and by `=` if the new node is equal.
static void nodes_text(const gestalt_edit_report *report, char *text)
{
    uint32_t count;
    const gestalt_edit_node *nodes = gestalt_edit_report_nodes(report, &count);
    *text = '\0';
    for (uint32_t i = 0; i < count; i++) {
        char *end = text + strlen(text);
        if (nodes[i].new_node == GESTALT_NO_NODE)
            strcpy(end, "- ");
        else
            sprintf(end, "%u%s%s ", (unsigned)nodes[i].new_node,
                    nodes[i].reason == GESTALT_EDIT_SAME ? "=" : "", nodes[i].may_stay ? "" : "!");
        assert_true(nodes[i].new_node != GESTALT_NO_NODE || !nodes[i].may_stay);
        if (nodes[i].new_node != GESTALT_NO_NODE)
            assert_int_equal(gestalt_edit_report_old_node(report, nodes[i].new_node), i);
    }
}

static void check_shapes(gestalt_shape *old_shape, gestalt_shape *new_shape,
                         const gestalt_rename *renames, uint32_t rename_count, char text[1024])
{
    gestalt_edit_report *report = NULL;
    OK(gestalt_shape_match(old_shape, new_shape, renames, rename_count, NULL, &report, NULL));
    nodes_text(report, text);
    gestalt_edit_report_destroy(report);
    gestalt_shape_destroy(old_shape);
    gestalt_shape_destroy(new_shape);
}

static void check_nodes(const char *was, const char *is, const gestalt_rename *renames,
                        uint32_t rename_count, const char *expected)
{
    char text[1024];
    check_shapes(compile_root(was), compile_root(is), renames, rename_count, text);
    if (strcmp(text, expected) != 0)
        fail_msg("%s\n to %s\n is %s and not %s", was, is, text, expected);
}

#define DO(name)                 "{'type':'action','do':'" name "'}"
#define DO_NAMED(name, verb)     "{'type':'action','name':'" name "','do':'" verb "'}"
#define LIST_1(a)                a
#define LIST_2(a, b)             a "," b
#define LIST_3(a, b, c)          a "," b "," c
#define LIST_OF(a, b, c, x, ...) x
#define LIST(...)                LIST_OF(__VA_ARGS__, LIST_3, LIST_2, LIST_1, 0)(__VA_ARGS__)
#define SEQUENCE(...)            "{'type':'sequence','children':[" LIST(__VA_ARGS__) "]}"
#define RANDOM(...)              "{'type':'sequence','order':'random','children':[" LIST(__VA_ARGS__) "]}"
#define WAIT(seconds)            "{'type':'wait','seconds':" #seconds "}"

#define LONG    "{'type':'wait','ticks':2147483647}"
#define SHORTER "{'type':'wait','ticks':2147483646}"

static void test_nodes(void **state)
{
    (void)state;
    static const struct {
        const char *was, *is, *expected;
    } rows[] = {
        // roots match by type and verb
        {DO("go"), DO("go"), "0= "},
        {DO("go"), DO("run"), "- "},
        {DO("go"), WAIT(1), "- "},
        {WAIT(1), WAIT(2), "0 "},
        {"{'type':'condition','if':'a > 1'}", "{'type':'condition','if':'a > 2'}", "0 "},
        {"{'type':'condition','if':'a > 1'}", "{'type':'condition','call':'near'}", "- "},
        {"{'type':'set','key':'a','to':1}", "{'type':'set','key':'a','to':2}", "0 "},
        {"{'type':'set','key':'a','to':1}", "{'type':'set','key':'b','to':1}", "- "},
        {"{'type':'set','key':'home.x','to':1}", "{'type':'set','key':'home.y','to':1}", "- "},
        // equal nodes match before nodes that only have the same verb
        {SEQUENCE(LONG, SHORTER), SEQUENCE(SHORTER, "{'type':'wait','ticks':7}"), "0 2 1= "},
        {SEQUENCE(LONG, DO("go")), SEQUENCE(SHORTER, DO("go")), "0 1 2= "},
        // children of nodes that do not match
        {"{'type':'invert','child':" DO("go") "}", "{'type':'force_success','child':" DO("go") "}",
         "- - "},
        // roles
        {"{'type':'invert','child':" DO("go") "}", "{'type':'invert','child':" DO("go") "}",
         "0= 1= "},
        {"{'type':'repeat','count':2,'child':" DO("go") "}",
         "{'type':'repeat','count':3,'child':" DO("go") "}", "0 1= "},
        {"{'type':'repeat','count':2,'child':" DO("go") "}",
         "{'type':'repeat','count':3,'child':" DO("run") "}", "0 - "},
        {"{'type':'decide','if':'a > 1','then':" DO("go") ",'else':" DO("run") "}",
         "{'type':'decide','if':'a > 1','then':" DO("run") ",'else':" DO("go") "}", "0 - - "},
        {"{'type':'decide','if':'a > 1','then':" DO("go") ",'else':" DO("run") "}",
         "{'type':'decide','if':'a > 1','then':" DO("go") "}", "0 1= - "},
        {"{'type':'decide','call':'p','then':" DO("go") "}",
         "{'type':'decide','call':'q','then':" DO("go") "}", "- - "},
        // the name decides first
        {SEQUENCE(DO_NAMED("x", "go"), DO_NAMED("y", "go")),
         SEQUENCE(DO_NAMED("y", "go"), DO_NAMED("x", "go")), "0 2= 1= "},
        {SEQUENCE(DO_NAMED("x", "go"), DO_NAMED("y", "go")),
         SEQUENCE(DO_NAMED("z", "go"), DO_NAMED("x", "go")), "0 2= - "},
        {SEQUENCE(DO_NAMED("x", "go")), SEQUENCE(DO_NAMED("x", "run")), "0 - "},
        {SEQUENCE(DO_NAMED("x", "go"), DO_NAMED("x", "go")),
         SEQUENCE(DO_NAMED("x", "go"), DO("run"), DO_NAMED("x", "go")), "0 1= 3= "},
        // then nodes that are equal in their whole subtree
        {SEQUENCE(WAIT(1), WAIT(2)), SEQUENCE(WAIT(2), WAIT(1)), "0 2= 1= "},
        {SEQUENCE(WAIT(1), WAIT(2)), SEQUENCE(WAIT(3), WAIT(1)), "0 2= 1 "},
        {SEQUENCE(WAIT(1), WAIT(1)), SEQUENCE(WAIT(1), WAIT(1), WAIT(1)), "0 1= 2= "},
        {SEQUENCE("{'type':'wait','ticks':1000000}"), SEQUENCE(WAIT(1)), "0 1 "},
        {SEQUENCE("{'type':'wait','seconds':0.5}", WAIT(1)),
         SEQUENCE(WAIT(7), "{'type':'wait','seconds':'1 / 2.0'}"), "0 2= 1 "},
        {SEQUENCE("'a > 1 + 1'", "'b > 1'"), SEQUENCE("'a > 7'", "'a > 2'"), "0 2= 1 "},
        // `doc` is ignored, and a default is the same as the written value
        {SEQUENCE(WAIT(1), "{'type':'repeat','doc':'one','child':" WAIT(1) "}"),
         SEQUENCE("{'type':'repeat','per_tick':64,'doc':'two','child':" WAIT(1) "}", WAIT(1)),
         "0 3= 1= 2= "},
        // then type and verb, unless both have a name
        {SEQUENCE(WAIT(1), DO("go"), WAIT(2)), SEQUENCE(WAIT(3), WAIT(4), WAIT(5)), "0 1 - 2 "},
        {SEQUENCE(DO_NAMED("x", "go"), DO("go")), SEQUENCE(DO("go"), DO("go")), "0 2 1= "},
        {SEQUENCE(DO_NAMED("x", "go")), SEQUENCE(DO("go")), "0 1 "},
        {SEQUENCE(DO("go")), SEQUENCE(DO_NAMED("x", "go")), "0 1 "},
        {SEQUENCE(SEQUENCE(WAIT(1)), SEQUENCE(WAIT(2))),
         SEQUENCE(DO("go"), SEQUENCE(WAIT(3)), SEQUENCE(WAIT(2), DO("go"))), "0 2 3 4 5= "},
        // children of choices and random orders stay only if none has moved
        {RANDOM(WAIT(1), DO("go")), RANDOM(WAIT(2), DO("go")), "0 1 2= "},
        {RANDOM(WAIT(1), DO("go")), RANDOM(DO("go"), WAIT(1)), "0 2=! 1=! "},
        {RANDOM(WAIT(1), DO("go")), RANDOM(WAIT(1), DO("go"), DO("go")), "0 1=! 2=! "},
        {RANDOM(WAIT(1)), SEQUENCE(WAIT(1)), "0 1=! "},
        {SEQUENCE(SEQUENCE(WAIT(1))), RANDOM(SEQUENCE(WAIT(1))), "0 1=! 2=! "},
        {"{'type':'weighted','weights':[1,2],'children':[" WAIT(1) "," WAIT(2) "]}",
         "{'type':'weighted','weights':[2,2],'children':[" WAIT(1) "," WAIT(2) "]}", "0 1= 2= "},
        {"{'type':'weighted','weights':[1,2],'children':[" WAIT(1) "," WAIT(2) "]}",
         "{'type':'weighted','weights':[1,2],'children':[" WAIT(2) "," WAIT(1) "]}", "0 2=! 1=! "},
        {"{'type':'utility','scores':['a','b'],'children':[" WAIT(1) "," WAIT(2) "]}",
         "{'type':'utility','scores':['b','a'],'children':[" WAIT(1) "," WAIT(2) "]}", "0 1= 2= "},
        {"{'type':'utility','scores':['a','b'],'children':[" WAIT(1) "," WAIT(2) "]}",
         "{'type':'utility','scores':['a'],'children':[" WAIT(1) "]}", "0 1=! - "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_nodes(rows[i].was, rows[i].is, NULL, 0, rows[i].expected);
}

// A switch over a key `m` of that type.
static gestalt_shape *compile_switch(const char *type, const char *on, const char *cases)
{
    char document[2048];
    snprintf(document, sizeof document,
             "{'gestalt':1,'blackboard':{'m':%s},'root':{'type':'switch','on':'%s','cases':{%s}}}",
             type, on, cases);
    return compile(document);
}

// Cases match by word if both switches are over enums, and otherwise by int.
static void test_cases(void **state)
{
    (void)state;
    static const struct {
        const char *was[3], *is[3], *expected;
    } rows[] = {
        {{"['x','y']", "m", "'x':" WAIT(1) ",'y':" WAIT(2)},
         {"['x','y']", "m", "'x':" WAIT(1) ",'y':" WAIT(2)},
         "0= 1= 2= "},
        {{"['x','y']", "m", "'x':" WAIT(1) ",'y':" WAIT(2)},
         {"['y','x']", "m", "'x':" WAIT(1) ",'y':" WAIT(2)},
         "0= 1= 2= "},
        {{"['x','y']", "m", "'x':" WAIT(1) ",'y':" WAIT(2)},
         {"['y','x']", "m", "'y':" WAIT(2) ",'x':" WAIT(3)},
         "0 2 1= "},
        {{"['x','y','z']", "m", "'x':" WAIT(1) ",'z':" WAIT(2)},
         {"['x','z']", "m", "'x':" WAIT(1)},
         "0 1= - "},
        {{"['x','y']", "m", "'x':" WAIT(1)}, {"['z','y']", "m", "'z':" WAIT(1)}, "0 - "},
        {{"['x','y']", "m", "'x':" WAIT(1) ",'y':" WAIT(2)},
         {"'int'", "m", "'1':" WAIT(2) ",'0':" WAIT(1)},
         "0 2= 1= "},
        {{"'int'", "m", "'1':" WAIT(2) ",'7':" WAIT(1)},
         {"['x','y']", "m", "'x':" WAIT(3) ",'y':" WAIT(2)},
         "0 2= - "},
        {{"['x','y']", "int(m)", "'1':" WAIT(2)},
         {"['y','x']", "int(m)", "'1':" WAIT(2)},
         "0= 1= "},
        {{"'int'", "m", "'0':" WAIT(1) ",'1':" WAIT(2)},
         {"['x','y']", "m", "'x':" WAIT(1) ",'y':" WAIT(2)},
         "0 1= 2= "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const *was = rows[i].was, *const *is = rows[i].is;
        char text[1024];
        check_shapes(compile_switch(was[0], was[1], was[2]), compile_switch(is[0], is[1], is[2]),
                     NULL, 0, text);
        if (strcmp(text, rows[i].expected) != 0)
            fail_msg("%s\n to %s\n is %s and not %s", was[2], is[2], text, rows[i].expected);
    }
}

// Each change makes two nodes differ that are otherwise equal.
static void test_differences(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"'a > 1'", "'a > 2'"},
        {"'a > 1'", "'b > 1'"},
        {"'a > 1'", "'a >= 1'"},
        {"'f > 0'", "'f > -0.0'"},
        {"'length(home) > 1'", "'length(away) > 1'"},
        {"'home.x > 1'", "'home.y > 1'"},
        {"'distance(home, away) > 1'", "'distance(away, home) > 1'"},
        {"'f < rand()'", "'f < time'"},
        {"{'type':'set','key':'a','to':1}", "{'type':'set','key':'a','to':2}"},
        {"{'type':'action','do':'go','args':{'x':1}}",
         "{'type':'action','do':'go','args':{'x':2}}"},
        {"{'type':'action','do':'go','args':{'x':1}}",
         "{'type':'action','do':'go','args':{'y':1}}"},
        {"{'type':'action','do':'go','args':{'x':1}}", DO("go")},
        {"{'type':'condition','call':'near','args':{'x':1}}",
         "{'type':'condition','call':'near','args':{'x':2}}"},
        {"{'type':'deferred','do':'go','resource':'arm'}",
         "{'type':'deferred','do':'go','resource':'leg'}"},
        {"{'type':'deferred','do':'go','resource':'arm'}", "{'type':'deferred','do':'go'}"},
        {"{'type':'persistent','key':'p'}", "{'type':'persistent','key':'p','init':'success'}"},
        {WAIT(1), WAIT(1.000001)},
        {"{'type':'wait','ticks':1}", "{'type':'wait','seconds':0.000001}"},
        {"{'type':'invert','child':'a > 1'}", "{'type':'invert','child':'a > 2'}"},
        {"{'type':'repeat','count':2,'child':'a > 1'}", "{'type':'repeat','child':'a > 1'}"},
        {"{'type':'repeat','count':2,'child':'a > 1'}",
         "{'type':'repeat','count':2,'per_tick':1,'child':'a > 1'}"},
        {"{'type':'chance','p':0.5,'child':'a > 1'}", "{'type':'chance','p':0.25,'child':'a > 1'}"},
        {"{'type':'debug','message':'x','child':'a > 1'}",
         "{'type':'debug','message':'y','child':'a > 1'}"},
        {"{'type':'parallel','success':1,'children':['a > 1','a > 2']}",
         "{'type':'parallel','success':2,'children':['a > 1','a > 2']}"},
        {"{'type':'weighted','weights':[1,1],'children':['a > 1','a > 2']}",
         "{'type':'weighted','weights':[1,2],'children':['a > 1','a > 2']}"},
        {"{'type':'utility','scores':['a','b'],'children':['a > 1','a > 2']}",
         "{'type':'utility','scores':['b','a'],'children':['a > 1','a > 2']}"},
        {SEQUENCE("'a > 1'", "'a > 2'"), SEQUENCE("'a > 2'", "'a > 1'")},
        {SEQUENCE("'a > 1'"), SEQUENCE("'a > 1'", "'a > 1'")},
        {SEQUENCE(WAIT(1)), RANDOM(WAIT(1))},
        {SEQUENCE(WAIT(1)), "{'type':'sequence','children':[" WAIT(1) "],'name':'x'}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int swapped = 0; swapped < 2; swapped++) {
            gestalt_shape *one = compile_root(rows[i][swapped]);
            gestalt_shape *other = compile_root(rows[i][!swapped]);
            gestalt_edit_report *report = NULL;
            uint32_t count;
            OK(gestalt_shape_match(one, other, NULL, 0, NULL, &report, NULL));
            if (gestalt_edit_report_nodes(report, &count)->reason != GESTALT_EDIT_MATCHES)
                fail_msg("%s and %s", rows[i][swapped], rows[i][!swapped]);
            gestalt_edit_report_destroy(report);
            OK(gestalt_shape_match(one, one, NULL, 0, NULL, &report, NULL));
            const gestalt_edit_node *nodes = gestalt_edit_report_nodes(report, &count);
            for (uint32_t k = 0; k < count; k++)
                assert_true(nodes[k].new_node == k && nodes[k].may_stay &&
                            nodes[k].reason == GESTALT_EDIT_SAME);
            gestalt_edit_report_destroy(report);
            gestalt_shape_destroy(one);
            gestalt_shape_destroy(other);
        }
    }
}

static void test_renames(void **state)
{
    (void)state;
    const gestalt_rename b = {"a", "b"}, x = {"x", "y"}, nobody = {"nobody", "b"};
    const gestalt_rename nowhere = {"a", "nowhere"}, twice[2] = {b, {"a", "home"}};
    const char set_a[] = "{'type':'set','key':'a','to':'a + 1'}";
    const char set_b[] = "{'type':'set','key':'b','to':'b + 1'}";
    check_nodes(set_a, set_b, NULL, 0, "- ");
    check_nodes(SEQUENCE(DO_NAMED("x", "go"), DO_NAMED("z", "go")),
                SEQUENCE(DO_NAMED("z", "go"), DO_NAMED("y", "go")), &x, 1, "0 2= 1= ");
    gestalt_shape *old_shape = compile("{'gestalt':1,'blackboard':{'a':'int'},"
                                       "'root':{'type':'set','key':'a','to':'a + 1'}}");
    gestalt_shape *new_shape = compile("{'gestalt':1,'blackboard':{'b':'int','home':'vec2'},"
                                       "'root':{'type':'set','key':'b','to':'b + 1'}}");
    gestalt_edit_report *report = NULL;
    uint32_t count;
    OK(gestalt_shape_match(old_shape, new_shape, &b, 1, NULL, &report, NULL));
    assert_int_equal(gestalt_edit_report_nodes(report, &count)->reason, GESTALT_EDIT_SAME);
    const gestalt_edit_key *keys = gestalt_edit_report_keys(report, &count);
    assert_int_equal(count, 2);
    assert_string_equal(keys[0].old_name, "a");
    assert_string_equal(keys[0].new_name, "b");
    assert_int_equal(keys[0].fate, GESTALT_EDIT_KEY_KEPT);
    assert_int_equal(keys[1].fate, GESTALT_EDIT_KEY_NEW);
    gestalt_edit_report_destroy(report);
    REFUSED(gestalt_shape_match(old_shape, new_shape, &nobody, 1, NULL, &report, &error),
            "`nobody`, but the old shape has");
    REFUSED(gestalt_shape_match(old_shape, new_shape, &nowhere, 1, NULL, &report, &error),
            "`nowhere`, but the new shape has");
    REFUSED(gestalt_shape_match(old_shape, new_shape, twice, 2, NULL, &report, &error),
            "`a` is renamed twice");
    gestalt_shape_destroy(old_shape);
    gestalt_shape_destroy(new_shape);
}

// ---- keys

static void test_keys(void **state)
{
    (void)state;
    gestalt_shape *old_shape =
        compile("{'gestalt':1,'blackboard':{'kept':'int','int':'int','float':'float','gone':'vec2',"
                "'mine':'int','ours':{'type':'int','shared':true}},"
                "'root':{'type':'sequence','children':[{'type':'persistent','key':'p'},"
                "{'type':'persistent','key':'q'}]}}");
    gestalt_shape *new_shape =
        compile("{'gestalt':1,'blackboard':{'new':'bool','float':'int','int':'float','kept':'int',"
                "'ours':'int','mine':{'type':'int','shared':true}},"
                "'root':{'type':'sequence','children':[{'type':'persistent','key':'r'},"
                "{'type':'persistent','key':'q'}]}}");
    static const gestalt_edit_key expected[] = {
        {NULL, "new", GESTALT_EDIT_KEY_NEW, GESTALT_EDIT_KEY},
        {NULL, "float", GESTALT_EDIT_KEY_NEW, GESTALT_EDIT_KEY},
        {"int", "int", GESTALT_EDIT_KEY_CONVERTED, GESTALT_EDIT_KEY},
        {"kept", "kept", GESTALT_EDIT_KEY_KEPT, GESTALT_EDIT_KEY},
        {"ours", "ours", GESTALT_EDIT_KEY_KEPT, GESTALT_EDIT_KEY},
        {NULL, "mine", GESTALT_EDIT_KEY_NEW, GESTALT_EDIT_SHARED_KEY},
        {NULL, "r", GESTALT_EDIT_KEY_NEW, GESTALT_EDIT_PERSISTENT},
        {"q", "q", GESTALT_EDIT_KEY_KEPT, GESTALT_EDIT_PERSISTENT},
        {"float", NULL, GESTALT_EDIT_KEY_GONE, GESTALT_EDIT_KEY},
        {"gone", NULL, GESTALT_EDIT_KEY_GONE, GESTALT_EDIT_KEY},
        {"mine", NULL, GESTALT_EDIT_KEY_GONE, GESTALT_EDIT_KEY},
        {"p", NULL, GESTALT_EDIT_KEY_GONE, GESTALT_EDIT_PERSISTENT},
    };
    gestalt_edit_report *report = NULL;
    uint32_t count;
    OK(gestalt_shape_match(old_shape, new_shape, NULL, 0, NULL, &report, NULL));
    const gestalt_edit_key *keys = gestalt_edit_report_keys(report, &count);
    assert_int_equal(count, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(!keys[i].old_name, !expected[i].old_name);
        assert_int_equal(!keys[i].new_name, !expected[i].new_name);
        if (expected[i].old_name)
            assert_string_equal(keys[i].old_name, expected[i].old_name);
        if (expected[i].new_name)
            assert_string_equal(keys[i].new_name, expected[i].new_name);
        assert_int_equal(keys[i].fate, expected[i].fate);
        assert_int_equal(keys[i].kind, expected[i].kind);
    }
    gestalt_edit_report_destroy(report);
    gestalt_shape_destroy(old_shape);
    gestalt_shape_destroy(new_shape);
}

// ---- agents

// What a host function was called with.
typedef struct heard {
    char text[512];
} heard;

static gestalt_status act(gestalt_single_call *call)
{
    heard *h = call->user;
    char *end = h->text + strlen(h->text);
    if (call->phase == GESTALT_CANCEL && strlen(h->text) < 400)
        sprintf(end, "cancel %u of %u; ", (unsigned)call->node, (unsigned)call->agent);
    return GESTALT_RUNNING;
}

typedef struct fixture {
    heard heard;
    gestalt_host *host;
    gestalt_shape *shapes[16];
    uint32_t shape_count;
    gestalt_population *population;
    gestalt_edit_report *report;
} fixture;

static gestalt_shape *fixture_shape(fixture *f, const char *document)
{
    return f->shapes[f->shape_count++] = compile(document);
}

static void fixture_start(fixture *f, const char *document, gestalt_population_options options)
{
    memset(f, 0, sizeof *f);
    static const char *const actions[] = {"go", "run", "stop"};
    static const char *const deferred[] = {"fly", "land"};
    OK(gestalt_host_create(NULL, &f->host, NULL));
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        OK(gestalt_host_add(
            f->host,
            &(gestalt_function){
                .name = actions[i], .kind = GESTALT_IMMEDIATE, .single = act, .user = &f->heard},
            NULL));
    for (size_t i = 0; i < sizeof deferred / sizeof *deferred; i++)
        OK(gestalt_host_add(
            f->host,
            &(gestalt_function){.name = deferred[i],
                                .kind = GESTALT_DEFERRED,
                                .arguments = &(gestalt_parameter){"h", GESTALT_FLOAT, false},
                                .argument_count = 1},
            NULL));
    OK(gestalt_host_add(
        f->host,
        &(gestalt_function){.name = "turn",
                            .kind = GESTALT_DEFERRED,
                            .arguments = &(gestalt_parameter){"way", GESTALT_INT, false},
                            .argument_count = 1},
        NULL));
    OK(gestalt_host_add(
        f->host,
        &(gestalt_function){.name = "sing",
                            .kind = GESTALT_DEFERRED,
                            .arguments = (const gestalt_parameter[]){{"song", GESTALT_TEXT, false},
                                                                     {"n", GESTALT_INT, false}},
                            .argument_count = 2},
        NULL));
    options.group = (gestalt_group){fixture_shape(f, document), f->host};
    OK(gestalt_population_create(&options, &f->population, NULL));
}

static void fixture_stop(fixture *f)
{
    gestalt_edit_report_destroy(f->report);
    gestalt_population_destroy(f->population);
    gestalt_host_destroy(f->host);
    for (uint32_t i = 0; i < f->shape_count; i++)
        gestalt_shape_destroy(f->shapes[i]);
}

static void fixture_tick(fixture *f, uint32_t ticks)
{
    for (; ticks > 0; ticks--)
        OK(gestalt_population_tick(
            f->population, (int64_t)gestalt_population_ticks(f->population) * 1000000, NULL));
    OK(gestalt_population_set_now(
        f->population, (int64_t)gestalt_population_ticks(f->population) * 1000000, NULL));
}

static void fixture_edit_with(fixture *f, const char *document, gestalt_edit edit)
{
    gestalt_edit_report_destroy(f->report);
    f->report = NULL;
    edit.shape = fixture_shape(f, document);
    edit.host = f->host;
    OK(gestalt_population_edit(f->population, &edit, &f->report, NULL));
}

static void fixture_edit(fixture *f, const char *document)
{
    fixture_edit_with(f, document, (gestalt_edit){0});
}

static uint64_t fixture_hash(const fixture *f)
{
    uint64_t hash;
    OK(gestalt_population_hash(f->population, &hash, NULL));
    return hash;
}

static void expect_counts(const fixture *f, gestalt_edit_counts expected)
{
    gestalt_edit_counts c = gestalt_edit_report_counts(f->report);
    assert_int_equal(c.agents, expected.agents);
    assert_int_equal(c.kept, expected.kept);
    assert_int_equal(c.dropped, expected.dropped);
    assert_int_equal(c.cancels, expected.cancels);
    assert_int_equal(c.requests, expected.requests);
}

// The text of a document with some keys.
#define DOCUMENT(root) "{'gestalt':1," BLACKBOARD ",'root':" root "}"

// Check the first live node of each agent.
static void expect_live(const fixture *f, const uint32_t *expected, uint32_t count)
{
    for (uint64_t agent = 0; agent < count; agent++) {
        uint32_t node;
        OK(gestalt_population_live_nodes(f->population, &agent, 1, &node, NULL));
        assert_int_equal(node, expected[agent]);
    }
}

static const gestalt_population_options all_options[] = {
    {.lanes = 1},
    {.lanes = 5},
    {.lanes = 64},
    {.lanes = 64, .threads = 2, .grain = 1},
    {.lanes = 1, .states = GESTALT_STATES_SPARSE},
    {.lanes = 64, .states = GESTALT_STATES_SPARSE},
    {.lanes = 1, .states = GESTALT_STATES_MASKS},
    {.lanes = 7, .states = GESTALT_STATES_MASKS},
    {.lanes = 5, .capacity = 128},
};
#define EACH_OPTIONS(o)                                                                            \
    for (const gestalt_population_options *o = all_options;                                        \
         o < all_options + sizeof all_options / sizeof *all_options; o++)

static void test_stays(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture f;
        fixture_start(&f, DOCUMENT(SEQUENCE("'a < 1'", DO("go"))), *o);
        OK(gestalt_population_spawn(f.population, 0, 100, NULL, NULL));
        fixture_tick(&f, 2);
        fixture_edit(&f, DOCUMENT(SEQUENCE("'b < 1'", DO("run"), DO("go"))));
        expect_counts(&f, (gestalt_edit_counts){.agents = 100, .kept = 100});
        assert_string_equal(f.heard.text, "");
        expect_live(&f, (const uint32_t[]){3, 3, 3}, 3);
        fixture_tick(&f, 1);
        expect_live(&f, (const uint32_t[]){3, 3, 3}, 3);
        fixture_stop(&f);
    }
}

// A node that is inserted above a live leaf drops it, and nodes that then have no live child.
static void test_drops(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture f;
        fixture_start(&f,
                      DOCUMENT("{'type':'concurrent','children':[" LIST(
                          "{'type':'timeout','seconds':9,'child':" DO("go") "}", DO("run"),
                          "{'type':'deferred','do':'fly','args':{'h':'f'},'resource':'sky'}") "]}"),
                      *o);
        OK(gestalt_population_spawn(f.population, 0, 3, NULL, NULL));
        fixture_tick(&f, 1);
        fixture_edit(
            &f, DOCUMENT("{'type':'concurrent','children':[" LIST(
                    "{'type':'timeout','seconds':9,'child':{'type':'invert','child':" DO("go") "}}",
                    DO("stop"), DO("run")) "]}"));
        expect_counts(&f, (gestalt_edit_counts){
                              .agents = 3, .kept = 3, .dropped = 6, .cancels = 3, .requests = 3});
        assert_string_equal(f.heard.text, "cancel 2 of 0; cancel 2 of 1; cancel 2 of 2; ");
        uint64_t count;
        const gestalt_request *r = gestalt_edit_report_requests(f.report, &count);
        assert_int_equal(count, 3);
        for (uint64_t i = 0; i < count; i++) {
            assert_int_equal(r[i].agent, i);
            assert_int_equal(r[i].node, 4);
            assert_false(r[i].launch);
            assert_string_equal(r[i].name, "fly");
            assert_string_equal(r[i].resource, "sky");
        }
        expect_live(&f, (const uint32_t[]){5, 5, 5}, 3);
        fixture_stop(&f);
    }
}

// An edit to the same shape, and edits there and back, change no bit.
static void test_same(void **state)
{
    (void)state;
    static const char all[] = DOCUMENT(
        "{'type':'parallel','success':5,'children':["
        "{'type':'repeat','count':5,'child':{'type':'wait','seconds':2}},"
        "{'type':'while','per_tick':1,'child':'a < 1'},"
        "{'type':'sequence','order':'random','children':[{'type':'wait','ticks':1},"
        "{'type':'wait','ticks':3}]},"
        "{'type':'cooldown','seconds':3,'child':{'type':'once','child':'a < 1'}},"
        "{'type':'persistent','key':'p'},{'type':'delay','seconds':4,'child':{'type':'running'}},"
        "{'type':'timeout','seconds':9,'child':{'type':'deferred','do':'fly','args':{'h':'f'}}},"
        "{'type':'reactive_sequence','children':[{'type':'signal','key':'p','to':'running'},"
        "{'type':'deferred','do':'land','args':{'h':1.5}}]},"
        "{'type':'weighted','weights':[1,2],'children':[{'type':'action','do':'go'},"
        "{'type':'running'}]}]}");
    EACH_OPTIONS(o)
    {
        for (uint32_t ticks = 0; ticks < 6; ticks++) {
            fixture f;
            fixture_start(&f, all, *o);
            OK(gestalt_population_spawn(f.population, 0, 70, NULL, NULL));
            fixture_tick(&f, ticks);
            if (ticks > 1)
                OK(gestalt_population_despawn(f.population, 33, NULL));
            uint64_t hash = fixture_hash(&f);
            fixture_edit(&f, all);
            assert_int_equal(gestalt_edit_report_counts(f.report).dropped, 0);
            assert_int_equal(gestalt_edit_report_counts(f.report).requests, 0);
            assert_int_equal(fixture_hash(&f), hash);
            fixture_tick(&f, 3);
            hash = fixture_hash(&f);
            fixture_stop(&f);
            fixture_start(&f, all, *o);
            OK(gestalt_population_spawn(f.population, 0, 70, NULL, NULL));
            fixture_tick(&f, ticks);
            if (ticks > 1)
                OK(gestalt_population_despawn(f.population, 33, NULL));
            fixture_tick(&f, 3);
            assert_int_equal(fixture_hash(&f), hash);
            fixture_stop(&f);
        }
    }
}

// ---- snapshots

typedef struct bytes {
    unsigned char *bytes;
    size_t size;
} bytes;

static bool bytes_add(void *user, const char *more, size_t size)
{
    bytes *b = user;
    b->bytes = realloc(b->bytes, b->size + size);
    memcpy(b->bytes + b->size, more, size);
    b->size += size;
    return b->bytes;
}

// Convert a snapshot to an old version.
static void bytes_age(bytes *b, uint32_t version)
{
    byte_buffer buffer = {b->bytes, b->size, b->size};
    age_snapshot(&buffer, version);
    b->size = buffer.size;
}

static bytes fixture_save(const fixture *f)
{
    bytes b = {0};
    OK(gestalt_population_save_to(f->population, (gestalt_writer){bytes_add, &b}, NULL));
    return b;
}

// Check that a population that was not edited can load a snapshot of an edited one.
static void expect_loads(const fixture *f, gestalt_population_options options, const char *what)
{
    gestalt_population *other = NULL;
    gestalt_error error = {0};
    uint64_t hash = 0;
    bytes b = fixture_save(f);
    options.group = (gestalt_group){f->shapes[f->shape_count - 1], f->host};
    OK(gestalt_population_create(&options, &other, NULL));
    if (gestalt_population_load_memory(other, b.bytes, b.size, &error) != GESTALT_OK)
        fail_msg("%s: %s", what, error.message);
    OK(gestalt_population_hash(other, &hash, NULL));
    assert_int_equal(hash, fixture_hash(f));
    gestalt_population_destroy(other);
    free(b.bytes);
}

// ---- what is kept

static gestalt_status fixture_status(const fixture *f, uint64_t agent)
{
    return gestalt_population_status(f->population, agent);
}

// Count, and wait when the count is reached.
#define COUNT_TO(last)                                                                             \
    "{'type':'decide','if':'a == " #last                                                           \
    "','then':" WAIT(9) ",'else':{'type':'set','key':'a','to':'a+1'}}"

// A loop of two rounds with a pause.
#define PAUSED(ticks) "{'type':'repeat','count':2,'pause':" #ticks ",'child':{'type':'success'}}"

// In which tick after the edit the root finishes. The edit happens after some ticks of one second
// each. All agents are alike.
static const struct {
    const char *was;
    uint32_t before;
    const char *is;
    uint32_t kept, after;
    gestalt_status answer;
} lasting[] = {
    // due times move
    {WAIT(9), 3, WAIT(9), 1, 6, GESTALT_SUCCESS},
    {WAIT(9), 3, WAIT(11), 1, 8, GESTALT_SUCCESS},
    {WAIT(9), 3, WAIT(5), 1, 2, GESTALT_SUCCESS},
    {WAIT(9), 3, WAIT(2), 1, 0, GESTALT_SUCCESS},
    {WAIT(9), 3, WAIT(0), 1, 0, GESTALT_SUCCESS},
    {"{'type':'wait','ticks':9}", 3, "{'type':'wait','ticks':7}", 1, 4, GESTALT_SUCCESS},
    // another unit: the clock starts again
    {"{'type':'wait','ticks':9}", 3, WAIT(4), 1, 4, GESTALT_SUCCESS},
    {WAIT(9), 3, "{'type':'wait','ticks':4}", 1, 4, GESTALT_SUCCESS},
    {WAIT(9), 3, "{'type':'wait','ticks':0}", 1, 0, GESTALT_SUCCESS},
    {"{'type':'timeout','seconds':5,'child':{'type':'running'}}", 2,
     "{'type':'timeout','seconds':8,'child':{'type':'running'}}", 1, 6, GESTALT_FAILURE},
    {"{'type':'timeout','seconds':5,'child':{'type':'running'}}", 2,
     "{'type':'timeout','ticks':0,'child':{'type':'running'}}", 1, 0, GESTALT_FAILURE},
    {"{'type':'delay','seconds':5,'child':{'type':'success'}}", 2,
     "{'type':'delay','seconds':0,'child':{'type':'failure'}}", 1, 0, GESTALT_FAILURE},
    // a live leaf after nodes that no run would pass
    {SEQUENCE("'a < 1'", WAIT(9)), 3, SEQUENCE("{'type':'failure'}", WAIT(9)), 1, 6,
     GESTALT_SUCCESS},
    {"{'type':'chance','p':1,'child':" WAIT(9) "}", 3,
     "{'type':'chance','p':0,'child':" WAIT(9) "}", 1, 6, GESTALT_SUCCESS},
    {"{'type':'weighted','weights':[0,1],'children':['a < 1'," WAIT(9) "]}", 3,
     "{'type':'weighted','weights':[1,0],'children':['a < 2'," WAIT(9) "]}", 1, 6, GESTALT_SUCCESS},
    {SEQUENCE("'a < 1'", SEQUENCE("'a < 1'", WAIT(9)), DO("go")), 3,
     SEQUENCE("{'type':'failure'}", SEQUENCE(WAIT(9), "{'type':'failure'}")), 1, 6,
     GESTALT_FAILURE},
    // rounds
    {"{'type':'repeat','count':9,'child':" WAIT(1) "}", 3,
     "{'type':'repeat','count':7,'child':" WAIT(1) "}", 1, 4, GESTALT_SUCCESS},
    {"{'type':'repeat','count':9,'child':" WAIT(1) "}", 4,
     "{'type':'repeat','count':2,'child':" WAIT(1) "}", 1, 0, GESTALT_SUCCESS},
    {"{'type':'repeat','child':" WAIT(1) "}", 3, "{'type':'repeat','count':3,'child':" WAIT(1) "}",
     1, 2, GESTALT_SUCCESS},
    {SEQUENCE("{'type':'repeat','count':3,'child':" WAIT(1) "}",
              "{'type':'repeat','child':" WAIT(1) "}"),
     5,
     SEQUENCE("{'type':'repeat','count':3,'child':" WAIT(1) "}",
              "{'type':'repeat','count':4,'child':" WAIT(1) "}"),
     1, 3, GESTALT_SUCCESS},
    {"{'type':'retry','attempts':9,'per_tick':1,'child':'a > 1'}", 3,
     "{'type':'retry','attempts':5,'child':'a > 1'}", 1, 0, GESTALT_FAILURE},
    {"{'type':'while','per_tick':1,'child':'a < 1'}", 3,
     "{'type':'while','child':{'type':'failure'}}", 1, 0, GESTALT_SUCCESS},
    // pauses
    {PAUSED(9), 3, PAUSED(9), 1, 6, GESTALT_SUCCESS},
    {PAUSED(9), 3, PAUSED(11), 1, 8, GESTALT_SUCCESS},
    {PAUSED(9), 3, PAUSED(5), 1, 2, GESTALT_SUCCESS},
    {PAUSED(9), 3, PAUSED(2), 1, 0, GESTALT_SUCCESS},
    {PAUSED(9), 3, PAUSED(0), 1, 0, GESTALT_SUCCESS},
    {"{'type':'repeat','count':9,'per_tick':1,'child':{'type':'success'}}", 3,
     "{'type':'repeat','count':9,'pause':4,'child':{'type':'success'}}", 1, 20, GESTALT_SUCCESS},
    {"{'type':'repeat','child':" WAIT(1) "}", 3,
     "{'type':'repeat','until':'success','child':" WAIT(1) "}", 1, 0, GESTALT_SUCCESS},
    // parallel
    {"{'type':'parallel','children':['a < 1'," WAIT(5) "]}", 2,
     "{'type':'parallel','success':2,'failure':3,'children':['a > 1'," WAIT(5) ",'a > 2']}", 1, 3,
     GESTALT_SUCCESS},
    {"{'type':'parallel','children':['a < 1','a < 2'," WAIT(5) "]}", 2,
     "{'type':'parallel','success':1,'children':['a < 1','a < 2'," WAIT(5) "]}", 1, 3,
     GESTALT_SUCCESS},
    {"{'type':'parallel','children':[" WAIT(9) "," WAIT(5) "]}", 6,
     "{'type':'parallel','children':[" WAIT(7) "]}", 1, 1, GESTALT_SUCCESS},
    // between two rounds of a loop that now makes all its rounds in one tick
    {"{'type':'repeat','count':9,'per_tick':1,'child':" COUNT_TO(9) "}", 3,
     "{'type':'repeat','count':9,'child':" COUNT_TO(9) "}", 1, 0, GESTALT_SUCCESS},
    // stored statuses of children that can't return them any more
    {"{'type':'parallel','failure':2,'children':[" SEQUENCE("'a < 1'") "," WAIT(5) "]}", 2,
     "{'type':'parallel','failure':2,'children':[" SEQUENCE("'a < 1'",
                                                            "{'type':'failure'}") "," WAIT(5) "]}",
     1, 3, GESTALT_SUCCESS},
    {"{'type':'while','child':" SEQUENCE(WAIT(1)) "}", 3,
     "{'type':'while','child':" SEQUENCE(WAIT(1), "{'type':'failure'}") "}", 1, 0, GESTALT_SUCCESS},
    {"{'type':'selector','order':'random','children':[{'type':'invert','child':'a < 1'}," WAIT(
         9) "]}",
     3,
     "{'type':'selector','order':'random','children':[{'type':'invert','child':{'type':'failure'}}"
     "," WAIT(9) "]}",
     1, 6, GESTALT_SUCCESS},
    {SEQUENCE("{'type':'force_success','child':{'type':'once','child':'a < 1'}}", WAIT(9)), 3,
     SEQUENCE("{'type':'force_success','child':{'type':'once','child':{'type':'failure'}}}",
              WAIT(9)),
     1, 6, GESTALT_SUCCESS},
    // state that is not kept starts again
    {SEQUENCE(WAIT(3), WAIT(9)), 5, RANDOM(WAIT(3), WAIT(9)), 0, 12, GESTALT_SUCCESS},
    {"{'type':'invert','child':" WAIT(9) "}", 5, "{'type':'invert','child':" DO("go") "}", 0, 99,
     GESTALT_RUNNING},
    {"{'type':'decide','if':'a < 1','then':" WAIT(9) ",'else':" WAIT(3) "}", 2,
     "{'type':'decide','if':'a > 1','then':" WAIT(9) ",'else':" WAIT(3) "}", 1, 7, GESTALT_SUCCESS},
    {"{'type':'decide','if':'a < 1','then':" WAIT(9) ",'else':" WAIT(3) "}", 2,
     "{'type':'decide','if':'a > 1','then':" DO("go") ",'else':" WAIT(9) "}", 0, 9,
     GESTALT_SUCCESS},
};

static void check_lasting(size_t row, const gestalt_population_options *o)
{
    fixture f;
    char was[1024], is[1024];
    snprintf(was, sizeof was, "{'gestalt':1," BLACKBOARD ",'root':%s}", lasting[row].was);
    snprintf(is, sizeof is, "{'gestalt':1," BLACKBOARD ",'root':%s}", lasting[row].is);
    fixture_start(&f, was, *o);
    OK(gestalt_population_spawn(f.population, 0, 3, NULL, NULL));
    fixture_tick(&f, lasting[row].before);
    assert_int_equal(fixture_status(&f, 1), GESTALT_RUNNING);
    fixture_edit(&f, is);
    if (gestalt_edit_report_counts(f.report).kept != 3 * lasting[row].kept)
        fail_msg("row %zu keeps %u", row, (unsigned)gestalt_edit_report_counts(f.report).kept);
    expect_loads(&f, *o, lasting[row].is);
    uint64_t hash = fixture_hash(&f);
    gestalt_edit_report_destroy(f.report);
    f.report = NULL;
    OK(gestalt_population_edit(f.population, &(gestalt_edit){.shape = f.shapes[1], .host = f.host},
                               &f.report, NULL));
    assert_int_equal(fixture_hash(&f), hash);
    expect_loads(&f, *o, lasting[row].is);
    uint32_t after = 0;
    for (; after < lasting[row].after && after < 20; after++) {
        fixture_tick(&f, 1);
        if (fixture_status(&f, 1) != GESTALT_RUNNING)
            fail_msg("row %zu has ended after %u ticks", row, (unsigned)after);
    }
    fixture_tick(&f, 1);
    for (uint64_t agent = 0; agent < 3; agent++)
        if (fixture_status(&f, agent) != lasting[row].answer)
            fail_msg("row %zu: %d after %u ticks", row, (int)fixture_status(&f, agent),
                     (unsigned)after);
    fixture_stop(&f);
}

static void test_lasting(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    for (size_t row = 0; row < sizeof lasting / sizeof *lasting; row++)
        check_lasting(row, o);
}

// ---- the blackboard

static gestalt_value fixture_value(const fixture *f, uint64_t agent, const char *key)
{
    gestalt_value value;
    OK(gestalt_population_read(f->population, agent, key, &value, NULL));
    return value;
}

static void test_values(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture f;
        fixture_start(&f,
                      "{'gestalt':1,'blackboard':{'kept':'int','whole':'int','other':'float',"
                      "'home':'vec2','flag':'bool','ours':{'type':'int','shared':true},"
                      "'mine':{'type':'int','init':7},'all':{'type':'int','shared':true,'init':4}},"
                      "'root':{'type':'running'}}",
                      *o);
        OK(gestalt_population_spawn(f.population, 0, 70, NULL, NULL));
        fixture_tick(&f, 3);
        gestalt_value value = {GESTALT_INT, .integer = 5};
        for (uint64_t agent = 0; agent < 70; agent++) {
            value.integer = (int32_t)agent - 9;
            OK(gestalt_population_write(f.population, agent, "kept", value, NULL));
            OK(gestalt_population_write(f.population, agent, "whole", value, NULL));
            OK(gestalt_population_write(f.population, agent, "flag",
                                        (gestalt_value){GESTALT_BOOL, .boolean = agent % 3 == 0},
                                        NULL));
            OK(gestalt_population_write(f.population, agent, "home.y",
                                        (gestalt_value){GESTALT_FLOAT, .number = (float)agent},
                                        NULL));
        }
        value.integer = 11;
        OK(gestalt_population_write_shared(f.population, 0, "ours", value, NULL));
        OK(gestalt_population_write_shared(f.population, 0, "all", value, NULL));
        fixture_edit(&f, "{'gestalt':1,'blackboard':{'kept':'int','early':{'type':'int',"
                         "'init':'kept + 1'},'late':{'type':'int','init':'early * 2 + tick'},"
                         "'now':{'type':'float','init':'time'},'whole':'float','flag':'bool',"
                         "'ours':'int','other':{'type':'int','init':'agent'},'home':'vec3',"
                         "'all':{'type':'float','shared':true,'init':9},"
                         "'mine':{'type':'int','shared':true,'init':'int(all) + 1'}},"
                         "'root':{'type':'running'}}");
        for (uint64_t agent = 0; agent < 70; agent++) {
            int32_t kept = (int32_t)agent - 9;
            assert_int_equal(fixture_value(&f, agent, "kept").integer, kept);
            assert_true(fixture_value(&f, agent, "whole").number == (float)kept);
            assert_int_equal(fixture_value(&f, agent, "flag").boolean, agent % 3 == 0);
            assert_int_equal(fixture_value(&f, agent, "early").integer, kept + 1);
            assert_int_equal(fixture_value(&f, agent, "late").integer, 2 * (kept + 1) + 3);
            assert_true(fixture_value(&f, agent, "now").number == 3);
            assert_int_equal(fixture_value(&f, agent, "ours").integer, 11);
            assert_int_equal(fixture_value(&f, agent, "other").integer, (int32_t)agent);
            assert_true(fixture_value(&f, agent, "home.y").number == (float)agent);
            assert_true(fixture_value(&f, agent, "home.z").number == 0);
        }
        OK(gestalt_population_read_shared(f.population, 0, "all", &value, NULL));
        assert_true(value.number == 11);
        OK(gestalt_population_read_shared(f.population, 0, "mine", &value, NULL));
        assert_int_equal(value.integer, 12);
        fixture_stop(&f);
    }
}

// Values of an enum become those of another enum by their words. For agents whose word the new enum
// lacks, the init of the key is evaluated.
static void test_words(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture f;
        fixture_start(&f,
                      "{'gestalt':1,'blackboard':{'mood':['calm','angry','sad'],"
                      "'late':['calm','angry','sad'],'number':['one','two'],'plain':'int',"
                      "'ours':{'type':['one','two'],'shared':true},"
                      "'all':{'type':['one','two'],'shared':true},"
                      "'gone':{'type':['one','two'],'shared':true},'cut':['a','b','c']},"
                      "'root':{'type':'running'}}",
                      *o);
        OK(gestalt_population_spawn(f.population, 0, 70, NULL, NULL));
        fixture_tick(&f, 3);
        gestalt_value value = {GESTALT_INT, .integer = 1};
        for (uint64_t agent = 0; agent < 70; agent++) {
            // also values before and after those of all words
            value.integer = (int32_t)(agent % 5) - 1;
            OK(gestalt_population_write(f.population, agent, "mood", value, NULL));
            OK(gestalt_population_write(f.population, agent, "late", value, NULL));
            OK(gestalt_population_write(f.population, agent, "cut", value, NULL));
        }
        value.integer = 1;
        OK(gestalt_population_write_shared(f.population, 0, "ours", value, NULL));
        OK(gestalt_population_write_shared(f.population, 0, "all", value, NULL));
        OK(gestalt_population_write_shared(f.population, 0, "gone", value, NULL));
        // The words in the document itself need escaped quotes.
        fixture_edit(&f, "{'gestalt':1,'blackboard':{"
                         "'mood':{'type':['new','sad','calm','other'],"
                         "'init':'agent % 2 == 0 ? \\u0027other\\u0027 : \\u0027new\\u0027'},"
                         "'copy':{'type':'int','init':'mood == \\u0027other\\u0027 ? 9 : 1'},"
                         "'late':['mad','sad'],'number':'int',"
                         "'plain':{'type':['one','two'],'init':'two'},"
                         "'ours':['two','one'],"
                         "'all':{'type':['zero','one','two'],'shared':true,'init':'zero'},"
                         "'gone':{'type':['zero','one','three'],'shared':true,'init':'three'},"
                         "'cut':['a','b']},'root':{'type':'running'}}");
        for (uint64_t agent = 0; agent < 70; agent++) {
            int32_t was = (int32_t)(agent % 5) - 1, other = agent % 2 ? 0 : 3;
            int32_t mood = was == 0 ? 2 : was == 2 ? 1 : other;
            assert_int_equal(fixture_value(&f, agent, "mood").integer, mood);
            assert_int_equal(fixture_value(&f, agent, "copy").integer, mood == 3 ? 9 : 1);
            assert_int_equal(fixture_value(&f, agent, "late").integer, was == 2);
            assert_int_equal(fixture_value(&f, agent, "cut").integer, was == 1);
            assert_int_equal(fixture_value(&f, agent, "plain").integer, 1);
            assert_int_equal(fixture_value(&f, agent, "ours").integer, 0);
        }
        OK(gestalt_population_read_shared(f.population, 0, "all", &value, NULL));
        assert_int_equal(value.integer, 2);
        OK(gestalt_population_read_shared(f.population, 0, "gone", &value, NULL));
        assert_int_equal(value.integer, 2);
        static const gestalt_edit_key_fate fates[] = {
            GESTALT_EDIT_KEY_CONVERTED, GESTALT_EDIT_KEY_NEW,       GESTALT_EDIT_KEY_CONVERTED,
            GESTALT_EDIT_KEY_NEW,       GESTALT_EDIT_KEY_NEW,       GESTALT_EDIT_KEY_CONVERTED,
            GESTALT_EDIT_KEY_CONVERTED, GESTALT_EDIT_KEY_CONVERTED, GESTALT_EDIT_KEY_CONVERTED};
        uint32_t count;
        const gestalt_edit_key *keys = gestalt_edit_report_keys(f.report, &count);
        for (size_t i = 0; i < sizeof fates / sizeof *fates; i++)
            assert_int_equal(keys[i].fate, fates[i]);
        fixture_stop(&f);
    }
}

// Arguments of launches that are enums keep their words, or else their numbers.
static void test_launched_words(void **state)
{
#define TURNS(words)                                                                               \
    "{'gestalt':1,'blackboard':{'way':[" words "]},'actions':{'turn':{'kind':'deferred',"          \
    "'args':{'way':[" words "]}}},'root':{'type':'deferred','do':'turn','args':{'way':'way'}}}"
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture f;
        fixture_start(&f, TURNS("'left','right','back'"), *o);
        OK(gestalt_population_spawn(f.population, 0, 70, NULL, NULL));
        for (uint64_t agent = 0; agent < 70; agent++)
            OK(gestalt_population_write(
                f.population, agent, "way",
                (gestalt_value){GESTALT_INT, .integer = (int32_t)(agent % 4)}, NULL));
        fixture_tick(&f, 2);
        fixture_edit(&f, TURNS("'up','right','left','down'"));
        static const int32_t launched[] = {2, 1, 2, 3}, known[] = {2, 1, 0, 0};
        for (uint64_t agent = 0; agent < 70; agent++) {
            gestalt_value value;
            assert_true(gestalt_population_launch_argument(f.population, agent, 0, "way", &value));
            assert_int_equal(value.integer, launched[agent % 4]);
            assert_int_equal(fixture_value(&f, agent, "way").integer, known[agent % 4]);
        }
        fixture_stop(&f);
    }
}

// Arguments of launches that are texts keep their texts, whose places may change. Keys keep places.
static void test_launched_texts(void **state)
{
#define SINGS(more, song)                                                                          \
    "{'gestalt':1,'blackboard':{'title':{'type':'int','init':'text(`b`)'}},'actions':{'sing':{"    \
    "'kind':'deferred','args':{'song':'text','n':'int'}}},'root':{'type':'sequence','children':["  \
    "{'type':'deferred','do':'sing','args':{'song':'" song "','n':7}}," more "]}}"
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture f;
        fixture_start(&f, SINGS("'tick > 1'", "la"), *o);
        OK(gestalt_population_spawn(f.population, 0, 70, NULL, NULL));
        fixture_tick(&f, 2);
        fixture_edit(&f, SINGS("'title == text(`a`) || title == text(`la`)'", "do"));
        for (uint64_t agent = 0; agent < 70; agent++) {
            gestalt_value song, n;
            assert_true(gestalt_population_launch_argument(f.population, agent, 1, "song", &song));
            assert_true(gestalt_population_launch_argument(f.population, agent, 1, "n", &n));
            assert_string_equal(gestalt_shape_text(f.shapes[1], song.integer, NULL), "la");
            assert_int_equal(n.integer, 7);
            assert_int_equal(fixture_value(&f, agent, "title").integer, 0); // b, now a
        }
        fixture_edit(&f, SINGS("'tick > 1'", "do")); // without the text
        for (uint64_t agent = 0; agent < 70; agent++) {
            gestalt_value song;
            assert_true(gestalt_population_launch_argument(f.population, agent, 1, "song", &song));
            assert_int_equal(song.integer, -1);
        }
        fixture_stop(&f);
    }
}

// Random streams continue if both shapes draw. If the old one did not, they start as for new
// agents.
static void test_streams(void **state)
{
    (void)state;
    static const char quiet[] = "{'gestalt':1,'root':{'type':'running'}}";
#define DRAWS(keys)                                                                                \
    "{'gestalt':1,'blackboard':{" keys                                                             \
    "},'root':" SEQUENCE("{'type':'running'}", "'rand() < 2'") "}"
#define DRAWN "{'type':'float','init':'rand()'}"
    static const char draws[] = DRAWS("'r':" DRAWN), more[] = DRAWS("'r':'float','s':" DRAWN);
    static const char both[] = DRAWS("'r':" DRAWN ",'s':" DRAWN);
    static const char once[] =
        "{'gestalt':1,'blackboard':{'r':" DRAWN "},'root':{'type':'running'}}";
    static const char once_more[] =
        "{'gestalt':1,'blackboard':{'r':'float','s':" DRAWN "},'root':{'type':'running'}}";
    EACH_OPTIONS(o)
    {
        fixture all, f;
        fixture_start(&all, both, *o);
        OK(gestalt_population_spawn(all.population, 0, 70, NULL, NULL));
        fixture_start(&f, quiet, *o);
        OK(gestalt_population_spawn(f.population, 0, 70, NULL, NULL));
        fixture_edit(&f, once);
        assert_true(fixture_value(&f, 9, "r").number == fixture_value(&all, 9, "r").number);
        fixture_edit(&f, quiet);
        fixture_edit(&f, draws);
        // The stream continues in a shape in which only inits draw.
        fixture_edit(&f, once_more);
        assert_true(fixture_value(&f, 9, "s").number == fixture_value(&all, 9, "s").number);
        fixture_edit(&f, quiet);
        fixture_edit(&f, draws);
        fixture_edit(&f, more);
        for (uint64_t agent = 0; agent < 70; agent++) {
            assert_true(fixture_value(&f, agent, "r").number ==
                        fixture_value(&all, agent, "r").number);
            assert_true(fixture_value(&f, agent, "s").number ==
                        fixture_value(&all, agent, "s").number);
        }
        fixture_stop(&f);
        fixture_stop(&all);
    }
}

static void test_persistents(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture f;
        gestalt_status status;
        fixture_start(&f,
                      DOCUMENT("{'type':'priority','children':[{'type':'invert','child':"
                               "{'type':'cooldown','seconds':9,'child':'a < 1'}},"
                               "{'type':'cooldown','ticks':4,'child':'a > 1'},"
                               "{'type':'persistent','key':'p'}]}"),
                      *o);
        OK(gestalt_population_spawn(f.population, 0, 3, NULL, NULL));
        OK(gestalt_population_set_persistent(f.population, 1, "p", GESTALT_SUCCESS, NULL));
        fixture_tick(&f, 2);
        // Both cooldowns were due, at 9 s and in tick 4. The first one is now due at 5 s.
        fixture_edit(&f, DOCUMENT("{'type':'priority','children':[{'type':'invert','child':"
                                  "{'type':'cooldown','seconds':5,'child':{'type':'failure'}}},"
                                  "{'type':'cooldown','ticks':4,'child':'a > 1'},"
                                  "{'type':'persistent','key':'q','init':'failure'},"
                                  "{'type':'persistent','key':'p','init':'failure'}]}"));
        OK(gestalt_population_persistent(f.population, 1, "p", &status, NULL));
        assert_int_equal(status, GESTALT_SUCCESS);
        OK(gestalt_population_persistent(f.population, 0, "p", &status, NULL));
        assert_int_equal(status, GESTALT_RUNNING);
        OK(gestalt_population_persistent(f.population, 0, "q", &status, NULL));
        assert_int_equal(status, GESTALT_FAILURE);
        fixture_tick(&f, 1);
        // An invert of the failure of a cooldown that is not due.
        assert_int_equal(fixture_status(&f, 0), GESTALT_SUCCESS);
        fixture_stop(&f);
    }
}

// The first agent's actor.
typedef struct taken {
    unsigned char bytes[512];
    size_t size;
} taken;

static taken fixture_take(const fixture *f)
{
    taken t;
    OK(gestalt_actor_take(f->population, 0, t.bytes, sizeof t.bytes, &t.size, NULL));
    return t;
}

// Check the statuses of all agents in the next ticks, given by their initials.
static void expect_answers(fixture *f, const char *answers)
{
    for (uint32_t tick = 0; answers[tick]; tick++) {
        fixture_tick(f, 1);
        for (uint64_t agent = 0; agent < gestalt_population_count(f->population); agent++)
            if (fixture_status(f, agent) !=
                (answers[tick] == 'S' ? GESTALT_SUCCESS : GESTALT_FAILURE))
                fail_msg("another answer than %s in tick %u", answers, (unsigned)tick);
    }
}

// Check the statuses in the ticks after the edit of a cooldown that has run for two ticks.
static void check_cooldown(const gestalt_population_options *o, const char *was, const char *is,
                           const char *answers)
{
#define COOLDOWN "{'gestalt':1," BLACKBOARD ",'root':{'type':'cooldown',%s,'child':'a < 1'}}"
    fixture f;
    char text[1024];
    snprintf(text, sizeof text, COOLDOWN, was);
    fixture_start(&f, text, *o);
    OK(gestalt_population_spawn(f.population, 0, 3, NULL, NULL));
    fixture_tick(&f, 2);
    snprintf(text, sizeof text, COOLDOWN, is);
    taken old = fixture_take(&f);
    fixture_edit(&f, text);
    taken edited = fixture_take(&f);
    expect_answers(&f, answers);
    // Actors continue in the same way in a population that was not edited.
    for (int is_old = 0; is_old < 2; is_old++) {
        fixture other;
        const gestalt_group shapes = {f.shapes[0], NULL};
        const gestalt_load_options options = {.old_shapes = &shapes, .old_shape_count = 1};
        const taken *actor = is_old ? &old : &edited;
        fixture_start(&other, text, *o);
        fixture_tick(&other, 2);
        OK(gestalt_population_insert_with(other.population, 0, actor->bytes, actor->size,
                                          is_old ? &options : NULL, NULL, NULL));
        expect_answers(&other, answers);
        fixture_stop(&other);
    }
    fixture_stop(&f);
}

// The due time stays the same if agents evaluate the old or the new duration.
static void test_cooldowns(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        check_cooldown(o, "'ticks':'a + 4'", "'ticks':0", "FFS");
        check_cooldown(o, "'seconds':'a + 4.0'", "'seconds':0", "FFS");
        check_cooldown(o, "'ticks':'a + 4'", "'ticks':'a'", "FFS");
        check_cooldown(o, "'ticks':4", "'ticks':'a'", "FFS");
        check_cooldown(o, "'ticks':4", "'ticks':0", "SSS");
        check_cooldown(o, "'ticks':0", "'ticks':'a + 4'", "SFF");
        check_cooldown(o, "'seconds':0", "'seconds':'a + 2.0'", "SFS");
        check_cooldown(o, "'ticks':0", "'ticks':4", "FFF");
        // If the unit changes, a cooldown that is due is forgotten, and any other one starts again.
        check_cooldown(o, "'ticks':2", "'seconds':2", "SFS");
        check_cooldown(o, "'seconds':2", "'ticks':2", "SFS");
        check_cooldown(o, "'ticks':3", "'seconds':2", "FFS");
    }
}

// ---- refused edits, and dry runs

static void test_refused(void **state)
{
    (void)state;
    fixture f;
    fixture_start(&f, DOCUMENT(SEQUENCE(DO("go"))), (gestalt_population_options){0});
    OK(gestalt_population_spawn(f.population, 0, 70, NULL, NULL));
    fixture_tick(&f, 2);
    uint64_t hash = fixture_hash(&f);
    gestalt_shape *bad = fixture_shape(&f, DOCUMENT(SEQUENCE(DO("swim"), DO("dive"))));
    gestalt_shape *good = fixture_shape(&f, DOCUMENT(SEQUENCE(DO("run"))));
    const gestalt_rename nobody = {"nobody", "a"};
    const struct {
        gestalt_edit edit;
        const char *words;
    } rows[] = {
        {{.shape = bad, .host = f.host}, "does not fit the shape in 2 places"},
        {{.shape = good}, "does not fit the shape in 1 place"},
        {{.shape = good, .host = f.host, .renames = &nobody, .rename_count = 1}, "nobody"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        REFUSED(gestalt_population_edit(f.population, &rows[i].edit, NULL, &error), rows[i].words);
        assert_int_equal(fixture_hash(&f), hash);
    }
    OK(gestalt_population_begin(f.population, 9000000, NULL));
    MISUSED(gestalt_population_edit(f.population, &(gestalt_edit){.shape = good, .host = f.host},
                                    NULL, &error),
            "end it first");
    OK(gestalt_population_end(f.population, NULL));
    assert_string_equal(f.heard.text, "");
    fixture_stop(&f);
}

static void test_dry_run(void **state)
{
    (void)state;
    static const char was[] = DOCUMENT("{'type':'concurrent','children':[" LIST(
        DO("go"), DO("run"), "{'type':'deferred','do':'fly','args':{'h':'f'}}") "]}");
    static const char is[] = DOCUMENT("{'type':'concurrent','children':[" LIST(DO("go")) "]}");
    EACH_OPTIONS(o)
    {
        fixture f;
        fixture_start(&f, was, *o);
        OK(gestalt_population_spawn(f.population, 0, 5, NULL, NULL));
        fixture_tick(&f, 2);
        uint64_t hash = fixture_hash(&f);
        const gestalt_edit_counts counts = {5, 5, 10, 5, 5};
        fixture_edit_with(&f, is, (gestalt_edit){.dry_run = true});
        expect_counts(&f, counts);
        assert_int_equal(fixture_hash(&f), hash);
        assert_string_equal(f.heard.text, "");
        fixture_edit(&f, is);
        expect_counts(&f, counts);
        assert_int_equal(strlen(f.heard.text), 5 * strlen("cancel 2 of 0; "));
        fixture_stop(&f);
    }
}

// ---- requests of before

static void test_requests(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture f;
        uint64_t count;
        const gestalt_request *r;
        fixture_start(&f,
                      DOCUMENT("{'type':'concurrent','children':["
                               "{'type':'deferred','do':'fly','args':{'h':'f'}},"
                               "{'type':'deferred','do':'land','args':{'h':'f'}}]}"),
                      *o);
        OK(gestalt_population_spawn(f.population, 0, 3, NULL, NULL));
        fixture_tick(&f, 1);
        OK(gestalt_population_despawn(f.population, 2, NULL));
        fixture_tick(&f, 1);
        OK(gestalt_population_cancel(f.population, 1, NULL));
        fixture_edit(&f, DOCUMENT("{'type':'concurrent','children':[{'type':'running'},"
                                  "{'type':'deferred','do':'land','args':{'h':'f'}}]}"));
        // Agent 0 drops `fly`. Agent 1 was cancelled before; the request for its `land` has a new
        // id.
        r = gestalt_edit_report_requests(f.report, &count);
        assert_int_equal(count, 2);
        assert_int_equal(gestalt_edit_report_counts(f.report).requests, 2);
        for (uint64_t i = 0; i < 2; i++) {
            assert_int_equal(r[i].agent, i);
            assert_int_equal(r[i].node, 1);
            assert_string_equal(r[i].name, "fly");
        }
        fixture_tick(&f, 1);
        OK(gestalt_population_requests(f.population, &r, &count, NULL));
        assert_int_equal(count, 2); // the earlier cancel, and its launch in this tick
        assert_int_equal(r[0].agent, 1);
        assert_int_equal(r[0].node, 2);
        assert_false(r[0].launch);
        assert_true(r[1].launch);
        assert_string_equal(r[1].name, "land");
        fixture_stop(&f);
    }
}

// A population without agents, when requests are listed, when the shape is replaced, and after a
// spawn of 0 agents. There are no lists to walk.
static void test_nobody(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture f;
        uint64_t count;
        const gestalt_request *r;
        fixture_start(&f, DOCUMENT("{'type':'deferred','do':'fly','args':{'h':'f'}}"), *o);
        fixture_tick(&f, 1);
        OK(gestalt_population_requests(f.population, &r, &count, NULL));
        assert_int_equal(count, 0);
        fixture_edit(&f, DOCUMENT("{'type':'wait','seconds':3}"));
        OK(gestalt_population_spawn(f.population, 0, 0, NULL, NULL));
        expect_loads(&f, *o, "nobody");
        fixture_edit(&f, DOCUMENT("{'type':'deferred','do':'land','args':{'h':'f'}}"));
        OK(gestalt_population_spawn(f.population, 0, 3, NULL, NULL));
        fixture_edit(&f, DOCUMENT("{'type':'wait','seconds':3}"));
        fixture_tick(&f, 1);
        assert_int_equal(gestalt_population_live_count(f.population), 3);
        fixture_stop(&f);
    }
}

// Check the remaining requests. They are the same whether the program listed them before or not.
static void check_left(const gestalt_population_options *o, const char *is, bool asks_before,
                       uint64_t left)
{
    fixture f;
    uint64_t count;
    const gestalt_request *r;
    fixture_start(&f,
                  DOCUMENT("{'type':'weighted','weights':[2],'children':["
                           "{'type':'deferred','do':'fly','args':{'h':'f'}}]}"),
                  *o);
    OK(gestalt_population_spawn(f.population, 0, 3, NULL, NULL));
    fixture_tick(&f, 1);
    if (asks_before)
        OK(gestalt_population_requests(f.population, &r, &count, NULL));
    fixture_edit(&f, is);
    OK(gestalt_population_requests(f.population, &r, &count, NULL));
    assert_int_equal(count, left);
    for (uint64_t i = 0; i < count; i++) {
        assert_int_equal(r[i].agent, i);
        assert_int_equal(r[i].node, 1);
        assert_true(r[i].launch);
        assert_string_equal(r[i].name, "fly");
    }
    fixture_stop(&f);
}

static void test_requests_left(void **state)
{
    static const char fly[] = "{'type':'deferred','do':'fly','args':{'h':'f'}}";
    char stays[1024], drops[1024];
    (void)state;
    snprintf(stays, sizeof stays, DOCUMENT("{'type':'weighted','weights':[1],'children':[%s]}"),
             fly);
    snprintf(drops, sizeof drops,
             DOCUMENT("{'type':'weighted','weights':[0,3,1,1,1],'children':"
                      "['a < 1',%s,%s,%s,%s]}"),
             fly, fly, fly, fly);
    EACH_OPTIONS(o)
    {
        for (int asks = 0; asks < 2; asks++) {
            check_left(o, stays, asks, 3);
            check_left(o, drops, asks, 0);
        }
    }
}

// A cancel request of the last tick remains if its node has a new id, whatever stays live.
static void test_cancels_left(void **state)
{
#define CANCELS(order)                                                                             \
    DOCUMENT("{'type':'sequence'," order "'children':[{'type':'priority','children':['tick > 0',"  \
             "{'type':'deferred','do':'fly','args':{'h':'f'}}]},{'type':'running'}]}")
    (void)state;
    EACH_OPTIONS(o)
    {
        for (int asks = 0; asks < 2; asks++) {
            fixture f;
            uint64_t count;
            const gestalt_request *r;
            fixture_start(&f, CANCELS(""), *o);
            OK(gestalt_population_spawn(f.population, 0, 2, NULL, NULL));
            fixture_tick(&f, 2);
            if (asks)
                OK(gestalt_population_requests(f.population, &r, &count, NULL));
            fixture_edit(&f, CANCELS("'order':'random',"));
            OK(gestalt_population_requests(f.population, &r, &count, NULL));
            assert_int_equal(count, 2);
            for (uint64_t i = 0; i < count; i++) {
                assert_int_equal(r[i].agent, i);
                assert_int_equal(r[i].node, 3);
                assert_false(r[i].launch);
                assert_int_equal(r[i].launch_id, 0);
            }
            fixture_stop(&f);
        }
    }
}

// With memory reserved from the start, an existing list moves to a larger block.
static void test_requests_move(void **state)
{
    (void)state;
    fixture f;
    uint64_t count;
    const gestalt_request *r;
    counting c = {0};
    static const char was[] = DOCUMENT("{'type':'concurrent','children':["
                                       "{'type':'deferred','do':'fly','args':{'h':'f'}}]}");
    static const char is[] = DOCUMENT("{'type':'concurrent','children':["
                                      "{'type':'deferred','do':'land','args':{'h':'f'}},"
                                      "{'type':'deferred','do':'land','args':{'h':'f'}},"
                                      "{'type':'deferred','do':'fly','args':{'h':'f'}}]}");
    fixture_start(&f, was,
                  (gestalt_population_options){.capacity = 3, .allocator = counting_allocator(&c)});
    OK(gestalt_population_spawn(f.population, 0, 3, NULL, NULL));
    fixture_tick(&f, 1);
    OK(gestalt_population_requests(f.population, &r, &count, NULL));
    OK(gestalt_population_cancel(f.population, 1, NULL));
    fixture_edit(&f, is);
    size_t calls = c.calls;
    OK(gestalt_population_requests(f.population, &r, &count, NULL));
    assert_int_equal(count, 3); // also the requests of the agent that was cancelled since
    for (uint64_t i = 0; i < count; i++) {
        assert_int_equal(r[i].agent, i);
        assert_int_equal(r[i].node, 3);
        assert_string_equal(r[i].name, "fly");
    }
    fixture_tick(&f, 2);
    OK(gestalt_population_requests(f.population, &r, &count, NULL));
    assert_int_equal(c.calls, calls);
    fixture_stop(&f);
    assert_int_equal(c.live_bytes, 0);
}

// ---- hooks

static void note_hook(void *user, uint64_t agent, uint32_t node, const char *what)
{
    heard *h = user;
    sprintf(h->text + strlen(h->text), "%s %u of %u; ", what, (unsigned)node, (unsigned)agent);
}

static void on_cancel(void *user, uint64_t agent, uint32_t node)
{
    note_hook(user, agent, node, "hook");
}

static void on_log(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase)
{
    if (phase == GESTALT_LOG_ABANDON)
        note_hook(user, agent, node, "log");
}

static void test_hooks(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture f;
        fixture_start(
            &f,
            DOCUMENT("{'type':'concurrent','children':[" LIST(
                DO("run"), "{'type':'debug','message':'x','child':" SEQUENCE(DO("go")) "}") "]}"),
            *o);
        OK(gestalt_population_spawn(f.population, 0, 1, NULL, NULL));
        fixture_tick(&f, 1);
        gestalt_population_hooks(
            f.population, &(gestalt_hooks){.cancel = on_cancel, .log = on_log, .user = &f.heard});
        fixture_edit(&f, DOCUMENT("{'type':'concurrent','children':[" LIST(DO("run")) "]}"));
        assert_string_equal(f.heard.text,
                            "log 2 of 0; hook 2 of 0; hook 3 of 0; cancel 4 of 0; hook 4 of 0; ");
        fixture_stop(&f);
    }
}

// ---- snapshots and actors of old shapes

static const char snapshot_was[] =
    DOCUMENT("{'type':'concurrent','children':["
             "{'type':'deferred','do':'fly','args':{'h':'f'}},{'type':'wait','seconds':9},"
             "{'type':'sequence','children':['a < 1',{'type':'running'}]},"
             "{'type':'action','do':'run'},"
             "{'type':'deferred','do':'land','args':{'h':'f'}}]}");
static const char snapshot_is[] =
    "{'gestalt':1,'blackboard':{'a':'float','c':{'type':'float','init':'rand() + a'}},'root':"
    "{'type':'concurrent','children':[{'type':'wait','seconds':0},"
    "{'type':'sequence','children':[{'type':'failure'},{'type':'running'}]},"
    "{'type':'deferred','do':'land','args':{'h':2.5}}]}}";

// Loading a snapshot of the old shape is the same as loading and then editing. The resulting state
// can be saved and loaded as any other.
static void test_snapshots(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture was, is;
        fixture_start(&was, snapshot_was, *o);
        OK(gestalt_population_spawn(was.population, 0, 70, NULL, NULL));
        fixture_tick(&was, 3);
        bytes old = fixture_save(&was);
        fixture_edit(&was, snapshot_is);
        uint64_t hash = fixture_hash(&was);
        fixture_start(&is, snapshot_is, *o);
        uint64_t empty = fixture_hash(&is);
        gestalt_error error;
        assert_int_equal(gestalt_population_load_memory(is.population, old.bytes, old.size, &error),
                         GESTALT_BAD_FILE);
        char name[32];
        snprintf(name, sizeof name, "%016llx",
                 (unsigned long long)gestalt_shape_hash(was.shapes[0]));
        assert_non_null(strstr(error.message, name));
        assert_non_null(strstr(error.message, "give its old shape as well"));
        assert_int_equal(fixture_hash(&is), empty);
        const gestalt_group shapes[] = {{is.shapes[0], NULL}, {was.shapes[0], NULL}};
        gestalt_edit_report *report = NULL;
        const gestalt_load_options options = {
            .old_shapes = shapes, .old_shape_count = 2, .reports = &report};
        OK(gestalt_population_load_memory_with(is.population, old.bytes, old.size, &options, NULL));
        assert_int_equal(fixture_hash(&is), hash);
        assert_int_equal(gestalt_edit_report_counts(report).agents, 70);
        assert_int_equal(gestalt_edit_report_counts(report).requests, 70);
        gestalt_edit_report_destroy(report);
        bytes edited = fixture_save(&is), same = fixture_save(&was);
        assert_int_equal(edited.size, same.size);
        assert_memory_equal(edited.bytes, same.bytes, same.size);
        fixture_stop(&is);
        fixture_start(&is, snapshot_is, *o);
        OK(gestalt_population_load_memory(is.population, edited.bytes, edited.size, NULL));
        assert_int_equal(fixture_hash(&is), hash);
        fixture_tick(&is, 2);
        fixture_tick(&was, 2);
        assert_int_equal(fixture_hash(&is), fixture_hash(&was));
        fixture_stop(&is);
        fixture_stop(&was);
        free(old.bytes);
        free(edited.bytes);
        free(same.bytes);
    }
}

#define COUNTING(key)                                                                              \
    "{'gestalt':1,'blackboard':{'" key "':{'type':'int','init':7}},"                               \
    "'root':{'type':'set','key':'" key "','to':'" key "+1'}}"

// Each group uses the renames for its names. A rename that no group uses is an error.
static void test_renames_of_groups(void **state)
{
    (void)state;
    static const char *const documents[] = {COUNTING("a"), COUNTING("b"), COUNTING("c"),
                                            COUNTING("d")};
    const gestalt_rename renames[] = {{"a", "c"}, {"b", "d"}, {"a", "d"}};
    gestalt_population *p[2] = {NULL};
    gestalt_edit_report *reports[2] = {NULL};
    fixture f;
    bytes saved = {0};
    counting memory = {0};
    fixture_start(&f, documents[0], (gestalt_population_options){0});
    for (int i = 1; i < 4; i++)
        fixture_shape(&f, documents[i]);
    for (int i = 0; i < 2; i++) {
        const gestalt_group groups[] = {{f.shapes[2 * i], f.host}, {f.shapes[2 * i + 1], f.host}};
        gestalt_population_options options = {.groups = groups, .group_count = 2};
        if (i == 1)
            options.allocator = counting_allocator(&memory);
        OK(gestalt_population_create(&options, &p[i], NULL));
    }
    for (uint32_t i = 0; i < 2; i++)
        OK(gestalt_population_spawn(p[0], i, 1, NULL, NULL));
    OK(gestalt_population_tick(p[0], 0, NULL));
    OK(gestalt_population_save_to(p[0], (gestalt_writer){bytes_add, &saved}, NULL));
    const gestalt_group old[] = {{f.shapes[0], NULL}, {f.shapes[1], NULL}};
    gestalt_load_options how = {.old_shapes = old,
                                .old_shape_count = 2,
                                .renames = renames,
                                .rename_count = 3,
                                .reports = reports};
    REFUSED(gestalt_population_load_memory_with(p[1], saved.bytes, saved.size, &how, &error),
            "a rename names `a` and `d`, but no group");
    assert_null(reports[0]);
    how.rename_count = 2;
    gestalt_result result = GESTALT_NO_MEMORY;
    for (size_t at = 1; result == GESTALT_NO_MEMORY; at++) {
        memory.fail_at = memory.calls + at;
        result = gestalt_population_load_memory_with(p[1], saved.bytes, saved.size, &how, NULL);
        assert_int_equal(gestalt_population_count(p[1]), result == GESTALT_OK ? 2 : 0);
        assert_true((reports[0] != NULL) == (result == GESTALT_OK));
    }
    memory.fail_at = 0;
    OK(result);
    for (uint64_t i = 0; i < 2; i++) {
        gestalt_value value;
        OK(gestalt_population_read(p[1], i, i ? "d" : "c", &value, NULL));
        assert_int_equal(value.integer, 8);
        gestalt_edit_report_destroy(reports[i]);
        gestalt_population_destroy(p[i]);
    }
    free(saved.bytes);
    fixture_stop(&f);
}

// Snapshots of version 1 describe deferred actions incompletely. They are refused if the old shape
// has any, even if the new one has none.
static void test_old_versions(void **state)
{
    (void)state;
    static const char *const documents[] = {
        DOCUMENT("{'type':'deferred','do':'fly','args':{'h':1.0}}"),
        DOCUMENT("{'type':'running'}")};
    for (int i = 0; i < 2; i++) {
        fixture was, is;
        fixture_start(&was, documents[i], (gestalt_population_options){0});
        fixture_start(&is, DOCUMENT("{'type':'success'}"), (gestalt_population_options){0});
        OK(gestalt_population_spawn(was.population, 0, 3, NULL, NULL));
        bytes saved = fixture_save(&was);
        bytes_age(&saved, VERSION_WITHOUT_LAUNCHES);
        const gestalt_group old = {was.shapes[0], NULL};
        const gestalt_load_options how = {.old_shapes = &old, .old_shape_count = 1};
        gestalt_error error = {0};
        gestalt_result result = gestalt_population_load_memory_with(is.population, saved.bytes,
                                                                    saved.size, &how, &error);
        if (result != (i == 0 ? GESTALT_BAD_FILE : GESTALT_OK))
            fail_msg("%s", error.message);
        assert_int_equal(gestalt_population_count(is.population), i == 0 ? 0 : 3);
        if (i == 0 && !strstr(error.message, "the old shape of this group has deferred actions"))
            fail_msg("%s", error.message);
        free(saved.bytes);
        fixture_stop(&is);
        fixture_stop(&was);
    }
}

// ---- names of nodes

#define WAITS(one, other)                                                                          \
    "{'gestalt':1,'root':{'type':'sequence','children':["                                          \
    "{'type':'wait','name':'" one "','ticks':9},{'type':'wait','name':'" other "','ticks':9}]}}"

static gestalt_shape *compile_stripped(const char *document)
{
    char text[1024];
    size_t size = 0;
    for (; document[size]; size++)
        text[size] = document[size] == '\'' ? '"' : document[size];
    text[size] = '\0';
    return compile_or_abort("test.json", text, true);
}

// Load a snapshot of `was`, or insert an actor, with the given old shapes. `words` is part of the
// error, or NULL: then the agent must be at the first node of `is`, or at the second.
static void expect_named_load(const bytes *saved, const gestalt_shape *is,
                              const gestalt_shape *const *olds, uint32_t old_count, uint32_t node,
                              const char *words)
{
    gestalt_group groups[3];
    for (uint32_t i = 0; i < old_count; i++)
        groups[i] = (gestalt_group){.shape = olds[i]};
    const gestalt_load_options how = {.old_shapes = groups, .old_shape_count = old_count};
    const gestalt_population_options fresh = {.group = {is, NULL}};
    bool is_actor = saved->bytes[3] == 'A';
    gestalt_population *p = NULL;
    gestalt_error error = {0};
    uint64_t agent = 0;
    uint32_t at;
    OK(gestalt_population_create(&fresh, &p, NULL));
    gestalt_result result =
        is_actor
            ? gestalt_population_insert_with(p, 0, saved->bytes, saved->size, &how, NULL, &error)
            : gestalt_population_load_memory_with(p, saved->bytes, saved->size, &how, &error);
    if ((result == GESTALT_OK) != !words || (words && !strstr(error.message, words)))
        fail_msg("%s: `%s`", is_actor ? "actor" : "snapshot", error.message);
    if (result == GESTALT_OK) {
        OK(gestalt_population_live_nodes(p, &agent, 1, &at, NULL));
        assert_int_equal(at, node);
    }
    gestalt_population_destroy(p);
}

static void check_names(const bytes *full, const bytes *bare, const bytes *aged)
{
    gestalt_shape *pq = compile(WAITS("p", "q")), *qp = compile(WAITS("q", "p")),
                  *pr = compile(WAITS("p", "r")), *bare_pq = compile_stripped(WAITS("p", "q"));
#define OLD(...) (const gestalt_shape *[]){__VA_ARGS__}, sizeof((void *[]){__VA_ARGS__}) / 8
    for (int i = 0; i < 3; i++) {
        const bytes *saved = i == 0 ? full : i == 1 ? bare : aged;
        // without an edit, and with one
        expect_named_load(saved, qp, NULL, 0, 1, NULL);
        expect_named_load(saved, bare_pq, NULL, 0, 1, NULL);
        expect_named_load(saved, qp, OLD(pq), 2, NULL);
        expect_named_load(saved, pq, OLD(pq), 1, NULL);
        expect_named_load(saved, qp, OLD(pq, bare_pq), 2, NULL);
        // the names are missing, or do not decide
        expect_named_load(saved, qp, OLD(bare_pq), 0, "its old shape is stripped");
        expect_named_load(saved, bare_pq, OLD(pq), i == 1 ? 1 : 0,
                          i == 1 ? NULL : "the new shape is stripped");
        expect_named_load(saved, qp, OLD(pr, pq), i == 0 ? 2 : 0,
                          i == 0 ? NULL : "several of the old shapes differ only in the names");
        expect_named_load(saved, qp, OLD(pr), i == 0 ? 0 : 2,
                          i == 0 ? "it was saved with a shape whose names of nodes" : NULL);
    }
#undef OLD
    REFUSED(gestalt_shape_match(bare_pq, qp, NULL, 0, NULL, &(gestalt_edit_report *){0}, &error),
            "the old shape is stripped");
    REFUSED(gestalt_shape_match(qp, bare_pq, NULL, 0, NULL, &(gestalt_edit_report *){0}, &error),
            "the new shape is stripped");
    gestalt_shape_destroy(pq);
    gestalt_shape_destroy(qp);
    gestalt_shape_destroy(pr);
    gestalt_shape_destroy(bare_pq);
}

// An edit in two steps does what an edit does, and nothing if it is abandoned.
static void test_steps(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture f, other;
        gestalt_editing *editing;
        gestalt_edit_report *report;
        gestalt_value value;
        fixture *both[] = {&f, &other};
        gestalt_edit edits[2];
        for (int i = 0; i < 2; i++) {
            fixture_start(both[i], snapshot_was, *o);
            OK(gestalt_population_spawn(both[i]->population, 0, 70, NULL, NULL));
            fixture_tick(both[i], 2);
            edits[i] =
                (gestalt_edit){.shape = fixture_shape(both[i], snapshot_is), .host = both[i]->host};
        }
        uint64_t hash = fixture_hash(&f);
        OK(gestalt_population_edit_begin(f.population, &edits[0], &editing, NULL));
        assert_int_equal(fixture_hash(&f), hash);
        assert_string_equal(f.heard.text, "");
        OK(gestalt_population_read(f.population, 1, "a", &value, NULL));
        MISUSED(gestalt_population_tick(f.population, 9000000, &error), "an edit has begun");
        MISUSED(gestalt_population_edit(f.population, &edits[0], NULL, &error), "finish it first");
        gestalt_population_edit_abandon(editing);
        assert_int_equal(fixture_hash(&f), hash);
        OK(gestalt_population_edit_begin(f.population, &edits[0], &editing, NULL));
        gestalt_population_edit_commit(editing, &report);
        OK(gestalt_population_edit(other.population, &edits[1], NULL, NULL));
        assert_int_equal(gestalt_edit_report_counts(report).agents, 70);
        gestalt_edit_report_destroy(report);
        assert_int_equal(fixture_hash(&f), fixture_hash(&other));
        assert_string_equal(f.heard.text, other.heard.text);
        fixture_tick(&f, 1);
        fixture_tick(&other, 1);
        assert_int_equal(fixture_hash(&f), fixture_hash(&other));
        fixture_stop(&f);
        fixture_stop(&other);
    }
}

// Two trees that differ only in the names of nodes. Agents can continue in the other tree without
// an edit. With an edit, they continue at the nodes of the same names.
static void test_names(void **state)
{
    (void)state;
    gestalt_shape *shapes[] = {compile(WAITS("p", "q")), compile_stripped(WAITS("p", "q"))};
    bytes saved[3], actors[3];
    assert_int_equal(gestalt_shape_hash(shapes[0]), gestalt_shape_hash(shapes[1]));
    assert_true(gestalt_shape_edit_hash(shapes[0]) != gestalt_shape_edit_hash(shapes[1]));
    for (int i = 0; i < 3; i++) {
        fixture f = {0};
        const gestalt_population_options fresh = {.group = {shapes[i % 2], NULL}};
        OK(gestalt_population_create(&fresh, &f.population, NULL));
        OK(gestalt_population_spawn(f.population, 0, 1, NULL, NULL));
        OK(gestalt_population_tick(f.population, 0, NULL));
        saved[i] = fixture_save(&f);
        actors[i] = (bytes){.bytes = malloc(gestalt_actor_size_max(f.population, 0))};
        OK(gestalt_actor_take(f.population, 0, actors[i].bytes,
                              gestalt_actor_size_max(f.population, 0), &actors[i].size, NULL));
        gestalt_population_destroy(f.population);
    }
    bytes_age(&saved[2], SNAPSHOT_VERSION_NAMELESS);
    age_actor(actors[2].bytes, &actors[2].size, ACTOR_VERSION_NAMELESS);
    check_names(&saved[0], &saved[1], &saved[2]);
    check_names(&actors[0], &actors[1], &actors[2]);
    for (int i = 0; i < 3; i++) {
        free(saved[i].bytes);
        free(actors[i].bytes);
    }
    gestalt_shape_destroy(shapes[0]);
    gestalt_shape_destroy(shapes[1]);
}

static void test_actors(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        fixture was, is;
        unsigned char actor[512], after[2][512];
        size_t size, sizes[2];
        uint64_t agent;
        fixture_start(&was, snapshot_was, *o);
        OK(gestalt_population_spawn(was.population, 0, 1, NULL, NULL));
        fixture_tick(&was, 3);
        OK(gestalt_actor_take(was.population, 0, actor, sizeof actor, &size, NULL));
        fixture_edit(&was, snapshot_is);
        fixture_start(&is, snapshot_is, *o);
        fixture_tick(&is, 3);
        const gestalt_group old = {was.shapes[0], NULL};
        gestalt_edit_report *report = NULL;
        const gestalt_load_options options = {
            .old_shapes = &old, .old_shape_count = 1, .reports = &report};
        gestalt_error error;
        assert_int_equal(gestalt_population_insert(is.population, 0, actor, size, NULL, &error),
                         GESTALT_BAD_FILE);
        assert_non_null(strstr(error.message, "give its old shape as well"));
        OK(gestalt_population_insert_with(is.population, 0, actor, size, &options, &agent, NULL));
        assert_int_equal(agent, 0);
        assert_int_equal(gestalt_edit_report_counts(report).kept, 3);
        gestalt_edit_report_destroy(report);
        OK(gestalt_actor_take(was.population, 0, after[0], sizeof after[0], &sizes[0], NULL));
        OK(gestalt_actor_take(is.population, 0, after[1], sizeof after[1], &sizes[1], NULL));
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(after[0], after[1], sizes[0]);
        // The agent is at a node that a fresh agent can't reach. A population of the new shape
        // accepts it.
        fixture_stop(&is);
        fixture_start(&is, snapshot_is, *o);
        OK(gestalt_population_spawn(is.population, 0, 2, NULL, NULL));
        fixture_tick(&is, 3);
        OK(gestalt_actor_check(is.population, 0, after[0], sizes[0], NULL));
        OK(gestalt_population_insert(is.population, 0, after[0], sizes[0], &agent, NULL));
        OK(gestalt_actor_take(is.population, agent, after[1], sizeof after[1], &sizes[1], NULL));
        assert_memory_equal(after[0], after[1], sizes[0]);
        fixture_tick(&is, 2);
        fixture_stop(&is);
        fixture_stop(&was);
    }
}

// ---- memory that runs out at every allocation

typedef enum scarce_call { SCARCE_EDIT, SCARCE_LOAD, SCARCE_INSERT, SCARCE_CALLS } scarce_call;

typedef struct scarce {
    const gestalt_population_options *options;
    scarce_call call;
    bool is_bound; // the old shape is bound to a host
} scarce;

static gestalt_result scarce_try(const scarce *s, fixture *f, gestalt_shape *is, const bytes *old,
                                 const taken *actor, gestalt_error *error)
{
    const gestalt_group group = {f->shapes[0], s->is_bound ? f->host : NULL};
    const gestalt_load_options load = {.old_shapes = &group, .old_shape_count = 1};
    switch (s->call) {
    case SCARCE_LOAD:
        return gestalt_population_load_memory_with(f->population, old->bytes, old->size, &load,
                                                   error);
    case SCARCE_INSERT:
        return gestalt_population_insert_with(f->population, 0, actor->bytes, actor->size, &load,
                                              NULL, error);
    default:
        return gestalt_population_edit(f->population, &(gestalt_edit){.shape = is, .host = f->host},
                                       NULL, error);
    }
}

static gestalt_result scarce_edit(void *user, counting *c)
{
    const scarce *s = user;
    fixture f;
    gestalt_population_options options = *s->options;
    gestalt_error error;
    size_t fail_at = c->fail_at;
    c->fail_at = 0;
    options.allocator = counting_allocator(c);
    fixture_start(&f, snapshot_was, options);
    OK(gestalt_population_spawn(f.population, 0, 70, NULL, NULL));
    fixture_tick(&f, 2);
    bytes old = {0};
    taken actor = fixture_take(&f);
    uint64_t hash = fixture_hash(&f);
    gestalt_shape *is = fixture_shape(&f, snapshot_is);
    if (s->call != SCARCE_EDIT) {
        old = fixture_save(&f);
        OK(gestalt_population_edit(f.population, &(gestalt_edit){.shape = is, .host = f.host}, NULL,
                                   NULL));
        hash = fixture_hash(&f);
        f.heard.text[0] = '\0';
    }
    size_t begin = c->calls;
    c->fail_at = fail_at ? begin + fail_at : 0;
    gestalt_result result = scarce_try(s, &f, is, &old, &actor, &error);
    c->fail_at = 0;
    c->stays_empty = false;
    if (result != GESTALT_OK) {
        assert_int_equal(result, GESTALT_NO_MEMORY);
        assert_int_equal(fixture_hash(&f), hash);
        assert_string_equal(f.heard.text, "");
    }
    fixture_tick(&f, 1);
    fixture_stop(&f);
    free(old.bytes);
    c->calls -= begin;
    return result;
}

static void test_no_memory(void **state)
{
    (void)state;
    EACH_OPTIONS(o)
    {
        for (int i = 0; i < 2 * SCARCE_CALLS; i++) {
            scarce s = {o, (scarce_call)(i / 2), i % 2};
            for (size_t at = 1;; at += amount_step(at)) {
                counting c = {.fail_at = at};
                gestalt_result result = scarce_edit(&s, &c);
                assert_int_equal(c.live_bytes, 0);
                if (result == GESTALT_OK) {
                    assert_true(at > 10);
                    break;
                }
            }
        }
    }
}

// A snapshot of two groups is edited in both or in neither. Hosts are not called in the second
// case.
static gestalt_result scarce_groups(fixture *f, gestalt_shape *is, const bytes *old, counting *c)
{
    const gestalt_group groups[] = {{is, f->host}, {is, f->host}};
    const gestalt_group was = {f->shapes[0], f->host};
    const gestalt_load_options load = {.old_shapes = &was, .old_shape_count = 1};
    gestalt_population_options options = {.groups = groups, .group_count = 2, .lanes = 5};
    gestalt_population *p = NULL;
    size_t fail_at = c->fail_at;
    c->fail_at = 0;
    options.allocator = counting_allocator(c);
    OK(gestalt_population_create(&options, &p, NULL));
    c->fail_at = fail_at ? c->calls + fail_at : 0;
    f->heard.text[0] = '\0';
    gestalt_result result =
        gestalt_population_load_memory_with(p, old->bytes, old->size, &load, NULL);
    assert_int_equal(gestalt_population_count(p), result == GESTALT_OK ? 4 : 0);
    assert_string_equal(
        f->heard.text,
        result == GESTALT_OK ? "cancel 6 of 0; cancel 6 of 1; cancel 6 of 2; cancel 6 of 3; " : "");
    gestalt_population_destroy(p);
    return result;
}

static void test_no_memory_for_groups(void **state)
{
    (void)state;
    fixture f;
    bytes old = {0};
    gestalt_population *p = NULL;
    fixture_start(&f, snapshot_was, (gestalt_population_options){0});
    gestalt_shape *is = fixture_shape(&f, snapshot_is);
    const gestalt_group groups[] = {{f.shapes[0], f.host}, {f.shapes[0], f.host}};
    OK(gestalt_population_create(
        &(gestalt_population_options){.groups = groups, .group_count = 2, .lanes = 5}, &p, NULL));
    OK(gestalt_population_spawn(p, 0, 2, NULL, NULL));
    OK(gestalt_population_spawn(p, 1, 2, NULL, NULL));
    OK(gestalt_population_tick(p, 0, NULL));
    OK(gestalt_population_save_to(p, (gestalt_writer){bytes_add, &old}, NULL));
    gestalt_result result = GESTALT_NO_MEMORY;
    for (size_t at = 1; result != GESTALT_OK; at++) {
        counting c = {.fail_at = at};
        result = scarce_groups(&f, is, &old, &c);
        assert_int_equal(c.live_bytes, 0);
        assert_true(result == GESTALT_NO_MEMORY || at > 20);
    }
    gestalt_population_destroy(p);
    free(old.bytes);
    fixture_stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes),          cmocka_unit_test(test_cases),
        cmocka_unit_test(test_differences),    cmocka_unit_test(test_renames),
        cmocka_unit_test(test_keys),           cmocka_unit_test(test_stays),
        cmocka_unit_test(test_drops),          cmocka_unit_test(test_same),
        cmocka_unit_test(test_lasting),        cmocka_unit_test(test_values),
        cmocka_unit_test(test_words),          cmocka_unit_test(test_launched_words),
        cmocka_unit_test(test_launched_texts), cmocka_unit_test(test_streams),
        cmocka_unit_test(test_persistents),    cmocka_unit_test(test_cooldowns),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_dry_run),
        cmocka_unit_test(test_steps),          cmocka_unit_test(test_requests),
        cmocka_unit_test(test_nobody),         cmocka_unit_test(test_requests_left),
        cmocka_unit_test(test_requests_move),  cmocka_unit_test(test_cancels_left),
        cmocka_unit_test(test_hooks),          cmocka_unit_test(test_renames_of_groups),
        cmocka_unit_test(test_old_versions),   cmocka_unit_test(test_snapshots),
        cmocka_unit_test(test_names),          cmocka_unit_test(test_actors),
        cmocka_unit_test(test_no_memory),      cmocka_unit_test(test_no_memory_for_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
