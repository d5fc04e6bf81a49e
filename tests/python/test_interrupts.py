# SPDX-License-Identifier: MIT
"""Interrupting ticks: by Ctrl-C, by another thread, and going on afterwards."""
import os
import signal
import subprocess
import sys
import threading
import time

import gestalt
import numpy as np
import pytest
from amount import amount_of

LONG = {"gestalt": 1, "blackboard": {"n": "int"},
        "root": {"type": "repeat", "count": 500, "per_tick": 500,
                 "child": {"type": "set", "key": "n", "to": "n + 1"}}}
AGENTS = amount_of(300_000, 8)


@pytest.fixture(params=[1, 2], ids=["one thread", "two threads"])
def population(request):
    with gestalt.Population(gestalt.compile(LONG), agents=AGENTS, interruptible=True, threads=request.param) as found:
        yield found


def in_a_moment(function, seconds=0.05):
    thread = threading.Timer(seconds, function)
    thread.start()
    return thread


def control_c():
    os.kill(os.getpid(), signal.SIGINT)


def test_control_c_stops_a_tick_and_the_next_one_continues_it(population):
    timer = in_a_moment(control_c)
    with pytest.raises(KeyboardInterrupt):
        population.tick()
    timer.join()
    assert population.is_interrupted and population.ticks == 0
    done = np.array([population.is_done(agent) for agent in range(0, AGENTS, 1000)])
    assert 0 < done.sum() < len(done)
    population.tick()
    assert not population.is_interrupted and population.ticks == 1
    whole = gestalt.Population(gestalt.compile(LONG), agents=AGENTS)
    whole.tick()
    assert population.hash() == whole.hash()


def test_python_has_its_handlers_back(population):
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    before = signal.getsignal(signal.SIGINT)
    signal.set_wakeup_fd(write_end)
    try:
        timer = in_a_moment(control_c)
        with pytest.raises(KeyboardInterrupt):
            population.tick()
        timer.join()
        assert signal.getsignal(signal.SIGINT) is before
        # An event loop that waits for signals gets them as well.
        assert os.read(read_end, 8) == bytes([signal.SIGINT])
        assert signal.set_wakeup_fd(-1) == write_end
    finally:
        signal.set_wakeup_fd(-1)
        os.close(read_end)
        os.close(write_end)


def test_a_handler_that_returns_lets_the_tick_go_on(population):
    seen = []
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    try:
        timer = in_a_moment(control_c)
        population.tick()
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIGINT] and population.ticks == 1
    assert set(population["n"][...].tolist()) == {500}


def test_interrupted_by_another_thread(population):
    timer = in_a_moment(population.interrupt)
    with pytest.raises(gestalt.Interrupted):
        population.tick()
    timer.join()
    with pytest.raises(gestalt.Misuse):
        population.spawn(1)
    saved = population.snapshot()
    population.tick()
    other = gestalt.Population(gestalt.compile(LONG), interruptible=True)
    other.load(saved)
    assert other.is_interrupted
    other.tick()
    assert other.hash() == population.hash()


def test_an_interrupt_before_a_tick_stops_that_one(population):
    population.interrupt()
    with pytest.raises(gestalt.Interrupted):
        population.tick()
    assert not population.is_done(0)
    population.tick()
    assert population.ticks == 1


def test_a_late_control_c_does_not_stop_the_next_tick():
    with gestalt.Population(gestalt.compile(LONG), agents=10, interruptible=True) as population:
        population._interrupt_now()  # as the thread that waits for signals may do after the end of a tick
        population.tick()
        assert population.ticks == 1


def test_leaves_in_python_do_not_see_the_exception():
    host = gestalt.Host()
    calls = []

    @host.action
    def work(call):
        calls.append(call.count if hasattr(call, "count") else 1)
        if len(calls) == 1:
            control_c()
            time.sleep(0.05)
        return gestalt.SUCCESS

    tree = {"gestalt": 1, "actions": {"work": {}}, "root": {"type": "action", "do": "work"}}
    with gestalt.Population(gestalt.compile(tree), host=host, agents=200_000, interruptible=True) as population:
        with pytest.raises(KeyboardInterrupt):
            population.tick()
        assert population.is_interrupted
        population.tick()
        assert population.ticks == 1


def test_ticks_of_other_threads_leave_signals_alone(population):
    failures = []

    def work():
        try:
            population.tick()
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        control_c()
        time.sleep(1)
    thread.join()
    assert not failures and population.ticks == 1


def test_a_population_must_be_interruptible():
    population = gestalt.Population(gestalt.compile(LONG), agents=1)
    with pytest.raises(gestalt.Misuse, match="interruptible=True"):
        population.interrupt()
    population.close()
    with pytest.raises(gestalt.Expired):
        population.interrupt()


FORKED = """
import os, signal, sys, threading, gestalt
population = gestalt.Population(gestalt.compile({tree!r}), agents={agents}, interruptible=True)
population.now = 0
small = gestalt.Population(gestalt.compile({tree!r}), agents=1, interruptible=True)
small.tick()
child = os.fork()
threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    population.tick()
    code = 1
except KeyboardInterrupt:
    code = 0
if child == 0:
    os._exit(code)
sys.exit(code or os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_children_of_a_fork_are_interrupted_too():
    script = FORKED.format(tree=LONG, agents=AGENTS)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
