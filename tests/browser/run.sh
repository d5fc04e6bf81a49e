#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The player in a real browser: run.sh GESTALT MAKE_RECORDING SCRIPT [FOLDER for screenshots]
#
# Without node, Chromium or playwright-core (`./dev setup` gets them) the tests are left out, and
# say so; where CI is set, that is a failure.
set -euo pipefail
gestalt=$(realpath "$1") maker=$(realpath "$2") script=$3 pictures=${4:-}
cd "$(dirname "${BASH_SOURCE[0]}")"

left_out() {
    if [ -n "${CI:-}" ]; then
        printf 'not ok 1 - the player in a browser\n# %s\n1..1\n' "$1"
        exit 1
    fi
    echo "1..0 # SKIP $1; ./dev setup gets it"
    exit 0
}

command -v node >/dev/null || left_out "there is no node"
[ -d node_modules/playwright-core ] || left_out "there is no playwright-core"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    left_out "there is no Chromium"
exec node "$script" "$gestalt" "$maker" "$browser" "$pictures"
