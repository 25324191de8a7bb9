;;; mnc-words.el --- The words of descriptions  -*- lexical-binding: t -*-

;;; Commentary:

;; Made by ports/editors/grammar/generate.mjs from grammar/mnc.pest.  Do not edit.

;;; Code:

(defconst mnc-words-classes
  '(
    (action "capture" "captures" "close" "closes" "do" "does" "draw" "end" "ends" "fill" "fills" "lose" "loses" "mark" "marks" "opens" "owns" "pass" "passes" "play" "plays" "put" "puts" "repeat" "set" "sets" "sow" "sows" "take" "takes" "unmark" "unmarks" "win" "wins")
    (adjective "central" "closed" "empty" "first" "fourth" "last" "leftmost" "loser's" "next" "occupied" "open" "opponent's" "opposite" "other" "own" "previous" "rightmost" "second" "third" "winner's")
    (choice "any" "choose" "chooses" "either" "may")
    (it "it")
    (logic "also" "and" "becomes" "if" "not" "or" "otherwise" "unless" "when")
    (noun "game" "hand" "hands" "hole" "holes" "lap" "match" "move" "origin" "place" "places" "row" "rows" "run" "seed" "seeds" "sowing" "stage" "store" "stores" "turn" "worth")
    (player "its" "loser" "nobody" "opponent" "player" "players" "starter" "winner")
    (test "agree" "are" "began" "begin" "captured" "concedes" "did" "expect" "falls" "fell" "given" "has" "hold" "holding" "holds" "is" "makes" "must" "position" "returns" "sown" "there")
    (value "anticlockwise" "clockwise" "left" "leftwards" "right" "rightwards" "yes")
    (word "a" "after" "again" "all" "along" "an" "as" "assumed" "at" "before" "beginning" "beside" "by" "comes" "direction" "each" "eighth" "else" "even" "every" "everything" "except" "fewer" "fewest" "for" "from" "goes" "half" "in" "laps" "later" "leave" "like" "marked" "more" "most" "moved" "moves" "nearest" "no" "number" "numbered" "odd" "of" "over" "passing" "player's" "quarter" "reach" "round" "than" "that" "the" "then" "this" "through" "to" "towards" "until" "where" "while" "whose" "with" "would"))
  "The words of the language, by class.")

(defconst mnc-words-sections '("before each lap" "after capture" "after move" "each seed" "last seed" "about" "allowed" "board" "end" "match" "move" "opening" "options" "points" "start" "turn" "way" "winner" "words")
  "The headings of sections.")

(defconst mnc-words-changes '("also in" "change in" "first in" "new" "no")
  "What is before the heading of a section that changes another.")

(defconst mnc-words-titles '("mnc" "game" "stage" "variation" "test")
  "The headings with a name or a number.")

(defconst mnc-words-keys '("also" "by" "date" "identifier" "inventor" "local" "material" "people" "period" "played" "source")
  "What begins a line of the section about.")

(defconst mnc-words-phrases
  '(
    ("both players move at once" . word)
    ("along the way from" . word)
    ("for the third time" . word)
    ("the game is drawn" . test)
    ("the lot falls on" . test)
    ("the sowing never ends" . test)
    ("at any time" . word)
    ("if any can" . logic)
    ("in any order" . word)
    ("in this order" . word)
    ("the board has" . test)
    ("the other way" . value)
    ("a quiet" . word)
    ("as many" . word)
    ("by lot" . word)
    ("expect choices" . test)
    ("its owner" . player)
    ("no rule" . word)
    ("swap sides" . word)
    ("swaps sides" . word)
    ("the centre" . word)
    ("with variation" . word))
  "Phrases with a word that can be a name elsewhere, and their class.")

(provide 'mnc-words)
;;; mnc-words.el ends here
