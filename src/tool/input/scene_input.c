// SPDX-License-Identifier: MIT
#include "scene_input.h"

#include "error.h"
#include "file.h"
#include "input.h"
#include "limits_option.h"
#include "memory.h"
#include "scene_files.h"
#include "team.h"

#include <string.h>

static bool open_file(scene_input *in, cli *c, const char *path)
{
    gestalt_result result = input_peek(c, path, &in->text, &in->size, &in->error);
    if (result != GESTALT_OK) {
        in->text = NULL;
        in->result = result;
        return result == GESTALT_NO_MEMORY || (result == GESTALT_IO && in->error.message[0]);
    }
    // A stream is not in a folder.
    bool has_folder = !cli_is_dash(path) && !c->held && strncmp(path, "/dev/", 5) != 0;
    in->folder = has_folder ? path : "";
    if (gestalt_scene_is(in->text, in->size)) {
        if (c->held)
            c->held = NULL; // `in` owns the text now
        return true;
    }
    if (!c->held)
        scene_input_release(in);
    return false;
}

bool scene_input_open(scene_input *in, cli *c, const char *path)
{
    enum { IS_SCENE, HAS_TEXT, HAS_FOLDER, FACTS };
    uint64_t facts[FACTS] = {0};
    *in = (scene_input){.c = c, .path = cli_input_name(path), .folder = ""};
    if (team_is_first()) {
        facts[IS_SCENE] = open_file(in, c, path);
        facts[HAS_TEXT] = in->text != NULL;
        facts[HAS_FOLDER] = in->folder[0] != '\0';
    }
    team_sum(facts, FACTS);
    in->has_text = facts[HAS_TEXT];
    in->folder = facts[HAS_FOLDER] ? path : "";
    in->name = cli_is_dash(path) ? "stdin" : NULL;
    return facts[IS_SCENE];
}

void scene_input_release(scene_input *in)
{
    gestalt_allocator a = memory_allocator(NULL);
    gestalt_scene_destroy(in->scene);
    gestalt_scene_findings_release(&in->found, NULL);
    text_buffer_release(&in->changed);
    if (in->text)
        file_release(&a, in->text, in->size);
    world_plugin_close(&in->plugin);
    in->scene = NULL;
    in->text = NULL;
}

void scene_input_report(const scene_input *in)
{
    for (uint32_t i = 0; i < in->found.count; i++)
        input_show_diagnostics(in->c, in->found.list[i]);
}

static void count_findings(scene_input *in)
{
    for (uint32_t i = 0; i < in->found.count; i++) {
        input_silence(in->c, in->found.list[i]);
        in->errors += gestalt_diagnostics_error_count(in->found.list[i]);
        in->warnings += gestalt_diagnostics_warning_count(in->found.list[i]);
    }
}

// Check what a scene is going to create against the limits.
static gestalt_result scene_within(const scene_input *in, const gestalt_limits *limits,
                                   gestalt_error *error)
{
    gestalt_scene_facts facts = gestalt_scene_tell(in->scene);
    gestalt_result result = GESTALT_OK;
    uint64_t agents = 0;
    gestalt_scene_set_limits(in->scene, limits);
    for (uint32_t i = 0; i < facts.group_count && result == GESTALT_OK; i++) {
        gestalt_scene_group group = gestalt_scene_group_at(in->scene, i);
        agents += group.most > group.count ? group.most : group.count;
        if (limits_are_strict(&in->c->options))
            result = gestalt_shape_within(group.shape, limits, error);
    }
    if (result != GESTALT_OK || agents <= limits->agents)
        return result;
    return error_set(error, GESTALT_LIMIT, 0,
                     "the scene has %llu agents, more than the limit of %llu",
                     (unsigned long long)agents, (unsigned long long)limits->agents);
}

static gestalt_compile_options compile_options(const options *o)
{
    gestalt_compile_options how = {
        .forbid_includes = options_flag(o, OPTION_NO_INCLUDES),
        .node_budget = (uint32_t)options_number(o, OPTION_MAX_NODES),
        .size_limit = (size_t)options_number(o, OPTION_MAX_SIZE),
    };
    const gestalt_limits limits = limits_option(o);
    gestalt_limits_compile(&limits, &how);
    return how;
}

exit_code scene_input_plugin(scene_input *in)
{
    const char *path = options_text(&in->c->options, OPTION_PLUGIN);
    exit_code verdict = EXIT_FINE;
    if (path && !in->plugin.object)
        verdict = world_plugin_open(&in->plugin, in->c, path);
    if (verdict != EXIT_FINE)
        in->result = GESTALT_REJECTED;
    return verdict;
}

// Read the text. `files` collects the documents that the scene refers to, or contains them on ranks
// other than the first. It may be NULL.
static gestalt_result read_text(scene_input *in, const scene_changes *changes, scene_files *files,
                                arena *a)
{
    const char *slash = strrchr(in->folder, '/');
    const gestalt_world_plugin *of_host = in->plugin.entry;
    const gestalt_limits limits = limits_option(&in->c->options);
    gestalt_scene_options how = {
        .name = in->name,
        .folder = slash ? arena_copy_text(a, in->folder, (size_t)(slash + 1 - in->folder)) : "",
        .compile = compile_options(&in->c->options),
        .functions = of_host ? of_host->functions : NULL,
        .parts = of_host ? of_host->parts : NULL};
    how.compile.listener = in->c->listener;
    how.compile.listener_user = in->c->listener_user;
    if (files)
        scene_files_use(files, &how);
    gestalt_result result = gestalt_scene_read_edited(
        in->path, scene_input_text(in), scene_input_size(in), &how, changes->trees,
        changes->tree_count, &in->scene, &in->found, &in->error);
    count_findings(in);
    if (result == GESTALT_OK && in->errors > 0)
        return GESTALT_REJECTED; // there are warnings that count as errors
    return result == GESTALT_OK ? scene_within(in, &limits, &in->error) : result;
}

static gestalt_result read_guarded(scene_input *in, const scene_changes *changes,
                                   scene_files *files)
{
    arena a;
    gestalt_result result;
    arena_start(&a, memory_allocator(NULL));
    if (setjmp(a.escape))
        result = error_no_memory(&in->error);
    else
        result = read_text(in, changes, files, &a);
    arena_destroy(&a);
    return result;
}

// Pass the text on from the first rank to the others.
static gestalt_result share_text(scene_input *in)
{
    const char *text = scene_input_text(in);
    size_t size = scene_input_size(in);
    if (!team_is_first())
        text_buffer_release(&in->changed);
    return text_share(text, size, &in->changed, &in->error);
}

// Read the scene on the first rank, and then on the others, from what it has read.
static gestalt_result read_together(scene_input *in, const scene_changes *changes)
{
    scene_files files = {0};
    gestalt_result result = GESTALT_OK;
    if (team_is_first())
        result = read_guarded(in, changes, &files);
    result = team_agree_result(result, &in->error);
    if (result == GESTALT_OK)
        result = team_agree_result(share_text(in), &in->error);
    if (result == GESTALT_OK)
        result = team_agree_result(scene_files_share(&files, &in->error), &in->error);
    if (result == GESTALT_OK && !team_is_first())
        result = read_guarded(in, changes, &files);
    scene_files_release(&files);
    return team_agree_result(result, &in->error);
}

static gestalt_result read_changed(scene_input *in, const scene_changes *changes)
{
    in->result = team_size() > 1 ? read_together(in, changes) : read_guarded(in, changes, NULL);
    return in->result;
}

exit_code scene_input_verdict(const scene_input *in)
{
    if (in->result == GESTALT_REJECTED)
        return EXIT_REJECTED;
    return in->result == GESTALT_OK ? EXIT_FINE : cli_fail(in->c, in->path, in->result, &in->error);
}

exit_code scene_input_read(scene_input *in)
{
    exit_code verdict = team_agree(in->c, in->has_text ? scene_input_plugin(in) : EXIT_FINE);
    if (verdict == EXIT_FINE && in->has_text)
        read_changed(in, &(scene_changes){0});
    return verdict == EXIT_FINE ? team_agree(in->c, scene_input_verdict(in)) : verdict;
}

// ---- values

// Write the text of the scene with other values.
static gestalt_result change_values(const scene_input *in, const gestalt_scene_setting *settings,
                                    uint32_t count, text_buffer *to, gestalt_error *error)
{
    gestalt_result result =
        gestalt_scene_change(scene_input_text(in), scene_input_size(in), settings, count, NULL,
                             text_buffer_writer(to), error);
    return text_buffer_result(to, result, error);
}

gestalt_result scene_input_vary(scene_input *in, const scene_input *first,
                                const scene_changes *changes)
{
    *in = (scene_input){.c = first->c,
                        .path = first->path,
                        .name = first->name,
                        .folder = first->folder,
                        .has_text = first->has_text,
                        .plugin = first->plugin};
    in->result =
        change_values(first, changes->settings, changes->setting_count, &in->changed, &in->error);
    if (in->result == GESTALT_OK)
        read_changed(in, changes);
    in->plugin = (world_plugin){0};
    return in->result;
}

gestalt_result scene_input_set(scene_input *in, const char *path, const char *value,
                               gestalt_error *error)
{
    text_buffer changed = {0};
    const gestalt_scene_setting setting = {path, value};
    gestalt_result result = change_values(in, &setting, 1, &changed, error);
    text_buffer_release(result == GESTALT_OK ? &in->changed : &changed);
    if (result == GESTALT_OK)
        in->changed = changed;
    return result;
}

// Set one value in the text of the scene.
static exit_code change_text(scene_input *in, const char *text)
{
    char path[256];
    gestalt_error error = {0};
    const char *equals = strchr(text, '=');
    size_t size = equals ? (size_t)(equals - text) : 0;
    if (size == 0 || size >= sizeof path || !equals[1])
        return cli_usage(in->c, "--set cannot be `%s`: write NAME=VALUE, as in sheep.sight=5",
                         text);
    memcpy(path, text, size);
    path[size] = '\0';
    gestalt_result result = scene_input_set(in, path, equals + 1, &error);
    if (result == GESTALT_BAD_ARGUMENT)
        return cli_usage(in->c, "--set %s", error.message);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(in->c, in->path, result, &error);
}

exit_code scene_input_change(scene_input *in)
{
    const char *text;
    exit_code verdict = EXIT_FINE;
    for (uint32_t at = 0; in->text && verdict == EXIT_FINE &&
                          (text = options_next_text(&in->c->options, OPTION_SET, &at));)
        verdict = change_text(in, text);
    return team_agree(in->c, verdict);
}
