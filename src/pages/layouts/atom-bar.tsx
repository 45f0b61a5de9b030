/** Chooses the instruction and one of its operands. */
import { FRAGMENT_ATOMS } from '../../model/layout-steps/fragments.ts';
import { optionsOf, Segments, SelectField } from '../../panels/kit/choice-fields.tsx';
import { ELEMENT_SIZES, OWN, partsOf, sizesOf } from '../links/layouts.ts';
import css from './layouts-page.module.css';
import type { LayoutsHandle } from './use-layouts.ts';

export function AtomBar({ state, update }: LayoutsHandle) {
  const { atom, part, n } = state;
  const sizes = sizesOf(atom);
  // A matrix of another size is another layout in shared memory.
  const change = (patch: Partial<LayoutsHandle['state']>) => update({ shared: '', ...patch });
  return (
    <div className={`row wrap ${css.bar}`}>
      <SelectField
        label="Instruction"
        options={ATOMS}
        value={atom}
        onChange={next => change({ atom: next, part: partsOf(next)[0], n: sizesOf(next)?.usual ?? n })}
      />
      {sizes && (
        <SelectField
          label={sizes.label}
          options={optionsOf(sizes.values)}
          value={n}
          onChange={next => change({ n: next })}
        />
      )}
      {atom === OWN && <OwnElement state={state} update={update} />}
      {partsOf(atom).length > 1 && <PartChoice atom={atom} part={part} onChange={next => change({ part: next })} />}
    </div>
  );
}

const startingWith = (...starts: readonly string[]): readonly string[] =>
  [...FRAGMENT_ATOMS.keys()].filter(name => starts.some(start => name.startsWith(start)));

const GROUPS: readonly (readonly [group: string, names: readonly string[]])[] = [
  ['A warp’s product', startingWith('mma.m16', 'mma.m8n8k16', 'mma.m8n8k4 ')],
  ['A quad pair’s product', startingWith('mma.m8n8k4.')],
  ['A warpgroup’s product', startingWith('wgmma')],
  ['Moves of 8 × 8 matrices', startingWith('ldmatrix', 'stmatrix')],
  ['Moves of tensor memory', startingWith('tcgen05')],
  ['Typed', [OWN]],
];
const ATOMS = GROUPS.flatMap(([group, names]) => names.map(name => ({ value: name, label: name, group })));

const OwnElement = ({ state, update }: LayoutsHandle) => (
  <SelectField
    label="Element"
    value={state.elementBytes}
    options={optionsOf(
      ELEMENT_SIZES.filter(bytes => bytes <= 8),
      bytes => `${bytes} B`,
    )}
    onChange={elementBytes => update({ elementBytes })}
  />
);

interface PartChoiceProps {
  readonly atom: string;
  readonly part: string;
  readonly onChange: (part: string) => void;
}

const PartChoice = ({ atom, part, onChange }: PartChoiceProps) => (
  <Segments
    label="Operand"
    options={partsOf(atom).map(value => ({ value, label: value }))}
    value={part}
    onChange={onChange}
  />
);
