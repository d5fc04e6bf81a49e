// SPDX-License-Identifier: MIT
// Recordings of worlds: the motion and values of agents, frame by frame, in a file that `gestalt
// plot` and `gestalt export` read. docs/recordings.md specifies the bytes. The trees of the agents
// can be part of the same recording (recorder.h).
//
// A host first describes the recording, then writes one frame at a time, from columns. The bytes
// handed to the sink are a valid recording after each frame: a reader of a file that is still
// growing, or of a file whose writer has crashed, finds every whole frame. The reader yields the
// same description and the same frames.
#ifndef GESTALT_RECORDING_H
#define GESTALT_RECORDING_H

#include <gestalt/limits.h>
#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GESTALT_RECORD_COLUMNS_MAX = 64,
    GESTALT_RECORD_GROUPS_MAX = 1 << 16,
    GESTALT_RECORD_NODES_MAX = 1 << 20, ///< nodes of one group
    GESTALT_RECORD_GEOMETRY_MAX = 1 << 20,
    GESTALT_RECORD_WORDS_MAX = 1000,   ///< words of one column
    GESTALT_RECORD_NAME_MAX = 1000,    ///< in bytes
    GESTALT_RECORD_LIMIT_COLUMNS = 16, ///< columns of one agent, where limits count agents
};

/// The type of a column's values. Every value is four bytes.
typedef enum gestalt_record_type {
    GESTALT_RECORD_FLOAT, ///< float
    GESTALT_RECORD_INT,   ///< int32_t
    GESTALT_RECORD_BOOL,  ///< uint32_t, 0 or 1
    GESTALT_RECORD_NODE,  ///< uint32_t: the id of a live node, or GESTALT_NO_NODE
} gestalt_record_type;

/// The precision of recorded floats. Values of other types are always exact.
typedef enum gestalt_record_coding {
    GESTALT_RECORD_EXACT,
    GESTALT_RECORD_RANGE, ///< 16 bits over low..high, both inclusive; values outside are clamped
    GESTALT_RECORD_CYCLE, ///< 16 bits over low..high, where high equals low, as for periodic
                          ///< positions
} gestalt_record_coding;

typedef struct gestalt_record_column {
    const char *name;
    const char *unit; ///< unit for people, such as "m/s"; NULL: none
    gestalt_record_type type;
    gestalt_record_coding coding;
    float low, high; ///< bounds of GESTALT_RECORD_RANGE and GESTALT_RECORD_CYCLE; otherwise 0
    /// Words for the values 0, 1, ... (int columns only). -1 means no word; other values without a
    /// word are shown as numbers. NULL for columns of plain values.
    const char *const *words;
    uint32_t word_count;
} gestalt_record_column;

/// The shape in which a group's agents are drawn. Shapes that point show a direction: the column
/// `heading`, an int in degrees, if there is one and its value is not negative; otherwise the
/// direction of motion.
typedef enum gestalt_record_shape {
    GESTALT_RECORD_SHAPE_ANY,      ///< chosen by the viewer
    GESTALT_RECORD_SHAPE_CIRCLE,   ///< a circle with the group's radius
    GESTALT_RECORD_SHAPE_SQUARE,   ///< a square of the same area; does not point
    GESTALT_RECORD_SHAPE_TRIANGLE, ///< points
    GESTALT_RECORD_SHAPE_CAR,      ///< points; as long as twice the radius, and half as wide
    GESTALT_RECORD_SHAPE_PLANE,    ///< points; as long as twice the radius
    GESTALT_RECORD_SHAPE_PERSON,   ///< points; a person with shoulders, seen from above
    GESTALT_RECORD_SHAPE_COUNT,
} gestalt_record_shape;

/// Flag of a look: the colour is given as red, green and blue.
#define GESTALT_RECORD_RGB UINT32_C(0x80000000)
/// The look of a group: a gestalt_record_shape and a colour. The colour is GESTALT_RECORD_RGB |
/// 0xcc3333, or the number of a palette colour, from 1 (docs/recordings.md lists them); 0 lets the
/// viewer choose.
#define GESTALT_RECORD_LOOK(shape, color) ((uint32_t)(shape) << 24 | (color))
enum { GESTALT_RECORD_PALETTE = 16 }; ///< colours of the palette

typedef struct gestalt_record_group {
    const char *name;
    float radius;             ///< radius of the agents, for drawing; 0: a dot
    const char *const *nodes; ///< labels of the nodes, by id; NULL when there are no nodes
    uint32_t node_count;
    uint32_t look; ///< GESTALT_RECORD_LOOK; 0: chosen by the viewer
} gestalt_record_group;

/// A static object. Traffic lights change their state, which frames record.
typedef enum gestalt_record_geometry_kind {
    GESTALT_RECORD_PATH = 1, ///< an open line of points; radius is half its width
    GESTALT_RECORD_LOOP,     ///< a closed line of points; radius is half its width
    GESTALT_RECORD_CIRCLE,   ///< an obstacle: one point and a radius
    GESTALT_RECORD_POLYGON,  ///< an obstacle: at least 3 points
    GESTALT_RECORD_EDGE,     ///< an edge of a graph: 2 points or more
    GESTALT_RECORD_PLACE,    ///< a point with a name
    GESTALT_RECORD_LIGHT, ///< a traffic light: a point, or a line across the road that it controls
} gestalt_record_geometry_kind;

typedef struct gestalt_record_geometry {
    gestalt_record_geometry_kind kind;
    const char *name;    ///< name for people; NULL: none
    const float *points; ///< coordinates: point_count times the number of dimensions
    uint32_t point_count;
    float radius;
} gestalt_record_geometry;

/// A state of a traffic light.
typedef enum gestalt_record_light {
    GESTALT_RECORD_LIGHT_OFF,
    GESTALT_RECORD_LIGHT_GREEN,
    GESTALT_RECORD_LIGHT_YELLOW,
    GESTALT_RECORD_LIGHT_RED,
    GESTALT_RECORD_LIGHT_COUNT,
} gestalt_record_light;

/// The description of a recording, which holds for every frame. The first 2 or 3 columns are the
/// position.
typedef struct gestalt_record_description {
    const char *name;   ///< name of the scene
    uint32_t dimension; ///< 2 or 3
    float low[3], high[3];
    bool periodic[3];
    int64_t dt; ///< time step, in microseconds
    uint64_t seed;
    uint32_t every;       ///< number of steps between frames; 0 counts as 1
    uint32_t every_agent; ///< agents whose id is a multiple of this are recorded; 0 counts as 1
    const gestalt_record_column *columns;
    uint32_t column_count;
    const gestalt_record_group *groups;
    uint32_t group_count;
    const gestalt_record_geometry *geometry;
    uint32_t geometry_count;
} gestalt_record_description;

typedef struct gestalt_record_frame {
    uint64_t step;
    int64_t time; ///< microseconds
    uint64_t count;
    const uint64_t *ids;        ///< agent ids, all different
    const uint32_t *groups;     ///< group of each agent
    const void *const *columns; ///< an array of `count` values for each column
    const uint8_t *lights; ///< gestalt_record_light of each light, in the order of the geometry
} gestalt_record_frame;

// ---- writing

typedef struct gestalt_recorder gestalt_recorder;

/// Create a recorder and write the description, which need not outlive the call. Returns
/// GESTALT_BAD_ARGUMENT when the description is not valid, and GESTALT_IO when the sink fails.
GESTALT_API gestalt_result gestalt_recorder_create(const gestalt_record_description *description,
                                                   gestalt_writer sink,
                                                   const gestalt_allocator *allocator,
                                                   gestalt_recorder **recorder,
                                                   gestalt_error *error);

/// Return whether a step is recorded, that is, a multiple of `every`. Hosts need not gather columns
/// for other steps.
GESTALT_API bool gestalt_recorder_wants(const gestalt_recorder *recorder, uint64_t step);

/// Write a frame with the agents that `every_agent` selects, in any order. Steps must increase.
/// After GESTALT_NO_MEMORY or GESTALT_BAD_ARGUMENT nothing was written, and the next frame can be.
/// After GESTALT_IO the recorder writes nothing more.
GESTALT_API gestalt_result gestalt_recorder_frame(gestalt_recorder *recorder,
                                                  const gestalt_record_frame *frame,
                                                  gestalt_error *error);

/// Mark the recording as complete. Without this mark, readers expect more frames.
GESTALT_API gestalt_result gestalt_recorder_finish(gestalt_recorder *recorder,
                                                   gestalt_error *error);

/// Set the owner of a recorder: an address that is only compared, NULL at first.
/// gestalt_world_record sets its world as the owner, and gestalt_world_frame refuses recorders of
/// other worlds.
GESTALT_API void gestalt_recorder_set_owner(gestalt_recorder *recorder, const void *owner);
GESTALT_API const void *gestalt_recorder_owner(const gestalt_recorder *recorder);

/// Destroy the recorder, which may be NULL. A recording that was not finished ends after its last
/// frame. The sink must not call this, nor any function that writes.
GESTALT_API void gestalt_recorder_destroy(gestalt_recorder *recorder);

// ---- reading

/// A recording that is being read. Its contents are not trusted: everything returned has been
/// verified, and memory grows with the bytes read, not with the sizes that they claim.
typedef struct gestalt_recording gestalt_recording;

/// Open a file and read the description. Returns GESTALT_BAD_FILE, with the offset, when the file
/// is not a recording, is damaged, or ends before the description does; and GESTALT_BAD_ARGUMENT
/// when the recording has trees, but no world. On any error `*recording` is NULL.
GESTALT_API gestalt_result gestalt_recording_open(const char *path,
                                                  const gestalt_allocator *allocator,
                                                  gestalt_recording **recording,
                                                  gestalt_error *error);

/// Open a recording in memory. The bytes must stay valid while the recording is open.
GESTALT_API gestalt_result gestalt_recording_open_memory(const void *bytes, size_t size,
                                                         const gestalt_allocator *allocator,
                                                         gestalt_recording **recording,
                                                         gestalt_error *error);

/// A source of bytes, such as a pipe, an archive or a network. `read` returns `size` bytes, or
/// fewer when no more are available now; a later call may return more. An error ends the reading.
typedef struct gestalt_record_source {
    gestalt_result (*read)(void *user, void *bytes, size_t size, size_t *count,
                           gestalt_error *error);
    void *user;
} gestalt_record_source;

GESTALT_API gestalt_result gestalt_recording_open_source(gestalt_record_source source,
                                                         const gestalt_allocator *allocator,
                                                         gestalt_recording **recording,
                                                         gestalt_error *error);

/// Close the recording, which may be NULL.
GESTALT_API void gestalt_recording_close(gestalt_recording *recording);

/// Set limits; only `agents` counts. A frame with more agents, or with more values than 16 columns
/// of that many agents, is refused with GESTALT_LIMIT before memory is allocated. The limit is
/// needed since one byte of a file can encode the values of 64 agents, while a frame takes 12 bytes
/// of memory for each agent and each value, and up to three times that when agents come and go.
/// Without this call the default limits hold.
GESTALT_API void gestalt_recording_set_limits(gestalt_recording *recording,
                                              const gestalt_limits *limits);

/// Return the description, which is valid until the recording is closed.
GESTALT_API const gestalt_record_description *
gestalt_recording_description(const gestalt_recording *recording);

/// The outcome of gestalt_recording_next.
typedef enum gestalt_record_next {
    GESTALT_RECORD_HAS_FRAME,
    GESTALT_RECORD_AT_END, ///< the recording is complete
    GESTALT_RECORD_CUT,    ///< the bytes end in the middle of the recording; more may come
} gestalt_record_next;

/// Read the next frame. The frame and its arrays are valid until the next call; its agents are
/// sorted by id. After GESTALT_RECORD_CUT, call it again once the file or source has more bytes.
/// Returns GESTALT_BAD_FILE, with the offset, for damage. After any error, further calls return the
/// same error.
GESTALT_API gestalt_result gestalt_recording_next(gestalt_recording *recording,
                                                  gestalt_record_next *next,
                                                  gestalt_record_frame *frame,
                                                  gestalt_error *error);

/// Read the next frame without the values of agents: only their number is set, and `ids`, `groups`
/// and `columns` of the frame are NULL. This takes little memory and time, whatever the file
/// claims, and limits on agents do not apply. The bytes are still verified. Use either this
/// function or gestalt_recording_next on one recording: mixing them is GESTALT_MISUSE.
GESTALT_API gestalt_result gestalt_recording_skim(gestalt_recording *recording,
                                                  gestalt_record_next *next,
                                                  gestalt_record_frame *frame,
                                                  gestalt_error *error);

/// Return the offset, in bytes, of the end of what was read; what follows is not a whole frame yet.
GESTALT_API uint64_t gestalt_recording_offset(const gestalt_recording *recording);

/// Return the index of the column with that name, or column_count if there is none.
GESTALT_API uint32_t gestalt_record_column_index(const gestalt_record_description *description,
                                                 const char *name);

/// The value (-1) that stands for no word, in a column with words. Other values without a word are
/// shown as numbers.
#define GESTALT_NO_WORD UINT32_MAX

/// Return the word for a value of a column, or NULL. `value` holds the value's 32 bits, whatever
/// its type.
GESTALT_API const char *gestalt_record_word(const gestalt_record_column *column, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
