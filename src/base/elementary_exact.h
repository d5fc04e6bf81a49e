// SPDX-License-Identifier: MIT
// The elementary functions in integers with 256 bits after the binary point: slow, and correct
// where doubles cannot decide the rounding.
#ifndef ELEMENTARY_EXACT_H
#define ELEMENTARY_EXACT_H

/// Subtract from the finite angle `x` >= 0 its nearest multiple of a quarter turn. `*rest` is at
/// most an eighth of a turn in size, with a relative error below 2^-51. Returns the number of
/// quarter turns, of which only the last two bits are meaningful.
unsigned exact_reduce(float x, double *rest);

// Operands must be finite, and the results must not be zero: `x` and `y` are not 0, and for
// exact_log x > 0.

/// x > 0.
float exact_sin(float x);
/// x > 0.
float exact_cos(float x);
/// -104 <= x <= 89.
float exact_exp(float x);
float exact_log(float x);
/// Requires that the smaller of |y| and |x| is more than 2^-30 of the larger, or that the result is
/// close to a multiple of pi / 2.
float exact_atan2(float y, float x);

#endif
