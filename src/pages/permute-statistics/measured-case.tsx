/** One case as every strategy moved it on the GPU, each with the link that opens it in the exhibit. */

import { X } from 'lucide-react';
import { MISSING, rateWords } from '../../base/numbers.ts';
import { timeText } from '../../base/numerals.ts';
import { type MeasuredCase as Case, type MeasuredMove, waysOf } from '../../kernels/permute/measured-cases.ts';
import { moveWords } from '../../kernels/permute/variants.ts';
import { IconButton } from '../../panels/icon-button.tsx';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { shareOf } from '../../trace/ceilings.ts';
import { provenanceOf } from '../../trace/provenance.ts';
import { Link } from '../kit/link.tsx';
import type { StatisticsState } from '../links/statistics.ts';
import { exhibitSearch } from './exhibit-link.ts';
import { type Measured, waysText } from './measured-records.ts';
import css from './statistics-page.module.css';

interface MeasuredCaseProps {
  readonly measured: Measured;
  readonly each: Case;
  readonly state: StatisticsState;
  readonly onClose: () => void;
}

export function MeasuredCase({ onClose, ...of }: MeasuredCaseProps) {
  const { each } = of;
  const { name, shape, perm } = each.case;
  return (
    <section aria-label="Measured case">
      <div className={`row ${css.head}`}>
        <h2>{name}</h2>
        <code>
          {shape.join(' ')} by {perm.join(' ')}
        </code>
        <IconButton label="Close the case" onClick={onClose}>
          <X size={16} strokeWidth={1.75} />
        </IconButton>
      </div>
      <DataTable
        label={`Times of ${name}`}
        caption={`${name} by strategy`}
        columns={columnsOf(of)}
        rows={each.moves}
        rowKey={move => move.name}
      />
    </section>
  );
}

function columnsOf({ measured, each, state }: Omit<MeasuredCaseProps, 'onClose'>): Column<MeasuredMove>[] {
  const first = each.moves.find(move => move.name === 'none');
  const searchOf = ({ record }: MeasuredMove) =>
    exhibitSearch(each.case, state, [...new Set([...(first ? [first.record.variant] : []), record.variant])]);
  return [
    {
      key: 'strategy',
      name: 'Strategy',
      cell: move => (
        <>
          <Link to="/banks/$kernel" params={{ kernel: 'permute' }} search={searchOf(move)}>
            {moveWords(move.name).title}
          </Link>
          {move.launchedAs !== null && (
            <small className={css.alike}>the same launch as {moveWords(move.launchedAs).title}</small>
          )}
        </>
      ),
      cellHint: ({ name }) => moveWords(name).summary,
      sort: ({ name }) => moveWords(name).title,
    },
    {
      key: 'ways',
      name: 'Ways, predicted',
      cell: ({ layout }) => (layout === null ? MISSING : waysText(waysOf(layout))),
      sort: ({ layout }) => layout && waysOf(layout),
    },
    {
      key: 'time',
      name: 'Time',
      cell: ({ medianNs }) => timeText(medianNs, 4),
      cellHint: ({ record }) => provenanceOf(record),
      sort: ({ medianNs }) => medianNs,
    },
    { key: 'rate', name: 'Useful bytes', cell: ({ bytesPerSecond }) => rateWords('bytes', bytesPerSecond) },
    {
      key: 'share',
      name: 'Of the copy',
      cell: ({ bytesPerSecond }) => `${(100 * shareOf(bytesPerSecond, measured.limit)).toFixed(1)} %`,
    },
    {
      key: 'against',
      name: `Against ${moveWords('none').title.toLowerCase()}`,
      cell: ({ medianNs }) => (first === undefined ? MISSING : `${(medianNs / first.medianNs).toFixed(3)} ×`),
    },
  ];
}
