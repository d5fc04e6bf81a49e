// SPDX-License-Identifier: MIT
#include "compile_jobs.h"

#include "folder.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has_suffix(const char *text, size_t size, const char *suffix)
{
    size_t length = strlen(suffix);
    return size > length && memcmp(text + size - length, suffix, length) == 0;
}

bool compile_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return !cli_is_dash(a) && !cli_is_dash(b) && stat(a, &of_a) == 0 && stat(b, &of_b) == 0 &&
           of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino && S_ISREG(of_a.st_mode);
}

// ---- names

static bool is_folder_name(const char *path)
{
    return path && path[0] && path[strlen(path) - 1] == '/';
}

// Return the name of the output: DIR/STEM.gst or similar for DIR/STEM.json. An image, DIR/STEM.gst,
// can be converted to the other forms.
static const char *name_beside(arena *a, compile_form form, const char *document)
{
    static const char *const endings[] = {
        [AS_IMAGE] = "gst", [AS_C] = "c", [AS_C_ARRAY] = "gst.c", [AS_ASSEMBLY] = "gst.S"};
    size_t size = strlen(document);
    if (has_suffix(document, size, ".json"))
        size -= strlen(".json");
    else if (form != AS_IMAGE && has_suffix(document, size, ".gst"))
        size -= strlen(".gst");
    return arena_print(a, "%.*s.%s", (int)size, document, endings[form]);
}

// Return the name of an output. In an output folder, outputs have the same relative paths as their
// documents. The output of standard input is standard output.
static const char *output_name(arena *a, const options *o, const folder_entry *entry)
{
    const char *output = options_text(o, OPTION_COMPILE_OUTPUT);
    compile_form form = compile_form_of(o);
    if (is_folder_name(output))
        return arena_print(a, "%s%s", output, name_beside(a, form, entry->below));
    if (output || cli_is_dash(entry->path))
        return output ? output : "-";
    return name_beside(a, form, entry->path);
}

// ---- collisions

// A file of the command. Entries of the same file are sorted by these kinds.
typedef struct place {
    enum { PLACE_DOCUMENT, PLACE_OUTPUT, PLACE_RULES } kind;
    uint32_t job;
    const char *path; // as given or derived
    const char *file; // the same path without links, as far as it exists
} place;

static const char *place_file(arena *a, const char *path)
{
    char found[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (realpath(path, found))
        return arena_copy_text(a, found, strlen(found));
    const char *folder = slash ? arena_copy_text(a, path, (size_t)(slash + 1 - path)) : ".";
    if (!realpath(folder, found))
        return path;
    return arena_print(a, "%s/%s", found, slash ? slash + 1 : path);
}

static int by_file(const void *a, const void *b)
{
    const place *one = a, *two = b;
    int order = strcmp(one->file, two->file);
    if (order == 0)
        order = (int)one->kind - (int)two->kind;
    return order != 0 ? order : one->job < two->job ? -1 : one->job > two->job;
}

static exit_code report_collision(cli *c, const compile_jobs *jobs, const place *one,
                                  const place *two)
{
    const char *document = jobs->list[one->job].document;
    if (one->kind == PLACE_DOCUMENT && two->kind == PLACE_OUTPUT)
        return cli_usage(c, "%s: the output would replace %s", two->path,
                         one->job == two->job ? "its own document" : "another document");
    if (one->kind == PLACE_DOCUMENT)
        return cli_usage(c, "--depfile would replace the document `%s`", document);
    if (two->kind == PLACE_RULES)
        return cli_usage(c, "--depfile and the output of `%s` are both `%s`", document, two->path);
    return cli_usage(c,
                     "`%s` and `%s` would both be written to `%s`: put them into different folders",
                     document, jobs->list[two->job].document, two->path);
}

// Check that no two files collide. A document that is given twice is compiled once: its second job
// has no output.
static exit_code check_places(compile_jobs *jobs, cli *c, const place *places, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const place *one = &places[i - 1], *two = &places[i];
        if (two->kind == PLACE_DOCUMENT || strcmp(one->file, two->file) != 0)
            continue;
        compile_job *second = &jobs->list[two->job];
        if (one->kind != PLACE_OUTPUT || two->kind != PLACE_OUTPUT ||
            !compile_same_file(jobs->list[one->job].document, second->document))
            return report_collision(c, jobs, one, two);
        second->output = NULL;
    }
    return EXIT_FINE;
}

static exit_code check_collisions(compile_jobs *jobs, cli *c, arena *a)
{
    const char *rules = options_text(&c->options, OPTION_DEPFILE);
    place *places = ARENA_ARRAY(a, place, 2 * jobs->count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < jobs->count; i++) {
        const compile_job *job = &jobs->list[i];
        if (!cli_is_dash(job->document))
            places[count++] = (place){PLACE_DOCUMENT, i, job->document, NULL};
        if (!cli_is_dash(job->output))
            places[count++] = (place){PLACE_OUTPUT, i, job->output, NULL};
    }
    if (rules && !cli_is_dash(rules))
        places[count++] = (place){PLACE_RULES, 0, rules, NULL};
    for (uint32_t i = 0; i < count; i++)
        places[i].file = place_file(a, places[i].path);
    if (count > 0)
        qsort(places, count, sizeof *places, by_file);
    exit_code verdict = check_places(jobs, c, places, count);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < jobs->count; i++)
        if (jobs->list[i].output)
            jobs->list[kept++] = jobs->list[i];
    jobs->count = kept;
    return verdict;
}

// ---- the command line

static exit_code check_output(cli *c)
{
    const options *o = &c->options;
    const char *output = options_text(o, OPTION_COMPILE_OUTPUT);
    const char *rules = options_text(o, OPTION_DEPFILE);
    if (rules && cli_is_dash(rules) && options_flag(o, OPTION_JSON))
        return cli_usage(c, "--json and --depfile cannot both go to standard output");
    if (!output || is_folder_name(output))
        return EXIT_FINE;
    if (folder_is(output))
        return cli_usage(c,
                         "`%s` is a folder: write `%s/`, with a slash, to put the outputs into it",
                         output, output);
    if (o->operand_count > 1)
        return cli_usage(
            c, "--output=FILE is for one document, not %u; use --output=FOLDER/ for several",
            o->operand_count);
    if (!cli_is_dash(o->operands[0]) && folder_is(o->operands[0]))
        return cli_usage(c, "the outputs of a folder need a folder: --output=%s/", output);
    return EXIT_FINE;
}

// Check that standard output is used for one thing only.
static exit_code check_dash(cli *c)
{
    const options *o = &c->options;
    if (options_flag(o, OPTION_JSON))
        return cli_usage(c, "--json and the compiled output cannot both go to standard output");
    if (options_text(o, OPTION_DEPFILE))
        return cli_usage(c, "--depfile needs --output=FILE, the file whose dependencies it lists");
    if (compile_form_of(o) == AS_IMAGE && isatty(STDOUT_FILENO))
        return cli_usage(c, "an image cannot be written to a terminal; use --output=FILE");
    return EXIT_FINE;
}

static exit_code add_job(compile_jobs *jobs, cli *c, arena *a, const folder_entry *entry)
{
    if (entry->part) {
        if (!options_flag(&c->options, OPTION_QUIET))
            cli_tell(c, "%s: skipped: %s, so it can only be included", entry->path, entry->part);
        return EXIT_FINE;
    }
    if (jobs->has_folder && cli_is_dash(entry->path))
        return cli_usage(c, "standard input has no file name: use --output=FILE");
    compile_job job = {entry->path, output_name(a, &c->options, entry)};
    *ARENA_PUSH(a, jobs->list, jobs->count, jobs->capacity) = job;
    return cli_is_dash(job.output) ? check_dash(c) : EXIT_FINE;
}

exit_code compile_jobs_find(compile_jobs *jobs, cli *c, arena *a)
{
    folder_list found = {0};
    exit_code usage = check_output(c);
    if (usage != EXIT_FINE)
        return usage;
    exit_code verdict = folder_expand(a, c, &found);
    jobs->has_folder = is_folder_name(options_text(&c->options, OPTION_COMPILE_OUTPUT));
    for (uint32_t i = 0; i < found.count && usage == EXIT_FINE; i++)
        usage = add_job(jobs, c, a, &found.entries[i]);
    if (usage == EXIT_FINE)
        usage = check_collisions(jobs, c, a);
    return usage != EXIT_FINE ? usage : verdict;
}
