// SPDX-License-Identifier: MIT
#include "running.h"

#include "amount.h"
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *running_folder;

static void must(bool holds, const char *what, const char *message)
{
    if (holds)
        return;
    fprintf(stderr, "%s: %s\n", what, message);
    abort();
}

// ---- texts

char *running_text(const char *name)
{
    enum { MOST = 1 << 20 };
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", running_folder, name);
    FILE *file = fopen(path, "rb");
    char *text = malloc(MOST);
    must(file && text, path, "cannot be read");
    size_t size = fread(text, 1, MOST - 1, file);
    text[size] = '\0';
    fclose(file);
    return text;
}

char *running_replaced(const char *text, const char *old, const char *new)
{
    size_t places = 0;
    for (const char *at = text; (at = strstr(at, old)); at += strlen(old))
        places++;
    must(places > 0, old, "is not in that text");
    char *made = malloc(strlen(text) + places * strlen(new) + 1), *end = made;
    must(made, "memory", "there is none");
    for (const char *at; (at = strstr(text, old)); text = at + strlen(old)) {
        memcpy(end, text, (size_t)(at - text));
        end += at - text;
        end = stpcpy(end, new);
    }
    strcpy(end, text);
    return made;
}

char *running_changed(const char *name, const running_change *changes)
{
    char *text = running_text(name);
    for (; changes->old; changes++) {
        char *changed = running_replaced(text, changes->old, changes->new);
        free(text);
        text = changed;
    }
    return text;
}

// ---- scenes

static bool to_text(void *user, const char *text, size_t size)
{
    char *all = user;
    size_t used = strlen(all), room = RUNNING_FOUND_SIZE - 1 - used;
    memcpy(all + used, text, size < room ? size : room);
    all[used + (size < room ? size : room)] = '\0';
    return true;
}

const gestalt_world_part *const *running_parts;
const gestalt_world_function *running_functions;

scene *running_read(const char *text, char found[RUNNING_FOUND_SIZE])
{
    scene *s = NULL;
    scene_findings findings = {0};
    gestalt_error error = {0};
    char path[4096];
    snprintf(path, sizeof path, "%s/", running_folder ? running_folder : "");
    scene_options options = {.folder = running_folder ? path : NULL,
                             .parts = running_parts,
                             .functions = running_functions};
    gestalt_result result =
        gestalt_scene_read("scene.json", text, strlen(text), &options, &s, &findings, &error);
    *found = '\0';
    for (uint32_t i = 0; i < findings.count; i++)
        gestalt_diagnostics_write(findings.list[i], GESTALT_DIAGNOSTICS_HUMAN, false,
                                  (gestalt_writer){.write = to_text, .user = found});
    gestalt_scene_findings_release(&findings, NULL);
    must(result == GESTALT_OK || *found != '\0', "a scene", error.message);
    return s;
}

// Return the kernels that a test wants, or NULL (the best ones) if this machine does not have them.
static const char *kernels_here(const char *name)
{
    for (size_t i = 0; name && kernels_all[i]; i++)
        if (strcmp(kernels_all[i]->name, name) == 0 && kernels_all[i]->is_supported())
            return name;
    return NULL;
}

running running_of(scene *s, const world_options *options)
{
    gestalt_error error = {0};
    running r = {.scene = s, .is = world_for(s)};
    world_options here = *options;
    here.kernels = kernels_here(options->kernels);
    must(r.is->create(s, &here, &r.world, &error) == GESTALT_OK, "a world", error.message);
    return r;
}

running running_of_text(const char *text, const world_options *options)
{
    char found[RUNNING_FOUND_SIZE];
    scene *s = running_read(text, found);
    must(s, "a scene", found);
    return running_of(s, options);
}

running running_start(const char *name, const world_options *options)
{
    char *text = running_text(name);
    running r = running_of_text(text, options);
    free(text);
    return r;
}

void running_stop(running *r)
{
    r->is->destroy(r->world);
    gestalt_scene_destroy(r->scene);
    *r = (running){0};
}

void running_go_on(const running *r, uint64_t steps)
{
    gestalt_error error = {0};
    for (uint64_t i = 0; i < steps; i++)
        must(r->is->step(r->world, &error) == GESTALT_OK, "a step", error.message);
}

uint64_t running_hash(const running *r)
{
    uint64_t hash;
    must(r->is->hash(r->world, &hash, NULL) == GESTALT_OK, "a world", "has no hash");
    return hash;
}

// ---- outcomes

outcome running_outcome(const running *r)
{
    outcome out;
    r->is->measure(r->world, &out);
    return out;
}

double running_row(const outcome *out, const char *name)
{
    const outcome_row *row = gestalt_outcome_find(out, name);
    must(row, name, "is not measured");
    return row->is_count ? (double)row->count : row->number;
}

// ---- the same outcome with every setting

static const world_options ways[] = {
    {.threads = 1, .lanes = 64},
    {.threads = 2, .lanes = 64, .kernels = "plain"},
    {.threads = 4, .lanes = 3, .kernels = "avx2"},
    {.threads = 1, .lanes = 1},
};
enum { WAYS = sizeof ways / sizeof *ways };

static void compare(const outcome *one, const outcome *other)
{
    must(one->count == other->count, "outcomes", "differ in length");
    for (uint32_t i = 0; i < one->count; i++)
        must(one->rows[i].count == other->rows[i].count &&
                 memcmp(&one->rows[i].number, &other->rows[i].number, sizeof(double)) == 0,
             one->rows[i].name, "depends on the way that it was run in");
}

// Run the second half from a snapshot of the first, with other settings.
static running interrupted(const char *text, size_t way, uint64_t before, uint64_t after)
{
    char path[] = "running-XXXXXX";
    gestalt_error error = {0};
    running first = running_of_text(text, &ways[way]);
    running r = running_of_text(text, &ways[(way + 1) % WAYS]);
    int descriptor = mkstemp(path);
    must(descriptor >= 0, path, "cannot be made");
    close(descriptor);
    running_go_on(&first, before);
    running_go_on(&r, 2); // steps whose effect the snapshot must replace
    must(r.is->snapshots.save(first.world, path, &error) == GESTALT_OK, path, error.message);
    must(r.is->snapshots.load(r.world, path, &error) == GESTALT_OK, path, error.message);
    must(r.is->steps(r.world) == before, path, "is of another step");
    remove(path);
    running_go_on(&r, after);
    running_stop(&first);
    return r;
}

outcome running_in_all_ways(const char *text, uint64_t before, uint64_t after, uint64_t *hash)
{
    running r = running_of_text(text, &ways[0]);
    running_go_on(&r, before + after);
    uint64_t wanted = running_hash(&r);
    outcome out = running_outcome(&r);
    running_stop(&r);
    for (size_t i = 0; i < WAYS; i += amount_is_small() ? 2 : 1) { // each way before or after
        r = interrupted(text, i, before, after);
        outcome other = running_outcome(&r);
        compare(&out, &other);
        must(running_hash(&r) == wanted, "hashes", "differ");
        running_stop(&r);
    }
    if (hash)
        *hash = wanted;
    return out;
}
