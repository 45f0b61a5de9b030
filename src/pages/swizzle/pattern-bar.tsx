/** Which pattern: a mode of the copy engine, any swizzle by the brackets, or a formula of one's own. */
import { printSwizzle } from '../../model/layout/swizzle.ts';
import { TMA_SWIZZLES, tmaSwizzleOf } from '../../model/tma/swizzle-modes.ts';
import css from './pattern-bar.module.css';
import type { SwizzleHandle } from './use-swizzle.ts';

const EXAMPLE = 'row ^ (col >> 2)';

export function PatternBar({ state, update }: SwizzleHandle) {
  const isFormula = state.formula !== '';
  const mode = tmaSwizzleOf(state.swizzle);
  return (
    <fieldset className={css.modes} aria-label="Pattern">
      {TMA_SWIZZLES.map(
        ({ name, cute }) =>
          cute !== null && (
            <Choice
              key={name}
              name={name}
              isPressed={!isFormula && mode?.name === name}
              onClick={() => update({ swizzle: cute, formula: '' })}
            />
          ),
      )}
      {!isFormula && mode === null && <span className={css.own}>{printSwizzle(state.swizzle)}</span>}
      <Choice
        name="Formula"
        isPressed={isFormula}
        onClick={() => update({ formula: isFormula ? '' : EXAMPLE, gives: 'chunk' })}
      />
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly isPressed: boolean;
  readonly onClick: () => void;
}

const Choice = ({ name, isPressed, onClick }: ChoiceProps) => (
  <button type="button" aria-pressed={isPressed} onClick={onClick}>
    {name}
  </button>
);
