// SPDX-License-Identifier: MIT
#include "error.h"

#include <gestalt/version.h>
#include <stdarg.h>
#include <stdio.h>

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

const char *gestalt_version(void)
{
    return GESTALT_VERSION;
}

const char *gestalt_result_text(gestalt_result result)
{
    switch (result) {
    case GESTALT_OK: return "no error";
    case GESTALT_REJECTED: return "the document has errors";
    case GESTALT_BAD_FILE: return "the file is damaged or of another kind";
    case GESTALT_BAD_ARGUMENT: return "an argument is not valid";
    case GESTALT_IO: return "reading or writing failed";
    case GESTALT_LIMIT: return "a limit is exceeded";
    case GESTALT_NO_MEMORY: return "out of memory";
    }
    return "unknown result";
}
