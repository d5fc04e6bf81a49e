// SPDX-License-Identifier: MIT
// The elementary functions of expressions: the float nearest to the exact result, for every
// operand. No C library gives that, and no two give the same bits, so they are made here of nothing
// but additions, multiplications and divisions of doubles, which are the same everywhere.
//
// Each function has two ways:
//
//   near    (elementary_near.h) in double, off by less than 2^-48 of the result. A double that is
//   further than
//           2^-46 from the middle between two floats rounds to the right one; that is tested, and
//           holds for all operands but one in a million.
//   exact   (elementary_exact.c) with 256 bits behind the point, for the others.
//
// Kernels go the near way with many lanes at once, and call what stands here for each lane that
// needs more. So all instruction sets have the same bits without having the same doubles.
//
// The near way's error bound is derived where it is coded. Nothing is taken on trust: `./dev proof`
// compares sin, cos, exp and log with an exact result for each of the 2^32 floats, and atan2 for
// 10^8 pairs. The pairs of atan2 are too many for that. For them it counts that 256 bits decide: a
// pair would have to come as near to the middle of two floats as 2^-200 of its result, where among
// 2^64 pairs the nearest one is expected at some 2^-90.
#ifndef ELEMENTARY_H
#define ELEMENTARY_H

float elementary_sin(float x);
float elementary_cos(float x);
float elementary_exp(float x);
float elementary_log(float x);
/// The angle of (x, y), in [-pi, pi].
float elementary_atan2(float y, float x);

#endif
