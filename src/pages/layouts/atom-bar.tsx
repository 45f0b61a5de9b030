/** Which instruction, and which of its operands. */
import { ChoiceList } from '../../panels/choice-list.tsx';
import { Segments } from '../../panels/fields.tsx';
import { ELEMENT_SIZES, OWN, partsOf, sizesOf } from '../links/layouts.ts';
import { AtomChoice } from './atom-choice.tsx';
import css from './layouts-page.module.css';
import type { LayoutsHandle } from './use-layouts.ts';

export function AtomBar({ state, update }: LayoutsHandle) {
  const { atom, part, n } = state;
  const sizes = sizesOf(atom);
  // A matrix of another size is another layout in shared memory.
  const change = (patch: Partial<LayoutsHandle['state']>) => update({ shared: '', ...patch });
  return (
    <div className={`row wrap ${css.bar}`}>
      <AtomChoice
        value={atom}
        onChange={next => change({ atom: next, part: partsOf(next)[0], n: sizesOf(next)?.usual ?? n })}
      />
      {sizes && (
        <ChoiceList label={sizes.label} values={sizes.values} value={n} onChange={next => change({ n: next })} />
      )}
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
