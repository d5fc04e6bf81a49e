#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command in MPI jobs: several ranks print and write, byte for byte, what one process does.

    command.py GESTALT RUN.SH
"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap

top = pathlib.Path(__file__).resolve().parent.parent.parent
watchman = top / "examples/watchman.json"
gestalt, run_sh = (pathlib.Path(a).resolve() for a in sys.argv[1:3])

if not shutil.which("mpirun") and "CI" not in os.environ:
    print("1..0 # SKIP there is no mpirun: ./dev ranks gets it")
    sys.exit()

# A tree with an action and a deferred action, which have stubs that take time.
courier = json.dumps({
    "gestalt": 1, "name": "courier",
    "blackboard": {"parcels": {"type": "int", "init": "agent % 3"}, "done": "int"},
    "root": {"type": "sequence", "children": [
        {"type": "action", "do": "walk"},
        {"type": "deferred", "do": "deliver"},
        {"type": "selector", "children": ["rand() < 0.4", {"type": "wait", "ticks": 2}]},
        {"type": "set", "key": "done", "to": "done + 1"}]}})
stubs = ["--stub=walk=3:success", "--stub=deliver=2:success"]

# A scene whose tree is in a file that includes another one; of its birds, some are born and some die.
birds = json.dumps({
    "scene": 1, "world": {"size": [60, 40], "periodic": True, "dt": 0.5, "seed": 3, "steps": 30},
    "groups": [{"name": "birds", "count": 300, "most": 400, "tree": "trees/bird.json",
                "vehicle": {"radius": 0.3, "max_speed": 2}}],
    "reports": [{"name": "fast", "value": "count(birds, speed > 1.2)"}, {"name": "age", "value": "mean(birds, age)"}]})
bird = json.dumps({
    "gestalt": 1, "trees": {"turn": {"include": "parts/turn.json"}}, "blackboard": {"age": "int"},
    "root": {"type": "concurrent", "children": [
        {"type": "subtree", "tree": "turn"},
        {"type": "action", "do": "cohere", "args": {"radius": 5}},
        {"type": "repeat", "per_tick": 1, "child": {"type": "set", "key": "age", "to": "age + 1"}},
        {"type": "repeat", "per_tick": 1, "child": {"type": "force_success", "child": {
            "type": "chance", "p": 0.03, "child": {"type": "action", "do": "breed", "args": {"group": 0}}}}},
        {"type": "sequence", "children": [{"type": "wait", "ticks": "10 + agent % 40"}, {"type": "action", "do": "die"}]}]}})
turn = json.dumps({"gestalt": 1, "root": {"type": "action", "do": "wander"}})


def fill(folder):
    """Write the files that the commands read."""
    files = {"courier.json": courier, "courier-2.json": courier.replace('"deliver"', '"fetch"'),
             "broken.json": '{"gestalt": 1, "root": "rand() <"}', "birds.json": birds, "trees/bird.json": bird,
             "trees/bird-2.json": bird.replace('"radius": 5', '"radius": 4').replace("age + 1", "age + 2"),
             "clumsy.json": birds.replace("bird.json", "clumsy.json"), "trees/clumsy.json": bird.replace('"cohere", "args": {"radius": 5}', '"stumble"'),
             "trees/parts/turn.json": turn, "lost.json": birds.replace("bird.json", "nobird.json")}
    for name, text in files.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def start(ranks, arguments, folder, stdin=""):
    command = [str(gestalt), *map(str, arguments)]
    if ranks:
        command = [str(run_sh), str(ranks), *command]
    return subprocess.run(command, cwd=folder, input=stdin, text=True, capture_output=True, timeout=100)


def without_mpirun(text):
    """Leave out what mpirun adds when a process fails."""
    return re.sub(r"-{20,}\n.*?-{20,}\n", "", text, flags=re.DOTALL)


def without_times(text):
    if text.startswith("{") and not text.startswith('{"tick"'):  # not events
        members = json.loads(text)
        for name in ("ranks", "nanoseconds_per_agent_tick", "agent_ticks_per_second", "bytes_per_agent",
                     "blackboard_bytes_per_agent", "updates_per_second"):
            members.pop(name, None)
        return json.dumps(members)
    return re.sub(r"  (time|memory|speed of run) .*\n", "", text)


def outcome(ranks, arguments, files, stdin=""):
    with tempfile.TemporaryDirectory() as folder:
        fill(folder)
        done = start(ranks, arguments, folder, stdin)
        written = [(pathlib.Path(folder) / name).read_bytes() for name in files]
    return done.returncode, without_times(done.stdout), without_mpirun(done.stderr), written


def same(name, arguments, files=(), counts=(3,), stdin=""):
    alone = outcome(0, arguments, files, stdin)
    for count in counts:
        together = outcome(count, arguments, files, stdin)
        tap.report(f"{name}, {count} ranks", None if together == alone else f"{together}\ninstead of\n{alone}")


def resumes(name, tree, arguments, *after):
    """Save with some ranks, resume with others, and compare with a run that was never saved."""
    with tempfile.TemporaryDirectory() as folder:
        fill(folder)
        start(0, ["run", tree, *arguments, "--ticks=9", "--save=one.gss", "-q"], folder)
        for resumed, *options in after:
            tail = ["--ticks=13", "--hash", "--save=after.gss"]
            wanted = start(0, ["run", resumed, *options, "--resume=one.gss", *tail], folder)
            file = (pathlib.Path(folder) / "after.gss").read_bytes()
            for saving, resuming in ((3, 2), (2, 3), (0, 3), (3, 0)):
                start(saving, ["run", tree, *arguments, "--ticks=9", "--save=now.gss", "-q"], folder)
                done = start(resuming, ["run", resumed, *options, "--resume=now.gss", *tail], folder)
                good = done.stdout == wanted.stdout and len(done.stdout) == 17 and done.stderr == wanted.stderr
                good = good and (pathlib.Path(folder) / "after.gss").read_bytes() == file
                tap.report(f"{name}, saved by {saving}, resumed by {resuming}", None if good else f"{done}\ninstead of\n{wanted}")


def resumes_scene():
    """Save a scene with some ranks, between steps and at the end, and resume it with others."""
    with tempfile.TemporaryDirectory() as folder:
        fill(folder)
        (pathlib.Path(folder) / "birds-2.json").write_text(birds.replace("bird.json", "bird-2.json"))
        start(0, ["run", "birds.json", "--steps=12", "--save=one.gss", "-q"], folder)
        start(3, ["run", "birds.json", "--steps=12", "--save=now.gss", "--save-every=0", "-q"], folder)
        files = [pathlib.Path(folder) / name for name in ("one.gss", "now.gss")]
        tap.report("a scene saved by ranks", None if files[0].read_bytes() == files[1].read_bytes() else "the snapshot differs")
        for scene, *options in (["birds.json"], ["birds-2.json", "--from=birds.json"]):
            outcomes = [start(ranks, ["run", scene, *options, f"--resume={file}", "--steps=9", f"--events={ranks}.jsonl", "--hash"], folder)
                        for ranks, file in ((0, files[0]), (2, files[1]))]
            first, second = ((done.returncode, done.stdout, without_mpirun(done.stderr)) for done in outcomes)
            events = [(pathlib.Path(folder) / name).read_bytes() for name in ("0.jsonl", "2.jsonl")]
            good = first == second and len(first[1]) == 17 and events[0] == events[1]
            tap.report(f"a scene resumed by ranks, {scene}", None if good else f"{second}\ninstead of\n{first}")


def interrupts_scene():
    """Interrupt a step that takes very long: the ranks undo it and save, as one process does."""
    endless = {"type": "success"}
    for _ in range(5):
        endless = {"type": "repeat", "count": 65535, "per_tick": 65535, "child": endless}
    tree = {"gestalt": 1, "root": {
        "type": "decide", "reactive": True, "if": "tick == 3", "then": endless, "else": {"type": "action", "do": "wander"}}}
    scene = {"scene": 1, "world": {"size": [30, 30], "dt": 1, "steps": 9}, "groups": [{"name": "a", "count": 30, "tree": tree}]}
    with tempfile.TemporaryDirectory() as folder:
        saved = pathlib.Path(folder) / "now.gss"
        (pathlib.Path(folder) / "slow.json").write_text(json.dumps(scene))
        options = ["--max-visits=18446744073709551615", "-q"]
        start(0, ["run", "slow.json", *options, "--steps=3", "--save=one.gss", "--events=one.jsonl"], folder)
        whole, events = ((pathlib.Path(folder) / name).read_bytes() for name in ("one.gss", "one.jsonl"))
        command = [str(run_sh), "2", str(gestalt), "run", "slow.json", *options, "--save=now.gss", "--save-every=0", "--events=now.jsonl"]
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as job:
            end = time.monotonic() + 60
            while time.monotonic() < end and (not saved.exists() or saved.read_bytes() != whole):
                time.sleep(0.1)
            time.sleep(0.3)
            ranks = pathlib.Path(f"/proc/{job.pid}/task/{job.pid}/children").read_text().split()
            for rank in ranks:
                os.kill(int(rank), signal.SIGTERM)
            code = job.wait(60)
        good = code == 143 and saved.read_bytes() == whole and saved.with_suffix(".jsonl").read_bytes() == events
        tap.report("an interrupted scene", None if good else f"code {code}, {len(ranks)} ranks")


def differs(name, arguments, code, words):
    """What only one process can do is refused, once."""
    together = outcome(2, arguments, ())
    tap.report(name, None if together[0] == code and together[2].count(words) == 1 else str(together))


def benches(name, tree, agents, *more):
    """All figures of `bench --ranks` but times: hashes are those of `gestalt run`."""
    options = [f"--agents={agents}", "--ticks=4", "--repeats=2", "--ranks", "--plot=plot.svg", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        done = start(3, ["bench", tree, *options, *more], folder)
        rows = json.loads(done.stdout)["results"] if done.returncode == 0 else []
        wanted = [(how, ranks, agents * (ranks if how == "weak" else 1)) for how in ("strong", "weak") for ranks in (1, 2, 3)]
        good = [(row["scaling"], row["ranks"], row["agents"]) for row in rows] == wanted
        for row in rows:
            run = start(0, ["run", tree, f"--agents={row['agents']}", "--ticks=4", "--hash", *more], folder)
            good &= row["hash"] == run.stdout.strip() and min(row["ns_per_tick"], row["cpu_ns_per_agent_tick"]) > 0
            good &= row["uneven"] >= 1 and row["slowest"] >= 1 and len(row["samples"]) == 2
        plot = pathlib.Path(folder) / "plot.svg"
        good &= plot.exists() and plot.read_text().count("<polyline") == 6
        tap.report(name, None if good else str(done))


def benches_scene(name, scene, steps):
    """Strong scaling only, with ghosts and migrants of more than one rank."""
    with tempfile.TemporaryDirectory() as folder:
        done = start(3, ["bench", scene, "--ranks=1,3", f"--ticks={steps}", "--repeats=1", "--json"], folder)
        rows = json.loads(done.stdout)["results"] if done.returncode == 0 else []
        run = start(0, ["run", scene, f"--steps={steps}", "--hash"], folder)
        good = [row["ranks"] for row in rows] == [1, 3] and all(row["hash"] == run.stdout.strip() for row in rows)
        good = good and all((row[name] > 0) == (row["ranks"] > 1) for row in rows for name in ("ghosts_per_rank", "ghost_bytes_per_rank"))
        tap.report(name, None if good else str(done))


def fails_in_bench():
    """A function whose status depends on which agents a rank has."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "fleeing.json").write_text(json.dumps({
            "gestalt": 1, "blackboard": {"fled": "int"},
            "root": {"type": "sequence", "children": [{"type": "action", "do": "flee"}, {"type": "set", "key": "fled", "to": "fled + 1"}]}}))
        done = start(2, ["bench", "fleeing.json", f"--plugin={gestalt.parent / 'tests/failing_plugin.so'}", "--lanes=5", "--ranks",
                         "--agents=4097", "--ticks=1", "--repeats=1"], folder)
        good = done.returncode == 1 and "with 2 ranks the hash is" in done.stderr and "depends on which agents a rank has" in done.stderr
        tap.report("bench of a function that depends on ranks", None if good else str(done))


many = ["--agents=30000", "--ticks=25", "--seed=7"]
some = ["--agents=9000", "--ticks=12"]
same("hash", ["run", watchman, *many, "--hash"], counts=(2, 3, 8))
same("hash with threads and lanes", ["run", watchman, *many, "--hash", "--threads=2", "--lanes=1"])
same("few agents", ["run", watchman, "--agents=5", "--ticks=9", "--json"], counts=(2, 3))
same("no agents", ["run", watchman, "--agents=0", "--ticks=3", "--json"])
same("summary", ["run", watchman, *many])
same("JSON", ["run", watchman, *many, "--json"])
same("final", ["run", watchman, *some, "--final=final.csv", "-q"], ["final.csv"])
same("events", ["run", watchman, *some, "--events=events.jsonl", "-q"], ["events.jsonl"])
same("everything about stubs", ["run", "courier.json", *stubs, *some, "--final=final.csv", "--events=events.jsonl", "--hash"],
     ["final.csv", "events.jsonl"])
same("launches", ["run", "courier.json", *stubs, *some, "--launches"])
same("launches as JSON", ["run", "courier.json", *stubs, *some, "--launches", "--json"])
same("counts", ["run", "courier.json", *stubs, *some, "--counts"])
same("snapshots", ["run", watchman, *many, "--save=now.gss", "-q"], ["now.gss"])
same("snapshots of stubs", ["run", "courier.json", *stubs, *some, "--save=now.gss", "-q"], ["now.gss"])
resumes("resume", watchman, ["--agents=30000", "--seed=7"], [watchman])
resumes("resume with stubs", "courier.json", [*stubs, "--agents=9000"], ["courier.json", *stubs],
        ["courier-2.json", "--stub=walk=3:success", "--stub=fetch=4:success", "--from=courier.json"])
same("no snapshot", ["run", watchman, "--resume=nothing.gss"])
same("edits", ["run", watchman, *some, f"--edit=6:{watchman.with_name('watchman-2.json')}", "--final=final.csv",
               "--events=events.jsonl", "--hash"], ["final.csv", "events.jsonl"])
same("recordings", ["run", watchman, *some, "--record=a.gsr", "--keys=energy", "--watch=8192,7", "--watch-node=run",
                    "--watch-if=distance < 5", "--watch-values=energy * 2", "--every=3",
                    f"--edit=7:{watchman.with_name('watchman-2.json')}", "-q"], ["a.gsr"], counts=(2, 5))
same("recordings of nothing", ["run", watchman, *some, "--record=a.gsr", "--keys=nothing"], counts=(2,))
same("no agent to watch", ["run", watchman, *some, "--record=a.gsr", "--watch=9000"], counts=(2,))
same("recordings that cannot be written", ["run", watchman, *some, "--record=/dev/full"], counts=(2,))
same("recordings in no folder", ["run", watchman, *some, "--record=no/folder/a.gsr"], counts=(2,))
same("edits of stubs", ["run", "courier.json", *stubs, "--stub=fetch=4:success", *some, "--edit=7:courier-2.json", "--json", "--hash"])
same("standard input", ["run", "-", *stubs, *some, "--hash"], stdin=courier)
same("other commands", ["check", watchman, "--color=never"])
same("version", ["--version"])
same("missing file", ["run", "nothing.json"])
same("broken document", ["run", "broken.json"])
same("wrong option", ["run", watchman, "--agents=many"])
same("missing stub", ["run", "courier.json", *some])
benches("bench", watchman, 9000)
benches("bench with seeds and threads", watchman, 5000, "--seed=7", "--threads=2")
benches_scene("bench of a scene", top / "examples/scenes/flock.json", 5)
fails_in_bench()
differs("bench with weak scaling of a scene", ["bench", top / "examples/scenes/flock.json", "--ranks", "--scaling=weak"], 2,
        "scenes and snapshots determine their agents")
differs("bench with too many ranks", ["bench", watchman, "--ranks=3"], 2, "--ranks cannot be 3: the job has 2 ranks")
differs("bench with several lanes", ["bench", watchman, "--ranks", "--lanes=1,64"], 2, "give one value of --lanes")
same("bench without ranks", ["bench", "nothing.json"])

system = gestalt.parent / "tests/whole_plugin.so"
same("one system for all ranks", ["run", "courier.json", f"--plugin={system}", "--stub=walk=3:success", *some, "--final=final.csv",
                                  "--hash"], ["final.csv"], (2, 3))
same("sweeps", ["sweep", "birds.json", "--set=birds.count=20,30", "--seeds=2", "-q", "-o", "sweep.csv"], ["sweep.csv"], (2,))
os.environ["FAILING_PLUGIN"] = "late"  # the run fails after its second tick, and has saved the first one
plugin = gestalt.parent / "tests/failing_plugin.so"
same("saves between ticks", ["run", top / "tests/cli/files/guard.json", f"--plugin={plugin}", "--agents=9000", "--save=now.gss",
                             "--save-every=0", "--events=events.jsonl"], ["now.gss", "events.jsonl"])

scenes = top / "examples/scenes"
outputs = ["--json", "--final=final.csv", "--save=now.gss"]
written = ["final.csv", "now.gss"]
same("a scene with births", ["run", "birds.json", *outputs, "--reports=reports.csv"], [*written, "reports.csv"], (2, 3, 5))
same("a scene with all measures", ["run", top / "tests/support/shared_life.json", *outputs, "--reports=reports.csv", "--lanes=1"],
     [*written, "reports.csv"], (3,))
same("a scene with walls", ["run", scenes / "rooms.json", "--steps=50", "--seed=9", "--threads=2", *outputs], written, (2,))
same("a scene with routes", ["run", scenes / "routes.json", "--steps=50", "--kernels=plain", *outputs], written, (3,))
same("a scene in space", ["run", scenes / "boids3d-tree.json", "--steps=20", "--set=boids.count=200", *outputs], written, (5,))
same("summary of a scene", ["run", "birds.json", "--set=seed=5"])
same("counts of a scene", ["run", "birds.json", "--counts"])
same("a scene from standard input", ["run", "-", "--hash"], stdin=birds)
same("repeats of a scene", ["run", "birds.json", "--repeats=3"], counts=(2,))
same("edits of a scene", ["run", "birds.json", "--edit=11:birds:trees/bird-2.json", "--steps=20", *outputs], written)
same("a scene without its tree", ["run", "lost.json"], counts=(2,))
same("a wrong value of a scene", ["run", "birds.json", "--set=bird.count=3"], counts=(2,))
same("recordings of a scene", ["run", "birds.json", "--record=a.gsr", "--every=3", "--json"], ["a.gsr"], (2, 3))
same("recordings of a scene that cannot be written", ["run", "birds.json", "--record=/dev/full"], counts=(2,))
same("recordings of a scene's trees", ["run", "birds.json", "--record=a.gsr", "--record-parts=both", "--every=4", "--watch=7", "-q"],
     ["a.gsr"], (2, 3))
same("events of a scene", ["run", "birds.json", "--events=events.jsonl", "--json", "--threads=2"], ["events.jsonl"], (2, 3, 5, 8))
same("events of several groups", ["run", top / "tests/support/shared_life.json", "--events=-", "--lanes=1"], counts=(3,))
same("events of edits", ["run", "birds.json", "--edit=11:birds:trees/bird-2.json", "--edit=12:birds:trees/bird.json", "--steps=20",
                         "--events=-"], counts=(3,))
same("events of a scene that cannot be written", ["run", "birds.json", "--events=/dev/full"], counts=(2,))
same("events of an agent that cannot move", ["run", top / "tests/cli/files/lost.json", "--events=-"], counts=(2, 3))
same("events of a scene whose function fails", ["run", "clumsy.json", f"--plugin={gestalt.parent / 'tests/stumbling_plugin.so'}",
                                                "--events=-"], counts=(2, 3))
edits = ["--edit=11:birds:trees/bird-2.json", "--edit=15:birds:trees/bird.json"]
same("recordings of trees with edits", ["run", "birds.json", *edits, "--record=a.gsr", "--record-parts=trees", "--every=4", "--keys=age",
                                        "--watch=7", "--watch-if=age > 24", "--json"], ["a.gsr"], (2, 3))
same("recordings of a world with edits", ["run", "birds.json", *edits, "--record=a.gsr"], counts=(2,))
resumes_scene()
interrupts_scene()
differs("meals", ["run", scenes / "wolf-sheep.json"], 1, "this scene runs in one process only")
tap.finish()
