// SPDX-License-Identifier: MIT
#include "utf8.h"

#include <string.h>

// Decode the first byte: return the length of the character, its bits in that byte, and the
// smallest character that needs this length.
static size_t utf8_lead(unsigned char first, uint32_t *bits, uint32_t *smallest)
{
    if (first < 0x80) {
        *bits = first;
        *smallest = 0;
        return 1;
    }
    if ((first & 0xe0) == 0xc0) {
        *bits = first & 0x1f;
        *smallest = 0x80;
        return 2;
    }
    if ((first & 0xf0) == 0xe0) {
        *bits = first & 0x0f;
        *smallest = 0x800;
        return 3;
    }
    if ((first & 0xf8) == 0xf0) {
        *bits = first & 0x07;
        *smallest = 0x10000;
        return 4;
    }
    return 0;
}

size_t utf8_decode(const char *text, size_t size, uint32_t *character)
{
    uint32_t c, smallest;
    size_t width = utf8_lead((unsigned char)text[0], &c, &smallest);
    if (width == 0 || width > size)
        return 0;
    for (size_t i = 1; i < width; i++) {
        unsigned char next = (unsigned char)text[i];
        if ((next & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (next & 0x3f);
    }
    if (c < smallest || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0;
    *character = c;
    return width;
}

size_t utf8_encode(uint32_t c, char bytes[4])
{
    if (c < 0x80) {
        bytes[0] = (char)c;
        return 1;
    }
    size_t width = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = width - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (c & 0x3f));
        c >>= 6;
    }
    bytes[0] = (char)(leads[width] | c);
    return width;
}

size_t utf8_valid_prefix(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size) {
        uint64_t eight;
        if (size - i >= sizeof eight) { // skip plain ASCII, eight bytes at a time
            memcpy(&eight, text + i, sizeof eight);
            if (!(eight & UINT64_C(0x8080808080808080))) {
                i += sizeof eight;
                continue;
            }
        }
        uint32_t c;
        size_t width = utf8_decode(text + i, size - i, &c);
        if (width == 0)
            return i;
        i += width;
    }
    return size;
}

// Ranges of characters that terminals show two columns wide (East Asian wide and emoji), and of
// combining marks, which take none.
unsigned utf8_width(uint32_t c)
{
    static const struct {
        uint32_t first, last;
        unsigned width;
    } ranges[] = {
        {0x0300, 0x036f, 0},   {0x0483, 0x0489, 0},   {0x0591, 0x05bd, 0},   {0x064b, 0x065f, 0},
        {0x1100, 0x115f, 2},   {0x1ab0, 0x1aff, 0},   {0x1dc0, 0x1dff, 0},   {0x200b, 0x200f, 0},
        {0x20d0, 0x20ff, 0},   {0x231a, 0x231b, 2},   {0x23e9, 0x23ec, 2},   {0x2e80, 0x303e, 2},
        {0x3041, 0x33ff, 2},   {0x3400, 0x4dbf, 2},   {0x4e00, 0x9fff, 2},   {0xa000, 0xa4cf, 2},
        {0xa960, 0xa97f, 2},   {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2},   {0xfe00, 0xfe0f, 0},
        {0xfe20, 0xfe2f, 0},   {0xfe30, 0xfe6f, 2},   {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2},
        {0x1f300, 0x1f64f, 2}, {0x1f680, 0x1f6ff, 2}, {0x1f900, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && c >= ranges[i].first; i++)
        if (c <= ranges[i].last)
            return ranges[i].width;
    return 1;
}

bool utf8_is_plain(const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        uint32_t c;
        size_t width = utf8_decode(text + i, size - i, &c);
        if (width == 0 || utf8_is_control(c))
            return false;
        i += width;
    }
    return true;
}

void utf8_make_plain(char *text)
{
    char *to = text;
    for (size_t size = strlen(text); size > 0;) {
        uint32_t c;
        size_t width = utf8_decode(text, size, &c);
        size_t taken = width ? width : 1;
        if (width == 0 || utf8_is_control(c))
            *to++ = '_';
        else
            for (size_t i = 0; i < width; i++)
                *to++ = text[i];
        text += taken;
        size -= taken;
    }
    *to = '\0';
}
