/** What is counted: the set of permutations, and the options of the planner. */
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import { Choice, ChoiceBar } from '../../panels/choice-bar.tsx';
import { ELEMENT_BYTES, SHARED_KIB, TARGETS } from '../links/statistics.ts';
import type { StatisticsHandle } from './use-statistics.ts';

/** What is listed belongs to one set of options, and what is pinned, too. */
const CLOSED = { listed: null, pinned: null };

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
  <ChoiceBar>
    <Choice
      label="Permutations"
      value={state.set}
      values={[...CASE_SETS.keys()]}
      labelOf={id => CASE_SETS.get(id)!.title}
      onChange={set => update({ set, ...CLOSED })}
    />
    {SIZES.map(({ name, ...size }) => (
      <Choice<number>
        key={name}
        {...size}
        value={state[name]}
        onChange={value => update({ [name]: value, ...CLOSED })}
      />
    ))}
  </ChoiceBar>
);
