// SPDX-License-Identifier: MIT
// The file as a whole, its tables, and the derived fields; verify_stream.c checks the items in
// between. Each step relies only on what earlier steps have proven.
#include "verify.h"

#include "analyse.h"
#include "carving.h"
#include "columns.h"
#include "error.h"
#include "memory.h"
#include "names.h"
#include "shape_limits.h"
#include "sort.h"
#include "text.h"
#include "utf8.h"
#include "verify_stream.h"

#include <string.h>

static bool image_bad(verifier *v, const void *where, const char *why)
{
    return verify_refuse(v, GESTALT_BAD_FILE, where, "%s", why);
}

static bool no_memory(verifier *v)
{
    v->result = error_no_memory(v->error);
    return false;
}

// ---- header

// Explain why a file does not start like an image.
static bool check_foreign(verifier *v)
{
    const unsigned char *image = v->shape->image;
    size_t size = v->shape->size;
    size_t first = 0;
    while (first < size && strchr(" \t\r\n", image[first]) && image[first])
        first++;
    if (size == 0)
        return image_bad(v, image, "the file is empty");
    if (first < size && image[first] == '{')
        return image_bad(v, image, "this is a document, not an image: compile it first");
    if (size >= 4 && memcmp(image, IMAGE_MAGIC, 4) == 0)
        return image_bad(v, image + 4,
                         "line ends of the file were converted, as if it were text: copy it again "
                         "as binary data");
    return image_bad(v, image, "this is not an image of Gestalt");
}

static bool check_size(verifier *v, uint64_t promised)
{
    const unsigned char *image = v->shape->image;
    size_t size = v->shape->size;
    if (promised > size)
        return verify_refuse(v, GESTALT_BAD_FILE, image + size,
                             "the file ends after %zu of %llu bytes: copy it again, or compile "
                             "the document again",
                             size, (unsigned long long)promised);
    return promised == size || verify_refuse(v, GESTALT_BAD_FILE, image + promised,
                                             "the file has %llu byte%s after the end of the image: "
                                             "copy it again, or compile the document again",
                                             (unsigned long long)(size - promised),
                                             text_plural(size - promised, "", "s"));
}

static bool check_version(verifier *v, const image_header *header)
{
    if (header->version > IMAGE_VERSION)
        return verify_refuse(v, GESTALT_BAD_FILE, &header->version,
                             "the image has format %u, and this version of Gestalt reads format "
                             "%d: use a newer one, or compile the document again",
                             header->version, IMAGE_VERSION);
    return header->version == IMAGE_VERSION ||
           verify_refuse(
               v, GESTALT_BAD_FILE, &header->version,
               "the image has the old format %u, and this version of Gestalt reads format "
               "%d: compile it again",
               header->version, IMAGE_VERSION);
}

static bool check_header(verifier *v)
{
    const unsigned char *image = v->shape->image;
    const size_t size = v->shape->size, magic_size = sizeof(((image_header *)0)->magic);
    if (size == 0 || memcmp(image, IMAGE_MAGIC, size < magic_size ? size : magic_size) != 0)
        return check_foreign(v);
    if (size < sizeof(image_header))
        return verify_refuse(v, GESTALT_BAD_FILE, image + size,
                             "the file ends after %zu byte%s, in its header: copy it again, or "
                             "compile the document again",
                             size, text_plural(size, "", "s"));
    const image_header *header = (const void *)image;
    if (!check_version(v, header) || !check_size(v, header->size))
        return false;
    return header->hash == image_hash(image, size) ||
           image_bad(v, &header->hash,
                     "the checksum is wrong, so the file is damaged: copy it again, or compile the "
                     "document again");
}

// ---- section table

static bool check_section_rows(verifier *v, const image_section *table, uint32_t count)
{
    image_section planned[SECTION_COUNT];
    memcpy(planned, table, count * sizeof *table);
    uint64_t size = image_layout(planned, count);
    for (uint32_t i = 0; i < count; i++) {
        if (table[i].kind != i + 1)
            return verify_refuse(v, GESTALT_BAD_FILE, &table[i].kind,
                                 "section %u has kind %u, not %u", i, table[i].kind, i + 1);
        if (table[i].offset != planned[i].offset)
            return verify_refuse(
                v, GESTALT_BAD_FILE, &table[i].offset, "section %u is at byte %llu, not %llu", i,
                (unsigned long long)table[i].offset, (unsigned long long)planned[i].offset);
    }
    return size == v->shape->size ||
           verify_refuse(v, GESTALT_BAD_FILE, table,
                         "the sections end at byte %llu, and the image at byte %zu",
                         (unsigned long long)size, v->shape->size);
}

static bool check_padding(verifier *v, const image_section *table, uint32_t count)
{
    const unsigned char *image = v->shape->image;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t at = table[i].offset + (uint64_t)table[i].count * image_element_sizes[i + 1];
        uint64_t next = i + 1 < count ? table[i + 1].offset : v->shape->size;
        for (; at < next; at++)
            if (image[at] != 0)
                return image_bad(v, image + at, "there is something between two sections");
    }
    return true;
}

static bool check_sections(verifier *v)
{
    const image_header *header = (const void *)v->shape->image;
    const image_section *table = (const void *)(header + 1);
    uint32_t count = header->section_count;
    if (count != SECTION_CORE_COUNT && count != SECTION_COUNT)
        return verify_refuse(v, GESTALT_BAD_FILE, &header->section_count,
                             "there are %u sections, not %d or %d", count, SECTION_CORE_COUNT,
                             SECTION_COUNT);
    if (v->shape->size < sizeof *header + count * sizeof *table)
        return image_bad(v, table, "the image ends in its section table");
    return check_section_rows(v, table, count) && check_padding(v, table, count);
}

static uint32_t section_count(const verifier *v, image_section_kind kind)
{
    const image_section *table = (const void *)(v->shape->image + sizeof(image_header));
    return table[kind - 1].count;
}

static bool check_count(verifier *v, image_section_kind kind, uint32_t least, uint32_t most)
{
    const image_section *table = (const void *)(v->shape->image + sizeof(image_header));
    uint32_t count = table[kind - 1].count;
    if (count < least)
        return verify_refuse(v, GESTALT_BAD_FILE, &table[kind - 1].count,
                             "section %d has %u element%s, fewer than %u", kind - 1, count,
                             text_plural(count, "", "s"), least);
    return count <= most || verify_refuse(v, GESTALT_LIMIT, &table[kind - 1].count,
                                          "section %d has %u element%s, more than %u", kind - 1,
                                          count, text_plural(count, "", "s"), most);
}

// Check the numbers of elements. Only those of the debug sections and of hosts' arguments depend on
// others.
static bool check_counts(verifier *v)
{
    bool in_limits = check_count(v, SECTION_SPECIFICATION, 1, 1) &&
                     check_count(v, SECTION_DOCUMENT, 1, 1) &&
                     check_count(v, SECTION_ITEMS, 1, LIMIT_ITEMS) &&
                     check_count(v, SECTION_NODES, 1, LIMIT_NODES) &&
                     check_count(v, SECTION_KEYS, 0, LIMIT_COLUMNS) &&
                     check_count(v, SECTION_HOSTS, 0, LIMIT_HOSTS) &&
                     check_count(v, SECTION_PERSISTENTS, 0, LIMIT_ITEMS) &&
                     check_count(v, SECTION_ENUMS, 0, LIMIT_WORDS) &&
                     check_count(v, SECTION_WORDS, 0, LIMIT_WORDS) &&
                     check_count(v, SECTION_TEXTS, 0, LIMIT_ITEMS) &&
                     check_count(v, SECTION_STRINGS, 1, LIMIT_IMAGE_SIZE);
    if (!in_limits || !v->shape->names)
        return in_limits;
    uint32_t nodes = section_count(v, SECTION_NODES);
    if (section_count(v, SECTION_NAMES) != nodes || section_count(v, SECTION_SOURCE) != nodes)
        return image_bad(v, v->shape->names,
                         "the numbers of names, source positions and nodes differ");
    return true;
}

// ---- strings

static bool check_strings(verifier *v)
{
    const char *strings = v->shape->strings;
    size_t size = v->shape->strings_size;
    if (strings[0] != 0 || strings[size - 1] != 0)
        return image_bad(v, strings, "the strings do not begin with the empty one, or do not end");
    size_t valid = utf8_valid_prefix(strings, size);
    if (valid != size)
        return image_bad(v, strings + valid, "a string is not UTF-8");
    for (size_t at = 1; at < size;) {
        size_t length = strlen(strings + at);
        if (length == 0)
            return image_bad(v, strings + at, "there is a second empty string");
        if (length > LIMIT_TEXT_SIZE)
            return verify_refuse(v, GESTALT_LIMIT, strings + at,
                                 "a string has %zu bytes, more than %d", length, LIMIT_TEXT_SIZE);
        at += length + 1;
    }
    return true;
}

static bool check_name(verifier *v, const uint32_t *name, const char *what)
{
    if (*name == 0)
        return verify_refuse(v, GESTALT_BAD_FILE, name, "%s is empty", what);
    return verify_name(v, name, *name, what);
}

static bool check_doc(verifier *v, const uint32_t *doc)
{
    return *doc == SHAPE_NONE || verify_string(v, doc, *doc, LIMIT_TEXT_SIZE, "a doc");
}

// ---- unique names

// A name in the image. Names in different scopes may be equal.
typedef struct name_entry {
    const uint32_t *name;
    uint32_t scope;
} name_entry;

enum { SCOPE_KEYS, SCOPE_HOSTS, SCOPE_PERSISTENTS, SCOPE_ARGUMENTS };

static int compare_names(const verifier *v, const name_entry *a, const name_entry *b)
{
    if (a->scope != b->scope)
        return a->scope < b->scope ? -1 : 1;
    return strcmp(v->shape->strings + *a->name, v->shape->strings + *b->name);
}

static bool name_is_before(const void *a, const void *b, const void *v)
{
    return compare_names(v, a, b) < 0;
}

static void collect_names(const verifier *v, name_entry *entry)
{
    const gestalt_shape *shape = v->shape;
    for (uint32_t i = 0; i < shape->key_count; i++)
        *entry++ = (name_entry){&shape->keys[i].name, SCOPE_KEYS};
    for (uint32_t i = 0; i < shape->persistent_count; i++)
        *entry++ = (name_entry){&shape->persistents[i].name, SCOPE_PERSISTENTS};
    for (uint32_t i = 0; i < shape->host_count; i++) {
        const image_host *host = &shape->hosts[i];
        *entry++ = (name_entry){&host->name, SCOPE_HOSTS};
        for (uint32_t k = 0; k < host->argument_count; k++)
            *entry++ =
                (name_entry){&shape->arguments[host->first_argument + k].name, SCOPE_ARGUMENTS + i};
    }
}

static bool check_names_differ(verifier *v)
{
    static const char *const what[] = {"keys", "host functions", "persistents",
                                       "arguments of a host function"};
    const gestalt_shape *shape = v->shape;
    size_t count = (size_t)shape->key_count + shape->host_count + shape->persistent_count +
                   shape->argument_count;
    if (count == 0)
        return true;
    name_entry *entries = memory_new(&shape->allocator, count * sizeof *entries);
    if (!entries)
        return no_memory(v);
    collect_names(v, entries);
    // Heapsort, since no image can make it slow, unlike a hash table.
    sort_heap(entries, count, sizeof *entries, name_is_before, v);
    bool differ = true;
    for (size_t i = 1; differ && i < count; i++)
        if (compare_names(v, &entries[i - 1], &entries[i]) == 0) {
            uint32_t scope = entries[i].scope;
            differ =
                verify_refuse(v, GESTALT_BAD_FILE, entries[i].name, "two %s have the same name",
                              what[scope < SCOPE_ARGUMENTS ? scope : SCOPE_ARGUMENTS]);
        }
    memory_release(&shape->allocator, entries, count * sizeof *entries);
    return differ;
}

// ---- enums

static bool check_word(verifier *v, const uint32_t *word)
{
    if (!check_name(v, word, "a word"))
        return false;
    const char *text = v->shape->strings + *word;
    return names_is_identifier(text) || image_bad(v, word,
                                                  "a word contains other characters than letters, "
                                                  "digits and `_`, or starts with a digit");
}

static bool word_is_before(const void *a, const void *b, const void *strings)
{
    return strcmp((const char *)strings + *(const uint32_t *)a,
                  (const char *)strings + *(const uint32_t *)b) < 0;
}

// Check that the words of an enum differ.
static bool check_words_differ(verifier *v, const image_enum *list)
{
    uint32_t sorted[LIMIT_ENUM_WORDS];
    memcpy(sorted, v->shape->words.list + list->first_word, list->word_count * sizeof *sorted);
    sort_heap(sorted, list->word_count, sizeof *sorted, word_is_before, v->shape->strings);
    for (uint32_t i = 1; i < list->word_count; i++)
        if (!word_is_before(&sorted[i - 1], &sorted[i], v->shape->strings))
            return image_bad(v, v->shape->words.list + list->first_word,
                             "an enum has the same word twice");
    return true;
}

static int compare_enums(const gestalt_shape *shape, const image_enum *a, const image_enum *b)
{
    uint32_t i = 0, count = a->word_count < b->word_count ? a->word_count : b->word_count;
    int order = 0;
    while (order == 0 && i < count) {
        order = strcmp(shape_string(shape, shape->words.list[a->first_word + i]),
                       shape_string(shape, shape->words.list[b->first_word + i]));
        i++;
    }
    if (order != 0)
        return order;
    return (a->word_count > b->word_count) - (a->word_count < b->word_count);
}

static bool enum_is_before(const void *a, const void *b, const void *shape)
{
    return compare_enums(shape, a, b) < 0;
}

// Check that no two enums have the same words, so that enums can be compared by number.
static bool check_enums_differ(verifier *v)
{
    const gestalt_shape *shape = v->shape;
    size_t size = shape->enum_count * sizeof(image_enum);
    if (size == 0)
        return true;
    image_enum *sorted = memory_new(&shape->allocator, size);
    if (!sorted)
        return no_memory(v);
    memcpy(sorted, shape->enums, size);
    sort_heap(sorted, shape->enum_count, sizeof *sorted, enum_is_before, shape);
    bool differ = true;
    for (uint32_t i = 1; differ && i < shape->enum_count; i++)
        if (compare_enums(shape, &sorted[i - 1], &sorted[i]) == 0)
            differ = image_bad(v, shape->enums, "two enums have the same words");
    memory_release(&shape->allocator, sorted, size);
    return differ;
}

static bool check_enums(verifier *v)
{
    const gestalt_shape *shape = v->shape;
    uint32_t next = 0;
    for (uint32_t i = 0; i < shape->words.count; i++)
        if (!check_word(v, &shape->words.list[i]))
            return false;
    for (uint32_t i = 0; i < shape->enum_count; i++) {
        const image_enum *list = &shape->enums[i];
        if (list->first_word != next)
            return verify_refuse(v, GESTALT_BAD_FILE, &list->first_word,
                                 "the words of enum %u do not follow those of the previous enum",
                                 i + 1);
        if (list->word_count < 1 || list->word_count > LIMIT_ENUM_WORDS ||
            list->word_count > shape->words.count - next)
            return verify_refuse(v, GESTALT_BAD_FILE, &list->word_count,
                                 "enum %u has %u words, not 1 to %d, or more than there are", i + 1,
                                 list->word_count, LIMIT_ENUM_WORDS);
        next += list->word_count;
        if (!check_words_differ(v, list))
            return false;
    }
    if (next != shape->words.count)
        return image_bad(v, &shape->words.list[next], "there is a word that belongs to no enum");
    return check_enums_differ(v);
}

// ---- tables

static bool check_document(verifier *v)
{
    const image_document *document = v->shape->document;
    return verify_name(v, &document->name, document->name, "the document's name") &&
           check_doc(v, &document->doc);
}

static bool check_words(verifier *v, const uint16_t *words, uint8_t type)
{
    if (*words > v->shape->enum_count)
        return verify_refuse(v, GESTALT_BAD_FILE, words, "there is no enum %u", (unsigned)*words);
    return *words == 0 || type == KEY_INT ||
           image_bad(v, words, "a value that is not an int has the words of an enum");
}

static bool check_keys(verifier *v)
{
    const gestalt_shape *shape = v->shape;
    for (uint32_t i = 0; i < shape->key_count; i++) {
        const image_key *key = &shape->keys[i];
        if (!check_name(v, &key->name, "the name of a key") || !check_doc(v, &key->doc))
            return false;
        if (key->type >= KEY_TYPE_COUNT || key->unused || key->unused2)
            return verify_refuse(v, GESTALT_BAD_FILE, &key->type, "the type of key %u is unknown",
                                 i);
        if (key->capacity > LIMIT_LIST_CAPACITY)
            return verify_refuse(v, GESTALT_BAD_FILE, &key->capacity,
                                 "key %u is a list of up to %u elements, more than %d", i,
                                 (unsigned)key->capacity, LIMIT_LIST_CAPACITY);
        if (!check_words(v, &key->words, key->type))
            return false;
        bool is_own = columns_is_own(shape, key);
        if (i > 0 && !is_own && columns_is_own(shape, key - 1))
            return verify_refuse(v, GESTALT_BAD_FILE, &key->name,
                                 "key %u comes after a key of a copy, but is not a key of a copy",
                                 i);
        if (is_own && key->shared)
            return verify_refuse(v, GESTALT_BAD_FILE, &key->type, "key %u of a copy is shared", i);
    }
    gestalt_specification counted;
    if (!columns_count(shape->keys, shape->key_count, &counted))
        return verify_refuse(v, GESTALT_LIMIT, shape->keys,
                             "the blackboard has more than %d columns", LIMIT_COLUMNS);
    column_cursor cursor = columns_start(&counted);
    for (uint32_t i = 0; i < shape->key_count; i++) {
        uint32_t column = columns_take(&cursor, &shape->keys[i]);
        if (shape->keys[i].column != column)
            return verify_refuse(v, GESTALT_BAD_FILE, &shape->keys[i].column,
                                 "key %u has column %u, not %u", i, shape->keys[i].column, column);
    }
    v->column_count = counted.number_columns + counted.bool_columns +
                      counted.shared_number_columns + counted.shared_bool_columns;
    const gestalt_specification *said = shape->specification;
    return (said->number_columns == counted.number_columns &&
            said->bool_columns == counted.bool_columns &&
            said->shared_number_columns == counted.shared_number_columns &&
            said->shared_bool_columns == counted.shared_bool_columns) ||
           image_bad(v, &said->number_columns, "the columns do not match the keys");
}

static bool check_host_arguments(verifier *v, const image_host *host)
{
    for (uint32_t i = 0; i < host->argument_count; i++) {
        const image_argument *argument = &v->shape->arguments[host->first_argument + i];
        if (!check_name(v, &argument->name, "the name of an argument"))
            return false;
        bool is_text = argument->type == ARGUMENT_TEXT && !argument->by_key;
        if ((argument->type >= KEY_TYPE_COUNT && !is_text) || argument->unused ||
            (argument->is_list && !argument->by_key))
            return image_bad(v, &argument->type, "the type of an argument is unknown");
        if (!check_words(v, &argument->words, argument->type))
            return false;
    }
    return true;
}

static bool check_hosts(verifier *v)
{
    const gestalt_shape *shape = v->shape;
    uint32_t next = 0;
    for (uint32_t i = 0; i < shape->host_count; i++) {
        const image_host *host = &shape->hosts[i];
        if (!check_name(v, &host->name, "the name of a host function"))
            return false;
        if (host->kind > HOST_PREDICATE)
            return verify_refuse(v, GESTALT_BAD_FILE, &host->kind,
                                 "the kind of host function %u is unknown", i);
        if (host->argument_count > LIMIT_ARGUMENTS)
            return verify_refuse(v, GESTALT_LIMIT, &host->argument_count,
                                 "host function %u has %u arguments, more than %d", i,
                                 host->argument_count, LIMIT_ARGUMENTS);
        if (host->first_argument != next || host->argument_count > shape->argument_count - next)
            return verify_refuse(
                v, GESTALT_BAD_FILE, &host->first_argument,
                "the arguments of host function %u do not follow those of the previous function",
                i);
        next += host->argument_count;
        if (!check_host_arguments(v, host))
            return false;
    }
    return next == shape->argument_count ||
           image_bad(v, &shape->arguments[next],
                     "there is an argument that belongs to no host function");
}

// Check that the texts are in the order of their bytes, which also makes them differ.
static bool check_texts(verifier *v)
{
    const gestalt_shape *shape = v->shape;
    for (uint32_t i = 0; i < shape->texts.count; i++) {
        const uint32_t *text = &shape->texts.list[i];
        if (!verify_string(v, text, *text, LIMIT_TEXT_SIZE, "a text"))
            return false;
        if (i > 0 && strcmp(shape->strings + text[-1], shape->strings + *text) >= 0)
            return verify_refuse(v, GESTALT_BAD_FILE, text,
                                 "text %u is not greater than the text before it", i);
    }
    return true;
}

static bool check_persistents(verifier *v)
{
    for (uint32_t i = 0; i < v->shape->persistent_count; i++) {
        const image_persistent *persistent = &v->shape->persistents[i];
        if (!check_name(v, &persistent->name, "the name of a persistent"))
            return false;
        if (persistent->init > GESTALT_RUNNING)
            return verify_refuse(v, GESTALT_BAD_FILE, &persistent->init,
                                 "the initial value of persistent %u is not a status", i);
    }
    return true;
}

static bool check_debug(verifier *v)
{
    const gestalt_shape *shape = v->shape;
    if (!shape->names)
        return true;
    for (uint32_t i = 0; i < shape->specification->node_count; i++) {
        const image_name *name = &shape->names[i];
        const image_source *source = &shape->source[i];
        if ((name->name != SHAPE_NONE &&
             !verify_name(v, &name->name, name->name, "the name of a node")) ||
            !check_doc(v, &name->doc) ||
            !verify_string(v, &source->file, source->file, LIMIT_TEXT_SIZE, "the name of a file"))
            return false;
        if (source->line == 0 || source->column == 0)
            return image_bad(v, &source->line, "lines and columns of a source are counted from 1");
    }
    return true;
}

// ---- specification

// Check the parts of the specification that do not depend on the stream, but on which everything
// later does.
static bool check_promises(verifier *v)
{
    const gestalt_shape *shape = v->shape;
    const gestalt_specification *said = shape->specification;
    if (said->item_count != section_count(v, SECTION_ITEMS))
        return image_bad(v, &said->item_count, "the number of items is not that of the section");
    if (said->node_count != section_count(v, SECTION_NODES))
        return image_bad(v, &said->node_count, "the number of nodes is not that of the section");
    if (said->tree_end < 1 || said->tree_end > said->item_count)
        return image_bad(v, &said->tree_end, "the tree ends outside of the items");
    return true;
}

static bool check_derived_items(verifier *v, const uint64_t *derived)
{
    const gestalt_shape *shape = v->shape;
    for (uint32_t i = 0; i < shape->specification->item_count; i++)
        if (shape->items[i] != derived[i])
            return verify_refuse(v, GESTALT_BAD_FILE, &shape->items[i],
                                 "item %u is %016llx, but the tree implies %016llx", i,
                                 (unsigned long long)shape->items[i],
                                 (unsigned long long)derived[i]);
    return true;
}

static bool check_specification(verifier *v, const gestalt_specification *derived)
{
    const gestalt_specification *said = v->shape->specification;
    const uint32_t count = offsetof(gestalt_specification, visit_bound) / sizeof(uint32_t);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *a = (const uint32_t *)(const void *)said + i;
        const uint32_t *b = (const uint32_t *)(const void *)derived + i;
        if (*a != *b)
            return verify_refuse(v, GESTALT_BAD_FILE, a,
                                 "number %u of the specification is %u, but the tree implies %u", i,
                                 *a, *b);
    }
    return said->visit_bound == derived->visit_bound ||
           verify_refuse(v, GESTALT_BAD_FILE, &said->visit_bound,
                         "the bound of visits is %llu, but the tree implies %llu",
                         (unsigned long long)said->visit_bound,
                         (unsigned long long)derived->visit_bound);
}

// Derive all fields again from a copy of the items, and compare.
static bool check_derived(verifier *v, uint64_t *copy)
{
    const gestalt_shape *shape = v->shape;
    gestalt_specification derived = *shape->specification;
    derived.host_count = shape->host_count;
    memcpy(copy, shape->items, derived.item_count * sizeof *copy);
    if (!shape_analyse(copy, derived.item_count, derived.tree_end, shape->persistent_count, false,
                       &shape->allocator, &derived))
        return no_memory(v);
    return check_derived_items(v, copy) && check_specification(v, &derived);
}

// ---- whole images

static void fill_columns(verifier *v)
{
    for (uint32_t i = 0; i < v->shape->key_count; i++) {
        const image_key *key = &v->shape->keys[i];
        uint32_t width = key_width(key->type);
        for (uint32_t k = 0; k < columns_width(key); k++)
            v->columns[key->column + k] =
                (column_fact){.order = key_is_list(key) ? 4 * i : 4 * i + k,
                              .type = width > 1 ? KEY_FLOAT : key->type,
                              .width = (uint8_t)(k == 0 ? width : 0),
                              .is_shared = key->shared,
                              .is_own = columns_is_own(v->shape, key),
                              .words = key->words,
                              .capacity = k == 0 ? key->capacity : 0,
                              .is_element = key_is_list(key) && k > 0};
    }
}

// Check the items, with memory for intermediate results.
static bool check_items(verifier *v)
{
    const gestalt_allocator *memory = &v->shape->allocator;
    uint32_t tree_end = v->shape->specification->tree_end;
    uint64_t *copy;
    carving from = {0};
    do {
        CARVE(&from, copy, v->shape->specification->item_count);
        CARVE(&from, v->frames, tree_end < LIMIT_DEPTH ? tree_end : LIMIT_DEPTH);
        CARVE(&from, v->columns, v->column_count);
    } while (carve_again(&from, memory));
    if (!from.memory)
        return no_memory(v);
    fill_columns(v);
    bool is_right = verify_stream(v) && check_derived(v, copy);
    memory_release(memory, from.memory, from.size);
    return is_right;
}

static bool check_tables(verifier *v)
{
    return check_counts(v) && check_strings(v) && check_promises(v) && check_document(v) &&
           check_enums(v) && check_keys(v) && check_hosts(v) && check_persistents(v) &&
           check_texts(v) && check_names_differ(v);
}

gestalt_result shape_verify(gestalt_shape *shape, gestalt_error *error)
{
    verifier v = {.shape = shape, .error = error, .result = GESTALT_OK};
    if (!check_header(&v) || !check_sections(&v))
        return v.result;
    shape_set_pointers(shape);
    if (!check_tables(&v) || !check_items(&v))
        return v.result;
    check_debug(&v);
    return v.result;
}
