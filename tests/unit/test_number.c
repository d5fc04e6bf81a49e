// SPDX-License-Identifier: MIT
// Conversion of numbers from and to text, compared with the C library if it defines the result.
#include "number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "float_ways.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static uint64_t random_state = 1;

static uint64_t random_next(void)
{
    uint64_t z = random_state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void check_double(const char *text)
{
    double expected = strtod(text, NULL), value = number_double(text, strlen(text));
    if (bits_of(value) != bits_of(expected))
        fail_msg("%.60s: %.17g instead of %.17g", text, value, expected);
    assert_int_equal(number_overflows(text, strlen(text)), isinf(expected) != 0);
}

static void test_double(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "0.0",
        "-0.0e5",
        "1",
        "-1",
        "0.1",
        "123456789",
        "1.5",
        "0.30000000000000004",
        "1e22",
        "1e23",
        "8.5e22",
        "9007199254740992",
        "9007199254740993",
        "9007199254740994",
        "9007199254740993.00000000000000000000000000000000000001",
        "9007199254740995",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "1e-400",
        "0e999999999999999999999",
        "1e999999999999999999999",
        "1e-99999999999999999999",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "5e-324",
        "2e-324",
        "3e-324",
        "7.4109846876186981e-324",
        "1E5",
        "1e+5",
        "1E-05",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649"
        "017977587207096330286416692887910946555547851940402630657488671505820681908902000708383"
        "676273854845817711531764475730270069855571366959622842914819860834936475292719074168444"
        "365510704342711559699508093042880177904174497791.999",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649"
        "017977587207096330286416692887910946555547851940402630657488671505820681908902000708383"
        "676273854845817711531764475730270069855571366959622842914819860834936475292719074168444"
        "365510704342711559699508093042880177904174497792",
    };
    for (size_t i = 0; i < LENGTH(texts); i++)
        check_double(texts[i]);
}

// Decimals of random doubles, and the exact middles between adjacent ones, where the last of up to
// 768 digits decides the rounding.
static void test_double_near_middles(void **state)
{
    (void)state;
    char text[1300];
    for (int i = 0; i < 5000; i++) {
        double x = double_of(random_next() & ~(UINT64_C(1) << 63));
        if (!isfinite(x))
            continue;
        int digits = (int)(random_next() % 20);
        snprintf(text, sizeof text, "%.*e", digits, x);
        check_double(text);
    }
    for (int i = 0; i < 300; i++) {
        int shift = (int)(random_next() % 1070);
        long double middle = (long double)((random_next() >> 11) | 1) / 2 + 0.25L;
        middle = ldexpl(floorl(middle) + 0.5L, -shift / 2);
        int size = snprintf(text, sizeof text, "%.1100Lf", middle);
        check_double(text);
        text[size - 1] = '1'; // slightly above the middle
        check_double(text);
    }
}

static void test_double_of_long_texts(void **state)
{
    (void)state;
    static char text[20000];
    memset(text, '0', sizeof text);
    text[0] = '1';
    strcpy(text + 10000, "e-10000");
    check_double(text);
    memset(text, '0', sizeof text);
    text[1] = '.';
    text[9999] = '7';
    strcpy(text + 10000, "e9999");
    check_double(text);
    // The middle between 1 and the next double, with a further digit far after it.
    memset(text, '0', sizeof text);
    const char *middle = "1.00000000000000011102230246251565404236316680908203125";
    memcpy(text, middle, strlen(middle));
    text[15000] = '\0';
    check_double(text);
    text[14999] = '1';
    check_double(text);
}

static void test_int64(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_int;
        int64_t value;
    } cases[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"42", true, 42},
        {"-42", true, -42},
        {"9223372036854775807", true, INT64_MAX},
        {"9223372036854775808", false, 0},
        {"-9223372036854775808", true, INT64_MIN},
        {"-9223372036854775809", false, 0},
        {"18446744073709551616", false, 0},
        {"100000000000000000000", false, 0},
        {"1.0", false, 0},
        {"1e2", false, 0},
        {"", false, 0},
        {"-", false, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int64_t value = 7;
        assert_int_equal(number_int64(cases[i].text, strlen(cases[i].text), &value),
                         cases[i].is_int);
        assert_true(value == (cases[i].is_int ? cases[i].value : 7));
    }
}

static void test_microseconds(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        number_exactness exactness;
        int64_t value;
    } cases[] = {
        {"0", NUMBER_EXACT, 0},
        {"-0.0", NUMBER_EXACT, 0},
        {"0e999999999999999999999999", NUMBER_EXACT, 0},
        {"1", NUMBER_EXACT, 1000000},
        {"1.5", NUMBER_EXACT, 1500000},
        {"2e-3", NUMBER_EXACT, 2000},
        {"0.000001", NUMBER_EXACT, 1},
        {"0.0000001", NUMBER_TOO_FINE, 0},
        {"1e-7", NUMBER_TOO_FINE, 0},
        {"10e-7", NUMBER_EXACT, 1},
        {"0.1234567", NUMBER_TOO_FINE, 0},
        {"0.12345670", NUMBER_TOO_FINE, 0},
        {"0.1234560", NUMBER_EXACT, 123456},
        {"0.12345600000000000000000000000000000000000000000000", NUMBER_EXACT, 123456},
        {"0.12345600000000000000000000000000000000000000000001", NUMBER_TOO_FINE, 0},
        {"1.5E+2", NUMBER_EXACT, 150000000},
        {"0.0015e3", NUMBER_EXACT, 1500000},
        {"-1", NUMBER_OUT_OF_RANGE, 0},
        {"-1e-30", NUMBER_OUT_OF_RANGE, 0},
        {"9223372036854.775807", NUMBER_EXACT, INT64_MAX},
        {"9223372036854.775808", NUMBER_OUT_OF_RANGE, 0},
        {"9.223372036854775807e12", NUMBER_EXACT, INT64_MAX},
        {"9e12", NUMBER_EXACT, INT64_C(9000000000000000000)},
        {"1e13", NUMBER_OUT_OF_RANGE, 0},
        {"1e999999999999999999999999", NUMBER_OUT_OF_RANGE, 0},
        {"1e-999999999999999999999999", NUMBER_TOO_FINE, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        int64_t value = 7;
        number_exactness exactness =
            number_microseconds(cases[i].text, strlen(cases[i].text), &value);
        if (exactness != cases[i].exactness || value != cases[i].value)
            fail_msg("%s: %d, %lld", cases[i].text, (int)exactness, (long long)value);
    }
}

static void test_print(void **state)
{
    (void)state;
    static const struct {
        float value;
        const char *text;
    } floats[] = {
        {0.0f, "0.0"},
        {-0.0f, "-0.0"},
        {1.0f, "1.0"},
        {-1.5f, "-1.5"},
        {0.1f, "0.1"},
        {100.0f, "100.0"},
        {0.0001f, "0.0001"},
        {0.00001f, "1e-5"},
        {16777216.0f, "16777216.0"},
        {1e15f, "1000000000000000.0"},
        {1e16f, "1e+16"},
        {1e30f, "1e+30"},
        {3.4028235e38f, "3.4028235e+38"},
        {1e-45f, "1e-45"},
        {1.17549435e-38f, "1.1754944e-38"},
        {9.8607613e-32f, "9.8607613e-32"},
        {INFINITY, "inf"},
        {-INFINITY, "-inf"},
        {NAN, "nan"},
        {-NAN, "nan"},
    };
    static const struct {
        double value;
        const char *text;
    } doubles[] = {
        {0.1, "0.1"},
        {0.30000000000000004, "0.30000000000000004"},
        {5e-324, "5e-324"},
        {DBL_MAX, "1.7976931348623157e+308"},
        {9007199254740993.0, "9007199254740992.0"},
        {0x1p-44, "5.684341886080802e-14"}, // the nearest number with 16 digits would be too small
        {-123456.789, "-123456.789"},
    };
    char text[NUMBER_TEXT_SIZE];
    for (size_t i = 0; i < LENGTH(floats); i++) {
        assert_int_equal(number_print_float(text, floats[i].value), strlen(floats[i].text));
        assert_string_equal(text, floats[i].text);
    }
    for (size_t i = 0; i < LENGTH(doubles); i++) {
        assert_int_equal(number_print_double(text, doubles[i].value), strlen(doubles[i].text));
        assert_string_equal(text, doubles[i].text);
    }
}

static void test_print_reads_back(void **state)
{
    (void)state;
    char text[NUMBER_TEXT_SIZE];
    for (int i = 0; i < 3000; i++) {
        uint64_t bits = random_next();
        double x = double_of(bits);
        if (x == x)
            assert_true(isinf(x) ||
                        bits_of(number_double(text, number_print_double(text, x))) == bits);
        uint32_t half = (uint32_t)bits;
        float f;
        memcpy(&f, &half, sizeof f);
        if (!isfinite(f))
            continue;
        float back = (float)number_double(text, number_print_float(text, f));
        assert_memory_equal(&back, &f, sizeof f);
        assert_non_null(strpbrk(text, ".e"));
    }
}

// In every rounding mode of the host, with and without flushing of subnormal numbers.
static void test_print_with_other_floats(void **state)
{
    (void)state;
    static const float floats[] = {0.1f, 1.0f / 3, 1e-40f, 1.4e-45f, -3e38f, 16777217.0f};
    static const double doubles[] = {0.1, 2.0 / 3, 5e-324, 1e-310, 1.7e308, 123456789.125};
    for (size_t i = 0; i < LENGTH(ways) * LENGTH(floats); i++) {
        const way *w = &ways[i / LENGTH(floats)];
        float single = floats[i % LENGTH(floats)];
        double value = doubles[i % LENGTH(floats)];
        char usual[2][NUMBER_TEXT_SIZE], other[2][NUMBER_TEXT_SIZE];
        number_print_float(usual[0], single);
        number_print_double(usual[1], value);
        way_set(w);
        number_print_float(other[0], single);
        number_print_double(other[1], value);
        way_check(w, "printing");
        assert_string_equal(other[0], usual[0]);
        assert_string_equal(other[1], usual[1]);
    }
}

static void test_seconds(void **state)
{
    (void)state;
    static const struct {
        int64_t microseconds;
        const char *text;
    } cases[] = {
        {0, "0"},         {2000000, "2"},          {10000000, "10"},
        {500000, "0.5"},  {1, "0.000001"},         {INT64_MAX, "9223372036854.775807"},
        {1500, "0.0015"}, {60000001, "60.000001"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[NUMBER_TEXT_SIZE];
        size_t size = number_print_seconds(text, cases[i].microseconds);
        assert_string_equal(text, cases[i].text);
        int64_t back;
        assert_int_equal(number_microseconds(text, size, &back), NUMBER_EXACT);
        assert_true(back == cases[i].microseconds);
    }
}

// A host may have set a locale with a decimal comma. If the machine has none, this tests nothing
// new.
static void test_locale(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fa_IR.UTF-8"};
    bool set = false;
    for (size_t i = 0; i < LENGTH(names) && !set; i++)
        set = setlocale(LC_NUMERIC, names[i]) != NULL;
    test_print(state);
    char text[NUMBER_TEXT_SIZE];
    double x = 0.30000000000000004;
    assert_true(number_double(text, number_print_double(text, x)) == x);
    setlocale(LC_NUMERIC, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_double),
        cmocka_unit_test(test_double_near_middles),
        cmocka_unit_test(test_double_of_long_texts),
        cmocka_unit_test(test_int64),
        cmocka_unit_test(test_microseconds),
        cmocka_unit_test(test_print),
        cmocka_unit_test(test_print_reads_back),
        cmocka_unit_test(test_print_with_other_floats),
        cmocka_unit_test(test_seconds),
        cmocka_unit_test(test_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
