// SPDX-License-Identifier: MIT
// Tests of the reference against results that were worked out by hand from the language page. A row
// contains a short document, what happens between ticks, and the expected events in short form
// (shorthand.h).
#include "shorthand.h"

#include "generate.h"
#include "number.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct example {
    const char *name;
    const char *root;
    const char *stubs;  // "a=2:success b=0:failure"
    const char *events; // one tick between two |
    const char *script; // "1:finish 0 3 success" and others, separated by ;
    const char *head;   // other members of the document, each followed by a comma
    const char *csv;    // expected blackboards at the end; NULL: not compared
    int64_t dt;         // microseconds; 0: one second; -1: no time between ticks
    uint64_t seed;
    int agents; // number of agents; 0: one
} example;

// ---- leaves

static const example leaves[] = {
    {"success", SUCCESS, "", "0s S|0s S"},
    {"failure", FAILURE, "", "0f F|0f F"},
    {"running", RUNNING, "", "0r R|0r R"},
    {"condition", LEAF("condition", ",'if':'tick == 1'"), "", "0f F|0s S|0f F"},
    {"a bare condition", IF("tick != 1"), "", "0s S|0f F"},
    {"predicate, true", LEAF("condition", ",'call':'p'"), "p=0:success", "0s S|0s S"},
    {"predicate, false", LEAF("condition", ",'call':'p'"), "p=0:failure", "0f F|0f F"},
    {"action, at once", ACT("a"), "a=0:success", "0s S|0s S"},
    {"action, later", ACT("a"), "a=2:success", "0r R|0r R|0s S|0r R|0r R|0s S"},
    {"action, fails", ACT("a"), "a=1:failure", "0r R|0f F|0r R|0f F"},
    {"action, never", ACT("a"), "a=0:running", "0r R|0r R"},
    {"deferred, no sooner than the next tick", DEFER("d"), "d=0:success",
     "0r L0 R|0s S|0r L0 R|0s S"},
    {"deferred, fails", DEFER("d"), "d=2:failure", "0r L0 R|0r R|0f F|0r L0 R"},
    {"deferred, finished from outside", DEFER("d"), "", "0r L0 R|0r R|0s S|0r L0 R",
     "2:finish 0 0 success"},
    {"deferred, the last state counts", DEFER("d"), "", "0r L0 R|0r R|0f F",
     "1:finish 0 0 success;1:finish 0 0 running;2:finish 0 0 failure"},
    {"persistent, default", LEAF("persistent", ",'key':'p'"), "", "0r R|0r R"},
    {"persistent, init", KEPT("p", "success"), "", "0s S|0s S"},
    {"persistent, set from outside", LEAF("persistent", ",'key':'p'"), "", "0r R|0f F|0f F|0s S",
     "1:persistent 0 p failure;3:persistent 0 p success"},
    {"signal", SEQ(SIGNAL("p", "success") "," KEPT("p", "running")), "", "1s 2s S"},
    {"persistents share a value",
     SEQ(KEPT("p", "success") "," SIGNAL("p", "failure") "," KEPT("p", "success")), "",
     "1s 2s 3f F|1f F"},
    {"persistents are the agent's own", SEL(IF("agent == 1") "," KEPT("p", "running")), "",
     "1f 2f F @1 1s S", "0:persistent 0 p failure", .agents = 2},
    {"set an int", SET("x", "x + 1"), "", "0s S|0s S", .csv = "agent,x\n0,7\n",
     .head = "'blackboard':{'x':{'type':'int','init':5}},"},
    {"set converts an int", SET("x", "3"), "", "0s S", .csv = "agent,x\n0,3.0\n",
     .head = "'blackboard':{'x':'float'},"},
    {"set a bool", SET("x", "tick == 0"), "", "0s S", .csv = "agent,x\n0,1\n",
     .head = "'blackboard':{'x':'bool'},"},
    {"set a component", SET("v.y", "1.5"), "", "0s S", .csv = "agent,v.x,v.y\n0,0.0,1.5\n",
     .head = "'blackboard':{'v':'vec2'},"},
    {"wait", WAIT("2"), "", "0r R|0r R|0s S|0r R"},
    {"wait, no time", WAIT("0"), "", "0s S|0s S"},
    {"wait, seconds between ticks", LEAF("wait", ",'seconds':1.5"), "", "0r R|0r R|0s S"},
    {"wait, seconds to the point", LEAF("wait", ",'seconds':2"), "", "0r R|0r R|0s S"},
    {"wait, a microsecond", LEAF("wait", ",'seconds':0.000001"), "", "0r R|0s S", .dt = 1},
    {"wait, time stands still", LEAF("wait", ",'seconds':0.000001"), "", "0r R|0r R", .dt = -1},
    {"wait, ticks go on when time stands still", WAIT("1"), "", "0r R|0s S", .dt = -1},
};

// ---- decorators

static const example decorators[] = {
    {"invert success", OVER("invert", "", SUCCESS), "", "1s F"},
    {"invert failure", OVER("invert", "", FAILURE), "", "1f S"},
    {"invert running", OVER("invert", "", RUNNING), "", "1r R|1r R"},
    {"force_success", OVER("force_success", "", FAILURE), "", "1f S"},
    {"force_success, running", OVER("force_success", "", RUNNING), "", "1r R"},
    {"force_failure", OVER("force_failure", "", SUCCESS), "", "1s F"},
    {"force_failure, running", OVER("force_failure", "", RUNNING), "", "1r R"},
    {"delay", OVER("delay", TICKS("2"), SUCCESS), "", "R|R|1s S|R|R|1s S"},
    {"delay, none", OVER("delay", TICKS("0"), FAILURE), "", "1f F|1f F"},
    {"delay, seconds", OVER("delay", SECONDS("1.000001"), SUCCESS), "", "R|R|1s S"},
    {"delay, then a child that runs", OVER("delay", TICKS("1"), ACT("a")), "a=1:success",
     "R|1r R|1s S|R"},
    {"repeat", OVER("repeat", "'count':3,", SUCCESS), "", "1s 1s 1s S"},
    {"repeat, the last answer", OVER("repeat", "'count':2,", IF("rand() < 0.5")), "",
     "1s 1f F|1s 1s S"},
    {"repeat, for ever", OVER("repeat", "'per_tick':2,", SUCCESS), "", "1s 1s R|1s 1s R"},
    {"repeat, default bound", OVER("repeat", "'count':65,", SUCCESS), "",
     EIGHT(EIGHT("1s ")) "R|1s S"},
    {"repeat, count at the bound", OVER("repeat", "'count':2,'per_tick':2,", SUCCESS), "",
     "1s 1s S"},
    {"repeat, a child that runs", OVER("repeat", "'count':2,", ACT("a")), "a=1:success",
     "1r R|1s 1r R|1s S|1r R"},
    {"repeat, a resumed round is not started", OVER("repeat", "'count':3,'per_tick':1,", ACT("a")),
     "a=1:success", "1r R|1s 1r R|1s 1r R|1s S"},
    {"repeat, one round a tick", OVER("repeat", "'count':3,'per_tick':1,", ACT("a")), "a=0:success",
     "1s R|1s R|1s S|1s R"},
    {"repeat, fresh counts anew",
     PRIO(IF("tick == 1") "," OVER("repeat", "'count':2,'per_tick':1,", SUCCESS)), "",
     "1f 3s R|1s S|1f 3s R|1f 3s S"},
    {"repeat, until success", OVER("repeat", "'until':'success',", IF("tick % 2 == 1")), "",
     EIGHT(EIGHT("1f ")) "R|1s S"},
    {"repeat, until failure, before the count",
     OVER("repeat", "'count':9,'until':'failure',", IF("rand() < 0.5")), "", "1s 1f F|1s 1s 1f F"},
    {"repeat, until success, after the count",
     OVER("repeat", "'count':2,'until':'success',", FAILURE), "", "1f 1f F"},
    {"repeat, pause", OVER("repeat", "'count':2,'pause':2,", SUCCESS), "",
     "1s R|R|1s S|1s R|R|1s S"},
    {"repeat, no pause", OVER("repeat", "'count':2,'pause':0,", SUCCESS), "", "1s 1s S"},
    {"repeat, pause after a child that runs", OVER("repeat", "'pause':1,", ACT("a")), "a=1:success",
     "1r R|1s R|1r R|1s R"},
    {"repeat, pause and until", OVER("repeat", "'pause':1,'until':'success',", IF("tick > 0")), "",
     "1f R|1s S|1s S"},
    {"retry, pause", OVER("retry", "'attempts':2,'pause':2,", FAILURE), "", "1f R|R|1f F|1f R"},
    {"while, pause", OVER("while", "'pause':2,", IF("tick < 2")), "", "1s R|R|1f S|1f F"},
    {"pause, fresh anew", PRIO(IF("tick == 1") "," OVER("repeat", "'pause':9,", SUCCESS)), "",
     "1f 3s R|1s S|1f 3s R|1f R"},
    {"while", OVER("while", "", IF("rand() < 0.5")), "", "1s 1f S|1s 1s 1f S|1f F"},
    {"while, fails at first", OVER("while", "", FAILURE), "", "1f F"},
    {"while, success in an earlier tick", OVER("while", "'per_tick':1,", IF("tick < 1")), "",
     "1s R|1f S|1f F"},
    {"while, bound", OVER("while", "'per_tick':3,", SUCCESS), "", "1s 1s 1s R|1s 1s 1s R"},
    {"while, a child that runs", OVER("while", "", SEQ(IF("tick < 2") "," ACT("a"))), "a=1:success",
     "2s 3r R|3s 2s 3r R|3s 2f S"},
    {"retry", OVER("retry", "'attempts':3,", FAILURE), "", "1f 1f 1f F"},
    {"retry, success", OVER("retry", "'attempts':3,", IF("rand() > 0.5")), "", "1f 1s S"},
    {"retry, for ever", OVER("retry", "'per_tick':2,", FAILURE), "", "1f 1f R|1f 1f R"},
    {"retry, attempts of earlier ticks count", OVER("retry", "'attempts':3,'per_tick':2,", FAILURE),
     "", "1f 1f R|1f F|1f 1f R"},
    {"retry, running is no failure", OVER("retry", "'attempts':2,", ACT("a")), "a=1:failure",
     "1r R|1f 1r R|1f F"},
    {"retry, fresh counts anew",
     PRIO(IF("tick == 1") "," OVER("retry", "'attempts':2,'per_tick':1,", FAILURE)), "",
     "1f 3f R|1s S|1f 3f R|1f 3f F"},
    {"timeout", OVER("timeout", TICKS("2"), RUNNING), "", "1r R|1r R|F|1r R"},
    {"timeout, never in the first tick", OVER("timeout", TICKS("0"), SUCCESS), "", "1s S|1s S"},
    {"timeout, none", OVER("timeout", TICKS("0"), RUNNING), "", "1r R|F|1r R|F"},
    {"timeout, none, time stands still", OVER("timeout", SECONDS("0"), RUNNING), "", "1r R|F|1r R",
     .dt = -1},
    {"timeout, in time", OVER("timeout", TICKS("2"), ACT("a")), "a=1:success", "1r R|1s S"},
    {"timeout, before the child", OVER("timeout", TICKS("1"), ACT("a")), "a=1:success",
     "1r R|c1 F|1r R"},
    {"cooldown", OVER("cooldown", TICKS("2"), SUCCESS), "", "1s S|F|1s S|F"},
    {"cooldown, none", OVER("cooldown", TICKS("0"), SUCCESS), "", "1s S|1s S"},
    {"cooldown, after a failure", OVER("cooldown", TICKS("2"), FAILURE), "", "1f F|F|1f F"},
    {"cooldown, seconds", OVER("cooldown", SECONDS("1.5"), SUCCESS), "", "1s S|F|1s S"},
    {"cooldown, from the finish", OVER("cooldown", TICKS("2"), ACT("a")), "a=2:success",
     "1r R|1r R|1s S|F|1r R"},
    {"cooldown, not from an abandon",
     OVER("timeout", TICKS("1"), OVER("cooldown", TICKS("9"), RUNNING)), "", "2r R|F|2r R"},
    {"cooldown, in the same tick",
     OVER("repeat", "'count':2,", OVER("cooldown", TICKS("1"), SUCCESS)), "", "2s F|2s F"},
    {"once", OVER("once", "", SUCCESS), "", "1s S|S|S"},
    {"once, failure", OVER("once", "", FAILURE), "", "1f F|F"},
    {"once, running", OVER("once", "", ACT("a")), "a=1:success", "1r R|1s S|S"},
    {"once, abandoned", OVER("timeout", TICKS("1"), OVER("once", "", ACT("a"))), "a=2:success",
     "2r R|c2 F|2r R|c2 F"},
    {"chance, sure", OVER("chance", "'p':1,", SUCCESS), "", "1s S|1s S"},
    {"chance, never", OVER("chance", "'p':0,", SUCCESS), "", "F|F"},
    {"chance, half", OVER("chance", "'p':0.5,", SUCCESS), "", "1s S|F|1s S|1s S|F|F"},
    {"chance, live", OVER("chance", "'p':0.5,", ACT("a")), "a=1:success", "1r R|1s S|F|1r R"},
    {"chance, draws when there is no need",
     SEQ(ANYHOW(OVER("chance", "'p':0,", SUCCESS)) "," IF("rand() < 0.5")), "", "4f F|4s S"},
    {"debug", OVER("debug", "'message':'m',", SUCCESS), "", "0:start 1s 0:success S"},
    {"debug, later", OVER("debug", "'message':'m',", ACT("a")), "a=1:failure",
     "0:start 1r R|1f 0:failure F"},
    {"debug, abandoned", OVER("timeout", TICKS("1"), OVER("debug", "'message':'m',", ACT("a"))),
     "a=2:success", "1:start 2r R|1:abandon c2 F"},
};

// ---- deciders

static const example deciders[] = {
    {"sequence", SEQ(SUCCESS "," SUCCESS), "", "1s 2s S"},
    {"sequence, fails", SEQ(SUCCESS "," FAILURE "," SUCCESS), "", "1s 2f F"},
    {"sequence, resumes", SEQ(SUCCESS "," ACT("a") "," SUCCESS), "a=1:success",
     "1s 2r R|2s 3s S|1s 2r R"},
    {"selector", SEL(FAILURE "," SUCCESS "," FAILURE), "", "1f 2s S"},
    {"selector, fails", SEL(FAILURE "," FAILURE), "", "1f 2f F"},
    {"selector, resumes", SEL(FAILURE "," ACT("a") "," SUCCESS), "a=1:failure", "1f 2r R|2f 3s S"},
    {"priority", PRIO(IF("tick == 1") "," ACT("a")), "a=9:success", "1f 2r R|1s c2 S|1f 2r R"},
    {"priority, running first", PRIO(SEQ(IF("tick == 1") "," RUNNING) "," ACT("a")), "a=9:success",
     "2f 4r R|2s 3r c4 R|3r R"},
    {"priority, fails", PRIO(FAILURE "," FAILURE), "", "1f 2f F"},
    {"priority, a later child resumes", PRIO(FAILURE "," ACT("a")), "a=1:failure",
     "1f 2r R|1f 2f F"},
    {"reactive_sequence", REACT(IF("tick != 1") "," ACT("a")), "a=9:success",
     "1s 2r R|1f c2 F|1s 2r R"},
    {"reactive_sequence, running first", REACT(SEL(IF("tick != 1") "," RUNNING) "," ACT("a")),
     "a=9:success", "2s 4r R|2f 3r c4 R|3r R"},
    {"reactive_sequence, runs all again", REACT(ACT("a") "," ACT("b")), "a=0:success b=1:success",
     "1s 2r R|1s 2s S"},
    {"concurrent", CON(SUCCESS "," ACT("a")), "a=1:success", "1s 2r R|1s 2s S"},
    {"concurrent, fails", CON(ACT("a") "," IF("tick != 1") "," ACT("a")), "a=9:success",
     "1r 2s 3r R|1r 2f c1 c3 F|1r 2s 3r R"},
    {"concurrent, finished children start anew", CON(ACT("a") "," ACT("b")),
     "a=1:success b=2:success", "1r 2r R|1s 2r R|1r 2s R|1s 2r R"},
    {"pipeline", PIPE(ACT("a") "," ACT("b")), "a=1:success b=2:success",
     "1r R|1s 2r R|1r 2r R|1s 2s S|1r R"},
    {"pipeline, gone through while a child is running", PIPE(ACT("a") "," ACT("b")),
     "a=1:success b=1:success", "1r R|1s 2r R|1r 2s c1 S|1r R"},
    {"pipeline, a child fails", PIPE(IF("tick != 2") "," ACT("a") "," ACT("b")),
     "a=0:success b=9:success", "1s 2s 3r R|1s 2s 3r R|1f c3 F"},
    {"pipeline, a later child fails", PIPE(ACT("a") "," SEQ(WAIT("2") "," FAILURE) "," ACT("b")),
     "a=1:success b=9:success", "1r R|1s 3r R|1r 3r R|1s 3s 4f F"},
    {"pipeline, no later child is live", PIPE(ACT("a") "," SUCCESS), "a=1:success",
     "1r R|1s 2s S|1r R"},
    {"pipeline, between two live children",
     PIPE(WAIT("1") "," SEL(IF("tick < 2") "," WAIT("9")) "," ACT("a")), "a=9:success",
     "1r R|1s 3s 5r R|1r 3f 4r 5r R|1s 4r 5r R"},
    {"race", RACE(ACT("a") "," ACT("b")), "a=2:success b=1:failure", "1r 2r R|1r 2f c1 F|1r 2r R"},
    {"race, at once", RACE(SUCCESS "," ACT("a")), "a=1:success", "1s S"},
    {"race, later children are abandoned", RACE(ACT("a") "," ACT("b")), "a=1:success b=9:success",
     "1r 2r R|1s c2 S"},
    {"parallel", PAR("", ACT("a") "," ACT("b")), "a=1:success b=2:success",
     "1r 2r R|1s 2r R|2s S|1r 2r R"},
    {"parallel, any failure", PAR("", ACT("a") "," ACT("b")), "a=1:failure b=9:success",
     "1r 2r R|1f c2 F"},
    {"parallel, any success", PAR("'success':'any',", ACT("b") "," ACT("a")),
     "a=1:success b=9:success", "1r 2r R|1r 2s c1 S"},
    {"parallel, enough", PAR("'success':2,", SUCCESS "," SUCCESS "," SUCCESS), "", "1s 2s S"},
    {"parallel, neither", PAR("'success':2,'failure':2,", SUCCESS "," FAILURE), "", "1s 2f F"},
    {"parallel, after each child", PAR("'success':1,", FAILURE "," SUCCESS), "", "1f F"},
    {"parallel, all failures", PAR("'failure':'all',", FAILURE "," ACT("a")), "a=1:failure",
     "1f 2r R|2f F"},
    {"parallel, failures of several ticks", PAR("'failure':2,", FAILURE "," ACT("a") "," ACT("b")),
     "a=1:failure b=9:success", "1f 2r 3r R|2f c3 F"},
    {"weighted, one", LIST("weighted", "'weights':[0,1,0],", SUCCESS "," SUCCESS "," SUCCESS), "",
     "2s S|2s S"},
    {"weighted", LIST("weighted", "'weights':[1,1],", SUCCESS "," FAILURE), "",
     "1s S|2f F|1s S|1s S|2f F|2f F"},
    {"weighted, unequal", LIST("weighted", "'weights':[1,0.5,1],", SUCCESS "," FAILURE "," RUNNING),
     "", "1s S|3r R|3r R"},
    {"weighted, a sum that is just the draw",
     LIST("weighted", "'weights':[0.39640891551971436,0.60359108448028564],", SUCCESS "," FAILURE),
     "", "2f F"},
    {"weighted, live", LIST("weighted", "'weights':[1,1],", ACT("a") "," FAILURE), "a=1:success",
     "1r R|1s S|2f F"},
    {"utility, the first of equals",
     LIST("utility", "'scores':[1,'2',2.0],", SUCCESS "," SUCCESS "," SUCCESS), "", "2s S"},
    {"utility, NaN",
     LIST("utility", "'scores':['0.0/0.0','-1.0/0.0','0.0/0.0'],", SUCCESS "," SUCCESS "," SUCCESS),
     "", "2s S"},
    {"utility, all NaN", LIST("utility", "'scores':['0.0/0.0','0.0/0.0'],", SUCCESS "," SUCCESS),
     "", "1s S"},
    {"utility, live", LIST("utility", "'scores':['tick == 0 ? 1 : 0',0.5],", ACT("a") "," FAILURE),
     "a=2:success", "1r R|1r R|1s S|2f F"},
    {"utility, all scores in order",
     LIST("utility", "'scores':['rand()','rand()'],", SUCCESS "," SUCCESS), "", "2s S|1s S|1s S"},
    {"decide", EITHER("'if':'tick == 0'", SUCCESS, FAILURE), "", "1s S|2f F"},
    {"decide, no else", DECIDE("tick == 0", SUCCESS), "", "1s S|F"},
    {"decide, live", EITHER("'if':'tick == 0'", ACT("a"), FAILURE), "a=2:success",
     "1r R|1r R|1s S|2f F"},
    {"decide, call", EITHER("'call':'p'", SUCCESS, FAILURE), "p=0:failure", "2f F"},
    {"random order", LIST("sequence", "'order':'random',", FOUR(SUCCESS)), "",
     "4s 1s 3s 2s S|4s 2s 3s 1s S"},
    {"random order, other seed", LIST("sequence", "'order':'random',", FOUR(SUCCESS)), "",
     "2s 3s 1s 4s S|1s 4s 2s 3s S", .seed = 7},
    {"random order, selector",
     LIST("selector", "'order':'random',", FAILURE "," FAILURE "," FAILURE), "", "1f 3f 2f F"},
    {"random order, other agents",
     LIST("sequence", "'order':'random',", SUCCESS "," SUCCESS "," SUCCESS), "",
     "1s 3s 2s S @1 2s 3s 1s S @2 2s 1s 3s S @3 2s 3s 1s S", .agents = 4},
    {"random order is kept", LIST("sequence", "'order':'random',", FOUR(ACT("a"))), "a=1:success",
     "4r R|4s 1r R|1s 3r R|3s 2r R|2s S|4r R"},
    {"random order, concurrent", LIST("concurrent", "'order':'random',", FOUR(ACT("a"))),
     "a=1:success", "4r 1r 3r 2r R|4s 1s 3s 2s S|4r 2r 3r 1r R"},
    {"random order, concurrent, abandons by ids",
     LIST("concurrent", "'order':'random',", ACT("a") "," ACT("a") "," ACT("b") "," ACT("a")),
     "a=9:success b=1:failure", "4r 1r 3r 2r R|4r 1r 3f c1 c2 c4 F"},
    {"random order, race", LIST("race", "'order':'random',", FOUR(ACT("a"))), "a=1:success",
     "4r 1r 3r 2r R|4s c1 c2 c3 S"},
    {"random order, parallel",
     LIST("parallel", "'order':'random','success':2,",
          ACT("a") "," ACT("b") "," ACT("b") "," ACT("a")),
     "a=2:success b=1:success", "4r 1r 3r 2r R|4r 1r 3s 2s c1 c4 S"},
    {"parallel, at the end", PAR("'success':1,'verdict':'end',", SUCCESS "," FAILURE), "",
     "1s 2f F"},
    {"parallel, at the end of each tick",
     PAR("'success':1,'failure':2,'verdict':'end',", ACT("a") "," RUNNING "," ACT("a")),
     "a=1:success", "1r 2r 3r R|1s 2r 3s S"},
    {"parallel, at the end, neither",
     PAR("'success':2,'failure':2,'verdict':'end',", SUCCESS "," FAILURE), "", "1s 2f F"},
    {"parallel, at the end, failures count first",
     PAR("'success':1,'failure':1,'verdict':'end',", SUCCESS "," ACT("a") "," FAILURE),
     "a=2:success", "1s 2r 3f c2 F"},
};

// ---- abandoning, rolling back and ticks

static const example cancelling[] = {
    {"deferred, cancelled", OVER("timeout", TICKS("1"), DEFER("d")), "", "1r L1 R|X1 F|1r L1 R"},
    {"deferred, never launched", CON(DEFER("d") "," FAILURE), "", "1r 2f F|1r 2f F"},
    {"deferred, ended before", PRIO(IF("tick == 1") "," DEFER("d")), "d=1:success",
     "1f 2r L2 R|1s S|1f 2r L2 R"},
    {"deferred, not ended", PRIO(IF("tick == 1") "," DEFER("d")), "d=2:success",
     "1f 2r L2 R|1s X2 S|1f 2r L2 R"},
    {"deferred, ended from outside", PRIO(IF("tick == 2") "," DEFER("d")), "",
     "1f 2r L2 R|1f 2r R|1s S", "2:finish 0 2 failure"},
    {"deferred, cancelled and launched anew",
     OVER("repeat", "'count':2,", RACE(DEFER("d") "," WAIT("1"))), "",
     "2r 3r L2 R|2r 3s 2r 3r X2 L2 R|2r 3s X2 S"},
    {"deferred, dropped twice", OVER("repeat", "'count':2,", RACE(DEFER("d") "," SUCCESS)), "",
     "2r 3s 2r 3s S"},
    {"deferred, cancelled, launched and dropped",
     OVER("repeat", "'count':2,", RACE(DEFER("d") "," PRIO(IF("tick == 1") "," RUNNING))), "",
     "2r 4f 5r L2 R|2r 4s 2r 4s X2 S"},
    {"cancels before launches",
     PRIO(SEQ(IF("tick == 1") "," DEFER("d")) "," CON(DEFER("e") "," DEFER("f"))), "",
     "2f 5r 6r L5 L6 R|2s 3r X5 X6 L3 R"},
    {"cancelled in order of id",
     OVER("timeout", TICKS("1"),
          CON(ACT("a") "," OVER("debug", "'message':'m',",
                                CON(ACT("a") "," ACT("a"))) "," ACT("a"))),
     "a=9:success", "2r 3:start 5r 6r 7r R|c2 3:abandon c5 c6 c7 F"},
    {"concurrent takes back",
     SEQ(ANYHOW(CON(SIGNAL("p", "success") "," FAILURE)) "," KEPT("p", "running")), "",
     "3s 4f 5r R|5r R"},
    {"race takes back",
     SEQ(ANYHOW(RACE(SEQ(SIGNAL("p", "failure") "," RUNNING) "," FAILURE)) "," KEPT("p",
                                                                                    "success")),
     "", "4s 5r 6f 7s S"},
    {"race that succeeds keeps",
     SEQ(RACE(SEQ(SIGNAL("p", "failure") "," RUNNING) "," SUCCESS) "," KEPT("p", "success")), "",
     "3s 4r 5s 6f F"},
    {"parallel takes back",
     SEQ(ANYHOW(PAR("", SIGNAL("p", "failure") "," FAILURE)) "," KEPT("p", "success")), "",
     "3s 4f 5s S"},
    {"not what an earlier tick has changed",
     SEQ(ANYHOW(PAR("", SIGNAL("p", "failure") "," SEQ(WAIT("1") "," FAILURE))) "," KEPT(
         "p", "success")),
     "", "3s 5r R|5s 6f 7f F"},
    {"not what an earlier round has changed",
     SEQ(ANYHOW(OVER("repeat", "'count':2,",
                     CON(SIGNAL("p", "failure") "," IF("rand() < 0.5")))) "," KEPT("p", "success")),
     "", "4s 5s 4s 5f 6f F"},
    {"once is taken back", CON(OVER("once", "", SUCCESS) "," IF("tick == 1")), "",
     "2s 3f F|2s 3s S|3f F|3f F"},
    {"cooldown is taken back", CON(OVER("cooldown", TICKS("9"), SUCCESS) "," IF("tick == 1")), "",
     "2s 3f F|2s 3s S|F|F"},
    {"cooldown above is not", OVER("cooldown", TICKS("2"), CON(SUCCESS "," FAILURE)), "",
     "2s 3f F|F|2s 3f F"},
    {"what succeeded inside is taken back",
     SEQ(ANYHOW(CON(CON(SIGNAL("p", "failure") "," SUCCESS) "," FAILURE)) "," KEPT("p", "success")),
     "", "4s 5s 6f 7s S"},
    {"an inner failure only takes back its own",
     SEQ(CON(SIGNAL("p", "failure") "," ANYHOW(CON(SIGNAL("p", "running") "," FAILURE))) "," KEPT(
         "p", "success")),
     "", "2s 5s 6f 7f F"},
    {"priority takes nothing back",
     SEQ(PRIO(IF("tick == 1") "," SEQ(SIGNAL("p", "failure") "," RUNNING)) "," KEPT("p",
                                                                                    "success")),
     "", "2f 4s 5r R|2s 6f F"},
    {"reactive_sequence takes nothing back",
     SEQ(ANYHOW(REACT(SIGNAL("p", "failure") "," FAILURE)) "," KEPT("p", "success")), "",
     "3s 4f 5f F"},
    {"no blackboard is taken back", CON(SET("x", "5") "," FAILURE), "", "1s 2f F",
     .head = "'blackboard':{'x':'int'},", .csv = "agent,x\n0,5\n"},
    {"no draw is taken back", SEQ(ANYHOW(CON(IF("rand() < 1") "," FAILURE)) "," IF("rand() < 0.5")),
     "", "3s 4f 5f F"},
    {"an agent cancelled as a whole",
     CON(ACT("a") "," DEFER("d") "," OVER("debug", "'message':'m',", RUNNING)), "a=9:success",
     "1r 2r 3:start 4r L2 R|c1 3:abandon 1r 2r 3:start 4r X2 L2 R", "1:cancel 0"},
    {"an agent despawned",
     CON(ACT("a") "," DEFER("d") "," OVER("debug", "'message':'m',", RUNNING)), "a=9:success",
     "1r 2r 3:start 4r L2 R|c1 3:abandon X2||@1 1r 2r 3:start 4r L2 R", "1:despawn 0;3:spawn 1"},
    {"agents in order of id", IF("agent == 0"), "", "0s S @1 0f F @2 0f F|0s S @1 0f F @2 0f F",
     .agents = 3},
};

// ---- ids, copies, blackboards

#define TREE(name, params, root) "'" name "':{" params "'root':" root "}"
#define COPY(name, more)         LEAF("subtree", ",'tree':'" name "'" more)

static const example documents[] = {
    {"copies count in preorder", SEQ(COPY("t", "") "," COPY("t", "") "," SUCCESS), "",
     "2s 3s 5s 6s 7s S", .head = "'trees':{" TREE("t", "", SEQ(SUCCESS "," SUCCESS)) "},"},
    {"params",
     SEQ(COPY("t", "") "," COPY("t", ",'with':{'n':2}") "," COPY("t", ",'with':{'n':'1 - 1'}")), "",
     "1r R|1s 2r R|2r R|2s 3s S",
     .head = "'trees':{" TREE("t", "'params':{'n':1},", WAIT("'n'")) "},"},
    {"params of copies in copies", COPY("outer", ",'with':{'k':2}"), "", "0r R|0r R|0r R|0s S",
     .head = "'trees':{" TREE("inner", "'params':{'n':9},", WAIT("'n'")) "," TREE(
         "outer", "'params':{'k':1},", COPY("inner", ",'with':{'n':'k + 1'}")) "},"},
    {"a float param in seconds", COPY("t", ",'with':{'s':0.1}"), "", "0r R|0r R|0s S", .dt = 50000,
     .head = "'trees':{" TREE("t", "'params':{'s':1},", LEAF("wait", ",'seconds':'s'")) "},"},
    {"params in expressions", SEQ(COPY("t", "") "," COPY("t", ",'with':{'n':0.5,'b':false}")), "",
     "1s 2f F",
     .head = "'trees':{" TREE("t", "'params':{'n':7,'b':true},", IF("n / 2 == 3 && b")) "},"},
    {"then before else", EITHER("'if':'tick > 0'", SEQ(SUCCESS "," SUCCESS), FAILURE), "",
     "4f F|2s 3s S"},
    {"inits in order", SUCCESS, "", "0s S", .csv = "agent,a,b,c,d.x,d.y,e\n0,3,4.0,1,2.5,3.5,0\n",
     .head = "'blackboard':{'a':{'type':'int','init':3},'b':{'type':'float','init':'a + 1'},"
             "'c':{'type':'bool','init':'b > 3'},'d':{'type':'vec2','init':[2.5,'d.x + 1']},"
             "'e':'int'},"},
    {"inits draw", IF("x < 0.5 && rand() > 0.5"), "", "0s S", .csv = "agent,x\n0,0.39640892\n",
     .head = "'blackboard':{'x':{'type':'float','init':'rand()'}},"},
    {"inits see the coming tick", SUCCESS, "", "0s S|0s S|0s S @1 0s S", "2:spawn 1",
     .csv = "agent,t,k,d,i\n0,0.0,0,0.0,0\n1,2.0,2,0.0,1\n",
     .head = "'blackboard':{'t':{'type':'float','init':'time'},'k':{'type':'int','init':'tick'},"
             "'d':{'type':'float','init':'dt'},'i':{'type':'int','init':'agent'}},"},
    {"a shared key", IF("x > 6"), "", "0s S @1 0s S|0s S @1 0s S|0f F @1 0f F", "2:int 1 x 6",
     .agents = 2, .csv = "agent,x\n0,6\n1,6\n",
     .head = "'blackboard':{'x':{'type':'int','init':'3 + 4','shared':true}},"},
    {"an init reads what is shared now", SUCCESS, "", "0s S|0s S @1 0s S", "1:int 0 x 6;1:spawn 1",
     .csv = "agent,x,y\n0,6,8\n1,6,7\n",
     .head = "'blackboard':{'x':{'type':'int','init':7,'shared':true},"
             "'y':{'type':'int','init':'x + 1'}},"},
    {"written from outside", IF("x == 5"), "", "0f F|0s S", "1:int 0 x 5",
     .head = "'blackboard':{'x':'int'},"},
    {"dt and time", SEQ(SET("t", "time") "," SET("d", "dt")), "", "1s 2s S|1s 2s S|1s 2s S",
     .dt = 100000, .head = "'blackboard':{'t':'float','d':'float'},",
     .csv = "agent,t,d\n0,0.2,0.1\n"},
    {"dt is 0 in tick 0", SET("d", "dt"), "", "0s S", .head = "'blackboard':{'d':'float'},",
     .csv = "agent,d\n0,0.0\n"},
    {"no short circuit", SEQ(IF("true || rand() < 1") "," IF("false && rand() < 1")), "", "1s 2f F",
     .head = "'blackboard':{'x':'float'},", .csv = "agent,x\n0,0.0\n"},
    {"both branches draw", SEQ(SET("x", "true ? rand() : rand()") "," SET("y", "rand()")), "",
     "1s 2s S", .head = "'blackboard':{'x':'float','y':'float'},",
     .csv = "agent,x,y\n0,0.39640892,0.4181183\n"},
    {"operands from left to right", SET("x", "rand() - rand()"), "", "0s S",
     .head = "'blackboard':{'x':'float'},", .csv = "agent,x\n0,-0.43363196\n"},
};

// ---- lists

#define KEYS(declarations)     "'blackboard':{" declarations "},"
#define LIST_OF(type, size)    "{'type':{'list':" type "},'capacity':" size "}"
#define INIT(type, size, init) "{'type':{'list':" type "},'capacity':" size ",'init':[" init "]}"
#define SHARED(type, size, init)                                                                   \
    "{'type':{'list':" type "},'capacity':" size ",'shared':true,'init':[" init "]}"
#define MODES               "['idle','chase','flee']"
#define SET_TO(key, to)     LEAF("set", ",'key':'" key "','to':" to)
#define SET_AT(key, at, to) LEAF("set", ",'key':'" key "','at':" at ",'to':" to)
#define EACH(more, child)   OVER("for_each", "'key':'l'," more ",", child)
#define ITEM                "'item':'x'"
#define SUM                 SET("s", "s * 10 + x")
#define INTS(size, init)    KEYS("'l':" INIT("'int'", size, init) ",'x':'int','s':'int'")

// Each row names the sentence of the page that it tests.
static const example list_inits[] = {
    {"the default init is empty", IF("count(l) == 0"), "", "0s S",
     .head = KEYS("'l':" LIST_OF("'int'", "1")), .csv = "agent,l\n0,\n"},
    {"ints and expressions, in order", SUCCESS, "", "0s S",
     .head = KEYS("'x':{'type':'int','init':4},'l':" INIT("'int'", "3", "7,'x + 1','-2'")),
     .csv = "agent,x,l\n0,4,7 5 -2\n"},
    {"each is appended before the next is evaluated", SUCCESS, "", "0s S",
     .head = KEYS("'l':" INIT("'int'", "4", "'count(l)','count(l) + l[0]','l[1] + 6','l[9]'")),
     .csv = "agent,l\n0,0 1 7 0\n"},
    {"a later key reads a list", SUCCESS, "", "0s S",
     .head = KEYS("'l':" INIT("'int'", "4", "3,4") ",'x':{'type':'int','init':'l[1] * 10'}"),
     .csv = "agent,l,x\n0,3 4,40\n"},
    {"bools", SUCCESS, "", "0s S",
     .head = KEYS("'l':" INIT("'bool'", "4", "true,false,'tick == 0'")),
     .csv = "agent,l\n0,1 0 1\n"},
    {"floats, also of ints", SUCCESS, "", "0s S",
     .head = KEYS("'l':" INIT("'float'", "4", "1,'2','0.5 + 1',16777217")),
     .csv = "agent,l\n0,1.0 2.0 1.5 16777216.0\n"},
    {"vec2s", SUCCESS, "", "0s S",
     .head = KEYS("'v':{'type':'vec2','init':[1,2]},'l':" INIT("'vec2'", "4",
                                                               "[3,'v.x'],'v * 2','vec2(0, 9)'")),
     .csv = "agent,v.x,v.y,l\n0,1.0,2.0,3.0:1.0 2.0:4.0 0.0:9.0\n"},
    {"vec3s", SUCCESS, "", "0s S", .head = KEYS("'l':" INIT("'vec3'", "1", "[1,2,3]")),
     .csv = "agent,l\n0,1.0:2.0:3.0\n"},
    {"words, bare and in quotes", SUCCESS, "", "0s S",
     .head = KEYS("'flee':{'type':" MODES
                  ",'init':'chase'},'l':" INIT(MODES, "3", "'flee','`idle`','l[1]'")),
     .csv = "agent,flee,l\n0,chase,flee idle idle\n"},
    {"a shared list", IF("l[agent] == 5"), "", "0f F @1 0s S", .agents = 2,
     .head =
         KEYS("'k':{'type':'int','shared':true,'init':2},'l':" SHARED("'int'", "2", "1,'k + 3'")),
     .csv = "agent,k,l\n0,2,1 5\n1,2,1 5\n"},
    {"each agent has its own", SUCCESS, "", "0s S @1 0s S", .agents = 2,
     .head = KEYS("'l':" INIT("'float'", "2", "'agent','rand()'")),
     .csv = "agent,l\n0,0.0 0.39640892\n1,1.0 0.02406925\n"},
    {"own lists of a tree", SEQ(COPY("t", "") "," COPY("t", "")), "", "1s 2s S",
     .head = "'blackboard':{'k':{'type':'int','init':6}},"
             "'trees':{'t':{'blackboard':{'l':" INIT("'int'", "2", "'k'") "},'root':" PUSH(
                 "l", "'value':'k + count(l)'") "}},",
     .csv = "agent,k,t/l,t#2/l\n0,6,6 7,6 7\n"},
};

static const example lists[] = {
    {"an element", SEQ(IF("l[0] == 3") "," IF("l[tick + 1] == 4") "," IF("l [ l[0] - 2 ] == 4")),
     "", "1s 2s 3s S", .head = INTS("3", "3,4,5")},
    {"an element that is not there",
     SEQ(IF("l[-1] == 0") "," IF("l[2] == 0") "," IF("l[3] == 0") "," IF("l[2147483647] == 0")), "",
     "1s 2s 3s 4s S", .head = INTS("4", "3,4")},
    {"no element, of each type",
     SEQ(IF("!b[0]") "," IF("f[0] == 0.0") "," IF("length(v[0]) == 0") "," IF(
         "length(w[0]) == 0") "," IF("m[0] == `idle`")),
     "", "1s 2s 3s 4s 5s S",
     .head = KEYS("'b':" LIST_OF("'bool'", "1") ",'f':" LIST_OF("'float'", "1") ",'v':" LIST_OF(
         "'vec2'", "1") ",'w':" LIST_OF("'vec3'", "1") ",'m':" LIST_OF(MODES, "1"))},
    {"what lies behind the count is no state",
     SEQ(POP("l", ",'at':1") "," IF("l[1] == 0") "," CLEAR("l") "," IF("l[0] + count(l) == 0")), "",
     "1s 2s 3s 4s S", .head = INTS("2", "3,4"), .csv = "agent,l,x,s\n0,,0,0\n"},
    {"vectors as operands",
     SEQ(IF("length(v[0] + v[1]) == 10") "," IF("v[1].y == 4") "," IF("(v[0] * 2).x == 6") "," IF(
         "distance(tick == 0 ? v[0] : v[5], vec2(0, 0)) == 5")),
     "", "1s 2s 3s 4s S", .head = KEYS("'v':" INIT("'vec2'", "2", "[3,4],[3,4]"))},
    {"elements of enums",
     SEQ(IF("m[0] == `flee`") "," IF("m[1] != m[0]") "," IF("int(m[0]) == 2") "," IF(
         "(tick == 0 ? m[1] : `idle`) == `chase`")),
     "", "1s 2s 3s 4s S", .head = KEYS("'m':" INIT(MODES, "2", "'flee','chase'"))},
    {"words with brackets in the text", SEQ(IF("m[find(m, `flee`)] == `flee`")), "", "1s S",
     .head = KEYS("'m':" INIT(MODES, "2", "'chase','flee'"))},
    {"texts with brackets", IF("text(`l[0`) != text(`l,0`) && l[0] == 3"), "", "0s S",
     .head = INTS("2", "3")},
    {"count", SEQ(IF("count(l) == 2") "," PUSH("l", "'value':9") "," IF("count(l) == 3")), "",
     "1s 2s 3s S", .head = INTS("3", "3,4")},
    {"find",
     SEQ(IF("find(l, 4) == 1") "," IF("find(l, 5) == -1") "," IF("find(l, 4.0) == 1") "," IF(
         "find(l, 4.5) == -1")),
     "", "1s 2s 3s 4s S", .head = INTS("4", "3,4,4")},
    {"find in floats",
     SEQ(IF("find(f, 2) == 1") "," IF("find(f, 0.0 / 0.0) == -1") "," IF("find(f, 0.0) == 2")), "",
     "1s 2s 3s S", .head = KEYS("'f':" INIT("'float'", "4", "'0.0 / 0.0',2,'-0.0'"))},
    {"find, rounded to float", SEQ(IF("find(l, 16777216.0) == 0") "," IF("find(l, 16777216) == 1")),
     "", "1s 2s S", .head = INTS("2", "16777217,16777216")},
    {"find a bool", SEQ(IF("find(b, true) == 1") "," IF("find(b, tick > 0) == 0")), "", "1s 2s S",
     .head = KEYS("'b':" INIT("'bool'", "2", "false,true"))},
    {"find a word",
     SEQ(IF("find(m, `chase`) == 1") "," IF("find(m, m[0]) == 0") "," IF(
         "find(m, tick == 0 ? `idle` : `chase`) == -1")),
     "", "1s 2s 3s S", .head = KEYS("'m':" INIT(MODES, "2", "'flee','chase'"))},
    {"a shared list is read", SEQ(EACH(ITEM, SUM) "," SET_TO("k", "'l'") "," IF("find(l, 2) == 1")),
     "", "2s 2s 3s 4s S",
     .head = KEYS(
         "'l':" SHARED("'int'", "2", "1,2") ",'k':" LIST_OF("'int'", "3") ",'x':'int','s':'int'"),
     .csv = "agent,l,k,x,s\n0,1 2,1 2,2,12\n"},
    {"hosts write lists", SEQ(EACH(ITEM, SUM)), "", "2s 2s S|2s 2s 2s S|S",
     "1:list 0 l 4,5,6;2:list 0 l -", .head = INTS("3", "1,2"), .csv = "agent,l,x,s\n0,,6,12456\n"},
    {"hosts write shared lists", IF("count(l) == 1"), "", "0f F @1 0f F|0s S @1 0s S",
     "1:list 0 l 9", .agents = 2, .head = KEYS("'l':" SHARED("'int'", "2", "1,2")),
     .csv = "agent,l\n0,9\n1,9\n"},
    {"a param that is a list, of any capacity",
     SEQ(COPY("t", ",'with':{'p':'k'}") "," COPY("t", ",'with':{'p':'l'}")), "", "2s 3s 5s 6f F",
     .head = KEYS("'k':" INIT("'int'", "9", "1") ",'l':" INIT(
         "'int'", "1",
         "5") ",'n':'int'") "'trees':{'t':{'params':{'p':{'key':{'list':'int'}}},'root'"
                            ":" SEQ(SET("n", "n * 10 + p[0]") "," PUSH("p", "'value':2")) "}},",
     .csv = "agent,k,l,n\n0,1 2,5,15\n"},
    {"a duration", LEAF("wait", ",'ticks':'l[1]'"), "", "0r R|0r R|0s S", .head = INTS("2", "9,2")},
    {"an operand is drawn once",
     SEQ(IF("l[int(rand() * 2.0)] == 3") "," SET("x", "int(rand() * 100.0)")), "", "1s 2s S",
     .head = INTS("2", "3,4"), .csv = "agent,l,x,s\n0,3 4,83,0\n"},
};

static const example list_leaves[] = {
    {"set copies a list", SET_TO("k", "'l'"), "", "0s S",
     .head = KEYS("'l':" INIT("'int'", "2", "3,4") ",'k':" INIT("'int'", "3", "7,8,9")),
     .csv = "agent,l,k\n0,3 4,3 4\n"},
    {"a copy is no other name", SEQ(SET_TO("k", "'l'") "," PUSH("l", "'value':5")), "", "1s 2s S",
     .head = KEYS("'l':" INIT("'int'", "3", "3") ",'k':" LIST_OF("'int'", "3")),
     .csv = "agent,l,k\n0,3 5,3\n"},
    {"set a list of expressions", SET_TO("l", "[1,'count(l)','l[0] + 1']"), "", "0s S",
     .head = INTS("3", "7,8"), .csv = "agent,l,x,s\n0,1 2 8,0,0\n"},
    {"set no expressions", SET_TO("l", "[]"), "", "0s S", .head = INTS("3", "7,8"),
     .csv = "agent,l,x,s\n0,,0,0\n"},
    {"set 16 expressions", SET_TO("l", "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]"), "", "0s S",
     .head = INTS("16", ""), .csv = "agent,l,x,s\n0,0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15,0,0\n"},
    {"ints become floats, expressions draw in order", SET_TO("f", "[1,'rand()','tick','rand()']"),
     "", "0s S", .head = KEYS("'f':" LIST_OF("'float'", "4")),
     .csv = "agent,f\n0,1.0 0.39640892 0.0 0.8300409\n"},
    {"set vectors", SET_TO("v", "['v[1]',[1,'v[0].x'],'v[0] * 2']"), "", "0s S",
     .head = KEYS("'v':" INIT("'vec2'", "3", "[5,6],[7,8]")),
     .csv = "agent,v\n0,7.0:8.0 1.0:5.0 10.0:12.0\n"},
    {"set words", SET_TO("m", "['`flee`','m[0]']"), "", "0s S",
     .head = KEYS("'m':" INIT(MODES, "2", "'chase'")), .csv = "agent,m\n0,flee chase\n"},
    {"set an element", SET_AT("l", "'tick + 1'", "'l[0] * 2'"), "", "0s S",
     .head = INTS("3", "3,4"), .csv = "agent,l,x,s\n0,3 6,0,0\n"},
    {"set the first element", SET_AT("l", "0", "5"), "", "0s S", .head = INTS("3", "3,4"),
     .csv = "agent,l,x,s\n0,5 4,0,0\n"},
    {"set an element that is not there",
     SEL(SET_AT("l", "'-1'", "5") "," SET_AT("l", "2", "5") "," SET_AT("l", "3", "5")), "",
     "1f 2f 3f F", .head = INTS("3", "3,4"), .csv = "agent,l,x,s\n0,3 4,0,0\n"},
    {"set an element to an int", SET_AT("f", "0", "7"), "", "0s S",
     .head = KEYS("'f':" INIT("'float'", "1", "0")), .csv = "agent,f\n0,7.0\n"},
    {"set an element that is a vector",
     SEQ(SET_AT("v", "0", "[1,'v[0].x']") "," SET_AT("v", "1", "'-v[0]'")), "", "1s 2s S",
     .head = KEYS("'v':" INIT("'vec2'", "2", "[5,6],[7,8]")),
     .csv = "agent,v\n0,1.0:5.0 -1.0:-5.0\n"},
    {"set an element to a word", SET_AT("m", "0", "'`flee`'"), "", "0s S",
     .head = KEYS("'m':" INIT(MODES, "2", "'chase'")), .csv = "agent,m\n0,flee\n"},
    {"`at` before `to`", SET_AT("f", "'int(rand() * 2.0)'", "'rand()'"), "", "0s S",
     .head = KEYS("'f':" INIT("'float'", "1", "0")), .csv = "agent,f\n0,0.8300409\n"},
    {"both are drawn if nothing is set",
     SEQ(ANYHOW(SET_AT("f", "'9 + int(rand())'", "'rand()'")) "," PUSH("f", "'value':'rand()'")),
     "", "2f 3s S", .head = KEYS("'f':" LIST_OF("'float'", "1")), .csv = "agent,f\n0,0.4181183\n"},
    {"push at the end", PUSH("l", "'value':'count(l)'"), "", "0s S", .head = INTS("3", "3,4"),
     .csv = "agent,l,x,s\n0,3 4 2,0,0\n"},
    {"push at a place", SEQ(PUSH("l", "'value':8,'at':1") "," PUSH("l", "'value':9,'at':0")), "",
     "1s 2s S", .head = INTS("4", "3,4"), .csv = "agent,l,x,s\n0,9 3 8 4,0,0\n"},
    {"push at the count", PUSH("l", "'value':9,'at':'count(l)'"), "", "0s S",
     .head = INTS("3", "3,4"), .csv = "agent,l,x,s\n0,3 4 9,0,0\n"},
    {"push behind the count", PUSH("l", "'value':9,'at':3"), "", "0f F", .head = INTS("4", "3,4"),
     .csv = "agent,l,x,s\n0,3 4,0,0\n"},
    {"push before the list", PUSH("l", "'value':9,'at':'-1'"), "", "0f F", .head = INTS("4", "3,4"),
     .csv = "agent,l,x,s\n0,3 4,0,0\n"},
    {"push to a full list", SEL(PUSH("l", "'value':9") "," PUSH("l", "'value':9,'at':0")), "",
     "1f 2f F", .head = INTS("2", "3,4"), .csv = "agent,l,x,s\n0,3 4,0,0\n"},
    {"push converts an int", PUSH("f", "'value':7"), "", "0s S",
     .head = KEYS("'f':" LIST_OF("'float'", "2")), .csv = "agent,f\n0,7.0\n"},
    {"push vectors and words",
     SEQ(PUSH("v", "'value':[1,'tick']") "," PUSH("v", "'value':'v[0] / 2','at':0") "," PUSH(
         "m", "'value':'`flee`'")),
     "", "1s 2s 3s S", .head = KEYS("'v':" LIST_OF("'vec2'", "2") ",'m':" LIST_OF(MODES, "2")),
     .csv = "agent,v,m\n0,0.5:0.0 1.0:0.0,flee\n"},
    {"push: `at` before `value`", PUSH("f", "'value':'rand()','at':'int(rand())'"), "", "0s S",
     .head = KEYS("'f':" LIST_OF("'float'", "2")), .csv = "agent,f\n0,0.8300409\n"},
    {"push: both are drawn if nothing is pushed",
     SEQ(ANYHOW(PUSH("f", "'value':'rand()','at':'9 + int(rand())'")) "," PUSH("f",
                                                                               "'value':'rand()'")),
     "", "2f 3s S", .head = KEYS("'f':" LIST_OF("'float'", "2")), .csv = "agent,f\n0,0.4181183\n"},
    {"push draws for a full list",
     SEQ(ANYHOW(PUSH("f", "'value':'rand()'")) "," SET_AT("f", "0", "'rand()'")), "", "2f 3s S",
     .head = KEYS("'f':" INIT("'float'", "1", "1")), .csv = "agent,f\n0,0.8300409\n"},
    {"pop the first", POP("l", ",'to':'x'"), "", "0s S", .head = INTS("3", "3,4,5"),
     .csv = "agent,l,x,s\n0,4 5,3,0\n"},
    {"pop at a place", SEQ(POP("l", ",'at':1") "," POP("l", ",'to':'x','at':'count(l) - 1'")), "",
     "1s 2s S", .head = INTS("3", "3,4,5"), .csv = "agent,l,x,s\n0,3,5,0\n"},
    {"pop from an empty list", POP("l", ",'to':'x'"), "", "0f F",
     .head = KEYS("'l':" LIST_OF("'int'", "2") ",'x':{'type':'int','init':6}"),
     .csv = "agent,l,x\n0,,6\n"},
    {"pop out of range", SEL(POP("l", ",'to':'x','at':2") "," POP("l", ",'to':'x','at':'-1'")), "",
     "1f 2f F", .head = INTS("3", "3,4"), .csv = "agent,l,x,s\n0,3 4,0,0\n"},
    {"pop to a component", POP("f", ",'to':'v.y'"), "", "0s S",
     .head = KEYS("'f':" INIT("'float'", "2", "1.5,2") ",'v':'vec2'"),
     .csv = "agent,f,v.x,v.y\n0,2.0,0.0,1.5\n"},
    {"pop a vector", POP("l", ",'to':'v','at':1"), "", "0s S",
     .head = KEYS("'l':" INIT("'vec3'", "2", "[1,2,3],[4,5,6]") ",'v':'vec3'"),
     .csv = "agent,l,v.x,v.y,v.z\n0,1.0:2.0:3.0,4.0,5.0,6.0\n"},
    {"pop a bool and a word", SEQ(POP("b", ",'to':'a'") "," POP("m", ",'to':'o'")), "", "1s 2s S",
     .head = KEYS("'b':" INIT("'bool'", "1",
                              "true") ",'m':" INIT(MODES, "1", "'flee'") ",'a':'bool','o':" MODES),
     .csv = "agent,b,m,a,o\n0,,,1,flee\n"},
    {"clear", SEQ(CLEAR("l") "," CLEAR("l") "," PUSH("l", "'value':1")), "", "1s 2s 3s S",
     .head = INTS("2", "3,4"), .csv = "agent,l,x,s\n0,1,0,0\n"},
    {"a list is not taken back", CON(PUSH("l", "'value':5") "," FAILURE), "", "1s 2f F",
     .head = INTS("2", "3"), .csv = "agent,l,x,s\n0,3 5,0,0\n"},
};

static const example list_loops[] = {
    {"for_each", EACH(ITEM, SUM), "", "1s 1s 1s S", .head = INTS("3", "3,4,5"),
     .csv = "agent,l,x,s\n0,3 4 5,5,345\n"},
    {"of no elements", EACH(ITEM, SUM), "", "S|S", .head = INTS("3", ""),
     .csv = "agent,l,x,s\n0,,0,0\n"},
    {"with an index", EACH(ITEM ",'index':'i'", SET("s", "s * 10 + x * i")), "", "1s 1s 1s S",
     .head = KEYS("'l':" INIT("'int'", "3", "3,4,2") ",'x':'int','i':'int','s':'int'"),
     .csv = "agent,l,x,i,s\n0,3 4 2,2,2,44\n"},
    {"until a failure", EACH(ITEM, IF("x < 4")), "", "1s 1f F|1s 1f F", .head = INTS("3", "3,4,5"),
     .csv = "agent,l,x,s\n0,3 4 5,4,0\n"},
    {"a live child resumes, and nothing is assigned",
     EACH(ITEM, SEQ(SET("x", "x + 1") "," ACT("a"))), "a=1:success", "2s 3r R|3s 2s 3r R|3s S",
     .head = INTS("2", "3,7"), .csv = "agent,l,x,s\n0,3 7,8,0\n"},
    {"the count is that of now",
     EACH(ITEM, SEQ(IF("x < 9") "," SEL(IF("count(l) > 2") "," PUSH("l", "'value':8")))), "",
     "2s 4f 5s 2s 4s 2s 4s S", .head = INTS("3", "3,4"), .csv = "agent,l,x,s\n0,3 4 8,8,0\n"},
    {"elements that go", EACH(ITEM, SEQ(SUM "," POP("l", ""))), "", "2s 3s 2s 3s S",
     .head = INTS("3", "3,4,5"), .csv = "agent,l,x,s\n0,5,5,35\n"},
    {"the bound", EACH(ITEM ",'per_tick':2", SUM), "", "1s 1s R|1s S", .head = INTS("3", "3,4,5"),
     .csv = "agent,l,x,s\n0,3 4 5,5,345\n"},
    {"success is found before the bound", EACH(ITEM ",'per_tick':2", SUM), "", "1s 1s S",
     .head = INTS("3", "3,4")},
    {"a resumed round is not started", EACH(ITEM ",'per_tick':1", ACT("a")), "a=1:success",
     "1r R|1s 1r R|1s 1r R|1s S", .head = INTS("3", "3,4,5")},
    {"the default bound", OVER("repeat", "'count':1,", EACH(ITEM, IF("l[66] == 0"))), "",
     EIGHT(EIGHT("2s ")) "R|2s S", .head = INTS("65", EIGHT("1,1,1,1,1,1,1,1,") "1")},
    {"an element at the bound goes",
     PRIO(SEQ(IF("tick == 1") "," CLEAR("l") "," FAILURE) "," EACH(ITEM ",'per_tick':1", SUM)), "",
     "2f 6s R|2s 3s 4f S", .head = INTS("3", "3,4,5"), .csv = "agent,l,x,s\n0,,3,3\n"},
    {"fresh begins anew", PRIO(IF("tick == 1") "," EACH(ITEM ",'per_tick':1", SUM)), "",
     "1f 3s R|1s S|1f 3s R|1f 3s S", .head = INTS("2", "3,4"), .csv = "agent,l,x,s\n0,3 4,4,334\n"},
    {"a pause", EACH(ITEM ",'pause':2", SUM), "", "1s R|R|1s R|R|1s S|1s R",
     .head = INTS("3", "3,4,5")},
    {"no pause behind the last run", EACH(ITEM ",'pause':9", SUM), "", "1s S|1s S",
     .head = INTS("3", "3")},
    {"one run a tick", EACH(ITEM ",'pause':1", SUM), "", "1s R|1s S", .head = INTS("3", "3,4")},
    {"during a pause it does not look", EACH(ITEM ",'pause':3", SUM), "", "1s R|R|R|S|S",
     "1:list 0 l -", .head = INTS("3", "3,4")},
    {"the last run when it finishes", EACH(ITEM ",'pause':3", SEQ(ACT("a") "," SUM)), "a=1:success",
     "2r R|2s 3s S", "1:list 0 l 7", .head = INTS("3", "3,4"), .csv = "agent,l,x,s\n0,7,3,3\n"},
    {"no more the last run", EACH(ITEM ",'pause':2", SEQ(ACT("a") "," SUM)), "a=1:success",
     "2r R|2s 3s R|R|2r R", "1:list 0 l 3,8", .head = INTS("3", "3")},
    {"a pause after a child that runs", EACH(ITEM ",'pause':1", ACT("a")), "a=1:success",
     "1r R|1s R|1r R|1s S", .head = INTS("3", "3,4")},
    {"nested", EACH(ITEM, OVER("for_each", "'key':'k','item':'y',", SET("s", "s * 10 + x * y"))),
     "", "2s 2s 2s 2s S",
     .head = KEYS("'l':" INIT("'int'", "2", "1,2") ",'k':" INIT(
         "'int'", "2", "3,4") ",'x':'int','y':'int','s':'int'"),
     .csv = "agent,l,k,x,y,s\n0,1 2,3 4,2,4,3468\n"},
    {"over one list twice",
     EACH(ITEM, OVER("for_each", "'key':'l','item':'y',", SET("s", "s * 10 + x * y"))), "",
     "2s 2s 2s 2s S",
     .head = KEYS("'l':" INIT("'int'", "2", "1,2") ",'x':'int','y':'int','s':'int'"),
     .csv = "agent,l,x,y,s\n0,1 2,2,2,1224\n"},
    {"an item that is a component", EACH("'item':'v.y'", SET("s", "s + v.y")), "", "1s 1s S",
     .head = KEYS("'l':" INIT("'float'", "2", "1.5,2") ",'v':'vec2','s':'float'"),
     .csv = "agent,l,v.x,v.y,s\n0,1.5 2.0,0.0,2.0,3.5\n"},
    {"an item that is a vector", EACH("'item':'v'", SET("s", "s + v.x * v.y")), "", "1s 1s S",
     .head = KEYS("'l':" INIT("'vec2'", "2", "[1,2],[3,4]") ",'v':'vec2','s':'float'"),
     .csv = "agent,l,v.x,v.y,s\n0,1.0:2.0 3.0:4.0,3.0,4.0,14.0\n"},
    {"an item that is a word", EACH("'item':'m'", IF("m != `flee`")), "", "1s 1f F",
     .head = KEYS("'l':" INIT(MODES, "2", "'chase','flee'") ",'m':" MODES),
     .csv = "agent,l,m\n0,chase flee,flee\n"},
    {"abandoned below", OVER("timeout", TICKS("1"), EACH(ITEM, ACT("a"))), "a=9:success",
     "2r R|c2 F|2r R", .head = INTS("2", "3,4")},
};

// ---- running an example

static int count_ticks(const char *events)
{
    int count = 1;
    for (; *events; events++)
        count += *events == '|';
    return count;
}

static void run_example(const example *e, bool compiles)
{
    char *text = shorthand_document(e->head ? e->head : "", e->root);
    if (compiles)
        shorthand_compile(text);
    int64_t dt = e->dt == 0 ? 1000000 : e->dt < 0 ? 0 : e->dt;
    reference_settings settings = {.seed = e->seed, .dt = dt};
    reference *r = reference_load(text, strlen(text), &settings);
    shorthand events = {""};
    shorthand_stubs(r, e->stubs);
    reference_spawn(r, e->agents ? (uint64_t)e->agents : 1);
    for (int i = 0; i < count_ticks(e->events); i++) {
        if (i > 0)
            strcat(events.text, "|");
        shorthand_script(r, e->script);
        reference_tick(r);
        shorthand_events(&events, r);
    }
    if (strcmp(events.text, e->events) != 0)
        fail_msg("%s:\n%s\nis      %s\nmust be %s", e->name, text, events.text, e->events);
    if (e->csv)
        assert_string_equal(reference_final_csv(r, NULL), e->csv);
    reference_destroy(r);
    free(text);
}

#define RUN_ALL(examples, compile)                                                                 \
    do {                                                                                           \
        for (size_t i = 0; i < sizeof(examples) / sizeof *(examples); i++)                         \
            run_example(&(examples)[i], compile);                                                  \
    } while (0)

static void test_leaves(void **state)
{
    (void)state;
    RUN_ALL(leaves, true);
}

static void test_decorators(void **state)
{
    (void)state;
    RUN_ALL(decorators, true);
}

static void test_deciders(void **state)
{
    (void)state;
    RUN_ALL(deciders, true);
}

static void test_cancelling(void **state)
{
    (void)state;
    RUN_ALL(cancelling, true);
}

static void test_documents(void **state)
{
    (void)state;
    RUN_ALL(documents, true);
}

static void test_lists(void **state)
{
    (void)state;
    RUN_ALL(lists, GENERATE_LISTS);
    RUN_ALL(list_inits, GENERATE_LISTS);
    RUN_ALL(list_leaves, GENERATE_LISTS);
    RUN_ALL(list_loops, GENERATE_LISTS);
}

// ---- expressions

static const struct {
    const char *expression, *type, *value;
} expressions[] = {
    {"1 + 2 * 3", "int", "7"},
    {"1 - 2 - 3", "int", "-4"},
    {"7 / 2", "int", "3"},
    {"-7 / 2", "int", "-3"},
    {"-7 % 3", "int", "-1"},
    {"7 % -3", "int", "1"},
    {"1 / 0", "int", "0"},
    {"5 % 0", "int", "0"},
    {"(-2147483647 - 1) / -1", "int", "-2147483648"},
    {"(-2147483647 - 1) % -1", "int", "0"},
    {"2147483647 + 1", "int", "-2147483648"},
    {"-2147483647 - 2", "int", "2147483647"},
    {"65536 * 65536", "int", "0"},
    {"-(-2147483647 - 1)", "int", "-2147483648"},
    {"abs(-2147483647 - 1)", "int", "-2147483648"},
    {"abs(-5)", "int", "5"},
    {"int(2.9)", "int", "2"},
    {"int(-2.9)", "int", "-2"},
    {"int(1e10)", "int", "2147483647"},
    {"int(-1e10)", "int", "-2147483648"},
    {"int(0.0 / 0.0)", "int", "0"},
    {"int(1.0 / 0.0)", "int", "2147483647"},
    {"int(true) + int(false)", "int", "1"},
    {"int(5)", "int", "5"},
    {"min(3, 2)", "int", "2"},
    {"max(3, 2)", "int", "3"},
    {"clamp(5, 1, 3)", "int", "3"},
    {"clamp(0, 1, 3)", "int", "1"},
    {"clamp(2, 3, 1)", "int", "1"},
    {"true ? 1 : 2", "int", "1"},
    {"false ? 1 : true ? 2 : 3", "int", "2"},
    {"1 / 2.0", "float", "0.5"},
    {"16777217 + 0.0", "float", "16777216.0"},
    {"16777219 + 0.0", "float", "16777220.0"},
    {"0.1 + 0.2", "float", "0.3"},
    {"0.1 + 0.2 + 0.3", "float", "0.6"},
    {"1e10 + 1.0 - 1e10", "float", "0.0"},
    {"2e3", "float", "2000.0"},
    {"min(1, 2.5)", "float", "1.0"},
    {"min(0.0 / 0.0, 1.0)", "float", "nan"},
    {"min(1.0, 0.0 / 0.0)", "float", "1.0"},
    {"max(0.0 / 0.0, 1.0)", "float", "nan"},
    {"max(1.0, 0.0 / 0.0)", "float", "1.0"},
    {"min(0.0, -0.0)", "float", "0.0"},
    {"max(-0.0, 0.0)", "float", "-0.0"},
    {"clamp(1, 0, 0.5)", "float", "0.5"},
    {"clamp(0.0 / 0.0, 0.0, 1.0)", "float", "nan"},
    {"abs(-0.0)", "float", "0.0"},
    {"-0.0", "float", "-0.0"},
    {"-(0)", "float", "0.0"},
    {"0 - 0.0", "float", "0.0"},
    {"floor(-1.5)", "float", "-2.0"},
    {"ceil(-0.5)", "float", "-0.0"},
    {"floor(7)", "float", "7.0"},
    {"sqrt(2)", "float", "1.4142135"},
    {"sqrt(-1.0)", "float", "nan"},
    {"round(2.5)", "float", "2.0"},
    {"round(-0.5)", "float", "-0.0"},
    {"round(7)", "float", "7.0"},
    {"sign(-7)", "int", "-1"},
    {"sign(-0.5)", "float", "-1.0"},
    {"sign(-0.0)", "float", "-0.0"},
    {"sin(1)", "float", "0.84147096"},
    {"cos(1)", "float", "0.5403023"},
    {"exp(1)", "float", "2.7182817"},
    {"log(2)", "float", "0.6931472"},
    {"log(0)", "float", "-inf"},
    {"atan2(0.0, -1)", "float", "3.1415927"},
    {"atan2(-0.0, 1)", "float", "-0.0"},
    {"atan2(-0.0, -1)", "float", "-3.1415927"},
    {"atan2(4e-45, 2)", "float", "1e-45"},
    {"float(true)", "float", "1.0"},
    {"float(3) / 2", "float", "1.5"},
    {"true ? 1 : 2.5", "float", "1.0"},
    {"-1.0 / 0.0", "float", "-inf"},
    {"1 / 0.0", "float", "inf"},
    {"5.5 - 7 / 2", "float", "2.5"},
    {"(true ? 7 : 2.5) / 2", "float", "3.5"},
    {"3.4e38 * 10", "float", "inf"},
    {"1e-45", "float", "1e-45"},
    {"length(v)", "float", "5.0"},
    {"distance(v, w)", "float", "13.0"},
    // the squares must be rounded to float; otherwise the result is 7.0058904
    {"length(z)", "float", "7.005891"},
    {"v.x * v.y", "float", "12.0"},
    {"1 < 2 == true", "bool", "1"},
    {"1 == 1.0", "bool", "1"},
    {"16777217 == 16777216.0", "bool", "1"},
    {"0.0 / 0.0 == 0.0 / 0.0", "bool", "0"},
    {"0.0 / 0.0 != 0.0 / 0.0", "bool", "1"},
    {"0.0 / 0.0 < 1.0 || 0.0 / 0.0 >= 1.0", "bool", "0"},
    {"0.0 == -0.0", "bool", "1"},
    {"!true || true", "bool", "1"},
    {"true || false && false", "bool", "1"},
    {"!(true && false)", "bool", "1"},
    {"true != false", "bool", "1"},
    {"2 >= 2 && 2 <= 2 && !(2 > 2) && !(2 < 2)", "bool", "1"},
    {"true ? false : true", "bool", "0"},
    {"time", "float", "4.0"},
    {"dt", "float", "2.0"},
    {"tick", "int", "2"},
    {"agent", "int", "0"},
};

static void test_expressions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
        char head[256], root[512];
        snprintf(head, sizeof head,
                 "'blackboard':{'v':{'type':'vec2','init':[3,4]},'w':{'type':'vec2','init':[8,16]},"
                 "'z':{'type':'vec2','init':[2.85,6.4]},"
                 "'x':'%s'},",
                 expressions[i].type);
        snprintf(root, sizeof root, SET("x", "%s"), expressions[i].expression);
        char *text = shorthand_document(head, root);
        shorthand_compile(text);
        reference *r = reference_load(text, strlen(text), &(reference_settings){.dt = 2000000});
        reference_spawn(r, 1);
        for (int tick = 0; tick < 3; tick++)
            reference_tick(r);
        const char *csv = reference_final_csv(r, NULL);
        char value[64];
        snprintf(value, sizeof value, "%s", strrchr(csv, ',') + 1);
        value[strcspn(value, "\n")] = '\0';
        if (strcmp(value, expressions[i].value) != 0)
            fail_msg("%s is %s, must be %s", expressions[i].expression, value,
                     expressions[i].value);
        reference_destroy(r);
        free(text);
    }
}

// The states were computed by another implementation of XXH3 and splitmix64.
static void test_random(void **state)
{
    (void)state;
    assert_true(reference_random_seed(0, 0) == 0xc77b3abb6f87acd9);
    assert_true(reference_random_seed(3, 7) == 0x1dfa38b16de18c70);
    uint64_t stream = 0;
    assert_true(reference_random_next(&stream) == 0xe220a8397b1dcdaf);
    assert_true(reference_random_next(&stream) == 0x6e789e6aa1b965f4);
    stream = reference_random_seed(1, 0);
    assert_true(reference_random_float(&stream) == 0.024069249629974365f);
}

// ---- the format of events

static void test_form(void **state)
{
    (void)state;
    static const char expected[] =
        "{\"tick\":0,\"agent\":0,\"event\":\"log\",\"node\":1,\"phase\":\"start\","
        "\"message\":\"a \\\"b\\\"\\n\"}\n"
        "{\"tick\":0,\"agent\":0,\"event\":\"leaf\",\"node\":2,\"status\":\"running\"}\n"
        "{\"tick\":0,\"agent\":0,\"event\":\"leaf\",\"node\":3,\"status\":\"running\"}\n"
        "{\"tick\":0,\"agent\":0,\"event\":\"request\",\"kind\":\"launch\",\"node\":3,"
        "\"do\":\"d\\\\\"}\n"
        "{\"tick\":0,\"agent\":0,\"event\":\"root\",\"status\":\"running\"}\n"
        "{\"tick\":1,\"agent\":0,\"event\":\"log\",\"node\":1,\"phase\":\"abandon\","
        "\"message\":\"a \\\"b\\\"\\n\"}\n"
        "{\"tick\":1,\"agent\":0,\"event\":\"cancel\",\"node\":2}\n"
        "{\"tick\":1,\"agent\":0,\"event\":\"request\",\"kind\":\"cancel\",\"node\":3,"
        "\"do\":\"d\\\\\"}\n";
    char *text =
        shorthand_document("", CON(OVER("debug", "'message':'a \\'b\\'\\n',", ACT("a")) "," LEAF(
                                   "deferred", ",'do':'d\\\\','resource':'legs'")));
    shorthand_compile(text);
    reference *r = reference_load(text, strlen(text), &(reference_settings){0});
    reference_stub(r, "a", 9, GESTALT_SUCCESS);
    reference_spawn(r, 1);
    reference_tick(r);
    uint32_t count;
    const reference_request *requests = reference_requests(r, &count);
    assert_int_equal(count, 1);
    assert_string_equal(requests->resource, "legs");
    reference_despawn(r, 0);
    reference_tick(r);
    assert_string_equal(reference_events(r, NULL), expected);
    reference_destroy(r);
    free(text);
}

// ---- names, kinds and includes

static const char *include_text(void *user, const char *path, size_t *size)
{
    (void)user;
    static char *texts[2];
    bool deep = strcmp(path, "lib/deep.json") == 0;
    if (!texts[deep])
        texts[deep] =
            deep ? shorthand_document("'blackboard':{'c':{'type':'int','init':3}},",
                                      SET("c", "c + a"))
                 : shorthand_document("'blackboard':{'b':'int','a':{'type':'int','init':9}},"
                                      "'trees':{'t':{'include':'./x/../deep.json'}},",
                                      SEQ(COPY("t", "") "," SET("b", "c")));
    assert_true(deep || strcmp(path, "lib/first.json") == 0);
    *size = strlen(texts[deep]);
    return texts[deep];
}

static void test_include(void **state)
{
    (void)state;
    char *text =
        shorthand_document("'blackboard':{'a':{'type':'int','init':1}},'trees':{'t':{'include':"
                           "'lib/first.json'},'again':{'include':'lib/deep.json'}},",
                           SEQ(COPY("t", ",'name':'copied'") "," COPY("again", "")));
    reference *r =
        reference_load(text, strlen(text), &(reference_settings){.include = include_text});
    shorthand events = {""};
    reference_spawn(r, 1);
    reference_tick(r);
    shorthand_events(&events, r);
    assert_string_equal(events.text, "2s 3s 4s S");
    // The first declaration counts. Keys are in the order in which the documents are read.
    assert_string_equal(reference_final_csv(r, NULL), "agent,a,b,c\n0,1,4,5\n");
    assert_string_equal(reference_node_name(r, 1), "copied");
    reference_destroy(r);
    free(text);
}

static void test_names(void **state)
{
    (void)state;
    char *text = shorthand_document(
        "'trees':{" TREE("plain", "", IF("true")) "," TREE(
            "named", "",
            LEAF("success",
                 ",'name':'own'")) "," TREE("via", "",
                                            COPY("plain",
                                                 ",'name':'inner'")) "," TREE("passes", "",
                                                                              COPY("plain",
                                                                                   "")) "},",
        SEQ(COPY("plain", ",'name':'a'") "," COPY("named", ",'name':'b'") "," COPY(
            "via", ",'name':'c'") "," COPY("passes", ",'name':'d'") "," COPY("plain", "")));
    shorthand_compile(text);
    static const char *const names[] = {NULL, "a", "own", "inner", "d", NULL};
    reference *r = reference_load(text, strlen(text), &(reference_settings){0});
    assert_int_equal(reference_node_count(r), 6);
    for (uint32_t i = 0; i < 6; i++) {
        const char *name = reference_node_name(r, i);
        assert_string_equal(name ? name : "", names[i] ? names[i] : "");
    }
    assert_string_equal(reference_node_type(r, 1), "condition");
    reference_destroy(r);
    free(text);
}

// ---- calls of the host: arguments are evaluated in order, just before the call

static char calls[1024];

static void note_call(const reference_call *call)
{
    static const char *const phases[] = {"start", "resume", "cancel"};
    size_t used = strlen(calls);
    used += (size_t)snprintf(calls + used, sizeof calls - used, "%s%s %s", used ? "; " : "",
                             call->name, phases[call->phase]);
    for (uint32_t i = 0; i < call->argument_count; i++) {
        const reference_argument *a = &call->arguments[i];
        char text[3 * NUMBER_TEXT_SIZE] = "", *end = text;
        if (a->passing == REFERENCE_BY_KEY) {
            snprintf(text, sizeof text, "&%s", a->key);
        } else if (a->passing == REFERENCE_BY_VECTOR) {
            end += number_print_float(text, a->vector[0]);
            number_print_float(stpcpy(end, "/"), a->vector[1]);
        } else if (a->value.type == REFERENCE_FLOAT) {
            number_print_float(text, a->value.number);
        } else {
            snprintf(text, sizeof text, "%d", (int)a->value.integer);
        }
        used += (size_t)snprintf(calls + used, sizeof calls - used, " %s=%s", a->name, text);
    }
}

static gestalt_status host_action(void *user, const reference_call *call)
{
    (void)user;
    note_call(call);
    for (uint32_t i = 0; i < call->argument_count; i++)
        if (call->arguments[i].passing == REFERENCE_BY_KEY)
            assert_true(reference_write(call->reference, call->agent, call->arguments[i].key,
                                        reference_int(42)));
    return GESTALT_RUNNING;
}

static bool host_predicate(void *user, const reference_call *call)
{
    (void)user;
    note_call(call);
    return true;
}

// ---- lists of the host

static gestalt_status list_action(void *user, const reference_call *call)
{
    (void)user;
    const reference_argument *a = &call->arguments[0];
    assert_int_equal(a->passing, REFERENCE_BY_KEY);
    const reference_list *list = reference_read_list(call->reference, call->agent, a->key);
    reference_value more[3];
    assert_true(list && list->type == REFERENCE_INT && list->capacity == 3);
    for (uint32_t i = 0; i < list->count; i++)
        more[i] = reference_int(list->elements[i].integer * 2);
    more[list->count] = reference_int(9);
    assert_true(reference_write_list(call->reference, call->agent, a->key, more, list->count + 1));
    assert_false(reference_write_list(call->reference, call->agent, a->key, more, 4));
    assert_false(reference_write_list(call->reference, call->agent, "x", more, 1));
    assert_null(reference_read_list(call->reference, call->agent, "y"));
    return GESTALT_SUCCESS;
}

// An argument "`key T`, and so for a list, of any capacity".
static void test_list_host(void **state)
{
    (void)state;
    char *text =
        shorthand_document(INTS("3", "1") "'actions':{'f':{'args':{'p':{'key':{'list':'int'}}}}},",
                           LEAF("action", ",'do':'f','args':{'p':'l'}"));
    if (GENERATE_LISTS)
        shorthand_compile(text);
    reference *r = reference_load(text, strlen(text), &(reference_settings){.action = list_action});
    reference_spawn(r, 1);
    reference_tick(r);
    reference_tick(r);
    assert_string_equal(reference_final_csv(r, NULL), "agent,l,x,s\n0,4 18 9,0,0\n");
    reference_destroy(r);
    free(text);
}

#define CALL(type, key, name, args) LEAF(type, ",'" key "':'" name "','args':{" args "}")

static const struct {
    const char *head, *root, *calls;
    int ticks;
} host_calls[] = {
    {"", OVER("timeout", TICKS("2"), CALL("action", "do", "f", "'b':'rand()','a':'rand()'")),
     "f start b=0.39640892 a=0.8300409; f resume b=0.4181183 a=0.20012319; "
     "f cancel b=0.9121476 a=0.7906142",
     3},
    {"'blackboard':{'v':{'type':'vec2','init':[1,2]},'k':'int'},"
     "'actions':{'f':{'args':{'n':'float','k':'key int','v':'vec2','i':'int','t':'bool'}}},",
     SEQ(CALL("action", "do", "f", "'t':true,'v':'v','k':'k','n':'1 + tick','i':'k'")),
     "f start t=1 v=1.0/2.0 k=&k n=1.0 i=0; f resume t=1 v=1.0/2.0 k=&k n=2.0 i=42", 2},
    // The argument of an undeclared function is a float if one use gives a float.
    {"", SEQ(CALL("condition", "call", "p", "'x':1") "," CALL("condition", "call", "p", "'x':2.5")),
     "p start x=1.0; p start x=2.5", 1},
    {"'trees':{" TREE("unused", "", CALL("condition", "call", "p", "'x':2.5")) "},",
     CALL("condition", "call", "p", "'x':1"), "p start x=1.0", 1},
    {"", EITHER("'call':'p','args':{'x':true}", RUNNING, FAILURE), "p start x=1", 3},
};

static void test_host_calls(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof host_calls / sizeof *host_calls; i++) {
        char *text = shorthand_document(host_calls[i].head, host_calls[i].root);
        shorthand_compile(text);
        reference_settings settings = {.action = host_action, .predicate = host_predicate};
        reference *r = reference_load(text, strlen(text), &settings);
        calls[0] = '\0';
        reference_spawn(r, 1);
        for (int tick = 0; tick < host_calls[i].ticks; tick++)
            reference_tick(r);
        assert_string_equal(calls, host_calls[i].calls);
        reference_destroy(r);
        free(text);
    }
}

// A launch keeps the arguments that were evaluated for its request.
static void test_launch_arguments(void **state)
{
    (void)state;
    char *text =
        shorthand_document("", CON(CALL("deferred", "do", "d", "'x':'tick + 5'") "," RUNNING));
    shorthand_compile(text);
    reference *r = reference_load(text, strlen(text), &(reference_settings){0});
    uint32_t count;
    reference_spawn(r, 1);
    reference_tick(r);
    const reference_request *request = reference_requests(r, &count);
    assert_int_equal(count, 1);
    assert_true(request->launch);
    assert_int_equal(request->arguments[0].value.integer, 5);
    reference_tick(r);
    reference_requests(r, &count);
    assert_int_equal(count, 0);
    assert_false(reference_finish(r, 0, 0, GESTALT_SUCCESS)); // node 0 is not deferred
    assert_false(reference_finish(r, 0, 9, GESTALT_SUCCESS));
    assert_false(reference_finish(r, 1, 1, GESTALT_SUCCESS));
    reference_cancel(r, 0);
    assert_false(reference_finish(r, 0, 1, GESTALT_SUCCESS)); // node 1 is not live
    reference_destroy(r);
    free(text);
}

// ---- the state that differential tests compare

static void test_state(void **state)
{
    (void)state;
    char *text = shorthand_document(
        "'blackboard':{'x':'float'},",
        SEQ(OVER("once", "", FAILURE) "," OVER("cooldown", TICKS("1"), SUCCESS)));
    char *with_kept = shorthand_document("'blackboard':{'x':'float'},",
                                         SEQ(OVER("cooldown", TICKS("1"), SUCCESS) "," OVER(
                                             "once", "", FAILURE) "," KEPT("p", "failure")));
    shorthand_compile(text);
    reference *r = reference_load(with_kept, strlen(with_kept), &(reference_settings){0});
    gestalt_status status;
    int64_t due;
    reference_spawn(r, 2);
    assert_false(reference_once(r, 0, 3, &status));
    assert_false(reference_cooldown(r, 0, 1, &due));
    reference_tick(r);
    assert_true(reference_once(r, 0, 3, &status));
    assert_int_equal(status, GESTALT_FAILURE);
    assert_true(reference_cooldown(r, 1, 1, &due));
    assert_int_equal(due, 1);
    assert_int_equal(reference_root_status(r, 1), GESTALT_FAILURE);
    assert_int_equal(reference_persistent_count(r), 1);
    assert_int_equal(reference_persistent(r, 0, 0), GESTALT_FAILURE);
    reference_write(r, 1, "x", reference_value_of_bits(REFERENCE_FLOAT, 0xffc12345));
    assert_int_equal(reference_cell_bits(r, 1, 0), 0x7fc00000);
    assert_int_equal(reference_cell_bits(r, 0, 0), 0);
    assert_true(reference_random_state(r, 1) == reference_random_seed(1, 0));
    reference_despawn(r, 0);
    assert_false(reference_agent_exists(r, 0));
    assert_int_equal(reference_spawn(r, 1), 2);
    assert_string_equal(reference_final_csv(r, NULL), "agent,x\n1,nan\n2,0.0\n");
    reference_destroy(r);
    free(text);
    free(with_kept);
}

// ---- an example from a lecture: a pedestrian waits while the light is red

static void test_crossing(void **state)
{
    (void)state;
    char *text = shorthand_document(
        "'blackboard':{'red':{'type':'bool','init':true}},",
        OVER("while", "", EITHER("'if':'red'", OVER("delay", SECONDS("2"), SUCCESS), FAILURE)));
    shorthand_compile(text);
    reference *r = reference_load(text, strlen(text), &(reference_settings){.dt = 1000000});
    shorthand events = {""};
    reference_set_now(r, 343000000);
    reference_spawn(r, 1);
    for (int i = 0; i < 3; i++) {
        if (i == 2) // the light turns green before 345
            assert_true(reference_write(r, 0, "red", reference_bool(false)));
        reference_tick(r);
        strcat(events.text, "|");
        shorthand_events(&events, r);
        assert_int_equal(reference_node_is_live(r, 0, 2), i < 2); // the delay is live
    }
    // In ticks 343 and 344 the delay waits. In tick 345 it returns success, and the loop evaluates
    // the light again. The light is green, so the child fails, and the loop ends with one success.
    assert_string_equal(events.text, "|R|R|3s 4f S");
    reference_destroy(r);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaves),     cmocka_unit_test(test_decorators),
        cmocka_unit_test(test_deciders),   cmocka_unit_test(test_cancelling),
        cmocka_unit_test(test_documents),  cmocka_unit_test(test_lists),
        cmocka_unit_test(test_list_host),  cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_random),     cmocka_unit_test(test_form),
        cmocka_unit_test(test_include),    cmocka_unit_test(test_names),
        cmocka_unit_test(test_host_calls), cmocka_unit_test(test_launch_arguments),
        cmocka_unit_test(test_state),      cmocka_unit_test(test_crossing),
    };
    return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
}
