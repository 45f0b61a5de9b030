/** Which instruction, and which of its operands. */
import { FRAGMENT_ATOMS, WGMMA, WGMMA_SIZES } from '../../model/layout-steps/fragments.ts';
import { ChoiceList } from '../../panels/choice-list.tsx';
import { Segments } from '../../panels/fields.tsx';
import css from './layouts-page.module.css';
import type { LayoutsHandle } from './use-layouts.ts';

const NAMES = [...FRAGMENT_ATOMS.keys()];

export function AtomBar({ state, update }: LayoutsHandle) {
  const { atom, part, n } = state;
  const { parts } = FRAGMENT_ATOMS.get(atom)!;
  // A matrix of another size is another layout in shared memory.
  const change = (patch: Partial<LayoutsHandle['state']>) => update({ shared: '', ...patch });
  return (
    <div className={css.bar}>
      <ChoiceList
        label="Instruction"
        value={atom}
        values={NAMES}
        onChange={next => change({ atom: next, part: FRAGMENT_ATOMS.get(next)!.parts[0] })}
      />
      {atom === WGMMA && <ChoiceList label="N" value={n} values={WGMMA_SIZES} onChange={next => change({ n: next })} />}
      {parts.length > 1 && (
        <Segments
          label="Operand"
          options={parts.map(value => ({ value, label: value }))}
          value={part}
          onChange={next => change({ part: next })}
        />
      )}
    </div>
  );
}
