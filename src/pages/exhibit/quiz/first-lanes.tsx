/**
 * Word and bank of the lanes: before the guess the bank is left to the reader. Of the first lanes only where a tile shows
 * what the others want.
 */
import { BANKS, WORD_BYTES } from '../../../base/hardware.ts';
import type { VariantView } from '../../../panels/variant-view.ts';
import css from './quiz.module.css';

const SHOWN = 4;
/** Lanes of one table where all are shown. */
const ROWS = 16;

interface LaneAddress {
  readonly lane: number;
  readonly address: number;
}

interface FirstLanesProps {
  readonly view: VariantView;
  readonly isTold: boolean;
}

export function FirstLanes({ view, isTold }: FirstLanesProps) {
  const { access } = view.predicted;
  if (access === null) return null;
  const lanes = Array.from(access.address, (address, lane) => ({ address, lane })).filter(
    ({ address }) => address >= 0,
  );
  const shown = view.tile === null ? lanes : lanes.slice(0, SHOWN);
  const tables = Array.from({ length: Math.ceil(shown.length / ROWS) }, (_, at) =>
    shown.slice(at * ROWS, (at + 1) * ROWS),
  );
  return (
    <section className={css.lanes} aria-label="Who wants what">
      <p>
        <strong>Who wants what</strong> {shown.length < lanes.length && `the first ${SHOWN} lanes`}
      </p>
      <div className="row">
        {tables.map(rows => (
          <LaneTable key={rows[0].lane} lanes={rows} isTold={isTold} isShort={tables.length > 1} />
        ))}
      </div>
    </section>
  );
}

interface LaneTableProps {
  readonly lanes: readonly LaneAddress[];
  readonly isTold: boolean;
  /** Two tables side by side have no room for the way from address to word. */
  readonly isShort: boolean;
}

const LaneTable = ({ lanes, isTold, isShort }: LaneTableProps) => (
  <table>
    <thead>
      <tr>
        <th scope="col">lane</th>
        <th scope="col">word</th>
        <th scope="col">bank</th>
      </tr>
    </thead>
    <tbody>
      {lanes.map(({ address, lane }) => {
        const word = Math.floor(address / WORD_BYTES);
        return (
          <tr key={lane}>
            <td>{lane}</td>
            <td>
              {!isShort && `${address} / ${WORD_BYTES} = `}
              <strong>{word}</strong>
            </td>
            <td>
              {!isShort && `${word} mod ${BANKS} = `}
              <strong>{isTold ? word % BANKS : '?'}</strong>
            </td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
