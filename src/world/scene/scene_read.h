// SPDX-License-Identifier: MIT
// Reading JSON into structs by tables: which members an object may have, with kinds, bounds,
// defaults and descriptions. The tables check scene files, fill structs, and generate the reference
// in docs/scenes.md. All errors are reported; reading continues after them.
//
//     typedef struct light { scene_place at; float green; const char *name; } light;
//     static const scene_field light_fields[] = {
//         {SCENE_NAME, "name", offsetof(light, name), .required = true, .doc = "what it is
//         called"}, {SCENE_NUMBER, "green", offsetof(light, green), .least = 1, .most = 600,
//         .otherwise = 20,
//          .doc = "seconds that it is green"},
//         {0},
//     };
//
// A struct filled by a table starts with a scene_place: its position in the file.
#ifndef SCENE_READ_H
#define SCENE_READ_H

#include "json_form.h"

#include <gestalt/expression.h>

/// The position from which something was read: an object of the file. The zero value means that it
/// is missing.
typedef json_value scene_place;

/// Return whether something is present. Works even after the file is freed, unlike other uses of a
/// place.
static inline bool scene_given(scene_place place)
{
    return place.document != NULL;
}

typedef enum scene_kind {
    SCENE_END,
    SCENE_BOOL,   // bool
    SCENE_COUNT,  // uint64_t: an integer within bounds
    SCENE_NUMBER, // float, within bounds
    SCENE_TIME,   // int64_t: microseconds, written in seconds
    SCENE_NAME,   // const char *: letters, digits and _
    SCENE_TEXT,   // const char *
    SCENE_TITLE,  // const char *: any characters but control characters, 1 to 255 bytes
    SCENE_WORD,   // int: index in `words`
    SCENE_COLOR,  // uint32_t: the colour of a GESTALT_RECORD_LOOK
    SCENE_POINT,  // scene_point: a list of 2 or 3 numbers, one per dimension
    SCENE_POINTS, // scene_points: a list of points
    SCENE_OBJECT, // a nested struct, by `fields`
    SCENE_LIST,   // scene_list: a list of objects, each a struct by `fields`
    SCENE_NAMES,  // scene_texts: a list of names
    SCENE_SET,    // scene_set: values of blackboard keys, which are read once the trees are known
    SCENE_VALUE,  // json_value: any value
} scene_kind;

typedef struct scene_reader scene_reader;
typedef struct scene_field scene_field;

struct scene_field {
    scene_kind kind; // SCENE_END ends a table
    const char *name;
    size_t offset; // offset in the struct
    bool required;
    bool may_change;           // the value may differ when a snapshot is resumed
    double least, most;        // bounds of numbers, seconds and lengths of lists; ignored if equal
    double otherwise;          // default of numbers, times, words and bools
    const char *const *words;  // SCENE_WORD: the list ends with NULL
    const scene_field *fields; // SCENE_OBJECT, SCENE_LIST
    size_t size;               // SCENE_LIST: size of an element's struct
    const char *doc;           // a phrase for the reference
    const char *what;          // name in errors; NULL: `name`
};

typedef struct scene_point {
    float at[3];
} scene_point;

typedef struct scene_points {
    scene_point *list;
    uint32_t count;
} scene_points;

typedef struct scene_list {
    void *list;
    uint32_t count;
} scene_list;

typedef struct scene_texts {
    const char **list;
    uint32_t count;
} scene_texts;

/// A name that a scene gives to something, so that other members can refer to it: a path, a group,
/// a route. Names are unique within a kind.
typedef struct scene_name {
    const char *kind; // "path", for messages
    const char *name;
    uint32_t number;
} scene_name;

struct scene_reader {
    json_form form;   // the scene file
    const char *file; // its name, without a folder
    const char *text;
    size_t size;
    const struct gestalt_scene *scene; // the scene that is being read
    uint32_t dimension;
    uint32_t node_budget; // the limit `nodes`, for trees and for anything large that a short text
                          // can create
    scene_name *names;
    uint32_t name_count, name_capacity;
    // Indexes into `names`, built when there are any: by kind and name, and by the first of a name.
    struct names *by_kind, *by_name;
    /// Evaluates a string in place of a number. Returns false if it has errors, which were
    /// reported.
    bool (*compute)(scene_reader *r, json_value string, gestalt_expression_wanted wanted,
                    gestalt_value *value);
    struct scene_param *params; // scene_number.h
    uint32_t param_count;
    struct scene_expressions *expressions; // expressions that belong to the scene
    const scene_field *known_of; // first table of the last object; a cache, since objects mostly
                                 // come in lists of one kind
    const char **known;          // names in all tables of that object
    bool has_no_memory;          // memory ran out where the arena could not jump out
};

/// The names of palette colours; the first has number 1 in a look; ends with NULL.
extern const char *const scene_palette[];

/// Fill a struct, which must be zero, from an object. `what` is for messages: "a group". Members
/// that are in none of the tables are reported; parts add tables of their own.
void scene_read_object(scene_reader *r, json_value object, const char *what,
                       const scene_field *fields, void *to);

/// Fill several structs by several tables; the lists end with NULL.
void scene_read_tables(scene_reader *r, json_value object, const char *what,
                       const scene_field *const *tables, void *const *structs);

/// Return how many elements of a list to read. Elements that are too short to be valid count only
/// up to a bound, since each would take the memory of a struct, and later errors are not shown.
uint32_t scene_list_room(json_value list, const scene_field *const *tables);

/// Return the place of a member of an object that was read, or the object's own if it is missing,
/// for errors that are found later.
json_value scene_member(json_value object, const char *name);

/// Report an error at a place, like json_form_wrong; help may follow with scene_help.
gestalt_diagnostic *scene_wrong(scene_reader *r, json_value place, diagnostic_code code,
                                const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));
void scene_help(scene_reader *r, gestalt_diagnostic *to, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

/// Report an error at a line and column of the file, both counted from 1.
gestalt_diagnostic *scene_wrong_at(scene_reader *r, uint32_t line, uint32_t column,
                                   diagnostic_code code, const char *format, ...)
    __attribute__((cold, format(printf, 5, 6)));

/// Read a number; reports a value that is not a number or too large for a float.
void scene_read_number(scene_reader *r, json_value value, const char *what, float *to);

/// Register a name; reports it at `place` if the kind already has it.
void scene_define(scene_reader *r, const char *kind, const char *name, uint32_t number,
                  json_value place);
/// Return the number registered under a name, of any kind if `kind` is NULL. An unknown name is
/// reported, with a suggestion, and gives UINT32_MAX. Call this after everything is read.
uint32_t scene_find(scene_reader *r, const char *kind, const char *name, json_value place);

/// Return whether anything has that name.
bool scene_has(const scene_reader *r, const char *name);

/// Allocate zeroed memory that lives as long as the scene.
void *scene_memory(scene_reader *r, size_t size);

#endif
