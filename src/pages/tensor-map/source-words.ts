/** What a compiled kernel and a GPU made of the drawn copy, in words. */
import { count } from '../../panels/numbers.ts';
import { MEASURED_ON, measuredBox } from '../swizzle/measured-boxes.ts';
import type { CopyOfState } from './copy-of-state.ts';
import type { CompiledView } from './use-compiled-copy.ts';

export interface Verdict {
  readonly tone: 'agree' | 'differ' | 'waiting';
  readonly text: string;
}

export function verdictOf(compiled: CompiledView): Verdict {
  if (compiled.state === 'running') return { tone: 'waiting', text: 'Emulating the compiled PTX…' };
  if (compiled.state === 'none') return { tone: 'waiting', text: compiled.why };
  const { differing, chunks, first, faults } = compiled.copy;
  const found = faults === 0 ? '' : ` ${count(faults)} ${faults === 1 ? 'fault' : 'faults'}.`;
  if (differing > 0)
    return {
      tone: 'differ',
      text: `${count(differing)} of ${count(chunks)} chunks differ, the first at ${first}.${found}`,
    };
  return {
    tone: faults === 0 ? 'agree' : 'differ',
    text: `All ${count(chunks)} chunks are byte for byte as drawn.${found}`,
  };
}

/** Questions to a GPU, and those that it answered as the model does; a test holds both against the recorded answers. */
export const ASKED = { copiesAndMaps: 758, agreeing: 755 } as const;

export function measuredWords({ copy, tile }: Pick<CopyOfState, 'copy' | 'tile'>): string {
  const { gpu, date, driver } = MEASURED_ON;
  const box = copy.map.interleave === 'none' && copy.direction === 'load' ? measuredBox(tile) : null;
  const own =
    box === null
      ? 'This copy was not measured.'
      : `As drawn: rows of ${box.rowBytes} B at base ${box.base}, 20 of them, byte by byte.`;
  return `${own} Of ${ASKED.copiesAndMaps} copies and maps, ${ASKED.agreeing} were as the model says; three that the documentation forbids were taken. ${gpu}, driver ${driver}, ${date}.`;
}
