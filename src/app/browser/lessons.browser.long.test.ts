/** Every lesson as a student goes through it: each step opens, asks, answers and holds still. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drawOf } from '../../lessons/draw.ts';
import { LESSONS } from '../../lessons/index.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { stepAddress } from '../../lessons/step-address.ts';
import { hashOf } from '../../state/page-address.ts';
import { browserVisits } from './fixtures/visit.ts';

const visits = browserVisits();
const MOST_SHIFT = 0.02;

/** Address of the step at `at`, from 0, behind the `#`. */
const addressOf = (lesson: Lesson, at: number, seed = 0): string =>
  hashOf(stepAddress({ lesson, seed, steps: lesson.steps(drawOf(seed)) }, at)).slice(1);

/** Sums all that moves from now on, also what a click or a key moves at once. */
const noteShifts = (page: Page) =>
  page.evaluate(() => {
    const sum = window as unknown as { shift: number };
    sum.shift = 0;
    new PerformanceObserver(list => {
      for (const { value } of list.getEntries() as unknown as readonly { readonly value: number }[]) sum.shift += value;
    }).observe({ type: 'layout-shift', buffered: false });
  });

/** What has moved since it was last asked for. */
const shiftOf = (page: Page) =>
  page.evaluate(() => {
    const sum = window as unknown as { shift: number };
    const { shift } = sum;
    sum.shift = 0;
    return shift;
  });

describe.each(LESSONS.map(lesson => [lesson.id, lesson] as const))('%s', (_, lesson) => {
  const steps = lesson.steps(drawOf(0));

  test('is walked from its first step to its last', async () => {
    const { page } = await visits.open(addressOf(lesson, 0));
    await page.getByText(`step 1 of ${steps.length}`).waitFor();
    await noteShifts(page);
    for (const [at, step] of steps.entries()) {
      await page.getByText(`step ${at + 1} of ${steps.length}`).waitFor();
      if (step.ask !== undefined) {
        const show = page.getByRole('button', { name: 'Show me' });
        await show.waitFor();
        await page.waitForTimeout(400);
        expect(await shiftOf(page), `coming to step ${at + 1}`).toBeLessThanOrEqual(MOST_SHIFT);
        await show.click();
        const answer = page.getByRole('heading', { name: /^The (answer|order):/ });
        await answer.waitFor();
        await page.waitForTimeout(1000);
        // The answer plays; it must not run away to another access, which would be asked about.
        expect(await answer.isVisible(), `step ${at + 1}`).toBe(true);
        expect(await shiftOf(page), `step ${at + 1}`).toBeLessThanOrEqual(MOST_SHIFT);
      }
      await page.keyboard.press('PageDown');
    }
    await page.getByRole('heading', { name: 'Learn', exact: true }).waitFor();
  });

  test('opens at the address of each step, with other numbers, too', async () => {
    for (const at of steps.keys()) {
      const { page } = await visits.again(addressOf(lesson, at, 1));
      await page.getByText(`step ${at + 1} of ${steps.length}`).waitFor();
      await page
        .getByText(lesson.steps(drawOf(1))[at].say)
        .first()
        .waitFor();
    }
  });
});

test('progress is kept in this browser', async () => {
  const [lesson] = LESSONS;
  const { page } = await visits.open(addressOf(lesson, 0));
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.getByRole('heading', { name: 'The answer: 1.' }).waitFor();
  await page.goto(`${visits.url()}?later#${addressOf(lesson, 1)}`);
  const dots = page.getByRole('list', { name: 'Steps' }).getByRole('link');
  await dots.first().waitFor();
  expect(await dots.evaluateAll(all => all.map(dot => dot.getAttribute('data-state')))).toEqual(
    lesson.steps(drawOf(0)).map((_, at) => (at === 0 ? 'seen' : 'open')),
  );
});
