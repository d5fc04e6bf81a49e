// SPDX-License-Identifier: MIT
#include "import_report.h"

#include "diagnostic.h"
#include "output.h"

#include <stdlib.h>

/// A node of the document, by its position in the source.
typedef struct placed_node {
    gestalt_shape_place place;
    uint32_t node;
} placed_node;

typedef struct reporting {
    const import_input *in;
    placed_node *nodes; // sorted
    uint32_t node_count;
    uint32_t approximate_count, refused_count;
    output out;
} reporting;

static int compare_places(const gestalt_shape_place *a, const gestalt_shape_place *b)
{
    int order = strcmp(a->file, b->file);
    if (order == 0)
        order = (a->line > b->line) - (a->line < b->line);
    return order ? order : (a->column > b->column) - (a->column < b->column);
}

static int compare_nodes(const void *a, const void *b)
{
    const placed_node *one = a, *other = b;
    int order = compare_places(&one->place, &other->place);
    return order ? order : (one->node > other->node) - (one->node < other->node);
}

static void place_nodes(reporting *r)
{
    const gestalt_shape *shape = r->in->shape;
    uint32_t count = shape ? gestalt_shape_specification(shape)->node_count : 0;
    r->nodes = ARENA_ARRAY(r->in->memory, placed_node, count + 1);
    for (uint32_t node = 0; node < count; node++) {
        placed_node *to = &r->nodes[r->node_count];
        to->node = node;
        r->node_count += gestalt_shape_node_place(shape, node, &to->place);
    }
    if (r->node_count > 0)
        qsort(r->nodes, r->node_count, sizeof *r->nodes, compare_nodes);
}

// Return the node at a position in the source: the last one that begins at or before the position.
// If several begin there, return the first one; if there is none, UINT32_MAX.
static uint32_t node_at(const reporting *r, gestalt_shape_place place)
{
    uint32_t low = 0, high = r->node_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_places(&r->nodes[middle].place, &place) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || strcmp(r->nodes[low - 1].place.file, place.file) != 0)
        return UINT32_MAX;
    while (low > 1 && compare_places(&r->nodes[low - 2].place, &r->nodes[low - 1].place) == 0)
        low--;
    return r->nodes[low - 1].node;
}

// Return a path as the document has it: relative to the folder of the first file.
static const char *path_in_document(const reporting *r, const char *path)
{
    const char *first = r->in->paths[0], *slash = strrchr(first, '/');
    size_t size = slash ? (size_t)(slash + 1 - first) : 0;
    return strncmp(path, first, size) == 0 ? path + size : path;
}

static const char *tree_at(const reporting *r, gestalt_shape_place place)
{
    const import_findings *f = &r->in->findings;
    for (uint32_t i = 0; i < f->tree_count; i++) {
        const import_tree_place *tree = &f->trees[i];
        gestalt_shape_place begin = {tree->path, tree->line, tree->column};
        gestalt_shape_place end = {tree->path, tree->end_line, tree->end_column};
        if (strcmp(tree->path, place.file) == 0 && compare_places(&begin, &place) <= 0 &&
            compare_places(&place, &end) < 0)
            return tree->id;
    }
    return NULL;
}

static void write_text(text_out *to, const char *key, const char *text)
{
    text_print(to, ", \"%s\": ", key);
    if (text)
        text_json(to, text, strlen(text));
    else
        text_put(to, "null");
}

static void write_entry(reporting *r, const diagnostic_view *one)
{
    const char *code = diagnostic_table[one->code].code;
    bool is_approximate = one->code == DIAGNOSTIC_IMPORT_APPROXIMATE;
    text_out *to = &r->out.text;
    if (!is_approximate && *code != 'E')
        return;
    *(is_approximate ? &r->approximate_count : &r->refused_count) += 1;
    gestalt_shape_place place = {one->path, one->line, one->column};
    const char *tree = tree_at(r, place);
    gestalt_shape_place inside = {path_in_document(r, one->path), one->line, one->column};
    uint32_t node = tree ? node_at(r, inside) : UINT32_MAX;
    text_print(to, "{\"verdict\": \"%s\"", is_approximate ? "approximate" : "refused");
    write_text(to, "code", code);
    write_text(to, "file", one->path);
    text_print(to, ", \"line\": %u, \"column\": %u", one->line, one->column);
    write_text(to, "tree", tree);
    if (node == UINT32_MAX)
        text_put(to, ", \"node\": null");
    else
        text_print(to, ", \"node\": %u", node);
    write_text(to, "text", one->message);
    text_put(to, "}\n");
}

exit_code import_report(cli *c, const import_input *in, const char *path)
{
    reporting r = {.in = in};
    place_nodes(&r);
    output_start(&r.out, c, path);
    for (uint32_t i = 0; i < diagnostics_count(in->diagnostics); i++) {
        diagnostic_view one = diagnostics_at(in->diagnostics, i);
        write_entry(&r, &one);
    }
    const char *verdict = r.refused_count       ? "refused"
                          : r.approximate_count ? "approximate"
                                                : "exact";
    text_print(&r.out.text, "{\"verdict\": \"%s\", \"approximate\": %u, \"refused\": %u}\n",
               verdict, r.approximate_count, r.refused_count);
    return output_finish(&r.out, c);
}
