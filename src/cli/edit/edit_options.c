// SPDX-License-Identifier: MIT
#include "edit_options.h"

static exit_code rename_read(gestalt_rename *r, cli *c, arena *a, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
        return cli_usage(c, "--rename cannot be `%s`: it is written as OLD=NEW", text);
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
    return verdict;
}
