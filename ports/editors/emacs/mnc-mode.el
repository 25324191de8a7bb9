;;; mnc-mode.el --- Rules of mancala games  -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages, games

;;; Commentary:

;; Colours, indentation and an index for descriptions of mancala games (files that end in .mnc).  With eglot,
;; which Emacs has from version 29 on, mistakes are shown while you type: `M-x eglot'.

;;; Code:

(require 'mnc-words)
(require 'subr-x)

(defgroup mnc nil
  "Rules of mancala games."
  :group 'languages)

(defcustom mnc-program "mnc"
  "The program mnc: a full path, or a name that is found on the PATH."
  :type 'string)

(defface mnc-heading-face '((t :inherit (bold font-lock-keyword-face)))
  "The face of headings.")

(defconst mnc--faces
  '((logic . font-lock-keyword-face)
    (choice . font-lock-keyword-face)
    (action . font-lock-function-name-face)
    (noun . font-lock-type-face)
    (player . font-lock-builtin-face)
    (it . font-lock-builtin-face)
    (value . font-lock-constant-face)
    (adjective . font-lock-builtin-face)
    (test . font-lock-keyword-face))
  "The face of each class of words.  Articles and prepositions have none.")

(defun mnc--any (phrases)
  "A pattern for one of PHRASES, with any blanks between their words."
  (concat "\\_<\\(?:"
          (mapconcat (lambda (phrase) (mapconcat #'regexp-quote (split-string phrase) "[ \t]+")) phrases "\\|")
          "\\)\\_>"))

(defconst mnc--heading
  (concat "^\\(?:" (mnc--any mnc-words-changes) "[ \t]+\\)?\\(?:" (mnc--any mnc-words-sections) "\\)"
          "\\|^" (mnc--any mnc-words-titles) "[ \t]+\\(?:\"\\|[0-9]\\)")
  "A heading.")

(defconst mnc--name "[[:alpha:]]\\(?:\\sw\\|\\s_\\)*"
  "A name.")

(defvar mnc-font-lock-keywords
  `((,(concat "^\\(?:" (mnc--any mnc-words-changes) "[ \t]+\\)?" (mnc--any mnc-words-sections)) . 'mnc-heading-face)
    (,(concat "^\\(" (mnc--any mnc-words-titles) "\\)[ \t]+[\"0-9]") 1 'mnc-heading-face)
    (,(concat "^[ \t]+\\(" (mnc--any mnc-words-keys) "\\)[ \t]+\"") 1 font-lock-keyword-face)
    (,(concat "^[ \t]+\\(?:becomes[ \t]+\\)?\\(" mnc--name "\\)[ \t]*=") 1 font-lock-variable-name-face)
    ,@(mapcar (lambda (row)
                (cons (mnc--any (list (car row))) (list 0 (list 'quote (alist-get (cdr row) mnc--faces)))))
              mnc-words-phrases)
    ("\\_<assumed\\_>" . font-lock-preprocessor-face)
    ,@(delq nil (mapcar (lambda (row)
                          (let ((face (alist-get (car row) mnc--faces)))
                            (and face (cons (mnc--any (cdr row)) face))))
                        mnc-words-classes))
    ("->" . font-lock-keyword-face)
    ("\\[[0-9, \t]*\\]" . font-lock-constant-face))
  "The colours of descriptions.")

(defvar mnc-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?' "_" table)
    (modify-syntax-entry ?- "_" table)
    (modify-syntax-entry ?_ "_" table)
    table)
  "Names may have hyphens and apostrophes in them.")

(defun mnc--code (line)
  "LINE without its texts and its comment."
  (let ((code (replace-regexp-in-string "\"[^\"]*\"?" "\"\"" line)))
    (string-trim-right (replace-regexp-in-string "#.*" "" code))))

(defun mnc--column-below (line column)
  "The column of a statement below LINE, which begins at COLUMN."
  (let ((code (mnc--code line))
        (case-fold-search nil))
    (if (or (and (= column 0) (string-match-p "\\`[a-z][a-z ]*:?\\'" code) (not (string-prefix-p "no " code)))
            (string-match-p "\\`test[ \t]+\"\"\\'" code)
            (string-match-p "\\(?:[:=]\\|->\\)\\'" code)
            (string-match-p "\\`[ \t]+also\\'" code))
        (+ column 2)
      column)))

(defun mnc-indent-line ()
  "Indent a line: deeper below a heading, and below a sign that opens a block.
These are `:', `=' and `->'.  Other lines are like the line above."
  (interactive)
  (let ((column (save-excursion
                  (beginning-of-line)
                  (if (re-search-backward "^[ \t]*[^ \t\n]" nil t)
                      (mnc--column-below (buffer-substring-no-properties (line-beginning-position) (line-end-position))
                                         (current-indentation))
                    0))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

;;;###autoload
(define-derived-mode mnc-mode prog-mode "mnc"
  "A mode for the rules of mancala games."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+[ \t]*")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'mnc-indent-line)
  ;; Each line is written as its author wants it: typing a sign must not move it.
  (setq-local electric-indent-inhibit t)
  (setq-local imenu-generic-expression `((nil ,(concat "\\(" mnc--heading ".*\\)") 1)))
  (setq-local font-lock-defaults '(mnc-font-lock-keywords nil nil)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.mnc\\'" . mnc-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `(mnc-mode . ,(lambda (&rest _) (list mnc-program "lsp")))))

(provide 'mnc-mode)
;;; mnc-mode.el ends here
