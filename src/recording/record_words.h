// SPDX-License-Identifier: MIT
// Words and numbers in few bytes. A word of 64 bits is a byte that marks which of its bytes are not
// zero, followed by these bytes, the lowest first. A number has 7 bits in each byte, the lowest
// first; all bytes but the last have the highest bit set.
#ifndef RECORD_WORDS_H
#define RECORD_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// Write at most TREE_ROW_SIZE_MAX bytes. Returns the address after them.
static inline unsigned char *words_put(unsigned char *to, uint64_t word)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    uint64_t tops = (((word & low) + low) | word) & ~low;
    unsigned char set = (unsigned char)((tops >> 7) * UINT64_C(0x0102040810204080) >> 56);
    *to++ = set;
    if (set == 0xff) {
        memcpy(to, &word, sizeof word);
        return to + sizeof word;
    }
    for (; set; set &= (unsigned char)(set - 1))
        *to++ = (unsigned char)(word >> 8 * __builtin_ctz(set));
    return to;
}

/// Write at most TREE_NUMBER_SIZE_MAX bytes. Returns the address after them.
static inline unsigned char *words_put_number(unsigned char *to, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        *to++ = (unsigned char)(number | 0x80);
    *to++ = (unsigned char)number;
    return to;
}

/// Fold the sign of a difference: 0, -1, 1, -2 and so on become 0, 1, 2, 3.
static inline uint64_t words_fold(uint64_t difference)
{
    return difference << 1 ^ (difference >> 63 ? ~UINT64_C(0) : 0);
}

static inline uint64_t words_unfold(uint64_t number)
{
    return number >> 1 ^ (number & 1 ? ~UINT64_C(0) : 0);
}

/// Bytes to read. After the end every byte is zero, and `is_short` is set.
typedef struct words_input {
    const unsigned char *next, *end;
    bool is_short;
} words_input;

static inline uint8_t words_take_byte(words_input *in)
{
    if (in->next < in->end)
        return *in->next++;
    in->is_short = true;
    return 0;
}

static inline uint64_t words_take(words_input *in)
{
    uint64_t word = 0;
    for (unsigned set = words_take_byte(in); set; set &= set - 1)
        word |= (uint64_t)words_take_byte(in) << 8 * __builtin_ctz(set);
    return word;
}

/// Read a number. Bits above the 64th are lost.
static inline uint64_t words_take_number(words_input *in)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = words_take_byte(in);
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return number;
}

#endif
