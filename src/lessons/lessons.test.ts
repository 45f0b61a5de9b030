/** Every step of every lesson, in several draws: its link, its words, its question. */
import { describe, expect, test } from 'vitest';
import { BELIEFS } from '../model/questions/beliefs.ts';
import { exhibits } from '../pages/kit/exhibit/exhibits.ts';
import { linkOf } from '../pages/kit/exhibit/use-exhibit-state.ts';
import { addressOf } from '../state/page-address.ts';
import { drawOf } from './draw.ts';
import { FIRST_STEP, LESSON_COUNT } from './first-step.ts';
import { LESSONS } from './index.ts';
import type { LessonStep } from './lesson.ts';
import { lessonPlace, startOf, stepAddress } from './step-address.ts';

const SEEDS = [0, 1, 2, 3, 4];
const steps = LESSONS.flatMap(lesson =>
  SEEDS.flatMap(seed =>
    lesson.steps(drawOf(seed)).map((step, i) => ({ name: `${lesson.id}.${i + 1} seed ${seed}`, step })),
  ),
);

/** Most characters that fit into one line of the strip. */
const MOST_SAID = 112;

test.each(steps)('$name says little, and has notes', ({ step }) => {
  expect(step.say.length).toBeLessThanOrEqual(MOST_SAID);
  expect(step.notes).not.toBe('');
});

test('there are seventeen', () => {
  expect(LESSONS).toHaveLength(17);
});

test.each(LESSONS)('$id has as many steps in every draw, and ends with a task', lesson => {
  expect(new Set(SEEDS.map(seed => lesson.steps(drawOf(seed)).length)).size).toBe(1);
  const last = lesson.steps(drawOf(0)).at(-1);
  expect(last?.task).toBeDefined();
});

const own = steps.flatMap(({ name, step }) => (step.ask?.kind === 'own' ? { name, question: step.ask.question } : []));

test.each(own)('$name has a right answer, and wrong ones from named ideas', ({ question }) => {
  if (question.kind === 'pick' || question.kind === 'order') {
    expect(question.mistakes.length).toBeGreaterThan(0);
    for (const { belief, why } of question.mistakes) expect([belief in BELIEFS, why !== '']).toEqual([true, true]);
    return;
  }
  expect(question.choices.some(({ belief }) => belief === null)).toBe(true);
  expect(question.choices.some(({ belief }) => belief !== null)).toBe(true);
  if (question.kind === 'choice')
    expect(new Set(question.choices.map(({ label }) => label)).size).toBe(question.choices.length);
  expect(question.because).not.toBe('');
  for (const { belief, why } of question.choices) {
    expect(belief === null || belief in BELIEFS).toBe(true);
    expect(why === '').toBe(belief === null);
  }
});

async function exhibitOf(step: LessonStep) {
  const { to, params, search = {} } = step.link;
  const loaded = to === '/banks/$kernel' ? await exhibits.get(params.kernel)?.() : undefined;
  return loaded && { kernel: loaded.kernel, link: linkOf(loaded.kernel, loaded.exhibit), search };
}

const onKernels = steps.filter(({ step }) => step.link.to === '/banks/$kernel');

describe('on the page of a kernel', () => {
  test.each(onKernels)('$name opens without a problem, and its tries, too', async ({ step }) => {
    const opened = (await exhibitOf(step))!;
    for (const change of [{}, ...(step.tries ?? []).map(each => each.search)])
      expect(opened.link.decode({ ...opened.search, ...change }).problems).toEqual([]);
    if (step.open) expect(opened.kernel.fields.map(field => field.name)).toContain(step.open.name);
  });
});

test('the door of the home page opens the first step', () => {
  expect(addressOf(FIRST_STEP)).toEqual(startOf(LESSONS[0]));
  expect(LESSONS).toHaveLength(LESSON_COUNT);
});

test('an address says lesson, step and draw, and reads back', () => {
  const [lesson] = LESSONS;
  const start = startOf(lesson, 7);
  expect(start.search).toMatchObject({ lesson: `${lesson.id}.1`, seed: '7' });
  const place = lessonPlace(LESSONS, start.search)!;
  expect(place).toMatchObject({ at: 0, seed: 7 });
  expect(stepAddress(place, 2).search.lesson).toBe(`${lesson.id}.3`);
  expect(lessonPlace(LESSONS, { lesson: `${lesson.id}.99` })?.at).toBe(place.steps.length - 1);
  expect(lessonPlace(LESSONS, { lesson: `${lesson.id}.x`, seed: 'y' })).toMatchObject({ at: 0, seed: 0 });
  expect(lessonPlace(LESSONS, { lesson: 'none.1' })).toBeNull();
  expect(addressOf(place.steps[0].link).path).toBe(start.path);
});
