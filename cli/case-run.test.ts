import { describe, expect, it } from 'vitest';
import { catalog } from '../src/kernels/catalog.ts';
import type { Kernel } from '../src/kernels/kernel.ts';
import { CaseRunner, runsOf } from './case-run.ts';

const transpose = catalog.get('transpose')!;

/** The transpose with one variant and one case, and with one property changed. */
const only = (variant: string, changes: Partial<Kernel> = {}): Kernel => ({
  ...transpose,
  variants: transpose.variants.filter(v => v.id === variant),
  cases: [{ ...transpose.cases[0], archs: ['sm_90'] }],
  ...changes,
});

async function verdictOf(kernel: Kernel) {
  const [run] = runsOf([kernel], () => true);
  return new CaseRunner().verdictOf(run);
}

describe('CaseRunner', () => {
  it('agrees with what is right', async () => {
    expect(await verdictOf(only('tiled'))).toEqual({
      kernel: 'transpose',
      variant: 'tiled',
      case: transpose.cases[0].id,
      arch: 'sm_90',
      outcome: 'agrees',
      expected: true,
      at: '',
    });
  });

  it('expects a known-wrong variant to be caught, by the check it was made for', async () => {
    expect(await verdictOf(only('missing-barrier'))).toMatchObject({ outcome: 'faulted', expected: true });
    expect(await verdictOf(only('pad-not-used'))).toMatchObject({ outcome: 'differs', expected: true });
    const harmless = only('tiled', { variants: [{ id: 'tiled', title: '', summary: '', mustFail: 'race' }] });
    expect(await verdictOf(harmless)).toMatchObject({ outcome: 'agrees', expected: false });
  });

  it('notices a wrong output and a wrong prediction', async () => {
    const reference = () => new Map([['out', new Uint8Array(64 * 64 * 4)]]);
    expect(await verdictOf(only('tiled', { reference }))).toMatchObject({ outcome: 'wrongAnswer', expected: false });
    const predict: Kernel['predict'] = (_, params, cta) => transpose.predict('xor', params, cta);
    const verdict = await verdictOf(only('tiled', { predict }));
    expect(verdict).toMatchObject({ outcome: 'differs', expected: false });
    expect(verdict.at).toMatch(/warp/);
  });

  it('holds real numbers against their bound, and notices an output that is beyond it', async () => {
    const gemm = catalog.get('gemm')!;
    const corner = gemm.cases.find(({ id }) => id === 'corner')!;
    const reals = { ...gemm.reals!, cases: ['corner'] };
    const narrow = (changes: Partial<Kernel>): Kernel => ({
      ...gemm,
      variants: gemm.variants.filter(({ id }) => id === 'v1-tma'),
      cases: [corner],
      archs: ['sm_90a'],
      ...changes,
    });
    const verdictsOf = async (kernel: Kernel) => {
      const runs = [...runsOf([kernel], () => true)];
      return Promise.all(runs.map(run => new CaseRunner().verdictOf(run)));
    };
    expect(await verdictsOf(narrow({ reals }))).toMatchObject([
      { case: 'corner', outcome: 'agrees', expected: true },
      { case: 'corner on reals', outcome: 'agrees', expected: true },
    ]);
    const expected: typeof reals.expected = (variant, params) =>
      new Map(
        [...reals.expected(variant, params)].map(([name, numbers]) => [
          name,
          { ...numbers, bounds: numbers.bounds.map(() => 0) },
        ]),
      );
    expect(await verdictsOf(narrow({ reals: { ...reals, expected } }))).toMatchObject([
      { outcome: 'agrees' },
      {
        case: 'corner on reals',
        outcome: 'wrongAnswer',
        expected: false,
        at: expect.stringMatching(/^buffer c, element \d+: expected /),
      },
    ]);
  });

  it('refuses, and does not expect, a kernel whose PTX is missing', async () => {
    const verdict = await verdictOf(only('tiled', { cases: transpose.cases.slice(0, 1), archs: ['sm_1'] }));
    expect(verdict).toMatchObject({ outcome: 'refused', expected: false });
    expect(verdict.at).toMatch(/sm_1\.ptx: no such file/);
  });
});

it('runs every variant and case on the chosen architectures that can hold it', () => {
  const cases = [
    { id: 'small', title: '', params: {} },
    { id: 'large', title: '', params: {}, archs: ['sm_90'] },
  ];
  const kernel: Kernel = { ...transpose, cases, archs: ['sm_75', 'sm_90'] };
  const runs = (archs: readonly string[]) => [...runsOf([kernel], arch => archs.includes(arch))];
  expect(runs(['sm_75', 'sm_90'])).toHaveLength(transpose.variants.length * 3);
  expect(runs(['sm_75'])).toHaveLength(transpose.variants.length);
  expect(runs([])).toEqual([]);
});
