// SPDX-License-Identifier: MIT
// The recorder of a world: writes its description and frames as chunks of docs/recordings.md. All
// memory for a frame is allocated before any of its bytes are written.
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

struct gestalt_recorder {
    gestalt_allocator allocator;
    chunk_writer out;
    uint32_t every, every_agent, group_count, column_count, light_count;
    gestalt_record_column columns[GESTALT_RECORD_COLUMNS_MAX]; // columns without names and units
    uint64_t frame_count;
    uint64_t last_step;
    const void *owner;

    record_agents now, next; // agents of the last frame, and room for the coming one
    // indices of the agents to write, ordered by id; followed by room for sorting
    uint32_t *order;
    size_t order_capacity;
    uint32_t *words; // words of one column
    size_t words_capacity;
};

// ---- the description

static uint32_t text_size(const char *text)
{
    return text ? (uint32_t)strlen(text) : 0;
}

static void fill_text(chunk_bytes *to, const char *text)
{
    chunk_bytes_add(to, text, text_size(text));
}

static void fill_labels(chunk_bytes *to, const char *const *labels, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = text_size(labels[i]);
        chunk_bytes_add(to, &size, sizeof size);
        fill_text(to, labels[i]);
    }
}

static void fill_column(chunk_bytes *to, const gestalt_record_column *c)
{
    record_column_entry entry = {.type = (uint8_t)c->type,
                                 .coding = (uint8_t)c->coding,
                                 .name_size = (uint16_t)text_size(c->name),
                                 .unit_size = (uint16_t)text_size(c->unit),
                                 .word_count = (uint16_t)c->word_count,
                                 .low = c->low,
                                 .high = c->high};
    chunk_bytes_add(to, &entry, sizeof entry);
    fill_text(to, c->name);
    fill_text(to, c->unit);
    fill_labels(to, c->words, c->word_count);
}

static void fill_group(chunk_bytes *to, const gestalt_record_group *g)
{
    record_group_entry entry = {.name_size = text_size(g->name),
                                .node_count = g->node_count,
                                .radius = g->radius,
                                .look = g->look};
    chunk_bytes_add(to, &entry, sizeof entry);
    fill_text(to, g->name);
    fill_labels(to, g->nodes, g->node_count);
}

static void fill_geometry(chunk_bytes *to, const gestalt_record_geometry *g, uint32_t dimension)
{
    record_geometry_entry entry = {.kind = g->kind,
                                   .name_size = text_size(g->name),
                                   .point_count = g->point_count,
                                   .radius = g->radius};
    chunk_bytes_add(to, &entry, sizeof entry);
    fill_text(to, g->name);
    chunk_bytes_add(to, g->points, (size_t)g->point_count * dimension * sizeof *g->points);
}

static void fill_description(chunk_bytes *to, const gestalt_record_description *d)
{
    fill_text(to, d->name);
    for (uint32_t i = 0; i < d->column_count; i++)
        fill_column(to, &d->columns[i]);
    for (uint32_t i = 0; i < d->group_count; i++)
        fill_group(to, &d->groups[i]);
    for (uint32_t i = 0; i < d->geometry_count; i++)
        fill_geometry(to, &d->geometry[i], d->dimension);
}

static void fill_world(chunk_bytes *to, const gestalt_recorder *w,
                       const gestalt_record_description *d)
{
    record_world h = {.dimension = d->dimension,
                      .every = w->every,
                      .seed = d->seed,
                      .dt = d->dt,
                      .every_agent = w->every_agent,
                      .column_count = d->column_count,
                      .group_count = d->group_count,
                      .geometry_count = d->geometry_count,
                      .name_size = text_size(d->name)};
    memcpy(h.low, d->low, sizeof h.low);
    memcpy(h.high, d->high, sizeof h.high);
    for (uint32_t i = 0; i < d->dimension; i++)
        h.periodic |= (uint32_t)d->periodic[i] << i;
    chunk_bytes_add(to, &h, sizeof h);
    fill_description(to, d);
}

static gestalt_result write_description(gestalt_recorder *w, const gestalt_record_description *d,
                                        gestalt_error *error)
{
    chunk_writer_start(&w->out);
    uint64_t before = w->out.chunk.size;
    fill_world(&w->out.chunk, w, d);
    if (w->out.chunk.size - before > RECORD_DESCRIPTION_SIZE_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "the recording's description is too large");
    return chunk_writer_end(&w->out, (record_chunk){.kind = RECORD_CHUNK_WORLD}, error);
}

static gestalt_result writer_start(gestalt_recorder *w, const gestalt_record_description *d,
                                   gestalt_error *error)
{
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
    *w = (gestalt_recorder){.allocator = memory};
    chunk_writer_begin(&w->out, sink, memory);
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
    return misuse_if_null(!w, function, "recorder", error) ||
           chunk_writer_is_busy(function, &w->out, error);
}

chunk_writer *record_chunks(gestalt_recorder *w)
{
    return &w->out;
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
    chunk_writer_release(&w->out);
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

static void fill_runs(const gestalt_recorder *w, chunk_bytes *to, const record_agents *a)
{
    uint32_t count = count_runs(w, a);
    chunk_bytes_add(to, &count, sizeof count);
    for (uint64_t i = 0; i < a->count;) {
        record_run run = {.first = a->ids[i], .count = 1, .group = a->groups[i]};
        for (i++; i < a->count && continues_run(w, a, i); i++)
            run.count++;
        chunk_bytes_add(to, &run, sizeof run);
    }
}

// ---- frames

// Allocate all memory for a frame, so that afterwards only the sink can fail.
static bool reserve_all(gestalt_recorder *w, uint64_t given)
{
    chunk_writer_start(&w->out);
    uint64_t most = sizeof(record_header) + sizeof(record_chunk) + sizeof(uint32_t) +
                    given * sizeof(record_run) + w->column_count * record_column_size_max(given) +
                    record_lights_size(w->light_count);
    return ARRAY_RESERVE(&w->allocator, w->order, w->order_capacity, given * 2 + 1) &&
           ARRAY_RESERVE(&w->allocator, w->words, w->words_capacity, given + 1) &&
           chunk_bytes_reserve(&w->out.chunk, most) && record_agents_reserve(&w->next, given);
}

static void fill_columns(gestalt_recorder *w, chunk_bytes *to, const gestalt_record_frame *frame,
                         bool is_key)
{
    uint64_t count = w->now.count;
    for (uint32_t i = 0; i < w->column_count; i++) {
        const gestalt_record_column *column = &w->columns[i];
        record_to_words(column, frame->columns[i], w->order, count, w->words);
        unsigned char *end = record_encode(w->words, count, record_word_bits(column), is_key,
                                           record_agents_past(&w->now, i), to->bytes + to->size);
        to->size = (uint64_t)(end - to->bytes);
    }
}

static void fill_lights(const gestalt_recorder *w, chunk_bytes *to,
                        const gestalt_record_frame *frame)
{
    unsigned char *lights = to->bytes + to->size;
    memset(lights, 0, record_lights_size(w->light_count));
    for (uint32_t i = 0; i < w->light_count; i++)
        lights[i / 4] |= (unsigned char)(frame->lights[i] << i % 4 * 2);
    to->size += record_lights_size(w->light_count);
}

static gestalt_result write_frame(gestalt_recorder *w, const gestalt_record_frame *frame,
                                  gestalt_error *error)
{
    bool is_key = w->frame_count % RECORD_KEY_EVERY == 0;
    bool has_same = !is_key && is_same(&w->next, &w->now);
    chunk_bytes *to = &w->out.chunk;
    if (!has_same) {
        fill_runs(w, to, &w->next);
        if (is_key)
            record_agents_forget(&w->next);
        else
            record_agents_follow(&w->next, &w->now);
        record_agents swapped = w->now;
        w->now = w->next;
        w->next = swapped;
    }
    fill_columns(w, to, frame, is_key);
    fill_lights(w, to, frame);
    w->frame_count++;
    w->last_step = frame->step;
    return chunk_writer_end(
        &w->out,
        (record_chunk){.kind = RECORD_CHUNK_FRAME,
                       .flags = (is_key ? RECORD_KEY : 0u) | (has_same ? RECORD_SAME : 0u),
                       .step = frame->step,
                       .time = frame->time,
                       .count = w->now.count},
        error);
}

static gestalt_result writer_frame(gestalt_recorder *w, const gestalt_record_frame *frame,
                                   gestalt_error *error)
{
    if (w->out.is_finished || (w->frame_count > 0 && frame->step <= w->last_step))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the recording is finished, or this step is not after the last one");
    if (frame->count > RECORD_COUNT_MAX || frame->time > LIMIT_TIME || frame->time < -LIMIT_TIME)
        return error_set(error, GESTALT_LIMIT, 0,
                         "a frame has too many agents, or its time is out of range");
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
    return chunk_writer_finish(&w->out, error);
}
