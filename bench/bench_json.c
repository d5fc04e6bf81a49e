// SPDX-License-Identifier: MIT
// Measures the speed and memory of the JSON reader with a large document of behaviour trees: once
// formatted as people write them, and once without white space.
//
// Prints for each: the size, MB/s of the best of several rounds (reading alone, and with the search
// for duplicate keys), and the reader's peak memory relative to the size of the text.
#include "json.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DOCUMENT_SIZE = 50 * 1000 * 1000, ROUNDS = 5 };

// ---- the document

typedef struct page {
    char *text;
    size_t size;
    uint64_t random;
    bool compact;
} page;

static uint32_t json_bench_draw(page *p, uint32_t bound)
{
    p->random = p->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((p->random >> 33) % bound);
}

static void json_bench_put(page *p, const char *text)
{
    size_t size = strlen(text);
    memcpy(p->text + p->size, text, size);
    p->size += size;
}

static void put_line(page *p, unsigned indent)
{
    if (p->compact)
        return;
    p->text[p->size++] = '\n';
    memset(p->text + p->size, ' ', indent * 2);
    p->size += indent * 2;
}

static void put_key(page *p, const char *key)
{
    json_bench_put(p, "\"");
    json_bench_put(p, key);
    json_bench_put(p, p->compact ? "\":" : "\": ");
}

static void put_leaf(page *p)
{
    static const char *const actions[] = {"patrol", "flee", "fire", "reload", "take_cover"};
    char number[32];
    switch (json_bench_draw(p, 4)) {
    case 0: json_bench_put(p, "\"health < 30 && distance(home, target) > 12.5\""); break;
    case 1:
        json_bench_put(p, "{");
        put_key(p, "type");
        json_bench_put(p, p->compact ? "\"wait\"," : "\"wait\", ");
        put_key(p, "seconds");
        snprintf(number, sizeof number, "%u.%u}", json_bench_draw(p, 20), json_bench_draw(p, 1000));
        json_bench_put(p, number);
        break;
    default:
        json_bench_put(p, "{");
        put_key(p, "type");
        json_bench_put(p, p->compact ? "\"action\"," : "\"action\", ");
        put_key(p, "do");
        json_bench_put(p, "\"");
        json_bench_put(p, actions[json_bench_draw(p, 5)]);
        json_bench_put(p, p->compact ? "\"," : "\", ");
        put_key(p, "args");
        json_bench_put(p, "{");
        put_key(p, "speed");
        json_bench_put(p, p->compact ? "1.25," : "1.25, ");
        put_key(p, "from");
        json_bench_put(p, "\"home\"}}");
    }
}

// The recursion is as deep as the document has levels, which is bounded.
static void put_node(page *p, unsigned level, unsigned indent)
{
    static const char *const types[] = {"sequence", "selector", "priority", "concurrent"};
    if (level == 0) {
        put_leaf(p);
        return;
    }
    json_bench_put(p, "{");
    put_line(p, indent + 1);
    put_key(p, "type");
    json_bench_put(p, "\"");
    json_bench_put(p, types[json_bench_draw(p, 4)]);
    json_bench_put(p, "\",");
    put_line(p, indent + 1);
    put_key(p, "name");
    json_bench_put(p, "\"keep away from the others\",");
    put_line(p, indent + 1);
    put_key(p, "children");
    json_bench_put(p, "[");
    unsigned count = 2 + json_bench_draw(p, 3);
    for (unsigned i = 0; i < count; i++) {
        json_bench_put(p, i ? "," : "");
        put_line(p, indent + 2);
        put_node(p, json_bench_draw(p, 3) ? level - 1 : 0, indent + 2);
    }
    put_line(p, indent + 1);
    json_bench_put(p, "]");
    put_line(p, indent);
    json_bench_put(p, "}");
}

static page make_document(bool compact)
{
    page p = {.text = malloc(DOCUMENT_SIZE + 1000000), .random = 1, .compact = compact};
    if (!p.text)
        exit(1);
    json_bench_put(&p, "{\"gestalt\": 1, \"trees\": {");
    for (unsigned i = 0; p.size < DOCUMENT_SIZE; i++) {
        char name[32];
        snprintf(name, sizeof name, "tree_%u", i);
        json_bench_put(&p, i ? "," : "");
        put_line(&p, 2);
        put_key(&p, name);
        json_bench_put(&p, "{");
        put_key(&p, "root");
        put_node(&p, 5, 2);
        json_bench_put(&p, "}");
    }
    json_bench_put(&p, "}}");
    return p;
}

// ---- measuring

typedef struct meter {
    size_t now, peak;
} meter;

// Count both the old and the new block while a block grows, since realloc may have to copy it.
static void *meter_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    meter *m = user;
    if (new_size > old_size && m->now + new_size > m->peak)
        m->peak = m->now + new_size;
    m->now = m->now - old_size + new_size;
    if (new_size)
        return realloc(block, new_size);
    free(block);
    return NULL;
}

static double json_bench_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void count_duplicate(void *user, json_value key, json_value first)
{
    (void)key;
    (void)first;
    ++*(unsigned *)user;
}

static bool json_bench_measure(const char *name, bool compact)
{
    page p = make_document(compact);
    meter m = {0};
    gestalt_allocator allocator = {.resize = meter_resize, .user = &m};
    double read_best = 1e9, all_best = 1e9;
    size_t kept = 0;
    uint32_t tokens = 0;
    unsigned duplicates = 0;
    bool good = true;
    for (int round = 0; round < ROUNDS && good; round++) {
        json_document document;
        json_error error;
        double begin = json_bench_seconds();
        good = json_read(p.text, p.size, (json_limits){0}, &allocator, &document, &error);
        double read = json_bench_seconds();
        kept = m.now;
        tokens = document.token_count;
        good = good && json_duplicates(&document, &allocator, count_duplicate, &duplicates);
        double all = json_bench_seconds();
        json_destroy(&document, &allocator);
        read_best = read - begin < read_best ? read - begin : read_best;
        all_best = all - begin < all_best ? all - begin : all_best;
    }
    double size = (double)p.size;
    printf("%-8s %6.1f MB  %5.0f MB/s  with duplicates %5.0f MB/s  tape %.2f, peak %.2f of the "
           "text (%.1f bytes a token)\n",
           name, size / 1e6, size / 1e6 / read_best, size / 1e6 / all_best, (double)kept / size,
           (double)m.peak / size, size / tokens);
    free(p.text);
    return good && duplicates == 0 && m.now == 0;
}

// The reader must reject a text that opens a million arrays, without delay.
static bool measure_depth(void)
{
    static char text[1000000];
    memset(text, '[', sizeof text);
    gestalt_allocator allocator = memory_allocator(NULL);
    json_document document;
    json_error error;
    double begin = json_bench_seconds();
    bool read = json_read(text, sizeof text, (json_limits){0}, &allocator, &document, &error);
    printf("a million deep: refused at byte %u in %.3f ms\n", error.begin,
           (json_bench_seconds() - begin) * 1e3);
    return !read && error.kind == JSON_TOO_DEEP;
}

int main(void)
{
    bool good = json_bench_measure("laid out", false);
    good = json_bench_measure("compact", true) && good;
    good = measure_depth() && good;
    return good ? 0 : 1;
}
