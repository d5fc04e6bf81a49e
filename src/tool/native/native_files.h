// SPDX-License-Identifier: MIT
// Headers embedded in the command, so that it can build native code without installed headers.
#ifndef NATIVE_FILES_H
#define NATIVE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct native_header {
    const char *name; // name in the folder `gestalt`
    const unsigned char *bytes;
    size_t size;
} native_header;

/// Return the header with an index from 0, or NULL.
const native_header *native_header_at(size_t index);

/// Write a new file. Returns false with errno on failure.
bool native_file_write(const char *path, const void *bytes, size_t size);

#endif
