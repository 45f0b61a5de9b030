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
  const known = PATTERNS.find(({ table }) => table === p.table)?.name ?? OWN;
  const names = [...new Set([...PATTERNS.map(({ name }) => name), known])];
  return (
    <PanelSection title="Addresses">
      {!isLocked && (
        <ChoiceList
          label="Pattern"
          value={known}
          values={names}
          onChange={name => set(PATTERNS.find(each => each.name === name)?.table ?? p.table)}
        />
      )}
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
        titleOf={(lane, offset) => `Lane ${lane}: ${offset === null ? 'idle' : addressText(offset)}`}
        onOffsets={offsets => set(offsets.map(offset => offset ?? '-').join(' '))}
      />
    </PanelSection>
  );
}
