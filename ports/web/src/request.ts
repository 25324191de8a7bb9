// What the player to move is asked, in words.
import type { Position } from "./protocol";

/** As the end of a sentence about the player. */
const ASKED: Record<string, string> = {
  direction: "chooses the way round",
  number: "chooses a number",
  stop: "stops here or goes on",
  place: "chooses a place",
  whether: "says yes or no",
  alternative: "chooses one of these",
  seed: "chooses which seed falls next",
};

/** The rule that asks for yes or no. */
export function ruleAsked({ deciding, choices }: Position): string | undefined {
  return deciding === "whether" ? choices[0]?.text.replace(/^(yes|no): /, "") : undefined;
}

/** `South to move`, `South chooses a place`, `South says yes or no: swap sides?` */
export function request(position: Position): string {
  const { player, deciding } = position;
  const asked = `${player} ${ASKED[deciding ?? ""] ?? "to move"}`;
  const rule = ruleAsked(position);
  if (rule === undefined) return asked;
  // What the player may do. If the rule permits several things, it is not known which is asked about.
  const permitted = rule.split(/\bmay (?:do )?/).slice(1);
  const [what] = permitted.length === 1 ? permitted[0].split(", ") : [rule];
  return `${asked}: ${what}?`;
}
