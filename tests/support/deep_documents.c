// SPDX-License-Identifier: MIT
#include "deep_documents.h"

#include <inttypes.h>

enum { CHAIN = 100 }; // nodes of one tree: JSON allows less depth than trees

#define DECORATOR(type, more)                                                                      \
    {                                                                                              \
        type, "{\"type\": \"" type "\", " more "\"child\": ", "}"                                  \
    }
#define DECIDER(name, type, more, first)                                                           \
    {                                                                                              \
        name, "{\"type\": \"" type "\", " more "\"children\": [" first, "]}"                       \
    }

// Each runs its deep child in the first tick, and is running while the child is.
const deep_kind deep_kinds[] = {
    DECORATOR("invert", ""),
    DECORATOR("force_success", ""),
    DECORATOR("force_failure", ""),
    DECORATOR("delay", "\"ticks\": 0, "),
    DECORATOR("repeat", "\"count\": 3, \"per_tick\": 1, "),
    DECORATOR("while", "\"per_tick\": 1, "),
    DECORATOR("retry", "\"attempts\": 3, \"per_tick\": 1, "),
    DECORATOR("timeout", "\"ticks\": 1000, "),
    DECORATOR("cooldown", "\"ticks\": 1, "),
    DECORATOR("once", ""),
    DECORATOR("chance", "\"p\": 1, "),
    DECORATOR("debug", "\"message\": \"m\", "),
    DECIDER("sequence", "sequence", "", "{\"type\": \"success\"}, "),
    DECIDER("selector", "selector", "", "{\"type\": \"failure\"}, "),
    DECIDER("random sequence", "sequence", "\"order\": \"random\", ", "{\"type\": \"success\"}, "),
    DECIDER("random selector", "selector", "\"order\": \"random\", ", "{\"type\": \"failure\"}, "),
    DECIDER("priority", "priority", "", "\"b\", "),
    DECIDER("reactive sequence", "reactive_sequence", "", "\"!b\", "),
    DECIDER("concurrent", "concurrent", "", "{\"type\": \"success\"}, "),
    DECIDER("pipeline", "pipeline", "", "\"!b\", "),
    DECIDER("race", "race", "", "{\"type\": \"running\"}, "),
    DECIDER("parallel", "parallel", "", "{\"type\": \"success\"}, "),
    DECIDER("weighted", "weighted", "\"weights\": [0, 2], ", "{\"type\": \"success\"}, "),
    DECIDER("utility", "utility", "\"scores\": [\"i\", \"i + 1\"], ", "{\"type\": \"success\"}, "),
    {"then", "{\"type\": \"decide\", \"if\": \"!b\", \"then\": ", "}"},
    {"else",
     "{\"type\": \"decide\", \"if\": \"b\", \"then\": {\"type\": \"success\"}, \"else\": ", "}"},
};
const size_t deep_kind_count = sizeof deep_kinds / sizeof *deep_kinds;

#define KEYS                                                                                       \
    "{\"gestalt\": 1, \"blackboard\": {\"i\": \"int\", \"f\": \"float\", \"b\": \"bool\", "        \
    "\"v\": \"vec2\"}, "

static const deep_kind *kind_at(const deep_kind *kind, uint32_t depth)
{
    return kind ? kind : &deep_kinds[depth % deep_kind_count];
}

// Write a chain of nodes around a child, starting with the node at depth `depth`.
static void put_chain(FILE *to, const deep_kind *kind, uint32_t depth, uint32_t count,
                      const char *middle)
{
    for (uint32_t i = 0; i < count; i++)
        fputs(kind_at(kind, depth + i)->before, to);
    fputs(middle, to);
    for (uint32_t i = count; i-- > 0;)
        fputs(kind_at(kind, depth + i)->after, to);
}

void deep_tree(FILE *to, const deep_kind *kind, uint32_t depth, uint32_t leaf_ticks)
{
    uint32_t trees = (depth - 1) / CHAIN, rest = (depth - 1) % CHAIN;
    char middle[64];
    snprintf(middle, sizeof middle, "{\"type\": \"wait\", \"ticks\": %" PRIu32 "}", leaf_ticks);
    fputs(KEYS "\"trees\": {\"t0\": {\"root\": ", to);
    fputs(middle, to);
    for (uint32_t i = 1; i <= trees; i++) {
        snprintf(middle, sizeof middle, "{\"type\": \"subtree\", \"tree\": \"t%" PRIu32 "\"}",
                 i - 1);
        fprintf(to, "}, \"t%" PRIu32 "\": {\"root\": ", i);
        put_chain(to, kind, rest + (trees - i) * CHAIN, CHAIN, middle);
    }
    snprintf(middle, sizeof middle, "{\"type\": \"subtree\", \"tree\": \"t%" PRIu32 "\"}", trees);
    fputs("}}, \"root\": ", to);
    put_chain(to, kind, 0, rest, middle);
    fputs("}", to);
}

// At most 4,096 operations, and 64 values on the stack.
const deep_expression deep_expressions[] = {
    {"parentheses", "i", "(", "i", ")", 30000},
    {"minus", "i", "- ", "i", "", 4095},
    {"not", "b", "!", "b", "", 4095},
    {"sum", "i", "", "i", " + i", 2047},
    {"sum in parentheses", "i", "(", "i", " + i)", 2047},
    {"differences on the right", "i", "i - (", "i", ")", 63},
    {"conjunction", "b", "", "b", " && b", 2047},
    {"conjunction on the right", "b", "b && (", "b", ")", 63},
    {"comparisons", "b", "(", "i > 0", ") == b", 2046},
    {"function", "i", "abs(", "i", ")", 4095},
    {"function of two", "i", "min(", "i", ", i)", 2047},
    {"function on the right", "i", "max(i, ", "i", ")", 63},
    {"conversions", "i", "int(float(", "i", "))", 2047},
    {"random numbers", "f", "", "rand()", " + rand()", 2047},
    {"question", "b", "(", "b", ") ? b : !b", 1023},
    {"first branch", "i", "b ? ", "i", " : i", 62},
    {"second branch", "i", "b ? i : ", "i", "", 62},
    {"distances", "f", "", "length(v)", " + distance(v, v)", 1023},
};
const size_t deep_expression_count = sizeof deep_expressions / sizeof *deep_expressions;

void deep_set(FILE *to, const deep_expression *expression)
{
    fprintf(to, KEYS "\"root\": {\"type\": \"set\", \"key\": \"%s\", \"to\": \"", expression->key);
    for (uint32_t i = 0; i < expression->count; i++)
        fputs(expression->before, to);
    fputs(expression->middle, to);
    for (uint32_t i = 0; i < expression->count; i++)
        fputs(expression->after, to);
    fputs("\"}}", to);
}
