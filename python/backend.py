# SPDX-License-Identifier: MIT
"""Builds the wheel, for pip (PEP 517 and 660): the package, with the libraries and the program.

    pip install ./python
    pip install --config-settings=build=../build ./python

It builds them in the folder build-wheel of the repository, or takes them from a build folder that
is given as the setting `build`. It needs Meson, ninja and a C compiler, but no Python packages.
"""
from __future__ import annotations

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile

here = pathlib.Path(__file__).resolve().parent
repository = here.parent
libraries = ["gestalt", "gestalt-recorder", "gestalt-worlds"]
optional = ["gestalt-live"]  # needs libmicrohttpd, also where the wheel is used
description = "Very large populations of agents with behavior trees"


def fail(message: str) -> None:
    sys.exit(f"gestalt: {message}")


def version() -> str:
    """Return the version of the project."""
    file = repository / "meson.build"
    if not file.exists():
        fail(f"{file} is missing: install from a clone of the repository, of which this folder is a part")
    found = re.search(r"version: '([^']+)'", file.read_text("utf-8"))
    assert found
    return found[1]


def run(*command: str) -> None:
    # pip hides the packages of the system from what it runs, but Meson is one of them.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    try:
        subprocess.run(command, check=True, cwd=repository, env=environment, stdout=sys.stderr)
    except FileNotFoundError:
        fail(f"`{command[0]}` is missing; on Debian: apt-get install gcc meson ninja-build pkg-config libxxhash-dev")
    except subprocess.CalledProcessError as error:
        fail(f"`{' '.join(command)}` has failed with exit status {error.returncode}")


def files_of(folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """Return the libraries and the program of a build folder, by name in the wheel."""
    found = {}
    for name in libraries + optional:
        versions = [path for path in folder.glob(f"src/lib{name}.so.*") if re.fullmatch(r"\.so\.\d+", path.name[path.name.index(".so"):])]
        if not versions and name in optional:
            continue
        if len(versions) != 1:
            fail(f"{folder}/src has no lib{name}.so: build it with `ninja -C {folder}`")
        found[versions[0].name] = versions[0]
    found["gestalt"] = folder / "gestalt"
    if not found["gestalt"].exists():
        fail(f"{folder} has no program `gestalt`: build it with `ninja -C {folder}`")
    return found


def headers_of(folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """Return the headers for native code and plugins, by name in the wheel."""
    found = {path.relative_to(repository / "include").as_posix(): path for path in (repository / "include").rglob("*.h")}
    return {**found, "gestalt/version.h": folder / "include/gestalt/version.h"}


def built(settings: dict[str, str] | None) -> dict[str, pathlib.Path]:
    """Return the libraries, the program and the headers, by name in the package."""
    folder = build_folder(settings)
    files = {f"_libraries/{name}": path for name, path in files_of(folder).items()}
    return files | {f"_include/{name}": path for name, path in headers_of(folder).items()}


def build_folder(settings: dict[str, str] | None) -> pathlib.Path:
    """Return the build folder that is given, or build one."""
    given = (settings or {}).get("build")
    if given:
        return (here / given).resolve()
    folder = repository / "build-wheel"
    if not (folder / "build.ninja").exists():
        run("meson", "setup", str(folder), "-Dtests=disabled", "-Dcommand=enabled", "-Dranks=disabled")
    names = [f"src/lib{name}.so" for name in libraries + optional]
    targets = [line.split(":")[0] for line in subprocess.run(
        ["ninja", "-C", str(folder), "-t", "targets", "all"], capture_output=True, text=True, check=True).stdout.splitlines()]
    run("ninja", "-C", str(folder), "gestalt", *(t for t in targets if any(re.fullmatch(re.escape(n) + r"\.[\d.]+", t) for n in names)))
    return folder


def metadata() -> str:
    lines = ["Metadata-Version: 2.1", "Name: gestalt", f"Version: {version()}", f"Summary: {description}", "License: MIT",
             "Requires-Python: >=3.11", "Requires-Dist: numpy>=1.24"]
    for extra, names in {"notebook": ["pandas", "matplotlib"], "numba": ["numba"]}.items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {name}; extra == "{extra}"' for name in names)]
    lines += ["Description-Content-Type: text/markdown", "", (here / "README.md").read_text("utf-8")]
    return "\n".join(lines)


def descriptions() -> dict[str, str]:
    """Return the files that describe the package, by name."""
    return {"METADATA": metadata(), "entry_points.txt": "[console_scripts]\ngestalt = gestalt.__main__:main\n"}


class Wheel:
    """A wheel that is being written. Equal contents give equal bytes."""

    def __init__(self, folder: str) -> None:
        self.stem = f"gestalt-{version()}"
        platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
        self.tag = f"py3-none-{platform}"
        self.name = f"{self.stem}-{self.tag}.whl"
        self.file = zipfile.ZipFile(pathlib.Path(folder) / self.name, "w", zipfile.ZIP_DEFLATED)
        self.records: list[str] = []

    def add(self, name: str, data: bytes, mode: int = 0o644) -> None:
        info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.file.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.records.append(f"{name},sha256={digest},{len(data)}")

    def close(self) -> str:
        """Add what describes the wheel, and return its name."""
        info = f"{self.stem}.dist-info"
        for name, text in descriptions().items():
            self.add(f"{info}/{name}", text.encode())
        self.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: gestalt\nRoot-Is-Purelib: false\nTag: {self.tag}\n".encode())
        for name in ("LICENSE", "LICENSE.xxHash"):
            self.add(f"{info}/{name}", (repository / name).read_bytes())
        record = f"{info}/RECORD"
        self.file.writestr(zipfile.ZipInfo(record, (2020, 1, 1, 0, 0, 0)), "\n".join([*self.records, f"{record},,", ""]))
        self.file.close()
        return self.name


# ---- what pip calls


def get_requires_for_build_wheel(config_settings: dict[str, str] | None = None) -> list[str]:
    return []


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: dict[str, str] | None = None) -> str:
    """Write only what describes the package. Without this, pip builds the wheel here, which takes minutes."""
    info = f"gestalt-{version()}.dist-info"
    (pathlib.Path(metadata_directory) / info).mkdir()
    for name, text in descriptions().items():
        (pathlib.Path(metadata_directory) / info / name).write_text(text, "utf-8")
    return info


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel
get_requires_for_build_editable = get_requires_for_build_sdist = get_requires_for_build_wheel


def build_wheel(wheel_directory: str, config_settings: dict[str, str] | None = None,
                metadata_directory: str | None = None) -> str:
    files = built(config_settings)
    wheel = Wheel(wheel_directory)
    for path in sorted((here / "gestalt").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            wheel.add(f"gestalt/{path.name}", path.read_bytes())
    for name, path in files.items():
        wheel.add(f"gestalt/{name}", path.read_bytes(), 0o755 if name.startswith("_libraries") else 0o644)
    return wheel.close()


def build_editable(wheel_directory: str, config_settings: dict[str, str] | None = None,
                   metadata_directory: str | None = None) -> str:
    """Make a wheel that refers to this folder, into which the libraries are copied."""
    for name, path in built(config_settings).items():
        to = here / "gestalt" / name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, to)
    wheel = Wheel(wheel_directory)
    wheel.add("gestalt.pth", f"{here}\n".encode())
    return wheel.close()


def build_sdist(sdist_directory: str, config_settings: dict[str, str] | None = None) -> str:
    fail("the package has no source archive of its own: build a wheel from a clone of the repository")
    return ""
