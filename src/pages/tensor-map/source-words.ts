/** Words about what a compiled kernel and a GPU made of the drawn copy. */

import { count } from '../../base/numbers.ts';
import { tmaSwizzle } from '../../model/tma/swizzle-modes.ts';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { MEASURED_ON, measuredBox } from '../kit/tile/measured-boxes.ts';
import type { VerdictWords } from '../kit/tile/verdict.ts';
import type { CompiledCopy } from './compiled-copy.ts';

export const WORDS: VerdictWords<CompiledCopy> = {
  agree: ({ direction, chunks }) =>
    direction === 'load'
      ? `All ${count(chunks)} chunks are byte for byte as drawn.`
      : `All ${count(chunks)} chunks of the tensor are byte for byte as drawn, those round the box as before.`,
  differ: ({ direction, differing, chunks }) =>
    `${count(differing)} of ${count(chunks)} chunks ${direction === 'load' ? 'of shared memory' : 'of the tensor'} hold something else: the flagged ones.`,
};

/**
 * Copies that a GPU was asked about, by the rank of their tensor, and that left what the model says: by programs that ask about
 * the engine, and by the compiled kernel itself. A test holds these counts against the recorded answers.
 */
export const AGREEING = {
  load: { 1: 22, 2: 306, 3: 92, 4: 26, 5: 24 },
  store: { 1: 2, 2: 142, 3: 9, 4: 3, 5: 2 },
} as const;

export function measuredWords({ copy, tile }: Pick<CopyOfState, 'copy' | 'tile'>): string {
  const { map, direction } = copy;
  if (!tmaSwizzle(map.swizzle).onHopper) return 'Not measured yet: the GPU has no such mode.';
  const rank = copy.start.length as keyof typeof AGREEING.load;
  const { gpu, date, driver } = MEASURED_ON;
  const on = `on an ${gpu}, ${date}: driver ${driver}`;
  const agreeing = AGREEING[direction][rank];
  const box = rank === 2 && map.interleave === 'none' && direction === 'load' ? measuredBox(tile) : null;
  if (box === null)
    return `This ${direction} was not measured, but ${agreeing} others of rank ${rank} were as the model says, ${on}.`;
  return `As drawn ${on}, rows of ${box.rowBytes} B at base ${box.base}, 20 of them, byte by byte; so were all of ${agreeing} loads of rank 2.`;
}
