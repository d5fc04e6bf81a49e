// SPDX-License-Identifier: MIT
// Values of options: what is accepted, its exact meaning, and the error for everything else.
#include "value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct number_case {
    const char *text;
    value_verdict verdict;
    uint64_t value;
} number_case;

static void check_all(const number_case *cases, size_t count,
                      value_verdict (*read)(const char *, uint64_t *))
{
    for (size_t i = 0; i < count; i++) {
        uint64_t value = 12345;
        value_verdict verdict = read(cases[i].text, &value);
        if (verdict != cases[i].verdict || (!verdict && value != cases[i].value))
            fail_msg("`%s`: verdict %d, value %llu", cases[i].text, (int)verdict,
                     (unsigned long long)value);
    }
}

#define CHECK_ALL(cases, read) check_all((cases), sizeof(cases) / sizeof *(cases), (read))

static void test_counts(void **state)
{
    (void)state;
    static const number_case cases[] = {
        {"0", VALUE_GOOD, 0},
        {"1", VALUE_GOOD, 1},
        {"007", VALUE_GOOD, 7},
        {"1000000", VALUE_GOOD, 1000000},
        {"1e6", VALUE_GOOD, 1000000},
        {"1E6", VALUE_GOOD, 1000000},
        {"1e+6", VALUE_GOOD, 1000000},
        {"2500e-2", VALUE_GOOD, 25},
        {"1.5e3", VALUE_GOOD, 1500},
        {"1k", VALUE_GOOD, 1000},
        {"1K", VALUE_GOOD, 1000},
        {"1Ki", VALUE_GOOD, 1024},
        {"1.5M", VALUE_GOOD, 1500000},
        {"1.5Ki", VALUE_GOOD, 1536},
        {"0.0009765625Ki", VALUE_GOOD, 1},
        {"2G", VALUE_GOOD, 2000000000},
        {"3Gi", VALUE_GOOD, UINT64_C(3) << 30},
        {"4T", VALUE_GOOD, UINT64_C(4000000000000)},
        {"1Ti", VALUE_GOOD, UINT64_C(1) << 40},
        {"10.000", VALUE_GOOD, 10},
        {"1.0000000000000000000000000000000000000000", VALUE_GOOD, 1},
        {"0.000000000000000000000000000000", VALUE_GOOD, 0},
        {"0e999999999999", VALUE_GOOD, 0},
        {"18446744073709551615", VALUE_GOOD, UINT64_MAX},
        {"18446744073709551616", VALUE_TOO_LARGE, 0},
        {"1e19", VALUE_GOOD, UINT64_C(10000000000000000000)},
        {"1e20", VALUE_TOO_LARGE, 0},
        {"1e999999999999", VALUE_TOO_LARGE, 0},
        {"99999999T", VALUE_TOO_LARGE, 0},
        {"1.5", VALUE_NOT_WHOLE, 0},
        {"1e-1", VALUE_NOT_WHOLE, 0},
        {"1e-999999999999", VALUE_NOT_WHOLE, 0},
        {"1.0001k", VALUE_NOT_WHOLE, 0},
        {"0.3Ki", VALUE_NOT_WHOLE, 0},
        {"", VALUE_NO_NUMBER, 0},
        {"-1", VALUE_NO_NUMBER, 0},
        {"+1", VALUE_NO_NUMBER, 0},
        {" 1", VALUE_NO_NUMBER, 0},
        {".5", VALUE_NO_NUMBER, 0},
        {"1.", VALUE_NO_NUMBER, 0},
        {".", VALUE_NO_NUMBER, 0},
        {"k", VALUE_NO_NUMBER, 0},
        {"nan", VALUE_NO_NUMBER, 0},
        {"1 ", VALUE_UNKNOWN_UNIT, 0},
        {"1m", VALUE_UNKNOWN_UNIT, 0},
        {"1kB", VALUE_UNKNOWN_UNIT, 0},
        {"1.2.3", VALUE_UNKNOWN_UNIT, 0},
        {"0x10", VALUE_UNKNOWN_UNIT, 0},
        {"1e", VALUE_UNKNOWN_UNIT, 0},
        {"1kk", VALUE_UNKNOWN_UNIT, 0},
        {"1,000", VALUE_UNKNOWN_UNIT, 0},
    };
    CHECK_ALL(cases, value_count);
}

static void test_sizes(void **state)
{
    (void)state;
    static const number_case cases[] = {
        {"4096", VALUE_GOOD, 4096},
        {"4096B", VALUE_GOOD, 4096},
        {"64MiB", VALUE_GOOD, UINT64_C(64) << 20},
        {"64Mi", VALUE_GOOD, UINT64_C(64) << 20},
        {"10MB", VALUE_GOOD, 10000000},
        {"10M", VALUE_GOOD, 10000000},
        {"1.5kB", VALUE_GOOD, 1500},
        {"1e3B", VALUE_GOOD, 1000},
        {"1b", VALUE_UNKNOWN_UNIT, 0},
        {"1BB", VALUE_UNKNOWN_UNIT, 0},
        {"B", VALUE_NO_NUMBER, 0},
    };
    CHECK_ALL(cases, value_size);
}

static void test_durations(void **state)
{
    (void)state;
    static const number_case cases[] = {
        {"30s", VALUE_GOOD, 30000000},
        {"5ms", VALUE_GOOD, 5000},
        {"250us", VALUE_GOOD, 250},
        {"2min", VALUE_GOOD, 120000000},
        {"1.5h", VALUE_GOOD, UINT64_C(5400000000)},
        {"0.1", VALUE_GOOD, 100000},
        {"1e-3", VALUE_GOOD, 1000},
        {"0", VALUE_GOOD, 0},
        {"0.5us", VALUE_NOT_WHOLE, 0},
        {"1e-7", VALUE_NOT_WHOLE, 0},
        {"2m", VALUE_UNKNOWN_UNIT, 0},
        {"2M", VALUE_UNKNOWN_UNIT, 0},
        {"-1s", VALUE_NO_NUMBER, 0},
        {"99999999999h", VALUE_TOO_LARGE, 0},
    };
    CHECK_ALL(cases, value_duration);
}

static void test_choices(void **state)
{
    (void)state;
    assert_int_equal(value_choice("asm", "outline|asm|dot"), 1);
    assert_int_equal(value_choice("outline", "outline|asm|dot"), 0);
    assert_int_equal(value_choice("dot", "outline|asm|dot"), 2);
    assert_int_equal(value_choice("do", "outline|asm|dot"), -1);
    assert_int_equal(value_choice("asm|dot", "outline|asm|dot"), -1);
    assert_int_equal(value_choice("", "outline|asm|dot"), -1);
    assert_int_equal(value_choice("x", ""), -1);
    size_t size;
    const char *part = value_part_at("dot,asm", 1, &size);
    assert_int_equal(value_choice_part(part, size, "outline|asm|dot"), 1);
    part = value_part_at("dot,asm", 0, &size);
    assert_int_equal(value_choice_part(part, size, "outline|asm|dot"), 2);
    assert_true(value_part_at("dot,asm", 2, &size) == NULL && size == 0);
    assert_true(value_part_at("dot,", 1, &size) != NULL && size == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_durations),
        cmocka_unit_test(test_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
