/** Named parameter sets: what the tests run, the gallery shows and deep links name. */
import type { KernelCase } from '../kernel.ts';
import type { SwizzleParams } from './params.ts';

type Chosen = Partial<SwizzleParams>;

const FLAWS = ['wrong-mask'];

const tile = (id: string, title: string, params: Chosen): KernelCase => ({ id, title, params });

/** Flaws that do not show if the mask's lowest bit swizzles no line: its loss changes nothing. */
const withoutPattern = (kernelCase: KernelCase): KernelCase => ({ ...kernelCase, hides: FLAWS });

const mode = (name: SwizzleParams['mode'], rowBytes: number): KernelCase =>
  tile(`mode-${name}`, `${name}, rows of ${rowBytes} bytes`, { mode: name, rowBytes, type: 'f32', rows: 32 });

const element = (type: SwizzleParams['type'], outside: SwizzleParams['outside'] = 'zero'): KernelCase =>
  tile(`element-${type}${outside === 'nan' ? '-nan' : ''}`, `Elements of ${type}, ragged on both sides`, {
    ...{ type, outside, mode: '64B', rowBytes: 64, rows: 24, width: 29, height: 19, startChunk: 1, startRow: -2 },
  });

const base = (bytes: number, name: SwizzleParams['mode'] = '128B'): KernelCase =>
  tile(`base-${bytes}-${name}`, `${name} at byte ${bytes}`, {
    base: bytes,
    mode: name,
    rows: 16,
    rowBytes: name === '32B' ? 32 : 128,
  });

export const cases: readonly KernelCase[] = [
  tile('64x64-f16', '64 rows of 64 halves under 128B', { type: 'f16', rows: 64 }),
  withoutPattern(mode('none', 128)),
  mode('32B', 32),
  mode('64B', 64),
  mode('128B', 128),
  mode('128B_ATOM_32B', 128),
  mode('128B_ATOM_32B_FLIP_8B', 128),
  mode('128B_ATOM_64B', 128),
  ...(['u8', 'u16', 'bf16', 'f32', 'u64', 'f64'] as const).map(type => element(type)),
  element('f16', 'nan'),
  element('f64', 'nan'),
  tile('256-rows', 'The most rows that a box has', { rows: 256, height: 256, type: 'f32' }),
  tile('narrow-rows', 'Rows of 48 bytes take the 128 of their mode', { rowBytes: 48, rows: 16 }),
  withoutPattern(tile('wide-rows', 'Rows of 256 bytes', { mode: 'none', rowBytes: 256, rows: 16 })),
  withoutPattern(tile('one-chunk', 'A single chunk', { rows: 1, rowBytes: 16, height: 1, width: 8 })),
  withoutPattern(tile('one-line', 'A single line', { rows: 1 })),
  withoutPattern(tile('outside', 'A box that is all outside', { mode: 'none', startRow: 500, rows: 8 })),
  tile('before', 'A box that starts before the tensor', {
    startChunk: -3,
    startRow: -5,
    rows: 40,
    height: 60,
    width: 72,
  }),
  tile('by-hand', 'Laid out by cp.async, read back', { fill: 'cp-async', type: 'f32', rows: 40 }),
  tile('by-hand-base', 'Laid out by cp.async, off the repeat', {
    fill: 'cp-async',
    mode: '64B',
    rowBytes: 64,
    base: 128,
  }),
  withoutPattern(
    tile('padded', 'Sixteen bytes of padding in place of a pattern', {
      fill: 'cp-async',
      mode: 'none',
      pad: 16,
      type: 'f32',
      rows: 32,
    }),
  ),
  withoutPattern(
    tile('padded-by-box', 'A box that is wider than the tensor', {
      mode: 'none',
      rowBytes: 144,
      type: 'f32',
      width: 32,
      rows: 32,
    }),
  ),
  base(128),
  base(512),
  base(896),
  base(128, '32B'),
  base(256, '128B_ATOM_32B'),
];
