// SPDX-License-Identifier: MIT
// The types that the whole library shares: results, errors, allocators and writers of text.
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

/// The result of a call. After any result but GESTALT_OK, the call has changed
/// nothing, unless its description says otherwise.
typedef enum gestalt_result {
    GESTALT_OK,
    GESTALT_REJECTED,     ///< a document has errors, which the diagnostics list; or a host function
                          ///< failed during a tick, and the error has its message
    GESTALT_BAD_FILE,     ///< an image or snapshot is damaged, or has an unknown format or version
    GESTALT_BAD_ARGUMENT, ///< an argument has a value that the call does not accept
    GESTALT_IO,           ///< reading or writing failed
    GESTALT_LIMIT,        ///< a limit is exceeded
    GESTALT_NO_MEMORY,
    GESTALT_STALE,  ///< the status of an action came too late: the action is over. Not a mistake of
                    ///< the caller
    GESTALT_MISUSE, ///< the program broke a rule of the API, and the misuse handler returned
    GESTALT_INTERRUPTED, ///< a tick was interrupted; call it again to continue
} gestalt_result;

/// The result of running a node of a tree.
typedef enum gestalt_status {
    GESTALT_SUCCESS,
    GESTALT_FAILURE,
    GESTALT_RUNNING,
} gestalt_status;

/// An error for people to read. Calls that take one also accept NULL.
typedef struct gestalt_error {
    gestalt_result result;
    /// In a bad file, the byte at which the error was found. In an array of elements that a call
    /// accepts all or none of, the index of the wrong one, if the call documents this. Otherwise 0.
    uint64_t offset;
    char message[256];
} gestalt_error;

/// An allocator. The zero value uses malloc and free.
///
/// `resize` allocates, resizes and frees: `block` is NULL for new memory, and `new_size` is 0 to
/// free. It returns memory aligned for any type. When memory runs out it returns NULL and leaves
/// `block` as it was.
typedef struct gestalt_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} gestalt_allocator;

/// A block of memory that the host provides: set `block` and `size`, and zero the rest. Align the
/// block for any type, or up to 15 of its bytes are lost. The block can be reused once everything
/// allocated from it has been freed. Not thread-safe.
typedef struct gestalt_memory {
    void *block;
    size_t size;
    size_t used;  ///< bytes allocated now
    size_t most;  ///< most bytes that were ever allocated at once
    bool is_full; ///< an allocation failed at least once
    size_t last;  ///< private to the allocator
} gestalt_memory;

/// Return an allocator that takes all memory from the block. Freed memory can be allocated again
/// once everything allocated after it is freed too, or by a request of the same size. `memory` and
/// its block must outlive everything allocated from them.
GESTALT_API gestalt_allocator gestalt_memory_allocator(gestalt_memory *memory);

/// A callback that receives text in pieces. It returns false when it cannot accept more.
typedef struct gestalt_writer {
    bool (*write)(void *user, const char *text, size_t size);
    void *user;
} gestalt_writer;

/// A callback for API misuse: mistakes of the calling program that do not depend on data, such as a
/// NULL argument, a group that does not exist, or a call that is forbidden while leaf functions
/// run. `function` is the function that was called. `message` is one line with the mistake and its
/// fix. Both strings are valid only during the callback.
typedef void gestalt_misuse_handler(void *user, const char *function, const char *message);

/// Set the misuse handler of the whole process. NULL restores the default, which prints the message
/// to stderr and aborts. If a handler returns, the misused call does nothing and returns
/// GESTALT_MISUSE, NULL, false or 0. Any thread may call the handler, including threads that tick;
/// the handler must not call the library. Thread-safe.
GESTALT_API void gestalt_on_misuse(gestalt_misuse_handler *handler, void *user);

/// Report misuse as the library does, for libraries built on top of it: call the handler, fill in
/// `error` (which may be NULL) and return GESTALT_MISUSE.
GESTALT_API gestalt_result gestalt_misuse(const char *function, const char *message,
                                          gestalt_error *error);

/// Return the version of the library at run time, such as "1.2.3".
GESTALT_API const char *gestalt_version(void);

/// Return a short description of a result, such as "out of memory".
GESTALT_API const char *gestalt_result_text(gestalt_result result);

#ifdef __cplusplus
}
#endif

#endif
