/** The tile's own numbers: element, rows, columns, padding, base. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { optionsOf, SelectField } from '../../panels/kit/choice-fields.tsx';
import { NumberField } from '../../panels/kit/draft-fields.tsx';
import { ELEMENT_BYTES, MOST_BASE, MOST_COLUMNS, MOST_PAD, MOST_ROWS } from '../links/swizzle.ts';
import css from './tile-bar.module.css';
import type { SwizzleHandle } from './use-swizzle.ts';

export const TileBar = ({ state, update }: SwizzleHandle) => (
  <section className={css.bar} aria-label="Tile">
    <ElementField state={state} update={update} />
    <NumberField
      layout="stack"
      label="Rows"
      value={state.rows}
      min={1}
      max={MOST_ROWS}
      onChange={rows => update({ rows })}
    />
    <NumberField
      layout="stack"
      label="Columns"
      value={state.columns}
      min={1}
      max={MOST_COLUMNS}
      onChange={columns => update({ columns })}
    />
    <NumberField
      layout="stack"
      label="Padding, elements"
      value={state.pad}
      min={0}
      max={MOST_PAD}
      onChange={pad => update({ pad })}
    />
    <BaseField state={state} update={update} />
  </section>
);

function ElementField({ state, update }: SwizzleHandle) {
  const change = (elementBytes: number): void =>
    update({ elementBytes, base: state.base - (state.base % elementBytes) });
  return (
    <SelectField
      layout="stack"
      label="Element"
      value={state.elementBytes}
      options={optionsOf<number>(ELEMENT_BYTES, bytes => `${bytes} B, ${TYPES_OF[bytes]}`)}
      onChange={change}
    />
  );
}

/** A type that is so large. */
const TYPES_OF: Readonly<Record<number, string>> = {
  1: 'fp8',
  2: 'f16, bf16',
  4: 'f32, tf32',
  8: 'f64',
  16: 'chunk',
};

/** The field takes any base; the slider goes by chunks over the repeats of all modes. */
const SLIDER = { min: 0, max: 2048, step: CHUNK_BYTES };

const BaseField = ({ state, update }: SwizzleHandle) => (
  <div className={css.base}>
    <NumberField
      layout="stack"
      label="Base, bytes"
      value={state.base}
      min={0}
      max={MOST_BASE}
      step={state.elementBytes}
      slider={SLIDER}
      onChange={base => update({ base })}
    />
  </div>
);
