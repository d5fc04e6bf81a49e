#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs a build into an empty folder. Builds and runs programs with the installed files, first with the
# shared libraries, then with the static ones. install.sh BUILD
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../examples"

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
DESTDIR=$root meson install -C "$build" --no-rebuild --quiet >/dev/null
libraries=$(dirname "$(find "$root" -name libgestalt.a)")
export PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
export LD_LIBRARY_PATH=$libraries

# Print the package whose library an example needs.
package_of() {
    if grep -q '#include <gestalt/worlds/' "$1"; then
        echo gestalt-worlds
    elif grep -q '#include <gestalt/ranks/' "$1"; then
        echo gestalt-ranks
    elif grep -q '#include <gestalt/recorder/' "$1"; then
        echo gestalt-recorder
    else
        echo gestalt
    fi
}

# Build an example, with `--static` or without, and run it.
try() {
    local example=$1
    shift
    # shellcheck disable=SC2046 # split the output of pkg-config into words
    "${CC:-cc}" -std=c17 -Wall -Wextra -Werror -o "$root/$example" "$example.c" \
        $(pkg-config --cflags --libs "$@" "$(package_of "$example.c")") -lm
    local arguments=(guard.json)
    [ "$example" != record_trees ] || arguments=(crossing.json "$root/recording.gsr")
    "$root/$example" "${arguments[@]}"
}

build_example() {
    # shellcheck disable=SC2046
    "${CC:-cc}" -std=c17 -Wall -Wextra -Werror "$@" $(pkg-config --cflags gestalt)
}

for example in embed shoal fireflies record_trees; do
    try "$example" >"$root/$example.shared"
    needs=libgestalt-worlds.so
    [ "$example" != embed ] || needs=libgestalt.so
    [ "$example" != record_trees ] || needs=libgestalt-recorder.so
    readelf -d "$root/$example" | grep -q "NEEDED.*$needs" || { echo "not linked to $needs"; exit 1; }
done
# A game with a page, if there is the library: without arguments it prints its usage.
if [ -e "$libraries/libgestalt-live.so" ]; then
    # shellcheck disable=SC2046
    "${CC:-cc}" -std=c17 -Wall -Wextra -Werror -o "$root/live_host" live_host.c $(pkg-config --cflags --libs gestalt-live) -lm
    "$root/live_host" 2>"$root/usage" && exit 1
    grep -q '^usage: live_host' "$root/usage" || { cat "$root/usage"; exit 1; }
fi
mkdir "$libraries/hardened"
mv "$libraries"/libgestalt*.so* "$libraries/hardened"
for example in embed shoal fireflies record_trees; do
    try "$example" --static >"$root/$example.static"
    diff "$root/$example.shared" "$root/$example.static"
done

# All other examples must compile with the installed files. A plugin is not linked with the library; the installed command must load it.
for example in *.c; do
    case $example in
    *_plugin.c) build_example -shared -fPIC -o "$root/${example%.c}.so" "$example" ;;
    *) build_example -c -o "$root/example.o" "$example" ;;
    esac
done
gestalt=$(find "$root" -path '*/bin/gestalt')

# The libraries must be hardened, and the licences of included code must be installed.
for binary in "$gestalt" "$libraries"/hardened/*.so; do
    headers=$(readelf -lW "$binary") dynamic=$(readelf -dW "$binary") symbols=$(readelf -sW "$binary")
    grep -q 'GNU_STACK.* RW ' <<<"$headers" || { echo "$binary: its stack can be executed"; exit 1; }
    grep -q GNU_RELRO <<<"$headers" || { echo "$binary: no RELRO"; exit 1; }
    grep -q 'NOW' <<<"$dynamic" || { echo "$binary: not bound at once"; exit 1; }
    grep -q __stack_chk_fail <<<"$symbols" || { echo "$binary: no stack protector"; exit 1; }
    grep -q '__.*_chk@' <<<"$symbols" || { echo "$binary: functions of strings are not checked"; exit 1; }
done
for notice in LICENSE LICENSE.xxHash; do
    cmp "../$notice" "$(find "$root" -path "*/doc/gestalt/$notice")"
done

"$gestalt" run guard.json --agents=10 --plugin="$root/guard_plugin.so" --hash
"$gestalt" --version
cat "$root/embed.static"
