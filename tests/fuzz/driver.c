// SPDX-License-Identifier: MIT
// A stand-in for libFuzzer where there is none: runs a target over all files of a folder, and over
// mutations of them, which are the same in every run.
//
//   fuzz_NAME ROUNDS FOLDER [NUMBER]   the seeds, then so many mutations, which follow from a
//   number fuzz_NAME FILE...                  just these inputs: to look at one that failed
#define XXH_INLINE_ALL
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_SIZE_MAX = 1 << 16 };

typedef struct input {
    uint8_t *bytes;
    size_t size;
} input;

static input *seeds;
static size_t seed_count;
static uint64_t random_state = 1;

// The input that runs now, for whoever has to find out why it failed.
static uint8_t current[INPUT_SIZE_MAX];
static size_t current_size;

static uint64_t random_below(uint64_t bound)
{
    random_state += UINT64_C(0x9E3779B97F4A7C15);
    return XXH3_64bits(&random_state, sizeof random_state) % bound;
}

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "%s: %s\n", name, what);
    exit(1);
}

static input read_input(const char *path)
{
    static uint8_t buffer[INPUT_SIZE_MAX];
    FILE *file = fopen(path, "rb");
    if (!file)
        fail(strerror(errno), path);
    input in = {.size = fread(buffer, 1, sizeof buffer, file)};
    fclose(file);
    in.bytes = malloc(in.size + 1);
    if (!in.bytes)
        fail("out of memory", path);
    memcpy(in.bytes, buffer, in.size);
    return in;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void read_seeds(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, by_name);
    if (count < 0)
        fail(strerror(errno), folder);
    seeds = calloc((size_t)count + 1, sizeof *seeds);
    if (!seeds)
        fail("out of memory", folder);
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.')
            seeds[seed_count++] = read_input(path);
        free(entries[i]);
    }
    free(entries);
    if (seed_count == 0)
        fail("there are no seeds", folder);
}

static void run_current(void)
{
    // An exact copy, so that a sanitizer sees a read behind the end.
    uint8_t *copy = malloc(current_size ? current_size : 1);
    if (!copy)
        fail("out of memory", "driver");
    memcpy(copy, current, current_size);
    LLVMFuzzerTestOneInput(copy, current_size);
    free(copy);
}

static void set_current(input in)
{
    memcpy(current, in.bytes, in.size);
    current_size = in.size;
}

// Replaces `removed` bytes at `at` by `size` others, as far as there is room.
static void splice(size_t at, size_t removed, const uint8_t *bytes, size_t size)
{
    if (current_size - removed + size > INPUT_SIZE_MAX)
        return;
    memmove(current + at + size, current + at + removed, current_size - at - removed);
    if (size)
        memmove(current + at, bytes, size);
    current_size = current_size - removed + size;
}

static void mutate(void)
{
    static const char structure[] = "{}[]\",:\\0123456789.-+e \n\x7f\xff";
    size_t at = random_below(current_size + 1);
    size_t rest = current_size - at;
    size_t some = rest ? random_below(rest < 64 ? rest : 64) + 1 : 0;
    const input *other = &seeds[random_below(seed_count)];
    size_t from = random_below(other->size + 1);
    size_t length = other->size > from ? random_below(other->size - from) : 0;
    uint8_t byte = (uint8_t)random_below(256);
    switch (random_below(6)) {
    case 0: splice(at, rest ? 1 : 0, &byte, 1); break;
    case 1: splice(at, some, NULL, 0); break;
    case 2: splice(at, 0, other->bytes + from, length); break;
    case 3: splice(at, some, other->bytes + from, length); break;
    case 4:
        splice(at, 0, (const uint8_t *)structure + random_below(sizeof structure - 1), 1);
        break;
    case 5:
        if (rest)
            current[at] ^= (uint8_t)(1u << random_below(8));
        break;
    }
}

// Keeps the input that broke the target.
static void keep_current(void)
{
    FILE *file = fopen("crash-input", "wb");
    if (!file)
        return;
    fwrite(current, 1, current_size, file);
    fclose(file);
    fprintf(stderr, "the input is in crash-input\n");
}

static void die(int signal_number)
{
    keep_current();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

// Sanitizers end a program in their own way, and have a hook for it.
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

static void watch_for_death(void)
{
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(keep_current);
    else
        signal(SIGSEGV, die);
    signal(SIGABRT, die);
}

static void run_files(char **paths, int count)
{
    for (int i = 0; i < count; i++) {
        input in = read_input(paths[i]);
        set_current(in);
        free(in.bytes);
        run_current();
    }
}

int main(int argc, char **argv)
{
    char *end = NULL;
    unsigned long rounds = argc == 3 || argc == 4 ? strtoul(argv[1], &end, 10) : 0;
    if (!end || *end != '\0') {
        run_files(argv + 1, argc - 1);
        return 0;
    }
    if (argc == 4)
        random_state = strtoul(argv[3], NULL, 10);
    watch_for_death();
    read_seeds(argv[2]);
    for (size_t i = 0; i < seed_count; i++) {
        set_current(seeds[i]);
        run_current();
    }
    for (unsigned long i = 0; i < rounds; i++) {
        set_current(seeds[random_below(seed_count)]);
        for (uint64_t changes = random_below(4) + 1; changes > 0; changes--)
            mutate();
        run_current();
    }
    for (size_t i = 0; i < seed_count; i++)
        free(seeds[i].bytes);
    free(seeds);
    printf("%zu seeds and %lu mutations\n", seed_count, rounds);
    return 0;
}
