/** What one source says of the variants shown, as a table under its name. */
import type { ReactNode } from 'react';
import { SourceGlyph, VariantBadge } from '../pictures/badges.tsx';
import type { Source } from '../trace/span.ts';
import css from './evidence-panel.module.css';
import type { EvidenceRow } from './evidence-rows.tsx';
import type { VariantView } from './variant-view.ts';

const SOURCE_NAMES: Record<Source, string> = { predicted: 'Predicted', emulated: 'Emulated', measured: 'Measured' };

interface SourceTableProps {
  readonly source: Source;
  /** Where it is one of several of its source. */
  readonly name?: string;
  readonly note: string;
  readonly views: readonly Pick<VariantView, 'badge'>[];
  readonly rows: readonly EvidenceRow[];
  readonly children?: ReactNode;
}

export function SourceTable({ source, name = SOURCE_NAMES[source], note, views, rows, children }: SourceTableProps) {
  return (
    <div className={css.source} data-source={source}>
      <table>
        <caption>
          <span className={`lead spread ${css.caption}`}>
            <span className={css.sourceName}>
              <SourceGlyph source={source} /> {name}
            </span>
            <span className={`caption ${css.note}`}>{note}</span>
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
