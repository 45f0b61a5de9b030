/** The lesson and step in an address: `lesson=banks.3&seed=2`, beside the page's own fields. */
import type { FlatSearch } from '../state/link-codec.ts';
import { addressOf, type PagePlace } from '../state/page-address.ts';
import { drawOf, MOST_SEED } from './draw.ts';
import type { Lesson, LessonStep } from './lesson.ts';

export interface LessonPlace {
  readonly lesson: Lesson;
  readonly steps: readonly LessonStep[];
  /** Index of the step, from 0. */
  readonly at: number;
  readonly seed: number;
}

export function seedOf({ seed = '0' }: FlatSearch): number {
  return /^\d{1,4}$/.test(seed) ? Math.min(MOST_SEED, Number(seed)) : 0;
}

/** Null where the address names no lesson that there is; a step beyond the last is the last. */
export function lessonPlace(lessons: readonly Lesson[], search: FlatSearch): LessonPlace | null {
  const [id, step] = (search.lesson ?? '').split('.');
  const lesson = lessons.find(each => each.id === id);
  if (lesson === undefined) return null;
  const seed = seedOf(search);
  const steps = lesson.steps(drawOf(seed));
  const asked = /^\d{1,3}$/.test(step ?? '') ? Number(step) : 1;
  return { lesson, steps, seed, at: Math.min(steps.length, Math.max(1, asked)) - 1 };
}

export const stepKey = ({ lesson, at }: Pick<LessonPlace, 'lesson' | 'at'>): string => `${lesson.id}.${at + 1}`;

/** The step at `at`, from 0. */
export function stepAddress(
  { lesson, steps, seed }: Pick<LessonPlace, 'lesson' | 'steps' | 'seed'>,
  at: number,
): PagePlace {
  const { path, search } = addressOf(steps[at].link);
  return { path, search: { ...search, lesson: stepKey({ lesson, at }), ...(seed > 0 ? { seed: `${seed}` } : {}) } };
}

export function startOf(lesson: Lesson, seed = 0): PagePlace {
  return stepAddress({ lesson, seed, steps: lesson.steps(drawOf(seed)) }, 0);
}
