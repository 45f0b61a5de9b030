/** The questions of a sheet: those of a lesson's steps, or three about the access that a kernel's page shows. */
import { accessQuestion } from '../../lessons/access-question.ts';
import { drawOf, MOST_SEED } from '../../lessons/draw.ts';
import { LESSONS } from '../../lessons/index.ts';
import type { LessonStep } from '../../lessons/lesson.ts';
import { lessonPlace } from '../../lessons/step-address.ts';
import { costOfAccess } from '../../model/banks/wavefronts.ts';
import { accessWords, laneWords } from '../../model/questions/access-words.ts';
import type { AskedQuestion } from '../../model/questions/question.ts';
import { requestsOf } from '../../panels/requests.ts';
import type { FlatSearch } from '../../state/link-codec.ts';
import { exhibits } from '../kit/exhibit/exhibits.ts';
import { linkOf } from '../kit/exhibit/use-exhibit-state.ts';

export interface SheetQuestion {
  /** What stands before it. */
  readonly say: string;
  /** The access that it is about; '' for a question that names its own. */
  readonly given: string;
  readonly question: AskedQuestion;
}

export interface Sheet {
  readonly title: string;
  /** 0 = the first. */
  readonly seed: number;
  readonly questions: readonly SheetQuestion[];
}

type Step = Pick<LessonStep, 'link' | 'say' | 'ask'>;

/** Null where the address names neither a lesson nor a kernel. */
export async function sheetOf(search: FlatSearch): Promise<Sheet | null> {
  const place = lessonPlace(LESSONS, { lesson: search.of, seed: search.seed });
  if (place !== null) {
    const { lesson, seed } = place;
    const steps = lesson.steps(drawOf(Math.min(seed, MOST_SEED)));
    return { title: lesson.title, seed, questions: await asked(steps) };
  }
  const { kernel = '', ...words } = search;
  if (!exhibits.has(kernel)) return null;
  const link = { to: '/banks/$kernel', params: { kernel }, search: words } as const;
  const steps: readonly Step[] = [
    { link, say: '', ask: { kind: 'wavefronts' } },
    { link, say: '', ask: { kind: 'banks' } },
    { link, say: '', ask: { kind: 'lanes', lane: 1 } },
  ];
  const loaded = await exhibits.get(kernel)?.();
  return { title: loaded?.kernel.title ?? kernel, seed: 0, questions: await asked(steps) };
}

async function asked(steps: readonly Step[]): Promise<SheetQuestion[]> {
  const questions: SheetQuestion[] = [];
  for (const step of steps) {
    const question = await questionOf(step);
    if (question !== null) questions.push({ say: step.say, ...question });
  }
  return questions;
}

async function questionOf({ link, ask }: Step): Promise<Omit<SheetQuestion, 'say'> | null> {
  if (ask?.kind === 'own') return { given: '', question: ask.question };
  // Recorded runs are for the screen.
  if (ask === undefined || ask.kind === 'recorded' || link.to !== '/banks/$kernel') return null;
  const loaded = await exhibits.get(link.params.kernel)?.();
  if (loaded === undefined) return null;
  const { kernel, exhibit } = loaded;
  const state = linkOf(kernel, exhibit).stateOf(link.search ?? {});
  const [variant] = state.variants;
  const { trace } = kernel.predict(variant, state.params, state.cta);
  const place = requestsOf(trace, state.side).find(
    ({ warp, request }) => warp === state.warp && request === state.request,
  );
  if (place === undefined || place.access.kind === 'bulk') return null;
  const { access } = place;
  const question = accessQuestion(ask, access, costOfAccess(access));
  return question && { given: `${accessWords(access)} ${laneWords(access)}`, question };
}
