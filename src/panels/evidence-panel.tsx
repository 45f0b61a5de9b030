/** The three sources side by side: what each says of the request under study, and whether they agree. */
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './evidence-panel.module.css';
import { emulatedRows, predictedRows } from './evidence-rows.tsx';
import { FaultList } from './fault-list.tsx';
import { SourceTable } from './source-table.tsx';
import { Terms } from './terms/terms.tsx';
import { isBusy, type VariantView } from './variant-view.ts';
import { VerdictBanner } from './verdict-banner.tsx';

interface EvidencePanelProps {
  readonly views: readonly VariantView[];
  readonly side: 'store' | 'load';
  /** 'ld.shared.f32 · warp 5'. */
  readonly subject: string;
  /** The closed form behind the prediction, per variant. */
  readonly closedForms: readonly string[];
  readonly emulatedBy: string;
  readonly definition: string;
  /** The measured source; it comes later than the others. */
  readonly measured: ReactNode;
  readonly onJump: (warp: number, side: 'store' | 'load', request: number) => void;
  readonly onRestart: () => void;
}

export function EvidencePanel(props: EvidencePanelProps) {
  const { views, side, subject, closedForms, emulatedBy, definition, measured, onJump, onRestart } = props;
  return (
    <section
      className={css.panel}
      data-crowded={views.length > 2 || undefined}
      aria-label="Evidence"
      aria-busy={views.some(isBusy)}
    >
      <header className="head">
        <h2>Evidence</h2>
        <code className={`caption ${css.note}`}>{subject}</code>
      </header>
      <VerdictBanner views={views} onJump={onJump} onRestart={onRestart} />
      <div className={css.sources}>
        <SourceTable
          source="predicted"
          note="closed form"
          views={views}
          rows={predictedRows(views, side, closedForms)}
        />
        <SourceTable source="emulated" note={emulatedBy} views={views} rows={emulatedRows(views, side)}>
          <FaultList views={views} />
        </SourceTable>
        {measured}
      </div>
      <p className={`lead caption ${css.definition}`}>
        <Info size={16} strokeWidth={1.75} aria-hidden />{' '}
        <span>
          <Terms text={definition} />
        </span>
      </p>
    </section>
  );
}
