// SPDX-License-Identifier: MIT
// sin, cos and atan2 whose bits are the same on every machine, which those of a C library are not.
// They calculate in double and round once, so that they are off by at most 0.501 units in the last
// place, for every finite argument. Not a number, and what is infinite, have a NaN as sine.
#ifndef TRIGONOMETRY_H
#define TRIGONOMETRY_H

float trigonometry_sin(float angle);
float trigonometry_cos(float angle);

/// Both at once, cheaper.
void trigonometry_sin_cos(float angle, float *sine, float *cosine);

/// The angle of (x, y), in [-pi, pi]; as the C library's for zeros and infinities.
float trigonometry_atan2(float y, float x);

#endif
