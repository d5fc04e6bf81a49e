// SPDX-License-Identifier: MIT
// Nodes that wait for assignments of a key: WasEntryUpdated, SkipUnlessUpdated, WaitValueUpdate.
#ifndef BTCPP_ENTRY_H
#define BTCPP_ENTRY_H

#include "btcpp.h"

draft_node *btcpp_was_updated(btcpp_making *t, const source_node *n, skip s);
draft_node *btcpp_skip_unless(btcpp_making *t, const source_node *n, skip s);
draft_node *btcpp_wait_update(btcpp_making *t, const source_node *n, skip s);

#endif
