/** How O leaves. */
import type { Step } from '../../../trace/scenario.ts';
import { type Attention, BAR, mmaThreads, outputBytes } from './attention-shape.ts';
import { WARP_BYTES } from './gemm-shape.ts';
import { arrive, barArrive, barSync, next, slot } from './step-words.ts';

/** O to where V was, when nobody reads V any more; the last warpgroup has the thread that stores it. */
export function attentionEpilogue(shape: Attention, group: number): readonly Step[] {
  const threads = mmaThreads(shape);
  const instructions = outputBytes(shape) / shape.groups / WARP_BYTES;
  const write: Step = { do: 'alu', instructions, writes: [slot('o', 'o')] };
  const store: readonly Step[] = [
    barSync(BAR.epilogue, threads),
    { do: 'store', bytes: outputBytes(shape), from: slot('o', 'o') },
    { do: 'waitStores', pending: 0 },
    arrive('o stored', 'o'),
  ];
  const isLast = group === shape.groups;
  return [barSync(BAR.epilogue, threads), write, ...(isLast ? store : [barArrive(BAR.epilogue, threads)]), next('o')];
}
