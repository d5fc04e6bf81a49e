// SPDX-License-Identifier: MIT
// Measures how long it takes to compile a document, and to reject documents that are too large.
// Checks the results with a checksum.
//
// Prints processor times, each the minimum of several runs. The documents are generated, and are
// the same in every run.
#include "hash.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int failures;

static void compile_bench_fail(const char *what)
{
    fprintf(stderr, "bench_compile: %s\n", what);
    exit(1);
}

static double compile_bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void check_sum(const char *name, uint64_t sum, uint64_t expected)
{
    if (sum == expected)
        return;
    fprintf(stderr, "%s: the checksum is %016" PRIx64 " instead of %016" PRIx64 "\n", name, sum,
            expected);
    failures++;
}

// ---- documents

typedef struct document {
    char *text;
    size_t size;
} document;

static FILE *start_document(document *d)
{
    FILE *to = open_memstream(&d->text, &d->size);
    if (!to)
        compile_bench_fail("out of memory");
    return to;
}

// The tree of one guard with 9 nodes, formatted as people write it.
static const char guard[] =
    "    {\n"
    "      \"type\": \"priority\",\n"
    "      \"name\": \"guard \\u2116 7\",\n"
    "      \"children\": [\n"
    "        { \"type\": \"sequence\", \"children\": [ \"health < 30.5 && distance < 2e1\", "
    "{ \"type\": \"action\", \"do\": \"flee\", \"args\": { \"speed\": \"2 + health / 10\" } } ] "
    "},\n"
    "        {\n"
    "          \"type\": \"cooldown\",\n"
    "          \"seconds\": 0.5,\n"
    "          \"child\": { \"type\": \"deferred\", \"do\": \"fire\", \"resource\": \"arms\" }\n"
    "        },\n"
    "        { \"type\": \"selector\", \"order\": \"random\", \"children\": [ "
    "{ \"type\": \"wait\", \"ticks\": 12 }, "
    "{ \"type\": \"set\", \"key\": \"ammo\", \"to\": \"min(ammo + 1, 30)\" } ] }\n"
    "      ]\n"
    "    }";

static document make_guards(uint32_t count)
{
    document d = {0};
    FILE *to = start_document(&d);
    fputs("{\n  \"gestalt\": 1,\n  \"name\": \"guards\",\n  \"blackboard\": {\n"
          "    \"health\": { \"type\": \"float\", \"init\": 100 },\n"
          "    \"distance\": \"float\",\n    \"ammo\": \"int\"\n  },\n"
          "  \"root\": { \"type\": \"sequence\", \"children\": [\n",
          to);
    for (uint32_t i = 0; i < count; i++) {
        fputs(guard, to);
        fputs(i + 1 < count ? ",\n" : "\n", to);
    }
    fputs("  ] }\n}\n", to);
    fclose(to);
    return d;
}

static document make_brackets(size_t count)
{
    document d = {.text = malloc(count), .size = count};
    if (!d.text)
        compile_bench_fail("out of memory");
    memset(d.text, '[', count);
    return d;
}

// 64 trees, each of which contains the previous one twice. Expanded, they have about 2^64 nodes.
static document make_doubling(void)
{
    document d = {0};
    FILE *to = start_document(&d);
    fputs("{\"gestalt\":1,\"trees\":{\"0\":{\"root\":\"true\"}", to);
    for (int i = 1; i <= 64; i++)
        fprintf(to,
                ",\"%d\":{\"root\":{\"type\":\"race\",\"children\":["
                "{\"type\":\"subtree\",\"tree\":\"%d\"},{\"type\":\"subtree\",\"tree\":\"%d\"}]}}",
                i, i - 1, i - 1);
    fputs("},\"root\":{\"type\":\"subtree\",\"tree\":\"64\"}}", to);
    fclose(to);
    return d;
}

// ---- measuring

// Compile a document, and return the time in seconds. The caller owns the shape, if there is one.
static double compile_bench_compile(const document *d, gestalt_shape **shape)
{
    gestalt_diagnostics *diagnostics = NULL;
    double begin = compile_bench_now();
    gestalt_compile_text("bench.json", d->text, d->size, NULL, shape, &diagnostics, NULL);
    double time = compile_bench_now() - begin;
    gestalt_diagnostics_destroy(diagnostics);
    return time;
}

static void bench_compile(uint64_t expected)
{
    enum { GUARDS = 5556, RUNS = 5 };
    document d = make_guards(GUARDS);
    double best = 1e9;
    gestalt_shape *shape = NULL;
    for (int i = 0; i < RUNS; i++) {
        gestalt_shape_destroy(shape);
        double time = compile_bench_compile(&d, &shape);
        best = time < best ? time : best;
        if (!shape)
            compile_bench_fail("the document is refused");
    }
    size_t size;
    const void *image = gestalt_shape_image(shape, &size);
    const gestalt_specification *needs = gestalt_shape_specification(shape);
    printf("compile                  %9.1f ms  %u nodes, %u items, image %.1f MB\n", best * 1e3,
           needs->node_count, needs->item_count, (double)size / 1e6);
    check_sum("compile", hash_bytes(image, size), expected);
    gestalt_shape_destroy(shape);
    free(d.text);
}

static void bench_refuse(const char *name, document d)
{
    enum { RUNS = 5 };
    double best = 1e9;
    for (int i = 0; i < RUNS; i++) {
        gestalt_shape *shape = NULL;
        double time = compile_bench_compile(&d, &shape);
        best = time < best ? time : best;
        if (shape)
            compile_bench_fail("what is too large compiles");
    }
    printf("%-24s %9.2f ms  %zu bytes\n", name, best * 1e3, d.size);
    free(d.text);
}

int main(void)
{
    printf("compiler %s\n", __VERSION__);
    // The expected hash of the image, which changes only when the format changes.
    bench_compile(UINT64_C(0x48762a05fd75af77));
    bench_refuse("refuse a million [", make_brackets(1000000));
    bench_refuse("refuse 2^64 nodes", make_doubling());
    return failures > 0;
}
