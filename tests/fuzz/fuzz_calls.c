// SPDX-License-Identifier: MIT
// Any sequence of calls of public functions, made on two populations with different lanes, threads
// and forms of live states, and on the model: the reference, which ticks each agent alone. After
// every call the two populations have the same hash. After every tick, the model has the same
// agents, statuses, requests, launches and keys. Calls that must be refused are refused, and change
// nothing.
//
// The first bytes of the input choose a document, its edits, and the options of the populations.
// Each 3 bytes that follow are a call: the first byte selects the function, the others its
// arguments.
#include "accepted.h"
#include "image.h"
#include "list_keys.h"
#include "puppet.h"
#include "reference_edit.h"
#include "scalar.h"

#include "generate_edit.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    STORIES = 24,
    DOCUMENTS = 3,
    HEAD = 4, // bytes of the input before the calls
    CALL = 3, // bytes of one call
    CALLS_MOST = 40,
    AGENTS_MOST = 16,
    VISITS_MOST = 300,
    NODES_MOST = 60,
};

// ---- documents

typedef struct document {
    generated *text;
    gestalt_shape *shape;
    gestalt_host *host;
    puppets *puppets;
} document;

// Documents that agents are edited to, in a cycle.
typedef struct story {
    document documents[DOCUMENTS];
    int64_t dt;
} story;

static story stories[STORIES];

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_calls: %s\n", what);
    abort();
}

static void must(gestalt_result result, const gestalt_error *error)
{
    check(result == GESTALT_OK, error->message);
}

static gestalt_shape *compile(const generated *g)
{
    gestalt_compile_options options = {.include = generated_include,
                                       .include_user = (void *)(uintptr_t)g};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_text("generated.json", g->text, g->size, &options, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    return shape;
}

static bool is_good(void *user, const generated *g)
{
    (void)user;
    gestalt_shape *shape = compile(g);
    bool good = shape && gestalt_shape_specification(shape)->visit_bound <= VISITS_MOST &&
                gestalt_shape_specification(shape)->node_count <= NODES_MOST;
    gestalt_shape_destroy(shape);
    return good;
}

static void document_start(document *d, generated *text)
{
    d->text = text;
    d->shape = compile(text);
    check(d->shape && gestalt_host_create(NULL, &d->host, NULL) == GESTALT_OK, "no host");
    d->puppets = puppets_create(d->shape, 11, d->host);
}

static void story_start(story *s, uint64_t *seed)
{
    generate_options small = {.nodes = 12, .depth = 4};
    generated *first = generate(*seed, &small);
    while (!is_good(NULL, first)) {
        generated_destroy(first);
        first = generate(++*seed, &small);
    }
    document_start(&s->documents[0], first);
    for (uint32_t i = 1; i < DOCUMENTS; i++)
        document_start(&s->documents[i], generate_edit(s->documents[i - 1].text, *seed + i,
                                                       1 + (uint32_t)(*seed % 4), is_good, NULL));
    s->dt = first->dt;
    ++*seed;
}

static void start(void)
{
    uint64_t seed = 1;
    for (story *s = stories; s < stories + STORIES && !s->documents[0].text; s++)
        story_start(s, &seed);
}

// ---- a run of two populations and the model

typedef struct run {
    const story *story;
    uint32_t at; // index of the current document
    gestalt_population *both[2];
    const uint8_t *head;
    reference *model;
    uint32_t made; // populations created so far
    uint8_t a, b;  // arguments of the current call
} run;

static const document *document_of(const run *r)
{
    return &r->story->documents[r->at];
}

static reference_settings settings_of(const run *r, const document *d)
{
    return (reference_settings){.seed = r->head[1],
                                .dt = r->story->dt,
                                .include = generated_text,
                                .include_user = d->text,
                                .action = puppet_action,
                                .predicate = puppet_predicate,
                                .host_user = d->puppets};
}

static gestalt_population *create(run *r)
{
    static const uint32_t lanes[] = {1, 64, 2, 3, 7, 33};
    static const char *const kernels[] = {NULL, "plain"};
    unsigned way = r->head[2 + r->made % 2] + 31u * (r->made / 2);
    gestalt_population *p = NULL;
    gestalt_error error = {0};
    gestalt_population_options options = {.group = {document_of(r)->shape, document_of(r)->host},
                                          .lanes = lanes[way % 6],
                                          .threads = 1 + way / 6 % 3 * (r->made % 2),
                                          .grain = 1 + way / 18 % 2,
                                          .kernels = kernels[way / 4 % 2],
                                          .states = (gestalt_states)(way / 36 % 3),
                                          .announces_writes = way / 3 % 2,
                                          .never_sleeps = way / 5 % 2,
                                          .seed = r->head[1]};
    r->made++;
    must(gestalt_population_create(&options, &p, &error), &error);
    return p;
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash;
    check(gestalt_population_hash(p, &hash, NULL) == GESTALT_OK, "no hash");
    return hash;
}

static bool pick(const run *r, uint64_t *agent)
{
    uint64_t end = reference_agent_end(r->model);
    *agent = end ? gestalt_population_next(r->both[0], r->a % end) : UINT64_MAX;
    return *agent != UINT64_MAX;
}

// ---- comparing

static void compare_list(const run *r, uint64_t agent, const char *name, bool is_shared)
{
    list_bits expected, list;
    list_bits_of_reference(reference_read_list(r->model, agent, name), &expected);
    for (int i = 0; i < 2; i++) {
        check(population_list_read(r->both[i], agent, name, is_shared, &list), name);
        check(list.count == expected.count, name);
        for (uint32_t place = 0; place < list.count; place++)
            for (uint32_t k = 0; k < expected.width; k++)
                check(list.bits[place][k] == expected.bits[place][k], name);
    }
}

static void compare_cell(const run *r, uint64_t agent, uint32_t cell)
{
    const char *name = reference_cell_name(r->model, cell);
    if (reference_cell_type(r->model, cell) == REFERENCE_LIST) {
        compare_list(r, agent, name, reference_cell_is_shared(r->model, cell));
        return;
    }
    gestalt_value value;
    gestalt_error error = {0};
    for (int i = 0; i < 2; i++) {
        bool shared = reference_cell_is_shared(r->model, cell);
        must(shared ? gestalt_population_read_shared(r->both[i], 0, name, &value, &error)
                    : gestalt_population_read(r->both[i], agent, name, &value, &error),
             &error);
        uint32_t bits = value.type == GESTALT_BOOL  ? value.boolean
                        : value.type == GESTALT_INT ? (uint32_t)value.integer
                                                    : scalar_canonical_bits(value.number);
        check(bits == reference_cell_bits(r->model, agent, cell), name);
    }
}

// Return the type of a key's value; that of a list is its count.
static gestalt_type type_of_key(const gestalt_shape *shape, uint32_t key)
{
    gestalt_shape_key found = gestalt_shape_key_at(shape, key);
    return found.capacity > 0 ? GESTALT_INT : found.type;
}

// Compare the live nodes and the values of keys.
static void compare_inside(const run *r, uint64_t agent)
{
    enum { KEYS_MOST = 64 };
    uint32_t nodes[2][NODES_MOST * 2], first;
    size_t count[2];
    gestalt_error error = {0};
    for (int i = 0; i < 2; i++) {
        const gestalt_shape *shape = gestalt_population_shape(r->both[i], 0);
        uint32_t keys = gestalt_shape_key_count(shape);
        gestalt_value values[KEYS_MOST];
        must(gestalt_actor_live_nodes(r->both[i], agent, nodes[i], NODES_MOST * 2, &count[i],
                                      &error),
             &error);
        if (keys <= KEYS_MOST)
            must(gestalt_actor_values(r->both[i], agent, values, keys, &error), &error);
        for (uint32_t k = 0; k < keys && keys <= KEYS_MOST; k++)
            check(values[k].type == type_of_key(shape, k), "a key has another type");
    }
    must(gestalt_population_live_nodes(r->both[0], &agent, 1, &first, &error), &error);
    check(count[0] == count[1] && memcmp(nodes[0], nodes[1], count[0] * sizeof first) == 0,
          "live nodes differ");
    bool has_first = first == GESTALT_NO_NODE;
    for (size_t i = 0; i < count[0]; i++)
        has_first = has_first || nodes[0][i] == first;
    check(has_first && (count[0] == 0) == (first == GESTALT_NO_NODE), "the first leaf is not live");
}

static void compare_agent(const run *r, uint64_t agent)
{
    for (int i = 0; i < 2; i++)
        check(gestalt_population_status(r->both[i], agent) ==
                  reference_root_status(r->model, agent),
              "the root's answers differ");
    for (uint32_t i = 0; i < reference_persistent_count(r->model); i++) {
        gestalt_status status;
        gestalt_error error = {0};
        must(gestalt_population_persistent(r->both[agent % 2], agent,
                                           reference_persistent_name(r->model, i), &status, &error),
             &error);
        check(status == reference_persistent(r->model, agent, i), "persistents differ");
    }
    for (uint32_t i = 0; i < reference_cell_count(r->model); i++)
        compare_cell(r, agent, i);
    compare_inside(r, agent);
}

static void compare_agents(const run *r)
{
    uint64_t next = gestalt_population_next(r->both[0], 0), count = 0;
    for (uint64_t id = 0; id < reference_agent_end(r->model); id++) {
        bool exists = reference_agent_exists(r->model, id);
        check(gestalt_population_has(r->both[0], id) == exists &&
                  gestalt_population_has(r->both[1], id) == exists,
              "an agent is there on one side only");
        if (!exists)
            continue;
        check(next == id, "another agent is the next one");
        next = gestalt_population_next(r->both[0], id + 1);
        compare_agent(r, id);
        count++;
    }
    check(next == UINT64_MAX && count == gestalt_population_count(r->both[0]) &&
              count == gestalt_population_count(r->both[1]),
          "the numbers of agents differ");
}

static void compare_requests(const run *r)
{
    uint32_t expected;
    const reference_request *theirs = reference_requests(r->model, &expected);
    for (int i = 0; i < 2; i++) {
        const gestalt_request *ours;
        uint64_t count;
        gestalt_error error = {0};
        must(gestalt_population_requests(r->both[i], &ours, &count, &error), &error);
        check(count == expected, "the numbers of requests differ");
        for (uint32_t k = 0; k < count; k++)
            check(ours[k].agent == theirs[k].agent && ours[k].node == theirs[k].node &&
                      ours[k].launch == theirs[k].launch &&
                      strcmp(ours[k].name, theirs[k].name) == 0 &&
                      ours[k].launch_id == (uint32_t)theirs[k].tick,
                  "requests differ");
    }
}

// Compare the launches of both populations with those of the model.
static void compare_launches(const run *r)
{
    gestalt_launch_cursor from[2] = {{0}};
    size_t count[2], room = 1 + r->a % 7;
    do {
        gestalt_launch list[2][8];
        gestalt_error error = {0};
        for (int i = 0; i < 2; i++)
            must(
                gestalt_population_launches(r->both[i], &from[i], list[i], room, &count[i], &error),
                &error);
        check(count[0] == count[1], "the numbers of launches differ");
        for (size_t i = 0; i < count[0]; i++) {
            const gestalt_launch *a = &list[0][i], *b = &list[1][i];
            reference_request launch;
            gestalt_status status;
            check(a->agent == b->agent && a->node == b->node && a->launch_id == b->launch_id &&
                      a->status == b->status,
                  "launches differ");
            check(reference_launch(r->model, a->agent, a->node, &launch, &status) &&
                      a->launch_id == (uint32_t)launch.tick && a->status == status,
                  "the model has another launch");
        }
    } while (count[0] == room);
}

// ---- calls on the populations and the model

static void call_spawn(run *r)
{
    uint64_t count = r->a % 6, first, other;
    gestalt_error error = {0};
    if (gestalt_population_count(r->both[0]) + count > AGENTS_MOST)
        return;
    must(gestalt_population_spawn(r->both[0], 0, count, &first, &error), &error);
    must(gestalt_population_spawn(r->both[1], 0, count, &other, &error), &error);
    check(first == reference_spawn(r->model, count) && first == other, "spawning gave other ids");
}

static void call_leave(run *r, bool for_good)
{
    uint64_t agent;
    gestalt_error error = {0};
    if (!pick(r, &agent))
        return;
    for (int i = 0; i < 2; i++)
        must(for_good ? gestalt_population_despawn(r->both[i], agent, &error)
                      : gestalt_population_cancel(r->both[i], agent, &error),
             &error);
    if (for_good)
        reference_despawn(r->model, agent);
    else
        reference_cancel(r->model, agent);
}

static void call_finish(run *r)
{
    uint64_t agent;
    uint32_t nodes = reference_node_count(r->model), node = r->b % nodes;
    gestalt_status status = (gestalt_status)(r->b % 3), before;
    reference_request launch;
    if (!pick(r, &agent))
        return;
    for (uint32_t i = 0; i < nodes && !reference_launch(r->model, agent, node, &launch, &before);
         i++)
        node = (node + 1) % nodes;
    bool is_live = reference_launch(r->model, agent, node, &launch, &before);
    for (int i = 0; i < 2; i++) {
        uint32_t id = is_live ? (uint32_t)launch.tick : 0;
        gestalt_result result =
            is_live && r->b % 2
                ? gestalt_population_finish_launch(r->both[i], agent, node, id, status, NULL)
                : gestalt_population_finish(r->both[i], agent, node, status, NULL);
        check(result == (is_live ? GESTALT_OK : GESTALT_BAD_ARGUMENT), "finishing goes wrong");
    }
    check(reference_finish(r->model, agent, node, status) == is_live, "the model can't finish");
}

static void write_list(run *r, uint64_t agent, const char *name, bool is_shared, uint32_t bits)
{
    list_bits list;
    list_bits_of_reference(reference_read_list(r->model, agent, name), &list);
    list.count = (r->a + r->b) % (list.capacity + 1);
    for (uint32_t i = 0; i < list.count; i++)
        for (uint32_t k = 0; k < list.width; k++)
            list.bits[i][k] = list.type == GESTALT_BOOL ? bits & 1 : bits + i + k;
    for (int i = 0; i < 2; i++)
        check(population_list_write(r->both[i], agent, name, is_shared, &list), name);
    check(list_bits_to_reference(r->model, agent, name, &list), "the model can't be written to");
}

static void call_write(run *r)
{
    static const uint32_t odd[] = {0,          1,          0x80000000, 0x7fffffff,
                                   0xffffffff, 0x3f800000, 0x7f800000, 0x7fc00001,
                                   3,          0x42f60000, 100,        0xff800000};
    uint64_t agent;
    uint32_t count = reference_cell_count(r->model);
    if (!pick(r, &agent) || count == 0)
        return;
    uint32_t cell = r->b % count, bits = odd[(r->a / 8 + r->b) % 12];
    const char *name = reference_cell_name(r->model, cell);
    reference_type type = reference_cell_type(r->model, cell);
    if (type == REFERENCE_LIST) {
        write_list(r, agent, name, reference_cell_is_shared(r->model, cell), bits);
        return;
    }
    bits = type == REFERENCE_BOOL ? bits & 1 : bits;
    gestalt_value value = {.type = (gestalt_type)type};
    gestalt_error error = {0};
    if (type == REFERENCE_BOOL)
        value.boolean = bits;
    else
        memcpy(&value.integer, &bits, sizeof bits);
    for (int i = 0; i < 2; i++)
        must(reference_cell_is_shared(r->model, cell)
                 ? gestalt_population_write_shared(r->both[i], 0, name, value, &error)
                 : gestalt_population_write(r->both[i], agent, name, value, &error),
             &error);
    check(reference_write(r->model, agent, name, reference_value_of_bits(type, bits)),
          "the model can't be written to");
}

static void call_persistent(run *r)
{
    uint64_t agent;
    uint32_t count = reference_persistent_count(r->model);
    gestalt_status status = (gestalt_status)(r->b % 3);
    gestalt_error error = {0};
    if (!pick(r, &agent) || count == 0)
        return;
    const char *name = reference_persistent_name(r->model, r->b / 3 % count);
    for (int i = 0; i < 2; i++)
        must(gestalt_population_set_persistent(r->both[i], agent, name, status, &error), &error);
    check(reference_set_persistent(r->model, agent, name, status), "the model has no persistent");
}

static void call_set_now(run *r)
{
    gestalt_error error = {0};
    reference_set_now(r->model, reference_now(r->model) + r->a * r->story->dt / 16);
    for (int i = 0; i < 2; i++)
        must(gestalt_population_set_now(r->both[i], reference_now(r->model), &error), &error);
}

static void tick_in_parts(const run *r, gestalt_population *p, int64_t now)
{
    gestalt_error error = {0};
    must(gestalt_population_begin(p, now, &error), &error);
    check(gestalt_population_spawn(p, 0, 1, NULL, NULL) == GESTALT_MISUSE &&
              gestalt_population_tick(p, now, NULL) == GESTALT_MISUSE &&
              gestalt_population_compact(p, NULL) == GESTALT_MISUSE,
          "a call in the midst of a tick is accepted");
    for (uint64_t i = gestalt_population_block_count(p, 0); i-- > 0;) {
        gestalt_block block;
        check(gestalt_population_block(p, 0, i, &block), "a block is missing");
        if ((i + r->a) % 2)
            must(gestalt_population_tick_block(p, 0, i, &error), &error);
        for (unsigned lane = 0; (i + r->a) % 2 == 0 && lane < block.lane_count; lane++)
            if (block.lanes >> lane & 1)
                must(gestalt_actor_tick(
                         p, block.agents ? block.agents[lane] : block.first_agent + lane, &error),
                     &error);
    }
    must(gestalt_population_end(p, &error), &error);
}

static void call_tick(run *r, bool in_parts)
{
    int64_t now = reference_now(r->model);
    gestalt_error error = {0};
    for (int i = 0; i < 2; i++) {
        if (in_parts && (r->b >> i & 1))
            tick_in_parts(r, r->both[i], now);
        else
            must(gestalt_population_tick(r->both[i], now, &error), &error);
    }
    reference_tick(r->model);
    compare_requests(r);
    compare_agents(r);
    compare_launches(r);
    reference_clear_events(r->model);
    for (int i = 0; i < 2; i++)
        must(gestalt_population_set_now(r->both[i], reference_now(r->model), &error), &error);
}

static void call_edit(run *r)
{
    r->at = (r->at + 1) % DOCUMENTS;
    const document *to = document_of(r);
    gestalt_edit edit = {.shape = to->shape, .host = to->host, .dry_run = true};
    gestalt_error error = {0};
    reference_report expected;
    for (int i = 0; i < 2; i++) {
        gestalt_edit_report *report = NULL;
        uint64_t hash = hash_of(r->both[i]);
        edit.dry_run = true;
        must(gestalt_population_edit(r->both[i], &edit, NULL, &error), &error);
        check(hash == hash_of(r->both[i]), "a dry run changes something");
        edit.dry_run = false;
        must(gestalt_population_edit(r->both[i], &edit, &report, &error), &error);
        gestalt_edit_report_destroy(report);
    }
    reference_settings settings = settings_of(r, to);
    r->model = reference_edit(r->model, to->text->text, to->text->size, &settings,
                              (reference_renames){0}, &expected);
    compare_agents(r);
}

// ---- calls without a visible effect

typedef struct bytes {
    unsigned char *at;
    size_t size;
} bytes;

static bool append(void *user, const char *more, size_t size)
{
    bytes *b = user;
    b->at = realloc(b->at, b->size + size);
    check(b->at || b->size + size == 0, "out of memory");
    memcpy(b->at + b->size, more, size);
    b->size += size;
    return true;
}

static bytes save(gestalt_population *p)
{
    bytes b = {0};
    gestalt_error error = {0};
    must(gestalt_population_save_to(p, (gestalt_writer){append, &b}, &error), &error);
    return b;
}

// Save one population, and load the snapshot into the other one or into a new one that replaces it.
static void call_load(run *r, bool anew)
{
    int from = r->b % 2;
    bytes saved = save(r->both[from]), again;
    gestalt_error error = {0};
    if (anew) {
        gestalt_population_destroy(r->both[!from]);
        r->both[!from] = create(r);
    }
    must(gestalt_population_load_memory(r->both[!from], saved.at, saved.size, &error), &error);
    again = save(r->both[!from]);
    check(saved.size == again.size && memcmp(saved.at, again.at, saved.size) == 0,
          "what was loaded is saved otherwise");
    free(saved.at);
    free(again.at);
}

// A truncated snapshot, or one with a changed byte.
static void call_load_damaged(run *r)
{
    bytes saved = save(r->both[0]);
    uint64_t hash = hash_of(r->both[1]);
    gestalt_error error = {0};
    size_t place = (size_t)(r->a * 256 + r->b) % saved.size;
    if (r->a % 2)
        saved.size = place;
    else
        saved.at[place] ^= (unsigned char)(1 << r->b % 8);
    check(gestalt_population_load_memory(r->both[1], saved.at, saved.size, &error) ==
                  GESTALT_BAD_FILE &&
              error.message[0] && error.offset <= saved.size,
          "a damaged snapshot is loaded");
    check(hash_of(r->both[1]) == hash, "a damaged snapshot changes something");
    free(saved.at);
}

// Take an agent out as bytes, which must be equal in both populations, and insert it again.
static void call_actor(run *r)
{
    uint64_t agent, inserted;
    gestalt_error error = {0};
    size_t most = gestalt_actor_size_max(r->both[0], 0), size[2];
    if (!pick(r, &agent))
        return;
    unsigned char *taken[2];
    for (int i = 0; i < 2; i++) {
        taken[i] = malloc(most);
        check(taken[i], "out of memory");
        must(gestalt_actor_take(r->both[i], agent, taken[i], most, &size[i], &error), &error);
    }
    check(size[0] == size[1] && memcmp(taken[0], taken[1], size[0]) == 0, "actors differ");
    gestalt_population *other = create(r);
    must(gestalt_actor_check(other, 0, taken[0], size[0], &error), &error);
    must(gestalt_population_insert(other, 0, taken[0], size[0], &inserted, &error), &error);
    check(gestalt_population_has(other, inserted), "who was inserted is not there");
    gestalt_population_destroy(other);
    free(taken[0]);
    free(taken[1]);
}

static void on_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    (void)agent;
    (void)status;
    check(node < *(const uint32_t *)user, "a hook is told of a node that is not there");
}

static void call_hooks(run *r)
{
    static uint32_t nodes = NODES_MOST * 2;
    gestalt_hooks hooks = {.leave = on_leave, .user = &nodes};
    gestalt_population_hooks(r->both[r->b % 2], r->a % 2 ? &hooks : NULL);
}

static void call_attach(run *r)
{
    gestalt_error error = {0};
    for (int i = 0; i < 2; i++)
        must(gestalt_population_attach(r->both[i], r->head, r->a % HEAD, &error), &error);
}

static uint64_t no_clock(void *user)
{
    (void)user;
    return 0;
}

static void call_time(gestalt_population *p, unsigned how)
{
    gestalt_timing timing = {.every = how, .clock = no_clock};
    gestalt_error error = {0};
    must(gestalt_population_time_nodes(p, how ? &timing : NULL, &error), &error);
}

static void call_small(run *r)
{
    gestalt_population *p = r->both[r->b % 2];
    gestalt_error error = {0};
    uint64_t agent, tick;
    int64_t now;
    switch (r->a % 6) {
    case 5: call_time(p, r->b / 2 % 3); break;
    case 0: must(gestalt_population_set_native(p, 0, NULL, &error), &error); break;
    case 4: must(gestalt_population_count_nodes(p, r->b / 2 % 4 > 0, &error), &error); break;
    case 1:
        if (pick(r, &agent))
            must(gestalt_population_touch(p, agent, &error), &error);
        break;
    case 2:
        gestalt_population_next_due(p, &now, &tick);
        check(now >= gestalt_population_now(p) && tick >= gestalt_population_ticks(p),
              "somebody is due in the past");
        break;
    default:
        check(gestalt_population_sleeping_count(p) <= gestalt_population_count(p),
              "more agents sleep than there are");
        break;
    }
}

// Invalid values that come from data: they are refused with an error.
static void call_wrong(run *r)
{
    gestalt_population *p = r->both[r->b % 2];
    uint64_t nobody = reference_agent_end(r->model) + r->a, now = 0;
    gestalt_value value;
    gestalt_error error = {0};
    gestalt_result result = GESTALT_BAD_ARGUMENT;
    switch (r->a % 8) {
    case 0: result = gestalt_population_despawn(p, nobody, &error); break;
    case 1: result = gestalt_population_cancel(p, nobody, &error); break;
    case 2: result = gestalt_population_finish(p, nobody, 0, GESTALT_SUCCESS, &error); break;
    case 3: result = gestalt_population_read(p, nobody, "x", &value, &error); break;
    case 4: result = gestalt_population_touch(p, nobody, &error); break;
    case 5: result = gestalt_actor_take(p, nobody, &now, 8, &(size_t){0}, &error); break;
    case 6: result = gestalt_population_finish_launch(p, nobody, 0, 7, 0, &error); break;
    default: result = gestalt_population_read_shared(p, 0, "no such key", &value, &error); break;
    }
    check(result != GESTALT_OK, "a call for nobody is accepted");
    check(error.message[0], "a call is refused without a word");
}

// Mistakes of the program: they are reported to the misuse handler.
static uint64_t misuses;

static void on_misuse(void *user, const char *function, const char *message)
{
    (void)user;
    check(function[0] && message[0], "misuse without a word");
    __atomic_fetch_add(&misuses, 1, __ATOMIC_RELAXED);
}

static void call_misuse(run *r)
{
    gestalt_population *p = r->both[r->b % 2];
    uint64_t before = misuses;
    gestalt_result result = GESTALT_MISUSE;
    switch (r->a % 6) {
    case 0: result = gestalt_population_spawn(p, 1 + r->b, 1, NULL, NULL); break;
    case 1: result = gestalt_population_end(p, NULL); break;
    case 2: result = gestalt_population_tick_block(p, 0, 0, NULL); break;
    case 3: result = gestalt_population_spawn(NULL, 0, 1, NULL, NULL); break;
    case 4: result = gestalt_population_edit(p, NULL, NULL, NULL); break;
    default: result = gestalt_population_load_memory(p, NULL, 1 + r->b, NULL); break;
    }
    check(result == GESTALT_MISUSE && misuses > before, "misuse is accepted");
}

static void call_compact(run *r)
{
    gestalt_error error = {0};
    must(gestalt_population_compact(r->both[r->b % 2], &error), &error);
}

// ---- a whole input

static void make_call(run *r, uint8_t what)
{
    switch (what % 24) {
    case 0:
    case 1: call_spawn(r); break;
    case 2: call_leave(r, true); break;
    case 3: call_leave(r, false); break;
    case 4:
    case 5: call_finish(r); break;
    case 6:
    case 7: call_write(r); break;
    case 8: call_persistent(r); break;
    case 9: call_compact(r); break;
    case 10: call_load(r, false); break;
    case 11: call_load(r, true); break;
    case 12: call_load_damaged(r); break;
    case 13: call_edit(r); break;
    case 14: call_tick(r, true); break;
    case 15: call_wrong(r); break;
    case 16: call_misuse(r); break;
    case 17: call_actor(r); break;
    case 18: call_hooks(r); break;
    case 19: call_attach(r); break;
    case 20: call_small(r); break;
    case 21: call_set_now(r); break;
    default: call_tick(r, false); break;
    }
    check(hash_of(r->both[0]) == hash_of(r->both[1]), "the two populations differ");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    accepted(size >= HEAD + CALL);
    if (size < HEAD)
        return 0;
    start();
    gestalt_on_misuse(on_misuse, NULL);
    run r = {.story = &stories[data[0] % STORIES], .head = data};
    const document *d = document_of(&r);
    reference_settings settings = settings_of(&r, d);
    r.model = reference_load(d->text->text, d->text->size, &settings);
    r.both[0] = create(&r);
    r.both[1] = create(&r);
    size_t count = (size - HEAD) / CALL;
    for (size_t i = 0; i < count && i < CALLS_MOST; i++) {
        const uint8_t *call = data + HEAD + i * CALL;
        r.a = call[1];
        r.b = call[2];
        make_call(&r, call[0]);
    }
    compare_agents(&r);
    compare_launches(&r);
    gestalt_population_destroy(r.both[0]);
    gestalt_population_destroy(r.both[1]);
    reference_destroy(r.model);
    return 0;
}
