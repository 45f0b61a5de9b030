/** What a role waits for, in words that name the step, its bytes and who still reads it. */
import { counted, sentence } from '../findings/finding-words.ts';
import type { BarrierNow, PipelineState, RoleNow, RoleWait, SlotNow } from './pipeline-state.ts';

const clkText = (clk: number): string => `${Math.round(clk).toLocaleString('en-US')} clk`;
const bytesText = (bytes: number): string => `${bytes.toLocaleString('en-US')} bytes`;

/** Of the first role that waits at an mbarrier, or else anywhere; of a deadlock why nobody goes on. */
export function waitingSentence(state: PipelineState): string {
  if (state.deadlock !== null) return sentence(state.deadlock);
  const waiting = state.roles.filter(({ wait }) => wait !== null);
  const first = waiting.find(({ wait }) => barrierOf(state, wait!) !== undefined) ?? waiting[0];
  if (first !== undefined) return roleSentence(state, first);
  return state.roles.every(({ does }) => does === 'done') ? 'All roles are done.' : 'Nobody waits.';
}

/** 'Producer waits at empty[3]: step 3 is still being read by consumer 2. It goes on at 5,514 clk.' */
export function roleSentence(state: PipelineState, { role, does, wait, spans }: RoleNow): string {
  if (wait === null) return sentence(does === 'done' ? `${role} is done` : `${role} works`);
  const until = wait.until === null ? 'It never goes on.' : `It goes on at ${clkText(wait.until)}.`;
  const barrier = barrierOf(state, wait);
  if (barrier !== undefined)
    return `${sentence(`${role} waits at ${barrier.name}: ${lackOf(state, barrier)}`)} ${until}`;
  const what = wait.barrier === null ? ownWork(spans) : namedWait(wait.barrier);
  return `${sentence(`${role} waits ${what}`)} ${until}`;
}

const barrierOf = ({ barriers }: PipelineState, { barrier }: RoleWait): BarrierNow | undefined =>
  barriers.find(({ name }) => name === barrier);

/** Named barriers have no bytes and no slot; nor have registers. */
const namedWait = (barrier: string): string =>
  barrier === 'registers' ? 'until others give registers back' : `at ${barrier} until the other warps arrive`;

const WORK = [
  ['mma', 'for its products'],
  ['copy', 'for its copies'],
  ['store', 'for its stores'],
] as const;

const ownWork = (spans: RoleNow['spans']): string =>
  WORK.find(([kind]) => spans.some(span => span.kind === kind))?.[1] ?? 'for a unit that others keep busy';

/** What the barrier's phase lacks: told by the slot that it guards, where it guards one. */
function lackOf(state: PipelineState, barrier: BarrierNow): string {
  for (const { buffer, guard } of barrier.guards) {
    const slot = state.slots.find(s => s.buffer === buffer && s.stage === barrier.stage);
    const words = slot && (guard === 'full' ? untilFull(slot, barrier) : untilEmpty(slot));
    if (words) return words;
  }
  return barrier.pendingBytes > 0
    ? `${bytesText(barrier.pendingBytes)} are on their way`
    : `${counted(barrier.pendingArrivals, 'arrival')} of ${barrier.count} to come`;
}

function untilFull({ state, holds }: SlotNow, { pendingBytes }: BarrierNow): string | null {
  if (state !== 'filling') return null;
  const bytes = pendingBytes > 0 ? `${bytesText(pendingBytes)} of ` : '';
  return `${bytes}step ${holds} ${pendingBytes > 0 ? 'are' : 'is'} on the way`;
}

function untilEmpty({ state, holds, readers }: SlotNow): string | null {
  if (state === 'read') return `step ${holds} is still being read by ${readers.join(' and ')}`;
  if (state === 'full') return `step ${holds} is there, and nobody has read it yet`;
  return state === 'filling' ? `step ${holds} is still on the way` : null;
}
