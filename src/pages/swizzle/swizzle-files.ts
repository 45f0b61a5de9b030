/** The page as files: its pictures as one SVG or PNG, the finder's table as CSV and JSON. */
import { type ExportFile, textFile } from '../../panels/download.ts';
import type { PictureFile } from '../../panels/kit/exports.ts';
import { chunkTileFigure } from '../../pictures/chunk-tile/figure.ts';
import type { Theme } from '../../pictures/theme.ts';
import { defaultView } from '../../pictures/view.ts';
import { xorBitsFigure } from '../../pictures/xor-bits/figure.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import { accessesCsv, pageJson, placesCsv } from './access-files.ts';
import { type Found, finderCsv, finderJson } from './finder-rows.ts';
import { bitsRecords, exampleOf, scaleOf, tileRecords } from './picture-records.ts';
import type { Derived } from './use-swizzle.ts';

export interface SwizzleDrawing {
  readonly state: SwizzleState;
  readonly derived: Derived;
  readonly theme: Theme;
}

const BITS_PX = 640;
const TILE_PX = 440;

/** Two patterns that are compared are groups of their own. */
const LETTERS = { before: 'A', after: 'B' } as const;
const NO_LETTERS = { before: null, after: null } as const;

export function pictureFile({ state, derived, theme }: SwizzleDrawing): PictureFile {
  const view = { ...defaultView(theme, 'predicted', TILE_PX), selection: state.origin };
  const bits = bitsRecords(state, derived.tiles);
  const { rows, columns, elementBytes, base } = state;
  const scale = scaleOf(tileRecords(state, derived, 'after'));
  const letters = state.against.bits === 0 ? NO_LETTERS : LETTERS;
  const tiles = (['before', 'after'] as const).map(when => ({
    letter: letters[when],
    note: '',
    title: when === 'before' ? `${rows} × ${columns} elements of ${elementBytes} B, base ${base}` : '',
    figures: [chunkTileFigure(tileRecords(state, derived, when), { ...view, scale })],
  }));
  const first = bits && {
    letter: null,
    note: '',
    title: 'Swizzle',
    figures: [xorBitsFigure(bits, { ...view, highlight: exampleOf(state), width: BITS_PX })],
  };
  return {
    name: 'swizzle',
    title: 'Swizzle of a tile in shared memory',
    description: location.href,
    theme,
    columns: first ? [first, ...tiles] : tiles,
  };
}

export const accessesFile = ({ derived }: SwizzleDrawing): ExportFile =>
  textFile('swizzle-accesses.csv', 'text/csv', accessesCsv(derived.accesses));
export const placesFile = ({ state, derived }: SwizzleDrawing): ExportFile =>
  textFile('swizzle-places.csv', 'text/csv', placesCsv(state, derived));
export const pageFile = ({ state, derived }: SwizzleDrawing): ExportFile =>
  textFile('swizzle.json', 'application/json', pageJson(state, derived, location.href));

export const foundFile = (found: Found, format: 'csv' | 'json'): ExportFile =>
  format === 'csv'
    ? textFile('swizzles.csv', 'text/csv', finderCsv(found))
    : textFile('swizzles.json', 'application/json', finderJson(found, location.href));
