// SPDX-License-Identifier: MIT
// API misuse: calls that are mistakes of the program, whatever its data is. A public function
// checks for misuse before it does anything else, at the cost of a comparison or two; the reporting
// is cold code in misuse.c. Messages suggest what to do instead.
#ifndef MISUSE_H
#define MISUSE_H

#include <gestalt/base.h>

/// Report a misused call of `function` to the misuse handler (gestalt_on_misuse). Sets the error,
/// which may be NULL, and returns GESTALT_MISUSE, for use in a return statement.
gestalt_result misuse_tell(const char *function, gestalt_error *error, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

/// Report a NULL argument. Always returns true.
bool misuse_tell_null(const char *function, const char *argument, gestalt_error *error)
    __attribute__((cold));

/// Report misuse of the enclosing public function.
#define MISUSE(error, ...) misuse_tell(__func__, error, __VA_ARGS__)

/// Report a number that is not less than `end`. Always returns true.
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

/// Report a value that is not in its enum. Always returns true.
bool misuse_tell_enum(const char *function, unsigned value, const char *argument,
                      gestalt_error *error) __attribute__((cold));

static inline bool misuse_if_no_enum(unsigned value, unsigned last, const char *function,
                                     const char *argument, gestalt_error *error)
{
    return __builtin_expect(value > last, 0) && misuse_tell_enum(function, value, argument, error);
}

/// Return whether an argument is NULL, and report it. `argument` is its name in the header.
#define MISUSE_NULL(pointer, argument, error) misuse_if_null(!(pointer), __func__, argument, error)

/// Return whether a number is not less than `end`, and report that there is no such `thing`.
#define MISUSE_BEYOND(number, end, thing, error)                                                   \
    misuse_if_beyond(number, end, __func__, thing, error)

/// Return whether a value is not in its enum, and report it. `last` is the greatest enum value,
/// `argument` the name in the header.
#define MISUSE_ENUM(value, last, argument, error)                                                  \
    misuse_if_no_enum((unsigned)(value), (unsigned)(last), __func__, argument, error)

/// A reference count: an object that others hold must not be destroyed. Holding changes nothing
/// else in the object, so even a const object can be held.
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
