import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANES } from '../../base/hardware.ts';
import type { Access, AccessKind, Space } from '../../trace/access-trace.ts';
import { SummaryBuilder } from '../banks/trace-summary.ts';
import type { LineSummary } from './line-summary.ts';
import { LineSummaryBuilder } from './line-summary-builder.ts';
import { mergeLineSummaries } from './line-summary-merge.ts';
import { costOfRequest, costsTheSame } from './request-cost.ts';
import { traceTotals } from './trace-totals.ts';

const access = (change: Partial<Access>, of: (lane: number) => number): Access => {
  const activeMask = change.activeMask ?? 0xffff_ffff;
  return {
    cta: 0,
    warp: 0,
    pc: 0,
    space: 'shared',
    kind: 'load',
    widthBytes: 4,
    interval: 0,
    line: 7,
    file: 'b.cu',
    ...change,
    activeMask,
    address: Float64Array.from({ length: LANES }, (_, lane) => ((activeMask >>> lane) & 1 ? of(lane) : -1)),
  };
};

const summaryOf = (accesses: readonly Access[]): LineSummary => {
  const builder = new LineSummaryBuilder();
  for (const row of accesses) builder.add(row);
  return builder.finish();
};

describe('the cost of one request', () => {
  test.each<[string, Partial<Access>, (lane: number) => number, object]>([
    ['a shared column', {}, l => l * 128, { parts: 32, ideal: 1, lines: 0, bytes: 128 }],
    ['a global row', { space: 'global' }, l => 256 + l * 4, { parts: 4, ideal: 4, lines: 1, isUnaligned: false }],
    ['a row off by one', { space: 'global' }, l => 260 + l * 4, { parts: 5, ideal: 4, lines: 2, isUnaligned: true }],
    ['one constant', { space: 'const' }, () => 64, { parts: 1, ideal: 1 }],
    ['a constant for each lane', { space: 'const' }, l => l * 4, { parts: 32, ideal: 1 }],
    ['the same local word', { space: 'local' }, () => 8, { parts: 4, ideal: 4, lines: 1, bytes: 128 }],
    ['local vectors', { space: 'local', widthBytes: 16 }, () => 16, { parts: 16, ideal: 16, lines: 4 }],
    ['local bytes', { space: 'local', widthBytes: 1 }, () => 3, { parts: 4, ideal: 4, lines: 1, bytes: 32 }],
    ['a local word for each lane', { space: 'local' }, l => l * 4, { parts: 32, ideal: 4, lines: 32 }],
    ['local words of eight lanes', { space: 'local', activeMask: 0xff }, () => 0, { parts: 1, ideal: 1, lines: 1 }],
    ['atomics on one address', { kind: 'atomic' }, () => 0, { ideal: 1, turns: 32 }],
    ['atomics on four', { kind: 'atomic', space: 'global' }, l => (l % 4) * 4, { parts: 1, turns: 8, bytes: 16 }],
    ['plain loads take no turns', {}, () => 0, { parts: 1, turns: 0 }],
  ])('%s', (_, change, of, cost) => {
    expect(costOfRequest(access(change, of))).toMatchObject(cost);
  });
});

const SPACES: readonly Space[] = ['shared', 'global', 'local', 'const'];
const KINDS: readonly AccessKind[] = ['load', 'store', 'atomic'];

/** Instructions with a fixed kind and width, as a program has. */
const requests = fc.array(
  fc.record({
    pc: fc.nat({ max: 5 }),
    space: fc.constantFrom(...SPACES),
    cta: fc.nat({ max: 4 }),
    warp: fc.nat({ max: 3 }),
    activeMask: fc.oneof(fc.constant(0xffff_ffff), fc.integer({ min: 1, max: 0xffff_ffff })),
    strideWords: fc.constantFrom(0, 1, 2, 3, 32, 33),
    base: fc.nat({ max: 64 }),
    permuted: fc.boolean(),
  }),
  { maxLength: 40 },
);

type Drawn = typeof requests extends fc.Arbitrary<infer T> ? T : never;

const rowsOf = (drawn: Drawn): Access[] =>
  drawn.map(({ pc, strideWords, base, permuted, ...rest }) => {
    const [kind, widthBytes] = [KINDS[pc % KINDS.length], [4, 8, 16][pc % 3]];
    const of = (l: number) => (base + (permuted ? (l * 5) % 32 : l) * strideWords) * widthBytes;
    return access({ ...rest, pc, kind, widthBytes, line: Math.floor(pc / 2), file: pc > 3 ? 'a.cu' : 'b.cu' }, of);
  });

test('a request that is said to cost the same does', () => {
  fc.assert(
    fc.property(requests, fc.constantFrom(0, 1, 3, 4, 8, 16, 24, 32), (drawn, shift) => {
      for (const row of rowsOf(drawn)) {
        const moved = { ...row, address: row.address.map(at => (at < 0 ? at : at + shift * row.widthBytes)) };
        if (costsTheSame(moved, row.activeMask, row.address)) expect(costOfRequest(moved)).toEqual(costOfRequest(row));
        else expect(['global', 'const']).toContain(row.space);
      }
    }),
  );
});

test('totals are the sums of the requests', () => {
  fc.assert(
    fc.property(requests, drawn => {
      const rows = rowsOf(drawn);
      for (const totals of summaryOf(rows).instructions) {
        const own = rows.filter(row => row.pc === totals.pc && row.space === totals.space);
        const costs = own.map(costOfRequest);
        const sum = (of: (cost: (typeof costs)[number]) => number) => costs.reduce((n, cost) => n + of(cost), 0);
        expect(totals).toMatchObject({
          requests: own.length,
          lanes: sum(cost => cost.lanes),
          bytes: sum(cost => cost.bytes),
          parts: sum(cost => cost.parts),
          ideal: sum(cost => cost.ideal),
          lines: sum(cost => cost.lines),
          turns: sum(cost => cost.turns),
          over: costs.filter(({ parts, ideal }) => parts > ideal).length,
          unaligned: costs.filter(cost => cost.isUnaligned).length,
          most: Math.max(...costs.map(cost => cost.parts)),
          worstExcess: Math.max(...costs.map(({ parts, ideal }) => parts - ideal)),
        });
        const worst = costOfRequest(totals.worst);
        expect(worst.parts - worst.ideal).toBe(totals.worstExcess);
      }
    }),
  );
});

test('a summary keeps copies: the caller reuses the object', () => {
  const row = access({}, l => l * 128);
  const builder = new LineSummaryBuilder();
  builder.add(row);
  row.address.fill(0);
  expect(builder.finish().instructions[0].worst.address[31]).toBe(31 * 128);
});

test('the same totals as a trace summary', () => {
  fc.assert(
    fc.property(requests, drawn => {
      const builder = new SummaryBuilder();
      for (const row of rowsOf(drawn)) builder.add({ ...row, file: row.line > 0 ? row.file : '' });
      expect(traceTotals(summaryOf(rowsOf(drawn)))).toEqual(builder.finish());
    }),
  );
});

test('parts add up to the whole, however the CTAs are dealt', () => {
  fc.assert(
    fc.property(requests, fc.array(fc.nat({ max: 2 }), { minLength: 5, maxLength: 5 }), (drawn, partOf) => {
      const rows = rowsOf(drawn);
      const [a, b, c] = [0, 1, 2].map(part => summaryOf(rows.filter(({ cta }) => partOf[cta] === part)));
      const whole = summaryOf(rows);
      expect(mergeLineSummaries([a, b, c])).toEqual(whole);
      expect(mergeLineSummaries([mergeLineSummaries([c, b]), a])).toEqual(whole);
      expect(mergeLineSummaries([a, mergeLineSummaries([b, c])])).toEqual(whole);
    }),
  );
});
