// SPDX-License-Identifier: MIT
// The public functions of gestalt/worlds/world.h and part.h, for the plane and for space.
#include "array.h"
#include "error.h"
#include "file.h"
#include "floats.h"
#include "json_layout.h"
#include "memory.h"
#include "misuse.h"
#include "scene_set.h"
#include "text.h"
#include "world.h"
#include "world_part.h"

#include <gestalt/inspect.h>
#include <string.h>

// ---- scenes

bool gestalt_scene_findings_write(const gestalt_scene_findings *findings,
                                  gestalt_diagnostics_form form, bool color, gestalt_writer writer)
{
    if (MISUSE_NULL(findings, "findings", NULL) ||
        MISUSE_NULL(writer.write, "writer.write", NULL) ||
        MISUSE_ENUM(form, GESTALT_DIAGNOSTICS_JSON, "form", NULL))
        return false;
    for (uint32_t i = 0; i < findings->count; i++)
        if (!gestalt_diagnostics_write(findings->list[i], form, color, writer))
            return false;
    return true;
}

// Get the folder of a path, "" or ending in `/`. Returns false when memory runs out.
static bool folder_of(const gestalt_allocator *a, const char *path, char **folder, size_t *size)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash + 1 - path) : 0;
    *size = length + 1;
    *folder = memory_new(a, *size);
    if (!*folder)
        return false;
    memcpy(*folder, path, length);
    (*folder)[length] = '\0';
    return true;
}

gestalt_result gestalt_scene_read_file(const char *path, const gestalt_scene_options *options,
                                       gestalt_scene **made, gestalt_scene_findings *findings,
                                       gestalt_error *error)
{
    if (MISUSE_NULL(path, "path", error) || MISUSE_NULL(made, "scene", error) ||
        MISUSE_NULL(findings, "findings", error))
        return GESTALT_MISUSE;
    const size_t size_limit = (size_t)256 << 20;
    gestalt_scene_options how = options ? *options : (gestalt_scene_options){0};
    gestalt_allocator a = memory_allocator(&how.allocator);
    size_t most = how.compile.size_limit ? how.compile.size_limit : size_limit;
    char *text, *folder;
    size_t size, folder_size;
    *made = NULL;
    *findings = (gestalt_scene_findings){0};
    gestalt_result result = file_read(path, most, &a, &text, &size, error);
    if (result != GESTALT_OK)
        return result;
    if (!folder_of(&a, path, &folder, &folder_size)) {
        file_release(&a, text, size);
        return error_no_memory(error);
    }
    how.folder = how.folder ? how.folder : folder;
    result = gestalt_scene_read(path, text, size, &how, made, findings, error);
    memory_release(&a, folder, folder_size);
    file_release(&a, text, size);
    return result;
}

// Report functions of a host with invalid enum values.
static bool functions_are_wrong(const char *function, const gestalt_world_function *list,
                                gestalt_error *error)
{
    for (; list && list->name; list++) {
        if (list->uses < GESTALT_WORLD_ACTION || list->uses > GESTALT_WORLD_SENSOR)
            return misuse_tell(function, error, "`uses` of `%.100s` is %u: see gestalt_world_uses",
                               list->name, (unsigned)list->uses) != GESTALT_OK;
        for (int i = 0; i < GESTALT_WORLD_ARGUMENTS && list->arguments[i].name; i++)
            if ((unsigned)list->arguments[i].type > GESTALT_VEC3)
                return misuse_tell(function, error,
                                   "the type of `%.60s` of `%.60s` is %u: see gestalt_type",
                                   list->arguments[i].name, list->name,
                                   (unsigned)list->arguments[i].type) != GESTALT_OK;
    }
    return false;
}

static bool options_are_wrong(const char *function, const gestalt_scene_options *o,
                              gestalt_error *error)
{
    if (!o)
        return false;
    if (functions_are_wrong(function, o->functions, error))
        return true;
    for (int i = 0; o->parts && o->parts[i]; i++)
        if (functions_are_wrong(function, o->parts[i]->functions, error))
            return true;
    return false;
}

gestalt_result gestalt_scene_read(const char *path, const char *text, size_t size,
                                  const gestalt_scene_options *options, gestalt_scene **made,
                                  gestalt_scene_findings *findings, gestalt_error *error)
{
    if (MISUSE_NULL(path, "path", error) || (size > 0 && MISUSE_NULL(text, "text", error)) ||
        MISUSE_NULL(made, "scene", error) || MISUSE_NULL(findings, "findings", error))
        return GESTALT_MISUSE;
    return gestalt_scene_read_edited(path, text, size, options, NULL, 0, made, findings, error);
}

gestalt_result gestalt_scene_read_edited(const char *path, const char *text, size_t size,
                                         const gestalt_scene_options *options,
                                         const gestalt_scene_tree *trees, uint32_t tree_count,
                                         gestalt_scene **made, gestalt_scene_findings *findings,
                                         gestalt_error *error)
{
    if (MISUSE_NULL(path, "path", error) || (size > 0 && MISUSE_NULL(text, "text", error)) ||
        MISUSE_NULL(made, "scene", error) || MISUSE_NULL(findings, "findings", error) ||
        (tree_count > 0 && MISUSE_NULL(trees, "trees", error)) ||
        options_are_wrong(__func__, options, error))
        return GESTALT_MISUSE;
    static const gestalt_scene_options defaults = {0};
    floats_whole floats;
    floats_begin_whole(&floats);
    gestalt_result result =
        scene_read(path, text, size, options ? options : &defaults,
                   (scene_trees){trees, tree_count}, &world_rules, made, findings, error);
    floats_end_whole(&floats);
    return result;
}

gestalt_result gestalt_scene_change(const char *text, size_t size,
                                    const gestalt_scene_setting *settings, uint32_t setting_count,
                                    const gestalt_allocator *allocator, gestalt_writer writer,
                                    gestalt_error *error)
{
    if ((size > 0 && MISUSE_NULL(text, "text", error)) ||
        (setting_count > 0 && MISUSE_NULL(settings, "settings", error)) ||
        MISUSE_NULL(writer.write, "writer.write", error))
        return GESTALT_MISUSE;
    for (uint32_t i = 0; i < setting_count; i++)
        if (MISUSE_NULL(settings[i].path, "path", error) ||
            MISUSE_NULL(settings[i].value, "value", error))
            return GESTALT_MISUSE;
    return scene_change_text(text, size, settings, setting_count, world_rules.parts, allocator,
                             writer, error);
}

bool gestalt_scene_reference(gestalt_writer writer)
{
    if (MISUSE_NULL(writer.write, "writer.write", NULL))
        return false;
    text_out out;
    text_start(&out, writer, false);
    text_put(&out, "<!-- Written by `gestalt nodes --scenes` from the tables in src/world. -->\n# "
                   "Scene files: the reference\n\nThis page is for authors of scenes: it lists "
                   "every member of a scene file, and every function that\ntrees can call in a "
                   "world. [scenes.md](scenes.md) introduces scenes.\n\n## Members\n\n");
    scene_write_tables(&out, world_rules.parts);
    world_plane.write_functions(&out);
    return text_finish(&out);
}

bool gestalt_scene_schema(gestalt_writer writer)
{
    if (MISUSE_NULL(writer.write, "writer.write", NULL))
        return false;
    text_out out, json;
    json_layout layout;
    text_start(&out, writer, false);
    json_layout_start(&layout, &out);
    text_start(&json, json_layout_writer(&layout), false);
    scene_write_schema(&json, world_rules.parts);
    text_finish(&json);
    json_layout_finish(&layout);
    return text_finish(&out);
}

void gestalt_scene_set_limits(gestalt_scene *s, const gestalt_limits *limits)
{
    if (MISUSE_NULL(s, "scene", NULL) || MISUSE_NULL(limits, "limits", NULL))
        return;
    size_t size = limits->struct_size < sizeof s->limits ? limits->struct_size : sizeof s->limits;
    gestalt_limits_default(&s->limits, sizeof s->limits);
    memcpy(&s->limits, limits, size);
    s->limits.struct_size = sizeof s->limits;
}

gestalt_scene_facts gestalt_scene_tell(const gestalt_scene *s)
{
    if (MISUSE_NULL(s, "scene", NULL))
        return (gestalt_scene_facts){0};
    gestalt_scene_facts facts = {.name = s->name,
                                 .dimensions = s->dimension,
                                 .group_count = s->groups.count,
                                 .agent_count = s->agent_count,
                                 .steps = s->space.steps,
                                 .seed = s->space.seed,
                                 .dt = s->space.dt,
                                 .periodic = s->space.periodic};
    for (uint32_t d = 0; d < s->dimension; d++) {
        facts.low[d] = s->space.low.at[d];
        facts.size[d] = s->space.size.at[d];
    }
    facts.unshared = world_for(s)->sharing(s, &facts.reach);
    return facts;
}

gestalt_scene_group gestalt_scene_group_at(const gestalt_scene *s, uint32_t index)
{
    if (MISUSE_NULL(s, "scene", NULL) || MISUSE_BEYOND(index, s->groups.count, "group", NULL))
        return (gestalt_scene_group){0};
    const scene_group *group = scene_group_at(s, index);
    return (gestalt_scene_group){group->name, group->shape, group->count, scene_room(group)};
}

// ---- worlds

// The interface is the first member of both kinds of worlds.
static const world_interface *interface_of(const gestalt_world *w)
{
    return ((const world_head *)(const void *)w)->is;
}

// Report a NULL argument, or a call from within another call of this world.
static gestalt_result world_refuse(const char *function, const gestalt_world *w,
                                   gestalt_error *error)
{
    const world_head *head = (const void *)w;
    if (!w) {
        misuse_tell_null(function, "world", error);
        return GESTALT_MISUSE;
    }
    if (!__atomic_load_n(&head->is_busy, __ATOMIC_RELAXED))
        return GESTALT_OK;
    return misuse_tell(function, error,
                       "a host function called this inside another call of the world; call it "
                       "afterwards (if no call is running, a host function left one by longjmp or "
                       "an exception: the world is unusable)");
}

#define WORLD_IS_WRONG(w, error) (world_refuse(__func__, w, error) != GESTALT_OK)

// Report a population that other code has ticked or edited: the world's knowledge of its agents and
// keys is no longer valid.
static gestalt_result world_refuse_changed(const char *function, const gestalt_world *w,
                                           gestalt_error *error)
{
    if (world_refuse(function, w, error) != GESTALT_OK)
        return GESTALT_MISUSE;
    const scene *s = interface_of(w)->scene(w);
    const gestalt_population *p = interface_of(w)->population((void *)(uintptr_t)w);
    uint64_t ticks = gestalt_population_ticks(p), steps = interface_of(w)->steps(w);
    if (ticks != steps)
        return misuse_tell(
            function, error,
            "the trees were ticked %llu times in %llu steps: only the world may tick its "
            "population; after a step that failed in its ticks, the world can only be destroyed",
            (unsigned long long)ticks, (unsigned long long)steps);
    for (uint32_t i = 0; i < s->groups.count; i++)
        if (gestalt_population_shape(p, i) != scene_group_at(s, i)->shape)
            return misuse_tell(function, error,
                               "group %u has another tree than in the scene: use only "
                               "gestalt_world_edit to edit a world's population",
                               (unsigned)i);
    return GESTALT_OK;
}

#define WORLD_IS_CHANGED(w, error) (world_refuse_changed(__func__, w, error) != GESTALT_OK)

// Report a call that needs all agents of a shared world.
static bool world_refuse_part(const char *function, const gestalt_world *w, gestalt_error *error)
{
    return ((const world_head *)(const void *)w)->is_shared &&
           misuse_tell(function, error,
                       "the world is a share of a larger one: a host can do this with all shares "
                       "together (gestalt/worlds/share.h)") != GESTALT_OK;
}

#define WORLD_IS_PART(w, error) world_refuse_part(__func__, w, error)

// A call that may call functions of the host: sets the floating-point environment and restores it.
typedef struct world_call {
    world_head *head;
    floats_environment floats;
} world_call;

static void call_begin(world_call *c, const gestalt_world *w)
{
    c->head = (void *)(uintptr_t)w;
    __atomic_store_n(&c->head->is_busy, 1, __ATOMIC_RELAXED);
    floats_begin(&c->floats);
}

static void call_end(const world_call *c)
{
    floats_end(&c->floats);
    __atomic_store_n(&c->head->is_busy, 0, __ATOMIC_RELAXED);
}

// The body of a public function that returns `value`, evaluated within such a call.
#define WORLD_CALL(type, w, value)                                                                 \
    world_call c;                                                                                  \
    call_begin(&c, w);                                                                             \
    type result = (value);                                                                         \
    call_end(&c);                                                                                  \
    return result

// Report a share without some function, or with agents that do not exist.
static bool share_is_wrong(const char *function, const scene *s, const gestalt_world_share *share,
                           gestalt_error *error)
{
    if (!share->sum || !share->most || !share->agree || !share->order || !share->halo ||
        !share->refresh || !share->find)
        return misuse_tell(function, error,
                           "the share needs all functions but `migrate`: see "
                           "gestalt/worlds/share.h") != GESTALT_OK;
    return (share->first > share->end || share->end > s->agent_count) &&
           misuse_tell(function, error,
                       "the share has the agents from %llu to %llu, but the scene has %llu",
                       (unsigned long long)share->first, (unsigned long long)share->end,
                       (unsigned long long)s->agent_count) != GESTALT_OK;
}

gestalt_result gestalt_world_create(const gestalt_scene *s, const gestalt_world_options *options,
                                    gestalt_world **made, gestalt_error *error)
{
    static const gestalt_world_options defaults = {0};
    floats_environment floats;
    if (MISUSE_NULL(s, "scene", error) || MISUSE_NULL(made, "world", error))
        return GESTALT_MISUSE;
    if (options && options->share && share_is_wrong(__func__, s, options->share, error))
        return GESTALT_MISUSE;
    floats_begin(&floats);
    gestalt_result result = world_for(s)->create(s, options ? options : &defaults, made, error);
    floats_end(&floats);
    if (result == GESTALT_OK) {
        ((world_head *)(void *)*made)->has_started = true;
        holders_add(&s->holders);
    }
    return result;
}

void gestalt_world_destroy(gestalt_world *w)
{
    if (!w || WORLD_IS_WRONG(w, NULL))
        return;
    const scene *s = interface_of(w)->scene(w);
    interface_of(w)->destroy(w);
    holders_remove(&s->holders);
}

gestalt_result gestalt_world_step(gestalt_world *w, gestalt_error *error)
{
    if (WORLD_IS_CHANGED(w, error))
        return GESTALT_MISUSE;
    WORLD_CALL(gestalt_result, w, interface_of(w)->step(w, error));
}

gestalt_result gestalt_world_step_by(gestalt_world *w, gestalt_world_ticker *ticker, void *user,
                                     gestalt_error *error)
{
    if (WORLD_IS_CHANGED(w, error) || MISUSE_NULL(ticker, "ticker", error))
        return GESTALT_MISUSE;
    WORLD_CALL(gestalt_result, w, interface_of(w)->step_by(w, ticker, user, error));
}

void gestalt_world_interrupt(gestalt_world *w)
{
    if (MISUSE_NULL(w, "world", NULL))
        return;
    interface_of(w)->interrupt(w);
}

uint64_t gestalt_world_steps(const gestalt_world *w)
{
    if (MISUSE_NULL(w, "world", NULL))
        return 0;
    return interface_of(w)->steps(w);
}

gestalt_population *gestalt_world_population(gestalt_world *w)
{
    if (MISUSE_NULL(w, "world", NULL))
        return NULL;
    return interface_of(w)->population(w);
}

gestalt_world_columns gestalt_world_columns_of(const gestalt_world *w)
{
    if (MISUSE_NULL(w, "world", NULL))
        return (gestalt_world_columns){0};
    return interface_of(w)->columns(w);
}

uint32_t gestalt_world_find(const gestalt_world *w, uint64_t agent)
{
    if (MISUSE_NULL(w, "world", NULL))
        return 0;
    return interface_of(w)->find(w, agent);
}

void gestalt_world_group(const gestalt_world *w, uint32_t group, uint32_t *begin, uint32_t *end)
{
    if (MISUSE_NULL(w, "world", NULL) || MISUSE_NULL(begin, "begin", NULL) ||
        MISUSE_NULL(end, "end", NULL) ||
        MISUSE_BEYOND(group, interface_of(w)->scene(w)->groups.count, "group", NULL))
        return;
    interface_of(w)->range(w, group, begin, end);
}

void gestalt_world_measure(gestalt_world *w, gestalt_outcome *out)
{
    world_call c;
    if (WORLD_IS_WRONG(w, NULL) || MISUSE_NULL(out, "outcome", NULL))
        return;
    call_begin(&c, w);
    interface_of(w)->measure(w, out);
    call_end(&c);
}

const char *gestalt_scene_until(const gestalt_scene *s)
{
    return MISUSE_NULL(s, "scene", NULL) ? NULL : s->reporting.until_text;
}

uint32_t gestalt_scene_report_count(const gestalt_scene *s)
{
    return MISUSE_NULL(s, "scene", NULL) ? 0 : s->reporting.reports.count;
}

gestalt_scene_report gestalt_scene_report_at(const gestalt_scene *s, uint32_t index)
{
    if (MISUSE_NULL(s, "scene", NULL) ||
        MISUSE_BEYOND(index, s->reporting.reports.count, "report", NULL))
        return (gestalt_scene_report){0};
    const scene_report *r = (const scene_report *)s->reporting.reports.list + index;
    return (gestalt_scene_report){r->name, r->text, gestalt_expression_type(r->formula.compute),
                                  r->every};
}

double gestalt_world_report(gestalt_world *w, uint32_t report)
{
    if (WORLD_IS_WRONG(w, NULL) ||
        MISUSE_BEYOND(report, interface_of(w)->scene(w)->reporting.reports.count, "report", NULL))
        return 0;
    WORLD_CALL(double, w, interface_of(w)->report(w, report));
}

bool gestalt_world_is_done(gestalt_world *w)
{
    if (WORLD_IS_WRONG(w, NULL))
        return false;
    WORLD_CALL(bool, w, interface_of(w)->is_done(w));
}

gestalt_result gestalt_world_hash(const gestalt_world *w, uint64_t *hash, gestalt_error *error)
{
    if (WORLD_IS_WRONG(w, error) || MISUSE_NULL(hash, "hash", error))
        return GESTALT_MISUSE;
    WORLD_CALL(gestalt_result, w, interface_of(w)->hash(w, hash, error));
}

gestalt_result gestalt_world_save(gestalt_world *w, const char *path, gestalt_error *error)
{
    if (WORLD_IS_CHANGED(w, error) || WORLD_IS_PART(w, error) || MISUSE_NULL(path, "path", error))
        return GESTALT_MISUSE;
    WORLD_CALL(gestalt_result, w, interface_of(w)->snapshots.save(w, path, error));
}

gestalt_result gestalt_world_save_to(gestalt_world *w, gestalt_writer writer, gestalt_error *error)
{
    if (WORLD_IS_CHANGED(w, error) || WORLD_IS_PART(w, error) ||
        MISUSE_NULL(writer.write, "writer.write", error))
        return GESTALT_MISUSE;
    WORLD_CALL(gestalt_result, w, interface_of(w)->snapshots.save_to(w, writer, error));
}

gestalt_result gestalt_world_load(gestalt_world *w, const char *path, gestalt_error *error)
{
    if (WORLD_IS_WRONG(w, error) || WORLD_IS_PART(w, error) || MISUSE_NULL(path, "path", error))
        return GESTALT_MISUSE;
    WORLD_CALL(gestalt_result, w, interface_of(w)->snapshots.load(w, path, error));
}

gestalt_result gestalt_world_load_memory(gestalt_world *w, const void *bytes, size_t size,
                                         gestalt_error *error)
{
    if (WORLD_IS_WRONG(w, error) || WORLD_IS_PART(w, error) || MISUSE_NULL(bytes, "bytes", error))
        return GESTALT_MISUSE;
    WORLD_CALL(gestalt_result, w, interface_of(w)->snapshots.load_memory(w, bytes, size, error));
}

// ---- edits

// A world's snapshot is that of its population; loading checks the attached bytes.
gestalt_result gestalt_world_load_with(gestalt_world *w, const char *path,
                                       const gestalt_load_options *options, gestalt_error *error)
{
    if (WORLD_IS_WRONG(w, error) || WORLD_IS_PART(w, error) || MISUSE_NULL(path, "path", error) ||
        (options && options->old_shape_count > 0 &&
         MISUSE_NULL(options->old_shapes, "options->old_shapes", error)) ||
        (options && options->rename_count > 0 &&
         MISUSE_NULL(options->renames, "options->renames", error)))
        return GESTALT_MISUSE;
    WORLD_CALL(gestalt_result, w,
               gestalt_population_load_with(gestalt_world_population(w), path, options, error));
}

// A snapshot in memory.
typedef struct world_bytes {
    gestalt_allocator allocator;
    char *bytes;
    size_t size, capacity;
    bool is_out_of_memory;
} world_bytes;

static bool bytes_write(void *user, const char *text, size_t size)
{
    world_bytes *b = user;
    if (!ARRAY_RESERVE(&b->allocator, b->bytes, b->capacity, b->size + size)) {
        b->is_out_of_memory = true;
        return false;
    }
    memcpy(b->bytes + b->size, text, size);
    b->size += size;
    return true;
}

static gestalt_result bytes_save(world_bytes *b, gestalt_world *w, gestalt_error *error)
{
    gestalt_result result = gestalt_world_save_to(w, (gestalt_writer){bytes_write, b}, error);
    return b->is_out_of_memory ? error_no_memory(error) : result;
}

static gestalt_result load_edited(gestalt_world *edited, const scene *old, const world_bytes *b,
                                  gestalt_load_options *how, gestalt_error *error)
{
    uint32_t count = old->groups.count;
    gestalt_group *groups = memory_new(&b->allocator, count * sizeof *groups);
    if (!groups)
        return error_no_memory(error);
    for (uint32_t i = 0; i < count; i++)
        groups[i] = (gestalt_group){.shape = scene_group_at(old, i)->shape};
    how->old_shapes = groups;
    how->old_shape_count = count;
    gestalt_result result = gestalt_population_load_memory_with(gestalt_world_population(edited),
                                                                b->bytes, b->size, how, error);
    memory_release(&b->allocator, groups, count * sizeof *groups);
    return result;
}

gestalt_result gestalt_world_edit(gestalt_world *w, const gestalt_scene *s,
                                  const gestalt_world_options *options,
                                  const gestalt_rename *renames, uint32_t rename_count,
                                  gestalt_world **edited, gestalt_edit_report **reports,
                                  gestalt_error *error)
{
    if (WORLD_IS_CHANGED(w, error) || WORLD_IS_PART(w, error) || MISUSE_NULL(s, "scene", error) ||
        MISUSE_NULL(edited, "edited", error) ||
        (rename_count > 0 && MISUSE_NULL(renames, "renames", error)))
        return GESTALT_MISUSE;
    gestalt_load_options how = {
        .renames = renames, .rename_count = rename_count, .reports = reports};
    world_bytes b = {.allocator = memory_allocator(options ? &options->allocator : NULL)};
    *edited = NULL;
    gestalt_result result = bytes_save(&b, w, error);
    if (result == GESTALT_OK)
        result = gestalt_world_create(s, options, edited, error);
    if (result == GESTALT_OK) {
        world_call c;
        call_begin(&c, *edited);
        result = load_edited(*edited, interface_of(w)->scene(w), &b, &how, error);
        call_end(&c);
    }
    if (result != GESTALT_OK) {
        gestalt_world_destroy(*edited);
        *edited = NULL;
    }
    ARRAY_RELEASE(&b.allocator, b.bytes, b.capacity);
    return result;
}

gestalt_result gestalt_world_record(const gestalt_world *w, uint64_t every, gestalt_writer sink,
                                    gestalt_recorder **recorder, gestalt_error *error)
{
    if (WORLD_IS_CHANGED(w, error) || MISUSE_NULL(sink.write, "sink.write", error) ||
        MISUSE_NULL(recorder, "recorder", error))
        return GESTALT_MISUSE;
    world_call c;
    call_begin(&c, w);
    gestalt_result result = interface_of(w)->recordings.record(w, every, sink, recorder, error);
    call_end(&c);
    if (result == GESTALT_OK)
        gestalt_recorder_set_owner(*recorder, w);
    return result;
}

gestalt_result gestalt_world_frame(const gestalt_world *w, gestalt_recorder *recorder,
                                   gestalt_error *error)
{
    if (WORLD_IS_CHANGED(w, error) || WORLD_IS_PART(w, error) ||
        MISUSE_NULL(recorder, "recorder", error))
        return GESTALT_MISUSE;
    if (gestalt_recorder_owner(recorder) != w)
        return MISUSE(error, "the recorder was not made by gestalt_world_record for this world");
    WORLD_CALL(gestalt_result, w, interface_of(w)->recordings.frame(w, recorder, error));
}

gestalt_result gestalt_world_take_frame(const gestalt_world *w, gestalt_world_frame_taker *take,
                                        void *user, gestalt_error *error)
{
    if (WORLD_IS_CHANGED(w, error) || MISUSE_NULL(take, "take", error))
        return GESTALT_MISUSE;
    WORLD_CALL(gestalt_result, w, interface_of(w)->recordings.take_frame(w, take, user, error));
}

// ---- functions for bodies of hosts

// Report a call, or a lane of it, that does not exist.
static bool lane_is_wrong(const char *function, const gestalt_call *call, unsigned lane)
{
    if (__builtin_expect(!call, 0))
        return misuse_tell_null(function, "call", NULL);
    return __builtin_expect(lane >= call->lane_count, 0) &&
           misuse_tell(function, NULL, "there is no lane %u: the call has %u lanes", lane,
                       (unsigned)call->lane_count) != GESTALT_OK;
}

enum { // bits for types
    ANY_BOOL = 1 << GESTALT_BOOL,
    ANY_INT = 1 << GESTALT_INT,
    ANY_FLOAT = 1 << GESTALT_FLOAT,
    ANY_VECTOR = 1 << GESTALT_VEC2 | 1 << GESTALT_VEC3,
};

// Report an argument that is missing in the function's table.
static bool argument_is_missing(const char *function, const gestalt_call *call, int argument)
{
    const gestalt_world_function *of = ((const gestalt_world_binding *)call->user)->function;
    return (__builtin_expect((unsigned)argument >= GESTALT_WORLD_ARGUMENTS, 0) ||
            __builtin_expect(!of->arguments[argument].name, 0)) &&
           misuse_tell(function, NULL, "`%s` has no argument %d in its table", of->name,
                       argument) != GESTALT_OK;
}

// Report an argument that is missing in the function's table, or has another type or use there.
static bool argument_is_wrong(const char *function, const gestalt_call *call, int argument,
                              unsigned lane, unsigned types, bool is_written)
{
    if (lane_is_wrong(function, call, lane) || argument_is_missing(function, call, argument))
        return true;
    const gestalt_world_function *of = ((const gestalt_world_binding *)call->user)->function;
    const gestalt_world_argument *a = &of->arguments[argument];
    if (__builtin_expect(a->is_list, 0))
        return misuse_tell(function, NULL, "`%s` of `%s` is a list: call gestalt_world_list",
                           a->name, of->name) != GESTALT_OK;
    if (__builtin_expect(!(types >> a->type & 1), 0))
        return misuse_tell(function, NULL, "`%s` of `%s` has another type", a->name, of->name) !=
               GESTALT_OK;
    return is_written && __builtin_expect(!a->by_key, 0) &&
           misuse_tell(function, NULL, "`%s` of `%s` is not a key, so it can't be written", a->name,
                       of->name) != GESTALT_OK;
}

#define READS_WRONGLY(types)  argument_is_wrong(__func__, call, argument, lane, types, false)
#define WRITES_WRONGLY(types) argument_is_wrong(__func__, call, argument, lane, types, true)

uint32_t gestalt_world_row(const gestalt_call *call, unsigned lane)
{
    if (lane_is_wrong(__func__, call, lane))
        return 0;
    const gestalt_world_binding *b = call->user;
    return interface_of(b->world)->services.row(b, call, lane);
}

uint32_t gestalt_world_gathered_rows(const gestalt_gathered_call *call, uint32_t *rows)
{
    if (MISUSE_NULL(call, "call", NULL) || MISUSE_NULL(rows, "rows", NULL))
        return 0;
    const gestalt_world_binding *b = call->user;
    return interface_of(b->world)->services.gathered_rows(call, rows);
}

float gestalt_world_float(const gestalt_call *call, int argument, unsigned lane)
{
    if (READS_WRONGLY(ANY_FLOAT))
        return 0;
    const gestalt_world_binding *b = call->user;
    return b->function->arguments[argument].is_reach ? world_radius(b, call, argument, lane)
                                                     : world_float(b, call, argument, lane);
}

int32_t gestalt_world_int(const gestalt_call *call, int argument, unsigned lane)
{
    return READS_WRONGLY(ANY_INT) ? 0 : world_int(call->user, call, argument, lane);
}

bool gestalt_world_bool(const gestalt_call *call, int argument, unsigned lane)
{
    return !READS_WRONGLY(ANY_BOOL) && world_bool(call->user, call, argument, lane);
}

void gestalt_world_point(const gestalt_call *call, int argument, unsigned lane, float point[2])
{
    float all[3] = {0};
    if (MISUSE_NULL(point, "point", NULL))
        return;
    if (!READS_WRONGLY(ANY_VECTOR))
        world_point(call->user, call, argument, lane, all);
    memcpy(point, all, 2 * sizeof *point);
}

void gestalt_world_vector(const gestalt_call *call, int argument, unsigned lane, float vector[3])
{
    if (MISUSE_NULL(vector, "vector", NULL))
        return;
    if (READS_WRONGLY(ANY_VECTOR))
        memset(vector, 0, 3 * sizeof *vector);
    else
        world_point(call->user, call, argument, lane, vector);
}

void gestalt_world_put_float(const gestalt_call *call, int argument, unsigned lane, float value)
{
    if (!WRITES_WRONGLY(ANY_FLOAT))
        world_put_float(call->user, call, argument, lane, value);
}

void gestalt_world_put_int(const gestalt_call *call, int argument, unsigned lane, int32_t value)
{
    if (!WRITES_WRONGLY(ANY_INT))
        world_put_int(call->user, call, argument, lane, value);
}

void gestalt_world_put_point(const gestalt_call *call, int argument, unsigned lane, float x,
                             float y)
{
    if (!WRITES_WRONGLY(ANY_VECTOR))
        world_put_point(call->user, call, argument, lane, (const float[3]){x, y, 0});
}

void gestalt_world_put_vector(const gestalt_call *call, int argument, unsigned lane,
                              const float vector[3])
{
    if (!MISUSE_NULL(vector, "vector", NULL) && !WRITES_WRONGLY(ANY_VECTOR))
        world_put_point(call->user, call, argument, lane, vector);
}

gestalt_list gestalt_world_list(const gestalt_call *call, int argument)
{
    if (MISUSE_NULL(call, "call", NULL) || argument_is_missing(__func__, call, argument))
        return (gestalt_list){0};
    const gestalt_world_binding *b = call->user;
    const gestalt_world_argument *a = &b->function->arguments[argument];
    if (!a->is_list) {
        MISUSE(NULL, "`%s` of `%s` is not a list", a->name, b->function->name);
        return (gestalt_list){0};
    }
    return world_list(b, call, argument);
}

uint32_t gestalt_world_near(const gestalt_world *w, const float *point, float radius,
                            uint32_t *rows, uint32_t capacity)
{
    if (MISUSE_NULL(w, "world", NULL) || MISUSE_NULL(point, "point", NULL) ||
        (capacity > 0 && MISUSE_NULL(rows, "rows", NULL)))
        return 0;
    return interface_of(w)->services.near(w, point, radius, rows, capacity);
}

uint64_t gestalt_world_near_many(const gestalt_world *w, const float *points, const float *radii,
                                 uint32_t count, uint64_t *ends, uint32_t *rows, uint64_t capacity)
{
    if (MISUSE_NULL(w, "world", NULL) || (capacity > 0 && MISUSE_NULL(rows, "rows", NULL)) ||
        (count > 0 && (MISUSE_NULL(points, "points", NULL) || MISUSE_NULL(radii, "radii", NULL) ||
                       MISUSE_NULL(ends, "ends", NULL))))
        return 0;
    const world_interface *is = interface_of(w);
    uint32_t dimensions = is == &world_space ? 3 : 2;
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t room = total < capacity ? capacity - total : 0;
        uint32_t some = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
        total += is->services.near(w, points + (size_t)i * dimensions, radii[i],
                                   some > 0 ? rows + total : NULL, some);
        ends[i] = total;
    }
    return total;
}

// ---- parts of hosts

void *gestalt_world_state(const gestalt_world *w, const gestalt_world_part *part)
{
    if (MISUSE_NULL(w, "world", NULL) || MISUSE_NULL(part, "part", NULL))
        return NULL;
    return interface_of(w)->services.state(w, part);
}

void gestalt_world_set_state(gestalt_world *w, const gestalt_world_part *part, void *state)
{
    if (MISUSE_NULL(w, "world", NULL) || MISUSE_NULL(part, "part", NULL))
        return;
    interface_of(w)->services.set_state(w, part, state);
}

void *gestalt_world_allocate(gestalt_world *w, size_t size)
{
    if (MISUSE_NULL(w, "world", NULL))
        return NULL;
    return interface_of(w)->services.allocate(w, size);
}

// Snapshots require the same registered bytes in the same order from the start on.
#define HAS_STARTED "the world has started: call this function in `start` of a part"
#define WORLD_HAS_STARTED(w)                                                                       \
    (((const world_head *)(const void *)w)->has_started && MISUSE(NULL, HAS_STARTED) != GESTALT_OK)

bool gestalt_world_keep(gestalt_world *w, void *bytes, size_t size)
{
    if (MISUSE_NULL(w, "world", NULL) || (size > 0 && MISUSE_NULL(bytes, "bytes", NULL)) ||
        WORLD_HAS_STARTED(w))
        return false;
    return interface_of(w)->services.keep(w, bytes, size);
}

void *gestalt_world_make_column(gestalt_world *w, size_t stride, bool kept)
{
    if (MISUSE_NULL(w, "world", NULL) || WORLD_HAS_STARTED(w) ||
        (stride == 0 &&
         MISUSE(NULL, "`stride` is 0: pass the size of a row's value") != GESTALT_OK))
        return NULL;
    void *column = interface_of(w)->services.column(w, stride);
    return column && kept && !interface_of(w)->services.keep_column(w, column, stride) ? NULL
                                                                                       : column;
}

// Report a column that cannot be registered now.
static bool column_is_wrong(const char *function, const gestalt_world *w, const void *column,
                            size_t stride)
{
    if (misuse_if_null(!w, function, "world", NULL) ||
        misuse_if_null(!column, function, "column", NULL) ||
        (((const world_head *)(const void *)w)->has_started &&
         misuse_tell(function, NULL, HAS_STARTED) != GESTALT_OK))
        return true;
    return !interface_of(w)->services.has_room(w, column, stride) &&
           misuse_tell(function, NULL,
                       "the column has no room for gestalt_world_capacity rows of %zu bytes: make "
                       "it with gestalt_world_make_column",
                       stride) != GESTALT_OK;
}

bool gestalt_world_keep_column(gestalt_world *w, void *column, size_t stride)
{
    return !column_is_wrong(__func__, w, column, stride) &&
           interface_of(w)->services.keep_column(w, column, stride);
}

bool gestalt_world_keep_seen(gestalt_world *w, void *column, size_t stride)
{
    return !column_is_wrong(__func__, w, column, stride) &&
           interface_of(w)->services.keep_seen(w, column, stride);
}

void gestalt_world_sum(gestalt_world *w, int64_t *numbers, uint32_t count)
{
    if (MISUSE_NULL(w, "world", NULL) || (count > 0 && MISUSE_NULL(numbers, "numbers", NULL)))
        return;
    interface_of(w)->services.sum(w, numbers, count);
}

uint32_t gestalt_world_capacity(const gestalt_world *w)
{
    if (MISUSE_NULL(w, "world", NULL))
        return 0;
    return interface_of(w)->services.capacity(w);
}

void gestalt_world_set_float(gestalt_world *w, uint32_t row, const char *key, float value)
{
    if (MISUSE_NULL(w, "world", NULL) ||
        MISUSE_BEYOND(row, interface_of(w)->columns(w).count, "row", NULL) ||
        MISUSE_NULL(key, "key", NULL))
        return;
    interface_of(w)->services.set_float(w, row, key, value);
}

void gestalt_world_set_int(gestalt_world *w, uint32_t row, const char *key, int32_t value)
{
    if (MISUSE_NULL(w, "world", NULL) ||
        MISUSE_BEYOND(row, interface_of(w)->columns(w).count, "row", NULL) ||
        MISUSE_NULL(key, "key", NULL))
        return;
    interface_of(w)->services.set_int(w, row, key, value);
}

// ---- worlds that are shared out

// Report a world that is not a share of a larger one.
static bool part_is_wrong(const char *function, const gestalt_world *w, gestalt_error *error)
{
    if (!w)
        return misuse_tell_null(function, "world", error);
    return !((const world_head *)(const void *)w)->is_shared &&
           misuse_tell(function, error, "the world is not shared out: create it with a `share`") !=
               GESTALT_OK;
}

// Report rows that do not exist.
static bool rows_are_wrong(const char *function, const gestalt_world *w, const uint32_t *rows,
                           uint32_t count, gestalt_error *error)
{
    uint32_t there = interface_of(w)->columns(w).count;
    if (count > 0 && !rows)
        return misuse_tell_null(function, "rows", error);
    for (uint32_t i = 0; i < count; i++)
        if (rows[i] >= there)
            return misuse_tell(function, error, "there is no row %u: the share has %u agents",
                               (unsigned)rows[i], (unsigned)there) != GESTALT_OK;
    return false;
}

float gestalt_world_reach(const gestalt_world *w)
{
    return part_is_wrong(__func__, w, NULL) ? 0 : interface_of(w)->shares.reach(w);
}

gestalt_result gestalt_world_set_window(gestalt_world *w, const float *low, const float *high,
                                        gestalt_error *error)
{
    if (part_is_wrong(__func__, w, error) || (low && MISUSE_NULL(high, "high", error)))
        return GESTALT_MISUSE;
    return interface_of(w)->shares.set_window(w, low, high, error);
}

size_t gestalt_world_ghost_size(const gestalt_world *w)
{
    return part_is_wrong(__func__, w, NULL) ? 0 : interface_of(w)->shares.ghost_size(w);
}

void gestalt_world_take_ghosts(const gestalt_world *w, const uint32_t *rows, uint32_t count,
                               void *ghosts)
{
    if (!part_is_wrong(__func__, w, NULL) && !rows_are_wrong(__func__, w, rows, count, NULL) &&
        (count == 0 || !MISUSE_NULL(ghosts, "ghosts", NULL)))
        interface_of(w)->shares.take_ghosts(w, rows, count, ghosts);
}

gestalt_result gestalt_world_set_ghosts(gestalt_world *w, const void *ghosts, uint32_t count,
                                        gestalt_error *error)
{
    if (part_is_wrong(__func__, w, error) || (count > 0 && MISUSE_NULL(ghosts, "ghosts", error)))
        return GESTALT_MISUSE;
    return interface_of(w)->shares.set_ghosts(w, ghosts, count, error);
}

uint64_t gestalt_world_hash_of(const gestalt_world *w, uint64_t agents)
{
    return part_is_wrong(__func__, w, NULL) ? 0 : interface_of(w)->shares.hash_of(w, agents);
}

gestalt_result gestalt_world_attach(gestalt_world *w, gestalt_error *error)
{
    return part_is_wrong(__func__, w, error) ? GESTALT_MISUSE
                                             : interface_of(w)->shares.attach(w, error);
}

gestalt_result gestalt_world_check_loaded(gestalt_world *w, gestalt_error *error)
{
    return part_is_wrong(__func__, w, error) ? GESTALT_MISUSE
                                             : interface_of(w)->shares.check_loaded(w, error);
}

size_t gestalt_world_migrants_size(const gestalt_world *w, uint32_t count)
{
    return part_is_wrong(__func__, w, NULL) ? 0 : interface_of(w)->shares.migrants_size(w, count);
}

gestalt_result gestalt_world_take_migrants(const gestalt_world *w, const uint32_t *rows,
                                           uint32_t count, void *bytes, size_t capacity,
                                           size_t *size, gestalt_error *error)
{
    if (part_is_wrong(__func__, w, error) || rows_are_wrong(__func__, w, rows, count, error) ||
        (capacity > 0 && MISUSE_NULL(bytes, "bytes", error)) || MISUSE_NULL(size, "size", error))
        return GESTALT_MISUSE;
    return interface_of(w)->shares.take_migrants(w, rows, count, bytes, capacity, size, error);
}

gestalt_result gestalt_world_migrate(gestalt_world *w, const uint32_t *leaving,
                                     uint32_t leaving_count, const gestalt_world_migrants *arriving,
                                     uint32_t arriving_count, gestalt_error *error)
{
    if (part_is_wrong(__func__, w, error) ||
        rows_are_wrong(__func__, w, leaving, leaving_count, error) ||
        (arriving_count > 0 && MISUSE_NULL(arriving, "arriving", error)))
        return GESTALT_MISUSE;
    for (uint32_t i = 0; i < arriving_count; i++)
        if (MISUSE_NULL(arriving[i].bytes, "arriving->bytes", error))
            return GESTALT_MISUSE;
    return interface_of(w)->shares.migrate(w, leaving, leaving_count, arriving, arriving_count,
                                           error);
}
