// SPDX-License-Identifier: MIT
// Measures expressions: nanoseconds for one evaluation over 64 lanes, with each set of kernels, and
// for one lane. All results must equal those of the plain set. Then compares functions for one
// agent with the float functions of the C library, and prints the ratio of the times.
//
//     bench_expression [MILLISECONDS_FOR_EACH]
#include "formula.h"
#include "memory.h"
#include "plan.h"

#include <gestalt/gestalt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK_SIZE = 8192, CALLS = 1000 };

static const char *const sets[][2] = {
    {"i", "i + 1"},
    {"x", "x + 0.5"},
    {"i", "5"},
    {"x", "y"},
    {"x", "x + y"},
    {"x", "x + y * dt"},
    {"x", "clamp(x + 1, 0, 100)"},
    {"i", "i * 7 / 10"},
    {"i", "i / j"},
    {"i", "i % 10"},
    {"i", "b ? i + 1 : 0"},
    {"x", "distance(u, v)"},
    {"x", "round(y)"},
    {"b", "x < 25"},
};
static const char *const conditions[] = {
    "x < 25",
    "i > 0",
    "x < y",
    "b",
    "b && x < 25",
    "x > 10 && x < 25",
    "j * 7 % 64 == 13",
    "distance(u, v) < 2.5",
    "distance(u, w) < 2.5",
    "!b || time > 3",
};

static volatile uint64_t sink; // keeps the compiler from removing calls whose results are not used

static double expression_bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void expression_bench_fail(const char *what)
{
    fprintf(stderr, "bench_expression: %s\n", what);
    exit(1);
}

static gestalt_shape *expression_bench_compile(const char *key, const char *text)
{
    char document[1000];
    int size = snprintf(
        document, sizeof document,
        "{\"gestalt\":1,\"name\":\"b\",\"blackboard\":{\"i\":\"int\",\"j\":\"int\",\"x\":\"float\","
        "\"y\":\"float\",\"b\":\"bool\",\"u\":\"vec2\",\"v\":\"vec2\",\"w\":{\"type\":\"vec2\","
        "\"shared\":true}},\"root\":{%s%s%s%s\"}}",
        key ? "\"type\":\"set\",\"key\":\"" : "\"type\":\"condition\",\"if\":\"", key ? key : "",
        key ? "\",\"to\":\"" : "", text);
    gestalt_shape *shape;
    if (gestalt_compile_text("b", document, (size_t)size, NULL, &shape, NULL, NULL) != GESTALT_OK)
        expression_bench_fail(text);
    return shape;
}

typedef struct memory {
    _Alignas(64) unsigned char cohort[BLOCK_SIZE];
    _Alignas(64) unsigned char scratch[BLOCK_SIZE];
    formula_moment moment;
    uint32_t shared[2];
} memory;

// Fill in the same values in every run. Ints and floats are small, as in games.
static void expression_bench_fill(memory *m, const gestalt_specification *spec,
                                  const cohort_layout *layout)
{
    uint64_t random = 1;
    memset(m, 0, sizeof *m);
    m->moment = (formula_moment){.all = ~UINT64_C(0), .time = 2, .dt = 0.05f, .one = 1};
    m->moment.one_float = 1;
    for (uint32_t i = 0; i < spec->number_columns * layout->stride; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        int32_t integer = (int32_t)(random >> 58);
        float number = (float)integer;
        if (i < 2 * layout->stride)
            memcpy(m->cohort + layout->numbers + i * 4, &integer, 4);
        else
            memcpy(m->cohort + layout->numbers + i * 4, &number, 4);
    }
    memcpy(m->cohort + layout->bools, &random, 8);
}

static double expression_bench_measure(const char *key, const char *text, const kernels *k,
                                       uint32_t lanes, double time, uint64_t *check)
{
    static memory m;
    gestalt_shape *shape = expression_bench_compile(key, text);
    gestalt_allocator allocator = memory_allocator(NULL);
    cohort_layout layout;
    plan *p = plan_create(shape, &allocator);
    if (!p || !cohort_layout_make(p, lanes, GESTALT_STATES_AUTO, &layout) ||
        layout.size > BLOCK_SIZE)
        expression_bench_fail("no plan");
    uint32_t item_count = shape->specification->item_count;
    uint64_t *items = malloc(item_count * sizeof *items);
    formulas *f = items ? formulas_create(shape, &layout, k, items, &allocator) : NULL;
    if (!f || f->scratch_size > BLOCK_SIZE)
        expression_bench_fail("no formulas");
    expression_bench_fill(&m, shape->specification, &layout);
    formula_frame frame = {.memory = {[MEMORY_COHORT] = m.cohort,
                                      [MEMORY_SCRATCH] = m.scratch,
                                      [MEMORY_CONSTANTS] = (unsigned char *)f->constants,
                                      [MEMORY_MOMENT] = (unsigned char *)&m.moment,
                                      [MEMORY_SHARED_NUMBERS] = (unsigned char *)m.shared}};
    uint64_t mask = lanes == 1 ? 1 : UINT64_C(0xF7FFEFFFFBFFFFFE);
    const formula_step *s = f->steps + item_argument(items[1]);
    *check = s->run(s, &frame, mask) & mask;
    for (uint32_t i = 0; i < layout.size; i++)
        *check = *check * 31 + m.cohort[i];
    double start = expression_bench_now(), best = 1e9;
    while (expression_bench_now() < start + time) {
        double before = expression_bench_now();
        for (int i = 0; i < CALLS; i++)
            sink += s->run(s, &frame, mask);
        double each = (expression_bench_now() - before) / CALLS;
        best = each < best ? each : best;
    }
    formulas_destroy(f, &allocator);
    free(items);
    plan_destroy(p, &allocator);
    gestalt_shape_destroy(shape);
    return best;
}

static void measure_all(const char *key, const char *text, double time)
{
    uint64_t check, expected = 0;
    char what[100];
    snprintf(what, sizeof what, "%s%s%s", key ? key : "", key ? " = " : "", text);
    printf("%-24s %8.1f", what,
           expression_bench_measure(key, text, kernels_all[0], 1, time, &check));
    for (size_t i = 0; kernels_all[i] && kernels_all[i]->is_supported(); i++) {
        printf(" %8.1f", expression_bench_measure(key, text, kernels_all[i], 64, time, &check));
        if (i > 0 && check != expected)
            expression_bench_fail("the sets of kernels differ");
        expected = check;
    }
    printf("\n");
}

// ---- functions compared with the C library

static float library_sin(float x, float y)
{
    (void)y;
    return sinf(x);
}

static float library_cos(float x, float y)
{
    (void)y;
    return cosf(x);
}

static float library_exp(float x, float y)
{
    (void)y;
    return expf(x);
}

static float library_log(float x, float y)
{
    (void)y;
    return logf(x);
}

static const struct {
    const char *text;
    float (*library)(float, float);
} functions[] = {
    {"sin(y)", library_sin}, {"cos(y)", library_cos},   {"exp(y)", library_exp},
    {"log(y)", library_log}, {"atan2(y, u.x)", atan2f},
};

// Return the nanoseconds for one call. The operands are the same as in expression_bench_fill.
static double expression_bench_library(float (*function)(float, float), double time)
{
    static float y[64], x[64], result[64];
    for (int i = 0; i < 64; i++)
        y[i] = (float)(i * 37 % 64), x[i] = (float)(i * 29 % 64);
    double start = expression_bench_now(), best = 1e9;
    while (expression_bench_now() < start + time) {
        double before = expression_bench_now();
        for (int i = 0; i < CALLS; i++)
            result[i % 64] = function(y[i % 64], x[i % 64]);
        double each = (expression_bench_now() - before) / CALLS;
        best = each < best ? each : best;
        sink += (uint64_t)result[7];
    }
    return best;
}

static void measure_function(const char *text, float (*library)(float, float), double time)
{
    uint64_t check, expected = 0;
    double base = expression_bench_library(library, time);
    printf("%-24s %8.2f", text, base);
    double one = expression_bench_measure("x", text, kernels_all[0], 1, time, &check);
    printf(" %8.2f %4.2fx", one, one / base);
    for (size_t i = 0; kernels_all[i] && kernels_all[i]->is_supported(); i++) {
        double all = expression_bench_measure("x", text, kernels_all[i], 64, time, &check) / 64;
        printf(" %8.2f %4.2fx", all, all / base);
        if (i > 0 && check != expected)
            expression_bench_fail("the sets of kernels differ");
        expected = check;
    }
    printf("\n");
}

static void measure_functions(double time)
{
    printf("\n%-24s %8s %14s", "ns for one agent", "C", "one lane");
    for (size_t i = 0; kernels_all[i] && kernels_all[i]->is_supported(); i++)
        printf(" %14s", kernels_all[i]->name);
    printf("\n");
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        measure_function(functions[i].text, functions[i].library, time);
}

int main(int count, char **arguments)
{
    double time = (count > 1 ? atof(arguments[1]) : 5) * 1e6;
    printf("%-24s %8s", "ns", "one lane");
    for (size_t i = 0; kernels_all[i] && kernels_all[i]->is_supported(); i++)
        printf(" %8s", kernels_all[i]->name);
    printf("\n");
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        measure_all(sets[i][0], sets[i][1], time);
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        measure_all(NULL, conditions[i], time);
    measure_functions(time);
    return 0;
}
