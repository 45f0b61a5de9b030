/**
 * Chooses the pattern (a mode of the copy engine, any swizzle, or the user's own formula), and the pattern with which
 * it is compared.
 */
import { ArrowLeftRight } from 'lucide-react';
import { useId } from 'react';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import { IconButton } from '../../panels/icon-button.tsx';
import { optionsOf, Select } from '../../panels/kit/choice-fields.tsx';
import { useHotkeys } from '../../panels/use-hotkeys.ts';
import css from './pattern-bar.module.css';
import { MODES, type NamedSwizzle, patternName } from './pattern-names.ts';
import type { SwizzleHandle } from './use-swizzle.ts';

/** One to one whatever the elements are. */
const EXAMPLE = 'row ^ chunk';

export function PatternBar({ state, update }: SwizzleHandle) {
  const isFormula = state.formula !== '';
  const drawn = isFormula ? null : patternName(state.swizzle, state);
  const choice = ({ name, swizzle }: NamedSwizzle) => (
    <Choice key={name} name={name} isPressed={drawn === name} onClick={() => update({ swizzle, formula: '' })} />
  );
  return (
    <fieldset className={`row wrap ${css.modes}`}>
      <legend>Pattern</legend>
      {MODES.filter(({ onHopper }) => onHopper).map(choice)}
      {drawn !== null && !isMode(drawn) && (
        <span className="button" data-here>
          {drawn}
        </span>
      )}
      <Choice
        name="Formula"
        isPressed={isFormula}
        onClick={() => update({ formula: isFormula ? '' : EXAMPLE, gives: 'chunk' })}
      />
      <small>not on Hopper</small>
      {MODES.filter(({ onHopper }) => !onHopper).map(choice)}
    </fieldset>
  );
}

const isMode = (name: string): boolean => MODES.some(mode => mode.name === name);

interface ChoiceProps {
  readonly name: string;
  readonly isPressed: boolean;
  readonly onClick: () => void;
}

const Choice = ({ name, isPressed, onClick }: ChoiceProps) => (
  <button type="button" className="button" aria-pressed={isPressed} onClick={onClick}>
    {name}
  </button>
);

/** Two patterns beside each other; the link holds both. */
export function CompareField({ state, update }: SwizzleHandle) {
  const id = useId();
  const { swizzle, against, formula } = state;
  const swap = (): void => {
    if (formula === '') update({ swizzle: against, against: swizzle });
  };
  useHotkeys({ x: swap });
  return (
    <div className={css.compare}>
      <label htmlFor={id}>Compared with</label>
      <AgainstChoice id={id} name={patternName(against, state)} onChange={chosen => update({ against: chosen })} />
      <IconButton label="Swap the two patterns (X)" aria-keyshortcuts="x" disabled={formula !== ''} onClick={swap}>
        <ArrowLeftRight size={15} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

interface AgainstProps {
  readonly id: string;
  readonly name: string;
  readonly onChange: (swizzle: Swizzle) => void;
}

/** A pattern that is no mode comes here by a swap, or by a link. */
function AgainstChoice({ id, name, onChange }: AgainstProps) {
  const choose = (chosen: string): void => {
    const mode = MODES.find(each => each.name === chosen);
    if (mode !== undefined) onChange(mode.swizzle);
  };
  return (
    <Select
      id={id}
      value={name}
      options={optionsOf([...MODES.map(mode => mode.name), ...(isMode(name) ? [] : [name])])}
      onChange={choose}
    />
  );
}
