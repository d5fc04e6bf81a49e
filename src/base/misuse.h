// SPDX-License-Identifier: MIT
// Wrong use of the library: calls that are mistakes of the program, whatever its data is. A public
// function looks for them before it does anything, which is a comparison or two; all that follows
// is cold and stands here. Messages say what to do instead.
#ifndef MISUSE_H
#define MISUSE_H

#include <gestalt/base.h>

/// Tells the handler (gestalt_on_misuse) what is wrong with a call of `function`. Sets the error,
/// which may be NULL, and returns GESTALT_MISUSE, so that it can be returned at once.
gestalt_result misuse_tell(const char *function, gestalt_error *error, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

/// The same of an argument that is NULL. Always true.
bool misuse_tell_null(const char *function, const char *argument, gestalt_error *error)
    __attribute__((cold));

/// Tells of the public function in which this stands.
#define MISUSE(error, ...) misuse_tell(__func__, error, __VA_ARGS__)

/// The same of a number that is not less than `end`. Always true.
bool misuse_tell_beyond(const char *function, unsigned long long number, unsigned long long end,
                        const char *thing, gestalt_error *error) __attribute__((cold));

static inline bool misuse_if_null(bool is_null, const char *function, const char *argument,
                                  gestalt_error *error)
{
    return __builtin_expect(is_null, 0) && misuse_tell_null(function, argument, error);
}

static inline bool misuse_if_beyond(unsigned long long number, unsigned long long end,
                                    const char *function, const char *thing, gestalt_error *error)
{
    return __builtin_expect(number >= end, 0) &&
           misuse_tell_beyond(function, number, end, thing, error);
}

/// Tells of a value that its enum does not have. Always true.
bool misuse_tell_enum(const char *function, unsigned value, const char *argument,
                      gestalt_error *error) __attribute__((cold));

static inline bool misuse_if_no_enum(unsigned value, unsigned last, const char *function,
                                     const char *argument, gestalt_error *error)
{
    return __builtin_expect(value > last, 0) && misuse_tell_enum(function, value, argument, error);
}

/// True, and told, when an argument is NULL. `argument` is its name in the header.
#define MISUSE_NULL(pointer, argument, error) misuse_if_null(!(pointer), __func__, argument, error)

/// True, and told, when a number is not less than `end`: there is no such `thing`.
#define MISUSE_BEYOND(number, end, thing, error)                                                   \
    misuse_if_beyond(number, end, __func__, thing, error)

/// True, and told, when a value is none of its enum. `last` is the greatest one, `argument` the
/// name in the header.
#define MISUSE_ENUM(value, last, argument, error)                                                  \
    misuse_if_no_enum((unsigned)(value), (unsigned)(last), __func__, argument, error)

/// Things that others hold count who does: they may not go before. Holding changes nothing else of
/// them, so const ones can be held.
typedef struct holders {
    uint32_t count;
} holders;

static inline void holders_add(const holders *h)
{
    __atomic_fetch_add(&((holders *)(uintptr_t)h)->count, 1, __ATOMIC_RELAXED);
}

static inline void holders_remove(const holders *h)
{
    __atomic_fetch_sub(&((holders *)(uintptr_t)h)->count, 1, __ATOMIC_RELEASE);
}

static inline uint32_t holders_count(const holders *h)
{
    return __atomic_load_n(&h->count, __ATOMIC_ACQUIRE);
}

#endif
