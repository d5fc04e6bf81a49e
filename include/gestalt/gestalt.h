// SPDX-License-Identifier: MIT
// Gestalt: very large populations of agents with behavior trees. This header includes all public
// headers of the engine except lanes.h, which would also pull in the machine's vector types.
#ifndef GESTALT_H
#define GESTALT_H

#include <gestalt/actor.h>
#include <gestalt/base.h>
#include <gestalt/calls.h>
#include <gestalt/compiler.h>
#include <gestalt/diagnostics.h>
#include <gestalt/edit.h>
#include <gestalt/expression.h>
#include <gestalt/host.h>
#include <gestalt/inspect.h>
#include <gestalt/keys.h>
#include <gestalt/limits.h>
#include <gestalt/plugin.h>
#include <gestalt/population.h>
#include <gestalt/rows.h>
#include <gestalt/shape.h>
#include <gestalt/snapshot.h>
#include <gestalt/snapshot_parts.h>
#include <gestalt/version.h>
#include <gestalt/watch.h>

#endif
