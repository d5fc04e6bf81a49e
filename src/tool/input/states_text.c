// SPDX-License-Identifier: MIT
#include "states_text.h"

#include <inttypes.h>

const char *states_name(gestalt_states form)
{
    static const char *const names[] = {"auto", "sparse", "masks"};
    return names[form];
}

void states_put_why(text_out *out, const gestalt_states_choice *c)
{
    bool has_masks = c->form == GESTALT_STATES_MASKS;
    uint64_t own = has_masks ? c->masks_size : c->sparse_size;
    uint64_t other = has_masks ? c->sparse_size : c->masks_size;
    text_print(out, "%s (a cohort takes %" PRIu64 " byte%s, %" PRIu64 " with %s",
               has_masks ? "masks" : "lists", own, text_plural(own, "", "s"), other,
               has_masks ? "lists" : "masks");
    if (c->asked != GESTALT_STATES_AUTO)
        text_print(out, "; `--states=%s` was given)", states_name(c->asked));
    else if (c->allowance > 0)
        text_print(out, "; masks may take %" PRIu64 " more)", c->allowance);
    else
        text_put(out, "; masks may not take more)");
}

void states_put_json(text_out *out, const gestalt_states_choice *c)
{
    text_print(out,
               "{\"form\": \"%s\", \"asked\": \"%s\", \"sparse_bytes\": %" PRIu64
               ", \"masks_bytes\": %" PRIu64 ", \"allowance\": %" PRIu64 "}",
               states_name(c->form), states_name(c->asked), c->sparse_size, c->masks_size,
               c->allowance);
}
