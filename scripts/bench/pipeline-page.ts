/**
 * How long the built page is blocked when a very long pipeline (nearly the most steps that are simulated) comes from its
 * worker, and when it is then stepped and played. It measures processor time, so other work on the machine does not
 * count. The browser is headless, so the processor draws in place of a graphics card.
 */
import type { Page } from 'playwright-core';
import { longestTaskMs } from '../longest-task.ts';
import { onBuiltPage, openTimed, row, type TimingRow } from '../page-timing.ts';

/** About 950,000 steps and 300,000 spans. */
const LONG = '#/pipeline?a=v4-persistent*steps_3125*tiles_16';
const STEPS = 8;
const LOOK_MS = 200;
const PLAYED_MS = 2000;

async function stepped(page: Page): Promise<void> {
  for (let i = 0; i < STEPS; i++) {
    await page.keyboard.press('.');
    await page.waitForTimeout(LOOK_MS);
  }
}

async function played(page: Page): Promise<void> {
  await page.keyboard.press(' ');
  await page.waitForTimeout(PLAYED_MS);
  await page.keyboard.press(' ');
}

export const run = (): Promise<TimingRow[]> =>
  onBuiltPage(async (browser, url) => {
    const { page, stands, close } = await openTimed(browser, `${url}#/pipeline`);
    await stands('h1');
    const timeline = page.getByRole('application', { name: /^Timeline of A: .* [1-9]\d{2},\d{3} spans/ });
    const from = performance.now();
    const arrival = await longestTaskMs(page, async () => {
      await page.evaluate(`location.hash = '${LONG}'`);
      await timeline.waitFor();
    });
    const thereMs = performance.now() - from - LOOK_MS;
    const ofSteps = await longestTaskMs(page, () => stepped(page));
    const ofPlaying = await longestTaskMs(page, () => played(page));
    await close();
    const what = 'pipeline of nearly a million steps';
    return [
      row(`${what}: longest task as it arrives`, arrival, 'ms', 'at most 50'),
      row(`${what}: longest task of a step`, ofSteps, 'ms', 'at most 50'),
      row(`${what}: longest task while it plays`, ofPlaying, 'ms', 'at most 50'),
      row(`${what}: in sight after`, thereMs, 'ms'),
    ];
  });
