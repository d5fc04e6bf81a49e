// SPDX-License-Identifier: MIT
// Compare the XML reader with expat, on any bytes.
#include "accepted.h"
#include "xml_oracle.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned before = xml_oracle_accepted;
    const char *difference = xml_oracle_difference((const char *)data, size);
    if (difference) {
        fprintf(stderr, "%s\n", difference);
        abort();
    }
    accepted(xml_oracle_accepted > before);
    return 0;
}
