/**
 * A unit that serves the requests of several roles side by side, each with an equal share; those of one role follow each
 * other. So do schedulers with the warps of several warpgroups. When a request ends is known only when it does.
 */
import { ServingUnit } from './serving-unit.ts';

interface Request {
  readonly role: number;
  /** What is left of it, in clk of the whole unit. */
  left: number;
  readonly begin: (at: number) => void;
  readonly end: (at: number) => void;
}

/** When to look again. */
type Schedule = (time: number, happen: () => void) => void;

/** Below it, nothing is left but what rounding left. */
const NOTHING_CLK = 1e-6;

export class SharedUnit extends ServingUnit {
  readonly #waiting: Request[] = [];
  #active: Request[] = [];
  #since = 0;
  /** Number of the latest look; earlier looks that are still to come do not count. */
  #looks = 0;

  request(now: number, request: Request, schedule: Schedule): void {
    this.#advance(now);
    this.#waiting.push(request);
    this.#goOn(now, schedule);
  }

  #advance(now: number): void {
    const elapsed = now - this.#since;
    this.#since = now;
    if (this.#active.length === 0) return;
    this.busyClk += elapsed;
    this.freeAt = now;
    for (const request of this.#active) request.left -= elapsed / this.#active.length;
  }

  #goOn(now: number, schedule: Schedule): void {
    const ended = this.#active.filter(({ left }) => left <= NOTHING_CLK);
    this.#active = this.#active.filter(({ left }) => left > NOTHING_CLK);
    for (const request of [...this.#waiting]) {
      if (this.#active.some(({ role }) => role === request.role)) continue;
      this.#begin(request, now);
    }
    for (const { end } of ended) end(now);
    this.#look(now, schedule);
  }

  #begin(request: Request, now: number): void {
    this.#waiting.splice(this.#waiting.indexOf(request), 1);
    this.#active.push(request);
    request.begin(now);
  }

  #look(now: number, schedule: Schedule): void {
    const look = ++this.#looks;
    if (this.#active.length === 0) return;
    const least = Math.min(...this.#active.map(({ left }) => left));
    schedule(now + least * this.#active.length, () => {
      if (look !== this.#looks) return;
      const at = now + least * this.#active.length;
      this.#advance(at);
      this.#goOn(at, schedule);
    });
  }
}
