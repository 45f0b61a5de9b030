/** Which instruction, and which of its operands. */
import { WGMMA, WGMMA_SIZES } from '../../model/layout-steps/fragments.ts';
import { ChoiceList } from '../../panels/choice-list.tsx';
import { Segments } from '../../panels/fields.tsx';
import css from './layouts-page.module.css';
import { ATOM_NAMES, ELEMENT_SIZES, OWN, partsOf } from './layouts-search.ts';
import type { LayoutsHandle } from './use-layouts.ts';

export function AtomBar({ state, update }: LayoutsHandle) {
  const { atom, part, n } = state;
  // A matrix of another size is another layout in shared memory.
  const change = (patch: Partial<LayoutsHandle['state']>) => update({ shared: '', ...patch });
  return (
    <div className={css.bar}>
      <ChoiceList
        label="Instruction"
        value={atom}
        values={ATOM_NAMES}
        onChange={next => change({ atom: next, part: partsOf(next)[0] })}
      />
      {atom === WGMMA && <ChoiceList label="N" value={n} values={WGMMA_SIZES} onChange={next => change({ n: next })} />}
      {atom === OWN && <OwnElement state={state} update={update} />}
      {partsOf(atom).length > 1 && <PartChoice atom={atom} part={part} onChange={next => change({ part: next })} />}
    </div>
  );
}

const OwnElement = ({ state, update }: LayoutsHandle) => (
  <ChoiceList
    label="Element"
    value={state.elementBytes}
    values={ELEMENT_SIZES.filter(bytes => bytes <= 8)}
    labels={ELEMENT_SIZES.map(bytes => `${bytes} B`)}
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
