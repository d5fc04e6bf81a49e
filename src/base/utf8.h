// SPDX-License-Identifier: MIT
// UTF-8, validated: no overlong forms, no surrogates, nothing above U+10FFFF.
#ifndef UTF8_H
#define UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decode the character at `text` and return its length, 1 to 4 bytes; 0 when it is not valid
/// UTF-8. `size` is at least 1.
size_t utf8_decode(const char *text, size_t size, uint32_t *character);

/// Encode a character (a Unicode scalar value) and return its length in bytes.
size_t utf8_encode(uint32_t character, char bytes[4]);

/// Return how many bytes at the start of `text` form whole, valid characters: `size` when all do.
size_t utf8_valid_prefix(const char *text, size_t size);

/// Return the terminal columns of a character: 0, 1 or 2.
unsigned utf8_width(uint32_t character);

/// Return whether a character is one of the control characters C0, DEL and C1.
static inline bool utf8_is_control(uint32_t character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0);
}

/// Return whether a text is valid and has no control characters, as names require.
bool utf8_is_plain(const char *text, size_t size);

/// Replace each control character, and each byte that is not UTF-8, with `_`.
void utf8_make_plain(char *text);

#endif
