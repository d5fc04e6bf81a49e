// SPDX-License-Identifier: MIT
// The library's version and the names of results: the public symbols of base. They are in a file of
// their own, so that libraries that contain a part of base do not export them again.
#include <gestalt/base.h>
#include <gestalt/version.h>

const char *gestalt_version(void)
{
    return GESTALT_VERSION;
}

const char *gestalt_result_text(gestalt_result result)
{
    switch (result) {
    case GESTALT_OK: return "no error";
    case GESTALT_REJECTED: return "the document has errors, or a function of the host failed";
    case GESTALT_BAD_FILE: return "the file is damaged or of another kind";
    case GESTALT_BAD_ARGUMENT: return "an argument is not valid";
    case GESTALT_IO: return "reading or writing failed";
    case GESTALT_LIMIT: return "a limit is exceeded";
    case GESTALT_NO_MEMORY: return "out of memory";
    case GESTALT_STALE: return "the launch of the action is over";
    case GESTALT_MISUSE: return "the call is an error in the program";
    case GESTALT_INTERRUPTED: return "the tick was interrupted";
    }
    return "unknown result";
}
