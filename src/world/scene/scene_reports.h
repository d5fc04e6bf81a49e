// SPDX-License-Identifier: MIT
// Reading reports and `until`: splitting their expressions at calls over groups.
#ifndef SCENE_REPORTS_H
#define SCENE_REPORTS_H

#include "scene.h"

/// Compile all reports and `until`, once all groups and their trees are known.
void scene_read_reports(scene_reader *r, scene *s);

#endif
