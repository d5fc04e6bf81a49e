// SPDX-License-Identifier: MIT
// Any command line, in a folder with one file of each kind. The command must end with one of its
// exit codes, print a message if it fails, and leak nothing. Each text line of the input is one
// word of the command line. Mutations draw words from the table of options.
//
// Command lines that would take long are only parsed: many ticks, a compiler, benchmarks, a page, a
// recording that is followed. So are those that leave the folder.
#include "accepted.h"
#include "in_process.h"
#include "small_scenes.h"
#include "words.h"

#include "running.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

enum { LINE_MOST = 2000, TICKS_MOST = 200, AGENTS_MOST = 300, THREADS_MOST = 4, SEEDS_MOST = 4 };

// ---- files

static const char *const file_names[] = {
    "guard.json", "crossing.json", "two.json",  "broken.json", "guard.gst", "crossing.gss",
    "flock.json", "flock.gsr",     "flock.gss", "empty",       "-",         ".",
    "missing",    "out",
};
enum { FILES = sizeof file_names / sizeof *file_names, FILES_MADE = 10 };

static struct {
    char *bytes;
    size_t size;
} files[FILES_MADE];

static void file_take(const char *from, const char *to)
{
    char *text = running_text(from);
    in_process_write(to, text, strlen(text));
    free(text);
}

static void prepare(const char *line)
{
    in_process_said s = in_process_run_line(line);
    if (s.code == EXIT_FINE)
        return;
    fprintf(stderr, "fuzz_command: %s: %s\n", line, s.messages);
    abort();
}

// The folder of test files, relative to the folder in which the target starts.
static void start(void)
{
    static char examples[4096];
    if (files[0].bytes)
        return;
    if (!realpath("../../examples", examples))
        abort();
    running_folder = examples;
    in_process_enter();
    file_take("guard.json", "guard.json");
    file_take("crossing.json", "crossing.json");
    file_take("watchman.json", "two.json");
    file_take("broken.json", "broken.json");
    strcat(examples, "/scenes");
    char *text = small_scene(SMALL_FLOCK);
    in_process_write("flock.json", text, strlen(text));
    in_process_write("empty", "", 0);
    free(text);
    prepare("compile guard.json -o guard.gst -q");
    prepare("run crossing.json --agents=3 --ticks=4 --save=crossing.gss");
    prepare("run flock.json --steps=3 --record=flock.gsr --save=flock.gss");
    for (size_t i = 0; i < FILES_MADE; i++)
        files[i].bytes = in_process_read(file_names[i], &files[i].size);
}

static void files_restore(void)
{
    in_process_clear();
    for (size_t i = 0; i < FILES_MADE; i++)
        in_process_write(file_names[i], files[i].bytes, files[i].size);
}

// ---- command lines that can be run

static void no_report(void *user, const char *message)
{
    (void)user;
    (void)message;
}

static bool is_over(const options *o, option_id option, uint64_t most)
{
    return options_is_given(o, option) && options_number(o, option) > most;
}

static bool is_long(const options *o)
{
    static const option_id ticks[] = {OPTION_TICKS, OPTION_STEPS, OPTION_TRACE_TICKS, OPTION_FROM,
                                      OPTION_TO,    OPTION_AGENT, OPTION_RECORD_EVERY};
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++)
        if (is_over(o, ticks[i], TICKS_MOST))
            return true;
    return o->command == COMMAND_BENCH || o->command == COMMAND_LIVE ||
           is_over(o, OPTION_AGENTS, AGENTS_MOST) || is_over(o, OPTION_SEEDS, SEEDS_MOST) ||
           is_over(o, OPTION_RUN_REPEATS, SEEDS_MOST) || is_over(o, OPTION_THREADS, THREADS_MOST) ||
           options_is_given(o, OPTION_NATIVE) || options_is_given(o, OPTION_FOLLOW) ||
           options_is_given(o, OPTION_PLUGIN);
}

static bool leaves_folder(int count, const char *const *words)
{
    for (int i = 0; i < count; i++)
        if (strchr(words[i], '/') || strstr(words[i], ".."))
            return true;
    return false;
}

static bool writes(const options *o)
{
    static const option_id outputs[] = {OPTION_OUTPUT,  OPTION_RECORD,    OPTION_EVENTS,
                                        OPTION_FINAL,   OPTION_SAVE,      OPTION_IN_PLACE,
                                        OPTION_REPORTS, OPTION_SWEEP_PLOT};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (options_is_given(o, outputs[i]))
            return true;
    return o->command == COMMAND_COMPILE;
}

static void run(int count, const char *const *words, const options *o)
{
    in_process_said s = in_process_run(count, words);
    bool is_quiet = options_is_given(o, OPTION_QUIET);
    if (s.code != EXIT_FINE && s.code != EXIT_REJECTED && s.code != EXIT_USAGE &&
        s.code != EXIT_IO && s.code != EXIT_LIMIT) {
        fprintf(stderr, "fuzz_command: exit code %d\n%s\n", (int)s.code, s.messages);
        abort();
    }
    if (s.code != EXIT_FINE && !is_quiet && s.messages_size + s.data_size == 0) {
        fprintf(stderr, "fuzz_command: exit code %d, without a word\n", (int)s.code);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[LINE_MOST + 1], *arguments[IN_PROCESS_WORDS];
    const char *words[IN_PROCESS_WORDS] = {"gestalt"};
    int count = 1;
    start();
    size = size < LINE_MOST ? size : LINE_MOST;
    memcpy(line, data, size);
    line[size] = '\0';
    for (char *at = line, *end = line + strlen(line); at < end && count < IN_PROCESS_WORDS;
         count++) {
        words[count] = at;
        at += strcspn(at, "\n");
        *at++ = '\0';
    }
    for (int i = 0; i < count; i++)
        arguments[i] = (char *)(uintptr_t)words[i];
    options o = {0};
    bool is_right = options_parse(&o, count - 1, arguments + 1, no_report, NULL) == EXIT_FINE;
    if (!leaves_folder(count, words) && !(is_right && is_long(&o))) {
        run(count, words, &o);
        if (is_right && writes(&o))
            files_restore();
    }
    options_destroy(&o);
    accepted(is_right);
    return 0;
}

// ---- mutations

#define CHOOSE(random, list) ((list)[words_below((random), sizeof(list) / sizeof *(list))])

static void put_choice(uint64_t *random, const char *accepts, char *to, size_t size)
{
    for (uint32_t skip = words_below(random, 6); skip > 0 && strchr(accepts, '|'); skip--)
        accepts = strchr(accepts, '|') + 1;
    snprintf(to, size, "%.*s", (int)strcspn(accepts, "|"), accepts);
}

static void put_value(uint64_t *random, const option_info *info, char *to, size_t size)
{
    static const char *const counts[] = {"0",
                                         "1",
                                         "2",
                                         "7",
                                         "64",
                                         "65",
                                         "1k",
                                         "1e3",
                                         "-1",
                                         "1.5",
                                         "0x10",
                                         "",
                                         "18446744073709551616",
                                         "9Ti",
                                         "1,2",
                                         "x"};
    static const char *const times[] = {"0", "1", "100ms", "1us", "0.5", "1h", "1e30", "-1s", "2x"};
    static const char *const texts[] = {"brake=success",
                                        "go=3:running",
                                        "x",
                                        "x,y",
                                        "0,7,1-3",
                                        "3-1",
                                        "agents",
                                        "speed",
                                        "",
                                        "1:two.json",
                                        "2:guard.gst",
                                        "fight=attack",
                                        "no-W0101",
                                        "W0101",
                                        "a=b=c",
                                        "=",
                                        "\xff\xfe",
                                        "look=success",
                                        "fire=2:success",
                                        "flee=failure",
                                        "flock",
                                        "9999999999999:x",
                                        "birds.count=3,4",
                                        "world.dt=0.5",
                                        "birds=one.json",
                                        "n=count(birds, speed > 1)",
                                        "mean_speed"};
    switch (info->kind) {
    case KIND_CHOICE:
    case KIND_WARNINGS: put_choice(random, info->accepts, to, size); break;
    case KIND_COUNT:
    case KIND_COUNTS:
    case KIND_MAYBE_COUNTS:
    case KIND_SIZE:
        snprintf(to, size, "%s",
                 words_below(random, 3) ? counts[1 + words_below(random, 3)]
                                        : CHOOSE(random, counts));
        break;
    case KIND_DURATION: snprintf(to, size, "%s", CHOOSE(random, times)); break;
    case KIND_FILE:
    case KIND_MAYBE_FILES: snprintf(to, size, "%s", CHOOSE(random, file_names)); break;
    default: snprintf(to, size, "%s", CHOOSE(random, texts)); break;
    }
}

// The command of a line, or a random one.
static command_id command_of(uint64_t *random, const char *text, size_t size)
{
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)(size < 15 ? size : 15), text);
    name[strcspn(name, "\n")] = '\0';
    command_id command = command_find(name);
    return command == COMMAND_NONE ? (command_id)words_below(random, COMMAND_COUNT) : command;
}

// Draw an option, usually one of the command.
static const option_info *choose_option(uint64_t *random, command_id command)
{
    uint32_t option = words_below(random, OPTION_COUNT);
    bool is_any = words_below(random, 16) == 0;
    while (!is_any && !option_is_of((option_id)option, command))
        option = (option + 1) % OPTION_COUNT;
    return &option_table[option];
}

// Write a word, or an option with its value.
static void put_word(uint64_t *random, command_id command, char *to, size_t size)
{
    char value[64];
    const option_info *info = choose_option(random, command);
    put_value(random, info, value, sizeof value);
    switch (words_below(random, 8)) {
    case 0: snprintf(to, size, "%s", CHOOSE(random, file_names)); break;
    case 1: snprintf(to, size, "%s", words_below(random, 4) ? value : "--"); break;
    case 2:
        if (info->letter)
            snprintf(to, size, "-%c%s", info->letter, words_below(random, 2) ? value : "");
        else
            snprintf(to, size, "--%s\n%s", info->name, value);
        break;
    default:
        snprintf(to, size, info->kind == KIND_FLAG ? "--%s" : "--%s=%s", info->name, value);
        break;
    }
}

// Choose a line. Return its start, and its size including the line end.
static size_t choose_line(uint64_t *random, const char *text, size_t size, size_t *begin)
{
    size_t at = size ? words_below(random, (uint32_t)size) : 0;
    while (at > 0 && text[at - 1] != '\n')
        at--;
    *begin = at;
    const char *end = size > at ? memchr(text + at, '\n', size - at) : NULL;
    return end ? (size_t)(end - text) + 1 - at : size - at;
}

static size_t replace(char *text, size_t size, size_t most, size_t begin, size_t gone,
                      const char *word)
{
    size_t length = strlen(word);
    if (size - gone + length > most)
        return size;
    memmove(text + begin + length, text + begin + gone, size - begin - gone);
    memcpy(text + begin, word, length);
    return size - gone + length;
}

// Change a line of the text. The first line is the command.
static size_t change(uint64_t *random, char *text, size_t size, size_t most)
{
    char word[128];
    size_t begin, length = choose_line(random, text, size, &begin);
    uint32_t what = words_below(random, 16);
    put_word(random, command_of(random, text, size), word, sizeof word - 2);
    if (begin == 0 && what == 4)
        snprintf(word, sizeof word - 2, "%s",
                 command_table[words_below(random, COMMAND_COUNT)].name);
    strcat(word, "\n");
    if (what == 0)
        return LLVMFuzzerMutate((uint8_t *)text, size, most);
    if (what < 4)
        return replace(text, size, most, begin, length, "");
    if (what < 8 && (begin > 0 || what == 4))
        return replace(text, size, most, begin, length, word);
    return replace(text, size, most, begin > 0 ? begin : begin + length, 0, word);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    uint64_t random = seed;
    char *text = (char *)data;
    most = most < LINE_MOST ? most : LINE_MOST;
    if (size > most)
        size = most;
    if (size > 0 && size < most && text[size - 1] != '\n')
        text[size++] = '\n';
    for (uint32_t i = 1 + words_below(&random, 4) / 3; i > 0; i--)
        size = change(&random, text, size, most);
    return size;
}
