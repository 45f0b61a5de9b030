/** One case as every strategy moved it on the GPU, each with the link that opens it in the exhibit. */

import { X } from 'lucide-react';
import { MISSING, rateWords } from '../../base/numbers.ts';
import { timeText } from '../../base/numerals.ts';
import { type MeasuredCase as Case, type MeasuredMove, waysOf } from '../../kernels/permute/measured-cases.ts';
import { IconButton } from '../../panels/icon-button.tsx';
import { shareOf } from '../../trace/ceilings.ts';
import { provenanceOf } from '../../trace/provenance.ts';
import { Link } from '../kit/link.tsx';
import type { StatisticsState } from '../links/statistics.ts';
import css from './case-list.module.css';
import { exhibitSearch } from './exhibit-link.ts';
import { type Measured, waysText } from './measured-records.ts';
import { ScrolledTable } from './scrolled-table.tsx';

interface MeasuredCaseProps {
  readonly measured: Measured;
  readonly each: Case;
  readonly state: StatisticsState;
  readonly onClose: () => void;
}

const HEAD = ['Strategy', 'Ways, predicted', 'Time', 'Useful bytes', 'Of the copy', 'Against none'];

export function MeasuredCase({ measured, each, state, onClose }: MeasuredCaseProps) {
  const { name, shape, perm } = each.case;
  const first = each.moves.find(move => move.name === 'none');
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
      <ScrolledTable label={`Times of ${name}`} caption={`${name} by strategy`} head={HEAD}>
        {each.moves.map(move => (
          <MoveRow key={move.name} {...{ measured, each, state, move, first }} />
        ))}
      </ScrolledTable>
    </section>
  );
}

interface MoveRowProps extends Pick<MeasuredCaseProps, 'measured' | 'each' | 'state'> {
  readonly move: MeasuredMove;
  readonly first: MeasuredMove | undefined;
}

function MoveRow({ measured, each, state, move, first }: MoveRowProps) {
  const { name, layout, record, launchedAs, medianNs, bytesPerSecond } = move;
  const compared = [...new Set([...(first ? [first.record.variant] : []), record.variant])];
  return (
    <tr title={provenanceOf(record)}>
      <th scope="row">
        <Link to="/banks/$kernel" params={{ kernel: 'permute' }} search={exhibitSearch(each.case, state, compared)}>
          {name}
        </Link>
        {launchedAs !== null && <small className={css.alike}>the same launch as {launchedAs}</small>}
      </th>
      <td>{layout === null ? MISSING : waysText(waysOf(layout))}</td>
      <td>{timeText(medianNs, 4)}</td>
      <td>{rateWords('bytes', bytesPerSecond)}</td>
      <td>{(100 * shareOf(bytesPerSecond, measured.limit)).toFixed(1)} %</td>
      <td>{first === undefined ? MISSING : `${(medianNs / first.medianNs).toFixed(3)} ×`}</td>
    </tr>
  );
}
