/** An exhibit that asks before it tells: nothing of the answer is on the page until a guess is committed, then it plays. */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { stepKey } from '../../../lessons/step-address.ts';
import { accessWords } from '../../../model/questions/access-words.ts';
import { ScrollRegion } from '../../../panels/kit/scroll-region.tsx';
import { requestsOf } from '../../../panels/requests.ts';
import { Transport } from '../../../panels/transport.tsx';
import type { ExhibitState } from '../../../state/exhibit-link.ts';
import { useLessons } from '../../../state/lessons-store.ts';
import { useView } from '../../../state/view-store.ts';
import type { Access, AccessSide, AccessTrace } from '../../../trace/access-trace.ts';
import layout from '../../kit/exhibit-layout.module.css';
import { QuestionCard } from '../../kit/lesson/question-card.tsx';
import { useLesson } from '../../kit/lesson/use-lesson.ts';
import { LinkProblems } from '../../kit/link-problems.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { readoutOf } from '../readout.ts';
import type { ExhibitModel } from '../use-exhibit.ts';
import { FirstLanes } from './first-lanes.tsx';
import { Onward, ToWholePage } from './next-step.tsx';
import css from './quiz.module.css';
import { QuizEvidence } from './quiz-evidence.tsx';
import { QuizPicture } from './quiz-picture.tsx';
import { questionKeyOf, questionOf, quizAsk } from './quiz-question.ts';
import { QuizRail } from './quiz-rail.tsx';

/** About the first variant alone, with the tile that its access reaches. */
function useAsked(model: ExhibitModel): ExhibitModel {
  const { exhibit, stage } = model;
  const { params } = stage.subject;
  const [first] = stage.views;
  const views = useMemo(() => [exhibit.atAccess?.(first, params) ?? first], [exhibit, first, params]);
  return { ...model, stage: { ...stage, views } };
}

export function QuizLayout(props: { readonly model: ExhibitModel }) {
  const model = useAsked(props.model);
  const { kernel, exhibit, stage, problems } = model;
  const [view] = stage.views;
  const quiz = useQuiz(model);
  const { question, questionKey, step, isTold } = quiz;
  return (
    <div className={layout.page}>
      <PageHeader place={[kernel.title, step ? 'Lesson' : 'Quiz']} link={() => location.href} />
      <aside className={`pane ${layout.rail}`} aria-label="Parameters">
        <QuizRail key={quiz.stepKey} model={model} open={step?.open ?? null} isTold={isTold} />
      </aside>
      <div id="picture" className={layout.stage} tabIndex={-1}>
        <div className={`pane ${layout.pictures}`}>
          <h1>{exhibit.title(stage.views, stage.subject)}</h1>
          <p className={`reading dim ${layout.lede}`}>{neutralLede(view.predicted.access)}</p>
          <LinkProblems problems={problems} />
          <div className={css.columns}>
            <QuizPicture model={model} isTold={isTold} open={step?.open ?? null} />
            {question === null ? (
              <NoQuestion access={view.predicted.access} hasOthers={quiz.hasOthers} onNext={quiz.next} />
            ) : (
              <QuestionCard question={question} questionKey={questionKey} stepKey={quiz.stepKey}>
                <Onward step={step} onNext={quiz.next} />
              </QuestionCard>
            )}
            <FirstLanes key={questionKey} view={view} isTold={isTold} />
          </div>
        </div>
      </div>
      <ScrollRegion group="Evidence" className={layout.evidence}>
        <QuizEvidence model={model} isTold={isTold} />
      </ScrollRegion>
      <div className={layout.transport}>{isTold ? <Playing model={model} /> : <Waiting />}</div>
    </div>
  );
}

interface NoQuestionProps {
  readonly access: Access | null;
  /** Whether the variant makes accesses that can be asked about. */
  readonly hasOthers: boolean;
  readonly onNext: () => void;
}

const NoQuestion = ({ access, hasOthers, onNext }: NoQuestionProps) => (
  <section className="tinted stack" aria-label="No question">
    <p>{access?.kind === 'bulk' ? COPIED : NO_ACCESS} No lane asks a bank, so there is nothing to guess.</p>
    {hasOthers ? (
      <button type="button" className="button primary" onClick={onNext}>
        Ask about another access
      </button>
    ) : (
      <ToWholePage />
    )}
  </section>
);

/** The question of the access in sight, and whether it has been answered. What was answered begins to play. */
function useQuiz(model: ExhibitModel) {
  const { kernel, state, stage } = model;
  const place = useLesson();
  const step = place?.steps[place.at] ?? null;
  const key = place === null ? '' : `${stepKey(place)}.${place.seed}`;
  const [turn, setTurn] = useState(0);
  const ask = useMemo(() => step?.ask ?? quizAsk(turn), [step, turn]);
  const { predicted } = stage.views[0];
  const question = useMemo(() => questionOf(ask, predicted), [ask, predicted]);
  const questionKey = questionKeyOf(kernel.id, state, ask, key);
  const isTold = useLessons(({ committed }) => committed[questionKey] !== undefined);
  usePlayOnce(isTold, questionKey);
  const places = useMemo(() => askedPlaces(predicted.trace, state.side), [predicted.trace, state.side]);
  const hasOthers = places.length > 0;
  const next = () => {
    setTurn(turn + 1);
    if (hasOthers) model.update(places[(turn * 5 + 3) % places.length]);
  };
  return { step, question, questionKey, isTold, hasOthers, next, stepKey: place === null ? '' : stepKey(place) };
}

/** Accesses that can be asked about: those of the side in sight; where it has none, the other side's. */
function askedPlaces(trace: AccessTrace, side: AccessSide): Pick<ExhibitState, 'side' | 'warp' | 'request'>[] {
  const places = ([side, side === 'load' ? 'store' : 'load'] as const).map(of =>
    requestsOf(trace, of)
      .filter(({ access }) => access.space === 'shared' && access.kind !== 'bulk')
      .map(({ warp, request }) => ({ side: of, warp, request })),
  );
  return places.find(({ length }) => length > 0) ?? [];
}

/** Plays once from the first wavefront as soon as the guess is committed. */
function usePlayOnce(isTold: boolean, key: string): void {
  const setPlayhead = useView(view => view.setPlayhead);
  const setPlaying = useView(view => view.setPlaying);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is another start
  useEffect(() => {
    if (!isTold) return setPlaying(false);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    setPlayhead(0);
    setPlaying(true);
  }, [isTold, key, setPlayhead, setPlaying]);
}

const COPIED = 'The copy engine moves a box of the tensor.';
const NO_ACCESS = 'This warp makes no such access.';

/** Text for the line below the title: what the lanes do, without its cost. */
const neutralLede = (access: Access | null): string =>
  access === null ? NO_ACCESS : access.kind === 'bulk' ? COPIED : accessWords(access);

const Waiting = (): ReactNode => <p className={css.waiting}>Plays after your guess</p>;

function Playing({ model: { playback, stage, theme } }: { readonly model: ExhibitModel }) {
  const [view] = stage.views;
  return (
    <Transport
      {...playback}
      tracks={playback.tracks.slice(0, 1)}
      access="order within a bank is illustrative"
      readout={readoutOf([view], playback)}
      theme={theme}
      onSeek={playback.seek}
      onPlay={playback.play}
      onStep={playback.step}
      onAccess={() => playback.seek(0)}
    />
  );
}
