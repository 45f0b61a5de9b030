/** The cases behind a row or a bar, each with the link that opens it in the exhibit. */

import { X } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { bytes, count, MISSING } from '../../base/numbers.ts';
import type { SideCost } from '../../model/permute/placement.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { type LaidCase, ratioOf } from '../../model/permute/statistics/summary.ts';
import { IconButton } from '../../panels/icon-button.tsx';
import { DataTable } from '../../panels/kit/data-table.tsx';
import { MoreRows } from '../../panels/kit/more-rows.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { provenanceOf } from '../../trace/provenance.ts';
import { Link } from '../kit/link.tsx';
import type { Listed, StatisticsState } from '../links/statistics.ts';
import { exhibitSearch } from './exhibit-link.ts';
import { casesOf, listedWords } from './listed-cases.ts';
import type { Measured } from './measured-records.ts';
import { Share, UNMEASURED } from './share-cell.tsx';
import css from './statistics-page.module.css';

interface CaseListProps {
  readonly statistics: Statistics;
  readonly state: StatisticsState;
  readonly listed: Listed;
  /** null if the cases were not measured. */
  readonly measured: Measured | null;
  readonly onClose: () => void;
}

/** Rows at first, and more at each click. */
const SHOWN = 50;

export function CaseList({ statistics, state, listed, measured, onClose }: CaseListProps) {
  const cases = useMemo(() => casesOf(statistics, listed), [statistics, listed]);
  const [shown, setShown] = useState(SHOWN);
  const head = useRef<HTMLDivElement>(null);
  // The picture that was clicked stays in sight above.
  useLayoutEffect(() => head.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section aria-label="Listed cases">
      <div ref={head} className={`row ${css.head}`}>
        <h2>{listedWords(listed)}</h2>
        <span>{cases.length === 1 ? '1 case' : `${count(cases.length)} cases`}</span>
        <IconButton label="Close the list" onClick={onClose}>
          <X size={16} strokeWidth={1.75} />
        </IconButton>
      </div>
      <CaseTable cases={cases} most={shown} state={state} measured={measured} />
      <MoreRows shown={shown} of={cases.length} step={4 * SHOWN} onShow={setShown} />
    </section>
  );
}

interface CaseTableProps extends Pick<CaseListProps, 'state' | 'measured'> {
  readonly cases: readonly LaidCase[];
  readonly most: number;
}

const CaseTable = ({ cases, most, state, measured }: CaseTableProps) => (
  <DataTable
    label="Cases"
    caption="Cases, those with the most conflicts first"
    columns={[
      {
        key: 'case',
        name: 'Case',
        cell: laid => <CaseLink laid={laid} state={state} />,
        sort: laid => laid.case.name,
      },
      ...COLUMNS,
      ...(measured === null ? [] : [measuredColumn(measured)]),
    ]}
    rows={cases}
    rowKey={laid => laid.case.name}
    most={most}
  />
);

const CaseLink = ({ laid, state }: Pick<CaseListProps, 'state'> & { readonly laid: LaidCase }) => (
  <Link to="/banks/$kernel" params={{ kernel: 'permute' }} search={exhibitSearch(laid.case, state)}>
    {laid.case.name}
  </Link>
);

const wavefrontWords = ({ wavefronts, ideal }: SideCost) => (
  <>
    {count(wavefronts)} <small>of {count(ideal)}</small>
  </>
);

const COLUMNS: readonly Column<LaidCase>[] = [
  { key: 'shape', name: 'Shape', isText: true, cell: laid => <code>{laid.case.shape.join(' ')}</code> },
  { key: 'order', name: 'Order', isText: true, cell: laid => <code>{laid.case.perm.join(' ')}</code> },
  ...(['store', 'load'] as const).map(side => ({
    key: side,
    name: side === 'store' ? 'Store' : 'Load',
    cell: ({ layout }: LaidCase) => wavefrontWords(layout[side]),
    sort: (laid: LaidCase) => ratioOf(laid, side),
  })),
  {
    key: 'bytes',
    name: 'Shared memory',
    cell: laid => (
      <>
        {bytes(laid.layout.sharedBytes)} <small>× {ratioOf(laid, 'bytes').toFixed(2)}</small>
      </>
    ),
    sort: ({ layout }) => layout.sharedBytes,
  },
];

function measuredColumn({ set, limit }: Measured): Column<LaidCase> {
  const moveOf = (laid: LaidCase) =>
    set.cases.find(each => each.case.name === laid.case.name)?.moves.find(({ name }) => name === laid.layout.strategy);
  return {
    key: 'measured',
    name: 'Measured, of the copy',
    cell: laid => {
      const move = moveOf(laid);
      return move === undefined ? MISSING : <Share bytesPerSecond={move.bytesPerSecond} limit={limit} />;
    },
    cellHint: laid => {
      const move = moveOf(laid);
      return move === undefined ? UNMEASURED : provenanceOf(move.record);
    },
    sort: laid => moveOf(laid)?.bytesPerSecond ?? null,
  };
}
