; A name belongs to the whole description.
(source_file) @local.scope
(definition name: (defined_name) @local.definition)
(option name: (defined_name) @local.definition)
(name) @local.reference
