vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.mnc",
  callback = function()
    vim.bo.filetype = "mnc"
  end,
})
