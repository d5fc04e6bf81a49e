#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a fuzz target over seeds taken from the golden documents.
#
#   run.sh GESTALT TARGET ROUNDS            a target with driver.c: so many mutations
#   run.sh GESTALT TARGET SECONDS FOLDER    a libFuzzer program; FOLDER keeps what it finds
set -euo pipefail
gestalt=$(realpath "$1") target=$(realpath "$2") amount=$3
cd "$(dirname "${BASH_SOURCE[0]}")"

seeds=$(mktemp -d)
trap 'rm -rf "$seeds" "$seeds.dict"' EXIT
documents=(../golden/good/*.json ../golden/bad/*.json)
case $(basename "$target") in
fuzz_image)
    for document in ../golden/good/*.json; do
        "$gestalt" compile -q "$document" -o "$seeds/$(basename "$document" .json).gst"
    done
    ;;
fuzz_expression)
    # The values of the attributes that are expressions, one to a file.
    grep -ohE '"(if|to|init)": *"[^"\\]+"' "${documents[@]}" | sed -E 's/^[^:]*: *"(.*)"$/\1/' |
        sort -u | (cd "$seeds" && split -l 1 -a 4 -)
    ;;
*) cp "${documents[@]}" "$seeds" ;;
esac

if [ $# -lt 4 ]; then
    "$target" "$amount" "$seeds"
else
    # The words of the language, from the tables of nodes and operations.
    {
        grep -ohE '^(NODE|ATTRIBUTE)\([A-Z_]+, "[a-z_]+"' ../../src/shape/nodes.def
        grep -ohE '^OP.*"[^"]+"\)$' ../../src/shape/ops.def
        printf '"%s"\n' gestalt root blackboard actions trees include params kind shared init name \
            doc type bool int float vec2 key immediate deferred predicate all any random fixed
    } | sed -E 's/.*"([^"]*)"\)?$/"\1"/' | sort -u >"$seeds.dict"
    mkdir -p "$4/corpus"
    "$target" -max_total_time="$amount" -max_len=65536 -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 -verbosity=0 -dict="$seeds.dict" -artifact_prefix="$4/" \
        "$4/corpus" "$seeds"
fi
