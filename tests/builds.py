#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Other people's builds, each made and run: builds.py PART BUILD

subproject   as a subproject of Meson, with a copy of xxhash.h elsewhere; installed from there; then with
             pkg-config, and with find_package of CMake; then the engine alone, static
cmake        by add_subdirectory of CMake, static and shared; sources and flags are those of Meson
amalgamated  gestalt.c and gestalt.h
contracted   the same with -march=native -ffp-contract=fast: what they compute is the same, or they refuse to
size         the engine's shared library, stripped, is no larger than people are told

BUILD is a release build. Programs print hashes of populations: those of its library are what all others must print.
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import tap

top = pathlib.Path(__file__).resolve().parent.parent
here = top / "tests/builds"
compiler = shlex.split(os.environ.get("CC", "cc"))
documents = sorted(map(str, [*top.glob("tests/golden/good/*.json"), *top.glob("examples/*.json")]))
sys.path.insert(0, str(top / "src"))
import amalgamate  # noqa: E402 the script of ./dev amalgamate


class Broken(Exception):
    """Raised if a command fails. The text is its output."""


def run(*command, **environment):
    """Run a command, and return its output."""
    done = subprocess.run([str(word) for word in command], env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=500)
    if done.returncode:
        raise Broken(f"{shlex.join(map(str, command))}\n{done.stdout[-3000:]}")
    return done.stdout


def same(what, printed, wanted):
    """Fail if two outputs differ."""
    for a, b in zip(printed.splitlines() + [""], wanted.splitlines() + [""]):
        if a != b:
            raise Broken(f"{what}: `{a}` instead of `{b}`")


def expected(build, work):
    """Return the output of the programs with the libraries of this build."""
    flags = ["-std=c17", f"-I{top}/include", f"-I{build}/include", f"-L{build}/src", f"-Wl,-rpath,{build}/src"]
    run(*compiler, *flags, here / "hashes.c", "-lgestalt", "-o", work / "hashes.wanted")
    run(*compiler, *flags, top / "examples/shoal.c", "-lgestalt-worlds", "-lgestalt-recorder", "-lgestalt", "-o", work / "shoal.wanted")
    hashes = run(work / "hashes.wanted", *documents)
    if int(re.search(r"(\d+) hashes", hashes)[1]) < 30:
        raise Broken("there are hardly any hashes to compare")
    return hashes, run(work / "shoal.wanted")


def try_programs(what, hashes, shoal, wanted, **environment):
    """Run the programs, or one of them, and compare their output."""
    same(f"{what}, hashes", run(hashes, *documents, **environment), wanted[0])
    if shoal:
        same(f"{what}, shoal", run(shoal, **environment), wanted[1])


def host_project(work):
    """Create a project that has Gestalt as a subproject."""
    host = work / "host"
    shutil.copytree(here / "meson", host)
    shutil.copy(here / "hashes.c", host)
    shutil.copy(top / "examples/shoal.c", host)
    (host / "subprojects").mkdir()
    (host / "subprojects/gestalt").symlink_to(top)
    return host


def vendored_xxhash(work):
    """Create a folder with a package file for a copy of xxhash.h that is not on the include path of compilers."""
    folder = work.resolve() / "vendored"
    (folder / "include").mkdir(parents=True)
    include = run("pkg-config", "--variable=includedir", "libxxhash").strip()
    shutil.copy(f"{include}/xxhash.h", folder / "include")
    (folder / "libxxhash.pc").write_text(
        f"Name: xxhash\nDescription: a copy\nVersion: 0.8\nCflags: -I{folder}/include\nLibs: -lxxhash\n")
    return folder


def meson_host(work, **environment):
    """Build the project with a subproject, and return its build folder."""
    build = work / "build"
    run("meson", "setup", "--wrap-mode=forcefallback", "-Dbuildtype=plain", "-Doptimization=0", "--prefix=/usr",
        host_project(work), build, **environment)
    run("ninja", "-C", build)
    return build


def subproject(build, work):
    wanted, vendored = expected(build, work), vendored_xxhash(work)
    host = meson_host(work, PKG_CONFIG_PATH=str(vendored))
    strange = {line.strip() for line in run("ninja", "-C", host, "-t", "deps").splitlines()
               if line.strip().endswith("/xxhash.h") and (host / line.strip()).resolve().parent != vendored / "include"}
    if strange:
        raise Broken(f"the copy of xxhash.h is not asked for everywhere: {strange}")
    if list(host.glob("subprojects/gestalt/gestalt")) or list(host.glob("subprojects/gestalt/tests")):
        raise Broken("a subproject builds the command or tests")
    try_programs("subproject", host / "hashes", host / "shoal", wanted)
    root = work / "root"
    run("meson", "install", "-C", host, "--no-rebuild", "--destdir", root)
    installed(root, work, wanted)
    engine_alone(host, work, wanted, vendored)


def installed(root, work, wanted):
    """Build programs with the installed files, through pkg-config and through CMake."""
    libraries = next(root.rglob("libgestalt.a")).parent
    found = {"PKG_CONFIG_PATH": f"{libraries}/pkgconfig", "PKG_CONFIG_SYSROOT_DIR": str(root)}
    for flag, name in ("", "shared"), ("--static", "static"):
        words = run("pkg-config", *flag.split(), "--cflags", "--libs", "gestalt", **found).split()
        program = work / f"hashes.{name}"
        run(*compiler, "-std=c17", here / "hashes.c", "-o", program, *words)
        try_programs(f"pkg-config, {name}", program, None, wanted, LD_LIBRARY_PATH=str(libraries))
    if not has_cmake():
        return
    for static in "OFF", "ON":
        folder = work / f"package-{static}"
        run("cmake", "-S", here / "cmake", "-B", folder, f"-DCMAKE_PREFIX_PATH={root}/usr", f"-Dgestalt_USE_STATIC={static}",
            CC=shlex.join(compiler))
        run("cmake", "--build", folder)
        try_programs(f"find_package, static {static}", folder / "hashes", folder / "shoal", wanted)


def engine_alone(host, work, wanted, vendored):
    """Configure the same build folder without worlds, so that the engine is compiled only once."""
    run("meson", "configure", "-Dworlds=false", "-Dgestalt:worlds=false", "-Dgestalt:default_library=static", host)
    run("ninja", "-C", host, PKG_CONFIG_PATH=str(vendored))
    try_programs("the engine alone", host / "hashes", None, wanted)
    run("meson", "install", "-C", host, "--no-rebuild", "--destdir", work / "alone")
    if list((work / "alone").rglob("*worlds*")):
        raise Broken("the engine alone installs worlds")


def has_cmake():
    if not shutil.which("cmake"):
        print("# cmake is missing: its builds are left out")
        return False
    return True


hardening = r"-(D_FORTIFY_SOURCE|fstack-|fcf-protection|mbranch-protection)"


def compiled(commands, folder):
    """Return each source of the libraries that CMake builds, with the relevant flags of a build.

    Flags for hardening are ignored: each build chooses its own.
    """
    found = set()
    for entry in json.loads((folder / commands).read_text("utf-8")):
        source = os.path.relpath(os.path.normpath(os.path.join(entry["directory"], entry["file"])), top)
        if source.startswith("src/") and not source.startswith(("src/import/", "src/ranks/", "src/tool/")):
            flags = {word for word in shlex.split(entry["command"])
                     if re.match(r"-([DOm]|std=|f(?!diagnostics))", word) and not re.match(hardening, word)}
            found.add(f"{source} {' '.join(sorted(flags))}")
    return found


def cmake(build, work):
    if not has_cmake():
        return
    alone = work / "alone"
    run("cmake", "-S", top, "-B", alone, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DCMAKE_BUILD_TYPE=Release",
        CC=shlex.join(compiler))
    theirs, ours = compiled("compile_commands.json", alone), compiled("compile_commands.json", build)
    if theirs != ours:
        raise Broken("\n".join(["CMake and Meson differ", *sorted(f"only Meson: {line}" for line in ours - theirs),
                                *sorted(f"only CMake: {line}" for line in theirs - ours)]))
    wanted, folder = expected(build, work), work / "host"
    for shared in "OFF", "ON":  # in one folder, so that the objects, which are the same, are compiled only once
        run("cmake", "-S", here / "cmake", "-B", folder, "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0",
            f"-DGESTALT_SOURCES={top}", f"-DBUILD_SHARED_LIBS={shared}", CC=shlex.join(compiler))
        run("cmake", "--build", folder, "--parallel", str(os.cpu_count()))
        try_programs(f"add_subdirectory, shared {shared}", folder / "hashes", folder / "shoal", wanted)
        for library in (folder / "gestalt").glob("libgestalt*.a" if shared == "OFF" else "libgestalt*.so"):
            if "private" not in library.name and names_of(library) - declared_symbols():
                raise Broken(f"{library.name} shows {sorted(names_of(library) - declared_symbols())[:5]}")


def amalgamated(build, work):
    run(sys.executable, top / "src/amalgamate.py", work, CC=shlex.join(compiler))
    run(*compiler, "-c", work / "gestalt.c", "-o", work / "gestalt.o")  # `contracted` optimizes
    run(*compiler, f'-DYESTERDAY="{work}/gestalt.h"', here / "hashes.c", work / "gestalt.o", "-o", work / "hashes", "-lm",
        "-pthread")
    try_programs("gestalt.c", work / "hashes", None, expected(build, work))
    million = (top / "examples/million.c").read_text("utf-8")
    million = million.replace("<gestalt/gestalt.h>", '"gestalt.h"').replace("<gestalt/lanes.h>", '"gestalt_lanes.h"')
    (work / "million.c").write_text(million, "utf-8")
    run(*compiler, "-std=c17", work / "million.c", work / "gestalt.o", "-o", work / "million", "-lm", "-pthread")
    run(work / "million", top / "examples/traffic.json", 1000)


def contracted(build, work):
    """Compile gestalt.c with unusual flags: results must be the same bits, or a message must explain why nothing runs."""
    wanted = expected(build, work)[0]
    run(sys.executable, top / "src/amalgamate.py", work, CC=shlex.join(compiler))
    for one in ({tuple(compiler), ("clang",)}) if shutil.which("clang") else {tuple(compiler)}:
        # gcc contracts only with the second flag. It is part of -O2, which takes twice as long.
        run(*one, "-O1", "-fexpensive-optimizations", "-march=native", "-ffp-contract=fast", "-w",
            f'-DYESTERDAY="{work}/gestalt.h"', here / "hashes.c", work / "gestalt.c", "-o", work / "hashes", "-lm", "-pthread")
        done = subprocess.run([work / "hashes", *documents], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=500)
        if done.returncode == 0:
            same(f"gestalt.c with contraction, by {one[0]}", done.stdout, wanted)
        elif "-ffp-contract=off" not in done.stdout:
            raise Broken(f"gestalt.c with contraction, by {one[0]}, does not say why it stops:\n{done.stdout[-500:]}")


def names_of(library):
    """Return the symbols that a library exports."""
    dynamic = ["-D"] if ".so" in library.name else []
    return {line.split()[-1] for line in run("nm", "-g", "--defined-only", *dynamic, library).splitlines()
            if re.match(r"[0-9a-f]+ \w ", line)}


def declared_symbols():
    """Return the functions that the public headers declare."""
    text = "\n".join(re.sub(r"//.*", "", path.read_text("utf-8")) for path in (top / "include/gestalt").rglob("*.h"))
    return set(re.findall(r"\bGESTALT_API\b[^;(]*?\b(gestalt_\w+)\s*\(", text))


def soversion():
    return re.search(r"^soversion = '(\d+)'", (top / "src/meson.build").read_text("utf-8"), re.M)[1]


# Maximum size of libgestalt.so in bytes, stripped, on x86-64 with gcc: 1 % more than its size when this was written. Kernels
# for AVX2 and AVX-512 take a sixth, the interpreter, which is compiled four times, an eighth, and texts of errors a twentieth.
size_most = 1_394_000  # including 27,000 for hardening, 60,000 for vectors, pauses, random order and the view of XML, 60,000 for
# lists, 40,000 for populations and worlds that are parts of larger ones, 24,000 for gathered calls
# and for finding rows, 8,000 for calls for many agents, and 22,000 for watches, keys by handle and counts of one group


def size(build, work):
    library = build / f"src/libgestalt.so.{soversion()}"
    run("strip", "-o", work / "stripped.so", library)
    found = (work / "stripped.so").stat().st_size
    if found <= size_most:
        return
    functions = run("nm", "--size-sort", "--print-size", "--radix=d", library).splitlines()[-15:]
    largest = "\n".join(f"{int(size):8} {name}" for _, size, _, name in map(str.split, reversed(functions)))
    raise Broken(
        f"libgestalt.so has {found} bytes, stripped: more than {size_most}.\n"
        "See what has grown: `size -t build/src/*/*.a`, beside the same of the commit before. Then, in this order: say it by a\n"
        "table instead of code; compile what runs seldom with `small` (src/meson.build); let errors be made in functions\n"
        "that are `cold`; do not unroll kernels that are long. If all of it is worth its bytes, raise size_most in\n"
        f"tests/builds.py, and say why in the commit. The largest of all are:\n{largest}")


def main():
    parts = {part.__name__: part for part in (subproject, cmake, amalgamated, contracted, size)}
    if len(sys.argv) < 3 or sys.argv[1] not in parts:
        sys.exit(__doc__)
    part = parts[sys.argv[1]]
    with tempfile.TemporaryDirectory() as folder:
        try:
            part(pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(folder))
            tap.report(part.__name__)
        except Broken as broken:
            tap.report(part.__name__, str(broken))
    tap.finish()


if __name__ == "__main__":
    main()
