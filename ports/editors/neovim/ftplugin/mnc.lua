-- A description is opened: colours, indentation, folds, and the language server.
require("mnc").attach(vim.api.nvim_get_current_buf())
