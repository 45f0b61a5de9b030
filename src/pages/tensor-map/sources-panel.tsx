/** What a compiled kernel and a GPU make of the drawn copy. */
import { Segments } from '../../panels/kit/choice-fields.tsx';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { SourcesSection } from '../kit/tile/sources-section.tsx';
import { RUNS } from '../links/tensor-map.ts';
import { measuredWords, WORDS } from './source-words.ts';
import type { CompiledCopyView } from './use-compiled-copy.ts';
import type { TensorMapHandle } from './use-tensor-map.ts';

const LABELS = { 'in-order': 'As drawn', 'slowest-first': 'Slowest first' } as const;
const OPTIONS = RUNS.map(value => ({ value, label: LABELS[value] }));

const SAID = {
  load: 'One tensor copy, then a dump of shared memory.',
  store: 'A tile of numbered words, one tensor copy, then the tensor’s memory.',
} as const;

interface SourcesPanelProps extends TensorMapHandle {
  readonly shown: CopyOfState;
  readonly compiled: CompiledCopyView;
}

export const SourcesPanel = ({ state, update, shown, compiled }: SourcesPanelProps) => (
  <SourcesSection
    compiled={compiled}
    words={WORDS}
    kernel={
      state.run === 'in-order'
        ? SAID[shown.copy.direction]
        : 'Wrong on purpose: coordinates slowest first, like indices in C.'
    }
    measured={measuredWords(shown)}
  >
    <Segments label="Which kernel copies" options={OPTIONS} value={state.run} onChange={run => update({ run })} />
  </SourcesSection>
);
