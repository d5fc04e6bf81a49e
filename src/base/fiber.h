// SPDX-License-Identifier: MIT
// Fibers: stacks that a thread switches between. A fiber runs until it switches to another one; the
// thread's own stack is a fiber, too. On x86-64 and aarch64 a switch takes some nanoseconds;
// elsewhere <ucontext.h> makes it, which takes a system call.
//
//     fiber_start(&other, stack, size, work, user);   work(user) will run on the stack
//     fiber_switch(&own, &other);                     returns when `other` switches back
#ifndef FIBER_H
#define FIBER_H

#include <stddef.h>

/// How many times larger stacks must be than those of optimized code: sanitizers and compilers that
/// do not optimize store much more on them.
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define FIBER_STACKS 8
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FIBER_STACKS 8
#endif
#endif
#if !defined FIBER_STACKS && defined __OPTIMIZE__
#define FIBER_STACKS 1
#elif !defined FIBER_STACKS
#define FIBER_STACKS 4
#endif

/// What a fiber runs. It must end with fiber_leave.
typedef void fiber_run(void *user);

/// A fiber that is not running. A thread's own stack starts as the zero value.
typedef struct fiber {
    void *registers; // saved registers: at the top of its stack, or a ucontext_t
    fiber_run *run;
    void *user;
    // for sanitizers, which follow the stacks
    void *stack;
    size_t size;
    struct fiber *before; // the fiber that has switched to this one
    void *thread;         // ThreadSanitizer's name of it
} fiber;

/// Prepare a fiber to run on a stack, which is aligned to 16 bytes. A fiber that has ended may be
/// started again.
void fiber_start(fiber *f, void *stack, size_t size, fiber_run *run, void *user);

/// Store the running fiber in `from`, and continue `to`.
void fiber_switch(fiber *from, fiber *to);
/// The same for the last time, at the end of what `from` runs.
void fiber_leave(fiber *from, fiber *to) __attribute__((noreturn));

/// Release what belongs to a fiber that has ended, or was never started.
void fiber_end(fiber *f);

#endif
