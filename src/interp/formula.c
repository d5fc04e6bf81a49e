// SPDX-License-Identifier: MIT
#include "formula.h"

#include "carving.h"
#include "columns.h"
#include "link_op.h"
#include "nodes.h"
#include "shape_limits.h"
#include "walk.h"

#include <string.h>

// ---- steps for masks, and lists of steps

static uint64_t mask_at(const formula_frame *f, formula_place p)
{
    return *(const uint64_t *)formula_at(f, p);
}

#define MASK_STEP(name, expression)                                                                \
    static uint64_t name(const formula_step *s, const formula_frame *f, uint64_t lanes)            \
    {                                                                                              \
        (void)lanes;                                                                               \
        return expression;                                                                         \
    }
#define A mask_at(f, s->a)
#define B mask_at(f, s->b)
#define C mask_at(f, s->c)
MASK_STEP(step_mask, A)
MASK_STEP(step_NOT, ~A)
MASK_STEP(step_AND, A &B)
MASK_STEP(step_OR, A | B)
MASK_STEP(step_EQUAL_BOOL, ~(A ^ B))
MASK_STEP(step_UNEQUAL_BOOL, A ^ B)
MASK_STEP(step_SELECT_BOOL, (A & B) | (~A & C))
#undef A
#undef B
#undef C

static uint64_t step_assign_mask(const formula_step *s, const formula_frame *f, uint64_t lanes)
{
    uint64_t *value = formula_at(f, s->result);
    *value = (*value & ~lanes) | (mask_at(f, s->a) & lanes);
    return 0;
}

// Do nothing: for a number that is the value of a key, and for `set x = x`.
static uint64_t step_nothing(const formula_step *s, const formula_frame *f, uint64_t lanes)
{
    (void)s, (void)f, (void)lanes;
    return 0;
}

static uint64_t step_list(const formula_step *s, const formula_frame *f, uint64_t lanes)
{
    uint64_t *masks = (uint64_t *)(void *)f->memory[MEMORY_SCRATCH];
    const formula_step *next = s + 1;
    uint64_t mask;
    do {
        s = next;
        next += 1 + s->links;
        masks[s->mask] = mask = s->run(s, f, lanes);
    } while (!s->is_last);
    return mask;
}

// ---- building the steps of an expression. The stacks contain the locations of values. The
// location of a result in the scratch memory depends on its position on the stack.

typedef struct operand {
    formula_place at;
    bool is_single;
} operand;

// An operation as a link of a chain.
typedef struct chain_link {
    bool is_possible;
    uint16_t code;
    formula_place value; // operand that the chain computes
    formula_place b, c;  // other operands
} chain_link;

typedef struct builder {
    const gestalt_shape *shape;
    const uint64_t *items;
    const kernels *kernels;
    uint32_t stride;
    uint32_t numbers_begin, bools_begin; // offsets in a cohort
    uint32_t columns_begin;              // offset in the scratch memory
    formulas *to;                        // result; its arrays are NULL while steps are only counted
    uint64_t *linked;                    // linked stream that refers to the steps
    uint32_t count;                      // number of steps so far
    uint32_t constant_count;
    uint32_t last;       // the last step that is not a link
    uint32_t last_links; // number of its links
    chain_link tail;     // that last step as a link, while other operations can be chained to it
    formula_place tail_result;
    formula_place target; // target of an assignment
    bool assigns;
    operand numbers[LIMIT_EXPRESSION_DEPTH + KEY_WIDTH_MAX - 1];
    formula_place bools[LIMIT_EXPRESSION_DEPTH];
    uint32_t number_count, bool_count;
} builder;

static formula_place moment_place(size_t offset)
{
    return formula_place_of(MEMORY_MOMENT, (uint32_t)offset);
}

#define MOMENT(member) moment_place(offsetof(formula_moment, member))

static formula_place formula_register(const builder *b, uint32_t number)
{
    return formula_place_of(MEMORY_SCRATCH, b->columns_begin + number * b->stride * 4);
}

static formula_place mask_place(uint32_t number)
{
    return formula_place_of(MEMORY_SCRATCH, (number + 1) * 8);
}

// Single values have separate locations: a kernel may write part of its result before it reads them
// again.
static formula_place single_place(const builder *b, uint32_t number)
{
    uint32_t begin = (b->shape->specification->bool_depth + 1) * 8;
    return formula_place_of(MEMORY_SCRATCH, begin + number * 4);
}

static formula_step *steps_at(builder *b, uint32_t index)
{
    return b->to->steps ? &b->to->steps[index] : NULL;
}

static void formula_put(builder *b, uint32_t index, const formula_step *s)
{
    formula_step *to = steps_at(b, index);
    if (!to)
        return;
    *to = *s;
    to->count = (uint8_t)b->stride;
}

static void formula_add(builder *b, const formula_step *s)
{
    b->last = b->count++;
    b->last_links = 0;
    b->tail.is_possible = false;
    formula_put(b, b->last, s);
}

static void push_number(builder *b, formula_place at, bool is_single)
{
    b->numbers[b->number_count++] = (operand){at, is_single && b->stride > 1};
}

static void push_constant(builder *b, uint32_t bits)
{
    if (b->to->constants)
        b->to->constants[b->constant_count] = bits;
    push_number(b, formula_place_of(MEMORY_CONSTANTS, b->constant_count++ * 4), true);
}

static void push_mask(builder *b, formula_place at)
{
    b->bools[b->bool_count++] = at;
}

// Store the mask that the last step returns.
static void keep_mask(builder *b)
{
    formula_step *last = steps_at(b, b->last);
    if (last)
        last->mask = (uint8_t)(b->bool_count + 1);
    push_mask(b, mask_place(b->bool_count));
}

// Add a step that returns a mask.
static void add_mask(builder *b, const formula_step *s)
{
    formula_add(b, s);
    keep_mask(b);
}

static uint32_t first_shared(const builder *b)
{
    const gestalt_specification *spec = b->shape->specification;
    return spec->number_columns + spec->bool_columns;
}

static operand number_key(const builder *b, uint32_t column)
{
    if (column < first_shared(b))
        return (operand){formula_place_of(MEMORY_COHORT, b->numbers_begin + column * b->stride * 4),
                         false};
    return (operand){formula_place_of(MEMORY_SHARED_NUMBERS, (column - first_shared(b)) * 4),
                     b->stride > 1};
}

static formula_place bool_key(const builder *b, uint32_t column)
{
    const gestalt_specification *spec = b->shape->specification;
    if (column < first_shared(b))
        return formula_place_of(MEMORY_COHORT,
                                b->bools_begin + (column - spec->number_columns) * 8);
    return formula_place_of(MEMORY_SHARED_BOOLS,
                            (column - first_shared(b) - spec->shared_number_columns) * 8);
}

// Convert the single value at this position of the stack to a column.
static void formula_spread(builder *b, uint32_t number)
{
    operand *o = &b->numbers[number];
    formula_add(b, &(formula_step){.run = b->kernels->run[OP_LOAD_INT - OP_FIRST][KERNEL_SINGLE_A],
                                   .result = formula_register(b, number),
                                   .a = o->at});
    *o = (operand){formula_register(b, number), false};
}

// Return a form for which there is a kernel with the topmost numbers. Single values that the kernel
// cannot use as such are converted to columns.
static unsigned formula_fit(builder *b, kernel *const *forms, uint32_t first, uint32_t count)
{
    const operand *numbers = &b->numbers[first];
    unsigned form = numbers[0].is_single ? KERNEL_SINGLE_A : KERNEL_COLUMNS;
    if (count > 1 && numbers[1].is_single && numbers[count - 1].is_single)
        form |= KERNEL_SINGLE_B;
    if (!forms[form])
        form &= ~(unsigned)KERNEL_SINGLE_A;
    if (!forms[form])
        form = KERNEL_COLUMNS;
    for (uint32_t i = 0; i < count; i++)
        if (numbers[i].is_single && !(form & (i == 0 ? KERNEL_SINGLE_A : KERNEL_SINGLE_B)))
            formula_spread(b, first + i);
    return form;
}

static bool are_single(const builder *b, uint32_t first, uint32_t count)
{
    bool result = true;
    for (uint32_t i = first; i < first + count; i++)
        result = result && b->numbers[i].is_single;
    return result;
}

static bool is_same_place(formula_place a, formula_place b)
{
    return a.bits == b.bits;
}

// Return a step as a link that works on the first operand of the step, or on its second.
static chain_link as_link(const builder *b, item_type op, unsigned form, const formula_step *s,
                          bool is_second)
{
    chain_link result = {.value = is_second ? s->b : s->a, .b = is_second ? s->a : s->b, .c = s->c};
    unsigned other =
        form & (is_second ? KERNEL_SINGLE_A : KERNEL_SINGLE_B) ? LINK_SINGLE : LINK_COLUMN;
    result.code = (uint16_t)LINK_CODE(op, other | (is_second ? LINK_REVERSED : 0u));
    result.is_possible = b->stride == 64 && b->kernels->links[result.code];
    return result;
}

static void put_link(builder *b, const chain_link *l)
{
    formula_put(b, b->count++, &(formula_step){.b = l->b, .c = l->c, .code = l->code});
    b->last_links++;
}

// Convert the last step to the first link of a chain.
static void start_chain(builder *b)
{
    formula_put(b, b->last, &(formula_step){.run = b->kernels->chain, .a = b->tail.value});
    put_link(b, &b->tail);
}

static void extend_chain(builder *b, const chain_link *l, uint32_t end, formula_place result)
{
    if (b->last_links == 0)
        start_chain(b);
    put_link(b, l);
    formula_step *head = steps_at(b, b->last);
    if (!head)
        return;
    head->links = (uint16_t)b->last_links;
    head->code = (uint16_t)end;
    head->result = result;
}

// Add an operation: as a link if it works on the result of the last step, else as a step.
static void add_operation(builder *b, item_type op, unsigned form, const formula_step *s,
                          uint32_t end)
{
    chain_link l = {0};
    if (b->tail.is_possible && is_same_place(s->a, b->tail_result))
        l = as_link(b, op, form, s, false);
    else if (b->tail.is_possible && is_same_place(s->b, b->tail_result))
        l = as_link(b, op, form, s, true);
    if (l.is_possible) {
        extend_chain(b, &l, end, s->result);
    } else {
        formula_add(b, s);
        l = as_link(b, op, form, s, form == KERNEL_SINGLE_A);
    }
    b->tail = l;
    b->tail.is_possible = l.is_possible && end == CHAIN_STORES;
    b->tail_result = s->result;
}

// Add an operation on single values, whose result is a single value.
static void apply_single(builder *b, item_type op, uint32_t first, uint32_t count)
{
    formula_step s = {.run = kernels_one.run[op - OP_FIRST][0], .result = single_place(b, first)};
    formula_place *operands[] = {&s.a, &s.b, &s.c};
    for (uint32_t i = 0; i < count; i++)
        *operands[i] = b->numbers[first + i].at;
    formula_add(b, &s);
    b->number_count = first;
    push_number(b, s.result, true);
}

// Add an operation on the topmost `count` numbers; for a choice, also on a mask.
static void apply_numbers(builder *b, item_type op, uint32_t count, formula_place mask,
                          bool is_last)
{
    uint32_t first = b->number_count - count;
    bool is_choice = op_info_of(op)->operands[0] == 'b';
    bool answers = op_info_of(op)->result == 'b';
    if (!answers && !is_choice && are_single(b, first, count)) {
        apply_single(b, op, first, count);
        return;
    }
    bool assigns = is_last && b->assigns && !answers;
    kernel *const *forms = (assigns ? b->kernels->assign : b->kernels->run)[op - OP_FIRST];
    unsigned form = formula_fit(b, forms, first, count);
    formula_step s = {.run = forms[form]};
    formula_place *operands[] = {&s.a, &s.b, &s.c};
    for (uint32_t i = 0; i < count; i++)
        *operands[i] = b->numbers[first + i].at;
    if (is_choice)
        s.c = mask;
    b->number_count = first;
    if (answers) {
        add_operation(b, op, form, &s, CHAIN_ANSWERS);
        keep_mask(b);
        return;
    }
    s.result = assigns ? b->target : formula_register(b, first);
    add_operation(b, op, form, &s, assigns ? CHAIN_ASSIGNS : CHAIN_STORES);
    push_number(b, s.result, false);
}

static formula_place pop_mask(builder *b)
{
    return b->bools[--b->bool_count];
}

static void turn_into_number(builder *b, item_type op, bool is_last)
{
    bool is_float = op_info_of(op)->result == 'f';
    formula_place mask = pop_mask(b);
    push_number(b, is_float ? MOMENT(one_float) : MOMENT(one), true);
    push_number(b, MOMENT(zero), true);
    apply_numbers(b, OP_SELECT_INT, 2, mask, is_last);
}

// Steps of operations on bools only, by operation; these work on masks.
static kernel *const mask_steps[OP_TYPE_END - OP_FIRST] = {
#define MASK_OP(op) [OP_##op - OP_FIRST] = step_##op,
#include "op_rows.def"
};

static void apply_masks(builder *b, item_type op, uint32_t count)
{
    formula_step s = {.run = mask_steps[op - OP_FIRST]};
    formula_place *operands[] = {&s.a, &s.b, &s.c};
    b->bool_count -= count;
    for (uint32_t i = 0; i < count; i++)
        *operands[i] = b->bools[b->bool_count + i];
    add_mask(b, &s);
}

// Return the operation on ints that does the same; an enum is stored as an int.
static item_type without_enums(item_type op)
{
    switch ((int)op) {
    case OP_EQUAL_ENUM: return OP_EQUAL_INT;
    case OP_UNEQUAL_ENUM: return OP_UNEQUAL_INT;
    case OP_SELECT_ENUM: return OP_SELECT_INT;
    default: return op;
    }
}

static void formula_apply(builder *b, item_type op, bool is_last)
{
    if (op == OP_ENUM_TO_INT)
        return;
    op = without_enums(op);
    const char *operands = op_info_of(op)->operands;
    uint32_t count = (uint32_t)strlen(operands);
    if (mask_steps[op - OP_FIRST])
        apply_masks(b, op, count);
    else if (operands[0] != 'b')
        apply_numbers(b, op, count, (formula_place){0}, is_last);
    else if (count == 1)
        turn_into_number(b, op, is_last);
    else
        apply_numbers(b, op, count - 1, pop_mask(b), is_last);
}

// Push numbers that are computed from the agents' state.
static void push_computed(builder *b, kernel *run)
{
    formula_place result = formula_register(b, b->number_count);
    formula_add(b, &(formula_step){.run = run, .result = result});
    push_number(b, result, false);
}

// Push a function of one or two vectors. If one of two is single, it becomes the second operand.
static void push_vector(builder *b, uint32_t argument, item_type op, bool is_last)
{
    uint32_t count = op_vector_count(op_info_of(op));
    operand u = number_key(b, count == 2 ? argument & 0xffff : argument);
    operand v = number_key(b, argument >> 16);
    bool swaps = count == 2 && u.is_single;
    formula_step s = {.a = swaps ? v.at : u.at, .b = swaps ? u.at : v.at};
    bool is_single = u.is_single && (count == 1 || v.is_single);
    unsigned form = count == 2 && u.is_single != v.is_single ? KERNEL_SINGLE_B : KERNEL_COLUMNS;
    bool assigns = is_last && b->assigns && !is_single;
    const kernels *k = is_single ? &kernels_one : b->kernels;
    s.run = (assigns ? k->assign : k->run)[op - OP_FIRST][form];
    s.result = assigns     ? b->target
               : is_single ? single_place(b, b->number_count)
                           : formula_register(b, b->number_count);
    formula_add(b, &s);
    push_number(b, s.result, is_single);
}

static void push_key(builder *b, uint32_t column)
{
    operand key = number_key(b, column);
    push_number(b, key.at, key.is_single);
}

#define LEAF_CONST_BOOL   push_mask(b, argument ? MOMENT(all) : MOMENT(none))
#define LEAF_CONST_INT    push_constant(b, argument)
#define LEAF_CONST_FLOAT  push_constant(b, argument)
#define LEAF_LOAD_BOOL    push_mask(b, bool_key(b, argument))
#define LEAF_LOAD_INT     push_key(b, argument)
#define LEAF_LOAD_FLOAT   push_key(b, argument)
#define LEAF_SHARED_BOOL  push_mask(b, bool_key(b, argument))
#define LEAF_SHARED_INT   push_key(b, argument)
#define LEAF_SHARED_FLOAT push_key(b, argument)
#define LEAF_TIME         push_number(b, MOMENT(time), true)
#define LEAF_DT           push_number(b, MOMENT(dt), true)
#define LEAF_TICK         push_number(b, MOMENT(tick), true)
#define LEAF_AGENT        push_computed(b, step_agent)
#define LEAF_RAND         push_computed(b, step_draw)
#define LEAF_CALL         break // a call is not a step (linked.h)
#define LEAF_CONST_ENUM   push_constant(b, argument & 0xff)
#define LEAF_LOAD_ENUM    push_key(b, argument)
#define LEAF_SHARED_ENUM  push_key(b, argument)

// Push an operation without operands, by its name.
static void push_leaf(builder *b, item_type op, uint32_t argument, bool is_last)
{
    switch ((int)op) {
#define CASE(op, does)                                                                             \
    case OP_##op:                                                                                  \
        does;                                                                                      \
        break;

#define LEAF_OP(op, ...)   CASE(op, LEAF_##op)
#define VECTOR_OP(op, ...) CASE(op, push_vector(b, argument, OP_##op, is_last))
#include "ops.def"
    default: break;
    }
}

static uint32_t build_ops(builder *b, uint32_t index)
{
    for (;;) {
        uint64_t item = b->items[index];
        item_type op = item_type_of(item);
        bool is_last = item_flags(item) & ITEM_LAST;
        if (op_info_of(op)->operands[0])
            formula_apply(b, op, is_last);
        else
            push_leaf(b, op, item_argument(item), is_last);
        index = item_end(item);
        if (is_last)
            return index;
    }
}

// Finish an assignment: copy a value to the target unless an operation has written it there.
static void finish_assignment(builder *b)
{
    if (b->bool_count > 0)
        formula_add(
            b, &(formula_step){.run = step_assign_mask, .result = b->target, .a = b->bools[0]});
    else if (!is_same_place(b->numbers[0].at, b->target))
        formula_add(b,
                    &(formula_step){
                        .run = b->kernels->assign[OP_LOAD_INT - OP_FIRST][b->numbers[0].is_single],
                        .result = b->target,
                        .a = b->numbers[0].at});
}

// Finish the assignment of a whole vector, after all values are computed. A value may be a
// component of the assigned key; it is copied first if an earlier assignment would overwrite it.
static void finish_vector(builder *b, uint32_t column, uint32_t width)
{
    kernel *const *copies = b->kernels->run[OP_LOAD_INT - OP_FIRST];
    kernel *const *assigns = b->kernels->assign[OP_LOAD_INT - OP_FIRST];
    for (uint32_t k = 1; k < width; k++)
        for (uint32_t before = 0; before < k; before++) {
            if (!is_same_place(b->numbers[k].at, number_key(b, column + before).at))
                continue;
            formula_step copy = {.run = copies[KERNEL_COLUMNS], .a = b->numbers[k].at};
            copy.result = b->numbers[k].at = formula_register(b, k);
            formula_add(b, &copy);
        }
    for (uint32_t k = 0; k < width; k++) {
        formula_step s = {.run = assigns[b->numbers[k].is_single], .a = b->numbers[k].at};
        s.result = number_key(b, column + k).at;
        if (!is_same_place(s.a, s.result))
            formula_add(b, &s);
    }
}

// Finish a value: a number must be a column, a bool the mask that the last step returns.
static void finish_value(builder *b, uint32_t first_step)
{
    bool is_empty = b->count == first_step;
    if (b->number_count > 0 && b->numbers[0].is_single)
        formula_spread(b, 0);
    else if (b->number_count > 0 && is_empty)
        formula_add(b, &(formula_step){.run = step_nothing, .result = b->numbers[0].at});
    else if (b->bool_count > 0 && is_empty)
        add_mask(b, &(formula_step){.run = step_mask, .a = pop_mask(b)});
}

// Build the steps of one expression, or of all expressions assigned to the components of a vector.
// They follow a head, which is removed if there is only one step.
static uint32_t formula_build(builder *b, uint32_t index, uint32_t column, uint32_t width)
{
    uint32_t head = b->count++, first = index;
    b->number_count = b->bool_count = 0;
    for (uint32_t k = 0; k < width; k++)
        index = build_ops(b, index);
    if (width > 1)
        finish_vector(b, column, width);
    else if (b->assigns)
        finish_assignment(b);
    else
        finish_value(b, head + 1);
    if (b->count == head + 1) // `set x = x`
        formula_add(b, &(formula_step){.run = step_nothing});
    bool is_one = b->last == head + 1;
    formula_step *steps = steps_at(b, head);
    if (steps) {
        b->linked[first] = item_make((item_type)LINK_ROW, 0, index, head);
        b->to->row_items[head] = first;
        steps[b->last - head].is_last = true;
        steps[0] = (formula_step){.run = step_list};
        if (b->number_count > 0)
            steps[0].result = b->numbers[0].at;
        if (is_one)
            memmove(steps, steps + 1, (b->count - head - 1) * sizeof *steps);
    }
    b->count -= is_one;
    return index;
}

static uint32_t build_value(builder *b, uint32_t index)
{
    b->assigns = false;
    return formula_build(b, index, 0, 1);
}

static void build_vector(builder *b, uint32_t index, uint32_t column)
{
    b->assigns = false;
    formula_build(b, index, column, key_width(columns_key(b->shape, column)->type));
}

static void build_assignment(builder *b, uint32_t index, uint32_t column)
{
    b->assigns = true;
    b->target = column < b->shape->specification->number_columns ? number_key(b, column).at
                                                                 : bool_key(b, column);
    formula_build(b, index, column, 1);
}

// ---- all expressions of a shape

static void build_arguments(builder *b, uint32_t index, uint32_t end)
{
    for (; index < end; index = item_end(b->items[index]))
        if (item_end(b->items[index]) > index + 1)
            build_value(b, index + 1);
}

// Build a bool expression. It can be the call of a predicate, whose arguments are expressions.
static void build_question(builder *b, uint32_t index)
{
    if (item_type_of(b->items[index]) == OP_CALL)
        build_arguments(b, index + 1, item_end(b->items[index]));
    else
        build_value(b, index);
}

static void build_node(builder *b, const node_view *v)
{
    uint32_t index = v->expression;
    if (node_has(v->type, 'V') && (v->flags & ITEM_VARIANT))
        build_vector(b, index, v->argument);
    else if (node_has(v->type, 'V'))
        build_assignment(b, index, v->argument);
    else if (node_has(v->type, 'E'))
        build_question(b, index);
    else if (node_has(v->type, 'A'))
        build_arguments(b, index, v->end);
    else if (node_has(v->type, 'D') && index)
        build_value(b, index);
    while (node_has(v->type, 'U') && index < v->first_child)
        index = build_value(b, index);
}

static void build_all(builder *b)
{
    const gestalt_specification *spec = b->shape->specification;
    b->count = b->constant_count = 0;
    for (uint32_t i = 0; i < spec->tree_end;) {
        node_view v = walk_node(b->items, i);
        build_node(b, &v);
        i = v.first_child;
    }
    for (uint32_t i = spec->tree_end; i < spec->item_count; i = item_end(b->items[i]))
        if (item_argument(b->items[i]) < first_shared(b))
            build_assignment(b, i + 1, item_argument(b->items[i]));
        else
            build_value(b, i + 1);
}

formulas *formulas_create(const gestalt_shape *shape, const cohort_layout *layout, const kernels *k,
                          uint64_t *items, const gestalt_allocator *allocator)
{
    const gestalt_specification *spec = shape->specification;
    uint32_t stride = layout->stride, before = (spec->bool_depth + 1) * 8 + spec->number_depth * 4;
    formulas start = {0};
    builder b = {.shape = shape,
                 .items = shape->items,
                 .kernels = stride == 1 ? &kernels_one : k,
                 .stride = stride,
                 .numbers_begin = layout->numbers,
                 .bools_begin = layout->bools,
                 .columns_begin =
                     (before + FORMULA_ALIGNMENT - 1) / FORMULA_ALIGNMENT * FORMULA_ALIGNMENT,
                 .to = &start,
                 .linked = items};
    build_all(&b);
    // the head of the last formula may be removed after it was built
    start.step_count = b.count + 1;
    start.constant_count = b.constant_count;
    start.scratch_size = b.columns_begin + spec->number_depth * stride * 4;
    carving from = {.head = sizeof start, .base = FORMULA_ALIGNMENT};
    do {
        CARVE(&from, start.steps, start.step_count);
        CARVE(&from, start.noting, start.step_count);
        CARVE(&from, start.row_items, start.step_count);
        CARVE(&from, start.constants, start.constant_count);
    } while (carve_again(&from, allocator));
    formulas *f = from.memory;
    if (!f)
        return NULL;
    start.size = from.size;
    *f = start;
    b.to = f;
    build_all(&b);
    for (uint32_t i = 0; i < start.step_count; i++) {
        f->noting[i] = f->steps[i];
        f->noting[i].run = foresee_row;
    }
    return f;
}

void formulas_destroy(formulas *f, const gestalt_allocator *allocator)
{
    if (f)
        memory_release(allocator, f, f->size);
}
