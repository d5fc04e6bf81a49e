// SPDX-License-Identifier: MIT
// Bytes embedded in a page as base64, in scripts of bounded size, so that the browser can start
// before it has received all of them.
#ifndef PLOT_EMBED_H
#define PLOT_EMBED_H

#include "plot.h"

typedef struct embedding {
    text_out *out;
    const char *function; // function of the page that takes a piece
    unsigned char *piece;
    size_t piece_size;
} embedding;

/// Start with a function of the page, such as "play.add". If memory runs out, the plot's arena
/// escapes.
void embedding_start(embedding *e, plot *p, const char *function);

/// Return the writer for the embedded bytes; its user is the embedding.
gestalt_writer embedding_writer(embedding *e);

/// Write the rest.
void embedding_end(embedding *e);

#endif
