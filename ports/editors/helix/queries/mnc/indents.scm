; The lines below a heading, and those below `:`, `=` or `->`, are one level deeper.
[
  (section)
  (test)
] @indent

(statement (block)) @indent
(definition (block)) @indent
