// SPDX-License-Identifier: MIT
#include "error.h"

#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

gestalt_result error_set(gestalt_error *error, gestalt_result result, uint64_t offset,
                         const char *format, ...)
{
    if (error) {
        error->result = result;
        error->offset = offset;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return result;
}

gestalt_result error_no_memory(gestalt_error *error)
{
    return error_set(error, GESTALT_NO_MEMORY, 0, "out of memory");
}

gestalt_result error_of_element(gestalt_error *error, gestalt_result result, const char *array,
                                uint64_t index)
{
    if (error) {
        const gestalt_error was = *error;
        error->offset = index;
        snprintf(error->message, sizeof error->message, "%s[%llu]: %.200s", array,
                 (unsigned long long)index, was.message);
    }
    return result;
}

typedef struct quote {
    char *text;
    size_t used;
} quote;

// Append to the quote. Fails when the text does not fit; then the quote is left empty.
static bool quote_write(void *user, const char *text, size_t size)
{
    quote *out = user;
    if (size >= ERROR_QUOTE_SIZE - out->used)
        return false;
    memcpy(out->text + out->used, text, size);
    out->used += size;
    out->text[out->used] = '\0';
    return true;
}

const char *error_quote(char quoted[ERROR_QUOTE_SIZE], const char *text, size_t size)
{
    const size_t longest = ERROR_QUOTE_SIZE - 8;
    for (size_t skip = size > longest ? size - longest : 0;; skip++) {
        while (skip < size && ((unsigned char)text[skip] & 0xc0) == 0x80)
            skip++;
        quote out = {quoted, 0};
        quoted[0] = '\0';
        text_out buffer;
        text_start(&buffer, (gestalt_writer){quote_write, &out}, false);
        text_put(&buffer, skip ? "..." : "");
        text_escaped(&buffer, text + skip, size - skip);
        if (text_finish(&buffer))
            return quoted;
    }
}

const char *error_of_system(int number)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 32)
    const char *text = strerrordesc_np(number); // unlike strerror, independent of the host's locale
#else
    const char *text = strerror(number);
#endif
    return text ? text : "unknown error";
}
