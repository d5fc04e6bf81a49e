// SPDX-License-Identifier: MIT
// Anything that a page may send, without HTTP. Each line of the input is a query or an action. All
// responses must be well formed, going back must lose nothing, and the log, replayed by `gestalt
// run --replay`, must give the same hash. An input that begins with `L` is a log itself.
//
//      T                a tree; S: a scene; L: a log
//      /state?counts=1  a query
//      {"do": "run"}    an action
//      =2               the file is saved, with another text
#include "accepted.h"
#include "in_process.h"
#include "live_api.h"
#include "paged_run.h"
#include "requests.h"
#include "running.h"
#include "small_scenes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES_MOST = 40, LINE_SIZE = 4096, ADVANCES = 40, TICKS_MOST = 5000, TEXTS = 4 };

static char *texts[2][TEXTS]; // texts of the tree and of the scene, as a user may save them
static const char *const names[2] = {"guard.json", "scene.json"};
static const char *const lines[2] = {
    "live guard.json --agents=20 --threads=1 --limits=untrusted --stub=flee=4:success "
    "--stub=fire=2:success --stub=look=0:failure --stub=go=7:success",
    "live scene.json --threads=1 --limits=untrusted"};

// ---- files

static char *fuzz_changed(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    char *changed = malloc(strlen(text) + strlen(new) + 1);
    if (!changed || !at)
        abort();
    sprintf(changed, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    return changed;
}

static void start(void)
{
    if (texts[0][0])
        return;
    running_folder = "../../examples";
    texts[0][0] = running_text("guard.json");
    texts[0][1] = fuzz_changed(texts[0][0], "health < 30", "health < 60");
    texts[0][2] = fuzz_changed(texts[0][0], "\"cooldown\"", "\"cooldwn\"");
    texts[0][3] = fuzz_changed(texts[0][0], "\"ammo\": {", "\"more\": \"int\", \"ammo\": {");
    running_folder = "../../examples/scenes";
    texts[1][0] = small_scene(SMALL_FLOCK);
    for (int i = 1; i < TEXTS; i++)
        texts[1][i] = fuzz_changed(texts[1][0], "{",
                                   i == 1   ? "{ "
                                   : i == 2 ? "{{"
                                            : "{\"doc\": \"x\", ");
    in_process_enter();
    setenv("TMPDIR", ".", 1);
}

// ---- a run

typedef struct fuzzed {
    paged_run p;
    int which;
} fuzzed;

static void refused(void *user, const char *message)
{
    (void)user;
    fprintf(stderr, "fuzz_live: %s\n", message);
    abort();
}

static fuzzed *fuzz_open(int which)
{
    static char line[512];
    char *words[16];
    int count = 0;
    fuzzed *f = calloc(1, sizeof *f);
    if (!f)
        abort();
    f->which = which;
    in_process_write(names[which], texts[which][0], strlen(texts[which][0]));
    strcpy(line, lines[which]);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
        words[count++] = word;
    text_start(&f->p.c.messages, (gestalt_writer){paged_says_nothing, NULL}, false);
    if (options_parse(&f->p.c.options, count, words, refused, NULL) != EXIT_FINE ||
        !paged_open(&f->p, f->p.c.options.operands[0]))
        abort();
    return f;
}

static void fuzz_close(fuzzed *f)
{
    paged_close(&f->p);
    free(f);
}

static void fuzz_go_on(fuzzed *f)
{
    for (int i = 0; i < ADVANCES && !live_stands(&f->p.l); i++)
        if (!paged_advance(&f->p))
            abort();
    live_pause(&f->p.l);
}

// ---- requests

static void fuzz_api(void *user, const live_request *request, live_answer *answer)
{
    live_api(user, request, answer);
}

// Return whether a line spawns thousands of agents. Such lines take too long, and are skipped.
static bool is_dear(const char *line)
{
    return strstr(line, "spawn") &&
           strspn(line + strcspn(line, "0123456789"), "0123456789eE.+") > 3;
}

static void fuzz_line(fuzzed *f, char *line)
{
    if (*line == '=') {
        const char *text = texts[f->which][(unsigned char)line[1] % TEXTS];
        in_process_write(names[f->which], text, strlen(text));
        live_saved(&f->p.l);
    } else if (*line == '/' || !is_dear(line)) {
        request_line(fuzz_api, &f->p.l, line);
    }
    fuzz_go_on(f);
}

// ---- results

// Go back, and forward again to the same tick: the state must be the same.
static void fuzz_go_back(fuzzed *f, uint64_t hash)
{
    gestalt_error error;
    uint64_t again, tick = live_run_ticks(&f->p.l.run);
    if (!live_is_at_end(&f->p.l) || tick > TICKS_MOST)
        return;
    for (int i = 0; i < 2; i++) {
        if (live_go_to(&f->p.l, i ? tick : f->p.l.run.first_tick, !i, &error) != GESTALT_OK)
            abort();
        while (!live_stands(&f->p.l))
            if (!paged_advance(&f->p))
                abort();
    }
    if (live_run_hash(&f->p.l.run, &again, &error) != GESTALT_OK || again != hash) {
        fprintf(stderr, "fuzz_live: it is not the same when it goes there again\n");
        abort();
    }
}

static void fuzz_replay(int which, const text_buffer *log, uint64_t hash)
{
    char line[160], digits[24];
    in_process_write("log.jsonl", log->bytes, log->size);
    snprintf(line, sizeof line,
             "run %s --replay=log.jsonl --hash --threads=1 --limits=untrusted --ticks=%d",
             names[which], TICKS_MOST);
    in_process_said s = in_process_run_line(line);
    snprintf(digits, sizeof digits, "%016" PRIx64 "\n", hash);
    if (s.code == EXIT_FINE && strcmp(s.data, digits) == 0)
        return;
    fprintf(stderr, "fuzz_live: the replay: %d, %s, not %s%s%s", s.code, s.data, digits, s.messages,
            log->bytes);
    abort();
}

static void fuzz_run(int which, char *text)
{
    uint64_t hash;
    text_out out;
    gestalt_error error;
    text_buffer log = {0};
    fuzzed *f = fuzz_open(which);
    int count = 0;
    for (char *line = strtok(text, "\n"); line && count < LINES_MOST; line = strtok(NULL, "\n")) {
        fuzz_line(f, line);
        count++;
    }
    uint64_t ticks = live_run_ticks(&f->p.l.run);
    if (live_run_hash(&f->p.l.run, &hash, &error) != GESTALT_OK)
        abort();
    text_start(&out, text_buffer_writer(&log), false);
    live_log_print(&out, &f->p.l.log, ticks);
    text_finish(&out);
    fuzz_go_back(f, hash);
    fuzz_close(f);
    if (ticks <= TICKS_MOST)
        fuzz_replay(which, &log, hash);
    text_buffer_release(&log);
}

// Replay a log that a user has written: after a valid first line, or after any. Return whether it
// was replayed.
static bool fuzz_log(const char *text)
{
    text_out out;
    text_buffer log = {0};
    char line[160];
    text_start(&out, text_buffer_writer(&log), false);
    if (*text == '+') {
        fuzzed *f = fuzz_open(0);
        text_write(&out, f->p.l.log.header, f->p.l.log.header_size);
        fuzz_close(f);
    }
    text_put(&out, text + (*text == '+'));
    text_finish(&out);
    if (!is_dear(log.bytes ? log.bytes : ""))
        in_process_write("log.jsonl", log.bytes ? log.bytes : "", log.size);
    text_buffer_release(&log);
    snprintf(line, sizeof line,
             "run guard.json --replay=log.jsonl --hash --threads=1 --limits=untrusted --ticks=%d",
             TICKS_MOST);
    in_process_said s = in_process_run_line(line);
    if (s.code > EXIT_LIMIT || (s.code != EXIT_FINE && s.messages_size == 0))
        abort();
    return s.code == EXIT_FINE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        abort();
    start();
    memcpy(text, data, size);
    text[size] = '\0';
    bool is_log_done = false;
    unsigned long answered = requests_answered;
    if (size > 0 && *text == 'L')
        is_log_done = fuzz_log(text + 1);
    else if (size > 0)
        fuzz_run(*text == 'S', text + 1);
    accepted(is_log_done || requests_answered > answered);
    in_process_clear();
    free(text);
    return 0;
}
