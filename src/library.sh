#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes one object of archives, in an archive, and symbols of it local: with --localize-hidden the hidden ones, so that a
# program that links a static library sees the same names as one that links the shared one; with
# --keep-global-symbols=FILE all but those that the file lists. Of archives behind --no-whole-archive, it has what the
# others use.
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
