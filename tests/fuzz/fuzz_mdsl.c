// SPDX-License-Identifier: MIT
// Read any bytes as MDSL. What is read fits the text, and is read again when it is printed.
#include "accepted.h"
#include "mdsl_print.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned before = mdsl_accepted;
    const char *wrong = mdsl_wrong((const char *)data, size);
    if (wrong) {
        fprintf(stderr, "%s\n", wrong);
        abort();
    }
    accepted(mdsl_accepted > before);
    return 0;
}
