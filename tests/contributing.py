#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Follows CONTRIBUTING.md to the letter: contributing.py

In a copy of the sources, this script adds the node types `throttle` and `hold`, an operation `hypot` and a behaviour `orbit`, in the
files that the lists of CONTRIBUTING.md name and in no others. With the table rows alone, the build must fail. With all changes, the
suites that test every type and every operation must pass. The copy is built without optimization, and only the necessary targets
are built: this takes 40 seconds of processor time.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import style
import tap

page = style.top / "CONTRIBUTING.md"


def rows(path, macros):
    """Return the number of rows of a table."""
    text = (style.top / path).read_text("utf-8")
    return len(re.findall(rf"^(?:{macros})\b", text, re.M))


def recipes():
    """Return for each list of the page: the change of the table row alone, the function that must be missing then, and all
    other changes. A change is a file, a text in the file, and the text to insert before it. If the text is None, the change
    is appended to the file."""
    operation = 80 + rows("src/shape/ops.def", "OP|LEAF_OP|VECTOR_OP|BY_COMPONENT|JOIN_OP|PART_OP|LIST_OP")
    return {
        "a node type": (
            [("src/shape/nodes.def", "// ---- expanded by the compiler", '''\
NODE(THROTTLE, throttle, DECORATOR, "tD", CALL, ONE, 0, PASSIVE,
     any | (lasts ? F : 0), false, ALL, "too soon after the last start",
     "Fails instead of starting its child more than once in a while.")
ATTRIBUTE(THROTTLE, "seconds", SECONDS, ONE_OF, "", "the while, in seconds")
ATTRIBUTE(THROTTLE, "ticks", TICKS, ONE_OF, "", "the while, in ticks")
ATTRIBUTE(THROTTLE, "child", CHILD, REQUIRED, "", "")

NODE(HOLD, hold, DECORATOR, "tD", CALL, ONE, 0, PASSIVE,
     any | (lasts ? S : 0), false, ALL, "it still holds",
     "Once its child has succeeded, keeps succeeding for a while.")
ATTRIBUTE(HOLD, "seconds", SECONDS, ONE_OF, "", "the while, in seconds")
ATTRIBUTE(HOLD, "ticks", TICKS, ONE_OF, "", "the while, in ticks")
ATTRIBUTE(HOLD, "child", CHILD, REQUIRED, "", "")

NODE(EXPIRE, expire, LEAF, "lD", LEAF, NONE, 0, PASSIVE | LATER,
     F, lasts, ALL, "",
     "Running until the time has passed, then failure.")
ATTRIBUTE(EXPIRE, "seconds", SECONDS, ONE_OF, "", "the duration in seconds")
ATTRIBUTE(EXPIRE, "ticks", TICKS, ONE_OF, "", "the duration in ticks")

NODE(UNTIL, until, DECORATOR, "wR", LOOP, ONE, S | F, PASSIVE,
     (any & R) | (any & F ? S : 0) | (ends && (any & S) ? F : 0), pauses, S | F, "",
     "Runs its child until it fails; failure after `count` successes.")
ATTRIBUTE(UNTIL, "count", COUNT, OPTIONAL, "forever", "how many successes end it")
ATTRIBUTE(UNTIL, "per_tick", PER_TICK, OPTIONAL, "64", "the maximum number of rounds that start each time the loop is entered")
ATTRIBUTE(UNTIL, "child", CHILD, REQUIRED, "", "")

NODE(SERIES, series, DECIDER, "-", LOOP, IN_TURN, S | F, PASSIVE,
     (any & R) | (last & (S | F)), false, ALL, "",
     "Runs all children in turn, whatever they return; the result of the last.")
ATTRIBUTE(SERIES, "children", CHILDREN, REQUIRED, "", "")

''')],
            ("machine_lone.c", "throttle_enter"),
            [("src/nodes/leaves.h", "static inline answer success_run(", '''\
static inline answer expire_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    clock_start(t, at, active & ~live);
    return (answer){0, clock_due(t, at, active)};
}

'''),
             ("src/nodes/loops.h", "// while: a bit for each lane", '''\
#define until_enter repeat_enter

static inline registers until_answer(here *t, registers r)
{
    guard *g = r.top;
    uint64_t ended = loop_count(t, g, r.succeeded);
    g->succeeded |= r.failed;
    g->failed |= ended;
    return loop_again(t, r, r.succeeded & ~ended);
}

'''),
             ("src/nodes/deciders.h", "// priority and reactive_sequence: every", '''\
#define series_enter sequence_enter

static inline registers series_answer(here *t, registers r)
{
    (void)t;
    uint64_t finished = r.succeeded | r.failed;
    if (!guard_has_more_children(&r))
        return guard_answer(r, r.succeeded, r.failed);
    r.succeeded = r.failed = 0;
    return sequence_go_on(r, finished);
}

'''),
             ("src/nodes/decorators.h", "static inline registers once_enter(", '''\
static inline registers throttle_enter(here *t, registers r, uint64_t live)
{
    guard *g = r.top;
    uint64_t fresh = r.active & ~live;
    uint64_t starting = clock_is_zero(t, g->item) ? fresh : kept_clock_due(t, g->item, fresh);
    r.next = clock_child(t, g->item);
    g->failed = fresh & ~starting;
    kept_clock_start(t, g->item, starting);
    return guard_run_if_any(r, (r.active & live) | starting);
}

#define throttle_answer decorator_answer

static inline registers hold_enter(here *t, registers r, uint64_t live)
{
    guard *g = r.top;
    uint64_t fresh = r.active & ~live;
    r.next = clock_child(t, g->item);
    g->succeeded = clock_is_zero(t, g->item) ? 0 : fresh & ~kept_clock_due(t, g->item, fresh);
    return guard_run_if_any(r, r.active & ~g->succeeded);
}

static inline registers hold_answer(here *t, registers r)
{
    kept_clock_start(t, r.top->item, r.succeeded);
    return guard_answer(r, r.succeeded | r.top->succeeded, r.failed);
}

'''),
             ("tests/reference/reference_run.c", "static gestalt_status run_once(", '''\
static gestalt_status run_throttle(reference_run *run, const reference_node *n)
{
    const kept *start = kept_of_node(run, n);
    if (!is_fresh(run, n))
        return run_child(run, n);
    if (start->is_set && !reference_cooldown_is_due(run->r, n, start))
        return GESTALT_FAILURE;
    note_finish(run, n);
    return run_child(run, n);
}

'''),
             ("tests/reference/reference_run.c", "static gestalt_status run_once(", '''\
static gestalt_status run_hold(reference_run *run, const reference_node *n)
{
    const kept *start = kept_of_node(run, n);
    if (is_fresh(run, n) && start->is_set && !reference_cooldown_is_due(run->r, n, start))
        return GESTALT_SUCCESS;
    gestalt_status status = run_child(run, n);
    if (status == GESTALT_SUCCESS)
        note_finish(run, n);
    return status;
}

'''),
             ("tests/reference/reference_run.c", "static gestalt_status run_success(", '''\
static gestalt_status run_expire(reference_run *run, const reference_node *n)
{
    if (is_fresh(run, n))
        start_clock(run, n);
    return is_due(run, n) ? GESTALT_FAILURE : GESTALT_RUNNING;
}

'''),
             ("tests/reference/reference_run.c", "// Check the clock before the child runs:", '''\
static gestalt_status run_until(reference_run *run, const reference_node *n)
{
    node_state *s = state_of(run, n);
    gestalt_status answer;
    int64_t started = 0;
    if (is_fresh(run, n))
        s->rounds = 0;
    while (run_round(run, n, &started, &answer)) {
        if (answer == GESTALT_FAILURE)
            return GESTALT_SUCCESS;
        s->rounds++;
        if (has_reached_limit(s, n))
            return GESTALT_FAILURE;
    }
    return GESTALT_RUNNING;
}

'''),
             ("tests/reference/reference_run.c", '// Begin with the first child in every tick.', '''\
static gestalt_status run_series(reference_run *run, const reference_node *n)
{
    node_state *s = state_of(run, n);
    gestalt_status answer = GESTALT_RUNNING;
    if (is_fresh(run, n))
        s->at = 0;
    for (; s->at < n->child_count; s->at++) {
        answer = run_node(run, n->children[s->at]);
        if (answer == GESTALT_RUNNING)
            return answer;
    }
    return answer;
}

'''),
             ("tests/reference/reference_run.c", '        {"once", false, run_once, true},',
              '        {"throttle", false, run_throttle, true},\n        {"hold", false, run_hold, true},\n'
              '        {"expire", true, run_expire},\n        {"until", false, run_until},\n'
              '        {"series", false, run_series},\n'),
             ("docs/language.md", "### once\n",
              "### series\n\nRuns its children in turn, whatever they return, and returns what the last one does.\n\n"
              "### until\n\nRuns its child until it fails: success. Failure once `count` runs have succeeded.\n\n"
              "### expire\n\nAs `wait`, but it fails in the end.\n\n"
              "### throttle\n\nNotes the time when it starts its child. A fresh one fails until that time plus its "
              "duration is due.\n\n### hold\n\nOnce its child has succeeded, a fresh one succeeds without it "
              "until its duration is over.\n\n"),
             ("tests/golden/good/throttle.json", None, '''\
{"gestalt":1,"root":{"type":"concurrent","children":[
{"type":"throttle","seconds":5,"child":{"type":"action","do":"shout"}},
{"type":"throttle","ticks":30,"child":"rand() < 0.5"}]}}
'''),
             ("tests/golden/good/expire.json", None, '{"gestalt":1,"root":{"type":"expire","seconds":5}}\n'),
             ("tests/golden/good/until.json", None, '{"gestalt":1,"root":{"type":"until","count":3,"child":"rand() < 0.5"}}\n'),
             ("tests/golden/good/series.json", None,
              '{"gestalt":1,"root":{"type":"series","children":["rand() < 0.5",{"type":"wait","ticks":2}]}}\n'),
             ("tests/golden/good/hold.json", None, '''\
{"gestalt":1,"root":{"type":"priority","children":[
{"type":"hold","seconds":5,"child":{"type":"chance","p":0.2,"child":{"type":"success"}}},
{"type":"hold","ticks":30,"child":{"type":"wait","seconds":3}}]}}
''')]),
        "an operation": (
            [("src/shape/ops.def", "\n#undef OP\n",
              'OP(HYPOT, f, ff, FUNCTION, 0, "hypot", scalar_length(x, y))\n')],
            ("kernels_plain.c", "body_HYPOT"),
            [("src/interp/kernels_body.h", "    X(MIN_INT, 2, ints, ints_min(x, y)) ", '''\
    X(HYPOT, 2, floats, floats_sqrt(x * x + y * y)) \\
'''),
             ("tests/reference/reference_value.c", "    reference_type type = joint_type(x[0], x[1]);",
              '    if (is_named(e, "hypot")) {\n'
              "        float u = to_float(x[0]).number, v = to_float(x[1]).number;\n"
              "        return reference_float(sqrtf(u * u + v * v));\n"
              "    }\n"),
             ("docs/shape-format.md", "\n### Calls and arguments",
              f"| {operation} | `HYPOT` | ff | f | - |\n"),
             ("docs/language.md", "### To the last bit\n",
              "`hypot(x, y)` is the length of a vector with these components.\n\n"),
             ("tests/golden/good/expression_hypot.json", None, '''\
{"gestalt":1,"blackboard":{"x":"float","n":"int"},
"root":{"type":"sequence","children":["hypot(x, 2) > 3","hypot(n, n) < hypot(3, 4)"]}}
''')]),
        "a behaviour": (
            [("src/steer/behaviours.def", None,
              'BEHAVIOUR(ORBIT, orbit, POINTS("centre"), NO_AGENTS, NO_PATH, NUMBERS("radius"))\n')],
            ("2d.a.p/urges.c", "force_of_orbit"),
            [("src/steer/urges.c", "static vector force_of_pursue(", '''\
static vector force_of_orbit(const asking *a)
{
    return steer_orbit(&a->me, place_at(a, 0), number_at(a, 0));
}

'''),
             ("src/steer/behaviours.c", "vector steer_pursue(", '''\
vector steer_orbit(const vehicle *me, vector centre, float radius)
{
    vector ahead = vector_add(me->position, me->velocity);
    vector offset = vector_with_length(vector_subtract(ahead, centre), radius);
    return steer_seek(me, vector_add(centre, offset));
}

'''),
             ("src/steer/behaviours.h", "vector steer_pursue(",
              "vector steer_orbit(const vehicle *me, vector centre, float radius);\n"),
             ("include/gestalt/worlds/steer.h", "    GESTALT_STEER_COUNT\n",
              "    GESTALT_STEER_ORBIT, ///< point centre; number radius\n"),
             ("src/world/world_urges.c", "#define POINT(name, doc)",
              "static const behaviour orbit = BEHAVIOUR_ORBIT;\n\n"),
             ("src/world/world_urges.c", "    {0},\n", '''\
    {URGE(orbit),
     {POINT("centre", "round what"), NUMBER("radius", 5, "of the circle"), USUAL},
     "Goes round a point."},
'''),
             ("tests/unit/test_steer_behaviours.c", '        {"pursue", steer_pursue(&me, mover(0',
              '        {"orbit", steer_orbit(&me, plane(0, 3), 2), -0.004901360, 1.734871378},\n')]),
    }


scene = '''{"scene": 1, "world": {"size": [100, 100]}, "groups": [{"name": "moths", "count": 9, "tree": {"gestalt": 1,
"blackboard": {"lamp": {"type": "vec2", "init": [50, 50]}}, "root": {"type": "action", "do": "orbit",
"args": {"centre": "lamp", "radius": 9}}}}]}'''


def change(copy, changes):
    for name, anchor, text in changes:
        path = copy / name
        old = path.read_text("utf-8") if path.exists() else ""
        if anchor is None:
            path.write_text(old + text, "utf-8")
            continue
        if old.count(anchor) != 1:
            sys.exit(f"contributing.py: {name} has `{anchor.strip()}` {old.count(anchor)} times, not once")
        path.write_text(old.replace(anchor, text + anchor), "utf-8")


def named_files(title):
    """Return the paths and file names in a list of the page, from its title to the next title."""
    text = page.read_text("utf-8")
    part = text.partition(f"## To add {title}\n")[2].partition("\n## ")[0]
    return re.findall(r"`([\w/.-]+\.\w+)`", part)


def check_named(title, changes):
    """Check that the list names every file that is changed, as a path from the top folder. NAME stands for the new name."""
    named = [re.escape(name).replace("NAME", r"\w+") for name in named_files(title)]
    lost = [name for name, _, _ in changes if not any(re.fullmatch(n, name) for n in named)]
    tap.report(f"{title}: the page names all files",
               lost and f"CONTRIBUTING.md, To add {title}, does not name {', '.join(lost)}")


def check_page():
    """Check that every file that the page names exists, except names with NAME."""
    named = re.findall(r"`([\w.-]+/[\w/.-]+\.\w+)`", page.read_text("utf-8"))
    lost = [name for name in named if "NAME" not in name and not (style.top / name).exists()]
    tap.report("the files that the page names exist", lost and ", ".join(lost))


def run(copy, *command):
    """Run a command. Return its output, and whether it succeeded."""
    done = subprocess.run([str(part) for part in command], cwd=copy, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=600, stdin=subprocess.DEVNULL)
    return done.stdout.decode("utf-8", "replace"), done.returncode == 0


def expect(name, copy, *command):
    out, good = run(copy, *command)
    wrong = [line for line in out.splitlines() if re.search(r"error|not ok|^#|warning", line)]
    tap.report(name, None if good else "\n".join(wrong[:60]) or out[-4000:])
    return good


def make_copy(copy):
    for path in style.files():
        to = copy / path.relative_to(style.top)
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            to.symlink_to(os.readlink(path))
        else:
            to.write_bytes(path.read_bytes())
            to.chmod(path.stat().st_mode)


def check_row(copy, title, source, missing):
    """Check that a row alone does not build, and that the compiler names the missing function."""
    target = next(line.split(":")[0] for line in run(copy, "ninja", "-C", "build", "-t", "targets", "all")[0].splitlines()
                  if line.split(":")[0].endswith(f"{source}.o"))
    out, good = run(copy, "ninja", "-C", "build", target)
    tap.report(f"{title}: a row alone does not build",
               None if not good and missing in out else f"{missing} is not missed\n{out[-4000:]}")


def check_suites(copy):
    programs = [f"tests/test_{name}" for name in
                ("generate", "shape", "formula", "steer_behaviours_2d", "differential", "edit_pairs", "sleep")]
    if not expect("it builds", copy, "ninja", "-C", "build", "gestalt", *programs):
        return
    os.environ["GESTALT_DOCS"] = str(copy / "docs")
    for program, arguments in zip(programs, ([1, 600], [], [], [], [1, 49], [1, 49], [])):
        expect(program, copy, copy / "build" / program, *arguments)
    gestalt = copy / "build/gestalt"
    for name in ("throttle", "hold", "expire", "until", "series", "expression_hypot"):
        out, good = run(copy, gestalt, "show", "--as=json", f"tests/golden/good/{name}.json")
        (copy / f"{name}.json").write_text(out, "utf-8")
        again, also = run(copy, gestalt, "show", "--as=json", f"{name}.json")
        tap.report(f"{name} as JSON", None if good and also and out == again else out + again)
    (copy / "moths.json").write_text(scene, "utf-8")
    expect("a scene", copy, gestalt, "run", "moths.json", "--steps=20")
    expect("node_names", copy, sys.executable, "tests/node_names.py")


def main():
    check_page()
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        make_copy(copy)
        run(copy, "git", "init", "-q")  # style.py gets the list of files from git
        options = ["--buildtype=plain", "-Doptimization=0",]
        if not expect("a copy", copy, "meson", "setup", "build", *options):
            tap.finish()
        for title, (row, missed, rest) in recipes().items():
            check_named(title, row + rest)
            change(copy, row)
            check_row(copy, title, *missed)
            change(copy, rest)
        check_suites(copy)
    tap.finish()


if __name__ == "__main__":
    main()
