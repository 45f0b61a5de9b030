/** Reads of device memory that nothing has written: buffers that start undefined. */
import { describe, expect, test } from 'vitest';
import type { BufferInit, Dim3 } from '../../trace/launch.ts';
import { assemble } from '../isa/assembly.ts';
import { parsed, runKernel } from './kernel-run.ts';

/** The buffer holds 64 words; behind its 32 first ones, results go. */
function found(body: string, { init = { kind: 'poison' }, grid = [1, 1, 1] }: { init?: BufferInit; grid?: Dim3 } = {}) {
  const buffers = [
    { name: 'out', type: 's32', length: 64, init },
    { name: 'work', type: 'u8', length: 64, init },
  ] as const;
  const launch = { grid, block: [32, 1, 1] as Dim3, launch: { buffers } };
  const { faults, hazards } = runKernel(parsed(assemble({ body })), { entry: 'k', ...launch }, { faults: 'all' });
  return [...faults, ...hazards].map(({ kind }) => kind);
}

const FIRST_LANE = 'setp.ne.u32 %p1, %tid, 0; @%p1 ret; st.global.u32 [%out], 1;';
const LOAD = 'ld.global.u32 %r1, [%at];';
const STORE = 'st.global.u32 [%at+128], %r1;';

test('one whose value is stored is a fault that names the element', () => {
  const { faults } = runKernel(
    parsed(assemble({ body: `${LOAD} ${STORE}` })),
    {
      ...{ entry: 'k', block: [32, 1, 1] },
      launch: { buffers: [{ name: 'out', type: 's32', length: 64, init: { kind: 'poison' } }] },
    },
    { faults: 'all' },
  );
  expect(faults).toMatchObject([{ kind: 'uninitialisedRead', address: 0x7f0000000000, count: 32 }]);
  expect(faults[0].message).toContain("reads 'out'[0], which nothing has written");
});

describe('a fault', () => {
  test.each([
    ['a sum', 'red.global.add.u32 [%at], 1;'],
    ['a branch that stores', `${LOAD} setp.gt.s32 %p1, %r1, 0; @%p1 st.global.u32 [%at+128], 7;`],
    ['where half of the warp has written', `setp.lt.u32 %p1, %tid, 16; @%p1 st.global.u32 [%at], 1; ${LOAD} ${STORE}`],
    ['a word of a wide load', `${FIRST_LANE} ld.global.v2.u32 {%r1, %r2}, [%out]; st.global.u32 [%out+128], %r2;`],
  ])('%s', (_, body) => {
    expect(found(body)).toEqual(['uninitialisedRead']);
  });
});

describe('silent', () => {
  test.each([
    ['a word that was written', `st.global.u32 [%at], %tid; ${LOAD} ${STORE}`],
    ['one that was written with all bits set', `st.global.u32 [%at], -1; ${LOAD} ${STORE}`],
    ['a value that nobody uses', LOAD],
    ['half of a wide load', `${FIRST_LANE} ld.global.v2.u32 {%r1, %r2}, [%out]; st.global.u32 [%out+128], %r1;`],
    ['a store alone', 'mov.u32 %r1, 3; st.global.u32 [%at+128], %r1;'],
  ])('%s', (_, body) => {
    expect(found(body)).toEqual([]);
  });

  test('a buffer that holds something', () => {
    expect(found(`${LOAD} ${STORE}`, { init: { kind: 'iota' } })).toEqual([]);
  });
});

test('where another CTA writes it without order, it is a race alone', () => {
  const body = `mov.u32 %r2, %ctaid.x; setp.eq.u32 %p1, %r2, 0;
@%p1 ld.global.u32 %r1, [%at];
@%p1 st.global.u32 [%at+128], %r1;
@!%p1 st.global.u32 [%at], 5;`;
  expect(found(body, { grid: [2, 1, 1] })).toEqual(['race']);
});

test('where only some CTAs run, nothing is said: the others may write it', () => {
  const { faults } = runKernel(
    parsed(assemble({ body: `${LOAD} ${STORE}` })),
    {
      ...{ entry: 'k', grid: [2, 1, 1], block: [32, 1, 1] },
      launch: { buffers: [{ name: 'out', type: 's32', length: 64, init: { kind: 'poison' } }] },
    },
    { faults: 'all', ctas: [0] },
  );
  expect(faults).toEqual([]);
});
