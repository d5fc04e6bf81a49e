// SPDX-License-Identifier: MIT
#include "mdsl_print.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

unsigned mdsl_accepted;

static const char *const attribute_words[] = {"while", "until", "entry", "step", "exit"};

static const gestalt_allocator *plain(void)
{
    static gestalt_allocator allocator;
    allocator = memory_allocator(NULL);
    return &allocator;
}

// ---- printing

static void print_place(const mdsl_document *document, mdsl_place place, FILE *to)
{
    fwrite(document->text + place.begin, 1, place.end - place.begin, to);
}

static void print_list(const mdsl_document *document, mdsl_place name, mdsl_range arguments,
                       const char *brackets, FILE *to)
{
    const char *between = "";
    fputc(brackets[0], to);
    if (name.end > 0) {
        print_place(document, name, to);
        between = ", ";
    }
    for (uint32_t i = 0; i < arguments.count; i++) {
        fputs(between, to);
        print_place(document, document->arguments[arguments.first + i].place, to);
        between = ", ";
    }
    fputc(brackets[1], to);
}

static void print_head(const mdsl_document *document, const mdsl_node *node, FILE *to)
{
    fputs(mdsl_type_name(node->type), to);
    if (node->name.end > 0 || node->arguments.count > 0) {
        fputc(' ', to);
        print_list(document, node->name, node->arguments, "[]", to);
    }
    for (uint32_t i = 0; i < node->attributes.count; i++) {
        const mdsl_attribute *a = &document->attributes[node->attributes.first + i];
        fprintf(to, " %s", attribute_words[a->kind]);
        print_list(document, a->name, a->arguments, "()", to);
        if (a->then.end > 0)
            fputs(a->succeeds ? " then succeed" : " then fail", to);
    }
}

void mdsl_print(const mdsl_document *document, FILE *to)
{
    uint32_t open[MDSL_DEPTH_MAX], depth = 0; // `after` of the nodes that are open
    for (uint32_t i = 0; i < document->node_count; i++) {
        for (; depth > 0 && open[depth - 1] <= i; depth--)
            fputs(" }", to);
        fputs(i > 0 ? " " : "", to);
        print_head(document, &document->nodes[i], to);
        if (document->nodes[i].child_count > 0) {
            fputs(" {", to);
            open[depth++] = document->nodes[i].after;
        }
    }
    for (; depth > 0; depth--)
        fputs(" }", to);
}

static char *printed(const mdsl_document *document, size_t *size)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, size);
    if (!to)
        abort();
    mdsl_print(document, to);
    fclose(to);
    return text;
}

// ---- checking

static const char *wrong;

static void demand(bool holds, const char *what)
{
    if (!holds && !wrong)
        wrong = what;
}

static bool is_word(const mdsl_document *document, mdsl_place place, const char *word)
{
    return place.end - place.begin == strlen(word) &&
           strncasecmp(document->text + place.begin, word, strlen(word)) == 0;
}

static bool fits(const mdsl_document *document, mdsl_place place)
{
    return place.begin < place.end && place.end <= document->size;
}

static void check_string(const mdsl_document *document, const mdsl_argument *string)
{
    size_t size = mdsl_string_size(document, string);
    char *bytes = malloc(size + 1);
    if (!bytes)
        abort();
    mdsl_string_copy(document, string, bytes);
    uint32_t last = string->place.begin;
    for (size_t i = 0; i <= size && i < 64; i++) {
        uint32_t place = mdsl_string_place(document, string, i);
        demand(place > last && place < string->place.end, "a byte of a string is elsewhere");
        char c = document->text[place];
        demand(i == size ? c == '"' || i == 63 : c == bytes[i] || (c == '\\' && bytes[i] == '"'),
               "a byte of a string has the position of another byte");
        last = place;
    }
    free(bytes);
}

static void check_arguments(const mdsl_document *document, mdsl_range arguments)
{
    demand(arguments.first <= document->argument_count &&
               arguments.count <= document->argument_count - arguments.first,
           "arguments that are not in the document");
    for (uint32_t i = 0; i < arguments.count && !wrong; i++) {
        const mdsl_argument *a = &document->arguments[arguments.first + i];
        demand(fits(document, a->place), "an argument is outside of the text");
        if (wrong)
            return;
        char c = document->text[a->place.begin];
        demand((a->kind == MDSL_STRING) == (c == '"'), "the kind of a string is wrong");
        demand(a->kind != MDSL_PROPERTY || c == '$', "the kind of a property is wrong");
        demand(a->kind != MDSL_BOOLEAN ||
                   is_word(document, a->place, a->is_true ? "true" : "false"),
               "a boolean has another value");
        demand(a->kind != MDSL_NULL || is_word(document, a->place, "null"), "a null is none");
        if (a->kind == MDSL_STRING)
            check_string(document, a);
    }
}

static void check_node(const mdsl_document *document, uint32_t index)
{
    const mdsl_node *node = &document->nodes[index];
    uint32_t children = 0, last_end = node->place.end;
    demand(fits(document, node->place) &&
               is_word(document, node->place, mdsl_type_name(node->type)),
           "a node has the place of something else");
    demand(node->after > index && node->after <= document->node_count, "`after` is wrong");
    for (uint32_t i = index + 1; i < node->after && !wrong; i = document->nodes[i].after) {
        demand(document->nodes[i].place.begin >= last_end, "children are not in order");
        last_end = document->nodes[i].end;
        children++;
    }
    demand(children == node->child_count, "the number of children is wrong");
    demand(node->end >= last_end && node->end <= document->size, "the end of a node is wrong");
    demand(node->name.end == 0 || fits(document, node->name), "a name is outside of the text");
    check_arguments(document, node->arguments);
    for (uint32_t i = 0; i < node->attributes.count && !wrong; i++) {
        const mdsl_attribute *a = &document->attributes[node->attributes.first + i];
        demand(is_word(document, a->place, attribute_words[a->kind]), "an attribute is elsewhere");
        demand(fits(document, a->name), "an attribute has no name");
        check_arguments(document, a->arguments);
    }
}

static void check_printed(const mdsl_document *document)
{
    mdsl_document again;
    mdsl_error error;
    size_t size, again_size;
    char *text = printed(document, &size);
    demand(mdsl_read(text, size, (mdsl_limits){0}, plain(), &again, &error),
           "what is printed is rejected");
    if (!wrong) {
        char *other = printed(&again, &again_size);
        demand(size == again_size && memcmp(text, other, size) == 0,
               "what is printed is read as something else");
        free(other);
        mdsl_destroy(&again, plain());
    }
    free(text);
}

const char *mdsl_wrong(const char *text, size_t size)
{
    mdsl_document document;
    mdsl_error error;
    wrong = NULL;
    if (mdsl_read(text, size, (mdsl_limits){0}, plain(), &document, &error)) {
        mdsl_accepted++;
        demand(document.node_count > 0, "a document without nodes");
        for (uint32_t i = 0; i < document.node_count && !wrong; i++)
            check_node(&document, i);
        if (!wrong)
            check_printed(&document);
        mdsl_destroy(&document, plain());
        return wrong;
    }
    demand(error.kind != MDSL_OK && error.kind != MDSL_NO_MEMORY, "an error without a reason");
    demand(error.begin <= error.end && error.end <= size, "an error is outside of the text");
    demand(error.other == UINT32_MAX || error.other < size, "an error's start is not in the text");
    demand(error.kind != MDSL_UNEXPECTED_END || error.begin == size,
           "an unexpected end is not at the end");
    return wrong;
}
