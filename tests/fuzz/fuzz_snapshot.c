// SPDX-License-Identifier: MIT
// Damaged snapshots: each is refused, with nothing changed, or it can be run: ticked within the
// shape's bound of visits, and saved again. The input says what is damaged: its first byte chooses
// one of some snapshots; then of each 4 bytes the first says what is done, the next two where, the
// last one with what. Hashes are repaired, else nothing would get far.
#include "snapshot_bytes.h"
#include "snapshot_format.h"
#include "tick_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TICKS = 6, AGENTS = 7, AGENTS_MOST = 500, BASES = 12, STEP_SIZE = 4, SLACK = 1 << 14 };

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

// What was accepted is the same in another configuration, and when it is saved and loaded again.
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

// ---- damaging

// Adds to the size of the chunk that a place is in.
static void resize_chunk(byte_buffer *b, size_t place, size_t more)
{
    chunk_header chunk;
    for (size_t at = sizeof(snapshot_header); at + sizeof chunk <= place;) {
        memcpy(&chunk, b->bytes + at, sizeof chunk);
        size_t end = at + sizeof chunk + chunk.size;
        if (chunk.size > b->size || place < end) {
            chunk.size += more;
            memcpy(b->bytes + at, &chunk, sizeof chunk);
            return;
        }
        at = end;
    }
}

static void damage(byte_buffer *b, const uint8_t step[STEP_SIZE])
{
    size_t place = (size_t)(step[1] | step[2] << 8) % b->size, rest = b->size - place;
    size_t count = step[3] % 64u < rest ? step[3] % 64u : rest;
    unsigned char *at = b->bytes + place;
    switch (step[0] % 8) {
    case 0: // leave bytes out
        resize_chunk(b, place, (size_t)0 - count);
        memmove(at, at + count, rest - count);
        b->size -= count;
        break;
    case 1: // give bytes twice
        if (b->size + count > b->capacity)
            break;
        resize_chunk(b, place, count);
        memmove(at + count, at, rest);
        b->size += count;
        break;
    case 2: *at ^= (unsigned char)(1u << step[3] % 8); break;
    case 3: *at = (unsigned char)(*at + 1); break;
    case 4: *at = (unsigned char)(*at - 1); break;
    default: *at = step[3]; break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    start();
    if (size == 0)
        return 0;
    const byte_buffer *base = &bases[data[0] % BASES];
    byte_buffer b = {.size = base->size, .capacity = base->size + SLACK};
    b.bytes = malloc(b.capacity);
    memcpy(b.bytes, base->bytes, b.size);
    for (size_t i = 1; i + STEP_SIZE <= size && b.size > 0; i += STEP_SIZE)
        damage(&b, data + i);
    load(b.bytes, b.size);
    repair_snapshot(b.bytes, b.size);
    load(b.bytes, b.size);
    free(b.bytes);
    return 0;
}
