/** The page's pictures: bits of the address, the tile before and after, all with one highlight. */
import { useMemo } from 'react';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { AbsentPicture } from '../../panels/absent-picture.tsx';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { PageBankLegend } from '../../panels/page-legends.tsx';
import type { usePictureScale } from '../../panels/use-picture-scale.ts';
import { ChunkTile } from '../../pictures/chunk-tile/index.tsx';
import type { Theme } from '../../pictures/theme.ts';
import type { Highlight } from '../../pictures/view.ts';
import { XorBits } from '../../pictures/xor-bits/index.tsx';
import { unnamedWords } from './pattern-names.ts';
import { bitsRecords, cellsOf, scaleOf, tileRecords } from './picture-records.ts';
import css from './pictures.module.css';
import type { Derived, SwizzleHandle } from './use-swizzle.ts';

export interface SwizzlePicturesProps extends SwizzleHandle {
  readonly derived: Derived;
  readonly theme: Theme;
  readonly highlight: Highlight;
  readonly onHover: (highlight: Highlight) => void;
  readonly scale: ReturnType<typeof usePictureScale>;
}

/** The pin is where the access starts. */
export const sharedProps = ({ state, update, theme, highlight, onHover, scale }: SwizzlePicturesProps) => ({
  theme,
  ...scale,
  source: 'predicted' as const,
  highlight,
  onHover,
  selection: state.origin,
  onSelect: (cell: Cell | null) => update({ origin: cell ?? { row: 0, column: 0 } }),
});

export function BitsPicture(props: SwizzlePicturesProps) {
  const { state, update, derived } = props;
  const bits = useMemo(() => bitsRecords(state, derived.tiles), [state, derived]);
  return (
    <div className="stack">
      <div className="row wrap">
        <Segments label="Unit of the address" options={UNITS} value={state.unit} onChange={unit => update({ unit })} />
        <p className="caption">Drag B, M, S, or use arrow keys.</p>
      </div>
      {bits === null ? (
        <AbsentPicture title="Address bits" why={unnamedWords(derived.tiles)} />
      ) : (
        <XorBits {...sharedProps(props)} records={bits} onSwizzle={swizzle => update({ swizzle, formula: '' })} />
      )}
    </div>
  );
}

const UNITS = [
  { value: 'bits', label: 'Bits' },
  { value: 'bytes', label: 'Bytes' },
  { value: 'elements', label: 'Elements' },
] as const;

/** Narrow tiles leave room for what stands below them. */
const TILE_PX = { few: 384, some: 460, many: 460 } as const;

export function TilePictures(props: SwizzlePicturesProps) {
  const { state, update, derived, theme } = props;
  const before = useMemo(() => tileRecords(state, derived, 'before'), [state, derived]);
  const after = useMemo(() => tileRecords(state, derived, 'after'), [state, derived]);
  const cells = cellsOf(state, derived);
  const shared = { ...sharedProps(props), scale: scaleOf(after), maxHeight: TILE_PX[cells] };
  return (
    <div className="stack">
      <TileSwitches state={state} update={update} />
      <div className={css.tiles} data-cells={cells}>
        <ChunkTile {...shared} records={before} />
        <ChunkTile {...shared} records={after} />
      </div>
      <PageBankLegend theme={theme} />
    </div>
  );
}

const PIECES = [
  { value: 'chunk', label: 'Chunk' },
  { value: 'element', label: 'Element' },
  { value: 'byte', label: 'Byte' },
] as const;
const ARRANGED = [
  { value: 'memory', label: 'Memory' },
  { value: 'tile', label: 'Tile' },
] as const;

const TileSwitches = ({ state, update }: SwizzleHandle) => (
  <div className="row wrap">
    <Segments label="A cell is" options={PIECES} value={state.piece} onChange={piece => update({ piece })} />
    <Segments
      label="The cells stand as"
      options={ARRANGED}
      value={state.arranged}
      onChange={arranged => update({ arranged })}
    />
  </div>
);
