// SPDX-License-Identifier: MIT
#include "reference_describe.h"

#include "reference_agent.h"

#include <stdlib.h>
#include <string.h>

// A text under construction, with the formula whose expressions it describes.
typedef struct description {
    reference *r;
    const reference_scope *scope;
    reference_text *out;
} description;

static void put(description *d, const char *text)
{
    reference_put(d->out, text);
}

static void put_number(description *d, int64_t number)
{
    reference_put_number(d->out, number);
    put(d, " ");
}

static void put_type(description *d, reference_type type)
{
    static const char *const letters[] = {"b ", "i ", "f ", "e ", "e ", "v ", "l "};
    put(d, letters[type]);
}

// Constants are compared by their bits and type.
static void put_constant(description *d, reference_value value)
{
    put_type(d, value.type);
    if (value.type != REFERENCE_VECTOR)
        put_number(d, reference_value_bits(value));
    for (uint32_t k = 0; value.type == REFERENCE_VECTOR && k < value.width; k++)
        put_number(d, reference_value_bits(reference_float(value.parts[k])));
}

// A text of the document, which may contain any characters.
static void put_text(description *d, const char *text)
{
    if (!text) {
        put(d, "- ");
        return;
    }
    put_number(d, (int64_t)strlen(text));
    put(d, text);
    put(d, " ");
}

// ---- names

static const char *rename_of(const reference *r, const char *name)
{
    for (uint32_t i = 0; i < r->rename_count; i++)
        if (strcmp(r->renames[i].old_name, name) == 0)
            return r->renames[i].new_name;
    return NULL;
}

const char *reference_renamed(reference *r, const char *name)
{
    const char *dot = name ? strrchr(name, '.') : NULL;
    const char *renamed = name ? rename_of(r, name) : NULL;
    if (renamed || !dot)
        return renamed ? renamed : name;
    renamed = rename_of(r, arena_copy_text(&r->memory, name, (size_t)(dot - name)));
    return renamed ? arena_print(&r->memory, "%s%s", renamed, dot) : name;
}

static void put_name(description *d, const char *name)
{
    put_text(d, reference_renamed(d->r, name));
}

// ---- expressions

static bool is_named(const expression *e, const char *name)
{
    return strcmp(e->name, name) == 0;
}

static bool is_param(const description *d, const char *name)
{
    return !reference_full_name(d->r, d->scope, name);
}

// Keys are compared by their full names.
static void put_written_name(description *d, const expression *e)
{
    put_name(d, reference_full_name(d->r, d->scope, e->name));
}

static bool expression_draws(const expression *e)
{
    if (e->kind == EXPRESSION_CALL && is_named(e, "rand"))
        return true;
    for (const expression *operand = e->operands; operand; operand = operand->next)
        if (expression_draws(operand))
            return true;
    return false;
}

static bool expression_has_text(const expression *e)
{
    if (e->kind == EXPRESSION_TEXT)
        return true;
    for (const expression *operand = e->operands; operand; operand = operand->next)
        if (expression_has_text(operand))
            return true;
    return false;
}

static reference_value value_of(const description *d, const expression *e);
static bool is_constant(const description *d, const expression *e);

// Return the branch that a `?:` with a constant condition is compiled to. Return NULL if the
// compiler keeps the whole `?:`: if the other branch draws, contains a text, or contains the key
// that determines the enum of a word.
static const expression *picked_branch(const description *d, const expression *e)
{
    if (e->kind != EXPRESSION_SELECT || !is_constant(d, e->operands))
        return NULL;
    const expression *yes = e->operands->next, *no = yes->next;
    bool picks_first = value_of(d, e->operands).integer;
    const expression *picked = picks_first ? yes : no, *other = picks_first ? no : yes;
    bool loses_enum =
        value_of(d, picked).type == REFERENCE_WORD && value_of(d, other).type == REFERENCE_ENUM;
    bool stays = expression_draws(other) || expression_has_text(other) || loses_enum;
    return stays ? NULL : picked;
}

// "an operation on constants is a constant" (docs/editing.md)
static bool is_constant(const description *d, const expression *e)
{
    const expression *picked = picked_branch(d, e);
    if (picked)
        return is_constant(d, picked);
    if (e->kind == EXPRESSION_NAME)
        return is_param(d, e->name);
    if (e->kind == EXPRESSION_TEXT)
        return false;
    if (e->kind == EXPRESSION_CALL && is_named(e, "rand"))
        return false;
    for (const expression *operand = e->operands; operand; operand = operand->next)
        if (!is_constant(d, operand))
            return false;
    return true;
}

// Evaluate without an agent. Only the type of the value is used, unless it is a constant.
static reference_value value_of(const description *d, const expression *e)
{
    reference_formula formula = {.expression = e, .scope = d->scope};
    return reference_formula_value(d->r, NULL, &formula);
}

// Texts are compared by their bytes.
static void put_named_text(description *d, const char *text)
{
    put(d, "text ");
    put_text(d, text);
}

static void put_expression(description *d, const expression *e, reference_type wanted);

static void put_operands(description *d, const expression *e, reference_type wanted)
{
    for (const expression *operand = e->operands; operand; operand = operand->next)
        put_expression(d, operand, wanted);
}

static void put_as_they_are(description *d, const expression *e)
{
    for (const expression *operand = e->operands; operand; operand = operand->next)
        put_expression(d, operand, value_of(d, operand).type);
}

// A number that is combined with a vector is a float.
static void put_operand_of_vector(description *d, const expression *operand)
{
    reference_type type = value_of(d, operand).type;
    put_expression(d, operand, type == REFERENCE_INT ? REFERENCE_FLOAT : type);
}

// `find` compares as `==` does: with an int and a float, it compares floats.
static reference_type compared_type(const reference_list *list, reference_value wanted)
{
    bool is_float = list->type == REFERENCE_FLOAT || wanted.type == REFERENCE_FLOAT;
    return list->words ? REFERENCE_ENUM : is_float ? REFERENCE_FLOAT : list->type;
}

// `[ ]`, `count` and `find`: the first operand is the name of a list.
static void put_call_of_list(description *d, const expression *e)
{
    const reference_list *list = value_of(d, e->operands).list;
    const expression *more = e->operands->next;
    put(d, e->name);
    put(d, "(");
    put_type(d, list->type);
    put_number(d, list->width);
    put_written_name(d, e->operands);
    if (more)
        put_expression(
            d, more, is_named(e, "find") ? compared_type(list, value_of(d, more)) : REFERENCE_INT);
    put(d, ") ");
}

static void put_call(description *d, const expression *e)
{
    if (e->operands && value_of(d, e->operands).type == REFERENCE_LIST) {
        put_call_of_list(d, e);
        return;
    }
    bool converts = is_named(e, "int") || is_named(e, "float");
    if (converts && value_of(d, e).type == value_of(d, e->operands).type) {
        put_as_they_are(d, e); // the conversion does nothing
        return;
    }
    put(d, e->name);
    put(d, "(");
    if (e->operands && value_of(d, e->operands).type == REFERENCE_VECTOR) {
        put_number(d, value_of(d, e->operands).width);
        for (const expression *operand = e->operands; operand; operand = operand->next)
            put_operand_of_vector(d, operand);
    } else if (is_named(e, "min") || is_named(e, "max") || is_named(e, "clamp")) {
        put_type(d, value_of(d, e).type);
        put_operands(d, e, value_of(d, e).type);
    } else if (converts || is_named(e, "abs")) {
        put_type(d, value_of(d, e->operands).type);
        put_as_they_are(d, e);
    } else {
        put_operands(d, e, REFERENCE_FLOAT); // these functions convert ints to floats
    }
    put(d, ") ");
}

// With an int and a float, the joint type is float.
static reference_type joint_type(const description *d, const expression *e)
{
    reference_type left = value_of(d, e->operands).type;
    if (value_of(d, e).type == REFERENCE_VECTOR)
        return REFERENCE_VECTOR;
    if (reference_is_of_enum(value_of(d, e->operands)))
        return REFERENCE_ENUM;
    return left == value_of(d, e->operands->next).type ? left : REFERENCE_FLOAT;
}

static void put_operation(description *d, const expression *e)
{
    reference_type type = e->kind == EXPRESSION_BINARY ? joint_type(d, e) : value_of(d, e).type;
    put(d, "(");
    put_number(d, e->op);
    put_type(d, type);
    if (e->kind == EXPRESSION_SELECT) {
        put_number(d, value_of(d, e).width); // vec2 and vec3 have operations of their own
        put_expression(d, e->operands, REFERENCE_BOOL);
        put_expression(d, e->operands->next, type);
        put_expression(d, e->operands->next->next, type);
    } else if (type == REFERENCE_VECTOR || value_of(d, e->operands).type == REFERENCE_VECTOR) {
        uint32_t of_operand = value_of(d, e->operands).width;
        put_number(d, of_operand ? of_operand : value_of(d, e).width);
        for (const expression *operand = e->operands; operand; operand = operand->next)
            put_operand_of_vector(d, operand);
    } else {
        put_operands(d, e, type);
    }
    put(d, ") ");
}

// Loads of numbers, of vec2 and of vec3 are different operations.
static void put_load(description *d, const expression *e)
{
    put_number(d, value_of(d, e).width);
    put_written_name(d, e);
}

static void put_expression(description *d, const expression *e, reference_type wanted)
{
    reference_value value = value_of(d, e);
    if (value.type == REFERENCE_WORD && is_constant(d, e)) {
        put_type(d, value.type);
        put_text(d, value.word);
        return;
    }
    if (is_constant(d, e)) {
        put_constant(d, reference_convert(value, wanted));
        return;
    }
    if (picked_branch(d, e)) {
        put_expression(d, picked_branch(d, e), wanted);
        return;
    }
    bool converts = value.type != wanted && !reference_is_of_enum(value);
    put(d, converts ? "float(i " : "");
    if (e->kind == EXPRESSION_NAME)
        put_load(d, e);
    else if (e->kind == EXPRESSION_TEXT)
        put_named_text(d, e->name);
    else if (e->kind == EXPRESSION_CALL)
        put_call(d, e);
    else
        put_operation(d, e);
    put(d, converts ? ") " : "");
}

static void put_formula(description *d, const reference_formula *formula, reference_type wanted)
{
    d->scope = formula->scope;
    if (formula->text)
        put_named_text(d, formula->text);
    else if (formula->expression)
        put_expression(d, formula->expression, wanted);
    else
        put_constant(d, reference_convert(formula->constant, wanted));
}

const reference_words *reference_switch_words(reference *r, const reference_node *n)
{
    reference_value value = reference_formula_value(r, NULL, &n->formula);
    return value.type == REFERENCE_ENUM ? value.words : NULL;
}

bool reference_formula_draws(const reference_formula *formula)
{
    return formula->expression && expression_draws(formula->expression);
}

// ---- nodes

static reference_type parameter_type(const reference_host *host, const char *name)
{
    uint32_t i = 0;
    while (strcmp(host->parameters[i].name, name) != 0)
        i++;
    return host->parameters[i].type;
}

static void put_host_call(description *d, const reference_node *n)
{
    const reference_host *host = &d->r->hosts[n->host];
    put_text(d, host->name);
    for (uint32_t i = 0; i < n->argument_count; i++) {
        const reference_given *given = &n->arguments[i];
        put_text(d, given->name);
        put_number(d, given->passing);
        if (given->passing == REFERENCE_BY_VALUE)
            put_formula(d, &given->formula, parameter_type(host, given->name));
        else if (given->key)
            put_name(d, given->key);
        else
            put_formula(d, &given->formula, REFERENCE_VECTOR);
    }
    put(d, "; ");
}

static reference_type type_of_element(const description *d, const reference_node *n)
{
    return d->r->cells[n->cell].value.list->type;
}

// The defaults of `at` are written out: the count for a `push`, and 0 for a `pop`.
static void put_place(description *d, const reference_node *n)
{
    if (n->list.has_at) {
        put_formula(d, &n->list.at, REFERENCE_INT);
    } else if (reference_node_is(n, "push")) {
        put(d, "count(");
        put_type(d, type_of_element(d, n));
        put_number(d, d->r->cells[n->cell].value.list->width);
        put_name(d, n->key);
        put(d, ") ");
    } else if (reference_node_is(n, "pop")) {
        put_constant(d, reference_int(0));
    } else {
        put(d, "- ");
    }
}

static void put_list_use(description *d, const reference_node *n)
{
    bool is_whole = reference_node_is(n, "set") && !n->list.has_at;
    put_name(d, n->key);
    put_place(d, n);
    put_name(d, n->list.from.name);
    put_number(d, n->list.value_count);
    for (uint32_t i = 0; i < n->list.value_count; i++)
        put_formula(d, &n->list.values[i], type_of_element(d, n));
    if (reference_node_is(n, "push") || (reference_node_is(n, "set") && !is_whole))
        put_formula(d, &n->formula, type_of_element(d, n));
    put_name(d, n->list.item.name);
    put_name(d, n->list.index.name);
}

static void put_leaf(description *d, const reference_node *n)
{
    if (n->key && d->r->cells[n->cell].type == REFERENCE_LIST) {
        put_list_use(d, n);
        return;
    }
    if (reference_node_is(n, "persistent") || reference_node_is(n, "signal")) {
        const reference_persistent_key *key = &d->r->persistents[n->persistent];
        put_name(d, key->name);
        put_number(d, reference_node_is(n, "signal") ? n->status : key->init);
    } else if (reference_node_is(n, "set")) {
        put_name(d, n->key);
        put_formula(d, &n->formula, n->is_vector ? REFERENCE_VECTOR : d->r->cells[n->cell].type);
    }
}

static void put_case(description *d, const reference_node *n, uint32_t i)
{
    if (reference_switch_words(d->r, n))
        put_text(d, n->cases[i]);
    else
        put_number(d, strtol(n->cases[i], NULL, 10));
}

static void put_numbers(description *d, const reference_node *n)
{
    put_number(d, n->in_ticks);
    put_number(d, n->duration);
    if (n->is_evaluated)
        put_formula(d, &n->lasts, n->in_ticks ? REFERENCE_INT : REFERENCE_FLOAT);
    put_number(d, n->reactive);
    put_constant(d, reference_float(n->margin));
    for (uint32_t i = 0; i < n->case_count; i++)
        put_case(d, n, i);
    put_number(d, n->count);
    put_number(d, n->per_tick);
    put_number(d, n->pause);
    put_number(d, n->until);
    put_constant(d, reference_float(n->probability));
    put_number(d, n->random_order);
    put_number(d, n->verdict_at_end);
    put_number(d, n->success);
    put_number(d, n->failure);
    for (uint32_t i = 0; n->weights && i < n->child_count; i++)
        put_constant(d, reference_float(n->weights[i]));
    for (uint32_t i = 0; n->scores && i < n->child_count; i++)
        put_formula(d, &n->scores[i], REFERENCE_FLOAT);
}

// Equal nodes have equal types, names, attributes and expressions in their whole subtree.
void reference_describe(reference *r, const reference_node *n, reference_text *out)
{
    description d = {.r = r, .out = out};
    put(&d, n->type->name);
    put(&d, " ");
    put_name(&d, n->name);
    put_text(&d, n->resource);
    put_text(&d, n->message);
    if (n->host != NO_HOST)
        put_host_call(&d, n);
    else if (reference_node_is(n, "condition") || reference_node_is(n, "decide"))
        put_formula(&d, &n->formula, REFERENCE_BOOL);
    else if (reference_node_is(n, "switch"))
        put_formula(&d, &n->formula, REFERENCE_INT);
    put_leaf(&d, n);
    put_numbers(&d, n);
    put(&d, "[");
    for (uint32_t i = 0; i < n->child_count; i++)
        reference_describe(r, n->children[i], out);
    put(&d, "] ");
}
