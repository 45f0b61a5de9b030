/** A measured rate in a table, as a share of what a copy reaches. */
import { rateWords } from '../../base/numbers.ts';
import { type Ceiling, shareOf } from '../../trace/ceilings.ts';

interface ShareProps {
  readonly bytesPerSecond: number;
  readonly limit: Ceiling;
}

export const Share = ({ bytesPerSecond, limit }: ShareProps) => (
  <>
    {(100 * shareOf(bytesPerSecond, limit)).toFixed(1)} % <small>{rateWords('bytes', bytesPerSecond)}</small>
  </>
);

export const UNMEASURED = 'Not measured yet';
