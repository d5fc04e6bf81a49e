// SPDX-License-Identifier: MIT
// Recordings: what agents did, frame by frame, as a file that `gestalt plot` and `gestalt export`
// read. docs/recordings.md tells of the bytes.
//
// A host says first who and what is recorded, then gives a frame at a time, from columns. The bytes
// handed to the sink are a recording up to there: whoever reads the file while it grows, or after
// the program has died, finds every whole frame. Readers get the same description, and the same
// frames.
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
    GESTALT_RECORD_NODES_MAX = 1 << 20, ///< of a group
    GESTALT_RECORD_GEOMETRY_MAX = 1 << 20,
    GESTALT_RECORD_WORDS_MAX = 1000,   ///< of a column
    GESTALT_RECORD_NAME_MAX = 1000,    ///< bytes
    GESTALT_RECORD_LIMIT_COLUMNS = 16, ///< of an agent, as limits count agents
};

/// Four bytes a value, all of them.
typedef enum gestalt_record_type {
    GESTALT_RECORD_FLOAT, ///< float
    GESTALT_RECORD_INT,   ///< int32_t
    GESTALT_RECORD_BOOL,  ///< uint32_t, 0 or 1
    GESTALT_RECORD_NODE,  ///< uint32_t: the id of a live node, or GESTALT_NO_NODE
} gestalt_record_type;

/// The exactness with which floats are kept. Values of other types always are what they were.
typedef enum gestalt_record_coding {
    GESTALT_RECORD_EXACT,
    GESTALT_RECORD_RANGE, ///< 16 bits over low..high, both included; what lies outside is moved to
                          ///< the edge
    GESTALT_RECORD_CYCLE, ///< 16 bits over low..high, where high is low again, as for periodic
                          ///< positions
} gestalt_record_coding;

typedef struct gestalt_record_column {
    const char *name;
    const char *unit; ///< for people, as "m/s"; NULL is none
    gestalt_record_type type;
    gestalt_record_coding coding;
    float low, high; ///< of GESTALT_RECORD_RANGE and GESTALT_RECORD_CYCLE; else 0
    /// The words that 0, 1 and so on stand for, of ints; -1 is none, and other values are shown as
    /// numbers. Else 0.
    const char *const *words;
    uint32_t word_count;
} gestalt_record_column;

/// The shape in which agents of a group are drawn. Some shapes point: in the direction of the
/// column `heading`, of ints in degrees, if there is one and it is not negative; else where the
/// agent moves.
typedef enum gestalt_record_shape {
    GESTALT_RECORD_SHAPE_ANY,      ///< as the viewer likes
    GESTALT_RECORD_SHAPE_CIRCLE,   ///< of the group's radius
    GESTALT_RECORD_SHAPE_SQUARE,   ///< of that area; it does not point
    GESTALT_RECORD_SHAPE_TRIANGLE, ///< points
    GESTALT_RECORD_SHAPE_CAR,      ///< points: twice the radius long, and half as wide
    GESTALT_RECORD_SHAPE_PLANE,    ///< points: twice the radius long
    GESTALT_RECORD_SHAPE_PERSON,   ///< from above, with shoulders; points
    GESTALT_RECORD_SHAPE_COUNT,
} gestalt_record_shape;

/// Set in a look: its colour is red, green and blue.
#define GESTALT_RECORD_RGB UINT32_C(0x80000000)
/// The look of a group: a gestalt_record_shape, and a colour, as GESTALT_RECORD_RGB | 0xcc3333, or
/// the number of one of the palette, from 1, as docs/recordings.md lists them; 0 is the viewer's.
#define GESTALT_RECORD_LOOK(shape, color) ((uint32_t)(shape) << 24 | (color))
enum { GESTALT_RECORD_PALETTE = 16 }; ///< colours of the palette

typedef struct gestalt_record_group {
    const char *name;
    float radius;             ///< of its agents, for drawing; 0 is a dot
    const char *const *nodes; ///< labels of the nodes by id; may be NULL when there are none
    uint32_t node_count;
    uint32_t look; ///< GESTALT_RECORD_LOOK; 0 is as the viewer likes
} gestalt_record_group;

/// A thing that stands still; of a light, all but its states.
typedef enum gestalt_record_geometry_kind {
    GESTALT_RECORD_PATH = 1, ///< points in a row; radius is half its width
    GESTALT_RECORD_LOOP,     ///< the same, closed
    GESTALT_RECORD_CIRCLE,   ///< an obstacle: one point, and a radius
    GESTALT_RECORD_POLYGON,  ///< an obstacle: at least 3 points
    GESTALT_RECORD_EDGE,     ///< of a graph: 2 points or more
    GESTALT_RECORD_PLACE,    ///< a point with a name
    GESTALT_RECORD_LIGHT,    ///< of a crossing: a point, or a line across the way that it is for
} gestalt_record_geometry_kind;

typedef struct gestalt_record_geometry {
    gestalt_record_geometry_kind kind;
    const char *name;    ///< NULL is none
    const float *points; ///< point_count times as many as there are dimensions
    uint32_t point_count;
    float radius;
} gestalt_record_geometry;

/// A state of a light.
typedef enum gestalt_record_light {
    GESTALT_RECORD_LIGHT_OFF,
    GESTALT_RECORD_LIGHT_GREEN,
    GESTALT_RECORD_LIGHT_YELLOW,
    GESTALT_RECORD_LIGHT_RED,
    GESTALT_RECORD_LIGHT_COUNT,
} gestalt_record_light;

/// All that holds for every frame. The first 2 or 3 columns are the position.
typedef struct gestalt_record_description {
    const char *name;   ///< of the scene
    uint32_t dimension; ///< 2 or 3
    float low[3], high[3];
    bool periodic[3];
    int64_t dt; ///< microseconds from step to step
    uint64_t seed;
    uint32_t every;       ///< so many steps from frame to frame; 0 counts as 1
    uint32_t every_agent; ///< agents whose id it divides are kept; 0 counts as 1
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
    const uint64_t *ids;        ///< all different
    const uint32_t *groups;     ///< of each agent
    const void *const *columns; ///< arrays of `count` values
    const uint8_t *lights; ///< of each light, in the order of the geometry: a gestalt_record_light
} gestalt_record_frame;

// ---- writing

typedef struct gestalt_recorder gestalt_recorder;

/// Writes the description, of which nothing is needed afterwards. GESTALT_BAD_ARGUMENT when
/// the description is not one that a recording can have, GESTALT_IO when the sink takes no more.
GESTALT_API gestalt_result gestalt_recorder_create(const gestalt_record_description *description,
                                                   gestalt_writer sink,
                                                   const gestalt_allocator *allocator,
                                                   gestalt_recorder **recorder,
                                                   gestalt_error *error);

/// Tells whether a step is one of those that are recorded: `every` divides it. So hosts need not
/// gather columns for the others.
GESTALT_API bool gestalt_recorder_wants(const gestalt_recorder *recorder, uint64_t step);

/// Writes a frame with the agents that `every_agent` wants, in any order. Steps must increase. When
/// memory or an argument is the error, nothing was written, and the next frame can be; after
/// GESTALT_IO, nothing is written any more.
GESTALT_API gestalt_result gestalt_recorder_frame(gestalt_recorder *recorder,
                                                  const gestalt_record_frame *frame,
                                                  gestalt_error *error);

/// Says that this is all. Without it a reader waits for more.
GESTALT_API gestalt_result gestalt_recorder_finish(gestalt_recorder *recorder,
                                                   gestalt_error *error);

/// Sets the owner of a recorder, an address that is only compared; NULL at first.
/// gestalt_world_record sets the world as the owner, and gestalt_world_frame refuses recorders that
/// other worlds own.
GESTALT_API void gestalt_recorder_set_owner(gestalt_recorder *recorder, const void *owner);
GESTALT_API const void *gestalt_recorder_owner(const gestalt_recorder *recorder);

/// May be NULL. A recording that was not finished ends behind its last frame. The sink itself may
/// not call this, nor anything else that writes.
GESTALT_API void gestalt_recorder_destroy(gestalt_recorder *recorder);

// ---- reading

/// A recording that is being read. Nothing in it is believed: what is handed out has been verified,
/// and memory grows with the bytes that have come, not with what they promise.
typedef struct gestalt_recording gestalt_recording;

/// Opens a file and reads the description. GESTALT_BAD_FILE, with the offset, when this is no
/// recording, a damaged one, or one that is cut off before its first frame. On any error
/// `*recording` is NULL.
GESTALT_API gestalt_result gestalt_recording_open(const char *path,
                                                  const gestalt_allocator *allocator,
                                                  gestalt_recording **recording,
                                                  gestalt_error *error);

/// The same with bytes in memory, which must stay for as long as the recording is open.
GESTALT_API gestalt_result gestalt_recording_open_memory(const void *bytes, size_t size,
                                                         const gestalt_allocator *allocator,
                                                         gestalt_recording **recording,
                                                         gestalt_error *error);

/// A source of bytes: pipes, archives, networks. It gives `size` of them, or fewer when there are
/// no more just now; it may have more when it is asked again. An error of its own ends the reading.
typedef struct gestalt_record_source {
    gestalt_result (*read)(void *user, void *bytes, size_t size, size_t *count,
                           gestalt_error *error);
    void *user;
} gestalt_record_source;

GESTALT_API gestalt_result gestalt_recording_open_source(gestalt_record_source source,
                                                         const gestalt_allocator *allocator,
                                                         gestalt_recording **recording,
                                                         gestalt_error *error);

/// May be NULL.
GESTALT_API void gestalt_recording_close(gestalt_recording *recording);

/// Sets `agents`: a frame with more of them, or with more values than those of 16 columns of so
/// many, is refused with GESTALT_LIMIT before there is memory for it. A byte of a file can be the
/// values of 64 agents, and a frame takes 12 bytes of memory for each agent and each of its values,
/// up to thrice that where agents come and go. Recordings begin with the default limits.
GESTALT_API void gestalt_recording_set_limits(gestalt_recording *recording,
                                              const gestalt_limits *limits);

/// All that holds for every frame. Valid until the recording is closed.
GESTALT_API const gestalt_record_description *
gestalt_recording_description(const gestalt_recording *recording);

/// The next thing in a recording.
typedef enum gestalt_record_next {
    GESTALT_RECORD_HAS_FRAME,
    GESTALT_RECORD_AT_END, ///< the recording is complete
    GESTALT_RECORD_CUT,    ///< the bytes end, but not the recording; more may come
} gestalt_record_next;

/// Reads on. The frame and its arrays are valid until the next call; its agents are ordered by id.
/// After GESTALT_RECORD_CUT it may be called again, when the file or the source has more.
/// GESTALT_BAD_FILE, with the offset, for damage; then, and after any other error, each further
/// call answers the same.
GESTALT_API gestalt_result gestalt_recording_next(gestalt_recording *recording,
                                                  gestalt_record_next *next,
                                                  gestalt_record_frame *frame,
                                                  gestalt_error *error);

/// The same, but of agents only how many there are: `ids`, `groups` and `columns` of the frame are
/// NULL. So it takes little memory and time, whatever a file says, and limits of agents do not
/// count. The frame's bytes are verified as well. A recording is read by one of the two, and not by
/// the other behind it, which is GESTALT_MISUSE.
GESTALT_API gestalt_result gestalt_recording_skim(gestalt_recording *recording,
                                                  gestalt_record_next *next,
                                                  gestalt_record_frame *frame,
                                                  gestalt_error *error);

/// The place behind the last whole frame that was read, in bytes.
GESTALT_API uint64_t gestalt_recording_offset(const gestalt_recording *recording);

/// The index of the column of that name, or column_count when there is none.
GESTALT_API uint32_t gestalt_record_column_index(const gestalt_record_description *description,
                                                 const char *name);

/// The value that is none, of a column with words, as -1. Others that have no word are shown as
/// numbers.
#define GESTALT_NO_WORD UINT32_MAX

/// The word that a value of a column stands for, or NULL. The value's 32 bits, whatever its type.
GESTALT_API const char *gestalt_record_word(const gestalt_record_column *column, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
