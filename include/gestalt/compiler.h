// SPDX-License-Identifier: MIT
// The compiler: turns a document into a shape, and reports all errors of the document.
#ifndef GESTALT_COMPILER_H
#define GESTALT_COMPILER_H

#include <gestalt/base.h>
#include <gestalt/diagnostics.h>
#include <gestalt/host.h>
#include <gestalt/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A callback that reads an included document. `path` is relative to the folder of the first
/// document, separated by `/`, without `.` or `..`. On GESTALT_OK, `*text` is a block of `*size`
/// bytes (of 1 byte if `*size` is 0) from `allocator`, which the compiler frees. On any other
/// result, `error->message` becomes part of the diagnostic.
typedef gestalt_result gestalt_include_reader(void *user, const char *path,
                                              const gestalt_allocator *allocator, char **text,
                                              size_t *size, gestalt_error *error);

/// A callback that returns whether an argument of a host function is the name of a blackboard key,
/// which the function may write, and sets `key->type` to the type of that key. For a list it also
/// sets `key->is_list`; the type is that of the elements. The other members are ignored. With this
/// callback, documents need not declare functions that write keys.
typedef bool gestalt_key_argument(void *user, const char *function, const char *argument,
                                  gestalt_parameter *key);

/// A callback for each document that has been read: the file of gestalt_compile_file and those that
/// it includes. `path` is the document's name in diagnostics; `text` is valid only during the call.
/// On any result but GESTALT_OK, the document counts as unreadable, for the reason in
/// `error->message`.
typedef gestalt_result gestalt_document_listener(void *user, const char *path, const char *text,
                                                 size_t size, gestalt_error *error);

/// Options of the compiler. The zero value is the default for all of them.
typedef struct gestalt_compile_options {
    gestalt_allocator allocator;
    /// Name of the document if it contains none; default: the file's stem. GESTALT_BAD_ARGUMENT
    /// unless the name is 1 to 255 bytes of UTF-8 without control characters.
    const char *name;
    gestalt_include_reader *include; ///< default: read files below the folder of the first document
    void *include_user;
    gestalt_key_argument *key_argument; ///< called for functions that are not declared; may be NULL
    void *key_argument_user;
    bool forbid_includes;
    bool include_files; ///< when compiling a text: read included files below the folder of `path`
    bool warnings_are_errors;
    bool strip;           ///< leave out names, docs and source positions
    uint32_t node_budget; ///< most nodes after expansion; default 65,535, at most 1,000,000
    uint32_t depth_limit; ///< deepest nesting of JSON; default and at most 256
    size_t size_limit;    ///< most bytes of one document; default 256 MiB, at most 2 GiB
    gestalt_document_listener *listener; ///< called for each document that was read; may be NULL
    void *listener_user;
} gestalt_compile_options;

/// Compile the file at `path`. `*diagnostics` is set unless memory runs out or the file cannot be
/// read; the caller destroys it. `*shape` is set only on GESTALT_OK. `options`, `diagnostics` and
/// `error` may be NULL.
GESTALT_API gestalt_result gestalt_compile_file(const char *path,
                                                const gestalt_compile_options *options,
                                                gestalt_shape **shape,
                                                gestalt_diagnostics **diagnostics,
                                                gestalt_error *error);

/// Write a JSON Schema for the document at `path`: that of gestalt_schema_write, extended with the
/// names of keys, trees, params and actions in the document and its includes. Errors of the
/// document go to `*diagnostics`, and the schema covers what could be read. Returns
/// GESTALT_REJECTED when the file is not JSON, and GESTALT_IO when the writer fails.
GESTALT_API gestalt_result gestalt_schema_write_file(const char *path,
                                                     const gestalt_compile_options *options,
                                                     gestalt_writer writer,
                                                     gestalt_diagnostics **diagnostics,
                                                     gestalt_error *error);

/// Write a JSON Schema for a document in memory. `path` is the document's name in diagnostics.
/// Includes are read as by gestalt_compile_text.
GESTALT_API gestalt_result gestalt_schema_write_text(
    const char *path, const char *text, size_t size, const gestalt_compile_options *options,
    gestalt_writer writer, gestalt_diagnostics **diagnostics, gestalt_error *error);

/// Compile a document in memory. `path` is the document's name in diagnostics. Includes are read by
/// `options->include`, or from files with `options->include_files`; otherwise they are errors.
GESTALT_API gestalt_result gestalt_compile_text(const char *path, const char *text, size_t size,
                                                const gestalt_compile_options *options,
                                                gestalt_shape **shape,
                                                gestalt_diagnostics **diagnostics,
                                                gestalt_error *error);

/// Compile a document that is part of another file: the bytes `begin` to `end` - 1 of its text.
/// Diagnostics show positions in that file. Otherwise like gestalt_compile_text.
GESTALT_API gestalt_result gestalt_compile_part(const char *path, const char *text, size_t size,
                                                size_t begin, size_t end,
                                                const gestalt_compile_options *options,
                                                gestalt_shape **shape,
                                                gestalt_diagnostics **diagnostics,
                                                gestalt_error *error);

/// Write a document in canonical form: keys of documents and nodes in the order of the reference,
/// two spaces per level, and on one line whatever fits into 100 columns. Nothing is lost, numbers
/// and strings stay as they are written, and formatting twice changes nothing more. Only the JSON
/// must be valid; otherwise this returns GESTALT_REJECTED and writes nothing. Returns GESTALT_IO
/// when the writer fails. `*diagnostics` is set unless memory runs out; the caller destroys it.
/// `allocator` may be NULL.
GESTALT_API gestalt_result gestalt_format_text(const char *path, const char *text, size_t size,
                                               const gestalt_allocator *allocator,
                                               gestalt_writer writer,
                                               gestalt_diagnostics **diagnostics,
                                               gestalt_error *error);

/// Write the explanation of a code such as "E0203" or "e0203": what it means, with a wrong and a
/// correct document. Returns GESTALT_BAD_ARGUMENT when there is no such code, and GESTALT_IO when
/// the writer fails.
GESTALT_API gestalt_result gestalt_explain(const char *code, bool color, gestalt_writer writer);

/// Return the code that is most similar to a mistyped one, or NULL.
GESTALT_API const char *gestalt_explain_nearest(const char *code);

/// Write all codes: one line with the title of each, or JSON with everything known about them.
GESTALT_API gestalt_result gestalt_explain_list(bool json, bool color, gestalt_writer writer);

// ---- generating C

/// Default of gestalt_c_options.node_limit. A compiler needs 20 to 50 seconds for such a tree.
enum { GESTALT_NATIVE_NODES = 500 };

/// The zero value is the default.
typedef struct gestalt_c_options {
    /// Prefix of the generated symbol, NAME_native; default: the tree's name. Characters that are
    /// not allowed in identifiers become `_`.
    const char *name;
    const char *leaves; ///< a header with leaf functions, defined with GESTALT_LANES_BATCH under
                        ///< the names that the tree uses, which the code then calls directly; NULL:
                        ///< all calls go through the host's table. Must not contain quotes,
                        ///< backslashes or control characters
    /// Number of nodes of the largest tree that is written. 0: GESTALT_NATIVE_NODES. UINT32_MAX: no
    /// limit; compilers may need hours for large trees.
    uint32_t node_limit;
} gestalt_c_options;

/// Write a shape as C17 code that needs only <gestalt/native.h>. The output is the same on every
/// machine. Returns GESTALT_LIMIT if the tree has more than `node_limit` nodes or a leaf below 256
/// other nodes, and GESTALT_BAD_ARGUMENT if there is no C for one of its node types. Nothing is
/// written then, and the tree has to be interpreted.
GESTALT_API gestalt_result gestalt_shape_write_c(const gestalt_shape *shape,
                                                 const gestalt_c_options *options,
                                                 gestalt_writer writer, gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
