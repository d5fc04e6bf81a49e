// SPDX-License-Identifier: MIT
// The elementary functions of expressions: the float nearest to the exact result, for every
// operand. No C library guarantees this, and no two libraries agree on all bits, so these use only
// additions, multiplications and divisions of doubles, which are the same everywhere.
//
// Each function has two implementations:
//
//   near    (elementary_near.h) in double, with an error below 2^-48 of the result. A double
//           further than 2^-46 from the midpoint between two floats rounds correctly. That is
//           checked, and holds for all but one operand in a million.
//   exact   (elementary_exact.c) with 256 bits after the binary point, for the others.
//
// Kernels use the near implementation on many lanes at once, and call the functions below for each
// lane that needs more. So all instruction sets give the same bits, although their intermediate
// doubles may differ.
//
// The error bound of the near implementation is derived in its comments. It is also tested: `./dev
// proof` compares sin, cos, exp and log with an exact result for each of the 2^32 floats, and atan2
// for 10^8 pairs. For all pairs of atan2 the argument is statistical: 256 bits fail to decide only
// if a pair comes within 2^-200 of a midpoint, and among 2^64 pairs the nearest is expected at
// about 2^-90.
#ifndef ELEMENTARY_H
#define ELEMENTARY_H

float elementary_sin(float x);
float elementary_cos(float x);
float elementary_exp(float x);
float elementary_log(float x);
/// Return the angle of (x, y), in [-pi, pi].
float elementary_atan2(float y, float x);

#endif
