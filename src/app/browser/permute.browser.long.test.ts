/** Checks what the permutation's page claims: every variant that applies is right, and wrong ones are caught. */
import { describe, expect, test } from 'vitest';
import { PATIENCE, saidIn } from './fixtures/exhibit-object.ts';
import { openPermutation } from './fixtures/permute-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

test('a rotation, unpadded against searched', async () => {
  const page = await openPermutation(visits, '?v=none,searched');
  await page.expectTitle('Permute 8 × 2 × 8 × 8: A BC D to BC A D');
  await page.expectAgreement();
  await page.expectWavefronts(['4', '1']);
  expect(await page.row('Emulated', 'Wrong elements')).toEqual(['0', '0']);
  expect(await page.row('Emulated', 'Lanes as predicted')).toEqual(['all', 'all']);
  expect(await page.row('Emulated', 'Races, faults')).toEqual(['none', 'none']);
  await page.column('A').getByText('4-way conflict').waitFor();
  await page.column('B').getByText('conflict-free').waitFor();
});

/** Four at a time; each choice with a permutation that all four can do. */
const RIGHT: readonly (readonly [variants: string, permutation: string])[] = [
  ['none,xor,odd-row,residue', ''],
  ['residue-spared,searched,table,yours', '&pads=1,0,0'],
  ['none,searched,table,register-exchange', '&shape=2,16,2&perm=2,0,1'],
  ['rows,none', ''],
  ['tile,none,xor', '&shape=70,37&perm=1,0&elementBytes=2'],
  ['none,table,searched', '&shape=6,7,3,5,3,7&perm=3,5,1,4,0,2&elementBytes=1'],
  ['none,xor,searched', '&shape=64,64&perm=1,0&access=1&positions=1'],
  ['none,searched', '&shape=12,8,10&perm=2,1,0&elementBytes=16'],
];

test.each(RIGHT)('%s%s: emulated as predicted, every element in its place', async (variants, permutation) => {
  const page = await openPermutation(visits, `?v=${variants}${permutation}`);
  const count = variants.split(',').length;
  await page.expectAgreement();
  expect(await page.row('Emulated', 'Wrong elements')).toEqual(Array(count).fill('0'));
  expect(await page.row('Emulated', 'Races, faults')).toEqual(Array(count).fill('none'));
  expect(await page.wavefronts('Emulated')).toEqual(await page.wavefronts('Predicted'));
});

test('a tile that the copy engine reads opens on the stores that fill it', async () => {
  const page = await openPermutation(visits, '?v=tile-bulk&shape=64,64&perm=1,0');
  await page.expectAgreement();
  expect(await saidIn(page.transport)).toContain('Store: access 1 of');
  expect((await page.wavefronts('Emulated'))[0]).toMatch(/^\d+$/);
});

describe('what is wrong is caught and named', () => {
  test('the pad that the load does not use', async () => {
    const page = await openPermutation(visits, '?v=pad-not-used');
    const faults = await page.row('Emulated', 'Races, faults');
    expect(faults).not.toEqual(['none']);
    await page
      .column('A')
      .getByText(/uninitialised/)
      .waitFor();
    expect(await page.row('Emulated', 'Wrong elements')).not.toEqual(['0']);
  });

  test('the missing barrier', async () => {
    const page = await openPermutation(visits, '?v=missing-barrier');
    await page.column('A').getByText('race', { exact: true }).waitFor();
    expect(await saidIn(page.evidence.getByRole('listitem').first())).toMatch(/race.*warp \d+/s);
  });
});

describe('what cannot be done says why', () => {
  test('variants that refuse stay in their column, and show their source', async () => {
    const page = await openPermutation(visits, '?v=rows,tile,register-exchange,none&shape=64,48&perm=1,0');
    await page.column('A').getByText('The fastest dimension changes').waitFor();
    await page.column('C').getByText('an exchange needs one of at most 8').waitFor();
    expect(await page.wavefronts('Predicted')).toEqual(['—', '1', '—', '32']);
    await page.expectAgreement();
    const source = page.page.getByRole('region', { name: 'Source' });
    await expect.poll(() => saidIn(source), PATIENCE).toContain('cuda/kernels/permute/rows.cu');
    expect(await saidIn(source)).not.toContain('oading');
  });

  test('none that can: nothing to compare', async () => {
    const page = await openPermutation(visits, '?v=tile,register-exchange');
    expect(await saidIn(page.verdict)).toContain('Nothing to compare');
    expect(await page.shared('Padding schedule').count()).toBe(0);
    await page.listAllStrategies();
    expect(await page.strategies.getByRole('row').count()).toBe(10);
    await page.page.getByRole('region', { name: 'Transport' }).getByText('not for these parameters').waitFor();
  });

  test('one that cannot: the page says why and offers the one that can', async () => {
    const page = await openPermutation(visits, '?v=tile-v,tile-bulk');
    expect((await saidIn(page.verdict)).match(/The fastest dimension stays/g)).toHaveLength(1);
    await page.column('B').getByText('The fastest dimension stays').waitFor();
    await page.column('B').getByRole('button', { name: 'Show Tile with a short side instead' }).click();
    await page.page.getByRole('region', { name: 'Variant B: Tile with a short side' }).waitFor();
    await page.expectAgreement();
    expect(
      await page
        .column('A')
        .getByRole('button', { name: /instead$/ })
        .count(),
    ).toBe(0);
  });

  test('a tensor that is too large keeps its pictures, and shrinks', async () => {
    const page = await openPermutation(visits, '?shape=7248,7248&perm=1,0');
    await page.column('A').getByText('too large to be emulated and checked').waitFor();
    await page.expectWavefronts(['32', '1']);
    const said = page.page.getByText(/Input and output are 401 MiB/);
    await said.waitFor();
    await page.page.getByRole('button', { name: 'Shrink to the same block' }).click();
    await said.waitFor({ state: 'detached' });
    await page.settled();
    expect(await page.row('Emulated', 'Wrong elements')).toEqual(['0', '0']);
    await page.expectWavefronts(['32', '1']);
  });

  test('a tensor that no launch can hold is predicted', async () => {
    const page = await openPermutation(visits, '?shape=32768,65535&perm=1,0&elementBytes=16');
    expect(await saidIn(page.verdict)).toContain('Prediction only in A');
    expect(await page.wavefronts('Predicted')).toEqual(['32', '4']);
  });

  test('a block that no padding frees is proved so', async () => {
    const page = await openPermutation(visits, '?shape=6,7,3,5,3,7&perm=3,5,1,4,0,2');
    const verdict = page.page.getByRole('region', { name: 'A layout without conflicts' });
    await verdict.getByText(/impossible/).click();
    expect(await saidIn(verdict)).toMatch(/impossible \(exhausted search\).*König/s);
  });
});
