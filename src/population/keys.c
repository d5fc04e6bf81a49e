// SPDX-License-Identifier: MIT
// Blackboards, accessed by key (keys.h). A key is checked against the hash of the group's keys and
// the range of its columns, so a stale or wrong one never reaches memory.
#include "group.h"
#include "population_state.h"
#include "values.h"

#include "columns.h"
#include "error.h"

#include <gestalt/keys.h>

static const char *key_name(const group *g, const gestalt_key *key)
{
    return shape_string(g->shape, columns_key(g->shape, key->column)->name);
}

static gestalt_result key_refuse(const group *g, gestalt_error *error)
{
    return error_set(
        error, GESTALT_BAD_ARGUMENT, 0,
        "the key is not one of group %u: it is of a group with other keys, or from before an "
        "edit that has changed them; call gestalt_population_key again",
        (unsigned)g->number);
}

// Refuse a key that is not of the group, or is a list and should not be, or the reverse.
static gestalt_result key_need(const group *g, const gestalt_key *key, bool is_list,
                               const char *other, gestalt_error *error)
{
    if (__builtin_expect(!values_are_of_key(g, key), 0))
        return key_refuse(g, error);
    if (__builtin_expect(is_list == (key->capacity > 0), 1))
        return GESTALT_OK;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the key `%s` is %s list: call %s",
                     key_name(g, key), is_list ? "not a" : "a", other);
}

// The same for a key that must be shared, or must not be.
static gestalt_result key_need_shared(const group *g, const gestalt_key *key, bool is_shared,
                                      const char *other, gestalt_error *error)
{
    if (__builtin_expect(key->shared == is_shared, 1))
        return GESTALT_OK;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the key `%s` is %s: call %s",
                     key_name(g, key), is_shared ? "not shared" : "shared", other);
}

bool gestalt_actor_place(const gestalt_population *p, uint64_t agent, gestalt_place *where)
{
    place at;
    if (MISUSE_NULL(p, "population", NULL) || MISUSE_NULL(where, "place", NULL) ||
        !population_find(p, agent, &at))
        return false;
    *where = (gestalt_place){.block = at.index, .group = at.group->number, .lane = at.lane};
    return true;
}

// ---- single values

static const char lists_are_read[] = "gestalt_population_read_list_key";
static const char lists_are_written[] = "gestalt_population_write_list_key";

static gestalt_result key_check_write(const group *g, const gestalt_key *key, gestalt_value value,
                                      gestalt_error *error)
{
    if (__builtin_expect(value.type == key->type, 1))
        return GESTALT_OK;
    return values_check_type(key, key_name(g, key), value, error);
}

gestalt_result gestalt_population_read_key(const gestalt_population *p, uint64_t agent,
                                           const gestalt_key *key, gestalt_value *value,
                                           gestalt_error *error)
{
    place where;
    if (MISUSE_NULL(p, "population", error) || MISUSE_NULL(key, "key", error) ||
        MISUSE_NULL(value, "value", error))
        return GESTALT_MISUSE;
    gestalt_result result = population_need(p, agent, &where, error);
    if (result == GESTALT_OK)
        result = key_need(where.group, key, false, lists_are_read, error);
    if (result == GESTALT_OK)
        *value = values_get(&where, key->type, key->column);
    return result;
}

gestalt_result gestalt_population_write_key(gestalt_population *p, uint64_t agent,
                                            const gestalt_key *key, gestalt_value value,
                                            gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || MISUSE_NULL(key, "key", error) ||
        POPULATION_NO_TYPE(value.type, error))
        return GESTALT_MISUSE;
    return gestalt_population_write_keys(p, &agent, 1, key, 1, &value, error);
}

// Refuse keys that are not those of the agent's group, or are lists.
static gestalt_result keys_need(const group *g, const gestalt_key *keys, size_t count,
                                const char *other, gestalt_error *error)
{
    for (size_t k = 0; k < count; k++) {
        gestalt_result result = key_need(g, &keys[k], false, other, error);
        if (result != GESTALT_OK)
            return result;
    }
    return GESTALT_OK;
}

gestalt_result gestalt_population_read_keys(const gestalt_population *p, const uint64_t *agents,
                                            uint64_t count, const gestalt_key *keys,
                                            size_t key_count, gestalt_value *values,
                                            gestalt_error *error)
{
    if (MISUSE_NULL(p, "population", error) ||
        (count > 0 && MISUSE_NULL(agents, "agents", error)) ||
        (key_count > 0 && MISUSE_NULL(keys, "keys", error)) ||
        (count > 0 && key_count > 0 && MISUSE_NULL(values, "values", error)))
        return GESTALT_MISUSE;
    const group *checked = NULL;
    for (uint64_t i = 0; i < count; i++) {
        place where;
        gestalt_result result = population_need(p, agents[i], &where, error);
        if (result == GESTALT_OK && where.group != checked)
            result = keys_need(where.group, keys, key_count, lists_are_read, error);
        if (result != GESTALT_OK)
            return result;
        checked = where.group;
        for (size_t k = 0; k < key_count; k++)
            *values++ = values_get(&where, keys[k].type, keys[k].column);
    }
    return GESTALT_OK;
}

// Refuse keys that agents of a group can't be given.
static gestalt_result keys_need_own(const group *g, const gestalt_key *keys, size_t count,
                                    gestalt_error *error)
{
    gestalt_result result = keys_need(g, keys, count, lists_are_written, error);
    for (size_t k = 0; k < count && result == GESTALT_OK; k++)
        result = key_need_shared(g, &keys[k], false, "gestalt_population_write_shared_key", error);
    return result;
}

// Check the agents, keys and values of a call of gestalt_population_write_keys.
static gestalt_result keys_check_writes(const gestalt_population *p, const uint64_t *agents,
                                        uint64_t count, const gestalt_key *keys, size_t key_count,
                                        const gestalt_value *values, gestalt_error *error)
{
    const group *checked = NULL;
    for (uint64_t i = 0; i < count; i++) {
        place where;
        gestalt_result result = population_need(p, agents[i], &where, error);
        if (result == GESTALT_OK && where.group != checked)
            result = keys_need_own(where.group, keys, key_count, error);
        checked = where.group;
        for (size_t k = 0; k < key_count && result == GESTALT_OK; k++)
            result = key_check_write(where.group, &keys[k], *values++, error);
        if (result != GESTALT_OK)
            return result;
    }
    return GESTALT_OK;
}

gestalt_result gestalt_population_write_keys(gestalt_population *p, const uint64_t *agents,
                                             uint64_t count, const gestalt_key *keys,
                                             size_t key_count, const gestalt_value *values,
                                             gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) ||
        (count > 0 && MISUSE_NULL(agents, "agents", error)) ||
        (key_count > 0 && MISUSE_NULL(keys, "keys", error)) ||
        (count > 0 && key_count > 0 &&
         (MISUSE_NULL(values, "values", error) ||
          values_have_no_type(__func__, values, count * key_count, error))))
        return GESTALT_MISUSE;
    gestalt_result result = keys_check_writes(p, agents, count, keys, key_count, values, error);
    for (uint64_t i = 0; i < count && result == GESTALT_OK; i++) {
        place where;
        population_find(p, agents[i], &where);
        for (size_t k = 0; k < key_count; k++) {
            values_put(&where, keys[k].column, values++);
            values_wake(&where, &keys[k]);
        }
    }
    return result;
}

gestalt_result gestalt_population_read_shared_key(const gestalt_population *p, uint32_t number,
                                                  const gestalt_key *key, gestalt_value *value,
                                                  gestalt_error *error)
{
    if (MISUSE_NULL(p, "population", error) || MISUSE_NULL(key, "key", error) ||
        MISUSE_NULL(value, "value", error) || POPULATION_NO_GROUP(p, number, error))
        return GESTALT_MISUSE;
    place where = {.group = &p->groups[number]};
    gestalt_result result =
        key_need(where.group, key, false, "gestalt_population_read_shared_list_key", error);
    if (result == GESTALT_OK)
        result = key_need_shared(where.group, key, true, "gestalt_population_read_key", error);
    if (result == GESTALT_OK)
        *value = values_get(&where, key->type, key->column);
    return result;
}

gestalt_result gestalt_population_write_shared_key(gestalt_population *p, uint32_t number,
                                                   const gestalt_key *key, gestalt_value value,
                                                   gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || MISUSE_NULL(key, "key", error) ||
        POPULATION_NO_GROUP(p, number, error) || POPULATION_NO_TYPE(value.type, error))
        return GESTALT_MISUSE;
    place where = {.group = &p->groups[number]};
    gestalt_result result =
        key_need(where.group, key, false, "gestalt_population_write_shared_list_key", error);
    if (result == GESTALT_OK)
        result = key_need_shared(where.group, key, true, "gestalt_population_write_key", error);
    if (result == GESTALT_OK)
        result = key_check_write(where.group, key, value, error);
    if (result != GESTALT_OK)
        return result;
    values_put(&where, key->column, &value);
    values_wake(&where, key);
    return GESTALT_OK;
}

// ---- lists

gestalt_result gestalt_population_read_list_key(const gestalt_population *p, uint64_t agent,
                                                const gestalt_key *key, gestalt_value *elements,
                                                size_t capacity, size_t *count,
                                                gestalt_error *error)
{
    place where = {0};
    if (MISUSE_NULL(p, "population", error) || MISUSE_NULL(key, "key", error) ||
        (capacity > 0 && MISUSE_NULL(elements, "elements", error)) ||
        MISUSE_NULL(count, "count", error))
        return GESTALT_MISUSE;
    gestalt_result result = population_need(p, agent, &where, error);
    if (result == GESTALT_OK)
        result = key_need(where.group, key, true, "gestalt_population_read_key", error);
    if (result == GESTALT_OK)
        result = values_read_list(&where, key, elements, capacity, count, error);
    return result;
}

gestalt_result gestalt_population_write_list_key(gestalt_population *p, uint64_t agent,
                                                 const gestalt_key *key,
                                                 const gestalt_value *elements, size_t count,
                                                 gestalt_error *error)
{
    const char *shared = "gestalt_population_write_shared_list_key";
    place where = {0};
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || MISUSE_NULL(key, "key", error) ||
        (count > 0 && MISUSE_NULL(elements, "elements", error)) ||
        values_have_no_type(__func__, elements, count, error))
        return GESTALT_MISUSE;
    gestalt_result result = population_need(p, agent, &where, error);
    if (result == GESTALT_OK)
        result = key_need(where.group, key, true, "gestalt_population_write_key", error);
    if (result == GESTALT_OK)
        result = key_need_shared(where.group, key, false, shared, error);
    if (result == GESTALT_OK)
        result = values_check_list(key, key_name(where.group, key), elements, count, error);
    if (result == GESTALT_OK)
        values_write_list(&where, key, elements, count);
    return result;
}

gestalt_result gestalt_population_read_shared_list_key(const gestalt_population *p, uint32_t number,
                                                       const gestalt_key *key,
                                                       gestalt_value *elements, size_t capacity,
                                                       size_t *count, gestalt_error *error)
{
    if (MISUSE_NULL(p, "population", error) || MISUSE_NULL(key, "key", error) ||
        (capacity > 0 && MISUSE_NULL(elements, "elements", error)) ||
        MISUSE_NULL(count, "count", error) || POPULATION_NO_GROUP(p, number, error))
        return GESTALT_MISUSE;
    place where = {.group = &p->groups[number]};
    gestalt_result result =
        key_need(where.group, key, true, "gestalt_population_read_shared_key", error);
    if (result == GESTALT_OK)
        result = key_need_shared(where.group, key, true, lists_are_read, error);
    if (result == GESTALT_OK)
        result = values_read_list(&where, key, elements, capacity, count, error);
    return result;
}

gestalt_result gestalt_population_write_shared_list_key(gestalt_population *p, uint32_t number,
                                                        const gestalt_key *key,
                                                        const gestalt_value *elements, size_t count,
                                                        gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || MISUSE_NULL(key, "key", error) ||
        POPULATION_NO_GROUP(p, number, error) ||
        (count > 0 && MISUSE_NULL(elements, "elements", error)) ||
        values_have_no_type(__func__, elements, count, error))
        return GESTALT_MISUSE;
    place where = {.group = &p->groups[number]};
    gestalt_result result =
        key_need(where.group, key, true, "gestalt_population_write_shared_key", error);
    if (result == GESTALT_OK)
        result = key_need_shared(where.group, key, true, lists_are_written, error);
    if (result == GESTALT_OK)
        result = values_check_list(key, key_name(where.group, key), elements, count, error);
    if (result == GESTALT_OK)
        values_write_list(&where, key, elements, count);
    return result;
}
