# SPDX-License-Identifier: MIT
"""Leaf functions: values of all types, results, cancelling, exceptions, threads, plugins."""
import gc
import subprocess
import threading

import gestalt
import numpy as np
import pytest

# keys that only leaves use
pytestmark = pytest.mark.filterwarnings("ignore::gestalt.CompileWarning")


def compiled(root, actions, **blackboard):
    return gestalt.compile({"gestalt": 1, "blackboard": blackboard, "actions": actions, "root": root}, name="t")


def act(name="act", **args):
    return {"type": "action", "do": name, **({"args": args} if args else {})}


def one_action(function, writes=(), args=None, agents=200, declared=None, given=None, threads=1, lanes=64, **blackboard):
    """A population of agents that run one action in each tick."""
    host = gestalt.Host()
    host.action(function, name="act", writes=writes, args=declared)
    shape = compiled(act(**(given or {})), {"act": {"args": args} if args else {}}, **blackboard)
    return gestalt.Population(shape, host=host, agents=agents, threads=threads, lanes=lanes)


@pytest.mark.parametrize("lanes", [1, 3, 16, 64])
def test_each_value_is_written_to_its_agent(lanes):
    def leaf(call, n, x, yes, v, w):
        n += call.agents.astype(np.int32)
        x *= 2
        yes ^= call.agents % 3 == 0
        v[:, 0] += 1
        v[:, 1] -= call.agents
        w *= np.float32([1, 2, 3])

    p = one_action(leaf, ["n", "x", "yes", "v", "w"], lanes=lanes, n={"type": "int", "init": 5},
                   x={"type": "float", "init": 1.5}, yes="bool", v={"type": "vec2", "init": [1, 2]},
                   w={"type": "vec3", "init": [1, 2, 3]})
    p.tick()
    p.tick()
    ids = np.arange(200)
    assert (p["n"] == 5 + 2 * ids).all() and (p["x"] == 6).all() and not np.asarray(p["yes"]).any()
    assert (np.asarray(p["v"]) == np.stack([np.full(200, 3), 2 - 2 * ids], axis=1)).all()
    assert (np.asarray(p["w"]) == [1, 8, 27]).all()


def test_only_agents_in_the_call_are_written():
    host = gestalt.Host()
    sizes = []

    @host.action(writes=["n"])
    def act(call, n):
        sizes.append(len(call))
        assert len(n) == len(call) == len(call.agents)
        assert (call.agents % 3 == 0).all()
        n += 1

    shape = compiled({"type": "sequence", "children": [{"type": "condition", "if": "agent % 3 == 0"}, {"type": "action", "do": "act"}]},
                     {}, n="int")
    p = gestalt.Population(shape, host=host, agents=1000)
    p.tick()
    assert (p["n"] == (np.arange(1000) % 3 == 0)).all()
    assert sizes == [334]


def test_arguments_are_values_and_keys():
    def leaf(speed, way, home, pet, calm):
        assert pet == "Fido" and not speed.flags.writeable
        way += speed * home[:, 1]
        calm[...] = way > 100

    p = one_action(leaf, ["way", "calm"], n={"type": "int", "init": "agent"}, way="float", is_calm="bool", home={"type": "vec2", "init": [1, 2]},
                   args={"speed": "float", "way": "key float", "home": "vec2", "pet": "text", "calm": "key bool"},
                   given={"speed": "n + 1", "way": "way", "home": "home", "pet": "Fido", "calm": "is_calm"})
    p.tick()
    way = 2 * (np.arange(200) + 1)
    assert (p["way"] == way).all() and (np.asarray(p["is_calm"]) == (way > 100)).all()


def test_declared_arguments_must_be_those_of_the_document():
    with pytest.raises(gestalt.BadArgument, match="gets the argument `speed` as int; the host's function takes float"):
        one_action(lambda speed: True, declared={"speed": "float"}, args={"speed": "int"}, given={"speed": 3})


def test_enums_are_ints():
    def leaf(mood, other):
        mood[...] = other + 1

    p = one_action(leaf, ["mood"], args={"other": ["calm", "angry", "gone"]}, given={"other": "'angry'"},
                   mood={"type": ["calm", "angry", "gone"], "init": "calm", "host": True})
    p.tick()
    assert p.read(7, "mood") in (2, "gone")


@pytest.mark.parametrize("kind, width", [("int", 0), ("float", 0), ("bool", 0), ("vec2", 2), ("vec3", 3)])
def test_lists(kind, width):
    def leaf(call, l):
        assert l.capacity == 4 and l.elements.shape == (len(call), 4, width)[:3 if width else 2]
        values = call.agents % 2 if kind == "bool" else call.agents
        l.append(np.stack([values + k for k in range(width)], axis=1) if width else values, where=call.agents % 2 == 1)

    p = one_action(leaf, ["l"], agents=70, l={"type": {"list": kind}, "capacity": 4, "host": True})
    for _ in range(6):
        p.tick()
    assert len(p.read(4, "l")) == 0
    wanted = tuple(float(5 + k) for k in range(width)) if width else {"bool": True}.get(kind, 5)
    assert [tuple(e) if width else e for e in p.read(5, "l")] == [wanted] * 4


def test_counts_of_lists_are_checked():
    def leaf(l):
        l.counts += 3

    p = one_action(leaf, ["l"], l={"type": {"list": "int"}, "capacity": 4, "host": True})
    p.tick()
    with pytest.raises(ValueError, match="the counts of `l` must be from 0 to 4"):
        p.tick()
    assert len(p.read(0, "l")) == 3


def test_results():
    results = {"true": True, "none": None, "failure": gestalt.FAILURE, "running": gestalt.RUNNING}
    for name, result in results.items():
        p = one_action(lambda: result)
        p.tick()
        assert p.status(3) == {"failure": gestalt.FAILURE, "running": gestalt.RUNNING}.get(name, gestalt.SUCCESS)

    def some(call):
        return call.agents % 3  # these are the statuses

    def split(call):
        return gestalt.statuses(succeeded=call.agents % 3 == 0, failed=call.agents % 3 <= 1)

    for leaf in some, split:
        p = one_action(leaf)
        p.tick()
        assert [p.status(i) for i in range(3)] == [gestalt.SUCCESS, gestalt.FAILURE, gestalt.RUNNING]


@pytest.mark.parametrize("result, error", [(7, ValueError), (1.5, TypeError), ("yes", TypeError), (np.ones(3, bool), ValueError),
                                           (gestalt.statuses(succeeded=1), TypeError)])
def test_wrong_results_of_actions(result, error):
    p = one_action(lambda: result)
    with pytest.raises(error, match="`act` has returned"):
        p.tick()


def test_predicates():
    host = gestalt.Host()
    answers = [True, np.False_, None, 1]

    @host.predicate(name="is")
    def answer(n):
        found = answers.pop(0)
        return n > 100 if found is None and len(answers) == 1 else found

    shape = compiled({"type": "condition", "call": "is"}, {}, n={"type": "int", "init": "agent"})
    p = gestalt.Population(shape, host=host, agents=200)
    statuses = []
    for _ in range(3):
        p.tick()
        statuses.append((p.status(0), p.status(199)))
    assert statuses == [(gestalt.SUCCESS,) * 2, (gestalt.FAILURE,) * 2, (gestalt.FAILURE, gestalt.SUCCESS)]
    with pytest.raises(TypeError, match="masks are bools"):
        p.tick()


def test_phases():
    host = gestalt.Host()
    seen = []

    @host.action(name="act", writes=["n"])
    def run(call, n):
        seen.append((call.starting.all(), call.resuming.all(), call.cancelling, call.now, call.tick, call.node))
        n += 1
        return gestalt.RUNNING

    @host.cancel("act", writes=["m"])
    def stop(call, m):
        seen.append("cancelled" if call.cancelling else "wrong")
        m[...] = 7
        return "ignored"

    shape = compiled({"type": "priority", "children": [
        {"type": "sequence", "children": [{"type": "condition", "if": "go"}, {"type": "wait", "ticks": 1}]}, act()]}, {}, n="int", m="int", go="bool")
    p = gestalt.Population(shape, host=host, agents=100)
    p.tick(10)
    p.tick(20)
    p["go"][...] = True
    p.tick(30)
    node = seen[0][5]
    assert seen == [(True, False, False, 10, 0, node), (False, True, False, 20, 1, node), "cancelled"]
    assert (p["n"] == 2).all() and (p["m"] == 7).all()


def test_a_call_is_over_when_the_leaf_returns():
    kept = []

    def leaf(call, n):
        kept.extend([call, n])
        n += 1

    p = one_action(leaf, ["n"], n="int")
    p.tick()
    p.tick()
    with pytest.raises(gestalt.Expired, match="the call has ended"):
        kept[0].agents
    # arrays that a leaf has kept are its own: no later call uses their memory
    assert (kept[1] == 1).all() and (kept[3] == 2).all()
    p.close()
    gc.collect()
    assert (kept[1] == 1).all()


def test_what_is_not_declared_cannot_be_written():
    def leaf(n):
        n += 1

    p = one_action(leaf, n="int")
    with pytest.raises(ValueError, match="read-only") as caught:
        p.tick()
    assert "a leaf declares what it writes" in caught.value.__notes__[0]
    assert (p["n"] == 0).all()


def test_exceptions_end_the_tick():
    """The exception is that of the lowest agent, and all other agents are ticked."""
    host = gestalt.Host()

    @host.action
    def low(call):
        raise KeyError("low")

    @host.action
    def high(call):
        raise ZeroDivisionError("high")

    @host.action(writes=["n"])
    def fine(n):
        n += 1

    shape = compiled({"type": "selector", "children": [
        {"type": "sequence", "children": [{"type": "condition", "if": "agent == 150"}, act("high")]},
        {"type": "sequence", "children": [{"type": "condition", "if": "agent == 100"}, act("low")]},
        act("fine")]}, {}, n="int")
    for threads in 1, 3:
        p = gestalt.Population(shape, host=host, agents=5000, threads=threads)
        for tick in range(3):
            with pytest.raises(KeyError, match="low"):
                p.tick()
            assert p.ticks == tick + 1 and p.failed_agent == 100
        assert (np.asarray(p["n"])[[0, 99, 101, 149, 4999]] == 3).all()


def test_keyboard_interrupts_stop_leaves():
    host = gestalt.Host()
    calls = []

    @host.action
    def first():
        calls.append("first")
        raise KeyboardInterrupt

    @host.action
    def second():
        calls.append("second")

    shape = compiled({"type": "concurrent", "children": [act("first"), act("second")]}, {})
    p = gestalt.Population(shape, host=host, agents=10)
    with pytest.raises(KeyboardInterrupt):
        p.tick()
    assert calls == ["first"]
    with pytest.raises(KeyboardInterrupt):
        p.tick()
    assert calls == ["first"] * 2


def test_hosts_and_threads_give_the_same_hash():
    def run(threads, lanes, parts):
        host = gestalt.Host()

        @host.action(writes=["x", "n"])
        def act(call, x, n):
            x += np.float32(0.1) * (call.agents % 7).astype(np.float32)
            n += x > 1
            return gestalt.statuses(succeeded=n > 3)

        shape = compiled({"type": "action", "do": "act"}, {}, x="float", n="int")
        p = gestalt.Population([shape] * parts, host=[host] * parts, threads=threads, lanes=lanes)
        for group in range(parts):
            p.spawn(6000 // parts, group=group)
        for _ in range(9):
            p.tick()
        return p.hash()

    assert len({run(threads, 64, 2) for threads in (1, 2, 4)}) == 1
    assert run(1, 64, 1) == run(3, 16, 1) == run(1, 1, 1)


def test_populations_of_several_threads_share_a_host():
    host = gestalt.Host()

    @host.action(writes=["n"])
    def act(n):
        n += 1

    shape = compiled({"type": "action", "do": "act"}, {}, n="int")
    populations = [gestalt.Population(shape, host=host, agents=3000) for _ in range(4)]
    threads = [threading.Thread(target=lambda p=p: [p.tick() for _ in range(20)]) for p in populations]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((p["n"] == 20).all() for p in populations)


def test_leaves_may_tick_other_populations():
    inner = one_action(lambda n: np.add(n, 1, out=n) is None, ["n"], n="int")

    def leaf():
        inner.tick()

    one_action(leaf).tick()
    assert (inner["n"] == 1).all()


def test_single_agents_and_counted_nodes_call_leaves():
    seen = []

    def leaf(call, n):
        seen.append(len(call))
        n += 1

    p = one_action(leaf, ["n"], n="int", lanes=16)
    p.tick()
    assert sum(seen) == 200 and len(seen) == 1


# ---- declarations


def test_registering_wrong_functions():
    host = gestalt.Host()
    for wrong in (lambda *a: 0), (lambda **a: 0):
        with pytest.raises(gestalt.BadArgument, match="names the arguments and keys"):
            host.action(wrong, name="f")
    with pytest.raises(TypeError):
        host.action(5)
    with pytest.raises(gestalt.BadArgument, match="has no such parameter"):
        host.action(lambda a: 0, name="f", writes=["b"])
    with pytest.raises(TypeError, match="a list of names"):
        host.action(lambda a: 0, name="f", writes="a")
    with pytest.raises(gestalt.BadArgument, match="unknown type 'flaot'"):
        host.action(lambda a: 0, name="f", args={"a": "flaot"})
    with pytest.raises(gestalt.BadArgument, match="which is a value"):
        host.action(lambda a: 0, name="f", args={"a": "float"}, writes=["a"])
    host.action(lambda: 0, name="f")
    for add in (lambda: host.predicate(lambda: 0, name="f")), (lambda: host.deferred("f", {})):
        with pytest.raises(gestalt.BadArgument, match="already"):
            add()
    with pytest.raises(gestalt.BadArgument, match="no action `g`"):
        host.cancel("g")


def test_misfits():
    host = gestalt.Host()
    host.predicate(lambda: True, name="act")
    host.action(lambda: True, name="walk", args={"far": "float"})
    host.deferred("fetch", {"what": "int"})
    shape = compiled({"type": "sequence", "children": [act(), act("walk"), act("sleep"), {
        "type": "deferred", "do": "fetch", "args": {"what": 1.5}}]}, {})
    lines = host.misfits(shape)
    assert len(lines) == 4 and all(any(name in line for line in lines) for name in ("act", "walk", "sleep", "fetch"))
    with pytest.raises(gestalt.BadArgument, match="does not fit .*:\n.*act"):
        gestalt.Population(shape, host=host)


def test_parameters_that_do_not_exist():
    host = gestalt.Host()
    host.action(lambda speed: 0, name="act")
    with pytest.raises(gestalt.BadArgument, match="`act` has a parameter `speed`, which is neither"):
        gestalt.Population(compiled(act(), {}), host=host)
    host = gestalt.Host()
    host.action(lambda speed: 0, name="act", writes=["speed"])
    with pytest.raises(gestalt.BadArgument, match='declare it as `"key float"`'):
        gestalt.Population(compiled(act(speed=1.5), {}), host=host)


def test_defaults_and_keywords():
    def leaf(n, *, call, step=2):
        assert call.tick == 0
        n += step

    p = one_action(leaf, ["n"], n="int")
    p.tick()
    assert (p["n"] == 2).all()


def test_declarations_are_function_tables():
    host = gestalt.Host()

    @host.action(args={"speed": "float", "mood": ["calm", "angry"], "l": {"key": {"list": "int"}}}, writes=["l"])
    def act(speed, mood, l):
        return True

    shape = gestalt.compile({"gestalt": 1, "actions": host.declarations(), "blackboard": {"l": {"type": {"list": "int"}, "capacity": 2}},
                             "root": {"type": "action", "do": "act", "args": {"speed": 2, "mood": "'angry'", "l": "l"}}})
    assert host.misfits(shape) == []
    gestalt.Population(shape, host=host, agents=1).tick()


# ---- plugins

PLUGIN = """
#include <gestalt/gestalt.h>
#include <gestalt/plugin.h>
static void act(gestalt_call *call)
{
    int *n = gestalt_call_key(call, 0).ints;
    for (unsigned lane = 0; lane < call->lane_count; lane++)
        if (call->lanes >> lane & 1)
            n[lane]++;
    call->succeeded = call->lanes;
}
static gestalt_result add(gestalt_host *host, gestalt_error *error)
{
    const gestalt_parameter keys[] = {{"n", GESTALT_INT, false, false}};
    gestalt_function f = {.name = "act", .batch = act, .keys = keys, .key_count = 1};
    return gestalt_host_add(host, &f, error);
}
static gestalt_result after(gestalt_population *p, gestalt_error *error)
{
    gestalt_value value = {.type = GESTALT_INT, .integer = 100};
    return gestalt_population_ticks(p) == 2 ? gestalt_population_write(p, 0, "n", value, error) : GESTALT_OK;
}
const gestalt_plugin *gestalt_plugin_entry(void)
{
    static const gestalt_plugin plugin = {.abi = ABI, .add = add, .after_tick = after};
    return &plugin;
}
"""


@pytest.fixture(scope="module")
def plugin(tmp_path_factory):
    """Build the plugin for a version of the interface."""
    import pathlib
    top = pathlib.Path(__file__).resolve().parents[2]
    folder = tmp_path_factory.mktemp("plugin")
    (folder / "gestalt").mkdir()
    (folder / "gestalt" / "version.h").write_text((top / "include/gestalt/version.h.in").read_text())

    def build(abi="GESTALT_PLUGIN_ABI", code=PLUGIN):
        path = folder / f"{abs(hash((abi, code)))}.so"
        source = path.with_suffix(".c")
        source.write_text(code)
        subprocess.run(["cc", "-shared", "-fPIC", f"-DABI={abi}", f"-I{top}/include", f"-I{folder}", source, "-o", path], check=True)
        return path
    return build


def test_plugins(plugin):
    host = gestalt.Host()
    assert "gestalt.Plugin" in repr(host.plugin(plugin()))
    shape = compiled({"type": "action", "do": "act"}, {}, n="int")
    p = gestalt.Population(shape, host=host, agents=100)
    p.tick()
    assert p.read(0, "n") == 1
    p.tick()
    assert p.read(0, "n") == 100 and p.read(1, "n") == 2
    del host
    gc.collect()
    p.tick()
    assert p.read(1, "n") == 3


def test_plugins_and_leaves_of_the_same_name(plugin):
    host = gestalt.Host()
    host.plugin(plugin())
    host.action(lambda: True, name="act")
    with pytest.raises(gestalt.BadArgument, match="registered already"):
        gestalt.Population(compiled(act(), {}, n="int"), host=host)


def test_wrong_plugins(plugin, tmp_path):
    host = gestalt.Host()
    with pytest.raises(gestalt.FileError, match="cannot load the plugin"):
        host.plugin(tmp_path / "none.so")
    with pytest.raises(gestalt.BadFile, match="built for plugin interface 1"):
        host.plugin(plugin("1"))
    with pytest.raises(gestalt.BadFile, match="no function gestalt_plugin_entry"):
        host.plugin(plugin(code="int x;"))
    with pytest.raises(gestalt.BadFile, match="returns no entry"):
        host.plugin(plugin(code="void *gestalt_plugin_entry(void) { return 0; }"))
