// SPDX-License-Identifier: MIT
// A shape item by item, in a stable format: first tables, then a line for each item with its index,
// its offset in the image, its end and its meaning.
#include "show_asm.h"
#include "columns.h"
#include "nodes.h"
#include "number.h"
#include "print_expression.h"
#include "scalar.h"
#include "show.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ASM_SOURCE_COLUMN = 72 };

typedef struct asm_state {
    const gestalt_shape *shape;
    uint32_t offset; // offset of the items in the image
    uint32_t node;   // next node id
    uint32_t host;   // host function whose arguments follow
} asm_state;

// ---- tables

static void asm_columns(text_out *out, const char *title, uint32_t numbers, uint32_t bools)
{
    text_print(out, "  %-12s %" PRIu32 " number, %" PRIu32 " bool\n", title, numbers, bools);
}

static void asm_specification(text_out *out, const gestalt_specification *s)
{
    text_put(out, "specification\n");
    text_print(out, "  %-12s %" PRIu32 " (tree %" PRIu32 ", init %" PRIu32 ")\n", "items",
               s->item_count, s->tree_end, s->item_count - s->tree_end);
    text_print(out, "  %-12s %" PRIu32 "\n", "nodes", s->node_count);
    asm_columns(out, "columns", s->number_columns, s->bool_columns);
    asm_columns(out, "shared", s->shared_number_columns, s->shared_bool_columns);
    text_print(out, "  %-12s %" PRIu32 " of %" PRIu32 " items\n", "live", s->live_capacity,
               s->live_item_count);
    text_print(out, "  %-12s %" PRIu32 " bit, %" PRIu32 " word, %" PRIu32 " long\n", "slots",
               s->bit_slots, s->word_slots, s->long_slots);
    text_print(out, "  %-12s %" PRIu32 " status (%" PRIu32 " named), %" PRIu32 " time\n",
               "persistent", s->persistent_statuses, s->named_persistents, s->persistent_times);
    text_print(out, "  %-12s %" PRIu32 "\n", "undo", s->undo_capacity);
    text_print(out, "  %-12s %" PRIu32 "\n", "guards", s->guard_depth);
    text_print(out, "  %-12s %" PRIu32 " number, %" PRIu32 " bool\n", "stacks", s->number_depth,
               s->bool_depth);
    text_print(out, "  %-12s %" PRIu32 "\n", "shuffle", s->shuffle_capacity);
    text_print(out, "  %-12s %s\n", "draws", s->draws ? "yes" : "no");
    text_print(out, "  %-12s %" PRIu32 "\n", "hosts", s->host_count);
    if (s->visit_bound == UINT64_MAX)
        text_print(out, "  %-12s unbounded\n", "visits");
    else
        text_print(out, "  %-12s %" PRIu64 "\n", "visits", s->visit_bound);
}

static void asm_keys(text_out *out, const gestalt_shape *shape)
{
    if (shape->key_count)
        text_put(out, "\nkeys (column, type, name)\n");
    for (uint32_t i = 0; i < shape->key_count; i++) {
        const image_key *key = &shape->keys[i];
        text_print(out, "  %5" PRIu32 "  ", key->column);
        if (key->words)
            text_print(out, "enum %u", (unsigned)key->words);
        else
            text_print(out, key_is_list(key) ? "%s" : "%-5s", show_key_type_text(key->type));
        if (key_is_list(key))
            text_print(out, "[%u]", (unsigned)key->capacity);
        text_put(out, "  ");
        show_string(out, shape, key->name);
        text_print(out, "%s%s\n", key->shared ? ", shared" : "", key->is_host ? ", host" : "");
    }
}

static void asm_hosts(text_out *out, const gestalt_shape *shape)
{
    if (shape->host_count)
        text_put(out, "\nhosts\n");
    for (uint32_t i = 0; i < shape->host_count; i++) {
        const image_host *host = &shape->hosts[i];
        text_print(out, "  %5" PRIu32 "  %-9s  ", i, show_host_kind_text(host->kind));
        show_string(out, shape, host->name);
        text_put(out, "(");
        for (uint32_t j = 0; j < host->argument_count; j++) {
            const image_argument *argument = &shape->arguments[host->first_argument + j];
            text_put(out, j ? ", " : "");
            show_string(out, shape, argument->name);
            text_print(out, ": %s", argument->by_key ? "key " : "");
            if (argument->words)
                text_print(out, "enum %u", (unsigned)argument->words);
            else
                text_put(out, show_key_type_text(argument->type));
            text_put(out, argument->is_list ? "[]" : "");
        }
        text_put(out, ")\n");
    }
}

static void asm_enums(text_out *out, const gestalt_shape *shape)
{
    if (shape->enum_count)
        text_put(out, "\nenums (number, words)\n");
    for (uint32_t i = 1; i <= shape->enum_count; i++) {
        text_print(out, "  %5" PRIu32 "  ", i);
        show_words(out, shape, i, ", ", UINT32_MAX, "");
        text_put(out, "\n");
    }
}

static void asm_persistents(text_out *out, const gestalt_shape *shape)
{
    if (shape->persistent_count)
        text_put(out, "\npersistents (index, first value, name)\n");
    for (uint32_t i = 0; i < shape->persistent_count; i++) {
        text_print(out, "  %5" PRIu32 "  %-7s  ", i, show_status_text(shape->persistents[i].init));
        show_string(out, shape, shape->persistents[i].name);
        text_put(out, "\n");
    }
}

// ---- items

// Print index, offset and end; a raw operand has no end.
static void asm_place(text_out *out, const asm_state *state, uint32_t index, bool is_raw)
{
    text_print(out, "%6" PRIu32 "  %06" PRIx32, index, state->offset + 8 * index);
    if (is_raw)
        text_put(out, "       -");
    else
        text_print(out, "  %6" PRIu32, item_end(state->shape->items[index]));
}

static void asm_float(text_out *out, uint32_t bits)
{
    char text[NUMBER_TEXT_SIZE];
    text_write(out, text, number_print_float(text, scalar_float_of_bits(bits)));
}

const char *asm_raw_letter(const node_view *view)
{
    return strpbrk(node_table[view->type].operands + 1, "DRHSQ");
}

void asm_head_argument(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    char letter = node_table[view->type].operands[0];
    bool has_time = strchr(node_table[view->type].operands, 'D') != NULL;
    bool is_unused = letter == 'l' && !has_time && !(view->flags & ITEM_VARIANT);
    if (letter == '-' || is_unused)
        return;
    text_put(out, " ");
    switch (letter) {
    case 'h': show_string(out, shape, shape->hosts[view->argument].name); break;
    case 'k': show_target(out, shape, view); break;
    case 'p': show_string(out, shape, shape->persistents[view->argument].name); break;
    case 'o': text_print(out, "status %" PRIu32, view->argument); break;
    case 't': text_print(out, "time %" PRIu32, view->argument); break;
    case 'b': text_print(out, "bit %" PRIu32, view->argument); break;
    case 'w': text_print(out, "word %" PRIu32, view->argument); break;
    case 'l': text_print(out, "%slong %" PRIu32, has_time ? "" : "random, ", view->argument); break;
    case 'n': text_print(out, "children %" PRIu32, view->argument); break;
    case 'c':
        text_print(out, "%sfirst %" PRIu32, view->flags & ITEM_VARIANT ? "every tick, " : "",
                   view->argument);
        break;
    case 'f': asm_float(out, view->argument); break;
    case 's': show_quoted(out, shape, view->argument); break;
    default: break;
    }
}

static void asm_source(text_out *out, const gestalt_shape *shape, uint32_t node, size_t columns)
{
    if (!shape->source)
        return;
    const image_source *source = &shape->source[node];
    text_fill(out, ' ', columns + 2 <= ASM_SOURCE_COLUMN ? ASM_SOURCE_COLUMN - columns : 2);
    show_string(out, shape, source->file);
    text_print(out, ":%" PRIu32 ":%" PRIu32, source->line, source->column);
}

static void asm_head(text_out *out, asm_state *state, uint32_t index, const node_view *view)
{
    const gestalt_shape *shape = state->shape;
    char id[16];
    snprintf(id, sizeof id, "#%" PRIu32, state->node);
    show_filter filter;
    text_out *line = show_filter_start(&filter, out, SHOW_PLAIN);
    asm_place(line, state, index, false);
    text_print(line, "  %-6s  %c%c%c  %s", id, view->flags & ITEM_CAN_SUCCEED ? 'S' : '-',
               view->flags & ITEM_CAN_FAIL ? 'F' : '-', view->flags & ITEM_CAN_RUN ? 'R' : '-',
               node_table[view->type].name);
    asm_head_argument(line, shape, view);
    if (shape->names && shape->names[state->node].name != SHAPE_NONE) {
        text_put(line, "  ");
        show_quoted(line, shape, shape->names[state->node].name);
    }
    show_filter_flush(&filter);
    asm_source(out, shape, state->node, filter.columns);
    text_put(out, "\n");
    state->node++;
}

void asm_raw(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    uint64_t raw = shape->items[view->raw];
    switch (*asm_raw_letter(view)) {
    case 'D':
        text_put(out, "duration ");
        if (raw == DURATION_EVALUATED)
            text_print(out, "in %s, evaluated", view->flags & ITEM_VARIANT ? "ticks" : "seconds");
        else
            show_duration(out, shape, view);
        break;
    case 'R':
        text_print(out, "rounds %" PRIu32 ", at most %" PRIu32 " a tick", rounds_limit(raw),
                   rounds_per_tick(raw));
        if (rounds_until(raw))
            text_print(out, ", until %s",
                       rounds_until(raw) & ITEM_CAN_SUCCEED ? "success" : "failure");
        break;
    case 'H':
        text_print(out, "success %" PRIu32 ", failure %" PRIu32 "%s", thresholds_success(raw),
                   thresholds_failure(raw), thresholds_at_end(raw) ? ", at the end" : "");
        break;
    case 'S': text_print(out, "to %s", show_status_text((uint32_t)raw)); break;
    default:
        text_put(out, "resource ");
        if ((uint32_t)raw == SHAPE_NONE)
            text_put(out, "none");
        else
            show_quoted(out, shape, (uint32_t)raw);
        break;
    }
}

void asm_pause(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    uint64_t pause = shape->items[view->pause];
    text_print(out, "pause %" PRIu32 " tick%s, long %" PRIu32, pause_ticks(pause),
               text_plural(pause_ticks(pause), "", "s"), pause_slot(pause));
}

void asm_list(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    uint64_t list = shape->items[view->list];
    uint32_t place = list_operand_place(list);
    text_put(out, "list ");
    show_column(out, shape, list_column(place));
    text_print(out, ", capacity %" PRIu32, list_capacity(place));
    if (list_operand_key(list) != LIST_NO_KEY) {
        text_put(out, ", key ");
        show_list_key(out, shape, view);
    }
    if (list_operand_index(list) != LIST_NO_KEY) {
        text_put(out, ", index ");
        show_column(out, shape, list_operand_index(list));
    }
}

static void asm_lower(text_out *out, const char *text)
{
    for (; *text; text++) {
        char c = *text >= 'A' && *text <= 'Z' ? (char)(*text - 'A' + 'a') : *text;
        text_write(out, &c, 1);
    }
}

static void asm_op_argument(text_out *out, const gestalt_shape *shape, const op_info *info,
                            uint32_t argument)
{
    switch (info->argument) {
    case 'B': text_put(out, argument ? " true" : " false"); break;
    case 'I': text_print(out, " %" PRId32, scalar_wrap(argument)); break;
    case 'F':
        text_put(out, " ");
        asm_float(out, argument);
        break;
    case 'c':
    case 's':
        text_put(out, " ");
        if (op_is_vector(info->result))
            show_string(out, shape, columns_key(shape, argument)->name);
        else
            show_column(out, shape, argument);
        break;
    case 'l':
        text_put(out, " ");
        show_column(out, shape, list_column(argument));
        break;
    case 'E':
        text_print(out, " '%s'", shape_word(shape, argument >> 8, (int32_t)(argument & 0xff)));
        break;
    case 'T':
        text_print(out, " %" PRIu32 " ", argument);
        show_quoted(out, shape, shape->texts.list[argument]);
        break;
    case 'h':
        text_put(out, " ");
        show_string(out, shape, shape->hosts[argument].name);
        break;
    default: break;
    }
}

void asm_op(text_out *out, const gestalt_shape *shape, uint32_t index)
{
    uint64_t item = shape->items[index];
    const op_info *info = op_info_of(item_type_of(item));
    asm_lower(out, info->enumerator);
    asm_op_argument(out, shape, info, item_argument(item));
    if (item_flags(item) & ITEM_LAST)
        text_put(out, "  last");
}

void asm_argument(text_out *out, const gestalt_shape *shape, uint32_t host, uint32_t index)
{
    uint32_t argument = item_argument(shape->items[index]);
    uint32_t row = shape->hosts[host].first_argument + (argument >> 24);
    const image_argument *declared = &shape->arguments[row];
    text_put(out, "argument ");
    show_string(out, shape, declared->name);
    if (item_end(shape->items[index]) == index + 1) {
        const image_key *key = columns_key(shape, argument & 0xffffff);
        text_put(out, " = ");
        if (key_is_vector(declared->type))
            show_string(out, shape, key->name);
        else
            show_column(out, shape, argument & 0xffffff);
    }
}

void asm_weight(text_out *out, uint64_t item)
{
    text_put(out, "weight, sum ");
    asm_float(out, item_argument(item));
    text_put(out, item_flags(item) & ITEM_POSITIVE ? "" : "  zero");
}

void asm_case(text_out *out, const gestalt_shape *shape, uint32_t index)
{
    text_put(out, "case ");
    show_case(out, shape, index);
}

void asm_margin(text_out *out, uint64_t item)
{
    text_put(out, "margin ");
    asm_float(out, item_argument(item));
}

void asm_init(text_out *out, const gestalt_shape *shape, uint64_t item)
{
    text_put(out, "init ");
    show_column(out, shape, item_argument(item));
}

// Print an item that is neither a node's head nor a raw operand.
static void asm_other(text_out *out, asm_state *state, uint32_t index)
{
    const gestalt_shape *shape = state->shape;
    uint64_t item = shape->items[index];
    asm_place(out, state, index, false);
    text_put(out, "                 ");
    switch (item_type_of(item)) {
    case ITEM_ARGUMENT: asm_argument(out, shape, state->host, index); break;
    case ITEM_WEIGHT: asm_weight(out, item); break;
    case ITEM_INIT: asm_init(out, shape, item); break;
    case ITEM_CASE: asm_case(out, shape, index); break;
    case ITEM_MARGIN: asm_margin(out, item); break;
    case ITEM_ORDER: text_print(out, "  order long %" PRIu32, item_argument(item)); break;
    default:
        text_put(out, "  ");
        asm_op(out, shape, index);
        state->host = item_type_of(item) == OP_CALL ? item_argument(item) : state->host;
        break;
    }
    text_put(out, "\n");
}

static void asm_items(text_out *out, const gestalt_shape *shape)
{
    const char *items = (const char *)shape->items;
    asm_state state = {.shape = shape, .offset = (uint32_t)(items - (const char *)shape->image)};
    text_put(out, "\nitems\n index  offset     end  node    can  operation\n");
    for (uint32_t i = 0; i < shape->specification->item_count; i++) {
        if (!item_is_node(item_type_of(shape->items[i]))) {
            asm_other(out, &state, i);
            continue;
        }
        node_view view = walk_node(shape->items, i);
        asm_head(out, &state, i, &view);
        if (node_table[view.type].operands[0] == 'h')
            state.host = view.argument;
        if (asm_raw_letter(&view)) {
            i = view.raw;
            asm_place(out, &state, i, true);
            text_put(out, "                 ");
            asm_raw(out, shape, &view);
            text_put(out, "\n");
        }
        if (view.pause) {
            i = view.pause;
            asm_place(out, &state, i, true);
            text_put(out, "                 ");
            asm_pause(out, shape, &view);
            text_put(out, "\n");
        }
        if (view.list) {
            i = view.list;
            asm_place(out, &state, i, true);
            text_put(out, "                 ");
            asm_list(out, shape, &view);
            text_put(out, "\n");
        }
    }
}

void show_asm(text_out *out, show_walk *walk)
{
    const gestalt_shape *shape = walk->shape;
    text_put(out, "shape ");
    show_quoted(out, shape, shape->document->name);
    text_print(out, ", version %d, %zu bytes\n\n", IMAGE_VERSION, shape->size);
    asm_specification(out, shape->specification);
    asm_keys(out, shape);
    asm_enums(out, shape);
    asm_hosts(out, shape);
    asm_persistents(out, shape);
    asm_items(out, shape);
}
