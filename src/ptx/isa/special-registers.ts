/**
 * Special registers (PTX ISA, "Special Registers"). `%smid` and its like are a stated fiction: one multiprocessor, on which
 * the CTAs run one after the other. So are the clocks: each look of a CTA at one of them finds it a little later, so that
 * they only grow, loops that wait for a time end, and no difference of two looks can be taken for a measurement.
 */
import { roundUp } from '../../base/bits.ts';
import type { Cta } from '../machine/cta.ts';
import type { Warp } from '../machine/warp.ts';

export type ValueIn = (warp: Warp, lane: number) => number;

export interface SpecialRegister {
  /** Values of each 32-bit word, low first. */
  readonly words: readonly ValueIn[];
  /** The value is another in each CTA, and one for all lanes. */
  readonly variesByCta: boolean;
}

function threadIndex({ cta, index }: Warp, lane: number): [number, number, number] {
  const [x, y] = cta.grid.block;
  const thread = index * 32 + lane;
  return [thread % x, Math.floor(thread / x) % y, Math.floor(thread / (x * y))];
}

const AXES = ['x', 'y', 'z'] as const;
const TABLE = new Map<string, SpecialRegister>();

const zero: ValueIn = () => 0;
const add = (name: string, words: readonly ValueIn[], variesByCta = false): void => {
  TABLE.set(name, { words, variesByCta });
};

AXES.forEach((axis, i) => {
  add(`%tid.${axis}`, [(warp, lane) => threadIndex(warp, lane)[i]]);
  add(`%ntid.${axis}`, [({ cta }) => cta.grid.block[i]]);
  add(`%ctaid.${axis}`, [({ cta }) => cta.id[i]], true);
  add(`%nctaid.${axis}`, [({ cta }) => cta.grid.gridSize[i]]);
  add(`%clusterid.${axis}`, [({ cta }) => Math.floor(cta.id[i] / cta.grid.cluster[i])], true);
  add(`%nclusterid.${axis}`, [({ cta }) => cta.grid.gridSize[i] / cta.grid.cluster[i]]);
  add(`%cluster_ctaid.${axis}`, [({ cta }) => cta.id[i] % cta.grid.cluster[i]], true);
  add(`%cluster_nctaid.${axis}`, [({ cta }) => cta.grid.cluster[i]]);
});
// The fourth element of each vector is there, and always zero.
for (const name of ['tid', 'ntid', 'ctaid', 'nctaid', 'clusterid', 'nclusterid', 'cluster_ctaid', 'cluster_nctaid']) {
  add(`%${name}.w`, [zero]);
}
// The driver sets them, most for what is not emulated. Cooperative groups look for the grid's workspace in these two
// (`details::get_grid_workspace`), and take a zero for a launch that is not cooperative.
for (let i = 0; i < 32; i++) add(`%envreg${i}`, [zero]);
add('%envreg1', [({ cta }) => Math.floor(cta.grid.global.workspaceAddress / 2 ** 32)]);
add('%envreg2', [({ cta }) => cta.grid.global.workspaceAddress | 0]);

const below = (lane: number): number => (1 << lane) - 1;
const bit = (lane: number): number => 1 << lane;

/** Shared memory is given out in pieces of 128 bytes. */
const SHARED_UNIT_BYTES = 128;
const sharedBytes = ({ grid }: Cta): number => roundUp(grid.sharedBytes, SHARED_UNIT_BYTES);

const PLAIN: Readonly<Record<string, readonly ValueIn[]>> = {
  '%laneid': [(_, lane) => lane],
  '%warpid': [warp => warp.index],
  '%nwarpid': [({ cta }) => cta.warps.length],
  '%smid': [zero],
  '%nsmid': [() => 1],
  '%gridid': [zero, zero],
  '%cluster_ctarank': [({ cta }) => cta.clusterRank],
  '%cluster_nctarank': [({ cta }) => cta.grid.clusterCtas],
  '%lanemask_eq': [(_, lane) => bit(lane)],
  '%lanemask_lt': [(_, lane) => below(lane)],
  '%lanemask_le': [(_, lane) => below(lane) | bit(lane)],
  '%lanemask_gt': [(_, lane) => ~(below(lane) | bit(lane))],
  '%lanemask_ge': [(_, lane) => ~below(lane)],
  // The part that the driver reserves lies before the shared base; cooperative groups ask for it.
  '%reserved_smem_offset_begin': [zero],
  '%reserved_smem_offset_end': [({ cta }) => cta.grid.sharedBaseBytes],
  '%reserved_smem_offset_cap': [({ cta }) => cta.grid.sharedBaseBytes],
  '%reserved_smem_offset_0': [zero],
  '%reserved_smem_offset_1': [({ cta }) => cta.grid.sharedBaseBytes + cta.grid.toolkitOffset],
  '%dynamic_smem_size': [({ cta }) => cta.grid.dynamicSharedBytes],
  '%total_smem_size': [({ cta }) => sharedBytes(cta)],
  '%aggr_smem_size': [({ cta }) => sharedBytes(cta) + cta.grid.sharedBaseBytes],
  '%current_graph_exec': [zero, zero],
  WARP_SZ: [() => 32],
};
for (const [name, words] of Object.entries(PLAIN)) add(name, words);
/** A predicate: a bit for each lane in the first word. */
add('%is_explicit_cluster', [({ cta }) => (cta.grid.isExplicitCluster ? -1 : 0)]);

/** Values of the register's planes, or null for an unknown register. */
export const specialRegister = (name: string): SpecialRegister | null => TABLE.get(name) ?? null;

const TWO_32 = 2 ** 32;

const low = (now: number): number => now | 0;
const high = (now: number): number => Math.floor(now / TWO_32);

/** Words of a clock, low first. */
const CLOCKS: Readonly<Record<string, readonly ((now: number) => number)[]>> = {
  '%clock': [low],
  '%clock_hi': [high],
  '%clock64': [low, high],
  '%globaltimer': [low, high],
  '%globaltimer_lo': [low],
  '%globaltimer_hi': [high],
};

export const isClock = (name: string): boolean => Object.hasOwn(CLOCKS, name);
export const clockWords = (name: string): number => CLOCKS[name].length;

/** Fills the planes at `slot` with the time, which goes on with each look at it. */
export function lookAtClock({ cta, r }: Warp, name: string, slot: number): void {
  cta.clock += cta.grid.clockStep;
  CLOCKS[name].forEach((word, i) => {
    r.fill(word(cta.clock), slot + 32 * i, slot + 32 * (i + 1));
  });
}
