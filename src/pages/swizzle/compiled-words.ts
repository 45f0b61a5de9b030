/** Words about what a compiled kernel and a GPU made of the drawn tile. */
import { count } from '../../base/numbers.ts';
import { MEASURED_ON, measuredBox } from '../kit/tile/measured-boxes.ts';
import type { VerdictWords } from '../kit/tile/verdict.ts';
import type { CompiledTile } from './compiled-tile.ts';
import type { Tiles } from './tile-of-state.ts';

export const WORDS: VerdictWords<CompiledTile> = {
  agree: ({ chunks }) => `All ${count(chunks)} chunks lie as drawn.`,
  differ: ({ differing, chunks }) => `${count(differing)} of ${count(chunks)} chunks lie elsewhere: the flagged ones.`,
};

export function measuredWords({ after, swizzle }: Tiles): string {
  const box = swizzle && measuredBox({ ...after, pattern: { kind: 'xor', swizzle } });
  if (box === null) return 'Not measured yet.';
  const { gpu, date, driver } = MEASURED_ON;
  return `As drawn on an ${gpu}, ${date}: driver ${driver}, a box of 20 rows of ${box.rowBytes} B at base ${box.base}, byte by byte.`;
}
