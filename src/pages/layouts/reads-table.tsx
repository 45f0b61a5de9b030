/** The requests that read a fragment from shared memory, with their wavefronts. */
import type { FragmentRead } from '../../model/layout-steps/fragment-reads.ts';
import { degreeChip, type Theme } from '../../pictures/theme.ts';
import tables from '../permute-statistics/tables.module.css';

interface ReadsTableProps {
  readonly reads: readonly FragmentRead[];
  readonly verb: string;
  readonly theme: Theme;
}

export function ReadsTable({ reads, verb, theme }: ReadsTableProps) {
  const total = (of: 'wavefronts' | 'ideal'): number => reads.reduce((sum, { cost }) => sum + cost[of], 0);
  return (
    <div className={tables.scroll}>
      <table className={tables.table}>
        <caption>
          <span className={tables.caption}>
            <strong>Requests</strong>{' '}
            <span>{`${verb}: ${total('wavefronts')} wavefronts, ${total('ideal')} without conflicts`}</span>
          </span>
        </caption>
        <thead>
          <tr>
            {['Request', 'Bytes a lane', 'Wavefronts', 'Ideal', 'Excess'].map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reads.map(({ what, widthBytes, cost }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{widthBytes}</td>
              <td>
                {cost.wavefronts} <Ways ways={cost.wavefronts / Math.max(1, cost.ideal)} theme={theme} />
              </td>
              <td>{cost.ideal}</td>
              <td>{cost.excess}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Ways({ ways, theme }: { readonly ways: number; readonly theme: Theme }) {
  const { fill, text } = degreeChip(theme, ways);
  return (
    <span className={tables.chip} style={{ background: fill, color: text }}>
      {Number.isInteger(ways) ? ways : ways.toFixed(1)}×
    </span>
  );
}
