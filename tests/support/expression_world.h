// SPDX-License-Identifier: MIT
// A small world for tests of expressions: names with values, a shape that has them as keys, and two
// evaluators. Both were written independently of the compiler: one runs the operations on a stack,
// the other follows the language page over the syntax tree, with ints computed in 64 bits and
// floats in double (for a single float operation, rounding to double first changes nothing).
#ifndef EXPRESSION_WORLD_H
#define EXPRESSION_WORLD_H

#include "expression.h"
#include "image.h"

typedef struct world_value {
    char type; // 'b', 'i', 'f'; 'v' for a vec2, 'w' for a vec3; 0: none
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
    uint32_t columns[3 * WORLD_NAMES]; // bits
} world;

/// Makes the shape's keys and fills the columns.
void world_start(world *w);

/// 'b', 'i', 'f', 'v', 'w'
value_type world_type(char letter);

/// The lookup of an expression_scope; `user` is the world.
name_meaning world_lookup(void *user, const char *name);

uint32_t world_random(uint64_t *state);

/// Runs the operations. `draws` is the state of the random stream.
world_value world_run(const world *w, const expression_code *code, uint64_t draws);

/// Reads the value off the syntax tree.
world_value world_read(const expression *e, uint64_t *draws);

world_value world_to_float(world_value v);
bool world_same(world_value a, world_value b);
bool world_same_code(const expression_code *a, const expression_code *b);

/// Prints the expression at an index of the shape's items. False when the text is too large.
bool world_print_at(const world *w, uint32_t index, bool converts, char *text, size_t capacity);
/// Prints code as if it stood in a shape.
bool world_print(world *w, arena *a, const expression_code *code, bool converts, char *text,
                 size_t capacity);

#endif
