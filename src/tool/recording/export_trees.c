// SPDX-License-Identifier: MIT
// A recording of trees as text: agents with their live nodes, nodes with their agents, or the steps
// of watched agents.
#include "export.h"
#include "json_layout.h"
#include "memory.h"

#include <inttypes.h>
#include <string.h>

enum { KEYS_MOST = 64, KEY_NAME_SIZE = GESTALT_RECORD_NAME_MAX + 1 };

typedef struct tree_export {
    recording *recording;
    output *out;
    export_form form;
    export_lines lines;
    char (*keys)[KEY_NAME_SIZE]; // names of the exported keys
    uint32_t key_count;
    bool has_head;
    bool has_keys; // whether the keys were chosen, which requires that the trees are known
    uint64_t *agents_at;
    size_t agents_at_room; // capacity, in nodes
    uint64_t frame_count, first_tick, last_tick, agents_most;
    gestalt_tree_next ending;
} tree_export;

static bool tree_is_json(const tree_export *e)
{
    return e->form == EXPORT_JSONL;
}

static exit_code export_no_memory(const tree_export *e)
{
    cli_say(e->recording->c, "out of memory");
    return EXIT_LIMIT;
}

// ---- keys

static const gestalt_tree_key *key_of(const gestalt_tree_group *group, const char *name)
{
    for (uint32_t i = 0; i < group->key_count; i++)
        if (strcmp(group->keys[i].name, name) == 0)
            return &group->keys[i];
    return NULL;
}

static bool find_shared(const tree_export *e, uint32_t group, const char *name,
                        gestalt_tree_shared *key)
{
    for (uint32_t i = 0; gestalt_tree_recording_shared(e->recording->trees, group, i, key); i++)
        if (strcmp(key->name, name) == 0)
            return true;
    return false;
}

static bool has_key(const tree_export *e, const char *name)
{
    gestalt_tree_group group;
    gestalt_tree_shared shared;
    for (uint32_t i = 0; gestalt_tree_recording_group(e->recording->trees, i, &group); i++)
        if (key_of(&group, name) || find_shared(e, i, name, &shared))
            return true;
    return false;
}

static void add_key_name(tree_export *e, const char *name, size_t size)
{
    if (e->key_count == KEYS_MOST || size >= KEY_NAME_SIZE)
        return;
    char *to = e->keys[e->key_count];
    memcpy(to, name, size);
    to[size] = '\0';
    for (uint32_t i = 0; i < e->key_count; i++)
        if (strcmp(e->keys[i], to) == 0)
            return;
    e->key_count++;
}

static exit_code choose_listed(tree_export *e, const char *list)
{
    for (bool goes_on = true; goes_on; list++) {
        size_t size = strcspn(list, ",");
        uint32_t before = e->key_count;
        add_key_name(e, list, size);
        if (e->key_count > before && !has_key(e, e->keys[before]))
            return cli_usage(e->recording->c, "--columns: the recording has no key `%.*s`",
                             (int)size, list);
        list += size;
        goes_on = *list == ',';
    }
    return EXIT_FINE;
}

static void add_all_keys(tree_export *e, uint32_t number, const gestalt_tree_group *group)
{
    gestalt_tree_shared shared;
    for (uint32_t k = 0; k < group->key_count; k++)
        add_key_name(e, group->keys[k].name, strlen(group->keys[k].name));
    for (uint32_t k = 0; gestalt_tree_recording_shared(e->recording->trees, number, k, &shared);
         k++)
        add_key_name(e, shared.name, strlen(shared.name));
}

// Choose the keys of --columns, or those of all groups, once the trees are known.
static exit_code choose_recorded_keys(tree_export *e)
{
    const char *list = options_text(&e->recording->c->options, OPTION_COLUMNS);
    gestalt_allocator a = memory_allocator(NULL);
    gestalt_tree_group group;
    if (e->has_keys)
        return EXIT_FINE;
    e->has_keys = true;
    e->keys = memory_new(&a, KEYS_MOST * sizeof *e->keys);
    if (!e->keys)
        return export_no_memory(e);
    if (list)
        return choose_listed(e, list);
    for (uint32_t i = 0; gestalt_tree_recording_group(e->recording->trees, i, &group); i++)
        add_all_keys(e, i, &group);
    return EXIT_FINE;
}

// Write a bool, an int or its word, or a float.
static void put_value(const tree_export *e, const gestalt_value *value, const char *const *words,
                      uint32_t word_count)
{
    text_out *out = &e->out->text;
    bool is_json = tree_is_json(e);
    if (value->type == GESTALT_BOOL)
        export_bool(out, value->boolean, is_json);
    else if (value->type == GESTALT_FLOAT)
        export_float(out, value->number, is_json);
    else if ((uint32_t)value->integer < word_count)
        export_word(out, words[value->integer], is_json);
    else
        export_int(out, value->integer);
}

static void put_key(const tree_export *e, const gestalt_tree_key *key,
                    const gestalt_tree_block *block, uint32_t lane)
{
    gestalt_value value = {.type = key->type};
    if (key->type == GESTALT_BOOL)
        value.boolean = block->masks[key->index] >> lane & 1;
    else
        memcpy(&value.integer, &block->columns[key->index * 64 + lane], sizeof value.integer);
    put_value(e, &value, key->words, key->word_count);
}

// ---- start of a line

static void put_head(const tree_export *e, const char *first)
{
    text_out *out = &e->out->text;
    if (e->form != EXPORT_CSV)
        return;
    text_put(out, first);
    for (uint32_t i = 0; i < e->key_count && e->lines == EXPORT_AGENTS; i++) {
        text_put(out, ",");
        output_csv_text(out, e->keys[i]);
    }
    text_put(out, "\n");
}

// Write the name of a member, in JSON only; the caller writes the value.
static void put_member(const tree_export *e, const char *name)
{
    text_out *out = &e->out->text;
    text_put(out, ",");
    if (tree_is_json(e))
        text_print(out, "\"%s\":", name);
}

static void put_number_member(const tree_export *e, const char *name, uint64_t number)
{
    put_member(e, name);
    export_unsigned(&e->out->text, number);
}

static void put_text_member(const tree_export *e, const char *name, const char *text)
{
    put_member(e, name);
    export_word(&e->out->text, text, tree_is_json(e));
}

static void begin_line(const tree_export *e)
{
    text_out *out = &e->out->text;
    text_put(out, tree_is_json(e) ? "{\"tick\":" : "");
    export_unsigned(out, e->recording->tree_frame.tick);
    put_member(e, "time");
    export_seconds(out, e->recording->tree_frame.time);
}

static void end_line(const tree_export *e)
{
    text_put(&e->out->text, tree_is_json(e) ? "}\n" : "\n");
}

// ---- agents

static const char *answer_of(const gestalt_tree_block *block, uint32_t lane)
{
    bool is_running = block->masks[GESTALT_MASK_RUNNING] >> lane & 1;
    bool has_succeeded = block->masks[GESTALT_MASK_SUCCEEDED] >> lane & 1;
    return is_running && has_succeeded ? NULL // not ticked yet
           : is_running                ? "running"
           : has_succeeded             ? "success"
                                       : "failure";
}

static void put_live(const tree_export *e, const gestalt_tree_group *group,
                     const gestalt_tree_block *block, uint32_t lane)
{
    text_out *out = &e->out->text;
    const char *between = "";
    put_member(e, "nodes");
    text_put(out, tree_is_json(e) ? "[" : "");
    for (uint32_t i = 0; i < group->node_count; i++) {
        uint32_t mask = group->nodes[i].mask;
        if (mask == GESTALT_NO_NODE || !(block->masks[mask] >> lane & 1))
            continue;
        text_put(out, between);
        export_unsigned(out, i);
        between = tree_is_json(e) ? "," : " ";
    }
    text_put(out, tree_is_json(e) ? "]" : "");
}

// Write a member with a user-defined name; JSON omits it without a value.
static void put_named(const tree_export *e, const char *name, bool has_value)
{
    text_out *out = &e->out->text;
    if (tree_is_json(e) && !has_value)
        return;
    text_put(out, ",");
    if (!tree_is_json(e))
        return;
    export_json_text(out, name);
    text_put(out, ":");
}

static void put_agent(const tree_export *e, uint32_t number, const gestalt_tree_group *group,
                      const gestalt_tree_block *block, uint32_t lane)
{
    begin_line(e);
    put_number_member(e, "agent", block->agents[lane]);
    put_text_member(e, "group", group->name);
    put_text_member(e, "answer", answer_of(block, lane));
    put_live(e, group, block, lane);
    for (uint32_t i = 0; i < e->key_count; i++) {
        gestalt_tree_shared shared;
        const gestalt_tree_key *key = key_of(group, e->keys[i]);
        bool is_shared = !key && find_shared(e, number, e->keys[i], &shared);
        put_named(e, e->keys[i], key || is_shared);
        if (key)
            put_key(e, key, block, lane);
        else if (is_shared)
            put_value(e, &shared.value, shared.words, shared.word_count);
    }
    end_line(e);
}

static void put_agents(const tree_export *e, uint32_t number, const gestalt_tree_group *group)
{
    gestalt_tree_block block;
    for (uint64_t i = 0; output_is_well(e->out) &&
                         gestalt_tree_recording_block(e->recording->trees, number, i, &block);
         i++)
        for (uint32_t lane = 0; lane < 64; lane++)
            if (block.lanes >> lane & 1 && recording_wants(e->recording, block.agents[lane]))
                put_agent(e, number, group, &block, lane);
}

// ---- nodes

static void put_node(const tree_export *e, const gestalt_tree_group *group, uint32_t node)
{
    begin_line(e);
    put_text_member(e, "group", group->name);
    put_number_member(e, "node", node);
    put_text_member(e, "label", group->nodes[node].label);
    put_number_member(e, "agents", e->agents_at[node]);
    if (group->counts) {
        const gestalt_node_counts *counts = &group->counts[node];
        put_number_member(e, "succeeded", counts->succeeded);
        put_number_member(e, "failed", counts->failed);
        put_number_member(e, "running", counts->running);
        put_number_member(e, "abandoned", counts->abandoned);
    } else if (!tree_is_json(e)) {
        text_put(&e->out->text, ",,,,");
    }
    end_line(e);
}

static exit_code put_nodes(tree_export *e, uint32_t number, const gestalt_tree_group *group)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (group->node_count > e->agents_at_room) {
        memory_release(&a, e->agents_at, e->agents_at_room * sizeof *e->agents_at);
        e->agents_at = memory_new(&a, group->node_count * sizeof *e->agents_at);
        e->agents_at_room = e->agents_at ? group->node_count : 0;
    }
    if (!e->agents_at)
        return export_no_memory(e);
    gestalt_tree_recording_at(e->recording->trees, number, e->agents_at, e->agents_at_room, NULL);
    for (uint32_t i = 0; i < group->node_count && output_is_well(e->out); i++)
        put_node(e, group, i);
    return EXIT_FINE;
}

// ---- steps

static void put_asked(const tree_export *e, uint64_t step)
{
    const char *text;
    for (uint32_t i = 0; (text = gestalt_tree_recording_asked(e->recording->trees, i)); i++) {
        gestalt_value value;
        bool has_value = gestalt_tree_recording_asked_value(e->recording->trees, step, i, &value);
        put_named(e, text, has_value);
        if (has_value)
            put_value(e, &value, NULL, 0);
    }
}

static void put_step(tree_export *e, uint64_t number)
{
    const gestalt_tree_step *step = &e->recording->tree_frame.steps[number];
    static const char *const kinds[GESTALT_TREE_STEP_COUNT] = {
        "enter", "resume", "success", "failure", "running", "cancel", "roll_back"};
    gestalt_tree_group group;
    if (!recording_wants(e->recording, step->agent) ||
        !gestalt_tree_recording_group(e->recording->trees, step->group, &group))
        return;
    begin_line(e);
    put_number_member(e, "agent", step->agent);
    put_text_member(e, "group", group.name);
    put_text_member(e, "step", kinds[step->kind]);
    put_number_member(e, "node", step->node);
    put_text_member(e, "label", group.nodes[step->node].label);
    put_asked(e, number);
    end_line(e);
}

// ---- information about the recording

static void info_text(text_out *out, const char *before, const char *name, const char *text)
{
    text_print(out, "%s\"%s\":", before, name);
    export_json_text(out, text);
}

static void info_nodes(text_out *out, const gestalt_tree_group *group)
{
    text_put(out, ",\"nodes\":[");
    for (uint32_t i = 0; i < group->node_count; i++) {
        const gestalt_tree_node *node = &group->nodes[i];
        info_text(out, i ? ",{" : "{", "type", node->type);
        if (*node->name)
            info_text(out, ",", "name", node->name);
        info_text(out, ",", "label", node->label);
        if (node->parent != GESTALT_NO_NODE)
            text_print(out, ",\"parent\":%" PRIu32, node->parent);
        text_put(out, "}");
    }
    text_put(out, "]");
}

static void info_keys(const tree_export *e, text_out *out, uint32_t number,
                      const gestalt_tree_group *group)
{
    static const char *const types[] = {"bool", "int", "float"};
    text_put(out, ",\"keys\":[");
    for (uint32_t i = 0; i < group->key_count; i++) {
        info_text(out, i ? ",{" : "{", "name", group->keys[i].name);
        info_text(out, ",", "type", types[group->keys[i].type]);
        text_put(out, "}");
    }
    gestalt_tree_shared shared;
    for (uint32_t i = 0; gestalt_tree_recording_shared(e->recording->trees, number, i, &shared);
         i++) {
        info_text(out, i || group->key_count ? ",{" : "{", "name", shared.name);
        info_text(out, ",", "type", types[shared.value.type]);
        text_put(out, ",\"shared\":true}");
    }
    text_put(out, "]");
}

static void info_asked(const tree_export *e, text_out *out)
{
    const char *text;
    for (uint32_t i = 0; (text = gestalt_tree_recording_asked(e->recording->trees, i)); i++) {
        text_put(out, i ? "," : ",\"asked\":[");
        export_json_text(out, text);
    }
    if (gestalt_tree_recording_asked(e->recording->trees, 0))
        text_put(out, "]");
}

static void put_info(const tree_export *e)
{
    const gestalt_tree_description *d = gestalt_tree_recording_description(e->recording->trees);
    json_layout layout;
    text_out out;
    gestalt_tree_group group;
    json_layout_start(&layout, &e->out->text);
    text_start(&out, json_layout_writer(&layout), false);
    info_text(&out, "{", "name", d->name);
    text_print(&out, ",\"every\":%" PRIu32 ",\"complete\":%s,\"frames\":%" PRIu64, d->every,
               e->ending == GESTALT_TREE_AT_END ? "true" : "false", e->frame_count);
    if (e->frame_count > 0)
        text_print(&out,
                   ",\"first_tick\":%" PRIu64 ",\"last_tick\":%" PRIu64 ",\"agents\":%" PRIu64,
                   e->first_tick, e->last_tick, e->agents_most);
    info_asked(e, &out);
    text_put(&out, ",\"groups\":[");
    for (uint32_t i = 0; gestalt_tree_recording_group(e->recording->trees, i, &group); i++) {
        info_text(&out, i ? ",{" : "{", "name", group.name);
        info_text(&out, ",", "tree", group.tree);
        info_nodes(&out, &group);
        info_keys(e, &out, i, &group);
        text_put(&out, "}");
    }
    text_put(&out, "]}");
    text_finish(&out);
    json_layout_finish(&layout);
}

// ---- the export

// Write the header for steps. The expressions are known only after something has been read.
static void put_steps_head(tree_export *e)
{
    const char *text;
    text_out *out = &e->out->text;
    e->has_head = true;
    if (e->form != EXPORT_CSV)
        return;
    text_put(out, "tick,time,agent,group,step,node,label");
    for (uint32_t i = 0; (text = gestalt_tree_recording_asked(e->recording->trees, i)); i++) {
        text_put(out, ",");
        output_csv_text(out, text);
    }
    text_put(out, "\n");
}

static exit_code put_frame(tree_export *e)
{
    const gestalt_tree_frame *f = &e->recording->tree_frame;
    gestalt_tree_group group;
    exit_code verdict = EXIT_FINE;
    bool is_first = e->frame_count++ == 0;
    e->first_tick = is_first ? f->tick : e->first_tick;
    e->last_tick = f->tick;
    e->agents_most = f->agents > e->agents_most ? f->agents : e->agents_most;
    if (e->form == EXPORT_INFO || e->lines == EXPORT_STEPS)
        return EXIT_FINE;
    if (e->lines == EXPORT_AGENTS)
        verdict = choose_recorded_keys(e);
    if (is_first && verdict == EXIT_FINE)
        put_head(e, e->lines == EXPORT_AGENTS
                        ? "tick,time,agent,group,answer,nodes"
                        : "tick,time,group,node,label,agents,succeeded,failed,running,abandoned");
    for (uint32_t i = 0;
         verdict == EXIT_FINE && gestalt_tree_recording_group(e->recording->trees, i, &group); i++)
        if (e->lines == EXPORT_AGENTS)
            put_agents(e, i, &group);
        else
            verdict = put_nodes(e, i, &group);
    return verdict;
}

static exit_code export_frames(tree_export *e)
{
    bool follows = options_flag(&e->recording->c->options, OPTION_FOLLOW);
    while (output_is_well(e->out)) {
        exit_code verdict = recording_next_trees(e->recording, &e->ending);
        if (verdict == EXIT_FINE && e->ending == GESTALT_TREE_HAS_FRAME)
            verdict = put_frame(e);
        if (verdict != EXIT_FINE)
            return verdict;
        const gestalt_tree_frame *f = &e->recording->tree_frame;
        if (e->lines == EXPORT_STEPS && !e->has_head)
            put_steps_head(e);
        if (e->ending == GESTALT_TREE_HAS_STEPS)
            for (uint64_t i = 0; e->lines == EXPORT_STEPS && i < f->step_count; i++)
                put_step(e, i);
        else if (e->ending == GESTALT_TREE_CUT && follows && recording_can_grow(e->recording))
            export_wait(e->out);
        else if (e->ending != GESTALT_TREE_HAS_FRAME)
            break;
    }
    if (e->form == EXPORT_INFO)
        put_info(e);
    return EXIT_FINE;
}

exit_code export_trees(recording *r, output *out, export_form form, export_lines lines)
{
    gestalt_allocator a = memory_allocator(NULL);
    tree_export e = {.recording = r, .out = out, .form = form, .lines = lines};
    exit_code verdict = export_frames(&e);
    if (verdict == EXIT_FINE && e.ending == GESTALT_TREE_CUT)
        recording_tell_cut(r);
    memory_release(&a, e.keys, KEYS_MOST * sizeof *e.keys);
    memory_release(&a, e.agents_at, e.agents_at_room * sizeof *e.agents_at);
    return verdict;
}
