// SPDX-License-Identifier: MIT
#include "formula.h"

#include "carving.h"
#include "columns.h"
#include "formula_lists.h"
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
    bool has_lists;
    formulas *to;     // result; its arrays are NULL while steps are only counted
    uint64_t *linked; // linked stream that refers to the steps
    uint32_t count;   // number of steps so far
    uint32_t constant_count;
    uint32_t last; // the last step that is not a link
    formula_place last_result;
    uint32_t last_links; // number of its links
    chain_link tail;     // that last step as a link, while other operations can be chained to it
    formula_place tail_result;
    formula_place target; // target of an assignment; of a vector, its x
    bool assigns;
    bool is_last; // whether the operation that is added is the last of its expression
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
    b->last_result = s->result;
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

// The numbers that an operation works on, as positions of the stack, and where its result goes.
typedef struct formula_numbers {
    uint32_t at[3], count;
    uint32_t to;
    formula_place mask; // condition of a choice
} formula_numbers;

// Return a form for which there is a kernel with these numbers. Single values that the kernel
// cannot use as such are converted to columns.
static unsigned formula_fit(builder *b, kernel *const *forms, const formula_numbers *n)
{
    const operand *numbers = b->numbers;
    unsigned form = numbers[n->at[0]].is_single ? KERNEL_SINGLE_A : KERNEL_COLUMNS;
    if (n->count > 1 && numbers[n->at[1]].is_single && numbers[n->at[n->count - 1]].is_single)
        form |= KERNEL_SINGLE_B;
    if (!forms[form])
        form &= ~(unsigned)KERNEL_SINGLE_A;
    if (!forms[form])
        form = KERNEL_COLUMNS;
    for (uint32_t i = 0; i < n->count; i++)
        if (numbers[n->at[i]].is_single && !(form & (i == 0 ? KERNEL_SINGLE_A : KERNEL_SINGLE_B)))
            formula_spread(b, n->at[i]);
    return form;
}

static bool are_single(const builder *b, const formula_numbers *n)
{
    bool result = true;
    for (uint32_t i = 0; i < n->count; i++)
        result = result && b->numbers[n->at[i]].is_single;
    return result;
}

static void put_operands(const builder *b, const formula_numbers *n, formula_step *s)
{
    formula_place *operands[] = {&s->a, &s->b, &s->c};
    for (uint32_t i = 0; i < n->count; i++)
        *operands[i] = b->numbers[n->at[i]].at;
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
        b->last_result = s->result;
    } else {
        formula_add(b, s);
        l = as_link(b, op, form, s, form == KERNEL_SINGLE_A);
    }
    b->tail = l;
    b->tail.is_possible = l.is_possible && end == CHAIN_STORES;
    b->tail_result = s->result;
}

// Add an operation on single values, and return its single value.
static operand single_result(builder *b, item_type op, const formula_numbers *n)
{
    formula_step s = {.run = kernels_one.run[op - OP_FIRST][0], .result = single_place(b, n->to)};
    put_operands(b, n, &s);
    formula_add(b, &s);
    return (operand){s.result, b->stride > 1};
}

static bool is_choice(item_type op)
{
    return op_info_of(op)->operands[0] == 'b';
}

// Add an operation on numbers that gives a number, and return it. It is assigned to `target`, if
// there is one.
static operand number_result(builder *b, item_type op, const formula_numbers *n,
                             const formula_place *target)
{
    if (!is_choice(op) && are_single(b, n))
        return single_result(b, op, n);
    kernel *const *forms = (target ? b->kernels->assign : b->kernels->run)[op - OP_FIRST];
    unsigned form = formula_fit(b, forms, n);
    formula_step s = {.run = forms[form]};
    put_operands(b, n, &s);
    if (is_choice(op))
        s.c = n->mask;
    s.result = target ? *target : formula_register(b, n->to);
    add_operation(b, op, form, &s, target ? CHAIN_ASSIGNS : CHAIN_STORES);
    return (operand){s.result, false};
}

// Add a comparison of numbers.
static void compare_numbers(builder *b, item_type op, const formula_numbers *n)
{
    kernel *const *forms = b->kernels->run[op - OP_FIRST];
    unsigned form = formula_fit(b, forms, n);
    formula_step s = {.run = forms[form]};
    put_operands(b, n, &s);
    b->number_count = n->to;
    add_operation(b, op, form, &s, CHAIN_ANSWERS);
    keep_mask(b);
}

// Add an operation on the topmost `count` numbers; for a choice, also on a mask.
static void apply_numbers(builder *b, item_type op, uint32_t count, formula_place mask)
{
    uint32_t first = b->number_count - count;
    formula_numbers n = {{first, first + 1, first + 2}, count, first, mask};
    if (op_info_of(op)->result == 'b') {
        compare_numbers(b, op, &n);
        return;
    }
    operand result = number_result(b, op, &n, b->is_last && b->assigns ? &b->target : NULL);
    b->number_count = first;
    push_number(b, result.at, result.is_single);
}

static formula_place pop_mask(builder *b)
{
    return b->bools[--b->bool_count];
}

static void turn_into_number(builder *b, item_type op)
{
    bool is_float = op_info_of(op)->result == 'f';
    formula_place mask = pop_mask(b);
    push_number(b, is_float ? MOMENT(one_float) : MOMENT(one), true);
    push_number(b, MOMENT(zero), true);
    apply_numbers(b, OP_SELECT_INT, 2, mask);
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

// ---- vectors: the numbers of their components, one after another on the stack

static kernel *copy_kernel(const builder *b, bool is_single)
{
    return is_single ? kernels_one.run[OP_LOAD_INT - OP_FIRST][0]
                     : b->kernels->run[OP_LOAD_INT - OP_FIRST][KERNEL_COLUMNS];
}

// Copy the value at one position of the stack to the memory of another. Returns its location.
static formula_place copy_number(builder *b, uint32_t from, uint32_t to)
{
    const operand *o = &b->numbers[from];
    formula_place at = o->is_single ? single_place(b, to) : formula_register(b, to);
    if (!is_same_place(o->at, at))
        formula_add(b,
                    &(formula_step){.run = copy_kernel(b, o->is_single), .result = at, .a = o->at});
    return at;
}

// Return whether the values from a position on are of one kind, and side by side in memory.
static bool are_adjacent(const builder *b, uint32_t first, uint32_t width)
{
    const operand *o = &b->numbers[first];
    uint32_t size = o->is_single ? 4 : b->stride * 4;
    for (uint32_t k = 1; k < width; k++) {
        formula_place next = formula_place_of(formula_memory_of(o->at),
                                              (uint32_t)formula_offset_of(o->at) + k * size);
        if (o[k].is_single != o->is_single || !is_same_place(o[k].at, next))
            return false;
    }
    return true;
}

// Store a vector side by side, for a kernel that works on all components. Returns its first value.
static operand gather_vector(builder *b, uint32_t first, uint32_t width)
{
    if (are_adjacent(b, first, width))
        return b->numbers[first];
    bool are_columns = false;
    for (uint32_t k = first; k < first + width; k++)
        are_columns = are_columns || !b->numbers[k].is_single;
    for (uint32_t k = first; k < first + width; k++) {
        if (are_columns && b->numbers[k].is_single)
            formula_spread(b, k);
        else
            b->numbers[k].at = copy_number(b, k, k);
    }
    return b->numbers[first];
}

// Add an operation on one or two whole vectors. If one of two is single, it becomes the second
// operand.
static void apply_vectors(builder *b, item_type op)
{
    const op_info *info = op_info_of(op);
    uint32_t width = op_width(info->operands[0]), count = (uint32_t)strlen(info->operands);
    uint32_t first = b->number_count - width * count;
    operand u = gather_vector(b, first, width), v = u;
    if (count == 2)
        v = gather_vector(b, first + width, width);
    bool swaps = u.is_single, is_single = u.is_single && v.is_single;
    unsigned form = u.is_single != v.is_single ? KERNEL_SINGLE_B : KERNEL_COLUMNS;
    formula_step s = {.a = swaps ? v.at : u.at, .b = swaps ? u.at : v.at};
    const kernels *k = is_single ? &kernels_one : b->kernels;
    bool assigns = b->is_last && b->assigns && !is_single;
    s.run = (assigns ? k->assign : k->run)[op - OP_FIRST][form];
    s.result = assigns     ? b->target
               : is_single ? single_place(b, first)
                           : formula_register(b, first);
    formula_add(b, &s);
    b->number_count = first;
    uint32_t size = is_single ? 4 : b->stride * 4;
    for (uint32_t i = 0; i < op_width(info->result); i++) {
        uint32_t offset = (uint32_t)formula_offset_of(s.result) + i * size;
        push_number(b, formula_place_of(formula_memory_of(s.result), offset), is_single);
    }
}

// Take a component of the topmost vector.
static void apply_part(builder *b, item_type op)
{
    const op_info *info = op_info_of(op);
    uint32_t first = b->number_count - op_width(info->operands[0]);
    uint32_t place = first + (uint32_t)(info->text[1] - 'x');
    bool is_computed = formula_memory_of(b->numbers[place].at) == MEMORY_SCRATCH;
    operand part = b->numbers[place];
    if (is_computed)
        part.at = copy_number(b, place, first);
    b->number_count = first;
    push_number(b, part.at, part.is_single);
}

// Return the location of a component of the assigned vector.
static formula_place assigned_place(const builder *b, uint32_t component)
{
    return formula_place_of(MEMORY_COHORT,
                            (uint32_t)formula_offset_of(b->target) + component * b->stride * 4);
}

// Return whether results for the first components would overwrite operands of the others in an
// assignment that writes them directly.
static bool each_overwrites(const builder *b, const op_info *info, uint32_t first, uint32_t width)
{
    for (const char *letter = info->operands; *letter; letter++) {
        uint32_t count = *letter == 'b' ? 0 : op_width(*letter);
        for (uint32_t k = 0; k < count; k++, first++)
            for (uint32_t c = 0; c + 1 < width && (count == 1 || c < k); c++)
                if (is_same_place(b->numbers[first].at, assigned_place(b, c)))
                    return true;
    }
    return false;
}

// Add an operation by component.
static void apply_each(builder *b, item_type op)
{
    const op_info *info = op_info_of(op);
    bool chooses = is_choice(info->each);
    uint32_t width = op_width(info->result);
    uint32_t first = b->number_count - (op_operands_width(info) - chooses);
    bool assigns = b->is_last && b->assigns && !each_overwrites(b, info, first, width);
    operand results[KEY_WIDTH_MAX];
    formula_numbers n = {.to = first, .mask = chooses ? pop_mask(b) : (formula_place){0}};
    if (strchr(info->operands, 'f')) // all components need the number, so it must be stored
        b->tail.is_possible = false;
    if (info->operands[0] == 'f') // the first result would overwrite it
        b->numbers[first].at = copy_number(b, first, b->number_count);
    for (uint32_t k = 0; k < width; k++, n.to++) {
        uint32_t from = first;
        n.count = 0;
        for (const char *letter = info->operands + chooses; *letter; letter++) {
            n.at[n.count++] = from + (op_is_vector(*letter) ? k : 0);
            from += op_width(*letter);
        }
        formula_place target = assigned_place(b, k);
        results[k] = number_result(b, info->each, &n, assigns ? &target : NULL);
    }
    b->number_count = first;
    for (uint32_t k = 0; k < width; k++)
        push_number(b, results[k].at, results[k].is_single);
}

// Add an operation that takes or gives a vector.
static void apply_to_vectors(builder *b, item_type op)
{
    const op_info *info = op_info_of(op);
    if (info->each)
        apply_each(b, op);
    else if (info->form == SYNTAX_SUFFIX)
        apply_part(b, op);
    else if (op_is_vector(info->operands[0]))
        apply_vectors(b, op);
    // else the components are on the stack already
}

static void formula_apply(builder *b, item_type op)
{
    if (op == OP_ENUM_TO_INT)
        return;
    op = without_enums(op);
    const op_info *info = op_info_of(op);
    uint32_t count = (uint32_t)strlen(info->operands);
    if (op_is_vector(info->result) || op_is_vector(info->operands[0]))
        apply_to_vectors(b, op);
    else if (mask_steps[op - OP_FIRST])
        apply_masks(b, op, count);
    else if (!is_choice(op))
        apply_numbers(b, op, count, (formula_place){0});
    else if (count == 1)
        turn_into_number(b, op);
    else
        apply_numbers(b, op, count - 1, pop_mask(b));
}

// Push numbers that are computed from the agents' state.
static void push_computed(builder *b, kernel *run)
{
    formula_place result = formula_register(b, b->number_count);
    formula_add(b, &(formula_step){.run = run, .result = result});
    push_number(b, result, false);
}

static void push_keys(builder *b, uint32_t column, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        operand key = number_key(b, column + k);
        push_number(b, key.at, key.is_single);
    }
}

#define LEAF_CONST_BOOL   push_mask(b, argument ? MOMENT(all) : MOMENT(none))
#define LEAF_CONST_INT    push_constant(b, argument)
#define LEAF_CONST_FLOAT  push_constant(b, argument)
#define LEAF_LOAD_BOOL    push_mask(b, bool_key(b, argument))
#define LEAF_LOAD_INT     push_keys(b, argument, 1)
#define LEAF_LOAD_FLOAT   push_keys(b, argument, 1)
#define LEAF_SHARED_BOOL  push_mask(b, bool_key(b, argument))
#define LEAF_SHARED_INT   push_keys(b, argument, 1)
#define LEAF_SHARED_FLOAT push_keys(b, argument, 1)
#define LEAF_TIME         push_number(b, MOMENT(time), true)
#define LEAF_DT           push_number(b, MOMENT(dt), true)
#define LEAF_TICK         push_number(b, MOMENT(tick), true)
#define LEAF_AGENT        push_computed(b, step_agent)
#define LEAF_RAND         push_computed(b, step_draw)
#define LEAF_CALL         break // a call is not a step (linked.h)
#define LEAF_CONST_ENUM   push_constant(b, argument & 0xff)
#define LEAF_LOAD_ENUM    push_keys(b, argument, 1)
#define LEAF_SHARED_ENUM  push_keys(b, argument, 1)
#define LEAF_LOAD_VEC2    push_keys(b, argument, 2)
#define LEAF_LOAD_VEC3    push_keys(b, argument, 3)
#define LEAF_SHARED_VEC2  push_keys(b, argument, 2)
#define LEAF_SHARED_VEC3  push_keys(b, argument, 3)
#define LEAF_TEXT         push_constant(b, argument)

// Push an operation without operands, by its name.
static void push_leaf(builder *b, item_type op, uint32_t argument)
{
    switch ((int)op) {
#define CASE(op, does)                                                                             \
    case OP_##op:                                                                                  \
        does;                                                                                      \
        break;

#define LEAF_OP(op, ...) CASE(op, LEAF_##op)
#include "ops.def"
    default: break;
    }
}

// ---- lists

// Add a step that gives numbers, and push these. A single value comes from single values only.
static void add_list_step(builder *b, formula_step *s, uint32_t width, bool is_single)
{
    uint32_t size = is_single ? 4 : b->stride * 4;
    formula_add(b, s);
    for (uint32_t k = 0; k < width; k++)
        push_number(b,
                    formula_place_of(formula_memory_of(s->result),
                                     (uint32_t)formula_offset_of(s->result) + k * size),
                    is_single);
}

// Add an operation on a list, given its place.
static void apply_list(builder *b, item_type op, uint32_t place)
{
    const op_info *info = op_info_of(op);
    operand list = number_key(b, list_column(place)), x = {0};
    bool is_flat = list.is_single || b->stride == 1;
    if (op == OP_COUNT) {
        push_number(b, list.at, list.is_single);
        return;
    }
    if (info->operands[0] == 'b')
        x.at = pop_mask(b);
    else
        x = b->numbers[--b->number_count];
    formula_step s = {.run = list_step(op, is_flat, x.is_single),
                      .a = x.at,
                      .b = list.at,
                      .code = (uint16_t)list_capacity(place)};
    if (info->result == 'b') {
        add_mask(b, &s);
        return;
    }
    bool gives_single = is_flat && x.is_single;
    bool assigns = b->is_last && b->assigns && info->form == SYNTAX_ELEMENT && !x.is_single;
    s.result = assigns        ? b->target
               : gives_single ? single_place(b, b->number_count)
                              : formula_register(b, b->number_count);
    add_list_step(b, &s, op_width(info->result), gives_single);
}

static uint32_t build_ops(builder *b, uint32_t index)
{
    for (;;) {
        uint64_t item = b->items[index];
        item_type op = item_type_of(item);
        b->is_last = item_flags(item) & ITEM_LAST;
        if (op_info_of(op)->argument == 'l')
            apply_list(b, op, item_argument(item));
        else if (op_info_of(op)->operands[0])
            formula_apply(b, op);
        else
            push_leaf(b, op, item_argument(item));
        index = item_end(item);
        if (b->is_last)
            return index;
    }
}

// Finish the assignment of a whole vector, after all values are computed. A value may be a
// component of the assigned key; it is copied first if an earlier assignment would overwrite it.
static void finish_vector(builder *b)
{
    kernel *const *assigns = b->kernels->assign[OP_LOAD_INT - OP_FIRST];
    for (uint32_t k = 1; k < b->number_count; k++)
        for (uint32_t before = 0; before < k; before++)
            if (is_same_place(b->numbers[k].at, assigned_place(b, before)))
                b->numbers[k].at = copy_number(b, k, k);
    for (uint32_t k = 0; k < b->number_count; k++) {
        formula_step s = {.run = assigns[b->numbers[k].is_single], .a = b->numbers[k].at};
        s.result = assigned_place(b, k);
        if (!is_same_place(s.a, s.result))
            formula_add(b, &s);
    }
}

// Finish an assignment: copy a value to the target unless an operation has written it there.
static void finish_assignment(builder *b)
{
    if (b->bool_count > 0)
        formula_add(
            b, &(formula_step){.run = step_assign_mask, .result = b->target, .a = b->bools[0]});
    else
        finish_vector(b);
}

// Finish a value: a number must be a column, a vector columns side by side, and a bool the mask
// that the last step returns.
static void finish_value(builder *b, uint32_t first_step)
{
    bool is_empty = b->count == first_step;
    for (uint32_t k = 0; k < b->number_count; k++)
        if (b->numbers[k].is_single)
            formula_spread(b, k);
    if (b->number_count > 0)
        gather_vector(b, 0, b->number_count);
    if (b->number_count > 0 && b->count == first_step)
        formula_add(b, &(formula_step){.run = step_nothing, .result = b->numbers[0].at});
    else if (b->bool_count > 0 && is_empty)
        add_mask(b, &(formula_step){.run = step_mask, .a = pop_mask(b)});
}

// Build the steps of one expression. They follow a head, which is removed if there is only one step
// that gives the value.
static uint32_t formula_build(builder *b, uint32_t index)
{
    uint32_t head = b->count++, first = index;
    b->number_count = b->bool_count = 0;
    index = build_ops(b, index);
    if (b->assigns)
        finish_assignment(b);
    else
        finish_value(b, head + 1);
    if (b->count == head + 1) // `set x = x`
        formula_add(b, &(formula_step){.run = step_nothing});
    bool is_one = b->last == head + 1 && (b->assigns || b->number_count == 0 ||
                                          is_same_place(b->numbers[0].at, b->last_result));
    formula_step *steps = steps_at(b, head);
    if (steps) {
        b->linked[first] = item_make((item_type)LINK_ROW, 0, index, head);
        for (uint32_t i = first + 1; i < index; i++)
            b->linked[i] = item_make(ITEM_INVALID, 0, i + 1, 0);
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
    return formula_build(b, index);
}

static void build_assignment(builder *b, uint32_t index, uint32_t column)
{
    b->assigns = true;
    b->target = column < b->shape->specification->number_columns ? number_key(b, column).at
                                                                 : bool_key(b, column);
    formula_build(b, index);
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

// Build the expressions of a node that changes a list.
static void build_list_node(builder *b, const node_view *v)
{
    if (v->at)
        build_value(b, v->at);
    for (uint32_t index = v->expression; index && index < v->end;)
        index = build_value(b, index);
}

static void build_node(builder *b, const node_view *v)
{
    uint32_t index = v->expression;
    if (node_has(v->type, 'L'))
        build_list_node(b, v);
    if (node_has(v->type, 'V'))
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

// Build an init. The init of a list appends a value.
static void build_init(builder *b, uint32_t index)
{
    uint32_t column = item_argument(b->items[index]);
    bool appends = b->has_lists && key_is_list(columns_key(b->shape, column));
    if (appends)
        b->linked[index] |= (uint64_t)LINK_APPENDS << 8;
    if (column < first_shared(b) && !appends)
        build_assignment(b, index + 1, column);
    else
        build_value(b, index + 1);
}

static bool has_lists(const gestalt_shape *shape)
{
    bool result = false;
    for (uint32_t i = 0; i < shape->key_count; i++)
        result = result || key_is_list(&shape->keys[i]);
    return result;
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
        build_init(b, i);
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
                 .has_lists = has_lists(shape),
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
