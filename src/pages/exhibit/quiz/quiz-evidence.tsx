/** The evidence of a question: locked until the guess, then one table, quantity by source. */
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { MISSING } from '../../../base/numbers.ts';
import { type EvidenceRow, timeRow } from '../../../panels/evidence-rows.tsx';
import { type RowsBySource, SourcesTable } from '../../../panels/sources-table.tsx';
import type { SourceView, VariantView } from '../../../panels/variant-view.ts';
import { VerdictBanner } from '../../../panels/verdict-banner.tsx';
import { MeasuredPlace } from '../measured-place.tsx';
import { useRestart } from '../use-emulation.ts';
import type { ExhibitModel } from '../use-exhibit.ts';
import css from './quiz.module.css';

interface QuizEvidenceProps {
  readonly model: ExhibitModel;
  readonly isTold: boolean;
}

export function QuizEvidence({ model, isTold }: QuizEvidenceProps) {
  const restart = useRestart();
  const [view] = model.stage.views;
  return (
    <section className={css.evidence} aria-label="Evidence">
      <h2>Evidence</h2>
      {isTold ? (
        <VerdictBanner views={[view]} onJump={() => {}} onRestart={restart} />
      ) : (
        <div className="tinted lead">
          <Lock size={16} strokeWidth={1.75} aria-hidden />
          <p>
            <strong>Hidden until you guess</strong>
            <br />
            The prediction and the emulation are ready behind this lock.
          </p>
        </div>
      )}
      <SourcesTable views={[view]} rows={isTold ? rowsOf(view) : LOCKED}>
        <p className="caption">
          Predicted: closed form. Emulated: the compiled kernel, lane by lane. Measured: a run of the whole kernel; a
          counter of single requests does not exist.
        </p>
      </SourcesTable>
      {isTold && <MeasuredPlace model={model} isWanted />}
    </section>
  );
}

const QUANTITIES: readonly (readonly [name: string, of: (view: SourceView) => number | undefined])[] = [
  ['Wavefronts', ({ cost }) => cost?.wavefronts],
  ['Ideal', ({ cost }) => cost?.ideal],
  ['Banks hit', ({ cost }) => cost?.hits && new Set(cost.hits.map(hit => hit.bank)).size],
];

const rowsWith = (valueBy: (of: (view: SourceView) => number | undefined) => ReactNode): EvidenceRow[] =>
  QUANTITIES.map(([name, of], at) => ({ name, key: at === 0, values: [valueBy(of)] }));

function rowsOf(view: VariantView): RowsBySource {
  const emulated = view.emulated.state === 'done' ? view.emulated.view : null;
  return {
    predicted: rowsWith(of => of(view.predicted) ?? MISSING),
    emulated: rowsWith(of => (emulated && of(emulated)) ?? MISSING),
    measured: [timeRow([view])],
  };
}

const LOCK = <Lock size={13} strokeWidth={1.75} aria-label="hidden until you guess" />;

/** Before the guess the same rows, so that nothing moves with it. */
const LOCKED: RowsBySource = {
  predicted: rowsWith(() => LOCK),
  emulated: rowsWith(() => LOCK),
  measured: [{ name: 'Time, µs', values: [LOCK] }],
};
