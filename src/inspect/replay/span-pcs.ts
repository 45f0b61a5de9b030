/** The instruction that each span of a replay stands for. */
import { nameOfBarrier, type Scenario, type Step } from '../../trace/scenario.ts';
import type { Span } from '../../trace/span.ts';
import type { KernelScenario } from './kernel-scenario.ts';

/** Kinds of spans in which steps work; all other steps take time only by waiting. */
const KINDS: { readonly [Name in Step['do']]?: Span['kind'] } = {
  copy: 'copy',
  copyAsync: 'copy',
  mma: 'mma',
  alu: 'alu',
  store: 'store',
};

/** Steps that wait for what the role itself has set going, or stand in line. */
const WAITING: ReadonlySet<Step['do']> = new Set(['waitCopies', 'waitProducts', 'waitStores', 'alu']);

/** A role's spans come in the order of its steps. A wait belongs to the first step after the work before it. */
export function spanPcs(spans: readonly Span[], { scenario, roles }: KernelScenario): number[] {
  const cursors = new Map(
    scenario.roles.map(({ name, steps }, i) => [name, new Cursor(scenario, steps, roles[i].pcs)]),
  );
  return spans.map(span => cursors.get(span.role)!.pcOf(span));
}

class Cursor {
  readonly #scenario: Scenario;
  readonly #steps: readonly Step[];
  readonly #pcs: readonly number[];
  #at = 0;

  constructor(scenario: Scenario, steps: readonly Step[], pcs: readonly number[]) {
    this.#scenario = scenario;
    this.#steps = steps;
    this.#pcs = pcs;
  }

  pcOf(span: Span): number {
    while (!isBehind(this.#scenario, this.#steps[this.#at], span)) this.#at++;
    const pc = this.#pcs[this.#at];
    // A step that stood in line has a span of its own, which comes next.
    if (span.kind !== 'wait') this.#at++;
    return pc;
  }
}

function isBehind(scenario: Scenario, step: Step, { kind, barrier }: Span): boolean {
  if (kind !== 'wait') return KINDS[step.do] === kind;
  if (step.do === 'wait') return barrier?.name.startsWith(`${step.barrier}[`) ?? false;
  if (step.do === 'barSync') return barrier?.name === nameOfBarrier(scenario, step.id);
  return barrier === undefined && WAITING.has(step.do);
}
