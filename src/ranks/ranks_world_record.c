// SPDX-License-Identifier: MIT
// Recordings of worlds: rank 0 has the recorder, and gathers each frame, column by column. The
// recorder sorts agents by id, so their order does not matter.
//
// Within a frame, ranks meet as within a step: in the sums of recorded reports, and then in
// `gather_frame`. A rank that fails elsewhere meets the others there.
#include "error.h"
#include "memory.h"
#include "misuse.h"
#include "ranks_world.h"

typedef struct frame_gathering {
    gestalt_ranks_world *world;
    gestalt_recorder *recorder;
    uint32_t column_count;
    // on rank 0:
    gestalt_record_frame all; // agents of all ranks
    int *counts;              // agents of each rank, then the index of its first one
    uint64_t *ids;
    uint32_t *groups;
    void *columns[GESTALT_RECORD_COLUMNS_MAX];
} frame_gathering;

static void *gathering_new(const frame_gathering *f, size_t size)
{
    return memory_new(&f->world->allocator, (size_t)(f->all.count + 1) * size);
}

static gestalt_result gathering_open(frame_gathering *f, uint64_t count, gestalt_error *error)
{
    if (count > INT32_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "a frame has too many agents");
    f->all.count = count;
    f->counts = memory_new(&f->world->allocator, 2 * f->world->job.size * sizeof *f->counts);
    f->ids = gathering_new(f, sizeof *f->ids);
    f->groups = gathering_new(f, sizeof *f->groups);
    bool is_well = f->counts && f->ids && f->groups;
    for (uint32_t i = 0; i < f->column_count && is_well; i++) {
        f->columns[i] = gathering_new(f, sizeof(uint32_t));
        is_well = f->columns[i];
    }
    return is_well ? GESTALT_OK : error_no_memory(error);
}

static void gathering_release(const frame_gathering *f, void *list, size_t size)
{
    if (list)
        memory_release(&f->world->allocator, list, (size_t)(f->all.count + 1) * size);
}

static void gathering_close(const frame_gathering *f)
{
    if (f->counts)
        memory_release(&f->world->allocator, f->counts, 2 * f->world->job.size * sizeof *f->counts);
    gathering_release(f, f->ids, sizeof *f->ids);
    gathering_release(f, f->groups, sizeof *f->groups);
    for (uint32_t i = 0; i < f->column_count; i++)
        gathering_release(f, f->columns[i], sizeof(uint32_t));
}

static void gather(const frame_gathering *f, const gestalt_record_frame *own, const void *list,
                   MPI_Datatype type, void *all)
{
    const job *j = &f->world->job;
    MPI_Gatherv(list, (int)own->count, type, all, f->counts, f->counts ? f->counts + j->size : NULL,
                type, 0, j->communicator);
}

static void gather_all(frame_gathering *f, const gestalt_record_frame *own)
{
    const job *j = &f->world->job;
    int count = (int)own->count;
    MPI_Gather(&count, 1, MPI_INT, f->counts, 1, MPI_INT, 0, j->communicator);
    for (uint32_t i = 0, first = 0; j->rank == 0 && i < j->size; i++) {
        f->counts[j->size + i] = (int)first;
        first += (uint32_t)f->counts[i];
    }
    gather(f, own, own->ids, MPI_UINT64_T, f->ids);
    gather(f, own, own->groups, MPI_UINT32_T, f->groups);
    for (uint32_t i = 0; i < f->column_count; i++)
        gather(f, own, own->columns[i], MPI_UINT32_T, f->columns[i]);
}

// Write the agents of all ranks, given those of this rank.
static gestalt_result gather_frame(void *user, const gestalt_record_frame *own,
                                   uint32_t column_count, gestalt_error *error)
{
    frame_gathering *f = user;
    gestalt_ranks_world *w = f->world;
    agreement count = {.sum = own->count}, room = {0}, end = {0};
    f->column_count = column_count;
    if (w->failure != GESTALT_OK || ranks_world_agree(w, &count, NULL) != GESTALT_OK)
        return ranks_world_failed(w, error);
    if (w->job.rank == 0)
        room.result = gathering_open(f, count.sum, &room.error);
    if (ranks_world_agree(w, &room, error) != GESTALT_OK)
        return w->failure;
    gather_all(f, own);
    if (w->job.rank == 0) {
        f->all = (gestalt_record_frame){.step = own->step,
                                        .time = own->time,
                                        .count = f->all.count,
                                        .ids = f->ids,
                                        .groups = f->groups,
                                        .columns = (const void *const *)f->columns,
                                        .lights = own->lights};
        end.result = gestalt_recorder_frame(f->recorder, &f->all, &end.error);
    }
    return ranks_world_agree(w, &end, error);
}

gestalt_result gestalt_ranks_world_record(gestalt_ranks_world *w, uint64_t every,
                                          gestalt_writer sink, gestalt_recorder **recorder,
                                          gestalt_error *error)
{
    if (RANKS_WORLD_IS_WRONG(w, error))
        return GESTALT_MISUSE;
    agreement a = {.call = CALL_world_record};
    a.arguments = JOB_HASH(0, every);
    if (MISUSE_NULL(recorder, "recorder", &a.error))
        a.result = GESTALT_MISUSE;
    else
        *recorder = NULL;
    if (w->job.rank == 0 && a.result == GESTALT_OK)
        a.result = gestalt_world_record(w->own, every, sink, recorder, &a.error);
    gestalt_result result = job_agree(&w->job, &a, error);
    if (result != GESTALT_OK && w->job.rank == 0 && recorder) {
        gestalt_recorder_destroy(*recorder);
        *recorder = NULL;
    }
    return result;
}

gestalt_result gestalt_ranks_world_frame(gestalt_ranks_world *w, gestalt_recorder *recorder,
                                         gestalt_error *error)
{
    if (RANKS_WORLD_IS_WRONG(w, error))
        return GESTALT_MISUSE;
    gestalt_error own = {0};
    frame_gathering f = {.world = w, .recorder = recorder};
    agreement a = {.call = CALL_world_frame};
    bool has_it = w->job.rank > 0 || !MISUSE_NULL(recorder, "recorder", &a.error);
    if (has_it && w->job.rank == 0 && gestalt_recorder_owner(recorder) != w->own) {
        MISUSE(&a.error, "the recorder was not made by gestalt_ranks_world_record for this world");
        has_it = false;
    }
    a.result = has_it ? GESTALT_OK : GESTALT_MISUSE;
    if (has_it && w->job.rank == 0)
        a.sum = gestalt_recorder_wants(recorder, gestalt_world_steps(w->own));
    gestalt_result result = job_agree(&w->job, &a, error);
    if (result != GESTALT_OK || a.sum == 0)
        return result;
    if (!w->is_shared)
        return gestalt_world_frame(w->own, recorder, error);
    a = (agreement){.result = gestalt_world_take_frame(w->own, gather_frame, &f, &own)};
    a.error = own;
    if (w->failure == GESTALT_OK && a.result != GESTALT_OK)
        ranks_world_agree(w, &a, NULL);
    gathering_close(&f);
    result = w->failure == GESTALT_OK ? GESTALT_OK : ranks_world_failed(w, error);
    w->failure = GESTALT_OK; // a frame changes nothing, so steps can continue
    return result;
}
