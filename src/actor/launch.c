// SPDX-License-Identifier: MIT
#include "launch.h"

bool launch_next_argument(const gestalt_shape *shape, uint32_t node_item, launch_argument *a)
{
    const uint64_t *items = shape->items;
    const image_host *host = &shape->hosts[item_argument(items[node_item])];
    uint32_t item =
        a->item ? item_end(items[a->item]) : node_item + 2; // the arguments come after the resource
    if (item >= item_end(items[node_item]))
        return false;
    uint32_t argument = item_argument(items[item]);
    const image_argument *info = &shape->arguments[host->first_argument + (argument >> 24)];
    *a = (launch_argument){.info = info,
                           .item = item,
                           .column = argument & 0xffffff,
                           .word = a->word + a->words,
                           .words = plan_argument_words(info),
                           .is_key = item_end(items[item]) == item + 1};
    return true;
}

uint32_t launch_word_count(const gestalt_shape *shape, uint32_t node_item)
{
    launch_argument a = {0};
    while (launch_next_argument(shape, node_item, &a))
        ;
    return a.word + a.words;
}
