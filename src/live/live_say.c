// SPDX-License-Identifier: MIT
#include "live_say.h"

#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SAID_MAX = 8192 };

__attribute__((format(printf, 3, 0))) static void say(gestalt_writer writer, const char *begin,
                                                      const char *format, va_list arguments)
{
    char line[SAID_MAX];
    text_out out;
    vsnprintf(line, sizeof line, format, arguments);
    text_start(&out, writer, false);
    text_put(&out, begin);
    text_escaped(&out, line, strlen(line));
    text_put(&out, "\n");
    text_finish(&out);
}

void live_say(gestalt_writer writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(writer, "gestalt: ", format, arguments);
    va_end(arguments);
}

void live_tell(gestalt_writer writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(writer, "", format, arguments);
    va_end(arguments);
}
