# SPDX-License-Identifier: MIT
"""Game systems: requests, launches, arguments and statuses."""
import gestalt
import numpy as np
import pytest

WALK = {
    "gestalt": 1,
    "blackboard": {"goal": {"type": "vec2", "init": [10, 20]}, "speed": {"type": "float", "init": 2}, "done": "int"},
    "actions": {"walk": {"kind": "deferred", "args": {"to": "key vec2", "speed": "float", "sound": "text"}}},
    "root": {"type": "sequence", "children": [
        {"type": "deferred", "do": "walk", "resource": "legs",
         "args": {"to": "goal", "speed": "speed / 2", "sound": "steps"}},
        {"type": "set", "key": "done", "to": "done + 1"},
        {"type": "wait", "ticks": 1}]}}
TWO = {"gestalt": 1, "actions": {"wave": {"kind": "deferred"}, "nod": {"kind": "deferred"}},
       "root": {"type": "concurrent", "children": [{"type": "deferred", "do": "wave"},
                                                   {"type": "deferred", "do": "nod"}]}}


@pytest.fixture
def walkers():
    host = gestalt.Host()
    population = gestalt.Population(gestalt.compile(WALK), host=host, agents=1000, lanes=5)
    population.tick()
    return population


def test_requests_are_structured_arrays(walkers):
    requests = walkers.requests()
    assert requests.dtype == gestalt.REQUEST and len(requests) == 1000
    assert requests["agent"].tolist() == list(range(1000)) and requests["launch"].all()
    for request in requests[:3]:
        assert (request["name"], request["resource"], request["node"], request["group"]) == ("walk", "legs", 1, 0)
    assert len(walkers.requests("walk", group=0)) == 1000
    assert len(walkers.requests("run")) == len(walkers.requests(group=1)) == 0
    walkers.tick()
    assert len(walkers.requests()) == 0


def test_statuses_of_arrays_arrive(walkers):
    requests = walkers.requests()
    statuses = np.full(1000, gestalt.RUNNING)
    statuses[::2] = gestalt.SUCCESS
    statuses[1::4] = gestalt.FAILURE
    assert walkers.finish(requests, statuses).all()
    assert walkers.launches()["status"].tolist() == statuses.tolist()
    walkers.tick()
    assert walkers["done"][...].tolist() == [1, 0] * 500
    ends = np.array([walkers.status(agent) for agent in range(1000)])
    assert (ends == gestalt.FAILURE).tolist() == [i % 4 == 1 for i in range(1000)]


def test_bools_are_statuses(walkers):
    walkers.finish(walkers.requests(), np.arange(1000) < 10)
    walkers.tick()
    assert int(np.sum(walkers["done"])) == 10
    assert walkers.status(10) == gestalt.FAILURE


def test_one_status_for_all_and_for_one_row(walkers):
    requests = walkers.requests()
    assert walkers.finish(requests[5], True).tolist() == [True]
    assert walkers.finish(requests[:0], True).tolist() == []
    walkers.tick()
    assert walkers["done"][...].nonzero()[0].tolist() == [5]
    with pytest.raises(gestalt.BadArgument, match="2 statuses for 1000 launches"):
        walkers.finish(requests, [True, False])


def test_launches_that_are_over_are_stale(walkers):
    requests = walkers.requests()
    walkers.cancel(3)
    walkers.despawn(4)
    alive = walkers.finish(requests, True)
    assert np.nonzero(~alive)[0].tolist() == [3, 4]
    walkers.tick()
    later = walkers.requests()
    cancels = later[~later["launch"]]
    assert cancels["agent"].tolist() == [3, 4] and cancels["launch_id"].tolist() == [0, 0]
    # Rows of requests to cancel are no launches.
    assert walkers.finish(cancels, True).tolist() == [False, False]
    assert later[later["launch"]]["agent"].tolist() == [3]


def test_launches_are_all_that_a_system_needs_after_loading(walkers):
    saved = walkers.snapshot()
    other = gestalt.Population(gestalt.compile(WALK), host=gestalt.Host())
    other.load(saved)
    launches = other.launches()
    assert launches.dtype == gestalt.LAUNCH and len(launches) == 1000
    assert set(launches["name"]) == {"walk"} and set(launches["resource"]) == {"legs"}
    assert other.finish(launches[launches["agent"] < 7], gestalt.SUCCESS).all()
    other.tick()
    assert int(np.sum(other["done"])) == 7


def test_many_launches_come_in_several_pieces():
    with gestalt.Population(gestalt.compile(TWO), host=gestalt.Host(), agents=10_000) as population:
        population.tick()
        launches = population.launches()
        assert launches["agent"].tolist() == [i // 2 for i in range(20_000)]
        assert launches["name"].tolist() == ["wave", "nod"] * 10_000
        assert len(population.launches("nod")) == len(population.requests("nod")) == 10_000
        assert set(launches["resource"]) == {None}


def test_arguments_of_launches(walkers):
    walkers.write(2, "speed", 9.0)
    arguments = walkers.launch_arguments(2, 1)
    assert list(arguments) == ["to", "speed", "sound"]
    assert arguments["to"].value == (10.0, 20.0) and arguments["to"].key == "goal" and not arguments["to"].is_list
    assert arguments["speed"].value == 1.0 and arguments["speed"].key is None
    assert arguments["sound"].value == "steps"
    launches = walkers.launches()[:4]
    assert walkers.argument(launches, "to").tolist() == [[10, 20]] * 4
    assert walkers.argument(launches, "speed").dtype == np.float32
    assert walkers.argument(launches, "sound").tolist() == ["steps"] * 4
    assert walkers.argument(launches[:0], "speed").tolist() == []
    with pytest.raises(gestalt.BadArgument, match="agent 0 has no launch of node 1 with an argument `colour`"):
        walkers.argument(launches, "colour")
    assert walkers.launch_arguments(2, 0) == {}


def test_current_launches_of_a_node(walkers):
    walkers.finish_node([1, 2], 1, True)
    walkers.finish_node(3, 1, [gestalt.FAILURE])
    walkers.tick()
    assert walkers["done"][...].nonzero()[0].tolist() == [1, 2]
    with pytest.raises(gestalt.BadArgument):
        walkers.finish_node(1, 0, True)
    with pytest.raises(gestalt.BadArgument):
        walkers.finish_node(2**40, 1, True)
    # C would take the low bits of a number.
    with pytest.raises(gestalt.BadArgument):
        walkers.finish_node(4, 2**32 + 1, True)
    with pytest.raises(gestalt.BadArgument):
        walkers.launch_arguments(4, 2**32 + 1)


@pytest.mark.parametrize("status", [3, -1, 1.0, "done", None])
def test_what_is_no_status_is_refused(walkers, status):
    with pytest.raises(gestalt.BadArgument, match="a status must be"):
        walkers.finish(walkers.requests(), status)


@pytest.mark.parametrize("rows", [[1, 2], "rows", None, np.zeros(3)])
def test_what_are_no_launches_is_refused(walkers, rows):
    with pytest.raises(TypeError):
        walkers.finish(rows, True)
    with pytest.raises(TypeError):
        walkers.argument(rows, "to")


def test_a_launch_that_cannot_have_existed_is_an_error(walkers):
    rows = walkers.requests()[:2]
    rows["launch_id"][1] = 77
    with pytest.raises(gestalt.BadArgument):
        walkers.finish(rows, True)


def test_closed_populations_are_refused(walkers):
    requests = walkers.requests()
    walkers.close()
    for call in (walkers.requests, walkers.launches, lambda: walkers.finish(requests, True),
                 lambda: walkers.argument(requests, "to"), lambda: walkers.finish_node(1, 1, True)):
        with pytest.raises(gestalt.Expired):
            call()
    assert requests["name"][0] == "walk"


def test_names_follow_parts_and_copies(walkers):
    population = gestalt.Population([gestalt.compile(WALK), gestalt.compile(TWO)], host=gestalt.Host())
    population.spawn(3)
    population.spawn(2, group=1)
    population.tick()
    requests = population.requests()
    assert requests["name"].tolist() == ["walk"] * 3 + ["wave", "nod"] * 2
    assert requests["resource"].tolist() == ["legs"] * 3 + [None] * 4
    assert requests[::-1][:1]["name"].tolist() == ["nod"] and requests.copy()["name"][0] == "walk"
    assert requests[requests["launch"]]["name"].tolist() == requests["name"].tolist()
    assert requests[[6, 0]]["name"].tolist() == ["nod", "walk"]
    assert requests[3]["name"] == "wave" and requests[3]["resource"] is None
    assert population.requests("nod")["agent"].tolist() == [3, 4]
    assert population.requests("nod", group=0)["name"].tolist() == []
    assert np.sort(requests, order="node")["name"][0] == "walk"
    assert [row["name"] for row in population.launches()] == requests["name"].tolist()
    assert type(requests["agent"]) is np.ndarray
    with pytest.raises(gestalt.BadArgument, match="these rows have no `name`"):
        np.zeros(3, gestalt.REQUEST).view(gestalt.LaunchRows)["name"]
    with pytest.raises(ValueError):
        requests["colour"]


def test_names_outlive_the_population(walkers):
    requests = walkers.requests()
    walkers.close()
    assert requests["name"][7] == "walk"


def test_all_statuses_or_none(walkers):
    rows = walkers.requests()
    before = walkers.hash()
    wrong = rows.copy()
    wrong["launch_id"][900] = 5
    with pytest.raises(gestalt.BadArgument, match=r"reports\[900\]: agent 900 never had a launch 5 of node 1"):
        walkers.finish(wrong, True)
    wrong = rows.copy()
    wrong["agent"][2] = 1000
    with pytest.raises(gestalt.BadArgument, match=r"reports\[2\]: there is no agent 1000"):
        walkers.finish(wrong, True)
    walkers.despawn(17)
    after = walkers.hash()
    assert after != before
    with pytest.raises(gestalt.BadArgument, match=r"reports\[17\]: there is no agent 17"):
        walkers.finish_node(np.arange(1000), 1, True)
    with pytest.raises(gestalt.BadArgument, match=r"agents\[2\]: agent 3 is in the list twice"):
        walkers.despawn([3, 4, 3])
    assert walkers.hash() == after and len(walkers) == 999


def test_many_statuses_are_those_of_single_calls():
    random = np.random.default_rng(5)
    shape, host = gestalt.compile(WALK), gestalt.Host()
    one = gestalt.Population(shape, host=host, agents=300)
    many = gestalt.Population(shape, host=host, agents=300, lanes=7, threads=3)
    for step in range(30):
        one.tick()
        many.tick()
        rows = one.launches()
        chosen = rows[random.integers(0, len(rows), len(rows))] if len(rows) else rows
        statuses = random.integers(0, 3, len(chosen))
        for row, status in zip(chosen, statuses.tolist()):
            assert one.finish(row, status).all()
        assert many.finish(chosen, statuses).all()
        gone = random.permutation(one.ids())[:random.integers(0, 9)]
        for agent in gone.tolist():
            one.despawn(agent)
        many.despawn(gone)
        if step % 5 == 0:
            many.compact()
        assert many.hash() == one.hash()
        assert many.requests().tolist() == one.requests().tolist()
        born = int(random.integers(0, 20))
        one.spawn(born)
        many.spawn(born)
