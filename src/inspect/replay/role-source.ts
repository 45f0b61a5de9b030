/** Finds where in the source the steps of a role stand. */
import type { KernelCall } from '../../ptx/events/kernel-lines.ts';
import type { Step } from '../../trace/scenario.ts';
import { CLUSTER_BARRIER } from './kernel-rings.ts';

/** Known places in the source of a kernel's instructions, by pc. */
export interface KernelPlaces {
  /** Line in the kernel's own file; 0: unknown. */
  lineOf(pc: number): number;
  callOf(pc: number): KernelCall;
}

export interface RoleSource {
  /** The function that has most of what only this role does; '' where there is none. */
  readonly function: string;
  /** First and last line of its steps, in that function or else in the kernel; null: unknown. */
  readonly lines: { readonly from: number; readonly to: number } | null;
}

const ASIDE: ReadonlySet<Step['do']> = new Set(['alu', 'next', 'barSync']);
/** A function that has fewer kinds of steps is a word for one of them, such as a wait. */
const LEAST_KINDS = 2;

const isAside = (step: Step): boolean => ASIDE.has(step.do) || ('barrier' in step && step.barrier === CLUSTER_BARRIER);

/** Instructions between the steps, and barriers at which all meet, are left out. */
export function sourceOf(steps: readonly Step[], pcs: readonly number[], places: KernelPlaces): RoleSource {
  const own = steps.flatMap((step, i) => (isAside(step) ? [] : [{ does: step.do, call: places.callOf(pcs[i]) }]));
  const callee = functionOf(own);
  const lines = own.flatMap(
    ({ call }) => (callee === '' ? call.kernelLine : call.callee === callee ? call.line : 0) || [],
  );
  const found = new Set(lines);
  return {
    function: callee,
    lines: found.size === 0 ? null : { from: Math.min(...found), to: Math.max(...found) },
  };
}

interface OwnStep {
  readonly does: Step['do'];
  readonly call: KernelCall;
}

/** '': none has most of the steps. */
function functionOf(own: readonly OwnStep[]): string {
  const counts = new Map<string, { steps: number; readonly kinds: Set<Step['do']> }>();
  for (const { does, call } of own) {
    const name = call.callee;
    const count = counts.get(name) ?? { steps: 0, kinds: new Set() };
    count.steps++;
    count.kinds.add(does);
    counts.set(name, count);
  }
  const most = [...counts].find(([, { steps, kinds }]) => 2 * steps > own.length && kinds.size >= LEAST_KINDS);
  return most?.[0] ?? '';
}
