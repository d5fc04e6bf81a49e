// SPDX-License-Identifier: MIT
#include "edit_options.h"

#include "edit_report.h"
#include "identity.h"

static exit_code rename_read(gestalt_rename *r, cli *c, arena *a, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
        return cli_usage(c, "--rename cannot be `%s`: write OLD=NEW", text);
    r->old_name = arena_copy_text(a, text, (size_t)(equals - text));
    r->new_name = arena_copy_text(a, equals + 1, strlen(equals + 1));
    return EXIT_FINE;
}

static exit_code rename_check(const edit_renames *r, cli *c, const gestalt_rename *next)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (strcmp(r->list[i].old_name, next->old_name) == 0)
            return cli_usage(c, "--rename %s is given twice", next->old_name);
        if (strcmp(r->list[i].new_name, next->new_name) == 0)
            return cli_usage(c, "--rename gives two things the name `%s`", next->new_name);
    }
    return EXIT_FINE;
}

exit_code edit_renames_read(edit_renames *r, cli *c, arena *a)
{
    uint32_t at = 0, capacity = 0;
    const char *text;
    exit_code verdict = EXIT_FINE;
    *r = (edit_renames){0};
    while (verdict == EXIT_FINE && (text = options_next_text(&c->options, OPTION_RENAME, &at))) {
        gestalt_rename next;
        verdict = rename_read(&next, c, a, text);
        if (verdict == EXIT_FINE)
            verdict = rename_check(r, c, &next);
        if (verdict == EXIT_FINE)
            *ARENA_PUSH(a, r->list, r->count, capacity) = next;
    }
    r->is_used = ARENA_ARRAY(a, bool, r->count);
    return verdict;
}

void edit_renames_choose(const edit_renames *all, edit_renames *chosen,
                         const gestalt_shape *old_shape, const gestalt_shape *new_shape)
{
    chosen->count = 0;
    for (uint32_t i = 0; i < all->count; i++)
        if (edit_rename_fits(&all->list[i], old_shape, new_shape)) {
            chosen->list[chosen->count++] = all->list[i];
            all->is_used[i] = true;
        }
}

exit_code edit_renames_check(const edit_renames *all, cli *c)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (!all->is_used[i])
            return cli_usage(c,
                             "--rename %s=%s: no edit changes from a tree with a key or node `%s` "
                             "to one with `%s`",
                             all->list[i].old_name, all->list[i].new_name, all->list[i].old_name,
                             all->list[i].new_name);
    return EXIT_FINE;
}

exit_code edit_renames_try(const edit_renames *chosen, cli *c, const gestalt_shape *old_shape,
                           const gestalt_shape *new_shape)
{
    gestalt_error error = {0};
    gestalt_edit_report *report = NULL;
    if (chosen->count == 0)
        return EXIT_FINE;
    gestalt_result result = gestalt_shape_match(old_shape, new_shape, chosen->list, chosen->count,
                                                NULL, &report, &error);
    gestalt_edit_report_destroy(report);
    if (result == GESTALT_BAD_ARGUMENT)
        return edit_refused(chosen, c, old_shape, new_shape, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(c, "--rename", result, &error);
}

exit_code edit_refused(const edit_renames *renames, cli *c, const gestalt_shape *old_shape,
                       const gestalt_shape *new_shape, const gestalt_error *error)
{
    if (renames->count > 0 && !shape_is_stripped(old_shape) && !shape_is_stripped(new_shape))
        return cli_usage(c, "%s", error->message);
    cli_say(c, "%s", error->message);
    return cli_exit_code(GESTALT_BAD_ARGUMENT);
}
