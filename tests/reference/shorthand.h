// SPDX-License-Identifier: MIT
// Short forms of documents, scripts and events, for tests of the reference. Events:
//
//   3s 3f 3r  the leaf with id 3 returned success, failure, running
//   c3        the action of node 3 was cancelled
//   3:start 3:success 3:failure 3:abandon  a log event of node 3
//   L3 X3     requests of node 3: launch, cancel
//   S F R     status of the root
//   |         the next tick
//   E         an edit
//   @1        the following events are those of agent 1
#ifndef SHORTHAND_H
#define SHORTHAND_H

#include "reference.h"

// ---- short documents: JSON with ' instead of ", and ` instead of ' around words

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
#define PUSH(key, more) LEAF("push", ",'key':'" key "'," more)
#define POP(key, more)  LEAF("pop", ",'key':'" key "'" more)
#define CLEAR(key)      LEAF("clear", ",'key':'" key "'")
#define SEQ(children)   LIST("sequence", "", children)
#define SEL(children)   LIST("selector", "", children)
#define PRIO(children)  LIST("priority", "", children)
#define REACT(children) LIST("reactive_sequence", "", children)
#define PIPE(children)  LIST("pipeline", "", children)
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
    uint64_t agent; // agent whose events are abbreviated
} shorthand;

/// Append all events since the last call.
void shorthand_events(shorthand *s, reference *r);
/// Carry out a script before the coming tick. Its actions are separated by semicolons, such as
/// "1:finish 0 3 success" or "1:list 0 route 7,8", which writes a list of ints ("-": an empty one).
void shorthand_script(reference *r, const char *script);
/// Set stubs: "a=2:success b=0:failure".
void shorthand_stubs(reference *r, const char *stubs);
/// Make a document of members, each followed by a comma, and a root. The caller frees it.
char *shorthand_document(const char *head, const char *root);
/// End the test if the compiler refuses the text: the reference accepts only what the compiler
/// accepts.
void shorthand_compile(const char *text);

#endif
