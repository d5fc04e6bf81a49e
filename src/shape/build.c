// SPDX-License-Identifier: MIT
// An image and the gestalt_shape that points into it share one block of memory: first the struct,
// then the bytes. Building and loading both fill in the bytes and then set the pointers from the
// section table.
#include "build.h"

#include "analyse.h"
#include "columns.h"
#include "error.h"
#include "file.h"
#include "floats.h"
#include "memory.h"
#include "misuse.h"
#include "shape_limits.h"
#include "verify.h"
#include "walk.h"

#include <string.h>

// The struct's size, rounded up so that the image after it is aligned for all of its elements.
enum { SHAPE_SIZE = (sizeof(gestalt_shape) + 15) / 16 * 16 };

// Return the image, while it is being created.
static unsigned char *shape_bytes(gestalt_shape *shape)
{
    return (unsigned char *)shape + SHAPE_SIZE;
}

static gestalt_shape *shape_new(const gestalt_allocator *allocator, size_t size)
{
    gestalt_allocator memory = memory_allocator(allocator);
    if (size > SIZE_MAX - SHAPE_SIZE)
        return NULL;
    gestalt_shape *shape = memory_new(&memory, SHAPE_SIZE + size);
    if (!shape)
        return NULL;
    *shape = (gestalt_shape){
        .allocator = memory,
        .size = size,
    };
    shape->image = shape_bytes(shape);
    return shape;
}

gestalt_shape *shape_copy_edited(const gestalt_shape *shape, const gestalt_allocator *allocator)
{
    gestalt_shape *copy = shape_new(allocator, shape->size);
    if (!copy)
        return NULL;
    memcpy(shape_bytes(copy), shape->image, shape->size);
    shape_set_pointers(copy);
    copy->is_edited = true;
    gestalt_specification spec = *shape->specification;
    // Items and specification are in the copy's own image, where they are derived again.
    if (!shape_analyse((uint64_t *)(uintptr_t)copy->items, spec.item_count, spec.tree_end,
                       copy->persistent_count, true, allocator, &spec)) {
        gestalt_shape_destroy(copy);
        return NULL;
    }
    memcpy((void *)(uintptr_t)copy->specification, &spec, sizeof spec);
    return copy;
}

void gestalt_shape_destroy(gestalt_shape *shape)
{
    if (!shape)
        return;
    if (holders_count(&shape->holders) > 0) {
        MISUSE(NULL, "populations use the shape: first destroy them, or edit their groups");
        return;
    }
    gestalt_allocator memory = shape->allocator;
    memory_release(&memory, shape, SHAPE_SIZE + shape->size);
}

// ---- loading

static gestalt_result shape_load_memory(const void *image, size_t size,
                                        const gestalt_allocator *allocator, gestalt_shape **shape,
                                        gestalt_error *error)
{
    gestalt_shape *loaded = shape_new(allocator, size);
    if (!loaded)
        return error_no_memory(error);
    if (size)
        memcpy(shape_bytes(loaded), image, size);
    gestalt_result result = shape_verify(loaded, error);
    if (result != GESTALT_OK) {
        gestalt_shape_destroy(loaded);
        return result;
    }
    *shape = loaded;
    return GESTALT_OK;
}

gestalt_result gestalt_shape_load_memory(const void *image, size_t size,
                                         const gestalt_allocator *allocator, gestalt_shape **shape,
                                         gestalt_error *error)
{
    if (MISUSE_NULL(image, "image", error) || MISUSE_NULL(shape, "shape", error))
        return GESTALT_MISUSE;
    floats_environment floats;
    floats_begin(&floats);
    gestalt_result result = shape_load_memory(image, size, allocator, shape, error);
    floats_end(&floats);
    return result;
}

gestalt_result gestalt_shape_load(const char *path, const gestalt_allocator *allocator,
                                  gestalt_shape **shape, gestalt_error *error)
{
    if (MISUSE_NULL(path, "path", error) || MISUSE_NULL(shape, "shape", error))
        return GESTALT_MISUSE;
    char *bytes;
    size_t size;
    gestalt_result result = file_read(path, LIMIT_IMAGE_SIZE, allocator, &bytes, &size, error);
    if (result != GESTALT_OK)
        return result;
    result = gestalt_shape_load_memory(bytes, size, allocator, shape, error);
    file_release(allocator, bytes, size);
    return result;
}

// ---- building

static uint32_t count_nodes(const uint64_t *items, uint32_t tree_end)
{
    uint32_t count = 0;
    for (uint32_t item = 0; item < tree_end; count++)
        item = walk_node(items, item).first_child;
    return count;
}

static void fill_nodes(uint32_t *nodes, const uint64_t *items, uint32_t tree_end)
{
    for (uint32_t item = 0; item < tree_end; item = walk_node(items, item).first_child)
        *nodes++ = item;
}

// The contents of each section; NULL for computed ones.
typedef struct section_source {
    const void *bytes[SECTION_COUNT + 1];
    image_section table[SECTION_COUNT];
    uint32_t section_count;
} section_source;

static void plan_sections(section_source *plan, const shape_parts *parts)
{
    *plan = (section_source){
        .bytes =
            {
                [SECTION_DOCUMENT] = &parts->document,
                [SECTION_ITEMS] = parts->items,
                [SECTION_KEYS] = parts->keys,
                [SECTION_HOSTS] = parts->hosts,
                [SECTION_ARGUMENTS] = parts->arguments,
                [SECTION_PERSISTENTS] = parts->persistents,
                [SECTION_ENUMS] = parts->enums,
                [SECTION_WORDS] = parts->words,
                [SECTION_TEXTS] = parts->texts,
                [SECTION_STRINGS] = parts->strings,
                [SECTION_NAMES] = parts->names,
                [SECTION_SOURCE] = parts->source,
            },
        .section_count = parts->names ? SECTION_COUNT : SECTION_CORE_COUNT,
    };
    uint32_t node_count = count_nodes(parts->items, parts->tree_end);
    const uint32_t counts[SECTION_COUNT + 1] = {
        [SECTION_SPECIFICATION] = 1,
        [SECTION_DOCUMENT] = 1,
        [SECTION_ITEMS] = parts->item_count,
        [SECTION_NODES] = node_count,
        [SECTION_KEYS] = parts->key_count,
        [SECTION_HOSTS] = parts->host_count,
        [SECTION_ARGUMENTS] = parts->argument_count,
        [SECTION_PERSISTENTS] = parts->persistent_count,
        [SECTION_ENUMS] = parts->enum_count,
        [SECTION_WORDS] = parts->word_count,
        [SECTION_TEXTS] = parts->text_count,
        [SECTION_STRINGS] = parts->strings_size,
        [SECTION_NAMES] = node_count,
        [SECTION_SOURCE] = node_count,
    };
    for (uint32_t i = 0; i < plan->section_count; i++)
        plan->table[i].count = counts[i + 1];
}

static void write_image(unsigned char *image, size_t size, const section_source *plan)
{
    memset(image, 0, size);
    image_header header = {
        .magic = IMAGE_MAGIC,
        .size = size,
        .version = IMAGE_VERSION,
        .section_count = plan->section_count,
    };
    memcpy(image, &header, sizeof header);
    memcpy(image + sizeof header, plan->table, plan->section_count * sizeof(image_section));
    for (uint32_t i = 0; i < plan->section_count; i++) {
        const image_section *section = &plan->table[i];
        const void *bytes = plan->bytes[section->kind];
        if (bytes && section->count)
            memcpy(image + section->offset, bytes,
                   (size_t)section->count * image_element_sizes[section->kind]);
    }
}

// Compute all derived parts of the image.
static bool complete_image(gestalt_shape *shape, const shape_parts *parts,
                           const section_source *plan)
{
    unsigned char *image = shape_bytes(shape);
    uint64_t *items = (void *)(image + plan->table[SECTION_ITEMS - 1].offset);
    uint32_t *nodes = (void *)(image + plan->table[SECTION_NODES - 1].offset);
    gestalt_specification *specification =
        (void *)(image + plan->table[SECTION_SPECIFICATION - 1].offset);
    columns_count(parts->keys, parts->key_count, specification);
    specification->host_count = parts->host_count;
    if (!shape_analyse(items, parts->item_count, parts->tree_end, parts->persistent_count, false,
                       &shape->allocator, specification))
        return false;
    fill_nodes(nodes, items, parts->tree_end);
    image_set_hash(image, shape->size);
    return true;
}

gestalt_result shape_build(const shape_parts *parts, const gestalt_allocator *allocator,
                           gestalt_shape **shape, gestalt_error *error)
{
    section_source plan;
    plan_sections(&plan, parts);
    uint64_t size = image_layout(plan.table, plan.section_count);
    if (size > LIMIT_IMAGE_SIZE)
        return error_set(error, GESTALT_LIMIT, 0,
                         "the image would have %llu bytes, more than the limit of %d",
                         (unsigned long long)size, LIMIT_IMAGE_SIZE);
    gestalt_shape *built = shape_new(allocator, (size_t)size);
    if (!built)
        return error_no_memory(error);
    write_image(shape_bytes(built), (size_t)size, &plan);
    if (!complete_image(built, parts, &plan)) {
        gestalt_shape_destroy(built);
        return error_no_memory(error);
    }
    shape_set_pointers(built);
#ifndef NDEBUG
    gestalt_result result = shape_verify(built, error);
    if (result != GESTALT_OK) {
        gestalt_shape_destroy(built);
        return result;
    }
#endif
    *shape = built;
    return GESTALT_OK;
}
