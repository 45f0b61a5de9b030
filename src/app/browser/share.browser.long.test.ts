/** A page shown to others: on a slide, in a frame, on paper, for an audience. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsOf } from './fixtures/axe.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { namelessButtons } from './fixtures/nameless.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

test('Share has four ways, by keyboard, without a fault', async () => {
  const { page } = await visits.open('/banks/transpose');
  await page.getByRole('button', { name: 'Share' }).click();
  for (const tab of ['Present', 'Slide', 'Embed', 'Sheet']) {
    await page.getByRole('tab', { name: tab, selected: true }).waitFor();
    if (tab === 'Slide') await page.getByRole('img', { name: /^Slide: Transpose/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('tab', { name: tab }).focus();
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('on a phone each button of the header has its name below it, and Share has the link', async () => {
  const { page } = await visits.open('/pipeline', { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await namelessButtons(page, 'header .button, section[aria-label="Transport"] button')).toEqual([]);
  await page.getByRole('button', { name: 'Share' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

test.each([600, 899])('%i px wide, where nothing hovers either, buttons have their names in sight', async width => {
  const { page } = await visits.open('/banks/transpose', { viewport: { width, height: 900 }, hasTouch: true });
  await page.getByRole('region', { name: 'Transport' }).waitFor();
  expect(await namelessButtons(page, 'header .button, section[aria-label="Transport"] button')).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});

test('a slide is 16:9, says why, and leaves out what is not ticked', async () => {
  const { page } = await visits.open('/banks/transpose?warp=5');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('tab', { name: 'Slide' }).click();
  const saved = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as SVG' }).click(),
    ]);
    return readFileSync(await file.path(), 'utf8');
  };
  const whole = await saved();
  expect(whole).toContain('viewBox="0 0 1920 1080"');
  expect(whole).toMatch(/every lane is in bank 5/);
  expect(whole).toContain('>32-way conflict<');
  expect(whole).toMatch(/>32<[\s\S]*>passes<[\s\S]*>2\.\d+ µs<[\s\S]*>measured</);
  expect(whole).toMatch(/32 and 1 passes, PTX for sm_90/);
  for (const part of ['Verdict', 'Times']) await page.getByRole('checkbox', { name: part }).uncheck();
  await page.getByText('Transparent').click();
  const less = await saved();
  expect(less).not.toMatch(/>32-way conflict<|>2\.\d+ µs</);
  expect(less).not.toContain('<rect width="100%" height="100%"');
});

test('for an audience, pictures and a verdict of 28 px are alone, and Escape ends it', async () => {
  const { page } = await visits.open('/banks/transpose');
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await evidence.waitFor();
  await page.keyboard.press('p');
  await expect.poll(() => evidence.isVisible(), PATIENCE).toBe(false);
  const verdict = page.getByText('32-way conflict').first();
  expect(await verdict.evaluate(each => Number.parseFloat(getComputedStyle(each).fontSize))).toBeGreaterThanOrEqual(28);
  await page.keyboard.press('Escape');
  await expect.poll(() => evidence.isVisible(), PATIENCE).toBe(true);
});

test.each([
  [1440, 900],
  [1920, 1080],
])('for an audience of a lesson at %i x %i, a whole step is in sight, with its legend', async (width, height) => {
  const { page } = await visits.open('/banks/transpose?v=padded&pad=1&warp=5&lesson=padding.1', {
    viewport: { width, height },
  });
  await page.getByText('verdict hidden').waitFor();
  await page.keyboard.press('p');
  const hidden = () =>
    page.evaluate(() => {
      const pane = document.querySelector('#picture > div');
      return pane ? pane.scrollHeight - pane.clientHeight : -1;
    });
  await expect.poll(hidden, PATIENCE).toBe(0);
});

const AUDIENCES = ['/swizzle', '/swizzle?e=4&rows=32&cols=32&piece=element', '/tensor-map'].flatMap(address =>
  [
    [1440, 900],
    [1920, 1080],
  ].map(([width, height]) => ({ address, width, height })),
);

test.each(AUDIENCES)(
  'for an audience, $address at $width x $height has pictures beside each other, without fields',
  async ({ address, width, height }) => {
    const { page } = await visits.open(address, { viewport: { width, height } });
    await page.getByRole('application').nth(1).waitFor();
    await page.keyboard.press('p');
    await expect.poll(() => page.getByRole('combobox').count(), PATIENCE).toBe(0);
    const places = () =>
      page.locator('figure canvas').evaluateAll(all => all.map(each => each.getBoundingClientRect().toJSON()));
    // Drawn anew for the larger text.
    await expect.poll(async () => Math.min(...(await places()).map(box => box.width)), PATIENCE).toBeGreaterThan(300);
    const boxes = await places();
    for (const [i, a] of boxes.entries()) {
      expect([a.left >= 0, a.right <= width]).toEqual([true, true]);
      for (const b of boxes.slice(i + 1))
        expect(a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1).toBe(
          true,
        );
    }
  },
);

test('for an audience on a phone, too, pictures are alone', async () => {
  const { page } = await visits.open('/banks/transpose', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const evidence = page.getByRole('heading', { name: 'Evidence' }).first();
  await evidence.waitFor();
  await page.keyboard.press('p');
  await expect.poll(() => evidence.isVisible(), PATIENCE).toBe(false);
});

test('notes follow the steps in a window of their own', async () => {
  const { page, context } = await visits.open('/banks/probe?table=lane+*+4&lesson=banks.1');
  const [notes] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Notes' }).click(),
  ]);
  await notes.getByText('step 1 of 6').waitFor();
  await page.keyboard.press('PageDown');
  await notes.getByText('step 2 of 6').waitFor();
  await notes.close();
});

test('a sheet has questions on its first page and answers on its second', async () => {
  const { page } = await visits.open('/sheet?of=banks.1');
  await page.getByRole('article', { name: 'Answers' }).waitFor();
  expect(await page.getByRole('article', { name: 'Questions' }).getByRole('listitem').count()).toBe(5);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(2);
});

/** The page with `link` in a frame, and every message that the window around it hears. */
async function framedWith(link: string) {
  const { page } = await visits.open('/');
  await page.evaluate(src => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    addEventListener('message', ({ data }) => void heard.push(data));
    const frame = Object.assign(document.createElement('iframe'), { src, width: 800, height: 600 });
    document.body.replaceChildren(frame);
  }, `${visits.url()}?framed#/${link}`);
  const heard = () => page.evaluate(() => Reflect.get(window, 'heard') as readonly Record<string, unknown>[]);
  return { page, heard, frame: page.frameLocator('iframe') };
}

const PICTURES = 'banks/transpose?pad=2&embed=1';

test('framed pictures tell the parent that their link names, and nobody else', async () => {
  const parent = encodeURIComponent(new URL(visits.url()).origin);
  const named = await framedWith(`${PICTURES}&parent=${parent}`);
  const answer = async () => (await named.heard()).find(({ event }) => event === 'pictures');
  await expect.poll(answer, PATIENCE).toMatchObject({ said: { emulated: '32 vs 2 wavefronts' }, variants: [{}, {}] });
  for (const words of ['', '&parent=https%3A%2F%2Fcourse.example']) {
    const other = await framedWith(PICTURES + words);
    await other.frame.getByText('32 vs 2').nth(1).waitFor();
    expect(await other.heard()).toEqual([]);
  }
});

test('a framed lesson asks, stays in its frame, and tells its parent alone', async () => {
  const parent = encodeURIComponent(new URL(visits.url()).origin);
  const { page, heard, frame } = await framedWith(`banks/probe?table=lane+*+4&lesson=banks.1&embed=1&parent=${parent}`);
  await frame.getByRole('heading', { name: 'How many wavefronts does it take?' }).waitFor();
  await expect.poll(async () => (await heard()).map(({ event }) => event), PATIENCE).toContain('ready');
  await frame.getByRole('button', { name: 'Show me' }).click();
  await expect
    .poll(async () => (await heard()).find(({ event }) => event === 'answer'), PATIENCE)
    .toMatchObject({
      ...{ type: 'lanescape', version: 1, lesson: 'banks.1', right: true, shown: true, tries: 1 },
    });
  await frame.getByRole('link', { name: 'Next' }).click();
  await frame.getByText('step 2 of 6').waitFor();
  expect(await frame.getByRole('banner').count()).toBe(0);
  await page.evaluate(() =>
    document.querySelector('iframe')!.contentWindow!.postMessage({ type: 'lanescape', set: '/swizzle?rows=8' }, '*'),
  );
  await expect.poll(async () => `${(await heard()).at(-1)?.address}`, PATIENCE).toMatch(/^\/swizzle\?rows=8&embed=1/);
});
