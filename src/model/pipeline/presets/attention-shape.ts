/**
 * What the attention presets share: tiles, barriers and buffers of FlashAttention-3's forward pass (hopper/ of
 * Dao-AILab/flash-attention at 0251105; tile_size.h, mainloop_fwd_sm90_tma_gmma_ws.hpp), without mask, one head.
 */
import { WARPGROUP_THREADS } from '../../../base/hardware.ts';
import type { BarrierName, BarrierRing, BufferRing } from '../../../trace/scenario.ts';
import type { PresetValues } from './preset.ts';

interface Tile {
  readonly blockM: number;
  readonly blockN: number;
  /** Whether P goes through shared memory to the second product; otherwise it stays in registers. */
  readonly sharedP: boolean;
  /** Whether O is rescaled before the second product is started; otherwise it is rescaled after it. */
  readonly rescalesFirst: boolean;
}

const tile = (blockM: number, blockN: number, sharedP = false, rescalesFirst = false): Tile => ({
  blockM,
  blockN,
  sharedP,
  rescalesFirst,
});

/** Tiles by head dimension. */
export const BF16_TILES: ReadonlyMap<number, Tile> = new Map([
  [64, tile(192, 192, true)],
  [96, tile(192, 144, true)],
  [128, tile(128, 176)],
  [192, tile(128, 112, false, true)],
  [256, tile(128, 80, false, true)],
]);

/** Tiles for 8-bit floats. V comes row by row and is transposed. O is rescaled first only if V comes by columns. */
export const FP8_TILES: ReadonlyMap<number, Tile> = new Map([
  [64, tile(192, 160)],
  [96, tile(192, 128)],
  [128, tile(128, 224)],
  [192, tile(128, 160)],
  [256, tile(128, 128)],
]);

/** Whether warpgroups take turns as published (`UseSchedulerBarrier` in mainloop_fwd_sm90_tma_gmma_ws.hpp). */
export function pingPongAsPublished(headDim: number, isFp8: boolean, overlaps: boolean): boolean {
  const groups = (isFp8 ? FP8_TILES : BF16_TILES).get(headDim)!.blockM / GROUP_ROWS;
  if (!overlaps) return groups === 2;
  return groups >= 2 && (isFp8 ? headDim >= 128 : headDim <= 128);
}

/** Rows of a warpgroup. */
export const GROUP_ROWS = 64;
const OUTPUT_BYTES = 2;

/** Named barriers: the first two are CUTLASS' own, those of the kernel begin at 8. */
export const BAR = { epilogue: 1, transpose: 2, queryEmpty: 8, scheduler: (group: number) => 8 + group } as const;

export interface Attention extends Tile {
  readonly headDim: number;
  readonly isFp8: boolean;
  readonly stages: number;
  /** How many blocks of K and V, and how many tiles of Q, the CTA handles. */
  readonly blocks: number;
  readonly tiles: number;
  /** How many consumer warpgroups there are, and how many warps copy. */
  readonly groups: number;
  readonly producerWarps: number;
  readonly overlaps: boolean;
  readonly isPingPong: boolean;
  readonly arrivesFirst: boolean;
  readonly skipsFirstSync: boolean;
  readonly aluPerScore: number;
  /** Bytes of an element of Q, K, P and V. */
  readonly elementBytes: number;
  readonly queryBytes: number;
  /** Bytes of a block of K; a block of V has as many. */
  readonly keyBytes: number;
}

export function attentionOf(values: PresetValues, isFp8: boolean): Attention {
  const headDim = Number(values.headDim);
  const tile = (isFp8 ? FP8_TILES : BF16_TILES).get(headDim)!;
  const elementBytes = isFp8 ? 1 : 2;
  const rowBytes = headDim * elementBytes;
  return {
    ...tile,
    headDim,
    isFp8,
    stages: Number(values.stages),
    blocks: Number(values.blocks),
    tiles: Number(values.tiles),
    groups: tile.blockM / GROUP_ROWS,
    producerWarps: isFp8 ? 4 : 1,
    overlaps: values.overlap === true,
    isPingPong: values.pingPong === true,
    arrivesFirst: values.firstArrive === true,
    skipsFirstSync: values.skipFirstSync === true,
    aluPerScore: Number(values.aluPerScore),
    elementBytes,
    queryBytes: tile.blockM * rowBytes,
    keyBytes: tile.blockN * rowBytes,
  };
}

export const mmaThreads = ({ groups }: Attention): number => groups * WARPGROUP_THREADS;
/** Threads of all warpgroups that multiply, and of the warps that copy. */
export const queryThreads = (shape: Attention): number => mmaThreads(shape) + 32 * shape.producerWarps;
export const scores = ({ blockN }: Attention): number => GROUP_ROWS * blockN;
/** Work of one warpgroup in one product; Q K and P V take the same. */
export const productFlop = (shape: Attention): number => 2 * scores(shape) * shape.headDim;
export const outputBytes = ({ blockM, headDim }: Attention): number => blockM * headDim * OUTPUT_BYTES;

export function attentionBarriers({ stages, groups, isFp8, producerWarps }: Attention): readonly BarrierRing[] {
  const ring = (name: string, full: number, empty: number): readonly BarrierRing[] => [
    { name: `full ${name}`, stages, count: full },
    { name: `empty ${name}`, stages, count: empty },
  ];
  return [
    { name: 'full q', stages: 1, count: 1 },
    ...ring('k', 1, groups),
    ...(isFp8
      ? [...ring('vt', 1, 32 * producerWarps), ...ring('v', 32 * producerWarps, groups)]
      : ring('v', 1, groups)),
    { name: 'o stored', stages: 1, count: 1 },
  ];
}

/** The names that FlashAttention-3 uses. */
export const attentionNamedBarriers = ({ groups, isFp8, isPingPong }: Attention): readonly BarrierName[] => [
  { id: BAR.epilogue, name: 'Epilogue' },
  ...(isFp8 ? [{ id: BAR.transpose, name: 'Transpose' }] : []),
  { id: BAR.queryEmpty, name: 'QueryEmpty' },
  ...Array.from({ length: isPingPong ? groups : 0 }, (_, i) => ({
    id: BAR.scheduler(i + 1),
    name: `WarpSchedulerWG${i + 1}`,
  })),
];

/** O lies where V was. */
export function attentionBuffers(shape: Attention): readonly BufferRing[] {
  const { stages, groups, queryBytes, keyBytes, isFp8, sharedP } = shape;
  const parts = Array.from({ length: sharedP ? groups : 0 }, (_, i) => i + 1);
  return [
    { name: 'q', stages: 1, bytes: queryBytes },
    { name: 'k', stages, bytes: keyBytes },
    { name: 'v', stages, bytes: keyBytes },
    ...(isFp8 ? [{ name: 'vt', stages, bytes: keyBytes }] : []),
    ...parts.map(n => ({ name: `p ${n}`, stages: 1, bytes: scores(shape) * 2 })),
    { name: 'o', stages: 1, bytes: outputBytes(shape), overlays: ['v'] },
  ];
}
