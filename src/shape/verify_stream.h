// SPDX-License-Identifier: MIT
// The verifier's second half: the items, when the tables have been found to be right.
#ifndef VERIFY_STREAM_H
#define VERIFY_STREAM_H

#include "verifier.h"

/// Proves that the items are a tree and its inits. Derived fields may still be anything.
bool verify_stream(verifier *v);

#endif
