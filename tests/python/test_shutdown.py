# SPDX-License-Identifier: MIT
"""The end of the interpreter, with objects of the engine left in any order."""
import copy
import pickle
import subprocess
import sys

import gestalt
import pytest

BEGIN = """
import builtins, gc, sys, threading, time
import gestalt
shape = gestalt.compile({"gestalt": 1, "blackboard": {"n": {"type": "int", "host": True}},
                         "root": {"type": "action", "do": "work"}}, name="works")
host = gestalt.Host()

@host.action(writes=["n"])
def work(n):
    n += 1
    return gestalt.SUCCESS

population = gestalt.Population(shape, host=host, agents=1000, threads=3)
population.tick()
"""


def run(script: str) -> None:
    done = subprocess.run([sys.executable, "-X", "dev", "-c", BEGIN + script], capture_output=True, text=True,
                          timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


def test_objects_are_deleted_in_any_order():
    run(f"""
import itertools
for names in itertools.permutations(["shape", "host", "population", "column"]):
    own = dict()
    exec({BEGIN!r} + "column = population['n']", own)
    for name in names:
        del own[name]
        gc.collect()
print('done')
""")


@pytest.mark.parametrize("script", [
    "",
    "blocks = population['n'].blocks()",
    "builtins.kept = population, shape; del population, shape, host, work",
    "sys.kept = population['n'].blocks()",
    "gestalt.kept = population",
    "work.kept = population  # a cycle that only the end of the interpreter breaks",
    "class Owner: pass\nowner = Owner(); owner.me, owner.shape, owner.population = owner, shape, population\n"
    "gc.disable()\n"
    "del owner, population, shape",
    "import atexit; atexit.register(population.close)",
    "import atexit; atexit.register(lambda: population.tick())",
    "class Last:\n    def __del__(self):\n        try: population.tick()\n        except Exception: pass\n"
    "last = Last()",
    "population.close(); gestalt.Population(shape, host=host, agents=10)",
    "edit = population.begin_edit(shape)",
    "try: population.spawn(first=0)\nexcept gestalt.BadArgument as error: kept = error",
], ids=range(13))
def test_objects_that_are_left(script):
    run(script + "\nprint('done')")


def test_daemon_threads_may_tick_at_the_end():
    run("""
def forever(population):
    while True:
        population.tick()

for _ in range(2):
    own = gestalt.Population(shape, host=host, agents=1000, threads=2)
    threading.Thread(target=forever, args=(own,), daemon=True).start()
del own
time.sleep(0.2)
print('done', flush=True)
""")


def test_exceptions_end_the_interpreter_as_usual():
    done = subprocess.run([sys.executable, "-c", BEGIN + "blocks = population['n'].blocks()\npopulation.close()"],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and done.stderr.splitlines()[-1].startswith("gestalt.errors.Expired: closing")


def test_what_has_an_object_of_the_engine_is_not_copied(examples):
    shape = gestalt.compile({"gestalt": 1, "root": {"type": "wait", "ticks": 3}}, name="waits")
    population = gestalt.Population(shape, agents=3)
    world = gestalt.World(examples / "scenes" / "swarm.json")
    with population.begin_edit(shape) as edit:
        for whole in (population, edit, world, world.population, world.scene):
            for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                with pytest.raises(TypeError):
                    copied(whole)
        edit.abandon()
    for copied in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
        assert copied(shape).image() == shape.image() and copied(shape).name == "waits"
