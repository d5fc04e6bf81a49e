// SPDX-License-Identifier: MIT
// Compare native code with the reference. Random documents are written as C, compiled in batches,
// and run as in test_differential, with some ticks of the interpreter in between.
//
//    test_native CC INCLUDE_FLAGS [FIRST_SEED COUNT]
//
// The first documents are compiled as a user would. The others are compiled as fast as possible,
// most of them by tcc, which also shows that the code is standard C. Trees that are too large for
// native code are refused, and run by the interpreter.
#include "amount.h"
#include "generate_edit.h"
#include "identity.h"
#include "pair.h"

#include <gestalt/compiler.h>
#include <gestalt/native.h>

#include <dlfcn.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { AGENTS = 20, TICKS = 30, BATCH = 46, INLINED = 4, EDITED = 40 };
static uint64_t first_seed = 1, document_count = 100;
static const char *compiler = "cc", *includes = "";

typedef struct batch {
    char folder[64];
    uint64_t first, count;
    gestalt_shape *shapes[BATCH];
    generated *documents[BATCH];
    void *library;
} batch;

static uint64_t interpreted; // documents that were too large for native code

static batch now;

// Flags that make compilers contract products and sums, unless the code prevents it.
#if defined(__x86_64__)
#define GESTALT_FUSES "-mavx2 -mfma "
#else
#define GESTALT_FUSES ""
#endif

static const gestalt_native *find_native(const gestalt_shape *shape)
{
    char name[64];
    if (gestalt_shape_specification(shape)->node_count > GESTALT_NATIVE_NODES)
        return NULL;
    for (uint64_t i = 0; i < now.count; i++) {
        snprintf(name, sizeof name, "t%" PRIu64 "_native", now.first + i);
        const gestalt_native *native = dlsym(now.library, name);
        if (native && native->shape == shape_identity(shape))
            return native;
    }
    fail_msg("no native code");
    return NULL;
}

static bool write_to_file(void *user, const char *text, size_t size)
{
    return fwrite(text, 1, size, user) == size;
}

static generated *document_of(uint64_t seed)
{
    generate_options large = {.nodes = 150, .depth = 10}, too_large = {.nodes = 700, .depth = 12};
    return generate(seed, seed % 16 == 5 ? &large : seed % 32 == 11 ? &too_large : NULL);
}

static gestalt_shape *compile_one(const generated *g)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_options options = {.include = generated_include,
                                       .include_user = (void *)(uintptr_t)g};
    gestalt_compile_text("generated.json", g->text, g->size, &options, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    return shape;
}

static gestalt_shape *shape_of(const generated *g)
{
    gestalt_shape *shape = compile_one(g);
    assert_non_null(shape);
    return shape;
}

static void write_c(uint64_t seed, const gestalt_shape *shape)
{
    char path[128], name[64];
    snprintf(path, sizeof path, "%s/t%" PRIu64 ".c", now.folder, seed);
    snprintf(name, sizeof name, "t%" PRIu64, seed);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    gestalt_error error = {0};
    gestalt_c_options options = {.name = name};
    bool is_too_large = gestalt_shape_specification(shape)->node_count > GESTALT_NATIVE_NODES;
    gestalt_result result =
        gestalt_shape_write_c(shape, &options, (gestalt_writer){write_to_file, file}, &error);
    if (result != (is_too_large ? GESTALT_LIMIT : GESTALT_OK))
        fail_msg("seed %" PRIu64 ": %s", seed, error.message);
    assert_int_equal(fclose(file), 0);
    interpreted += is_too_large;
}

static void run(const char *format, ...)
{
    char command[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    if (system(command) != 0)
        fail_msg("this failed: %s", command);
}

// Precompile the headers once for a batch: they are most of a small document's code.
static void compile_headers(const char *flags)
{
    run("cd %s && printf '%%s\\n' '#ifdef __clang__' '#pragma clang fp contract(off)' '#else' "
        "'#pragma GCC optimize(\"fp-contract=off\")' '#endif' '#include <gestalt/native.h>' "
        ">headers.h",
        now.folder);
    run("cd %s && %s -std=c17 %s -Wall -Wextra -Werror -fPIC %s -x c-header headers.h -o "
        "headers.h.%s",
        now.folder, compiler, flags, includes, strstr(compiler, "clang") ? "pch" : "gch");
}

// Compile all documents of a batch, two at a time: as a user would, or as fast as possible.
static void compile_batch(bool as_user)
{
    static const char *const quick[] = {"-O0 -DTREE_SMALL", GESTALT_FUSES "-O0 -DTREE_SMALL"};
    static const char *const tiny[] = {"-DTREE_SMALL", ""};
    bool is_tiny = strstr(compiler, "tcc"), is_quick = !as_user && !is_tiny;
    const char *const *flags_of = is_tiny ? tiny : quick;
    const char *flags = is_tiny || is_quick ? flags_of[now.first / BATCH % 2] : GESTALT_FUSES "-O1";
    char path[128];
    if (is_quick)
        compile_headers(flags);
    run("cd %s && ls *.c | xargs -P 2 -n 4 sh -c '%s -std=c17 %s -Wall -Wextra -Werror -fPIC %s %s "
        "-c \"$@\"' sh",
        now.folder, compiler, flags, is_quick ? "-include headers.h" : "", includes);
    run("cd %s && %s -shared -o batch.so *.o -lm", now.folder, compiler);
    snprintf(path, sizeof path, "%s/batch.so", now.folder);
    now.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!now.library)
        fail_msg("%s", dlerror());
}

static pair_options options_of(uint64_t seed)
{
    static const uint32_t lane_counts[] = {64, 1, 64, 5, 17, 63}, thread_counts[] = {1, 2, 5};
    pair_options o = {.seed = seed,
                      .agents = seed % 3 ? AGENTS : 3 * AGENTS,
                      .ticks = TICKS,
                      .lanes = lane_counts[seed % 6],
                      .threads = thread_counts[seed / 6 % 3],
                      .grain = (uint32_t)(1 + seed % 3),
                      .states = (gestalt_states)((seed / 6 + seed / 18) % 3),
                      .interferes = seed % 5 != 0,
                      .in_parts = seed % 7 == 3,
                      .is_traced = seed % 4 == 0,
                      .restores = seed % 3 != 0,
                      .is_far = seed / 4 % 2,
                      .has_puppets = seed / 2 % 2,
                      .interrupts = seed / 4 % 2, // with puppets, native ticks are interrupted
                      .find_native = find_native};
    return o;
}

static void end_batch(void)
{
    for (uint64_t i = 0; i < now.count; i++) {
        gestalt_shape_destroy(now.shapes[i]);
        generated_destroy(now.documents[i]);
    }
    dlclose(now.library);
    run("rm -rf %s", now.folder);
}

static void start_batch(uint64_t first, uint64_t count, generated *(*document)(uint64_t number),
                        bool as_user)
{
    now = (batch){.folder = "/tmp/gestalt-native-XXXXXX", .first = first, .count = count};
    assert_non_null(mkdtemp(now.folder));
    for (uint64_t i = 0; i < count; i++) {
        now.documents[i] = document(first + i);
        now.shapes[i] = shape_of(now.documents[i]);
        write_c(first + i, now.shapes[i]);
    }
    compile_batch(as_user);
}

static void test_documents(void **state)
{
    (void)state;
    uint64_t failures = 0;
    for (uint64_t done = 0, count; done < document_count; done += count) {
        uint64_t most = done == 0 ? INLINED : BATCH;
        count = document_count - done < most ? document_count - done : most;
        start_batch(first_seed + done, count, document_of, done == 0);
        for (uint64_t i = 0; i < count; i++) {
            char difference[PAIR_TEXT_SIZE] = "";
            pair_options o = options_of(now.first + i);
            const generated *g = now.documents[i];
            if (pair_agrees(g, g->text, g->size, &o, difference))
                continue;
            failures++;
            print_message("seed %" PRIu64 ", lanes %u: %s\n", now.first + i, (unsigned)o.lanes,
                          difference);
        }
        end_batch();
    }
    print_message("# %" PRIu64 " documents, %" PRIu64 " too large for code, %" PRIu64
                  " agent-ticks, %" PRIu64 " interrupts\n",
                  document_count, interpreted, pair_agent_ticks, pair_interrupts);
    assert_true(interpreted > 0 || document_count < 32);
    assert_true(pair_interrupts > document_count);
    assert_int_equal(failures, 0);
}

// ---- edits to another tree and back, in native code for agents that have come from other shapes

static bool is_small(void *user, const generated *g)
{
    (void)user;
    gestalt_shape *shape = compile_one(g);
    bool good = shape && gestalt_shape_specification(shape)->node_count <= 100 &&
                gestalt_shape_specification(shape)->visit_bound <= 1000;
    gestalt_shape_destroy(shape);
    return good;
}

// Documents are in pairs: a document and its edited form.
static generated *edited_document_of(uint64_t number)
{
    generated *first = generate(number / 2, NULL);
    if (number % 2 == 0)
        return first;
    generated *second =
        generate_edit(first, number, 1 + (uint32_t)(number / 2 % 5), is_small, NULL);
    generated_destroy(first);
    return second;
}

static void test_edits(void **state)
{
    (void)state;
    uint64_t failures = 0, edits = 0, count = document_count / 5 / 2 * 2;
    for (uint64_t done = 0, step; done < count; done += step) {
        step = count - done < EDITED ? count - done : EDITED;
        start_batch(2 * first_seed + done, step, edited_document_of, false);
        for (uint64_t i = 0; i < step; i += 2) {
            char difference[PAIR_TEXT_SIZE] = "";
            const generated *a = now.documents[i], *b = now.documents[i + 1];
            pair_edit there_and_back[] = {{.generated = b, .text = b->text, .size = b->size},
                                          {.generated = a, .text = a->text, .size = a->size}};
            pair_options o = options_of(now.first + i);
            o.has_puppets = true;
            o.edits = there_and_back;
            o.edit_count = 2;
            edits -= pair_edits;
            if (!pair_agrees(a, a->text, a->size, &o, difference)) {
                failures++;
                print_message("pair %" PRIu64 ", lanes %u: %s\n", now.first + i, (unsigned)o.lanes,
                              difference);
            }
            edits += pair_edits;
        }
        end_batch();
    }
    print_message("# %" PRIu64 " edits\n", edits);
    assert_int_equal(failures, 0);
    assert_true(edits > count / 4);
}

// ---- comparisons of remainders with constants, which are compiled to tests of bits

static generated *remainders_of(uint64_t number)
{
    static const char document[] =
        "{\"gestalt\": 1, \"name\": \"remainders\",\n"
        " \"blackboard\": {\"x\": \"int\", \"found\": \"int\"},\n"
        " \"root\": {\"type\": \"sequence\", \"children\": [\n"
        "  {\"type\": \"set\", \"key\": \"x\", \"to\": \"(tick * 7 + agent * 3) %% 41 - 20\"},\n"
        "  {\"type\": \"set\", \"key\": \"found\", \"to\": \"0\"}%s]}}\n";
    static const char set[] = ",\n  {\"type\": \"set\", \"key\": \"found\", \"to\": "
                              "\"found * 2 + (x %% %d %s %d ? 1 : 0)\"}";
    static const int sizes[] = {1, 2, 8, 16};
    char sets[32 * 128];
    int size = sizes[number % 4];
    size_t used = 0;
    for (int wanted = -9; wanted <= 9; wanted++)
        used += (size_t)snprintf(sets + used, sizeof sets - used, set, size,
                                 number / 4 % 2 ? "!=" : "==", wanted);
    generated *g = calloc(1, sizeof *g);
    assert_non_null(g);
    size_t room = sizeof document + used;
    g->text = malloc(room);
    assert_non_null(g->text);
    g->size = (size_t)snprintf(g->text, room, document, sets);
    g->dt = 100000;
    return g;
}

// Compare eight documents, with 64, 1 and 5 lanes.
static void agree_on_eight(generated *(*document)(uint64_t number))
{
    start_batch(0, 8, document, false);
    for (uint64_t i = 0; i < now.count; i++) {
        char difference[PAIR_TEXT_SIZE] = "";
        const generated *g = now.documents[i];
        pair_options o = options_of(i / 2);
        if (!pair_agrees(g, g->text, g->size, &o, difference))
            fail_msg("%" PRIu64 ": %s", i, difference);
    }
    end_batch();
}

static void test_remainders(void **state)
{
    (void)state;
    agree_on_eight(remainders_of);
}

// ---- operations on lists: each on a list of the agent, and on one that is shared

static generated *list_reads_of(uint64_t number)
{
    static const char document[] =
        "{\"gestalt\": 1, \"name\": \"lists%s\", \"blackboard\": {\n"
        " \"at\": \"int\", \"n\": \"int\", \"x\": \"float\", \"b\": \"bool\", \"home\": \"vec2\",\n"
        " \"spot\": \"vec3\", \"mode\": {\"type\": [\"idle\", \"flee\"]},\n"
        " \"ints\": {\"type\": {\"list\": \"int\"}, \"capacity\": 4, \"init\": [3, -7, 5]%s},\n"
        " \"floats\": {\"type\": {\"list\": \"float\"}, \"capacity\": 3, \"init\": [0.5, 2]%s},\n"
        " \"bools\": {\"type\": {\"list\": \"bool\"}, \"capacity\": 3, \"init\": [true, "
        "false]%s},\n"
        " \"points\": {\"type\": {\"list\": \"vec2\"}, \"capacity\": 2, \"init\": [[1, 2], [3, "
        "4]]%s},\n"
        " \"spots\": {\"type\": {\"list\": \"vec3\"}, \"capacity\": 3, \"init\": [[1, 2, 3]]%s},\n"
        " \"modes\": {\"type\": {\"list\": [\"idle\", \"flee\"]}, \"capacity\": 3, \"init\": "
        "[\"flee\"]%s}},\n"
        " \"root\": {\"type\": \"sequence\", \"children\": [\n"
        "  {\"type\": \"set\", \"key\": \"at\", \"to\": \"(agent + tick) %% 5 - 1\"},\n"
        "  {\"type\": \"set\", \"key\": \"n\", \"to\": \"ints[at] * 100 + count(ints) * 10 + "
        "find(ints, at + 2)\"},\n"
        "  {\"type\": \"set\", \"key\": \"x\", \"to\": \"floats[at] + find(floats, at / 2.0) + "
        "find(ints, x - 0.5)\"},\n"
        "  {\"type\": \"set\", \"key\": \"b\", \"to\": \"bools[at] == (find(bools, at > 1) < "
        "1)\"},\n"
        "  {\"type\": \"set\", \"key\": \"home\", \"to\": \"points[at] * rand() + home / 2\"},\n"
        "  {\"type\": \"set\", \"key\": \"spot\", \"to\": \"spots[at - 1] + spot * points[n %% "
        "3].y\"},\n"
        "  {\"type\": \"set\", \"key\": \"mode\", \"to\": \"find(modes, mode) == 0 ? 'idle' : "
        "modes[at]\"}]}}\n";
    const char *shared = number % 2 ? ", \"shared\": true" : "";
    generated *g = calloc(1, sizeof *g);
    assert_non_null(g);
    size_t room = sizeof document + 7 * 20;
    g->text = malloc(room);
    assert_non_null(g->text);
    g->size = (size_t)snprintf(g->text, room, document, number % 2 ? "_shared" : "", shared, shared,
                               shared, shared, shared, shared);
    g->dt = 100000;
    return g;
}

static void test_list_reads(void **state)
{
    (void)state;
    agree_on_eight(list_reads_of);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_remainders), cmocka_unit_test(test_list_reads),
        cmocka_unit_test(test_documents), cmocka_unit_test(test_edits)};
    if (count > 2) {
        compiler = arguments[1];
        includes = arguments[2];
    }
    if (count > 4) {
        first_seed = strtoull(arguments[3], NULL, 10);
        document_count = amount_read(arguments[4]);
    }
    return cmocka_run_group_tests_name("native", tests, NULL, NULL);
}
