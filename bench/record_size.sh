#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the size of recordings of all trees of the repository, in bytes per agent and tick, with a frame after every tick:
#
#   record_size.sh [GESTALT [AGENTS [TICKS]]]
#
# All predicates are true, and all actions take five ticks.
set -euo pipefail
gestalt=$(realpath "${1:-build/gestalt}")
agents=${2:-1000} ticks=${3:-200}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
file=$(mktemp)
trap 'rm -f "$file"' EXIT

for tree in examples/*.json bench/trees/*.json; do
    "$gestalt" check -q "$tree" 2>/dev/null || continue
    # The command suggests stubs for the functions that a tree calls.
    proposed=$("$gestalt" run "$tree" -q --ticks=0 2>&1 || true)
    stubs=$(sed -n 's/^  --stub \([^= ]*\)=[01]:success  an\? \(.*\)/\1 \2/p' <<<"$proposed" |
        awk '{ print "--stub=" $1 ($2 == "predicate" ? "=success" : "=5:success") }')
    # shellcheck disable=SC2086 # split into one word per stub
    "$gestalt" run "$tree" --agents="$agents" --ticks="$ticks" -q --record="$file" $stubs
    echo "$(stat -c %s "$file") $agents $ticks $tree" | awk '{ printf "%.2f %s\n", $1 / $2 / $3, $4 }'
done
