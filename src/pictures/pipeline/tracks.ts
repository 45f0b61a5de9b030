/** The spans, slots and barriers of a run, found by row and time. */
import type { RunRecords, SlotState } from '../../model/pipeline/pipeline-run.ts';
import { runGroups, type SpanKind, spanGroups } from '../../model/pipeline/run-groups.ts';
import type { TimeTrack } from '../../model/pipeline/time-track.ts';
import type { Rows } from '../../trace/rows.ts';
import type { Span } from '../../trace/span.ts';

export interface SpanTracks {
  /** Spans of a role; an item is the index of a span. */
  spans(role: string, kind: SpanKind): TimeTrack;
}

export interface PipelineTracks extends SpanTracks {
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

export function tracksOf({ run }: { readonly run: RunRecords }): PipelineTracks {
  const groups = runGroups.of(run);
  return {
    spans: (role, kind) => groups.work.track(role, kind),
    role: role => groups.marks.track(role),
    waitsAt: (barrier, role) => groups.waits.track(barrier, role),
    engine: role => groups.engine.track(role),
    path: (role, kind) => groups.path.track(role, kind),
    pathOfCopies: (buffer, stage) => groups.copyPath.track(buffer, stage),
    users: (buffer, stage) => groups.users.track(buffer, stage),
    slot: (buffer, stage, state) => (state ? groups[`${state}Slots`] : groups.slots).track(buffer, stage),
    barrier: name => groups.barriers.track(name),
    high: name => groups.high.track(name),
  };
}

export const spanTracks = (spans: Rows<Span>): SpanTracks => ({
  spans: (role, kind) => spanGroups.of(spans).work.track(role, kind),
});
