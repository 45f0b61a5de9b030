/** The cases behind a row or a bar, each with the link that opens it in the exhibit. */
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SideCost } from '../../model/permute/placement.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { type LaidCase, ratioOf } from '../../model/permute/statistics/summary.ts';
import controls from '../../panels/controls.module.css';
import { IconButton } from '../../panels/icon-button.tsx';
import { bytes, count } from '../../panels/numbers.ts';
import css from './case-list.module.css';
import { exhibitSearch } from './exhibit-link.ts';
import { casesOf, listedWords } from './listed-cases.ts';
import { ScrolledTable } from './scrolled-table.tsx';
import type { Listed, StatisticsState } from './statistics-search.ts';

interface CaseListProps {
  readonly statistics: Statistics;
  readonly state: StatisticsState;
  readonly listed: Listed;
  readonly onClose: () => void;
}

/** Rows at first, and more at each click. */
const SHOWN = 50;

export function CaseList({ statistics, state, listed, onClose }: CaseListProps) {
  const cases = useMemo(() => casesOf(statistics, listed), [statistics, listed]);
  const [shown, setShown] = useState(SHOWN);
  const head = useRef<HTMLDivElement>(null);
  // The picture that was clicked stays in sight above.
  useLayoutEffect(() => head.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section aria-label="Listed cases">
      <div ref={head} className={css.head}>
        <h2>{listedWords(listed)}</h2>
        <span>{cases.length === 1 ? '1 case' : `${count(cases.length)} cases`}</span>
        <IconButton label="Close the list" onClick={onClose}>
          <X size={16} strokeWidth={1.75} />
        </IconButton>
      </div>
      <CaseTable cases={cases.slice(0, shown)} state={state} />
      {cases.length > shown && (
        <button type="button" className={controls.button} onClick={() => setShown(shown + 4 * SHOWN)}>
          More, of {count(cases.length - shown)}
        </button>
      )}
    </section>
  );
}

const HEAD = ['Case', 'Shape', 'Order', 'Store', 'Load', 'Shared memory'];

const CaseTable = ({ cases, state }: { readonly cases: readonly LaidCase[]; readonly state: StatisticsState }) => (
  <ScrolledTable label="Cases" caption="Cases, those with the most conflicts first" head={HEAD} className={css.cases}>
    {cases.map(laid => (
      <CaseRow key={laid.case.name} laid={laid} state={state} />
    ))}
  </ScrolledTable>
);

function CaseRow({ laid, state }: { readonly laid: LaidCase; readonly state: StatisticsState }) {
  const { case: each, layout } = laid;
  return (
    <tr>
      <th scope="row">
        <Link to="/banks/$kernel" params={{ kernel: 'permute' } as never} search={exhibitSearch(each, state) as never}>
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
    </tr>
  );
}

const Wavefronts = ({ cost: { wavefronts, ideal } }: { readonly cost: SideCost }) => (
  <td>
    {count(wavefronts)} <small>of {count(ideal)}</small>
  </td>
);
