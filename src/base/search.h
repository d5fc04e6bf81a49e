// SPDX-License-Identifier: MIT
// Searching what is in order, by halving.
#ifndef SEARCH_H
#define SEARCH_H

/// Set `at`, an unsigned variable, to the first of `begin` to `end` for which the expression
/// `holds`, which asks about `at`; to `end` when there is none. Behind one for which it holds, it
/// has to hold for all. The first that is not less than a key:
///     size_t i;
///     SEARCH_FIRST(i, 0, count, list[i] >= key);
#define SEARCH_FIRST(at, begin, end, holds)                                                        \
    do {                                                                                           \
        __typeof__(at) low_ = (begin), high_ = (end);                                              \
        while (low_ < high_) {                                                                     \
            (at) = low_ + (high_ - low_) / 2;                                                      \
            if (holds)                                                                             \
                high_ = (at);                                                                      \
            else                                                                                   \
                low_ = (at) + 1;                                                                   \
        }                                                                                          \
        (at) = low_;                                                                               \
    } while (0)

#endif
