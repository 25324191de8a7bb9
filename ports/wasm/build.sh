#!/bin/sh
# Builds the modules and the files of texts in ports/wasm/dist: editor.wasm, play.wasm, texts.json,
# wordings.json, help.json.
# `build.sh editor` builds only one of them. Needs the Rust target wasm32-unknown-unknown, and node with npm.
set -eu
cd "$(dirname "$0")"
modules=${1:-editor play}
target=${CARGO_TARGET_DIR:-$PWD/target}
[ -x node_modules/.bin/wasm-opt ] || npm ci --silent --no-audit --no-fund
mkdir -p dist

# What the modules may use. `wasm-opt --all-features` writes types that no browser knows yet.
features="--enable-simd --enable-bulk-memory --enable-bulk-memory-opt --enable-sign-ext
--enable-nontrapping-float-to-int --enable-mutable-globals --enable-reference-types --enable-multivalue"

# A module may use 1 GiB at most, so that nothing that is typed can take all memory of a machine.
link="-C link-arg=--max-memory=1073741824 -C link-arg=-zstack-size=4194304"

# The fingerprint of rules is computed by a short function: one without loops is 6 KB longer.
small_hash='--cfg sha2_backend_soft="compact"'

# Messages of a trap name source files: without the folders of this machine. (Flags are separated by blanks.)
root=$(cd ../.. && pwd)
case "$root$HOME" in
*" "*) remap="" ;;
*) remap="--remap-path-prefix=$root=mnc --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo" ;;
esac

for module in $modules; do
    case $module in
    # Its size counts most: what is tried for it takes some minutes. All but the functions is 99,100 bytes at most.
    editor) flags="" feature="" passes="--converge" goal=700900 ;;
    # Without SIMD, random games take twenty times as long.
    play) flags="-C target-feature=+simd128" feature="--features play" passes="" goal="" ;;
    *) echo "there is no module $module" >&2; exit 1 ;;
    esac
    # shellcheck disable=SC2086
    RUSTFLAGS="$link $remap $small_hash $flags" cargo build --quiet --locked --profile "$module" $feature --target wasm32-unknown-unknown
    # Functions that stand beside their like make the module smaller with gzip, and its size hardly depends on the
    # folder it was built in. They get the order of their names, so they are named anew in between.
    small="$target/wasm32-unknown-unknown/$module/small.wasm"
    # shellcheck disable=SC2086
    node_modules/.bin/wasm-opt -Oz --dae-optimizing -Oz $passes --reorder-functions-by-name -g $features \
        "$target/wasm32-unknown-unknown/$module/mnc_wasm.wasm" -o "$small"
    node functions.mjs "$small" "$small" $goal
    # shellcheck disable=SC2086
    node_modules/.bin/wasm-opt --reorder-functions-by-name $features --strip-debug --strip-producers --strip-target-features \
        "$small" -o "dist/$module.wasm"
done
node texts.mjs
