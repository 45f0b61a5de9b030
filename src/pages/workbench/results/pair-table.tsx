/** Memory instructions of two runs that correspond, a row each; the chosen pair is drawn below. */
import { count, MISSING } from '../../../base/numbers.ts';
import { DataTable } from '../../../panels/kit/data-table.tsx';
import type { Column } from '../../../panels/kit/table-columns.ts';
import { placeWords } from '../findings/finding-words.ts';
import { type AccessChoice, excessOf, nameOf, placeOf } from './access-list.ts';
import type { AccessPair } from './comparison.ts';
import css from './results.module.css';

interface PairTableProps {
  readonly pairs: readonly AccessPair[];
  readonly chosen: AccessPair | null;
  readonly onChoose: (pair: AccessPair) => void;
}

export const PairTable = ({ pairs, chosen, onChoose }: PairTableProps) => (
  <DataTable
    look="list"
    label="Memory instructions of both versions"
    caption="Memory instructions of both versions"
    className={css.accesses}
    columns={COLUMNS}
    rows={pairs}
    rowKey={({ a, b }) => `${a?.key} ${b?.key}`}
    choice={{ isChosen: pair => pair === chosen, onChoose }}
  />
);

const place = (choice: AccessChoice | null) => (choice === null ? MISSING : placeWords(placeOf(choice)));

const change = ({ a, b }: AccessPair, of: (choice: AccessChoice) => number): string =>
  [a, b].map(choice => (choice === null ? MISSING : count(of(choice)))).join(' → ');

/** Difference from A to B, if both have the access. */
const gain = ({ a, b }: AccessPair, of: (choice: AccessChoice) => number): number | null => a && b && of(b) - of(a);

const partsOf = ({ totals }: AccessChoice): number => totals.parts;

const COLUMNS: readonly Column<AccessPair>[] = [
  { key: 'a', name: 'Place in A', cell: ({ a }) => place(a) },
  { key: 'b', name: 'Place in B', isText: true, cell: ({ b }) => place(b) },
  {
    key: 'instruction',
    name: 'Instruction',
    isText: true,
    cell: ({ a, b }) => {
      const shown = a ?? b;
      return <code>{shown === null ? '' : nameOf(shown)}</code>;
    },
  },
  { key: 'actual', name: 'Actual', cell: pair => change(pair, partsOf), sort: pair => gain(pair, partsOf) },
  { key: 'excess', name: 'Excess', cell: pair => change(pair, excessOf), sort: pair => gain(pair, excessOf) },
];
