/** The spans, slots and barriers of a run, found by row and time; made once for a run. */
import type { PipelineRun, SlotState } from '../model/pipeline/pipeline-run.ts';
import type { Scenario } from '../trace/scenario.ts';
import type { Span } from '../trace/span.ts';
import { engineTracks } from './pipeline-engine.ts';
import type { TimeTrack } from './time-track.ts';
import { consecutive, Groups, NONE } from './track-groups.ts';

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

const slotKey = (buffer: string, stage: number): string => `slot\n${buffer}\n${stage}`;

type SpanTracks = Pick<PipelineTracks, 'spans' | 'role' | 'waitsAt' | 'users'>;

function tracksOfSpans(spans: readonly Span[]): SpanTracks {
  const groups = new Groups();
  for (const [i, { role, kind, barrier, buffer, stage }] of spans.entries()) {
    const isIdle = kind === 'wait' && barrier === undefined;
    groups.add(`${role}\n${isIdle ? 'idle' : kind}`, i);
    if (!isIdle) groups.add(role, i);
    if (kind === 'wait' && barrier) groups.add(`at\n${barrier.name}\n${role}`, i);
    else if (buffer !== undefined) groups.add(slotKey(buffer, stage ?? 0), i);
  }
  const tracks = groups.tracks(
    i => spans[i].from,
    i => spans[i].to,
  );
  const track = (key: string): TimeTrack => tracks.get(key) ?? NONE;
  return {
    spans: (role, kind) => track(`${role}\n${kind}`),
    role: track,
    waitsAt: (barrier, role) => track(`at\n${barrier}\n${role}`),
    users: (buffer, stage) => track(slotKey(buffer, stage)),
  };
}

function slotTracks({ slots }: PipelineRun): Pick<PipelineTracks, 'slot'> {
  const groups = new Groups();
  for (const [i, { buffer, stage, state }] of slots.entries()) {
    groups.add(slotKey(buffer, stage), i);
    groups.add(`${slotKey(buffer, stage)}\n${state}`, i);
  }
  const tracks = groups.tracks(
    i => slots[i].from,
    i => slots[i].to,
  );
  return {
    slot: (buffer, stage, state) =>
      tracks.get(state === undefined ? slotKey(buffer, stage) : `${slotKey(buffer, stage)}\n${state}`) ?? NONE,
  };
}

function barrierTracks({ barrierEvents, totalClk }: PipelineRun): Pick<PipelineTracks, 'barrier' | 'high'> {
  const [states, phases] = [new Groups(), new Groups()];
  const last = new Map<string, number>();
  for (const [i, { barrier, phase }] of barrierEvents.entries()) {
    states.add(barrier, i);
    if (last.get(barrier) !== phase) phases.add(barrier, i);
    last.set(barrier, phase);
  }
  const all = consecutive(states, i => barrierEvents[i].at, totalClk);
  const isHigh = (i: number): boolean => (barrierEvents[i].phase & 1) === 1;
  const high = consecutive(phases, i => barrierEvents[i].at, totalClk, isHigh);
  return { barrier: name => all.get(name) ?? NONE, high: name => high.get(name) ?? NONE };
}

function pathTracks({ criticalPath, spans }: PipelineRun): Pick<PipelineTracks, 'path' | 'pathOfCopies'> {
  const groups = new Groups();
  for (const [i, { span }] of criticalPath.entries()) {
    if (span < 0) continue;
    const { role, kind, buffer = '', stage = 0 } = spans[span];
    groups.add(kind === 'copy' ? slotKey(buffer, stage) : `${role}\n${kind}`, i);
  }
  const tracks = groups.tracks(
    i => criticalPath[i].from,
    i => criticalPath[i].to,
  );
  return {
    path: (role, kind) => tracks.get(`${role}\n${kind}`) ?? NONE,
    pathOfCopies: (buffer, stage) => tracks.get(slotKey(buffer, stage)) ?? NONE,
  };
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
