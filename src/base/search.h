// SPDX-License-Identifier: MIT
// Binary search.
#ifndef SEARCH_H
#define SEARCH_H

/// Set `at`, an unsigned variable, to the first index from `begin` to `end` - 1 for which the
/// expression `holds` is true, or to `end` if there is none. `holds` uses `at`, and once true must
/// stay true for all greater indexes. Example, the first element that is not less than a key:
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
