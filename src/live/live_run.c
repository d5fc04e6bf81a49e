// SPDX-License-Identifier: MIT
#include "live_run.h"

#include "array.h"
#include "error.h"
#include "live_say.h"

#include <string.h>

enum { READINGS_MAX = 10 };

// Write an error of this module as a message; the subject writes its own.
static gestalt_result told(const live_run *r, gestalt_result result, const gestalt_error *error)
{
    if (result != GESTALT_OK)
        live_say(r->messages, "%s", error->message);
    return result;
}

// ---- versions

static void version_release(const live_run *r, live_version *v)
{
    gestalt_allocator a = memory_allocator(NULL);
    for (uint32_t i = 0; i < v->report_count; i++)
        gestalt_edit_report_destroy(v->reports[i]);
    memory_release(&a, v->reports, v->report_count * sizeof *v->reports);
    live_files_release(&v->files);
    if (v->of_subject)
        r->subject->release(r->subject->user, v->of_subject);
    memory_release(&a, v, sizeof *v);
}

// The files that are read to compile a version.
typedef struct live_noting {
    const char *path; // first document of the run
    live_files *files;
    bool has_changed; // whether a file was read twice with different texts
} live_noting;

static gestalt_result note_file(void *user, const char *path, const char *text, size_t size,
                                gestalt_error *error)
{
    live_noting *noting = user;
    size_t folder = live_files_folder(noting->path);
    const char *name = strncmp(path, noting->path, folder) == 0 ? path + folder : "";
    return live_files_note(noting->files, name, text, size, &noting->has_changed, error);
}

// Read the documents with the first settings of the run. If a text changes meanwhile, read them
// again.
static gestalt_result read_version(const live_run *r, uint32_t setting_count, void **version,
                                   live_files *files, gestalt_error *error)
{
    const gestalt_live_subject *s = r->subject;
    for (int i = 0; i < READINGS_MAX; i++) {
        live_noting noting = {.path = s->path ? s->path : "", .files = files};
        const gestalt_live_reading reading = {.is_first = r->version_count == 0,
                                              .settings = r->settings,
                                              .setting_count = setting_count,
                                              .messages = r->messages,
                                              .listener = note_file,
                                              .listener_user = &noting};
        gestalt_result result = s->read(s->user, &reading, version, error);
        if (result != GESTALT_OK || !noting.has_changed)
            return result;
        s->release(s->user, *version);
        *version = NULL;
        live_files_release(files);
    }
    return told(
        r, error_set(error, GESTALT_IO, 0, "%s: it changes all the time", s->path ? s->path : ""),
        error);
}

// Create a version after the last one.
static gestalt_result make_version(live_run *r, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (r->version_count == LIVE_VERSIONS_MAX)
        return told(r,
                    error_set(error, GESTALT_LIMIT, 0, "there are %d versions of the run already",
                              LIVE_VERSIONS_MAX),
                    error);
    if (!ARRAY_RESERVE(&a, r->versions, r->version_capacity, r->version_count + 1u))
        return told(r, error_no_memory(error), error);
    live_version *v = memory_new(&a, sizeof *v);
    if (!v)
        return told(r, error_no_memory(error), error);
    *v = (live_version){.setting_count = r->setting_count};
    gestalt_result result = read_version(r, v->setting_count, &v->of_subject, &v->files, error);
    if (result == GESTALT_OK)
        r->versions[r->version_count++] = v;
    else
        version_release(r, v);
    return result;
}

void live_run_cut(live_run *r, uint32_t versions)
{
    gestalt_allocator a = memory_allocator(NULL);
    while (r->version_count > versions)
        version_release(r, r->versions[--r->version_count]);
    uint32_t settings = versions ? r->versions[versions - 1]->setting_count : 0;
    while (r->setting_count > settings) {
        const gestalt_live_setting *s = &r->settings[--r->setting_count];
        memory_release(&a, (char *)(uintptr_t)s->path, strlen(s->path) + 1);
        memory_release(&a, (char *)(uintptr_t)s->value, strlen(s->value) + 1);
    }
}

// ---- opening

static uint64_t shapes_of(const live_run *r)
{
    uint64_t mark = gestalt_population_group_count(r->population);
    for (uint32_t i = 0, count = (uint32_t)mark; i < count; i++) {
        const gestalt_shape *shape = gestalt_population_shape(r->population, i);
        mark = (mark ^ (uintptr_t)shape) * UINT64_C(0x9e3779b97f4a7c15);
        mark += gestalt_shape_specification(shape)->node_count;
    }
    return mark;
}

// Find the agents again, after a call that may have replaced them.
static void find_agents(live_run *r)
{
    const gestalt_live_subject *s = r->subject;
    r->population = s->population(s->user);
    r->world = s->world ? s->world(s->user) : NULL;
    r->shapes = r->population ? shapes_of(r) : 0;
}

bool live_run_was_edited(live_run *r)
{
    uint64_t before = r->shapes;
    r->shapes = shapes_of(r);
    r->changes += r->shapes != before;
    return r->shapes != before;
}

gestalt_result live_run_open(live_run *r, const gestalt_live_subject *subject, int64_t dt,
                             gestalt_writer messages, gestalt_error *error)
{
    *r = (live_run){.subject = subject, .dt = dt, .messages = messages};
    gestalt_result result = make_version(r, error);
    if (result == GESTALT_OK && subject->start)
        result = subject->start(subject->user, r->versions[0]->of_subject, error);
    if (result != GESTALT_OK)
        return result;
    find_agents(r);
    if (subject->dt)
        r->dt = subject->dt(subject->user);
    r->first_tick = live_run_ticks(r);
    return GESTALT_OK;
}

void live_run_close(live_run *r)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (r->subject && r->subject->stop)
        r->subject->stop(r->subject->user);
    live_run_cut(r, 0);
    ARRAY_RELEASE(&a, r->versions, r->version_capacity);
    ARRAY_RELEASE(&a, r->settings, r->setting_capacity);
    *r = (live_run){0};
}

// ---- actions

gestalt_result live_run_save(live_run *r, gestalt_writer writer, gestalt_error *error)
{
    return r->subject->save(r->subject->user, writer, error);
}

gestalt_result live_run_load(live_run *r, uint32_t version, const void *bytes, size_t size,
                             gestalt_error *error)
{
    const gestalt_live_subject *s = r->subject;
    r->changes++;
    gestalt_result result =
        s->load(s->user, r->versions[version]->of_subject, bytes, size, &r->is_lost, error);
    if (result == GESTALT_OK || r->is_lost)
        r->version = version;
    find_agents(r);
    return result;
}

// Set the reports of a version to none. The edit that makes the version then adds a report for each
// group that it changes.
static gestalt_result clear_reports(const live_run *r, live_version *v, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    uint32_t groups = gestalt_population_group_count(r->population);
    if (!v->reports) {
        v->reports = memory_new(&a, groups * sizeof *v->reports);
        if (!v->reports)
            return error_no_memory(error);
        memset(v->reports, 0, groups * sizeof *v->reports);
        v->report_count = groups;
    }
    for (uint32_t i = 0; i < v->report_count; i++) {
        gestalt_edit_report_destroy(v->reports[i]);
        v->reports[i] = NULL;
    }
    return GESTALT_OK;
}

gestalt_result live_run_edit_again(live_run *r, uint32_t version, gestalt_error *error)
{
    const gestalt_live_subject *s = r->subject;
    live_version *v = r->versions[version];
    gestalt_result result = told(r, clear_reports(r, v, error), error);
    if (result == GESTALT_OK)
        result = s->edit(s->user, v->of_subject, r->messages, v->reports, v->report_count,
                         &r->is_lost, error);
    if (result == GESTALT_OK || r->is_lost) // a lost run may be partly in the new version
        r->version = version;
    find_agents(r);
    r->changes += result == GESTALT_OK;
    return result;
}

gestalt_result live_run_edit(live_run *r, gestalt_error *error)
{
    uint32_t version = r->version_count;
    gestalt_result result = make_version(r, error);
    if (result != GESTALT_OK)
        return result;
    const live_version *made = r->versions[version], *now = live_run_version(r);
    bool is_same =
        made->setting_count == now->setting_count && live_files_are_same(&made->files, &now->files);
    if (!is_same && r->before_edit)
        result = told(r, r->before_edit(r->before_edit_user, version, error), error);
    if (result == GESTALT_OK && !is_same)
        result = live_run_edit_again(r, version, error);
    if ((result != GESTALT_OK || is_same) && !r->is_lost)
        live_run_cut(r, version);
    return result;
}

static gestalt_result add_setting(live_run *r, const char *path, const char *value,
                                  gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!ARRAY_RESERVE(&a, r->settings, r->setting_capacity, r->setting_count + 1u))
        return error_no_memory(error);
    char *own_path = live_copy(path, strlen(path)), *own_value = live_copy(value, strlen(value));
    if (!own_path || !own_value) {
        memory_release(&a, own_path, own_path ? strlen(path) + 1 : 0);
        memory_release(&a, own_value, own_value ? strlen(value) + 1 : 0);
        return error_no_memory(error);
    }
    r->settings[r->setting_count++] = (gestalt_live_setting){own_path, own_value};
    return GESTALT_OK;
}

gestalt_result live_run_try_set(live_run *r, const char *path, const char *value,
                                gestalt_error *error)
{
    const gestalt_live_subject *s = r->subject;
    live_files files = {0};
    void *trial = NULL;
    gestalt_result result = told(r, add_setting(r, path, value, error), error);
    if (result == GESTALT_OK)
        result = read_version(r, r->setting_count, &trial, &files, error);
    if (result == GESTALT_OK && s->try_version)
        result = s->try_version(s->user, trial, r->messages, error);
    if (trial)
        s->release(s->user, trial);
    live_files_release(&files);
    live_run_cut(r, r->version_count); // removes the value, which belongs to no version
    return result;
}

gestalt_result live_run_try_read(live_run *r, live_files *files, gestalt_error *error)
{
    void *trial = NULL;
    *files = (live_files){0};
    gestalt_result result =
        read_version(r, live_run_version(r)->setting_count, &trial, files, error);
    if (trial)
        r->subject->release(r->subject->user, trial);
    return result;
}

gestalt_result live_run_set(live_run *r, const char *path, const char *value, gestalt_error *error)
{
    gestalt_result result = told(r, add_setting(r, path, value, error), error);
    if (result == GESTALT_OK)
        result = live_run_edit(r, error);
    if (result != GESTALT_OK) // removes the value, unless a version uses it
        live_run_cut(r, r->version_count);
    return result;
}

// ---- queries

uint64_t live_run_ticks(const live_run *r)
{
    return gestalt_population_ticks(r->population);
}

int64_t live_run_now(const live_run *r)
{
    const gestalt_live_subject *s = r->subject;
    if (s->now)
        return s->now(s->user);
    return gestalt_population_now(r->population) + (live_run_ticks(r) > 0 ? r->dt : 0);
}

const char *live_run_name(const live_run *r)
{
    const live_files *files = &live_run_version(r)->files;
    return files->count > 0 ? files->list[0].name
                            : gestalt_shape_name(gestalt_population_shape(r->population, 0));
}

const char *live_run_group(const live_run *r, uint32_t group)
{
    const gestalt_live_subject *s = r->subject;
    const char *name = s->group
                           ? s->group(s->user, group)
                           : gestalt_shape_name(gestalt_population_shape(r->population, group));
    return name ? name : "agents";
}

gestalt_result live_run_hash(const live_run *r, uint64_t *hash, gestalt_error *error)
{
    const gestalt_live_subject *s = r->subject;
    if (s->hash)
        return s->hash(s->user, hash, error);
    return r->world ? gestalt_world_hash(r->world, hash, error)
                    : gestalt_population_hash(r->population, hash, error);
}

const gestalt_shape *live_version_shape(const live_run *r, uint32_t version, uint32_t group)
{
    return r->subject->shape(r->subject->user, r->versions[version]->of_subject, group);
}

bool live_version_is_set(const live_run *r, uint32_t version)
{
    return version > 0 &&
           r->versions[version]->setting_count > r->versions[version - 1]->setting_count;
}
