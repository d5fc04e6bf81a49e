// SPDX-License-Identifier: MIT
// The codes of all diagnostics of documents and scenes (diagnostics.def).
#ifndef DIAGNOSTIC_CODES_H
#define DIAGNOSTIC_CODES_H

typedef enum diagnostic_code {
#define DIAGNOSTIC(code, name, title, explanation, wrong, right) DIAGNOSTIC_##name,
#include "diagnostics.def"
    DIAGNOSTIC_COUNT
} diagnostic_code;

#endif
