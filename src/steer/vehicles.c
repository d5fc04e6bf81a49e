// SPDX-License-Identifier: MIT
#include "vehicles.h"

#include "carve.h"

enum { VECTOR_COLUMNS = 4, NUMBER_COLUMNS = 4 };

typedef struct columns {
    vectors *vectors[VECTOR_COLUMNS];
    float **numbers[NUMBER_COLUMNS];
} columns;

static columns columns_of(vehicles *all)
{
    return (columns){{&all->position, &all->velocity, &all->heading, &all->wander},
                     {&all->mass, &all->radius, &all->max_speed, &all->max_force}};
}

static void carve_columns(vehicles *all, carving *from, size_t capacity)
{
    columns c = columns_of(all);
    for (int i = 0; i < VECTOR_COLUMNS; i++)
        *c.vectors[i] = carve_vectors(from, capacity);
    for (int i = 0; i < NUMBER_COLUMNS; i++)
        *c.numbers[i] = carve_floats(from, capacity);
    all->id = carving_take(from, capacity, sizeof *all->id);
    all->random = carving_take(from, capacity, sizeof *all->random);
}

gestalt_result vehicles_create(vehicles *all, const gestalt_allocator *allocator, uint32_t capacity)
{
    *all = (vehicles){0};
    vehicles made = {.capacity = capacity};
    carving from = CARVE_COLUMNS;
    carve_columns(&made, &from, capacity);
    if (!carve_block(&from, allocator, &made.memory, &made.memory_size))
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

void vehicles_copy(const vehicles *to, const vehicles *from, const uint32_t *order, uint32_t begin,
                   uint32_t end)
{
    vehicles targets = *to, sources = *from;
    columns target = columns_of(&targets), source = columns_of(&sources);
    for (int i = 0; i < VECTOR_COLUMNS; i++)
        for (uint32_t place = begin; place < end; place++)
            vectors_set(target.vectors[i], place, vectors_get(source.vectors[i], order[place]));
    for (int i = 0; i < NUMBER_COLUMNS; i++)
        for (uint32_t place = begin; place < end; place++)
            (*target.numbers[i])[place] = (*source.numbers[i])[order[place]];
    for (uint32_t place = begin; place < end; place++) {
        to->id[place] = from->id[order[place]];
        to->random[place] = from->random[order[place]];
    }
}

void vehicles_copy_row(const vehicles *to, uint32_t row, const vehicles *from, uint32_t source)
{
    vehicles targets = *to, sources = *from;
    columns target = columns_of(&targets), at = columns_of(&sources);
    for (int i = 0; i < VECTOR_COLUMNS; i++)
        vectors_set(target.vectors[i], row, vectors_get(at.vectors[i], source));
    for (int i = 0; i < NUMBER_COLUMNS; i++)
        (*target.numbers[i])[row] = (*at.numbers[i])[source];
    to->id[row] = from->id[source];
    to->random[row] = from->random[source];
}
