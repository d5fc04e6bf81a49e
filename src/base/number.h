// SPDX-License-Identifier: MIT
// Numbers to and from text, the same in every locale.
#ifndef NUMBER_H
#define NUMBER_H

#include <gestalt/arithmetic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The double nearest to a decimal number in JSON's or C's simple form
/// ([-]digits[.digits][e[+-]digits]). `text` need not end with a zero. Overflow gives an infinity.
double number_double(const char *text, size_t size);

/// Return whether number_double gives an infinity, without the work of computing it.
bool number_overflows(const char *text, size_t size);

/// The value as int64 when the text is an integer without fraction and exponent that fits.
bool number_int64(const char *text, size_t size, int64_t *value);

/// A decimal number of seconds, exact to the microsecond ("1.5", "2e-3", not "1e-7").
typedef enum number_exactness {
    NUMBER_EXACT,
    NUMBER_TOO_FINE,    // has digits below the microsecond
    NUMBER_OUT_OF_RANGE // more than INT64_MAX microseconds, or negative
} number_exactness;
number_exactness number_microseconds(const char *text, size_t size, int64_t *microseconds);

enum { NUMBER_TEXT_SIZE = 40 };

/// The shortest decimal that reads back as the same float (through number_double, rounded to
/// float); always with a `.` or an `e`, so that it reads as a float: "0.1", "1.0", "1e+30", "nan",
/// "inf", "-inf". The same however the host has set up floats.
size_t number_print_float(char text[NUMBER_TEXT_SIZE], float value);

/// The same for a double.
size_t number_print_double(char text[NUMBER_TEXT_SIZE], double value);

/// Seconds from microseconds without loss: "2", "0.5", "0.000001". Not negative.
size_t number_print_seconds(char text[NUMBER_TEXT_SIZE], int64_t microseconds);

#endif
