/** The task of every lesson as a student does it: opened from the lesson, run, mended wrongly, mended, and passed. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drawOf } from '../../lessons/draw.ts';
import { changedTask, SOLUTIONS, WRONG } from '../../lessons/fixtures/task-changes.ts';
import { LESSONS } from '../../lessons/index.ts';
import { stepAddress } from '../../lessons/step-address.ts';
import { TASKS } from '../../lessons/tasks.ts';
import { hashOf } from '../../state/page-address.ts';
import { PATIENCE } from './fixtures/exhibit-object.ts';
import { browserVisits } from './fixtures/visit.ts';
import { workbenchOn } from './fixtures/workbench-object.ts';

const visits = browserVisits();

const tasks = LESSONS.flatMap(lesson => {
  const steps = lesson.steps(drawOf(0));
  return steps.flatMap(({ task }, at) => (task === undefined ? [] : [{ lesson, steps, at, task }]));
});

test('every task is at the end of a lesson, or in it', () => {
  expect(new Set(tasks.map(({ task }) => task))).toEqual(new Set(Object.keys(TASKS)));
});

describe.each(tasks)('$task', ({ lesson, steps, at, task }) => {
  test('is not passed as it is, nor by a wrong change, but by the right one', async () => {
    const before = Math.max(0, at - 1);
    const { page } = await visits.again(hashOf(stepAddress({ lesson, seed: 0, steps }, before)).slice(1));
    await page.getByText(`step ${before + 1} of ${steps.length}`).waitFor();
    if (at > 0) await page.getByRole('link', { name: 'Next', exact: true }).click();
    await page.getByText(`step ${at + 1} of ${steps.length}`).waitFor();
    if (steps[at].ask !== undefined) await page.getByRole('button', { name: 'Show me' }).click();
    const bench = workbenchOn(page);
    await bench.editor.waitFor();
    await bench.runs();
    await expectPassed(page, false);
    const asItIs = changedTask(task, []);
    const wrong = changedTask(task, WRONG[task]);
    await retype(page, asItIs, wrong);
    await bench.runs();
    await expectPassed(page, false);
    await retype(page, wrong, changedTask(task, SOLUTIONS[task]));
    await bench.runs();
    await expectPassed(page, true);
  });
});

/** What the lesson's strip says of the run in sight. */
async function expectPassed(page: Page, isPassed: boolean): Promise<void> {
  const said = page.getByRole('region', { name: 'Lesson', exact: true }).getByRole('status');
  await expect.poll(() => said.count(), PATIENCE).toBe(2);
  const words = await said.allInnerTexts();
  const done = ['output right', 'nothing found: done'];
  if (isPassed) expect(words).toEqual(done);
  else expect(words).not.toEqual(done);
}

/** Selects, by keys alone, the lines of the editor that differ, and types others in their place. */
async function retype(page: Page, from: string, to: string): Promise<void> {
  const [was, becomes] = [from.split('\n'), to.split('\n')];
  const same = (fits: (nth: number) => boolean): number => {
    let count = 0;
    while (fits(count)) count++;
    return count;
  };
  const above = same(nth => was[nth] === becomes[nth]);
  const least = Math.min(was.length, becomes.length);
  const below = same(nth => nth < least - above && was.at(-1 - nth) === becomes.at(-1 - nth));
  const keys = page.keyboard;
  await workbenchOn(page).editor.focus();
  await keys.press('Control+Home');
  for (let line = 0; line < above; line++) await keys.press('ArrowDown');
  // From the end of the line above to the end of the last line: the break between them goes, too, and is typed again.
  await keys.press('ArrowUp');
  await keys.press('End');
  for (let line = above; line < was.length - below; line++) await keys.press('Shift+ArrowDown');
  await keys.press('Shift+End');
  await keys.insertText(`\n${becomes.slice(above, becomes.length - below).join('\n')}`);
}
