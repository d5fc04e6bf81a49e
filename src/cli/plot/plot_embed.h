// SPDX-License-Identifier: MIT
// Bytes that stand in a page as base64, in scripts of bounded size, so that the browser can begin
// before it has all of them.
#ifndef PLOT_EMBED_H
#define PLOT_EMBED_H

#include "plot.h"

typedef struct embedding {
    text_out *out;
    const char *function; // of the page, which takes a piece
    unsigned char *piece;
    size_t piece_size;
} embedding;

/// Starts with a function of the page, as "play.add". Lack of memory goes to the plot's arena.
void embedding_start(embedding *e, plot *p, const char *function);

/// The sink of what is embedded; its user is the embedding.
gestalt_writer embedding_writer(embedding *e);

/// Puts what is left.
void embedding_end(embedding *e);

#endif
