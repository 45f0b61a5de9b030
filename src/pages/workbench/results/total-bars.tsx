/** Totals of two runs as bars: both of one quantity on one axis. */
import { count, MISSING } from '../../../base/numbers.ts';
import { DataTable } from '../../../panels/kit/data-table.tsx';
import type { Column } from '../../../panels/kit/table-columns.ts';
import { SourceBadge, VariantBadge } from '../../../pictures/badges.tsx';
import type { ComparedTotal } from './comparison.ts';
import css from './results.module.css';

export const TotalBars = ({ totals }: { readonly totals: readonly ComparedTotal[] }) => (
  <DataTable
    isTitled
    caption={
      <span className="row spread">
        <strong>Totals</strong> <SourceBadge source="emulated" />
      </span>
    }
    className={css.totals}
    columns={COLUMNS}
    rows={totals}
    rowKey={({ name }) => name}
  />
);

const COLUMNS: readonly Column<ComparedTotal>[] = [
  { key: 'quantity', name: <span className="visually-hidden">Quantity</span>, cell: ({ name }) => name },
  ...(['a', 'b'] as const).map(key => ({
    key,
    name: <VariantBadge letter={key === 'a' ? 'A' : 'B'} size={16} />,
    isText: true,
    cell: ({ [key]: value, full }: ComparedTotal) => <Bar value={value} full={full} />,
  })),
  { key: 'ratio', name: 'B / A', cell: ratioText },
];

const Bar = ({ value, full }: { readonly value: number | null; readonly full: number }) => (
  <>
    <span>{value === null ? MISSING : numberText(value)}</span>
    <i style={{ width: `${(100 * (value ?? 0)) / full}%` }} />
  </>
);

const numberText = (value: number): string => (Number.isInteger(value) ? count(value) : value.toFixed(1));

function ratioText({ a, b }: ComparedTotal): string {
  if (a === null || b === null) return MISSING;
  if (a === b) return '=';
  return a === 0 ? MISSING : b === 0 ? '0×' : `${(b / a).toPrecision(3)}×`;
}
