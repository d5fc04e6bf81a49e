// SPDX-License-Identifier: MIT
#include "image.h"

#include "file.h"
#include "hash.h"
#include "misuse.h"
#include "search.h"

#include <string.h>

// The bytes are used in place, so the host must have the byte order of the file.
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "images need a little-endian host");

_Static_assert(sizeof(gestalt_specification) == 96, "the specification has no padding");
_Static_assert(sizeof(image_document) == 8, "a document is 8 bytes");
_Static_assert(sizeof(image_host) == 16, "a host is 16 bytes");
_Static_assert(sizeof(image_argument) == 8, "an argument is 8 bytes");
_Static_assert(sizeof(image_persistent) == 8, "a persistent is 8 bytes");
_Static_assert(sizeof(image_enum) == 8, "an enum is 8 bytes");
_Static_assert(sizeof(image_name) == 8, "a name is 8 bytes");
_Static_assert(sizeof(image_source) == 16, "a source is 16 bytes");

const uint32_t image_element_sizes[SECTION_COUNT + 1] = {
    [SECTION_SPECIFICATION] = sizeof(gestalt_specification),
    [SECTION_DOCUMENT] = sizeof(image_document),
    [SECTION_ITEMS] = sizeof(uint64_t),
    [SECTION_NODES] = sizeof(uint32_t),
    [SECTION_KEYS] = sizeof(image_key),
    [SECTION_HOSTS] = sizeof(image_host),
    [SECTION_ARGUMENTS] = sizeof(image_argument),
    [SECTION_PERSISTENTS] = sizeof(image_persistent),
    [SECTION_ENUMS] = sizeof(image_enum),
    [SECTION_WORDS] = sizeof(uint32_t),
    [SECTION_TEXTS] = sizeof(uint32_t),
    [SECTION_STRINGS] = 1,
    [SECTION_NAMES] = sizeof(image_name),
    [SECTION_SOURCE] = sizeof(image_source),
};

// ---- layout

uint64_t image_layout(image_section *sections, uint32_t section_count)
{
    uint64_t offset = sizeof(image_header) + section_count * sizeof(image_section);
    for (uint32_t i = 0; i < section_count; i++) {
        image_section *section = &sections[i];
        section->kind = i + 1;
        section->offset = offset;
        offset += (uint64_t)section->count * image_element_sizes[section->kind];
        offset = (offset + 7) / 8 * 8;
    }
    return offset;
}

uint64_t image_hash(const void *image, size_t size)
{
    const size_t first = offsetof(image_header, size);
    return hash_bytes((const unsigned char *)image + first, size - first);
}

void image_set_hash(void *image, size_t size)
{
    uint64_t hash = image_hash(image, size);
    memcpy((unsigned char *)image + offsetof(image_header, hash), &hash, sizeof hash);
}

void shape_set_pointers(gestalt_shape *shape)
{
    const unsigned char *image = shape->image;
    const image_header *header = (const void *)image;
    const image_section *table = (const void *)(image + sizeof *header);
    const void *sections[SECTION_COUNT + 1] = {NULL};
    uint32_t counts[SECTION_COUNT + 1] = {0};
    for (uint32_t i = 0; i < header->section_count; i++) {
        sections[table[i].kind] = image + table[i].offset;
        counts[table[i].kind] = table[i].count;
    }
    shape->specification = sections[SECTION_SPECIFICATION];
    shape->document = sections[SECTION_DOCUMENT];
    shape->items = sections[SECTION_ITEMS];
    shape->nodes = sections[SECTION_NODES];
    shape->keys = sections[SECTION_KEYS];
    shape->hosts = sections[SECTION_HOSTS];
    shape->arguments = sections[SECTION_ARGUMENTS];
    shape->persistents = sections[SECTION_PERSISTENTS];
    shape->enums = sections[SECTION_ENUMS];
    shape->words.list = sections[SECTION_WORDS];
    shape->texts.list = sections[SECTION_TEXTS];
    shape->strings = sections[SECTION_STRINGS];
    shape->names = sections[SECTION_NAMES];
    shape->source = sections[SECTION_SOURCE];
    shape->key_count = counts[SECTION_KEYS];
    shape->host_count = counts[SECTION_HOSTS];
    shape->argument_count = counts[SECTION_ARGUMENTS];
    shape->persistent_count = counts[SECTION_PERSISTENTS];
    shape->enum_count = counts[SECTION_ENUMS];
    shape->words.count = counts[SECTION_WORDS];
    shape->texts.count = counts[SECTION_TEXTS];
    shape->strings_size = counts[SECTION_STRINGS];
}

gestalt_result gestalt_shape_save(const gestalt_shape *shape, const char *path,
                                  gestalt_error *error)
{
    if (MISUSE_NULL(shape, "shape", error) || MISUSE_NULL(path, "path", error))
        return GESTALT_MISUSE;
    return file_replace(path, shape->image, shape->size, error);
}

// ---- look-up

const void *gestalt_shape_image(const gestalt_shape *shape, size_t *size)
{
    if (MISUSE_NULL(shape, "shape", NULL))
        return NULL;
    if (size)
        *size = shape->size;
    return shape->image;
}

const gestalt_specification *gestalt_shape_specification(const gestalt_shape *shape)
{
    if (MISUSE_NULL(shape, "shape", NULL))
        return NULL;
    return shape->specification;
}

const char *gestalt_shape_name(const gestalt_shape *shape)
{
    if (MISUSE_NULL(shape, "shape", NULL))
        return NULL;
    return shape_string(shape, shape->document->name);
}

const char *shape_word(const gestalt_shape *shape, uint32_t words, int32_t value)
{
    const image_enum *list = words ? &shape->enums[words - 1] : NULL;
    if (!list || value < 0 || (uint32_t)value >= list->word_count)
        return NULL;
    return shape_string(shape, shape->words.list[list->first_word + (uint32_t)value]);
}

bool shape_same_words(const gestalt_shape *a, uint32_t words, const gestalt_shape *b,
                      uint32_t other)
{
    const char *one = "", *two = "";
    bool same = true;
    for (int32_t i = 0; same && one; i++) {
        one = shape_word(a, words, i);
        two = shape_word(b, other, i);
        same = one && two ? strcmp(one, two) == 0 : one == two;
    }
    return same;
}

uint32_t gestalt_shape_text_count(const gestalt_shape *shape)
{
    return MISUSE_NULL(shape, "shape", NULL) ? 0 : shape->texts.count;
}

const char *gestalt_shape_text(const gestalt_shape *shape, int32_t place, size_t *size)
{
    if (MISUSE_NULL(shape, "shape", NULL))
        return NULL;
    bool is_there = place >= 0 && (uint32_t)place < shape->texts.count;
    const char *text = is_there ? shape_string(shape, shape->texts.list[place]) : NULL;
    if (size)
        *size = text ? strlen(text) : 0;
    return text;
}

uint32_t shape_find_text(const gestalt_shape *shape, const char *text)
{
    uint32_t place;
    SEARCH_FIRST(place, 0, shape->texts.count,
                 strcmp(shape_string(shape, shape->texts.list[place]), text) >= 0);
    bool is_there = place < shape->texts.count &&
                    strcmp(shape_string(shape, shape->texts.list[place]), text) == 0;
    return is_there ? place : SHAPE_NONE;
}

int32_t gestalt_shape_find_text(const gestalt_shape *shape, const char *text)
{
    if (MISUSE_NULL(shape, "shape", NULL) || MISUSE_NULL(text, "text", NULL))
        return 0;
    uint32_t place = shape_find_text(shape, text);
    return place == SHAPE_NONE ? -1 : (int32_t)place;
}

const image_key *shape_find_key(const gestalt_shape *shape, const char *name)
{
    for (uint32_t i = 0; i < shape->key_count; i++)
        if (strcmp(shape_string(shape, shape->keys[i].name), name) == 0)
            return &shape->keys[i];
    return NULL;
}

const image_host *shape_find_host(const gestalt_shape *shape, const char *name)
{
    for (uint32_t i = 0; i < shape->host_count; i++)
        if (strcmp(shape_string(shape, shape->hosts[i].name), name) == 0)
            return &shape->hosts[i];
    return NULL;
}

uint32_t shape_node_of_item(const gestalt_shape *shape, uint32_t item)
{
    uint32_t behind;
    SEARCH_FIRST(behind, 1, shape->specification->node_count, shape->nodes[behind] > item);
    return behind - 1;
}
