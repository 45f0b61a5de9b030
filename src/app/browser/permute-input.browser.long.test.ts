/** How a person says which permutation and which pads: typed, pasted, dragged, picked, shared. */

import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { PATIENCE, saidIn } from './fixtures/exhibit-object.ts';
import { openPermutation } from './fixtures/permute-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();
const openPage = (search = '?v=none,searched') => openPermutation(visits, search);

describe('shape and order', () => {
  test('are typed one after the other; meanwhile the page keeps what fitted', async () => {
    const page = await openPage();
    await page.field('Shape').fill('2,16,2');
    await page.page.getByText('Waits for an order of 3 dimensions').waitFor();
    expect(page.search().shape).toBeUndefined();
    await page.expectTitle('Permute 8 × 2 × 8 × 8: A BC D to BC A D');
    await page.field('Order').fill('2,0,1');
    await page.expectSearch({ shape: '2,16,2', perm: '2,0,1' });
    await page.expectTitle('Permute 2 × 16 × 2: AB C to C AB');
    await page.expectAgreement();
  });

  test.each([
    ['Order', '1,1,0,3', 'Expected each of 0 to 3 once, got 1.'],
    ['Order', '1,2,0,9', 'Expected each of 0 to 3 once, got 9.'],
    ['Shape', '8,2,x,8', 'Sizes with commas between'],
    ['Shape', '700000,700000,8,8', 'Expected at most 2^38 elements'],
  ] as const)('a wrong one, %s %s, is named at its field, and nothing is lost', async (name, text, error) => {
    const page = await openPage();
    await page.field(name).fill(text);
    await expect.poll(() => page.field(name).getAttribute('aria-invalid'), PATIENCE).toBe('true');
    const said = await page.field(name).getAttribute('aria-describedby');
    await expect.poll(() => saidIn(page.page.locator(`[id="${said}"]`)), PATIENCE).toContain(error);
    expect(await page.field(name).inputValue()).toBe(text);
    expect(await page.field(name === 'Order' ? 'Shape' : 'Order').inputValue()).toBe(
      name === 'Order' ? '8,2,8,8' : '1,2,0,3',
    );
    await page.expectTitle('Permute 8 × 2 × 8 × 8: A BC D to BC A D');
    expect(page.search()).not.toHaveProperty('shape');
    expect(page.search()).not.toHaveProperty('perm');
  });

  test('are pasted as code', async () => {
    const page = await openPage();
    await page.paste('torch.randn(4, 6, 40).permute(2, 0, 1)');
    await page.expectSearch({ shape: '4,6,40', perm: '2,0,1' });
    await page.paste("rearrange(x, 'a b c -> c b a')");
    await page.expectSearch({ shape: '4,6,40', perm: '2,1,0' });
    await page.expectAgreement();
  });

  test('are picked', async () => {
    const page = await openPage();
    await page.page.getByRole('button', { name: 'Presets' }).click();
    await page.page.getByRole('menuitem', { name: /^NCHW → NHWC/ }).click();
    await page.expectSearch({ shape: '4,32,14,14', perm: '0,2,3,1' });
    await page.expectAgreement();
  });

  test('are reordered by keys and by dragging', async () => {
    const page = await openPage();
    await page.chip('B').focus();
    await page.page.keyboard.press('Alt+ArrowRight');
    await page.expectSearch({ perm: '2,1,0,3' });
    const [from, to] = [await boxOf(page.chip('D')), await boxOf(page.chip('C'))];
    await page.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.page.mouse.down();
    await page.page.mouse.move(to.x + 4, to.y + to.height / 2, { steps: 6 });
    await page.page.mouse.up();
    await page.expectSearch({ perm: '3,2,1,0' });
    expect(await page.field('Order').inputValue()).toBe('3,2,1,0');
  });
});

describe('pads', () => {
  test('are set on a ruler by keys: the variant becomes one of typed pads', async () => {
    const page = await openPage();
    await page.ruler('B', 'A').focus();
    await page.page.keyboard.press('ArrowRight');
    await page.expectSearch({ v: 'none,yours', pads: '9,0,0' });
    await page.page.getByRole('region', { name: 'Variant B: Your pads' }).waitFor();
    await page.page.keyboard.press('ArrowLeft');
    await page.expectSearch({ pads: '8,0,0' });
    await page.expectWavefronts(['4', '1']);
    expect(await page.field('Pads').inputValue()).toBe('8,0,0');
  });

  test('are dragged on a ruler', async () => {
    const page = await openPage('?v=none,yours');
    await page.dragRuler('B', 'A', 8);
    await page.expectSearch({ pads: '8,0,0' });
    await page.expectWavefronts(['4', '1']);
  });

  test('are picked from the strip of all', async () => {
    const page = await openPage('?v=none');
    const strip = page.surface('A', 'Other pads');
    await strip.waitFor(PATIENCE);
    await strip.focus();
    await page.page.keyboard.press('ArrowRight');
    await page.page.keyboard.press('Shift+ArrowRight');
    await page.page.keyboard.press('Enter');
    await page.expectSearch({ v: 'yours', pads: '8,0,0' });
    await page.column('A').getByText('conflict-free').waitFor();
  });

  test('go with a tensor whose block has other modes', async () => {
    const page = await openPage('?shape=8,2,8,8&perm=1,2,0,3&v=yours&pads=8,0,0');
    await page.paste('torch.randn(2, 16, 2).permute(2, 0, 1)');
    await page.expectSearch({ shape: '2,16,2', pads: '' });
    await page.expectAgreement();
  });

  test('are typed; a wrong count says how many there should be', async () => {
    const page = await openPage('?v=yours');
    await page.field('Pads').fill('8,0');
    await page.page.getByText('2 of 3 pads').waitFor();
    expect(page.search().pads).toBeUndefined();
    await page.field('Pads').fill('8,0,0');
    await page.expectSearch({ pads: '8,0,0' });
    await page.expectWavefronts(['1']);
  });
});

test('axes are typed; a name that there is not is said', async () => {
  const page = await openPage();
  await page.field('Axes').fill('D | A X');
  await page.page.getByRole('alert').waitFor();
  expect(page.search().axes).toBeUndefined();
  await page.field('Axes').fill('D | A BC');
  await page.expectSearch({ axes: 'D | A BC' });
  await page.page.getByRole('alert').waitFor({ state: 'detached' });
  await expect.poll(() => saidIn(page.picture('A', 'Input block')), PATIENCE).toContain('D | A BC');
});

describe('strategies', () => {
  test("begin with the block as it is and the plan's choice, which follows the shape", async () => {
    const page = await openPage('');
    await page.page.getByRole('region', { name: 'Variant B: XOR' }).waitFor();
    await page.field('Shape').fill('8,9,4');
    await page.field('Order').fill('0,2,1');
    await page.expectSearch({ v: 'none,searched' });
  });

  test('are drawn by a click, and taken away by another', async () => {
    const page = await openPage();
    await page.strategy('XOR').click();
    await page.expectSearch({ v: 'none,searched,xor' });
    await page.column('C').getByText('conflict-free').waitFor();
    expect(await page.strategy('XOR').getAttribute('aria-pressed')).toBe('true');
    await page.strategy('No padding').click();
    await page.expectSearch({ v: 'searched,xor' });
  });

  test('the last one stays, and says so', async () => {
    const page = await openPage('?v=xor');
    const said = page.page.getByText('It stays: nothing else is drawn.');
    expect(await said.count()).toBe(0);
    await page.strategy('XOR').click();
    await said.waitFor();
    await page.expectSearch({ v: 'xor' });
  });

  test('say why, those without a layout too, by keyboard alone', async () => {
    const page = await openPage();
    const why = page.strategies.getByRole('list', { name: 'Why' });
    expect(await why.getByRole('listitem').count()).toBe(2);
    expect(await page.strategy('Position table').count()).toBe(0);
    await page.listAllStrategies();
    await page.strategy('Register exchange').focus();
    await expect.poll(() => saidIn(why), PATIENCE).toContain('no lane has to exchange anything');
    await page.strategy('Position table').focus();
    await expect.poll(() => saidIn(why), PATIENCE).toContain('König');
    await page.page.keyboard.press('Enter');
    await page.expectSearch({ v: 'none,searched,table' });
  });

  test('lead to their statistics, with the same options, and back', async () => {
    const page = await openPage('?elementBytes=8');
    await page.strategies.getByRole('link', { name: /^Statistics/ }).click();
    await page.page.getByText(/go through shared memory, in \d+ different blocks/).waitFor(PATIENCE);
    await page.expectSearch({ elementBytes: '8' });
    await page.page.getByRole('link', { name: 'Tensor permutation' }).click();
    await page.expectTitle('Permute 8 × 2 × 8 × 8: A BC D to BC A D');
  });
});

describe('the link', () => {
  test('holds everything', async () => {
    const page = await openPage();
    await page.field('Shape').fill('8,9,4');
    await page.field('Order').fill('0,2,1');
    await page.listAllStrategies();
    await page.strategy('Position table').click();
    await page.ruler('A', 'C').focus();
    await page.page.keyboard.press('ArrowRight');
    await page.field('Axes').fill('C | B');
    await page.expectSearch({ axes: 'C | B', v: 'yours,searched,table' });
    await page.settled();
    const again = await openPage(`?${new URLSearchParams(page.search())}`);
    for (const name of ['Shape', 'Order', 'Pads', 'Axes'])
      expect(await again.field(name).inputValue(), name).toBe(await page.field(name).inputValue());
    expect(await again.wavefronts('Emulated')).toEqual(await page.wavefronts('Emulated'));
    expect(again.search()).toEqual(page.search());
  });

  test('locks what it names', async () => {
    const page = await openPage('?lock=all');
    for (const name of ['Shape', 'Order', 'Pads', 'Axes']) expect(await page.field(name).isDisabled(), name).toBe(true);
    expect(await page.chip('B').isDisabled()).toBe(true);
    expect(await page.page.getByRole('slider', { name: /^Pad of/ }).count()).toBe(0);
  });
});
