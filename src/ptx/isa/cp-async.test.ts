/** cp.async: sizes, zero fill, groups of each lane by itself, hints, and what is refused. */
import { describe, expect, test } from 'vitest';
import { lanes, outputOf, runAssembly } from './assembly.ts';

/** %x1: the thread's 16 bytes of the buffer, words 4 t to 4 t + 3, which hold their numbers; %r1: its 16 bytes of the tile. */
const module = '.shared .align 128 .b8 tile[1024];';
const PLACE = `mad.wide.u32 %x1, %tid, 16, %out; mov.u32 %r1, tile; mad.lo.u32 %r1, %tid, 16, %r1; shl.b32 %r2, %tid, 2;
add.u32 %r2, %r2, 1; add.u32 %r3, %r2, 1; add.u32 %r4, %r2, 2; add.u32 %r5, %r2, 3; st.global.v4.u32 [%x1], {%r2, %r3, %r4, %r5};
mov.u32 %r6, -1; st.shared.v4.u32 [%r1], {%r6, %r6, %r6, %r6};`;
const STORE = 'ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [%r1]; st.global.v4.u32 [%x1], {%r2, %r3, %r4, %r5};';
const WAIT = 'cp.async.wait_all;';
const run = (body: string) => outputOf({ module, words: 128, body: `${PLACE} ${body} ${STORE}` });
const faultsOf = (body: string) => runAssembly({ module, words: 128, body: `${PLACE} ${body}` }).faults;
const words = (of: (lane: number, word: number) => number): number[] => lanes(i => of(i >> 2, i & 3), 128);
const number = (lane: number, word: number): number => 4 * lane + word + 1;

describe('what is copied', () => {
  test.each([4, 8, 16])('%i bytes', size => {
    const copied = run(`cp.async.ca.shared.global [%r1], [%x1], ${size}; ${WAIT}`);
    expect(copied).toEqual(words((lane, word) => (4 * word < size ? number(lane, word) : -1)));
  });

  test('as many as src-size says, then zeros, for each lane by itself', () => {
    // 0 to 16 bytes, then 16 again.
    const body = `min.u32 %r7, %tid, 16; cp.async.cg.shared::cta.global.L2::128B [%r1], [%x1], 16, %r7; ${WAIT}`;
    const kept = (lane: number, word: number) => Math.max(0, Math.min(4, lane - 4 * word));
    const expected = words((lane, word) => {
      const bytes = kept(lane, word);
      return bytes === 4 ? number(lane, word) : number(lane, word) & (2 ** (8 * bytes) - 1);
    });
    expect(run(body)).toEqual(expected);
  });

  test('nothing but zeros where the source is ignored', () => {
    const body = `setp.lt.u32 %p1, %tid, 3; cp.async.ca.shared.global [%r1], [%x1], 8, %p1; ${WAIT}`;
    expect(run(body)).toEqual(words((lane, word) => (word >= 2 ? -1 : lane < 3 ? 0 : number(lane, word))));
    expect(run(body.replace('%p1;', '!%p1;'))).toEqual(
      words((lane, word) => (word >= 2 ? -1 : lane < 3 ? number(lane, word) : 0)),
    );
  });

  test('by the lanes that the guard leaves', () => {
    const body = `setp.lt.u32 %p1, %tid, 3; @%p1 cp.async.cg.shared.global [%r1], [%x1], 16; ${WAIT}`;
    expect(run(body)).toEqual(words((lane, word) => (lane < 3 ? number(lane, word) : -1)));
  });

  test('with a cache policy, which changes nothing', () => {
    const policy = 'createpolicy.fractional.L2::evict_last.b64 %x2, 1.0;';
    const body = `${policy} cp.async.cg.shared.global.L2::cache_hint [%r1], [%x1], 16, %x2; ${WAIT}`;
    expect(run(body)).toEqual(words(number));
    const some = `${policy} cp.async.cg.shared.global.L2::cache_hint [%r1], [%x1], 16, 4, %x2; ${WAIT}`;
    expect(run(some)).toEqual(words((lane, word) => (word === 0 ? number(lane, word) : 0)));
  });
});

describe('when', () => {
  const unchecked = (body: string) => {
    const result = runAssembly({ module, words: 128, body: `${PLACE} ${body} ${STORE}` }, { check: false });
    return [...new Int32Array(result.buffers.get('out')!.slice().buffer)];
  };

  test('the source is read at the wait, not before', () => {
    const body = `cp.async.ca.shared.global [%r1], [%x1], 4; st.global.u32 [%x1], 77; ${WAIT}`;
    expect(run(body)).toEqual(words((_lane, word) => (word === 0 ? 77 : -1)));
  });

  test('groups complete in the order of their closing, each lane by itself', () => {
    // Lanes below 8 close a group of their own in between, so that their last two groups hold the second copy, and nothing.
    const body = `setp.lt.u32 %p1, %tid, 8; cp.async.ca.shared.global [%r1], [%x1], 4; cp.async.commit_group;
cp.async.ca.shared.global [%r1+4], [%x1+4], 4; cp.async.commit_group; @%p1 cp.async.commit_group;
cp.async.wait_group 1;`;
    const happened = (lane: number, word: number) => word === 0 || (word === 1 && lane < 8);
    expect(unchecked(body)).toEqual(words((lane, word) => (happened(lane, word) ? number(lane, word) : -1)));
  });

  test('a group that is open is not waited for by wait_group, but by wait_all', () => {
    const copy = 'cp.async.ca.shared.global [%r1], [%x1], 4;';
    expect(unchecked(`${copy} cp.async.wait_group 0;`)).toEqual(words(() => -1));
    expect(unchecked(`${copy} ${WAIT}`)).toEqual(words((lane, word) => (word === 0 ? number(lane, word) : -1)));
  });
});

describe('what is wrong', () => {
  const copy = (rest: string) => `cp.async.ca.shared.global [%r1], [%x1], ${rest};`;

  test('misaligned on either side', () => {
    expect(faultsOf(`add.u32 %r1, %r1, 4; ${copy('8')}`)).toMatchObject([{ kind: 'misaligned', space: 'shared' }]);
    expect(faultsOf(`add.u64 %x1, %x1, 4; ${copy('8')}`)).toMatchObject([{ kind: 'misaligned', space: 'global' }]);
    expect(faultsOf(`add.u64 %x1, %x1, 4; ${copy('8, 3')}`)).toMatchObject([{ kind: 'misaligned', space: 'global' }]);
  });

  test('out of bounds on either side', () => {
    expect(faultsOf(`add.u32 %r1, %r1, 1024; ${copy('16')}`)).toMatchObject([{ kind: 'outOfBounds', space: 'shared' }]);
    expect(faultsOf(`add.u64 %x1, %x1, 512; ${copy('16')}`)).toMatchObject([{ kind: 'outOfBounds', space: 'global' }]);
    expect(faultsOf(`add.u64 %x1, %x1, 512; ${copy('16, 1')}`)).toMatchObject([
      { kind: 'outOfBounds', space: 'global' },
    ]);
    expect(faultsOf(`add.u64 %x1, %x1, 512; ${copy('16, 0')}`)).toEqual([]);
  });

  test.each([
    ['unsupported', copy('12'), '4, 8 or 16 bytes'],
    ['unsupported', copy('%r2'), 'it takes an integer'],
    ['badOperand', copy('8, 9'), '9 bytes are to be copied into 8'],
    ['unsupported', 'cp.async.cg.shared.global [%r1], [%x1], 8;', '.cg copies 16 bytes'],
  ])('%s: %s', (kind, body, why) => {
    const [fault] = faultsOf(body);
    expect(fault).toMatchObject({ kind });
    expect(fault.message).toContain(why);
  });
});
