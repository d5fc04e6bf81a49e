// SPDX-License-Identifier: MIT
// Descriptions of single items, for a shape and for the linked stream (linked_show.c).
#ifndef SHOW_ASM_H
#define SHOW_ASM_H

#include "image.h"
#include "text.h"
#include "walk.h"

/// Print the argument of a head item, by its letter, with a leading space; or nothing.
void asm_head_argument(text_out *out, const gestalt_shape *shape, const node_view *view);

/// Return the letter of a node's raw operand, or NULL.
const char *asm_raw_letter(const node_view *view);

/// Print the meaning of a node's raw operand, if it has one.
void asm_raw(text_out *out, const gestalt_shape *shape, const node_view *view);

/// Print the pause of a loop that has one.
void asm_pause(text_out *out, const gestalt_shape *shape, const node_view *view);
void asm_list(text_out *out, const gestalt_shape *shape, const node_view *view);

/// Print an operation of an expression.
void asm_op(text_out *out, const gestalt_shape *shape, uint32_t index);

/// Print the head of an argument in a call of a host function.
void asm_argument(text_out *out, const gestalt_shape *shape, uint32_t host, uint32_t index);

void asm_weight(text_out *out, uint64_t item);
void asm_case(text_out *out, const gestalt_shape *shape, uint32_t index);
void asm_margin(text_out *out, uint64_t item);
void asm_init(text_out *out, const gestalt_shape *shape, uint64_t item);

#endif
