/**
 * Special registers that hold still while a CTA runs (PTX ISA, "Special Registers"). `%smid` and its like are a stated
 * fiction: one multiprocessor, on which the CTAs run one after the other.
 */
import type { Cta } from '../machine/cta.ts';
import type { Warp } from '../machine/warp.ts';

type ValueIn = (warp: Warp, lane: number) => number;

function threadIndex({ cta, index }: Warp, lane: number): [number, number, number] {
  const [x, y] = cta.grid.block;
  const thread = index * 32 + lane;
  return [thread % x, Math.floor(thread / x) % y, Math.floor(thread / (x * y))];
}

const AXES = ['x', 'y', 'z'] as const;
const TABLE = new Map<string, ValueIn>();

AXES.forEach((axis, i) => {
  TABLE.set(`%tid.${axis}`, (warp, lane) => threadIndex(warp, lane)[i]);
  TABLE.set(`%ntid.${axis}`, ({ cta }) => cta.grid.block[i]);
  TABLE.set(`%ctaid.${axis}`, ({ cta }) => cta.id[i]);
  TABLE.set(`%nctaid.${axis}`, ({ cta }) => cta.grid.gridSize[i]);
  // Without a cluster launch each CTA is a cluster of its own.
  TABLE.set(`%clusterid.${axis}`, ({ cta }) => cta.id[i]);
  TABLE.set(`%nclusterid.${axis}`, ({ cta }) => cta.grid.gridSize[i]);
  TABLE.set(`%cluster_ctaid.${axis}`, () => 0);
  TABLE.set(`%cluster_nctaid.${axis}`, () => 1);
});

const below = (lane: number): number => (1 << lane) - 1;
const bit = (lane: number): number => 1 << lane;
const sharedEnd = ({ grid }: Cta): number => grid.sharedBaseBytes + grid.sharedBytes;

const PLAIN: Readonly<Record<string, ValueIn>> = {
  '%laneid': (_, lane) => lane,
  '%warpid': warp => warp.index,
  '%nwarpid': ({ cta }) => cta.warps.length,
  '%smid': () => 0,
  '%nsmid': () => 1,
  '%gridid': () => 0,
  '%is_explicit_cluster': () => 0,
  '%cluster_ctarank': () => 0,
  '%cluster_nctarank': () => 1,
  '%lanemask_eq': (_, lane) => bit(lane),
  '%lanemask_lt': (_, lane) => below(lane),
  '%lanemask_le': (_, lane) => below(lane) | bit(lane),
  '%lanemask_gt': (_, lane) => ~(below(lane) | bit(lane)),
  '%lanemask_ge': (_, lane) => ~below(lane),
  // What the driver reserves lies before the shared base; cooperative groups ask where.
  '%reserved_smem_offset_begin': () => 0,
  '%reserved_smem_offset_end': ({ cta }) => cta.grid.sharedBaseBytes,
  '%reserved_smem_offset_0': () => 0,
  '%reserved_smem_offset_1': () => 0,
  '%dynamic_smem_size': ({ cta }) => cta.grid.dynamicSharedBytes,
  '%total_smem_size': ({ cta }) => sharedEnd(cta),
  WARP_SZ: () => 32,
};
for (const [name, valueIn] of Object.entries(PLAIN)) TABLE.set(name, valueIn);

/** What fills the register's plane, or null for a register that is not here. */
export const specialValue = (name: string): ValueIn | null => TABLE.get(name) ?? null;
