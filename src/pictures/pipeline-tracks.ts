/** The spans, slots and barriers of a run, found by row and time; made once for a run. */
import type { PipelineRun, SlotState } from '../model/pipeline/pipeline-run.ts';
import type { Scenario } from '../trace/scenario.ts';
import type { Span } from '../trace/span.ts';
import { engineTracks } from './pipeline-engine.ts';
import type { TimeTrack } from './time-track.ts';
import { Groups, once, type TrackOf, tracksBy } from './track-groups.ts';

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

type SpanTracks = Pick<PipelineTracks, 'spans' | 'role' | 'waitsAt' | 'users'>;

/** The only part of what has no parts. */
const ALL = 'all';

const kindOf = ({ kind, barrier }: Span): SpanKind => (kind === 'wait' && barrier === undefined ? 'idle' : kind);

function tracksOfSpans(spans: readonly Span[]): SpanTracks {
  const marks = tracksBy(spans, span => (kindOf(span) === 'idle' ? null : [span.role, ALL]));
  return {
    spans: tracksBy(spans, span => [span.role, kindOf(span)]),
    role: role => marks(role, ALL),
    waitsAt: tracksBy(spans, ({ kind, barrier, role }) => (kind === 'wait' && barrier ? [barrier.name, role] : null)),
    users: tracksBy(spans, ({ kind, buffer, stage = 0 }) =>
      kind === 'wait' || buffer === undefined ? null : [buffer, stage],
    ),
  };
}

const STATES: readonly SlotState[] = ['empty', 'filling', 'full', 'read', 'used'];

function slotTracks({ slots }: PipelineRun): Pick<PipelineTracks, 'slot'> {
  const all = tracksBy(slots, ({ buffer, stage }) => [buffer, stage]);
  const ofState = new Map(
    STATES.map(state => [state, tracksBy(slots, slot => (slot.state === state ? [slot.buffer, slot.stage] : null))]),
  );
  return { slot: (buffer, stage, state) => (state === undefined ? all : ofState.get(state)!)(buffer, stage) };
}

function barrierTracks({ barrierEvents, totalClk }: PipelineRun): Pick<PipelineTracks, 'barrier' | 'high'> {
  const fromOf = (i: number): number => barrierEvents[i].at;
  const tracksOfGroups = (groups: Groups, isShown?: (item: number) => boolean): TrackOf => {
    const ends = groups.nextBegins(barrierEvents.length, fromOf, totalClk);
    return groups.tracks(fromOf, i => ends[i], isShown);
  };
  const states = once(() => {
    const groups = new Groups();
    for (const [i, { barrier }] of barrierEvents.entries()) groups.add(barrier, ALL, i);
    return tracksOfGroups(groups);
  });
  const phases = once(() => {
    const groups = new Groups();
    const last = new Map<string, number>();
    for (const [i, { barrier, phase }] of barrierEvents.entries()) {
      if (last.get(barrier) !== phase) groups.add(barrier, ALL, i);
      last.set(barrier, phase);
    }
    return tracksOfGroups(groups, i => (barrierEvents[i].phase & 1) === 1);
  });
  return { barrier: name => states()(name, ALL), high: name => phases()(name, ALL) };
}

function pathTracks({ criticalPath, spans }: PipelineRun): Pick<PipelineTracks, 'path' | 'pathOfCopies'> {
  const isOf = (span: number, isCopy: boolean): boolean => span >= 0 && (spans[span].kind === 'copy') === isCopy;
  return {
    path: tracksBy(criticalPath, ({ span }) => (isOf(span, false) ? [spans[span].role, spans[span].kind] : null)),
    pathOfCopies: tracksBy(criticalPath, ({ span }) =>
      isOf(span, true) ? [spans[span].buffer ?? '', spans[span].stage ?? 0] : null,
    ),
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
