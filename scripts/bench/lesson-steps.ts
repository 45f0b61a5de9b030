/**
 * The longest task of the page's main thread in each lesson, walked from its first step to its last with every answer
 * shown. Processor time, so other work on the machine does not count; the browser is headless and draws by itself.
 */
import type { Page } from 'playwright-core';
import { drawOf } from '../../src/lessons/draw.ts';
import { LESSONS } from '../../src/lessons/index.ts';
import type { Lesson, LessonStep } from '../../src/lessons/lesson.ts';
import { startOf } from '../../src/lessons/step-address.ts';
import { hashOf } from '../../src/state/page-address.ts';
import { longestTaskMs } from '../longest-task.ts';
import { onBuiltPage, row, type TimingRow } from '../page-timing.ts';

const SCREEN = { width: 1440, height: 900 };
/** A step is drawn, emulated and looked at for about so long before a student goes on. */
const REST_MS = 800;

interface Task {
  readonly at: string;
  readonly ms: number;
}

/** Coming to a step, and showing its answer where it asks. */
async function tasksOf(page: Page, step: LessonStep, at: string, come: () => Promise<unknown>): Promise<Task[]> {
  const timed = (act: () => Promise<unknown>) =>
    longestTaskMs(page, async () => {
      await act();
      await page.waitForTimeout(REST_MS);
    });
  const coming = { at, ms: await timed(come) };
  if (step.ask === undefined) return [coming];
  const answer = {
    at: `answer of ${at}`,
    ms: await timed(() => page.getByRole('button', { name: 'Show me' }).click()),
  };
  return [coming, answer];
}

async function longestOf(page: Page, url: string, lesson: Lesson): Promise<Task> {
  const tasks: Task[] = [];
  for (const [at, step] of lesson.steps(drawOf(0)).entries()) {
    const come = at === 0 ? () => page.goto(`${url}${hashOf(startOf(lesson))}`) : () => page.keyboard.press('PageDown');
    tasks.push(...(await tasksOf(page, step, `step ${at + 1}`, come)));
  }
  return tasks.reduce((longest, task) => (task.ms > longest.ms ? task : longest));
}

export const run = (): Promise<TimingRow[]> =>
  onBuiltPage(async (browser, url) => {
    const rows: TimingRow[] = [];
    for (const lesson of LESSONS) {
      const page = await browser.newPage({ viewport: SCREEN });
      const { at, ms } = await longestOf(page, url, lesson);
      rows.push(row(`longest task of lesson ${lesson.id}: ${at}`, ms, 'ms', 'at most 100'));
      await page.close();
    }
    return rows;
  });
