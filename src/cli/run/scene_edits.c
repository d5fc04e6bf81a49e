// SPDX-License-Identifier: MIT
#include "scene_edits.h"

#include "value.h"

#include <inttypes.h>
#include <stdio.h>

// ---- the options

static exit_code edit_malformed(cli *c, const char *text)
{
    return cli_usage(c,
                     "--edit cannot be `%s`: of a scene it is written as STEP:GROUP:FILE, as "
                     "100:sheep:sheep-2.json",
                     text);
}

static exit_code edit_read(scene_edits *e, scene_edit *edit, const char *text)
{
    const char *first = strchr(text, ':'), *second = first ? strchr(first + 1, ':') : NULL;
    if (!second || first == text || second == first + 1 || !second[1])
        return edit_malformed(e->c, text);
    edit->group = arena_copy_text(&e->a, first + 1, (size_t)(second - first - 1));
    edit->path = second + 1;
    const char *digits = arena_copy_text(&e->a, text, (size_t)(first - text));
    return value_count(digits, &edit->step) == VALUE_GOOD ? EXIT_FINE : edit_malformed(e->c, text);
}

// Edits before the same step stay in the order in which they were given.
static void insert_edit(scene_edits *e, scene_edit edit)
{
    uint32_t at = e->count++;
    for (; at > 0 && e->list[at - 1].step > edit.step; at--)
        e->list[at] = e->list[at - 1];
    e->list[at] = edit;
}

static exit_code read_options(scene_edits *e)
{
    uint32_t at = 0, count = 0;
    const char *text;
    while (options_next_text(&e->c->options, OPTION_EDIT, &at))
        count++;
    e->list = ARENA_ARRAY(&e->a, scene_edit, count);
    exit_code verdict = edit_renames_read(&e->renames, e->c, &e->a);
    if (verdict == EXIT_FINE && e->renames.count && !count &&
        !options_is_given(&e->c->options, OPTION_OLD_TREE))
        return cli_usage(e->c, "--rename goes with --edit, or with --from");
    e->of_snapshot.list = ARENA_ARRAY(&e->a, gestalt_rename, e->renames.count);
    at = 0;
    while (verdict == EXIT_FINE && (text = options_next_text(&e->c->options, OPTION_EDIT, &at))) {
        scene_edit edit = {.renames.list = ARENA_ARRAY(&e->a, gestalt_rename, e->renames.count)};
        verdict = edit_read(e, &edit, text);
        insert_edit(e, edit);
    }
    return verdict;
}

// Read a scene for each edit. Later edits of a group replace earlier ones.
static exit_code read_scenes(scene_edits *e)
{
    exit_code verdict = EXIT_FINE;
    gestalt_scene_tree *trees = ARENA_ARRAY(&e->a, gestalt_scene_tree, e->count);
    for (uint32_t i = 0; i < e->count && verdict == EXIT_FINE; i++) {
        scene_edit *edit = &e->list[i];
        trees[i] = (gestalt_scene_tree){edit->group, edit->path};
        verdict = scene_input_read_edited(&edit->in, e->first, trees, i + 1);
        scene_input_report(&edit->in);
        uint32_t groups = verdict == EXIT_FINE ? gestalt_scene_tell(edit->in.scene).group_count : 0;
        edit->reports = ARENA_ARRAY(&e->a, gestalt_edit_report *, groups);
    }
    return verdict;
}

static exit_code edits_read(scene_edits *e)
{
    exit_code verdict = read_options(e);
    return verdict == EXIT_FINE ? read_scenes(e) : verdict;
}

exit_code scene_edits_open(scene_edits *e, cli *c, const scene_input *first)
{
    *e = (scene_edits){.c = c, .first = first, .is_open = true};
    arena_start(&e->a, memory_allocator(NULL));
    if (setjmp(e->a.escape)) {
        cli_say(c, "out of memory");
        return EXIT_LIMIT;
    }
    return edits_read(e);
}

static uint32_t groups_of(const scene_edit *edit)
{
    return edit->in.scene ? gestalt_scene_tell(edit->in.scene).group_count : 0;
}

void scene_edits_close(scene_edits *e)
{
    if (!e->is_open)
        return;
    for (uint32_t i = 0; i < e->count; i++) {
        for (uint32_t k = 0; e->list[i].reports && k < groups_of(&e->list[i]); k++)
            gestalt_edit_report_destroy(e->list[i].reports[k]);
        scene_input_release(&e->list[i].in);
    }
    arena_destroy(&e->a);
    e->is_open = false;
}

static const gestalt_scene *scene_before(const scene_edits *e, uint32_t index)
{
    return index > 0 ? e->list[index - 1].in.scene : e->first->scene;
}

// Return the shape of the group with that name.
static const gestalt_shape *group_shape(const gestalt_scene *scene, const char *name)
{
    uint32_t i = 0, count = gestalt_scene_tell(scene).group_count;
    while (i < count && strcmp(gestalt_scene_group_at(scene, i).name, name) != 0)
        i++;
    return i < count ? gestalt_scene_group_at(scene, i).shape : NULL;
}

const gestalt_shape *scene_edits_shape(const scene_edits *e, uint32_t index)
{
    return group_shape(e->list[index].in.scene, e->list[index].group);
}

// Choose the renames that match in at least one group of the snapshot.
void scene_edits_rename(scene_edits *e, const gestalt_scene *old_scene)
{
    edit_renames one = {.list = e->of_snapshot.list}, *chosen = &e->of_snapshot;
    const gestalt_scene *scene = e->first->scene;
    for (uint32_t i = 0; i < gestalt_scene_tell(scene).group_count; i++) {
        gestalt_scene_group group = gestalt_scene_group_at(scene, i);
        const gestalt_shape *old_shape = group_shape(old_scene, group.name);
        if (old_shape && gestalt_shape_edit_hash(old_shape) != gestalt_shape_edit_hash(group.shape))
            edit_renames_choose(&e->renames, &one, old_shape, group.shape);
    }
    chosen->count = 0;
    for (uint32_t i = 0; i < e->renames.count; i++)
        if (e->renames.is_used[i])
            chosen->list[chosen->count++] = e->renames.list[i];
}

static exit_code check_renames(const scene_edits *e)
{
    exit_code verdict = EXIT_FINE;
    for (uint32_t i = 0; i < e->count && verdict == EXIT_FINE; i++) {
        scene_edit *edit = &e->list[i];
        const gestalt_shape *old_shape = group_shape(scene_before(e, i), edit->group);
        const gestalt_shape *new_shape = group_shape(edit->in.scene, edit->group);
        edit_renames_choose(&e->renames, &edit->renames, old_shape, new_shape);
        verdict = edit_renames_try(&edit->renames, e->c, old_shape, new_shape);
    }
    return verdict == EXIT_FINE ? edit_renames_check(&e->renames, e->c) : verdict;
}

exit_code scene_edits_check(const scene_edits *e, uint64_t first_step, uint64_t steps)
{
    for (uint32_t i = 0; i < e->count; i++) {
        uint64_t step = e->list[i].step;
        if (step < first_step)
            return cli_usage(e->c, "--edit %" PRIu64 ":...: the run starts with step %" PRIu64,
                             step, first_step);
        if (step - first_step >= steps)
            return cli_usage(e->c,
                             "--edit %" PRIu64 ":...: that step never comes; the last one is "
                             "%" PRIu64,
                             step, first_step + steps - (steps > 0));
    }
    return check_renames(e);
}

// ---- during the run

static edit_view view_of(const scene_edits *e, uint32_t index, uint32_t group)
{
    const scene_edit *edit = &e->list[index];
    return (edit_view){gestalt_scene_group_at(scene_before(e, index), group).shape,
                       gestalt_scene_group_at(edit->in.scene, group).shape, edit->reports[group]};
}

void scene_edits_tell(cli *c, const char *group, const char *when, const edit_view *v)
{
    if (options_flag(&c->options, OPTION_QUIET))
        return;
    text_print(&c->messages, "%s, group `", when);
    text_escaped(&c->messages, group, strlen(group));
    text_put(&c->messages, "`: ");
    edit_show_summary(&c->messages, v);
    text_finish(&c->messages);
}

static void tell_edit(const scene_edits *e, uint32_t index)
{
    char when[48];
    const scene_edit *edit = &e->list[index];
    snprintf(when, sizeof when, "before step %" PRIu64, edit->step);
    for (uint32_t i = 0; i < groups_of(edit); i++) {
        edit_view v = view_of(e, index, i);
        if (v.report)
            scene_edits_tell(e->c, edit->group, when, &v);
    }
}

static exit_code do_edit(scene_edits *e, gestalt_world **world, const gestalt_world_options *how,
                         tree_record *trees)
{
    gestalt_error error = {0};
    scene_edit *edit = &e->list[e->next];
    gestalt_world *edited;
    gestalt_result result = gestalt_world_edit(*world, edit->in.scene, how, edit->renames.list,
                                               edit->renames.count, &edited, edit->reports, &error);
    if (result != GESTALT_OK)
        return cli_fail(e->c, edit->path, result, &error);
    exit_code verdict =
        trees ? tree_record_follow(trees, gestalt_world_population(edited)) : EXIT_FINE;
    gestalt_world_destroy(verdict == EXIT_FINE ? *world : edited);
    if (verdict != EXIT_FINE)
        return verdict;
    *world = edited;
    tell_edit(e, e->next++);
    return EXIT_FINE;
}

exit_code scene_edits_do(scene_edits *e, gestalt_world **world, const gestalt_world_options *how,
                         tree_record *trees)
{
    exit_code verdict = EXIT_FINE;
    uint64_t step = gestalt_world_steps(*world);
    while (verdict == EXIT_FINE && e->next < e->count && e->list[e->next].step == step)
        verdict = do_edit(e, world, how, trees);
    return verdict;
}

void scene_edits_json(text_out *out, const scene_edits *e)
{
    const char *between = "";
    text_put(out, "[");
    for (uint32_t i = 0; i < e->next; i++)
        for (uint32_t k = 0; k < groups_of(&e->list[i]); k++) {
            if (!e->list[i].reports[k])
                continue;
            edit_view v = view_of(e, i, k);
            text_print(out, "%s{\"step\": %" PRIu64 ", \"group\": ", between, e->list[i].step);
            text_json(out, e->list[i].group, strlen(e->list[i].group));
            text_put(out, ", ");
            edit_show_json(out, &v, true);
            text_put(out, "}");
            between = ", ";
        }
    text_put(out, "]");
}
