/** What a compiled kernel and a GPU made of the drawn copy, in words. */
import { count } from '../../panels/numbers.ts';
import { MEASURED_ON, measuredBox } from '../tile/measured-boxes.ts';
import type { VerdictWords } from '../tile/verdict.ts';
import type { CopyOfState } from './copy-of-state.ts';
import type { CompiledCopy } from './use-compiled-copy.ts';

export const WORDS: VerdictWords<CompiledCopy> = {
  agree: ({ direction, chunks }) =>
    direction === 'load'
      ? `All ${count(chunks)} chunks are byte for byte as drawn.`
      : `All ${count(chunks)} chunks of the tensor are byte for byte as drawn, those round the box as before.`,
  differ: ({ direction, differing, chunks }) =>
    `${count(differing)} of ${count(chunks)} chunks ${direction === 'load' ? 'of shared memory' : 'of the tensor'} hold something else: the flagged ones.`,
};

/** Copies that a GPU was asked about, and that left what the model says; a test holds these counts against the recorded answers. */
export const AGREEING = {
  /** Loads, by the rank of their tensor. */
  loads: { 1: 20, 2: 304, 3: 84, 4: 22, 5: 22 },
  /** Stores of two dimensions; what starts before the tensor traps. */
  stores: 140,
} as const;

export function measuredWords({ copy, tile }: Pick<CopyOfState, 'copy' | 'tile'>): string {
  const { gpu, date, driver } = MEASURED_ON;
  const on = `${gpu}, ${date}: driver ${driver}`;
  const rank = copy.start.length as keyof typeof AGREEING.loads;
  if (copy.direction === 'store')
    return rank === 2
      ? `This store was not measured, but ${AGREEING.stores} others of two dimensions were, all as the model says, on an ${on}.`
      : 'Stores of this rank: not measured yet.';
  const box = copy.map.interleave === 'none' ? measuredBox(tile) : null;
  const asked = `${AGREEING.loads[rank]} loads of rank ${rank} were as the model says`;
  if (box === null || rank !== 2) return `This load was not measured, but ${asked}, on an ${on}.`;
  return `As drawn on an ${on}, rows of ${box.rowBytes} B at base ${box.base}, 20 of them, byte by byte; ${asked}.`;
}
