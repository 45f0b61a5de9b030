/**
 * A run in the form in which it goes to another thread: its records as columns, with what `OncePerRun` has computed
 * from them, so that the other thread need not go through a million records again.
 */
import { ColumnRows, type RowColumns, type RowShape, rowColumns } from '../../trace/rows.ts';
import type { BarrierEvent, Span } from '../../trace/span.ts';
import { markers } from './markers.ts';
import { flips } from './phase-flips.ts';
import type { BytesInFlight, PathPiece, RunRecords, SlotStretch, SpanLink } from './pipeline-run.ts';
import { timesByRole } from './role-times.ts';
import { type RunGroups, runGroups, spanGroups } from './run-groups.ts';
import { ringPeriod } from './step-period.ts';
import { type GroupColumns, TrackGroup } from './track-group.ts';

const text = (value: string | undefined): string => value ?? '';

const SPANS: RowShape<Span> = {
  numbers: ['from', 'to', 'stage', 'line', 'warp'],
  choices: {
    role: text,
    kind: text,
    buffer: text,
    barrier: barrier => (barrier === undefined ? '' : `${barrier.parity} ${barrier.name}`),
    unit: text,
    source: text,
  },
};
const LINKS: RowShape<SpanLink> = { numbers: ['servedFrom', 'servedTo', 'after'], choices: { limit: text } };
const EVENTS: RowShape<BarrierEvent> = {
  numbers: ['at', 'phase', 'pendingArrivals', 'pendingBytes'],
  choices: { barrier: text, unit: text, source: text },
};
const SLOTS: RowShape<SlotStretch> = {
  numbers: ['stage', 'from', 'to', 'index'],
  choices: { buffer: text, state: text, readers: readers => JSON.stringify(readers) },
};
const BYTES: RowShape<BytesInFlight> = { numbers: ['at', 'bytes'], choices: {} };
const PATH: RowShape<PathPiece> = { numbers: ['from', 'to', 'span'], choices: { limit: text } };

type Listed = 'spans' | 'links' | 'barrierEvents' | 'slots' | 'bytesInFlight' | 'criticalPath';

export interface RunColumns {
  readonly sums: Omit<RunRecords, Listed>;
  readonly rows: Readonly<Record<Listed, RowColumns>>;
  readonly groups: Readonly<Record<keyof RunGroups, GroupColumns>>;
  readonly flips: ReturnType<typeof flips.of>;
  readonly markers: ReturnType<typeof markers.of>;
  readonly times: ReturnType<typeof timesByRole.of>;
  readonly period: ReturnType<typeof ringPeriod.of>;
}

export function runColumns(run: RunRecords): RunColumns {
  const { spans, links, barrierEvents, slots, bytesInFlight, criticalPath, ...sums } = run;
  return {
    sums,
    rows: {
      spans: rowColumns(spans, SPANS),
      links: rowColumns(links, LINKS),
      barrierEvents: rowColumns(barrierEvents, EVENTS),
      slots: rowColumns(slots, SLOTS),
      bytesInFlight: rowColumns(bytesInFlight, BYTES),
      criticalPath: rowColumns(criticalPath, PATH),
    },
    groups: mapped(runGroups.of(run), group => group.columns),
    flips: flips.of(run),
    markers: markers.of(run),
    times: timesByRole.of(run),
    period: ringPeriod.of(run),
  };
}

/** The run that the columns were made of. */
export function runOf({ sums, rows, ...made }: RunColumns): RunRecords {
  const run: RunRecords = {
    ...sums,
    spans: new ColumnRows(rows.spans),
    links: new ColumnRows(rows.links),
    barrierEvents: new ColumnRows(rows.barrierEvents),
    slots: new ColumnRows(rows.slots),
    bytesInFlight: new ColumnRows(rows.bytesInFlight),
    criticalPath: new ColumnRows(rows.criticalPath),
  };
  const groups: RunGroups = mapped(made.groups, columns => TrackGroup.of(columns));
  runGroups.bring(run, groups);
  spanGroups.bring(run.spans, groups);
  flips.bring(run, made.flips);
  markers.bring(run, made.markers);
  timesByRole.bring(run, made.times);
  ringPeriod.bring(run, made.period);
  return run;
}

function mapped<Name extends string, A, B>(all: Readonly<Record<Name, A>>, of: (each: A) => B): Record<Name, B> {
  return Object.fromEntries(Object.entries<A>(all).map(([name, each]) => [name, of(each)])) as Record<Name, B>;
}

/** The buffers that can be transferred instead of copied. This thread loses them. */
export function runTransferables({ rows, groups, flips: times }: RunColumns): ArrayBufferLike[] {
  const arrays = [
    ...Object.values(rows).flatMap(({ numbers, choices }) => [
      ...Object.values(numbers),
      ...Object.values(choices).map(({ choice }) => choice),
    ]),
    ...Object.values(groups).flatMap(group => group.flatMap(([, , track]) => Object.values(track))),
    ...Object.values(times),
  ];
  return [...new Set(arrays.map(({ buffer }) => buffer))];
}
