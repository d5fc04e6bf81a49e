// SPDX-License-Identifier: MIT
// The ranks of an MPI job, or the first ones of them. Agents belong to the job of
// gestalt/ranks/ranks.h.
//
// Messages of ranks other than the first are collected, for team_agree.
#include "team_ranks.h"

#include "error.h"
#include "memory.h"
#include "team.h"
#include "text_buffer.h"

#include <gestalt/ranks/ranks.h>
#include <gestalt/ranks/record.h>
#include <gestalt/ranks/world.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct {
    int rank, size; // a rank that is left alone is the only one
    int world_size; // ranks of the job
    MPI_Comm communicator;
    text_buffer messages; // since the last agreement
} team = {.size = 1, .world_size = 1};

// ---- the process

bool team_enter(cli *c, char **arguments)
{
    (void)arguments;
    int level = MPI_THREAD_SINGLE;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS ||
        level < MPI_THREAD_FUNNELED) {
        cli_say(c, "MPI cannot be used by programs with threads");
        return false;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &team.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &team.size);
    team.world_size = team.size;
    team.communicator = MPI_COMM_WORLD;
    // The output of ranks looks like a terminal, but mpirun may pass it on to a file.
    if (team.size > 1)
        setenv("NO_COLOR", "1", 0);
    c->is_silent = team.rank > 0;
    if (c->is_silent)
        text_start(&c->messages, text_buffer_writer(&team.messages), false);
    return true;
}

exit_code team_leave(exit_code verdict)
{
    int code = (int)verdict;
    if (team.world_size > 1)
        MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
    text_buffer_release(&team.messages);
    MPI_Finalize();
    return (exit_code)code;
}

bool team_leave_to_first(void)
{
    team.size = 1;
    return team.rank == 0;
}

bool team_is_first(void)
{
    return team.rank == 0;
}

MPI_Comm team_communicator(void)
{
    return team.communicator;
}

uint32_t team_size(void)
{
    return (uint32_t)team.size;
}

// Launchers often bind each process to its share of the processors.
uint32_t team_threads(void)
{
    int near = 1;
    MPI_Comm machine;
    uint32_t threads = cli_processors();
    if (team.size == 1 || (long)threads < sysconf(_SC_NPROCESSORS_ONLN))
        return threads;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &near);
    MPI_Comm_free(&machine);
    return threads > (uint32_t)near ? threads / (uint32_t)near : 1;
}

// ---- some of the ranks

bool team_narrow(uint32_t size)
{
    bool is_in = (uint32_t)team.rank < size;
    MPI_Comm_split(MPI_COMM_WORLD, is_in ? 0 : MPI_UNDEFINED, team.rank, &team.communicator);
    team.size = is_in ? (int)size : 1;
    return is_in;
}

// Wait for all ranks, without using the processor, which others may need.
static void wait_for_all(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    int is_over = 0;
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    while (MPI_Test(&request, &is_over, MPI_STATUS_IGNORE) == MPI_SUCCESS && !is_over)
        nanosleep(&pause, NULL);
}

void team_widen(void)
{
    wait_for_all();
    if (team.communicator != MPI_COMM_NULL)
        MPI_Comm_free(&team.communicator);
    team.communicator = MPI_COMM_WORLD;
    team.size = team.world_size;
}

team_places team_find_places(uint32_t threads)
{
    static char launcher[MPI_MAX_LIBRARY_VERSION_STRING];
    int near_rank, near_size, size;
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &near_rank);
    MPI_Comm_size(machine, &near_size);
    MPI_Comm_free(&machine);
    int numbers[] = {near_rank == 0,
                     (long)near_size * (long)threads > sysconf(_SC_NPROCESSORS_ONLN)};
    MPI_Allreduce(MPI_IN_PLACE, numbers, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Get_library_version(launcher, &size);
    launcher[strcspn(launcher, ",\n")] = '\0';
    return (team_places){(uint32_t)numbers[0], numbers[1] > 0, launcher};
}

// ---- agreements

// Return the lowest rank for which `is_other` holds on that rank, or `size`.
static int lowest_rank(bool is_other)
{
    int lowest = is_other ? team.rank : team.size;
    MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT, MPI_MIN, team.communicator);
    return lowest;
}

// Show the messages of another rank on the first one.
static void show_messages(cli *c, int of)
{
    char text[8192];
    int size = 0;
    if (team.rank == of) {
        text_finish(&c->messages);
        size = team.messages.size < sizeof text ? (int)team.messages.size : (int)sizeof text;
        memcpy(text, team.messages.bytes ? team.messages.bytes : "", (size_t)size);
        MPI_Send(text, size, MPI_CHAR, 0, 0, team.communicator);
    } else if (team.rank == 0) {
        MPI_Status status;
        MPI_Recv(text, sizeof text, MPI_CHAR, of, 0, team.communicator, &status);
        MPI_Get_count(&status, MPI_CHAR, &size);
        text_write(&c->messages, text, (size_t)size);
        text_finish(&c->messages);
    }
}

exit_code team_agree_with(cli *c, exit_code verdict, bool *flag)
{
    enum { VERDICT, RANK, FLAG, NUMBERS };
    if (team.size == 1)
        return verdict;
    int numbers[NUMBERS] = {(int)verdict, verdict == EXIT_FINE ? INT_MIN : -team.rank, *flag};
    MPI_Allreduce(MPI_IN_PLACE, numbers, NUMBERS, MPI_INT, MPI_MAX, team.communicator);
    if (numbers[RANK] != INT_MIN && numbers[RANK] != 0)
        show_messages(c, -numbers[RANK]);
    text_finish(&c->messages);
    team.messages.size = 0;
    *flag = numbers[FLAG];
    return (exit_code)numbers[VERDICT];
}

gestalt_result team_agree_result(gestalt_result result, gestalt_error *error)
{
    if (team.size == 1)
        return result;
    int lowest = lowest_rank(result != GESTALT_OK);
    if (lowest == team.size)
        return GESTALT_OK;
    gestalt_error told = error ? *error : (gestalt_error){0};
    int code = (int)result;
    MPI_Bcast(&code, 1, MPI_INT, lowest, team.communicator);
    MPI_Bcast(&told, sizeof told, MPI_BYTE, lowest, team.communicator);
    if (error)
        *error = told;
    return (gestalt_result)code;
}

bool team_share(const gestalt_allocator *allocator, const void **bytes, size_t *size)
{
    enum { PIECE = 1 << 30 };
    uint64_t count = *size;
    if (team.size == 1)
        return true;
    MPI_Bcast(&count, 1, MPI_UINT64_T, 0, team.communicator);
    unsigned char *to = team.rank > 0 ? memory_new(allocator, (size_t)count) : NULL;
    if (lowest_rank(team.rank > 0 && count > 0 && !to) < team.size) {
        memory_release(allocator, to, (size_t)count);
        return false;
    }
    if (team.rank == 0)
        to = (unsigned char *)(uintptr_t)*bytes;
    for (uint64_t i = 0; i < count; i += PIECE)
        MPI_Bcast(to + i, (int)(count - i < PIECE ? count - i : PIECE), MPI_BYTE, 0,
                  team.communicator);
    *bytes = to;
    *size = (size_t)count;
    return true;
}

void team_sum(uint64_t *numbers, size_t count)
{
    if (team.size > 1)
        MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_UINT64_T, MPI_SUM, team.communicator);
}

void team_most(double *numbers, size_t count)
{
    if (team.size > 1)
        MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_DOUBLE, MPI_MAX, team.communicator);
}

// ---- the agents

gestalt_result team_create(team_agents *a, const gestalt_population_options *how,
                           gestalt_error *error)
{
    *a = (team_agents){0};
    if (team.size == 1)
        return gestalt_population_create(how, &a->population, error);
    gestalt_ranks_options of = {.population = *how, .communicator = &team.communicator};
    gestalt_result result = gestalt_ranks_create(&of, &a->ranks, error);
    if (result == GESTALT_OK)
        a->population = gestalt_ranks_population(a->ranks);
    return result;
}

void team_destroy(team_agents *a)
{
    if (a->ranks)
        gestalt_ranks_destroy(a->ranks);
    else
        gestalt_population_destroy(a->population);
    *a = (team_agents){0};
}

team_work team_work_of(const team_agents *a, const team_world *w)
{
    if (w->ranks) {
        gestalt_ranks_world_counts c = gestalt_ranks_world_counts_of(w->ranks);
        return (team_work){(uint64_t)(1e9 * c.busy), c.ghosts,   c.ghost_bytes, c.migrants,
                           c.migrant_bytes,          c.divisions};
    }
    return (team_work){.busy = a->ranks ? (uint64_t)(1e9 * gestalt_ranks_busy(a->ranks)) : 0};
}

uint64_t team_count(const team_agents *a)
{
    if (a->ranks)
        return gestalt_ranks_count(a->ranks);
    uint64_t count = gestalt_population_count(a->population);
    if (a->is_part)
        team_sum(&count, 1);
    return count;
}

uint64_t team_ticks(const team_agents *a)
{
    return a->ranks ? gestalt_ranks_ticks(a->ranks) : gestalt_population_ticks(a->population);
}

bool team_is_interrupted(const team_agents *a)
{
    return a->ranks ? gestalt_ranks_is_interrupted(a->ranks)
                    : gestalt_population_is_interrupted(a->population);
}

// A rank that has finished an interrupted tick waits for the others.
bool team_is_done(const team_agents *a, uint64_t agent)
{
    bool waits = team_is_interrupted(a) && !gestalt_population_is_interrupted(a->population);
    return waits || gestalt_actor_is_done(a->population, agent);
}

gestalt_result team_spawn(const team_agents *a, uint32_t group, uint64_t count,
                          gestalt_error *error)
{
    return a->ranks ? gestalt_ranks_spawn(a->ranks, group, count, NULL, error)
                    : gestalt_population_spawn(a->population, group, count, NULL, error);
}

gestalt_result team_tick(const team_agents *a, int64_t now, gestalt_error *error)
{
    return a->ranks ? gestalt_ranks_tick(a->ranks, now, error)
                    : gestalt_population_tick(a->population, now, error);
}

gestalt_result team_requests(const team_agents *a, const gestalt_request **requests,
                             uint64_t *count, gestalt_error *error)
{
    return a->ranks ? gestalt_ranks_requests(a->ranks, 0, requests, count, error)
                    : gestalt_population_requests(a->population, requests, count, error);
}

static gestalt_result finish_alone(gestalt_population *p, const gestalt_plugin_answer *answers,
                                   uint64_t count, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (uint64_t i = 0; i < count && (result == GESTALT_OK || result == GESTALT_STALE); i++)
        result = gestalt_population_finish_launch(p, answers[i].agent, answers[i].node,
                                                  answers[i].launch_id, answers[i].status, error);
    return result == GESTALT_STALE ? GESTALT_OK : result;
}

// Return the first result that is an error of the plugin.
static gestalt_result first_error(const gestalt_result *results, uint64_t count,
                                  gestalt_error *error)
{
    for (uint64_t i = 0; i < count; i++)
        if (results[i] != GESTALT_OK && results[i] != GESTALT_STALE)
            return error_set(error, results[i], 0, "answer %llu is for a launch that never was",
                             (unsigned long long)i);
    return GESTALT_OK;
}

gestalt_result team_finish_launches(const team_agents *a, const gestalt_plugin_answer *answers,
                                    uint64_t count, gestalt_error *error)
{
    gestalt_allocator with = memory_allocator(NULL);
    size_t size = (size_t)count * (sizeof(gestalt_ranks_answer) + sizeof(gestalt_result));
    if (!a->ranks)
        return finish_alone(a->population, answers, count, error);
    gestalt_ranks_answer *list = count ? memory_new(&with, size) : NULL;
    gestalt_result result = count && !list ? error_no_memory(error) : GESTALT_OK;
    result = team_agree_result(result, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_result *results = count ? (gestalt_result *)(list + count) : NULL;
    for (uint64_t i = 0; i < count; i++)
        list[i] = (gestalt_ranks_answer){answers[i].agent, answers[i].node, answers[i].launch_id,
                                         answers[i].status};
    result = gestalt_ranks_finish_launches(a->ranks, list, count, results, error);
    if (result == GESTALT_OK)
        result = team_agree_result(first_error(results, count, error), error);
    memory_release(&with, list, size);
    return result;
}

gestalt_result team_set_now(const team_agents *a, int64_t now, gestalt_error *error)
{
    return a->ranks ? gestalt_ranks_set_now(a->ranks, now, error)
                    : gestalt_population_set_now(a->population, now, error);
}

gestalt_result team_edit(const team_agents *a, const gestalt_edit *edit,
                         gestalt_edit_report **report, gestalt_error *error)
{
    return a->ranks ? gestalt_ranks_edit(a->ranks, edit, NULL, report, error)
                    : gestalt_population_edit(a->population, edit, report, error);
}

gestalt_result team_hash(const team_agents *a, uint64_t *hash, gestalt_error *error)
{
    return a->ranks ? gestalt_ranks_hash(a->ranks, hash, error)
                    : gestalt_population_hash(a->population, hash, error);
}

gestalt_result team_save(const team_agents *a, const char *path, gestalt_error *error)
{
    return a->ranks ? gestalt_ranks_save(a->ranks, path, error)
                    : gestalt_population_save(a->population, path, error);
}

gestalt_result team_load(const team_agents *a, const char *path, const gestalt_load_options *how,
                         gestalt_error *error)
{
    return a->ranks ? gestalt_ranks_load(a->ranks, path, how, error)
                    : gestalt_population_load_with(a->population, path, how, error);
}

gestalt_result team_record(const team_agents *a, const gestalt_tree_recorder_options *how,
                           const char *const *expressions, uint32_t count,
                           gestalt_tree_recorder **recorder, gestalt_error *error)
{
    if (a->ranks)
        return gestalt_ranks_record(a->ranks, how, expressions, count, recorder, error);
    gestalt_tree_recorder_options of = *how;
    of.population = a->population;
    return gestalt_tree_recorder_create_asking(&of, expressions, count, recorder, error);
}

// ---- worlds

gestalt_result team_world_create(team_world *w, const gestalt_scene *scene,
                                 const gestalt_world_options *how, gestalt_error *error)
{
    *w = (team_world){0};
    if (team.size == 1)
        return gestalt_world_create(scene, how, &w->own, error);
    gestalt_ranks_world_options of = {.world = *how, .communicator = &team.communicator};
    gestalt_result result = gestalt_ranks_world_create(scene, &of, &w->ranks, error);
    if (result == GESTALT_OK)
        w->own = gestalt_ranks_world_own(w->ranks);
    return result;
}

void team_world_destroy(team_world *w)
{
    if (w->ranks)
        gestalt_ranks_world_destroy(w->ranks);
    else
        gestalt_world_destroy(w->own);
    *w = (team_world){0};
}

team_agents team_world_agents(const team_world *w)
{
    return (team_agents){.population = gestalt_world_population(w->own),
                         .is_part = w->ranks != NULL};
}

gestalt_result team_world_step(const team_world *w, gestalt_world_ticker *ticker, void *user,
                               gestalt_error *error)
{
    if (w->ranks)
        return ticker ? gestalt_ranks_world_step_by(w->ranks, ticker, user, error)
                      : gestalt_ranks_world_step(w->ranks, error);
    return ticker ? gestalt_world_step_by(w->own, ticker, user, error)
                  : gestalt_world_step(w->own, error);
}

// Other failures leave the ranks different from one another.
bool team_world_can_be_saved(const team_world *w, gestalt_result result)
{
    if (!w->ranks)
        return result != GESTALT_OK && result != GESTALT_NO_MEMORY;
    return result == GESTALT_REJECTED || result == GESTALT_INTERRUPTED;
}

gestalt_result team_world_hash(const team_world *w, uint64_t *hash, gestalt_error *error)
{
    return w->ranks ? gestalt_ranks_world_hash(w->ranks, hash, error)
                    : gestalt_world_hash(w->own, hash, error);
}

gestalt_result team_world_save(const team_world *w, const char *path, gestalt_error *error)
{
    return w->ranks ? gestalt_ranks_world_save(w->ranks, path, error)
                    : gestalt_world_save(w->own, path, error);
}

gestalt_result team_world_record(const team_world *w, uint64_t every, gestalt_writer sink,
                                 gestalt_recorder **recorder, gestalt_error *error)
{
    return w->ranks ? gestalt_ranks_world_record(w->ranks, every, sink, recorder, error)
                    : gestalt_world_record(w->own, every, sink, recorder, error);
}

gestalt_result team_world_frame(const team_world *w, gestalt_recorder *recorder,
                                gestalt_error *error)
{
    return w->ranks ? gestalt_ranks_world_frame(w->ranks, recorder, error)
                    : gestalt_world_frame(w->own, recorder, error);
}

gestalt_result team_world_record_trees(const team_world *w,
                                       const gestalt_tree_recorder_options *how,
                                       const char *const *expressions, uint32_t count,
                                       gestalt_tree_recorder **recorder, gestalt_error *error)
{
    const team_agents agents = team_world_agents(w);
    return w->ranks ? gestalt_ranks_world_record_trees(w->ranks, how, expressions, count, recorder,
                                                       error)
                    : team_record(&agents, how, expressions, count, recorder, error);
}

gestalt_result team_world_follow(const team_world *edited, gestalt_tree_recorder *recorder,
                                 gestalt_error *error)
{
    return edited->ranks ? gestalt_ranks_world_follow(edited->ranks, recorder, error)
                         : gestalt_tree_recorder_follow(
                               recorder, gestalt_world_population(edited->own), error);
}

gestalt_result team_world_edit(const team_world *w, const gestalt_scene *scene,
                               const gestalt_world_options *how, const team_renames *renames,
                               team_world *edited, gestalt_edit_report **reports,
                               gestalt_error *error)
{
    const gestalt_ranks_world_options of = {.world = *how};
    *edited = (team_world){0};
    if (!w->ranks)
        return gestalt_world_edit(w->own, scene, how, renames->list, renames->count, &edited->own,
                                  reports, error);
    gestalt_result result = gestalt_ranks_world_edit(
        w->ranks, scene, &of, renames->list, renames->count, &edited->ranks, reports, error);
    if (result == GESTALT_OK)
        edited->own = gestalt_ranks_world_own(edited->ranks);
    return result;
}

gestalt_result team_world_load(const team_world *w, const char *path,
                               const gestalt_load_options *how, gestalt_error *error)
{
    return w->ranks ? gestalt_ranks_world_load(w->ranks, path, how, error)
                    : gestalt_world_load_with(w->own, path, how, error);
}

// ---- text about agents

enum {
    IDS_AT_ONCE = 16 * 4096,
    PIECE_SIZE = 16 << 10, // bytes of a message
};
#define FAILED UINT64_MAX // instead of a size

// Return the end of the ids from `first` on that are written at once: all have the same owner.
static uint64_t write_end(const team_agents *a, uint64_t first, uint64_t last)
{
    enum { ID_BLOCK = 4096 };
    uint64_t end = first;
    uint32_t owner = gestalt_ranks_owner(a->ranks, first);
    while (end < last && end - first < IDS_AT_ONCE && gestalt_ranks_owner(a->ranks, end) == owner)
        end += ID_BLOCK;
    return end < last ? end : last;
}

static int piece_size(uint64_t left)
{
    return left < PIECE_SIZE ? (int)left : PIECE_SIZE;
}

// Produce text, and send it to the first rank.
static gestalt_result send_text(uint64_t first, uint64_t end, team_put *put, void *user,
                                gestalt_error *error)
{
    text_out out;
    text_buffer text = {0};
    text_start(&out, text_buffer_writer(&text), false);
    gestalt_result result = put(user, &out, first, end, error);
    if (!text_finish(&out) && result == GESTALT_OK)
        result = error_no_memory(error);
    uint64_t size = result == GESTALT_OK ? text.size : FAILED;
    MPI_Send(&size, 1, MPI_UINT64_T, 0, 0, team.communicator);
    for (uint64_t i = 0; result == GESTALT_OK && i < size; i += PIECE_SIZE)
        MPI_Send(text.bytes + i, piece_size(size - i), MPI_CHAR, 0, 0, team.communicator);
    text_buffer_release(&text);
    return result;
}

// Receive text from a rank, and write it.
static void receive_text(text_out *out, int from)
{
    char piece[PIECE_SIZE];
    uint64_t size;
    MPI_Recv(&size, 1, MPI_UINT64_T, from, 0, team.communicator, MPI_STATUS_IGNORE);
    for (uint64_t i = 0; size != FAILED && i < size; i += PIECE_SIZE) {
        MPI_Recv(piece, piece_size(size - i), MPI_CHAR, from, 0, team.communicator,
                 MPI_STATUS_IGNORE);
        text_write(out, piece, (size_t)piece_size(size - i));
    }
}

// A rank that has failed continues, so that the others receive what they wait for.
gestalt_result team_write(const team_agents *a, text_out *out, team_put *put, void *user,
                          gestalt_error *error)
{
    if (!a->ranks)
        return put(user, out, 0, UINT64_MAX, error);
    gestalt_result result = GESTALT_OK;
    uint64_t last = gestalt_ranks_next_id(a->ranks);
    for (uint64_t first = 0, end; first < last; first = end) {
        gestalt_result one = GESTALT_OK;
        gestalt_error of_one = {0};
        int owner = (int)gestalt_ranks_owner(a->ranks, first);
        end = write_end(a, first, last);
        if (team.rank == owner && owner > 0)
            one = send_text(first, end, put, user, &of_one);
        else if (team.rank == owner)
            one = put(user, out, first, end, &of_one);
        else if (team.rank == 0)
            receive_text(out, owner);
        if (one != GESTALT_OK && result == GESTALT_OK) {
            result = one;
            *error = of_one;
        }
    }
    return team_agree_result(result, error);
}
