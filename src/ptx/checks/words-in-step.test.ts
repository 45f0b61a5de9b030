/** Volatile words that lanes of a warp hand on: only where nothing but their running in step orders them is there a hazard. */
import { expect, test } from 'vitest';
import { runAssembly } from '../isa/assembly.ts';

const module = '.shared .align 4 .b32 tile[64];';
/** %r1 is the address of the lane's word, %r2 that of its neighbour's. */
const ADDRESSES = `mov.u32 %r1, tile; mad.lo.u32 %r1, %tid, 4, %r1; xor.b32 %r2, %tid, 1; shl.b32 %r2, %r2, 2;
mov.u32 %r3, tile; add.u32 %r2, %r2, %r3;`;
const STORE = 'st.volatile.shared.u32 [%r1], %tid;';
const LOAD = 'ld.volatile.shared.u32 %r4, [%r2]; st.global.u32 [%at], %r4;';

function found(body: string, threads = 32): string[] {
  const { faults, hazards } = runAssembly({ module, body: `${ADDRESSES} ${body}`, threads });
  return [...faults, ...hazards].map(({ kind, place: { instruction } }) => `${kind} ${instruction}`);
}

test('a lane that loads what its neighbour has just stored has a hazard, with both of them', () => {
  const { hazards, faults } = runAssembly({ module, body: `${ADDRESSES} ${STORE} ${LOAD}` });
  expect(faults).toEqual([]);
  expect(hazards).toMatchObject([{ kind: 'race', between: 'lanes', remedy: 'step', other: { who: { warp: 0 } } }]);
  expect(hazards[0].message).toContain("'ld.volatile.shared.u32 %r4, [%r2]' and 'st.volatile.shared.u32 [%r1], %tid'");
  expect(hazards[0].seen).toContain('volatile orders no lanes');
});

test('so has one lane that loads what all of them have stored', () => {
  const one = `setp.eq.u32 %p1, %tid, 0; @%p1 ${LOAD.replace(' st.', ' @%p1 st.')}`;
  expect(found(`${STORE} ${one}`)).toEqual(['race @%p1 ld.volatile.shared.u32 %r4, [%r2]']);
  expect(found(`${STORE} bar.warp.sync 0xffffffff; ${one}`)).toEqual([]);
});

const NAMED = ['race ld.volatile.shared.u32 %r4, [%r2]'];

test.each([
  ['a fence orders no lanes', 'membar.cta;', NAMED],
  ['__syncwarp does', 'bar.warp.sync 0xffffffff;', []],
  ['__syncthreads does', 'bar.sync 0;', []],
  ['behind a shuffle all have stored', 'shfl.sync.idx.b32 %r5, %r4, 0, 31, 0xffffffff;', []],
])('%s', (_, between, expected) => {
  expect(found(`${STORE} ${between} ${LOAD}`)).toEqual(expected);
});

test.each([
  ['its own word', `${STORE} ld.volatile.shared.u32 %r4, [%r1]; st.global.u32 [%at], %r4;`, 32],
  [
    'a word of another warp',
    `${STORE} bar.arrive 1, 64; setp.lt.u32 %p1, %tid, 32; @%p1 ld.volatile.shared.u32 %r4, [%r1+128];`,
    64,
  ],
  ['a word that all lanes store', 'st.volatile.shared.u32 [tile], 7; ld.volatile.shared.u32 %r4, [tile];', 32],
  ['an atomic', 'atom.shared.add.u32 %r5, [tile], 1; ld.volatile.shared.u32 %r4, [tile];', 32],
  [
    'a flag that one lane sets and all wait for',
    `setp.eq.u32 %p1, %tid, 0; @%p1 st.volatile.shared.u32 [tile], 1;
AGAIN: ld.volatile.shared.u32 %r4, [tile]; setp.eq.u32 %p2, %r4, 0; @%p2 bra AGAIN;`,
    32,
  ],
  [
    "a flag of its neighbour's for which it waits",
    `st.volatile.shared.u32 [%r1], 1;
AGAIN: ld.volatile.shared.u32 %r4, [%r2]; setp.eq.u32 %p2, %r4, 0; @%p2 bra AGAIN;`,
    32,
  ],
])('nothing is found in %s', (_, body, threads) => {
  expect(found(body, threads).filter(one => one.startsWith('race'))).toEqual([]);
});

const OTHERS_FIRST = 'ld.volatile.shared.u32 %r4, [%r2]; st.volatile.shared.u32 [%r1], %r4;';

test('a lane that stores over what its neighbour has just loaded has a hazard, with both of them', () => {
  const { hazards, faults } = runAssembly({
    module,
    body: `${ADDRESSES} ${STORE} bar.warp.sync 0xffffffff; ${OTHERS_FIRST}`,
  });
  expect(faults).toEqual([]);
  expect(hazards).toMatchObject([{ kind: 'race', between: 'lanes', remedy: 'step', other: { who: { warp: 0 } } }]);
  expect(hazards[0].message).toContain("'st.volatile.shared.u32 [%r1], %r4' and 'ld.volatile.shared.u32 %r4, [%r2]'");
  expect(hazards[0].seen).toContain('puts the load before the store');
});

test('where the load itself may come too early, the store behind it is told with it', () => {
  expect(found(`${STORE} ${OTHERS_FIRST}`)).toEqual(NAMED);
});

test.each([
  ['with __syncwarp between the two', OTHERS_FIRST.replace('st.', 'bar.warp.sync 0xffffffff; st.')],
  ['of words that no other lane loads', 'ld.volatile.shared.u32 %r4, [%r1]; st.volatile.shared.u32 [%r1], %r4;'],
  [
    'of a word that one lane alone has looked at',
    `setp.eq.u32 %p1, %tid, 1; @%p1 ld.volatile.shared.u32 %r4, [%r2]; ${STORE}`,
  ],
])('a store %s is silent', (_, body) => {
  expect(found(`${STORE} bar.warp.sync 0xffffffff; ${body}`)).toEqual([]);
});
