// SPDX-License-Identifier: MIT
// Right of way on random networks: grids, circles and stars, one-way and two-way, with any share of
// turning, and as full as 80 % of what fits. For an hour, every car passes a crossing at least each
// ten minutes, and nobody hits anybody.
//
//     test_networks SCENES [NETWORKS [FIRST]]
#include "roads_part.h"
#include "running.h"
#include "scene_roads.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT_SIZE = 8000, STEPS_AN_HOUR = 36000, STEPS_A_LOOK = 100, STEPS_AT_MOST = 6000 };

static uint32_t networks = 6, first_network = 1;

// ---- a random network

typedef struct drawing {
    uint32_t random;
    unsigned size; // m, of the world
    char lines[TEXT_SIZE];
    size_t used;
} drawing;

static unsigned draw_below(drawing *d, unsigned count)
{
    d->random = d->random * 1664525u + 1013904223u;
    return (unsigned)((uint64_t)(d->random >> 8) * count >> 24);
}

static void draw_line(drawing *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Adds a road, one-way or not.
static void draw_line(drawing *d, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    d->used +=
        (size_t)snprintf(d->lines + d->used, sizeof d->lines - d->used, "%s{", d->used ? "," : "");
    d->used += (size_t)vsnprintf(d->lines + d->used, sizeof d->lines - d->used, format, list);
    d->used += (size_t)snprintf(d->lines + d->used, sizeof d->lines - d->used, ", \"one_way\": %s}",
                                draw_below(d, 2) ? "true" : "false");
    va_end(list);
}

// A straight road through a point, that leads to its image so many worlds to the east and north.
static void draw_straight(drawing *d, unsigned x, unsigned y, int east, int north)
{
    draw_line(d, "\"points\": [[%u, %u], [%d, %d]]", x, y, (int)x + east * (int)d->size,
              (int)y + north * (int)d->size);
}

static void draw_circle(drawing *d)
{
    unsigned radius = 25 + draw_below(d, d->size / 3 - 20);
    draw_line(d, "\"circle\": {\"centre\": [%u, %u], \"radius\": %u}", draw_below(d, d->size),
              draw_below(d, d->size), radius);
}

static void draw_grid(drawing *d)
{
    unsigned columns = 1 + draw_below(d, 4), rows = 1 + draw_below(d, 4);
    unsigned most = columns > rows ? columns : rows;
    d->size = most * (45 + draw_below(d, 110));
    for (unsigned i = 0; i < columns; i++)
        draw_straight(d, d->size * (2 * i + 1) / (2 * columns), 0, 0, 1);
    for (unsigned i = 0; i < rows; i++)
        draw_straight(d, 0, d->size * (2 * i + 1) / (2 * rows), 1, 0);
}

static void draw_star(drawing *d)
{
    static const int ways[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++)
        if (draw_below(d, 3))
            draw_straight(d, draw_below(d, d->size), draw_below(d, d->size), ways[i][0],
                          ways[i][1]);
    draw_circle(d);
}

static void draw_circles(drawing *d)
{
    for (unsigned i = 2 + draw_below(d, 3); i > 0; i--)
        draw_circle(d);
    if (draw_below(d, 2))
        draw_straight(d, 0, draw_below(d, d->size), 1, 0);
}

static scene *network_scene(const drawing *d, unsigned seed, unsigned car_count, double turning,
                            char *found)
{
    char text[2 * TEXT_SIZE];
    snprintf(text, sizeof text,
             "{\"scene\": 1, \"world\": {\"size\": [%u, %u], \"periodic\": true, \"dt\": 0.1,"
             "\"seed\": %u}, \"roads\": {\"lines\": [%s],"
             "\"crossings\": {\"turning\": %.2f}}, \"groups\": [{\"name\": \"cars\","
             "\"count\": %u, \"tree\": \"car.json\", \"vehicle\": {\"radius\": 1.5,"
             "\"max_speed\": 14, \"max_force\": 8}, \"road\": {\"slowest\": 8,"
             "\"fastest\": 14, \"speed\": 8, \"scatter\": 0.5}}],"
             "\"measure\": {\"collisions\": true}}",
             d->size, d->size, seed, d->lines, turning, car_count);
    return running_read(text, found);
}

// Return whether there are crossings, and nowhere is it further than 150 m from one to the next.
static bool is_town(const roads *on)
{
    for (uint32_t i = 0; i < on->block_count; i++)
        if (on->tracks[on->blocks[i].track].crossing_count && on->blocks[i].length > 150)
            return false;
    return on->crossing_count > 0;
}

// Return a scene with a network that has crossings, all of which are far enough from each other.
static scene *draw_network(uint32_t seed, unsigned *count, char *told, size_t size)
{
    drawing d = {.random = seed * 2654435761u + 1};
    for (int tries = 0; tries < 1000; tries++) {
        char found[RUNNING_FOUND_SIZE];
        d.used = 0;
        d.size = 150 + draw_below(&d, 250);
        unsigned kind = draw_below(&d, 3), share = 20 + draw_below(&d, 61);
        double turning = draw_below(&d, 101) / 100.0;
        (kind == 0 ? draw_grid : kind == 1 ? draw_star : draw_circles)(&d);
        if (network_scene(&d, seed, 1000000, turning, found))
            fail_msg("a million cars fit");
        const char *fits = strstr(found, "1000000 start, and ");
        if (!fits)
            continue;
        *count = (unsigned)strtoul(fits + strlen("1000000 start, and "), NULL, 10) * share / 100;
        scene *s = network_scene(&d, seed, *count, turning, found);
        snprintf(told, size, "network %u: %u cars, %u %%, turning %.2f, world %u: %s",
                 (unsigned)seed, *count, share, turning, d.size, d.lines);
        if (s && is_town(&scene_roads_of(s)->made))
            return s;
        gestalt_scene_destroy(s);
    }
    fail_msg("no network for %u", (unsigned)seed);
    return NULL;
}

// ---- an hour of it

typedef struct watched {
    uint32_t crossed;
    unsigned since; // the step in which it was seen to have passed a crossing
} watched;

// Return the longest time, in steps, for which a car passes no crossing.
static unsigned drive_on(const running *r, watched *seen)
{
    unsigned longest = 0;
    const struct cars *c = &road_world_of(r->world)->c;
    for (unsigned step = 0; step < STEPS_AN_HOUR && longest <= STEPS_AT_MOST;) {
        running_go_on(r, STEPS_A_LOOK);
        step += STEPS_A_LOOK;
        for (uint32_t i = 0; i < c->count; i++) {
            uint32_t track = roads_track(c->on, c->place[i].lane);
            bool moves = seen[i].crossed != c->record[i].crossed;
            if (moves || c->on->tracks[track].crossing_count == 0)
                seen[i] = (watched){c->record[i].crossed, step};
            unsigned time = step - seen[i].since;
            longest = time > longest ? time : longest;
        }
    }
    return longest;
}

static void test_networks(void **state)
{
    (void)state;
    unsigned worst = 0, bad = 0;
    for (uint32_t seed = first_network; seed < first_network + networks; seed++) {
        char told[2 * TEXT_SIZE];
        unsigned count = 0;
        running r = running_of(draw_network(seed, &count, told, sizeof told), &(world_options){0});
        watched *seen = calloc(count + 1, sizeof *seen);
        assert_non_null(seen);
        unsigned longest = drive_on(&r, seen);
        outcome out = running_outcome(&r);
        double collisions = running_row(&out, "collisions");
        worst = longest > worst ? longest : worst;
        if (longest > STEPS_AT_MOST || collisions > 0 || running_row(&out, "line_runs") > 0) {
            print_message("%s\n  %g s without a crossing, %g collisions, %g line runs\n", told,
                          longest * 0.1, collisions, running_row(&out, "line_runs"));
            bad++;
        }
        free(seen);
        running_stop(&r);
    }
    print_message("%u networks: at most %g s from crossing to crossing\n", (unsigned)networks,
                  worst * 0.1);
    assert_int_equal(bad, 0);
}

int main(int count, char **arguments)
{
    if (count < 2 || count > 4)
        return 2;
    if (count > 2)
        networks = (uint32_t)atoi(arguments[2]);
    if (count > 3)
        first_network = (uint32_t)atoi(arguments[3]);
    running_folder = arguments[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_networks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
