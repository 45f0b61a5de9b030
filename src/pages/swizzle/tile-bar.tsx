/** The tile's own numbers: element, rows, columns, padding, base. */
import { useId } from 'react';
import { count } from '../../base/numbers.ts';
import controls from '../../panels/controls.module.css';
import { ELEMENT_BYTES, MOST_BASE, MOST_COLUMNS, MOST_PAD, MOST_ROWS } from '../links/swizzle.ts';
import { NumberField } from './number-field.tsx';
import css from './tile-bar.module.css';
import type { SwizzleHandle } from './use-swizzle.ts';

export const TileBar = ({ state, update }: SwizzleHandle) => (
  <section className={css.bar} aria-label="Tile">
    <ElementField state={state} update={update} />
    <NumberField label="Rows" value={state.rows} min={1} max={MOST_ROWS} onChange={rows => update({ rows })} />
    <NumberField
      label="Columns"
      value={state.columns}
      min={1}
      max={MOST_COLUMNS}
      onChange={columns => update({ columns })}
    />
    <NumberField label="Padding, elements" value={state.pad} min={0} max={MOST_PAD} onChange={pad => update({ pad })} />
    <BaseField state={state} update={update} />
  </section>
);

function ElementField({ state, update }: SwizzleHandle) {
  const id = useId();
  const change = (elementBytes: number): void =>
    update({ elementBytes, base: state.base - (state.base % elementBytes) });
  return (
    <div>
      <label htmlFor={id}>Element</label>
      <select
        id={id}
        className={controls.select}
        value={state.elementBytes}
        onChange={event => change(Number(event.target.value))}
      >
        {ELEMENT_BYTES.map(bytes => (
          <option key={bytes} value={bytes}>
            {bytes} B, {TYPES_OF[bytes]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A type that is so large. */
const TYPES_OF: Readonly<Record<(typeof ELEMENT_BYTES)[number], string>> = {
  1: 'fp8',
  2: 'f16, bf16',
  4: 'f32, tf32',
  8: 'f64',
  16: 'chunk',
};

const SLIDER_STEP = 16;
const SLIDER_MOST = 2048;

/** The field takes any base; the slider goes by chunks over the repeats of all modes. */
const BaseField = ({ state, update }: SwizzleHandle) => (
  <div className={css.base}>
    <NumberField
      label="Base, bytes"
      value={state.base}
      min={0}
      max={MOST_BASE}
      step={state.elementBytes}
      onChange={base => update({ base })}
    />
    <input
      type="range"
      className={controls.range}
      aria-label="Base address"
      aria-valuetext={`${count(state.base)} bytes`}
      min={0}
      max={SLIDER_MOST}
      step={SLIDER_STEP}
      value={state.base}
      onChange={event => update({ base: Number(event.target.value) })}
    />
  </div>
);
