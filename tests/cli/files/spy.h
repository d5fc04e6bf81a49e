// SPDX-License-Identifier: MIT
// Included in native code that is compiled with -finstrument-functions. When the code is unloaded,
// it prints whether it has ticked.
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
    if (spy_entered > 20) // fewer calls only check whether the code fits
        fprintf(stderr, "native code has ticked\n");
}
