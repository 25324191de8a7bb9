// The statistics of random games as tables. Every mean and share has its 95 % confidence interval.
import { make } from "./dom";
import type { Mean, Playout, Share } from "./protocol";

const number = (value: number, digits = 1) => value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
const percent = (value: number) => `${number(100 * value)} %`;

function row(name: string, value: string, interval: string): HTMLElement {
  const head = make("th", { scope: "row" }, name);
  return make("tr", {}, head, make("td", {}, value, make("small", {}, interval)));
}

/** A mean of no games is not known: `null`. */
const mean = (name: string, figure: Mean | null) =>
  figure ? row(name, number(figure.mean, 2), `${number(figure.from, 2)} to ${number(figure.to, 2)}`) : row(name, "–", "no game ended");
const share = (name: string, { share: value, from, to }: Share) => row(name, percent(value), `${percent(from)} to ${percent(to)}`);

export function figuresTable(played: Playout, seconds: number): HTMLElement[] {
  const rows = [
    ...played.players.flatMap(({ name, won, lost }) => [share(`${name} wins`, won), ...(lost ? [share(`${name} loses`, lost)] : [])]),
    share("drawn", played.drawn),
    mean("decisions a game", played.decisions),
    mean("choices each", played.choices),
    mean("laps each", played.laps),
    mean("captures each", played.captures),
    ...played.players.map(({ name, seeds }) => mean(`seeds of ${name} at the end`, seeds)),
  ];
  const ends = played.ends.slice(0, 8).map(({ games, by }) => row(by, percent(games / Math.max(played.games, 1)), `${games.toLocaleString("en")} games`));
  const caption = `${played.games.toLocaleString("en")} random games, ${number(seconds, 2)} seconds`;
  return [
    make("table", {}, make("caption", {}, caption), make("tbody", {}, ...rows)),
    make("table", {}, make("caption", {}, "How games end"), make("tbody", {}, ...ends)),
  ];
}
