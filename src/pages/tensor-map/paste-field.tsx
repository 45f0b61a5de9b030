/** Text to paste: the page then draws its map. */
import { useState } from 'react';
import type { TensorMap } from '../../trace/launch.ts';
import { stateOfCopy } from '../kit/tensor-map/copy-of-state.ts';
import css from './paste-field.module.css';
import type { TensorMapHandle } from './use-tensor-map.ts';

interface Outcome {
  readonly isRead: boolean;
  readonly words: string;
}

export function PasteField({ state, update }: TensorMapHandle) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const read = async (text: string): Promise<void> => {
    if (text.trim() === '') return setOutcome(null);
    // The code that checks JSON and reads C++ is loaded with the first text.
    const map = (await import('./paste.ts')).readMap(text);
    setOutcome({ isRead: map.ok, words: map.ok ? readWords(map.value) : map.error });
    if (map.ok) update(stateOfMap(state, map.value));
  };
  return (
    <details className={`prose ${css.paste}`}>
      <summary>Paste a map</summary>
      <label>
        A call of cuTensorMapEncodeTiled with the lists that it names, or a launch as JSON
        <textarea rows={6} spellCheck={false} onChange={event => void read(event.target.value)} />
      </label>
      <p role="status" className={outcome?.isRead === false ? 'bad' : 'good'}>
        {outcome?.words}
      </p>
    </details>
  );
}

const readWords = ({ type, dims, box }: TensorMap): string =>
  `Drawn: ${type}, ${dims.join(' × ')}, boxes of ${box.join(' × ')}.`;

/** The map in place of the one there is; the box starts where it was, in a tensor of as many dimensions. */
function stateOfMap({ start, base, direction }: TensorMapHandle['state'], map: TensorMap) {
  const rank = map.dims.length;
  const at = start.length === rank ? start : map.dims.map(() => 0);
  const copy = stateOfCopy({ map, start: at, base, direction });
  return { ...copy, down: Math.min(1, rank - 1), plane: null, at: null, pin: null };
}
