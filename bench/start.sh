#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures how long the command takes to start and to finish something small: start.sh GESTALT
set -euo pipefail
gestalt=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../examples"

# Print the mean time of 100 runs of a command, in milliseconds.
measure() {
    local begin end
    begin=$(date +%s%N)
    for _ in {1..100}; do
        "$@" >/dev/null
    done
    end=$(date +%s%N)
    printf '%-28s %6.2f ms\n' "${*/#$gestalt/gestalt}" "$((end - begin))e-8"
}

measure "$gestalt" --version
measure "$gestalt" check -q guard.json
