// SPDX-License-Identifier: MIT
// Random roads, with cars of any speed on them, for an hour each.
//
// Networks: grids, stars, circles and polygons, one-way and two-way, with any share of turning
// cars, and filled up to 80 % of what fits. Every car passes a crossing at least every ten minutes,
// and no two cars collide.
//
// Single roads: rings of 3 to 12 corners of any angle, and open roads across the border of the
// world. No two cars collide, and none leaves the middle of its lane by more than 0.5 m.
//
//    test_networks SCENES [NETWORKS [FIRST]]
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
    unsigned size; // size of the world in metres
    char lines[TEXT_SIZE];
    size_t used;
} drawing;

static unsigned draw_below(drawing *d, unsigned count)
{
    d->random = d->random * 1664525u + 1013904223u;
    return (unsigned)((uint64_t)(d->random >> 8) * count >> 24);
}

static void draw_line(drawing *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Add a road, one-way or two-way.
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

// A straight road through a point, to its image a number of worlds to the east and north.
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

// A ring of corners around a point, in any direction and at any distance from it.
static void draw_ring(drawing *d, double x, double y, double most)
{
    unsigned count = 3 + draw_below(d, 10);
    double turns[12];
    char points[1000];
    size_t used = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i;
        double turn = 6.283185 * draw_below(d, 3600) / 3600;
        for (; at > 0 && turns[at - 1] > turn; at--)
            turns[at] = turns[at - 1];
        turns[at] = turn;
    }
    for (unsigned i = 0; i < count; i++) {
        double radius = most * (30 + draw_below(d, 71)) / 100;
        used +=
            (size_t)snprintf(points + used, sizeof points - used, "%s[%.2f, %.2f]", i ? ", " : "",
                             x + radius * cos(turns[i]), y + radius * sin(turns[i]));
    }
    draw_line(d, "\"points\": [%s]", points);
}

// A road from the western border to its image on the eastern one, with corners in between.
static void draw_zigzag(drawing *d, double y, double most)
{
    unsigned count = 2 + draw_below(d, 11);
    char points[1000];
    size_t used = 0;
    for (unsigned i = 0; i < count; i++)
        used += (size_t)snprintf(points + used, sizeof points - used, "[%.2f, %.2f], ",
                                 (double)d->size * i / count,
                                 y + most * (draw_below(d, 2001) / 1000.0 - 1));
    double first_y = strtod(strchr(points, ',') + 1, NULL);
    draw_line(d, "\"points\": [%s[%u, %.2f]]", points, d->size, first_y);
}

static void draw_polygons(drawing *d)
{
    for (unsigned i = 1 + draw_below(d, 2); i > 0; i--)
        draw_ring(d, draw_below(d, d->size), draw_below(d, d->size), d->size / 2.5);
    if (draw_below(d, 2))
        draw_zigzag(d, draw_below(d, d->size), d->size / 4.0);
    if (draw_below(d, 2))
        draw_straight(d, draw_below(d, d->size), 0, 0, 1);
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

// How cars drive in a network.
typedef struct driving {
    unsigned seed, car_count;
    double turning, width; // share of turning cars; width of a lane
    unsigned slowest, fastest;
    const char *body;
} driving;

static scene *network_scene(const drawing *d, const driving *how, char *found)
{
    char text[2 * TEXT_SIZE];
    snprintf(text, sizeof text,
             "{\"scene\": 1, \"world\": {\"size\": [%u, %u], \"periodic\": true, \"dt\": 0.1,"
             "\"seed\": %u}, \"roads\": {\"lines\": [%s], \"lane_width\": %.1f,"
             "\"crossings\": {\"turning\": %.2f}}, \"groups\": [{\"name\": \"cars\","
             "\"count\": %u, \"tree\": \"car.json\", \"vehicle\": {%s,"
             "\"max_speed\": 40, \"max_force\": 8}, \"road\": {\"slowest\": %u,"
             "\"fastest\": %u, \"speed\": %u, \"scatter\": 0.5}}],"
             "\"measure\": {\"collisions\": true}}",
             d->size, d->size, how->seed, d->lines, how->width, how->turning, how->car_count,
             how->body, how->slowest, how->fastest, how->slowest);
    return running_read(text, found);
}

static void draw_speeds(drawing *d, driving *how)
{
    how->slowest = 5 + draw_below(d, 10);
    how->fastest = how->slowest + draw_below(d, 41 - how->slowest);
}

// Return the scene with a share, in per cent, of the cars that fit, or NULL if the roads are
// invalid.
static scene *fill_network(const drawing *d, driving *how, unsigned share, char *found)
{
    how->car_count = 1000000;
    if (network_scene(d, how, found))
        fail_msg("a million cars fit");
    const char *fits = strstr(found, "1000000 start, but only ");
    if (!fits)
        return NULL;
    how->car_count = (unsigned)strtoul(fits + strlen("1000000 start, but only "), NULL, 10);
    how->car_count = how->car_count * share / 100 + 1;
    return network_scene(d, how, found);
}

// Return whether there are crossings, and each is at most 150 m from the next.
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
        static void (*const kinds[])(drawing *) = {draw_grid, draw_star, draw_circles,
                                                   draw_polygons};
        char found[RUNNING_FOUND_SIZE];
        driving how = {.seed = seed, .width = 3.5, .body = "\"radius\": 1.5"};
        d.used = 0;
        d.size = 150 + draw_below(&d, 250);
        unsigned kind = draw_below(&d, 4), share = 20 + draw_below(&d, 61);
        how.turning = draw_below(&d, 101) / 100.0;
        draw_speeds(&d, &how);
        kinds[kind](&d);
        scene *s = fill_network(&d, &how, share, found);
        if (!s)
            continue;
        *count = how.car_count;
        snprintf(told, size, "network %u: %u cars, %u %%, %u to %u m/s, turning %.2f, world %u: %s",
                 (unsigned)seed, *count, share, how.slowest, how.fastest, how.turning, d.size,
                 d.lines);
        if (is_town(&scene_roads_of(s)->made))
            return s;
        gestalt_scene_destroy(s);
    }
    fail_msg("no network for %u", (unsigned)seed);
    return NULL;
}

// Draw a disc or a rectangle.
static void draw_body(drawing *d, double lane, char *body, size_t size)
{
    double share = (20 + draw_below(d, 24)) / 100.0;
    if (draw_below(d, 2))
        snprintf(body, size, "\"radius\": %.2f", lane * share);
    else
        snprintf(body, size, "\"length\": %.2f, \"width\": %.2f", 3.5 + draw_below(d, 30) / 10.0,
                 fmin(1.5 * lane * share, 3));
}

// Return a scene with one road with corners, and count the roads that were refused.
static scene *draw_road(uint32_t seed, unsigned *refused, char *told, size_t size)
{
    drawing d = {.random = seed * 2654435761u + 7};
    for (int tries = 0; tries < 1000; tries++) {
        char found[RUNNING_FOUND_SIZE], body[100];
        driving how = {.seed = seed, .width = 3 + draw_below(&d, 31) / 10.0, .body = body};
        unsigned across = 30 + draw_below(&d, 371), share = 2 + draw_below(&d, 79);
        d.used = 0;
        draw_speeds(&d, &how);
        draw_body(&d, how.width, body, sizeof body);
        if (draw_below(&d, 3)) {
            d.size = across + 100;
            draw_ring(&d, d.size / 2.0, d.size / 2.0, across / 2.0);
        } else {
            d.size = across;
            draw_zigzag(&d, d.size / 2.0, d.size / 2.0);
        }
        scene *s = fill_network(&d, &how, share, found);
        snprintf(told, size, "road %u: %u cars, %u %%, %s, %u to %u m/s, lanes of %.1f m, %u m: %s",
                 (unsigned)seed, how.car_count, share, body, how.slowest, how.fastest, how.width,
                 d.size, d.lines);
        if (s)
            return s;
        if (!strstr(found, "bends too sharply") && !strstr(found, "too close to each other") &&
            !strstr(found, "is too large for the bend"))
            fail_msg("%s\n%s", told, found);
        *refused += 1;
    }
    fail_msg("no road for %u", (unsigned)seed);
    return NULL;
}

// ---- an hour of it

typedef struct watched {
    uint32_t crossed;
    unsigned since; // last step in which the car was seen to pass a crossing
} watched;

// Return the longest time, in steps, in which a car passed no crossing.
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

static void test_corners(void **state)
{
    (void)state;
    unsigned bad = 0, refused = 0;
    double worst = 0;
    for (uint32_t seed = first_network; seed < first_network + networks; seed++) {
        char told[2 * TEXT_SIZE];
        running r = running_of(draw_road(seed, &refused, told, sizeof told), &(world_options){0});
        running_go_on(&r, STEPS_AN_HOUR);
        outcome out = running_outcome(&r);
        double collisions = running_row(&out, "collisions");
        double beside = running_row(&out, "worst_deviation");
        if (running_row(&out, "off_road") > 0)
            beside = INFINITY;
        worst = fmax(worst, beside);
        if (collisions > 0 || !(beside <= 0.5) || !(running_row(&out, "flow") > 0)) {
            print_message("%s\n  %g collisions, %g m beside, flow %g\n", told, collisions, beside,
                          running_row(&out, "flow"));
            bad++;
        }
        running_stop(&r);
    }
    print_message("%u roads: at most %.2f m beside the lane; %u more could not be driven\n",
                  (unsigned)networks, worst, refused);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_networks),
                                       cmocka_unit_test(test_corners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
