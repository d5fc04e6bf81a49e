// SPDX-License-Identifier: MIT
// Expressions over columns. Both stacks are arrays; a number on the stack is a pointer to a column,
// so that loads copy nothing, and results go to the scratch column of their place on the stack.
#include "interp_state.h"

#include "nodes.h"
#include "scalar.h"

typedef struct evaluation {
    interp *t;
    const void **numbers; // the next free place of either stack
    uint64_t *bools;
    uint64_t lanes;
    uint32_t count; // of a column
} evaluation;

static void *scratch(const evaluation *e)
{
    size_t place = (size_t)(e->numbers - e->t->operands);
    return e->t->columns + place * e->t->layout.stride;
}

static void push(evaluation *e, const void *column)
{
    *e->numbers++ = column;
}

static void push_bits(evaluation *e, uint32_t bits)
{
    void *column = scratch(e);
    e->t->kernels->fill(column, bits, e->count);
    push(e, column);
}

static void push_agent(evaluation *e)
{
    int32_t *column = scratch(e);
    unsigned lane;
    for
        EACH_LANE(lane, e->lanes)
    column[lane] = scalar_wrap((uint32_t)cohort_id(&e->t->layout, e->t->c, lane));
    push(e, column);
}

static void push_draw(evaluation *e)
{
    float *column = scratch(e);
    unsigned lane;
    for
        EACH_LANE(lane, e->lanes)
    column[lane] = stream_draw(e->t, lane);
    push(e, column);
}

static uint32_t *number_column(const interp *t, uint32_t column)
{
    return t->numbers + (size_t)column * t->layout.stride;
}

static uint32_t first_shared(const interp *t)
{
    return t->spec->number_columns + t->spec->bool_columns;
}

static void push_vector(evaluation *e, const float *x, const float *y)
{
    float *result = scratch(e);
    for (uint32_t i = 0; i < e->count; i++)
        result[i] = scalar_length(x[i], y[i]);
    push(e, result);
}

// A column of either kind; a shared one is spread over the scratch column `place`.
static const float *any_column(evaluation *e, uint32_t column, uint32_t place)
{
    interp *t = e->t;
    if (column < first_shared(t))
        return (const float *)number_column(t, column);
    uint32_t *spread = t->columns + ((size_t)t->spec->number_depth + place) * t->layout.stride;
    t->kernels->fill(spread, t->moment->shared_numbers[column - first_shared(t)], e->count);
    return (const float *)spread;
}

static void push_length(evaluation *e, uint32_t column)
{
    push_vector(e, any_column(e, column, 0), any_column(e, column + 1, 1));
}

static void push_distance(evaluation *e, uint32_t u, uint32_t v)
{
    const float *ux = any_column(e, u, 0), *uy = any_column(e, u + 1, 1);
    const float *vx = any_column(e, v, 2), *vy = any_column(e, v + 1, 3);
    float *result = scratch(e);
    for (uint32_t i = 0; i < e->count; i++)
        result[i] = scalar_distance(ux[i], uy[i], vx[i], vy[i]);
    push(e, result);
}

static uint64_t bool_column(const interp *t, uint32_t column)
{
    return t->bools[column - t->spec->number_columns];
}

static uint64_t shared_bool(const interp *t, uint32_t column)
{
    return t->moment->shared_bools[column - first_shared(t) - t->spec->shared_number_columns];
}

// Operations without operands.
static void push_leaf(evaluation *e, uint32_t index, item_type op, uint32_t argument)
{
    interp *t = e->t;
    switch (op) {
    case OP_CONST_BOOL: *e->bools++ = argument ? ~UINT64_C(0) : 0; break;
    case OP_CONST_INT:
    case OP_CONST_FLOAT: push_bits(e, argument); break;
    case OP_LOAD_BOOL: *e->bools++ = bool_column(t, argument); break;
    case OP_LOAD_INT:
    case OP_LOAD_FLOAT: push(e, number_column(t, argument)); break;
    case OP_SHARED_BOOL: *e->bools++ = shared_bool(t, argument); break;
    case OP_SHARED_INT:
    case OP_SHARED_FLOAT:
        push_bits(e, t->moment->shared_numbers[argument - first_shared(t)]);
        break;
    case OP_TIME: push_bits(e, scalar_float_bits(t->time)); break;
    case OP_DT: push_bits(e, scalar_float_bits(t->dt)); break;
    case OP_TICK: push_bits(e, (uint32_t)t->moment->tick); break;
    case OP_AGENT: push_agent(e); break;
    case OP_RAND: push_draw(e); break;
    case OP_LENGTH: push_length(e, argument); break;
    case OP_DISTANCE: push_distance(e, argument & 0xffff, argument >> 16); break;
    default: *e->bools++ = call_predicate(t, index, e->lanes); break;
    }
}

// Operations on bools, or that turn bools into numbers.
static void apply_to_bools(evaluation *e, item_type op)
{
    uint64_t *top = e->bools - 1;
    switch (op) {
    case OP_NOT: *top = ~*top; return;
    case OP_AND: top[-1] &= *top; break;
    case OP_OR: top[-1] |= *top; break;
    case OP_EQUAL_BOOL: top[-1] = ~(top[-1] ^ *top); break;
    case OP_UNEQUAL_BOOL: top[-1] ^= *top; break;
    case OP_SELECT_BOOL:
        top[-2] = (top[-2] & top[-1]) | (~top[-2] & *top);
        e->bools--;
        break;
    default: break;
    }
    e->bools--;
}

static void turn_into_numbers(evaluation *e, item_type op)
{
    void *column = scratch(e);
    uint64_t mask = *--e->bools;
    if (op == OP_BOOL_TO_FLOAT)
        e->t->kernels->ones_float(column, mask, e->count);
    else
        e->t->kernels->ones_int(column, mask, e->count);
    push(e, column);
}

static void apply_to_numbers(evaluation *e, item_type op)
{
    const kernels *k = e->t->kernels;
    const op_info *info = op_info_of(op);
    const void *operands[3] = {0};
    size_t count = strlen(info->operands);
    e->numbers -= count;
    for (size_t i = 0; i < count; i++)
        operands[i] = e->numbers[i];
    if (k->compare[op - OP_FIRST]) {
        *e->bools++ = k->compare[op - OP_FIRST](operands[0], operands[1], e->count);
        return;
    }
    void *result = scratch(e);
    k->numbers[op - OP_FIRST](result, operands[0], operands[1], operands[2], e->count);
    push(e, result);
}

static void apply(evaluation *e, item_type op)
{
    switch (op) {
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_EQUAL_BOOL:
    case OP_UNEQUAL_BOOL:
    case OP_SELECT_BOOL: apply_to_bools(e, op); break;
    case OP_BOOL_TO_FLOAT:
    case OP_BOOL_TO_INT: turn_into_numbers(e, op); break;
    case OP_SELECT_INT:
    case OP_SELECT_FLOAT: {
        uint64_t mask = *--e->bools;
        e->numbers -= 2;
        const void *a = e->numbers[0], *b = e->numbers[1];
        void *result = scratch(e);
        e->t->kernels->select(result, mask, a, b, e->count);
        push(e, result);
        break;
    }
    default: apply_to_numbers(e, op); break;
    }
}

static evaluation evaluate(interp *t, uint32_t index, uint64_t lanes)
{
    evaluation e = {t, t->operands, t->masks, lanes, t->layout.stride};
    for (;;) {
        uint64_t item = t->items[index];
        item_type op = item_type_of(item);
        if (op_info_of(op)->operands[0])
            apply(&e, op);
        else
            push_leaf(&e, index, op, item_argument(item));
        if (item_flags(item) & ITEM_LAST)
            return e;
        index = item_end(item);
    }
}

uint64_t evaluate_bool(interp *t, uint32_t index, uint64_t lanes)
{
    return evaluate(t, index, lanes).bools[-1];
}

const void *evaluate_number(interp *t, uint32_t index, uint64_t lanes)
{
    return evaluate(t, index, lanes).numbers[-1];
}

void evaluate_into(interp *t, uint32_t index, uint64_t lanes)
{
    evaluation e = evaluate(t, index, lanes);
    uint32_t column = item_argument(t->items[index - 1]);
    if (column >= t->spec->number_columns) {
        uint64_t *value = &t->bools[column - t->spec->number_columns];
        *value = (*value & ~lanes) | (e.bools[-1] & lanes);
    } else {
        uint32_t *value = number_column(t, column);
        t->kernels->select(value, lanes, e.numbers[-1], value, e.count);
    }
}
