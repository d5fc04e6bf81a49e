// SPDX-License-Identifier: MIT
// The stream and the tables that lowering builds: items, nodes, strings, persistents.
#include "lower_state.h"

#include "columns.h"
#include "shape_limits.h"
#include "sort.h"

lowering *lowering_new(compiler *c)
{
    lowering *l = ARENA_NEW(&c->memory, lowering);
    l->c = c;
    return l;
}

void lowering_start(lowering *l)
{
    compiler *c = l->c;
    c->work.left = (uint64_t)c->options.node_budget * LIMIT_WORK_PER_NODE;
    for (document *d = c->documents.first; d; d = d->next)
        c->work.left += d->size;
    for (uint32_t i = 0; i < c->hosts.count; i++)
        c->hosts.list[i].index = SHAPE_NONE;
    l->out.count = l->nodes.count = l->nodes.source_count = l->nodes.origin_count = l->texts.size =
        0;
    l->places.count = 0;
    l->host_count = l->persistents.count = l->enums.count = l->enums.item_count = 0;
    l->copying.path_count = l->copying.copy_count = 0;
    l->texts.table = l->persistents.names = l->copying.path_names = (names){0};
    c->keys.count = c->keys.document_count;
    l->retyped = false;
    strings_add(l, ""); // offset 0 is the empty string
}

// ---- items

uint32_t emit(lowering *l, uint64_t item)
{
    if (l->out.count == LIMIT_ITEMS) {
        uint32_t begin = json_begin(json_root(&l->c->documents.first->json));
        if (!l->out.too_many)
            diagnostics_add(l->c->diagnostics, DIAGNOSTIC_TOO_MANY,
                            (span){l->c->documents.first->source, begin, begin + 1},
                            "the shape would have more than %d items", LIMIT_ITEMS);
        l->out.too_many = true;
        return l->out.count - 1;
    }
    uint32_t index = l->out.count;
    *ARENA_PUSH(&l->c->memory, l->out.items, l->out.count, l->out.capacity) = item;
    return index;
}

void emit_code(lowering *l, expression_code code)
{
    for (uint32_t i = 0; i < code.item_count; i++) {
        uint64_t item = code.items[i];
        uint32_t index = emit(l, item_make(item_type_of(item), item_flags(item), l->out.count + 1,
                                           item_argument(item)));
        if (item_type_of(item) == OP_CONST_ENUM)
            *ARENA_PUSH(&l->c->memory, l->enums.items, l->enums.item_count,
                        l->enums.item_capacity) = index;
        else if (item_type_of(item) == OP_TEXT)
            *ARENA_PUSH(&l->c->memory, l->places.items, l->places.count, l->places.capacity) =
                index;
    }
}

// Return the path of a source for the image: relative to the folder of the first document.
static const char *shown_path(const lowering *l, const document *d, uint32_t source)
{
    if (source == d->source)
        return d->shown;
    const char *path = diagnostics_path(l->c->diagnostics, source);
    const char *folder = l->c->documents.folder_path;
    bool is_below = strncmp(path, folder, strlen(folder)) == 0;
    return clean_text(l->c, is_below ? path + strlen(folder) : path);
}

uint32_t emit_head(lowering *l, const tree_node *node, inherited from)
{
    arena *a = &l->c->memory;
    const document *d = node->document;
    image_name named = {from.name ? strings_add(l, from.name) : SHAPE_NONE,
                        from.doc ? strings_add(l, from.doc) : SHAPE_NONE};
    span written = {d->source, json_begin(node->value), json_end(node->value)};
    span place = diagnostics_origin(l->c->diagnostics, written);
    image_source source = {.size = place.end - place.begin};
    if (!l->c->options.strip)
        source.file = strings_add(l, shown_path(l, d, place.source));
    diagnostics_locate(l->c->diagnostics, place.source, place.begin, &source.line, &source.column);
    *ARENA_PUSH(a, l->nodes.names, l->nodes.count, l->nodes.capacity) = named;
    *ARENA_PUSH(a, l->nodes.sources, l->nodes.source_count, l->nodes.source_capacity) = source;
    *ARENA_PUSH(a, l->nodes.origins, l->nodes.origin_count, l->nodes.origin_capacity) = node;
    return emit(l, item_make(node->type, 0, 0, 0));
}

void set_argument(lowering *l, uint32_t item, uint32_t argument)
{
    uint64_t old = l->out.items[item];
    l->out.items[item] = item_make(item_type_of(old), item_flags(old), item_end(old), argument);
}

// ---- strings

uint32_t strings_add(lowering *l, const char *text)
{
    arena *a = &l->c->memory;
    size_t size = strlen(text) + 1;
    uint32_t found = names_find(&l->texts.table, text, size);
    if (found != NAMES_MISSING)
        return found;
    uint32_t offset = l->texts.size;
    while (l->texts.capacity - l->texts.size < size)
        l->texts.bytes = arena_grow(a, l->texts.bytes, &l->texts.capacity, 1);
    memcpy(l->texts.bytes + offset, text, size);
    l->texts.size += (uint32_t)size;
    // The table keeps its own copy, since `strings` moves when it grows, and the caller's text is
    // temporary.
    names_add(&l->texts.table, a, arena_copy_text(a, text, size), size, offset);
    return offset;
}

// ---- enums

static uint16_t use_words(lowering *l, const word_list *words)
{
    if (!words)
        return 0;
    uint16_t *place = &l->enums.numbers[words->number];
    if (*place == 0) {
        *ARENA_PUSH(&l->c->memory, l->enums.list, l->enums.count, l->enums.capacity) = words;
        *place = (uint16_t)l->enums.count;
    }
    return *place;
}

// Number the enums, those of keys first and in their order, and use these numbers in the stream.
static void number_enums(lowering *l)
{
    compiler *c = l->c;
    l->enums.numbers = ARENA_ARRAY(&c->memory, uint16_t, c->enums.count + 1);
    for (uint32_t i = 0; i < c->keys.count; i++)
        use_words(l, c->keys.list[i].words);
    for (uint32_t i = 0; i < l->enums.item_count; i++) {
        uint32_t index = l->enums.items[i];
        uint64_t item = l->out.items[index];
        uint32_t new_number = use_words(l, c->enums.list[item_enum(item) - 1]);
        set_argument(l, index, new_number << 8 | item_word(item));
    }
}

// ---- texts

uint32_t use_text(lowering *l, const char *text)
{
    compiler_texts *t = &l->c->texts;
    size_t size = strlen(text);
    uint32_t found = names_find(&t->names, text, size);
    if (found != NAMES_MISSING)
        return found;
    const char *kept = arena_copy_text(&l->c->memory, text, size);
    names_add(&t->names, &l->c->memory, kept, size, t->count);
    *ARENA_PUSH(&l->c->memory, t->list, t->count, t->capacity) = kept;
    return t->count - 1;
}

static bool text_is_before(const void *a, const void *b, const void *user)
{
    const compiler_texts *t = user;
    const uint32_t *x = a, *y = b;
    return strcmp(t->list[*x], t->list[*y]) < 0;
}

// Sort the texts that the stream uses, and use their places in the stream.
static void parts_add_texts(lowering *l, shape_parts *parts)
{
    compiler_texts *t = &l->c->texts;
    uint32_t count = 0;
    uint32_t *used = ARENA_ARRAY(&l->c->memory, uint32_t, t->count);
    uint32_t *places = ARENA_ARRAY(&l->c->memory, uint32_t, t->count);
    for (uint32_t i = 0; i < t->count; i++)
        places[i] = SHAPE_NONE;
    for (uint32_t i = 0; i < l->places.count; i++) {
        uint32_t text = item_argument(l->out.items[l->places.items[i]]);
        if (places[text] == SHAPE_NONE)
            used[count++] = text;
        places[text] = 0;
    }
    sort_heap(used, count, sizeof *used, text_is_before, t);
    for (uint32_t i = 0; i < count; i++)
        places[used[i]] = i;
    for (uint32_t i = 0; i < l->places.count; i++)
        set_argument(l, l->places.items[i],
                     places[item_argument(l->out.items[l->places.items[i]])]);
    for (uint32_t i = 0; i < count; i++)
        used[i] = strings_add(l, t->list[used[i]]);
    parts->texts = used;
    parts->text_count = count;
}

// ---- columns

bool assign_columns(compiler *c)
{
    image_key *keys = ARENA_ARRAY(&c->memory, image_key, c->keys.count);
    gestalt_specification columns = {0};
    for (uint32_t i = 0; i < c->keys.count; i++)
        keys[i] = (image_key){.type = (uint8_t)c->keys.list[i].type,
                              .shared = c->keys.list[i].shared,
                              .capacity = (uint16_t)c->keys.list[i].capacity};
    if (!shape_assign_columns(keys, c->keys.count, &columns)) {
        const document *d = c->documents.first;
        json_value place = json_member(json_root(&d->json), "blackboard", NULL);
        diagnostics_add(c->diagnostics, DIAGNOSTIC_TOO_MANY, span_of(d, place),
                        "a blackboard has at most %d numbers and bools", LIMIT_COLUMNS);
        return false;
    }
    for (uint32_t i = 0; i < c->keys.count; i++)
        c->keys.list[i].column = keys[i].column;
    return true;
}

// ---- persistents

static persistent *persistent_named(lowering *l, const char *name)
{
    uint32_t index = names_find(&l->persistents.names, name, strlen(name));
    if (index != NAMES_MISSING)
        return &l->persistents.list[index];
    name = arena_copy_text(&l->c->memory, name, strlen(name));
    names_add(&l->persistents.names, &l->c->memory, name, strlen(name), l->persistents.count);
    persistent *p = ARENA_PUSH(&l->c->memory, l->persistents.list, l->persistents.count,
                               l->persistents.capacity);
    *p = (persistent){.name = name};
    return p;
}

static void check_init(lowering *l, const persistent *p, const tree_node *node, gestalt_status init)
{
    static const char *const words[] = {"success", "failure", "running"};
    if (p->init == init)
        return;
    diagnostic *report =
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_PERSISTENT_INIT, span_of_node(node),
                        "the persistent `%s` starts as %s here and as %s elsewhere", p->name,
                        words[init], words[p->init]);
    diagnostics_note(l->c->diagnostics, report, span_of_node(p->first), "first used here");
}

uint32_t use_persistent(lowering *l, const tree_node *node, gestalt_status init)
{
    json_value key = tree_attribute(node, ATTRIBUTE_PERSISTENT);
    if (json_kind_of(key) == JSON_NONE)
        return 0;
    const char *name = read_name(l->c, node->document, key, "the name of a persistent", false);
    if (!name)
        return 0;
    persistent *p = persistent_named(l, name);
    if (node_has(node->type, 'S')) {
        if (!p->signal)
            p->signal = node;
    } else if (!p->first) {
        p->first = node;
        p->init = init;
    } else {
        check_init(l, p, node, init);
    }
    return (uint32_t)(p - l->persistents.list);
}

// Return the names of persistents that have a node of their own, which signals can refer to.
static names persistents_known(lowering *l)
{
    names known = {0};
    for (uint32_t i = 0; i < l->persistents.count; i++)
        if (l->persistents.list[i].first)
            names_add(&known, &l->c->memory, l->persistents.list[i].name,
                      strlen(l->persistents.list[i].name), i);
    return known;
}

void finish_persistents(lowering *l)
{
    const names known = persistents_known(l);
    for (uint32_t i = 0; i < l->persistents.count; i++) {
        const persistent *p = &l->persistents.list[i];
        if (p->first)
            continue;
        json_value key = tree_attribute(p->signal, ATTRIBUTE_PERSISTENT);
        diagnostic *report = diagnostics_add(l->c->diagnostics, DIAGNOSTIC_UNKNOWN_PERSISTENT,
                                             span_of(p->signal->document, key),
                                             "no `persistent` node has the key `%s`", p->name);
        const char *near = nearest_of(l->c, &known, p->name);
        if (near)
            diagnostics_help(l->c->diagnostics, report, "did you mean `%s`?", near);
    }
}

// ---- the parts of the shape

static uint32_t optional_string(lowering *l, json_value value)
{
    return json_kind_of(value) == JSON_STRING ? strings_add(l, text_of(l->c, value)) : SHAPE_NONE;
}

static void parts_add_keys(lowering *l, shape_parts *parts)
{
    compiler *c = l->c;
    image_key *keys = ARENA_ARRAY(&c->memory, image_key, c->keys.count);
    for (uint32_t i = 0; i < c->keys.count; i++) {
        const schema_key *key = &c->keys.list[i];
        keys[i] = (image_key){.name = strings_add(l, key->name),
                              .doc = c->options.strip ? SHAPE_NONE : optional_string(l, key->doc),
                              .column = key->column,
                              .type = (uint8_t)key->type,
                              .shared = key->shared,
                              .is_host = key->is_host,
                              .words = use_words(l, key->words),
                              .capacity = (uint16_t)key->capacity};
    }
    parts->keys = keys;
    parts->key_count = c->keys.count;
}

static void parts_add_hosts(lowering *l, shape_parts *parts)
{
    arena *a = &l->c->memory;
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->host_count; i++)
        count += l->c->hosts.list[l->hosts[i]].argument_count;
    image_host *hosts = ARENA_ARRAY(a, image_host, l->host_count);
    image_argument *arguments = ARENA_ARRAY(a, image_argument, count);
    count = 0;
    for (uint32_t i = 0; i < l->host_count; i++) {
        const host *h = &l->c->hosts.list[l->hosts[i]];
        hosts[i] = (image_host){strings_add(l, h->name), h->kind, count, h->argument_count};
        for (uint32_t k = 0; k < h->argument_count; k++) {
            const host_argument *from = &h->arguments[k];
            arguments[count++] = (image_argument){.name = strings_add(l, from->name),
                                                  .type = (uint8_t)key_of_value(from->type),
                                                  .by_key = from->by_key,
                                                  .is_list = from->is_list,
                                                  .words = use_words(l, from->words)};
        }
    }
    parts->hosts = hosts;
    parts->host_count = l->host_count;
    parts->arguments = arguments;
    parts->argument_count = count;
}

static void parts_add_persistents(lowering *l, shape_parts *parts)
{
    image_persistent *list = ARENA_ARRAY(&l->c->memory, image_persistent, l->persistents.count);
    for (uint32_t i = 0; i < l->persistents.count; i++)
        list[i] = (image_persistent){strings_add(l, l->persistents.list[i].name),
                                     (uint32_t)l->persistents.list[i].init};
    parts->persistents = list;
    parts->persistent_count = l->persistents.count;
}

static void parts_add_enums(lowering *l, shape_parts *parts)
{
    uint32_t count = 0;
    image_enum *enums = ARENA_ARRAY(&l->c->memory, image_enum, l->enums.count);
    for (uint32_t i = 0; i < l->enums.count; i++) {
        enums[i] = (image_enum){count, l->enums.list[i]->count};
        count += l->enums.list[i]->count;
    }
    uint32_t *words = ARENA_ARRAY(&l->c->memory, uint32_t, count);
    for (uint32_t i = 0; i < l->enums.count; i++)
        for (uint32_t k = 0; k < l->enums.list[i]->count; k++)
            words[enums[i].first_word + k] = strings_add(l, l->enums.list[i]->words[k]);
    parts->enums = enums;
    parts->enum_count = l->enums.count;
    parts->words = words;
    parts->word_count = count;
}

void lowering_parts(lowering *l, shape_parts *parts)
{
    compiler *c = l->c;
    json_value root = json_root(&c->documents.first->json);
    json_value name = json_member(root, "name", NULL);
    json_value doc = json_member(root, "doc", NULL);
    *parts = (shape_parts){
        .items = l->out.items, .item_count = l->out.count, .tree_end = l->out.tree_end};
    parts->document.name = json_kind_of(name) == JSON_STRING ? optional_string(l, name)
                                                             : strings_add(l, c->options.name);
    parts->document.doc = c->options.strip ? SHAPE_NONE : optional_string(l, doc);
    number_enums(l);
    parts_add_keys(l, parts);
    parts_add_hosts(l, parts);
    parts_add_persistents(l, parts);
    parts_add_enums(l, parts);
    parts_add_texts(l, parts);
    if (!c->options.strip) {
        parts->names = l->nodes.names;
        parts->source = l->nodes.sources;
    }
    c->origins = l->nodes.origins;
    parts->strings = l->texts.bytes;
    parts->strings_size = l->texts.size;
}
