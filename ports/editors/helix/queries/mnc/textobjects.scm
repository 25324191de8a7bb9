; `]f` goes to the next section or test; `mif` selects what is in it.
(section (block) @function.inside) @function.around
(test (block) @function.inside) @function.around
(comment) @comment.inside
(comment)+ @comment.around
