// SPDX-License-Identifier: MIT
// Reading recordings of trees, chunk by chunk.
#include "chunk_reader.h"
#include "error.h"
#include "misuse.h"
#include "text.h"
#include "tree_agents.h"
#include "tree_parse.h"
#include "utf8.h"

enum { STATE_BYTES = 512 }; // bytes of state for each agent that the limits allow

typedef struct tree_reader {
    arena memory; // memory of the tree
    tree_parsed parsed;
    uint64_t version; // version of the tree
    tree_state state;
    gestalt_node_counts *counts;
    size_t counts_room;
    bool has_counts;
    bool needs_key; // true if the state of the group's agents is unknown
} tree_reader;

struct gestalt_tree_recording {
    gestalt_allocator allocator;
    chunk_reader in;
    gestalt_tree_description description;
    char *name;
    size_t name_size;
    gestalt_limits limits;
    tree_reader *groups; // groups whose trees have been read
    uint32_t group_count;
    size_t groups_room;
    tree_agents now, next; // agents of the last frame, and room for the coming one
    gestalt_tree_step *steps;
    tree_answer *answers; // by step: the values of all expressions
    uint64_t step_count;
    size_t steps_room, answers_room;
    arena asked_memory;
    const char **asked; // texts of the expressions
    uint32_t asked_count;
    uint64_t frame_count, last_tick;
    uint32_t edits;      // number of edits since the last frame
    uint64_t tree_count; // number of trees read so far
    bool is_ended, has_failed;
};

// ---- opening

// Read the description, whose name is the rest of the payload.
static gestalt_result take_description(gestalt_tree_recording *r, const record_chunk *c)
{
    tree_heading h = {0};
    const uint64_t at = r->in.offset + sizeof *c;
    const unsigned char *bytes = r->in.buffer + sizeof *c;
    if (c->size < sizeof h || c->size - sizeof h > TREE_NAME_MAX ||
        !utf8_is_plain((const char *)bytes + sizeof h, c->size - sizeof h))
        return chunk_reader_bad(&r->in, at, "the name is too long, or not valid text");
    memcpy(&h, bytes, sizeof h);
    if (h.every == 0 || h.group_count == 0 || h.group_count > TREE_GROUPS_MAX)
        return chunk_reader_bad(
            &r->in, at, "the ticks between frames are 0, or there are no groups, or too many");
    size_t size = (size_t)c->size - sizeof h;
    r->name_size = size + 1;
    r->name = memory_new(&r->allocator, r->name_size);
    if (!r->name)
        return chunk_reader_no_memory(&r->in);
    memcpy(r->name, bytes + sizeof h, size);
    r->name[size] = 0;
    r->description = (gestalt_tree_description){r->name, h.every, h.group_count};
    return GESTALT_OK;
}

static gestalt_result tree_reader_begin(gestalt_tree_recording *r)
{
    record_chunk c;
    gestalt_result result = chunk_reader_open(&r->in, RECORD_CHUNK_TREES, &c);
    if (result == GESTALT_OK)
        result = take_description(r, &c);
    return result == GESTALT_OK ? chunk_reader_pass(&r->in, &c) : result;
}

static gestalt_result tree_open(record_origin origin, const gestalt_allocator *allocator,
                                gestalt_tree_recording **recording, gestalt_error *error)
{
    gestalt_allocator memory = memory_allocator(allocator);
    gestalt_tree_recording *r = memory_new(&memory, sizeof *r);
    if (!r)
        return error_no_memory(error);
    *r = (gestalt_tree_recording){.allocator = memory};
    arena_start(&r->asked_memory, memory);
    gestalt_limits_default(&r->limits, sizeof r->limits);
    gestalt_result result = chunk_reader_begin(&r->in, memory, origin);
    if (result == GESTALT_OK)
        result = tree_reader_begin(r);
    if (result == GESTALT_OK) {
        *recording = r;
        return GESTALT_OK;
    }
    if (error)
        *error = r->in.failure;
    gestalt_tree_recording_close(r);
    return result;
}

gestalt_result gestalt_tree_recording_open(const char *path, const gestalt_allocator *allocator,
                                           gestalt_tree_recording **recording, gestalt_error *error)
{
    if (MISUSE_NULL(recording, "recording", error))
        return GESTALT_MISUSE;
    *recording = NULL;
    if (MISUSE_NULL(path, "path", error))
        return GESTALT_MISUSE;
    return tree_open((record_origin){.path = path}, allocator, recording, error);
}

gestalt_result gestalt_tree_recording_open_memory(const void *bytes, size_t size,
                                                  const gestalt_allocator *allocator,
                                                  gestalt_tree_recording **recording,
                                                  gestalt_error *error)
{
    if (MISUSE_NULL(recording, "recording", error))
        return GESTALT_MISUSE;
    *recording = NULL;
    if (MISUSE_NULL(bytes, "bytes", error))
        return GESTALT_MISUSE;
    return tree_open((record_origin){.bytes = bytes, .size = size}, allocator, recording, error);
}

gestalt_result gestalt_tree_recording_open_source(gestalt_record_source source,
                                                  const gestalt_allocator *allocator,
                                                  gestalt_tree_recording **recording,
                                                  gestalt_error *error)
{
    if (MISUSE_NULL(recording, "recording", error))
        return GESTALT_MISUSE;
    *recording = NULL;
    if (MISUSE_NULL(source.read, "source.read", error))
        return GESTALT_MISUSE;
    return tree_open((record_origin){.source = source}, allocator, recording, error);
}

void gestalt_tree_recording_close(gestalt_tree_recording *r)
{
    if (!r)
        return;
    gestalt_allocator memory = r->allocator;
    for (uint32_t i = 0; i < r->group_count; i++) {
        arena_destroy(&r->groups[i].memory);
        tree_state_release(&r->groups[i].state, &memory);
        ARRAY_RELEASE(&memory, r->groups[i].counts, r->groups[i].counts_room);
    }
    ARRAY_RELEASE(&memory, r->groups, r->groups_room);
    ARRAY_RELEASE(&memory, r->now.list, r->now.room);
    ARRAY_RELEASE(&memory, r->next.list, r->next.room);
    ARRAY_RELEASE(&memory, r->steps, r->steps_room);
    ARRAY_RELEASE(&memory, r->answers, r->answers_room);
    arena_destroy(&r->asked_memory);
    memory_release(&memory, r->name, r->name_size);
    chunk_reader_end(&r->in);
    memory_release(&memory, r, sizeof *r);
}

const gestalt_tree_description *gestalt_tree_recording_description(const gestalt_tree_recording *r)
{
    return MISUSE_NULL(r, "recording", NULL) ? NULL : &r->description;
}

void gestalt_tree_recording_set_limits(gestalt_tree_recording *r, const gestalt_limits *limits)
{
    if (MISUSE_NULL(r, "recording", NULL) || MISUSE_NULL(limits, "limits", NULL))
        return;
    size_t size = limits->struct_size;
    memcpy(&r->limits, limits, size < sizeof r->limits ? size : sizeof r->limits);
}

uint64_t gestalt_tree_recording_offset(const gestalt_tree_recording *r)
{
    return MISUSE_NULL(r, "recording", NULL) ? 0 : r->in.offset;
}

// ---- trees

static gestalt_result bad_in_chunk(gestalt_tree_recording *r, uint64_t at, const char *what)
{
    return chunk_reader_bad(&r->in, r->in.offset + sizeof(record_chunk) + at, what);
}

// Parse a tree into memory of its own.
static gestalt_result parse_tree(gestalt_tree_recording *r, const record_chunk *c, arena *a,
                                 tree_parsed *parsed)
{
    uint64_t at;
    bool is_limit;
    if (setjmp(a->escape))
        return chunk_reader_no_memory(&r->in);
    const char *wrong =
        tree_parse(r->in.buffer + sizeof *c, c->size, &r->limits, a, parsed, &at, &is_limit);
    if (wrong && is_limit)
        return error_set(&r->in.failure, GESTALT_LIMIT, r->in.offset, "%s", wrong);
    if (wrong)
        return bad_in_chunk(r, at, wrong);
    if (parsed->group != r->group_count &&
        (parsed->group > r->group_count || r->group_count < r->description.group_count))
        return bad_in_chunk(r, 0, "the trees do not come in the order of their groups");
    return parsed->group < r->description.group_count
               ? GESTALT_OK
               : bad_in_chunk(r, 0, "there is no such group");
}

// Replace the tree of a group. The state of the group's agents is unknown until the next key frame.
static gestalt_result take_tree(gestalt_tree_recording *r, const record_chunk *c)
{
    arena a;
    tree_parsed parsed = {0};
    arena_start(&a, r->allocator);
    gestalt_result result = parse_tree(r, c, &a, &parsed);
    if (result == GESTALT_OK &&
        (!ARRAY_RESERVE(&r->allocator, r->groups, r->groups_room, parsed.group + UINT64_C(1))))
        result = chunk_reader_no_memory(&r->in);
    if (result != GESTALT_OK) {
        arena_destroy(&a);
        return result;
    }
    if (parsed.group == r->group_count)
        r->groups[r->group_count++] = (tree_reader){0};
    else
        r->edits++;
    tree_reader *g = &r->groups[parsed.group];
    arena_destroy(&g->memory);
    tree_state_release(&g->state, &r->allocator);
    g->memory = a;
    g->parsed = parsed;
    g->version = ++r->tree_count;
    g->state.mask_count = parsed.tree.mask_count;
    g->state.column_count = parsed.tree.column_count;
    g->needs_key = true;
    g->has_counts = false;
    return GESTALT_OK;
}

// ---- frames

static uint64_t states_size(const gestalt_tree_recording *r)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < r->group_count; i++)
        size += r->groups[i].state.block_count * tree_block_memory(&r->groups[i].state);
    return size;
}

// Allocate room for a group's blocks, of which the first `known` exist already.
static gestalt_result reserve_blocks(gestalt_tree_recording *r, tree_reader *g, uint64_t count,
                                     uint64_t known, const words_input *in)
{
    uint64_t left = (uint64_t)(in->end - in->next), most = r->limits.agents;
    uint64_t fresh = count > known ? count - known : 0;
    if (count > TREE_BLOCKS_MAX / TREE_LANES || fresh > left / tree_block_size_least(&g->state))
        return bad_in_chunk(r, 0, "the frame is too short for its blocks");
    uint64_t before = states_size(r) - g->state.block_count * tree_block_memory(&g->state);
    if (before + count * tree_block_memory(&g->state) >
        (most > UINT64_MAX / STATE_BYTES ? UINT64_MAX : most * STATE_BYTES) + (1 << 20))
        return error_set(&r->in.failure, GESTALT_LIMIT, r->in.offset,
                         "a frame has more states than %d bytes for each of %llu agents",
                         STATE_BYTES, (unsigned long long)most);
    if (!tree_state_resize(&g->state, &r->allocator, count))
        return chunk_reader_no_memory(&r->in);
    return GESTALT_OK;
}

static const char *take_piece(tree_reader *g, uint64_t first, uint64_t known, words_input *in)
{
    uint64_t changed = words_take(in), left = g->state.block_count - first;
    if (left < TREE_PIECE && changed >> left)
        return "a block that does not exist has changed";
    for (uint64_t i = 0; i < TREE_PIECE && i < left; i++) {
        bool in_full = first + i >= known;
        if (!(changed >> i & 1)) {
            if (in_full)
                return "a new block is missing";
            continue;
        }
        const char *wrong = tree_take_block(&g->state, first + i, in_full, g->parsed.parents, in);
        if (wrong)
            return wrong;
    }
    return in->is_short ? "the frame ends too early" : NULL;
}

static gestalt_result take_counts(gestalt_tree_recording *r, tree_reader *g, words_input *in)
{
    uint32_t count = g->parsed.tree.node_count;
    if (!ARRAY_RESERVE(&r->allocator, g->counts, g->counts_room, count))
        return chunk_reader_no_memory(&r->in);
    for (uint32_t i = 0; i < count; i++) {
        g->counts[i].succeeded = words_take_number(in);
        g->counts[i].failed = words_take_number(in);
        g->counts[i].running = words_take_number(in);
        g->counts[i].abandoned = words_take_number(in);
    }
    return in->is_short ? bad_in_chunk(r, 0, "the frame ends too early") : GESTALT_OK;
}

static gestalt_value value_of(uint64_t type, uint32_t bits)
{
    gestalt_value value = {.type = (gestalt_type)type};
    if (type == GESTALT_BOOL)
        value.boolean = bits;
    else if (type == GESTALT_INT)
        value.integer = (int32_t)bits;
    else
        memcpy(&value.number, &bits, sizeof bits);
    return value;
}

static gestalt_result take_shared(gestalt_tree_recording *r, gestalt_value *value, words_input *in)
{
    uint64_t bits = words_take(in);
    if (in->is_short || bits > (value->type == GESTALT_BOOL ? 1 : UINT32_MAX))
        return bad_in_chunk(r, 0, "a shared key has no value, or an invalid one");
    *value = value_of(value->type, (uint32_t)bits);
    return GESTALT_OK;
}

static gestalt_result take_group(gestalt_tree_recording *r, tree_reader *g, bool must_be_key,
                                 words_input *in)
{
    uint8_t flags = words_take_byte(in);
    uint64_t count = words_take_number(in);
    bool is_key = flags & TREE_GROUP_KEY;
    if (flags & ~(TREE_GROUP_KEY | TREE_GROUP_COUNTS) || ((must_be_key || g->needs_key) && !is_key))
        return bad_in_chunk(r, 0, "the flags of a group are invalid");
    uint64_t known = is_key ? 0 : g->state.block_count;
    gestalt_result result = reserve_blocks(r, g, count, known, in);
    if (result != GESTALT_OK)
        return result;
    g->state.has_moved = g->state.has_moved || is_key || count < known;
    for (uint64_t first = 0; first < count; first += TREE_PIECE) {
        const char *wrong = take_piece(g, first, known, in);
        if (wrong)
            return bad_in_chunk(r, (uint64_t)(in->next - r->in.buffer) - sizeof(record_chunk),
                                wrong);
    }
    g->needs_key = false;
    g->has_counts = flags & TREE_GROUP_COUNTS;
    result = g->has_counts ? take_counts(r, g, in) : GESTALT_OK;
    for (uint32_t i = 0; i < g->parsed.shared_count && result == GESTALT_OK; i++)
        result = take_shared(r, &g->parsed.shared[i].value, in);
    return result;
}

// Rebuild the list of all agents if any were added or removed.
static gestalt_result list_agents(gestalt_tree_recording *r, gestalt_tree_frame *frame)
{
    bool has_moved = false;
    for (uint32_t i = 0; i < r->group_count; i++) {
        has_moved = has_moved || r->groups[i].state.has_moved;
        r->groups[i].state.has_moved = false;
    }
    if (!has_moved)
        return GESTALT_OK;
    r->next.count = 0;
    for (uint32_t i = 0; i < r->group_count; i++)
        if (!tree_agents_add(&r->next, &r->allocator, &r->groups[i].state, i))
            return chunk_reader_no_memory(&r->in);
    if (!tree_agents_sort(&r->next))
        return bad_in_chunk(r, 0, "two agents have the same id");
    if (r->frame_count > 0) {
        frame->born = tree_agents_without(&r->next, &r->now);
        frame->gone = tree_agents_without(&r->now, &r->next);
    }
    tree_agents swapped = r->now;
    r->now = r->next;
    r->next = swapped;
    return GESTALT_OK;
}

static gestalt_result take_states(gestalt_tree_recording *r, const record_chunk *c,
                                  gestalt_tree_frame *frame)
{
    const unsigned char *bytes = r->in.buffer + sizeof *c;
    words_input in = {.next = bytes, .end = bytes + c->size};
    bool is_key = c->flags & RECORD_KEY;
    gestalt_result result = GESTALT_OK;
    if (r->group_count < r->description.group_count)
        return bad_in_chunk(r, 0, "a frame comes before the trees of all groups");
    for (uint32_t i = 0; result == GESTALT_OK && i < r->group_count; i++)
        result = take_group(r, &r->groups[i], is_key, &in);
    if (result == GESTALT_OK && in.next != in.end)
        result = bad_in_chunk(r, 0, "the frame has bytes after its end");
    if (result == GESTALT_OK)
        result = list_agents(r, frame);
    if (result == GESTALT_OK && r->now.count != c->count)
        result = bad_in_chunk(r, 0, "the number of agents in the frame is wrong");
    frame->agents = r->now.count;
    frame->edits = r->edits;
    r->edits = 0;
    r->frame_count++;
    r->last_tick = c->step;
    return result;
}

// ---- steps

// Read the values at a step, as differences from the previous step. Returns false if they are
// invalid.
static bool take_answers(const gestalt_tree_recording *r, uint64_t step, words_input *in)
{
    uint32_t count = r->asked_count;
    if (count == 0) // there is no memory for values either
        return true;
    tree_answer *answers = r->answers + step * count;
    for (uint32_t i = 0; i < count; i++)
        answers[i] = step > 0 ? answers[(int64_t)i - count] : (tree_answer){TREE_NO_ANSWER, 0};
    uint64_t changed = words_take(in);
    if (changed >> count)
        return false;
    for (; changed; changed &= changed - 1) {
        tree_answer *answer = &answers[__builtin_ctzll(changed)];
        answer->type = words_take_byte(in);
        uint64_t bits = answer->type < TREE_NO_ANSWER ? words_take(in) : 0;
        if (answer->type > TREE_NO_ANSWER || bits > (answer->type == GESTALT_BOOL ? 1 : UINT32_MAX))
            return false;
        answer->bits = (uint32_t)bits;
    }
    return true;
}

static gestalt_result take_steps(gestalt_tree_recording *r, const record_chunk *c,
                                 gestalt_tree_frame *frame)
{
    const unsigned char *bytes = r->in.buffer + sizeof *c;
    words_input in = {.next = bytes, .end = bytes + c->size};
    uint64_t agent = 0, node = 0;
    if (c->count > c->size / 4)
        return bad_in_chunk(r, 0, "there are fewer steps than the count");
    if (!ARRAY_RESERVE(&r->allocator, r->steps, r->steps_room, c->count) ||
        !ARRAY_RESERVE(&r->allocator, r->answers, r->answers_room, c->count * r->asked_count))
        return chunk_reader_no_memory(&r->in);
    for (uint64_t i = 0; i < c->count; i++) {
        uint8_t kind = words_take_byte(&in);
        agent += words_unfold(words_take_number(&in));
        uint64_t group = words_take_number(&in);
        node += words_unfold(words_take_number(&in));
        if (in.is_short || kind >= GESTALT_TREE_STEP_COUNT || group >= r->group_count ||
            node >= r->groups[group].parsed.tree.node_count)
            return bad_in_chunk(r, 0, "a step has an unknown kind or node");
        r->steps[i] = (gestalt_tree_step){agent, (uint32_t)node, (uint32_t)group,
                                          (gestalt_tree_step_kind)kind};
        if (!take_answers(r, i, &in))
            return bad_in_chunk(r, 0, "a step has invalid values");
    }
    r->step_count = c->count;
    frame->steps = r->steps;
    frame->step_count = c->count;
    return in.next == in.end ? GESTALT_OK
                             : bad_in_chunk(r, 0, "there are more steps than the count");
}

// ---- expressions

static gestalt_result take_expressions(gestalt_tree_recording *r, const record_chunk *c)
{
    const unsigned char *bytes = r->in.buffer + sizeof *c;
    uint64_t at = 0;
    r->asked = ARENA_ARRAY(&r->asked_memory, const char *, c->count);
    for (; r->asked_count < c->count; r->asked_count++) {
        uint32_t size = 0;
        if (c->size - at >= sizeof size)
            memcpy(&size, bytes + at, sizeof size);
        if (c->size - at < sizeof size || size > c->size - at - sizeof size || size == 0 ||
            size > TREE_NAME_MAX || !utf8_is_plain((const char *)bytes + at + sizeof size, size))
            return bad_in_chunk(r, at, "an expression is empty, too long, or not valid text");
        at += sizeof size;
        r->asked[r->asked_count] =
            arena_copy_text(&r->asked_memory, (const char *)bytes + at, size);
        at += size;
    }
    return at == c->size ? GESTALT_OK
                         : bad_in_chunk(r, at, "the chunk has bytes after its expressions");
}

static gestalt_result take_asked(gestalt_tree_recording *r, const record_chunk *c)
{
    if (setjmp(r->asked_memory.escape))
        return chunk_reader_no_memory(&r->in);
    return take_expressions(r, c);
}

// ---- chunks

// Return whether a chunk of expressions is valid: it must be the first chunk, and the only one of
// its kind.
static bool is_asked_in_place(const gestalt_tree_recording *r, const record_chunk *c)
{
    return r->tree_count == 0 && r->asked_count == 0 && c->count > 0 && c->count <= TREE_ASKED_MAX;
}

static gestalt_result check_tree_chunk(gestalt_tree_recording *r, const record_chunk *c)
{
    const uint64_t at = r->in.offset;
    bool is_frame = c->kind == RECORD_CHUNK_STATES;
    if (c->kind == RECORD_CHUNK_ASKED && !is_asked_in_place(r, c))
        return chunk_reader_bad(&r->in, at, "the recording is damaged: expressions come too late");
    if (c->flags & ~(uint32_t)(is_frame ? RECORD_KEY : 0) ||
        (is_frame && r->frame_count == 0 && !(c->flags & RECORD_KEY)))
        return chunk_reader_bad(&r->in, at + offsetof(record_chunk, flags),
                                "the flags are invalid");
    if (c->step < r->last_tick || (is_frame && r->frame_count > 0 && c->step == r->last_tick) ||
        c->time > TREE_TIME_MAX || c->time < -TREE_TIME_MAX)
        return chunk_reader_bad(&r->in, at + offsetof(record_chunk, step),
                                "the ticks do not increase, or the time is out of range");
    if (c->kind == RECORD_CHUNK_TREE && c->count)
        return chunk_reader_bad(&r->in, at + offsetof(record_chunk, count),
                                "a reserved field is not 0");
    if (is_frame && c->count > r->limits.agents)
        return error_set(&r->in.failure, GESTALT_LIMIT, at + offsetof(record_chunk, count),
                         "a frame has %llu agents, more than the limit of %llu",
                         (unsigned long long)c->count, (unsigned long long)r->limits.agents);
    return GESTALT_OK;
}

static gestalt_result read_tree_chunk(gestalt_tree_recording *r, record_chunk *c, bool *is_cut)
{
    gestalt_result result = chunk_reader_find(&r->in, RECORD_OF_TREES, c, is_cut);
    if (result == GESTALT_OK && !*is_cut && c->kind != RECORD_CHUNK_END)
        result = check_tree_chunk(r, c);
    return result == GESTALT_OK && !*is_cut ? chunk_reader_payload(&r->in, c, is_cut) : result;
}

static gestalt_result take_chunk(gestalt_tree_recording *r, const record_chunk *c,
                                 gestalt_tree_next *next, gestalt_tree_frame *frame)
{
    *frame = (gestalt_tree_frame){.tick = c->step, .time = c->time};
    switch ((record_chunk_kind)c->kind) {
    case RECORD_CHUNK_TREE: return take_tree(r, c);
    case RECORD_CHUNK_ASKED: return take_asked(r, c);
    case RECORD_CHUNK_STATES: *next = GESTALT_TREE_HAS_FRAME; return take_states(r, c, frame);
    case RECORD_CHUNK_STEPS: *next = GESTALT_TREE_HAS_STEPS; return take_steps(r, c, frame);
    default: r->is_ended = true; return GESTALT_OK;
    }
}

// Read chunks up to one that the caller gets.
static gestalt_result tree_next(gestalt_tree_recording *r, gestalt_tree_next *next,
                                gestalt_tree_frame *frame)
{
    *next = GESTALT_TREE_AT_END;
    r->step_count = 0;
    while (*next == GESTALT_TREE_AT_END && !r->is_ended) {
        bool is_cut;
        record_chunk c;
        gestalt_result result = read_tree_chunk(r, &c, &is_cut);
        if (result == GESTALT_OK && is_cut) {
            *next = GESTALT_TREE_CUT;
            return GESTALT_OK;
        }
        if (result == GESTALT_OK)
            result = take_chunk(r, &c, next, frame);
        if (result == GESTALT_OK)
            result = chunk_reader_pass(&r->in, &c);
        if (result != GESTALT_OK)
            return result;
    }
    return GESTALT_OK;
}

gestalt_result gestalt_tree_recording_next(gestalt_tree_recording *r, gestalt_tree_next *next,
                                           gestalt_tree_frame *frame, gestalt_error *error)
{
    if (MISUSE_NULL(r, "recording", error) || MISUSE_NULL(next, "next", error) ||
        MISUSE_NULL(frame, "frame", error))
        return GESTALT_MISUSE;
    gestalt_result result = r->has_failed ? r->in.failure.result : tree_next(r, next, frame);
    r->has_failed = result != GESTALT_OK;
    if (r->has_failed && error)
        *error = r->in.failure;
    return result;
}

// ---- reading a frame

// Return a group, or NULL if its tree has not been read.
static const tree_reader *find_group(const gestalt_tree_recording *r, uint32_t group)
{
    return group < r->group_count ? &r->groups[group] : NULL;
}

bool gestalt_tree_recording_group(const gestalt_tree_recording *r, uint32_t group,
                                  gestalt_tree_group *description)
{
    if (MISUSE_NULL(r, "recording", NULL) || MISUSE_NULL(description, "description", NULL))
        return false;
    const tree_reader *g = find_group(r, group);
    if (!g)
        return false;
    *description = g->parsed.tree;
    description->block_count = g->state.block_count;
    description->counts = g->has_counts ? g->counts : NULL;
    return true;
}

uint64_t gestalt_tree_recording_version(const gestalt_tree_recording *r, uint32_t group)
{
    const tree_reader *g = MISUSE_NULL(r, "recording", NULL) ? NULL : find_group(r, group);
    return g ? g->version : 0;
}

bool gestalt_tree_recording_block(const gestalt_tree_recording *r, uint32_t group, uint64_t index,
                                  gestalt_tree_block *block)
{
    if (MISUSE_NULL(r, "recording", NULL) || MISUSE_NULL(block, "block", NULL))
        return false;
    const tree_reader *g = find_group(r, group);
    if (!g || index >= g->state.block_count)
        return false;
    const tree_state *s = &g->state;
    *block = (gestalt_tree_block){
        s->lanes[index], s->ids + index * TREE_LANES, s->masks + index * s->mask_count,
        s->column_count > 0 ? s->columns + index * s->column_count * TREE_LANES : NULL};
    return true;
}

bool gestalt_tree_recording_find(const gestalt_tree_recording *r, uint64_t agent, uint32_t *group,
                                 uint64_t *block, uint32_t *lane)
{
    if (MISUSE_NULL(r, "recording", NULL) || MISUSE_NULL(group, "group", NULL) ||
        MISUSE_NULL(block, "block", NULL) || MISUSE_NULL(lane, "lane", NULL))
        return false;
    uint64_t index = tree_agents_find(&r->now, agent);
    if (index == r->now.count || r->now.list[index].agent != agent)
        return false;
    const tree_place *place = &r->now.list[index];
    if (r->groups[place->group].needs_key)
        return false;
    *group = place->group;
    *block = place->lane / TREE_LANES;
    *lane = place->lane % TREE_LANES;
    return true;
}

gestalt_result gestalt_tree_recording_at(const gestalt_tree_recording *r, uint32_t group,
                                         uint64_t *agents, size_t capacity, gestalt_error *error)
{
    if (MISUSE_NULL(r, "recording", error) || MISUSE_NULL(agents, "agents", error) ||
        MISUSE_BEYOND(group, r->group_count, "group", error))
        return GESTALT_MISUSE;
    const tree_reader *g = &r->groups[group];
    const gestalt_tree_group *tree = &g->parsed.tree;
    if (capacity < tree->node_count)
        return error_set(
            error, GESTALT_LIMIT, 0, "the tree has %u node%s, and there is room for %zu",
            (unsigned)tree->node_count, text_plural(tree->node_count, "", "s"), capacity);
    memset(agents, 0, tree->node_count * sizeof *agents);
    for (uint64_t block = 0; block < g->state.block_count; block++) {
        const uint64_t *masks = g->state.masks + block * g->state.mask_count;
        for (uint32_t i = 0; i < tree->node_count; i++)
            if (tree->nodes[i].mask != GESTALT_NO_NODE)
                agents[i] += (uint64_t)__builtin_popcountll(masks[tree->nodes[i].mask]);
    }
    return GESTALT_OK;
}

// ---- expressions and shared keys

bool gestalt_tree_recording_shared(const gestalt_tree_recording *r, uint32_t group, uint32_t index,
                                   gestalt_tree_shared *key)
{
    if (MISUSE_NULL(r, "recording", NULL) || MISUSE_NULL(key, "key", NULL))
        return false;
    const tree_reader *g = find_group(r, group);
    if (!g || index >= g->parsed.shared_count)
        return false;
    *key = g->parsed.shared[index];
    return true;
}

const char *gestalt_tree_recording_asked(const gestalt_tree_recording *r, uint32_t index)
{
    if (MISUSE_NULL(r, "recording", NULL))
        return NULL;
    return index < r->asked_count ? r->asked[index] : NULL;
}

bool gestalt_tree_recording_asked_value(const gestalt_tree_recording *r, uint64_t step,
                                        uint32_t asked, gestalt_value *value)
{
    if (MISUSE_NULL(r, "recording", NULL) || MISUSE_NULL(value, "value", NULL) ||
        step >= r->step_count || asked >= r->asked_count)
        return false;
    tree_answer answer = r->answers[step * r->asked_count + asked];
    if (answer.type == TREE_NO_ANSWER)
        return false;
    *value = value_of(answer.type, answer.bits);
    return true;
}
