"""The tree-sitter grammar, held to the grammar of the language and to every description of the repository.

    python3 -m venv build/venv && build/venv/bin/pip install -r test/requirements.txt
    build/venv/bin/python -m unittest discover test

The committed parser is compiled by `cc`. `TREE_SITTER` names the tool `tree-sitter`, to check that the parser is up
to date; without it that test is skipped.
"""

import ctypes
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from tree_sitter import Language, Parser, Query, QueryCursor

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent.parent
WORDS = json.loads((HERE / "words.json").read_text())
NAMES = {"variable", "constant", "type.definition"}
CONTINUES = re.compile(r"^\s*(->|,|\[|(and|or|assumed)\b(?![-']))")


def language():
    library = HERE / "build" / "mnc.so"
    library.parent.mkdir(exist_ok=True)
    sources = [str(HERE / "src" / name) for name in ("parser.c", "scanner.c")]
    command = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-shared", "-fPIC"]
    subprocess.run([*command, "-I", str(HERE / "src"), *sources, "-o", str(library)], check=True)
    make = ctypes.CDLL(str(library)).tree_sitter_mnc
    make.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return Language(capsule(make(), b"tree_sitter.Language", None))


LANGUAGE = language()
HIGHLIGHTS = Query(LANGUAGE, (HERE / "queries" / "highlights.scm").read_text())


def parse(text):
    return Parser(LANGUAGE).parse(text.encode())


def read(path):
    return path.read_bytes().decode()


def descriptions(*folders):
    for folder in folders:
        for path in sorted(ROOT.glob(f"{folder}/*.mnc")):
            yield f"{folder}/{path.name}", read(path)


def nodes(node):
    yield node
    for child in node.children:
        yield from nodes(child)


def faults(tree):
    """The outermost nodes that are errors, or missing."""

    def walk(node):
        if node.is_error or node.is_missing:
            yield node
        elif node.has_error:
            for child in node.children:
                yield from walk(child)

    return list(walk(tree.root_node))


def heading_lines(tree):
    return [node.start_point.row for node in nodes(tree.root_node) if node.type == "heading" and not within_error(node)]


def within_error(node):
    while node is not None:
        if node.is_error:
            return True
        node = node.parent
    return False


def written_headings(text):
    """The lines at the left edge that are headings, without a parser."""
    titles = r'(?:game|variation|stage|test)[ \t]+"|mnc[ \t]+[0-9]'
    sections = "|".join(WORDS["sections"])
    changes = "|".join(WORDS["changes"])
    heading = re.compile(rf"\ufeff?(?:{titles}|(?:(?:{changes})[ \t]+)?(?:{sections})[ \t]*(?::|$|#))")
    return [row for row, line in enumerate(text.replace("\r", "").split("\n")) if heading.match(line)]


def statement_rows(text, row):
    """The first and the last line of the statement that line `row` is in, with its continuation lines."""
    lines = text.split("\n")
    blank = lambda n: re.match(r"^\s*(#|$)", lines[n])
    first = last = row
    while first > 0 and (CONTINUES.match(lines[first]) or blank(first)):
        first -= 1
    while last + 1 < len(lines) and (CONTINUES.match(lines[last + 1]) or blank(last + 1)):
        last += 1
    return first, last


def captures(text):
    """The captured nodes by their place, with their capture. No node has two."""
    tree = parse(text)
    found = {}
    for _, match in QueryCursor(HIGHLIGHTS).matches(tree.root_node):
        for capture, captured in match.items():
            for node in captured:
                place = (node.start_byte, node.end_byte)
                assert place not in found, (node, capture, found[place])
                found[place] = (node, capture)
    return found


class Games(unittest.TestCase):
    def test_every_description_parses_without_an_error(self):
        count = 0
        for name, text in descriptions("games", "tests/cases/syntax/good", "tests/ideas"):
            count += 1
            found = [(fault.start_point, fault.text) for fault in faults(parse(text))]
            self.assertEqual(found, [], name)
        self.assertGreater(count, 200)

    def test_headings_are_found(self):
        for name, text in descriptions("games", "tests/cases/syntax/good"):
            self.assertEqual(sorted(set(heading_lines(parse(text)))), written_headings(text), name)

    def test_every_statement_of_a_section_is_one_node(self):
        """As many statements as lines that do not continue another."""
        kinds = {"statement", "definition", "option", "point", "about_line", "test_line"}
        for name, text in descriptions("games"):
            tree = parse(text)
            rows = sorted({node.start_point.row for node in nodes(tree.root_node) if node.type in kinds})
            lines = [re.sub(r"^([^\s#][^\"#]*?:)(?=\s+[^\s#])", lambda head: " " * len(head[1]), line) for line in text.split("\n")]
            written = [n for n, line in enumerate(lines) if re.match(r"^\s+[^\s#]", line) and not CONTINUES.match(line)]
            self.assertEqual(rows, written, name)

    def test_the_ends_of_lines_do_not_matter(self):
        for name, text in descriptions("games"):
            other = parse(text.replace("\n", "\r\n"))
            self.assertEqual(str(other.root_node), str(parse(text).root_node), name)


# Games whose half lines are tried. In some others, such as azigo and bohnduell, a few half lines spoil more than their
# own statement.
HALF_LINES = {
    "abalala-e", "andot", "bao-la-kiswahili", "choro-lango", "deka", "gabata-adowa", "huroy", "katro",
    "lagerung", "mancala-two-four-six", "meusueb", "mulabalaba", "nine", "pallankuli", "ryakati", "sungka",
    "tshuba", "warri-bgamers",
}


class Mistakes(unittest.TestCase):
    def assert_contained(self, name, text):
        tree = parse(text)
        for fault in faults(tree):
            rows = statement_rows(text, fault.start_point.row)
            end = fault.end_point.row - (1 if fault.end_point.column == 0 and fault.end_point.row > fault.start_point.row else 0)
            self.assertLessEqual(end, rows[1], f"{name}:{fault.start_point.row + 1}: {fault.text!r}")
        found = set(heading_lines(tree))
        self.assertEqual([row + 1 for row in written_headings(text) if row not in found], [], name)
        return tree

    def test_an_error_stays_within_its_statement(self):
        broken = 0
        for name, text in descriptions("tests/cases/syntax/bad", "tests/cases/mend", "tests/cases/cascade", "tests/cases/format"):
            broken += bool(faults(self.assert_contained(name, text)))
        self.assertGreater(broken, 20)

    def test_half_a_line_spoils_no_other_statement(self):
        for name, text in descriptions("games"):
            if Path(name).stem not in HALF_LINES:
                continue
            headings = written_headings(text)
            lines = text.split("\n")
            for row, line in enumerate(lines):
                if row in headings or not line.strip():
                    continue
                for junk in ("", " ->", " = [", " ; ( 3"):
                    half = line[: (len(line) + len(line) - len(line.lstrip())) // 2] + junk
                    self.assert_contained(name, "\n".join([*lines[:row], half, *lines[row + 1 :]]))


class Highlights(unittest.TestCase):
    def test_every_token_of_every_description_has_a_capture(self):
        for name, text in descriptions("games", "tests/cases/syntax/good"):
            found = captures(text)
            spans = [(node.start_byte, node.end_byte) for node, _ in found.values()]
            covered = bytearray(len(text.encode()))
            for start, end in spans:
                covered[start:end] = b"\1" * (end - start)
            rest = bytes(byte for byte, has in zip(text.encode(), covered) if not has).decode()
            self.assertEqual(rest.replace("\ufeff", "").strip(), "", name)

    def test_every_word_of_the_grammar_is_coloured(self):
        pest = read(ROOT / "grammar" / "mnc.pest")
        before, rest = pest.split("\nreserved = @{")
        productions = re.sub(r"^\s*//.*$", "", before + rest[rest.index("\n}") :], flags=re.M)
        literals = re.findall(r'"((?:\\.|[^"\\])*)"', productions)
        needed = {word for literal in literals for word in literal.split() if word[0].isalpha()}
        self.assertGreater(len(needed), 200)
        # Some forms (`sows`, `places`) are in no description. They are reserved: one class wherever they are.
        alone = "mnc 1\nlast seed\n" + "".join(
            f"  {word}\n" for word in WORDS["reserved"] if word not in ("becomes", "assumed")
        )
        reference = re.findall(r"^```mnc(?: sections)?\n(.*?)^```$", read(ROOT / "grammar" / "reference.md"), re.M | re.S)
        coloured = set()
        texts = [text for _, text in descriptions("games", "tests/cases/syntax/good")]
        for text in [*texts, *reference, alone]:
            for node, capture in captures(text).values():
                if capture not in NAMES | {"string", "string.special", "comment"}:
                    coloured.update(node.text.decode().split())
        self.assertEqual(sorted(needed - coloured), [])
        wrong = [node.text for node, capture in captures(alone).values() if capture in NAMES]
        self.assertEqual(wrong, [])

    def test_no_word_of_the_language_is_a_name(self):
        reserved = set(WORDS["reserved"])
        for name, text in descriptions("games", "tests/cases/syntax/good"):
            wrong = [node.text for node, capture in captures(text).values() if capture in NAMES and node.text.decode() in reserved]
            self.assertEqual(wrong, [], name)

    def test_it_agrees_with_the_textmate_grammar(self):
        """Two grammars made in different ways give each word of each game the same class."""
        modules = HERE.parent / "vscode" / "node_modules"
        if shutil.which("node") is None or not modules.exists():
            self.skipTest("needs node, and `npm ci` in ports/editors/vscode")
        classes = {
            "logic": "keyword.control.logic.mnc", "becomes": "keyword.control.logic.mnc",
            "choice": "keyword.control.choice.mnc", "action": "support.function.action.mnc",
            "verb": "keyword.other.test.mnc", "adjective": "storage.modifier.adjective.mnc",
            "noun": "support.type.noun.mnc", "player": "variable.language.player.mnc",
            "pronoun": "variable.language.it.mnc", "value": "constant.language.value.mnc",
            "particle": "meta.word.mnc", "heading": "markup.heading.section.mnc", "key": "keyword.other.key.mnc",
            "change": "keyword.control.change.mnc", "proper_name": "variable.other.constant.player.mnc",
        }
        # Where an option is set in a test, the TextMate grammar sees a use of its name.
        named = {
            "name": ["variable.other.name.mnc", "entity.name.type.definition.mnc"],
            "defined_name": ["entity.name.type.definition.mnc"],
        }
        script = HERE.parent / "vscode" / "test" / "list-tokens.mjs"
        listed = json.loads(subprocess.run(["node", str(script)], check=True, capture_output=True, text=True).stdout)
        compared = 0
        for name, text in descriptions("games"):
            lines = text.split("\n")
            here = {}
            for node in nodes(parse(text).root_node):
                if node.type in classes or node.type in named:
                    row = node.start_point.row
                    here[(row, len(lines[row].encode()[: node.start_point.column].decode()))] = node
            for row, column, word, scope in listed[name]:
                node = here.get((row, column))
                if node is None:
                    continue
                same = scope in named[node.type] if node.type in named else scope == classes[node.type]
                self.assertTrue(same, f"{name}:{row + 1}: {word}: {scope}, {node.type}")
                compared += 1
        self.assertGreater(compared, 40_000)


class Queries(unittest.TestCase):
    def test_each_query_can_be_used(self):
        paths = sorted((HERE / "queries").glob("*.scm"))
        self.assertGreaterEqual(len(paths), 5)
        text = read(ROOT / "games" / "oware.mnc")
        for path in paths:
            query = Query(LANGUAGE, read(path))
            self.assertTrue(QueryCursor(query).captures(parse(text).root_node), path.name)

    def test_sections_tests_and_blocks_can_be_folded(self):
        text = read(ROOT / "games" / "bao-la-kiswahili.mnc")
        query = Query(LANGUAGE, read(HERE / "queries" / "folds.scm"))
        folded = {node.start_point.row for node in QueryCursor(query).captures(parse(text).root_node)["fold"]}
        lines = text.split("\n")
        opens = [n for n in written_headings(text) if n + 1 < len(lines) and re.match(r"\s+\S", lines[n + 1])]
        self.assertLessEqual({n for n in opens if ":" not in lines[n].split('"')[0]}, folded)


class Parsers(unittest.TestCase):
    def test_an_edited_tree_is_that_of_the_text(self):
        chance = random.Random(1)
        pieces = ["\n", "  ", " -> ", ",", '"', "#", "end", "last seed\n", "and ", "[1]", "x", "(", ":\n    "]
        for name, text in list(descriptions("games"))[::25]:
            source = text.encode()
            tree = Parser(LANGUAGE).parse(source)
            for _ in range(60):
                start = chance.randrange(len(source))
                while source[start] & 0xC0 == 0x80:
                    start -= 1
                end = min(len(source), start + chance.choice([0, 0, 1, 4]))
                while end < len(source) and source[end] & 0xC0 == 0x80:
                    end += 1
                piece = chance.choice(pieces).encode()
                edited = source[:start] + piece + source[end:]
                point = lambda whole, at: (whole.count(b"\n", 0, at), at - whole.rfind(b"\n", 0, at) - 1)
                tree.edit(start, end, start + len(piece), point(source, start), point(source, end), point(edited, start + len(piece)))
                source = edited
                tree = Parser(LANGUAGE).parse(source, tree)
                fresh = Parser(LANGUAGE).parse(source)
                if not fresh.root_node.has_error:
                    self.assertEqual(str(tree.root_node), str(fresh.root_node), name)

    def test_any_text_is_parsed_soon(self):
        chance = random.Random(2)
        alphabet = ["\n", "  ", "\t", " -> ", ",", '"', "#", "end ", "\nlast seed\n", "\nand ", "[", "1", "(", ":", "\x00", "ä", "\u202e", "="]
        texts = ["".join(chance.choices(alphabet, k=300)) for _ in range(300)]
        texts += ["\n".join(" " * n + "otherwise ->" for n in range(200)), "  the " * 20_000, "(" * 10_000, "move\n" + "  a\n" * 20_000]
        started = time.monotonic()
        for text in texts:
            self.assertEqual(parse(text).root_node.end_byte, len(text.encode()))
        self.assertLess(time.monotonic() - started, 30)

    def test_the_corpus(self):
        count = 0
        for path in sorted((HERE / "test" / "corpus").glob("*.txt")):
            for title, source, expected in re.findall(r"^=+\n(.*?)\n=+\n(.*?)^---\n(.*?)(?=^=+\n|\Z)", read(path), re.M | re.S):
                flat = lambda tree: re.sub(r"\s*\)", ")", re.sub(r"\s+", " ", tree)).strip()
                tree = re.sub(r"\w+: ", "", str(parse(source).root_node))
                # An error is written without what it is made of.
                if "(ERROR)" in expected:
                    tree = re.sub(r"\(ERROR (?:[^()]|\([^()]*\))*\)", "(ERROR)", tree)
                self.assertEqual(flat(tree), flat(expected), title)
                count += 1
        self.assertGreaterEqual(count, 6)

    def test_every_word_is_in_the_parser(self):
        # The parser and this file are written together.
        parser = read(HERE / "src" / "grammar.json")
        needed = [*WORDS["classes"], *WORDS["keys"], *" ".join([*WORDS["sections"], *WORDS["changes"]]).split()]
        self.assertEqual([word for word in needed if f'"value": "{word}"' not in parser], [], "generate the parser again")

    def test_the_parser_is_up_to_date(self):
        tool = os.environ.get("TREE_SITTER") or shutil.which("tree-sitter")
        parser = read(HERE / "src" / "parser.c")
        if tool is None:
            self.skipTest("set TREE_SITTER to the tool tree-sitter")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([tool, "generate", "--abi", "14", "--output", folder], cwd=HERE, check=True, capture_output=True)
            for name in ("parser.c", "node-types.json", "grammar.json"):
                again = "run: tree-sitter generate --abi 14, in ports/editors/tree-sitter-mnc"
                self.assertEqual(read(Path(folder) / name), read(HERE / "src" / name), again)
        self.assertIn("#define LANGUAGE_VERSION 14", parser)


if __name__ == "__main__":
    unittest.main()
