#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the recipes of the documentation for builds that compile trees and link images: recipes.py BUILD

Each block of docs/building.md and docs/native.md is the build file of a project, which this script builds and changes. A build
must compile exactly the trees that have changed, including those of which an included file has changed. Images as source are
compiled as C and C++ and assembled, with each compiler that is installed.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import tap

top = pathlib.Path(__file__).resolve().parent.parent
compiler = shlex.split(os.environ.get("CC", "cc"))
plain = [word for word in compiler if pathlib.Path(word).name != "ccache"]


class Broken(Exception):
    """Raised if a build behaves differently from the page."""


def blocks(page, language):
    """Return the blocks of a page in a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```", (top / page).read_text("utf-8"), re.M | re.S)


class Machine:
    """A folder that looks to builds like an installation of Gestalt. The command records each call."""

    def __init__(self, build, work):
        self.build, self.work = build, work
        self.calls_file = work / "calls"
        (work / "bin").mkdir()
        command = work / "bin/gestalt"
        command.write_text(f'#!/bin/sh\necho "$@" >>{self.calls_file}\nexec {build}/gestalt "$@"\n', "utf-8")
        command.chmod(0o755)
        self.flags = [f"-I{top}/include", f"-I{build}/include"]
        self.libraries = [f"-L{build}/src", f"-Wl,-rpath,{build}/src", "-lgestalt"]
        (work / "gestalt.pc").write_text(
            f"Name: gestalt\nDescription: a build\nVersion: 0.1\nCflags: {' '.join(self.flags)}\n"
            f"Libs: {' '.join(self.libraries)}\n", "utf-8")

    def run(self, *command, folder=None, fails=False):
        """Run a command, and return its output."""
        environment = {**os.environ, "PATH": f"{self.work}/bin:{os.environ['PATH']}", "PKG_CONFIG_PATH": str(self.work),
                       "ASM": plain[0]}  # for assembly, CMake uses only the first word of CC
        done = subprocess.run([str(word) for word in command], env=environment, cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        if (done.returncode != 0) != fails:
            raise Broken(f"{shlex.join(map(str, command))}: {done.returncode}\n{done.stdout[-3000:]}")
        return done.stdout

    def calls(self):
        """Return how often the command was called since the last time."""
        count = self.calls_file.read_text("utf-8").count("\n") if self.calls_file.exists() else 0
        self.calls_file.unlink(missing_ok=True)
        return count


MAIN = ('{"gestalt": 1, "name": "%s", "blackboard": {"seen": "float"}, "trees": {"part": {"include": "parts/part.json"}}, '
        '"root": {"type": "subtree", "tree": "part"}}\n')
PART = '{"gestalt": 1, "name": "part", "blackboard": {"seen": "float"}, "root": {"type": "wait", "ticks": %d}}\n'


class Project:
    """A project: a folder with a build file, documents that include another one, and a program."""

    def __init__(self, machine, folder, how, recipe, trees):
        self.machine, self.folder, self.how, self.trees = machine, folder, how, trees
        for tree in trees:
            (folder / tree).parent.joinpath("parts").mkdir(parents=True, exist_ok=True)
            (folder / tree).write_text(MAIN % pathlib.Path(tree).stem, "utf-8")
            self.part(tree).write_text(PART % 3, "utf-8")
        (folder / "game.c").write_text((top / "tests/builds/image.c").read_text("utf-8").replace("IMAGE", "guard_image"), "utf-8")
        if "--as=c " in recipe or "'--as=c'" in recipe:
            shutil.copy(top / "examples/native.c", folder / "game.c")
        file, head = {"make": ("Makefile", ""), "meson": ("meson.build", "project('game', 'c', default_options: ['c_std=c17'])\n"),
                      "cmake": ("CMakeLists.txt", self.cmake_head())}[how.split()[0]]
        (folder / file).write_text(head + recipe, "utf-8")
        self.output = folder if how == "make" else folder / "build"
        if how == "meson":
            machine.run("meson", "setup", "build", folder=folder)
        elif how.startswith("cmake"):
            machine.run("cmake", "-S", ".", "-B", "build", "-G", how.split(" ", 1)[1], folder=folder)

    def cmake_head(self):
        flags = [flag[2:] for flag in self.machine.flags]
        return (f"cmake_minimum_required(VERSION 3.20)\nproject(game LANGUAGES C ASM)\nset(CMAKE_C_STANDARD 17)\n"
                f"add_library(gestalt::gestalt INTERFACE IMPORTED)\n"
                f"target_include_directories(gestalt::gestalt INTERFACE {' '.join(flags)})\n"
                f"target_link_libraries(gestalt::gestalt INTERFACE {self.machine.build}/src/libgestalt.so)\n")

    def part(self, tree):
        return (self.folder / tree).parent / "parts/part.json"

    def make(self):
        """Build, and return how often the command was called."""
        time.sleep(0.02)  # file times may be this coarse
        command = {"make": ["make"], "meson": ["ninja", "-C", "build"]}.get(self.how, ["cmake", "--build", "build"])
        self.machine.run(*command, folder=self.folder)
        return self.machine.calls()

    def made(self):
        """Return the outputs, each with its modification time."""
        names = ("*.gst", "*.gst.c", "*.gst.S", "crossing.c", "game")
        return {path.name: path.stat().st_mtime_ns for name in names for path in self.output.rglob(name)}

    def play(self):
        """Run the program, if there is one."""
        if not (self.output / "game").exists():
            return
        said = self.machine.run("./game", self.folder / self.trees[0], folder=self.output)
        lines = [line.split()[-1] for line in said.splitlines()]
        if "the same, runs the same, aligned" not in said and (len(lines) != 2 or lines[0] != lines[1]):
            raise Broken(f"the program says\n{said}")


def expect(what, found, wanted):
    if found != wanted:
        raise Broken(f"{what}: {found} instead of {wanted}")


def follow(project):
    """Check what is compiled after no change, after a change, and after a change that does not affect the output."""
    count, tree = len(project.trees), project.trees[0]
    project.machine.calls()
    expect("trees compiled at first", project.make(), count)
    project.play()
    before = project.made()
    expect("without a change", (project.make(), project.made()), (0, before))
    project.part(tree).write_text(PART % 4, "utf-8")
    expect("after a change of an included file", project.make(), count)
    after = project.made()
    if sum(after[name] != before[name] for name in before) < (2 if "game" in before else 1):
        raise Broken("a change of an included file makes no new outputs")
    project.play()
    project.part(tree).touch()
    again = project.make()
    expect("after nothing but a new time", (again > 0, project.made()), (True, after))
    if "Makefiles" not in project.how and project.how != "make":  # make compiles again until the output changes
        expect("compiled after nothing but a new time, and then", (again, project.make()), (1, 0))
    for name in project.trees:
        (project.folder / name).write_text(PART.replace('"part"', f'"{pathlib.Path(name).stem}"') % 5, "utf-8")
    project.part(tree).unlink()
    expect("after an included file is gone", project.make() > 0, True)
    project.play()


def recipe_projects():
    """Yield each recipe of the pages: a name, the build tool, the text and the trees."""
    wanted = {"docs/building.md": ["images", "image in a program"], "docs/native.md": ["C"]}
    for page, names in wanted.items():
        for language in "make", "meson", "cmake":
            found = blocks(page, language)
            found = [block for block in found if "gestalt" in block and "compile" in block]
            if len(found) != len(names):
                raise Broken(f"{page} has {len(found)} recipes for {language}, and {len(names)} are tried")
            for name, recipe in zip(names, found):
                tree = "crossing.json" if name == "C" else "guard.json"
                trees = ["trees/guard.json", "trees/other.json"] if (name, language) == ("images", "make") else [tree]
                hows = ["cmake Ninja", "cmake Unix Makefiles"] if language == "cmake" else [language]
                for how in hows[:1] if name == "C" else hows:  # each of them searches for a compiler, which takes most of the time
                    yield f"{page}: {name}, {how}", how, recipe, trees


def tools(how):
    return [name for name in ("cmake", "ninja", "make", "meson") if name in how.lower() and not shutil.which(name)]


def recipes(machine):
    for number, (name, how, recipe, trees) in enumerate(recipe_projects()):
        if tools(how):
            print(f"# {', '.join(tools(how))} is missing: {name} is left out")
            continue
        folder = machine.work / f"project{number}"
        folder.mkdir()
        try:
            follow(Project(machine, folder, how, recipe, trees))
            tap.report(name)
        except Broken as broken:
            tap.report(name, str(broken))


def compilers():
    """Yield each way to compile C, C++ and assembly: a name, and the commands for the program and for the image."""
    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    for one, plus in (plain, ["c++"]), (["clang"], ["clang++"]):
        if shutil.which(one[0]):
            yield f"C, {one[0]}", [*one, *strict, "-std=c17"], [*one, *strict, "-std=c11"], "c-array"
            yield f"assembly, {one[0]}", [*one, *strict, "-std=c17"], [*one, *strict], "assembly"
        if shutil.which(plus[0]):
            yield (f"C++, {plus[0]}", [*plus, *strict, "-std=c++17", "-x", "c++"],
                   [*plus, *strict, "-std=c++11", "-x", "c++"], "c-array")


def embedded(machine):
    """Link images into programs, with names that are not C identifiers, and with two trees of the same name."""
    document = machine.work / "crossing.json"
    text = (top / "examples/crossing.json").read_text("utf-8")
    for name, mangled, more in (("crossing", "crossing_image", []), ("9 ways-übër", "_9_ways___b__r_image", []),
                                ("crossing", "mine", ["-DTREE_IMAGE=mine"])):
        document.write_text(re.sub(r'"name": "\w+"', f'"name": "{name}"', text, count=1), "utf-8")
        ways = list(compilers())
        for way, for_program, for_image, form in ways if name == mangled.removesuffix("_image") else ways[:2]:
            source = machine.work / ("image.c" if form == "c-array" else "image.S")
            machine.run(machine.build / "gestalt", "compile", "-q", document, f"--as={form}", "-o", source)
            machine.run(*for_image, *more, "-c", source, "-o", machine.work / "image.o")
            flags = [flag for flag in for_program if flag != "-Wpedantic"]  # `= {}` is C23 and C++
            machine.run(*flags, f"-DIMAGE={mangled}", *machine.flags, "-c", top / "tests/builds/image.c", "-o",
                        machine.work / "program.o")
            machine.run(for_program[0], machine.work / "program.o", machine.work / "image.o", *machine.libraries, "-o",
                        machine.work / "program")
            expect(f"{name}, {way}", machine.run(machine.work / "program", document),
                   f"{name}, the same, runs the same, aligned\n")


def hardened(machine):
    """Check that programs keep the protection of their stacks and branches."""
    source, made = machine.work / "hard.S", machine.work / "hard.o"
    machine.run(machine.build / "gestalt", "compile", "-q", top / "examples/crossing.json", "--as=assembly", "-o", source)
    machine.run(*compiler, "-fcf-protection", "-c", source, "-o", made)
    said = machine.run("readelf", "-nSW", made)
    if "IBT, SHSTK" not in said or not re.search(r"\.note\.GNU-stack +PROGBITS +0+ \w+ 0+ 00 +0", said):
        raise Broken(said)


def main():
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(folder).resolve())
        recipes(machine)
        for part in [embedded] + ([hardened] if os.uname().machine == "x86_64" else []):
            try:
                part(machine)
                tap.report(part.__name__)
            except Broken as broken:
                tap.report(part.__name__, str(broken))
    tap.finish()


if __name__ == "__main__":
    main()
