// SPDX-License-Identifier: MIT
// The elementary functions with 256 bits behind the point, in integers: slow, and right where
// doubles cannot tell.
#ifndef ELEMENTARY_EXACT_H
#define ELEMENTARY_EXACT_H

/// The angle `x`, at least 0 and finite, without its nearest multiple of a quarter turn, at most an
/// eighth of a turn to either side, off by less than 2^-51 of itself. Returns how many quarter
/// turns that is, of which the last two bits count.
unsigned exact_reduce(float x, double *rest);

// For operands that are finite, and results that are no zeros: `x` and `y` are not 0, and for
// exact_log x > 0.

/// x > 0.
float exact_sin(float x);
/// x > 0.
float exact_cos(float x);
/// -104 <= x <= 89.
float exact_exp(float x);
float exact_log(float x);
/// The lesser of |y| and |x| is more than 2^-30 of the greater, or the result is next to a multiple
/// of pi / 2.
float exact_atan2(float y, float x);

#endif
