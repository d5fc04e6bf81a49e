#!/bin/sh
# SPDX-License-Identifier: MIT
# Combines archives into one object file, in an archive, and makes symbols of it local. With --localize-hidden, hidden
# symbols become local, so that the static library exports the same names as the shared one. With
# --keep-global-symbols=FILE, all symbols become local except those that the file lists. Of archives after
# --no-whole-archive, only the members that other archives use are included.
#
#   library.sh LD OBJCOPY AR OUTPUT WHICH ARCHIVE.a... [--no-whole-archive ARCHIVE.a...]
set -eu
ld=$1 objcopy=$2 ar=$3 output=$4 which=$5
shift 5
object=${output%.a}.o
trap 'rm -f "$object"' EXIT
"$ld" -r --whole-archive -o "$object" "$@"
"$objcopy" "$which" "$object"
rm -f "$output"
"$ar" rcsD "$output" "$object"
