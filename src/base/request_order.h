// SPDX-License-Identifier: MIT
// The order in which requests are listed, exchanged and saved.
#ifndef REQUEST_ORDER_H
#define REQUEST_ORDER_H

/// Return whether a request comes before another: by agent, cancels before launches, then by node.
/// `a` and `b` point to structs with the members `agent`, `launch` and `node`.
#define REQUEST_IS_BEFORE(a, b)                                                                    \
    ((a)->agent != (b)->agent     ? (a)->agent < (b)->agent                                        \
     : (a)->launch != (b)->launch ? (a)->launch < (b)->launch                                      \
                                  : (a)->node < (b)->node)

#endif
