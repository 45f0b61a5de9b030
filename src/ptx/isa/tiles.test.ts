/** Tiles of a warp: lanes that meet at one instruction, each tile with a member mask of its own. */
import { describe, expect, test } from 'vitest';
import { lanes, outputOf } from './assembly.ts';

/** %r10 holds the member mask of the lane's tile of 8. */
const TILES = 'and.b32 %r9, %tid, 24; shl.b32 %r10, 255, %r9;';
const tile = (lane: number): number[] => lanes(i => (lane & 24) + i, 8);
const bits = (lane: number, holds: (l: number) => boolean): number =>
  tile(lane).reduce((mask, l) => mask | (holds(l) ? 1 << l : 0), 0);

const STORE = 'st.global.u32 [%at], %r2;';
const words = (body: string) => outputOf({ body: `${TILES} ${body} ${STORE}` }).slice(0, 32);
const ODD = 'and.b32 %r1, %tid, 5; setp.eq.u32 %p1, %r1, 5;';
const isOdd = (l: number): boolean => (l & 5) === 5;

describe('each tile is by itself in', () => {
  test('a ballot', () => {
    expect(words(`${ODD} vote.sync.ballot.b32 %r2, %p1, %r10;`)).toEqual(lanes(l => bits(l, isOdd)));
  });

  test('votes', () => {
    const above = 'setp.gt.u32 %p1, %tid, 20;';
    const taken = 'selp.u32 %r2, 1, 0, %p2;';
    expect(words(`${above} vote.sync.any.pred %p2, %p1, %r10; ${taken}`)).toEqual(lanes(l => (l < 16 ? 0 : 1)));
    expect(words(`${above} vote.sync.all.pred %p2, %p1, %r10; ${taken}`)).toEqual(lanes(l => (l < 24 ? 0 : 1)));
    const uniform = lanes(l => (l >= 16 && l < 24 ? 0 : 1));
    expect(words(`${above} vote.sync.uni.pred %p2, %p1, %r10; ${taken}`)).toEqual(uniform);
  });

  test('reductions', () => {
    const sum = (l: number) => tile(l).reduce((a, b) => a + b, 0);
    expect(words('redux.sync.add.s32 %r2, %tid, %r10;')).toEqual(lanes(sum));
    expect(words('redux.sync.max.u32 %r2, %tid, %r10;')).toEqual(lanes(l => l | 7));
  });

  test('matches', () => {
    const same = lanes(l => bits(l, m => (m & 3) === (l & 3)));
    expect(words('and.b32 %r1, %tid, 3; match.any.sync.b32 %r2, %r1, %r10;')).toEqual(same);
    const all = lanes(l => 255 << (l & 24));
    expect(words('shr.u32 %r1, %tid, 3; match.all.sync.b32 %r2|%p1, %r1, %r10;')).toEqual(all);
  });

  test('elections', () => {
    expect(words('elect.sync %r2|%p1, %r10;')).toEqual(lanes(l => l & 24));
  });

  test('shuffles', () => {
    const control = 0x1800 | 7;
    const body = `shfl.sync.bfly.b32 %r2|%p1, %tid, 7, ${control}, %r10;`;
    expect(words(body)).toEqual(lanes(l => l ^ 7));
  });
});

/** The lanes above 20, in the middle of a tile, come a way round. */
const ROUND = `setp.gt.u32 %p3, %tid, 20; @!%p3 bra MEET; mov.u32 %r8, 0;
ROUND: add.u32 %r8, %r8, 1; setp.lt.u32 %p4, %r8, 3; @%p4 bra ROUND;
MEET:`;

test('a tile waits for those of its lanes that come later', () => {
  expect(words(`${ROUND} redux.sync.max.u32 %r2, %tid, %r10;`)).toEqual(lanes(l => l | 7));
  const reduced = words(`${ROUND} bar.warp.sync %r10; vote.sync.ballot.b32 %r2, %p3, %r10;`);
  expect(reduced).toEqual(lanes(l => bits(l, m => m > 20)));
});

test('tiles whose lanes arrive at a barrier in pieces go on', () => {
  // Lanes 8 to 23 arrive together at another barrier than the rest: one whole tile, and half of each tile of 16 around it.
  const body = `and.b32 %r9, %tid, 16; shl.b32 %r10, 0xffff, %r9; sub.u32 %r1, %tid, 8; setp.lt.u32 %p1, %r1, 16;
@%p1 bra MIDDLE; bar.warp.sync %r10; bra END;
MIDDLE: bar.warp.sync %r10;
END: st.global.u32 [%at], 1;`;
  expect(outputOf({ body }).slice(0, 32)).toEqual(lanes(() => 1));
});
