; What a list of the parts of a file shows.
(game name: (title) @name) @definition.module
(variation name: (title) @name) @definition.module
(stage name: (title) @name) @definition.module
(test name: (title) @name) @definition.function
(section name: (heading) @name) @definition.class
(definition name: (defined_name) @name) @definition.type
(option name: (defined_name) @name) @definition.constant
