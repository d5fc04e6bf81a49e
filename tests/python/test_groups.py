# SPDX-License-Identifier: MIT
"""Groups that come and go, and ids."""
import gestalt
import pytest


def compiled(key="n"):
    return gestalt.compile({"gestalt": 1, "blackboard": {key: "int"},
                            "root": {"type": "set", "key": key, "to": f"{key} + 1"}}, name=key)


@pytest.fixture
def population():
    return gestalt.Population(compiled(), agents=10)


def test_groups_come_and_go(population):
    host = gestalt.Host()

    @host.action
    def work():
        return gestalt.SUCCESS

    other = gestalt.compile({"gestalt": 1, "actions": {"work": {}}, "root": {"type": "action", "do": "work"}})
    assert population.group_count == 1
    assert population.add_group(other, host=host) == 1
    assert population.add_group(compiled("m")) == 2
    agents = population.spawn(5, group=2)
    population.spawn(3, group=1)
    population.tick()
    assert population.group_of(0) == 0 and population.group_of(agents[0]) == 2
    assert population.place_of(agents[4]) == (2, 0, 4)
    assert population.shape(2).name == "m" and population.shape() is population.shape(0)
    assert not population.can_remove_group(1)
    with pytest.raises(gestalt.BadArgument):
        population.remove_group(1)
    population.despawn(population.ids(1))
    population.tick()
    assert population.can_remove_group(1)
    population.remove_group(1)
    assert population.group_count == 2 and population.group_of(agents[0]) == 1
    assert population.column("m", 1)[...].tolist() == [2] * 5
    population.tick()
    assert population.shape(1).name == "m"


def test_views_expire_with_groups(population):
    view = population["n"]
    population.add_group(compiled("m"))
    with pytest.raises(gestalt.Expired):
        view[0]
    blocks = population["n"].blocks()
    with pytest.raises(gestalt.Expired):
        population.remove_group(1)
    del blocks
    population.remove_group(1)


def test_wrong_groups_and_agents_are_refused(population):
    for call in (lambda: population.shape(1), lambda: population.remove_group(7), lambda: population.group_of(99),
                 lambda: population.place_of(99), lambda: population.count_nodes(group=3),
                 lambda: population.states(-1), lambda: population.add_group(gestalt.compile(
                     {"gestalt": 1, "actions": {"work": {}}, "root": {"type": "action", "do": "work"}}))):
        with pytest.raises(gestalt.BadArgument):
            call()
    assert population.group_count == 1


def test_ids(population):
    assert population.next_id == 10
    population.next_id = 100
    assert list(population.spawn(2)) == [100, 101]
    assert [population.next_agent(), population.next_agent(10), population.next_agent(102)] == [0, 100, None]
    with pytest.raises(gestalt.BadArgument):
        population.next_id = 50


def test_blackboards_are_inherited(population):
    population.write(3, "n", 30)
    population.write(4, "n", 40)
    children = population.spawn(2)
    population.inherit([4, 3], children[0])
    assert [population.read(agent, "n") for agent in children] == [40, 30]
    with pytest.raises(gestalt.BadArgument):
        population.inherit([77], children[0])
    with pytest.raises(TypeError):
        population.inherit(["a"], children[0])


def test_memory_is_reported(population):
    states = population.states()
    assert states.form in ("sparse", "masks") and states.asked == "auto"
    assert gestalt.Population(compiled(), states="masks").states().form == "masks"
    assert 0 < population.blackboard_bytes < population.bytes
