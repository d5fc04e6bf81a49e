// SPDX-License-Identifier: MIT
// Lines about agents of all ranks, merged by their keys on the first rank. Each rank sends its
// lines in messages of a bounded size, so the first rank holds one message of each rank.
#include "error.h"
#include "memory.h"
#include "team.h"
#include "team_ranks.h"
#include "text_buffer.h"

#include <string.h>

enum {
    MESSAGE_SIZE = 16 << 10, // lines are collected up to this size
    PIECE_SIZE = 16 << 10,   // bytes that are sent at once
};

// In a message, a line follows its head.
typedef struct line_head {
    uint64_t key[2];
    uint64_t size;
} line_head;

static int piece_size(uint64_t left)
{
    return left < PIECE_SIZE ? (int)left : PIECE_SIZE;
}

// ---- sending

static void send_message(const text_buffer *m)
{
    uint64_t size = m->size;
    MPI_Send(&size, 1, MPI_UINT64_T, 0, 0, team_communicator());
    for (uint64_t i = 0; i < size; i += PIECE_SIZE)
        MPI_Send(m->bytes + i, piece_size(size - i), MPI_CHAR, 0, 0, team_communicator());
}

// Add a line to a message.
static gestalt_result add_line(text_buffer *m, const team_lines *lines, const uint64_t key[2],
                               gestalt_error *error)
{
    text_out out;
    line_head head = {{key[0], key[1]}, 0};
    size_t begin = m->size;
    gestalt_writer to = text_buffer_writer(m);
    to.write(to.user, (const char *)&head, sizeof head);
    text_start(&out, to, false);
    gestalt_result result = lines->put(lines->user, &out, error);
    if ((!text_finish(&out) || m->is_full) && result == GESTALT_OK)
        return error_no_memory(error);
    head.size = m->size - begin - sizeof head;
    if (result == GESTALT_OK)
        memcpy(m->bytes + begin, &head, sizeof head);
    return result;
}

// Send all lines, and an empty message after the last one. A rank that fails sends no more.
static gestalt_result send_lines(const team_lines *lines, gestalt_error *error)
{
    uint64_t key[2];
    text_buffer message = {0};
    gestalt_result result = GESTALT_OK;
    while (result == GESTALT_OK && lines->next(lines->user, key)) {
        result = add_line(&message, lines, key, error);
        if (result == GESTALT_OK && message.size >= MESSAGE_SIZE) {
            send_message(&message);
            message.size = 0;
        }
    }
    if (result == GESTALT_OK && message.size > 0)
        send_message(&message);
    message.size = 0;
    send_message(&message);
    text_buffer_release(&message);
    return result;
}

// ---- receiving

// The lines of a rank, up to the current one.
typedef struct line_stream {
    int rank;
    line_head head;      // head of the current line
    text_buffer message; // with the current line; unused on the first rank
    size_t at;           // position of the line after the current one
} line_stream;

// Receive the next message. Returns false after the last one, or if there is no memory for it;
// then the rest of the stream is ignored.
static bool stream_receive(line_stream *s)
{
    char piece[PIECE_SIZE];
    uint64_t size;
    gestalt_writer to = text_buffer_writer(&s->message);
    s->at = s->message.size = 0;
    do {
        MPI_Recv(&size, 1, MPI_UINT64_T, s->rank, 0, team_communicator(), MPI_STATUS_IGNORE);
        for (uint64_t i = 0; i < size; i += PIECE_SIZE) {
            MPI_Recv(piece, piece_size(size - i), MPI_CHAR, s->rank, 0, team_communicator(),
                     MPI_STATUS_IGNORE);
            if (!s->message.is_full)
                to.write(to.user, piece, (size_t)piece_size(size - i));
        }
    } while (size > 0 && s->message.is_full);
    return size > 0;
}

static bool stream_next(line_stream *s, const team_lines *own)
{
    if (s->rank == 0)
        return own->next(own->user, s->head.key);
    if (s->at == s->message.size && !stream_receive(s))
        return false;
    memcpy(&s->head, s->message.bytes + s->at, sizeof s->head);
    s->at += sizeof s->head + (size_t)s->head.size;
    return true;
}

static gestalt_result stream_put(const line_stream *s, text_out *out, const team_lines *own,
                                 gestalt_error *error)
{
    if (s->rank == 0)
        return own->put(own->user, out, error);
    text_write(out, s->message.bytes + s->at - s->head.size, (size_t)s->head.size);
    return GESTALT_OK;
}

// ---- merging

static bool stream_is_before(const line_stream *a, const line_stream *b)
{
    int k = a->head.key[0] == b->head.key[0];
    return a->head.key[k] < b->head.key[k];
}

// Move the stream at `i` of a heap down to its place. The first stream has the least key.
static void heap_sift(line_stream **heap, size_t count, size_t i)
{
    for (size_t child; (child = 2 * i + 1) < count; i = child) {
        line_stream *above = heap[i];
        if (child + 1 < count && stream_is_before(heap[child + 1], heap[child]))
            child++;
        if (!stream_is_before(heap[child], above))
            return;
        heap[i] = heap[child];
        heap[child] = above;
    }
}

// Return whether another stream has a line with the key of the first one.
static bool heap_has_twin(line_stream *const *heap, size_t count)
{
    return (count > 1 && !stream_is_before(heap[0], heap[1])) ||
           (count > 2 && !stream_is_before(heap[0], heap[2]));
}

// Write the lines of all streams, but none of lines with the same key. After an error of this rank,
// its stream ends, and the others are received without effect.
static gestalt_result merge(text_out *out, line_stream *streams, line_stream **heap,
                            const team_lines *own, gestalt_error *error)
{
    size_t count = 0;
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0; i < team_size(); i++) {
        streams[i].rank = (int)i;
        if (stream_next(&streams[i], own))
            heap[count++] = &streams[i];
    }
    for (size_t i = count / 2; i-- > 0;)
        heap_sift(heap, count, i);
    for (bool is_twin = false; count > 0;) {
        line_stream *first = heap[0];
        gestalt_result one = GESTALT_OK;
        bool has_twin = heap_has_twin(heap, count);
        if (result == GESTALT_OK && !is_twin && !has_twin)
            one = result = stream_put(first, out, own, error);
        is_twin = has_twin;
        if (one != GESTALT_OK || !stream_next(first, own))
            heap[0] = heap[--count];
        heap_sift(heap, count, 0);
    }
    for (uint32_t i = 0; i < team_size(); i++) {
        if (streams[i].message.is_full && result == GESTALT_OK)
            result = error_no_memory(error);
        text_buffer_release(&streams[i].message);
    }
    return result;
}

gestalt_result team_write_lines(text_out *out, const team_lines *lines, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    size_t size = team_size() * (sizeof(line_stream) + sizeof(line_stream *));
    line_stream *streams = team_is_first() ? memory_new(&a, size) : NULL;
    gestalt_result result = team_is_first() && !streams ? error_no_memory(error) : GESTALT_OK;
    result = team_agree_result(result, error);
    if (result == GESTALT_OK && team_is_first()) {
        memset(streams, 0, size);
        result = merge(out, streams, (line_stream **)(streams + team_size()), lines, error);
    } else if (result == GESTALT_OK) {
        result = send_lines(lines, error);
    }
    memory_release(&a, streams, size);
    return team_agree_result(result, error);
}
