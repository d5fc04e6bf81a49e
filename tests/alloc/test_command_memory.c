// SPDX-License-Identifier: MIT
// Make memory run out at each allocation of whole commands, including edits. Each time the command
// must report the failure and end with its exit code, free everything that it has allocated, and
// leave its output file unchanged.
//
//    test_command_memory EXAMPLES FILES
//
// The linker redirects the command's calls of malloc and similar functions to this file. The
// command's `main` is called `command_main`.
#include "amount.h"
#include "commands.h"
#include "follow.h"
#include "live_api.h"
#include "own_folder.h"
#include "paged_run.h"
#include "wrapped.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cmocka.h>

int command_main(int count, char **words);

// ---- malloc, which fails on request

static size_t calls, live_blocks;
static size_t fail_at;   // number of the call that fails, from 1; 0: none
static bool stays_empty; // all later calls fail as well
static bool has_failed;
static bool must_show; // a failed call requested more memory

static bool refuse(void *block, size_t size)
{
    calls++;
    if (calls != fail_at && !(has_failed && stays_empty))
        return false;
    has_failed = true;
    must_show = must_show || !block || size > malloc_usable_size(block);
    return true;
}

void *__wrap_malloc(size_t size)
{
    void *block = refuse(NULL, size) ? NULL : __real_malloc(size);
    live_blocks += block != NULL;
    return block;
}

void *__wrap_realloc(void *block, size_t size)
{
    void *moved = refuse(block, size) ? NULL : __real_realloc(block, size);
    live_blocks += moved && !block;
    return moved;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *block = refuse(NULL, size) ? NULL : __real_calloc(count, size);
    live_blocks += block != NULL;
    return block;
}

void __wrap_free(void *block)
{
    live_blocks -= block != NULL;
    __real_free(block);
}

int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    int result = refuse(NULL, size) ? ENOMEM : __real_posix_memalign(block, alignment, size);
    live_blocks += result == 0;
    return result;
}

// ---- commands

enum { WORDS_MOST = 24, TEXT_SIZE = 4096 };

// The output of a command: its messages, and then its data, which may contain errors as well.
typedef struct said {
    int files[3];
    int kept[3];
    char text[TEXT_SIZE];
} said;

static void said_start(said *s)
{
    fflush(stdout);
    for (int i = 1; i < 3; i++) {
        s->kept[i] = dup(i);
        s->files[i] = open("said", O_CREAT | O_TRUNC | O_RDWR, 0600);
        assert_int_equal(unlink("said"), 0);
        assert_int_equal(dup2(s->files[i], i), i);
    }
}

static void said_finish(said *s)
{
    size_t used = 0;
    for (int i = 2; i > 0; i--) {
        ssize_t size = pread(s->files[i], s->text + used, TEXT_SIZE - 1 - used, 0);
        used += size > 0 ? (size_t)size : 0;
        assert_int_equal(dup2(s->kept[i], i), i);
        close(s->kept[i]);
        close(s->files[i]);
    }
    s->text[used] = '\0';
}

// Run a command line, split at spaces without quoting.
static int line_run(const char *line, said *s)
{
    char text[TEXT_SIZE], *words[WORDS_MOST];
    int count = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word && count < WORDS_MOST - 1; word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    said_start(s);
    int verdict = command_main(count, words);
    said_finish(s);
    return verdict;
}

static void line_prepare(const char *line)
{
    said s;
    if (line_run(line, &s) != EXIT_FINE)
        fail_msg("%s: %s", line, s.text);
}

// ---- the output file of a command

static const char made[] = "made.gss";
static const char older[] = "what was there before";

static void made_start(bool is_there)
{
    unlink(made);
    FILE *file = is_there ? fopen(made, "wb") : NULL;
    if (!file)
        return;
    assert_true(fputs(older, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static bool made_as_before(bool was_there)
{
    char bytes[sizeof older] = "";
    FILE *file = fopen(made, "rb");
    if (!file)
        return !was_there;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return was_there && size == strlen(older) && memcmp(bytes, older, size) == 0;
}

// ---- trials

// Return true if no allocation failed because there were fewer.
static bool line_fail_one(const char *line, bool is_there)
{
    said s;
    made_start(is_there);
    size_t entries = own_folder_entries(), blocks = live_blocks;
    calls = 0;
    has_failed = must_show = false;
    int verdict = line_run(line, &s);
    size_t at = fail_at;
    fail_at = 0;
    if (verdict == EXIT_FINE && must_show)
        fail_msg("%s: allocation %zu: nobody noticed that it failed", line, at);
    // in a sweep, the row of the failed run contains the error
    bool is_row = verdict == EXIT_REJECTED;
    if (verdict != EXIT_FINE && verdict != EXIT_LIMIT && !is_row)
        fail_msg("%s: allocation %zu: %d, %s", line, at, verdict, s.text);
    if (verdict != EXIT_FINE && !strcasestr(s.text, "memory"))
        fail_msg("%s: allocation %zu: says `%s`", line, at, s.text);
    if (verdict == EXIT_LIMIT && (!made_as_before(is_there) || own_folder_entries() != entries))
        fail_msg("%s: allocation %zu: a file is written", line, at);
    if (live_blocks != blocks)
        fail_msg("%s: allocation %zu: memory leaks", line, at);
    fail_at = at;
    return !has_failed;
}

static void line_fail_each(const char *line)
{
    said s;
    if (line_run(line, &s) != EXIT_FINE)
        fail_msg("%s: %s", line, s.text);
    for (int stays = 0; stays <= 1; stays++) {
        stays_empty = stays;
        fail_at = 1;
        while (!line_fail_one(line, stays))
            fail_at += amount_step(fail_at + (size_t)stays);
        fail_at = 0;
    }
    print_message("# %s: %zu allocations\n", line, calls);
    assert_true(calls > 5);
}

#define STUBS " --stub hungry=success --stub buy=9:success --stub stroll=success"

static void test_migrate(void **state)
{
    (void)state;
    line_prepare("gestalt run examples/watchman.json -q --agents=9 --ticks=20 --save=old.gss");
    line_prepare("gestalt run files/market.json -q --agents=3 --ticks=2 --save=market.gss" STUBS);
    line_fail_each("gestalt migrate old.gss --from=examples/watchman.json "
                   "--to=examples/watchman-2.json -o made.gss");
    line_fail_each("gestalt migrate old.gss --from=examples/watchman.json "
                   "--to=examples/watchman-2.json --rename energy=mood -o made.gss --json");
    line_fail_each("gestalt migrate market.gss --from=files/market.json "
                   "--to=examples/watchman.json -o made.gss");
}

static void test_edits_of_runs(void **state)
{
    (void)state;
    line_prepare("gestalt run examples/watchman.json -q --agents=9 --ticks=20 --save=old.gss");
    line_fail_each("gestalt run examples/watchman.json --agents=3 --ticks=9 -j 1 "
                   "--edit 5:examples/watchman-2.json --save=made.gss --json");
    line_fail_each("gestalt run examples/watchman-2.json --resume=old.gss --ticks=5 -j 1 "
                   "--from=examples/watchman.json --save=made.gss");
    line_fail_each("gestalt trace examples/watchman.json --ticks=4 --from=1 "
                   "--edit 2:examples/watchman-2.json");
    line_fail_each("gestalt diff examples/watchman.json examples/watchman-2.json");
    line_fail_each("gestalt diff examples/watchman.json examples/watchman-2.json --json");
}

static void test_edits_of_scenes(void **state)
{
    (void)state;
    line_fail_each("gestalt run examples/scenes/wolf-sheep.json --steps=3 --threads=1 "
                   "--edit 1:wolves:examples/scenes/wolf-sheep/sheep.json");
}

static void test_agents_of_scenes(void **state)
{
    (void)state;
    line_fail_each("gestalt trace files/meadow.json --agent=3 --ticks=3");
    line_fail_each("gestalt trace files/meadow.json --agent=2 --ticks=1 --step");
    line_fail_each("gestalt trace examples/watchman.json --ticks=2 --step");
    line_fail_each("gestalt run examples/watchman.json --ticks=2 --threads=1 --profile");
    line_fail_each("gestalt run files/meadow.json --steps=2 --threads=1 --profile --json");
    line_fail_each(
        "gestalt run files/meadow.json -q --steps=4 --threads=1 --events=- --final=made.gss");
}

static void test_many_runs(void **state)
{
    (void)state;
    line_fail_each("gestalt sweep examples/scenes/swarm.json --set birds.count=2,3 --steps=2 -j 1 "
                   "--report agreement --report low=min(birds,speed) --plot=made.gss -o -");
    line_fail_each("gestalt run examples/scenes/swarm.json --set birds.count=3 --steps=2 -j 1 "
                   "--repeats=2");
    line_fail_each("gestalt run examples/scenes/swarm.json --set birds.count=3 --steps=2 -j 1 "
                   "--reports=- -q");
}

static void test_other_commands(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "gestalt check examples/guard.json examples/scenes/flock.json",
        "gestalt check examples/guard.json examples/scenes/flock.json --json",
        "gestalt compile examples/guard.json -o made.gss",
        "gestalt compile examples/guard.json --as=c -o made.gss",
        "gestalt compile --as=c examples/guard.json -o made.gss --depfile=made.d",
        "gestalt compile examples/guard.json -o made.gss --json",
        "gestalt compile examples/guard.json -o made.gss -v",
        "gestalt compile --as=c-array examples/guard.json -o made.gss --json --depfile=made.d",
        "gestalt compile --as=assembly examples/guard.json -o made.gss",
        "gestalt compile trees -o made/",
        "gestalt compile trees -o made/ --json --depfile=made.gss",
        "gestalt fmt examples/guard.json",
        "gestalt show examples/guard.json",
        "gestalt show examples/guard.json --as=json",
        "gestalt schema examples/guard.json",
        "gestalt trace examples/watchman.json --ticks=2",
        "gestalt run examples/watchman.json --ticks=3 --events=- -j 1",
        "gestalt run examples/watchman.json --ticks=3 --final=made.gss -j 1",
        "gestalt launches files/market.json market.gss",
        "gestalt export flock.gsr --as=csv",
        "gestalt plot flock.gsr -o made.gss",
        "gestalt plot flock.gsr --as=html",
        "gestalt plot meadow.gsr --frame=2 --window=0,0,9,9 -o made.gss",
        "gestalt plot meadow.gsr --over-time=live",
        "gestalt run examples/watchman.json -q --ticks=3 -j 1 --record=- --keys=distance "
        "--watch=0 --watch-if=distance<50 --watch-node=run --watch-values=distance",
        "gestalt export watch.gsr",
        "gestalt export watch.gsr --nodes --as=jsonl",
        "gestalt export watch.gsr --watched",
        "gestalt export watch.gsr --as=info",
        "gestalt plot watch.gsr -o made.gss",
        "gestalt plot watch.gsr --over-time=answers:rest",
        "gestalt plot watch.gsr --as=html --agents=1",
        "gestalt plot where.gsr --as=html",
        "gestalt plot where.gsr --trees -o made.gss",
        "gestalt export where.gsr --trees",
        "gestalt check trees",
        "gestalt run files/market.json --ticks=3 -j 1 --native --save=made.gss" STUBS,
        "gestalt run examples/scenes/flock.json -q --steps=2 --threads=1 --save=made.gss",
        "gestalt run examples/scenes/flock.json -q --resume=flock.gss --steps=1 --threads=1 "
        "--from=examples/scenes/flock.json --save=made.gss",
        "gestalt bench examples/crossing.json --agents=3 --ticks=1 --repeats=1 --threads=1 --csv=-",
        "gestalt bench examples/crossing.json --agents=2,3 --ticks=1 --repeats=1 --threads=1 "
        "--native --plot=made.gss",
        "gestalt bench examples/crossing.json --agents=3 --ticks=1 --repeats=1 --threads=1 "
        "--against=bench.json --csv=-",
        "gestalt bench files/meadow.json --set world.steps=9 --repeats=1 --lanes=64 --threads=1",
    };
    char cache[PATH_MAX];
    line_prepare("gestalt run files/market.json -q --agents=3 --ticks=2 --save=market.gss" STUBS);
    line_prepare("gestalt run examples/scenes/wolf-sheep.json -q --steps=2 --set grass.count=9 "
                 "--set sheep.count=5 --set wolves.count=5 --record=meadow.gsr");
    line_prepare("gestalt run examples/scenes/flock.json -q --steps=2 --record=flock.gsr "
                 "--save=flock.gss");
    line_prepare("gestalt run examples/watchman.json -q --agents=2 --ticks=3 --record=watch.gsr "
                 "--keys=distance --watch=1");
    line_prepare("gestalt run examples/scenes/flock.json -q --steps=2 --record=where.gsr "
                 "--record-parts=both");
    assert_int_equal(mkdir("trees", 0700), 0);
    assert_int_equal(symlink("../files/market.json", "trees/market.json"), 0);
    assert_int_equal(symlink("../files/guard.json", "trees/guard.json"), 0);
    FILE *saved = fopen("bench.json", "w");
    assert_true(saved &&
                fputs("{\"results\": [{\"file\": \"x\", \"samples\": [3, 4]}]}", saved) > 0);
    assert_int_equal(fclose(saved), 0);
    // The generated code gets as far as the compiler, which is missing. Then trees are interpreted.
    assert_int_equal(setenv("CC", "./no-compiler", 1), 0);
    assert_int_equal(setenv("XDG_CACHE_HOME", realpath("trees", cache), 1), 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        line_fail_each(lines[i]);
    assert_int_equal(unlink("trees/market.json") | unlink("trees/guard.json"), 0);
    assert_int_equal(rmdir("trees/gestalt") | rmdir("trees"), 0);
}

static void test_replays(void **state)
{
    (void)state;
    assert_int_equal(setenv("TMPDIR", ".", 1), 0); // so that remaining folders would be noticed
    line_fail_each("gestalt run watchman.json -q --replay=files/watchman.jsonl --threads=1 "
                   "--save=made.gss");
    line_fail_each(
        "gestalt run swarm.json --replay=files/swarm.jsonl --threads=1 --final=made.gss");
    assert_int_equal(unsetenv("TMPDIR"), 0);
}

// ---- live runs that a page controls

static void live_refused(void *user, const char *message)
{
    (void)user;
    (void)message;
}

// Carry out a query or an action. Return whether it succeeded.
typedef struct asking {
    void (*api)(void *user, const live_request *request, live_answer *answer);
    void *user;
    const char *key, *filter;
} asking;

static bool ask_of(const asking *a, const char *text)
{
    live_answer answer;
    live_request request = {.method = "GET", .path = text};
    if (*text == '{')
        request =
            (live_request){.method = "POST", .path = "do", .body = text, .size = strlen(text)};
    if (strcmp(text, "agents") == 0) {
        request.arguments[request.argument_count++] = (live_argument){"sort", a->key};
        request.arguments[request.argument_count++] = (live_argument){"filter", a->filter};
        request.arguments[request.argument_count++] = (live_argument){"node", "0"};
    }
    if (strcmp(text, "series") == 0)
        request.arguments[request.argument_count++] = (live_argument){"key", a->key};
    if (a->key && strcmp(text, "state") == 0)
        request.arguments[request.argument_count++] = (live_argument){"counts", "1"};
    a->api(a->user, &request, &answer);
    bool is_well = answer.status == 200;
    text_buffer_release(&answer.body);
    return is_well;
}

static void live_api_of(void *l, const live_request *request, live_answer *answer)
{
    live_api(l, request, answer);
}

// "=saved": the file was saved.
static bool live_asked(live *l, const char *text)
{
    if (*text == '=') {
        uint64_t before = l->notice.number;
        live_saved(l);
        return l->notice.number == before + 1 && !l->notice.is_error;
    }
    return ask_of(&(asking){live_api_of, l, "distance", "distance > 1"}, text);
}

static const char *const live_of_tree[] = {
    "{\"do\": \"step\", \"ticks\": 20}",
    "{\"do\": \"write\", \"agent\": 1, \"key\": \"energy\", \"value\": 5}",
    "{\"do\": \"spawn\"}",
    "{\"do\": \"break\", \"when\": \"true\", \"if\": \"distance < 0\"}",
    "{\"do\": \"break\", \"when\": \"above\", \"node\": 1, \"bound\": 100}",
    "=saved",
    "{\"do\": \"into\", \"agent\": 1}",
    "describe",
    "state",
    "agents",
    "agent",
    "steps",
    "history",
    "series",
    "keys",
    "notice",
    "edit",
    "breaks",
    "log",
    "hash",
    "{\"do\": \"goto\", \"tick\": 2}",
    "{\"do\": \"goto\", \"tick\": 21}",
    "{\"do\": \"goto\", \"tick\": 3}",
    "{\"do\": \"step\"}",
    NULL,
};

static const char *const live_of_scene[] = {
    "{\"do\": \"step\"}",
    "values",
    "{\"do\": \"tune\", \"path\": \"whim\", \"value\": \"0.1\"}",
    "{\"do\": \"tune\", \"path\": \"whim\", \"value\": \"0.2\"}",
    "{\"do\": \"tune\", \"path\": \"birds\", \"value\": \"3\"}",
    "places",
    NULL,
};

// Carry out all requests, until one fails. Return false if one has failed.
static bool live_do_all(paged_run *p, const char *const *asked)
{
    live *l = &p->l;
    bool is_well = true;
    for (size_t i = 0; asked[i]; i++) {
        is_well = live_asked(l, asked[i]) && is_well;
        while (!live_stands(l))
            if (!paged_advance(p))
                return false;
        is_well = is_well && l->stop != GESTALT_LIVE_STOPPED;
    }
    return is_well;
}

// Copy without a stream, which would allocate.
static void live_copy_file(const char *from, const char *to)
{
    char bytes[8192];
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ssize_t size = read(in, bytes, sizeof bytes);
    assert_true(size > 0 && write(out, bytes, (size_t)size) == size);
    assert_int_equal(close(in) | close(out), 0);
}

// A live run: its words, its requests, and the texts of its file at the start and at the end.
typedef struct live_line {
    char *words[5];
    int count;
    const char *const *asked;
    const char *first, *second;
} live_line;

static live_line live_lines[] = {
    {{"live", "saved.json", "--threads=1", "--agents=3", "--name=watchman"},
     5,
     live_of_tree,
     "examples/watchman.json",
     "examples/watchman-2.json"},
    {{"live", "saved.json", "--threads=1", "--set=birds=2"},
     4,
     live_of_scene,
     "examples/scenes/swarm.json",
     "examples/scenes/swarm.json"},
};

// Return whether all requests succeeded. The file is saved with another text before the edit.
static bool live_run_all(void *of)
{
    live_line *line = of;
    static paged_run p;
    p = (paged_run){0};
    live_copy_file(line->first, "saved.json");
    text_start(&p.c.messages, (gestalt_writer){paged_says_nothing, NULL}, false);
    bool is_well =
        options_parse(&p.c.options, line->count, line->words, live_refused, NULL) == EXIT_FINE;
    is_well = is_well && paged_open(&p, "saved.json");
    live_copy_file(line->second, "saved.json");
    is_well = is_well && live_do_all(&p, line->asked);
    return paged_close(&p) && is_well;
}

// Run with each allocation failing, once and from there on. At least one in `share` failures must
// be reported: a missing snapshot or a missing past step may go unnoticed.
static void page_fail_each(const char *name, bool (*act)(void *line), void *line, size_t share)
{
    assert_true(act(line));
    for (int stays = 0; stays <= 1; stays++) {
        size_t at = 0, tries = 0, failures = 0;
        stays_empty = stays;
        do {
            size_t blocks = live_blocks;
            calls = 0;
            has_failed = must_show = false;
            fail_at = at += amount_step(at);
            tries++;
            failures += !act(line);
            fail_at = 0;
            if (live_blocks != blocks)
                fail_msg("%s: allocation %zu: memory leaks", name, at);
        } while (has_failed);
        print_message("# %s: %zu allocations, %zu told\n", name, at - 1, failures);
        assert_true(failures > tries / share);
    }
}

static void test_live(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof live_lines / sizeof *live_lines; i++)
        page_fail_each("live", live_run_all, &live_lines[i], 2);
    assert_int_equal(unlink("saved.json"), 0);
}

// ---- recordings that a page follows while they grow

static const char *const follow_asked[] = {"", "state", "bytes", "state", NULL};

static bool follow_run_all(void *path)
{
    static follow f;
    bool is_well = true;
    gestalt_limits limits;
    cli c = {0};
    const asking a = {.api = follow_api, .user = &f};
    text_start(&c.messages, (gestalt_writer){paged_says_nothing, NULL}, false);
    gestalt_limits_default(&limits, sizeof limits);
    follow_start(&f, &c, path, &limits, true);
    for (size_t i = 0; follow_asked[i]; i++) {
        follow_look(&f);
        while (follow_advance(&f)) {
        }
        is_well = ask_of(&a, follow_asked[i]) && is_well;
    }
    is_well = is_well && !f.has_failed && f.is_complete;
    follow_close(&f);
    text_finish(&c.messages);
    return is_well;
}

static void test_follow(void **state)
{
    (void)state;
    static char tree[] = "tree.gsr", both[] = "both.gsr";
    line_prepare("gestalt run examples/watchman.json -q --agents=9 --ticks=20 --record=tree.gsr "
                 "--keys=distance,energy --watch=1 --watch-values=distance*2");
    line_prepare("gestalt run examples/scenes/swarm.json -q --steps=20 --record=both.gsr "
                 "--record-parts=both --set=birds=3 --set=whim=0.1");
    page_fail_each(tree, follow_run_all, tree, 3);
    page_fail_each(both, follow_run_all, both, 3);
    assert_int_equal(unlink("tree.gsr") | unlink("both.gsr"), 0);
}

int main(int count, char **words)
{
    char *folders[2];
    static const char *const links[] = {"examples", "files"};
    for (int i = 0; i < 2; i++)
        if (count != 3 || !(folders[i] = realpath(words[i + 1], NULL)))
            return 2;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_migrate),         cmocka_unit_test(test_edits_of_runs),
        cmocka_unit_test(test_edits_of_scenes), cmocka_unit_test(test_agents_of_scenes),
        cmocka_unit_test(test_many_runs),       cmocka_unit_test(test_other_commands),
        cmocka_unit_test(test_replays),         cmocka_unit_test(test_live),
        cmocka_unit_test(test_follow)};
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
