/** One table of evidence: a quantity each row, and what each source says of it in each variant. Further rows fold away. */
import { isValidElement, type ReactNode } from 'react';
import { MISSING } from '../base/numbers.ts';
import { SourceGlyph, VariantBadge } from '../pictures/badges.tsx';
import { NAME_OF_SOURCE } from '../pictures/records.ts';
import type { Source } from '../trace/span.ts';
import type { EvidenceRow } from './evidence-rows.tsx';
import css from './sources-table.module.css';
import { Terms } from './terms/terms.tsx';
import type { VariantView } from './variant-view.ts';

const SOURCES: readonly Source[] = ['predicted', 'emulated', 'measured'];

/** What each source says, one row a quantity; a source may leave quantities out. */
export type RowsBySource = Readonly<Partial<Record<Source, readonly EvidenceRow[]>>>;

interface MergedRow extends Pick<EvidenceRow, 'name' | 'note' | 'key' | 'isDetail'> {
  readonly of: Readonly<Partial<Record<Source, EvidenceRow['values']>>>;
}

/** Rows of one name become one, in the order in which they come first. Exported for tests. */
export function mergedRows(rows: RowsBySource): readonly MergedRow[] {
  const merged = new Map<string, MergedRow>();
  for (const source of SOURCES)
    for (const { values, ...row } of rows[source] ?? [])
      merged.set(row.name, { ...row, ...merged.get(row.name), of: { ...merged.get(row.name)?.of, [source]: values } });
  return [...merged.values()];
}

interface SourcesTableProps {
  readonly views: readonly Pick<VariantView, 'badge'>[];
  readonly rows: RowsBySource;
  /** Below the folded rows: where the numbers come from. */
  readonly children?: ReactNode;
}

export function SourcesTable({ views, rows, children }: SourcesTableProps) {
  const all = mergedRows(rows);
  const details = all.filter(({ isDetail }) => isDetail);
  return (
    <div className={css.place}>
      <Rows name="Evidence by source" views={views} rows={all.filter(row => !row.isDetail)} isHeaded />
      <details className={css.details}>
        <summary>{details.length > 0 ? 'More quantities, and their origin' : 'Where the numbers come from'}</summary>
        {details.length > 0 && <Rows name="Details" views={views} rows={details} />}
        {children}
      </details>
    </div>
  );
}

interface RowsProps extends Pick<SourcesTableProps, 'views'> {
  readonly name: string;
  readonly rows: readonly MergedRow[];
  readonly isHeaded?: boolean;
}

function Rows({ name, views, rows, isHeaded = false }: RowsProps) {
  return (
    <table className={css.table} data-count={views.length}>
      <caption className="visually-hidden">{name}</caption>
      <thead className={isHeaded ? undefined : 'visually-hidden'}>
        <tr>
          <th scope="col" className={css.name}>
            <span className="visually-hidden">Quantity</span>
          </th>
          {views.length > 1 && (
            <th scope="col" className={css.badge}>
              <span className="visually-hidden">Variant</span>
            </th>
          )}
          {SOURCES.map(source => (
            <th key={source} scope="col" data-source={source} style={{ color: `var(--${source})` }}>
              <SourceGlyph source={source} />
              {NAME_OF_SOURCE[source]}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map(row => (
        <Quantity key={row.name} views={views} row={row} />
      ))}
    </table>
  );
}

interface QuantityProps extends Pick<SourcesTableProps, 'views'> {
  readonly row: MergedRow;
}

/** Variants that are alike in all sources share one row. */
function Quantity({ views, row }: QuantityProps) {
  const isAlike = SOURCES.every(source => new Set(row.of[source]?.map(told)).size <= 1);
  return <QuantityRows row={row} views={isAlike ? views.slice(0, 1) : views} all={views} />;
}

/** What tells two values apart; a cell that is filled later may differ from any other. */
const told = (value: ReactNode): unknown =>
  isValidElement<{ children?: ReactNode }>(value) ? (value.props.children ?? value) : value;

const QuantityRows = ({ views, row, all }: QuantityProps & { readonly all: SourcesTableProps['views'] }) => (
  <tbody data-key={row.key || undefined}>
    {views.map(({ badge }, at) => (
      <tr key={badge} data-variants={views.length < all.length ? all.length : 1}>
        {at === 0 && (
          <th scope="rowgroup" rowSpan={views.length} colSpan={views.length < all.length ? 2 : 1}>
            <Terms text={row.name} isLabel />
          </th>
        )}
        {all.length > 1 && views.length === all.length && (
          <th scope="row">
            <VariantBadge letter={badge} />
          </th>
        )}
        {SOURCES.map(source => (
          <td key={source} data-source={source}>
            {row.of[source]?.[at] ?? MISSING}
          </td>
        ))}
      </tr>
    ))}
    {row.note && (
      <tr>
        <td className={css.note} colSpan={(all.length > 1 ? 2 : 1) + SOURCES.length}>
          <code>{row.note}</code>
        </td>
      </tr>
    )}
  </tbody>
);
