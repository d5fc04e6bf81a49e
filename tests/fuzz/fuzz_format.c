// SPDX-License-Identifier: MIT
// `gestalt fmt` on any bytes: it accepts valid JSON, loses nothing, and a second run changes
// nothing.
#include <gestalt/compiler.h>

#include "accepted.h"
#include "json.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool write_file(void *user, const char *text, size_t size)
{
    return fwrite(text, 1, size, user) == size;
}

// Return the formatted text, or NULL if the text is rejected. The caller frees it.
static char *format(const char *text, size_t size, size_t *formatted_size)
{
    char *formatted;
    gestalt_diagnostics *diagnostics;
    FILE *file = open_memstream(&formatted, formatted_size);
    if (!file)
        abort();
    gestalt_writer writer = {.write = write_file, .user = file};
    gestalt_result result =
        gestalt_format_text("fuzz.json", text, size, NULL, writer, &diagnostics, NULL);
    fclose(file);
    if ((result == GESTALT_OK) != (gestalt_diagnostics_error_count(diagnostics) == 0))
        abort();
    gestalt_diagnostics_destroy(diagnostics);
    if (result == GESTALT_OK)
        return formatted;
    free(formatted);
    return NULL;
}

// Count each byte: except for order and white space, nothing may change.
static void count_bytes(const char *text, size_t size, size_t counts[256])
{
    for (size_t i = 0; i < size; i++)
        counts[(unsigned char)text[i]]++;
    counts[' '] = counts['\n'] = counts['\r'] = counts['\t'] = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    gestalt_allocator allocator = memory_allocator(NULL);
    json_document document;
    json_error error;
    bool valid = json_read(text, size, (json_limits){0}, &allocator, &document, &error);
    json_destroy(&document, &allocator);
    size_t once_size, twice_size;
    char *once = format(text, size, &once_size);
    if (valid != (once != NULL))
        abort();
    accepted(valid);
    if (!once)
        return 0;
    char *twice = format(once, once_size, &twice_size);
    if (!twice || once_size != twice_size || memcmp(once, twice, once_size) != 0)
        abort();
    size_t before[256] = {0}, after[256] = {0};
    count_bytes(text, size, before);
    count_bytes(once, once_size, after);
    if (memcmp(before, after, sizeof before) != 0)
        abort();
    free(once);
    free(twice);
    return 0;
}
