#!/bin/sh
# Installs the files for Neovim: `sh install.sh [FOLDER]`. It needs a C compiler (`cc`).
# FOLDER is a plugin folder; without it, that of the user.
set -eu
cd "$(dirname "$0")"
target=${1:-${XDG_DATA_HOME:-$HOME/.local/share}/nvim/site/pack/mnc/start/mnc}
mkdir -p "$target/parser" "$target/queries/mnc"
cp -R ftdetect ftplugin lua "$target/"
cp ../tree-sitter-mnc/queries/*.scm "$target/queries/mnc/"
"${CC:-cc}" -O2 -shared -fPIC -I ../tree-sitter-mnc/src ../tree-sitter-mnc/src/parser.c ../tree-sitter-mnc/src/scanner.c \
    -o "$target/parser/mnc.so"
echo "installed in $target"
