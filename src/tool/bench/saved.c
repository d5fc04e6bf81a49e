// SPDX-License-Identifier: MIT
#include "saved.h"

#include "file.h"
#include "memory.h"

#include <inttypes.h>
#include <string.h>

enum { SAVED_SIZE_MAX = 256 << 20 };

// ---- reading

// The lists of rows that a file may contain.
static const char *const saved_lists[] = {"results", "growth"};
enum { SAVED_LISTS = sizeof saved_lists / sizeof *saved_lists };

static json_value saved_list(const saved *s, uint32_t which)
{
    json_value list = json_member(json_root(&s->json), saved_lists[which], NULL);
    return json_kind_of(list) == JSON_ARRAY ? list : (json_value){0};
}

static exit_code saved_refuse(const saved *s, cli *c, const char *why)
{
    cli_say(c, "%s: %s; --against needs the output of `gestalt bench --json`", s->path, why);
    return EXIT_REJECTED;
}

// Check the rows, and find the largest number of samples of a row.
static exit_code saved_check(saved *s, cli *c)
{
    json_value file = {0};
    uint32_t rows = 0;
    s->is_one_file = true;
    for (uint32_t i = 0; i < SAVED_LISTS; i++)
        for (json_value row = json_first(saved_list(s, i)); json_kind_of(row) != JSON_NONE;
             row = json_next(row), rows++) {
            json_value own = json_member(row, "file", NULL);
            if (json_kind_of(row) != JSON_OBJECT || json_kind_of(own) != JSON_STRING)
                return saved_refuse(s, c, "a row of its results has no `file`");
            if (json_kind_of(file) == JSON_NONE)
                file = own;
            s->is_one_file = s->is_one_file && json_same_string(file, own);
            json_value samples = json_member(row, "samples", NULL);
            uint32_t count = json_kind_of(samples) == JSON_ARRAY ? json_count(samples) : 0;
            s->sample_room = count > s->sample_room ? count : s->sample_room;
        }
    return rows > 0 ? EXIT_FINE : saved_refuse(s, c, "it has no results");
}

static exit_code saved_out_of_memory(cli *c)
{
    cli_say(c, "out of memory");
    return EXIT_LIMIT;
}

exit_code saved_open(saved *s, cli *c, const char *path)
{
    gestalt_error error = {0};
    json_error wrong = {0};
    *s = (saved){.path = path, .allocator = memory_allocator(NULL)};
    gestalt_result result =
        file_read(path, SAVED_SIZE_MAX, &s->allocator, &s->text, &s->size, &error);
    if (result != GESTALT_OK)
        return cli_fail(c, path, result, &error);
    if (!json_read(s->text, s->size, (json_limits){0}, &s->allocator, &s->json, &wrong))
        return wrong.kind == JSON_NO_MEMORY ? saved_out_of_memory(c)
                                            : saved_refuse(s, c, "it is not JSON");
    if (json_kind_of(json_root(&s->json)) != JSON_OBJECT)
        return saved_refuse(s, c, "it has no results");
    exit_code verdict = saved_check(s, c);
    if (verdict != EXIT_FINE || s->sample_room == 0)
        return verdict;
    s->samples = memory_new(&s->allocator, s->sample_room * sizeof *s->samples);
    return s->samples ? EXIT_FINE : saved_out_of_memory(c);
}

void saved_release(saved *s)
{
    if (!s->path)
        return;
    memory_release(&s->allocator, s->samples, s->sample_room * sizeof *s->samples);
    json_destroy(&s->json, &s->allocator);
    if (s->text)
        file_release(&s->allocator, s->text, s->size);
    *s = (saved){0};
}

// ---- finding a row

static bool saved_is_text(json_value row, const char *name, const char *text)
{
    json_value value = json_member(row, name, NULL);
    return json_kind_of(value) == JSON_STRING && json_is(value, text);
}

// Compare a member with a count; a missing member counts as 0.
static bool saved_is_count(json_value row, const char *name, uint64_t count)
{
    json_value value = json_member(row, name, NULL);
    int64_t number = 0;
    bool good = json_kind_of(value) != JSON_NUMBER || json_int64(value, &number);
    return good && (uint64_t)number == count;
}

static bool saved_is_row(const saved *s, json_value row, const saved_key *k)
{
    return ((s->is_one_file && k->is_only_file) || saved_is_text(row, "file", k->file)) &&
           saved_is_text(row, "code", k->code) && saved_is_text(row, "kernels", k->set) &&
           saved_is_text(row, "states", k->states) &&
           saved_is_text(row, "clock", k->is_wall ? "wall" : "cpu") &&
           saved_is_count(row, "agents", k->agents) && saved_is_count(row, "ticks", k->ticks) &&
           saved_is_count(row, "warm_up", k->warm_up) && saved_is_count(row, "lanes", k->lanes) &&
           saved_is_count(row, "threads", k->threads) && saved_is_count(row, "seed", k->seed) &&
           saved_is_count(row, "seeds", k->seeds) &&
           (json_kind_of(json_member(row, "awake", NULL)) == JSON_TRUE) == k->is_awake;
}

static uint64_t saved_hash(json_value row)
{
    char text[16];
    uint64_t hash = 0;
    json_value value = json_member(row, "hash", NULL);
    if (json_kind_of(value) != JSON_STRING || json_string_size(value) != sizeof text)
        return 0;
    json_string_copy(value, text);
    for (size_t i = 0; i < sizeof text; i++) {
        const char *digits = "0123456789abcdef", *digit = memchr(digits, text[i], 16);
        hash = hash * 16 + (digit ? (uint64_t)(digit - digits) : 0);
    }
    return hash;
}

static bool saved_read_row(saved *s, json_value row, saved_row *found)
{
    uint32_t count = 0;
    json_value samples = json_member(row, "samples", NULL);
    if (json_kind_of(samples) == JSON_ARRAY)
        for (json_value v = json_first(samples); json_kind_of(v) == JSON_NUMBER; v = json_next(v))
            s->samples[count++] = json_double(v);
    *found = (saved_row){noise_median(s->samples, count), saved_hash(row)};
    return found->range.median > 0;
}

bool saved_find(saved *s, const saved_key *key, saved_row *found)
{
    for (uint32_t i = 0; i < SAVED_LISTS; i++)
        for (json_value row = json_first(saved_list(s, i)); json_kind_of(row) != JSON_NONE;
             row = json_next(row))
            if (saved_is_row(s, row, key))
                return saved_read_row(s, row, found);
    return false;
}

// ---- machines

bool saved_tell_difference(const saved *s, const machine *m, text_out *out)
{
    const struct {
        const char *name, *now;
    } members[] = {{"processor", m->processor},
                   {"compiler", m->compiler},
                   {"flags", m->flags},
                   {"system", m->system}};
    json_value then = json_member(json_root(&s->json), "machine", NULL);
    bool any = false;
    for (size_t i = 0; i < sizeof members / sizeof *members && json_kind_of(then) == JSON_OBJECT;
         i++)
        if (!saved_is_text(then, members[i].name, members[i].now)) {
            text_print(out, "%s%s", any ? ", " : "Measured there with another ", members[i].name);
            any = true;
        }
    if (any)
        text_put(out, ": times may differ for that.\n");
    return any;
}
