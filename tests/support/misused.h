// SPDX-License-Identifier: MIT
// Tests of API misuse: calls that the library reports to the misuse handler, and that have no other
// effect. The handler stores the last message, and lets the program continue.
#ifndef MISUSED_H
#define MISUSED_H

#include <gestalt/base.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef struct misused {
    pthread_mutex_t mutex;
    unsigned count;
    char function[128], message[512];
} misused;

static inline void misused_note(void *user, const char *function, const char *message)
{
    misused *m = user;
    pthread_mutex_lock(&m->mutex);
    m->count++;
    snprintf(m->function, sizeof m->function, "%s", function);
    snprintf(m->message, sizeof m->message, "%s", message);
    pthread_mutex_unlock(&m->mutex);
}

static inline void misused_begin(misused *m)
{
    *m = (misused){.mutex = PTHREAD_MUTEX_INITIALIZER};
    gestalt_on_misuse(misused_note, m);
}

// Restore the default handler, so that misuse by the test itself is reported again.
static inline void misused_end(void)
{
    gestalt_on_misuse(NULL, NULL);
}

// Check that the handler was called once, with the name of the function called in `call`. If the
// call was given an error, the error must contain the same message.
static inline void misused_check(const misused *told, const char *call, const char *words,
                                 const gestalt_error *error)
{
    if (told->count != 1 || !strstr(told->message, words) || !strstr(call, told->function))
        fail_msg("%s: told %u times, last `%s: %s`, not `%s`", call, told->count, told->function,
                 told->message, words);
    if (strstr(call, "error)") && !strstr(error->message, told->message))
        fail_msg("%s: the error says `%s`", call, error->message);
}

// Make a call that is misuse, and check that the message contains `words`. The call may use
// `error`.
#define MISUSED(call, words)                                                                       \
    do {                                                                                           \
        gestalt_error error = {0};                                                                 \
        misused told;                                                                              \
        misused_begin(&told);                                                                      \
        assert_int_equal((call), GESTALT_MISUSE);                                                  \
        misused_end();                                                                             \
        assert_int_equal(told.count, 1);                                                           \
        if (!strstr(told.message, (words)) || !strstr(error.message, told.message))                \
            fail_msg("`%s` and `%s` do not say `%s`", told.message, error.message, (words));       \
    } while (0)

#endif
