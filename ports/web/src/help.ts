// The help of the page.

export const HELP = `
Choose a game, read and change its rules, and play it on the board at once. All of this happens in your browser.

**Board.** Press a hole with a dashed ring. With the keyboard: Tab to the board, arrow keys to move, Enter to choose. *u* takes a move back, *r* makes it again.

**Kept.** This browser keeps your moves, and your changed rules: they are first in the list of games, as “yours”.

**Rules.** Ctrl-Space lists what can be typed. Point at a word to read what it means. Press Escape and then Tab to leave the text. *Plain text* is an editor without colours, for screen readers.

**What happened.** Each event names the rule that caused it; press it to go to its line.

**Set up** changes the position: press holes to add seeds, choose who moves, and play from there.

**Rules document** shows the rules in sentences, in English or French, to read or to print.

**Share** puts the rules and the moves into the address. **Download** saves the rules for the program mnc.
`;
