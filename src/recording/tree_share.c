// SPDX-License-Identifier: MIT
#include "tree_share.h"

#include "error.h"
#include "misuse.h"
#include "record_words.h"
#include "search.h"
#include "sort.h"
#include "tree_format.h"

#include <string.h>

gestalt_result share_start(const char *function, tree_share *s, const gestalt_tree_share *with,
                           gestalt_error *error)
{
    *s = (tree_share){.is_shared = with};
    if (!with)
        return GESTALT_OK;
    s->with = *with;
    if (with->agree && with->sum && with->least && with->gather)
        return GESTALT_OK;
    return misuse_tell(function, error,
                       "the share needs all its functions: see gestalt/recorder/share.h");
}

bool share_is_first(const tree_share *s)
{
    return !s->is_shared || s->with.is_first;
}

gestalt_result share_agree(const tree_share *s, gestalt_result result, gestalt_error *error)
{
    return s->is_shared ? s->with.agree(s->with.user, result, error) : result;
}

void share_sum(const tree_share *s, uint64_t *numbers, size_t count)
{
    if (s->is_shared && count > 0)
        s->with.sum(s->with.user, numbers, count);
}

void share_least(const tree_share *s, uint64_t *numbers, size_t count)
{
    if (s->is_shared && count > 0)
        s->with.least(s->with.user, numbers, count);
}

gestalt_result share_arrange(const tree_share *s, bool is_frame, gestalt_error *error)
{
    return s->is_shared && s->with.arrange ? s->with.arrange(s->with.user, is_frame, error)
                                           : GESTALT_OK;
}

gestalt_result share_gather(const tree_share *s, const chunk_bytes *own, chunk_bytes *all,
                            gestalt_error *error)
{
    uint64_t size = own->size;
    share_sum(s, &size, 1);
    chunk_bytes_clear(all);
    bool is_well = !share_is_first(s) || chunk_bytes_reserve(all, size + 1);
    gestalt_result result = is_well ? GESTALT_OK : error_no_memory(error);
    result = share_agree(s, result, error);
    if (result != GESTALT_OK)
        return result;
    if (!s->is_shared)
        chunk_bytes_add(all, own->bytes, (size_t)size);
    else
        s->with.gather(s->with.user, own->bytes, (size_t)own->size,
                       share_is_first(s) ? all->bytes : NULL);
    if (share_is_first(s))
        all->size = size;
    return GESTALT_OK;
}

// ---- blocks

typedef struct tree_joined {
    tree_part part;
    uint64_t at; // position of the bytes
} tree_joined;

static bool part_is_before(const void *a, const void *b, const void *user)
{
    const tree_part *one = &((const tree_joined *)a)->part,
                    *other = &((const tree_joined *)b)->part;
    (void)user;
    return one->group != other->group ? one->group < other->group : one->number < other->number;
}

static bool list_parts(tree_join *j, const gestalt_allocator *a)
{
    for (uint64_t at = 0; at < j->bytes->size;) {
        tree_joined joined;
        memcpy(&joined.part, j->bytes->bytes + at, sizeof joined.part);
        joined.at = at + sizeof joined.part;
        at = joined.at + joined.part.size;
        if (!ARRAY_RESERVE(a, j->list, j->room, j->count + 1))
            return false;
        j->list[j->count++] = joined;
    }
    return ARRAY_RESERVE(a, j->list, j->room, 2 * j->count);
}

gestalt_result join_open(tree_join *j, const chunk_bytes *all, const gestalt_allocator *a,
                         gestalt_error *error)
{
    *j = (tree_join){.bytes = all};
    if (!list_parts(j, a))
        return error_no_memory(error);
    j->sorted = sort_merge(j->list, j->list + j->count, (size_t)j->count, sizeof *j->list,
                           part_is_before, NULL);
    for (uint64_t i = 1; i < j->count; i++)
        if (!part_is_before(&j->sorted[i - 1], &j->sorted[i], NULL))
            return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                             "two shares have agents whose ids differ only in the lowest 6 bits");
    return GESTALT_OK;
}

void join_close(tree_join *j, const gestalt_allocator *a)
{
    ARRAY_RELEASE(a, j->list, j->room);
    *j = (tree_join){0};
}

static uint64_t join_begin(const tree_join *j, uint32_t group)
{
    uint64_t index;
    SEARCH_FIRST(index, 0, j->count, j->sorted[index].part.group >= group);
    return index;
}

uint64_t join_count(const tree_join *j, uint32_t group)
{
    return join_begin(j, group + 1) - join_begin(j, group);
}

static void put_piece(const tree_join *j, uint64_t first, uint64_t end, chunk_bytes *to)
{
    unsigned char head[TREE_ROW_SIZE_MAX];
    uint64_t changed = 0;
    for (uint64_t i = first; i < end; i++)
        changed |= (uint64_t)(j->sorted[i].part.size > 0) << (i - first);
    chunk_bytes_add(to, head, (size_t)(words_put(head, changed) - head));
    for (uint64_t i = first; i < end; i++)
        chunk_bytes_add(to, j->bytes->bytes + j->sorted[i].at, j->sorted[i].part.size);
}

void join_put(const tree_join *j, uint32_t group, chunk_bytes *to)
{
    uint64_t end = join_begin(j, group + 1);
    for (uint64_t i = join_begin(j, group); i < end; i += TREE_PIECE)
        put_piece(j, i, i + TREE_PIECE < end ? i + TREE_PIECE : end, to);
}
