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

build_example() {
    # shellcheck disable=SC2046
    "${CC:-cc}" -std=c17 -Wall -Wextra -Werror "$@" $(pkg-config --cflags gestalt)
}

try >"$root/shared.out"
readelf -d "$root/embed" | grep -q 'NEEDED.*libgestalt.so' || { echo "not linked to the shared library"; exit 1; }
rm "$libraries"/libgestalt.so*
try --static >"$root/static.out"
diff "$root/shared.out" "$root/static.out"

# All other examples build against what is installed. A plugin links nothing, and the installed command takes it.
for example in *.c; do
    case $example in
    *_plugin.c) build_example -shared -fPIC -o "$root/${example%.c}.so" "$example" ;;
    *) build_example -c -o "$root/example.o" "$example" ;;
    esac
done
gestalt=$(find "$root" -path '*/bin/gestalt')
"$gestalt" run guard.json --agents=10 --plugin="$root/guard_plugin.so" --hash
"$gestalt" --version
cat "$root/static.out"
