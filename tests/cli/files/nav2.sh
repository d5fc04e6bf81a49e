#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compare the calls of leaves of nav2.xml, imported, with those of nav2-by-hand.json. Each argument is a
# list of stubs, one for each leaf.
calls() {
    gestalt trace "$1" -Wno-W0901 --ticks=60 --dt=0.3 "${@:2}" 2>/dev/null |
        grep -oE '^tick.*|action [A-F]\(\).*' | tr -s ' '
}
for leaves in "$@"; do
    stubs=()
    for stub in $leaves; do stubs+=("--stub" "$stub"); done
    calls nav2.xml "${stubs[@]}" >1.log
    calls nav2-by-hand.json "${stubs[@]}" >2.log
    diff 1.log 2.log && echo "$(grep -c action 1.log) calls, as in the original"
done
