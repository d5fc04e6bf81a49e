#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a fuzz target over seeds taken from the golden documents.
#
#   run.sh GESTALT TARGET ROUNDS            a target with driver.c: so many mutations, which
#                                           follow from $FUZZ_NUMBER
#   run.sh GESTALT TARGET SECONDS FOLDER    a libFuzzer program; FOLDER keeps what it finds
set -euo pipefail
shopt -s nullglob
gestalt=$(realpath "$1") target=$(realpath "$2") amount=$3 work=${4:+$(realpath -m "$4")}
cd "$(dirname "${BASH_SOURCE[0]}")"

seeds=$(mktemp -d)
trap 'rm -rf "$seeds" "$seeds".*' EXIT
documents=(../../examples/*.json ../golden/*/*.json)
case $(basename "$target") in
fuzz_image)
    for document in ../../examples/guard.json ../golden/good/*.json; do
        "$gestalt" compile -q "$document" -o "$seeds/$(basename "$document" .json).gst" 2>"$seeds.log" ||
            { cat "$seeds.log" && exit 1; }
    done
    ;;
fuzz_snapshot | fuzz_record | fuzz_world)
    # One damaged byte or word each, here and there.
    for i in 0 1 2 3 4 5 6 7 8 9 a b c d e f 10 11 12 13 14 15 16 17; do
        rest="\\x$((0x$i % 8))\\x7$((0x$i % 10))\\x0$((0x$i % 4))\\x0$((0x$i % 10))"
        printf '%b' "\\x$i$rest" >"$seeds/$i"
        printf '%b' "\\x$(printf %x $((0x80 + 0x$i)))$rest" >"$seeds/edited-$i"
    done
    ;;
fuzz_expression)
    # The values of the attributes that are expressions, one to a file.
    grep -ohE '"(if|to|init)": *"[^"\\]+"' "${documents[@]}" | sed -E 's/^[^:]*: *"(.*)"$/\1/' |
        sort -u | (cd "$seeds" && split -l 1 -a 4 -)
    ;;
*)
    for document in "${documents[@]}"; do
        cp "$document" "$seeds/$(basename "$(dirname "$document")")-$(basename "$document")"
    done
    ;;
esac

if [ -z "$work" ]; then
    "$target" "$amount" "$seeds" "${FUZZ_NUMBER:-1}"
    exit
fi

# The words of the language, from the tables of nodes and operations.
{
    grep -ohE '^(NODE|ATTRIBUTE)\([A-Z_]+, "[a-z_]+"' ../../src/shape/nodes.def
    grep -ohE '^(LEAF_|VECTOR_)?OP\([^"]*"[^"]+"' ../../src/shape/ops.def
    printf '"%s"\n' gestalt root blackboard actions trees include params kind shared init name \
        doc type bool int float vec2 key immediate deferred predicate all any random fixed
} | sed -E 's/.*"([^"]*)"\)?$/"\1"/' | sort -u >"$seeds.dict"
mkdir -p "$work/corpus"
if ! "$target" -max_total_time="$amount" -max_len=16384 -timeout=10 -rss_limit_mb=2048 \
    -print_final_stats=1 -dict="$seeds.dict" -artifact_prefix="$work/" \
    "$work/corpus" "$seeds" >"$work/log" 2>&1; then
    tail -n 60 "$work/log"
    echo "$(basename "$target") found something; the input is in $work"
    exit 1
fi
sed -nE 's/^stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb): */  \1 /p' "$work/log"
