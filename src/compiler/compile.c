// SPDX-License-Identifier: MIT
#include "diagnostic.h"
#include "expression.h"
#include "json.h"
#include <gestalt/compiler.h>
