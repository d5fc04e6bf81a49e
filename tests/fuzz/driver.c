// SPDX-License-Identifier: MIT
// Run a fuzz target over all files of a folder, and over mutations of them. The mutations depend
// only on the number. This driver replaces libFuzzer if libFuzzer is missing, and for targets where
// following the coverage does not help.
//
//    fuzz_NAME ROUNDS FOLDER [NUMBER]     the seeds, then ROUNDS mutations
//    fuzz_NAME SECONDSs FOLDER [NUMBER]   the seeds, then mutations for SECONDS seconds
//    fuzz_NAME FILE...                    only these inputs, to examine a failure
//
// A target may define LLVMFuzzerCustomMutator, which calls LLVMFuzzerMutate to change bytes.
#define XXH_INLINE_ALL
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                                                     unsigned seed);
__attribute__((weak)) size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size,
                                                       const uint8_t *other, size_t other_size,
                                                       uint8_t *to, size_t most, unsigned seed);

enum { INPUT_SIZE_MAX = 1 << 16 };

typedef struct input {
    uint8_t *bytes;
    size_t size;
} input;

static input *seeds;
static size_t seed_count;
static uint64_t random_state = 1;

// The input that runs now, for analysing a failure.
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
    // A copy of exactly this size, so that a sanitizer detects reads after the end.
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

// Replace `removed` bytes at `at` by `size` others, as far as they fit. Return the new total size.
static size_t bytes_splice(uint8_t *data, size_t all, size_t most, size_t at, size_t removed,
                           const uint8_t *bytes, size_t size)
{
    if (all - removed + size > most)
        return all;
    memmove(data + at + size, data + at + removed, all - at - removed);
    if (size)
        memmove(data + at, bytes, size);
    return all - removed + size;
}

static size_t bytes_mutate(uint8_t *data, size_t size, size_t most)
{
    static const char structure[] = "{}[]\",:\\0123456789.-+e \n\x7f\xff";
    size_t at = random_below(size + 1);
    size_t rest = size - at;
    size_t some = rest ? random_below(rest < 64 ? rest : 64) + 1 : 0;
    const input *other = &seeds[random_below(seed_count)];
    size_t from = random_below(other->size + 1);
    size_t length = other->size > from ? random_below(other->size - from) : 0;
    uint8_t byte = (uint8_t)random_below(256);
    switch (random_below(6)) {
    case 0: return bytes_splice(data, size, most, at, rest ? 1 : 0, &byte, 1);
    case 1: return bytes_splice(data, size, most, at, some, NULL, 0);
    case 2: return bytes_splice(data, size, most, at, 0, other->bytes + from, length);
    case 3: return bytes_splice(data, size, most, at, some, other->bytes + from, length);
    case 4:
        byte = (uint8_t)structure[random_below(sizeof structure - 1)];
        return bytes_splice(data, size, most, at, 0, &byte, 1);
    default:
        if (rest)
            data[at] ^= (uint8_t)(1u << random_below(8));
        return size;
    }
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    return bytes_mutate(data, size, most);
}

// Mutate the current input with the target's own mutator, if it has one.
static void mutate_current(void)
{
    unsigned seed = (unsigned)random_below(UINT32_MAX);
    const input *other = &seeds[random_below(seed_count)];
    if (!LLVMFuzzerCustomMutator) {
        for (uint64_t changes = random_below(4) + 1; changes > 0; changes--)
            current_size = bytes_mutate(current, current_size, INPUT_SIZE_MAX);
        return;
    }
    if (LLVMFuzzerCustomCrossOver && random_below(8) == 0) {
        static uint8_t crossed[INPUT_SIZE_MAX];
        current_size = LLVMFuzzerCustomCrossOver(current, current_size, other->bytes, other->size,
                                                 crossed, INPUT_SIZE_MAX, seed);
        memcpy(current, crossed, current_size);
    }
    current_size = LLVMFuzzerCustomMutator(current, current_size, INPUT_SIZE_MAX, seed);
}

// Save the input that broke the target to the file $FUZZ_FOUND, or to crash-input in the folder
// where the driver was started. The target may have changed the folder.
static int start_folder = AT_FDCWD;

static void keep_current(void)
{
    const char *name = getenv("FUZZ_FOUND") ? getenv("FUZZ_FOUND") : "crash-input";
    int descriptor = openat(start_folder, name, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (!file)
        return;
    fwrite(current, 1, current_size, file);
    fclose(file);
    fprintf(stderr, "the input is in %s\n", name);
}

static void die(int signal_number)
{
    keep_current();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

// Sanitizers end a program without abort, and offer this hook.
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

// Run a number of mutations, or run mutations for some seconds. Return how many ran.
static unsigned long run_mutations(unsigned long amount, bool is_time)
{
    time_t end = time(NULL) + (time_t)amount;
    unsigned long done = 0;
    // Read the clock only at every eighth mutation.
    for (; is_time ? done % 8 != 0 || time(NULL) < end : done < amount; done++) {
        set_current(seeds[random_below(seed_count)]);
        mutate_current();
        run_current();
    }
    return done;
}

int main(int argc, char **argv)
{
    char *end = NULL;
    unsigned long amount = argc == 3 || argc == 4 ? strtoul(argv[1], &end, 10) : 0;
    bool is_time = end && strcmp(end, "s") == 0;
    if (!end || end == argv[1] || (*end != '\0' && !is_time)) {
        run_files(argv + 1, argc - 1);
        return 0;
    }
    if (argc == 4)
        random_state = strtoul(argv[3], NULL, 10);
    start_folder = open(".", O_RDONLY | O_DIRECTORY);
    watch_for_death();
    read_seeds(argv[2]);
    for (size_t i = 0; i < seed_count; i++) {
        set_current(seeds[i]);
        run_current();
    }
    unsigned long done = run_mutations(amount, is_time);
    for (size_t i = 0; i < seed_count; i++)
        free(seeds[i].bytes);
    free(seeds);
    printf("%zu seeds and %lu mutations\n", seed_count, done);
    return 0;
}
