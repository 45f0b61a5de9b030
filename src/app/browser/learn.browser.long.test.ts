/** Lessons and questions as a visitor meets them: nothing is told before the guess, everything by keyboard, and the end is a task. */
import { describe, expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { namelessButtons } from './fixtures/nameless.ts';
import { browserVisits } from './fixtures/visit.ts';
import { workbenchOn } from './fixtures/workbench-object.ts';

const visits = browserVisits();
const COLUMN = '/banks/transpose?v=padded&pad=0&warp=5&lesson=banks.3';

describe('a question', () => {
  test('tells nothing before the guess, and by keys everything after it', async () => {
    const { page } = await visits.open(COLUMN);
    await page.getByRole('heading', { name: 'How many wavefronts does it take?' }).waitFor();
    const before = await page.getByRole('main').innerText();
    expect(before).not.toMatch(/conflict|32-way|bank 5\b/);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('1');
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You said 1. It is 32.' }).waitFor();
    await page.getByText('You were sure').waitFor();
    await page.getByText('Why not 1?').waitFor();
    await page.getByText('32-way conflict').waitFor();
    await page.getByText('Model and emulation agree').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('is asked anew when the open parameter changes', async () => {
    const { page } = await visits.open(COLUMN);
    await page.getByRole('button', { name: 'Show me' }).click();
    await page.getByRole('heading', { name: 'The answer: 32.' }).waitFor();
    await page.getByRole('button', { name: 'Try: one word more' }).click();
    await page.getByRole('heading', { name: 'How many wavefronts does it take?' }).waitFor();
    expect(page.url()).toContain('lesson=banks.3');
    await page.getByRole('button', { name: 'Show me' }).click();
    await page.getByRole('heading', { name: 'The answer: 1.' }).waitFor();
  });

  test('leads back to the course, whose beginning then has the focus', async () => {
    const { page } = await visits.open(COLUMN);
    const leave = page.getByRole('link', { name: 'Leave the lesson' });
    await leave.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Learn', exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), PATIENCE).toBe('main');
  });

  test('is about one access, before the guess and after it', async () => {
    const { page } = await visits.open(COLUMN);
    const show = page.getByRole('button', { name: 'Show me' });
    await show.waitFor();
    const asked = page.url();
    for (const key of ['ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await show.click();
    await page.getByRole('heading', { name: 'The answer: 32.' }).waitFor();
    await page.getByText('Model and emulation agree').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Wavefront 32 of 32').waitFor();
    expect(page.url()).toBe(asked);
    await page.getByRole('heading', { name: 'The answer: 32.' }).waitFor();
  });

  test('shows what is given where its page would tell', async () => {
    const { page } = await visits.open('/swizzle?rows=8&lesson=swizzle.1');
    const given = page.getByRole('table', { name: /^The tile without a swizzle/ });
    await given.getByRole('cell', { name: 'asked for' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show me' }).click();
    await page.getByRole('heading', { level: 1, name: /^Swizzle:/ }).waitFor();
    expect(await given.count()).toBe(0);
  });

  test('is a mode of any exhibit', async () => {
    const { page } = await visits.open('/banks/transpose?warp=3');
    await page.getByRole('button', { name: 'Quiz me' }).click();
    await page.getByText('verdict hidden').waitFor();
    await page.getByRole('button', { name: 'Show me' }).click();
    await page.getByRole('button', { name: 'Next question' }).click();
    await page.getByRole('heading', { name: /^Which lanes want a word/ }).waitFor();
    await page.getByRole('button', { name: 'Show me' }).click();
    await page.getByRole('button', { name: 'To the whole page' }).click();
    await page.getByRole('region', { name: 'Evidence' }).getByRole('table', { name: 'Evidence by source' }).waitFor();
  });

  test('asks about another access where a copy asks no bank', async () => {
    const { page } = await visits.open('/banks/tensor-copy?quiz=1');
    await page.getByText('The copy engine moves a box of the tensor. No lane asks a bank').waitFor();
    await page.getByRole('button', { name: 'Ask about another access' }).click();
    await page.getByRole('button', { name: 'Show me' }).waitFor();
  });

  test('leads to the whole page where a kernel has nothing to ask about', async () => {
    const { page } = await visits.open('/banks/transpose?v=naive&quiz=1');
    await page.getByText('This warp makes no such access. No lane asks a bank').waitFor();
    await page.getByRole('button', { name: 'To the whole page' }).click();
    await page.getByRole('button', { name: 'Quiz me' }).waitFor();
  });
});

describe('a lesson', () => {
  test('begins at the door of the home page and is walked with the page keys', async () => {
    const { page } = await visits.open('/');
    await page.getByRole('link', { name: /^Lesson 1/ }).click();
    await page.getByText('step 1 of 6').waitFor();
    await page.keyboard.press('PageDown');
    await page.getByText('step 2 of 6').waitFor();
    await page.keyboard.press('PageUp');
    await page.getByText('step 1 of 6').waitFor();
    await page.getByRole('link', { name: 'Leave the lesson' }).click();
    await page.getByRole('heading', { name: 'Learn', exact: true }).waitFor();
  });

  test('keeps its strip in place from step to step', async () => {
    const { page } = await visits.open(COLUMN);
    const strip = page.getByRole('region', { name: 'Lesson', exact: true });
    await strip.waitFor();
    const first = await strip.boundingBox();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('step 4 of 6').waitFor();
    expect(await strip.boundingBox()).toEqual(first);
  });

  test('ends with a task that is done when its conflict is gone', async () => {
    const { page } = await visits.open('/workbench?task=banks&lesson=banks.6');
    const workbench = workbenchOn(page);
    await workbench.editor.waitFor();
    await workbench.run.click();
    await page.getByText('62 wavefronts lost').waitFor();
    await workbench.editor.locator('.cm-line', { hasText: '%step, 128;' }).click();
    await page.keyboard.press('End');
    for (const _ of '128;') await page.keyboard.press('Backspace');
    await page.keyboard.type('132;');
    await workbench.run.click();
    await expect.poll(() => page.getByText('nothing found: done').count(), PATIENCE).toBe(1);
    await page.getByText('output right', { exact: true }).waitFor();
  });

  test('asks for a line, an order and cells by keyboard', async () => {
    const { page } = await visits.open('/workbench?task=bugBarrier&lesson=bug.1');
    await page.getByRole('heading', { name: 'At which line may a number be missing that is needed there?' }).waitFor();
    await page.keyboard.press('5');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You said line 21. That is right.' }).waitFor();
    await workbenchOn(page).editor.waitFor();
    await page.goto(page.url().replace(/#.*/, '#/pipeline?a=v3-wgmma*stages_2*steps_12&lesson=ring.1'));
    const first = page.getByRole('button', { name: 'the copy of piece 0 is started' });
    await first.focus();
    await page.keyboard.press('Enter');
    expect(await first.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Commit' }).isDisabled();
    await page.getByRole('button', { name: 'Show me' }).click();
    await page.getByRole('heading', { name: 'The order:' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(page.url().replace(/#.*/, '#/tensor-map?box=64.8&lesson=map.4'));
    await page.getByRole('button', { name: 'row 0, place 2' }).click();
    await page.getByRole('button', { name: 'Commit' }).click();
    await page.getByText('1 of 8 found').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('asks for lanes in one stop of the tabulator', async () => {
    const { page } = await visits.open('/banks/probe?table=lane+*+24&lesson=banks.5');
    const lane = (number: number) => page.getByRole('button', { name: `lane ${number}`, exact: true });
    await lane(0).focus();
    for (const key of ['ArrowRight', 'Space', 'ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    const pressed = (number: number) => lane(number).getAttribute('aria-pressed');
    expect([await pressed(1), await pressed(9), await pressed(17)]).toEqual(['true', 'false', 'true']);
    for (const _ of ['How sure?', 'Commit']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /That is right|It is/ }).waitFor();
  });

  test('asks which of two is faster, and the recording answers', async () => {
    const { page } = await visits.open('/runs?kernel=transpose&lesson=measured.2');
    await page.getByRole('radio', { name: 'Padded, 1.1 to 2 times as fast' }).check({ force: true });
    await page.keyboard.press('Enter');
    await page.getByText('Medians on an NVIDIA H200').waitFor();
  });

  test('fits a phone', async () => {
    const { page } = await visits.open(COLUMN, { viewport: { width: 390, height: 844 } });
    await page.getByRole('heading', { name: 'How many wavefronts does it take?' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await namelessButtons(page, 'section[aria-label="Lesson"] .button')).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('keeps the answer in sight on a phone when the editor comes below it', async () => {
    const viewport = { width: 390, height: 844 };
    const { page } = await visits.open('/workbench?task=bugBarrier&lesson=bug.1', { viewport });
    // A click would bring the button into sight, and move the page itself.
    await page.getByRole('button', { name: 'Show me' }).dispatchEvent('click');
    await workbenchOn(page).editor.waitFor();
    const answer = page.getByRole('heading', { name: 'The answer: line 21.' });
    expect(await answer.evaluate(heading => heading.getBoundingClientRect().top)).toBeGreaterThan(100);
  });
});
