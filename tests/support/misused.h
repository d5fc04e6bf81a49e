// SPDX-License-Identifier: MIT
// Tests of API misuse: calls that the library reports to the misuse handler without doing anything
// else. The handler stores the last message, and lets the program continue.
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

// Wrong use is the tests' own mistake again.
static inline void misused_end(void)
{
    gestalt_on_misuse(NULL, NULL);
}

// The handler has heard of a call once, by the name of the function that stands in its text, and so
// has the error, if the call was given one.
static inline void misused_check(const misused *told, const char *call, const char *words,
                                 const gestalt_error *error)
{
    if (told->count != 1 || !strstr(told->message, words) || !strstr(call, told->function))
        fail_msg("%s: told %u times, last `%s: %s`, not `%s`", call, told->count, told->function,
                 told->message, words);
    if (strstr(call, "error)") && !strstr(error->message, told->message))
        fail_msg("%s: the error says `%s`", call, error->message);
}

// The call is wrong use, and the sentence has this in it; `error` is what it is given.
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
