#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the tests of the page that need no browser: run.sh GESTALT MAKE_RECORDING TEST, or run.sh types|lint
#
# Without node or the npm packages (`./dev setup` installs both), a test is skipped; if CI is set, it fails.
set -euo pipefail
[ $# -lt 3 ] || { GESTALT=$(realpath "$1") MAKE_RECORDING=$(realpath "$2") && export GESTALT MAKE_RECORDING; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."

left_out() {
    if [ -n "${CI:-}" ]; then
        printf 'not ok 1 - the page without a browser\n# %s\n1..1\n' "$1"
        exit 1
    fi
    echo "1..0 # SKIP $1; ./dev setup gets it"
    exit 0
}

# Run an npm tool as one test.
tool() {
    local package=$1 output
    shift
    [ -d "node_modules/$package" ] || left_out "there is no $package"
    if output=$("$@" 2>&1); then
        printf 'ok 1 - %s finds nothing\n1..1\n' "$package"
    else
        printf 'not ok 1 - %s finds nothing\n# %s\n1..1\n' "$package" "${output//$'\n'/$'\n# '}"
        exit 1
    fi
}

command -v node >/dev/null || left_out "there is no node"
case $1 in
types) tool typescript node node_modules/typescript/bin/tsc --project . ;;
lint) tool eslint node node_modules/eslint/bin/eslint.js . ;;
*) exec node --import ./tests/tables.js --test-reporter=tap "tests/$3.test.js" ;;
esac
