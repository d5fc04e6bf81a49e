# SPDX-License-Identifier: MIT
"""Steering without trees."""
import gc

import gestalt
import numpy as np
import pytest
from gestalt import Steering, Urge


def shoal(count=200, **options):
    steering = Steering((30, 30), 300, periodic=True, reach=3, **options)
    rows = steering.add(range(count), seed=5)
    assert rows == list(range(count)) and len(steering) == steering.own == count
    random = np.random.default_rng(3)
    steering.position = random.uniform(0, 30, (count, 2))
    steering.max_speed, steering.max_force = 2, random.uniform(4, 8, count)
    return steering


FLOCK = [Urge("separate", numbers=[1.0, -1.0], weight=2), Urge("align", numbers=[3, -1]), Urge("wander", numbers=[1, 2, 0.1])]


def test_forces_move_vehicles():
    steering = Steering((100, 100), 4)
    steering.add([7, 9])
    steering.position = [[10, 10], [50, 50]]
    steering.max_speed, steering.max_force, steering.mass = 10, 3, [1, 2]
    steering.step([Urge("seek", points=[(10, 90)], live=[True, False])], dt=0.5)
    # The force is limited to 3, so the velocity is 3 / 1 * 0.5.
    assert np.allclose(steering.velocity, [[0, 1.5], [0, 0]]) and np.allclose(steering.position[0], [10, 10.75])
    assert np.allclose(steering.heading, [[0, 1], [1, 0]]) and steering.id.tolist() == [7, 9]
    steering.step([Urge("seek", points=[[(10, 90), (90, 50)]], weight=[0, 1])], dt=0.5)
    assert np.allclose(steering.velocity, [[0, 1.5], [0.75, 0]])
    steering.step([Urge("pursue", vehicles=[[1, 0]])], dt=0.5)
    assert steering.velocity[0, 0] > 0


@pytest.mark.parametrize("options", [{"kernels": "plain"}, {"threads": True}])
def test_results_are_the_same(options):
    if "threads" in options:
        waits = gestalt.compile({"gestalt": 1, "root": {"type": "wait", "ticks": 1}})
        options = {"threads": gestalt.Population(waits, threads=2)}
    one, other = shoal(), shoal(**options)
    options.clear()
    gc.collect()  # the threads are kept
    for step in range(20):
        one.step(FLOCK, 0.1)
        other.step(FLOCK, 0.1)
    assert (one.position == other.position).all() and (one.random == other.random).all()
    assert len(np.unique(one.velocity)) > 100


def test_a_world_steers_the_same():
    world = gestalt.World({"scene": 1, "world": {"size": [50, 50], "dt": 0.1}, "groups": [
        {"name": "a", "count": 40, "vehicle": {"max_speed": 3, "max_force": 2, "radius": 0.1}, "velocity": {"how": "still"},
         "tree": {"gestalt": 1, "blackboard": {"home": {"type": "vec2", "init": [20, 30]}},
                  "root": {"type": "action", "do": "seek", "args": {"target": "home"}}}}]})
    steering = Steering((50, 50), 40)
    steering.add(range(40))
    steering.position, steering.velocity, steering.heading = world.position, world.velocity, world.heading
    steering.max_speed, steering.max_force, steering.radius = 3, 2, 0.1
    for step in range(30):
        world.step()
        steering.step([Urge("seek", points=[(20, 30)])], 0.1)
    assert (steering.position == world.position).all() and (steering.velocity == world.velocity).all()


def test_vehicles_come_and_go():
    steering = shoal(200)
    steering.remove(0)
    assert len(steering) == 199 and steering.id[0] == 199
    steering.set_ghosts(3)
    assert (len(steering), steering.own) == (202, 199)
    with pytest.raises(gestalt.BadArgument):
        steering.remove(199)  # a ghost
    steering.set_ghosts(0)
    steering.add(range(1000, 1101))
    with pytest.raises(gestalt.Limit, match="no room"):
        steering.add(5000)
    steering.resize(400)
    assert steering.add(5000) == 300
    with pytest.raises(gestalt.BadArgument):
        steering.resize(10)
    steering.step(FLOCK, 0.1)
    place = steering.position[5]
    steering.step([], 0.1)
    assert 5 in steering.near(place, 0.5) and len(steering.near((15, 15), 14.0)) > 50


def test_windows():
    steering = shoal()
    steering.position = np.random.default_rng(1).uniform(10, 12, (200, 2))
    steering.set_window(((5, 5), (10, 10)))
    steering.step(FLOCK, 0.1)
    steering.position = np.full((200, 2), 28)
    with pytest.raises(gestalt.BadArgument, match="row 0 is outside"):
        steering.step(FLOCK, 0.1)
    steering.set_window(None)
    steering.step(FLOCK, 0.1)


def test_what_is_not_finite_stays():
    steering = shoal(3)
    old = steering.position
    steering.velocity = [[0, 0], [np.nan, 0], [0, 0]]
    with pytest.raises(gestalt.Rejected, match="row 1"):
        steering.step([], 0.1)
    assert steering.lost == 1 and (steering.position == old).all()
    steering.velocity = 0
    steering.step([], 0.1)
    assert steering.lost is None


def test_paths_and_obstacles():
    path = gestalt.SteeringPath([(10, 50), (90, 50)], radius=1)
    steering = Steering((100, 100), 4, paths=[path], obstacles=[((50, 50), 5)])
    steering.add([0])
    steering.position, steering.velocity, steering.max_speed, steering.max_force = (10, 40), (1, 0), 5, 50
    for step in range(100):
        steering.step([Urge("follow_path", numbers=[1, 1])], 0.1)
    assert abs(steering.position[0, 1] - 50) < 3
    nearest = []
    for weight in (0, 1):
        steering.position, steering.velocity, apart = (10, 49), (5, 0), []
        for step in range(200):
            steering.step([Urge("avoid_obstacles", numbers=[2], weight=weight), Urge("seek", points=[(90, 51)])], 0.1,
                          combiner="priority")
            apart.append(np.linalg.norm(steering.position[0] - 50))
        nearest.append(min(apart))
    assert nearest[0] < 1 and nearest[1] > 3


def test_mistakes():
    steering = shoal()
    for urge in (Urge("sek"), Urge("seek", points=[(1, 2, 3)]), Urge("seek", points=[(1, 2)] * 3), Urge("align", numbers=[[1, 2]]),
                 Urge("seek", points=[(1, 2)], weight=[1, 2])):
        with pytest.raises(gestalt.BadArgument):
            steering.step([urge], 0.1)
    with pytest.raises(gestalt.Limit):
        steering.step([Urge("wander")] * 65, 0.1)
    with pytest.raises(gestalt.BadArgument, match="combiner"):
        steering.step([], 0.1, combiner="mix")
    for wrong in ({"size": (3,)}, {"size": (0, 3)}, {"size": (3, 3), "push": "hard"}):
        with pytest.raises(gestalt.BadArgument):
            Steering(capacity=3, **wrong)
    with pytest.raises(ValueError):
        steering.position = np.zeros((3, 2))
    assert "seek" in gestalt.behaviours()
    steering.close()
    steering.close()
    for use in (lambda: steering.position, lambda: len(steering), lambda: steering.step([], 0.1)):
        with pytest.raises(gestalt.Expired):
            use()
