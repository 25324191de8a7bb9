"""The files for editors that cannot be installed here: they can be read, and what they name exists."""

import json
import plistlib
import re
import sys
import tomllib
import unittest
import xml.dom.minidom
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE / "tree-sitter-mnc" / "test"))

from test_grammar import LANGUAGE, ROOT, parse  # noqa: E402
from tree_sitter import Query, QueryCursor  # noqa: E402


def read(name):
    return (HERE / name).read_text()


def toml(name):
    return tomllib.loads(read(name))


class Files(unittest.TestCase):
    def test_the_queries_of_helix_and_zed_find_something(self):
        # With a name in brackets, so that these have something to find.
        text = (ROOT / "games" / "bao-la-kiswahili.mnc").read_text() + "\nwords\n  more = 2 * (1 + 2)   [1]\n"
        text = re.sub(r"^options$|\Z", "\n", text, count=1)
        paths = [*HERE.glob("helix/queries/mnc/*.scm"), *HERE.glob("zed/languages/mnc/*.scm")]
        self.assertEqual(len(paths), 5)
        for path in paths:
            found = QueryCursor(Query(LANGUAGE, path.read_text())).captures(parse(text).root_node)
            self.assertTrue(found, path.name)

    def test_sublime_text_has_the_grammar_of_vs_code(self):
        plist = plistlib.loads(read("sublime/mnc.tmLanguage").encode())
        self.assertEqual(plist, json.loads(read("textmate/mnc.tmLanguage.json")))
        comments = plistlib.loads(read("sublime/Comments.tmPreferences").encode())
        self.assertEqual(comments["scope"], plist["scopeName"])
        re.compile(comments["settings"]["increaseIndentPattern"])

    def test_the_settings_can_be_read(self):
        xml.dom.minidom.parseString(read("kate/mnc.xml"))
        language = toml("helix/languages.toml")["language"][0]
        self.assertEqual((language["name"], language["file-types"]), ("mnc", ["mnc"]))
        self.assertEqual(toml("zed/languages/mnc/config.toml")["path_suffixes"], ["mnc"])
        self.assertEqual(list(toml("zed/extension.toml")["grammars"]), ["mnc"])

    def test_the_grammar_is_where_helix_and_zed_look_for_it(self):
        for path in (
            toml("helix/languages.toml")["grammar"][0]["source"]["path"].removeprefix("/path/to/mnc/"),
            toml("zed/extension.toml")["grammars"]["mnc"]["path"],
        ):
            self.assertTrue((ROOT / path / "src" / "parser.c").exists(), path)

    def test_every_editor_starts_the_same_command(self):
        command = ["mnc", "lsp"]
        helix = toml("helix/languages.toml")["language-server"]["mnc"]
        self.assertEqual([helix["command"], *helix["args"]], command)
        self.assertEqual(json.loads(read("kate/lsp.json"))["servers"]["mnc"]["command"], command)
        sublime = json.loads(re.sub(r"^//.*$", "", read("sublime/LSP.sublime-settings"), flags=re.M))
        self.assertEqual(sublime["clients"]["mnc"]["command"], command)
        self.assertIn('M.command = { "mnc", "lsp" }', read("neovim/lua/mnc.lua"))
        self.assertIn('(list mnc-program "lsp")', read("emacs/mnc-mode.el"))
        self.assertIn('args: ["lsp"]', read("vscode/src/extension.ts"))

    def test_the_guide_names_files_that_exist(self):
        guide = read("README.md")
        for name in re.findall(r"`ports/editors/([^`\s]+)`", guide):
            self.assertTrue((HERE / name).exists() or name == "vscode/build/mnc.vsix", name)
        for editor in ("VS Code", "Neovim", "Helix", "Zed", "Emacs", "Sublime Text", "Kate"):
            self.assertIn(f"\n## {editor}", guide)
        # What the guide shows of a file is what is in the file.
        for name, shown in re.findall(r"<!-- (\S+) -->\n+```\w*\n(.*?)```", guide, re.S):
            self.assertIn(shown.strip(), read(name), name)


if __name__ == "__main__":
    unittest.main()
