// SPDX-License-Identifier: MIT
#include "file_batch.h"

#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    SYNCED_ONE_BY_ONE = 8, // number of files; for more, it is faster to sync the whole file system
    FILES_MOST = 8192,
    FOLDERS_MOST = 256, // each folder keeps a descriptor open, and so may one of its files
};

struct batch_file {
    batch_file *next, *next_folder;
    file_output output;
    dev_t device; // device of the folder
    ino_t inode;
    bool is_open;        // the descriptor stays open until the sync
    bool is_first_there; // first file of the batch on its file system
};

// ---- signals

static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
static file_batch *volatile guarded;

// The list is consistent at any moment. Files that have their final names have no temporary file to
// remove.
static void leave_nothing(int number)
{
    for (const batch_file *file = guarded ? guarded->files : NULL; file; file = file->next)
        unlinkat(file->output.folder, file->output.temporary, 0);
    signal(number, SIG_DFL);
    raise(number);
}

static void batch_guard(file_batch *b)
{
    struct sigaction now;
    guarded = b;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (sigaction(endings[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            signal(endings[i], leave_nothing);
}

static void batch_unguard(void)
{
    struct sigaction now;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (sigaction(endings[i], NULL, &now) == 0 && now.sa_handler == leave_nothing)
            signal(endings[i], SIG_DFL);
    guarded = NULL;
}

// ---- adding

void file_batch_start(file_batch *b, bool is_synced)
{
    *b = (file_batch){.is_synced = is_synced, .allocator = memory_allocator(NULL)};
}

static gestalt_result fail_at(gestalt_error *error, const char *what, const char *path)
{
    int number = errno;
    char quoted[ERROR_QUOTE_SIZE];
    return error_set(error, GESTALT_IO, 0, "cannot %s `%s`: %s", what,
                     error_quote(quoted, path, strlen(path)), error_of_system(number));
}

// All files of a folder share the descriptor of the first one.
static gestalt_result share_folder(file_batch *b, batch_file *file, gestalt_error *error)
{
    struct stat status;
    if (fstat(file->output.folder, &status) != 0)
        return fail_at(error, "write", file->output.path);
    file->device = status.st_dev;
    file->inode = status.st_ino;
    file->is_first_there = true;
    for (batch_file *known = b->folders; known; known = known->next_folder) {
        file->is_first_there = file->is_first_there && known->device != file->device;
        if (known->device != file->device || known->inode != file->inode)
            continue;
        close(file->output.folder);
        file->output.folder = known->output.folder;
        file->is_first_there = false;
        return GESTALT_OK;
    }
    file->next_folder = b->folders;
    b->folders = file;
    b->folder_count++;
    return GESTALT_OK;
}

// Some file systems report a failed write only at this call.
static gestalt_result file_close(batch_file *file, gestalt_error *error)
{
    file->is_open = false;
    if (close(file->output.descriptor) == 0 || errno == EINTR)
        return GESTALT_OK;
    return fail_at(error, "write", file->output.path);
}

// The file is already in the list, so file_batch_abandon removes it if this fails.
static gestalt_result file_fill(file_batch *b, batch_file *file, const void *bytes, size_t size,
                                gestalt_error *error)
{
    gestalt_result result = file_output_write(&file->output, bytes, size, error);
    if (result != GESTALT_OK || file->is_first_there || b->file_count <= SYNCED_ONE_BY_ONE)
        return result;
    return file_close(file, error);
}

// Remove the last file from the list.
static void drop_last(file_batch *b)
{
    batch_file *file = b->files;
    unlinkat(file->output.folder, file->output.temporary, 0);
    if (file->is_open)
        close(file->output.descriptor);
    b->files = file->next;
    b->file_count--;
    if (b->folders == file) {
        b->folders = file->next_folder;
        b->folder_count--;
        close(file->output.folder);
    }
    memory_release(&b->allocator, file, sizeof *file);
}

static gestalt_result batch_take(file_batch *b, batch_file *file, const void *bytes, size_t size,
                                 gestalt_error *error)
{
    gestalt_result result = share_folder(b, file, error);
    if (result != GESTALT_OK) {
        file_output_abandon(&file->output);
        memory_release(&b->allocator, file, sizeof *file);
        return result;
    }
    file->is_open = true;
    file->next = b->files;
    b->files = file;
    b->file_count++;
    result = file_fill(b, file, bytes, size, error);
    if (result != GESTALT_OK)
        drop_last(b);
    return result;
}

// Write to a path that is a pipe or a device.
static gestalt_result write_directly(file_output *o, const void *bytes, size_t size,
                                     gestalt_error *error)
{
    gestalt_result result = file_output_write(o, bytes, size, error);
    if (result == GESTALT_OK)
        return file_output_commit(o, error);
    file_output_abandon(o);
    return result;
}

gestalt_result file_batch_add(file_batch *b, const char *path, const void *bytes, size_t size,
                              bool *is_new, gestalt_error *error)
{
    *is_new = !file_has(path, bytes, size);
    if (!*is_new)
        return GESTALT_OK;
    batch_file *file = memory_new(&b->allocator, sizeof *file);
    if (!file)
        return error_no_memory(error);
    memset(file, 0, sizeof *file);
    batch_guard(b);
    gestalt_result result = file_output_begin(&file->output, path, error);
    if (result == GESTALT_OK && file->output.folder >= 0)
        return batch_take(b, file, bytes, size, error);
    if (result == GESTALT_OK)
        result = write_directly(&file->output, bytes, size, error);
    memory_release(&b->allocator, file, sizeof *file);
    return result;
}

// Return whether the folder exists now; false sets errno.
static bool make_folder(file_batch *b, const char *folder)
{
    struct stat status;
    if (mkdir(folder, 0777) == 0) {
        b->makes_names = true;
        return true;
    }
    int number = errno;
    if (number == EEXIST && stat(folder, &status) != 0)
        return false;
    errno = number;
    return number == EEXIST && S_ISDIR(status.st_mode);
}

gestalt_result file_batch_make_folders(file_batch *b, const char *path, gestalt_error *error)
{
    char folder[PATH_MAX];
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t size = (size_t)(slash - path);
        if (size == 0 || size >= sizeof folder)
            continue; // opening the file reports the error
        memcpy(folder, path, size);
        folder[size] = '\0';
        if (!make_folder(b, folder))
            return fail_at(error, "make the folder", folder);
    }
    return GESTALT_OK;
}

bool file_batch_is_full(const file_batch *b)
{
    return b->file_count >= FILES_MOST || b->folder_count >= FOLDERS_MOST;
}

// ---- ending

static bool sync_file_system(int descriptor)
{
    int result;
    do
        result = syncfs(descriptor);
    while (result != 0 && errno == EINTR);
    return result == 0;
}

// Syncing a whole file system also writes the changes of other programs, so it is not used for few
// files. Since 5.8, Linux reports failed writes of any file of the file system.
static gestalt_result batch_sync(file_batch *b, gestalt_error *error)
{
    bool one_by_one = b->file_count <= SYNCED_ONE_BY_ONE && !b->makes_names;
    for (batch_file *file = b->files; file; file = file->next) {
        if (!file->is_open)
            continue;
        bool is_wanted = b->is_synced && (one_by_one || file->is_first_there);
        if (is_wanted &&
            !(one_by_one ? file_sync_descriptor : sync_file_system)(file->output.descriptor))
            return fail_at(error, "write", file->output.path);
        gestalt_result result = file_close(file, error);
        if (result != GESTALT_OK)
            return result;
    }
    return GESTALT_OK;
}

// Rename all files. A file with its final name no longer has a temporary name.
static gestalt_result batch_name(file_batch *b, gestalt_error *error)
{
    for (batch_file *file = b->files; file; file = file->next) {
        file_output *o = &file->output;
        if (renameat(o->folder, o->temporary, o->folder, o->name) != 0)
            return fail_at(error, "replace", o->path);
        o->temporary[0] = '\0';
    }
    for (batch_file *file = b->folders; file && b->is_synced; file = file->next_folder)
        if (!file_sync_descriptor(file->output.folder))
            return fail_at(error, "sync the folder of", file->output.path);
    return GESTALT_OK;
}

gestalt_result file_batch_commit(file_batch *b, gestalt_error *error)
{
    gestalt_result result = batch_sync(b, error);
    if (result == GESTALT_OK)
        result = batch_name(b, error);
    file_batch_abandon(b);
    return result;
}

void file_batch_abandon(file_batch *b)
{
    for (const batch_file *file = b->files; file; file = file->next) {
        if (file->is_open)
            close(file->output.descriptor);
        if (file->output.temporary[0])
            unlinkat(file->output.folder, file->output.temporary, 0);
    }
    for (const batch_file *file = b->folders; file; file = file->next_folder)
        close(file->output.folder);
    if (guarded == b)
        batch_unguard();
    while (b->files) {
        batch_file *next = b->files->next;
        memory_release(&b->allocator, b->files, sizeof *b->files);
        b->files = next;
    }
    file_batch_start(b, b->is_synced);
}
