// SPDX-License-Identifier: MIT
#include "edit_view.h"

#include <inttypes.h>
#include <string.h>

const char *edit_key_fate_text(gestalt_edit_key_fate fate)
{
    static const char *const texts[] = {"kept", "converted", "new", "gone"};
    return texts[fate];
}

const char *edit_key_kind_text(gestalt_edit_key_kind kind)
{
    static const char *const texts[] = {"key", "shared key", "persistent status"};
    return texts[kind];
}

// ---- a short summary

static void put_names(text_out *out, const edit_view *v)
{
    const char *old_name = gestalt_shape_name(v->old_shape);
    const char *new_name = gestalt_shape_name(v->new_shape);
    text_style(out, COLOR_BOLD);
    text_escaped(out, old_name, strlen(old_name));
    text_style(out, COLOR_OFF);
    text_put(out, " → ");
    text_style(out, COLOR_BOLD);
    text_escaped(out, new_name, strlen(new_name));
    text_style(out, COLOR_OFF);
}

typedef struct node_tally {
    uint32_t old_count, new_count, matched, afresh;
} node_tally;

static node_tally tally_nodes(const edit_view *v)
{
    node_tally t = {.new_count = gestalt_shape_specification(v->new_shape)->node_count};
    const gestalt_edit_node *nodes = gestalt_edit_report_nodes(v->report, &t.old_count);
    for (uint32_t i = 0; i < t.old_count; i++) {
        t.matched += nodes[i].new_node != GESTALT_NO_NODE;
        t.afresh += nodes[i].new_node != GESTALT_NO_NODE && !nodes[i].may_stay;
    }
    return t;
}

void edit_view_summary(text_out *out, const edit_view *v)
{
    node_tally t = tally_nodes(v);
    gestalt_edit_counts c = v->counts;
    uint32_t key_count, fates[4] = {0};
    const gestalt_edit_key *keys = gestalt_edit_report_keys(v->report, &key_count);
    for (uint32_t i = 0; i < key_count; i++)
        fates[keys[i].fate]++;
    put_names(out, v);
    text_print(out, ": %" PRIu32 " of %" PRIu32 " nodes continue", t.matched - t.afresh,
               t.old_count);
    if (t.afresh)
        text_print(out, ", %" PRIu32 " start%s fresh", t.afresh, text_plural(t.afresh, "s", ""));
    text_print(out, ", %" PRIu32 " gone, %" PRIu32 " new", t.old_count - t.matched,
               t.new_count - t.matched);
    static const char *const words[] = {"kept", "converted", "new", "gone"};
    for (unsigned fate = 0, any = 0; fate < 4; fate++)
        if (fates[fate])
            text_print(out, "%s%" PRIu32 " %s", any++ ? ", " : "; keys: ", fates[fate],
                       words[fate]);
    text_put(out, "\n");
    if (c.agents)
        text_print(out,
                   "  %" PRIu64 " agent%s; live states: %" PRIu64 " kept, %" PRIu64
                   " dropped; actions cancelled: %" PRIu64 ", cancel requests: %" PRIu64 "\n",
                   c.agents, text_plural(c.agents, "", "s"), c.kept, c.dropped, c.cancels,
                   c.requests);
}

// ---- for tools

static const char *reason_word(gestalt_edit_reason reason)
{
    static const char *const words[] = {"same",       "matches",    "nothing fits",
                                        "other type", "other verb", "below"};
    return words[reason];
}

static void json_text(text_out *out, const char *text)
{
    if (text)
        text_json(out, text, strlen(text));
    else
        text_put(out, "null");
}

static void json_nodes(text_out *out, const edit_view *v)
{
    uint32_t count;
    const gestalt_edit_node *nodes = gestalt_edit_report_nodes(v->report, &count);
    text_put(out, ", \"nodes\": [");
    for (uint32_t i = 0; i < count; i++) {
        text_print(out, "%s{\"old\": %" PRIu32 ", \"new\": ", i ? ", " : "", i);
        if (nodes[i].new_node == GESTALT_NO_NODE)
            text_put(out, "null");
        else
            text_print(out, "%" PRIu32, nodes[i].new_node);
        text_print(out, ", \"why\": \"%s\", \"may_stay\": %s}", reason_word(nodes[i].reason),
                   nodes[i].may_stay ? "true" : "false");
    }
    text_put(out, "], \"new_nodes\": [");
    bool any = false;
    for (uint32_t i = 0; i < gestalt_shape_specification(v->new_shape)->node_count; i++)
        if (gestalt_edit_report_old_node(v->report, i) == GESTALT_NO_NODE) {
            text_print(out, "%s%" PRIu32, any ? ", " : "", i);
            any = true;
        }
    text_put(out, "]");
}

static void json_keys(text_out *out, const edit_view *v)
{
    uint32_t count;
    const gestalt_edit_key *keys = gestalt_edit_report_keys(v->report, &count);
    text_put(out, ", \"keys\": [");
    for (uint32_t i = 0; i < count; i++) {
        text_put(out, i ? ", {\"old\": " : "{\"old\": ");
        json_text(out, keys[i].old_name);
        text_put(out, ", \"new\": ");
        json_text(out, keys[i].new_name);
        text_print(out, ", \"kind\": \"%s\", \"fate\": \"%s\"}", edit_key_kind_text(keys[i].kind),
                   edit_key_fate_text(keys[i].fate));
    }
    text_put(out, "]");
}

void edit_view_json(text_out *out, const edit_view *v, bool with_agents)
{
    gestalt_edit_counts c = v->counts;
    text_put(out, "\"old\": ");
    json_text(out, gestalt_shape_name(v->old_shape));
    text_put(out, ", \"new\": ");
    json_text(out, gestalt_shape_name(v->new_shape));
    json_nodes(out, v);
    json_keys(out, v);
    if (with_agents)
        text_print(out,
                   ", \"agents\": %" PRIu64 ", \"kept\": %" PRIu64 ", \"dropped\": %" PRIu64
                   ", \"cancels\": %" PRIu64 ", \"requests\": %" PRIu64,
                   c.agents, c.kept, c.dropped, c.cancels, c.requests);
}
