// SPDX-License-Identifier: MIT
// Runs documents with the leaves of recorded trees, and prints what happened in the form of the
// records' logs. Reads from standard input, for each document:
//
//     run SEED TICKS TICK_US FUNCTION_COUNT SIZE
//     action L id:int
//     predicate C id:int
//     ...the document, SIZE bytes
//
// and writes its log, or a line that begins with `!`, and then an empty line. A leaf's kind is the
// first letter of its name; what a leaf answers depends only on the seed, its id and how often it
// was called before.
#include <gestalt/gestalt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAVES_MAX = 4096, FUNCTIONS_MAX = 64, ARGUMENTS_MAX = 16, NAME_SIZE = 64 };

typedef struct leaf_function {
    char name[NAME_SIZE];
    char argument_names[ARGUMENTS_MAX][NAME_SIZE];
    gestalt_parameter arguments[ARGUMENTS_MAX];
    uint32_t argument_count;
    bool is_predicate;
    struct leaf_run *run;
} leaf_function;

typedef struct leaf_run {
    uint64_t seed;
    uint32_t calls[LEAVES_MAX];
    leaf_function functions[FUNCTIONS_MAX];
    uint32_t function_count;
} leaf_run;

// ---- the leaf rule

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static uint32_t draw(uint64_t seed, uint64_t leaf, uint64_t n)
{
    return (uint32_t)((mix(mix(seed * 1000003 + leaf) + n * UINT64_C(0x9E3779B97F4A7C15)) >> 33) %
                      100);
}

static long value_of(const gestalt_single_call *call, const leaf_function *f, uint32_t i)
{
    if (f->arguments[i].type == GESTALT_FLOAT)
        return (long)call->arguments[i].floats[0];
    if (f->arguments[i].type == GESTALT_BOOL)
        return (long)(call->arguments[i].bools[0] & 1);
    return call->arguments[i].ints[0];
}

static long argument_of(const gestalt_single_call *call, const leaf_function *f, const char *name,
                        const char *other)
{
    for (uint32_t i = 0; i < f->argument_count; i++)
        if (strcmp(f->argument_names[i], name) == 0 || strcmp(f->argument_names[i], other) == 0)
            return value_of(call, f, i);
    return -1;
}

// The answer of mistreevous's guards: the same all through a tick.
static bool guard(uint64_t seed, uint64_t leaf, uint64_t tick)
{
    return (mix(mix(seed * 7919 + leaf) + tick * UINT64_C(0x9E3779B97F4A7C15)) >> 33) % 100 < 65;
}

static gestalt_status answer_of(char kind, uint32_t drawn)
{
    uint32_t success = kind == 'L' ? 38 : 55;
    if (drawn < success)
        return GESTALT_SUCCESS;
    return kind == 'L' && drawn >= 60 ? GESTALT_RUNNING : GESTALT_FAILURE;
}

// Callbacks of mistreevous: `E` for `entry` and `step`, `X` for `exit`, `X_hook` for aborts.
static gestalt_status callback(const gestalt_single_call *call, const leaf_function *f, long id)
{
    unsigned long long tick = call->tick;
    bool is_hook = strcmp(f->name, "X_hook") == 0;
    if (is_hook && call->phase != GESTALT_CANCEL)
        return GESTALT_RUNNING;
    if (is_hook && argument_of(call, f, "done", "done") == 0)
        printf("%llu X%ld exit aborted\n", tick, id);
    else if (!is_hook && f->name[0] == 'X')
        printf("%llu X%ld exit %ld\n", tick, id, argument_of(call, f, "succeeded", "succeeded"));
    else if (!is_hook)
        printf("%llu E%ld call\n", tick, id);
    return GESTALT_SUCCESS;
}

static gestalt_status leaf(gestalt_single_call *call)
{
    const leaf_function *f = call->user;
    leaf_run *run = f->run;
    unsigned long long tick = call->tick;
    char kind = f->name[0];
    long id = argument_of(call, f, "id", "arg1");
    if (kind == 'E' || kind == 'X')
        return callback(call, f, id);
    if (kind == 'G')
        return guard(run->seed, (uint64_t)id, tick) ? GESTALT_SUCCESS : GESTALT_FAILURE;
    if (call->phase == GESTALT_CANCEL) {
        printf("%llu %c%ld halt\n", tick, kind, id);
        return GESTALT_FAILURE;
    }
    if (kind == 'P') {
        printf("%llu P%ld value %ld\n", tick, id, argument_of(call, f, "v", "v"));
        return GESTALT_SUCCESS;
    }
    uint32_t *calls = &run->calls[id >= 0 && id < LEAVES_MAX ? id : 0];
    gestalt_status answer = answer_of(kind, draw(run->seed, (uint64_t)id, (*calls)++));
    printf("%llu %c%ld %s %c\n", tick, kind, id, call->phase == GESTALT_START ? "start" : "resume",
           "RSF"[answer == GESTALT_SUCCESS   ? 1
                 : answer == GESTALT_FAILURE ? 2
                                             : 0]);
    return answer;
}

// ---- reading

static gestalt_type type_of(const char *text)
{
    return strcmp(text, "bool") == 0    ? GESTALT_BOOL
           : strcmp(text, "float") == 0 ? GESTALT_FLOAT
           : strcmp(text, "text") == 0  ? GESTALT_TEXT
                                        : GESTALT_INT;
}

// Read "id:int" or "id:key-int".
static void read_argument(leaf_function *f, char *text)
{
    char *colon = strchr(text, ':');
    uint32_t i = f->argument_count++;
    if (!colon || i >= ARGUMENTS_MAX) {
        fprintf(stderr, "bad argument %s\n", text);
        exit(2);
    }
    *colon++ = '\0';
    bool by_key = strncmp(colon, "key-", 4) == 0;
    snprintf(f->argument_names[i], NAME_SIZE, "%s", text);
    f->arguments[i] =
        (gestalt_parameter){f->argument_names[i], type_of(by_key ? colon + 4 : colon), by_key};
}

static void read_function(leaf_run *run)
{
    char line[1024], *rest = NULL;
    leaf_function *f = &run->functions[run->function_count++];
    if (run->function_count > FUNCTIONS_MAX || !fgets(line, sizeof line, stdin))
        exit(2);
    const char *kind = strtok_r(line, " \n", &rest), *name = strtok_r(NULL, " \n", &rest);
    if (!kind || !name)
        exit(2);
    *f = (leaf_function){.is_predicate = strcmp(kind, "predicate") == 0, .run = run};
    snprintf(f->name, NAME_SIZE, "%s", name);
    for (char *word; (word = strtok_r(NULL, " \n", &rest));)
        read_argument(f, word);
}

// ---- running

static bool to_stdout(void *user, const char *text, size_t size)
{
    (void)user;
    for (size_t i = 0; i < size; i++) {
        if (i == 0 || text[i - 1] == '\n')
            printf("! ");
        putchar(text[i]);
    }
    return true;
}

static gestalt_result make_host(leaf_run *run, gestalt_host **host, gestalt_error *error)
{
    gestalt_result result = gestalt_host_create(NULL, host, error);
    for (uint32_t i = 0; i < run->function_count && result == GESTALT_OK; i++) {
        leaf_function *f = &run->functions[i];
        gestalt_function function = {.name = f->name,
                                     .kind =
                                         f->is_predicate ? GESTALT_PREDICATE : GESTALT_IMMEDIATE,
                                     .single = leaf,
                                     .user = f,
                                     .arguments = f->arguments,
                                     .argument_count = f->argument_count};
        result = gestalt_host_add(*host, &function, error);
    }
    return result;
}

static gestalt_result run_shape(leaf_run *run, const gestalt_shape *shape, unsigned long ticks,
                                int64_t tick_us, gestalt_error *error)
{
    gestalt_host *host = NULL;
    gestalt_population *population = NULL;
    gestalt_result result = make_host(run, &host, error);
    gestalt_population_options options = {.group = {shape, host}, .lanes = 1};
    if (result == GESTALT_OK)
        result = gestalt_population_create(&options, &population, error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(population, 0, 1, NULL, error);
    for (unsigned long tick = 0; tick < ticks && result == GESTALT_OK; tick++) {
        result = gestalt_population_tick(population, (int64_t)tick * tick_us, error);
        gestalt_status status = gestalt_population_status(population, 0);
        printf("%lu root %c\n", tick,
               status == GESTALT_SUCCESS   ? 'S'
               : status == GESTALT_FAILURE ? 'F'
                                           : 'R');
    }
    gestalt_population_destroy(population);
    gestalt_host_destroy(host);
    return result;
}

static void run_document(leaf_run *run, const char *text, size_t size, unsigned long ticks,
                         int64_t tick_us)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error = {0};
    gestalt_result result =
        gestalt_compile_text("document", text, size, NULL, &shape, &diagnostics, &error);
    if (result == GESTALT_OK)
        result = run_shape(run, shape, ticks, tick_us, &error);
    else
        gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_SHORT, false,
                                  (gestalt_writer){to_stdout, NULL});
    if (result != GESTALT_OK)
        printf("! %s\n", error.message);
    gestalt_shape_destroy(shape);
    gestalt_diagnostics_destroy(diagnostics);
    printf("\n");
    fflush(stdout);
}

int main(void)
{
    static leaf_run run;
    unsigned long long seed, ticks, tick_us, functions, size;
    while (scanf("run %llu %llu %llu %llu %llu", &seed, &ticks, &tick_us, &functions, &size) == 5) {
        memset(&run, 0, sizeof run);
        run.seed = seed;
        getchar();
        for (unsigned long long i = 0; i < functions; i++)
            read_function(&run);
        char *text = malloc(size + 1);
        if (!text || fread(text, 1, size, stdin) != size)
            return 2;
        run_document(&run, text, size, (unsigned long)ticks, (int64_t)tick_us);
        free(text);
    }
    return 0;
}
