// SPDX-License-Identifier: MIT
// gestalt import: make a document of trees of another system.
#include "commands.h"
#include "diagnostic.h"
#include "folder.h"
#include "import_header.h"
#include "import_input.h"
#include "import_report.h"
#include "input.h"
#include "limits_option.h"
#include "output.h"

#include <string.h>

static import_list list_of(cli *c, arena *a, option_id option)
{
    const char **texts = NULL, *text;
    uint32_t count = 0, capacity = 0, at = 0;
    while ((text = options_next_text(&c->options, option, &at)))
        *ARENA_PUSH(a, texts, count, capacity) = text;
    return (import_list){texts, count};
}

static void read_options(cli *c, arena *a, import_options *to)
{
    const options *o = &c->options;
    *to = (import_options){
        .format = (import_format)options_choice(o, OPTION_IMPORT_FROM),
        .tree = options_text(o, OPTION_IMPORT_TREE),
        .conditions = list_of(c, a, OPTION_IMPORT_CONDITION),
        .syncs = list_of(c, a, OPTION_IMPORT_SYNC),
        .statefuls = list_of(c, a, OPTION_IMPORT_STATEFUL),
        .deferreds = list_of(c, a, OPTION_IMPORT_DEFERRED),
        .enums = list_of(c, a, OPTION_IMPORT_ENUM),
        .leaf_trees = options_flag(o, OPTION_LEAF_TREES),
    };
}

static exit_code write_document(cli *c, const import_input *in)
{
    gestalt_diagnostics *none = NULL;
    gestalt_error error = {0};
    output out;
    output_start(&out, c, options_text(&c->options, OPTION_OUTPUT));
    gestalt_result result =
        gestalt_format_text(cli_input_name(in->paths[0]), in->text_made, in->size_made, NULL,
                            output_writer(&out), &none, &error);
    gestalt_diagnostics_destroy(none);
    if (result == GESTALT_OK || (result == GESTALT_IO && !out.path))
        return output_finish(&out, c);
    output_abandon(&out);
    return cli_fail(c, cli_input_name(in->paths[0]), result, &error);
}

// Return the end of a file's name, such as ".xml".
static const char *suffix_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *point = strrchr(path, '.');
    return point && (!slash || point > slash) ? point : ".xml";
}

// Replace folders by their files that end like the first operand.
static exit_code expand_operands(cli *c, arena *a, import_input *in)
{
    const options *o = &c->options;
    folder_list list = {0};
    gestalt_error error = {0};
    const char *first = o->operands[0];
    if (folder_is(first))
        return cli_usage(c, "%s: this is a folder, but the first FILE must have the tree to run",
                         first);
    for (uint32_t i = 0; i < o->operand_count; i++) {
        if (!folder_is(o->operands[i]))
            folder_list_add(a, &list, o->operands[i]);
        else if (!folder_files(a, o->operands[i], suffix_of(first), &list, &error))
            return cli_fail(c, o->operands[i], GESTALT_IO, &error);
    }
    const char **paths = ARENA_ARRAY(a, const char *, list.count);
    for (uint32_t i = 0; i < list.count; i++)
        paths[i] = list.entries[i].path;
    in->paths = paths;
    in->count = list.count;
    return EXIT_FINE;
}

static exit_code import_operands(cli *c, arena *a)
{
    const options *o = &c->options;
    gestalt_limits limits = limits_option(o);
    gestalt_compile_options how = {.forbid_includes = options_flag(o, OPTION_NO_INCLUDES),
                                   .size_limit = (size_t)limits.bytes};
    gestalt_limits_compile(&limits, &how);
    import_input in = {.c = c, .memory = a, .compile = &how};
    exit_code expanded = expand_operands(c, a, &in);
    if (expanded != EXIT_FINE)
        return expanded;
    read_options(c, a, &in.options);
    in.library = options_text(o, OPTION_IMPORT_LIBRARY);
    gestalt_result result = import_input_load(&in);
    bool is_approximate =
        in.diagnostics && diagnostics_count_code(in.diagnostics, DIAGNOSTIC_IMPORT_APPROXIMATE) > 0;
    const char *report = options_text(o, OPTION_IMPORT_REPORT);
    const char *header = options_text(o, OPTION_IMPORT_HEADER);
    exit_code reported = EXIT_FINE;
    if (in.diagnostics && report)
        reported = import_report(c, &in, report);
    if (in.diagnostics) {
        input_silence(c, in.diagnostics);
        input_show_diagnostics(c, in.diagnostics);
    }
    exit_code verdict = cli_exit_code(result);
    bool has_no_error = gestalt_diagnostics_error_count(in.diagnostics) == 0;
    if (result != GESTALT_OK && has_no_error)
        cli_fail(c, in.failing_path, result, &in.error);
    else if (result == GESTALT_OK &&
             (!has_no_error || (is_approximate && options_flag(o, OPTION_STRICT))))
        verdict = EXIT_REJECTED;
    else if (result == GESTALT_OK)
        verdict = write_document(c, &in);
    if (verdict == EXIT_FINE && result == GESTALT_OK && header)
        verdict = import_header(c, &in, header);
    if (verdict == EXIT_FINE)
        verdict = reported;
    gestalt_shape_destroy(in.shape);
    gestalt_diagnostics_destroy(in.diagnostics);
    return verdict;
}

exit_code command_import(cli *c)
{
    return cli_with_arena(c, import_operands);
}
