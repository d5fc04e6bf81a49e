// SPDX-License-Identifier: MIT
// What becomes of the nodes of nav2; btcpp_nodes.c has their rows.
#ifndef BTCPP_NAV2_H
#define BTCPP_NAV2_H

#include "btcpp.h"

btcpp_make nav2_pipeline, nav2_nonblocking, nav2_rate, nav2_recovery, nav2_round_robin,
    nav2_single_trigger;

#endif
