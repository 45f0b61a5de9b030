/** The probe's part of the rail: a table to pick, to write as a formula, or to fill in lane by lane. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { addressText } from '../../base/numerals.ts';
import type { RailProps } from '../../panels/exhibit.ts';
import { optionsOf, SelectField } from '../../panels/kit/choice-fields.tsx';
import { CheckedField, NumberField } from '../../panels/kit/draft-fields.tsx';
import { LaneTable } from '../../panels/lane-table.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { type ProbeParams, type ProbeTable, schema, tableOf } from './params.ts';
import { PATTERNS, patternOf } from './patterns.ts';

const OWN = 'Your own';

/** Words. The widest one keeps lane 31 within the stretch of a warp. */
const STRIDES = { min: 0, max: 64, step: 1, unit: 'words' };

/** How many words lie between the words of neighbouring lanes; null where lane 0 asks elsewhere, or steps differ. */
function strideOf(table: ProbeTable): number | null {
  const stride = (table[1] ?? Number.NaN) / WORD_BYTES;
  return stride <= STRIDES.max && table.every((offset, lane) => offset === lane * stride * WORD_BYTES) ? stride : null;
}

export function Rail({ params, canChange, onParams }: RailProps) {
  const p = schema.parse(params);
  const set = (table: string): string | null => onParams({ table })?.message ?? null;
  const isLocked = !canChange('table');
  const lock = isLocked ? 'This link locks the parameter.' : null;
  const stride = strideOf(tableOf(p));
  return (
    <PanelSection title="Addresses">
      {!isLocked && <PatternList params={p} canChange={canChange} onParams={onParams} />}
      {stride !== null && (
        <NumberField
          label="Stride"
          {...STRIDES}
          slider={STRIDES}
          value={stride}
          help="Lane l asks for word stride × l. Steps that share a factor with 32 meet in fewer banks."
          disabled={lock}
          onChange={words => void set(`lane * ${words * WORD_BYTES}`)}
        />
      )}
      <CheckedField
        label="Table"
        value={p.table}
        placeholder="lane * 4"
        help="Byte offsets by lane: 32 numbers, - for an idle lane, or a formula in lane."
        disabled={lock}
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
