// SPDX-License-Identifier: MIT
#include "accepted.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned long long inputs, accepted_inputs;

static void accepted_tell(void)
{
    fflush(stdout);
    fprintf(stderr, "accepted: %llu of %llu inputs\n", accepted_inputs, inputs);
}

void accepted(bool is_accepted)
{
    if (inputs++ == 0)
        atexit(accepted_tell);
    accepted_inputs += is_accepted;
}
