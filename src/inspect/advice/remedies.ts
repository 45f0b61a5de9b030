/** The barriers and fences that a finding's advice names, as instructions that can be tried. */

import { WARPGROUP_THREADS, WARPGROUP_WARPS } from '../../base/hardware.ts';
import type { Operand, PtxFunction } from '../../ptx/parse/ast.ts';
import type { AddedInstruction } from '../../ptx/parse/inserted.ts';
import { added } from '../../ptx/parse/inserted.ts';
import type { Fault, FaultPlace, FenceRemedy, Hazard } from '../../trace/fault.ts';

export interface AddedRemedy {
  /** Name as a programmer writes it. */
  readonly name: string;
  readonly instructions: readonly AddedInstruction[];
  /**
   * Where the instruction may go: anywhere between two accesses, behind the first, in front of the second, behind the
   * write and in front of the read, around what reads and writes flags, behind the waits for copies, behind what initialises
   * mbarriers, or in front of all barriers of the function.
   */
  readonly at:
    | 'between'
    | 'behindFirst'
    | 'beforeSecond'
    | 'writeAndRead'
    | 'aroundFlags'
    | 'behindWaits'
    | 'behindInits'
    | 'beforeBarriers';
}

export type TryableFault = Extract<Fault, { kind: 'race' | 'missingFence' }> & Pick<Partial<Hazard>, 'isOneStore'>;
type Race = Extract<Fault, { kind: 'race' }>;

/** The two instructions of a finding, in the order of the run; one and the same where it names no other. */
export const accessesOf = (fault: TryableFault): readonly [FaultPlace, FaultPlace] =>
  fault.kind === 'race' ? [fault.other.place, fault.place] : [fault.by?.place ?? fault.place, fault.place];

const integer = (value: bigint) => ({ kind: 'integer', value }) as const;
const SYNCWARP = [added('bar.warp.sync', [integer(0xffffffffn)], '-1')];
const CLUSTER = [added('barrier.cluster.arrive.aligned'), added('barrier.cluster.wait.aligned')];
const PROXY = [added('fence.proxy.async')];

const OF_LANES: AddedRemedy = { name: '__syncwarp()', instructions: SYNCWARP, at: 'between' };

/** Name of the barrier of all threads. */
export const OF_CTA = '__syncthreads()';

function ofCta(fn: PtxFunction): AddedRemedy {
  const id = unusedBarrier(fn);
  return { name: OF_CTA, instructions: [added('bar.sync', [integer(id)], `${id}`)], at: 'between' };
}

/** Number of a barrier that no other one has: threads that wait at another __syncthreads() must not count as arrived at an added one. */
function unusedBarrier({ instructions }: PtxFunction): bigint {
  const used = new Set(
    instructions.flatMap(({ opcode, operands: [id] }) => (BARRIERS.has(opcode) ? numberOf(id) : [])),
  );
  return Array.from({ length: 16 }, (_, i) => BigInt(15 - i)).find(number => !used.has(number)) ?? 0n;
}

/** For two warps of one warpgroup, where the other warps of the CTA do something else. */
function ofWarpgroup({ who, other }: Race, fn: PtxFunction): AddedRemedy[] {
  if (groupOf(who.warp) !== groupOf(other.who.warp)) return [];
  const id = unusedBarrier(fn);
  const instructions = [
    added('bar.sync', [integer(id), integer(BigInt(WARPGROUP_THREADS))], `${id}, ${WARPGROUP_THREADS}`),
  ];
  return [{ name: `a barrier of the warpgroup (bar.sync n, ${WARPGROUP_THREADS})`, instructions, at: 'between' }];
}

const groupOf = (warp: number): number => Math.floor(warp / WARPGROUP_WARPS);

const BARRIERS: ReadonlySet<string> = new Set(['bar', 'barrier']);
const numberOf = (id: Operand | undefined): bigint[] => (id?.kind === 'integer' ? [id.value] : []);

const OF_CLUSTER: AddedRemedy = { name: 'cluster.sync()', instructions: CLUSTER, at: 'between' };

const INIT: AddedRemedy = {
  name: 'fence.mbarrier_init.release.cluster',
  instructions: [added('fence.mbarrier_init.release.cluster')],
  at: 'behindFirst',
};
/** The finding names one mbarrier; the others' fences may be missing, too. */
const INITS: readonly AddedRemedy[] = [INIT, { ...INIT, at: 'behindInits' }];
const THREADFENCE = [added('fence.acq_rel.gpu')];
/** Fence for flags or locks that order warps of a CTA. */
const OF_FLAGS: AddedRemedy = {
  name: '__threadfence_block()',
  instructions: [added('fence.acq_rel.cta')],
  at: 'writeAndRead',
};
const OF_DEVICE: AddedRemedy = { name: '__threadfence()', instructions: THREADFENCE, at: 'writeAndRead' };
const OF_PROXY: AddedRemedy = { name: 'fence.proxy.async', instructions: PROXY, at: 'behindFirst' };

const FENCES: Readonly<Record<FenceRemedy, readonly AddedRemedy[]>> = {
  init: INITS,
  copy: [{ ...OF_PROXY, at: 'behindWaits' }],
  write: [OF_PROXY, { ...OF_PROXY, at: 'beforeBarriers' }],
  read: [OF_PROXY],
  registers: [
    { name: 'wgmma.fence.sync.aligned', instructions: [added('wgmma.fence.sync.aligned')], at: 'beforeSecond' },
  ],
  // The one before the barrier stands behind a wait, which no finding names.
  tensor: [
    {
      name: 'tcgen05.fence::after_thread_sync',
      instructions: [added('tcgen05.fence::after_thread_sync')],
      at: 'beforeSecond',
    },
  ],
};

/**
 * The narrowest first. Empty where the advice is another one: to wait for another phase, for example, or to let one lane or one thread write.
 * `fn`: the function of the later access, whose barriers with names of their own may do where not all threads of the CTA come.
 */
export function remediesOf(fault: TryableFault, fn: PtxFunction): readonly AddedRemedy[] {
  if (fault.kind === 'missingFence') return fault.remedy === 'read' ? [ofCta(fn), OF_PROXY] : FENCES[fault.remedy];
  if (fault.vainWait || fault.isOneStore) return [];
  if (fault.remedy === 'flag') return [OF_DEVICE, { ...OF_DEVICE, at: 'aroundFlags' }];
  if (fault.remedy === 'acquire') return [{ name: '__threadfence()', instructions: THREADFENCE, at: 'beforeSecond' }];
  if (fault.remedy && fault.remedy !== 'step') return [];
  if (fault.between === 'lanes') return [OF_LANES, ofCta(fn)];
  if (fault.between === 'warps') {
    return [ofCta(fn), ...namedBarriers(fn), ...ofWarpgroup(fault, fn), OF_FLAGS, { ...OF_FLAGS, at: 'aroundFlags' }];
  }
  const isInit = fault.other.place.instruction.startsWith('mbarrier.init');
  return isInit ? [...INITS, OF_CLUSTER] : [OF_CLUSTER];
}

/** Barriers of a part of the CTA that the function has already. */
function namedBarriers({ instructions }: PtxFunction): AddedRemedy[] {
  const named = instructions.filter(
    ({ opcode, modifiers, operands: [id] }) =>
      BARRIERS.has(opcode) &&
      modifiers.includes('sync') &&
      !modifiers.includes('warp') &&
      id?.kind === 'integer' &&
      id.value !== 0n,
  );
  const known = new Map(
    named
      .filter(({ operands }) => operands.every(({ kind }) => kind === 'integer'))
      .map(({ opcode, modifiers, operands, text }) => {
        const name = text.replace(/^@\S+ /, '');
        return [name, { opcode, modifiers, operands, guard: null, text: name }] as const;
      }),
  );
  return [...known].map(([name, instruction]) => ({ name, instructions: [instruction], at: 'between' }));
}
