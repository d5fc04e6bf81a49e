// SPDX-License-Identifier: MIT
// Building native code for a command: a private folder with the C and the headers that it includes,
// and the user's compiler, which runs without a shell. SIGINT, SIGTERM and SIGHUP end the compiler
// and all its children, remove the folder, and then have their previous effect.
#ifndef NATIVE_BUILD_H
#define NATIVE_BUILD_H

#include "cli.h"

enum { NATIVE_WORDS = 32, NATIVE_SAID = 4096 };

/// The compiler's command: $CC, or cc, and $CFLAGS, split at blanks.
typedef struct native_compiler {
    const char *words[NATIVE_WORDS];
    uint32_t word_count;
    const char *flags[NATIVE_WORDS]; // after all other arguments
    uint32_t flag_count;
} native_compiler;

/// The result of a build, or of a part of it.
typedef enum native_verdict {
    NATIVE_DONE,
    NATIVE_NO_COMPILER,
    NATIVE_FAILED, // the compiler failed, and `said` has its messages
    NATIVE_BROKEN, // another failure: `said` has a sentence
    NATIVE_ENDED,  // a signal ended the compiler; native_build_end then ends the program
} native_verdict;

typedef struct native_build {
    arena *a;
    const native_compiler *compiler;
    const char *folder; // private folder; NULL: not begun
    const char *object; // path in this folder
    char said[NATIVE_SAID];
} native_build;

/// Split $CC and $CFLAGS. Returns false if there are too many words; the rest is left out.
bool native_compiler_read(native_compiler *compiler, arena *a);

/// Hash everything that identifies the compiler: its words, its program, and the instruction set of
/// the machine.
uint64_t native_compiler_hash(const native_compiler *compiler);

/// Return a hash of the headers that the C includes.
uint64_t native_headers_hash(void);

/// Create the folder in `parent`, with the C and the headers. Call native_build_end in any case.
native_verdict native_build_begin(native_build *b, const char *parent, const char *text,
                                  size_t size);
/// Hash the preprocessed C, which may include headers of the user.
native_verdict native_build_hash(native_build *b, uint64_t *hash);
/// Compile the C to a shared object, `b->object`.
native_verdict native_build_compile(native_build *b);
/// Remove the folder. If a signal has arrived since the beginning, it is then raised.
void native_build_end(native_build *b);

/// Remove the folder of a build with all its contents.
void native_build_remove(const char *folder);

#endif
