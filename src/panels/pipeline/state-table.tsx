/** The slots of all rings at the playhead, and the mbarriers that guard them: a row for each stage. */
import type { PipelineState } from '../../model/pipeline/pipeline-state.ts';
import type { PipelineHighlight } from '../../pictures/pipeline/records.ts';
import { arrivalsDue, bytesDue, parityText, type SlotRow, slotRows } from '../../pictures/ring/table.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { DataTable } from '../kit/data-table.tsx';
import type { Column } from '../kit/table-columns.ts';

interface StateTableProps {
  readonly scenario: Scenario;
  readonly state: PipelineState;
  readonly highlight: PipelineHighlight;
  readonly onHover: (highlight: PipelineHighlight) => void;
}

export const StateTable = ({ scenario, state, highlight, onHover }: StateTableProps) => (
  <DataTable
    caption="What each stage holds, and its barriers"
    columns={[{ key: 'stage', name: 'stage', cell: row => <strong>{nameOf(row, scenario)}</strong> }, ...COLUMNS]}
    rows={slotRows(scenario, state)}
    rowKey={row => nameOf(row, scenario)}
    marks={row => [
      ...(row.slot.stage === 0 ? ['first' as const] : []),
      ...(isAt(row, highlight) ? ['lit' as const] : []),
    ]}
    onPoint={row => onHover(row && { kind: 'slot', buffer: row.slot.buffer, stage: row.slot.stage, at: state.clk })}
  />
);

const COLUMNS: readonly Column<SlotRow>[] = [
  { key: 'holds', name: 'holds', isText: true, cell: ({ holds }) => holds },
  { key: 'state', name: 'state', isText: true, cell: ({ state }) => state },
  { key: 'full', name: 'full: parity', cell: ({ full }) => parityText(full) },
  { key: 'bytes', name: 'bytes due', cell: ({ full }) => bytesDue(full) },
  { key: 'empty', name: 'empty: parity', cell: ({ empty }) => parityText(empty) },
  { key: 'arrivals', name: 'arrivals due', cell: ({ empty }) => arrivalsDue(empty) },
];

/** The ring of a GEMM needs no name. */
const nameOf = ({ slot: { buffer, stage } }: SlotRow, { buffers }: Scenario): string =>
  buffers.length === 1 || buffer === 'ring' ? `${stage}` : `${buffer}[${stage}]`;

function isAt({ slot, full, empty }: SlotRow, highlight: PipelineHighlight): boolean {
  if (highlight?.kind === 'barrier') return highlight.name === full?.name || highlight.name === empty?.name;
  return highlight?.kind === 'slot' && highlight.buffer === slot.buffer && highlight.stage === slot.stage;
}
