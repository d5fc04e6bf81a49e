# SPDX-License-Identifier: MIT
"""Compiling trees into shapes."""
from __future__ import annotations

import ctypes
import dataclasses
import functools
import json
import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Sequence, Union

from . import _c, errors
from ._arguments import name_of, path_of, whole
from ._library import Collected, lib
from ._life import Life
from .compiler import Compilation, CompileWarning as CompileWarning, Include, KeyArgument
from .limits import Limits, limits_to_c

if TYPE_CHECKING:
    from .host import Host
    from .native import Native

#: A document: a path, the text of a document, or the document as a dict.
Document = Union[str, "os.PathLike[str]", Mapping[str, Any]]

TYPES = {_c.GESTALT_BOOL: "bool", _c.GESTALT_INT: "int", _c.GESTALT_FLOAT: "float", _c.GESTALT_VEC2: "vec2",
         _c.GESTALT_VEC3: "vec3", _c.GESTALT_TEXT: "text"}
KINDS = {_c.GESTALT_IMMEDIATE: "immediate", _c.GESTALT_DEFERRED: "deferred", _c.GESTALT_PREDICATE: "predicate"}
_FORMS = {"outline": _c.GESTALT_SHOW_OUTLINE, "asm": _c.GESTALT_SHOW_ASM, "dot": _c.GESTALT_SHOW_DOT,
          "mermaid": _c.GESTALT_SHOW_MERMAID, "json": _c.GESTALT_SHOW_JSON, "btcpp": _c.GESTALT_SHOW_BTCPP}


_NO_NODE = 2**32 - 1


@dataclasses.dataclass(frozen=True)
class Key:
    """A key of the blackboard."""

    name: str
    type: str
    shared: bool
    #: Most elements of a list; 0: the key is not a list.
    capacity: int
    #: The words of an enum, by value.
    words: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Function:
    """A function of the host that a shape calls."""

    name: str
    kind: str
    #: The arguments that the shape passes, by name: their types; `key int` if a key is passed.
    arguments: dict[str, str]
    #: The words of arguments that are enums, by value. The function gets ints.
    words: dict[str, tuple[str, ...]]


@dataclasses.dataclass(frozen=True)
class FunctionCall:
    """A call of a host function by a node."""

    node: int
    function: str
    #: The constant arguments, by name. Others are computed for each call.
    constants: dict[str, int | float]


@dataclasses.dataclass(frozen=True)
class Node:
    """A node of a tree. Nodes have numbers: first the root, then each subtree in the order of the document."""

    type: str
    #: The name in the document.
    name: str | None
    #: The number of the parent; None for the root.
    parent: int | None
    #: The depth below the root.
    depth: int
    #: The number of the first node after the node's subtree.
    end: int
    #: The file, line and column, unless they were stripped.
    place: tuple[str, int, int] | None


class Shape:
    """A compiled tree, which any number of agents run. Made by `compile` and `load_shape`."""

    def __init__(self, handle: ctypes.c_void_p) -> None:
        if not isinstance(handle, ctypes.c_void_p):
            raise TypeError("shapes are made by `compile` and `load_shape`")
        self._handle = handle.value or 0
        self._life = Life(self._handle, lib.gestalt_shape_destroy)

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            self._handle = 0
            self._life.release()

    def __reduce__(self) -> tuple[Any, ...]:
        return load_shape, (self.image(),)

    @property
    def name(self) -> str:
        """The name: that of the document, or the name of its file."""
        return str(lib.gestalt_shape_name(self._handle).decode())

    @property
    def specification(self) -> dict[str, int]:
        """The memory that an agent needs, and the maximum cost of its tick."""
        found = lib.gestalt_shape_specification(self._handle).contents
        return {name: getattr(found, name) for name, _ in found._fields_}

    def needs(self, host: Host | None = None, *, lanes: int = 64) -> dict[str, int]:
        """Return the memory and work that ticks of a population need in addition to the agents."""
        needs, binding = _c.gestalt_needs(), host._bind(self) if host else None
        lib.gestalt_shape_needs(self._handle, binding._handle if binding else None, whole(lanes, "`lanes`", 64, 1),
                                ctypes.byref(needs))
        return {name: getattr(needs, name) for name, _ in needs._fields_}

    @property
    def node_count(self) -> int:
        """The number of nodes."""
        return int(lib.gestalt_shape_specification(self._handle).contents.node_count)

    @property
    def keys(self) -> dict[str, Key]:
        """The keys of the blackboard, in the order of the document."""
        return dict(self._keys)

    @functools.cached_property
    def _keys(self) -> dict[str, Key]:
        keys = {}
        for i in range(lib.gestalt_shape_key_count(self._handle)):
            key = lib.gestalt_shape_key_at(self._handle, i)
            count = lib.gestalt_shape_key_word_count(self._handle, i)
            words = tuple(lib.gestalt_shape_key_word(self._handle, i, value).decode() for value in range(count))
            name = key.name.decode()
            keys[name] = Key(name, TYPES[key.type], key.shared, key.capacity, words)
        return keys

    @property
    def functions(self) -> dict[str, Function]:
        """The functions of the host that the shape calls."""
        functions = {}
        for i in range(lib.gestalt_shape_function_count(self._handle)):
            f = lib.gestalt_shape_function_at(self._handle, i)
            arguments, words = {}, {}
            for k in range(f.argument_count):
                a = lib.gestalt_shape_argument(self._handle, i, k)
                text = ("key " if a.by_key else "") + ("list of " if a.is_list else "") + TYPES[a.type]
                arguments[a.name.decode()] = text
                count = lib.gestalt_shape_argument_word_count(self._handle, i, k)
                if count:
                    words[a.name.decode()] = tuple(lib.gestalt_shape_argument_word(self._handle, i, k, value).decode()
                                                   for value in range(count))
            name = f.name.decode()
            functions[name] = Function(name, KINDS[f.kind], arguments, words)
        return functions

    @property
    def calls(self) -> list[FunctionCall]:
        """The calls of host functions, in the order of nodes."""
        functions = list(self.functions.values())
        found, call, value = [], _c.gestalt_shape_call(), _c.gestalt_value()
        while lib.gestalt_shape_next_call(self._handle, ctypes.byref(call)):
            function = functions[call.function]
            constants: dict[str, int | float] = {}
            for name in function.arguments:
                given = lib.gestalt_shape_given(self._handle, ctypes.byref(call), name.encode(), ctypes.byref(value))
                if given == _c.GESTALT_GIVEN_CONSTANT:
                    constants[name] = value.number if value.type == _c.GESTALT_FLOAT else value.integer
            found.append(FunctionCall(call.node, function.name, constants))
        return found

    def label(self, node: int) -> str:
        """Return a label of a node for people."""
        text = ctypes.create_string_buffer(120)
        lib.gestalt_shape_label(self._handle, whole(node, "a node", self.node_count - 1), text, len(text))
        return text.value.decode()

    def show(self, form: str = "outline") -> str:
        """Return the shape as text: an `outline`, `dot`, `mermaid`, `json`, `btcpp` or `asm`."""
        if form not in _FORMS:
            raise errors.BadArgument(f"there is no form {form!r}: use one of {', '.join(_FORMS)}")
        text = Collected()
        lib.gestalt_shape_show(self._handle, _FORMS[form], False, text.writer)
        return text.text()

    def image(self) -> bytes:
        """Return the shape as bytes, for `load_shape`."""
        size = ctypes.c_size_t()
        image = lib.gestalt_shape_image(self._handle, ctypes.byref(size))
        return ctypes.string_at(image, size.value)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the shape to a file, which is replaced at once."""
        lib.gestalt_shape_save(self._handle, path_of(path))

    @property
    def nodes(self) -> list[Node]:
        """The nodes of the tree, by number."""
        found = (_c.gestalt_node * self.node_count)()
        lib.gestalt_shape_nodes(self._handle, found, len(found))
        return [Node(n.type.decode(), n.name.decode() if n.name is not None else None,
                     None if n.parent == _NO_NODE else int(n.parent), int(n.depth), int(n.end), self._place(i))
                for i, n in enumerate(found)]

    def _place(self, node: int) -> tuple[str, int, int] | None:
        place = _c.gestalt_shape_place()
        if not lib.gestalt_shape_node_place(self._handle, node, ctypes.byref(place)):
            return None
        return place.file.decode(), int(place.line), int(place.column)

    def log_text(self, node: int) -> str | None:
        """Return the text that a `debug` node logs; None for other nodes."""
        text = lib.gestalt_shape_log_text(self._handle, whole(node, "a node", self.node_count - 1))
        return None if text is None else str(text.decode())

    @property
    def persistents(self) -> list[str]:
        """The names of persistent statuses."""
        count = lib.gestalt_shape_persistent_count(self._handle)
        return [lib.gestalt_shape_persistent_at(self._handle, i).decode() for i in range(count)]

    @property
    def texts(self) -> list[str]:
        """The texts that the tree passes to functions, by their place."""
        count = lib.gestalt_shape_text_count(self._handle)
        return [lib.gestalt_shape_text(self._handle, place, None).decode() for place in range(count)]

    def find_text(self, text: str) -> int | None:
        """Return the place of a text, as functions get it, or None."""
        place = int(lib.gestalt_shape_find_text(self._handle, name_of(text, "a text")))
        return None if place < 0 else place

    @property
    def hash(self) -> int:
        """A hash of all that agents depend on: shapes with the same one can load each other's snapshots."""
        return int(lib.gestalt_shape_hash(self._handle))

    @property
    def edit_hash(self) -> int:
        """A hash of all that edits depend on: `hash`, with the names of nodes and the messages of `debug`."""
        return int(lib.gestalt_shape_edit_hash(self._handle))

    def check(self, limits: Limits | Mapping[str, int]) -> None:
        """Raise Limit if the shape exceeds any limit but `agents`."""
        lib.gestalt_shape_within(self._handle, ctypes.byref(limits_to_c(limits)))

    def write_c(self, *, name: str | None = None, leaves: str | None = None, node_limit: int = 0) -> str:
        """Return the shape as C code, which needs only <gestalt/native.h>.

        The code defines `NAME_native`; the default name is that of the tree. `leaves` is a header with leaf
        functions, which the code calls directly. A tree with more than `node_limit` nodes (0: 500) raises `Limit`.
        """
        from .native import write_c
        return write_c(self, name, leaves, node_limit)

    def native(self, *, compiler: str | None = None, flags: Sequence[str] = (), leaves: str | None = None,
               node_limit: int = 0) -> Native:
        """Compile the shape to native code, which ticks faster, with the same results.

        This needs a C compiler: `compiler`, $CC or `cc`. `flags` are passed after those of $CFLAGS.
        """
        from .native import compile_native
        return compile_native(self, compiler=compiler, flags=flags, leaves=leaves, node_limit=node_limit)

    def picture(self) -> str:
        """Return a picture of the tree as SVG."""
        from .show import picture
        return picture(self)

    def _repr_html_(self) -> str:
        from .show import shape_page
        return shape_page(self)

    def __repr__(self) -> str:
        return f"<gestalt.Shape {self.name!r}: {self.node_count} node{'s' * (self.node_count != 1)}>"

    def __str__(self) -> str:
        return self.show()


def is_text(source: Document) -> bool:
    """Return whether a string is a document, and not a path."""
    return isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("{")


def _to_json(value: Any) -> Any:
    """Return a value of NumPy as one that JSON has."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a document cannot have a value of type {type(value).__name__}: {value!r}")


def document_text(source: Document) -> str | None:
    """Return the text of a document that was given as a dict or a text, or None for a path."""
    if isinstance(source, Mapping):
        return json.dumps(source, default=_to_json)
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"a document is a path, a text that begins with {{, or a dict, not {type(source).__name__}")
    return str(source) if is_text(source) else None


def compile(source: Document, *, name: str | None = None, strip: bool = False, warnings_are_errors: bool = False,
            silence: Iterable[str] = (), include: Include | None = None, forbid_includes: bool = False,
            key_argument: KeyArgument | None = None, listener: Callable[[str, str], object] | None = None,
            limits: Limits | Mapping[str, int] | None = None) -> Shape:
    """Compile a document: a path, a text that begins with `{`, or a dict.

    Raises CompileError, whose text lists all errors. Warnings are issued as CompileWarning; `silence` has
    codes of warnings to leave out. `include` provides included documents: a dict with the text of each
    path, or a function that returns it. `listener` is called with the path and the text of each document
    that is read. `key_argument` is for functions that the document does not declare: it is called with the
    name of a function and of an argument, and returns the type of the key to pass, or None to pass a value.

    >>> shape = compile({"gestalt": 1, "root": {"type": "wait", "ticks": 3}}, name="waits")
    >>> shape.node_count
    1
    """
    call = Compilation(name=name, strip=strip, include=include, forbid_includes=forbid_includes,
                       key_argument=key_argument, listener=listener, limits=limits)
    handle = ctypes.c_void_p()
    outputs = (ctypes.byref(call.options), ctypes.byref(handle))
    document = document_text(source)
    if document is not None:
        text = document.encode()
        call.run(lib.gestalt_compile_text, _title(source, name), text, len(text), *outputs, silence=silence,
                 warnings_are_errors=warnings_are_errors)
    else:
        call.options.include_files = False
        call.run(lib.gestalt_compile_file, path_of(source), *outputs, silence=silence,
                 warnings_are_errors=warnings_are_errors)
    return _within(Shape(handle), limits)


def _title(source: Document, name: str | None) -> bytes:
    """Return what errors call a document that is in no file: by its name, if it has one."""
    own = name or (source.get("name") if isinstance(source, Mapping) else None)
    try:
        return name_of(own) or b"document"
    except (TypeError, ValueError):  # the compiler reports this
        return b"document"


def compile_part(text: str, begin: int, end: int, *, path: str = "document", name: str | None = None,
                 strip: bool = False, warnings_are_errors: bool = False, silence: Iterable[str] = (),
                 limits: Limits | Mapping[str, int] | None = None) -> Shape:
    """Compile a document that is part of another text: its characters from `begin` to `end`.

    The positions of errors are those in the whole text, and `path` is the text's name in errors. Other options are
    those of `compile`.
    """
    if not 0 <= begin <= end <= len(text):
        raise errors.BadArgument(f"the text has no characters {begin} to {end}")
    call = Compilation(name=name, strip=strip, limits=limits)
    data, handle = text.encode(), ctypes.c_void_p()
    first = len(text[:begin].encode())
    last = first + len(text[begin:end].encode())
    call.run(lib.gestalt_compile_part, name_of(path, "a path"), data, len(data), first, last,
             ctypes.byref(call.options), ctypes.byref(handle), silence=silence, warnings_are_errors=warnings_are_errors)
    return _within(Shape(handle), limits)


def _within(shape: Shape, limits: Limits | Mapping[str, int] | None) -> Shape:
    """Check what the compiler does not."""
    if limits:
        shape.check(limits)
    return shape


def load_shape(source: str | os.PathLike[str] | bytes, *, limits: Limits | Mapping[str, int] | None = None) -> Shape:
    """Load a shape from a file, or from the bytes of `Shape.image`."""
    handle = ctypes.c_void_p()
    bounds = limits_to_c(limits or {})
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        lib.gestalt_shape_load_memory_within(data, len(data), ctypes.byref(bounds), None, ctypes.byref(handle))
    else:
        lib.gestalt_shape_load_within(path_of(source), ctypes.byref(bounds), None, ctypes.byref(handle))
    return Shape(handle)
