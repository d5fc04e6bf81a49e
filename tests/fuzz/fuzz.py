#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs fuzz targets: as a test, or for long.

    fuzz.py test GESTALT TARGET ROUNDS           one target with driver.c: its seeds, and so many mutations of them
    fuzz.py needs SECONDS [NAME...|all]          a line for each build: its folder, and the programs in it that a run needs
    fuzz.py long SECONDS WORK [NAME...|all]      runs on all cores, and a table at the end

Without a name, each row runs for so many seconds; with `all`, they share so many seconds of all cores. WORK keeps the corpora,
what was found, and the totals of all runs.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SANITIZED = {"ASAN_OPTIONS": "quarantine_size_mb=8:malloc_context_size=6",
             "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"}
CORES = len(os.sched_getaffinity(0))
GESTALT = str(ROOT / "build-fuzz/gestalt")
COST_SECONDS = 2400  # time for `./dev cost` on one core
# CI runs the same inputs each time, so that findings can be reproduced: a number of inputs instead of a number of seconds.
IS_SAME = "CI" in os.environ
INPUTS_A_SECOND, PLAIN_A_SECOND = 800, 100


# ---- seeds: name -> bytes

def documents():
    paths = sorted(ROOT.glob("examples/*.json")) + sorted(ROOT.glob("tests/golden/*/*.json"))
    return {f"{p.parent.name}-{p.name}": p.read_bytes() for p in paths}


def pairs():
    """Return pairs of documents for edits: each document with itself, and with the previous one."""
    good = [p.read_bytes() for p in sorted(ROOT.glob("examples/*.json")) + sorted(ROOT.glob("tests/golden/good/*.json"))]
    both = {f"same-{i}": text + b"\0" + text for i, text in enumerate(good)}
    return both | {f"other-{i}": text + b"\0" + good[i - 1] for i, text in enumerate(good)}


def small_scene(path):
    """Return a scene that contains its trees, with few agents and few roads."""
    scene = json.loads(path.read_text())
    for group in scene["groups"]:
        tree = path.parent / str(group.get("tree"))
        if isinstance(group.get("tree"), str):
            group["tree"] = json.loads(tree.read_text())
        group["count"] = min(group["count"], 8) if isinstance(group["count"], int) else 8
        if "most" in group:
            group["most"] = min(group["most"], 20)
    if "blocks" in scene.get("roads", {}):
        scene["roads"]["blocks"] |= {"columns": 2, "rows": 2}
        scene["world"]["size"] = [300, 300]
    return json.dumps(scene).encode()


def scenes():
    seeds = {p.name: p.read_bytes() for p in ROOT.glob("tests/golden/scenes/*.json")}
    for name in ("flock", "swarm", "flock-fused", "boids3d-tree", "posts3d", "wolf-sheep", "crowd", "airport", "traffic/blocks-lights",
                 "traffic/ring", "traffic/ring-thesis-fill", "traffic/crossing-roads"):
        seeds[f"example-{Path(name).name}"] = small_scene(ROOT / f"examples/scenes/{name}.json")
    return seeds


def images():
    seeds = {}
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "image"
        for document in [ROOT / "examples/guard.json", *sorted(ROOT.glob("tests/golden/good/*.json"))]:
            subprocess.run([GESTALT, "compile", "-q", document, "-o", image], check=True, stderr=subprocess.DEVNULL)
            seeds[document.stem] = image.read_bytes()
    return seeds


def expressions():
    """Return the values of attributes that are expressions."""
    found = set()
    for text in documents().values():
        found.update(re.findall(rb'"(?:if|to|init)": *"([^"\\]+)"', text))
    return {str(i): text for i, text in enumerate(sorted(found))}


def damages():
    """Return seeds that each damage one byte or word at some position."""
    seeds = {}
    for i in range(24):
        rest = bytes([i % 8, 0x70 + i % 10, i % 4, i % 10])
        seeds[str(i)] = bytes([i]) + rest
        seeds[f"edited-{i}"] = bytes([0x80 + i]) + rest
    return seeds


def drawings():
    """Return seeds for each recording in each form."""
    return {f"{i}": bytes([i % 8, i // 8, i % 8, i * 7 % 256, i % 3, i % 10]) for i in range(8 * 22)}


def courses():
    """Return seeds with a recording, and changes of its file and queries in turn."""
    drawn = random.Random(2)
    return {str(i): bytes([i]) + drawn.randbytes(4 * (4 + i // 3)) for i in range(72)}


def pairs_of_parts():
    """Return seeds for each pair of kinds of groups (MADE_KINDS of made_scenes.h), with and without edits."""
    kinds = int(re.search(r"MADE_KINDS = (\d+)", (HERE / "made_scenes.h").read_text())[1])
    return {f"{a}-{b}-{way}": bytes([a, b, way, a * kinds + b]) for a in range(kinds) for b in range(kinds) for way in (0, 0x80)}


def sequences():
    drawn = random.Random(1)
    return {str(i): bytes([i]) + drawn.randbytes(3 + 3 * (6 + i // 2)) for i in range(48)}


def xml_texts():
    """Return small trees as BehaviorTree.CPP stores them, and texts with each construct of XML."""
    tree = ('<?xml version="1.0" encoding="UTF-8"?>\n<root BTCPP_format="4" main_tree_to_execute="Main">\n  <BehaviorTree ID="Main">\n'
            '    <Sequence name="a">\n      <Script code="x := 1 &amp;&amp; y &lt; 2"/>\n      {}\n    </Sequence>\n  </BehaviorTree>\n</root>\n')
    leaves = ['<Action ID="Go" goal="{goal}"/>', "<SubTree ID='Other' _autoremap='true'></SubTree>", '<Fallback><Wait msec="1"/><Stop/></Fallback>',
              '<ScriptCondition code="a < b && c"/>', "<input_port name='a'>text &gt; &#65;&#x20AC;</input_port>", "<!-- <b/> --><?p q?><![CDATA[<]]>",
              "<Say message='\u00fc \U0001f600\r\n\ttext'/>", '<A _skipIf="a==\'b\'" b = "&quot;" ></A >', "<\u00fc-1.:/>",
              "<A " + " ".join(f'a{i}="{i}"' for i in range(16)) + "/>"]
    seeds = {f"leaf-{i}": tree.format(leaf).encode() for i, leaf in enumerate(leaves)}
    short = ["<a/>", "\ufeff<a b='1'>c</a>", "<?xml version='1.0' encoding='utf-8' standalone='no'?><a/><!-- -->", "<a>" * 20 + "</a>" * 20]
    return seeds | {f"short-{i}": text.encode() for i, text in enumerate([*short, *leaves])}


def mdsl_texts():
    """Return small trees of mistreevous, with each node, attribute and kind of argument."""
    texts = ["root { wait }", "root [Main] { branch [Other] }\nroot [Other] { action [Go] }",
             'root while(IsUp, "a \\" b") then succeed { action [Go, 1, -2.5e3, "s", true, false, null, $p] }',
             "root entry(A) step(B) exit(C, 1) { condition [Is] until(D) then fail }",
             "/* a */ ROOT { Sequence { wait [1] wait [1, 2] wait [] } } /* b */",
             "root { lotto [1, 2] { repeat { wait } repeat [3] { wait } } }", "root { retry [1, 3] { parallel { wait wait } } }",
             "root { selector { race { wait } all { wait } } }", "root { flip { succeed { fail { wait } } } }",
             "root\u00a0(A,) { wait(1,2,) }", "root { action [\u00fc.x-1, .5, +1., 1e0] }", "root{" + "flip{" * 20 + "wait" + "}" * 21]
    return {str(i): text.encode() for i, text in enumerate(texts)}


def imports():
    """Return trees of other systems: those of the tests, and pairs of files."""
    paths = [p for p in ROOT.glob("tests/cli/files/*") if p.suffix in (".xml", ".mdsl", ".b3") or p.name == "wolf-root.json"]
    paths += [*ROOT.glob("tests/golden/bad/*.xml"), *ROOT.glob("tests/golden/bad/*.mdsl"),
              *ROOT.glob("tests/golden/bad/*mistreevous*.json"), *ROOT.glob("tests/golden/bad/*behavior3*.json")]
    seeds = {p.name: p.read_bytes() for p in sorted(paths)}
    seeds |= {f"mdsl-{name}": text for name, text in mdsl_texts().items()} | {f"xml-{name}": text for name, text in xml_texts().items()}
    patrol, wolf = (ROOT / "tests/cli/files/patrol.xml").read_bytes(), (ROOT / "tests/cli/files/wolf.mdsl").read_bytes()
    return seeds | {"two-xml": patrol + b"\0" + patrol, "two-mdsl": wolf + b"\0root { wait }"}


def command_lines():
    """Return the examples in the table of commands, with the files that exist in the folder of the target."""
    there = {"json": "guard.json", "gst": "guard.gst", "gsr": "flock.gsr", "gss": "crossing.gss"}
    lines = re.findall(r'gestalt ([^\\"]+?)(?: [|<>][^\\"]*)?\\t', (ROOT / "src/tool/options.def").read_text())
    lines = {re.sub(r"[\w*-]+\.(json|gst|gsr|gss)\b", lambda file: there[file[1]], line) for line in lines}
    lines |= {line.replace("guard.json", other) for line in lines for other in ("flock.json", "two.json")}
    return {str(i): line.replace("trees/", ".").replace(" ", "\n").encode() for i, line in enumerate(sorted(lines))}


def live_lines():
    """Return requests of a page for a tree and for a scene, and logs."""
    page = (ROOT / "docs/live-reference.md").read_text()
    asked = ["/" + path for path in re.findall(r"`((?:describe|state|agents?|steps|history|series|keys|values|notice|edit|breaks|places|hash|log)[^` ]*)`", page)]
    asked += ["/agents?sort=health&down=1&filter=distance<50", "/agents?node=9&ids=1&count=9", "/agent?id=3", "/series?key=health", "/series?key=distance", "/keys?group=1",
              "/agents?sort=.leaf&down=1&count=20", "/agents?sort=.answer&filter=health<80", "/agents?filter=health<80&ids=1&count=3"]
    done = [{"do": "step", "ticks": 7}, {"do": "write", "agent": 3, "key": "health", "value": 12}, {"do": "run"},
            {"do": "write", "group": 0, "key": "post", "value": [1, 2.5]}, {"do": "spawn", "count": 3}, {"do": "despawn", "agent": 1},
            {"do": "goto", "tick": 3}, {"do": "goto", "tick": 7, "before": True}, {"do": "cancel", "agent": 2}, {"do": "edit"},
            {"do": "break", "when": "enter", "node": 2}, {"do": "break", "when": "true", "if": "health < 10"},
            {"do": "break", "when": "above", "node": 9, "bound": 3}, {"do": "unbreak", "id": 1}, {"do": "into", "agent": 0},
            {"do": "set", "path": "world.dt", "value": "0.05"}, {"do": "tune", "path": "world.dt", "value": "0.1"},
            {"do": "tune", "path": "birds.vehicle.max_speed", "value": "3"}, {"do": "speed", "per_second": 0}, {"do": "pause"}]
    drawn, seeds = random.Random(1), {}
    for i in range(48):
        some = drawn.sample(asked, 3) + [json.dumps(d) for d in drawn.choices(done, k=9)] + [f"={drawn.randrange(4)}" for _ in range(3)]
        drawn.shuffle(some)
        seeds[str(i)] = ("TS"[i % 2] + "\n" + "\n".join(some)).encode()
    acts = [json.dumps({"tick": 4 * k, **d}) for k, d in enumerate(done) if d["do"] in ("write", "spawn", "despawn", "cancel")]
    seeds["log"] = ("L+" + "\n".join(acts) + "\n").encode()
    seeds["whole"] = b"L" + (ROOT / "examples/guard.jsonl").read_bytes().replace(b"=1000", b"=10")
    return seeds


def committed(name):
    return {f"kept-{p.name}": p.read_bytes() for p in (HERE / "corpus" / name).glob("*")}


# ---- targets and other rows to run

class Target:
    """A program of this folder, in a build: libFuzzer guides the mutations in build-fuzz; in others, driver.c mutates blindly.

    At least `least` percent of all inputs must be accepted, as the program counts them (accepted.h). Otherwise it would only
    test how inputs are rejected. An input has at most `most` bytes. If `short` is more than 0, two thirds of the time are used
    for inputs with at most `short` bytes: larger inputs take longer, and small inputs find most bugs.
    """

    def __init__(self, seeds, least, build="build-fuzz", most=4096, share=1.0, short=0):
        self.seeds, self.least, self.build, self.most, self.share, self.short = seeds, least, build, most, share, short


TARGETS = {
    "actor": Target(damages, 30, build="build-asan"),
    "calls": Target(sequences, 90, build="build-asan", share=3),
    "calls-threads": Target(sequences, 90, build="build-tsan", share=3),
    "command": Target(command_lines, 5, most=1000, share=2),
    "compile": Target(documents, 2, share=3, short=400),
    "drawing": Target(drawings, 10, most=64, share=2),
    "edit": Target(pairs, 2, most=8192, share=2, short=800),
    "expression": Target(expressions, 1, most=1024),
    "follow": Target(courses, 10, build="build-asan", most=512, share=2),
    "format": Target(documents, 5, short=300),
    "image": Target(images, 2),
    "import": Target(imports, 2, share=2, short=500),
    "json": Target(documents, 5, share=3, short=200),
    "live": Target(live_lines, 10, build="build-asan", most=4096, share=2),
    "mdsl": Target(mdsl_texts, 2, most=1024),
    "native": Target(documents, 2, short=400),
    "parts": Target(pairs_of_parts, 90, build="build-asan", most=64, share=3),
    "record": Target(damages, 40, build="build-asan"),
    "tree_record": Target(damages, 50, build="build-asan"),
    "scene": Target(scenes, 1, most=8192, share=3, short=600),
    "snapshot": Target(damages, 30, build="build-asan", share=2),
    "world": Target(damages, 35, build="build-asan", share=2),
    "xml": Target(xml_texts, 5, most=2048, share=2, short=200),
}


def write_seeds(name, folder):
    target = TARGETS[name]
    folder.mkdir(parents=True, exist_ok=True)
    for seed, text in (target.seeds() | committed(name)).items():
        (folder / seed).write_bytes(text)


def write_dictionary(path):
    """Return the words of the language, from the tables of nodes and operations."""
    words = set("gestalt root blackboard actions trees include params kind shared init name doc type bool int float vec2 "
                "key immediate deferred predicate all any random fixed".split())
    words.update(re.findall(r'^(?:NODE|ATTRIBUTE)\([A-Z_]+, "([a-z_]+)"', (ROOT / "src/shape/nodes.def").read_text(), re.M))
    words.update("<? ?> <!-- --> <![CDATA[ ]]> </ /> &lt; &amp; &#65; &#x41; <!DOCTYPE sequence selector lotto flip wait branch action condition "
                 "while until then entry step exit repeat retry /* */".split())
    words.update(re.findall(r'^(?:LEAF_|VECTOR_)?OP\([^"]*"([^"]+)"', (ROOT / "src/shape/ops.def").read_text(), re.M))
    path.write_text("".join(f'"{word}"\n' for word in sorted(words)))


def program(build, name):
    return ROOT / build / "tests" / name


def run_guided(name, seconds, work):
    target = TARGETS[name]
    write_seeds(name, work / "seeds")
    write_dictionary(work / "words")
    if not target.short or seconds < 3:
        return run_guided_of("corpus", name, target.most, seconds, work)
    in_short = seconds * 2 // 3
    return (run_guided_of("corpus-short", name, target.short, in_short, work)
            + run_guided_of("corpus", name, target.most, seconds - in_short, work))


def short_seeds(work, most):
    """Return a folder with the seeds of at most `most` bytes. libFuzzer would truncate longer seeds."""
    folder = work / "seeds-short"
    folder.mkdir(exist_ok=True)
    for seed in (work / "seeds").iterdir():
        if seed.stat().st_size <= most:
            (folder / seed.name).write_bytes(seed.read_bytes())
    return folder


def run_guided_of(corpus, name, most, seconds, work):
    target = TARGETS[name]
    seeds = work / "seeds" if most == target.most else short_seeds(work, most)
    (work / corpus).mkdir(exist_ok=True)
    amount = [f"-runs={seconds * INPUTS_A_SECOND}", "-seed=1"] if IS_SAME else [f"-max_total_time={seconds}"]
    said = run([program(target.build, f"fuzz/fuzz_{name}"), *amount, f"-max_len={most}", "-timeout=20",
                "-rss_limit_mb=3000", "-print_final_stats=1", f"-dict={work}/words", f"-artifact_prefix={work}/found-",
                work / corpus, seeds], work)
    return said


def units_of(said):
    """Return the number of inputs: from the target's count, or after a crash from the last report of libFuzzer."""
    units = re.findall(r"^#(\d+)", said, re.M)
    return accepted_of(said)[1] or (int(units[-1]) if units else 0)


def run_plain(name, seconds, work):
    write_seeds(name, work / "seeds")
    amount, number = (seconds * PLAIN_A_SECOND, 1) if IS_SAME else (f"{seconds}s", time.time_ns() >> 20)
    return run([program(TARGETS[name].build, f"fuzz/fuzz_{name.split('-')[0]}"), str(amount), work / "seeds", str(number)], work)


def run_target(name, seconds, work):
    return (run_guided if TARGETS[name].build == "build-fuzz" else run_plain)(name, seconds, work)


def run_seeds(name):
    """Return a function that runs a program whose arguments are a first seed and a count."""
    def run_some(seconds, work):
        seed, end, done = 1 if IS_SAME else int(time.time()) * 1000, time.monotonic() + seconds, 0
        while done == 0 or (time.monotonic() < end and not IS_SAME):
            run([program("build-fuzz", name), str(seed + done), "100"], work)
            done += 100
        return done
    return run_some


def run_kill(seconds, work):
    end, done = time.monotonic() + seconds, 0
    while done == 0 or (time.monotonic() < end and not IS_SAME):
        run([program("build-fuzz", "test_kill"), "300"], work)
        done += 300
    return done


def run_cost(seconds, work):
    said = run([sys.executable, ROOT / "tests/cost/cost.py", ROOT / "build/gestalt", "--maker",
                ROOT / "build/tests/make_costly", "--long", f"--seconds={seconds}"], work)
    return len(re.findall(r"^ok", said, re.M))


OTHERS = {"differential": ("test_differential", run_seeds("test_differential")),
          "edit-pairs": ("test_edit_pairs", run_seeds("test_edit_pairs")),
          "kill": ("test_kill", run_kill)}


class Failed(Exception):
    pass


def accepted_of(said):
    """Return the number of accepted inputs and of all inputs, from the output of all programs of a target."""
    counts = [(int(a), int(b)) for a, b in re.findall(r"^accepted: (\d+) of (\d+) inputs$", said, re.M)]
    return sum(a for a, _ in counts), sum(b for _, b in counts)


def too_few(name, said):
    """Return a message if a target accepts too few inputs, else None."""
    taken, inputs = accepted_of(said)
    least = TARGETS[name].least
    if inputs == 0:
        return f"{name} does not count the inputs that it accepts: call accepted() of accepted.h for each"
    if taken * 100 >= inputs * least:
        return None
    return (f"{name} accepts {taken} of {inputs} inputs, and at least {least} % must be: mutations do not get in, or the "
            "target mends too little of them")


def run(command, work):
    """Run a program of this folder, with its output in a file. An exit status other than 0 is a finding."""
    log = work / "log"
    environment = os.environ | SANITIZED | {"FUZZ_FOUND": str(work / f"found-{time.time_ns()}")}
    with open(log, "w", encoding="utf-8") as out:
        status = subprocess.run(command, cwd=HERE, stdout=out, stderr=out, stdin=subprocess.DEVNULL, env=environment, check=False).returncode
    said = log.read_text(errors="replace")
    if status:
        raise Failed(said)
    return said


# ---- long runs

SHARE_SECONDS = 30  # shorter runs of libFuzzer hardly get beyond the seeds, so the share of accepted inputs is not checked

def run_row(name, seconds, work):
    """Run a row. Return its line of the table: executions, share of accepted inputs, seconds, and a description of findings."""
    work.mkdir(parents=True, exist_ok=True)
    begin, found, share = time.monotonic(), [], "-"
    try:
        if name in OTHERS:
            done = OTHERS[name][1](seconds, work)
        elif name == "cost":
            done = run_cost(seconds, work)
        else:
            said = run_target(name, seconds, work)
            taken, done = accepted_of(said)
            share = f"{100 * taken // max(done, 1)} %"
            few = too_few(name, said) if seconds >= SHARE_SECONDS else None
            found = [few] if few else []
    except Failed as failure:
        said = str(failure)
        done = units_of(said)
        print(f"\n{name} found something: {work}\n{said[-6000:]}\n", flush=True)
        found = in_short(said)
    return done, share, time.monotonic() - begin, found


def in_short(said):
    """Return the most important lines of a report: the error, the position in our sources, and the input."""
    telling = re.findall(r"^(?:.*(?:ERROR|SUMMARY|runtime error|Base64|fuzz_\w+): .*|.* in \w+ /.*/(?:src|tests)/.*)$", said, re.M)
    return [line.strip()[:400] for line in telling[:16]] or said.splitlines()[-8:] or ["it failed without a word"]


def show(rows, work):
    totals_path = work / "totals.json"
    totals = json.loads(totals_path.read_text()) if totals_path.exists() else {}
    print(f"{'target':<16}{'executions':>14}{'accepted':>10}{'a second':>10}{'corpus':>8}{'findings':>10}{'in all runs':>15}")
    for name, (done, share, seconds, found) in sorted(rows.items()):
        totals[name] = totals.get(name, 0) + done
        corpus = len(list((work / name).glob("corpus*/*")) or list((work / name).glob("seeds/*")))
        print(f"{name:<16}{done:>14,}{share:>10}{done / max(seconds, 1):>10,.0f}{corpus:>8}{int(bool(found)):>10}{totals[name]:>15,}")
    totals_path.write_text(json.dumps(totals, indent=1, sort_keys=True))
    for name, (*_, found) in sorted(rows.items()):
        print("".join(f"{name}: {line}\n" for line in found), end="")


def choose_rows(seconds, names):
    """Return the rows to run, each with its seconds."""
    all_at_once = names == ["all"]
    # In CI, the suites have already run the others.
    rows = [*TARGETS] if IS_SAME and not names else [*TARGETS, *OTHERS] if all_at_once or not names else names
    unknown = set(rows) - set(TARGETS) - set(OTHERS)
    if unknown:
        sys.exit(f"fuzz: there is no {', '.join(sorted(unknown))}; there are {', '.join([*TARGETS, *OTHERS])}")
    if not all_at_once:
        return {name: seconds for name in rows}
    spare = CORES * seconds
    has_cost = seconds >= COST_SECONDS
    spare -= COST_SECONDS if has_cost else 0
    shares = {name: TARGETS[name].share if name in TARGETS else 1 for name in rows}
    chosen = {name: max(1, int(spare * share / sum(shares.values()))) for name, share in shares.items()}
    return chosen | ({"cost": COST_SECONDS} if has_cost else {})


def show_needs(rows):
    builds = {}
    for name in rows:
        if name in TARGETS:
            builds.setdefault(TARGETS[name].build, set()).add(f"tests/fuzz/fuzz_{name.split('-')[0]}")
        elif name in OTHERS:
            builds.setdefault("build-fuzz", set()).add(f"tests/{OTHERS[name][0]}")
        else:
            builds.setdefault("build", set()).add("tests/make_costly")
    for build, programs in sorted(builds.items()):
        print(build, *sorted(programs | ({"gestalt"} if build in ("build", "build-fuzz") else set())))


def run_long(rows, work):
    print(f"{len(rows)} targets on {CORES} cores", flush=True)
    results, lock = {}, threading.Lock()

    def work_on(name):
        row = run_row(name, rows[name], work / name)
        with lock:
            results[name] = row

    with ThreadPoolExecutor(CORES) as pool:
        # Run the longest rows first, so that no core is idle at the end.
        list(pool.map(work_on, sorted(rows, key=lambda name: -rows[name])))
    show(results, work)
    return any(found for *_, found in results.values())


# ---- as a test

def run_test(target, rounds):
    """Run a target as a test: half the rounds with sanitizers, a third without, all of them in `./dev nightly`."""
    if not os.environ.get("GESTALT_THOROUGH"):
        rounds = int(rounds) // (2 if os.environ.get("GESTALT_SMALL") else 3)
    name = Path(target).name.removeprefix("fuzz_")
    with tempfile.TemporaryDirectory() as folder:
        write_seeds(name, Path(folder) / "seeds")
        log = Path(folder) / "log"
        with open(log, "w", encoding="utf-8") as out:
            status = subprocess.run([Path(target).resolve(), str(rounds), f"{folder}/seeds", "1"], cwd=HERE, stdout=out, stderr=out, check=False).returncode
        said = log.read_text(errors="replace")
        print(said, end="", flush=True)
        few = None if status else too_few(name, said)
        if few:
            print(few)
        return status or int(few is not None)


if len(sys.argv) == 5 and sys.argv[1] == "test":
    GESTALT = str(Path(sys.argv[2]).resolve())
    sys.exit(run_test(sys.argv[3], sys.argv[4]))
elif len(sys.argv) >= 4 and sys.argv[1] == "long":
    sys.exit(run_long(choose_rows(int(sys.argv[2]), sys.argv[4:]), Path(sys.argv[3]).resolve()))
elif len(sys.argv) >= 3 and sys.argv[1] == "needs":
    show_needs(choose_rows(int(sys.argv[2]), sys.argv[3:]))
else:
    sys.exit(__doc__)
