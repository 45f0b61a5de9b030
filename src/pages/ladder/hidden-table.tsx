/** What of the softmax lies under products: by the model, and on a GPU. */
import { useMemo } from 'react';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import { VariantBadge } from '../../pictures/badges.tsx';
import { type HiddenRow, hiddenRows } from './hidden-rows.ts';
import css from './ladder-page.module.css';

export function HiddenTable({ sides }: { readonly sides: readonly PipelineSide[] }) {
  const rows = useMemo(() => sides.flatMap(hiddenRows), [sides]);
  if (rows.length === 0) return null;
  const isMeasured = rows.some(({ source }) => source === 'measured');
  return (
    <div>
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
      {isMeasured && (
        <p className="caption">
          A measured product lasts from when it was asked for until its warp saw its end. It counts the wait for the
          tensor cores, so more lies under it than under a predicted one.
        </p>
      )}
    </div>
  );
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
