/**
 * The proxy fences that each warp has executed (PTX ISA, "Memory Consistency Model: Proxies"). What generic instructions write
 * to shared memory reaches a copy engine only through one, executed after the write and before what starts the copy.
 */

interface Fences {
  /** The warp's clocks at its fences, in order, and the lanes that executed them. */
  readonly clocks: number[];
  readonly masks: number[];
}

export interface Reader {
  readonly lane: number;
  /** Its warp's lanes know what they did before this clock. */
  readonly synced: number;
}

export class ProxyFences {
  readonly #byWarp: readonly Fences[];
  #hasAny = false;

  constructor(warps: number) {
    this.#byWarp = Array.from({ length: warps }, () => ({ clocks: [], masks: [] }));
  }

  /** A new cluster. */
  start(): void {
    if (this.#hasAny) for (const { clocks, masks } of this.#byWarp) clocks.length = masks.length = 0;
    this.#hasAny = false;
  }

  note(warp: number, clock: number, mask: number): void {
    this.#hasAny = true;
    const { clocks, masks } = this.#byWarp[warp];
    clocks.push(clock);
    masks.push(mask);
  }

  /**
   * Whether lanes of the warp, given as a mask, executed one from a clock on and up to another. `reader`: a lane of that warp, which knows of those up to `synced` and of its own.
   */
  covers(warp: number, from: number, to: number, lanes: number, reader: Reader | null): boolean {
    const { clocks, masks } = this.#byWarp[warp];
    let missing = lanes;
    for (let i = firstFrom(clocks, from); i < clocks.length && clocks[i] <= to; i++) {
      if (reader !== null && clocks[i] >= reader.synced && ((masks[i] >>> reader.lane) & 1) === 0) continue;
      missing &= ~masks[i];
      if (missing === 0) return true;
    }
    return false;
  }
}

function firstFrom(clocks: readonly number[], from: number): number {
  let [low, high] = [0, clocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (clocks[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
