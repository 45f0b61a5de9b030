/** Chooses the question about the access that is shown, and the key by which its guess is remembered. Pure. */

import type { Ask } from '../../../lessons/lesson.ts';
import { bankQuestion, laneQuestion, wavefrontQuestion } from '../../../model/questions/access-questions.ts';
import type { AskedQuestion } from '../../../model/questions/question.ts';
import type { SourceView } from '../../../panels/variant-view.ts';
import type { ExhibitState } from '../../../state/exhibit-link.ts';

/** Null where the access makes no request of the banks that could be asked about. */
export function questionOf(ask: Ask, { access, cost }: SourceView): AskedQuestion | null {
  if (ask.kind === 'own') return ask.question;
  if (ask.kind === 'recorded') return null;
  if (access === null || cost === null || cost.hits.length === 0 || access.kind === 'bulk') return null;
  if (ask.kind === 'wavefronts') return wavefrontQuestion(access, cost);
  if (ask.kind === 'banks') return bankQuestion(access, cost);
  const lanes = cost.hits.map(({ lane }) => lane);
  return laneQuestion(access, cost, lanes.includes(ask.lane) ? ask.lane : lanes[0]);
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

/** Text for the line below the title: what the lanes do, without its cost. */
export function neutralLede({ access }: SourceView): string {
  if (access === null) return 'This warp makes no such access.';
  const { kind, widthBytes, warp } = access;
  const isMatrix = kind === 'ldmatrix' || kind === 'stmatrix';
  const does = kind === 'store' || kind === 'stmatrix' ? 'stores' : kind === 'atomic' ? 'updates' : 'reads';
  return `Warp ${warp} ${does} ${isMatrix ? 'rows of 16 bytes' : `${widthBytes} bytes a lane`}.`;
}
