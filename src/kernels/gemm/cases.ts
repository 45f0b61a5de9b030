/** Named parameter sets: what the tests run, the gallery shows and deep links name. */
import type { KernelCase } from '../kernel.ts';
import type { GemmParams } from './params.ts';
import { H200 } from './rule.ts';

const gemm = (id: string, title: string, params: Partial<GemmParams>): KernelCase => ({ id, title, params });

/** Too large for the emulator: what a GPU's time is of. On an H200, whose SMs the persistent version fills. */
const measured = (side: number, tile: GemmParams['tile']): KernelCase =>
  gemm(`${side}-${tile}`, `${side} × ${side} × ${side}, tiles of ${tile.replace('x', ' × ')}`, {
    ...{ m: side, n: side, k: side, tile },
    residentCtas: H200.sms,
  });

/** The tile of the persistent version, or of the version before it where all versions have that tile. */
const bestTile = (side: number): GemmParams['tile'] => (side <= 1024 ? '64x128' : '128x256');

/** Flaws that do not show with so few steps that no stage is filled twice: no wait can be missed. */
const NO_WAIT = ['missing-empty-wait'];

/** In other elements than bf16: whole tiles and ragged ones, several tiles a CTA, C by the copy engine and by hand. */
export const otherCases: readonly KernelCase[] = (['f16', 'e4m3'] as const).flatMap(elementType => [
  gemm(`${elementType}-deep`, `One tile in ${elementType}, K of 512`, { m: 128, n: 128, k: 512, elementType }),
  gemm(`${elementType}-rounds`, `Ragged tiles in ${elementType}, one after the other`, {
    ...{ m: 200, n: 400, k: 464, elementType },
  }),
  gemm(`${elementType}-odd`, `Rows of C at odd addresses, in ${elementType}`, { m: 131, n: 141, k: 272, elementType }),
  gemm(`${elementType}-small-tile`, `Tiles of 64 rows in ${elementType}`, {
    ...{ m: 130, n: 250, k: 528, tile: '64x128', elementType },
  }),
  gemm(`${elementType}-narrow-tile`, `Tiles of 64 columns in ${elementType}`, {
    ...{ m: 250, n: 120, k: 528, tile: '128x64', elementType },
  }),
  gemm(`${elementType}-large-tile`, `Tiles of 256 columns in ${elementType}`, {
    ...{ m: 256, n: 512, k: 512, tile: '128x256', elementType },
  }),
]);

export const cases: readonly KernelCase[] = [
  gemm('deep', 'One tile of each version, K of 512', { m: 128, n: 128, k: 512 }),
  gemm('pair', 'Two tiles below each other', { m: 256, n: 128, k: 512 }),
  gemm('triple', 'Three tiles, and four CTAs where they are pairs', { m: 384, n: 128, k: 512, residentCtas: 4 }),
  gemm('square', 'Four tiles', { m: 256, n: 256, k: 512 }),
  gemm('ragged', 'All edges ragged, columns in words', { m: 200, n: 134, k: 200 }),
  gemm('odd', 'Rows of C at odd addresses', { m: 131, n: 141, k: 264 }),
  gemm('even-rows', 'Rows of C that a map describes', { m: 130, n: 136, k: 328 }),
  { ...gemm('shallow', 'K within a single step', { m: 64, n: 72, k: 40 }), hides: NO_WAIT },
  { ...gemm('corner', 'A corner of one tile', { m: 9, n: 3, k: 8 }), hides: NO_WAIT },
  gemm('rounds', 'Three tiles, one after the other', { m: 128, n: 400, k: 256 }),
  gemm('small-tile', 'Tiles of 64 rows', { m: 130, n: 250, k: 512, tile: '64x128' }),
  gemm('large-tile', 'Tiles of 256 columns', { m: 256, n: 512, k: 512, tile: '128x256' }),
  gemm('large-ragged', 'Tiles of 256 columns with ragged edges', { m: 200, n: 328, k: 456, tile: '128x256' }),
  gemm('narrow-tile', 'Tiles of 64 columns', { m: 250, n: 120, k: 512, tile: '128x64' }),
  gemm('few-rows', 'Sixteen rows of A, as in a batch of tokens', { m: 16, n: 200, k: 1024, tile: '16x64' }),
  gemm('fewer-rows', 'Rows of C that no chunk begins, fewer than a tile has', { m: 13, n: 99, k: 1304, tile: '16x48' }),
  gemm('two-an-sm', 'Tiles of 112 columns, of which an SM holds two', { m: 16, n: 340, k: 1032, tile: '16x112' }),
  gemm('split', 'Four tiles in halves of K', { m: 128, n: 128, k: 1000, tile: '64x64' }),
  gemm('narrow', 'Tiles of 32 columns', { m: 64, n: 256, k: 1152, tile: '64x32' }),
  gemm('wide', 'Tiles of 96 columns by two warpgroups', { m: 200, n: 200, k: 512, tile: '128x96' }),
  ...otherCases,
  ...[1024, 2048, 4096, 8192].flatMap(side => [measured(side, '128x128'), measured(side, bestTile(side))]),
];
