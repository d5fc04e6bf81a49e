// SPDX-License-Identifier: MIT
#include "replay.h"

#include "array.h"
#include "error.h"
#include "file.h"
#include "final.h"
#include "live_act.h"
#include "live_log.h"
#include "output.h"
#include "run_subject.h"
#include "signals.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct replay {
    cli *c;
    cli of_log; // a copy of `c` with the options of the log
    const char *path;
    char *text;
    size_t size;
    char folder[PATH_MAX];
    char document[PATH_MAX]; // path in this folder
    live_files files;        // files at the beginning
    char **words;            // command line of the log
    size_t word_count, word_capacity;
    uint64_t first_tick, most; // most: number of ticks, by --ticks
    char hash[17];
    run_subject subject;
    live_run run;
    uint64_t acts;
    bool has_ended; // whether the last line was reached
} replay;

// ---- lines

// Report an error at a position of the log.
static exit_code replay_wrong(const replay *p, size_t at, const char *message)
{
    size_t line = 1, column = 1;
    for (size_t i = 0; i < at && i < p->size; i++) {
        column = p->text[i] == '\n' ? 1 : column + 1;
        line += p->text[i] == '\n';
    }
    cli_say(p->c, "%s:%zu:%zu: %s", p->path, line, column, message);
    return EXIT_REJECTED;
}

static exit_code replay_failed(const replay *p, size_t begin, gestalt_result result,
                               const gestalt_error *error)
{
    if (result == GESTALT_NO_MEMORY || result == GESTALT_IO)
        return cli_fail(p->c, p->path, result, error);
    return replay_wrong(p, begin + error->offset, error->message);
}

// Read a line as an object. Destroy `d` after EXIT_FINE.
static exit_code replay_read(const replay *p, size_t begin, size_t end, json_document *d)
{
    json_error wrong;
    gestalt_allocator a = memory_allocator(NULL);
    if (!json_read(p->text + begin, end - begin, (json_limits){.depth = 8}, &a, d, &wrong))
        return wrong.kind == JSON_NO_MEMORY
                   ? cli_no_memory(p->c)
                   : replay_wrong(p, begin + wrong.begin, "a line of a log must be a JSON object");
    if (json_kind_of(json_root(d)) == JSON_OBJECT)
        return EXIT_FINE;
    json_destroy(d, &a);
    return replay_wrong(p, begin, "a line of a log is an object");
}

// ---- the first line

// Read an option. Only options that logs can contain are accepted, so that a log cannot load a
// plugin.
static exit_code replay_option(replay *p, size_t begin, json_value string)
{
    gestalt_allocator a = memory_allocator(NULL);
    size_t size;
    if (json_kind_of(string) != JSON_STRING)
        return replay_wrong(p, begin + json_begin(string), "an option is a string");
    if (!ARRAY_RESERVE(&a, p->words, p->word_capacity, p->word_count + 1))
        return cli_no_memory(p->c);
    char *word = live_string(string, &size);
    if (!word)
        return cli_no_memory(p->c);
    p->words[p->word_count++] = word;
    const char *equals = strchr(word, '=');
    for (option_id id = 0; id < OPTION_COUNT; id++) {
        const char *name = option_table[id].name;
        size_t length = strlen(name);
        if (run_subject_keeps(id) && option_is_of(id, COMMAND_LIVE) && equals &&
            strncmp(word, "--", 2) == 0 && (size_t)(equals - word) == length + 2 &&
            memcmp(word + 2, name, length) == 0)
            return EXIT_FINE;
    }
    return replay_wrong(p, begin + json_begin(string), "no log has this option");
}

static exit_code replay_header(replay *p, size_t begin, json_value line)
{
    gestalt_error error = {0};
    json_value hash = json_member(line, "hash", NULL);
    json_value given = json_member(line, "options", NULL);
    int64_t format;
    exit_code verdict = EXIT_FINE;
    json_value mark = json_member(line, "gestalt_live", NULL);
    if (json_kind_of(mark) != JSON_NUMBER || !json_int64(mark, &format) || format != 1)
        return replay_wrong(p, begin,
                            "this is not a log of `gestalt live`, or it is of a newer version");
    gestalt_result result = live_members(line, "gestalt_live|tick|hash|options|files", &error);
    if (result == GESTALT_OK)
        result = live_count(line, "tick", UINT64_MAX, &p->first_tick, &error);
    if (result != GESTALT_OK)
        return replay_failed(p, begin, result, &error);
    if (json_kind_of(hash) != JSON_STRING || json_string_size(hash) != 16 ||
        json_kind_of(given) != JSON_ARRAY)
        return replay_wrong(p, begin, "`hash` has to be 16 digits, and `options` an array");
    json_string_copy(hash, p->hash);
    for (json_value o = json_first(given); json_kind_of(o) != JSON_NONE && verdict == EXIT_FINE;
         o = json_next(o))
        verdict = replay_option(p, begin, o);
    if (verdict != EXIT_FINE)
        return verdict;
    result = live_files_parse(&p->files, json_member(line, "files", NULL), &error);
    return result == GESTALT_OK ? EXIT_FINE : replay_failed(p, begin, result, &error);
}

// Check the name of the file. The file may have changed or been removed since, because the log
// contains its text.
static exit_code replay_check_name(const replay *p)
{
    const char *path = p->c->options.operands[0], *name = path + live_files_folder(path);
    if (strcmp(name, p->files.list[0].name) == 0)
        return EXIT_FINE;
    return cli_usage(p->c, "%s is the log of `%s`, not of `%s`", p->path, p->files.list[0].name,
                     name);
}

// ---- the options

static void replay_report(void *user, const char *message)
{
    replay *p = user;
    replay_wrong(p, 0, message);
}

// Parse the options of the log. Options that concern the machine and not the run are taken from
// this command line.
static exit_code replay_options(replay *p)
{
    static const option_id taken[] = {OPTION_PLUGIN,    OPTION_RESUME,     OPTION_THREADS,
                                      OPTION_MAX_NODES, OPTION_MAX_SIZE,   OPTION_MAX_VISITS,
                                      OPTION_LIMITS,    OPTION_DIAGNOSTICS};
    gestalt_allocator a = memory_allocator(NULL);
    const options *given = &p->c->options;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        const char *name = option_table[taken[i]].name, *text = options_text(given, taken[i]);
        if (!options_is_given(given, taken[i]) || !text)
            continue;
        size_t size = strlen(name) + strlen(text) + 4;
        char *word = memory_new(&a, size);
        if (!word || !ARRAY_RESERVE(&a, p->words, p->word_capacity, p->word_count + 1)) {
            memory_release(&a, word, word ? size : 0);
            return cli_no_memory(p->c);
        }
        snprintf(word, size, "--%s=%s", name, text);
        p->words[p->word_count++] = word;
    }
    char **line = memory_new(&a, (p->word_count + 2) * sizeof *line);
    if (!line)
        return cli_no_memory(p->c);
    static char command[] = "live";
    line[0] = command;
    for (size_t i = 0; i < p->word_count; i++)
        line[i + 1] = p->words[i];
    line[p->word_count + 1] = p->document;
    p->of_log = *p->c;
    exit_code verdict =
        options_parse(&p->of_log.options, (int)(p->word_count + 2), line, replay_report, p);
    memory_release(&a, line, (p->word_count + 2) * sizeof *line);
    return verdict == EXIT_USAGE ? EXIT_REJECTED : verdict; // the log is invalid
}

// ---- the run

static exit_code replay_folder(replay *p)
{
    gestalt_error error = {0};
    const char *place = getenv("TMPDIR");
    int size = snprintf(p->folder, sizeof p->folder, "%s/gestalt-replay-XXXXXX",
                        place && *place ? place : "/tmp");
    if (size < 0 || (size_t)size + 2 + LIVE_PATH_MAX >= sizeof p->folder || !mkdtemp(p->folder)) {
        p->folder[0] = '\0';
        cli_say(p->c, "cannot make a folder for the files of the log in %s",
                place && *place ? place : "/tmp");
        return EXIT_IO;
    }
    strcat(p->folder, "/");
    snprintf(p->document, sizeof p->document, "%.*s%.*s", (int)strlen(p->folder), p->folder,
             LIVE_PATH_MAX, p->files.list[0].name);
    gestalt_result result = live_files_write(&p->files, p->folder, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(p->c, p->folder, result, &error);
}

static exit_code replay_open(replay *p)
{
    uint64_t hash;
    char digits[17];
    gestalt_error error = {0};
    exit_code verdict = replay_folder(p);
    if (verdict == EXIT_FINE)
        verdict = replay_options(p);
    if (verdict == EXIT_FINE)
        verdict = run_subject_open(&p->subject, &p->of_log, p->document);
    if (verdict != EXIT_FINE)
        return verdict;
    gestalt_result result =
        live_run_open(&p->run, &p->subject.subject, 0, p->of_log.messages.writer, &error);
    if (result != GESTALT_OK && p->subject.verdict != EXIT_FINE)
        return p->subject.verdict;
    if (result == GESTALT_OK)
        result = live_run_hash(&p->run, &hash, &error);
    if (result != GESTALT_OK)
        return cli_fail(p->c, p->path, result, &error);
    snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    if (live_run_ticks(&p->run) == p->first_tick && strcmp(digits, p->hash) == 0)
        return EXIT_FINE;
    return cli_usage(p->c,
                     "%s: the run begins in another state than the one of the log: did it have "
                     "--resume or --plugin?",
                     p->path);
}

// Run up to a tick. Errors of functions also occurred in the original run.
static exit_code replay_ticks(replay *p, uint64_t tick)
{
    exit_code verdict = EXIT_FINE;
    while (live_run_ticks(&p->run) < tick) {
        if (signals_came())
            return EXIT_INTERRUPTED;
        uint64_t before = live_run_ticks(&p->run);
        verdict = run_subject_tick(&p->subject, p->of_log.messages.writer);
        bool goes =
            verdict == EXIT_FINE || (verdict == EXIT_REJECTED && live_run_ticks(&p->run) > before);
        if (!goes)
            return verdict;
    }
    return EXIT_FINE;
}

static exit_code replay_act(replay *p, size_t begin, json_value line)
{
    uint64_t tick;
    gestalt_error error = {0};
    gestalt_result result = live_count(line, "tick", UINT64_MAX, &tick, &error);
    if (result != GESTALT_OK)
        return replay_failed(p, begin, result, &error);
    if (tick < live_run_ticks(&p->run))
        return replay_wrong(p, begin, "this tick is before that of the previous line");
    if (tick - p->first_tick > p->most)
        return replay_wrong(p, begin, "this tick is more than --ticks after the beginning");
    exit_code verdict = replay_ticks(p, tick);
    json_value name = json_member(line, "do", NULL);
    if (verdict != EXIT_FINE)
        return verdict;
    if (json_kind_of(name) == JSON_STRING && json_is(name, "end")) {
        p->has_ended = true;
        return EXIT_FINE;
    }
    result = live_act(&p->run, line, p->folder, &error);
    p->acts++;
    return result == GESTALT_OK ? EXIT_FINE : replay_failed(p, begin, result, &error);
}

static exit_code replay_lines(replay *p)
{
    exit_code verdict = EXIT_FINE;
    gestalt_allocator a = memory_allocator(NULL);
    for (size_t begin = 0, end; begin < p->size && verdict == EXIT_FINE; begin = end + 1) {
        json_document d;
        const char *newline = memchr(p->text + begin, '\n', p->size - begin);
        if (!newline && begin > 0) { // its act was not done, or not confirmed
            cli_tell(p->c, "%s: the last line is cut off, and is ignored", p->path);
            return EXIT_FINE;
        }
        if (!newline)
            return replay_wrong(p, 0, "the first line of the log is cut off");
        end = (size_t)(newline - p->text);
        if (p->has_ended)
            return replay_wrong(p, begin, "the log has lines after its end");
        verdict = replay_read(p, begin, end, &d);
        if (verdict != EXIT_FINE)
            return verdict;
        if (begin == 0) {
            verdict = replay_header(p, begin, json_root(&d));
            if (verdict == EXIT_FINE)
                verdict = replay_check_name(p);
            if (verdict == EXIT_FINE)
                verdict = replay_open(p);
        } else {
            verdict = replay_act(p, begin, json_root(&d));
        }
        json_destroy(&d, &a);
    }
    if (verdict == EXIT_FINE && p->size == 0)
        return replay_wrong(p, 0, "the log is empty");
    return verdict;
}

// ---- results

static exit_code replay_final(replay *p, const char *path)
{
    output out;
    gestalt_error error = {0};
    output_start(&out, p->c, path);
    run *r = &p->subject.run;
    gestalt_result result = r->kind->put_final(&out.text, r, &error);
    if (result == GESTALT_OK)
        return output_finish(&out, p->c);
    output_abandon(&out);
    return cli_fail(p->c, path, result, &error);
}

static exit_code replay_save(replay *p, const char *path)
{
    gestalt_error error = {0};
    run *r = &p->subject.run;
    gestalt_result result = r->kind->save(r, path, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(p->c, path, result, &error);
}

static exit_code replay_summary(replay *p)
{
    output out;
    uint64_t hash, ticks = live_run_ticks(&p->run);
    uint64_t agents = gestalt_population_count(p->run.population);
    gestalt_error error = {0};
    gestalt_result result = live_run_hash(&p->run, &hash, &error);
    if (result != GESTALT_OK)
        return cli_fail(p->c, p->path, result, &error);
    output_start(&out, p->c, NULL);
    if (options_flag(&p->c->options, OPTION_HASH))
        text_print(&out.text, "%016" PRIx64 "\n", hash);
    else
        text_print(&out.text,
                   "%" PRIu64 " agent%s, %" PRIu64 " tick%s, %" PRIu64 " act%s; hash %016" PRIx64
                   "\n",
                   agents, text_plural(agents, "", "s"), ticks, text_plural(ticks, "", "s"),
                   p->acts, text_plural(p->acts, "", "s"), hash);
    return output_finish(&out, p->c);
}

static exit_code replay_finish(replay *p, exit_code verdict)
{
    const options *o = &p->c->options;
    const char *final_path = options_text(o, OPTION_FINAL), *save = options_text(o, OPTION_SAVE);
    if (verdict != EXIT_FINE && verdict != EXIT_INTERRUPTED)
        return verdict;
    if (save)
        verdict = cli_worse(verdict, replay_save(p, save));
    if (final_path)
        verdict = cli_worse(verdict, replay_final(p, final_path));
    if (options_flag(o, OPTION_HASH) || !(final_path || options_flag(o, OPTION_QUIET)))
        verdict = cli_worse(verdict, replay_summary(p));
    return verdict;
}

static exit_code replay_check(cli *c)
{
    static const option_id known[] = {
        OPTION_REPLAY,   OPTION_TICKS,      OPTION_PLUGIN, OPTION_RESUME,      OPTION_THREADS,
        OPTION_HASH,     OPTION_SAVE,       OPTION_FINAL,  OPTION_QUIET,       OPTION_MAX_NODES,
        OPTION_MAX_SIZE, OPTION_MAX_VISITS, OPTION_LIMITS, OPTION_DIAGNOSTICS, OPTION_WARNINGS};
    const options *o = &c->options;
    for (uint32_t i = 0; i < o->given_count; i++) {
        bool is_known = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            is_known |= o->given[i].option == known[k];
        if (!is_known)
            return cli_usage(
                c, "--%s and --replay exclude each other: a replay follows the log, and writes %s",
                option_table[o->given[i].option].name, "--final, --save and --hash alone");
    }
    const char *save = options_text(o, OPTION_SAVE), *final_path = options_text(o, OPTION_FINAL);
    exit_code saves = output_check_snapshot(c, "--save", save);
    if (saves != EXIT_FINE)
        return saves;
    if (final_path && cli_is_dash(final_path) && options_flag(o, OPTION_HASH))
        return cli_usage(c, "only one of --final=- and --hash can go to standard output");
    return EXIT_FINE;
}

static void replay_close(replay *p)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (p->run.version_count > 0) // an edit may have added files
        live_files_remove(&live_run_version(&p->run)->files, p->folder);
    if (p->folder[0])
        live_files_remove(&p->files, p->folder);
    live_run_close(&p->run);
    run_subject_close(&p->subject);
    if (p->folder[0])
        rmdir(p->folder);
    live_files_release(&p->files);
    for (size_t i = 0; i < p->word_count; i++)
        memory_release(&a, p->words[i], strlen(p->words[i]) + 1);
    ARRAY_RELEASE(&a, p->words, p->word_capacity);
    if (p->of_log.options.given || p->of_log.options.operands)
        options_destroy(&p->of_log.options);
    file_release(&a, p->text, p->size);
}

exit_code live_replay(cli *c)
{
    gestalt_error error = {0};
    gestalt_allocator a = memory_allocator(NULL);
    exit_code verdict = replay_check(c);
    if (verdict != EXIT_FINE)
        return verdict;
    replay *p = memory_new(&a, sizeof *p);
    if (!p)
        return cli_no_memory(c);
    *p = (replay){.c = c, .path = options_text(&c->options, OPTION_REPLAY), .most = UINT64_MAX};
    if (options_is_given(&c->options, OPTION_TICKS))
        p->most = options_number(&c->options, OPTION_TICKS);
    gestalt_result result = file_read(p->path, LIVE_LOG_SIZE_MAX, &a, &p->text, &p->size, &error);
    if (result != GESTALT_OK) {
        memory_release(&a, p, sizeof *p);
        return cli_fail(c, options_text(&c->options, OPTION_REPLAY), result, &error);
    }
    signals_catch();
    verdict = replay_finish(p, replay_lines(p));
    replay_close(p);
    memory_release(&a, p, sizeof *p);
    return signals_exit_code(verdict);
}
