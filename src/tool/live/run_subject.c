// SPDX-License-Identifier: MIT
#include "run_subject.h"

#include "array.h"
#include "error.h"
#include "shape_limits.h"
#include "text_buffer.h"

#include <string.h>
#include <sys/stat.h>

static gestalt_result no_memory(run_subject *s, gestalt_error *error)
{
    s->verdict = cli_no_memory(s->c);
    return error_no_memory(error);
}

// Return the result for an exit code whose messages were printed.
static gestalt_result result_of(run_subject *s, exit_code verdict, gestalt_error *error)
{
    if (verdict == EXIT_FINE)
        return GESTALT_OK;
    s->verdict = verdict;
    gestalt_result result = verdict == EXIT_LIMIT ? GESTALT_NO_MEMORY
                            : verdict == EXIT_IO  ? GESTALT_IO
                                                  : GESTALT_REJECTED;
    return error_set(error, result, 0, "the messages describe why");
}

// The messages of the command line, while they go to another writer.
typedef struct diverted {
    gestalt_writer writer;
    bool has_color;
} diverted;

static diverted divert(run_subject *s, gestalt_writer writer)
{
    text_out *messages = &s->c->messages;
    text_finish(messages);
    const diverted before = {messages->writer, messages->color};
    messages->writer = writer;
    messages->color = false; // a page shows them as well
    return before;
}

static void restore(run_subject *s, diverted before)
{
    text_out *messages = &s->c->messages;
    text_finish(messages);
    messages->writer = before.writer;
    messages->color = before.has_color;
}

// ---- versions

static void subject_release(void *user, void *version)
{
    run_subject *s = user;
    run_version *v = version;
    gestalt_allocator a = memory_allocator(NULL);
    s->run.kind->release(v);
    for (uint32_t i = s->run.version_count; i-- > 0;)
        if (s->run.versions[i] == v)
            s->run.version_count = i; // versions are released in the reverse order
    memory_release(&a, v, sizeof *v);
}

// Refuse files that cannot be read again after they were saved; reading a FIFO would wait forever.
static exit_code check_file(const run_subject *s)
{
    struct stat status;
    const char *path = s->run.path;
    if (stat(path, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))
        return EXIT_FINE; // reading the file reports the error
    cli_say(s->c, "%s: live needs a file: a pipe or device cannot be read again", path);
    return EXIT_IO;
}

// A listener that also counts the documents.
typedef struct counting {
    const gestalt_live_reading *reading;
    size_t count;
} counting;

static gestalt_result count_document(void *user, const char *path, const char *text, size_t size,
                                     gestalt_error *error)
{
    counting *c = user;
    c->count++;
    return c->reading->listener(c->reading->listener_user, path, text, size, error);
}

static exit_code read_documents(run_subject *s, const gestalt_live_reading *reading, run_version *v)
{
    cli *c = s->c;
    counting documents = {.reading = reading};
    exit_code verdict = check_file(s);
    if (verdict != EXIT_FINE)
        return verdict;
    c->listener = count_document;
    c->listener_user = &documents;
    verdict = s->run.kind->read(&s->run, v);
    c->listener = NULL;
    c->listener_user = NULL;
    if (verdict == EXIT_FINE && v->tree.in.is_image)
        return cli_usage(c, "%s is an image: live runs documents, which can be edited",
                         s->run.path);
    if (verdict != EXIT_FINE || documents.count > 0)
        return verdict;
    cli_say(c, "%s: live needs a file that can be read again", s->run.path); // of the kernel
    return EXIT_IO;
}

// Read the documents with settings, which the run refers to only meanwhile.
static exit_code read_with_settings(run_subject *s, const gestalt_live_reading *reading,
                                    run_version *v)
{
    gestalt_allocator a = memory_allocator(NULL);
    size_t size = reading->setting_count * sizeof(run_value);
    s->run.values = memory_new(&a, size);
    if (size > 0 && !s->run.values)
        return cli_no_memory(s->c);
    for (uint32_t i = 0; i < reading->setting_count; i++)
        s->run.values[i] = (run_value){reading->settings[i].path, reading->settings[i].value};
    exit_code verdict = read_documents(s, reading, v);
    memory_release(&a, s->run.values, size);
    s->run.values = NULL;
    return verdict;
}

static gestalt_result make_version(run_subject *s, const gestalt_live_reading *reading,
                                   void **version, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    run *r = &s->run;
    if (!ARRAY_RESERVE(&a, r->versions, s->version_capacity, r->version_count + 1u))
        return no_memory(s, error);
    run_version *v = memory_new(&a, sizeof *v);
    if (!v)
        return no_memory(s, error);
    *v = (run_version){.path = r->path, .value_count = reading->setting_count};
    r->versions[r->version_count++] = v;
    gestalt_result result = result_of(s, read_with_settings(s, reading, v), error);
    if (result == GESTALT_OK)
        *version = v;
    else
        subject_release(s, v);
    return result;
}

static gestalt_result subject_read(void *user, const gestalt_live_reading *reading, void **version,
                                   gestalt_error *error)
{
    run_subject *s = user;
    if (reading->is_first)
        return make_version(s, reading, version, error);
    diverted before = divert(s, reading->messages);
    gestalt_result result = make_version(s, reading, version, error);
    restore(s, before);
    return result;
}

static gestalt_result subject_start(void *user, void *version, gestalt_error *error)
{
    run_subject *s = user;
    uint64_t seed;
    run_settings settings = run_settings_of(&s->run, &seed);
    (void)version;
    settings.ticks = 0;
    return result_of(s, run_start(&s->run, &settings), error);
}

static void subject_stop(void *user)
{
    run_stop(&((run_subject *)user)->run);
}

static gestalt_result subject_try(void *user, void *version, gestalt_writer messages,
                                  gestalt_error *error)
{
    run_subject *s = user;
    if (!s->run.kind->try)
        return GESTALT_OK;
    diverted before = divert(s, messages);
    gestalt_result result = result_of(s, s->run.kind->try(&s->run, version), error);
    restore(s, before);
    return result;
}

static uint32_t index_of(const run *r, const run_version *v)
{
    uint32_t i = 0;
    while (r->versions[i] != v)
        i++;
    return i;
}

static gestalt_result subject_edit(void *user, void *version, gestalt_writer messages,
                                   gestalt_edit_report **reports, uint32_t report_count,
                                   bool *is_lost, gestalt_error *error)
{
    run_subject *s = user;
    run *r = &s->run;
    run_version *v = version;
    diverted before = divert(s, messages);
    v->reports = reports;
    v->report_count = report_count;
    exit_code verdict = r->kind->prepare(r, v);
    if (verdict == EXIT_FINE)
        verdict = r->kind->edit(r, v);
    v->reports = NULL;
    v->report_count = 0;
    if (verdict == EXIT_FINE || r->is_broken) // a broken run may be partly in the new version
        r->version = index_of(r, v);
    *is_lost = r->is_broken;
    restore(s, before);
    return result_of(s, verdict, error);
}

static const gestalt_shape *subject_shape(void *user, const void *version, uint32_t group)
{
    const run_subject *s = user;
    return s->run.kind->shape(version, group);
}

static const char *subject_scene(void *user, const void *version, size_t *size)
{
    const run_version *v = version;
    (void)user;
    *size = scene_input_size(&v->scene);
    return scene_input_text(&v->scene);
}

// ---- the present

static gestalt_population *subject_population(void *user)
{
    return ((run_subject *)user)->run.agents.population;
}

static gestalt_world *subject_world(void *user)
{
    return ((run_subject *)user)->run.world.own;
}

static int64_t subject_now(void *user)
{
    run *r = &((run_subject *)user)->run;
    return r->kind->now(r);
}

static int64_t subject_dt(void *user)
{
    return ((run_subject *)user)->run.dt;
}

static const char *subject_group(void *user, uint32_t group)
{
    return run_group_name(&((run_subject *)user)->run, group);
}

static gestalt_result subject_hash(void *user, uint64_t *hash, gestalt_error *error)
{
    run *r = &((run_subject *)user)->run;
    return r->kind->hash(r, hash, error);
}

static gestalt_result subject_save(void *user, gestalt_writer writer, gestalt_error *error)
{
    run *r = &((run_subject *)user)->run;
    return r->kind->save_to(r, writer, error);
}

static gestalt_result subject_load(void *user, void *version, const void *bytes, size_t size,
                                   bool *is_lost, gestalt_error *error)
{
    run *r = &((run_subject *)user)->run;
    gestalt_result result = r->kind->load(r, index_of(r, version), bytes, size, error);
    *is_lost = r->is_broken;
    return result;
}

// ---- options of logs

bool run_subject_keeps(option_id option)
{
    static const option_id kept[] = {OPTION_AGENTS, OPTION_SEED, OPTION_DT,  OPTION_START,
                                     OPTION_STUB,   OPTION_SET,  OPTION_NAME};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (kept[i] == option)
            return true;
    return false;
}

static void put_option(text_out *out, const given_option *given)
{
    text_buffer text = {0};
    text_out joined;
    text_start(&joined, text_buffer_writer(&text), false);
    text_print(&joined, "--%s=", option_table[given->option].name);
    text_put(&joined, given->text);
    if (!text_finish(&joined))
        text_fail_memory(out);
    text_json(out, text.bytes ? text.bytes : "", text.size);
    text_buffer_release(&text);
}

static void subject_write_options(void *user, gestalt_writer writer)
{
    const options *o = &((run_subject *)user)->c->options;
    const char *between = "";
    text_out out;
    text_start(&out, writer, false);
    text_put(&out, "[");
    for (uint32_t i = 0; i < o->given_count; i++) {
        if (!run_subject_keeps(o->given[i].option) || !o->given[i].text)
            continue;
        text_put(&out, between);
        put_option(&out, &o->given[i]);
        between = ", ";
    }
    text_put(&out, "]");
    text_finish(&out);
}

// ---- opening

// Release what run_look has read: the file is read again, with the files that it includes.
static void forget(run *r)
{
    if (r->version_count > 0)
        r->kind->release(r->versions[0]);
    r->versions = NULL;
    r->version_count = 0;
}

exit_code run_subject_open(run_subject *s, cli *c, const char *path)
{
    *s = (run_subject){.c = c, .run = {.c = c, .path = path}};
    if (cli_is_dash(path))
        return cli_usage(c, "live needs a file: standard input cannot be saved again");
    exit_code verdict = check_file(s);
    if (verdict != EXIT_FINE)
        return verdict;
    verdict = run_look(&s->run, c, path);
    forget(&s->run);
    s->subject = (gestalt_live_subject){.user = s,
                                        .kind = s->run.kind ? s->run.kind->traits.name : "",
                                        .path = path,
                                        .population = subject_population,
                                        .world = subject_world,
                                        .now = subject_now,
                                        .dt = subject_dt,
                                        .group = subject_group,
                                        .hash = subject_hash,
                                        .read = subject_read,
                                        .release = subject_release,
                                        .start = subject_start,
                                        .stop = subject_stop,
                                        .try_version = subject_try,
                                        .edit = subject_edit,
                                        .shape = subject_shape,
                                        .save = subject_save,
                                        .load = subject_load,
                                        .write_options = subject_write_options};
    if (s->run.kind && s->run.kind->traits.has_world)
        s->subject.scene = subject_scene;
    return verdict;
}

void run_subject_close(run_subject *s)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!s->run.is_open)
        return;
    ARRAY_RELEASE(&a, s->run.versions, s->version_capacity);
    run_close(&s->run);
    *s = (run_subject){0};
}

// ---- ticks

exit_code run_subject_tick(run_subject *s, gestalt_writer messages)
{
    int64_t next;
    run *r = &s->run;
    diverted before = divert(s, messages);
    exit_code verdict = EXIT_LIMIT;
    if (__builtin_add_overflow(r->kind->now(r), r->dt, &next) || next > LIMIT_TIME)
        cli_say(s->c, "the time of the next tick would be out of range");
    else
        verdict = run_tick(r, NULL, NULL);
    if (verdict == EXIT_FINE || verdict == EXIT_REJECTED)
        verdict = cli_worse(verdict, run_after(r));
    restore(s, before);
    return verdict;
}
