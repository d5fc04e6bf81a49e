// SPDX-License-Identifier: MIT
// Tests of the reference's edits against results that were worked out by hand from docs/editing.md,
// with at least one row for each of its rules.
#include "generate.h"
#include "reference_edit.h"
#include "shorthand.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct example {
    const char *name;
    const char *root, *new_root;
    const char *nodes;  // new id of each old node, or - for none
    const char *events; // one tick between two |
    const char *stubs, *script;
    // members before the root; NULL: none, and for `new_head` the same as `head`
    const char *head, *new_head;
    const char *csv;        // expected blackboards at the end; NULL: not compared
    const char *third_root; // root of a third document, for a second edit one tick later
    int at;                 // tick before which the edit happens; 0: 1
    int agents;             // number of agents; 0: one
} example;

#define NAMED(leaf_type, name, more) LEAF(leaf_type, ",'name':'" name "'" more)
#define LOOK(name, of)               NAMED("action", name, ",'do':'" of "'")
#define RANDOMLY(type, children)     LIST(type, "'order':'random',", children)

// ---- which nodes match

static const example matching[] = {
    {"the same shape", SEQ(ACT("a") "," ACT("b")), SEQ(ACT("a") "," ACT("b")), "0 1 2",
     "1r R|E 1r R|1s 2r R", "a=2:success b=1:success"},
    {"roots of two types", SEQ(ACT("a")), SEL(ACT("a")), "- -", "1r R|E c1 1r R", "a=2:success"},
    {"roots with two verbs", ACT("a"), ACT("b"), "-", "0r R|E c0 0r R", "a=2:success b=3:success"},
    {"roots with a name and another", LOOK("x", "a"), LOOK("y", "a"), "0", "0r R|E 0r R|0s S",
     "a=2:success"},
    {"a key is a verb", SEQ(SET("x", "1") "," SET("y", "1") "," RUNNING),
     SEQ(SET("y", "2") "," SET("x", "2") "," RUNNING), "0 2 1 3", "1s 2s 3r R|E 3r R",
     .head = "'blackboard':{'x':'int','y':'int'},"},
    {"a predicate is a verb", SEL(LEAF("condition", ",'call':'p'") "," RUNNING),
     SEL(LEAF("condition", ",'call':'q'") "," RUNNING), "0 - 2", "1f 2r R|E 2r R",
     "p=0:failure q=0:failure"},
    {"a predicate is no expression", SEL(LEAF("condition", ",'call':'p'") "," RUNNING),
     SEL(IF("tick < 0") "," RUNNING), "0 - 2", "1f 2r R|E 2r R", "p=0:failure"},
    {"a question is no verb", SEL(IF("tick < 0") "," RUNNING), SEL(IF("tick < 1") "," RUNNING),
     "0 1 2", "1f 2r R|E 2r R"},
    {"`then` gets an `else`", DECIDE("tick == 0", ACT("a")),
     EITHER("'if':'tick == 0'", ACT("a"), ACT("b")), "0 1", "1r R|E 1r R|1s S|2r R",
     "a=2:success b=2:success"},
    {"branches that change places match by role", EITHER("'if':'true'", ACT("a"), ACT("b")),
     EITHER("'if':'true'", ACT("b"), ACT("a")), "0 - -", "1r R|E c1 1r R",
     "a=2:success b=2:success"},
    {"a decorator's child, whatever its name", OVER("invert", "", LOOK("x", "a")),
     OVER("invert", "", LOOK("y", "a")), "0 1", "1r R|E 1r R|1s F", "a=2:success"},
    {"a decorator's child of another type", OVER("invert", "", ACT("a")),
     OVER("invert", "", SEQ(ACT("a"))), "0 -", "1r R|E c1 2r R", "a=2:success"},
    {"names first", CON(LOOK("x", "a") "," LOOK("y", "a") "," ACT("a")),
     CON(ACT("a") "," LOOK("y", "a") "," LOOK("x", "a")), "0 3 2 1", "1r 2r 3r R|E 1r 2r 3r R",
     "a=2:success"},
    {"a name, a type and a verb", CON(LOOK("x", "a") "," NAMED("running", "x", "")),
     CON(NAMED("running", "x", "") "," LOOK("x", "b")), "0 - 1", "1r 2r R|E c1 1r 2r R",
     "a=2:success b=2:success"},
    {"of two with one name the first", CON(LOOK("x", "a") "," LOOK("x", "a")),
     CON(RUNNING "," LOOK("x", "a")), "0 2 -", "1r 2r R|E c2 1r 2r R", "a=2:success"},
    {"then what is the same all the way down", CON(WAIT("3") "," WAIT("5")),
     CON(WAIT("5") "," WAIT("3")), "0 2 1", "1r 2r R|E 1r 2r R|1r 2r R|1r 2s R|1r 2r R|1s 2r R"},
    {"the same with other constants",
     SEQ(SET("x", "x + (1 + 2)") "," SET("x", "x + 4") "," RUNNING),
     SEQ(SET("x", "x + 4") "," SET("x", "x + 3") "," RUNNING), "0 2 1 3", "1s 2s 3r R|E 3r R",
     .head = "'blackboard':{'x':'int'},"},
    {"an int is another constant than its float",
     SEQ(SET("x", "int(1.5) + x") "," SET("x", "x + 1") "," RUNNING),
     SEQ(SET("x", "x + 1") "," SET("x", "1 + x") "," RUNNING), "0 2 1 3", "1s 2s 3r R|E 3r R",
     .head = "'blackboard':{'x':'int'},"},
    {"nothing else is folded", SEQ(SET("x", "2 + x + 1") "," SET("x", "0") "," RUNNING),
     SEQ(SET("x", "0") "," SET("x", "x + 3") "," RUNNING), "0 2 1 3", "1s 2s 3r R|E 3r R",
     .head = "'blackboard':{'x':'int'},"},
    {"defaults are written out",
     CON(OVER("repeat", "'per_tick':9,", WAIT("2")) "," OVER("repeat", "'per_tick':64,",
                                                             WAIT("2"))),
     CON(OVER("repeat", "", WAIT("2")) "," OVER("repeat", "'per_tick':8,", WAIT("2"))), "0 3 4 1 2",
     "2r 4r R|E 2r 4r R"},
    {"a doc is left out", CON(WAIT("2") "," LEAF("wait", ",'ticks':3,'doc':'a'")),
     CON(LEAF("wait", ",'ticks':3,'doc':'b'") "," WAIT("2")), "0 2 1", "1r 2r R|E 1r 2r R"},
    {"then by type and verb", CON(WAIT("3") "," ACT("a")), CON(ACT("a") "," WAIT("4")), "0 2 1",
     "1r 2r R|E 1r 2r R", "a=3:success"},
    {"by type, if one has a name", CON(ACT("a") "," LOOK("x", "b")),
     CON(ACT("b") "," LOOK("y", "a")), "0 2 1", "1r 2r R|E 1r 2r R", "a=3:success b=3:success"},
    {"not by type, if both have names", CON(LOOK("x", "a") "," LOOK("y", "a")),
     CON(LOOK("z", "a") "," LOOK("y", "a")), "0 - 2", "1r 2r R|E c1 1r 2r R", "a=3:success"},
    {"below what does not match", SEQ(SEQ(ACT("a"))), SEQ(SEL(ACT("a"))), "0 - -", "2r R|E c2 2r R",
     "a=3:success"},
    {"a copy's name",
     SEQ("{'type':'subtree','name':'x','tree':'t','with':{'n':3}},"
         "{'type':'subtree','name':'y','tree':'t'}"),
     SEQ("{'type':'subtree','name':'y','tree':'t'},{'type':'subtree','name':'x','tree':'t'}"),
     "0 2 1", "1r R|E 2r R|2r R|2r R|2s S",
     .head = "'trees':{'t':{'params':{'n':1},'root':{'type':'wait','ticks':'n + 3'}}},"},
};

// ---- which nodes stay live

static const example staying[] = {
    {"a child is inserted", SEQ(ACT("a") "," ACT("b")), SEQ(RUNNING "," ACT("a") "," ACT("b")),
     "0 2 3", "1r R|E 2r R|2s 3r R|3s S|1r R", "a=2:success b=1:success"},
    {"a child that has not run is put behind", SEQ(ACT("a")), SEQ(ACT("a") "," ACT("b")), "0 1",
     "1r R|E 1s 2r R", "a=1:success b=1:success"},
    {"the live child is removed", SEQ(ACT("a") "," ACT("b")), SEQ(ACT("b")), "0 - 1",
     "1r R|E c1 1r R", "a=2:success b=1:success"},
    {"children change places", SEQ(ACT("a") "," ACT("b")), SEQ(ACT("b") "," ACT("a")), "0 2 1",
     "1r R|E 2r R|2s S|1r R", "a=2:success b=1:success"},
    {"a decorator above drops, and what is above that", OVER("repeat", "'count':2,", ACT("a")),
     OVER("repeat", "'count':2,", OVER("invert", "", ACT("a"))), "0 -", "1r R|E c1 2r R",
     "a=2:success"},
    {"a decorator goes", OVER("repeat", "", OVER("invert", "", ACT("a"))),
     OVER("repeat", "", ACT("a")), "0 - -", "2r R|E c2 1r R", "a=2:success"},
    {"what is kept alive by another", CON(OVER("invert", "", ACT("a")) "," WAIT("3")),
     CON(OVER("invert", "", ACT("b")) "," WAIT("3")), "0 1 - 3",
     "2r 3r R|E c2 2r 3r R|2r 3r R|2s F", "a=2:success b=2:success"},
    {"live without a live child", OVER("delay", TICKS("2"), ACT("a")),
     OVER("delay", TICKS("2"), ACT("b")), "0 -", "R|E R|1r R", "a=2:success b=2:success"},
    {"a delay that has run its child", OVER("delay", TICKS("0"), ACT("a")),
     OVER("delay", TICKS("0"), ACT("b")), "0 -", "1r R|E c1 1r R", "a=2:success b=2:success"},
    {"in increasing order",
     CON(OVER("debug", "'message':'m',", ACT("a")) "," DEFER("d") "," ACT("b")), ACT("a"),
     "- - - - -", "1:start 2r 3r 4r L3 R|E 1:abandon c2 c4 X3 0r R",
     "a=2:success b=2:success d=9:success"},
    {"launched in the last tick", SEQ(WAIT("1") "," DEFER("d")), RUNNING, "- - -",
     "1r R|1s 2r L2 R|E X2 0r R", "d=9:success", .at = 2},
    {"what has ended gets no request", DEFER("d"), RUNNING, "-", "0r L0 R|E 0r R",
     .script = "1:finish 0 0 success"},
    {"a launch goes on under its new id", SEQ(DEFER("d") "," RUNNING),
     SEQ(WAIT("9") "," DEFER("d") "," RUNNING), "0 2 3", "1r L1 R|E 2r R|2s 3r R",
     .script = "2:finish 0 2 success"},
    {"an end that was told before", SEQ(DEFER("d") "," RUNNING),
     SEQ(WAIT("9") "," DEFER("d") "," RUNNING), "0 2 3", "1r L1 R|E 2s 3r R",
     .script = "1:finish 0 1 success"},
    {"agents in their order", SEQ(ACT("a") "," DEFER("d")), SEQ(DEFER("d")), "0 - 1",
     "1r R @1 1r R|E c1 @1 c1 @0 1r L1 R @1 1r L1 R", "a=2:success d=2:success", .agents = 2},
    {"a host's cancel before", SEQ(DEFER("d") "," ACT("a")), SEQ(ACT("a")), "0 - 1",
     "1r L1 R @1 1r L1 R|E X1 @1 X1 @0 1r R @1 1r R", "a=2:success d=9:success",
     .script = "1:cancel 0", .agents = 2},
    {"a host's cancel before, of a node that matches", SEQ(DEFER("d")), SEQ(RUNNING "," DEFER("d")),
     "0 2", "1r L1 R @1 1r L1 R|E 1r X2 R @1 2r R", "d=9:success", .script = "1:cancel 0",
     .agents = 2},
    {"an agent that no longer exists", DEFER("d"), RUNNING, "-",
     "0r L0 R @1 0r L0 R|E X0 @1 X0 0r R", "d=9:success", .script = "1:despawn 0", .agents = 2},
    {"random order stays", RANDOMLY("sequence", ACT("a") "," ACT("b") "," ACT("c")),
     RANDOMLY("sequence", ACT("a") "," ACT("b") "," ACT("c")), "0 1 2 3",
     "1r R|E 1s 3r R|3s 2r R|2s S", "a=1:success b=1:success c=1:success"},
    {"random order with one more", RANDOMLY("sequence", ACT("a") "," ACT("b")),
     RANDOMLY("sequence", ACT("a") "," ACT("b") "," ACT("c")), "0 1 2", "2r R|E c2 2r R",
     "a=9:success b=9:success c=9:success"},
    {"random order, in another order", RANDOMLY("sequence", ACT("a") "," ACT("b")),
     RANDOMLY("sequence", ACT("b") "," ACT("a")), "0 2 1", "2r R|E c2 1r R",
     "a=9:success b=9:success"},
    {"random order stays, concurrent", RANDOMLY("concurrent", ACT("a") "," ACT("b") "," ACT("c")),
     RANDOMLY("concurrent", ACT("a") "," ACT("b") "," ACT("c")), "0 1 2 3",
     "1r 3r 2r R|E 1r 3r 2r R|1s 3s 2s S", "a=2:success b=2:success c=2:success"},
    {"random order stays, parallel", RANDOMLY("parallel", ACT("a") "," ACT("b") "," ACT("c")),
     RANDOMLY("parallel", ACT("a") "," ACT("b") "," ACT("c")), "0 1 2 3",
     "1r 3r 2r R|E 1r 3r 2r R|1s 3s 2s S", "a=2:success b=2:success c=2:success"},
    {"order changes, concurrent", CON(ACT("a") "," ACT("b")),
     RANDOMLY("concurrent", ACT("a") "," ACT("b")), "0 1 2", "1r 2r R|E c1 c2 2r 1r R",
     "a=9:success b=9:success"},
    {"order changes, parallel", RANDOMLY("parallel", ACT("a") "," ACT("b")),
     PAR("", ACT("a") "," ACT("b")), "0 1 2", "2r 1r R|E c1 c2 1r 2r R", "a=9:success b=9:success"},
    {"another verdict is found in the next tick",
     PAR("'success':1,'failure':2,", FAILURE "," ACT("a") "," ACT("a")),
     PAR("'success':1,'failure':1,'verdict':'end',", FAILURE "," ACT("a") "," ACT("a")), "0 1 2 3",
     "1f 2r 3r R|E 2r 3r c2 c3 F", "a=9:success"},
    {"order changes", SEQ(ACT("a")), RANDOMLY("sequence", ACT("a")), "0 1", "1r R|E c1 1r R",
     "a=9:success"},
    {"weights change", LIST("weighted", "'weights':[1,0],", ACT("a") "," ACT("b")),
     LIST("weighted", "'weights':[0,1],", ACT("a") "," ACT("b")), "0 1 2", "1r R|E 1r R|1s S|2r R",
     "a=2:success b=2:success"},
    {"another child for the weights", LIST("weighted", "'weights':[1,0],", ACT("a") "," ACT("b")),
     LIST("weighted", "'weights':[1,0],", ACT("a") "," ACT("c")), "0 1 -", "1r R|E c1 1r R",
     "a=2:success b=2:success c=2:success"},
    {"scores change", LIST("utility", "'scores':[1,0],", ACT("a") "," ACT("b")),
     LIST("utility", "'scores':[0,1],", ACT("a") "," ACT("b")), "0 1 2", "1r R|E 1r R|1s S|2r R",
     "a=2:success b=2:success"},
    {"a score goes", LIST("utility", "'scores':[1,0],", ACT("a") "," ACT("b")),
     LIST("utility", "'scores':[1],", ACT("a")), "0 1 -", "1r R|E c1 1r R",
     "a=2:success b=2:success"},
    {"everything that is asked again", PRIO(IF("tick > 1") "," ACT("a") "," ACT("b")),
     PRIO(ACT("b") "," ACT("a")), "0 - 2 1", "1f 2r R|E 1r c2 R", "a=9:success b=9:success"},
};

// ---- the state that a live node keeps

#define SUM(amount) SET("x", "x + " amount)
static const char an_int[] = "'blackboard':{'x':'int'},";

static const example keeping[] = {
    {"a longer wait", WAIT("2"), WAIT("4"), "0", "0r R|E 0r R|0r R|0r R|0s S"},
    {"a shorter wait is due", WAIT("9"), WAIT("1"), "0", "0r R|0r R|E 0s S", .at = 2},
    {"a longer wait that was due", WAIT("1"), WAIT("2"), "0", "0r R|E 0r R|0s S"},
    {"seconds", LEAF("wait", ",'seconds':2"), LEAF("wait", ",'seconds':2.5"), "0",
     "0r R|E 0r R|0r R|0s S"},
    {"seconds become ticks", LEAF("wait", ",'seconds':3"), WAIT("3"), "0",
     "0r R|0r R|E 0r R|0r R|0r R|0s S", .at = 2},
    {"ticks become seconds", WAIT("3"), LEAF("wait", ",'seconds':1"), "0", "0r R|E 0r R|0s S"},
    {"a timeout that starts anew with 0", OVER("timeout", TICKS("5"), ACT("a")),
     OVER("timeout", SECONDS("0"), ACT("a")), "0 1", "1r R|E c1 F", "a=9:success"},
    {"a timeout whose child is another", OVER("timeout", TICKS("2"), CON(ACT("a") "," ACT("b"))),
     OVER("timeout", TICKS("3"), CON(ACT("c") "," ACT("b"))), "0 1 - 3",
     "2r 3r R|E c2 2r 3r R|2r 3r R|c2 c3 F", "a=9:success b=9:success c=9:success"},
    {"a delay that is over stays over", OVER("delay", TICKS("1"), ACT("a")),
     OVER("delay", TICKS("9"), ACT("a")), "0 1", "R|1r R|E 1r R|1s S|R", "a=2:success", .at = 2},
    {"a delay that is over, in seconds", OVER("delay", TICKS("1"), ACT("a")),
     OVER("delay", SECONDS("9"), ACT("a")), "0 1", "R|1r R|E 1r R|1s S|R", "a=2:success", .at = 2},
    {"rounds", OVER("repeat", "'count':3,", WAIT("1")), OVER("repeat", "'count':4,", WAIT("1")),
     "0 1", "1r R|1s 1r R|E 1s 1r R|1s 1r R|1s S", .at = 2},
    {"fewer rounds than there were", OVER("repeat", "'count':9,", WAIT("1")),
     OVER("repeat", "'count':1,", WAIT("1")), "0 1", "1r R|1s 1r R|1s 1r R|E 1s S", .at = 3},
    {"a limit is gained", OVER("repeat", "", WAIT("1")), OVER("repeat", "'count':2,", WAIT("1")),
     "0 1", "1r R|1s 1r R|1s 1r R|E 1s 1r R|1s S", .at = 3},
    {"a limit is lost, and another gained", OVER("repeat", "'count':3,", WAIT("1")),
     OVER("repeat", "", WAIT("1")), "0 1", "1r R|1s 1r R|E 1s 1r R|E 1s 1r R|1s 1r R|1s S", .at = 2,
     .third_root = OVER("repeat", "'count':3,", WAIT("1"))},
    {"attempts", OVER("retry", "'attempts':5,", OVER("invert", "", WAIT("1"))),
     OVER("retry", "'attempts':2,", OVER("invert", "", WAIT("1"))), "0 1 2", "2r R|2s 2r R|E 2s F",
     .at = 2},
    {"a round had succeeded", OVER("while", "", SEQ(WAIT("1") "," IF("tick < 2"))),
     OVER("while", "'per_tick':9,", SEQ(WAIT("1") "," IF("tick < 1"))), "0 1 2 3",
     "2r R|2s 3s 2r R|E 2s 3f S", .at = 2},
    {"a longer pause", OVER("repeat", "'pause':2,", SUCCESS), OVER("repeat", "'pause':4,", SUCCESS),
     "0 1", "1s R|E R|R|R|1s R|R"},
    {"a shorter pause is over", OVER("while", "'pause':9,", SUCCESS),
     OVER("while", "'pause':3,", SUCCESS), "0 1", "1s R|R|R|R|E 1s R|R|R|1s R", .at = 4},
    {"a pause is gained", OVER("repeat", "'per_tick':2,", SUCCESS),
     OVER("repeat", "'pause':5,", SUCCESS), "0 1", "1s 1s R|1s 1s R|E 1s R|R|R|R|R|1s R", .at = 2},
    {"a pause is lost", OVER("retry", "'pause':5,", FAILURE),
     OVER("retry", "'per_tick':2,", FAILURE), "0 1", "1f R|E 1f 1f R"},
    {"a pause ends a round later", OVER("retry", "'pause':1,", ACT("a")),
     OVER("retry", "'pause':2,", ACT("a")), "0 1", "1r R|E 1f R|R|1r R|1f R", "a=1:failure"},
    {"`until` is no limit", OVER("repeat", "'count':3,'per_tick':1,", SUCCESS),
     OVER("repeat", "'count':3,'per_tick':1,'until':'failure',", SUCCESS), "0 1",
     "1s R|E 1s R|1s S"},
    {"`until` is gained", OVER("repeat", "", WAIT("1")),
     OVER("repeat", "'until':'success',", WAIT("1")), "0 1", "1r R|E 1s S|1r R"},
    {"a loop at its bound", OVER("repeat", "'count':5,'per_tick':2,", SUCCESS),
     OVER("repeat", "'count':5,'per_tick':2,", FAILURE), "0 -", "1s 1s R|E 1f 1f R|1f F"},
    {"answers of a parallel", PAR("", ACT("a") "," ACT("b") "," ACT("c")),
     PAR("", ACT("c") "," ACT("a") "," ACT("d")), "0 2 - 1", "1s 2s 3r R|E 1r 3r R|1s 3s S",
     "a=0:success b=0:success c=2:success d=1:success"},
    {"a threshold that was reached is found later", PAR("", ACT("a") "," ACT("b") "," ACT("c")),
     PAR("'success':1,", ACT("a") "," ACT("b") "," ACT("c")), "0 1 2 3",
     "1s 2r 3r R|E 2r 3r R|2s c3 S", "a=0:success b=2:success c=3:success"},
    {"a cooldown that does not live", SEL(OVER("cooldown", TICKS("3"), SUCCESS) "," RUNNING),
     SEL(RUNNING "," OVER("cooldown", TICKS("3"), SUCCESS)), "0 2 3 1", "2s S|E 1r R"},
    {"a longer cooldown", OVER("cooldown", TICKS("2"), SUCCESS),
     OVER("cooldown", TICKS("4"), SUCCESS), "0 1", "1s S|E F|F|F|1s S"},
    {"a cooldown in ticks, then seconds", OVER("cooldown", TICKS("2"), SUCCESS),
     OVER("cooldown", SECONDS("2"), SUCCESS), "0 1", "1s S|E F|F|1s S"},
    {"a cooldown that was due", OVER("cooldown", TICKS("1"), SUCCESS),
     OVER("cooldown", SECONDS("2"), SUCCESS), "0 1", "1s S|E 1s S|F|1s S"},
    {"once", SEL(OVER("once", "", IF("tick > 0")) "," RUNNING),
     SEL(RUNNING "," OVER("once", "", IF("tick < 0"))), "0 2 3 1", "2f 3r R|E 1r R"},
    {"once, when it is asked again", PRIO(OVER("once", "", IF("tick == 0")) "," RUNNING),
     PRIO(OVER("once", "", IF("tick > 5")) "," RUNNING), "0 1 2 3", "2s S|E S"},
    {"once, somewhere else", SEQ(OVER("once", "", FAILURE)), SEL(OVER("once", "", FAILURE)),
     "- - -", "2f F|E 2f F"},
    {"persistents by key", SEQ(SIGNAL("p", "success") "," KEPT("p", "failure") "," RUNNING),
     SEQ(KEPT("p", "running") "," KEPT("q", "failure")), "0 - 1 -", "1s 2s 3r R|E 1s 2f F"},
    {"the random stream goes on", SEQ(IF("rand() < 0") "," RUNNING), SET("x", "rand()"), "- - -",
     "1f F|E 0s S", .head = "'blackboard':{'x':'float'},", .csv = "agent,x\n0,0.8300409\n"},
    {"a stream that starts", RUNNING, SET("x", "rand()"), "-", "0r R|E 0s S",
     .head = "'blackboard':{'x':'float'},", .csv = "agent,x\n0,0.39640892\n"},
    {"a stream that starts anew", SET("x", "rand()"), RUNNING, "-", "0s S|E 0r R|E 0s S",
     .head = "'blackboard':{'x':'float'},", .csv = "agent,x\n0,0.39640892\n",
     .third_root = SET("x", "rand()")},
    {"a document's init makes no stream", SUCCESS, SET("x", "rand()"), "-", "0s S|E 0s S",
     .head = "'blackboard':{'x':{'type':'float','init':'rand()'}},",
     .csv = "agent,x\n0,0.39640892\n"},
    {"a copy's init that draws makes a stream", LEAF("subtree", ",'tree':'t'"),
     LEAF("subtree", ",'tree':'t'"), "0", "0s S|E 0s S",
     .head = "'trees':{'t':{'blackboard':{'y':{'type':'float','init':'rand()'}},"
             "'root':{'type':'set','key':'y','to':'y + 1'}}},",
     .new_head = "'blackboard':{'x':{'type':'float','init':'rand()'}},"
                 "'trees':{'t':{'blackboard':{'y':{'type':'float','init':'rand()'}},"
                 "'root':{'type':'set','key':'y','to':'y + 1'}}},",
     .csv = "agent,x,t/y\n0,0.8300409,2.396409\n"},
};

// ---- keys

static const example keys[] = {
    {"kept, by name", SEQ(SET("x", "7") "," SET("y", "8")), RUNNING, "- - -", "1s 2s S|E 0r R",
     .head = "'blackboard':{'x':'int','y':'int'},",
     .new_head = "'blackboard':{'y':'int','x':'int'},", .csv = "agent,y,x\n0,8,7\n"},
    {"gone, and there again", SET("x", "7"), RUNNING, "-", "0s S|E 0r R", .head = an_int,
     .new_head = "'blackboard':{'z':{'type':'int','init':3}},", .csv = "agent,z\n0,3\n"},
    {"an int becomes a float", SET("x", "7"), RUNNING, "-", "0s S|E 0r R", .head = an_int,
     .new_head = "'blackboard':{'x':{'type':'float','init':3}},", .csv = "agent,x\n0,7.0\n"},
    {"a float becomes an int", SET("x", "7"), RUNNING, "-", "0s S|E 0r R",
     .head = "'blackboard':{'x':'float'},",
     .new_head = "'blackboard':{'x':{'type':'int','init':3}},", .csv = "agent,x\n0,3\n"},
    {"another type without an init", SET("x", "true"), RUNNING, "-", "0s S|E 0r R",
     .head = "'blackboard':{'x':'bool'},", .new_head = an_int, .csv = "agent,x\n0,0\n"},
    {"a vec2", SEQ(SET("v.x", "1") "," SET("v.y", "2")), RUNNING, "- - -", "1s 2s S|E 0r R",
     .head = "'blackboard':{'v':'vec2'},",
     .new_head = "'blackboard':{'x':'int','v':{'type':'vec2','init':[5,5]}},",
     .csv = "agent,x,v.x,v.y\n0,0,1.0,2.0\n"},
    {"a vec2 becomes a vec3", SEQ(SET("v.x", "1") "," SET("v.y", "2")), RUNNING, "- - -",
     "1s 2s S|E 0r R", .head = "'blackboard':{'v':'vec2'},",
     .new_head = "'blackboard':{'v':{'type':'vec3','init':[5,6,7]}},",
     .csv = "agent,v.x,v.y,v.z\n0,1.0,2.0,0.0\n"},
    {"a vec3 becomes a vec2", SEQ(SET("v.x", "1") "," SET("v.y", "2")), RUNNING, "- - -",
     "1s 2s S|E 0r R", .head = "'blackboard':{'v':'vec3'},",
     .new_head = "'blackboard':{'v':{'type':'vec2','init':[5,6]}},",
     .csv = "agent,v.x,v.y\n0,5.0,6.0\n"},
    {"inits are evaluated after all kept values", SET("x", "7"), RUNNING, "-", "0s S|E 0r R",
     .head = an_int,
     .new_head = "'blackboard':{'x':{'type':'int','init':1},'y':{'type':'int','init':'x + 1'},"
                 "'z':{'type':'int','init':'y * 100 + tick * 10 + agent'},"
                 "'d':{'type':'float','init':'time + dt'}},",
     .csv = "agent,x,y,z,d\n0,7,8,810,1.0\n"},
    {"shared keys are kept", RUNNING, RUNNING, "0", "0r R|E 0r R", .script = "0:int 0 x 5",
     .head = "'blackboard':{'x':{'type':'int','shared':true}},",
     .new_head = "'blackboard':{'x':{'type':'float','shared':true},"
                 "'y':{'type':'float','shared':true,'init':'x + 1'}},",
     .csv = "agent,x,y\n0,5.0,6.0\n"},
    {"what was shared gives everybody its value", RUNNING, SUM("agent"), "-",
     "0r R @1 0r R|E 0s S @1 0s S", .script = "0:int 0 x 5",
     .head = "'blackboard':{'x':{'type':'int','shared':true}},",
     .new_head = "'blackboard':{'x':{'type':'int','init':3}},", .csv = "agent,x\n0,5\n1,6\n",
     .agents = 2},
    {"what becomes shared has its init", SET("x", "agent"), RUNNING, "-",
     "0s S @1 0s S|E 0r R @1 0r R", .head = an_int,
     .new_head = "'blackboard':{'x':{'type':'int','shared':true,'init':3}},",
     .csv = "agent,x\n0,3\n1,3\n", .agents = 2},
};

// ---- lists

#define KEYS(declarations)     "'blackboard':{" declarations "},"
#define INIT(type, size, init) "{'type':{'list':" type "},'capacity':" size ",'init':[" init "]}"
#define INTS(size, init)       KEYS("'l':" INIT("'int'", size, init) ",'x':'int','s':'int'")
#define SHARED(type, size, init)                                                                   \
    "{'type':{'list':" type "},'capacity':" size ",'shared':true,'init':[" init "]}"
#define SET_TO(key, to)         LEAF("set", ",'key':'" key "','to':" to)
#define SET_AT(key, at, to)     LEAF("set", ",'key':'" key "','at':" at ",'to':" to)
#define EACH(list, more, child) OVER("for_each", "'key':'" list "','item':'x'," more, child)
#define TO_NOTHING              RUNNING, RUNNING, "0", "0r R|E 0r R"

static const example lists[] = {
    {"a list is kept", PUSH("l", "'value':7"), RUNNING, "-", "0s S|E 0r R", .head = INTS("3", "1"),
     .new_head = KEYS("'l':" INIT("'int'", "3", "4,5")), .csv = "agent,l\n0,1 7\n"},
    {"a larger capacity", PUSH("l", "'value':7"), PUSH("l", "'value':8"), "0", "0s S|E 0s S",
     .head = KEYS("'l':" INIT("'int'", "2", "1")),
     .new_head = KEYS("'l':" INIT("'int'", "3", "4,5,6")), .csv = "agent,l\n0,1 7 8\n"},
    {"the last elements are dropped", PUSH("l", "'value':7"), PUSH("l", "'value':8"), "0",
     "0s S|E 0f F", .head = KEYS("'l':" INIT("'int'", "4", "1,2,3")),
     .new_head = KEYS("'l':" INIT("'int'", "2", "")), .csv = "agent,l\n0,1 2\n"},
    {"ints become floats", TO_NOTHING, .head = KEYS("'l':" INIT("'int'", "2", "1,16777217")),
     .new_head = KEYS("'l':" INIT("'float'", "2", "5")), .csv = "agent,l\n0,1.0 16777216.0\n"},
    {"vec2s become vec3s", TO_NOTHING, .head = KEYS("'l':" INIT("'vec2'", "2", "[1,2],[3,4]")),
     .new_head = KEYS("'l':" INIT("'vec3'", "2", "")),
     .csv = "agent,l\n0,1.0:2.0:0.0 3.0:4.0:0.0\n"},
    {"enums by their words", TO_NOTHING, .head = KEYS("'l':" INIT("['a','b','c']", "3", "'a','c'")),
     .new_head = KEYS("'l':" INIT("['c','a']", "3", "'c','c','c'")), .csv = "agent,l\n0,a c\n"},
    {"an element without a conversion", TO_NOTHING,
     .head = KEYS("'l':" INIT("['a','b','c']", "3", "'a','b'")),
     .new_head = KEYS("'l':" INIT("['c','a']", "3", "'c','c','c'")), .csv = "agent,l\n0,c c c\n"},
    {"a dropped element needs no conversion", TO_NOTHING,
     .head = KEYS("'l':" INIT("['a','b','c']", "3", "'a','b'")),
     .new_head = KEYS("'l':" INIT("['c','a']", "1", "'c'")), .csv = "agent,l\n0,a\n"},
    {"words of no place", TO_NOTHING, .script = "1:list 0 l 0,7",
     .head = KEYS("'l':" INIT("['a','b']", "3", "")),
     .new_head = KEYS("'l':" INIT("['a','b']", "2", "'b'") ",'m':'int'"),
     .csv = "agent,l,m\n0,a 7,0\n"},
    {"words of no place in another enum", TO_NOTHING, .script = "1:list 0 l 0,7",
     .head = KEYS("'l':" INIT("['a','b']", "3", "")),
     .new_head = KEYS("'l':" INIT("['a','b','c']", "2", "'b'")), .csv = "agent,l\n0,b\n"},
    {"elements of another type", TO_NOTHING, .head = KEYS("'l':" INIT("'float'", "2", "1")),
     .new_head = KEYS("'l':" INIT("'int'", "2", "5,6")), .csv = "agent,l\n0,5 6\n"},
    {"vec3s do not become vec2s", TO_NOTHING, .head = KEYS("'l':" INIT("'vec3'", "2", "[1,2,3]")),
     .new_head = KEYS("'l':" INIT("'vec2'", "2", "")), .csv = "agent,l\n0,\n"},
    {"a value becomes a list", SET("l", "7"), RUNNING, "-", "0s S|E 0r R",
     .head = KEYS("'l':'int'"), .new_head = KEYS("'l':" INIT("'int'", "2", "5,6")),
     .csv = "agent,l\n0,5 6\n"},
    {"a list becomes a value", TO_NOTHING, .head = KEYS("'l':" INIT("'int'", "2", "5,6")),
     .new_head = KEYS("'l':{'type':'int','init':3}"), .csv = "agent,l\n0,3\n"},
    {"a word becomes a list of words", TO_NOTHING,
     .head = KEYS("'l':{'type':['a','b'],'init':'b'}"),
     .new_head = KEYS("'l':" INIT("['a','b']", "2", "'a'")), .csv = "agent,l\n0,a\n"},
    {"inits see kept lists", PUSH("l", "'value':7"), RUNNING, "-", "0s S|E 0r R",
     .head = INTS("3", "1"),
     .new_head = KEYS(
         "'l':" INIT("'int'", "3", "") ",'k':" INIT("'int'", "4", "'l[1]','count(l)','count(k)'")),
     .csv = "agent,l,k\n0,1 7,7 2 2\n"},
    {"a shared list is kept", TO_NOTHING, .script = "0:list 0 l 8,9",
     .head = KEYS("'l':" SHARED("'int'", "2", "1")),
     .new_head =
         KEYS("'l':" SHARED("'float'", "1", "") ",'k':" SHARED("'float'", "2", "'l[0] + 1'")),
     .csv = "agent,l,k\n0,8.0,9.0\n"},
    {"what was shared gives everybody its value", RUNNING, PUSH("l", "'value':'agent'"), "-",
     "0r R @1 0r R|E 0s S @1 0s S", .script = "0:list 0 l 8,9", .agents = 2,
     .head = KEYS("'l':" SHARED("'int'", "2", "1")),
     .new_head = KEYS("'l':" INIT("'int'", "3", "5")), .csv = "agent,l\n0,8 9 0\n1,8 9 1\n"},
    {"what becomes shared has its init", PUSH("l", "'value':7"), RUNNING, "-", "0s S|E 0r R",
     .head = KEYS("'l':" INIT("'int'", "3", "1")),
     .new_head = KEYS("'l':" SHARED("'int'", "3", "5")), .csv = "agent,l\n0,5\n"},
    {"an init of a copy's list makes a stream", LEAF("subtree", ",'tree':'t'"),
     LEAF("subtree", ",'tree':'t'"), "0", "0s S|E 0s S",
     .head = "'trees':{'t':{'blackboard':{'y':" INIT("'float'", "3", "'rand()'") "},'root':" PUSH(
         "y", "'value':1") "}},",
     .new_head =
         KEYS("'x':{'type':'float','init':'rand()'}") "'trees':{'t':{'blackboard':{'y':" INIT(
             "'float'", "3", "") "},'root':" PUSH("y", "'value':2") "}},",
     .csv = "agent,x,t/y\n0,0.8300409,0.39640892 1.0 2.0\n"},
};

static const example list_nodes[] = {
    {"the list is the verb",
     SEQ(PUSH("l", "'value':1") "," PUSH("k", "'value':1") "," POP("l",
                                                                   "") "," CLEAR("l") "," RUNNING),
     SEQ(CLEAR("k") "," POP("l", ",'at':1") "," PUSH("k", "'value':2") "," PUSH(
         "l", "'value':2") "," RUNNING),
     "0 4 3 2 - 5", "1s 2s 3s 4s 5r R|E 5r R",
     .head = KEYS("'l':" INIT("'int'", "3", "") ",'k':" INIT("'int'", "3", ""))},
    {"the default of `at`", SEQ(POP("l", ",'at':1") "," POP("l", ",'at':0") "," RUNNING),
     SEQ(POP("l", "") "," POP("l", ",'at':2") "," RUNNING), "0 2 1 3", "1s 2s 3r R|E 3r R",
     .head = INTS("3", "1,2,3")},
    {"the default of `at`, for a push",
     SEQ(PUSH("l", "'value':1,'at':0") "," PUSH("l", "'value':1,'at':'count(l)'") "," RUNNING),
     SEQ(PUSH("l", "'value':1") "," PUSH("l", "'value':1,'at':1") "," RUNNING), "0 2 1 3",
     "1s 2s 3r R|E 3r R", .head = INTS("3", "")},
    {"another value is pushed",
     SEQ(PUSH("l", "'value':1") "," PUSH("l", "'value':'1 + 1'") "," RUNNING),
     SEQ(PUSH("l", "'value':2") "," PUSH("l", "'value':3") "," RUNNING), "0 2 1 3",
     "1s 2s 3r R|E 3r R", .head = INTS("3", "")},
    {"a pop to another key", SEQ(POP("l", ",'to':'x'") "," POP("l", ",'to':'s'") "," RUNNING),
     SEQ(POP("l", ",'to':'s'") "," POP("l", "") "," RUNNING), "0 2 1 3", "1s 2s 3r R|E 3r R",
     .head = INTS("3", "1,2")},
    {"other elements are set", SEQ(SET_TO("l", "[1,3]") "," SET_TO("l", "[1,'1 + 1']") "," RUNNING),
     SEQ(SET_TO("l", "[1,2]") "," SET_TO("l", "[2]") "," RUNNING), "0 2 1 3", "1s 2s 3r R|E 3r R",
     .head = INTS("3", "")},
    {"another list is copied", SEQ(SET_TO("l", "'k'") "," SET_TO("l", "'m'") "," RUNNING),
     SEQ(SET_TO("l", "'m'") "," SET_TO("l", "[1]") "," RUNNING), "0 2 1 3", "1s 2s 3r R|E 3r R",
     .head = KEYS("'l':" INIT("'int'", "3", "") ",'k':" INIT("'int'", "3",
                                                             "") ",'m':" INIT("'int'", "2", ""))},
    {"another element is set", SEQ(SET_AT("l", "0", "1") "," SET_AT("l", "1", "1") "," RUNNING),
     SEQ(SET_AT("l", "'2 - 1'", "1") "," SET_AT("l", "2", "1") "," RUNNING), "0 2 1 3",
     "1s 2s 3r R|E 3r R", .head = INTS("3", "1,2,3")},
    {"other items",
     CON(EACH("l", "", WAIT("5")) "," OVER("for_each", "'key':'l','item':'s',", WAIT("5"))),
     CON(OVER("for_each", "'key':'l','item':'s',", WAIT("5")) "," EACH("l", "'per_tick':3,",
                                                                       WAIT("5"))),
     "0 3 4 1 2", "2r 4r R|E 2r 4r R", .head = INTS("2", "3,4")},
    {"other indices",
     CON(EACH("l", "'pause':0,", WAIT("5")) "," EACH("l", "'index':'s',", WAIT("5"))),
     CON(EACH("l", "'per_tick':64,'index':'s',", WAIT("5")) "," EACH("l", "'per_tick':3,",
                                                                     WAIT("5"))),
     "0 3 4 1 2", "2r 4r R|E 2r 4r R", .head = INTS("2", "3,4")},
    {"`find` in floats compares floats",
     SEL(IF("find(l, 3) == x") "," IF("find(l, 2.0) == x") "," RUNNING),
     SEL(IF("find(l, 1 + 1) == x") "," IF("x == 9") "," RUNNING), "0 2 1 3", "1f 2f 3r R|E 3r R",
     .head = KEYS("'l':" INIT("'float'", "3", "") ",'x':'int'")},
    {"`find` in ints compares either",
     SEL(IF("find(l, 2.0) == x") "," IF("find(l, 2) == x") "," RUNNING),
     SEL(IF("find(l, 1 + 1) == x") "," IF("x == 9") "," RUNNING), "0 2 1 3", "1f 2f 3r R|E 3r R",
     .head = KEYS("'l':" INIT("'int'", "3", "") ",'x':'int'")},
    {"elements of other lists", SEL(IF("l[0] == 9") "," IF("k[1 - 1] == 9") "," RUNNING),
     SEL(IF("k[0] == 9") "," IF("x == 9") "," RUNNING), "0 2 1 3", "1f 2f 3r R|E 3r R",
     .head = KEYS("'l':" INIT("'int'", "3", "") ",'k':" INIT("'int'", "3", "") ",'x':'int'")},
    {"a loop keeps its place", EACH("l", "", SEQ(SET("s", "s * 10 + x") "," ACT("a"))),
     EACH("l", "", SEQ(SET("s", "s * 10 + x") "," ACT("a") "," SUCCESS)), "0 1 2 3",
     "2s 3r R|3s 2s 3r R|E 3s 4s 2s 3r R|3s 4s S", "a=1:success", .at = 2,
     .head = INTS("3", "3,4,5"), .csv = "agent,l,x,s\n0,3 4 5,5,345\n"},
    {"a loop over another list", EACH("l", "", ACT("a")), EACH("k", "", ACT("a")), "- -",
     "1r R|E c1 1r R", "a=9:success",
     .head = KEYS("'l':" INIT("'int'", "2", "1") ",'k':" INIT("'int'", "2", "1") ",'x':'int'")},
    {"a loop over a list that has lost its last elements", EACH("l", "'per_tick':1,", SUCCESS),
     EACH("l", "'per_tick':1,", SUCCESS), "0 1", "1s R|1s R|E S|1s R", .at = 2,
     .head = INTS("4", "1,2,3,4"), .new_head = INTS("2", "")},
    {"another item", EACH("l", "'per_tick':1,", SUCCESS),
     OVER("for_each", "'key':'l','item':'s','per_tick':1,", SUCCESS), "0 1", "1s R|E 1s S",
     .head = INTS("2", "3,4"), .csv = "agent,l,x,s\n0,3 4,3,4\n"},
    {"a longer pause of a loop", EACH("l", "'pause':2,", SUCCESS), EACH("l", "'pause':4,", SUCCESS),
     "0 1", "1s R|E R|R|R|1s S", .head = INTS("2", "3,4")},
    {"a loop at its bound gains a pause", EACH("l", "'per_tick':1,", SUCCESS),
     EACH("l", "'pause':5,", SUCCESS), "0 1", "1s R|E 1s R|R|R|R|R|1s S",
     .head = INTS("3", "3,4,5")},
    {"a loop loses its pause", EACH("l", "'pause':9,", SUCCESS), EACH("l", "", SUCCESS), "0 1",
     "1s R|E 1s 1s S", .head = INTS("3", "3,4,5")},
    {"a loop loses its pause, and its elements", EACH("l", "'pause':9,", SUCCESS),
     EACH("l", "", SUCCESS), "0 1", "1s R|E S", .script = "1:list 0 l -",
     .head = INTS("3", "3,4,5")},
    {"elements that are written draw", RUNNING, SET_TO("f", "['rand()']"), "-",
     "0r R|E 0s S|E 0s S", .third_root = PUSH("f", "'value':'rand()'"),
     .head = KEYS("'f':" INIT("'float'", "2", "")), .csv = "agent,f\n0,0.39640892 0.8300409\n"},
    {"a place draws", RUNNING, POP("f", ",'at':'int(rand())'"), "-", "0r R|E 0f F|E 0s S",
     .third_root = PUSH("f", "'value':'rand()'"), .head = KEYS("'f':" INIT("'float'", "2", "")),
     .csv = "agent,f\n0,0.8300409\n"},
};

// ---- running an example

static void compare_nodes(const example *e, const reference_report *report)
{
    char nodes[512] = "";
    for (uint32_t i = 0; i < report->node_count; i++) {
        size_t used = strlen(nodes);
        snprintf(nodes + used, sizeof nodes - used,
                 report->nodes[i] == REFERENCE_NO_NODE ? "%s-" : "%s%u", i > 0 ? " " : "",
                 (unsigned)report->nodes[i]);
    }
    if (strcmp(nodes, e->nodes) != 0)
        fail_msg("%s: nodes\nare     %s\nmust be %s", e->name, nodes, e->nodes);
}

static reference *edit(const example *e, reference *r, const char *text,
                       const reference_settings *settings, bool is_first)
{
    reference_report report;
    r = reference_edit(r, text, strlen(text), settings, (reference_renames){0}, &report);
    if (is_first)
        compare_nodes(e, &report);
    if (e->stubs)
        shorthand_stubs(r, e->stubs);
    return r;
}

static int count_ticks(const char *events)
{
    int count = 1;
    for (; *events; events++)
        count += *events == '|';
    return count;
}

static void run_example(const example *e, bool compiles)
{
    const char *head = e->head ? e->head : "", *new_head = e->new_head ? e->new_head : head;
    char *texts[] = {shorthand_document(head, e->root), shorthand_document(new_head, e->new_root),
                     e->third_root ? shorthand_document(head, e->third_root) : NULL};
    int at = e->at ? e->at : 1;
    shorthand events = {""};
    reference_settings settings = {.dt = 1000000};
    for (int i = 0; i < 3 && texts[i] && compiles; i++)
        shorthand_compile(texts[i]);
    reference *r = reference_load(texts[0], strlen(texts[0]), &settings);
    if (e->stubs)
        shorthand_stubs(r, e->stubs);
    reference_spawn(r, e->agents ? (uint64_t)e->agents : 1);
    for (int i = 0; i < count_ticks(e->events); i++) {
        if (i > 0)
            strcat(events.text, "|");
        shorthand_script(r, e->script);
        if (i == at || (i == at + 1 && e->third_root))
            r = edit(e, r, texts[i == at ? 1 : 2], &settings, i == at);
        reference_tick(r);
        shorthand_events(&events, r);
    }
    if (strcmp(events.text, e->events) != 0)
        fail_msg("%s:\n%s\n%s\nis      %s\nmust be %s", e->name, texts[0], texts[1], events.text,
                 e->events);
    if (e->csv)
        assert_string_equal(reference_final_csv(r, NULL), e->csv);
    reference_destroy(r);
    for (int i = 0; i < 3; i++)
        free(texts[i]);
}

#define RUN_ALL(examples, compile)                                                                 \
    do {                                                                                           \
        for (size_t i = 0; i < sizeof(examples) / sizeof *(examples); i++)                         \
            run_example(&(examples)[i], compile);                                                  \
    } while (0)

static void test_matching(void **state)
{
    (void)state;
    RUN_ALL(matching, true);
}

static void test_staying(void **state)
{
    (void)state;
    RUN_ALL(staying, true);
}

static void test_keeping(void **state)
{
    (void)state;
    RUN_ALL(keeping, true);
}

static void test_keys(void **state)
{
    (void)state;
    RUN_ALL(keys, true);
}

static void test_lists(void **state)
{
    (void)state;
    RUN_ALL(lists, GENERATE_LISTS);
    RUN_ALL(list_nodes, GENERATE_LISTS);
}

// ---- the report

static void test_report(void **state)
{
    (void)state;
    char *a = shorthand_document("'blackboard':{'x':'int','y':'int','z':'int'},",
                                 CON(ACT("a") "," DEFER("d") "," ACT("b")));
    char *b = shorthand_document("'blackboard':{'x':'int','w':'int','y':'float'},",
                                 CON(ACT("b") "," ACT("c")));
    static const reference_key_fate fates[] = {{"x", REFERENCE_KEPT},
                                               {"w", REFERENCE_NEW},
                                               {"y", REFERENCE_CONVERTED},
                                               {"z", REFERENCE_GONE}};
    reference_settings settings = {.dt = 1};
    reference_report report;
    uint32_t count;
    reference *r = reference_load(a, strlen(a), &settings);
    shorthand_stubs(r, "a=9:success b=9:success d=9:success");
    reference_spawn(r, 3);
    reference_tick(r);
    r = reference_edit(r, b, strlen(b), &settings, (reference_renames){0}, &report);
    assert_int_equal(report.agents, 3);
    assert_int_equal(report.kept, 3);
    assert_int_equal(report.dropped, 6);
    assert_int_equal(report.cancels, 3);
    assert_int_equal(report.requests, 3);
    assert_int_equal(report.key_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(report.keys[i].name, fates[i].name);
        assert_int_equal(report.keys[i].fate, fates[i].fate);
    }
    const reference_request *requests = reference_requests(r, &count);
    assert_int_equal(count, 3);
    assert_true(requests[2].agent == 2 && requests[2].node == 2 && !requests[2].launch);
    assert_non_null(strstr(reference_events(r, NULL),
                           "{\"tick\":1,\"agent\":-1,\"event\":\"edit\",\"shape\":\"test\"}\n"));
    reference_destroy(r);
    free(a);
    free(b);
}

// The capacity is not part of a list's type.
static void test_list_report(void **state)
{
    (void)state;
    char *a = shorthand_document(
        KEYS("'a':" INIT("'int'", "2", "") ",'b':" INIT("'int'", "2", "") ",'c':" INIT(
            "'vec2'", "2", "") ",'d':" INIT("['x']", "2", "") ",'e':" INIT("'float'", "2", "")),
        RUNNING);
    char *b = shorthand_document(
        KEYS("'a':" INIT("'int'", "1", "") ",'b':" INIT("'float'", "2", "") ",'c':" INIT(
            "'vec3'", "2", "") ",'d':" INIT("['y']", "2", "") ",'e':" INIT("'int'", "2", "")),
        RUNNING);
    static const reference_fate fates[] = {REFERENCE_KEPT, REFERENCE_CONVERTED, REFERENCE_CONVERTED,
                                           REFERENCE_CONVERTED, REFERENCE_NEW};
    reference_settings settings = {.dt = 1};
    reference_report report;
    reference *r = reference_load(a, strlen(a), &settings);
    r = reference_edit(r, b, strlen(b), &settings, (reference_renames){0}, &report);
    assert_int_equal(report.key_count, 6);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(report.keys[i].fate, fates[i]);
    assert_int_equal(report.keys[5].fate, REFERENCE_GONE);
    reference_destroy(r);
    free(a);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matching),    cmocka_unit_test(test_staying),
        cmocka_unit_test(test_keeping),     cmocka_unit_test(test_keys),
        cmocka_unit_test(test_lists),       cmocka_unit_test(test_report),
        cmocka_unit_test(test_list_report),
    };
    return cmocka_run_group_tests_name("reference_edit", tests, NULL, NULL);
}
