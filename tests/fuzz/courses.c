// SPDX-License-Identifier: MIT
#include "courses.h"

#include "build.h"
#include "snapshot_bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(block, size)   ((void)(block), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(block, size) ((void)(block), (void)(size))
#endif

enum { CHANGES_MOST = 16 };

// A text of the first document, and its replacement in the edited one.
typedef struct change {
    const char *was, *is;
} change;

// A document with the features that the other one lacks: switches, services, reactive nodes, enums,
// vec3 keys, own keys, and durations that agents evaluate.
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

// The edits: nodes that never finish, nodes that no longer run for long, other units, words, and
// keys of other types.
static const struct {
    const char *document;
    change changes[CHANGES_MOST];
} tables[COURSES] = {
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
// ---- compiling

static course courses[COURSES];

static course_shape course_shape_of(const char *document)
{
    course_shape of = {.shape = compile_or_abort("everything.json", document, false)};
    of.bound = shape_copy_edited(of.shape, NULL);
    of.host = tick_host_create(of.shape);
    if (!of.bound || !of.host)
        abort();
    return of;
}

static course_shape course_shape_edited(const char *document, const change *changes)
{
    char text[8192], next[8192];
    snprintf(text, sizeof text, "%s", document);
    for (const change *c = changes; c < changes + CHANGES_MOST && c->was; c++) {
        char *at = strstr(text, c->was);
        if (!at)
            abort();
        snprintf(next, sizeof next, "%.*s%s%s", (int)(at - text), text, c->is, at + strlen(c->was));
        memcpy(text, next, sizeof text);
    }
    return course_shape_of(text);
}

const course *course_at(unsigned number)
{
    for (unsigned i = 0; i < COURSES && !courses[i].document; i++)
        courses[i] = (course){
            .document = tables[i].document,
            .plain = course_shape_of(tables[i].document),
            .edited = course_shape_edited(tables[i].document, tables[i].changes),
        };
    return &courses[number];
}

// ---- memory

// A cache of large blocks. The buffers of loads and saves are so large that the system would map
// each one, which takes longer than a load. A released block is poisoned while it is cached.
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

gestalt_population *course_population(const course_shape *of, uint32_t lanes)
{
    gestalt_population *p = NULL;
    gestalt_population_options options = {.group = {of->shape, tick_host_of(of->host)},
                                          .lanes = lanes,
                                          .seed = 3,
                                          .allocator = {resize, NULL}};
    if (gestalt_population_create(&options, &p, NULL) != GESTALT_OK)
        abort();
    return p;
}

uint64_t course_hash(const gestalt_population *p)
{
    uint64_t hash;
    if (gestalt_population_hash(p, &hash, NULL) != GESTALT_OK)
        abort();
    return hash;
}
