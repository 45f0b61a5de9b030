/**
 * Tensor cores and copy engine at the shared memory between them: products read operands from it, copies write it. Each of the two
 * serves one request after another, first come, first served. While both have one they share the bytes that shared memory hands out in
 * a clk: neither gets less than half of them if it needs so many. When a request ends is known only when it does.
 */
import { LINE_BYTES } from '../../base/hardware.ts';
import { ServingUnit } from './serving-unit.ts';

export interface MemoryRequest {
  /** What is left of it [clk], if nothing holds it up. */
  left: number;
  /** Bytes of shared memory that it then needs in a clk. */
  readonly bytesPerClk: number;
  /** Number of the span that it becomes. */
  readonly span: number;
  readonly begin: (at: number) => void;
  readonly end: (at: number) => void;
}

/** When to look again. */
type Schedule = (time: number, happen: () => void) => void;

/** Below it, nothing is left but what rounding left. */
const NOTHING_CLK = 1e-6;

/** One unit and what it was asked for, in order; the first is being served. */
class Line extends ServingUnit {
  readonly requests: MemoryRequest[] = [];
  /** How fast the first is served: 1 if nothing holds it up. */
  rate = 1;

  get needs(): number {
    return this.requests[0]?.bytesPerClk ?? 0;
  }

  advance(elapsed: number, now: number): void {
    const [first] = this.requests;
    if (first === undefined) return;
    first.left -= elapsed * this.rate;
    this.busyClk += elapsed * this.rate;
    this.freeAt = now;
  }
}

export class SharedMemory {
  readonly tensor = new Line();
  readonly copy = new Line();
  #since = 0;
  /** Number of the latest look; earlier looks that are still to come do not count. */
  #looks = 0;

  /** @returns the span that has to end first, -1 if none. */
  request(line: Line, now: number, request: MemoryRequest, schedule: Schedule): number {
    this.#advance(now);
    const before = line.requests.at(-1);
    line.requests.push(request);
    if (before === undefined) request.begin(now);
    this.#look(now, schedule);
    return before?.span ?? -1;
  }

  #advance(now: number): void {
    for (const line of [this.tensor, this.copy]) line.advance(now - this.#since, now);
    this.#since = now;
  }

  #share(): void {
    const [products, copies] = [this.tensor.needs, this.copy.needs];
    const [forProducts, forCopies] = [products, copies].map((own, i) =>
      Math.min(own, Math.max(LINE_BYTES / 2, LINE_BYTES - [copies, products][i])),
    );
    this.tensor.rate = products === 0 ? 1 : forProducts / products;
    this.copy.rate = copies === 0 ? 1 : forCopies / copies;
  }

  #look(now: number, schedule: Schedule): void {
    this.#share();
    const look = ++this.#looks;
    const ends = [this.tensor, this.copy].flatMap(({ requests: [first], rate }) => (first ? first.left / rate : []));
    if (ends.length === 0) return;
    const at = now + Math.max(0, Math.min(...ends));
    schedule(at, () => {
      if (look !== this.#looks) return;
      this.#advance(at);
      this.#goOn(at, schedule);
    });
  }

  #goOn(now: number, schedule: Schedule): void {
    const ended = [this.tensor, this.copy].flatMap(({ requests }) => {
      if (requests.length === 0 || requests[0].left > NOTHING_CLK) return [];
      const [first] = requests.splice(0, 1);
      requests[0]?.begin(now);
      return first;
    });
    this.#look(now, schedule);
    for (const { end } of ended) end(now);
  }
}
