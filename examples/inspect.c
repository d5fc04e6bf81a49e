// SPDX-License-Identifier: MIT
// Shows one agent tick by tick, as `gestalt trace` does: the nodes that it runs and the status of
// each, cancelled nodes and logged messages, then the live nodes and the keys that have changed.
//
//   cc inspect.c $(pkg-config --cflags --libs gestalt) -o inspect && ./inspect
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NODES_MOST = 32, KEYS_MOST = 8, LINES_MOST = 64, TICKS = 6 };

static const char lamp[] =
    "{\"gestalt\": 1, \"name\": \"lamp\", \"blackboard\": {"
    "  \"oil\": {\"type\": \"int\", \"init\": 2},"
    "  \"light\": {\"type\": [\"off\", \"on\"]}},"
    " \"root\": {\"type\": \"priority\", \"children\": ["
    "  {\"type\": \"sequence\", \"name\": \"burn\", \"children\": [\"oil > 0\","
    "   {\"type\": \"set\", \"key\": \"light\", \"to\": \"'on'\"},"
    "   {\"type\": \"set\", \"key\": \"oil\", \"to\": \"oil - 1\"},"
    "   {\"type\": \"wait\", \"ticks\": 1}]},"
    "  {\"type\": \"debug\", \"message\": \"it is dark\", \"child\":"
    "   {\"type\": \"sequence\", \"children\": ["
    "    {\"type\": \"set\", \"key\": \"light\", \"to\": \"'off'\"}, {\"type\": \"running\"}]}}]}}";

// A node that was run, was cancelled, or has logged a message.
typedef struct line {
    uint32_t node;
    const char *what; // status or message of the node; NULL until the node returns
} line;

typedef struct viewer {
    gestalt_population *population;
    const gestalt_shape *shape;
    uint64_t agent; // the agent to show
    gestalt_node nodes[NODES_MOST];
    gestalt_value values[KEYS_MOST]; // the agent's values after the previous tick
    line lines[LINES_MOST];          // lines to print for this tick
    size_t line_count;
} viewer;

static void add_line(viewer *v, uint64_t agent, uint32_t node, const char *what)
{
    if (agent == v->agent && v->line_count < LINES_MOST)
        v->lines[v->line_count++] = (line){node, what};
}

static void on_enter(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    (void)resuming;
    add_line(user, agent, node, NULL);
}

static void on_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    static const char *const answers[] = {"success", "failure", "running"};
    viewer *v = user;
    for (size_t i = v->line_count; agent == v->agent && i > 0; i--)
        if (v->lines[i - 1].node == node && !v->lines[i - 1].what) {
            v->lines[i - 1].what = answers[status];
            return;
        }
}

static void on_cancel(void *user, uint64_t agent, uint32_t node)
{
    add_line(user, agent, node, "cancelled");
}

static void on_log(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase)
{
    viewer *v = user;
    if (phase == GESTALT_LOG_START)
        add_line(v, agent, node, gestalt_shape_log_text(v->shape, node));
}

static void put_lines(viewer *v)
{
    char label[80];
    for (size_t i = 0; i < v->line_count; i++) {
        const line *l = &v->lines[i];
        if (gestalt_shape_label(v->shape, l->node, label, sizeof label))
            printf("  %*s%s: %s\n", (int)(2 * v->nodes[l->node].depth), "", label,
                   l->what ? l->what : "?");
    }
    v->line_count = 0;
}

static void put_live(const viewer *v)
{
    uint32_t nodes[NODES_MOST];
    size_t count;
    if (gestalt_actor_live_nodes(v->population, v->agent, nodes, NODES_MOST, &count, NULL) !=
        GESTALT_OK)
        return;
    printf("  live:");
    for (size_t i = 0; i < count; i++)
        printf(" %" PRIu32, nodes[i]);
    printf("\n");
}

static void put_value(const viewer *v, uint32_t key, const gestalt_value *value)
{
    const char *word =
        value->type == GESTALT_INT ? gestalt_shape_key_word(v->shape, key, value->integer) : NULL;
    switch (value->type) {
    case GESTALT_BOOL: printf("%s", value->boolean ? "true" : "false"); break;
    case GESTALT_INT: word ? printf("%s", word) : printf("%" PRId32, value->integer); break;
    case GESTALT_FLOAT: printf("%g", (double)value->number); break;
    default: printf("(%g, %g)", (double)value->vector[0], (double)value->vector[1]);
    }
}

// All keys of this example are ints, so comparing them as integers finds every change.
static void put_changes(viewer *v)
{
    gestalt_value values[KEYS_MOST];
    uint32_t count = gestalt_shape_key_count(v->shape);
    if (gestalt_actor_values(v->population, v->agent, values, KEYS_MOST, NULL) != GESTALT_OK)
        return;
    for (uint32_t i = 0; i < count; i++) {
        if (values[i].integer == v->values[i].integer)
            continue;
        printf("  %s: ", gestalt_shape_key_at(v->shape, i).name);
        put_value(v, i, &v->values[i]);
        printf(" -> ");
        put_value(v, i, &values[i]);
        printf("\n");
    }
    memcpy(v->values, values, sizeof values);
}

static gestalt_result watch(viewer *v, gestalt_error *error)
{
    const gestalt_hooks hooks = {
        .enter = on_enter, .leave = on_leave, .cancel = on_cancel, .log = on_log, .user = v};
    v->shape = gestalt_population_shape(v->population, 0);
    gestalt_shape_nodes(v->shape, v->nodes, NODES_MOST);
    gestalt_population_hooks(v->population, &hooks);
    gestalt_result result =
        gestalt_actor_values(v->population, v->agent, v->values, KEYS_MOST, error);
    for (int64_t tick = 0; tick < TICKS && result == GESTALT_OK; tick++) {
        printf("tick %" PRId64 "\n", tick);
        result = gestalt_population_tick(v->population, tick * 1000000, error);
        put_lines(v);
        put_live(v);
        put_changes(v);
    }
    return result;
}

int main(void)
{
    gestalt_shape *shape = NULL;
    gestalt_error error = {0};
    viewer v = {.agent = 0};
    gestalt_result result =
        gestalt_compile_text("lamp", lamp, strlen(lamp), NULL, &shape, NULL, &error);
    gestalt_population_options options = {.group = {.shape = shape}};
    if (result == GESTALT_OK)
        result = gestalt_population_create(&options, &v.population, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(v.population, 0, 1, NULL, &error);
    if (result == GESTALT_OK)
        result = watch(&v, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "inspect: %s\n", error.message);
    gestalt_population_destroy(v.population);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
