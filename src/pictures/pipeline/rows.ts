/**
 * Chooses the rows of a timeline, from top to bottom: roles, units, named barriers, then each slot with its barriers.
 */

import type { RunRecords } from '../../model/pipeline/pipeline-run.ts';
import type { GuardedRing } from '../../model/pipeline/ring-barriers.ts';
import type { SpanKind } from '../../model/pipeline/run-groups.ts';
import { type BufferRing, nameOfBarrier, type Scenario } from '../../trace/scenario.ts';
import { ringsOf } from './links.ts';
import type { PipelineRecords } from './records.ts';
import { type PipelineTracks, tracksOf } from './tracks.ts';

export type HardwareUnit = 'tensor' | 'copy' | 'exp';

export type TimelineRow =
  /** `lines`: kinds of spans, those that go on at the same time below each other. */
  | {
      readonly kind: 'role';
      readonly name: string;
      readonly lines: readonly (readonly SpanKind[])[];
      readonly hasSoftmax: boolean;
    }
  | { readonly kind: 'unit'; readonly unit: HardwareUnit }
  | { readonly kind: 'named'; readonly barrier: string }
  | { readonly kind: 'slot'; readonly buffer: BufferRing; readonly stage: number }
  /** `guard`: 'full' or 'empty' for a barrier of the slot above; null for other barriers. */
  | { readonly kind: 'trace'; readonly barrier: string; readonly guard: 'full' | 'empty' | null };

export interface RowChoice {
  readonly traces: boolean;
  readonly units: boolean;
}

const known = new WeakMap<RunRecords, Map<string, readonly TimelineRow[]>>();

/** The same while run and choice are: nothing of the run is looked through again when the window moves. */
export function timelineRows(records: Played, choice: RowChoice): readonly TimelineRow[] {
  const ofRun = known.get(records.run) ?? new Map<string, readonly TimelineRow[]>();
  known.set(records.run, ofRun);
  const key = `${choice.traces} ${choice.units}`;
  const rows = ofRun.get(key) ?? allRows(records, choice);
  ofRun.set(key, rows);
  return rows;
}

type Played = Pick<PipelineRecords, 'scenario' | 'run'>;

function allRows(records: Played, { traces, units }: RowChoice): TimelineRow[] {
  const { scenario } = records;
  const tracks = tracksOf(records);
  return [
    ...scenario.roles.map(({ name }) => {
      const hasSoftmax = tracks.spans(name, 'softmax').length > 0;
      return { kind: 'role' as const, name, lines: workLines(tracks, name), hasSoftmax };
    }),
    ...(units ? unitRows(scenario, tracks) : []),
    ...namedBarriers(scenario).map(barrier => ({ kind: 'named' as const, barrier })),
    ...ringsOf(scenario).flatMap(ring => slotRows(ring, traces)),
    ...(traces ? looseTraces(scenario) : []),
  ];
}

/** Groups of kinds: work that runs on its own, actions and waits of the threads, and copies of the engine for them. */
const GROUPS: readonly (readonly SpanKind[])[] = [['mma'], ['softmax', 'alu', 'wait'], ['store']];

/** Lines of a role: kinds that never overlap share one line. */
function workLines(tracks: PipelineTracks, role: string): SpanKind[][] {
  const lines: SpanKind[][] = [];
  for (const group of GROUPS) {
    const line = lines.find(kinds => !kinds.some(a => group.some(b => overlap(tracks, role, a, b))));
    if (line === undefined) lines.push([...group]);
    else line.push(...group);
  }
  return lines;
}

/** Rounding error of sums of many numbers; no span is as short. */
const ROUNDING_CLK = 1e-3;

function overlap(tracks: PipelineTracks, role: string, a: SpanKind, b: SpanKind): boolean {
  const [one, other] = [tracks.spans(role, a), tracks.spans(role, b)];
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  return few.from.some((from, i) => many.coveredClk(from, few.to[i]) > ROUNDING_CLK);
}

export const UNIT_KINDS: Readonly<Record<HardwareUnit, readonly SpanKind[]>> = {
  tensor: ['mma'],
  copy: ['copy', 'store'],
  exp: ['softmax'],
};

const unitRows = ({ roles }: Scenario, tracks: PipelineTracks): TimelineRow[] =>
  (['tensor', 'copy', 'exp'] as const)
    .filter(unit => roles.some(({ name }) => UNIT_KINDS[unit].some(kind => tracks.spans(name, kind).length > 0)))
    .map(unit => ({ kind: 'unit', unit }));

/** Names of named barriers. They have no state that code could read: their strips show which roles wait there. */
function namedBarriers(scenario: Scenario): string[] {
  const ids = new Set<number>();
  const look = (steps: Scenario['roles'][number]['steps']): void => {
    for (const step of steps)
      if (step.do === 'loop') look(step.steps);
      else if (step.do === 'barSync') ids.add(step.id);
  };
  for (const { steps } of scenario.roles) look(steps);
  return [...ids].toSorted((a, b) => a - b).map(id => nameOfBarrier(scenario, id));
}

function slotRows({ buffer, full, empty }: GuardedRing, traces: boolean): TimelineRow[] {
  const traceOf = (ring: string | null, guard: 'full' | 'empty', stage: number): TimelineRow[] =>
    traces && ring !== null ? [{ kind: 'trace', barrier: `${ring}[${stage}]`, guard }] : [];
  return Array.from({ length: buffer.stages }, (_, stage): TimelineRow[] => [
    { kind: 'slot', buffer, stage },
    ...traceOf(full, 'full', stage),
    ...traceOf(empty, 'empty', stage),
  ]).flat();
}

function looseTraces(scenario: Scenario): TimelineRow[] {
  const guards = new Set(ringsOf(scenario).flatMap(({ full, empty }) => [full, empty]));
  const loose = scenario.barriers.filter(({ name }) => !guards.has(name));
  return loose.flatMap(({ name, stages }) =>
    Array.from(
      { length: stages },
      (_, stage) => ({ kind: 'trace', barrier: `${name}[${stage}]`, guard: null }) as const,
    ),
  );
}
