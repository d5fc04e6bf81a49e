// SPDX-License-Identifier: MIT
// Compare the JSON reader with jansson, on any bytes.
#include "accepted.h"
#include "json_oracle.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned before = json_oracle_accepted;
    const char *difference = json_oracle_difference((const char *)data, size);
    if (difference) {
        fprintf(stderr, "%s\n", difference);
        abort();
    }
    accepted(json_oracle_accepted > before);
    return 0;
}
