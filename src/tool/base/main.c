// SPDX-License-Identifier: MIT
// The main function: reads the command line and runs the command.
#include "commands.h"
#include "file.h"
#include "floats.h"
#include "help.h"
#include "memory.h"
#include "output.h"
#include "team.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// The next file that is opened would get the number of a closed standard descriptor, and messages
// would end up in it. So a closed descriptor is replaced by one that cannot be used, and writing to
// it fails as it should.
static void occupy_standard_descriptors(void)
{
    for (int descriptor = 0; descriptor < 3; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0)
            (void)!open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static void report_usage(void *user, const char *message)
{
    cli_usage(user, "%s", message);
}

static exit_code show_version(cli *c)
{
    output out;
    output_start(&out, c, NULL);
    text_print(&out.text, "%s %s\n", program_name, gestalt_version());
    return output_finish(&out, c);
}

static exit_code command_start(cli *c)
{
    command_id command = c->options.command;
    if (options_flag(&c->options, OPTION_HELP))
        return help_print(c, command);
    if (options_flag(&c->options, OPTION_VERSION))
        return show_version(c);
    if (command == COMMAND_NONE) {
        help_print_short(&c->messages);
        return EXIT_USAGE;
    }
    return command_table[command].run(c);
}

static bool has_ranks(const options *o)
{
    for (uint32_t i = 0; i < o->given_count; i++)
        if (strcmp(option_table[o->given[i].option].name, "ranks") == 0)
            return true;
    return false;
}

// Return whether all ranks of a job carry out the command together: `run`, and commands with
// --ranks. The others are for one process.
static bool is_for_all(const options *o)
{
    return o->command != COMMAND_NONE &&
           (strcmp(command_table[o->command].name, "run") == 0 || has_ranks(o)) &&
           !options_flag(o, OPTION_HELP) && !options_flag(o, OPTION_VERSION);
}

// Release the options, and the bytes of a stream that was peeked at but never loaded, because the
// command failed before that.
static void release(cli *c)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (c->held)
        file_release(&a, c->held, c->held_size);
    options_destroy(&c->options);
}

int main(int count, char **arguments)
{
    cli c = {0};
    floats_reset(); // a library that was loaded earlier may have changed the mode
    occupy_standard_descriptors();
    text_start(&c.messages, output_messages_writer(), false);
    if (!team_enter(&c, arguments))
        return EXIT_IO;
    int given = count > 0 ? count - 1 : 0;
    exit_code verdict = options_parse(&c.options, given, arguments + (count > 0), report_usage, &c);
    if (verdict == EXIT_FINE && (is_for_all(&c.options) || team_leave_to_first())) {
        c.messages.color = cli_colored(&c.options, STDERR_FILENO);
        verdict = command_start(&c);
    }
    text_finish(&c.messages);
    release(&c);
    return (int)team_leave(verdict);
}
