// SPDX-License-Identifier: MIT
// Included into native code with -finstrument-functions, it tells when that is unloaded whether it
// has ticked.
#include <stdio.h>

static unsigned spy_entered;

__attribute__((no_instrument_function, visibility("hidden"))) void
__cyg_profile_func_enter(void *function, void *from)
{
    (void)function, (void)from;
    spy_entered++;
}

__attribute__((no_instrument_function, visibility("hidden"))) void
__cyg_profile_func_exit(void *function, void *from)
{
    (void)function, (void)from;
}

__attribute__((destructor, no_instrument_function)) static void spy_tell(void)
{
    if (spy_entered > 20) // some look whether it fits
        fprintf(stderr, "native code has ticked\n");
}
