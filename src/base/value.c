// SPDX-License-Identifier: MIT
#include "value.h"

#include <string.h>

typedef struct unit {
    const char *name;
    uint64_t factor;
} unit;

static const unit count_units[] = {
    {"", 1},
    {"k", 1000},
    {"K", 1000},
    {"M", 1000000},
    {"G", 1000000000},
    {"T", UINT64_C(1000000000000)},
    {"Ki", UINT64_C(1) << 10},
    {"Mi", UINT64_C(1) << 20},
    {"Gi", UINT64_C(1) << 30},
    {"Ti", UINT64_C(1) << 40},
};

static const unit duration_units[] = {
    {"", 1000000},  {"us", 1},         {"ms", 1000},
    {"s", 1000000}, {"min", 60000000}, {"h", UINT64_C(3600000000)},
};

// A number, significand * 10^exponent.
typedef struct decimal {
    uint64_t significand;
    int exponent;
} decimal;

// far larger than any valid value, so larger exponents can be cut to this
enum { EXPONENT_MAX = 9999 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool value_multiply(uint64_t *value, uint64_t factor)
{
    return !__builtin_mul_overflow(*value, factor, value);
}

// Append a digit to significand * 10^zeros. Zeros at the end are only counted, so the significand
// of 1.000 stays small.
static bool add_digit(uint64_t *significand, int *zeros, char digit)
{
    if (digit == '0') {
        ++*zeros;
        return true;
    }
    for (; *zeros >= 0; --*zeros)
        if (!value_multiply(significand, 10))
            return false;
    *zeros = 0;
    return !__builtin_add_overflow(*significand, (uint64_t)(digit - '0'), significand);
}

// Read "e6" or "e-3" if present; an `e` without digits is left, as it may be a unit.
static const char *read_exponent(const char *text, int *exponent)
{
    const char *at = text;
    if (*at != 'e' && *at != 'E')
        return text;
    at++;
    bool negative = *at == '-';
    at += *at == '-' || *at == '+';
    if (!is_digit(*at))
        return text;
    for (; is_digit(*at); at++)
        if (*exponent < EXPONENT_MAX)
            *exponent = *exponent * 10 + (*at - '0');
    if (negative)
        *exponent = -*exponent;
    return at;
}

// Read digits[.digits][e[+-]digits] and advance `*text` past it.
static value_verdict read_decimal(const char **text, decimal *d)
{
    const char *at = *text;
    int zeros = 0, fraction = 0;
    bool any = false, fits = true;
    *d = (decimal){0};
    for (bool point = false; is_digit(*at) || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        any = true;
        fraction += point;
        fits = fits && add_digit(&d->significand, &zeros, *at);
    }
    if (!any || at[-1] == '.' || **text == '.')
        return VALUE_NO_NUMBER;
    int exponent = 0;
    *text = read_exponent(at, &exponent);
    d->exponent = zeros + exponent - fraction;
    return fits ? VALUE_GOOD : VALUE_TOO_LARGE;
}

// Divide the product a * b by p if there is no remainder.
static bool divide_product(uint64_t *a, uint64_t *b, uint64_t p)
{
    uint64_t *divisible = *a % p == 0 ? a : *b % p == 0 ? b : NULL;
    if (divisible)
        *divisible /= p;
    return divisible != NULL;
}

static value_verdict value_scale(decimal d, uint64_t factor, uint64_t *value)
{
    *value = d.significand;
    if (d.significand == 0)
        return VALUE_GOOD;
    for (; d.exponent < 0; d.exponent++)
        if (!divide_product(value, &factor, 2) || !divide_product(value, &factor, 5))
            return VALUE_NOT_WHOLE;
    for (; d.exponent > 0; d.exponent--)
        if (!value_multiply(value, 10))
            return VALUE_TOO_LARGE;
    return value_multiply(value, factor) ? VALUE_GOOD : VALUE_TOO_LARGE;
}

static value_verdict value_read(const char *text, const unit *units, size_t unit_count, bool bytes,
                                uint64_t *value)
{
    decimal d;
    value_verdict verdict = read_decimal(&text, &d);
    if (verdict != VALUE_GOOD)
        return verdict;
    size_t size = strlen(text);
    if (bytes && size > 0 && text[size - 1] == 'B')
        size--;
    for (size_t i = 0; i < unit_count; i++)
        if (strlen(units[i].name) == size && memcmp(units[i].name, text, size) == 0)
            return value_scale(d, units[i].factor, value);
    return VALUE_UNKNOWN_UNIT;
}

value_verdict value_count(const char *text, uint64_t *count)
{
    return value_read(text, count_units, sizeof count_units / sizeof *count_units, false, count);
}

value_verdict value_size(const char *text, uint64_t *bytes)
{
    return value_read(text, count_units, sizeof count_units / sizeof *count_units, true, bytes);
}

value_verdict value_duration(const char *text, uint64_t *microseconds)
{
    return value_read(text, duration_units, sizeof duration_units / sizeof *duration_units, false,
                      microseconds);
}

const char *value_next_word(const char **words, size_t *size)
{
    const char *word = *words;
    if (*word == '\0')
        return NULL;
    *size = strcspn(word, "|");
    *words = word + *size + (word[*size] == '|');
    return word;
}

const char *value_part_at(const char *list, uint32_t index, size_t *size)
{
    for (; index > 0 && list; index--) {
        list = strchr(list, ',');
        list = list ? list + 1 : NULL;
    }
    *size = list ? strcspn(list, ",") : 0;
    return list;
}

value_verdict value_count_at(const char *list, uint32_t index, bool *is_there, uint64_t *count)
{
    char text[64];
    size_t size;
    const char *part = value_part_at(list, index, &size);
    *is_there = part != NULL;
    if (!part)
        return VALUE_GOOD;
    if (size >= sizeof text)
        return VALUE_TOO_LARGE;
    memcpy(text, part, size);
    text[size] = '\0';
    return value_count(text, count);
}

int value_choice(const char *text, const char *words)
{
    return value_choice_part(text, strlen(text), words);
}

int value_choice_part(const char *part, size_t wanted, const char *words)
{
    size_t size;
    const char *word;
    for (int i = 0; (word = value_next_word(&words, &size)); i++)
        if (size == wanted && memcmp(word, part, size) == 0)
            return i;
    return -1;
}
