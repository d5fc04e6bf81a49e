// SPDX-License-Identifier: MIT
// Damaged snapshots: each is refused, with nothing changed, or it can be run: ticked within the
// shape's bound of visits, and saved again. The input says what is damaged: its first byte chooses
// one of some snapshots; then of each 4 bytes the first says what is done, the next two where, the
// last one with what. Hashes are repaired, else nothing would get far. With the first byte's
// highest bit, the population has another shape, and edits what it loads.
#include "build.h"
#include "damage.h"
#include "snapshot_bytes.h"
#include "snapshot_format.h"
#include "tick_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TICKS = 6, AGENTS = 7, AGENTS_MOST = 500, BASES = 12 };

// The shape of a population that loads snapshots.
typedef struct loading {
    gestalt_shape *shape;
    gestalt_shape *bound; // tells how many visits a tick makes at most
    tick_host *host;
} loading;

static loading plain, edited;
static byte_buffer bases[BASES];

static gestalt_population *create(const loading *l, uint32_t lanes)
{
    gestalt_population *p = NULL;
    gestalt_population_options options = {
        .group = {l->shape, tick_host_of(l->host)}, .lanes = lanes, .seed = 3};
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
static void use(const loading *l, gestalt_population *p, gestalt_population *other)
{
    byte_buffer bytes = save_or_abort(p);
    if (gestalt_population_load_memory(other, bytes.bytes, bytes.size, NULL) != GESTALT_OK ||
        hash_of(other) != hash_of(p))
        abort();
    free(bytes.bytes);
    if (gestalt_population_count(p) > AGENTS_MOST)
        return;
    tick_checked(p, l->bound, TICKS);
    tick_checked(other, l->bound, TICKS);
    if (hash_of(other) != hash_of(p))
        abort();
}

static void load(const loading *l, const unsigned char *bytes, size_t size)
{
    const gestalt_group old = {plain.shape, tick_host_of(plain.host)};
    const gestalt_load_options options = {.old_shapes = &old, .old_shape_count = 1};

    gestalt_error error = {0};
    gestalt_population *p = create(l, 5), *other = create(l, 64);
    if (gestalt_population_spawn(p, 0, 3, NULL, NULL) != GESTALT_OK)
        abort();
    uint64_t before = hash_of(p);
    gestalt_result result = gestalt_population_load_memory_with(p, bytes, size, &options, &error);
    if (result == GESTALT_OK)
        use(l, p, other);
    else if (result != GESTALT_BAD_FILE || error.offset > size || hash_of(p) != before)
        abort();
    gestalt_population_destroy(p);
    gestalt_population_destroy(other);
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

// The same document, with nodes that are not got past, others that do not last, and keys of other
// types.
static loading loading_edited(void)
{
    static const char *const changes[][2] = {
        {"\"children\":[{\"type\":\"force_success\"",
         "\"children\":[{\"type\":\"success\"},{\"type\":\"force_success\""},
        {"{\"type\":\"wait\",\"ticks\":1}", "{\"type\":\"wait\",\"seconds\":0}"},
        {"\"seconds\":0.8", "\"ticks\":2"},
        {"\"count\":9", "\"count\":2"},
        {"\"p\":0.5", "\"p\":0"},
        {"\"weights\":[1,2]", "\"weights\":[0,2]"},
        {"{\"type\":\"once\"", "{\"type\":\"failure\"},{\"type\":\"once\""},
        {"\"ammo\":{\"type\":\"int\"", "\"ammo\":{\"type\":\"float\""},
        {"\"home\":\"vec2\"", "\"lot\":{\"type\":\"float\",\"init\":\"rand()\"},\"home\":\"vec2\""},
    };
    char text[8192], next[8192];
    snprintf(text, sizeof text, "%s", everything_document);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char *at = strstr(text, changes[i][0]);
        if (!at)
            abort();
        snprintf(next, sizeof next, "%.*s%s%s", (int)(at - text), text, changes[i][1],
                 at + strlen(changes[i][0]));
        memcpy(text, next, sizeof text);
    }
    return loading_of(text);
}

// Snapshots after 0, 1, 2, ... ticks, with agents that come and go.
static void start(void)
{
    if (plain.shape)
        return;
    plain = loading_of(everything_document);
    edited = loading_edited();
    gestalt_population *p = create(&plain, 3);
    for (uint64_t i = 0; i < BASES; i++) {
        gestalt_population_spawn(p, 0, i ? 1 : AGENTS, NULL, NULL);
        if (i % 2)
            gestalt_population_despawn(p, i - 1, NULL);
        if (i % 3 == 2)
            gestalt_population_attach(p, everything_document, i, NULL);
        bases[i] = save_or_abort(p);
        tick_checked(p, plain.shape, 1);
    }
    gestalt_population_destroy(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    start();
    if (size == 0)
        return 0;
    const loading *l = data[0] & 0x80 ? &edited : &plain;
    const byte_buffer *base = &bases[(data[0] & 0x7f) % BASES];
    byte_buffer b = damaged(base, data + 1, size - 1, resize_snapshot_chunk);
    load(l, b.bytes, b.size);
    repair_snapshot(b.bytes, b.size);
    load(l, b.bytes, b.size);
    free(b.bytes);
    return 0;
}
