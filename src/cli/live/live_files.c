// SPDX-License-Identifier: MIT
#include "live_files.h"

#include "array.h"
#include "error.h"
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *live_copy(const char *text, size_t size)
{
    gestalt_allocator a = memory_allocator(NULL);
    char *copy = memory_new(&a, size + 1);
    if (!copy)
        return NULL;
    if (size > 0)
        memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

char *live_string(json_value string, size_t *size)
{
    gestalt_allocator a = memory_allocator(NULL);
    *size = json_string_size(string);
    char *text = memory_new(&a, *size + 1);
    if (!text)
        return NULL;
    json_string_copy(string, text);
    text[*size] = '\0';
    return text;
}

size_t live_files_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

void live_files_release(live_files *f)
{
    gestalt_allocator a = memory_allocator(NULL);
    for (size_t i = 0; i < f->count; i++) {
        memory_release(&a, f->list[i].name, f->list[i].name ? strlen(f->list[i].name) + 1 : 0);
        memory_release(&a, f->list[i].text, f->list[i].text ? f->list[i].size + 1 : 0);
    }
    ARRAY_RELEASE(&a, f->list, f->capacity);
    *f = (live_files){0};
}

bool live_files_are_same(const live_files *a, const live_files *b)
{
    if (a->count != b->count || a->size != b->size)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->list[i].size != b->list[i].size ||
            memcmp(a->list[i].text, b->list[i].text, a->list[i].size) != 0 ||
            strcmp(a->list[i].name, b->list[i].name) != 0)
            return false;
    return true;
}

// Take over a file whose name and text were allocated; both are gone after an error.
static gestalt_result live_files_add(live_files *f, live_file file, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    gestalt_result result = GESTALT_OK;
    if (!file.name || !file.text || !ARRAY_RESERVE(&a, f->list, f->capacity, f->count + 1))
        result = error_no_memory(error);
    else if (f->count == LIVE_FILES_MAX || file.size > LIVE_FILES_SIZE_MAX - f->size)
        result = error_set(error, GESTALT_LIMIT, 0,
                           "a run is made of more than %d files, or %d MiB of text", LIVE_FILES_MAX,
                           LIVE_FILES_SIZE_MAX >> 20);
    if (result == GESTALT_OK) {
        f->list[f->count++] = file;
        f->size += file.size;
        return GESTALT_OK;
    }
    memory_release(&a, file.name, file.name ? strlen(file.name) + 1 : 0);
    memory_release(&a, file.text, file.text ? file.size + 1 : 0);
    return result;
}

static bool live_files_have(const live_files *f, const char *name)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->list[i].name, name) == 0)
            return true;
    return false;
}

// ---- names

// Return whether a name stays below the folder that it starts from, and says so in one way only. It
// has no zero within: JSON has none.
static bool live_name_is_plain(const char *name, size_t size)
{
    if (size == 0 || size > LIVE_PATH_MAX)
        return false;
    for (size_t at = 0; at <= size;) {
        const char *slash = memchr(name + at, '/', size - at);
        size_t part = slash ? (size_t)(slash - name) - at : size - at;
        bool is_dots = part > 0 && part <= 2 && strspn(name + at, ".") >= part;
        if (part == 0 || part > NAME_MAX || is_dots)
            return false;
        at += part + 1;
    }
    return true;
}

// Write where a name leads that stands in a file: without `.` and `..`. False when it leaves the
// first file's folder, or is too long.
static bool live_name_resolve(char to[LIVE_PATH_MAX + 1], const char *from, const char *written)
{
    size_t used = live_files_folder(from);
    if (*written == '/' || used > LIVE_PATH_MAX)
        return false;
    memcpy(to, from, used);
    for (const char *part = written; *part; part += strspn(part, "/")) {
        size_t size = strcspn(part, "/");
        bool is_up = size == 2 && part[0] == '.' && part[1] == '.';
        if (is_up && used == 0)
            return false;
        if (is_up) {
            for (used--; used > 0 && to[used - 1] != '/';)
                used--;
        } else if (!(size == 1 && *part == '.')) {
            if (used + size + 1 > LIVE_PATH_MAX)
                return false;
            memcpy(to + used, part, size);
            used += size;
            if (part[size] == '/')
                to[used++] = '/';
        }
        part += size;
    }
    to[used] = '\0';
    return live_name_is_plain(to, used);
}

// ---- reading

// Read a file if it is there.
static gestalt_result live_files_take(live_files *f, const char *folder, size_t folder_size,
                                      const char *name, gestalt_error *error)
{
    char path[PATH_MAX];
    char *bytes = NULL;
    size_t size = 0;
    gestalt_error why = {0};
    gestalt_allocator a = memory_allocator(NULL);
    if (folder_size + strlen(name) >= sizeof path)
        return GESTALT_OK;
    memcpy(path, folder, folder_size);
    strcpy(path + folder_size, name);
    gestalt_result result = file_read(path, LIVE_FILES_SIZE_MAX, &a, &bytes, &size, &why);
    if (result == GESTALT_NO_MEMORY || (result != GESTALT_OK && f->count == 0)) {
        if (error)
            *error = why;
        return result;
    }
    if (result != GESTALT_OK)
        return GESTALT_OK;
    live_file file = {live_copy(name, strlen(name)), live_copy(bytes, size), size};
    file_release(&a, bytes, size);
    return live_files_add(f, file, error);
}

// Take the file that a string names.
static gestalt_result live_files_follow(live_files *f, const char *folder, size_t folder_size,
                                        const char *from, json_value string, gestalt_error *error)
{
    char name[LIVE_PATH_MAX + 1];
    gestalt_allocator a = memory_allocator(NULL);
    if (json_string_size(string) > LIVE_PATH_MAX)
        return GESTALT_OK;
    size_t size;
    char *written = live_string(string, &size);
    if (!written)
        return error_no_memory(error);
    bool leads = live_name_resolve(name, from, written);
    memory_release(&a, written, size + 1);
    if (!leads || live_files_have(f, name))
        return GESTALT_OK;
    return live_files_take(f, folder, folder_size, name, error);
}

// Look through all members of a text, in the order in which they stand there. Trees of a scene and
// documents in documents name files in the same two ways.
static gestalt_result live_files_scan(live_files *f, size_t index, const char *folder,
                                      size_t folder_size, gestalt_error *error)
{
    json_document d;
    json_error wrong;
    gestalt_result result = GESTALT_OK;
    gestalt_allocator a = memory_allocator(NULL);
    const live_file file = f->list[index];
    if (!json_read(file.text, file.size, (json_limits){0}, &a, &d, &wrong))
        return wrong.kind == JSON_NO_MEMORY ? error_no_memory(error) : GESTALT_OK;
    json_value open[JSON_DEPTH_MAX + 1]; // what is left of each container, from the outermost on
    bool is_object[JSON_DEPTH_MAX + 1];
    int depth = 0;
    json_value value = json_root(&d);
    for (;;) {
        json_kind kind = json_kind_of(value);
        if (kind == JSON_ARRAY || kind == JSON_OBJECT) {
            is_object[depth] = kind == JSON_OBJECT;
            open[depth++] = json_first(value);
        }
        while (depth > 0 && json_kind_of(open[depth - 1]) == JSON_NONE)
            depth--;
        if (depth == 0 || result != GESTALT_OK)
            break;
        json_value next = open[depth - 1];
        value = is_object[depth - 1] ? json_next(next) : next;
        open[depth - 1] = json_next(value);
        if (is_object[depth - 1] && json_kind_of(value) == JSON_STRING &&
            (json_is(next, "include") || json_is(next, "tree")))
            result = live_files_follow(f, folder, folder_size, file.name, value, error);
    }
    json_destroy(&d, &a);
    return result;
}

gestalt_result live_files_read(live_files *f, const char *path, gestalt_error *error)
{
    size_t folder_size = live_files_folder(path);
    *f = (live_files){0};
    gestalt_result result = live_files_take(f, path, folder_size, path + folder_size, error);
    for (size_t i = 0; i < f->count && result == GESTALT_OK; i++)
        result = live_files_scan(f, i, path, folder_size, error);
    if (result != GESTALT_OK)
        live_files_release(f);
    return result;
}

// ---- JSON

void live_files_json(text_out *out, const live_files *f)
{
    text_put(out, "[");
    for (size_t i = 0; i < f->count; i++) {
        text_put(out, i ? ", {\"name\": " : "{\"name\": ");
        text_json(out, f->list[i].name, strlen(f->list[i].name));
        text_put(out, ", \"text\": ");
        text_json(out, f->list[i].text, f->list[i].size);
        text_put(out, "}");
    }
    text_put(out, "]");
}

static gestalt_result live_file_parse(live_files *f, json_value object, gestalt_error *error)
{
    json_value name = json_member(object, "name", NULL), text = json_member(object, "text", NULL);
    if (json_kind_of(object) != JSON_OBJECT || json_count(object) != 2 ||
        json_kind_of(name) != JSON_STRING || json_kind_of(text) != JSON_STRING)
        return error_set(error, GESTALT_BAD_FILE, json_begin(object),
                         "a file is an object with `name` and `text`");
    size_t size;
    live_file file = {.name = live_string(name, &size)};
    bool is_plain = file.name && live_name_is_plain(file.name, size);
    if (file.name && (!is_plain || live_files_have(f, file.name))) {
        gestalt_allocator a = memory_allocator(NULL);
        memory_release(&a, file.name, size + 1);
        return error_set(error, GESTALT_BAD_FILE, json_begin(name),
                         is_plain ? "a file of that name was given before"
                                  : "the name must lead to a file below the first one's folder, "
                                    "without `.` and `..`");
    }
    file.text = file.name ? live_string(text, &file.size) : NULL;
    return live_files_add(f, file, error);
}

gestalt_result live_files_parse(live_files *f, json_value array, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    *f = (live_files){0};
    if (json_kind_of(array) != JSON_ARRAY || json_count(array) == 0)
        return error_set(error, GESTALT_BAD_FILE, json_begin(array),
                         "`files` is an array with the document first");
    for (json_value file = json_first(array);
         json_kind_of(file) != JSON_NONE && result == GESTALT_OK; file = json_next(file))
        result = live_file_parse(f, file, error);
    if (result == GESTALT_OK && strchr(f->list[0].name, '/'))
        result = error_set(error, GESTALT_BAD_FILE, json_begin(array),
                           "the first file lies in the folder itself");
    if (result != GESTALT_OK)
        live_files_release(f);
    return result;
}

// ---- in a folder

static bool live_path(char path[PATH_MAX], const char *folder, const char *name)
{
    int size = snprintf(path, PATH_MAX, "%s%s", folder, name);
    return size > 0 && size < PATH_MAX;
}

// Make the folders on the way to a file.
static void make_folders(char *path, size_t from)
{
    for (char *slash = strchr(path + from, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

gestalt_result live_files_write(const live_files *f, const char *folder, gestalt_error *error)
{
    char path[PATH_MAX];
    gestalt_result result = GESTALT_OK;
    for (size_t i = 0; i < f->count && result == GESTALT_OK; i++) {
        const live_file *file = &f->list[i];
        if (!live_path(path, folder, file->name))
            return error_set(error, GESTALT_IO, 0, "the path of `%s` is too long", file->name);
        make_folders(path, strlen(folder));
        int descriptor = file_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600);
        if (descriptor < 0)
            return error_set(error, GESTALT_IO, 0, "cannot write `%s`: %s", path,
                             error_of_system(errno));
        result = file_write_descriptor(descriptor, path, file->text, file->size, error);
        close(descriptor);
    }
    return result;
}

void live_files_remove(const live_files *f, const char *folder)
{
    char path[PATH_MAX];
    for (size_t i = 0; i < f->count; i++) {
        if (!live_path(path, folder, f->list[i].name))
            continue;
        unlink(path);
        for (char *slash = strrchr(path, '/'); slash && (size_t)(slash - path) > strlen(folder);
             slash = strrchr(path, '/')) {
            *slash = '\0';
            if (rmdir(path) != 0)
                break;
        }
    }
}
