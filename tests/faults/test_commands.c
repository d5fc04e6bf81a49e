// SPDX-License-Identifier: MIT
// Make each system call for files fail, once or from then on, in commands that save, record and
// export. The command must report the error and end with the right code. Its output file must be
// the old file, or the complete new one. Interruptions, and calls that transfer less than
// requested, are not errors: the command must still succeed.
//
//    test_commands EXAMPLES FILES
#include "amount.h"
#include "commands.h"
#include "own_folder.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

int command_main(int count, char **words);

// ---- commands

enum { WORDS_MOST = 24, TEXT_SIZE = 4096 };

// The part of its output file that a command leaves if it ends early.
typedef enum leaving { LEAVES_NOTHING, LEAVES_LINES, LEAVES_RECORDING } leaving;

typedef struct trial {
    // command line, split at spaces without quoting; it writes `made`, or standard output
    const char *line;
    leaving leaving;
    const char *source; // source that `made` is first copied from; NULL: some text
} trial;

static const char made[] = "made", older[] = "older", whole[] = "whole";

#define STUBS " --stub hungry=success --stub buy=9:success --stub stroll=success"

static const trial trials[] = {
    {"gestalt compile examples/guard.json -o made", 0, NULL},
    {"gestalt compile examples/guard.json --as=c -o made", 0, NULL},
    {"gestalt compile examples/guard.json --as=c-array -o made", 0, NULL},
    {"gestalt compile examples/guard.json --as=assembly --no-sync -o made", 0, NULL},
    {"gestalt compile many -q -o out/sub/ --depfile=made", 0, NULL},
    {"gestalt fmt examples/guard.json -o made", 0, NULL},
    {"gestalt fmt -i made", 0, "wide.json"},
    {"gestalt show examples/guard.json --as=json -o made", 0, NULL},
    {"gestalt schema examples/guard.json -o made", 0, NULL},
    {"gestalt nodes -o made", 0, NULL},
    {"gestalt explain -o made E0203", 0, NULL},
    {"gestalt diff examples/watchman.json examples/watchman-2.json -o made", 0, NULL},
    {"gestalt trace examples/watchman.json --ticks=3 -o made", 0, NULL},
    {"gestalt run examples/watchman.json -q --agents=9 --ticks=9 -j 1 --save=made", 0, NULL},
    {"gestalt run examples/watchman.json -q --resume=old.gss --ticks=9 -j 1 --save=made", 0, NULL},
    {"gestalt run examples/watchman.json -q --agents=9 --ticks=9 -j 1 --final=made", 0, NULL},
    {"gestalt run examples/watchman.json -q --agents=9 --ticks=9 -j 1 --events=made", 0, NULL},
    {"gestalt run watchman.json -q --replay=files/watchman.jsonl --threads=1 --save=made", 0, NULL},
    {"gestalt run examples/scenes/flock.json -q --steps=2 --threads=1 --save=made", 0, NULL},
    {"gestalt trace files/meadow.json --agent=3 --ticks=3 -o made", 0, NULL},
    {"gestalt run files/meadow.json -q --steps=4 --threads=1 --final=made", 0, NULL},
    {"gestalt run files/meadow.json -q --steps=4 --threads=1 --events=made", 0, NULL},
    {"gestalt run examples/scenes/flock.json -q --steps=4 --threads=1 --record=made",
     LEAVES_RECORDING, NULL},
    {"gestalt run examples/watchman.json -q --agents=9 --ticks=4 -j 1 --watch=3 --record=made",
     LEAVES_RECORDING, NULL},
    {"gestalt run examples/scenes/swarm.json -q --steps=4 --threads=1 --reports=made", 0, NULL},
    {"gestalt sweep examples/scenes/swarm.json -q --steps=2 -j 1 --set sight=1,2 --seeds=2 -o made",
     LEAVES_LINES, NULL},
    {"gestalt sweep examples/scenes/swarm.json -q --steps=2 -j 1 --report=agreement -o table.csv "
     "--plot=made",
     0, NULL},
    {"gestalt schema --scenes -o made", 0, NULL},
    {"gestalt migrate old.gss --from=examples/watchman.json --to=examples/watchman-2.json -o made",
     0, NULL},
    {"gestalt launches files/market.json market.gss -o made", 0, NULL},
    {"gestalt export flock.gsr --agents=0-3 -o made", 0, NULL},
    {"gestalt export flock.gsr --as=jsonl --agents=0-3 -o made", 0, NULL},
    {"gestalt export flock.gsr --as=info -o made", 0, NULL},
    {"gestalt export flock.gsr --agents=0-3 --follow -o made", LEAVES_LINES, NULL},
    {"gestalt export watch.gsr -o made", 0, NULL},
    {"gestalt plot watch.gsr -o made", 0, NULL},
    {"gestalt plot watch.gsr --as=html -o made", 0, NULL},
    {"gestalt plot flock.gsr -o made", 0, NULL},
    {"gestalt plot flock.gsr --frame=1 -o made", 0, NULL},
    {"gestalt plot flock.gsr --frame=1 --window=0,0,9,9 -o made", 0, NULL},
    {"gestalt plot flock.gsr --as=html --agents=0-9 -o made", 0, NULL},
    {"gestalt run examples/watchman.json -q --agents=9 --ticks=2 -j 1 --native --final=made", 0,
     NULL},
    {"gestalt export flock.gsr --agents=0-3", 0, NULL},
    {"gestalt show examples/guard.json", 0, NULL},
};

typedef struct said {
    char text[TEXT_SIZE]; // text on standard error
    char *output;         // text on standard output
    size_t output_size;
} said;

// Return the bytes of a file, followed by a zero, and close it. The caller frees them.
static char *descriptor_bytes(int file, size_t *size)
{
    off_t end = lseek(file, 0, SEEK_END);
    char *bytes = malloc((size_t)end + 1);
    assert_true(end >= 0 && bytes && pread(file, bytes, (size_t)end, 0) == end);
    bytes[end] = '\0';
    *size = (size_t)end;
    close(file);
    return bytes;
}

// Return NULL if the file does not exist.
static char *file_bytes(const char *path, size_t *size)
{
    int file = open(path, O_RDONLY);
    return file < 0 ? NULL : descriptor_bytes(file, size);
}

// Redirect standard output or standard error to an empty file. Return the old descriptor.
static int redirect(int descriptor, int *file)
{
    int kept = dup(descriptor);
    *file = open("said", O_CREAT | O_TRUNC | O_RDWR, 0600);
    assert_true(kept >= 0 && *file >= 0 && unlink("said") == 0);
    assert_int_equal(dup2(*file, descriptor), descriptor);
    return kept;
}

static void redirect_back(int descriptor, int kept)
{
    assert_int_equal(dup2(kept, descriptor), descriptor);
    close(kept);
}

static int line_run(const char *line, said *s)
{
    char text[TEXT_SIZE], *words[WORDS_MOST];
    int count = 0, files[2], kept[2];
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word && count < WORDS_MOST - 1; word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    fflush(stdout);
    for (int i = 0; i < 2; i++)
        kept[i] = redirect(i + 1, &files[i]);
    faults.on = true;
    int verdict = command_main(count, words);
    faults.on = false;
    for (int i = 0; i < 2; i++)
        redirect_back(i + 1, kept[i]);
    size_t size;
    char *messages = descriptor_bytes(files[1], &size);
    snprintf(s->text, sizeof s->text, "%s", messages);
    free(messages);
    s->output = descriptor_bytes(files[0], &s->output_size);
    return verdict;
}

static void line_prepare(const char *line)
{
    said s;
    if (line_run(line, &s) != EXIT_FINE)
        fail_msg("%s: %s", line, s.text);
    free(s.output);
}

// ---- the output file

static bool same_files(const char *a, const char *b)
{
    size_t sizes[2] = {0};
    char *bytes[2] = {file_bytes(a, &sizes[0]), file_bytes(b, &sizes[1])};
    bool same = (!bytes[0] && !bytes[1]) || (bytes[0] && bytes[1] && sizes[0] == sizes[1] &&
                                             memcmp(bytes[0], bytes[1], sizes[0]) == 0);
    free(bytes[0]);
    free(bytes[1]);
    return same;
}

static void copy_file(const char *from, const char *to)
{
    size_t size;
    char *bytes = file_bytes(from, &size);
    int file = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(bytes && file >= 0 && write(file, bytes, size) == (ssize_t)size);
    close(file);
    free(bytes);
}

// Return whether the file is a readable beginning of the complete file.
static bool made_in_part(leaving how)
{
    static const char *const read_back[] = {"gestalt export whole", "gestalt export made"};
    size_t sizes[2] = {0};
    char *bytes[2] = {0};
    for (int i = 0; i < 2 && how == LEAVES_RECORDING; i++) {
        said s;
        if (line_run(read_back[i], &s) != EXIT_FINE)
            fail_msg("%s: %s", read_back[i], s.text);
        bytes[i] = s.output;
        sizes[i] = s.output_size;
    }
    for (int i = 0; i < 2 && how == LEAVES_LINES; i++)
        bytes[i] = file_bytes(i ? made : whole, &sizes[i]);
    bool good =
        bytes[0] && bytes[1] && sizes[1] <= sizes[0] && memcmp(bytes[0], bytes[1], sizes[1]) == 0;
    if (good && how == LEAVES_LINES && sizes[1] > 0)
        good = bytes[1][sizes[1] - 1] == '\n';
    free(bytes[0]);
    free(bytes[1]);
    return good;
}

// ---- trials

typedef struct round {
    const trial *trial;
    char *output; // output of a run without failures
    size_t output_size;
    size_t entries, descriptors;
    bool was_there;
} round;

static size_t count_descriptors(void)
{
    size_t count = 0;
    for (int i = 0; i < 100; i++)
        count += fcntl(i, F_GETFD) >= 0;
    return count;
}

static bool has_temporary(const char *path)
{
    DIR *folder = opendir(path);
    bool found = false;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        found = found || strstr(entry->d_name, ".tmp");
    if (folder)
        closedir(folder);
    return found;
}

enum { OUTPUTS = 3 };

static void outputs_remove(void)
{
    char path[40];
    for (int i = 0; i < OUTPUTS; i++) {
        snprintf(path, sizeof path, "out/sub/tree%d.gst", i);
        unlink(path);
    }
    rmdir("out/sub");
    rmdir("out");
    assert_int_equal(mkdir("out", 0700), 0);
}

static const char *fault_name(void)
{
    static char text[100];
    snprintf(text, sizeof text, "call %zu (%s) %s%s", faults.fail_at,
             system_call_name(faults.failed),
             faults.error == SYSTEM_SHORT ? "is short" : strerror(faults.error),
             faults.stays ? ", and later ones" : "");
    return text;
}

// A command that ends with success has done everything that it should do.
static void expect_done(const round *r, const said *s)
{
    if (!same_files(made, whole))
        fail_msg("%s: %s: the file is another one", r->trial->line, fault_name());
    if (s->output_size != r->output_size || memcmp(s->output, r->output, s->output_size) != 0)
        fail_msg("%s: %s: other output", r->trial->line, fault_name());
}

// A command that fails has reported the reason. Its output is the old file; or the complete new
// one, if only the sync of the folder or the report on standard output failed. If there are several
// output files, some may be new, since the list of dependencies is renamed first.
static void expect_refused(const round *r, const said *s)
{
    const char *line = r->trial->line;
    if (!strstr(s->text, strerror(faults.error)))
        fail_msg("%s: %s: says `%s`", line, fault_name(), s->text);
    if (same_files(made, r->was_there ? older : "none"))
        return;
    bool is_late = strstr(s->text, "sync the folder") || strstr(s->text, "standard output") ||
                   (strstr(line, " out/") && strstr(s->text, "cannot replace `out/"));
    if (is_late && same_files(made, whole))
        return;
    system_faults was = faults;
    faults.fail_at = 0;
    faults.has_failed = false;
    bool is_good = r->trial->leaving != LEAVES_NOTHING && made_in_part(r->trial->leaving);
    faults = was;
    if (!is_good)
        fail_msg("%s: %s: half a file is written", line, fault_name());
}

static void trial_one(const round *r)
{
    said s;
    unlink(made);
    // A compiled shape that could not be removed from the cache would be used by all later runs.
    if (strstr(r->trial->line, "--native"))
        assert_int_equal(system("rm -rf cache/gestalt"), 0);
    if (r->was_there)
        copy_file(older, made);
    // Existing outputs that are up to date are not written.
    if (strstr(r->trial->line, " out/"))
        outputs_remove();
    size_t entries = own_folder_entries() + !r->was_there, descriptors = count_descriptors();
    faults.calls = 0;
    faults.has_failed = faults.has_effect = false;
    int verdict = line_run(r->trial->line, &s);
    bool is_error = faults.error != EINTR && faults.error != SYSTEM_SHORT;
    if (verdict != EXIT_FINE && (!is_error || verdict != EXIT_IO))
        fail_msg("%s: %s: %d, %s", r->trial->line, fault_name(), verdict, s.text);
    (verdict == EXIT_FINE ? expect_done : expect_refused)(r, &s);
    if (own_folder_entries() > entries || has_temporary("out/sub"))
        fail_msg("%s: %s: a temporary file is left", r->trial->line, fault_name());
    if (count_descriptors() != descriptors)
        fail_msg("%s: %s: a file stays open", r->trial->line, fault_name());
    free(s.output);
}

// Let every `step`-th call of the command fail in turn, until there are no more. Return how many
// could fail.
static size_t trial_each(round *r, int error, bool stays, size_t first, size_t step)
{
    size_t count = 0;
    faults = (system_faults){.error = error, .stays = stays, .fail_at = first};
    do {
        r->was_there = faults.fail_at / step % 2 == 0;
        if (strstr(r->trial->line, " -i "))
            r->was_there = true;
        if (!strstr(r->trial->line, made))
            r->was_there = false;
        trial_one(r);
        count += faults.has_effect;
        faults.fail_at += step;
    } while (faults.has_failed);
    return count;
}

static size_t trial_all(const trial *t)
{
    static const struct {
        int error;
        bool stays;
    } ways[] = {{EIO, false},          {EIO, true},          {ENOSPC, false}, {ENOSPC, true},
                {SYSTEM_SHORT, false}, {SYSTEM_SHORT, true}, {EINTR, false}};
    said s;
    round r = {.trial = t};
    // If tests are to be short, each call fails in some of these ways.
    size_t count = 0, step = amount_is_small() ? 3 : 1;
    faults = (system_faults){0};
    unlink(made);
    unlink(whole);
    copy_file(t->source ? t->source : "text", older);
    if (t->source)
        copy_file(older, made);
    if (line_run(t->line, &s) != EXIT_FINE)
        fail_msg("%s: %s", t->line, s.text);
    if (strstr(t->line, made))
        assert_int_equal(rename(made, whole), 0);
    r.output = s.output;
    r.output_size = s.output_size;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        count += trial_each(&r, ways[i].error, ways[i].stays, 1 + i % step, step);
    free(r.output);
    assert_true(count > 25 / step);
    return count;
}

static void text_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

// Compile several documents. The output folder is created, so the whole file system is synced.
static void many_prepare(void)
{
    char path[40], text[100];
    assert_int_equal(mkdir("many", 0700), 0);
    for (int i = 0; i < OUTPUTS; i++) {
        snprintf(path, sizeof path, "many/tree%d.json", i);
        snprintf(text, sizeof text,
                 "{\"gestalt\": 1, \"root\": {\"type\": \"wait\", \"ticks\": %d}}", i);
        text_write(path, text);
    }
}

// If there is no native code, trees are interpreted. This compiler produces an invalid file, so
// that each run uses everything: the cache, the compiler, and the loader.
static void compiler_prepare(void)
{
    char folder[PATH_MAX];
    text_write("compiler", "#!/bin/sh\n"
                           "while [ \"$1\" != -o ]; do shift; done\n"
                           "echo no code >\"$2\"; echo made\n");
    assert_int_equal(chmod("compiler", 0700), 0);
    assert_int_equal(mkdir("cache", 0700), 0);
    assert_non_null(realpath("cache", folder));
    assert_int_equal(setenv("XDG_CACHE_HOME", folder, 1) | setenv("TMPDIR", folder, 1), 0);
    assert_int_equal(setenv("CC", "./compiler", 1), 0);
}

static void test_each_call(void **state)
{
    (void)state;
    size_t count = 0;
    compiler_prepare();
    many_prepare();
    text_write("text", "what was there before");
    text_write("wide.json", "{\"gestalt\":1,\n\n\"root\":   {\"type\":\"success\"}}");
    line_prepare("gestalt run examples/watchman.json -q --agents=9 --ticks=20 --save=old.gss");
    line_prepare("gestalt run files/market.json -q --agents=3 --ticks=2 --save=market.gss" STUBS);
    line_prepare("gestalt run examples/scenes/flock.json -q --steps=2 --record=flock.gsr");
    line_prepare("gestalt run examples/watchman.json -q --agents=9 --ticks=4 --record=watch.gsr");
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        size_t faults_of_line = trial_all(&trials[i]);
        print_message("# %s: %zu faults\n", trials[i].line, faults_of_line);
        count += faults_of_line;
    }
    print_message("# %zu faults\n", count);
}

int main(int count, char **words)
{
    char *folders[2];
    static const char *const links[] = {"examples", "files"};
    for (int i = 0; i < 2; i++)
        if (count != 3 || !(folders[i] = realpath(words[i + 1], NULL)))
            return 2;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_call)};
    if (own_folder_enter(NULL) != 0)
        return 2;
    for (int i = 0; i < 2; i++)
        if (symlink(folders[i], links[i]) != 0)
            return 2;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < 2; i++)
        free(folders[i]);
    return own_folder_leave(NULL) == 0 ? failed : 1;
}
