// SPDX-License-Identifier: MIT
// The C header of an import: stubs of the functions that the host has to register.
#ifndef IMPORT_HEADER_H
#define IMPORT_HEADER_H

#include "import_input.h"

/// Write the header. What the file has between the markers of a stub is kept.
exit_code import_header(cli *c, const import_input *in, const char *path);

#endif
