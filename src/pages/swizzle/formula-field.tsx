/** A formula of one's own, and whether it gives every element a place of its own. */
import { type CSSProperties, useId } from 'react';
import { cuteName } from '../../model/swizzle/swizzle-names.ts';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import css from './formula-field.module.css';
import type { UnitNotation } from './pattern-names.ts';
import { FORMULA_NAMES, type FormulaFault } from './tile-formula.ts';
import type { Tiles } from './tile-of-state.ts';
import type { SwizzleHandle } from './use-swizzle.ts';

const GIVES = [
  { value: 'chunk', label: '16 B chunk' },
  { value: 'column', label: 'Column' },
] as const;

export function FormulaField({ state, update, tiles }: SwizzleHandle & { readonly tiles: Tiles }) {
  const id = useId();
  const said = formulaWords(tiles, state);
  return (
    <div className={css.formula}>
      <label htmlFor={id}>Stored at</label>
      <span className={css.text}>
        <input
          id={id}
          value={state.formula}
          spellCheck={false}
          aria-invalid={said.isWrong}
          aria-describedby={`${id}-said`}
          onChange={event => update({ formula: event.target.value === '' ? ' ' : event.target.value })}
        />
        <Pointer column={tiles.error?.column ?? null} />
      </span>
      <Segments label="The formula gives" options={GIVES} value={state.gives} onChange={gives => update({ gives })} />
      <p id={`${id}-said`} role="status" className={`caption ${said.isWrong ? 'bad' : 'good'}`}>
        {said.text} <small>Names: {FORMULA_NAMES.join(', ')}. The result is taken modulo the length of a row.</small>
      </p>
    </div>
  );
}

/** Below the character that the message is about. */
const Pointer = ({ column }: { readonly column: number | null }) =>
  column !== null && (
    <span aria-hidden className={css.pointer} style={{ '--at': column - 1 } as CSSProperties}>
      ▲
    </span>
  );

function formulaWords(
  { error, collision, swizzle }: Tiles,
  { unit, elementBytes }: UnitNotation,
): { readonly isWrong: boolean; readonly text: string } {
  if (error !== null) return { isWrong: true, text: errorWords(error) };
  if (collision !== null) {
    const { first, second, stored } = collision;
    return {
      isWrong: true,
      text: `Not one to one: in row ${first.row}, columns ${first.column} and ${second.column} would both be kept in column ${stored}.`,
    };
  }
  const name = swizzle === null ? '' : ` It is ${cuteName(swizzle, unit, elementBytes)} on ${unit}.`;
  return { isWrong: false, text: `One to one: every element has a place of its own.${name}` };
}

const errorWords = ({ message, column }: FormulaFault): string =>
  column === null ? message : `Character ${column}: ${message}`;
