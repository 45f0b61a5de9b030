/** Checks which faults of a run that goes on are told apart, and how they are counted. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsed, runKernel } from '../checks/kernel-run.ts';
import { assemble, runAssembly } from '../isa/assembly.ts';
import { partyWords } from './faults.ts';

const module = parsed(readFileSync(new URL('../checks/fixtures/checks.sm_90.ptx', import.meta.url), 'utf8'));

describe('one fault', () => {
  test('for a race of all CTAs, with its count', () => {
    const run = (ctas: number) =>
      runKernel(module, { entry: 'raceWrong', grid: [ctas, 1, 1] }, { faults: 'all' }).faults;
    const [one, ...others] = run(1);
    expect(others).toEqual([]);
    expect(run(300)).toEqual([{ ...one, count: 300 * one.count! }]);
  });

  test('for a pair of lines, whichever comes first', () => {
    const body = `.shared .b32 word[64];
.loc 1 5 1
shl.b32 %r1, %tid, 2; mov.u32 %r2, word; add.s32 %r3, %r1, %r2; xor.b32 %r4, %r3, 128; setp.ge.u32 %p1, %tid, 32;
@%p1 bra SECOND;
.loc 1 7 1
st.shared.u32 [%r3], %tid;
.loc 1 8 1
ld.shared.u32 %r5, [%r4];
st.global.u32 [%at], %r5;
SECOND:
.loc 1 7 1
st.shared.u32 [%r3], %tid;
.loc 1 8 1
ld.shared.u32 %r5, [%r4];
st.global.u32 [%at], %r5;`;
    const text = `${assemble({ body })}\n.file 1 "pair.cu"`;
    const { faults } = runKernel(parsed(text), { entry: 'k' }, { faults: 'all' });
    const lines = faults.map(f => (f.kind === 'race' ? [f.place.line, f.other.place.line].sort() : []));
    expect(lines).toEqual([[7, 8]]);
    expect(faults[0].count).toBeGreaterThan(32);
  });

  test('for each memory, where two lines race in both', () => {
    const body = `.shared .b32 word[64];
.loc 1 5 1
shl.b32 %r1, %tid, 2; mov.u32 %r2, word; add.s32 %r3, %r1, %r2; xor.b32 %r4, %r3, 128; xor.b32 %r6, %tid, 32;
mad.wide.u32 %x1, %r6, 4, %out;
.loc 1 7 1
ld.global.u32 %r5, [%x1];
st.shared.u32 [%r3], %r5;
.loc 1 8 1
ld.shared.u32 %r5, [%r4];
st.global.u32 [%at], %tid;
st.global.u32 [%at+256], %r5;`;
    const text = `${assemble({ body })}\n.file 1 "pair.cu"`;
    const { faults } = runKernel(parsed(text), { entry: 'k', words: 128 }, { faults: 'all' });
    const addresses = faults.map(f => (f.kind === 'race' ? f.address >= 0x7f0000000000 : null));
    expect(addresses.sort()).toEqual([false, true]);
  });

  test('for each instruction of a module without lines', () => {
    const body = Array.from({ length: 30 }, (_, i) => `ld.global.u32 %r1, [%out+${4096 + i}];`).join('\n');
    const { faults } = runKernel(parsed(assemble({ body })), { entry: 'k', grid: [5, 1, 1] }, { faults: 'all' });
    expect(faults.map(f => f.count)).toEqual(Array.from({ length: 30 }, () => 10));
  });
});

test('a run ends after 100 different faults', () => {
  const body = Array.from({ length: 130 }, (_, i) => `ld.global.u32 %r1, [%out+${4096 + i}];`).join('\n');
  const { faults } = runKernel(parsed(assemble({ body })), { entry: 'k' }, { faults: 'all' });
  expect(faults).toHaveLength(101);
  expect(faults.at(-1)).toMatchObject({ kind: 'limit', message: 'Stopped after 100 different faults.' });
});

test('a run that ends at the first fault does not count', () => {
  const { faults } = runKernel(module, { entry: 'raceWrong' });
  expect(faults.map(f => f.count)).toEqual([undefined]);
});

test.each([
  [
    'a null pointer',
    'mov.u64 %x1, 0; ld.global.u32 %r1, [%x1+8];',
    'are out of bounds: a null pointer, or an index from one.',
  ],
  [
    'a wild one',
    'mov.u64 %x1, 0x123456789a0; ld.global.u32 %r1, [%x1];',
    'are out of bounds: no address of device memory',
  ],
  [
    'one with its highest bit, without a sign and to its last digit,',
    'mov.u64 %x1, 0xc0407f00c00002b8; ld.global.u32 %r1, [%x1+4];',
    'global address 0xc0407f00c00002bc are out of bounds',
  ],
  ['one behind its buffer', 'ld.global.u32 %r1, [%out+256];', "'out'"],
])('%s is named', (_, body, words) => {
  expect(runAssembly({ body }).faults[0].message).toContain(words);
});

test('the other access of a fault is told with its file, where that is another one', () => {
  const place = { file: '/src/gemm.hpp', line: 7, ptxLine: 90, instruction: 'wgmma' };
  const who = { cta: 0, warp: 1, lane: 2 };
  const words = (other: Partial<typeof place>) => partyWords({ place: { ...place, ...other }, who }, place);
  expect(words({ file: '/src/copy.hpp' })).toBe('line 7 of copy.hpp, CTA 0, warp 1, lane 2');
  expect(words({})).toBe('line 7, CTA 0, warp 1, lane 2');
  expect(words({ file: '', line: 0 })).toBe('PTX line 90, CTA 0, warp 1, lane 2');
});
