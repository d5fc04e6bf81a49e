// SPDX-License-Identifier: MIT
// Any bytes as an image: it is refused, or everything in it can be used, and a tick stays within
// its bound. The header, the section table and derived fields are repaired one after the other;
// otherwise nearly all mutations would be refused early.
#include "accepted.h"
#include "analyse.h"
#include "image.h"
#include "text.h"
#include "tick_shape.h"
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct bytes {
    unsigned char *image;
    size_t size;
} bytes;

static image_section *table_of(const bytes *b)
{
    return (void *)(b->image + sizeof(image_header));
}

static void repair_header(const bytes *b)
{
    image_header *header = (void *)b->image;
    memcpy(header->magic, IMAGE_MAGIC, sizeof header->magic);
    header->version = IMAGE_VERSION;
    header->size = b->size;
    image_set_hash(b->image, b->size);
}

// Set the offsets of the sections so that they fit their counts. The strings get the remaining
// bytes.
static void repair_table(const bytes *b)
{
    image_header *header = (void *)b->image;
    if (header->section_count != SECTION_CORE_COUNT)
        header->section_count = SECTION_COUNT;
    uint32_t count = header->section_count;
    if (b->size < sizeof *header + count * sizeof(image_section))
        return;
    image_section *table = table_of(b);
    uint64_t size = image_layout(table, count);
    image_section *strings = &table[SECTION_STRINGS - 1];
    if (size > b->size && size - b->size <= strings->count)
        strings->count -= (uint32_t)(size - b->size);
    else if (size < b->size)
        strings->count += (uint32_t)(b->size - size);
    image_layout(table, count);
    repair_header(b);
}

// Repair the derived fields of an image whose form was already verified.
static void repair_derived(const bytes *b)
{
    const image_section *table = table_of(b);
    gestalt_specification *specification =
        (void *)(b->image + table[SECTION_SPECIFICATION - 1].offset);
    specification->host_count = table[SECTION_HOSTS - 1].count;
    if (!shape_analyse((void *)(b->image + table[SECTION_ITEMS - 1].offset),
                       specification->item_count, specification->tree_end,
                       table[SECTION_PERSISTENTS - 1].count, false, NULL, specification))
        abort();
    image_set_hash(b->image, b->size);
}

static bool count_text(void *user, const char *text, size_t size)
{
    *(size_t *)user += strnlen(text, size);
    return true;
}

static void show_all(const gestalt_shape *shape)
{
    for (int form = GESTALT_SHOW_OUTLINE; form <= GESTALT_SHOW_BTCPP; form++) {
        size_t written = 0;
        gestalt_writer writer = {count_text, &written};
        gestalt_result result =
            gestalt_shape_show(shape, (gestalt_show_form)form, form % 2, writer, NULL);
        if (result != GESTALT_OK || written == 0)
            abort();
    }
}

static void walk_all(const gestalt_shape *shape)
{
    uint32_t item = 0, node = 0;
    while (item < shape->specification->tree_end) {
        if (shape_node_of_item(shape, item) != node)
            abort();
        item = walk_node(shape->items, item).first_child;
        node++;
    }
    if (item != shape->specification->tree_end || node != shape->specification->node_count)
        abort();
}

static void use(const gestalt_shape *shape, const bytes *b)
{
    size_t size;
    const void *image = gestalt_shape_image(shape, &size);
    if (size != b->size || memcmp(image, b->image, size) != 0)
        abort();
    walk_all(shape);
    show_all(shape);
    tick_shape(shape, 1, 3, 5000);
    tick_shape(shape, 6, 8, 5000);
}

static gestalt_result load(const bytes *b, gestalt_error *error)
{
    gestalt_shape *shape = NULL;
    gestalt_result result = gestalt_shape_load_memory(b->image, b->size, NULL, &shape, error);
    if ((result == GESTALT_OK) != (shape != NULL) || result == GESTALT_REJECTED)
        abort();
    if (result != GESTALT_OK && (error->message[0] == '\0' || error->offset > b->size))
        abort();
    if (shape)
        use(shape, b);
    gestalt_shape_destroy(shape);
    return result;
}

// Return whether the image was finally accepted.
static bool load_and_derive(const bytes *b)
{
    gestalt_error error = {0};
    if (load(b, &error) == GESTALT_OK)
        return true;
    if (!strstr(error.message, "implies"))
        return false;
    repair_derived(b);
    // After the tree was verified, only its derived fields can be wrong, and the names and
    // positions, which are verified last.
    if (load(b, &error) == GESTALT_OK)
        return true;
    if (!strstr(error.message, "name of") && !strstr(error.message, "doc") &&
        !strstr(error.message, "begin with 1"))
        abort();
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = {malloc(size ? size : 1), size};
    if (!b.image)
        abort();
    memcpy(b.image, data, size);
    gestalt_error error = {0};
    bool is_shape = load(&b, &error) == GESTALT_OK;
    if (size >= sizeof(image_header)) {
        repair_header(&b);
        is_shape |= load_and_derive(&b);
        memcpy(b.image, data, size);
        repair_table(&b);
        is_shape |= load_and_derive(&b);
    }
    free(b.image);
    accepted(is_shape);
    return 0;
}
