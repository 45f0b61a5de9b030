/** Word and bank of the first lanes: before the guess the bank is left to the reader. */
import { BANKS, WORD_BYTES } from '../../../base/hardware.ts';
import type { VariantView } from '../../../panels/variant-view.ts';
import css from './quiz.module.css';

const SHOWN = 4;

export function FirstLanes({ view, isTold }: { readonly view: VariantView; readonly isTold: boolean }) {
  const { access } = view.predicted;
  if (access === null) return null;
  const lanes = Array.from(access.address, (address, lane) => ({ address, lane })).filter(
    ({ address }) => address >= 0,
  );
  return (
    <table className={css.lanes}>
      <caption>
        <strong>Who wants what</strong> the first {SHOWN} lanes
      </caption>
      <thead>
        <tr>
          <th scope="col">lane</th>
          <th scope="col">word</th>
          <th scope="col">bank</th>
        </tr>
      </thead>
      <tbody>
        {lanes.slice(0, SHOWN).map(({ address, lane }) => {
          const word = Math.floor(address / WORD_BYTES);
          return (
            <tr key={lane}>
              <td>{lane}</td>
              <td>
                {address} / 4 = <strong>{word}</strong>
              </td>
              <td>
                {word} mod 32 = <strong>{isTold ? word % BANKS : '?'}</strong>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
