/** The probe's part of the rail: a table to pick, to write as a formula, or to fill in lane by lane. */
import { addressText } from '../../base/numerals.ts';
import { ChoiceList } from '../../panels/choice-list.tsx';
import type { RailProps } from '../../panels/exhibit.ts';
import { LaneTable } from '../../panels/lane-table.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { TextParam } from '../../panels/permute/text-param.tsx';
import { schema, tableOf } from './params.ts';
import { PATTERNS } from './patterns.ts';

const OWN = 'Your own';

export function Rail({ params, canChange, onParams }: RailProps) {
  const p = schema.parse(params);
  const set = (table: string): string | null => onParams({ table })?.message ?? null;
  const isLocked = !canChange('table');
  return (
    <PanelSection title="Addresses">
      {!isLocked && <PatternList table={p.table} onTable={set} />}
      <TextParam
        label="Table"
        value={p.table}
        placeholder="lane * 4"
        help="Byte offsets by lane: 32 numbers, - for an idle lane, or a formula in lane."
        isLocked={isLocked}
        onText={set}
      />
      <LaneTable
        offsets={tableOf(p)}
        isLocked={isLocked}
        titleOf={laneTitle}
        onOffsets={offsets => set(offsets.map(offset => offset ?? '-').join(' '))}
      />
    </PanelSection>
  );
}

const laneTitle = (lane: number, offset: number | null): string =>
  `Lane ${lane}: ${offset === null ? 'idle' : addressText(offset)}`;

function PatternList({ table, onTable }: { readonly table: string; readonly onTable: (table: string) => void }) {
  const names = PATTERNS.map(({ name }) => name);
  const known = PATTERNS.find(pattern => pattern.table === table)?.name ?? OWN;
  return (
    <ChoiceList
      label="Pattern"
      value={known}
      values={known === OWN ? [...names, OWN] : names}
      onChange={name => onTable(PATTERNS.find(pattern => pattern.name === name)?.table ?? table)}
    />
  );
}
