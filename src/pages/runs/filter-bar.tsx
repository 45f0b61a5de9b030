/** Fields that filter the list of runs. */
import { catalog } from '../../kernels/catalog.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import choices from '../../panels/choice-bar.module.css';
import { optionsOf, SelectField } from '../../panels/kit/choice-fields.tsx';
import type { Measurement } from '../../services/recordings/measurement.ts';
import { filterChoices } from './run-filters.ts';
import { problemWords } from './run-names.ts';
import type { RunsHandle } from './use-runs-state.ts';

interface FilterBarProps extends RunsHandle {
  readonly kernel: Kernel;
  readonly measurements: readonly Measurement[];
}

const METHODS = ['', 'cold', 'steady'] as const;
const ORIGINS = ['', 'own', 'recorded'] as const;
const NAMES: Readonly<Record<string, string>> = { '': 'all', own: 'of this machine' };

export function FilterBar({ state, update, kernel, measurements }: FilterBarProps) {
  const { gpus, problems, names } = filterChoices(measurements);
  const labelOf = (value: string): string => {
    const params = problems.get(value);
    return params ? problemWords(kernel, params, names) : (NAMES[value] ?? value);
  };
  const filters = [
    { name: 'method', label: 'Method', values: METHODS },
    { name: 'origin', label: 'Runs', values: ORIGINS },
    { name: 'gpu', label: 'GPU', values: ['', ...gpus] },
    { name: 'problem', label: 'Parameters', values: ['', ...problems.keys()] },
  ] as const;
  return (
    <div className={choices.bar}>
      <KernelChoice state={state} update={update} />
      {filters.map(({ name, label, values }) => (
        <SelectField<string>
          key={name}
          layout="stack"
          label={label}
          options={optionsOf<string>(values, labelOf)}
          value={state[name]}
          onChange={value => update({ [name]: value })}
        />
      ))}
    </div>
  );
}

const KernelChoice = ({ state, update }: RunsHandle) => (
  <SelectField
    layout="stack"
    label="Kernel"
    value={state.kernel}
    options={Array.from(catalog, ([value, { title }]) => ({ value, label: title }))}
    onChange={kernel => update({ kernel, gpu: '', problem: '', comparison: [] })}
  />
);
