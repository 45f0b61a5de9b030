/**
 * Boxes to copy: every mode, type and width, bases that are no multiple of the repeat, boxes over the edges of the
 * tensor.
 */
import {
  ELEMENT_BYTES,
  ELEMENT_TYPES,
  type ElementType,
  SWIZZLE_MODES,
  type SwizzleMode,
} from '../../../src/trace/launch.ts';
import { SPAN_BYTES } from '../../../src/trace/tensor-map-rules.ts';
import { copyOf, lists, mapOf, type TmaCase } from './case.ts';
import { interleavedCopies } from './interleaved.ts';
import { randomCopies } from './random.ts';

const ROWS = 20;
const rowsOf = (type: ElementType, swizzle: SwizzleMode, rowBytes: number) => {
  const width = rowBytes / ELEMENT_BYTES[type];
  return mapOf({ type, swizzle, dims: [Math.max(width, 16), ROWS], box: [width, ROWS] });
};
const widestOf = (mode: SwizzleMode): number => (mode === 'none' ? 160 : SPAN_BYTES[mode]);

const widths = (): TmaCase[] =>
  SWIZZLE_MODES.flatMap(mode =>
    Array.from({ length: widestOf(mode) / 16 }, (_, i) => 16 * (i + 1)).map(bytes =>
      copyOf(`${mode}: rows of ${bytes} bytes`, rowsOf('u16', mode, bytes), {
        isShown: mode !== 'none' && (bytes === 16 || bytes === 48 || bytes === widestOf(mode)),
      }),
    ),
  );

const types = (): TmaCase[] =>
  SWIZZLE_MODES.flatMap(mode => ELEMENT_TYPES.map(type => copyOf(`${mode}: ${type}`, rowsOf(type, mode, 32))));

const bases = (): TmaCase[] =>
  SWIZZLE_MODES.flatMap(mode =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap(line =>
      [widestOf(mode), 16].map(bytes =>
        copyOf(`${mode}: rows of ${bytes} bytes, base ${line * 128}`, rowsOf('f32', mode, bytes), { base: line * 128 }),
      ),
    ),
  );

/** Bases that are no multiple of a line, and boxes that do not start at a multiple of 16 bytes of their row. */
const misaligned = (): TmaCase[] =>
  (['none', '128B'] as const).flatMap(mode => [
    ...[16, 32, 64, 96].map(base => copyOf(`${mode}: base ${base}`, rowsOf('f32', mode, 128), { base })),
    ...['u8 8', 'u16 1', 'u16 -4', 'f32 2', 'f32 -1', 'f64 3'].map(text => {
      const [type, column] = text.split(' ');
      return copyOf(`${mode}: ${type} from column ${column}`, rowsOf(type as ElementType, mode, 64), {
        start: [Number(column), 0],
      });
    }),
  ]);

const STARTS = '-5x-3 20x8 39x11 40x0 0x12 -32x1 -31x-7 -100x-100 2147483647x2147483647 -2147483648x0 0x-2147483648';
const FILLED = ['u8', 'f32', 'f16', 'bf16', 'f64'] as const;

/** Boxes over the edges of a tensor whose rows end within a chunk. */
const edges = (): TmaCase[] =>
  FILLED.flatMap(type =>
    (type === 'u8' ? (['zero'] as const) : (['zero', 'nan'] as const)).flatMap(oobFill =>
      lists(STARTS).map(([x, y]) => {
        const chunk = 16 / ELEMENT_BYTES[type];
        const start = [Math.floor(x / chunk) * chunk, y];
        const map = mapOf({ type, oobFill, stridesBytes: [48 * ELEMENT_BYTES[type]], dims: [41, 12], box: [32, 8] });
        return copyOf(`${type}, ${oobFill} outside, at ${start}`, map, { start });
      }),
    ),
  );

/** Element strides of both dimensions; according to the documentation that of dimension 0 is ignored. */
const steps = (): TmaCase[] =>
  lists('1x1 1x2 1x3 1x4 1x5 1x7 1x8 2x1 3x2 8x1').flatMap(elementStrides =>
    [15, 16, 17].map(rows => {
      const map = mapOf({ swizzle: '64B', dims: [32, 40], box: [32, rows], elementStrides });
      return copyOf(`every ${elementStrides} of ${rows} rows`, map, { start: [0, 26] });
    }),
  );

const overlapping = (): TmaCase[] =>
  [0, 16, 48].map(stride =>
    copyOf(`rows of 64 bytes every ${stride}`, mapOf({ stridesBytes: [stride], dims: [40, 20], box: [32, 16] })),
  );

export const tmaCopies = (): TmaCase[] => [
  ...[...widths(), ...types(), ...bases(), ...misaligned(), ...edges(), ...steps(), ...overlapping()],
  ...[...randomCopies(100), ...interleavedCopies()],
];
