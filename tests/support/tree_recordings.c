// SPDX-License-Identifier: MIT
#include "tree_recordings.h"

#include <gestalt/gestalt.h>
#include <stdlib.h>

enum { LIFE_TICKS = 40 };

static const char lamps[] =
    "{\"gestalt\":1,\"name\":\"lamps\",\"blackboard\":{\"oil\":{\"type\":\"int\",\"init\":\"agent "
    "% "
    "7\"},\"lit\":\"bool\",\"home\":{\"type\":\"vec2\",\"init\":[1,2]},\"mood\":{\"type\":"
    "[\"calm\",\"wild\"]},\"moon\":{\"type\":[\"new\",\"full\"],\"shared\":true}},\"root\":{"
    "\"type\":\"priority\",\"children\":[{\"type\":"
    "\"sequence\",\"name\":\"burn\",\"children\":[\"oil > 0\",{\"type\":\"set\",\"key\":\"oil\","
    "\"to\":\"oil - 1\"},{\"type\":\"set\",\"key\":\"lit\",\"to\":true},{\"type\":\"wait\","
    "\"ticks\":2}]},{\"type\":\"sequence\",\"children\":[{\"type\":\"set\",\"key\":\"oil\",\"to\":"
    "\"tick % 5\"},{\"type\":\"wait\",\"ticks\":3}]}]}}";
static const char dim[] =
    "{\"gestalt\":1,\"name\":\"dim\",\"blackboard\":{\"oil\":\"int\",\"lit\":\"bool\"},\"root\":{"
    "\"type\":\"sequence\",\"name\":\"burn\",\"children\":[{\"type\":\"wait\",\"ticks\":3},{"
    "\"type\":\"set\",\"key\":\"lit\",\"to\":false}]}}";
static const char both[] =
    "{\"gestalt\":1,\"name\":\"both\",\"root\":{\"type\":\"concurrent\",\"children\":[{\"type\":"
    "\"wait\",\"ticks\":4},{\"type\":\"delay\",\"ticks\":2,\"child\":{\"type\":\"success\"}},{"
    "\"type\":\"running\"}]}}";

static void expect_ok(gestalt_result result)
{
    if (result != GESTALT_OK)
        abort();
}

void tree_life_start(tree_life *l, unsigned kind)
{
    static const uint32_t lanes[TREE_RECORDINGS] = {64, 1, 16, 3, 8};
    *l = (tree_life){.kind = kind};
    l->shapes[0] = compile_or_abort("lamps.json", lamps, false);
    l->shapes[1] = compile_or_abort("both.json", both, false);
    l->shapes[2] = compile_or_abort("dim.json", dim, false);
    gestalt_group groups[2] = {{.shape = l->shapes[0]}, {.shape = l->shapes[1]}};
    gestalt_population_options options = {
        .groups = groups, .group_count = kind ? 2 : 1, .lanes = lanes[kind], .seed = 1};
    expect_ok(gestalt_population_create(&options, &l->population, NULL));
    expect_ok(gestalt_population_spawn(l->population, 0, 20 + 30 * kind, NULL, NULL));
    if (kind % 2 == 1)
        expect_ok(gestalt_population_count_nodes(l->population, true, NULL));
}

void tree_life_tick(tree_life *l)
{
    gestalt_population *p = l->population;
    if (l->kind > 0 && l->ticks % 3 == 1)
        expect_ok(gestalt_population_spawn(p, 1, 2, NULL, NULL));
    if (l->kind > 0 && l->ticks % 4 == 2)
        expect_ok(gestalt_population_despawn(p, gestalt_population_next(p, l->ticks), NULL));
    if (l->kind == 2 && l->ticks == 11)
        expect_ok(gestalt_population_compact(p, NULL));
    if (l->kind == 4)
        expect_ok(gestalt_population_write_shared(
            p, 0, "moon", (gestalt_value){.type = GESTALT_INT, .integer = l->ticks / 5 % 2}, NULL));
    if (l->kind == 3 && l->ticks == 7)
        expect_ok(gestalt_population_edit(p, &(gestalt_edit){.shape = l->shapes[2]}, NULL, NULL));
    expect_ok(gestalt_population_tick(p, (int64_t)l->ticks * 100000, NULL));
    l->ticks++;
}

void tree_life_end(tree_life *l)
{
    gestalt_population_destroy(l->population);
    for (int i = 0; i < 3; i++)
        gestalt_shape_destroy(l->shapes[i]);
}

gestalt_tree_recorder_options tree_life_options(const tree_life *l, gestalt_writer sink)
{
    static const char *const groups[] = {"lamps", "others"};
    static const char *const keys[] = {"oil", "lit", "home.y", "mood", "moon", "home"};
    return (gestalt_tree_recorder_options){.population = l->population,
                                           .sink = sink,
                                           .name = "life",
                                           .groups = groups,
                                           .every = l->kind == 2 ? 3 : 1,
                                           .keys = keys,
                                           .key_count = l->kind == 4 ? 6
                                                        : l->kind    ? 4
                                                                     : 0};
}

gestalt_result tree_life_record(const gestalt_tree_recorder_options *options, unsigned kind,
                                gestalt_tree_recorder **recorder)
{
    static const char *const asked[] = {"oil * 2 + home.x", "lit || moon == 'full'", "oil"};
    if (kind < 4)
        return gestalt_tree_recorder_create(options, recorder, NULL);
    gestalt_result result = gestalt_tree_recorder_create_asking(options, asked, 3, recorder, NULL);
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_watch_if(*recorder, "oil > 3 && moon == 'full'", NULL);
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_watch_node(*recorder, "wait 3 ticks", NULL);
    return result;
}

const byte_buffer *tree_recording_at(unsigned kind)
{
    static byte_buffer made[TREE_RECORDINGS];
    kind %= TREE_RECORDINGS;
    if (made[kind].bytes)
        return &made[kind];
    tree_life l;
    gestalt_tree_recorder *recorder;
    tree_life_start(&l, kind);
    gestalt_tree_recorder_options options = tree_life_options(&l, buffer_writer(&made[kind]));
    expect_ok(tree_life_record(&options, kind, &recorder));
    if (kind >= 2)
        expect_ok(gestalt_tree_recorder_watch(recorder, 5, NULL));
    while (l.ticks < LIFE_TICKS) {
        tree_life_tick(&l);
        expect_ok(gestalt_tree_recorder_tick(recorder, NULL));
    }
    expect_ok(gestalt_tree_recorder_finish(recorder, NULL));
    gestalt_tree_recorder_destroy(recorder);
    tree_life_end(&l);
    return &made[kind];
}
