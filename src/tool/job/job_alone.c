// SPDX-License-Identifier: MIT
// A process that is alone: it is the first rank, and owns all agents.
#include "command_job.h"

bool job_enter(cli *c)
{
    (void)c;
    return true;
}

exit_code job_leave(exit_code verdict)
{
    return verdict;
}

bool job_leave_to_first(void)
{
    return true;
}

bool job_is_first(void)
{
    return true;
}

uint32_t job_size(void)
{
    return 1;
}

exit_code job_agree(cli *c, exit_code verdict)
{
    (void)c;
    return verdict;
}

gestalt_result job_agree_result(gestalt_result result, gestalt_error *error)
{
    (void)error;
    return result;
}

bool job_share(const gestalt_allocator *allocator, const void **bytes, size_t *size)
{
    (void)allocator, (void)bytes, (void)size;
    return true;
}

void job_sum(uint64_t *numbers, size_t count)
{
    (void)numbers, (void)count;
}

void job_most(double *numbers, size_t count)
{
    (void)numbers, (void)count;
}

// ---- the agents

gestalt_result job_create(job_agents *j, const gestalt_population_options *how,
                          gestalt_error *error)
{
    j->ranks = NULL;
    return gestalt_population_create(how, &j->population, error);
}

void job_destroy(job_agents *j)
{
    gestalt_population_destroy(j->population);
    *j = (job_agents){0};
}

uint64_t job_count(const job_agents *j)
{
    return gestalt_population_count(j->population);
}

gestalt_result job_spawn(const job_agents *j, uint32_t group, uint64_t count, gestalt_error *error)
{
    return gestalt_population_spawn(j->population, group, count, NULL, error);
}

gestalt_result job_tick(const job_agents *j, int64_t now, gestalt_error *error)
{
    return gestalt_population_tick(j->population, now, error);
}

gestalt_result job_set_now(const job_agents *j, int64_t now, gestalt_error *error)
{
    return gestalt_population_set_now(j->population, now, error);
}

gestalt_result job_edit(const job_agents *j, const gestalt_edit *edit, gestalt_edit_report **report,
                        gestalt_error *error)
{
    return gestalt_population_edit(j->population, edit, report, error);
}

gestalt_result job_hash(const job_agents *j, uint64_t *hash, gestalt_error *error)
{
    return gestalt_population_hash(j->population, hash, error);
}

gestalt_result job_save(const job_agents *j, const char *path, gestalt_error *error)
{
    return gestalt_population_save(j->population, path, error);
}

gestalt_result job_load(const job_agents *j, const char *path, const gestalt_load_options *how,
                        gestalt_error *error)
{
    return gestalt_population_load_with(j->population, path, how, error);
}

gestalt_result job_write(const job_agents *j, text_out *out, job_put *put, void *user,
                         gestalt_error *error)
{
    (void)j;
    return put(user, out, 0, UINT64_MAX, error);
}
