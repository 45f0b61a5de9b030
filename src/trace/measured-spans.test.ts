import { describe, expect, it } from 'vitest';
import { measuredSpans } from './measured-spans.ts';
import type { Span } from './span.ts';
import { type CtaLog, droppedNotes, overheadRatio, type SpanNote, type WarpSpanLog } from './span-log.ts';

/** Two stages: full barriers at 64 and 72, empty ones behind them. */
const [FULL, EMPTY] = [
  [64, 72],
  [80, 88],
];
const mbarriers = [...FULL, ...EMPTY].map(address => ({ address, arrivals: 1 }));

const note = (verb: SpanNote['verb'], fromClk: number, toClk: number, address = 0, detail = 0): SpanNote => ({
  ...{ verb, fromClk, toClk, address, detail },
});
const log = (warp: number, notes: readonly SpanNote[], storedClk: number | null = null): WarpSpanLog => ({
  ...{ warp, notes, dropped: 0, storedClk },
});
const cta = (...warps: WarpSpanLog[]): CtaLog => ({ sm: 3, startNs: 0, mbarriers, warps });

const PRODUCER = log(4, [
  note('wait', 0, 5, EMPTY[0], 1),
  note('expect', 6, 8, FULL[0], 4096),
  note('wait', 13, 15, EMPTY[1], 1),
  note('expect', 16, 22, FULL[1], 4096),
]);

const brief = ({ role, warp, kind, from, to, stage }: Span): string =>
  [`${role} ${warp} ${kind}`, stage === undefined ? '' : `[${stage}]`, ` ${from}-${to}`].join('');

describe('notes of a GPU become spans', () => {
  it('of warps that multiply with mma.sync, between wait and release', () => {
    const consumer = log(
      0,
      [
        note('wait', 2, 700, FULL[0]),
        note('arrive', 1100, 1104, EMPTY[0]),
        note('wait', 1105, 1107, FULL[1]),
        note('arrive', 1500, 1503, EMPTY[1]),
      ],
      1900,
    );
    expect(measuredSpans(cta(consumer, PRODUCER)).map(brief)).toEqual([
      'consumer 0 wait[0] 2-700',
      'consumer 0 mma[0] 700-1100',
      'consumer 0 wait[1] 1105-1107',
      'consumer 0 mma[1] 1107-1500',
      'consumer 0 store 1503-1900',
      'producer 4 wait[0] 0-5',
      'producer 4 issue[0] 6-13',
      'producer 4 copy[0] 6-700',
      'producer 4 wait[1] 13-15',
      'producer 4 issue[1] 16-22',
      'producer 4 copy[1] 16-1107',
    ]);
  });

  it('of warpgroups whose products run on while the next ones are asked for', () => {
    const consumer = log(0, [
      note('wait', 0, 100, FULL[0]),
      note('waitForProducts', 112, 113, 0, 1),
      note('wait', 114, 120, FULL[1]),
      note('waitForProducts', 127, 240, 0, 1),
      note('arrive', 241, 242, EMPTY[0]),
      note('waitForProducts', 243, 370, 0, 0),
    ]);
    const mma = measuredSpans(cta(consumer, PRODUCER)).filter(({ kind }) => kind === 'mma');
    expect(mma.map(brief)).toEqual(['consumer 0 mma[0] 100-240', 'consumer 0 mma[1] 120-370']);
  });

  it('stores last until the copy engine has read them', () => {
    const consumer = log(0, [
      note('waitForReads', 10, 11),
      note('store', 30, 33),
      note('waitForReads', 40, 60),
      note('store', 80, 81),
      note('waitForReads', 82, 95),
    ]);
    const stores = measuredSpans(cta(consumer)).filter(({ kind }) => kind === 'store' || kind === 'alu');
    expect(stores.map(brief)).toEqual([
      'consumer 0 alu 11-30',
      'consumer 0 store 30-60',
      'consumer 0 alu 60-80',
      'consumer 0 store 80-95',
    ]);
  });

  it('a wait names barrier, stage and parity; all are of the GPU, in clk', () => {
    const [wait] = measuredSpans(cta(PRODUCER));
    expect(wait).toEqual({
      ...{ role: 'producer', warp: 4, kind: 'wait', from: 0, to: 5, stage: 0 },
      ...{ barrier: { name: 'empty', parity: 1 }, unit: 'clk', source: 'measured' },
    });
  });

  it('warpgroups are consumers by number; a copy has landed as soon as one of them saw it', () => {
    const multiplying = [0, 4].map(warp =>
      log(warp, [note('wait', warp, 50 + warp, FULL[0]), note('arrive', 90, 91, EMPTY[0])]),
    );
    const all = measuredSpans(cta(...multiplying, { ...PRODUCER, warp: 8 }, log(12, [])));
    expect(new Set(all.map(({ role, warp }) => `${role} ${warp}`))).toEqual(
      new Set(['consumer 1 0', 'consumer 2 4', 'producer 8']),
    );
    expect(all.find(({ kind }) => kind === 'copy')).toMatchObject({ from: 6, to: 50 });
  });

  it('what was dropped and what the notes cost is said', () => {
    const dropping = { ...log(0, []), dropped: 3 };
    const log2 = { kernel: 'gemm', variant: 'v', build: {}, size: {}, plainNs: 4000, stampedNs: 5000 };
    expect(droppedNotes({ ...log2, ctas: [cta(dropping, PRODUCER), cta(dropping)] })).toBe(6);
    expect(overheadRatio({ ...log2, ctas: [] })).toBe(1.25);
  });
});
