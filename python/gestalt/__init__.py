# SPDX-License-Identifier: MIT
"""Gestalt: very large populations of agents with behavior trees.

    import gestalt

    shape = gestalt.compile("guard.json")
    with gestalt.Population(shape, agents=1_000_000, seed=7) as population:
        population.tick()

Names are imported from their modules when they are first used.
"""
import importlib
from typing import TYPE_CHECKING

# By name: the module that defines it.
_homes = {name: module for module, names in {
    "_actors": ["Actors"],
    "_edits": ["EDIT_NODE", "Edit", "EditCounts", "EditKey", "EditReport", "match"],
    "_groups": ["States"],
    "_inspect": ["NODE_COUNTS", "NODE_TIMES"],
    "_snapshots": ["Kept", "Loaded"],
    "_steps": ["Guard", "PartialTick", "Persistent", "Step"],
    "_launch_rows": ["LaunchRows"],
    "_systems": ["Argument", "LAUNCH", "REQUEST"],
    "_world_groups": ["WorldGroup"],
    "_world_state": ["WorldCall", "WorldState"],
    "columns": ["Column"],
    "command": ["program"],
    "compiler": ["CompileWarning", "explain", "explanations", "format_text", "node_types", "schema", "version"],
    "errors": ["BadArgument", "BadFile", "CompileError", "Error", "Expired", "FileError", "Interrupted", "Limit",
               "Misuse", "NoMemory", "Rejected", "Stale"],
    "importing": ["Imported", "import_file"],
    "py_trees_import": ["from_py_trees"],
    "expression": ["Expression", "ExpressionError"],
    "limits": ["Limits"],
    "host": ["AgentLists", "Call", "Host", "statuses"],
    "lists": ["Lists"],
    "live": ["Live", "LiveState"],
    "numba_leaves": ["leaf"],
    "native": ["Native", "compile_native", "load_native"],
    "population": ["FAILURE", "Population", "RUNNING", "SUCCESS"],
    "record_description": ["Description", "Geometry", "RecordColumn", "RecordGroup"],
    "recorder": ["ColumnRecorder", "Recorder", "WorldRecorder"],
    "recording": ["Frame", "Recording", "open_recording"],
    "scene": ["Scene", "is_scene", "scene_reference", "scene_schema"],
    "shape": ["Function", "Key", "Node", "Shape", "compile", "compile_part", "load_shape"],
    "steering": ["Steering", "SteeringPath", "Urge", "behaviours"],
    "sweeps": ["sweep"],
    "tree_recording": ["TreeFrame", "TreeGroup", "TreeRecording"],
    "values": ["Shared"],
    "world": ["World"],
    "world_host": ["WorldHost"],
    "world_plugin": ["WorldPlugin"],
}.items() for name in names}

if TYPE_CHECKING:
    from ._actors import Actors as Actors
    from ._edits import (EDIT_NODE as EDIT_NODE, Edit as Edit, EditCounts as EditCounts, EditKey as EditKey,
                         EditReport as EditReport, match as match)
    from ._groups import States as States
    from ._inspect import NODE_COUNTS as NODE_COUNTS, NODE_TIMES as NODE_TIMES
    from ._snapshots import Kept as Kept, Loaded as Loaded
    from ._steps import Guard as Guard, PartialTick as PartialTick, Persistent as Persistent, Step as Step
    from ._launch_rows import LaunchRows as LaunchRows
    from ._systems import Argument as Argument, LAUNCH as LAUNCH, REQUEST as REQUEST
    from ._world_groups import WorldGroup as WorldGroup
    from ._world_state import WorldCall as WorldCall, WorldState as WorldState
    from .columns import Column as Column
    from .command import program as program
    from .compiler import (CompileWarning as CompileWarning, explain as explain, explanations as explanations,
                           format_text as format_text, node_types as node_types, schema as schema, version as version)
    from .errors import (BadArgument as BadArgument, BadFile as BadFile, CompileError as CompileError, Error as Error,
                         Expired as Expired, FileError as FileError, Interrupted as Interrupted, Limit as Limit,
                         Misuse as Misuse, NoMemory as NoMemory, Rejected as Rejected, Stale as Stale)
    from .importing import Imported as Imported, import_file as import_file
    from .py_trees_import import from_py_trees as from_py_trees
    from .expression import Expression as Expression, ExpressionError as ExpressionError
    from .limits import Limits as Limits
    from .host import AgentLists as AgentLists, Call as Call, Host as Host, statuses as statuses
    from .lists import Lists as Lists
    from .live import Live as Live, LiveState as LiveState
    from .numba_leaves import leaf as leaf
    from .native import Native as Native, compile_native as compile_native, load_native as load_native
    from .population import FAILURE as FAILURE, Population as Population, RUNNING as RUNNING, SUCCESS as SUCCESS
    from .record_description import (Description as Description, Geometry as Geometry, RecordColumn as RecordColumn,
                                     RecordGroup as RecordGroup)
    from .recorder import ColumnRecorder as ColumnRecorder, Recorder as Recorder, WorldRecorder as WorldRecorder
    from .recording import Frame as Frame, Recording as Recording, open_recording as open_recording
    from .scene import (Scene as Scene, is_scene as is_scene, scene_reference as scene_reference,
                        scene_schema as scene_schema)
    from .shape import (Function as Function, Key as Key, Node as Node, Shape as Shape,
                        compile as compile, compile_part as compile_part, load_shape as load_shape)
    from .steering import Steering as Steering, SteeringPath as SteeringPath, Urge as Urge, behaviours as behaviours
    from .sweeps import sweep as sweep
    from .tree_recording import TreeFrame as TreeFrame, TreeGroup as TreeGroup, TreeRecording as TreeRecording
    from .values import Shared as Shared
    from .world import World as World
    from .world_host import WorldHost as WorldHost
    from .world_plugin import WorldPlugin as WorldPlugin

__all__ = sorted(_homes)


def __getattr__(name: str) -> object:
    if name not in _homes:
        raise AttributeError(f"module 'gestalt' has no attribute {name!r}")
    found: object = getattr(importlib.import_module("." + _homes[name], __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
