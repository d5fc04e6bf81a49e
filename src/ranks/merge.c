// SPDX-License-Identifier: MIT
#include "merge.h"

#include "memory.h"
#include "sort.h"

#include <string.h>

enum {
    ROUND_MOST = 1 << 16, // records in a round, of all ranks together
    ROUND_LEAST = 1 << 6, // least records of a rank
};

static size_t counts_size(const merge *m)
{
    return 2 * (size_t)m->job->size * sizeof *m->counts;
}

bool merge_open(merge *m, const job *j, gestalt_allocator allocator, size_t record_size,
                merge_order *is_before)
{
    *m = (merge){.job = j,
                 .allocator = allocator,
                 .record_size = record_size,
                 .is_before = is_before,
                 .most = ROUND_MOST / j->size};
    m->most = m->most < ROUND_LEAST ? ROUND_LEAST : m->most;
    if (j->rank > 0)
        return true;
    m->round_size = m->most * j->size * record_size;
    m->round = memory_new(&allocator, m->round_size);
    m->counts = memory_new(&allocator, counts_size(m));
    return m->round && m->counts;
}

void merge_close(merge *m)
{
    if (m->round)
        memory_release(&m->allocator, m->round, m->round_size);
    if (m->counts)
        memory_release(&m->allocator, m->counts, counts_size(m));
}

void merge_begin(merge *m, const void *own, uint64_t count)
{
    m->own = own;
    m->count = count;
}

static uint64_t key_at(const merge *m, uint64_t index)
{
    uint64_t key;
    memcpy(&key, m->own + index * m->record_size, sizeof key);
    return key;
}

// Return how many records this rank sends in the round.
static int merge_agree(merge *m)
{
    uint64_t left = m->count - m->sent, most = left < m->most ? left : m->most;
    uint64_t end = left > most ? key_at(m, m->sent + most) : UINT64_MAX, all_end, count = 0;
    MPI_Allreduce(&end, &all_end, 1, MPI_UINT64_T, MPI_MIN, m->job->communicator);
    m->is_over = all_end == UINT64_MAX;
    if (end == all_end)
        return (int)most; // no other rank has records with this key
    while (count < most && key_at(m, m->sent + count) < all_end)
        count++;
    return (int)count;
}

static void merge_round(merge *m)
{
    const job *j = m->job;
    int words = (int)(m->record_size / sizeof(uint64_t)), count = merge_agree(m) * words, all = 0;
    MPI_Gather(&count, 1, MPI_INT, m->counts, 1, MPI_INT, 0, j->communicator);
    for (uint32_t i = 0; j->rank == 0 && i < j->size; i++) {
        m->counts[j->size + i] = all;
        all += m->counts[i];
    }
    MPI_Gatherv(m->own ? m->own + m->sent * m->record_size : NULL, count, MPI_UINT64_T, m->round,
                m->counts, m->counts ? m->counts + j->size : NULL, MPI_UINT64_T, 0,
                j->communicator);
    m->sent += (uint64_t)(count / words);
    m->round_count = (uint64_t)(all / words);
    m->round_sent = 0;
    sort_heap(m->round, m->round_count, m->record_size, m->is_before, NULL);
}

uint64_t merge_next(merge *m, void *records, uint64_t capacity)
{
    while (m->round_sent == m->round_count && !m->is_over)
        merge_round(m);
    uint64_t left = m->round_count - m->round_sent, count = left < capacity ? left : capacity;
    if (count > 0)
        memcpy(records, m->round + m->round_sent * m->record_size, count * m->record_size);
    m->round_sent += count;
    return count;
}

void merge_rest(merge *m)
{
    while (!m->is_over)
        merge_round(m);
}
