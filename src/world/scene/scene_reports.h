// SPDX-License-Identifier: MIT
// Reading of reports, and of `until`: cutting their expressions at the calls over groups.
#ifndef SCENE_REPORTS_H
#define SCENE_REPORTS_H

#include "scene.h"

/// Compiles all reports and `until`, when all groups and their trees are known.
void scene_read_reports(scene_reader *r, scene *s);

#endif
