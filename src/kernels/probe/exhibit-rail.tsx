/** The probe's part of the rail: a table to pick, to write as a formula, or to fill in lane by lane. */
import { addressText } from '../../base/numerals.ts';
import type { RailProps } from '../../panels/exhibit.ts';
import { optionsOf, SelectField } from '../../panels/kit/choice-fields.tsx';
import { CheckedField } from '../../panels/kit/draft-fields.tsx';
import { LaneTable } from '../../panels/lane-table.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { type ProbeParams, schema, tableOf } from './params.ts';
import { PATTERNS, patternOf } from './patterns.ts';

const OWN = 'Your own';

export function Rail({ params, canChange, onParams }: RailProps) {
  const p = schema.parse(params);
  const set = (table: string): string | null => onParams({ table })?.message ?? null;
  const isLocked = !canChange('table');
  return (
    <PanelSection title="Addresses">
      {!isLocked && <PatternList params={p} canChange={canChange} onParams={onParams} />}
      <CheckedField
        label="Table"
        value={p.table}
        placeholder="lane * 4"
        help="Byte offsets by lane: 32 numbers, - for an idle lane, or a formula in lane."
        disabled={isLocked ? 'This link locks the parameter.' : null}
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

function PatternList({ params, canChange, onParams }: Omit<RailProps, 'params'> & { readonly params: ProbeParams }) {
  const names = PATTERNS.map(({ name }) => name);
  const known = patternOf(params.table, params.widthBytes)?.name ?? OWN;
  const choose = (chosen: string): void => {
    const pattern = PATTERNS.find(({ name }) => name === chosen);
    if (pattern === undefined) return;
    const { table, widthBytes } = pattern;
    onParams(widthBytes !== undefined && canChange('widthBytes') ? { table, widthBytes } : { table });
  };
  return (
    <SelectField
      label="Pattern"
      value={known}
      options={optionsOf(known === OWN ? [...names, OWN] : names)}
      onChange={choose}
    />
  );
}
