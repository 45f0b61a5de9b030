/**
 * The longest task of the page's main thread for what visitors do: opening pages, guessing, sharing, changing a
 * parameter. Processor time, so other work on the machine does not count; the browser is headless and draws by itself.
 */
import type { Browser, Page } from 'playwright-core';
import { longestTaskMs } from '../longest-task.ts';
import { onBuiltPage, row, type TimingRow } from '../page-timing.ts';

interface Action {
  readonly name: string;
  /** Address behind the `#` where it begins. */
  readonly at: string;
  readonly act: (page: Page) => Promise<unknown>;
}

const REST_MS = 1500;
const SCREEN = { width: 1440, height: 900 };
const goTo = (address: string) => (page: Page) => page.evaluate(`location.hash = '${address}'`);
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const choose = (label: string, value: string) => (page: Page) =>
  page.getByRole('combobox', { name: label, exact: true }).first().selectOption(value);

async function typed(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).first().fill(text);
  await page.keyboard.press('Enter');
}

const ACTIONS: readonly Action[] = [
  { name: 'first lesson from the start', at: '/', act: goTo('/banks/probe?table=lane+*+4&lesson=banks.1') },
  { name: 'course page', at: '/', act: goTo('/learn') },
  { name: 'all pictures of the start', at: '/', act: click(/^All \d+ pictures/) },
  { name: 'answer of a lesson shown', at: '/banks/probe?table=lane+*+4&lesson=banks.1', act: click('Show me') },
  { name: 'next step of a lesson', at: '/banks/probe?table=lane+*+4&lesson=banks.1', act: press('PageDown') },
  { name: 'Quiz me', at: '/banks/transpose', act: click('Quiz me') },
  { name: 'card of a word', at: '/banks/transpose', act: click('bank') },
  { name: 'Find', at: '/banks/transpose', act: press('/') },
  { name: 'glossary', at: '/banks/transpose', act: press('?') },
  { name: 'Share', at: '/banks/transpose', act: click('Share') },
  { name: 'large pictures', at: '/banks/transpose', act: press('p') },
  { name: 'other theme', at: '/banks/transpose', act: click(/^Switch to the/) },
  { name: 'transpose: padding', at: '/banks/transpose', act: page => typed(page, 'Padding', '8') },
  { name: 'permutation: shape', at: '/banks/permute', act: page => typed(page, 'Shape', '28,352,28,4,48') },
  { name: 'GEMM: variant', at: '/banks/gemm', act: choose('Variant B', 'v3-wgmma') },
  { name: 'swizzle: pattern', at: '/swizzle', act: click('64B') },
  { name: 'pipeline: mistake', at: '/pipeline', act: choose('Mistake', 'producer: no wait for empty') },
  { name: 'runs: kernel', at: '/runs', act: choose('Kernel', 'gemm') },
];

/** Addresses that are opened in a window of their own, with nothing fetched before. */
const LOADS = ['/', '/learn', '/banks/transpose', '/banks/transpose?v=padded&pad=0&warp=5&lesson=banks.3'];

async function timeOfLoad(browser: Browser, url: string, at: string): Promise<number> {
  const context = await browser.newContext({ viewport: SCREEN });
  const page = await context.newPage();
  const ms = await longestTaskMs(page, async () => {
    await page.goto(`${url}#${at}`);
    await page.waitForTimeout(REST_MS);
  });
  await context.close();
  return ms;
}

async function timeOf(browser: Browser, url: string, { at, act }: Action): Promise<number> {
  const page = await browser.newPage({ viewport: SCREEN });
  await page.goto(`${url}#${at}`);
  await page.waitForTimeout(REST_MS);
  const ms = await longestTaskMs(page, async () => {
    await act(page);
    await page.waitForTimeout(REST_MS);
  });
  await page.close();
  return ms;
}

export const run = (): Promise<TimingRow[]> =>
  onBuiltPage(async (browser, url) => {
    const rows: TimingRow[] = [];
    for (const at of LOADS)
      rows.push(row(`longest task: load of ${at}`, await timeOfLoad(browser, url, at), 'ms', 'at most 100'));
    for (const action of ACTIONS) {
      try {
        rows.push(row(`longest task: ${action.name}`, await timeOf(browser, url, action), 'ms', 'at most 100'));
      } catch (error) {
        throw new Error(`${action.name}: ${(error as Error).message}`);
      }
    }
    return rows;
  });
