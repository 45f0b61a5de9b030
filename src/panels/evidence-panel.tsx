/** The three sources side by side: what each says of the request under study, and whether they agree. */
import { Info } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Breakable } from './breakable.tsx';
import css from './evidence-panel.module.css';
import { emulatedRows, predictedRows, timeRow } from './evidence-rows.tsx';
import { latePart } from './part-boundary.tsx';
import { SourcesTable } from './sources-table.tsx';
import { Terms } from './terms/terms.tsx';
import { isBusy, type VariantView } from './variant-view.ts';
import { VerdictBanner } from './verdict-banner.tsx';

const FaultList = latePart(async () => (await import('./fault-list.tsx')).FaultList);

const isFaulty = ({ emulated }: VariantView): boolean => emulated.state === 'done' && emulated.faults.length > 0;

interface SourcesToldProps {
  readonly views: readonly VariantView[];
  readonly side: 'store' | 'load';
  /** 'ld.shared.f32 · warp 5'. */
  readonly subject: string;
  /** The closed form behind the prediction, per variant. */
  readonly closedForms: readonly string[];
  readonly emulatedBy: string;
  readonly onJump: (warp: number, side: 'store' | 'load', request: number) => void;
  readonly onRestart: () => void;
}

interface EvidencePanelProps extends SourcesToldProps {
  readonly definition: string;
  /** The measured source; it comes later than the others. */
  readonly measured: ReactNode;
  /** Whether the sources are told elsewhere, in a card. */
  readonly isShort?: boolean;
}

export function EvidencePanel(props: EvidencePanelProps) {
  const { views, definition, measured, isShort = false } = props;
  return (
    <section
      className={css.panel}
      data-crowded={views.length > 2 || undefined}
      aria-label={isShort ? 'Measured' : 'Evidence'}
      aria-busy={views.some(isBusy)}
    >
      {!isShort && <SourcesTold {...props} />}
      {measured}
      <p className={`lead caption ${css.definition}`}>
        <Info size={16} strokeWidth={1.75} aria-hidden />{' '}
        <span>
          <Terms text={definition} />
        </span>
      </p>
    </section>
  );
}

/** The same without what follows the table: for a phone, where it stands under the picture. */
export const EvidenceCard = (props: SourcesToldProps) => (
  <section className={`card ${css.card}`} aria-label="Evidence" aria-busy={props.views.some(isBusy)}>
    <SourcesTold {...props} />
  </section>
);

function SourcesTold({ views, side, subject, closedForms, emulatedBy, onJump, onRestart }: SourcesToldProps) {
  return (
    <>
      <header className="head">
        <h2>Evidence</h2>
        <code className={`caption ${css.note}`}>
          <Breakable text={subject} />
        </code>
      </header>
      <VerdictBanner views={views} onJump={onJump} onRestart={onRestart} />
      {views.some(isFaulty) && (
        <Suspense>
          <FaultList views={views} />
        </Suspense>
      )}
      <SourcesTable
        views={views}
        rows={{
          predicted: predictedRows(views, side, closedForms),
          emulated: emulatedRows(views, side),
          measured: [timeRow(views)],
        }}
      >
        <p className="caption">Predicted: closed form. Emulated: {emulatedBy}.</p>
      </SourcesTable>
    </>
  );
}
