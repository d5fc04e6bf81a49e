// SPDX-License-Identifier: MIT
// Expressions for files of hosts: gestalt/expression.h. They are parsed, typed and folded like
// expressions of documents. The result stays in postfix form and is evaluated for one value at a
// time, on one stack for numbers and bools.
#include "diagnostic.h"
#include "error.h"
#include "expression.h"
#include "floats.h"
#include "hash.h"
#include "memory.h"
#include "misuse.h"
#include "names.h"
#include "nearest.h"
#include "nodes.h"
#include "random.h"
#include "scalar.h"
#include "scalar_op.h"
#include "shape_limits.h"

#include <gestalt/expression.h>

struct gestalt_expression {
    gestalt_allocator allocator;
    size_t size; // size of this block
    gestalt_type type;
    bool is_constant;
    gestalt_value value; // value, if is_constant
    uint32_t item_count, used_count;
    uint64_t *items;
    uint32_t *used; // numbers from the host
};

enum {
    COLUMNS = 3,          // columns per variable: a number, a bool, or the components of a vector
    EXPRESSION_BASE = 64, // bytes that the shortest expression counts as, for the suggestion budget
};

// ---- names

// A compilation. Its arena holds everything except the finished expression.
typedef struct host_compile {
    arena memory;
    const gestalt_expression_options *o;
    names seen; // names of variables, with their indices in `found`
    gestalt_expression_name *found;
    uint32_t found_count, found_capacity;
    const word_list **lists; // all different enums
    uint32_t list_count, list_capacity;
    nearest_budget suggestions;
    bool has_failed;
    bool is_misused; // the host returned an invalid meaning for a name
    gestalt_error *error;
} host_compile;

static bool are_same_words(const word_list *list, const char *const *words, uint32_t count)
{
    bool same = list->count == count;
    for (uint32_t i = 0; same && i < count; i++)
        same = strcmp(list->words[i], words[i]) == 0;
    return same;
}

// Two enums are equal when they are the same list, so that pointers can be compared.
static const word_list *host_words(host_compile *h, const char *const *words, uint32_t count)
{
    if (!words || count == 0)
        return NULL;
    for (uint32_t i = 0; i < h->list_count; i++)
        if (are_same_words(h->lists[i], words, count))
            return h->lists[i];
    word_list *list = ARENA_NEW(&h->memory, word_list);
    *list = (word_list){.words = words, .count = count, .number = h->list_count + 1};
    *ARENA_PUSH(&h->memory, h->lists, h->list_count, h->list_capacity) = list;
    return list;
}

static constant constant_of_value(const gestalt_value *v)
{
    switch (v->type) {
    case GESTALT_BOOL: return (constant){VALUE_BOOL, .integer = v->boolean};
    case GESTALT_INT: return (constant){VALUE_INT, .integer = v->integer};
    case GESTALT_FLOAT: return (constant){VALUE_FLOAT, .number = v->number};
    default: return (constant){VALUE_NONE, .integer = 0};
    }
}

// Return the index of a variable.
static uint32_t host_name_index(host_compile *h, const char *name, const gestalt_expression_name *m)
{
    uint32_t place = h->found_count;
    names_add(&h->seen, &h->memory, arena_copy_text(&h->memory, name, strlen(name)), strlen(name),
              place);
    *ARENA_PUSH(&h->memory, h->found, h->found_count, h->found_capacity) = *m;
    return place;
}

static name_meaning host_meaning(host_compile *h, uint32_t place, int component)
{
    const gestalt_expression_name *m = &h->found[place];
    const word_list *words = host_words(h, m->words, m->word_count);
    value_type type = words            ? VALUE_ENUM
                      : component >= 0 ? VALUE_FLOAT
                                       : (value_type)(VALUE_BOOL + m->value.type);
    return (name_meaning){.kind = NAME_COLUMN,
                          .type = type,
                          .words = words,
                          .column = place * COLUMNS + (uint32_t)(component > 0 ? component : 0)};
}

// Return the component that a name selects, such as 1 for "home.y"; -1: none, -2: no such
// component.
static int component_of(const char *point, gestalt_type type)
{
    int width = type == GESTALT_VEC3 ? 3 : type == GESTALT_VEC2 ? 2 : 0;
    if (!point)
        return -1;
    for (int i = 0; i < width; i++)
        if (point[1] == "xyz"[i] && point[2] == '\0')
            return i;
    return -2;
}

// Report misuse if the host returned an invalid meaning for a name.
static bool meaning_is_wrong(const host_compile *h, const char *name,
                             const gestalt_expression_name *m)
{
    const char *function = "gestalt_expression_compile";
    unsigned type = m->value.type;
    if (type > GESTALT_VEC3 || (m->is_constant && type > GESTALT_FLOAT))
        return misuse_tell(function, h->error,
                           "`%.40s` is of type %u: there is no such type%s; see gestalt_type", name,
                           type, type > GESTALT_VEC3 ? "" : " of constants") != GESTALT_OK;
    if (m->word_count == 0)
        return false;
    if (type != GESTALT_INT)
        return misuse_tell(function, h->error, "`%.40s` has words, but is not a GESTALT_INT",
                           name) != GESTALT_OK;
    bool has_all = m->words;
    for (uint32_t i = 0; has_all && i < m->word_count; i++)
        has_all = m->words[i];
    return !has_all &&
           misuse_tell(function, h->error, "a word of `%.40s` is NULL", name) != GESTALT_OK;
}

static name_meaning host_lookup(void *user, const char *name)
{
    host_compile *h = user;
    gestalt_expression_name m = {0};
    const char *point = strchr(name, '.');
    size_t size = point ? (size_t)(point - name) : strlen(name);
    const char *whole = arena_copy_text(&h->memory, name, size);
    uint32_t place = names_find(&h->seen, whole, size);
    if (place == NAMES_MISSING) {
        if (!h->o->lookup || !h->o->lookup(h->o->lookup_user, whole, &m))
            return (name_meaning){.kind = NAME_UNKNOWN, .suggestion = m.nearest};
        if (!m.is_wrong && !h->is_misused && meaning_is_wrong(h, whole, &m))
            h->is_misused = true;
        if (m.is_wrong || h->is_misused)
            return (name_meaning){.kind = NAME_COLUMN, .type = VALUE_NONE};
        if (m.is_constant && point)
            return (name_meaning){.kind = NAME_UNKNOWN};
        if (m.is_constant)
            return (name_meaning){.kind = NAME_CONSTANT, .value = constant_of_value(&m.value)};
        place = host_name_index(h, whole, &m);
    }
    int component = component_of(point, h->found[place].value.type);
    return component == -2 ? (name_meaning){.kind = NAME_UNKNOWN}
                           : host_meaning(h, place, component);
}

static void host_report(void *user, int code, uint32_t begin, uint32_t end, const char *message,
                        const char *help)
{
    host_compile *h = user;
    if (!h->has_failed)
        error_set(h->error, GESTALT_REJECTED, 0, "the expression has an error at byte %u: %s",
                  (unsigned)begin, message);
    h->has_failed = true;
    if (h->o->report)
        h->o->report(h->o->report_user, diagnostic_table[code].code, begin, end, message, help);
}

// ---- compiling

static gestalt_value value_of_bits(gestalt_type type, uint32_t bits)
{
    gestalt_value v = {.type = type};
    if (type == GESTALT_BOOL)
        v.boolean = bits != 0;
    else if (type == GESTALT_INT)
        v.integer = scalar_wrap(bits);
    else
        v.number = scalar_float_of_bits(bits);
    return v;
}

static gestalt_type type_of_code(const expression_code *code)
{
    return code->type == VALUE_BOOL    ? GESTALT_BOOL
           : code->type == VALUE_FLOAT ? GESTALT_FLOAT
                                       : GESTALT_INT;
}

static gestalt_result host_keep(const host_compile *h, const expression_code *code,
                                gestalt_expression **made, gestalt_error *error)
{
    gestalt_allocator a = h->memory.allocator;
    size_t size =
        sizeof **made + code->item_count * sizeof(uint64_t) + h->found_count * sizeof(uint32_t);
    gestalt_expression *e = memory_new(&a, size);
    if (!e)
        return error_no_memory(error);
    uint64_t *items = (uint64_t *)(void *)(e + 1);
    *e = (gestalt_expression){.allocator = a,
                              .size = size,
                              .type = type_of_code(code),
                              .is_constant = code->is_constant,
                              .item_count = code->item_count,
                              .used_count = h->found_count,
                              .items = items,
                              .used = (uint32_t *)(void *)(items + code->item_count)};
    memcpy(e->items, code->items, code->item_count * sizeof *e->items);
    for (uint32_t i = 0; i < h->found_count; i++)
        e->used[i] = h->found[i].number;
    if (e->is_constant)
        e->value = gestalt_expression_compute(e, NULL, NULL);
    *made = e;
    return GESTALT_OK;
}

static gestalt_result host_compile_text(host_compile *h, const char *text, size_t size,
                                        gestalt_expression **made, gestalt_error *error)
{
    static const value_type types[] = {VALUE_NONE, VALUE_BOOL, VALUE_INT, VALUE_FLOAT};
    const gestalt_expression_options *o = h->o;
    if (setjmp(h->memory.escape))
        return error_no_memory(error);
    nearest_budget_add(&h->suggestions, EXPRESSION_BASE + size);
    expression_scope scope = {.suggestions = &h->suggestions,
                              .lookup = host_lookup,
                              .lookup_user = h,
                              .report = host_report,
                              .report_user = h,
                              .constants_only = !o->varies,
                              .no_vectors = true,
                              .words = host_words(h, o->words, o->word_count)};
    const expression *e = expression_parse(&h->memory, text, size, host_report, h);
    expression_code code = {0};
    if (e)
        code =
            expression_compile(&h->memory, e, &scope, scope.words ? VALUE_ENUM : types[o->wanted]);
    if (h->is_misused)
        return GESTALT_MISUSE;
    if (h->has_failed)
        return GESTALT_REJECTED; // host_report has set the error
    if (!e || code.type == VALUE_NONE)
        return error_set(error, GESTALT_REJECTED, 0, "the host rejects the expression");
    return host_keep(h, &code, made, error);
}

gestalt_result gestalt_expression_compile(const char *text, size_t size,
                                          const gestalt_expression_options *options,
                                          gestalt_expression **made, gestalt_error *error)
{
    static const gestalt_expression_options defaults = {0};
    if ((size > 0 && MISUSE_NULL(text, "text", error)) || MISUSE_NULL(made, "expression", error) ||
        (options && options->word_count > 0 &&
         MISUSE_NULL(options->words, "options->words", error)) ||
        (options &&
         MISUSE_ENUM(options->wanted, GESTALT_EXPRESSION_FLOAT, "options->wanted", error)))
        return GESTALT_MISUSE;
    const gestalt_expression_options *o = options ? options : &defaults;
    gestalt_allocator a = memory_allocator(&o->allocator);
    host_compile *h = memory_new(&a, sizeof *h);
    *made = NULL;
    if (!h)
        return error_no_memory(error);
    *h = (host_compile){.o = o, .error = error};
    floats_whole floats;
    floats_begin_whole(&floats);
    arena_start(&h->memory, a);
    gestalt_result result = host_compile_text(h, text ? text : "", size, made, error);
    arena_destroy(&h->memory);
    floats_end_whole(&floats);
    memory_release(&a, h, sizeof *h);
    return result;
}

void gestalt_expression_destroy(gestalt_expression *e)
{
    if (!e)
        return;
    gestalt_allocator a = e->allocator;
    memory_release(&a, e, e->size);
}

gestalt_type gestalt_expression_type(const gestalt_expression *e)
{
    return MISUSE_NULL(e, "expression", NULL) ? GESTALT_BOOL : e->type;
}

bool gestalt_expression_constant(const gestalt_expression *e, gestalt_value *value)
{
    if (MISUSE_NULL(e, "expression", NULL))
        return false;
    if (value && e->is_constant)
        *value = e->value;
    return e->is_constant;
}

uint64_t gestalt_expression_hash(const gestalt_expression *e)
{
    if (MISUSE_NULL(e, "expression", NULL))
        return 0;
    return XXH3_64bits(e->items, e->item_count * sizeof *e->items);
}

uint32_t gestalt_expression_used_count(const gestalt_expression *e)
{
    return MISUSE_NULL(e, "expression", NULL) ? 0 : e->used_count;
}

uint32_t gestalt_expression_used(const gestalt_expression *e, uint32_t index)
{
    if (MISUSE_NULL(e, "expression", NULL) || MISUSE_BEYOND(index, e->used_count, "name", NULL))
        return 0;
    return e->used[index];
}

// ---- evaluating

typedef struct computing {
    const gestalt_value *values;
    const gestalt_expression_moment *moment;
    uint32_t count;
    uint32_t stack[2 * LIMIT_EXPRESSION_DEPTH]; // numbers and bools, as bits
} computing;

static uint32_t bits_of_column(const computing *c, uint32_t column)
{
    const gestalt_value *v = &c->values[column / COLUMNS];
    switch (v->type) {
    case GESTALT_BOOL: return v->boolean;
    case GESTALT_INT: return (uint32_t)v->integer;
    case GESTALT_FLOAT: return scalar_canonical_bits(v->number);
    default: return scalar_canonical_bits(v->vector[column % COLUMNS]);
    }
}

static uint32_t draw_bits(const gestalt_expression_moment *m)
{
    if (!m->random)
        return 0;
    return scalar_float_bits((float)(random_next(m->random) >> 40) * 0x1p-24f);
}

static uint32_t bits_of_leaf(const computing *c, uint64_t item)
{
    const gestalt_expression_moment *m = c->moment;
    switch ((int)item_type_of(item)) {
    case OP_CONST_BOOL:
    case OP_CONST_INT:
    case OP_CONST_FLOAT: return item_argument(item);
    case OP_CONST_ENUM: return item_word(item);
    case OP_TIME: return scalar_float_bits(m->time);
    case OP_DT: return scalar_float_bits(m->dt);
    case OP_TICK: return (uint32_t)m->tick;
    case OP_AGENT: return (uint32_t)m->agent;
    case OP_RAND: return draw_bits(m);
    default: return bits_of_column(c, item_argument(item));
    }
}

static void compute_item(computing *c, uint64_t item)
{
    const op_info *info = op_info_of(item_type_of(item));
    c->count -= op_operands_width(info);
    uint32_t *result = c->stack + c->count, width = op_width(info->result);
    if (info->operands[0])
        scalar_op(item_type_of(item), result, result);
    else if (width == 1)
        result[0] = bits_of_leaf(c, item);
    else
        for (uint32_t k = 0; k < width; k++)
            result[k] = bits_of_column(c, item_argument(item) + k);
    c->count += width;
}

gestalt_value gestalt_expression_compute(const gestalt_expression *e, const gestalt_value *values,
                                         const gestalt_expression_moment *moment)
{
    static const gestalt_expression_moment nothing = {0};
    computing c = {.values = values, .moment = moment ? moment : &nothing};
    floats_environment floats;
    if (MISUSE_NULL(e, "expression", NULL) ||
        (e->used_count > 0 && MISUSE_NULL(values, "values", NULL)))
        return (gestalt_value){0};
    floats_begin(&floats);
    for (uint32_t i = 0; i < e->item_count; i++)
        compute_item(&c, e->items[i]);
    floats_end(&floats);
    return value_of_bits(e->type, c.stack[0]);
}
