-- Run by test/editors.sh in a Neovim without any other configuration. `GAME`: a description; `SERVER`: a program
-- with a language server, or empty.

local function check(condition, what)
  if not condition then
    io.stderr:write("neovim: " .. what .. "\n")
    vim.cmd("cquit 1")
  end
end

-- Neovim 0.7 takes an empty variable for none.
local server = vim.env.SERVER or ""
require("mnc").command = { server ~= "" and server or "no-such-program", "lsp" }
vim.cmd("edit " .. vim.env.GAME)
check(vim.bo.filetype == "mnc", "the type of the file is " .. vim.bo.filetype)
check(vim.bo.commentstring == "# %s", "no sign for comments")

-- The captures of a place, read as the highlighter reads them.
local parser = vim.treesitter.get_parser(0, "mnc")
local tree = parser:parse()[1]
check(not tree:root():has_error(), "the description has an ERROR node")
local get = vim.treesitter.query and vim.treesitter.query.get or require("vim.treesitter.query").get_query
local query = get("mnc", "highlights")
local seen = {}
for id, node in query:iter_captures(tree:root(), 0, 0, -1) do
  local row, column, last, final = node:range()
  if row == last then
    local text = vim.api.nvim_buf_get_lines(0, row, row + 1, false)[1]:sub(column + 1, final)
    seen[query.captures[id] .. " " .. text] = true
  end
end
for _, expected in ipairs({ "markup.heading last seed", "function sow", "type holes", "keyword.conditional any", "operator ->" }) do
  check(seen[expected], "not coloured: " .. expected)
end
check(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()] ~= nil, "the highlighter is not running")

-- Indentation: every line of the game that begins a statement is where the game has it.
local wrong = {}
local above_continues = false
for number = 2, vim.fn.line("$") do
  local line = vim.fn.getline(number)
  local continues = line:match("^%s*%->") or line:match("^%s*[,%[]") or line:match("^%s*and%s") or line:match("^%s*or%s") or line:match("^%s*assumed%s")
  if line:match("^%s+[^%s#]") and not continues and not above_continues and require("mnc").indent(number) ~= vim.fn.indent(number) then
    table.insert(wrong, number .. ": " .. line)
  end
  above_continues = continues ~= nil
end
check(#wrong == 0, "other indentation: " .. table.concat(wrong, "\n"))

if server ~= "" then
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { "", 'test "wrong"', "  given nothing at all here" })
  local get_diagnostics = function()
    return #vim.diagnostic.get(0) > 0
  end
  check(vim.wait(15000, get_diagnostics, 50), "the server reports no mistake")
  local clients = vim.lsp.get_clients and vim.lsp.get_clients() or vim.lsp.get_active_clients()
  check(#clients == 1 and clients[1].name == "mnc", "the server is not running")
  local first = vim.diagnostic.get(0)[1]
  print("neovim: the server says: " .. first.message:gsub("\n.*", ""))
  vim.lsp.stop_client(clients, true)
end
print("neovim: all is well")
vim.cmd("qall!")
