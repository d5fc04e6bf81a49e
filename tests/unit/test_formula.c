// SPDX-License-Identifier: MIT
// Kernels and formulas: every kernel of every set against scalar_op.h on edge values and random
// bits, and every operator with every kind of operand as a formula, against a stack machine.
#include "formula.h"
#include "memory.h"
#include "nodes.h"
#include "plan.h"
#include "scalar.h"
#include "scalar_op.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { LANES = 64, COLUMNS = 11, SCRATCH_SIZE = 16384, COHORT_SIZE = 8192, ITEMS_SIZE = 8192 };

static uint64_t random_state = 1;

static uint64_t random_bits(void)
{
    random_state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t x = random_state;
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static const uint32_t edges[] = {
    0,          1,          2,          3,          7,          10,         63,         64,
    100,        0x7FFFFFFF, 0x7FFFFFFE, 0x80000000, 0x80000001, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFC0,
    0x00010000, 0x40000000, 0xC0000000, 0x3F800000, 0xBF800000, 0x3F000000, 0x40490FDB, 0x7F800000,
    0xFF800000, 0x7FC00000, 0xFFC00001, 0x7F800001, 0x7F7FFFFF, 0x00800000, 0x007FFFFF, 0x4B000001,
    0xCB7FFFFF, 0x4EFFFFFF, 0x4F000000, 0xCF000000, 0xCF000001, 0x3FC00000, 0x40200000, 0xBFC00000,
};

// An edge value, a small number, or any bits.
static uint32_t random_value(bool is_float)
{
    uint64_t bits = random_bits();
    if (bits % 4 == 0)
        return (uint32_t)(bits >> 32);
    if (bits % 4 == 1) {
        int32_t small = (int32_t)(bits >> 40) % 200 - 100;
        return is_float ? scalar_float_bits((float)small / 4) : (uint32_t)small;
    }
    return edges[(bits >> 32) % (sizeof edges / sizeof *edges)];
}

static uint64_t random_lanes(uint32_t count)
{
    uint64_t all = count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
    uint64_t lanes = random_bits() % 3 == 0 ? all : random_bits() & all;
    return lanes ? lanes : 1;
}

// Return the observable bits of a number: every NaN is the same.
static uint32_t visible(char type, uint32_t bits)
{
    return type == 'f' ? scalar_canonical_bits(scalar_float_of_bits(bits)) : bits;
}

// Return a component of the result of an operation on vectors, from the bits of their components.
static uint32_t vector_value(item_type op, const uint32_t *u, const uint32_t *v, uint32_t component)
{
    uint32_t width = op_width(op_info_of(op)->operands[0]), bits[6], results[3];
    memcpy(bits, u, width * 4);
    memcpy(bits + width, v, width * 4);
    assert_true(scalar_op(op, bits, results));
    return results[component];
}

// ---- kernels. Operands are columns of a table, results the last column.

typedef struct table {
    _Alignas(64) uint32_t columns[COLUMNS + 2][LANES];
    uint64_t mask;
} table;

static table the_table, before;

enum { RESULT = COLUMNS - 1, PAIR = LANES * 4 };

static formula_place column(uint32_t number)
{
    return formula_place_of(MEMORY_SCRATCH, number * PAIR);
}

static const formula_frame the_frame = {
    .memory = {[MEMORY_SCRATCH] = (unsigned char *)&the_table,
               [MEMORY_MOMENT] = (unsigned char *)&the_table.mask}};

// Return whether a kernel works on whole vectors, that is, on the values of several columns.
static bool is_vector(item_type op)
{
    const op_info *info = op_info_of(op);
    return op_is_vector(info->operands[0]) && !info->each && info->form != SYNTAX_SUFFIX;
}

static bool is_float_operand(item_type op, uint32_t i)
{
    const char *operands = op_info_of(op)->operands;
    if (is_vector(op))
        return true;
    return operands[0] && operands[i < strlen(operands) ? i : 0] == 'f';
}

static void fill_table(item_type op)
{
    for (uint32_t c = 0; c < COLUMNS + 2; c++)
        for (uint32_t i = 0; i < LANES; i++)
            the_table.columns[c][i] = random_value(is_float_operand(op, c / 3));
    the_table.mask = random_bits();
    before = the_table;
}

static uint32_t operand_count(item_type op)
{
    if (op == OP_LOAD_INT)
        return 1;
    return (uint32_t)strlen(op_info_of(op)->operands) - (op_info_of(op)->operands[0] == 'b');
}

static bool is_number_op(item_type op)
{
    const op_info *info = op_info_of(op);
    if (info->argument == 'l')
        return false; // steps that read lists are not kernels (test_list_nodes.c)
    return op == OP_LOAD_INT || is_vector(op) || op == OP_SELECT_INT || op == OP_SELECT_FLOAT ||
           (info->operands[0] && !op_is_vector(info->result) &&
            !strpbrk(info->operands, "bevw")); // enums are computed as ints
}

static bool has_form(item_type op, unsigned form)
{
    if (!is_number_op(op))
        return false;
    if (op == OP_LOAD_INT)
        return form <= KERNEL_SINGLE_A;
    if (is_vector(op) && operand_count(op) == 2)
        return form == KERNEL_COLUMNS || form == KERNEL_SINGLE_B;
    if (op == OP_SELECT_INT || op == OP_SELECT_FLOAT)
        return form <= (KERNEL_SINGLE_A | KERNEL_SINGLE_B);
    switch (operand_count(op)) {
    case 1: return form == KERNEL_COLUMNS;
    case 2: return form <= KERNEL_SINGLE_B;
    default: return form == KERNEL_COLUMNS || form == KERNEL_SINGLE_B;
    }
}

static uint32_t scalar_value(item_type op, const uint32_t *operands)
{
    uint32_t result = 0;
    if (!scalar_op(op, operands, &result))
        fail_msg("%s is no function of its operands", op_info_of(op)->enumerator);
    return result;
}

// Return the result of the operation for a lane. The next component of a vector is in the next
// value, or `count` values further. A third operand is single if the second one is.
static uint32_t expected_value(item_type op, unsigned form, uint32_t count, uint32_t lane,
                               uint32_t component)
{
    uint32_t v[3][3];
    const uint32_t *values = &before.columns[0][0];
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = 0; k < 3; k++)
            v[i][k] = values[i * 3 * LANES + (form >> (i < 2 ? i : 1) & 1 ? k : lane + k * count)];
    if (op == OP_LOAD_INT)
        return v[0][0];
    if (is_vector(op))
        return vector_value(op, v[0], v[1], component);
    uint32_t plain[3] = {v[0][0], v[1][0], v[2][0]};
    uint32_t choice[3] = {before.mask >> lane & 1, v[0][0], v[1][0]};
    bool is_choice = op_info_of(op)->operands[0] == 'b';
    return scalar_value(op, is_choice ? choice : plain);
}

static void check_column(const char *set, item_type op, unsigned form, uint32_t count,
                         uint64_t lanes)
{
    char type = op == OP_LOAD_INT || op_info_of(op)->result == 'i' ? 'i' : 'f';
    uint32_t width = op_width(op_info_of(op)->result);
    for (uint32_t lane = 0; lane < 3 * LANES; lane++) {
        uint32_t was = (&before.columns[RESULT][0])[lane];
        uint32_t is = (&the_table.columns[RESULT][0])[lane];
        bool changes = lane < width * count && lanes >> lane % count & 1;
        uint32_t expected =
            changes ? expected_value(op, form, count, lane % count, lane / count) : was;
        if (changes ? visible(type, is) != visible(type, expected) : is != was)
            fail_msg("%s: %s, form %u, %u lanes, lane %u: %08x instead of %08x", set,
                     op_info_of(op)->enumerator, form, (unsigned)count, (unsigned)lane,
                     (unsigned)is, (unsigned)expected);
    }
}

static void check_mask(const char *set, item_type op, unsigned form, uint32_t count, uint64_t lanes,
                       uint64_t mask)
{
    for (uint32_t lane = 0; lane < count; lane++)
        if (lanes >> lane & 1 && (mask >> lane & 1) != expected_value(op, form, count, lane, 0))
            fail_msg("%s: %s, form %u, %u lanes, lane %u is wrong", set, op_info_of(op)->enumerator,
                     form, (unsigned)count, (unsigned)lane);
}

static void check_kernel(const kernels *k, item_type op, unsigned form, uint32_t count)
{
    bool is_choice = op_info_of(op)->operands[0] == 'b';
    formula_step s = {.result = column(RESULT),
                      .a = column(0),
                      .b = column(3),
                      .c = is_choice ? formula_place_of(MEMORY_MOMENT, 0) : column(6),
                      .count = (uint8_t)count};
    for (int round = 0; round < 30; round++) {
        uint64_t lanes = random_lanes(count);
        fill_table(op);
        uint64_t mask = k->run[op - OP_FIRST][form](&s, &the_frame, lanes);
        if (op_info_of(op)->result == 'b') {
            check_mask(k->name, op, form, count, lanes, mask);
            continue;
        }
        uint64_t all = count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
        check_column(k->name, op, form, count, all);
        fill_table(op);
        k->assign[op - OP_FIRST][form](&s, &the_frame, lanes);
        check_column(k->name, op, form, count, lanes);
    }
}

static void check_set(const kernels *k, bool is_one)
{
    for (item_type op = OP_FIRST; op < OP_TYPE_END; op++)
        for (unsigned form = 0; form < KERNEL_FORMS; form++) {
            bool has = has_form(op, form) && (!is_one || form == KERNEL_COLUMNS);
            bool answers = op_info_of(op)->result == 'b';
            if ((k->run[op - OP_FIRST][form] != NULL) != has ||
                (k->assign[op - OP_FIRST][form] != NULL) != (has && !answers))
                fail_msg("%s: %s, form %u is %s", k->name, op_info_of(op)->enumerator, form,
                         has ? "missing" : "too much");
            for (uint32_t count = is_one ? 1 : 16; has && count <= (is_one ? 1 : 64); count += 16)
                check_kernel(k, op, form, count);
        }
}

static void test_kernels(void **state)
{
    (void)state;
    check_set(&kernels_one, true);
    for (size_t i = 0; kernels_all[i]; i++)
        if (kernels_all[i]->is_supported())
            check_set(kernels_all[i], false);
}

// ---- chains

static bool has_link(item_type op, unsigned form)
{
    if (!has_form(op, KERNEL_COLUMNS) || op == OP_LOAD_INT || is_vector(op) ||
        op_info_of(op)->operands[0] == 'b' || (op >= OP_SIN && op <= OP_LOG) || op == OP_LERP)
        return false;
    if (op == OP_DIVIDE_INT || op == OP_MODULO_INT || operand_count(op) == 3)
        return form == LINK_SINGLE;
    return operand_count(op) == 2 || form == LINK_COLUMN;
}

// Run a chain of one link, and compare it with the kernel for the same operands.
static void check_link(const kernels *k, item_type op, unsigned form)
{
    bool is_reversed = form & LINK_REVERSED, is_single = form & LINK_SINGLE;
    unsigned like = !is_single ? 0u : is_reversed ? KERNEL_SINGLE_A : KERNEL_SINGLE_B;
    formula_step steps[2] = {
        {.a = column(is_reversed ? 3 : 0), .result = column(RESULT), .count = 64, .links = 1},
        {.b = column(is_reversed ? 0 : 3), .c = column(6), .code = (uint16_t)LINK_CODE(op, form)}};
    for (int round = 0; round < 60; round++) {
        uint64_t lanes = random_lanes(64);
        bool answers = op_info_of(op)->result == 'b';
        steps[0].code = (uint16_t)(answers     ? CHAIN_ANSWERS
                                   : round % 2 ? CHAIN_STORES
                                               : CHAIN_ASSIGNS);
        fill_table(op);
        uint64_t mask = k->chain(steps, &the_frame, lanes);
        if (answers)
            check_mask(k->name, op, like, 64, lanes, mask);
        else
            check_column(k->name, op, like, 64, round % 2 ? ~UINT64_C(0) : lanes);
    }
}

static void test_chains(void **state)
{
    (void)state;
    for (size_t i = 0; kernels_all[i]; i++) {
        const kernels *k = kernels_all[i];
        for (item_type op = OP_FIRST; k->chain && k->is_supported() && op < OP_TYPE_END; op++)
            for (unsigned form = 0; form < LINK_FORMS; form++) {
                if (k->links[LINK_CODE(op, form)] != has_link(op, form))
                    fail_msg("%s: the link %s, form %u is missing or too much", k->name,
                             op_info_of(op)->enumerator, form);
                if (has_link(op, form))
                    check_link(k, op, form);
            }
    }
}

// ---- formulas

typedef struct scene {
    gestalt_shape *shape;
    const gestalt_specification *spec;
    cohort_layout layout;
    formulas *formulas;
    uint64_t linked[ITEMS_SIZE];
    formula_frame frame;
    uint32_t shared[12];
    uint64_t shared_bools[4];
    formula_moment moment;
    _Alignas(64) unsigned char cohort[COHORT_SIZE], was[COHORT_SIZE];
    _Alignas(64) unsigned char scratch[SCRATCH_SIZE];
} scene;

static scene the_scene;

static const char document[] =
    "{\"gestalt\":1,\"name\":\"f\",\"blackboard\":{\"i\":\"int\",\"j\":\"int\",\"x\":\"float\","
    "\"y\":\"float\",\"u\":\"vec2\",\"v\":\"vec2\",\"p\":\"vec3\",\"q\":\"vec3\","
    "\"b\":\"bool\",\"c\":\"bool\","
    "\"si\":{\"type\":\"int\",\"shared\":true},\"sx\":{\"type\":\"float\",\"shared\":true},"
    "\"su\":{\"type\":\"vec2\",\"shared\":true},\"sv\":{\"type\":\"vec2\",\"shared\":true},"
    "\"sp\":{\"type\":\"vec3\",\"shared\":true},\"sq\":{\"type\":\"vec3\",\"shared\":true},"
    "\"sb\":{\"type\":\"bool\",\"shared\":true}},\"root\":{%s}}";

static void scene_start(scene *s, const char *root)
{
    char text[4000];
    int size = snprintf(text, sizeof text, document, root);
    if (gestalt_compile_text("f", text, (size_t)size, NULL, &s->shape, NULL, NULL) != GESTALT_OK)
        fail_msg("%s does not compile", root);
    s->spec = s->shape->specification;
}

static void scene_fill(scene *s)
{
    uint32_t stride = s->layout.stride;
    for (uint32_t i = 0; i < COHORT_SIZE; i++)
        s->cohort[i] = (unsigned char)random_bits();
    for (uint32_t c = 0; c < s->spec->number_columns; c++)
        for (uint32_t i = 0; i < stride; i++) {
            uint32_t bits = random_value(c >= 2);
            memcpy(s->cohort + s->layout.numbers + (c * stride + i) * 4, &bits, 4);
        }
    memcpy(s->was, s->cohort, COHORT_SIZE);
    for (uint32_t i = 0; i < 12; i++)
        s->shared[i] = random_value(i >= 1);
    s->shared_bools[0] = random_bits() % 2 ? ~UINT64_C(0) : 0;
    s->moment = (formula_moment){.all = ~UINT64_C(0),
                                 .time = 12.5f,
                                 .dt = 0.1f,
                                 .tick = (int32_t)(random_bits() >> 40),
                                 .one = 1,
                                 .one_float = 1};
}

static void scene_lay_out(scene *s, const kernels *k, uint32_t lanes)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    plan *p = plan_create(s->shape, &allocator);
    assert_non_null(p);
    assert_true(cohort_layout_make(p, lanes, GESTALT_STATES_AUTO, &s->layout));
    assert_true(s->shape->specification->item_count <= ITEMS_SIZE);
    s->formulas = formulas_create(s->shape, &s->layout, k, s->linked, &allocator);
    assert_non_null(s->formulas);
    assert_true(s->layout.size <= COHORT_SIZE && s->formulas->scratch_size <= SCRATCH_SIZE);
    plan_destroy(p, &allocator);
    s->frame =
        (formula_frame){.memory = {[MEMORY_COHORT] = s->cohort,
                                   [MEMORY_SCRATCH] = s->scratch,
                                   [MEMORY_CONSTANTS] = (unsigned char *)s->formulas->constants,
                                   [MEMORY_MOMENT] = (unsigned char *)&s->moment,
                                   [MEMORY_SHARED_NUMBERS] = (unsigned char *)s->shared,
                                   [MEMORY_SHARED_BOOLS] = (unsigned char *)s->shared_bools}};
}

static uint32_t own_value(const scene *s, const unsigned char *memory, uint32_t key, uint32_t lane)
{
    uint32_t bits, numbers = s->spec->number_columns;
    uint64_t mask;
    if (key < numbers) {
        memcpy(&bits, memory + s->layout.numbers + (key * s->layout.stride + lane) * 4, 4);
        return bits;
    }
    memcpy(&mask, memory + s->layout.bools + (size_t)(key - numbers) * 8, 8);
    return mask >> lane & 1;
}

static uint32_t key_value(const scene *s, uint32_t key, uint32_t lane)
{
    uint32_t own = s->spec->number_columns + s->spec->bool_columns;
    if (key < own)
        return own_value(s, s->was, key, lane);
    if (key < own + s->spec->shared_number_columns)
        return s->shared[key - own];
    return s->shared_bools[key - own - s->spec->shared_number_columns] & 1;
}

static uint32_t leaf_value(const scene *s, uint64_t item, uint32_t lane)
{
    uint32_t argument = item_argument(item);
    switch ((int)item_type_of(item)) {
    case OP_CONST_BOOL:
    case OP_CONST_INT:
    case OP_CONST_FLOAT: return argument;
    case OP_TIME: return scalar_float_bits(s->moment.time);
    case OP_DT: return scalar_float_bits(s->moment.dt);
    case OP_TICK: return (uint32_t)s->moment.tick;
    default: return key_value(s, argument, lane);
    }
}

static uint32_t expression_value(const scene *s, uint32_t index, uint32_t lane, char *type)
{
    uint32_t stack[64], depth = 0;
    for (;; index++) {
        uint64_t item = s->shape->items[index];
        const op_info *info = op_info_of(item_type_of(item));
        uint32_t width = op_width(info->result), results[3];
        depth -= op_operands_width(info);
        if (info->operands[0])
            assert_true(scalar_op(item_type_of(item), &stack[depth], results));
        for (uint32_t k = 0; !info->operands[0] && k < width; k++)
            results[k] =
                width > 1 ? key_value(s, item_argument(item) + k, lane) : leaf_value(s, item, lane);
        memcpy(&stack[depth], results, width * sizeof *results);
        depth += width;
        *type = info->result;
        if (item_flags(item) & ITEM_LAST)
            return stack[0];
    }
}

// The names of the operations in the formula after the first item.
static const char *operations_of(const scene *s)
{
    static char text[1000];
    size_t size = 0;
    for (uint32_t index = 1; size < sizeof text; index++) {
        uint64_t item = s->shape->items[index];
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%s", size ? " " : "",
                                 op_info_of(item_type_of(item))->enumerator);
        if (item_flags(item) & ITEM_LAST)
            break;
    }
    return text;
}

// Run the formula after the first item. `target` is a key, or negative if the value is returned.
static void check_formula(scene *s, const char *text, const char *set, int target)
{
    uint64_t lanes = random_lanes(s->layout.lanes);
    scene_fill(s);
    const formula_step *f = s->formulas->steps + item_argument(s->linked[1]);
    uint64_t mask = f->run(f, &s->frame, lanes);
    for (uint32_t lane = 0; lane < s->layout.lanes; lane++) {
        char type;
        uint32_t expected = expression_value(s, 1, lane, &type), is;
        bool runs = lanes >> lane & 1;
        if (target >= 0)
            is = own_value(s, s->cohort, (uint32_t)target, lane);
        else if (type == 'b')
            is = mask >> lane & 1;
        else
            memcpy(&is, (unsigned char *)formula_at(&s->frame, f->result) + lane * 4, 4);
        if (!runs)
            expected = target >= 0 ? own_value(s, s->was, (uint32_t)target, lane) : is;
        if (visible(type, is) != visible(type, expected))
            fail_msg("%s: `%s` (%s), %u lanes, lane %u (%s): %08x instead of %08x", set, text,
                     operations_of(s), (unsigned)s->layout.lanes, (unsigned)lane,
                     runs ? "runs" : "does not run", (unsigned)is, (unsigned)expected);
    }
    for (uint32_t key = 0; key < s->spec->number_columns + s->spec->bool_columns; key++)
        for (uint32_t lane = 0; (int)key != target && lane < s->layout.lanes; lane++)
            if (own_value(s, s->cohort, key, lane) != own_value(s, s->was, key, lane))
                fail_msg("%s: `%s` (%s) changes column %u", set, text, operations_of(s),
                         (unsigned)key);
}

static void check_root(const char *root, const char *text, int target)
{
    static const uint32_t lanes[] = {1, 3, 17, 40, 64};
    gestalt_allocator allocator = memory_allocator(NULL);
    scene_start(&the_scene, root);
    for (size_t k = 0; kernels_all[k]; k++)
        for (size_t i = 0; kernels_all[k]->is_supported() && i < 5; i++) {
            scene_lay_out(&the_scene, kernels_all[k], lanes[i]);
            check_formula(&the_scene, text, kernels_all[k]->name, target);
            formulas_destroy(the_scene.formulas, &allocator);
        }
    gestalt_shape_destroy(the_scene.shape);
}

// Check a text as a value and as an assigned value. `type` is the type of its value.
static void check_text(const char *text, char type)
{
    static const struct {
        const char *key;
        int column;
    } targets[] = {{"i", 0}, {"y", 3}, {"c", 15}};
    char root[1000];
    int target = type == 'i' ? 0 : type == 'f' ? 1 : 2;
    snprintf(root, sizeof root,
             type == 'b' ? "\"type\":\"condition\",\"if\":\"%s\""
                         : "\"type\":\"utility\",\"scores\":[\"%s\"],\"children\":[{\"type\":"
                           "\"success\"}]",
             text);
    check_root(root, text, -1);
    snprintf(root, sizeof root, "\"type\":\"set\",\"key\":\"%s\",\"to\":\"%s\"",
             targets[target].key, text);
    check_root(root, text, targets[target].column);
}

// Every kind of operand: keys, constants, values shared by all lanes, and computed values.
static const char *const ints[] = {"i", "j", "7", "-64", "si", "tick", "(j + 3)", "(si * 3)"};
static const char *const floats[] = {"x",         "y",        "2.5",       "sx",
                                     "(x * 0.5)", "(dt - x)", "length(u)", "distance(u, sv)",
                                     "(sx + dt)", "float(i)", "length(su)"};
static const char *const bools[] = {"b", "c", "true", "sb", "(i < 3)", "(x > y)", "!c"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void check_pairs(const char *const *operands, size_t count, const char *const *patterns,
                        size_t pattern_count, char type)
{
    char text[200];
    for (size_t p = 0; p < pattern_count; p++)
        for (size_t a = 0; a < count; a++)
            for (size_t b = 0; b < count; b++) {
                snprintf(text, sizeof text, patterns[p], operands[a], operands[b]);
                check_text(text, type);
            }
}

static void test_int_operands(void **state)
{
    (void)state;
    static const char *const numbers[] = {"%s + %s",  "%s - %s",     "%s * %s",    "%s / %s",
                                          "%s %% %s", "min(%s, %s)", "max(%s, %s)"};
    static const char *const answers[] = {"%s < %s",  "%s <= %s", "%s > %s",
                                          "%s >= %s", "%s == %s", "%s != %s"};
    check_pairs(ints, COUNT(ints), numbers, COUNT(numbers), 'i');
    check_pairs(ints, COUNT(ints), answers, COUNT(answers), 'b');
}

static void test_float_operands(void **state)
{
    (void)state;
    static const char *const numbers[] = {"%s + %s", "%s - %s",     "%s * %s",
                                          "%s / %s", "min(%s, %s)", "max(%s, %s)"};
    static const char *const answers[] = {"%s < %s",  "%s <= %s", "%s > %s",
                                          "%s >= %s", "%s == %s", "%s != %s"};
    check_pairs(floats, COUNT(floats), numbers, COUNT(numbers), 'f');
    check_pairs(floats, COUNT(floats), answers, COUNT(answers), 'b');
}

static void test_bool_operands(void **state)
{
    (void)state;
    static const char *const answers[] = {"%s && %s", "%s || %s", "%s == %s", "%s != %s",
                                          "%s ? %s : sb"};
    static const char *const numbers[] = {"%s ? i : int(%s)", "%s ? si : int(%s)",
                                          "%s ? 3 + int(%s) : 4"};
    check_pairs(bools, COUNT(bools), answers, COUNT(answers), 'b');
    check_pairs(bools, COUNT(bools), numbers, COUNT(numbers), 'i');
}

static const struct {
    const char *text;
    char type;
} texts[] = {
    {"i", 'i'},
    {"j", 'i'},
    {"y", 'f'},
    {"c", 'b'},
    {"5", 'i'},
    {"si", 'i'},
    {"sb", 'b'},
    {"true", 'b'},
    {"time", 'f'},
    {"i * 7 % 64 == 7", 'b'},
    {"i * 7 % 10 / 3", 'i'},
    {"clamp(i + 1, 0, 100)", 'i'},
    {"clamp(i, j, 100)", 'i'},
    {"clamp(i, 0, j)", 'i'},
    {"clamp(7, i, j)", 'i'},
    {"clamp(7, 3, j)", 'i'},
    {"clamp(7, i, 8)", 'i'},
    {"clamp(si, 3, 8)", 'i'},
    {"clamp(x + 1, 0, 100)", 'f'},
    {"clamp(x, sx, y + 1)", 'f'},
    {"clamp(1, 0, x * 2)", 'f'},
    {"abs(i - j) < 5", 'b'},
    {"abs(x - y) * 2 < distance(u, v)", 'b'},
    {"-abs(-i)", 'i'},
    {"-abs(-x)", 'f'},
    {"floor(x * 3) + ceil(y) - sqrt(x + 1)", 'f'},
    {"round(x * 3) - sign(y) * sign(i - j)", 'f'},
    {"sin(x) * cos(y * 1e30) + atan2(x, y)", 'f'},
    {"atan2(x, 1) + atan2(sx, y) + atan2(sx, 2)", 'f'},
    {"exp(x) < 1 || log(abs(y)) > sx", 'b'},
    {"int(x * 1e9) + int(b)", 'i'},
    {"int(float(i) * 1.5)", 'i'},
    {"float(b) + float(sb)", 'f'},
    {"int(sb)", 'i'},
    {"(i + 1) * (j + 2) - (i - 3) * (j - 4)", 'i'},
    {"1 - (2 - (3 - (i - 5)))", 'i'},
    {"x / (1 / (y / (2 / x)))", 'f'},
    {"min(3, min(x * 2, max(y, 1) - 1)) > 0.5", 'b'},
    {"3 > i + 1 && 4 <= j * 2 || !(5 == i - j)", 'b'},
    {"b ? i + 1 : j * 2", 'i'},
    {"x < y ? x + 1 : sx", 'f'},
    {"sb ? 1 : 2", 'i'},
    {"length(u) + length(su) - distance(su, sv)", 'f'},
    {"distance(v, su) < 3", 'b'},
    {"dot(u, v) * dot(su, u) + dot(v, v) - dot(su, sv)", 'f'},
    {"length(p) - length(sp)", 'f'},
    {"distance(p, q) + distance(sp, q) - distance(q, sp)", 'f'},
    {"distance(sp, sq)", 'f'},
    {"dot(p, q) + dot(sp, q) * dot(q, sq) - dot(sp, sq)", 'f'},
    {"dot(p, p)", 'f'},
    {"x + y * dt", 'f'},
    {"tick / 7 % 5 == i % 5", 'b'},
    {"i / -1", 'i'},
    {"i % -64", 'i'},
    {"i % 1000", 'i'},
    {"i % 64 == 0", 'b'},
    {"i * 3 % 8 == 5", 'b'},
    {"i * 3 % 8 == -3", 'b'},
    {"i * 3 % 8 == -8", 'b'},
    {"i * 3 % 8 == 8", 'b'},
    {"i * 3 % -8 == 0", 'b'},
    {"(i + j) % 2 == si % 2", 'b'},
    {"(i + 1) % 1 == 0", 'b'},
    {"(i + 1) % 0 == 0", 'b'},
    {"(i + 1) % (-2147483647 - 1) == 7", 'b'},
    {"(i + 1) % (-2147483647 - 1) == -2147483647", 'b'},
    {"i / si % si", 'i'},
    {"(i + 1) % si", 'i'},
    {"(i + 1) / si", 'i'},
};

static void test_texts(void **state)
{
    (void)state;
    for (int round = 0; round < 10; round++)
        for (size_t i = 0; i < COUNT(texts); i++)
            check_text(texts[i].text, texts[i].type);
}

// An assignment to a component of a vector that the expression also reads.
static void test_overlap(void **state)
{
    (void)state;
    for (int round = 0; round < 10; round++) {
        check_root("\"type\":\"set\",\"key\":\"u.x\",\"to\":\"length(u)\"", "length(u)", 4);
        check_root("\"type\":\"set\",\"key\":\"u.y\",\"to\":\"distance(v, u)\"", "distance(v, u)",
                   5);
        check_root("\"type\":\"set\",\"key\":\"v.y\",\"to\":\"v.y * 2 - v.x\"", "v.y * 2 - v.x", 7);
        check_root("\"type\":\"set\",\"key\":\"p.x\",\"to\":\"length(p)\"", "length(p)", 8);
        check_root("\"type\":\"set\",\"key\":\"p.z\",\"to\":\"dot(q, p)\"", "dot(q, p)", 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels),       cmocka_unit_test(test_chains),
        cmocka_unit_test(test_int_operands),  cmocka_unit_test(test_float_operands),
        cmocka_unit_test(test_bool_operands), cmocka_unit_test(test_texts),
        cmocka_unit_test(test_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
