// SPDX-License-Identifier: MIT
#include "road.h"

uint32_t roads_find_segment(const roads *r, uint32_t lane, uint32_t from, float along)
{
    const road_segment *segments = roads_segment(r, lane, 0);
    uint32_t last = r->lanes[lane].segment_count - 1, found = from <= last ? from : last;
    while (found < last && along >= segments[found].begin + segments[found].length)
        found++;
    while (found > 0 && along < segments[found].begin)
        found--;
    return found;
}

float roads_project_on(const roads *r, vector position, road_place *place)
{
    uint32_t last = r->lanes[place->lane].segment_count - 1, at = place->segment;
    vector offset;
    const road_segment *s = roads_segment(r, place->lane, at);
    float along = roads_along(r, s, position, &offset);
    // Move in one direction only: between two segments on the outside of a bend, this would
    // otherwise never end.
    if (along > s->length)
        while (along > s->length && at < last) {
            s = roads_segment(r, place->lane, ++at);
            along = roads_along(r, s, position, &offset);
        }
    else
        while (along < 0 && at > 0) {
            s = roads_segment(r, place->lane, --at);
            along = roads_along(r, s, position, &offset);
        }
    // Outside of a bend, neither segment may contain the point: then the corner is nearest.
    if (along < 0 && at > 0)
        along = 0;
    if (along > s->length && at < last)
        along = s->length;
    place->segment = at;
    place->along = s->begin + along;
    return vector_dot(offset, vector_right(s->direction));
}

road_place roads_ahead_on(const roads *r, road_place place, uint32_t next, float distance)
{
    place.along += distance;
    for (int hops = 0; hops < ROAD_HOPS && next != ROAD_NONE; hops++) {
        const road_lane *lane = &r->lanes[place.lane];
        if (place.along < lane->length)
            break;
        place = (road_place){.lane = next, .along = place.along - lane->length};
        next = r->lanes[next].next_count ? r->lanes[next].next[0] : ROAD_NONE;
    }
    place.segment = roads_find_segment(r, place.lane, place.segment, place.along);
    return place;
}
