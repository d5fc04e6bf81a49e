// SPDX-License-Identifier: MIT
// Diagnostics: the errors and warnings of a document, with positions, and how to print them. The
// compiler creates diagnostics. Hosts can create them for their own files that accompany trees, so
// that both look the same: worlds do so for scenes.
#ifndef GESTALT_DIAGNOSTICS_H
#define GESTALT_DIAGNOSTICS_H

#include <gestalt/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A collection of errors and warnings, sorted by position. Functions that count and write accept
/// NULL as an empty collection.
typedef struct gestalt_diagnostics gestalt_diagnostics;

typedef enum gestalt_diagnostics_form {
    GESTALT_DIAGNOSTICS_HUMAN, ///< with the source line and a caret
    GESTALT_DIAGNOSTICS_SHORT, ///< one line each
    GESTALT_DIAGNOSTICS_JSON,  ///< one JSON object per line
} gestalt_diagnostics_form;

GESTALT_API uint32_t gestalt_diagnostics_error_count(const gestalt_diagnostics *diagnostics);
GESTALT_API uint32_t gestalt_diagnostics_warning_count(const gestalt_diagnostics *diagnostics);

/// Return the code of a warning in canonical spelling ("W0101" for "w0101"), or NULL when no
/// warning has this code.
GESTALT_API const char *gestalt_warning_code(const char *code);

/// Remove the warnings with this code from a finished collection. Returns false when no warning has
/// such a code.
GESTALT_API bool gestalt_diagnostics_silence(gestalt_diagnostics *diagnostics, const char *code);

/// Turn all warnings into errors, as the compiler's option `warnings_are_errors` does; use this
/// instead of the option to silence some warnings first.
GESTALT_API void gestalt_diagnostics_promote(gestalt_diagnostics *diagnostics);

/// Write the first error to `text` in one line, truncated to `size` bytes including the terminating
/// zero: "guard.json:3:7: unknown node type `sequnce` [E0203]". Returns false, with an empty
/// `text`, when there is none. The collection must be finished.
GESTALT_API bool gestalt_diagnostics_first_error(const gestalt_diagnostics *diagnostics, char *text,
                                                 size_t size);

/// Write all diagnostics. In text for people, more than ten warnings with the same message are
/// written once, with their number; the JSON form has all of them. Returns false when the writer
/// fails.
GESTALT_API bool gestalt_diagnostics_write(const gestalt_diagnostics *diagnostics,
                                           gestalt_diagnostics_form form, bool color,
                                           gestalt_writer writer);
GESTALT_API void gestalt_diagnostics_destroy(gestalt_diagnostics *diagnostics);

// ---- diagnostics of a host's own files. Functions return NULL or false when memory runs out

/// A range of a source: bytes `begin` to `end` - 1.
typedef struct gestalt_span {
    uint32_t source;
    uint32_t begin, end;
} gestalt_span;

/// A diagnostic, to which notes and help can be added until gestalt_diagnostics_finish.
typedef struct gestalt_diagnostic gestalt_diagnostic;

/// Create an empty collection. Returns NULL when memory runs out. `allocator` may be NULL.
GESTALT_API gestalt_diagnostics *gestalt_diagnostics_create(const gestalt_allocator *allocator);

/// Register a source text and return its number in `*source`. The text must not change until
/// gestalt_diagnostics_finish; `path` is copied. A text must be smaller than 4 GiB.
GESTALT_API bool gestalt_diagnostics_source(gestalt_diagnostics *diagnostics, const char *path,
                                            const char *text, size_t size, uint32_t *source);

/// Add a diagnostic. `code` must be known to gestalt_explain. `message` is plain text, which may
/// quote a document: it is escaped when printed, and truncated when very long.
GESTALT_API gestalt_diagnostic *gestalt_diagnostics_add(gestalt_diagnostics *diagnostics,
                                                        const char *code, gestalt_span place,
                                                        const char *message);
/// Add a note with its own position, such as "first declared here".
GESTALT_API bool gestalt_diagnostics_note(gestalt_diagnostics *diagnostics, gestalt_diagnostic *to,
                                          gestalt_span place, const char *message);
/// Add help without a position, such as "did you mean `sequence`?". Several helps are joined.
GESTALT_API bool gestalt_diagnostics_help(gestalt_diagnostics *diagnostics, gestalt_diagnostic *to,
                                          const char *message);

/// Get the line and column of a byte of a source, both counted from 1; columns count characters.
GESTALT_API bool gestalt_diagnostics_locate(gestalt_diagnostics *diagnostics, uint32_t source,
                                            uint32_t offset, uint32_t *line, uint32_t *column);

/// Finish a collection: copy the source lines that will be shown, so that the texts can be freed,
/// sort, and remove duplicates. Call this once, after adding everything and before writing.
GESTALT_API bool gestalt_diagnostics_finish(gestalt_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
