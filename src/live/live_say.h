// SPDX-License-Identifier: MIT
// Messages for people, a line each. Control characters are escaped.
#ifndef LIVE_SAY_H
#define LIVE_SAY_H

#include <gestalt/base.h>

/// Print a line about an error, after "gestalt: ".
void live_say(gestalt_writer writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Print a line about something that succeeded.
void live_tell(gestalt_writer writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
