/**
 * Pipelines in the trace event format that Perfetto and chrome://tracing open ("Trace Event Format", Google, 2016). It knows
 * microseconds alone: one clk is written as one, and the file says so.
 */
import type { BarrierEvent, Source, Span } from './span.ts';

export interface TracedPipeline {
  readonly title: string;
  readonly source: Source;
  readonly spans: readonly Span[];
  readonly barrierEvents: readonly BarrierEvent[];
  readonly bytesInFlight: readonly { readonly at: number; readonly bytes: number }[];
}

type Args = Readonly<Record<string, string | number>>;

export type ChromeEvent =
  /** A begin and an end event. In one thread such events may be nested, but must not overlap. */
  | {
      readonly ph: 'X';
      readonly name: string;
      readonly cat: string;
      readonly pid: number;
      readonly tid: number;
      readonly ts: number;
      readonly dur: number;
      readonly args: Args;
    }
  /** A counter's value from that time on. */
  | { readonly ph: 'C'; readonly name: string; readonly pid: number; readonly ts: number; readonly args: Args }
  | { readonly ph: 'M'; readonly name: string; readonly pid: number; readonly tid?: number; readonly args: Args };

export interface ChromeTrace {
  readonly traceEvents: readonly ChromeEvent[];
  readonly displayTimeUnit: 'ns';
  readonly otherData: Readonly<Record<string, string>>;
}

/** A process for each pipeline, in it a thread for each role and more for what the role lets run beside it. */
export const chromeTrace = (pipelines: readonly TracedPipeline[], about: ChromeTrace['otherData']): ChromeTrace => ({
  traceEvents: pipelines.flatMap((pipeline, i) => eventsOf(pipeline, i + 1)),
  displayTimeUnit: 'ns',
  otherData: { ...about, clock: 'one microsecond of this file is one clk of the SM' },
});

function eventsOf(pipeline: TracedPipeline, pid: number): ChromeEvent[] {
  const threads = threadsOf(pipeline.spans);
  const timed = [
    ...threads.flatMap(({ spans }, i) => spans.map(span => complete(span, pid, i + 1))),
    ...pipeline.bytesInFlight.map(({ at, bytes }) => counter('bytes in flight', pid, at, { bytes })),
    ...flipsOf(pipeline.barrierEvents).map(({ barrier, at, phase }) =>
      counter(`parity of ${barrier}`, pid, at, { parity: phase & 1 }),
    ),
  ];
  return [
    { ph: 'M', name: 'process_name', pid, args: { name: `${pipeline.title} (${pipeline.source})` } },
    ...threads.flatMap(({ name }, i) => threadNames(name, pid, i + 1)),
    ...timed.sort((a, b) => a.ts - b.ts),
  ];
}

const threadNames = (name: string, pid: number, tid: number): ChromeEvent[] => [
  { ph: 'M', name: 'thread_name', pid, tid, args: { name } },
  { ph: 'M', name: 'thread_sort_index', pid, tid, args: { sort_index: tid } },
];

const counter = (name: string, pid: number, ts: number, args: Args) => ({ ph: 'C', name, pid, ts, args }) as const;

function complete(span: Span, pid: number, tid: number) {
  const { kind, from, to } = span;
  return { ph: 'X', name: nameOf(span), cat: kind, pid, tid, ts: from, dur: to - from, args: argsOf(span) } as const;
}

/** 'wait full[0]', 'copy ring[2]'. */
function nameOf({ kind, barrier, buffer, stage }: Span): string {
  const on = barrier?.name ?? (buffer === undefined ? '' : `${buffer}[${stage ?? 0}]`);
  return on === '' ? kind : `${kind} ${on}`;
}

const argsOf = ({ stage, barrier, line, warp }: Span): Args => ({
  ...(stage === undefined ? {} : { stage }),
  ...(barrier === undefined ? {} : { parity: barrier.parity }),
  ...(line === undefined ? {} : { line }),
  ...(warp === undefined ? {} : { warp }),
});

/** The first event of each phase of each barrier. */
function flipsOf(events: readonly BarrierEvent[]): BarrierEvent[] {
  const phases = new Map<string, number>();
  return events.filter(({ barrier, phase }) => {
    const isNew = phases.get(barrier) !== phase;
    phases.set(barrier, phase);
    return isNew;
  });
}

interface Thread {
  readonly name: string;
  readonly spans: Span[];
}

/** Work that runs while the role does something else. */
const BESIDE: ReadonlySet<Span['kind']> = new Set(['copy', 'mma', 'store']);

/**
 * Threads of each role: first what the role does itself, then its copies, products and stores. A kind has as many
 * threads as spans of it overlap.
 */
function threadsOf(spans: readonly Span[]): Thread[] {
  const groups = new Map<string, Span[]>();
  for (const span of spans) {
    const name = BESIDE.has(span.kind) ? `${span.role}: ${span.kind}` : span.role;
    const group = groups.get(name);
    if (group) group.push(span);
    else groups.set(name, [span]);
  }
  const roles = [...new Set(spans.map(({ role }) => role))];
  const rank = (name: string) => roles.indexOf(name.split(':')[0]);
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .flatMap(([name, group]) => lanes(name, group));
}

/** Puts each span on the first thread that is free when the span begins. */
function lanes(name: string, spans: readonly Span[]): Thread[] {
  const threads: (Thread & { free: number })[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    let lane = threads.find(({ free }) => free <= span.from);
    if (lane === undefined) {
      lane = { name: threads.length === 0 ? name : `${name} ${threads.length + 1}`, spans: [], free: 0 };
      threads.push(lane);
    }
    lane.spans.push(span);
    lane.free = span.to;
  }
  return threads;
}
