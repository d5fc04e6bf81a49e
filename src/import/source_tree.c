// SPDX-License-Identifier: MIT
#include "source_tree.h"

source_attribute *source_find(const source_node *node, const char *name)
{
    for (source_attribute *one = node->attributes; one; one = one->next)
        if (strcmp(one->name, name) == 0)
            return one;
    return NULL;
}

const char *source_value(const source_node *node, const char *name)
{
    const source_attribute *one = source_find(node, name);
    return one ? one->value : NULL;
}

static const char *xml_copy_name(arena *a, xml_item item)
{
    size_t size;
    const char *name = xml_name(item, &size);
    return arena_copy_text(a, name, size);
}

static source_attribute *attribute_from_xml(arena *a, xml_item item, uint32_t source)
{
    source_attribute *one = ARENA_NEW(a, source_attribute);
    size_t size = xml_value_size(item);
    char *value = arena_allocate(a, size + 1);
    xml_value_copy(item, value);
    one->name = xml_copy_name(a, item);
    one->value = value;
    one->size = size;
    one->place = (gestalt_span){source, xml_begin(item), xml_end(item)};
    one->inside = (gestalt_span){source, xml_value_place(item, 0), xml_value_place(item, size)};
    return one;
}

static source_node *node_from_xml(arena *a, xml_item item, uint32_t source)
{
    source_node *node = ARENA_NEW(a, source_node);
    source_attribute **last = &node->attributes;
    size_t size;
    xml_name(item, &size);
    node->type = xml_copy_name(a, item);
    node->place = (gestalt_span){source, xml_begin(item), xml_begin(item) + 1 + (uint32_t)size};
    node->whole = (gestalt_span){source, xml_begin(item), xml_end(item)};
    for (xml_item one = xml_first_attribute(item); xml_kind_of(one) != XML_NONE;
         one = xml_next_attribute(one)) {
        *last = attribute_from_xml(a, one, source);
        last = &(*last)->next;
    }
    return node;
}

// Elements are converted in preorder. `end` is where the next child of an element is appended.
source_node *source_from_xml(arena *a, const xml_document *document, uint32_t source)
{
    struct {
        xml_item item;
        source_node *node;
        source_node **end;
    } path[XML_DEPTH_MAX + 1];
    uint32_t depth = 0;
    xml_item item = xml_root(document);
    source_node *root = node_from_xml(a, item, source);
    path[0].item = xml_first_element(item);
    path[0].node = root;
    path[0].end = &root->children;
    for (;;) {
        item = path[depth].item;
        if (xml_kind_of(item) == XML_NONE) {
            if (depth-- == 0)
                return root;
            continue;
        }
        source_node *node = node_from_xml(a, item, source);
        node->parent = path[depth].node;
        node->parent->child_count++;
        *path[depth].end = node;
        path[depth].end = &node->next;
        path[depth].item = xml_next_element(item);
        depth++;
        path[depth].item = xml_first_element(item);
        path[depth].node = node;
        path[depth].end = &node->children;
    }
}
