// SPDX-License-Identifier: MIT
// The edits of a run: --edit TICK:FILE. Their trees are compiled and bound to hosts before the
// first tick, so that errors in them are reported before anything has happened.
#ifndef RUN_EDITS_H
#define RUN_EDITS_H

#include "edit_options.h"
#include "events.h"
#include "session.h"

typedef struct run_edit {
    uint64_t tick; // tick before which the edit is done
    const input *in;
    edit_renames renames;        // renames for this edit
    session_tree tree;           // the new tree; after the edit, the tree before it
    gestalt_edit_report *report; // report, after the edit
} run_edit;

typedef struct run_edits {
    cli *c;
    arena a;
    bool is_open;
    run_edit *list; // edits in the order of ticks
    uint32_t count, next;
    input *inputs; // input of the run's first tree, which is not owned, and of each edit
    uint32_t loaded;
    edit_renames renames, of_snapshot; // all renames, and those for --from
} run_edits;

/// Read the options and load the trees; `first` is the tree at the start of the run. Errors are
/// reported. Close in any case, after the session.
exit_code run_edits_open(run_edits *e, cli *c, const input *first);
void run_edits_close(run_edits *e);

/// Bind the trees for an open session with these settings. Errors are reported, including an edit
/// at a tick that never comes.
exit_code run_edits_bind(run_edits *e, session *s, const session_settings *settings);

/// Do the edits before the next tick, and report them to `events`, if that is not NULL, and to
/// standard error.
exit_code run_edits_do(run_edits *e, session *s, events *events);

/// For doing one edit at a time: return whether an edit is waiting, do it, and return its report,
/// which is valid until the edits are closed.
bool run_edits_wait(const run_edits *e, const session *s);
exit_code run_edits_do_next(run_edits *e, session *s, events *events);
const gestalt_edit_report *run_edits_report(const run_edits *e);

/// Write the completed edits as an array of objects.
void run_edits_json(text_out *out, const run_edits *e);

#endif
