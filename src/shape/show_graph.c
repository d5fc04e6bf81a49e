// SPDX-License-Identifier: MIT
// A shape as a graph, for Graphviz and for Mermaid. Leaves that query, leaves that act, decorators
// and deciders each have their own shapes and colours.
#include "nodes.h"
#include "show.h"

#include <inttypes.h>
#include <string.h>

typedef enum graph_class { CLASS_ASK, CLASS_ACT, CLASS_DECORATOR, CLASS_DECIDER } graph_class;

typedef struct graph_look {
    const char *name;
    const char *dot; // attributes for the shape
    const char *fill;
    const char *stroke;
    const char *open, *close; // delimiters of Mermaid's shape
} graph_look;

static const graph_look graph_looks[] = {
    [CLASS_ASK] = {"ask", "shape=ellipse, style=filled", "#e3f2fd", "#1565c0", "([\"", "\"])"},
    [CLASS_ACT] = {"act", "shape=box, style=\"filled,rounded\"", "#e8f5e9", "#2e7d32", "(\"",
                   "\")"},
    [CLASS_DECORATOR] = {"decorator", "shape=hexagon, style=filled", "#fff8e1", "#f9a825", "{{\"",
                         "\"}}"},
    [CLASS_DECIDER] = {"decider", "shape=box, style=filled", "#f3e5f5", "#6a1b9a", "[\"", "\"]"},
};

// Return whether a leaf only queries and changes nothing: it evaluates an expression without
// assigning it, or reads a status without setting it.
static bool graph_asks(const char *operands)
{
    return strcmp(operands, "-E") == 0 || strcmp(operands, "p") == 0;
}

static graph_class graph_class_of(const gestalt_shape *shape, uint32_t node)
{
    item_type type = item_type_of(shape->items[shape->nodes[node]]);
    switch (node_table[type].group) {
    case GROUP_DECORATOR: return CLASS_DECORATOR;
    case GROUP_DECIDER: return CLASS_DECIDER;
    default: return graph_asks(node_table[type].operands) ? CLASS_ASK : CLASS_ACT;
    }
}

// Print a label of two lines, or of one if there are no attributes.
static void graph_node_label(text_out *out, const gestalt_shape *shape, uint32_t node,
                             show_escape escape, const char *line_break)
{
    show_filter filter;
    show_title(show_filter_start(&filter, out, escape), shape, node);
    show_filter_flush(&filter);
    text_out *attributes = show_filter_start(&filter, out, escape);
    filter.lead = line_break;
    show_attributes(attributes, shape, node);
    show_filter_flush(&filter);
}

static void graph_edge_label(text_out *out, const show_walk *walk, show_escape escape)
{
    show_filter filter;
    show_edge(show_filter_start(&filter, out, escape), walk);
    show_filter_flush(&filter);
}

// ---- Graphviz

static void dot_title(text_out *out, const gestalt_shape *shape)
{
    show_filter filter;
    text_put(out, "digraph \"");
    show_string(show_filter_start(&filter, out, SHOW_IN_DOT), shape, shape->document->name);
    show_filter_flush(&filter);
    text_put(out, "\" {\n"
                  "    graph [ordering=out, rankdir=TB]\n"
                  "    node [fontname=\"sans-serif\", fontsize=11]\n"
                  "    edge [fontname=\"sans-serif\", fontsize=10]\n");
}

void show_dot(text_out *out, show_walk *walk)
{
    const gestalt_shape *shape = walk->shape;
    dot_title(out, shape);
    while (show_walk_next(walk)) {
        const graph_look *look = &graph_looks[graph_class_of(shape, walk->node)];
        text_print(out, "    n%" PRIu32 " [label=\"", walk->node);
        graph_node_label(out, shape, walk->node, SHOW_IN_DOT, "\\n");
        text_print(out, "\", %s, fillcolor=\"%s\", color=\"%s\"]\n", look->dot, look->fill,
                   look->stroke);
        if (walk->depth == 0)
            continue;
        text_print(out, "    n%" PRIu32 " -> n%" PRIu32, walk->levels[walk->depth - 1].node,
                   walk->node);
        if (show_has_edge(walk)) {
            text_put(out, " [label=\" ");
            graph_edge_label(out, walk, SHOW_IN_DOT);
            text_put(out, "\"]");
        }
        text_put(out, "\n");
    }
    text_put(out, "}\n");
}

// ---- Mermaid

static void mermaid_classes(text_out *out)
{
    for (size_t i = 0; i < sizeof graph_looks / sizeof *graph_looks; i++)
        text_print(out, "    classDef %s fill:%s,stroke:%s,color:#000\n", graph_looks[i].name,
                   graph_looks[i].fill, graph_looks[i].stroke);
}

void show_mermaid(text_out *out, show_walk *walk)
{
    const gestalt_shape *shape = walk->shape;
    text_put(out, "flowchart TD\n");
    while (show_walk_next(walk)) {
        const graph_look *look = &graph_looks[graph_class_of(shape, walk->node)];
        text_print(out, "    n%" PRIu32 "%s", walk->node, look->open);
        graph_node_label(out, shape, walk->node, SHOW_IN_MERMAID, "<br>");
        text_print(out, "%s:::%s\n", look->close, look->name);
        if (walk->depth == 0)
            continue;
        text_print(out, "    n%" PRIu32 " -->", walk->levels[walk->depth - 1].node);
        if (show_has_edge(walk)) {
            text_put(out, "|\"");
            graph_edge_label(out, walk, SHOW_IN_MERMAID);
            text_put(out, "\"|");
        }
        text_print(out, " n%" PRIu32 "\n", walk->node);
    }
    mermaid_classes(out);
}
