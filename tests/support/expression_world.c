// SPDX-License-Identifier: MIT
#include "expression_world.h"

#include "columns.h"
#include "memory.h"
#include "nodes.h"
#include "print_expression.h"
#include "scalar.h"
#include "scalar_op.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct world_text {
    char *text;
    size_t size, capacity;
} world_text;

typedef struct world_name {
    const char *name;
    world_value value;
    enum { WORLD_KEY, WORLD_SHARED, WORLD_PARAM } kind;
} world_name;

static const world_name world_names[] = {
    {"health", {'f', .number = 75.5f}, WORLD_KEY},
    {"ammo", {'i', .integer = 7}, WORLD_KEY},
    {"alerted", {'b', .integer = 1}, WORLD_KEY},
    {"home", {'v', .number = 3, .second = 4}, WORLD_KEY},
    {"least", {'i', .integer = INT32_MIN}, WORLD_KEY},
    {"calm", {'b', .integer = 0}, WORLD_KEY},
    {"nan", {'f', .number = NAN}, WORLD_KEY},
    {"inf", {'f', .number = INFINITY}, WORLD_KEY},
    {"zero", {'f', .number = -0.0f}, WORLD_KEY},
    {"goal", {'v', .number = -1.5f, .second = 0.25f}, WORLD_KEY},
    {"minus", {'i', .integer = -1}, WORLD_KEY},
    {"spot", {'w', .number = 2, .second = 3, .third = 6}, WORLD_KEY},
    {"level", {'i', .integer = 3}, WORLD_SHARED},
    {"wind", {'f', .number = -0.1f}, WORLD_SHARED},
    {"night", {'b', .integer = 1}, WORLD_SHARED},
    {"base", {'v', .number = 1e20f, .second = 1e-20f}, WORLD_SHARED},
    {"peak", {'w', .number = 1, .second = 1e-8f, .third = 1}, WORLD_SHARED},
    {"range", {'f', .number = 10}, WORLD_PARAM},
    {"count", {'i', .integer = 3}, WORLD_PARAM},
    {"debug", {'b', .integer = 0}, WORLD_PARAM},
};
_Static_assert(sizeof world_names / sizeof *world_names == WORLD_NAMES, "count them");

void world_start(world *w)
{
    *w = (world){0};
    uint32_t size = 1;
    for (uint32_t i = 0; i < WORLD_NAMES && world_names[i].kind != WORLD_PARAM; i++) {
        image_key *key = &w->keys[w->shape.key_count++];
        char type = world_names[i].value.type;
        key->name = size;
        key->type = type == 'b' ? KEY_BOOL : type == 'i' ? KEY_INT : KEY_FLOAT;
        if (type == 'v' || type == 'w')
            key->type = type == 'v' ? KEY_VEC2 : KEY_VEC3;
        key->shared = world_names[i].kind == WORLD_SHARED;
        size += (uint32_t)sprintf(w->strings + size, "%s", world_names[i].name) + 1;
    }
    if (!shape_assign_columns(w->keys, w->shape.key_count, &w->specification))
        abort();
    for (uint32_t i = 0; i < w->shape.key_count; i++) {
        const world_value *value = &world_names[i].value;
        const float numbers[] = {value->number, value->second, value->third};
        bool is_float = key_is_float(w->keys[i].type);
        for (uint32_t k = 0; k < key_width(w->keys[i].type); k++)
            w->columns[w->keys[i].column + k] =
                is_float ? scalar_float_bits(numbers[k]) : (uint32_t)value->integer;
    }
    w->shape.allocator = memory_allocator(NULL);
    w->shape.keys = w->keys;
    w->shape.strings = w->strings;
    w->shape.strings_size = size;
}

value_type world_type(char letter)
{
    return letter == 'b'   ? VALUE_BOOL
           : letter == 'i' ? VALUE_INT
           : letter == 'v' ? VALUE_VEC2
           : letter == 'w' ? VALUE_VEC3
           : letter == 'f' ? VALUE_FLOAT
                           : VALUE_NONE;
}

// Find "home" as well as "home.x".
static const world_name *world_find(const char *name, char *component)
{
    size_t size = strcspn(name, ".");
    *component = name[size] ? name[size + 1] : '\0';
    for (uint32_t i = 0; i < WORLD_NAMES; i++)
        if (strlen(world_names[i].name) == size && memcmp(world_names[i].name, name, size) == 0)
            return &world_names[i];
    return NULL;
}

// Lists whose elements no expression can read: they are for expressions that have errors.
static value_type world_elements(const char *name)
{
    size_t size = strcspn(name, ".");
    return size == 5 && !memcmp(name, "route", size)  ? VALUE_INT
           : size == 4 && !memcmp(name, "path", size) ? VALUE_VEC2
                                                      : VALUE_NONE;
}

name_meaning world_lookup(void *user, const char *name)
{
    const world *w = user;
    value_type element = world_elements(name);
    if (element != VALUE_NONE && !strchr(name, '.'))
        return (name_meaning){
            .kind = NAME_COLUMN, .type = VALUE_LIST, .element = element, .capacity = 1};
    char component;
    const world_name *found = world_find(name, &component);
    value_type type = found ? world_type(found->value.type) : VALUE_NONE;
    bool whole = !strchr(name, '.');
    uint32_t place = (uint32_t)(component - 'x');
    bool part = value_is_vector(type) && place < key_width(key_of_value(type)) &&
                (whole || strlen(strchr(name, '.')) == 2);
    if (!found || (!whole && !part))
        return (name_meaning){.kind = NAME_UNKNOWN, .suggestion = "health"};
    if (found->kind == WORLD_PARAM) {
        constant value = {.type = world_type(found->value.type)};
        if (value.type == VALUE_FLOAT)
            value.number = found->value.number;
        else
            value.integer = found->value.integer;
        return (name_meaning){.kind = NAME_CONSTANT, .value = value};
    }
    return (name_meaning){.kind = NAME_COLUMN,
                          .type = whole ? world_type(found->value.type) : VALUE_FLOAT,
                          .shared = found->kind == WORLD_SHARED,
                          .column = w->keys[found - world_names].column + (whole ? 0 : place)};
}

// ---- random numbers

uint32_t world_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static float world_draw(uint64_t *state)
{
    return (float)(world_random(state) >> 7) * 0x1p-24f;
}

// ---- running the operations

static uint32_t world_load(const world *w, uint64_t item, uint64_t *draws)
{
    uint32_t argument = item_argument(item);
    const uint32_t *columns = w->columns;
    switch ((int)item_type_of(item)) {
    case OP_TIME: return scalar_float_bits(WORLD_TIME);
    case OP_DT: return scalar_float_bits(WORLD_DT);
    case OP_TICK: return WORLD_TICK;
    case OP_AGENT: return (uint32_t)WORLD_AGENT;
    case OP_RAND: return scalar_float_bits(world_draw(draws));
    case OP_CONST_BOOL:
    case OP_CONST_INT:
    case OP_CONST_FLOAT: return argument;
    default: return columns[argument];
    }
}

static world_value world_value_of_bits(char type, const uint32_t *bits)
{
    if (op_is_vector(type))
        return (world_value){type, .number = scalar_float_of_bits(bits[0]),
                             .second = scalar_float_of_bits(bits[1]),
                             .third = type == 'w' ? scalar_float_of_bits(bits[2]) : 0};
    if (type == 'f')
        return (world_value){'f', .number = scalar_float_of_bits(bits[0])};
    return (world_value){type, .integer = scalar_wrap(bits[0])};
}

world_value world_run(const world *w, const expression_code *code, uint64_t draws)
{
    static uint32_t stack[8192];
    uint32_t depth = 0;
    for (uint32_t i = 0; i < code->item_count; i++) {
        item_type op = item_type_of(code->items[i]);
        const op_info *info = op_info_of(op);
        uint32_t width = op_width(info->result);
        depth -= op_operands_width(info);
        if (info->operands[0] && !scalar_op(op, &stack[depth], &stack[depth]))
            abort();
        else if (!info->operands[0] && width == 1)
            stack[depth] = world_load(w, code->items[i], &draws);
        else if (!info->operands[0])
            memcpy(&stack[depth], &w->columns[item_argument(code->items[i])], width * 4);
        depth += width;
    }
    uint64_t last = code->items[code->item_count - 1];
    char result = op_info_of(item_type_of(last))->result;
    if (depth != op_width(result) || !(item_flags(last) & ITEM_LAST))
        abort();
    return world_value_of_bits(result, stack);
}

// ---- evaluating the syntax tree, as the language page describes

static world_value world_bool(bool value)
{
    return (world_value){'b', .integer = value};
}

static world_value world_int(int64_t value)
{
    return (world_value){'i', .integer = scalar_wrap((uint32_t)value)};
}

static world_value world_float(double value)
{
    return (world_value){'f', .number = (float)value};
}

static double world_number(world_value v)
{
    return v.type == 'f' ? (double)v.number : (double)v.integer;
}

static bool world_compare(item_type op, double a, double b)
{
    switch ((int)op) {
    case OP_LESS_INT: return a < b;
    case OP_LESS_EQUAL_INT: return a <= b;
    case OP_GREATER_INT: return a > b;
    case OP_GREATER_EQUAL_INT: return a >= b;
    case OP_EQUAL_BOOL: return a == b;
    case OP_UNEQUAL_BOOL: return a != b;
    default: abort();
    }
}

static world_value world_int_arithmetic(item_type op, int64_t a, int64_t b)
{
    switch ((int)op) {
    case OP_MULTIPLY_INT: return world_int(a * b);
    case OP_DIVIDE_INT: return world_int(b == 0 ? 0 : a / b);
    case OP_MODULO_INT: return world_int(b == 0 ? 0 : a % b);
    case OP_ADD_INT: return world_int(a + b);
    case OP_SUBTRACT_INT: return world_int(a - b);
    default: abort();
    }
}

static world_value world_float_arithmetic(item_type op, float a, float b)
{
    switch ((int)op) {
    case OP_MULTIPLY_INT: return world_float((double)a * (double)b);
    case OP_DIVIDE_INT: return world_float((double)a / (double)b);
    case OP_ADD_INT: return world_float((double)a + (double)b);
    case OP_SUBTRACT_INT: return world_float((double)a - (double)b);
    default: abort();
    }
}

world_value world_to_float(world_value v)
{
    return v.type == 'f' ? v : world_float((double)v.integer);
}

static world_value world_vector_binary(item_type op, world_value a, world_value b);
static world_value world_minus(world_value a);

static world_value world_binary(const expression *e, world_value a, world_value b)
{
    if (op_is_vector(a.type) || op_is_vector(b.type))
        return world_vector_binary(e->op, a, b);
    if (e->op == OP_AND || e->op == OP_OR)
        return world_bool(e->op == OP_AND ? (a.integer & b.integer) : (a.integer | b.integer));
    bool floats = a.type == 'f' || b.type == 'f';
    if (floats) {
        a = world_to_float(a);
        b = world_to_float(b);
    }
    if (op_info_of(e->op)->result == 'b')
        return world_bool(world_compare(e->op, world_number(a), world_number(b)));
    return floats ? world_float_arithmetic(e->op, a.number, b.number)
                  : world_int_arithmetic(e->op, a.integer, b.integer);
}

static world_value world_unary(const expression *e, world_value a)
{
    if (e->op == OP_NOT)
        return world_bool(!a.integer);
    if (op_info_of(e->op)->form == SYNTAX_SUFFIX)
        return world_float((double)(e->op == OP_X_VEC2   ? a.number
                                    : e->op == OP_Y_VEC2 ? a.second
                                                         : a.third));
    if (op_is_vector(a.type))
        return world_minus(a);
    return a.type == 'i' ? world_int(-(int64_t)a.integer) : world_float(-(double)a.number);
}

static world_value world_to_int(world_value v)
{
    if (v.type != 'f')
        return world_int(v.integer);
    if (isnan(v.number))
        return world_int(0);
    double whole = trunc((double)v.number);
    return world_int(whole > INT32_MAX   ? INT32_MAX
                     : whole < INT32_MIN ? INT32_MIN
                                         : (int64_t)whole);
}

static world_value world_least(world_value a, world_value b)
{
    return world_number(b) < world_number(a) ? b : a;
}

static world_value world_greatest(world_value a, world_value b)
{
    return world_number(a) < world_number(b) ? b : a;
}

static float world_sum(float x, float y)
{
    return world_float((double)x + (double)y).number;
}

static world_value world_dot(const float *u, const float *v, bool is_vec3)
{
    float products[3];
    for (int k = 0; k < 3; k++)
        products[k] = world_float((double)u[k] * (double)v[k]).number;
    float sum = world_sum(products[0], products[1]);
    return world_float((double)(is_vec3 ? world_sum(sum, products[2]) : sum));
}

static bool world_is_vector(world_value v)
{
    return op_is_vector(v.type);
}

// Return a component of a vector; a number is the same for all components.
static float world_part(world_value v, int k)
{
    if (!world_is_vector(v))
        return world_to_float(v).number;
    return k == 0 ? v.number : k == 1 ? v.second : v.third;
}

static world_value world_vector(char type, const float *parts)
{
    return (world_value){type, .number = parts[0], .second = parts[1],
                         .third = type == 'w' ? parts[2] : 0};
}

static world_value world_vector_binary(item_type op, world_value a, world_value b)
{
    float parts[3];
    for (int k = 0; k < 3; k++)
        parts[k] = world_float_arithmetic(op, world_part(a, k), world_part(b, k)).number;
    return world_vector(world_is_vector(a) ? a.type : b.type, parts);
}

static world_value world_minus(world_value a)
{
    return (world_value){a.type, .number = -a.number, .second = -a.second, .third = -a.third};
}

static world_value world_product(world_value u, world_value v)
{
    float left[3], right[3];
    for (int k = 0; k < 3; k++) {
        left[k] = world_part(u, k);
        right[k] = world_part(v, k);
    }
    return world_dot(left, right, u.type == 'w');
}

static world_value world_root(world_value u)
{
    return world_float(sqrt((double)world_product(u, u).number));
}

static world_value world_between(world_value u, world_value v, world_value s)
{
    float parts[3];
    for (int k = 0; k < 3; k++) {
        float from = world_part(u, k), way = world_sum(world_part(v, k), -from);
        parts[k] = world_sum(from, world_float((double)way * (double)world_part(s, 0)).number);
    }
    return world_is_vector(u) ? world_vector(u.type, parts) : world_float((double)parts[0]);
}

static world_value world_normal(world_value u)
{
    float length = world_root(u).number, parts[3];
    for (int k = 0; k < 3; k++)
        parts[k] = length == 0 ? 0 : (float)((double)world_part(u, k) / (double)length);
    return world_vector(u.type, parts);
}

static bool world_is_vector_call(const char *name)
{
    static const char *const names[] = {"vec2",     "vec3", "lerp",  "normalize",
                                        "distance", "dot",  "length"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static world_value world_vector_call(const char *name, const world_value *v, uint32_t count)
{
    float parts[3] = {world_part(v[0], 0), world_part(v[1], 0), world_part(v[2], 0)};
    if (!strncmp(name, "vec", 3))
        return world_vector(count == 2 ? 'v' : 'w', parts);
    if (!strcmp(name, "lerp"))
        return world_between(v[0], v[1], v[2]);
    if (!strcmp(name, "normalize"))
        return world_normal(v[0]);
    if (!strcmp(name, "dot"))
        return world_product(v[0], v[1]);
    return world_root(count == 2 ? world_vector_binary(OP_SUBTRACT_INT, v[0], v[1]) : v[0]);
}

// The C library's doubles are precise enough, except for operands chosen to be hard.
static world_value world_function(const char *name, double x)
{
    static const struct {
        const char *name;
        double (*function)(double);
    } functions[] = {{"floor", floor}, {"ceil", ceil}, {"sqrt", sqrt}, {"round", rint},
                     {"sin", sin},     {"cos", cos},   {"exp", exp},   {"log", log}};
    size_t i = 0;
    while (strcmp(functions[i].name, name) != 0)
        i++;
    return world_float(functions[i].function(x));
}

// For a small angle, atan2 is slightly less than the quotient. This decides the rounding if the
// quotient is exactly between two floats.
static world_value world_angle(float y, float x)
{
    double angle = atan2((double)y, (double)x);
    return world_float(angle != 0 && fabs(angle) < 0x1p-30 ? nextafter(angle, 0) : angle);
}

static world_value world_call(const char *name, world_value *v, uint32_t count)
{
    bool floats = false;
    for (uint32_t i = 0; i < count; i++)
        floats = floats || v[i].type == 'f';
    bool alone = strcmp(name, "min") && strcmp(name, "max") && strcmp(name, "clamp") &&
                 strcmp(name, "abs") && strcmp(name, "sign") && strcmp(name, "int");
    for (uint32_t i = 0; i < count && (floats || alone); i++)
        v[i] = world_to_float(v[i]);
    if (!strcmp(name, "int"))
        return world_to_int(v[0]);
    if (!strcmp(name, "float"))
        return world_to_float(v[0]);
    if (!strcmp(name, "min"))
        return world_least(v[0], v[1]);
    if (!strcmp(name, "max"))
        return world_greatest(v[0], v[1]);
    if (!strcmp(name, "clamp"))
        return world_least(world_greatest(v[0], v[1]), v[2]);
    if (!strcmp(name, "abs"))
        return v[0].type == 'i' ? world_int(llabs(v[0].integer))
                                : world_float(fabs((double)v[0].number));
    if (!strcmp(name, "sign"))
        return v[0].type == 'i'  ? world_int((v[0].integer > 0) - (v[0].integer < 0))
               : v[0].number > 0 ? world_float(1)
               : v[0].number < 0 ? world_float(-1)
                                 : v[0];
    if (!strcmp(name, "atan2"))
        return world_angle(v[0].number, v[1].number);
    return world_function(name, (double)v[0].number);
}

static world_value world_read_name(const char *name)
{
    char component;
    const world_name *found = world_find(name, &component);
    if (found && component)
        return world_float((double)(component == 'x'   ? found->value.number
                                    : component == 'y' ? found->value.second
                                                       : found->value.third));
    if (found)
        return found->value;
    if (!strcmp(name, "time") || !strcmp(name, "dt"))
        return world_float((double)(name[0] == 't' ? WORLD_TIME : WORLD_DT));
    return world_int(name[0] == 't' ? WORLD_TICK : WORLD_AGENT);
}

world_value world_read(const expression *e, uint64_t *draws)
{
    world_value v[3] = {{0}};
    uint32_t count = 0;
    for (const expression *operand = e->operands; operand; operand = operand->next)
        v[count++] = world_read(operand, draws);
    switch (e->kind) {
    case EXPRESSION_BOOL: return world_bool(e->integer);
    case EXPRESSION_INT: return world_int(e->integer);
    case EXPRESSION_FLOAT: return world_float((double)e->number);
    // the world's enums have the words w0, w1, w2
    case EXPRESSION_WORD: return world_int(atoi(e->name + 1));
    case EXPRESSION_TEXT: break; // the world has no texts
    case EXPRESSION_NAME: return world_read_name(e->name);
    case EXPRESSION_UNARY: return world_unary(e, v[0]);
    case EXPRESSION_BINARY: return world_binary(e, v[0], v[1]);
    case EXPRESSION_SELECT:
        if (v[1].type == 'f' || v[2].type == 'f') {
            v[1] = world_to_float(v[1]);
            v[2] = world_to_float(v[2]);
        }
        return v[0].integer ? v[1] : v[2];
    case EXPRESSION_ELEMENT: break; // nor lists
    case EXPRESSION_CALL: break;
    }
    if (!strcmp(e->name, "rand"))
        return world_float((double)world_draw(draws));
    return world_is_vector_call(e->name) ? world_vector_call(e->name, v, count)
                                         : world_call(e->name, v, count);
}

bool world_same(world_value a, world_value b)
{
    if (a.type != b.type)
        return false;
    for (int k = 0; world_is_vector(a) && k < 3; k++)
        if (scalar_canonical_bits(world_part(a, k)) != scalar_canonical_bits(world_part(b, k)))
            return false;
    if (world_is_vector(a))
        return true;
    return a.type == 'f' ? scalar_canonical_bits(a.number) == scalar_canonical_bits(b.number)
                         : a.integer == b.integer;
}

// ---- printing

static bool world_keep(void *user, const char *text, size_t size)
{
    world_text *to = user;
    if (to->size + size >= to->capacity)
        return false;
    memcpy(to->text + to->size, text, size);
    to->size += size;
    to->text[to->size] = '\0';
    return true;
}

bool world_print_at(const world *w, uint32_t index, bool converts, char *text, size_t capacity)
{
    world_text to = {text, 0, capacity};
    text_out out;
    text_start(&out, (gestalt_writer){world_keep, &to}, false);
    print_expression(&out, &w->shape, index, converts);
    return text_finish(&out);
}

bool world_print(world *w, arena *a, const expression_code *code, bool converts, char *text,
                 size_t capacity)
{
    uint64_t *items = ARENA_ARRAY(a, uint64_t, code->item_count);
    for (uint32_t i = 0; i < code->item_count; i++)
        items[i] = code->items[i] | (uint64_t)(i + 1) << 12;
    w->shape.items = items;
    bool printed = world_print_at(w, 0, converts, text, capacity);
    w->shape.items = NULL;
    return printed;
}

bool world_same_code(const expression_code *a, const expression_code *b)
{
    return a->type == b->type && a->item_count == b->item_count && a->draws == b->draws &&
           memcmp(a->items, b->items, a->item_count * sizeof *a->items) == 0;
}
