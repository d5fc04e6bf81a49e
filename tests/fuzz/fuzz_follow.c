// SPDX-License-Identifier: MIT
// Recordings that a page follows while their files change. At any time, bytes are overwritten with
// correct hashes, or a file is truncated, continued or replaced. All responses must be well formed.
//
// The first byte of the input chooses recordings and options. Steps of 4 bytes follow: the first
// byte selects the change, the others its position and value.
#include "accepted.h"
#include "damage.h"
#include "follow.h"
#include "in_process.h"
#include "record_bytes.h"
#include "recordings.h"
#include "requests.h"
#include "tree_recordings.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEP = 4, PIECES_MOST = 400 };
enum { PAIR = TREE_RECORDINGS + RECORDINGS, BASES = PAIR + 2 }; // indices of recordings

static const char *const names[2] = {"run.gsr", "trees.gsr"};
static const char *const questions[] = {
    "/describe",
    "/state",
    "/state?counts=1&agent=%u",
    "/agents?count=%u",
    "/agents?group=%u&sort=.leaf&down=1",
    "/agents?group=1&node=%u&ids=1",
    "/agents?sort=.answer&filter=agent<%u",
    "/agents?sort=x&filter=x<%u",
    "/agents?sort=oil&filter=oil<%u&count=5",
    "/agent?id=%u",
    "/steps?agent=%u",
    "/history",
    "/series?key=x",
    "/series?key=oil",
    "/series?key=age",
    "/places?most=%u",
    "/notice",
    "{\"do\": \"goto\", \"frame\": %u}",
    "{\"do\": \"goto\", \"tick\": %u}",
    "{\"do\": \"step\"}",
    "{\"do\": \"run\"}",
    "{\"do\": \"speed\", \"per_second\": %u}",
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

// ---- recordings

// Agents without a tree, and agents with keys of all types that are born and die.
static const char scene_text[] =
    "{\"scene\":1,\"world\":{\"size\":[20,20],\"dt\":0.5},\"groups\":[{\"name\":\"stones\","
    "\"count\":3,\"velocity\":{\"how\":\"still\"}},{\"name\":\"flies\",\"count\":20,\"most\":40,"
    "\"velocity\":{\"how\":\"still\"},\"tree\":{\"gestalt\":1,\"name\":\"fly\",\"blackboard\":{"
    "\"age\":\"int\",\"calm\":\"bool\",\"mood\":{\"type\":[\"idle\",\"flee\"]},\"far\":{\"type\":"
    "\"float\",\"init\":\"sqrt(rand() - 0.5)\"}},\"root\":{\"type\":\"sequence\",\"children\":[{"
    "\"type\":\"set\",\"key\":\"age\",\"to\":\"age + agent\"},{\"type\":\"set\",\"key\":\"calm\","
    "\"to\":\"age % 2 == 0\"},{\"type\":\"wait\",\"ticks\":2},{\"type\":\"force_success\","
    "\"child\":{\"type\":\"sequence\",\"children\":[\"age > 60\",{\"type\":\"action\",\"do\":"
    "\"die\"}]}}]}}}],\"recording\":{\"every\":1,\"keys\":[\"age\",\"mood\",\"far\"]}}";

static byte_buffer pair[2]; // recordings of a scene and its trees, from one run

static void start(void)
{
    if (pair[0].bytes)
        return;
    in_process_enter();
    in_process_write("scene.json", scene_text, strlen(scene_text));
    in_process_said s = in_process_run_line(
        "run scene.json --steps=40 --threads=1 -q --record=a.gsr --record-trees=b.gsr");
    if (s.code != EXIT_FINE) {
        fprintf(stderr, "fuzz_follow: %s\n", s.messages);
        abort();
    }
    for (int i = 0; i < 2; i++)
        pair[i].bytes = (unsigned char *)in_process_read(i ? "b.gsr" : "a.gsr", &pair[i].size);
    in_process_clear();
}

static const byte_buffer *base_at(unsigned index)
{
    index %= BASES;
    if (index < TREE_RECORDINGS)
        return tree_recording_at(index);
    if (index < PAIR)
        return recording_at(index - TREE_RECORDINGS);
    return &pair[index - PAIR];
}

// ---- a recording that is followed

typedef struct fuzzed {
    cli c;
    follow f;
    bool is_open;
    byte_buffer files[2]; // contents of the files
} fuzzed;

static bool nowhere(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return true;
}

static void refused(void *user, const char *message)
{
    (void)user;
    fprintf(stderr, "fuzz_follow: %s\n", message);
    abort();
}

// Overwrite the file, so that a reader that has it open sees the change.
static void file_set(fuzzed *z, int which, byte_buffer bytes)
{
    int descriptor = open(names[which], O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (descriptor < 0 || pwrite(descriptor, bytes.bytes, bytes.size, 0) != (ssize_t)bytes.size ||
        ftruncate(descriptor, (off_t)bytes.size) != 0)
        abort();
    close(descriptor);
    free(z->files[which].bytes);
    z->files[which] = bytes;
}

static byte_buffer copy_of(const byte_buffer *b)
{
    return damaged(b, NULL, 0, NULL);
}

static fuzzed *fuzz_open(unsigned base, bool waits)
{
    static char line[200]; // the run keeps pointers to these words
    static char *words[8];
    int count = 0;
    fuzzed *z = calloc(1, sizeof *z);
    bool is_pair = base % BASES >= PAIR;
    if (!z)
        abort();
    base = is_pair ? PAIR : base;
    file_set(z, 0, copy_of(base_at(base)));
    file_set(z, 1, copy_of(base_at(base + 1)));
    snprintf(line, sizeof line, "live %s --limits=untrusted%s%s", names[0],
             waits ? " --follow" : "", is_pair ? " --trees=trees.gsr" : "");
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
        words[count++] = word;
    text_start(&z->c.messages, (gestalt_writer){nowhere, NULL}, false);
    if (options_parse(&z->c.options, count, words, refused, NULL) != EXIT_FINE ||
        follow_open(&z->f, &z->c, names[0]) != EXIT_FINE)
        abort();
    return z;
}

static void fuzz_close(fuzzed *z)
{
    follow_close(&z->f);
    text_finish(&z->c.messages);
    options_destroy(&z->c.options);
    free(z->files[0].bytes);
    free(z->files[1].bytes);
    free(z);
}

static void fuzz_go_on(fuzzed *z, unsigned pieces)
{
    while (pieces-- > 0 && follow_advance(&z->f)) {
    }
}

static void fuzz_api(void *user, const live_request *request, live_answer *answer)
{
    follow_api(user, request, answer);
}

static void fuzz_ask(fuzzed *z, const uint8_t *step)
{
    char line[200];
    snprintf(line, sizeof line, questions[step[1] % QUESTIONS], (unsigned)(step[2] | step[3] << 8));
    request_line(fuzz_api, &z->f, line);
}

// ---- changes of files

static void fuzz_damage(fuzzed *z, int which, const uint8_t *step, bool is_sealed)
{
    byte_buffer made = damaged(&z->files[which], step, STEP, NULL);
    if (is_sealed)
        repair_recording(made.bytes, made.size);
    file_set(z, which, made);
}

// Replace the file by another one.
static void fuzz_replace(fuzzed *z, int which, unsigned base)
{
    if (unlink(names[which]) != 0)
        abort();
    file_set(z, which, copy_of(base_at(base)));
}

static void fuzz_step(fuzzed *z, const uint8_t *step)
{
    int which = step[0] >> 3 & 1;
    byte_buffer made;
    switch (step[0] >> 4) {
    case 0:
    case 1:
    case 2: fuzz_damage(z, which, step, true); break;
    case 3: fuzz_damage(z, which, step, false); break;
    case 4: // a part of the recording
        made = copy_of(&z->files[which]);
        made.size = made.size * step[1] / 256;
        file_set(z, which, made);
        break;
    case 5: file_set(z, which, copy_of(base_at(step[1]))); break;
    case 6: fuzz_replace(z, which, step[1]); break;
    case 7:
    case 8: follow_look(&z->f); break;
    case 9:
    case 10: fuzz_go_on(z, step[1] % 16); break;
    default: fuzz_ask(z, step); break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    start();
    unsigned long answered = requests_answered;
    fuzzed *z = fuzz_open(data[0] / 2, data[0] % 2);
    for (size_t at = 1; size - at >= STEP; at += STEP) {
        fuzz_step(z, data + at);
        fuzz_go_on(z, 2);
    }
    follow_look(&z->f);
    fuzz_go_on(z, PIECES_MOST);
    for (uint8_t i = 0; i < QUESTIONS; i++)
        fuzz_ask(z, (uint8_t[STEP]){0, i, i, 0});
    fuzz_close(z);
    in_process_clear();
    accepted(requests_answered > answered);
    return 0;
}
