-- Descriptions of mancala games in Neovim, from 0.7 on.

local M = {}

--- The program and its arguments. To use another one, write in `init.lua`:
---     require("mnc").command = { "/home/me/bin/mnc", "lsp" }
M.command = { "mnc", "lsp" }

local warned = false

--- Colours by tree-sitter. Without the parser there are none, and a message says so, once.
local function colour(buffer)
  local found, problem = pcall(function()
    if vim.treesitter.start then
      vim.treesitter.start(buffer, "mnc")
    else
      -- Neovim 0.7 does not know these names of colours.
      local groups = vim.treesitter.highlighter.hl_map
      groups["markup.heading"] = "Title"
      groups["variable.builtin"] = "Special"
      groups["variable"] = "Identifier"
      groups["attribute"] = "PreProc"
      groups["none"] = "Normal"
      vim.treesitter.highlighter.new(vim.treesitter.get_parser(buffer, "mnc"), {})
    end
  end)
  if not found and not warned then
    warned = true
    vim.notify("mnc: no colours: " .. tostring(problem), vim.log.levels.WARN)
  end
end

--- Starts the server, or uses the one that runs for the same folder. Without the program there is a message, once.
local function serve(buffer)
  if vim.fn.executable(M.command[1]) == 0 then
    if not warned then
      warned = true
      vim.notify("mnc: the program `" .. M.command[1] .. "` was not found, so mistakes are not shown", vim.log.levels.WARN)
    end
    return
  end
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  local config = { name = "mnc", cmd = M.command, root_dir = folder }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  for _, client in ipairs(vim.lsp.get_active_clients()) do
    if client.name == "mnc" and client.config.root_dir == folder then
      vim.lsp.buf_attach_client(buffer, client.id)
      return
    end
  end
  local id = vim.lsp.start_client(config)
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

--- How deep a line is: deeper below a heading and below `:`, `=` or `->`, else like the line above it.
function M.indent(number)
  local above = vim.fn.prevnonblank(number - 1)
  if above == 0 then
    return 0
  end
  local line = vim.fn.getline(above)
  local code = line:gsub('"[^"]*"', '""'):gsub("#.*", ""):gsub("%s+$", "")
  local column = vim.fn.indent(above)
  local heading = column == 0 and code:match("^%l[%l ]*:?$") and not code:match("^no ")
  if heading or code:match('^test%s+""$') or code:match("[:=]$") or code:match("%->$") or code:match("^%s+also$") then
    return column + vim.fn.shiftwidth()
  end
  return column
end

--- Sets a buffer up.
function M.attach(buffer)
  vim.bo[buffer].commentstring = "# %s"
  vim.bo[buffer].comments = ":#"
  vim.bo[buffer].expandtab = true
  vim.bo[buffer].shiftwidth = 2
  vim.bo[buffer].softtabstop = 2
  vim.bo[buffer].indentexpr = "v:lua.require'mnc'.indent(v:lnum)"
  vim.bo[buffer].indentkeys = "o,O"
  colour(buffer)
  if vim.treesitter.foldexpr then
    vim.wo.foldmethod = "expr"
    vim.wo.foldexpr = "v:lua.vim.treesitter.foldexpr()"
    vim.wo.foldlevel = 99
  else
    vim.wo.foldmethod = "indent"
    vim.wo.foldlevel = 99
  end
  serve(buffer)
end

return M
