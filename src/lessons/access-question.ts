/** The question that a step asks about one shared access. */
import type { BankCost } from '../model/banks/bank-model.ts';
import { bankQuestion, laneQuestion, wavefrontQuestion } from '../model/questions/access-questions.ts';
import type { AskedQuestion } from '../model/questions/question.ts';
import type { Access } from '../trace/access-trace.ts';
import type { Ask } from './lesson.ts';

/** Null where the access makes no request of the banks that could be asked about. */
export function accessQuestion(
  ask: Exclude<Ask, { readonly kind: 'own' | 'recorded' }>,
  access: Access | null,
  cost: BankCost | null,
): AskedQuestion | null {
  if (access === null || cost === null || cost.hits.length === 0 || access.kind === 'bulk') return null;
  if (ask.kind === 'wavefronts') return wavefrontQuestion(access, cost);
  if (ask.kind === 'banks') return bankQuestion(access, cost);
  const lanes = cost.hits.map(({ lane }) => lane);
  return laneQuestion(access, cost, lanes.includes(ask.lane) ? ask.lane : lanes[0]);
}
