#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a static library: all layers become one object whose hidden symbols are local, so that
# a program that links it sees the same names as one that links the shared library. Of archives behind
# --no-whole-archive, it has what the layers use.
#
#   library.sh LD OBJCOPY AR OUTPUT LAYER.a... [--no-whole-archive ARCHIVE.a...]
set -eu
ld=$1 objcopy=$2 ar=$3 output=$4
shift 4
object=${output%.a}.o
trap 'rm -f "$object"' EXIT
"$ld" -r --whole-archive -o "$object" "$@"
"$objcopy" --localize-hidden "$object"
rm -f "$output"
"$ar" rcsD "$output" "$object"
