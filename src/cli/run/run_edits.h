// SPDX-License-Identifier: MIT
// The edits of a run: --edit TICK:FILE. Their trees are compiled and bound to hosts before the
// first tick, so that whatever is wrong with them is said before anything has happened.
#ifndef RUN_EDITS_H
#define RUN_EDITS_H

#include "edit_options.h"
#include "events.h"
#include "session.h"

typedef struct run_edit {
    uint64_t tick; // before which it is done
    const input *in;
    edit_renames renames;        // those that it is about
    session_tree tree;           // the one that it left behind, once it is done
    gestalt_edit_report *report; // once it is done
} run_edit;

typedef struct run_edits {
    cli *c;
    arena a;
    bool is_open;
    run_edit *list; // in the order of ticks
    uint32_t count, next;
    input *inputs; // of the run's first tree, which is not owned, and of each edit
    uint32_t loaded;
    edit_renames renames, of_snapshot; // all of them, and those of --from
} run_edits;

/// Read the options and load the trees; `first` is the one that the run starts with. Errors are
/// reported. Close them in any case, after the session.
exit_code run_edits_open(run_edits *e, cli *c, const input *first);
void run_edits_close(run_edits *e);

/// Bind the trees of an open session that makes so many ticks. Errors are reported: a tick that
/// never comes is one.
exit_code run_edits_bind(run_edits *e, session *s, const session_settings *settings);

/// Do the edits that come before the coming tick, and tell of them: to `events`, if that is not
/// NULL, and to standard error.
exit_code run_edits_do(run_edits *e, session *s, events *events);

/// One of them at a time: tell whether there is one, do it, and return its report, which is kept
/// until the edits are closed.
bool run_edits_wait(const run_edits *e, const session *s);
exit_code run_edits_do_next(run_edits *e, session *s, events *events);
const gestalt_edit_report *run_edits_report(const run_edits *e);

/// The edits that were done, as an array of objects.
void run_edits_json(text_out *out, const run_edits *e);

#endif
