// SPDX-License-Identifier: MIT
#include "input.h"

#include "diagnostic.h"
#include "error.h"
#include "file.h"
#include "hash.h"
#include "image.h"
#include "import_input.h"
#include "limits_option.h"
#include "shape_limits.h"
#include "text_buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAGIC_SIZE = sizeof IMAGE_MAGIC - 1,
    START_SIZE = 256, // bytes that show what kind of file it is
};

bool input_is_image(const char *bytes, size_t size)
{
    return size >= MAGIC_SIZE && memcmp(bytes, IMAGE_MAGIC, MAGIC_SIZE) == 0;
}

bool input_wants_errors(const cli *c)
{
    return options_choice(&c->options, OPTION_WARNINGS) == 1;
}

void input_silence(const cli *c, gestalt_diagnostics *diagnostics)
{
    uint32_t at = 0;
    const char *code;
    if (!diagnostics)
        return;
    while ((code = options_next_silent(&c->options, OPTION_WARNINGS, &at)))
        gestalt_diagnostics_silence(diagnostics, code);
    if (input_wants_errors(c))
        gestalt_diagnostics_promote(diagnostics);
}

static gestalt_compile_options compile_options(const cli *c)
{
    const options *o = &c->options;
    gestalt_limits limits = limits_option(o);
    gestalt_compile_options how = {
        .name = options_text(o, OPTION_NAME),
        .forbid_includes = options_flag(o, OPTION_NO_INCLUDES),
        .strip = options_flag(o, OPTION_STRIP),
        .node_budget = (uint32_t)options_number(o, OPTION_MAX_NODES),
        .size_limit = (size_t)options_number(o, OPTION_MAX_SIZE),
        .listener = c->listener,
        .listener_user = c->listener_user,
    };
    gestalt_limits_compile(&limits, &how);
    return how;
}

enum { PATIENCE = 1000 }; // milliseconds until a message is printed

// Print a message if no input arrives: from a pipe without a writer, a terminal, or a file of the
// kernel.
static void input_await(cli *c, int descriptor, const char *path)
{
    struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
    if (poll(&waiting, 1, PATIENCE) != 0)
        return;
    cli_say(c, "waiting for %s", cli_is_dash(path) ? "standard input" : path);
    while (poll(&waiting, 1, -1) < 0 && errno == EINTR)
        ; // a pipe that no program has opened for writing yet would end at once
}

// Return whether a file can be read only once: a pipe, a device, or a kernel file, which has no
// size.
static bool is_stream(const struct stat *status)
{
    return !S_ISREG(status->st_mode) || status->st_size == 0;
}

// Open a file. A pipe is opened without waiting for a writer, so that input_await can report the
// wait; reading it waits.
static int input_open(const char *path)
{
    int descriptor = file_open(AT_FDCWD, path, O_RDONLY | O_NONBLOCK, 0);
    int flags = descriptor < 0 ? -1 : fcntl(descriptor, F_GETFL);
    if (flags >= 0)
        fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
    return descriptor;
}

static gestalt_result refuse_image(input *in)
{
    return error_set(
        &in->error, GESTALT_BAD_ARGUMENT, 0,
        "this is an image, but a schema needs a document: `gestalt show --as=json` writes one");
}

static gestalt_result refuse_import(input *in)
{
    return error_set(&in->error, GESTALT_BAD_ARGUMENT, 0,
                     "this is a tree of another system, but a schema needs a document: "
                     "`gestalt import` writes one");
}

// Import a tree of another system.
static void load_import(input *in, cli *c, const char *text, size_t size,
                        const gestalt_compile_options *how)
{
    arena a;
    arena_start(&a, memory_allocator(NULL));
    import_input imported = {.c = c,
                             .memory = &a,
                             .paths = &in->path,
                             .count = 1,
                             .text = text,
                             .size = size,
                             .compile = how};
    in->result = import_input_load(&imported);
    in->shape = imported.shape;
    in->diagnostics = imported.diagnostics;
    in->error = imported.error;
    arena_destroy(&a);
}

static void load_text(input *in, cli *c, const char *text, size_t size,
                      const gestalt_compile_options *how)
{
    const char *path = cli_input_name(in->path);
    if (in->is_image && in->schema)
        in->result = refuse_image(in);
    else if (in->is_image)
        in->result = gestalt_shape_load_memory(text, size, NULL, &in->shape, &in->error);
    else if (in->schema && import_input_is(text, size, NULL))
        in->result = refuse_import(in);
    else if (in->schema)
        in->result = gestalt_schema_write_text(path, text, size, how, *in->schema, &in->diagnostics,
                                               &in->error);
    else if (import_input_is(text, size, NULL))
        load_import(in, c, text, size, how);
    else
        in->result =
            gestalt_compile_text(path, text, size, how, &in->shape, &in->diagnostics, &in->error);
}

// Load a file that can be read only once: standard input or a pipe.
static void load_stream(input *in, cli *c, int descriptor)
{
    gestalt_compile_options how = compile_options(c);
    gestalt_allocator allocator = memory_allocator(NULL);
    char *bytes = c->held;
    size_t size = c->held_size;
    c->held = NULL;
    if (!bytes)
        input_await(c, descriptor, in->path);
    if (!bytes)
        in->result = file_read_descriptor(descriptor, cli_input_name(in->path), how.size_limit,
                                          &allocator, &bytes, &size, &in->error);
    if (in->result != GESTALT_OK)
        return;
    in->is_image = input_is_image(bytes, size);
    if (!how.name && cli_is_dash(in->path))
        how.name = "stdin";
    load_text(in, c, bytes, size, &how);
    file_release(&allocator, bytes, size);
}

static gestalt_result load_image(input *in, const cli *c)
{
    if (!limits_are_strict(&c->options))
        return gestalt_shape_load(in->path, NULL, &in->shape, &in->error);
    gestalt_limits limits = limits_option(&c->options);
    return gestalt_shape_load_within(in->path, &limits, NULL, &in->shape, &in->error);
}

// Load a file that may be a tree of another system, which its start does not show for certain.
// Returns false if it is a document.
static bool load_import_file(input *in, cli *c, const gestalt_compile_options *how)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    char *text;
    size_t size;
    in->result = file_read(in->path, how->size_limit, &allocator, &text, &size, &in->error);
    if (in->result != GESTALT_OK)
        return true;
    bool is_import = import_input_is(text, size, NULL);
    if (is_import && in->schema)
        in->result = refuse_import(in);
    else if (is_import && how->listener)
        in->result = how->listener(how->listener_user, in->path, text, size, &in->error);
    if (is_import && in->result == GESTALT_OK)
        load_import(in, c, text, size, how);
    file_release(&allocator, text, size);
    return is_import;
}

static void load_file(input *in, cli *c, int descriptor)
{
    char start[START_SIZE];
    ssize_t size = pread(descriptor, start, sizeof start, 0);
    bool is_cut = false;
    in->is_image = size > 0 && input_is_image(start, (size_t)size);
    gestalt_compile_options how = compile_options(c);
    if (in->is_image && in->schema)
        in->result = refuse_image(in);
    else if (in->is_image)
        in->result = load_image(in, c);
    else if (size > 0 && (import_input_is(start, (size_t)size, &is_cut) || is_cut) &&
             load_import_file(in, c, &how))
        return;
    else if (in->schema)
        in->result =
            gestalt_schema_write_file(in->path, &how, *in->schema, &in->diagnostics, &in->error);
    else
        in->result = gestalt_compile_file(in->path, &how, &in->shape, &in->diagnostics, &in->error);
}

static gestalt_result cannot_read(const char *path, int number, gestalt_error *error)
{
    char quoted[ERROR_QUOTE_SIZE];
    return error_set(error, GESTALT_IO, 0, "cannot read `%s`: %s",
                     error_quote(quoted, path, strlen(path)), error_of_system(number));
}

static void fail_to_read(input *in, int number)
{
    in->result = cannot_read(in->path, number, &in->error);
}

static void load_any(input *in, cli *c)
{
    const char *path = in->path;
    if (cli_is_dash(path)) {
        load_stream(in, c, STDIN_FILENO);
        return;
    }
    struct stat status;
    int descriptor = input_open(path);
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        fail_to_read(in, errno);
    else if (S_ISDIR(status.st_mode))
        fail_to_read(in, EISDIR);
    else if (is_stream(&status))
        load_stream(in, c, descriptor);
    else
        load_file(in, c, descriptor);
    if (descriptor >= 0)
        close(descriptor);
}

// Make errors of warnings, except those to be left out. A document with such errors is rejected.
static void treat_warnings(input *in, const cli *c)
{
    if (!in->diagnostics)
        return;
    input_silence(c, in->diagnostics);
    if (in->result != GESTALT_OK || input_errors(in) == 0)
        return;
    in->result = GESTALT_REJECTED;
    gestalt_shape_destroy(in->shape);
    in->shape = NULL;
}

// Check a shape against the limits. With strict limits, the whole shape is checked; otherwise
// binding checks the functions that are bound.
static void keep_within(input *in, const cli *c)
{
    if (in->result != GESTALT_OK || !limits_are_strict(&c->options))
        return;
    gestalt_limits limits = limits_option(&c->options);
    in->result = gestalt_shape_within(in->shape, &limits, &in->error);
    if (in->result == GESTALT_OK)
        return;
    gestalt_shape_destroy(in->shape);
    in->shape = NULL;
}

void input_load(input *in, cli *c, const char *path)
{
    *in = (input){.path = path};
    load_any(in, c);
    treat_warnings(in, c);
    keep_within(in, c);
}

void input_load_part(input *in, cli *c, const char *path, const char *part)
{
    input_load(in, c, path);
    in->part = part;
    if (in->result != GESTALT_REJECTED || !in->diagnostics)
        return;
    diagnostics_remove(in->diagnostics, DIAGNOSTIC_INCLUDE_ONLY);
    in->result = input_errors(in) == 0 ? GESTALT_OK : GESTALT_REJECTED;
}

void input_write_schema(input *in, cli *c, const char *path, gestalt_writer writer)
{
    *in = (input){.path = path, .schema = &writer};
    load_any(in, c);
    in->schema = NULL;
}

static gestalt_result peek_stream(cli *c, const char *path, int descriptor, char **text,
                                  size_t *size, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    size_t limit = (size_t)limits_option(&c->options).bytes;
    input_await(c, descriptor, path);
    gestalt_result result =
        file_read_descriptor(descriptor, cli_input_name(path), limit, &a, text, size, error);
    if (result == GESTALT_OK) {
        c->held = *text;
        c->held_size = *size;
    }
    return result;
}

gestalt_result input_peek(cli *c, const char *path, char **text, size_t *size, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    struct stat status;
    if (cli_is_dash(path))
        return peek_stream(c, path, STDIN_FILENO, text, size, error);
    if (stat(path, &status) != 0)
        return errno == ENOENT || errno == ENOTDIR ? GESTALT_IO : cannot_read(path, errno, error);
    if (S_ISDIR(status.st_mode))
        return GESTALT_IO;
    if (!is_stream(&status)) {
        size_t limit = (size_t)limits_option(&c->options).bytes;
        return file_read(path, limit, &a, text, size, error);
    }
    int descriptor = input_open(path);
    if (descriptor < 0)
        return cannot_read(path, errno, error);
    gestalt_result result = peek_stream(c, path, descriptor, text, size, error);
    close(descriptor);
    return result;
}

void input_release(input *in)
{
    if (in->shape)
        gestalt_shape_destroy(in->shape);
    if (in->diagnostics)
        gestalt_diagnostics_destroy(in->diagnostics);
    in->shape = NULL;
    in->diagnostics = NULL;
}

uint32_t input_errors(const input *in)
{
    return in->diagnostics ? gestalt_diagnostics_error_count(in->diagnostics) : 0;
}

uint32_t input_warnings(const input *in)
{
    return in->diagnostics ? gestalt_diagnostics_warning_count(in->diagnostics) : 0;
}

// ---- showing diagnostics

static void write_diagnostics(cli *c, const gestalt_diagnostics *d, gestalt_writer writer)
{
    int form = options_choice(&c->options, OPTION_DIAGNOSTICS);
    gestalt_diagnostics_write(d, (gestalt_diagnostics_form)form, c->messages.color, writer);
}

// Return whether these warnings were shown before, and record them as shown.
static bool was_shown(cli *c, uint64_t hash)
{
    uint32_t count = c->warned_count < WARNED_MAX ? c->warned_count : WARNED_MAX;
    for (uint32_t i = 0; i < count; i++)
        if (c->warned[i] == hash)
            return true;
    c->warned[c->warned_count++ % WARNED_MAX] = hash;
    return false;
}

void input_show_diagnostics(cli *c, const gestalt_diagnostics *d)
{
    bool is_check = c->options.command == COMMAND_CHECK || c->options.command == COMMAND_COMPILE;
    bool has_errors = gestalt_diagnostics_error_count(d) > 0;
    if (!has_errors && (gestalt_diagnostics_warning_count(d) == 0 ||
                        (!is_check && options_flag(&c->options, OPTION_QUIET))))
        return;
    text_buffer text = {0};
    write_diagnostics(c, d, text_buffer_writer(&text));
    text_finish(&c->messages);
    if (text.is_full)
        write_diagnostics(c, d, c->messages.writer);
    else if (has_errors || is_check || !was_shown(c, hash_bytes(text.bytes, text.size)))
        text_write(&c->messages, text.bytes, text.size);
    text_finish(&c->messages);
    text_buffer_release(&text);
}

static bool warn_of_step(cli *c, gestalt_diagnostics *d, const char *text)
{
    char option[80], message[80], help[200];
    uint32_t source;
    snprintf(option, sizeof option, "--dt=%.60s", text);
    snprintf(message, sizeof message, "a step of %.60s seconds", text);
    snprintf(help, sizeof help, "for milliseconds, write `%.60sms`; for seconds, `%.60ss`", option,
             option);
    if (!gestalt_diagnostics_source(d, "<command line>", option, strlen(option), &source))
        return false;
    gestalt_span place = {source, 0, (uint32_t)strlen(option)};
    gestalt_diagnostic *one = gestalt_diagnostics_add(d, "W0803", place, message);
    if (!one || !gestalt_diagnostics_help(d, one, help) || !gestalt_diagnostics_finish(d))
        return false;
    input_silence(c, d);
    input_show_diagnostics(c, d);
    return true;
}

exit_code input_check_step(cli *c)
{
    const char *text = options_text(&c->options, OPTION_DT);
    if (options_number(&c->options, OPTION_DT) <= LONG_STEP || text[strspn(text, "0123456789.eE+")])
        return EXIT_FINE; // short enough, or with a unit
    gestalt_diagnostics *d = gestalt_diagnostics_create(NULL);
    gestalt_error error;
    bool is_told = d && warn_of_step(c, d, text);
    bool is_wrong = is_told && gestalt_diagnostics_error_count(d) > 0;
    gestalt_diagnostics_destroy(d);
    if (!is_told)
        return cli_fail(c, "--dt", error_no_memory(&error), &error);
    return is_wrong ? EXIT_REJECTED : EXIT_FINE;
}

exit_code input_report(const input *in, cli *c)
{
    if (in->diagnostics)
        input_show_diagnostics(c, in->diagnostics);
    if (in->result != GESTALT_OK && input_errors(in) == 0)
        cli_fail(c, cli_input_name(in->path), in->result, &in->error);
    return cli_exit_code(in->result);
}
