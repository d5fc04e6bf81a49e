// SPDX-License-Identifier: MIT
#include "verifier.h"

#include "error.h"
#include "shape_limits.h"
#include "utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool verify_refuse(verifier *v, gestalt_result result, const void *where, const char *format, ...)
{
    char why[sizeof v->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    size_t offset = (size_t)((const unsigned char *)where - v->shape->image);
    v->result = error_set(v->error, result, offset, "%s", why);
    return false;
}

bool verify_string(verifier *v, const void *where, uint32_t string, size_t size_limit,
                   const char *what)
{
    const gestalt_shape *shape = v->shape;
    if (string >= shape->strings_size || (string > 0 && shape->strings[string - 1] != 0))
        return verify_refuse(v, GESTALT_BAD_FILE, where, "%s is not a string of the image", what);
    // verify_strings has checked that all strings are within LIMIT_TEXT_SIZE.
    return size_limit >= LIMIT_TEXT_SIZE ||
           strnlen(shape->strings + string, size_limit + 1) <= size_limit ||
           verify_refuse(v, GESTALT_LIMIT, where, "%s has more than %zu bytes", what, size_limit);
}

bool verify_name(verifier *v, const void *where, uint32_t string, const char *what)
{
    if (!verify_string(v, where, string, LIMIT_NAME_SIZE, what))
        return false;
    const char *name = v->shape->strings + string;
    return utf8_is_plain(name, strlen(name)) ||
           verify_refuse(v, GESTALT_BAD_FILE, where, "%s has control characters", what);
}
