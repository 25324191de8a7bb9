; A name belongs to the whole description.
(source_file) @local.scope
(definition name: (name) @local.definition)
(option name: (name) @local.definition)
(name) @local.reference
