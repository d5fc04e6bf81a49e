// SPDX-License-Identifier: MIT
#include "scene_files.h"

#include "error.h"
#include "memory.h"
#include "team.h"

#include <string.h>

static gestalt_result files_collect(void *user, const char *path, const char *text, size_t size,
                                    gestalt_error *error)
{
    scene_files *f = user;
    uint64_t text_size = size;
    gestalt_writer to = text_buffer_writer(&f->bytes);
    bool is_well = to.write(to.user, path, strlen(path) + 1) &&
                   to.write(to.user, (const char *)&text_size, sizeof text_size) &&
                   to.write(to.user, text, size);
    return is_well ? GESTALT_OK : error_no_memory(error);
}

// Return the next bytes, or NULL if there are not as many.
static const char *files_take(scene_files *f, uint64_t size)
{
    if (size > f->bytes.size - f->next)
        return NULL;
    f->next += (size_t)size;
    return f->bytes.bytes + f->next - size;
}

static gestalt_result files_read(void *user, const char *path, const gestalt_allocator *allocator,
                                 char **text, size_t *size, gestalt_error *error)
{
    uint64_t text_size = 0;
    scene_files *f = user;
    const char *name = files_take(f, strlen(path) + 1);
    const char *number = name ? files_take(f, sizeof text_size) : NULL;
    if (number)
        memcpy(&text_size, number, sizeof text_size);
    const char *bytes = number ? files_take(f, text_size) : NULL;
    if (!bytes || strcmp(name, path) != 0)
        return error_set(error, GESTALT_IO, 0, "the first rank has not read it");
    *size = (size_t)text_size;
    *text = memory_new(allocator, *size ? *size : 1);
    if (!*text)
        return error_no_memory(error);
    memcpy(*text, bytes, *size);
    return GESTALT_OK;
}

void scene_files_use(scene_files *f, gestalt_scene_options *how)
{
    if (team_is_first()) {
        how->compile.listener = files_collect;
        how->compile.listener_user = f;
    } else {
        how->read = files_read;
        how->read_user = f;
    }
}

gestalt_result text_share(const char *text, size_t size, text_buffer *copy, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    const void *bytes = text;
    if (!team_share(&a, &bytes, &size))
        return error_no_memory(error);
    if (team_is_first())
        return GESTALT_OK;
    gestalt_writer to = text_buffer_writer(copy);
    if (size > 0)
        to.write(to.user, bytes, size);
    memory_release(&a, (void *)(uintptr_t)bytes, size);
    return text_buffer_result(copy, GESTALT_OK, error);
}

gestalt_result scene_files_share(scene_files *f, gestalt_error *error)
{
    return text_share(f->bytes.bytes, f->bytes.size, &f->bytes, error);
}

void scene_files_release(scene_files *f)
{
    text_buffer_release(&f->bytes);
    *f = (scene_files){0};
}
