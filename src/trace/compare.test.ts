import { expect, test } from 'vitest';
import { type Access, TraceBuilder } from './access-trace.ts';
import { compareTraces } from './compare.ts';
import { warpAccess } from './fixtures/warp-access.ts';

const access = (change: Partial<Access> = {}): Access => warpAccess(change, lane => lane * 4);
const traceOf = (...accesses: Access[]) => {
  const builder = new TraceBuilder();
  for (const a of accesses) builder.add(a);
  return builder.finish();
};
/** The same access with lane 5 elsewhere. */
const moved = (a: Access, byteAddress: number): Access => ({ ...a, address: a.address.with(5, byteAddress) });

const store = access({ kind: 'store' });
const load = access();
const last = access({ warp: 3 });

test('equal traces agree, whatever else their rows say', () => {
  const emulated = traceOf({ ...store, pc: 17, line: 4, file: 'x.cu' }, load, last);
  expect(compareTraces(traceOf(store, load, last), emulated)).toEqual({
    verdict: { kind: 'agree', sources: ['predicted', 'emulated'] },
    matchingLanes: 96,
    totalLanes: 96,
    warps: [
      { cta: 0, warp: 0, differingLanes: 0 },
      { cta: 0, warp: 3, differingLanes: 0 },
    ],
  });
});

test('how warps and kinds interleave is not compared', () => {
  expect(compareTraces(traceOf(store, load, last), traceOf(last, load, store)).verdict.kind).toBe('agree');
});

test('an address is named by warp, lane and request', () => {
  const comparison = compareTraces(traceOf(store, last, moved(last, 0x594)), traceOf(store, last, moved(last, 0x5c0)));
  expect(comparison.verdict).toEqual({
    kind: 'differ',
    at: 'warp 3 lane 5, 2nd shared load: predicted 0x0594, emulated 0x05C0',
    warp: 3,
    lane: 5,
    access: { space: 'shared', kind: 'load', index: 1 },
  });
  expect(comparison).toMatchObject({ matchingLanes: 95, totalLanes: 96 });
  expect(comparison.warps).toContainEqual({ cta: 0, warp: 3, differingLanes: 1 << 5 });
});

test('the order within a kind matters', () => {
  expect(compareTraces(traceOf(load, moved(load, 0)), traceOf(moved(load, 0), load)).verdict.kind).toBe('differ');
});

test.each([
  ['a missing access', [store, load], [store], 'warp 0 lane 0, 1st shared load: predicted, but not emulated'],
  ['an extra access', [load], [load, load], 'warp 0 lane 0, 2nd shared load: emulated, but not predicted'],
  [
    'another width',
    [load],
    [{ ...load, widthBytes: 8 }],
    'warp 0 lane 0, 1st shared load: predicted 4 B, emulated 8 B',
  ],
  [
    'another space',
    [load],
    [access({ space: 'global' })],
    'warp 0 lane 0, 1st shared load: predicted, but not emulated',
  ],
  [
    'an idle lane',
    [load],
    [{ ...load, activeMask: 0x7fff_ffff }],
    'warp 0 lane 31, 1st shared load: predicted 0x007C, emulated idle',
  ],
  ['another CTA', [access({ cta: 2 })], [], 'CTA 2 warp 0 lane 0, 1st shared load: predicted, but not emulated'],
])('%s differs', (_, predicted, emulated, at) => {
  const comparison = compareTraces(traceOf(...predicted), traceOf(...emulated));
  expect(comparison.verdict).toMatchObject({ kind: 'differ', at });
  expect(comparison.matchingLanes).toBeLessThan(comparison.totalLanes);
});

test('a load of global memory that waits counts once', () => {
  const look = access({ space: 'global', pc: 7 });
  const verdictOf = (predicted: Access[], emulated: Access[]) =>
    compareTraces(traceOf(...predicted), traceOf(...emulated)).verdict.kind;
  const next = moved(look, 0);
  expect(verdictOf([look, next], [look, look, look, next, next])).toBe('agree');
  expect(verdictOf([look, look, next], [look, look, look, next])).toBe('agree');
  // Another instruction, other lanes, too few, a store, shared memory: none of these waits.
  expect(verdictOf([look], [look, { ...look, pc: 8 }])).toBe('differ');
  expect(verdictOf([look], [look, { ...look, activeMask: 1 }])).toBe('differ');
  expect(verdictOf([look, look], [look])).toBe('differ');
  for (const other of [access({ space: 'global', kind: 'store' }), load])
    expect(verdictOf([other], [other, other])).toBe('differ');
});

test('reading a parameter is no access to compare', () => {
  const emulated = traceOf(access({ space: 'param' }), load, access({ space: 'local' }), access({ space: 'const' }));
  expect(compareTraces(traceOf(load), emulated)).toMatchObject({ verdict: { kind: 'agree' }, totalLanes: 32 });
});

test('what an idle lane holds is not compared', () => {
  const idle = (a: Access): Access => ({ ...a, activeMask: ~(1 << 5) >>> 0 });
  expect(compareTraces(traceOf(idle(load)), traceOf(idle(moved(load, -1)))).verdict.kind).toBe('agree');
});
