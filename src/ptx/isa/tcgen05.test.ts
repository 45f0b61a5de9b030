/** tcgen05.alloc, ld, st and their like: who gets which columns, and what a warp moves where. */
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../checks/kernel-run.ts';
import { lanes, outputOf, runAssembly } from './assembly.ts';

const alloc = (columns: number | string, place = 'tile') =>
  `tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [${place}], ${columns};`;
const dealloc = (address: string, columns: number | string) =>
  `tcgen05.dealloc.cta_group::1.sync.aligned.b32 ${address}, ${columns};`;
const SHARED = '.shared .align 8 .b8 tile[64];';
const GET = 'bar.warp.sync -1; ld.shared.u32 %r1, [tile];';

/** Words of the buffer, or the first fault's kind and words. */
function outcome(body: string, threads = 32, words = threads) {
  const result = runAssembly({ body, module: SHARED, threads, words }, { faults: 'all' });
  const [fault] = result.faults;
  return fault ? `${fault.kind}: ${fault.message}` : wordsOf(result);
}

describe('columns', () => {
  test('the first free stretch is given, again after it has come back', () => {
    const body = `${alloc(64)} ${alloc(32, 'tile+4')} ${alloc(128, 'tile+8')} bar.warp.sync -1;
ld.shared.u32 %r1, [tile]; ld.shared.u32 %r2, [tile+4]; ld.shared.u32 %r3, [tile+8];
${dealloc('%r1', 64)} ${alloc(32, 'tile+12')} bar.warp.sync -1; ld.shared.u32 %r4, [tile+12];
st.global.u32 [%out], %r1; st.global.u32 [%out+4], %r2; st.global.u32 [%out+8], %r3; st.global.u32 [%out+12], %r4;
${dealloc('%r2', 32)} ${dealloc('%r3', 128)} ${dealloc('%r4', 32)}`;
    expect(outcome(body)).toEqual([0, 64, 96, 0, ...lanes(() => 0, 28)]);
  });

  test.each([
    ['tensorMemory', 'allocates 64 columns that tcgen05.dealloc has not given back at the end', alloc(64)],
    ['badOperand', '48 columns cannot be allocated: a power of two from 32 to 512 can', alloc(48)],
    ['badOperand', '1024 columns cannot be allocated', alloc(1024)],
    [
      'badOperand',
      'the number of columns is not the same in all lanes of the warp',
      `add.u32 %r1, %tid, 32; ${alloc('%r1')}`,
    ],
    ['deadlock', 'waits for columns of tensor memory, of which 256 are free', `${alloc(256)} ${alloc(512)}`],
    [
      'tensorMemory',
      'gives back 32 columns at lane 0, column 0, where 64 columns of .cta_group::1',
      `${alloc(64)} ${dealloc('0', 32)}`,
    ],
    ['tensorMemory', 'where nothing starts there', dealloc('0', 32)],
    [
      'tensorMemory',
      'comes after tcgen05.relinquish_alloc_permit',
      `tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned; ${alloc(32)} ${GET} ${dealloc('%r1', 32)}`,
    ],
  ])('%s: %s', (kind, words, body) => {
    expect(outcome(body)).toMatch(new RegExp(`^${kind}: .*${words.replaceAll('.', '\\.')}`));
  });

  test('a warp waits until another one has given enough back', () => {
    const body = `setp.ge.u32 %p1, %tid, 32; @%p1 bra SECOND;
${alloc(512)} bar.sync 0; ${GET} ${dealloc('%r1', 512)} bra DONE;
SECOND: bar.sync 0; ${alloc(512, 'tile+4')} bar.warp.sync -1; ld.shared.u32 %r2, [tile+4]; ${dealloc('%r2', 512)}
st.global.u32 [%at], 7;
DONE:`;
    expect(outcome(body, 64)).toEqual([...lanes(() => 0), ...lanes(() => 7)]);
  });
});

/** All four warps put lane and column into columns 0 to 3 of their quarters, then do `body` and give the columns back. */
const filled = (body: string) => `shr.u32 %r9, %tid, 5; and.b32 %r8, %tid, 31; setp.ne.u32 %p1, %r9, 0; @%p1 bra FILL;
${alloc(32)} FILL: bar.sync 0; ld.shared.u32 %r1, [tile]; shl.b32 %r7, %r9, 21; add.u32 %r1, %r1, %r7;
mul.lo.u32 %r2, %tid, 1000; add.u32 %r3, %r2, 1; add.u32 %r4, %r2, 2; add.u32 %r5, %r2, 3;
tcgen05.st.sync.aligned.32x32b.x4.b32 [%r1], {%r2, %r3, %r4, %r5}; tcgen05.wait::st.sync.aligned;
${body}
bar.sync 0; @%p1 bra END; ${dealloc('%r1', 32)} END:`;

const LOADED = 'tcgen05.wait::ld.sync.aligned; st.global.u32 [%at], %r6;';

describe('loads and stores', () => {
  test.each([
    ['32x32b.x1', '', (t: number) => 1000 * t],
    ['16x64b.x1', '', (t: number) => 1000 * (32 * (t >> 5) + ((t & 31) >> 2) + 8 * (t & 1)) + ((t >> 1) & 1)],
    ['16x32bx2.x1', ', 2', (t: number) => 1000 * (32 * (t >> 5) + (t & 15)) + 2 * ((t >> 4) & 1)],
  ])('%s', (shape, split, expected) => {
    const body = filled(`tcgen05.ld.sync.aligned.${shape}.b32 {%r6}, [%r1]${split}; ${LOADED}`);
    expect(outcome(body, 128)).toEqual(lanes(expected, 128));
  });

  test('an address may add columns, and 16 rows may be the upper ones', () => {
    const body = filled(`add.u32 %r1, %r1, ${16 << 16}; tcgen05.ld.sync.aligned.16x64b.x1.b32 {%r6}, [%r1+2]; ${LOADED}
sub.u32 %r1, %r1, ${16 << 16};`);
    const row = (t: number) => 32 * (t >> 5) + 16 + ((t & 31) >> 2) + 8 * (t & 1);
    expect(outcome(body, 128)).toEqual(lanes(t => 1000 * row(t) + 2 + ((t >> 1) & 1), 128));
  });

  test('two columns are packed into a register, and unpacked', () => {
    const packed = 'tcgen05.ld.sync.aligned.32x32b.x1.pack::16b.b32 {%r6}, [%r1+2];';
    const at = (t: number, column: number) => (1000 * t + column) & 0xffff;
    const expected = lanes(t => at(t, 2) | (at(t, 3) << 16), 128);
    expect(outcome(filled(`${packed} ${LOADED}`), 128)).toEqual(expected);
    const there = `mov.u32 %r6, ${0x1234_5678}; tcgen05.st.sync.aligned.32x32b.x1.unpack::16b.b32 [%r1], {%r6};
tcgen05.wait::st.sync.aligned; tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r6, %r10}, [%r1]; tcgen05.wait::ld.sync.aligned;
mul.lo.u32 %r6, %r6, 2; add.u32 %r6, %r6, %r10; st.global.u32 [%at], %r6;`;
    expect(outcome(filled(there), 128)).toEqual(lanes(() => 2 * 0x5678 + 0x1234, 128));
  });

  const bitsOf = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0];
  const NAN = 0x7fffffff;
  test.each([
    ['max.s32', [5, -7, 3, 2], 5],
    ['u32.max', [5, -7, 3, 2], -7],
    ['min.s32', [5, -7, 3, 2], -7],
    ['max.f32', [1, -8, 2, 0.5].map(bitsOf), bitsOf(2)],
    ['min.abs.f32', [1, -8, -2, -0.5].map(bitsOf), bitsOf(0.5)],
    ['max.f32', [bitsOf(1), NAN, bitsOf(2), bitsOf(0)], bitsOf(2)],
    ['max.NaN.f32', [bitsOf(1), NAN, bitsOf(2), bitsOf(0)], NAN],
  ])('a load may give the words of each lane, and their %s: of %j', (operation, words, expected) => {
    const fill = `mov.b32 %r2, ${words[0] >>> 0}; mov.b32 %r3, ${words[1] >>> 0}; mov.b32 %r4, ${words[2] >>> 0}; mov.b32 %r5, ${words[3] >>> 0};
tcgen05.st.sync.aligned.32x32b.x4.b32 [%r1], {%r2, %r3, %r4, %r5}; tcgen05.wait::st.sync.aligned;`;
    const load = `tcgen05.ld.red.sync.aligned.32x32b.x4.${operation} {%r10, %r11, %r12, %r13}, %r14, [%r1];`;
    const last = 'tcgen05.wait::ld.sync.aligned; setp.eq.b32 %p2, %r13, %r5; @%p2 st.global.u32 [%at], %r14;';
    expect(outcome(filled(`${fill} ${load} ${last}`), 128)).toEqual(lanes(() => expected, 128));
  });

  test('the reduction of a load is waited for as its words are', () => {
    const load = 'tcgen05.ld.red.sync.aligned.32x32b.x2.max.u32 {%r10, %r11}, %r14, [%r1]; st.global.u32 [%at], %r14;';
    const body = filled(`${load} tcgen05.wait::ld.sync.aligned;`);
    const { hazards } = runAssembly({ body, module: SHARED, threads: 128, words: 128 }, { faults: 'all' });
    expect(hazards.map(({ kind }) => kind)).toContain('missingWait');
  });

  test.each([
    ['tensorMemory', 'lanes \\d+ to \\d+ of tensor memory are those of warp', 'and.b32 %r1, %r1, 65535;'],
    ['tensorMemory', 'touches column 32 of tensor memory, which nobody has allocated', 'add.u32 %r1, %r1, 32;'],
    ['badOperand', 'the address is not the same in all lanes of the warp', 'add.u32 %r1, %r1, %r8;'],
  ])('%s: %s', (kind, words, before) => {
    const body = filled(`mov.u32 %r11, %r1; ${before} tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r6}, [%r1];
tcgen05.wait::ld.sync.aligned; mov.u32 %r1, %r11;`);
    expect(outcome(body, 128)).toMatch(new RegExp(`^${kind}: .*${words}`));
  });

  test('words that nothing has written are none', () => {
    const load = 'tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r6}, [%r1+5];';
    expect(outcome(filled(`${load} ${LOADED}`), 128)).toMatch(
      /^uninitialisedRead: .*reads tensor memory at lane \d+, column 5, which nothing has written/,
    );
    expect(outcome(filled(`${load} tcgen05.wait::ld.sync.aligned;`), 128)).toEqual(lanes(() => 0, 128));
  });
});

test.each([
  ['tcgen05.ld.sync.aligned.16x256b.x64.b32 {%r1}, [%r1];', '.16x256b has no .x64'],
  ['tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1}, [%r1];', 'needs 2 registers'],
  ['tcgen05.ld.red.sync.aligned.32x32b.x1.max.f32 {%r1}, %r2, [%r1];', 'reduces .x2 and more'],
  ['tcgen05.ld.red.sync.aligned.16x64b.x2.max.f32 {%r1, %r3}, %r2, [%r1];', '.16x64b is not reduced'],
  ['tcgen05.ld.sync.aligned.32x32b.x2.f32 {%r1, %r3}, [%r1];', 'moves .b32'],
])('%s is refused', (body, why) => {
  expect(runAssembly({ body }).faults[0]).toMatchObject({ kind: 'unsupported', message: expect.stringContaining(why) });
});

test('lanes without a whole warp are a fault', () => {
  expect(() => outputOf({ body: 'tcgen05.wait::ld.sync.aligned;', threads: 16 })).toThrow('needs all 32 lanes');
});
