// SPDX-License-Identifier: MIT
// Expressions: tables of values and of errors, every pair of operators, the exact limits, memory
// that runs out anywhere, random expressions, and the examples of docs/expressions.md.
#include "diagnostic.h"
#include "expression_world.h"
#include "nodes.h"
#include "scalar.h"
#include "scalar_op.h"
#include "shape_limits.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static world the_world;

typedef struct report {
    int code;
    uint32_t begin, end;
    char message[400], help[400];
} report;

typedef struct reports {
    uint32_t count;
    report list[8];
} reports;

static void keep_report(void *user, int code, uint32_t begin, uint32_t end, const char *message,
                        const char *help)
{
    reports *to = user;
    if (to->count < 8) {
        report *r = &to->list[to->count];
        *r = (report){code, begin, end, "", ""};
        snprintf(r->message, sizeof r->message, "%s", message);
        snprintf(r->help, sizeof r->help, "%s", help ? help : "");
    }
    to->count++;
}

// A text that goes through everything: parsed, compiled, run, evaluated as a tree, printed, and
// compiled again.
typedef struct attempt {
    arena memory;
    reports reports;
    expression_scope scope;
    const expression *e;
    expression_code code;
} attempt;

// All texts have one place, so comparing two of them says nothing.
static uint32_t place_of_text(void *user, const char *text)
{
    (void)user;
    (void)text;
    return 0;
}

static void attempt_start(attempt *t)
{
    memset(t, 0, sizeof *t);
    arena_start(&t->memory, (gestalt_allocator){0});
    t->scope = (expression_scope){.lookup = world_lookup,
                                  .lookup_user = &the_world,
                                  .text = place_of_text,
                                  .report = keep_report,
                                  .report_user = &t->reports};
}

static void attempt_compile(attempt *t, const char *text, size_t size, value_type wanted)
{
    if (setjmp(t->memory.escape))
        fail_msg("out of memory");
    t->reports.count = 0;
    t->code = (expression_code){0};
    t->e = expression_parse(&t->memory, text, size, keep_report, &t->reports);
    if (t->e)
        t->code = expression_compile(&t->memory, t->e, &t->scope, wanted);
    assert_true((t->code.type == VALUE_NONE) == (t->reports.count > 0));
}

static void attempt_end(attempt *t)
{
    arena_destroy(&t->memory);
}

// The names of the compiled operations.
static const char *code_text(const expression_code *code)
{
    static char text[1000];
    size_t size = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < code->item_count; i++) {
        const op_info *info = op_info_of(item_type_of(code->items[i]));
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%s", i ? " " : "",
                                 info->enumerator);
        if (info->form == SYNTAX_CONST)
            size += (size_t)snprintf(text + size, sizeof text - size, ":%x",
                                     (unsigned)item_argument(code->items[i]));
    }
    return text;
}

static const char *value_text(world_value v)
{
    static char texts[2][60];
    static int turn;
    char *text = texts[turn = !turn];
    if (v.type == 'f')
        snprintf(text, sizeof texts[0], "float %a (%08x)", (double)v.number,
                 (unsigned)scalar_canonical_bits(v.number));
    else
        snprintf(text, sizeof texts[0], "%c %d", v.type ? v.type : '?', (int)v.integer);
    return text;
}

// Print the code, and compile what was printed.
static void check_print(attempt *t, const char *text, value_type wanted)
{
    static char printed[4 * LIMIT_EXPRESSION_SIZE];
    bool converts = wanted == VALUE_FLOAT;
    assert_true(world_print(&the_world, &t->memory, &t->code, converts, printed, sizeof printed));
    attempt again;
    attempt_start(&again);
    attempt_compile(&again, printed, strlen(printed), wanted);
    if (again.reports.count)
        fail_msg("`%.300s` prints as `%.300s`: %s", text, printed, again.reports.list[0].message);
    if (!world_same_code(&t->code, &again.code))
        fail_msg("`%.300s` (%s) prints as `%.300s`, which compiles to something else", text,
                 code_text(&t->code), printed);
    attempt_end(&again);
}

static world_value check_value(attempt *t, const char *text, value_type wanted, uint64_t seed)
{
    world_value run = world_run(&the_world, &t->code, seed);
    uint64_t draws = seed;
    world_value read = world_read(t->e, &draws);
    if (wanted == VALUE_FLOAT && read.type == 'i')
        read = world_to_float(read);
    if (!world_same(run, read))
        fail_msg("`%.300s` (%s) runs to %s and reads as %s", text, code_text(&t->code),
                 value_text(run), value_text(read));
    assert_int_equal(t->code.type, world_type(run.type));
    return run;
}

// ---- values

#define BOOL(x)                                                                                    \
    {                                                                                              \
        'b', .integer = (x)                                                                        \
    }
#define INT(x)                                                                                     \
    {                                                                                              \
        'i', .integer = (x)                                                                        \
    }
#define FLOAT(x)                                                                                   \
    {                                                                                              \
        'f', .number = (x)                                                                         \
    }

static const struct {
    const char *text;
    world_value value;
} value_cases[] = {
    // literals
    {"true", BOOL(1)},
    {"false", BOOL(0)},
    {"0", INT(0)},
    {"12", INT(12)},
    {"2147483647", INT(INT32_MAX)},
    {"1.5", FLOAT(1.5f)},
    {"0.0", FLOAT(0.0f)},
    {"2e3", FLOAT(2000.0f)},
    {"2E3", FLOAT(2000.0f)},
    {"2e+3", FLOAT(2000.0f)},
    {"25e-1", FLOAT(2.5f)},
    {"1.25e2", FLOAT(125.0f)},
    {"0e0", FLOAT(0.0f)},
    {"0.1", FLOAT(0.1f)},
    {"16777217.0", FLOAT(16777216.0f)},
    {"16777219.0", FLOAT(16777220.0f)},
    {"3.4028235e38", FLOAT(0x1.fffffep127f)},
    {"1e39", FLOAT(INFINITY)},
    {"1e-45", FLOAT(0x1p-149f)},
    {"1e-46", FLOAT(0.0f)},
    {"1e-400", FLOAT(0.0f)},
    {"1.000000059604644775390625", FLOAT(1.0f)},
    // the nearest double is exactly between two floats
    {"1.00000005960464477539062500001", FLOAT(1.0f)},
    {"1.00000005960464499744", FLOAT(0x1.000002p0f)},
    {" \t\r\n12 \n", INT(12)},
    // unary
    {"-5", INT(-5)},
    {"--5", INT(5)},
    {"- - -5", INT(-5)},
    {"-(5)", INT(-5)},
    {"-2147483647 - 1", INT(INT32_MIN)},
    {"-(-2147483647 - 1)", INT(INT32_MIN)},
    {"-0", INT(0)},
    {"-0.0", FLOAT(-0.0f)},
    {"--0.0", FLOAT(0.0f)},
    {"-1.5", FLOAT(-1.5f)},
    {"!true", BOOL(0)},
    {"!!true", BOOL(1)},
    {"!false", BOOL(1)},
    {"!(1 < 2)", BOOL(0)},
    // int arithmetic
    {"1 + 2", INT(3)},
    {"1+2", INT(3)},
    {"2147483647 + 1", INT(INT32_MIN)},
    {"-2147483647 - 2", INT(INT32_MAX)},
    {"65536 * 65536", INT(0)},
    {"65536 * 32768", INT(INT32_MIN)},
    {"46341 * 46341", INT(-2147479015)},
    {"123456789 * 987654321", INT(-67153019)},
    {"7 - 10", INT(-3)},
    {"1 - -1", INT(2)},
    {"1--1", INT(2)},
    {"7 / 2", INT(3)},
    {"-7 / 2", INT(-3)},
    {"7 / -2", INT(-3)},
    {"-7 / -2", INT(3)},
    {"7 / 0", INT(0)},
    {"-7 / 0", INT(0)},
    {"0 / 0", INT(0)},
    {"(-2147483647 - 1) / -1", INT(INT32_MIN)},
    {"(-2147483647 - 1) / 1", INT(INT32_MIN)},
    {"(-2147483647 - 1) / 0", INT(0)},
    {"7 % 3", INT(1)},
    {"-7 % 3", INT(-1)},
    {"7 % -3", INT(1)},
    {"-7 % -3", INT(-1)},
    {"7 % 0", INT(0)},
    {"6 % 3", INT(0)},
    {"-6 % 3", INT(0)},
    {"7 % 1", INT(0)},
    {"7 % -1", INT(0)},
    {"(-2147483647 - 1) % -1", INT(0)},
    {"(-2147483647 - 1) % 2147483647", INT(-1)},
    {"10 - 4 - 3", INT(3)},
    {"100 / 10 / 5", INT(2)},
    {"100 / (10 / 5)", INT(50)},
    {"17 % 10 % 4", INT(3)},
    {"2 * 3 % 4", INT(2)},
    {"2 * (3 % 4)", INT(6)},
    {"7 / 2 * 2", INT(6)},
    {"1 + 2 * 3", INT(7)},
    {"(1 + 2) * 3", INT(9)},
    {"-2 * 3", INT(-6)},
    {"2 * -3", INT(-6)},
    {"-(2 + 3)", INT(-5)},
    {"2 + 3 == 5", BOOL(1)},
    // float arithmetic
    {"0.1 + 0.2", FLOAT(0x1.333334p-2f)},
    {"0.1 + 0.2 == 0.3", BOOL(1)}, // computed in binary32
    {"1.0 - 0.9 == 0.1", BOOL(0)},
    {"0.1 + 0.6", FLOAT(0x1.666668p-1f)}, // one step above 0.7
    {"1.0 / 3.0", FLOAT(0x1.555556p-2f)},
    {"1.0 - 0.9", FLOAT(0x1.9999ap-4f)},
    {"16777216.0 + 1.0", FLOAT(16777216.0f)},
    {"16777216.0 + 1.0 + 1.0", FLOAT(16777216.0f)},
    {"16777216.0 + (1.0 + 1.0)", FLOAT(16777218.0f)},
    {"1e38 * 10.0", FLOAT(INFINITY)},
    {"1e38 * 10.0 * 0.1", FLOAT(INFINITY)},
    {"-1e38 * 10.0", FLOAT(-INFINITY)},
    {"1.0 / 0.0", FLOAT(INFINITY)},
    {"-1.0 / 0.0", FLOAT(-INFINITY)},
    {"1.0 / -0.0", FLOAT(-INFINITY)},
    {"0.0 / 0.0", FLOAT(NAN)},
    {"-(0.0 / 0.0)", FLOAT(NAN)},
    {"1.0 / 0.0 - 1.0 / 0.0", FLOAT(NAN)},
    {"1.0 / 0.0 * 0.0", FLOAT(NAN)},
    {"0.0 * -1.0", FLOAT(-0.0f)},
    {"0.0 + -0.0", FLOAT(0.0f)},
    {"-0.0 + -0.0", FLOAT(-0.0f)},
    {"-0.0 - 0.0", FLOAT(-0.0f)},
    {"0.0 - 0.0", FLOAT(0.0f)},
    {"1e-30 * 1e-30", FLOAT(0.0f)},
    {"1e-20 * 1e-20", FLOAT(0x1.16c2p-133f)}, // a subnormal number
    {"1e-45 / 2.0", FLOAT(0.0f)},
    {"3e-45 / 2.0", FLOAT(0x1p-149f)},
    // int with float
    {"1 + 0.5", FLOAT(1.5f)},
    {"0.5 + 1", FLOAT(1.5f)},
    {"16777217 + 0.0", FLOAT(16777216.0f)},
    {"16777219 + 0.0", FLOAT(16777220.0f)},
    {"2147483647 + 0.0", FLOAT(2147483648.0f)},
    {"(-2147483647 - 1) + 0.0", FLOAT(-2147483648.0f)},
    {"7 / 2 + 0.0", FLOAT(3.0f)},
    {"7 / 2.0", FLOAT(3.5f)},
    {"1 / 3 * 3.0", FLOAT(0.0f)},
    {"7 / 0.0", FLOAT(INFINITY)},
    {"0 * -1.0", FLOAT(-0.0f)},
    {"16777217 == 16777216.0", BOOL(1)},
    {"16777217 == 16777216", BOOL(0)},
    {"2147483647 < 2147483648.0", BOOL(0)},
    // comparisons
    {"1 < 2", BOOL(1)},
    {"2 < 1", BOOL(0)},
    {"1 < 1", BOOL(0)},
    {"1 <= 1", BOOL(1)},
    {"2 <= 1", BOOL(0)},
    {"2 > 1", BOOL(1)},
    {"1 > 1", BOOL(0)},
    {"1 >= 1", BOOL(1)},
    {"1 >= 2", BOOL(0)},
    {"1 == 1", BOOL(1)},
    {"1 == 2", BOOL(0)},
    {"1 != 1", BOOL(0)},
    {"1 != 2", BOOL(1)},
    {"-1 < 1", BOOL(1)},
    {"(-2147483647 - 1) < 2147483647", BOOL(1)},
    {"1.5 < 2", BOOL(1)},
    {"2 >= 1.5", BOOL(1)},
    {"0.0 == -0.0", BOOL(1)},
    {"-0.0 < 0.0", BOOL(0)},
    {"1.0 / 0.0 == 1.0 / 0.0", BOOL(1)},
    {"1.0 / 0.0 > 3e38", BOOL(1)},
    {"0.0 / 0.0 == 0.0 / 0.0", BOOL(0)},
    {"0.0 / 0.0 != 0.0 / 0.0", BOOL(1)},
    {"0.0 / 0.0 < 1.0", BOOL(0)},
    {"0.0 / 0.0 > 1.0", BOOL(0)},
    {"0.0 / 0.0 <= 1.0", BOOL(0)},
    {"0.0 / 0.0 >= 1.0", BOOL(0)},
    {"1.0 <= 0.0 / 0.0", BOOL(0)},
    {"nan == nan", BOOL(0)},
    {"nan != nan", BOOL(1)},
    {"nan < inf", BOOL(0)},
    {"zero == 0", BOOL(1)},
    {"true == true", BOOL(1)},
    {"true == false", BOOL(0)},
    {"true != false", BOOL(1)},
    {"false != false", BOOL(0)},
    {"1 < 2 == true", BOOL(1)},
    {"1 < 2 == 3 < 4", BOOL(1)},
    {"1 == 1 == true", BOOL(1)},
    {"alerted != calm", BOOL(1)},
    {"alerted == night", BOOL(1)},
    // logic
    {"true && true", BOOL(1)},
    {"true && false", BOOL(0)},
    {"false && true", BOOL(0)},
    {"false || true", BOOL(1)},
    {"false || false", BOOL(0)},
    {"true || false && false", BOOL(1)},
    {"(true || false) && false", BOOL(0)},
    {"false && false || true", BOOL(1)},
    {"!false && false", BOOL(0)},
    {"!(false && false)", BOOL(1)},
    {"!true == false", BOOL(1)},
    {"alerted && !calm", BOOL(1)},
    {"calm || night && ammo > 0", BOOL(1)},
    {"health < 30 || ammo == 0", BOOL(0)},
    // ?:
    {"true ? 1 : 2", INT(1)},
    {"false ? 1 : 2", INT(2)},
    {"true ? 1 : 2.5", FLOAT(1.0f)},
    {"false ? 1.5 : 2", FLOAT(2.0f)},
    {"true ? false : true", BOOL(0)},
    {"true ? 1 : false ? 2 : 3", INT(1)},
    {"false ? 1 : false ? 2 : 3", INT(3)},
    {"false ? 1 : true ? 2 : 3", INT(2)},
    {"true ? false ? 1 : 2 : 3", INT(2)},
    {"(true ? false : true) ? 1 : 2", INT(2)},
    {"1 < 2 || false ? 3 : 4", INT(3)},
    {"true ? 1 : 2 + 10", INT(1)},
    {"(true ? 1 : 2) + 10", INT(11)},
    {"alerted ? ammo : 0", INT(7)},
    {"calm ? ammo : health", FLOAT(75.5f)},
    {"alerted ? ammo : health", FLOAT(7.0f)},
    {"calm ? least : minus", INT(-1)},
    {"alerted ? 16777217 : 0.5", FLOAT(16777216.0f)},
    {"true ? ammo : least", INT(7)},
    {"alerted ? calm : night", BOOL(0)},
    {"ammo > 5 ? ammo > 6 ? 2 : 1 : 0", INT(2)},
    {"(alerted ? 1 : 2) * (calm ? 3 : 4)", INT(4)},
    // min, max, clamp
    {"min(1, 2)", INT(1)},
    {"min(2, 1)", INT(1)},
    {"max(1, 2)", INT(2)},
    {"max(2, 1)", INT(2)},
    {"min(1, 2.5)", FLOAT(1.0f)},
    {"max(1, 2.5)", FLOAT(2.5f)},
    {"min(16777217, 1e9)", FLOAT(16777216.0f)},
    {"min(0.0, -0.0)", FLOAT(0.0f)},
    {"min(-0.0, 0.0)", FLOAT(-0.0f)},
    {"max(0.0, -0.0)", FLOAT(0.0f)},
    {"max(-0.0, 0.0)", FLOAT(-0.0f)},
    {"min(0.0 / 0.0, 1.0)", FLOAT(NAN)},
    {"min(1.0, 0.0 / 0.0)", FLOAT(1.0f)},
    {"max(0.0 / 0.0, 1.0)", FLOAT(NAN)},
    {"max(1.0, 0.0 / 0.0)", FLOAT(1.0f)},
    {"min(nan, 1)", FLOAT(NAN)},
    {"min(1, nan)", FLOAT(1.0f)},
    {"max(health, nan)", FLOAT(75.5f)},
    {"clamp(5, 0, 3)", INT(3)},
    {"clamp(-5, 0, 3)", INT(0)},
    {"clamp(2, 0, 3)", INT(2)},
    {"clamp(2, 3, 0)", INT(0)},
    {"clamp(5, 0, 3.5)", FLOAT(3.5f)},
    {"clamp(0.5, 0, 1)", FLOAT(0.5f)},
    {"clamp(0.0 / 0.0, 0.0, 1.0)", FLOAT(NAN)},
    {"clamp(nan, 0, 1)", FLOAT(NAN)},
    {"clamp(0.5, nan, 1)", FLOAT(0.5f)},
    {"clamp(0.5, 0, nan)", FLOAT(0.5f)},
    {"clamp(health, 0, 50)", FLOAT(50.0f)},
    {"clamp(ammo, 0, 5)", INT(5)},
    {"min(max(1, 2), 3)", INT(2)},
    {"min(least, minus)", INT(INT32_MIN)},
    {"max(least, minus)", INT(-1)},
    // abs, floor, ceil, sqrt
    {"abs(-3)", INT(3)},
    {"abs(3)", INT(3)},
    {"abs(-2147483647 - 1)", INT(INT32_MIN)},
    {"abs(least)", INT(INT32_MIN)},
    {"abs(-1.5)", FLOAT(1.5f)},
    {"abs(-0.0)", FLOAT(0.0f)},
    {"abs(zero)", FLOAT(0.0f)},
    {"abs(-1.0 / 0.0)", FLOAT(INFINITY)},
    {"abs(nan)", FLOAT(NAN)},
    {"-zero", FLOAT(0.0f)},
    {"-inf", FLOAT(-INFINITY)},
    {"-nan", FLOAT(NAN)},
    {"-least", INT(INT32_MIN)},
    {"floor(1.5)", FLOAT(1.0f)},
    {"floor(-1.5)", FLOAT(-2.0f)},
    {"floor(-0.0)", FLOAT(-0.0f)},
    {"floor(3)", FLOAT(3.0f)},
    {"floor(ammo)", FLOAT(7.0f)},
    {"floor(16777217)", FLOAT(16777216.0f)},
    {"floor(inf)", FLOAT(INFINITY)},
    {"floor(nan)", FLOAT(NAN)},
    {"ceil(1.5)", FLOAT(2.0f)},
    {"ceil(-0.5)", FLOAT(-0.0f)},
    {"ceil(-1.5)", FLOAT(-1.0f)},
    {"ceil(ammo)", FLOAT(7.0f)},
    {"sqrt(4)", FLOAT(2.0f)},
    {"sqrt(2.0)", FLOAT(0x1.6a09e6p0f)},
    {"sqrt(-1.0)", FLOAT(NAN)},
    {"sqrt(-0.0)", FLOAT(-0.0f)},
    {"sqrt(1.0 / 0.0)", FLOAT(INFINITY)},
    {"sqrt(1e-45)", FLOAT(0x1.6a09e6p-75f)},
    {"sqrt(inf)", FLOAT(INFINITY)},

    // round, sign
    {"round(0.5)", FLOAT(0.0f)},
    {"round(-0.5)", FLOAT(-0.0f)},
    {"round(1.5)", FLOAT(2.0f)},
    {"round(2.5)", FLOAT(2.0f)},
    {"round(-2.5000002)", FLOAT(-3.0f)},
    {"round(0.49999997)", FLOAT(0.0f)},
    {"round(-0.0)", FLOAT(-0.0f)},
    {"round(8388607.5)", FLOAT(8388608.0f)},
    {"round(8388609.0)", FLOAT(8388609.0f)},
    {"round(1e30)", FLOAT(1e30f)},
    {"round(1.0 / 0.0)", FLOAT(INFINITY)},
    {"round(0.0 / 0.0)", FLOAT(NAN)},
    {"round(7)", FLOAT(7.0f)},
    {"sign(7)", INT(1)},
    {"sign(-2147483647 - 1)", INT(-1)},
    {"sign(0)", INT(0)},
    {"sign(1e-45)", FLOAT(1.0f)},
    {"sign(-1.0 / 0.0)", FLOAT(-1.0f)},
    {"sign(-0.0)", FLOAT(-0.0f)},
    {"sign(0.0 / 0.0)", FLOAT(NAN)},

    // sin, cos, atan2, exp, log: values, and ints as floats; the test `elementary` has all others
    {"sin(1)", FLOAT(0x1.aed548p-1f)},
    {"sin(-0.0)", FLOAT(-0.0f)},
    {"sin(1.0 / 0.0)", FLOAT(NAN)},
    {"cos(0)", FLOAT(1.0f)},
    {"atan2(1, 1)", FLOAT(0x1.921fb6p-1f)},
    {"atan2(0, -1)", FLOAT(0x1.921fb6p+1f)},
    {"atan2(-0.0, -1)", FLOAT(-0x1.921fb6p+1f)},
    {"atan2(3, 2.0)", FLOAT(0x1.f730bep-1f)},
    {"atan2(4e-45, 2)", FLOAT(0x1p-149f)},
    {"exp(0)", FLOAT(1.0f)},
    {"exp(1)", FLOAT(0x1.5bf0a8p+1f)},
    {"exp(-1.0 / 0.0)", FLOAT(0.0f)},
    {"exp(89)", FLOAT(INFINITY)},
    {"log(1)", FLOAT(0.0f)},
    {"log(0)", FLOAT(-INFINITY)},
    {"log(-1)", FLOAT(NAN)},
    // conversions
    {"int(1.9)", INT(1)},
    {"int(-1.9)", INT(-1)},
    {"int(-0.5)", INT(0)},
    {"int(3e9)", INT(INT32_MAX)},
    {"int(-3e9)", INT(INT32_MIN)},
    {"int(2147483648.0)", INT(INT32_MAX)},
    {"int(2147483520.0)", INT(2147483520)},
    {"int(-2147483648.0)", INT(INT32_MIN)},
    {"int(1.0 / 0.0)", INT(INT32_MAX)},
    {"int(-1.0 / 0.0)", INT(INT32_MIN)},
    {"int(0.0 / 0.0)", INT(0)},
    {"int(true)", INT(1)},
    {"int(false)", INT(0)},
    {"int(5)", INT(5)},
    {"int(ammo)", INT(7)},
    {"int(health)", INT(75)},
    {"int(nan)", INT(0)},
    {"int(inf)", INT(INT32_MAX)},
    {"int(alerted)", INT(1)},
    {"int(alerted) + int(calm)", INT(1)},
    {"float(1)", FLOAT(1.0f)},
    {"float(16777217)", FLOAT(16777216.0f)},
    {"float(true)", FLOAT(1.0f)},
    {"float(calm)", FLOAT(0.0f)},
    {"float(1.5)", FLOAT(1.5f)},
    {"float(ammo)", FLOAT(7.0f)},
    {"float(ammo) / 2", FLOAT(3.5f)},
    {"ammo / 2", INT(3)},
    {"int(float(16777217))", INT(16777216)},
    {"int(float(ammo))", INT(7)},
    {"float(ammo) / float(level)", FLOAT(0x1.2aaaaap1f)},
    {"-float(ammo)", FLOAT(-7.0f)},
    {"-float(0)", FLOAT(-0.0f)},
    {"abs(float(minus))", FLOAT(1.0f)},
    // vec2
    {"home.x", FLOAT(3.0f)},
    {"home.y", FLOAT(4.0f)},
    {"home.x + goal.y", FLOAT(3.25f)},
    {"length(home)", FLOAT(5.0f)},
    {"length( home )", FLOAT(5.0f)},
    {"distance(home, home)", FLOAT(0.0f)},
    {"distance(home, goal)", FLOAT(5.857687256f)},
    {"distance(goal, home) == distance(home, goal)", BOOL(1)},
    {"length(base)", FLOAT(INFINITY)}, // the square overflows
    {"base.y", FLOAT(1e-20f)},
    {"dot(home, goal)", FLOAT(-3.5f)},
    {"dot(home, home)", FLOAT(25.0f)},
    {"length(home - goal)", FLOAT(5.857687256f)},
    {"(home - goal).x", FLOAT(4.5f)},
    {"(-home).y", FLOAT(-4.0f)},
    {"length(home * 2)", FLOAT(10.0f)},
    {"length(2 * home / 4.0)", FLOAT(2.5f)},
    {"vec2(1, 2).y + vec3(1, 2, 3).z", FLOAT(5.0f)},
    {"normalize(home).x", FLOAT(0.6f)},
    {"length(normalize(home - home))", FLOAT(0.0f)},
    {"lerp(home, vec2(5, 8), 0.5).y", FLOAT(6.0f)},
    {"lerp(2, 4, 0.25)", FLOAT(2.5f)},
    {"(alerted ? home : goal).x == home.x", BOOL(1)},
    {"- (home).x", FLOAT(-3.0f)},
    {"vec2(rand(), rand()).x >= 0.0", BOOL(1)},
    // vec3
    {"spot.x + spot.y * spot.z", FLOAT(20.0f)},
    {"length(spot)", FLOAT(7.0f)},
    {"distance(spot, spot)", FLOAT(0.0f)},
    {"distance(spot, peak)", FLOAT(5.916079783f)},
    {"distance(peak, spot) == distance(spot, peak)", BOOL(1)},
    {"dot(spot, peak)", FLOAT(8.0f)},
    {"dot(spot, spot)", FLOAT(49.0f)},
    // other names
    {"time", FLOAT(12.5f)},
    {"dt", FLOAT(0.1f)},
    {"tick", INT(100)},
    {"agent", INT(-2)},
    {"tick % 2 == 0", BOOL(1)},
    {"range", FLOAT(10.0f)},
    {"count", INT(3)},
    {"debug", BOOL(0)},
    {"range * count", FLOAT(30.0f)},
    {"debug ? ammo : count", INT(3)},
    {"health", FLOAT(75.5f)},
    {"level", INT(3)},
    {"wind * 10", FLOAT(-1.0f)},
    {"night", BOOL(1)},
    {"ammo + minus", INT(6)},
    {"least / minus", INT(INT32_MIN)},
    {"least % minus", INT(0)},
    {"least - 1", INT(INT32_MAX)},
    {"least * minus", INT(INT32_MIN)},
    {"ammo / (minus + 1)", INT(0)},
    {"ammo % (minus + 1)", INT(0)},
    {"health / zero", FLOAT(-INFINITY)},
    {"inf - inf", FLOAT(NAN)},
    {"least + 0.0", FLOAT(-2147483648.0f)},
    {"ammo < health", BOOL(1)},
    {"min(ammo, health)", FLOAT(7.0f)},
    {"((((((ammo))))))", INT(7)},
    {"min (1 , 2)", INT(1)},
};

static void test_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof value_cases / sizeof *value_cases; i++) {
        const char *text = value_cases[i].text;
        attempt t;
        attempt_start(&t);
        attempt_compile(&t, text, strlen(text), VALUE_NONE);
        if (t.reports.count)
            fail_msg("`%s`: %s", text, t.reports.list[0].message);
        world_value value = check_value(&t, text, VALUE_NONE, 0);
        if (!world_same(value, value_cases[i].value))
            fail_msg("`%s` (%s) is %s, not %s", text, code_text(&t.code), value_text(value),
                     value_text(value_cases[i].value));
        check_print(&t, text, VALUE_NONE);
        attempt_end(&t);
    }
}

// ---- errors

#define SET(key, value)  "`{ \"type\": \"set\", \"key\": \"" key "\", \"to\": \"" value "\" }`"
#define SET_ANY          "`{ \"type\": \"set\", \"key\": ..., \"to\": ... }`"
#define ASSIGN           "an expression cannot assign; to assign, write a node, as "
#define UNIT             "numbers have no units: the attribute `seconds` takes seconds, `ticks` takes ticks"
#define PRODUCT(product) "numbers have no units; to multiply, write `" product "`"

static const struct {
    const char *text;
    diagnostic_code code;
    uint32_t begin, end;
    const char *help; // NULL: no help
} error_cases[] = {
    // characters
    {"a = 1", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 3,
     "to compare, write `==`; to assign, write a node, as " SET("a", "1")},
    {"calm && a = 1", DIAGNOSTIC_EXPRESSION_CHARACTER, 10, 11,
     "to compare, write `==`; to assign, write a node, as " SET_ANY},
    {"ammo += 1", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 7, ASSIGN SET("ammo", "ammo + 1")},
    {"ammo-=2*3", DIAGNOSTIC_EXPRESSION_CHARACTER, 4, 6, ASSIGN SET("ammo", "ammo - (2*3)")},
    {"home.x *= 2.5", DIAGNOSTIC_EXPRESSION_CHARACTER, 7, 9, ASSIGN SET("home.x", "home.x * 2.5")},
    {"ammo /= 2", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 7, ASSIGN SET("ammo", "ammo / 2")},
    {"ammo %= 2", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 7, ASSIGN SET("ammo", "ammo % 2")},
    {"calm &= alerted", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 7,
     ASSIGN SET("calm", "calm && alerted")},
    {"calm &&= true", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 8, ASSIGN SET("calm", "calm && true")},
    {"calm |= true", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 7, ASSIGN SET("calm", "calm || true")},
    {"calm ||= true", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 8, ASSIGN SET("calm", "calm || true")},
    {"ammo := 3", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 7, ASSIGN SET("ammo", "3")},
    {"ammo ^= 3", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 7, ASSIGN SET_ANY},
    {"ammo <<= 3", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 8, ASSIGN SET_ANY},
    {"ammo >>= 3", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 8, ASSIGN SET_ANY},
    {"ammo **= 3", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 8, ASSIGN SET_ANY},
    {"ammo +=", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 7, ASSIGN SET("ammo", "ammo + ...")},
    {"ammo++", DIAGNOSTIC_EXPRESSION_CHARACTER, 4, 6, ASSIGN SET("ammo", "ammo + 1")},
    {"++ammo", DIAGNOSTIC_EXPRESSION_CHARACTER, 0, 2, ASSIGN SET("ammo", "ammo + 1")},
    {"ammo--", DIAGNOSTIC_EXPRESSION_CHARACTER, 4, 6, ASSIGN SET("ammo", "ammo - 1")},
    {"ammo-- > 0", DIAGNOSTIC_EXPRESSION_CHARACTER, 4, 6, ASSIGN SET("ammo", "ammo - 1")},
    {"a ~= 1", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 4, "write `!=`"},
    {"a === 1", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 5, "write `==`"},
    {"a !== 1", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 5, "write `!=`"},
    {"a => 1", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 4, "write `>=`"},
    {"a =< 1", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 4, "write `<=`"},
    {"a <> 1", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 4, "write `!=`"},
    {"a & b", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 3, "write `&&`"},
    {"a | b", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 3, "write `||`"},
    {"a ** 2", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 4,
     "there is no power operator; multiply, as in `x * x`"},
    {"a ^ 2", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 3,
     "there is no power operator; multiply, as in `x * x`"},
    {"a << 2", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 4, "there is no shift operator; multiply"},
    {"a >> 2", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 4, "there is no shift operator; divide"},
    {"~a", DIAGNOSTIC_EXPRESSION_CHARACTER, 0, 1, "there are no bitwise operators"},
    {"ammo // all", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 7, "put the comment into the node's `doc`"},
    {"ammo /* all */", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 7,
     "put the comment into the node's `doc`"},
    {"ammo # all", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 6, "put the comment into the node's `doc`"},
    {"ammo;", DIAGNOSTIC_EXPRESSION_CHARACTER, 4, 5, "an expression is one value"},
    {"\"ammo\"", DIAGNOSTIC_EXPRESSION_CHARACTER, 0, 1, "a word of an enum is written `'word'`"},
    {"`ammo`", DIAGNOSTIC_EXPRESSION_CHARACTER, 0, 1, "a word of an enum is written `'word'`"},
    {"[1]", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 1,
     "group with `(` and `)`; a vector is written `vec2(x, y)`"},
    {"route[]", DIAGNOSTIC_EXPRESSION_SYNTAX, 6, 7,
     "the elements of a list are `route[0]`, `route[1]` and so on"},
    {"route[1", DIAGNOSTIC_EXPRESSION_END, 5, 6, NULL},
    {"route[(1]", DIAGNOSTIC_EXPRESSION_END, 6, 7, NULL},
    {"(route[1)", DIAGNOSTIC_EXPRESSION_END, 6, 7, NULL},
    {"min(1]", DIAGNOSTIC_EXPRESSION_END, 3, 4, NULL},
    {"1]", DIAGNOSTIC_EXPRESSION_SYNTAX, 1, 2, NULL},
    {"route[1, 2]", DIAGNOSTIC_EXPRESSION_SYNTAX, 7, 8, NULL},
    {"{1}", DIAGNOSTIC_EXPRESSION_CHARACTER, 0, 1, "group with `(` and `)`"},
    {"home .x", DIAGNOSTIC_EXPRESSION_CHARACTER, 5, 6,
     "a component is written without spaces, as in `home.x`"},
    {"$ammo", DIAGNOSTIC_EXPRESSION_CHARACTER, 0, 1, "write the name without a prefix"},
    {"@ammo", DIAGNOSTIC_EXPRESSION_CHARACTER, 0, 1, "write the name without a prefix"},
    {"a \\ b", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 3, NULL},
    {"a \xe2\x89\xa4 b", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 5, "write `<=`"},
    {"a \xe2\x89\xa5 b", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 5, "write `>=`"},
    {"a \xe2\x89\xa0 b", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 5, "write `!=`"},
    {"\xe2\x88\x92"
     "1",
     DIAGNOSTIC_EXPRESSION_CHARACTER, 0, 3, "write `-`"},
    {"2 \xc3\x97 3", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 4, "write `*`"},
    {"6 \xc3\xb7 3", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 4, "write `/`"},
    {"1\xc2\xa0+ 2", DIAGNOSTIC_EXPRESSION_CHARACTER, 1, 3,
     "this is a no-break space; write an ordinary space"},
    {"gr\xc3\xbc\xc3\x9f"
     "e",
     DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 4, "names and operators are ASCII"},
    {"\xf0\x9f\x92\xa9", DIAGNOSTIC_EXPRESSION_CHARACTER, 0, 4, "names and operators are ASCII"},
    {"1 \xff", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 3, "names and operators are ASCII"},
    {"1 \x01", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 3, NULL},
    {"1 \x7f", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 3, NULL},
    {"1 \v", DIAGNOSTIC_EXPRESSION_CHARACTER, 2, 3, NULL},
    // numbers
    {"1. + 2", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 2, "write a digit after the decimal point: `1.0`"},
    {"1.", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 2, "write a digit after the decimal point: `1.0`"},
    {"1.e5", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 4, "write a digit after the decimal point: `1.0`"},
    {"1 + .5", DIAGNOSTIC_EXPRESSION_SYNTAX, 4, 6, "write a digit before the decimal point: `0.5`"},
    {"0x10", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 4, "numbers are decimal"},
    {"0XfF", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 4, "numbers are decimal"},
    {"012", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 3,
     "a number of several digits does not start with a zero"},
    {"00", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 2,
     "a number of several digits does not start with a zero"},
    {"1_000", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 5, "digits are not grouped"},
    {"1e", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 2, "an exponent needs digits, as in `2e3`"},
    {"1e+", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 3, "an exponent needs digits, as in `2e3`"},
    {"1.5f", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 4,
     "numbers have no suffix: a number with a decimal point or an exponent is a float"},
    {"1.5F", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 4,
     "numbers have no suffix: a number with a decimal point or an exponent is a float"},
    {"ZzAz_09", DIAGNOSTIC_UNKNOWN_NAME, 0, 7, NULL},
    {"3f", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 2,
     "numbers have no suffix: a number with a decimal point or an exponent is a float"},
    {"2ammo", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 5, PRODUCT("2 * ammo")},
    {"2.5ammo", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 7, PRODUCT("2.5 * ammo")},
    {"5m", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 2, PRODUCT("5 * m")},
    {"1s", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 2, UNIT},
    {"1.5s", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 4, UNIT},
    {"200ms", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 5, UNIT},
    {"3ticks", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 6, UNIT},
    {"1.5 s", DIAGNOSTIC_EXPRESSION_SYNTAX, 4, 5, UNIT},
    {"2 minutes", DIAGNOSTIC_EXPRESSION_SYNTAX, 2, 9, UNIT},
    {"2 metres", DIAGNOSTIC_EXPRESSION_SYNTAX, 2, 8, NULL},
    {"1.2.3", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 5, "write it as `12`, `1.5` or `2e3`"},
    {"2147483648", DIAGNOSTIC_INT_RANGE, 0, 10,
     "the largest is 2147483647; `2147483648.0` is a float"},
    {"-2147483648", DIAGNOSTIC_INT_RANGE, 1, 11, "write the least int as `-2147483647 - 1`"},
    {"0-2147483648", DIAGNOSTIC_INT_RANGE, 2, 12,
     "the largest is 2147483647; `2147483648.0` is a float"},
    {"99999999999999999999", DIAGNOSTIC_INT_RANGE, 0, 20,
     "the largest is 2147483647; `99999999999999999999.0` is a float"},
    {"1e400", DIAGNOSTIC_JSON_NUMBER_RANGE, 0, 5, "write infinity as `1.0 / 0.0`"},
    // names
    {"home.x.y", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 8,
     "a point separates a vector key from its component, as in `home.x`"},
    {"home.", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 5,
     "a point separates a vector key from its component, as in `home.x`"},
    {"home.1", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 6,
     "a point separates a vector key from its component, as in `home.x`"},
    {"helth < 3", DIAGNOSTIC_UNKNOWN_NAME, 0, 5, "did you mean `health`?"},
    {"True", DIAGNOSTIC_UNKNOWN_NAME, 0, 4, "did you mean `true`?"},
    {"tiem", DIAGNOSTIC_UNKNOWN_NAME, 0, 4, "did you mean `time`?"},
    {"qqqq", DIAGNOSTIC_UNKNOWN_NAME, 0, 4, NULL},
    {"rand", DIAGNOSTIC_UNKNOWN_NAME, 0, 4, "a function needs parentheses: `rand()`"},
    {"1 + sqrt", DIAGNOSTIC_UNKNOWN_NAME, 4, 8, "a function needs parentheses: `sqrt(...)`"},
    {"qqqq.x", DIAGNOSTIC_UNKNOWN_NAME, 0, 6, NULL},
    {"home.z", DIAGNOSTIC_NO_COMPONENT, 0, 6, "write `home.x` or `home.y`"},
    {"home.xx", DIAGNOSTIC_NO_COMPONENT, 0, 7, "write `home.x` or `home.y`"},
    {"home.X", DIAGNOSTIC_NO_COMPONENT, 0, 6, "write `home.x` or `home.y`"},
    {"health.x", DIAGNOSTIC_NO_COMPONENT, 0, 8, "write `health`"},
    {"time.x", DIAGNOSTIC_NO_COMPONENT, 0, 6, "write `time`"},
    {"range.x", DIAGNOSTIC_NO_COMPONENT, 0, 7, "write `range`"},
    {"home && alerted", DIAGNOSTIC_WHOLE_VECTOR, 0, 4, "write `home.x` or `home.y`"},
    {"home == goal", DIAGNOSTIC_WHOLE_VECTOR, 0, 4, "write `home.x` or `home.y`"},
    {"min(home - goal, 1)", DIAGNOSTIC_WHOLE_VECTOR, 4, 15,
     "write `(home - goal).x` or `(home - goal).y`"},
    {"home + 1", DIAGNOSTIC_NEEDS_VECTOR, 5, 6, NULL},
    {"home - spot", DIAGNOSTIC_NEEDS_VECTOR, 5, 6, NULL},
    {"home * goal", DIAGNOSTIC_NEEDS_VECTOR, 5, 6,
     "`dot(u, v)` is the sum of the products of the components"},
    {"2 / home", DIAGNOSTIC_WHOLE_VECTOR, 4, 8, "write `home.x` or `home.y`"},
    {"lerp(home, 1, 0.5)", DIAGNOSTIC_NEEDS_VECTOR, 0, 4, NULL},
    {"normalize(3)", DIAGNOSTIC_NEEDS_VECTOR, 10, 11,
     "a vector is a vec2 or vec3 key, or written as `vec2(x, y)`"},
    {"vec2(1)", DIAGNOSTIC_ARGUMENT_COUNT, 0, 7, NULL},
    {"vec2(1, alerted)", DIAGNOSTIC_NEEDS_NUMBER, 8, 15, "write `int(alerted)`, which is 0 or 1"},
    {"(home + goal).z", DIAGNOSTIC_NO_COMPONENT, 13, 15, NULL},
    {"(home + goal).w", DIAGNOSTIC_NO_COMPONENT, 13, 15,
     "the components are `.x` and `.y`, and `.z` of a vec3"},
    {"(1 + ammo).x", DIAGNOSTIC_NEEDS_VECTOR, 0, 10,
     "a vector is a vec2 or vec3 key, or written as `vec2(x, y)`"},
    {"1 < home", DIAGNOSTIC_WHOLE_VECTOR, 4, 8, "write `home.x` or `home.y`"},
    {"sqrt(home)", DIAGNOSTIC_WHOLE_VECTOR, 5, 9, "write `home.x` or `home.y`"},
    {"float(home)", DIAGNOSTIC_WHOLE_VECTOR, 6, 10, "write `home.x` or `home.y`"},
    {"alerted ? home : 1", DIAGNOSTIC_MIXED_TYPES, 8, 9, NULL},
    {"alerted ? home : spot", DIAGNOSTIC_MIXED_TYPES, 8, 9, NULL},
    // structure
    {"", DIAGNOSTIC_EXPRESSION_END, 0, 0, NULL},
    {"  ", DIAGNOSTIC_EXPRESSION_END, 0, 2, NULL},
    {"1 +", DIAGNOSTIC_EXPRESSION_END, 3, 3, NULL},
    {"1 + ", DIAGNOSTIC_EXPRESSION_END, 4, 4, NULL},
    {"!", DIAGNOSTIC_EXPRESSION_END, 1, 1, NULL},
    {"(", DIAGNOSTIC_EXPRESSION_END, 1, 1, NULL},
    {"min(", DIAGNOSTIC_EXPRESSION_END, 4, 4, NULL},
    {"min(1,", DIAGNOSTIC_EXPRESSION_END, 6, 6, NULL},
    {"true ?", DIAGNOSTIC_EXPRESSION_END, 6, 6, NULL},
    {"true ? 1 :", DIAGNOSTIC_EXPRESSION_END, 10, 10, NULL},
    {"(1", DIAGNOSTIC_EXPRESSION_END, 0, 1, NULL},
    {"((1)", DIAGNOSTIC_EXPRESSION_END, 0, 1, NULL},
    {"2 * (1 + 3", DIAGNOSTIC_EXPRESSION_END, 4, 5, NULL},
    {"min(1, 2", DIAGNOSTIC_EXPRESSION_END, 3, 4, NULL},
    {"1)", DIAGNOSTIC_EXPRESSION_SYNTAX, 1, 2, NULL},
    {")", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 1, NULL},
    {"()", DIAGNOSTIC_EXPRESSION_SYNTAX, 1, 2, NULL},
    {"1 + )", DIAGNOSTIC_EXPRESSION_SYNTAX, 4, 5, NULL},
    {"1 + * 2", DIAGNOSTIC_EXPRESSION_SYNTAX, 4, 5, NULL},
    {"* 2", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 1, NULL},
    {"1 != != 2", DIAGNOSTIC_EXPRESSION_SYNTAX, 5, 7, NULL},
    {"+1", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 1, "there is no unary `+`; leave it out"},
    {"2 * +1", DIAGNOSTIC_EXPRESSION_SYNTAX, 4, 5, "there is no unary `+`; leave it out"},
    {"1 2", DIAGNOSTIC_EXPRESSION_SYNTAX, 2, 3, NULL},
    {"ammo health", DIAGNOSTIC_EXPRESSION_SYNTAX, 5, 11, NULL},
    {"1 (2)", DIAGNOSTIC_EXPRESSION_SYNTAX, 2, 3, NULL},
    {"(1)(2)", DIAGNOSTIC_EXPRESSION_SYNTAX, 3, 4, NULL},
    {"ammo ! 1", DIAGNOSTIC_EXPRESSION_SYNTAX, 5, 6, NULL},
    {"alerted and calm", DIAGNOSTIC_EXPRESSION_SYNTAX, 8, 11, "write `&&`"},
    {"alerted AND calm", DIAGNOSTIC_EXPRESSION_SYNTAX, 8, 11, "write `&&`"},
    {"alerted or calm", DIAGNOSTIC_EXPRESSION_SYNTAX, 8, 10, "write `||`"},
    {"not alerted", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 3, "write `!`"},
    {"alerted && not calm", DIAGNOSTIC_EXPRESSION_SYNTAX, 11, 14, "write `!`"},
    {"ammo is 3", DIAGNOSTIC_EXPRESSION_SYNTAX, 5, 7, "write `==`"},
    {"ammo mod 3", DIAGNOSTIC_EXPRESSION_SYNTAX, 5, 8, "write `%`"},
    {"if alerted then 1 else 2", DIAGNOSTIC_EXPRESSION_SYNTAX, 0, 2,
     "write `condition ? value : other value`"},
    {"alerted ? 1", DIAGNOSTIC_EXPRESSION_SYNTAX, 8, 9, "write `condition ? value : other value`"},
    {"(alerted ? 1)", DIAGNOSTIC_EXPRESSION_SYNTAX, 9, 10,
     "write `condition ? value : other value`"},
    {"min(alerted ? 1, 2)", DIAGNOSTIC_EXPRESSION_SYNTAX, 12, 13,
     "write `condition ? value : other value`"},
    {"1 : 2", DIAGNOSTIC_EXPRESSION_SYNTAX, 2, 3, "write `condition ? value : other value`"},
    {"alerted ? 1 : 2 : 3", DIAGNOSTIC_EXPRESSION_SYNTAX, 16, 17,
     "write `condition ? value : other value`"},
    {"alerted ? (1 : 2)", DIAGNOSTIC_EXPRESSION_SYNTAX, 13, 14,
     "write `condition ? value : other value`"},
    {"1, 2", DIAGNOSTIC_EXPRESSION_SYNTAX, 1, 2, NULL},
    {"min((1, 2))", DIAGNOSTIC_EXPRESSION_SYNTAX, 6, 7, NULL},
    {"min(, 2)", DIAGNOSTIC_EXPRESSION_SYNTAX, 4, 5, NULL},
    {"min(1,)", DIAGNOSTIC_EXPRESSION_SYNTAX, 6, 7, NULL},
    {"min(1,, 2)", DIAGNOSTIC_EXPRESSION_SYNTAX, 6, 7, NULL},
    {"true(1)", DIAGNOSTIC_EXPRESSION_SYNTAX, 4, 5, NULL},
    // functions
    {"clmp(1, 2, 3)", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 4, "did you mean `clamp`?"},
    {"sin(home)", DIAGNOSTIC_WHOLE_VECTOR, 4, 8, "write `home.x` or `home.y`"},
    {"atan(1)", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 4, "write `atan2(y, x)`"},
    {"ln(1)", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 2, "write `log(x)`"},
    {"tan(1)", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 3, "write `sin(x) / cos(x)`"},
    {"1 + Sqrt(2)", DIAGNOSTIC_UNKNOWN_FUNCTION, 4, 8, "did you mean `sqrt`?"},
    {"random()", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 6, "did you mean `rand`?"},
    {"pow(2, 3)", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 3,
     "there is no power operator; multiply, as in `x * x`"},
    {"not(alerted)", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 3, "write `!x`"},
    {"sgn(1.5)", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 3, "did you mean `sign`?"},
    {"health(1)", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 6, NULL},
    {"call(1)", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 4, "did you mean `ceil`?"},
    {"min(1)", DIAGNOSTIC_ARGUMENT_COUNT, 0, 6, NULL},
    {"2 * min(1, 2, 3)", DIAGNOSTIC_ARGUMENT_COUNT, 4, 16, NULL},
    {"clamp(1, 2)", DIAGNOSTIC_ARGUMENT_COUNT, 0, 11, NULL},
    {"rand(1)", DIAGNOSTIC_ARGUMENT_COUNT, 0, 7, NULL},
    {"sqrt()", DIAGNOSTIC_ARGUMENT_COUNT, 0, 6, NULL},
    {"length()", DIAGNOSTIC_ARGUMENT_COUNT, 0, 8, NULL},
    {"distance(home)", DIAGNOSTIC_ARGUMENT_COUNT, 0, 14, NULL},
    {"int(1, 2)", DIAGNOSTIC_ARGUMENT_COUNT, 0, 9, NULL},
    {"length(health)", DIAGNOSTIC_NEEDS_VECTOR, 7, 13,
     "a vector is a vec2 or vec3 key, or written as `vec2(x, y)`"},
    {"length(home.x)", DIAGNOSTIC_NEEDS_VECTOR, 7, 13, "write `home`"},
    {"length(1)", DIAGNOSTIC_NEEDS_VECTOR, 7, 8,
     "a vector is a vec2 or vec3 key, or written as `vec2(x, y)`"},
    {"distance(home, 3.0)", DIAGNOSTIC_NEEDS_VECTOR, 15, 18,
     "a vector is a vec2 or vec3 key, or written as `vec2(x, y)`"},
    {"dot(home, 3)", DIAGNOSTIC_NEEDS_VECTOR, 10, 11,
     "a vector is a vec2 or vec3 key, or written as `vec2(x, y)`"},
    {"distance(home, spot)", DIAGNOSTIC_NEEDS_VECTOR, 0, 8, NULL},
    {"1 + dot(spot, base)", DIAGNOSTIC_NEEDS_VECTOR, 4, 7, NULL},
    {"dot(home)", DIAGNOSTIC_ARGUMENT_COUNT, 0, 9, NULL},
    // lists
    {"route", DIAGNOSTIC_LIST_VALUE, 0, 5,
     "write `route[0]` for an element, or `count(route)` for their number"},
    {"1 + route", DIAGNOSTIC_LIST_VALUE, 4, 9,
     "write `route[0]` for an element, or `count(route)` for their number"},
    {"calm ? route : route", DIAGNOSTIC_LIST_VALUE, 7, 12,
     "write `route[0]` for an element, or `count(route)` for their number"},
    {"abs(route)", DIAGNOSTIC_LIST_VALUE, 4, 9,
     "write `route[0]` for an element, or `count(route)` for their number"},
    {"route[route]", DIAGNOSTIC_LIST_VALUE, 6, 11,
     "write `route[0]` for an element, or `count(route)` for their number"},
    {"find(route, route)", DIAGNOSTIC_LIST_VALUE, 12, 17,
     "write `route[0]` for an element, or `count(route)` for their number"},
    {"ammo[0]", DIAGNOSTIC_LIST_NEEDED, 0, 4,
     "a list is a key that is declared with \"type\": { \"list\": ... }"},
    {"route[0][1]", DIAGNOSTIC_LIST_NEEDED, 0, 8,
     "a list is a key that is declared with \"type\": { \"list\": ... }"},
    {"count(home)", DIAGNOSTIC_LIST_NEEDED, 6, 10,
     "a list is a key that is declared with \"type\": { \"list\": ... }"},
    {"find(ammo, 1)", DIAGNOSTIC_LIST_NEEDED, 5, 9,
     "a list is a key that is declared with \"type\": { \"list\": ... }"},
    {"find(path, home)", DIAGNOSTIC_LIST_NEEDED, 5, 9,
     "compare the elements in a `for_each`, as by `distance(item, place) < 1`"},
    {"find(route, calm)", DIAGNOSTIC_MIXED_TYPES, 12, 16, NULL},
    {"find(route)", DIAGNOSTIC_ARGUMENT_COUNT, 0, 11, NULL},
    {"count(route, 1)", DIAGNOSTIC_ARGUMENT_COUNT, 0, 15, NULL},
    {"route[1.5]", DIAGNOSTIC_NEEDS_INT, 6, 9, "write `int(1.5)`"},
    {"route[calm]", DIAGNOSTIC_NEEDS_INT, 6, 10, "write `int(calm)`, which is 0 or 1"},
    {"route[home]", DIAGNOSTIC_NEEDS_INT, 6, 10, NULL},
    {"path[0] < 1", DIAGNOSTIC_WHOLE_VECTOR, 0, 7, "write `path[0].x` or `path[0].y`"},
    {"path[0].z", DIAGNOSTIC_NO_COMPONENT, 7, 9, NULL},
    {"route.x", DIAGNOSTIC_NO_COMPONENT, 0, 7, "write `route[0]` for an element"},
    {"path.y", DIAGNOSTIC_NO_COMPONENT, 0, 6, "write `path[0].y` for an element"},
    {"route.length", DIAGNOSTIC_NO_COMPONENT, 0, 12, "write `route[0]` for an element"},
    {"size(route)", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 4, "did you mean `count`?"},
    {"indexOf(route, 1)", DIAGNOSTIC_UNKNOWN_FUNCTION, 0, 7, "did you mean `find`?"},
    // bool needed
    {"!ammo", DIAGNOSTIC_NEEDS_BOOL, 1, 5, "write `ammo == 0`"},
    {"!1", DIAGNOSTIC_NEEDS_BOOL, 1, 2, "write `true`"},
    {"!ammo == 0", DIAGNOSTIC_NEEDS_BOOL, 1, 5, "write `ammo == 0`"},
    {"ammo && alerted", DIAGNOSTIC_NEEDS_BOOL, 0, 4, "write `ammo != 0`"},
    {"alerted && ammo", DIAGNOSTIC_NEEDS_BOOL, 11, 15, "write `ammo != 0`"},
    {"alerted || health", DIAGNOSTIC_NEEDS_BOOL, 11, 17, "write `health != 0`"},
    {"alerted || ammo + 1", DIAGNOSTIC_NEEDS_BOOL, 11, 19, "write `ammo + 1 != 0`"},
    {"alerted || (calm ? 1 : 0)", DIAGNOSTIC_NEEDS_BOOL, 11, 25, "write `(calm ? 1 : 0) != 0`"},
    {"ammo ? 1 : 2", DIAGNOSTIC_NEEDS_BOOL, 0, 4, "write `ammo != 0`"},
    {"1 ? 2 : 3", DIAGNOSTIC_NEEDS_BOOL, 0, 1, "write `true`"},
    {"0 || alerted", DIAGNOSTIC_NEEDS_BOOL, 0, 1, "write `false`"},
    {"2.5 && true", DIAGNOSTIC_NEEDS_BOOL, 0, 3, "write `2.5 != 0`"},
    // number needed
    {"alerted + 1", DIAGNOSTIC_NEEDS_NUMBER, 0, 7, "write `int(alerted)`, which is 0 or 1"},
    {"1 - alerted", DIAGNOSTIC_NEEDS_NUMBER, 4, 11, "write `int(alerted)`, which is 0 or 1"},
    {"1.5 * true", DIAGNOSTIC_NEEDS_NUMBER, 6, 10, "write `int(true)`, which is 0 or 1"},
    {"-alerted", DIAGNOSTIC_NEEDS_NUMBER, 1, 8, "write `int(alerted)`, which is 0 or 1"},
    {"alerted < 1", DIAGNOSTIC_NEEDS_NUMBER, 0, 7, "write `int(alerted)`, which is 0 or 1"},
    {"1 < 2 < 3", DIAGNOSTIC_NEEDS_NUMBER, 0, 5,
     "comparisons do not chain; write `1 < 2 && 2 < 3`"},
    {"0 <= ammo < 30", DIAGNOSTIC_NEEDS_NUMBER, 0, 9,
     "comparisons do not chain; write `0 <= ammo && ammo < 30`"},
    {"health + 1000000 * health + 10000000000.0 < ammo < 5", DIAGNOSTIC_NEEDS_NUMBER, 0, 48,
     "comparisons do not chain; join two of them with `&&`"},
    {"1 < (2 < 3)", DIAGNOSTIC_NEEDS_NUMBER, 4, 11, "write `int(2 < 3)`, which is 0 or 1"},
    {"abs(true)", DIAGNOSTIC_NEEDS_NUMBER, 4, 8, "write `int(true)`, which is 0 or 1"},
    {"floor(alerted)", DIAGNOSTIC_NEEDS_NUMBER, 6, 13, "write `int(alerted)`, which is 0 or 1"},
    {"min(1, alerted)", DIAGNOSTIC_NEEDS_NUMBER, 7, 14, "write `int(alerted)`, which is 0 or 1"},
    {"clamp(1, 2, 1 < 2)", DIAGNOSTIC_NEEDS_NUMBER, 12, 17, "write `int(1 < 2)`, which is 0 or 1"},
    {"true + health * ammo * 2.0 - health * ammo * 2.0 > 5", DIAGNOSTIC_NEEDS_NUMBER, 0, 4,
     "write `int(true)`, which is 0 or 1"},
    // int needed
    {"health % 2", DIAGNOSTIC_NEEDS_INT, 0, 6, "write `int(health)`"},
    {"5 % 2.0", DIAGNOSTIC_NEEDS_INT, 4, 7, "write `int(2.0)`"},
    {"5 % alerted", DIAGNOSTIC_NEEDS_INT, 4, 11, "write `int(alerted)`, which is 0 or 1"},
    // mixed
    {"alerted == 1", DIAGNOSTIC_MIXED_TYPES, 8, 10, "write `alerted`"},
    {"alerted == 0", DIAGNOSTIC_MIXED_TYPES, 8, 10, "write `!alerted`"},
    {"alerted != 1", DIAGNOSTIC_MIXED_TYPES, 8, 10, "write `!alerted`"},
    {"alerted != 0", DIAGNOSTIC_MIXED_TYPES, 8, 10, "write `alerted`"},
    {"1 == alerted", DIAGNOSTIC_MIXED_TYPES, 2, 4, "write `alerted`"},
    {"(alerted && calm) == 0", DIAGNOSTIC_MIXED_TYPES, 18, 20, "write `!(alerted && calm)`"},
    {"(alerted && calm) == 1", DIAGNOSTIC_MIXED_TYPES, 18, 20, "write `(alerted && calm)`"},
    {"0 == ammo < 3", DIAGNOSTIC_MIXED_TYPES, 2, 4, "write `!(ammo < 3)`"},
    {"0 == (calm ? calm : night)", DIAGNOSTIC_MIXED_TYPES, 2, 4, "write `!(calm ? calm : night)`"},
    {"alerted == 2", DIAGNOSTIC_MIXED_TYPES, 8, 10, "write `int(alerted)`, which is 0 or 1"},
    {"alerted == health", DIAGNOSTIC_MIXED_TYPES, 8, 10, "write `int(alerted)`, which is 0 or 1"},
    {"1 == 1 == 1", DIAGNOSTIC_MIXED_TYPES, 7, 9,
     "comparisons do not chain; write `1 == 1 && 1 == 1`"},
    {"1 < 2 == 1", DIAGNOSTIC_MIXED_TYPES, 6, 8,
     "comparisons do not chain; write `1 < 2 && 2 == 1`"},
    {"alerted ? 1 : calm", DIAGNOSTIC_MIXED_TYPES, 8, 9, "write `int(calm)`, which is 0 or 1"},
    {"alerted ? calm : 1.5", DIAGNOSTIC_MIXED_TYPES, 8, 9, "write `int(calm)`, which is 0 or 1"},
};

static void check_report(const char *text, const report *r, diagnostic_code code, uint32_t begin,
                         uint32_t end, const char *help)
{
    if (r->code != (int)code || r->begin != begin || r->end != end)
        fail_msg("`%s`: got %s at %u to %u (%s), not %s at %u to %u", text,
                 diagnostic_table[r->code].code, (unsigned)r->begin, (unsigned)r->end, r->message,
                 diagnostic_table[code].code, (unsigned)begin, (unsigned)end);
    if (strcmp(r->help, help ? help : "") != 0)
        fail_msg("`%s`: the help is `%s`, not `%s`", text, r->help, help ? help : "");
}

static void test_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof error_cases / sizeof *error_cases; i++) {
        const char *text = error_cases[i].text;
        attempt t;
        attempt_start(&t);
        attempt_compile(&t, text, strlen(text), VALUE_NONE);
        if (t.reports.count == 0)
            fail_msg("`%s` compiles", text);
        check_report(text, &t.reports.list[0], error_cases[i].code, error_cases[i].begin,
                     error_cases[i].end, error_cases[i].help);
        attempt_end(&t);
    }
}

static void test_messages(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"ammo && alerted", "`ammo` is an int, but `&&` needs a bool here"},
        {"health % 2", "`health` is a float, but `%` needs an int here"},
        {"sqrt(alerted)", "`alerted` is a bool, but `sqrt` needs a number here"},
        {"alerted == 1", "`==` compares two bools or two numbers, but `alerted` is a bool and `1` "
                         "an int"},
        {"alerted ? 1 : calm", "the branches of `?:` are two bools or two numbers, but `1` is an "
                               "int and `calm` a bool"},
        {"!home", "`home` is a vec2, but a bool or a number is needed here"},
        {"home + 1", "`+` takes numbers, or vectors of one type, not a vec2 and an int"},
        {"alerted ? home : 1",
         "the branches of `?:` are two vectors of one type, but `home` is a vec2 and `1` an int"},
        {"home.z", "`home` has no component `z`"},
        {"!spot", "`spot` is a vec3, but a bool or a number is needed here"},
        {"spot.w", "`spot` has no component `w`"},
        {"distance(home, spot)", "`distance` takes two vectors of one type, not a vec2 and a vec3"},
        {"health.x", "`health` is a float and has no components"},
        {"helth", "unknown name `helth`"},
        {"foo()", "unknown function `foo`"},
        {"min(1)", "`min` takes 2 arguments, not 1"},
        {"sqrt(1, 2)", "`sqrt` takes 1 argument, not 2"},
        {"length(1)", "`1` is an int, but `length` needs a vector here"},
        {"1 \x01", "unexpected character U+0001"},
        {"1 \xff", "unexpected byte 0xff"},
        {"1 \xe2\x89\xa4 2", "unexpected `\xe2\x89\xa4`"},
        {"1 = 2", "unexpected `=`"},
        {"1 2", "an operator is missing before `2`"},
        {"1 and 2", "`and` is not an operator"},
        {"1 + )", "a value is missing before `)`"},
        {"1 +", "a value is missing at the end"},
        {"", "the expression is empty"},
        {"1.", "malformed number `1.`"},
        {"3000000000", "`3000000000` is too large for an int"},
        {"alerted + health * ammo * 2.0 - health * ammo * 2.0",
         "`alerted` is a bool, but `+` needs a number here"},
        {"1 + (health < 1 && ammo < 1 && ammo > health + 2)",
         "this is a bool, but `+` needs a number here"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        attempt t;
        attempt_start(&t);
        attempt_compile(&t, cases[i].text, strlen(cases[i].text), VALUE_NONE);
        assert_true(t.reports.count > 0);
        assert_string_equal(t.reports.list[0].message, cases[i].message);
        attempt_end(&t);
    }
}

// Each mistake is reported once. Mistakes that only follow from another one are not reported.
static void test_several_errors(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t count;
        diagnostic_code codes[3];
    } cases[] = {
        {"foo + bar", 2, {DIAGNOSTIC_UNKNOWN_NAME, DIAGNOSTIC_UNKNOWN_NAME}},
        {"!(foo + 1) < 2", 1, {DIAGNOSTIC_UNKNOWN_NAME}},
        {"foo(1) && ammo", 1, {DIAGNOSTIC_UNKNOWN_FUNCTION}},
        {"foo(!ammo) && alerted", 2, {DIAGNOSTIC_NEEDS_BOOL, DIAGNOSTIC_UNKNOWN_FUNCTION}},
        {"alerted + calm", 2, {DIAGNOSTIC_NEEDS_NUMBER, DIAGNOSTIC_NEEDS_NUMBER}},
        {"ammo && health", 2, {DIAGNOSTIC_NEEDS_BOOL, DIAGNOSTIC_NEEDS_BOOL}},
        {"home && goal", 2, {DIAGNOSTIC_WHOLE_VECTOR, DIAGNOSTIC_WHOLE_VECTOR}},
        {"(alerted + 1) % 2.5", 1, {DIAGNOSTIC_NEEDS_NUMBER}},
        {"length(foo) + bar", 2, {DIAGNOSTIC_UNKNOWN_NAME, DIAGNOSTIC_UNKNOWN_NAME}},
        {"distance(1, 2)", 2, {DIAGNOSTIC_NEEDS_VECTOR, DIAGNOSTIC_NEEDS_VECTOR}},
        {"min(foo, alerted, home)", 2, {DIAGNOSTIC_UNKNOWN_NAME, DIAGNOSTIC_ARGUMENT_COUNT}},
        {"foo ? alerted : 1", 1, {DIAGNOSTIC_UNKNOWN_NAME}},
        {"1 +", 1, {DIAGNOSTIC_EXPRESSION_END}},
        {"foo $ bar )", 1, {DIAGNOSTIC_EXPRESSION_CHARACTER}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        attempt t;
        attempt_start(&t);
        attempt_compile(&t, cases[i].text, strlen(cases[i].text), VALUE_BOOL);
        if (t.reports.count != cases[i].count)
            fail_msg("`%s`: %u errors, the first is: %s", cases[i].text, (unsigned)t.reports.count,
                     t.reports.list[0].message);
        for (uint32_t k = 0; k < cases[i].count; k++)
            assert_int_equal(t.reports.list[k].code, cases[i].codes[k]);
        attempt_end(&t);
    }
}

// ---- the expected type, and what a scope allows

static void test_wanted(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        value_type wanted;
        const char *help; // "": the text compiles
    } cases[] = {
        {"ammo", VALUE_INT, ""},
        {"ammo", VALUE_FLOAT, ""},
        {"7", VALUE_FLOAT, ""},
        {"16777217", VALUE_FLOAT, ""},
        {"ammo + 1", VALUE_FLOAT, ""},
        {"alerted ? ammo : 2", VALUE_FLOAT, ""},
        {"health", VALUE_FLOAT, ""},
        {"alerted", VALUE_BOOL, ""},
        {"ammo", VALUE_BOOL, "write `ammo != 0`"},
        {"1", VALUE_BOOL, "write `true`"},
        {"alerted ? 1 : 2", VALUE_BOOL, "write `(alerted ? 1 : 2) != 0`"},
        {"health", VALUE_INT, "write `int(health)`"},
        {"health / 2", VALUE_INT, "write `int(health / 2)`"},
        {"alerted", VALUE_INT, "write `int(alerted)`, which is 0 or 1"},
        {"alerted", VALUE_FLOAT, "write `float(alerted)`, which is 0 or 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        attempt t;
        attempt_start(&t);
        attempt_compile(&t, cases[i].text, strlen(cases[i].text), cases[i].wanted);
        if (*cases[i].help) {
            assert_int_equal(t.reports.count, 1);
            check_report(cases[i].text, &t.reports.list[0], DIAGNOSTIC_EXPRESSION_TYPE, 0,
                         (uint32_t)strlen(cases[i].text), cases[i].help);
        } else {
            assert_int_equal(t.reports.count, 0);
            assert_int_equal(t.code.type, cases[i].wanted);
            check_value(&t, cases[i].text, cases[i].wanted, 0);
            check_print(&t, cases[i].text, cases[i].wanted);
        }
        attempt_end(&t);
    }
}

static name_meaning lookup_forbidden(void *user, const char *name)
{
    (void)user;
    (void)name;
    return (name_meaning){
        .kind = NAME_FORBIDDEN, .code = DIAGNOSTIC_KEY_ORDER, .why = "is read before it is set"};
}

static void test_scopes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool constants_only, no_draws;
        diagnostic_code code; // JSON_UNEXPECTED: the text compiles
    } cases[] = {
        {"time + rand()", true, false, DIAGNOSTIC_NOT_CONSTANT},
        {"agent + rand()", false, true, DIAGNOSTIC_SHARED_INIT},
        {"range * 2", true, false, DIAGNOSTIC_JSON_UNEXPECTED},
        {"ammo * 2", true, false, DIAGNOSTIC_NOT_CONSTANT},
        {"home.x", true, false, DIAGNOSTIC_NOT_CONSTANT},
        {"length(home)", true, false, DIAGNOSTIC_NOT_CONSTANT},
        {"time", true, false, DIAGNOSTIC_NOT_CONSTANT},
        {"rand()", true, false, DIAGNOSTIC_NOT_CONSTANT},
        {"true ? 1 : ammo", true, false, DIAGNOSTIC_NOT_CONSTANT},
        {"level + time + tick", false, true, DIAGNOSTIC_JSON_UNEXPECTED},
        {"rand()", false, true, DIAGNOSTIC_SHARED_INIT},
        {"agent % 2", false, true, DIAGNOSTIC_SHARED_INIT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        attempt t;
        attempt_start(&t);
        t.scope.constants_only = cases[i].constants_only;
        t.scope.no_draws = cases[i].no_draws;
        attempt_compile(&t, cases[i].text, strlen(cases[i].text), VALUE_NONE);
        uint32_t count = cases[i].code != DIAGNOSTIC_JSON_UNEXPECTED;
        assert_int_equal(t.reports.count, strstr(cases[i].text, "+ rand()") ? 2 : count);
        if (t.reports.count)
            assert_int_equal(t.reports.list[0].code, cases[i].code);
        attempt_end(&t);
    }
    attempt t;
    attempt_start(&t);
    t.scope.lookup = lookup_forbidden;
    attempt_compile(&t, "1 + later", 9, VALUE_NONE);
    assert_int_equal(t.reports.count, 1);
    check_report("1 + later", &t.reports.list[0], DIAGNOSTIC_KEY_ORDER, 4, 9, NULL);
    assert_string_equal(t.reports.list[0].message, "`later` is read before it is set");
    attempt_end(&t);
}

// ---- operations

// Constants are folded, conversions are inserted where needed, draws are kept.
static void test_operations(void **state)
{
    (void)state;
    static const struct {
        const char *text, *operations;
        bool draws;
    } cases[] = {
        {"1 + 2 * 3", "CONST_INT:7"},
        {"ammo + 2 * 3", "LOAD_INT CONST_INT:6 ADD_INT"},
        {"2 * 3 + ammo", "CONST_INT:6 LOAD_INT ADD_INT"},
        {"ammo + 2 + 3", "LOAD_INT CONST_INT:2 ADD_INT CONST_INT:3 ADD_INT"},
        {"ammo < health", "LOAD_INT INT_TO_FLOAT LOAD_FLOAT LESS_FLOAT"},
        {"health < ammo", "LOAD_FLOAT LOAD_INT INT_TO_FLOAT LESS_FLOAT"},
        {"ammo * level < health * 2",
         "LOAD_INT SHARED_INT MULTIPLY_INT INT_TO_FLOAT LOAD_FLOAT CONST_FLOAT:40000000 "
         "MULTIPLY_FLOAT LESS_FLOAT"},
        {"ammo < 1", "LOAD_INT CONST_INT:1 LESS_INT"},
        {"health < 1", "LOAD_FLOAT CONST_FLOAT:3f800000 LESS_FLOAT"},
        {"clamp(ammo, 0, range)", "LOAD_INT INT_TO_FLOAT CONST_FLOAT:0 CONST_FLOAT:41200000 "
                                  "CLAMP_FLOAT"},
        {"alerted ? ammo : health", "LOAD_BOOL LOAD_INT INT_TO_FLOAT LOAD_FLOAT SELECT_FLOAT"},
        {"floor(ammo)", "LOAD_INT INT_TO_FLOAT FLOOR"},
        {"float(ammo)", "LOAD_INT INT_TO_FLOAT"},
        {"float(health)", "LOAD_FLOAT"},
        {"int(ammo)", "LOAD_INT"},
        {"int(health)", "LOAD_FLOAT FLOAT_TO_INT"},
        {"int(alerted)", "LOAD_BOOL BOOL_TO_INT"},
        {"float(alerted)", "LOAD_BOOL BOOL_TO_FLOAT"},
        {"true ? ammo : level", "LOAD_INT"},
        {"false ? ammo : level", "SHARED_INT"},
        {"true ? ammo : health", "LOAD_INT INT_TO_FLOAT"},
        {"1 < 2 ? alerted : calm", "LOAD_BOOL"},
        {"night", "SHARED_BOOL"},
        {"wind", "SHARED_FLOAT"},
        {"alerted && false", "LOAD_BOOL CONST_BOOL:0 AND"},
        {"0.0 / 0.0", "CONST_FLOAT:7fc00000"},
        {"-(0.0 / 0.0)", "CONST_FLOAT:7fc00000"},
        {"nan + 0.0 / 0.0", "LOAD_FLOAT CONST_FLOAT:7fc00000 ADD_FLOAT"},
        {"rand()", "RAND", true},
        {"rand() * 0", "RAND CONST_FLOAT:0 MULTIPLY_FLOAT", true},
        {"true ? rand() : 1", "RAND", true},
        {"true ? 1 : rand()", "CONST_BOOL:1 CONST_FLOAT:3f800000 RAND SELECT_FLOAT", true},
        {"true ? rand() : rand()", "CONST_BOOL:1 RAND RAND SELECT_FLOAT", true},
        {"false ? ammo : true ? 2 : ammo", "CONST_INT:2"},
        {"time + dt", "TIME DT ADD_FLOAT"},
        {"tick - agent", "TICK AGENT SUBTRACT_INT"},
        {"distance(home, goal)", "LOAD_VEC2 LOAD_VEC2 DISTANCE"},
        {"length(spot)", "LOAD_VEC3 LENGTH_VEC3"},
        {"distance(spot, peak)", "LOAD_VEC3 SHARED_VEC3 DISTANCE_VEC3"},
        {"dot(home, goal)", "LOAD_VEC2 LOAD_VEC2 DOT"},
        {"length(2 * home - goal)",
         "CONST_FLOAT:40000000 LOAD_VEC2 SCALE_BY_VEC2 LOAD_VEC2 SUBTRACT_VEC2 LENGTH"},
        {"(vec2(1, 2) * 3).y", "CONST_FLOAT:40c00000"},
        {"vec2(3, 4) + home", "CONST_FLOAT:40400000 CONST_FLOAT:40800000 VEC2 LOAD_VEC2 ADD_VEC2"},
        {"dot(spot, peak)", "LOAD_VEC3 SHARED_VEC3 DOT_VEC3"},
        {"!(ammo > 3)", "LOAD_INT CONST_INT:3 GREATER_INT NOT"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        attempt t;
        attempt_start(&t);
        attempt_compile(&t, cases[i].text, strlen(cases[i].text), VALUE_NONE);
        if (strcmp(code_text(&t.code), cases[i].operations) != 0 || t.code.draws != cases[i].draws)
            fail_msg("`%s` becomes %s, not %s", cases[i].text,
                     t.reports.count ? t.reports.list[0].message : code_text(&t.code),
                     cases[i].operations);
        for (uint32_t k = 0; k < t.code.item_count; k++) {
            assert_int_equal(item_end(t.code.items[k]), 0);
            assert_int_equal(item_flags(t.code.items[k]),
                             k + 1 == t.code.item_count ? ITEM_LAST : 0);
        }
        bool folded = t.code.item_count == 1 && strstr(cases[i].operations, "CONST") != NULL;
        assert_int_equal(t.code.is_constant, folded);
        if (t.code.is_constant && t.code.type == VALUE_INT)
            assert_int_equal(t.code.value.integer, item_argument(t.code.items[0]));
        attempt_end(&t);
    }
}

// Every operation with operands is a row of scalar_op, except those on lists, and no other is.
static void test_scalar_op(void **state)
{
    (void)state;
    for (int op = OP_FIRST; op < OP_TYPE_END; op++) {
        const uint32_t operands[3 * KEY_WIDTH_MAX] = {1, 1, 1};
        uint32_t result[KEY_WIDTH_MAX];
        const op_info *info = op_info_of((item_type)op);
        bool has_operands = info->operands[0] != '\0' && info->argument != 'l';
        if (scalar_op((item_type)op, operands, result) != has_operands)
            fail_msg("%s is %s", op_info_of((item_type)op)->enumerator,
                     has_operands ? "no function of its operands"
                                  : "a function, and has no operands");
    }
}

static void test_to_float(void **state)
{
    (void)state;
    attempt t;
    attempt_start(&t);
    attempt_compile(&t, "ammo + 1", 8, VALUE_NONE);
    expression_code code = expression_to_float(&t.memory, t.code);
    assert_string_equal(code_text(&code), "LOAD_INT CONST_INT:1 ADD_INT INT_TO_FLOAT");
    assert_int_equal(code.type, VALUE_FLOAT);
    assert_int_equal(item_flags(code.items[2]), 0);
    assert_true(code.items[3] == item_make(OP_INT_TO_FLOAT, ITEM_LAST, 0, 0));
    assert_true(world_same(world_run(&the_world, &code, 0), (world_value)FLOAT(8.0f)));
    code = expression_to_float(&t.memory, code);
    assert_int_equal(code.item_count, 4);
    code = expression_to_float(
        &t.memory, expression_constant(&t.memory, (constant){VALUE_INT, .integer = 16777217}));
    assert_string_equal(code_text(&code), "CONST_FLOAT:4b800000");
    assert_true(code.is_constant && code.value.type == VALUE_FLOAT &&
                code.value.number == 16777216.0f);
    code = expression_constant(&t.memory, (constant){VALUE_BOOL, .integer = 1});
    assert_string_equal(code_text(&code), "CONST_BOOL:1");
    assert_int_equal(item_flags(code.items[0]), ITEM_LAST);
    attempt_end(&t);
}

// ---- printing

static void test_print(void **state)
{
    (void)state;
    static const struct {
        const char *text, *printed;
        bool converts;
    } cases[] = {
        {"((1+2))*ammo", "3 * ammo"},
        {"ammo-(2-health)", "ammo - (2.0 - health)"},
        {"(ammo-2)-health", "ammo - 2 - health"},
        {"ammo*(2+level)", "ammo * (2 + level)"},
        {"ammo/(level*2)", "ammo / (level * 2)"},
        {"(alerted&&calm)||night", "alerted && calm || night"},
        {"alerted&&(calm||night)", "alerted && (calm || night)"},
        {"!(alerted&&calm)", "!(alerted && calm)"},
        {"!!alerted", "!!alerted"},
        {"-(-ammo)", "--ammo"},
        {"-(ammo+1)", "-(ammo + 1)"},
        {"-ammo*2", "-ammo * 2"},
        {"ammo- -5", "ammo - -5"},
        {"ammo+(-2147483647-1)", "ammo + (-2147483647 - 1)"},
        {"(-2147483647-1)+ammo", "-2147483647 - 1 + ammo"},
        {"max(ammo, -2147483647 - 1)", "max(ammo, -2147483647 - 1)"},
        {"health*1e39", "health * (1.0 / 0.0)"},
        {"health+1e39", "health + 1.0 / 0.0"},
        {"health/-1e39", "health / (-1.0 / 0.0)"},
        {"health-0.0/0.0", "health - 0.0 / 0.0"},
        {"health+-0.0", "health + -0.0"},
        {"health*0.1", "health * 0.1"},
        {"alerted==true", "alerted == true"},
        {"alerted?ammo:calm?1:2", "alerted ? ammo : calm ? 1 : 2"},
        {"(alerted?calm:night)?1:2", "(alerted ? calm : night) ? 1 : 2"},
        {"alerted?calm?1:2:3", "alerted ? calm ? 1 : 2 : 3"},
        {"(alerted?1:2)+ammo", "(alerted ? 1 : 2) + ammo"},
        {"(ammo<3)==alerted", "ammo < 3 == alerted"},
        {"alerted==(calm==night)", "alerted == (calm == night)"},
        {"float(ammo)", "float(ammo)"},
        {"float(ammo)", "ammo", true},
        {"ammo + level", "ammo + level", true},
        {"float(ammo)<health", "ammo < health"},
        {"float(ammo)<level", "float(ammo) < level"},
        {"ammo<float(level)", "float(ammo) < level"},
        {"float(ammo+1)*health", "(ammo + 1) * health"},
        {"-float(ammo)", "-float(ammo)"},
        {"abs(float(ammo))", "abs(float(ammo))"},
        {"floor(float(ammo))", "floor(ammo)"},
        {"int(float(ammo))", "int(float(ammo))"},
        {"clamp(ammo,float(level),tick)", "clamp(float(ammo), level, tick)"},
        {"clamp(ammo,health,tick)", "clamp(ammo, health, tick)"},
        {"alerted?float(ammo):level", "alerted ? float(ammo) : level"},
        {"alerted?ammo:health", "alerted ? ammo : health"},
        {"home.x+goal.y", "home.x + goal.y"},
        {"base.y", "base.y"},
        {"length(home)+distance(goal,base)", "length(home) + distance(goal, base)"},
        {"rand()*time", "rand() * time"},
        {"min(dt,max(tick,agent))", "min(dt, max(tick, agent))"},
        {"float(alerted)+int(calm)", "float(alerted) + int(calm)"},
        {"level+wind", "level + wind"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        attempt t;
        attempt_start(&t);
        value_type wanted = cases[i].converts ? VALUE_FLOAT : VALUE_NONE;
        attempt_compile(&t, cases[i].text, strlen(cases[i].text), wanted);
        char printed[200] = "nothing";
        world_print(&the_world, &t.memory, &t.code, cases[i].converts, printed, sizeof printed);
        if (t.reports.count > 0 || strcmp(printed, cases[i].printed) != 0)
            fail_msg("`%s` (%s) prints as `%s`, not `%s`", cases[i].text, code_text(&t.code),
                     printed, cases[i].printed);
        check_print(&t, cases[i].text, wanted);
        attempt_end(&t);
    }
}

static void test_print_call(void **state)
{
    (void)state;
    world w;
    world_start(&w);
    memcpy(w.strings + w.shape.strings_size, "seen\0at\0far\0sure", 17);
    uint32_t name = w.shape.strings_size;
    const image_host host = {.name = name, .kind = HOST_PREDICATE, .argument_count = 3};
    const image_argument arguments[] = {{.name = name + 5, .type = KEY_VEC2},
                                        {.name = name + 8, .type = KEY_FLOAT},
                                        {.name = name + 12, .type = KEY_BOOL, .by_key = 1}};
    w.shape.hosts = &host;
    w.shape.arguments = arguments;
    const uint64_t items[] = {
        item_make(OP_CALL, ITEM_LAST, 6, 0),
        item_make(ITEM_ARGUMENT, 0, 4, 1u << 24),
        item_make(OP_LOAD_INT, 0, 3, w.keys[1].column),
        item_make(OP_INT_TO_FLOAT, ITEM_LAST, 4, 0),
        item_make(ITEM_ARGUMENT, 0, 5, w.keys[3].column),
        item_make(ITEM_ARGUMENT, 0, 6, 2u << 24 | w.keys[2].column),
    };
    w.shape.items = items;
    char printed[100];
    assert_true(world_print_at(&w, 0, false, printed, sizeof printed));
    assert_string_equal(printed, "call seen(far: ammo, at: home, sure: alerted)");
}

// ---- precedence: every pair of operators

static void test_precedence(void **state)
{
    (void)state;
    static const struct {
        const char *sign;
        int level;
    } signs[] = {{"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<", 4}, {"<=", 4}, {">", 4},
                 {">=", 4}, {"+", 5},  {"-", 5},  {"*", 6},  {"/", 6}, {"%", 6}};
    enum { COUNT = sizeof signs / sizeof *signs };
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < COUNT; k++) {
            char text[60];
            snprintf(text, sizeof text, "a %s -b %s !c", signs[i].sign, signs[k].sign);
            attempt t;
            attempt_start(&t);
            attempt_compile(&t, text, strlen(text), VALUE_NONE);
            bool left = signs[i].level >= signs[k].level; // (a i b) k c
            const expression *a = t.e->operands, *inner = left ? a : a->next;
            assert_string_equal(op_info_of(t.e->op)->text, signs[left ? k : i].sign);
            assert_int_equal(inner->kind, EXPRESSION_BINARY);
            assert_string_equal(op_info_of(inner->op)->text, signs[left ? i : k].sign);
            assert_int_equal(inner->operands->next->kind, EXPRESSION_UNARY);
            attempt_end(&t);
        }
    for (int i = 0; i < COUNT; i++) {
        char text[60];
        snprintf(text, sizeof text, "a %s b ? c %s d : e %s f", signs[i].sign, signs[i].sign,
                 signs[i].sign);
        attempt t;
        attempt_start(&t);
        attempt_compile(&t, text, strlen(text), VALUE_NONE);
        assert_int_equal(t.e->kind, EXPRESSION_SELECT);
        for (const expression *e = t.e->operands; e; e = e->next)
            assert_int_equal(e->kind, EXPRESSION_BINARY);
        attempt_end(&t);
    }
}

static void test_tree(void **state)
{
    (void)state;
    const char *text = " (a + f ( b, -c )) * d.x ? 1 : true ";
    attempt t;
    attempt_start(&t);
    attempt_compile(&t, text, strlen(text), VALUE_NONE);
    static const struct {
        expression_kind kind;
        uint32_t begin, end, op_begin, op_end, operands;
    } nodes[] = {
        {EXPRESSION_NAME, 2, 3, 0, 0, 0},      {EXPRESSION_NAME, 10, 11, 0, 0, 0},
        {EXPRESSION_NAME, 14, 15, 0, 0, 0},    {EXPRESSION_UNARY, 13, 15, 13, 14, 1},
        {EXPRESSION_CALL, 6, 17, 6, 7, 2},     {EXPRESSION_BINARY, 1, 18, 4, 5, 2},
        {EXPRESSION_NAME, 21, 24, 0, 0, 0},    {EXPRESSION_BINARY, 1, 24, 19, 20, 2},
        {EXPRESSION_INT, 27, 28, 0, 0, 0},     {EXPRESSION_BOOL, 31, 35, 0, 0, 0},
        {EXPRESSION_SELECT, 1, 35, 25, 26, 3},
    };
    const expression *e = expression_first(t.e);
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++, e = e->after) {
        assert_non_null(e);
        assert_int_equal(e->kind, nodes[i].kind);
        assert_int_equal(e->begin, nodes[i].begin);
        assert_int_equal(e->end, nodes[i].end);
        assert_int_equal(e->op_begin, nodes[i].op_begin);
        assert_int_equal(e->op_end, nodes[i].op_end);
        assert_int_equal(e->operand_count, nodes[i].operands);
        assert_string_equal(e->text, text);
    }
    assert_null(e);
    attempt_end(&t);
}

static void test_tree_of_elements(void **state)
{
    (void)state;
    const char *text = "-a [ i + 1 ].x * b[0]";
    attempt t;
    attempt_start(&t);
    attempt_compile(&t, text, strlen(text), VALUE_NONE);
    static const struct {
        expression_kind kind;
        uint32_t begin, end, op_begin, op_end, operands;
    } nodes[] = {
        {EXPRESSION_NAME, 1, 2, 0, 0, 0},      {EXPRESSION_NAME, 5, 6, 0, 0, 0},
        {EXPRESSION_INT, 9, 10, 0, 0, 0},      {EXPRESSION_BINARY, 5, 10, 7, 8, 2},
        {EXPRESSION_ELEMENT, 1, 12, 3, 12, 2}, {EXPRESSION_UNARY, 1, 14, 12, 14, 1},
        {EXPRESSION_UNARY, 0, 14, 0, 1, 1},    {EXPRESSION_NAME, 17, 18, 0, 0, 0},
        {EXPRESSION_INT, 19, 20, 0, 0, 0},     {EXPRESSION_ELEMENT, 17, 21, 18, 21, 2},
        {EXPRESSION_BINARY, 0, 21, 15, 16, 2},
    };
    const expression *e = expression_first(t.e);
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++, e = e->after) {
        assert_non_null(e);
        assert_int_equal(e->kind, nodes[i].kind);
        assert_int_equal(e->begin, nodes[i].begin);
        assert_int_equal(e->end, nodes[i].end);
        assert_int_equal(e->op_begin, nodes[i].op_begin);
        assert_int_equal(e->op_end, nodes[i].op_end);
        assert_int_equal(e->operand_count, nodes[i].operands);
    }
    assert_null(e);
    attempt_end(&t);
}

// ---- limits

static char large[LIMIT_EXPRESSION_SIZE + 1000];

static size_t repeat(const char *before, const char *part, size_t count, const char *between,
                     const char *after)
{
    size_t size = 0;
#define ADD(s) (memcpy(large + size, s, strlen(s)), size += strlen(s))
    ADD(before);
    for (size_t i = 0; i < count; i++) {
        if (i)
            ADD(between);
        ADD(part);
    }
    ADD(after);
#undef ADD
    large[size] = '\0';
    return size;
}

// Compile `large`, and expect an error of this code, or none (JSON_UNEXPECTED).
static void check_large(size_t size, value_type wanted, diagnostic_code code)
{
    attempt t;
    attempt_start(&t);
    attempt_compile(&t, large, size, wanted);
    if (code != DIAGNOSTIC_JSON_UNEXPECTED) {
        assert_int_equal(t.reports.count, 1);
        if (t.reports.list[0].code != (int)code)
            fail_msg("`%.40s...`: %s", large, t.reports.list[0].message);
    } else {
        if (t.reports.count)
            fail_msg("`%.40s...`: %s", large, t.reports.list[0].message);
        world_run(&the_world, &t.code, 0);
        check_print(&t, large, wanted);
    }
    attempt_end(&t);
}

static void test_limits(void **state)
{
    (void)state;
    const diagnostic_code fine = DIAGNOSTIC_JSON_UNEXPECTED;
    const diagnostic_code too_large = DIAGNOSTIC_EXPRESSION_SIZE;
    // bytes of text
    size_t size = repeat("1", " ", LIMIT_EXPRESSION_SIZE - 1, "", "");
    check_large(size, VALUE_NONE, fine);
    size = repeat("1", " ", LIMIT_EXPRESSION_SIZE, "", "");
    check_large(size, VALUE_NONE, too_large);
    // number of operations: 2 * 2048 - 1, then one or two `-`
    size = repeat("-", "health", LIMIT_EXPRESSION_OPS / 2, "+", "");
    check_large(size, VALUE_NONE, fine);
    size = repeat("--", "health", LIMIT_EXPRESSION_OPS / 2, "+", "");
    check_large(size, VALUE_NONE, too_large);
    // an int leaves space for a conversion, unless no float can follow
    size = repeat("-", "ammo", LIMIT_EXPRESSION_OPS / 2, "+", "");
    check_large(size, VALUE_INT, fine);
    check_large(size, VALUE_NONE, too_large);
    check_large(size, VALUE_FLOAT, too_large);
    size = repeat("", "ammo", LIMIT_EXPRESSION_OPS / 2, "+", "");
    check_large(size, VALUE_NONE, fine);
    check_large(size, VALUE_FLOAT, fine);
    // folded operations do not count
    size = repeat("", "1", 30000, "+", "");
    check_large(size, VALUE_NONE, fine);
    // values on either stack at a time
    size = repeat("", "ammo+(", LIMIT_EXPRESSION_DEPTH - 1, "", "ammo");
    size += repeat(large, ")", LIMIT_EXPRESSION_DEPTH - 1, "", "") - size;
    check_large(size, VALUE_NONE, fine);
    size = repeat("", "ammo+(", LIMIT_EXPRESSION_DEPTH, "", "ammo");
    size += repeat(large, ")", LIMIT_EXPRESSION_DEPTH, "", "") - size;
    check_large(size, VALUE_NONE, too_large);
    size = repeat("", "calm==(", LIMIT_EXPRESSION_DEPTH - 1, "", "calm");
    size += repeat(large, ")", LIMIT_EXPRESSION_DEPTH - 1, "", "") - size;
    check_large(size, VALUE_NONE, fine);
    size = repeat("", "calm==(", LIMIT_EXPRESSION_DEPTH, "", "calm");
    size += repeat(large, ")", LIMIT_EXPRESSION_DEPTH, "", "") - size;
    check_large(size, VALUE_NONE, too_large);
    size = repeat("", "calm?ammo:", LIMIT_EXPRESSION_DEPTH - 1, "", "ammo");
    check_large(size, VALUE_NONE, fine);
    size = repeat("", "calm?ammo:", LIMIT_EXPRESSION_DEPTH, "", "ammo");
    check_large(size, VALUE_NONE, too_large);
}

// 60 KB of any text gives a result quickly, and no crash.
static void test_long_texts(void **state)
{
    (void)state;
    static const struct {
        const char *part, *after;
        size_t count;
        diagnostic_code code;
    } cases[] = {
        {"(", "", 60000, DIAGNOSTIC_EXPRESSION_END},
        {"(", "1", 60000, DIAGNOSTIC_EXPRESSION_END},
        {")", "", 60000, DIAGNOSTIC_EXPRESSION_SYNTAX},
        {"-", "", 60000, DIAGNOSTIC_EXPRESSION_END},
        {"-", "1", 60000, DIAGNOSTIC_JSON_UNEXPECTED},
        {"-", "ammo", 60000, DIAGNOSTIC_EXPRESSION_SIZE},
        {"!", "calm", 60000, DIAGNOSTIC_EXPRESSION_SIZE},
        {"!", "calm", LIMIT_EXPRESSION_OPS - 1, DIAGNOSTIC_JSON_UNEXPECTED},
        {"calm?1:", "2", 8000, DIAGNOSTIC_EXPRESSION_SIZE},
        {"calm?", "2", 8000, DIAGNOSTIC_EXPRESSION_SYNTAX},
        {"true?1:", "2", 8000, DIAGNOSTIC_JSON_UNEXPECTED},
        {"abs(", "1", 15000, DIAGNOSTIC_EXPRESSION_END},
        {"1+", "1", 30000, DIAGNOSTIC_JSON_UNEXPECTED},
        {"1.5+ammo+", "1", 6000, DIAGNOSTIC_EXPRESSION_SIZE},
        {"1,", "1", 30000, DIAGNOSTIC_EXPRESSION_SYNTAX},
        {"1", "", 60000, DIAGNOSTIC_INT_RANGE},
        {"a", "", 60000, DIAGNOSTIC_UNKNOWN_NAME},
        {"a.", "", 30000, DIAGNOSTIC_EXPRESSION_SYNTAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_large(repeat("", cases[i].part, cases[i].count, "", cases[i].after), VALUE_NONE,
                    cases[i].code);
    size_t size = repeat("", "(", 30000, "", "ammo");
    size += repeat(large, ")", 30000, "", "") - size;
    check_large(size, VALUE_NONE, DIAGNOSTIC_JSON_UNEXPECTED);
    size = repeat("min(", "1", 30000, ",", ")");
    check_large(size, VALUE_NONE, DIAGNOSTIC_ARGUMENT_COUNT);
}

// ---- memory

typedef struct meter {
    uint32_t until_failure; // allocations that still succeed
    int64_t held;           // bytes in use
} meter;

static void *meter_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    meter *m = user;
    if (new_size == 0) {
        m->held -= (int64_t)old_size;
        free(block);
        return NULL;
    }
    if (m->until_failure == 0)
        return NULL;
    m->until_failure--;
    void *new = realloc(block, new_size);
    m->held += (int64_t)new_size - (int64_t)old_size;
    return new;
}

static bool compile_metered(meter *m, const char *text, size_t size)
{
    static arena a;
    static reports r;
    arena_start(&a, (gestalt_allocator){meter_resize, m});
    bool done = false;
    if (!setjmp(a.escape)) {
        expression_scope scope = {world_lookup, &the_world, keep_report, &r, false, false};
        const expression *e = expression_parse(&a, text, size, keep_report, &r);
        if (e)
            expression_compile(&a, e, &scope, VALUE_FLOAT);
        done = true;
    }
    arena_destroy(&a);
    return done;
}

static void test_no_memory(void **state)
{
    (void)state;
    size_t sizes[3];
    char *texts[3];
    sizes[0] = repeat("", "clamp(ammo, 0, health) + min(1, 2) * ", 300, "", "2");
    texts[0] = malloc(sizes[0]);
    memcpy(texts[0], large, sizes[0]);
    sizes[1] = repeat("", "alerted ? foo : bar(1) < 3 < !", 300, "", "2");
    texts[1] = malloc(sizes[1]);
    memcpy(texts[1], large, sizes[1]);
    sizes[2] = repeat("", "ammo + (", 1000, "", "$");
    texts[2] = malloc(sizes[2]);
    memcpy(texts[2], large, sizes[2]);
    for (int i = 0; i < 3; i++) {
        uint32_t allowed = 0;
        meter m;
        do {
            m = (meter){.until_failure = allowed++};
        } while (!compile_metered(&m, texts[i], sizes[i]) && m.held == 0 && allowed < 1000);
        assert_int_equal(m.held, 0);
        assert_in_range(allowed, 3, 999);
        free(texts[i]);
    }
}

// ---- random expressions

typedef struct writer {
    uint64_t random;
    char text[4096];
    size_t size;
} writer;

static uint32_t below(writer *to, uint32_t bound)
{
    return world_random(&to->random) % bound;
}

static void put(writer *to, const char *text)
{
    size_t size = strlen(text);
    if (to->size + size < sizeof to->text)
        memcpy(to->text + to->size, text, size + 1);
    to->size += size;
}

#define PICK(to, list) ((list)[below((to), sizeof(list) / sizeof *(list))])

static void put_space(writer *to)
{
    static const char *const spaces[] = {"", "", "", " ", "  ", "\t"};
    put(to, PICK(to, spaces));
}

static void put_leaf(writer *to, char type)
{
    static const char *const bools[] = {"true", "false", "alerted", "calm", "night", "debug"};
    static const char *const ints[] = {
        "0",     "1",     "2",     "7",    "2147483647", "-1",    "65536",           "ammo",
        "level", "least", "minus", "tick", "agent",      "count", "(-2147483647-1)", "30"};
    static const char *const floats[] = {"0.0",
                                         "1.5",
                                         "1e39",
                                         "0.1",
                                         "-0.0",
                                         "1e-40",
                                         "3e9",
                                         "health",
                                         "nan",
                                         "inf",
                                         "zero",
                                         "wind",
                                         "range",
                                         "time",
                                         "dt",
                                         "home.x",
                                         "goal.y",
                                         "base.x",
                                         "rand()",
                                         "length(home)",
                                         "2.5",
                                         "(0.0/0.0)",
                                         "distance(base,goal)"};
    put(to, type == 'b' ? PICK(to, bools) : type == 'i' ? PICK(to, ints) : PICK(to, floats));
}

static void put_expression(writer *to, char type, uint32_t depth);

// An operand of the type. For a float it may be an int that the language converts.
static void put_operand(writer *to, char type, uint32_t depth)
{
    put_space(to);
    bool parentheses = below(to, 8) != 0; // usually; without parentheses the operators mix freely
    if (parentheses)
        put(to, "(");
    put_expression(to, type, depth);
    put(to, parentheses ? ")" : "");
    put_space(to);
}

static void put_pair(writer *to, const char *sign, char left, char right, uint32_t depth)
{
    put_operand(to, left, depth);
    put(to, sign);
    put_operand(to, right, depth);
}

static char any_number(writer *to)
{
    return below(to, 2) ? 'i' : 'f';
}

static void put_call(writer *to, const char *name, const char *types, uint32_t depth)
{
    put(to, name);
    put_space(to);
    put(to, "(");
    for (; *types; types++) {
        put_operand(to, *types, depth);
        put(to, types[1] ? "," : "");
    }
    put(to, ")");
}

static void put_bool(writer *to, uint32_t depth)
{
    static const char *const comparisons[] = {"<", "<=", ">", ">=", "==", "!="};
    static const char *const logic[] = {"&&", "||", "==", "!="};
    switch (below(to, 4)) {
    case 0:
        put(to, "!");
        put_operand(to, 'b', depth);
        break;
    case 1: put_pair(to, PICK(to, logic), 'b', 'b', depth); break;
    default: put_pair(to, PICK(to, comparisons), any_number(to), any_number(to), depth); break;
    }
}

static void put_int(writer *to, uint32_t depth)
{
    static const char *const signs[] = {"+", "-", "*", "/", "%"};
    switch (below(to, 9)) {
    case 0:
        put(to, "-");
        put_operand(to, 'i', depth);
        break;
    case 1: put_call(to, below(to, 2) ? "min" : "max", "ii", depth); break;
    case 2: put_call(to, "clamp", "iii", depth); break;
    case 3: put_call(to, below(to, 2) ? "abs" : "sign", "i", depth); break;
    case 4: put_call(to, "int", below(to, 3) ? "f" : below(to, 2) ? "b" : "i", depth); break;
    default: put_pair(to, PICK(to, signs), 'i', 'i', depth); break;
    }
}

static void put_float(writer *to, uint32_t depth)
{
    static const char *const signs[] = {"+", "-", "*", "/"};
    static const char *const pairs[] = {"ff", "if", "fi"};
    static const char *const threes[] = {"fff", "iif", "fii", "ifi"};
    static const char *const roundings[] = {"floor", "ceil", "sqrt", "round",
                                            "sin",   "cos",  "exp",  "log"};
    const char *pair = PICK(to, pairs);
    switch (below(to, 12)) {
    case 0:
        put(to, "-");
        put_operand(to, 'f', depth);
        break;
    case 1: put_call(to, below(to, 2) ? "min" : "max", pair, depth); break;
    case 2: put_call(to, "clamp", PICK(to, threes), depth); break;
    case 3: put_call(to, below(to, 2) ? "abs" : "sign", "f", depth); break;
    case 6: put_call(to, "atan2", PICK(to, pairs), depth); break;
    case 4: put_call(to, PICK(to, roundings), below(to, 2) ? "f" : "i", depth); break;
    case 5: put_call(to, "float", below(to, 3) ? "i" : below(to, 2) ? "b" : "f", depth); break;
    default: put_pair(to, PICK(to, signs), pair[0], pair[1], depth); break;
    }
}

static void put_select(writer *to, char type, uint32_t depth)
{
    bool mixed = type == 'f' && below(to, 3) == 0;
    put_operand(to, 'b', depth);
    put(to, "?");
    put_operand(to, mixed ? 'i' : type, depth);
    put(to, ":");
    put_operand(to, type, depth);
}

static void put_expression(writer *to, char type, uint32_t depth)
{
    if (depth == 0 || below(to, 6) == 0)
        put_leaf(to, type);
    else if (below(to, 7) == 0)
        put_select(to, type, depth - 1);
    else if (type == 'b')
        put_bool(to, depth - 1);
    else if (type == 'i')
        put_int(to, depth - 1);
    else
        put_float(to, depth - 1);
}

static void test_random(void **state)
{
    (void)state;
    enum { ROUNDS = 20000 };
    uint32_t compiled = 0;
    static writer to;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        to = (writer){.random = seed * UINT64_C(0x9E3779B97F4A7C15)};
        put_expression(&to, PICK(&to, "bif"), 1 + below(&to, 5));
        if (to.size >= sizeof to.text)
            continue;
        value_type wanted = below(&to, 4) ? VALUE_NONE : VALUE_FLOAT;
        attempt t;
        attempt_start(&t);
        attempt_compile(&t, to.text, to.size, wanted);
        if (t.reports.count == 0) {
            check_value(&t, to.text, wanted, seed);
            check_print(&t, to.text, wanted);
            compiled++;
        }
        attempt_end(&t);
    }
    assert_in_range(compiled, ROUNDS / 2, ROUNDS);
}

// ---- the manual

// Lines of the blocks marked `expression`: "text", "text => value" or "text => E0408".
static void check_manual_line(char *line)
{
    char *arrow = strstr(line, " => ");
    size_t size = arrow ? (size_t)(arrow - line) : strlen(line);
    attempt t;
    attempt_start(&t);
    attempt_compile(&t, line, size, VALUE_NONE);
    if (arrow && arrow[4] == 'E') {
        assert_int_equal(t.reports.count, 1);
        assert_string_equal(diagnostic_table[t.reports.list[0].code].code, arrow + 4);
    } else if (t.reports.count) {
        fail_msg("`%s`: %s", line, t.reports.list[0].message);
    } else if (arrow) {
        attempt want;
        attempt_start(&want);
        attempt_compile(&want, arrow + 4, strlen(arrow + 4), VALUE_NONE);
        assert_int_equal(want.reports.count, 0);
        world_value is = world_run(&the_world, &t.code, 0);
        if (!world_same(is, world_run(&the_world, &want.code, 0)))
            fail_msg("the manual says `%s`, but it is %s", line, value_text(is));
        attempt_end(&want);
    }
    attempt_end(&t);
}

static void test_manual(void **state)
{
    (void)state;
    const char *folder = getenv("GESTALT_DOCS");
    char path[1000], line[300];
    snprintf(path, sizeof path, "%s/expressions.md", folder ? folder : "docs");
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("can't read %s; GESTALT_DOCS tells where the manual is", path);
    bool inside = false;
    int examples = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "```", 3) == 0) {
            inside = strcmp(line, "```expression") == 0;
        } else if (inside && line[0]) {
            check_manual_line(line);
            examples++;
        }
    }
    fclose(file);
    assert_in_range(examples, 40, 1000);
}

static int start(void **state)
{
    (void)state;
    world_start(&the_world);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),     cmocka_unit_test(test_errors),
        cmocka_unit_test(test_messages),   cmocka_unit_test(test_several_errors),
        cmocka_unit_test(test_wanted),     cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_operations), cmocka_unit_test(test_scalar_op),
        cmocka_unit_test(test_to_float),   cmocka_unit_test(test_print),
        cmocka_unit_test(test_print_call), cmocka_unit_test(test_precedence),
        cmocka_unit_test(test_tree),       cmocka_unit_test(test_tree_of_elements),
        cmocka_unit_test(test_limits),     cmocka_unit_test(test_long_texts),
        cmocka_unit_test(test_no_memory),  cmocka_unit_test(test_random),
        cmocka_unit_test(test_manual),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
