/** Chooses the question about the access that is shown, and the key by which its guess is remembered. Pure. */

import { accessQuestion } from '../../../lessons/access-question.ts';
import type { Ask } from '../../../lessons/lesson.ts';
import type { AskedQuestion } from '../../../model/questions/question.ts';
import type { SourceView } from '../../../panels/variant-view.ts';
import type { ExhibitState } from '../../../state/exhibit-link.ts';

/** Null where there is nothing to ask. */
export function questionOf(ask: Ask, { access, cost }: SourceView): AskedQuestion | null {
  if (ask.kind === 'own') return ask.question;
  return ask.kind === 'recorded' ? null : accessQuestion(ask, access, cost);
}

/** Key of a question: a change of a parameter asks again, the playhead and colours do not. */
export const questionKeyOf = (
  kernel: string,
  { variants, params, side, warp, request, cta, arch }: ExhibitState,
  ask: Ask,
  step: string,
): string =>
  JSON.stringify([
    kernel,
    variants[0],
    params,
    side,
    warp,
    request,
    cta,
    arch,
    ask.kind,
    ask.kind === 'lanes' ? ask.lane : 0,
    step,
  ]);

/** Questions that a page without a lesson asks in turn. */
export function quizAsk(turn: number): Ask {
  const kinds = ['wavefronts', 'lanes', 'wavefronts', 'banks'] as const;
  const kind = kinds[turn % kinds.length];
  return kind === 'lanes' ? { kind, lane: (turn * 7) % 32 } : { kind };
}
