/** How long each variant is predicted to take, and what bounds it: a layout without conflicts is not yet a fast kernel. */
import type { PredictedTime } from '../../model/permute/time/bounds.ts';
import { FoldedPart } from '../folded-part.tsx';
import { DataTable } from '../kit/data-table.tsx';
import type { Column } from '../kit/table-columns.ts';

export interface MoveTimeRow {
  /** Id of the variant. */
  readonly id: string;
  readonly title: string;
  readonly time: PredictedTime;
}

interface MoveTimesProps {
  /** The fastest first. */
  readonly rows: readonly MoveTimeRow[];
  readonly shown: readonly string[];
  readonly onToggle: (id: string) => void;
}

export function MoveTimes({ rows, shown, onToggle }: MoveTimesProps) {
  return (
    <FoldedPart title="Time" note="conflict-free is not fast: what bounds each variant on an H200, predicted">
      <DataTable
        caption="What bounds each variant; a click draws one"
        columns={columnsOf(rows)}
        rows={rows}
        rowKey={({ id }) => id}
        choice={{ isChosen: ({ id }) => shown.includes(id), onChoose: ({ id }) => onToggle(id), hint: HINT }}
      />
    </FoldedPart>
  );
}

const HINT = 'Draws it, or takes it away again; the last one stays';

const wordsOf = ({ time }: MoveTimeRow): string => time.bounds[0].words;

const columnsOf = (rows: readonly MoveTimeRow[]): readonly Column<MoveTimeRow>[] => [
  { key: 'variant', name: 'Variant', cell: ({ title }) => title, sort: ({ title }) => title },
  {
    key: 'rate',
    name: 'Of a copy',
    hint: 'Rate by that of a copy of the same bytes',
    cell: ({ time }) => `${Math.round(100 / time.factor)} %`,
    sort: ({ time }) => 1 / time.factor,
  },
  {
    key: 'bound',
    name: 'What bounds it',
    isText: true,
    // The numbers of a bound stand once: most rows share them.
    cell: row =>
      rows.find(each => wordsOf(each) === wordsOf(row)) === row ? wordsOf(row) : wordsOf(row).split(':')[0],
    cellHint: wordsOf,
  },
];
