// SPDX-License-Identifier: MIT
// Damaged snapshots: each is refused, with nothing changed, or it can be run: ticked within the
// shape's bound of visits, and saved again. The input says what is damaged: its first byte chooses
// one of some snapshots of two shapes; then of each 4 bytes the first says what is done, the next
// two where, the last one with what. Hashes are repaired, else nothing would get far. With the
// first byte's highest bit, the population has another shape, and edits what it loads.
#include "build.h"
#include "damage.h"
#include "snapshot_bytes.h"
#include "snapshot_format.h"
#include "tick_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(block, size)   ((void)(block), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(block, size) ((void)(block), (void)(size))
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TICKS = 6, AGENTS = 7, AGENTS_MOST = 500, BASES = 12, CHANGES_MOST = 16 };

// A shape of a population.
typedef struct loading {
    gestalt_shape *shape;
    gestalt_shape *bound; // tells how many visits a tick makes at most
    tick_host *host;
    gestalt_population *target; // with a few agents, until a snapshot is accepted
    uint64_t before;            // its hash
} loading;

// A text in a document, and what stands there in the edited one.
typedef struct change {
    const char *was, *is;
} change;

// A document, another that its agents go on in, and snapshots of the first.
typedef struct course {
    const char *document;
    change changes[CHANGES_MOST];
    loading plain, edited;
    byte_buffer bases[BASES];
} course;

// A document of what the other one lacks: switches, services, what is reactive, enums, vectors of
// three, own keys, durations of each agent.
static const char newer_document[] =
    "{\"gestalt\":1,\"name\":\"newer\",\"blackboard\":{"
    "\"mode\":{\"type\":[\"idle\",\"chase\",\"flee\"],\"init\":\"chase\"},"
    "\"spot\":{\"type\":\"vec3\",\"init\":[1,\"rand()\",3]},\"home\":\"vec2\","
    "\"rest\":{\"type\":\"int\",\"init\":\"agent%4\"},\"lot\":\"int\","
    "\"mood\":{\"type\":[\"good\",\"bad\"],\"shared\":true},"
    "\"wind\":{\"type\":\"float\",\"shared\":true,\"init\":0.5}},"
    "\"actions\":{\"hunt\":{\"kind\":\"deferred\",\"args\":{\"at\":\"vec3\","
    "\"how\":[\"idle\",\"chase\",\"flee\"],\"hits\":\"key int\",\"speed\":\"float\"}}},"
    "\"trees\":{\"pause\":{\"params\":{\"body\":{\"node\":true}},"
    "\"blackboard\":{\"left\":{\"type\":\"float\",\"init\":\"rand()*3\"}},\"root\":{\"type\":"
    "\"sequence\",\"children\":[{\"type\":\"wait\",\"seconds\":\"left*0.2\"},"
    "{\"type\":\"given\",\"node\":\"body\"},"
    "{\"type\":\"set\",\"key\":\"left\",\"to\":\"left+1\"}]}}},"
    "\"root\":{\"type\":\"concurrent\",\"children\":["
    "{\"type\":\"force_success\",\"child\":{\"type\":\"switch\",\"on\":\"mode\",\"reactive\":true,"
    "\"cases\":{\"idle\":{\"type\":\"wait\",\"ticks\":\"rest\"},"
    "\"chase\":{\"type\":\"deferred\",\"do\":\"hunt\",\"args\":{\"at\":\"spot\",\"how\":\"mode\","
    "\"hits\":\"lot\",\"speed\":\"wind*2\"}}},"
    "\"default\":{\"type\":\"deferred\",\"do\":\"hide\",\"args\":{\"for\":\"rest\"}}}},"
    "{\"type\":\"force_success\",\"child\":{\"type\":\"switch\",\"on\":\"rest\",\"cases\":{"
    "\"0\":{\"type\":\"set\",\"key\":\"mode\",\"to\":\"'flee'\"},"
    "\"-1\":{\"type\":\"failure\"},\"2\":{\"type\":\"wait\",\"ticks\":3}}}},"
    "{\"type\":\"force_success\",\"child\":{\"type\":\"service\",\"seconds\":0.5,"
    "\"do\":{\"type\":\"action\",\"do\":\"scan\"},\"child\":"
    "{\"type\":\"repeat\",\"count\":7,\"per_tick\":1,\"child\":{\"type\":\"wait\",\"ticks\":2}}}},"
    "{\"type\":\"force_success\",\"child\":{\"type\":\"utility\",\"reactive\":true,\"margin\":0.25,"
    "\"scores\":[\"rand()\",\"wind\",\"spot.z\"],\"children\":["
    "{\"type\":\"wait\",\"seconds\":0.7},{\"type\":\"deferred\",\"do\":\"rove\"},"
    "{\"type\":\"sequence\",\"order\":\"random\",\"children\":[{\"type\":\"wait\",\"ticks\":1},"
    "{\"type\":\"set\",\"key\":\"spot\",\"to\":[\"spot.y\",\"spot.z\",\"rand()\"]}]}]}},"
    "{\"type\":\"force_success\",\"child\":{\"type\":\"cooldown\",\"seconds\":\"rest*0.3\","
    "\"child\":"
    "{\"type\":\"set\",\"key\":\"lot\",\"to\":\"lot+1\"}}},"
    "{\"type\":\"force_success\",\"child\":{\"type\":\"timeout\",\"ticks\":\"rest+2\",\"child\":"
    "{\"type\":\"delay\",\"seconds\":0.5,\"child\":{\"type\":\"running\"}}}},"
    "{\"type\":\"force_success\",\"child\":{\"type\":\"subtree\",\"tree\":\"pause\",\"with\":{"
    "\"body\":"
    "{\"type\":\"decide\",\"if\":\"lot%3==0\",\"reactive\":true,\"then\":{\"type\":\"running\"},"
    "\"else\":{\"type\":\"wait\",\"ticks\":4}}}}}]}}";

// Nodes that are not got past, others that do not last, other units, words and keys of other types.
static course courses[] = {
    {everything_document,
     {{"\"children\":[{\"type\":\"force_success\"",
       "\"children\":[{\"type\":\"success\"},{\"type\":\"force_success\""},
      {"{\"type\":\"wait\",\"ticks\":1}", "{\"type\":\"wait\",\"seconds\":0}"},
      {"\"seconds\":0.8", "\"ticks\":2"},
      {"\"count\":9", "\"count\":2"},
      {"\"p\":0.5", "\"p\":0"},
      {"\"weights\":[1,2]", "\"weights\":[0,2]"},
      {"{\"type\":\"once\"", "{\"type\":\"failure\"},{\"type\":\"once\""},
      {"\"ammo\":{\"type\":\"int\"", "\"ammo\":{\"type\":\"float\""},
      {"\"home\":\"vec2\"", "\"lot\":{\"type\":\"float\",\"init\":\"rand()\"},\"home\":\"vec2\""}}},
    {newer_document,
     {{"[\"idle\",\"chase\",\"flee\"],\"init\"", "[\"flee\",\"chase\",\"rest\",\"idle\"],\"init\""},
      {"\"how\":[\"idle\",\"chase\",\"flee\"]", "\"how\":[\"flee\",\"chase\",\"rest\",\"idle\"]"},
      {"\"home\":\"vec2\"", "\"home\":\"vec3\""},
      {"\"lot\":\"int\"", "\"more\":{\"type\":\"float\",\"init\":\"rand()\"},\"lot\":\"int\""},
      {"[\"good\",\"bad\"],\"shared\":true", "[\"bad\",\"worse\"]"},
      {"\"cases\":{\"idle\"", "\"cases\":{\"flee\":{\"type\":\"wait\",\"ticks\":9},\"idle\""},
      {"\"-1\":{\"type\":\"failure\"},", ""},
      {"{\"for\":\"rest\"}", "{\"for\":\"rest*0.5\"}"},
      {"\"service\",\"seconds\":0.5", "\"service\",\"ticks\":\"rest\""},
      {"\"count\":7", "\"count\":3"},
      {"\"margin\":0.25,\"scores\"", "\"scores\""},
      {"\"order\":\"random\",", ""},
      {"\"seconds\":\"rest*0.3\"", "\"seconds\":0"},
      {"\"ticks\":\"rest+2\"", "\"seconds\":1"},
      {"\"seconds\":0.5,\"child\":{\"type\":\"running\"}",
       "\"ticks\":\"rest\",\"child\":{\"type\":\"running\"}"},
      {"\"then\":{\"type\":\"running\"}", "\"then\":{\"type\":\"success\"}"}}},
};
enum { COURSES = sizeof courses / sizeof *courses };

// Loads of snapshots of an old shape, and how many of them were accepted.
static uint64_t edits_tried, edits_made;

// ---- memory

// Buffers of loading and saving are so large that each would be mapped anew, which takes longer
// than a load. Released ones are kept, and nobody may touch them.
enum { LARGE = 1 << 18, KEPT = 4 };
static struct kept_block {
    void *block;
    size_t size;
} kept[KEPT];

static void *kept_take(size_t size)
{
    for (struct kept_block *k = kept; k < kept + KEPT; k++)
        if (k->block && k->size == size) {
            void *block = k->block;
            ASAN_UNPOISON_MEMORY_REGION(block, size);
            k->block = NULL;
            return block;
        }
    return malloc(size);
}

static void kept_give(void *block, size_t size)
{
    for (struct kept_block *k = kept; k < kept + KEPT; k++)
        if (!k->block) {
            ASAN_POISON_MEMORY_REGION(block, size);
            *k = (struct kept_block){block, size};
            return;
        }
    free(block);
}

static void *resize(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user;
    if (!block && new_size >= LARGE)
        return kept_take(new_size);
    if (block && new_size == 0 && old_size >= LARGE)
        kept_give(block, old_size);
    else if (new_size > 0)
        return realloc(block, new_size);
    else
        free(block);
    return NULL;
}

// ---- populations

static gestalt_population *create(const loading *l, uint32_t lanes)
{
    gestalt_population *p = NULL;
    gestalt_population_options options = {.group = {l->shape, tick_host_of(l->host)},
                                          .lanes = lanes,
                                          .seed = 3,
                                          .allocator = {resize, NULL}};
    if (gestalt_population_create(&options, &p, NULL) != GESTALT_OK)
        abort();
    return p;
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash;
    if (gestalt_population_hash(p, &hash, NULL) != GESTALT_OK)
        abort();
    return hash;
}

// Accepted snapshots are the same in another configuration, and when they are saved and loaded
// again.
static void use(const loading *l, gestalt_population *p)
{
    gestalt_population *other = create(l, 64);
    byte_buffer bytes = save_or_abort(p);
    if (gestalt_population_load_memory(other, bytes.bytes, bytes.size, NULL) != GESTALT_OK ||
        hash_of(other) != hash_of(p))
        abort();
    free(bytes.bytes);
    if (gestalt_population_count(p) <= AGENTS_MOST) {
        tick_checked(p, l->bound, TICKS);
        tick_checked(other, l->bound, TICKS);
        if (hash_of(other) != hash_of(p))
            abort();
    }
    gestalt_population_destroy(other);
}

// Refused snapshots change nothing, so that the next one can be loaded into the same population.
static void load(course *of, bool is_edited, const unsigned char *bytes, size_t size)
{
    loading *l = is_edited ? &of->edited : &of->plain;
    const gestalt_group old = {of->plain.shape, tick_host_of(of->plain.host)};
    const gestalt_load_options options = {.old_shapes = &old, .old_shape_count = 1};
    gestalt_error error = {0};
    if (!l->target) {
        l->target = create(l, 5);
        if (gestalt_population_spawn(l->target, 0, 3, NULL, NULL) != GESTALT_OK)
            abort();
        l->before = hash_of(l->target);
    }
    gestalt_result result =
        gestalt_population_load_memory_with(l->target, bytes, size, &options, &error);
    edits_tried += is_edited;
    edits_made += is_edited && result == GESTALT_OK;
    if (result != GESTALT_OK) {
        if (result != GESTALT_BAD_FILE || error.offset > size || hash_of(l->target) != l->before)
            abort();
        return;
    }
    use(l, l->target);
    gestalt_population_destroy(l->target);
    l->target = NULL;
}

static loading loading_of(const char *document)
{
    loading l = {.shape = compile_or_abort("everything.json", document, false)};
    l.bound = shape_copy_edited(l.shape, NULL);
    l.host = tick_host_create(l.shape);
    if (!l.bound || !l.host)
        abort();
    return l;
}

static loading loading_edited(const course *of)
{
    char text[8192], next[8192];
    snprintf(text, sizeof text, "%s", of->document);
    for (const change *c = of->changes; c < of->changes + CHANGES_MOST && c->was; c++) {
        char *at = strstr(text, c->was);
        if (!at)
            abort();
        snprintf(next, sizeof next, "%.*s%s%s", (int)(at - text), text, c->is, at + strlen(c->was));
        memcpy(text, next, sizeof text);
    }
    return loading_of(text);
}

// Snapshots after 0, 1, 2, ... ticks, with agents that come and go.
static void course_start(course *c)
{
    c->plain = loading_of(c->document);
    c->edited = loading_edited(c);
    gestalt_population *p = create(&c->plain, 3);
    for (uint64_t i = 0; i < BASES; i++) {
        gestalt_population_spawn(p, 0, i ? 1 : AGENTS, NULL, NULL);
        if (i % 2)
            gestalt_population_despawn(p, i - 1, NULL);
        if (i % 3 == 2)
            gestalt_population_attach(p, c->document, i, NULL);
        c->bases[i] = save_or_abort(p);
        tick_checked(p, c->plain.shape, 1);
    }
    gestalt_population_destroy(p);
}

static void tell_edits(void)
{
    printf("%llu loads of snapshots of an old shape, of which %llu were edited\n",
           (unsigned long long)edits_tried, (unsigned long long)edits_made);
}

static void start(void)
{
    if (courses[0].plain.shape)
        return;
    for (size_t i = 0; i < COURSES; i++)
        course_start(&courses[i]);
    atexit(tell_edits);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    start();
    if (size == 0)
        return 0;
    bool is_edited = data[0] & 0x80;
    unsigned number = (data[0] & 0x7f) % (BASES * COURSES);
    course *c = &courses[number % COURSES];
    byte_buffer b = damaged(&c->bases[number / COURSES], data + 1, size - 1, resize_snapshot_chunk);
    load(c, is_edited, b.bytes, b.size);
    repair_snapshot(b.bytes, b.size);
    load(c, is_edited, b.bytes, b.size);
    free(b.bytes);
    return 0;
}
