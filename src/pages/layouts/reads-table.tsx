/** The requests that move a fragment to or from shared memory, with their wavefronts. */
import type { FragmentRead } from '../../model/layout-steps/fragment-reads.ts';
import { TableHead } from '../../pictures/table-head.tsx';
import { degreeChip, type Theme } from '../../pictures/theme.ts';
import tables from '../kit/tables.module.css';

interface ReadsTableProps {
  readonly reads: readonly FragmentRead[];
  /** 'loaded' or 'stored'. */
  readonly verb: string;
  readonly theme: Theme;
}

const COLUMNS = ['Request', 'Bytes a lane', 'Wavefronts', 'Ideal', 'Excess'];

export const ReadsTable = ({ reads, verb, theme }: ReadsTableProps) => (
  <div className={`sideways ${tables.scroll}`}>
    <table className={tables.table}>
      <caption>
        <span className={`caption ${tables.caption}`}>
          <strong>Requests</strong> <span>{totalText(reads, verb)}</span>
        </span>
      </caption>
      <TableHead names={COLUMNS} />
      <tbody>
        {reads.map(read => (
          <ReadRow key={read.what} {...read} theme={theme} />
        ))}
      </tbody>
    </table>
  </div>
);

function totalText(reads: readonly FragmentRead[], verb: string): string {
  const total = (of: 'wavefronts' | 'ideal'): number => reads.reduce((sum, { cost }) => sum + cost[of], 0);
  return `${verb}: ${total('wavefronts')} wavefronts, ${total('ideal')} without conflicts`;
}

function ReadRow({ what, widthBytes, cost, theme }: FragmentRead & { readonly theme: Theme }) {
  const ways = cost.wavefronts / Math.max(1, cost.ideal);
  const { fill, text } = degreeChip(theme, ways);
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>{widthBytes}</td>
      <td>
        {cost.wavefronts}{' '}
        <span className={tables.chip} style={{ background: fill, color: text }}>
          {Number.isInteger(ways) ? ways : ways.toFixed(1)}×
        </span>
      </td>
      <td>{cost.ideal}</td>
      <td>{cost.excess}</td>
    </tr>
  );
}
