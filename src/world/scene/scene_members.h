// SPDX-License-Identifier: MIT
// The members of a scene that a snapshot stores to recognise the scene: each has a name, such as
// `birds.vehicle.mass`, and a hash of its value. With them, loading can detect another scene, and
// name the first member that differs. Fields that `may_change` are not included, nor are trees,
// whose shapes snapshots compare separately.
//
//     | hash 8 | name, ends with 0 | for each member, in the order of the tables
#ifndef SCENE_MEMBERS_H
#define SCENE_MEMBERS_H

#include "scene.h"

/// Longer names are truncated.
enum { SCENE_MEMBER_NAME = 200 };

typedef enum scene_members_verdict {
    SCENE_MEMBERS_SAME,
    SCENE_MEMBERS_CHANGED,
    SCENE_MEMBERS_NEW,  // the scene has a member that is not stored
    SCENE_MEMBERS_GONE, // the scene lacks a stored member
    SCENE_MEMBERS_BAD,  // the bytes are not valid
} scene_members_verdict;

/// Write all members and return their size; with `to` NULL, only return the size.
size_t scene_members_write(const scene *s, unsigned char *to);

/// Compare a scene with stored members, which are not trusted. Unless they are the same, `name`
/// receives the name of the first one that differs.
scene_members_verdict scene_members_compare(const scene *s, const unsigned char *kept, size_t size,
                                            char name[SCENE_MEMBER_NAME]);

#endif
