#!/bin/sh
# SPDX-License-Identifier: MIT
# Write a tree of the workloads as C. Warnings about keys that only leaves use are shown only if the command fails.
# native.sh GESTALT TREE.json OUTPUT.c
messages=$("$1" compile "$2" --as=c --leaves=leaves_native.h --output="$3" --quiet 2>&1) && exit 0
printf '%s\n' "$messages" >&2
exit 1
