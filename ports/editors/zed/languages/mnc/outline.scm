(game (heading) @context name: (title) @name) @item
(variation (heading) @context name: (title) @name) @item
(stage (heading) @context name: (title) @name) @item
(test (heading) @context name: (title) @name) @item
(section change: (change)? @context name: (heading) @name) @item
(definition name: (defined_name) @name) @item
(option name: (defined_name) @name) @item
