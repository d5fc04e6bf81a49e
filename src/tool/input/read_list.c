// SPDX-License-Identifier: MIT
#include "read_list.h"

#include "error.h"

#include <string.h>

static bool list_add(read_list *list, const char *path)
{
    gestalt_writer writer = text_buffer_writer(&list->paths);
    return writer.write(writer.user, path, strlen(path) + 1);
}

void read_list_start(read_list *list, const char *operand)
{
    *list = (read_list){0};
    if (operand)
        list_add(list, operand);
}

void read_list_release(read_list *list)
{
    text_buffer_release(&list->paths);
}

// The first path of the list is the operand; the compiler lists it again, and it is then skipped.
gestalt_result read_list_add(void *user, const char *path, const char *text, size_t size,
                             gestalt_error *error)
{
    read_list *list = user;
    (void)text;
    (void)size;
    bool is_operand = list->paths.bytes && strcmp(list->paths.bytes, path) == 0;
    if (list->paths.is_full || (!is_operand && !list_add(list, path)))
        return error_no_memory(error);
    return GESTALT_OK;
}

const char *read_list_next(const read_list *list, const char *path)
{
    const char *next = path ? path + strlen(path) + 1 : list->paths.bytes;
    return next && next < list->paths.bytes + list->paths.size ? next : NULL;
}

// Make treats backslashes before a blank or `#` as escapes, so they are doubled there.
static bool put_path(text_out *out, const char *path)
{
    if (strpbrk(path, "\r\n"))
        return false;
    for (size_t slashes = 0; *path; path++) {
        if (*path == ' ' || *path == '\t' || *path == '#')
            text_fill(out, '\\', slashes + 1);
        text_put(out, *path == '$' ? "$" : "");
        text_write(out, path, 1);
        slashes = *path == '\\' ? slashes + 1 : 0;
    }
    return true;
}

bool read_list_write_rule(const read_list *list, const char *output, text_out *out)
{
    const char *first = read_list_next(list, NULL);
    bool is_well = put_path(out, output);
    text_put(out, ":");
    for (const char *path = first; path && is_well; path = read_list_next(list, path)) {
        text_put(out, " ");
        is_well = put_path(out, path);
    }
    text_put(out, "\n");
    for (const char *path = first; path && is_well && (path = read_list_next(list, path));) {
        is_well = put_path(out, path);
        text_put(out, ":\n");
    }
    return is_well;
}
