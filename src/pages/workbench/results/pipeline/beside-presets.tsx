/** The kernel's events beside those of the presets that come near: what both do in one order, and what only one does. */
import { useMemo } from 'react';
import { count, MISSING } from '../../../../base/numbers.ts';
import { agreement, type PairedEvent } from '../../../../inspect/replay/beside/beside-preset.ts';
import { type FittingPreset, fittingPresets } from '../../../../inspect/replay/beside/fitting-presets.ts';
import { SelectField } from '../../../../panels/kit/choice-fields.tsx';
import { DataTable } from '../../../../panels/kit/data-table.tsx';
import type { Column } from '../../../../panels/kit/table-columns.ts';
import type { Scenario } from '../../../../trace/scenario.ts';

interface BesidePresetsProps {
  readonly kernel: Scenario;
  /** Null: none. */
  readonly chosen: FittingPreset | null;
  readonly onChoose: (fit: FittingPreset | null) => void;
}

const NONE = 'none';

export function BesidePresets({ kernel, chosen, onChoose }: BesidePresetsProps) {
  const fits = useMemo(() => fittingPresets(kernel), [kernel]);
  if (fits.length === 0) return <p className="caption">No preset has half of its events in common with this kernel.</p>;
  const options = [
    { value: NONE, label: 'none' },
    ...fits.map(({ preset, beside }) => ({
      value: preset.id,
      label: `${preset.title}: ${Math.floor(100 * agreement(beside))} % alike`,
    })),
  ];
  return (
    <>
      <SelectField
        label="Beside a preset"
        value={chosen?.preset.id ?? NONE}
        options={options}
        onChange={id => onChoose(fits.find(({ preset }) => preset.id === id) ?? null)}
      />
      {chosen && <Comparison fit={chosen} />}
    </>
  );
}

function Comparison({ fit: { preset, beside } }: { readonly fit: FittingPreset }) {
  const { both, kernelOnly, presetOnly } = beside;
  const rows = useMemo(() => rowsOf(beside), [beside]);
  return (
    <>
      <p>
        {count(both)} events are in both, in one order; {count(kernelOnly)} only in the kernel, {count(presetOnly)} only
        in {preset.title}. Rings have the preset’s names. Instructions and exponentials are not compared.
      </p>
      <DataTable caption="Events that differ" columns={COLUMNS} rows={rows} rowKey={({ key }) => key} marks={marksOf} />
    </>
  );
}

interface Row {
  readonly key: string;
  readonly role: string;
  readonly kernel: string;
  readonly preset: string;
  /** Whether both do the same here. */
  readonly isAlike: boolean;
  readonly isFirst: boolean;
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'role', name: 'role', isText: true, cell: ({ role, isFirst }) => isFirst && <strong>{role}</strong> },
  {
    key: 'kernel',
    name: 'kernel',
    isText: true,
    cell: ({ kernel, isAlike }) => (isAlike ? kernel : <code>{kernel}</code>),
  },
  {
    key: 'preset',
    name: 'preset',
    isText: true,
    cell: ({ preset, isAlike }) => (isAlike ? preset : <code>{preset}</code>),
  },
];

const marksOf = ({ isFirst }: Row) => (isFirst ? (['first'] as const) : []);

/** Events that are alike and follow each other are one row. */
function rowsOf({ roles }: FittingPreset['beside']): Row[] {
  return roles.flatMap(({ role, events }) => {
    const rows: Omit<Row, 'key' | 'role' | 'isFirst'>[] = [];
    for (let at = 0; at < events.length; ) {
      const alike = events.slice(at).findIndex(event => !isAlike(event));
      const length = alike < 0 ? events.length - at : alike;
      if (length > 0) rows.push(alikeRow(events.slice(at, at + length)));
      else rows.push(differentRow(events[at]));
      at += Math.max(1, length);
    }
    return rows.map((row, i) => ({ ...row, role, key: `${role} ${i}`, isFirst: i === 0 }));
  });
}

const isAlike = ({ kind }: PairedEvent): boolean => kind === 'same' || kind === 'amount';

function alikeRow(events: readonly PairedEvent[]) {
  const words = `${count(events.length)} ${events.length === 1 ? 'event' : 'events'} alike`;
  const otherAmounts = events.filter(({ kind }) => kind === 'amount').length;
  return {
    kernel: words,
    preset: otherAmounts > 0 ? `${count(otherAmounts)} with other amounts` : words,
    isAlike: true,
  };
}

const differentRow = ({ kind, what }: PairedEvent) => ({
  kernel: kind === 'kernel' ? what : MISSING,
  preset: kind === 'preset' ? what : MISSING,
  isAlike: false,
});
