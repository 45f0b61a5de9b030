/** The slots of all rings at the playhead, and the mbarriers that guard them: a row for each stage. */
import type { PipelineState } from '../../model/pipeline/pipeline-state.ts';
import type { PipelineHighlight } from '../../pictures/pipeline/records.ts';
import { arrivalsDue, bytesDue, parityText, type SlotRow, slotRows } from '../../pictures/ring/table.ts';
import { TableHead } from '../../pictures/table-head.tsx';
import type { Scenario } from '../../trace/scenario.ts';
import css from './state-table.module.css';

interface StateTableProps {
  readonly scenario: Scenario;
  readonly state: PipelineState;
  readonly highlight: PipelineHighlight;
  readonly onHover: (highlight: PipelineHighlight) => void;
}

/** A region that scrolls, as it does on a phone, must be reachable by keyboard, and keep the arrow keys. */
const SCROLLS_BY_KEY = { tabIndex: 0, 'data-own-keys': true };

const COLUMNS = ['stage', 'holds', 'state', 'full: parity', 'bytes due', 'empty: parity', 'arrivals due'];

export const StateTable = ({ scenario, state, highlight, onHover }: StateTableProps) => (
  <div className="sideways" {...SCROLLS_BY_KEY}>
    <table className={css.table} onPointerLeave={() => onHover(null)}>
      <caption className="visually-hidden">What each stage holds, and its barriers</caption>
      <TableHead names={COLUMNS} />
      <tbody>
        {slotRows(scenario, state).map(row => (
          <Row
            key={nameOf(row, scenario)}
            name={nameOf(row, scenario)}
            row={row}
            isMarked={isAt(row, highlight)}
            onPoint={() => onHover({ kind: 'slot', buffer: row.slot.buffer, stage: row.slot.stage, at: state.clk })}
          />
        ))}
      </tbody>
    </table>
  </div>
);

interface RowProps {
  readonly name: string;
  readonly row: SlotRow;
  readonly isMarked: boolean;
  readonly onPoint: () => void;
}

const Row = ({ name, row, isMarked, onPoint }: RowProps) => (
  <tr data-marked={isMarked || undefined} data-first={row.slot.stage === 0 || undefined} onPointerEnter={onPoint}>
    <th scope="row">{name}</th>
    <td>{row.holds}</td>
    <td>{row.state}</td>
    <td>{parityText(row.full)}</td>
    <td>{bytesDue(row.full)}</td>
    <td>{parityText(row.empty)}</td>
    <td>{arrivalsDue(row.empty)}</td>
  </tr>
);

/** The ring of a GEMM needs no name. */
const nameOf = ({ slot: { buffer, stage } }: SlotRow, { buffers }: Scenario): string =>
  buffers.length === 1 || buffer === 'ring' ? `${stage}` : `${buffer}[${stage}]`;

function isAt({ slot, full, empty }: SlotRow, highlight: PipelineHighlight): boolean {
  if (highlight?.kind === 'barrier') return highlight.name === full?.name || highlight.name === empty?.name;
  return highlight?.kind === 'slot' && highlight.buffer === slot.buffer && highlight.stage === slot.stage;
}
