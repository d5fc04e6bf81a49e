// SPDX-License-Identifier: MIT
// A small world for tests of expressions: names with values, a shape with these names as keys, and
// two evaluators. Both were written independently of the compiler. One runs the operations on a
// stack; the other evaluates the syntax tree as the language page describes. They compute ints in
// 64 bits and floats in double, which changes nothing: a single float operation gives the same
// result if it is rounded to double first.
#ifndef EXPRESSION_WORLD_H
#define EXPRESSION_WORLD_H

#include "expression.h"
#include "image.h"

typedef struct world_value {
    char type; // 'b', 'i', 'f'; 'v' for a vec2, 'w' for a vec3; 0: no such name
    int32_t integer;
    float number, second, third;
} world_value;

enum { WORLD_NAMES = 20, WORLD_TICK = 100, WORLD_AGENT = -2 };
#define WORLD_TIME 12.5f
#define WORLD_DT   0.1f

typedef struct world {
    gestalt_shape shape;
    gestalt_specification specification;
    image_key keys[WORLD_NAMES];
    char strings[256];
    uint32_t columns[3 * WORLD_NAMES]; // bits of the values
} world;

/// Make the shape's keys and fill the columns.
void world_start(world *w);

/// The type for a letter: 'b', 'i', 'f', 'v' or 'w'.
value_type world_type(char letter);

/// The lookup function of an expression_scope; `user` is the world.
name_meaning world_lookup(void *user, const char *name);

uint32_t world_random(uint64_t *state);

/// Run the operations. `draws` is the state of the random stream.
world_value world_run(const world *w, const expression_code *code, uint64_t draws);

/// Evaluate the syntax tree.
world_value world_read(const expression *e, uint64_t *draws);

world_value world_to_float(world_value v);
bool world_same(world_value a, world_value b);
bool world_same_code(const expression_code *a, const expression_code *b);

/// Print the expression that starts at an index of the shape's items. Return false if the text is
/// too long.
bool world_print_at(const world *w, uint32_t index, bool converts, char *text, size_t capacity);
/// Print code as if it were stored in a shape.
bool world_print(world *w, arena *a, const expression_code *code, bool converts, char *text,
                 size_t capacity);

#endif
