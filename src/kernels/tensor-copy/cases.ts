/** Named parameter sets: what the tests run, the gallery shows and deep links name. */
import type { KernelCase } from '../kernel.ts';
import type { CopyParams } from './params.ts';

type Chosen = Partial<CopyParams>;

const copy = (id: string, title: string, params: Chosen): KernelCase => ({ id, title, params });

const both = (id: string, title: string, params: Chosen): KernelCase[] => [
  copy(`load-${id}`, `Load: ${title}`, params),
  copy(`store-${id}`, `Store: ${title}`, { ...params, direction: 'store' }),
];

const RANKS = [1, 2, 3, 4, 5] as const;

const ofRank = (rank: CopyParams['rank']): KernelCase[] => [
  ...both(`${rank}d`, `${rank} ${rank === 1 ? 'dimension' : 'dimensions'}`, { rank }),
  ...both(`${rank}d-ragged`, `${rank}-D, at the last corner of the tensor`, {
    ...{ rank, type: 'f16', mode: '64B', rowBytes: 64, startChunk: 8, width: 83, start: 6, count: 4 },
  }),
];

const mode = (name: CopyParams['mode'], rowBytes: number): KernelCase[] =>
  both(`mode-${name}`, `${name}, rows of ${rowBytes} bytes`, { mode: name, rowBytes, base: 128 });

export const cases: readonly KernelCase[] = [
  ...RANKS.flatMap(ofRank),
  ...mode('none', 144),
  ...mode('32B', 32),
  ...mode('64B', 48),
  ...mode('128B', 96),
  ...mode('128B_ATOM_32B', 128),
  ...mode('128B_ATOM_32B_FLIP_8B', 128),
  ...mode('128B_ATOM_64B', 128),
  ...both('strided', 'every second element of three dimensions', { rank: 4, step: 2, start: 0, extent: 7 }),
  ...both('bytes', 'elements of one byte, a last chunk that is cut', { type: 'u8', width: 77, rowBytes: 64 }),
  ...both('doubles', 'elements of eight bytes, a last chunk that is cut', {
    type: 'f64',
    width: 13,
    rowBytes: 96,
    start: 2,
  }),
  copy('load-before', 'Load: a box that starts before the tensor', {
    ...{ rank: 4, startChunk: -3, start: -1, count: 4, outside: 'nan', type: 'bf16' },
  }),
  { ...copy('store-outside', 'Store: all outside', { direction: 'store', start: 40 }), hides: ['slowest-first'] },
];
