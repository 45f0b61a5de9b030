/** What a compiled kernel and a GPU made of the drawn tile, in words. */
import { count } from '../../panels/numbers.ts';
import { MEASURED_ON, measuredBox } from './measured-boxes.ts';
import type { Tiles } from './tile-of-state.ts';
import type { CompiledTile, CompiledView } from './use-compiled-tile.ts';

export interface CompiledVerdict {
  readonly tone: 'agree' | 'differ' | 'waiting';
  readonly text: string;
}

export function verdictOf(compiled: CompiledView): CompiledVerdict {
  if (compiled.state === 'running') return { tone: 'waiting', text: 'Emulating the compiled PTX…' };
  if (compiled.state === 'none') return { tone: 'waiting', text: compiled.why };
  const { differing, chunks, faults } = compiled.tile;
  const found = faults === 0 ? '' : ` ${count(faults)} ${faults === 1 ? 'fault' : 'faults'}.`;
  if (differing === 0) return { tone: faults === 0 ? 'agree' : 'differ', text: agreeingWords(compiled.tile) + found };
  return {
    tone: 'differ',
    text: `${count(differing)} of ${count(chunks)} chunks lie elsewhere: the flagged ones.${found}`,
  };
}

const agreeingWords = ({ chunks }: CompiledTile): string => `All ${count(chunks)} chunks lie as drawn.`;

export function measuredWords({ after, swizzle }: Tiles): string {
  const box = swizzle && measuredBox({ ...after, pattern: { kind: 'xor', swizzle } });
  if (box === null) return 'Not measured yet.';
  const { gpu, date, driver } = MEASURED_ON;
  return `As drawn on an ${gpu}, ${date}: driver ${driver}, a box of 20 rows of ${box.rowBytes} B at base ${box.base}, byte by byte.`;
}
