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

// Add a file and take ownership of its name and text; both are released after an error.
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

// Return whether a name stays inside the folder that it is relative to, and is in its simplest
// form. It contains no zero, because JSON strings have none.
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

gestalt_result live_files_note(live_files *f, const char *name, const char *text, size_t size,
                               bool *is_other, gestalt_error *error)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->list[i].name, name) == 0) {
            *is_other = *is_other || f->list[i].size != size ||
                        (size > 0 && memcmp(f->list[i].text, text, size) != 0);
            return GESTALT_OK;
        }
    if (!live_name_is_plain(name, strlen(name)))
        return error_set(
            error, GESTALT_IO, 0,
            "a log cannot contain it: its path is too long, or not below the document's folder");
    live_file file = {live_copy(name, strlen(name)), live_copy(text, size), size};
    return live_files_add(f, file, error);
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

// Create the folders of a path.
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
