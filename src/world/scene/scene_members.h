// SPDX-License-Identifier: MIT
// The members of a scene that a snapshot holds on to: each has a name, as `birds.vehicle.mass`, and
// a hash of its value. By them a snapshot tells whether it is of the same scene, and if not, which
// member is another one. Fields that `may_change` are no members, nor are trees, whose shapes
// snapshots compare on their own.
//
//     | hash 8 | name, ends with 0 | for each member, in the order of the tables
#ifndef SCENE_MEMBERS_H
#define SCENE_MEMBERS_H

#include "scene.h"

/// A longer name is cut off.
enum { SCENE_MEMBER_NAME = 200 };

typedef enum scene_members_verdict {
    SCENE_MEMBERS_SAME,
    SCENE_MEMBERS_CHANGED,
    SCENE_MEMBERS_NEW,  // the scene has a member that was not kept
    SCENE_MEMBERS_GONE, // it lacks one
    SCENE_MEMBERS_BAD,  // these are no members
} scene_members_verdict;

/// Writes all members and returns their size; only tells it if `to` is NULL.
size_t scene_members_write(const scene *s, unsigned char *to);

/// Compares a scene with members that were kept, of which nothing is believed. Unless they are the
/// same, `name` is that of the first one that differs.
scene_members_verdict scene_members_compare(const scene *s, const unsigned char *kept, size_t size,
                                            char name[SCENE_MEMBER_NAME]);

#endif
