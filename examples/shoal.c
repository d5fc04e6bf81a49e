// SPDX-License-Identifier: MIT
// Steering without trees: a shoal of fish flees from a pike. Every fish stays with the others; a
// fish near the pike also flees.
//
//   cc shoal.c $(pkg-config --cflags --libs gestalt-worlds) -o shoal && ./shoal
#include <gestalt/worlds/steer.h>
#include <stdio.h>

enum { FISH = 200, PIKE = FISH, ALL, STEPS = 300, WORDS = (ALL + 63) / 64 };

// Put the fish on a grid, and the pike at some distance.
static void place(gestalt_steering *water)
{
    for (uint32_t i = 0; i < ALL; i++)
        gestalt_steering_add(water, i, 1);
    gestalt_vehicles all = gestalt_steering_vehicles(water);
    for (uint32_t i = 0; i < FISH; i++) {
        all.position[0][i] = (float)(20 + i % 20);
        all.position[1][i] = (float)(20 + i / 20);
        all.max_speed[i] = 2;
        all.max_force[i] = 8;
    }
    all.position[0][PIKE] = all.position[1][PIKE] = 5;
    all.max_speed[PIKE] = 2.5f;
    all.max_force[PIKE] = 3;
}

// Set a bit in `flees` for each fish within 8 m of the pike. Return the fish nearest to the pike.
static uint32_t look(const gestalt_steering *water, const gestalt_vehicles *all, uint64_t *flees)
{
    uint32_t near[ALL], prey = 0;
    float best = 1e9f;
    float pike[2] = {all->position[0][PIKE], all->position[1][PIKE]};
    uint32_t count = gestalt_steering_near(water, pike, 8, near, ALL);
    for (uint32_t i = 0; i < WORDS; i++)
        flees[i] = 0;
    for (uint32_t i = 0; i < count; i++)
        if (near[i] != PIKE)
            flees[near[i] / 64] |= UINT64_C(1) << near[i] % 64;
    for (uint32_t i = 0; i < FISH; i++) {
        float x = all->position[0][i] - pike[0], y = all->position[1][i] - pike[1];
        if (x * x + y * y < best) {
            best = x * x + y * y;
            prey = i;
        }
    }
    return prey;
}

static gestalt_result swim(gestalt_steering *water)
{
    uint64_t fish[WORDS], flees[WORDS], pike[WORDS] = {0};
    for (uint32_t i = 0; i < WORDS; i++)
        fish[i] = UINT64_MAX;
    fish[PIKE / 64] &= ~(UINT64_C(1) << PIKE % 64);
    pike[PIKE / 64] |= UINT64_C(1) << PIKE % 64;
    const gestalt_steer_number one = {.value = 1}, all_around = {.value = -2};
    gestalt_urge urges[] = {
        {GESTALT_STEER_EVADE, flees, {.value = 4}, one, .vehicles[0] = {.value = PIKE}},
        {GESTALT_STEER_SEPARATE, fish, {.value = 2}, one, .numbers = {{.value = 1.5f}, all_around}},
        {GESTALT_STEER_COHERE, fish, one, one, .numbers = {{.value = 6}, all_around}},
        {GESTALT_STEER_ALIGN, fish, one, one, .numbers = {{.value = 6}, all_around}},
        {.type = GESTALT_STEER_PURSUE, .live = pike, .weight = one, .probability = one},
    };
    for (int step = 0; step < STEPS; step++) {
        gestalt_vehicles all = gestalt_steering_vehicles(water);
        urges[4].vehicles[0].value = look(water, &all, flees);
        gestalt_result result = gestalt_steering_step(water, GESTALT_COMBINE_SUM, urges, 5, 0.1f);
        if (result != GESTALT_OK)
            return result;
        if (step % 60 == 0) {
            int count = 0;
            for (uint32_t i = 0; i < FISH; i++)
                count += (int)(flees[i / 64] >> i % 64 & 1);
            printf("%4.1f s: the pike is at %.2f, %.2f, and %d flee from it\n", step * 0.1,
                   (double)all.position[0][PIKE], (double)all.position[1][PIKE], count);
        }
    }
    return GESTALT_OK;
}

int main(void)
{
    gestalt_steering *water;
    gestalt_error error = {0};
    gestalt_steering_options options = {
        .size = {60, 40}, .periodic = true, .capacity = ALL, .reach = 6};
    if (gestalt_steering_create(&options, &water, &error) != GESTALT_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    place(water);
    gestalt_result result = swim(water);
    gestalt_steering_destroy(water);
    return result != GESTALT_OK;
}
