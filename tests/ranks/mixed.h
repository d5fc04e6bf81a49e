// SPDX-License-Identifier: MIT
// Ranks that tick the same trees by different means.
#ifndef MIXED_H
#define MIXED_H

/// One rank has native code; the others have the interpreter, with different kernels.
void test_native_code(void);

#endif
