/** What is counted: the set of permutations, and the options of the planner. */
import { useId } from 'react';
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import controls from '../../panels/controls.module.css';
import css from './options-bar.module.css';
import { ELEMENT_BYTES, SHARED_KIB, TARGETS } from './statistics-search.ts';
import type { StatisticsHandle } from './use-statistics.ts';

/** What is listed belongs to one set of options. */
const listed = null;

const SIZES = [
  { name: 'elementBytes', label: 'Element', values: ELEMENT_BYTES, labelOf: (bytes: number) => `${bytes} B` },
  {
    name: 'target',
    label: 'Inner blocks of',
    values: TARGETS,
    labelOf: (target: number) => (target === 0 ? 'a warp or a line' : `${target} elements`),
  },
  { name: 'sharedKiB', label: 'Shared memory', values: SHARED_KIB, labelOf: (size: number) => `${size} KiB` },
] as const;

export const OptionsBar = ({ state, update }: StatisticsHandle) => (
  <div className={css.bar}>
    <Choice
      label="Permutations"
      value={state.set}
      values={[...CASE_SETS.keys()]}
      labelOf={id => CASE_SETS.get(id)!.title}
      onChange={set => update({ set, listed })}
    />
    {SIZES.map(({ name, ...size }) => (
      <Choice<number> key={name} {...size} value={state[name]} onChange={value => update({ [name]: value, listed })} />
    ))}
  </div>
);

interface ChoiceProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly values: readonly T[];
  readonly labelOf: (value: T) => string;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string | number>({ label, value, values, labelOf, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className={css.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={controls.select}
        value={values.indexOf(value)}
        onChange={event => onChange(values[Number(event.target.value)])}
      >
        {values.map((each, at) => (
          <option key={each} value={at}>
            {labelOf(each)}
          </option>
        ))}
      </select>
    </div>
  );
}
