/** Tests of fragments as tables of a matrix; the costs of their reads were counted by hand. */
import { describe, expect, test } from 'vitest';
import type { Refusable } from '../layout/layout-error.ts';
import { readLayout } from '../layout-text/read-layout.ts';
import { fragmentReads } from './fragment-reads.ts';
import { elementOf, FRAGMENT_ATOMS, type Fragment, holdersOf, threadsOf, valuesOf, WGMMA } from './fragments.ts';
import { ownFragment, readMatrix } from './own-fragment.ts';

const fragment = (name: string, part: string, n = 8): Fragment => FRAGMENT_ATOMS.get(name)!.fragment(part, n);

function reads(of: Fragment, shared: string) {
  const layout = readLayout(shared);
  if (!layout.ok) throw new Error(layout.error.message);
  return fragmentReads(of, layout.value);
}
const costs = (found: ReturnType<typeof reads>) =>
  found.ok ? found.value.map(({ what, widthBytes, cost }) => [what, widthBytes, cost.wavefronts, cost.ideal]) : [];
const messageOf = <T>(found: Refusable<T>): string => (found.ok ? '' : found.error.message);

describe('every fragment', () => {
  const all = [...FRAGMENT_ATOMS.values()].flatMap(({ name, parts, sizes, fragment: of }) =>
    parts.map(part => [`${name} ${part}`, of(part, sizes?.values[2] ?? 0)] as const),
  );
  test.each(all)('%s covers its matrix', (_, of) => {
    const holders = holdersOf(of);
    const each = of.fromShared ? threadsOf(of) : 1;
    expect(holders).toHaveLength(of.rows * of.columns);
    for (const list of holders) expect(list).toHaveLength(each);
    expect(Math.max(...holders.flat().map(({ thread }) => thread))).toBeLessThan(
      of.name.startsWith('wgmma') ? 128 : 32,
    );
  });
});

test('tensor memory is a table of lanes and cells, to be kept where mma keeps its sums', () => {
  const { sizes, note, fragment: of } = FRAGMENT_ATOMS.get('tcgen05.ld/st.16x256b.xN')!;
  expect(sizes).toEqual({ label: 'N', values: [1, 2, 4, 8, 16, 32], usual: 4 });
  expect(note).toContain('not with the emulator');
  const two = of('registers', 2);
  expect(two).toMatchObject({ name: 'tcgen05.ld/st.16x256b.x2', rows: 16, columns: 16, elementBytes: 4 });
  expect([0, 3, 4].map(value => elementOf(two, 5, value))).toEqual([1 * 16 + 2, 9 * 16 + 3, 1 * 16 + 10]);
  // Half a warp reads four rows of 64 bytes. Two of these rows lie on the same banks, and so do the other two.
  expect(costs(reads(two, '(16,16):(16,1)'))[0]).toEqual(['warp 0, V0 to V1', 8, 4, 2]);
});

test('places are those of the PTX manual', () => {
  const of = fragment('mma.m16n8k16 f16 or bf16', 'B');
  // Thread 5 holds rows 2 and 3, then 10 and 11, of column 1.
  expect([0, 1, 2, 3].map(value => elementOf(of, 5, value))).toEqual([2 * 8 + 1, 3 * 8 + 1, 10 * 8 + 1, 11 * 8 + 1]);
  expect(valuesOf(of)).toBe(4);
  const quad = fragment('mma.m8n8k4.row.col f16, C f16', 'A');
  expect(holdersOf(quad)[4 * 4]).toEqual([{ thread: 16, value: 0 }]);
});

describe('reads from shared memory', () => {
  test('by ldmatrix: eight rows at a pitch of 128 bytes conflict, swizzled ones do not', () => {
    const x4 = fragment('ldmatrix.x4', 'registers');
    expect(costs(reads(x4, '(32,8):(64,1)'))).toEqual([['32 rows', 16, 32, 4]]);
    expect(costs(reads(x4, 'Sw<3,3,3> o 0 o (32,8):(64,1)'))).toEqual([['32 rows', 16, 4, 4]]);
    expect(costs(reads(x4, '(32,8):(72,1)'))).toEqual([['32 rows', 16, 4, 4]]);
    expect(messageOf(reads(x4, '(32,8):(1,32)'))).toContain('row 0 is not 16 bytes side by side');
  });

  test('by registers: pairs where two elements lie side by side', () => {
    const a = fragment('mma.m16n8k16 f16 or bf16', 'A');
    expect(costs(reads(a, '(16,16):(16,1)'))[0]).toEqual(['warp 0, V0 to V1', 4, 2, 1]);
    expect(costs(reads(a, '(16,16):(16,1)'))).toHaveLength(4);
    expect(costs(reads(a, '(16,16):(1,16)'))).toHaveLength(8);
    expect(costs(reads(a, '(16,16):(24,1)'))[0]).toEqual(['warp 0, V0 to V1', 4, 1, 1]);
    expect(costs(reads(fragment(WGMMA, 'A'), '(64,16):(16,1)'))).toHaveLength(16);
  });

  test('are refused for a reason', () => {
    const a = fragment('mma.m16n8k8 tf32', 'A');
    expect(messageOf(reads(a, '(16,16):(16,1)'))).toBe('a layout of 256 for 16 × 8 elements');
    expect(messageOf(reads(a, '(16,8):(-8,1)'))).toContain('negative stride');
    expect(messageOf(reads(fragment(WGMMA, 'B'), '(16,8):(8,1)'))).toContain('descriptor');
  });
});

describe('a layout of one’s own', () => {
  const own = (text: string, matrix: string) => {
    const [layout, size] = [readLayout(text), readMatrix(matrix)];
    if (!layout.ok || !size.ok) throw new Error(text);
    return ownFragment(layout.value.layout, size.value, 2);
  };

  test('is a fragment like any other', () => {
    const found = own('((4,8),(2,2)):((32,1),(16,8))', '16 × 8');
    const named = fragment('mma.m16n8k16 f16 or bf16', 'C');
    expect(found.ok && holdersOf(found.value)).toEqual(holdersOf(named));
  });

  test('is refused where it is none', () => {
    expect(messageOf(own('32:1', '16,8'))).toContain('expected two modes');
    expect(messageOf(own('(32,4):(1,33)', '16,8'))).toBe('thread 29, value 3 lies outside the matrix of 16 × 8');
    expect(messageOf(own('(2048,1):(0,0)', '16,8'))).toContain('at most 1024');
    expect(messageOf(own('(4,65536):(0,0)', '16,8'))).toContain('at most 65536');
    expect(messageOf(readMatrix('16'))).toContain('rows and columns');
    expect(messageOf(readMatrix('4096,4096'))).toContain('expected 1 to 65536');
  });
});
