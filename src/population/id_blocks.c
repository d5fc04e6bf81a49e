// SPDX-License-Identifier: MIT
#include "id_blocks.h"

uint32_t id_blocks_list(const gestalt_population *p, uint64_t *next, uint64_t end, uint64_t *blocks,
                        uint32_t most)
{
    const id_table *ids = &p->state.ids;
    uint32_t count = 0;
    if (*next >= end)
        return 0;
    for (uint32_t i = ids_from(ids, *next * GESTALT_ID_BLOCK); i < ids->count; i++) {
        const id_run *run = &ids->runs[i];
        if (run->alive == 0)
            continue;
        uint64_t block = run->first / GESTALT_ID_BLOCK;
        uint64_t last = (run->first + run->count - 1) / GESTALT_ID_BLOCK;
        for (block = block < *next ? *next : block; block <= last; block++) {
            if (count == most || block >= end)
                return count;
            blocks[count++] = block;
            *next = block + 1;
        }
    }
    return count;
}

agents_walk id_block_walk(const gestalt_population *p, uint64_t block)
{
    agents_walk walk = agents_walk_from(p, block * GESTALT_ID_BLOCK);
    walk.end = (block + 1) * GESTALT_ID_BLOCK;
    return walk;
}
