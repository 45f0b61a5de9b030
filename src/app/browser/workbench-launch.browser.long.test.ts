/** The launch form as people use it: guesses, mistakes, keyboards, both themes, a phone. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { boxOf } from '../../../scripts/browser.ts';
import { faultsOf } from './fixtures/axe.ts';
import { browserVisits } from './fixtures/visit.ts';
import { workbenchOn } from './fixtures/workbench-object.ts';

const KERNELS = new URL('../../ptx/outline/fixtures/', import.meta.url);
const PTX = readFileSync(new URL('outline.sm_90.ptx', KERNELS), 'utf8');
const CUDA = readFileSync(new URL('outline.cu', KERNELS), 'utf8');

const visits = browserVisits();

async function openKernels(options = {}) {
  const { page } = await visits.open('/workbench', options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const bench = workbenchOn(page);
  await bench.drop({ 'outline.ptx': PTX, 'outline.cu': CUDA });
  await bench.editor.waitFor();
  return { page, bench, form: page.getByRole('form', { name: 'Launch' }) };
}

describe('a text of more than 2 Mi characters', () => {
  const kernel = (name: string, size: string) => `.visible .entry ${name}(.param .${size} ${name}_param_0) { ret; }`;
  const LONG = [
    ...['.version 8.0', '.target sm_90', '.address_size 64', kernel('first', 'u32'), kernel('second', 'u64')],
    ...Array.from({ length: 2 ** 15 }, (_, i) => `// ${i} ${'-'.repeat(64)}`),
  ].join('\n');

  test('has the launch of the kernel that is chosen, and runs what was typed a moment ago', async () => {
    const { page } = await visits.open('/workbench');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const bench = workbenchOn(page);
    await bench.open('long.ptx', LONG);
    const form = page.getByRole('form', { name: 'Launch' });
    const kernels = form.getByRole('combobox', { name: 'Kernel' });
    expect(await kernels.locator('option').allInnerTexts()).toEqual(['first', 'second']);
    await kernels.selectOption('second');
    await bench.runs();
    await bench.expectStanding(/Nothing wrong was found/);
    expect(await form.getByText('does not fit').count()).toBe(0);
    await bench.editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('?');
    await page.keyboard.press('Control+Enter');
    await bench.expectStanding(/PTX line 1, column 1/);
  });
});

test('the kernel that is chosen comes into sight', async () => {
  const kernel = (name: string) => `.visible .entry ${name}(.param .u32 n) { ret; }\n`;
  const text = `.version 8.0\n.target sm_90\n.address_size 64\n${kernel('near')}${'//\n'.repeat(2000)}${kernel('far')}`;
  const { page } = await visits.open('/workbench');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const bench = workbenchOn(page);
  await bench.open('two.ptx', text);
  const line = bench.source.locator('.cm-line', { hasText: '.entry far' });
  expect(await line.count()).toBe(0);
  await page.getByRole('combobox', { name: 'Kernel' }).selectOption('far');
  await line.waitFor();
});

describe('a launch description in a file', () => {
  const LAUNCH = {
    entry: 'plainAdd',
    grid: [3, 1, 1],
    block: [64, 1, 1],
    buffers: [
      { name: 'in', type: 's32', length: 192, init: { kind: 'iota' } },
      { name: 'out', type: 's32', length: 192, init: { kind: 'poison' }, output: true },
    ],
    params: [
      { kind: 'pointer', buffer: 'in' },
      { kind: 'pointer', buffer: 'out' },
    ],
  };
  const file = (launch: object = LAUNCH) => ({ 'my.launch.json': JSON.stringify(launch) });

  test('becomes the launch of the document that is open, and nothing of it is guessed', async () => {
    const { form, bench } = await openKernels();
    await bench.drop(file());
    await expect.poll(() => form.getByRole('textbox', { name: 'Grid x' }).inputValue()).toBe('3');
    expect(await form.getByText(/values are guesses/).count()).toBe(0);
  });

  test('dropped with its PTX is its launch', async () => {
    const { page, bench, form } = await openKernels();
    await bench.drop({ 'other.ptx': PTX, ...file() });
    await page.getByRole('heading', { name: 'other.ptx' }).waitFor();
    expect(await form.getByRole('textbox', { name: 'Block x' }).inputValue()).toBe('64');
  });

  test('with a mistake is refused at its field', async () => {
    const { page, bench } = await openKernels();
    await bench.drop(file({ ...LAUNCH, grid: [0, 1, 1] }));
    await page.getByText(/my\.launch\.json: grid\[0\]/).waitFor();
  });

  test('is taken when it is pasted, and what is no kernel is refused', async () => {
    const { page, form } = await openKernels();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const paste = async (text: string) => {
      await page.evaluate(words => navigator.clipboard.writeText(words), text);
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('Control+v');
    };
    await paste(JSON.stringify(LAUNCH));
    await expect.poll(() => form.getByRole('textbox', { name: 'Grid x' }).inputValue()).toBe('3');
    await paste('some words');
    await page.getByRole('alert').getByText('pasted is neither PTX (it has no .version) nor CUDA').waitFor();
    await page.getByRole('heading', { name: 'outline.ptx' }).waitFor();
  });

  const WAITS = 'my.launch.json waits for the PTX or CUDA of the kernel plainAdd: open it, too.';

  test('waits for its PTX where nothing is open', async () => {
    const { page } = await visits.open('/workbench');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const bench = workbenchOn(page);
    await bench.drop(file());
    await page.getByText(WAITS).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await bench.open('outline.ptx', PTX);
    const form = page.getByRole('form', { name: 'Launch' });
    expect(await form.getByRole('textbox', { name: 'Block x' }).inputValue()).toBe('64');
    expect(await form.getByRole('combobox', { name: 'Kernel' }).inputValue()).toBe('plainAdd');
    await page.getByText(WAITS).waitFor({ state: 'hidden' });
  });

  test('waits for its PTX where another one is open, keeps that one’s launch, and then goes with its PTX', async () => {
    const { page } = await visits.open('/workbench');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const bench = workbenchOn(page);
    const other = `${PTX.slice(0, PTX.indexOf('.visible'))}.visible .entry other() { ret; }`;
    await bench.open('other.ptx', other);
    await bench.drop(file());
    await page.getByText(WAITS).waitFor();
    const form = page.getByRole('form', { name: 'Launch' });
    expect(await form.getByRole('textbox', { name: 'Grid x' }).inputValue()).toBe('1');
    await bench.drop({ 'outline.ptx': PTX });
    await page.getByRole('heading', { name: 'outline.ptx' }).waitFor();
    expect(await form.getByRole('textbox', { name: 'Block x' }).inputValue()).toBe('64');
    expect(await page.getByText(WAITS).count()).toBe(0);
    // A newer PTX of the same kernel has it, too, as long as nobody has changed it.
    await bench.drop({ 'newer.ptx': PTX });
    await page.getByRole('heading', { name: 'newer.ptx' }).waitFor();
    expect(await form.getByRole('textbox', { name: 'Block x' }).inputValue()).toBe('64');
  });

  test('that waits is used for what is open, or forgotten, as its user says', async () => {
    const { page, bench, form } = await openKernels();
    await bench.drop(file({ ...LAUNCH, entry: 'renamed' }));
    await page.getByText(/waits for the PTX or CUDA of the kernel renamed/).waitFor();
    await page.getByRole('button', { name: 'Use it for outline.ptx' }).click();
    await expect.poll(() => form.getByRole('textbox', { name: 'Grid x' }).inputValue()).toBe('3');
    await bench.drop(file({ ...LAUNCH, entry: 'renamed' }));
    await page.getByRole('button', { name: 'Forget this launch' }).click();
    await page.getByText(/waits for the PTX or CUDA/).waitFor({ state: 'hidden' });
  });

  test('is saved as the command takes it', async () => {
    const { page, bench } = await openKernels();
    await bench.drop(file());
    await page.getByRole('button', { name: 'Save' }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the launch alone' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/\.launch\.json$/);
    expect(JSON.parse(readFileSync(await saved.path(), 'utf8'))).toEqual(LAUNCH);
  });
});

describe('pointers that lie in a buffer', () => {
  test('lead to buffers of their own, which are shown, changed and run with it', async () => {
    const { page } = await visits.open('/workbench');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const bench = workbenchOn(page);
    const records = (name: string) => readFileSync(new URL(`records.${name}`, KERNELS), 'utf8');
    await bench.drop({ 'records.ptx': records('sm_90.ptx'), 'records.cu': records('cu') });
    const form = page.getByRole('form', { name: 'Launch' });
    await form.getByRole('combobox', { name: 'Kernel' }).selectOption({ label: 'scaleTasks<0>' });
    await form.getByText('8 addresses lie in it, over what the content says.').waitFor();
    await form.getByText('tasks_8_1: 32 f32').click();
    await form.locator('details[open]').getByRole('textbox', { name: 'Elements' }).fill('31');
    await page.keyboard.press('Enter');
    await form.getByText('tasks_8_1: 31 f32').waitFor();
    await bench.runs();
    await page.getByText("past the end of 'tasks_8_1' (124 bytes)").first().waitFor();
  });
});

describe('CUDA dropped on an open PTX', () => {
  test('is asked about: it may be the source of that PTX', async () => {
    const { page, bench } = await openKernels();
    await bench.drop({ 'again.cu': CUDA });
    const dialog = page.getByRole('dialog', { name: 'What was dropped' });
    await dialog.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await bench.drop({ 'again.cu': CUDA });
    await dialog.getByRole('button', { name: 'The source of outline.ptx' }).click();
    await page.getByRole('tab', { name: 'again.cu' }).waitFor();
    await page.getByRole('heading', { name: 'outline.ptx' }).waitFor();
  });

  test('or another program', async () => {
    const { page, bench } = await openKernels();
    await bench.drop({ 'again.cu': CUDA });
    await page.getByRole('button', { name: 'Another program: open it' }).click();
    await page.getByRole('heading', { name: 'again.cu' }).waitFor();
  });
});

describe('the launch form', () => {
  test('is made from the kernel, says what it guessed, and runs as it is', async () => {
    const { form, bench } = await openKernels();
    await form.getByRole('combobox', { name: 'Kernel' }).selectOption({ label: 'saxpy' });
    expect(await form.getByRole('textbox', { name: 'Grid x' }).inputValue()).toBe('4');
    await form.getByRole('button', { name: 'y: guessed; keep' }).waitFor();
    await form.getByText(/values are guesses/).waitFor();
    await bench.runs();
    await bench.expectStanding(/No faults/);
  });

  test('lets the guesses follow what is typed', async () => {
    const { form, page } = await openKernels();
    await form.getByRole('combobox', { name: 'Kernel' }).selectOption({ label: 'saxpy' });
    const n = page.getByRole('group', { name: /^n / }).getByRole('textbox', { name: /^Value/ });
    await n.fill('5000');
    await expect.poll(() => form.getByRole('textbox', { name: 'Grid x' }).inputValue()).toBe('20');
    expect(
      await page
        .getByRole('group', { name: /^x / })
        .getByRole('textbox', { name: /^Elements/ })
        .inputValue(),
    ).toBe('5000');
    expect(await page.getByRole('button', { name: 'n: guessed; keep' }).count()).toBe(0);
  });

  test('keeps what was typed wrong, and says what is wrong with it', async () => {
    const { form } = await openKernels();
    const x = form.getByRole('textbox', { name: 'Block x' });
    await x.fill('2048');
    await x.press('Tab');
    expect(await x.inputValue()).toBe('2048');
    expect(await x.getAttribute('aria-invalid')).toBe('true');
    const described = (await x.getAttribute('aria-describedby')) ?? '';
    expect(await form.locator(`[id="${described}"]`).textContent()).toMatch(/from 1 to 1,024/);
  });

  test('checks a formula as it is typed', async () => {
    const { form } = await openKernels();
    await form.getByRole('combobox', { name: 'Kernel' }).selectOption({ label: 'plainAdd' });
    await form.getByLabel('Should be').selectOption('formula');
    const formula = form.getByRole('textbox', { name: 'Element i' });
    await formula.fill('in[i] + no');
    await form.getByText(/column 9: no scalar 'no'/).waitFor();
    await formula.fill('in[i] + 1');
    await expect.poll(() => formula.getAttribute('aria-invalid')).toBe('false');
  });

  test('takes a struct as bytes', async () => {
    const { form } = await openKernels();
    await form.getByRole('combobox', { name: 'Kernel' }).selectOption({ label: 'brighten' });
    await form.getByText('Raw bytes').first().click();
    const bytes = form.getByRole('textbox', { name: 'Bytes, hexadecimal' }).first();
    const before = await bytes.inputValue();
    await bytes.fill('01');
    await form.getByText(/^Bytes, hexadecimal: 1 byte, expected \d+$/).waitFor();
    await bytes.fill(before.replace(/..$/, '7f'));
    await expect.poll(() => bytes.getAttribute('aria-invalid')).toBe('false');
    expect(await bytes.inputValue()).toMatch(/ 7f$/);
  });

  test('puts what the run refuses at its field', async () => {
    const { form, bench } = await openKernels();
    await form.getByRole('combobox', { name: 'Kernel' }).selectOption({ label: 'copy4' });
    const x = form.getByRole('textbox', { name: 'Block x' });
    await x.fill('256');
    await bench.run.click();
    await form.getByText(/allows at most 128/).waitFor();
  });

  test.each(['light', 'dark'] as const)('has nothing that axe objects to, %s', async colorScheme => {
    const { page, form } = await openKernels({ colorScheme });
    await form.getByRole('combobox', { name: 'Kernel' }).selectOption({ label: 'brighten' });
    await form.getByLabel('CTAs to run').selectOption('list');
    expect(await faultsOf(page)).toEqual([]);
    expect(await form.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  test('fits a phone', async () => {
    const { page } = await openKernels({ viewport: { width: 390, height: 844 } });
    await page.getByText('Launch', { exact: true }).click();
    const form = page.getByRole('form', { name: 'Launch' });
    await form.waitFor();
    expect(await form.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0);
    const box = await boxOf(form.getByRole('textbox', { name: 'Grid x' }));
    expect(box.height).toBeGreaterThanOrEqual(44);
  });
});
