/** Table of what one source says of the variants shown. */
import type { ReactNode } from 'react';
import { SourceGlyph, VariantBadge } from '../pictures/badges.tsx';
import type { Source } from '../trace/span.ts';
import css from './evidence-panel.module.css';
import type { EvidenceRow } from './evidence-rows.tsx';
import { DataTable } from './kit/data-table.tsx';
import type { Column } from './kit/table-columns.ts';
import { Terms } from './terms/terms.tsx';
import type { VariantView } from './variant-view.ts';

const SOURCE_NAMES: Record<Source, string> = { predicted: 'Predicted', emulated: 'Emulated', measured: 'Measured' };

interface SourceTableProps {
  readonly source: Source;
  /** Name of the table, if there are several of one source. */
  readonly name?: string;
  readonly note: string;
  readonly views: readonly Pick<VariantView, 'badge'>[];
  readonly rows: readonly EvidenceRow[];
  readonly children?: ReactNode;
}

export const SourceTable = ({ source, name = SOURCE_NAMES[source], note, views, rows, children }: SourceTableProps) => (
  <div className={css.source} data-source={source}>
    <Figures
      isTitled
      isHeaded={source !== 'emulated' && views.length > 1}
      caption={
        <span className="lead spread">
          <span className={css.sourceName} style={{ color: `var(--${source})` }}>
            <SourceGlyph source={source} /> {name}
          </span>
          <span className={`caption ${css.note}`}>{note}</span>
        </span>
      }
      views={views}
      rows={rows}
    />
    {children}
  </div>
);

/** Further rows of a source, below its table, under the same variants. */
export const FigureTable = ({
  name,
  ...table
}: Pick<SourceTableProps, 'views' | 'rows'> & { readonly name: string }) => (
  <Figures caption={name} isHeaded={table.views.length > 1} {...table} />
);

interface FiguresProps extends Pick<SourceTableProps, 'views' | 'rows'> {
  readonly caption: ReactNode;
  readonly isTitled?: boolean;
  readonly isHeaded: boolean;
}

const Figures = ({ views, rows, ...table }: FiguresProps) => (
  <DataTable
    look="figures"
    columns={[QUANTITY, ...views.map(valueColumn)]}
    rows={rows}
    rowKey={row => row.name}
    marks={row => (row.key ? ['key'] : [])}
    {...table}
  />
);

const QUANTITY: Column<EvidenceRow> = {
  key: 'quantity',
  name: <span className="visually-hidden">Quantity</span>,
  cell: ({ name, note }) => (
    <>
      <span>
        <Terms text={name} isLabel />
      </span>
      {note && <code>{note}</code>}
    </>
  ),
};

const valueColumn = ({ badge }: SourceTableProps['views'][number], at: number): Column<EvidenceRow> => ({
  key: badge,
  name: <VariantBadge letter={badge} />,
  cell: ({ values }) => values[at],
});
