/** Where a loop ends, by what one of its registers is compared with. */
import type { Range } from './ranges.ts';

/** `past`: the register is below it in each round; `last`: its largest value. */
export interface LoopEnd {
  readonly past: number;
  readonly last: number;
  readonly isLoopEnd: boolean;
  /** Whether the round's own value is compared where the round ends, not that of the next one. */
  readonly isBeforeStep: boolean;
}

/** What a loop ends by comes before what is asked in it. */
export function latest(ends: readonly LoopEnd[]): LoopEnd | null {
  const closing = ends.filter(({ isLoopEnd }) => isLoopEnd);
  const counted = closing.length > 0 ? closing : ends;
  return counted.reduce<LoopEnd | null>((a, b) => (a !== null && a.past >= b.past ? a : b), null);
}

/** From one start on, by one step, only some values come. */
export function lastOf(start: Range, step: Range, { last }: LoopEnd): number {
  if (start.low !== start.high || step.low !== step.high) return last;
  return start.low + Math.floor((last - start.low) / step.low) * step.low;
}
