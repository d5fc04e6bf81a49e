// SPDX-License-Identifier: MIT
// Fibers, as they are on machines for which there is no assembly.
#define FIBERS_BY_UCONTEXT

#include "../../src/base/fiber.c"
