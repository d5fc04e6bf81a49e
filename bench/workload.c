// SPDX-License-Identifier: MIT
#include "workload.h"

_Static_assert(sizeof(agent) == 32, "the resume byte fits in");

// A tick of W1 reads and writes all values of an agent except `rng` and `key`.
const workload workloads[WORKLOAD_COUNT] = {
    [W1H] = {"W1H", true, 32, 32, "W1Hx", "flee, attack, chase, patrol: priorities and sequences"},
    [W1R] = {"W1R", true, 32, 32, NULL, "the same with reactive sequences"},
    [W1M] = {"W1M", true, 32, 32, NULL, "the same with selectors instead of priorities"},
    [W2] = {"W2", true, 8, 4, "W2x", "a selector of 64 conditions"},
    [W3] = {"W3", false, 4, 4, NULL, "an action below 32 sequences"},
};

agent workload_start(uint64_t i)
{
    return (agent){
        .rng = (uint32_t)(i * 2654435761u + 12345),
        .health = (float)(24 + i * 7 % 51),
        .dist = (float)(1 + i % 6),
        .fatigue = (float)(50 + i * 3 % 27),
        .visible = i & 1,
        .key = (uint8_t)(i * 37 & 63),
    };
}

void workload_move(agent *agents, uint64_t count)
{
    for (agent *a = agents; a < agents + count; a++) {
        bool visible = a->visible;
        int32_t key = a->key;
        workload_move_values(&a->rng, &a->health, &a->dist, &a->fatigue, &visible, &key);
        a->visible = visible;
        a->key = (uint8_t)key;
    }
}

workload_end workload_end_of(const agent *agents, uint64_t count)
{
    workload_end end = {.sum = WORKLOAD_SUM};
    for (const agent *a = agents; a < agents + count; a++) {
        end.sum = workload_sum(end.sum, a->health, a->dist, a->fatigue, a->timer, a->cur, a->done,
                               a->work);
        end.aborts += a->aborts;
    }
    return end;
}

bool workload_known_end(workload_id id, uint64_t agents, uint64_t ticks, workload_end *end)
{
    static const struct {
        workload_id id;
        uint64_t agents, ticks;
        workload_end end;
    } known[] = {
        {W1H, 1000, 100, {UINT64_C(0x35efabdde722818a), 7533}},
        {W1H, 1000, 1000, {UINT64_C(0x0b44ff4ea8e78068), 75736}},
        {W1H, 100000, 100, {UINT64_C(0x54f866f72d913c4b), 760070}},
        {W1R, 1000, 100, {UINT64_C(0x99ab32b252cc3a55), 16103}},
        {W1R, 1000, 1000, {UINT64_C(0xde4b5ec2b0c8ce37), 174710}},
        {W1R, 100000, 100, {UINT64_C(0x8a3b91b9ed8b0214), 1611672}},
        {W1M, 1000, 100, {UINT64_C(0x180c1b44b9b2a7dc), 0}},
        {W1M, 100000, 100, {UINT64_C(0xa96870469b1105ef), 0}},
        {W2, 1000, 100, {UINT64_C(0x8494c504dea71b91), 0}},
        {W2, 100000, 100, {UINT64_C(0xa235a0659794da44), 0}},
        {W3, 1000, 100, {UINT64_C(0x1a6ce2540f0becd3), 0}},
        {W3, 100000, 100, {UINT64_C(0x5249d05c28114013), 0}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].id == id && known[i].agents == agents && known[i].ticks == ticks) {
            *end = known[i].end;
            return true;
        }
    return false;
}
