/** Every special register of the manual has a value, or is refused by name. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { int, parsed, runKernel, wordsOf } from '../checks/kernel-run.ts';
import { postDominator } from '../machine/post-dominator.ts';
import { lanes, outputOf, runAssembly } from './assembly.ts';

const store = (read: string) => outputOf({ body: `${read} st.global.u32 [%at], %r1;` }).slice(0, 32);

/** Values in a grid of one CTA with 32 threads. */
test.each<[string, (lane: number) => number]>([
  ['tid.x', l => l],
  ['tid.w', () => 0],
  ['ntid.x', () => 32],
  ['ntid.z', () => 1],
  ['ctaid.y', () => 0],
  ['nctaid.x', () => 1],
  ['laneid', l => l],
  ['warpid', () => 0],
  ['nwarpid', () => 1],
  ['smid', () => 0],
  ['nsmid', () => 1],
  ['gridid', () => 0],
  ['lanemask_eq', l => 1 << l],
  ['lanemask_lt', l => (1 << l) - 1],
  ['lanemask_le', l => (2 << l) - 1],
  ['lanemask_gt', l => ~((2 << l) - 1)],
  ['lanemask_ge', l => ~((1 << l) - 1)],
  ['clusterid.x', () => 0],
  ['nclusterid.x', () => 1],
  ['cluster_ctaid.z', () => 0],
  ['cluster_nctaid.y', () => 1],
  ['cluster_ctarank', () => 0],
  ['cluster_nctarank', () => 1],
  ['total_smem_size', () => 0],
  ['dynamic_smem_size', () => 0],
  ['aggr_smem_size', () => 0],
  ['reserved_smem_offset_begin', () => 0],
  ['reserved_smem_offset_cap', () => 0],
  ['envreg31', () => 0],
])('%%%s', (name, expected) => {
  // A shift by 32 is one by 0 in JavaScript, and all lanes below the last have a lane above.
  const words = store(`mov.u32 %r1, %${name};`);
  expect(words.slice(0, 31)).toEqual(lanes(l => expected(l) | 0, 31));
});

test('reads of other widths', () => {
  expect(store('mov.u16 %h1, %tid.x; cvt.u32.u16 %r1, %h1;')).toEqual(lanes(l => l));
  expect(store('cvt.u64.u32 %x1, %laneid; shr.u64 %x2, %x1, 1; cvt.u32.u64 %r1, %x2;')).toEqual(lanes(l => l >> 1));
  expect(store('cvt.u64.u32 %x1, %tid.x; mov.u64 %x2, %gridid; add.u64 %x1, %x1, %x2; cvt.u32.u64 %r1, %x1;')).toEqual(
    lanes(l => l),
  );
  expect(
    store('mov.v4.u32 {%r1, %r2, %r3, %r4}, %ntid; mad.lo.u32 %r1, %r2, 100, %r1; mad.lo.u32 %r1, %r4, 9, %r1;'),
  ).toEqual(lanes(() => 132));
  expect(store('mov.pred %p1, %is_explicit_cluster; selp.u32 %r1, 1, 2, %p1;')).toEqual(lanes(() => 2));
  expect(store('mov.u64 %x1, %current_graph_exec; cvt.u32.u64 %r1, %x1;')).toEqual(lanes(() => 0));
});

test('the shared memory that CUDA keeps for its libraries lies behind that of the kernel, and holds zeros at first', () => {
  const module = '.shared .align 4 .b8 own[100];';
  const at = 'mov.u32 %r1, %reserved_smem_offset_1; mad.lo.u32 %r2, %tid, 32, %r1; ld.shared.u32 %r3, [%r2];';
  const body = `${at} st.shared.u32 [%r2], %tid; ld.shared.u32 %r4, [%r2]; st.global.u32 [%at], %r4;
st.global.u32 [%at+128], %r3;`;
  const words = outputOf({ module, body: `st.shared.u32 [own], 1; ${body}` });
  expect(words.slice(0, 32)).toEqual(lanes(l => l));
  expect(words.slice(32, 64)).toEqual(lanes(() => 0));
  const beyond = runAssembly({ module, body: 'mov.u32 %r1, %reserved_smem_offset_1; st.shared.u32 [%r1+1024], 1;' });
  expect(beyond.faults).toMatchObject([{ kind: 'outOfBounds' }]);
});

describe('clocks', () => {
  test.each([
    'mov.u32 %r1, %clock; mov.u32 %r2, %clock;',
    'mov.u32 %r1, %globaltimer_lo; mov.u32 %r2, %globaltimer_lo;',
  ])('only grow: %s', reads => {
    for (const step of store(`${reads} sub.u32 %r1, %r2, %r1;`)) expect(step).toBeGreaterThan(0);
  });

  test('have high words', () => {
    expect(store('mov.u32 %r1, %clock_hi; mov.u32 %r2, %globaltimer_hi; or.b32 %r1, %r1, %r2;')).toEqual(
      lanes(() => 0),
    );
  });

  test('can be read by other instructions', () => {
    const body =
      'cvt.u32.u64 %r1, %clock64; add.u32 %r2, %r1, 0; mov.u64 %x1, %globaltimer; cvt.u32.u64 %r3, %x1; sub.u32 %r1, %r3, %r2;';
    for (const step of store(body)) expect(step).toBeGreaterThan(0);
  });
});

test.each(['pm0', 'pm7_64'])('%%%s is refused by name', name => {
  const { faults } = runAssembly({ body: `mov.u32 %r1, %${name};` });
  expect(faults).toMatchObject([{ kind: 'unsupported', message: expect.stringContaining(`%${name}`) }]);
});

describe.each(['sm_80', 'sm_100a'])('%s', arch => {
  const module = parsed(readFileSync(new URL(`../machine/fixtures/registers.${arch}.ptx`, import.meta.url), 'utf8'));
  const run = (entry: string, n: number, dynamicSharedBytes = 0) => {
    const kernel = { entry, params: [int(n)], launch: { dynamicSharedBytes } };
    // Some of them let several threads write one word.
    const first = runKernel(module, kernel, { check: false });
    const options = { check: false, reconvergence: postDominator };
    expect(wordsOf(runKernel(module, kernel, options))).toEqual(wordsOf(first));
    expect(first.faults).toEqual([]);
    return wordsOf(first);
  };
  const threads = <T>(of: (t: number) => T): T[] => lanes(of, 64);

  test('groups of threads', () => {
    const tile = (t: number) => (63 - t) ** 2;
    const several = (t: number) => {
      const others = lanes(l => l + (t & 32)).filter(o => o % 3 === 1);
      return t % 3 === 1 ? others.length * 100 + others.indexOf(t) : 0;
    };
    const expected = (t: number) =>
      lanes(i => tile((t & ~7) + i), 8).reduce((a, b) => a + b) + (t | 31) * 100000 + several(t) * 2;
    expect(run('groups', 2)).toEqual(threads(expected));
  });

  test('functions of the mathematical library, within their stated error', () => {
    const found = new Float32Array(new Int32Array(run('math', 1)).buffer);
    const x = (t: number) => Math.fround(Math.fround(t - 32) * Math.fround(0.37));
    found.forEach((value, t) => {
      const power = (Math.abs(x(t)) + 0.5) ** 1.7 * 100;
      const expected = Math.sin(x(t)) + Math.tanh(x(t)) * 10 + power;
      expect(Math.abs(value - expected)).toBeLessThan(4e-6 * (power + 12));
    });
  });

  test('waits for a clock end', () => {
    expect(run('clocks', 9)).toEqual(threads(() => 16));
  });

  test('sizes of shared memory', () => {
    expect(run('sizes', 3, 260)).toEqual(threads(t => [384, 260, 2, 384][t & 3] + 3));
  });

  test('a switch', () => {
    const cases = (t: number): number => {
      const all = [t * 3, (t ^ 21) + 7, 7, -t, t << 3, t * t, 6, Math.floor(t / 3), 1 - t, t | 64, -1, -1];
      return all[t % 12];
    };
    const [, ...others] = run('choices', 0);
    // Case 6 writes out[0] too, before or after thread 0 does.
    expect(others).toEqual(threads(cases).slice(1));
  });

  test('a trap names its line and lane', () => {
    const { faults } = runKernel(module, { entry: 'trapped', params: [int(37)] });
    expect(faults).toMatchObject([{ kind: 'trap', place: { line: 75 }, who: { warp: 1, lane: 5 } }]);
  });
});
