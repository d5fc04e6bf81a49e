// SPDX-License-Identifier: MIT
// Reading recordings from files, memory and sources, frame by frame.
#include "array.h"
#include "chunk_reader.h"
#include "error.h"
#include "floats.h"
#include "memory.h"
#include "misuse.h"
#include "record.h"
#include "record_agents.h"
#include "record_parse.h"
#include "shape_limits.h"

#include <string.h>

struct gestalt_recording {
    gestalt_allocator allocator;
    chunk_reader in;
    arena texts; // memory of the description's texts
    gestalt_record_description description;
    uint64_t frame_count, last_step;
    bool is_ended, has_failed;
    bool skims;    // true if agents are counted in `now`, but not stored
    bool has_read; // true if frames or the end have been read
    gestalt_limits limits;

    record_agents now, next;
    uint32_t *values; // values of all columns, one column after the other
    size_t values_capacity;
    const void *columns[GESTALT_RECORD_COLUMNS_MAX];
    uint32_t light_count;
    uint8_t *lights;
};

// ---- opening

static gestalt_result read_description(gestalt_recording *r, const record_chunk *c)
{
    uint64_t at;
    if (setjmp(r->texts.escape))
        return chunk_reader_no_memory(&r->in);
    const char *wrong =
        record_parse(r->in.buffer + sizeof *c, c->size, &r->texts, &r->description, &at);
    return wrong ? chunk_reader_bad(&r->in, r->in.offset + sizeof *c + at, wrong) : GESTALT_OK;
}

static gestalt_result reader_begin(gestalt_recording *r)
{
    record_chunk c;
    gestalt_result result = chunk_reader_open(&r->in, RECORD_CHUNK_WORLD, &c);
    if (result == GESTALT_OK)
        result = read_description(r, &c);
    if (result != GESTALT_OK)
        return result;
    r->light_count = record_light_count(&r->description);
    r->lights = memory_new(&r->allocator, r->light_count + 1);
    if (!r->lights)
        return chunk_reader_no_memory(&r->in);
    record_agents_start(&r->now, r->allocator, r->description.column_count);
    record_agents_start(&r->next, r->allocator, r->description.column_count);
    return chunk_reader_pass(&r->in, &c);
}

static gestalt_result reader_open(record_origin origin, const gestalt_allocator *allocator,
                                  gestalt_recording **recording, gestalt_error *error)
{
    gestalt_allocator memory = memory_allocator(allocator);
    gestalt_recording *r = memory_new(&memory, sizeof *r);
    *recording = NULL;
    if (!r)
        return error_no_memory(error);
    memset(r, 0, sizeof *r);
    r->allocator = memory;
    gestalt_limits_default(&r->limits, sizeof r->limits);
    arena_start(&r->texts, memory);
    gestalt_result result = chunk_reader_begin(&r->in, memory, origin);
    if (result == GESTALT_OK)
        result = reader_begin(r);
    if (result == GESTALT_OK) {
        *recording = r;
        return GESTALT_OK;
    }
    if (error)
        *error = r->in.failure;
    gestalt_recording_close(r);
    return result;
}

gestalt_result gestalt_recording_open(const char *path, const gestalt_allocator *allocator,
                                      gestalt_recording **recording, gestalt_error *error)
{
    if (MISUSE_NULL(recording, "recording", error))
        return GESTALT_MISUSE;
    *recording = NULL;
    if (MISUSE_NULL(path, "path", error))
        return GESTALT_MISUSE;
    return reader_open((record_origin){.path = path}, allocator, recording, error);
}

gestalt_result gestalt_recording_open_memory(const void *bytes, size_t size,
                                             const gestalt_allocator *allocator,
                                             gestalt_recording **recording, gestalt_error *error)
{
    if (MISUSE_NULL(recording, "recording", error))
        return GESTALT_MISUSE;
    *recording = NULL;
    if (MISUSE_NULL(bytes, "bytes", error))
        return GESTALT_MISUSE;
    return reader_open((record_origin){.bytes = bytes, .size = size}, allocator, recording, error);
}

gestalt_result gestalt_recording_open_source(gestalt_record_source source,
                                             const gestalt_allocator *allocator,
                                             gestalt_recording **recording, gestalt_error *error)
{
    if (MISUSE_NULL(recording, "recording", error))
        return GESTALT_MISUSE;
    *recording = NULL;
    if (MISUSE_NULL(source.read, "source.read", error))
        return GESTALT_MISUSE;
    return reader_open((record_origin){.source = source}, allocator, recording, error);
}

void gestalt_recording_close(gestalt_recording *r)
{
    if (!r)
        return;
    gestalt_allocator memory = r->allocator;
    chunk_reader_end(&r->in);
    arena_destroy(&r->texts);
    record_agents_release(&r->now);
    record_agents_release(&r->next);
    ARRAY_RELEASE(&memory, r->values, r->values_capacity);
    if (r->lights)
        memory_release(&memory, r->lights, r->light_count + 1);
    memory_release(&memory, r, sizeof *r);
}

const gestalt_record_description *gestalt_recording_description(const gestalt_recording *r)
{
    if (MISUSE_NULL(r, "recording", NULL))
        return NULL;
    return &r->description;
}

void gestalt_recording_set_limits(gestalt_recording *r, const gestalt_limits *limits)
{
    if (MISUSE_NULL(r, "recording", NULL) || MISUSE_NULL(limits, "limits", NULL))
        return;
    size_t size = limits->struct_size;
    memcpy(&r->limits, limits, size < sizeof r->limits ? size : sizeof r->limits);
}

uint64_t gestalt_recording_offset(const gestalt_recording *r)
{
    if (MISUSE_NULL(r, "recording", NULL))
        return 0;
    return r->in.offset;
}

// ---- frames

// A payload that is being read.
typedef struct payload {
    gestalt_recording *r;
    const unsigned char *next, *end;
    record_agents *agents; // agents of the runs
    uint64_t last;         // last id of the previous run
} payload;

static gestalt_result bad_here(const payload *p, const char *what)
{
    return chunk_reader_bad(&p->r->in, p->r->in.offset + (uint64_t)(p->next - p->r->in.buffer),
                            what);
}

// Check the number of agents before allocating memory for a frame, since one byte can stand for 64
// agents.
static gestalt_result check_agents(gestalt_recording *r, const record_chunk *c)
{
    const uint64_t at = r->in.offset + offsetof(record_chunk, count), most = r->limits.agents;
    if (c->count > most)
        return error_set(&r->in.failure, GESTALT_LIMIT, at,
                         "a frame has %llu agents, more than the limit of %llu",
                         (unsigned long long)c->count, (unsigned long long)most);
    if (c->count * r->description.column_count / GESTALT_RECORD_LIMIT_COLUMNS > most)
        return error_set(&r->in.failure, GESTALT_LIMIT, at,
                         "a frame has %llu agents with %u columns each, which are more values than "
                         "%d for each of %llu agents",
                         (unsigned long long)c->count, (unsigned)r->description.column_count,
                         GESTALT_RECORD_LIMIT_COLUMNS, (unsigned long long)most);
    return GESTALT_OK;
}

static gestalt_result check_frame(gestalt_recording *r, const record_chunk *c)
{
    const uint32_t flags = c->flags;
    if (flags & ~(uint32_t)(RECORD_KEY | RECORD_SAME) ||
        (r->frame_count == 0 && !(flags & RECORD_KEY)) ||
        (flags & RECORD_KEY && flags & RECORD_SAME))
        return chunk_reader_bad(&r->in, r->in.offset + offsetof(record_chunk, flags),
                                "the flags are invalid");
    // at least one byte for each block
    if (c->count > RECORD_COUNT_MAX ||
        c->count > c->size / r->description.column_count * RECORD_BLOCK)
        return chunk_reader_bad(&r->in, r->in.offset + offsetof(record_chunk, size),
                                "the frame is too short for its agents");
    if (r->frame_count > 0 && c->step <= r->last_step)
        return chunk_reader_bad(&r->in, r->in.offset + offsetof(record_chunk, step),
                                "the steps do not increase");
    if (c->time > LIMIT_TIME || c->time < -LIMIT_TIME)
        return chunk_reader_bad(&r->in, r->in.offset + offsetof(record_chunk, time),
                                "the time is out of range");
    return r->skims ? GESTALT_OK : check_agents(r, c);
}

static gestalt_result read_run(payload *p, uint64_t count, bool has_room)
{
    record_run run;
    record_agents *a = p->agents;
    const gestalt_record_description *d = &p->r->description;
    memcpy(&run, p->next, sizeof run);
    if (run.count == 0 || run.count > count - a->count)
        return bad_here(p, "a run has no agents, or more than the frame");
    if (run.group >= d->group_count)
        return bad_here(p, "a run's group does not exist");
    uint64_t last = run.first + (run.count - UINT64_C(1)) * d->every_agent;
    if (last < run.first || (a->count > 0 && run.first <= p->last))
        return bad_here(p, "the ids are not in order");
    for (uint32_t i = 0; i < run.count && has_room; i++) {
        a->ids[a->count + i] = run.first + (uint64_t)i * d->every_agent;
        a->groups[a->count + i] = run.group;
    }
    a->count += run.count;
    p->last = last;
    p->next += sizeof run;
    return GESTALT_OK;
}

// Read a frame's runs, and store their agents if there is room for them.
static gestalt_result read_each_run(payload *p, uint32_t runs, uint64_t count, bool has_room)
{
    p->agents->count = 0;
    for (uint32_t i = 0; i < runs; i++) {
        gestalt_result result = read_run(p, count, has_room);
        if (result != GESTALT_OK)
            return result;
    }
    return p->agents->count == count ? GESTALT_OK
                                     : bad_here(p, "the runs have fewer agents than the frame");
}

// Read the agents of a frame. Reads the runs twice: first to count the agents, so that no more
// memory is allocated than necessary.
static gestalt_result read_runs(payload *p, uint64_t count)
{
    uint32_t runs;
    if ((size_t)(p->end - p->next) < sizeof runs)
        return bad_here(p, "the frame ends too early");
    memcpy(&runs, p->next, sizeof runs);
    if (runs > ((size_t)(p->end - p->next) - sizeof runs) / sizeof(record_run))
        return bad_here(p, "the frame is too short for its runs");
    const unsigned char *first = p->next += sizeof runs;
    gestalt_result result = read_each_run(p, runs, count, false);
    if (result != GESTALT_OK || p->r->skims)
        return result;
    if (!record_agents_reserve(p->agents, count))
        return chunk_reader_no_memory(&p->r->in);
    p->next = first;
    return read_each_run(p, runs, count, true);
}

// Change `now` to the frame's agents, with the words that are already known. A key frame needs no
// known words, so `next` is not used.
static gestalt_result read_agents(payload *p, const record_chunk *c)
{
    gestalt_recording *r = p->r;
    bool needs_both = !(c->flags & RECORD_KEY) && !r->skims;
    p->agents = needs_both ? &r->next : &r->now;
    if (c->flags & RECORD_SAME)
        return c->count == r->now.count
                   ? GESTALT_OK
                   : bad_here(p, "the frame has another number of agents than the previous one");
    gestalt_result result = read_runs(p, c->count);
    if (result != GESTALT_OK || r->skims)
        return result;
    if (!needs_both) {
        record_agents_forget(&r->now);
        return GESTALT_OK;
    }
    record_agents_follow(&r->next, &r->now);
    record_agents swapped = r->now;
    r->now = r->next;
    r->next = swapped;
    return GESTALT_OK;
}

static gestalt_result read_columns(payload *p, bool is_key)
{
    gestalt_recording *r = p->r;
    for (uint32_t i = 0; i < r->description.column_count; i++) {
        uint32_t bits = record_word_bits(&r->description.columns[i]);
        record_past past = {0};
        if (!r->skims)
            past = record_agents_past(&r->now, i);
        const char *wrong =
            record_decode(&p->next, p->end, r->now.count, bits, is_key, r->skims ? NULL : &past);
        if (wrong)
            return bad_here(p, wrong);
    }
    return GESTALT_OK;
}

static gestalt_result read_lights(payload *p)
{
    gestalt_recording *r = p->r;
    uint64_t size = record_lights_size(r->light_count);
    if (size > (size_t)(p->end - p->next))
        return bad_here(p, "the frame has no states for its lights");
    for (uint32_t i = 0; i < r->light_count; i++)
        r->lights[i] = p->next[i / 4] >> i % 4 * 2 & 3;
    if (r->light_count % 4 != 0 && p->next[size - 1] >> r->light_count % 4 * 2 != 0)
        return bad_here(p, "bits after the last light are set");
    p->next += size;
    return p->next == p->end ? GESTALT_OK : bad_here(p, "the frame has bytes after its end");
}

static bool reserve_values(gestalt_recording *r)
{
    return ARRAY_RESERVE(&r->allocator, r->values, r->values_capacity,
                         r->now.count * r->description.column_count + 1);
}

static gestalt_result hand_out(gestalt_recording *r, const record_chunk *c,
                               gestalt_record_frame *frame)
{
    *frame = (gestalt_record_frame){
        .step = c->step, .time = c->time, .count = r->now.count, .lights = r->lights};
    if (r->skims)
        return GESTALT_OK;
    if (!reserve_values(r))
        return chunk_reader_no_memory(&r->in);
    for (uint32_t i = 0; i < r->description.column_count; i++) {
        uint32_t *values = r->values + r->now.count * i;
        record_from_words(&r->description.columns[i], record_agents_past(&r->now, i).last,
                          r->now.count, values);
        r->columns[i] = values;
    }
    frame->ids = r->now.ids;
    frame->groups = r->now.groups;
    frame->columns = r->columns;
    return GESTALT_OK;
}

static gestalt_result read_frame(gestalt_recording *r, const record_chunk *c,
                                 gestalt_record_frame *frame)
{
    payload p = {
        .r = r, .next = r->in.buffer + sizeof *c, .end = r->in.buffer + sizeof *c + c->size};
    gestalt_result result = read_agents(&p, c);
    if (result == GESTALT_OK)
        result = read_columns(&p, c->flags & RECORD_KEY);
    if (result == GESTALT_OK)
        result = read_lights(&p);
    if (result == GESTALT_OK)
        result = hand_out(r, c, frame);
    r->frame_count++;
    r->last_step = c->step;
    return result;
}

static gestalt_result read_next(gestalt_recording *r, gestalt_record_next *what,
                                gestalt_record_frame *frame)
{
    record_chunk c;
    bool is_cut = false;
    *what = GESTALT_RECORD_AT_END;
    if (r->is_ended)
        return GESTALT_OK;
    gestalt_result result = chunk_reader_find(&r->in, RECORD_OF_WORLD, &c, &is_cut);
    bool is_end = !is_cut && result == GESTALT_OK && c.kind == RECORD_CHUNK_END;
    if (result == GESTALT_OK && !is_cut && !is_end)
        result = check_frame(r, &c);
    if (result == GESTALT_OK && !is_cut)
        result = chunk_reader_payload(&r->in, &c, &is_cut);
    if (result == GESTALT_OK && is_cut)
        *what = GESTALT_RECORD_CUT;
    if (result != GESTALT_OK || is_cut)
        return result;
    *what = is_end ? GESTALT_RECORD_AT_END : GESTALT_RECORD_HAS_FRAME;
    result = is_end ? GESTALT_OK : read_frame(r, &c, frame);
    r->is_ended = is_end;
    return result == GESTALT_OK ? chunk_reader_pass(&r->in, &c) : result;
}

static gestalt_result reader_next(gestalt_recording *r, gestalt_record_next *what,
                                  gestalt_record_frame *frame, gestalt_error *error)
{
    floats_environment floats;
    floats_begin(&floats);
    r->has_read = true;
    gestalt_result result = r->has_failed ? r->in.failure.result : read_next(r, what, frame);
    floats_end(&floats);
    if (result == GESTALT_OK)
        return GESTALT_OK;
    r->has_failed = true;
    if (error)
        *error = r->in.failure;
    return result;
}

gestalt_result gestalt_recording_skim(gestalt_recording *r, gestalt_record_next *what,
                                      gestalt_record_frame *frame, gestalt_error *error)
{
    if (MISUSE_NULL(r, "recording", error) || MISUSE_NULL(what, "next", error) ||
        MISUSE_NULL(frame, "frame", error))
        return GESTALT_MISUSE;
    if (r->has_read && !r->skims)
        return MISUSE(error, "the recording was read by gestalt_recording_next: continue with that "
                             "function, or open the recording again");
    r->skims = true;
    return reader_next(r, what, frame, error);
}

gestalt_result gestalt_recording_next(gestalt_recording *r, gestalt_record_next *what,
                                      gestalt_record_frame *frame, gestalt_error *error)
{
    if (MISUSE_NULL(r, "recording", error) || MISUSE_NULL(what, "next", error) ||
        MISUSE_NULL(frame, "frame", error))
        return GESTALT_MISUSE;
    if (r->skims)
        return MISUSE(error, "the recording was read by gestalt_recording_skim: continue with that "
                             "function, or open the recording again");
    return reader_next(r, what, frame, error);
}
