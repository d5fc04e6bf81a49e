// SPDX-License-Identifier: MIT
// gestalt compile: documents to images, or to C.
#include "arena.h"
#include "commands.h"
#include "output.h"
#include "read_list.h"
#include "report.h"

#include <gestalt/compiler.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool writes_c(const options *o)
{
    enum { AS_IMAGE, AS_C };
    return options_choice(o, OPTION_COMPILE_AS) == AS_C;
}

// DIR/STEM.json gives DIR/STEM.gst or DIR/STEM.c; standard input goes to standard output.
static const char *image_path(arena *a, const options *o, const char *document)
{
    const char *path = options_text(o, OPTION_OUTPUT);
    if (path || cli_is_dash(document))
        return path ? path : "-";
    size_t size = strlen(document);
    if (size > 5 && strcmp(document + size - 5, ".json") == 0)
        size -= 5;
    return arena_print(a, "%.*s.%s", (int)size, document, writes_c(o) ? "c" : "gst");
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return !cli_is_dash(a) && !cli_is_dash(b) && stat(a, &of_a) == 0 && stat(b, &of_b) == 0 &&
           of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino && S_ISREG(of_a.st_mode);
}

static exit_code write_image(cli *c, const gestalt_shape *shape, const char *path)
{
    if (cli_is_dash(path)) {
        size_t size;
        const void *image = gestalt_shape_image(shape, &size);
        return output_bytes(c, NULL, image, size);
    }
    gestalt_error error = {0};
    gestalt_result result = gestalt_shape_save(shape, path, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(c, path, result, &error);
}

static exit_code write_c(cli *c, const gestalt_shape *shape, const char *path)
{
    output out;
    gestalt_error error = {0};
    gestalt_c_options wanted = {.leaves = options_text(&c->options, OPTION_LEAVES)};
    output_start(&out, c, path);
    gestalt_result result = gestalt_shape_write_c(shape, &wanted, output_writer(&out), &error);
    if (result == GESTALT_OK || result == GESTALT_IO) // the output knows why
        return output_finish(&out, c);
    output_abandon(&out);
    return cli_fail(c, path, result, &error);
}

// "guard.json -> guard.gst: `guard`, 12 nodes, 31 items, 1480 bytes"
static void compile_tell(cli *c, const input *in, const char *path)
{
    const gestalt_specification *s = gestalt_shape_specification(in->shape);
    size_t size;
    gestalt_shape_image(in->shape, &size);
    cli_tell(c, "%s -> %s: `%s`, %u node%s, %u item%s, %zu bytes", input_name(in->path),
             cli_is_dash(path) ? "<stdout>" : path, gestalt_shape_name(in->shape), s->node_count,
             s->node_count == 1 ? "" : "s", s->item_count, s->item_count == 1 ? "" : "s", size);
    if (options_flag(&c->options, OPTION_VERBOSE)) {
        report_specification(&c->messages, in->shape, true);
        text_finish(&c->messages);
    }
}

// The outputs of a command: those that are of all documents.
typedef struct compile_outputs {
    report_list *json; // NULL: none
    output *rules;     // --depfile; NULL: none
} compile_outputs;

// The rule takes its memory here, before the output that it is about replaces an older one.
static exit_code write_rule(cli *c, const compile_outputs *to, const read_list *reads,
                            const char *path)
{
    bool is_named = !to->rules || read_list_write_rule(reads, path, &to->rules->text);
    if (to->rules)
        text_finish(&to->rules->text);
    if (reads->paths.is_full || (to->rules && !output_is_well(to->rules))) {
        cli_say(c, "out of memory");
        return EXIT_LIMIT;
    }
    if (is_named)
        return EXIT_FINE;
    cli_say(c, "%s: --depfile cannot name a file with a line break in its name", path);
    return EXIT_REJECTED;
}

static exit_code compile_input(cli *c, arena *a, const char *document, const compile_outputs *to,
                               read_list *reads)
{
    const char *path = image_path(a, &c->options, document);
    report_list *json = to->json;
    input in;
    if (is_same_file(document, path))
        return cli_usage(c, "%s: what is written would replace its own document", document);
    c->listener = read_list_add;
    c->listener_user = reads;
    input_load(&in, c, document);
    c->listener = NULL;
    exit_code verdict = json ? cli_exit_code(in.result) : input_report(&in, c);
    if (in.is_image && in.result == GESTALT_OK && !writes_c(&c->options)) {
        cli_say(c, "%s: this is an image already", input_name(document));
        verdict = EXIT_REJECTED;
    } else if (in.result == GESTALT_OK) {
        verdict = write_rule(c, to, reads, path);
        if (verdict == EXIT_FINE)
            verdict = (writes_c(&c->options) ? write_c : write_image)(c, in.shape, path);
        if (verdict == EXIT_FINE && !json && !options_flag(&c->options, OPTION_QUIET))
            compile_tell(c, &in, path);
    }
    if (json)
        report_list_add(json, &in, verdict == EXIT_FINE ? path : NULL, reads);
    input_release(&in);
    return verdict;
}

static exit_code compile_one(cli *c, arena *a, const char *document, const compile_outputs *to)
{
    read_list reads;
    read_list_start(&reads, cli_is_dash(document) ? NULL : document);
    exit_code verdict = compile_input(c, a, document, to, &reads);
    read_list_release(&reads);
    return verdict;
}

static exit_code check_usage(cli *c, arena *a)
{
    const options *o = &c->options;
    if (o->operand_count > 1 && options_flag(o, OPTION_OUTPUT))
        return cli_usage(c, "--output takes one document, not %u", o->operand_count);
    if (!writes_c(o) && options_flag(o, OPTION_LEAVES))
        return cli_usage(c, "--leaves is for --as=c");
    for (uint32_t i = 0; i < o->operand_count; i++) {
        if (!cli_is_dash(image_path(a, o, o->operands[i])))
            continue;
        if (options_flag(o, OPTION_JSON))
            return cli_usage(c, "--json and what is compiled cannot both go to standard output");
        if (options_text(o, OPTION_DEPFILE))
            return cli_usage(c,
                             "--depfile goes with --output=FILE: the file that depends on others");
        if (!writes_c(o) && isatty(STDOUT_FILENO))
            return cli_usage(c, "an image is not written to a terminal; use --output=FILE");
    }
    return EXIT_FINE;
}

// Without an output, a build tool has nothing to depend on others: the old rules stay.
static exit_code finish_rules(output *rules, cli *c, exit_code verdict)
{
    if (verdict == EXIT_FINE)
        return output_finish(rules, c);
    output_abandon(rules);
    return verdict;
}

static exit_code compile_all(cli *c, arena *a)
{
    exit_code usage = check_usage(c, a);
    if (usage != EXIT_FINE)
        return usage;
    output out, rules;
    report_list list;
    bool json = options_flag(&c->options, OPTION_JSON);
    const char *depfile = options_text(&c->options, OPTION_DEPFILE);
    compile_outputs to = {json ? &list : NULL, depfile ? &rules : NULL};
    exit_code verdict = EXIT_FINE;
    output_start(&out, c, NULL);
    if (depfile)
        output_stream(&rules, c, depfile);
    if (json)
        report_list_start(&list, &out.text);
    for (uint32_t i = 0; i < c->options.operand_count; i++)
        verdict = cli_worse(verdict, compile_one(c, a, c->options.operands[i], &to));
    if (json)
        report_list_finish(&list);
    if (depfile)
        verdict = finish_rules(&rules, c, verdict);
    return cli_worse(verdict, output_finish(&out, c));
}

exit_code command_compile(cli *c)
{
    return cli_with_arena(c, compile_all);
}
