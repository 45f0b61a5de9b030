/** The evidence of a question: locked until the guess, then one table, quantity by source. */
import { Lock } from 'lucide-react';
import { MISSING } from '../../../base/numbers.ts';
import type { SourceView, VariantView } from '../../../panels/variant-view.ts';
import { VerdictBanner } from '../../../panels/verdict-banner.tsx';
import { SourceGlyph } from '../../../pictures/badges.tsx';
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
      <SourcesTable view={view} isTold={isTold} />
      {isTold && (
        <>
          <p className="caption">
            Emulated: the compiled kernel, lane by lane. A counter of a GPU is not part of this table; recorded times
            follow.
          </p>
          <MeasuredPlace model={model} />
        </>
      )}
    </section>
  );
}

const QUANTITIES: readonly (readonly [name: string, of: (view: SourceView) => number | undefined])[] = [
  ['Wavefronts', ({ cost }) => cost?.wavefronts],
  ['Ideal', ({ cost }) => cost?.ideal],
  ['Banks hit', ({ cost }) => cost?.hits && new Set(cost.hits.map(hit => hit.bank)).size],
];

function SourcesTable({ view, isTold }: { readonly view: VariantView; readonly isTold: boolean }) {
  const emulated = view.emulated.state === 'done' ? view.emulated.view : null;
  const said = (value: number | undefined) =>
    isTold ? (value ?? MISSING) : <Lock size={13} strokeWidth={1.75} aria-label="hidden until you guess" />;
  return (
    <table className={css.sources}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Quantity</span>
          </th>
          {(['predicted', 'emulated'] as const).map(source => (
            <th key={source} scope="col" style={{ color: `var(--${source})` }}>
              <span className={css.source}>
                <SourceGlyph source={source} /> {source === 'predicted' ? 'Predicted' : 'Emulated'}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {QUANTITIES.map(([name, of]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{said(of(view.predicted))}</td>
            <td>{said(emulated === null ? undefined : of(emulated))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
