// SPDX-License-Identifier: MIT
// Mutations of XML and MDSL texts by pieces, for libFuzzer and for driver.c: remove, copy and move
// runs of pieces, and insert words of these languages. A piece is a word, white space, or a single
// other byte. Sometimes bytes change as in an ordinary mutation.
#include "words.h"

#include <stdbool.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

enum { RUN_MOST = 8, KEPT_MOST = 4096 };

typedef struct pieces {
    uint8_t *bytes;
    size_t size, most;
    uint64_t random;
} pieces;

static const char *const words[] = {
    "<",         "</",       "/>",
    ">",         "<a>",      "</a>",
    "<b/>",      " c='1'",   " d=\"\"",
    "'",         "\"",       "&",
    "&lt;",      "&amp;",    "&#65;",
    "&#x20;",    "&#",       ";",
    "<!--",      "-->",      "--",
    "<![CDATA[", "]]>",      "<?p ",
    "?>",        "<?xml ",   "<!DOCTYPE",
    "version",   "=",        "\r\n",
    "\t",        "\xc3\xbc", "\xef\xbf\xbe",
    "root ",     "sequence", "flip",
    "wait",      "action",   "[",
    "]",         "(",        ")",
    "{",         "}",        ",",
    "while",     "then",     "fail",
    "exit",      "repeat",   "1",
    "-2.5",      "$p",       "null",
    "\"s\"",     "\\",       "\\\"",
    "/*",        "*/",       " ",
    "x",         "lotto",    "0x1",
};

static int piece_class(uint8_t c)
{
    bool is_word =
        (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c >= 0x80;
    return is_word ? 1 : c == ' ' || c == '\n' ? 2 : 0;
}

static size_t piece_end(const pieces *p, size_t at)
{
    int class = piece_class(p->bytes[at++]);
    while (class > 0 && at < p->size && piece_class(p->bytes[at]) == class)
        at++;
    return at;
}

// Return the start of a random piece, or the end of the text.
static size_t pieces_start(pieces *p)
{
    size_t at = words_below(&p->random, (uint32_t)p->size + 1);
    while (at > 0 && at < p->size && piece_class(p->bytes[at]) > 0 &&
           piece_class(p->bytes[at - 1]) == piece_class(p->bytes[at]))
        at--;
    return at;
}

// Return the end of a random number of pieces.
static size_t pieces_run(pieces *p, size_t at)
{
    for (uint32_t count = 1 + words_below(&p->random, RUN_MOST); count > 0 && at < p->size; count--)
        at = piece_end(p, at);
    return at;
}

static void pieces_splice(pieces *p, size_t at, size_t end, const void *bytes, size_t size)
{
    if (p->size - (end - at) + size > p->most)
        return;
    memmove(p->bytes + at + size, p->bytes + end, p->size - end);
    memcpy(p->bytes + at, bytes, size);
    p->size = p->size - (end - at) + size;
}

static void pieces_change(pieces *p)
{
    static uint8_t kept[KEPT_MOST];
    size_t at = pieces_start(p), end = pieces_run(p, at), kept_size = end - at;
    const char *word = words[words_below(&p->random, sizeof words / sizeof *words)];
    kept_size = kept_size < sizeof kept ? kept_size : 0;
    memcpy(kept, p->bytes + at, kept_size);
    switch (words_below(&p->random, 8)) {
    case 0: p->size = LLVMFuzzerMutate(p->bytes, p->size, p->most); break;
    case 1: pieces_splice(p, at, end, "", 0); break;
    case 2: pieces_splice(p, at, at < p->size ? piece_end(p, at) : at, word, strlen(word)); break;
    case 3: pieces_splice(p, end, end, kept, kept_size); break;
    case 4:
        pieces_splice(p, at, end, "", 0);
        at = pieces_start(p);
        pieces_splice(p, at, at, kept, kept_size);
        break;
    case 5:
        at = pieces_start(p);
        pieces_splice(p, at, at, kept, kept_size);
        break;
    default: pieces_splice(p, at, at, word, strlen(word)); break;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    pieces p = {.bytes = data, .size = size, .most = most, .random = seed};
    for (uint32_t count = 1 + words_below(&p.random, 3); count > 0; count--)
        pieces_change(&p);
    return p.size;
}
