/** The pipeline page: presets and numbers, the story of a deadlock, the editor, comparing, playing, files, and its link. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { parseScenario } from '../../contract/scenario.ts';
import type { ChromeTrace } from '../../trace/chrome-trace.ts';
import { faultsOf } from './fixtures/axe.ts';
import { coloursOf, PATIENCE, valuesBySource } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();

const evidence = (page: Page) => page.getByRole('region', { name: 'Evidence' });
const timeline = (page: Page, letter: string) =>
  page.getByRole('application', { name: new RegExp(`^Timeline of ${letter}`) });
const transport = (page: Page) => page.getByRole('region', { name: 'Transport' });
const playhead = (page: Page) => transport(page).getByRole('slider', { name: 'Cycle' });
const rail = (page: Page) => page.getByRole('complementary', { name: 'Parameters' });
const field = (page: Page, name: string) => rail(page).getByRole('textbox', { name, exact: true });
const search = (page: Page) => Object.fromEntries(new URLSearchParams(page.url().split('?')[1] ?? ''));
const expectSearch = (page: Page, wanted: object) => expect.poll(() => search(page), PATIENCE).toEqual(wanted);
const pixels = (page: Page) =>
  timeline(page, 'A')
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

async function openPipeline(words = '', options = {}) {
  const { page } = await visits.open(`/pipeline${words}`, options);
  await timeline(page, 'A').locator('canvas').waitFor(PATIENCE);
  return page;
}

/** Values of one row, a cell per pipeline. */
const row = (page: Page, source: 'Predicted' | 'Emulated' | 'Measured', name: string): Promise<string[]> =>
  valuesBySource(evidence(page), source, name);

async function saved(page: Page, item: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

describe('presets and numbers', () => {
  test('another preset is another picture, and forgets what was changed of the first', async () => {
    const page = await openPipeline('?a=v3-wgmma*stages_3');
    const before = await pixels(page);
    await rail(page).getByRole('combobox', { name: 'Preset of A' }).selectOption('fa3-forward');
    await page.getByRole('heading', { level: 1, name: /^FlashAttention-3/ }).waitFor();
    await expectSearch(page, { a: 'fa3-forward' });
    expect(await pixels(page)).not.toBe(before);
    await rail(page)
      .getByRole('checkbox', { name: /ping-pong/ })
      .waitFor();
  });

  test('a number changes picture and evidence, and what is no number changes nothing', async () => {
    const page = await openPipeline();
    const [before] = await row(page, 'Predicted', 'Cycles per K step');
    await field(page, 'Rate of copies').fill('-3');
    await rail(page).getByRole('alert').getByText('a number from 0.1').waitFor();
    await expectSearch(page, {});
    await field(page, 'Rate of copies').fill('96.8');
    await expectSearch(page, { a: 'v3-wgmma*copyBytesPerClk_96.8' });
    const [after] = await row(page, 'Predicted', 'Cycles per K step');
    expect([before, after]).toEqual(['1,412', '1,024']);
    await page.getByText(/Tensor-bound/).waitFor();
    await rail(page).getByRole('button', { name: 'Rate of copies: back to 34.8' }).click();
    await expectSearch(page, {});
  });

  test('what does not fit into shared memory is said, and the last picture stays', async () => {
    const page = await openPipeline();
    await field(page, 'Stages').fill('9');
    await page
      .getByRole('alert')
      .getByText(/a CTA has 232448.*The picture shows what was there before/)
      .waitFor();
    expect(await coloursOf(timeline(page, 'A').locator('canvas'))).toBeGreaterThan(8);
  });

  test('says where each number of the machine is from', async () => {
    const page = await openPipeline();
    await rail(page).getByRole('button', { name: 'measured' }).first().click();
    await page
      .getByRole('dialog', { name: 'Where the number is from' })
      .getByText(/measured on an NVIDIA H200/)
      .waitFor();
  });
});

describe('the emulator', () => {
  test('agrees with the model, event by event', async () => {
    const page = await openPipeline();
    await evidence(page).getByText('Model and emulation agree').waitFor(PATIENCE);
    expect(await row(page, 'Emulated', 'Order of events')).toEqual(['alike']);
  });

  test('replays two pipelines of one version side by side, and names the nearest build where there is none', async () => {
    const page = await openPipeline('?a=v3-wgmma*steps_200&b=v3-wgmma*steps_240&c=v3-wgmma*stages_3');
    await expect.poll(() => row(page, 'Emulated', 'Order of events'), PATIENCE).toEqual(['alike', 'alike', '—']);
    await evidence(page).getByText('has 128 × 256, 3 stages; the nearest has 128 × 256, 4 stages').waitFor();
  });

  test('is not asked where no kernel was compiled, and a GPU was not', async () => {
    const page = await openPipeline('?a=v3-wgmma*stages_2');
    await evidence(page)
      .getByText(/no compiled build has 128 × 256, 2 stages/)
      .waitFor(PATIENCE);
    for (const source of ['Emulated', 'Measured'] as const)
      expect(await row(page, source, 'All is done')).toEqual(['—']);
    await evidence(page).getByText('—, not measured yet').waitFor();
  });

  test('finds out a kernel that does not wait for a free stage', async () => {
    const page = await openPipeline('?a=v2-warp-specialized');
    await rail(page).getByRole('combobox', { name: 'Compiled kernel' }).selectOption('missing-empty-wait');
    await evidence(page).getByText('The kernel of A does something else').waitFor(PATIENCE);
    await evidence(page)
      .getByText(/Overrun at cycle/)
      .waitFor();
    await expectSearch(page, { a: 'v2-warp-specialized*missing-empty-wait' });
  });
});

describe('a deadlock', () => {
  test('is told: parity, who waits, and the way out', async () => {
    const page = await openPipeline('?a=v2-warp-specialized');
    const first = rail(page).getByRole('radiogroup', { name: 'Parity that producer waits for first at fill' });
    await first.getByText('0', { exact: true }).click();
    await page.getByText(/^Deadlock at cycle 0/).waitFor();
    await page
      .getByText(/producer waits at empty\[0\]/)
      .first()
      .waitFor();
    expect(await row(page, 'Predicted', 'All is done')).toEqual(['—']);
    await rail(page).getByRole('button', { name: 'Reset all' }).click();
    await page.getByText(/^Deadlock at/).waitFor({ state: 'hidden' });
  });

  test('comes of one click in the editor, and goes', async () => {
    const page = await openPipeline('?editor=1');
    const editor = page.getByRole('region', { name: 'Scenario' });
    await editor
      .getByRole('region', { name: 'Mistakes of consumer 1' })
      .getByRole('button', { name: 'leaves out every arrive on empty' })
      .click();
    await page.getByText(/^Deadlock at cycle/).waitFor();
    await expect.poll(() => search(page)['a.own']?.length ?? 0, PATIENCE).toBeGreaterThan(100);
    await editor.getByRole('button', { name: 'Back to the preset' }).click();
    await page.getByText(/^Deadlock at/).waitFor({ state: 'hidden' });
    await expectSearch(page, { editor: '1' });
    await editor.getByRole('button', { name: 'Bring back what was typed' }).click();
    await page.getByText(/^Deadlock at cycle/).waitFor();
  });
});

describe('the editor', () => {
  const textbox = (page: Page) => page.getByRole('textbox', { name: /^JSON, scenario of A/ });

  /** Ctrl+A and typing, as people do. */
  async function type(page: Page, text: string): Promise<void> {
    await textbox(page).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  }

  test('names the field of an error, keeps the text over a reload, and the picture', async () => {
    const page = await openPipeline('?editor=1');
    await textbox(page).waitFor(PATIENCE);
    const { text } = await saved(page, 'Scenario of A as JSON');
    const wrong = text.replace('"stages": 4', '"stages": 0');
    await type(page, wrong);
    await page
      .getByRole('status')
      .getByText(/barriers\[0\]\.stages/)
      .waitFor();
    await evidence(page)
      .getByText(/the state before the last change/)
      .waitFor();
    expect(await coloursOf(timeline(page, 'A').locator('canvas'))).toBeGreaterThan(8);
    await expect.poll(() => search(page)['a.own']?.length ?? 0, PATIENCE).toBeGreaterThan(100);
    await page.reload();
    await page
      .getByRole('status')
      .getByText(/barriers\[0\]\.stages/)
      .waitFor(PATIENCE);
    expect((await saved(page, 'Scenario of A as JSON')).text).toBe(wrong);
    await type(page, '{ "resources": ');
    await page.getByRole('status').getByText(/JSON/).waitFor();
  });

  test('plays what is typed', async () => {
    const page = await openPipeline('?editor=1');
    await textbox(page).waitFor(PATIENCE);
    const { text } = await saved(page, 'Scenario of A as JSON');
    await type(page, text.replace('"copyBytesPerClk": 34.8', '"copyBytesPerClk": 96.8'));
    await expect.poll(() => row(page, 'Predicted', 'Cycles per K step'), PATIENCE).toEqual(['1,024']);
    await evidence(page).getByText('Prediction only').waitFor();
  });

  test('leaves the cursor where it is while the text goes into the link', async () => {
    const page = await openPipeline('?editor=1');
    await textbox(page).click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.insertText(' ');
    const own = () => search(page)['a.own'];
    await expect.poll(own, PATIENCE).not.toBeUndefined();
    const before = own();
    await page.keyboard.insertText('\n\n');
    await expect.poll(own, PATIENCE).not.toBe(before);
    expect((await saved(page, 'Scenario of A as JSON')).text).toMatch(/^ \n\n\{/);
  });

  test('keeps in this tab what is too long for a link, and says so', async () => {
    const page = await openPipeline('?editor=1');
    await textbox(page).waitFor(PATIENCE);
    const scenario = JSON.parse((await saved(page, 'Scenario of A as JSON')).text);
    const names = Array.from({ length: 240 }, () => `${crypto.randomUUID()}-${crypto.randomUUID()}`.slice(0, 64));
    scenario.barriers.push(...names.map(name => ({ name, stages: 1, count: 1 })));
    const text = JSON.stringify(scenario);
    await type(page, text);
    await page.getByText(/It is too long for a link and stays in this tab/).waitFor(PATIENCE);
    expect(search(page)['a.own']).toMatch(/^kept-/);
    await page.reload();
    await page.getByText(/It is too long for a link/).waitFor(PATIENCE);
    expect((await saved(page, 'Scenario of A as JSON')).text).toBe(text);
    const { page: elsewhere } = await visits.open(`/pipeline${new URL(page.url()).hash.replace(/^[^?]*/, '')}`);
    await elsewhere
      .getByText(/this tab no longer has it/)
      .first()
      .waitFor(PATIENCE);
  });

  test('plays a long scenario beside the page', async () => {
    const page = await openPipeline('?a=v2-warp-specialized*steps_4096');
    await expect.poll(() => row(page, 'Predicted', 'All is done'), PATIENCE).not.toEqual(['—']);
    await evidence(page).getByText('one CTA, 4,096 K steps').waitFor(PATIENCE);
  });
});

describe('comparing', () => {
  test('adds a variant, changes it, aligns both, and takes one away', async () => {
    const page = await openPipeline();
    await rail(page).getByRole('button', { name: 'Compare with a variant' }).click();
    await timeline(page, 'B').locator('canvas').waitFor();
    await field(page, 'Stages').fill('2');
    await rail(page).getByRole('combobox', { name: 'Align on' }).selectOption('mma consumer 1');
    await transport(page).getByText('after first product of consumer 1').waitFor();
    await expectSearch(page, { a: 'v3-wgmma', b: 'v3-wgmma*stages_2', edit: '1', align: 'mma consumer 1' });
    const [a, b] = await row(page, 'Predicted', 'All is done');
    expect(Number(b.replace(',', ''))).toBeGreaterThan(Number(a.replace(',', '')));
    const [first, second] = [await boxOf(timeline(page, 'A')), await boxOf(timeline(page, 'B'))];
    expect([first.x, first.width]).toEqual([second.x, second.width]);
    await rail(page).getByRole('button', { name: 'Remove A' }).click();
    await expectSearch(page, { a: 'v3-wgmma*stages_2', align: 'mma consumer 1' });
  });
});

describe('the playhead', () => {
  const at = async (page: Page) => Number(await playhead(page).inputValue());

  test('goes from flip to flip by keys, and ring and table follow', async () => {
    const page = await openPipeline();
    const before = await at(page);
    await page.keyboard.press('.');
    const next = await at(page);
    expect(next).toBeGreaterThan(before);
    // Once the playhead rests, the link holds its time as a whole number.
    await expect.poll(() => search(page).at, PATIENCE).toBe(`${Math.ceil(next)}`);
    await page.keyboard.press(',');
    expect(await at(page)).toBe(before);
    await page.keyboard.press('End');
    await page.getByText('All roles are done.').waitFor();
    await page.keyboard.press('Home');
    await page
      .getByRole('region', { name: 'State of A at the playhead' })
      .getByText(/filling/)
      .first()
      .waitFor();
    await expectSearch(page, { at: '0' });
  });

  test('plays, and stops', async () => {
    const page = await openPipeline('?at=0');
    await page.keyboard.press(' ');
    await expect.poll(() => at(page), PATIENCE).toBeGreaterThan(500);
    await page.keyboard.press(' ');
    const stopped = await at(page);
    await expect.poll(() => search(page).at, PATIENCE).toBe(`${Math.ceil(stopped)}`);
  });

  test('is one step where no motion is wanted', async () => {
    const page = await openPipeline('?at=0', { reducedMotion: 'reduce' });
    await transport(page).getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => at(page), PATIENCE).toBeGreaterThan(0);
    await transport(page).getByRole('button', { name: 'Play' }).waitFor();
  });
});

describe('files', () => {
  test('hold what is on screen, in forms that others read', async () => {
    const page = await openPipeline('?a=v2-warp-specialized&b=v2-warp-specialized*stages_2', { acceptDownloads: true });
    await evidence(page).getByText('Model and emulation agree').waitFor(PATIENCE);
    const svg = await saved(page, 'Pictures as SVG');
    expect(svg.text).toMatch(/^<svg|^<\?xml/);
    expect(svg.text).toContain('producer');
    const spans = (await saved(page, 'Spans as CSV')).text.trim().split('\n');
    expect(spans[0]).toBe('variant,source,role,kind,from,to,unit,buffer,stage,line,barrier,parity,of');
    expect(new Set(spans.slice(1).map(line => line.split(',').slice(0, 2).join(' ')))).toEqual(
      new Set(['A predicted', 'A emulated', 'A measured', 'B predicted']),
    );
    expect((await saved(page, 'Barrier events as CSV')).text).toContain('full[0]');
    const trace: ChromeTrace = JSON.parse((await saved(page, 'Chrome trace')).text);
    expect(trace.otherData.link).toBe(page.url());
    expect(trace.traceEvents.filter(({ name }) => name === 'process_name')).toHaveLength(4);
    const { text } = await saved(page, 'Scenario of A as JSON');
    expect(parseScenario(JSON.parse(text))).toMatchObject({ ok: true });
  });

  test('the line for the command is that of its variant', async () => {
    const page = await openPipeline('?a=v2-warp-specialized*stages_2', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Copy A for the command' }).click();
    const line = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(line)).toEqual({ op: 'pipeline', preset: 'v2-warp-specialized', set: { stages: 2 } });
  });
});

test('a link opens what it was copied from', async () => {
  const words =
    '?a=v3-wgmma&b=v3-wgmma*stages_2&edit=1&align=flip+full%5B0%5D&window=0_9000&at=4321&traces=0&path=1&under=nothing';
  const page = await openPipeline(words);
  await transport(page).getByText('Cycle 4,321').waitFor();
  expect(await rail(page).getByRole('checkbox', { name: 'Barriers, by parity' }).isChecked()).toBe(false);
  expect(await rail(page).getByRole('checkbox', { name: 'Critical path' }).isChecked()).toBe(true);
  expect(await field(page, 'Stages').inputValue()).toBe('2');
  expect(search(page)).toEqual(Object.fromEntries(new URLSearchParams(words)));
});

test('inside another page there are the timelines, what each source says, and the way here', async () => {
  const page = await openPipeline('?a=v2-warp-specialized&embed=1', { viewport: { width: 800, height: 450 } });
  await page.getByText(/A: 17,512 cycles, 942 a K step/).waitFor();
  expect(await page.getByRole('link', { name: 'Open in Lanescape' }).getAttribute('href')).toMatch(
    /#\/pipeline\?a=v2-warp-specialized$/,
  );
  expect(await page.getByRole('banner').count()).toBe(0);
});

describe.each(['light', 'dark'] as const)('axe finds nothing, %s', colorScheme => {
  test.each([
    ['at a desk', '', [1440, 900]],
    [
      'with two pipelines and the editor',
      '?a=v2-warp-specialized*parity.producer.fill_0&b=fa3-forward&editor=1',
      [1440, 900],
    ],
    ['on a phone', '', [390, 844]],
  ] as const)('%s', async (_, words, [width, height]) => {
    const page = await openPipeline(words, { colorScheme, viewport: { width, height } });
    await expect.poll(() => evidence(page).getAttribute('aria-busy'), PATIENCE).toBe('false');
    if (words !== '') await page.getByRole('textbox', { name: /^JSON/ }).waitFor(PATIENCE);
    expect(await faultsOf(page)).toEqual([]);
  });
});

test('on a phone the numbers are in a sheet', async () => {
  const page = await openPipeline('', { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Parameters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Parameters' });
  await sheet.getByRole('textbox', { name: 'Stages' }).fill('2');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expectSearch(page, { a: 'v3-wgmma*stages_2' });
});
