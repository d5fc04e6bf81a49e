// SPDX-License-Identifier: MIT
// The recorder: writes a description and frames as the bytes of docs/recordings.md. All memory for
// a frame is allocated before any of its bytes are written.
#include "record.h"

#include "array.h"
#include "error.h"
#include "floats.h"
#include "hash.h"
#include "memory.h"
#include "misuse.h"
#include "record_agents.h"
#include "shape_limits.h"

#include <string.h>

enum { KEY_EVERY = 32 }; // frames: a key frame is large, but a reader can start at it

struct gestalt_recorder {
    gestalt_allocator allocator;
    gestalt_writer sink;
    uint32_t dimension, every, every_agent, group_count, column_count, light_count;
    gestalt_record_column columns[GESTALT_RECORD_COLUMNS_MAX]; // columns without names and units
    // hash of the last chunk that was written
    uint64_t hash;
    uint64_t frame_count;
    uint64_t last_step;
    bool has_failed, is_finished;
    bool is_writing; // true while the sink is called
    const void *owner;

    record_agents now, next; // agents of the last frame, and room for the coming one
    // indices of the agents to write, ordered by id; followed by room for sorting
    uint32_t *order;
    size_t order_capacity;
    uint32_t *words; // words of one column
    size_t words_capacity;
    unsigned char *buffer;
    size_t buffer_capacity;
};

// ---- bytes

static gestalt_result writer_emit(gestalt_recorder *w, const void *bytes, size_t size,
                                  gestalt_error *error)
{
    if (!w->has_failed) {
        w->is_writing = true;
        w->has_failed = !w->sink.write(w->sink.user, bytes, size);
        w->is_writing = false;
    }
    if (w->has_failed)
        return error_set(error, GESTALT_IO, 0, "the recording's writer takes no more");
    return GESTALT_OK;
}

static bool reserve_buffer(gestalt_recorder *w, uint64_t size)
{
    return ARRAY_RESERVE(&w->allocator, w->buffer, w->buffer_capacity, size);
}

// Writes parts one after the other. If `to` is NULL it only counts bytes.
typedef struct filler {
    unsigned char *to;
    uint64_t size;
} filler;

static void writer_fill(filler *f, const void *bytes, size_t size)
{
    if (f->to && size)
        memcpy(f->to + f->size, bytes, size);
    f->size += size;
}

static void fill_text(filler *f, const char *text)
{
    writer_fill(f, text, text ? strlen(text) : 0);
}

// ---- the description

static uint32_t text_size(const char *text)
{
    return text ? (uint32_t)strlen(text) : 0;
}

static void fill_labels(filler *f, const char *const *labels, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = text_size(labels[i]);
        writer_fill(f, &size, sizeof size);
        fill_text(f, labels[i]);
    }
}

static void fill_column(filler *f, const gestalt_record_column *c)
{
    record_column_entry entry = {.type = (uint8_t)c->type,
                                 .coding = (uint8_t)c->coding,
                                 .name_size = (uint16_t)text_size(c->name),
                                 .unit_size = (uint16_t)text_size(c->unit),
                                 .word_count = (uint16_t)c->word_count,
                                 .low = c->low,
                                 .high = c->high};
    writer_fill(f, &entry, sizeof entry);
    fill_text(f, c->name);
    fill_text(f, c->unit);
    fill_labels(f, c->words, c->word_count);
}

static void fill_group(filler *f, const gestalt_record_group *g)
{
    record_group_entry entry = {.name_size = text_size(g->name),
                                .node_count = g->node_count,
                                .radius = g->radius,
                                .look = g->look};
    writer_fill(f, &entry, sizeof entry);
    fill_text(f, g->name);
    fill_labels(f, g->nodes, g->node_count);
}

static void fill_geometry(filler *f, const gestalt_record_geometry *g, uint32_t dimension)
{
    record_geometry_entry entry = {.kind = g->kind,
                                   .name_size = text_size(g->name),
                                   .point_count = g->point_count,
                                   .radius = g->radius};
    writer_fill(f, &entry, sizeof entry);
    fill_text(f, g->name);
    writer_fill(f, g->points, (size_t)g->point_count * dimension * sizeof *g->points);
}

static void fill_description(filler *f, const gestalt_record_description *d)
{
    fill_text(f, d->name);
    for (uint32_t i = 0; i < d->column_count; i++)
        fill_column(f, &d->columns[i]);
    for (uint32_t i = 0; i < d->group_count; i++)
        fill_group(f, &d->groups[i]);
    for (uint32_t i = 0; i < d->geometry_count; i++)
        fill_geometry(f, &d->geometry[i], d->dimension);
}

static record_header header_of(const gestalt_recorder *w, const gestalt_record_description *d)
{
    record_header h = {.version = RECORD_VERSION,
                       .dimension = d->dimension,
                       .seed = d->seed,
                       .dt = d->dt,
                       .every = w->every,
                       .every_agent = w->every_agent,
                       .column_count = d->column_count,
                       .group_count = d->group_count,
                       .geometry_count = d->geometry_count,
                       .name_size = text_size(d->name)};
    memcpy(h.magic, RECORD_MAGIC, sizeof h.magic);
    memcpy(h.low, d->low, sizeof h.low);
    memcpy(h.high, d->high, sizeof h.high);
    for (uint32_t i = 0; i < d->group_count; i++)
        if (d->groups[i].look != 0) // readers of version 1 would report damage
            h.version = RECORD_VERSION_LOOKS;
    for (uint32_t i = 0; i < d->dimension; i++)
        h.periodic |= (uint32_t)d->periodic[i] << i;
    return h;
}

static gestalt_result write_description(gestalt_recorder *w, const gestalt_record_description *d,
                                        gestalt_error *error)
{
    record_header h = header_of(w, d);
    filler f = {0};
    fill_description(&f, d);
    if (f.size > RECORD_DESCRIPTION_SIZE_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "the recording's description is too large");
    if (!reserve_buffer(w, sizeof h + f.size))
        return error_no_memory(error);
    f = (filler){.to = w->buffer + sizeof h};
    fill_description(&f, d);
    h.description_size = f.size;
    h.description_hash = hash_bytes(f.to, f.size);
    const size_t hashed = offsetof(record_header, version);
    h.hash = hash_bytes((const unsigned char *)&h + hashed, sizeof h - hashed);
    w->hash = h.hash;
    memcpy(w->buffer, &h, sizeof h);
    return writer_emit(w, w->buffer, sizeof h + f.size, error);
}

static gestalt_result writer_start(gestalt_recorder *w, const gestalt_record_description *d,
                                   gestalt_error *error)
{
    w->dimension = d->dimension;
    w->every = d->every ? d->every : 1;
    w->every_agent = d->every_agent ? d->every_agent : 1;
    w->group_count = d->group_count;
    w->column_count = d->column_count;
    w->light_count = record_light_count(d);
    for (uint32_t i = 0; i < d->column_count; i++) {
        w->columns[i] = d->columns[i];
        w->columns[i].name = w->columns[i].unit = NULL;
        w->columns[i].words = NULL;
    }
    record_agents_start(&w->now, w->allocator, d->column_count);
    record_agents_start(&w->next, w->allocator, d->column_count);
    return write_description(w, d, error);
}

static gestalt_result writer_create(const gestalt_record_description *description,
                                    gestalt_writer sink, const gestalt_allocator *allocator,
                                    gestalt_recorder **writer, gestalt_error *error)
{
    const char *wrong = record_check(description);
    if (wrong)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "%s", wrong);
    gestalt_allocator memory = memory_allocator(allocator);
    gestalt_recorder *w = memory_new(&memory, sizeof *w);
    if (!w)
        return error_no_memory(error);
    *w = (gestalt_recorder){.allocator = memory, .sink = sink};
    gestalt_result result = writer_start(w, description, error);
    if (result == GESTALT_OK)
        *writer = w;
    else
        gestalt_recorder_destroy(w);
    return result;
}

gestalt_result gestalt_recorder_create(const gestalt_record_description *description,
                                       gestalt_writer sink, const gestalt_allocator *allocator,
                                       gestalt_recorder **writer, gestalt_error *error)
{
    if (MISUSE_NULL(description, "description", error) ||
        MISUSE_NULL(sink.write, "sink.write", error) || MISUSE_NULL(writer, "recorder", error))
        return GESTALT_MISUSE;
    floats_environment floats;
    floats_begin(&floats);
    gestalt_result result = writer_create(description, sink, allocator, writer, error);
    floats_end(&floats);
    return result;
}

// Set an error and return true if the recorder is NULL, or if its own sink makes the call.
static bool recorder_is_wrong(const char *function, const gestalt_recorder *w, gestalt_error *error)
{
    if (misuse_if_null(!w, function, "recorder", error))
        return true;
    return __builtin_expect(w->is_writing, 0) &&
           misuse_tell(function, error,
                       "the recorder's own sink calls this, while the recorder writes: do it when "
                       "the call has returned") != GESTALT_OK;
}

void gestalt_recorder_set_owner(gestalt_recorder *w, const void *owner)
{
    if (!MISUSE_NULL(w, "recorder", NULL))
        w->owner = owner;
}

const void *gestalt_recorder_owner(const gestalt_recorder *w)
{
    return MISUSE_NULL(w, "recorder", NULL) ? NULL : w->owner;
}

void gestalt_recorder_destroy(gestalt_recorder *w)
{
    if (!w || recorder_is_wrong(__func__, w, NULL))
        return;
    gestalt_allocator memory = w->allocator;
    record_agents_release(&w->now);
    record_agents_release(&w->next);
    memory_release(&memory, w->order, w->order_capacity * sizeof *w->order);
    memory_release(&memory, w->words, w->words_capacity * sizeof *w->words);
    memory_release(&memory, w->buffer, w->buffer_capacity);
    memory_release(&memory, w, sizeof *w);
}

bool gestalt_recorder_wants(const gestalt_recorder *w, uint64_t step)
{
    if (MISUSE_NULL(w, "recorder", NULL))
        return false;
    return step % w->every == 0;
}

// ---- the agents of a frame

// Sort `order` by id, one byte at a time; `spare` has the same length.
static void sort_by_id(const uint64_t *ids, uint32_t *order, uint32_t *spare, uint64_t count,
                       uint64_t most)
{
    uint32_t *from = order, *to = spare;
    for (uint32_t shift = 0; shift < 64 && most >> shift; shift += 8) {
        uint64_t places[257] = {0};
        for (uint64_t i = 0; i < count; i++)
            places[(ids[from[i]] >> shift & 0xff) + 1]++;
        for (uint32_t i = 0; i < 256; i++)
            places[i + 1] += places[i];
        for (uint64_t i = 0; i < count; i++)
            to[places[ids[from[i]] >> shift & 0xff]++] = from[i];
        uint32_t *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != order)
        memcpy(order, from, count * sizeof *order);
}

// Fill `order` with the agents to write. Returns their number.
static uint64_t writer_choose(gestalt_recorder *w, const gestalt_record_frame *frame)
{
    uint64_t count = 0, last = 0, most = 0;
    bool is_sorted = true;
    for (uint64_t i = 0; i < frame->count; i++) {
        uint64_t id = frame->ids[i];
        if (id % w->every_agent != 0)
            continue;
        is_sorted = is_sorted && (count == 0 || id > last);
        most = id > most ? id : most;
        last = id;
        w->order[count++] = (uint32_t)i;
    }
    if (!is_sorted)
        sort_by_id(frame->ids, w->order, w->order + frame->count, count, most);
    return count;
}

// Store the agents of the coming frame. Returns what is wrong with them, or NULL.
static const char *gather(gestalt_recorder *w, const gestalt_record_frame *frame, uint64_t count)
{
    record_agents *a = &w->next;
    for (uint64_t i = 0; i < count; i++) {
        a->ids[i] = frame->ids[w->order[i]];
        a->groups[i] = frame->groups[w->order[i]];
        if (a->groups[i] >= w->group_count)
            return "an agent is of a group that does not exist";
        if (i > 0 && a->ids[i] == a->ids[i - 1])
            return "two agents have the same id";
    }
    a->count = count;
    return NULL;
}

static bool is_same(const record_agents *a, const record_agents *b)
{
    return a->count == b->count && memcmp(a->ids, b->ids, a->count * sizeof *a->ids) == 0 &&
           memcmp(a->groups, b->groups, a->count * sizeof *a->groups) == 0;
}

static bool continues_run(const gestalt_recorder *w, const record_agents *a, uint64_t at)
{
    return at > 0 && a->ids[at] - a->ids[at - 1] == w->every_agent &&
           a->groups[at] == a->groups[at - 1];
}

static uint32_t count_runs(const gestalt_recorder *w, const record_agents *a)
{
    uint32_t count = 0;
    for (uint64_t i = 0; i < a->count; i++)
        count += !continues_run(w, a, i);
    return count;
}

static void fill_runs(const gestalt_recorder *w, filler *f, const record_agents *a)
{
    uint32_t count = count_runs(w, a);
    writer_fill(f, &count, sizeof count);
    for (uint64_t i = 0; i < a->count;) {
        record_run run = {.first = a->ids[i], .count = 1, .group = a->groups[i]};
        for (i++; i < a->count && continues_run(w, a, i); i++)
            run.count++;
        writer_fill(f, &run, sizeof run);
    }
}

// ---- frames

// Allocate all memory for a frame, so that afterwards only the sink can fail.
static bool reserve_all(gestalt_recorder *w, uint64_t given)
{
    uint64_t most = sizeof(record_chunk) + sizeof(uint32_t) + given * sizeof(record_run) +
                    w->column_count * record_column_size_max(given) +
                    record_lights_size(w->light_count);
    return ARRAY_RESERVE(&w->allocator, w->order, w->order_capacity, given * 2 + 1) &&
           ARRAY_RESERVE(&w->allocator, w->words, w->words_capacity, given + 1) &&
           reserve_buffer(w, most) && record_agents_reserve(&w->next, given);
}

static void fill_columns(gestalt_recorder *w, filler *f, const gestalt_record_frame *frame,
                         bool is_key)
{
    uint64_t count = w->now.count;
    for (uint32_t i = 0; i < w->column_count; i++) {
        const gestalt_record_column *column = &w->columns[i];
        record_to_words(column, frame->columns[i], w->order, count, w->words);
        unsigned char *end = record_encode(w->words, count, record_word_bits(column), is_key,
                                           record_agents_past(&w->now, i), f->to + f->size);
        f->size = (uint64_t)(end - f->to);
    }
}

static void fill_lights(const gestalt_recorder *w, filler *f, const gestalt_record_frame *frame)
{
    unsigned char *to = f->to + f->size;
    memset(to, 0, record_lights_size(w->light_count));
    for (uint32_t i = 0; i < w->light_count; i++)
        to[i / 4] |= (unsigned char)(frame->lights[i] << i % 4 * 2);
    f->size += record_lights_size(w->light_count);
}

// Write a chunk, whose payload follows its header in the buffer.
static gestalt_result emit_chunk(gestalt_recorder *w, record_chunk chunk, gestalt_error *error)
{
    const size_t hashed = offsetof(record_chunk, kind);
    memcpy(w->buffer, &chunk, sizeof chunk);
    size_t size = sizeof chunk + (size_t)chunk.size;
    chunk.hash = XXH3_64bits_withSeed(w->buffer + hashed, size - hashed, w->hash);
    memcpy(w->buffer, &chunk.hash, sizeof chunk.hash);
    w->hash = chunk.hash;
    return writer_emit(w, w->buffer, size, error);
}

static gestalt_result write_frame(gestalt_recorder *w, const gestalt_record_frame *frame,
                                  gestalt_error *error)
{
    bool is_key = w->frame_count % KEY_EVERY == 0;
    bool has_same = !is_key && is_same(&w->next, &w->now);
    filler f = {.to = w->buffer, .size = sizeof(record_chunk)};
    if (!has_same) {
        fill_runs(w, &f, &w->next);
        if (is_key)
            record_agents_forget(&w->next);
        else
            record_agents_follow(&w->next, &w->now);
        record_agents swapped = w->now;
        w->now = w->next;
        w->next = swapped;
    }
    fill_columns(w, &f, frame, is_key);
    fill_lights(w, &f, frame);
    w->frame_count++;
    w->last_step = frame->step;
    return emit_chunk(
        w,
        (record_chunk){.kind = RECORD_CHUNK_FRAME,
                       .flags = (is_key ? RECORD_KEY : 0u) | (has_same ? RECORD_SAME : 0u),
                       .size = f.size - sizeof(record_chunk),
                       .step = frame->step,
                       .time = frame->time,
                       .count = w->now.count},
        error);
}

static gestalt_result writer_frame(gestalt_recorder *w, const gestalt_record_frame *frame,
                                   gestalt_error *error)
{
    if (w->is_finished || (w->frame_count > 0 && frame->step <= w->last_step))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the recording is finished, or this step is not after the last one");
    if (frame->count > RECORD_COUNT_MAX || frame->time > LIMIT_TIME || frame->time < -LIMIT_TIME)
        return error_set(error, GESTALT_LIMIT, 0,
                         "a frame cannot have so many agents, or be at such a time");
    for (uint32_t i = 0; i < w->light_count; i++)
        if (frame->lights[i] >= GESTALT_RECORD_LIGHT_COUNT)
            return error_set(error, GESTALT_BAD_ARGUMENT, 0, "no light shows this");
    if (!reserve_all(w, frame->count))
        return error_no_memory(error);
    const char *wrong = gather(w, frame, writer_choose(w, frame));
    if (wrong)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "%s", wrong);
    return write_frame(w, frame, error);
}

gestalt_result gestalt_recorder_frame(gestalt_recorder *w, const gestalt_record_frame *frame,
                                      gestalt_error *error)
{
    if (recorder_is_wrong(__func__, w, error) || MISUSE_NULL(frame, "frame", error))
        return GESTALT_MISUSE;
    floats_environment floats;
    floats_begin(&floats);
    gestalt_result result = writer_frame(w, frame, error);
    floats_end(&floats);
    return result;
}

gestalt_result gestalt_recorder_finish(gestalt_recorder *w, gestalt_error *error)
{
    if (recorder_is_wrong(__func__, w, error))
        return GESTALT_MISUSE;
    if (w->is_finished)
        return GESTALT_OK;
    w->is_finished = true;
    return emit_chunk(
        w, (record_chunk){.kind = RECORD_CHUNK_END, .step = w->last_step, .count = w->frame_count},
        error);
}
