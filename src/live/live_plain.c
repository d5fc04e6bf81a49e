// SPDX-License-Identifier: MIT
#include "live_plain.h"

#include "error.h"
#include "live_files.h"
#include "live_say.h"
#include "memory.h"
#include "text_buffer.h"

#include <gestalt/edit.h>
#include <gestalt/snapshot.h>
#include <string.h>

// A version: the tree of each group. Those that were compiled here are owned.
typedef struct plain_tree {
    const gestalt_shape *shape;
    gestalt_shape *own; // NULL: the program's
    const gestalt_live_document *document;
} plain_tree;

typedef struct plain_version {
    uint32_t count;
    plain_tree trees[];
} plain_version;

static size_t version_size(uint32_t count)
{
    return sizeof(plain_version) + count * sizeof(plain_tree);
}

static gestalt_population *plain_population(void *user)
{
    return ((live_plain *)user)->population;
}

static gestalt_world *plain_world(void *user)
{
    return ((live_plain *)user)->world;
}

// ---- versions

static void plain_release(void *user, void *version)
{
    plain_version *v = version;
    gestalt_allocator a = memory_allocator(NULL);
    (void)user;
    for (uint32_t i = 0; i < v->count; i++)
        gestalt_shape_destroy(v->trees[i].own);
    memory_release(&a, v, version_size(v->count));
}

static const gestalt_live_document *document_of(const live_plain *p, uint32_t group)
{
    for (uint32_t i = 0; i < p->document_count; i++)
        if (p->documents[i].group == group)
            return &p->documents[i];
    return NULL;
}

static gestalt_result compile(const gestalt_live_document *d, const gestalt_live_reading *reading,
                              gestalt_shape **shape, gestalt_error *error)
{
    gestalt_compile_options how = d->how ? *d->how : (gestalt_compile_options){0};
    gestalt_diagnostics *diagnostics = NULL;
    how.listener = reading->listener;
    how.listener_user = reading->listener_user;
    gestalt_result result = gestalt_compile_file(d->path, &how, shape, &diagnostics, error);
    if (diagnostics)
        gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_HUMAN, false, reading->messages);
    else if (result != GESTALT_OK)
        live_say(reading->messages, "%s: %s", d->path, error->message);
    gestalt_diagnostics_destroy(diagnostics);
    return result;
}

// Read all documents. At first, the trees are those that the program has compiled, and reading only
// tells which files they were made of.
static gestalt_result plain_read(void *user, const gestalt_live_reading *reading, void **version,
                                 gestalt_error *error)
{
    const live_plain *p = user;
    gestalt_allocator a = memory_allocator(NULL);
    uint32_t count = gestalt_population_group_count(p->population);
    gestalt_result result = GESTALT_OK;
    plain_version *v = memory_new(&a, version_size(count));
    if (!v) {
        live_say(reading->messages, "out of memory");
        return error_no_memory(error);
    }
    memset(v, 0, version_size(count));
    v->count = count;
    for (uint32_t i = 0; i < count && result == GESTALT_OK; i++) {
        plain_tree *t = &v->trees[i];
        t->document = document_of(p, i);
        t->shape = gestalt_population_shape(p->population, i);
        if (t->document)
            result = compile(t->document, reading, &t->own, error);
        if (t->own && !reading->is_first)
            t->shape = t->own;
    }
    if (result == GESTALT_OK)
        *version = v;
    else
        plain_release(user, v);
    return result;
}

// ---- edits

// Return whether a group has to be edited to run a tree.
static bool differs(const live_plain *p, const plain_version *v, uint32_t group)
{
    const gestalt_shape *now = gestalt_population_shape(p->population, group);
    return now != v->trees[group].shape;
}

static gestalt_result edit_group(const live_plain *p, const plain_version *v, uint32_t group,
                                 bool is_trial, gestalt_edit_report **report, gestalt_error *error)
{
    const plain_tree *t = &v->trees[group];
    const gestalt_edit edit = {.group = group,
                               .shape = t->shape,
                               .host = t->document ? t->document->host : NULL,
                               .dry_run = is_trial};
    return gestalt_population_edit(p->population, &edit, report, error);
}

// Edit all groups whose trees differ. Whatever a document may be to blame for is found out before
// the first group is edited.
static gestalt_result edit_groups(const live_plain *p, const plain_version *v,
                                  gestalt_edit_report **reports, bool *is_lost,
                                  gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    bool is_begun = false;
    for (uint32_t i = 0; i < v->count && result == GESTALT_OK; i++)
        if (differs(p, v, i))
            result = edit_group(p, v, i, true, NULL, error);
    for (uint32_t i = 0; i < v->count && result == GESTALT_OK; i++) {
        if (!differs(p, v, i))
            continue;
        result = edit_group(p, v, i, false, reports ? &reports[i] : NULL, error);
        *is_lost = is_begun && result != GESTALT_OK;
        is_begun = true;
    }
    return result;
}

// Write why a host does not fit a tree: a message for each place. Returns whether it fits.
static bool check_hosts(const live_plain *p, const plain_version *v, gestalt_writer messages)
{
    uint32_t misfits = 0;
    for (uint32_t i = 0; i < v->count; i++)
        if (differs(p, v, i) && v->trees[i].document && v->trees[i].document->host)
            misfits +=
                gestalt_host_misfits(v->trees[i].document->host, v->trees[i].shape, messages);
    return misfits == 0;
}

static gestalt_result plain_edit(void *user, void *version, gestalt_writer messages,
                                 gestalt_edit_report **reports, uint32_t report_count,
                                 bool *is_lost, gestalt_error *error)
{
    (void)report_count;
    if (!check_hosts(user, version, messages))
        return error_set(error, GESTALT_REJECTED, 0, "the program does not fit the tree");
    gestalt_result result = edit_groups(user, version, reports, is_lost, error);
    if (result != GESTALT_OK)
        live_say(messages, "%s", error->message);
    return result;
}

static const gestalt_shape *plain_shape(void *user, const void *version, uint32_t group)
{
    (void)user;
    return ((const plain_version *)version)->trees[group].shape;
}

// ---- snapshots: the size of the program's part, that part, and the population or world

static gestalt_result plain_save(void *user, gestalt_writer writer, gestalt_error *error)
{
    const live_plain *p = user;
    text_buffer own = {0};
    gestalt_result result = GESTALT_OK;
    if (p->keeper.save)
        result = text_buffer_result(
            &own, p->keeper.save(p->keeper.user, text_buffer_writer(&own), error), error);
    uint64_t size = own.size;
    bool is_written = result == GESTALT_OK &&
                      writer.write(writer.user, (const char *)&size, sizeof size) &&
                      (size == 0 || writer.write(writer.user, own.bytes, own.size));
    text_buffer_release(&own);
    if (result == GESTALT_OK && !is_written)
        result = error_set(error, GESTALT_IO, 0, "the snapshot could not be written");
    if (result != GESTALT_OK)
        return result;
    return p->world ? gestalt_world_save_to(p->world, writer, error)
                    : gestalt_population_save_to(p->population, writer, error);
}

static gestalt_result plain_load(void *user, void *version, const void *bytes, size_t size,
                                 bool *is_lost, gestalt_error *error)
{
    const live_plain *p = user;
    const char *text = bytes;
    uint64_t own;
    memcpy(&own, text, sizeof own); // the snapshot was saved here
    const char *rest = text + sizeof own + own;
    size_t rest_size = size - sizeof own - (size_t)own;
    gestalt_result result = p->world ? GESTALT_OK : edit_groups(p, version, NULL, is_lost, error);
    if (result == GESTALT_OK)
        result = p->world ? gestalt_world_load_memory(p->world, rest, rest_size, error)
                          : gestalt_population_load_memory(p->population, rest, rest_size, error);
    if (result == GESTALT_OK && p->keeper.load) {
        result = p->keeper.load(p->keeper.user, text + sizeof own, (size_t)own, error);
        *is_lost = result != GESTALT_OK;
    }
    return result;
}

// ---- opening

static gestalt_result check_options(const gestalt_live_options *o, gestalt_error *error)
{
    const char *wrong = NULL;
    if (o->world && o->document_count > 0)
        wrong = "the trees of a world are edited through a subject (gestalt/live/subject.h)";
    else if (!o->world && !o->population)
        wrong = "set `population` or `world`";
    else if ((o->rights & GESTALT_LIVE_EDIT) && o->document_count == 0)
        wrong = "GESTALT_LIVE_EDIT needs `documents`";
    else if (!o->keeper.save != !o->keeper.load)
        wrong = "the keeper needs both `save` and `load`, or none";
    for (uint32_t i = 0; i < o->document_count && !wrong; i++) {
        const gestalt_live_document *d = &o->documents[i];
        if (!d->path || d->group >= gestalt_population_group_count(o->population))
            wrong = "a document needs a path and a group of the population";
        for (uint32_t k = 0; k < i && !wrong; k++)
            if (o->documents[k].group == d->group)
                wrong = "a group has one document at most";
    }
    return wrong ? error_set(error, GESTALT_BAD_ARGUMENT, 0, "%s", wrong) : GESTALT_OK;
}

gestalt_result live_plain_open(live_plain *p, const gestalt_live_options *o, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    *p = (live_plain){.subject = {.user = p,
                                  .kind = o->world ? "scene" : "tree",
                                  .path = o->document_count ? o->documents[0].path : NULL,
                                  .population = plain_population,
                                  .world = plain_world,
                                  .read = plain_read,
                                  .release = plain_release,
                                  .edit = plain_edit,
                                  .shape = plain_shape,
                                  .save = plain_save,
                                  .load = plain_load},
                      .world = o->world,
                      .population = o->world ? gestalt_world_population(o->world) : o->population,
                      .dt = o->dt,
                      .keeper = o->keeper};
    gestalt_result result = check_options(o, error);
    if (result != GESTALT_OK || o->document_count == 0)
        return result;
    p->documents = memory_new(&a, o->document_count * sizeof *p->documents);
    if (!p->documents)
        return error_no_memory(error);
    memcpy(p->documents, o->documents, o->document_count * sizeof *p->documents);
    p->document_count = o->document_count;
    return GESTALT_OK;
}

void live_plain_close(live_plain *p)
{
    gestalt_allocator a = memory_allocator(NULL);
    memory_release(&a, p->documents, p->document_count * sizeof *p->documents);
    *p = (live_plain){0};
}
