/** Words about what a compiled kernel made of the drawn tile. */
import { count } from '../../../base/numbers.ts';
import type { CompiledCheck, CompiledView } from './compiled-view.ts';

interface Verdict {
  readonly tone: 'agree' | 'differ' | 'waiting';
  readonly text: string;
}

/** How a page says that all chunks are as drawn, and that some are not. */
export interface VerdictWords<C> {
  agree(found: C): string;
  differ(found: C): string;
}

export function verdictOf<C extends CompiledCheck>(compiled: CompiledView<C>, words: VerdictWords<C>): Verdict {
  if (compiled.state === 'running') return { tone: 'waiting', text: 'Emulating the compiled PTX…' };
  if (compiled.state === 'none') return { tone: 'waiting', text: compiled.why };
  const { differing, faults } = compiled.found;
  const isSound = differing === 0 && faults === 0;
  const said = differing === 0 ? words.agree(compiled.found) : words.differ(compiled.found);
  const found = faults === 0 ? '' : ` ${count(faults)} ${faults === 1 ? 'fault' : 'faults'}.`;
  return { tone: isSound ? 'agree' : 'differ', text: said + found };
}
