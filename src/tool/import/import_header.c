// SPDX-License-Identifier: MIT
// Names from the source occur in the header only as identifiers, and in string literals in which
// everything but letters, digits and blanks is escaped.
#include "import_header.h"

#include "file.h"
#include "memory.h"
#include "output.h"

#include <gestalt/calls.h>

#include <ctype.h>

enum { USES_SHOWN = 8 };

typedef struct heading {
    const import_input *in;
    const char *prefix;   // first part of each name
    const char *previous; // text of the file before, or NULL
    text_out *to;
} heading;

// ---- names and texts

// Return a text with `_` in place of everything that an identifier may not have.
static const char *identifier(arena *a, const char *text, bool is_upper)
{
    char *name = arena_print(a, "%s%.200s", isdigit((unsigned char)*text) ? "_" : "", text);
    for (char *c = name; *c; c++) {
        if (!isalnum((unsigned char)*c))
            *c = '_';
        if (is_upper)
            *c = (char)toupper((unsigned char)*c);
    }
    return name;
}

static void write_literal(text_out *to, const char *text)
{
    text_put(to, "\"");
    for (const char *c = text; *c; c++) {
        if (isalnum((unsigned char)*c) || *c == ' ')
            text_write(to, c, 1);
        else
            text_print(to, "\\%03o", (unsigned)(unsigned char)*c);
    }
    text_put(to, "\"");
}

// ---- the table of texts

static void write_texts(const heading *h)
{
    const import_findings *f = &h->in->findings;
    text_out *to = h->to;
    if (f->text_count == 0)
        return;
    text_print(to,
               "// Texts are ints here: the index in this table.\n"
               "static const char *const %s_texts[] = {\n",
               h->prefix);
    for (uint32_t i = 0; i < f->text_count; i++) {
        text_put(to, "    ");
        write_literal(to, f->texts[i]);
        text_put(to, ",\n");
    }
    text_print(to,
               "};\n\n"
               "// Return the int for a text, or -1 if the table does not have it.\n"
               "static inline int32_t %s_text(const char *text)\n"
               "{\n"
               "    for (int32_t i = 0; i < %u; i++)\n"
               "        if (strcmp(%s_texts[i], text) == 0)\n"
               "            return i;\n"
               "    return -1;\n"
               "}\n\n"
               "// Return the text for an int, or NULL.\n"
               "static inline const char *%s_text_of(int32_t number)\n"
               "{\n"
               "    return number >= 0 && number < %u ? %s_texts[number] : NULL;\n"
               "}\n\n",
               h->prefix, f->text_count, h->prefix, h->prefix, f->text_count, h->prefix);
}

// ---- functions

static const char *const type_names[] = {
    [GESTALT_BOOL] = "GESTALT_BOOL",   [GESTALT_INT] = "GESTALT_INT",
    [GESTALT_FLOAT] = "GESTALT_FLOAT", [GESTALT_VEC2] = "GESTALT_VEC2",
    [GESTALT_VEC3] = "GESTALT_VEC3",   [GESTALT_TEXT] = "GESTALT_TEXT",
};

static void write_parameters(const heading *h, uint32_t function, const char *name)
{
    const gestalt_shape *shape = h->in->shape;
    uint32_t count = gestalt_shape_function_at(shape, function).argument_count;
    if (count == 0)
        return;
    text_print(h->to, "static const gestalt_parameter %s_%s_arguments[] = {\n", h->prefix, name);
    for (uint32_t i = 0; i < count; i++) {
        gestalt_parameter one = gestalt_shape_argument(shape, function, i);
        text_put(h->to, "    {.name = ");
        write_literal(h->to, one.name);
        text_print(h->to, ", .type = %s%s},\n", type_names[one.type],
                   one.by_key ? ", .by_key = true" : "");
    }
    text_put(h->to, "};\n\n");
}

// The first calls of a function, as a comment.
static void write_uses(const heading *h, uint32_t function)
{
    const gestalt_shape *shape = h->in->shape;
    gestalt_shape_call call = {0};
    gestalt_shape_place place, last = {0};
    uint32_t count = 0;
    text_put(h->to, "// Used at");
    while (gestalt_shape_next_call(shape, &call)) {
        if (call.function != function || !gestalt_shape_node_place(shape, call.node, &place))
            continue;
        if (place.file == last.file && place.line == last.line && place.column == last.column)
            continue; // another copy
        last = place;
        if (count++ < USES_SHOWN)
            text_print(h->to, "%s line %u column %u", count == 1 ? "" : ",", place.line,
                       place.column);
    }
    if (count > USES_SHOWN)
        text_print(h->to, " and %u more", count - USES_SHOWN);
    text_put(h->to, ".\n");
}

// Return what is between the markers of a stub in the file before, or NULL.
static const char *kept_body(const heading *h, const char *name, size_t *size)
{
    arena *a = h->in->memory;
    const char *first = arena_print(a, "    // begin %s\n", name);
    const char *last = arena_print(a, "    // end %s\n", name);
    const char *begin = h->previous ? strstr(h->previous, first) : NULL;
    const char *end = begin ? strstr(begin, last) : NULL;
    if (!end)
        return NULL;
    begin += strlen(first);
    *size = (size_t)(end - begin);
    return begin;
}

// Return whether the tree calls an action only to learn when a node is abandoned.
static bool is_hook(const heading *h, const char *action)
{
    const import_findings *f = &h->in->findings;
    for (uint32_t i = 0; i < f->hook_count; i++)
        if (strcmp(f->hooks[i], action) == 0)
            return true;
    return false;
}

static void write_body(const heading *h, const gestalt_shape_function *f, const char *name)
{
    size_t size = 0;
    const char *kept = kept_body(h, name, &size);
    text_print(h->to, "    // begin %s\n", name);
    if (kept)
        text_write(h->to, kept, size);
    else if (f->kind == GESTALT_PREDICATE)
        text_put(h->to, "    (void)call;\n"
                        "    return GESTALT_SUCCESS; // true\n");
    else if (is_hook(h, f->name))
        text_put(h->to, "    // If its bool argument is false when it is cancelled, the node was\n"
                        "    // abandoned before it had finished.\n"
                        "    (void)call;\n"
                        "    return GESTALT_RUNNING;\n");
    else
        text_put(h->to, "    switch (call->phase) {\n"
                        "    case GESTALT_START: return GESTALT_SUCCESS;\n"
                        "    case GESTALT_RESUME: return GESTALT_SUCCESS;\n"
                        "    case GESTALT_CANCEL: break; // the status is ignored\n"
                        "    }\n"
                        "    return GESTALT_SUCCESS;\n");
    text_print(h->to, "    // end %s\n", name);
}

static void write_function(const heading *h, uint32_t function)
{
    gestalt_shape_function f = gestalt_shape_function_at(h->in->shape, function);
    const char *name = identifier(h->in->memory, f.name, false);
    text_print(h->to, "// ---- %s: %s\n\n", name,
               f.kind == GESTALT_PREDICATE  ? "a predicate"
               : f.kind == GESTALT_DEFERRED ? "a deferred action"
                                            : "an action");
    write_parameters(h, function, name);
    write_uses(h, function);
    if (f.kind == GESTALT_DEFERRED) {
        text_put(h->to, "// A game system carries it out, so it has no function.\n\n");
        return;
    }
    text_print(h->to,
               "static inline gestalt_status %s_%s(gestalt_single_call *call)\n"
               "{\n",
               h->prefix, name);
    write_body(h, &f, name);
    text_put(h->to, "}\n\n");
}

static void write_register(const heading *h)
{
    static const char *const kinds[] = {[GESTALT_IMMEDIATE] = "GESTALT_IMMEDIATE",
                                        [GESTALT_DEFERRED] = "GESTALT_DEFERRED",
                                        [GESTALT_PREDICATE] = "GESTALT_PREDICATE"};
    const gestalt_shape *shape = h->in->shape;
    uint32_t count = gestalt_shape_function_count(shape);
    text_print(h->to,
               "// Register all functions.\n"
               "static inline gestalt_result %s_register(gestalt_host *host)\n"
               "{\n"
               "    gestalt_result result = GESTALT_OK;\n"
               "    (void)host;\n",
               h->prefix);
    for (uint32_t i = 0; i < count; i++) {
        gestalt_shape_function f = gestalt_shape_function_at(shape, i);
        const char *name = identifier(h->in->memory, f.name, false);
        text_print(h->to, "    if (result == GESTALT_OK)\n"
                          "        result = gestalt_host_add(host, &(gestalt_function){.name = ");
        write_literal(h->to, f.name);
        text_print(h->to, ", .kind = %s", kinds[f.kind]);
        if (f.kind != GESTALT_DEFERRED)
            text_print(h->to, ", .single = %s_%s", h->prefix, name);
        if (f.argument_count > 0)
            text_print(h->to, ", .arguments = %s_%s_arguments, .argument_count = %u", h->prefix,
                       name, f.argument_count);
        text_put(h->to, "}, NULL);\n");
    }
    text_put(h->to, "    return result;\n}\n\n");
}

static void write_header(const heading *h)
{
    const char *guard = identifier(h->in->memory, h->prefix, true);
    text_print(h->to,
               "// Functions that the tree `%s` calls, made by `gestalt import --header`.\n"
               "//\n"
               "// Include this file in one C file, and call %s_register before binding the tree.\n"
               "// What is between `begin` and `end` of a function is kept when the file is made\n"
               "// anew.\n"
               "#ifndef %s_IMPORTED_H\n"
               "#define %s_IMPORTED_H\n\n"
               "#include <gestalt/gestalt.h>\n\n"
               "#include <string.h>\n\n",
               h->prefix, h->prefix, guard, guard);
    write_texts(h);
    for (uint32_t i = 0; i < gestalt_shape_function_count(h->in->shape); i++)
        write_function(h, i);
    write_register(h);
    text_put(h->to, "#endif\n");
}

exit_code import_header(cli *c, const import_input *in, const char *path)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    char *text;
    size_t size;
    output out;
    heading h = {.in = in, .prefix = identifier(in->memory, gestalt_shape_name(in->shape), false)};
    if (file_read(path, in->compile->size_limit, &allocator, &text, &size, NULL) == GESTALT_OK) {
        h.previous = arena_copy_text(in->memory, text, size);
        file_release(&allocator, text, size);
    }
    output_start(&out, c, path);
    h.to = &out.text;
    write_header(&h);
    return output_finish(&out, c);
}
