// SPDX-License-Identifier: MIT
// A proof that elementary functions return the float nearest to the exact result: for all floats,
// or for atan2 for many pairs. Each result is compared with that of the C library in double, which
// is only assumed to have a relative error of less than 2^-44, 250 times as large as documented. If
// this does not decide which float is nearest, MPFR decides, with 300 bits. The program tests the
// functions themselves, and the kernels of the best instruction set that the machine has. Kernels
// of the other sets are compiled from the same source, and are tested for one column in 8.
//
//    proof [--each=N] [--seed=N] [--kernels] [--hard] [NAME...]
//
//    --kernels test the kernels of all instruction sets for all columns
//    --each=N  test one in N operands, starting with one of the first N, which depends on the
//              seed; for atan2 a million pairs
//    --hard    print the operands whose results are nearest to a middle, as in hard_cases.def
#include "elementary.h"
#include "kernels.h"
#include "scalar.h"

#include <inttypes.h>
#include <math.h>
#include <mpfr.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    LANES = 64,
    BITS = 300,
    THREADS_MAX = 64,
    SHOWN = 10,
    PAIRS = 100000000,
    PAIRS_MIN = 1000000
};

static const double doubt = 0x1p-44;
static const double hard = 0x1p-52;

// ---- functions. Those of one operand ignore the second one.

typedef struct function {
    const char *name;
    item_type op;
    bool has_pairs;
    float (*own)(float, float);
    double (*library)(double, double);
    int (*exact)(mpfr_t, const mpfr_t, const mpfr_t);
} function;

#define OF_ONE(name)                                                                               \
    static float own_##name(float x, float y)                                                      \
    {                                                                                              \
        (void)y;                                                                                   \
        return elementary_##name(x);                                                               \
    }                                                                                              \
    static double library_##name(double x, double y)                                               \
    {                                                                                              \
        (void)y;                                                                                   \
        return name(x);                                                                            \
    }                                                                                              \
    static int exact_##name(mpfr_t result, const mpfr_t x, const mpfr_t y)                         \
    {                                                                                              \
        (void)y;                                                                                   \
        return mpfr_##name(result, x, MPFR_RNDN);                                                  \
    }
OF_ONE(sin)
OF_ONE(cos)
OF_ONE(exp)
OF_ONE(log)

static int exact_atan2(mpfr_t result, const mpfr_t y, const mpfr_t x)
{
    return mpfr_atan2(result, y, x, MPFR_RNDN);
}

static const function functions[] = {
    {"sin", OP_SIN, false, own_sin, library_sin, exact_sin},
    {"cos", OP_COS, false, own_cos, library_cos, exact_cos},
    {"exp", OP_EXP, false, own_exp, library_exp, exact_exp},
    {"log", OP_LOG, false, own_log, library_log, exact_log},
    {"atan2", OP_ATAN2, true, elementary_atan2, atan2, exact_atan2},
};
enum { FUNCTION_COUNT = sizeof functions / sizeof *functions };

// ---- a proof, and the state that its threads share

typedef struct proof {
    const function *of;
    // operand i is first + i * each; for pairs, `first` is the seed of the blocks
    uint64_t each, first, count;
    bool shows_hard, has_all_kernels;
    _Atomic uint64_t next; // next block
    _Atomic uint64_t wrong, doubtful;
    pthread_mutex_t printing;
} proof;

enum { BLOCK = 1 << 16 }; // operands in a block

// The operands and the results of a block, as the columns of a kernel.
typedef struct columns {
    _Alignas(64) float x[LANES], y[LANES], result[LANES];
} columns;

static bool is_same(float a, float b)
{
    return scalar_canonical_bits(a) == scalar_canonical_bits(b);
}

static void proof_fail(proof *p, const char *who, float x, float y, float is, float right)
{
    if (atomic_fetch_add(&p->wrong, 1) >= SHOWN)
        return;
    pthread_mutex_lock(&p->printing);
    if (p->of->has_pairs)
        printf("%s(%a, %a) is %a by %s, but should be %a\n", p->of->name, (double)x, (double)y,
               (double)is, who, (double)right);
    else
        printf("%s(%a) is %a by %s, but should be %a\n", p->of->name, (double)x, (double)is, who,
               (double)right);
    pthread_mutex_unlock(&p->printing);
}

// Print operands whose result is so near to the middle of two floats that doubles do not decide.
static void show_hard(proof *p, mpfr_t exact, float nearest, float x, float y)
{
    double sides[] = {(double)nextafterf(nearest, -INFINITY),
                      (double)nextafterf(nearest, INFINITY)};
    for (int i = 0; i < 2; i++) {
        double middle = ((double)nearest + sides[i]) / 2;
        mpfr_t distance;
        mpfr_init2(distance, BITS);
        mpfr_sub_d(distance, exact, middle, MPFR_RNDN);
        mpfr_div(distance, distance, exact, MPFR_RNDN);
        double part = fabs(mpfr_get_d(distance, MPFR_RNDN));
        mpfr_clear(distance);
        if (part >= hard)
            continue;
        pthread_mutex_lock(&p->printing);
        printf("HARD(%s, %a, %a, %a) // 2^%.1f\n", p->of->name, (double)x, (double)y,
               (double)nearest, log2(part));
        pthread_mutex_unlock(&p->printing);
    }
}

static float exact_result(proof *p, float x, float y)
{
    mpfr_t a, b, result;
    mpfr_init2(a, 24);
    mpfr_init2(b, 24);
    mpfr_init2(result, BITS);
    mpfr_set_flt(a, x, MPFR_RNDN);
    mpfr_set_flt(b, y, MPFR_RNDN);
    p->of->exact(result, a, b);
    float nearest = mpfr_get_flt(result, MPFR_RNDN);
    if (p->shows_hard)
        show_hard(p, result, nearest, x, y);
    mpfr_clear(a);
    mpfr_clear(b);
    mpfr_clear(result);
    return nearest;
}

static float right_result(proof *p, float x, float y)
{
    double near = p->of->library((double)x, (double)y);
    float low = (float)(near * (1 - doubt)), high = (float)(near * (1 + doubt));
    if (is_same(low, high))
        return low;
    atomic_fetch_add(&p->doubtful, 1);
    return exact_result(p, x, y);
}

// `number` is the number of the columns. Some numbers use other kernels than the best.
static void prove_columns(proof *p, columns *c, uint64_t number)
{
    float right[LANES];
    for (int i = 0; i < LANES; i++) {
        right[i] = right_result(p, c->x[i], c->y[i]);
        float is = p->of->own(c->x[i], c->y[i]);
        if (!is_same(is, right[i]))
            proof_fail(p, "itself", c->x[i], c->y[i], is, right[i]);
    }
    const formula_frame frame = {.memory = {[MEMORY_COHORT] = (unsigned char *)c}};
    const formula_step step = {.count = LANES,
                               .a = formula_place_of(MEMORY_COHORT, offsetof(columns, x)),
                               .b = formula_place_of(MEMORY_COHORT, offsetof(columns, y)),
                               .result =
                                   formula_place_of(MEMORY_COHORT, offsetof(columns, result))};
    bool takes_all = p->has_all_kernels || number % 8 == 0;
    for (size_t k = 0; kernels_all[k]; k++) {
        if (!kernels_all[k]->is_supported() || !(takes_all || kernels_all[k] == kernels_best()))
            continue;
        kernels_all[k]->run[p->of->op - OP_FIRST][KERNEL_COLUMNS](&step, &frame, ~UINT64_C(0));
        for (int i = 0; i < LANES; i++)
            if (!is_same(c->result[i], right[i]))
                proof_fail(p, kernels_all[k]->name, c->x[i], c->y[i], c->result[i], right[i]);
    }
}

// ---- operands

static uint64_t proof_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

// Draw two floats: any two, or, more often, two whose exponents differ by at most 30.
static void draw_pair(uint64_t *random, float *x, float *y)
{
    uint64_t bits = proof_random(random), more = proof_random(random);
    uint32_t a = (uint32_t)bits, b = (uint32_t)(bits >> 32);
    int shift = (int)(more % 61) - 30, exponent = (int)(a >> 23 & 0xFF) + shift;
    if (more >> 62 && exponent >= 0 && exponent < 255)
        b = (b & UINT32_C(0x807FFFFF)) | (uint32_t)exponent << 23;
    *x = scalar_float_of_bits(a);
    *y = scalar_float_of_bits(b);
}

static void prove_block(proof *p, uint64_t block)
{
    columns c = {{0}, {0}, {0}};
    uint64_t begin = block * BLOCK, end = begin + BLOCK < p->count ? begin + BLOCK : p->count;
    uint64_t random = p->first ^ (block + 1) << 40;
    for (uint64_t i = begin; i < end; i += LANES) {
        for (uint64_t lane = 0; lane < LANES; lane++) {
            uint64_t bits = p->first + (i + lane < end ? i + lane : begin) * p->each;
            if (p->of->has_pairs)
                draw_pair(&random, &c.x[lane], &c.y[lane]);
            else
                c.x[lane] = scalar_float_of_bits((uint32_t)bits);
        }
        prove_columns(p, &c, i / LANES);
    }
}

static void *prove_blocks(void *argument)
{
    proof *p = argument;
    uint64_t blocks = (p->count + BLOCK - 1) / BLOCK;
    for (uint64_t block; (block = atomic_fetch_add(&p->next, 1)) < blocks;)
        prove_block(p, block);
    mpfr_free_cache();
    return NULL;
}

// ---- hard operands and edge cases

#define HARD(function, first, second, nearest) {#function, first, second, nearest},
static const struct {
    const char *name;
    float x, y, right;
} hard_cases[] = {
#include "hard_cases.def"
};

static const float edges[] = {
    0.0f,
    0x1p-149f,
    0x1.8p-148f,
    0x1.fffffcp-127f,
    0x1p-126f,
    0x1p-75f,
    0x1p-30f,
    0x1.000002p-26f,
    0x1p-24f,
    0x1p-12f,
    0.25f,
    0x1.fffffep-2f,
    0.5f,
    0x1.7ffffep-1f,
    0.75f,
    0x1.fffffep-1f,
    1.0f,
    0x1.000002p+0f,
    1.5f,
    2.0f,
    3.0f,
    0x1.921fb6p+1f,
    0x1.62e42ep+6f,
    0x1.62e43p+6f,
    104.0f,
    0x1p20f,
    0x1.000002p+20f,
    0x1p24f,
    0x1.fffffep+127f,
    INFINITY,
    NAN,
};
enum { EDGE_COUNT = 2 * (int)(sizeof edges / sizeof *edges) };

static float edge_at(int i)
{
    return i % 2 ? -edges[i / 2] : edges[i / 2];
}

static void prove_edges(proof *p)
{
    columns c;
    for (int i = 0; i < EDGE_COUNT; i++) {
        for (int lane = 0; lane < LANES; lane++) {
            c.y[lane] = edge_at(i);
            c.x[lane] = edge_at(lane % EDGE_COUNT);
        }
        prove_columns(p, &c, 0);
    }
    for (size_t i = 0; i < sizeof hard_cases / sizeof *hard_cases; i++) {
        if (strcmp(hard_cases[i].name, p->of->name) != 0)
            continue;
        for (int lane = 0; lane < LANES; lane++) {
            c.x[lane] = hard_cases[i].x;
            c.y[lane] = hard_cases[i].y;
        }
        float right = exact_result(p, c.x[0], c.y[0]);
        if (!is_same(right, hard_cases[i].right))
            proof_fail(p, "hard_cases.def", c.x[0], c.y[0], hard_cases[i].right, right);
        prove_columns(p, &c, 0);
    }
}

// ---- the command

static double proof_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct options {
    uint64_t each, seed;
    bool shows_hard, has_all_kernels;
    bool names[FUNCTION_COUNT]; // functions to test; all if none is set
} options;

static void run_threads(proof *p)
{
    pthread_t threads[THREADS_MAX];
    long wanted = sysconf(_SC_NPROCESSORS_ONLN);
    int count = 0;
    while (count < wanted && count < THREADS_MAX &&
           pthread_create(&threads[count], NULL, prove_blocks, p) == 0)
        count++;
    if (count == 0)
        prove_blocks(p);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

static bool prove(const function *of, const options *o)
{
    double start = proof_now();
    uint64_t all = of->has_pairs ? PAIRS : UINT64_C(1) << 32;
    proof p = {.of = of,
               .each = o->each,
               .first = of->has_pairs ? o->seed : o->seed % o->each,
               .has_all_kernels = o->has_all_kernels,
               .count = all / o->each};
    if (of->has_pairs && p.count < PAIRS_MIN)
        p.count = PAIRS_MIN;
    pthread_mutex_init(&p.printing, NULL);
    prove_edges(&p);
    uint64_t edge_doubts = atomic_exchange(&p.doubtful, 0);
    p.shows_hard = o->shows_hard;
    run_threads(&p);
    printf("# %s: %" PRIu64 " %s, %" PRIu64 " wrong; MPFR told %" PRIu64 " and %" PRIu64
           " at edges; %.1f s\n",
           of->name, p.count, of->has_pairs ? "pairs" : "operands", p.wrong, p.doubtful,
           edge_doubts, proof_now() - start);
    fflush(stdout);
    return p.wrong == 0;
}

static bool read_number(const char *argument, const char *name, uint64_t *number)
{
    size_t size = strlen(name);
    if (strncmp(argument, name, size) != 0)
        return false;
    char *end;
    *number = strtoull(argument + size, &end, 10);
    return argument[size] >= '0' && argument[size] <= '9' && *end == 0;
}

static bool read_name(const char *argument, options *o)
{
    for (int i = 0; i < FUNCTION_COUNT; i++)
        if (strcmp(argument, functions[i].name) == 0) {
            o->names[i] = true;
            return true;
        }
    return false;
}

static bool read_option(const char *argument, options *o)
{
    if (strcmp(argument, "--hard") == 0)
        return o->shows_hard = true;
    if (strcmp(argument, "--kernels") == 0)
        return o->has_all_kernels = true;
    if (read_number(argument, "--each=", &o->each))
        return o->each > 0;
    return read_number(argument, "--seed=", &o->seed) || read_name(argument, o);
}

int main(int count, char **arguments)
{
    options o = {.each = 1, .seed = 1};
    for (int i = 1; i < count; i++)
        if (!read_option(arguments[i], &o)) {
            fprintf(stderr,
                    "proof: `%s` is unknown; write --each=N, --seed=N, --kernels, --hard, or one "
                    "of sin, cos, exp, log and atan2\n",
                    arguments[i]);
            return 2;
        }
    bool has_names = false;
    for (int i = 0; i < FUNCTION_COUNT; i++)
        has_names = has_names || o.names[i];
    int status = 0;
    printf("1..%d\n", FUNCTION_COUNT);
    for (int i = 0; i < FUNCTION_COUNT; i++) {
        bool skips = has_names && !o.names[i];
        bool good = skips || prove(&functions[i], &o);
        printf("%s %d %s%s\n", good ? "ok" : "not ok", i + 1, functions[i].name,
               skips ? " # SKIP not asked for" : "");
        status = good ? status : 1;
    }
    return status;
}
