;;; emacs.el --- Run by test/editors.sh  -*- lexical-binding: t -*-
;; `GAME': a description; `SERVER': a program with a language server, or empty.

(require 'mnc-mode)
(require 'imenu)

(defun check (condition what)
  (unless condition
    (message "emacs: %s" what)
    (kill-emacs 1)))

(find-file (getenv "GAME"))
(check (eq major-mode 'mnc-mode) (format "the mode is %s" major-mode))
(font-lock-ensure)

(defun face-of (text)
  "The face of the first TEXT that is in no comment."
  (goto-char (point-min))
  (catch 'found
    (while (re-search-forward text nil t)
      (goto-char (match-beginning 0))
      (unless (nth 4 (save-excursion (syntax-ppss)))
        (throw 'found (get-text-property (point) 'face)))
      (forward-char))))

(dolist (expected '(("^last seed" mnc-heading-face) ("^game" mnc-heading-face) ("^test" mnc-heading-face)
                    ("\\_<sow any" font-lock-function-name-face) ("holes  " font-lock-type-face)
                    ("unless" font-lock-keyword-face) ("\"four in" font-lock-string-face)
                    ("prize = " font-lock-variable-name-face) ("assumed" font-lock-preprocessor-face)
                    ("# So" font-lock-comment-delimiter-face)))
  (check (eq (face-of (car expected)) (cadr expected))
         (format "%s has the face %s" (car expected) (face-of (car expected)))))
(check (> (length (imenu--make-index-alist)) 15) "the index is short")

;; Indentation: every line of the game that begins a statement is where the game has it.
(let ((continues "^[ \t]*\\(->\\|[,[]\\|\\_<\\(?:and\\|or\\|assumed\\)\\_>\\)") (above nil))
  (goto-char (point-min))
  (while (not (eobp))
    (let ((this (looking-at-p continues)))
      (when (and (looking-at-p "[ \t]+[^ \t\n#]") (not this) (not above))
        (let ((column (current-indentation)) (line (line-number-at-pos)))
          (mnc-indent-line)
          (check (= column (current-indentation)) (format "line %d has another indentation" line))))
      (setq above this))
    (forward-line)))
(check (not (buffer-modified-p)) "indentation has changed the description")

(unless (string-empty-p (getenv "SERVER"))
  (setq mnc-program (getenv "SERVER"))
  (require 'eglot)
  (goto-char (point-max))
  (insert "\ntest \"wrong\"\n  given nothing at all here\n")
  (let ((eglot-sync-connect 20))
    (apply #'eglot (eglot--guess-contact)))
  (let ((left 300))
    (while (and (> left 0) (null (flymake-diagnostics)))
      (accept-process-output nil 0.1)
      (flymake-start)
      (setq left (1- left))))
  (check (flymake-diagnostics) "the server reports no mistake")
  (message "emacs: the server says: %s" (car (split-string (flymake-diagnostic-text (car (flymake-diagnostics))) "\n")))
  (set-buffer-modified-p nil)
  (eglot-shutdown-all))
(message "emacs: all is well")
(kill-emacs 0)
