// SPDX-License-Identifier: MIT
// A process that is alone: it is the first rank, and owns all agents.
#include "team.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OTHER_PROGRAM "gestalt-ranks"

// Return a number that launchers of MPI jobs set for each process, or 0.
static long job_number(const char *of_open_mpi, const char *of_others)
{
    const char *text = getenv(of_open_mpi);
    text = text ? text : getenv(of_others);
    return text ? strtol(text, NULL, 10) : 0;
}

// Become the other program, which is in the same folder as this one, or else on the PATH. Returns
// only if that fails.
static void become_other(char **arguments)
{
    char path[4096];
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - sizeof OTHER_PROGRAM);
    if (size > 0) {
        path[size] = '\0';
        memcpy(strrchr(path, '/') + 1, OTHER_PROGRAM, sizeof OTHER_PROGRAM);
        execv(path, arguments);
    }
    execvp(OTHER_PROGRAM, arguments);
}

// A process of an MPI job must not do the work of all others once more.
bool team_enter(cli *c, char **arguments)
{
    long size = job_number("OMPI_COMM_WORLD_SIZE", "PMI_SIZE");
    if (size < 2 || strcmp(program_name, "gestalt") != 0)
        return true;
    become_other(arguments);
    if (job_number("OMPI_COMM_WORLD_RANK", "PMI_RANK") == 0)
        cli_say(c,
                "%ld processes of an MPI job need the program " OTHER_PROGRAM
                ", which is not there: `./dev ranks` builds it",
                size);
    return false;
}

exit_code team_leave(exit_code verdict)
{
    return verdict;
}

bool team_leave_to_first(void)
{
    return true;
}

bool team_is_first(void)
{
    return true;
}

uint32_t team_size(void)
{
    return 1;
}

uint32_t team_threads(void)
{
    return cli_processors();
}

bool team_narrow(uint32_t size)
{
    return size > 0;
}

void team_widen(void) {}

team_places team_find_places(uint32_t threads)
{
    return (team_places){1, threads > cli_processors(), ""};
}

exit_code team_agree_with(cli *c, exit_code verdict, bool *flag)
{
    (void)c, (void)flag;
    return verdict;
}

gestalt_result team_agree_result(gestalt_result result, gestalt_error *error)
{
    (void)error;
    return result;
}

bool team_share(const gestalt_allocator *allocator, const void **bytes, size_t *size)
{
    (void)allocator, (void)bytes, (void)size;
    return true;
}

void team_sum(uint64_t *numbers, size_t count)
{
    (void)numbers, (void)count;
}

void team_most(double *numbers, size_t count)
{
    (void)numbers, (void)count;
}

// ---- the agents

gestalt_result team_create(team_agents *a, const gestalt_population_options *how,
                           gestalt_error *error)
{
    *a = (team_agents){0};
    return gestalt_population_create(how, &a->population, error);
}

void team_destroy(team_agents *a)
{
    gestalt_population_destroy(a->population);
    *a = (team_agents){0};
}

team_work team_work_of(const team_agents *a, const team_world *w)
{
    (void)a, (void)w;
    return (team_work){0};
}

uint64_t team_count(const team_agents *a)
{
    return gestalt_population_count(a->population);
}

uint64_t team_ticks(const team_agents *a)
{
    return gestalt_population_ticks(a->population);
}

bool team_is_interrupted(const team_agents *a)
{
    return gestalt_population_is_interrupted(a->population);
}

bool team_is_done(const team_agents *a, uint64_t agent)
{
    return gestalt_actor_is_done(a->population, agent);
}

gestalt_result team_spawn(const team_agents *a, uint32_t group, uint64_t count,
                          gestalt_error *error)
{
    return gestalt_population_spawn(a->population, group, count, NULL, error);
}

gestalt_result team_tick(const team_agents *a, int64_t now, gestalt_error *error)
{
    return gestalt_population_tick(a->population, now, error);
}

gestalt_result team_requests(const team_agents *a, const gestalt_request **requests,
                             uint64_t *count, gestalt_error *error)
{
    return gestalt_population_requests(a->population, requests, count, error);
}

gestalt_result team_finish_launches(const team_agents *a, const gestalt_plugin_answer *answers,
                                    uint64_t count, gestalt_error *error)
{
    for (uint64_t i = 0; i < count; i++) {
        gestalt_result result =
            gestalt_population_finish_launch(a->population, answers[i].agent, answers[i].node,
                                             answers[i].launch_id, answers[i].status, error);
        if (result != GESTALT_OK && result != GESTALT_STALE)
            return result;
    }
    return GESTALT_OK;
}

gestalt_result team_set_now(const team_agents *a, int64_t now, gestalt_error *error)
{
    return gestalt_population_set_now(a->population, now, error);
}

gestalt_result team_edit(const team_agents *a, const gestalt_edit *edit,
                         gestalt_edit_report **report, gestalt_error *error)
{
    return gestalt_population_edit(a->population, edit, report, error);
}

gestalt_result team_hash(const team_agents *a, uint64_t *hash, gestalt_error *error)
{
    return gestalt_population_hash(a->population, hash, error);
}

gestalt_result team_save(const team_agents *a, const char *path, gestalt_error *error)
{
    return gestalt_population_save(a->population, path, error);
}

gestalt_result team_load(const team_agents *a, const char *path, const gestalt_load_options *how,
                         gestalt_error *error)
{
    return gestalt_population_load_with(a->population, path, how, error);
}

gestalt_result team_record(const team_agents *a, const gestalt_tree_recorder_options *how,
                           const char *const *expressions, uint32_t count,
                           gestalt_tree_recorder **recorder, gestalt_error *error)
{
    gestalt_tree_recorder_options of = *how;
    of.population = a->population;
    return gestalt_tree_recorder_create_asking(&of, expressions, count, recorder, error);
}

// ---- worlds

gestalt_result team_world_create(team_world *w, const gestalt_scene *scene,
                                 const gestalt_world_options *how, gestalt_error *error)
{
    *w = (team_world){0};
    return gestalt_world_create(scene, how, &w->own, error);
}

void team_world_destroy(team_world *w)
{
    gestalt_world_destroy(w->own);
    *w = (team_world){0};
}

team_agents team_world_agents(const team_world *w)
{
    return (team_agents){.population = gestalt_world_population(w->own)};
}

gestalt_result team_world_step(const team_world *w, gestalt_world_ticker *ticker, void *user,
                               gestalt_error *error)
{
    return ticker ? gestalt_world_step_by(w->own, ticker, user, error)
                  : gestalt_world_step(w->own, error);
}

bool team_world_can_be_saved(const team_world *w, gestalt_result result)
{
    (void)w;
    return result != GESTALT_OK && result != GESTALT_NO_MEMORY;
}

gestalt_result team_world_hash(const team_world *w, uint64_t *hash, gestalt_error *error)
{
    return gestalt_world_hash(w->own, hash, error);
}

gestalt_result team_world_save(const team_world *w, const char *path, gestalt_error *error)
{
    return gestalt_world_save(w->own, path, error);
}

gestalt_result team_world_record(const team_world *w, uint64_t every, gestalt_writer sink,
                                 gestalt_recorder **recorder, gestalt_error *error)
{
    return gestalt_world_record(w->own, every, sink, recorder, error);
}

gestalt_result team_world_frame(const team_world *w, gestalt_recorder *recorder,
                                gestalt_error *error)
{
    return gestalt_world_frame(w->own, recorder, error);
}

gestalt_result team_world_record_trees(const team_world *w,
                                       const gestalt_tree_recorder_options *how,
                                       const char *const *expressions, uint32_t count,
                                       gestalt_tree_recorder **recorder, gestalt_error *error)
{
    const team_agents agents = team_world_agents(w);
    return team_record(&agents, how, expressions, count, recorder, error);
}

gestalt_result team_world_follow(const team_world *edited, gestalt_tree_recorder *recorder,
                                 gestalt_error *error)
{
    return gestalt_tree_recorder_follow(recorder, gestalt_world_population(edited->own), error);
}

gestalt_result team_world_edit(const team_world *w, const gestalt_scene *scene,
                               const gestalt_world_options *how, const team_renames *renames,
                               team_world *edited, gestalt_edit_report **reports,
                               gestalt_error *error)
{
    *edited = (team_world){0};
    return gestalt_world_edit(w->own, scene, how, renames->list, renames->count, &edited->own,
                              reports, error);
}

gestalt_result team_world_load(const team_world *w, const char *path,
                               const gestalt_load_options *how, gestalt_error *error)
{
    return gestalt_world_load_with(w->own, path, how, error);
}

// ---- text about agents

gestalt_result team_write(const team_agents *a, text_out *out, team_put *put, void *user,
                          gestalt_error *error)
{
    (void)a;
    return put(user, out, 0, UINT64_MAX, error);
}

gestalt_result team_write_lines(text_out *out, const team_lines *lines, gestalt_error *error)
{
    uint64_t key[2];
    gestalt_result result = GESTALT_OK;
    while (result == GESTALT_OK && lines->next(lines->user, key))
        result = lines->put(lines->user, out, error);
    return result;
}
