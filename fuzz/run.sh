#!/usr/bin/env bash
# Builds the fuzz targets and runs each for so many seconds (30): fuzz/run.sh [SECONDS] [TARGET ...]
# FUZZ_SEED is the seed of chance, and FUZZ_RUNS a number of runs of each target in place of the seconds: with
# both, a run takes the same course whatever the machine. Inputs that find new ways through the code are kept in
# fuzz/target/inputs; an input that fails is named at the end of the output. The committed corpus is only read.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-30}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(check play requests replay)
command -v cargo-fuzz >/dev/null || cargo install --locked --quiet cargo-fuzz
# Without a sanitizer the stable toolchain is enough; the program has no unsafe code.
cargo fuzz build --sanitizer none
built=target/x86_64-unknown-linux-gnu/release
bound=-max_total_time=$seconds
[ -z "${FUZZ_RUNS:-}" ] || bound=-runs=$FUZZ_RUNS
failed() {
    tail -n 60 "target/failed/$1.log"
    local input
    input=$(sed -n 's/.*Test unit written to //p' "target/failed/$1.log" | tail -n 1)
    [ -z "$input" ] || { echo "+ the input that failed: fuzz/$input"; cat "$input"; }
    exit 1
}

for target in "${targets[@]}"; do
    words=()
    case $target in
    replay) corpus=corpus/record ;;
    requests)
        corpus=corpus/requests
        words=(-dict=requests.dict)
        ;;
    *) corpus=corpus/description ;;
    esac
    mkdir -p "target/inputs/$target" "target/failed"
    echo "+ $target, ${bound#-}"
    "$built/$target" "${words[@]}" "target/inputs/$target" "$corpus" -max_len=4000 -timeout=30 -rss_limit_mb=1500 \
        "$bound" ${FUZZ_SEED:+-seed="$FUZZ_SEED"} -print_final_stats=1 -artifact_prefix="target/failed/$target-" \
        2>"target/failed/$target.log" || failed "$target"
    grep -E 'stat::number_of_executed_units|stat::new_units_added|^Done' "target/failed/$target.log"
done
