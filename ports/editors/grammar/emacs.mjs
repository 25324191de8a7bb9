// The words of the language for the mode of Emacs.

const quoted = (words) => words.map((word) => `"${word}"`).join(" ");

/// The text of `mnc-words.el`.
export function emacs({ classes, sections, changes, titles, keys, phrases }) {
  const kinds = [...new Set(Object.values(classes))].sort();
  const ofKind = (kind) => Object.keys(classes).filter((word) => classes[word] === kind);
  const rows = kinds.map((kind) => `    (${kind} ${quoted(ofKind(kind))})`);
  return `;;; mnc-words.el --- The words of descriptions  -*- lexical-binding: t -*-

;;; Commentary:

;; Made by ports/editors/grammar/generate.mjs from grammar/mnc.pest.  Do not edit.

;;; Code:

(defconst mnc-words-classes
  '(
${rows.join("\n")})
  "The words of the language, by class.")

(defconst mnc-words-sections '(${quoted(sections)})
  "The headings of sections.")

(defconst mnc-words-changes '(${quoted(changes)})
  "What is before the heading of a section that changes another.")

(defconst mnc-words-titles '(${quoted(Object.values(titles))})
  "The headings with a name or a number.")

(defconst mnc-words-keys '(${quoted(keys)})
  "What begins a line of the section about.")

(defconst mnc-words-phrases
  '(
${phrases.map(({ phrase, kind }) => `    ("${phrase}" . ${kind})`).join("\n")})
  "Phrases with a word that can be a name elsewhere, and their class.")

(provide 'mnc-words)
;;; mnc-words.el ends here
`;
}
