/** Which runs are listed. */
import { catalog } from '../../kernels/catalog.ts';
import { Choice, ChoiceBar } from '../../panels/choice-bar.tsx';
import type { Measurement } from '../../services/recordings/measurement.ts';
import { filterChoices } from './run-filters.ts';
import type { RunsHandle } from './use-runs-state.ts';

interface FilterBarProps extends RunsHandle {
  readonly measurements: readonly Measurement[];
}

const METHODS = ['', 'cold', 'steady'] as const;
const ORIGINS = ['', 'own', 'recorded'] as const;
const NAMES: Readonly<Record<string, string>> = { '': 'all', own: 'of this machine' };
const labelOf = (value: string): string => NAMES[value] ?? value;

export function FilterBar({ state, update, measurements }: FilterBarProps) {
  const { gpus, problems } = filterChoices(measurements);
  const filters = [
    { name: 'method', label: 'Method', values: METHODS },
    { name: 'origin', label: 'Runs', values: ORIGINS },
    { name: 'gpu', label: 'GPU', values: ['', ...gpus] },
    { name: 'problem', label: 'Parameters', values: ['', ...problems] },
  ] as const;
  return (
    <ChoiceBar>
      <KernelChoice state={state} update={update} />
      {filters.map(({ name, label, values }) => (
        <Choice<string>
          key={name}
          {...{ label, values, labelOf }}
          value={state[name]}
          onChange={value => update({ [name]: value })}
        />
      ))}
    </ChoiceBar>
  );
}

const KernelChoice = ({ state, update }: RunsHandle) => (
  <Choice
    label="Kernel"
    value={state.kernel}
    values={[...catalog.keys()]}
    labelOf={id => catalog.get(id)?.title ?? id}
    onChange={kernel => update({ kernel, gpu: '', problem: '', comparison: [] })}
  />
);
