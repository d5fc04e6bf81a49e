// SPDX-License-Identifier: MIT
#include "puppet.h"

#include "list_keys.h"
#include "scalar.h"

#include <gestalt/lanes.h>
#include <string.h>

enum { KEYS_MAX = 2, PARAMETERS_MAX = 64 };

typedef struct puppet {
    const char *name;
    gestalt_parameter arguments[PARAMETERS_MAX];
    gestalt_parameter keys[KEYS_MAX];
    uint32_t argument_count, key_count;
} puppet;

struct puppets {
    uint64_t seed;
    gestalt_population *interrupted;
    int64_t calls_left; // calls until the interruption
    uint32_t count;
    puppet all[];
};

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t z = (a ^ (b + UINT64_C(0x9E3779B97F4A7C15) + (a << 6))) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static uint64_t mix_text(const char *text)
{
    uint64_t z = 7;
    for (; *text; text++)
        z = mix(z, (unsigned char)*text);
    return z;
}

static uint64_t begin(const puppets *all, const char *name, uint64_t agent, uint32_t node,
                      uint64_t tick, int phase)
{
    return mix(mix(mix(mix(all->seed, mix_text(name)), agent), node), tick * 4 + (unsigned)phase);
}

static uint64_t look(uint64_t name, unsigned component, uint32_t bits)
{
    return mix(mix(name, component), bits);
}

// Return the value to write to a key of that type. It does not depend on the key, so the order of
// writes does not matter.
static uint32_t bits_to_write(uint64_t sum, gestalt_type type, unsigned component)
{
    uint64_t z = mix(sum, 99 + component);
    int32_t number = (int32_t)(z % 41) - 20;
    if (type == GESTALT_BOOL)
        return z & 1;
    if (type == GESTALT_INT)
        return z >> 40 & 7 ? (uint32_t)number : (uint32_t)z;
    if ((z >> 40 & 15) == 0)
        return 0x7fc00000;
    return scalar_float_bits((float)number * 0.5f);
}

static uint64_t look_at_list(uint64_t name, const list_bits *list)
{
    uint64_t sum = look(name, 3, list->count);
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t k = 0; k < list->width; k++)
            sum += look(name, 4 + i * LIST_WIDTH_MAX + k, list->bits[i][k]);
    return sum;
}

// Fill a list whose type and capacity are set.
static void list_to_write(uint64_t sum, list_bits *list)
{
    gestalt_type part = list->width > 1 ? GESTALT_FLOAT : list->type;
    uint32_t most = list->capacity < 6 ? list->capacity : 6;
    list->count = (uint32_t)(mix(sum, 98) % (most + 1));
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t k = 0; k < list->width; k++)
            list->bits[i][k] = bits_to_write(sum, part, 4 + i * LIST_WIDTH_MAX + k);
}

static gestalt_status answer_of(uint64_t sum)
{
    static const gestalt_status answers[] = {GESTALT_SUCCESS, GESTALT_SUCCESS, GESTALT_FAILURE,
                                             GESTALT_RUNNING, GESTALT_RUNNING};
    return answers[mix(sum, 1) % 5];
}

static unsigned component_count(gestalt_type type)
{
    return type == GESTALT_VEC3 ? 3 : type == GESTALT_VEC2 ? 2 : 1;
}

// ---- calls by the population

static float *floats_of(const gestalt_column *c, unsigned component)
{
    return component == 0 ? c->floats : component == 1 ? c->y : c->z;
}

static uint32_t read_column(const gestalt_column *c, gestalt_type type, unsigned component,
                            unsigned lane)
{
    if (type == GESTALT_BOOL)
        return *c->bools >> lane & 1;
    if (type == GESTALT_INT || type == GESTALT_TEXT)
        return (uint32_t)c->ints[lane];
    return scalar_canonical_bits(floats_of(c, component)[lane]);
}

static void write_column(const gestalt_column *c, gestalt_type type, unsigned component,
                         unsigned lane, uint32_t bits)
{
    if (type == GESTALT_BOOL)
        *c->bools = (*c->bools & ~(UINT64_C(1) << lane)) | (uint64_t)bits << lane;
    else if (type == GESTALT_INT)
        c->ints[lane] = scalar_wrap(bits);
    else
        floats_of(c, component)[lane] = scalar_float_of_bits(bits);
}

static uint64_t look_at_all(const gestalt_parameter *list, uint32_t count,
                            const gestalt_column *columns, unsigned lane)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (column_list_is(&list[i])) {
            list_bits bits;
            column_list_read(&columns[i], &list[i], lane, &bits);
            sum += look_at_list(mix_text(list[i].name), &bits);
            continue;
        }
        for (unsigned k = 0; k < component_count(list[i].type); k++)
            sum += look(mix_text(list[i].name), k, read_column(&columns[i], list[i].type, k, lane));
    }
    return sum;
}

static void write_all(const gestalt_parameter *list, uint32_t count, const gestalt_column *columns,
                      unsigned lane, uint64_t sum, bool keys_only)
{
    for (uint32_t i = 0; i < count; i++) {
        if (column_list_is(&list[i])) {
            list_bits bits;
            column_list_read(&columns[i], &list[i], lane, &bits);
            list_to_write(sum, &bits);
            column_list_write(&columns[i], &list[i], lane, &bits);
            continue;
        }
        for (unsigned k = 0; k < component_count(list[i].type); k++)
            if (!keys_only || list[i].by_key)
                write_column(&columns[i], list[i].type, k, lane,
                             bits_to_write(sum, list[i].type, k));
    }
}

void puppets_interrupt(puppets *all, gestalt_population *population, int64_t nth)
{
    all->interrupted = population;
    all->calls_left = nth;
}

static void count_call(const puppets *counted)
{
    puppets *all = (puppets *)(uintptr_t)counted;
    if (all->interrupted && __atomic_sub_fetch(&all->calls_left, 1, __ATOMIC_RELAXED) == 0)
        gestalt_population_interrupt(all->interrupted);
}

typedef struct played {
    const puppets *all;
    const puppet *f;
} played;

static gestalt_status play(const played *user, const gestalt_column *arguments,
                           const gestalt_column *keys, unsigned lane, uint64_t sum)
{
    const puppet *f = user->f;
    count_call(user->all);
    sum += look_at_all(f->arguments, f->argument_count, arguments, lane);
    sum += look_at_all(f->keys, f->key_count, keys, lane);
    write_all(f->arguments, f->argument_count, arguments, lane, sum, true);
    write_all(f->keys, f->key_count, keys, lane, sum, false);
    return answer_of(sum);
}

static void play_batch(gestalt_call *call)
{
    const played *user = call->user;
    gestalt_column keys[KEYS_MAX];
    for (uint32_t i = 0; i < user->f->key_count; i++)
        keys[i] = gestalt_call_key(call, i);
    if (!call->lanes)
        call->error = "called for nobody";
    for (uint64_t lanes = call->lanes; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        int phase = call->cancelling             ? REFERENCE_CANCEL
                    : call->starting >> lane & 1 ? REFERENCE_START
                                                 : REFERENCE_RESUME;
        uint64_t sum = begin(user->all, user->f->name, gestalt_call_agent(call, lane), call->node,
                             call->tick, phase);
        gestalt_status status = play(user, call->arguments, keys, lane, sum);
        call->succeeded |= (uint64_t)(status == GESTALT_SUCCESS) << lane;
        call->failed |= (uint64_t)(status == GESTALT_FAILURE) << lane;
    }
}

static uint32_t play_lone(gestalt_call *shared, const gestalt_site *site, void *memory,
                          bool starting)
{
    gestalt_call call = gestalt_lanes_lone_call(shared, site, memory, starting);
    play_batch(&call);
    return call.succeeded ? GESTALT_LONE_SUCCEEDED : call.failed ? GESTALT_LONE_FAILED : 0;
}

// Play one cohort of a gathered call, whose lanes may be none.
static void play_cohort(gestalt_gathered_call *call, uint32_t i)
{
    const played *user = call->user;
    gestalt_column arguments[PARAMETERS_MAX];
    for (uint32_t k = 0; k < user->f->argument_count; k++)
        arguments[k] = gestalt_gathered_argument(call, k, i);
    gestalt_call one = {.lanes = call->lanes[i],
                        .starting = call->starting[i],
                        .cancelling = call->cancelling,
                        .lane_count = call->lane_count,
                        .node = call->node,
                        .now = call->now,
                        .tick = call->tick,
                        .first_agent = call->first_agents[i],
                        .agents = call->agents[i],
                        .arguments = arguments,
                        .places = call->places,
                        .memory = (unsigned char *)call->memory + i * call->stride,
                        .user = call->user,
                        .shape = call->shape};
    play_batch(&one);
    call->succeeded[i] = one.succeeded;
    call->failed[i] = one.failed;
    if (one.error)
        call->error = one.error;
}

static void play_gathered(gestalt_gathered_call *call)
{
    if (call->count == 0 || !call->lanes[0] || !call->lanes[call->count - 1])
        call->error = "called for cohorts that are not in the call";
    for (uint32_t i = 0; i < call->count; i++)
        if (call->lanes[i])
            play_cohort(call, i);
}

static gestalt_status play_single(gestalt_single_call *call)
{
    const played *user = call->user;
    uint64_t sum =
        begin(user->all, user->f->name, call->agent, call->node, call->tick, (int)call->phase);
    return play(user, call->arguments, call->keys, 0, sum);
}

// ---- calls by the reference

static uint32_t read_key(const reference_call *call, const char *name)
{
    reference_value value;
    REQUIRE(reference_read(call->reference, call->agent, name, &value));
    return reference_value_bits(value);
}

// The name of a key's component.
static const char *component_of(const char *key, gestalt_type type, unsigned component,
                                char text[300])
{
    static const char *const names[] = {".x", ".y", ".z"};
    snprintf(text, 300, "%s%s", key, component_count(type) == 1 ? "" : names[component]);
    return text;
}

// Read a list. Return false if the key is not one.
static bool read_list(const reference_call *call, const char *key, list_bits *list)
{
    const reference_list *found = reference_read_list(call->reference, call->agent, key);
    if (found)
        list_bits_of_reference(found, list);
    return found;
}

// Look at a key under the name of a parameter.
static uint64_t look_at_key(const reference_call *call, const char *key, gestalt_type type,
                            uint64_t name)
{
    uint64_t sum = 0;
    char text[300];
    list_bits list;
    if (read_list(call, key, &list))
        return look_at_list(name, &list);
    for (unsigned k = 0; k < component_count(type); k++)
        sum += look(name, k, read_key(call, component_of(key, type, k, text)));
    return sum;
}

static uint64_t look_at_argument(const reference_call *call, const reference_argument *a,
                                 gestalt_type type)
{
    uint64_t sum = 0, name = mix_text(a->name);
    if (a->passing == REFERENCE_BY_KEY)
        return look_at_key(call, a->key, type, name);
    for (unsigned k = 0; k < component_count(type); k++) {
        uint32_t bits = 0;
        if (a->passing == REFERENCE_BY_VECTOR)
            bits = scalar_canonical_bits(a->vector[k]);
        else
            bits = reference_value_bits(a->value);
        sum += look(name, k, bits);
    }
    return sum;
}

static void write_key(const reference_call *call, const char *key, gestalt_type type, uint64_t sum)
{
    char text[300];
    reference_type part = component_count(type) > 1 ? REFERENCE_FLOAT : (reference_type)type;
    list_bits list;
    if (read_list(call, key, &list)) {
        list_to_write(sum, &list);
        REQUIRE(list_bits_to_reference(call->reference, call->agent, key, &list));
        return;
    }
    for (unsigned k = 0; k < component_count(type); k++)
        REQUIRE(reference_write(call->reference, call->agent, component_of(key, type, k, text),
                                reference_value_of_bits(part, bits_to_write(sum, type, k))));
}

static const gestalt_parameter *parameter_named(const puppet *f, const char *name)
{
    const gestalt_parameter *p = f->arguments;
    while (strcmp(p->name, name) != 0)
        p++;
    return p;
}

static uint64_t play_reference(const puppets *all, const reference_call *call)
{
    const puppet *f = all->all;
    while (strcmp(f->name, call->name) != 0)
        f++;
    uint64_t tick = (uint64_t)reference_tick_number(call->reference);
    uint64_t sum = begin(all, f->name, call->agent, call->node, tick, (int)call->phase);
    for (uint32_t i = 0; i < call->argument_count; i++)
        sum += look_at_argument(call, &call->arguments[i],
                                parameter_named(f, call->arguments[i].name)->type);
    for (uint32_t i = 0; i < f->key_count; i++)
        sum += look_at_key(call, f->keys[i].name, f->keys[i].type, mix_text(f->keys[i].name));
    for (uint32_t i = 0; i < call->argument_count; i++)
        if (call->arguments[i].passing == REFERENCE_BY_KEY)
            write_key(call, call->arguments[i].key,
                      parameter_named(f, call->arguments[i].name)->type, sum);
    for (uint32_t i = 0; i < f->key_count; i++)
        write_key(call, f->keys[i].name, f->keys[i].type, sum);
    return sum;
}

gestalt_status puppet_action(void *user, const reference_call *call)
{
    return answer_of(play_reference(user, call));
}

bool puppet_predicate(void *user, const reference_call *call)
{
    return answer_of(play_reference(user, call)) == GESTALT_SUCCESS;
}

// ---- registering

static void choose_keys(puppet *f, const gestalt_shape *shape, uint64_t seed)
{
    for (uint32_t i = 0; i < shape->key_count && f->key_count < KEYS_MAX; i++) {
        const image_key *key = &shape->keys[i];
        if (!key->shared && mix(seed, i) % 4 == 0)
            f->keys[f->key_count++] = (gestalt_parameter){.name = shape_string(shape, key->name),
                                                          .type = (gestalt_type)key->type,
                                                          .is_list = shape_key_is_list(shape, i)};
    }
}

static void describe(puppet *f, const gestalt_shape *shape, const image_host *h, uint64_t seed)
{
    f->name = shape_string(shape, h->name);
    f->argument_count = h->argument_count;
    for (uint32_t i = 0; i < h->argument_count; i++) {
        // Register the arguments in another order than that of the shape.
        const image_argument *a = &shape->arguments[h->first_argument + h->argument_count - 1 - i];
        f->arguments[i] = (gestalt_parameter){.name = shape_string(shape, a->name),
                                              .type = (gestalt_type)a->type,
                                              .by_key = a->by_key,
                                              .is_list = a->is_list};
    }
    if (h->kind != HOST_DEFERRED)
        choose_keys(f, shape, seed);
}

puppets *puppets_create(const gestalt_shape *shape, uint64_t seed, gestalt_host *host)
{
    size_t size = sizeof(puppets) + shape->host_count * (sizeof(puppet) + sizeof(played));
    puppets *all = calloc(1, size);
    REQUIRE(all);
    played *users = (played *)(void *)(all->all + shape->host_count);
    all->seed = seed;
    all->count = shape->host_count;
    for (uint32_t i = 0; i < shape->host_count; i++) {
        const image_host *h = &shape->hosts[i];
        puppet *f = &all->all[i];
        describe(f, shape, h, mix(seed, i));
        users[i] = (played){all, f};
        unsigned form = mix(seed, i) % 4; // one agent at a time: a quarter; gathered: a quarter
        bool is_batch = form & 1, has_function = h->kind != HOST_DEFERRED;
        gestalt_function function = {.name = f->name,
                                     .kind = (gestalt_kind)h->kind,
                                     .batch = has_function && is_batch ? play_batch : NULL,
                                     .single = has_function && form == 0 ? play_single : NULL,
                                     .gathered = has_function && form == 2 ? play_gathered : NULL,
                                     .user = &users[i],
                                     .arguments = f->arguments,
                                     .argument_count = f->argument_count,
                                     .keys = f->keys,
                                     .key_count = f->key_count};
        REQUIRE(gestalt_host_add(host, &function, NULL) == GESTALT_OK);
        if (function.batch && mix(seed, i) & 2)
            REQUIRE(gestalt_host_add_lone(host, f->name, play_lone, NULL) == GESTALT_OK);
    }
    return all;
}

void puppets_destroy(puppets *all)
{
    free(all);
}
