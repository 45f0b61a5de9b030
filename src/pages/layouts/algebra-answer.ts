/** Turns the texts of the page into the steps of its operation. */
import { ok } from '../../base/result.ts';
import { type LayoutError, type Refusable, refuse } from '../../model/layout/layout-error.ts';
import { type LayoutOperation, OPERATIONS } from '../../model/layout-steps/operations.ts';
import type { LayoutSteps } from '../../model/layout-steps/steps.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import { readTiler } from '../../model/layout-text/read-tiler.ts';
import type { LayoutsState } from '../links/layouts.ts';

export interface AlgebraAnswer {
  readonly steps: LayoutSteps;
  readonly operation: LayoutOperation;
  readonly a: string;
  readonly b: string;
}

/** null: A's own cosize. */
export function readCotarget(text: string): Refusable<number | null> {
  const trimmed = text.trim();
  if (trimmed === '') return ok(null);
  if (/^[1-9]\d{0,15}$/.test(trimmed) && Number.isSafeInteger(Number(trimmed))) return ok(Number(trimmed));
  return refuse('notation', 'expected a whole number from 1 up, or nothing');
}

/** The answer for an operation, with the B that it takes. */
export function answerOf({
  op,
  a,
  b,
  cotarget,
}: Pick<LayoutsState, 'op' | 'a' | 'b' | 'cotarget'>): Refusable<AlgebraAnswer> {
  const operation = OPERATIONS.get(op)!;
  const left = readLayout(a);
  if (!left.ok) return left;
  const answered = (steps: Refusable<LayoutSteps>, right: string): Refusable<AlgebraAnswer> =>
    steps.ok ? ok({ steps: steps.value, operation, a, b: right }) : steps;
  if (operation.takes === 'nothing') return answered(operation.run(left.value), '');
  if (operation.takes === 'cotarget') {
    const limit = readCotarget(cotarget);
    return limit.ok ? answered(operation.run(left.value, limit.value), cotarget) : limit;
  }
  const tiler = readTiler(b);
  return tiler.ok ? answered(operation.run(left.value, tiler.value), b) : tiler;
}

/** Operand to which a refusal belongs, if the texts can be read: the second one, if there is one. */
export function refusalOf(answer: Refusable<AlgebraAnswer>, { op, a, b, cotarget }: LayoutsState): AlgebraErrors {
  if (answer.ok || !readLayout(a).ok) return NOBODY;
  const { takes } = OPERATIONS.get(op)!;
  if (takes === 'nothing') return { a: answer.error, b: null };
  const isRead = takes === 'tiler' ? readTiler(b).ok : readCotarget(cotarget).ok;
  if (!isRead) return NOBODY;
  return takes === 'cotarget' ? { a: answer.error, b: null } : { a: null, b: answer.error };
}

export interface AlgebraErrors {
  readonly a: LayoutError | null;
  readonly b: LayoutError | null;
}

const NOBODY: AlgebraErrors = { a: null, b: null };
