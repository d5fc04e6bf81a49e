# SPDX-License-Identifier: MIT
"""Options and diagnostics of the compiler, and what else works on documents: formats, schemas, explanations."""
from __future__ import annotations

import ctypes
import json
import os
import warnings
from typing import Any, Callable, Iterable, Mapping, Union

from . import _c, errors
from ._arguments import name_of, path_of
from ._library import Collected, lib
from .limits import Limits, limits_to_c

#: Documents that others include: by path, or a function that returns the text of a path.
Include = Union[Mapping[str, str], Callable[[str], Union[str, bytes]]]
#: Returns the type of the key that an argument of a function names, such as `float` or `list of int`, or None.
KeyArgument = Callable[[str, str], Union[str, None]]

_NODE_FORMS = {"text": _c.GESTALT_NODES_TEXT, "json": _c.GESTALT_NODES_JSON, "markdown": _c.GESTALT_NODES_MARKDOWN}


class CompileWarning(UserWarning):
    """A warning of the compiler."""


class Compilation:
    """A call of the compiler: its options, and the errors and warnings that it reports."""

    def __init__(self, *, name: str | None = None, strip: bool = False, include: Include | None = None,
                 forbid_includes: bool = False, key_argument: KeyArgument | None = None,
                 listener: Callable[[str, str], object] | None = None,
                 limits: Limits | Mapping[str, int] | None = None) -> None:
        self.options = _c.gestalt_compile_options(
            name=None if name is None else name_of(name, "the name of a document"), strip=bool(strip),
            forbid_includes=bool(forbid_includes), include_files=not include)
        if limits:
            lib.gestalt_limits_compile(ctypes.byref(limits_to_c(limits)), ctypes.byref(self.options))
        if include:
            self.options.include = _c.gestalt_include_reader(self._reader_of(include))
        if key_argument:
            self.options.key_argument = _c.gestalt_key_argument(self._keys_of(key_argument))
        if listener:
            self.options.listener = _c.gestalt_document_listener(self._listener_of(listener))
        self._diagnostics = ctypes.c_void_p()
        self._failure: BaseException | None = None

    # ---- functions that C calls; their exceptions are raised after the call

    def _note(self, failure: BaseException, error: Any) -> int:
        self._failure = self._failure or failure
        error.contents.message = str(failure).encode()[:200]
        return int(_c.GESTALT_IO)

    def _reader_of(self, include: Include) -> Callable[..., int]:
        def read(user: int, path: int, allocator: Any, text: Any, size: Any, error: Any) -> int:
            name = ctypes.string_at(path).decode()
            try:
                found = include[name] if isinstance(include, Mapping) else include(name)
            except (LookupError, OSError):
                error.contents.message = b"there is no such document"
                return int(_c.GESTALT_IO)  # a diagnostic, as of a file that is missing
            except BaseException as failure:
                return self._note(failure, error)
            data = found.encode() if isinstance(found, str) else bytes(found)
            block = allocator.contents.resize(allocator.contents.user, None, 0, max(len(data), 1))
            if not block:
                return int(_c.GESTALT_NO_MEMORY)
            ctypes.memmove(block, data, len(data))
            ctypes.cast(text, ctypes.POINTER(ctypes.c_void_p))[0] = block
            size[0] = len(data)
            return int(_c.GESTALT_OK)
        return read

    def _keys_of(self, key_argument: KeyArgument) -> Callable[..., bool]:
        from .shape import TYPES
        kinds = {name: kind for kind, name in TYPES.items()}

        def find(user: int, function: int, argument: int, key: Any) -> bool:
            try:
                found = key_argument(ctypes.string_at(function).decode(), ctypes.string_at(argument).decode())
                if found is None:
                    return False
                key.contents.is_list = found.startswith("list of ")
                key.contents.type = kinds[found.replace("list of ", "", 1)]
                return True
            except BaseException as failure:
                self._failure = self._failure or failure
                return False
        return find

    def _listener_of(self, listener: Callable[[str, str], object]) -> Callable[..., int]:
        def hear(user: int, path: int, text: int, size: int, error: Any) -> int:
            try:
                listener(ctypes.string_at(path).decode(), ctypes.string_at(text, size).decode(errors="replace"))
                return int(_c.GESTALT_OK)
            except BaseException as failure:
                return self._note(failure, error)
        return hear

    # ---- the call

    def run(self, function: Callable[..., Any], *before: Any, silence: Iterable[str] = (),
            warnings_are_errors: bool = False, level: int = 3) -> None:
        """Call a function of the compiler: raise its errors, and issue its warnings."""
        failed: Exception | None = None
        try:
            function(*before, ctypes.byref(self._diagnostics))
        except errors.Error as error:
            failed = error
        try:
            for code in silence:
                self._silence(code)
            if warnings_are_errors:
                lib.gestalt_diagnostics_promote(self._diagnostics)
            self._report(failed, level + 1)
        finally:
            lib.gestalt_diagnostics_destroy(self._diagnostics)

    def _silence(self, code: str) -> None:
        known = lib.gestalt_warning_code(name_of(code, "the code of a warning"))
        if known is None:
            raise errors.BadArgument(f"no warning has the code {code!r}")
        lib.gestalt_diagnostics_silence(self._diagnostics, known)

    def _text(self, form: int) -> str:
        text = Collected()
        lib.gestalt_diagnostics_write(self._diagnostics, form, False, text.writer)
        return text.text().rstrip("\n")

    def _report(self, failed: Exception | None, level: int) -> None:
        if self._failure:
            raise self._failure
        if isinstance(failed, errors.Rejected) or lib.gestalt_diagnostics_error_count(self._diagnostics):
            entries = [json.loads(line) for line in self._text(_c.GESTALT_DIAGNOSTICS_JSON).splitlines()]
            raise errors.CompileError(self._text(_c.GESTALT_DIAGNOSTICS_HUMAN), entries) from None
        if failed:
            raise failed
        if lib.gestalt_diagnostics_warning_count(self._diagnostics):
            warnings.warn(self._text(_c.GESTALT_DIAGNOSTICS_HUMAN), CompileWarning, stacklevel=level)


def format_text(text: str, *, path: str = "document") -> str:
    """Return a document in its canonical form. Formatting twice changes nothing more.

    >>> print(format_text('{"root":{"type":"wait","ticks":3},"gestalt":1}'), end="")
    {
      "gestalt": 1,
      "root": { "type": "wait", "ticks": 3 }
    }
    """
    data, result = text.encode(), Collected()
    Compilation().run(lambda diagnostics: lib.gestalt_format_text(
        name_of(path, "a path"), data, len(data), None, result.writer, diagnostics))
    return result.text()


def schema(source: str | os.PathLike[str] | None = None, *, path: str = "document") -> dict[str, Any]:
    """Return the JSON Schema of documents. For a document, the schema knows the names that it defines."""
    from .shape import is_text
    result = Collected()
    if source is None:
        lib.gestalt_schema_write(result.writer)
    else:
        call = Compilation()
        options = ctypes.byref(call.options)
        if isinstance(source, str) and is_text(source):
            data = source.encode()
            call.run(lambda diagnostics: lib.gestalt_schema_write_text(
                name_of(path, "a path"), data, len(data), options, result.writer, diagnostics))
        else:
            call.options.include_files = False
            file = path_of(source)
            call.run(lambda diagnostics: lib.gestalt_schema_write_file(file, options, result.writer, diagnostics))
    found: dict[str, Any] = json.loads(result.text())
    return found


def explain(code: str) -> str:
    """Return what the code of an error or warning means, with a wrong and a correct document."""
    text = Collected()
    raw = name_of(code, "a code")
    if lib.gestalt_explain(raw, False, text.writer):
        nearest = lib.gestalt_explain_nearest(raw)
        raise errors.BadArgument(f"no error or warning has the code {code!r}" +
                                 (f"; did you mean {nearest.decode()}?" if nearest is not None else ""))
    return text.text()


def explanations() -> list[dict[str, str]]:
    """Return all errors and warnings with their codes, titles and explanations."""
    text = Collected()
    lib.gestalt_explain_list(True, False, text.writer)
    found: list[dict[str, str]] = json.loads(text.text())
    return found


def node_types(form: str = "json") -> Any:
    """Return the reference of all node types: as a dict (`json`), as a `text` or as `markdown`."""
    if form not in _NODE_FORMS:
        raise errors.BadArgument(f"there is no form {form!r}: use one of {', '.join(_NODE_FORMS)}")
    text = Collected()
    lib.gestalt_nodes_write(_NODE_FORMS[form], False, text.writer)
    return json.loads(text.text()) if form == "json" else text.text()


def version() -> str:
    """Return the version of the library."""
    return str(lib.gestalt_version().decode())
