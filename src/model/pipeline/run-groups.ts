/**
 * A run's records grouped into tracks by their subject. What holds at a time, and what a picture draws, is found by
 * binary search.
 */
import type { Rows } from '../../trace/rows.ts';
import type { BarrierEvent, Span } from '../../trace/span.ts';
import { OncePerRun } from './once-per-run.ts';
import type { PathPiece, RunRecords, SlotState, SlotStretch } from './pipeline-run.ts';
import { groupOf, groupOfEvents, stretchTracks, TrackGroup } from './track-group.ts';

/** 'idle': the role waits for its own work, or for a unit; 'wait': it waits at a barrier. */
export type SpanKind = Span['kind'] | 'idle';

/** An item is the index of a span. */
export interface SpanGroups {
  /** Spans of each role and kind. */
  readonly work: TrackGroup;
  /** Spans of each role: all of them, and all except idle time, which cannot be pointed at. */
  readonly roles: TrackGroup;
  readonly marks: TrackGroup;
  /** Waits of each barrier and role. */
  readonly waits: TrackGroup;
  /** Spans that work on a slot, for each buffer and stage. */
  readonly users: TrackGroup;
}

type Slots = Readonly<Record<`${SlotState}Slots`, TrackGroup>>;

export interface RunGroups extends SpanGroups, Slots {
  /**
   * Stretches of each slot (buffer and stage): all of them, without a gap, and those of each state; an item is the
   * index of a stretch.
   */
  readonly slots: TrackGroup;
  /** Stretches that a role reads, for each role and buffer. */
  readonly reads: TrackGroup;
  /** States of each barrier, and its phases of parity 1; an item is the index of an event. */
  readonly barriers: TrackGroup;
  readonly high: TrackGroup;
  /** Times at which the copy engine works on a role's copies and stores; an item is the index of a span. */
  readonly engine: TrackGroup;
  /** Pieces of the critical path: by role and kind, and those of copies also by buffer and stage. */
  readonly path: TrackGroup;
  readonly copyPath: TrackGroup;
}

const kindOf = ({ kind, barrier }: Span): SpanKind => (kind === 'wait' && barrier === undefined ? 'idle' : kind);

/** The groups of spans from any source. */
export const spanGroups = new OncePerRun(
  (spans: Rows<Span>): SpanGroups => ({
    work: groupOf(spans, (span, put) => put(span.role, kindOf(span))),
    roles: groupOf(spans, ({ role }, put) => put(role)),
    marks: groupOf(spans, (span, put) => kindOf(span) !== 'idle' && put(span.role)),
    waits: groupOf(spans, ({ kind, barrier, role }, put) => kind === 'wait' && barrier && put(barrier.name, role)),
    users: groupOf(spans, ({ kind, buffer, stage = 0 }, put) => kind !== 'wait' && buffer && put(buffer, stage)),
  }),
);

const slotGroup = (slots: Rows<SlotStretch>, state: SlotState): TrackGroup =>
  groupOf(slots, (slot, put) => slot.state === state && put(slot.buffer, slot.stage));

const slotGroups = ({ slots }: RunRecords): Slots & Pick<RunGroups, 'slots' | 'reads'> => ({
  slots: groupOf(slots, ({ buffer, stage }, put) => put(buffer, stage)),
  reads: groupOf(slots, ({ readers, buffer }, put) => {
    for (const role of readers) put(role, buffer);
  }),
  emptySlots: slotGroup(slots, 'empty'),
  fillingSlots: slotGroup(slots, 'filling'),
  fullSlots: slotGroup(slots, 'full'),
  readSlots: slotGroup(slots, 'read'),
  usedSlots: slotGroup(slots, 'used'),
});

function barrierGroups({ barrierEvents, totalClk }: RunRecords): Pick<RunGroups, 'barriers' | 'high'> {
  const look = { nameOf: ({ barrier }: BarrierEvent) => barrier, endClk: totalClk };
  return {
    barriers: groupOfEvents(barrierEvents, look),
    high: groupOfEvents(barrierEvents, {
      ...look,
      isNew: ({ phase }, before) => phase !== before.phase,
      isShown: ({ phase }) => (phase & 1) === 1,
    }),
  };
}

function pathGroups({ criticalPath, spans }: RunRecords): Pick<RunGroups, 'path' | 'copyPath'> {
  const spanOf = ({ span }: PathPiece): Span | undefined => (span < 0 ? undefined : spans.at(span));
  return {
    path: groupOf(criticalPath, (piece, put) => {
      const span = spanOf(piece);
      if (span !== undefined && span.kind !== 'copy') put(span.role, span.kind);
    }),
    copyPath: groupOf(criticalPath, (piece, put) => {
      const span = spanOf(piece);
      if (span?.kind === 'copy') put(span.buffer ?? '', span.stage ?? 0);
    }),
  };
}

/** Time during which the unit served each span, indexed by the span's number. */
const servedStretches = ({ spans, links }: RunRecords) =>
  Array.from(spans, ({ role, kind }, i) => {
    const { servedFrom: from, servedTo: to } = links.at(i)!;
    return { role, kind, from, to };
  });

const engineGroup = (run: RunRecords): TrackGroup =>
  new TrackGroup(() =>
    stretchTracks(servedStretches(run), ({ role, kind }, put) => (kind === 'copy' || kind === 'store') && put(role)),
  );

/** Each group is made when it is first asked for, since most pages need only some of them. */
export const runGroups = new OncePerRun(
  (run: RunRecords): RunGroups => ({
    ...spanGroups.of(run.spans),
    ...slotGroups(run),
    ...barrierGroups(run),
    ...pathGroups(run),
    engine: engineGroup(run),
  }),
);
