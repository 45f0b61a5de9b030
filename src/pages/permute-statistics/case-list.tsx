/** The cases behind a row or a bar, each with the link that opens it in the exhibit. */

import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { bytes, count } from '../../base/numbers.ts';
import type { SideCost } from '../../model/permute/placement.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { type LaidCase, ratioOf } from '../../model/permute/statistics/summary.ts';
import controls from '../../panels/controls.module.css';
import { IconButton } from '../../panels/icon-button.tsx';
import { provenanceOf } from '../../trace/provenance.ts';
import { Link } from '../kit/link.tsx';
import type { Listed, StatisticsState } from '../links/statistics.ts';
import css from './case-list.module.css';
import { exhibitSearch } from './exhibit-link.ts';
import { casesOf, listedWords } from './listed-cases.ts';
import type { Measured } from './measured-records.ts';
import { ScrolledTable } from './scrolled-table.tsx';
import { ShareCell, UnmeasuredCell } from './share-cell.tsx';

interface CaseListProps {
  readonly statistics: Statistics;
  readonly state: StatisticsState;
  readonly listed: Listed;
  /** null where nobody measured the cases. */
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
      <CaseTable cases={cases.slice(0, shown)} state={state} measured={measured} />
      {cases.length > shown && (
        <button type="button" className={controls.button} onClick={() => setShown(shown + 4 * SHOWN)}>
          More, of {count(cases.length - shown)}
        </button>
      )}
    </section>
  );
}

const HEAD = ['Case', 'Shape', 'Order', 'Store', 'Load', 'Shared memory'];

interface CaseTableProps extends Pick<CaseListProps, 'state' | 'measured'> {
  readonly cases: readonly LaidCase[];
}

const CaseTable = ({ cases, state, measured }: CaseTableProps) => (
  <ScrolledTable
    label="Cases"
    caption="Cases, those with the most conflicts first"
    head={measured === null ? HEAD : [...HEAD, 'Measured, of the copy']}
    className={css.cases}
  >
    {cases.map(laid => (
      <CaseRow key={laid.case.name} laid={laid} state={state}>
        {measured && <MeasuredCell laid={laid} measured={measured} />}
      </CaseRow>
    ))}
  </ScrolledTable>
);

function MeasuredCell({ laid, measured }: { readonly laid: LaidCase; readonly measured: Measured }) {
  const found = measured.set.cases.find(each => each.case.name === laid.case.name);
  const move = found?.moves.find(({ name }) => name === laid.layout.strategy);
  if (move === undefined) return <UnmeasuredCell />;
  return <ShareCell bytesPerSecond={move.bytesPerSecond} limit={measured.limit} title={provenanceOf(move.record)} />;
}

interface CaseRowProps extends Pick<CaseListProps, 'state'> {
  readonly laid: LaidCase;
  /** Cells behind those of the prediction. */
  readonly children: ReactNode;
}

function CaseRow({ laid, state, children }: CaseRowProps) {
  const { case: each, layout } = laid;
  return (
    <tr>
      <th scope="row">
        <Link to="/banks/$kernel" params={{ kernel: 'permute' }} search={exhibitSearch(each, state)}>
          {each.name}
        </Link>
      </th>
      <td>
        <code>{each.shape.join(' ')}</code>
      </td>
      <td>
        <code>{each.perm.join(' ')}</code>
      </td>
      <Wavefronts cost={layout.store} />
      <Wavefronts cost={layout.load} />
      <td>
        {bytes(layout.sharedBytes)} <small>× {ratioOf(laid, 'bytes').toFixed(2)}</small>
      </td>
      {children}
    </tr>
  );
}

const Wavefronts = ({ cost: { wavefronts, ideal } }: { readonly cost: SideCost }) => (
  <td>
    {count(wavefronts)} <small>of {count(ideal)}</small>
  </td>
);
