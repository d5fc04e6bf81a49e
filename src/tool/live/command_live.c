// SPDX-License-Identifier: MIT
// gestalt live: a run of the command, and a web page about it (gestalt/live/live.h).
#include "follow.h"
#include "live_server.h"
#include "run_subject.h"
#include "signals.h"
#include "text_buffer.h"

#include <stdio.h>

// Milliseconds to wait for requests; signals that arrive just before waiting are noticed after this
// time.
enum { LIVE_PATIENCE = 200 };

static exit_code tick(run_subject *s, gestalt_live *page)
{
    text_buffer messages = {0};
    exit_code verdict = run_subject_tick(s, text_buffer_writer(&messages));
    bool has_failed = verdict != EXIT_FINE && verdict != EXIT_INTERRUPTED;
    const char *text = messages.bytes ? messages.bytes : "";
    if (has_failed)
        gestalt_live_stop(page, text);
    else
        text_write(&s->c->messages, text, messages.size);
    text_buffer_release(&messages);
    return has_failed ? EXIT_FINE : verdict; // an error has stopped the run, and the page shows it
}

static exit_code live_loop(run_subject *s, gestalt_live *page)
{
    exit_code verdict = EXIT_FINE;
    while (verdict == EXIT_FINE && !signals_came()) {
        gestalt_live_wish wish = gestalt_live_poll(page, LIVE_PATIENCE);
        if (wish == GESTALT_LIVE_END)
            return EXIT_LIMIT;
        if (wish != GESTALT_LIVE_WAIT)
            verdict = tick(s, page);
    }
    return verdict == EXIT_FINE ? EXIT_INTERRUPTED : verdict;
}

exit_code tell_link(const char *link)
{
    printf("%s\n", link);
    return fflush(stdout) == 0 ? EXIT_FINE : EXIT_IO;
}

static exit_code serve(run_subject *s, const char *path)
{
    cli *c = s->c;
    gestalt_live *page;
    gestalt_error error = {0};
    text_finish(&c->messages);
    const gestalt_live_options how = {.subject = &s->subject,
                                      .rights = GESTALT_LIVE_ALL,
                                      .starts_paused = true,
                                      .address = options_text(&c->options, OPTION_ADDRESS),
                                      .port = (uint16_t)options_number(&c->options, OPTION_PORT),
                                      .messages = c->messages.writer,
                                      .log = options_text(&c->options, OPTION_LIVE_LOG)};
    gestalt_result result = gestalt_live_create(&how, &page, &error);
    if (result != GESTALT_OK)
        return s->verdict != EXIT_FINE          ? s->verdict
               : result == GESTALT_BAD_ARGUMENT ? cli_usage(c, "%s", error.message)
                                                : cli_fail(c, path, result, &error);
    exit_code verdict = tell_link(gestalt_live_link(page));
    if (verdict == EXIT_FINE)
        verdict = live_loop(s, page);
    result = gestalt_live_end(page, &error);
    if (result != GESTALT_OK)
        verdict = cli_worse(verdict, cli_fail(c, how.log, result, &error));
    gestalt_live_destroy(page, NULL);
    return verdict;
}

exit_code command_live(cli *c)
{
    gestalt_allocator a = memory_allocator(NULL);
    const char *path = c->options.operands[0];
    if (!live_server_is_there()) {
        cli_say(c, "this build has no `gestalt live`: install libmicrohttpd-dev, and build it with "
                   "`meson setup --wipe -Dlive=enabled`");
        return EXIT_USAGE;
    }
    if (follow_is_wanted(c, path))
        return follow_command(c, path);
    run_subject *s = memory_new(&a, sizeof *s);
    if (!s)
        return cli_no_memory(c);
    exit_code verdict = run_subject_open(s, c, path);
    signals_catch();
    if (verdict == EXIT_FINE)
        verdict = serve(s, path);
    run_subject_close(s);
    memory_release(&a, s, sizeof *s);
    return signals_exit_code(verdict);
}
