// SPDX-License-Identifier: MIT
#include "failures.h"

#include "short_memory.h"
#include "twin.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A job with one group.
typedef struct bench {
    gestalt_shape *shape;
    gestalt_host *host;
    gestalt_ranks *ranks;
    uint32_t rank, size;
    uint32_t odd; // the rank on which calls fail
} bench;

static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"n\":\"int\",\"all\":{\"type\":\"int\",\"shared\":true},"
    "\"list\":{\"type\":{\"list\":\"int\"},\"capacity\":3,\"shared\":true}},"
    "\"root\":{\"type\":\"sequence\",\"children\":[{\"type\":\"set\",\"key\":\"n\",\"to\":\"n + "
    "1\"},"
    "{\"type\":\"action\",\"do\":\"act\"},{\"type\":\"deferred\",\"do\":\"wait\"}]}}";

// Agents that report errors. The second one is on the last rank, and the third one, a later agent,
// on rank 0.
enum { FIRST = 5000, SECOND = 33000, THIRD = 9 * GESTALT_ID_BLOCK };

static gestalt_status act(gestalt_single_call *call)
{
    const bool *fails = call->user;
    if (*fails)
        call->error = call->agent == FIRST    ? "the first fails"
                      : call->agent == SECOND ? "the second fails"
                      : call->agent == THIRD  ? "the third fails"
                                              : NULL;
    return GESTALT_SUCCESS;
}

static bool fails;

static void bench_start(bench *b, const gestalt_allocator *allocator)
{
    *b = (bench){0};
    snprintf(twin_place, sizeof twin_place, "failures");
    gestalt_diagnostics *found = NULL;
    gestalt_error error = {0};
    if (gestalt_compile_text("bench.json", document, strlen(document), NULL, &b->shape, &found,
                             &error) != GESTALT_OK)
        twin_fail(__FILE__, __LINE__, error.message);
    gestalt_diagnostics_destroy(found);
    CHECK_OK(gestalt_host_create(NULL, &b->host, NULL));
    CHECK_OK(gestalt_host_add(
        b->host, &(gestalt_function){.name = "act", .single = act, .user = &fails}, NULL));
    CHECK_OK(gestalt_host_add(b->host,
                              &(gestalt_function){.name = "wait", .kind = GESTALT_DEFERRED}, NULL));
    gestalt_ranks_options options = {
        .population = {.group = {b->shape, b->host, NULL}, .interruptible = true}};
    if (allocator)
        options.population.allocator = *allocator;
    CHECK_OK(gestalt_ranks_create(&options, &b->ranks, NULL));
    b->rank = gestalt_ranks_rank(b->ranks);
    b->size = gestalt_ranks_size(b->ranks);
    b->odd = b->size - 1;
    CHECK_OK(gestalt_ranks_spawn(b->ranks, 0, 9 * GESTALT_ID_BLOCK, NULL, NULL));
    CHECK_OK(gestalt_ranks_tick(b->ranks, 0, NULL));
}

static void bench_stop(bench *b)
{
    gestalt_ranks_destroy(b->ranks);
    gestalt_host_destroy(b->host);
    gestalt_shape_destroy(b->shape);
}

static uint64_t hash_of(const bench *b)
{
    uint64_t hash;
    CHECK_OK(gestalt_ranks_hash(b->ranks, &hash, NULL));
    return hash;
}

// Check that all ranks have the same error.
static void check_same(const gestalt_error *error)
{
    gestalt_error first = *error;
    MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK(first.result == error->result && strcmp(first.message, error->message) == 0);
}

// ---- leaf functions

void test_leaf_errors(void)
{
    bench b;
    gestalt_error error = {0};
    bench_start(&b, NULL);
    fails = true;
    CHECK(gestalt_ranks_tick(b.ranks, 1, &error) == GESTALT_OK); // all wait
    CHECK_OK(gestalt_ranks_spawn(b.ranks, 0, 1, NULL, NULL));
    if (gestalt_ranks_owner(b.ranks, SECOND) == b.rank)
        CHECK_OK(gestalt_population_cancel(gestalt_ranks_population(b.ranks), SECOND, NULL));
    CHECK(gestalt_ranks_tick(b.ranks, 2, &error) == GESTALT_REJECTED);
    CHECK(strcmp(error.message, "the second fails") == 0);
    check_same(&error);
    CHECK(gestalt_ranks_ticks(b.ranks) == 3);
    CHECK_OK(gestalt_ranks_tick(b.ranks, 3, &error));
    CHECK(gestalt_ranks_tick(b.ranks, 2, &error) == GESTALT_BAD_ARGUMENT);
    check_same(&error);
    CHECK_OK(gestalt_ranks_tick(b.ranks, 4, &error));
    fails = false;
    bench_stop(&b);
}

void test_interrupts(void)
{
    bench b;
    gestalt_error error = {0};
    uint64_t hash;
    bench_start(&b, NULL);
    gestalt_population *own = gestalt_ranks_population(b.ranks);
    for (uint64_t agent = gestalt_population_next(own, 0); agent != UINT64_MAX;
         agent = gestalt_population_next(own, agent + 1))
        CHECK_OK(gestalt_population_cancel(own, agent, NULL));
    fails = true;
    if (b.rank == b.odd)
        gestalt_population_interrupt(own);
    CHECK(gestalt_ranks_tick(b.ranks, 7, &error) == GESTALT_INTERRUPTED);
    check_same(&error);
    CHECK(gestalt_ranks_is_interrupted(b.ranks) && gestalt_ranks_ticks(b.ranks) == 1);
    CHECK(gestalt_ranks_tick(b.ranks, 8, &error) == GESTALT_BAD_ARGUMENT);
    check_same(&error);
    if (b.rank == b.odd)
        gestalt_population_interrupt(own);
    CHECK(gestalt_ranks_tick(b.ranks, 7, &error) == GESTALT_INTERRUPTED);
    // The error of a rank that finished its part early is reported at the end.
    CHECK(gestalt_ranks_tick(b.ranks, 7, &error) == GESTALT_REJECTED);
    CHECK(strcmp(error.message, "the first fails") == 0);
    check_same(&error);
    CHECK(!gestalt_ranks_is_interrupted(b.ranks) && gestalt_ranks_ticks(b.ranks) == 2);
    CHECK(gestalt_population_ticks(own) == 2); // the other ranks have not ticked again
    CHECK_OK(gestalt_ranks_hash(b.ranks, &hash, NULL));
    CHECK_OK(gestalt_ranks_tick(b.ranks, 8, NULL));
    fails = false;
    bench_stop(&b);
}

// ---- misuse

static unsigned told_count;
static char told[256];

static void note_misuse(void *user, const char *function, const char *message)
{
    (void)user;
    told_count++;
    snprintf(told, sizeof told, "%s: %s", function, message);
}

// Check that a call was misuse on all ranks, was reported once on each, with `words`.
#define MISUSED_BY_ONE(b, call, words)                                                             \
    do {                                                                                           \
        gestalt_error error = {0};                                                                 \
        uint64_t before = hash_of(b);                                                              \
        told_count = 0;                                                                            \
        CHECK((call) == GESTALT_MISUSE && told_count == 1 && strstr(told, words));                 \
        check_same(&error);                                                                        \
        CHECK(hash_of(b) == before);                                                               \
    } while (0)

// Lists of one rank that have wrong agents.
static void check_lists(const bench *b)
{
    gestalt_error error;
    uint64_t before = hash_of(b),
             first = gestalt_population_next(gestalt_ranks_population(b->ranks), 0);
    uint64_t lists[][2] = {{first, first}, {first, UINT64_C(1) << 40}, {first, 0}};
    uint32_t groups[2] = {0};
    if (b->rank != b->odd)
        lists[0][1]++;
    for (int i = 0; i < (b->size > 1 ? 3 : 2); i++) {
        uint64_t count = b->rank == b->odd || i == 0 ? 2 : 0;
        CHECK(gestalt_ranks_despawn(b->ranks, lists[i], count, &error) == GESTALT_BAD_ARGUMENT);
        check_same(&error);
        CHECK(i != 0 || strstr(error.message, "twice"));
        CHECK(i != 1 || strstr(error.message, "there is no agent 1099511627776"));
        CHECK(i != 2 || strstr(error.message, "agent 0 lives on rank 0"));
        CHECK(i == 0 || gestalt_ranks_breed(b->ranks, lists[i], groups, count, NULL, &error) ==
                            GESTALT_BAD_ARGUMENT);
    }
    CHECK(hash_of(b) == before);
}

// Pairs of one rank that can't inherit.
static void check_pairs(const bench *b)
{
    gestalt_error error;
    uint64_t before = hash_of(b), child = UINT64_C(1) << 40;
    uint64_t first = gestalt_population_next(gestalt_ranks_population(b->ranks), 0);
    uint64_t last = 9 * GESTALT_ID_BLOCK - 1, of_first_rank = 3;
    const struct {
        uint64_t parents[2], children[2];
        const char *words;
    } wrong[] = {{{last, last}, {first, first}, "twice"},
                 {{last, child}, {first, first + 1}, "no agent 1099511627776"},
                 {{last, last}, {child, first}, "no agent 1099511627776"},
                 {{first + 1, last}, {first, first + 1}, "would inherit, and is a parent"},
                 {{last, last}, {of_first_rank, first}, "agent 3 lives on rank 0"}};
    for (int i = 0; i < (b->size > 1 ? 5 : 4); i++) {
        uint64_t count = b->rank == b->odd ? 2 : 0;
        CHECK(gestalt_ranks_inherit(b->ranks, wrong[i].parents, wrong[i].children, count, &error) ==
              GESTALT_BAD_ARGUMENT);
        CHECK(strstr(error.message, wrong[i].words));
        check_same(&error);
    }
    CHECK(hash_of(b) == before);
}

// A group that one rank can't add, or whose agents are on one rank.
static void check_groups(const bench *b)
{
    gestalt_ranks *r = b->ranks;
    gestalt_error error = {0};
    bool is_odd = b->rank == b->odd;
    gestalt_group group = {b->shape, b->host, NULL}, no_host = {b->shape, NULL, NULL};
    uint64_t before = hash_of(b);
    CHECK(gestalt_ranks_add_group(r, is_odd ? &no_host : &group, NULL, &error) ==
          GESTALT_BAD_ARGUMENT);
    check_same(&error);
    CHECK(gestalt_ranks_remove_group(r, 0, &error) == GESTALT_BAD_ARGUMENT);
    CHECK(strstr(error.message, "last group"));
    CHECK(hash_of(b) == before);
    CHECK_OK(gestalt_ranks_add_group(r, &group, NULL, NULL));
    CHECK_OK(gestalt_ranks_spawn(r, 1, 1, NULL, NULL));
    CHECK(gestalt_ranks_remove_group(r, 1, &error) == GESTALT_BAD_ARGUMENT);
    CHECK(strstr(error.message, "group 1 has agents"));
    check_same(&error);
    CHECK_OK(gestalt_ranks_despawn(r, &(uint64_t){9 * GESTALT_ID_BLOCK}, b->rank == 0, NULL));
    CHECK_OK(gestalt_ranks_remove_group(r, 1, &error));
    CHECK(gestalt_ranks_spawn(r, 0, 1, NULL, NULL) == GESTALT_OK);
}

// Arguments of which one rank passes others.
static void check_differing(const bench *b)
{
    gestalt_ranks *r = b->ranks;
    bool is_odd = b->rank == b->odd;
    gestalt_value one = {.type = GESTALT_INT, .integer = 1 + is_odd};
    gestalt_reduction all;
    const gestalt_request *list;
    uint64_t count;
    double value;
    gestalt_edit edit = {.shape = b->shape, .host = b->host, .dry_run = is_odd};
    MISUSED_BY_ONE(b, gestalt_ranks_spawn(r, 0, 10u + is_odd, NULL, &error), "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_set_next_id(r, 1000000u + is_odd, &error), "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_set_now(r, 5 + is_odd, &error), "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_write_shared(r, 0, "all", one, &error), "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_write_shared_list(r, 0, "list", &one, 1, &error), "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_write_shared_list(r, 0, "list", &one, is_odd, &error),
                   "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_reduce(r, 0, is_odd ? "n" : "all", &all, &error), "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_quantile(r, 0, "n", is_odd, &value, &error), "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_requests(r, is_odd, &list, &count, &error), "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_broadcast(r, &value, 1u + is_odd, &error), "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_save(r, is_odd ? "/tmp/a" : "/tmp/b", &error), "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_load(r, is_odd ? "/tmp/no/a" : "/tmp/no/b", NULL, &error),
                   "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_edit(r, &edit, NULL, NULL, &error), "differ");
    MISUSED_BY_ONE(b, gestalt_ranks_remove_group(r, is_odd, &error), "no group 1");
    gestalt_ranks *other = NULL;
    gestalt_ranks_options options = {
        .population = {.group = {b->shape, b->host, NULL}, .seed = is_odd}};
    MISUSED_BY_ONE(b, gestalt_ranks_create(&options, &other, &error), "differ");
    CHECK(!other);
}

void test_wrong_arguments(void)
{
    bench b;
    const gestalt_request *list;
    uint64_t count;
    gestalt_reduction all;
    bench_start(&b, NULL);
    gestalt_ranks *r = b.ranks;
    bool is_odd = b.rank == b.odd;
    double value = 0;
    gestalt_group group = {b.shape, b.host, NULL};
    gestalt_edit edit = {.shape = b.shape, .host = b.host};
    gestalt_ranks_answer bad = {.status = (gestalt_status)7};
    gestalt_value one = {.type = GESTALT_INT, .integer = 1};
    gestalt_on_misuse(note_misuse, NULL);
    MISUSED_BY_ONE(&b, gestalt_ranks_requests(r, 0, is_odd ? NULL : &list, &count, &error),
                   "`requests` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_hash(r, is_odd ? NULL : &count, &error), "`hash` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_finish_launches(r, &bad, is_odd, NULL, &error),
                   "`answers->status` is 7");
    MISUSED_BY_ONE(&b, gestalt_ranks_reduce(r, 0, "n", is_odd ? NULL : &all, &error),
                   "`reduction` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_spawn(r, 3, 1, NULL, &error), "no group 3");
    MISUSED_BY_ONE(&b, gestalt_ranks_despawn(r, NULL, is_odd, &error), "`agents` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_breed(r, NULL, NULL, is_odd, NULL, &error),
                   "`parents` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_edit(r, is_odd ? NULL : &edit, NULL, NULL, &error),
                   "`edit` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_requests(r, b.size, &list, &count, &error), "no rank");
    MISUSED_BY_ONE(&b, gestalt_ranks_inherit(r, NULL, NULL, is_odd, &error), "`parents` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_inherit(r, &count, NULL, is_odd, &error),
                   "`children` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_breed(r, &count, NULL, is_odd, NULL, &error),
                   "`groups` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_attach(r, NULL, 5, &error), "`bytes` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_quantile(r, 0, "n", 0.5, is_odd ? NULL : &value, &error),
                   "`value` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_quantile(r, 0, NULL, 0.5, &value, &error), "`name` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_write_shared_list(r, 0, "list", NULL, 2, &error),
                   "`elements` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_write_shared(r, 1, "all", one, &error), "no group 1");
    MISUSED_BY_ONE(&b, gestalt_ranks_add_group(r, is_odd ? NULL : &group, NULL, &error),
                   "`group` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_add_group(r, &(gestalt_group){0}, NULL, &error),
                   "`group->shape` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_remove_group(r, 1, &error), "no group 1");
    MISUSED_BY_ONE(&b, gestalt_ranks_broadcast(r, is_odd ? NULL : &value, 1, &error),
                   "`bytes` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_save(r, is_odd ? NULL : "/tmp/a", &error), "`path` is NULL");
    MISUSED_BY_ONE(&b, gestalt_ranks_load(r, is_odd ? NULL : "/tmp/a", NULL, &error),
                   "`path` is NULL");
    if (b.size > 1)
        check_differing(&b);
    gestalt_on_misuse(NULL, NULL);
    gestalt_error error;
    CHECK(gestalt_ranks_set_next_id(r, 3, &error) == GESTALT_BAD_ARGUMENT);
    check_same(&error);
    CHECK(gestalt_ranks_reduce(r, 0, "all", &all, &error) == GESTALT_BAD_ARGUMENT);
    one.integer = 1;
    CHECK(gestalt_ranks_write_shared(r, 0, "n", one, &error) == GESTALT_BAD_ARGUMENT);
    check_same(&error);
    CHECK(gestalt_ranks_save(r, "/tmp/no/such/folder/x.gss", &error) == GESTALT_IO);
    check_same(&error);
    CHECK(gestalt_ranks_save(r, "/dev/null", &error) == GESTALT_BAD_ARGUMENT);
    check_same(&error);
    CHECK(gestalt_ranks_load(r, "/tmp/no/such/folder/x.gss", NULL, &error) == GESTALT_IO);
    check_same(&error);
    CHECK(gestalt_ranks_load(r, "/dev/null", NULL, &error) == GESTALT_IO);
    check_same(&error);
    CHECK(gestalt_ranks_load(r, "/etc/passwd", NULL, &error) == GESTALT_BAD_FILE);
    check_same(&error);
    CHECK(gestalt_ranks_quantile(r, 0, "n", 1.5, &value, &error) == GESTALT_BAD_ARGUMENT);
    CHECK(gestalt_ranks_quantile(r, 0, "list", 1, &value, &error) == GESTALT_BAD_ARGUMENT);
    check_same(&error);
    CHECK(gestalt_ranks_write_shared_list(r, 0, "all", &one, 1, &error) == GESTALT_BAD_ARGUMENT);
    check_same(&error);
    check_lists(&b);
    check_pairs(&b);
    check_groups(&b);
    CHECK_OK(gestalt_ranks_tick(r, 9, NULL));
    bench_stop(&b);
}

// ---- all calls

typedef gestalt_result collective(gestalt_ranks *r, gestalt_error *error);

static gestalt_result spawn_more(gestalt_ranks *r, gestalt_error *error)
{
    return gestalt_ranks_spawn(r, 0, 7 * GESTALT_ID_BLOCK, NULL, error);
}

static gestalt_result hash_all(gestalt_ranks *r, gestalt_error *error)
{
    uint64_t hash;
    return gestalt_ranks_hash(r, &hash, error);
}

static gestalt_result list_requests(gestalt_ranks *r, gestalt_error *error)
{
    const gestalt_request *list;
    uint64_t count;
    return gestalt_ranks_requests(r, gestalt_ranks_size(r) - 1, &list, &count, error);
}

static gestalt_result answer_one(gestalt_ranks *r, gestalt_error *error)
{
    gestalt_ranks_answer answer = {.agent = gestalt_ranks_rank(r), .node = 3};
    return gestalt_ranks_finish_launches(r, &answer, 1, NULL, error);
}

static gestalt_result breed_many(gestalt_ranks *r, gestalt_error *error)
{
    uint64_t parents[3], count = 0, agent = 0;
    uint32_t groups[3] = {0};
    for (; count < 3; agent += 1000) {
        agent = gestalt_population_next(gestalt_ranks_population(r), agent);
        parents[count++] = agent;
    }
    return gestalt_ranks_breed(r, parents, groups, count, NULL, error);
}

static gestalt_result despawn_many(gestalt_ranks *r, gestalt_error *error)
{
    uint64_t agents[2];
    agents[0] = gestalt_population_next(gestalt_ranks_population(r), 0);
    agents[1] = gestalt_population_next(gestalt_ranks_population(r), agents[0] + 1);
    return gestalt_ranks_despawn(r, agents, 2, error);
}

static const bench *used; // the job of the calls

static gestalt_result edit_same(gestalt_ranks *r, gestalt_error *error)
{
    gestalt_edit edit = {.shape = used->shape, .host = used->host};
    return gestalt_ranks_edit(r, &edit, NULL, NULL, error);
}

static char saved_path[64];

static gestalt_result save(gestalt_ranks *r, gestalt_error *error)
{
    return gestalt_ranks_save(r, saved_path, error);
}

// `save` has written the file.
static gestalt_result load(gestalt_ranks *r, gestalt_error *error)
{
    return gestalt_ranks_load(r, saved_path, NULL, error);
}

static gestalt_result compact(gestalt_ranks *r, gestalt_error *error)
{
    return gestalt_ranks_compact(r, error);
}

static gestalt_result inherit_many(gestalt_ranks *r, gestalt_error *error)
{
    const gestalt_population *own = gestalt_ranks_population(r);
    uint64_t children[2], parents[] = {GESTALT_ID_BLOCK + 7, 8 * GESTALT_ID_BLOCK + 7};
    children[0] = gestalt_population_next(own, 100);
    children[1] = gestalt_population_next(own, children[0] + 1);
    return gestalt_ranks_inherit(r, parents, children, 2, error);
}

static gestalt_result attach(gestalt_ranks *r, gestalt_error *error)
{
    return gestalt_ranks_attach(r, "state", 5, error);
}

static gestalt_result write_list(gestalt_ranks *r, gestalt_error *error)
{
    gestalt_value elements[] = {{.type = GESTALT_INT, .integer = 7}, {.type = GESTALT_INT}};
    return gestalt_ranks_write_shared_list(r, 0, "list", elements, 2, error);
}

static gestalt_result write_all(gestalt_ranks *r, gestalt_error *error)
{
    gestalt_value one = {.type = GESTALT_INT, .integer = 1};
    return gestalt_ranks_write_shared(r, 0, "all", one, error);
}

static gestalt_result add_group(gestalt_ranks *r, gestalt_error *error)
{
    return gestalt_ranks_add_group(r, &(gestalt_group){used->shape, used->host, NULL}, NULL, error);
}

static gestalt_result remove_group(gestalt_ranks *r, gestalt_error *error)
{
    return gestalt_ranks_remove_group(r, 0, error);
}

static gestalt_result reduce(gestalt_ranks *r, gestalt_error *error)
{
    gestalt_reduction all;
    return gestalt_ranks_reduce(r, 0, "n", &all, error);
}

static gestalt_result median(gestalt_ranks *r, gestalt_error *error)
{
    double value;
    return gestalt_ranks_quantile(r, 0, "n", 0.5, &value, error);
}

static gestalt_result broadcast(gestalt_ranks *r, gestalt_error *error)
{
    char byte = 0;
    return gestalt_ranks_broadcast(r, &byte, 1, error);
}

static gestalt_result set_next_id(gestalt_ranks *r, gestalt_error *error)
{
    return gestalt_ranks_set_next_id(r, UINT64_C(1) << 40, error);
}

static gestalt_result set_now(gestalt_ranks *r, gestalt_error *error)
{
    return gestalt_ranks_set_now(r, 8, error);
}

static gestalt_result tick(gestalt_ranks *r, gestalt_error *error)
{
    return gestalt_ranks_tick(r, 9, error);
}

// One rank makes each call, while the others make another one.
void test_different_calls(void)
{
    static collective *const calls[] = {
        list_requests, answer_one, spawn_more, breed_many, despawn_many, inherit_many, save,
        load,          edit_same,  compact,    attach,     write_list,   write_all,    add_group,
        remove_group,  reduce,     median,     broadcast,  set_next_id,  set_now,      tick};
    static const char *const names[] = {
        "requests",     "finish_launches", "spawn",        "breed",
        "despawn",      "inherit",         "save",         "load",
        "edit",         "compact",         "attach",       "write_shared_list",
        "write_shared", "add_group",       "remove_group", "reduce",
        "quantile",     "broadcast",       "set_next_id",  "set_now",
        "tick"};
    bench b;
    bench_start(&b, NULL);
    used = &b;
    snprintf(saved_path, sizeof saved_path, "/tmp/no/ranks.gss");
    gestalt_on_misuse(note_misuse, NULL);
    for (size_t i = 0; b.size > 1 && i < sizeof calls / sizeof *calls; i++) {
        gestalt_error error = {0};
        char name[64];
        uint64_t before = hash_of(&b);
        snprintf(name, sizeof name, "gestalt_ranks_%s", names[i]);
        CHECK((b.rank == b.odd ? calls[i] : hash_all)(b.ranks, &error) == GESTALT_MISUSE);
        CHECK(strstr(error.message, name) && strstr(error.message, "gestalt_ranks_hash"));
        check_same(&error);
        CHECK(calls[i] == tick || hash_of(&b) == before); // nothing is lost
    }
    gestalt_error error = {0};
    CHECK(b.size == 1 || hash_all(b.ranks, &error) == GESTALT_MISUSE);
    CHECK(b.size == 1 || strstr(error.message, "destroy them"));
    gestalt_on_misuse(NULL, NULL);
    bench_stop(&b);
}

// ---- memory

// Let every allocation of a call fail on one rank, in turn.
static void fail_each(bench *b, short_memory *memory, collective *call, size_t number)
{
    snprintf(twin_place, sizeof twin_place, "short memory, call %zu", number);
    gestalt_error error = {0};
    bool is_short = true;
    uint64_t count = gestalt_ranks_count(b->ranks), before = hash_of(b);
    for (size_t left = 0; is_short; left++) {
        if (b->rank == b->odd)
            memory->left = left;
        gestalt_result result = call(b->ranks, &error);
        memory->left = SIZE_MAX;
        is_short = result != GESTALT_OK;
        CHECK(result == GESTALT_OK || result == GESTALT_NO_MEMORY);
        if (is_short) {
            check_same(&error);
            CHECK(gestalt_ranks_count(b->ranks) == count && hash_of(b) == before);
        }
        CHECK(left < 1000);
    }
}

void test_short_memory(void)
{
    static collective *const calls[] = {
        list_requests, answer_one, hash_all, spawn_more, breed_many, despawn_many, inherit_many,
        attach,        write_list, save,     load,       edit_same,  add_group,    compact};
    short_memory memory = {.left = SIZE_MAX};
    int id = (int)getpid();
    MPI_Bcast(&id, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(saved_path, sizeof saved_path, "/tmp/ranks-%d.gss", id);
    gestalt_allocator allocator = short_memory_allocator(&memory);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        bench b;
        bench_start(&b, &allocator);
        used = &b;
        fail_each(&b, &memory, calls[i], i);
        CHECK_OK(gestalt_ranks_tick(b.ranks, 9, NULL));
        bench_stop(&b);
        CHECK(memory.held == 0);
    }
    remove(saved_path);
}
