// SPDX-License-Identifier: MIT
#include "live_run.h"

#include "array.h"
#include "error.h"

#include <string.h>
#include <sys/stat.h>

exit_code live_no_memory(cli *c)
{
    cli_say(c, "out of memory");
    return EXIT_LIMIT;
}

// ---- versions

static void live_version_release(const live_kind *kind, live_version *v)
{
    gestalt_allocator a = memory_allocator(NULL);
    for (uint32_t i = 0; i < v->report_count; i++)
        gestalt_edit_report_destroy(v->reports[i]);
    memory_release(&a, v->reports, v->report_count * sizeof(gestalt_edit_report *));
    kind->release(v);
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
    size_t folder = live_files_folder(reading->r->path);
    const char *name = strncmp(path, reading->r->path, folder) == 0 ? path + folder : "";
    return live_files_note(reading->files, name, text, size, &reading->has_changed, error);
}

// Refuse files that cannot be read again after they were saved; reading a FIFO would wait forever.
static exit_code live_run_check_file(const live_run *r)
{
    struct stat status;
    if (stat(r->path, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))
        return EXIT_FINE; // reading the file reports the error
    cli_say(r->c, "%s: live needs a file: a pipe or device cannot be read again", r->path);
    return EXIT_IO;
}

static exit_code live_version_read(live_run *r, live_version *v, bool *has_changed)
{
    live_reading reading = {.r = r, .files = &v->files};
    exit_code verdict = live_run_check_file(r);
    if (verdict != EXIT_FINE)
        return verdict;
    r->c->listener = live_reading_note;
    r->c->listener_user = &reading;
    verdict = r->kind->read(r, v);
    r->c->listener = NULL;
    r->c->listener_user = NULL;
    *has_changed = reading.has_changed;
    if (verdict != EXIT_FINE || v->files.count > 0)
        return verdict;
    cli_say(r->c, "%s: live needs a file that can be read again", r->path); // a file of the kernel
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
            cli_say(r->c, "%s: it changes all the time", r->path);
            return EXIT_IO;
        }
        r->kind->release(v);
        live_files_release(&v->files);
    }
}

// Create a version after the last one.
static exit_code live_version_make(live_run *r, live_version **made)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (r->version_count == LIVE_VERSIONS_MAX) {
        cli_say(r->c, "%s: there are %d versions of it already", r->path, LIVE_VERSIONS_MAX);
        return EXIT_LIMIT;
    }
    if (!ARRAY_RESERVE(&a, r->versions, r->version_capacity, r->version_count + 1u))
        return live_no_memory(r->c);
    live_version *v = memory_new(&a, sizeof *v);
    if (!v)
        return live_no_memory(r->c);
    *v = (live_version){.set_count = r->setting_count};
    exit_code verdict = live_version_compile(r, v);
    if (verdict != EXIT_FINE) {
        live_version_release(r->kind, v);
        return verdict;
    }
    r->versions[r->version_count++] = *made = v;
    return EXIT_FINE;
}

void live_run_cut(live_run *r, uint32_t versions)
{
    gestalt_allocator a = memory_allocator(NULL);
    while (r->version_count > versions)
        live_version_release(r->kind, r->versions[--r->version_count]);
    uint32_t sets = versions ? r->versions[versions - 1]->set_count : 0;
    while (r->setting_count > sets) {
        live_setting *s = &r->settings[--r->setting_count];
        memory_release(&a, s->path, strlen(s->path) + 1);
        memory_release(&a, s->value, strlen(s->value) + 1);
    }
}

// ---- opening

// Refuse options for the other kind of run.
static exit_code live_run_refuse(const live_run *r)
{
    static const option_id of_trees[] = {OPTION_AGENTS, OPTION_DT, OPTION_START, OPTION_STUB,
                                         OPTION_NAME};
    cli *c = r->c;
    const options *o = &c->options;
    if (cli_is_dash(r->path))
        return cli_usage(c, "live needs a file: standard input cannot be saved again");
    if (r->kind == &live_tree)
        return options_is_given(o, OPTION_SET) ? cli_usage(c, "--set is for scenes") : EXIT_FINE;
    for (size_t i = 0; i < sizeof of_trees / sizeof *of_trees; i++)
        if (options_is_given(o, of_trees[i]))
            return cli_usage(c, "--%s is not for scenes", option_table[of_trees[i]].name);
    if (options_is_given(o, OPTION_SEED) && options_text(o, OPTION_RESUME))
        return cli_usage(c, "--seed and --resume exclude each other: the snapshot says it");
    return EXIT_FINE;
}

exit_code live_run_open(live_run *r, cli *c, const char *path)
{
    live_version *first;
    scene_input looked;
    *r = (live_run){.c = c, .path = path, .kind = &live_tree};
    exit_code verdict = cli_is_dash(path) ? EXIT_FINE : live_run_check_file(r);
    if (verdict == EXIT_FINE && !cli_is_dash(path) && scene_input_open(&looked, c, path)) {
        r->kind = &live_scene;
        verdict = looked.text ? EXIT_FINE : scene_input_read(&looked); // which reports the error
        scene_input_release(&looked);
    }
    if (verdict == EXIT_FINE)
        verdict = live_run_refuse(r);
    if (verdict == EXIT_FINE)
        verdict = live_version_make(r, &first);
    if (verdict == EXIT_FINE)
        verdict = r->kind->open(r);
    if (verdict == EXIT_FINE)
        r->first_tick = live_run_ticks(r);
    return verdict;
}

void live_run_close(live_run *r)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!r->kind)
        return;
    r->kind->close(r);
    live_run_cut(r, 0);
    ARRAY_RELEASE(&a, r->versions, r->version_capacity);
    ARRAY_RELEASE(&a, r->settings, r->setting_capacity);
    *r = (live_run){0};
}

// ---- actions

exit_code live_run_tick(live_run *r)
{
    r->changes++;
    return r->kind->tick(r);
}

gestalt_result live_run_save(live_run *r, gestalt_writer writer, gestalt_error *error)
{
    return r->kind->save(r, writer, error);
}

gestalt_result live_run_load(live_run *r, uint32_t version, const void *bytes, size_t size,
                             gestalt_error *error)
{
    r->changes++;
    gestalt_result result = r->kind->load(r, version, bytes, size, error);
    if (result == GESTALT_OK)
        r->version = version;
    return result;
}

exit_code live_run_edit_again(live_run *r, uint32_t version)
{
    gestalt_allocator a = memory_allocator(NULL);
    live_version *v = r->versions[version];
    uint32_t groups = gestalt_population_group_count(r->population);
    if (!v->reports) {
        v->reports = memory_new(&a, groups * sizeof(gestalt_edit_report *));
        if (!v->reports)
            return live_no_memory(r->c);
        memset(v->reports, 0, groups * sizeof(gestalt_edit_report *));
        v->report_count = groups;
    }
    for (uint32_t i = 0; i < v->report_count; i++) {
        gestalt_edit_report_destroy(v->reports[i]);
        v->reports[i] = NULL;
    }
    exit_code verdict = r->kind->edit(r, version);
    if (verdict == EXIT_FINE) {
        r->version = version;
        r->changes++;
    }
    return verdict;
}

exit_code live_run_edit(live_run *r)
{
    live_version *made;
    exit_code verdict = live_version_make(r, &made);
    if (verdict != EXIT_FINE)
        return verdict;
    bool is_same = made->set_count == live_run_version(r)->set_count &&
                   live_files_are_same(&made->files, &live_run_version(r)->files);
    gestalt_error error = {0};
    gestalt_result result = GESTALT_OK;
    if (!is_same && r->before_edit)
        result = r->before_edit(r->before_edit_user, r->version_count - 1, &error);
    if (result != GESTALT_OK)
        verdict = cli_fail(r->c, r->path, result, &error);
    else if (!is_same)
        verdict = live_run_edit_again(r, r->version_count - 1);
    // a broken run may be partly in the new version
    if ((verdict != EXIT_FINE || is_same) && !r->is_broken)
        live_run_cut(r, r->version_count - 1);
    return verdict;
}

static exit_code live_setting_add(live_run *r, const char *path, const char *value)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!ARRAY_RESERVE(&a, r->settings, r->setting_capacity, r->setting_count + 1u))
        return live_no_memory(r->c);
    live_setting s = {live_copy(path, strlen(path)), live_copy(value, strlen(value))};
    if (!s.path || !s.value) {
        memory_release(&a, s.path, s.path ? strlen(path) + 1 : 0);
        memory_release(&a, s.value, s.value ? strlen(value) + 1 : 0);
        return live_no_memory(r->c);
    }
    r->settings[r->setting_count++] = s;
    return EXIT_FINE;
}

exit_code live_run_try_set(live_run *r, const char *path, const char *value)
{
    exit_code verdict = live_setting_add(r, path, value);
    if (verdict != EXIT_FINE)
        return verdict;
    live_version trial = {.set_count = r->setting_count};
    verdict = r->kind->read(r, &trial);
    if (verdict == EXIT_FINE && r->kind->try)
        verdict = r->kind->try(r, &trial);
    r->kind->release(&trial);
    live_run_cut(r, r->version_count); // removes the setting, which belongs to no version
    return verdict;
}

exit_code live_run_set(live_run *r, const char *path, const char *value)
{
    exit_code verdict = live_setting_add(r, path, value);
    if (verdict == EXIT_FINE)
        verdict = live_run_edit(r);
    if (verdict != EXIT_FINE) // removes the setting, unless a version uses it
        live_run_cut(r, r->version_count);
    return verdict;
}

// ---- queries

uint64_t live_run_ticks(const live_run *r)
{
    return r->world ? gestalt_world_steps(r->world) : gestalt_population_ticks(r->population);
}

const char *live_run_group(const live_run *r, uint32_t group)
{
    if (!r->world)
        return "agents";
    return gestalt_scene_group_at(live_run_version(r)->scene.scene, group).name;
}

gestalt_result live_run_hash(live_run *r, uint64_t *hash, gestalt_error *error)
{
    return r->kind->hash(r, hash, error);
}

const gestalt_shape *live_version_shape(const live_run *r, uint32_t version, uint32_t group)
{
    const live_version *v = r->versions[version];
    return r->world ? gestalt_scene_group_at(v->scene.scene, group).shape : v->in.shape;
}

int64_t live_run_now(const live_run *r)
{
    if (r->world)
        return gestalt_scene_tell(live_run_version(r)->scene.scene).dt * (int64_t)live_run_ticks(r);
    return session_now(&r->session);
}
