// SPDX-License-Identifier: MIT
// The misuse handler, of which a process has one. It is in the lowest layer that libraries on top
// of the engine do not copy: they report misuse through gestalt_misuse, too.
#include "error.h"
#include "misuse.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct misuse_handler {
    gestalt_misuse_handler *call; // NULL: the default handler
    void *user;
} misuse_handler;

// The only mutable globals of the library.
static pthread_mutex_t handler_mutex = PTHREAD_MUTEX_INITIALIZER;
static misuse_handler handler;

void gestalt_on_misuse(gestalt_misuse_handler *call, void *user)
{
    pthread_mutex_lock(&handler_mutex);
    handler = (misuse_handler){call, user};
    pthread_mutex_unlock(&handler_mutex);
}

// The handler is called without holding the mutex, since it may not return.
gestalt_result gestalt_misuse(const char *function, const char *message, gestalt_error *error)
{
    if (MISUSE_NULL(function, "function", error) || MISUSE_NULL(message, "message", error))
        return GESTALT_MISUSE;
    pthread_mutex_lock(&handler_mutex);
    misuse_handler h = handler;
    pthread_mutex_unlock(&handler_mutex);
    if (!h.call) {
        fprintf(stderr,
                "gestalt: wrong use of %s: %s\ngestalt: this is an error in the program, which is "
                "aborted; with gestalt_on_misuse it can continue\n",
                function, message);
        abort();
    }
    h.call(h.user, function, message);
    return error_set(error, GESTALT_MISUSE, 0, "%s: %s", function, message);
}
