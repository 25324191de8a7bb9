; What a list of the parts of a file shows.
(game name: (text) @name) @definition.module
(variation name: (text) @name) @definition.module
(stage name: (text) @name) @definition.module
(test name: (text) @name) @definition.function
(section name: (heading) @name) @definition.class
(definition name: (name) @name) @definition.type
(option name: (name) @name) @definition.constant
