#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the pictures of docs/steering.md: steering.py FOLDER, by default the one that it is in.

Ways are driven, not drawn: by the formulas of the page, with the motion of src/steer/motion.h.
Lengths are in metres, y points up. Colours have a contrast of at least 3 to 1 with white and with
#0d1117, and there is no background: pictures can be read on light pages and on dark ones.
"""
import math
import pathlib
import sys

grey, blue, orange, green = "#727b86", "#2f81f7", "#d4700f", "#2b9348"


class V(tuple):
    """A vector of the plane."""

    def __new__(cls, x, y):
        return super().__new__(cls, (x, y))

    def __add__(self, other):
        return V(self[0] + other[0], self[1] + other[1])

    def __sub__(self, other):
        return V(self[0] - other[0], self[1] - other[1])

    def __mul__(self, factor):
        return V(self[0] * factor, self[1] * factor)

    def __neg__(self):
        return self * -1

    def dot(self, other):
        return self[0] * other[0] + self[1] * other[1]

    def length(self):
        return math.sqrt(self.dot(self))

    def with_length(self, length):
        return self * (length / self.length()) if self.length() > 0 else V(0, 0)

    def unit(self):
        return self.with_length(1)

    def clip(self, most):
        return self.with_length(most) if self.length() > most else self

    def right(self):
        return V(self[1], -self[0])

    def beside(self, along):
        return self - along * self.dot(along)


def number(x):
    text = f"{x:.1f}"
    return "0" if text in ("-0.0", "0.0") else text.removesuffix(".0")


class Picture:
    """Shapes of one SVG file, given in metres."""

    def __init__(self, name, what, low, high, scale=30):
        self.name, self.low, self.high, self.scale = name, low, high, scale
        self.width, self.height = ((h - l) * scale for l, h in zip(low, high))
        self.parts = [f"<title>{what}</title>"]

    def at(self, p):
        return (p[0] - self.low[0]) * self.scale, (self.high[1] - p[1]) * self.scale

    def add(self, element, colour, fill="none", dash=None, width=1.5, **attributes):
        style = {"stroke": colour, "fill": fill, "stroke-width": number(width)}
        if dash:
            style["stroke-dasharray"] = dash
        given = {key.replace("_", "-"): number(value) if isinstance(value, float) else value
                 for key, value in {**attributes, **style}.items()}
        self.parts.append(f"<{element} " + " ".join(f'{k}="{v}"' for k, v in given.items()) + "/>")

    def line(self, points, colour=grey, element="polyline", **more):
        text = " ".join(",".join(map(number, self.at(p))) for p in points)
        self.add(element, colour, points=text, **more)

    def circle(self, centre, radius, colour=grey, **more):
        x, y = self.at(centre)
        self.add("circle", colour, cx=x, cy=y, r=radius * self.scale, **more)

    def dot(self, centre, colour=grey):
        x, y = self.at(centre)
        self.add("circle", colour, fill=colour, cx=x, cy=y, r=2.5)

    def cross(self, centre, colour=green):
        x, y = self.at(centre)
        self.add("path", colour, width=2.0,
                 d=f"M{number(x - 4)},{number(y - 4)}l8,8m0,-8l-8,8")

    def arrow(self, start, end, colour=grey, **more):
        """Its head is a triangle of 7 pixels."""
        direction = (end - start).unit()
        head, side = direction * (7 / self.scale), direction.right() * (3.5 / self.scale)
        self.line([start, end - head], colour, width=2.0, **more)
        self.line([end, end - head + side, end - head - side], colour, "polygon", fill=colour,
                  width=0.5)

    def vehicle(self, position, velocity, colour=grey, size=0.3):
        ahead = velocity.with_length(size)
        side = ahead.right() * 0.6
        self.line([position + ahead, position - ahead + side, position - ahead - side], colour,
                  "polygon", fill=colour)

    def track(self, points, colour=grey):
        """A dot for each of some moments that are equally far apart in time."""
        for p in points:
            x, y = self.at(p)
            self.add("circle", "none", fill=colour, cx=x, cy=y, r=1.2)

    def text(self, p, text, colour=grey, anchor="start"):
        x, y = self.at(p)
        self.parts.append(
            f'<text x="{number(x)}" y="{number(y)}" fill="{colour}" text-anchor="{anchor}" '
            f'font-family="sans-serif" font-size="13">{text}</text>')

    def wish(self, me, velocity, wanted):
        """What most behaviours are: the velocity, the one that is wanted, and the force between."""
        self.arrow(me, me + velocity, grey)
        self.arrow(me, me + wanted, blue)
        self.arrow(me + velocity, me + wanted, orange)
        self.vehicle(me, velocity)

    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(self.width)}" '
                f'height="{number(self.height)}" '
                f'viewBox="0 0 {number(self.width)} {number(self.height)}" role="img">\n'
                + "\n".join(self.parts) + "\n</svg>\n")


# ---- behaviours, as in src/steer/behaviours.c; max_speed and max_force are those of the pictures

max_speed, max_force, time_step = 2.0, 3.0, 0.02


def seek_speed(me, target):
    return (target - me).with_length(max_speed)


def arrive_speed(me, target, braking):
    offset = target - me
    return offset.with_length(min(max_speed, offset.length() / braking))


def later(me, position, velocity):
    return position + velocity * ((position - me).length() / max_speed)


def drive(position, velocity, wanted, seconds, every=0.2, most=max_force):
    """The places of a vehicle, one for every so many seconds. `wanted` is the velocity that it
    wants at a time and place."""
    found = []
    for step in range(round(seconds / time_step)):
        if step % round(every / time_step) == 0:
            found.append(position)
        force = (wanted(step * time_step, position) - velocity).clip(most)
        velocity = (velocity + force * time_step).clip(max_speed)
        position = position + velocity * time_step
    return found


# ---- one function for each picture

def seek():
    p = Picture("seek", "Seek", V(-1, -2), V(8.5, 2.5))
    me, v, target = V(0, 0), V(1.2, 1.5), V(5, 0)
    p.track(drive(me, v, lambda _, at: seek_speed(at, target), 7.4, most=1.2))
    p.cross(target)
    p.wish(me, v, seek_speed(me, target))
    p.text(V(0.2, 1.4), "v")
    p.text(V(1.2, -0.6), "wanted", blue)
    p.text(V(1.9, 0.8), "f", orange)
    p.text(V(4.7, -0.5), "target", green, "end")
    return p


def flee():
    p = Picture("flee", "Flee", V(-4.5, -1), V(5, 3.5))
    me, v, target = V(0, 0), V(1.2, 1.5), V(3, 0)
    p.track(drive(me, v, lambda _, at: -seek_speed(at, target), 3.2))
    p.cross(target)
    p.wish(me, v, -seek_speed(me, target))
    p.text(V(3, 0.5), "target", green, "middle")
    return p


def arrive():
    p = Picture("arrive", "Arrive", V(-1, -2), V(8.5, 2.5))
    me, v, target = V(0, 0), V(1.2, 1.5), V(7, 0)
    p.track(drive(me, v, lambda _, at: arrive_speed(at, target, 2.5), 12))
    p.circle(target, 5, dash="4 4")
    p.cross(target)
    p.wish(me, v, arrive_speed(me, target, 2.5))
    p.text(V(7, 0.5), "target", green, "middle")
    p.text(V(8.4, -1.6), "max_speed * braking", anchor="end")
    return p


def chase(name, what, sign, beside=V(0, 0), seconds=3.0):
    p = Picture(name, what, V(-2.5, -1.5), V(8.2, 3))
    me, v = V(0, 0), V(1.6, -0.6)
    other, theirs = V(2.6, 2), V(1.2, -0.2)
    p.track([other + theirs * (0.2 * i) for i in range(int(seconds * 5))], green)
    p.track(drive(me, v, lambda t, at: seek_speed(
        at, later(at, other + theirs * t, theirs) + beside) * sign, seconds))
    ahead = later(me, other, theirs)
    p.line([me, ahead + beside], dash="2 3", width=1.0)
    p.cross(ahead + beside)
    if beside != V(0, 0):
        p.arrow(ahead, ahead + beside, green)
    p.vehicle(other, theirs, green)
    p.wish(me, v, seek_speed(me, ahead + beside) * sign)
    return p, ahead


def pursue():
    p, ahead = chase("pursue", "Pursue", 1, seconds=2.8)
    p.text(ahead + V(0.1, 0.4), "where it will be", green)
    p.text(V(1.6, 2.4), "quarry", green)
    return p


def evade():
    p, ahead = chase("evade", "Evade", -1)
    p.text(ahead + V(0.1, 0.4), "where it will be", green)
    p.text(V(1.6, 2.4), "hunter", green)
    return p


def pursue_offset():
    p, ahead = chase("pursue_offset", "Pursue with an offset", 1, V(0, -1.2), seconds=3.4)
    p.text(ahead + V(0.2, -0.7), "offset", green)
    p.text(V(1.6, 2.4), "leader", green)
    return p


def interpose():
    p = Picture("interpose", "Interpose", V(-1, -2), V(8.5, 2.5))
    me, v, first, second = V(0, 0.2), V(1.4, 1.2), V(4.2, 1.6), V(6.4, -1.4)
    middle = (first + second) * 0.5
    p.track(drive(me, v, lambda _, at: seek_speed(at, middle), 2.9))
    p.line([first, second], green, dash="4 4")
    for point, name in ((first, "first"), (second, "second")):
        p.dot(point, green)
        p.text(point + V(0.3, 0), name, green)
    p.cross(middle)
    p.text(middle + V(0.3, 0.2), "share = 0.5", green)
    p.wish(me, v, seek_speed(me, middle))
    return p


def hide():
    p = Picture("hide", "Hide", V(-2.5, -2), V(8.5, 2.5))
    me, v, hunter = V(5.4, 1.8), V(-1.2, 0.4), V(-1.8, -0.6)
    p.vehicle(hunter, V(1, 0.4), orange)
    p.text(hunter + V(-0.3, -0.7), "hunter", orange)
    obstacles = ((V(1.2, 0.6), 0.7), (V(3.6, -1), 0.6))
    places = [c + (c - hunter).with_length(r + 0.6) for c, r in obstacles]
    nearest = min(places, key=lambda place: (place - me).length())
    for (centre, radius), place in zip(obstacles, places):
        p.circle(centre, radius, fill="none", width=2.5)
        p.line([hunter, place], orange, dash="2 4", width=1.0)
        p.cross(place, green)
    p.track(drive(me, v, lambda _, at: seek_speed(at, nearest), 2.8))
    p.wish(me, v, seek_speed(me, nearest))
    p.text(V(5.1, -1.2), "hiding places", green)
    return p


def avoid_obstacles():
    p = Picture("avoid_obstacles", "Avoid obstacles", V(-1, -2.2), V(8.5, 2.3))
    me, v = V(0, 0), V(2, 0)
    p.line([V(0, 0.5), V(4, 0.5), V(4, -0.5), V(0, -0.5)], blue, "polygon", dash="4 4")
    p.text(V(4.1, 0.3), "|v| * time", blue)
    p.circle(V(3, 0.8), 0.7, orange, width=2.5)
    p.circle(V(5.6, -0.9), 0.7, width=2.5)
    p.circle(V(1.4, -1.4), 0.5, width=2.5)
    p.line([V(3, 0), V(3, 0.8)], orange, dash="2 3", width=1.0)
    p.circle(me, 0.5)
    p.arrow(me, V(0, -1.5), orange)
    p.text(V(0.2, -1.6), "f", orange)
    p.arrow(me, me + v)
    p.vehicle(me, v)
    return p


def draws(state=1):
    """Numbers in [-1, 1)."""
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 33) / 2**30 - 1


def wander():
    p = Picture("wander", "Wander", V(-1.5, -2), V(8, 2.5))
    me, radius, distance = V(0, 0), 0.9, 1.7
    place, stream, heading = V(0.8, -0.6), draws(260), V(1, 0)
    at, v, found = me, V(1.2, 0), []
    for step in range(215):
        place = (place + V(next(stream), next(stream)) * 0.3).unit()
        local = heading * (distance + place[0] * radius) + heading.right() * (place[1] * radius)
        force = (local.with_length(1.2) - v).clip(1.5)
        v = (v + force * 0.03).clip(1.2)
        at, heading = at + v * 0.03, v.unit()
        if step % 5 == 0:
            found.append(at)
    p.track(found)
    p.line([me, V(distance, 0)], dash="2 3", width=1.0)
    p.circle(V(distance, 0), radius, blue)
    target = V(distance, 0) + V(0.8, 0.6) * radius
    p.circle(target, 0.2, green, dash="2 2")
    p.cross(target)
    p.text(V(0, -0.75), "distance", anchor="middle")
    p.text(V(distance, 1.05), "radius", blue, "middle")
    p.text(target + V(0.35, 0.05), "jitter", green)
    p.vehicle(me, V(1, 0))
    return p


def nearest_on(points, at):
    """The nearest point of a polyline, and how far along it that is."""
    best, along = None, 0
    for a, b in zip(points, points[1:]):
        length = (b - a).length()
        way = min(max((at - a).dot((b - a).unit()), 0), length)
        found = a + (b - a).with_length(way)
        if best is None or (found - at).length() < (best[0] - at).length():
            best = found, along + way
        along += length
    return best


def point_along(points, way):
    for a, b in zip(points, points[1:]):
        length = (b - a).length()
        if way <= length:
            return a + (b - a).with_length(way)
        way -= length
    return points[-1]


def follow_path():
    p = Picture("follow_path", "Follow a path", V(-1, -2), V(8.5, 2.5))
    points, radius = [V(-1, -1), V(3, -0.6), V(5.5, 1.4), V(8.5, 1.2)], 0.6
    p.line(points, width=2 * radius * p.scale, stroke_opacity="0.2", stroke_linejoin="round")
    p.line(points, dash="6 4")
    me, v = V(1, 0.7), V(1.4, 0.9)

    def wanted(velocity, at):
        future = at + velocity
        near, ahead = nearest_on(points, future)
        now = nearest_on(points, at)[1]
        if (near - future).length() < radius and ahead > now:
            return velocity
        return seek_speed(at, point_along(points, now + max_speed))

    at, velocity, found = me, v, []
    for step in range(180):
        if step % 8 == 0:
            found.append(at)
        velocity = (velocity + (wanted(velocity, at) - velocity).clip(max_force) * 0.02).clip(2)
        at = at + velocity * 0.02
    p.track(found)
    p.dot(me + v, grey)
    p.text(me + v + V(0.1, 0.3), "in time")
    near, _ = nearest_on(points, me + v)
    p.line([me + v, near], dash="2 3", width=1.0)
    target = point_along(points, nearest_on(points, me)[1] + max_speed)
    p.cross(target)
    p.text(target + V(0.2, -1.2), "max_speed * time", green)
    p.wish(me, v, seek_speed(me, target))
    return p


def avoid_collisions():
    p = Picture("avoid_collisions", "Avoid collisions", V(-1, -2.3), V(8.8, 2.3))
    me, v, other, theirs = V(0, -0.6), V(2, 0.2), V(4.6, 1.6), V(-0.3, -0.8)
    offset, relative = other - me, theirs - v
    t = -offset.dot(relative) / relative.dot(relative)
    mine, its = me + v * t, other + theirs * t
    for start, end, colour in ((me, mine, blue), (other, its, green)):
        p.line([start, end], colour, dash="2 3", width=1.0)
        p.circle(end, 0.5, colour, dash="3 3")
        p.circle(start, 0.5, colour)
    heading = v.unit()
    p.arrow(me, me - (its - mine).beside(heading).with_length(1.5), orange)
    p.text(me + V(0.2, -1.4), "f", orange)
    p.text(its + V(0.7, 0.1), "nearest approach")
    p.arrow(me, me + v.with_length(1.2))
    p.vehicle(me, v)
    p.arrow(other, other + theirs.with_length(1.2), green)
    p.vehicle(other, theirs, green)
    return p


crowd = ((V(1.3, 0.9), V(0.8, 0.5)), (V(1.6, -0.4), V(1, 0.1)), (V(-0.5, 1.5), V(0.7, 0.6)),
         (V(0.3, -1.6), V(0.9, 0.4)))


def flock(name, what, heading=V(1, 0)):
    p = Picture(name, what, V(-3, -2.3), V(5, 2.3))
    me = V(0, 0)
    p.circle(me, 2, dash="4 4")
    p.text(V(1.5, -1.8), "radius")
    for position, velocity in crowd:
        p.vehicle(position, velocity, green)
    p.vehicle(V(3.4, 1.2), V(-0.8, 0.4), grey, 0.25)
    p.vehicle(V(-2.5, -1), V(1, 0.6), grey, 0.25)
    p.vehicle(me, heading)
    return p


def separate():
    p = flock("separate", "Separate")
    total = V(0, 0)
    for position, _ in crowd:
        push = -position.with_length(0.5)
        total = total + push
        p.line([position, V(0, 0)], width=0.8, dash="2 3")
        p.arrow(V(0, 0), push, blue)
    p.arrow(V(0, 0), total, orange)
    p.text(total + V(-0.3, -0.3), "f", orange)
    return p


def cohere():
    p = flock("cohere", "Cohere")
    middle = V(0, 0)
    for position, _ in crowd:
        middle = middle + position * (1 / len(crowd))
    for position, _ in crowd:
        p.line([position, middle], green, width=0.8, dash="2 3")
    p.cross(middle)
    p.text(middle + V(-0.1, 0.3), "middle", green, "end")
    p.wish(V(0, 0), V(0.7, -1.2), seek_speed(V(0, 0), middle))
    return p


def align():
    p = flock("align", "Align", V(1, -0.6))
    mean = V(0, 0)
    for position, velocity in crowd:
        p.arrow(position, position + velocity, green)
        mean = mean + velocity * (1 / len(crowd))
    p.arrow(V(0, 0), mean, orange)
    p.text(mean + V(-0.4, -0.35), "f", orange)
    return p


def view():
    p = Picture("view", "Whom an agent sees", V(-3, -2.3), V(5, 2.3))
    angle = math.radians(120)
    edge = [V(math.cos(angle * i / 20), math.sin(angle * i / 20)) * 2 for i in range(-20, 21)]
    p.line([V(0, 0), *edge, V(0, 0)], blue)
    p.text(V(2.1, -0.9), "cosine = -0.5", blue)
    for place in (V(1.3, 0.9), V(0.4, -1.5), V(-0.5, 1.4)):
        p.dot(place, green)
    for place in (V(-1.5, 0.3), V(-1.2, -0.8), V(2.8, 1.2)):
        p.dot(place)
    p.text(V(3, 1.1), "not seen")
    p.text(V(0.3, 1.1), "seen", green)
    p.vehicle(V(0, 0), V(1, 0))
    return p


def combiners():
    p = Picture("combiners", "Four combiners", V(-1.6, -2), V(13.4, 1.7), scale=40)
    forces = ((V(0.65, 0.2), blue), (V(0.3, 0.9), green), (V(-0.5, 0.4), grey))
    most = 1.1

    def panel(at, used, result):
        p.circle(at, most, dash="3 3", width=1.0)
        p.line([at, at + result], orange, width=7.0, stroke_opacity="0.5")
        for force, colour in used:
            p.arrow(at, at + force, colour)
            at = at + force

    (first, _), (second, _), (third, _) = forces
    filled = second.with_length(most - first.length())
    panel(V(0, 0), forces, (first + second + third).clip(most))
    panel(V(4, 0), forces[:1], first)
    panel(V(8, 0), ((first, blue), (filled, green)), first + filled)
    panel(V(12, 0), forces[1:2], second)
    for i, name in enumerate(("sum", "priority", "fill", "dither")):
        p.text(V(4 * i, -1.6), name, anchor="middle")
    p.text(V(1, -0.95), "max_force")
    return p


def road_target(me, v, lane):
    """On a straight road along y = 0, driven to the right."""
    return V(me[0] + v[0], 0) + v.unit().right() * lane


def follow_road():
    p = Picture("follow_road", "Follow the road in the right lane", V(-2, -2), V(8.5, 2))
    for y in (1.6, -1.6):
        p.line([V(-2, y), V(8.5, y)], width=2.0)
    p.line([V(-2, 0), V(8.5, 0)], dash="6 4")
    me, v, lane = V(0, 0.6), V(1.9, 0.6), 0.8
    at, velocity, found = me, v, []
    for step in range(170):
        if step % 8 == 0:
            found.append(at)
        target = road_target(at, velocity, lane)
        heading = velocity.unit()
        force = seek_speed(at, target) - velocity
        force = force - heading * (target - at).beside(heading).length()
        velocity = (velocity + force.clip(max_force) * 0.03).clip(max_speed)
        at = at + velocity * 0.03
    p.track(found)
    target = road_target(me, v, lane)
    p.dot(me + v)
    p.line([me + v, V((me + v)[0], 0), target], dash="2 3", width=1.0)
    p.cross(target)
    p.text(target + V(0.3, -0.2), "lane", green)
    heading = v.unit()
    brake = -heading * (target - me).beside(heading).length()
    p.wish(me, v, seek_speed(me, target))
    p.arrow(me, me + brake * 0.7, orange)
    p.text(me + V(-0.3, 0.35), "brake", orange, "end")
    return p


def adapt_speed():
    p = Picture("adapt_speed", "Adapt the speed", V(-2.5, -2.1), V(7.3, 1.7))
    p.line([V(0, 1), V(4.6, 1), V(4.6, -1), V(0, -1)], blue, "polygon", dash="4 4")
    p.text(V(1.5, 1.2), "time * |v| + radius", blue)
    for place, velocity, colour in ((V(3.2, 0.3), V(0.8, 0), green), (V(2.4, -1.45), V(1, 0), grey),
                                    (V(6, 0.3), V(1, 0), grey)):
        p.circle(place, 0.5, colour)
        p.vehicle(place, velocity, colour)
        p.arrow(place, place + velocity, colour)
    p.circle(V(0, 0), 0.5)
    p.arrow(V(0, 0), V(1.6, 0))
    p.arrow(V(0, 0), V(-2, 0), orange)
    p.vehicle(V(0, 0), V(1, 0))
    p.text(V(-1.4, 0.3), "f", orange)
    return p


def avoid_traffic():
    p = Picture("avoid_traffic", "Avoid collisions in traffic", V(-1, -2.6), V(10.5, 1.7))

    def car(at, heading, force, colour):
        p.circle(at, 0.5, colour)
        p.arrow(at, at + heading.with_length(1.2), colour)
        p.arrow(at, at + force, orange)
        p.vehicle(at, heading, colour)

    car(V(0, 0.15), V(1, 0), V(0, -1), grey)
    car(V(4, -0.15), V(-1, 0), V(0, 1), green)
    car(V(7.4, 0.55), V(1, 0), V(0, 1), grey)
    car(V(7.7, -0.6), V(1, 0), V(0, -1), green)
    p.text(V(2, -2.3), "head on, right-hand traffic", anchor="middle")
    p.text(V(8, -2.3), "side by side", anchor="middle")
    return p


def intelligent_driver(speed, gap, approach=0.0):
    wanted = 2 + max(0, speed * 1.5 + speed * approach / (2 * math.sqrt(1.5 * 2)))
    return max(-8, 1.5 * (1 - (speed / 14) ** 4 - (wanted / gap) ** 2))


def driver():
    tall = 3
    p = Picture("driver", "Acceleration of a driver over its gap", V(-9, -26), V(86, 8), scale=5)
    p.line([V(0, -8 * tall), V(0, 2 * tall)], width=1.0)
    p.line([V(0, 0), V(84, 0)], width=1.0)
    for metres in (20, 40, 60, 80):
        p.line([V(metres, 0), V(metres, -0.7)], width=1.0)
        p.text(V(metres, -3.5), f"{metres} m", anchor="middle")
    for value in (-8, -4, 0):
        p.text(V(-1, value * tall - 0.8), number(value), anchor="end")
    p.text(V(-1, 5), "m/s²", anchor="end")
    for speed, approach, colour, name, at in (
            (10, 0, blue, "10 m/s, and so is the one ahead", V(30, -11)),
            (10, 10, orange, "10 m/s, the one ahead stands", V(30, -19)),
            (3, 0, green, "3 m/s, and so is the one ahead", V(14, 5.5))):
        p.line([V(gap, tall * intelligent_driver(speed, gap, approach)) for gap in range(2, 85)],
               colour)
        p.text(at, name, colour)
    return p


def curvature():
    p = Picture("curvature", "The circle to the target", V(-1, -2.5), V(8.5, 2))
    me, target = V(0, 0.5), V(4.4, -1)
    offset = target - me
    bend = 2 * offset.dot(V(0, -1)) / offset.dot(offset)
    centre = me + V(0, -1 / bend)
    turns = [i * 0.02 for i in range(int(abs(bend) * 6.5 / 0.02))]
    p.line([centre + V(math.sin(a), math.cos(a)) * (1 / bend) for a in turns], blue, dash="4 4")
    p.line([me, target], dash="2 3", width=1.0)
    p.text((me + target) * 0.5 + V(-0.6, -0.5), "offset")
    p.cross(target)
    p.text(target + V(0.3, 0.3), "target", green)
    p.arrow(me, me + V(2, 0))
    p.arrow(me, me + V(0, -1.5))
    p.text(V(0.2, -0.9), "right")
    p.text(V(1, 0.8), "heading")
    p.vehicle(me, V(1, 0))
    return p


def grid():
    p = Picture("grid", "The grid", V(-0.3, -0.3), V(8.3, 5.3))
    me, radius = V(3.6, 2.4), 1.3
    for y in (1, 2, 3):
        for x in (2, 3, 4):
            p.line([V(x, y), V(x + 1, y), V(x + 1, y + 1), V(x, y + 1)], "none", "polygon",
                   fill=blue, fill_opacity="0.25")
    for x in range(9):
        p.line([V(x, 0), V(x, 5)], width=0.8)
    for y in range(6):
        p.line([V(0, y), V(8, y)], width=0.8)
    p.circle(me, radius, blue)
    stream = draws(11)
    for _ in range(60):
        at = V((next(stream) + 1) * 4, (next(stream) + 1) * 2.5)
        p.dot(at, green if (at - me).length() <= radius else grey)
    p.vehicle(me, V(1, 0.3), orange)
    return p


pictures = (seek, flee, arrive, pursue, evade, pursue_offset, interpose, hide, avoid_obstacles,
            wander, follow_path, avoid_collisions, separate, cohere, align, view, combiners,
            follow_road, adapt_speed, avoid_traffic, driver, curvature, grid)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__)
    folder = folder if folder.is_dir() else folder.parent
    for draw in pictures:
        picture = draw()
        (folder / f"{picture.name}.svg").write_text(picture.svg(), "utf-8")


main()
