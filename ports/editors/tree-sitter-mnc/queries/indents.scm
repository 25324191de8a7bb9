; For Neovim. The lines below a heading, and those below `:`, `=` or `->`, are one level deeper.
(section) @indent.begin
(test) @indent.begin
(statement (block)) @indent.begin
(definition (block)) @indent.begin
(version) @indent.zero
(game) @indent.zero
(variation) @indent.zero
(stage) @indent.zero
