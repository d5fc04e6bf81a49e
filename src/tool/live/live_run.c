// SPDX-License-Identifier: MIT
#include "live_run.h"

#include "array.h"
#include "error.h"
#include "shape_limits.h"

#include <string.h>
#include <sys/stat.h>

exit_code live_no_memory(cli *c)
{
    cli_say(c, "out of memory");
    return EXIT_LIMIT;
}

// ---- versions

static void live_version_release(const run_kind *kind, live_version *v)
{
    gestalt_allocator a = memory_allocator(NULL);
    run_version *base = &v->base;
    for (uint32_t i = 0; i < base->report_count; i++)
        gestalt_edit_report_destroy(base->reports[i]);
    memory_release(&a, base->reports, base->report_count * sizeof(gestalt_edit_report *));
    kind->release(base);
    live_files_release(&v->files);
    memory_release(&a, v, sizeof *v);
}

// The files that are read to compile a version.
typedef struct live_reading {
    live_run *r;
    live_files *files;
    bool has_changed; // whether a file was read twice with different texts
} live_reading;

static gestalt_result live_reading_note(void *user, const char *path, const char *text, size_t size,
                                        gestalt_error *error)
{
    live_reading *reading = user;
    size_t folder = live_files_folder(reading->r->run.path);
    const char *name = strncmp(path, reading->r->run.path, folder) == 0 ? path + folder : "";
    return live_files_note(reading->files, name, text, size, &reading->has_changed, error);
}

// Refuse files that cannot be read again after they were saved; reading a FIFO would wait forever.
static exit_code live_run_check_file(const live_run *r)
{
    struct stat status;
    if (stat(r->run.path, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))
        return EXIT_FINE; // reading the file reports the error
    cli_say(r->run.c, "%s: live needs a file: a pipe or device cannot be read again", r->run.path);
    return EXIT_IO;
}

static exit_code live_version_read(live_run *r, live_version *v, bool *has_changed)
{
    live_reading reading = {.r = r, .files = &v->files};
    exit_code verdict = live_run_check_file(r);
    if (verdict != EXIT_FINE)
        return verdict;
    cli *c = r->run.c;
    c->listener = live_reading_note;
    c->listener_user = &reading;
    verdict = r->run.kind->read(&r->run, &v->base);
    c->listener = NULL;
    c->listener_user = NULL;
    *has_changed = reading.has_changed;
    if (verdict == EXIT_FINE && v->base.tree.in.is_image)
        return cli_usage(c, "%s is an image: live runs documents, which can be edited",
                         r->run.path);
    if (verdict != EXIT_FINE || v->files.count > 0)
        return verdict;
    cli_say(c, "%s: live needs a file that can be read again", r->run.path); // a file of the kernel
    return EXIT_IO;
}

// Compile the file. If a text changes in the meantime, compile again.
static exit_code live_version_compile(live_run *r, live_version *v)
{
    for (int i = 0;; i++) {
        bool has_changed;
        exit_code verdict = live_version_read(r, v, &has_changed);
        if (verdict != EXIT_FINE || !has_changed)
            return verdict;
        if (i == 10) {
            cli_say(r->run.c, "%s: it changes all the time", r->run.path);
            return EXIT_IO;
        }
        r->run.kind->release(&v->base);
        live_files_release(&v->files);
    }
}

// Create a version after the last one.
static exit_code live_version_make(live_run *r, live_version **made)
{
    gestalt_allocator a = memory_allocator(NULL);
    run *base = &r->run;
    if (base->version_count == LIVE_VERSIONS_MAX) {
        cli_say(base->c, "%s: there are %d versions of it already", base->path, LIVE_VERSIONS_MAX);
        return EXIT_LIMIT;
    }
    if (!ARRAY_RESERVE(&a, base->versions, r->version_capacity, base->version_count + 1u))
        return live_no_memory(base->c);
    live_version *v = memory_new(&a, sizeof *v);
    if (!v)
        return live_no_memory(base->c);
    *v = (live_version){.base = {.path = base->path, .value_count = r->value_count}};
    exit_code verdict = live_version_compile(r, v);
    if (verdict != EXIT_FINE) {
        live_version_release(base->kind, v);
        return verdict;
    }
    base->versions[base->version_count++] = &v->base;
    *made = v;
    return EXIT_FINE;
}

void live_run_cut(live_run *r, uint32_t versions)
{
    gestalt_allocator a = memory_allocator(NULL);
    run *base = &r->run;
    while (base->version_count > versions)
        live_version_release(base->kind, live_run_at(r, --base->version_count));
    uint32_t values = versions ? base->versions[versions - 1]->value_count : 0;
    while (r->value_count > values) {
        run_value *s = &base->values[--r->value_count];
        memory_release(&a, s->path, strlen(s->path) + 1);
        memory_release(&a, s->text, strlen(s->text) + 1);
    }
}

// ---- opening

// Release what run_look has read: the file is read again, with the files that it includes.
static void live_run_forget(live_run *r)
{
    if (r->run.version_count > 0)
        r->run.kind->release(r->run.versions[0]);
    r->run.versions = NULL;
    r->run.version_count = 0;
}

static exit_code live_run_start(live_run *r)
{
    uint64_t seed;
    run_settings settings = run_settings_of(&r->run, &seed);
    settings.ticks = 0;
    return run_start(&r->run, &settings);
}

exit_code live_run_open(live_run *r, cli *c, const char *path)
{
    live_version *first;
    *r = (live_run){.run = {.c = c, .path = path}};
    if (cli_is_dash(path))
        return cli_usage(c, "live needs a file: standard input cannot be saved again");
    exit_code verdict = live_run_check_file(r);
    if (verdict != EXIT_FINE)
        return verdict;
    verdict = run_look(&r->run, c, path);
    live_run_forget(r);
    if (verdict == EXIT_FINE)
        verdict = live_version_make(r, &first);
    return verdict == EXIT_FINE ? live_run_start(r) : verdict;
}

void live_run_close(live_run *r)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!r->run.is_open)
        return;
    run_stop(&r->run);
    live_run_cut(r, 0);
    ARRAY_RELEASE(&a, r->run.versions, r->version_capacity);
    ARRAY_RELEASE(&a, r->run.values, r->value_capacity);
    run_close(&r->run);
    *r = (live_run){0};
}

// ---- actions

exit_code live_run_tick(live_run *r)
{
    int64_t next;
    r->changes++;
    if (__builtin_add_overflow(live_run_now(r), r->run.dt, &next) || next > LIMIT_TIME) {
        cli_say(r->run.c, "the time of the next tick would be out of range");
        return EXIT_LIMIT;
    }
    exit_code verdict = run_tick(&r->run, NULL, NULL);
    if (verdict != EXIT_FINE && verdict != EXIT_REJECTED)
        return verdict;
    return cli_worse(verdict, run_after(&r->run));
}

gestalt_result live_run_save(live_run *r, gestalt_writer writer, gestalt_error *error)
{
    return r->run.kind->save_to(&r->run, writer, error);
}

gestalt_result live_run_load(live_run *r, uint32_t version, const void *bytes, size_t size,
                             gestalt_error *error)
{
    r->changes++;
    return r->run.kind->load(&r->run, version, bytes, size, error);
}

// Set the reports of a version to none. The edit that makes the version then adds a report for each
// group that it changes.
static exit_code live_run_clear_reports(live_run *r, run_version *v)
{
    gestalt_allocator a = memory_allocator(NULL);
    uint32_t groups = gestalt_population_group_count(r->run.agents.population);
    if (!v->reports) {
        v->reports = memory_new(&a, groups * sizeof(gestalt_edit_report *));
        if (!v->reports)
            return live_no_memory(r->run.c);
        memset(v->reports, 0, groups * sizeof(gestalt_edit_report *));
        v->report_count = groups;
    }
    for (uint32_t i = 0; i < v->report_count; i++) {
        gestalt_edit_report_destroy(v->reports[i]);
        v->reports[i] = NULL;
    }
    return EXIT_FINE;
}

exit_code live_run_edit_again(live_run *r, uint32_t version)
{
    run *base = &r->run;
    run_version *v = base->versions[version];
    exit_code verdict = live_run_clear_reports(r, v);
    if (verdict == EXIT_FINE)
        verdict = base->kind->prepare(base, v);
    if (verdict == EXIT_FINE)
        verdict = base->kind->edit(base, v);
    if (verdict == EXIT_FINE || base->is_broken) // a broken run may be partly in the new version
        base->version = version;
    r->changes += verdict == EXIT_FINE;
    return verdict;
}

exit_code live_run_edit(live_run *r)
{
    live_version *made;
    exit_code verdict = live_version_make(r, &made);
    if (verdict != EXIT_FINE)
        return verdict;
    uint32_t version = r->run.version_count - 1;
    bool is_same = made->base.value_count == run_now(&r->run)->value_count &&
                   live_files_are_same(&made->files, &live_run_version(r)->files);
    gestalt_error error = {0};
    gestalt_result result = GESTALT_OK;
    if (!is_same && r->before_edit)
        result = r->before_edit(r->before_edit_user, version, &error);
    if (result != GESTALT_OK)
        verdict = run_failed(&r->run, result, &error);
    else if (!is_same)
        verdict = live_run_edit_again(r, version);
    if ((verdict != EXIT_FINE || is_same) && !r->run.is_broken)
        live_run_cut(r, version);
    return verdict;
}

static exit_code live_value_add(live_run *r, const char *path, const char *text)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!ARRAY_RESERVE(&a, r->run.values, r->value_capacity, r->value_count + 1u))
        return live_no_memory(r->run.c);
    run_value s = {live_copy(path, strlen(path)), live_copy(text, strlen(text))};
    if (!s.path || !s.text) {
        memory_release(&a, s.path, s.path ? strlen(path) + 1 : 0);
        memory_release(&a, s.text, s.text ? strlen(text) + 1 : 0);
        return live_no_memory(r->run.c);
    }
    r->run.values[r->value_count++] = s;
    return EXIT_FINE;
}

exit_code live_run_try_set(live_run *r, const char *path, const char *value)
{
    run *base = &r->run;
    exit_code verdict = live_value_add(r, path, value);
    if (verdict != EXIT_FINE)
        return verdict;
    run_version trial = {.path = base->path, .value_count = r->value_count};
    verdict = base->kind->read(base, &trial);
    if (verdict == EXIT_FINE && base->kind->try)
        verdict = base->kind->try(base, &trial);
    base->kind->release(&trial);
    live_run_cut(r, base->version_count); // removes the value, which belongs to no version
    return verdict;
}

exit_code live_run_set(live_run *r, const char *path, const char *value)
{
    exit_code verdict = live_value_add(r, path, value);
    if (verdict == EXIT_FINE)
        verdict = live_run_edit(r);
    if (verdict != EXIT_FINE) // removes the value, unless a version uses it
        live_run_cut(r, r->run.version_count);
    return verdict;
}

// ---- queries

uint64_t live_run_ticks(const live_run *r)
{
    return run_ticks(&r->run);
}

const char *live_run_group(const live_run *r, uint32_t group)
{
    const char *name = run_group_name(&r->run, group);
    return name ? name : "agents";
}

gestalt_result live_run_hash(live_run *r, uint64_t *hash, gestalt_error *error)
{
    return r->run.kind->hash(&r->run, hash, error);
}

const gestalt_shape *live_version_shape(const live_run *r, uint32_t version, uint32_t group)
{
    return r->run.kind->shape(r->run.versions[version], group);
}

int64_t live_run_now(const live_run *r)
{
    return r->run.kind->now(&r->run);
}
