// SPDX-License-Identifier: MIT
// Headers that are part of the command, so that it makes native code where nothing is installed.
#ifndef NATIVE_FILES_H
#define NATIVE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct native_header {
    const char *name; // in the folder `gestalt`
    const unsigned char *bytes;
    size_t size;
} native_header;

/// The header with a number, from 0, or NULL.
const native_header *native_header_at(size_t index);

/// Write a new file. False: errno tells why.
bool native_file_write(const char *path, const void *bytes, size_t size);

#endif
