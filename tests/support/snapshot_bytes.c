// SPDX-License-Identifier: MIT
#include "snapshot_bytes.h"

#include "hash.h"
#include "snapshot_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char everything_document[] =
    "{\"gestalt\":1,\"name\":\"everything\",\"blackboard\":{"
    "\"health\":{\"type\":\"float\",\"init\":\"rand()*100\"},\"home\":\"vec2\",\"angry\":\"bool\","
    "\"ammo\":{\"type\":\"int\",\"init\":\"agent\"},\"alarm\":{\"type\":\"bool\",\"shared\":true},"
    "\"wind\":{\"type\":\"float\",\"shared\":true,\"init\":0.5}},"
    "\"root\":{\"type\":\"concurrent\",\"children\":["
    "{\"type\":\"force_success\",\"child\":{\"type\":\"sequence\",\"order\":\"random\","
    "\"children\":["
    "{\"type\":\"wait\",\"ticks\":1},{\"type\":\"set\",\"key\":\"ammo\",\"to\":\"ammo+1\"},"
    "{\"type\":\"deferred\",\"do\":\"fire\",\"resource\":\"gun\",\"args\":{\"at\":\"home\","
    "\"power\":\"health*2\",\"shots\":\"ammo\",\"loud\":\"angry\"}}]}},"
    "{\"type\":\"force_success\",\"child\":{\"type\":\"parallel\",\"success\":2,\"failure\":3,"
    "\"children\":[{\"type\":\"wait\",\"seconds\":0.6},"
    "{\"type\":\"timeout\",\"seconds\":0.8,\"child\":{\"type\":\"deferred\",\"do\":\"walk\"}},"
    "{\"type\":\"delay\",\"ticks\":2,\"child\":{\"type\":\"action\",\"do\":\"look\"}}]}},"
    "{\"type\":\"force_success\",\"child\":{\"type\":\"repeat\",\"count\":9,\"per_tick\":2,"
    "\"child\":"
    "{\"type\":\"retry\",\"attempts\":4,\"per_tick\":1,\"child\":{\"type\":\"selector\","
    "\"children\":["
    "{\"type\":\"cooldown\",\"seconds\":1,\"child\":{\"type\":\"chance\",\"p\":0.5,\"child\":"
    "{\"type\":\"wait\",\"ticks\":2}}},\"health<20\"]}}}},"
    "{\"type\":\"force_success\",\"child\":{\"type\":\"while\",\"per_tick\":3,\"child\":"
    "{\"type\":\"weighted\",\"weights\":[1,2],\"children\":[{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"once\",\"child\":{\"type\":\"wait\",\"ticks\":3}},"
    "{\"type\":\"signal\",\"key\":\"mood\",\"to\":\"success\"}]},"
    "{\"type\":\"persistent\",\"key\":\"mood\"}]}}},"
    "{\"type\":\"priority\",\"children\":[{\"type\":\"sequence\",\"children\":[\"alarm\","
    "{\"type\":\"deferred\",\"do\":\"flee\",\"args\":{\"speed\":\"wind+rand()\"}}]},"
    "{\"type\":\"debug\",\"message\":\"calm\",\"child\":{\"type\":\"running\"}}]}]}}";

gestalt_shape *compile_or_abort(const char *name, const char *text, bool strip)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error = {0};
    gestalt_compile_options options = {.strip = strip};
    gestalt_compile_text(name, text, strlen(text), &options, &shape, &diagnostics, &error);
    gestalt_diagnostics_destroy(diagnostics);
    if (!shape) {
        fprintf(stderr, "%s: %s\n", name, error.message);
        abort();
    }
    return shape;
}

// ---- saving

static bool append(void *user, const char *bytes, size_t size)
{
    byte_buffer *b = user;
    if (b->size + size > b->capacity) {
        b->capacity = (b->size + size) * 2;
        b->bytes = realloc(b->bytes, b->capacity);
        if (!b->bytes)
            abort();
    }
    memcpy(b->bytes + b->size, bytes, size);
    b->size += size;
    return true;
}

gestalt_writer buffer_writer(byte_buffer *buffer)
{
    return (gestalt_writer){append, buffer};
}

byte_buffer save_or_abort(gestalt_population *population)
{
    byte_buffer buffer = {0};
    if (gestalt_population_save_to(population, buffer_writer(&buffer), NULL) != GESTALT_OK)
        abort();
    return buffer;
}

// ---- repairing

// Set the hash stored at `hash` to that of the bytes that follow it.
static uint64_t repair_hash(unsigned char *hash, size_t size)
{
    uint64_t value = hash_bytes(hash + sizeof value, size - sizeof value);
    memcpy(hash, &value, sizeof value);
    return value;
}

static void repair_end(unsigned char *payload, uint64_t size, const XXH3_state_t *chain)
{
    uint64_t value = XXH3_64bits_digest(chain);
    if (size >= CHUNK_END_PLAIN_SIZE)
        memcpy(payload + offsetof(chunk_end, hash), &value, sizeof value);
}

static bool is_listed(uint32_t version, uint32_t kind)
{
    return version >= SNAPSHOT_VERSION && (kind == CHUNK_AGENTS || kind == CHUNK_COLUMNS);
}

// Set the hashes that an INDEX lists. `*listed` is the position of the next chunk to list.
static void repair_index(unsigned char *bytes, size_t payload, uint64_t size, size_t *listed)
{
    chunk_header chunk;
    for (size_t at = payload; at - payload + sizeof(gestalt_snapshot_entry) <= size;
         at += sizeof(gestalt_snapshot_entry)) {
        for (;; *listed += sizeof chunk + chunk.size) {
            if (*listed >= payload)
                return;
            memcpy(&chunk, bytes + *listed, sizeof chunk);
            if (is_listed(SNAPSHOT_VERSION, chunk.kind))
                break;
        }
        memcpy(bytes + at + offsetof(gestalt_snapshot_entry, hash), &chunk.hash, sizeof chunk.hash);
        *listed += sizeof chunk + chunk.size;
    }
}

void repair_snapshot(unsigned char *bytes, size_t size)
{
    const size_t hash_at = offsetof(snapshot_header, hash);
    uint32_t version;
    size_t listed = sizeof(snapshot_header);
    XXH3_state_t chain;
    if (size < sizeof(snapshot_header))
        return;
    memcpy(&version, bytes + offsetof(snapshot_header, version), sizeof version);
    XXH3_64bits_reset(&chain);
    uint64_t hash = repair_hash(bytes + hash_at, sizeof(snapshot_header) - hash_at);
    XXH3_64bits_update(&chain, &hash, sizeof hash);
    for (size_t at = sizeof(snapshot_header); size - at >= sizeof(chunk_header);) {
        chunk_header chunk;
        memcpy(&chunk, bytes + at, sizeof chunk);
        if (chunk.size > size - at - sizeof chunk)
            return;
        if (chunk.kind == CHUNK_INDEX)
            repair_index(bytes, at + sizeof chunk, chunk.size, &listed);
        if (chunk.kind == CHUNK_END)
            repair_end(bytes + at + sizeof chunk, chunk.size, &chain);
        hash = repair_hash(bytes + at, sizeof chunk + chunk.size);
        if (!is_listed(version, chunk.kind))
            XXH3_64bits_update(&chain, &hash, sizeof hash);
        at += sizeof chunk + chunk.size;
    }
}

void resize_snapshot_chunk(byte_buffer *b, size_t place, size_t more)
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

void repair_actor(unsigned char *bytes, size_t size)
{
    const size_t hash_at = offsetof(actor_header, hash);
    if (size >= ACTOR_HEADER_NAMELESS_SIZE)
        repair_hash(bytes + hash_at, size - hash_at);
}

// ---- old versions

static void remove_bytes(unsigned char *bytes, size_t *size, size_t at, size_t count)
{
    memmove(bytes + at, bytes + at + count, *size - at - count);
    *size -= count;
}

// Remove INDEX, and what END contains of it.
static void remove_index(byte_buffer *b)
{
    chunk_header chunk;
    chunk_end end;
    for (size_t at = sizeof(snapshot_header); at < b->size;) {
        memcpy(&chunk, b->bytes + at, sizeof chunk);
        size_t whole = sizeof chunk + chunk.size;
        if (chunk.kind == CHUNK_INDEX) {
            remove_bytes(b->bytes, &b->size, at, whole);
            memcpy(&end, b->bytes + at + sizeof chunk, sizeof end);
            end.chunk_count--;
            memcpy(b->bytes + at + sizeof chunk, &end, sizeof end);
            chunk.kind = CHUNK_END;
            chunk.size = CHUNK_END_PLAIN_SIZE;
            memcpy(b->bytes + at, &chunk, sizeof chunk);
            b->size = at + sizeof chunk + chunk.size;
            return;
        }
        at += whole;
    }
}

void age_snapshot(byte_buffer *b, uint32_t version)
{
    const size_t count = sizeof(chunk_group) - CHUNK_GROUP_NAMELESS_SIZE;
    uint32_t groups;
    memcpy(&groups, b->bytes + offsetof(snapshot_header, group_count), sizeof groups);
    memcpy(b->bytes + offsetof(snapshot_header, version), &version, sizeof version);
    remove_index(b);
    size_t at = sizeof(snapshot_header);
    for (uint32_t i = 0; i < groups; i++) {
        chunk_header chunk;
        memcpy(&chunk, b->bytes + at, sizeof chunk);
        chunk.size -= count;
        memcpy(b->bytes + at, &chunk, sizeof chunk);
        at += sizeof chunk;
        remove_bytes(b->bytes, &b->size, at + CHUNK_GROUP_NAMELESS_SIZE, count);
        at += chunk.size;
    }
    repair_snapshot(b->bytes, b->size);
}

void age_actor(unsigned char *bytes, size_t *size, uint32_t version)
{
    memcpy(bytes + offsetof(actor_header, version), &version, sizeof version);
    remove_bytes(bytes, size, ACTOR_HEADER_NAMELESS_SIZE,
                 sizeof(actor_header) - ACTOR_HEADER_NAMELESS_SIZE);
    repair_actor(bytes, *size);
}
