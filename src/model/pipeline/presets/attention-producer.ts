/** The warps that copy Q, K and V, in the order of FlashAttention-3. The last block of K and V comes first. */
import { WARPGROUP_THREADS } from '../../../base/hardware.ts';
import type { Role, Step } from '../../../trace/scenario.ts';
import { type Attention, BAR, queryThreads } from './attention-shape.ts';
import { place, WARP_BYTES } from './gemm-shape.ts';
import { arrive, barSync, fill, loop, next, slot, wait } from './step-words.ts';

export function attentionProducer(shape: Attention): Role {
  const { tiles, stages, producerWarps, skipsFirstSync, isFp8 } = shape;
  const tile = isFp8 ? transposingTile : shape.overlaps ? overlappedTile : plainTile;
  return {
    name: 'producer',
    warps: producerWarps,
    places: [
      place('q', 1, 0),
      place('k', stages, 1),
      place('v', stages, 1),
      // The first O has not been written, so there is nothing to wait for.
      place('o', 1, 1),
      ...(isFp8 ? [place('vt', stages, 1), place('turned', stages, 0)] : []),
    ],
    steps: [...tile(shape, !skipsFirstSync), ...loop(tiles - 1, tile(shape, true))],
  };
}

const load = (name: string, bytes: number): readonly Step[] => [
  wait(`empty ${name}`, name),
  ...fill(name, `full ${name}`, name, bytes),
  next(name),
];

/** Waits for the last readers of the previous Q, and then until O is stored, since V is copied to where O lies. */
const loadQuery = (shape: Attention, syncs: boolean): readonly Step[] => [
  ...(syncs ? [barSync(BAR.queryEmpty, queryThreads(shape))] : []),
  ...fill('q', 'full q', 'q', shape.queryBytes),
  next('q'),
  wait('o stored', 'o'),
  next('o'),
];

/** V is copied one block behind K, as its product is one block behind. */
function overlappedTile(shape: Attention, syncs: boolean): readonly Step[] {
  const [k, v] = [load('k', shape.keyBytes), load('v', shape.keyBytes)];
  return [...k, ...loadQuery(shape, syncs), ...loop(shape.blocks - 1, [...k, ...v]), ...v];
}

function plainTile(shape: Attention, syncs: boolean): readonly Step[] {
  const [k, v] = [load('k', shape.keyBytes), load('v', shape.keyBytes)];
  return [...k, ...loadQuery(shape, syncs), ...v, ...loop(shape.blocks - 1, [...k, ...v])];
}

/** wgmma reads 8-bit operands along K only, so the threads that copy V also transpose it. */
function transposingTile(shape: Attention, syncs: boolean): readonly Step[] {
  const [k, vt, turn] = [load('k', shape.keyBytes), load('vt', shape.keyBytes), turnValues(shape)];
  return [...vt, ...k, ...loadQuery(shape, syncs), ...loop(shape.blocks - 1, [...vt, ...k, ...turn]), ...turn];
}

function turnValues({ keyBytes }: Attention): readonly Step[] {
  // ldmatrix.trans, two byte_perm for each register of a pair, stmatrix.
  const instructions = (4 * keyBytes) / WARP_BYTES;
  return [
    wait('full vt', 'turned'),
    wait('empty v', 'v'),
    { do: 'alu', instructions, reads: [slot('vt', 'turned')], writes: [slot('v', 'v')] },
    barSync(BAR.transpose, WARPGROUP_THREADS),
    arrive('full v', 'v', WARPGROUP_THREADS),
    arrive('empty vt', 'turned', WARPGROUP_THREADS),
    next('v'),
    next('turned'),
  ];
}
