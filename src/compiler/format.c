// SPDX-License-Identifier: MIT
// `gestalt fmt`: a document in canonical order. Keys and values are copied byte for byte; this file
// changes the order of members, and json_layout.c the white space.
#include "arena.h"
#include "diagnostic.h"
#include "error.h"
#include "json_form.h"
#include "json_layout.h"
#include "memory.h"
#include "misuse.h"
#include "nodes.h"

#include <gestalt/compiler.h>

// The role of a value in a document, which decides the order of its members. An array has the role
// of its elements.
typedef enum format_role {
    ROLE_DATA, // the order is kept
    ROLE_DOCUMENT,
    ROLE_BLACKBOARD,
    ROLE_KEY,
    ROLE_ACTIONS,
    ROLE_ACTION,
    ROLE_TREES,
    ROLE_TREE,
    ROLE_NODE,
    ROLE_CASES,
    ROLE_WITH,
} format_role;

// The members of each role in canonical order, and the roles of their values. A row without a name
// is for all other members.
static const struct {
    format_role role;
    const char *name;
    format_role value;
} format_members[] = {
    {ROLE_DOCUMENT, "gestalt", ROLE_DATA},
    {ROLE_DOCUMENT, "name", ROLE_DATA},
    {ROLE_DOCUMENT, "doc", ROLE_DATA},
    {ROLE_DOCUMENT, "params", ROLE_DATA},
    {ROLE_DOCUMENT, "own", ROLE_BLACKBOARD},
    {ROLE_DOCUMENT, "blackboard", ROLE_BLACKBOARD},
    {ROLE_DOCUMENT, "actions", ROLE_ACTIONS},
    {ROLE_DOCUMENT, "trees", ROLE_TREES},
    {ROLE_DOCUMENT, "root", ROLE_NODE},
    {ROLE_BLACKBOARD, NULL, ROLE_KEY},
    {ROLE_KEY, "type", ROLE_DATA},
    {ROLE_KEY, "capacity", ROLE_DATA},
    {ROLE_KEY, "init", ROLE_DATA},
    {ROLE_KEY, "shared", ROLE_DATA},
    {ROLE_KEY, "host", ROLE_DATA},
    {ROLE_KEY, "full_name", ROLE_DATA},
    {ROLE_KEY, "doc", ROLE_DATA},
    {ROLE_ACTIONS, NULL, ROLE_ACTION},
    {ROLE_ACTION, "kind", ROLE_DATA},
    {ROLE_ACTION, "args", ROLE_DATA},
    {ROLE_ACTION, "doc", ROLE_DATA},
    {ROLE_TREES, NULL, ROLE_TREE},
    {ROLE_TREE, "doc", ROLE_DATA},
    {ROLE_TREE, "params", ROLE_DATA},
    {ROLE_TREE, "blackboard", ROLE_BLACKBOARD},
    {ROLE_TREE, "root", ROLE_NODE},
    {ROLE_TREE, "include", ROLE_DATA},
    {ROLE_TREE, "tree", ROLE_DATA},
    {ROLE_NODE, "type", ROLE_DATA},
    {ROLE_NODE, "name", ROLE_DATA},
    {ROLE_NODE, "doc", ROLE_DATA},
    {ROLE_CASES, NULL, ROLE_NODE},
    {ROLE_WITH, NULL, ROLE_NODE},
};

enum { MEMBERS = sizeof format_members / sizeof *format_members };

typedef struct format_member {
    size_t rank; // sort key of the member; members with equal ranks keep their order
    format_role value;
} format_member;

enum { RANK_UNKNOWN = MEMBERS + NODE_ATTRIBUTES_MAX };

static format_role format_attribute_role(const attribute_info *attribute)
{
    switch (attribute->kind) {
    case ATTRIBUTE_CHILD:
    case ATTRIBUTE_CHILDREN: return ROLE_NODE;
    case ATTRIBUTE_CASES: return ROLE_CASES;
    case ATTRIBUTE_WITH: return ROLE_WITH;
    default: return ROLE_DATA;
    }
}

// The children of a node with an unknown type are formatted, too.
static format_role format_any_role(json_value key)
{
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++) {
        size_t count;
        const attribute_info *attributes = node_attributes((item_type)type, &count);
        for (size_t i = 0; i < count; i++)
            if (format_attribute_role(&attributes[i]) && json_is(key, attributes[i].name))
                return format_attribute_role(&attributes[i]);
    }
    return ROLE_DATA;
}

static format_member format_attribute(item_type type, json_value key)
{
    size_t count = 0;
    const attribute_info *attributes = type == ITEM_INVALID ? NULL : node_attributes(type, &count);
    for (size_t i = 0; i < count; i++)
        if (json_is(key, attributes[i].name))
            return (format_member){.rank = MEMBERS + i,
                                   .value = format_attribute_role(&attributes[i])};
    format_role role = type == ITEM_INVALID ? format_any_role(key) : ROLE_DATA;
    return (format_member){.rank = RANK_UNKNOWN, .value = role};
}

static format_member format_member_of(format_role role, item_type type, json_value key)
{
    for (size_t i = 0; i < MEMBERS; i++)
        if (format_members[i].role == role &&
            (!format_members[i].name || json_is(key, format_members[i].name)))
            return (format_member){.rank = i, .value = format_members[i].value};
    if (role == ROLE_NODE)
        return format_attribute(type, key);
    return (format_member){.rank = RANK_UNKNOWN, .value = ROLE_DATA};
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

// An array or object that is still open. The members of an object are written in passes, one for
// each rank, so that members of equal rank keep their order.
typedef struct format_level {
    json_value container;
    json_value next; // next element, or next key to check; JSON_NONE at the end
    format_role role;
    item_type type;         // type of the node, if the object is one
    size_t rank, next_rank; // for an object, the current rank, and the next higher one
    bool has_element;       // an element was written, so a comma follows
} format_level;

typedef struct formatter {
    gestalt_writer to;
    uint32_t level_count;
    format_level levels[JSON_DEPTH_MAX];
} formatter;

static void format_bytes(const formatter *f, const char *text, size_t size)
{
    f->to.write(f->to.user, text, size); // the layout remembers errors until the end
}

static void format_source(const formatter *f, json_value value)
{
    uint32_t begin = json_begin(value);
    format_bytes(f, value.document->text + begin, json_end(value) - begin);
}

// Write a value; of an array or object only the opening bracket.
static void format_value(formatter *f, json_value value, format_role role)
{
    json_kind kind = json_kind_of(value);
    if (kind != JSON_OBJECT && kind != JSON_ARRAY) {
        format_source(f, value);
        return;
    }
    bool is_node = kind == JSON_OBJECT && role == ROLE_NODE;
    format_bytes(f, kind == JSON_OBJECT ? "{" : "[", 1);
    f->levels[f->level_count++] =
        (format_level){.container = value,
                       .next = json_first(value),
                       .role = role,
                       .type = is_node ? format_node_type(value) : ITEM_INVALID,
                       .next_rank = RANK_UNKNOWN + 1};
}

static void format_comma(const formatter *f, format_level *level)
{
    if (level->has_element)
        format_bytes(f, ",", 1);
    level->has_element = true;
}

// Begin with the members of the next rank. Returns false when there are none.
static bool format_next_rank(format_level *level)
{
    level->rank = level->next_rank;
    level->next_rank = RANK_UNKNOWN + 1;
    level->next = json_first(level->container);
    return level->rank <= RANK_UNKNOWN;
}

// Write the next member with the current rank, or advance to the next rank. Returns false when all
// members are written.
static bool format_next_member(formatter *f, format_level *level)
{
    json_value key = level->next;
    if (!key.document)
        return format_next_rank(level);
    level->next = json_next(json_next(key));
    format_member member = format_member_of(level->role, level->type, key);
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
    format_value(f, element, level->role);
    return true;
}

static void format_all(formatter *f, json_value root)
{
    format_value(f, root, ROLE_DOCUMENT);
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
