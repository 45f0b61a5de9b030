/** What all GEMM presets have: a ring of stages, each of which holds one step's piece of A and of B, in bf16. */
import { WARPGROUP_WARPS } from '../../../base/hardware.ts';
import type { BarrierRing, BarrierWaitPlace, BufferRing, Role, Step } from '../../../trace/scenario.ts';
import { count, type PresetField, type PresetValues } from './preset.ts';
import { arrive, fill, loop, mma, next, slot, wait, waitProducts } from './step-words.ts';

const ELEMENT_BYTES = 2;
/** A warp's instruction moves 16 bytes for each lane. */
export const WARP_BYTES = 512;

const WARP_TILE = 64 * 64;

export interface GemmShape {
  readonly stages: number;
  /** Steps along K of one tile. */
  readonly steps: number;
  /** How many tiles the CTA computes, one after another. */
  readonly tiles: number;
  readonly stageBytes: number;
  /** Bytes of a tile of C in bf16. */
  readonly outputBytes: number;
  /** Work of one step of the whole tile. */
  readonly stepFlop: number;
  /** With `mma.sync`: how many warps multiply; each computes 64 x 64 of C. */
  readonly mmaWarps: number;
}

/** `leastRows` of a tile, of which its rows are a multiple: 64 where products take them all. */
export const tileFields = (
  { stages, tileM, tileN, tiles }: Record<'stages' | 'tileM' | 'tileN' | 'tiles', number>,
  leastRows = 64,
) =>
  [
    count('stages', 'Stages', stages, [2, 16]),
    count('tileM', 'Rows of the tile', tileM, [leastRows, 256], leastRows),
    count('tileN', 'Columns of the tile', tileN, [16, 256], 16),
    count('tileK', 'K of a step', 64, [16, 256], 16),
    count('steps', 'Steps along K', 16, [1, 4096]),
    ...(tiles > 0 ? [count('tiles', 'Tiles of the CTA', tiles, [1, 256])] : []),
  ] satisfies readonly PresetField[];

export function shapeOf(values: PresetValues): GemmShape {
  const [tileM, tileN, tileK] = [values.tileM, values.tileN, values.tileK].map(Number);
  return {
    stages: Number(values.stages),
    steps: Number(values.steps),
    tiles: Number(values.tiles ?? 1),
    stageBytes: (tileM + tileN) * tileK * ELEMENT_BYTES,
    outputBytes: tileM * tileN * ELEMENT_BYTES,
    stepFlop: 2 * tileM * tileN * tileK,
    mmaWarps: Math.ceil((tileM * tileN) / WARP_TILE),
  };
}

/** Sizes of the warpgroups; the last one may have fewer than four warps. */
export const warpgroups = (warps: number): number[] =>
  Array.from({ length: Math.ceil(warps / WARPGROUP_WARPS) }, (_, i) =>
    Math.min(WARPGROUP_WARPS, warps - WARPGROUP_WARPS * i),
  );

/** 'consumer', or 'consumer 1' and so on if there are several. */
export const consumerName = (number: number, of: number): string => (of === 1 ? 'consumer' : `consumer ${number}`);

export const place = (name: string, stages: number, parity: 0 | 1): BarrierWaitPlace => ({ name, stages, parity });
export const ring = ({ stages, stageBytes }: GemmShape): BufferRing => ({ name: 'ring', stages, bytes: stageBytes });

/** @param arrivals how many arrivals release a stage. */
export const handshake = (stages: number, arrivals: number): readonly BarrierRing[] => [
  { name: 'full', stages, count: 1 },
  { name: 'empty', stages, count: arrivals },
];

/** A warp that only starts copies, for all tiles. @param registers its share, in a kernel that moves registers. */
export function producer(
  { stages, steps, tiles, stageBytes }: GemmShape,
  warps: number,
  registers?: readonly [number, number],
): Role {
  const copies = loop(steps * tiles, [
    wait('empty', 'fill'),
    ...fill('ring', 'full', 'fill', stageBytes),
    next('fill'),
  ]);
  const places = [place('fill', stages, 1)];
  if (registers === undefined) return { name: 'producer', warps, places, steps: copies };
  return {
    name: 'producer',
    warps,
    registers: registers[0],
    places,
    steps: [{ do: 'setRegisters', count: registers[1] }, ...copies],
  };
}

/** Waits for a stage, multiplies it, waits for the product and releases the stage. */
export const multiplyAndRelease = (flop: number, arrivals: number): readonly Step[] => [
  wait('full', 'read'),
  mma(flop, slot('ring', 'read')),
  waitProducts(0),
  arrive('empty', 'read', arrivals),
  next('read'),
];

/**
 * The same, but a stage is released one step later, when the next products have been started. The tensor cores then have
 * work while a warpgroup waits. @param between steps that are inserted after each of the first steps.
 */
export function multiplyAhead(
  flop: number,
  steps: number,
  arrivals: number,
  between: readonly (readonly Step[])[] = [],
): readonly Step[] {
  const multiply = [wait('full', 'read'), mma(flop, slot('ring', 'read')), next('read'), waitProducts(1)];
  const release = [arrive('empty', 'release', arrivals), next('release')];
  const first = Math.min(steps, Math.max(1, between.length));
  return [
    ...Array.from({ length: first }, (_, i) => [...multiply, ...(i > 0 ? release : []), ...(between[i] ?? [])]).flat(),
    ...loop(steps - first, [...multiply, ...release]),
    waitProducts(0),
    ...release,
    // The steps for which there was no product to overlap with.
    ...between.slice(first).flat(),
  ];
}
