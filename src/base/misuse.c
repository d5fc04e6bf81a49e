// SPDX-License-Identifier: MIT
#include "misuse.h"

#include "error.h"

#include <stdarg.h>
#include <stdio.h>

gestalt_result misuse_tell(const char *function, gestalt_error *error, const char *format, ...)
{
    char message[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return gestalt_misuse(function, message, error);
}

bool misuse_tell_null(const char *function, const char *argument, gestalt_error *error)
{
    misuse_tell(function, error, "`%s` is NULL: it must point to something", argument);
    return true;
}

bool misuse_tell_enum(const char *function, unsigned value, const char *argument,
                      gestalt_error *error)
{
    misuse_tell(function, error, "`%s` is %u, which its enum does not have", argument, value);
    return true;
}

bool misuse_tell_beyond(const char *function, unsigned long long number, unsigned long long end,
                        const char *thing, gestalt_error *error)
{
    misuse_tell(function, error, "there is no %s %llu: they are counted from 0, and there are %llu",
                thing, number, end);
    return true;
}
