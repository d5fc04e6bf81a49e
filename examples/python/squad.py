# SPDX-License-Identifier: MIT
"""Two squads that fight: a game with leaves and game systems in NumPy.

    python3 examples/python/squad.py [AGENTS] [SEED]

Each tick the game tells all fighters where the nearest foe is, the trees decide, and the game handles
the shots that they ask for. It ends when one squad is gone, or after 600 ticks.
"""
import sys

import gestalt
import numpy as np

TREE = {
    "gestalt": 1,
    "name": "fighter",
    "blackboard": {
        "at": {"type": "vec2", "host": True},
        "foe": {"type": "vec2", "host": True, "doc": "where the nearest one is"},
        "distance": {"type": "float", "host": True},
        "health": {"type": "float", "init": 100, "host": True},
        "ammo": {"type": "int", "init": 60},
    },
    "actions": {
        "walk": {"args": {"speed": "float"}},
        "shoot": {"kind": "deferred", "args": {"target": "vec2"}},
    },
    "root": {
        "type": "priority",
        "children": [
            {"type": "sequence", "name": "flee", "children": ["health < 30 && distance < 8",
                                                              {"type": "action", "do": "walk", "args": {"speed": "-0.7"}}]},
            {"type": "sequence", "name": "fight", "children": [
                "distance < 12 && ammo > 0",
                {"type": "cooldown", "seconds": 0.3, "child": {"type": "sequence", "children": [
                    {"type": "set", "key": "ammo", "to": "ammo - 1"},
                    {"type": "deferred", "do": "shoot", "args": {"target": "foe"}}]}}]},
            {"type": "action", "name": "advance", "do": "walk", "args": {"speed": "distance > 10 ? 1.0 : 0.0"}},
        ],
    },
}

host = gestalt.Host()


@host.action(writes=["at"])
def walk(at, foe, distance, speed):
    """Walk towards the foe, or away from it, and never finish."""
    at += (foe - at) * (speed / np.maximum(distance, 1))[..., None]
    return gestalt.RUNNING


def nearest(at, others):
    """Return for each position the index of the nearest of the others, and its distance."""
    squares = ((at[:, None, :] - others[None, :, :]) ** 2).sum(axis=2)
    index = squares.argmin(axis=1)
    return index, np.sqrt(squares[np.arange(len(at)), index])


def main(count, seed):
    rng = np.random.default_rng(seed)
    shape = gestalt.compile(TREE)
    squads = []
    for x in (-40, 40):
        squad = gestalt.Population(shape, host=host, seed=seed)
        squad.spawn(count, at=rng.normal((x, 0), (5, 20), (count, 2)).astype(np.float32))
        squads.append(squad)
    for tick in range(600):
        if not all(len(squad) for squad in squads):
            break
        # What all can see: the nearest foe.
        at = [np.asarray(squad["at"]) for squad in squads]
        targets = []
        for squad, own, others in zip(squads, at, reversed(at)):
            index, squad["distance"] = nearest(own, others)
            squad["foe"] = others[index]
            targets.append(index)
        for squad in squads:
            squad.tick(tick * 100_000)
        # The shots of both squads, which hit at the same time.
        for squad, foes, index in zip(squads, reversed(squads), targets):
            shots = squad.requests("shoot")
            shots = shots[shots["launch"]]
            hits = rng.random(len(shots)) < 0.4
            squad.finish(shots, hits)
            damage = np.zeros(len(foes), np.float32)
            np.add.at(damage, index[np.searchsorted(squad.ids(), shots["agent"][hits])], 20)
            foes["health"] -= damage
        for squad in squads:
            squad.despawn(squad.ids()[np.asarray(squad["health"]) <= 0])
    left = [len(squad) for squad in squads]
    print(f"after {tick} ticks: {left[0]} and {left[1]} of {count} are left")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:] or ["200", "1"]))
