# SPDX-License-Identifier: MIT
"""A program that mypy checks and nothing runs: `mypy --strict` accepts programs that use the package."""
import gestalt
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
host = gestalt.Host()


@host.predicate
def is_far(at: Floats) -> npt.NDArray[np.bool_]:
    return np.asarray(at[..., 0] > 9)


@host.action(writes=["at"])
def roam(at: Floats, speed: Floats) -> int:
    at[..., 0] += speed
    return gestalt.SUCCESS


@host.cancel("roam")
def stop(at: Floats) -> None:
    is_far(at)


@host.action(name="walk")
@gestalt.leaf
def walk(way: float) -> int:
    way += 1
    return gestalt.RUNNING


world_host = gestalt.WorldHost()


@world_host.action(writes=["x"])
def flash(x: Floats) -> int:
    return roam(x, x)


@world_host.sensor
def see(x: Floats) -> None:
    flash(x)


with gestalt.Population(gestalt.compile("tree.json"), host=host, agents=10) as population:
    population.tick()
    mean: float = population["at"].mean()
    launched = population.finish(population.requests("walk"), gestalt.SUCCESS).sum()
with gestalt.World("scene.json", host=world_host) as world:
    table = world.run(10, report=["speed"])
    positions = world["birds"].position.mean(axis=0)
