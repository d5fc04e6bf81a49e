// SPDX-License-Identifier: MIT
// LoopInt, LoopBool, LoopDouble and LoopString with a queue that is in the file.
#ifndef BTCPP_LOOP_H
#define BTCPP_LOOP_H

#include "btcpp.h"

draft_node *btcpp_loop(btcpp_making *t, const source_node *n, skip s);

#endif
