/** Totals of two runs as bars: both of one quantity on one axis. */
import { count, MISSING } from '../../../base/numbers.ts';
import { SourceBadge, VariantBadge } from '../../../pictures/badges.tsx';
import type { ComparedTotal } from './comparison.ts';
import css from './total-bars.module.css';

export const TotalBars = ({ totals }: { readonly totals: readonly ComparedTotal[] }) => (
  <table className={css.totals}>
    <caption>
      <strong>Totals</strong> <SourceBadge source="emulated" />
    </caption>
    <Head />
    <tbody>
      {totals.map(total => (
        <tr key={total.name}>
          <th scope="row">{total.name}</th>
          <Bar value={total.a} full={total.full} />
          <Bar value={total.b} full={total.full} />
          <td>{ratioText(total)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Head = () => (
  <thead>
    <tr>
      <th scope="col">
        <span className="visually-hidden">Quantity</span>
      </th>
      <th scope="col">
        <VariantBadge letter="A" size={16} />
      </th>
      <th scope="col">
        <VariantBadge letter="B" size={16} />
      </th>
      <th scope="col">B / A</th>
    </tr>
  </thead>
);

const Bar = ({ value, full }: { readonly value: number | null; readonly full: number }) => (
  <td>
    <span>{value === null ? MISSING : numberText(value)}</span>
    <i style={{ width: `${(100 * (value ?? 0)) / full}%` }} />
  </td>
);

const numberText = (value: number): string => (Number.isInteger(value) ? count(value) : value.toFixed(1));

function ratioText({ a, b }: ComparedTotal): string {
  if (a === null || b === null) return MISSING;
  if (a === b) return '=';
  return a === 0 ? MISSING : b === 0 ? '0×' : `${(b / a).toPrecision(3)}×`;
}
