// SPDX-License-Identifier: MIT
// Lists in ticks: reading elements, the nodes that change a list, and loops. Every document runs
// with 1, 5 and 64 lanes, for agents whose lists differ. The expected lists come from the arrays of
// this file.
#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

enum { AGENTS = 70, CAPACITY_MAX = 256 };

enum { LANE_COUNTS = 3 };
static const uint32_t lane_counts[LANE_COUNTS] = {1, 5, 64};

// ---- populations

typedef struct fixture {
    gestalt_shape *shape;
    gestalt_host *host;
    gestalt_population *p;
    int64_t now;
} fixture;

static gestalt_shape *compile(const char *document)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    char text[4096];
    size_t size = 0;
    for (; document[size]; size++)
        text[size] = document[size] == '\'' ? '"' : document[size] == '`' ? '\'' : document[size];
    gestalt_compile_text("test.json", text, size, NULL, &shape, &diagnostics, NULL);
    if (!shape)
        fail_msg("%.*s", (int)size, text);
    gestalt_diagnostics_destroy(diagnostics);
    return shape;
}

static fixture start_with(const char *document, const gestalt_function *function,
                          gestalt_population_options options)
{
    fixture f = {.shape = compile(document)};
    OK(gestalt_host_create(NULL, &f.host, NULL));
    if (function)
        OK(gestalt_host_add(f.host, function, NULL));
    options.group = (gestalt_group){f.shape, f.host};
    OK(gestalt_population_create(&options, &f.p, NULL));
    OK(gestalt_population_spawn(f.p, 0, AGENTS, NULL, NULL));
    return f;
}

static fixture start(const char *document, uint32_t lanes)
{
    return start_with(document, NULL, (gestalt_population_options){.lanes = lanes});
}

static void stop(fixture *f)
{
    gestalt_population_destroy(f->p);
    gestalt_host_destroy(f->host);
    gestalt_shape_destroy(f->shape);
}

static void tick(fixture *f)
{
    OK(gestalt_population_tick(f->p, f->now, NULL));
    f->now += 1000000;
}

static gestalt_value read(const fixture *f, uint32_t agent, const char *key)
{
    gestalt_value value;
    OK(gestalt_population_read(f->p, agent, key, &value, NULL));
    return value;
}

static int32_t read_int(const fixture *f, uint32_t agent, const char *key)
{
    return read(f, agent, key).integer;
}

static void write_int(const fixture *f, uint32_t agent, const char *key, int32_t to)
{
    gestalt_value value = {.type = GESTALT_INT, .integer = to};
    OK(gestalt_population_write(f->p, agent, key, value, NULL));
}

// ---- lists as arrays

typedef struct ints {
    int32_t at[CAPACITY_MAX];
    int32_t count, capacity;
} ints;

static bool ints_push(ints *l, int32_t place, int32_t value)
{
    if (l->count == l->capacity || place < 0 || place > l->count)
        return false;
    for (int32_t i = l->count++; i > place; i--)
        l->at[i] = l->at[i - 1];
    l->at[place] = value;
    return true;
}

static bool ints_pop(ints *l, int32_t place, int32_t *to)
{
    if (place < 0 || place >= l->count)
        return false;
    *to = l->at[place];
    l->count--;
    for (int32_t i = place; i < l->count; i++)
        l->at[i] = l->at[i + 1];
    return true;
}

static void check_ints(const fixture *f, uint32_t agent, const char *key, const ints *expected)
{
    gestalt_value values[CAPACITY_MAX];
    size_t count;
    OK(gestalt_population_read_list(f->p, agent, key, values, CAPACITY_MAX, &count, NULL));
    assert_int_equal(count, expected->count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(values[i].type == GESTALT_BOOL ? values[i].boolean : values[i].integer,
                         expected->at[i]);
}

// Write a list, so that other elements are left after its count.
static void write_ints(const fixture *f, uint32_t agent, const char *key, const ints *list)
{
    gestalt_value values[CAPACITY_MAX];
    for (int32_t i = 0; i < list->capacity; i++)
        values[i] = (gestalt_value){.type = GESTALT_INT, .integer = 77 + i};
    OK(gestalt_population_write_list(f->p, agent, key, values, (size_t)list->capacity, NULL));
    for (int32_t i = 0; i < list->count; i++)
        values[i] = (gestalt_value){.type = GESTALT_INT, .integer = list->at[i]};
    OK(gestalt_population_write_list(f->p, agent, key, values, (size_t)list->count, NULL));
}

// A list of `agent` modulo `capacity` + 1 elements.
static ints ints_of(uint32_t agent, int32_t capacity)
{
    ints list = {.count = (int32_t)agent % (capacity + 1), .capacity = capacity};
    for (int32_t i = 0; i < list.count; i++)
        list.at[i] = (int32_t)agent * 100 + i;
    return list;
}

// ---- nodes that change a list

#define LIST(name, type, capacity)                                                                 \
    "'" name "':{'type':{'list':'" type "'},'capacity':" capacity ",'host':true}"
#define KEYS(keys) "{'gestalt':1,'blackboard':{" keys "},'root':"
#define INT(name)  "'" name "':{'type':'int','host':true}"

// The places are from -1 to one above the count, for each count.
static void test_push(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f = start(KEYS(LIST("l", "int", "4") "," INT("place") "," INT(
                              "done")) "{'type':'sequence','children':["
                                       "{'type':'set','key':'done','to':0},"
                                       "{'type':'push','key':'l','value':'-agent','at':'place'},"
                                       "{'type':'set','key':'done','to':1}]}}",
                          lanes);
        for (int32_t place = -1; place <= 6; place++) {
            for (uint32_t agent = 0; agent < AGENTS; agent++) {
                ints list = ints_of(agent, 4);
                write_ints(&f, agent, "l", &list);
                write_int(&f, agent, "place", place + (int32_t)agent % 3 - 1);
            }
            tick(&f);
            for (uint32_t agent = 0; agent < AGENTS; agent++) {
                ints list = ints_of(agent, 4);
                bool fits = ints_push(&list, place + (int32_t)agent % 3 - 1, -(int32_t)agent);
                check_ints(&f, agent, "l", &list);
                assert_int_equal(read_int(&f, agent, "done"), fits);
                assert_int_equal(gestalt_population_status(f.p, agent),
                                 fits ? GESTALT_SUCCESS : GESTALT_FAILURE);
            }
        }
        stop(&f);
    }
}

static void test_push_at_end(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f =
            start(KEYS(LIST("l", "int",
                            "256")) "{'type':'push','key':'l','value':'count(l) * 7 + agent'}}",
                  lanes);
        ints lists[AGENTS];
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            lists[agent] = ints_of(agent, 256);
            write_ints(&f, agent, "l", &lists[agent]);
        }
        for (int i = 0; i < 200; i++) {
            tick(&f);
            for (uint32_t agent = 0; agent < AGENTS; agent++) {
                int32_t value = lists[agent].count * 7 + (int32_t)agent;
                bool fits = ints_push(&lists[agent], lists[agent].count, value);
                assert_int_equal(gestalt_population_status(f.p, agent),
                                 fits ? GESTALT_SUCCESS : GESTALT_FAILURE);
            }
        }
        for (uint32_t agent = 0; agent < AGENTS; agent++)
            check_ints(&f, agent, "l", &lists[agent]);
        stop(&f);
    }
}

static void test_pop(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f = start(KEYS(LIST("l", "int", "5") "," INT("place") "," INT(
                              "got")) "{'type':'pop','key':'l','at':'place','to':'got'}}",
                          lanes);
        for (int32_t place = -1; place <= 6; place++) {
            for (uint32_t agent = 0; agent < AGENTS; agent++) {
                ints list = ints_of(agent, 5);
                write_ints(&f, agent, "l", &list);
                write_int(&f, agent, "got", 5);
                write_int(&f, agent, "place", place + (int32_t)agent % 3 - 1);
            }
            tick(&f);
            for (uint32_t agent = 0; agent < AGENTS; agent++) {
                ints list = ints_of(agent, 5);
                int32_t got = 5;
                bool fits = ints_pop(&list, place + (int32_t)agent % 3 - 1, &got);
                check_ints(&f, agent, "l", &list);
                assert_int_equal(read_int(&f, agent, "got"), got);
                assert_int_equal(gestalt_population_status(f.p, agent),
                                 fits ? GESTALT_SUCCESS : GESTALT_FAILURE);
            }
        }
        stop(&f);
    }
}

// Vectors and bools: all components move, and a key of a bool is a mask.
static void test_pop_types(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f = start(
            KEYS(
                "'v':{'type':{'list':'vec3'},'capacity':3,'init':["
                "'vec3(agent, 1, 2)','vec3(agent, 3, 4)','vec3(agent, 5, 6)']},"
                "'b':{'type':{'list':'bool'},'capacity':3,'init':["
                "'agent % 2 == 0','agent % 3 == 0']},"
                "'home':{'type':'vec3','host':true},'yes':'bool','no':'bool'") "{'type':'sequence',"
                                                                               "'children':["
                                                                               "{'type':'pop','key'"
                                                                               ":'v'},{'type':'pop'"
                                                                               ",'key':'v','to':'"
                                                                               "home'},"
                                                                               "{'type':'pop','key'"
                                                                               ":'b','to':'yes'},"
                                                                               "{'type':'pop','key'"
                                                                               ":'b','to':'no'}]}}",
            lanes);
        tick(&f);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            gestalt_value home = read(&f, agent, "home"), left;
            size_t count;
            assert_true(home.vector[0] == (float)agent && home.vector[1] == 3 &&
                        home.vector[2] == 4);
            OK(gestalt_population_read_list(f.p, agent, "v", &left, 1, &count, NULL));
            assert_int_equal(count, 1);
            assert_true(left.vector[0] == (float)agent && left.vector[1] == 5 &&
                        left.vector[2] == 6);
            assert_int_equal(read(&f, agent, "yes").boolean, agent % 2 == 0);
            assert_int_equal(read(&f, agent, "no").boolean, agent % 3 == 0);
            check_ints(&f, agent, "b", &(ints){.count = 0});
        }
        stop(&f);
    }
}

static void test_set(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f = start(
            KEYS("'way':{'type':{'list':'int'},'capacity':4,'shared':true,"
                 "'init':[7,'2 + 6',9]}," LIST("l", "int", "4") "," LIST("m", "int", "6") "," LIST(
                     "n", "int",
                     "4") "," LIST("o", "int",
                                   "4")) "{'type':'sequence','children':["
                                         "{'type':'set','key':'m','to':'l'},"
                                         "{'type':'set','key':'n','to':'way'},"
                                         "{'type':'set','key':'l','to':['l[1]','l[0]','count(l)']},"
                                         "{'type':'set','key':'o','to':[]},"
                                         "{'type':'set','key':'m','at':'agent % 4','to':-1}]}}",
            lanes);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            ints list = ints_of(agent, 4);
            write_ints(&f, agent, "l", &list);
            write_ints(&f, agent, "o", &list);
        }
        tick(&f);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            ints list = ints_of(agent, 4), m = list;
            bool fits = (int32_t)agent % 4 < m.count;
            if (fits)
                m.at[agent % 4] = -1;
            check_ints(&f, agent, "m", &m);
            check_ints(&f, agent, "n", &(ints){{7, 8, 9}, 3, 4});
            check_ints(&f, agent, "o", &(ints){.count = 0});
            ints swapped = {{list.at[1], list.at[0], list.count}, 3, 4};
            check_ints(&f, agent, "l", &swapped);
            assert_int_equal(gestalt_population_status(f.p, agent),
                             fits ? GESTALT_SUCCESS : GESTALT_FAILURE);
        }
        stop(&f);
    }
}

// `at` is evaluated before the value, and both are evaluated although the node fails.
static void test_order_of_evaluation(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f = start(
            KEYS("'l':{'type':{'list':'float'},'capacity':1,'init':[1]},"
                 "'a':{'type':'float','host':true}") "{'type':'sequence','children':["
                                                     "{'type':'force_success','child':"
                                                     "{'type':'push','key':'l','at':'int(rand() * "
                                                     "2) - 9','value':'rand()'}},"
                                                     "{'type':'set','key':'a','to':'rand()'}]}}",
            lanes);
        fixture g = start(
            KEYS("'a':{'type':'float','host':true},'b':'float','c':'float'") "{'type':'sequence','"
                                                                             "children':["
                                                                             "{'type':'set','key':'"
                                                                             "b','to':'rand()'},"
                                                                             "{'type':'set','key':'"
                                                                             "c','to':'rand()'},"
                                                                             "{'type':'set','key':'"
                                                                             "a','to':'rand()'}]}}",
            lanes);
        tick(&f);
        tick(&g);
        for (uint32_t agent = 0; agent < AGENTS; agent++)
            assert_true(read(&f, agent, "a").number == read(&g, agent, "a").number);
        stop(&f);
        stop(&g);
    }
}

// ---- expressions

// Elements at a constant place, at a place of each agent, and of lists of agents and of all.
static void test_elements(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f = start(
            KEYS("'all':{'type':{'list':'int'},'capacity':4,'shared':true,'init':[5,6,7]}"
                 "," LIST("l", "int", "4") "," INT("i") "," INT("a") "," INT("b") "," INT(
                     "c") "," INT("d")) "{'type':'sequence','children':["
                                        "{'type':'set','key':'a','to':'l[i]'},"
                                        "{'type':'set','key':'b','to':'all[i] + l[1] * 1000'},"
                                        "{'type':'set','key':'c','to':'all[2] + l[count(l) - "
                                        "1]'},"
                                        "{'type':'set','key':'d','to':'l[4] + l[-1] + all[-1] "
                                        "+ all[3] + all[all[0]]'},"
                                        "{'type':'set','key':'i','to':'l[i]'}]}}",
            lanes);
        for (int32_t place = -2; place < 6; place++) {
            for (uint32_t agent = 0; agent < AGENTS; agent++) {
                ints list = ints_of(agent, 4);
                write_ints(&f, agent, "l", &list);
                write_int(&f, agent, "i", place + (int32_t)agent % 2);
            }
            tick(&f);
            for (uint32_t agent = 0; agent < AGENTS; agent++) {
                ints list = ints_of(agent, 4);
                int32_t i = place + (int32_t)agent % 2, last = list.count - 1;
                int32_t element = i >= 0 && i < list.count ? list.at[i] : 0;
                int32_t second = list.count > 1 ? list.at[1] : 0;
                assert_int_equal(read_int(&f, agent, "a"), element);
                assert_int_equal(read_int(&f, agent, "b"),
                                 (i >= 0 && i < 3 ? 5 + i : 0) + second * 1000);
                assert_int_equal(read_int(&f, agent, "c"), 7 + (last >= 0 ? list.at[last] : 0));
                assert_int_equal(read_int(&f, agent, "d"), 0);
                assert_int_equal(read_int(&f, agent, "i"), element);
            }
        }
        stop(&f);
    }
}

// Elements are assigned only in the lanes that run the node.
static void test_elements_of_some(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f = start(
            KEYS(LIST("l", "int", "4") "," INT("i") "," INT("a") "," INT("b") "," INT(
                "c")) "{'type':'sequence','children':['agent % 2 == 0',"
                      "{'type':'set','key':'a','to':'l[1]'},{'type':'set','key':'b','to':'l[i]'},"
                      "{'type':'set','key':'c','to':'find(l, 5)'}]}}",
            lanes);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            write_ints(&f, agent, "l", &(ints){{4, 5}, 2, 4});
            write_int(&f, agent, "c", 9);
        }
        tick(&f);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            bool is_even = agent % 2 == 0;
            assert_int_equal(read_int(&f, agent, "a"), is_even ? 5 : 0);
            assert_int_equal(read_int(&f, agent, "b"), is_even ? 4 : 0);
            assert_int_equal(read_int(&f, agent, "c"), is_even ? 1 : 9);
        }
        stop(&f);
    }
}

static void test_elements_of_types(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f = start(
            KEYS("'v':{'type':{'list':'vec2'},'capacity':2,'init':['vec2(agent, 2)']},"
                 "'w':{'type':{'list':'vec3'},'capacity':2,'shared':true,'init':['vec3(1, 2, 3)']},"
                 "'b':{'type':{'list':'bool'},'capacity':9,'init':['agent % 2 == 0',true]},"
                 "'s':{'type':{'list':'bool'},'capacity':9,'shared':true,'init':[true,false]},"
                 "'e':{'type':{'list':['idle','run']},'capacity':2,'init':['run']},"
                 "'p':{'type':'vec2','host':true},'q':{'type':'vec3','host':true},"
                 "'x':{'type':'float','host':true},'t':{'type':'bool','host':true},"
                 "'u':{'type':'bool','host':true}") "{'type':'sequence','children':["
                                                    "{'type':'set','key':'p','to':'v[agent % 2]'},"
                                                    "{'type':'set','key':'q','to':'w[0] * 2 + "
                                                    "w[agent % 2] + w[1]'},"
                                                    "{'type':'set','key':'x','to':'v[0].y + "
                                                    "w[agent % 2].z + v[1].x'},"
                                                    "{'type':'set','key':'t','to':'b[agent % 4] && "
                                                    "!b[2] && s[0] && !s[1] && !s[2]'},"
                                                    "{'type':'set','key':'u','to':'e[0] == `run` "
                                                    "&& e[agent % 2 + 1] == `idle`"
                                                    " && s[agent % 2] == (agent % 2 == 0)'}]}}",
            lanes);
        tick(&f);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            bool is_even = agent % 2 == 0;
            gestalt_value p = read(&f, agent, "p"), q = read(&f, agent, "q");
            assert_true(p.vector[0] == (is_even ? (float)agent : 0));
            assert_true(p.vector[1] == (is_even ? 2 : 0));
            for (int k = 0; k < 3; k++)
                assert_true(q.vector[k] == (float)(k + 1) * (is_even ? 3 : 2));
            assert_true(read(&f, agent, "x").number == (is_even ? 5 : 2));
            assert_int_equal(read(&f, agent, "t").boolean,
                             agent % 4 == 0 ? agent % 2 == 0 : agent % 4 == 1);
            assert_true(read(&f, agent, "u").boolean);
        }
        stop(&f);
    }
}

static void test_find(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f = start(KEYS("'all':{'type':{'list':'int'},'capacity':4,'shared':true,'init':[5,"
                               "6,5]},"
                               "'b':{'type':{'list':'bool'},'capacity':3,'init':['agent % 3 == "
                               "0',false,true]},"
                               "'n':{'type':{'list':'float'},'capacity':3,'init':['0.0/"
                               "0.0','-0.0',1]},"
                               "'e':{'type':{'list':['idle','run']},'capacity':2,'init':['run']}"
                               "," LIST("l", "int", "4") "," INT("x") "," INT("y") "," INT(
                                   "z") "," INT("k")) "{'type':'sequence','children':["
                                                      "{'type':'set','key':'x','to':'find(l, agent "
                                                      "* 100 + agent % 4)'},"
                                                      "{'type':'set','key':'y','to':'find(all, 5 + "
                                                      "agent % 3) + 10 * find(all, 6)'},"
                                                      "{'type':'set','key':'z','to':'find(b, true) "
                                                      "+ 10 * find(b, agent < 0) "
                                                      "+ 100 * find(n, 0.0) + 1000 * find(n, "
                                                      "n[0])'},"
                                                      "{'type':'set','key':'k','to':'find(e, "
                                                      "`run`) + 10 * find(e, `idle`)"
                                                      " + 100 * find(all, 5.5) + 1000 * find(l, "
                                                      "l[1] + 0.0) + 10000 * find(l, 3)'}]}}",
                          lanes);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            ints list = ints_of(agent, 4);
            list.at[3] = list.count == 4 ? list.at[1] : list.at[3];
            write_ints(&f, agent, "l", &list);
        }
        tick(&f);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            int32_t count = (int32_t)agent % 5, third = (int32_t)agent % 3;
            int32_t wanted = (int32_t)agent % 4;
            // the last of four elements is the second one again
            bool is_there = wanted < (count == 4 ? 3 : count);
            assert_int_equal(read_int(&f, agent, "x"), is_there ? wanted : -1);
            assert_int_equal(read_int(&f, agent, "y"), (third < 2 ? third : -1) + 10);
            assert_int_equal(read_int(&f, agent, "z"),
                             (third == 0 ? 0 : 2) + 10 * (third == 0 ? 1 : 0) + 100 - 1000);
            assert_int_equal(read_int(&f, agent, "k"), 0 - 10 - 100 +
                                                           1000 * (count > 1    ? 1
                                                                   : agent == 0 ? -1
                                                                                : -1) -
                                                           10000);
        }
        stop(&f);
    }
}

// ---- loops

// Run a loop whose child adds the element to a sum, and check the sum and the place after a tick.
static void test_for_each(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f =
            start(KEYS(LIST("l", "int", "8") "," INT("item") "," INT("i") "," INT(
                      "sum")) "{'type':'for_each','key':'l','item':'item','index':'i','per_tick':3,"
                              "'child':{'type':'set','key':'sum','to':'sum + item * 10 + i'}}}",
                  lanes);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            ints list = ints_of(agent, 8);
            write_ints(&f, agent, "l", &list);
            write_int(&f, agent, "item", -1);
        }
        for (int32_t round = 3; round <= 9; round += 3) {
            tick(&f);
            for (uint32_t agent = 0; agent < AGENTS; agent++) {
                ints list = ints_of(agent, 8);
                int32_t sum = 0, done = round < list.count ? round : list.count;
                bool is_running = list.count > round;
                if (list.count <= round - 3 && round > 3) // has succeeded before, and starts again
                    continue;
                for (int32_t i = 0; i < done; i++)
                    sum += list.at[i] * 10 + i;
                assert_int_equal(read_int(&f, agent, "sum"), sum);
                assert_int_equal(read_int(&f, agent, "item"), done > 0 ? list.at[done - 1] : -1);
                assert_int_equal(read_int(&f, agent, "i"), done > 0 ? done - 1 : 0);
                assert_int_equal(gestalt_population_status(f.p, agent),
                                 is_running ? GESTALT_RUNNING : GESTALT_SUCCESS);
            }
        }
        stop(&f);
    }
}

// A list that changes while the loop runs: the count is read before each round.
static void test_for_each_changes(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f = start(
            KEYS("'l':{'type':{'list':'int'},'capacity':6,'init':[1,2,3]}," INT("item") "," INT(
                "sum")) "{'type':'for_each','key':'l','item':'item','child':{'type':'sequence','"
                        "children':["
                        "{'type':'set','key':'sum','to':'sum * 10 + item'},"
                        "{'type':'force_success','child':{'type':'sequence','children':["
                        "'item == 2',"
                        "{'type':'decide','if':'agent % 2 == 0',"
                        "'then':{'type':'push','key':'l','value':7},'else':{'type':'clear','key':'"
                        "l'}}]}},"
                        "'item != 7'"
                        "]}}}",
            lanes);
        tick(&f);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            bool is_even = agent % 2 == 0;
            assert_int_equal(read_int(&f, agent, "sum"), is_even ? 1237 : 12);
            assert_int_equal(gestalt_population_status(f.p, agent),
                             is_even ? GESTALT_FAILURE : GESTALT_SUCCESS);
        }
        stop(&f);
    }
}

// With a pause, one round starts in a tick, and a last round ends the loop at once. A live child is
// resumed, and nothing is assigned.
static void test_for_each_pauses(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f =
            start(KEYS("'l':{'type':{'list':'vec2'},'capacity':3,'shared':true,"
                       "'init':['vec2(1, 2)','vec2(3, 4)']},'to':{'type':'vec2','host':true}," INT(
                           "starts")) "{'type':'for_each','key':'l','item':'to','pause':3,'child':"
                                      "{'type':'sequence','children':["
                                      "{'type':'set','key':'starts','to':'starts + "
                                      "1'},{'type':'wait','ticks':1},"
                                      "{'type':'set','key':'to.x','to':'-to.x'}]}}}",
                  lanes);
        static const int32_t starts[] = {1, 1, 1, 1, 2, 2};
        static const float xs[] = {1, -1, -1, -1, 3, -3};
        for (int i = 0; i < 6; i++) {
            tick(&f);
            for (uint32_t agent = 0; agent < AGENTS; agent++) {
                gestalt_value to = read(&f, agent, "to");
                assert_int_equal(read_int(&f, agent, "starts"), starts[i]);
                assert_true(to.vector[0] == xs[i] && to.vector[1] == (i < 4 ? 2 : 4));
                assert_int_equal(gestalt_population_status(f.p, agent),
                                 i < 5 ? GESTALT_RUNNING : GESTALT_SUCCESS);
            }
        }
        stop(&f);
    }
}

// ---- inits

// Each element is appended before the next init is evaluated, and new agents in old lanes start
// with new lists.
static void test_inits(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f = start(KEYS("'s':{'type':{'list':'bool'},'capacity':4,'shared':true,'init':["
                               "true,'!s[0]','s[0]']},"
                               "'l':{'type':{'list':'int'},'capacity':4,'init':["
                               "'agent','l[0] + count(l)','l[1] + find(s, false)']},"
                               "'b':{'type':{'list':'bool'},'capacity':2,'init':['s[2]','count(b) "
                               "== 0']}") "{'type':'push','key':'l','value':-1}}",
                          lanes);
        tick(&f);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            if (agent % 3 == 0)
                OK(gestalt_population_despawn(f.p, agent, NULL));
        }
        OK(gestalt_population_spawn(f.p, 0, AGENTS, NULL, NULL));
        for (uint32_t agent = 0; agent < 2 * AGENTS; agent++) {
            int32_t id = (int32_t)agent;
            if (!gestalt_population_has(f.p, agent))
                continue;
            check_ints(&f, agent, "l",
                       &(ints){{id, id + 1, id + 2, -1}, agent < AGENTS ? 4 : 3, 4});
            check_ints(&f, agent, "b", &(ints){{1, 0}, 2, 2});
        }
        gestalt_value s[4];
        size_t count;
        OK(gestalt_population_read_shared_list(f.p, 0, "s", s, 4, &count, NULL));
        assert_int_equal(count, 3);
        assert_true(s[0].boolean && !s[1].boolean && s[2].boolean);
        stop(&f);
    }
}

// ---- the host

// Append the count, for a list that is an argument, and invert the elements of a list of bools.
static void change_lists(gestalt_list numbers, gestalt_list bools, unsigned lane)
{
    assert_int_equal(numbers.type, GESTALT_VEC2);
    assert_int_equal(numbers.width, 2);
    assert_int_equal(numbers.capacity, 3);
    assert_int_equal(bools.capacity, 5);
    int32_t count = numbers.counts[lane];
    if (count < 3) {
        numbers.floats[(size_t)(count * 2) * numbers.stride + lane] = (float)count;
        numbers.floats[(size_t)(count * 2 + 1) * numbers.stride + lane] = 9;
        numbers.counts[lane]++;
    }
    for (int32_t i = 0; i < bools.counts[lane]; i++)
        bools.ints[(size_t)i * bools.stride + lane] ^= 1;
}

static void change_batch(gestalt_call *call)
{
    for (unsigned lane = 0; lane < 64; lane++)
        if (call->lanes >> lane & 1)
            change_lists(gestalt_column_list(call->arguments[0], GESTALT_VEC2),
                         gestalt_call_list(call, 1, GESTALT_BOOL), lane);
    call->succeeded = call->lanes;
}

static gestalt_status change_single(gestalt_single_call *call)
{
    change_lists(gestalt_column_list(call->arguments[0], GESTALT_VEC2),
                 gestalt_column_list(call->keys[1], GESTALT_BOOL), 0);
    return GESTALT_SUCCESS;
}

static void test_host(void **state)
{
    (void)state;
    static const gestalt_parameter arguments[] = {
        {.name = "points", .type = GESTALT_VEC2, .is_list = true}};
    static const gestalt_parameter keys[] = {{.name = "yes", .type = GESTALT_BOOL},
                                             {.name = "b", .type = GESTALT_BOOL, .is_list = true}};
    gestalt_function functions[] = {{.name = "change", .batch = change_batch},
                                    {.name = "change", .single = change_single}};
    for (int i = 0; i < 2; i++)
        for (int n = 0; n < LANE_COUNTS; n++) {
            uint32_t lanes = lane_counts[n];
            functions[i].arguments = arguments;
            functions[i].argument_count = 1;
            functions[i].keys = keys;
            functions[i].key_count = 2;
            fixture f = start_with(
                "{'gestalt':1,'blackboard':{'yes':{'type':'bool','init':'agent % 2 == 0'},"
                "'v':{'type':{'list':'vec2'},'capacity':3},"
                "'b':{'type':{'list':'bool'},'capacity':5,'init':['agent % 2 == 0',false]}},"
                "'actions':{'change':{'args':{'points':{'key':{'list':'vec2'}}}}},"
                "'root':{'type':'action','do':'change','args':{'points':'v'}}}",
                &functions[i], (gestalt_population_options){.lanes = lanes});
            for (int k = 0; k < 5; k++)
                tick(&f);
            for (uint32_t agent = 0; agent < AGENTS; agent++) {
                gestalt_value v[3];
                size_t count;
                OK(gestalt_population_read_list(f.p, agent, "v", v, 3, &count, NULL));
                assert_int_equal(count, 3);
                for (int k = 0; k < 3; k++)
                    assert_true(v[k].vector[0] == (float)k && v[k].vector[1] == 9);
                check_ints(&f, agent, "b", &(ints){{agent % 2 != 0, 1}, 2, 5});
                assert_int_equal(read(&f, agent, "yes").boolean, agent % 2 == 0);
            }
            stop(&f);
        }
}

// A host that writes a wrong count gets a list of the capacity; nothing else is read or written.
static void test_wrong_counts(void **state)
{
    (void)state;
    for (int n = 0; n < LANE_COUNTS; n++) {
        uint32_t lanes = lane_counts[n];
        fixture f =
            start(KEYS(LIST("l", "int", "3") "," LIST("m", "int", "9") "," INT("x") "," INT(
                      "y")) "{'type':'sequence','children':["
                            "{'type':'set','key':'m','to':'l'},"
                            "{'type':'set','key':'x','to':'l[3] + find(l, 8)'},"
                            "{'type':'force_success','child':{'type':'push','key':'l','value':9}},"
                            "{'type':'for_each','key':'l','item':'y','child':{'type':'success'}},"
                            "{'type':'pop','key':'l','at':1}]}}",
                  lanes);
        gestalt_key key;
        assert_true(gestalt_population_key(f.p, 0, "l", &key));
        for (uint64_t i = 0; i < gestalt_population_block_count(f.p, 0); i++) {
            gestalt_list list = gestalt_population_list(f.p, 0, i, key);
            for (unsigned lane = 0; lane < lanes; lane++) {
                list.counts[lane] = lane % 2 ? 1000 : -5;
                for (uint32_t k = 0; k < 3; k++)
                    list.ints[k * list.stride + lane] = (int32_t)(k + 1);
            }
        }
        for (uint32_t agent = 0; agent < AGENTS; agent++)
            write_int(&f, agent, "x", 8);
        tick(&f);
        for (uint32_t agent = 0; agent < AGENTS; agent++) {
            assert_int_equal(read_int(&f, agent, "x"), -1);
            assert_int_equal(read_int(&f, agent, "y"), 3);
            check_ints(&f, agent, "l", &(ints){{1, 3}, 2, 3});
            check_ints(&f, agent, "m", &(ints){{1, 2, 3}, 3, 9});
        }
        stop(&f);
    }
}

static bool text_append(void *user, const char *text, size_t size)
{
    char *to = user;
    size_t length = strlen(to);
    assert_true(length + size < 1000);
    memcpy(to + length, text, size);
    to[length + size] = 0;
    return true;
}

static void test_misfits(void **state)
{
    (void)state;
    static const gestalt_parameter arguments[] = {
        {.name = "a", .type = GESTALT_INT, .by_key = true},
        {.name = "b", .type = GESTALT_FLOAT, .is_list = true},
        {.name = "c", .type = GESTALT_INT, .is_list = true}};
    static const gestalt_parameter keys[] = {{.name = "l", .type = GESTALT_INT},
                                             {.name = "n", .type = GESTALT_INT, .is_list = true}};
    gestalt_function function = {.name = "change",
                                 .batch = change_batch,
                                 .arguments = arguments,
                                 .argument_count = 3,
                                 .keys = keys,
                                 .key_count = 2};
    gestalt_shape *shape =
        compile("{'gestalt':1,'blackboard':{'n':'int','l':{'type':{'list':'int'},'capacity':3}},"
                "'actions':{'change':{'args':{'a':{'key':{'list':'int'}},"
                "'b':{'key':{'list':'int'}},'c':{'key':{'list':'int'}}}}},"
                "'root':{'type':'action','do':'change','args':{'a':'l','b':'l','c':'l'}}}");
    gestalt_host *host;
    char text[1000] = "";
    OK(gestalt_host_create(NULL, &host, NULL));
    OK(gestalt_host_add(host, &function, NULL));
    gestalt_writer writer = {.write = text_append, .user = text};
    assert_int_equal(gestalt_host_misfits(host, shape, writer), 4);
    assert_string_equal(
        text,
        "`change` gets the argument `a` as key list of int; the host's function takes key int\n"
        "`change` gets the argument `b` as key list of int; the host's function takes key list of "
        "float\n"
        "`change` uses the blackboard key `l` as int; the shape has it as list of int\n"
        "`change` uses the blackboard key `n` as list of int; the shape has it as int\n");
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
    static const gestalt_parameter texts[] = {{.name = "a", .type = GESTALT_TEXT, .is_list = true}};
    function.arguments = texts;
    function.argument_count = 1;
    OK(gestalt_host_create(NULL, &host, NULL));
    assert_int_equal(gestalt_host_add(host, &function, NULL), GESTALT_BAD_ARGUMENT);
    gestalt_host_destroy(host);
}

// ---- sleep

static uint64_t sleeping_after(fixture *f, int ticks)
{
    for (int i = 0; i < ticks; i++)
        tick(f);
    return gestalt_population_sleeping_count(f->p);
}

static const gestalt_population_options told = {.lanes = 5, .announces_writes = true};

#define BESIDE_WAIT(node) "{'type':'priority','children':[" node ",{'type':'wait','ticks':1000}]}}"

// Agents sleep although a condition reads a list, and wake when the list is written.
static void test_sleep_reads(void **state)
{
    (void)state;
    static const char *const conditions[] = {"find(l, 3) == 1", "l[1] == 3", "count(l) == 2"};
    for (int i = 0; i < 3; i++) {
        char document[400];
        snprintf(document, sizeof document, KEYS(LIST("l", "int", "3")) BESIDE_WAIT("'%s'"),
                 conditions[i]);
        fixture f = start_with(document, NULL, told);
        assert_int_equal(sleeping_after(&f, 4), AGENTS);
        write_ints(&f, 7, "l", &(ints){{2, 3}, 2, 3});
        assert_int_equal(sleeping_after(&f, 0), AGENTS - 5);
        tick(&f);
        assert_int_equal(gestalt_population_status(f.p, 7), GESTALT_SUCCESS);
        assert_int_equal(gestalt_population_status(f.p, 6), GESTALT_RUNNING);
        stop(&f);
    }
    // without the promise to announce writes, no agent sleeps
    fixture f = start(KEYS(LIST("l", "int", "3")) BESIDE_WAIT("'count(l) > 0'"), 5);
    assert_int_equal(sleeping_after(&f, 4), 0);
    stop(&f);
}

// A loop that starts in each tick and fails: its list and its keys are watched.
static void test_sleep_loops(void **state)
{
    (void)state;
    static const char *const document = KEYS(
        "'l':{'type':{'list':'int'},'capacity':3,'host':true,'init':[1,2]}," INT("x") "," INT("i"))
        BESIDE_WAIT("{'type':'for_each','key':'l','item':'x','index':'i',"
                    "'child':{'type':'failure'}}");
    static const char *const keys[] = {"x", "i", "l"};
    for (int i = 0; i < 3; i++) {
        fixture f = start_with(document, NULL, told);
        assert_int_equal(sleeping_after(&f, 4), AGENTS);
        if (i < 2)
            write_int(&f, 7, keys[i], 5);
        else
            write_ints(&f, 7, keys[i], &(ints){{3, 1}, 2, 3});
        assert_int_equal(gestalt_population_sleeping_count(f.p), AGENTS - 5);
        tick(&f);
        assert_int_equal(read_int(&f, 7, "x"), i < 2 ? 1 : 3);
        assert_int_equal(read_int(&f, 7, "i"), 0);
        stop(&f);
    }
    fixture f = start(document, 5);
    assert_int_equal(sleeping_after(&f, 4), 0);
    stop(&f);
}

// Agents sleep in a loop that pauses, until the pause is over.
static void test_sleep_pauses(void **state)
{
    (void)state;
    fixture f = start_with(KEYS("'l':{'type':{'list':'int'},'capacity':3,'init':[1,2]}," INT(
                               "x")) "{'type':'for_each','key':'l','item':'x','pause':20,"
                                     "'child':{'type':'success'}}}",
                           NULL, told);
    assert_int_equal(sleeping_after(&f, 4), AGENTS);
    assert_int_equal(sleeping_after(&f, 16), AGENTS);
    for (uint32_t agent = 0; agent < AGENTS; agent++)
        assert_int_equal(read_int(&f, agent, "x"), 1);
    tick(&f);
    for (uint32_t agent = 0; agent < AGENTS; agent++) {
        assert_int_equal(read_int(&f, agent, "x"), 2);
        assert_int_equal(gestalt_population_status(f.p, agent), GESTALT_SUCCESS);
    }
    stop(&f);
}

// What can change a list keeps agents awake, and is carried out once in each tick.
static void test_sleep_changes(void **state)
{
    (void)state;
    static const ints full = {{0, 1, 2, 3, 4, 5, 6, 7, 8}, 9, 9};
    static const char *const document =
        KEYS(LIST("l", "int", "9")) BESIDE_WAIT("{'type':'force_failure','child':"
                                                "{'type':'push','key':'l','value':'count(l)'}}");
    fixture f = start_with(document, NULL, told);
    for (int32_t i = 1; i < 12; i++) {
        ints list = full;
        list.count = i < 9 ? i : 9;
        assert_int_equal(sleeping_after(&f, 1), 0);
        for (uint32_t agent = 0; agent < AGENTS; agent++)
            check_ints(&f, agent, "l", &list);
    }
    stop(&f);
    // the list is full, so the node always fails
    f = start_with(KEYS(LIST("l", "int", "9"))
                       BESIDE_WAIT("{'type':'decide','if':'count(l) == 9',"
                                   "'then':{'type':'push','key':'l','value':1}}"),
                   NULL, told);
    for (uint32_t agent = 0; agent < AGENTS; agent++)
        write_ints(&f, agent, "l", &full);
    assert_int_equal(sleeping_after(&f, 4), 0);
    stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_push),
        cmocka_unit_test(test_push_at_end),
        cmocka_unit_test(test_pop),
        cmocka_unit_test(test_pop_types),
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_order_of_evaluation),
        cmocka_unit_test(test_elements),
        cmocka_unit_test(test_elements_of_some),
        cmocka_unit_test(test_elements_of_types),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_for_each),
        cmocka_unit_test(test_for_each_changes),
        cmocka_unit_test(test_for_each_pauses),
        cmocka_unit_test(test_inits),
        cmocka_unit_test(test_host),
        cmocka_unit_test(test_wrong_counts),
        cmocka_unit_test(test_misfits),
        cmocka_unit_test(test_sleep_reads),
        cmocka_unit_test(test_sleep_loops),
        cmocka_unit_test(test_sleep_pauses),
        cmocka_unit_test(test_sleep_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
