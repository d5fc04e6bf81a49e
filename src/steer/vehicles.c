// SPDX-License-Identifier: MIT
#include "vehicles.h"

#include "carve.h"

static void carve_columns(vehicles *all, carving *from, size_t capacity)
{
    all->position = carve_vectors(from, capacity);
    all->velocity = carve_vectors(from, capacity);
    all->heading = carve_vectors(from, capacity);
    all->wander = carve_vectors(from, capacity);
    float **const numbers[] = {&all->mass, &all->radius, &all->max_speed, &all->max_force};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = carve_floats(from, capacity);
    all->id = carve(from, capacity, sizeof *all->id);
    all->random = carve(from, capacity, sizeof *all->random);
}

gestalt_result vehicles_create(vehicles *all, const gestalt_allocator *allocator, uint32_t capacity)
{
    *all = (vehicles){0};
    vehicles made = {.capacity = capacity};
    carving from = {0};
    carve_columns(&made, &from, capacity);
    if (!carve_again(&from, allocator, &made.memory, &made.memory_size))
        return GESTALT_NO_MEMORY;
    carve_columns(&made, &from, capacity);
    *all = made;
    return GESTALT_OK;
}

void vehicles_destroy(vehicles *all, const gestalt_allocator *allocator)
{
    carve_release(allocator, all->memory, all->memory_size);
    *all = (vehicles){0};
}
