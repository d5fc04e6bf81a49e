// SPDX-License-Identifier: MIT
// Numbers to and from text, the same in every locale.
#ifndef NUMBER_H
#define NUMBER_H

#include <gestalt/arithmetic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Return the double nearest to a decimal number in the simple form of JSON and C
/// ([-]digits[.digits][e[+-]digits]). `text` need not be zero-terminated. Overflow gives an
/// infinity.
double number_double(const char *text, size_t size);

/// Return whether number_double would give an infinity, without computing it.
bool number_overflows(const char *text, size_t size);

/// Get the value as int64. Returns false unless the text is an integer that fits, without fraction
/// and exponent.
bool number_int64(const char *text, size_t size, int64_t *value);

/// The outcome of parsing a decimal number of seconds ("1.5", "2e-3"), which must be exact to the
/// microsecond (unlike "1e-7").
typedef enum number_exactness {
    NUMBER_EXACT,
    NUMBER_TOO_FINE,    // has digits below a microsecond
    NUMBER_OUT_OF_RANGE // negative, or more than INT64_MAX microseconds
} number_exactness;
number_exactness number_microseconds(const char *text, size_t size, int64_t *microseconds);

enum { NUMBER_TEXT_SIZE = 40 };

/// Print the shortest decimal that reads back as the same float (through number_double, rounded to
/// float). It always contains `.` or `e`, so that it reads as a float: "0.1", "1.0", "1e+30",
/// "nan", "inf", "-inf". The result does not depend on the host's floating-point environment.
size_t number_print_float(char text[NUMBER_TEXT_SIZE], float value);

/// Print the shortest decimal that reads back as the same double.
size_t number_print_double(char text[NUMBER_TEXT_SIZE], double value);

/// Print microseconds as seconds without loss: "2", "0.5", "0.000001". Must not be negative.
size_t number_print_seconds(char text[NUMBER_TEXT_SIZE], int64_t microseconds);

#endif
