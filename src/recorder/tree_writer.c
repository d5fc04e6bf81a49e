// SPDX-License-Identifier: MIT
#include "tree_writer.h"

#include "error.h"
#include "hash.h"
#include "misuse.h"
#include "tree_words.h"

static gestalt_result writer_emit(tree_writer *w, gestalt_error *error)
{
    if (!w->has_failed) {
        w->is_writing = true;
        w->has_failed = !w->sink.write(w->sink.user, (const char *)w->chunk.bytes, w->chunk.size);
        w->is_writing = false;
    }
    if (w->has_failed)
        return error_set(error, GESTALT_IO, 0, "the recording's writer takes no more");
    return GESTALT_OK;
}

bool tree_writer_is_busy(const char *function, const tree_writer *w, gestalt_error *error)
{
    return __builtin_expect(w->is_writing, 0) &&
           misuse_tell(function, error,
                       "the sink of the recording calls this, while it is written to: do it when "
                       "the call has returned") != GESTALT_OK;
}

gestalt_result tree_writer_begin(tree_writer *w, bool is_wide, uint32_t group_count, uint32_t every,
                                 const char *name, gestalt_error *error)
{
    const size_t hashed = offsetof(tree_header, version);
    tree_header h = {.version = is_wide ? TREE_VERSION_WIDE : TREE_VERSION,
                     .group_count = group_count,
                     .every = every,
                     .name_size = (uint32_t)strlen(name)};
    memcpy(h.magic, RECORD_MAGIC, sizeof h.magic);
    w->chunk.size = 0;
    tree_bytes_add(&w->chunk, &h, sizeof h);
    tree_bytes_add(&w->chunk, name, h.name_size);
    if (w->chunk.has_failed)
        return error_no_memory(error);
    w->hash = hash_bytes(w->chunk.bytes + hashed, w->chunk.size - hashed);
    memcpy(w->chunk.bytes + offsetof(tree_header, hash), &w->hash, sizeof w->hash);
    return writer_emit(w, error);
}

void tree_writer_start(tree_writer *w)
{
    record_chunk head = {0};
    w->chunk.size = 0;
    w->chunk.has_failed = false;
    tree_bytes_add(&w->chunk, &head, sizeof head);
}

gestalt_result tree_writer_end(tree_writer *w, record_chunk head, gestalt_error *error)
{
    const size_t hashed = offsetof(record_chunk, kind);
    if (w->chunk.has_failed)
        return error_no_memory(error);
    head.size = w->chunk.size - sizeof head;
    memcpy(w->chunk.bytes, &head, sizeof head);
    head.hash = XXH3_64bits_withSeed(w->chunk.bytes + hashed, w->chunk.size - hashed, w->hash);
    memcpy(w->chunk.bytes, &head.hash, sizeof head.hash);
    w->hash = head.hash;
    return writer_emit(w, error);
}

// ---- payloads

void tree_writer_node(tree_bytes *to, const gestalt_tree_node *node)
{
    tree_node_entry entry = {.parent = node->parent,
                             .mask = node->mask,
                             .type_size = (uint16_t)strlen(node->type),
                             .name_size = (uint16_t)strlen(node->name),
                             .label_size = (uint16_t)strlen(node->label)};
    tree_bytes_add(to, &entry, sizeof entry);
    tree_bytes_add(to, node->type, entry.type_size);
    tree_bytes_add(to, node->name, entry.name_size);
    tree_bytes_add(to, node->label, entry.label_size);
}

void tree_writer_key(tree_bytes *to, const char *name, gestalt_type type, bool is_shared,
                     uint32_t word_count)
{
    tree_key_entry entry = {.type = (uint16_t)(type | (is_shared ? TREE_KEY_SHARED : 0)),
                            .name_size = (uint16_t)strlen(name),
                            .word_count = word_count};
    tree_bytes_add(to, &entry, sizeof entry);
    tree_bytes_add(to, name, entry.name_size);
}

void tree_writer_word(tree_bytes *to, const char *word)
{
    uint32_t size = word ? (uint32_t)strlen(word) : 0;
    tree_bytes_add(to, &size, sizeof size);
    tree_bytes_add(to, word, size);
}

void tree_writer_counts(tree_bytes *to, const gestalt_node_counts *counts)
{
    tree_bytes_add_number(to, counts->succeeded);
    tree_bytes_add_number(to, counts->failed);
    tree_bytes_add_number(to, counts->running);
    tree_bytes_add_number(to, counts->abandoned);
}

void tree_writer_step(tree_bytes *to, const gestalt_tree_step *step, const gestalt_tree_step *last)
{
    unsigned char kind = (unsigned char)step->kind;
    tree_bytes_add(to, &kind, 1);
    tree_bytes_add_number(to, words_fold(step->agent - last->agent));
    tree_bytes_add_number(to, step->group);
    tree_bytes_add_number(to, words_fold((uint64_t)step->node - last->node));
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

static void add_word(tree_bytes *to, uint64_t word)
{
    unsigned char bytes[TREE_ROW_SIZE_MAX];
    tree_bytes_add(to, bytes, (size_t)(words_put(bytes, word) - bytes));
}

void tree_writer_shared(tree_bytes *to, const gestalt_value *value)
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

void tree_writer_answers(tree_bytes *to, const tree_answer *answers, tree_answer *last,
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
        tree_bytes_add(to, &last[i].type, 1);
        if (last[i].type != TREE_NO_ANSWER)
            add_word(to, last[i].bits);
    }
}

gestalt_result tree_writer_asked(tree_writer *w, const char *const *texts, uint32_t count,
                                 gestalt_error *error)
{
    if (count == 0)
        return GESTALT_OK;
    tree_writer_start(w);
    for (uint32_t i = 0; i < count; i++)
        tree_writer_word(&w->chunk, texts[i]);
    return tree_writer_end(w, (record_chunk){.kind = TREE_CHUNK_ASKED, .count = count}, error);
}
