// Prints how the TextMate grammar colours the words of the shipped games, to compare it with another grammar:
// for each game, `[line, column, text, scope]`, with lines and columns from 0.

import { descriptions, tokens } from "./tokens.mjs";

const row = ({ line, start, text, scopes }) => [line, start, text, scopes.at(-1)];
console.log(JSON.stringify(Object.fromEntries(descriptions("games").map(([name, text]) => [name, tokens(text).map(row)]))));
