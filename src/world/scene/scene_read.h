// SPDX-License-Identifier: MIT
// Reading JSON into structs by tables: what may stand in an object, of what kind, within which
// bounds, with which default and what it means. The tables check scene files, fill structs, and
// make the reference in docs/scenes.md. Everything wrong is reported; reading goes on.
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
// A struct that a table fills starts with a scene_place, which says where it stands in the file.
#ifndef SCENE_READ_H
#define SCENE_READ_H

#include "json_form.h"

#include <gestalt/expression.h>

/// The place where something was read: the object of the file. The zero value is nowhere: it was
/// not given.
typedef json_value scene_place;

/// Also when the file is gone. Nothing else of a place may be used then.
static inline bool scene_given(scene_place place)
{
    return place.document != NULL;
}

typedef enum scene_kind {
    SCENE_END,
    SCENE_BOOL,   // bool
    SCENE_COUNT,  // uint64_t: a whole number within bounds
    SCENE_NUMBER, // float, within bounds
    SCENE_TIME,   // int64_t: microseconds; written in seconds
    SCENE_NAME,   // const char *: letters, digits and _
    SCENE_TEXT,   // const char *
    SCENE_TITLE,  // const char *: any characters but control characters, 1 to 255 bytes
    SCENE_WORD,   // int: which one of `words`
    SCENE_COLOR,  // uint32_t: the colour of a GESTALT_RECORD_LOOK
    SCENE_POINT,  // scene_point: a list of 2 or 3 numbers, as the world has dimensions
    SCENE_POINTS, // scene_points: a list of those
    SCENE_OBJECT, // a struct in place, by `fields`
    SCENE_LIST,   // scene_list: a list of objects, each a struct by `fields`
    SCENE_NAMES,  // scene_texts: a list of names
    SCENE_SET,    // scene_set: values of blackboard keys, which are read when the trees are known
    SCENE_VALUE,  // json_value: whatever it is
} scene_kind;

typedef struct scene_reader scene_reader;
typedef struct scene_field scene_field;

struct scene_field {
    scene_kind kind; // SCENE_END: behind the last
    const char *name;
    size_t offset; // in the struct
    bool required;
    bool may_change;    // from a snapshot to its resuming
    double least, most; // of numbers, seconds and lengths of lists; not looked at if they are equal
    double otherwise;   // what it is when it is not given: numbers, times, words, bools
    const char *const *words;  // SCENE_WORD; ends with NULL
    const scene_field *fields; // SCENE_OBJECT, SCENE_LIST
    size_t size;               // SCENE_LIST: of a struct
    const char *doc;           // for the reference: a phrase
    const char *what;          // how errors call it; NULL: `name`
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

/// Names that a scene gives to things, so that others can refer to them: paths, groups, places. Two
/// things of a kind have different names.
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
    const struct gestalt_scene *scene; // that is read
    uint32_t dimension;
    uint32_t node_budget; // the limit `nodes`, of trees and of what a short text may make large
    scene_name *names;
    uint32_t name_count, name_capacity;
    // Places in `names`, when there are any: of a kind with its name, and of the first of a name.
    struct names *by_kind, *by_name;
    /// Computes a string that stands for a number. False: that was reported.
    bool (*compute)(scene_reader *r, json_value string, gestalt_expression_wanted wanted,
                    gestalt_value *value);
    struct scene_param *params; // scene_number.h
    uint32_t param_count;
    struct scene_expressions *expressions; // those that the scene keeps
    const scene_field *known_of; // the first table of the last object, and the names in all of its
    const char **known;          // tables: most objects come in lists of their kind
    bool has_no_memory;          // found where the arena could not be left
};

/// The names of colours, the first of which has number 1 in a look; ends with NULL.
extern const char *const scene_palette[];

/// Fills a struct, which is zero before, from an object. `what` is for messages: "a group". Members
/// that are not in a table are reported; of several tables (parts add their own), all count.
void scene_read_object(scene_reader *r, json_value object, const char *what,
                       const scene_field *fields, void *to);

/// The same for several tables and structs; the lists end with NULL.
void scene_read_tables(scene_reader *r, json_value object, const char *what,
                       const scene_field *const *tables, void *const *structs);

/// The elements of a list that are to be read, and no more: those that cannot be right, since they
/// are too short for what the tables want, count up to a bound. Each would take the memory of a
/// struct, and later mistakes are not shown.
uint32_t scene_list_room(json_value list, const scene_field *const *tables);

/// The place of a member of an object that was read, or the object's when it has none: for what
/// turns out to be wrong later.
json_value scene_member(json_value object, const char *name);

/// Reports an error there, as json_form_wrong; help may follow with scene_help.
gestalt_diagnostic *scene_wrong(scene_reader *r, json_value place, diagnostic_code code,
                                const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));
void scene_help(scene_reader *r, gestalt_diagnostic *to, const char *format, ...)
    __attribute__((cold, format(printf, 3, 4)));

/// The same at a line and column of the file, both from 1.
gestalt_diagnostic *scene_wrong_at(scene_reader *r, uint32_t line, uint32_t column,
                                   diagnostic_code code, const char *format, ...)
    __attribute__((cold, format(printf, 5, 6)));

/// Reads a number, which is reported when it is none or no float can be so large.
void scene_read_number(scene_reader *r, json_value value, const char *what, float *to);

/// Makes a name known; reports when the kind has it already. `place` is for that.
void scene_define(scene_reader *r, const char *kind, const char *name, uint32_t number,
                  json_value place);
/// The number under a name; of any kind when `kind` is NULL. Unknown ones are reported, with the
/// nearest that is known: UINT32_MAX. To be called when everything is read.
uint32_t scene_find(scene_reader *r, const char *kind, const char *name, json_value place);

/// Return whether anything has that name.
bool scene_has(const scene_reader *r, const char *name);

/// Zeroed memory that lives as long as the scene.
void *scene_memory(scene_reader *r, size_t size);

#endif
