// SPDX-License-Identifier: MIT
// A shape as an outline for people: the blackboard, and the tree drawn with box characters.
#include "nodes.h"
#include "show.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { DOC_COLUMNS = 60, OUTLINE_WORDS = 8 };

static bool is_character_start(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

// Return how many bytes of a doc to show: its first line, or as many words of it as fit.
static size_t outline_doc_size(const char *doc)
{
    size_t size = 0, word_end = 0;
    for (size_t columns = 0; doc[size] && doc[size] != '\n'; size++) {
        columns += is_character_start(doc[size]);
        if (columns > DOC_COLUMNS)
            return word_end ? word_end : size;
        if (doc[size] == ' ')
            word_end = size;
    }
    return size;
}

static void outline_doc(text_out *out, const gestalt_shape *shape, uint32_t string)
{
    const char *doc = shape_string(shape, string);
    if (!doc || !*doc)
        return;
    size_t size = outline_doc_size(doc);
    text_style(out, COLOR_DIM);
    text_put(out, "  # ");
    text_escaped(out, doc, size);
    if (doc[size])
        text_put(out, " …");
    text_style(out, COLOR_OFF);
}

static size_t outline_width(const char *text)
{
    size_t columns = 0;
    for (; *text; text++)
        columns += is_character_start(*text);
    return columns;
}

static void outline_init_value(text_out *out, const gestalt_shape *shape, uint32_t expression)
{
    if (expression)
        show_value(out, shape, expression);
    else
        text_put(out, "0");
}

static void outline_key_init(text_out *out, const gestalt_shape *shape, const image_key *key,
                             uint32_t *init)
{
    uint32_t inits[SHOW_INITS_MAX], width = show_key_inits(shape, init, key, inits);
    bool is_list = width > 1 || key_is_list(key);
    if (!width)
        return;
    text_put(out, " = ");
    text_style(out, COLOR_VALUE);
    text_put(out, is_list ? "[" : "");
    for (uint32_t k = 0; k < width; k++) {
        text_put(out, k ? ", " : "");
        outline_init_value(out, shape, inits[k]);
    }
    text_put(out, is_list ? "]" : "");
    text_style(out, COLOR_OFF);
}

static void outline_keys(text_out *out, const gestalt_shape *shape)
{
    size_t widest = 0;
    for (uint32_t i = 0; i < shape->key_count; i++) {
        size_t width = outline_width(shape_string(shape, shape->keys[i].name));
        widest = width > widest ? width : widest;
    }
    uint32_t init = shape->specification->tree_end;
    for (uint32_t i = 0; i < shape->key_count; i++) {
        const image_key *key = &shape->keys[i];
        text_put(out, "  ");
        show_string(out, shape, key->name);
        text_fill(out, ' ', widest - outline_width(shape_string(shape, key->name)) + 2);
        text_style(out, COLOR_KIND);
        text_put(out, key->shared ? "shared " : "");
        text_put(out, key->is_host ? "host " : "");
        if (key->words)
            show_words(out, shape, key->words, "|", OUTLINE_WORDS, "...");
        else
            text_put(out, show_key_type_text(key->type));
        if (key_is_list(key))
            text_print(out, "[%u]", (unsigned)key->capacity);
        text_style(out, COLOR_OFF);
        outline_key_init(out, shape, key, &init);
        outline_doc(out, shape, key->doc);
        text_put(out, "\n");
    }
    if (shape->key_count)
        text_put(out, "\n");
}

// A doc may have several lines.
static void outline_document_doc(text_out *out, const char *doc)
{
    while (*doc) {
        size_t size = strcspn(doc, "\n");
        text_put(out, "  ");
        text_escaped(out, doc, size);
        text_put(out, "\n");
        doc += doc[size] ? size + 1 : size;
    }
}

static void outline_head(text_out *out, const gestalt_shape *shape)
{
    const char *doc = shape_string(shape, shape->document->doc);
    text_style(out, COLOR_BOLD);
    show_string(out, shape, shape->document->name);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
    if (doc)
        outline_document_doc(out, doc);
    text_put(out, "\n");
    outline_keys(out, shape);
}

static void outline_branch(text_out *out, const show_walk *walk)
{
    text_style(out, COLOR_DIM);
    for (uint32_t depth = 1; depth < walk->depth; depth++)
        text_put(out, show_walk_is_last(walk, depth) ? "   " : "│  ");
    if (walk->depth > 0)
        text_put(out, show_walk_is_last(walk, walk->depth) ? "└─ " : "├─ ");
    text_style(out, COLOR_OFF);
}

static void outline_edge(text_out *out, const show_walk *walk)
{
    if (!show_has_edge(walk))
        return;
    show_edge(out, walk);
    text_put(out, walk->levels[walk->depth - 1].label ? " → " : ": ");
}

void show_outline_node(text_out *out, const show_walk *walk)
{
    outline_branch(out, walk);
    outline_edge(out, walk);
    show_title(out, walk->shape, walk->node);
    show_attributes(out, walk->shape, walk->node);
}

static void outline_tree(text_out *out, show_walk *walk)
{
    const gestalt_shape *shape = walk->shape;
    char last[16];
    int digits = snprintf(last, sizeof last, "%" PRIu32, shape->specification->node_count - 1);
    while (show_walk_next(walk)) {
        text_style(out, COLOR_DIM);
        text_print(out, "  %*" PRIu32 "  ", digits, walk->node);
        text_style(out, COLOR_OFF);
        show_outline_node(out, walk);
        if (shape->names)
            outline_doc(out, shape, shape->names[walk->node].doc);
        text_put(out, "\n");
    }
}

static void outline_foot(text_out *out, const gestalt_shape *shape)
{
    const gestalt_specification *specification = shape->specification;
    text_put(out, "\n");
    text_style(out, COLOR_DIM);
    text_print(out, "  %" PRIu32 " node%s, %" PRIu32 " item%s; ", specification->node_count,
               text_plural(specification->node_count, "", "s"), specification->item_count,
               text_plural(specification->item_count, "", "s"));
    if (specification->visit_bound == UINT64_MAX)
        text_put(out, "no bound on the leaf visits of a tick");
    else
        text_print(out, "at most %" PRIu64 " leaf visit%s a tick", specification->visit_bound,
                   text_plural(specification->visit_bound, "", "s"));
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

void show_outline(text_out *out, show_walk *walk)
{
    outline_head(out, walk->shape);
    outline_tree(out, walk);
    outline_foot(out, walk->shape);
}
