/** The requests that move a fragment to or from shared memory, with their wavefronts. */
import type { FragmentRead } from '../../model/layout-steps/fragment-reads.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { WaysChip } from '../../panels/kit/ways-chip.tsx';
import type { Theme } from '../../pictures/theme.ts';

interface ReadsTableProps {
  readonly reads: readonly FragmentRead[];
  /** 'loaded' or 'stored'. */
  readonly verb: string;
  readonly theme: Theme;
}

export const ReadsTable = ({ reads, verb, theme }: ReadsTableProps) => (
  <DataTable
    isTitled
    caption={
      <>
        <strong>Requests</strong> {totalText(reads, verb)}
      </>
    }
    columns={columnsOf(theme)}
    rows={reads}
    rowKey={({ what }) => what}
  />
);

const columnsOf = (theme: Theme): Column<FragmentRead>[] => [
  { key: 'request', name: 'Request', cell: ({ what }) => what },
  { key: 'bytes', name: 'Bytes a lane', cell: ({ widthBytes }) => widthBytes },
  { key: 'wavefronts', name: 'Wavefronts', cell: ({ cost }) => <Wavefronts {...cost} theme={theme} /> },
  { key: 'ideal', name: 'Ideal', cell: ({ cost }) => cost.ideal },
  { key: 'excess', name: 'Excess', cell: ({ cost }) => cost.excess },
];

function totalText(reads: readonly FragmentRead[], verb: string): string {
  const total = (of: 'wavefronts' | 'ideal'): number => reads.reduce((sum, { cost }) => sum + cost[of], 0);
  return `${verb}: ${total('wavefronts')} wavefronts, ${total('ideal')} without conflicts`;
}

type WavefrontsProps = Pick<FragmentRead['cost'], 'wavefronts' | 'ideal'> & { readonly theme: Theme };

function Wavefronts({ wavefronts, ideal, theme }: WavefrontsProps) {
  const ways = wavefronts / Math.max(1, ideal);
  return (
    <>
      {wavefronts}{' '}
      <WaysChip ways={ways} theme={theme}>
        {Number.isInteger(ways) ? ways : ways.toFixed(1)}×
      </WaysChip>
    </>
  );
}
