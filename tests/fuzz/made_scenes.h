// SPDX-License-Identifier: MIT
// Scenes that are made from the bytes of a fuzz input: groups of every kind that moves agents, and
// every pair of kinds. Their trees call any of the functions that such a group may call. Agents are
// born, die and eat each other if the scene allows it. Nearly all scenes are accepted.
#ifndef MADE_SCENES_H
#define MADE_SCENES_H

#include <stddef.h>
#include <stdint.h>

enum {
    MADE_KINDS = 10,          // number of kinds of groups
    MADE_SCENE_SIZE = 1 << 16 // maximum size of a scene's text
};

/// Random numbers: first the bytes of an input, then numbers that follow from them.
typedef struct made_dice {
    const uint8_t *bytes;
    size_t left;
    uint64_t random;
} made_dice;

made_dice made_dice_of(const uint8_t *bytes, size_t size);
/// Draw a number below `bound`, which is not 0.
uint32_t made_below(made_dice *d, uint32_t bound);

/// Write a scene, zero-terminated. The first two numbers drawn choose the kinds of its first two
/// groups. With the same numbers and another `edition`, only the trees differ.
void made_scene(made_dice d, unsigned edition, char to[MADE_SCENE_SIZE]);

#endif
