# SPDX-License-Identifier: MIT
"""What the public C headers declare. Written by declare.py; do not edit."""
# mypy: ignore-errors
from ctypes import (
    CFUNCTYPE, POINTER, Structure, Union, c_char_p, c_void_p,
    c_bool, c_char, c_double, c_float, c_int, c_int16, c_int32, c_int64, c_int8, c_long, c_size_t, c_ssize_t, c_ubyte, c_uint, c_uint16, c_uint32, c_uint64, c_uint8, c_ulong, c_ulonglong)

VERSION = '0.1.0'
GESTALT_PLUGIN_ABI = 3
GESTALT_OK = 0
GESTALT_REJECTED = 1
GESTALT_BAD_FILE = 2
GESTALT_BAD_ARGUMENT = 3
GESTALT_IO = 4
GESTALT_LIMIT = 5
GESTALT_NO_MEMORY = 6
GESTALT_STALE = 7
GESTALT_MISUSE = 8
GESTALT_INTERRUPTED = 9
GESTALT_SUCCESS = 0
GESTALT_FAILURE = 1
GESTALT_RUNNING = 2
GESTALT_SHOW_OUTLINE = 0
GESTALT_SHOW_ASM = 1
GESTALT_SHOW_DOT = 2
GESTALT_SHOW_MERMAID = 3
GESTALT_SHOW_JSON = 4
GESTALT_SHOW_BTCPP = 5
GESTALT_NODES_TEXT = 0
GESTALT_NODES_JSON = 1
GESTALT_NODES_MARKDOWN = 2
GESTALT_IMMEDIATE = 0
GESTALT_DEFERRED = 1
GESTALT_PREDICATE = 2
GESTALT_BOOL = 0
GESTALT_INT = 1
GESTALT_FLOAT = 2
GESTALT_VEC2 = 3
GESTALT_VEC3 = 4
GESTALT_TEXT = 5
GESTALT_LONE_SUCCEEDED = 1
GESTALT_LONE_FAILED = 2
GESTALT_START = 0
GESTALT_RESUME = 1
GESTALT_CANCEL = 2
GESTALT_LOG_START = 0
GESTALT_LOG_SUCCESS = 1
GESTALT_LOG_FAILURE = 2
GESTALT_LOG_ABANDON = 3
GESTALT_STACK_NEEDED = 16384
GESTALT_STATES_AUTO = 0
GESTALT_STATES_SPARSE = 1
GESTALT_STATES_MASKS = 2
GESTALT_GIVEN_NOT = 0
GESTALT_GIVEN_CONSTANT = 1
GESTALT_GIVEN_VALUE = 2
GESTALT_DIAGNOSTICS_HUMAN = 0
GESTALT_DIAGNOSTICS_SHORT = 1
GESTALT_DIAGNOSTICS_JSON = 2
GESTALT_NATIVE_NODES = 500
GESTALT_EDIT_SAME = 0
GESTALT_EDIT_MATCHES = 1
GESTALT_EDIT_NOTHING = 2
GESTALT_EDIT_OTHER_TYPE = 3
GESTALT_EDIT_OTHER_VERB = 4
GESTALT_EDIT_BELOW = 5
GESTALT_EDIT_KEY_KEPT = 0
GESTALT_EDIT_KEY_CONVERTED = 1
GESTALT_EDIT_KEY_NEW = 2
GESTALT_EDIT_KEY_GONE = 3
GESTALT_EDIT_KEY = 0
GESTALT_EDIT_SHARED_KEY = 1
GESTALT_EDIT_PERSISTENT = 2
GESTALT_EXPRESSION_ANY = 0
GESTALT_EXPRESSION_BOOL = 1
GESTALT_EXPRESSION_INT = 2
GESTALT_EXPRESSION_FLOAT = 3
GESTALT_MASK_RUNNING = 0
GESTALT_MASK_SUCCEEDED = 1
GESTALT_MASK_NODES = 2
GESTALT_ROWS_REFUSED = -1
GESTALT_BREEDING = 0
GESTALT_BREEDING_ALREADY = 1
GESTALT_BREEDING_FIXED = 2
GESTALT_BREEDING_FULL = 3
GESTALT_ID_BLOCK = 4096
GESTALT_SAVED_HELD = 0
GESTALT_SAVED_COMING = 1
GESTALT_RECORD_COLUMNS_MAX = 64
GESTALT_RECORD_GROUPS_MAX = 65536
GESTALT_RECORD_NODES_MAX = 1048576
GESTALT_RECORD_GEOMETRY_MAX = 1048576
GESTALT_RECORD_WORDS_MAX = 1000
GESTALT_RECORD_NAME_MAX = 1000
GESTALT_RECORD_LIMIT_COLUMNS = 16
GESTALT_RECORD_FLOAT = 0
GESTALT_RECORD_INT = 1
GESTALT_RECORD_BOOL = 2
GESTALT_RECORD_NODE = 3
GESTALT_RECORD_EXACT = 0
GESTALT_RECORD_RANGE = 1
GESTALT_RECORD_CYCLE = 2
GESTALT_RECORD_SHAPE_ANY = 0
GESTALT_RECORD_SHAPE_CIRCLE = 1
GESTALT_RECORD_SHAPE_SQUARE = 2
GESTALT_RECORD_SHAPE_TRIANGLE = 3
GESTALT_RECORD_SHAPE_CAR = 4
GESTALT_RECORD_SHAPE_PLANE = 5
GESTALT_RECORD_SHAPE_PERSON = 6
GESTALT_RECORD_SHAPE_COUNT = 7
GESTALT_RECORD_PALETTE = 16
GESTALT_RECORD_PATH = 1
GESTALT_RECORD_LOOP = 2
GESTALT_RECORD_CIRCLE = 3
GESTALT_RECORD_POLYGON = 4
GESTALT_RECORD_EDGE = 5
GESTALT_RECORD_PLACE = 6
GESTALT_RECORD_LIGHT = 7
GESTALT_RECORD_LIGHT_OFF = 0
GESTALT_RECORD_LIGHT_GREEN = 1
GESTALT_RECORD_LIGHT_YELLOW = 2
GESTALT_RECORD_LIGHT_RED = 3
GESTALT_RECORD_LIGHT_COUNT = 4
GESTALT_RECORD_HAS_FRAME = 0
GESTALT_RECORD_AT_END = 1
GESTALT_RECORD_CUT = 2
GESTALT_OUTCOME_ROWS = 256
GESTALT_OUTCOME_NAME = 64
GESTALT_LIVE_PACE = 1
GESTALT_LIVE_SPEED = 2
GESTALT_LIVE_WRITE = 4
GESTALT_LIVE_SPAWN = 8
GESTALT_LIVE_EDIT = 16
GESTALT_LIVE_GO_BACK = 32
GESTALT_LIVE_ALL = 63
GESTALT_LIVE_TICK = 0
GESTALT_LIVE_WAIT = 1
GESTALT_LIVE_REPEAT = 2
GESTALT_LIVE_END = 3
GESTALT_LIVE_BEGUN = 0
GESTALT_LIVE_PAUSED = 1
GESTALT_LIVE_ARRIVED = 2
GESTALT_LIVE_BROKEN = 3
GESTALT_LIVE_STOPPED = 4
GESTALT_TREE_ENTERED = 0
GESTALT_TREE_RESUMED = 1
GESTALT_TREE_SUCCEEDED = 2
GESTALT_TREE_FAILED = 3
GESTALT_TREE_RAN = 4
GESTALT_TREE_ABANDONED = 5
GESTALT_TREE_ROLLED_BACK = 6
GESTALT_TREE_STEP_COUNT = 7
GESTALT_TREE_HAS_FRAME = 0
GESTALT_TREE_HAS_STEPS = 1
GESTALT_TREE_AT_END = 2
GESTALT_TREE_CUT = 3
GESTALT_WORLD_ARGUMENTS = 10
GESTALT_WORLD_ACTION = 1
GESTALT_WORLD_PREDICATE = 2
GESTALT_WORLD_SENSOR = 3
GESTALT_WORLD_PARTS = 8
GESTALT_STEER_SEEK = 0
GESTALT_STEER_FLEE = 1
GESTALT_STEER_ARRIVE = 2
GESTALT_STEER_PURSUE = 3
GESTALT_STEER_EVADE = 4
GESTALT_STEER_PURSUE_OFFSET = 5
GESTALT_STEER_INTERPOSE = 6
GESTALT_STEER_INTERPOSE_MOVING = 7
GESTALT_STEER_HIDE = 8
GESTALT_STEER_AVOID_OBSTACLES = 9
GESTALT_STEER_WANDER = 10
GESTALT_STEER_FOLLOW_PATH = 11
GESTALT_STEER_AVOID_COLLISIONS = 12
GESTALT_STEER_SEPARATE = 13
GESTALT_STEER_COHERE = 14
GESTALT_STEER_ALIGN = 15
GESTALT_STEER_SPREAD = 16
GESTALT_STEER_GATHER = 17
GESTALT_STEER_MATCH = 18
GESTALT_STEER_FOLLOW_ROAD = 19
GESTALT_STEER_ADAPT_SPEED = 20
GESTALT_STEER_AVOID_TRAFFIC = 21
GESTALT_STEER_COUNT = 22
GESTALT_COMBINE_SUM = 0
GESTALT_COMBINE_PRIORITY = 1
GESTALT_COMBINE_FILL = 2
GESTALT_COMBINE_DITHER = 3
GESTALT_PUSH_UNIT = 0
GESTALT_PUSH_INVERSE = 1
GESTALT_PUSH_LINEAR = 2
GESTALT_STEER_URGES = 64

class gestalt_error(Structure): pass
class gestalt_allocator(Structure): pass
class gestalt_memory(Structure): pass
class gestalt_writer(Structure): pass
class gestalt_specification(Structure): pass
class gestalt_value(Structure):
    boolean = property(lambda self: c_bool.from_buffer(self, 4).value,
                       lambda self, value: setattr(c_bool.from_buffer(self, 4), 'value', value))
    integer = property(lambda self: c_int32.from_buffer(self, 4).value,
                       lambda self, value: setattr(c_int32.from_buffer(self, 4), 'value', value))
    number = property(lambda self: self.x, lambda self, value: setattr(self, 'x', value))
    vector = property(lambda self: (c_float * 3).from_buffer(self, 4))
class gestalt_column(Structure): pass
class gestalt_list(Structure): pass
class gestalt_key_place(Structure): pass
class gestalt_call(Structure): pass
class gestalt_gathered_call(Structure): pass
class gestalt_packing(Structure): pass
class gestalt_site(Structure): pass
class gestalt_single_call(Structure): pass
class gestalt_parameter(Structure): pass
class gestalt_function(Structure): pass
class gestalt_needs(Structure): pass
class gestalt_group(Structure): pass
class gestalt_states_choice(Structure): pass
class gestalt_population_options(Structure): pass
class gestalt_kept(Structure): pass
class gestalt_guard(Structure): pass
class gestalt_step(Structure): pass
class gestalt_hooks(Structure): pass
class gestalt_request(Structure): pass
class gestalt_launch_report(Structure): pass
class gestalt_launch(Structure): pass
class gestalt_launch_cursor(Structure): pass
class gestalt_argument(Structure): pass
class gestalt_key(Structure): pass
class gestalt_block(Structure): pass
class gestalt_shape_key(Structure): pass
class gestalt_shape_function(Structure): pass
class gestalt_shape_call(Structure): pass
class gestalt_shape_place(Structure): pass
class gestalt_span(Structure): pass
class gestalt_compile_options(Structure): pass
class gestalt_c_options(Structure): pass
class gestalt_rename(Structure): pass
class gestalt_edit(Structure): pass
class gestalt_edit_node(Structure): pass
class gestalt_edit_key(Structure): pass
class gestalt_edit_counts(Structure): pass
class gestalt_load_options(Structure): pass
class gestalt_expression_name(Structure): pass
class gestalt_expression_options(Structure): pass
class gestalt_expression_moment(Structure): pass
class gestalt_node(Structure): pass
class gestalt_node_counts(Structure): pass
class gestalt_timing(Structure): pass
class gestalt_node_times(Structure): pass
class gestalt_place(Structure): pass
class gestalt_limits(Structure): pass
class gestalt_plugin_answer(Structure): pass
class gestalt_plugin(Structure): pass
class gestalt_rows_birth(Structure): pass
class gestalt_rows_births(Structure): pass
class gestalt_rows_options(Structure): pass
class gestalt_rows_changes(Structure): pass
class gestalt_rows_migration(Structure): pass
class gestalt_kept_values(Structure): pass
class gestalt_block_hash(Structure): pass
class gestalt_snapshot_entry(Structure): pass
class gestalt_block_source(Structure): pass
class gestalt_entry_list(Structure): pass
class gestalt_saved_request(Structure): pass
class gestalt_snapshot_tail(Structure): pass
class gestalt_snapshot_reader(Structure): pass
class gestalt_snapshot_layout(Structure): pass
class gestalt_watch_options(Structure): pass
class gestalt_record_column(Structure): pass
class gestalt_record_group(Structure): pass
class gestalt_record_geometry(Structure): pass
class gestalt_record_description(Structure): pass
class gestalt_record_frame(Structure): pass
class gestalt_record_source(Structure): pass
class gestalt_scene_findings(Structure): pass
class gestalt_scene_options(Structure): pass
class gestalt_scene_tree(Structure): pass
class gestalt_scene_setting(Structure): pass
class gestalt_scene_facts(Structure): pass
class gestalt_scene_group(Structure): pass
class gestalt_world_options(Structure): pass
class gestalt_world_columns(Structure): pass
class gestalt_outcome_row(Structure): pass
class gestalt_outcome(Structure): pass
class gestalt_scene_report(Structure): pass
class gestalt_live_document(Structure): pass
class gestalt_live_keeper(Structure): pass
class gestalt_live_options(Structure): pass
class gestalt_live_state(Structure): pass
class gestalt_tree_recorder_options(Structure): pass
class gestalt_tree_description(Structure): pass
class gestalt_tree_node(Structure): pass
class gestalt_tree_key(Structure): pass
class gestalt_tree_group(Structure): pass
class gestalt_tree_shared(Structure): pass
class gestalt_tree_block(Structure): pass
class gestalt_tree_step(Structure): pass
class gestalt_tree_frame(Structure): pass
class gestalt_tree_copier_options(Structure): pass
class gestalt_world_argument(Structure): pass
class gestalt_world_function(Structure): pass
class gestalt_world_binding(Structure): pass
class gestalt_world_column(Structure): pass
class gestalt_world_part(Structure): pass
class gestalt_world_plugin(Structure): pass
class gestalt_steer_number(Structure): pass
class gestalt_steer_point(Structure): pass
class gestalt_steer_index(Structure): pass
class gestalt_urge(Structure): pass
class gestalt_steer_path(Structure): pass
class gestalt_steer_obstacle(Structure): pass
class gestalt_steer_box(Structure): pass
class gestalt_steering_options(Structure): pass
class gestalt_vehicles(Structure): pass

gestalt_misuse_handler = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
gestalt_batch_function = CFUNCTYPE(None, POINTER(gestalt_call))
gestalt_gathered_function = CFUNCTYPE(None, POINTER(gestalt_gathered_call))
gestalt_lone_function = CFUNCTYPE(c_uint32, POINTER(gestalt_call), POINTER(gestalt_site), c_void_p, c_bool)
gestalt_single_function = CFUNCTYPE(c_uint, POINTER(gestalt_single_call))
gestalt_work = CFUNCTYPE(None, c_void_p, c_uint32, c_uint64)
gestalt_include_reader = CFUNCTYPE(c_uint, c_void_p, c_void_p, POINTER(gestalt_allocator), POINTER(c_char_p), POINTER(c_size_t), POINTER(gestalt_error))
gestalt_key_argument = CFUNCTYPE(c_bool, c_void_p, c_void_p, c_void_p, POINTER(gestalt_parameter))
gestalt_document_listener = CFUNCTYPE(c_uint, c_void_p, c_void_p, c_void_p, c_size_t, POINTER(gestalt_error))
gestalt_expression_lookup = CFUNCTYPE(c_bool, c_void_p, c_void_p, POINTER(gestalt_expression_name))
gestalt_expression_report = CFUNCTYPE(None, c_void_p, c_void_p, c_uint32, c_uint32, c_void_p, c_void_p)
gestalt_clock = CFUNCTYPE(c_uint64, c_void_p)
gestalt_rows_births_function = CFUNCTYPE(c_uint, c_void_p, POINTER(gestalt_rows_births), POINTER(gestalt_error))
gestalt_attached_check = CFUNCTYPE(c_uint, c_void_p, c_void_p, POINTER(gestalt_error))
gestalt_world_ticker = CFUNCTYPE(c_uint, c_void_p, c_void_p, c_int64, POINTER(gestalt_error))
gestalt_world_frame_taker = CFUNCTYPE(c_uint, c_void_p, POINTER(gestalt_record_frame), c_uint32, POINTER(gestalt_error))

gestalt_error._fields_ = [('result', c_uint), ('offset', c_uint64), ('message', (c_char * 256))]
gestalt_allocator._fields_ = [('resize', CFUNCTYPE(c_void_p, c_void_p, c_void_p, c_size_t, c_size_t)), ('user', c_void_p)]
gestalt_memory._fields_ = [('block', c_void_p), ('size', c_size_t), ('used', c_size_t), ('most', c_size_t), ('is_full', c_bool), ('last', c_size_t)]
gestalt_writer._fields_ = [('write', CFUNCTYPE(c_bool, c_void_p, c_void_p, c_size_t)), ('user', c_void_p)]
gestalt_specification._fields_ = [('item_count', c_uint32), ('tree_end', c_uint32), ('node_count', c_uint32), ('number_columns', c_uint32), ('bool_columns', c_uint32), ('shared_number_columns', c_uint32), ('shared_bool_columns', c_uint32), ('live_capacity', c_uint32), ('live_item_count', c_uint32), ('bit_slots', c_uint32), ('word_slots', c_uint32), ('long_slots', c_uint32), ('persistent_statuses', c_uint32), ('named_persistents', c_uint32), ('persistent_times', c_uint32), ('undo_capacity', c_uint32), ('guard_depth', c_uint32), ('number_depth', c_uint32), ('bool_depth', c_uint32), ('shuffle_capacity', c_uint32), ('draws', c_uint32), ('host_count', c_uint32), ('visit_bound', c_uint64)]
gestalt_value._fields_ = [('type', c_uint), ('x', c_float), ('y', c_float), ('z', c_float)]
gestalt_column._anonymous_ = ('anonymous_2',)
gestalt_column._fields_ = [('anonymous_2', type('nested', (Union,), {'_fields_': [('floats', POINTER(c_float)), ('ints', POINTER(c_int32)), ('bools', POINTER(c_uint64))]})), ('y', POINTER(c_float)), ('z', POINTER(c_float))]
gestalt_list._anonymous_ = ('anonymous_3',)
gestalt_list._fields_ = [('counts', POINTER(c_int32)), ('anonymous_3', type('nested', (Union,), {'_fields_': [('floats', POINTER(c_float)), ('ints', POINTER(c_int32))]})), ('stride', c_uint32), ('width', c_uint32), ('capacity', c_uint32), ('type', c_uint)]
gestalt_key_place._fields_ = [('first', c_uint32), ('y', c_uint32), ('z', c_uint32)]
gestalt_call._fields_ = [('lanes', c_uint64), ('starting', c_uint64), ('cancelling', c_bool), ('lane_count', c_uint32), ('node', c_uint32), ('now', c_int64), ('tick', c_uint64), ('first_agent', c_uint64), ('agents', POINTER(c_uint64)), ('arguments', POINTER(gestalt_column)), ('places', POINTER(gestalt_key_place)), ('memory', c_void_p), ('user', c_void_p), ('succeeded', c_uint64), ('failed', c_uint64), ('error', c_char_p), ('shape', c_void_p)]
gestalt_gathered_call._fields_ = [('count', c_uint32), ('lane_count', c_uint32), ('lanes', POINTER(c_uint64)), ('starting', POINTER(c_uint64)), ('cancelling', c_bool), ('node', c_uint32), ('now', c_int64), ('tick', c_uint64), ('first_agents', POINTER(c_uint64)), ('agents', POINTER(POINTER(c_uint64))), ('arguments', POINTER(gestalt_column)), ('argument_strides', POINTER(c_size_t)), ('places', POINTER(gestalt_key_place)), ('memory', c_void_p), ('stride', c_size_t), ('user', c_void_p), ('succeeded', POINTER(c_uint64)), ('failed', POINTER(c_uint64)), ('error', c_char_p), ('shape', c_void_p)]
gestalt_packing._fields_ = [('column', c_void_p), ('stride', c_size_t), ('values', c_void_p), ('is_bool', c_bool)]
gestalt_site._fields_ = [('places', POINTER(gestalt_key_place)), ('user', c_void_p), ('node', c_uint32)]
gestalt_single_call._fields_ = [('phase', c_uint), ('agent', c_uint64), ('node', c_uint32), ('now', c_int64), ('tick', c_uint64), ('arguments', POINTER(gestalt_column)), ('keys', POINTER(gestalt_column)), ('user', c_void_p), ('error', c_char_p), ('shape', c_void_p)]
gestalt_parameter._fields_ = [('name', c_char_p), ('type', c_uint), ('by_key', c_bool), ('is_list', c_bool)]
gestalt_function._fields_ = [('name', c_char_p), ('kind', c_uint), ('batch', gestalt_batch_function), ('single', gestalt_single_function), ('user', c_void_p), ('arguments', POINTER(gestalt_parameter)), ('argument_count', c_uint32), ('keys', POINTER(gestalt_parameter)), ('key_count', c_uint32), ('gathered', gestalt_gathered_function)]
gestalt_needs._fields_ = [('guards', c_uint32), ('visits', c_uint64), ('scratch_size', c_size_t), ('linked_size', c_size_t), ('stack_size', c_size_t)]
gestalt_group._fields_ = [('shape', c_void_p), ('host', c_void_p), ('native', c_void_p)]
gestalt_states_choice._fields_ = [('form', c_uint), ('asked', c_uint), ('sparse_size', c_uint64), ('masks_size', c_uint64), ('allowance', c_uint64)]
gestalt_population_options._fields_ = [('group', gestalt_group), ('groups', POINTER(gestalt_group)), ('group_count', c_uint32), ('lanes', c_uint32), ('threads', c_uint32), ('grain', c_uint32), ('stack_size', c_size_t), ('capacity', c_uint64), ('seed', c_uint64), ('start', c_int64), ('kernels', c_char_p), ('states', c_uint), ('announces_writes', c_bool), ('never_sleeps', c_bool), ('interruptible', c_bool), ('allocator', gestalt_allocator)]
gestalt_kept._fields_ = [('name', c_char_p), ('node', c_uint32)]
gestalt_guard._fields_ = [('node', c_uint32), ('waiting', c_bool), ('can_roll_back', c_bool), ('round', c_uint32), ('change_begin', c_uint32)]
gestalt_step._fields_ = [('node', c_uint32), ('status', c_uint), ('guards', POINTER(gestalt_guard)), ('guard_count', c_uint32), ('changes', POINTER(gestalt_kept)), ('change_count', c_uint32)]
gestalt_hooks._fields_ = [('enter', CFUNCTYPE(None, c_void_p, c_uint64, c_uint32, c_bool)), ('leave', CFUNCTYPE(None, c_void_p, c_uint64, c_uint32, c_uint)), ('cancel', CFUNCTYPE(None, c_void_p, c_uint64, c_uint32)), ('log', CFUNCTYPE(None, c_void_p, c_uint64, c_uint32, c_uint)), ('range', CFUNCTYPE(None, c_void_p, c_uint64, c_uint32, c_uint32, c_uint32)), ('roll_back', CFUNCTYPE(None, c_void_p, c_uint64, c_uint32, gestalt_kept)), ('user', c_void_p)]
gestalt_request._fields_ = [('agent', c_uint64), ('node', c_uint32), ('group', c_uint16), ('launch', c_bool), ('name', c_char_p), ('resource', c_char_p), ('launch_id', c_uint32)]
gestalt_launch_report._fields_ = [('agent', c_uint64), ('node', c_uint32), ('launch_id', c_uint32), ('status', c_uint)]
gestalt_launch._fields_ = [('agent', c_uint64), ('node', c_uint32), ('launch_id', c_uint32), ('name', c_char_p), ('resource', c_char_p), ('argument_count', c_uint32), ('group', c_uint16), ('status', c_uint)]
gestalt_launch_cursor._fields_ = [('agent', c_uint64), ('node', c_uint32)]
gestalt_argument._fields_ = [('name', c_char_p), ('key', c_char_p), ('component', c_char), ('value', gestalt_value), ('is_list', c_bool)]
gestalt_key._fields_ = [('type', c_uint), ('shared', c_bool), ('column', c_uint32), ('capacity', c_uint32), ('keys_hash', c_uint64)]
gestalt_block._fields_ = [('lanes', c_uint64), ('lane_count', c_uint32), ('first_agent', c_uint64), ('agents', POINTER(c_uint64))]
gestalt_shape_key._fields_ = [('name', c_char_p), ('type', c_uint), ('shared', c_bool), ('host', c_bool), ('capacity', c_uint32)]
gestalt_shape_function._fields_ = [('name', c_char_p), ('kind', c_uint), ('argument_count', c_uint32)]
gestalt_shape_call._fields_ = [('node', c_uint32), ('function', c_uint32), ('next', c_uint32)]
gestalt_shape_place._fields_ = [('file', c_char_p), ('line', c_uint32), ('column', c_uint32)]
gestalt_span._fields_ = [('source', c_uint32), ('begin', c_uint32), ('end', c_uint32)]
gestalt_compile_options._fields_ = [('allocator', gestalt_allocator), ('name', c_char_p), ('include', gestalt_include_reader), ('include_user', c_void_p), ('key_argument', gestalt_key_argument), ('key_argument_user', c_void_p), ('forbid_includes', c_bool), ('include_files', c_bool), ('warnings_are_errors', c_bool), ('strip', c_bool), ('node_budget', c_uint32), ('depth_limit', c_uint32), ('size_limit', c_size_t), ('listener', gestalt_document_listener), ('listener_user', c_void_p)]
gestalt_c_options._fields_ = [('name', c_char_p), ('leaves', c_char_p), ('node_limit', c_uint32)]
gestalt_rename._fields_ = [('old_name', c_char_p), ('new_name', c_char_p)]
gestalt_edit._fields_ = [('group', c_uint32), ('shape', c_void_p), ('host', c_void_p), ('dry_run', c_bool), ('renames', POINTER(gestalt_rename)), ('rename_count', c_uint32), ('native', c_void_p)]
gestalt_edit_node._fields_ = [('new_node', c_uint32), ('reason', c_uint), ('may_stay', c_bool)]
gestalt_edit_key._fields_ = [('old_name', c_char_p), ('new_name', c_char_p), ('fate', c_uint), ('kind', c_uint)]
gestalt_edit_counts._fields_ = [('agents', c_uint64), ('kept', c_uint64), ('dropped', c_uint64), ('cancels', c_uint64), ('requests', c_uint64)]
gestalt_load_options._fields_ = [('old_shapes', POINTER(gestalt_group)), ('old_shape_count', c_uint32), ('renames', POINTER(gestalt_rename)), ('rename_count', c_uint32), ('reports', POINTER(c_void_p))]
gestalt_expression_name._fields_ = [('is_constant', c_bool), ('is_wrong', c_bool), ('value', gestalt_value), ('number', c_uint32), ('word_count', c_uint32), ('words', POINTER(c_char_p)), ('nearest', c_char_p)]
gestalt_expression_options._fields_ = [('allocator', gestalt_allocator), ('wanted', c_uint), ('words', POINTER(c_char_p)), ('word_count', c_uint32), ('varies', c_bool), ('lookup', gestalt_expression_lookup), ('lookup_user', c_void_p), ('report', gestalt_expression_report), ('report_user', c_void_p)]
gestalt_expression_moment._fields_ = [('time', c_float), ('dt', c_float), ('tick', c_int32), ('agent', c_int32), ('random', POINTER(c_uint64))]
gestalt_node._fields_ = [('type', c_char_p), ('name', c_char_p), ('text', c_char_p), ('parent', c_uint32), ('depth', c_uint32), ('end', c_uint32)]
gestalt_node_counts._fields_ = [('succeeded', c_uint64), ('failed', c_uint64), ('running', c_uint64), ('abandoned', c_uint64)]
gestalt_timing._fields_ = [('every', c_uint32), ('clock', gestalt_clock), ('user', c_void_p)]
gestalt_node_times._fields_ = [('time', c_uint64), ('answers', c_uint64), ('agents', c_uint64)]
gestalt_place._fields_ = [('block', c_uint64), ('group', c_uint32), ('lane', c_uint32)]
gestalt_limits._fields_ = [('struct_size', c_size_t), ('bytes', c_uint64), ('nesting', c_uint64), ('nodes', c_uint64), ('items', c_uint64), ('depth', c_uint64), ('keys', c_uint64), ('visits', c_uint64), ('agents', c_uint64)]
gestalt_plugin_answer._fields_ = [('agent', c_uint64), ('node', c_uint32), ('launch_id', c_uint32), ('status', c_uint)]
gestalt_plugin._fields_ = [('abi', c_uint32), ('add', CFUNCTYPE(c_uint, c_void_p, POINTER(gestalt_error))), ('after_tick', CFUNCTYPE(c_uint, c_void_p, POINTER(gestalt_error))), ('stop', CFUNCTYPE(None)), ('whole', CFUNCTYPE(c_uint, POINTER(gestalt_request), c_uint64, POINTER(POINTER(gestalt_plugin_answer)), POINTER(c_uint64), POINTER(gestalt_error)))]
gestalt_rows_birth._fields_ = [('group', c_uint32), ('parent_group', c_uint32), ('parent', c_uint64)]
gestalt_rows_births._fields_ = [('list', POINTER(gestalt_rows_birth)), ('count', c_uint32), ('gone', POINTER(c_uint32)), ('ids', POINTER(c_uint64))]
gestalt_rows_options._fields_ = [('population', c_void_p), ('most', POINTER(c_uint64)), ('ids', POINTER(c_uint64)), ('allocator', gestalt_allocator), ('capacity', c_uint64), ('births', gestalt_rows_births_function), ('user', c_void_p), ('seldom_found', c_bool)]
gestalt_rows_changes._fields_ = [('any', c_bool), ('first_group', c_uint32), ('born', POINTER(c_uint32)), ('gone', POINTER(c_uint32)), ('refused', POINTER(c_uint32)), ('parents', POINTER(c_uint64))]
gestalt_rows_migration._fields_ = [('leaving', POINTER(c_uint32)), ('leaving_count', c_uint32), ('arriving_count', c_uint32), ('groups', POINTER(c_uint32)), ('ids', POINTER(c_uint64)), ('actors', c_void_p), ('offsets', POINTER(c_size_t))]
gestalt_kept_values._fields_ = [('size', c_size_t), ('take', CFUNCTYPE(None, c_void_p, c_uint32, c_uint64, c_uint32, c_void_p)), ('begin', CFUNCTYPE(c_uint, c_void_p, c_void_p, POINTER(gestalt_error))), ('put', CFUNCTYPE(c_uint, c_void_p, c_void_p, c_uint32, c_uint64, c_uint32, c_void_p, POINTER(gestalt_error))), ('end', CFUNCTYPE(None, c_void_p, c_bool)), ('user', c_void_p)]
gestalt_block_hash._fields_ = [('block', c_uint64), ('hash', c_uint64)]
gestalt_snapshot_entry._fields_ = [('block', c_uint64), ('offset', c_uint64), ('hash', c_uint64)]
gestalt_block_source._fields_ = [('next', CFUNCTYPE(c_uint, c_void_p, POINTER(gestalt_block_hash), c_uint64, POINTER(c_uint64), POINTER(gestalt_error))), ('user', c_void_p)]
gestalt_entry_list._fields_ = [('add', CFUNCTYPE(c_bool, c_void_p, POINTER(gestalt_snapshot_entry), c_uint64)), ('user', c_void_p)]
gestalt_saved_request._fields_ = [('agent', c_uint64), ('group', c_uint32), ('node', c_uint32), ('launch', c_uint32), ('launch_id', c_uint32)]
gestalt_snapshot_tail._fields_ = [('offset', c_uint64), ('agent_count', c_uint64), ('user', c_void_p), ('entries', CFUNCTYPE(c_uint, c_void_p, POINTER(gestalt_snapshot_entry), c_uint64, POINTER(c_uint64), POINTER(gestalt_error))), ('requests', CFUNCTYPE(c_uint, c_void_p, c_uint, POINTER(gestalt_saved_request), c_uint64, POINTER(c_uint64), POINTER(gestalt_error)))]
gestalt_snapshot_reader._fields_ = [('size', c_uint64), ('read', CFUNCTYPE(c_uint, c_void_p, c_uint64, c_void_p, c_size_t, POINTER(gestalt_error))), ('user', c_void_p)]
gestalt_snapshot_layout._fields_ = [('head_size', c_uint64), ('blocks_end', c_uint64), ('index', c_uint64), ('entry_count', c_uint64), ('requests', (c_uint64 * 2)), ('request_counts', (c_uint64 * 2)), ('agent_count', c_uint64), ('next_id', c_uint64), ('is_interrupted', c_bool)]
gestalt_watch_options._fields_ = [('population', c_void_p), ('hooks', gestalt_hooks), ('on_all_threads', c_bool)]
gestalt_record_column._fields_ = [('name', c_char_p), ('unit', c_char_p), ('type', c_uint), ('coding', c_uint), ('low', c_float), ('high', c_float), ('words', POINTER(c_char_p)), ('word_count', c_uint32)]
gestalt_record_group._fields_ = [('name', c_char_p), ('radius', c_float), ('nodes', POINTER(c_char_p)), ('node_count', c_uint32), ('look', c_uint32)]
gestalt_record_geometry._fields_ = [('kind', c_uint), ('name', c_char_p), ('points', POINTER(c_float)), ('point_count', c_uint32), ('radius', c_float)]
gestalt_record_description._fields_ = [('name', c_char_p), ('dimension', c_uint32), ('low', (c_float * 3)), ('high', (c_float * 3)), ('periodic', (c_bool * 3)), ('dt', c_int64), ('seed', c_uint64), ('every', c_uint32), ('every_agent', c_uint32), ('columns', POINTER(gestalt_record_column)), ('column_count', c_uint32), ('groups', POINTER(gestalt_record_group)), ('group_count', c_uint32), ('geometry', POINTER(gestalt_record_geometry)), ('geometry_count', c_uint32)]
gestalt_record_frame._fields_ = [('step', c_uint64), ('time', c_int64), ('count', c_uint64), ('ids', POINTER(c_uint64)), ('groups', POINTER(c_uint32)), ('columns', POINTER(c_void_p)), ('lights', POINTER(c_uint8))]
gestalt_record_source._fields_ = [('read', CFUNCTYPE(c_uint, c_void_p, c_void_p, c_size_t, POINTER(c_size_t), POINTER(gestalt_error))), ('user', c_void_p)]
gestalt_scene_findings._fields_ = [('list', POINTER(c_void_p)), ('count', c_uint32), ('capacity', c_uint32)]
gestalt_scene_options._fields_ = [('allocator', gestalt_allocator), ('folder', c_char_p), ('name', c_char_p), ('compile', gestalt_compile_options), ('functions', POINTER(gestalt_world_function)), ('parts', POINTER(POINTER(gestalt_world_part))), ('read', gestalt_include_reader), ('read_user', c_void_p)]
gestalt_scene_tree._fields_ = [('group', c_char_p), ('path', c_char_p)]
gestalt_scene_setting._fields_ = [('path', c_char_p), ('value', c_char_p)]
gestalt_scene_facts._fields_ = [('name', c_char_p), ('dimensions', c_uint32), ('group_count', c_uint32), ('agent_count', c_uint64), ('steps', c_uint64), ('seed', c_uint64), ('dt', c_int64), ('low', (c_float * 3)), ('size', (c_float * 3)), ('periodic', c_bool), ('reach', c_float), ('unshared', c_char_p)]
gestalt_scene_group._fields_ = [('name', c_char_p), ('shape', c_void_p), ('count', c_uint64), ('most', c_uint64)]
gestalt_world_options._fields_ = [('allocator', gestalt_allocator), ('threads', c_uint32), ('stack_size', c_size_t), ('lanes', c_uint32), ('interruptible', c_bool), ('kernels', c_char_p), ('seed', POINTER(c_uint64)), ('share', c_void_p)]
gestalt_world_columns._fields_ = [('count', c_uint32), ('id', POINTER(c_uint64)), ('position', (POINTER(c_float) * 3)), ('velocity', (POINTER(c_float) * 3)), ('heading', (POINTER(c_float) * 3)), ('radius', POINTER(c_float)), ('max_speed', POINTER(c_float))]
gestalt_outcome_row._fields_ = [('name', (c_char * 64)), ('is_count', c_bool), ('is_of_moment', c_bool), ('count', c_uint64), ('number', c_double)]
gestalt_outcome._fields_ = [('count', c_uint32), ('rows', (gestalt_outcome_row * 256))]
gestalt_scene_report._fields_ = [('name', c_char_p), ('value', c_char_p), ('type', c_uint), ('every', c_uint64)]
gestalt_live_document._fields_ = [('group', c_uint32), ('path', c_char_p), ('how', POINTER(gestalt_compile_options)), ('host', c_void_p)]
gestalt_live_keeper._fields_ = [('save', CFUNCTYPE(c_uint, c_void_p, gestalt_writer, POINTER(gestalt_error))), ('load', CFUNCTYPE(c_uint, c_void_p, c_void_p, c_size_t, POINTER(gestalt_error))), ('user', c_void_p)]
gestalt_live_options._fields_ = [('population', c_void_p), ('world', c_void_p), ('name', c_char_p), ('rights', c_uint32), ('starts_paused', c_bool), ('dt', c_int64), ('address', c_char_p), ('port', c_uint16), ('token', c_char_p), ('has_no_server', c_bool), ('documents', POINTER(gestalt_live_document)), ('document_count', c_uint32), ('keeper', gestalt_live_keeper), ('messages', gestalt_writer), ('log', c_char_p), ('subject', c_void_p)]
gestalt_live_state._fields_ = [('waits', c_bool), ('reason', c_uint), ('agent', c_uint64), ('group', c_uint32), ('node', c_uint32)]
gestalt_tree_recorder_options._fields_ = [('population', c_void_p), ('sink', gestalt_writer), ('recorder', c_void_p), ('name', c_char_p), ('groups', POINTER(c_char_p)), ('every', c_uint32), ('keys', POINTER(c_char_p)), ('key_count', c_uint32), ('allocator', gestalt_allocator), ('share', c_void_p)]
gestalt_tree_description._fields_ = [('name', c_char_p), ('every', c_uint32), ('group_count', c_uint32)]
gestalt_tree_node._fields_ = [('type', c_char_p), ('name', c_char_p), ('label', c_char_p), ('parent', c_uint32), ('mask', c_uint32)]
gestalt_tree_key._fields_ = [('name', c_char_p), ('type', c_uint), ('index', c_uint32), ('words', POINTER(c_char_p)), ('word_count', c_uint32)]
gestalt_tree_group._fields_ = [('name', c_char_p), ('tree', c_char_p), ('nodes', POINTER(gestalt_tree_node)), ('keys', POINTER(gestalt_tree_key)), ('node_count', c_uint32), ('key_count', c_uint32), ('mask_count', c_uint32), ('column_count', c_uint32), ('block_count', c_uint64), ('counts', POINTER(gestalt_node_counts))]
gestalt_tree_shared._fields_ = [('name', c_char_p), ('value', gestalt_value), ('words', POINTER(c_char_p)), ('word_count', c_uint32)]
gestalt_tree_block._fields_ = [('lanes', c_uint64), ('agents', POINTER(c_uint64)), ('masks', POINTER(c_uint64)), ('columns', POINTER(c_uint32))]
gestalt_tree_step._fields_ = [('agent', c_uint64), ('node', c_uint32), ('group', c_uint32), ('kind', c_uint)]
gestalt_tree_frame._fields_ = [('tick', c_uint64), ('time', c_int64), ('agents', c_uint64), ('born', c_uint64), ('gone', c_uint64), ('edits', c_uint32), ('steps', POINTER(gestalt_tree_step)), ('step_count', c_uint64)]
gestalt_tree_copier_options._fields_ = [('recording', c_void_p), ('sink', gestalt_writer), ('recorder', c_void_p), ('wants', CFUNCTYPE(c_bool, c_void_p, c_uint64)), ('user', c_void_p), ('allocator', gestalt_allocator)]
gestalt_world_argument._fields_ = [('name', c_char_p), ('type', c_uint), ('by_key', c_bool), ('required', c_bool), ('otherwise', c_float), ('doc', c_char_p), ('is_reach', c_bool), ('is_list', c_bool)]
gestalt_world_function._fields_ = [('name', c_char_p), ('uses', c_uint), ('body', gestalt_batch_function), ('data', c_void_p), ('arguments', (gestalt_world_argument * 10)), ('doc', c_char_p), ('is_shared', c_bool), ('gathered', gestalt_gathered_function)]
gestalt_world_binding._fields_ = [('world', c_void_p), ('group', c_void_p), ('function', POINTER(gestalt_world_function)), ('position', (c_int8 * 10)), ('is_int', (c_bool * 10))]
gestalt_world_column._fields_ = [('name', c_char_p), ('unit', c_char_p), ('number', CFUNCTYPE(c_float, c_void_p, c_uint32)), ('word', CFUNCTYPE(c_uint32, c_void_p, c_uint32)), ('words', POINTER(c_char_p))]
gestalt_world_part._fields_ = [('name', c_char_p), ('functions', POINTER(gestalt_world_function)), ('start', CFUNCTYPE(c_uint, c_void_p, POINTER(gestalt_error))), ('stop', CFUNCTYPE(None, c_void_p)), ('loaded', CFUNCTYPE(c_uint, c_void_p, POINTER(gestalt_error))), ('before', CFUNCTYPE(None, c_void_p)), ('sense', CFUNCTYPE(None, c_void_p, c_uint32, c_uint32)), ('ticked', CFUNCTYPE(None, c_void_p)), ('after', CFUNCTYPE(None, c_void_p)), ('outcome', CFUNCTYPE(None, c_void_p, POINTER(gestalt_outcome))), ('columns', POINTER(gestalt_world_column)), ('is_shared', c_bool), ('reach', c_float)]
gestalt_world_plugin._fields_ = [('abi', c_uint32), ('functions', POINTER(gestalt_world_function)), ('parts', POINTER(POINTER(gestalt_world_part)))]
gestalt_steer_number._fields_ = [('value', c_float), ('column', POINTER(c_float))]
gestalt_steer_point._fields_ = [('value', (c_float * 3)), ('column', (POINTER(c_float) * 3))]
gestalt_steer_index._fields_ = [('value', c_uint32), ('column', POINTER(c_uint32))]
gestalt_urge._fields_ = [('type', c_uint), ('live', POINTER(c_uint64)), ('weight', gestalt_steer_number), ('probability', gestalt_steer_number), ('points', (gestalt_steer_point * 2)), ('vehicles', (gestalt_steer_index * 2)), ('path', gestalt_steer_index), ('numbers', (gestalt_steer_number * 3))]
gestalt_steer_path._fields_ = [('points', POINTER(c_float)), ('point_count', c_uint32), ('radius', c_float), ('closed', c_bool)]
gestalt_steer_obstacle._fields_ = [('centre', (c_float * 3)), ('radius', c_float)]
gestalt_steer_box._fields_ = [('low', (c_float * 3)), ('size', (c_float * 3))]
gestalt_steering_options._fields_ = [('allocator', gestalt_allocator), ('dimensions', c_uint32), ('low', (c_float * 3)), ('size', (c_float * 3)), ('periodic', c_bool), ('capacity', c_uint32), ('reach', c_float), ('push', c_uint), ('drive_left', c_bool), ('paths', POINTER(gestalt_steer_path)), ('path_count', c_uint32), ('obstacles', POINTER(gestalt_steer_obstacle)), ('obstacle_count', c_uint32), ('kernels', c_char_p), ('threads', c_void_p), ('window', POINTER(gestalt_steer_box)), ('agents_of_all', c_uint32)]
gestalt_vehicles._fields_ = [('count', c_uint32), ('own', c_uint32), ('position', (POINTER(c_float) * 3)), ('velocity', (POINTER(c_float) * 3)), ('heading', (POINTER(c_float) * 3)), ('mass', POINTER(c_float)), ('radius', POINTER(c_float)), ('max_speed', POINTER(c_float)), ('max_force', POINTER(c_float)), ('min_speed', POINTER(c_float)), ('id', POINTER(c_uint64)), ('wander', (POINTER(c_float) * 3)), ('random', POINTER(c_uint64))]

GESTALT_WORLD_PLUGIN_ABI = 2
# By name: the library, the result, the arguments, and whether an error was left out of these.
functions = {
    'gestalt_memory_allocator': ('gestalt', gestalt_allocator, (POINTER(gestalt_memory), ), False),
    'gestalt_on_misuse': ('gestalt', None, (gestalt_misuse_handler, c_void_p, ), False),
    'gestalt_misuse': ('gestalt', c_uint, (c_char_p, c_char_p, POINTER(gestalt_error), ), True),
    'gestalt_version': ('gestalt', c_char_p, (), False),
    'gestalt_result_text': ('gestalt', c_char_p, (c_uint, ), False),
    'gestalt_shape_load': ('gestalt', c_uint, (c_char_p, POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_shape_load_memory': ('gestalt', c_uint, (c_void_p, c_size_t, POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_shape_save': ('gestalt', c_uint, (c_void_p, c_char_p, POINTER(gestalt_error), ), True),
    'gestalt_shape_image': ('gestalt', c_void_p, (c_void_p, POINTER(c_size_t), ), False),
    'gestalt_shape_specification': ('gestalt', POINTER(gestalt_specification), (c_void_p, ), False),
    'gestalt_shape_name': ('gestalt', c_char_p, (c_void_p, ), False),
    'gestalt_shape_text_count': ('gestalt', c_uint32, (c_void_p, ), False),
    'gestalt_shape_text': ('gestalt', c_char_p, (c_void_p, c_int32, POINTER(c_size_t), ), False),
    'gestalt_shape_find_text': ('gestalt', c_int32, (c_void_p, c_char_p, ), False),
    'gestalt_shape_show': ('gestalt', c_uint, (c_void_p, c_uint, c_bool, gestalt_writer, POINTER(gestalt_error), ), True),
    'gestalt_shape_destroy': ('gestalt', None, (c_void_p, ), False),
    'gestalt_nodes_write': ('gestalt', c_bool, (c_uint, c_bool, gestalt_writer, ), False),
    'gestalt_schema_write': ('gestalt', c_bool, (gestalt_writer, ), False),
    'gestalt_gathered_take': ('gestalt', c_uint64, (POINTER(gestalt_gathered_call), POINTER(gestalt_packing), c_uint32, ), False),
    'gestalt_gathered_put': ('gestalt', None, (POINTER(gestalt_gathered_call), POINTER(gestalt_packing), c_uint32, ), False),
    'gestalt_host_create': ('gestalt', c_uint, (POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_host_add': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_function), POINTER(gestalt_error), ), True),
    'gestalt_host_add_lone': ('gestalt', c_uint, (c_void_p, c_char_p, gestalt_lone_function, POINTER(gestalt_error), ), True),
    'gestalt_host_destroy': ('gestalt', None, (c_void_p, ), False),
    'gestalt_host_find': ('gestalt', POINTER(gestalt_function), (c_void_p, c_char_p, ), False),
    'gestalt_host_misfits': ('gestalt', c_uint32, (c_void_p, c_void_p, gestalt_writer, ), False),
    'gestalt_shape_needs': ('gestalt', c_uint, (c_void_p, c_void_p, c_uint32, POINTER(gestalt_needs), POINTER(gestalt_error), ), True),
    'gestalt_population_create': ('gestalt', c_uint, (POINTER(gestalt_population_options), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_population_destroy': ('gestalt', None, (c_void_p, ), False),
    'gestalt_population_memory': ('gestalt', c_uint, (POINTER(gestalt_population_options), POINTER(c_size_t), POINTER(gestalt_error), ), True),
    'gestalt_population_add_group': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_group), POINTER(c_uint32), POINTER(gestalt_error), ), True),
    'gestalt_population_remove_group': ('gestalt', c_uint, (c_void_p, c_uint32, POINTER(gestalt_error), ), True),
    'gestalt_population_check_removal': ('gestalt', c_uint, (c_void_p, c_uint32, POINTER(gestalt_error), ), True),
    'gestalt_population_spawn': ('gestalt', c_uint, (c_void_p, c_uint32, c_uint64, POINTER(c_uint64), POINTER(gestalt_error), ), True),
    'gestalt_population_spawn_as': ('gestalt', c_uint, (c_void_p, c_uint32, c_uint64, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_next_id': ('gestalt', c_uint64, (c_void_p, ), False),
    'gestalt_population_set_next_id': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_despawn': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_despawn_many': ('gestalt', c_uint, (c_void_p, POINTER(c_uint64), c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_reserve_despawns': ('gestalt', c_uint, (c_void_p, POINTER(c_uint64), c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_inherit': ('gestalt', c_uint, (c_void_p, POINTER(c_uint64), c_uint64, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_cancel': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_compact': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_population_count': ('gestalt', c_uint64, (c_void_p, ), False),
    'gestalt_population_has': ('gestalt', c_bool, (c_void_p, c_uint64, ), False),
    'gestalt_population_next': ('gestalt', c_uint64, (c_void_p, c_uint64, ), False),
    'gestalt_population_status': ('gestalt', c_uint, (c_void_p, c_uint64, ), False),
    'gestalt_population_tick': ('gestalt', c_uint, (c_void_p, c_int64, POINTER(gestalt_error), ), True),
    'gestalt_population_failed_agent': ('gestalt', c_uint64, (c_void_p, ), False),
    'gestalt_population_begin': ('gestalt', c_uint, (c_void_p, c_int64, POINTER(gestalt_error), ), True),
    'gestalt_actor_tick': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_tick_block': ('gestalt', c_uint, (c_void_p, c_uint32, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_end': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_population_interrupt': ('gestalt', None, (c_void_p, ), False),
    'gestalt_population_is_interrupted': ('gestalt', c_bool, (c_void_p, ), False),
    'gestalt_population_reopen': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_actor_is_done': ('gestalt', c_bool, (c_void_p, c_uint64, ), False),
    'gestalt_population_touch': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_touch_block': ('gestalt', None, (c_void_p, c_uint32, c_uint64, ), False),
    'gestalt_population_next_due': ('gestalt', None, (c_void_p, POINTER(c_int64), POINTER(c_uint64), ), False),
    'gestalt_population_sleeping_count': ('gestalt', c_uint64, (c_void_p, ), False),
    'gestalt_population_slept_count': ('gestalt', c_uint64, (c_void_p, ), False),
    'gestalt_actor_step_begin': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_actor_step': ('gestalt', c_bool, (c_void_p, POINTER(gestalt_step), ), False),
    'gestalt_actor_step_end': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_population_ticks': ('gestalt', c_uint64, (c_void_p, ), False),
    'gestalt_population_set_now': ('gestalt', c_uint, (c_void_p, c_int64, POINTER(gestalt_error), ), True),
    'gestalt_population_now': ('gestalt', c_int64, (c_void_p, ), False),
    'gestalt_population_set_native': ('gestalt', c_uint, (c_void_p, c_uint32, c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_population_hooks': ('gestalt', None, (c_void_p, POINTER(gestalt_hooks), ), False),
    'gestalt_population_run': ('gestalt', None, (c_void_p, c_uint64, c_bool, gestalt_work, c_void_p, ), False),
    'gestalt_population_hold': ('gestalt', None, (c_void_p, ), False),
    'gestalt_population_release': ('gestalt', None, (c_void_p, ), False),
    'gestalt_population_requests': ('gestalt', c_uint, (c_void_p, POINTER(POINTER(gestalt_request)), POINTER(c_uint64), POINTER(gestalt_error), ), True),
    'gestalt_population_finish_launch': ('gestalt', c_uint, (c_void_p, c_uint64, c_uint32, c_uint32, c_uint, POINTER(gestalt_error), ), True),
    'gestalt_population_finish': ('gestalt', c_uint, (c_void_p, c_uint64, c_uint32, c_uint, POINTER(gestalt_error), ), True),
    'gestalt_population_finish_launches': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_launch_report), c_uint64, POINTER(c_bool), POINTER(gestalt_error), ), True),
    'gestalt_population_finish_many': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_launch_report), c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_launches': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_launch_cursor), POINTER(gestalt_launch), c_size_t, POINTER(c_size_t), POINTER(gestalt_error), ), True),
    'gestalt_population_launch_argument_at': ('gestalt', c_bool, (c_void_p, c_uint64, c_uint32, c_uint32, POINTER(gestalt_argument), ), False),
    'gestalt_population_launch_argument': ('gestalt', c_bool, (c_void_p, c_uint64, c_uint32, c_char_p, POINTER(gestalt_value), ), False),
    'gestalt_population_key': ('gestalt', c_bool, (c_void_p, c_uint32, c_char_p, POINTER(gestalt_key), ), False),
    'gestalt_population_read': ('gestalt', c_uint, (c_void_p, c_uint64, c_char_p, POINTER(gestalt_value), POINTER(gestalt_error), ), True),
    'gestalt_population_write': ('gestalt', c_uint, (c_void_p, c_uint64, c_char_p, gestalt_value, POINTER(gestalt_error), ), True),
    'gestalt_population_read_shared': ('gestalt', c_uint, (c_void_p, c_uint32, c_char_p, POINTER(gestalt_value), POINTER(gestalt_error), ), True),
    'gestalt_population_write_shared': ('gestalt', c_uint, (c_void_p, c_uint32, c_char_p, gestalt_value, POINTER(gestalt_error), ), True),
    'gestalt_population_read_list': ('gestalt', c_uint, (c_void_p, c_uint64, c_char_p, POINTER(gestalt_value), c_size_t, POINTER(c_size_t), POINTER(gestalt_error), ), True),
    'gestalt_population_write_list': ('gestalt', c_uint, (c_void_p, c_uint64, c_char_p, POINTER(gestalt_value), c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_population_read_shared_list': ('gestalt', c_uint, (c_void_p, c_uint32, c_char_p, POINTER(gestalt_value), c_size_t, POINTER(c_size_t), POINTER(gestalt_error), ), True),
    'gestalt_population_write_shared_list': ('gestalt', c_uint, (c_void_p, c_uint32, c_char_p, POINTER(gestalt_value), c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_population_persistent': ('gestalt', c_uint, (c_void_p, c_uint64, c_char_p, POINTER(c_uint), POINTER(gestalt_error), ), True),
    'gestalt_population_set_persistent': ('gestalt', c_uint, (c_void_p, c_uint64, c_char_p, c_uint, POINTER(gestalt_error), ), True),
    'gestalt_population_block_count': ('gestalt', c_uint64, (c_void_p, c_uint32, ), False),
    'gestalt_population_block': ('gestalt', c_bool, (c_void_p, c_uint32, c_uint64, POINTER(gestalt_block), ), False),
    'gestalt_population_adjacent_blocks': ('gestalt', c_uint64, (c_void_p, c_uint32, c_uint64, POINTER(c_size_t), ), False),
    'gestalt_population_block_agents': ('gestalt', c_uint, (c_void_p, c_uint32, c_uint64, c_uint64, POINTER(c_uint64), POINTER(c_uint64), POINTER(gestalt_error), ), True),
    'gestalt_population_column': ('gestalt', gestalt_column, (c_void_p, c_uint32, c_uint64, gestalt_key, ), False),
    'gestalt_population_list': ('gestalt', gestalt_list, (c_void_p, c_uint32, c_uint64, gestalt_key, ), False),
    'gestalt_population_hash': ('gestalt', c_uint, (c_void_p, POINTER(c_uint64), POINTER(gestalt_error), ), True),
    'gestalt_population_live_nodes': ('gestalt', c_uint, (c_void_p, POINTER(c_uint64), c_uint64, POINTER(c_uint32), POINTER(gestalt_error), ), True),
    'gestalt_actor_due': ('gestalt', c_bool, (c_void_p, c_uint64, c_uint32, POINTER(c_int64), ), False),
    'gestalt_population_live_count': ('gestalt', c_uint64, (c_void_p, ), False),
    'gestalt_population_states': ('gestalt', c_uint, (c_void_p, c_uint32, POINTER(gestalt_states_choice), POINTER(gestalt_error), ), True),
    'gestalt_population_bytes': ('gestalt', c_size_t, (c_void_p, POINTER(c_size_t), ), False),
    'gestalt_actor_size_max': ('gestalt', c_size_t, (c_void_p, c_uint32, ), False),
    'gestalt_actor_take': ('gestalt', c_uint, (c_void_p, c_uint64, c_void_p, c_size_t, POINTER(c_size_t), POINTER(gestalt_error), ), True),
    'gestalt_actor_check': ('gestalt', c_uint, (c_void_p, c_uint32, c_void_p, c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_population_insert': ('gestalt', c_uint, (c_void_p, c_uint32, c_void_p, c_size_t, POINTER(c_uint64), POINTER(gestalt_error), ), True),
    'gestalt_population_insert_as': ('gestalt', c_uint, (c_void_p, c_uint32, c_void_p, c_size_t, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_remove': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_actor_take_many': ('gestalt', c_uint, (c_void_p, POINTER(c_uint64), c_uint64, c_void_p, c_size_t, POINTER(c_size_t), POINTER(gestalt_error), ), True),
    'gestalt_population_insert_many': ('gestalt', c_uint, (c_void_p, POINTER(c_uint32), c_void_p, POINTER(c_size_t), POINTER(c_uint64), c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_population_remove_many': ('gestalt', c_uint, (c_void_p, POINTER(c_uint64), c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_shape_key_count': ('gestalt', c_uint32, (c_void_p, ), False),
    'gestalt_shape_key_at': ('gestalt', gestalt_shape_key, (c_void_p, c_uint32, ), False),
    'gestalt_shape_key_word_count': ('gestalt', c_uint32, (c_void_p, c_uint32, ), False),
    'gestalt_shape_key_word': ('gestalt', c_char_p, (c_void_p, c_uint32, c_int32, ), False),
    'gestalt_shape_key_value': ('gestalt', c_bool, (c_void_p, c_uint32, c_char_p, POINTER(c_int32), ), False),
    'gestalt_shape_function_count': ('gestalt', c_uint32, (c_void_p, ), False),
    'gestalt_shape_function_at': ('gestalt', gestalt_shape_function, (c_void_p, c_uint32, ), False),
    'gestalt_shape_argument': ('gestalt', gestalt_parameter, (c_void_p, c_uint32, c_uint32, ), False),
    'gestalt_shape_argument_word_count': ('gestalt', c_uint32, (c_void_p, c_uint32, c_uint32, ), False),
    'gestalt_shape_argument_word': ('gestalt', c_char_p, (c_void_p, c_uint32, c_uint32, c_int32, ), False),
    'gestalt_shape_next_call': ('gestalt', c_bool, (c_void_p, POINTER(gestalt_shape_call), ), False),
    'gestalt_shape_given': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_shape_call), c_char_p, POINTER(gestalt_value), ), False),
    'gestalt_shape_node_place': ('gestalt', c_bool, (c_void_p, c_uint32, POINTER(gestalt_shape_place), ), False),
    'gestalt_shape_label': ('gestalt', c_bool, (c_void_p, c_uint32, c_char_p, c_size_t, ), False),
    'gestalt_diagnostics_error_count': ('gestalt', c_uint32, (c_void_p, ), False),
    'gestalt_diagnostics_warning_count': ('gestalt', c_uint32, (c_void_p, ), False),
    'gestalt_warning_code': ('gestalt', c_char_p, (c_char_p, ), False),
    'gestalt_diagnostics_silence': ('gestalt', c_bool, (c_void_p, c_char_p, ), False),
    'gestalt_diagnostics_promote': ('gestalt', None, (c_void_p, ), False),
    'gestalt_diagnostics_first_error': ('gestalt', c_bool, (c_void_p, c_char_p, c_size_t, ), False),
    'gestalt_diagnostics_write': ('gestalt', c_bool, (c_void_p, c_uint, c_bool, gestalt_writer, ), False),
    'gestalt_diagnostics_destroy': ('gestalt', None, (c_void_p, ), False),
    'gestalt_diagnostics_create': ('gestalt', c_void_p, (POINTER(gestalt_allocator), ), False),
    'gestalt_diagnostics_source': ('gestalt', c_bool, (c_void_p, c_char_p, c_char_p, c_size_t, POINTER(c_uint32), ), False),
    'gestalt_diagnostics_add': ('gestalt', c_void_p, (c_void_p, c_char_p, gestalt_span, c_char_p, ), False),
    'gestalt_diagnostics_note': ('gestalt', c_bool, (c_void_p, c_void_p, gestalt_span, c_char_p, ), False),
    'gestalt_diagnostics_help': ('gestalt', c_bool, (c_void_p, c_void_p, c_char_p, ), False),
    'gestalt_diagnostics_locate': ('gestalt', c_bool, (c_void_p, c_uint32, c_uint32, POINTER(c_uint32), POINTER(c_uint32), ), False),
    'gestalt_diagnostics_finish': ('gestalt', c_bool, (c_void_p, ), False),
    'gestalt_compile_file': ('gestalt', c_uint, (c_char_p, POINTER(gestalt_compile_options), POINTER(c_void_p), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_schema_write_file': ('gestalt', c_uint, (c_char_p, POINTER(gestalt_compile_options), gestalt_writer, POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_schema_write_text': ('gestalt', c_uint, (c_char_p, c_char_p, c_size_t, POINTER(gestalt_compile_options), gestalt_writer, POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_compile_text': ('gestalt', c_uint, (c_char_p, c_char_p, c_size_t, POINTER(gestalt_compile_options), POINTER(c_void_p), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_compile_part': ('gestalt', c_uint, (c_char_p, c_char_p, c_size_t, c_size_t, c_size_t, POINTER(gestalt_compile_options), POINTER(c_void_p), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_format_text': ('gestalt', c_uint, (c_char_p, c_char_p, c_size_t, POINTER(gestalt_allocator), gestalt_writer, POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_explain': ('gestalt', c_uint, (c_char_p, c_bool, gestalt_writer, ), False),
    'gestalt_explain_nearest': ('gestalt', c_char_p, (c_char_p, ), False),
    'gestalt_explain_list': ('gestalt', c_uint, (c_bool, c_bool, gestalt_writer, ), False),
    'gestalt_shape_write_c': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_c_options), gestalt_writer, POINTER(gestalt_error), ), True),
    'gestalt_population_edit': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_edit), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_population_edit_begin': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_edit), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_population_edit_commit': ('gestalt', None, (c_void_p, POINTER(c_void_p), ), False),
    'gestalt_population_edit_abandon': ('gestalt', None, (c_void_p, ), False),
    'gestalt_shape_match': ('gestalt', c_uint, (c_void_p, c_void_p, POINTER(gestalt_rename), c_uint32, POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_edit_report_destroy': ('gestalt', None, (c_void_p, ), False),
    'gestalt_edit_report_nodes': ('gestalt', POINTER(gestalt_edit_node), (c_void_p, POINTER(c_uint32), ), False),
    'gestalt_edit_report_new_node': ('gestalt', c_uint32, (c_void_p, c_uint32, ), False),
    'gestalt_edit_report_old_node': ('gestalt', c_uint32, (c_void_p, c_uint32, ), False),
    'gestalt_edit_reason_text': ('gestalt', c_char_p, (c_uint, ), False),
    'gestalt_edit_report_keys': ('gestalt', POINTER(gestalt_edit_key), (c_void_p, POINTER(c_uint32), ), False),
    'gestalt_edit_report_counts': ('gestalt', gestalt_edit_counts, (c_void_p, ), False),
    'gestalt_edit_report_requests': ('gestalt', POINTER(gestalt_request), (c_void_p, POINTER(c_uint64), ), False),
    'gestalt_shape_hash': ('gestalt', c_uint64, (c_void_p, ), False),
    'gestalt_shape_edit_hash': ('gestalt', c_uint64, (c_void_p, ), False),
    'gestalt_population_load_with': ('gestalt', c_uint, (c_void_p, c_char_p, POINTER(gestalt_load_options), POINTER(gestalt_error), ), True),
    'gestalt_population_load_memory_with': ('gestalt', c_uint, (c_void_p, c_void_p, c_size_t, POINTER(gestalt_load_options), POINTER(gestalt_error), ), True),
    'gestalt_population_insert_with': ('gestalt', c_uint, (c_void_p, c_uint32, c_void_p, c_size_t, POINTER(gestalt_load_options), POINTER(c_uint64), POINTER(gestalt_error), ), True),
    'gestalt_expression_compile': ('gestalt', c_uint, (c_char_p, c_size_t, POINTER(gestalt_expression_options), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_expression_destroy': ('gestalt', None, (c_void_p, ), False),
    'gestalt_expression_type': ('gestalt', c_uint, (c_void_p, ), False),
    'gestalt_expression_constant': ('gestalt', c_bool, (c_void_p, POINTER(gestalt_value), ), False),
    'gestalt_expression_hash': ('gestalt', c_uint64, (c_void_p, ), False),
    'gestalt_expression_used_count': ('gestalt', c_uint32, (c_void_p, ), False),
    'gestalt_expression_used': ('gestalt', c_uint32, (c_void_p, c_uint32, ), False),
    'gestalt_expression_compute': ('gestalt', gestalt_value, (c_void_p, POINTER(gestalt_value), POINTER(gestalt_expression_moment), ), False),
    'gestalt_shape_nodes': ('gestalt', c_uint32, (c_void_p, POINTER(gestalt_node), c_size_t, ), False),
    'gestalt_shape_log_text': ('gestalt', c_char_p, (c_void_p, c_uint32, ), False),
    'gestalt_shape_persistent_count': ('gestalt', c_uint32, (c_void_p, ), False),
    'gestalt_shape_persistent_at': ('gestalt', c_char_p, (c_void_p, c_uint32, ), False),
    'gestalt_population_shape': ('gestalt', c_void_p, (c_void_p, c_uint32, ), False),
    'gestalt_population_group_count': ('gestalt', c_uint32, (c_void_p, ), False),
    'gestalt_actor_group': ('gestalt', c_bool, (c_void_p, c_uint64, POINTER(c_uint32), ), False),
    'gestalt_actor_live_nodes': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(c_uint32), c_size_t, POINTER(c_size_t), POINTER(gestalt_error), ), True),
    'gestalt_actor_values': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_value), c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_population_masks': ('gestalt', c_uint32, (c_void_p, c_uint32, POINTER(c_uint32), c_size_t, ), False),
    'gestalt_population_block_masks': ('gestalt', c_bool, (c_void_p, c_uint32, c_uint64, POINTER(c_uint64), c_size_t, ), False),
    'gestalt_population_count_nodes': ('gestalt', c_uint, (c_void_p, c_bool, POINTER(gestalt_error), ), True),
    'gestalt_population_count_group': ('gestalt', c_uint, (c_void_p, c_uint32, c_bool, POINTER(gestalt_error), ), True),
    'gestalt_population_node_counts': ('gestalt', c_uint, (c_void_p, c_uint32, c_bool, POINTER(gestalt_node_counts), c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_population_time_nodes': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_timing), POINTER(gestalt_error), ), True),
    'gestalt_population_node_times': ('gestalt', c_uint, (c_void_p, c_uint32, POINTER(gestalt_node_times), c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_population_is_timed': ('gestalt', c_bool, (c_void_p, ), False),
    'gestalt_actor_place': ('gestalt', c_bool, (c_void_p, c_uint64, POINTER(gestalt_place), ), False),
    'gestalt_population_read_key': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_key), POINTER(gestalt_value), POINTER(gestalt_error), ), True),
    'gestalt_population_write_key': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_key), gestalt_value, POINTER(gestalt_error), ), True),
    'gestalt_population_read_keys': ('gestalt', c_uint, (c_void_p, POINTER(c_uint64), c_uint64, POINTER(gestalt_key), c_size_t, POINTER(gestalt_value), POINTER(gestalt_error), ), True),
    'gestalt_population_write_keys': ('gestalt', c_uint, (c_void_p, POINTER(c_uint64), c_uint64, POINTER(gestalt_key), c_size_t, POINTER(gestalt_value), POINTER(gestalt_error), ), True),
    'gestalt_population_read_shared_key': ('gestalt', c_uint, (c_void_p, c_uint32, POINTER(gestalt_key), POINTER(gestalt_value), POINTER(gestalt_error), ), True),
    'gestalt_population_write_shared_key': ('gestalt', c_uint, (c_void_p, c_uint32, POINTER(gestalt_key), gestalt_value, POINTER(gestalt_error), ), True),
    'gestalt_population_read_list_key': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_key), POINTER(gestalt_value), c_size_t, POINTER(c_size_t), POINTER(gestalt_error), ), True),
    'gestalt_population_write_list_key': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_key), POINTER(gestalt_value), c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_population_read_shared_list_key': ('gestalt', c_uint, (c_void_p, c_uint32, POINTER(gestalt_key), POINTER(gestalt_value), c_size_t, POINTER(c_size_t), POINTER(gestalt_error), ), True),
    'gestalt_population_write_shared_list_key': ('gestalt', c_uint, (c_void_p, c_uint32, POINTER(gestalt_key), POINTER(gestalt_value), c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_limits_default': ('gestalt', None, (POINTER(gestalt_limits), c_size_t, ), False),
    'gestalt_limits_untrusted': ('gestalt', None, (POINTER(gestalt_limits), c_size_t, ), False),
    'gestalt_limits_compile': ('gestalt', None, (POINTER(gestalt_limits), POINTER(gestalt_compile_options), ), False),
    'gestalt_shape_within': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_limits), POINTER(gestalt_error), ), True),
    'gestalt_shape_load_within': ('gestalt', c_uint, (c_char_p, POINTER(gestalt_limits), POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_shape_load_memory_within': ('gestalt', c_uint, (c_void_p, c_size_t, POINTER(gestalt_limits), POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_host_set_limits': ('gestalt', None, (c_void_p, POINTER(gestalt_limits), ), False),
    'gestalt_plugin_entry': ('gestalt', POINTER(gestalt_plugin), (), False),
    'gestalt_rows_keep_agents': ('gestalt', None, (c_void_p, ), False),
    'gestalt_rows_create': ('gestalt', c_uint, (POINTER(gestalt_rows_options), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_rows_destroy': ('gestalt', None, (c_void_p, ), False),
    'gestalt_rows_add': ('gestalt', c_bool, (c_void_p, c_void_p, c_size_t, c_bool, ), False),
    'gestalt_rows_count': ('gestalt', c_uint32, (c_void_p, ), False),
    'gestalt_rows_capacity': ('gestalt', c_uint32, (c_void_p, ), False),
    'gestalt_rows_group': ('gestalt', None, (c_void_p, c_uint32, POINTER(c_uint32), POINTER(c_uint32), ), False),
    'gestalt_rows_find': ('gestalt', c_uint32, (c_void_p, c_uint64, ), False),
    'gestalt_rows_find_in': ('gestalt', c_uint32, (c_void_p, c_uint32, c_uint64, ), False),
    'gestalt_rows_block_of': ('gestalt', c_uint64, (c_void_p, c_uint32, POINTER(gestalt_call), ), False),
    'gestalt_rows_of_block': ('gestalt', POINTER(c_uint32), (c_void_p, c_uint32, c_uint64, ), False),
    'gestalt_rows_set_elsewhere': ('gestalt', None, (c_void_p, c_uint32, c_uint64, ), False),
    'gestalt_rows_leave': ('gestalt', None, (c_void_p, c_uint32, ), False),
    'gestalt_rows_is_leaving': ('gestalt', c_bool, (c_void_p, c_uint32, ), False),
    'gestalt_rows_breed': ('gestalt', c_uint, (c_void_p, c_uint32, c_uint32, ), False),
    'gestalt_rows_change': ('gestalt', c_uint, (c_void_p, c_uint64, c_uint64, POINTER(gestalt_rows_changes), POINTER(gestalt_error), ), True),
    'gestalt_rows_migrate': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_rows_migration), POINTER(gestalt_error), ), True),
    'gestalt_rows_restore': ('gestalt', None, (c_void_p, POINTER(c_uint64), ), False),
    'gestalt_population_attach': ('gestalt', c_uint, (c_void_p, c_void_p, c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_population_attached': ('gestalt', c_void_p, (c_void_p, POINTER(c_size_t), ), False),
    'gestalt_population_check_attached': ('gestalt', None, (c_void_p, gestalt_attached_check, c_void_p, ), False),
    'gestalt_population_keep_values': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_kept_values), POINTER(gestalt_error), ), True),
    'gestalt_population_save': ('gestalt', c_uint, (c_void_p, c_char_p, POINTER(gestalt_error), ), True),
    'gestalt_population_save_to': ('gestalt', c_uint, (c_void_p, gestalt_writer, POINTER(gestalt_error), ), True),
    'gestalt_population_load': ('gestalt', c_uint, (c_void_p, c_char_p, POINTER(gestalt_error), ), True),
    'gestalt_population_load_memory': ('gestalt', c_uint, (c_void_p, c_void_p, c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_population_hash_blocks': ('gestalt', c_uint, (c_void_p, c_uint64, POINTER(gestalt_block_hash), c_uint64, POINTER(c_uint64), POINTER(gestalt_error), ), True),
    'gestalt_population_hash_of': ('gestalt', c_uint, (c_void_p, gestalt_block_source, POINTER(c_uint64), POINTER(gestalt_error), ), True),
    'gestalt_population_save_head': ('gestalt', c_uint, (c_void_p, gestalt_writer, POINTER(gestalt_error), ), True),
    'gestalt_population_save_blocks': ('gestalt', c_uint, (c_void_p, c_uint64, c_uint64, gestalt_writer, gestalt_entry_list, POINTER(gestalt_error), ), True),
    'gestalt_population_list_saved': ('gestalt', c_uint, (c_void_p, c_uint, POINTER(c_uint64), POINTER(gestalt_saved_request), c_uint64, POINTER(c_uint64), POINTER(gestalt_error), ), True),
    'gestalt_population_save_tail': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_snapshot_tail), gestalt_writer, POINTER(gestalt_error), ), True),
    'gestalt_snapshot_find': ('gestalt', c_uint, (POINTER(gestalt_snapshot_reader), POINTER(gestalt_snapshot_layout), POINTER(gestalt_error), ), True),
    'gestalt_snapshot_entries': ('gestalt', c_uint, (POINTER(gestalt_snapshot_reader), POINTER(gestalt_snapshot_layout), c_uint64, c_uint64, POINTER(gestalt_snapshot_entry), POINTER(gestalt_error), ), True),
    'gestalt_snapshot_requests': ('gestalt', c_uint, (POINTER(gestalt_snapshot_reader), POINTER(gestalt_snapshot_layout), c_uint, c_uint64, c_uint64, POINTER(gestalt_saved_request), POINTER(gestalt_error), ), True),
    'gestalt_population_load_begin': ('gestalt', c_uint, (c_void_p, c_void_p, c_size_t, POINTER(gestalt_load_options), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_loading_blocks': ('gestalt', c_uint, (c_void_p, c_void_p, c_size_t, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_loading_requests': ('gestalt', c_uint, (c_void_p, c_uint, POINTER(gestalt_saved_request), c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_loading_agents': ('gestalt', c_uint64, (c_void_p, ), False),
    'gestalt_loading_finish': ('gestalt', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_loading_commit': ('gestalt', None, (c_void_p, ), False),
    'gestalt_loading_abandon': ('gestalt', None, (c_void_p, ), False),
    'gestalt_watch_create': ('gestalt', c_uint, (POINTER(gestalt_watch_options), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_watch_destroy': ('gestalt', None, (c_void_p, ), False),
    'gestalt_watch_add': ('gestalt', c_uint, (c_void_p, POINTER(c_uint64), c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_watch_remove': ('gestalt', c_uint, (c_void_p, POINTER(c_uint64), c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_watch_add_group': ('gestalt', c_uint, (c_void_p, c_uint32, POINTER(gestalt_error), ), True),
    'gestalt_watch_remove_group': ('gestalt', c_uint, (c_void_p, c_uint32, POINTER(gestalt_error), ), True),
    'gestalt_watch_has': ('gestalt', c_bool, (c_void_p, c_uint64, ), False),
    'gestalt_watch_nodes': ('gestalt', c_uint, (c_void_p, c_uint32, POINTER(c_uint32), c_uint32, POINTER(gestalt_error), ), True),
    'gestalt_recorder_create': ('recorder', c_uint, (POINTER(gestalt_record_description), gestalt_writer, POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_recorder_wants': ('recorder', c_bool, (c_void_p, c_uint64, ), False),
    'gestalt_recorder_frame': ('recorder', c_uint, (c_void_p, POINTER(gestalt_record_frame), POINTER(gestalt_error), ), True),
    'gestalt_recorder_finish': ('recorder', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_recorder_set_owner': ('recorder', None, (c_void_p, c_void_p, ), False),
    'gestalt_recorder_owner': ('recorder', c_void_p, (c_void_p, ), False),
    'gestalt_recorder_destroy': ('recorder', None, (c_void_p, ), False),
    'gestalt_recording_open': ('recorder', c_uint, (c_char_p, POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_recording_open_memory': ('recorder', c_uint, (c_void_p, c_size_t, POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_recording_open_source': ('recorder', c_uint, (gestalt_record_source, POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_recording_close': ('recorder', None, (c_void_p, ), False),
    'gestalt_recording_set_limits': ('recorder', None, (c_void_p, POINTER(gestalt_limits), ), False),
    'gestalt_recording_description': ('recorder', POINTER(gestalt_record_description), (c_void_p, ), False),
    'gestalt_recording_next': ('recorder', c_uint, (c_void_p, POINTER(c_uint), POINTER(gestalt_record_frame), POINTER(gestalt_error), ), True),
    'gestalt_recording_skim': ('recorder', c_uint, (c_void_p, POINTER(c_uint), POINTER(gestalt_record_frame), POINTER(gestalt_error), ), True),
    'gestalt_recording_offset': ('recorder', c_uint64, (c_void_p, ), False),
    'gestalt_record_column_index': ('recorder', c_uint32, (POINTER(gestalt_record_description), c_char_p, ), False),
    'gestalt_record_word': ('recorder', c_char_p, (POINTER(gestalt_record_column), c_uint32, ), False),
    'gestalt_scene_is': ('worlds', c_bool, (c_char_p, c_size_t, ), False),
    'gestalt_scene_read': ('worlds', c_uint, (c_char_p, c_char_p, c_size_t, POINTER(gestalt_scene_options), POINTER(c_void_p), POINTER(gestalt_scene_findings), POINTER(gestalt_error), ), True),
    'gestalt_scene_read_edited': ('worlds', c_uint, (c_char_p, c_char_p, c_size_t, POINTER(gestalt_scene_options), POINTER(gestalt_scene_tree), c_uint32, POINTER(c_void_p), POINTER(gestalt_scene_findings), POINTER(gestalt_error), ), True),
    'gestalt_scene_change': ('worlds', c_uint, (c_char_p, c_size_t, POINTER(gestalt_scene_setting), c_uint32, POINTER(gestalt_allocator), gestalt_writer, POINTER(gestalt_error), ), True),
    'gestalt_scene_read_file': ('worlds', c_uint, (c_char_p, POINTER(gestalt_scene_options), POINTER(c_void_p), POINTER(gestalt_scene_findings), POINTER(gestalt_error), ), True),
    'gestalt_scene_findings_write': ('worlds', c_bool, (POINTER(gestalt_scene_findings), c_uint, c_bool, gestalt_writer, ), False),
    'gestalt_scene_findings_release': ('worlds', None, (POINTER(gestalt_scene_findings), POINTER(gestalt_allocator), ), False),
    'gestalt_scene_destroy': ('worlds', None, (c_void_p, ), False),
    'gestalt_scene_tell': ('worlds', gestalt_scene_facts, (c_void_p, ), False),
    'gestalt_scene_set_limits': ('worlds', None, (c_void_p, POINTER(gestalt_limits), ), False),
    'gestalt_scene_group_at': ('worlds', gestalt_scene_group, (c_void_p, c_uint32, ), False),
    'gestalt_scene_reference': ('worlds', c_bool, (gestalt_writer, ), False),
    'gestalt_scene_schema': ('worlds', c_bool, (gestalt_writer, ), False),
    'gestalt_world_create': ('worlds', c_uint, (c_void_p, POINTER(gestalt_world_options), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_world_destroy': ('worlds', None, (c_void_p, ), False),
    'gestalt_world_step': ('worlds', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_world_step_by': ('worlds', c_uint, (c_void_p, gestalt_world_ticker, c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_world_interrupt': ('worlds', None, (c_void_p, ), False),
    'gestalt_world_steps': ('worlds', c_uint64, (c_void_p, ), False),
    'gestalt_world_population': ('worlds', c_void_p, (c_void_p, ), False),
    'gestalt_world_columns_of': ('worlds', gestalt_world_columns, (c_void_p, ), False),
    'gestalt_world_find': ('worlds', c_uint32, (c_void_p, c_uint64, ), False),
    'gestalt_world_group': ('worlds', None, (c_void_p, c_uint32, POINTER(c_uint32), POINTER(c_uint32), ), False),
    'gestalt_world_measure': ('worlds', None, (c_void_p, POINTER(gestalt_outcome), ), False),
    'gestalt_outcome_find': ('worlds', POINTER(gestalt_outcome_row), (POINTER(gestalt_outcome), c_char_p, ), False),
    'gestalt_outcome_of_moment': ('worlds', None, (POINTER(gestalt_outcome), ), False),
    'gestalt_scene_until': ('worlds', c_char_p, (c_void_p, ), False),
    'gestalt_scene_report_count': ('worlds', c_uint32, (c_void_p, ), False),
    'gestalt_scene_report_at': ('worlds', gestalt_scene_report, (c_void_p, c_uint32, ), False),
    'gestalt_world_report': ('worlds', c_double, (c_void_p, c_uint32, ), False),
    'gestalt_world_is_done': ('worlds', c_bool, (c_void_p, ), False),
    'gestalt_world_hash': ('worlds', c_uint, (c_void_p, POINTER(c_uint64), POINTER(gestalt_error), ), True),
    'gestalt_world_save': ('worlds', c_uint, (c_void_p, c_char_p, POINTER(gestalt_error), ), True),
    'gestalt_world_save_to': ('worlds', c_uint, (c_void_p, gestalt_writer, POINTER(gestalt_error), ), True),
    'gestalt_world_load': ('worlds', c_uint, (c_void_p, c_char_p, POINTER(gestalt_error), ), True),
    'gestalt_world_load_memory': ('worlds', c_uint, (c_void_p, c_void_p, c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_world_load_with': ('worlds', c_uint, (c_void_p, c_char_p, POINTER(gestalt_load_options), POINTER(gestalt_error), ), True),
    'gestalt_world_edit': ('worlds', c_uint, (c_void_p, c_void_p, POINTER(gestalt_world_options), POINTER(gestalt_rename), c_uint32, POINTER(c_void_p), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_world_record': ('worlds', c_uint, (c_void_p, c_uint64, gestalt_writer, POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_world_frame': ('worlds', c_uint, (c_void_p, c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_world_take_frame': ('worlds', c_uint, (c_void_p, gestalt_world_frame_taker, c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_live_create': ('live', c_uint, (POINTER(gestalt_live_options), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_live_end': ('live', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_live_destroy': ('live', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_live_link': ('live', c_char_p, (c_void_p, ), False),
    'gestalt_live_poll': ('live', c_uint, (c_void_p, c_uint32, ), False),
    'gestalt_live_stop': ('live', None, (c_void_p, c_char_p, ), False),
    'gestalt_live_changed': ('live', None, (c_void_p, ), False),
    'gestalt_live_is_watched': ('live', c_bool, (c_void_p, ), False),
    'gestalt_live_now': ('live', gestalt_live_state, (c_void_p, ), False),
    'gestalt_tree_recorder_create': ('recorder', c_uint, (POINTER(gestalt_tree_recorder_options), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_tree_recorder_create_asking': ('recorder', c_uint, (POINTER(gestalt_tree_recorder_options), POINTER(c_char_p), c_uint32, POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_tree_recorder_tick': ('recorder', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_tree_recorder_watch': ('recorder', c_uint, (c_void_p, c_uint64, POINTER(gestalt_error), ), True),
    'gestalt_tree_recorder_watch_if': ('recorder', c_uint, (c_void_p, c_char_p, POINTER(gestalt_error), ), True),
    'gestalt_tree_recorder_watch_node': ('recorder', c_uint, (c_void_p, c_char_p, POINTER(gestalt_error), ), True),
    'gestalt_tree_recorder_frame': ('recorder', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_tree_recorder_follow': ('recorder', c_uint, (c_void_p, c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_tree_recorder_finish': ('recorder', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_tree_recorder_destroy': ('recorder', None, (c_void_p, ), False),
    'gestalt_tree_recording_open': ('recorder', c_uint, (c_char_p, POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_tree_recording_open_memory': ('recorder', c_uint, (c_void_p, c_size_t, POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_tree_recording_open_source': ('recorder', c_uint, (gestalt_record_source, POINTER(gestalt_allocator), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_tree_recording_close': ('recorder', None, (c_void_p, ), False),
    'gestalt_tree_recording_set_limits': ('recorder', None, (c_void_p, POINTER(gestalt_limits), ), False),
    'gestalt_tree_recording_description': ('recorder', POINTER(gestalt_tree_description), (c_void_p, ), False),
    'gestalt_tree_recording_group': ('recorder', c_bool, (c_void_p, c_uint32, POINTER(gestalt_tree_group), ), False),
    'gestalt_tree_recording_version': ('recorder', c_uint64, (c_void_p, c_uint32, ), False),
    'gestalt_tree_recording_shared': ('recorder', c_bool, (c_void_p, c_uint32, c_uint32, POINTER(gestalt_tree_shared), ), False),
    'gestalt_tree_recording_block': ('recorder', c_bool, (c_void_p, c_uint32, c_uint64, POINTER(gestalt_tree_block), ), False),
    'gestalt_tree_recording_find': ('recorder', c_bool, (c_void_p, c_uint64, POINTER(c_uint32), POINTER(c_uint64), POINTER(c_uint32), ), False),
    'gestalt_tree_recording_at': ('recorder', c_uint, (c_void_p, c_uint32, POINTER(c_uint64), c_size_t, POINTER(gestalt_error), ), True),
    'gestalt_tree_recording_asked': ('recorder', c_char_p, (c_void_p, c_uint32, ), False),
    'gestalt_tree_recording_asked_value': ('recorder', c_bool, (c_void_p, c_uint64, c_uint32, POINTER(gestalt_value), ), False),
    'gestalt_tree_recording_next': ('recorder', c_uint, (c_void_p, POINTER(c_uint), POINTER(gestalt_tree_frame), POINTER(gestalt_error), ), True),
    'gestalt_tree_recording_offset': ('recorder', c_uint64, (c_void_p, ), False),
    'gestalt_tree_copier_create': ('recorder', c_uint, (POINTER(gestalt_tree_copier_options), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_tree_copier_take': ('recorder', c_uint, (c_void_p, c_uint, POINTER(gestalt_tree_frame), POINTER(gestalt_error), ), True),
    'gestalt_tree_copier_skip': ('recorder', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_tree_copier_finish': ('recorder', c_uint, (c_void_p, POINTER(gestalt_error), ), True),
    'gestalt_tree_copier_destroy': ('recorder', None, (c_void_p, ), False),
    'gestalt_world_row': ('worlds', c_uint32, (POINTER(gestalt_call), c_uint, ), False),
    'gestalt_world_gathered_rows': ('worlds', c_uint32, (POINTER(gestalt_gathered_call), POINTER(c_uint32), ), False),
    'gestalt_world_float': ('worlds', c_float, (POINTER(gestalt_call), c_int, c_uint, ), False),
    'gestalt_world_int': ('worlds', c_int32, (POINTER(gestalt_call), c_int, c_uint, ), False),
    'gestalt_world_bool': ('worlds', c_bool, (POINTER(gestalt_call), c_int, c_uint, ), False),
    'gestalt_world_point': ('worlds', None, (POINTER(gestalt_call), c_int, c_uint, POINTER(c_float), ), False),
    'gestalt_world_vector': ('worlds', None, (POINTER(gestalt_call), c_int, c_uint, POINTER(c_float), ), False),
    'gestalt_world_put_float': ('worlds', None, (POINTER(gestalt_call), c_int, c_uint, c_float, ), False),
    'gestalt_world_put_int': ('worlds', None, (POINTER(gestalt_call), c_int, c_uint, c_int32, ), False),
    'gestalt_world_put_point': ('worlds', None, (POINTER(gestalt_call), c_int, c_uint, c_float, c_float, ), False),
    'gestalt_world_put_vector': ('worlds', None, (POINTER(gestalt_call), c_int, c_uint, POINTER(c_float), ), False),
    'gestalt_world_list': ('worlds', gestalt_list, (POINTER(gestalt_call), c_int, ), False),
    'gestalt_world_near': ('worlds', c_uint32, (c_void_p, POINTER(c_float), c_float, POINTER(c_uint32), c_uint32, ), False),
    'gestalt_world_near_many': ('worlds', c_uint64, (c_void_p, POINTER(c_float), POINTER(c_float), c_uint32, POINTER(c_uint64), POINTER(c_uint32), c_uint64, ), False),
    'gestalt_world_state': ('worlds', c_void_p, (c_void_p, POINTER(gestalt_world_part), ), False),
    'gestalt_world_set_state': ('worlds', None, (c_void_p, POINTER(gestalt_world_part), c_void_p, ), False),
    'gestalt_world_allocate': ('worlds', c_void_p, (c_void_p, c_size_t, ), False),
    'gestalt_world_make_column': ('worlds', c_void_p, (c_void_p, c_size_t, c_bool, ), False),
    'gestalt_world_keep': ('worlds', c_bool, (c_void_p, c_void_p, c_size_t, ), False),
    'gestalt_world_keep_column': ('worlds', c_bool, (c_void_p, c_void_p, c_size_t, ), False),
    'gestalt_world_keep_seen': ('worlds', c_bool, (c_void_p, c_void_p, c_size_t, ), False),
    'gestalt_world_sum': ('worlds', None, (c_void_p, POINTER(c_int64), c_uint32, ), False),
    'gestalt_world_capacity': ('worlds', c_uint32, (c_void_p, ), False),
    'gestalt_world_set_float': ('worlds', None, (c_void_p, c_uint32, c_char_p, c_float, ), False),
    'gestalt_world_set_int': ('worlds', None, (c_void_p, c_uint32, c_char_p, c_int32, ), False),
    'gestalt_outcome_count': ('worlds', None, (POINTER(gestalt_outcome), c_char_p, c_char_p, c_uint64, ), False),
    'gestalt_outcome_number': ('worlds', None, (POINTER(gestalt_outcome), c_char_p, c_char_p, c_double, ), False),
    'gestalt_world_plugin_entry': ('worlds', POINTER(gestalt_world_plugin), (), False),
    'gestalt_steering_create': ('worlds', c_uint, (POINTER(gestalt_steering_options), POINTER(c_void_p), POINTER(gestalt_error), ), True),
    'gestalt_steering_destroy': ('worlds', None, (c_void_p, ), False),
    'gestalt_steering_vehicles': ('worlds', gestalt_vehicles, (c_void_p, ), False),
    'gestalt_steering_add': ('worlds', c_uint32, (c_void_p, c_uint64, c_uint64, ), False),
    'gestalt_steering_remove': ('worlds', None, (c_void_p, c_uint32, ), False),
    'gestalt_steering_set_ghosts': ('worlds', c_uint, (c_void_p, c_uint32, POINTER(gestalt_error), ), True),
    'gestalt_steering_resize': ('worlds', c_uint, (c_void_p, c_uint32, c_uint32, POINTER(gestalt_error), ), True),
    'gestalt_steering_set_window': ('worlds', c_uint, (c_void_p, POINTER(gestalt_steer_box), POINTER(gestalt_error), ), True),
    'gestalt_steering_step': ('worlds', c_uint, (c_void_p, c_uint, POINTER(gestalt_urge), c_uint32, c_float, ), False),
    'gestalt_steering_lost': ('worlds', c_uint32, (c_void_p, ), False),
    'gestalt_steering_near': ('worlds', c_uint32, (c_void_p, POINTER(c_float), c_float, POINTER(c_uint32), c_uint32, ), False),
    'gestalt_behaviour_find': ('worlds', c_uint, (c_char_p, ), False),
    'gestalt_behaviour_name': ('worlds', c_char_p, (c_uint, ), False),
}
