// SPDX-License-Identifier: MIT
// The JSON reader against jansson, on any bytes.
#include "json_oracle.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *difference = json_oracle_difference((const char *)data, size);
    if (difference) {
        fprintf(stderr, "%s\n", difference);
        abort();
    }
    return 0;
}
