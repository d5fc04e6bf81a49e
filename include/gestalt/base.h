// SPDX-License-Identifier: MIT
// The types that every part of the library shares: results, errors, memory, and where text goes.
#ifndef GESTALT_BASE_H
#define GESTALT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error                                                                                             \
    "Gestalt needs a little-endian machine: images, snapshots and recordings are used as they lie in files."
#endif
#if UINTPTR_MAX < UINT64_MAX
#error "Gestalt needs a 64-bit machine: cohorts of agents are laid out for its pointers."
#endif

#if defined(__GNUC__)
#define GESTALT_API __attribute__((visibility("default")))
#else
#define GESTALT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The result of a call. Everything but GESTALT_OK left things as they were before the call.
typedef enum gestalt_result {
    GESTALT_OK,
    GESTALT_REJECTED,     ///< a document has errors; the diagnostics tell which. Or, in a
                          ///< tick, a function of the host failed; the error says why
    GESTALT_BAD_FILE,     ///< an image or snapshot is damaged, foreign or of another version
    GESTALT_BAD_ARGUMENT, ///< a value that no call accepts
    GESTALT_IO,           ///< reading or writing failed
    GESTALT_LIMIT,        ///< larger than the limits allow
    GESTALT_NO_MEMORY,
    GESTALT_STALE,       ///< an answer to something that is over: no mistake, only too late
    GESTALT_MISUSE,      ///< a mistake of the program, and gestalt_on_misuse lets it go on
    GESTALT_INTERRUPTED, ///< a tick was told to stop, and goes on when it is called again
} gestalt_result;

/// The answer of a node of a tree.
typedef enum gestalt_status {
    GESTALT_SUCCESS,
    GESTALT_FAILURE,
    GESTALT_RUNNING,
} gestalt_status;

/// An error that people can read. Pass one to any call that takes it, or NULL.
typedef struct gestalt_error {
    gestalt_result result;
    uint64_t offset; ///< in a bad file: the byte where it was found; otherwise 0
    char message[256];
} gestalt_error;

/// A source of memory. The zero value means malloc and free.
///
/// `resize` serves all needs: `block` is NULL for new memory, `new_size` is 0 to release. It
/// returns memory aligned for any type, or NULL when there is none, and then `block` is still as it
/// was.
typedef struct gestalt_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} gestalt_allocator;

/// Memory that a host brings, in one block: set `block` and `size`, the rest 0. The block should be
/// aligned for any type, else up to 15 bytes of it are lost. It can be used again as soon as all
/// that was allocated there is released. Not for several threads at a time.
typedef struct gestalt_memory {
    void *block;
    size_t size;
    size_t used;  ///< bytes of it that are taken now
    size_t most;  ///< and that were taken at most
    bool is_full; ///< there was not enough, at least once
    size_t last;  ///< for the allocator alone
} gestalt_memory;

/// An allocator that hands out of the block, and never asks for other memory. Memory that is
/// released can be had again when all that was allocated after it is released, too, or when as much
/// of it is asked for. `memory` and its block must outlive all that is allocated there.
GESTALT_API gestalt_allocator gestalt_memory_allocator(gestalt_memory *memory);

/// Takes text piece by piece. Returns false to say that it can take no more.
typedef struct gestalt_writer {
    bool (*write)(void *user, const char *text, size_t size);
    void *user;
} gestalt_writer;

/// Hears of a call that is a mistake of the program, whatever its data is: a NULL, a group that
/// does not exist, a call while leaf functions run. `function` is the one that was called wrongly,
/// `message` says what is wrong and what to do, in one line. Both are gone after that.
typedef void gestalt_misuse_handler(void *user, const char *function, const char *message);

/// Sets who hears of wrong use, for the whole process; NULL is the library's own handler, which
/// prints the message to stderr and aborts. If a handler returns, the call does nothing: it answers
/// GESTALT_MISUSE, NULL, false or 0. It may be called by any thread, also by those that tick, and
/// calls nothing of the library. May be called at any time, by any thread.
GESTALT_API void gestalt_on_misuse(gestalt_misuse_handler *handler, void *user);

/// Tells of wrong use as the library does, for libraries on top of it: calls the handler, sets
/// `error`, which may be NULL, and returns GESTALT_MISUSE.
GESTALT_API gestalt_result gestalt_misuse(const char *function, const char *message,
                                          gestalt_error *error);

/// The version of the library that runs, as "1.2.3".
GESTALT_API const char *gestalt_version(void);

/// A few words for a result, as "out of memory".
GESTALT_API const char *gestalt_result_text(gestalt_result result);

#ifdef __cplusplus
}
#endif

#endif
