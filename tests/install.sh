#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs a build into an empty folder, and builds and runs a program against what lies there: with the
# shared library, then with the static one. install.sh BUILD
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../examples"

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
DESTDIR=$root meson install -C "$build" --no-rebuild --quiet >/dev/null
libraries=$(dirname "$(find "$root" -name libgestalt.a)")
export PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
export LD_LIBRARY_PATH=$libraries

try() {
    # shellcheck disable=SC2046 # the words of pkg-config are meant to be split
    "${CC:-cc}" -std=c17 -Wall -Wextra -Werror -o "$root/embed" embed.c \
        $(pkg-config --cflags --libs "$@" gestalt)
    "$root/embed" guard.json
}

try >"$root/shared.out"
readelf -d "$root/embed" | grep -q 'NEEDED.*libgestalt.so' || { echo "not linked to the shared library"; exit 1; }
rm "$libraries"/libgestalt.so*
try --static >"$root/static.out"
diff "$root/shared.out" "$root/static.out"
"$(find "$root" -path '*/bin/gestalt')" --version
cat "$root/static.out"
