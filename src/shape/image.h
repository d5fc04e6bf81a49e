// SPDX-License-Identifier: MIT
// The image: a shape as bytes, identical in memory and in a file. docs/shape-format.md is its
// normative description.
//
//   +--------+---------------+--------+--------+-- ... --+
//   | header | section table | SPEC   | ITEMS  |         |   all little-endian; every section at a
//   +--------+---------------+--------+--------+-- ... --+   multiple of 8 bytes, padded with zeros
//
// A gestalt_shape is such an image, with pointers into it. It exists only if the image has been
// verified, or was built by shape_build from a document.
#ifndef IMAGE_H
#define IMAGE_H

#include "item.h"
#include "misuse.h"

#include <gestalt/shape.h>

#define IMAGE_MAGIC "\x89GST\r\n\x1a\n"

enum { IMAGE_VERSION = 4 };

typedef struct image_header {
    char magic[8];
    uint64_t hash; // XXH3 of everything after this field
    uint64_t size; // size of the whole image
    uint32_t version;
    uint32_t section_count;
} image_header;
_Static_assert(sizeof(image_header) == 32, "the header is 32 bytes");

// The sections, in the order of the table and of the file. All are present, even if empty, except
// that stripped images lack NAMES and SOURCE.
typedef enum image_section_kind {
    SECTION_SPECIFICATION = 1, // one gestalt_specification
    SECTION_DOCUMENT,          // one image_document
    SECTION_ITEMS,             // uint64_t
    SECTION_NODES,             // uint32_t: the item of each node, by node id
    SECTION_KEYS,              // image_key: the blackboard, in the order of the document
    SECTION_HOSTS,             // image_host: in the order of first use
    SECTION_ARGUMENTS,   // image_argument: those of the first host, then of the second, and so on
    SECTION_PERSISTENTS, // image_persistent: by index
    SECTION_ENUMS,       // image_enum: all different
    SECTION_WORDS, // uint32_t: strings, the words of the first enum, then of the second, and so on
    SECTION_TEXTS, // uint32_t: strings, sorted by their bytes, all different
    SECTION_STRINGS, // UTF-8, each zero-terminated; the first is empty
    SECTION_NAMES,   // image_name, by node id
    SECTION_SOURCE,  // image_source, by node id
} image_section_kind;

enum { SECTION_CORE_COUNT = SECTION_STRINGS, SECTION_COUNT = SECTION_SOURCE };

typedef struct image_section {
    uint32_t kind;
    uint32_t count; // number of elements
    uint64_t offset;
} image_section;
_Static_assert(sizeof(image_section) == 16, "a row of the section table is 16 bytes");

// Strings are offsets into SECTION_STRINGS, or SHAPE_NONE.
typedef struct image_document {
    uint32_t name;
    uint32_t doc;
} image_document;

// The same numbers as gestalt_type.
typedef enum key_type {
    KEY_BOOL,
    KEY_INT,
    KEY_FLOAT,
    KEY_VEC2,
    KEY_VEC3,
    KEY_TYPE_COUNT,
    ARGUMENT_TEXT = KEY_TYPE_COUNT, // a type only of arguments: an int, the place of a text
} key_type;

enum { KEY_WIDTH_MAX = 3 };

/// Return how many columns a key of the type has, one for each component.
static inline uint32_t key_width(uint32_t type)
{
    return type == KEY_VEC2 ? 2 : type == KEY_VEC3 ? 3 : 1;
}

static inline bool key_is_vector(uint32_t type)
{
    return key_width(type) > 1;
}

/// Return the letter of a component, by index.
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
    uint32_t column; // column; for a vector its x column, followed by the others; for a list the
                     // column of its count, followed by those of its elements
    uint8_t type;    // key_type; of a list, that of its elements
    uint8_t shared : 1;
    uint8_t is_host : 1; // the host reads or writes the key
    uint8_t unused : 6;
    uint16_t words;    // number of the enum of an int, from 1; otherwise 0
    uint16_t capacity; // most elements of a list; 0 for all other keys
    uint16_t unused2;
} image_key;
_Static_assert(sizeof(image_key) == 20, "a key is 20 bytes");

static inline bool key_is_list(const image_key *key)
{
    return key->capacity > 0;
}

/// Return whether a key's columns are named like components: `home.x`.
static inline bool key_has_components(const image_key *key)
{
    return key_is_vector(key->type) && !key_is_list(key);
}

/// Return the column of a component of an element of a list, whose count has the column `count`.
/// Elements are numbers: bools are the ints 0 and 1.
static inline uint32_t list_element_column(uint32_t count, uint32_t width, uint32_t element,
                                           uint32_t component)
{
    return count + 1 + element * width + component;
}

typedef enum host_kind { HOST_IMMEDIATE, HOST_DEFERRED, HOST_PREDICATE } host_kind;

typedef struct image_host {
    uint32_t name;
    uint32_t kind; // host_kind
    uint32_t first_argument;
    uint32_t argument_count;
} image_host;

typedef struct image_argument {
    uint32_t name;
    uint8_t type;        // key_type or ARGUMENT_TEXT
    uint8_t by_key : 1;  // the host gets the key itself ("key int"), and may write it
    uint8_t is_list : 1; // the key is a list, of any capacity; only with `by_key`
    uint8_t unused : 6;
    uint16_t words; // as in image_key
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
    uint32_t name; // name of the node, or SHAPE_NONE
    uint32_t doc;
} image_name;

typedef struct image_source {
    uint32_t file; // path relative to the folder of the first document
    uint32_t line; // from 1
    uint32_t column;
    uint32_t size; // bytes of the node's text
} image_source;

/// Strings, by their offsets.
typedef struct image_texts {
    const uint32_t *list;
    uint32_t count;
} image_texts;

struct gestalt_shape {
    gestalt_allocator allocator;
    const unsigned char *image; // after this struct, in the same block
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
    image_texts words, texts; // words of all enums; texts, sorted by their bytes
    const char *strings;
    const image_name *names;    // NULL when stripped
    const image_source *source; // NULL when stripped
    uint32_t key_count, host_count, argument_count, persistent_count, enum_count;
    uint32_t strings_size;
    bool is_edited; // derived fields are for agents that may come from other shapes
    holders holders;
};

static inline const char *shape_string(const gestalt_shape *shape, uint32_t string)
{
    return string == SHAPE_NONE ? NULL : shape->strings + string;
}

/// Return the word for a value of an enum, which is given by its number from 1; NULL when the value
/// is out of range or the number is 0.
const char *shape_word(const gestalt_shape *shape, uint32_t words, int32_t value);

/// Return whether two enums, possibly of two shapes, have the same words, or both are none.
bool shape_same_words(const gestalt_shape *a, uint32_t words, const gestalt_shape *b,
                      uint32_t other);

/// Return the place of a text in the table of texts; SHAPE_NONE when the shape does not have it.
uint32_t shape_find_text(const gestalt_shape *shape, const char *text);

/// Return the key, or the host function, with that name; NULL when there is none.
const image_key *shape_find_key(const gestalt_shape *shape, const char *name);
const image_host *shape_find_host(const gestalt_shape *shape, const char *name);

/// Return the id of the node whose head item is `item`.
uint32_t shape_node_of_item(const gestalt_shape *shape, uint32_t item);

// ---- for code that creates or checks images by hand: the verifier and tests

/// Size of an element of each section, in bytes, by kind.
extern const uint32_t image_element_sizes[SECTION_COUNT + 1];

/// Set the kind and offset of sections whose counts are set. Returns the size of the image.
uint64_t image_layout(image_section *sections, uint32_t section_count);

uint64_t image_hash(const void *image, size_t size);
void image_set_hash(void *image, size_t size);

/// Set the pointers and counts of a shape from its image's section table, which must be valid.
void shape_set_pointers(gestalt_shape *shape);

#endif
