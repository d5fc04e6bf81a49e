// SPDX-License-Identifier: MIT
// `gestalt fmt`: a document in canonical order. Everything written stands in the document byte for
// byte; only the order of members changes here, and the white space in json_layout.c.
#include "arena.h"
#include "diagnostic.h"
#include "error.h"
#include "json_form.h"
#include "json_layout.h"
#include "memory.h"
#include "misuse.h"
#include "nodes.h"

#include <gestalt/compiler.h>

// The kind of a value, by its place. An array is what its elements are.
typedef enum format_place {
    PLACE_DATA, // order is kept
    PLACE_DOCUMENT,
    PLACE_BLACKBOARD,
    PLACE_KEY,
    PLACE_ACTIONS,
    PLACE_ACTION,
    PLACE_TREES,
    PLACE_TREE,
    PLACE_NODE,
    PLACE_CASES,
    PLACE_WITH,
} format_place;

// The members of each place in canonical order, and what their values are. Without a name: any.
static const struct {
    format_place place;
    const char *name;
    format_place value;
} format_members[] = {
    {PLACE_DOCUMENT, "gestalt", PLACE_DATA},
    {PLACE_DOCUMENT, "name", PLACE_DATA},
    {PLACE_DOCUMENT, "doc", PLACE_DATA},
    {PLACE_DOCUMENT, "params", PLACE_DATA},
    {PLACE_DOCUMENT, "own", PLACE_BLACKBOARD},
    {PLACE_DOCUMENT, "blackboard", PLACE_BLACKBOARD},
    {PLACE_DOCUMENT, "actions", PLACE_ACTIONS},
    {PLACE_DOCUMENT, "trees", PLACE_TREES},
    {PLACE_DOCUMENT, "root", PLACE_NODE},
    {PLACE_BLACKBOARD, NULL, PLACE_KEY},
    {PLACE_KEY, "type", PLACE_DATA},
    {PLACE_KEY, "init", PLACE_DATA},
    {PLACE_KEY, "shared", PLACE_DATA},
    {PLACE_KEY, "full_name", PLACE_DATA},
    {PLACE_KEY, "doc", PLACE_DATA},
    {PLACE_ACTIONS, NULL, PLACE_ACTION},
    {PLACE_ACTION, "kind", PLACE_DATA},
    {PLACE_ACTION, "args", PLACE_DATA},
    {PLACE_ACTION, "doc", PLACE_DATA},
    {PLACE_TREES, NULL, PLACE_TREE},
    {PLACE_TREE, "doc", PLACE_DATA},
    {PLACE_TREE, "params", PLACE_DATA},
    {PLACE_TREE, "blackboard", PLACE_BLACKBOARD},
    {PLACE_TREE, "root", PLACE_NODE},
    {PLACE_TREE, "include", PLACE_DATA},
    {PLACE_TREE, "tree", PLACE_DATA},
    {PLACE_NODE, "type", PLACE_DATA},
    {PLACE_NODE, "name", PLACE_DATA},
    {PLACE_NODE, "doc", PLACE_DATA},
    {PLACE_CASES, NULL, PLACE_NODE},
    {PLACE_WITH, NULL, PLACE_NODE},
};

enum { MEMBERS = sizeof format_members / sizeof *format_members };

typedef struct format_member {
    size_t rank; // members are ordered by it, and else as they are
    format_place value;
} format_member;

enum { RANK_UNKNOWN = MEMBERS + NODE_ATTRIBUTES_MAX };

static format_place format_attribute_place(const attribute_info *attribute)
{
    switch (attribute->kind) {
    case ATTRIBUTE_CHILD:
    case ATTRIBUTE_CHILDREN: return PLACE_NODE;
    case ATTRIBUTE_CASES: return PLACE_CASES;
    case ATTRIBUTE_WITH: return PLACE_WITH;
    default: return PLACE_DATA;
    }
}

// The children of a node whose type is not known are put in order all the same.
static format_place format_any_place(json_value key)
{
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++) {
        size_t count;
        const attribute_info *attributes = node_attributes((item_type)type, &count);
        for (size_t i = 0; i < count; i++)
            if (format_attribute_place(&attributes[i]) && json_is(key, attributes[i].name))
                return format_attribute_place(&attributes[i]);
    }
    return PLACE_DATA;
}

static format_member format_attribute(item_type type, json_value key)
{
    size_t count = 0;
    const attribute_info *attributes = type == ITEM_INVALID ? NULL : node_attributes(type, &count);
    for (size_t i = 0; i < count; i++)
        if (json_is(key, attributes[i].name))
            return (format_member){.rank = MEMBERS + i,
                                   .value = format_attribute_place(&attributes[i])};
    format_place place = type == ITEM_INVALID ? format_any_place(key) : PLACE_DATA;
    return (format_member){.rank = RANK_UNKNOWN, .value = place};
}

static format_member format_member_of(format_place place, item_type type, json_value key)
{
    for (size_t i = 0; i < MEMBERS; i++)
        if (format_members[i].place == place &&
            (!format_members[i].name || json_is(key, format_members[i].name)))
            return (format_member){.rank = i, .value = format_members[i].value};
    if (place == PLACE_NODE)
        return format_attribute(type, key);
    return (format_member){.rank = RANK_UNKNOWN, .value = PLACE_DATA};
}

static item_type format_node_type(json_value object)
{
    json_value name = json_member(object, "type", NULL);
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++)
        if (json_is(name, node_table[type].name))
            return (item_type)type;
    return ITEM_INVALID;
}

// ---- writing

// An array or object whose closing bracket is to come. The members of an object are written by
// rank, one rank at a time: those that share one stay in their order.
typedef struct format_level {
    json_value container;
    json_value next; // element, or key to be looked at; JSON_NONE behind the last
    format_place place;
    item_type type;         // of the node that the object is
    size_t rank, next_rank; // of an object: being written, and the least above it
    bool has_element;       // before the next one
} format_level;

typedef struct formatter {
    gestalt_writer to;
    uint32_t level_count;
    format_level levels[JSON_DEPTH_MAX];
} formatter;

static void format_bytes(const formatter *f, const char *text, size_t size)
{
    f->to.write(f->to.user, text, size); // the layout keeps an error until the end
}

static void format_source(const formatter *f, json_value value)
{
    uint32_t begin = json_begin(value);
    format_bytes(f, value.document->text + begin, json_end(value) - begin);
}

// Write a value, of an array or object only the opening bracket.
static void format_value(formatter *f, json_value value, format_place place)
{
    json_kind kind = json_kind_of(value);
    if (kind != JSON_OBJECT && kind != JSON_ARRAY) {
        format_source(f, value);
        return;
    }
    bool is_node = kind == JSON_OBJECT && place == PLACE_NODE;
    format_bytes(f, kind == JSON_OBJECT ? "{" : "[", 1);
    f->levels[f->level_count++] =
        (format_level){.container = value,
                       .next = json_first(value),
                       .place = place,
                       .type = is_node ? format_node_type(value) : ITEM_INVALID,
                       .next_rank = RANK_UNKNOWN + 1};
}

static void format_comma(const formatter *f, format_level *level)
{
    if (level->has_element)
        format_bytes(f, ",", 1);
    level->has_element = true;
}

// Begin with the members of the next rank. Return false when there is none.
static bool format_next_rank(format_level *level)
{
    level->rank = level->next_rank;
    level->next_rank = RANK_UNKNOWN + 1;
    level->next = json_first(level->container);
    return level->rank <= RANK_UNKNOWN;
}

// Write the next member of an object that has the rank, or go on to the next rank. Return false
// when all have been written.
static bool format_next_member(formatter *f, format_level *level)
{
    json_value key = level->next;
    if (!key.document)
        return format_next_rank(level);
    level->next = json_next(json_next(key));
    format_member member = format_member_of(level->place, level->type, key);
    if (member.rank > level->rank && member.rank < level->next_rank)
        level->next_rank = member.rank;
    if (member.rank != level->rank)
        return true;
    format_comma(f, level);
    format_source(f, key);
    format_bytes(f, ":", 1);
    format_value(f, json_next(key), member.value);
    return true;
}

static bool format_next_element(formatter *f, format_level *level)
{
    json_value element = level->next;
    if (!element.document)
        return false;
    level->next = json_next(element);
    format_comma(f, level);
    format_value(f, element, level->place);
    return true;
}

static void format_all(formatter *f, json_value root)
{
    format_value(f, root, PLACE_DOCUMENT);
    while (f->level_count > 0) {
        format_level *level = &f->levels[f->level_count - 1];
        bool is_object = json_kind_of(level->container) == JSON_OBJECT;
        if (is_object ? format_next_member(f, level) : format_next_element(f, level))
            continue;
        format_bytes(f, is_object ? "}" : "]", 1);
        f->level_count--;
    }
}

static gestalt_result format_document(formatter *f, const json_document *document,
                                      gestalt_writer writer, gestalt_error *error)
{
    text_out out;
    json_layout layout;
    text_start(&out, writer, false);
    json_layout_start(&layout, &out);
    f->to = json_layout_writer(&layout);
    f->level_count = 0;
    format_all(f, json_root(document));
    json_layout_finish(&layout);
    if (!text_finish(&out))
        return error_set(error, GESTALT_IO, 0, "the formatted document could not be written");
    return GESTALT_OK;
}

gestalt_result gestalt_format_text(const char *path, const char *text, size_t size,
                                   const gestalt_allocator *allocator, gestalt_writer writer,
                                   gestalt_diagnostics **diagnostics, gestalt_error *error)
{
    if (MISUSE_NULL(path, "path", error) || (size > 0 && MISUSE_NULL(text, "text", error)) ||
        MISUSE_NULL(writer.write, "writer.write", error) ||
        MISUSE_NULL(diagnostics, "diagnostics", error))
        return GESTALT_MISUSE;
    *diagnostics = NULL;
    gestalt_allocator memory = memory_allocator(allocator);
    gestalt_diagnostics *d = diagnostics_new(&memory);
    if (!d)
        return error_no_memory(error);
    if (setjmp(diagnostics_arena(d)->escape)) {
        gestalt_diagnostics_destroy(d);
        return error_no_memory(error);
    }
    uint32_t source = diagnostics_source(d, path, text, size);
    formatter *f = ARENA_NEW(diagnostics_arena(d), formatter);
    json_document document;
    json_error json;
    gestalt_result result;
    if (json_read(text, size, (json_limits){0}, &memory, &document, &json)) {
        result = format_document(f, &document, writer, error);
        json_destroy(&document, &memory);
    } else {
        json_form form = {.diagnostics = d, .source = source, .memory = diagnostics_arena(d)};
        json_form_report(&form, &json);
        result = GESTALT_REJECTED;
    }
    diagnostics_finish(d);
    if (result == GESTALT_REJECTED)
        diagnostics_reject(d, error);
    *diagnostics = d;
    return result;
}
