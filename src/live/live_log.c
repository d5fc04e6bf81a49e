// SPDX-License-Identifier: MIT
#include "live_log.h"

#include "array.h"
#include "error.h"
#include "file.h"
#include "text_buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

// ---- the file

// Return the offset after the header and this number of entries.
static uint64_t live_log_place(const live_log *log, size_t entries)
{
    uint64_t end = log->header_size;
    for (size_t i = 0; i < entries; i++)
        end += log->list[i].size + 1;
    return end;
}

static gestalt_result live_log_put(const live_log *log, uint64_t at, const char *bytes, size_t size,
                                   gestalt_error *error)
{
    if (lseek(log->descriptor, (off_t)at, SEEK_SET) < 0)
        return error_set(error, GESTALT_IO, 0, "cannot write `%s`: %s", log->path,
                         error_of_system(errno));
    return file_write_descriptor(log->descriptor, log->path, bytes, size, error);
}

// Restore the file to its contents before a line was begun, including the entries after the
// position.
static void live_log_restore(live_log *log)
{
    gestalt_error error = {0};
    uint64_t at = live_log_place(log, log->next);
    if (log->descriptor < 0)
        return;
    for (size_t i = log->next; i < log->count; i++) {
        live_entry *entry = &log->list[i];
        entry->text[entry->size] = '\n';                             // instead of its zero
        live_log_put(log, at, entry->text, entry->size + 1, &error); // there was room for it before
        entry->text[entry->size] = '\0';
        at += entry->size + 1;
    }
    if (ftruncate(log->descriptor, (off_t)at) != 0)
        return; // this leaves a line that does not count
}

// Write the newline of the last line, if it is still missing.
static gestalt_result live_log_end_line(live_log *log, gestalt_error *error)
{
    if (log->descriptor < 0 || !log->lacks_newline)
        return GESTALT_OK;
    gestalt_result result = live_log_put(log, live_log_place(log, log->count) - 1, "\n", 1, error);
    log->lacks_newline = result != GESTALT_OK;
    return result;
}

// Write bytes after the lines that are done. After an error, the file is unchanged.
static gestalt_result live_log_write(live_log *log, const char *bytes, size_t size,
                                     gestalt_error *error)
{
    if (log->descriptor < 0)
        return GESTALT_OK;
    gestalt_result result = live_log_end_line(log, error);
    if (result != GESTALT_OK)
        return result;
    uint64_t at = live_log_place(log, log->next);
    result = live_log_put(log, at, bytes, size, error);
    if (result == GESTALT_OK && ftruncate(log->descriptor, (off_t)(at + size)) == 0)
        return GESTALT_OK;
    live_log_restore(log);
    return result != GESTALT_OK ? result
                                : error_set(error, GESTALT_IO, 0, "cannot cut `%s`: %s", log->path,
                                            error_of_system(errno));
}

static gestalt_result live_log_create(live_log *log, gestalt_error *error)
{
    log->descriptor = file_open(AT_FDCWD, log->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (log->descriptor >= 0)
        return GESTALT_OK;
    return errno == EEXIST
               ? error_set(error, GESTALT_IO, 0,
                           "`%s` exists already, and a log does not overwrite files", log->path)
               : error_set(error, GESTALT_IO, 0, "cannot write `%s`: %s", log->path,
                           error_of_system(errno));
}

// ---- the first line

static bool live_log_write_options(void *user, const char *text, size_t size)
{
    text_write(user, text, size);
    return true;
}

static gestalt_result live_log_begin(live_log *log, live_run *r, gestalt_error *error)
{
    uint64_t hash;
    text_buffer line = {0};
    text_out out;
    gestalt_result result = live_run_hash(r, &hash, error);
    if (result != GESTALT_OK)
        return result;
    text_start(&out, text_buffer_writer(&line), false);
    text_print(&out, "{\"gestalt_live\": 1, \"tick\": %" PRIu64 ", \"hash\": \"%016" PRIx64 "\"",
               live_run_ticks(r), hash);
    text_put(&out, ", \"options\": ");
    if (r->subject->write_options)
        r->subject->write_options(r->subject->user, (gestalt_writer){live_log_write_options, &out});
    else
        text_put(&out, "[]");
    text_put(&out, ", \"files\": ");
    live_files_json(&out, &live_run_version(r)->files);
    text_put(&out, "}\n");
    if (!text_finish(&out)) {
        text_buffer_release(&line);
        return error_no_memory(error);
    }
    log->header = live_copy(line.bytes, line.size);
    log->header_size = line.size;
    text_buffer_release(&line);
    return log->header ? GESTALT_OK : error_no_memory(error);
}

gestalt_result live_log_open(live_log *log, live_run *r, const char *path, gestalt_error *error)
{
    *log = (live_log){.path = path, .descriptor = -1};
    gestalt_result result = live_log_begin(log, r, error);
    if (result == GESTALT_OK && path)
        result = live_log_create(log, error);
    if (result == GESTALT_OK && path)
        result = live_log_put(log, 0, log->header, log->header_size, error);
    return result;
}

static void live_entry_release(live_entry *entry)
{
    gestalt_allocator a = memory_allocator(NULL);
    memory_release(&a, entry->text, entry->text ? entry->size + 1 : 0);
}

void live_log_close(live_log *log)
{
    gestalt_allocator a = memory_allocator(NULL);
    for (size_t i = 0; i < log->count; i++)
        live_entry_release(&log->list[i]);
    ARRAY_RELEASE(&a, log->list, log->capacity);
    live_entry_release(&log->coming);
    memory_release(&a, log->header, log->header ? log->header_size + 1 : 0);
    if (log->path && log->descriptor >= 0)
        close(log->descriptor);
    *log = (live_log){.descriptor = -1};
}

// ---- the others

// Take ownership of a printed line, and write it as a line that does not count yet.
static gestalt_result live_log_begin_line(live_log *log, const live_run *r, text_buffer *line,
                                          int64_t version, gestalt_error *error)
{
    live_entry entry = {.tick = live_run_ticks(r), .size = line->size, .version = version};
    gestalt_allocator a = memory_allocator(NULL);
    gestalt_result result = GESTALT_OK;
    if (log->next >= LIVE_ENTRIES_MAX || line->size > LIVE_LOG_SIZE_MAX - log->size)
        result = error_set(error, GESTALT_LIMIT, 0,
                           "the log is full: it has %d lines or %d GiB of text at most",
                           LIVE_ENTRIES_MAX, LIVE_LOG_SIZE_MAX >> 30);
    else if (!ARRAY_RESERVE(&a, log->list, log->capacity, log->next + 1) ||
             !(entry.text = live_copy(line->bytes, line->size)))
        result = error_no_memory(error);
    if (result == GESTALT_OK) {
        line->bytes[line->size] = ' '; // instead of its zero
        result = live_log_write(log, line->bytes, line->size + 1, error);
    }
    text_buffer_release(line);
    if (result == GESTALT_OK)
        log->coming = entry;
    else
        live_entry_release(&entry);
    return result;
}

gestalt_result live_log_done(live_log *log, gestalt_error *error)
{
    log->size += log->coming.size;
    log->list[log->count++] = log->coming;
    log->coming = (live_entry){0};
    log->next = log->count;
    log->lacks_newline = true;
    return live_log_end_line(log, error);
}

void live_log_refused(live_log *log)
{
    if (!log->coming.text)
        return;
    live_entry_release(&log->coming);
    log->coming = (live_entry){0};
    live_log_restore(log);
}

// Write the members of an object except `tick`, on one line.
static void live_log_members(text_out *out, const char *text, size_t size)
{
    bool in_string = false;
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        if (in_string && c == '\\') {
            text_write(out, text + i++, 2);
            continue;
        }
        in_string ^= c == '"';
        text_write(out, c == '\n' || c == '\r' || c == '\t' ? " " : &text[i], 1);
    }
}

gestalt_result live_log_announce(live_log *log, live_run *r, const char *text, size_t size,
                                 gestalt_error *error)
{
    text_buffer line = {0};
    text_out out;
    text_start(&out, text_buffer_writer(&line), false);
    text_print(&out, "{\"tick\": %" PRIu64 ", ", live_run_ticks(r));
    live_log_members(&out, text + 1, size - 1); // after the bracket
    if (!text_finish(&out)) {
        text_buffer_release(&line);
        return error_no_memory(error);
    }
    return live_log_begin_line(log, r, &line, LIVE_NO_VERSION, error);
}

static void print_edit(text_out *out, uint64_t tick, const live_files *files)
{
    text_print(out, "{\"tick\": %" PRIu64 ", \"do\": \"edit\", \"files\": ", tick);
    live_files_json(out, files);
    text_put(out, "}");
}

gestalt_result live_log_announce_edit(live_log *log, live_run *r, uint32_t version,
                                      gestalt_error *error)
{
    text_buffer line = {0};
    text_out out;
    const live_version *v = live_run_at(r, version);
    text_start(&out, text_buffer_writer(&line), false);
    if (live_version_is_set(r, version)) {
        const gestalt_live_setting *s = &r->settings[v->setting_count - 1];
        text_print(&out, "{\"tick\": %" PRIu64 ", \"do\": \"set\", \"path\": ", live_run_ticks(r));
        text_json(&out, s->path, strlen(s->path));
        text_put(&out, ", \"value\": ");
        text_json(&out, s->value, strlen(s->value));
        text_put(&out, "}");
    } else {
        print_edit(&out, live_run_ticks(r), &v->files);
    }
    if (!text_finish(&out)) {
        text_buffer_release(&line);
        return error_no_memory(error);
    }
    return live_log_begin_line(log, r, &line, version, error);
}

gestalt_result live_log_try_edit(live_log *log, live_run *r, const live_files *files,
                                 gestalt_error *error)
{
    text_buffer line = {0};
    text_out out;
    text_start(&out, text_buffer_writer(&line), false);
    print_edit(&out, live_run_ticks(r), files);
    if (!text_finish(&out)) {
        text_buffer_release(&line);
        return error_no_memory(error);
    }
    gestalt_result result = live_log_begin_line(log, r, &line, LIVE_NO_VERSION, error);
    live_log_refused(log);
    return result;
}

gestalt_result live_log_cut(live_log *log, gestalt_error *error)
{
    if (log->next == log->count)
        return GESTALT_OK;
    uint64_t end = live_log_place(log, log->next);
    if (log->descriptor >= 0 && !log->coming.text && ftruncate(log->descriptor, (off_t)end) != 0)
        return error_set(error, GESTALT_IO, 0, "cannot cut the log: %s", error_of_system(errno));
    while (log->count > log->next) {
        live_entry *last = &log->list[--log->count];
        log->size -= last->size;
        live_entry_release(last);
    }
    return GESTALT_OK;
}

static void live_log_print_end(text_out *out, uint64_t tick)
{
    text_print(out, "{\"tick\": %" PRIu64 ", \"do\": \"end\"}\n", tick);
}

gestalt_result live_log_end(live_log *log, uint64_t tick, gestalt_error *error)
{
    text_buffer line = {0};
    text_out out;
    text_start(&out, text_buffer_writer(&line), false);
    live_log_print_end(&out, tick);
    gestalt_result result = text_finish(&out) ? live_log_write(log, line.bytes, line.size, error)
                                              : error_no_memory(error);
    text_buffer_release(&line);
    return result;
}

void live_log_print(text_out *out, const live_log *log, uint64_t tick)
{
    text_write(out, log->header, log->header_size);
    for (size_t i = 0; i < log->next; i++) {
        text_write(out, log->list[i].text, log->list[i].size);
        text_put(out, "\n");
    }
    live_log_print_end(out, tick);
}
