// SPDX-License-Identifier: MIT
// Comparisons that return a bit for each lane, from the compiler's comparisons and a function
// bits_of.

#define COMPARE(name, operator)                                                                    \
    static inline uint32_t ints_##name(ints a, ints b)                                             \
    {                                                                                              \
        return bits_of(a operator b);                                                              \
    }                                                                                              \
    static inline uint32_t floats_##name(floats a, floats b)                                       \
    {                                                                                              \
        return bits_of(a operator b);                                                              \
    }
COMPARE(less, <)
COMPARE(less_equal, <=)
COMPARE(greater, >)
COMPARE(greater_equal, >=)
COMPARE(equal, ==)
COMPARE(unequal, !=)
