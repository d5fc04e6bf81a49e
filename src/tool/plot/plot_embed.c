// SPDX-License-Identifier: MIT
#include "plot_embed.h"

#include <string.h>

enum { PIECE_SIZE = 3 << 16 }; // bytes in one script; base64 makes 4 characters of 3 bytes

static void put_piece(embedding *e)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *bytes = e->piece;
    if (e->piece_size == 0)
        return;
    text_print(e->out, "<script>%s(\"", e->function);
    for (size_t i = 0; i < e->piece_size; i += 3) {
        size_t left = e->piece_size - i;
        uint32_t three = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? bytes[i + 2] : 0);
        char four[4] = {digits[three >> 18], digits[three >> 12 & 63],
                        left > 1 ? digits[three >> 6 & 63] : '=',
                        left > 2 ? digits[three & 63] : '='};
        text_write(e->out, four, sizeof four);
    }
    text_put(e->out, "\")</script>\n");
    e->piece_size = 0;
}

static bool take_bytes(void *user, const char *bytes, size_t size)
{
    embedding *e = user;
    while (size > 0) {
        size_t part = PIECE_SIZE - e->piece_size < size ? PIECE_SIZE - e->piece_size : size;
        memcpy(e->piece + e->piece_size, bytes, part);
        e->piece_size += part;
        bytes += part;
        size -= part;
        if (e->piece_size == PIECE_SIZE)
            put_piece(e);
    }
    return !e->out->failed;
}

void embedding_start(embedding *e, plot *p, const char *function)
{
    *e = (embedding){.out = &p->out.text, .function = function};
    e->piece = ARENA_ARRAY(&p->arena, unsigned char, PIECE_SIZE);
}

gestalt_writer embedding_writer(embedding *e)
{
    return (gestalt_writer){take_bytes, e};
}

void embedding_end(embedding *e)
{
    put_piece(e);
}
