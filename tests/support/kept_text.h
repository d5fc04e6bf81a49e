// SPDX-License-Identifier: MIT
// A writer that stores the written text, up to a limit.
#ifndef KEPT_TEXT_H
#define KEPT_TEXT_H

#include <gestalt/base.h>

#include <string.h>

static char written[1 << 18];
static size_t written_size;
static size_t written_limit; // further text is refused

static inline bool kept_text_write(void *user, const char *text, size_t size)
{
    (void)user;
    if (written_size + size > written_limit)
        return false;
    memcpy(written + written_size, text, size);
    written_size += size;
    written[written_size] = '\0';
    return true;
}

/// Discard what was written before, and set the limit.
static inline gestalt_writer kept_text_up_to(size_t limit)
{
    written_size = 0;
    written[0] = '\0';
    written_limit = limit;
    return (gestalt_writer){.write = kept_text_write};
}

static inline gestalt_writer kept_text(void)
{
    return kept_text_up_to(sizeof written - 1);
}

#endif
