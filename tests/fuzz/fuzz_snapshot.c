// SPDX-License-Identifier: MIT
// Damaged snapshots: each is refused, with nothing changed, or it can be run: ticked within the
// shape's bound of visits, and saved again. The input says what is damaged: its first byte chooses
// one of some snapshots; then of each 4 bytes the first says what is done, the next two where, the
// last one with what. Hashes are repaired, else nothing would get far.
#include "damage.h"
#include "snapshot_bytes.h"
#include "snapshot_format.h"
#include "tick_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TICKS = 6, AGENTS = 7, AGENTS_MOST = 500, BASES = 12 };

static gestalt_shape *shape;
static tick_host *host;
static byte_buffer bases[BASES];

static gestalt_population *create(uint32_t lanes)
{
    gestalt_population *p = NULL;
    gestalt_population_options options = {
        .group = {shape, tick_host_of(host)}, .lanes = lanes, .seed = 3};
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
static void use(gestalt_population *p, gestalt_population *other)
{
    byte_buffer bytes = save_or_abort(p);
    if (gestalt_population_load_memory(other, bytes.bytes, bytes.size, NULL) != GESTALT_OK ||
        hash_of(other) != hash_of(p))
        abort();
    free(bytes.bytes);
    if (gestalt_population_count(p) > AGENTS_MOST)
        return;
    tick_checked(p, shape, TICKS);
    tick_checked(other, shape, TICKS);
    if (hash_of(other) != hash_of(p))
        abort();
}

static void load(const unsigned char *bytes, size_t size)
{
    gestalt_error error = {0};
    gestalt_population *p = create(5), *other = create(64);
    if (gestalt_population_spawn(p, 0, 3, NULL, NULL) != GESTALT_OK)
        abort();
    uint64_t before = hash_of(p);
    gestalt_result result = gestalt_population_load_memory(p, bytes, size, &error);
    if (result == GESTALT_OK)
        use(p, other);
    else if (result != GESTALT_BAD_FILE || error.offset > size || hash_of(p) != before)
        abort();
    gestalt_population_destroy(p);
    gestalt_population_destroy(other);
}

// Snapshots after 0, 1, 2, ... ticks, with agents that come and go.
static void start(void)
{
    if (shape)
        return;
    shape = compile_or_abort("everything.json", everything_document, false);
    host = tick_host_create(shape);
    if (!host)
        abort();
    gestalt_population *p = create(3);
    for (uint64_t i = 0; i < BASES; i++) {
        gestalt_population_spawn(p, 0, i ? 1 : AGENTS, NULL, NULL);
        if (i % 2)
            gestalt_population_despawn(p, i - 1, NULL);
        if (i % 3 == 2)
            gestalt_population_attach(p, everything_document, i, NULL);
        bases[i] = save_or_abort(p);
        tick_checked(p, shape, 1);
    }
    gestalt_population_destroy(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    start();
    if (size == 0)
        return 0;
    const byte_buffer *base = &bases[data[0] % BASES];
    byte_buffer b = damaged(base, data + 1, size - 1, resize_snapshot_chunk);
    load(b.bytes, b.size);
    repair_snapshot(b.bytes, b.size);
    load(b.bytes, b.size);
    free(b.bytes);
    return 0;
}
