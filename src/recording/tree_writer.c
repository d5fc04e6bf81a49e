// SPDX-License-Identifier: MIT
#include "tree_writer.h"

#include "error.h"
#include "record_words.h"

gestalt_result tree_writer_begin(chunk_writer *w, const gestalt_tree_description *d,
                                 gestalt_error *error)
{
    if (w->is_finished || w->kinds & ~(1u << RECORD_CHUNK_WORLD))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "options->recorder has already written a frame or trees; the recorder of "
                         "trees must be created before the first frame");
    const tree_heading heading = {.group_count = d->group_count, .every = d->every};
    chunk_writer_start(w);
    chunk_bytes_add(&w->chunk, &heading, sizeof heading);
    chunk_bytes_add(&w->chunk, d->name, strlen(d->name));
    return chunk_writer_end(w, (record_chunk){.kind = RECORD_CHUNK_TREES}, error);
}

// ---- payloads

void tree_writer_node(chunk_bytes *to, const gestalt_tree_node *node)
{
    tree_node_entry entry = {.parent = node->parent,
                             .mask = node->mask,
                             .type_size = (uint16_t)strlen(node->type),
                             .name_size = (uint16_t)strlen(node->name),
                             .label_size = (uint16_t)strlen(node->label)};
    chunk_bytes_add(to, &entry, sizeof entry);
    chunk_bytes_add(to, node->type, entry.type_size);
    chunk_bytes_add(to, node->name, entry.name_size);
    chunk_bytes_add(to, node->label, entry.label_size);
}

void tree_writer_key(chunk_bytes *to, const char *name, gestalt_type type, bool is_shared,
                     uint32_t word_count)
{
    tree_key_entry entry = {.type = (uint16_t)(type | (is_shared ? TREE_KEY_SHARED : 0)),
                            .name_size = (uint16_t)strlen(name),
                            .word_count = word_count};
    chunk_bytes_add(to, &entry, sizeof entry);
    chunk_bytes_add(to, name, entry.name_size);
}

void tree_writer_word(chunk_bytes *to, const char *word)
{
    uint32_t size = word ? (uint32_t)strlen(word) : 0;
    chunk_bytes_add(to, &size, sizeof size);
    chunk_bytes_add(to, word, size);
}

void tree_writer_counts(chunk_bytes *to, const gestalt_node_counts *counts)
{
    chunk_bytes_add_number(to, counts->succeeded);
    chunk_bytes_add_number(to, counts->failed);
    chunk_bytes_add_number(to, counts->running);
    chunk_bytes_add_number(to, counts->abandoned);
}

void tree_writer_step(chunk_bytes *to, const gestalt_tree_step *step, const gestalt_tree_step *last)
{
    unsigned char kind = (unsigned char)step->kind;
    chunk_bytes_add(to, &kind, 1);
    chunk_bytes_add_number(to, words_fold(step->agent - last->agent));
    chunk_bytes_add_number(to, step->group);
    chunk_bytes_add_number(to, words_fold((uint64_t)step->node - last->node));
}

// ---- values

static uint32_t bits_of(const gestalt_value *value)
{
    uint32_t bits = 0;
    if (value->type == GESTALT_BOOL)
        return value->boolean;
    if (value->type == GESTALT_INT)
        return (uint32_t)value->integer;
    memcpy(&bits, &value->number, sizeof bits);
    return bits;
}

static void add_word(chunk_bytes *to, uint64_t word)
{
    unsigned char bytes[TREE_ROW_SIZE_MAX];
    chunk_bytes_add(to, bytes, (size_t)(words_put(bytes, word) - bytes));
}

void tree_writer_shared(chunk_bytes *to, const gestalt_value *value)
{
    add_word(to, bits_of(value));
}

tree_answer tree_answer_of(const gestalt_value *value)
{
    return value ? (tree_answer){(uint8_t)value->type, bits_of(value)}
                 : (tree_answer){TREE_NO_ANSWER, 0};
}

void tree_answers_forget(tree_answer *answers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        answers[i] = tree_answer_of(NULL);
}

void tree_writer_answers(chunk_bytes *to, const tree_answer *answers, tree_answer *last,
                         uint32_t count)
{
    uint64_t changed = 0;
    for (uint32_t i = 0; i < count; i++)
        changed |= (uint64_t)(answers[i].type != last[i].type || answers[i].bits != last[i].bits)
                   << i;
    if (count > 0)
        add_word(to, changed);
    for (; changed; changed &= changed - 1) {
        int i = __builtin_ctzll(changed);
        last[i] = answers[i];
        chunk_bytes_add(to, &last[i].type, 1);
        if (last[i].type != TREE_NO_ANSWER)
            add_word(to, last[i].bits);
    }
}

gestalt_result tree_writer_asked(chunk_writer *w, const char *const *texts, uint32_t count,
                                 gestalt_error *error)
{
    if (count == 0)
        return GESTALT_OK;
    chunk_writer_start(w);
    for (uint32_t i = 0; i < count; i++)
        tree_writer_word(&w->chunk, texts[i]);
    return chunk_writer_end(w, (record_chunk){.kind = RECORD_CHUNK_ASKED, .count = count}, error);
}
