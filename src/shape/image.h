// SPDX-License-Identifier: MIT
// The image: a shape as bytes, in memory as in a file. docs/shape-format.md is its normative
// description.
//
//   +--------+---------------+--------+--------+-- ... --+
//   | header | section table | SPEC   | ITEMS  |         |   all little-endian, every section on 8
//   bytes,
//   +--------+---------------+--------+--------+-- ... --+   zeros between them
//
// A gestalt_shape is such an image and pointers into it. It exists only when the image has been
// verified, or was built by shape_build from a document.
#ifndef IMAGE_H
#define IMAGE_H

#include "item.h"
#include "misuse.h"

#include <gestalt/shape.h>

#define IMAGE_MAGIC "\x89GST\r\n\x1a\n"

enum { IMAGE_VERSION = 2 };

typedef struct image_header {
    char magic[8];
    uint64_t hash; // XXH3 of everything behind this field
    uint64_t size; // of the whole image
    uint32_t version;
    uint32_t section_count;
} image_header;
_Static_assert(sizeof(image_header) == 32, "the header is 32 bytes");

// In this order in the table and in the file. All are there, empty or not; NAMES and SOURCE are
// absent in stripped images.
typedef enum image_section_kind {
    SECTION_SPECIFICATION = 1, // one gestalt_specification
    SECTION_DOCUMENT,          // one image_document
    SECTION_ITEMS,             // uint64_t
    SECTION_NODES,             // uint32_t: the item of each node, by node id
    SECTION_KEYS,              // image_key: the blackboard, in the order of the document
    SECTION_HOSTS,             // image_host: in the order of first use
    SECTION_ARGUMENTS,         // image_argument: of the hosts, one after the other
    SECTION_PERSISTENTS,       // image_persistent: by index
    SECTION_ENUMS,             // image_enum: no two have the same words
    SECTION_WORDS,             // uint32_t: a string each, of the enums, one after the other
    SECTION_STRINGS,           // UTF-8, each ends with a zero; the first is empty
    SECTION_NAMES,             // image_name, by node id
    SECTION_SOURCE,            // image_source, by node id
} image_section_kind;

enum { SECTION_CORE_COUNT = SECTION_STRINGS, SECTION_COUNT = SECTION_SOURCE };

typedef struct image_section {
    uint32_t kind;
    uint32_t count; // of its elements
    uint64_t offset;
} image_section;
_Static_assert(sizeof(image_section) == 16, "a row of the section table is 16 bytes");

// Strings are offsets into SECTION_STRINGS, or SHAPE_NONE.
typedef struct image_document {
    uint32_t name;
    uint32_t doc;
} image_document;

// The same numbers as gestalt_type.
typedef enum key_type { KEY_BOOL, KEY_INT, KEY_FLOAT, KEY_VEC2, KEY_VEC3, KEY_TYPE_COUNT } key_type;

enum { KEY_WIDTH_MAX = 3 };

/// Return how many columns a key of the type has: its components, x first.
static inline uint32_t key_width(uint32_t type)
{
    return type == KEY_VEC2 ? 2 : type == KEY_VEC3 ? 3 : 1;
}

static inline bool key_is_vector(uint32_t type)
{
    return key_width(type) > 1;
}

/// The letter of a component, by its place.
static inline char key_component(uint32_t place)
{
    return (char)('x' + place);
}

static inline bool key_is_float(uint32_t type)
{
    return type == KEY_FLOAT || key_is_vector(type);
}

typedef struct image_key {
    uint32_t name;
    uint32_t doc;
    uint32_t column; // of a vector: x; the others are the next ones
    uint8_t type;    // key_type
    uint8_t shared;  // 0 or 1
    uint16_t words;  // of an int: 0, or the number of its enum, from 1. Else 0
} image_key;
_Static_assert(sizeof(image_key) == 16, "a key is 16 bytes");

typedef enum host_kind { HOST_IMMEDIATE, HOST_DEFERRED, HOST_PREDICATE } host_kind;

typedef struct image_host {
    uint32_t name;
    uint32_t kind; // host_kind
    uint32_t first_argument;
    uint32_t argument_count;
} image_host;

typedef struct image_argument {
    uint32_t name;
    uint8_t type;   // key_type
    uint8_t by_key; // 1: the host gets the key itself ("key int"), and may write it. A vector
                    // is never by value otherwise
    uint16_t words; // as of a key
} image_argument;

typedef struct image_persistent {
    uint32_t name;
    uint32_t init; // gestalt_status
} image_persistent;

typedef struct image_enum {
    uint32_t first_word;
    uint32_t word_count; // 1 to LIMIT_ENUM_WORDS
} image_enum;

typedef struct image_name {
    uint32_t name; // of the node, or SHAPE_NONE
    uint32_t doc;
} image_name;

typedef struct image_source {
    uint32_t file; // relative to the folder of the first document
    uint32_t line; // from 1
    uint32_t column;
    uint32_t size; // bytes of the node's text
} image_source;

struct gestalt_shape {
    gestalt_allocator allocator;
    const unsigned char *image; // behind this struct, in the same block
    size_t size;
    const gestalt_specification *specification;
    const image_document *document;
    const uint64_t *items;
    const uint32_t *nodes;
    const image_key *keys;
    const image_host *hosts;
    const image_argument *arguments;
    const image_persistent *persistents;
    const image_enum *enums;
    const uint32_t *words;
    const char *strings;
    const image_name *names;    // NULL when stripped
    const image_source *source; // NULL when stripped
    uint32_t key_count, host_count, argument_count, persistent_count, enum_count, word_count;
    uint32_t strings_size;
    bool is_edited; // what is derived is for agents that may come from other shapes
    holders holders;
};

static inline const char *shape_string(const gestalt_shape *shape, uint32_t string)
{
    return string == SHAPE_NONE ? NULL : shape->strings + string;
}

/// The word of an enum, which is given by its number from 1, for a value; NULL when the value is
/// behind the last or before the first word, or the number is 0.
const char *shape_word(const gestalt_shape *shape, uint32_t words, int32_t value);

/// Tell whether two enums, of two shapes or one, have the same words, or are both none.
bool shape_same_words(const gestalt_shape *a, uint32_t words, const gestalt_shape *b,
                      uint32_t other);

/// The key, or what a host provides, of that name; NULL when there is none.
const image_key *shape_find_key(const gestalt_shape *shape, const char *name);
const image_host *shape_find_host(const gestalt_shape *shape, const char *name);

/// The id of the node whose head item is `item`.
uint32_t shape_node_of_item(const gestalt_shape *shape, uint32_t item);

// ---- For whoever makes or checks images by hand: the verifier and tests

/// Bytes of an element of each section, by kind.
extern const uint32_t image_element_sizes[SECTION_COUNT + 1];

/// Gives sections whose counts are set their kinds and offsets. Returns the size of the image.
uint64_t image_layout(image_section *sections, uint32_t section_count);

uint64_t image_hash(const void *image, size_t size);
void image_set_hash(void *image, size_t size);

/// Sets the pointers and counts of a shape from its image's section table, which must be valid.
void shape_set_pointers(gestalt_shape *shape);

#endif
