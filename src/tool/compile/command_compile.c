// SPDX-License-Identifier: MIT
// gestalt compile: compile documents to images, to C, or to sources of embedded images.
//
// Outputs are first written under temporary names, and are renamed together at the end. All memory
// is allocated before that, so the old files remain if memory runs out.
#include "compile_jobs.h"
#include "embed.h"
#include "file_batch.h"
#include "input.h"
#include "output.h"
#include "read_list.h"
#include "report.h"

#include <gestalt/compiler.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct compilation {
    cli *c;
    arena a;
    compile_jobs jobs;
    file_batch batch;
    text_buffer told;    // a line for each output, printed after the outputs are renamed
    text_buffer rules;   // rules for --depfile
    text_buffer results; // results for --json
    text_out told_text, rules_text, results_text;
    report_list json;
    bool is_json, has_rules, is_quiet;
} compilation;

static exit_code out_of_memory(cli *c)
{
    cli_say(c, "out of memory");
    return EXIT_LIMIT;
}

// Return whether everything to be printed or written later could be stored.
static bool has_kept_all(compilation *k)
{
    return text_finish(&k->told_text) && text_finish(&k->rules_text) &&
           text_finish(&k->results_text);
}

// ---- one document

// Return the bytes of the output. An output that is text is stored in `text`.
static gestalt_result output_of(const cli *c, const gestalt_shape *shape, text_buffer *text,
                                const void **bytes, size_t *size, gestalt_error *error)
{
    text_out out;
    gestalt_result result = GESTALT_OK;
    gestalt_c_options wanted = {.leaves = options_text(&c->options, OPTION_LEAVES),
                                .node_limit = UINT32_MAX};
    text_start(&out, text_buffer_writer(text), false);
    switch (compile_form_of(&c->options)) {
    case AS_IMAGE: *bytes = gestalt_shape_image(shape, size); return GESTALT_OK;
    case AS_C: result = gestalt_shape_write_c(shape, &wanted, out.writer, error); break;
    case AS_C_ARRAY: embed_c_array(&out, shape); break;
    case AS_ASSEMBLY: embed_assembly(&out, shape); break;
    }
    text_finish(&out);
    *bytes = text->bytes;
    *size = text->size;
    return text_buffer_result(text, result, error);
}

// Return whether a path is a pipe, a device or standard output, which are written at once.
static bool is_stream(const char *path)
{
    struct stat status;
    return cli_is_dash(path) ||
           (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
}

static exit_code put_output(compilation *k, const char *path, const void *bytes, size_t size,
                            bool *is_new)
{
    gestalt_error error = {0};
    *is_new = true;
    if (is_stream(path))
        return output_bytes(k->c, path, bytes, size);
    gestalt_result result = file_batch_add(&k->batch, path, bytes, size, is_new, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(k->c, path, result, &error);
}

static exit_code make_folders(compilation *k, const char *path)
{
    gestalt_error error = {0};
    if (!k->jobs.has_folder)
        return EXIT_FINE;
    gestalt_result result = file_batch_make_folders(&k->batch, path, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(k->c, path, result, &error);
}

static exit_code add_rule(compilation *k, const read_list *reads, const char *path)
{
    if (!k->has_rules || read_list_write_rule(reads, path, &k->rules_text))
        return EXIT_FINE;
    cli_say(k->c, "%s: --depfile cannot name a file with a line break in its name", path);
    return EXIT_REJECTED;
}

// Add a line such as "guard.json -> guard.gst: `guard`, 12 nodes, 31 items, 1480 bytes".
static void add_told(compilation *k, const input *in, const char *path, bool is_new)
{
    const gestalt_specification *s = gestalt_shape_specification(in->shape);
    const char *from = cli_input_name(in->path), *to = cli_is_dash(path) ? "<stdout>" : path;
    const char *name = gestalt_shape_name(in->shape);
    text_out *out = &k->told_text;
    size_t size;
    gestalt_shape_image(in->shape, &size);
    text_escaped(out, from, strlen(from));
    text_put(out, " -> ");
    text_escaped(out, to, strlen(to));
    text_put(out, ": `");
    text_escaped(out, name, strlen(name));
    text_print(out, "`, %u node%s, %u item%s, %zu bytes%s\n", s->node_count,
               text_plural(s->node_count, "", "s"), s->item_count,
               text_plural(s->item_count, "", "s"), size, is_new ? "" : ", unchanged");
    if (options_flag(&k->c->options, OPTION_VERBOSE))
        report_specification(out, in->shape, true);
}

// Check that the output is not one of the files that were read. Included files are only known after
// the document was read.
static exit_code check_reads(compilation *k, const read_list *reads, const char *path)
{
    for (const char *read = NULL; (read = read_list_next(reads, read));)
        if (compile_same_file(read, path))
            return cli_usage(k->c, "%s: the output would replace %s", path,
                             read == read_list_next(reads, NULL) ? "its own document"
                                                                 : "a file that it includes");
    return EXIT_FINE;
}

// Print a note about a large tree. Its C is written anyway, but a compiler may take very long for
// it.
static void note_size(cli *c, const input *in)
{
    uint32_t count = gestalt_shape_specification(in->shape)->node_count;
    if (count > GESTALT_NATIVE_NODES)
        cli_say(c,
                "%s: the tree has %u nodes: a compiler may need very long for the C code, and "
                "--native interprets trees of more than %d nodes",
                cli_input_name(in->path), count, GESTALT_NATIVE_NODES);
}

static exit_code write_output(compilation *k, const input *in, const read_list *reads,
                              const char *path, bool *is_new)
{
    text_buffer text = {0};
    gestalt_error error = {0};
    const void *bytes;
    size_t size;
    exit_code verdict = check_reads(k, reads, path);
    if (verdict != EXIT_FINE)
        return verdict;
    gestalt_result result = output_of(k->c, in->shape, &text, &bytes, &size, &error);
    verdict =
        result == GESTALT_OK ? add_rule(k, reads, path) : cli_fail(k->c, path, result, &error);
    if (verdict == EXIT_FINE && compile_form_of(&k->c->options) == AS_C && !k->is_quiet)
        note_size(k->c, in);
    if (verdict == EXIT_FINE && !has_kept_all(k))
        verdict = out_of_memory(k->c);
    if (verdict == EXIT_FINE)
        verdict = make_folders(k, path);
    if (verdict == EXIT_FINE)
        verdict = put_output(k, path, bytes, size, is_new);
    text_buffer_release(&text);
    return verdict;
}

static exit_code compile_input(compilation *k, const compile_job *job, read_list *reads)
{
    cli *c = k->c;
    input in;
    bool is_new = false;
    c->listener = read_list_add;
    c->listener_user = reads;
    input_load(&in, c, job->document);
    c->listener = NULL;
    exit_code verdict = k->is_json ? cli_exit_code(in.result) : input_report(&in, c);
    if (in.result == GESTALT_OK && reads->paths.is_full) {
        verdict = out_of_memory(c);
    } else if (in.is_image && in.result == GESTALT_OK && compile_form_of(&c->options) == AS_IMAGE) {
        cli_say(c, "%s: this is an image already", cli_input_name(job->document));
        verdict = EXIT_REJECTED;
    } else if (in.result == GESTALT_OK) {
        verdict = write_output(k, &in, reads, job->output, &is_new);
    }
    if (verdict == EXIT_FINE && !k->is_json && !k->is_quiet)
        add_told(k, &in, job->output, is_new);
    report_output made = {verdict == EXIT_FINE ? job->output : NULL, is_new, reads};
    if (k->is_json)
        report_list_add(&k->json, &in, &made);
    input_release(&in);
    return verdict;
}

static exit_code compile_job_run(compilation *k, const compile_job *job)
{
    read_list reads;
    read_list_start(&reads, cli_is_dash(job->document) ? NULL : job->document);
    exit_code verdict = compile_input(k, job, &reads);
    read_list_release(&reads);
    return verdict;
}

// ---- all documents

// Rename the outputs that were written so far, and print a line about each.
static exit_code put_in_place(compilation *k)
{
    gestalt_error error = {0};
    if (!has_kept_all(k)) {
        file_batch_abandon(&k->batch);
        return out_of_memory(k->c);
    }
    gestalt_result result = file_batch_commit(&k->batch, &error);
    if (result != GESTALT_OK)
        return cli_fail(k->c, "compile", result, &error);
    text_write(&k->c->messages, k->told.bytes, k->told.size);
    text_finish(&k->c->messages);
    k->told.size = 0;
    return EXIT_FINE;
}

// Write the rules. Without any output, a build tool has no new dependencies, so the old rules
// remain. If the rules cannot be written, no output is written either: a build tool would never
// update it.
static exit_code put_rules(compilation *k)
{
    bool is_new;
    const char *path = options_text(&k->c->options, OPTION_DEPFILE);
    exit_code verdict = put_output(k, path, k->rules.bytes, k->rules.size, &is_new);
    if (verdict != EXIT_FINE)
        file_batch_abandon(&k->batch);
    return verdict;
}

static exit_code compile_all(compilation *k, exit_code verdict)
{
    exit_code last = EXIT_FINE;
    for (uint32_t i = 0; i < k->jobs.count; i++) {
        verdict = cli_worse(verdict, compile_job_run(k, &k->jobs.list[i]));
        if (file_batch_is_full(&k->batch))
            verdict = cli_worse(verdict, put_in_place(k));
    }
    if (k->is_json) {
        report_list_finish(&k->json);
        text_finish(&k->results_text);
    }
    if (k->has_rules && verdict == EXIT_FINE && has_kept_all(k))
        last = put_rules(k);
    if (last == EXIT_FINE)
        last = put_in_place(k);
    verdict = cli_worse(verdict, last);
    if (k->is_json && has_kept_all(k))
        verdict = cli_worse(verdict, output_bytes(k->c, NULL, k->results.bytes, k->results.size));
    return verdict;
}

static exit_code check_options(cli *c)
{
    if (compile_form_of(&c->options) != AS_C && options_flag(&c->options, OPTION_LEAVES))
        return cli_usage(c, "--leaves is for --as=c");
    return EXIT_FINE;
}

static exit_code compile_found(compilation *k)
{
    exit_code verdict = check_options(k->c);
    if (verdict == EXIT_FINE)
        verdict = compile_jobs_find(&k->jobs, k->c, &k->a);
    if (verdict == EXIT_USAGE)
        return verdict;
    if (k->jobs.count == 0 && verdict == EXIT_FINE) {
        cli_say(k->c, "there is nothing to compile: all documents can only be included");
        verdict = EXIT_REJECTED;
    }
    return compile_all(k, verdict);
}

exit_code command_compile(cli *c)
{
    const options *o = &c->options;
    compilation k = {.c = c,
                     .is_json = options_flag(o, OPTION_JSON),
                     .has_rules = options_text(o, OPTION_DEPFILE),
                     .is_quiet = options_flag(o, OPTION_QUIET)};
    exit_code verdict = EXIT_LIMIT;
    file_batch_start(&k.batch, !options_flag(o, OPTION_NO_SYNC));
    text_start(&k.told_text, text_buffer_writer(&k.told), c->messages.color);
    text_start(&k.rules_text, text_buffer_writer(&k.rules), false);
    text_start(&k.results_text, text_buffer_writer(&k.results), cli_colored(o, STDOUT_FILENO));
    if (k.is_json)
        report_list_start(&k.json, &k.results_text);
    arena_start(&k.a, memory_allocator(NULL));
    if (setjmp(k.a.escape))
        out_of_memory(c);
    else
        verdict = compile_found(&k);
    file_batch_abandon(&k.batch);
    text_buffer_release(&k.told);
    text_buffer_release(&k.rules);
    text_buffer_release(&k.results);
    arena_destroy(&k.a);
    return verdict;
}
