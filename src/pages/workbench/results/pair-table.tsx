/** Memory instructions of two runs that correspond, a row each; the chosen pair is drawn below. */
import { count, MISSING } from '../../../base/numbers.ts';
import { placeWords } from '../findings/finding-words.ts';
import { type AccessChoice, excessOf, nameOf, placeOf } from './access-list.ts';
import type { AccessPair } from './comparison.ts';
import { ListTable } from './list-table.tsx';

interface PairTableProps {
  readonly pairs: readonly AccessPair[];
  readonly chosen: AccessPair | null;
  readonly onChoose: (pair: AccessPair) => void;
}

const COLUMNS = ['Place in A', 'Place in B', 'Instruction', 'Actual', 'Excess'];

export const PairTable = ({ pairs, chosen, onChoose }: PairTableProps) => (
  <ListTable caption="Memory instructions of both versions" columns={COLUMNS}>
    {pairs.map(pair => (
      <tr
        key={`${pair.a?.key} ${pair.b?.key}`}
        data-access
        aria-selected={pair === chosen}
        onClick={() => onChoose(pair)}
      >
        <PairCells pair={pair} />
      </tr>
    ))}
  </ListTable>
);

function PairCells({ pair: { a, b } }: { readonly pair: AccessPair }) {
  const shown = a ?? b;
  const place = (choice: AccessChoice | null) => (choice === null ? MISSING : placeWords(placeOf(choice)));
  const change = (of: (choice: AccessChoice) => number) =>
    [a, b].map(choice => (choice === null ? MISSING : count(of(choice)))).join(' → ');
  return (
    <>
      <th scope="row">
        <button type="button">{place(a)}</button>
      </th>
      <td>{place(b)}</td>
      <td>
        <code>{shown === null ? '' : nameOf(shown)}</code>
      </td>
      <td>{change(({ totals }) => totals.parts)}</td>
      <td>{change(excessOf)}</td>
    </>
  );
}
