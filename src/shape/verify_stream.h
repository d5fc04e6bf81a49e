// SPDX-License-Identifier: MIT
// The verifier's second half: the items, after the tables have been checked.
#ifndef VERIFY_STREAM_H
#define VERIFY_STREAM_H

#include "verifier.h"

/// Prove that the items are a tree and its inits. Derived fields may have any value.
bool verify_stream(verifier *v);

#endif
