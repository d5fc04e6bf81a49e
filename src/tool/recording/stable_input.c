// SPDX-License-Identifier: MIT
#include "stable_input.h"

#include "array.h"
#include "error.h"
#include "hash.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK_SIZE = 64 * 1024 };

gestalt_result stable_input_start(stable_input *s, file_input *file, gestalt_error *error)
{
    *s = (stable_input){.allocator = memory_allocator(NULL), .file = file};
    s->block = memory_new(&s->allocator, BLOCK_SIZE);
    return s->block ? GESTALT_OK : error_no_memory(error);
}

void stable_input_end(stable_input *s)
{
    memory_release(&s->allocator, s->block, s->block ? BLOCK_SIZE : 0);
    ARRAY_RELEASE(&s->allocator, s->hashes, s->hash_capacity);
    *s = (stable_input){0};
}

// Store the hash of a block that is read for the first time.
static gestalt_result stable_input_keep(stable_input *s, gestalt_error *error)
{
    if (s->size < BLOCK_SIZE) {
        s->has_end = true;
        s->last_size = s->size > 0 ? s->size : BLOCK_SIZE;
    }
    if (s->size == 0)
        return GESTALT_OK;
    if (!ARRAY_RESERVE(&s->allocator, s->hashes, s->hash_capacity, s->hash_count + 1))
        return error_no_memory(error);
    s->hashes[s->hash_count++] = hash_bytes(s->block, s->size);
    s->next++;
    return GESTALT_OK;
}

static gestalt_result stable_input_compare(stable_input *s, gestalt_error *error)
{
    size_t known = s->has_end && s->next + 1 == s->hash_count ? s->last_size : BLOCK_SIZE;
    s->size = s->size < known ? s->size : known;
    if (hash_bytes(s->block, s->size) == s->hashes[s->next++])
        return GESTALT_OK;
    s->size = 0;
    return error_set(error, GESTALT_IO, 0, "`%s` was changed while it was read", s->file->path);
}

static gestalt_result stable_input_load(stable_input *s, gestalt_error *error)
{
    s->size = s->used = 0;
    if (s->has_end && s->next == s->hash_count)
        return GESTALT_OK;
    gestalt_result result = file_input_read(s->file, s->block, BLOCK_SIZE, &s->size, error);
    if (result != GESTALT_OK) {
        s->size = 0;
        return result;
    }
    return s->next < s->hash_count ? stable_input_compare(s, error) : stable_input_keep(s, error);
}

gestalt_result stable_input_read(stable_input *s, void *bytes, size_t size, size_t *count,
                                 gestalt_error *error)
{
    for (*count = 0; *count < size;) {
        if (s->used == s->size) {
            gestalt_result result = stable_input_load(s, error);
            if (result != GESTALT_OK)
                return result;
            if (s->size == 0)
                break;
        }
        size_t left = s->size - s->used, more = size - *count < left ? size - *count : left;
        memcpy((char *)bytes + *count, s->block + s->used, more);
        s->used += more;
        *count += more;
    }
    return GESTALT_OK;
}

gestalt_result stable_input_rewind(stable_input *s, gestalt_error *error)
{
    s->size = s->used = 0;
    s->next = 0;
    if (lseek(s->file->descriptor, 0, SEEK_SET) == 0)
        return GESTALT_OK;
    return error_set(error, GESTALT_IO, 0, "cannot read `%s` again: %s", s->file->path,
                     error_of_system(errno));
}
