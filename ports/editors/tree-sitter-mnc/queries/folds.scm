; A section, a test, and a statement with deeper lines can be folded.
(section (block)) @fold
(test (block)) @fold
(statement (block)) @fold
(definition (block)) @fold
