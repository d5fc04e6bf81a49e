// SPDX-License-Identifier: MIT
// gestalt fmt: format documents in canonical order and layout.
#include "commands.h"
#include "file.h"
#include "folder.h"
#include "import_input.h"
#include "input.h"
#include "limits_option.h"
#include "output.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

typedef enum fmt_mode { FMT_PRINT, FMT_CHECK, FMT_IN_PLACE } fmt_mode;

static gestalt_result read_text(const cli *c, const char *path, char **text, size_t *size,
                                gestalt_error *error)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    size_t limit = (size_t)limits_option(&c->options).bytes;
    if (cli_is_dash(path))
        return file_read_descriptor(STDIN_FILENO, cli_input_name(path), limit, &allocator, text,
                                    size, error);
    return file_read(path, limit, &allocator, text, size, error);
}

// Format a text into an output that collects data. If this fails, the error is reported and the
// output abandoned.
static exit_code fmt_format(cli *c, const char *path, const char *text, size_t size, output *out)
{
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error = {0};
    gestalt_result result = gestalt_format_text(cli_input_name(path), text, size, NULL,
                                                output_writer(out), &diagnostics, &error);
    if (result == GESTALT_OK || (result == GESTALT_IO && !out->path)) {
        gestalt_diagnostics_destroy(diagnostics);
        return EXIT_FINE;
    }
    input in = {.path = path, .result = result, .error = error, .diagnostics = diagnostics};
    exit_code verdict = input_report(&in, c);
    input_release(&in);
    output_abandon(out);
    return verdict;
}

// Print, compare or write the formatted text in `out`, depending on the mode.
static exit_code fmt_deliver(cli *c, fmt_mode mode, const char *path, bool same, output *out,
                             output *names)
{
    if (mode == FMT_PRINT)
        return output_finish(out, c);
    if (mode == FMT_CHECK && !same) {
        text_escaped(&names->text, cli_input_name(path), strlen(cli_input_name(path)));
        text_put(&names->text, "\n");
    }
    if (mode == FMT_CHECK || same) {
        output_abandon(out);
        return same ? EXIT_FINE : EXIT_REJECTED;
    }
    exit_code verdict = output_finish(out, c);
    if (verdict == EXIT_FINE && !options_flag(&c->options, OPTION_QUIET))
        cli_tell(c, "%s: formatted", path);
    return verdict;
}

static exit_code format_file(cli *c, fmt_mode mode, const char *path, output *names)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    gestalt_error error = {0};
    char *text = NULL;
    size_t size = 0;
    gestalt_result result = read_text(c, path, &text, &size, &error);
    if (result != GESTALT_OK)
        return cli_fail(c, cli_input_name(path), result, &error);
    if (input_is_image(text, size)) {
        file_release(&allocator, text, size);
        cli_say(c, "%s: this is an image, not a document", cli_input_name(path));
        return EXIT_REJECTED;
    }
    if (import_input_is(text, size, NULL)) {
        file_release(&allocator, text, size);
        cli_say(c,
                "%s: this is a tree of another system, not a document: `gestalt import` writes one",
                cli_input_name(path));
        return EXIT_REJECTED;
    }
    output out;
    if (mode == FMT_PRINT)
        output_start(&out, c, options_text(&c->options, OPTION_OUTPUT));
    else
        output_start(&out, c, cli_is_dash(path) ? "<stdin>" : path);
    exit_code verdict = fmt_format(c, path, text, size, &out);
    if (verdict == EXIT_FINE) {
        bool same = out.size == size && (size == 0 || memcmp(out.bytes, text, size) == 0);
        verdict = fmt_deliver(c, mode, path, same, &out, names);
    }
    file_release(&allocator, text, size);
    return verdict;
}

static exit_code check_usage(cli *c, fmt_mode mode, const folder_list *list)
{
    const options *o = &c->options;
    bool check = options_flag(o, OPTION_FMT_CHECK), in_place = options_flag(o, OPTION_IN_PLACE);
    if (check && in_place)
        return cli_usage(c, "either --check or --in-place");
    if ((check || in_place) && options_flag(o, OPTION_OUTPUT))
        return cli_usage(c, "--output goes with neither --check nor --in-place");
    if (mode == FMT_PRINT && list->count > 1)
        return cli_usage(c, "several files need --in-place or --check");
    if (o->operand_count == 0 && isatty(STDIN_FILENO))
        return cli_usage(c, "give a FILE, or `-` to read a document from the terminal");
    for (uint32_t i = 0; mode == FMT_IN_PLACE && i < list->count; i++)
        if (cli_is_dash(list->entries[i].path))
            return cli_usage(c, "standard input cannot be formatted in place");
    return EXIT_FINE;
}

static exit_code format_all(cli *c, fmt_mode mode, const folder_list *list)
{
    output names;
    exit_code verdict = EXIT_FINE;
    output_start(&names, c, NULL);
    for (uint32_t i = 0; i < list->count; i++)
        verdict = cli_worse(verdict, format_file(c, mode, list->entries[i].path, &names));
    return cli_worse(verdict, output_finish(&names, c));
}

static exit_code format_operands(cli *c, arena *a)
{
    const options *o = &c->options;
    fmt_mode mode = options_flag(o, OPTION_FMT_CHECK)  ? FMT_CHECK
                    : options_flag(o, OPTION_IN_PLACE) ? FMT_IN_PLACE
                                                       : FMT_PRINT;
    folder_list list = {0};
    exit_code verdict = folder_expand(a, c, &list);
    if (o->operand_count == 0)
        folder_list_add(a, &list, "-");
    exit_code usage = check_usage(c, mode, &list);
    return usage != EXIT_FINE ? usage : cli_worse(verdict, format_all(c, mode, &list));
}

exit_code command_fmt(cli *c)
{
    return cli_with_arena(c, format_operands);
}
