#!/usr/bin/env bash
# Builds an archive of the program for each kind of machine, and checks that each program runs.
#
#     ports/archives/build.sh [FOLDER]
#
# The archives come to FOLDER (target/archives if none is given): static programs for Linux on x86-64 and on
# arm64, which need nothing else on the machine, and a file of their SHA-256 sums. Needed: Rust with rustup,
# Python 3 with venv, the page built in ports/web for `mnc serve` (see there), and to try the arm64 program on another machine, qemu-aarch64-static (Debian's
# qemu-user-static). The C compiler for both machines is zig, from PyPI.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=${1:-target/archives}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
targets="x86_64-unknown-linux-musl aarch64-unknown-linux-musl"
version=$(cargo metadata --no-deps --format-version 1 |
    python3 -c 'import json, sys; print(next(p["version"] for p in json.load(sys.stdin)["packages"] if p["name"] == "mnc"))')

[ -f ports/web/dist/index.html ] || {
    echo "build the page in ports/web first: its README says how" >&2
    exit 1
}

tools=$PWD/target/archive-tools
[ -x "$tools/bin/cargo-zigbuild" ] || {
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --requirement ports/archives/requirements.txt
}
export PATH="$tools/bin:$PATH"
# shellcheck disable=SC2086 # one word for each target
rustup target add $targets

# The command that runs a program of a target; nothing if it runs on this machine itself.
emulator() {
    case $1 in
    "$(uname -m)"-*) ;;
    *) echo "qemu-${1%%-*}-static" ;;
    esac
}

for target in $targets; do
    cargo zigbuild --profile dist --bin mnc --target "$target"
    program=target/$target/dist/mnc

    # A static program names no other file that it needs.
    if readelf -d "$program" | grep -q NEEDED; then
        echo "$program is not static" >&2
        exit 1
    fi
    run=$(emulator "$target")
    if [ -n "$run" ] && ! command -v "$run" >/dev/null; then
        echo "$run is needed to try the program for $target" >&2
        exit 1
    fi
    # shellcheck disable=SC2086 # nothing, or one word
    {
        [ "$($run "$program" --version)" = "mnc $version" ]
        $run "$program" check games/bao-la-kiswahili.mnc games/hoyito.mnc >/dev/null
        for record in games/{kalah,oware,hoyito,bao-la-kiswahili}.1.mncr; do
            $run "$program" replay "$record" >/dev/null
        done
        $run "$program" playout oware --games 1000 >/dev/null
    }

    name=mnc-$version-${target%-unknown-linux-musl}-linux
    rm -rf "target/archive-contents"
    mkdir -p "target/archive-contents/$name"
    cp "$program" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT grammar/reference.md "target/archive-contents/$name"
    cp --recursive ports/web/dist "target/archive-contents/$name/page"
    # The same bytes for the same program: names in order, no owner, the time of the last commit.
    tar --create --xz --file "$folder/$name.tar.xz" --directory target/archive-contents --sort=name --owner=0 \
        --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" "$name"
    echo "$folder/$name.tar.xz: $(stat --format=%s "$folder/$name.tar.xz") bytes"
done
(cd "$folder" && sha256sum mnc-"$version"-*.tar.xz >SHA256SUMS)
