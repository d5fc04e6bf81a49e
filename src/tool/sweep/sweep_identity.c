// SPDX-License-Identifier: MIT
#include "sweep_identity.h"

#include "file.h"
#include "hash.h"

#include <math.h>
#include <stdlib.h>

static void add_text(XXH3_state_t *to, const char *text)
{
    XXH3_64bits_update(to, text, strlen(text) + 1);
}

static void add_number(XXH3_state_t *to, uint64_t number)
{
    XXH3_64bits_update(to, &number, sizeof number);
}

static void add_file(XXH3_state_t *to, const char *path)
{
    char *text;
    size_t size;
    gestalt_allocator a = memory_allocator(NULL);
    add_text(to, path);
    if (file_read(path, (size_t)256 << 20, &a, &text, &size, NULL) != GESTALT_OK)
        return; // the run reports why the file cannot be read
    XXH3_64bits_update(to, text, size);
    file_release(&a, text, size);
}

static bool is_number(const char *text)
{
    char *end;
    double number = strtod(text, &end);
    return end != text && !*end && isfinite(number);
}

// Return a hash of the scene's trees with this value, or 0 if they are the same as without it. A
// value that is not a number may name files, such as `sheep.tree=bold.json`.
static uint64_t hash_value(const trials *t, uint64_t scene_shapes, uint32_t axis, const char *value)
{
    XXH3_state_t state;
    if (!t->axes[axis].is_tree && is_number(value))
        return 0;
    uint64_t shapes = trials_shapes(t, axis, value);
    if (!t->axes[axis].is_tree)
        return shapes == scene_shapes ? 0 : shapes;
    XXH3_64bits_reset(&state);
    add_number(&state, shapes);
    add_file(&state, value);
    return XXH3_64bits_digest(&state);
}

static uint64_t hash_scene(const trials *t, uint64_t shapes)
{
    XXH3_state_t state;
    const options *o = &t->c->options;
    const scene_input *in = &t->of->versions[0]->scene;
    XXH3_64bits_reset(&state);
    add_text(&state, gestalt_version());
    XXH3_64bits_update(&state, scene_input_text(in), scene_input_size(in));
    add_number(&state, shapes ? shapes : t->shapes);
    add_number(&state, options_is_given(o, OPTION_STEPS));
    add_number(&state, options_number(o, OPTION_STEPS));
    for (uint32_t i = 0; i < t->axis_count; i++)
        add_text(&state, t->axes[i].name);
    for (uint32_t i = 0; i < t->extra_count; i++)
        add_text(&state, t->extra[i]);
    for (uint32_t i = 0; i < t->column_count; i++)
        add_text(&state, t->columns[i]);
    return XXH3_64bits_digest(&state);
}

static uint64_t hash_combination(const sweep_identity *of, uint32_t combination)
{
    uint64_t hash = of->scene;
    const trials *t = of->t;
    for (uint32_t i = t->axis_count; i-- > 0;) {
        uint64_t trees = of->trees[i][combination % t->axes[i].value_count];
        combination /= t->axes[i].value_count;
        if (trees)
            hash = XXH3_64bits_withSeed(&trees, sizeof trees, hash + i);
    }
    return hash;
}

void sweep_identity_start(sweep_identity *of, const trials *t)
{
    *of = (sweep_identity){.t = t};
    uint64_t shapes = trials_shapes(t, TRIAL_AXES, NULL);
    of->scene = hash_scene(t, shapes);
    for (uint32_t i = 0; i < t->axis_count; i++) {
        const trial_axis *axis = &t->axes[i];
        of->trees[i] = ARENA_ARRAY(t->memory, uint64_t, axis->value_count);
        for (uint32_t k = 0; k < axis->value_count; k++)
            of->trees[i][k] = hash_value(t, shapes, i, axis->values[k]);
    }
    of->hashes = ARENA_ARRAY(t->memory, uint64_t, t->combinations);
    for (uint32_t i = 0; i < t->combinations; i++)
        of->hashes[i] = hash_combination(of, i);
}

uint64_t sweep_identity_hash(const sweep_identity *of, uint32_t number)
{
    return of->hashes[number / of->t->seeds];
}
