/** The memory instructions of a run, a row each; the chosen one is drawn below. */
import { count } from '../../../base/numbers.ts';
import { DataTable } from '../../../panels/kit/data-table.tsx';
import type { Column } from '../../../panels/kit/table-columns.ts';
import { WaysChip } from '../../../panels/kit/ways-chip.tsx';
import type { Theme } from '../../../pictures/theme.ts';
import { withPlainNames } from '../../../ptx/outline/plain-names.ts';
import { placeWords } from '../findings/finding-words.ts';
import { type AccessChoice, excessOf, nameOf, placeOf, unitOf } from './access-list.ts';
import css from './results.module.css';

interface AccessListTableProps {
  readonly choices: readonly AccessChoice[];
  readonly chosen: AccessChoice;
  readonly theme: Theme;
  readonly onChoose: (choice: AccessChoice) => void;
}

export const AccessListTable = ({ choices, chosen, theme, onChoose }: AccessListTableProps) => (
  <DataTable
    look="list"
    label="Memory instructions with their totals"
    caption="Memory instructions with their totals"
    className={css.accesses}
    columns={[...COLUMNS, excessColumn(theme)]}
    rows={choices}
    rowKey={({ key }) => key}
    choice={{ isChosen: ({ key }) => key === chosen.key, onChoose }}
  />
);

const COLUMNS: readonly Column<AccessChoice>[] = [
  { key: 'place', name: 'Place', cell: choice => placeWords(placeOf(choice)) },
  {
    key: 'instruction',
    name: 'Instruction',
    isText: true,
    cell: choice => <code>{nameOf(choice)}</code>,
    cellHint: ({ instruction }) => withPlainNames(instruction),
    sort: nameOf,
  },
  {
    key: 'requests',
    name: 'Requests',
    cell: ({ totals }) => count(totals.requests),
    sort: ({ totals }) => totals.requests,
  },
  {
    key: 'actual',
    name: 'Actual',
    cell: ({ totals }) => count(totals.parts),
    cellHint: ({ totals }) => unitOf(totals),
    sort: ({ totals }) => totals.parts,
  },
  { key: 'ideal', name: 'Ideal', cell: ({ totals }) => count(totals.ideal), sort: ({ totals }) => totals.ideal },
];

const excessColumn = (theme: Theme): Column<AccessChoice> => ({
  key: 'excess',
  name: 'Excess',
  cell: choice => {
    const { parts, ideal } = choice.totals;
    const excess = excessOf(choice);
    return (
      <WaysChip ways={excess === 0 ? 1 : Math.max(2, parts / Math.max(1, ideal))} theme={theme}>
        {count(excess)}
      </WaysChip>
    );
  },
  sort: excessOf,
});
