// Shows the events of a move one after the other, and each sowing seed by seed.
import type { GameEvent, Info } from "./protocol";

export interface Frame {
  seeds: Record<string, number>;
  active?: string;
  /** The event that is shown, by its number. */
  event: number;
  /** How long it stays, in milliseconds. */
  time: number;
}

/** More frames than these are not shown: a long move ends at once. */
const MOST_FRAMES = 400;

/** The frames between two positions. */
export function frames(info: Info, before: Record<string, number>, events: GameEvent[]): Frame[] {
  const seeds = { ...before };
  const all: Frame[] = [];
  const fall = events.reduce((sum, { falls }) => sum + (falls?.length ?? 0), 0);
  const pace = Math.max(25, Math.min(170, 6000 / Math.max(fall, 1)));
  const frame = (event: number, active: string | undefined, time: number) =>
    all.push({ seeds: { ...seeds }, active, event, time });
  const store = (seat: number) =>
    info.places.find(({ kind, owner }) => kind !== "hole" && kind !== "hand" && owner === seat)?.id;
  const add = (place: string | undefined, amount: number) => {
    if (place !== undefined && place in seeds) seeds[place] = Math.max(0, seeds[place] + amount);
  };
  events.forEach((event, nth) => {
    if (all.length > MOST_FRAMES) return;
    if (event.kind === "sowed" && Array.isArray(event.from)) {
      const [only] = event.from;
      if (event.from.length === 1) add(only, -(event.seeds ?? 0));
      else for (const place of event.from) add(place, -(seeds[place] ?? 0));
      frame(nth, only, 2 * pace);
      for (const place of (event.falls ?? []).slice(0, MOST_FRAMES)) {
        add(place, 1);
        frame(nth, place, pace);
      }
    } else if ((event.kind === "captured" || event.kind === "put") && event.from && !Array.isArray(event.from)) {
      const to = event.kind === "put" ? event.to : store(event.seat);
      for (const [place, amount] of Object.entries(event.from)) {
        add(place, -amount);
        add(to, amount);
        frame(nth, place, 2.5 * pace);
      }
    } else if (event.news) frame(nth, event.place, 1.5 * pace);
  });
  return all;
}
