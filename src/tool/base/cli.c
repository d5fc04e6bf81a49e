// SPDX-License-Identifier: MIT
#include "cli.h"

#include <inttypes.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((format(printf, 3, 0))) static void say_line(cli *c, bool is_named,
                                                           const char *format, va_list arguments)
{
    char line[8192];
    vsnprintf(line, sizeof line, format, arguments);
    if (is_named)
        text_print(&c->messages, "%s: ", program_name);
    text_escaped(&c->messages, line, strlen(line));
    text_put(&c->messages, "\n");
    text_finish(&c->messages);
}

void cli_say(cli *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say_line(c, true, format, arguments);
    va_end(arguments);
}

void cli_tell(cli *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say_line(c, false, format, arguments);
    va_end(arguments);
}

exit_code cli_usage(cli *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say_line(c, true, format, arguments);
    va_end(arguments);
    char typed[COMMAND_TYPED_SIZE];
    command_id command = c->options.command;
    if (command == COMMAND_NONE)
        cli_say(c, "`gestalt help` lists the commands");
    else
        cli_say(c, "`%s -h` shows its usage", command_typed(command, typed));
    return EXIT_USAGE;
}

// Error messages about files and limits already contain the file's name.
exit_code cli_fail(cli *c, const char *path, gestalt_result result, const gestalt_error *error)
{
    const char *why = error->message[0] ? error->message : gestalt_result_text(result);
    if (result == GESTALT_BAD_FILE)
        cli_say(c, "%s: byte %" PRIu64 ": %s", path, error->offset, why);
    else if (error->message[0] && (result == GESTALT_IO || result == GESTALT_LIMIT))
        cli_say(c, "%s", why);
    else
        cli_say(c, "%s: %s", path, why);
    return cli_exit_code(result);
}

exit_code cli_no_memory(cli *c)
{
    cli_say(c, "out of memory");
    return EXIT_LIMIT;
}

exit_code cli_exit_code(gestalt_result result)
{
    switch (result) {
    case GESTALT_OK: return EXIT_FINE;
    case GESTALT_REJECTED:
    case GESTALT_BAD_FILE: return EXIT_REJECTED;
    case GESTALT_IO: return EXIT_IO;
    case GESTALT_LIMIT:
    case GESTALT_NO_MEMORY: return EXIT_LIMIT;
    case GESTALT_BAD_ARGUMENT: return EXIT_USAGE; // --name
    case GESTALT_STALE:                           // the command never causes these results
    case GESTALT_MISUSE: break;
    case GESTALT_INTERRUPTED: return EXIT_INTERRUPTED;
    }
    return EXIT_BUG;
}

exit_code cli_worse(exit_code a, exit_code b)
{
    return a > b ? a : b;
}

exit_code cli_with_arena(cli *c, exit_code (*run)(cli *c, arena *a))
{
    arena a;
    arena_start(&a, memory_allocator(NULL));
    if (setjmp(a.escape)) {
        arena_destroy(&a);
        return cli_no_memory(c);
    }
    exit_code verdict = run(c, &a);
    arena_destroy(&a);
    return verdict;
}

bool cli_colored(const options *o, int descriptor)
{
    enum { AUTO, ALWAYS, NEVER };
    int when = options_choice(o, OPTION_COLOR);
    if (when != AUTO)
        return when == ALWAYS;
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if ((no_color && no_color[0]) || !terminal || strcmp(terminal, "dumb") == 0)
        return false;
    return isatty(descriptor);
}

bool cli_is_dash(const char *path)
{
    return strcmp(path, "-") == 0;
}

const char *cli_input_name(const char *path)
{
    return cli_is_dash(path) ? "<stdin>" : path;
}

uint32_t cli_processors(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : (uint32_t)count;
}
