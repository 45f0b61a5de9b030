/** A measured rate in a table, as a share of what a copy reaches. */
import { MISSING, rateWords } from '../../base/numbers.ts';
import { type Ceiling, shareOf } from '../../trace/ceilings.ts';

interface ShareCellProps {
  readonly bytesPerSecond: number;
  readonly limit: Ceiling;
  /** Where it comes from, or what it is the median of. */
  readonly title: string;
}

export const ShareCell = ({ bytesPerSecond, limit, title }: ShareCellProps) => (
  <td title={title}>
    {(100 * shareOf(bytesPerSecond, limit)).toFixed(1)} % <small>{rateWords('bytes', bytesPerSecond)}</small>
  </td>
);

export const UnmeasuredCell = () => <td title="Not measured yet">{MISSING}</td>;
