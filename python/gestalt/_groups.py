# SPDX-License-Identifier: MIT
"""Groups of a population."""
from __future__ import annotations

import ctypes
import dataclasses
from typing import TYPE_CHECKING

from . import _c, errors
from ._edits import Edits, _Used, bound, check_shape
from ._library import lib
from .native import Native, to_address

if TYPE_CHECKING:
    from .host import Host
    from .shape import Shape

_FORMS = {_c.GESTALT_STATES_AUTO: "auto", _c.GESTALT_STATES_SPARSE: "sparse", _c.GESTALT_STATES_MASKS: "masks"}


@dataclasses.dataclass(frozen=True)
class States:
    """The form in which a group's states are stored. Sizes are bytes of a whole cohort."""

    #: `sparse` or `masks`.
    form: str
    #: What the population was asked for: also `auto`.
    asked: str
    sparse_size: int
    masks_size: int
    #: With `auto`, masks are used if they take at most this many bytes more.
    allowance: int


class Groups(Edits):
    """Groups, their shapes, native code and memory."""

    @property
    def group_count(self) -> int:
        """The number of groups."""
        self._check_open()
        return int(lib.gestalt_population_group_count(self._handle))

    def shape(self, group: int = 0) -> Shape:
        """Return the current shape of a group."""
        return self._shapes[self._check_group(group)]

    def add_group(self, shape: Shape, *, host: Host | None = None, native: Native | None = None) -> int:
        """Add an empty group after all others, and return its number."""
        self._moves("a new group")
        check_shape(shape)
        binding = bound(host, shape)
        group = _c.gestalt_group(shape=shape._handle, host=binding._handle if binding else None,
                                 native=to_address(native))
        number = ctypes.c_uint32()
        lib.gestalt_population_add_group(self._handle, ctypes.byref(group), ctypes.byref(number))
        self._hold(_Used(number.value, shape, host, binding, native))
        self._shapes.append(shape)
        self._hosts.append(host)
        self._bindings.append(binding)
        self._natives.append(native)
        return number.value

    def remove_group(self, group: int) -> None:
        """Remove an empty group. The numbers of the groups after it decrease by one."""
        self._moves("removing a group")
        lib.gestalt_population_remove_group(self._handle, self._check_group(group))
        self._drop(_Used(group, self._shapes[group], self._hosts[group], self._bindings[group], self._natives[group]))
        self._group_changes += 1
        del self._shapes[group], self._hosts[group], self._bindings[group], self._natives[group]

    def can_remove_group(self, group: int) -> bool:
        """Return whether `remove_group` would succeed now."""
        try:
            lib.gestalt_population_check_removal(self._handle, self._check_group(group))
        except errors.BadArgument:
            return False
        return True

    def set_native(self, native: Native | None, group: int = 0) -> None:
        """Use native code of its shape for a group's ticks, or the interpreter (None)."""
        group = self._check_group(group)
        lib.gestalt_population_set_native(self._handle, group, to_address(native))
        self._natives[group] = native

    def states(self, group: int = 0) -> States:
        """Return the form in which the states of a group's agents are stored, and why."""
        choice = _c.gestalt_states_choice()
        lib.gestalt_population_states(self._handle, self._check_group(group), ctypes.byref(choice))
        return States(_FORMS[choice.form], _FORMS[choice.asked], choice.sparse_size, choice.masks_size,
                      choice.allowance)

    @property
    def bytes(self) -> int:
        """The memory of the population."""
        self._check_open()
        return int(lib.gestalt_population_bytes(self._handle, None))

    @property
    def blackboard_bytes(self) -> int:
        """The memory of the population's blackboards."""
        self._check_open()
        found = ctypes.c_size_t()
        lib.gestalt_population_bytes(self._handle, ctypes.byref(found))
        return found.value
