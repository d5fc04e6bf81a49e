// SPDX-License-Identifier: MIT
//
// Reading has two cases. Most numbers are a mantissa below 2^53, times or divided by a power of ten
// that is itself an exact double: one operation with one rounding. For the rest, decimal digits are
// doubled or halved, exactly, until the first 53 bits are before the point. No double needs more
// than 768 digits to be distinguished from its neighbours and their midpoints, so 800 digits and a
// flag for further ones are enough.
#include "number.h"

#include "floats.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// A value of 16 is fine: it only means that half floats are evaluated as such.
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16, "doubles must be rounded to double");

// ---- parsing the text of a number

typedef struct number_parts {
    bool negative;
    const char *first, *end; // digits, starting with the first nonzero one; empty for zero
    int64_t weight;          // power of ten of the digit at `first`
} number_parts;

static bool number_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Parse an exponent. It saturates far beyond what any number of digits can compensate.
static int64_t number_exponent(const char *text, const char *end)
{
    const int64_t large = INT64_C(1000000000000000);
    bool negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+'))
        text++;
    int64_t exponent = 0;
    for (; text < end && number_is_digit(*text); text++)
        if (exponent < large)
            exponent = exponent * 10 + (*text - '0');
    return negative ? -exponent : exponent;
}

static number_parts number_split(const char *text, size_t size)
{
    const char *end = text + size;
    number_parts parts = {.negative = size > 0 && *text == '-'};
    text += parts.negative;
    int64_t before = 0, after = 0; // digits between the point and the first nonzero digit
    bool point = false;
    const char *c = text;
    for (; c < end && (number_is_digit(*c) || *c == '.'); c++) {
        if (*c == '.')
            point = true;
        else if (!parts.first && *c != '0')
            parts.first = c;
        if (*c != '.' && parts.first && !point)
            before++;
        if (*c != '.' && !parts.first && point)
            after++;
    }
    parts.end = c;
    if (!parts.first)
        parts.first = c;
    parts.weight = before ? before - 1 : -after - 1;
    if (c < end)
        parts.weight += number_exponent(c + 1, end);
    return parts;
}

// ---- reading doubles

enum { DECIMAL_DIGITS = 800, DECIMAL_SHIFT = 59 };

typedef struct decimal {
    int32_t count;
    int32_t point; // the value is 0.DIGITS * 10^point
    bool more;     // further nonzero digits were dropped
    unsigned char digits[DECIMAL_DIGITS];
} decimal;

static void decimal_trim(decimal *d)
{
    while (d->count > 0 && d->digits[d->count - 1] == 0)
        d->count--;
}

static void decimal_append(decimal *d, unsigned digit)
{
    if (d->count < DECIMAL_DIGITS)
        d->digits[d->count++] = (unsigned char)digit;
    else if (digit != 0)
        d->more = true;
}

// Divide by 2^shift. The result has no more digits than the input, so this works in place.
static void decimal_halve(decimal *d, unsigned shift)
{
    const uint64_t mask = (UINT64_C(1) << shift) - 1;
    const int32_t count = d->count;
    uint64_t rest = 0;
    bool started = false;
    d->count = 0;
    for (int32_t i = 0; i < count || rest != 0; i++) {
        rest = rest * 10 + (i < count ? d->digits[i] : 0);
        unsigned digit = (unsigned)(rest >> shift);
        rest &= mask;
        started = started || digit != 0;
        if (started)
            decimal_append(d, digit);
        else
            d->point--;
    }
    decimal_trim(d);
}

// Multiply by 2^shift: first the digits, from the last, then the carry in front of them.
static void decimal_double(decimal *d, unsigned shift)
{
    uint64_t carry = 0;
    for (int32_t i = d->count; i-- > 0;) {
        carry += (uint64_t)d->digits[i] << shift;
        d->digits[i] = (unsigned char)(carry % 10);
        carry /= 10;
    }
    unsigned char front[20];
    int32_t front_count = 0;
    for (; carry != 0; carry /= 10)
        front[front_count++] = (unsigned char)(carry % 10);
    int32_t kept = d->count;
    for (; kept > DECIMAL_DIGITS - front_count; kept--)
        d->more = d->more || d->digits[kept - 1] != 0;
    memmove(d->digits + front_count, d->digits, (size_t)kept);
    for (int32_t i = 0; i < front_count; i++)
        d->digits[i] = front[front_count - 1 - i];
    d->count = kept + front_count;
    d->point += front_count;
    decimal_trim(d);
}

// Round the part before the point to the nearest integer, half to even.
static uint64_t decimal_rounded(const decimal *d)
{
    uint64_t whole = 0;
    for (int32_t i = 0; i < d->point; i++)
        whole = whole * 10 + (i < d->count ? d->digits[i] : 0);
    if (d->point < 0 || d->point >= d->count)
        return whole;
    unsigned next = d->digits[d->point];
    if (next == 5 && d->point + 1 == d->count && !d->more)
        return whole + (whole & 1);
    return whole + (next >= 5);
}

static decimal decimal_from(number_parts parts)
{
    decimal d = {.point = (int32_t)parts.weight + 1};
    for (const char *c = parts.first; c < parts.end; c++)
        if (*c != '.')
            decimal_append(&d, (unsigned)(*c - '0'));
    decimal_trim(&d);
    return d;
}

// Return a shift for a value with `digits` digits before (or zeros after) the point that moves it
// towards 1, but never past it.
static unsigned decimal_step(int32_t digits)
{
    return digits >= 18 ? DECIMAL_SHIFT : (unsigned)digits * 3 + (digits == 0);
}

static double number_by_digits(number_parts parts)
{
    if (parts.weight > 309)
        return HUGE_VAL;
    if (parts.weight < -330)
        return 0.0;
    decimal d = decimal_from(parts);
    int exponent = 0; // the number is d * 2^exponent
    while (d.point > 0) {
        unsigned step = decimal_step(d.point - 1);
        decimal_halve(&d, step);
        exponent += (int)step;
    }
    while (d.point < 0 || d.digits[0] < 5) {
        unsigned step = decimal_step(-d.point);
        decimal_double(&d, step);
        exponent -= (int)step;
    }
    // Now 1/2 <= d < 1. Subnormal numbers, below 2^-1022, have fewer bits.
    if (exponent > DBL_MAX_EXP)
        return HUGE_VAL;
    int bits = exponent < DBL_MIN_EXP ? DBL_MANT_DIG - (DBL_MIN_EXP - exponent) : DBL_MANT_DIG;
    if (bits < 0)
        return 0.0;
    decimal_double(&d, (unsigned)bits);
    return ldexp((double)decimal_rounded(&d), exponent - bits);
}

// Compute the value with one exact operation, if the number is small enough; otherwise return
// false.
static bool number_by_one_operation(number_parts parts, double *value)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (parts.end - parts.first > 20)
        return false;
    uint64_t mantissa = 0;
    int64_t weight = parts.weight + 1;
    for (const char *c = parts.first; c < parts.end; c++) {
        if (*c == '.')
            continue;
        if (mantissa >= UINT64_C(1) << 53)
            return false;
        mantissa = mantissa * 10 + (uint64_t)(*c - '0');
        weight--;
    }
    if (mantissa > UINT64_C(1) << 53 || weight < -22 || weight > 22)
        return false;
    *value = weight < 0 ? (double)mantissa / powers[-weight] : (double)mantissa * powers[weight];
    return true;
}

double number_double(const char *text, size_t size)
{
    number_parts parts = number_split(text, size);
    double value = 0.0;
    if (parts.first < parts.end && !number_by_one_operation(parts, &value))
        value = number_by_digits(parts);
    return parts.negative ? -value : value;
}

// The midpoint between the largest double and 2^1024: numbers from here on round to infinity.
static const char number_infinity[] =
    "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490"
    "1797758720709633028641669288791094655554785194040263065748867150582068190890200070838367"
    "6273854845817711531764475730270069855571366959622842914819860834936475292719074168444365"
    "510704342711559699508093042880177904174497792";

bool number_overflows(const char *text, size_t size)
{
    number_parts parts = number_split(text, size);
    if (parts.first == parts.end || parts.weight < 308)
        return false;
    if (parts.weight > 308)
        return true;
    const char *limit = number_infinity;
    for (const char *c = parts.first; c < parts.end && *limit; c++) {
        if (*c != '.' && *c != *limit)
            return *c > *limit;
        limit += *c != '.';
    }
    return strspn(limit, "0") == strlen(limit);
}

// ---- reading integers and times

bool number_int64(const char *text, size_t size, int64_t *value)
{
    bool negative = size > 0 && text[0] == '-';
    uint64_t largest = negative ? UINT64_C(1) << 63 : INT64_MAX;
    uint64_t magnitude = 0;
    if (size == (size_t)negative)
        return false;
    for (size_t i = negative; i < size; i++) {
        if (!number_is_digit(text[i]))
            return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (magnitude > (largest - digit) / 10)
            return false;
        magnitude = magnitude * 10 + digit;
    }
    *value = (int64_t)(negative ? 0 - magnitude : magnitude);
    return true;
}

number_exactness number_microseconds(const char *text, size_t size, int64_t *microseconds)
{
    number_parts parts = number_split(text, size);
    *microseconds = 0;
    if (parts.first == parts.end)
        return NUMBER_EXACT;
    int64_t weight = parts.weight + 6;
    if (parts.negative || weight > 18)
        return NUMBER_OUT_OF_RANGE;
    int64_t value = 0;
    bool too_fine = false;
    for (const char *c = parts.first; c < parts.end; c++) {
        if (*c == '.')
            continue;
        if (weight < 0) {
            too_fine = too_fine || *c != '0';
        } else if (value > (INT64_MAX - (*c - '0')) / 10) {
            return NUMBER_OUT_OF_RANGE;
        } else {
            value = value * 10 + (*c - '0');
        }
        weight--;
    }
    for (; weight >= 0; weight--) {
        if (value > INT64_MAX / 10)
            return NUMBER_OUT_OF_RANGE;
        value *= 10;
    }
    if (too_fine)
        return NUMBER_TOO_FINE;
    *microseconds = value;
    return NUMBER_EXACT;
}

// ---- printing

enum { SHORTEST_DIGITS = 17 };

typedef struct shortest {
    bool negative;
    int count;
    int exponent; // exponent of the first digit
    char digits[SHORTEST_DIGITS + 1];
} shortest;

// Round a value to `count` decimal digits. Only the radix character, which may depend on the host's
// locale, can stand between the digits.
static void shortest_round(shortest *s, double value, int count)
{
    char text[64];
    snprintf(text, sizeof text, "%.*e", count - 1, value);
    s->count = 0;
    const char *c = text;
    for (; *c != 'e'; c++)
        if (number_is_digit(*c) && s->count < count)
            s->digits[s->count++] = *c;
    s->exponent = (int)number_exponent(c + 1, text + strlen(text));
}

// Step to the next larger decimal with the same number of digits. Doubles below a power of two are
// closer together than above it, so the nearest decimal can be too low where this one is correct.
static void shortest_raise(shortest *s)
{
    int i = s->count - 1;
    while (i >= 0 && s->digits[i] == '9')
        s->digits[i--] = '0';
    if (i >= 0) {
        s->digits[i]++;
    } else {
        s->digits[0] = '1';
        s->exponent++;
    }
}

// Very small and very large numbers get an exponent; all others are padded with zeros.
static size_t shortest_layout(const shortest *s, char text[NUMBER_TEXT_SIZE])
{
    size_t size = 0;
    bool plain = s->exponent >= -4 && s->exponent < 16;
    int point = plain ? s->exponent + 1 : 1; // number of digits before the point
    int digits = s->count > point ? s->count : point;
    if (s->negative)
        text[size++] = '-';
    if (point <= 0) {
        text[size++] = '0';
        text[size++] = '.';
        for (int i = point; i < 0; i++)
            text[size++] = '0';
    }
    for (int i = 0; i < digits; i++) {
        if (i == point && i > 0)
            text[size++] = '.';
        text[size++] = i < s->count ? s->digits[i] : '0';
    }
    if (plain && digits == point) {
        text[size++] = '.';
        text[size++] = '0';
    }
    if (!plain)
        size += (size_t)snprintf(text + size, NUMBER_TEXT_SIZE - size, "e%+d", s->exponent);
    text[size] = '\0';
    return size;
}

static size_t number_print_word(char text[NUMBER_TEXT_SIZE], const char *word)
{
    size_t size = strlen(word);
    memcpy(text, word, size + 1);
    return size;
}

static bool number_reads_back(const char *text, size_t size, double value, bool single)
{
    double read = number_double(text, size);
    return single ? (float)read == (float)value : read == value;
}

static size_t number_print_shortest(char text[NUMBER_TEXT_SIZE], double value, bool single)
{
    if (value != value)
        return number_print_word(text, "nan");
    if (isinf(value))
        return number_print_word(text, value < 0 ? "-inf" : "inf");
    shortest s = {.negative = signbit(value)};
    for (int count = 1;; count++) {
        shortest_round(&s, value, count);
        size_t size = shortest_layout(&s, text);
        if (count == SHORTEST_DIGITS || number_reads_back(text, size, value, single))
            return size;
        shortest_raise(&s);
        size = shortest_layout(&s, text);
        if (number_reads_back(text, size, value, single))
            return size;
    }
}

// The value is volatile, so that it is read only after the environment is set.
size_t number_print_float(char text[NUMBER_TEXT_SIZE], float value)
{
    floats_whole floats;
    volatile float kept = value;
    floats_begin_whole(&floats);
    size_t size = number_print_shortest(text, (double)kept, true);
    floats_end_whole(&floats);
    return size;
}

size_t number_print_double(char text[NUMBER_TEXT_SIZE], double value)
{
    floats_whole floats;
    volatile double kept = value;
    floats_begin_whole(&floats);
    size_t size = number_print_shortest(text, kept, false);
    floats_end_whole(&floats);
    return size;
}

size_t number_print_seconds(char text[NUMBER_TEXT_SIZE], int64_t microseconds)
{
    int size = snprintf(text, NUMBER_TEXT_SIZE, "%lld.%06lld", (long long)(microseconds / 1000000),
                        (long long)(microseconds % 1000000));
    while (text[size - 1] == '0')
        size--;
    if (text[size - 1] == '.')
        size--;
    text[size] = '\0';
    return (size_t)size;
}
