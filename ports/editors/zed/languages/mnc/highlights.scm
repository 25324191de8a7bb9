; Made by ports/editors/grammar/generate.mjs from tree-sitter-mnc/queries/highlights.scm. Do not edit.

; The colours. A capture with a dot falls back to the part before it, in every editor that reads this. No node has
; two captures: editors differ in which of them counts.

(comment) @comment
(text) @string
(number) @number

; ------------------------------------------------------------------------------------------ headings

(heading) @title
(change) @keyword.directive
(title) @string.special

; --------------------------------------------------------------------------------------------- words

(logic) @keyword.conditional
(becomes) @keyword.conditional
(choice) @keyword.conditional
(action) @function
(noun) @type
(player) @variable.special
(pronoun) @variable.special
(value) @constant.builtin
(adjective) @attribute
(verb) @keyword
(key) @property
; Articles, prepositions and the like keep the colour of the text, so that the other words can be seen.

; --------------------------------------------------------------------------------------------- names

(name) @variable
(proper_name) @constant
(defined_name) @type.definition

; ------------------------------------------------------------------------------ where a rule comes from

(assumed "assumed" @keyword)

; --------------------------------------------------------------------------------------------- signs

"->" @operator
["=" "+" "-" "*"] @operator
["," ":"] @punctuation.delimiter
["[" "]" "(" ")"] @punctuation.bracket
