/** The spans, slots and barriers of a run, found by row and time; made once for a run. */
import type { PipelineRun, SlotState } from '../model/pipeline/pipeline-run.ts';
import type { Scenario } from '../trace/scenario.ts';
import type { Span } from '../trace/span.ts';
import { engineTracks } from './pipeline-engine.ts';
import type { TimeWindow } from './pipeline-records.ts';
import type { TimeTrack } from './time-track.ts';
import { Groups } from './track-groups.ts';

/** idle: it waits for its own work, or for a unit; wait: at a barrier. */
export type SpanKind = Span['kind'] | 'idle';

export interface PipelineTracks {
  /** Of a role; an item is the index of a span. */
  spans(role: string, kind: SpanKind): TimeTrack;
  /** All that can be pointed at in a role's row: no idle time. */
  role(role: string): TimeTrack;
  waitsAt(barrier: string, role: string): TimeTrack;
  /** When the copy engine works on a role's copies and stores. */
  engine(role: string): TimeTrack;
  /** Pieces of the critical path: of a role's work of one kind, and of copies into a slot. */
  path(role: string, kind: SpanKind): TimeTrack;
  pathOfCopies(buffer: string, stage: number): TimeTrack;
  /** Spans that work on a slot. */
  users(buffer: string, stage: number): TimeTrack;
  /** An item is the index of a stretch; without a state: all of the slot, without a gap. */
  slot(buffer: string, stage: number, state?: SlotState): TimeTrack;
  /** An item is the index of a barrier event; from it to the next one. */
  barrier(name: string): TimeTrack;
  /** The times at which the barrier's parity is 1. */
  high(name: string): TimeTrack;
}

/** Read once: each record is part of several tracks. */
function timesOf(
  records: readonly TimeWindow[],
): readonly [fromOf: (item: number) => number, toOf: (item: number) => number] {
  const [from, to] = [new Float64Array(records.length), new Float64Array(records.length)];
  for (const [i, record] of records.entries()) {
    from[i] = record.from;
    to[i] = record.to;
  }
  return [i => from[i], i => to[i]];
}

type SpanTracks = Pick<PipelineTracks, 'spans' | 'role' | 'waitsAt' | 'users'>;

/** Beside the kinds of spans: all that can be pointed at in a row. */
const ALL = 'all';

function tracksOfSpans(spans: readonly Span[]): SpanTracks {
  const [roles, barriers, slots] = [new Groups(), new Groups(), new Groups()];
  for (const [i, { role, kind, barrier, buffer, stage }] of spans.entries()) {
    const isIdle = kind === 'wait' && barrier === undefined;
    roles.add(role, isIdle ? 'idle' : kind, i);
    if (!isIdle) roles.add(role, ALL, i);
    if (kind === 'wait' && barrier) barriers.add(barrier.name, role, i);
    else if (buffer !== undefined) slots.add(buffer, stage ?? 0, i);
  }
  const times = timesOf(spans);
  const ofRole = roles.tracks(...times);
  return {
    spans: ofRole,
    role: role => ofRole(role, ALL),
    waitsAt: barriers.tracks(...times),
    users: slots.tracks(...times),
  };
}

const STATES: readonly SlotState[] = ['empty', 'filling', 'full', 'read', 'used'];

function slotTracks({ slots }: PipelineRun): Pick<PipelineTracks, 'slot'> {
  const groups = new Map<SlotState | undefined, Groups>([undefined, ...STATES].map(state => [state, new Groups()]));
  for (const [i, { buffer, stage, state }] of slots.entries()) {
    groups.get(undefined)!.add(buffer, stage, i);
    groups.get(state)!.add(buffer, stage, i);
  }
  const times = timesOf(slots);
  const tracks = new Map([...groups].map(([state, ofState]) => [state, ofState.tracks(...times)]));
  return { slot: (buffer, stage, state) => tracks.get(state)!(buffer, stage) };
}

function barrierTracks({ barrierEvents, totalClk }: PipelineRun): Pick<PipelineTracks, 'barrier' | 'high'> {
  const [states, phases] = [new Groups(), new Groups()];
  const last = new Map<string, number>();
  for (const [i, { barrier, phase }] of barrierEvents.entries()) {
    states.add(barrier, ALL, i);
    if (last.get(barrier) !== phase) phases.add(barrier, ALL, i);
    last.set(barrier, phase);
  }
  const fromOf = (i: number): number => barrierEvents[i].at;
  const trackOf = (groups: Groups, isShown?: (item: number) => boolean): ((barrier: string) => TimeTrack) => {
    const ends = groups.nextBegins(barrierEvents.length, fromOf, totalClk);
    const tracks = groups.tracks(fromOf, i => ends[i], isShown);
    return barrier => tracks(barrier, ALL);
  };
  return { barrier: trackOf(states), high: trackOf(phases, i => (barrierEvents[i].phase & 1) === 1) };
}

function pathTracks({ criticalPath, spans }: PipelineRun): Pick<PipelineTracks, 'path' | 'pathOfCopies'> {
  const [work, copies] = [new Groups(), new Groups()];
  for (const [i, { span }] of criticalPath.entries()) {
    if (span < 0) continue;
    const { role, kind, buffer = '', stage = 0 } = spans[span];
    if (kind === 'copy') copies.add(buffer, stage, i);
    else work.add(role, kind, i);
  }
  const times = timesOf(criticalPath);
  return { path: work.tracks(...times), pathOfCopies: copies.tracks(...times) };
}

const known = new WeakMap<PipelineRun, PipelineTracks>();

export function tracksOf({
  scenario,
  run,
}: {
  readonly scenario: Scenario;
  readonly run: PipelineRun;
}): PipelineTracks {
  let tracks = known.get(run);
  if (tracks === undefined) {
    const ofSpans = spanTracks(run.spans);
    tracks = {
      ...ofSpans,
      ...engineTracks(scenario, run.spans, ofSpans),
      ...slotTracks(run),
      ...barrierTracks(run),
      ...pathTracks(run),
    };
    known.set(run, tracks);
  }
  return tracks;
}

const knownSpans = new WeakMap<readonly Span[], SpanTracks>();

export function spanTracks(spans: readonly Span[]): SpanTracks {
  let tracks = knownSpans.get(spans);
  if (tracks === undefined) {
    tracks = tracksOfSpans(spans);
    knownSpans.set(spans, tracks);
  }
  return tracks;
}
