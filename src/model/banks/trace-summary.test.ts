import { expect, test } from 'vitest';
import { type Access, TraceBuilder } from '../../trace/access-trace.ts';
import { warpAccess } from '../../trace/fixtures/warp-access.ts';
import { summaryOf } from './trace-summary.ts';

const access = (change: Partial<Access>, of: (lane: number) => number): Access =>
  warpAccess({ line: 7, file: 'b.cu', ...change }, of);

const builder = new TraceBuilder();
builder.add(access({ kind: 'store', line: 5 }, lane => lane * 4));
builder.add(access({}, lane => lane * 128));
builder.add(access({}, lane => lane * 8));
builder.add(access({ file: 'a.cu', line: 9 }, lane => lane * 4));
builder.add(access({ space: 'global' }, lane => lane * 4));
builder.add(access({ space: 'global', kind: 'store' }, lane => lane * 256));
builder.add(access({ space: 'param' }, () => 0));
const summary = summaryOf(builder.finish());

test('totals by space and kind', () => {
  expect(summary.shared.load).toEqual({ requests: 3, wavefronts: 32 + 2 + 1, ideal: 3, worst: 32 });
  expect(summary.shared.store).toEqual({ requests: 1, wavefronts: 1, ideal: 1, worst: 1 });
  expect(summary.shared.ldmatrix).toEqual({ requests: 0, wavefronts: 0, ideal: 0, worst: 0 });
  expect(summary.global.load).toEqual({ requests: 1, sectors: 4, ideal: 4, worst: 4 });
  expect(summary.global.store).toEqual({ requests: 1, sectors: 32, ideal: 4, worst: 32 });
});

test('totals by line, in order', () => {
  expect(summary.lines.map(({ file, line }) => `${file}:${line}`)).toEqual(['a.cu:9', 'b.cu:5', 'b.cu:7']);
  expect(summary.lines[2].shared.load).toEqual({ requests: 2, wavefronts: 34, ideal: 2, worst: 32 });
  expect(summary.lines[2].global.store.sectors).toBe(32);
  expect(summary.lines[2].shared.store.requests).toBe(0);
});
