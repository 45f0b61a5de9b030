/** Fields for the set of permutations and the options of the planner. */
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import choices from '../../panels/choice-bar.module.css';
import { optionsOf, SelectField } from '../../panels/kit/choice-fields.tsx';
import { ELEMENT_BYTES, SHARED_KIB, TARGETS } from '../links/statistics.ts';
import type { StatisticsHandle } from './use-statistics.ts';

/** The list and the pin belong to one set of options, so they close when it changes. */
const CLOSED = { listed: null, pinned: null };

const SIZES = [
  { name: 'elementBytes', label: 'Element', options: optionsOf(ELEMENT_BYTES, bytes => `${bytes} B`) },
  {
    name: 'target',
    label: 'Inner blocks of',
    options: optionsOf(TARGETS, target => (target === 0 ? 'a warp or a line' : `${target} elements`)),
  },
  { name: 'sharedKiB', label: 'Shared memory', options: optionsOf(SHARED_KIB, size => `${size} KiB`) },
] as const;

export const OptionsBar = ({ state, update }: StatisticsHandle) => (
  <div className={choices.bar}>
    <SelectField
      layout="stack"
      label="Permutations"
      value={state.set}
      options={Array.from(CASE_SETS, ([value, { title }]) => ({ value, label: title }))}
      onChange={set => update({ set, ...CLOSED })}
    />
    {SIZES.map(({ name, label, options }) => (
      <SelectField<number>
        key={name}
        layout="stack"
        label={label}
        options={options}
        value={state[name]}
        onChange={value => update({ [name]: value, ...CLOSED })}
      />
    ))}
  </div>
);
