// SPDX-License-Identifier: MIT
#include "folder.h"

#include "error.h"
#include "file.h"
#include "json.h"
#include "limits_option.h"
#include "memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

static int by_path(const void *a, const void *b)
{
    return strcmp(((const folder_entry *)a)->path, ((const folder_entry *)b)->path);
}

bool folder_is(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool fail_to_read(gestalt_error *error, const char *path, int number)
{
    char quoted[ERROR_QUOTE_SIZE];
    error_set(error, GESTALT_IO, 0, "cannot read `%s`: %s", error_quote(quoted, path, strlen(path)),
              error_of_system(number));
    return false;
}

static bool has_member(json_value object, const char *name)
{
    return json_kind_of(json_member(object, name, NULL)) != JSON_NONE;
}

// Return why a document can only be included, or NULL if it can be compiled by itself.
static const char *why_part(json_value root)
{
    json_value params = json_member(root, "params", NULL);
    if (!has_member(root, "root") && has_member(root, "trees"))
        return "it has no `root`";
    if (json_kind_of(params) != JSON_OBJECT)
        return NULL;
    for (json_value key = json_first(params); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key))) {
        json_value param = json_next(key);
        if (json_kind_of(param) == JSON_OBJECT &&
            (has_member(param, "key") || has_member(param, "node")))
            return "it has params that are keys or nodes";
    }
    return NULL;
}

// Decide whether a text is a document. A text that is not valid JSON counts as one if it contains
// the key; the check then reports its errors. Returns false when out of memory.
static bool judge_text(const char *text, size_t size, size_t limit, folder_entry *entry,
                       bool *is_document)
{
    static const char key[] = "\"gestalt\"";
    gestalt_allocator allocator = memory_allocator(NULL);
    json_document document;
    json_error error;
    *is_document = memmem(text, size, key, sizeof key - 1);
    if (!*is_document)
        return true;
    if (!json_read(text, size, (json_limits){.size = limit}, &allocator, &document, &error))
        return error.kind != JSON_NO_MEMORY;
    json_value root = json_root(&document);
    *is_document = json_kind_of(root) == JSON_OBJECT &&
                   json_kind_of(json_member(root, "gestalt", NULL)) != JSON_NONE;
    entry->part = *is_document ? why_part(root) : NULL;
    json_destroy(&document, &allocator);
    return true;
}

static bool is_document(arena *a, folder_entry *entry, size_t limit)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    char *text;
    size_t size;
    bool verdict = true;
    gestalt_result result = file_read(entry->path, limit, &allocator, &text, &size, NULL);
    bool has_memory = result != GESTALT_NO_MEMORY;
    if (result == GESTALT_OK) {
        has_memory = judge_text(text, size, limit, entry, &verdict);
        file_release(&allocator, text, size);
    }
    if (!has_memory)
        longjmp(a->escape, 1);
    return verdict;
}

static bool has_suffix(const char *name, const char *suffix)
{
    size_t size = strlen(name), suffix_size = strlen(suffix);
    return size > suffix_size && strcmp(name + size - suffix_size, suffix) == 0;
}

// Skip pipes and devices. Broken links and files without access are not skipped: checking them
// reports the error.
static bool can_be_read(const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

// Add the entries of one folder to `files` and `folders`. The caller opens and closes the folder,
// because allocating may escape from this function.
static bool read_entries(arena *a, DIR *folder, const char *path, const char *suffix,
                         folder_list *files, folder_list *folders)
{
    const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
    for (;;) {
        errno = 0;
        struct dirent *entry = readdir(folder);
        if (!entry)
            return errno == 0;
        if (entry->d_name[0] == '.')
            continue;
        char *entry_path = arena_print(a, "%s%s%s", path, slash, entry->d_name);
        struct stat status;
        if (lstat(entry_path, &status) == 0 && S_ISDIR(status.st_mode))
            folder_list_add(a, folders, entry_path);
        else if (has_suffix(entry_path, suffix) && can_be_read(entry_path))
            folder_list_add(a, files, entry_path);
    }
}

// Close the folder even if the arena escapes because it is out of memory.
static bool list_folder(arena *a, const char *path, const char *suffix, folder_list *files,
                        folder_list *folders, gestalt_error *error)
{
    DIR *folder = opendir(path);
    if (!folder)
        return fail_to_read(error, path, errno);
    jmp_buf outer;
    memcpy(&outer, &a->escape, sizeof outer);
    if (setjmp(a->escape)) {
        closedir(folder);
        memcpy(&a->escape, &outer, sizeof outer);
        longjmp(a->escape, 1);
    }
    bool complete = read_entries(a, folder, path, suffix, files, folders);
    int number = errno;
    memcpy(&a->escape, &outer, sizeof outer);
    closedir(folder);
    if (!complete)
        fail_to_read(error, path, number);
    return complete;
}

bool folder_files(arena *a, const char *path, const char *suffix, folder_list *files,
                  gestalt_error *error)
{
    folder_list folders = {0};
    uint32_t before = files->count;
    folder_list_add(a, &folders, path);
    for (uint32_t i = 0; i < folders.count; i++)
        if (!list_folder(a, folders.entries[i].path, suffix, files, &folders, error))
            return false;
    if (files->count > before)
        qsort(files->entries + before, files->count - before, sizeof *files->entries, by_path);
    return true;
}

static bool add_documents(arena *a, const char *path, size_t limit, folder_list *list,
                          gestalt_error *error)
{
    folder_list files = {0};
    size_t above = strlen(path) + (path[strlen(path) - 1] != '/');
    if (!folder_files(a, path, ".json", &files, error))
        return false;
    for (uint32_t i = 0; i < files.count; i++) {
        folder_entry *entry = &files.entries[i];
        entry->below = entry->path + above;
        if (is_document(a, entry, limit))
            *ARENA_PUSH(a, list->entries, list->count, list->capacity) = *entry;
    }
    return true;
}

static exit_code expand_folder(arena *a, cli *c, const char *path, folder_list *list)
{
    gestalt_error error = {0};
    size_t limit = (size_t)limits_option(&c->options).bytes;
    uint32_t before = list->count;
    if (!add_documents(a, path, limit, list, &error))
        return cli_fail(c, path, GESTALT_IO, &error);
    if (list->count > before)
        return EXIT_FINE;
    cli_say(c, "%s: there are no documents in this folder", path);
    return EXIT_REJECTED;
}

void folder_list_add(arena *a, folder_list *list, const char *path)
{
    const char *slash = strrchr(path, '/');
    *ARENA_PUSH(a, list->entries, list->count, list->capacity) =
        (folder_entry){.path = path, .below = slash ? slash + 1 : path};
}

// Return whether stat failed in such a way that the path is not a folder. Reading the file then
// reports the error.
static bool is_no_folder(int number)
{
    return number == ENOENT || number == ENOTDIR || number == EACCES || number == ELOOP ||
           number == ENAMETOOLONG;
}

static exit_code expand_operand(arena *a, cli *c, const char *path, folder_list *list)
{
    struct stat status;
    gestalt_error error = {0};
    bool is_known = !cli_is_dash(path) && stat(path, &status) == 0;
    if (is_known && S_ISDIR(status.st_mode))
        return expand_folder(a, c, path, list);
    if (!is_known && !cli_is_dash(path) && !is_no_folder(errno)) {
        fail_to_read(&error, path, errno);
        return cli_fail(c, path, GESTALT_IO, &error);
    }
    folder_list_add(a, list, path);
    return EXIT_FINE;
}

exit_code folder_expand(arena *a, cli *c, folder_list *list)
{
    exit_code verdict = EXIT_FINE;
    for (uint32_t i = 0; i < c->options.operand_count; i++)
        verdict = cli_worse(verdict, expand_operand(a, c, c->options.operands[i], list));
    return verdict;
}
