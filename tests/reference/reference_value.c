// SPDX-License-Identifier: MIT
#include "reference_value.h"

#include "hash.h"
#include "nodes.h"

#include <float.h>
#include <math.h>

// "Each float operation rounds once to binary32 [...] nothing is stored with more precision".
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16, "floats must be evaluated as floats");
#ifdef __FAST_MATH__
#error "not with fast-math"
#endif

// ---- values

reference_value reference_bool(bool truth)
{
    return (reference_value){.type = REFERENCE_BOOL, .integer = truth};
}

reference_value reference_int(int32_t integer)
{
    return (reference_value){.type = REFERENCE_INT, .integer = integer};
}

reference_value reference_float(float number)
{
    return (reference_value){.type = REFERENCE_FLOAT, .number = number};
}

// An int becomes a float by rounding to nearest, ties to even. That is the default rounding of C.
reference_value reference_convert(reference_value value, reference_type type)
{
    if (value.type == REFERENCE_INT && type == REFERENCE_FLOAT)
        return reference_float((float)value.integer);
    REQUIRE(value.type == type);
    return value;
}

// ---- enums

bool reference_same_words(const reference_words *a, const reference_words *b)
{
    bool equal = a->count == b->count;
    for (uint32_t i = 0; equal && i < a->count; i++)
        equal = strcmp(a->words[i], b->words[i]) == 0;
    return equal;
}

// "The value of an enum is the index of its word in the list, from 0."
static reference_value value_of_enum(reference_value value, const reference_words *words)
{
    if (value.type == REFERENCE_ENUM) {
        REQUIRE(reference_same_words(value.words, words));
        return value;
    }
    uint32_t place = 0;
    REQUIRE(value.type == REFERENCE_WORD);
    while (place < words->count && strcmp(words->words[place], value.word) != 0)
        place++;
    REQUIRE(place < words->count);
    return (reference_value){.type = REFERENCE_ENUM, .integer = (int32_t)place, .words = words};
}

reference_value reference_keep(reference_value value, reference_type type,
                               const reference_words *words)
{
    return words ? reference_int(value_of_enum(value, words).integer)
                 : reference_convert(value, type);
}

reference_value reference_seen(reference_value value, const reference_words *words)
{
    if (!words)
        return value;
    return (reference_value){.type = REFERENCE_ENUM, .integer = value.integer, .words = words};
}

reference_value reference_keep_element(const reference_list *list, reference_value value)
{
    if (list->type != REFERENCE_VECTOR)
        return reference_keep(value, list->type, list->words);
    REQUIRE(value.type == REFERENCE_VECTOR && value.width == list->width);
    return value;
}

reference_value reference_seen_element(const reference_list *list, uint32_t place)
{
    REQUIRE(place < list->count);
    return reference_seen(list->elements[place], list->words);
}

bool reference_is_of_enum(reference_value value)
{
    return value.type == REFERENCE_ENUM || value.type == REFERENCE_WORD;
}

// A word gets its enum from the other operand of `==` and `!=`, or from the other branch of `?:`.
static void bring_together(reference_value *x, reference_value *y)
{
    if (x->type == REFERENCE_ENUM)
        *y = value_of_enum(*y, x->words);
    else if (y->type == REFERENCE_ENUM)
        *x = value_of_enum(*x, y->words);
}

static uint32_t float_bits(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static float float_of_bits(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

// "wherever state is hashed, compared or written, every NaN counts as 0x7FC00000"
uint32_t reference_value_bits(reference_value value)
{
    if (value.type != REFERENCE_FLOAT)
        return (uint32_t)value.integer;
    return value.number != value.number ? 0x7fc00000u : float_bits(value.number);
}

reference_value reference_value_of_bits(reference_type type, uint32_t bits)
{
    if (type == REFERENCE_FLOAT)
        return reference_float(float_of_bits(bits));
    return (reference_value){.type = type, .integer = (int32_t)bits};
}

// ---- operations on ints

static int32_t divide_int(int32_t x, int32_t y)
{
    if (y == 0)
        return 0;
    if (x == INT32_MIN && y == -1)
        return INT32_MIN;
    return x / y; // truncates toward zero
}

static int32_t modulo_int(int32_t x, int32_t y)
{
    if (y == 0 || y == -1) // x % -1 is 0 for every x, also for INT_MIN
        return 0;
    return x % y; // the result has the sign of the left operand
}

// "Int arithmetic wraps."
static reference_value arithmetic_int(item_type op, int32_t x, int32_t y)
{
    uint32_t a = (uint32_t)x, b = (uint32_t)y;
    switch (op) {
    case OP_ADD_INT: return reference_int((int32_t)(a + b));
    case OP_SUBTRACT_INT: return reference_int((int32_t)(a - b));
    case OP_MULTIPLY_INT: return reference_int((int32_t)(a * b));
    case OP_DIVIDE_INT: return reference_int(divide_int(x, y));
    case OP_MODULO_INT: return reference_int(modulo_int(x, y));
    default: abort();
    }
}

static reference_value arithmetic_float(item_type op, float x, float y)
{
    switch (op) {
    case OP_ADD_INT: return reference_float(x + y);
    case OP_SUBTRACT_INT: return reference_float(x - y);
    case OP_MULTIPLY_INT: return reference_float(x * y);
    case OP_DIVIDE_INT: return reference_float(x / y);
    default: abort(); // `%` is not defined for floats
    }
}

// ---- operators
//
// The parser gives each operator the first of its rows in ops.def: OP_ADD_INT stands for any `+`.

static bool compare_int(item_type op, int32_t x, int32_t y)
{
    switch (op) {
    case OP_LESS_INT: return x < y;
    case OP_LESS_EQUAL_INT: return x <= y;
    case OP_GREATER_INT: return x > y;
    case OP_GREATER_EQUAL_INT: return x >= y;
    case OP_EQUAL_BOOL: return x == y;
    case OP_UNEQUAL_BOOL: return x != y;
    default: abort();
    }
}

static bool compare_float(item_type op, float x, float y)
{
    switch (op) {
    case OP_LESS_INT: return x < y;
    case OP_LESS_EQUAL_INT: return x <= y;
    case OP_GREATER_INT: return x > y;
    case OP_GREATER_EQUAL_INT: return x >= y;
    case OP_EQUAL_BOOL: return x == y;
    case OP_UNEQUAL_BOOL: return x != y;
    default: abort();
    }
}

static bool is_comparison(item_type op)
{
    switch (op) {
    case OP_LESS_INT:
    case OP_LESS_EQUAL_INT:
    case OP_GREATER_INT:
    case OP_GREATER_EQUAL_INT:
    case OP_EQUAL_BOOL:
    case OP_UNEQUAL_BOOL: return true;
    default: return false;
    }
}

// With an int and a float, the joint type is float. Two bools stay bools.
static reference_type joint_type(reference_value x, reference_value y)
{
    if (x.type == y.type)
        return x.type;
    REQUIRE(x.type != REFERENCE_BOOL && y.type != REFERENCE_BOOL);
    return REFERENCE_FLOAT;
}

static bool truth_of(reference_value value)
{
    REQUIRE(value.type == REFERENCE_BOOL);
    return value.integer;
}

// ---- vectors: "Each works by component, as the scalar operations do"

static bool is_list(reference_value value)
{
    return value.type == REFERENCE_LIST;
}

static bool is_vector(reference_value value)
{
    return value.type == REFERENCE_VECTOR;
}

// Return a component of a vector; a number is the same for all components.
static reference_value part(reference_value value, uint32_t k)
{
    return is_vector(value) ? reference_float(value.parts[k])
                            : reference_convert(value, REFERENCE_FLOAT);
}

static reference_value binary_by_part(item_type op, reference_value x, reference_value y)
{
    reference_value result = {.type = REFERENCE_VECTOR, .width = is_vector(x) ? x.width : y.width};
    bool scales = op == OP_MULTIPLY_INT || op == OP_DIVIDE_INT;
    REQUIRE(scales ? !is_vector(x) || !is_vector(y)
                   : is_vector(x) && is_vector(y) && x.width == y.width);
    REQUIRE(scales || op == OP_ADD_INT || op == OP_SUBTRACT_INT);
    REQUIRE(op != OP_DIVIDE_INT || is_vector(x));
    for (uint32_t k = 0; k < result.width; k++)
        result.parts[k] = arithmetic_float(op, part(x, k).number, part(y, k).number).number;
    return result;
}

static reference_value negated(reference_value x)
{
    for (uint32_t k = 0; k < x.width; k++)
        x.parts[k] = float_of_bits(float_bits(x.parts[k]) ^ 0x80000000u);
    return x;
}

static reference_value binary(item_type op, reference_value x, reference_value y)
{
    REQUIRE(!is_list(x) && !is_list(y));
    if (op == OP_AND)
        return reference_bool(truth_of(x) && truth_of(y));
    if (op == OP_OR)
        return reference_bool(truth_of(x) || truth_of(y));
    if (reference_is_of_enum(x)) {
        bring_together(&x, &y);
        REQUIRE(x.type == REFERENCE_ENUM && (op == OP_EQUAL_BOOL || op == OP_UNEQUAL_BOOL));
        return reference_bool((x.integer == y.integer) == (op == OP_EQUAL_BOOL));
    }
    if (is_vector(x) || is_vector(y))
        return binary_by_part(op, x, y);
    reference_type type = joint_type(x, y);
    x = reference_convert(x, type);
    y = reference_convert(y, type);
    REQUIRE(type != REFERENCE_BOOL || op == OP_EQUAL_BOOL || op == OP_UNEQUAL_BOOL);
    if (is_comparison(op))
        return reference_bool(type == REFERENCE_FLOAT ? compare_float(op, x.number, y.number)
                                                      : compare_int(op, x.integer, y.integer));
    return type == REFERENCE_FLOAT ? arithmetic_float(op, x.number, y.number)
                                   : arithmetic_int(op, x.integer, y.integer);
}

// "For floats, unary `-` and `abs` change the sign bit and nothing else."
static reference_value unary(item_type op, reference_value x)
{
    REQUIRE(!is_list(x));
    if (op == OP_NOT)
        return reference_bool(!truth_of(x));
    if (op != OP_NEGATE_INT) { // `.x`, `.y` or `.z`
        uint32_t k = (uint32_t)(op_info_of(op)->text[1] - 'x');
        REQUIRE(is_vector(x) && k < x.width);
        return part(x, k);
    }
    if (is_vector(x))
        return negated(x);
    REQUIRE(op == OP_NEGATE_INT && x.type != REFERENCE_BOOL && !reference_is_of_enum(x));
    if (x.type == REFERENCE_INT)
        return reference_int((int32_t)(0u - (uint32_t)x.integer));
    return reference_float(float_of_bits(float_bits(x.number) ^ 0x80000000u));
}

// ---- functions

// min(a,b) = b < a ? b : a
static reference_value smaller(reference_value a, reference_value b)
{
    return binary(OP_LESS_INT, b, a).integer ? b : a;
}

// max(a,b) = a < b ? b : a
static reference_value larger(reference_value a, reference_value b)
{
    return binary(OP_LESS_INT, a, b).integer ? b : a;
}

static reference_value absolute(reference_value x)
{
    if (x.type == REFERENCE_FLOAT)
        return reference_float(float_of_bits(float_bits(x.number) & 0x7fffffffu));
    return x.integer < 0 ? unary(OP_NEGATE_INT, x) : x; // abs(INT_MIN) is INT_MIN
}

// Truncate a float; NaN becomes 0, and a value out of range the nearest int. A bool becomes 0 or 1,
// and an enum its index.
static reference_value to_int(reference_value x)
{
    REQUIRE(x.type != REFERENCE_WORD);
    if (x.type != REFERENCE_FLOAT)
        return reference_int(x.integer);
    if (x.number != x.number)
        return reference_int(0);
    if (x.number >= 2147483648.0f)
        return reference_int(INT32_MAX);
    if (x.number < -2147483648.0f)
        return reference_int(INT32_MIN);
    return reference_int((int32_t)x.number);
}

static reference_value to_float(reference_value x)
{
    return x.type == REFERENCE_FLOAT ? x : reference_float((float)x.integer);
}

static bool is_named(const expression *e, const char *name)
{
    return strcmp(e->name, name) == 0;
}

// `sign` "is -1, 0 or 1 of the type of `x`; a float that is zero or NaN is returned as it is".
static reference_value sign_of(reference_value x)
{
    if (x.type == REFERENCE_INT)
        return reference_int(x.integer < 0 ? -1 : x.integer > 0 ? 1 : 0);
    if (x.number != x.number || x.number == 0)
        return x;
    return reference_float(x.number < 0 ? -1 : 1);
}

// Round to "the float nearest to the exact result". The C library computes in long double. Its
// error is so small that only about one operand in 10^11 would be rounded to the wrong float.
static reference_value nearest(long double exact)
{
    return reference_float((float)exact);
}

// For a small angle, atan2 is the quotient minus a part that is too small even for a long double.
// This part still decides the rounding if the quotient is exactly between two floats.
static reference_value angle_of(float y, float x)
{
    long double angle = atan2l((long double)y, (long double)x);
    return nearest(angle != 0 && fabsl(angle) < 0x1p-40L ? nextafterl(angle, 0) : angle);
}

// `sin`, `cos`, `exp`, `log` and other functions that return a float, also for an int.
static reference_value function_of_float(const expression *e, float x)
{
    if (is_named(e, "floor"))
        return reference_float(floorf(x));
    if (is_named(e, "ceil"))
        return reference_float(ceilf(x));
    if (is_named(e, "round")) // rounds to nearest, ties to even
        return reference_float(rintf(x));
    if (is_named(e, "sqrt"))
        return reference_float(sqrtf(x));
    if (is_named(e, "sin"))
        return nearest(sinl((long double)x));
    if (is_named(e, "cos"))
        return nearest(cosl((long double)x));
    if (is_named(e, "exp"))
        return nearest(expl((long double)x));
    REQUIRE(is_named(e, "log"));
    return nearest(logl((long double)x));
}

// `length` and `distance` are the roots of x*x + y*y, or for a vec3 (x*x + y*y) + z*z. `dot` is
// x1*x2 + y1*y2, or for a vec3 (x1*x2 + y1*y2) + z1*z2. Each operation is rounded to float.
static float sum_of_products(reference_value u, reference_value v)
{
    float sum = 0;
    REQUIRE(is_vector(u) && is_vector(v) && u.width == v.width);
    for (uint32_t k = 0; k < u.width; k++) {
        float product = u.parts[k] * v.parts[k];
        sum = k == 0 ? product : sum + product;
    }
    return sum;
}

// "`normalize(u)` is u / length(u), or the zero vector where length(u) is 0"
static reference_value normalized(reference_value u)
{
    float length = sqrtf(sum_of_products(u, u));
    for (uint32_t k = 0; k < u.width; k++)
        u.parts[k] = length == 0 ? 0.0f : u.parts[k] / length;
    return u;
}

static reference_value joined(const reference_value *x, uint32_t count)
{
    reference_value result = {.type = REFERENCE_VECTOR, .width = count};
    for (uint32_t k = 0; k < count; k++)
        result.parts[k] = to_float(x[k]).number;
    return result;
}

// "`lerp(u, v, s)` is u + (v - u) * s", also for numbers
static reference_value between(reference_value u, reference_value v, reference_value s)
{
    if (!is_vector(u)) {
        u = to_float(u);
        v = to_float(v);
        s = to_float(s);
    }
    return binary(OP_ADD_INT, u, binary(OP_MULTIPLY_INT, binary(OP_SUBTRACT_INT, v, u), s));
}

// ---- lists

// "Where i < 0 or i >= the count it is false, 0, 0.0, the first word or the zero vector"
static reference_value element_of(const reference_list *list, reference_value place)
{
    REQUIRE(place.type == REFERENCE_INT);
    if (place.integer >= 0 && (uint32_t)place.integer < list->count)
        return reference_seen_element(list, (uint32_t)place.integer);
    reference_value zero = {.type = list->type, .width = list->width};
    return reference_seen(zero, list->words);
}

// "The first place of an element that is equal as by `==` (numbers, bools, words), or -1"
static reference_value place_of(const reference_list *list, reference_value wanted)
{
    REQUIRE(list->type != REFERENCE_VECTOR);
    binary(OP_EQUAL_BOOL, element_of(list, reference_int(-1)), wanted); // only for its types
    for (uint32_t i = 0; i < list->count; i++)
        if (binary(OP_EQUAL_BOOL, reference_seen_element(list, i), wanted).integer)
            return reference_int((int32_t)i);
    return reference_int(-1);
}

// `route[i]` is read as the call `element(route, i)` (reference_load.c).
static reference_value call_of_list(const expression *e, const reference_value *x)
{
    if (is_named(e, "count")) {
        REQUIRE(e->operand_count == 1);
        return reference_int((int32_t)x[0].list->count);
    }
    REQUIRE(e->operand_count == 2 && !is_list(x[1]));
    if (is_named(e, "find"))
        return place_of(x[0].list, x[1]);
    REQUIRE(is_named(e, "element"));
    return element_of(x[0].list, x[1]);
}

// ---- calls

static reference_value call_of_one(const expression *e, reference_value x)
{
    if (is_named(e, "length"))
        return reference_float(sqrtf(sum_of_products(x, x)));
    if (is_named(e, "normalize"))
        return normalized(x);
    REQUIRE(!is_vector(x));
    if (is_named(e, "int"))
        return to_int(x);
    if (is_named(e, "float"))
        return to_float(x);
    REQUIRE(x.type != REFERENCE_BOOL && !reference_is_of_enum(x));
    if (is_named(e, "abs"))
        return absolute(x);
    if (is_named(e, "sign"))
        return sign_of(x);
    return function_of_float(e, to_float(x).number);
}

// The arguments of `min`, `max` and `clamp` are first converted to one type.
static reference_value call_of_many(const expression *e, reference_value *x)
{
    if (is_named(e, "vec2") || is_named(e, "vec3"))
        return joined(x, e->operand_count);
    if (is_named(e, "lerp"))
        return between(x[0], x[1], x[2]);
    if (is_named(e, "dot"))
        return reference_float(sum_of_products(x[0], x[1]));
    if (is_named(e, "distance")) {
        x[0] = binary(OP_SUBTRACT_INT, x[0], x[1]);
        return reference_float(sqrtf(sum_of_products(x[0], x[0])));
    }
    if (is_named(e, "atan2"))
        return angle_of(to_float(x[0]).number, to_float(x[1]).number);
    reference_type type = joint_type(x[0], x[1]);
    if (e->operand_count == 3 && type != x[2].type)
        type = REFERENCE_FLOAT;
    for (uint32_t i = 0; i < e->operand_count; i++)
        x[i] = reference_convert(x[i], type);
    if (is_named(e, "min"))
        return smaller(x[0], x[1]);
    if (is_named(e, "max"))
        return larger(x[0], x[1]);
    REQUIRE(is_named(e, "clamp"));
    return smaller(larger(x[0], x[1]), x[2]); // min(max(x,lo),hi)
}

static reference_value call(const expression *e, const reference_sight *sight)
{
    if (is_named(e, "rand"))
        return reference_float(sight->draw(sight->user));
    reference_value operands[3];
    uint32_t count = 0;
    REQUIRE(e->operand_count >= 1 && e->operand_count <= 3);
    for (const expression *operand = e->operands; operand; operand = operand->next)
        operands[count++] = reference_evaluate(operand, sight); // from left to right
    if (is_list(operands[0]))
        return call_of_list(e, operands);
    return count == 1 ? call_of_one(e, operands[0]) : call_of_many(e, operands);
}

// ---- whole expressions
//
// "Every operand is evaluated, from left to right." So are both branches of `?:`.

static reference_value choose(const expression *e, const reference_sight *sight)
{
    const expression *first = e->operands, *second = first->next, *third = second->next;
    reference_value test = reference_evaluate(first, sight);
    reference_value yes = reference_evaluate(second, sight);
    reference_value no = reference_evaluate(third, sight);
    if (reference_is_of_enum(yes) || reference_is_of_enum(no)) {
        bring_together(&yes, &no);
        REQUIRE(yes.type == no.type);
        return truth_of(test) ? yes : no;
    }
    REQUIRE(!is_vector(yes) || yes.width == no.width);
    REQUIRE(!is_list(yes) && !is_list(no));
    return reference_convert(truth_of(test) ? yes : no, joint_type(yes, no));
}

reference_value reference_evaluate(const expression *e, const reference_sight *sight)
{
    switch (e->kind) {
    case EXPRESSION_BOOL: return reference_bool(e->integer);
    case EXPRESSION_INT: return reference_int(e->integer);
    case EXPRESSION_FLOAT: return reference_float(e->number);
    case EXPRESSION_WORD: return (reference_value){.type = REFERENCE_WORD, .word = e->name};
    case EXPRESSION_TEXT: return reference_int(sight->text(sight->user, e->name));
    case EXPRESSION_NAME: return sight->name(sight->user, e->name);
    case EXPRESSION_UNARY: return unary(e->op, reference_evaluate(e->operands, sight));
    case EXPRESSION_SELECT: return choose(e, sight);
    case EXPRESSION_ELEMENT: // reference_load.c writes elements as calls
    case EXPRESSION_CALL: return call(e, sight);
    case EXPRESSION_BINARY: break;
    }
    reference_value left = reference_evaluate(e->operands, sight);
    reference_value right = reference_evaluate(e->operands->next, sight);
    return binary(e->op, left, right);
}

// ---- randomness

uint64_t reference_random_seed(uint64_t agent, uint64_t seed)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(agent >> 8 * i);
    return XXH3_64bits_withSeed(bytes, sizeof bytes, seed);
}

uint64_t reference_random_next(uint64_t *state)
{
    *state += 0x9E3779B97F4A7C15u;
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

float reference_random_float(uint64_t *state)
{
    return (float)(reference_random_next(state) >> 40) * 0x1p-24f;
}
