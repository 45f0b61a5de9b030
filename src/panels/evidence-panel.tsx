/** The three sources side by side: what each says of the request under study, and whether they agree. */
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { SourceGlyph, VariantBadge } from '../pictures/badges.tsx';
import type { Source } from '../trace/span.ts';
import css from './evidence-panel.module.css';
import { type EvidenceRow, emulatedRows, measuredRows, predictedRows } from './evidence-rows.tsx';
import { FaultList } from './fault-list.tsx';
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
  readonly onJump: (warp: number, side: 'store' | 'load', request: number) => void;
}

const SOURCE_NAMES: Record<Source, string> = { predicted: 'Predicted', emulated: 'Emulated', measured: 'Measured' };

export function EvidencePanel(props: EvidencePanelProps) {
  const { views, side, subject, closedForms, emulatedBy, definition, onJump } = props;
  return (
    <section
      className={css.panel}
      data-crowded={views.length > 2 || undefined}
      aria-label="Evidence"
      aria-busy={views.some(isBusy)}
    >
      <header className={css.head}>
        <h2>Evidence</h2>
        <code>{subject}</code>
      </header>
      <VerdictBanner views={views} onJump={onJump} />
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
        <SourceTable source="measured" note="—, not measured yet" views={views} rows={measuredRows(views)}>
          <p className={css.empty}>No samples recorded. Timings come from runs on a machine with an NVIDIA GPU.</p>
        </SourceTable>
      </div>
      <p className={css.definition}>
        <Info size={16} strokeWidth={1.75} aria-hidden /> <span>{definition}</span>
      </p>
    </section>
  );
}

interface SourceTableProps {
  readonly source: Source;
  readonly note: string;
  readonly views: readonly VariantView[];
  readonly rows: readonly EvidenceRow[];
  readonly children?: ReactNode;
}

function SourceTable({ source, note, views, rows, children }: SourceTableProps) {
  return (
    <div className={css.source} data-source={source}>
      <table>
        <caption>
          <span className={css.caption}>
            <span className={css.sourceName}>
              <SourceGlyph source={source} /> {SOURCE_NAMES[source]}
            </span>
            <span className={css.note}>{note}</span>
          </span>
        </caption>
        <colgroup>
          <col />
          {views.map(view => (
            <col key={view.badge} className={css.value} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Quantity</span>
            </th>
            {views.map(view => (
              <th scope="col" key={view.badge}>
                <VariantBadge letter={view.badge} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.name} data-key={row.key || undefined}>
              <th scope="row">
                {row.name}
                {row.note && <code>{row.note}</code>}
              </th>
              {row.values.map((value, at) => (
                <td key={views[at].badge}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}
