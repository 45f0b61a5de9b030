/** The mbarriers of a compiled kernel as rings: those that are used alike, at equal distances in shared memory. */
import { MBARRIER_BYTES } from '../../base/hardware.ts';
import type { BarrierRing } from '../../trace/scenario.ts';
import { type BarrierKind, type BarrierUse, barrierUses } from './barrier-uses.ts';
import type { ReplayRole } from './replay-role.ts';
import { partnersOf, splitRuns } from './split-runs.ts';
import { CTA_PITCH_BYTES } from './whole-cluster.ts';

export interface MbarrierRing extends BarrierRing {
  readonly kind: BarrierKind;
  /** Offset of the ring's first mbarrier, and the distance to the next one. */
  readonly firstByte: number;
  readonly strideBytes: number;
  /** Copies arrive there. */
  readonly isFilled: boolean;
  /** A role waits for the phase before the first one, so its places start there. */
  readonly hasPhaseBefore: boolean;
}

interface RingPosition {
  readonly ring: MbarrierRing;
  readonly stage: number;
}

/** `mbarriers`: arrivals by place, of those that were initialised. */
export function barrierRings(roles: readonly ReplayRole[], mbarriers: ReadonlyMap<number, number>): MbarrierRing[] {
  const uses = barrierUses(roles, mbarriers);
  const partners = partnersOf(roles, uses);
  const runs = scattered(splitRuns(neighbours(uses), roles, partners));
  const names = namesOf(runs, partners);
  return runs.map((run, i) => ({
    name: names[i],
    kind: run[0].kind,
    stages: run.length,
    count: run[0].count,
    firstByte: run[0].byteOffset,
    strideBytes: run.length > 1 ? run[1].byteOffset - run[0].byteOffset : MBARRIER_BYTES,
    isFilled: run[0].isFilled,
    hasPhaseBefore: run.some(({ hasPhaseBefore }) => hasPhaseBefore),
  }));
}

export function positionIn(rings: readonly MbarrierRing[], byteOffset: number): RingPosition {
  for (const ring of rings) {
    const stage = (byteOffset - ring.firstByte) / ring.strideBytes;
    if (Number.isInteger(stage) && stage >= 0 && stage < ring.stages) return { ring, stage };
  }
  throw new Error(`No mbarrier was initialised at shared byte ${byteOffset}.`);
}

/** Side by side, and alike. */
function neighbours(uses: readonly BarrierUse[]): BarrierUse[][] {
  const runs: BarrierUse[][] = [];
  for (const use of uses) {
    const last = runs.at(-1)?.at(-1);
    if (last && isAlike(last, use) && use.byteOffset - last.byteOffset === MBARRIER_BYTES) runs.at(-1)!.push(use);
    else runs.push([use]);
  }
  return runs;
}

/**
 * Joins the barriers of one ring whose mbarriers alternate with those of another: full, empty, full, empty. Only runs
 * of one barrier are joined, at one distance.
 */
function scattered(runs: readonly BarrierUse[][]): BarrierUse[][] {
  const rings: BarrierUse[][] = [];
  for (const run of runs) {
    const ring = run.length > 1 ? undefined : rings.find(each => goesOn(each, run[0], runs));
    if (ring === undefined) rings.push([...run]);
    else ring.push(run[0]);
  }
  return rings;
}

function goesOn(ring: readonly BarrierUse[], use: BarrierUse, runs: readonly BarrierUse[][]): boolean {
  const isRun = runs.some(run => run.length > 1 && run[0] === ring[0]);
  if (isRun || ctaOf(ring[0]) !== ctaOf(use) || use.kind === 'barrier' || !isAlike(ring[0], use)) return false;
  const stride = use.byteOffset - ring[ring.length - 1].byteOffset;
  return ring.length === 1 || stride === ring[1].byteOffset - ring[0].byteOffset;
}

/** Number of the CTA in a cluster that is drawn as one. */
export const ctaOf = ({ byteOffset }: Pick<BarrierUse, 'byteOffset'>): number =>
  Math.floor(byteOffset / CTA_PITCH_BYTES);

const isAlike = (a: BarrierUse, b: BarrierUse): boolean =>
  a.kind === b.kind && a.count === b.count && a.isFilled === b.isFilled;

/** 'full', or 'full 1' and 'full 2'. In a cluster that is drawn as one, 'full of CTA 1': `ctas` has the CTA of each. */
export function numbered(names: readonly string[], i: number, ctas: readonly number[] = []): string {
  const isAlike = (name: string, at: number): boolean => name === names[i] && ctas[at] === ctas[i];
  const alike = names.filter(isAlike).length;
  const own = alike === 1 ? names[i] : `${names[i]} ${names.slice(0, i + 1).filter(isAlike).length}`;
  return new Set(ctas).size > 1 ? `${own} of CTA ${ctas[i]}` : own;
}

/** An empty ring has the number of the full ring that it guards, where each guards one. */
function namesOf(runs: readonly BarrierUse[][], partners: ReadonlyMap<number, number>): string[] {
  const kinds = runs.map(([{ kind }]) => kind);
  const ctas = runs.map(([use]) => ctaOf(use));
  const plain = runs.map((_, i) => numbered(kinds, i, ctas));
  const guarded = runs.map(([{ byteOffset }]) =>
    plain.filter((_, i) => partners.get(runs[i][0].byteOffset) === byteOffset),
  );
  if (kinds.some((kind, i) => kind === 'empty' && guarded[i].length !== 1)) return plain;
  return plain.map((name, i) => (kinds[i] === 'empty' ? guarded[i][0].replace(/^full/, 'empty') : name));
}
