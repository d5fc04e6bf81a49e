#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes calls of every public function, each with one wrong argument, as rows for test_misuse_calls.c.

usage: misuse_calls.py HEADER...

New functions are covered automatically. Their correct arguments are found by type and name, in the tables below; an opaque
type without a row stops the build. One after another, each pointer is NULL, which must be reported as misuse unless it is in
`optional`; each index is out of range; each count is zero; each enum has an invalid value; and each handle belongs to another
object, or is in the middle of an operation."""
import fnmatch
import pathlib
import re
import sys

# ---- arguments as they should be, by "function:name", "type name" or type. Lists are scanned from the beginning.

values = {
    # arguments of functions that check them
    "gestalt_misuse:function": '"misuse"',
    "gestalt_population_read:name": '"n"', "gestalt_population_write:name": '"n"', "gestalt_population_key:name": '"n"',
    "gestalt_population_read_shared:name": '"s"', "gestalt_population_write_shared:name": '"s"',
    "gestalt_population_read_list:name": '"l"', "gestalt_population_write_list:name": '"l"',
    "gestalt_population_read_shared_list:name": '"sl"', "gestalt_population_write_shared_list:name": '"sl"',
    "gestalt_population_write_list:elements": "&one", "gestalt_population_write_shared_list:elements": "&one",
    "gestalt_population_write_list:count": "1", "gestalt_population_write_shared_list:count": "1",
    "gestalt_population_list:key": "api_list_key(f)",
    "gestalt_population_read_list_key:key": "api_key(f, \"l\")", "gestalt_population_write_list_key:key": "api_key(f, \"l\")",
    "gestalt_population_read_shared_list_key:key": "api_key(f, \"sl\")",
    "gestalt_population_write_shared_list_key:key": "api_key(f, \"sl\")",
    "gestalt_population_read_shared_key:key": "api_key(f, \"s\")", "gestalt_population_write_shared_key:key": "api_key(f, \"s\")",
    "const gestalt_key *": "api_key(f, \"n\")", "gestalt_population_write_keys:values": "&one", "gestalt_population_write_keys:key_count": "1",
    "gestalt_population_write_list_key:elements": "&one", "gestalt_population_write_shared_list_key:elements": "&one",
    "gestalt_population_write_list_key:count": "1", "gestalt_population_write_shared_list_key:count": "1",
    "gestalt_population_write_key:value": "one", "gestalt_population_write_shared_key:value": "one",
    "gestalt_population_read_keys:key_count": "1",
    "const gestalt_watch_options *": "api_watch_options(f)", "gestalt_watch *": "api_watch(f)",
    "gestalt_population_persistent:name": '"kept"', "gestalt_population_set_persistent:name": '"kept"',
    "gestalt_population_write:value": "one", "gestalt_population_write_shared:value": "one",
    "gestalt_population_set_now:now": "1000000",
    "gestalt_population_load_memory:bytes": "api_snapshot(f)", "gestalt_population_load_memory:size": "api_snapshot_size(f)",
    "gestalt_population_load_memory_with:bytes": "api_snapshot(f)",
    "gestalt_population_load_memory_with:size": "api_snapshot_size(f)",
    "gestalt_population_insert:bytes": "api_actor(f)", "gestalt_population_insert:size": "api_actor_size(f)",
    "gestalt_population_insert_as:bytes": "api_actor(f)", "gestalt_population_insert_as:size": "api_actor_size(f)",
    "gestalt_population_insert_as:agent": "1000000000", "gestalt_population_spawn_as:first": "2000000000",
    "gestalt_population_set_next_id:id": "3000000000",
    "gestalt_population_insert_with:bytes": "api_actor(f)", "gestalt_population_insert_with:size": "api_actor_size(f)",
    "gestalt_actor_check:bytes": "api_actor(f)", "gestalt_actor_check:size": "api_actor_size(f)",
    "gestalt_world_load_memory:bytes": "api_world_snapshot(f)", "gestalt_world_load_memory:size": "api_world_snapshot_size(f)",
    "gestalt_recording_open_memory:bytes": "api_recording_bytes(f)",
    "gestalt_recording_open_memory:size": "api_recording_size(f)",
    "gestalt_tree_recording_open_memory:bytes": "api_tree_bytes(f)",
    "gestalt_tree_recording_open_memory:size": "api_tree_size(f)",
    "gestalt_host_add_lone:name": '"leaf"',
    "gestalt_shape_given:argument": '"h"',
    "gestalt_shape_key_word:index": "1", "gestalt_shape_key_value:index": "1", "gestalt_shape_key_word_count:index": "1",
    "gestalt_shape_log_text:node": "1",
    "gestalt_diagnostics_source:text": '"text"', "gestalt_diagnostics_source:size": "4",
    "gestalt_expression_compile:text": '"1"', "gestalt_expression_compile:size": "1",
    "gestalt_tree_recorder_watch_if:condition": '"n < 1"', "gestalt_tree_recorder_watch_node:node": '"0"',
    "gestalt_world_int:argument": "1", "gestalt_world_bool:argument": "2", "gestalt_world_point:argument": "3",
    "gestalt_world_vector:argument": "3", "gestalt_world_put_int:argument": "4", "gestalt_world_put_float:argument": "5",
    "gestalt_world_put_point:argument": "6", "gestalt_world_list:argument": "7", "gestalt_world_put_vector:argument": "6",
    "gestalt_limits_default:struct_size": "sizeof(gestalt_limits)",
    "gestalt_limits_untrusted:struct_size": "sizeof(gestalt_limits)",
    "gestalt_tree_copier_take:what": "GESTALT_TREE_HAS_STEPS",
    "gestalt_tree_recorder_follow:population": "api_other_population(f)",
    "gestalt_tree_recorder_follow_share:population": "api_other_population(f)",
    "gestalt_steering_step:dt": "0.1f",
    "gestalt_population_add_group:group": "api_group(f)",
    "gestalt_edit:shape": "api_other_shape(f)",
    "gestalt_native_check:name": '"n"',
    "gestalt_world_gathered_rows:call": "api_gathered_call(f)",
    "gestalt_rows_add:column": "f->column", "gestalt_rows_restore:counts": "f->counts",
    "gestalt_world_keep_column:column": "f->column", "gestalt_world_keep_seen:column": "f->column",
    # handles
    "gestalt_population *": "api_population(f)", "gestalt_shape *": "api_shape(f)", "gestalt_host *": "api_host(f)",
    "gestalt_rows *": "api_rows(f)", "gestalt_expression *": "api_expression(f)", "gestalt_edit_report *": "api_report(f)",
    "gestalt_editing *": "api_editing(f)",
    "gestalt_loading *": "api_loading(f)",
    "gestalt_population_load_begin:head": "api_head(f)", "gestalt_population_load_begin:size": "api_head_size(f)",
    "const gestalt_diagnostics *": "api_finished(f)", "gestalt_diagnostics_silence:diagnostics": "api_finished(f)",
    "gestalt_diagnostics_promote:diagnostics": "api_finished(f)", "gestalt_diagnostics *": "api_diagnostics(f)",
    "gestalt_diagnostic *": "api_diagnostic(f)", "gestalt_recorder *": "api_recorder(f)",
    "gestalt_world_frame:recorder": "api_world_recorder(f)", "gestalt_recording *": "api_recording(f)",
    "gestalt_tree_recorder *": "api_tree_recorder(f)", "gestalt_tree_recording *": "api_tree_recording(f)",
    "gestalt_tree_copier *": "api_copier(f)", "gestalt_scene *": "api_scene(f)", "gestalt_world *": "api_world(f)",
    "gestalt_world_reach:world": "api_shared(f)", "gestalt_world_set_window:world": "api_shared(f)",
    "gestalt_world_ghost_size:world": "api_shared(f)", "gestalt_world_take_ghosts:world": "api_shared(f)",
    "gestalt_world_hash_of:world": "api_shared(f)", "gestalt_world_attach:world": "api_shared(f)",
    "gestalt_world_check_loaded:world": "api_shared(f)",
    "gestalt_world_set_ghosts:world": "api_shared(f)", "gestalt_world_migrants_size:world": "api_shared(f)",
    "gestalt_world_take_migrants:world": "api_shared(f)", "gestalt_world_migrate:world": "api_shared(f)",
    "gestalt_steering *": "api_steering(f)", "gestalt_native *": "NULL",
    # structs that must not be empty
    "const gestalt_call *": "f->call", "const gestalt_world_part *": "&api_part", "const gestalt_limits *": "api_limits(f)",
    "gestalt_world_part": "api_part", "const gestalt_population_options *": "api_population_options(f)",
    "const gestalt_tree_recorder_options *": "api_tree_options(f)", "const gestalt_tree_copier_options *": "api_copier_options(f)",
    "const gestalt_tree_share *": "&api_tree_share",
    "const gestalt_rows_options *": "api_rows_options(f)", "const gestalt_steering_options *": "api_steering_options(f)",
    "const gestalt_record_description *": "api_description(f)", "const gestalt_record_frame *": "api_frame(f)",
    "const gestalt_edit *": "api_edit(f)", "const gestalt_function *": "&api_function", "const gestalt_gathered_call *": "&api_gathered", "const gestalt_packing *": "&api_packing", "gestalt_span": "api_span(f)",
    "gestalt_key": "f->key", "gestalt_error *": "&f->error", "const gestalt_record_column *": "api_description(f)->columns",
    "const gestalt_value *": "f->values", "const gestalt_shape_call *": "api_shape_call(f)",
    "gestalt_launch_cursor *": "&f->cursor", "const gestalt_tree_frame *": "api_tree_frame(f)",
    "const gestalt_outcome *": "&f->outcome", "gestalt_outcome *": "&f->outcome",
    "const gestalt_scene_findings *": "&f->findings", "gestalt_scene_findings *": "&f->findings",
    "const char *const *": "api_names",
    # functions of the host
    "uint64_t capacity": "1", "gestalt_writer": "nowhere", "gestalt_block_source": "no_blocks", "gestalt_entry_list": "no_entries",
    "const gestalt_kept_values *": "&api_kept", "const gestalt_snapshot_tail *": "&api_tail", "const gestalt_snapshot_reader *": "&api_reader", "gestalt_record_source": "no_source", "gestalt_work *": "work_nothing",
    "gestalt_world_ticker *": "just_tick", "gestalt_world_frame_taker *": "take_nothing", "gestalt_lone_function *": "lone_nothing",
    "gestalt_misuse_handler *": "NULL", "gestalt_attached_check *": "NULL",
    # text and numbers
    "const char *path": '"/nowhere/a"', "const char *code": '"W0101"', "const char *key": '"n"', "const char *word": '"flee"', "const char *text": '"{}"',
    "size_t size": "2", "const char *": '"a"', "size_t capacity": "ROOM", "size_t end": "2", "size_t stride": "4",
    "uint32_t capacity": "ROOM", "float": "1", "double": "1", "bool": "false", "int argument": "0",
    "uint64_t count": "1", "uint32_t count": "1",
}

# ---- pointers that may be NULL

optional = """
*: error allocator user
*_destroy *_close *_abandon: *
gestalt_compile_* gestalt_schema_write_* gestalt_scene_* gestalt_world_* gestalt_expression_* gestalt_shape_write_c: options
gestalt_population_load_begin gestalt_*_load_with gestalt_*_load_memory_with gestalt_population_insert_with: options
gestalt_compile_* gestalt_schema_write_*: diagnostics
gestalt_diagnostics_error_count gestalt_diagnostics_warning_count gestalt_diagnostics_first_error gestalt_diagnostics_write: diagnostics
gestalt_expression_compute: moment
gestalt_expression_constant: value
gestalt_on_misuse: handler
gestalt_outcome_count gestalt_outcome_number: prefix
gestalt_population_block_agents: lanes
gestalt_population_bytes: blackboards
gestalt_population_check_attached: check
gestalt_population_edit gestalt_population_edit_commit: report
gestalt_population_hooks: hooks
gestalt_population_keep_values: kept
gestalt_population_insert gestalt_population_insert_with: agent
gestalt_population_add_group: number
gestalt_population_finish_launches: alive
gestalt_population_insert_many: ids
gestalt_population_next_due: now tick
gestalt_population_set_native: native
gestalt_population_spawn: first
gestalt_population_time_nodes: timing
gestalt_recorder_set_owner: owner
gestalt_shape_image gestalt_shape_text: size
gestalt_shape_needs: host
gestalt_steering_set_window: window
gestalt_world_edit: reports
gestalt_world_set_state: state
gestalt_world_set_window: low
gestalt_watch_nodes: nodes
""".strip()

# ---- functions for which an index that does not exist is not an error, and functions for which every call here is an error

harmless = {"gestalt_population_touch_block", "gestalt_population_insert_as", "gestalt_record_column_index", "gestalt_tree_recorder_watch"}
untimely = {"gestalt_actor_step_begin", "gestalt_actor_step_end", "gestalt_actor_tick", "gestalt_population_end",
            "gestalt_population_tick_block", "gestalt_population_time_nodes", "gestalt_misuse"}

# ---- indices that are out of range in the fixture

indexes = {"group": "1", "node": "99", "function": "99", "report": "99", "row": "99", "lane": "64", "source": "99", "index": "99",
           "asked": "99", "old_node": "99", "new_node": "99", "offset": "99", "uint32_t argument": "99", "int argument": "99",
           "agent": "999"}

# ---- functions that return a text for any value of an enum

named = {"gestalt_result_text"}

# ---- members that a call does not read

unread = {("gestalt_expression_compute", "type"), ("gestalt_record_word", "type"), ("gestalt_record_word", "coding")}

# ---- structs whose invalid members are errors of a call, and not misuse

refused = {"gestalt_key"}

opaque, enums, functions, arrays, choices = set(), set(), {}, {}, {}


def read(path):
    text = re.sub(r"//.*", "", pathlib.Path(path).read_text("utf-8"))
    for name in re.findall(r"typedef struct (gestalt_\w+) \1;", text):
        if not re.search(r"struct " + name + r" \{", text):
            opaque.add(name)
    enums.update(re.findall(r"typedef enum (gestalt_\w+)", text))
    for name, body in re.findall(r"struct (gestalt_\w+) \{(.*?)\n\}", text, re.S):
        choices[name] = re.findall(r"^\s*(gestalt_\w+) (\w+);", body, re.M)
        members = re.findall(r"(\w+)[,;]", body)
        counts = {m.removesuffix("_count"): m for m in members if m.endswith("_count")}
        plural = [(m, counts[s]) for m in members if re.search(r"\*\s*(const \*)?" + m + r"[,;]", body)
                  for s in (m.removesuffix("s"), m.removesuffix("es"), m) if s in counts]
        arrays[name] = list(dict.fromkeys(plural))
    for found in re.finditer(r"\bGESTALT_API\b([^;]*?)\b(gestalt_\w+)\s*\(([^;]*?)\)\s*;", text):
        answer, name, parameters = (" ".join(part.split()) for part in found.groups())
        functions[name] = (answer, [split(p) for p in parameters.split(",") if p.strip() != "void"])


def split(parameter):
    """Return the type and the name of a parameter."""
    parameter = " ".join(parameter.split())
    array = re.match(r"(.*?)(\w+)\[\d+\]$", parameter)
    if array:
        return array[1].strip() + " *", array[2]
    found = re.match(r"(.*?)(\w+)$", parameter)
    return found[1].strip(), found[2]


def value(function, kind, name, place):
    plain = kind.removeprefix("const ")
    for key in (f"{function}:{name}", f"{kind} {name}".replace("* ", "*"), kind, plain):
        if key in values:
            return values[key]
    if not kind.endswith("*"):
        return f"({kind})0"
    if plain.removesuffix(" *") in opaque:
        sys.exit(f"misuse_calls.py: {function} takes a `{kind}`: say in `values` where one comes from")
    return f"({kind})(void *)f->room[{place}]"


def is_optional(function, name):
    for row in optional.splitlines():
        names, parameters = row.split(":")
        if any(fnmatch.fnmatchcase(function, n) for n in names.split()) and \
                any(fnmatch.fnmatchcase(name, p) for p in parameters.split()):
            return True
    return False


def answered(answer, call):
    """Return a statement that calls a function, and records whether the result is that of misuse."""
    if answer == "void":
        return f"{call}; f->is_neutral = true;"
    if answer == "gestalt_result":
        return f"gestalt_result answer = {call}; f->result = answer; f->is_neutral = answer == GESTALT_MISUSE;"
    if answer.endswith("*") and re.search(r"_create\(", call):  # the caller owns the result
        return f"{answer}answer = {call}; f->is_neutral = !answer; api_free_{answer.split()[0]}(answer);"
    if answer.endswith("*"):
        return f"const void *answer = {call}; f->is_neutral = !answer;"
    if re.match(r"bool|u?int\d+_t|size_t|float|double", answer):
        none = "" if answer == "bool" else f" f->is_none = answer == ({answer})-1;"
        neutral = "!(answer > 0) && !(answer < 0)" if answer in ("float", "double") else "answer == 0"
        return f"{answer} answer = {call}; f->is_neutral = {neutral};{none}"
    return f"{answer} answer = {call}; (void)answer; f->is_neutral = true;"


rows = []


def row(function, what, wanted, arguments, before="", given=None):
    answer, parameters = functions[function]
    if given is not None:
        arguments = [*arguments[:given], "&given", *arguments[given + 1:]]
    handles = [i for i, (kind, _) in enumerate(parameters)
               if kind.endswith("**") and kind.removeprefix("const ").split()[0] in opaque]
    number = len(rows)
    prepare = "".join(f"    f->made[{k}] = (api_made){{f->room[{i}], api_free_{parameters[i][0].split()[-2]}}};\n"
                      for k, i in enumerate(handles) if "f->room" in arguments[i])
    call = f"{function}({', '.join(arguments)})"
    print(f"static void call_{number}(fixture *f)\n{{\n{prepare}{before}    {answered(answer, call)}\n}}\n")
    in_call = any(kind == "const gestalt_call *" for kind, _ in parameters) or "api_gathered_call(f)" in usual(function)
    rows.append(f'    {{"{function}", "{what}", {wanted}, {"true" if in_call else "false"}, call_{number}}},')


def usual(function):
    return [value(function, kind, name, i) for i, (kind, name) in enumerate(functions[function][1])]


def is_counted(parameters, i, arguments):
    """Return whether the parameter after a pointer is a count of 0, so that the pointer may be NULL in a correct call."""
    return i + 1 < len(parameters) and parameters[i + 1][1].endswith("_count") and re.search(r"\)0$", arguments[i + 1])


def write_members(function):
    """Write calls in which an array of a struct is NULL although its count is not 0."""
    for i, (kind, name) in enumerate(functions[function][1]):
        plain = kind.removeprefix("const ").removesuffix(" *")
        for array, count in arrays.get(plain, ()) if kind.startswith("const ") else ():
            arguments = usual(function)
            pointer = arguments[i]
            if pointer == "NULL":
                continue
            row(function, f"{name}->{array} is NULL, {count} 1", "ANY" if function in harmless else "REFUSED", arguments,
                f"    {plain} given = *({plain} *)(uintptr_t){pointer};\n    given.{array} = NULL;\n    given.{count} = 1;\n", i)


def write_enums(function):
    """Write calls with invalid values of enums, as arguments and in structs that are read."""
    for i, (kind, name) in enumerate(functions[function][1]):
        arguments = usual(function)
        if kind in enums and function not in named:
            for wrong in "99", "-1":
                arguments[i] = f"({kind}){wrong}"
                row(function, f"{name} is {wrong}", "TOLD", arguments)
        plain = kind.removeprefix("const ").removesuffix(" *")
        for member_kind, member in choices.get(plain, ()) if kind.startswith("const ") else ():
            arguments = usual(function)
            pointer = arguments[i]
            if is_counted(functions[function][1], i, arguments):
                arguments[i + 1] = "1"
            if member_kind in enums and pointer != "NULL" and plain not in refused and (function, member) not in unread:
                row(function, f"{name}->{member} is 99", "TOLD", arguments,
                    f"    {plain} given = *({plain} *)(uintptr_t){pointer};\n    given.{member} = ({member_kind})99;\n", i)


def write_rows(function):
    answer, parameters = functions[function]
    if not re.search(r"_(destroy|close|abandon)$", function):
        row(function, "all is well", "ANY", usual(function))
    for i, (kind, name) in enumerate(parameters):
        is_pointer = kind.endswith("*")
        arguments = usual(function)
        if is_pointer:
            arguments[i] = "NULL"
            wanted = "MAY" if is_optional(function, name) else "TOLD"
            if wanted == "MAY" and function in untimely:
                wanted = "ANY"
            if is_counted(parameters, i, arguments):
                wanted = "ANY"
            row(function, f"{name} is NULL", wanted, arguments)
        elif kind in ("gestalt_writer", "gestalt_record_source", "gestalt_block_source", "gestalt_entry_list"):
            arguments[i] = f"({kind}){{0}}"
            row(function, f"{name} is empty", "TOLD", arguments)
        index = indexes.get(f"{kind} {name}", indexes.get(name))
        if index and re.match(r"u?int|unsigned", kind) and not is_pointer:
            arguments[i] = index
            row(function, f"{name} is one too many", "ANY" if function in harmless else "REFUSED", arguments)
        if re.search(r"(count|size|capacity|stride|every)$", name) and not is_pointer:
            arguments[i] = "0"
            row(function, f"{name} is 0", "ANY", arguments)
            if i > 0 and parameters[i - 1][0].endswith("*"):
                arguments[i - 1] = "NULL"
                row(function, f"{parameters[i - 1][1]} is NULL, {name} 0", "ANY", arguments)
            if i > 0 and parameters[i - 1][0].endswith("*") and not is_optional(function, parameters[i - 1][1]):
                arguments[i] = "1"
                row(function, f"{parameters[i - 1][1]} is NULL, {name} 1", "TOLD", arguments)


def write_frees():
    for name in sorted(opaque):
        for function, (_, parameters) in functions.items():
            if re.search(r"_(destroy|close|abandon)$", function) and len(parameters) == 1 and parameters[0][0] == f"{name} *":
                print(f"static void api_free_{name}(void *made)\n{{\n    {function}(made);\n}}\n")


def main():
    for path in sys.argv[1:]:
        read(path)
    print("// Made by misuse_calls.py from the public headers.")
    write_frees()
    for function in functions:
        write_rows(function)
        write_members(function)
        write_enums(function)
    print("static const api_row api_rows_list[] = {")
    print("\n".join(rows))
    print("};")


main()
