// SPDX-License-Identifier: MIT
// Diagnostics: everything that is wrong with a document, where it is wrong, and how that is shown.
// The compiler makes them. Hosts make them for files of their own that go with trees, so that both
// are reported alike: worlds do that for scenes.
#ifndef GESTALT_DIAGNOSTICS_H
#define GESTALT_DIAGNOSTICS_H

#include <gestalt/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A collection of them: errors and warnings, in order of their place. To count and to write, NULL
/// is an empty one.
typedef struct gestalt_diagnostics gestalt_diagnostics;

typedef enum gestalt_diagnostics_form {
    GESTALT_DIAGNOSTICS_HUMAN, ///< with the source line and a caret
    GESTALT_DIAGNOSTICS_SHORT, ///< a line each
    GESTALT_DIAGNOSTICS_JSON,  ///< a JSON object a line
} gestalt_diagnostics_form;

GESTALT_API uint32_t gestalt_diagnostics_error_count(const gestalt_diagnostics *diagnostics);
GESTALT_API uint32_t gestalt_diagnostics_warning_count(const gestalt_diagnostics *diagnostics);

/// The code of a warning, as it is written ("W0101" for "w0101"), or NULL when no warning has it.
GESTALT_API const char *gestalt_warning_code(const char *code);

/// Takes the warnings with this code out of a collection that is finished. Returns false when no
/// warning has such a code.
GESTALT_API bool gestalt_diagnostics_silence(gestalt_diagnostics *diagnostics, const char *code);

/// Makes errors of all warnings of a collection, as `warnings_are_errors` of the compiler does: for
/// those who silence some of them first.
GESTALT_API void gestalt_diagnostics_promote(gestalt_diagnostics *diagnostics);

/// Writes the first error to `text`, in one line and cut to `size` bytes with the zero at its end:
/// "guard.json:3:7: unknown node type `sequnce` [E0203]". Returns false when there is none, and
/// then `text` is empty. For a collection that is finished.
GESTALT_API bool gestalt_diagnostics_first_error(const gestalt_diagnostics *diagnostics, char *text,
                                                 size_t size);

/// Writes all diagnostics. For people, more than ten warnings that say the same are written once,
/// with their number; the JSON has all of them. Returns false when the writer did.
GESTALT_API bool gestalt_diagnostics_write(const gestalt_diagnostics *diagnostics,
                                           gestalt_diagnostics_form form, bool color,
                                           gestalt_writer writer);
GESTALT_API void gestalt_diagnostics_destroy(gestalt_diagnostics *diagnostics);

// ---- of a host's own files. A call that returns NULL or false found no memory

/// Bytes `begin` to `end` - 1 of a source.
typedef struct gestalt_span {
    uint32_t source;
    uint32_t begin, end;
} gestalt_span;

/// One of them, for notes and help. It lasts until gestalt_diagnostics_finish.
typedef struct gestalt_diagnostic gestalt_diagnostic;

/// Creates an empty collection; NULL when there is no memory. `allocator` may be NULL.
GESTALT_API gestalt_diagnostics *gestalt_diagnostics_create(const gestalt_allocator *allocator);

/// Makes a text known, under a number. It must stay as it is until gestalt_diagnostics_finish;
/// `path` is copied. A text has less than 4 GiB.
GESTALT_API bool gestalt_diagnostics_source(gestalt_diagnostics *diagnostics, const char *path,
                                            const char *text, size_t size, uint32_t *source);

/// Adds one. `code` is one of those that gestalt_explain knows. The message is plain text, in which
/// what a document says may stand: it is escaped when it is shown, and cut when it is very long.
GESTALT_API gestalt_diagnostic *gestalt_diagnostics_add(gestalt_diagnostics *diagnostics,
                                                        const char *code, gestalt_span place,
                                                        const char *message);
/// Adds a note at another place, as "first declared here".
GESTALT_API bool gestalt_diagnostics_note(gestalt_diagnostics *diagnostics, gestalt_diagnostic *to,
                                          gestalt_span place, const char *message);
/// Adds help without a place, as "did you mean `sequence`?". Several are joined.
GESTALT_API bool gestalt_diagnostics_help(gestalt_diagnostics *diagnostics, gestalt_diagnostic *to,
                                          const char *message);

/// Tells the line and the column of a byte of a source, both from 1; columns are characters.
GESTALT_API bool gestalt_diagnostics_locate(gestalt_diagnostics *diagnostics, uint32_t source,
                                            uint32_t offset, uint32_t *line, uint32_t *column);

/// Copies the lines that are shown, so that the texts can go; sorts, and removes repetitions. Call
/// it once, when all is added and before anything is written.
GESTALT_API bool gestalt_diagnostics_finish(gestalt_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
