/** What of the softmax lies under products: by the model, and on a GPU. */
import { useMemo } from 'react';
import { type HiddenShares, hiddenShares, hiddenSoftmax } from '../../model/attention/hidden-softmax.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import { VariantBadge } from '../../pictures/badges.tsx';
import type { Span } from '../../trace/span.ts';
import css from './ladder-page.module.css';

interface HiddenRow {
  readonly side: PipelineSide;
  readonly source: 'predicted' | 'measured';
  readonly shares: HiddenShares;
  /** 'softmax 2 under product 1 with V'. */
  readonly example: string;
}

export function HiddenTable({ sides }: { readonly sides: readonly PipelineSide[] }) {
  const rows = useMemo(() => sides.flatMap(rowsOf), [sides]);
  if (rows.length === 0) return null;
  return (
    <DataTable
      isTitled
      label="What overlap hides"
      caption={
        <>
          <strong>What overlap hides</strong> of the softmax, in % of its time
        </>
      }
      columns={COLUMNS}
      rows={rows}
      rowKey={({ side, source }) => `${side.letter} ${source}`}
      className={css.sentences}
    />
  );
}

function rowsOf(side: PipelineSide): HiddenRow[] {
  const row = (source: HiddenRow['source'], spans: Iterable<Span>): HiddenRow[] => {
    const all = hiddenSoftmax(spans);
    const shares = hiddenShares(all);
    return shares === null ? [] : [{ side, source, shares, example: exampleOf(all) }];
  };
  return [...row('predicted', side.run.spans), ...(side.measured === null ? [] : row('measured', side.measured.spans))];
}

/** Example from the first warpgroup, once the pipeline is under way. */
function exampleOf(all: ReturnType<typeof hiddenSoftmax>): string {
  const [first] = all;
  const shown = all.find(({ role, under }) => role === first.role && under !== null);
  if (shown === undefined) return 'none under a product of its own warpgroup';
  const { number, under, role } = shown;
  return `${role}: softmax ${number} under product ${under!.number} with ${under!.buffer.toUpperCase()}`;
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

const COLUMNS: readonly Column<HiddenRow>[] = [
  {
    key: 'version',
    name: 'Version',
    cell: ({ side }) => (
      <>
        <VariantBadge letter={side.letter} size={16} /> {side.title}
      </>
    ),
  },
  { key: 'source', name: 'Source', isText: true, cell: ({ source }) => source },
  { key: 'own', name: 'Under its own product', cell: ({ shares }) => percent(shares.own) },
  { key: 'others', name: 'Under another’s alone', cell: ({ shares }) => percent(shares.others) },
  { key: 'none', name: 'Under none', cell: ({ shares }) => percent(shares.none) },
  { key: 'example', name: 'For example', isText: true, cell: ({ example }) => example },
];
