// SPDX-License-Identifier: MIT
// Documents, scripts and events in a few letters, for tests of the reference. Events:
//
//   3s 3f 3r   node 3, a leaf, answered success, failure, running     c3   its action was cancelled
//   3:start 3:success 3:failure 3:abandon   a log event               L3 X3   requests: launch,
//   cancel S F R      the root's answer    |   the next tick
//   E   an edit     @1   agent 1 from here on
#ifndef SHORTHAND_H
#define SHORTHAND_H

#include "reference.h"

// ---- documents in short: JSON with ' for "

#define LEAF(type, more)            "{'type':'" type "'" more "}"
#define OVER(type, more, child)     "{'type':'" type "'," more "'child':" child "}"
#define LIST(type, more, children)  "{'type':'" type "'," more "'children':[" children "]}"
#define DECIDE(test, then)          "{'type':'decide','if':'" test "','then':" then "}"
#define EITHER(test, then, or_else) "{'type':'decide'," test ",'then':" then ",'else':" or_else "}"

#define SUCCESS         LEAF("success", "")
#define FAILURE         LEAF("failure", "")
#define RUNNING         LEAF("running", "")
#define IF(test)        "'" test "'"
#define ACT(name)       LEAF("action", ",'do':'" name "'")
#define DEFER(name)     LEAF("deferred", ",'do':'" name "'")
#define WAIT(ticks)     LEAF("wait", ",'ticks':" ticks)
#define KEPT(key, init) LEAF("persistent", ",'key':'" key "','init':'" init "'")
#define SIGNAL(key, to) LEAF("signal", ",'key':'" key "','to':'" to "'")
#define SET(key, to)    LEAF("set", ",'key':'" key "','to':'" to "'")
#define SEQ(children)   LIST("sequence", "", children)
#define SEL(children)   LIST("selector", "", children)
#define PRIO(children)  LIST("priority", "", children)
#define REACT(children) LIST("reactive_sequence", "", children)
#define CON(children)   LIST("concurrent", "", children)
#define RACE(children)  LIST("race", "", children)
#define PAR(more, kids) LIST("parallel", more, kids)
#define ANYHOW(child)   OVER("force_success", "", child)
#define FOUR(leaf)      leaf "," leaf "," leaf "," leaf
#define TICKS(n)        "'ticks':" n ","
#define SECONDS(n)      "'seconds':" n ","
#define EIGHT(text)     text text text text text text text text

typedef struct shorthand {
    char text[4096];
    uint64_t agent; // whose events come
} shorthand;

/// Adds all events since the last call.
void shorthand_events(shorthand *s, reference *r);
/// Does what a script says for the coming tick: "1:finish 0 3 success" and others, joined by ;
void shorthand_script(reference *r, const char *script);
/// Sets stubs: "a=2:success b=0:failure"
void shorthand_stubs(reference *r, const char *stubs);
/// A document of what stands at its top, with a comma behind, and a root; to be freed.
char *shorthand_document(const char *head, const char *root);
/// The reference takes what the compiler takes, no more: ends the test if that refuses the text.
void shorthand_compile(const char *text);

#endif
