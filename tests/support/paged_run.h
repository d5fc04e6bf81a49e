// SPDX-License-Identifier: MIT
// A run of `gestalt live` without a server: tests send it requests and advance it.
#ifndef PAGED_RUN_H
#define PAGED_RUN_H

#include "live.h"
#include "run_subject.h"
#include "text_buffer.h"

typedef struct paged_run {
    cli c; // its options are parsed by the test
    run_subject subject;
    live l;
} paged_run;

static inline bool paged_says_nothing(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return true;
}

/// Open the run of a file. Close in any case.
static inline bool paged_open(paged_run *p, const char *path)
{
    gestalt_error error;
    const gestalt_writer nowhere = {paged_says_nothing, NULL};
    const gestalt_live_options how = {
        .rights = GESTALT_LIVE_ALL, .starts_paused = true, .messages = nowhere};
    p->l = (live){.log.descriptor = -1};
    return run_subject_open(&p->subject, &p->c, path) == EXIT_FINE &&
           live_open(&p->l, &p->subject.subject, &how, &error) == GESTALT_OK;
}

static inline bool paged_close(paged_run *p)
{
    gestalt_error error;
    bool is_well = live_end(&p->l, &error) == GESTALT_OK;
    live_close(&p->l);
    run_subject_close(&p->subject);
    text_finish(&p->c.messages);
    options_destroy(&p->c.options);
    return is_well;
}

/// Do what is next. Returns false if the run cannot continue.
static inline bool paged_advance(paged_run *p)
{
    text_buffer messages = {0};
    gestalt_live_wish wish = live_next(&p->l);
    if (wish == GESTALT_LIVE_WAIT)
        return true;
    if (wish == GESTALT_LIVE_END)
        return false;
    if (run_subject_tick(&p->subject, text_buffer_writer(&messages)) != EXIT_FINE)
        live_fail(&p->l, messages.bytes ? messages.bytes : "", messages.size);
    text_buffer_release(&messages);
    live_ticked(&p->l);
    return true;
}

#endif
