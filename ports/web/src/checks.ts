// What is found in the text while people type: three checks, each slower and more thorough than the one before.
import { Failed, type Service } from "./service";
import type { Finding, OfferedFix } from "./protocol";

interface Found { findings: Finding[]; playable: boolean }

/** Pauses before the second and the third check, in milliseconds. */
const PAUSE = 100;
const LONG_PAUSE = 1000;

export class Checks {
  #version = 0;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #reading = false;
  #again = false;
  #failing = false;

  /** `shown` is called with all that is known; `read` after each change, with whether the text makes a game. */
  constructor(
    readonly quick: Service, readonly slow: Service, readonly playing: Service,
    readonly document: () => { name: string; text: string },
    readonly shown: (findings: Finding[], fixes: OfferedFix[]) => void,
    readonly read: (playable: boolean) => void,
  ) {}

  /** The text has changed. */
  changed(): void {
    this.#version += 1;
    this.#timers.forEach(clearTimeout);
    // A check with random games can take seconds, and its result is not wanted any more.
    if (this.playing.busy) this.playing.stop();
    const version = this.#version;
    this.#timers = [
      setTimeout(() => this.#later(version, this.slow, "text"), PAUSE),
      setTimeout(() => this.#later(version, this.playing, "usual"), LONG_PAUSE),
    ];
    void this.#now();
  }

  /** Reads the text at once; while that is being done, further changes wait for one more time. */
  async #now(): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = true;
    do {
      this.#again = false;
      const version = this.#version;
      const found = await this.#find(this.quick, "reading");
      if (found && version === this.#version) {
        // Without errors, what the slower checks have found stays until they are done again.
        if (!found.playable || this.#failing) this.shown(found.findings, []);
        this.#failing = !found.playable;
        this.read(found.playable);
      }
    } while (this.#again);
    this.#reading = false;
  }

  async #later(version: number, service: Service, effort: string): Promise<void> {
    const found = await this.#find(service, effort);
    if (!found || version !== this.#version) return;
    this.#failing = !found.playable;
    this.shown(found.findings, []);
    if (!found.findings.some(({ fixes }) => fixes.length > 0)) return;
    const { name, text } = this.document();
    const end = new TextEncoder().encode(text).length;
    const offered = await this.slow.ask<{ fixes: OfferedFix[] }>({ do: "fixes", name, text, start: 0, end }).catch(() => undefined);
    if (offered && version === this.#version) this.shown(found.findings, offered.fixes);
  }

  async #find(service: Service, effort: string): Promise<Found | undefined> {
    try {
      return await service.ask<Found>({ do: "findings", ...this.document(), effort });
    } catch (error) {
      if (!(error instanceof Failed)) console.error(error);
      return undefined;
    }
  }
}
