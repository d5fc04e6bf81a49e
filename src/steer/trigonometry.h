// SPDX-License-Identifier: MIT
// sin, cos and atan2 with the same bits on every machine, unlike those of C libraries. They compute
// in double and round once, so their error is at most 0.501 units in the last place for every
// finite argument. The sine of a NaN or an infinity is NaN.
#ifndef TRIGONOMETRY_H
#define TRIGONOMETRY_H

float trigonometry_sin(float angle);
float trigonometry_cos(float angle);

/// Compute both at once, which is cheaper.
void trigonometry_sin_cos(float angle, float *sine, float *cosine);

/// Return the angle of (x, y), in [-pi, pi]; as in C for zeros and infinities.
float trigonometry_atan2(float y, float x);

#endif
