/** Lanes that do not take part: outside of their own member mask, absent, exited; and divisors of zero. */
import { expect, test } from 'vitest';
import { runAssembly } from './assembly.ts';

function found(body: string, threads = 32) {
  const { faults, hazards } = runAssembly({ body, threads }, { faults: 'all' });
  return { faults: faults.map(({ kind }) => kind), hazards: hazards.map(({ kind }) => kind) };
}

const NOTHING = { faults: [], hazards: [] };
const OF_16 = 'mov.u32 %r2, 0; setp.lt.u32 %p1, %tid, 16; mov.u32 %r1, %tid;';
const STORE = 'st.global.u32 [%at], %r2;';

test.each([
  ['shfl', `${OF_16} @%p1 shfl.sync.idx.b32 %r2, %r1, 0, 31, 0xff; ${STORE}`],
  ['vote', `${OF_16} @%p1 vote.sync.ballot.b32 %r2, 1, 0xff; ${STORE}`],
  ['match', `${OF_16} @%p1 match.any.sync.b32 %r2, %r1, 0xff; ${STORE}`],
  ['redux', `${OF_16} @%p1 redux.sync.add.u32 %r2, %r1, 0xff; ${STORE}`],
  ['bar.warp.sync', `${OF_16} @%p1 bar.warp.sync 0xff;`],
])('%s by lanes that its mask leaves out is a fault', (_, body) => {
  expect(found(body)).toEqual({ faults: ['memberMask'], hazards: [] });
  expect(found(body.replace('0xff', '0xffff'))).toEqual(NOTHING);
});

test('tiles of a warp, each with its own mask, are right', () => {
  const tiles = 'and.b32 %r3, %tid, 16; shl.b32 %r4, 0xffff, %r3; mov.u32 %r1, %tid;';
  expect(found(`${tiles} shfl.sync.bfly.b32 %r2, %r1, 8, 31, %r4; ${STORE}`)).toEqual(NOTHING);
});

const DOWN = 'mov.u32 %r1, %tid; shfl.sync.down.b32 %r2, %r1, 16, 31, -1;';

test.each([
  ['absent', `${DOWN} ${STORE}`, 16],
  ['exited', `${OF_16} @!%p1 exit; ${DOWN} ${STORE}`, 32],
  ['out of the mask', `${OF_16} @%p1 shfl.sync.idx.b32 %r2, %r1, 20, 31, 0xffff; ${STORE}`, 32],
])('a shuffle from a lane that is %s is a fault where its value is used', (_, body, threads) => {
  expect(found(body, threads)).toEqual({ faults: ['memberMask'], hazards: [] });
  expect(found(body.replace(STORE, ''), threads)).toEqual(NOTHING);
});

test('a tree of sums over half a warp reads absent lanes, and is right in lane 0', () => {
  const step = (n: number) => `shfl.sync.down.b32 %r2, %r1, ${n}, 31, 0xffff; add.u32 %r1, %r1, %r2;`;
  const tree = `mov.u32 %r1, %tid; ${[8, 4, 2, 1].map(step).join(' ')}`;
  const lane0 = 'setp.eq.u32 %p1, %tid, 0; @%p1 st.global.u32 [%at], %r1;';
  expect(found(`${tree} ${lane0}`, 16)).toEqual(NOTHING);
  expect(found(`${tree} st.global.u32 [%at], %r1;`, 16).faults).toContain('memberMask');
});

test('a barrier that a part of a warp has left is a hazard; one that a whole warp has left is none', () => {
  const leave = (n: number) => `setp.ge.u32 %p1, %tid, ${n}; @%p1 exit; bar.sync 0;`;
  expect(found(leave(40), 64)).toEqual({ faults: [], hazards: ['barrier'] });
  expect(found(leave(32), 64)).toEqual(NOTHING);
  expect(found('bar.sync 0;', 40)).toEqual(NOTHING);
});

test.each(['div.s32', 'div.u32', 'rem.s32', 'rem.u32'])('%s by zero is a hazard', name => {
  const by = (n: number) => `sub.u32 %r1, %tid, ${n}; ${name} %r2, 100, %r1; ${STORE}`;
  expect(found(by(5))).toEqual({ faults: [], hazards: ['divisionByZero'] });
  expect(found(by(40))).toEqual(NOTHING);
});

test('a 64-bit divisor is zero where both of its words are', () => {
  const by = (n: string) => `mov.u64 %x1, ${n}; rem.u64 %x2, 7, %x1; cvt.u32.u64 %r2, %x2; ${STORE}`;
  expect(found(by('0x100000000'))).toEqual(NOTHING);
  expect(found(by('0')).hazards).toEqual(['divisionByZero']);
});
