/** Says what a role waits for: the step, its bytes, and the roles that still read it. */
import { counted, sentence } from '../findings/finding-words.ts';
import type { BarrierNow, PipelineState, RoleNow, RoleWait, SlotNow } from './pipeline-state.ts';

/** The name of a step: index 3 of the ring of k is 'k3'. */
export type StepNamer = (buffer: string, index: number) => string;

const cycleText = (clk: number): string => `cycle ${Math.round(clk).toLocaleString('en-US')}`;
const bytesText = (bytes: number): string => `${bytes.toLocaleString('en-US')} bytes`;

/**
 * A sentence about the first role that waits at an mbarrier, or else about the first role that waits. In a deadlock it
 * says why no role can continue.
 */
export function waitingSentence(state: PipelineState, nameOf: StepNamer): string {
  if (state.deadlock !== null) return sentence(state.deadlock);
  const waiting = state.roles.filter(({ wait }) => wait !== null);
  const first = waiting.find(({ wait }) => barrierOf(state, wait!) !== undefined) ?? waiting[0];
  if (first !== undefined) return roleSentence(state, first, nameOf);
  return state.roles.every(({ does }) => does === 'done') ? 'All roles are done.' : 'Nobody waits.';
}

/** 'Producer waits at empty[3]: k3 is still being read by consumer 2. Stage 3 is free for k7 at cycle 5,514.' */
export function roleSentence(state: PipelineState, { role, does, wait, spans }: RoleNow, nameOf: StepNamer): string {
  if (wait === null) return sentence(does === 'done' ? `${role} is done` : `${role} works`);
  const barrier = barrierOf(state, wait);
  if (barrier === undefined) {
    const what = wait.barrier === null ? ownWork(spans) : namedWait(wait.barrier);
    return `${sentence(`${role} waits ${what}`)} ${goesOn(wait)}`;
  }
  const lack = sentence(`${role} waits at ${barrier.name}: ${lackOf(state, barrier, nameOf)}`);
  return `${lack} ${freesStage(state, barrier, wait, nameOf) ?? goesOn(wait)}`;
}

const goesOn = ({ until }: RoleWait): string =>
  until === null ? 'It never goes on.' : `It goes on at ${cycleText(until)}.`;

/** The step that comes next into the slot for which the role waits; null if the wait frees no slot. */
function freesStage(
  { slots }: PipelineState,
  { guards, stage }: BarrierNow,
  { until }: RoleWait,
  nameOf: StepNamer,
): string | null {
  const buffer = guards.find(({ guard }) => guard === 'empty')?.buffer;
  const own = slots.filter(slot => slot.buffer === buffer);
  const holds = own.find(slot => slot.stage === stage)?.holds ?? null;
  if (buffer === undefined || holds === null || until === null) return null;
  return `Stage ${stage} is free for ${nameOf(buffer, holds + own.length)} at ${cycleText(until)}.`;
}

const barrierOf = ({ barriers }: PipelineState, { barrier }: RoleWait): BarrierNow | undefined =>
  barriers.find(({ name }) => name === barrier);

/** Text of a wait that concerns no slot: named barriers and registers have no bytes. */
const namedWait = (barrier: string): string =>
  barrier === 'registers' ? 'until others give registers back' : `at ${barrier} until the other warps arrive`;

const WORK = [
  ['mma', 'for its products'],
  ['copy', 'for its copies'],
  ['store', 'for its stores'],
] as const;

const ownWork = (spans: RoleNow['spans']): string =>
  WORK.find(([kind]) => spans.some(span => span.kind === kind))?.[1] ?? 'for a unit that others keep busy';

/** Text of what the barrier's phase still lacks, described by the slot that it guards, if it guards one. */
function lackOf(state: PipelineState, barrier: BarrierNow, nameOf: StepNamer): string {
  for (const { buffer, guard } of barrier.guards) {
    const slot = state.slots.find(s => s.buffer === buffer && s.stage === barrier.stage);
    if (slot === undefined || slot.holds === null) continue;
    const step = nameOf(buffer, slot.holds);
    const words = guard === 'full' ? untilFull(slot, step, barrier) : untilEmpty(slot, step);
    if (words !== null) return words;
  }
  return barrier.pendingBytes > 0
    ? `${bytesText(barrier.pendingBytes)} are on their way`
    : `${counted(barrier.pendingArrivals, 'arrival')} of ${barrier.count} to come`;
}

function untilFull({ state }: SlotNow, step: string, { pendingBytes }: BarrierNow): string | null {
  if (state !== 'filling') return null;
  return pendingBytes > 0 ? `${bytesText(pendingBytes)} of ${step} are on the way` : `${step} is on the way`;
}

function untilEmpty({ state, readers }: SlotNow, step: string): string | null {
  if (state === 'read') return `${step} is still being read by ${readers.join(' and ')}`;
  if (state === 'full') return `${step} is there, and nobody has read it yet`;
  return state === 'filling' ? `${step} is still on the way` : null;
}
