// SPDX-License-Identifier: MIT
// Kernels: operations on columns, with the arithmetic of scalar.h, for all lanes at once. The same
// source (kernels_body.h) is compiled once for each instruction set, with identical results.
//
// A kernel carries out one step of a formula (formula.h). The frame locates its operands: columns
// of `count` values (a multiple of 16, up to 64), or a single value that is the same for all lanes.
// There is a kernel for each operation and each form of its operands. It fills a column, changes
// the given lanes of a column of the agents (`assign`), or returns a mask.
#ifndef KERNELS_H
#define KERNELS_H

#include "floats_check.h"
#include "item.h"

#include <stddef.h>

/// The memory that contains an operand.
enum formula_memory {
    MEMORY_COHORT,  // columns and masks of the agents
    MEMORY_SCRATCH, // results: masks (the first is for kernels without a mask), then numbers
    MEMORY_CONSTANTS,
    MEMORY_MOMENT, // the time, and constant values (formula_moment)
    MEMORY_SHARED_NUMBERS,
    MEMORY_SHARED_BOOLS,
    MEMORY_COUNT,
};

/// Memory that a formula uses, for one cohort and one thread.
typedef struct formula_frame {
    unsigned char *memory[MEMORY_COUNT];
    struct interp *owner;
} formula_frame;

/// Location of a column, a single value or a mask: the memory in the lower 3 bits, above them the
/// offset in units of 4 bytes.
typedef struct formula_place {
    uint32_t bits;
} formula_place;

typedef struct formula_step formula_step;

/// Carry out a step for some lanes, at least one. Returns the mask that the step computes, if it
/// does; bits outside of `lanes` are undefined.
typedef uint64_t kernel(const formula_step *s, const formula_frame *f, uint64_t lanes);

// Two steps fit into a cache line: a shape has many of them, and each tick reads them all.
struct formula_step {
    kernel *run;
    formula_place result;  // location of a number; of a mask if it is assigned
    formula_place a, b, c; // operands that the operation has; for a call, `a` is its item
    uint8_t count;         // number of values in a column
    uint8_t mask;          // in a list of steps: index in the scratch memory's masks for the result
    uint8_t is_last;       // whether this is the last step of its list
    uint16_t links;        // for a chain: number of steps after this one that belong to it
    uint16_t code;         // code of a link; for a chain, a chain_end
};
_Static_assert(sizeof(formula_step) == 32, "half a cache line");

/// Forms of operands: a bit for each operand that is a single value. If a table lacks a form, use
/// the one with fewer single values. The bounds of a clamp, `b` and `c`, are either both single or
/// both columns.
enum kernel_form {
    KERNEL_COLUMNS = 0,
    KERNEL_SINGLE_A = 1,
    KERNEL_SINGLE_B = 2,
    KERNEL_FORMS = 4,
};

/// A chain is a series of operations, each of which works on the result of the previous one. It is
/// one kernel, which stores the intermediate results in registers. It starts with the column `a`. A
/// link is one operation; its other operand, if it has one, is in `b` (for a clamp, `b` and `c`).
enum link_form {
    LINK_COLUMN = 0, // form of the other operand
    LINK_SINGLE = 1,
    LINK_REVERSED = 2, // the other operand comes first
    LINK_FORMS = 4,
};
#define LINK_CODE(op, form) ((uint32_t)((op)-OP_FIRST) * LINK_FORMS + (uint32_t)(form))

enum chain_end {
    CHAIN_ANSWERS, // returns a mask: the last link is a comparison
    CHAIN_STORES,
    CHAIN_ASSIGNS,
};

typedef struct kernels {
    const char *name;
    bool (*is_supported)(void);
    floats_compute *compute; // the function as compiled for this set
    // Kernels by operation and form. OP_LOAD_INT stands for copying a value. A choice has its mask
    // in `c`.
    kernel *run[OP_TYPE_END - OP_FIRST][KERNEL_FORMS];
    kernel *assign[OP_TYPE_END - OP_FIRST][KERNEL_FORMS]; // kernels of operations on numbers
    // Kernel for columns of 64 values, or NULL if the set has no chains.
    kernel *chain;
    bool links[(OP_TYPE_END - OP_FIRST) * LINK_FORMS]; // supported links, by code

    // Select bits where a mask is set, else bits of `b`. Columns can be anywhere in memory; `count`
    // is 1 or a multiple of 16.
    void (*select)(void *result, uint64_t mask, const void *a, const void *b, uint32_t count);
    void (*ones_int)(void *result, uint64_t mask, uint32_t count);
    void (*fill)(void *result, uint32_t bits, uint32_t count);
    // Copy the values of some lanes of a column to an array without gaps, and back; return their
    // number. The functions may also access the next KERNELS_PACK_SPARE values of the array, and
    // other lanes of the column, up to a multiple of KERNELS_PACK_SPARE, which keep their values.
    uint32_t (*pack)(uint32_t *values, const uint32_t *column, uint64_t lanes);
    uint32_t (*unpack)(uint32_t *column, const uint32_t *values, uint64_t lanes);
} kernels;

enum { KERNELS_PACK_SPARE = 4 };

/// All sets of this build, best last, ending with NULL. The first is plain C, which every machine
/// supports.
extern const kernels *const kernels_all[];

/// Set for columns of one value, on every machine. It has only the form KERNEL_COLUMNS.
extern const kernels kernels_one;

/// Return the best set that the machine supports.
const kernels *kernels_best(void);

/// Write the names of the sets that this machine supports, such as "plain, avx2".
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
