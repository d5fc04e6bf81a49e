// SPDX-License-Identifier: MIT
// Native code that is made on the spot: a private folder with the C and the headers that it
// includes, and the user's compiler, which runs without a shell. SIGINT, SIGTERM and SIGHUP end the
// compiler and all that it has started, remove the folder, and then do what they did before.
#ifndef NATIVE_BUILD_H
#define NATIVE_BUILD_H

#include "cli.h"

enum { NATIVE_WORDS = 32, NATIVE_SAID = 4096 };

/// The compiler's command: $CC, or cc, and $CFLAGS, split at blanks.
typedef struct native_compiler {
    const char *words[NATIVE_WORDS];
    uint32_t word_count;
    const char *flags[NATIVE_WORDS]; // behind all others
    uint32_t flag_count;
} native_compiler;

/// The end of a build, or of a part of it.
typedef enum native_verdict {
    NATIVE_DONE,
    NATIVE_NO_COMPILER,
    NATIVE_FAILED, // the compiler did, and `said` tells why
    NATIVE_BROKEN, // something else: `said` has a sentence
    NATIVE_ENDED,  // a signal ended the compiler, and ends the program with native_build_end
} native_verdict;

typedef struct native_build {
    arena *a;
    const native_compiler *compiler;
    const char *folder; // that is its own; NULL: not begun
    const char *object; // in it
    char said[NATIVE_SAID];
} native_build;

/// Split $CC and $CFLAGS; more words than there is room for are left out, and false returned.
bool native_compiler_read(native_compiler *compiler, arena *a);

/// Hash all that the compiler is: its words, its program, and the machine's instructions.
uint64_t native_compiler_hash(const native_compiler *compiler);

/// The headers that the C includes, hashed.
uint64_t native_headers_hash(void);

/// Make the folder in `parent`, with the C and the headers. End it in any case.
native_verdict native_build_begin(native_build *b, const char *parent, const char *text,
                                  size_t size);
/// Hash what the preprocessor makes of the C: it has headers of the user.
native_verdict native_build_hash(native_build *b, uint64_t *hash);
/// Compile it to a shared object, `b->object`.
native_verdict native_build_compile(native_build *b);
/// Remove the folder. If a signal came since the beginning, it is raised then.
void native_build_end(native_build *b);

/// Remove a folder of a build, whatever is in it.
void native_build_remove(const char *folder);

#endif
