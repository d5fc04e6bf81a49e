// SPDX-License-Identifier: MIT
#include "fiber.h"

#include <stdint.h>

#if defined __SANITIZE_ADDRESS__
#define FOLLOWS_STACKS 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define FOLLOWS_STACKS 1
#endif
#endif
#if defined __SANITIZE_THREAD__
#define FOLLOWS_THREADS 1
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define FOLLOWS_THREADS 1
#endif
#endif

#ifdef FOLLOWS_STACKS
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef FOLLOWS_THREADS
#include <sanitizer/tsan_interface.h>
#endif

#if defined __x86_64__ && !defined FIBERS_BY_UCONTEXT
#define SWITCHES_X86 1
#elif defined __aarch64__ && !defined FIBERS_BY_UCONTEXT
#define SWITCHES_ARM 1
#else
#include <ucontext.h>
#endif

#if SWITCHES_X86 || SWITCHES_ARM

// Push the registers that a function preserves, store the stack in *from, and pop those of another
// fiber from the stack `to`.
void fiber_swap(void **from, void *to) __attribute__((visibility("hidden")));
// The first return address of a fiber: calls the function in one preserved register with the
// argument in another.
void fiber_enter(void) __attribute__((visibility("hidden")));

#endif

#if SWITCHES_X86

enum { SAVED = 7, SAVED_RUN = 1, SAVED_USER = 2, SAVED_RETURN = 6 };

__asm__(".text\n"
        ".type fiber_swap, @function\n"
        ".hidden fiber_swap\n"
        ".globl fiber_swap\n"
        "fiber_swap:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    popq %rcx\n" // the processor would predict a return to the caller
        "    jmpq *%rcx\n"
        ".size fiber_swap, . - fiber_swap\n"
        ".type fiber_enter, @function\n"
        ".hidden fiber_enter\n"
        ".globl fiber_enter\n"
        "fiber_enter:\n"
        "    .cfi_startproc\n"
        "    .cfi_undefined rip\n"
        "    movq %r13, %rdi\n"
        "    callq *%r14\n"
        "    ud2\n"
        "    .cfi_endproc\n"
        ".size fiber_enter, . - fiber_enter\n");

#elif SWITCHES_ARM

// x19 to x30, then d8 to d15; x19 and x20 are the function and its argument, x30 is the return
// address.
enum { SAVED = 20, SAVED_RUN = 0, SAVED_USER = 1, SAVED_RETURN = 11 };

__asm__(".text\n"
        ".type fiber_swap, %function\n"
        ".hidden fiber_swap\n"
        ".globl fiber_swap\n"
        "fiber_swap:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    ret\n"
        ".size fiber_swap, . - fiber_swap\n"
        ".type fiber_enter, %function\n"
        ".hidden fiber_enter\n"
        ".globl fiber_enter\n"
        "fiber_enter:\n"
        "    .cfi_startproc\n"
        "    .cfi_undefined x30\n"
        "    mov x0, x20\n"
        "    blr x19\n"
        "    brk #1\n"
        "    .cfi_endproc\n"
        ".size fiber_enter, . - fiber_enter\n");

#else

static void fiber_begin(void *user);

// makecontext passes ints, so a pointer is passed in halves.
static void enter(unsigned high, unsigned low)
{
    fiber_begin((void *)((uintptr_t)high << 16 << 16 | low));
}

static void fiber_swap(void **from, void *to)
{
    ucontext_t here;
    *from = &here;
    swapcontext(&here, to);
}

static void prepare(fiber *f)
{
    uintptr_t end = ((uintptr_t)f->stack + f->size - sizeof(ucontext_t)) / 64 * 64,
              user = (uintptr_t)f;
    ucontext_t *start = (ucontext_t *)end;
    getcontext(start);
    start->uc_stack.ss_sp = f->stack;
    start->uc_stack.ss_size = end - (uintptr_t)f->stack;
    start->uc_link = NULL;
    makecontext(start, (void (*)(void))enter, 2, (unsigned)(user >> 16 >> 16), (unsigned)user);
    f->registers = start;
}

#endif

#if SWITCHES_X86 || SWITCHES_ARM

static void fiber_begin(void *user);

static void prepare(fiber *f)
{
    uintptr_t *top = (uintptr_t *)(void *)((unsigned char *)f->stack + f->size / 16 * 16);
    uintptr_t *saved = top - SAVED - 2; // aligned to 16 bytes when fiber_enter begins
    for (int i = 0; i < SAVED; i++)
        saved[i] = 0;
    saved[SAVED_RUN] = (uintptr_t)fiber_begin;
    saved[SAVED_USER] = (uintptr_t)f;
    saved[SAVED_RETURN] = (uintptr_t)fiber_enter;
    f->registers = saved;
}

#endif

// ---- switches, of which sanitizers are informed

// ThreadSanitizer counts calls and returns of each fiber, so a function must not begin in one and
// end in another.
static inline __attribute__((always_inline)) void switch_begins(fiber *from, fiber *to, void **fake)
{
    to->before = from;
#ifdef FOLLOWS_STACKS
    __sanitizer_start_switch_fiber(fake, to->stack, to->size);
#else
    (void)fake;
#endif
#ifdef FOLLOWS_THREADS
    from->thread = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(to->thread, 0);
#endif
}

// Take note of the stack that was left.
static void switch_ends(const fiber *now, void *fake)
{
#ifdef FOLLOWS_STACKS
    const void *stack;
    __sanitizer_finish_switch_fiber(fake, &stack, &now->before->size);
    now->before->stack = (void *)(uintptr_t)stack;
#else
    (void)now;
    (void)fake;
#endif
}

static void fiber_begin(void *user)
{
    fiber *f = user;
    switch_ends(f, NULL);
    f->run(f->user);
}

void fiber_start(fiber *f, void *stack, size_t size, fiber_run *run, void *user)
{
    f->run = run;
    f->user = user;
    f->stack = stack;
    f->size = size;
    prepare(f);
#ifdef FOLLOWS_THREADS
    if (!f->thread)
        f->thread = __tsan_create_fiber(0);
#endif
}

void fiber_switch(fiber *from, fiber *to)
{
    void *fake = NULL;
    switch_begins(from, to, &fake);
    fiber_swap(&from->registers, to->registers);
    switch_ends(from, fake);
}

void fiber_leave(fiber *from, fiber *to)
{
    switch_begins(from, to, NULL);
    fiber_swap(&from->registers, to->registers);
    __builtin_unreachable();
}

void fiber_end(fiber *f)
{
#ifdef FOLLOWS_THREADS
    if (f->thread)
        __tsan_destroy_fiber(f->thread);
#endif
    *f = (fiber){0};
}
