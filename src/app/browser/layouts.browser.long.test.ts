/** The page of layouts: typed and pasted, followed by arrows, refused with a reason, printed and saved, all of it in the link. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { coloursOf, PATIENCE } from './fixtures/exhibit-object.ts';
import { saved } from './fixtures/saved.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const picture = (page: Page, title = 'Layouts') => page.getByRole('application', { name: new RegExp(`^${title}:`) });
const field = (page: Page, label: string | RegExp) => page.getByRole('textbox', { name: label });
const code = (page: Page) => page.getByRole('region', { name: 'Printed result' }).textContent();
const search = (page: Page) => Object.fromEntries(new URLSearchParams(page.url().split('?')[1]));
const claims = (page: Page) =>
  page.getByRole('region', { name: 'Post-conditions' }).getByRole('listitem').allInnerTexts();

async function open(address = '', options = {}, title = 'Layouts') {
  const { page } = await visits.open(`/layouts${address}`, options);
  await picture(page, title).waitFor(PATIENCE);
  return page;
}

describe('the algebra', () => {
  test('draws a divide with what lies between, and says what holds', async () => {
    const page = await open();
    expect(await picture(page).getAttribute('aria-label')).toContain('complement(B₁, 12) 3:2');
    expect(await coloursOf(picture(page).locator('canvas'))).toBeGreaterThan(20);
    expect(await claims(page)).toEqual([
      'R(i) = A((B, complement)(i)) agrees in all 96 cases',
      'R reaches every element of A agrees in all 96 cases',
    ]);
    await page.getByRole('radio', { name: 'right inverse' }).check({ force: true });
    await expect.poll(() => claims(page), PATIENCE).toEqual(['A(R(i)) = i agrees in all 96 cases']);
    expect(search(page)).toMatchObject({ op: 'right-inverse' });
  });

  test('takes C++ as it is pasted', async () => {
    const page = await open('?op=show');
    await field(page, 'A').fill('Layout<Shape<_4,_8>,Stride<_8,_1>>{}');
    await expect.poll(() => picture(page).getAttribute('aria-label'), PATIENCE).toContain('A (4,8):(8,1)');
    await page.reload();
    expect(await field(page, 'A').inputValue()).toBe('Layout<Shape<_4,_8>,Stride<_8,_1>>{}');
  });

  test('keeps a bad draft with its place, and the last good picture', async () => {
    const page = await open('?op=composition&a=(6,2):(8,2)&b=(4,3):(3,1)');
    const b = field(page, /^B:/);
    await b.fill('(4,3):(3,x)');
    await page.getByText('character 10: unexpected "x"').waitFor(PATIENCE);
    expect(await b.getAttribute('aria-invalid')).toBe('true');
    expect(await picture(page).getAttribute('aria-label')).toContain('B (4,3):(3,1)');
    expect(search(page).b).toBe('(4,3):(3,1)');
    await b.fill('9:1');
    await page.getByText(/a size of 6 or 12 would do/).waitFor(PATIENCE);
    await page.getByText('The last picture that could be drawn: composition of (6,2):(8,2) and (4,3):(3,1)').waitFor();
    await b.fill('6:1');
    await expect.poll(() => picture(page).getAttribute('aria-label'), PATIENCE).toContain('R = A ∘ B 6:8');
    expect(await page.getByText('The last picture').count()).toBe(0);
  });

  test('follows an element by keyboard and keeps it in the link', async () => {
    const page = await open();
    await picture(page).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await page.getByText('((1,(0,0)),(1,0)) = coordinate 17', { exact: true }).waitFor(PATIENCE);
    await page.keyboard.press('Enter');
    await expect.poll(() => search(page).pin, PATIENCE).toBe('6.17');
  });
});

describe('threads and values', () => {
  test('show an instruction’s fragment and what reading it costs', async () => {
    const page = await open('?view=threads&atom=ldmatrix.x4', {}, 'Registers');
    await field(page, /^In shared memory/).fill('(32,8):(64,1)');
    await page.getByText('loaded: 32 wavefronts, 4 without conflicts').waitFor(PATIENCE);
    await field(page, /^In shared memory/).fill('Sw<3,3,3> o 0 o (32,8):(64,1)');
    await page.getByText('loaded: 4 wavefronts, 4 without conflicts').waitFor(PATIENCE);
    await field(page, /^In shared memory/).fill('(32,8):(1,32)');
    await page.getByText('row 0 is not 16 bytes side by side, at a multiple of 16').waitFor(PATIENCE);
    await page.getByLabel('Instruction', { exact: true }).selectOption('wgmma.m64nNk16 f16 or bf16');
    await page.getByRole('radio', { name: 'C', exact: true }).check({ force: true });
    await picture(page, 'Operand C').waitFor(PATIENCE);
    expect(search(page)).toMatchObject({ view: 'threads', part: 'C' });
  });

  test('have what reading costs beside a narrow matrix, on the first screen', async () => {
    const { page } = await visits.open('/layouts?view=threads&atom=ldmatrix.x4&part=registers&shared=(32,8):(64,1)', {
      viewport: { width: 1440, height: 900 },
    });
    const requests = page.getByRole('table', { name: /^Requests/ });
    await requests.waitFor();
    const { y, height } = await boxOf(requests);
    expect(y + height).toBeLessThan(900);
    expect(await requests.textContent()).toContain('loaded: 32 wavefronts, 4 without conflicts');
  });

  test('have tensor memory in registers, as wide as is chosen', async () => {
    const page = await open('?view=threads&atom=ldmatrix.x4', {}, 'Registers');
    await page.getByLabel('Instruction', { exact: true }).selectOption('tcgen05.ld/st.16x64b.xN');
    await page.getByText('compared with published tables, not with the emulator').waitFor(PATIENCE);
    await page.getByLabel('N', { exact: true }).selectOption('2');
    await expect
      .poll(() => picture(page, 'Registers').getAttribute('aria-label'), PATIENCE)
      .toContain('16 rows × 4 columns');
    expect(search(page)).toMatchObject({ atom: 'tcgen05.ld/st.16x64b.xN', n: '2' });
    await expect.poll(() => claims(page), PATIENCE).toContain('every element is held agrees in all 64 cases');
  });

  test('are typed, too', async () => {
    const page = await open('?view=threads&atom=own+layout', {}, 'Threads and values');
    await field(page, /^Threads and values/).fill('(32,5):(1,32)');
    await page.getByText('thread 0, value 4 lies outside the matrix of 16 × 8').waitFor(PATIENCE);
    await field(page, /^Rows and columns/).fill('32, 5');
    await expect.poll(() => claims(page), PATIENCE).toContain('every element is held agrees in all 160 cases');
  });

  test('begin with an example', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('menuitem', { name: /^mma operands/ }).click();
    await picture(page, 'Operand A').waitFor(PATIENCE);
  });
});

describe('swizzles', () => {
  test('one after another are a matrix, bit by bit', async () => {
    const page = await open('?view=swizzles', {}, 'Bit matrix');
    await page.getByRole('row', { name: 'M = Sw<1,6,3> b6 = b6 ⊕ b9 x ^ ((x & 0x200) >> 3)' }).waitFor(PATIENCE);
    expect(await claims(page)).toEqual([
      'M x = all swizzles of x agrees in all 1,024 cases',
      'M⁻¹ M x = x agrees in all 1,024 cases',
    ]);
    await field(page, /^Swizzles/).fill('Sw<2,0,3> o Sw<2,2,2');
    await page.getByText('swizzle 2: expected Sw<B,M,S>, got "Sw<2,2,2"').waitFor(PATIENCE);
    await field(page, /^Swizzles/).fill('Sw<2,0,3> o Sw<2,2,3>');
    await page.getByRole('rowheader', { name: 'M, not one swizzle' }).waitFor(PATIENCE);
    await picture(page, 'Bit matrix').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await page.getByText('result b3 = b3 ⊕ b6', { exact: true }).waitFor(PATIENCE);
    await page.keyboard.press('Enter');
    await expect.poll(() => search(page).pin, PATIENCE).toBe('3.0');
  });
});

describe('what is taken away', () => {
  test('is printed in every format, or refused', async () => {
    const page = await open('?op=show&a=(4,8):(8,1)');
    const formats: [string, RegExp][] = [
      ['CuTe C++', /^auto layout = Layout<Shape<_4,_8>, Stride<_8,_1>>\{\};$/],
      ['CuTe DSL', /^layout = cute\.make_layout\(\(4, 8\), stride=\(8, 1\)\)$/],
      ['CuTe print', /^\(_4,_8\):\(_8,_1\)$/],
      ['Linear layout', /where out dims are: \[offset \(size 32\)\]$/],
      ['LaTeX', /\\begin\{tikzpicture\}/],
      ['SVG', /^<svg /],
    ];
    for (const [label, text] of formats) {
      await page.getByRole('tab', { name: label }).click();
      await expect.poll(() => code(page), PATIENCE).toMatch(text);
    }
    await field(page, 'A').fill('(6,8):(8,1)');
    await page.getByRole('tab', { name: 'Linear layout' }).click();
    await page.getByText('mode 0: a length of 6: lengths are powers of two').waitFor(PATIENCE);
  });

  test('is saved as picture and table', async () => {
    const page = await open('', { acceptDownloads: true });
    const svg = await saved(page, 'Picture as SVG');
    expect(svg.name).toBe('layouts-zipped-divide.svg');
    expect(svg.bytes.toString()).toContain('complement(B₀, 8)');
    expect([...(await saved(page, 'Picture as PNG')).bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    const csv = (await saved(page, 'Table as CSV')).bytes.toString().split('\n');
    expect(csv).toHaveLength(98);
    expect(csv[0]).toMatch(/^i,coordinate,A,/);
    const json = JSON.parse((await saved(page, 'Table as JSON')).bytes.toString());
    expect(json.rows[95]).toMatchObject({ i: '95', A: '(7,11) → 95' });
  });
});

describe('everybody', () => {
  test.each(['light', 'dark'] as const)('can read the %s page, wide and narrow', async colorScheme => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ])
      for (const [address, title] of [
        ['?pin=6.17&format=tikz', 'Layouts'],
        ['?view=threads&atom=ldmatrix.x4&shared=(32,8):(64,1)', 'Registers'],
        ['?view=threads&atom=tcgen05.ld/st.16x32bx2.xN', 'Registers'],
        ['?view=swizzles&chain=Sw<2,0,3> o Sw<2,2,3>', 'Bit matrix'],
      ]) {
        const page = await open(address, { colorScheme, viewport }, title);
        await page.getByRole('button', { name: `Read ${title} as table` }).click();
        expect(await faultsOf(page)).toEqual([]);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(sideways).toBeLessThanOrEqual(0);
      }
  });

  test('finds it by words', async () => {
    const { page } = await visits.open('/runs');
    await page.getByRole('heading', { level: 1, name: 'Runs and builds' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('layouts cute algebra');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await picture(page).waitFor(PATIENCE);
  });
});
