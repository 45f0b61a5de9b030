/** Shuffles, votes, matches, reductions: each lane's result against the manual's pseudo code. */
import { describe, expect, test } from 'vitest';
import { lanes, outputOf, runAssembly } from './assembly.ts';

/** The manual's pseudo code of `shfl.sync`. */
function shuffled(mode: string, lane: number, b: number, c: number): number {
  const segment = (c >> 8) & 31;
  const clamp = c & 31;
  const most = (lane & segment) | (clamp & ~segment);
  const least = lane & segment;
  let [from, inside] = [lane, false];
  if (mode === 'up') [from, inside] = [lane - b, lane - b >= most];
  if (mode === 'down') [from, inside] = [lane + b, lane + b <= most];
  if (mode === 'bfly') [from, inside] = [lane ^ b, (lane ^ b) <= most];
  if (mode === 'idx') [from, inside] = [least | (b & ~segment), (least | (b & ~segment)) <= most];
  return (inside ? from : lane) * 10 + (inside ? 1 : 0);
}

describe.each(['up', 'down', 'bfly', 'idx'])('shfl.sync.%s', mode => {
  test.each([
    [1, mode === 'up' ? 0 : 31],
    [3, mode === 'up' ? 0x1800 : 0x181f],
    [16, mode === 'up' ? 0 : 31],
    [5, 0x1c03],
  ])('by %i with control %i', (b, c) => {
    const body = `mul.lo.u32 %r1, %tid, 10; shfl.sync.${mode}.b32 %r2|%p1, %r1, ${b}, ${c}, -1;
selp.u32 %r3, 1, 0, %p1; add.u32 %r2, %r2, %r3; st.global.u32 [%at], %r2;`;
    expect(outputOf({ body }).slice(0, 32)).toEqual(lanes(l => shuffled(mode, l, b, c)));
  });
});

test('votes and ballots see only the members', () => {
  const body = `setp.lt.u32 %p1, %tid, 8; setp.lt.u32 %p2, %tid, 40;
@!%p1 bra DONE;
vote.sync.ballot.b32 %r1, %p1, 0xff; vote.sync.all.pred %p3, %p2, 0xff; vote.sync.any.pred %p4, %p1, 0xff; vote.sync.uni.pred %p5, %p1, 0xff;
selp.u32 %r2, 1, 0, %p3; selp.u32 %r3, 2, 0, %p4; selp.u32 %r4, 4, 0, %p5; or.b32 %r2, %r2, %r3; or.b32 %r2, %r2, %r4;
st.global.u32 [%at], %r1; st.global.u32 [%at+128], %r2;
DONE:`;
  const words = outputOf({ body, words: 96 });
  expect(words.slice(0, 9)).toEqual([...lanes(() => 255, 8), 0]);
  expect(words.slice(32, 40)).toEqual(lanes(() => 7, 8));
});

test('match finds equal lanes', () => {
  const body = `and.b32 %r1, %tid, 3; match.any.sync.b32 %r2, %r1, -1; match.all.sync.b32 %r3|%p1, %r1, -1; selp.u32 %r4, 1, 0, %p1;
add.u32 %r3, %r3, %r4; st.global.u32 [%at], %r2; st.global.u32 [%at+128], %r3;`;
  const words = outputOf({ body });
  expect(words.slice(0, 32)).toEqual(lanes(l => (0x11111111 << (l & 3)) | 0));
  expect(new Set(words.slice(32, 64))).toEqual(new Set([0]));
});

test('redux, elect and activemask', () => {
  const body = `sub.s32 %r9, %tid, 20; redux.sync.add.s32 %r1, %r9, -1; redux.sync.min.s32 %r2, %r9, -1; redux.sync.max.u32 %r3, %r9, -1;
redux.sync.xor.b32 %r4, %tid, -1; elect.sync %r5|%p1, -1; selp.u32 %r6, 1, 0, %p1; activemask.b32 %r7; mov.u32 %r8, %laneid;
st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4}; mad.wide.u32 %x1, %tid, 4, %out; st.global.u32 [%x1+128], %r6; st.global.v2.u32 [%out+16], {%r5, %r7};`;
  const words = outputOf({ body, words: 96 });
  expect(words.slice(0, 6)).toEqual([496 - 640, -20, -1, 0, 0, -1]);
});

test('all members must meet: lanes that never come are named', () => {
  const body = `setp.lt.u32 %p1, %tid, 8; @%p1 bra SOME; bar.warp.sync -1; bra END;
SOME: vote.sync.ballot.b32 %r1, %p1, -1;
END:`;
  const { faults } = runAssembly({ body });
  expect(faults.map(f => f.kind)).toEqual(['barrier']);
  expect(faults[0].message).toContain('needs all its lanes together');
});

test('lanes at several shuffles and votes of one kind exchange their values', () => {
  const body = `setp.lt.u32 %p1, %tid, 8; add.u32 %r8, %tid, 100; @%p1 bra SOME;
shfl.sync.bfly.b32 %r1|%p2, %tid, 16, 31, -1; vote.sync.ballot.b32 %r2, %p1, -1; redux.sync.add.s32 %r3, %tid, -1; elect.sync %r5|%p3, -1; bra END;
SOME: shfl.sync.bfly.b32 %r1|%p2, %r8, 16, 31, -1; vote.sync.ballot.b32 %r2, %p1, -1; redux.sync.add.s32 %r3, %r8, -1; elect.sync %r5|%p3, -1;
END: add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r5; st.global.u32 [%at], %r1; st.global.u32 [%at+128], %r2;`;
  const words = outputOf({ body, words: 96 });
  const brought = (l: number) => (l < 8 ? l + 100 : l);
  expect(words.slice(0, 32)).toEqual(lanes(l => brought(l ^ 16)));
  expect(words.slice(32, 64)).toEqual(lanes(() => 0xff + 496 + 800));
});

test('lanes that wait at several shuffles go on when the lane that is missing exits', () => {
  const body = `setp.lt.u32 %p1, %tid, 8; setp.eq.u32 %p2, %tid, 31; @%p1 bra SOME; @%p2 bra LAST; shfl.sync.up.b32 %r1, %tid, 1, 0, -1; bra END;
SOME: shfl.sync.up.b32 %r1, %tid, 1, 0, -1; bra END;
LAST: exit;
END: st.global.u32 [%at], %r1;`;
  expect(outputOf({ body }).slice(0, 31)).toEqual(lanes(l => Math.max(0, l - 1), 31));
});

test('shuffles with other qualifiers do not meet', () => {
  const body = `setp.lt.u32 %p1, %tid, 8; @%p1 bra SOME; shfl.sync.up.b32 %r1, %tid, 1, 0, -1; bra END;
SOME: shfl.sync.down.b32 %r1, %tid, 1, 31, -1;
END: st.global.u32 [%at], %r1;`;
  expect(runAssembly({ body }).faults.map(f => f.kind)).toEqual(['barrier']);
});

test('bar.warp.sync joins lanes at different places', () => {
  const body = `setp.lt.u32 %p1, %tid, 8; @%p1 bra SOME; bar.warp.sync -1; bra END;
SOME: bar.warp.sync -1;
END: st.global.u32 [%at], 1;`;
  expect(outputOf({ body }).slice(0, 32)).toEqual(lanes(() => 1));
});

test.each([
  ['min', -3],
  ['max', 28],
  ['min.abs', 0],
  ['max.abs', 28],
  ['min.NaN', Number.NaN],
  ['max.abs.NaN', Number.NaN],
])('redux.sync.%s.f32', (operation, expected) => {
  // Lane 9 holds a NaN; the others l - 3.
  const body = `cvt.rn.f32.u32 %r1, %tid; sub.f32 %r1, %r1, 0f40400000; setp.eq.u32 %p1, %tid, 9; selp.b32 %r1, 0x7fc00000, %r1, %p1;
redux.sync.${operation}.f32 %r2, %r1, -1; st.global.b32 [%at], %r2;`;
  const bits = Number.isNaN(expected) ? 0x7fffffff : new Int32Array(new Float32Array([expected]).buffer)[0];
  expect(outputOf({ body }).slice(0, 32)).toEqual(lanes(() => bits));
});

test('a vote may count the lanes whose predicate is false', () => {
  const body = `setp.lt.u32 %p1, %tid, 8; vote.sync.ballot.b32 %r1, !%p1, -1; st.global.u32 [%at], %r1;`;
  expect(outputOf({ body })[0]).toBe(~0xff);
});
