/** Tables of records, and boxes that scroll. */
import { useState } from 'react';
import { count, MISSING } from '../../base/numbers.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import { MoreRows } from '../../panels/kit/more-rows.tsx';
import { ScrollRegion } from '../../panels/kit/scroll-region.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { WaysChip } from '../../panels/kit/ways-chip.tsx';
import { themes } from '../../pictures/theme.ts';
import { useThemeName } from '../../services/theme.ts';
import { LONG, Part, State } from './specimens.tsx';

interface Store {
  readonly name: string;
  readonly wavefronts: number;
  /** null if not measured. */
  readonly ns: number | null;
}

const STORES: readonly Store[] = [
  { name: 'tiled', wavefronts: 32, ns: 3928 },
  { name: 'padded', wavefronts: 1, ns: 2169 },
  { name: 'xor', wavefronts: 1, ns: 2132 },
  { name: 'coarsened', wavefronts: 4, ns: null },
];

const COLUMNS: readonly Column<Store>[] = [
  { key: 'variant', name: 'Variant', cell: ({ name }) => name, sort: ({ name }) => name },
  {
    key: 'wavefronts',
    name: 'Wavefronts',
    hint: 'Of one warp',
    cell: ({ wavefronts }) => <Ways n={wavefronts} />,
    sort: ({ wavefronts }) => wavefronts,
  },
  { key: 'ns', name: 'ns', cell: ({ ns }) => (ns === null ? MISSING : count(ns)), sort: ({ ns }) => ns },
];

const PLAIN = COLUMNS.map(({ sort, ...column }) => column);

const Ways = ({ n }: { readonly n: number }) => (
  <WaysChip ways={n} theme={themes[useThemeName()]}>
    {n}
  </WaysChip>
);

const shared = { rows: STORES, rowKey: ({ name }: Store) => name };

export const TableParts = () => (
  <Part
    name="Table"
    file="data-table.tsx"
    keys="A head sorts: the least first, the greatest first, as the rows come. Arrows, Home and End go from row to row where rows can be chosen; Enter chooses."
  >
    <State name="plain, its caption heard only">
      <DataTable {...shared} caption="Stores of a warp" columns={PLAIN} />
    </State>
    <State name="titled">
      <DataTable {...shared} isTitled caption={<strong>Loads of a warp</strong>} columns={PLAIN} />
    </State>
    <State name="heads that sort; rows without a value stay last">
      <DataTable {...shared} caption="Sorted stores" columns={COLUMNS} />
    </State>
    <State name="rows that are chosen">
      <Chosen caption="Chosen store" />
    </State>
    <State name="a list under a head that stays">
      <Chosen caption="Many stores" look="list" />
    </State>
    <State name="quantities, a variant each column">
      <Figures />
    </State>
    <State name="marked rows: pointed at, at fault, first of a group">
      <DataTable
        {...shared}
        caption="Marked stores"
        columns={PLAIN}
        marks={({ name }) => (name === 'tiled' ? ['wrong'] : name === 'xor' ? ['first', 'lit'] : [])}
      />
    </State>
    <State name="no room, a wide cell">
      <DataTable
        {...shared}
        caption="Wide stores"
        columns={[
          { ...PLAIN[0], cell: () => LONG },
          { ...PLAIN[1], span: ({ ns }: Store) => (ns === null ? 2 : 1) },
          PLAIN[2],
        ]}
      />
    </State>
    <State name="its first rows, and the next ones">
      <FirstRows />
    </State>
    <State name="empty">
      <DataTable caption="No stores" columns={PLAIN} rows={[]} rowKey={shared.rowKey} />
    </State>
  </Part>
);

interface ChosenProps {
  readonly caption: string;
  readonly look?: 'list';
}

function Chosen({ caption, ...look }: ChosenProps) {
  const [chosen, setChosen] = useState('padded');
  const choice = {
    isChosen: ({ name }: Store) => name === chosen,
    onChoose: ({ name }: Store) => setChosen(name),
    hint: 'Draw it',
  };
  const rows =
    look.look === 'list' ? Array.from({ length: 24 }, (_, i) => ({ ...STORES[i % 4], name: `v${i}` })) : STORES;
  return <DataTable {...look} caption={caption} columns={COLUMNS} rows={rows} rowKey={shared.rowKey} choice={choice} />;
}

function FirstRows() {
  const [shown, setShown] = useState(2);
  return (
    <div>
      <DataTable {...shared} caption="First stores" columns={PLAIN} most={shown} />
      <MoreRows shown={shown} of={STORES.length} step={1} onShow={setShown} />
    </div>
  );
}

const FIGURES = [
  { name: 'Wavefronts', values: [32, 1], isKey: true },
  { name: 'Ideal', values: [1, 1], isKey: false },
];

type Figure = (typeof FIGURES)[number];

const Figures = () => (
  <DataTable
    look="figures"
    caption="Figures of two variants"
    columns={[
      { key: 'quantity', name: 'Quantity', cell: ({ name }: Figure) => name },
      ...['A', 'B'].map((name, at) => ({ key: name, name, cell: ({ values }: Figure) => count(values[at]) })),
    ]}
    rows={FIGURES}
    rowKey={({ name }) => name}
    marks={({ isKey }) => (isKey ? ['key'] : [])}
  />
);

export const ScrollParts = () => (
  <Part
    name="Box that scrolls"
    file="scroll-region.tsx"
    keys="Tab comes to it while there is something to scroll, and arrows scroll it; letters stay the page's."
  >
    <State name="with room">
      <ScrollRegion label="Box with room">Nothing to scroll.</ScrollRegion>
    </State>
    <State name="without room">
      <ScrollRegion label="Box without room">
        <pre>{Array.from({ length: 3 }, () => LONG).join('\n')}</pre>
      </ScrollRegion>
    </State>
  </Part>
);
