/** Checks that the trace has what the format asks for, and that it holds every span and flip. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChromeEvent, chromeTrace, type TracedPipeline } from './chrome-trace.ts';
import type { Span } from './span.ts';

const span = (fields: Partial<Span>): Span => ({
  role: 'producer',
  kind: 'copy',
  from: 0,
  to: 10,
  unit: 'clk',
  source: 'predicted',
  ...fields,
});

const pipeline = (spans: readonly Span[], fields: Partial<TracedPipeline> = {}): TracedPipeline => ({
  title: 'four stages',
  source: 'predicted',
  spans,
  barrierEvents: [],
  bytesInFlight: [],
  ...fields,
});

const spans: fc.Arbitrary<Span> = fc
  .record({
    role: fc.constantFrom('producer', 'consumer 1', 'consumer 2'),
    kind: fc.constantFrom('issue', 'copy', 'mma', 'softmax', 'alu', 'wait', 'store'),
    from: fc.nat(1000),
    length: fc.nat(200),
    stage: fc.nat(3),
  })
  .map(({ length, ...fields }) => span({ ...fields, to: fields.from + length }));

type Timed = Exclude<ChromeEvent, { ph: 'M' }>;
type Complete = Extract<ChromeEvent, { ph: 'X' }>;

const timed = (events: readonly ChromeEvent[]) => events.filter((event): event is Timed => event.ph !== 'M');
const complete = (events: readonly ChromeEvent[]) => events.filter((event): event is Complete => event.ph === 'X');

/** Words about two events of one thread of which neither lies in the other. */
function overlaps(events: readonly ChromeEvent[]): string[] {
  const all = complete(events);
  return all.flatMap((a, i) =>
    all
      .slice(i + 1)
      .filter(b => a.pid === b.pid && a.tid === b.tid)
      .filter(b => b.ts < a.ts + a.dur && b.ts + b.dur > a.ts + a.dur && b.ts > a.ts)
      .map(b => `${a.name} at ${a.ts} and ${b.name} at ${b.ts}`),
  );
}

describe('any spans', () => {
  test('are in order of time, in named threads that never overlap, none lost', () => {
    fc.assert(
      fc.property(fc.array(spans, { maxLength: 60 }), all => {
        const { traceEvents } = chromeTrace([pipeline(all), pipeline(all, { source: 'emulated' })], {});
        for (const pid of [1, 2]) {
          const times = timed(traceEvents).flatMap(event => (event.pid === pid ? [event.ts] : []));
          expect(times).toEqual(times.toSorted((a, b) => a - b));
        }
        expect(overlaps(traceEvents)).toEqual([]);
        expect(complete(traceEvents)).toHaveLength(2 * all.length);
        const named = new Set(
          traceEvents.flatMap(event =>
            event.ph === 'M' && event.name === 'thread_name' ? [`${event.pid} ${event.tid}`] : [],
          ),
        );
        for (const { pid, tid } of complete(traceEvents)) expect(named).toContain(`${pid} ${tid}`);
      }),
    );
  });

  test('and an overlap would be found', () => {
    const thread = { ph: 'X', cat: 'mma', pid: 1, tid: 1, dur: 10, args: {} } as const;
    expect(
      overlaps([
        { ...thread, name: 'a', ts: 0 },
        { ...thread, name: 'b', ts: 5 },
      ]),
    ).toEqual(['a at 0 and b at 5']);
    expect(
      overlaps([
        { ...thread, name: 'a', ts: 0 },
        { ...thread, name: 'b', ts: 2, dur: 3 },
      ]),
    ).toEqual([]);
  });
});

test('what runs beside a role has threads of its own', () => {
  const { traceEvents } = chromeTrace(
    [
      pipeline([
        span({ buffer: 'ring', stage: 0 }),
        span({ buffer: 'ring', stage: 1, to: 20 }),
        span({ kind: 'wait', from: 5, to: 15, barrier: { name: 'empty[0]', parity: 1 }, stage: 0 }),
        span({ buffer: 'ring', stage: 0, from: 10, to: 30 }),
      ]),
    ],
    { link: 'x' },
  );
  const threads = traceEvents.flatMap(event => (event.name === 'thread_name' ? [event.args] : []));
  expect(threads.map(({ name }) => name)).toEqual(['producer', 'producer: copy', 'producer: copy 2']);
  expect(complete(traceEvents).map(({ name, tid, ts, dur }) => [name, tid, ts, dur])).toEqual([
    ['copy ring[0]', 2, 0, 10],
    ['copy ring[1]', 3, 0, 20],
    ['wait empty[0]', 1, 5, 10],
    ['copy ring[0]', 2, 10, 20],
  ]);
  expect(traceEvents[0]).toMatchObject({ name: 'process_name', args: { name: 'four stages (predicted)' } });
});

test('counters: bytes in flight, and parity at each flip alone', () => {
  const event = { unit: 'clk', source: 'predicted', barrier: 'full[0]', pendingBytes: 0 } as const;
  const barrierEvents = [
    { ...event, at: 0, phase: 0, pendingArrivals: 1 },
    { ...event, at: 4, phase: 0, pendingArrivals: 0 },
    { ...event, at: 9, phase: 1, pendingArrivals: 1 },
  ];
  const { traceEvents, displayTimeUnit, otherData } = chromeTrace(
    [pipeline([], { barrierEvents, bytesInFlight: [{ at: 2, bytes: 64 }] })],
    {},
  );
  expect(timed(traceEvents).map(({ name, ts, args }) => [name, ts, args])).toEqual([
    ['parity of full[0]', 0, { parity: 0 }],
    ['bytes in flight', 2, { bytes: 64 }],
    ['parity of full[0]', 9, { parity: 1 }],
  ]);
  expect([displayTimeUnit, otherData.clock]).toEqual(['ns', 'one microsecond of this file is one clk of the SM']);
});
