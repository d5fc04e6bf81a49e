#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Random trees, run by the original engines and as imports: run.sh GESTALT RUN_LEAVES [COUNT [SEED]]
#
# Without node or the npm packages (`./dev setup` installs both), the test is skipped; if CI is set,
# it fails.
set -euo pipefail
gestalt=$(realpath "$1") leaves=$(realpath "$2") count=${3:-100} seed=${4:-1}
cd "$(dirname "${BASH_SOURCE[0]}")"

left_out() {
    if [ -n "${CI:-}" ]; then
        printf 'not ok 1 - trees beside the original engines\n# %s\n1..1\n' "$1"
        exit 1
    fi
    echo "1..0 # SKIP $1; ./dev setup gets it"
    exit 0
}

command -v node >/dev/null || left_out "there is no node"
if [ ! -d node_modules/mistreevous ] || [ ! -d node_modules/behavior3js ]; then
    left_out "there are no engines from npm"
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for profile in mistreevous behavior3 behavior3-reactive; do
    node records.mjs "$profile" "$count" "$seed" >"$folder/$profile.jsonl"
done
python3 ../import_records.py --gestalt "$gestalt" --runner "$leaves" "$folder"/*.jsonl
