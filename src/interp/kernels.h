// SPDX-License-Identifier: MIT
// Operations on columns: the arithmetic of scalar.h, for all lanes at once. The same source
// (kernels_body.h) is compiled once for each instruction set; all give the same bits.
//
// A kernel does one step of a formula (formula.h). It finds its operands through the frame: columns
// of `count` values (a multiple of 16, up to 64), or a single value that is the same for all lanes.
// There is a kernel for each operation and each form of its operands; it either fills a column, or
// changes the lanes of the agents' own column that it is told (`assign`), or answers a mask.
#ifndef KERNELS_H
#define KERNELS_H

#include "floats_check.h"
#include "item.h"

#include <stddef.h>

/// The memory that an operand lies in.
enum formula_memory {
    MEMORY_COHORT,  // columns and masks of the agents
    MEMORY_SCRATCH, // results: masks (the first for answers that are none), then numbers
    MEMORY_CONSTANTS,
    MEMORY_MOMENT, // the time, and values that are always the same (formula_moment)
    MEMORY_SHARED_NUMBERS,
    MEMORY_SHARED_BOOLS,
    MEMORY_COUNT,
};

/// The memory that a formula works on, of one cohort and one thread.
typedef struct formula_frame {
    unsigned char *memory[MEMORY_COUNT];
    struct interp *owner;
} formula_frame;

/// The place of a column, a single value or a mask: the memory in the lower 3 bits, above them the
/// offset in units of 4 bytes.
typedef struct formula_place {
    uint32_t bits;
} formula_place;

typedef struct formula_step formula_step;

/// Does a step for some lanes, at least one. The answer is the step's mask, where it makes one; its
/// bits outside of `lanes` mean nothing.
typedef uint64_t kernel(const formula_step *s, const formula_frame *f, uint64_t lanes);

// Two of them fit into a cache line: a shape has many, and each tick reads them all.
struct formula_step {
    kernel *run;
    formula_place result;  // of a number; of a mask where it is assigned
    formula_place a, b, c; // operands, as far as the operation has them; of a call, `a` is its item
    uint8_t count;         // values of a column
    uint8_t mask;          // where a list of steps keeps the answer: in the scratch memory's masks
    uint8_t is_last;       // of its list
    uint16_t links;        // of a chain: how many steps behind this one belong to it
    uint16_t code;         // of a link; of a chain, what becomes of its value
};
_Static_assert(sizeof(formula_step) == 32, "half a cache line");

/// The forms of operands: which of them are single values, as bits. If a table lacks a form, it has
/// the one with fewer single values. The bounds of a clamp, `b` and `c`, are single together.
enum kernel_form {
    KERNEL_COLUMNS = 0,
    KERNEL_SINGLE_A = 1,
    KERNEL_SINGLE_B = 2,
    KERNEL_FORMS = 4,
};

/// A chain is a row of operations, each of which works on the result of the one before it. It is
/// one kernel, which keeps what it works on in registers. It starts with the column `a`. A link has
/// one operation, and the other operand, if there is one, in `b` (of a clamp, `b` and `c`).
enum link_form {
    LINK_COLUMN = 0, // the other operand
    LINK_SINGLE = 1,
    LINK_REVERSED = 2, // the other operand comes first
    LINK_FORMS = 4,
};
#define LINK_CODE(op, form) ((uint32_t)((op)-OP_FIRST) * LINK_FORMS + (uint32_t)(form))

enum chain_end {
    CHAIN_ANSWERS, // a mask: the last link is a comparison
    CHAIN_STORES,
    CHAIN_ASSIGNS,
};

typedef struct kernels {
    const char *name;
    bool (*is_supported)(void);
    floats_compute *compute; // as this set is compiled
    // By operation and form. OP_LOAD_INT stands for taking over a value as it is. A choice has its
    // mask in `c`.
    kernel *run[OP_TYPE_END - OP_FIRST][KERNEL_FORMS];
    kernel *assign[OP_TYPE_END - OP_FIRST][KERNEL_FORMS]; // of those that make numbers
    // For columns of 64 values. NULL where there are no chains.
    kernel *chain;
    bool links[(OP_TYPE_END - OP_FIRST) * LINK_FORMS]; // which there are, by code

    // For columns anywhere. `count` is 1 or a multiple of 16. Bits where a mask is set, else bits
    // of `b`.
    void (*select)(void *result, uint64_t mask, const void *a, const void *b, uint32_t count);
    void (*ones_int)(void *result, uint64_t mask, uint32_t count);
    void (*fill)(void *result, uint32_t bits, uint32_t count);
} kernels;

/// All sets that this build has, the best last; ends with NULL. The first is plain C, which every
/// machine supports.
extern const kernels *const kernels_all[];

/// For columns of one value, on every machine. It has the form KERNEL_COLUMNS only.
extern const kernels kernels_one;

/// The best set that the machine supports.
const kernels *kernels_best(void);

/// Writes the names of the sets that this machine has, as "plain, avx2".
void kernels_list(char *text, size_t size);

static inline formula_place formula_place_of(enum formula_memory memory, uint32_t offset)
{
    return (formula_place){offset / 4 << 3 | (uint32_t)memory};
}

static inline enum formula_memory formula_memory_of(formula_place p)
{
    return (enum formula_memory)(p.bits & 7);
}

static inline size_t formula_offset_of(formula_place p)
{
    return (size_t)(p.bits >> 3) * 4;
}

static inline void *formula_at(const formula_frame *f, formula_place p)
{
    return f->memory[formula_memory_of(p)] + formula_offset_of(p);
}

#endif
