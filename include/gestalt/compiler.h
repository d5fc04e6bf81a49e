// SPDX-License-Identifier: MIT
// From a document to a shape, with everything that is wrong with the document.
#ifndef GESTALT_COMPILER_H
#define GESTALT_COMPILER_H

#include <gestalt/base.h>
#include <gestalt/diagnostics.h>
#include <gestalt/host.h>
#include <gestalt/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Gives the text of an included document. `path` is relative to the folder of the first document,
/// with `/` between its parts and no `.` or `..` in it. On GESTALT_OK, `*text` is a block of
/// `*size` bytes (or 1 when empty) of `allocator` that the compiler releases. On anything else,
/// `error->message` goes into the diagnostic.
typedef gestalt_result gestalt_include_reader(void *user, const char *path,
                                              const gestalt_allocator *allocator, char **text,
                                              size_t *size, gestalt_error *error);

/// True when an argument of a host function is the name of a blackboard key, which the function may
/// write; `*type` is the key's. So documents need not declare functions that write keys.
typedef bool gestalt_key_argument(void *user, const char *function, const char *argument,
                                  gestalt_type *type);

/// Called with each document that was read: the file of gestalt_compile_file, and those that it
/// includes. `path` is what diagnostics call it; `text` is gone when the call returns. On anything
/// but GESTALT_OK, the document counts as one that cannot be read, for the reason in
/// `error->message`.
typedef gestalt_result gestalt_document_listener(void *user, const char *path, const char *text,
                                                 size_t size, gestalt_error *error);

/// Options of the compiler. The zero value is the default for all of them.
typedef struct gestalt_compile_options {
    gestalt_allocator allocator;
    const char
        *name; ///< the document's name, should it give none; default: the file's stem.
               ///< GESTALT_BAD_ARGUMENT unless 1 to 255 bytes of UTF-8 without control characters
    gestalt_include_reader *include; ///< default: files below the folder of the first document
    void *include_user;
    gestalt_key_argument *key_argument; ///< asked for functions that are not declared; or NULL
    void *key_argument_user;
    bool forbid_includes;
    bool include_files; ///< of a text: included files lie below the folder of `path`
    bool warnings_are_errors;
    bool strip;           ///< leave out names, docs and source positions
    uint32_t node_budget; ///< most nodes after expansion; default 65,535, at most 1,000,000
    uint32_t depth_limit; ///< how deep JSON may nest; default and at most 256
    size_t size_limit;    ///< most bytes of one document; default 256 MiB, at most 2 GiB
    gestalt_document_listener *listener; ///< called with each document that was read; or NULL
    void *listener_user;
} gestalt_compile_options;

/// Compiles the file at `path`. `*diagnostics` is set unless memory ran out or the file could not
/// be read, and is the caller's to destroy; `*shape` is set on GESTALT_OK only. `options`,
/// `diagnostics` and `error` may be NULL.
GESTALT_API gestalt_result gestalt_compile_file(const char *path,
                                                const gestalt_compile_options *options,
                                                gestalt_shape **shape,
                                                gestalt_diagnostics **diagnostics,
                                                gestalt_error *error);

/// Writes a JSON Schema for the document at `path`: gestalt_schema_write's, with the names of its
/// keys, trees, params and actions, and of those that it includes. It is made of what can be read;
/// the errors are in `*diagnostics`. GESTALT_REJECTED when the file is no JSON, GESTALT_IO when the
/// writer takes no more.
GESTALT_API gestalt_result gestalt_schema_write_file(const char *path,
                                                     const gestalt_compile_options *options,
                                                     gestalt_writer writer,
                                                     gestalt_diagnostics **diagnostics,
                                                     gestalt_error *error);

/// The same for a document in memory. `path` is what diagnostics call it. Includes are read as by
/// gestalt_compile_text.
GESTALT_API gestalt_result gestalt_schema_write_text(
    const char *path, const char *text, size_t size, const gestalt_compile_options *options,
    gestalt_writer writer, gestalt_diagnostics **diagnostics, gestalt_error *error);

/// Compiles a document in memory. `path` is what diagnostics call it. Includes are read by
/// `options->include`, or with `options->include_files`; else they are errors.
GESTALT_API gestalt_result gestalt_compile_text(const char *path, const char *text, size_t size,
                                                const gestalt_compile_options *options,
                                                gestalt_shape **shape,
                                                gestalt_diagnostics **diagnostics,
                                                gestalt_error *error);

/// Compiles a document that stands in another file: the bytes `begin` to `end` - 1 of its text.
/// Diagnostics show the file. Else as gestalt_compile_text.
GESTALT_API gestalt_result gestalt_compile_part(const char *path, const char *text, size_t size,
                                                size_t begin, size_t end,
                                                const gestalt_compile_options *options,
                                                gestalt_shape **shape,
                                                gestalt_diagnostics **diagnostics,
                                                gestalt_error *error);

/// Writes a document in the canonical order and layout: the keys of documents and nodes in the
/// order of the reference, two spaces for each level, on one line what fits into 100 columns.
/// Nothing is lost, numbers and strings stay as they are written, and a second time changes
/// nothing. Only the JSON must be valid: else GESTALT_REJECTED, and nothing was written. GESTALT_IO
/// when the writer takes no more. `*diagnostics` is set unless memory ran out, and is the caller's
/// to destroy. `allocator` may be NULL.
GESTALT_API gestalt_result gestalt_format_text(const char *path, const char *text, size_t size,
                                               const gestalt_allocator *allocator,
                                               gestalt_writer writer,
                                               gestalt_diagnostics **diagnostics,
                                               gestalt_error *error);

/// Explains a code, as "E0203" or "e0203": what it means, with a wrong and a right document.
/// GESTALT_BAD_ARGUMENT when there is no such code, GESTALT_IO when the writer takes no more.
GESTALT_API gestalt_result gestalt_explain(const char *code, bool color, gestalt_writer writer);

/// The code nearest to a mistyped one, or NULL when none is near.
GESTALT_API const char *gestalt_explain_nearest(const char *code);

/// Writes all codes: a line each with its title, or as JSON with all that is known of them.
GESTALT_API gestalt_result gestalt_explain_list(bool json, bool color, gestalt_writer writer);

// ---- C of a shape

/// The zero value is the default.
typedef struct gestalt_c_options {
    /// The code is NAME_native; default: the tree's name. Characters that no identifier has become
    /// `_`.
    const char *name;
    const char *leaves; ///< a header whose functions, made by GESTALT_LANES_BATCH under the names
                        ///< of the tree, are called directly; NULL: all go through the host's
                        ///< table. The name cannot have quotes, backslashes or control characters
} gestalt_c_options;

/// Writes a shape as C17 that needs nothing but <gestalt/native.h>; the same bytes everywhere.
/// GESTALT_LIMIT when the tree is too deep.
GESTALT_API gestalt_result gestalt_shape_write_c(const gestalt_shape *shape,
                                                 const gestalt_c_options *options,
                                                 gestalt_writer writer, gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
