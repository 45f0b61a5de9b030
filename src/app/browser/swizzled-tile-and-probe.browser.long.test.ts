/** The pages of the swizzled tile and the bank probe: what they claim of patterns, and tables that are changed by hand. */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { openExhibit, saidIn } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const open = (address: string, options: BrowserContextOptions = {}) => openExhibit(visits, address, options);

describe('the swizzled tile', () => {
  test('under 128B a column takes four wavefronts, and four matrices one each', async () => {
    const { page, exhibit } = await open('swizzle');
    expect(await saidIn(exhibit.verdict)).toContain('Model and emulation agree');
    expect(await exhibit.wavefronts('Predicted')).toEqual(['4', '4']);
    expect(await exhibit.wavefronts('Emulated')).toEqual(['4', '4']);
    expect(await exhibit.row('Emulated', 'Excess wavefronts')).toEqual(['3', '0']);
    expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', '0']);
    expect(await saidIn(page.locator('#picture'))).toMatch(
      /A: Bank 0 holds 4 of the 32 words .* so 4 passes\. B: Each of the 4 matrices .* 4 passes/,
    );
  });

  test('the dump of the engine is the one by hand; a wrong mask is caught', async () => {
    const { exhibit } = await open('swizzle?v=tma-tile,cp-async-xor,wrong-mask&base=128');
    expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', '0', expect.stringMatching(/^[1-9]/)]);
    expect(await saidIn(exhibit.verdict)).toContain('wrong on purpose');
  });

  test('what an engine has not is told in its place', async () => {
    const { page } = await open('swizzle?v=tma-tile,cp-async-xor&mode=128B_ATOM_64B');
    expect(await saidIn(page.locator('#picture'))).toContain('sm_90a has no 128B_ATOM_64B');
  });
});

describe('the copied box', () => {
  test('is loaded and stored in any rank as predicted; coordinates that are turned round are caught', async () => {
    const { page, exhibit } = await open('tensor-copy?rank=5&v=in-order,slowest-first');
    expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', expect.stringMatching(/^[1-9]/)]);
    expect(await saidIn(exhibit.verdict)).toContain('wrong on purpose');
    await exhibit.choice('Direction').selectOption('Store');
    await expect.poll(() => exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', expect.stringMatching(/^[1-9]/)]);
    await page.getByRole('heading', { level: 1, name: /^3 × 3 × 3 × 3 rows of 32 f32, stored under 128B/ }).waitFor();
  });

  test('is refused where a store would start before the tensor', async () => {
    const { page } = await open('tensor-copy?direction=store&start=-1');
    expect(await saidIn(page.locator('#picture'))).toContain('A store from before the tensor traps.');
  });
});

describe('the probe', () => {
  test('a table typed as a formula, and one lane of it changed', async () => {
    const { page, exhibit } = await open('probe');
    expect(await exhibit.wavefronts('Predicted')).toEqual(['32']);
    await exhibit.field('Table').fill('lane * 4');
    await expect.poll(() => exhibit.wavefronts('Emulated')).toEqual(['1']);
    await exhibit.field('Lane 1').fill('128');
    await expect.poll(() => exhibit.wavefronts('Emulated')).toEqual(['2']);
    await exhibit.field('Lane 1').fill('130');
    expect(await page.getByRole('alert').first().textContent()).toContain('multiple of 4');
  });

  test('lanes stand in four columns', async () => {
    const { exhibit } = await open('probe');
    const boxes = await Promise.all([0, 3, 4].map(lane => boxOf(exhibit.field(`Lane ${lane}`))));
    expect(boxes[1].y).toBe(boxes[0].y);
    expect(boxes[2].x).toBe(boxes[0].x);
    expect(boxes[2].y).toBeGreaterThan(boxes[0].y);
  });

  test('a pattern from the list; idle lanes stay empty', async () => {
    const { exhibit } = await open('probe?table=0+4+-+8');
    expect(await exhibit.field('Lane 2').inputValue()).toBe('');
    await exhibit.choice('Pattern').selectOption('A padded column');
    await expect.poll(() => exhibit.field('Table').inputValue()).toBe('lane * 132');
    await expect.poll(() => exhibit.wavefronts('Emulated')).toEqual(['1']);
  });

  test('a pattern that speaks of wide accesses makes them', async () => {
    const { exhibit } = await open('probe');
    await exhibit.choice('Pattern').selectOption('Side by side, 8 B');
    await exhibit.expectSearch({ table: 'lane * 8', widthBytes: '8' });
    await exhibit.choice('Pattern').selectOption('Every other word');
    await expect.poll(() => exhibit.choice('Bytes a lane').inputValue()).toBe('4');
    expect(await exhibit.choice('Pattern').inputValue()).toBe('Every other word');
  });

  test("an access in a header has its line lit there; the kernel's own file is a choice away", async () => {
    const { page } = await open('probe');
    const source = page.getByRole('region', { name: 'Source', exact: true });
    const file = source.getByRole('combobox', { name: 'File of the source' });
    const lines = source.getByRole('list', { name: 'CUDA source of Load' });
    expect(await file.inputValue()).toBe('cuda/kernels/probe/words.cuh');
    await lines.locator('[data-lit]').waitFor();
    expect(await saidIn(lines.locator('[data-lit]'))).toContain('A 32');
    await file.selectOption('cuda/kernels/probe/load.cu');
    await lines.getByText('playLoads').waitFor();
    expect(await lines.locator('[data-lit]').count()).toBe(0);
    await page.getByRole('radio', { name: 'Store' }).check({ force: true });
    await expect.poll(() => file.inputValue()).toBe('cuda/kernels/probe/probe.cuh');
  });

  test('no choice of the rail is cut off', async () => {
    const { page } = await open('probe');
    const cut = await page.locator('aside select').evaluateAll(all =>
      all.flatMap(each => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(each);
        const pen = document.createElement('canvas').getContext('2d')!;
        pen.font = font;
        const text = (each as HTMLSelectElement).selectedOptions[0].text;
        const arrowPx = 16;
        const room = each.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrowPx;
        return pen.measureText(text).width > room ? [text] : [];
      }),
    );
    expect(cut).toEqual([]);
  });

  test('swapped neighbours are caught', async () => {
    const { exhibit } = await open('probe?v=load,swapped&table=lane+*+4');
    expect(await exhibit.row('Emulated', 'Wrong elements')).toEqual(['0', '32']);
  });
});

test.each([
  ['swizzle', 'light', 1440, 900],
  ['swizzle', 'dark', 390, 844],
  ['tensor-copy', 'light', 1440, 900],
  ['tensor-copy', 'dark', 390, 844],
  ['probe', 'dark', 1440, 900],
  ['probe', 'light', 390, 844],
] as const)(
  'axe finds nothing on the page of the %s in the %s theme, %i px wide',
  async (id, colorScheme, width, height) => {
    const { page } = await open(id, { colorScheme, viewport: { width, height } });
    expect(await faultsOf(page)).toEqual([]);
  },
);
