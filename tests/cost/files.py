# SPDX-License-Identifier: MIT
"""Families of inputs other than documents: scenes, recordings, images, snapshots, and pairs of documents for `gestalt diff`. Each family is
a function from a size in bytes to files, of which the first is passed to the command. It has its own commands: `all_families` is a list
of name, function and commands. make_costly writes the recordings; the command itself writes images and snapshots."""
import json
import pathlib
import subprocess
import tempfile

import documents
from documents import document, repeated, sequence, word


# ---- scenes

def scene(size, member, item, opening="[", closing="]", world='"size":[100,100]', groups='{"name":"g","count":1}', **more):
    """Return a scene of which one member has as many entries as fit."""
    rest = "".join(f',"{name}":{text}' for name, text in more.items())
    begin, end = f'{{"scene":1,"world":{{{world}}},"groups":[{groups}]{rest},"{member}":{opening}@{closing}}}'.split("@")
    return {"s.json": repeated(size, begin, item, end)}


def scene_groups(size):
    return {"s.json": repeated(size, '{"scene":1,"world":{"size":[100,100]},"groups":[', lambda number: f'{{"name":"{word(number)}","count":1}}', "]}")}


def scene_trees(size):
    """Groups that each have their own tree."""
    return {"s.json": repeated(size, '{"scene":1,"world":{"size":[100,100]},"groups":[',
                               lambda number: f'{{"name":"{word(number)}","count":1,"tree":{{"gestalt":1,"root":"tick>{number}"}}}}', "]}")}


def scene_one_tree(size):
    """A large tree that many groups use."""
    return {"s.json": repeated(size // 2, '{"scene":1,"world":{"size":[100,100]},"groups":[',
                               lambda number: f'{{"name":"{word(number)}","count":1,"tree":"d.json"}}', "]}"),
            "d.json": documents.wide(size // 2)["d.json"]}


def scene_paths(size):
    return scene(size, "paths", lambda number: f'{{"name":"{word(number)}","points":[[1,2],[{number % 99},4]]}}')


def scene_no_groups(size):
    """Invalid groups, which must not take the memory of a group each."""
    return scene(0, "paths", lambda number: "", groups=",".join(["0"] * (size // 2)))


def scene_empty_groups(size):
    return scene(0, "paths", lambda number: "", groups=",".join(["{}"] * (size // 3)))


def scene_strange_groups(size):
    strange = ",".join(f'"{word(number, 3)}":0' for number in range(70))
    return scene(0, "paths", lambda number: "", groups=",".join(["{%s}" % strange] * (size // len(strange))))


def scene_report_groups(size):
    """As many groups as unknown groups in reports."""
    groups = ",".join(f'{{"name":"{word(number)}","count":1}}' for number in range(size // 80))

    def report(number):
        return f'{{"name":"r{number}","value":"' + "+".join(f"mean({word(k)}z,speed)" for k in range(number * 2000, number * 2000 + 2000)) + '"}'
    return scene(size, "reports", report, groups=groups)


def scene_report_keys(size):
    """As many keys as unknown keys in reports."""
    keys = ",".join(f'"{word(number)}":"int"' for number in range(size // 40))
    tree = f'{{"gestalt":1,"root":"true","blackboard":{{{keys}}}}}'

    def report(number):
        return f'{{"name":"r{number}","value":"mean(g,' + "+".join(f"{word(k)}z" for k in range(number * 4000, number * 4000 + 4000)) + ')"}'
    return scene(size, "reports", report, groups=f'{{"name":"g","count":1,"tree":{tree}}}')


def scene_recorded_reports(size):
    """A list that exceeds its maximum length."""
    return scene(size, "recording", lambda number: f'"{word(number)}"', '{"reports":[', "]}")


def scene_points(size):
    return scene(size, "paths", lambda number: f"[{number % 99},{number % 7}]", '[{"name":"p","points":[', "]}]")


def scene_obstacles(size):
    return scene(size, "obstacles", lambda number: '{"at":[1,2],"radius":1}')


def scene_changes(size):
    return scene(size, "changes", lambda number: f'{{"at":{number},"group":"g","combiner":"priority"}}')


def scene_unknown_names(size):
    """As many groups as changes of unknown groups with similar names."""
    groups = ",".join(f'{{"name":"{word(number, 20)}","count":1}}' for number in range(size // 120))
    return scene(size, "changes", lambda number: f'{{"at":{number},"group":"{word(number, 19)}z"}}', groups=groups)


def scene_unknown_members(size):
    return scene(size, "measure", lambda number: f'"{word(number)}":1', "{", "}")


def scene_set(size):
    keys = ",".join(f'"{word(number, 20)}":"float"' for number in range(size // 100))
    values = ",".join(f'"{word(number, 20)}":1' for number in range(size // 100))
    return {"s.json": f'{{"scene":1,"world":{{"size":[9,9]}},"groups":[{{"name":"g","count":1,"tree":{{"gestalt":1,"blackboard":{{{keys}}},'
                      f'"root":"true"}},"set":{{{values}}}}}]}}'}


def scene_agents(size):
    """Groups with the maximum number of agents."""
    return {"s.json": repeated(size, '{"scene":1,"world":{"size":[100,100]},"groups":[',
                               lambda number: f'{{"name":"{word(number)}","count":4000000000}}', "]}")}


def scene_listed(size):
    return scene(size, "paths", lambda number: "", "[", "]", groups='{"name":"g","count":9,"start":{"how":"list","points":[' +
                 ",".join("[1,2]" for _ in range(size // 6)) + "]}}")


def scene_lines(size):
    """Roads that hardly intersect."""
    return scene(size, "roads", lambda number: f'{{"circle":{{"centre":[{number % 300 * 30 + 20},{number // 300 * 30 + 20}],"radius":9}}}}',
                 '{"lines":[', "]}", world='"size":[10000,100000]')


def scene_crossings(size):
    """Sixty roads that intersect sixty others. Each intersection takes more memory than its part of the file."""
    count = min(size // 60, 60)
    lines = ",".join(f'{{"points":[[{number * 60 + 30},0],[{number * 60 + 30},6000]]}},{{"points":[[0,{number * 60 + 30}],[6000,{number * 60 + 30}]]}}'
                     for number in range(count))
    return {"s.json": f'{{"scene":1,"world":{{"size":[6000,6000],"periodic":true}},"groups":[{{"name":"g","count":1}}],"roads":{{"lines":[{lines}]}}}}'}


def scene_blocks(size):
    """Scenes in which a few numbers request a lot of work or memory."""
    return {"s.json": '{"scene":1,"world":{"size":[1e6,1e6],"periodic":true},"roads":{"blocks":{"columns":60000,"rows":60000}},"groups":[]}' + " " * 9}


def scene_long_road(size):
    return {"s.json": '{"scene":1,"world":{"size":[1500,2e8],"periodic":true},"roads":{"blocks":{"columns":10,"rows":10}},"groups":[]}' + " " * 9}


def scene_taxiways(size):
    """An airport with as many nodes as fit, along one line."""
    count = max(size // 70, 4)
    nodes = ",".join(f'{{"name":"n{number}","at":[{number * 60 + 9},50]}}' for number in range(count))
    way = ",".join(f'"n{number}"' for number in range(count))
    return {"s.json": f'{{"scene":1,"world":{{"size":[{count * 60 + 99},100]}},"groups":[{{"name":"g","count":1,"planes":true}}],'
                      f'"airport":{{"nodes":[{nodes}],"taxiways":[{{"nodes":[{way}]}}],"runways":[{{"nodes":["n0","n1"]}}],"stands":["n{count - 1}"]}}}}'}


def scene_stands(size):
    """An airport with as many stands as fit, along a taxiway."""
    count = max(size // 160, 2)
    nodes = ",".join(f'{{"name":"n{number}","at":[{number * 60 + 9},50]}},{{"name":"s{number}","at":[{number * 60 + 9},150]}}' for number in range(count))
    way = ",".join(f'"n{number}"' for number in range(count))
    ways = ",".join(f'{{"nodes":["n{number}","s{number}"]}}' for number in range(2, count))
    stands = ",".join(f'"s{number}"' for number in range(2, count))
    return {"s.json": f'{{"scene":1,"world":{{"size":[{count * 60 + 99},200]}},"groups":[{{"name":"g","count":1,"planes":true}}],'
                      f'"airport":{{"nodes":[{nodes}],"taxiways":[{{"nodes":[{way}]}},{ways}],"runways":[{{"nodes":["n0","n1"]}}],"stands":[{stands}]}}}}'}


# ---- recordings

def recording(maker, kind):
    def make(size):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "r.gsr"
            subprocess.run([maker, kind, str(size), path], check=True)
            return {"r.gsr": path.read_bytes()}
    return make


def declared(gestalt, folder, command, file):
    """Return the additional seconds and bytes for the agents that a recording declares, if there are not too many."""
    if command[0] not in ("export", "plot") or "--as=info" in command:
        return 0, 0
    told = subprocess.run([gestalt, "export", "--as=info", file], cwd=folder, capture_output=True, text=True, check=False).stdout
    info = json.loads(told or "{}")
    agents, columns = info.get("agents", 0), len(info.get("columns", []))
    values = agents * (columns + 1) if max(agents, agents * columns / 16) <= 1000000 else 0
    return values * info["frames"] * 1e-6, values * 64


# ---- images and snapshots

def made(gestalt, make, command, name):
    """Return a family whose files are the file that the command writes for a document, then the document itself."""
    def family(size):
        files = make(size)
        with tempfile.TemporaryDirectory() as folder:
            for path, content in files.items():
                (pathlib.Path(folder) / path).write_text(content)
            subprocess.run([gestalt, *command(size), "d.json"], cwd=folder, check=False, capture_output=True)
            path = pathlib.Path(folder) / name
            return {name: path.read_bytes(), **files} if path.exists() else {}
    return family


def image_of(gestalt, make):
    return made(gestalt, make, lambda size: ["compile", "-o", "d.gst"], "d.gst")


def states(size):
    """A small tree whose agents each have state."""
    return {"d.json": document('{"type":"sequence","order":"random","children":[{"type":"wait","seconds":9},{"type":"wait","ticks":2}]}')}


def snapshot_of(gestalt, make, agents):
    return made(gestalt, make, lambda size: ["run", f"--agents={agents(size)}", "--ticks=1", "-q", "--save=d.gss"], "d.gss")


# ---- pairs of documents

def pair(make, change):
    def family(size):
        old = make(size // 2)["d.json"]
        return {"new.json": change(old), "old.json": old}
    return family


def turned(text):
    """Return the document with the children of the root in reverse order."""
    begin, middle = text.split('"children":[', 1)
    inner, end = middle.rsplit("]", 1)
    parts = inner.split('},{')
    if len(parts) < 2:
        return text
    parts[0], parts[-1] = parts[0][1:], parts[-1][:-1]
    return begin + '"children":[' + ",".join("{" + part + "}" for part in reversed(parts)) + "]" + end


def named(size):
    return sequence(size, lambda number: f'{{"type":"success","name":"{word(number)}"}}')


def nested(size):
    """A few nested wide nodes, of which the innermost one differs."""
    text, wide = '{"type":"wait","ticks":@}', ",".join(['{"type":"success"}'] * max(size // 20 // 100, 1))
    for _ in range(100):
        text = f'{{"type":"sequence","children":[{wide},{text}]}}'
    return {"d.json": document(text).replace("@", "1")}


def rows_of_trees(size):
    """A chain of wide trees. The last node differs in the other document, and so do all nodes above it."""
    count = max(min(size // 300, 200), 1)
    wide = ",".join(['{"type":"success"}'] * max(size // count // 20, 1))
    trees = ",".join(f'"t{number}":{{"root":{{"type":"sequence","children":[{wide},{{"type":"subtree","tree":"t{number + 1}"}}]}}}}' for number in range(count))
    return {"d.json": document('{"type":"subtree","tree":"t0"}', trees=f'{{{trees},"t{count}":{{"root":{{"type":"wait","ticks":2147483647}}}}}}')}


def families(gestalt, maker):
    check = [["check"]]
    for name, make in list(globals().items()):
        if name.startswith("scene_"):
            yield name, make, check
    if maker:
        read = [["export", "--as=info"]]
        drawn = [["export", "--limits=untrusted", "-o", "x.csv"], ["plot", "--limits=untrusted", "-o", "x.svg"],
                 ["plot", "--limits=untrusted", "--as=html", "-o", "x.html"]]
        for kind in subprocess.run([maker], capture_output=True, text=True, check=True).stdout.split():
            yield f"recording_{kind}", recording(maker, kind), read + drawn
    for name in ("wide", "keys", "arguments", "switches", "other_enums", "long_expression", "cooldowns", "concurrents"):
        yield f"image_{name}", image_of(gestalt, getattr(documents, name)), [["check"], ["show"], ["show", "--as=linked"]]
    run = [["run", "--ticks=1", "--resume=d.gss", "d.json"], ["launches", "d.json"]]
    yield "snapshot_agents", snapshot_of(gestalt, states, lambda size: max(size // 40, 1)), run
    yield "snapshot_keys", snapshot_of(gestalt, lambda size: documents.keys(min(size, 10000)), lambda size: max(size // 2500, 1)), run
    yield "snapshot_shape", snapshot_of(gestalt, documents.cooldowns, lambda size: 3), run
    diff = [["diff", "old.json"], ["diff", "--json", "old.json"]]
    for name, make, change in (("same", documents.wide, str), ("turned", named, turned), ("renamed", named, lambda text: text.replace('"name":"a', '"name":"b')),
                               ("keys", documents.keys, lambda text: text.replace('"int"', '"float"')), ("nested", nested, lambda text: text.replace('"ticks":1', '"ticks":2')),
                               ("enums", documents.other_enums, str), ("switches", documents.switches, str), ("hosts", documents.hosts, turned),
                               ("rows_of_trees", rows_of_trees, lambda text: text.replace("2147483647", "2147483646"))):
        yield f"diff_{name}", pair(make, change), diff
