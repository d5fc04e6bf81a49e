// SPDX-License-Identifier: MIT
// Files in MDSL, the language of mistreevous.
#include "mistreevous.h"

typedef struct mdsl_reading {
    mistreevous *t;
    const mdsl_document *document;
    mistreevous_node *nodes;
} mdsl_reading;

// ---- errors

static const char *mdsl_message(const mdsl_error *error)
{
    switch (error->kind) {
    case MDSL_OK:
    case MDSL_NO_MEMORY:
    case MDSL_UNEXPECTED:
    case MDSL_BAD_ARGUMENT:
    case MDSL_MISSING_ARGUMENT:
    case MDSL_UNEXPECTED_END: break;
    case MDSL_UNKNOWN_NODE: return "there is no such type of node";
    case MDSL_OUTSIDE_ROOT: return "a node outside of a `root`";
    case MDSL_ROOT_BELOW: return "a `root` can't be below another node";
    case MDSL_NO_CHILD: return "this node needs a child";
    case MDSL_SECOND_CHILD: return "the node takes one child, and this is the second one";
    case MDSL_TOO_MANY_ARGUMENTS: return "one argument too many";
    case MDSL_NEGATIVE: return "the number must not be negative";
    case MDSL_BAD_RANGE: return "the minimum is above the maximum";
    case MDSL_WRONG_WEIGHTS: return "a `lotto` with weights needs one for each child";
    case MDSL_DUPLICATE_ATTRIBUTE: return "this is given twice";
    case MDSL_BAD_NUMBER: return "mistreevous would not read this number as it is written";
    case MDSL_NUMBER_RANGE: return "the number is too large";
    case MDSL_BAD_ESCAPE: return "a backslash at the end of a line";
    case MDSL_COMMENT_IN_STRING: return "mistreevous would remove this comment from the string";
    case MDSL_BAD_CHARACTER: return "a control character";
    case MDSL_BAD_UTF8: return "these bytes are not UTF-8";
    case MDSL_UTF16: return "the file is UTF-16; save it as UTF-8";
    case MDSL_TOO_DEEP: return "nodes are nested too deeply";
    case MDSL_TOO_LARGE: return "the file is too large";
    }
    return NULL;
}

static void mdsl_report(mistreevous *t, const import_file *file, const mdsl_error *error)
{
    json_form *f = &t->m->form;
    gestalt_span place = {f->source, error->begin, error->end};
    const char *message = mdsl_message(error);
    gestalt_diagnostic *d;
    if (error->kind == MDSL_NO_MEMORY)
        longjmp(t->m->memory->escape, 1);
    if (message)
        d = import_refuse(t->m, place, DIAGNOSTIC_IMPORT_MDSL, "%s", message);
    else if (error->kind == MDSL_UNEXPECTED_END)
        d = import_refuse(t->m, place, DIAGNOSTIC_IMPORT_MDSL,
                          "the file ends here, but %s is missing", error->expected);
    else
        d = import_refuse(t->m, place, DIAGNOSTIC_IMPORT_MDSL, "expected %s", error->expected);
    if (error->kind == MDSL_UNKNOWN_NODE)
        mistreevous_suggest_type(
            t, d,
            arena_copy_text(t->m->memory, file->text + error->begin, error->end - error->begin));
    if (error->other != UINT32_MAX && error->other != error->begin)
        json_form_note(f, d, (gestalt_span){f->source, error->other, error->other + 1},
                       error->kind == MDSL_DUPLICATE_ATTRIBUTE ? "the first one" : "this is open");
}

// ---- reading

static gestalt_span span_of(const mdsl_reading *r, mdsl_place place)
{
    return (gestalt_span){r->t->m->form.source, place.begin, place.end};
}

static const char *text_of(const mdsl_reading *r, mdsl_place place)
{
    return arena_copy_text(r->t->m->memory, r->document->text + place.begin,
                           place.end - place.begin);
}

static host_value value_of(const mdsl_reading *r, const mdsl_argument *argument)
{
    host_value value = {.place = span_of(r, argument->place)};
    switch (argument->kind) {
    case MDSL_NULL: break;
    case MDSL_BOOLEAN:
        value.kind = HOST_BOOL;
        value.is_true = argument->is_true;
        break;
    case MDSL_NUMBER:
        value.kind = HOST_NUMBER;
        value.number = argument->number;
        break;
    case MDSL_STRING: {
        size_t size = mdsl_string_size(r->document, argument);
        char *text = arena_allocate(r->t->m->memory, size + 1);
        mdsl_string_copy(r->document, argument, text);
        value.kind = HOST_TEXT;
        value.text = text;
        break;
    }
    case MDSL_PROPERTY:
        value.kind = HOST_KEY;
        value.text = text_of(r, argument->place) + 1;
        break;
    }
    return value;
}

static mistreevous_call call_of(const mdsl_reading *r, mdsl_place name, mdsl_range arguments)
{
    arena *a = r->t->m->memory;
    mistreevous_call call = {.function = text_of(r, name),
                             .place = span_of(r, name),
                             .arguments = ARENA_ARRAY(a, host_value, arguments.count),
                             .are_null = ARENA_ARRAY(a, bool, arguments.count),
                             .argument_count = arguments.count};
    for (uint32_t i = 0; i < arguments.count; i++) {
        const mdsl_argument *one = &r->document->arguments[arguments.first + i];
        call.arguments[i] = value_of(r, one);
        call.are_null[i] = one->kind == MDSL_NULL;
    }
    return call;
}

static mistreevous_range range_of(const mdsl_reading *r, mdsl_range numbers)
{
    if (numbers.count == 0)
        return (mistreevous_range){0};
    const mdsl_argument *first = &r->document->arguments[numbers.first];
    const mdsl_argument *last = first + numbers.count - 1;
    return (mistreevous_range){.count = numbers.count,
                               .least = first->number,
                               .most = last->number,
                               .place =
                                   span_of(r, (mdsl_place){first->place.begin, last->place.end})};
}

static void read_node(const mdsl_reading *r, uint32_t index)
{
    const mdsl_node *from = &r->document->nodes[index];
    mistreevous_node *n = &r->nodes[index];
    mistreevous_node **last = &n->children;
    *n = (mistreevous_node){.type = from->type,
                            .place = span_of(r, from->place),
                            .whole = span_of(r, (mdsl_place){from->place.begin, from->end}),
                            .may_run = -1,
                            .next = n->next};
    if (from->type == MDSL_ACTION || from->type == MDSL_CONDITION) {
        n->call = call_of(r, from->name, from->arguments);
    } else if (from->name.end > 0) {
        n->name = text_of(r, from->name);
        n->at_name = span_of(r, from->name);
    } else if (from->type == MDSL_LOTTO && from->arguments.count > 0) {
        n->weights = ARENA_ARRAY(r->t->m->memory, double, from->arguments.count);
        for (uint32_t i = 0; i < from->arguments.count; i++)
            n->weights[i] = r->document->arguments[from->arguments.first + i].number;
    } else {
        n->range = range_of(r, from->arguments);
    }
    for (uint32_t i = 0; i < from->attributes.count; i++) {
        const mdsl_attribute *one = &r->document->attributes[from->attributes.first + i];
        mistreevous_call call = call_of(r, one->name, one->arguments);
        call.succeeds = one->succeeds;
        mistreevous_add_attribute(r->t, n, one->kind, &call);
    }
    for (uint32_t i = index + 1; i < from->after; i = r->document->nodes[i].after) {
        *last = &r->nodes[i];
        last = &r->nodes[i].next;
        n->child_count++;
    }
}

bool mistreevous_read_mdsl(mistreevous *t, const import_file *file)
{
    import_state *m = t->m;
    gestalt_allocator in_arena = import_allocator(m);
    mdsl_limits limits = {.size = m->options->size_limit};
    mdsl_document document;
    mdsl_error error;
    import_source(m, file);
    if (!mdsl_read(file->text, file->size, limits, &in_arena, &document, &error)) {
        mdsl_report(t, file, &error);
        return false;
    }
    mdsl_reading r = {t, &document, ARENA_ARRAY(m->memory, mistreevous_node, document.node_count)};
    for (uint32_t i = 0; i < document.node_count; i++)
        read_node(&r, i);
    for (uint32_t i = 0; i < document.node_count; i = document.nodes[i].after)
        mistreevous_add_root(t, &r.nodes[i]);
    return true;
}
