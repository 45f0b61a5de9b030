/** Checks what the exhibit claims, with only a file server under a base path behind it. */
import { describe, expect, test } from 'vitest';
import { archs } from '../../kernels/transpose/archs.ts';
import { variants } from '../../kernels/transpose/variants.ts';
import { exhibitOn, PATIENCE, saidIn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits('/some/base/path/');

async function openExhibit(search: string) {
  const { page } = await visits.open(`/banks/transpose${search}`);
  const exhibit = exhibitOn(page);
  await exhibit.settled();
  return { page, exhibit };
}

describe('the default exhibit', () => {
  test('has a diff that opens on the first line of code that differs', async () => {
    const { page } = await openExhibit('');
    await page.getByRole('tab', { name: 'Diff' }).click();
    const lines = page.getByRole('list', { name: /^Changes from A/ }).getByRole('listitem');
    await lines.first().waitFor();
    const inSight = () =>
      lines.evaluateAll(all => {
        const { top, bottom } = all[0].parentElement!.getBoundingClientRect();
        const isSeen = (line: Element): boolean => {
          const place = line.getBoundingClientRect();
          return place.top >= top - 1 && place.bottom <= bottom + 1;
        };
        return all.filter(isSeen).map(line => line.textContent);
      });
    await expect.poll(inSight, PATIENCE).toContainEqual(expect.stringMatching(/removed: extern "C" __global__/));
    expect(await inSight()).not.toContainEqual(expect.stringMatching(/(?:removed|added): \/\//));
  });

  test('shows Tiled against Padded, and that the sources agree', async () => {
    const { page, exhibit } = await openExhibit('');
    expect(await page.title()).toContain('Lanescape');
    expect(await saidIn(exhibit.verdict)).toContain('Model and emulation agree');
    expect(await exhibit.wavefronts('Predicted')).toEqual(['32', '1']);
    expect(await exhibit.wavefronts('Emulated')).toEqual(['32', '1']);
    expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', '0']);
    expect(await exhibit.row('Emulated', 'Lanes as predicted')).toEqual(['all', 'all']);
    expect(await exhibit.row('Emulated', 'Races, faults')).toEqual(['none', 'none']);
    await page.getByRole('region', { name: 'Variant A: Tiled' }).getByText('32-way conflict').waitFor();
    await page.getByRole('region', { name: 'Variant B: Padded' }).getByText('conflict-free').waitFor();
  });
});

/** Every tile and element of a variant; the architectures take turns, so that each variant meets each. */
const buildsOf = (variant: number) =>
  ([32, 64] as const).flatMap((tile, t) =>
    ([2, 4, 8, 16] as const).map((bytes, b) => ({ tile, bytes, arch: archs[(variant + 4 * t + b) % archs.length] })),
  );
type Build = ReturnType<typeof buildsOf>[number];

/** 64 KiB are all that a CTA of sm_75 can have: the padding does not fit behind a tile of that size. */
const isTooLarge = (id: string, { tile, bytes, arch }: Build): boolean =>
  arch === 'sm_75' && tile === 64 && bytes === 16 && ['padded', 'coarsened', 'pad-not-used'].includes(id);

/** A pitch of 65 halves puts two rows into each bank. */
const isConflictFree = (id: string, { tile, bytes }: Build): boolean =>
  ['xor', 'vectorized', 'not-turned'].includes(id) ||
  (['padded', 'coarsened'].includes(id) && !(tile === 64 && bytes === 2));

/** Sixteen squares of 8 x 8 elements keep half a warp busy. */
const isRefused = (id: string, { tile, bytes }: Build): boolean =>
  ['vectorized', 'not-turned'].includes(id) && tile === 32 && bytes === 2;

/** A square of one element is the same turned. */
const isWrong = (id: string, { bytes }: Build): boolean => id === 'not-turned' && bytes < 16;

describe('each variant alone', () => {
  test.each(variants.map((variant, v) => ({ ...variant, builds: buildsOf(v) })))(
    '$title, with every tile and element',
    async ({ id, title, builds }) => {
      const { page, exhibit } = await openExhibit(`?v=${id}&arch=sm_75&tile=64`);
      await page.getByRole('region', { name: `Variant A: ${title}` }).waitFor();
      for (const build of builds) {
        const { tile, bytes, arch } = build;
        await page.goto(`${visits.url()}#/banks/transpose?v=${id}&tile=${tile}&elementBytes=${bytes}&arch=${arch}`);
        if (isRefused(id, build)) {
          await exhibit.verdict.getByText('Nothing to compare').waitFor();
          continue;
        }
        await exhibit.evidence.getByText(`PTX for ${arch}`).waitFor({ state: 'attached' });
        await exhibit.settled();
        const said = `${tile} x ${tile}, ${bytes} B, ${arch}: ${await saidIn(exhibit.verdict)}`;
        if (isTooLarge(id, build)) {
          expect(said).toMatch(/Prediction only in A.*shared/s);
          continue;
        }
        expect(said).toContain(id === 'pad-not-used' ? 'A differs at ' : 'Model and emulation agree');
        expect((await exhibit.row('Emulated', 'Races, faults'))[0] === 'none', said).toBe(id !== 'missing-barrier');
        if (id !== 'missing-barrier')
          expect((await exhibit.row('Emulated', 'Wrong elements'))[0] === '0', said).toBe(!isWrong(id, build));
        if (isConflictFree(id, build))
          expect(await exhibit.wavefronts('Emulated'), said).toEqual(await exhibit.row('Predicted', 'Ideal'));
      }
    },
  );
});

describe('what a variant has of its own', () => {
  test('the naive one says that it has no shared memory', async () => {
    const { page, exhibit } = await openExhibit('?v=naive');
    await page.getByRole('region', { name: 'Variant A: Naive' }).getByText('no shared memory').waitFor();
    await exhibit.picture('A', 'Coalescing').waitFor();
    expect(await exhibit.picture('A', 'Tile').count()).toBe(0);
    expect(await exhibit.row('Predicted', 'Shared memory')).toEqual(['0 B']);
    expect(await exhibit.wavefronts('Emulated')).toEqual(['—']);
    expect(await saidIn(exhibit.transport)).toContain('no shared access');
  });

  test('the race of the missing barrier is found, named and placed', async () => {
    const { page, exhibit } = await openExhibit('?v=missing-barrier');
    await page.getByRole('region', { name: 'Variant A: Missing barrier' }).getByText('race').waitFor();
    const found = await saidIn(exhibit.evidence.getByRole('listitem').filter({ hasText: 'race' }));
    expect(found).toMatch(/race/);
    expect(found).toMatch(/warp \d+/);
    expect(found).toMatch(/line \d+.*line \d+/);
  });

  test('the unused pad differs from the model, and "Show it" goes there', async () => {
    const { exhibit } = await openExhibit('?v=pad-not-used&warp=7&side=store');
    const said = await saidIn(exhibit.verdict);
    const [, warp, side] = /A differs at warp (\d+) lane \d+, 1st shared (load|store)/.exec(said) ?? [];
    expect([Number(warp) === 7, side], said).not.toEqual([true, 'store']);
    expect(said).toMatch(/predicted 0x[\dA-F]{4}, emulated 0x[\dA-F]{4}/);
    await exhibit.verdict.getByRole('button', { name: 'Show it' }).click();
    await exhibit.expectSearch({ warp, side });
    expect(await exhibit.choice('Warp').inputValue()).toBe(warp);
    expect(await saidIn(exhibit.evidence)).toContain(`Wavefronts per ${side}`);
  });

  test('the swizzle is conflict-free with no more memory than the plain tile', async () => {
    const { exhibit } = await openExhibit('?v=tiled,xor');
    expect(await exhibit.wavefronts('Predicted')).toEqual(['32', '1']);
    expect(await exhibit.wavefronts('Emulated')).toEqual(['32', '1']);
    expect(await exhibit.row('Predicted', 'Shared memory')).toEqual(['4,096 B', '4,096 B']);
  });
});
