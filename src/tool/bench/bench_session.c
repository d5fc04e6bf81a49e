// SPDX-License-Identifier: MIT
#include "bench_session.h"

#include "kernels.h"

#include <string.h>
#include <unistd.h>

// ---- options

bool bench_wants_growth(const options *o)
{
    return options_flag(o, OPTION_GROWTH) || options_is_given(o, OPTION_PLOT);
}

uint64_t bench_ticks(const options *o, uint64_t agents)
{
    enum { FEW_AGENTS = 10000, TICKS = 100, MANY_TICKS = 1000, GROWTH_TICKS = 50 };
    if (options_is_given(o, OPTION_BENCH_TICKS))
        return options_number(o, OPTION_BENCH_TICKS);
    if (bench_wants_growth(o))
        return GROWTH_TICKS;
    return agents <= FEW_AGENTS ? MANY_TICKS : TICKS;
}

uint32_t bench_count_of(const options *o, option_id option)
{
    uint64_t value;
    uint32_t count = 0;
    while (options_count_at(o, option, count, &value))
        count++;
    return count;
}

bool bench_threads_at(const options *o, uint32_t index, uint32_t *threads)
{
    uint64_t count = 0;
    if (options_is_given(o, OPTION_BENCH_THREADS)) {
        bool is_there = options_count_at(o, OPTION_BENCH_THREADS, index, &count);
        *threads = (uint32_t)count;
        return is_there;
    }
    *threads = index == 0 ? 1 : cli_processors();
    return index == 0 || (index == 1 && *threads > 1);
}

uint32_t bench_most_threads(const options *o)
{
    uint32_t threads, most = 1;
    for (uint32_t i = 0; bench_threads_at(o, i, &threads); i++)
        most = threads > most ? threads : most;
    return most;
}

static const char *const set_names[] = {"auto", "plain", "avx2", "avx512"};

// Return the kernels of a choice, or NULL if the machine does not support them.
static const kernels *set_of(int choice)
{
    const kernels *chosen = choice == 0 ? kernels_best() : NULL;
    for (size_t i = 0; kernels_all[i] && !chosen; i++)
        if (strcmp(kernels_all[i]->name, set_names[choice]) == 0 && kernels_all[i]->is_supported())
            chosen = kernels_all[i];
    return chosen;
}

const char *bench_set_at(const options *o, uint32_t index)
{
    int choice;
    if (!options_choice_at(o, OPTION_BENCH_KERNELS, index, &choice))
        return NULL;
    const kernels *chosen = set_of(choice);
    return chosen ? chosen->name : set_names[choice];
}

static exit_code check_sets(bench_session *s)
{
    char list[64];
    int choice;
    const options *o = &s->c->options;
    kernels_list(list, sizeof list);
    for (uint32_t i = 0; options_choice_at(o, OPTION_BENCH_KERNELS, i, &choice); i++)
        if (!set_of(choice))
            return cli_usage(s->c, "this machine has no kernels `%s`: it has %s", set_names[choice],
                             list);
    s->setup.set = bench_set_at(o, 0);
    s->setup.has_sets = bench_set_at(o, 1) != NULL;
    return EXIT_FINE;
}

// ---- outputs

static bool goes_to_output(const options *o, option_id option)
{
    const char *path = options_text(o, option);
    return path && cli_is_dash(path);
}

static exit_code check_outputs(cli *c)
{
    const options *o = &c->options;
    int to_output = options_flag(o, OPTION_BENCH_JSON) + goes_to_output(o, OPTION_CSV) +
                    goes_to_output(o, OPTION_PLOT);
    return to_output > 1 ? cli_usage(c, "only one of --json, --csv=- and --plot=- can go to "
                                        "standard output")
                         : EXIT_FINE;
}

exit_code bench_session_start(bench_session *s, cli *c)
{
    const options *o = &c->options;
    *s = (bench_session){.c = c, .shows_progress = isatty(STDERR_FILENO)};
    exit_code verdict = check_outputs(c);
    if (verdict == EXIT_FINE)
        verdict = check_sets(s);
    if (verdict != EXIT_FINE)
        return verdict;
    s->is_quiet = options_flag(o, OPTION_BENCH_JSON) || goes_to_output(o, OPTION_CSV) ||
                  goes_to_output(o, OPTION_PLOT);
    s->setup.repeats = (uint32_t)options_number(o, OPTION_REPEATS);
    machine_read(&s->setup.machine);
    output_stream(&s->out, c, NULL);
    return EXIT_FINE;
}

static exit_code write_csv(bench_session *s, const bench_rows *rows)
{
    const char *path = options_text(&s->c->options, OPTION_CSV);
    output out;
    if (!path)
        return EXIT_FINE;
    output_start(&out, s->c, path);
    bench_rows_csv(&out.text, rows);
    return output_finish(&out, s->c);
}

static exit_code write_plot(bench_session *s, const bench_rows *rows, bench_plot *plot)
{
    const char *path = options_text(&s->c->options, OPTION_PLOT);
    output out;
    if (!path)
        return EXIT_FINE;
    output_start(&out, s->c, path);
    plot(&out.text, rows->results);
    return output_finish(&out, s->c);
}

exit_code bench_session_finish(bench_session *s, exit_code verdict, const bench_rows *rows,
                               bench_plot *plot)
{
    if (verdict == EXIT_FINE && options_flag(&s->c->options, OPTION_BENCH_JSON))
        bench_rows_json(&s->out.text, rows);
    verdict = cli_worse(verdict, output_finish(&s->out, s->c));
    if (verdict == EXIT_FINE)
        verdict = write_csv(s, rows);
    return verdict == EXIT_FINE ? write_plot(s, rows, plot) : verdict;
}

// ---- during the measurement

void bench_show_progress(void *user, uint32_t done, uint32_t all)
{
    bench_session *s = user;
    if (!s->shows_progress)
        return;
    text_print(&s->c->messages, "\r%s: %3u %%\x1b[K", s->label, (unsigned)(100 * done / all));
    text_finish(&s->c->messages);
}

void bench_hide_progress(bench_session *s)
{
    if (!s->shows_progress)
        return;
    text_put(&s->c->messages, "\r\x1b[K");
    text_finish(&s->c->messages);
}

exit_code bench_out_of_memory(bench_session *s)
{
    cli_say(s->c, "out of memory");
    return EXIT_LIMIT;
}

exit_code bench_verdict(bench_session *s, gestalt_result result, const gestalt_error *error)
{
    if (result == GESTALT_OK)
        return EXIT_FINE;
    if (result != GESTALT_REJECTED)
        return cli_fail(s->c, s->label, result, error);
    cli_say(s->c, "%s", error->message);
    return EXIT_BUG;
}
