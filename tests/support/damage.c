// SPDX-License-Identifier: MIT
#include "damage.h"

#include <stdlib.h>
#include <string.h>

enum { SLACK = 1 << 14 };

// Words that are extreme or invalid as counts, as indices or as floats.
static const uint32_t words[] = {
    0,          1,          2,          3,          0xFF,       0xFFFF,     0x10000,    0x7FFFFFFF,
    0x80000000, 0xFFFFFFFE, 0xFFFFFFFF, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000,
    0x7F7FFFFF, 0xFF7FFFFF, 0x00000001, 0x4B800000, 0x5F000000, 0xDF000000, 0x7FF00000, 0x7FF80000,
};

static void put_word(unsigned char *start, size_t place, size_t size, uint32_t word)
{
    place &= ~(size_t)3;
    if (size - place >= sizeof word)
        memcpy(start + place, &word, sizeof word);
}

static void damage(byte_buffer *b, const uint8_t *step, damage_resize *resize)
{
    size_t place = (size_t)(step[1] | step[2] << 8) % b->size, rest = b->size - place;
    size_t count = step[3] % 64u < rest ? step[3] % 64u : rest;
    unsigned char *at = b->bytes + place;
    switch (step[0] % 8) {
    case 0: // remove bytes
        if (resize)
            resize(b, place, (size_t)0 - count);
        memmove(at, at + count, rest - count);
        b->size -= count;
        break;
    case 1: // duplicate bytes
        if (b->size + count > b->capacity)
            break;
        if (resize)
            resize(b, place, count);
        memmove(at + count, at, rest);
        b->size += count;
        break;
    case 2: *at ^= (unsigned char)(1u << step[3] % 8); break;
    case 3: *at = (unsigned char)(*at + 1); break;
    case 4: *at = (unsigned char)(*at - 1); break;
    case 5: *at = step[3]; break;
    default:
        put_word(b->bytes, place, b->size, words[step[3] % (sizeof words / sizeof *words)]);
        break;
    }
}

byte_buffer damaged(const byte_buffer *base, const uint8_t *input, size_t size,
                    damage_resize *resize)
{
    byte_buffer b = {.size = base->size, .capacity = base->size + SLACK};
    b.bytes = malloc(b.capacity);
    if (!b.bytes)
        abort();
    memcpy(b.bytes, base->bytes, b.size);
    for (; size >= DAMAGE_STEP && b.size > 0; input += DAMAGE_STEP, size -= DAMAGE_STEP)
        damage(&b, input, resize);
    return b;
}
