// SPDX-License-Identifier: MIT
// The floating-point environment that the language's arithmetic needs: round to nearest, no traps,
// nothing flushed to zero, whatever the host has set up. Saving and restoring costs as much as
// ticking an agent or two, so it is done once for many of them.
#ifndef FLOATS_H
#define FLOATS_H

#include <fenv.h>

static inline void floats_begin(fenv_t *host)
{
    fegetenv(host);
    fesetenv(FE_DFL_ENV);
}

static inline void floats_end(const fenv_t *host)
{
    fesetenv(host);
}

#endif
