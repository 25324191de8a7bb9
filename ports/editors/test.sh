#!/usr/bin/env bash
# Tests what is in this folder. It needs Node 20 or newer, Python 3.11 or newer and a C compiler. Neovim, Emacs and
# Kate's library are tested where they are installed.
#
# MNC: the program mnc, to check the snippets, and the language server in the editors if it has one.
# TREE_SITTER: the tool tree-sitter, to check that the generated parser is up to date.
set -euo pipefail
cd "$(dirname "$0")"
here=$PWD
has() { command -v "$1" >/dev/null 2>&1; }

for tool in node npm python3 cc; do
    has "$tool" || { echo "$tool is needed for the tests of the editors" >&2; exit 1; }
done
if [ "$(node --print 'process.versions.node.split(".")[0]')" -lt 20 ]; then
    echo "Node 20 or newer is needed; this is $(node --version)" >&2
    exit 1
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

(cd vscode && npm ci --no-audit --no-fund --loglevel=error && npm test)
node --test test/*.test.mjs

python3 -m venv "$scratch/python"
"$scratch/python/bin/pip" --quiet install --requirement tree-sitter-mnc/test/requirements.txt
(cd tree-sitter-mnc && "$scratch/python/bin/python" -m unittest discover test)
"$scratch/python/bin/python" -m unittest discover test

# In the editors themselves: a game, and the server if the program has one.
server=""
if [ -n "${MNC:-}" ] && "$MNC" lsp --help >/dev/null 2>&1; then server=$MNC; fi
export GAME=$here/../../games/oware.mnc SERVER=$server
if has nvim; then
    export XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data XDG_STATE_HOME=$scratch/state XDG_CACHE_HOME=$scratch/cache
    sh neovim/install.sh
    timeout 60 nvim --headless -n -S test/neovim.lua
    echo
else
    echo "neovim is not installed: not tested"
fi
if has emacs; then
    # Emacs before version 29 has eglot as a package of its own.
    if ! emacs --batch -q --eval "(require 'eglot)" >/dev/null 2>&1; then export SERVER=""; fi
    timeout 60 emacs --batch -q -L emacs -l test/emacs.el
    emacs --batch -Q -L emacs --eval "(setq byte-compile-error-on-warn t byte-compile-dest-file-function (lambda (_) \"$scratch/mode.elc\"))" \
        -f batch-byte-compile emacs/mnc-words.el emacs/mnc-mode.el
else
    echo "emacs is not installed: not tested"
fi
echo "the editors: all is well"
